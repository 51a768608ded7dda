import { jitter } from '../engine/noise.ts'
import type { Fold } from '../engine/part.ts'

interface Drapes {
  top: number
  bottom: number
  /** Half widths between which the folds spread, above and below. */
  topHalf: number
  bottomHalf: number
  count: number
  height: number
  seed: number
  softness?: number
}

/** Returns long folds that fall from a seam to a hem. They end beyond the hem, where the cloth ends first. */
export function drapes({ top, bottom, topHalf, bottomHalf, count, height, seed, softness = 10 }: Drapes): Fold[] {
  return Array.from({ length: count }, (_, place) => {
    const share = ((place + 0.5) / count) * 2 - 1 + (jitter(place, seed) - 0.5) * (0.8 / count)
    const start = top + jitter(place, seed + 1) * (bottom - top) * 0.22
    const end = bottom + (bottom - top) * 0.25
    const [x0, x1] = [share * topHalf, share * bottomHalf * 1.06]
    const bow = (jitter(place, seed + 2) - 0.5) * 16
    const sign = place % 2 === 0 ? 1 : -0.85
    const strength = height * (0.75 + jitter(place, seed + 3) * 0.5)
    const path = `M${x0},${start}C${x0 + (x1 - x0) * 0.2 + bow},${start + (end - start) * 0.35} ${x0 + (x1 - x0) * 0.7 - bow},${start + (end - start) * 0.7} ${x1},${end}`
    return [path, Math.min(18, (bottomHalf / count) * 1.1 + 4), softness, sign * strength]
  })
}

/** Returns short folds that start at an edge, for example below an elastic. */
export function gathers(y: number, half: number, length: number, count: number, height: number, seed: number): Fold[] {
  return Array.from({ length: count }, (_, place) => {
    const x = (((place + 0.5) / count) * 2 - 1) * half + (jitter(place, seed) - 0.5) * (half / count)
    const reach = length * (0.7 + jitter(place, seed + 1) * 0.9)
    const lean = (x / half) * length * 0.1
    return [
      `M${x},${y - reach * 0.5}C${x},${y + reach * 0.3} ${x + lean},${y + reach * 0.7} ${x + lean * 1.4},${y + reach}`,
      half / count + 4,
      6,
      (place % 2 === 0 ? 1 : -1) * height,
    ]
  })
}

/** Returns soft diagonal folds below both arms, where flat cloth is pulled. */
export function tension(x: number, y: number, reach: number, height: number): Fold[] {
  return [
    [
      `M${x},${y - reach * 0.5}C${x - reach * 0.3},${y + reach * 0.4} ${x - reach * 0.7},${y + reach * 0.55} ${x - reach},${y + reach * 0.6}`,
      13,
      11,
      -height,
    ],
    [
      `M${-x},${y + 10}C${-x + reach * 0.28},${y + reach * 0.45} ${-x + reach * 0.6},${y + reach * 0.6} ${-x + reach * 0.92},${y + reach * 0.66}`,
      13,
      11,
      -height * 0.9,
    ],
  ]
}
