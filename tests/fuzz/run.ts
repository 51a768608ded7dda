import fc from 'fast-check'
import { usedMemory, isFlat, mean, watchMemory } from '../support/memory.ts'
import { anyRequest } from './generators.ts'
import type { FuzzRequest } from './request.ts'
import { patternOf } from './routes.ts'
import { Sender, type Outcome } from './send.ts'
import type { FuzzShop } from './shop.ts'
import { wronglyStored } from './stored.ts'

export interface FuzzOptions {
  requests: number
  seed: number
  /** The longest allowed response time, in milliseconds; Infinity only measures. */
  limit: number
  /** Parallel requests. */
  connections: number
  /** How many different pages to request first, so that filling the caches doesn't count as growth; none by default. */
  pagesFirst?: number
  log?: (line: string) => void
  /** Ends the run early with a report. */
  stop?: AbortSignal
}

/** A failure, with the smallest request that reproduces it. */
export interface Failure {
  what: string
  count: number
  request: FuzzRequest
  outcome: Outcome
  /** Whether the request alone reproduces it; otherwise it needs parallel or earlier requests. */
  isReproduced: boolean
}

export interface Quarter {
  rss: number
  heap: number
  external: number
}

export interface FuzzReport {
  sent: number
  seconds: number
  statuses: Record<string, number>
  /** 503 with Retry-After: an intended limit. */
  heldBack: number
  slowest: { milliseconds: number; alone: number; what: string; request: FuzzRequest }[]
  failures: Failure[]
  stored: string[]
  deaths: number
  /** After each quarter of the requests and a garbage collection; resident memory is the quarter's mean. */
  quarters: Quarter[]
  isFlat: boolean
}

/** Large, because a batch takes as long as its slowest request. */
const BATCH = 4_000
/** A run ends when the shop has died more often than this. */
const MAX_RESTARTS = 10
const SHRINK_FOR = 10_000
/** Responses with an intended delay, which hides whether an account exists (decision 103); milliseconds. */
const HELD: Record<string, number> = {
  '/create-account': 1_200,
  '/forget-password': 1_200,
  '/verify-otp': 1_200,
  '/login': 1_200,
  '/profile/account': 400,
}
const MAX_SHRUNK_FAILURES = 40

/** Sends generated requests to a shop and reports failures. */
export async function fuzz(shop: FuzzShop, options: FuzzOptions): Promise<FuzzReport> {
  return new Run(shop, options).report()
}

class Run {
  #shop: FuzzShop
  #options: FuzzOptions
  #sender: Sender
  #requests: fc.Arbitrary<FuzzRequest>
  #statuses: Record<string, number> = {}
  #heldBack = 0
  #sent = 0
  #failures = new Map<string, Failure & { path: [seed: number, place: number] }>()
  #slowest: FuzzReport['slowest'] = []

  constructor(shop: FuzzShop, options: FuzzOptions) {
    this.#shop = shop
    this.#options = options
    this.#sender = new Sender(shop, options.connections)
    const cookieNames = [...new Set(shop.people.flatMap((cookies) => [...cookies.keys()]))]
    this.#requests = anyRequest(shop.vocabulary, shop.people.length, cookieNames)
  }

