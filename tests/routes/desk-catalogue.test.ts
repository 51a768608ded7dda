import { beforeAll, expect, test } from 'vitest'
import { SIZES_PER_PAGE } from '../../app/desk/products/stock-fields.ts'
import { MAX_FIELDS } from '../../app/platform/http/post/read-body.server.ts'
import { copyOfProduct, giveCategory, newOperator } from '../support/desk.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { newVisitor, serviceClient } from '../support/people.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Catalogue Person')).desk
})

test('a product is duplicated, priced, counted and published; the record says what was and what is', async () => {
  const path = await copyOfProduct(desk)
  const name = `Desk gown ${Date.now()}`
  const fields = formFields((await desk.get(path)).html, 'value="save"')
  await desk.post(path, { ...fields, name, description: 'Soft', price: '1999.50', intent: 'save' })
  const stock = formFields((await desk.get(`${path}?part=stock`)).html, 'value="stock"')
  const first = Object.keys(stock).find((field) => field.startsWith('stock-') && !field.startsWith('stock-new')) ?? ''
  await desk.post(path, { ...stock, [first]: '7', 'size-new-1': 'Tall', 'stock-new-1': '2', intent: 'stock' })
  await giveCategory(path)
  const { version = '' } = formFields((await desk.get(path)).html, 'value="published"')
  await desk.post(path, { version, intent: 'state', state: 'published' })
  const changes = all(dom(await desk.get(`${path}?part=changes`)), '.desk-changes b')
  expect(changes).toEqual(['Set product state', 'Save stock', 'Save product', 'Duplicate product'])
  const { data } = await serviceClient().from('products').select('price, is_active').eq('name', name).single()
  expect(data).toEqual({ price: 1999.5, is_active: true })
  const list = await desk.get(`/desk/products?search=${encodeURIComponent(name)}&stock=low`)
  expect(list.text).toContain('1 product')
  expect(list.text).toContain('Tall: 2')
})

