import type { Part } from '../engine/part.ts'
import type { Point } from '../engine/paths.ts'

/** A garment for pictures. Its space is symmetric about x = 0, y points down. */
export interface Garment {
  front: Part[]
  back: Part[]
  /** The garment on a hanger: the hanger's own parts come first. */
  hung: Part[]
  /** Folded as such a garment is folded in a drawer. */
  folded: Part[]
  /** The part that the detail view shows, and its scale relative to the front view. */
  closeUp: { at: Point; zoom: number }
  /** Largest scale of the front view, which keeps a brief smaller than a gown. */
  largest: number
}
