import type { Clock } from './payfast/clock.ts'

const MINUTE = 60_000
/** The wait before the first retry; it doubles with each further one. */
const FIRST_RETRY_DELAY = 10 * MINUTE
const MAX_RETRY_DELAY = 24 * 60 * MINUTE

/** Posts a body; resolves to whether the shop acknowledged it. */
export type Deliver = (url: string, body: string) => Promise<boolean>

/** Delivers notifications to shops, with retries until the shop acknowledges them. */
export class Deliveries {
  #clock: Clock
  #deliver: Deliver

  constructor(clock: Clock, deliver: Deliver = post) {
    this.#clock = clock
    this.#deliver = deliver
  }

  /** Resolves after the first attempt. Without a 200 it retries after 10 minutes, with exponential backoff. */
  async send(url: string, body: string): Promise<void> {
    if (!(await this.#deliver(url, body))) void this.#retry(url, body)
  }

  async #retry(url: string, body: string): Promise<void> {
    for (let wait = FIRST_RETRY_DELAY; ; wait = Math.min(2 * wait, MAX_RETRY_DELAY)) {
      await this.#clock.wait(wait)
      if (await this.#deliver(url, body)) return
    }
  }
}

async function post(url: string, body: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
