import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { beginAtPayfast, freshPhone } from '../support/checkout.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { serviceBackend } from '../support/orders.ts'
import { startShop, type RunningShop } from '../support/running-shop.ts'
import { formFields, Visitor, type Page } from '../support/visitor.ts'

let shop: RunningShop

// As the desk sets it (decision 222).
beforeAll(async () => {
  shop = await startShop()
  await serviceBackend(shop.sandbox.settings)
    .from('order_rules')
    .update({ guests_order: true, guest_email_optional: true })
    .eq('is_only', true)
    .throwOnError()
})
afterAll(() => shop.stop())

const DELIVERY = {
  email: 'guest@example.com',
  firstName: 'Gul',
  lastName: 'Rana',
  address: '5 Hill Street',
  city: 'Murree',
  phone: '0333 1234567',
}

async function withCart(): Promise<Visitor> {
  const visitor = new Visitor(shop.url)
  const product = await visitor.get('/product/guest-robe')
  await visitor.post('/cart', { ...formFields(product.html, 'name="product"'), intent: 'add' })
  return visitor
}

async function order(
  visitor: Visitor,
  payment: string,
  phone = DELIVERY.phone,
  email = DELIVERY.email,
): Promise<Response> {
  const checkout = await visitor.get('/checkout')
  return visitor.submit('/checkout', {
    ...formFields(checkout.html, 'attemptKey'),
    ...DELIVERY,
    phone,
    email,
    payment,
    intent: 'place',
  })
}

test('opens the checkout for a guest where the desk lets guests order (RT-23, RT-25, CA-43)', async () => {
  const visitor = await withCart()
  expect((await visitor.get('/cart?login=required')).text).toContain('Continue as guest')
  const checkout = await visitor.get('/checkout')
  expect([checkout.status, checkout.url]).toEqual([200, '/checkout'])
})

test('“Buy now” leads a guest who may order straight to the checkout', async () => {
  const visitor = new Visitor(shop.url)
  const product = await visitor.get('/product/guest-robe')
  const checkout = await visitor.post('/cart', { ...formFields(product.html, 'name="product"'), intent: 'buy' })
  expect([checkout.url, checkout.text]).toEqual(['/checkout', expect.stringContaining('Guest robe')])
})

test('offers a guest no saving of the address (CH-19, CH-20)', async () => {
  const page = dom(await (await withCart()).get('/checkout'))
  expect(page.querySelector('input[name=saveAddress]')).toBeNull()
  expect(page.querySelector('button[value=save-address]')).toBeNull()
})

test('shows a guest their order, which has no user (RT-56, CH-62)', async () => {
  const visitor = await withCart()
  const placed = await order(visitor, 'cod')
  const path = placed.headers.get('location') ?? ''
  expect(path).toMatch(/^\/checkout\/placed\/ORD-/)
  const page = await visitor.get(path)
  expect(page.text).toContain('Order Placed Successfully')
  expect(page.text).toContain('5 Hill Street')
  // The page of the placed order is also that of the order: one heading, and each item once.
  expect(dom(page).querySelectorAll('h1')).toHaveLength(1)
  expect(all(dom(page), 'main li').filter((one) => one.includes('robe'))).toHaveLength(1)
  expect(visitor.cookies.has('addtocartItems')).toBe(false)
  const orderId = path.split('/').at(-1) ?? ''
  const { data } = await serviceBackend(shop.sandbox.settings)
    .from('orders')
    .select('user_id, contact_email')
    .eq('order_id', orderId)
    .single()
  expect(data).toEqual({ user_id: null, contact_email: DELIVERY.email })
})

