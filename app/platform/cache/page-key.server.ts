/** Parameters that advertisers and mail programs add. Pages don't depend on them. */
const TRACKING = /^(utm_\w+|fbclid|gclid|dclid|msclkid|ttclid|igshid|mc_[ce]id)$/

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
