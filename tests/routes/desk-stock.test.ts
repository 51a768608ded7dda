import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newOperator } from '../support/desk.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { serviceClient } from '../support/people.ts'
import { formFields, type Page, type Visitor } from '../support/visitor.ts'

// The stock of a product at the desk, without scripts: counting, receiving, its history, and the grid by size and colour.

let desk: Visitor
beforeAll(async () => {
  desk = (await newOperator('Storeroom Person')).desk
})

/** Makes a product in Black and Pink with 5 pieces of M, and L not counted. Returns its IDs. */
async function newProduct() {
  const sku = `ST-${randomUUID().slice(0, 8)}`
  const db = serviceClient()
  const product = { slug: `stock-${randomUUID()}`, name: 'Storeroom gown', price: 1000, sku }
  const { data, error } = await db.from('products').insert(product).select('id').single()
  if (error) throw error
  const { id } = data
  const { data: colors } = await db.from('colors').select('id, name').in('name', ['Black', 'Pink']).order('name')
  const [black = '', pink = ''] = (colors ?? []).map((color) => color.id)
  await db.from('product_colors').insert([
    { product_id: id, color_id: black, display_order: 1 },
    { product_id: id, color_id: pink, display_order: 2 },
  ])
  const sizes = [
    { product_id: id, size: 'M', stock: 5, display_order: 1 },
    { product_id: id, size: 'L', display_order: 2 },
  ]
  const { data: variants } = await db.from('product_variants').insert(sizes).select('id, label')
  const idOf = (label: string) => variants?.find((variant) => variant.label === label)?.id ?? ''
  const [inBlack, inPink] = [black, pink].map((color) => color.slice(0, 18))
  return { id, sku, black, inBlack, inPink, m: idOf('M'), l: idOf('L'), path: `/desk/stock/${id}` }
}

async function stockOf(id: string) {
  const { data } = await serviceClient()
    .from('product_variants')
    .select('label, stock, variant_stock(stock, colors(name))')
    .eq('product_id', id)
    .order('display_order')
  return data?.map(({ label, stock, variant_stock: colors }) =>
    [label, stock, ...colors.map((one) => `${one.colors.name} ${one.stock}`).toSorted()].join(' '),
  )
}

const differences = (page: Page) => all(dom(page), '[aria-label=Differences] tbody tr')

test('a count shows what the shop has only after it, and is saved once its differences were seen (DK-03)', async () => {
  const { id, sku, m, l, path } = await newProduct()
  const page = await desk.get(`/desk/stock?search=${sku}`)
  expect(new URL(page.url, 'http://shop').pathname).toBe(path)
  expect(page.html).not.toMatch(/<script/)
  const fields = dom(page).querySelectorAll('.desk-numbers input')
  expect(fields.map((field) => [field.getAttribute('inputmode'), field.getAttribute('value') ?? ''])).toEqual([
    ['numeric', ''],
    ['numeric', ''],
  ])
  expect(words(dom(page).querySelector('#count'))).not.toMatch(/\d/)
  const wrong = await desk.post(path, { intent: 'count', [`n-${m}-all`]: '4 or 5' })
  expect([wrong.status, wrong.text.includes('M: please enter a whole number of pieces from 0.')]).toEqual([400, true])
  expect(dom(wrong).querySelector(`[name="n-${m}-all"]`)?.getAttribute('value')).toBe('4 or 5')
  expect((await desk.post(path, { intent: 'count' })).text).toContain('Please enter what you counted.')

  const counted = { intent: 'count', [`n-${m}-all`]: '3', [`n-${l}-all`]: '2', note: 'Shelf 4' }
  const compared = await desk.post(path, counted)
  expect(differences(compared)).toEqual(['M53−2', 'LNot counted2new'])
  expect(await stockOf(id)).toEqual(['M 5', 'L '])
  const { seen = '' } = formFields(compared.html, 'name="seen"')
  await serviceClient().from('product_variants').update({ stock: 4 }).eq('id', m)
  const late = await desk.post(path, { ...counted, seen })
  expect([late.status, late.text.includes('stock has changed since')]).toEqual([409, true])
  expect(differences(late)).toEqual(['M43−1', 'LNot counted2new'])
  const saved = await desk.post(path, { ...counted, seen: formFields(late.html, 'name="seen"').seen ?? '' })
  expect(saved.text).toContain('Storeroom gown: the count is saved, 2 differences.')
  expect(await stockOf(id)).toEqual(['M 3', 'L 2'])
  const same = await desk.post(path, { intent: 'count', [`n-${m}-all`]: '3' })
  expect(same.text).toContain('1 number counted, as in the shop.')
})