test('finds a guest’s order by its number and e-mail in the tracking form, in any browser (HP-30)', async () => {
  const email = 'tracked-guest@example.com'
  const path = (await order(await withCart(), 'cod', '0333 2223335', email)).headers.get('location') ?? ''
  const number = path.split('/').at(-1) ?? ''
  const track = (contact: string) =>
    new Visitor(shop.url).post('/help/delivery-details?tab=tracking', { number, contact })
  const found = await track(email)
  expect([found.status, found.text]).toEqual([200, expect.stringContaining(number)])
  expect(found.html).toContain('class="timeline')
  expect((await track('somebody@example.com')).status).toBe(404)
})

test('takes a cash order without an e-mail address, whose page says that WhatsApp brings it', async () => {
  const [visitor, phone] = [await withCart(), freshPhone()]
  const email = dom(await visitor.get('/checkout')).querySelector('input[name=email]')
  expect([words(email?.closest('.field')?.querySelector('label') ?? null), email?.hasAttribute('required')]).toEqual([
    'E-mail (optional for Cash on Delivery)',
    false,
  ])
  const byCard = await order(visitor, 'payfast', phone, '')
  expect([byCard.status, await byCard.text()]).toEqual([400, expect.stringContaining('enter your email to pay online')])
  const path = (await order(visitor, 'cod', phone, '')).headers.get('location') ?? ''
  const page = await visitor.get(path)
  expect(page.text).toContain(`by WhatsApp at ${phone.slice(0, 4)} ${phone.slice(4)}`)
  expect(page.text).not.toContain('by email')
  const number = path.split('/').at(-1) ?? ''
  const tracked = await new Visitor(shop.url).post('/help/delivery-details?tab=tracking', { number, contact: phone })
  expect([tracked.status, tracked.text]).toEqual([200, expect.stringContaining(number)])
})

test.each(['with', 'without'])(
  'makes an account on the page of an order %s an e-mail address, which gets it',
  async (has) => {
    const email = `keeps-${crypto.randomUUID().slice(0, 8)}@example.com`
    const visitor = await withCart()
    const path = (await order(visitor, 'cod', freshPhone(), has === 'with' ? email : '')).headers.get('location') ?? ''
    const number = path.split('/').at(-1) ?? ''
    const form = formFields((await visitor.get(path)).html, 'name="fullName"')
    expect(form).toMatchObject({
      fullName: 'Gul Rana',
      order: number,
      email: has === 'with' ? email : '',
      password: '',
    })
    const again = await visitor.post('/create-account', { ...form, email, password: 'short' })
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('at least 6 characters')])
    const kept = { ...formFields(again.html, 'name="fullName"'), password: 'a-good-password' }
    expect((await visitor.post('/create-account', kept)).url).toBe('/verify-otp')
    const [code = ''] = /\d{6}/.exec((await mailTo(email, /verification code/)).html.replace(/#\w+/g, '')) ?? []
    const done = await visitor.post('/verify-otp', { code })
    expect([done.url, done.text]).toEqual([
      `/profile/active-orders/${number}`,
      expect.stringContaining('Your account is ready, and this order is in it.'),
    ])
    const { data } = await serviceBackend(shop.sandbox.settings)
      .from('orders')
      .select('contact_email')
      .eq('order_id', number)
    expect(data).toEqual([{ contact_email: email }])
  },
)

test('opens the confirmation in no other browser, nor with an edited cookie (RT-57)', async () => {
  const visitor = await withCart()
  const path = (await order(visitor, 'cod')).headers.get('location') ?? ''
  const stranger = new Visitor(shop.url)
  expect((await stranger.get(path)).text).not.toContain('5 Hill Street')
  const [value = ''] = [visitor.cookies.get('website_orders')]
  stranger.cookies.set('website_orders', `${value.slice(0, -4)}AAAA`)
  expect((await stranger.get(path)).text).not.toContain('5 Hill Street')
})

