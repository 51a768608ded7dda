import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import fresh from 'fresh'
import type { PageHeaders } from './page-headers.server'
import { chooseEncoding, compressBody, ownBytes, type Encoding } from '../http/response/encoding.server'

const VARY = 'Accept-Encoding, Accept-Language, Cookie, Save-Data'

type EncodingHeaders = Pick<PageHeaders, 'accept-encoding' | 'if-none-match'>

/** A rendered page in each encoding. */
export interface CachedPage {
  at: number
  /** The cache's version when rendering began. */
  version: number
  /** When the page becomes wrong (its `Expires` header), in ms since 1970; Infinity for most pages. */
  expires: number
  status: number
  etag: string
  /** Without plain text, which is six times as large and rarely requested. */
  bodies: Record<Exclude<Encoding, 'identity'>, Buffer>
  /** Alternating names and values, the fastest form for `writeHead`. */
  headers: Record<Encoding | 'unchanged', string[]>
}

/** Returns the response for a cached page, which is 304 if the client has the page already. */
export function pageResponse(page: CachedPage, method: string, requestHeaders: Record<string, string>): Response {
  const [status, list, body] = chooseBytes(page, requestHeaders)
  const headers = new Headers()
  for (let index = 0; index < list.length; index += 2) headers.append(list[index] ?? '', list[index + 1] ?? '')
  return new Response(method === 'HEAD' || status === 304 ? null : new Uint8Array(body), { status, headers })
}

/** Returns the status, headers and body for a client: 304 if it has the page already, and else the page in an encoding it accepts. */
export function chooseBytes(page: CachedPage, request: EncodingHeaders): [number, string[], Buffer] {
  const known = request['if-none-match']
  // Other conditions don't matter: the page has no date, and 304 is right for a reload's `no-cache` too.
  const isKnown = known !== undefined && page.status === 200 && fresh({ 'if-none-match': known }, { etag: page.etag })
  if (isKnown) return [304, page.headers.unchanged, Buffer.alloc(0)]
  const encoding = chooseEncoding(request['accept-encoding'])
  return [
    page.status,
    page.headers[encoding],
    encoding === 'identity' ? gunzipSync(page.bodies.gzip) : page.bodies[encoding],
  ]
}

/** Compresses a rendered page. Reuses the bodies of the `last` one if it is the same. */
export async function toCachedPage(
  response: Response,
  last: CachedPage | undefined,
  version: number,
): Promise<CachedPage> {
  const identity = Buffer.from(await response.arrayBuffer())
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`
  const { br, gzip: zipped } =
    last?.etag === etag
      ? last.bodies
      : {
          br: ownBytes(compressBody(identity, 'br')),
          gzip: ownBytes(compressBody(identity, 'gzip')),
        }
  return {
    at: performance.now(),
    version,
    expires: Date.parse(response.headers.get('expires') ?? '') || Infinity,
    status: response.status,
    etag,
    bodies: { br, gzip: zipped },
    headers: headersOf(response, etag, { identity: identity.length, br: br.length, gzip: zipped.length }),
  }
}

/** Returns the headers of a page in each encoding, and those of a 304. `lengths` are those of the bodies, in bytes. */
function headersOf(response: Response, etag: string, lengths: Record<Encoding, number>): CachedPage['headers'] {
  const own =
    response.status < 500
      ? ['ETag', etag, 'Vary', VARY, 'Cache-Control', 'private, no-cache']
      : ['Vary', VARY, 'Cache-Control', 'no-store']
  const kept = [...response.headers].filter(
    ([name]) => !/^(content-length|content-encoding|etag|vary|cache-control|expires|x-request-id)$/.test(name),
  )
  const list = (encoding: Encoding) => [
    ...kept.flat(),
    ...own,
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    'Content-Length',
    String(lengths[encoding]),
  ]
  const unchanged = [...kept.filter(([name]) => name !== 'content-type').flat(), ...own]
  return { identity: list('identity'), br: list('br'), gzip: list('gzip'), unchanged }
}
