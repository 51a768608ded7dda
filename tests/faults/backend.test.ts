import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BackendProxy, Fault } from '../support/backend-proxy.ts'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { SESSION_SECRET, startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { serviceBackend, storedOrders } from '../support/orders.ts'
import { dom, words } from '../support/page-dom.ts'
import { freePort } from '../support/free-port.ts'
import { readCookie, shopCookie } from '../support/shop-cookies.ts'
import { Visitor } from '../support/visitor.ts'

// Two processes of the shop with one backend that can be broken; a third starts when a test needs cold caches.

let shop: FragileShop
let proxy: BackendProxy
let first: string
let second: string

beforeAll(async () => {
  shop = await startFragileShop()
  proxy = shop.proxy
  first = (await shop.startProcess()).url
  second = (await shop.startProcess()).url
})
beforeEach(() => {
  proxy.fault = null
})
afterAll(() => shop.stop())

async function signedIn(url: string, email = 'fatima@example.com'): Promise<Visitor> {
  const visitor = new Visitor(url)
  await visitor.post('/login', { emailOrPhone: email, password: 'jasmine-tea-7' })
  return visitor
}

const FAULTS: Fault[] = [
  { path: /rest/, kind: 'status', status: 500 },
  { path: /rest/, kind: 'status', status: 503 },
  { path: /rest/, kind: 'reset' },
  { path: /rest/, kind: 'html' },
  { path: /rest/, kind: 'truncated' },
  { path: /rest/, kind: 'hang' },
]

test.each(FAULTS)('a cold shop whose backend fails by $kind shows what it can (XX-28)', async (fault) => {
  const { url: cold, log } = await shop.startProcess()
  proxy.fault = fault
  const home = await new Visitor(cold).get('/')
  expect(home.status).toBe(503)
  expect(home.text).toContain('Unable to load categories. Showing default options.')
  expect(home.text).toContain('All Bras')
  expect(home.text).toContain('30,000+ Happy Customers')
  expect(home.text).toContain('We can’t show these right now.')
  expect(home.text).not.toContain('No new arrivals')
  const listing = await new Visitor(cold).get('/product-listing')
  expect([listing.status, listing.text]).toEqual([503, expect.stringContaining('Failed to load products')])
  expect(listing.text).toContain('Failed to load filter options')
  expect(listing.text).not.toContain('No categories found')
  const product = await new Visitor(cold).get('/product/lace-balconette-bra?color=Red')
  expect([product.status, words(dom(product).querySelector('title'))]).toEqual([
    503,
    'Failed to load product details | Chambeli',
  ])
  // Both can be tried again as they are, and the search and the menu lead on.
  for (const [page, address] of [
    [product, '/product/lace-balconette-bra?color=Red'],
    [listing, '/product-listing'],
  ] as const) {
    const again = dom(page)
      .querySelectorAll('main a')
      .find((link) => words(link) === 'Try again')
    expect(['', address]).toContain(again?.getAttribute('href'))
    expect(dom(page).querySelector('header input[name=search]')).not.toBeNull()
  }
  const footer = await new Visitor(cold).get('/login')
  expect(footer.html).toContain('href="/help/delivery-details"')
  await expect.poll(log).toContain('"event":"menu without categories"')
})

test('content that can’t be loaded shows Content Unavailable, with a link home (XX-29, XX-30, XX-31)', async () => {
  const { url: cold } = await shop.startProcess()
  proxy.fault = { path: /rest/, kind: 'status', status: 500 }
  const page = await new Visitor(cold).get('/company/works')
  expect(page.text).toContain('Content Unavailable')
  expect(page.text).toContain("Sorry, we couldn't load our works at this time.")
  expect(page.html).toMatch(/<a class="link" href="\/">Return Home<\/a>/)
  expect((await new Visitor(cold).request('/health/ready')).status).toBe(503)
})

test('a warm shop goes on selling from its cache while its backend is down', async () => {
  for (const path of ['/', '/product-listing', '/product/bridal-robe']) await new Visitor(first).get(path)
  proxy.fault = { path: /./, kind: 'reset' }
  const known = new Visitor(first)
  // With a cart the page is rendered again, from the cached catalogue.
  known.cookies.set('addtocartItems', 'x')
  for (const path of ['/', '/product-listing', '/product/bridal-robe']) {
    const page = await known.get(path)
    expect([path, page.status]).toEqual([path, 200])
    expect(page.text).toContain('Rs. ')
    expect(page.text).not.toContain('Failed to load')
  }
  expect((await new Visitor(first).request('/health/live')).status).toBe(200)
})

test('after an outage each query is sent once, however many requests wait for it', async () => {
  const { url: cold } = await shop.startProcess()
  proxy.calls.length = 0
  await Promise.all(Array.from({ length: 20 }, (_, place) => new Visitor(cold).get(`/?utm_source=${place}`)))
  expect(proxy.calls.filter(({ path }) => path.endsWith('/hero_statistics'))).toHaveLength(1)
})

test('while Auth is down, signed-in shoppers stay signed in, and logins report the outage', async () => {
  const visitor = await signedIn(first)
  proxy.fault = { path: /auth/, kind: 'reset' }
  expect((await visitor.get('/profile/active-orders')).url).toBe('/profile/active-orders')
  expect(visitor.cookies.has('website_session')).toBe(true)
  const login = await new Visitor(first).post('/login', { emailOrPhone: 'iqra@example.com', password: 'jasmine-tea-7' })
  expect([login.status, login.text]).toEqual([
    503,
    expect.stringContaining('We can’t reach the sign-in service right now.'),
  ])
})

/** Returns the visitor's session cookie, as if the access token expired in so many seconds. The refresh token stays valid. */
async function expiringIn(seconds: number, visitor: Visitor): Promise<string> {
  const session = await readCookie<object>(visitor, 'website_session', SESSION_SECRET)
  const cookie = shopCookie('website_session', SESSION_SECRET)
  return (await cookie.serialize({ ...session, expires: Math.floor(Date.now() / 1000) + seconds })).split(';')[0] ?? ''
}

test.each([
  [80, 1],
  [120, 0],
])('a session that expires in %i seconds is refreshed %i times (LG-28)', async (seconds, times) => {
  const cookie = await expiringIn(seconds, await signedIn(first, 'sana@example.com'))
  proxy.calls.length = 0
  expect((await new Visitor(first).request('/profile', { headers: { cookie } })).status).toBe(200)
  const refreshes = proxy.calls.filter(({ query }) => query.get('grant_type') === 'refresh_token')
  expect(refreshes).toHaveLength(times)
})

test('twenty parallel requests with an expired token at two processes sign nobody out (LG-29, LG-31)', async () => {
  const expired = await expiringIn(-10, await signedIn(first, 'hira@example.com'))
  const before = proxy.calls.length
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      new Visitor(place % 2 ? first : second).request('/profile/account', { headers: { cookie: expired } }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  const refreshes = proxy.calls.slice(before).filter(({ query }) => query.get('grant_type') === 'refresh_token')
  expect(refreshes).toHaveLength(2)
})

test('an outage while the token is expired keeps the session, which works afterwards (LG-31)', async () => {
  const expired = await expiringIn(-10, await signedIn(first, 'hira@example.com'))
  proxy.fault = { path: /auth/, kind: 'status', status: 503 }
  const before = proxy.calls.length
  const visitor = new Visitor(first)
  const during = await visitor.request('/', { headers: { cookie: expired } })
  expect(during.headers.getSetCookie().filter((line) => line.startsWith('website_session='))).toEqual([])
  expect(await during.text()).toContain('href="/profile"')
  // A page doesn't wait for retries.
  expect(proxy.calls.slice(before).filter(({ query }) => query.get('grant_type') === 'refresh_token')).toHaveLength(1)
  proxy.fault = null
  const profile = () => visitor.request('/profile', { headers: { cookie: expired } })
  await expect.poll(async () => (await profile()).status, { timeout: 10_000 }).toBe(200)
  expect(visitor.cookies.has('website_session')).toBe(true)
  expect((await visitor.get('/profile')).url).toBe('/profile')
})

test('a retry of an order whose response was lost returns the same order', async () => {
  const visitor = await signedIn(first, 'zainab@example.com')
  await addToCart(visitor)
  const fields = await checkoutFields(visitor, 'cod')
  proxy.fault = { path: /place_order/, kind: 'lost response' }
  const lost = await visitor.post('/checkout', fields)
  expect([lost.status, lost.text]).toEqual([503, expect.stringContaining('Failed to create order')])
  expect(lost.html).toContain(`value="${String(fields.attemptKey)}"`)
  proxy.fault = null
  const again = await visitor.submit('/checkout', fields)
  const path = again.headers.get('location') ?? ''
  expect(path).toMatch(/^\/checkout\/placed\/ORD-/)
  const orders = await visitor.get('/profile/active-orders')
  expect(orders.html.match(/class="order-row"/g)).toHaveLength(1)
})

test('thirty identical checkouts at two processes make one order', async () => {
  const visitor = await signedIn(first, 'nimra@example.com')
  await addToCart(visitor)
  const fields = await checkoutFields(visitor, 'cod')
  const cookie = visitor.cookieHeader
  const other = new Visitor(second)
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, place) =>
      (place % 2 === 0 ? visitor : other).submit('/checkout', fields, { cookie }),
    ),
  )
  const placed = new Set(responses.map((response) => response.headers.get('location')))
  expect([...placed]).toEqual([expect.stringMatching(/^\/checkout\/placed\/ORD-/)])
  const orders = await storedOrders(serviceBackend(shop.settings))
  expect(orders.filter(({ attempt_key: key }) => key === fields.attemptKey)).toHaveLength(1)
})

