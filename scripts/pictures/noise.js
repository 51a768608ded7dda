/** Value noise, the same for the same place and seed: the weave of the cloth and the grain of the ground. */

const hash = (x, y, s) => {
  let h = (x * 374761393 + y * 668265263 + s * 1442695041) | 0
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967295
}
export const valueNoise = (x, y, s) => {
  const X = Math.floor(x),
    Y = Math.floor(y),
    fx = x - X,
    fy = y - Y,
    u = fx * fx * fx * (fx * (fx * 6 - 15) + 10),
    v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
  const a = hash(X, Y, s),
    b = hash(X + 1, Y, s),
    c = hash(X, Y + 1, s),
    d = hash(X + 1, Y + 1, s)
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v
}
