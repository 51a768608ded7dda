import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { MINUTE, SECOND } from '../../time'

/** How often the pace of a refused body is checked, and how many bytes have to come in between. */
const LINGER = 20 * SECOND
const MIN_LINGER_BYTES = 320 * 1024
/** How long the rest of a refused body is read: as long as a form with files may take. */
const MAX_LINGER = 4 * MINUTE
/** The headers of refusals that are sent before the pipeline. */
const BARE_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'",
  'Referrer-Policy': 'strict-origin',
  Connection: 'close',
}

/** Refuses a request that the pipeline never sees. */
export function refuseRequest(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, BARE_HEADERS).end(STATUS_CODES[status])
}

/** An error of Node's parser, with the bytes that it had read last. */
interface ParserError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
  bytesParsed?: number
}

/** So many bytes of one header that a link with a long URL can't have made it too long. */
const MANY_BYTES = 16 * 1024

/** Whether the bytes that were too many are cookies, which the browser would send with every other request. A URL has no spaces. */
function areCookies({ rawPacket, bytesParsed }: ParserError): boolean {
  const read = rawPacket?.subarray(0, bytesParsed).toString('latin1') ?? ''
  const header = read.slice(read.lastIndexOf('\n') + 1)
  return header.length > MANY_BYTES && header.includes('; ')
}

/** Responds to bytes that Node can't parse as HTTP, with the security headers. */
export function refuseUnreadable(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const text = STATUS_CODES[status] ?? ''
  const headers = {
    ...BARE_HEADERS,
    'Content-Length': String(text.length),
    ...(status === 431 && areCookies(error) ? { 'Clear-Site-Data': '"cookies"' } : {}),
  }
  const lines = Object.entries(headers).map((pair) => pair.join(': '))
  socket.end(`HTTP/1.1 ${status} ${text}\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
}

/** Reads the rest of a refused request while it comes fast: browsers show the response only after they have sent everything. */
export function linger(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.method === 'GET' || incoming.method === 'HEAD') return
  const endsAt = performance.now() + MAX_LINGER
  let received = 0
  const check = setInterval(() => {
    if (received < MIN_LINGER_BYTES || performance.now() > endsAt) incoming.socket.destroy()
    received = 0
  }, LINGER).unref()
  incoming.once('close', () => clearInterval(check))
  // The web stream of the form would pause the request after each chunk.
  incoming.removeAllListeners('data')
  incoming.on('data', (chunk: Buffer) => (received += chunk.length))
}
