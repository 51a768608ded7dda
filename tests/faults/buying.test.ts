import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentProvider } from '../../app/payments/payment-provider.ts'
import type { BackendProxy } from '../support/backend-proxy.ts'
import { addToCart, checkoutFields, advancePayfastClock, payAtPayfast, placeOrder } from '../support/checkout.ts'
import { allowManyOpenOrders, serviceBackend } from '../support/orders.ts'
import { SESSION_SECRET, startFragileShop, type FragileShop, type ShopProcess } from '../support/fragile-shop.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { freePort } from '../support/free-port.ts'
import { shopSettings } from '../support/running-shop.ts'
import { formFields, Visitor, type Page } from '../support/visitor.ts'
import { listen } from '../support/local-server.ts'

// Buying while parts of the backend fail, and with another payment provider.

let shop: FragileShop
let proxy: BackendProxy
let process: ShopProcess

beforeAll(async () => {
  shop = await startFragileShop()
  await allowManyOpenOrders(serviceBackend(shop.settings))
  proxy = shop.proxy
  process = await shop.startProcess()
})
beforeEach(() => {
  proxy.fault = null
})
afterAll(() => shop.stop())

const serviceClient = () => serviceBackend(shop.settings)

async function signedIn(url = process.url, email = 'hira@example.com'): Promise<Visitor> {
  const visitor = new Visitor(url)
  await visitor.post('/login', { emailOrPhone: email, password: 'jasmine-tea-7' })
  return visitor
}

const flash = (page: Page) => words(dom(page).querySelector('.flash'))
const problems = (page: Page) => all(dom(page), 'main [role=alert] div')

async function rowOf(orderId: string) {
  const { data } = await serviceClient()
    .from('orders')
    .select('id, status, payment_status, failure_reason, total_amount')
    .eq('order_id', orderId)
    .single()
  return data
}

test('addresses that can’t be read or written say so, and a new address can still be entered (AD-09, CH-23, CH-24)', async () => {
  const visitor = await signedIn()
  await addToCart(visitor)
  const fields = await checkoutFields(visitor, 'cod')
  proxy.fault = { path: /profile_addresses/, kind: 'status', status: 500 }
  const page = await visitor.post('/checkout', { ...fields, intent: 'save-address' })
  expect(problems(page)).toEqual(['An error occurred while adding address'])
  expect(page.text).toContain('Failed to load saved addresses')
  expect(dom(page).querySelector('input[name=address]')?.getAttribute('value')).toBe('7 Canal Road')
  const inBook = await visitor.post('/profile/edit-location', { ...fields, intent: 'add' })
  expect(problems(inBook)).toEqual(['An error occurred while adding address'])
  const placed = await visitor.post('/checkout', { ...fields, deliverTo: 'new' })
  expect(placed.text).toContain('Order Placed Successfully')
})

test('an order that can’t be stored keeps all input and the key for a retry (CH-57, CH-58)', async () => {
  const visitor = await signedIn()
  await addToCart(visitor)
  const fields = await checkoutFields(visitor, 'cod')
  proxy.fault = { path: /place_order/, kind: 'status', status: 500 }
  const failed = await visitor.post('/checkout', fields)
  expect([failed.status, problems(failed)]).toEqual([503, ['Failed to create order']])
  expect(formFields(failed.html, 'attemptKey')).toMatchObject({ attemptKey: fields.attemptKey, city: 'Faisalabad' })
  const body = '{"code":"PT500","message":"order_items_failed","details":"23514 violates a check","hint":null}'
  proxy.fault = { path: /place_order/, kind: 'status', status: 500, body }
  expect(problems(await visitor.post('/checkout', fields))).toEqual(['Failed to create order items'])
  await expect.poll(() => process.log()).toContain('"details":"23514 violates a check"')
  proxy.fault = null
  expect((await visitor.post('/checkout', fields)).text).toContain('Order Placed Successfully')
})

