import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import fresh from 'fresh'
import { LRUCache } from 'lru-cache'
import { cutPage, type CutPage } from './places.server'
import { chooseEncoding, compressBody, type Encoding } from '../http/encoding.server'
import type { RouteTable } from '../http/route-table.server'
import { wantsLite } from '../hydration/lite.server'
import { DAY, MINUTE, SECOND } from '../time'

/** Parameters that advertisers and mail programs add. Pages don't depend on them. */
const TRACKING = /^(utm_\w+|fbclid|gclid|dclid|msclkid|ttclid|igshid|mc_[ce]id)$/
const FRESH = 10 * SECOND
const STALE = 10 * MINUTE
const STALE_IF_ERROR = 1 * DAY
/** "Not found" pages are few and short-lived, since anybody can make up URLs. */
const MAX_MISSING = 200
const MISSING_FRESH = 30 * SECOND
/** The size of a page besides its bodies: headers, objects, map entries. Measured at about 3 kB. */
const OVERHEAD_BYTES = 4_000
/** Prefix of the keys of lite pages. Paths start with a slash, so they can't clash. */
const LITE = 'lite:'
const VARY = 'Accept-Encoding, Cookie, Save-Data'

/** The request headers that a page depends on. */
interface KeyHeaders {
  cookie?: string
  authorization?: string
  'save-data'?: string | string[]
}

/** A rendered page in each encoding. */
export interface CachedPage {
  at: number
  /** When the page becomes wrong (its `Expires` header), in ms since 1970; Infinity for most pages. */
  expires: number
  status: number
  etag: string
  effort: 'cached' | 'popular'
  /** Without plain text, which is six times as large and rarely requested. */
  bodies: Record<Exclude<Encoding, 'identity'>, Buffer>
  /** Alternating names and values, the fastest form for `writeHead`. */
  headers: Record<Encoding | 'unchanged', string[]>
}

/**
 * Caches whole pages for anonymous visitors, compressed once and served before any framework code runs. They are rendered without
 * cookies, so they can't hold personal data. Bounded in bytes, single flight for each page, stale-while-revalidate.
 */
export class PageCache {
  #render: (path: string, isLite: boolean) => Promise<Response>
  #routes: () => RouteTable | undefined
  #isOurs: (cookieHeader: string) => boolean
  #pages: LRUCache<string, CachedPage>
  #missing = new LRUCache<string, CachedPage>({ max: MAX_MISSING, ttl: MISSING_FRESH })
  #cuts = new LRUCache<string, CutPage>({ max: 60 })
  #keys = new LRUCache<string, { key: string | null }>({ max: 4_000 })
  #rendering = new Map<string, Promise<CachedPage | null>>()
  stats = { hits: 0, misses: 0, passes: 0 }

  /**
   * `render` renders a path, or its lite version, without cookies. `routes` knows which pages are the same for everybody and by which
   * query parameters they vary. `isOurs` tells whether a Cookie header holds a cookie of the shop.
   */
  constructor(
    render: (path: string, isLite: boolean) => Promise<Response>,
    routes: () => RouteTable | undefined,
    isOurs: (cookieHeader: string) => boolean,
    maxBytes: number,
  ) {
    this.#render = render
    this.#routes = routes
    this.#isOurs = isOurs
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bodies }, key) => bodies.br.length + bodies.gzip.length + 2 * key.length + OVERHEAD_BYTES,
    })
  }

  /** Returns the cache key of a request, or null when its page isn't cached. */
  keyOf(method: string, url: string, headers: KeyHeaders): string | null {
    if (method !== 'GET' && method !== 'HEAD') return null
    if (headers.authorization || (headers.cookie && this.#isOurs(headers.cookie))) return null
    return this.#sharedKeyOf(url, headers)
  }

  #sharedKeyOf(url: string, headers: KeyHeaders): string | null {
    const key = this.#fullKeyOf(url)
    return key !== null && wantsLite(headers.cookie, String(headers['save-data'])) ? LITE + key : key
  }

  #fullKeyOf(url: string): string | null {
    const known = this.#keys.get(url)
    if (known) return known.key
    const routes = this.#routes()
    if (!routes) return null
    const key = pageKey(url, (path) => routes.find(path).cachedBy)
    if (url.length <= 500) this.#keys.set(url, { key })
    return key
  }

  /** Responds if the page is cached. Returns false if it isn't. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const key = this.keyOf(incoming.method ?? '', incoming.url ?? '/', incoming.headers)
    if (key === null) {
      this.stats.passes += 1
      return false
    }
    const page = this.#find(key)
    if (!page) return false
    this.stats.hits += 1
    const [status, headers, body] = choose(page, incoming.headers)
    outgoing.writeHead(status, headers).end(incoming.method === 'HEAD' ? undefined : body)
    return true
  }

  /** Returns the cached page for a known visitor, cut at its places, or null when the page isn't cached. */
  async shared(method: string, url: string, headers: KeyHeaders): Promise<CutPage | null> {
    const key = method === 'GET' || method === 'HEAD' ? this.#sharedKeyOf(url, headers) : null
    const page = key === null ? null : (this.#find(key) ?? (await this.load(key)))
    if (page?.status !== 200) return null
    const known = this.#cuts.get(page.etag)
    if (known) return known
    const cut = cutPage(gunzipSync(page.bodies.gzip).toString())
    this.#cuts.set(page.etag, cut)
    return cut
  }

  /** Returns a page that may be served. A stale one is rendered again in the background. */
  #find(key: string): CachedPage | undefined {
    const page = this.#pages.get(key) ?? this.#missing.get(key)
    const age = page ? Date.now() - page.at : Infinity
    if (!page || age >= STALE || Date.now() >= page.expires) return undefined
    // A failed render is logged where it happens.
    if (age > FRESH && page.status === 200) this.load(key).catch(() => undefined)
    return page
  }

  /** Renders a page (single flight). Returns null if it can't be shared, and a page of the last day if the render fails. */
  load(key: string): Promise<CachedPage | null> {
    const running = this.#rendering.get(key)
    if (running) return running
    this.stats.misses += 1
    const rendering = this.#fill(key).finally(() => this.#rendering.delete(key))
    this.#rendering.set(key, rendering)
    return rendering
  }

  async #fill(key: string): Promise<CachedPage | null> {
    const isLite = key.startsWith(LITE)
    const response = await this.#render(isLite ? key.slice(LITE.length) : key, isLite)
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    if (!isPage || response.headers.has('set-cookie')) {
      await response.body?.cancel()
      return null
    }
    const page = await toCachedPage(response, this.#pages.peek(key))
    const isWhole = !response.headers.get('cache-control')?.includes('no-store')
    if (page.status === 404 || page.status === 410) {
      this.#missing.set(key, page)
      return page
    }
    if (page.status === 200 && isWhole) {
      this.#pages.set(key, page)
      return page
    }
    // An incomplete page isn't cached; a complete one of the last day is better.
    const cached = this.#pages.peek(key)
    return cached && Date.now() - cached.at < STALE_IF_ERROR ? cached : page
  }
}

