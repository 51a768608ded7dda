import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshPhone } from '../support/checkout.ts'
import { serviceBackend } from '../support/orders.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { startShop, type RunningShop } from '../support/running-shop.ts'
import { formFields, Visitor, type Fields, type Page } from '../support/visitor.ts'

// A shop with its own terms: another price, free delivery from a threshold, and delivery to the United Kingdom.

let shop: RunningShop
const backend = () => serviceBackend(shop.sandbox.settings)

beforeAll(async () => {
  shop = await startShop({
    GUEST_CHECKOUT: 'on',
    RETURN_DAYS: '14',
    COURIER_TRACKING_URL: 'https://courier.example/track?n={number}',
  })
  const countries = backend().from('delivery_countries')
  await countries.update({ fee: 175, free_from: 900_000 }).eq('country', 'Pakistan').throwOnError()
  await countries.update({ is_served: true, fee: 2_900 }).eq('country', 'UK').throwOnError()
  // A stock by colour would keep the sizes from being written.
  await backend().from('variant_stock').delete().gte('stock', 0).throwOnError()
  await backend().from('variant_stock').delete().is('stock', null).throwOnError()
  await backend().from('product_variants').update({ stock: 9_000 }).gt('stock', 0).throwOnError()
})
afterAll(() => shop.stop())

const problems = (page: Page) => all(dom(page), 'main [role=alert] div')
const PRICE = 'Rs. 175.00 (free from Rs. 900,000.00)'

async function atCheckout(): Promise<{ visitor: Visitor; fields: Fields }> {
  const visitor = new Visitor(shop.url)
  const product = await visitor.get('/product/guest-robe')
  await visitor.post('/cart', { ...formFields(product.html, 'name="product"'), intent: 'add' })
  const checkout = await visitor.get('/checkout')
  const fields = {
    ...formFields(checkout.html, 'attemptKey'),
    email: 'guest@example.com',
    firstName: 'Gul',
    lastName: 'Rana',
    address: '5 Hill Street',
    city: 'Murree',
    phone: freshPhone(),
    payment: 'cod',
    intent: 'place',
  }
  return { visitor, fields }
}

test('shows the database’s delivery price everywhere', async () => {
  const { visitor } = await atCheckout()
  const texts = async (path: string) => (await visitor.get(path)).text
  expect(await texts('/')).toContain(`${PRICE} delivery anywhere in Pakistan`)
  expect(await texts('/product/guest-robe')).toContain(`${PRICE} delivery, Standard Method`)
  expect(await texts('/help/delivery-details')).toContain(`${PRICE} for an order`)
  expect(await texts('/help/delivery-details?tab=international')).toContain(
    'Delivery to the United Kingdom costs Rs. 2,900.00 and takes 7 to 14 business days.',
  )
  expect(await texts('/faq')).toContain(`${PRICE} for an order, whatever is in it.`)
  expect(await texts('/cart')).toContain('Delivery Fee Rs. 175.00')
  expect(await texts('/checkout')).toContain('Shipping Rs. 175.00')
  const { html } = await visitor.get('/product/guest-robe')
  const shipping = [...html.matchAll(/"value":"(\d+\.\d\d)","currency":"PKR"\}/g)].map(([, value]) => value)
  expect(shipping.slice(0, 2)).toEqual(['175.00', '2900.00'])
  for (const path of [
    '/',
    '/cart',
    '/faq',
    '/help/delivery-details',
    '/help/returns',
    '/help/terms-conditions',
    '/about-us',
    '/features',
  ]) {
    const text = await texts(path)
    expect([path, text.includes('150.00'), /\{[a-z_]+\}/.test(text)]).toEqual([path, false, false])
  }
})

test('delivers for free from the threshold on', async () => {
  const { data } = await backend().rpc('delivery_fee', { p_country: 'Pakistan', p_goods: 900_000 })
  expect(data).toBe(0)
})