/** Waits for the latest mail to an address with a matching subject. */
async function mailTo(email: string, subject: RegExp): Promise<{ html: string; text: string }> {
  const found = await vi.waitFor(
    async () => {
      const response = await fetch(`${shop.sandbox.settings.MAILBOX_URL}/emails?to=${encodeURIComponent(email)}`)
      const mails = (await response.json()) as { subject: string; html: string; text: string }[]
      const mail = mails.findLast((one) => subject.test(one.subject))
      if (!mail) throw new Error(`No mail ${subject} to ${email}.`)
      return mail
    },
    { timeout: 10_000 },
  )
  return found
}

/** Returns the path of the order's link in a mail, with its token. */
function linkIn(mail: { text: string }): string {
  const url = new URL(/https?:\/\/\S+\?token=\S+/.exec(mail.text)?.[0] ?? '')
  return url.pathname + url.search
}

test('mails a guest’s unpaid order with a link that opens on any device for paying (RT-57)', async () => {
  const email = 'other-device@example.com'
  const visitor = await withCart()
  await order(visitor, 'payfast', '0333 2223331', email)
  const mail = await mailTo(email, /is not paid yet$/)
  expect(mail.text).toContain('We have your order; payment is not complete yet')
  const other = new Visitor(shop.url)
  const page = await other.get(linkIn(mail))
  expect(page.url).toMatch(/^\/checkout\/placed\/ORD-[\d-]+$/)
  expect(page.text).toContain('5 Hill Street')
  expect(page.text).not.toContain('confirmation will arrive')
  const orderId = page.url.split('/').at(-1) ?? ''
  await other.submit(`/pay/${orderId}`, {})
  const back = new URL(await (await beginAtPayfast(other, orderId))('pay'))
  expect((await other.get(back.pathname + back.search)).text).toContain('Payment Successful')
  expect((await mailTo(email, /is paid$/)).text).toContain(`Order ${orderId}`)
})

test('promises no confirmation to a guest whose payment failed', async () => {
  const visitor = await withCart()
  const orderId =
    /ORD-\d+-\d+/.exec((await order(visitor, 'payfast', '0333 2223332')).headers.get('location') ?? '')?.[0] ?? ''
  const back = new URL(await (await beginAtPayfast(visitor, orderId))('cancel'))
  const page = await visitor.get(back.pathname + back.search)
  expect(page.text).toContain('Pay cash on delivery instead')
  expect(page.text).not.toContain('confirmation will arrive')
})

test('opens nothing for a link with another token, and leads to tracking (RT-57)', async () => {
  const email = 'forged-link@example.com'
  await order(await withCart(), 'cod', '0333 2223333', email)
  const link = linkIn(await mailTo(email, /^Your order/))
  const stranger = new Visitor(shop.url)
  const page = await stranger.get(link.replace(/token=.{4}/, 'token=AAAA'))
  expect(page.url).toContain('/help/delivery-details')
  expect(page.text).toContain('You can track your order')
  expect(stranger.cookies.has('website_orders')).toBe(false)
})

test('moves a guest’s orders to an account that confirms their e-mail later, and the mailed link leads there', async () => {
  const email = 'joins-later@example.com'
  const visitor = await withCart()
  const path = (await order(visitor, 'cod', '0333 2223334', email)).headers.get('location') ?? ''
  const orderId = path.split('/').at(-1) ?? ''
  const link = linkIn(await mailTo(email, /^Your order/))
  const { error } = await serviceBackend(shop.sandbox.settings).auth.admin.createUser({
    email,
    password: 'a-good-password',
    email_confirm: true,
  })
  expect(error).toBeNull()
  const member = new Visitor(shop.url)
  await member.post('/login', { emailOrPhone: email, password: 'a-good-password' })
  expect((await member.get('/profile/active-orders')).text).toContain(orderId)
  expect((await member.get(link)).url).toBe(`/profile/active-orders/${orderId}`)
})

