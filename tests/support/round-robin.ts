import { connect, createServer } from 'node:net'
import { SocketPairs } from './socket-pairs.ts'

/** A TCP proxy that distributes connections over several processes and can be cut. */
export interface RoundRobin {
  url: string
  cut: () => void
  /** How many connections were opened so far. */
  count: () => number
  close: () => Promise<void>
}

/** Starts a proxy to these processes. */
export async function startRoundRobin(urls: string[]): Promise<RoundRobin> {
  const sockets = new SocketPairs()
  let count = 0
  const server = createServer((socket) => {
    const target = new URL(urls[count % urls.length] ?? '')
    count += 1
    sockets.join(socket, connect(Number(target.port), target.hostname))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut: () => sockets.cut(),
    count: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        sockets.cut()
      }),
  }
}
