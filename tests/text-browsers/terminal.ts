import { spawn, type ChildProcess } from 'node:child_process'
import xterm from '@xterm/headless'

const COLUMNS = 120
/** More rows than any page has lines, so that nothing scrolls. */
const ROWS = 900
const PATIENCE_MS = 10_000

/** Runs a program in a pseudo-terminal: sends input and reads the screen. */
export class Terminal {
  #program: ChildProcess
  #terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true })

  /** Starts a shell command. `script` of util-linux provides the terminal. */
  constructor(command: string, environment: Record<string, string>) {
    const sized = `stty rows ${ROWS} cols ${COLUMNS}; exec ${command}`
    this.#program = spawn('script', ['-qfec', sized, '/dev/null'], {
      env: { ...process.env, TERM: 'xterm', LANG: 'C.UTF-8', ...environment },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    this.#program.stdout?.on('data', (chunk: Buffer) => this.#terminal.write(chunk))
  }

  screen(): string {
    const { active } = this.#terminal.buffer
    const lines = Array.from({ length: ROWS }, (_, row) => active.getLine(row)?.translateToString(true) ?? '')
    return lines.join('\n').trimEnd()
  }

  /** Clears the recorded screen, not the program's. */
  clear(): void {
    this.#terminal.reset()
  }

  type(keys: string): void {
    this.#program.stdin?.write(keys)
  }

  /** Waits until the screen matches and returns the match. Throws with the screen after a timeout. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    const endsAt = performance.now() + PATIENCE_MS
    while (performance.now() < endsAt) {
      const found = pattern.exec(this.screen())
      if (found) return found
      await new Promise<void>((resolve) => {
        const drawn = this.#terminal.onWriteParsed(() => end())
        const late = setTimeout(() => end(), 100)
        const end = () => {
          drawn.dispose()
          clearTimeout(late)
          resolve()
        }
      })
    }
    throw new Error(`${pattern} never came. The screen:\n${this.screen()}`)
  }

  end(): void {
    this.#program.kill()
    this.#terminal.dispose()
  }
}
