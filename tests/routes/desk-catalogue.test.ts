import { beforeAll, expect, inject, test } from 'vitest'
import { copyOfProduct, enterDesk, privatePath, runOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient } from '../support/people.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

let desk: Visitor

beforeAll(async () => {
  const person = await newPerson('Catalogue Person')
  desk = newVisitor()
  await enterDesk(desk, privatePath(await runOperator(inject('sandbox'), inject('shopUrl'), person.email)), person)
})

test('a product is duplicated, priced, counted and published; the record says what was and what is', async () => {
  const path = await copyOfProduct(desk)
  const name = `Desk gown ${Date.now()}`
  const fields = formFields((await desk.get(path)).html, 'value="save"')
  await desk.post(path, { ...fields, name, price: '1999.50', intent: 'save' })
  const stock = formFields((await desk.get(path)).html, 'value="stock"')
  const first = Object.keys(stock).find((field) => field.startsWith('stock-') && !field.startsWith('stock-new')) ?? ''
  await desk.post(path, { ...stock, [first]: '7', 'size-new-1': 'Tall', 'stock-new-1': '2', intent: 'stock' })
  const { version = '' } = formFields((await desk.get(path)).html, 'value="published"')
  const page = await desk.post(path, { version, intent: 'state', state: 'published' })
  const changes = all(dom(page), '.desk-changes b')
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
  const stock = formFields((await desk.get(path)).html, 'value="stock"')
  const first = Object.keys(stock).find((field) => field.startsWith('stock-')) ?? ''
  const refusedStock = await desk.post(path, { ...stock, [first]: '-1', intent: 'stock' })
  expect([refusedStock.status, refusedStock.text.includes('a whole number of pieces')]).toEqual([400, true])
  expect(dom(refusedStock).querySelector(`[name="${first}"]`)?.getAttribute('value')).toBe('-1')
  await desk.post(path, { ...older, name: 'First', intent: 'save' })
  const second = await desk.post(path, { ...older, name: 'Second', intent: 'save' })
  expect([second.status, second.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
  expect(dom(second).querySelector('input[name=name]')?.getAttribute('value')).toBe('Second')
})

test('a product is made from a name and a price, and needs both', async () => {
  const name = 'چادر'
  const wrong = await desk.post('/desk/products', { name, price: '0' })
  expect([wrong.status, wrong.text.includes('Please enter a price in rupees above zero')]).toEqual([400, true])
  expect(dom(wrong).querySelector('#new-product input[name=name]')?.getAttribute('value')).toBe(name)
  const made = await desk.post('/desk/products', { name, price: '1500' })
  expect(made.text).toContain('This is the new product, a draft.')
  const id = made.url.split('/').at(-1) ?? ''
  const { data } = await serviceClient().from('products').select('slug, price, is_active').eq('id', id).single()
  expect(data).toEqual({ slug: expect.stringMatching(/^[0-9a-f]{8}$/), price: 1500, is_active: false })
})

test('a size is removed', async () => {
  const path = await copyOfProduct(desk)
  const stock = formFields((await desk.get(path)).html, 'value="stock"')
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

  const { data: about } = await serviceClient().from('page_content').select('id, version').eq('slug', 'about').single()
  const path = `/desk/texts/page/${about?.id}`
  expect((await desk.get(path)).html).not.toContain('value="remove"')
  const kept = await desk.post(path, { intent: 'remove', version: String(about?.version) })
  expect(kept.text).toContain('The shop needs this text.')
})
