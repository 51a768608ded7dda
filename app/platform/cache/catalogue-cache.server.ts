import { LRUCache } from 'lru-cache'
import { describeError, type Log } from '../log.server'
import { DAY, MINUTE, SECOND } from '../time'

/** Fresh for a minute, shown while it is renewed for ten, and for a day while the backend can't answer. */
const FRESH = 60 * SECOND
const STALE_IF_ERROR = 1 * DAY
const STALE_WHILE_REVALIDATE = 10 * MINUTE
const MAX_BYTES = 32 * 1024 * 1024
/** After a failure nobody asks again for this long, so that a dead backend isn't asked by every page. */
const PAUSE_AFTER_FAILURE = 2 * SECOND

interface Entry {
  value: object
  at: number
}

/**
 * Answers about the catalogue, the same for every visitor: one question at a time a key, stale answers rather than
 * none. Never holds anything personal, and no order takes a price from it.
 */
export class CatalogueCache {
  #log: Log
  #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ value }) => JSON.stringify(value).length + 1,
  })
  #asking = new Map<string, Promise<object>>()
  #failedAt = new Map<string, number>()
  stats = { hits: 0, misses: 0, stale: 0 }

  constructor(log: Log) {
    this.#log = log
  }

  /**
   * The answer kept under `key`, else what `ask` brings. `ask` throws when the backend can't answer: then a stale
   * answer serves, and without one the error is thrown on.
   */
  async get<Answer extends object>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const entry = this.#entries.get(key)
    const age = entry ? Date.now() - entry.at : Infinity
    // The key names the question, and so the type of its answer.
    const kept = entry?.value as Answer | undefined
    if (kept && age < FRESH) {
      this.stats.hits += 1
      return kept
    }
    if (kept && age < STALE_WHILE_REVALIDATE) {
      this.stats.stale += 1
      this.#ask(key, ask).catch((error: unknown) =>
        this.#log.warn({ event: 'catalogue not renewed', key, ...describeError(error) }),
      )
      return kept
    }
    this.stats.misses += 1
    try {
      return await this.#ask(key, ask)
    } catch (error) {
      if (!kept || age > STALE_IF_ERROR) throw error
      this.#log.warn({ event: 'catalogue shown stale', key, ...describeError(error) })
      this.stats.stale += 1
      return kept
    }
  }

  /** Forgets every answer whose key begins so, after a change that its author expects to see. */
  forget(start: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(start)) this.#entries.delete(key)
  }

  async #ask<Answer extends object>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const running = this.#asking.get(key)
    // See above: one key, one type.
    if (running) return running as Promise<Answer>
    const failedAt = this.#failedAt.get(key)
    if (failedAt && Date.now() - failedAt < PAUSE_AFTER_FAILURE)
      throw new Error('The backend has just failed to answer this.')
    const asked = ask()
      .then((value) => {
        this.#entries.set(key, { value, at: Date.now() })
        this.#failedAt.delete(key)
        return value
      })
      .catch((error: unknown) => {
        if (this.#failedAt.size > 1_000) this.#failedAt.clear()
        this.#failedAt.set(key, Date.now())
        throw error
      })
      .finally(() => this.#asking.delete(key))
    this.#asking.set(key, asked)
    return asked
  }
}
