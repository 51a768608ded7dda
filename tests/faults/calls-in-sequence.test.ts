import type { ServerBuild } from '@remix-run/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallRounds } from '../support/call-rounds.ts'
import { answerAsAgent, startChat } from '../support/chat.ts'
import { addToCart, placeOrder } from '../support/checkout.ts'
import { SESSION_SECRET, startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { prepareOrder, serviceBackend, submitOrder } from '../support/orders.ts'
import { FOR_SHOPPERS, PUBLIC } from '../support/page-types.ts'
import { freePort } from '../support/free-port.ts'
import { shopSettings } from '../support/running-shop.ts'
import { expireToken, readCookie } from '../support/shop-cookies.ts'
import { Visitor } from '../support/visitor.ts'

// How many calls of the backend a page waits for one after the other (decision 33).

let fragile: FragileShop
let server: ReturnType<typeof import('../../app/entry.server.tsx').createShopServer>
let url: string
let shopper: Visitor
let shopperId: string
let guest: Visitor
/** The pages of the shopper's orders and conversation, besides those of every shopper. */
let ownPages: string[]
let guestPages: string[]

beforeAll(async () => {
  fragile = await startFragileShop()
  url = `http://127.0.0.1:${await freePort()}`
  const build: ServerBuild = await import(new URL('../../build/server/index.js', import.meta.url).href)
  const { createShopServer, readSettings } = build.entry
    .module as unknown as typeof import('../../app/entry.server.tsx')
  const settings = { ...shopSettings(fragile, url, '/tmp'), SESSION_SECRET, GUEST_CHECKOUT: 'on', LOG_LEVEL: 'silent' }
  server = createShopServer({ settings: readSettings({ ...settings, SUPABASE_URL: fragile.proxy.url }), build })
  await new Promise<void>((resolve) => server.server.listen(Number(new URL(url).port), '127.0.0.1', resolve))
  shopper = new Visitor(url)
  await shopper.post('/login', { emailOrPhone: 'ayesha@example.com', password: 'jasmine-tea-7' })
  const { access } = await readCookie<{ access: string }>(shopper, 'website_session', SESSION_SECRET)
  shopperId = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()).sub
  guest = new Visitor(url)
  const [number, unpaid, ofGuest] = [
    await placeOrder(shopper, 'cod'),
    await placeOrder(shopper, 'payfast'),
    await placeAsGuest(),
  ]
  const delivered = await deliver(await placeOrder(shopper, 'cod'))
  ownPages = [
    ...[number, unpaid, delivered].map((order) => `/profile/active-orders/${order}`),
    ...[number, delivered].map((order) => `/checkout/placed/${order}`),
    `/pay/${unpaid}`,
    `/orders/${number}/cancel`,
    `/orders/${number}/edit`,
    ...['return', 'exchange', 'invoice'].map((page) => `/orders/${delivered}/${page}`),
    `/profile/active-orders/payment-success?order=${unpaid}`,
    `/profile/active-orders/payment-failed?order=${unpaid}`,
    `/profile/chat-support?conversation=${await answered(await startChat(shopper))}`,
  ]
  guestPages = [
    '/checkout',
    `/checkout/placed/${ofGuest}`,
    `/pay/${ofGuest}`,
    `/orders/${ofGuest}/cancel`,
    `/orders/${ofGuest}/edit`,
  ]
  for (const visitor of [shopper, guest]) {
    await addToCart(visitor)
    await visitor.submit('/wishlist', { slug: 'guest-robe', intent: 'save' })
    await visitor.submit('/recently-viewed', { intent: 'remember' })
    await visitor.get('/product/kimono-robe')
  }
})
afterAll(async () => {
  await server.close()
  await fragile.stop()
})

async function placeAsGuest(): Promise<string> {
  const order = await submitOrder(guest, { ...(await prepareOrder(guest, 'payfast')), email: 'guest@example.com' })
  if (!order) throw new Error('The guest’s order was refused.')
  return order.orderId
}

/** Gives a conversation an answer, which is unread until its page is loaded. */
async function answered(conversation: string): Promise<string> {
  await answerAsAgent(conversation, { message_text: 'It is lined.' }, serviceBackend(fragile.settings))
  return conversation
}

async function deliver(order: string): Promise<string> {
  const orders = serviceBackend(fragile.settings).from('orders')
  for (const status of ['Shipped', 'Delivered']) await orders.update({ status }).eq('order_id', order)
  return order
}

/** Returns the calls that a page waited for, those in sequence apart. The session counts as not confirmed lately. */
async function roundsOf(visitor: Visitor, path: string): Promise<string[][]> {
  server.shop.sessions.forgetChecks(shopperId)
  const { rounds } = (fragile.proxy.rounds = new CallRounds())
  await (await visitor.request(path)).arrayBuffer()
  fragile.proxy.rounds = null
  return rounds.filter((round) => round.length > 0)
}

/** Returns those pages that wait for more calls in sequence, with these calls. */
async function slowPages(paths: readonly string[], visitor: () => Visitor | Promise<Visitor>, most = 2) {
  const slow: [string, string[][]][] = []
  for (const path of paths) {
    const rounds = await roundsOf(await visitor(), path)
    if (rounds.length > most) slow.push([path, rounds])
  }
  return slow
}

test(
  'no page waits for more than two calls in sequence, even with nothing cached (XX-45)',
  { timeout: 60_000 },
  async () => {
    const pages = await slowPages(PUBLIC, () => {
      server.shop.catalogue.markOutdated()
      return new Visitor(url)
    })
    expect(pages).toEqual([])
  },
)

test('no page of a guest with a cart and an order waits for more than two calls in sequence (XX-45)', async () => {
  expect(await slowPages([...PUBLIC, ...guestPages], () => guest)).toEqual([])
})

test('no page of a signed-in shopper, the checkout included, waits for more than two calls in sequence (XX-45)', async () => {
  const pages = [...PUBLIC, ...FOR_SHOPPERS, ...ownPages]
  expect(await slowPages(pages, () => shopper)).toEqual([])
  // The test would miss calls that it couldn't see.
  expect(await roundsOf(shopper, '/checkout')).toEqual([
    expect.arrayContaining(['GET /auth/v1/user', 'POST /rest/v1/rpc/change_cart', 'GET /rest/v1/profile_addresses']),
    ['POST /rest/v1/rpc/price_cart'],
  ])
})

test('new tokens, once an hour, are one call more before those of the page (XX-45)', { timeout: 60_000 }, async () => {
  const aged = async () => {
    await expireToken(shopper, SESSION_SECRET)
    return shopper
  }
  expect(await slowPages([...FOR_SHOPPERS, ...ownPages], aged, 3)).toEqual([])
  expect(await roundsOf(await aged(), '/profile')).toEqual([['POST /auth/v1/token'], expect.any(Array)])
})