test('orders that can’t be read say which part failed, with a link back (OR-08, OR-11, OR-20, OR-21)', async () => {
  // A separate process, because so many failed reads open its circuit breaker.
  const visitor = await signedIn((await shop.startProcess()).url, 'ayesha@example.com')
  const ways = (page: Page) => all(dom(page), '.empty a')
  proxy.fault = { path: /rest\/v1\/orders/, kind: 'status', status: 500 }
  const problem = async (path: string) => words(dom(await visitor.get(path)).querySelector('main .empty-text'))
  expect(await problem('/profile/active-orders')).toBe('Error fetching active orders.')
  expect(await problem('/profile/complete-orders')).toBe('Error loading orders. Please try again.')
  const { data } = await serviceClient()
    .from('orders')
    .select('order_id, profiles!orders_user_id_fkey!inner(email)')
    .eq('profiles.email', 'ayesha@example.com')
    .limit(1)
  const path = `/profile/active-orders/${data?.[0]?.order_id}`
  const details = await visitor.get(path)
  expect([details.status, details.text, ways(details)]).toEqual([
    503,
    expect.stringContaining('Could not fetch order details'),
    ['Try again', 'Back to Orders'],
  ])
  proxy.fault = { path: /order_items/, kind: 'status', status: 500 }
  // The lists read orders with their items, the details read the items separately.
  await expect
    .poll(async () => (await visitor.get(path)).text, { timeout: 8_000 })
    .toContain('Could not fetch order items')
  expect(ways(await visitor.get(path))).toEqual(['Try again', 'Back to Orders'])
})

test('a payment that can’t be started is marked as failed, with the reason (PY-39, PY-40, PY-44)', async () => {
  const visitor = await signedIn()
  const orderId = await placeOrder(visitor, 'payfast')
  proxy.fault = { path: /start_payment/, kind: 'status', status: 500 }
  const page = await visitor.post(`/pay/${orderId}`, {})
  expect(flash(page)).toBe('Error initializing payment.')
  expect(await rowOf(orderId)).toMatchObject({
    status: 'PaymentFailed',
    payment_status: false,
    failure_reason: 'Failed to initiate payment',
  })
})

test('a result that can’t be read is reported; a failed status update is only logged (PY-46, PY-48)', async () => {
  const visitor = await signedIn()
  const orderId = await placeOrder(visitor, 'payfast')
  proxy.fault = { path: /fail_payment/, kind: 'status', status: 500 }
  const cancelled = await visitor.get(`/profile/active-orders/payment-failed?order=${orderId}`)
  expect(cancelled.status).toBe(200)
  expect(flash(cancelled)).toBe('Payment was not completed.')
  await expect.poll(() => process.log()).toContain('"event":"payment not marked"')
  proxy.fault = { path: /rest\/v1\/orders/, kind: 'status', status: 400 }
  const result = await visitor.get(`/profile/active-orders/payment-success?order=${orderId}`)
  expect(flash(result)).toBe('Error processing payment result.')
})

test('an order without a valid total isn’t sent to a payment page (PY-06)', async () => {
  const visitor = await signedIn()
  const orderId = await placeOrder(visitor, 'payfast')
  const { data } = await serviceClient().from('orders').select('*').eq('order_id', orderId).single()
  for (const total of [0, -1, 1e17]) {
    const body = JSON.stringify({ ...data, total_amount: total })
    proxy.fault = { path: /rest\/v1\/orders/, kind: 'status', status: 200, body }
    const response = await visitor.submit(`/pay/${orderId}`, {})
    expect(response.headers.get('location')).toBe(`/pay/${orderId}`)
    const page = await visitor.request(`/pay/${orderId}`)
    expect([total, page.headers.get('location')]).toEqual([total, `/profile/active-orders/${orderId}`])
    proxy.fault = null
    expect(flash(await visitor.get('/profile/active-orders'))).toBe('Invalid payment amount.')
  }
})

test('in sandbox mode without another URL the shop posts to PayFast’s sandbox (PY-09)', async () => {
  const { url } = await shop.startProcess({ PAYFAST_PROCESS_URL: '' })
  const visitor = await signedIn(url)
  const page = await visitor.get(`/pay/${await placeOrder(visitor, 'payfast')}`)
  expect(dom(page).querySelector('main form')?.getAttribute('action')).toBe('https://sandbox.payfast.co.za/eng/process')
})

test('a shopper’s cart that can’t be read says so, and stays unchanged', async () => {
  const visitor = await signedIn(process.url, 'nimra@example.com')
  await addToCart(visitor)
  const { key } = formFields((await visitor.get('/cart')).html, 'name="key"')
  proxy.fault = { path: /change_cart/, kind: 'status', status: 500 }
  const page = await visitor.post('/cart', { key: String(key), intent: 'more' })
  expect(flash(page)).toBe('We can’t change your cart right now. Please try again in a moment.')
  expect(all(dom(page), '.cart-line output')).toEqual(['1'])
})

