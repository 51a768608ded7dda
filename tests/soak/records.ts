/** A failed request. `status` is 0 if the connection broke. */
interface Failure {
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
  requests = 0
  windows: FaultWindow[] = []
  #failures: Failure[] = []

  /** Records a request that began at `from`; `trouble` is empty if it succeeded. */
  add(what: string, from: number, status: number, trouble: string): void {
    this.requests += 1
    if (trouble) this.#failures.push({ what, from, to: performance.now(), status, trouble })
  }

  /** Whether a fault may have lost or broken a response between two times. */
  hasFault({ from, to }: Pick<FaultWindow, 'from' | 'to'>): boolean {
    return this.windows.some((window) => from <= window.to && to >= window.from)
  }

  judge(): { explained: Record<string, number>; unexplained: string[] } {
    const explained: Record<string, number> = {}
    const unexplained: string[] = []
    for (const { what, from, to, status, trouble } of this.#failures) {
      const sought = status === 0 ? 'broken connections' : 'errors'
      const window = this.windows.find((one) => one.explains === sought && from <= one.to && to >= one.from)
      if (window) explained[window.kind] = (explained[window.kind] ?? 0) + 1
      else unexplained.push(`${new Date(performance.timeOrigin + from).toISOString()} ${what}: ${trouble}`)
    }
    return { explained, unexplained }
  }
}