test('marks a guest’s payment, and returns to the guest’s own page (PY-20, PY-21)', async () => {
  const visitor = await withCart()
  const page = await visitor.get((await order(visitor, 'payfast')).headers.get('location') ?? '')
  const fields = formFields(page.html, 'merchant_id')
  expect(fields.custom_str1).toMatch(/^guest-ORD-/)
  expect(fields.custom_str3).toBe('guest')
  expect(fields.return_url).toContain('/checkout/placed/ORD-')
})

test('allows two unpaid orders per guest’s browser, whatever the phone numbers', async () => {
  const visitor = new Visitor(shop.url)
  const statuses = []
  for (const phone of ['0300 1112221', '0300 1112222', '0300 1112223']) {
    const product = await visitor.get('/product/guest-robe')
    await visitor.post('/cart', { ...formFields(product.html, 'name="product"'), intent: 'add' })
    const checkout = await visitor.get('/checkout')
    const fields = {
      ...formFields(checkout.html, 'attemptKey'),
      ...DELIVERY,
      phone,
      payment: 'payfast',
      intent: 'place',
    }
    const answer = await visitor.submit('/checkout', fields)
    statuses.push(answer.status)
    if (answer.status === 409)
      expect(await answer.text()).toContain('Some of your orders are still waiting for payment.')
  }
  expect(statuses).toEqual([303, 303, 409])
})

test('tells a guest on the order’s page that a payment of a cancelled order is refunded', async () => {
  const visitor = await withCart()
  const orderId =
    /ORD-\d+-\d+/.exec((await order(visitor, 'payfast', '0333 7654321')).headers.get('location') ?? '')?.[0] ?? ''
  const pay = await beginAtPayfast(visitor, orderId)
  await serviceBackend(shop.sandbox.settings).from('orders').update({ status: 'Cancelled' }).eq('order_id', orderId)
  const back = new URL(await pay('pay'))
  const page = await visitor.get(back.pathname + back.search)
  expect(page.text).toContain('but the order was cancelled. We will send it back the way you paid.')
  expect(page.text).not.toContain('We are confirming your payment')
})

test('lets a guest cancel an order before it is shipped, and no other browser', async () => {
  const visitor = await withCart()
  const placed = (await order(visitor, 'cod', '0333 7654321')).headers.get('location') ?? ''
  const number = placed.replace('/checkout/placed/', '')
  expect((await visitor.get(placed)).html).toContain(`href="/orders/${number}/cancel"`)
  const stranger = new Visitor(shop.url)
  expect((await stranger.post(`/orders/${number}/cancel`, {})).url).toBe('/')
  const done = await visitor.post(`/orders/${number}/cancel`, { reason: '' })
  expect([done.url, done.text]).toEqual([placed, expect.stringContaining('Your order is cancelled.')])
})

test('lets a guest return a delivered order and follow its status', async () => {
  const visitor = await withCart()
  const placed = (await order(visitor, 'cod', '0333 7654322')).headers.get('location') ?? ''
  const number = placed.replace('/checkout/placed/', '')
  const backend = serviceBackend(shop.sandbox.settings)
  for (const status of ['Shipped', 'Delivered']) await backend.from('orders').update({ status }).eq('order_id', number)
  const form = await visitor.get(`/orders/${number}/return`)
  expect(form.text).toContain('You paid in cash, so we call you and ask where to send it.')
  const done = await visitor.post(`/orders/${number}/return`, {
    ...formFields(form.html, 'name="requestKey"'),
    'quantity-0': '1',
    reason: 'changed_mind',
  })
  expect(done.url).toBe(`${placed}#returns`)
  expect(done.text).toContain('Requested')
  expect(done.html).toContain('href="/contact-us"')
})