  async report(): Promise<FuzzReport> {
    const { requests, seed, log } = this.#options
    const since = new Date().toISOString()
    const batches = Math.ceil(requests / BATCH)
    // Code that is loaded or compiled once and caches up to their limits don't count as growth.
    await this.#fillCaches(this.#options.pagesFirst ?? 0)
    const warmUp = Math.max(1, Math.ceil(batches / 20))
    for (let batch = 0; batch < warmUp && this.#goesOn(); batch += 1) await this.#sendBatch(seed - 1 - batch, BATCH)
    const startedAt = performance.now()
    const memory = watchMemory(() => this.#shop.process())
    const quarters: Quarter[] = []
    for (let batch = 0; batch < batches && this.#goesOn(); batch += 1) {
      await this.#sendBatch(seed + batch, Math.min(BATCH, requests - batch * BATCH))
      if (batch % 2 === 1) await this.#shop.revive()
      if (log && batch % 2 === 1)
        log(`${this.#sent} sent, ${this.#failures.size} failures, ${Math.round(memory.samples.at(-1) ?? 0)} MB`)
      if (Math.floor(((batch + 1) * 4) / batches) > quarters.length) {
        const samples = memory.samples.splice(0)
        const { heap, external, rss } = await usedMemory(this.#shop.process())
        quarters.push({ rss: samples.length > 0 ? mean(samples) : rss, heap, external })
      }
    }
    memory.stop()
    const seconds = (performance.now() - startedAt) / 1000
    await this.#shrinkAll()
    const stored = await wronglyStored(this.#shop.backend, since)
    await this.#sender.close()
    return {
      sent: this.#sent,
      seconds,
      statuses: this.#statuses,
      heldBack: this.#heldBack,
      slowest: this.#slowest,
      failures: [...this.#failures.values()],
      stored: [...new Set(stored)],
      deaths: this.#shop.deaths,
      quarters,
      isFlat: areFlat(quarters),
    }
  }

  async #fillCaches(pages: number): Promise<void> {
    const page = (number: number): FuzzRequest => ({
      method: 'GET',
      target: `/product-listing?minPrice=${number}`,
      headers: [],
      cookies: [],
      body: { kind: 'none' },
      address: number,
    })
    const all = Array.from({ length: pages }, (_, number) => page(number))
    const lane = async () => {
      for (let request = all.pop(); request && this.#goesOn(); request = all.pop()) await this.#sender.send(request)
    }
    await Promise.all(Array.from({ length: this.#options.connections }, lane))
  }

  #goesOn(): boolean {
    return this.#shop.deaths < MAX_RESTARTS && !this.#options.stop?.aborted
  }

  async #sendBatch(seed: number, count: number): Promise<void> {
    const batch = fc.sample(this.#requests, { seed, numRuns: count })
    const suspects: { place: number; request: FuzzRequest; outcome: Outcome }[] = []
    const deathsBefore = this.#shop.deaths
    let next = 0
    const lane = async () => {
      for (;;) {
        const place = next
        next += 1
        const request = batch[place]
        if (!request || !this.#goesOn()) return
        const outcome = await this.#sender.send(request)
        this.#count(outcome)
        if (this.#problemOf(outcome, request)) suspects.push({ place, request, outcome })
        if (!isAnswered(outcome)) await this.#shop.alive()
      }
    }
    await Promise.all(Array.from({ length: this.#options.connections }, lane))
    // A request that blocks or kills the process also fails parallel ones, so each is sent again by itself.
    const hasDied = this.#shop.deaths > deathsBefore
    suspects.sort((one, other) => other.outcome.milliseconds - one.outcome.milliseconds)
    const tried = new Map<string, number>()
    for (const { place, request, outcome } of suspects) {
      const key = `${this.#problemOf(outcome, request)} ${labelOf(request)}`
      const known = this.#failures.get(key)
      const tries = (tried.get(key) ?? 0) + 1
      tried.set(key, tries)
      if (known?.isReproduced || tries > 5) {
        if (known) known.count += 1
        continue
      }
      const { problem, again } = await this.#tryAlone(request)
      if (outcome.milliseconds > this.#limitOf(request)) this.#noteSlow(request, outcome, again)
      if (problem) this.#note(problem, request, again, true, [seed, place])
      else if (outcome.status >= 500 || (!isAnswered(outcome) && !hasDied))
        this.#note(this.#problemOf(outcome, request) ?? '', request, outcome, false, [seed, place])
      if (this.#shop.deaths >= MAX_RESTARTS) return
    }
  }

  /** Sends the request alone: up to three times if it was slow, because the machine may be busy. */
  async #tryAlone(request: FuzzRequest): Promise<{ problem: string | null; again: Outcome }> {
    let best: Outcome | null = null
    for (let tries = 0; tries < 3; tries += 1) {
      await this.#shop.alive()
      const again = await this.#sender.send(fromElsewhere(request))
      // The process may exit shortly after the connection closes.
      if (!isAnswered(again) && (await this.#hasEnded())) {
        await this.#shop.alive()
        return { problem: 'the process ended', again }
      }
      if (!best || again.milliseconds < best.milliseconds) best = again
      const problem = this.#problemOf(again, request)
      if (problem === null || again.status >= 500) return { problem, again }
    }
    if (!best) throw new Error('Never sent.')
    return { problem: this.#problemOf(best, request), again: best }
  }

  async #hasEnded(): Promise<boolean> {
    const child = this.#shop.process()
    if (child.exitCode === null && child.signalCode === null)
      await Promise.race([
        new Promise((resolve) => child.once('exit', resolve)),
        new Promise((resolve) => setTimeout(resolve, 500)),
      ])
    return child.exitCode !== null || child.signalCode !== null
  }

  #count(outcome: Outcome): void {
    this.#sent += 1
    const key = outcome.status ? String(outcome.status) : (outcome.trouble ?? 'none')
    this.#statuses[key] = (this.#statuses[key] ?? 0) + 1
    if (outcome.status === 503 && outcome.retryAfter) this.#heldBack += 1
  }

  #problemOf(outcome: Outcome, request: FuzzRequest): string | null {
    const { status, trouble, milliseconds, retryAfter } = outcome
    if (status >= 500 && !(status === 503 && retryAfter) && status !== 501 && status !== 505) return `status ${status}`
    if (!isAnswered(outcome)) return `no response: ${trouble}`
    return milliseconds > this.#limitOf(request) ? 'slow' : null
  }

  #limitOf({ method, target }: FuzzRequest): number {
    const held = method === 'POST' ? (HELD[patternOf(target.split('?')[0] ?? '')] ?? 0) : 0
    return this.#options.limit + held
  }

  #note(problem: string, request: FuzzRequest, outcome: Outcome, isReproduced: boolean, path: [number, number]): void {
    const key = `${problem} ${labelOf(request)}`
    const known = this.#failures.get(key)
    if (known?.isReproduced || (known && !isReproduced)) known.count += 1
    else {
      this.#failures.set(key, { what: key, count: (known?.count ?? 0) + 1, request, outcome, isReproduced, path })
      this.#options.log?.(`✗ ${key}${isReproduced ? '' : ' (not again by itself)'}`)
    }
  }

  #noteSlow(request: FuzzRequest, { milliseconds }: Outcome, again: Outcome): void {
    this.#slowest.push({ milliseconds, alone: again.milliseconds, what: labelOf(request), request })
    this.#slowest.sort((one, other) => other.alone - one.alone)
    this.#slowest.length = Math.min(this.#slowest.length, 10)
  }

  async #shrinkAll(): Promise<void> {
    const reproduced = [...this.#failures.values()].filter((failure) => failure.isReproduced)
    for (const failure of reproduced.slice(0, MAX_SHRUNK_FAILURES)) {
      const [seed, place] = failure.path
      const problem = failure.what.slice(0, -labelOf(failure.request).length - 1)
      const fails = fc.asyncProperty(this.#requests, async (request) => {
        const tried = await this.#tryAlone(request)
        if (tried.problem !== problem) return
        // fast-check only shrinks failing values, so the last one is the smallest.
        failure.request = request
        failure.outcome = tried.again
        throw new Error(problem)
      })
      await fc.check(fails, { seed, path: String(place), numRuns: 1, interruptAfterTimeLimit: SHRINK_FOR })
    }
  }
}

function isAnswered({ status, trouble }: Outcome): boolean {
  return status > 0 || trouble === 'not sent' || trouble === 'closed early' || trouble === 'closed'
}

/** Uses a new IP address for each attempt, to avoid limits per address. */
function fromElsewhere(request: FuzzRequest): FuzzRequest {
  return { ...request, address: request.address + 1_000_000 + Math.floor(Math.random() * 10_000_000) }
}

/** Returns a request's name in the report: method and route, without values. */
export function labelOf({ method, target, body }: FuzzRequest): string {
  if (body.kind === 'wire') return `wire ${body.lines[0]?.slice(0, 40)}`
  return `${method} ${patternOf(target.split('?')[0] ?? '')}${body.kind === 'none' ? '' : ` ${body.kind}`}`
}

function areFlat(quarters: Quarter[]): boolean {
  const [first, last] = [quarters[0], quarters.at(-1)]
  if (!first || !last) return true
  return (['rss', 'heap', 'external'] as const).every((kind) => isFlat(first[kind], last[kind]))
}
