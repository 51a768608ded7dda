import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newOperator } from '../support/desk.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { type Person, serviceClient } from '../support/people.ts'
import { ageCode } from '../support/shop-cookies.ts'
import { visibleText, type Page, type Visitor } from '../support/visitor.ts'

// Products as a file at the desk: the export, the dry run of an import, and what applying it does.

let operator: Person
let desk: Visitor
beforeAll(async () => {
  ;({ desk, person: operator } = await newOperator('Catalogue Person'))
})

const slugs: string[] = []
afterAll(async () => {
  await serviceClient().from('products').delete().in('slug', slugs)
})

/** Makes a product of its own for a test: in size M, 5 pieces, for 1,000 rupees. Returns its address. */
async function newProduct(name = 'File gown'): Promise<string> {
  const slug = `file-${randomUUID()}`
  slugs.push(slug)
  const products = serviceClient().from('products')
  const { data, error } = await products.insert({ slug, name, price: 1000 }).select('id').single()
  if (error) throw error
  await serviceClient().from('product_variants').insert({ product_id: data.id, size: 'M', stock: 5 })
  return slug
}

async function productOf(slug: string) {
  const { data } = await serviceClient()
    .from('products')
    .select('name, price, is_active, product_variants(label, stock)')
    .eq('slug', slug)
    .maybeSingle()
  return data
}

type Content = string | Uint8Array<ArrayBuffer>

/** Uploads a file, and follows to the page that comes of it; it compares no more than a few rows. */
async function upload(content: Content, fields: Record<string, string> = {}): Promise<Page> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', new Blob([content]), 'gowns.csv')
  const response = await desk.request('/desk/products/import', { method: 'POST', body })
  const location = response.headers.get('location')
  if (location) return desk.get(location)
  const html = await response.text()
  return { status: response.status, url: '', headers: response.headers, html, text: visibleText(html) }
}

const apply = async (page: Page) =>
  desk.post(page.url, {
    intent: 'apply',
    version: dom(page).querySelector('[name=version]')?.getAttribute('value') ?? '1',
  })

async function exported(): Promise<string> {
  return (await desk.request('/desk/products/export')).text()
}

test('the export has a row for each size, is stored nowhere, and changes nothing when it is read back', async () => {
  const slug = await newProduct('=cmd|"/c calc"!A1')
  const response = await desk.request('/desk/products/export')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="products-[\d-]{10}\.csv"$/)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  const csv = bytes.toString()
  const [headings = ''] = csv.slice(1).split('\r\n')
  expect(headings).toMatch(
    /^"Product","Name","Size","Stock","Stock by colour","Price","Discount","State","Category","Colours",/,
  )
  expect(csv).toContain(`"${slug}","'=cmd|""/c calc""!A1","M",5,"",1000,0,"published"`)
  const page = await upload(new Uint8Array(bytes))
  expect(page.text).toContain('There is nothing to apply.')
  expect(all(dom(page), '.desk-totals dd').slice(1)).toEqual(['0', '0', '0', '0', '0'])
  const audit = await desk.get(`/desk/audit?kind=products&who=${encodeURIComponent(operator.email)}`)
  expect(all(dom(audit), '.desk-changes b')[0]).toBe('Export')
})

