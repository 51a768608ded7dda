export interface Clock {
  wait: (milliseconds: number) => Promise<void>
}

/** A clock that tests can move forward. */
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

  /** Moves the clock forward and ends every wait that is due. */
  forward(milliseconds: number): void {
    this.#moved += milliseconds
    for (const { due, end } of this.#waiting) if (due <= this.#now()) end()
  }

  #now(): number {
    return Date.now() + this.#moved
  }
}
