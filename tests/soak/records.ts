/** A request and its result. `status` is 0 if the connection broke. */
export interface Recorded {
  what: string
  from: number
  to: number
  status: number
  trouble: string
}

/** The period of an injected fault, and the failures that it may cause. */
export interface FaultWindow {
  kind: string
  from: number
  to: number
  explains: 'broken connections' | 'errors'
}

/** All requests and faults of a run. */
export class Records {
  all: Recorded[] = []
  windows: FaultWindow[] = []

  /** Returns the fault that explains a failed request, if any. */
  explanationOf({ from, to, status }: Pick<Recorded, 'from' | 'to' | 'status'>): FaultWindow | undefined {
    const sought = status === 0 ? 'broken connections' : 'errors'
    return this.windows.find((window) => window.explains === sought && from <= window.to && to >= window.from)
  }

  judge(): { explained: Record<string, number>; unexplained: string[] } {
    const explained: Record<string, number> = {}
    const unexplained: string[] = []
    for (const record of this.all.filter(({ trouble }) => trouble)) {
      const window = this.explanationOf(record)
      if (window) explained[window.kind] = (explained[window.kind] ?? 0) + 1
      else
        unexplained.push(
          `${new Date(performance.timeOrigin + record.from).toISOString()} ${record.what}: ${record.trouble}`,
        )
    }
    return { explained, unexplained }
  }
}

const TICK = 10

/** Limits a rate evenly. */
export class Pace {
  #waiting: (() => void)[] = []
  #rate: number
  #timer: NodeJS.Timeout | undefined
  #isOpen = true

  /** `rate` is per second. */
  constructor(rate: number) {
    this.#rate = rate
  }

  /** Until this time there is no limit. */
  start(): void {
    this.#isOpen = false
    const startedAt = performance.now()
    let due = 0
    this.#timer = setInterval(() => {
      // Uses the clock, because timers are late on a busy machine.
      const past = ((performance.now() - startedAt) / 1_000) * this.#rate
      for (; due < past; due += 1) this.#waiting.shift()?.()
    }, TICK)
  }

  stop(): void {
    this.#isOpen = true
    clearInterval(this.#timer)
    for (const go of this.#waiting.splice(0)) go()
  }

  turn(): Promise<void> {
    return this.#isOpen ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve))
  }
}
