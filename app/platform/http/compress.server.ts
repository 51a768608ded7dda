import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|javascript|xml|ld\+json)|image\/svg|text\/x-script)/
const WORTH_IT = 1024

/** The answer, compressed for a client that takes it. Event streams and pictures go as they are. */
export async function compress(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.body || !COMPRESSIBLE.test(type) || response.headers.has('content-encoding')) return response
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  const plain = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.append('Vary', 'Accept-Encoding')
  let body = plain
  if (encoding && plain.length > WORTH_IT) {
    headers.set('Content-Encoding', encoding)
    body =
      encoding === 'br'
        ? await compressBrotli(plain, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
          })
        : await compressGzip(plain, { level: 5 })
  }
  headers.set('Content-Length', String(body.length))
  return new Response(new Uint8Array(body), { status: response.status, statusText: response.statusText, headers })
}
