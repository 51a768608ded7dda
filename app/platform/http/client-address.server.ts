import ipaddr from 'ipaddr.js'

/**
 * Returns the visitor's address in canonical form: the one that the outermost trusted proxy saw. The leftmost entry of
 * X-Forwarded-For can be forged.
 *
 * @param peer the remote address of the connection
 * @param forwardedFor the X-Forwarded-For header
 * @param hops how many trusted proxies are in front of the shop
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | null, hops: number): string {
  const direct = parseAddress(peer ?? '') ?? ''
  const seen = [...(forwardedFor?.split(',') ?? []), direct]
  const entry = seen.at(-1 - Math.min(hops, seen.length - 1)) ?? ''
  // A proxy may write `unknown` or an obfuscated identifier (RFC 7239); then only the proxy itself is known.
  return parseAddress(entry) ?? direct
}

const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/
const IN_BRACKETS = /^\[([^\]]+)\](?::\d{1,5})?$/

/** Returns an address without port, brackets, zone and IPv4-in-IPv6 mapping, or null if the entry isn't an address. */
function parseAddress(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const inside = IN_BRACKETS.exec(text)?.[1] ?? IPV4_WITH_PORT.exec(text)?.[1] ?? text
  const [bare = ''] = inside.split('%', 1)
  // ipaddr.js also accepts forms like `1` and `0x7f.1`.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null
  return ipaddr.process(bare).toString()
}

/** Returns the network of one customer: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
}
