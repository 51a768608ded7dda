import { join } from 'node:path'
import sharp from 'sharp'
import { pictureFile, readCatalogue } from './catalogue.ts'
import { VIEWS, type View } from './views.ts'

/** Places pictures side by side, in rows, and saves them as one. Sizes are pixels. */
async function saveSheet(files: string[], columns: number, width: number, to: string) {
  const height = Math.round(width * 1.25)
  const cells = await Promise.all(
    files.map(async (file, place) => ({
      input: await sharp(file).resize(width, height).toBuffer(),
      left: (place % columns) * width,
      top: Math.floor(place / columns) * height,
    })),
  )
  const sheet = { width: width * columns, height: height * Math.ceil(files.length / columns), channels: 3 as const }
  await sharp({ create: { ...sheet, background: '#fffcf9' } })
    .composite(cells)
    .webp({ quality: 70, effort: 6 })
    .toFile(to)
}

/** Saves two sheets in docs/pictures: every product in its first colour, and one of each kind in all views. */
export async function saveSheets(folder: string) {
  const products = readCatalogue()
  const first = products.toSorted((a, b) => a.kind.localeCompare(b.kind))
  const file = (slug: string, color: string | undefined, view: View) =>
    join(folder, pictureFile(slug, color ?? '', view))
  await saveSheet(
    first.map(({ slug, colors }) => file(slug, colors[0], 'front')),
    16,
    136,
    'docs/pictures/products.webp',
  )
  const kinds = new Map(products.toReversed().map((product) => [product.kind, product]))
  await saveSheet(
    [...kinds.values()].flatMap(({ slug, colors }) => VIEWS.map((view) => file(slug, colors[0], view))),
    VIEWS.length * 2,
    180,
    'docs/pictures/views.webp',
  )
}
