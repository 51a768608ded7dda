import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { stopProcess } from '../../scripts/sandbox-process.ts'
import { addToCart, checkoutFields, placeOrder } from '../support/checkout.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import { freePort } from '../support/free-port.ts'
import { shopSettings, startServer } from '../support/running-shop.ts'
import { Visitor } from '../support/visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'modes-'))
const processes: ChildProcess[] = []
let cashOnly: string
let testShop: string

/** Starts a shop with its own settings on the shared sandbox. Returns its URL. */
async function startWith(environment: Record<string, string>): Promise<string> {
  const url = `http://127.0.0.1:${await freePort()}`
  const settings = shopSettings({ settings: inject('sandbox') }, url, mkdtempSync(join(folder, 'process-')))
  const server = await startServer({ ...settings, ...environment })
  processes.push(server.process)
  return url
}

beforeAll(async () => {
  cashOnly = await startWith({ PAYFAST_MODE: 'off' })
  testShop = await startWith({ PUBLIC_URL: 'https://shop.test', PAYFAST_ACKNOWLEDGE_SANDBOX: 'yes' })
})
afterAll(async () => {
  await Promise.all(processes.map(stopProcess))
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the same browser at the shop without card payments. */
function atCashOnly({ cookies }: Visitor): Visitor {
  const visitor = new Visitor(cashOnly)
  visitor.cookies = new Map(cookies)
  return visitor
}

const CARD_WORDS = /payfast|visa|mastercard|\bcards?\b/i

test('mentions no cards with PAYFAST_MODE=off, and offers only cash on delivery (CH-26)', async () => {
  const visitor = atCashOnly(await signedIn(await newPerson('Nadia Iqbal')))
  await addToCart(visitor)
  for (const path of ['/', '/product-listing', '/cart', '/checkout', '/login', '/about-us', '/no-such-page'])
    expect([path, CARD_WORDS.exec((await visitor.get(path)).text)?.[0]]).toEqual([path, undefined])
  const checkout = await visitor.get('/checkout')
  const choices = dom(checkout).querySelectorAll('input[name=payment]')
  expect(choices.map((choice) => [choice.getAttribute('value'), choice.hasAttribute('checked')])).toEqual([
    ['cod', true],
  ])
  expect(all(dom(checkout), '.pay-button')).toEqual(['Place Order (Cash on Delivery)'])
  expect(checkout.headers.get('content-security-policy')).not.toContain('payfast')
  expect((await visitor.submit('/checkout', await checkoutFields(visitor, 'cod'))).headers.get('location')).toMatch(
    /^\/checkout\/placed\/ORD-/,
  )
})

test('refuses a posted card payment with PAYFAST_MODE=off, keeps the fields, and places no order', async () => {
  const person = await newPerson('Nadia Iqbal')
  const visitor = atCashOnly(await signedIn(person))
  await addToCart(visitor)
  const fields = await checkoutFields(visitor, 'payfast')
  for (const payment of ['payfast', 'anything', '']) {
    const page = await visitor.post('/checkout', { ...fields, payment })
    expect(page.status).toBe(400)
    expect(all(dom(page), 'main .notice[role=alert]')).toEqual([
      expect.stringContaining('Card payment is not available. Please choose Cash on Delivery.'),
    ])
    expect(dom(page).querySelector('input[name=address]')?.getAttribute('value')).toBe('7 Canal Road')
    expect(dom(page).querySelector('input[name=payment][checked]')?.getAttribute('value')).toBe('cod')
  }
  const { count } = await serviceClient()
    .from('orders')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', person.id)
  expect(count).toBe(0)
})

test('suggests no card payment for a refused cash order with PAYFAST_MODE=off', async () => {
  const person = await newPerson()
  const before = await signedIn(person)
  for (let n = 0; n < 3; n += 1) await placeOrder(before, 'cod')
  const visitor = atCashOnly(before)
  await addToCart(visitor)
  const page = await visitor.post('/checkout', await checkoutFields(visitor, 'cod'))
  expect(page.text).toContain('Several of your cash on delivery orders are still open. Please wait for one to arrive.')
  expect(page.text).not.toMatch(CARD_WORDS)
})

test('leaves an unpaid card order unchanged with PAYFAST_MODE=off, and doesn’t take its payment', async () => {
  const before = await signedIn(await newPerson())
  const orderId = await placeOrder(before, 'payfast')
  const visitor = atCashOnly(before)
  for (const path of ['/profile/active-orders', `/profile/active-orders/${orderId}`]) {
    const page = await visitor.get(path)
    expect(page.text).toContain(orderId)
    expect(page.text).not.toMatch(/Re Pay|Pay Now/)
    expect(dom(page).querySelector(`form[action="/pay/${orderId}"]`)).toBeNull()
  }
  for (const page of [await visitor.get(`/pay/${orderId}`), await visitor.post(`/pay/${orderId}`, {})]) {
    expect(page.url).toBe(`/profile/active-orders/${orderId}`)
    expect(words(dom(page).querySelector('.flash'))).toBe('This order can’t be paid online at the moment.')
  }
  const { data } = await serviceClient().from('orders').select('status').eq('order_id', orderId).single()
  expect(data?.status).toBe('PaymentPending')
})

test('stores the payment’s number of a notification with PAYFAST_MODE=off, and asks the provider to retry', async () => {
  const payment = crypto.randomUUID()
  const response = await fetch(`${cashOnly}/api/payfast-notify`, {
    method: 'POST',
    body: `pf_payment_id=${payment}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(response.status).toBe(503)
  const { data } = await serviceClient()
    .from('payment_notifications')
    .select('verdict, body')
    .contains('message', { pf_payment_id: payment })
  expect(data).toEqual([{ verdict: 'payments are off', body: null }])
})

test('shows a banner on every page for sandbox payments at an https URL, cached pages included', async () => {
  const banner = 'This is a test shop. Card payments are not real.'
  const visitor = new Visitor(testShop)
  // Twice, so that the second response comes from the cache.
  for (const path of ['/', '/', '/product-listing', '/faq', '/cart', '/login', '/no-such-page']) {
    const page = await visitor.get(path)
    expect([path, all(dom(page), '.test-banner')]).toEqual([path, [banner]])
  }
  const local = await new Visitor(inject('shopUrl')).get('/')
  expect(all(dom(local), '.test-banner')).toEqual([])
})
