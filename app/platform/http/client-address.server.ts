import ipaddr from 'ipaddr.js'

/**
 * Returns the visitor's address in its canonical form: the one that the outermost trusted proxy saw. Never the leftmost
 * entry of X-Forwarded-For, which anybody can write.
 *
 * @param peer the address of the connection's other end
 * @param forwardedFor the X-Forwarded-For header
 * @param hops how many trusted proxies are in front of the shop
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | null, hops: number): string {
  const direct = parseAddress(peer ?? '') ?? ''
  const seen = [...(forwardedFor?.split(',') ?? []), direct]
  const entry = seen.at(-1 - Math.min(hops, seen.length - 1)) ?? ''
  // A proxy may write `unknown` or an identifier of its own (RFC 7239); then only the proxy itself is known.
  return parseAddress(entry) ?? direct
}

const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/
const IN_BRACKETS = /^\[([^\]]+)\](?::\d{1,5})?$/

/** An address without port, brackets, zone and IPv4-in-IPv6 mapping. Returns null if it is none. */
function parseAddress(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const bare = (IN_BRACKETS.exec(text)?.[1] ?? IPV4_WITH_PORT.exec(text)?.[1] ?? text).replace(/%.*$/, '')
  // `1` and `0x7f.1` are addresses to ipaddr.js, too; no proxy writes them.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null
  return ipaddr.process(bare).toString()
}

/** Returns the part of an address that belongs to one customer: the whole of an IPv4 address, the first 64 bits of an IPv6. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
}
