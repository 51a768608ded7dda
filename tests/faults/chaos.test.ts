import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFragileShop, type FragileShop, type ShopProcess } from '../support/fragile-shop.ts'
import {
  allowManyOpenOrders,
  setStock,
  prepareOrder,
  sameBrowser,
  serviceBackend,
  storedOrders,
  submitOrder,
  type AcceptedOrder,
} from '../support/orders.ts'
import { seeded } from '../support/seeded.ts'
import { Visitor } from '../support/visitor.ts'

// Orders while shop and backend are killed at random. CHAOS_ORDERS is their number; each must become exactly one order. CHAOS_SEED
// repeats the kills of an earlier run: their order, and after how much work each comes.

const ORDERS = Number(process.env.CHAOS_ORDERS ?? 24)
const SEED = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))
const BUYERS = ['ayesha', 'mahnoor', 'hira', 'fatima', 'zainab', 'nimra', 'sana', 'iqra']
const KINDS = ['shop', 'backend', 'connections'] as const
type Kind = (typeof KINDS)[number]
/** One for three orders, and two of each kind. */
const KILLS = Math.max(2 * KINDS.length, Math.ceil(ORDERS / 3))
/** About as many as an order makes. */
const MOST_CALLS = 12
const LIMIT = 20 * 60_000

let shop: FragileShop
const alive: ShopProcess[] = []

beforeAll(async () => {
  shop = await startFragileShop()
  alive.push(await shop.startProcess(), await shop.startProcess())
})
afterAll(() => shop.stop())

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const one = <Item>(items: readonly Item[], chance = Math.random()) => items[Math.floor(chance * items.length)] as Item

/** Returns the kinds of all kills: each twice, the others by chance, in random order. */
function plan(random: () => number): Kind[] {
  const chosen = Array.from({ length: KILLS - 2 * KINDS.length }, (): Kind => {
    const chance = random()
    return chance < 0.4 ? 'shop' : chance < 0.55 ? 'backend' : 'connections'
  })
  return [...KINDS, ...KINDS, ...chosen]
    .map((kind) => ({ kind, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ kind }) => kind)
}

/** Retries at any running process until it works, like a patient shopper, who waits longer each time. */
async function patiently<Outcome>(attempt: (url: string) => Promise<Outcome | null>): Promise<Outcome> {
  for (let wait = 100; ; wait = Math.min(2 * wait, 800)) {
    try {
      const outcome = await attempt(one(alive).url)
      if (outcome !== null) return outcome
    } catch {
      // The connection broke or another page came: retry.
    }
    await pause(wait)
  }
}

async function buyOne(session: Map<string, string>, payment: 'cod' | 'payfast'): Promise<AcceptedOrder> {
  const { fields, cookies } = await patiently(async (url) => {
    const visitor = sameBrowser(url, session)
    return { fields: await prepareOrder(visitor, payment), cookies: visitor.cookies }
  })
  return patiently((url) => submitOrder(sameBrowser(url, cookies), fields))
}

test(
  'with shop and backend killed at random, every accepted order is stored exactly once with its items (CH-59)',
  async () => {
    const backend = serviceBackend(shop.settings)
    await setStock(backend, 9_000)
    await allowManyOpenOrders(backend)
    const before = (await storedOrders(backend)).length

    const accepted: AcceptedOrder[] = []
    let [begun, allowed] = [0, 0]
    const kills = { shop: 0, backend: 0, connections: 0 }
    const random = seeded(SEED)
    console.log(`CHAOS_SEED=${SEED}`)
    const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: LIMIT, interval: 5 })
    /** Waits for it, or until no order is left on the way. */
    const underWay = (isSo: () => boolean) => until(() => isSo() || accepted.length === allowed)

    /** Waits for an order since the last kill, lets more begin, and waits for a random number of calls. */
    async function someWork(kill: number): Promise<void> {
      const done = accepted.length
      if (kill > 0) await underWay(() => accepted.length > done)
      const [from, most] = [shop.proxy.calls.length, Math.floor(random() * MOST_CALLS)]
      allowed = Math.ceil((ORDERS * (kill + 1)) / KILLS)
      await underWay(() => shop.proxy.calls.length > from + most)
    }

    async function strike(kind: Kind, kill: number): Promise<void> {
      if (kind === 'shop') {
        const place = random() < 0.5 ? 0 : 1
        const doomed = alive[place]
        const successor = await shop.startProcess()
        await someWork(kill)
        alive[place] = successor
        doomed?.process.kill('SIGKILL')
      } else if (kind === 'backend') {
        await someWork(kill)
        await shop.killBackend()
      } else {
        await someWork(kill)
        const times = 1 + Math.floor(random() * 5)
        shop.proxy.fault = { path: /./, kind: one(['hang', 'reset', 'lost response'] as const, random()), times }
        await underWay(() => shop.proxy.fault === null)
      }
      kills[kind] += 1
    }

    const chaos = (async () => {
      for (const [number, kind] of plan(random).entries()) await strike(kind, number)
    })()

    const buyers = BUYERS.map(async (name) => {
      const session = await patiently(async (url) => {
        const visitor = new Visitor(url)
        await visitor.post('/login', { emailOrPhone: `${name}@example.com`, password: 'jasmine-tea-7' })
        return visitor.cookies.has('website_session') ? visitor.cookies : null
      })
      session.delete('addtocartItems')
      while (begun < ORDERS) {
        await until(() => begun < allowed || begun === ORDERS)
        if (begun === ORDERS) break
        begun += 1
        accepted.push(await buyOne(session, begun % 2 === 0 ? 'cod' : 'payfast'))
      }
    })
    await Promise.all([...buyers, chaos])

    const rows = await storedOrders(backend)
    expect(new Set(accepted.map(({ orderId }) => orderId)).size).toBe(ORDERS)
    expect(rows.length - before).toBe(ORDERS)
    const byKey = new Map(rows.map((row) => [row.attempt_key, row]))
    for (const { key, orderId } of accepted) expect(byKey.get(key)?.order_id).toBe(orderId)
    expect(rows.filter(({ order_items }) => order_items.length === 0)).toEqual([])
    expect(Object.values(kills).filter((count) => count < 2)).toEqual([])
    console.log(`${ORDERS} orders; killed: ${JSON.stringify(kills)}`)
  },
  LIMIT,
)
