/**
 * Holds the responses of a backend until no call has begun for a while, and then gives all of them at once. Calls that wait for the
 * response of another therefore come in a later round, however long the backend takes: the rounds of a page are its longest sequence of calls.
 */
export class CallRounds {
  /** The paths of the calls of each round. */
  rounds: string[][] = [[]]
  #running = 0
  #held: (() => void)[] = []
  #quiet: ReturnType<typeof setTimeout> | undefined

  /** Notes that a call has begun. */
  begin(path: string): void {
    this.rounds.at(-1)?.push(path)
    this.#running += 1
    clearTimeout(this.#quiet)
  }

  /** Resolves when the response to a call may be passed on. */
  end(): Promise<void> {
    this.#running -= 1
    if (this.#running === 0) this.#quiet = setTimeout(() => this.#release(), QUIET)
    return new Promise((resolve) => this.#held.push(resolve))
  }

  #release(): void {
    this.rounds.push([])
    for (const resolve of this.#held.splice(0)) resolve()
  }
}

/** In milliseconds. */
const QUIET = 40
