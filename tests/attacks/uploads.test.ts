import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, inject, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { zip } from '../support/archives.ts'
import { copyOfProduct, newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import { sourcesIn } from '../support/sources.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

// The shop of these tests has the heap of `npm run serve`.

const MEGABYTE = 2 ** 20
/** As much as a form takes. */
const MOST = 15 * MEGABYTE - 1_000

let desk: Visitor
let shopper: Visitor
let product: string
let category: string
let delivered: string

beforeAll(async () => {
  ;({ desk } = await newOperator('Upload Person'))
  product = await copyOfProduct(desk)
  const { data } = await serviceClient().from('product_categories').select('id').eq('name', 'Robes').single()
  category = `/desk/categories/${data?.id}`
  shopper = await signedIn(await newPerson('Upload Shopper'))
  delivered = await placeOrder(shopper, 'cod')
  for (const status of ['Shipped', 'Delivered'])
    await serviceClient().from('orders').update({ status }).eq('order_id', delivered)
})

/** The pages with the upload forms of each schema that takes files. */
const PAGES: Record<string, () => (readonly [visitor: Visitor, path: string])[]> = {
  'app/chat/chat.schema.ts': () => [[shopper, '/profile/chat-support?mode=general']],
  'app/desk/couriers/parcel.schema.ts': () => [
    [desk, '/desk/couriers/numbers'],
    [desk, '/desk/couriers/settlements'],
  ],
  'app/desk/form/form-fields.ts': () => [
    [desk, '/desk/settings/work'],
    [desk, category],
  ],
  'app/desk/import/import.schema.ts': () => [[desk, IMPORT]],
  'app/desk/products/pictures/picture.schema.ts': () => [
    [desk, `${product}?part=pictures`],
    [desk, '/desk/products/pictures'],
  ],
  'app/desk/products/video/video.server.ts': () => [[desk, `${product}?part=video`]],
  'app/desk/translations/urdu.schema.ts': () => [[desk, '/desk/urdu']],
  'app/profile/profile.schema.ts': () => [
    [shopper, '/profile?edit'],
    [shopper, '/profile-setup'],
  ],
  'app/returns/return.schema.ts': () => [[shopper, `/orders/${delivered}/return`]],
  'app/reviews/review.schema.ts': () => [[shopper, '/product/guest-robe?tab=ratingReviews&write=1']],
}

test('each schema that takes files has its upload forms in this file', () => {
  const takesFiles = /\b(?:instanceof\(File|custom<File)\b/
  const schemas = sourcesIn('app').filter(({ text }) => takesFiles.test(text))
  expect(schemas.map(({ path }) => path).sort()).toEqual(Object.keys(PAGES).sort())
})

const repeated = (text: string, start = '', size = MOST) =>
  Buffer.from(start + text.repeat((size - start.length) / text.length))
const box = (type: string, size = 8) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size)
  head.write(type, 4, 'latin1')
  return head
}
const boxes = (type: string, size: number) => Buffer.alloc(size - (size % 8), box(type))
const FTYP = Buffer.concat([box('ftyp', 16), Buffer.from('isom\0\0\0\0')])
const VIDEO = 8 * MEGABYTE - 100

