import { connect, createServer, type Socket } from 'node:net'

/** A way to several processes in turn, a connection each, that can be cut. */
export interface RoundRobin {
  url: string
  cut: () => void
  /** How many connections came so far. */
  count: () => number
  close: () => Promise<void>
}

/** Starts a way to these processes. */
export async function startRoundRobin(urls: string[]): Promise<RoundRobin> {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    const target = new URL(urls[count % urls.length] ?? '')
    count += 1
    const onward = connect(Number(target.port), target.hostname)
    socket.pipe(onward).pipe(socket)
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => one.destroy())
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        onward.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut,
    count: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