/**
 * Returns the key of a URL: its path and sorted query parameters. Returns null for a page that isn't cached, and for a URL with a
 * parameter that its route doesn't declare, so that a filter can't be ignored.
 */
export function pageKey(url: string, cachedBy: (path: string) => ReadonlySet<string> | null): string | null {
  const [path = '/', query] = url.split('?', 2)
  const parameters = cachedBy(path)
  if (!parameters) return null
  if (!query) return path
  const pairs = [...new URLSearchParams(query)].filter(([name]) => !TRACKING.test(name))
  // Forms send empty parameters, and the route may redirect to a URL without them.
  if (pairs.some(([name, value]) => !parameters.has(name) || value === '')) return null
  const kept = pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path
}

/** Returns the response for a cached page, which is 304 if the client has the page already. */
export function pageResponse(page: CachedPage, method: string, requestHeaders: Record<string, string>): Response {
  const [status, list, body] = choose(page, requestHeaders)
  const headers = new Headers()
  for (let place = 0; place < list.length; place += 2) headers.append(list[place] ?? '', list[place + 1] ?? '')
  return new Response(method === 'HEAD' || status === 304 ? null : new Uint8Array(body), { status, headers })
}

function choose(page: CachedPage, request: { [name: string]: unknown }): [number, string[], Buffer] {
  const isKnown =
    request['if-none-match'] !== undefined &&
    page.status === 200 &&
    // Other conditions don't matter: the page has no date, and 304 is right for a reload's `no-cache` too.
    fresh({ 'if-none-match': String(request['if-none-match']) }, { etag: page.etag })
  if (isKnown) return [304, page.headers.unchanged, Buffer.alloc(0)]
  const header = request['accept-encoding']
  const encoding = chooseEncoding(typeof header === 'string' ? header : undefined)
  return [
    page.status,
    page.headers[encoding],
    encoding === 'identity' ? gunzipSync(page.bodies.gzip) : page.bodies[encoding],
  ]
}

/**
 * Compresses a rendered page. If it is the same as the `last` one, it is popular, so it is compressed harder, once, and its bodies
 * are reused from then on.
 */
async function toCachedPage(response: Response, last: CachedPage | undefined): Promise<CachedPage> {
  const identity = Buffer.from(await response.arrayBuffer())
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`
  const isSame = last?.etag === etag
  const effort = isSame ? 'popular' : 'cached'
  const { br, gzip: zipped } =
    isSame && last.effort === effort
      ? last.bodies
      : {
          br: await compressBody(identity, 'br', effort),
          gzip: await compressBody(identity, 'gzip', effort),
        }
  const lengths = { identity: identity.length, br: br.length, gzip: zipped.length }
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
  return {
    at: Date.now(),
    expires: Date.parse(response.headers.get('expires') ?? '') || Infinity,
    effort,
    status: response.status,
    etag,
    bodies: { br, gzip: zipped },
    headers: { identity: list('identity'), br: list('br'), gzip: list('gzip'), unchanged },
  }
}
