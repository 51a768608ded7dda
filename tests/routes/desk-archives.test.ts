import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { workbook, zip, type ZipPart } from '../support/archives.ts'
import { copyOfProduct, newOperator } from '../support/desk.ts'
import { dom, words } from '../support/page-dom.ts'
import { newVisitor, serviceClient } from '../support/people.ts'
import { visibleText, type Page, type Visitor } from '../support/visitor.ts'

let desk: Visitor
/** A product with its article number. */
let product: string
let sku: string
/** One of its colours. */
let color: string

beforeAll(async () => {
  desk = (await newOperator('Archive Person')).desk
  product = (await copyOfProduct(desk)).split('/').at(-1) ?? ''
  sku = `CH-${product.slice(0, 8)}`
  await serviceClient().from('products').update({ sku }).eq('id', product)
  const { data } = await serviceClient().from('product_colors').select('colors(name)').eq('product_id', product)
  color = data?.[0]?.colors?.name ?? ''
})

const picture = (background: string, width = 400) =>
  sharp({ create: { width, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer()

async function send(parts: readonly ZipPart[] | Buffer<ArrayBuffer>, intent = 'archive'): Promise<Page> {
  const body = new FormData()
  body.set('intent', intent)
  body.set('file', new File([Buffer.isBuffer(parts) ? parts : zip(parts)], 'june.zip'))
  const response = await desk.request('/desk/products/pictures', { method: 'POST', body })
  const location = response.headers.get('location')
  if (location) return desk.get(location)
  const html = await response.text()
  return { status: response.status, url: '', headers: response.headers, html, text: visibleText(html) }
}
const rows = (page: Page, table: string) =>
  dom(page)
    .querySelectorAll(`[aria-label="${table}"] tbody tr`)
    .map((row) => row.querySelectorAll('td').map(words).join(' | '))

async function media() {
  const { data } = await serviceClient()
    .from('product_media')
    .select('url, original, color:colors(name)')
    .eq('product_id', product)
    .order('display_order')
  return data ?? []
}

test('pictures of an archive are matched by their names, seen first, added in the background, and not added twice', async () => {
  const before = await media()
  const parts = [
    { name: '__MACOSX/._a.jpg', content: 'x' },
    { name: 'robes/.DS_Store', content: 'x' },
    { name: `robes/${sku.toLowerCase()} ${color.toLowerCase()} 2.JPG`, content: await picture('teal') },
    { name: `${sku}_${color}_1.jpg`, content: await picture('plum') },
    { name: `${sku}.jpg`, content: await picture('navy', 900) },
    { name: `${sku}_${color}_3.jpg`, content: 'no picture at all' },
    { name: `${sku}_Beige_1.jpg`, content: await picture('beige') },
    { name: '../../price-list.pdf', content: 'x' },
    { name: 'locked.jpg', content: 'x', isEncrypted: true },
  ]
  const page = await send(parts)
  expect(page.text).toContain('Nothing is changed yet: 3 pictures would be added.')
  expect(rows(page, 'Pictures').map((row) => row.replace(/ \| [^|]*\(copy\)/, ''))).toEqual([
    `${sku}.jpg | All | – | New`,
    `${sku}_${color}_1.jpg | ${color} | 1 | New`,
    `robes/${sku.toLowerCase()} ${color.toLowerCase()} 2.JPG | ${color} | 2 | New`,
  ])
  expect(rows(page, 'Files that aren’t used').toSorted()).toEqual([
    '../../price-list.pdf | This is no picture that can be read.',
    `${sku}_Beige_1.jpg | The product doesn’t come in the colour that its name has.`,
    `${sku}_${color}_3.jpg | This is no picture that can be read.`,
    'locked.jpg | It is protected by a password.',
  ])
  expect(await media()).toEqual(before)

  const begun = await desk.post(page.url, { intent: 'add' })
  expect(begun.text).toContain('The pictures are being added.')
  await expect
    .poll(async () => (await desk.get(page.url)).text, { timeout: 20_000 })
    .toContain('3 of 3 pictures added.')
  expect((await desk.request(page.url)).headers.get('refresh')).toBeNull()
  const added = (await media()).slice(before.length)
  expect(added.map((one) => one.color?.name ?? null)).toEqual([null, color, color])
  const wide = await desk.request(`/images/480/storage/products/${added[0]?.url.split('/').at(-1)}.webp`)
  expect((await sharp(Buffer.from(await wide.arrayBuffer())).metadata()).height).toBe(500)

  const again = await send(parts)
  expect([rows(again, 'Pictures'), again.text.includes('Nothing would be added.')]).toEqual([[], true])
  expect((await desk.get('/desk/products/pictures')).text).toContain('files: nothing to add')
  expect(rows(again, 'Files that aren’t used').filter((row) => row.endsWith('has this picture already.'))).toHaveLength(
    3,
  )
  expect((await newVisitor().get(page.url)).status).toBe(404)
})

test('pictures by their addresses are matched and seen first; those that can’t be fetched are told, and change nothing', async () => {
  const before = await media()
  const addresses = ['http://127.0.0.1/a.jpg http://169.254.169.254/latest', 'no-address', 'https://shop.example/b.jpg']
  const page = await send(
    workbook([
      ['Product', 'Article number', 'Colour', 'Pictures'],
      ['x', sku, color, addresses[0] ?? ''],
      ['x', sku, '', addresses[1] ?? ''],
      ['x', 'none of the shop', '', addresses[2] ?? ''],
    ]),
    'addresses',
  )
  expect(rows(page, 'Pictures').map((row) => row.split(' | ')[0])).toEqual((addresses[0] ?? '').split(' '))
  expect(rows(page, 'Files that aren’t used').toSorted()).toEqual([
    'https://shop.example/b.jpg | No article number of the shop is at the beginning of its name.',
    'no-address | This is no address that begins with https:// or http://.',
  ])
  await desk.post(page.url, { intent: 'add' })
  await expect
    .poll(async () => rows(await desk.get(page.url), 'Files that aren’t used'), { timeout: 20_000 })
    .toContain('http://169.254.169.254/latest | Pictures are fetched only from addresses that are public.')
  expect(await media()).toEqual(before)
  const wrong = await send(workbook([['Article', 'Pictures']]), 'addresses')
  expect([wrong.status, wrong.text.includes('“Article number” and “Pictures”')]).toEqual([400, true])
})

test('attack: archives that are too much, none, or empty are refused in words', async () => {
  const many = zip(Array.from({ length: 201 }, (_, n) => ({ name: `${n}.jpg`, content: '' })))
  const endless = zip(Array.from({ length: 10_000 }, (_, n) => ({ name: `${n}.jpg`, content: '' })))
  const bomb = zip(Array.from({ length: 6 }, (_, n) => ({ name: `${n}.jpg`, content: '', bytes: 14e6 })))
  for (const [archive, words] of [
    [many, 'It has 201 files. Please send at most 200 at once.'],
    [endless, 'It has more than 1,000 files.'],
    [bomb, 'Unpacked it is larger than 64 MB.'],
    [Buffer.from('no archive'), 'This is no ZIP archive, or it is damaged.'],
    [zip([{ name: '.DS_Store', content: 'x' }]), 'There is no picture in it.'],
  ] as const) {
    const page = await send(archive)
    expect([page.status, page.text.includes(words)]).toEqual([400, true])
  }
  expect((await desk.get(`/desk/products/pictures/${crypto.randomUUID()}`)).status).toBe(404)
})
