import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { TYPES } from './pictures/garments.js'
import { render, scene } from './pictures/illustrator.js'

/**
 * `npm run pictures`: draws the originals in public/pictures that the seeds show. Each kind of garment in eight colours,
 * from the front, from behind, close up and folded, 800 × 1000; three wide banners; the logo as search engines take it, and the
 * picture that sharing sites show for pages without one of their own. What is there already is left alone, unless
 * --again is said. Takes some three seconds a picture.
 */
const { values: options } = parseArgs({ options: { again: { type: 'boolean', default: false } } })
const FOLDER = 'public/pictures'
const EVERYWHERE = ['Black', 'White', 'Pink', 'Beige', 'Maroon', 'Navy Blue']
/** Two more colours a kind of garment, so that all thirteen of the specification are worn by something. */
const ALSO: Record<string, [string, string]> = {
  'tshirt-bra': ['Red', 'Grey'],
  'lace-bra': ['Crimson', 'Purple'],
  'sports-bra': ['Blue', 'Lime Green'],
  bralette: ['Yellow', 'Purple'],
  nightgown: ['Crimson', 'Lime Green'],
  pyjama: ['Blue', 'Grey'],
  robe: ['Red', 'Purple'],
  camisole: ['Yellow', 'Lime Green'],
  'lace-camisole': ['Crimson', 'Blue'],
  brief: ['Grey', 'Yellow'],
  'high-waist': ['Red', 'Purple'],
  boyshort: ['Lime Green', 'Blue'],
}
const BANNERS = {
  'banner-robe': {
    bg: '#ecdcd4',
    seed: 4,
    items: [
      { type: 'bralette', color: 'Pink', s: 0.62, x: 270, y: 300, rot: -0.08 },
      { type: 'robe', color: 'Maroon', s: 0.86, x: 780, y: 480, rot: 0.1 },
      { type: 'brief', color: 'Pink', s: 0.5, x: 270, y: 690, rot: -0.12 },
      { sprig: 1, s: 0.8, x: 480, y: 120, rot: 0.3 },
      { sprig: 1, s: 0.8, x: 520, y: 860, rot: -2.6 },
    ],
  },
  'banner-nightgown': {
    bg: '#e6dad6',
    seed: 7,
    items: [
      { type: 'nightgown', color: 'Navy Blue', s: 0.8, x: 360, y: 500, rot: -0.07 },
      { type: 'nightgown', color: 'Pink', s: 0.76, x: 800, y: 500, rot: 0.08 },
      { sprig: 1, s: 0.9, x: 580, y: 140, rot: 0.4 },
      { sprig: 1, s: 0.7, x: 590, y: 850, rot: -2.2 },
    ],
  },
  'banner-lace': {
    bg: '#f0e4dc',
    seed: 9,
    items: [
      { type: 'lace-bra', color: 'White', s: 0.62, x: 340, y: 330, rot: -0.1 },
      { type: 'lace-bra', color: 'Maroon', s: 0.66, x: 780, y: 420, rot: 0.08 },
      { type: 'high-waist', color: 'Maroon', s: 0.54, x: 360, y: 740, rot: 0.06 },
      { sprig: 1, s: 0.9, x: 800, y: 800, rot: -0.5 },
    ],
  },
}

const isWanted = (file: string) => options.again || !existsSync(file)

mkdirSync(FOLDER, { recursive: true })
for (const type of Object.keys(TYPES)) {
  for (const color of [...EVERYWHERE, ...(ALSO[type] ?? [])]) {
    for (const view of ['front', 'back', 'detail', 'folded']) {
      const file = join(FOLDER, `${type}-${color.toLowerCase().replace(' ', '-')}-${view}.webp`)
      if (!isWanted(file)) continue
      await (await render({ type, color, view })).webp({ quality: 72, effort: 5 }).toFile(file)
      console.log(file)
    }
  }
}
for (const [name, plan] of Object.entries(BANNERS)) {
  const file = join(FOLDER, `${name}.webp`)
  if (isWanted(file)) await (await scene({ W: 1120, H: 960, ...plan })).webp({ quality: 78, effort: 5 }).toFile(file)
}
if (isWanted('public/logo.png')) {
  await sharp('public/favicon.svg', { density: 1152 })
    .resize(440, 440)
    .extend({ top: 36, bottom: 36, left: 36, right: 36, background: '#fffcf9' })
    .flatten({ background: '#fffcf9' })
    .png({ palette: true })
    .toFile('public/logo.png')
}
if (isWanted('public/share.jpg')) {
  await sharp(join(FOLDER, 'banner-robe.webp'))
    .resize(1200, 630)
    .jpeg({ quality: 76, mozjpeg: true })
    .toFile('public/share.jpg')
}
