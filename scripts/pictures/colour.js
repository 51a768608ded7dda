/** Dyes and grounds: the shop's colour names as dyed cloth, and how a dye looks in shadow and in light. */

export const FABRIC = {
  // shop colour name -> dyed-fabric hex (spec's 13 names, softened to look like cloth)
  Red: '#b5383f',
  Blue: '#5f82ad',
  Black: '#2b272c',
  Grey: '#9a9899',
  'Navy Blue': '#2c3655',
  Maroon: '#6e2338',
  Purple: '#7d5c88',
  'Lime Green': '#a9b98a',
  Yellow: '#e3c27c',
  Pink: '#dd9ea4',
  Beige: '#d3b8a0',
  Crimson: '#96283b',
  White: '#f3eee8',
  Sage: '#9fae9a',
  Mauve: '#b58a98',
}
export const GROUNDS = {
  White: '#e2d5cb',
  Black: '#efe7e0',
  'Navy Blue': '#efe7e0',
  Sage: '#f0e9e0',
  'Lime Green': '#f0e9e0',
  Pink: '#f3e8e1',
  Mauve: '#f1e7e1',
  Crimson: '#f3e6df',
  Maroon: '#f3e6df',
  Red: '#f3e6df',
}
export const hexToRgb = (h) => [1, 3, 5].map((i) => parseInt(h.slice(i, i + 2), 16))
export const mix = (a, b, t) => a.map((v, i) => v + (b[i] - v) * t)
export const luminance = (c) => (c[0] * 0.3 + c[1] * 0.59 + c[2] * 0.11) / 255
export const saturate = (c, k) => {
  const l = luminance(c) * 255
  return c.map((v) => Math.max(0, Math.min(255, l + (v - l) * k)))
}
export function ramp(base) {
  const L = luminance(base) // [deep, base, light]
  return [
    saturate(
      base.map((v, i) => v * (0.45 + 0.2 * L) * [1.04, 0.97, 1][i]),
      1.12,
    ),
    base,
    mix(base, [255, 250, 246], L < 0.2 ? 0.42 : L > 0.8 ? 0.85 : 0.62),
  ]
}
