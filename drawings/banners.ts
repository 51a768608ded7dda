import { DYES, dyeOf, hexToRgb } from './engine/colour.ts'
import type { Part } from './engine/part.ts'
import { boundsOf, placeAt } from './engine/placement.ts'
import { Stage } from './engine/stage.ts'
import { sprig } from './garments/styling.ts'
import { garmentOf } from './products/index.ts'
import type { View } from './views.ts'

interface Item {
  slug?: string
  color?: string
  view?: Exclude<View, 'detail'>
  /** Centre in the banner's 1120 × 960 space, scale, and turn in radians. */
  x: number
  y: number
  scale: number
  turn?: number
}

interface Banner {
  ground: string
  seed: number
  /** From the lowest to the top one. Items without a slug are sprigs of jasmine. */
  items: Item[]
}

/** The banners of the home page. Every garment in them is for sale in the colour shown. */
export const BANNERS: Record<string, Banner> = {
  'banner-robe': {
    ground: '#ecdcd4',
    seed: 4,
    items: [
      { slug: 'satin-robe-with-tie-belt', color: 'Red', view: 'hanger', x: 742, y: 470, scale: 0.82, turn: 0.03 },
      { slug: 'satin-and-lace-camisole', color: 'Pink', x: 262, y: 318, scale: 0.58, turn: -0.1 },
      { slug: 'bridal-high-waist-panty', color: 'Pink', view: 'folded', x: 270, y: 740, scale: 0.78, turn: -0.08 },
      { x: 470, y: 846, scale: 0.8, turn: -0.4 },
    ],
  },
  'banner-nightgown': {
    ground: '#e6dad6',
    seed: 7,
    items: [
      { slug: 'satin-nightgown-with-lace-hem', color: 'Navy Blue', x: 344, y: 486, scale: 0.8, turn: -0.06 },
      { slug: 'satin-nightgown-with-lace-hem', color: 'Maroon', view: 'hanger', x: 796, y: 484, scale: 0.74 },
      { x: 570, y: 150, scale: 0.8, turn: 0.4 },
      { x: 574, y: 850, scale: 0.7, turn: -2.4 },
    ],
  },
  'banner-lace': {
    ground: '#f0e4dc',
    seed: 9,
    items: [
      { slug: 'lace-balconette-bra', color: 'Maroon', x: 700, y: 330, scale: 0.84, turn: 0.06 },
      { slug: 'lace-balconette-bra', color: 'White', view: 'folded', x: 226, y: 470, scale: 0.78, turn: -0.1 },
      { slug: 'high-waist-lace-panty', color: 'Maroon', x: 760, y: 726, scale: 0.56, turn: -0.04 },
      { x: 420, y: 806, scale: 0.9, turn: -0.3 },
    ],
  },
}

export const BANNER_SIZE = { width: 1120, height: 960 }

const dyedWith = (parts: Part[], hex = '#f4ebe2') => parts.map((part) => ({ ...part, color: part.color ?? hex }))

/** Draws a banner, `width` pixels wide. */
export async function drawBanner({ ground, seed, items }: Banner, width = BANNER_SIZE.width) {
  const pixels = width / BANNER_SIZE.width
  const height = Math.round(BANNER_SIZE.height * pixels)
  const stage = new Stage(width, height, [{ dye: dyeOf('White'), ground: hexToRgb(ground) }], seed)
  for (const { slug, color = 'White', view = 'front', x, y, scale, turn = 0 } of items) {
    const garment = slug ? garmentOf(slug) : null
    const parts = garment ? (view === 'hanger' ? garment.hung : garment[view]) : sprig(0, 0)
    const [left, top, right, bottom] = boundsOf(parts)
    const placement = placeAt(
      [(left + right) / 2, (top + bottom) / 2],
      x * pixels,
      y * pixels,
      scale * pixels,
      turn,
      seed,
    )
    await stage.draw(dyedWith(parts, DYES[color]), placement, view === 'hanger' ? 1.3 : 1)
  }
  const [picture] = stage.pictures()
  if (!picture) throw new Error('The stage has no canvas.')
  return picture
}
