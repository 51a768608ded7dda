function hash(x: number, y: number, seed: number): number {
  const mixed = (x * 374761393 + y * 668265263 + seed * 1442695041) | 0
  const scrambled = Math.imul(mixed ^ (mixed >>> 13), 1274126177)
  return ((scrambled ^ (scrambled >>> 16)) >>> 0) / 4294967295
}

/** Returns smooth value noise between 0 and 1, deterministic for a position and seed. */
export function valueNoise(x: number, y: number, seed: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const fx = x - column
  const fy = y - row
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
  const a = hash(column, row, seed)
  const b = hash(column + 1, row, seed)
  const c = hash(column, row + 1, seed)
  const d = hash(column + 1, row + 1, seed)
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v
}

/** Returns a pseudorandom number between 0 and 1 for a place in a sequence. */
export const jitter = (place: number, seed: number) => hash(place, 17, seed)