test('a price below zero, a stock that is none and an older form are refused, and what was typed is kept', async () => {
  const path = await copyOfProduct(desk)
  const older = formFields((await desk.get(path)).html, 'value="save"')
  const wrong = await desk.post(path, { ...older, price: '-5', intent: 'save' })
  expect([wrong.status, wrong.text.includes('Please enter a price in rupees above zero')]).toEqual([400, true])
  const stock = formFields((await desk.get(`${path}?part=stock`)).html, 'value="stock"')
  const first = Object.keys(stock).find((field) => field.startsWith('stock-')) ?? ''
  const refusedStock = await desk.post(path, { ...stock, [first]: '-1', intent: 'stock' })
  expect([refusedStock.status, refusedStock.text.includes('a whole number of pieces')]).toEqual([400, true])
  expect(dom(refusedStock).querySelector(`[name="${first}"]`)?.getAttribute('value')).toBe('-1')
  await desk.post(path, { ...older, name: 'First', intent: 'save' })
  const second = await desk.post(path, { ...older, name: 'Second', intent: 'save' })
  expect([second.status, second.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
  expect(dom(second).querySelector('input[name=name]')?.getAttribute('value')).toBe('Second')
})

test('a product lists what it lacks, isn’t published before, and warns when it loses its last picture (DK-01, DK-02)', async () => {
  const made = await desk.post('/desk/products', { name: 'Bare shawl', price: '1500' })
  const path = made.url.replace(/^.*(?=\/desk)/, '')
  const lacks = async () =>
    dom(await desk.get(path))
      .querySelectorAll('.desk-checks a')
      .map((link) => link.getAttribute('href')?.replace(path, ''))
  const press = async (intent: string, more = {}) =>
    desk.post(path, { ...formFields((await desk.get(path)).html, 'value="archived"'), ...more, intent })
  expect(await lacks()).toEqual(['?part=pictures', '#product-category_id', '#product-description', '?part=stock'])
  const refused = await press('state', { state: 'published' })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('It lacks: picture, category, text, size.')

  await giveCategory(path)
  const id = path.split('/').at(-1) ?? ''
  await serviceClient().from('product_media').insert({ product_id: id, url: '/pictures/x.webp' })
  const fields = formFields((await desk.get(path)).html, 'value="save"')
  await desk.post(path, { ...fields, description: 'Warm', intent: 'save' })
  expect(await lacks()).toEqual(['?part=stock'])
  const none = await press('no_size')
  expect([none.url.endsWith('?part=stock'), none.text.includes('Shoppers choose no size of it.')]).toEqual([true, true])
  expect(await lacks()).toEqual([])
  expect((await press('state', { state: 'published' })).text).toContain('The product is now: In the shop.')

  const pictures = formFields((await desk.get(`${path}?part=pictures`)).html, 'value="pictures"')
  const [remove = ''] = dom(await desk.get(`${path}?part=pictures`))
    .querySelectorAll('[name^=remove]')
    .map((tick) => tick.getAttribute('name') ?? '')
  const lost = await desk.post(path, { ...pictures, [remove]: 'on', intent: 'pictures' })
  expect(lost.text).toContain('Shoppers see this product, but it lacks something')
  expect(await lacks()).toEqual(['?part=pictures'])
})

test('a product is made from a name and a price, and needs both', async () => {
  const name = 'چادر'
  const wrong = await desk.post('/desk/products', { intent: 'create', name, price: '0' })
  expect([wrong.status, wrong.text.includes('Please enter a price in rupees above zero')]).toEqual([400, true])
  expect(dom(wrong).querySelector('#new-product input[name=name]')?.getAttribute('value')).toBe(name)
  const made = await desk.post('/desk/products', { intent: 'create', name, price: '1500' })
  expect(made.text).toContain('This is the new product, a draft.')
  const id = made.url.split('/').at(-1) ?? ''
  const { data } = await serviceClient().from('products').select('slug, price, is_active').eq('id', id).single()
  expect(data).toEqual({ slug: expect.stringMatching(/^[0-9a-f]{8}$/), price: 1500, is_active: false })
})

test('an article number, features and the first colour are saved and shown; a colour goes with its pictures', async () => {
  const path = await copyOfProduct(desk)
  const id = path.split('/').at(-1) ?? ''
  const page = await desk.get(path)
  const colors = dom(page)
    .querySelectorAll('input[name=color_ids][checked]')
    .map((tick) => tick.getAttribute('value') ?? '')
  const first = { ...formFields(page.html, 'value="save"'), color_ids: colors }
  const twice = await desk.post(path, { ...first, features: 'Cotton: soft\nCotton: light', intent: 'save' })
  expect([twice.status, twice.text.includes('There are two features ‘Cotton’.')]).toEqual([400, true])
  expect(dom(twice).querySelector('textarea[name=features]')?.text.trim()).toBe('Cotton: soft\nCotton: light')
  const sku = `CH-${id.slice(0, 8)}`
  const typed = { sku, features: 'Cotton: soft: and light\n\nBelt', first_color: colors.at(-1) ?? '' }
  const saved = await desk.post(path, { ...first, ...typed, intent: 'save' })
  const shown = formFields(saved.html, 'value="save"')
  expect(shown).toMatchObject({ sku, first_color: colors.at(-1) })
  expect(dom(saved).querySelector('textarea[name=features]')?.text.trim()).toBe('Cotton: soft: and light\nBelt')
  const db = serviceClient()
  const { data: features } = await db.from('product_features').select('title, description').eq('product_id', id)
  expect(features).toEqual([
    { title: 'Cotton', description: 'soft: and light' },
    { title: 'Belt', description: '' },
  ])
  const pictures = () => db.from('product_media').select('color_id').eq('product_id', id)
  expect((await pictures()).data?.some(({ color_id: color }) => color === colors[0])).toBe(true)
  await desk.post(path, { ...shown, color_ids: colors.slice(1), intent: 'save' })
  expect((await pictures()).data?.some(({ color_id: color }) => color === colors[0])).toBe(false)
  const copy = await copyOfProduct(desk)
  const fields = formFields((await desk.get(copy)).html, 'value="save"')
  const other = await desk.post(copy, { ...fields, sku, intent: 'save' })
  expect([other.status, other.text.includes('Another product has this article number.')]).toEqual([409, true])
})

test('a product’s page has a menu of its parts, and a refused form is shown wherever it was posted to', async () => {
  const path = await copyOfProduct(desk)
  const menu = dom(await desk.get(path)).querySelectorAll('[aria-label="Parts of the product"] a')
  const parts = await Promise.all(menu.map((link) => desk.get(link.getAttribute('href') ?? '')))
  expect(parts.map((part) => all(dom(part), '.desk-tabs ~ .panel h2'))).toEqual([
    ['Product', 'Urdu'],
    ['Sizes and stock', 'Counted by size', 'Pictures'],
    ['Video'],
    ['Completes the set'],
    ['Changes at the desk'],
  ])
  expect(parts.map((part) => words(dom(part).querySelector('.desk-tabs [aria-current]')))).toEqual([
    'Texts and price',
    'Sizes and pictures',
    'Video',
    'Set',
    'Changes',
  ])
  const refused = await desk.post(path, {
    ...formFields(parts[1]?.html ?? '', 'value="stock"'),
    version: '',
    intent: 'stock',
  })
  expect([refused.status, all(dom(refused), '.desk-tabs ~ .panel h2')[0]]).toEqual([400, 'Sizes and stock'])
  const pictures = await desk.get(`${path}?part=pictures`)
  expect(all(dom(pictures), '.desk-tabs ~ .panel h2')).toEqual(['Pictures', 'Sizes and stock', 'Counted by size'])
})

test('a product has as many empty rows for sizes as its sizes leave room for, and all are saved at once', async () => {
  const path = await copyOfProduct(desk)
  const few = dom(await desk.get(`${path}?part=stock`))
  expect(few.querySelectorAll('input[name^=size-new-]')).toHaveLength(3)
  const more = few.querySelector('a[href*="rows="]')?.getAttribute('href') ?? ''
  const page = await desk.get(more)
  const names = dom(page)
    .querySelectorAll('input[name^=size-new-]')
    .map((input) => input.getAttribute('name') ?? '')
  expect(names).toHaveLength(12)
  const sizes = Object.fromEntries(names.map((name, index) => [name, `${60 + index}`]))
  const saved = await desk.post(more, { ...formFields(page.html, 'value="stock"'), ...sizes, intent: 'stock' })
  expect(saved.text).toContain('The stock is saved.')
  const { count } = await serviceClient()
    .from('product_variants')
    .select('id', { count: 'exact', head: true })
    .eq('product_id', path.split('/').at(-1) ?? '')
    .in('size', Object.values(sizes))
  expect(count).toBe(12)
})

test('the list of products shows a picture of each', async () => {
  const list = dom(await desk.get('/desk/products?search=satin+nightgown'))
  const rows = list.querySelectorAll('.desk-table tbody tr')
  expect(rows.length).toBeGreaterThan(0)
  expect(list.querySelectorAll('.desk-thumb img')).toHaveLength(rows.length)
})

test('a product with a hundred sizes is saved page by page, and a size moves to another page', async () => {
  const path = await copyOfProduct(desk)
  const id = path.split('/').at(-1) ?? ''
  const variants = serviceClient().from('product_variants')
  await variants.delete().eq('product_id', id)
  const bands = Array.from({ length: 100 }, (_, place) => ({
    product_id: id,
    size: `B${place + 1}`,
    stock: 1,
    display_order: place + 1,
  }))
  expect((await variants.insert(bands)).error).toBeNull()
  const page = await desk.get(`${path}?part=stock&sizes=5`)
  const fields = formFields(page.html, 'value="stock"')
  const rows = dom(page).querySelectorAll('#stock [name^=remove-]')
  const ticked = Object.fromEntries(rows.map((row) => [row.getAttribute('name'), 'on']))
  expect(rows).toHaveLength(4)
  const full = formFields((await desk.get(`${path}?part=stock`)).html, 'value="stock"')
  const all24 = Object.keys(full).filter((name) => name.startsWith('stock-') && !name.includes('new'))
  expect(all24).toHaveLength(SIZES_PER_PAGE)
  // With the button, the token of the form and every tick.
  expect(Object.keys(full).length + all24.length + 2).toBeLessThan(MAX_FIELDS)
  const stockOf = (label: string) => {
    const row = dom(page)
      .querySelectorAll('#stock tbody tr')
      .find((one) => one.querySelector('th')?.text.trim() === label)
    return row?.querySelector('[name^=stock-]')?.getAttribute('name') ?? ''
  }
  const last = stockOf('B100')
  const moved = { ...fields, [last]: '7', [last.replace('stock', 'place')]: '1' }
  const saved = await desk.post(`${path}?part=stock&sizes=5`, { ...moved, intent: 'stock' })
  expect([saved.text.includes('The stock is saved.'), saved.url.includes('sizes=5')]).toEqual([true, true])
  const { data } = await variants.select('label, stock').eq('product_id', id).order('display_order')
  expect(data?.slice(0, 2)).toEqual([
    { label: 'B100', stock: 7 },
    { label: 'B1', stock: 1 },
  ])
  const { version = '' } = formFields((await desk.get(`${path}?part=stock&sizes=5`)).html, 'value="stock"')
  const removed = await desk.post(`${path}?part=stock&sizes=5`, { ...fields, ...ticked, version, intent: 'stock' })
  expect(removed.text).toContain('The stock is saved.')
  const { count } = await variants.select('*', { count: 'exact', head: true }).eq('product_id', id)
  expect(count).toBe(96)
})

test('a size is removed', async () => {
  const path = await copyOfProduct(desk)
  const stock = formFields((await desk.get(`${path}?part=stock`)).html, 'value="stock"')
  const [first = '', second = ''] = Object.keys(stock).filter((field) => /^stock-[0-9a-f]/.test(field))
  const saved = await desk.post(path, { ...stock, [first.replace('stock', 'remove')]: 'on', intent: 'stock' })
  expect(saved.text).toContain('The stock is saved.')
  const sizes = dom(saved)
  expect([first, second].map((name) => sizes.querySelector(`[name="${name}"]`) !== null)).toEqual([false, true])
})

test('what two people save at once is shown side by side, and the second form can still be saved', async () => {
  const path = await copyOfProduct(desk)
  const older = formFields((await desk.get(path)).html, 'value="save"')
  await desk.post(path, { ...older, name: 'Gown of Sana', price: '2500', intent: 'save' })
  const second = await desk.post(path, { ...older, name: 'Gown of Maham', price: '2500.00', intent: 'save' })
  expect(second.status).toBe(409)
  expect(all(dom(second), '.desk-versions tbody tr')).toEqual(['NameGown of SanaGown of Maham'])
  const again = await desk.post(path, { ...formFields(second.html, 'value="save"'), intent: 'save' })
  expect(again.text).toContain('The product is saved.')
  expect(dom(again).querySelector('h1')?.text).toBe('Gown of Maham')
})

test('a page is previewed without scripts, saved, and its earlier version can be read again', async () => {
  const db = serviceClient()
  const slug = `desk-text-${Date.now()}`
  await db.from('page_content').insert({ slug, title: 'Desk text', content: '<p>First</p>', is_published: false })
  const { data } = await db.from('page_content').select('id').eq('slug', slug).single()
  const path = `/desk/texts/page/${data?.id}`
  const fields = { version: '1', title: 'Desk text', content: '<p>Second<script>alert(1)</script></p>' }
  const preview = await desk.post(path, { ...fields, intent: 'preview' })
  expect(preview.html).toContain('<p>Second</p>')
  expect(preview.html).not.toMatch(/<script/)
  const saved = await desk.post(path, { ...fields, intent: 'save' })
  expect(saved.text).toContain('The text is saved.')
  const { data: row } = await db.from('page_content').select('content').eq('slug', slug).single()
  expect(row?.content).toBe('<p>Second</p>')
  const link = dom(saved).querySelector('a[href*="?before="]')?.getAttribute('href') ?? ''
  expect(dom(await desk.get(link)).querySelector('textarea')?.text).toContain('First')
})

test('a page and a question are made, written, shown and removed; a text that the shop needs stays', async () => {
  const title = `Gift Cards ${Date.now()}`
  const made = await desk.post('/desk/texts', { intent: 'page', title, section: 'COMPANY' })
  expect(made.text).toContain('This is the new page. It isn’t shown yet.')
  const fields = { ...formFields(made.html, 'value="save"'), content: '<p>For weddings.</p>', is_shown: 'on' }
  await desk.post(made.url, { ...fields, intent: 'save' })
  const address = `/company/${title.toLowerCase().replaceAll(' ', '-')}`
  expect((await newVisitor().get(address)).text).toContain('For weddings.')
  const twice = await desk.post('/desk/texts', { intent: 'page', title })
  expect([twice.status, twice.text.includes('There is such a text already.')]).toEqual([409, true])
  expect((await desk.post(made.url, { intent: 'remove', version: '1' })).text).toContain(
    'Somebody changed it meanwhile',
  )
  const removal = formFields((await desk.get(made.url)).html, 'value="remove"')
  expect((await desk.post(made.url, { ...removal, intent: 'remove' })).text).toContain('The text is removed.')
  expect((await desk.get(made.url)).status).toBe(404)

  const { data: category } = await serviceClient().from('faq_categories').select('id').limit(1).single()
  expect((await desk.post('/desk/texts', { intent: 'question', title: 'Why?' })).text).toContain('choose a category')
  const asked = await desk.post('/desk/texts', { intent: 'question', title: 'Why?', category: category?.id ?? '' })
  expect(asked.text).toContain('This is the new question. It isn’t shown yet.')
  const empty = await desk.post(asked.url, { ...formFields(asked.html, 'value="save"'), intent: 'save' })
  expect(empty.status).toBe(409)
  const older = formFields(asked.html, 'value="save"')
  await desk.post(asked.url, { ...older, content: 'Because.', intent: 'save' })
  const late = await desk.post(asked.url, { ...older, title: 'How?', content: 'Because.', intent: 'save' })
  expect(all(dom(late), '.desk-versions tbody th')).toEqual(['Question'])

  const { data: about } = await serviceClient().from('page_content').select('id, version').eq('slug', 'about').single()
  const path = `/desk/texts/page/${about?.id}`
  expect((await desk.get(path)).html).not.toContain('value="remove"')
  const kept = await desk.post(path, { intent: 'remove', version: String(about?.version) })
  expect(kept.text).toContain('The shop needs this text.')
})
