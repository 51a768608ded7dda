import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { stopProcess } from '../../scripts/sandbox-process.ts'
import type { BackendProxy, Fault } from '../support/backend-proxy.ts'
import { SESSION_SECRET, startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { startRedis } from '../support/redis.ts'
import { freePort } from '../support/free-port.ts'
import { readCookie } from '../support/shop-cookies.ts'
import { Visitor, type Page } from '../support/visitor.ts'

// Accounts with an Auth that refuses without a message, is down, or is used by several processes.

let shop: FragileShop
let proxy: BackendProxy
let url: string

beforeAll(async () => {
  shop = await startFragileShop()
  proxy = shop.proxy
  ;({ url } = await shop.startProcess())
})
beforeEach(() => {
  proxy.fault = null
})
afterAll(() => shop.stop())

const problems = (page: Page) => all(dom(page), 'main [role=alert] div')
const LOGIN = { emailOrPhone: 'iqra@example.com', password: 'jasmine-tea-7', keepSignedIn: 'on' }
const newAddress = () => `new-${crypto.randomUUID().slice(0, 8)}@example.com`

async function signedUp(): Promise<Visitor> {
  const visitor = new Visitor(url)
  const fields = { fullName: 'Areeba Shah', email: newAddress(), password: 'a-good-password' }
  expect((await visitor.post('/create-account', fields)).url).toBe('/verify-otp')
  return visitor
}

const SERVICE_SAYS = '{"code":400,"error_code":"validation_failed","msg":"The service says no."}'

test('a refusal without a message has a default message (LG-22, SU-31, SU-38)', async () => {
  const visitor = await signedUp()
  proxy.fault = { path: /\/auth\//, kind: 'status', status: 400, body: '{}' }
  expect(problems(await new Visitor(url).post('/login', LOGIN))).toEqual(['Failed to login. Please try again.'])
  expect(problems(await visitor.post('/verify-otp', { code: '123456' }))).toEqual([
    'Invalid verification code. Please try again.',
  ])
  const resent = dom(await visitor.post('/verify-otp', { intent: 'resend' }))
  expect(words(resent.querySelector('.flash[role=alert]'))).toBe('Failed to resend verification code.')
})

test('a refusal’s message is shown, and the input stays (SU-12, SU-30, SU-37)', async () => {
  const visitor = await signedUp()
  proxy.fault = { path: /\/auth\//, kind: 'status', status: 400, body: SERVICE_SAYS }
  const fields = { fullName: 'Areeba Shah', email: newAddress(), password: 'a-good-password' }
  const page = await new Visitor(url).post('/create-account', fields)
  expect([page.status, problems(page)]).toEqual([400, ['The service says no.']])
  expect(dom(page).querySelector('input[name=email]')?.getAttribute('value')).toBe(fields.email)
  expect(problems(await visitor.post('/verify-otp', { code: '123456' }))).toEqual(['The service says no.'])
  const resent = dom(await visitor.post('/verify-otp', { intent: 'resend' }))
  expect(words(resent.querySelector('.flash[role=alert]'))).toBe('The service says no.')
})

test.each([
  ['invalid credentials', '/login', LOGIN, 400, 'invalid_credentials', 'Invalid login credentials'],
  [
    'a weak password',
    '/create-account',
    { fullName: 'Areeba Shah', email: newAddress(), password: 'a-good-password' },
    422,
    'weak_password',
    'Password is known to be weak and easy to guess.',
  ],
  ['a missing session', '/verify-otp', { code: '123456' }, 403, 'session_not_found', 'Auth session missing!'],
])('shows Auth’s message about %s (LG-24)', async (_what, path, fields, status, code, message) => {
  const visitor = await signedUp()
  proxy.fault = { path: /\/auth\//, kind: 'status', status, body: JSON.stringify({ error_code: code, msg: message }) }
  const page = await visitor.post(path, fields)
  expect([page.status, problems(page)]).toEqual([400, [message]])
})

test('if the code is accepted but saving the password fails, the page says so and nobody is signed in', async () => {
  const visitor = await signedUp()
  const address = /new-[\w-]+@example\.com/.exec((await visitor.get('/verify-otp')).text)?.[0] ?? ''
  const mails = await fetch(`${shop.settings.MAILBOX_URL}/emails?to=${encodeURIComponent(address)}`)
  const code = /\b(\d{6})\b/.exec(((await mails.json()) as { html: string }[])[0]?.html ?? '')?.[1] ?? ''
  proxy.fault = { path: /\/auth\/v1\/user$/, method: 'PUT', kind: 'status', status: 503 }
  const page = await visitor.post('/verify-otp', { code })
  expect([page.status, problems(page), visitor.cookies.has('website_session')]).toEqual([
    503,
    ['Your e-mail is confirmed, but your password could not be saved. Please set one with “Forget Password?”.'],
    false,
  ])
})

test('a known and an unknown address cause the same Auth calls at sign-up, login, resend and forgot', async () => {
  const addresses = { known: 'iqra@example.com', unknown: newAddress() }
  const callsFor = async (email: string) => {
    const visitor = new Visitor(url)
    proxy.calls.length = 0
    await visitor.post('/create-account', { fullName: 'Areeba Shah', email, password: 'a-good-password' })
    await visitor.post('/verify-otp', { intent: 'resend' })
    await visitor.post('/login', { emailOrPhone: email, password: 'not-this-one' })
    await visitor.post('/forget-password', { email })
    return proxy.calls.filter(({ path }) => path.startsWith('/auth/')).map(({ method, path }) => `${method} ${path}`)
  }
  const known = await callsFor(addresses.known)
  // What mails something asks beside it whether Auth responds at all.
  expect(known.filter((call) => call !== 'GET /auth/v1/settings')).toEqual([
    'POST /auth/v1/signup',
    'POST /auth/v1/resend',
    'POST /auth/v1/token',
    'POST /auth/v1/recover',
  ])
  expect(await callsFor(addresses.unknown)).toEqual(known)
})

test('a known and an unknown phone number cause the same calls, and Auth never gets the number', async () => {
  const callsFor = async (phone: string) => {
    proxy.calls.length = 0
    await new Visitor(url).post('/login', { emailOrPhone: phone, password: 'not-this-one' })
    return proxy.calls.map(({ method, path, body }) => [`${method} ${path}`, body.includes(phone.slice(-7))])
  }
  const known = await callsFor('0307 1234567')
  expect(known).toEqual([
    ['POST /rest/v1/rpc/list_emails_of_phone', true],
    ['POST /auth/v1/token', false],
  ])
  expect(await callsFor('0307 7654321')).toEqual(known)
})

test.each([
  ['Auth', /\/auth\//],
  ['the database', /\/rest\/v1\/rpc\/list_emails_of_phone/],
])('while %s is down, the response is the same for a known and an unknown phone number', async (_what, path) => {
  proxy.fault = { path, kind: 'status', status: 503 }
  for (const phone of ['0307 1234567', '0307 7654321']) {
    const page = await new Visitor(url).post('/login', { emailOrPhone: phone, password: 'jasmine-tea-7' })
    expect([page.status, problems(page)]).toEqual([
      503,
      ['We can’t reach the sign-in service right now. Please try again in a moment.'],
    ])
  }
})

test('a slow Auth doesn’t delay responses that announce a mail, whether or not the account exists (FP-09)', async () => {
  const visitor = new Visitor(url)
  proxy.fault = { path: /auth\/v1\/(signup|resend|recover)/, kind: 'hang' }
  const fields = { fullName: 'Areeba Shah', email: newAddress(), password: 'a-good-password' }
  expect((await visitor.post('/create-account', fields)).url).toBe('/verify-otp')
  expect((await visitor.post('/verify-otp', { intent: 'resend' })).text).toContain(
    'Verification code sent successfully!',
  )
  for (const email of [LOGIN.emailOrPhone, newAddress()])
    expect((await visitor.post('/forget-password', { email })).text).toContain('Verified')
})

test.each([
  ['reset', 'hira@example.com'],
  ['hang', 'zainab@example.com'],
] as const)(
  'while all of Auth fails (%s), no page says that a mail is on its way, whether or not the account exists',
  async (kind, known) => {
    proxy.fault = { path: /\/auth\//, kind }
    for (const email of [known, newAddress()])
      for (const path of ['/forget-password', '/create-account']) {
        const page = await new Visitor(url).post(path, { fullName: 'Areeba Shah', email, password: 'a-good-password' })
        expect([path, page.status, problems(page)]).toEqual([
          path,
          503,
          ['We can’t reach the sign-in service right now. Please try again in a moment.'],
        ])
        expect(dom(page).querySelector('input[name=email]')?.getAttribute('value')).toBe(email)
      }
  },
)

test.each([
  ['/create-account', /auth\/v1\/signup$/, 'Database error finding user'],
  ['/forget-password', /auth\/v1\/recover$/, 'Unable to process request'],
])('while Auth’s database fails, %s doesn’t say that a mail is on its way', async (page, path, message) => {
  const body = JSON.stringify({ code: 'unexpected_failure', message })
  proxy.fault = { path, kind: 'status', status: 500, body, headers: { 'x-supabase-api-version': '2024-01-01' } }
  const fields = { fullName: 'Areeba Shah', email: newAddress(), password: 'a-good-password' }
  const refused = await new Visitor(url).post(page, fields)
  expect([refused.status, problems(refused)]).toEqual([
    503,
    ['We can’t reach the sign-in service right now. Please try again in a moment.'],
  ])
})

test('a mail failure, which only a new address can cause, isn’t revealed', async () => {
  const body = '{"code":500,"error_code":"unexpected_failure","msg":"Error sending confirmation email"}'
  proxy.fault = { path: /auth\/v1\/signup/, kind: 'status', status: 500, body }
  const fields = { fullName: 'Areeba Shah', email: newAddress(), password: 'a-good-password' }
  expect((await new Visitor(url).post('/create-account', fields)).url).toBe('/verify-otp')
})

test.each([
  ['sign-ups', 5, '/create-account', /auth\/v1\/signup$/, { fullName: 'Areeba Shah', password: 'a-good-password' }],
  ['requests for a password link', 3, '/forget-password', /auth\/v1\/recover$/, {}],
])('fifteen %s with one address request at most %i mails from Auth', async (_what, most, path, call, fields) => {
  const email = newAddress()
  proxy.calls.length = 0
  await Promise.all(
    Array.from({ length: 15 }, (_, n) =>
      new Visitor(url).post(path, { ...fields, email: n % 2 ? email.toUpperCase() : email }),
    ),
  )
  expect(proxy.calls.filter((one) => call.test(one.path))).toHaveLength(most)
})

test('sign-ups with an owner’s address take from the budget of mails that all kinds share', async () => {
  const fields = { fullName: 'Areeba Shah', email: 'mahnoor@example.com', password: 'a-good-password' }
  const { SUPABASE_URL = '', SUPABASE_SECRET_KEY = '' } = shop.settings
  const service = createClient(SUPABASE_URL, SUPABASE_SECRET_KEY)
  for (let sent = 0; sent < 4; sent++)
    expect((await service.rpc('take_mail', { p_email: fields.email })).data).toBeNull()
  proxy.calls.length = 0
  await Promise.all(Array.from({ length: 4 }, () => new Visitor(url).post('/create-account', fields)))
  const callsTo = (end: string) => proxy.calls.filter(({ path }) => path.endsWith(end))
  await expect.poll(() => [callsTo('/signup').length, callsTo('/rpc/take_mail').length]).toEqual([4, 4])
  await expect.poll(() => callsTo('/send-account-exists').length).toBe(2)
})

test.each([502, 503, 504])(
  'Auth’s %i is retryable: the page asks to try again, and then it works (LG-25)',
  async (status) => {
    const visitor = new Visitor(url)
    proxy.fault = { path: /\/auth\//, kind: 'status', status }
    const page = await visitor.post('/login', LOGIN)
    expect([page.status, problems(page)]).toEqual([
      503,
      ['We can’t reach the sign-in service right now. Please try again in a moment.'],
    ])
    expect(dom(page).querySelector('input[name=emailOrPhone]')?.getAttribute('value')).toBe(LOGIN.emailOrPhone)
    proxy.fault = null
    expect((await visitor.post('/login', LOGIN)).url).toBe('/')
  },
)

test('attack: a sign-in leaves nothing behind for the next visitor of the same process', async () => {
  await new Visitor(url).post('/login', LOGIN)
  proxy.calls.length = 0
  await new Visitor(url).get('/product-listing?search=lace')
  await new Visitor(url).post('/newsletter', { email: newAddress(), from: '/' })
  const calls = proxy.calls.filter(({ path }) => path.startsWith('/rest/'))
  const bearers = new Set(calls.map(({ headers }) => headers.authorization))
  const { SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = shop.settings
  expect([...bearers].toSorted()).toEqual([`Bearer ${SUPABASE_PUBLISHABLE_KEY}`, `Bearer ${SUPABASE_SECRET_KEY}`])
})

test('Auth counts its limits by the visitor’s address, not by the shop’s', async () => {
  const visitor = new Visitor(url)
  proxy.calls.length = 0
  await visitor.request('/login', {
    method: 'POST',
    body: new URLSearchParams(LOGIN),
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  const call = proxy.calls.find(({ path }) => path === '/auth/v1/token')
  expect(call?.headers).toMatchObject({
    'sb-forwarded-for': '203.0.113.7',
    apikey: shop.settings.SUPABASE_SECRET_KEY,
  })
})

test('limits: two processes share the count in the store, and count separately without it', async () => {
  const port = await freePort()
  const redis = await startRedis(port)
  const settings = { REDIS_URL: `redis://127.0.0.1:${port}` }
  const [one, two] = [await shop.startProcess(settings), await shop.startProcess(settings)]
  const wrong = { emailOrPhone: 'hira@example.com', password: 'not-this-one' }
  const address = { 'x-forwarded-for': '198.51.100.20' }
  const guess = async ({ url }: { url: string }) => (await new Visitor(url).submit('/login', wrong, address)).status
  expect([await guess(one), await guess(two), await guess(one), await guess(two), await guess(one)]).toEqual([
    400, 400, 400, 400, 400,
  ])
  expect([await guess(two), await guess(one)]).toEqual([429, 429])
  await stopProcess(redis)
  // Without the store everybody is still counted, and nobody is locked out.
  const without = []
  for (let n = 0; n < 6; n += 1) without.push(await guess(two))
  expect(without).toEqual([400, 400, 400, 400, 400, 429])
  await expect.poll(() => two.log()).toContain('"event":"limits store lost"')
  const again = await startRedis(port)
  await expect.poll(() => guess(one), { timeout: 10_000 }).toBe(400)
  await stopProcess(again)
})

test('a session that ends in one process ends in another within five seconds', async () => {
  const [one, two] = [await shop.startProcess(), await shop.startProcess()]
  const login = { emailOrPhone: 'hira@example.com', password: 'jasmine-tea-7' }
  const [here, elsewhere] = [new Visitor(one.url), new Visitor(two.url)]
  await here.post('/login', login)
  await elsewhere.post('/login', login)
  expect((await elsewhere.get('/profile')).text).toContain('hira@example.com')
  await here.post('/profile/account', { intent: 'everywhere' })
  await expect
    .poll(async () => (await elsewhere.get('/profile')).text, { timeout: 5_000, interval: 250 })
    .toContain('Please log in to continue.')
})

test('catalogue pages make no Auth calls; the loaders of a personal page share one', async () => {
  const { url: own } = await shop.startProcess()
  const visitor = new Visitor(own)
  await visitor.post('/login', LOGIN)
  proxy.calls.length = 0
  for (const path of ['/', '/product-listing', '/on-sale', '/company']) await visitor.get(path)
  const asked = () => proxy.calls.filter(({ path }) => path.startsWith('/auth/')).length
  expect(asked()).toBe(0)
  await visitor.get('/profile')
  expect(asked()).toBe(1)
})

test('logging out everywhere while Auth is down says that other devices are still logged in', async () => {
  const visitor = new Visitor(url)
  await visitor.post('/login', LOGIN)
  await visitor.get('/profile/account')
  proxy.fault = { path: /auth\/v1\/logout/, kind: 'status', status: 503 }
  const page = await visitor.post('/profile/account', { intent: 'everywhere' })
  expect(page.text).toContain('Your other devices are still logged in.')
  expect(visitor.cookies.has('website_session')).toBe(false)
})

test('after Auth refuses a new password, the same reset link accepts another one', async () => {
  const visitor = new Visitor(url)
  const email = 'zoya@example.com'
  const { SUPABASE_URL = '', SUPABASE_SECRET_KEY = '' } = shop.settings
  const backend = createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
  await backend.auth.admin.createUser({ email, password: 'a-good-password', email_confirm: true })
  await visitor.post('/forget-password', { email })
  const mails = await fetch(`${shop.settings.MAILBOX_URL}/emails?to=${encodeURIComponent(email)}`)
  const token = /token_hash=([\w-]+)/.exec(((await mails.json()) as { html: string }[])[0]?.html ?? '')?.[1] ?? ''
  const body =
    '{"code":422,"error_code":"same_password","msg":"New password should be different from the old password."}'
  proxy.fault = { path: /auth\/v1\/user$/, method: 'PUT', kind: 'status', status: 422, body }
  const page = await visitor.post(`/reset-password?token_hash=${token}`, { token, password: 'a-good-password' })
  expect([page.status, problems(page)]).toEqual([400, ['New password should be different from the old password.']])
  expect(page.text).toContain('Send another link')
  proxy.fault = null
  const stranger = await new Visitor(url).post(`/reset-password?token_hash=${token}`, {
    token,
    password: 'a-strangers-one',
  })
  expect(stranger.status).toBe(400)
  const done = await visitor.post(`/reset-password?token_hash=${token}`, { token, password: 'another-good-one' })
  expect(done.text).toContain('Your new password is set.')
  expect(visitor.cookies.has('website_recovery')).toBe(false)
  const again = await new Visitor(url).post('/login', { emailOrPhone: email, password: 'another-good-one' })
  expect(again.url).toBe('/')
})

test('the session cookie holds both tokens of a shopper, and when they expire (LG-27)', async () => {
  const visitor = new Visitor(url)
  await visitor.post('/login', LOGIN)
  const session = await readCookie(visitor, 'website_session', SESSION_SECRET)
  const { access, refresh, expires } = z
    .object({ access: z.string(), refresh: z.string(), expires: z.number() })
    .parse(session)
  const claims: unknown = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ email: LOGIN.emailOrPhone, exp: expires })
  expect(expires).toBeGreaterThan(Date.now() / 1000)
  const call = proxy.calls.findLast(({ path }) => path === '/auth/v1/token')
  expect(call?.query.get('grant_type')).toBe('password')
  const { SUPABASE_PUBLISHABLE_KEY: apikey = '' } = shop.settings
  const renewed = await fetch(`${shop.settings.SUPABASE_URL}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refresh }),
  })
  expect(await renewed.json()).toMatchObject({ token_type: 'bearer', user: { email: LOGIN.emailOrPhone } })
})

test('each page knows the current shopper after signing in, switching accounts and signing out (LG-29, LG-30)', async () => {
  const visitor = new Visitor(url)
  const face = async () =>
    dom(await visitor.get('/')).querySelector(
      'header a.icon-button[href^="/profile"], header a.icon-button[href="/login"]',
    )
  expect((await face())?.getAttribute('href')).toBe('/login')
  await visitor.post('/login', { emailOrPhone: 'sana@example.com', password: 'jasmine-tea-7' })
  expect((await face())?.getAttribute('href')).toBe('/profile')
  expect((await visitor.get('/profile')).text).toContain('sana@example.com')
  await visitor.post('/login', LOGIN)
  await visitor.post('/logout', {})
  expect((await face())?.getAttribute('href')).toBe('/login')
  await visitor.post('/login', LOGIN)
  const page = await visitor.get('/profile')
  expect(page.text).toContain('iqra@example.com')
  expect(page.text).not.toContain('sana@example.com')
})

test('a profile that can’t be read or written says so, and keeps the input (PR-21, PR-22, PR-24)', async () => {
  const { url: own } = await shop.startProcess()
  const visitor = new Visitor(own)
  await visitor.post('/login', LOGIN)
  const failing: Fault = { path: /rest\/v1\/profiles/, kind: 'status', status: 400, body: '{"message":"not today"}' }
  proxy.fault = failing
  expect((await visitor.get('/profile')).text).toContain('Failed to load user data')
  expect((await visitor.get('/profile?edit')).text).toContain('Failed to fetch user data.')
  proxy.fault = { ...failing, method: 'PATCH' }
  const page = await visitor.post('/profile?index&edit', { fullName: 'Iqra Changed', phone: '' })
  expect([page.status, problems(page)]).toEqual([503, ['Failed to update profile: Your details could not be saved.']])
  // The database's error is only logged.
  expect(page.text).not.toContain('not today')
  expect(dom(page).querySelector('input[name=fullName]')?.getAttribute('value')).toBe('Iqra Changed')
})

test('a shopper’s wishlist that can’t be read isn’t called empty', async () => {
  const visitor = new Visitor(url)
  proxy.fault = { path: /change_wishlist/, kind: 'status', status: 500 }
  await visitor.post('/login', LOGIN)
  const page = await visitor.get('/wishlist')
  expect(page.text).toContain('We can’t show your wishlist right now.')
  expect(page.text).not.toContain('Your wishlist is empty')
  proxy.fault = null
  expect((await visitor.get('/wishlist')).text).toContain('Your wishlist is empty')
})

test('a refusal of Google’s token is in the shop’s words, and Auth’s are in the log (LG-23)', async () => {
  const visitor = new Visitor(url)
  const away = await visitor.submit('/auth/google', { from: '/login' })
  const provider = new URL(away.headers.get('location') ?? '')
  provider.searchParams.set('as', 'google-1001')
  const chosen = await fetch(provider, { redirect: 'manual' })
  const body = '{"error":"server_error","error_description":"Internal Server Error"}'
  proxy.fault = { path: /auth\/v1\/token$/, kind: 'status', status: 400, body }
  const page = await visitor.get((chosen.headers.get('location') ?? '').replace(url, ''))
  expect([page.url, words(dom(page).querySelector('.flash[role=alert]'))]).toEqual([
    '/login',
    'Failed to sign in with Google.',
  ])
})

test.each([
  ['over_request_rate_limit', 429],
  ['over_email_send_rate_limit', 429],
])('what Auth says of its limit %s, such as “after 0 seconds”, is in the shop’s words', async (code, status) => {
  const body = JSON.stringify({ code, message: 'For security purposes, you can only request this after 0 seconds.' })
  const headers = { 'x-supabase-api-version': '2024-01-01' }
  proxy.fault = { path: /auth\/v1\/token$/, kind: 'status', status, body, headers }
  const page = await new Visitor(url).post('/login', LOGIN)
  expect([page.status, problems(page)]).toEqual([429, ['Too many tries. Please wait a little.']])
})

test('a shop without Google’s client has no button for it', async () => {
  const { url: without } = await shop.startProcess({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' })
  for (const path of ['/login', '/create-account']) {
    expect((await new Visitor(url).get(path)).text).toContain('Sign in with Google')
    expect((await new Visitor(without).get(path)).text).not.toContain('Google')
  }
})