/** Moves the provider's clock by ten minutes, so that it retries notifications. */
const sendAgain = () => advancePayfastClock(shop.settings.PAYFAST_PROCESS_URL ?? '', 10)

test('a notification while the database is down is requested again, and then counts', async () => {
  const visitor = await signedIn()
  const orderId = await placeOrder(visitor, 'payfast')
  proxy.fault = { path: /record_payment/, kind: 'status', status: 503 }
  await payAtPayfast(visitor, orderId)
  await expect.poll(() => process.log()).toContain('"verdict":"not recorded","status":503')
  expect(await rowOf(orderId)).toMatchObject({ status: 'PaymentPending', payment_status: false })
  proxy.fault = null
  await sendAgain()
  await expect.poll(() => rowOf(orderId), { timeout: 10_000 }).toMatchObject({ status: 'PaymentAccepted' })
})

test('a notification whose response is lost after it was stored counts once', async () => {
  const visitor = await signedIn()
  const orderId = await placeOrder(visitor, 'payfast')
  proxy.fault = { path: /record_payment/, kind: 'lost response' }
  await payAtPayfast(visitor, orderId)
  expect(await rowOf(orderId)).toMatchObject({ status: 'PaymentAccepted', payment_status: true })
  proxy.fault = null
  await sendAgain()
  await expect.poll(() => process.log(), { timeout: 10_000 }).toContain('"verdict":"duplicate","status":200')
  const { data } = await serviceClient()
    .from('payment_notifications')
    .select('verdict, orders!inner(order_id)')
    .eq('orders.order_id', orderId)
  expect(data?.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'duplicate')).toEqual(['applied'])
})

test('a notification that the provider can’t confirm now is requested again, and then counts', async () => {
  let asked = 0
  const validate = createServer((_request, response) => {
    asked += 1
    if (asked === 1) response.writeHead(503).end()
    else response.end('VALID')
  })
  const validateUrl = await listen(validate)
  const { url } = await shop.startProcess({ PAYFAST_VALIDATE_URL: validateUrl })
  const visitor = await signedIn(url)
  const orderId = await placeOrder(visitor, 'payfast')
  await payAtPayfast(visitor, orderId)
  expect((await rowOf(orderId))?.status).toBe('PaymentPending')
  await sendAgain()
  await expect.poll(() => rowOf(orderId), { timeout: 10_000 }).toMatchObject({ status: 'PaymentAccepted' })
  expect(asked).toBe(2)
  await new Promise((resolve) => validate.close(resolve))
})

test('only VALID confirms a notification (PY-26)', async () => {
  const answers: [number, string, Record<string, string>][] = [
    [200, 'INVALID', {}],
    [200, 'VALIDX', {}],
    [200, '<html>VALID</html>', {}],
    [200, '', {}],
    [302, 'VALID', { location: '/elsewhere' }],
    [404, 'VALID', {}],
  ]
  let answered = 0
  const validate = createServer((_request, response) => {
    const [status, body, headers] = answers[answered] ?? [200, 'INVALID', {}]
    answered += 1
    response.writeHead(status, headers).end(body)
  })
  const validateUrl = await listen(validate)
  const asking = await shop.startProcess({ PAYFAST_VALIDATE_URL: validateUrl })
  const visitor = await signedIn(asking.url)
  for (const _answer of answers) {
    const orderId = await placeOrder(visitor, 'payfast')
    await payAtPayfast(visitor, orderId)
    expect(await rowOf(orderId)).toMatchObject({ status: 'PaymentPending', payment_status: false })
  }
  expect(answered).toBeGreaterThanOrEqual(answers.length)
  await expect.poll(() => asking.log()).toContain('"verdict":"not confirmed","status":400')
  await new Promise((resolve) => validate.close(resolve))
})

