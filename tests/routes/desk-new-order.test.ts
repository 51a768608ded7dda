import { beforeAll, beforeEach, expect, test } from 'vitest'
import { freshPhone } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom, section, words } from '../support/page-dom.ts'
import { mailTo, newVisitor, serviceClient } from '../support/people.ts'
import { formFields, type Fields, type Page, type Visitor } from '../support/visitor.ts'

// Orders by phone, WhatsApp and Instagram, entered at the desk (decision 185).

const NEW = '/desk/orders/new'
let desk: Visitor
let gown: { id: string; name: string; slug: string; sku: string }

beforeAll(async () => {
  ;({ desk } = await newOperator('Desk Person'))
})

/** A product of Rs 2,000 in two sizes, of which there are two pieces and none. */
beforeEach(async () => {
  const mark = crypto.randomUUID().slice(0, 8)
  const row = { name: `Called for ${mark}`, slug: `called-for-${mark}`, sku: `CALL-${mark}`, price: 2000 }
  const db = serviceClient()
  const { data } = await db.from('products').insert(row).select('id').single()
  gown = { id: data?.id ?? '', ...row }
  const sizes = [
    { product_id: gown.id, brand_size: 'S', stock: 0, display_order: 1 },
    { product_id: gown.id, brand_size: 'M', stock: 2, display_order: 2 },
  ]
  expect((await db.from('product_variants').insert(sizes)).error).toBeNull()
})

const fieldsOf = (page: Page) => formFields(page.html, 'name="attemptKey"')
const press = (page: Page, more: Fields) => desk.post(NEW, { ...fieldsOf(page), ...more })
const ordersOf = async (phone: string) => {
  const columns =
    'order_id, channel, status, payment_status, confirmed_at, phone_confirmed_at, contact_email, total_amount, notes'
  const { data } = await serviceClient()
    .from('orders')
    .select(columns)
    .eq('contact_phone', `+92${phone.slice(1)}`)
  return data ?? []
}
const stockOf = async (label: string) =>
  (await serviceClient().from('product_variants').select('stock').eq('product_id', gown.id).eq('label', label).single())
    .data?.stock

const buyer = (more: Fields = {}) => ({
  channel: 'whatsapp',
  phone: freshPhone(),
  firstName: 'Zoya',
  address: '7 Canal Road',
  city: 'Lahore',
  ...more,
})

/** Returns the page with the product as the order's only line, and how it was found. */
async function withGown(search = gown.sku): Promise<Page> {
  const found = await press(await desk.get(NEW), { intent: 'find', search })
  expect(words(section(dom(found), 'Products'))).toContain(`${gown.name}, Rs. 2,000.00`)
  return press(found, { add: gown.id })
}

test('an order is entered without scripts, at the total that was seen, and once for two posts (OR-48, OR-49)', async () => {
  const page = await withGown()
  expect(words(section(dom(page), 'Order'))).toContain('Please choose its size.')
  const order = buyer({ 'lines[0].size': 'M', 'lines[0].quantity': '2' })
  const seen = await press(page, { ...order, notes: 'Call first', intent: 'place' })
  expect([seen.status, seen.text]).toEqual([
    200,
    expect.stringMatching(/With what you have chosen the total is Rs\. 4,\d{3}\.00\./),
  ])
  expect(fieldsOf(seen)).toMatchObject(order)
  expect(seen.html).toContain('>Call first</textarea>')
  // What is said stands above the form, so the address keeps no part of the page.
  expect(dom(seen).querySelector('button[value=place]')?.getAttribute('formaction')).toBe(NEW)
  const button = all(dom(seen), 'button[value=place]')[0] ?? ''
  expect(button).toMatch(/^Place the order: Rs. 4,\d{3}\.00$/)
  const both = await Promise.all([1, 2].map(() => press(seen, { notes: 'Call first', intent: 'place' })))
  const placed = await ordersOf(order.phone)
  expect(placed).toHaveLength(1)
  const [{ order_id: orderId = '', confirmed_at: confirmed, total_amount: total, ...row } = { confirmed_at: null }] =
    placed
  expect(row).toEqual({
    channel: 'whatsapp',
    status: 'Processing',
    payment_status: true,
    phone_confirmed_at: null,
    contact_email: null,
    notes: 'Call first',
  })
  expect([confirmed === null, button.replaceAll(/[^.\d]/g, '').slice(1), await stockOf('M')]).toEqual([
    false,
    total?.toFixed(2),
    0,
  ])
  for (const { url, text } of both) {
    expect(url).toBe(`/desk/orders/${orderId}`)
    expect(text).toContain('at the desk (WhatsApp)')
  }
  // Nothing is mailed: the desk sends the order's page.
  const told = dom(both[0] ?? page).querySelector('.notice a[href^="https://wa.me/92"]')
  const message = decodeURIComponent(told?.getAttribute('href') ?? '')
  expect([told?.text, message]).toEqual([
    'send its page by WhatsApp',
    expect.stringContaining(`Your order ${orderId}: Processing.`),
  ])
  const path = /\/checkout\/placed\/ORD-\S+$/.exec(message)?.[0] ?? ''
  expect((await newVisitor().get(path)).text).toContain('We send you the link to this page by WhatsApp')
  const changes = await desk.get(`/desk/audit?kind=order&subject=${orderId}`)
  expect(changes.text).toContain('Enter')
  const list = await desk.get(`/desk/orders?channel=whatsapp&search=${orderId}`)
  expect([
    words(dom(list).querySelector('.desk-table tbody')).includes('WhatsApp'),
    words(dom(list).querySelector('.desk-table tbody')).includes('No e-mail'),
    list.text.includes('1 order'),
  ]).toEqual([true, true, true])
  expect((await desk.get(`/desk/orders?channel=phone&search=${orderId}`)).text).toContain('0 orders')
})

