/** Runs one piece of work for each key at a time. Callers that come meanwhile share its promise. */
export class SingleFlight<Value> {
  #running = new Map<string, Promise<Value>>()

  /** Returns the promise of the work that is under way for `key`, or starts `work`. */
  run(key: string, work: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key)
    if (running) return running
    const started = work().finally(() => {
      if (this.#running.get(key) === started) this.#running.delete(key)
    })
    this.#running.set(key, started)
    return started
  }

  /** The next caller starts the work of its key again, even if it is under way. */
  startAnew(): void {
    this.#running.clear()
  }
}
