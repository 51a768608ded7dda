import { connect } from 'node:net'
import { Pool } from 'undici'
import type { FuzzShop } from './shop.ts'
import { encodeBody, type FuzzCookie, type FuzzRequest } from './request.ts'

/** The result of a request. `status` is 0 if there was no response. */
export interface Outcome {
  status: number
  retryAfter: boolean
  /** Why there was no response. */
  trouble: string | null
}

const NO_ANSWER_AFTER = 10_000
/** With a larger body, a server may close the connection before all of it is sent, and the response gets lost. */
const LARGE_BODY = 64 * 1024

/** Sends generated requests to a shop over kept-alive connections. */
export class Sender {
  #shop: FuzzShop
  #pool: Pool

  constructor(shop: FuzzShop, connections: number) {
    this.#shop = shop
    this.#pool = new Pool(shop.url, {
      connections,
      pipelining: 1,
      headersTimeout: NO_ANSWER_AFTER,
      bodyTimeout: NO_ANSWER_AFTER,
    })
  }

  async send(request: FuzzRequest): Promise<Outcome> {
    const { body } = request
    if (body.kind === 'wire') return sendOnWire(this.#shop.url, body.lines, body.rest)
    const encoded = encodeBody(body)
    const headers = this.#headersOf(request, encoded?.type)
    const outcome = (status: number, trouble: string | null, retryAfter = false): Outcome => ({
      status,
      retryAfter,
      trouble,
    })
    try {
      const response = await this.#pool.request({
        path: request.target,
        // undici's type has only the common methods, but it sends any.
        method: request.method as 'GET',
        headers,
        body: encoded?.bytes ?? null,
      })
      const isStream = String(response.headers['content-type']).startsWith('text/event-stream')
      response.body.on('error', () => undefined)
      if (isStream) response.body.destroy()
      else await response.body.dump({ limit: 2 ** 24 })
      return outcome(response.statusCode, null, response.headers['retry-after'] !== undefined)
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      if (reason === 'UND_ERR_INVALID_ARG') return outcome(0, 'not sent')
      const isClosedEarly = (encoded?.bytes.length ?? 0) > LARGE_BODY && /EPIPE|ECONNRESET|UND_ERR_SOCKET/.test(reason)
      return outcome(0, isClosedEarly ? 'closed early' : reason)
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  #headersOf(request: FuzzRequest, type: string | undefined): string[] {
    const { url } = this.#shop
    const given = request.headers.map(([name, value]): [string, string] => [
      name,
      value === 'own' ? (name === 'referer' ? `${url}/` : url) : value,
    ])
    const names = new Set(given.map(([name]) => name))
    const cookie = request.cookies.map((one) => this.#cookieOf(one)).filter(Boolean)
    if (!names.has('x-forwarded-for')) given.push(['x-forwarded-for', addressOf(request.address)])
    if (!names.has('accept')) given.push(['accept', 'text/html'])
    if (!names.has('accept-encoding')) given.push(['accept-encoding', 'br'])
    if (type !== undefined) given.push(['content-type', type])
    if (cookie.length > 0) given.push(['cookie', cookie.join('; ').slice(0, 12_000)])
    // A header's value is bytes; other characters are left out.
    return given.flatMap(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')])
  }

  #cookieOf(cookie: FuzzCookie): string | null {
    if ('value' in cookie) return `${cookie.name}=${cookie.value}`
    const value = this.#shop.people[cookie.of % this.#shop.people.length]?.get(cookie.cookie)
    return value === undefined ? null : `${cookie.sentAs}=${damaged(value, cookie.damage)}`
  }
}

function damaged(value: string, damage: string): string {
  switch (damage) {
    case 'cut':
      return value.slice(0, value.length / 2)
    case 'flipped':
      return value.replace(/[a-m]/, (letter) => letter.toUpperCase())
    case 'unsigned':
      return value.split('.')[0] ?? ''
    case 'doubled':
      return value + value
    default:
      return value
  }
}

function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

/** Returns the status of a response, ignoring an interim 100. */
const FINAL_STATUS = /(?:^|\r\n)HTTP\/1\.[01] ([2-5]\d\d)[\s\S]*?\r\n\r\n/

/** Writes bytes that no client library sends, and reads the status line. An incomplete request may get no response. */
function sendOnWire(url: string, lines: string[], rest: string): Promise<Outcome> {
  const { port, hostname } = new URL(url)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), hostname)
    const done = () => {
      socket.destroy()
      const status = Number(FINAL_STATUS.exec(received)?.[1] ?? 0)
      resolve({
        status,
        retryAfter: /^retry-after:/im.test(received),
        trouble: status ? null : 'closed',
      })
    }
    socket.setTimeout(400, done)
    socket.on('error', done)
    socket.on('close', done)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      if (FINAL_STATUS.test(received)) done()
    })
    const head = lines.join('\r\n').replace('Origin: own', `Origin: ${url}`)
    socket.write(Buffer.from(`${head}\r\n\r\n${rest}`, 'latin1'))
  })
}
