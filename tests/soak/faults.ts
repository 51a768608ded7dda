import { setTimeout as pause } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import type { Fault } from '../support/backend-proxy.ts'
import type { FragileShop, ShopProcess } from '../support/fragile-shop.ts'
import type { Records } from './records.ts'

/** Time for the balancer to notice that a process has stopped. */
const UNNOTICED = 1_500
/** Time for the circuit breaker to probe the backend and for hanging calls to time out. */
const RECOVERY = 5_000
const BROKEN_FOR = 3_000
const BACKEND_FAULTS: Fault[] = [
  { path: /./, kind: 'status', status: 503 },
  { path: /./, kind: 'reset' },
  { path: /./, kind: 'hang' },
  { path: /./, kind: 'lost response' },
  { path: /./, kind: 'truncated' },
  { path: /./, kind: 'slow', milliseconds: 600 },
  { path: /place_order$/, kind: 'lost response' },
  { path: /\/auth\/v1\//, kind: 'status', status: 500 },
]

/** The shop's process that is killed and stopped. */
export interface Doomed {
  current: ShopProcess
  start: () => Promise<ShopProcess>
}

/** Injects a fault every 10 to 25 seconds until it is stopped. Returns their kinds, and how the processes ended. */
export async function injectFaults(
  shop: FragileShop,
  doomed: Doomed,
  random: () => number,
  records: Records,
  over: AbortSignal,
): Promise<string[]> {
  const seen: string[] = []

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { process } = doomed.current
    const gone = new Promise((resolve) => process.once('exit', (code, by) => resolve(code ?? by)))
    const from = performance.now()
    process.kill(signal)
    seen.push(`${signal}: ${await gone} after ${((performance.now() - from) / 1000).toFixed(1)} s`)
    if (signal === 'SIGKILL') await pause(UNNOTICED)
    // SIGTERM explains no failure, because it must not lose requests.
    if (signal === 'SIGKILL')
      records.windows.push({ kind: signal, from, to: performance.now(), explains: 'broken connections' })
    doomed.current = await doomed.start()
  }

  async function breakBackend(): Promise<void> {
    const fault = BACKEND_FAULTS[Math.floor(random() * BACKEND_FAULTS.length)] ?? null
    const kind = `backend: ${fault?.kind} ${fault?.path.source}`
    seen.push(kind)
    const from = performance.now()
    shop.proxy.fault = fault
    await pause(BROKEN_FOR)
    shop.proxy.fault = null
    await pause(RECOVERY)
    records.windows.push({ kind, from, to: performance.now(), explains: 'errors' })
  }

  for (;;) {
    await pause(10_000 + random() * 15_000, undefined, { signal: over }).catch(() => undefined)
    if (over.aborted) return seen
    const chance = random()
    await (chance < 0.3 ? end('SIGKILL') : chance < 0.6 ? end('SIGTERM') : breakBackend())
    console.log(`  ${seen.at(-1)}`)
  }
}

/** If a trivial read takes longer, the machine is overloaded, and time-outs aren't the shop's fault. */
const SLUGGISH = 1_000

/** Records the periods when the backend itself is slow, bypassing the proxy, until it is stopped. Returns its longest time in milliseconds. */
export async function watchBackend(
  backend: SupabaseClient<Database>,
  records: Records,
  over: AbortSignal,
): Promise<number> {
  let slowest = 0
  while (!over.aborted) {
    const from = performance.now()
    await backend.from('products').select('id').limit(1)
    const to = performance.now()
    slowest = Math.max(slowest, to - from)
    if (to - from > SLUGGISH)
      records.windows.push({ kind: 'not injected: a slow machine', from, to: to + RECOVERY, explains: 'errors' })
    await pause(500, undefined, { signal: over }).catch(() => undefined)
  }
  return slowest
}