test('opens the invoice of a guest’s order in their browser alone, once it is sent (OR-41)', async () => {
  const visitor = await withCart()
  const placed = (await order(visitor, 'cod', '0333 7654323')).headers.get('location') ?? ''
  const number = placed.replace('/checkout/placed/', '')
  const invoice = `/orders/${number}/invoice`
  expect((await visitor.get(placed)).html).not.toContain(`href="${invoice}"`)
  await serviceBackend(shop.sandbox.settings).from('orders').update({ status: 'Shipped' }).eq('order_id', number)
  expect((await visitor.get(placed)).html).toContain(`href="${invoice}"`)
  const page = await visitor.get(invoice)
  expect([page.status, page.text.includes('Gul Rana')]).toEqual([200, true])
  expect((await new Visitor(shop.url).get(invoice)).url).toBe('/')
})

/** Returns a visitor with a cart who is logged in to a new account. */
async function shopperWithCart(): Promise<{
  id: string
  visitor: Visitor
  logIn: (browser: Visitor) => Promise<Page>
}> {
  const [email, password] = [`${crypto.randomUUID().slice(0, 8)}@example.com`, 'a-good-password']
  const { data, error } = await serviceBackend(shop.sandbox.settings).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
  })
  if (error) throw error
  const visitor = new Visitor(shop.url)
  const logIn = (browser: Visitor) => browser.post('/login', { emailOrPhone: email, password })
  await logIn(visitor)
  const product = await visitor.get('/product/guest-robe')
  await visitor.post('/cart', { ...formFields(product.html, 'name="product"'), intent: 'add' })
  return { id: data.user.id, visitor, logIn }
}

const ordersFor = async (phone: string) =>
  (
    await serviceBackend(shop.sandbox.settings)
      .from('orders')
      .select('user_id')
      .eq('contact_phone', `+92${phone.slice(1)}`)
  ).data

