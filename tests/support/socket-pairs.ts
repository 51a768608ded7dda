import type { Socket } from 'node:net'

/** Proxied connections, both ends of each, which can be cut like by a network failure. */
export class SocketPairs {
  #sockets = new Set<Socket>()

  /** Connects two sockets in both directions; when one closes, the other does too. */
  join(socket: Socket, onward: Socket): void {
    socket.pipe(onward).pipe(socket)
    for (const one of [socket, onward]) {
      this.#sockets.add(one)
      one.on('error', () => one.destroy())
      one.on('close', () => {
        this.#sockets.delete(one)
        socket.destroy()
        onward.destroy()
      })
    }
  }

  /** Cuts all open connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
