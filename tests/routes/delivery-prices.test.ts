import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshPhone } from '../support/checkout.ts'
import { serviceBackend } from '../support/orders.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { startShop, type RunningShop } from '../support/running-shop.ts'
import { formFields, Visitor, type Fields, type Page } from '../support/visitor.ts'

// A shop whose delivery costs less in one city and is free from a value, and in which cash costs more than a card.

let shop: RunningShop
const backend = () => serviceBackend(shop.sandbox.settings)

beforeAll(async () => {
  shop = await startShop({ GUEST_CHECKOUT: 'on' })
  const home = backend().from('delivery_countries').update({ fee: 200, free_from: 20_000 })
  await home.eq('country', 'Pakistan').throwOnError()
  const areas = backend().from('delivery_areas')
  await areas.insert({ name: 'Karachi', cities: ['Karachi', 'کراچی'], fee: 100 }).throwOnError()
  await backend().from('order_rules').update({ cash_fee: 50 }).eq('is_only', true).throwOnError()
})
afterAll(() => shop.stop())

async function withRobe(): Promise<Visitor> {
  const visitor = new Visitor(shop.url)
  const product = await visitor.get('/product/guest-robe')
  await visitor.post('/cart', { ...formFields(product.html, 'name="product"'), intent: 'add' })
  return visitor
}

const filled = (checkout: Page, more: Fields): Fields => ({
  ...formFields(checkout.html, 'attemptKey'),
  email: 'guest@example.com',
  firstName: 'Gul',
  address: '5 Sea View',
  phone: freshPhone(),
  intent: 'place',
  ...more,
})

/** Returns the rows of the first sums in a part of a page: { 'Delivery Fee': 'Rs. 200.00', … }. */
function sumsIn(page: Page, part = 'main'): Record<string, string> {
  const rows = dom(page).querySelector(`${part} .sums`)?.querySelectorAll('div') ?? []
  return Object.fromEntries(rows.map((row) => [words(row.querySelector('dt')), words(row.querySelector('dd'))]))
}

const rupees = (text = '') => Number(text.replaceAll(/[^\d.]/g, '').replace(/^\./, ''))

test('the product says from what value delivery is free, and what one piece lacks', async () => {
  const page = await new Visitor(shop.url).get('/product/guest-robe')
  const price = rupees(words(dom(page).querySelector('.buy-bar b')))
  const lack = (20_000 - price).toLocaleString('en-US', { minimumFractionDigits: 2 })
  expect(page.text).toContain(`Free delivery from Rs. 20,000.00: Rs. ${lack} more than this.`)
  const urdu = await new Visitor(shop.url).get('/product/guest-robe?lang=ur')
  expect(urdu.text).toContain('20,000 روپے کی خریداری پر ڈیلیوری مفت')
})

test('the cart says what is missing for free delivery, that the price depends on the city, and what cash costs more', async () => {
  const visitor = await withRobe()
  const page = await visitor.get('/cart')
  expect(sumsIn(page)).toMatchObject({ 'Delivery Fee': 'Rs. 200.00' })
  expect(sumsIn(page)).not.toHaveProperty('Cash on Delivery Fee')
  const lack = 20_000 - (rupees(sumsIn(page).Total) - 200)
  expect(page.text).toContain(`${lack.toLocaleString('en-US', { minimumFractionDigits: 2 })} more for free delivery.`)
  expect(page.text).toContain('The delivery fee is an estimate: it depends on the city')
  expect(page.text).toContain('or cash on delivery for Rs. 50.00 more.')
})

test('the checkout shows the total of each way of paying, and charges the chosen one', async () => {
  const visitor = await withRobe()
  const checkout = await visitor.get('/checkout')
  const card = sumsIn(checkout, '.wide-summary .if-card')
  const cash = sumsIn(checkout, '.wide-summary .if-cash')
  expect(card).not.toHaveProperty('Cash on Delivery Fee')
  expect(cash['Cash on Delivery Fee']).toBe('Rs. 50.00')
  expect(rupees(cash.Total)).toBe(rupees(card.Total) + 50)
  expect(words(dom(checkout).querySelector('label:has(#payment-cod)'))).toContain('Rs. 50.00 more')
  expect(all(dom(checkout), '.pay-total .if-card, .pay-total .if-cash')).toEqual([card.Total, cash.Total])
  const placed = await visitor.post('/checkout', filled(checkout, { city: 'Lahore', payment: 'cod' }))
  expect(placed.url).toMatch(/^\/checkout\/placed\/ORD-/)
  expect(sumsIn(placed)).toMatchObject({ 'Cash on Delivery Fee': 'Rs. 50.00', Total: cash.Total })
})

test('another city’s price is asked before it is charged, and the form is kept', async () => {
  const visitor = await withRobe()
  const checkout = await visitor.get('/checkout')
  const fields = filled(checkout, { city: ' KARACHI ', payment: 'cod', notes: 'Blue gate' })
  const asked = await visitor.post('/checkout', fields)
  expect([asked.status, all(dom(asked), 'main [role=alert] div').join()]).toEqual([
    409,
    expect.stringMatching(/^Delivery to KARACHI costs Rs. 100.00. Please check the new total/),
  ])
  expect(sumsIn(asked, '.wide-summary .if-cash')).toMatchObject({ Shipping: 'Rs. 100.00' })
  const again = formFields(asked.html, 'attemptKey')
  expect(again).toMatchObject({ address: '5 Sea View', payment: 'cod' })
  const placed = await visitor.post('/checkout', { ...again, phone: fields.phone ?? '', intent: 'place' })
  expect(placed.url).toMatch(/^\/checkout\/placed\/ORD-/)
  expect(sumsIn(placed)).toMatchObject({ 'Delivery Fee': 'Rs. 100.00', 'Cash on Delivery Fee': 'Rs. 50.00' })
})

test('the total for a city is shown on request', async () => {
  const visitor = await withRobe()
  const fields = filled(await visitor.get('/checkout'), { city: 'کراچی', payment: 'cod', intent: 'price' })
  const page = await visitor.post('/checkout', fields)
  expect([page.status, sumsIn(page, '.wide-summary')]).toEqual([
    200,
    expect.objectContaining({ Shipping: 'Rs. 100.00' }),
  ])
  expect(words(dom(page).querySelector('.by-city'))).toBe('The price of delivery depends on the city. Show the total')
})

test('an unpaid card order that changes to cash costs what its button says', async () => {
  const visitor = await withRobe()
  const fields = filled(await visitor.get('/checkout'), { city: 'Lahore', payment: 'payfast' })
  const paying = await visitor.post('/checkout', fields)
  const order = /ORD-[\d-]+/.exec(paying.url)?.[0] ?? ''
  const page = await visitor.get(`/checkout/placed/${order}`)
  const total = rupees(sumsIn(page).Total) + 50
  const button = all(dom(page), 'form[action$="/change"] button')[0]
  expect(button).toBe(
    `Pay cash on delivery instead: Rs. ${total.toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
  )
  const changed = await visitor.post(`/orders/${order}/change`, formFields(page.html, 'value="cash"'))
  expect(sumsIn(changed)).toMatchObject({ 'Cash on Delivery Fee': 'Rs. 50.00' })
  expect(rupees(sumsIn(changed).Total)).toBe(total)
})
