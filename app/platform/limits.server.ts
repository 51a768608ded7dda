import { LRUCache } from 'lru-cache'
import { HOUR, MINUTE, SECOND } from './time'

/** What is limited, how often, in which time (security: limits). */
const RULES = {
  login: { most: 5, within: 15 * MINUTE },
  loginAddress: { most: 100, within: 15 * MINUTE },
  code: { most: 5, within: 15 * MINUTE },
  resend: { most: 5, within: 60 * MINUTE },
  signUp: { most: 10, within: 60 * MINUTE },
  reset: { most: 3, within: 60 * MINUTE },
  newsletter: { most: 5, within: 60 * MINUTE },
  contact: { most: 3, within: 60 * MINUTE },
  reviews: { most: 5, within: 24 * HOUR },
  uploads: { most: 20, within: 60 * MINUTE },
  suggestions: { most: 60, within: MINUTE },
} as const

export type LimitName = keyof typeof RULES

/** Counts tries in this process. A full table forgets the oldest keys, never a limit as such. */
export class Limits {
  #tries = new LRUCache<string, number[]>({ max: 50_000, ttl: 25 * HOUR })

  /** How many tries each limit has refused, for the metrics. */
  refused: Record<string, number> = {}

  /** Counts one try. Answers how many seconds to wait, or null when it may go on. */
  take(name: LimitName, key: string): number | null {
    const { most, within } = RULES[name]
    const now = Date.now()
    const recent = (this.#tries.get(`${name}:${key}`) ?? []).filter((at) => at > now - within)
    const oldest = recent[0]
    if (recent.length >= most && oldest !== undefined) {
      this.refused[name] = (this.refused[name] ?? 0) + 1
      return Math.ceil((oldest + within - now) / SECOND)
    }
    this.#tries.set(`${name}:${key}`, [...recent, now])
    return null
  }

  /** Forgets the tries of a key, after a success that proves good faith. */
  forget(name: LimitName, key: string): void {
    this.#tries.delete(`${name}:${key}`)
  }
}

/** What a limited visitor reads. */
export function limitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return seconds < 120
    ? `Too many tries. Please wait ${seconds} seconds.`
    : `Too many tries. Please wait ${minutes} minutes.`
}
