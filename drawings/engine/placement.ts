import type { Part } from './part.ts'
import { controlPoints, type Point } from './paths.ts'
import type { Frame } from './raster.ts'

/** Where a garment lies in a picture, and how to convert between its space and pixels. */
export interface Placement {
  scale: number
  turn: number
  originX: number
  originY: number
  place: (point: Point) => Point
  /** Converts pixels to the garment's space: u = u0 + ux·x + uy·y, and so for v. Numbers, because inner loops use them for each pixel. */
  inverse: { u0: number; ux: number; uy: number; v0: number; vx: number; vy: number }
}

/**
 * Places a garment: its point `focus` is at (x, y) in pixels, rotated by `turn` radians. A slight wave, different for each
 * `seed`, keeps edges from being perfectly straight.
 */
export function placeAt(focus: Point, x: number, y: number, scale: number, turn: number, seed: number): Placement {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const toPixels = (u: number, v: number): Point => [
    x + scale * ((u - focus[0]) * cos - (v - focus[1]) * sin),
    y + scale * ((u - focus[0]) * sin + (v - focus[1]) * cos),
  ]
  const [originX, originY] = toPixels(0, 0)
  return {
    scale,
    turn,
    originX,
    originY,
    place: ([u, v]) =>
      toPixels(
        u + 1.8 * Math.sin(v / 83 + seed) + 1.2 * Math.sin(u / 57 + seed * 2),
        v + 1.6 * Math.sin(u / 71 + seed * 3),
      ),
    inverse: {
      ux: cos / scale,
      uy: sin / scale,
      u0: focus[0] - (x * cos + y * sin) / scale,
      vx: -sin / scale,
      vy: cos / scale,
      v0: focus[1] - (y * cos - x * sin) / scale,
    },
  }
}

/** Bounds in the garment's space: left, top, right, bottom. */
export type Bounds = [left: number, top: number, right: number, bottom: number]

export function boundsOf(parts: Part[], place: (point: Point) => Point = (point) => point, scale = 1): Bounds {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { path, stroke } of parts) {
    const pad = ((stroke ?? 0) / 2) * scale
    for (const point of controlPoints(path)) {
      const [x, y] = place(point)
      bounds[0] = Math.min(bounds[0], x - pad)
      bounds[1] = Math.min(bounds[1], y - pad)
      bounds[2] = Math.max(bounds[2], x + pad)
      bounds[3] = Math.max(bounds[3], y + pad)
    }
  }
  return bounds
}

/** Returns the pixels that parts cover, with a margin, clipped to the picture; null if they lie outside of it. */
export function frameOf(parts: Part[], placement: Placement, margin: number, picture: Frame): Frame | null {
  const [x0, y0, x1, y1] = boundsOf(parts, placement.place, placement.scale)
  const left = Math.max(0, Math.floor(x0 - margin))
  const top = Math.max(0, Math.floor(y0 - margin))
  const width = Math.min(picture.width, Math.ceil(x1 + margin)) - left
  const height = Math.min(picture.height, Math.ceil(y1 + margin)) - top
  return width > 2 && height > 2 ? { left, top, width, height } : null
}
