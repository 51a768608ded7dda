import sharp from 'sharp'
import { launchChromium } from '../support/chromium.ts'
import { startShop } from '../support/running-shop.ts'

/** `npm run measure -- readme`: takes the README's pictures of the home page and of a product into `docs/pictures`. */
const PICTURES = [
  { file: 'home-360', path: '/', viewport: { width: 360, height: 760 }, deviceScaleFactor: 2 },
  {
    file: 'product-1280',
    path: '/product/lace-balconette-bra',
    viewport: { width: 1280, height: 820 },
    deviceScaleFactor: 1,
  },
]

const shop = await startShop({ LOG_LEVEL: 'silent' })
const browser = await launchChromium()
for (const { file, path, ...view } of PICTURES) {
  const page = await browser.newPage({ ...view, reducedMotion: 'reduce' })
  await page.goto(shop.url + path, { waitUntil: 'networkidle' })
  // The heading font is optional: a first view may keep the system's, a second one has it from the cache.
  await page.reload({ waitUntil: 'networkidle' })
  await sharp(await page.screenshot())
    .webp({ quality: 76 })
    .toFile(`docs/pictures/${file}.webp`)
  await page.close()
}
await browser.close()
await shop.stop()
