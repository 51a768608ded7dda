import type { Clock } from './payfast/clock.ts'

const MINUTE = 60_000
/** The first wait between two tries; each further one is twice as long. */
const FIRST_WAIT = 10 * MINUTE
const LONGEST_WAIT = 24 * 60 * MINUTE

/** Posts a body; whether the shop says that it has heard. */
export type Deliver = (url: string, body: string) => Promise<boolean>

/** Notifications on their way to shops, tried again until a shop says that it has heard. */
export class Deliveries {
  #clock: Clock
  #deliver: Deliver

  constructor(clock: Clock, deliver: Deliver = post) {
    this.#clock = clock
    this.#deliver = deliver
  }

  /** Returns after the first try; without a 200 it tries again after 10 minutes and then ever more slowly. */
  async send(url: string, body: string): Promise<void> {
    if (!(await this.#deliver(url, body))) void this.#retry(url, body)
  }

  async #retry(url: string, body: string): Promise<void> {
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
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
