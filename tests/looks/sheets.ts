import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'

/** How many pictures stand on a sheet, in a row, and the size of each in pixels. Long pages are cut at the bottom. */
const [COLUMNS, ROWS, WIDTH, HEIGHT, CAPTION] = [6, 2, 300, 760, 22] as const

/** Joins the pictures of a folder to contact sheets with captions, `sheet-1.jpg` and so on. */
export async function writeSheets(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.png'))
  const onSheet = COLUMNS * ROWS
  for (let first = 0; first < names.length; first += onSheet) {
    const shown = await Promise.all(names.slice(first, first + onSheet).map((name, place) => tile(folder, name, place)))
    await sharp({
      create: { width: COLUMNS * WIDTH, height: ROWS * (HEIGHT + CAPTION), channels: 3, background: '#888888' },
    })
      .composite(shown.flat())
      .jpeg({ quality: 82 })
      .toFile(join(folder, `sheet-${String(first / onSheet + 1)}.jpg`))
  }
}

async function tile(folder: string, name: string, place: number): Promise<OverlayOptions[]> {
  const left = (place % COLUMNS) * WIDTH
  const top = Math.floor(place / COLUMNS) * (HEIGHT + CAPTION)
  const resized = await sharp(join(folder, name))
    .resize({ width: WIDTH - 8 })
    .toBuffer({ resolveWithObject: true })
  const height = Math.min(resized.info.height, HEIGHT)
  const picture = await sharp(resized.data)
    .extract({ left: 0, top: 0, width: WIDTH - 8, height })
    .toBuffer()
  const words = name.replace('.png', '').replaceAll('&', 'and')
  const caption = Buffer.from(
    `<svg width="${String(WIDTH)}" height="${String(CAPTION)}"><text x="4" y="15" font-size="12" font-family="sans-serif" fill="#fff">${words}</text></svg>`,
  )
  return [
    { input: caption, left, top },
    { input: picture, left: left + 4, top: top + CAPTION },
  ]
}
