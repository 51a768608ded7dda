import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { describeError, type Log } from './log.server'
import { networkOf } from './http/client-address.server'
import { formatWait, SECOND } from './time'

/** How often something may be done in a span of time. A room declares its own, with a name that no other has. */
export interface RateLimit {
  name: string
  most: number
  /** In milliseconds. */
  within: number
}

/** Declares a rate limit. `within` is in milliseconds. */
export function rateLimit(name: string, most: number, within: number): RateLimit {
  return { name, most, within }
}

declare const isKey: unique symbol
/** Who or what is counted, in one spelling. Only `keyOf` makes one, so that no spelling gets a count of its own. */
export type LimitKey = string & { readonly [isKey]: true }

const key = (kind: string, value: string) => `${kind}:${value}` as LimitKey

/** The keys that limits count by. */
export const keyOf = {
  /** A network: an IPv4 address, or the first 64 bits of an IPv6 address. */
  network: ({ clientAddress }: { clientAddress: string }) => key('network', networkOf(clientAddress)),
  email: (email: string) => key('email', email.trim().toLowerCase()),
  /** A phone number, in E.164. */
  phone: (number: string) => key('phone', number),
  shopper: ({ id }: { id: string }) => key('shopper', id),
  /** Something random that a browser keeps in a signed cookie. */
  browser: (id: string) => key('browser', id),
  /** Several together. */
  all: (...keys: LimitKey[]) => key('all', keys.join(' ')),
}

/** Longer than this and the store is taken for dead; the process then counts by itself. */
const STORE_TIMEOUT = 250

/**
 * Counts tries: in the store that all containers share when there is one, else in this process. A store that doesn't
 * answer never lets everybody in; this process counts for as long as that lasts.
 */
export class Limits {
  #limiters = new Map<string, RateLimiterAbstract>()
  #store: Redis | null

  /** How many tries each limit has refused, for the metrics. */
  refused: Record<string, number> = {}

  constructor(storeUrl: string | undefined, log: Log) {
    this.#store = storeUrl ? openStore(storeUrl, log) : null
  }

  /** Counts one try. Returns how many seconds to wait, or null if it may go on. */
  async take(limit: RateLimit, key: LimitKey): Promise<number | null> {
    try {
      await this.#limiterOf(limit).consume(hashed(key))
      return null
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      this.refused[limit.name] = (this.refused[limit.name] ?? 0) + 1
      return Math.max(1, Math.ceil(refusal.msBeforeNext / SECOND))
    }
  }

  /** Uncounts one try that turned out to be in good faith. */
  async giveBack(limit: RateLimit, key: LimitKey): Promise<void> {
    await this.#limiterOf(limit).reward(hashed(key), 1)
  }

  /** Forgets all tries of a key. */
  async forget(limit: RateLimit, key: LimitKey): Promise<void> {
    await this.#limiterOf(limit).delete(hashed(key))
  }

  #limiterOf({ name, most, within }: RateLimit): RateLimiterAbstract {
    const known = this.#limiters.get(name)
    if (known) return known
    const rule = { keyPrefix: `limit:${name}`, points: most, duration: within / SECOND }
    const inProcess = new RateLimiterMemory(rule)
    const shared = { ...rule, storeClient: this.#store, rejectIfRedisNotReady: true, insuranceLimiter: inProcess }
    const limiter = this.#store ? new RateLimiterRedis(shared) : inProcess
    this.#limiters.set(name, limiter)
    return limiter
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

/** What a limited visitor reads: the wait in seconds, minutes, or hours and minutes. */
export function limitMessage(seconds: number): string {
  return `Too many tries. Please wait ${formatWait(seconds)}.`
}
