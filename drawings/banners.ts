import type { Part } from './engine/part.ts'
import { boundsOf } from './engine/placement.ts'
import { sprig } from './garments/jasmine.ts'
import { PARCEL, TAPE } from './garments/parcel.ts'
import { garmentOf } from './products/index.ts'
import { type Item, paint } from './views.ts'

interface BannerItem {
  slug?: string
  /** Something that isn't a garment; without it and a slug, a sprig of jasmine. */
  thing?: Part[]
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
  /** From the lowest to the top one. */
  items: BannerItem[]
}

/** The banners of the home page and of the company's pages. Every garment in them is for sale in the colour shown. */
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
  'banner-cotton': {
    ground: '#e9e2d6',
    items: [
      { slug: 'ribbed-cotton-camisole', color: 'Lime Green', x: 300, y: 380, scale: 0.66, turn: -0.08 },
      { slug: 'seamless-t-shirt-bra', color: 'Beige', x: 800, y: 300, scale: 0.72, turn: 0.08 },
      { slug: 'everyday-cotton-brief', color: 'White', x: 790, y: 690, scale: 0.66, turn: -0.06 },
      { x: 360, y: 830, scale: 0.9, turn: -0.2 },
    ],
  },
  'banner-parcel': {
    ground: '#e7ddd8',
    items: [
      { thing: PARCEL, x: 560, y: 470, scale: 1.5, turn: -0.07 },
      { x: 830, y: 800, scale: 1, turn: -0.4 },
    ],
  },
  'banner-tape': {
    ground: '#ecdfd9',
    items: [
      { slug: 'jasmine-lace-bralette', color: 'Beige', x: 380, y: 350, scale: 0.8, turn: -0.12 },
      { slug: 'high-waist-lace-panty', color: 'Maroon', x: 810, y: 420, scale: 0.6, turn: 0.1 },
      { thing: TAPE, x: 560, y: 760, scale: 1.15, turn: -0.04 },
    ],
  },
  'banner-winter': {
    ground: '#dfdcdb',
    items: [
      { slug: 'piped-satin-pyjama-set', color: 'Navy Blue', x: 350, y: 480, scale: 0.8, turn: -0.05 },
      { slug: 'winter-satin-pyjama-set', color: 'Maroon', x: 800, y: 490, scale: 0.74, turn: 0.05 },
    ],
  },
  'banner-wedding': {
    ground: '#e9dcd6',
    items: [
      { slug: 'bridal-robe', color: 'White', x: 370, y: 480, scale: 0.76, turn: -0.04 },
      { slug: 'bridal-lace-bra', color: 'Pink', x: 850, y: 310, scale: 0.58, turn: 0.08 },
      { slug: 'bridal-high-waist-panty', color: 'Pink', x: 830, y: 650, scale: 0.5, turn: -0.04 },
      { x: 700, y: 850, scale: 0.8, turn: -0.3 },
    ],
  },
}

const BANNER_SIZE = { width: 1120, height: 960 }

/** Draws a banner, `width` pixels wide. */
export const drawBanner = ({ ground, items }: Banner, width: number) =>
  paint(BANNER_SIZE, width, ground, items.map(placedItem))

function placedItem({ slug, thing, color = 'White', view = 'front', x, y, scale, turn = 0 }: BannerItem): Item {
  const parts: Part[] = slug ? garmentOf(slug)[view] : (thing ?? sprig(0, 0))
  const [left, top, right, bottom] = boundsOf(parts)
  return { parts, color, placement: { focus: [(left + right) / 2, (top + bottom) / 2], x, y, scale, turn } }
}
