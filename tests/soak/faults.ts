import { setTimeout as pause } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import type { Fault } from '../support/backend-proxy.ts'
import type { FragileShop, ShopProcess } from '../support/fragile-shop.ts'
import type { Records } from './records.ts'

/** Until the balancer has seen that a process is gone. */
const UNNOTICED = 1_500
/** Until the breaker has probed the backend and calls that hung have timed out. */
const RECOVERY = 5_000
const BROKEN_FOR = 3_000
const BACKEND_FAULTS: Fault[] = [
  { path: /./, kind: 'status', status: 503 },
  { path: /./, kind: 'reset' },
  { path: /./, kind: 'hang' },
  { path: /./, kind: 'lost answer' },
  { path: /./, kind: 'truncated' },
  { path: /./, kind: 'slow', milliseconds: 600 },
  { path: /place_order$/, kind: 'lost answer' },
  { path: /\/auth\/v1\//, kind: 'status', status: 500 },
]

/** What goes wrong, one after the other, in an order that the seed decides. */
export class Faults {
  counts: Record<string, number> = {}
  /** How each process that was asked to end did so. */
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

  /** Breaks things every 10 to 25 seconds until it is over. */
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

  /** Explains nothing: whoever is asked to end loses no request. */
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

/** Longer than this for a trivial read, and the machine has too much else to do: what then times out is no fault of the shop. */
const SLUGGISH = 1_000

/** Asks the backend, past the proxy, how quick it is by itself, and notes the times in which it isn't. */
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

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
