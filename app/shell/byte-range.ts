/** What a response sends of a file: from the first byte to the last. */
interface Sent {
  first: number
  last: number
  isPart: boolean
}

/**
 * Returns what a `Range` header asks for of a file; null if the file doesn't have it. Without a header it is the whole file, as for headers
 * that may be ignored, such as one for several parts (RFC 9110, section 14.2).
 */
export function byteRange(header: string | null, size: number): Sent | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return { first: 0, last: size - 1, isPart: false }
  // Without a beginning it is so many bytes of the end.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first <= last ? { first, last, isPart: true } : null
}