test('refuses a country without delivery at its field, with all other errors, and keeps the fields', async () => {
  const { visitor, fields } = await atCheckout()
  const page = await visitor.post('/checkout', { ...fields, country: 'USA', email: 'nobody', notes: 'Blue gate' })
  expect(page.status).toBe(400)
  const refusal = 'We don’t deliver to the United States. We deliver to Pakistan and the United Kingdom.'
  expect(problems(page)).toEqual(expect.arrayContaining([refusal, 'Please enter a valid email address.']))
  const root = dom(page)
  const country = root.querySelector('select[name=country]')
  expect(country?.getAttribute('aria-invalid')).toBe('true')
  expect(words(root.querySelector(`#${country?.getAttribute('aria-describedby')}`))).toBe(refusal)
  expect(root.querySelector(`main [role=alert] a[href="#${country?.id}"]`)).not.toBeNull()
  expect(formFields(page.html, 'attemptKey')).toMatchObject({
    country: 'USA',
    email: 'nobody',
    address: '5 Hill Street',
    payment: 'cod',
  })
  expect(words(root.querySelector('textarea[name=notes]'))).toBe('Blue gate')
})

test('says beside the country where the shop delivers, at what price and when', async () => {
  const { visitor } = await atCheckout()
  const page = dom(await visitor.get('/checkout'))
  expect(all(page, 'select[name=country] option')).toEqual(['Pakistan', 'USA – no delivery yet', 'UK'])
  const country = page.querySelector('select[name=country]')
  expect(words(page.querySelector(`#${country?.getAttribute('aria-describedby')}`))).toBe(
    `Delivery to Pakistan costs ${PRICE} and takes 3 to 5 business days. ` +
      'Delivery to the United Kingdom costs Rs. 2,900.00 and takes 7 to 14 business days. ' +
      'We don’t deliver to the United States yet.',
  )
  expect(all(page, 'select[name=billingCountry] option')).toEqual(['Pakistan', 'USA', 'UK'])
})

test('marks each country of an address by whether the price that the checkout shows is its own', async () => {
  const { visitor } = await atCheckout()
  const page = dom(await visitor.get('/checkout'))
  const options = page.querySelectorAll('select[name=country] option')
  expect(options.map((one) => [one.getAttribute('value'), one.getAttribute('data-mark')])).toEqual([
    ['Pakistan', undefined],
    ['USA', 'unserved'],
    ['UK', 'elsewhere'],
  ])
  expect(all(page, '.to-unserved, .to-elsewhere')).toEqual([
    'We deliver within Pakistan and the United Kingdom only.',
    'To another country, price and days are those beside the country. You see the new total before you order. Show the total',
  ])
})

test('works out the total for another country on request, and keeps the form', async () => {
  const { visitor, fields } = await atCheckout()
  const page = await visitor.post('/checkout', { ...fields, country: 'UK', intent: 'price' })
  expect([page.status, problems(page)]).toEqual([200, []])
  expect(page.text).toContain('Shipping Rs. 2,900.00')
  const shown = formFields(page.html, 'attemptKey')
  expect(shown).toMatchObject({ country: 'UK', email: 'guest@example.com', address: '5 Hill Street', payment: 'cod' })
  const placed = await visitor.post('/checkout', {
    ...shown,
    phone: '+44 7400 123456',
    phoneCountry: 'GB',
    intent: 'place',
  })
  expect(placed.url).toMatch(/^\/checkout\/placed\/ORD-/)
  expect(placed.text).toContain('Rs. 2,900.00')
})

test('shows another country’s price before charging it', async () => {
  const { visitor, fields } = await atCheckout()
  const abroad = { ...fields, country: 'UK', postalCode: 'sw1a 1aa', phone: '+44 7400 123456', phoneCountry: 'GB' }
  const asked = await visitor.post('/checkout', abroad)
  expect(asked.status).toBe(409)
  expect(asked.text).toContain('Delivery to the United Kingdom costs Rs. 2,900.00.')
  expect(asked.text).toContain('Shipping Rs. 2,900.00')
  const again = { ...formFields(asked.html, 'attemptKey'), intent: 'place' }
  expect(again).toMatchObject({ country: 'UK', address: '5 Hill Street' })
  const placed = await visitor.post('/checkout', again)
  expect(placed.url).toMatch(/^\/checkout\/placed\/ORD-/)
  expect(placed.text).toContain('Delivery Fee Rs. 2,900.00')
})

