import type { RouteInfo, RouteTable } from '../remix/route-table.server'
import { variantKey, variantOf, type VariantHeaders } from './variant.server'

/**
 * Returns the key of a URL: its path, and of its query the parameters that the route says its page varies by, sorted. Others are ignored.
 * Returns null for a page that isn't cached, and with a parameter that the route answers for each request. An empty one counts as such,
 * since forms send them, and the route may redirect to a URL without them.
 */
export function pageKey(
  url: string,
  routeOf: (path: string) => Pick<RouteInfo, 'cachedBy' | 'uncachedBy'>,
): string | null {
  const [path = '/', query] = url.split('?', 2)
  const { cachedBy, uncachedBy } = routeOf(path)
  if (!cachedBy) return null
  if (!query) return path
  const pairs = [...new URLSearchParams(query)]
  const kept = pairs.filter(([name]) => cachedBy.has(name)).sort(([a], [b]) => (a < b ? -1 : 1))
  if (pairs.some(([name]) => uncachedBy.has(name)) || kept.some(([, value]) => value === '')) return null
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path
}

/** Returns the key of a request's page with its version (`variantKey`), or null when it isn't cached. */
export function requestKey(routes: RouteTable | undefined, method: string, url: string, headers: VariantHeaders) {
  if (!routes || (method !== 'GET' && method !== 'HEAD')) return null
  const key = pageKey(url, (path) => routes.find(path))
  return key === null ? null : variantKey(variantOf(url, headers)) + key
}

/** Returns the page of a key: its path with the query, and the key of its version. Paths start with a slash, keys of versions don't. */
export function pageOf(key: string): { path: string; variant: string } {
  const start = key.indexOf('/')
  return { path: key.slice(start), variant: key.slice(0, start) }
}
