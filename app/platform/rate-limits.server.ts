import { m } from '~/language/messages'
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { CountsInProcess } from './counts-in-process.server'
import { describeError, type Log } from './log.server'
import { networkOf } from './http/client-address.server'
import { formatWait, SECOND } from './time'

/** A rate limit. Rooms declare theirs, with unique names. */
export interface RateLimit {
  name: string
  max: number
  /** In milliseconds. */
  period: number
}

/** Declares a rate limit. `period` is in milliseconds. */
export function rateLimit(name: string, max: number, period: number): RateLimit {
  return { name, max, period }
}

declare const isKey: unique symbol
/** A normalized key of a count. Only `keyOf` makes one, so that different spellings share a count. */
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
  /** A random ID that a browser has in an encrypted cookie. */
  browser: (id: string) => key('browser', id),
  /** A combination of keys. */
  all: (...keys: LimitKey[]) => key('all', keys.join(' ')),
}

/** In milliseconds. After a time-out the count of this process is used. */
const STORE_TIMEOUT = 250

/** Counts attempts in a store that all containers share. Without a store, or while it is down, this process counts. */
export class Limits {
  #limiters = new Map<string, RateLimiterAbstract>()
  #store: Promise<Redis> | null
  #isConnected = false

  /** How many attempts each limit has refused, for the metrics. */
  refused: Record<string, number> = {}

  constructor(storeUrl: string | undefined, log: Log) {
    this.#store = storeUrl ? openStore(storeUrl, log, (isConnected) => (this.#isConnected = isConnected)) : null
  }

  /** Whether attempts are counted in a shared store, and whether it can be reached, for the metrics. */
  get store(): Record<'configured' | 'connected', number> {
    return { configured: Number(this.#store !== null), connected: Number(this.#isConnected) }
  }

  /** Counts an attempt. Returns how many seconds to wait, or null if it is allowed. */
  async take(limit: RateLimit, key: LimitKey): Promise<number | null> {
    try {
      const limiter = await this.#limiterOf(limit)
      await limiter.consume(hashed(key))
      return null
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      this.refused[limit.name] = (this.refused[limit.name] ?? 0) + 1
      return Math.max(1, Math.ceil(refusal.msBeforeNext / SECOND))
    }
  }

  /** Takes one counted attempt back. */
  async giveBack(limit: RateLimit, key: LimitKey): Promise<void> {
    const limiter = await this.#limiterOf(limit)
    await limiter.reward(hashed(key), 1)
  }

  /** Resets the count of a key. */
  async forget(limit: RateLimit, key: LimitKey): Promise<void> {
    const limiter = await this.#limiterOf(limit)
    await limiter.delete(hashed(key))
  }

  async #limiterOf({ name, max, period }: RateLimit): Promise<RateLimiterAbstract> {
    const storeClient = await this.#store
    const known = this.#limiters.get(name)
    if (known) return known
    const rule = { keyPrefix: `limit:${name}`, points: max, duration: period / SECOND }
    const inProcess = new CountsInProcess(rule)
    const shared = { ...rule, storeClient, rejectIfRedisNotReady: true, insuranceLimiter: inProcess }
    const limiter = storeClient ? new RateLimiterRedis(shared) : inProcess
    this.#limiters.set(name, limiter)
    return limiter
  }

  /** Disconnects from the store. */
  async close(): Promise<void> {
    const store = await this.#store
    store?.disconnect()
  }
}

/** Hashes a key, so that the store holds no e-mail addresses. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

async function openStore(url: string, log: Log, onChange: (isConnected: boolean) => void): Promise<Redis> {
  // Only with a store, since ioredis makes a start longer.
  const { Redis } = await import('ioredis')
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
    onChange(false)
  })
  store.on('close', () => onChange(false))
  store.on('ready', () => {
    isLost = false
    onChange(true)
  })
  return store
}

export function limitMessage(seconds: number): string {
  return m.platform_too_many_tries({ wait: formatWait(seconds) })
}