test('a product is found by its name and by an address that a buyer has sent (OR-48)', async () => {
  for (const search of [gown.name.toUpperCase(), `see https://shop.example/product/${gown.slug}?size=M`])
    expect((await withGown(search)).text).toContain(gown.name)
  const none = await press(await desk.get(NEW), { intent: 'find', search: 'no such gown' })
  expect(none.text).toContain('No product that is sold has this name or number.')
})

test('what a shopper couldn’t order is refused, and what was typed stays (OR-48)', async () => {
  const empty = await press(await desk.get(NEW), { intent: 'place', city: 'Lahore' })
  expect(empty.status).toBe(400)
  for (const problem of ['Please add a product.', 'Please choose how', 'phone number.', 'name.', 'address.'])
    expect(empty.text).toContain(problem)
  expect(fieldsOf(empty)).toMatchObject({ city: 'Lahore' })
  const order = buyer({ 'lines[0].size': 'S' })
  const soldOut = await press(await press(await withGown(), order), { intent: 'place' })
  expect([soldOut.status, soldOut.text]).toEqual([409, expect.stringContaining('Please look at the marked lines.')])
  expect(words(section(dom(soldOut), 'Order'))).toContain('Sold out in this size.')
  const { [`lines[0].product`]: product, firstName, phone } = fieldsOf(soldOut)
  expect([product, firstName, phone]).toEqual([gown.id, 'Zoya', order.phone])
  expect(await ordersOf(order.phone)).toEqual([])
  const removed = await press(soldOut, { remove: '0' })
  expect([removed.text.includes('No products yet.'), fieldsOf(removed).firstName]).toEqual([true, 'Zoya'])
})

test('a blocked number is refused in cash, with the reason for the operator (OR-49)', async () => {
  const phone = freshPhone()
  const block = { contact: `+92${phone.slice(1)}`, reason: 'Refused twice', ends: '2999-12-31' }
  expect((await serviceClient().from('blocked_contacts').insert(block)).error).toBeNull()
  const page = await press(await withGown(), { ...buyer({ phone, 'lines[0].size': 'M' }), intent: 'update' })
  const refused = await press(page, { intent: 'place' })
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('is blocked for cash orders')])
})

test('a card order needs an e-mail, and has a link by which its buyer pays (OR-50)', async () => {
  const order = buyer({ channel: 'instagram', payment: 'payfast', 'lines[0].size': 'M' })
  const page = await press(await withGown(), { ...order, intent: 'update' })
  const refused = await press(page, { intent: 'place' })
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('A card payment needs the shopper’s')])
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`
  const placed = await press(refused, { email, intent: 'place' })
  expect(placed.text).toContain('Please send the shopper its payment link.')
  const link = /\/checkout\/placed\/ORD-\d+-\d+\?token=[\w-]+/.exec(words(section(dom(placed), 'Payment')))?.[0] ?? ''
  expect((await newVisitor().get(link)).text).toContain('This order is not paid yet')
  expect((await mailTo(email, /./)).subject).toContain('ORD-')
  const whatsApp = dom(placed).querySelector('a[href^="https://wa.me/92"]')?.getAttribute('href') ?? ''
  expect(decodeURIComponent(whatsApp)).toContain(link)
})

test('what was typed is there again after the session has ended (OR-48)', async () => {
  const at = await newOperator('Other Person')
  const page = await at.desk.post(NEW, { ...fieldsOf(await at.desk.get(NEW)), ...buyer(), add: gown.id })
  at.desk.cookies.delete('website_desk')
  const door = await at.desk.post(NEW, { ...fieldsOf(page), city: 'Multan', intent: 'update' })
  const { to = '' } = formFields(door.html, 'name="password"')
  const { email, password } = at.person
  await at.desk.post('/desk/sign-in', { email, password, to })
  const again = await at.desk.post('/desk/sign-in/code', { code: at.app.code() })
  expect([again.url, again.text.includes(gown.name)]).toEqual([NEW, true])
  const { attemptKey } = fieldsOf(page)
  expect(fieldsOf(again)).toMatchObject({ attemptKey, city: 'Multan', firstName: 'Zoya', 'lines[0].product': gown.id })
})
