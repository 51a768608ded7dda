import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { DAY, MINUTE, SECOND } from '../time'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Pages that look the same to everybody who carries no cookie of ours. */
const CACHED =
  /^\/(product\/[^/]+|product-listing|on-sale|company(\/.*)?|help(\/.*)?|faq(\/.*)?|about-us|contact-us|contact)?$/
/** Query parameters that make another page; all else (utm_…, fbclid) is ignored. Free text is not kept at all. */
const PARAMETERS = new Set([
  'category', 'colors', 'sizes', 'brandSizes', 'cupSizes', 'materials', 'minPrice', 'maxPrice', 'page', 'sortBy',
  'sortOrder', 'tab', 'department', 'slide', 'color', 'picture', 'sort', 'reviews', 'more', 'size',
]) // prettier-ignore
const FREE_TEXT = new Set(['search', 'q', 'login', 'quantity', 'step'])
const OURS = /(?:^|;\s*)(?:__Host-)?(?:website_|addtocartItems)[^=]*=/
const FRESH = 10 * SECOND
const STALE = 10 * MINUTE
const STALE_IF_ERROR = 1 * DAY
const MAX_BYTES = 64 * 1024 * 1024

interface Page {
  at: number
  etag: string
  brotli: Buffer
  gzip: Buffer
  plain: Buffer
  headers: Record<'br' | 'gzip' | 'plain' | 'unchanged', string[]>
}

/** The key of a request's page, or null when it isn't one to keep. */
export function pageKey(method: string, url: string, cookie: string | undefined): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  if (cookie && OURS.test(cookie)) return null
  const [path = '/', query] = url.split('?', 2)
  if (!CACHED.test(path)) return null
  if (!query) return path
  const pairs = [...new URLSearchParams(query)]
  if (pairs.some(([name]) => FREE_TEXT.has(name))) return null
  const kept = pairs.filter(([name, value]) => PARAMETERS.has(name) && value).sort(([a], [b]) => (a < b ? -1 : 1))
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path
}

/**
 * Whole pages for anonymous visitors, compressed once and answered before any framework code runs. They are rendered
 * without any cookie, so nothing personal can be in them. Bounded in bytes; one render at a time a page; a stale page
 * serves while the next is rendered.
 */
export class PageCache {
  #render: (path: string) => Promise<Response>
  #pages = new LRUCache<string, Page>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ plain, brotli, gzip }) => plain.length + brotli.length + gzip.length,
  })
  #rendering = new Map<string, Promise<Page | null>>()
  stats = { hits: 0, misses: 0, passes: 0 }

  constructor(render: (path: string) => Promise<Response>) {
    this.#render = render
  }

  /** Answers from the cache, at once where the page is kept; false when the request has to go on. */
  answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const key = pageKey(request.method ?? '', request.url ?? '/', request.headers.cookie)
    if (key === null || request.headers.authorization) {
      this.stats.passes += 1
      return false
    }
    const kept = this.#pages.get(key)
    const age = kept ? Date.now() - kept.at : Infinity
    if (kept && age < STALE) {
      this.stats.hits += 1
      if (age > FRESH) this.#load(key).catch(() => {})
      send(request, response, kept)
      return true
    }
    this.stats.misses += 1
    return this.#answerAnew(key, kept, request, response)
  }

  async #answerAnew(
    key: string,
    kept: Page | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const page = await this.#load(key).catch(() => kept ?? null)
    if (!page) return false
    send(request, response, page)
    return true
  }

  #load(key: string): Promise<Page | null> {
    const running = this.#rendering.get(key)
    if (running) return running
    const rendering = this.#fill(key).finally(() => this.#rendering.delete(key))
    this.#rendering.set(key, rendering)
    return rendering
  }

  async #fill(key: string): Promise<Page | null> {
    const answer = await this.#render(key)
    const isPage = answer.status === 200 && answer.headers.get('content-type')?.startsWith('text/html')
    if (!isPage || answer.headers.has('set-cookie')) {
      await answer.body?.cancel()
      return null
    }
    const plain = Buffer.from(await answer.arrayBuffer())
    const [brotli, zipped] = await Promise.all([
      compressBrotli(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      }),
      compressGzip(plain, { level: 7 }),
    ])
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    const page = {
      at: Date.now(),
      etag,
      plain,
      brotli,
      gzip: zipped,
      headers: headersOf(answer.headers, etag, { plain, brotli, gzip: zipped }),
    }
    // A page with a gap is not kept, and a whole one of the last day is better.
    if (answer.headers.get('cache-control')?.includes('no-store')) {
      const kept = this.#pages.peek(key)
      return kept && Date.now() - kept.at < STALE_IF_ERROR ? kept : page
    }
    this.#pages.set(key, page)
    return page
  }
}

function headersOf(
  headers: Headers,
  etag: string,
  sizes: Record<'plain' | 'brotli' | 'gzip', Buffer>,
): Page['headers'] {
  const own = ['ETag', etag, 'Vary', 'Accept-Encoding, Cookie', 'Cache-Control', 'private, no-cache']
  const kept = [...headers]
    .filter(([name]) => !/^(content-length|content-encoding|etag|vary|cache-control)$/.test(name))
    .flat()
  const encoded = (name: string, body: Buffer) => [
    ...kept,
    ...own,
    'Content-Encoding',
    name,
    'Content-Length',
    String(body.length),
  ]
  return {
    br: encoded('br', sizes.brotli),
    gzip: encoded('gzip', sizes.gzip),
    plain: [...kept, ...own, 'Content-Length', String(sizes.plain.length)],
    unchanged: own,
  }
}

function send(request: IncomingMessage, response: ServerResponse, page: Page): void {
  if (request.headers['if-none-match'] === page.etag) {
    response.writeHead(304, page.headers.unchanged).end()
    return
  }
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const [headers, body] = /\bbr\b/.test(accepted)
    ? [page.headers.br, page.brotli]
    : /\bgzip\b/.test(accepted)
      ? [page.headers.gzip, page.gzip]
      : [page.headers.plain, page.plain]
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body)
}
