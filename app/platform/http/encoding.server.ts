import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** How a response body is encoded: the `Content-Encoding` names the shop offers. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The types are those of version 0.6, which had no preference among encodings of equal weight. */
type WithPreference = Negotiator & {
  encoding: (available: string[], options: { preferred: string[] }) => string | undefined
}

const OFFERED: Encoding[] = ['br', 'gzip', 'identity']
/** Browsers send a handful of different headers, so the answer for each is remembered. */
const known = new LRUCache<string, Encoding>({ max: 200 })

/**
 * Returns the encoding for an `Accept-Encoding` header (RFC 9110, section 12.5.3): the best one that the client weighs
 * highest; identity without a header or when the client refuses all three.
 */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const remembered = known.get(header)
  if (remembered) return remembered
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as WithPreference
  const chosen = negotiator.encoding(OFFERED, { preferred: OFFERED })
  // The library's types say string; it only ever returns one of the strings it was given.
  const encoding = (chosen as Encoding | undefined) ?? 'identity'
  known.set(header, encoding)
  return encoding
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * How hard a body is compressed: once for many visitors, or for one response. A page is at most a hundred kilobytes; with
 * Brotli's default window of 4 MB, quality 9 takes 25 MB for each page under way, with 64 kB it takes 2 MB.
 */
const EFFORTS = {
  cached: { brotliQuality: 9, brotliWindowBits: 16, gzipLevel: 7 },
  once: { brotliQuality: 4, brotliWindowBits: 17, gzipLevel: 5 },
}

/** Returns a body in an encoding; as it is for `identity`. */
export async function compressed(body: Buffer, encoding: Encoding, effort: keyof typeof EFFORTS): Promise<Buffer> {
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