test('pieces are received and damaged with a note, and the history says why and who (DK-04)', async () => {
  const { id, m, l, path } = await newProduct()
  const receive = await desk.get(`${path}?task=receive`)
  expect(dom(receive).querySelectorAll('.desk-numbers input')).toHaveLength(1)
  await desk.post(`${path}?task=receive`, {
    intent: 'receive',
    [`n-${m}-all`]: '7',
    [`n-${l}-all`]: '7',
    note: 'Bill 88',
  })
  const field = `n-${m}-all`
  const short = await desk.post(`${path}?task=damage`, { intent: 'damage', [field]: '13', note: 'Torn' })
  expect([short.status, short.text.includes('M: the shop has 12 for sale.')]).toEqual([400, true])
  expect(dom(short).querySelector(`[name="${field}"]`)?.getAttribute('value')).toBe('13')
  expect(dom(short).querySelector('[name=note]')?.getAttribute('value')).toBe('Torn')
  const history = await desk.post(`${path}?task=damage`, { intent: 'damage', [field]: '2', note: 'Torn' })
  expect(await stockOf(id)).toEqual(['M 10', 'L '])
  const rows = all(dom(history), '[aria-label="Changes of stock"] tbody tr')
  expect(rows[0]).toMatch(/^M−210Damaged\s*Torn.*@/)
  expect(rows[1]).toMatch(/^M\+712Received\s*Bill 88.*@/)
})

test('a form that is sent twice adds its pieces once, and says so (DK-04)', async () => {
  const { id, m, path } = await newProduct()
  const receive = `${path}?task=receive`
  const fields = { ...formFields((await desk.get(receive)).html, 'name="form"'), [`n-${m}-all`]: '7' }
  const pages = await Promise.all([desk.submit(receive, fields), desk.submit(receive, fields)])
  expect(pages.map(({ status }) => status).toSorted()).toEqual([302, 409])
  expect(await stockOf(id)).toEqual(['M 12', 'L '])
  const again = await desk.post(receive, fields)
  expect([again.status, again.text.includes('This form was sent before.')]).toEqual([409, true])
  const another = formFields((await desk.get(receive)).html, 'name="form"')
  await desk.post(receive, { ...fields, form: another.form ?? '' })
  expect(await stockOf(id)).toEqual(['M 19', 'L '])
})

test('a product is turned to counting by colour by a count, edited in its grid, and turned back (DK-03)', async () => {
  const { id, m, l, black, inBlack, inPink, path } = await newProduct()
  const part = `/desk/products/${id}?part=stock`
  expect((await desk.get(part)).text).toContain('All colours of a size share one number')
  const counted = { intent: 'count', [`n-${m}-${inBlack}`]: '3' }
  const compared = await desk.post(`${path}?by=color`, counted)
  expect(differences(compared)).toEqual(['M, BlackNot counted3new', 'M, PinkNot counted0new'])
  await desk.post(`${path}?by=color`, { ...counted, seen: formFields(compared.html, 'name="seen"').seen ?? '' })
  expect(await stockOf(id)).toEqual(['M 3 Black 3 Pink 0', 'L '])

  const page = await desk.get(part)
  const grid = formFields(page.html, 'value="grid"')
  expect(grid).toMatchObject({ [`n-${m}-${inBlack}`]: '3', [`n-${m}-${inPink}`]: '0', [`n-${l}-${inPink}`]: '' })
  const wrong = await desk.post(part, { ...grid, [`n-${m}-${inPink}`]: '-1', intent: 'grid' })
  expect([wrong.status, wrong.text.includes('M, Pink: please enter a whole number')]).toEqual([400, true])
  await serviceClient().from('variant_stock').update({ stock: 2 }).match({ variant_id: m, color_id: black })
  // The cell that was left alone keeps what was sold since.
  const saved = await desk.post(part, { ...grid, [`n-${m}-${inPink}`]: '6', [`n-${l}-${inPink}`]: '1', intent: 'grid' })
  expect(saved.text).toContain('The stock is saved.')
  expect(await stockOf(id)).toEqual(['M 8 Black 2 Pink 6', 'L  Black null Pink 1'])
  const late = await desk.post(part, { ...grid, [`n-${m}-${inPink}`]: '9', intent: 'grid' })
  expect([late.status, late.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
  const kept = dom(late).querySelector(`[name="n-${m}-${inPink}"]`)
  expect([kept?.getAttribute('value'), kept?.parentNode?.text.includes('Now 6')]).toEqual(['9', true])
  // The form of the sizes leaves the sum alone.
  const sizes = formFields((await desk.get(part)).html, 'value="stock"')
  await desk.post(part, { ...sizes, [`material-${m}`]: 'Lawn', intent: 'stock' })
  expect(await stockOf(id)).toEqual(['M 8 Black 2 Pink 6', 'L  Black null Pink 1'])
  const { version = '' } = formFields((await desk.get(part)).html, 'value="by_size"')
  const back = await desk.post(part, { version, intent: 'by_size' })
  expect(back.text).toContain('Its pieces are counted by size again.')
  expect(await stockOf(id)).toEqual(['M 8', 'L '])
})
