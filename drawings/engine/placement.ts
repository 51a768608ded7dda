import type { Part } from './part.ts'
import { controlPoints, type Point } from './paths.ts'

/** Where a garment lies in a picture: its point `focus` at (x, y), scaled, and turned by `turn` radians. */
export interface Placement {
  focus: Point
  x: number
  y: number
  scale: number
  turn?: number
}

/** Places SVG of a garment's space in the picture. */
export const placed = ({ focus: [u, v], x, y, scale, turn = 0 }: Placement, content: string) =>
  `<g transform="translate(${x},${y}) rotate(${(turn * 180) / Math.PI}) scale(${scale}) translate(${-u},${-v})">${content}</g>`

/** Bounds in the garment's space: left, top, right, bottom. */
export type Bounds = [left: number, top: number, right: number, bottom: number]

export function boundsOf(parts: Part[]): Bounds {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { path, stroke = 0 } of parts) {
    for (const [x, y] of controlPoints(path)) {
      bounds[0] = Math.min(bounds[0], x - stroke / 2)
      bounds[1] = Math.min(bounds[1], y - stroke / 2)
      bounds[2] = Math.max(bounds[2], x + stroke / 2)
      bounds[3] = Math.max(bounds[3], y + stroke / 2)
    }
  }
  return bounds
}
