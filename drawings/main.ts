import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { BANNERS, drawBanner } from './banners.ts'
import { pictureFile, readCatalogue, viewsOf } from './catalogue.ts'
import { garmentOf } from './products/index.ts'
import { saveSheets } from './sheets.ts'
import { drawView, VIEWS } from './views.ts'

/**
 * `npx node drawings/main.ts`: draws the pictures of the sample seeds into public/pictures: each product in each of its colours (4:5), three
 * banners, the logo for search engines, and the picture for sharing. It keeps existing pictures unless --again is given, and
 * removes unused ones. --only takes part of a slug. --sheets also draws the contact sheets in docs/pictures. All pictures take
 * about ten minutes on one core.
 */
const { values: options } = parseArgs({
  options: {
    again: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    sheets: { type: 'boolean', default: false },
  },
})
const FOLDER = 'public/pictures'
/** In pixels. Shoppers zoom into the front view; the others are smaller, because the folder is committed. */
const FRONT_SIZE = { width: 800, height: 1000 }
const OTHER_SIZE = { width: 640, height: 800 }

const isWanted = (file: string) => options.again || !existsSync(file)

mkdirSync(FOLDER, { recursive: true })
const products = readCatalogue()
const usedFiles = new Set(Object.keys(BANNERS).map((name) => `${name}.webp`))
for (const [index, product] of products.entries()) {
  for (const view of VIEWS) {
    const colors = product.colors.filter((color) => viewsOf(product, color).includes(view))
    const files = colors.map((color) => pictureFile(product.slug, color, view))
    for (const file of files) usedFiles.add(file)
    if (!product.slug.includes(options.only) || !files.some((file) => isWanted(join(FOLDER, file)))) continue
    const { width, height } = view === 'front' ? FRONT_SIZE : OTHER_SIZE
    const pictures = await drawView(garmentOf(product.slug), view, colors, width, height, index + 1)
    for (const [colorIndex, picture] of pictures.entries())
      await picture
        .webp({ quality: view === 'detail' ? 58 : 66, effort: 4 })
        .toFile(join(FOLDER, files[colorIndex] ?? ''))
  }
  console.log(product.slug)
}
for (const [name, banner] of Object.entries(BANNERS)) {
  const file = join(FOLDER, `${name}.webp`)
  if (isWanted(file)) await (await drawBanner(banner)).webp({ quality: 76, effort: 6 }).toFile(file)
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
if (isWanted('public/share.jpg')) {
  await sharp(join(FOLDER, 'banner-robe.webp'))
    .resize(1200, 630)
    .jpeg({ quality: 76, mozjpeg: true })
    .toFile('public/share.jpg')
}
if (options.sheets) await saveSheets(FOLDER)