/** Every route of the desk that sends a file for which a code is asked again. */
const FILES = [
  ...readFileSync('app/desk/desk-routes.ts', 'utf8').matchAll(/route\('([^']+)', '(desk\/[^']+\.route\.ts)'/g),
]
  .filter(([, , file = '']) => readFileSync(`app/${file}`, 'utf8').includes('requireFresh('))
  .map(([, path = '']) => `/desk/${path}`)

const MAY_BE_EMPTY = new Set(['/desk/couriers/settlements', '/desk/newsletter'])

test('every export asks for a code again, and leads back to the page that links to it, which saves the file once', async () => {
  const { desk: visitor, app: codes } = await newOperator('Export Person')
  await ageCode(inject('sandbox'), visitor, 11)
  expect(FILES).toHaveLength(8)
  for (const file of FILES) {
    const asked = `${file}?by=day&month=2026-06`
    const { headers } = await visitor.request(asked)
    const confirm = new URL(headers.get('location') ?? '', 'http://shop.test')
    expect([confirm.pathname, confirm.searchParams.get('to')]).toEqual(['/desk/confirm', asked])
    const page = confirm.searchParams.get('from') ?? ''
    const { status, html } = await visitor.get(page)
    // A list that may be empty links to its file once it isn't.
    expect([file, status, html.includes(file) || MAY_BE_EMPTY.has(page)]).toEqual([file, 200, true])
  }
  const { headers } = await visitor.request('/desk/sales/export?by=city')
  const back = await visitor.post(headers.get('location') ?? '', { code: codes.code() })
  expect([back.url, words(dom(back).querySelector('.flash'))]).toEqual([
    '/desk/sales?by=city',
    'Thank you. The file is being saved. Save it again',
  ])
  expect(dom(back).querySelector('.flash a')?.getAttribute('href')).toBe('/desk/sales/export?by=city')
  expect(dom(back).querySelector('meta[http-equiv=refresh]')?.getAttribute('content')).toBe(
    '0; url=/desk/sales/export?by=city',
  )
  expect((await visitor.get(back.url)).html).not.toContain('http-equiv="refresh"')
  expect((await visitor.request('/desk/sales/export?by=city')).headers.get('content-type')).toMatch(/^text\/csv/)
})

test('a changed export shows what it changes, and changes it when it is applied', async () => {
  const slug = await newProduct()
  const [headings = '', ...rows] = (await exported()).split('\r\n')
  const row = rows.find((one) => one.includes(slug)) ?? ''
  const changed = row.replace('"M",5,"",1000,', '"M",7,"",899.5,')
  expect(changed).not.toBe(row)
  const page = await upload([headings, changed, ''].join('\r\n'))
  expect(page.html).not.toMatch(/<script/)
  const shown = ['b', 'bdi', 'dt', 'del', 'ins'].map((tag) => all(dom(page), `.desk-rows ${tag}`))
  expect(shown).toEqual([['Row 2'], [slug, 'M'], ['Stock', 'Price'], ['5', '1000'], ['7', '899.5']])
  expect(await productOf(slug)).toMatchObject({ price: 1000, product_variants: [{ stock: 5 }] })
  const done = await apply(page)
  expect(done.text).toContain('All changes are made.')
  expect(await productOf(slug)).toMatchObject({ price: 899.5, product_variants: [{ stock: 7 }] })
  const again = await apply(page)
  expect(again.text).toContain('Applied')
  const audit = await desk.get(`/desk/audit?kind=products&who=${encodeURIComponent(operator.email)}`)
  expect(all(dom(audit), '.desk-changes b')[0]).toBe('Import')
})

test('a file has the stock of each colour: the same pieces change nothing, others are changed with a history (ST-05)', async () => {
  const slug = await newProduct('Colour gown')
  const api = serviceClient()
  const { data: sizes } = await api
    .from('product_variants')
    .select('id, product_id, products!inner(slug)')
    .eq('products.slug', slug)
  const [size] = sizes ?? []
  const { data: colors } = await api.from('colors').select('id, name').in('name', ['Black', 'Pink']).order('name')
  if (!size || colors?.length !== 2) throw new Error('No size or colours')
  const { product_id, id: variant_id } = size
  const ids = colors.map(({ id }) => id)
  await api
    .from('product_colors')
    .insert(ids.map((color_id, place) => ({ product_id, color_id, display_order: place })))
  await api.from('variant_stock').insert(ids.map((color_id, place) => ({ variant_id, color_id, stock: 3 * place })))
  const [headings = '', ...rows] = (await exported()).split('\r\n')
  const row = rows.find((one) => one.includes(slug)) ?? ''
  expect(row).toContain('"M",3,"Black 0 | Pink 3",1000,')
  expect((await upload([headings, row, ''].join('\r\n'))).text).toContain('There is nothing to apply.')
  const bad = await upload([headings, row.replace('Pink 3', 'Mauve 2'), ''].join('\r\n'))
  expect(all(dom(bad), '.desk-rows li li')).toEqual(['Stock by colour: the product has no colour “Mauve”.'])
  const page = await upload([headings, row.replace('Black 0', 'Black 2'), ''].join('\r\n'))
  const shown = ['dt', 'del', 'ins'].map((tag) => all(dom(page), `.desk-rows ${tag}`))
  expect(shown).toEqual([['Stock by colour'], ['Black 0 | Pink 3'], ['Black 2 | Pink 3']])
  expect((await apply(page)).text).toContain('All changes are made.')
  expect(await productOf(slug)).toMatchObject({ product_variants: [{ stock: 5 }] })
  const history = api.from('stock_changes').select('color, change, stock_after, operator_email')
  const { data: changes } = await history.eq('variant_id', variant_id).eq('reason', 'imported')
  expect(changes).toEqual([{ color: 'Black', change: 2, stock_after: 2, operator_email: operator.email }])
})

test('a new product and a new size are made, an unknown column is named, and what is bare isn’t published (DK-01)', async () => {
  const slug = `file-${randomUUID()}`
  slugs.push(slug)
  const size = randomUUID().slice(0, 8)
  const csv = `product;name;price;size;stock;state;rank\n${slug};نیا گاؤن;1500;${size};3;draft;1\n`
  const refused = await upload(csv)
  expect(refused.text).toContain(`no product of the shop has the size “${size}”`)
  const page = await upload(csv, { new_sizes: 'on' })
  expect(page.text).toContain('These columns aren’t read: rank')
  expect(all(dom(page), '.desk-totals dd')).toEqual(['1', '0', '1', '0', '1', '1'])
  expect((await apply(page)).text).toContain('All changes are made.')
  const made = { name: 'نیا گاؤن', price: 1500, is_active: false, product_variants: [{ label: size, stock: 3 }] }
  expect(await productOf(slug)).toEqual(made)
  const bare = await upload(`Product,State\n${slug},published\n`)
  expect(bare.text).toContain('State: it can’t be published yet, since it lacks: picture, category, text.')
})

test('every bad row is named with its line, column and reason, and then nothing can be applied', async () => {
  const slug = await newProduct()
  const page = await upload(
    [
      'Product,Size,Name,Price,Stock,Category,Colours,Discount',
      `${slug},M,"two\nlines",-5,3,Nowhere,Blak,5%`,
      `${slug},L,"two\nlines",-5,-1,Nowhere,Blak,5%`,
      `${slug},M,"two\nlines",-5,=1+1,Nowhere,Blak,5%`,
      `${slug},S,too few`,
    ].join('\n'),
  )
  const rows = all(dom(page), '.desk-rows > li')
  expect(rows).toHaveLength(4)
  for (const words of ['Price: -5 is below zero.', 'no category “Nowhere”', 'no colour “Blak”', '“5%” is no discount'])
    expect(rows[0]).toContain(words)
  expect(rows[1]).toContain('Stock: -1 is below zero.')
  expect(rows[2]).toContain('Size: row 2 is about the same product and size.')
  expect(rows[2]).toContain('Stock: “=1+1” is a formula.')
  expect(rows[3]).toContain('The row has 3 cells')
  expect(dom(page).querySelector('[name=version]')).toBeNull()
  expect((await apply(page)).text).toContain('A row of the file is bad')
  expect(await productOf(slug)).toMatchObject({ name: 'File gown', price: 1000, product_variants: [{ stock: 5 }] })
})

test('a file is not applied when something that it changes has changed since its dry run, but compared anew', async () => {
  const [slug, other] = [await newProduct(), await newProduct()]
  const page = await upload(`Product,Price\n${slug},700\n${other},700\n`)
  await serviceClient().from('products').update({ price: 1200 }).eq('slug', slug)
  const outdated = await apply(page)
  expect(outdated.text).toContain('so nothing was done')
  expect(all(dom(outdated), '.desk-rows del')).toEqual(['1200', '1000'])
  expect([(await productOf(slug))?.price, (await productOf(other))?.price]).toEqual([1200, 1000])
  // The first page's button belongs to the first dry run.
  expect((await desk.post(page.url, { intent: 'apply', version: '1' })).text).toContain('Somebody changed it meanwhile')
  expect((await apply(outdated)).text).toContain('All changes are made.')
  expect([(await productOf(slug))?.price, (await productOf(other))?.price]).toEqual([700, 700])
})

test('pieces that were sold since the export are not put back', async () => {
  const slug = await newProduct()
  const [headings = '', ...rows] = (await exported()).split('\r\n')
  const row = rows.find((one) => one.includes(slug)) ?? ''
  const { data } = await serviceClient().from('products').select('id').eq('slug', slug).single()
  await serviceClient()
    .from('product_variants')
    .update({ stock: 4 })
    .eq('product_id', data?.id ?? '')
  const left = await upload([headings, row].join('\r\n'))
  expect(left.text).toContain('There is nothing to apply.')
  const changed = await upload([headings, row.replace('"M",5,', '"M",9,')].join('\r\n'))
  expect(changed.text).toContain('Stock: the stock was changed since the file was exported, and is 4 now.')
})

describe('a file that is none says why, and what to do', () => {
  test.each<[string, Content, string]>([
    ['nothing', '', 'The file is empty.'],
    ['headings alone', 'Product,Price\n', 'The file has headings, but no rows.'],
    ['no address', 'Name,Price\nx,1\n', 'The file lacks the column “Product”'],
    ['Windows-1252', new Uint8Array(Buffer.from('Product,Name\nx,Caf\xe9\n', 'latin1')), 'This file isn’t in UTF-8'],
    ['a workbook', new Uint8Array(Buffer.from('504b030414000600', 'hex')), 'This workbook can’t be read'],
    ['an open quotation mark', 'Product,Name\nx,"y\n', 'Row 2: a quotation mark isn’t closed'],
    ['20,001 rows', `Product,Price\n${'x,1\n'.repeat(20_001)}`, 'The file has more than 20,000 rows.'],
  ])('%s', async (_name, content, words) => {
    const page = await upload(content)
    expect([page.status, page.text.includes(words)]).toEqual([400, true])
  })
})

test('2,500 rows show how far they are, also when the page is opened again, and end at the dry run', async () => {
  const slug = await newProduct()
  const rows = Array.from({ length: 2_500 }, (_, place) => `${slug}-${place},Gown ${place},${100 + place}`)
  let page = await upload(`Product,Name,Price\n${rows.join('\n')}\n`)
  const seen: number[] = []
  while (page.headers.get('refresh') === '1') {
    seen.push(Number(dom(page).querySelector('progress')?.getAttribute('value')))
    const [first] = dom(await desk.get('/desk/products/import')).querySelectorAll('a[href*="import/"]')
    expect(first?.getAttribute('href')).toBe(page.url)
    page = await desk.get(page.url)
  }
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  expect(all(dom(page), '.desk-totals dd')).toEqual(['2,500', '0', '2,500', '0', '0', '2,500'])
  expect(all(dom(page), '.desk-rows > li')).toHaveLength(50)
  const last = await desk.get(`${page.url}?list=changes&page=50`)
  expect(all(dom(last), '.desk-rows > li').at(-1)).toContain(`${slug}-2499`)
})

test('a file of 50 MB gets a page that says the limit', async () => {
  const body = new FormData()
  body.append('file', new Blob([Buffer.alloc(50_000_000, 'Product,Price\n')]), 'huge.csv')
  const response = await desk.request('/desk/products/import', { method: 'POST', body })
  expect(response.status).toBe(413)
  expect(visibleText(await response.text())).toContain('A file may have 15 MB, all files of a form together 16 MB.')
})

test('an import that isn’t there is not found', async () => {
  for (const id of ['nonsense', randomUUID()]) {
    expect((await desk.get(`/desk/products/import/${id}`)).status).toBe(404)
  }
  expect((await desk.post(`/desk/products/import/${randomUUID()}`, { intent: 'apply', version: '1' })).status).toBe(404)
})

test('attack: what a file says is only text on its pages', async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>`
  const cell = `"${evil.replaceAll('"', '""')}"`
  const slug = await newProduct()
  const bad = await upload(`Product,Name,Price,Colours,${cell}\n${cell},${cell},${cell},${cell},x\n`)
  const good = await upload(`Product,Name,Description\n${slug},${cell},${cell}\n`)
  for (const page of [bad, good]) {
    expect(page.status).toBe(200)
    expect(page.html).not.toMatch(/<script|<img src=x/)
    expect(page.text).toContain('alert(1)')
  }
})