test('shows the delivery note on the order', async () => {
  const { visitor, fields } = await atCheckout()
  const placed = await visitor.post('/checkout', { ...fields, notes: '  Blue gate,\r\nring twice ' })
  expect(placed.text).toContain('Blue gate, ring twice')
  const tooLong = await visitor.post('/checkout', { ...(await atCheckout()).fields, notes: 'x'.repeat(501) })
  expect(tooLong.url).not.toMatch(/placed/)
})

test('shows a placed order’s items, costs, arrival and next steps, and offers a guest an account', async () => {
  const { visitor, fields } = await atCheckout()
  const placed = dom(await visitor.post('/checkout', fields))
  expect(placed.querySelectorAll('.order-panels img').length).toBeGreaterThan(0)
  expect(words(placed.querySelector('.order-panels'))).toContain('Guest robe')
  expect(words(placed.querySelector('main .arrival'))).toMatch(/^Arrives \w{3} \d+ \w+ – /)
  expect(all(placed, '.next-steps li').at(-1)).toMatch(/^You pay Rs\. .+ in cash when it is handed to you\.$/)
  expect(placed.querySelector('form[action="/create-account"] [name=password]')).not.toBeNull()
})

test('promises of a placed order only what is still to come, when its link is opened later', async () => {
  const { visitor, fields } = await atCheckout()
  const { url } = await visitor.post('/checkout', fields)
  const stepsOnce = async (status: string) => {
    await backend()
      .from('orders')
      .update({ status })
      .eq('order_id', url.split('/').at(-1) ?? '')
      .throwOnError()
    return all(dom(await visitor.get(url)), '.next-steps li')
  }
  expect(await stepsOnce('Shipped')).toEqual([
    'The rider calls before delivery.',
    expect.stringMatching(/^You pay Rs\. .+ in cash/),
  ])
  expect(await stepsOnce('Delivered')).toEqual([])
})

test('shows the checkout’s reduced header, the total beside the button, the items, and facts before paying', async () => {
  const { visitor } = await atCheckout()
  const page = dom(await visitor.get('/checkout'))
  expect(all(page, 'header a')).toEqual(['Chambeli', 'Back to cart', 'Help'])
  expect(page.querySelector('header [role=search], header details')).toBeNull()
  expect(words(page.querySelector('.pay-bar .pay-total'))).toMatch(/^Total Rs\. /)
  expect(words(page.querySelector('details.review-items'))).toMatch(/^Review your 1 item ?1 × Guest robe/)
  const trust = words(page.querySelector('.trust'))
  expect(trust).toContain('Packed discreetly')
  expect(trust).toContain('You can return it within 14 days.')
  expect(trust).toContain('Questions?')
  expect(page.querySelector('.trust a[href^="https://wa.me/"]')?.text).toBe('WhatsApp')
})

test('shows the expected arrival on a product’s page, and expires the page in time', async () => {
  const page = await new Visitor(shop.url).get('/product/guest-robe?size=M')
  expect(words(dom(page).querySelector('.arrival'))).toMatch(
    /^(Order by 2 PM today: arrives|Arrives) \w{3} \d+ \w+ – .+\.$/,
  )
})

test('links a shipped parcel’s number to the courier’s page', async () => {
  const { visitor, fields } = await atCheckout()
  const placed = await visitor.post('/checkout', fields)
  const orderId = /ORD-[\d-]+/.exec(placed.url)?.[0] ?? ''
  await backend()
    .from('orders')
    .update({ status: 'Shipped', tracking_number: 'TCS 1/2' })
    .eq('order_id', orderId)
    .throwOnError()
  const shipped = dom(await visitor.get(placed.url))
  expect(shipped.querySelector('.tracking a')?.getAttribute('href')).toBe('https://courier.example/track?n=TCS%201%2F2')
})
