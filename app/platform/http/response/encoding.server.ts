import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** The content encodings that the shop offers. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The types are of version 0.6, which lacks `preferred`. */
type WithPreference = Negotiator & { encodings: (available: string[], options: { preferred: string[] }) => Encoding[] }

/** All encodings, in the order in which the shop prefers those that a client weighs equally. */
const ALL: Encoding[] = ['br', 'gzip', 'identity']
export const WITHOUT_BROTLI: Encoding[] = ['gzip', 'identity']
/** Browsers send only a few different headers, so what they accept is cached. */
const accepted = new LRUCache<string, Encoding[]>({ max: 200 })

/**
 * Returns the encoding for an `Accept-Encoding` header (RFC 9110, section 12.5.3): of those offered, the best with the highest weight;
 * `identity` without a header or if the client refuses all.
 */
export function chooseEncoding(header: string | null | undefined, offered = ALL): Encoding {
  if (!header) return 'identity'
  let best = accepted.get(header)
  if (!best) {
    const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as WithPreference
    best = negotiator.encodings(ALL, { preferred: ALL })
    accepted.set(header, best)
  }
  return best.find((encoding) => offered.includes(encoding)) ?? 'identity'
}

/** Why this quality: decision 64. A page has at most 100 kB, and a window of 64 kB takes a tenth of the default's memory. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 16 }

/**
 * Compresses a body; returns it unchanged for `identity`. Not in the thread pool: a page takes less than a millisecond, and passing it to a
 * thread and back takes as long.
 */
export function compressBody(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return gzipSync(body)
  return brotliCompressSync(body, { params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
}

/**
 * Returns a copy of bytes in memory of its own, for what is kept long: a small buffer is a part of a pool of up to 64 kB, all of which stays
 * as long as any part does. Without this, pages of 20 MB held 57 MB.
 */
export function ownBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer)
}

const MIN_COMPRESSED_BYTES = 1024

/** A body. `gzip` is a cheaper way to its gzip encoding than compressing it, if there is one. */
export interface Body {
  plain: () => Buffer
  gzip?: () => Buffer
}

const bodies = new WeakMap<Response, Body>()

/** Creates a response whose body `compress` can read without a web stream. */
export function bufferResponse(body: string | Body, init: ResponseInit): Response {
  // `compress` adds the body: here it would be copied and wrapped in a stream.
  const response = new Response(null, init)
  bodies.set(response, typeof body === 'string' ? { plain: () => Buffer.from(body) } : body)
  return response
}

/** Returns the uncompressed body of a response. */
export async function bodyOf(response: Response): Promise<Buffer> {
  return bodies.get(response)?.plain() ?? Buffer.from(await response.arrayBuffer())
}

/** Middleware that compresses responses. Hono's has no Brotli and sends no Content-Length. */
export const compress: MiddlewareHandler = async (c, next) => {
  await next()
  const response = c.res
  const type = response.headers.get('content-type') ?? ''
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type.startsWith('text/x-script')
  const isStream = response.headers.get('cache-control')?.includes('no-transform') === true
  const isReady = isStream || response.headers.has('content-encoding')
  if (!bodies.has(response) && (!response.body || isReady || !isText)) return
  const headers = new Headers(response.headers)
  headers.append('Vary', 'Accept-Encoding')
  const { body, encoding } = await encode(response, c.req.header('accept-encoding'))
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  c.res = undefined
  c.res = new Response(new Uint8Array(body), { status: response.status, statusText: response.statusText, headers })
}

async function encode(response: Response, header: string | undefined): Promise<{ body: Buffer; encoding: Encoding }> {
  const gzip = bodies.get(response)?.gzip
  if (gzip && chooseEncoding(header, WITHOUT_BROTLI) === 'gzip') return { body: gzip(), encoding: 'gzip' }
  const plain = await bodyOf(response)
  const encoding = plain.length > MIN_COMPRESSED_BYTES ? chooseEncoding(header) : 'identity'
  return { body: compressBody(plain, encoding), encoding }
}
