import { writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { launchChromium } from '../support/chromium.ts'
import { startShop } from '../support/running-shop.ts'
import { CHEAP_PHONE, SLOW_LINE, slowDown } from '../support/slow-phone.ts'

/**
 * `npm run measure -- strip`: takes pictures of a page 0, 1, 2, 4 and 8 seconds after the tap on a first visit, with 400 kbit/s, 400 ms
 * latency and an eighth of the CPU. Writes `docs/pictures/strip-*.webp`. Let nothing else run on the machine.
 */
const PAGES = { home: '/', product: '/product/lace-balconette-bra' }
const SECONDS = [0, 1, 2, 4, 8]
const [WIDTH, HEIGHT] = [360, 640] as const
/** The size of a picture in the strip, in pixels. */
const [SHOWN_WIDTH, SHOWN_HEIGHT, GAP, CAPTION] = [240, 427, 12, 28] as const

interface Frame {
  /** Seconds after the tap. */
  at: number
  picture: Buffer
}

const shop = await startShop({ LOG_LEVEL: 'silent' })
const browser = await launchChromium()
for (const [name, path] of Object.entries(PAGES)) {
  // Fills the page cache and makes the pictures.
  await film(browser, shop.url + path, false)
  const frames = await film(browser, shop.url + path, true)
  const file = `docs/pictures/strip-${name}.webp`
  const strip = await join(SECONDS.map((second) => frames.findLast(({ at }) => at <= second)?.picture))
  writeFileSync(file, strip)
  const first = frames[0]?.at.toFixed(2)
  console.log(`${file}: ${(strip.length / 1000).toFixed(0)} kB; ${frames.length} frames, the first after ${first} s`)
}
await browser.close()
await shop.stop()

/** Opens a page in a new profile and returns the rendered frames. */
async function film(on: Browser, url: string, isSlow: boolean): Promise<Frame[]> {
  const context = await on.newContext({ viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: 1 })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  if (isSlow) await slowDown(devtools, SLOW_LINE, CHEAP_PHONE)
  const frames: Frame[] = []
  let tappedAt = Infinity
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const at = (metadata.timestamp ?? 0) - tappedAt
    if (at > 0) frames.push({ at, picture: Buffer.from(data, 'base64') })
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await devtools.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  tappedAt = Date.now() / 1000
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForTimeout((SECONDS.at(-1) ?? 0) * 1000 + 200 - (Date.now() - tappedAt * 1000))
  await context.close()
  return frames
}

/** Puts the pictures side by side, each with its time; white before the first frame. */
async function join(pictures: (Buffer | undefined)[]): Promise<Buffer> {
  const blank = { create: { width: SHOWN_WIDTH, height: SHOWN_HEIGHT, channels: 3 as const, background: '#fff' } }
  const shown = await Promise.all(
    pictures.map((picture) =>
      picture
        ? sharp(picture).resize(SHOWN_WIDTH, SHOWN_HEIGHT, { fit: 'cover', position: 'top' }).png().toBuffer()
        : sharp(blank).png().toBuffer(),
    ),
  )
  const left = (place: number) => GAP + place * (SHOWN_WIDTH + GAP)
  const width = left(pictures.length)
  const height = CAPTION + SHOWN_HEIGHT + GAP
  const captions = SECONDS.map(
    (second, place) => `<text x="${left(place)}" y="20" font-family="sans-serif" font-size="16">${second} s</text>`,
  )
  const text = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${captions.join('')}</svg>`,
  )
  return sharp({ create: { width, height, channels: 3, background: '#e9e4e1' } })
    .composite([
      ...shown.map((input, place) => ({ input, left: left(place), top: CAPTION })),
      { input: text, left: 0, top: 0 },
    ])
    .webp({ quality: 60 })
    .toBuffer()
}
