import sharp from 'sharp'
import { dyeOf, groundOf } from './engine/colour.ts'
import { drawingOf, silhouetteOf } from './engine/drawing.ts'
import type { Part } from './engine/part.ts'
import { boundsOf, placed, type Placement } from './engine/placement.ts'
import type { Garment } from './garments/garment.ts'

export const VIEWS = ['front', 'back', 'detail'] as const
export type View = (typeof VIEWS)[number]

interface Size {
  width: number
  height: number
}

/** A garment and its place in a picture's space. */
export interface Item {
  parts: Part[]
  color: string
  placement: Placement
  /** How wide lines are, 1 for a whole garment. */
  pen?: number
}

/** The space of a product's picture, 4:5. */
const SPACE: Size = { width: 800, height: 1000 }
/** The share of the picture that a garment may fill. */
const FILLED = 0.82
/** The detail view is turned a little, in radians. */
const DETAIL_TURN = -0.1
/** How much wider lines are in the detail view. */
const DETAIL_PEN = 1.4
/** The shadow on the ground: its place, its blur and its strength, and how much smaller it is painted before it is blurred. */
const SHADOW = { x: 4, y: 8, blur: 10, opacity: 0.3, shrink: 4 }

/** Draws one view of a garment in a colour, `width` pixels wide. */
export function drawView({ front, back, closeUp, largest }: Garment, view: View, color: string, width: number) {
  const placement = fitted([...front, ...back], largest)
  const { at, zoom } = closeUp
  const item: Item =
    view === 'detail'
      ? {
          parts: front,
          color,
          placement: { ...placement, focus: at, scale: placement.scale * zoom, turn: DETAIL_TURN },
          pen: DETAIL_PEN / zoom,
        }
      : { parts: view === 'back' ? back : front, color, placement }
  return paint(SPACE, width, groundOf(color), [item])
}

/** Places a garment in the picture's middle: as large as possible, up to the largest scale of its kind. */
function fitted(parts: Part[], largest: number): Placement {
  const [left, top, right, bottom] = boundsOf(parts)
  const scale = Math.min((SPACE.width * FILLED) / (right - left), (SPACE.height * FILLED) / (bottom - top), largest)
  return { focus: [(left + right) / 2, (top + bottom) / 2], x: SPACE.width / 2, y: SPACE.height / 2, scale }
}

/** Paints garments on a ground, from the lowest to the top one, `width` pixels wide. */
export async function paint(space: Size, width: number, ground: string, items: Item[]) {
  const layers: string[] = []
  for (const [place, { parts, color, placement, pen = 1 }] of items.entries())
    layers.push(
      await shadow(space, placed(placement, silhouetteOf(parts))),
      placed(placement, drawingOf(parts, dyeOf(color), `i${place}-`, pen)),
    )
  return sharp(svg(space, width, `<rect width="100%" height="100%" fill="${ground}"/>${layers.join('')}`)).flatten()
}

/** Returns the shadow of a black shape as a picture in SVG, because SVG's own blur takes most of a second. */
async function shadow(space: Size, shape: string): Promise<string> {
  const { x, y, blur, opacity, shrink } = SHADOW
  const picture = await sharp(svg(space, space.width / shrink, `<g transform="translate(${x},${y})">${shape}</g>`))
    .blur(blur / shrink)
    .png()
    .toBuffer()
  return `<image href="data:image/png;base64,${picture.toString('base64')}" width="${space.width}" height="${space.height}" opacity="${opacity}"/>`
}

const svg = ({ width, height }: Size, pixels: number, content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${(pixels * height) / width}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  )
