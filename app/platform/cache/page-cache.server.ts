import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { chooseBytes, toCachedPage, type CachedPage } from './cached-page.server'
import type { PageHeaders } from './page-headers.server'
import { pageKey } from './page-key.server'
import { cutPage, type CutPage } from './places.server'
import type { RouteTable } from '../http/route-table.server'
import { wantsLite } from '../hydration/lite.server'
import { DAY, MINUTE, SECOND } from '../time'

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

/** The request headers that a page depends on. */
interface KeyHeaders {
  cookie?: string
  authorization?: string
  'save-data'?: string | string[]
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

  /** Responds if the page is cached. Returns false if it isn't. `headers` are those of the request. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, headers: PageHeaders): boolean {
    const key = this.keyOf(incoming.method ?? '', incoming.url ?? '/', headers)
    if (key === null) {
      this.stats.passes += 1
      return false
    }
    const page = this.#find(key)
    if (!page) return false
    this.stats.hits += 1
    const [status, pageHeaders, body] = chooseBytes(page, headers)
    outgoing.writeHead(status, pageHeaders).end(incoming.method === 'HEAD' ? undefined : body)
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
    if (!page) return undefined
    const now = Date.now()
    const age = now - page.at
    if (age >= STALE || now >= page.expires) return undefined
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
