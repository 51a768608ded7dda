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

/** The faults, in an order derived from the seed. */
export class Faults {
  counts: Record<string, number> = {}
  /** How each process ended after SIGTERM. */
  ends: string[] = []
  #shop: FragileShop
  #other: { current: ShopProcess }
  #start: () => Promise<ShopProcess>
  #random: () => number
  #records: Records
  #log: ((line: string) => void) | undefined

  constructor(
    shop: FragileShop,
    other: { current: ShopProcess },
    start: () => Promise<ShopProcess>,
    seed: number,
    records: Records,
    log: ((line: string) => void) | undefined,
  ) {
    this.#shop = shop
    this.#other = other
    this.#start = start
    this.#random = seeded(seed)
    this.#records = records
    this.#log = log
  }

  /** Injects a fault every 10 to 25 seconds until it is stopped. */
  async happen(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await pause(10_000 + this.#random() * 15_000, undefined, { signal: over }).catch(() => undefined)
      if (over.aborted) return
      const chance = this.#random()
      if (chance < 0.3) await this.#killHard()
      else if (chance < 0.6) await this.#askToEnd()
      else await this.#breakBackend()
    }
  }

  async #killHard(): Promise<void> {
    this.#count('SIGKILL')
    const doomed = this.#other.current.process
    const gone = ended(doomed)
    const from = performance.now()
    doomed.kill('SIGKILL')
    await gone
    await pause(UNNOTICED)
    this.#records.windows.push({ kind: 'SIGKILL', from, to: performance.now(), explains: 'broken connections' })
    this.#other.current = await this.#start()
  }

  /** SIGTERM explains no failure, because it must not lose requests. */
  async #askToEnd(): Promise<void> {
    this.#count('SIGTERM')
    const doomed = this.#other.current.process
    const gone = ended(doomed)
    const from = performance.now()
    doomed.kill('SIGTERM')
    this.ends.push(`${await gone} after ${((performance.now() - from) / 1000).toFixed(1)} s`)
    this.#other.current = await this.#start()
  }

  async #breakBackend(): Promise<void> {
    const fault = BACKEND_FAULTS[Math.floor(this.#random() * BACKEND_FAULTS.length)] ?? null
    const kind = `backend: ${fault?.kind} ${fault?.path.source}`
    this.#count(kind)
    const from = performance.now()
    this.#shop.proxy.fault = fault
    await pause(BROKEN_FOR)
    this.#shop.proxy.fault = null
    await pause(RECOVERY)
    this.#records.windows.push({ kind, from, to: performance.now(), explains: 'errors' })
  }

  #count(kind: string): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1
    this.#log?.(`  ${kind}`)
  }
}

/** If a trivial read takes longer, the machine is overloaded, and time-outs aren't the shop's fault. */
const SLUGGISH = 1_000

/** Measures the backend's own response time, bypassing the proxy, and records the periods when it is slow. */
export async function watchBackend(
  backend: SupabaseClient<Database>,
  records: Records,
  over: AbortSignal,
): Promise<{ slowest: number }> {
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
  return { slowest }
}

function ended(child: ShopProcess['process']): Promise<string> {
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(String(code ?? signal))))
}

/** Returns pseudo-random numbers from 0 to 1 for a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
