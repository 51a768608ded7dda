import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** The server stops listening after this many pauses without a new connection, or at the latest after a second. */
const [PAUSE, QUIET_PAUSES, MAX_PAUSES] = [10, 20, 100] as const

/**
 * Stops a server without a reset (decision 13). Closing its socket resets the connections that it hasn't accepted yet, and Node closes
 * those of which it hasn't read a request. So responses are held for a moment: clients that wait for one open no further connection, and
 * once none arrives, every request that was sent has been read.
 */
export class HeldRequests {
  #server: Server
  #held: (() => void)[] | null = null
  #connections = 0

  constructor(server: Server) {
    this.#server = server
    server.on('connection', () => (this.#connections += 1))
  }

  /** Whether a request is held; then `respond` is called once the server has stopped listening. */
  hold(respond: () => void): boolean {
    this.#held?.push(respond)
    return this.#held !== null
  }

  /** Stops listening, then lets the held requests go on. */
  async stopListening(): Promise<void> {
    const held: (() => void)[] = []
    this.#held = held
    for (let pauses = 0, quiet = 0; quiet < QUIET_PAUSES && pauses < MAX_PAUSES; pauses += 1) {
      const before = this.#connections
      await delay(PAUSE)
      quiet = this.#connections === before ? quiet + 1 : 0
    }
    this.#server.close()
    this.#held = null
    for (const respond of held) respond()
  }
}