test('another provider has its own form, notifications and signature, and nothing else changes', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const build: ServerBuild = await import(new URL('../../build/server/index.js', import.meta.url).href)
  const { createShopServer, readSettings } = build.entry
    .module as unknown as typeof import('../../app/entry.server.tsx')
  const sign = (text: string) => createHmac('sha256', 'local-key').update(text).digest('hex')
  /** A test provider in place of gopayfast.com, in rupees, which signs with a shared key. */
  const till: PaymentProvider = {
    name: 'gopayfast',
    accepts: 'Cash at the till',
    contentTypes: ['application/x-www-form-urlencoded'],
    form: async ({ amount, reference, orderId, returnUrl }) => ({
      url: 'https://till.example/pay',
      fields: [
        ['amount', amount],
        ['reference', reference],
        ['order', orderId],
        ['back', returnUrl],
      ],
    }),
    isSigned: (body) => {
      const { text = '', signature } = Object.fromEntries(new URLSearchParams(body))
      return signature === sign(text)
    },
    read: async (body) => {
      const { text = '', signature } = Object.fromEntries(new URLSearchParams(body))
      if (signature !== sign(text)) return { status: 400, verdict: 'forged' }
      const { number, amount, reference, order } = JSON.parse(text)
      return {
        paymentId: number,
        outcome: 'COMPLETE',
        amount,
        reference,
        orderId: order,
        message: { text },
      }
    },
  }
  const own: Record<string, string> = {
    ...shopSettings(shop, url, '/tmp'),
    SESSION_SECRET,
    LOG_LEVEL: 'silent',
  }
  const { server, close } = createShopServer({
    settings: readSettings(own),
    build,
    services: () => ({ payments: till, paymentProviders: [till] }),
  })
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve))
  try {
    const visitor = await signedIn(url)
    const orderId = await placeOrder(visitor, 'payfast')
    const page = await visitor.get(`/pay/${orderId}`)
    expect(dom(page).querySelector('main form')?.getAttribute('action')).toBe('https://till.example/pay')
    const { amount, reference, order } = formFields(page.html, 'name="reference"')
    const text = JSON.stringify({ number: crypto.randomUUID(), amount, reference, order })
    const notify = (signature: string) =>
      fetch(`${url}/api/gopayfast-notify`, { method: 'POST', body: new URLSearchParams({ text, signature }) })
    expect((await notify('forged')).status).toBe(400)
    expect((await rowOf(orderId))?.status).toBe('PaymentPending')
    expect((await notify(sign(text))).status).toBe(200)
    expect(await rowOf(orderId)).toMatchObject({ status: 'PaymentAccepted', payment_status: true })
    expect(await (await notify(sign(text))).text()).toBe('duplicate')
    const { data } = await serviceClient()
      .from('payment_notifications')
      .select('provider, verdict')
      .eq('order_id', String(order))
      .order('received_at')
    expect(data).toEqual([
      { provider: 'gopayfast', verdict: 'applied' },
      { provider: 'gopayfast', verdict: 'duplicate' },
    ])
  } finally {
    await close()
  }
})

test('a change of an order that can’t be stored keeps all that was chosen, and is made once the database is back', async () => {
  // In a process of its own: the other’s circuit breaker has counted the failures of the tests before.
  const visitor = await signedIn((await shop.startProcess()).url)
  const orderId = await placeOrder(visitor, 'cod')
  const path = `/orders/${orderId}/edit`
  const form = formFields((await visitor.get(path)).html, 'name="version"')
  proxy.fault = { path: /edit_own_order/, kind: 'status', status: 500 }
  const failed = await visitor.post(path, { ...form, address: '9 Mall Road' })
  expect([failed.status, problems(failed)]).toEqual([
    503,
    ['We can’t change your order right now. Please try again in a moment.'],
  ])
  const kept = formFields(failed.html, 'name="version"')
  expect(kept).toMatchObject({ address: '9 Mall Road', version: form.version, total: form.total })
  proxy.fault = { path: /get_own_order_change/, kind: 'status', status: 500 }
  const page = await visitor.get(`/profile/active-orders/${orderId}`)
  expect([page.status, page.html.includes(`href="${path}"`)]).toEqual([200, false])
  proxy.fault = null
  expect(flash(await visitor.post(path, kept))).toContain('Your order is changed.')
})

test('while the desk’s setting is off, no order can be changed by its shopper', async () => {
  const visitor = await signedIn()
  const orderId = await placeOrder(visitor, 'cod')
  const path = `/orders/${orderId}/edit`
  const fields = formFields((await visitor.get(path)).html, 'name="version"')
  const set = (isOn: boolean) =>
    serviceClient().from('order_rules').update({ shoppers_change: isOn }).eq('is_only', true)
  expect((await set(false)).error).toBeNull()
  expect((await visitor.get(`/profile/active-orders/${orderId}`)).html).not.toContain(`href="${path}"`)
  const refused = await visitor.post(path, { ...fields, address: '9 Mall Road' })
  expect([refused.url, flash(refused)]).toEqual([
    `/profile/active-orders/${orderId}`,
    expect.stringContaining('Please ask us to change this order.'),
  ])
  await set(true)
  expect((await visitor.get(path)).status).toBe(200)
})
