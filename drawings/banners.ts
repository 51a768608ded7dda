import type { Part } from './engine/part.ts'
import { boundsOf } from './engine/placement.ts'
import { sprig } from './garments/jasmine.ts'
import { garmentOf } from './products/index.ts'
import { type Item, paint } from './views.ts'

interface BannerItem {
  slug?: string
  color?: string
  view?: 'front' | 'back'
  /** Centre in the banner's 1120 × 960 space, scale, and turn in radians. */
  x: number
  y: number
  scale: number
  turn?: number
}

interface Banner {
  ground: string
  /** From the lowest to the top one. Items without a slug are sprigs of jasmine. */
  items: BannerItem[]
}

/** The banners of the home page. Every garment in them is for sale in the colour shown. */
export const BANNERS: Record<string, Banner> = {
  'banner-robe': {
    ground: '#ecdcd4',
    items: [
      { slug: 'satin-robe-with-tie-belt', color: 'Red', x: 742, y: 470, scale: 0.82, turn: 0.03 },
      { slug: 'satin-and-lace-camisole', color: 'Pink', x: 262, y: 318, scale: 0.58, turn: -0.1 },
      { slug: 'bridal-high-waist-panty', color: 'Pink', x: 262, y: 740, scale: 0.5, turn: -0.08 },
      { x: 470, y: 846, scale: 0.8, turn: -0.4 },
    ],
  },
  'banner-nightgown': {
    ground: '#e6dad6',
    items: [
      { slug: 'satin-nightgown-with-lace-hem', color: 'Navy Blue', x: 344, y: 486, scale: 0.8, turn: -0.06 },
      { slug: 'satin-nightgown-with-lace-hem', color: 'Maroon', x: 796, y: 484, scale: 0.74 },
      { x: 570, y: 150, scale: 0.8, turn: 0.4 },
      { x: 574, y: 850, scale: 0.7, turn: -2.4 },
    ],
  },
  'banner-lace': {
    ground: '#f0e4dc',
    items: [
      { slug: 'lace-balconette-bra', color: 'Maroon', x: 700, y: 330, scale: 0.84, turn: 0.06 },
      { slug: 'lace-balconette-bra', color: 'White', x: 268, y: 440, scale: 0.74, turn: -0.1 },
      { slug: 'high-waist-lace-panty', color: 'Maroon', x: 760, y: 726, scale: 0.56, turn: -0.04 },
      { x: 420, y: 806, scale: 0.9, turn: -0.3 },
    ],
  },
}

const BANNER_SIZE = { width: 1120, height: 960 }

/** Draws a banner, `width` pixels wide. */
export const drawBanner = ({ ground, items }: Banner, width: number) =>
  paint(BANNER_SIZE, width, ground, items.map(placedItem))

function placedItem({ slug, color = 'White', view = 'front', x, y, scale, turn = 0 }: BannerItem): Item {
  const parts: Part[] = slug ? garmentOf(slug)[view] : sprig(0, 0)
  const [left, top, right, bottom] = boundsOf(parts)
  return { parts, color, placement: { focus: [(left + right) / 2, (top + bottom) / 2], x, y, scale, turn } }
}
