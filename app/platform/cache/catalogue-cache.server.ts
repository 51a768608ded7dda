import { LRUCache } from 'lru-cache'
import { currentLanguage } from '~/language/current'
import { SingleFlight } from './single-flight.server'
import { describeError, type Log } from '../log.server'
import { hadOutage, noteOutage } from '../supabase/backend-fetch.server'
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
const PAUSE_OF_WARNINGS = 1 * MINUTE

interface Entry {
  value: object
  at: number
  /** The cache's version when loading began. */
  version: number
}

interface Failure {
  at: number
  isOutage: boolean
}

/**
 * Caches the catalogue, which is the same for every visitor: single flight for each key, stale-while-revalidate, stale-if-error.
 * Bounded in entries and bytes. It never holds personal data, and orders don't take prices from it. What is outdated (`markOutdated`)
 * is returned only while the backend fails (decision 128).
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
  #loading = new SingleFlight<object | null>()
  #failures = new LRUCache<string, Failure>({ max: MAX_FAILURES })
  /** Counts calls of `markOutdated`. */
  #version = 0
  #hasReturnedOutdated = false
  #warnedAt = new Map<string, number>()
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

  /** Like `get`, for values that may not exist: null is cached too, for a short time. Each language has values of its own. */
  async find<Value extends object>(name: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const key = currentLanguage() === 'en' ? name : `${name} ${currentLanguage()}`
    if (this.#missing.has(key)) {
      this.stats.hits += 1
      return null
    }
    const entry = this.#entries.get(key)
    const age = entry ? performance.now() - entry.at : Infinity
    const isOutdated = entry?.version !== this.#version
    // Each key is only used with one type.
    const cached = entry?.value as Value | undefined
    if (cached && !isOutdated && age < FRESH) {
      this.stats.hits += 1
      return cached
    }
    if (cached && !isOutdated && age < STALE_WHILE_REVALIDATE) {
      this.stats.stale += 1
      this.#loadOnce(key, load).catch((error: unknown) => this.#warn('catalogue not refreshed', key, error))
      return cached
    }
    this.stats.misses += 1
    try {
      return await this.#loadOnce(key, load)
    } catch (error) {
      // Only the request that began to load it called the backend.
      if (this.#failures.get(key)?.isOutage) noteOutage()
      if (!cached || age > STALE_IF_ERROR) throw error
      this.#warn('catalogue shown stale', key, error)
      this.stats.stale += 1
      this.#hasReturnedOutdated ||= isOutdated
      return cached
    }
  }

  /** Logs an event of one of the keys, at most once in `PAUSE_OF_WARNINGS`: an outage is that of all keys. */
  #warn(event: string, key: string, error: unknown): void {
    const now = performance.now()
    if (now - (this.#warnedAt.get(event) ?? -Infinity) < PAUSE_OF_WARNINGS) return
    this.#warnedAt.set(event, now)
    this.#log.warn({ event, key, ...describeError(error) })
  }

  /** Marks all values as outdated: each is loaded again before it is returned, unless loading fails. Loads under way don't count. */
  markOutdated(): void {
    this.#version += 1
    this.#missing.clear()
    this.#loading.startAnew()
  }

  /** Returns whether an outdated value was returned, because loading failed, since the last call. */
  takeReturnedOutdated(): boolean {
    const hasReturned = this.#hasReturnedOutdated
    this.#hasReturnedOutdated = false
    return hasReturned
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
    const loaded = this.#loading.run(key, async () => {
      const failure = this.#failures.get(key)
      if (failure && performance.now() - failure.at < PAUSE_AFTER_FAILURE)
        throw new Error('The backend has just failed to respond to this.')
      return this.#loadAndStore(key, load)
    })
    // Each key is only used with one type.
    return loaded as Promise<Value | null>
  }

  async #loadAndStore<Value extends object>(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const version = this.#version
    try {
      const value = await load()
      this.#failures.delete(key)
      this.#store(key, value, version)
      return value
    } catch (error) {
      this.#failures.set(key, { at: performance.now(), isOutage: hadOutage() })
      throw error
    }
  }
  /** Stores a loaded value, or null for "not found", unless a later version's is stored. */
  #store(key: string, value: object | null, version: number): void {
    if (version < (this.#entries.peek(key)?.version ?? 0)) return
    if (value !== null) {
      this.#entries.set(key, { value, at: performance.now(), version })
      return
    }
    this.#entries.delete(key)
    if (version === this.#version) this.#missing.set(key, true)
  }
}
