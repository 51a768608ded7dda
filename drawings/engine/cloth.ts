import type { Part } from './part.ts'
import { boundsOf } from './placement.ts'

/** What a part is made of. Only some are drawn in a way of their own: lace, rib, and metal by its colour. */
export type MaterialName =
  | 'cotton'
  | 'elastic'
  | 'foam'
  | 'jersey'
  | 'lace'
  | 'mesh'
  | 'metal'
  | 'microfibre'
  | 'modal'
  | 'paper'
  | 'rib'
  | 'ribbon'
  | 'satin'

/** Returns the lines of ribs over a part's bounds. */
export function ribs(part: Part): string {
  const [left, top, right, bottom] = boundsOf([part])
  const { ribWidth = 8 } = part
  const first = Math.ceil(left / ribWidth)
  return Array.from({ length: Math.max(0, Math.floor(right / ribWidth) - first + 1) }, (_, place) => {
    const x = (first + place) * ribWidth
    return `M${x},${top}L${x},${bottom}`
  }).join('')
}
