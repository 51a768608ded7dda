import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { stopProcess } from '../../scripts/sandbox-process.ts'
import { PATH } from '../../sandbox/gopayfast/gopayfast.ts'
import { addToCart, decideAtPayfast, placeOrder } from '../support/checkout.ts'
import { dom, words } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import { freePort } from '../support/free-port.ts'
import { shopSettings, startServer } from '../support/running-shop.ts'
import { formFields, Visitor, type Fields } from '../support/visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'gopayfast-'))
const sandbox = inject('sandbox')
const processes: ChildProcess[] = []
let shop: string
let log: () => string

async function startWith(environment: Record<string, string>) {
  const url = `http://127.0.0.1:${await freePort()}`
  const settings = shopSettings({ settings: sandbox }, url, mkdtempSync(join(folder, 'process-')))
  const server = await startServer({ ...settings, GUEST_CHECKOUT: 'on', ...environment })
  processes.push(server.process)
  return { url, log: server.log }
}

beforeAll(async () => {
  const started = await startWith({ PAYMENT_PROVIDER: 'gopayfast', GOPAYFAST_MODE: 'sandbox' })
  shop = started.url
  log = started.log
})
afterAll(async () => {
  await Promise.all(processes.map(stopProcess))
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the same browser at the shop with gopayfast.com. */
function there({ cookies }: Visitor, url = shop): Visitor {
  const visitor = new Visitor(url)
  visitor.cookies = new Map(cookies)
  return visitor
}

async function pending(): Promise<{ visitor: Visitor; orderId: string; id: string; total: number }> {
  const visitor = there(await signedIn(await newPerson('Nadia Iqbal')))
  const orderId = await placeOrder(visitor, 'payfast')
  const { data } = await serviceClient().from('orders').select('id, total_amount').eq('order_id', orderId).single()
  return { visitor, orderId, id: data?.id ?? '', total: data?.total_amount ?? 0 }
}

const statusOf = async (orderId: string) =>
  (await serviceClient().from('orders').select('status').eq('order_id', orderId).single()).data?.status

const postToProvider = (path: string, fields: Fields) =>
  fetch(`${sandbox.GOPAYFAST_URL}${PATH}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields as Record<string, string>),
    redirect: 'manual',
  })

/** Decides an order's payment on the provider's page. Returns the return URL's text and the page that it leads to. */
async function decide(visitor: Visitor, orderId: string, decision: string) {
  const page = await visitor.get(`/pay/${orderId}`)
  const hosted = await (await postToProvider('/PostTransaction', formFields(page.html, 'BASKET_ID'))).text()
  const decided = await postToProvider('/decide', { ...formFields(hosted, 'payment'), decision })
  const location = decided.headers.get('location') ?? ''
  const outcome = Object.fromEntries(new URLSearchParams(location.slice(location.lastIndexOf('?'))))
  return { page, outcome, back: await visitor.get(location) }
}

/** Pays the form of a page on the provider's page, whose notification goes nowhere. Returns what the provider would send. */
async function payForm(html: string): Promise<Record<string, string>> {
  const fields = { ...formFields(html, 'BASKET_ID'), CHECKOUT_URL: `${shop}/none` }
  const hosted = await (await postToProvider('/PostTransaction', fields)).text()
  const decided = await postToProvider('/decide', { ...formFields(hosted, 'payment'), decision: 'pay' })
  const location = decided.headers.get('location') ?? ''
  return Object.fromEntries(new URLSearchParams(location.slice(location.lastIndexOf('?'))))
}

const verdictOf = async (sent: Promise<Response>) => {
  const response = await sent
  return [response.status, await response.text()]
}

const notify = (fields: Partial<Record<string, string>>) =>
  fetch(`${shop}/api/gopayfast-notify`, { method: 'POST', body: new URLSearchParams(fields as Record<string, string>) })

const refundsOf = async (orderId: string) =>
  (await serviceClient().from('refunds').select('reason, orders!inner(order_id)').eq('orders.order_id', orderId)).data

test('takes a payment in rupees on gopayfast.com’s page, and returns to a paid order', async () => {
  const { visitor, orderId, total } = await pending()
  const { page, back } = await decide(visitor, orderId, 'pay')
  expect(dom(page).querySelector('main form')?.getAttribute('action')).toBe(
    `${sandbox.GOPAYFAST_URL}${PATH}/PostTransaction`,
  )
  expect(formFields(page.html, 'BASKET_ID')).toMatchObject({
    TXNAMT: total.toFixed(2),
    CURRENCY_CODE: 'PKR',
    CHECKOUT_URL: `${shop}/api/gopayfast-notify`,
  })
  expect(page.html).not.toContain(sandbox.GOPAYFAST_SECURED_KEY)
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${sandbox.GOPAYFAST_URL};`)
  expect(back.text).toContain('Payment successful!')
  expect(await statusOf(orderId)).toBe('PaymentAccepted')
})

