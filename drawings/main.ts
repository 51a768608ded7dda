import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { BANNERS, drawBanner } from './banners.ts'
import { pictureFile, readCatalogue } from './catalogue.ts'
import { garmentOf } from './products/index.ts'
import { saveSheets } from './sheets.ts'
import { drawView, VIEWS } from './views.ts'

/**
 * `npx node drawings/main.ts`: draws the pictures of the sample seeds into public/pictures: each product in each of its colours from
 * each view (4:5), three banners, the logo for search engines, and the picture for sharing. It keeps existing pictures unless
 * --again is given, and removes unused ones. --only takes part of a slug. --sheets also draws the contact sheets in docs/pictures.
 * All pictures take about eight minutes of one core.
 */
const { values: options } = parseArgs({
  options: {
    again: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    sheets: { type: 'boolean', default: false },
  },
})
const FOLDER = 'public/pictures'
/** In pixels; pictures are 4:5, banners 7:6. Shoppers zoom into pictures. */
const WIDTH = 1280
const BANNER_WIDTH = 1680
/** Flat areas and lines look the same at a higher quality, which takes a quarter more. */
const WEBP = { quality: 50, effort: 6, preset: 'photo' } as const
/** In the large banners, uneven ground would show. */
const BANNER_WEBP = { quality: 78, effort: 6 }

const isWanted = (file: string) => options.again || !existsSync(file)

mkdirSync(FOLDER, { recursive: true })
const usedFiles = new Set(Object.keys(BANNERS).map((name) => `${name}.webp`))
for (const { slug, colors } of readCatalogue()) {
  for (const color of colors)
    for (const view of VIEWS) {
      const name = pictureFile(slug, color, view)
      usedFiles.add(name)
      const file = join(FOLDER, name)
      if (!slug.includes(options.only) || !isWanted(file)) continue
      await (await drawView(garmentOf(slug), view, color, WIDTH)).webp(WEBP).toFile(file)
    }
  console.log(slug)
}
for (const [name, banner] of Object.entries(BANNERS)) {
  const file = join(FOLDER, `${name}.webp`)
  if (isWanted(file)) await (await drawBanner(banner, BANNER_WIDTH)).webp(BANNER_WEBP).toFile(file)
}
for (const file of readdirSync(FOLDER)) if (!usedFiles.has(file)) rmSync(join(FOLDER, file))

if (isWanted('public/logo.png')) {
  await sharp('public/favicon.svg', { density: 1152 })
    .resize(440, 440)
    .extend({ top: 36, bottom: 36, left: 36, right: 36, background: '#fffcf9' })
    .flatten({ background: '#fffcf9' })
    .png({ palette: true })
    .toFile('public/logo.png')
}
const shared = BANNERS['banner-robe']
if (shared && isWanted('public/share.jpg')) {
  await (
    await drawBanner(shared, BANNER_WIDTH)
  )
    .resize(1200, 630, { fit: 'contain', background: shared.ground })
    .jpeg({ quality: 76, mozjpeg: true })
    .toFile('public/share.jpg')
}
if (options.sheets) await saveSheets(FOLDER)