test('the cart stays when its prices can’t be read', async () => {
  const visitor = new Visitor(first)
  await addToCart(visitor)
  proxy.fault = { path: /price_cart/, kind: 'status', status: 500 }
  const page = await visitor.get('/cart')
  expect([page.status, page.text]).toEqual([503, expect.stringContaining('Your cart is safe')])
  expect(visitor.cookies.has('addtocartItems')).toBe(true)
})

test('a subscription that can’t be stored says so, and nothing else breaks', async () => {
  proxy.fault = { path: /newsletter_subscriptions/, kind: 'reset' }
  const page = await new Visitor(first).post('/newsletter', { email: 'x@example.com', from: '/cart' })
  expect(page.text).toContain('Network error. Please check your connection and try again.')
})

test('a backend failure shows when to retry, and the reference of its log line', async () => {
  const visitor = await signedIn(first)
  proxy.fault = { path: /profiles/, kind: 'status', status: 500 }
  const response = await visitor.request('/dashboard')
  const html = await response.text()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(html).toContain('Not just now')
  expect(html).toContain(`>${response.headers.get('x-request-id')}</code>`)
})

test('SIGTERM: requests in flight are finished, then the process exits with 0', async () => {
  const server = await shop.startProcess()
  proxy.fault = { path: /get_filter_options/, kind: 'slow', milliseconds: 800 }
  const page = new Visitor(server.url).get('/product-listing')
  await expect.poll(() => proxy.calls.at(-1)?.path).toMatch(/rpc/)
  const ended = new Promise((resolve) => server.process.once('exit', resolve))
  server.process.kill('SIGTERM')
  expect((await page).status).toBe(200)
  expect(await ended).toBe(0)
})