test('shows the payment methods at the checkout', async () => {
  const visitor = there(await signedIn(await newPerson()))
  await addToCart(visitor)
  expect((await visitor.get('/checkout')).text).toContain(
    'Card, JazzCash, Easypaisa or bank account on PayFast’s secure page',
  )
})

test('takes a guest’s payment on gopayfast.com’s page, and returns to the order', async () => {
  const visitor = new Visitor(shop)
  await addToCart(visitor)
  const checkout = await visitor.get('/checkout')
  const response = await visitor.submit('/checkout', {
    ...formFields(checkout.html, 'attemptKey'),
    email: 'guest@example.com',
    firstName: 'Nadia',
    lastName: 'Iqbal',
    address: '7 Canal Road',
    city: 'Lahore',
    phone: `0300${String(Math.random()).slice(2, 9)}`,
    payment: 'payfast',
    intent: 'place',
  })
  const orderId = /ORD-\d+-\d+/.exec(response.headers.get('location') ?? '')?.[0] ?? ''
  const { page, back } = await decide(visitor, orderId, 'pay')
  expect(formFields(page.html, 'BASKET_ID').BASKET_ID).toMatch(new RegExp(`^guest-${orderId}-`))
  expect(words(dom(back).querySelector('h1'))).toBe('Payment Successful')
  expect(await statusOf(orderId)).toBe('PaymentAccepted')
})

test('lets an order be paid again, with a new basket, after a failed or cancelled payment', async () => {
  const { visitor, orderId } = await pending()
  const failed = await decide(visitor, orderId, 'fail')
  expect(failed.back.text).toContain('Payment was not completed.')
  expect(await statusOf(orderId)).toBe('PaymentFailed')
  await visitor.post(`/pay/${orderId}`, {})
  await decide(visitor, orderId, 'cancel')
  expect(await statusOf(orderId)).toBe('PaymentFailed')
  await visitor.post(`/pay/${orderId}`, {})
  const paid = await decide(visitor, orderId, 'pay')
  expect(await statusOf(orderId)).toBe('PaymentAccepted')
  expect(paid.outcome.basket_id).not.toBe(failed.outcome.basket_id)
})

test('counts a repeated notification once, also with another transaction ID', async () => {
  const { visitor, orderId } = await pending()
  const { outcome } = await decide(visitor, orderId, 'pay')
  for (const change of [{}, { transaction_id: crypto.randomUUID() }, { transaction_amount: '1.00' }]) {
    const response = await notify({ ...outcome, ...change })
    expect([response.status, await response.text()]).toEqual([200, 'duplicate'])
  }
  expect(await refundsOf(orderId)).toEqual([])
})

test('tells two payments of one order apart, and refunds the second', async () => {
  const { visitor, orderId } = await pending()
  const pages = [await visitor.get(`/pay/${orderId}`), await visitor.get(`/pay/${orderId}`)]
  for (const page of pages) {
    const hosted = await (await postToProvider('/PostTransaction', formFields(page.html, 'BASKET_ID'))).text()
    await postToProvider('/decide', { ...formFields(hosted, 'payment'), decision: 'pay' })
  }
  expect(await refundsOf(orderId)).toMatchObject([{ reason: 'paid_twice' }])
})

test('accepts no payment without the secured key, and no amount but the one that the form was issued for', async () => {
  const { visitor, orderId, total } = await pending()
  const { BASKET_ID } = formFields((await visitor.get(`/pay/${orderId}`)).html, 'BASKET_ID')
  const guess = { basket_id: String(BASKET_ID), err_code: '000', transaction_amount: total.toFixed(2) }
  const forged = await notify({ ...guess, validation_hash: '0'.repeat(64) })
  expect([forged.status, await forged.text()]).toEqual([400, 'forged'])
  expect(await statusOf(orderId)).toBe('PaymentPending')

  const shared = await pending()
  const cash = await placeOrder(shared.visitor, 'cod')
  const { outcome } = await decide(shared.visitor, shared.orderId, 'pay')
  // A valid hash of one order doesn't fit another.
  expect(
    (await notify({ ...outcome, basket_id: String(outcome.basket_id).replace(shared.orderId, cash) })).status,
  ).toBe(400)

  const other = await pending()
  const genuine = await payForm((await other.visitor.get(`/pay/${other.orderId}`)).html)
  const said = await notify({ ...genuine, transaction_amount: '999999.00' })
  expect([said.status, await said.text()]).toEqual([200, 'applied'])
  const { data } = await serviceClient().from('payment_notifications').select('amount').eq('order_id', other.id)
  expect(data).toEqual([{ amount: other.total }])
})

