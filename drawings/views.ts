import { dyeOf, groundOf } from './engine/colour.ts'
import type { Part } from './engine/part.ts'
import { boundsOf, placeAt } from './engine/placement.ts'
import type { Point } from './engine/paths.ts'
import { Stage } from './engine/stage.ts'
import type { Garment } from './garments/garment.ts'

export const VIEWS = ['front', 'back', 'detail', 'folded', 'hanger'] as const
export type View = (typeof VIEWS)[number]

/** The share of the picture that a garment may fill. */
const FILLED = { width: 0.82, height: 0.82 }
const HANGING_HEIGHT = 1.5

/** Places a garment in a picture: as large as possible, up to the largest scale of its kind. */
function fitted(parts: Part[], width: number, height: number, largest: number) {
  const [left, top, right, bottom] = boundsOf(parts)
  const scale = Math.min((width * FILLED.width) / (right - left), (height * FILLED.height) / (bottom - top), largest)
  return { scale, focus: [(left + right) / 2, (top + bottom) / 2] as Point }
}

/** Draws one view of a garment in several dyes together. Returns the pictures in the order of `dyes`. */
export async function drawView(
  garment: Garment,
  view: View,
  dyes: string[],
  width: number,
  height: number,
  seed: number,
) {
  const looks = dyes.map((name) => ({ dye: dyeOf(name), ground: groundOf(name) }))
  const stage = new Stage(width, height, looks, seed)
  const pixels = width / 800
  const largest = garment.largest * pixels
  if (view === 'detail') {
    const { scale } = fitted(garment.front, width, height, largest)
    const { at, zoom } = garment.closeUp
    await stage.draw(garment.front, placeAt(at, width / 2, height / 2, scale * zoom * 1.25, -0.14, seed))
  } else {
    const parts = { front: garment.front, back: garment.back, folded: garment.folded, hanger: garment.hung }[view]
    const { scale, focus } = fitted(parts, width, height, view === 'folded' ? 1.4 * pixels : largest)
    const turn = view === 'folded' ? ((seed % 3) - 1) * 0.05 : view === 'hanger' ? 0 : ((seed % 3) - 1) * 0.012
    await stage.draw(
      parts,
      placeAt(focus, width / 2, height / 2 - (view === 'folded' ? 10 * pixels : 0), scale, turn, seed),
      view === 'hanger' ? HANGING_HEIGHT : 1,
    )
  }
  return stage.pictures()
}
