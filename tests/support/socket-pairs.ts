import type { Socket } from 'node:net'

/** Connections that are led on, both ends of each, so that all can be cut as a network does. */
export class SocketPairs {
  #sockets = new Set<Socket>()

  /** Leads one into the other, both ways; when one ends, so does the other. */
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

  /** Cuts every one that is open. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