test('a second form at the old amount doesn’t pay an order that was raised, whatever its notification says', async () => {
  const { visitor, orderId, id, total } = await pending()
  const pages = [await visitor.get(`/pay/${orderId}`), await visitor.get(`/pay/${orderId}`)]
  const [first, second] = [await payForm(pages[0]?.html ?? ''), await payForm(pages[1]?.html ?? '')]
  expect(await verdictOf(notify(first))).toEqual([200, 'applied'])
  // As the desk leaves an order that costs more: the rest is due.
  const raised = total + 49_850
  const { error } = await serviceClient()
    .from('orders')
    .update({ delivery_fee: raised - total, total_amount: raised, due_amount: 49_850, subtotal: total })
    .eq('id', id)
  expect(error).toBeNull()
  const due = async () => (await serviceClient().from('orders').select('due_amount').eq('id', id).single()).data
  expect(await verdictOf(notify(second))).toEqual([400, 'wrong_amount'])
  expect(await verdictOf(notify({ ...second, transaction_amount: '49850.00' }))).toEqual([400, 'wrong_amount'])
  expect(await due()).toEqual({ due_amount: 49_850 })
  // What did arrive is owed back, and no more.
  const { data } = await serviceClient().from('refunds').select('reason, amount').eq('order_id', id)
  expect(data).toEqual([{ reason: 'wrong_amount', amount: total }])
})

test('accepts JSON notifications, and only small POST requests', async () => {
  const address = `${shop}/api/gopayfast-notify`
  const json = (body: string) =>
    fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(await (await json('{"basket_id":"BAS-01","err_code":"000"}')).text()).toBe('forged')
  expect(await (await json('{')).text()).toBe('unreadable')
  expect((await json('x'.repeat(20_000))).status).toBe(413)
  expect((await fetch(address)).status).toBe(405)
  expect((await fetch(address, { method: 'POST', body: 'plain' })).status).toBe(415)
})

test('shows on the order’s page that the payment could not start if the provider gives no token', async () => {
  const { url } = await startWith({
    PAYMENT_PROVIDER: 'gopayfast',
    GOPAYFAST_MODE: 'sandbox',
    GOPAYFAST_SECURED_KEY: 'an-old-key',
  })
  const { visitor, orderId } = await pending()
  const page = await there(visitor, url).get(`/pay/${orderId}`)
  expect(page.url).toBe(`/profile/active-orders/${orderId}`)
  expect(words(dom(page).querySelector('.flash'))).toBe('Error initializing payment.')
  expect(await statusOf(orderId)).toBe('PaymentPending')
})

test('accepts a payment that started with the other provider before the setting changed', async () => {
  const { url } = await startWith({ PAYMENT_PROVIDER: 'payfast', GOPAYFAST_MODE: 'sandbox' })
  const begun = await pending()
  const page = await begun.visitor.get(`/pay/${begun.orderId}`)
  const fields = { ...formFields(page.html, 'BASKET_ID'), CHECKOUT_URL: `${url}/api/gopayfast-notify` }
  const hosted = await (await postToProvider('/PostTransaction', fields)).text()
  await postToProvider('/decide', { ...formFields(hosted, 'payment'), decision: 'pay' })
  expect(await statusOf(begun.orderId)).toBe('PaymentAccepted')
  const next = await pending()
  await decideAtPayfast(there(next.visitor, url), next.orderId, 'pay')
  expect(await statusOf(next.orderId)).toBe('PaymentAccepted')
})

test('logs the provider and verdict of a notification, and no key', async () => {
  await notify({ basket_id: 'BAS-01', err_code: '000', validation_hash: '0' })
  await expect.poll(log).toContain('"provider":"gopayfast","verdict":"forged"')
  expect(log()).not.toContain(sandbox.GOPAYFAST_SECURED_KEY)
})
