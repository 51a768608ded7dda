import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { describeError, type Log } from './log.server'
import { DAY, HOUR, MINUTE, SECOND } from './time'

/** What is limited, how often, in which time (security: limits). */
const RULES = {
  login: { most: 5, within: 15 * MINUTE },
  loginAddress: { most: 100, within: 15 * MINUTE },
  code: { most: 5, within: 15 * MINUTE },
  resend: { most: 5, within: HOUR },
  signUp: { most: 10, within: HOUR },
  reset: { most: 3, within: HOUR },
  newsletter: { most: 5, within: HOUR },
  contact: { most: 3, within: HOUR },
  contactAddress: { most: 60, within: HOUR },
  tracking: { most: 20, within: 15 * MINUTE },
  chat: { most: 20, within: MINUTE },
  reviews: { most: 5, within: DAY },
  uploads: { most: 20, within: HOUR },
  suggestions: { most: 60, within: MINUTE },
} as const

export type LimitName = keyof typeof RULES

/** Longer than this and the store is taken for dead; the process then counts by itself. */
const STORE_TIMEOUT = 250

/**
 * Counts tries: in the store that all containers share when there is one, else in this process. A store that doesn't
 * answer never lets everybody in; this process counts for as long as that lasts.
 */
export class Limits {
  #limiters: Record<string, RateLimiterAbstract>
  #store: Redis | null

  /** How many tries each limit has refused, for the metrics. */
  refused: Record<string, number> = {}

  constructor(storeUrl: string | undefined, log: Log) {
    this.#store = storeUrl ? openStore(storeUrl, log) : null
    this.#limiters = Object.fromEntries(
      Object.entries(RULES).map(([name, { most, within }]) => {
        const rule = { keyPrefix: `limit:${name}`, points: most, duration: within / SECOND }
        const inProcess = new RateLimiterMemory(rule)
        if (!this.#store) return [name, inProcess]
        const shared = { ...rule, storeClient: this.#store, rejectIfRedisNotReady: true, insuranceLimiter: inProcess }
        return [name, new RateLimiterRedis(shared)]
      }),
    )
  }

  /** Counts one try. Answers how many seconds to wait, or null when it may go on. */
  async take(name: LimitName, key: string): Promise<number | null> {
    try {
      await this.#limiters[name]?.consume(hashed(key))
      return null
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      this.refused[name] = (this.refused[name] ?? 0) + 1
      return Math.max(1, Math.ceil(refusal.msBeforeNext / SECOND))
    }
  }

  /** Forgets the tries of a key, after a success that proves good faith. */
  async forget(name: LimitName, key: string): Promise<void> {
    await this.#limiters[name]?.delete(hashed(key))
  }

  /** Leaves the store. */
  close(): void {
    this.#store?.disconnect()
  }
}

/** Keys hold mail addresses, which no other machine needs to read. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function openStore(url: string, log: Log): Redis {
  const store = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: STORE_TIMEOUT,
    connectTimeout: 2 * SECOND,
    retryStrategy: (tries) => Math.min(tries * 200, 5 * SECOND),
  })
  let isLost = false
  store.on('error', (error) => {
    if (!isLost) log.warn({ event: 'limits store lost', ...describeError(error) })
    isLost = true
  })
  store.on('ready', () => (isLost = false))
  return store
}

/** What a limited visitor reads. */
export function limitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return seconds < 120
    ? `Too many tries. Please wait ${seconds} seconds.`
    : `Too many tries. Please wait ${minutes} minutes.`
}
