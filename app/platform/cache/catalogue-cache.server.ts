import { LRUCache } from 'lru-cache'
import { describeError, type Log } from '../log.server'
import { DAY, MINUTE, SECOND } from '../time'

/** Entries are fresh for a minute, served stale while they revalidate for ten, and served for a day while the backend is down. */
const FRESH = 60 * SECOND
const STALE_IF_ERROR = 1 * DAY
const STALE_WHILE_REVALIDATE = 10 * MINUTE
const MAX_BYTES = 16 * 1024 * 1024
const MAX_ENTRIES = 5_000
/** On V8's heap, objects take about four times the bytes of their JSON. */
const HEAP_BYTES_PER_CHARACTER = 4
const ENTRY_BYTES = 400
/** Entries for "not found" are few and short-lived, since anybody can request made-up names. */
const MAX_MISSING = 500
const MISSING_FRESH = 30 * SECOND
/** After a failure a key isn't loaded for this long, so that not every page calls a failing backend. */
const PAUSE_AFTER_FAILURE = 2 * SECOND
const MAX_FAILURES = 1_000

interface Entry {
  value: object
  at: number
}

/**
 * Caches the catalogue, which is the same for every visitor: single flight for each key, stale-while-revalidate, stale-if-error.
 * Bounded in entries and bytes. It never holds personal data, and orders don't take prices from it.
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
  #loading = new Map<string, Promise<object | null>>()
  #failures = new LRUCache<string, number>({ max: MAX_FAILURES })
  stats = { hits: 0, misses: 0, stale: 0 }

  constructor(log: Log) {
    this.#log = log
  }

  /** The numbers of entries and of "not found" entries, and the estimated bytes. */
  get size(): { entries: number; missing: number; bytes: number } {
    return { entries: this.#entries.size, missing: this.#missing.size, bytes: this.#entries.calculatedSize }
  }

  /** Returns the cached value of `key`, or else loads it. If `load` throws, returns a stale value, or throws its error without one. */
  async get<Value extends object>(key: string, load: () => Promise<Value>): Promise<Value> {
    const value = await this.find(key, load)
    if (value === null) throw new Error(`Nothing under ${key}.`)
    return value
  }

  /** Like `get`, for values that may not exist: null is cached too, for a short time. */
  async find<Value extends object>(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    if (this.#missing.has(key)) {
      this.stats.hits += 1
      return null
    }
    const entry = this.#entries.get(key)
    const age = entry ? Date.now() - entry.at : Infinity
    // Each key is only used with one type.
    const cached = entry?.value as Value | undefined
    if (cached && age < FRESH) {
      this.stats.hits += 1
      return cached
    }
    if (cached && age < STALE_WHILE_REVALIDATE) {
      this.stats.stale += 1
      this.#loadOnce(key, load).catch((error: unknown) =>
        this.#log.warn({ event: 'catalogue not refreshed', key, ...describeError(error) }),
      )
      return cached
    }
    this.stats.misses += 1
    try {
      return await this.#loadOnce(key, load)
    } catch (error) {
      if (!cached || age > STALE_IF_ERROR) throw error
      this.#log.warn({ event: 'catalogue shown stale', key, ...describeError(error) })
      this.stats.stale += 1
      return cached
    }
  }

  /** Whether the last load of `key` failed. */
  isFailing(key: string): boolean {
    return this.#failures.has(key)
  }

  /** Deletes the values whose keys start with `prefix`, so that shoppers see their own changes at once. */
  forget(prefix: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key)
  }

  #loadOnce<Value extends object>(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const running = this.#loading.get(key)
    // Each key is only used with one type.
    if (running) return running as Promise<Value | null>
    const failedAt = this.#failures.get(key)
    if (failedAt && Date.now() - failedAt < PAUSE_AFTER_FAILURE)
      return Promise.reject(new Error('The backend has just failed to respond to this.'))
    const loaded = this.#loadAndStore(key, load).finally(() => this.#loading.delete(key))
    this.#loading.set(key, loaded)
    return loaded
  }

  async #loadAndStore<Value extends object>(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    try {
      const value = await load()
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
