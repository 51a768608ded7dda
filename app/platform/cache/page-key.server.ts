import { LRUCache } from 'lru-cache'
import { LANGUAGE_PARAMETER } from '~/language/languages'
import type { RouteTable } from '../http/route-table.server'
import { variantKey, variantOf, type VariantHeaders } from './variant.server'

/** Parameters that advertisers and mail programs add. Pages don't depend on them. */
const TRACKING = /^(utm_\w+|fbclid|gclid|dclid|msclkid|ttclid|igshid|mc_[ce]id)$/

/**
 * Returns the key of a URL: its path and sorted query parameters, without the language. Returns null for a page that isn't cached, and for
 * a URL with a parameter that its route doesn't declare, so that a filter can't be ignored.
 */
export function pageKey(url: string, cachedBy: (path: string) => ReadonlySet<string> | null): string | null {
  const [path = '/', query] = url.split('?', 2)
  const parameters = cachedBy(path)
  if (!parameters) return null
  if (!query) return path
  const pairs = [...new URLSearchParams(query)].filter(([name]) => name !== LANGUAGE_PARAMETER && !TRACKING.test(name))
  // Forms send empty parameters, and the route may redirect to a URL without them.
  if (pairs.some(([name, value]) => !parameters.has(name) || value === '')) return null
  const kept = pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path
}

/** The cache keys of requests: the version of the page (`variantKey`) and `pageKey`. */
export class PageKeys {
  #routes: () => RouteTable | undefined
  #known = new LRUCache<string, { key: string | null }>({ max: 4_000 })

  /** `routes` knows which pages are the same for everybody and by which query parameters they vary. */
  constructor(routes: () => RouteTable | undefined) {
    this.#routes = routes
  }

  /** Returns the key of a request's page, or null when it isn't cached. */
  of(method: string, url: string, headers: VariantHeaders): string | null {
    if (method !== 'GET' && method !== 'HEAD') return null
    const key = this.#fullKeyOf(url)
    return key === null ? null : variantKey(variantOf(url, headers)) + key
  }

  #fullKeyOf(url: string): string | null {
    const known = this.#known.get(url)
    if (known) return known.key
    const routes = this.#routes()
    if (!routes) return null
    const key = pageKey(url, (path) => routes.find(path).cachedBy)
    if (url.length <= 500) this.#known.set(url, { key })
    return key
  }
}

/** Returns the page of a key: its path with the query, and the key of its version. Paths start with a slash, keys of versions don't. */
export function pageOf(key: string): { path: string; variant: string } {
  const start = key.indexOf('/')
  return { path: key.slice(start), variant: key.slice(0, start) }
}
