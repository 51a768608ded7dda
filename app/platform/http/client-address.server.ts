/**
 * Returns the visitor's address: the one the outermost trusted proxy saw. Never the leftmost entry of X-Forwarded-For, which
 * anybody can write. `hops` is the number of trusted proxies in front of the shop.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | null, hops: number): string {
  const seen = [...(forwardedFor?.split(',').map((part) => part.trim()) ?? []), peer ?? '']
  const address = seen.at(-1 - Math.min(hops, seen.length - 1)) ?? ''
  return address.replace(/^::ffff:/, '')
}
