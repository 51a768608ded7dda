import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailbox } from '../../sandbox/mailbox/mailbox.ts'
import { startProxy, type BackendProxy, type Fault } from '../support/backend-proxy.ts'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { FUNCTION_SETTINGS, startFunction, type EdgeFunction } from '../support/edge-functions.ts'
import { startFragileShop, type FragileShop, type ShopProcess } from '../support/fragile-shop.ts'
import { Visitor } from '../support/visitor.ts'
import { listen } from '../support/local-server.ts'

// The mail functions on Deno, as on hosted projects, with a failing mail provider; and the shop with failing functions.

const folder = mkdtempSync(join(tmpdir(), 'mails-'))
let server: Server
let provider: BackendProxy
let contact: EdgeFunction

beforeAll(async () => {
  const mails = mailbox(join(folder, 'mails.jsonl'))
  server = createServer(getRequestListener(mails.fetch, { overrideGlobalObjects: false }))
  provider = await startProxy(await listen(server))
  contact = await startFunction('send-contact-email', { MAIL_API_URL: provider.url })
})
beforeEach(() => {
  provider.fault = null
  provider.calls.length = 0
})
afterAll(async () => {
  await contact.stop()
  await provider.close()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

interface CaughtMail {
  to: string
  subject: string
  text: string
  reply_to?: string
}

/** Returns the mails that the provider delivered to a recipient, without repeated requests. */
async function mailsAbout(subject: string, mailboxUrl = provider.url): Promise<CaughtMail[]> {
  const mails = (await (await fetch(`${mailboxUrl}/emails`)).json()) as CaughtMail[]
  return mails.filter((mail) => mail.subject.includes(subject))
}

const requests = () => provider.calls.filter(({ method }) => method === 'POST')
const keys = () => new Set(requests().map(({ headers }) => headers['idempotency-key']))

function message(subject: string) {
  return { firstName: 'Noor', lastName: 'Jahan', email: 'noor@example.com', subject, message: 'Is it lined?' }
}

test.each<[string, Fault]>([
  ['doesn’t respond', { path: /emails/, kind: 'hang', times: 1 }],
  [
    'asks for patience (429)',
    { path: /emails/, kind: 'status', status: 429, headers: { 'retry-after': '1' }, times: 2 },
  ],
  ['fails (500)', { path: /emails/, kind: 'status', status: 500, times: 2 }],
  ['resets the connection', { path: /emails/, kind: 'reset', times: 2 }],
  ['sends the mail but its response is lost', { path: /emails/, kind: 'lost response', times: 2 }],
])('a mail is sent exactly once by a provider that first %s', async (_what, fault) => {
  const subject = randomUUID()
  const tries = (fault.times ?? 0) + 1
  provider.fault = fault
  expect(await contact.call(message(subject))).toEqual({ status: 200, text: '{"sent":true}' })
  expect(requests()).toHaveLength(tries)
  expect(keys().size).toBe(1)
  expect(await mailsAbout(subject)).toHaveLength(1)
})

test('two calls for one mail, in parallel or later, send it once', async () => {
  const subject = randomUUID()
  const headers = { 'idempotency-key': `send-contact-email/${subject}` }
  const first = await Promise.all([contact.call(message(subject), headers), contact.call(message(subject), headers)])
  const later = await contact.call(message(subject), headers)
  expect([...first, later].map(({ status }) => status)).toEqual([200, 200, 200])
  expect(keys()).toEqual(new Set([headers['idempotency-key']]))
  expect(await mailsAbout(subject)).toHaveLength(1)
})

test('two messages with the same text are two mails', async () => {
  const subject = randomUUID()
  await contact.call(message(subject))
  await contact.call(message(subject))
  expect(await mailsAbout(subject)).toHaveLength(2)
})

test.each<[string, Fault, number, boolean]>([
  ['never responds', { path: /emails/, kind: 'hang' }, 3, false],
  ['always fails', { path: /emails/, kind: 'status', status: 503 }, 3, true],
  ['stands behind a gateway that gives up', { path: /emails/, kind: 'status', status: 504 }, 3, false],
  ['asks for an hour', { path: /emails/, kind: 'status', status: 429, headers: { 'retry-after': '3600' } }, 1, true],
  [
    'leads elsewhere',
    { path: /emails$/, kind: 'status', status: 307, headers: { location: '/elsewhere/emails-too' } },
    1,
    true,
  ],
  ['refuses the mail', { path: /emails/, kind: 'status', status: 422 }, 1, true],
])(
  'a provider that %s gets a bounded number of requests, and the function reports the failure',
  async (_what, fault, tries, isCertain) => {
    provider.fault = fault
    const { status, text } = await contact.call(message(randomUUID()))
    expect([status, JSON.parse(text)]).toEqual([
      502,
      { sent: false, reason: expect.stringContaining('mail provider'), isCertain },
    ])
    expect(requests()).toHaveLength(tries)
  },
)

test('neither log nor response contains a key, an address or the provider’s text', async () => {
  const { MAIL_API_KEY, SHOP_SECRET_KEY } = FUNCTION_SETTINGS
  const echo = `{"message":"Bearer ${MAIL_API_KEY} may not mail noor@example.com"}`
  provider.fault = { path: /emails/, kind: 'status', status: 401, body: echo }
  const refused = await contact.call(message('A secret'), { 'idempotency-key': 'send-contact-email/17' })
  // A key that is invalid in a header: the runtime's error would quote it.
  const broken = await startFunction('send-contact-email', {
    MAIL_API_URL: provider.url,
    MAIL_API_KEY: `${MAIL_API_KEY}\n${MAIL_API_KEY}`,
  })
  const failed = await broken.call(message('A secret'))
  await broken.stop()
  expect([refused.status, failed.status]).toEqual([502, 502])
  const written = [contact.log(), broken.log(), refused.text, failed.text].join('\n')
  expect(written).toContain('"event":"mail not sent","function":"send-contact-email","key":"send-contact-email/17"')
  for (const secret of [MAIL_API_KEY, SHOP_SECRET_KEY, 'noor@example.com', 'Is it lined?']) {
    expect(written).not.toContain(secret)
  }
})

test('a function refuses unauthorised and malformed calls without calling the provider', async () => {
  expect((await contact.call(message('x'), { apikey: 'guessed' })).status).toBe(401)
  for (const body of ['{', 'null', '"text"']) expect((await contact.call(body)).status).toBe(400)
  expect(requests()).toEqual([])
})

test('a function without its settings says which one is missing', async () => {
  const bare = await startFunction('send-contact-email', { MAIL_API_URL: '' })
  expect(await bare.call(message('x'))).toMatchObject({ status: 502, text: expect.stringContaining('MAIL_API_URL') })
  await bare.stop()
})

test.each([
  'send-account-exists',
  'send-back-in-stock',
  'send-desk-mail',
  'send-stock-alert-confirmation',
  'send-newsletter-welcome',
  'send-order-mail',
])('%s runs on Deno, mails its recipient what the shop has composed, and nothing without words', async (name) => {
  const [email, subject] = [`${name}@example.com`, `Words of ${name}`]
  const edgeFunction = await startFunction(name, { MAIL_API_URL: provider.url })
  const mail = { email, subject: `${subject}\r\nBcc: all@example.com`, text: 'Hello' }
  expect((await edgeFunction.call(mail)).status).toBe(200)
  for (const missing of [{ text: '' }, { subject: undefined }])
    expect(await edgeFunction.call({ ...mail, ...missing })).toMatchObject({
      status: 502,
      text: expect.stringContaining('The mail has no subject or no text.'),
    })
  await edgeFunction.stop()
  expect((await mailsAbout(subject)).map(({ to, subject: sent }) => [to, sent])).toEqual([
    [email, `${subject} Bcc: all@example.com`],
  ])
})

// The shop with failing functions.

let shop: FragileShop
let shopProcess: ShopProcess
let visitor: Visitor

beforeAll(async () => {
  shop = await startFragileShop()
  shopProcess = await shop.startProcess({ GUEST_CHECKOUT: 'on' })
})
beforeEach(() => {
  shop.proxy.fault = null
  shop.proxy.calls.length = 0
  visitor = new Visitor(shopProcess.url)
})
afterAll(() => shop.stop())

const PATIENT = { timeout: 30_000 }
const shopMails = (subject: string) => mailsAbout(subject, shop.settings.MAILBOX_URL)
const functionCalls = (name: string) => shop.proxy.calls.filter(({ path }) => path.endsWith(`/${name}`))

async function sendMessage(subject: string): Promise<void> {
  const fields = { firstName: 'Areeba', email: 'areeba@example.com', subject, message: 'Does it arrive?' }
  expect((await visitor.post('/contact', fields)).text).toContain('Message sent successfully!')
}

test.each<[string, Fault]>([
  ['fails', { path: /send-contact-email/, kind: 'status', status: 502, times: 2 }],
  ['sends the mail but its response is lost', { path: /send-contact-email/, kind: 'lost response', times: 2 }],
])('the shop’s mail is sent exactly once by a function that first %s (CO-31)', async (_what, fault) => {
  const subject = randomUUID()
  shop.proxy.fault = fault
  await sendMessage(subject)
  await expect.poll(() => functionCalls('send-contact-email').length, PATIENT).toBe(3)
  await expect.poll(async () => (await shopMails(subject)).length, PATIENT).toBe(1)
})

test('after three failed calls a mail is given up, with a log line without addresses (CO-32)', async () => {
  shop.proxy.fault = { path: /send-contact-email/, kind: 'status', status: 500 }
  await sendMessage(randomUUID())
  await expect.poll(shopProcess.log, PATIENT).toContain('"event":"message not mailed"')
  expect(functionCalls('send-contact-email')).toHaveLength(3)
  expect(shopProcess.log()).not.toContain('areeba@example.com')
  expect(shopProcess.log()).not.toContain(shop.settings.SUPABASE_SECRET_KEY)
})

test('SIGTERM waits for a mail that is being sent', async () => {
  const subject = randomUUID()
  const leaving = await shop.startProcess()
  visitor = new Visitor(leaving.url)
  shop.proxy.fault = { path: /send-contact-email/, kind: 'slow', milliseconds: 1_500 }
  await sendMessage(subject)
  const ended = new Promise((resolve) => leaving.process.once('exit', resolve))
  leaving.process.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await shopMails(subject)).toHaveLength(1)
  expect(functionCalls('send-contact-email')).toHaveLength(1)
})

test.each<Fault>([
  { path: /send-order-mail/, kind: 'hang' },
  { path: /send-order-mail/, kind: 'reset' },
  { path: /send-order-mail/, kind: 'status', status: 500 },
])('an order is placed although its mail fails by $kind (XX-26)', async (fault) => {
  await addToCart(visitor)
  const fields = { ...(await checkoutFields(visitor, 'payfast')), email: `${randomUUID()}@example.com` }
  shop.proxy.fault = fault
  const response = await visitor.submit('/checkout', fields)
  expect([response.status, response.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/pay\/ORD-/)])
  await expect.poll(() => functionCalls('send-order-mail').length, PATIENT).toBeGreaterThan(0)
})

test('an order whose first response was lost is confirmed by one mail, however often it is sent again (CH-59)', async () => {
  await addToCart(visitor)
  const fields = { ...(await checkoutFields(visitor, 'cod')), email: 'lost@example.com' }
  shop.proxy.fault = { path: /place_order/, kind: 'lost response', times: 1 }
  expect((await visitor.submit('/checkout', fields)).status).toBe(503)
  const again = await Promise.all([visitor.submit('/checkout', fields), visitor.submit('/checkout', fields)])
  const orderIds = again.map(({ headers }) => /ORD-\d+-\d+/.exec(headers.get('location') ?? '')?.[0])
  expect(new Set(orderIds).size).toBe(1)
  await expect.poll(() => functionCalls('send-order-mail').length, PATIENT).toBe(1)
  await expect.poll(async () => (await shopMails(orderIds[0] ?? 'no order')).length, PATIENT).toBe(1)
})
