import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { SECOND } from './time'

/** The attempts with one key, until a time of the monotonic clock. */
interface Count {
  attempts: number
  endsAt: number
}

/**
 * Counts the attempts of one limit in this process. The library's own measures by the wall clock: set back by an hour, it tells visitors to
 * wait for an hour more, and set forward it forgets all counts.
 */
export class CountsInProcess extends RateLimiterMemory {
  #counts = new Map<string, Count>()

  /** Counts attempts. Rejects with the result if there are too many. */
  override consume(key: string | number, points = 1): Promise<RateLimiterRes> {
    const count = this.#find(String(key)) ?? this.#start(String(key))
    count.attempts += points
    const result = this.#resultOf(count)
    return count.attempts > this.points ? Promise.reject(result) : Promise.resolve(result)
  }

  /** Takes attempts back. */
  override reward(key: string | number, points = 1): Promise<RateLimiterRes> {
    const count = this.#find(String(key))
    if (count) count.attempts = Math.max(0, count.attempts - points)
    return Promise.resolve(this.#resultOf(count ?? { attempts: 0, endsAt: performance.now() }))
  }

  override delete(key: string | number): Promise<boolean> {
    return Promise.resolve(this.#counts.delete(String(key)))
  }

  #find(key: string): Count | undefined {
    const count = this.#counts.get(key)
    return count && count.endsAt > performance.now() ? count : undefined
  }

  #start(key: string): Count {
    const milliseconds = this.duration * SECOND
    const count = { attempts: 0, endsAt: performance.now() + milliseconds }
    this.#counts.set(key, count)
    const remove = () => this.#counts.get(key) === count && this.#counts.delete(key)
    setTimeout(remove, milliseconds).unref()
    return count
  }

  #resultOf({ attempts, endsAt }: Count): RateLimiterRes {
    return new RateLimiterRes(Math.max(0, this.points - attempts), endsAt - performance.now(), attempts)
  }
}
