/** Clean-up steps. They run in reverse order, each once, even if one fails. */
export class CleanUp {
  #steps: (() => void)[] = []

  add(step: () => void): void {
    this.#steps.push(step)
  }

  run(): void {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        step()
      } catch (error) {
        console.error(`Left behind: ${(error as Error).message}`)
        process.exitCode = 1
      }
    }
  }
}
