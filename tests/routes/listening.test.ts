import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { listen } from '../support/local-server.ts'
import { mailTo, newPerson, signedIn } from '../support/people.ts'

const PAGE = '/desk/listening'
const HOURS = { intent: 'hours', from: '0', until: '0' }

test('an operator is mailed about a new order, with a link to it at the desk', async () => {
  const { desk, person } = await newOperator('Listening Person')
  const page = await desk.post(PAGE, { ...HOURS, by_mail: 'on' })
  expect([page.url, page.text.includes('You are mailed about new orders.')]).toEqual(['/desk', true])
  const orderId = await placeOrder(await signedIn(await newPerson('Shopping Person')), 'cod')
  const mail = await mailTo(person.email, /^New order/)
  expect(mail.subject).toMatch(new RegExp(`^New order ${orderId}: Rs\\. [\\d,.]+ in cash$`))
  expect(mail.text).toContain(`/desk/orders/${orderId}`)
  expect(mail.text).toContain('7 Canal Road')
  expect((await desk.get(`/desk/orders/${orderId}`)).text).toContain('New order, to the desk')
  expect((await desk.post(PAGE, { ...HOURS, from: '9', until: '21' })).text).toContain('You aren’t mailed')
  expect((await desk.post(PAGE, { ...HOURS, by_mail: 'on', from: '24', until: '' })).status).toBe(400)
})

/** A form that a browser with a subscription at this address posts. */
const browserAt = (endpoint: string) => ({
  intent: 'add-browser',
  endpoint,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
})
const pushService = () => `https://push.invalid/${randomUUID()}`

test('an operator’s browsers are added, listed and removed, and are nobody else’s', async () => {
  const [{ desk }, { desk: other }] = [await newOperator('Told Person'), await newOperator('Other Person')]
  const browser = browserAt(pushService())
  await desk.post(PAGE, browser)
  const page = await desk.post(PAGE, browser)
  expect(page.text).toContain('tells you of new orders.')
  const [id = '', more] = [...page.html.matchAll(/name="id" value="([^"]+)"/g)].map(([, found]) => found)
  expect([more, page.html.includes(browser.endpoint)]).toEqual([undefined, false])
  await other.post(PAGE, { intent: 'remove-browser', id })
  expect((await desk.get(PAGE)).html).toContain(id)
  expect((await other.get(PAGE)).text).toContain('No browser tells you of orders.')
  const removed = await desk.post(PAGE, { intent: 'remove-browser', id })
  expect([removed.html.includes(id), removed.text.includes('The browser is removed.')]).toEqual([false, true])
})

test('attack: only what a browser can be is taken, and of ten browsers no more', async () => {
  const { desk } = await newOperator('Many Browsers')
  const wrong = [
    browserAt('http://push.invalid/x'),
    browserAt(`https://push.invalid/${'x'.repeat(1_000)}`),
    { ...browserAt(pushService()), p256dh: 'x' },
    { ...browserAt(pushService()), auth: '' },
  ]
  for (const form of wrong) expect((await desk.post(PAGE, form)).status).toBe(400)
  for (let added = 0; added < 10; added += 1) await desk.post(PAGE, browserAt(pushService()))
  const page = await desk.post(PAGE, browserAt(pushService()))
  expect([page.status, page.text.includes('Ten browsers tell you of orders already.')]).toEqual([409, true])
  // Orders of other tests needn't look for their push service.
  for (const [, id = ''] of page.html.matchAll(/name="id" value="([^"]+)"/g))
    await desk.post(PAGE, { intent: 'remove-browser', id })
})

test('attack: a browser at a private address isn’t told of an order, but removed', async () => {
  const asked: unknown[] = []
  const server = createServer().on('connection', (socket) => {
    asked.push(socket.remoteAddress)
    socket.destroy()
  })
  const { port } = new URL(await listen(server))
  const { desk } = await newOperator('Curious Person')
  await desk.post(PAGE, browserAt(`https://127.0.0.1:${port}/x`))
  await desk.post(PAGE, { ...HOURS })
  await placeOrder(await signedIn(await newPerson('Shopping Person')), 'cod')
  await vi.waitFor(async () => expect((await desk.get(PAGE)).text).toContain('No browser tells you of orders.'), 10_000)
  expect(asked).toEqual([])
  server.close()
})

test('the page Today renews itself where somebody asks for it, and its tab says how much waits', async () => {
  const { desk } = await newOperator('Renewing Person')
  await placeOrder(await signedIn(await newPerson('Waiting Person')), 'cod')
  const [plain, renewed] = [await desk.request('/desk'), await desk.request('/desk?renew')]
  expect([plain.headers.get('refresh'), renewed.headers.get('refresh')]).toEqual([null, '60'])
  expect(await renewed.text()).toMatch(/<title>Today \(\d+\)/)
})
