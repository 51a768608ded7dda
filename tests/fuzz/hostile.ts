import { once } from 'node:events'
import { openSocket } from '../support/raw-request.ts'

const FORM = 'application/x-www-form-urlencoded'
const PART = '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n'
const ROUNDS = 5

const get = (target: string, lines = 'host: shop\r\n') => `GET ${target} HTTP/1.1\r\n${lines}connection: close\r\n\r\n`
const post = (body: string, type = FORM, length = body.length) =>
  `POST /login HTTP/1.1\r\nhost: shop\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`

/** Requests after which a process once served cached pages a third slower, for good. */
const HOSTILE = [
  // Its body doesn't come.
  post('a', FORM, 1_000),
  post(`${PART.repeat(20_000)}--b--\r\n`, 'multipart/form-data; boundary=b'),
  post('a[99999999]=1'),
  post(`${'a.'.repeat(5_000)}a=1`),
  post('x[0]=1&'.repeat(5_000)),
  post('zz\r\n', `${FORM}\r\ntransfer-encoding: chunked`),
  get('/', 'host: a\r\nhost: b\r\n'),
  get('/', `host: shop\r\nx: ${'x'.repeat(20_000)}\r\n`),
  get(`/${'a'.repeat(70_000)}`),
  ...Array.from({ length: 50 }, (_, place) => get(`/images/320/pictures/banner-robe.webp?v=${place}`)),
  ...Array.from({ length: 50 }, (_, place) => get(`/images/${place}/pictures/none-${place}.avif`)),
]

/** Sends them one after another, until the shop closes each connection. */
export async function sendHostile(url: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const request of HOSTILE) {
      const socket = await openSocket(url)
      // A shop that refuses a request early resets the connection.
      socket.on('error', () => socket.destroy())
      socket.resume()
      socket.write(request)
      if (!socket.destroyed) await once(socket, 'close')
    }
}
