/** Waits, in milliseconds. */
export interface Clock {
  wait: (milliseconds: number) => Promise<void>
}

/** A clock that runs as any other, and can be moved forward by hand. */
export class MovableClock implements Clock {
  #moved = 0
  #waiting = new Set<{ due: number; end: () => void }>()

  wait(milliseconds: number): Promise<void> {
    return new Promise((resume) => {
      const end = () => {
        clearTimeout(timer)
        this.#waiting.delete(wait)
        resume()
      }
      const timer = setTimeout(end, milliseconds).unref()
      const wait = { due: this.#now() + milliseconds, end }
      this.#waiting.add(wait)
    })
  }

  /** Ends every wait that is over by then. */
  forward(milliseconds: number): void {
    this.#moved += milliseconds
    for (const { due, end } of this.#waiting) if (due <= this.#now()) end()
  }

  #now(): number {
    return Date.now() + this.#moved
  }
}
