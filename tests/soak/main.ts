import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startFragileShop } from '../support/fragile-shop.ts'
import { mean, watchMemory } from '../support/memory.ts'
import { allowManyOpenOrders, serviceBackend, setStock, storedOrders } from '../support/orders.ts'
import { startRoundRobin } from '../support/round-robin.ts'
import { seeded } from '../support/seeded.ts'
import { injectFaults, watchBackend, type Doomed } from './faults.ts'
import { Records } from './records.ts'
import { Shopper, wrongOrders } from './shopper.ts'

/**
 * `npm run measure -- soak`: steady shopping at two processes while one of them is killed or stopped and the backend fails. Fails when an
 * accepted order isn't stored exactly once, when an error isn't explained by an injected fault, or when memory grows. The other process
 * runs throughout, to measure its memory.
 *
 *   --minutes 15   duration
 *   --rate 20      requests per second, about
 *   --seed 1       determines the faults and their times; random by default
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    rate: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
const SHOPPERS = 60
/** Growth that still counts as flat: caches fill up, but a leak continues. */
const FLAT = { factor: 1.15, megabytes: 16 }
const POLLED_EVERY = 250

console.log(`Seed ${values.seed}`)
const shop = await startFragileShop()
try {
  const backend = serviceBackend(shop.settings)
  await setStock(backend, 1_000_000)
  await allowManyOpenOrders(backend)
  const before = new Set((await storedOrders(backend)).map(({ attempt_key }) => attempt_key))

  const inRotation: string[] = []
  const balancer = await startRoundRobin(inRotation)
  const start = () => shop.startProcess({ PUBLIC_URL: balancer.url, SHUTDOWN_WAIT: '2', LOG_LEVEL: 'error' })
  const steady = await start()
  const doomed: Doomed = { current: await start(), start }
  const over = new AbortController()
  const ended = new AbortController()
  const balancing = balance()

  const records = new Records()
  const shoppers = Array.from({ length: SHOPPERS }, (_, place) => new Shopper(place, balancer.url, records))
  for (const shopper of shoppers) await shopper.enter(shop.settings)
  console.log(`${shoppers.length} shoppers are in.`)
  const startedAt = performance.now()
  const memory = watchMemory(() => steady.process)
  const faults = injectFaults(shop, doomed, seeded(Number(values.seed)), records, over.signal)
  const slowest = watchBackend(backend, records, over.signal)
  const shopping = shoppers.map((shopper) => shopper.shop(over.signal, (1_000 * SHOPPERS) / Number(values.rate)))
  for (let minute = Number(values.minutes); minute > 0; minute -= 1) {
    await pause(Math.min(1, minute) * 60_000)
    console.log(`${records.requests} requests, ${memory.samples.at(-1)?.toFixed(0)} MB`)
    // The proxy records every call.
    shop.proxy.calls.length = 0
  }
  over.abort()
  await Promise.all(shopping)
  memory.stop()
  const perSecond = records.requests / ((performance.now() - startedAt) / 1_000)
  const kinds = Map.groupBy(await faults, (kind) => kind)
  const attempts = shoppers.flatMap((shopper) => shopper.attempts)
  const stored = (await storedOrders(backend)).filter(({ attempt_key }) => !before.has(attempt_key))
  const wrong = wrongOrders(attempts, stored, records)
  const { explained, unexplained } = records.judge()
  ended.abort()
  await balancing
  await balancer.close()

  // The first tenth fills caches.
  const samples = memory.samples.slice(Math.floor(memory.samples.length / 10))
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  const [first, last] = [mean(samples.slice(0, quarter)), mean(samples.slice(-quarter))]
  const isFlat = last <= Math.max(first * FLAT.factor, first + FLAT.megabytes)

  console.log(`
| Measure | Seen |
|---|---|
| requests | ${records.requests}, ${perSecond.toFixed(1)} a second |
| broken on purpose | ${[...kinds].map(([kind, times]) => `${times.length} × ${kind}`).join('; ')} |
| orders accepted | ${attempts.filter(({ orderId }) => orderId).length} |
| attempts that never got a number | ${attempts.filter(({ orderId }) => !orderId).length} |
| wrong orders | ${wrong.length} |
| errors that a fault explains | ${JSON.stringify(explained)} |
| errors that none explains | ${unexplained.length} |
| the backend by itself, a trivial read | ${(await slowest).toFixed(0)} ms at most |
| memory of the process that lived throughout | ${first.toFixed(0)} MB in the first quarter, ${last.toFixed(0)} MB in the last, ${Math.max(...samples).toFixed(0)} MB at most: ${isFlat ? 'flat' : 'GROWS'} |
`)
  for (const line of [...wrong, ...unexplained].slice(0, 60)) console.log(`✗ ${line}`)
  if (wrong.length > 0 || unexplained.length > 0 || !isFlat) process.exitCode = 1

  /** Sends connections to the steady process, and to the other one as long as it reports ready. */
  async function balance(): Promise<void> {
    while (!ended.signal.aborted) {
      const isReady = await fetch(`${doomed.current.url}/health/ready`, {
        signal: AbortSignal.timeout(2 * POLLED_EVERY),
        headers: { connection: 'close' },
      }).then(
        async (response) => {
          await response.body?.cancel()
          return response.ok
        },
        () => false,
      )
      inRotation.splice(0, inRotation.length, steady.url, ...(isReady ? [doomed.current.url] : []))
      await pause(POLLED_EVERY)
    }
  }
} finally {
  await shop.stop()
}