/** The form that is also sent what no form's rules read: all of them read their tables by one function. */
const IMPORT = '/desk/products/import'
const HEADINGS = 'Product,Size,Stock,Order ID,CN,Table,Row,Column,Urdu,Check\n'
const TABLES: Record<string, () => Buffer> = {
  'short rows that look right': () => repeated('p,M,1,ORD-1-1,1,a,b,c,d,e\n', HEADINGS),
  'long texts': () => repeated(`p,M,1,ORD-1-1,1,a,b,c,${'اردو'.repeat(2_000)},e\n`, HEADINGS, MOST / 2),
}
const TABLES_WITHOUT_SENSE: Record<string, () => Buffer> = {
  'empty rows': () => repeated(',,,,\n', HEADINGS),
  'rows of one letter': () => repeated('a\n', HEADINGS),
  'rows of 900 cells': () => repeated(`${'1,'.repeat(899)}1\n`, `${[...Array(900).keys()].join(',')}\n`),
  'closed quotation marks': () => repeated('"","""",\n', HEADINGS),
  'a workbook of empty rows': () => WORKBOOK,
}
/** As large as the budgets of workbook.server.ts and archive.server.ts are, and a few kilobytes when it is packed. */
const WORKBOOK = zip([
  { name: 'xl/workbook.xml', content: '<workbook xmlns:r="r"><sheet r:id="a"/></workbook>' },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: '<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>',
  },
  { name: 'xl/sharedStrings.xml', content: repeated('<si/>', '<sst>', 1_400_000) },
  { name: 'xl/s.xml', content: repeated('<row><c><v/></c></row>', '<worksheet>', 39 * MEGABYTE) },
])
const ARCHIVES: Record<string, () => Buffer> = {
  'many empty files': () => zip(Array.from({ length: 60_000 }, (_, n) => ({ name: `${n}`, content: '' }))),
  'large files of one letter': () =>
    zip(Array.from({ length: 4 }, (_, n) => ({ name: `${n}`, content: Buffer.alloc(MOST, 'x') }))),
}
const VIDEOS: Record<string, () => Buffer> = {
  'empty boxes': () => boxes('free', VIDEO),
  'empty boxes behind the first': () => Buffer.concat([FTYP, boxes('free', VIDEO)]),
  'empty tracks': () => Buffer.concat([FTYP, box('mdat'), box('moov', VIDEO - 992), boxes('trak', VIDEO - 1_000)]),
}
const PICTURES: Record<string, () => Buffer> = {
  'the start of a picture': () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(MOST - 8)]),
  'the start of a document': () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(MOST - 9, '<<')]),
}
const tablesFor = (path: string) => (path === IMPORT ? { ...TABLES, ...TABLES_WITHOUT_SENSE } : TABLES)
const worstOf = (accept: string, path: string) =>
  accept.includes('csv')
    ? tablesFor(path)
    : accept.includes('video')
      ? VIDEOS
      : accept.includes('zip')
        ? ARCHIVES
        : PICTURES

/** Requests one small page after the other until `isOver`. Returns the longest time that one has taken, in milliseconds. */
async function longestWait(isOver: () => boolean): Promise<number> {
  let longest = 0
  while (!isOver()) {
    const start = performance.now()
    const response = await fetch(`${inject('shopUrl')}/health/live`)
    await response.text()
    expect(response.status).toBe(200)
    longest = Math.max(longest, performance.now() - start)
    // Asking all the time would take half of the processor.
    await pause(20)
  }
  return longest
}

test.each(Object.keys(PAGES))(
  'whatever the forms of %s are sent, the process stays, and answers others within a second',
  async (schema) => {
    for (const [visitor, path] of PAGES[schema]?.() ?? []) {
      const { html } = await visitor.get(path)
      const input = dom({ html }).querySelector('form input[type=file]')
      if (!input) throw new Error(`${path} has no upload form: ${all(dom({ html }), 'h1').join()}`)
      const fields = formFields(html, 'type="file"')
      const action = input.closest('form')?.getAttribute('action') ?? path
      const name = input.getAttribute('name') ?? ''
      for (const [kind, make] of Object.entries(worstOf(input.getAttribute('accept') ?? '', path))) {
        const body = new FormData()
        for (const [field, value] of Object.entries({ ...fields, courier: 'TCS' }))
          if (field !== name) for (const one of [value].flat()) body.append(field, one)
        const submit = dom({ html }).querySelector(`form:has(input[type=file]) button[name=intent]`)
        if (submit) body.set('intent', submit.getAttribute('value') ?? '')
        body.set(name, new Blob([new Uint8Array(make())]), 'worst')
        let isOver = false
        const sent = visitor
          .request(action, { method: 'POST', body })
          .then(async (response) => {
            await response.text()
            return response.status
          })
          .finally(() => (isOver = true))
        const start = performance.now()
        const [status, longest] = await Promise.all([sent, longestWait(() => isOver)])
        // A busy machine takes longer for both; one that isn't served in between waits as long as the upload takes.
        const isServed = longest < Math.max(1_000, (performance.now() - start) / 2)
        expect([path, kind, status < 500, isServed]).toEqual([path, kind, true, true])
      }
    }
  },
  180_000,
)
