/** Returns a pseudorandom number between 0 and 1 for a place in a sequence. */
export function jitter(place: number, seed: number): number {
  const mixed = (place * 374761393 + 17 * 668265263 + seed * 1442695041) | 0
  const scrambled = Math.imul(mixed ^ (mixed >>> 13), 1274126177)
  return ((scrambled ^ (scrambled >>> 16)) >>> 0) / 4294967295
}
