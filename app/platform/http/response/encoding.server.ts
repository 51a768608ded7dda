import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** The content encodings that the shop offers. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The types are of version 0.6, which lacks `preferred`. */
type WithPreference = Negotiator & {
  encoding: (available: string[], options: { preferred: string[] }) => string | undefined
}

/** How hard a body is compressed: for one response, for several, or for many. */
export type Effort = 'once' | 'cached' | 'popular'

/**
 * The shop's preference among encodings that a client weighs equally. For a single response gzip is better: a listing takes 11.1 kB
 * and 0.4 ms with gzip, 11.0 kB and 0.7 ms with fast Brotli, and 10.2 kB with slow Brotli.
 */
const OFFERED: Record<'once' | 'cached', Encoding[]> = {
  cached: ['br', 'gzip', 'identity'],
  once: ['gzip', 'br', 'identity'],
}
/** Browsers send only a few different headers, so the choices are cached. */
const createChoiceCache = () => new LRUCache<string, Encoding>({ max: 200 })
const choices: Record<keyof typeof OFFERED, LRUCache<string, Encoding>> = {
  cached: createChoiceCache(),
  once: createChoiceCache(),
}

/**
 * Returns the encoding for an `Accept-Encoding` header (RFC 9110, section 12.5.3): the best of those with the highest weight;
 * `identity` without a header or if the client refuses all.
 */
export function chooseEncoding(header: string | undefined, effort: keyof typeof OFFERED = 'cached'): Encoding {
  if (!header) return 'identity'
  const known = choices[effort].get(header)
  if (known) return known
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as WithPreference
  const chosen = negotiator.encoding(OFFERED[effort], { preferred: OFFERED[effort] })
  // The library only returns one of the given strings, but its type is string.
  const encoding = (chosen as Encoding | undefined) ?? 'identity'
  choices[effort].set(header, encoding)
  return encoding
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * A page has at most 100 kB. At quality 9, Brotli takes 25 MB of memory with its default window of 4 MB, and 2 MB with 64 kB.
 * Quality 11 makes a page 8 % smaller than 9, but takes five times as long (40 to 60 ms).
 */
const EFFORTS: Record<Effort, { brotliQuality: number; brotliWindowBits: number; gzipLevel: number }> = {
  popular: { brotliQuality: 11, brotliWindowBits: 16, gzipLevel: 9 },
  cached: { brotliQuality: 9, brotliWindowBits: 16, gzipLevel: 7 },
  once: { brotliQuality: 3, brotliWindowBits: 17, gzipLevel: 5 },
}

/** Compresses a body; returns it unchanged for `identity`. */
export async function compressBody(body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  const { brotliQuality, brotliWindowBits, gzipLevel } = EFFORTS[effort]
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return compressGzip(body, { level: gzipLevel })
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

const MIN_COMPRESSED_BYTES = 1024

/** A body. `gzip` is a cheaper way to its gzip encoding than compressing it, if there is one. */
export interface Body {
  plain: () => Buffer
  gzip?: () => Buffer
}

const bodies = new WeakMap<Response, Body>()

/** Creates a response whose body `compress` can read without a web stream. */
export function bufferResponse(body: Buffer | Body, init: ResponseInit): Response {
  // `compress` adds the body: here it would be copied and wrapped in a stream.
  const response = new Response(null, init)
  bodies.set(response, Buffer.isBuffer(body) ? { plain: () => body } : body)
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
  const known = bodies.get(response)
  const type = response.headers.get('content-type') ?? ''
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type.startsWith('text/x-script')
  const isStream = response.headers.get('cache-control')?.includes('no-transform') === true
  const isReady = isStream || response.headers.has('content-encoding')
  if (!known && (!response.body || isReady || !isText)) return
  const headers = new Headers(response.headers)
  headers.append('Vary', 'Accept-Encoding')
  const wanted = chooseEncoding(c.req.header('accept-encoding'), 'once')
  const { body, encoding } = await encode(response, known, wanted)
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  c.res = undefined
  c.res = new Response(new Uint8Array(body), { status: response.status, statusText: response.statusText, headers })
}

async function encode(response: Response, known: Body | undefined, wanted: Encoding) {
  if (wanted === 'gzip' && known?.gzip) return { body: known.gzip(), encoding: wanted }
  const plain = await bodyOf(response)
  const encoding = plain.length > MIN_COMPRESSED_BYTES ? wanted : 'identity'
  return { body: await compressBody(plain, encoding, 'once'), encoding }
}