test('after SIGTERM a process first reports unready, and still responds', async () => {
  const { url, process } = await shop.startProcess({ SHUTDOWN_WAIT: '1' })
  const ended = new Promise((resolve) => process.once('exit', resolve))
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  process.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(503)
  expect((await new Visitor(url).get('/product-listing')).status).toBe(200)
  expect(await ended).toBe(0)
})

test('the circuit breaker opens after five failures, and closes when the backend is back', async () => {
  const port = await freePort()
  const { url } = await shop.startProcess({ METRICS_PORT: String(port) })
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  proxy.fault = { path: /rest/, kind: 'status', status: 503 }
  await new Visitor(url).get('/')
  expect(await metrics()).toContain('shop_breaker_open{outcome="rest"} 1')
  const asked = proxy.calls.length
  await new Visitor(url).get('/product-listing')
  await new Visitor(url).get('/on-sale')
  expect(proxy.calls).toHaveLength(asked)
  proxy.fault = null
  await expect
    .poll(async () => (await new Visitor(url).get('/on-sale')).text, { timeout: 8_000 })
    .not.toContain('Failed')
  expect(await metrics()).toContain('shop_breaker_open{outcome="rest"} 0')
  expect(await metrics()).toMatch(/shop_request_seconds_count\{method="GET",route="\/on-sale",status="200"\} \d/)
})

test('a read whose connection was refused is retried once, a write never', async () => {
  const visitor = await signedIn(first, 'fatima@example.com')
  proxy.fault = { path: /rpc\/get_product_with_colors/, kind: 'reset' }
  const before = proxy.calls.length
  await new Visitor(first).get('/product/never-asked-for-before')
  expect(proxy.calls.slice(before).filter(({ path }) => /get_product_with_colors/.test(path))).toHaveLength(2)
  proxy.fault = { path: /profiles/, kind: 'reset' }
  const start = proxy.calls.length
  await visitor.post('/profile?index', { fullName: 'Fatima Noor', phone: '0300 1234567' })
  const writes = proxy.calls.slice(start).filter(({ path, method }) => /profiles/.test(path) && method === 'PATCH')
  expect(writes).toHaveLength(1)
})

test('the log has one line per request, without passwords, codes, cookies, tokens and mail addresses', async () => {
  const { url, log: written } = await shop.startProcess()
  const visitor = await signedIn(url, 'sana@example.com')
  await visitor.get('/profile')
  await visitor.get('/product/lace-balconette-bra')
  await visitor.post('/login', { emailOrPhone: 'sana@example.com', password: 'a-secret-guess' })
  const log = written()
  for (const secretText of [
    'jasmine-tea-7',
    'a-secret-guess',
    'sana@example.com',
    'website_session',
    'eyJ',
    '+923031234567',
  ])
    expect(log).not.toContain(secretText)
  for (const line of log.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  const profile = log.match(/\{[^\n]*"route":"\/profile"[^\n]*\}/g) ?? []
  expect(profile).toHaveLength(1)
  expect(JSON.parse(profile[0] ?? '')).toMatchObject({ status: 200, method: 'GET', backendMs: expect.any(Number) })
  expect(log).toContain('"route":"/product/:id"')
  expect(log).not.toContain('lace-balconette-bra')
})
