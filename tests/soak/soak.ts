import { setTimeout as pause } from 'node:timers/promises'
import { watchYouth, type Youth } from '../support/age.ts'
import { startFragileShop, type ShopProcess } from '../support/fragile-shop.ts'
import { growthOf, watchMemory } from '../support/memory.ts'
import { allowManyOpenOrders, setStock, serviceBackend, storedOrders, type StoredOrder } from '../support/orders.ts'
import { startBalancer } from './balancer.ts'
import { Faults, watchBackend } from './faults.ts'
import { Pace, Records } from './records.ts'
import { Shopper, type Attempt } from './shopper.ts'

export interface SoakOptions {
  minutes: number
  seed: number
  /** Requests per second. */
  rate: number
  log?: (line: string) => void
}

export interface SoakReport {
  requests: number
  perSecond: number
  faults: Record<string, number>
  accepted: number
  /** Attempts whose responses were all lost. */
  unanswered: number
  explained: Record<string, number>
  unexplained: string[]
  wrongOrders: string[]
  /** The process that is never stopped: mean resident memory of the first and the last quarter, in megabytes. */
  memory: { first: number; last: number; most: number; isFlat: boolean }
  /** How it serves cached pages at the end. */
  youth: Youth
  ends: string[]
  /** The backend's longest own response time for a trivial read, in milliseconds. */
  slowestBackend: number
}

const SHOPPERS = 60

/**
 * Steady shopping at two processes behind a balancer, while one of them is killed or stopped and the backend fails, at random.
 * The other process runs throughout, to measure its memory.
 */
export async function soak({ minutes, seed, rate, log }: SoakOptions): Promise<SoakReport> {
  const shop = await startFragileShop()
  try {
    const backend = serviceBackend(shop.settings)
    await setStock(backend, 1_000_000)
    await allowManyOpenOrders(backend)
    const before = new Set((await storedOrders(backend)).map(({ attempt_key }) => attempt_key))
    const balancer = await startBalancer()
    const start = () => shop.startProcess({ PUBLIC_URL: balancer.url, SHUTDOWN_WAIT: '2', LOG_LEVEL: 'error' })
    const steady = await start()
    const other: { current: ShopProcess } = { current: await start() }
    balancer.use(() => [steady.url, other.current.url])

    const records = new Records()
    const pace = new Pace(rate)
    const over = new AbortController()
    const attempts: Attempt[] = []
    const shoppers = Array.from(
      { length: SHOPPERS },
      (_, place) => new Shopper(place, balancer.url, pace, records, attempts),
    )
    for (const shopper of shoppers) await shopper.enter(shop.settings)
    log?.(`${shoppers.length} shoppers are in.`)
    const youthAtEnd = await watchYouth(steady, await start(), await start())
    pace.start()
    const startedAt = performance.now()
    const memory = watchMemory(() => steady.process)
    const faults = new Faults(shop, other, start, seed, records, log)
    const happening = faults.happen(over.signal)
    const watching = watchBackend(backend, records, over.signal)
    const shopping = shoppers.map((shopper) => shopper.shop(over.signal))
    for (let minute = 0; minute < minutes; minute += 1) {
      await pause(Math.min(1, minutes - minute) * 60_000)
      log?.(
        `Minute ${minute + 1}: ${records.all.length} requests, ${attempts.filter(({ orderId }) => orderId).length} orders, ${memory.samples.at(-1)?.toFixed(0)} MB`,
      )
      // The proxy records every call.
      shop.proxy.calls.length = 0
    }
    over.abort()
    await happening
    const { slowest } = await watching
    await Promise.all(shopping)
    pace.stop()
    memory.stop()
    const seconds = (performance.now() - startedAt) / 1000
    const ordered = (await storedOrders(backend)).filter(({ attempt_key }) => !before.has(attempt_key))
    await balancer.close()
    const youth = await youthAtEnd()
    return {
      requests: records.all.length,
      perSecond: records.all.length / seconds,
      faults: faults.counts,
      accepted: attempts.filter(({ orderId }) => orderId).length,
      unanswered: attempts.filter(({ orderId }) => !orderId).length,
      ...records.judge(),
      wrongOrders: wrongOrders(attempts, ordered),
      // The first tenth fills caches.
      memory: growthOf(memory.samples.slice(Math.floor(memory.samples.length / 10))),
      youth,
      ends: faults.ends,
      slowestBackend: slowest,
    }
  } finally {
    await shop.stop()
  }
}

/** Checks that every accepted order is stored once with the ordered items, and no order whose shopper was told otherwise. */
function wrongOrders(attempts: Attempt[], stored: StoredOrder[]): string[] {
  const wrong: string[] = []
  const byKey = Map.groupBy(stored, ({ attempt_key }) => attempt_key)
  const keys = new Map(attempts.map((attempt) => [attempt.key, attempt]))
  for (const { key, orderId, total } of attempts) {
    if (!orderId) continue
    const [order, ...more] = byKey.get(key) ?? []
    if (order?.order_id !== orderId || more.length > 0)
      wrong.push(`${orderId}: stored ${more.length + (order ? 1 : 0)} times`)
    else if (order.total_amount !== total) wrong.push(`${orderId}: comes to ${order.total_amount}, not ${total}`)
  }
  for (const { attempt_key, order_id, subtotal, order_items } of stored) {
    const attempt = keys.get(attempt_key)
    if (order_items.length === 0 || order_items.reduce((sum, item) => sum + item.subtotal, 0) !== subtotal)
      wrong.push(`${order_id}: its items don't add up`)
    if (!attempt) wrong.push(`${order_id}: nobody tried for it`)
    else if (!attempt.orderId && !attempt.isLost)
      wrong.push(`${order_id}: its shopper was told that it failed, and no fault explains it`)
  }
  return wrong
}