test.each(['cookie gone', 'ended elsewhere'] as const)(
  'asks a shopper whose session ended (%s) at the checkout to log in, instead of placing a guest’s order',
  async (ends) => {
    const { id, visitor, logIn } = await shopperWithCart()
    const phone = freshPhone()
    const checkout = await visitor.get('/checkout')
    const filled = { ...formFields(checkout.html, 'attemptKey'), ...DELIVERY, phone, payment: 'cod', intent: 'place' }
    if (ends === 'cookie gone') visitor.cookies.delete('website_session')
    else {
      const elsewhere = new Visitor(shop.url)
      await logIn(elsewhere)
      await elsewhere.post('/profile/account', { intent: 'everywhere' })
    }
    const refused = await visitor.post('/checkout', filled)
    expect([refused.url, await ordersFor(phone)]).toEqual(['/', []])
    // A guest at this browser doesn't see it, and doesn't lose it either.
    await visitor.get('/cart')
    expect((await visitor.get('/checkout')).html).not.toContain(DELIVERY.address)
    const page = await logIn(visitor)
    expect([page.url, page.text]).toEqual(['/checkout', expect.stringContaining('the form is as you left it')])
    expect(formFields(page.html, 'attemptKey')).toMatchObject({ address: DELIVERY.address, phone })
    const placed = await visitor.post('/checkout', { ...formFields(page.html, 'attemptKey'), intent: 'place' })
    expect(placed.url).toMatch(/^\/checkout\/placed\//)
    expect(await ordersFor(phone)).toEqual([{ user_id: id }])
    expect((await visitor.get('/cart')).text).toContain('Your cart is empty')
  },
)

test('places no order for another account than the one that filled the form', async () => {
  const [filler, other] = [await shopperWithCart(), await shopperWithCart()]
  const phone = freshPhone()
  const checkout = await filler.visitor.get('/checkout')
  const filled = { ...formFields(checkout.html, 'attemptKey'), ...DELIVERY, phone, payment: 'cod', intent: 'place' }
  // Its cart is the same, so the form would do.
  const refused = await other.visitor.post('/checkout', filled)
  expect([refused.status, await ordersFor(phone)]).toEqual([409, []])
  expect(refused.text).toContain('logged in to another account')
  const placed = await other.visitor.post('/checkout', { ...formFields(refused.html, 'attemptKey'), intent: 'place' })
  expect([placed.url, await ordersFor(phone)]).toEqual([
    expect.stringMatching(/^\/checkout\/placed\//),
    [{ user_id: other.id }],
  ])
})

test('leads a guest’s second tab with the same cart to the order of the first, instead of placing another', async () => {
  const visitor = await withCart()
  const phone = freshPhone()
  const fill = async (address: string) => {
    const checkout = await visitor.get('/checkout')
    return { ...formFields(checkout.html, 'attemptKey'), ...DELIVERY, phone, address, payment: 'cod', intent: 'place' }
  }
  const tabs = [await fill('5 Hill Street'), await fill('6 Hill Street')]
  const responses = await Promise.all(tabs.map((fields) => visitor.submit('/checkout', fields)))
  expect(await ordersFor(phone)).toEqual([{ user_id: null }])
  const [one, other] = responses.map((response) => response.headers.get('location') ?? '')
  expect([one, other]).toEqual([expect.stringMatching(/^\/checkout\/placed\/ORD-/), one])
  expect((await visitor.get(one ?? '')).text).toContain('This cart has been ordered already')
  expect((await visitor.get('/cart')).text).toContain('Your cart is empty')
})

test('finds a guest’s order whose response was lost by the same cart', async () => {
  const visitor = await withCart()
  const cart = visitor.cookies.get('addtocartItems') ?? ''
  const placed = (await order(visitor, 'cod')).headers.get('location')
  visitor.cookies.set('addtocartItems', cart)
  visitor.cookies.delete('website_orders')
  const again = await order(visitor, 'cod', freshPhone())
  expect(again.headers.get('location')).toBe(placed)
  expect((await visitor.get(placed ?? '')).text).toContain(DELIVERY.address)
})

test('tells a guest who returns from the payment in another browser that nothing is lost, whether or not there is such an order', async () => {
  const path = (await order(await withCart(), 'cod')).headers.get('location') ?? ''
  for (const returned of [path, '/checkout/placed/ORD-1764421291000-1']) {
    for (const outcome of ['success', 'failed']) {
      const page = await new Visitor(shop.url).get(`${returned}?payment=${outcome}`)
      expect([page.status, page.url]).toEqual([200, `${returned}?payment=${outcome}`])
      expect(page.text).toContain('Your order was placed in another browser or app')
      expect(page.text).toContain('If you have paid, nothing is lost')
      expect(page.text).not.toContain('5 Hill Street')
    }
  }
})

test('offers no payment page for an order that costs nothing, and takes it without one', async () => {
  const db = serviceBackend(shop.sandbox.settings)
  const { data: delivery } = await db.from('delivery_countries').select('fee').eq('country', 'Pakistan').single()
  await db.from('delivery_countries').update({ fee: 0 }).eq('country', 'Pakistan').throwOnError()
  await db.from('promo_codes').insert({ code: 'GIFT-100', kind: 'percent', value: 100 }).throwOnError()
  try {
    const visitor = await withCart()
    await visitor.post('/cart', { intent: 'promo', code: 'GIFT-100' })
    const checkout = dom(await visitor.get('/checkout'))
    const methods = checkout.querySelectorAll('input[name=payment]').map((input) => input.getAttribute('value'))
    expect(methods).toEqual(['cod'])
    expect(words(checkout.querySelector('.option-list#payment'))).toContain('You have nothing to pay.')
    const byCard = await order(visitor, 'payfast', freshPhone())
    expect([byCard.status, await byCard.text()]).toEqual([
      400,
      expect.stringContaining('Card payment is not available'),
    ])
    const placed = await order(visitor, 'cod', freshPhone())
    expect(placed.headers.get('location')).toMatch(/^\/checkout\/placed\/ORD-/)
  } finally {
    await db.from('promo_codes').delete().eq('code', 'GIFT-100')
    await db.from('delivery_countries').update({ fee: delivery?.fee }).eq('country', 'Pakistan')
  }
})
