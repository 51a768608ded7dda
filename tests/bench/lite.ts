import { writeFileSync } from 'node:fs'
import { launchChromium } from '../support/chromium.ts'
import { startShop } from '../support/running-shop.ts'
import { weigh } from './weights.ts'

/**
 * `npm run measure -- lite`: measures what a phone with two device pixels per CSS pixel downloads for a page with all its files, in
 * the full and the lite version. Draws `docs/pictures/lite.svg`. It counts bytes, so other load doesn't matter.
 */
const PAGES = { home: '/', listing: '/product-listing', product: '/product/lace-balconette-bra' }
const VERSIONS = { full: {}, lite: { extraHTTPHeaders: { 'Save-Data': 'on' } } }
const PARTS = { document: 'HTML and styles', scripts: 'scripts', pictures: 'pictures' } as const
const COLORS = { document: '#7a2140', scripts: '#2b4f7c', pictures: '#e3a7a4' }

type Part = keyof typeof PARTS
interface Bar {
  name: string
  bytes: Record<Part, number>
}

const shop = await startShop({ LOG_LEVEL: 'silent' })
const browser = await launchChromium()
const bars: Bar[] = []
for (const [page, path] of Object.entries(PAGES)) {
  for (const [version, options] of Object.entries(VERSIONS)) {
    const phone = { ...options, deviceScaleFactor: 2, isWhole: true }
    // Another visitor fills the page cache and makes the pictures.
    await weigh(browser, shop.url + path, phone)
    const bytes = await weigh(browser, shop.url + path, phone)
    bars.push({ name: `${page}, ${version}`, bytes })
  }
}
await browser.close()
await shop.stop()

const sum = ({ bytes }: Bar) => bytes.document + bytes.scripts + bytes.pictures
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
for (const bar of bars) {
  const parts = Object.entries(PARTS).map(([part, name]) => `${name} ${kilobytes(bar.bytes[part as Part])}`)
  console.log(`${bar.name.padEnd(14)} ${kilobytes(sum(bar)).padStart(9)}: ${parts.join(', ')}`)
}
writeFileSync('docs/pictures/lite.svg', chart())

function chart(): string {
  const [left, top, row, height, most] = [110, 44, 30, 20, Math.max(...bars.map(sum))]
  const scale = 480 / most
  const drawn = bars.flatMap((bar, place) => {
    const y = top + place * row
    let x = left
    const pieces = (Object.keys(PARTS) as Part[]).map((part) => {
      const width = bar.bytes[part] * scale
      x += width
      return `<rect x="${(x - width).toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${COLORS[part]}"/>`
    })
    const label = `<text x="${left - 8}" y="${y + 15}" text-anchor="end">${bar.name}</text>`
    const total = `<text x="${(x + 8).toFixed(1)}" y="${y + 15}">${kilobytes(sum(bar))}</text>`
    return [label, ...pieces, total]
  })
  const key = Object.entries(PARTS).map(
    ([part, name], place) =>
      `<rect x="${left + place * 150}" y="14" width="12" height="12" fill="${COLORS[part as Part]}"/><text x="${left + 18 + place * 150}" y="25">${name}</text>`,
  )
  const size = `width="680" height="${top + bars.length * row + 8}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="13" fill="#2b1b22"><rect width="100%" height="100%" fill="#fffcf9"/>${[...key, ...drawn].join('')}</svg>\n`
}
