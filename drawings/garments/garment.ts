import type { Part } from '../engine/part.ts'
import type { Point } from '../engine/paths.ts'

/** A garment for pictures. Its space is symmetric about x = 0, y points down. Both sides are made of the same measures. */
export interface Garment {
  front: Part[]
  back: Part[]
  /** What the detail view shows of the front, and its scale relative to the front view. */
  closeUp: { at: Point; zoom: number }
  /** Largest scale of the front view, which keeps a brief smaller than a gown. */
  largest: number
}
