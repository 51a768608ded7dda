import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { chooseBytes, toCachedPage, type CachedPage } from './cached-page.server'
import type { PageHeaders } from './page-headers.server'
import { pageOf } from './page-key.server'
import { cutPage, type CutPage } from './places.server'
import { SingleFlight } from './single-flight.server'
import { DAY, MINUTE, SECOND } from '../time'

const FRESH = 10 * SECOND
const STALE = 10 * MINUTE
const STALE_IF_ERROR = 1 * DAY
/** "Not found" pages are few and short-lived, since anybody can make up URLs. */
const MAX_MISSING = 200
const MISSING_FRESH = 30 * SECOND
/** The size of a page besides its bodies: headers, objects, map entries. Measured at about 3 kB. */
const OVERHEAD_BYTES = 4_000

/**
 * Caches whole pages for anonymous visitors, compressed once and served before any framework code runs. They are rendered without
 * cookies, so they can't hold personal data. Bounded in bytes, single flight for each page, stale-while-revalidate. An outdated page
 * (`markOutdated`) is served only if it can't be rendered again (decision 128).
 */
export class PageCache {
  #render: (path: string, variant: string) => Promise<Response>
  #pages: LRUCache<string, CachedPage>
  #missing = new LRUCache<string, CachedPage>({ max: MAX_MISSING, ttl: MISSING_FRESH })
  #cuts = new LRUCache<string, CutPage>({ max: 60 })
  #rendering = new SingleFlight<CachedPage | null>()
  /** Counts calls of `markOutdated`. */
  #version = 0
  stats = { hits: 0, misses: 0, passes: 0 }

  /** `render` renders a path in a version, by its key, without cookies of a person. */
  constructor(render: (path: string, variant: string) => Promise<Response>, maxBytes: number) {
    this.#render = render
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bodies }, key) => bodies.br.length + bodies.gzip.length + 2 * key.length + OVERHEAD_BYTES,
    })
  }

  /** Responds if there is a page with this key. Returns false if there is none. `headers` are those of the request. */
  serve(key: string | null, incoming: IncomingMessage, outgoing: ServerResponse, headers: PageHeaders): boolean {
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

  /** Returns a page for a known visitor, cut at its places, or null if it can't be shared. */
  async cut(key: string): Promise<CutPage | null> {
    const page = this.#find(key) ?? (await this.load(key))
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
    if (!page || page.version !== this.#version) return undefined
    const age = performance.now() - page.at
    if (age >= STALE || Date.now() >= page.expires) return undefined
    // A failed render is logged where it happens.
    if (age > FRESH && page.status === 200) this.load(key).catch(() => undefined)
    return page
  }

  /** Marks all pages as outdated: each is rendered again before it is served. Pages that are being rendered are outdated too. */
  markOutdated(): void {
    this.#version += 1
    this.#rendering.startAnew()
  }

  /** Renders a page (single flight). Returns null if it can't be shared, and a page of the last day if the render fails. */
  load(key: string): Promise<CachedPage | null> {
    return this.#rendering.run(key, () => {
      this.stats.misses += 1
      return this.#fill(key)
    })
  }

  async #fill(key: string): Promise<CachedPage | null> {
    const version = this.#version
    const { path, variant } = pageOf(key)
    const response = await this.#render(path, variant)
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    if (!isPage || response.headers.has('set-cookie')) {
      await response.body?.cancel()
      return null
    }
    const page = await toCachedPage(response, this.#pages.peek(key), version)
    const isWhole = !response.headers.get('cache-control')?.includes('no-store')
    if (page.status === 404 || page.status === 410 || (page.status === 200 && isWhole)) {
      this.#store(key, page)
      return page
    }
    // An incomplete page isn't cached; a complete one of the last day is better.
    const cached = this.#pages.peek(key)
    return cached && performance.now() - cached.at < STALE_IF_ERROR ? cached : page
  }

  /** Stores a page, or "not found", unless a later version is stored. */
  #store(key: string, page: CachedPage): void {
    if (page.version < (this.#pages.peek(key)?.version ?? 0)) return
    if (page.status === 200) {
      this.#pages.set(key, page)
      return
    }
    this.#pages.delete(key)
    this.#missing.set(key, page)
  }
}
