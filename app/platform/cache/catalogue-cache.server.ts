import { LRUCache } from 'lru-cache'
import { describeError, type Log } from '../log.server'
import { DAY, MINUTE, SECOND } from '../time'

/** Fresh for a minute, served while it is refreshed for ten, and for a day while the backend can't respond. */
const FRESH = 60 * SECOND
const STALE_IF_ERROR = 1 * DAY
const STALE_WHILE_REVALIDATE = 10 * MINUTE
const MAX_BYTES = 16 * 1024 * 1024
const MAX_ENTRIES = 5_000
/** Objects take about four times the bytes of their JSON on V8's heap; an entry and its key some more. */
const HEAP_BYTES_PER_CHARACTER = 4
const ENTRY_BYTES = 400
/** "There is no such product": anybody can ask for made-up names, so these are few and short-lived. */
const MAX_MISSING = 500
const MISSING_FRESH = 30 * SECOND
/** After a failure nobody asks again for this long, so that a dead backend isn't asked by every page. */
const PAUSE_AFTER_FAILURE = 2 * SECOND
const MAX_FAILURES = 1_000

interface Entry {
  value: object
  at: number
}

/**
 * What the backend says about the catalogue, the same for every visitor: one question at a time for a key, stale answers
 * rather than none. Bounded in entries and bytes. Never holds anything personal, and no order takes a price from it.
 */
export class CatalogueCache {
  #log: Log
  #entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ value }, key) =>
      HEAP_BYTES_PER_CHARACTER * JSON.stringify(value).length + 2 * key.length + ENTRY_BYTES,
  })
  #missing = new LRUCache<string, true>({ max: MAX_MISSING, ttl: MISSING_FRESH })
  #asking = new Map<string, Promise<object | null>>()
  #failures = new LRUCache<string, number>({ max: MAX_FAILURES })
  stats = { hits: 0, misses: 0, stale: 0 }

  constructor(log: Log) {
    this.#log = log
  }

  /** How much is cached: entries, those that say that there is nothing, and bytes as counted. */
  get size(): { entries: number; missing: number; bytes: number } {
    return { entries: this.#entries.size, missing: this.#missing.size, bytes: this.#entries.calculatedSize }
  }

  /**
   * Returns the value cached under `key`, else what `ask` returns. `ask` throws when the backend can't respond: then a stale
   * value serves, and without one the error is thrown on.
   */
  async get<Value extends object>(key: string, ask: () => Promise<Value>): Promise<Value> {
    const value = await this.find(key, ask)
    if (value === null) throw new Error(`Nothing under ${key}.`)
    return value
  }

  /** As `get`, for what may not exist: null is remembered too, for a short time. */
  async find<Value extends object>(key: string, ask: () => Promise<Value | null>): Promise<Value | null> {
    if (this.#missing.has(key)) {
      this.stats.hits += 1
      return null
    }
    const entry = this.#entries.get(key)
    const age = entry ? Date.now() - entry.at : Infinity
    // The key names the question, and so the type of its answer.
    const cached = entry?.value as Value | undefined
    if (cached && age < FRESH) {
      this.stats.hits += 1
      return cached
    }
    if (cached && age < STALE_WHILE_REVALIDATE) {
      this.stats.stale += 1
      this.#ask(key, ask).catch((error: unknown) =>
        this.#log.warn({ event: 'catalogue not refreshed', key, ...describeError(error) }),
      )
      return cached
    }
    this.stats.misses += 1
    try {
      return await this.#ask(key, ask)
    } catch (error) {
      if (!cached || age > STALE_IF_ERROR) throw error
      this.#log.warn({ event: 'catalogue shown stale', key, ...describeError(error) })
      this.stats.stale += 1
      return cached
    }
  }

  /** Whether the backend failed when it was last asked this. */
  isFailing(key: string): boolean {
    return this.#failures.has(key)
  }

  /** Forgets every value whose key begins so, after a change that its author expects to see. */
  forget(start: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(start)) this.#entries.delete(key)
  }

  #ask<Value extends object>(key: string, ask: () => Promise<Value | null>): Promise<Value | null> {
    const running = this.#asking.get(key)
    // See above: one key, one type.
    if (running) return running as Promise<Value | null>
    const failedAt = this.#failures.get(key)
    if (failedAt && Date.now() - failedAt < PAUSE_AFTER_FAILURE)
      return Promise.reject(new Error('The backend has just failed to answer this.'))
    const asked = this.#remember(key, ask).finally(() => this.#asking.delete(key))
    this.#asking.set(key, asked)
    return asked
  }

  async #remember<Value extends object>(key: string, ask: () => Promise<Value | null>): Promise<Value | null> {
    try {
      const value = await ask()
      if (value === null) this.#missing.set(key, true)
      else this.#entries.set(key, { value, at: Date.now() })
      if (value === null) this.#entries.delete(key)
      this.#failures.delete(key)
      return value
    } catch (error) {
      this.#failures.set(key, Date.now())
      throw error
    }
  }
}
