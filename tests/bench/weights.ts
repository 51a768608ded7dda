import type { Browser } from '@playwright/test'
import { launchChromium } from '../support/chromium.ts'
import { startShop } from '../support/running-shop.ts'
import type { Row } from './table.ts'

const PAGES = {
  home: '/',
  listing: '/product-listing',
  product: '/product/lace-balconette-bra',
  login: '/login',
  help: '/faq',
}

/** Phones have two or three device pixels per CSS pixel, and their Chromium loads lazy pictures further below the window. */
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** What a phone downloads on a first visit, in bytes including headers, as Chromium counts them. */
export async function measureWeights(): Promise<Row[]> {
  const shop = await startShop({ LOG_LEVEL: 'silent' })
  const browser = await launchChromium()
  const rows: Row[] = []
  for (const [name, path] of Object.entries(PAGES)) {
    // Another visitor has filled the page cache and resized the pictures.
    await weigh(browser, shop.url + path)
    const { document, scripts, scriptCount, pictures } = await weigh(browser, shop.url + path)
    rows.push([`${name}: HTML and styles, headers included`, kilobytes(document), '≤ 12.5 kB'])
    rows.push([`${name}: scripts until idle`, `${kilobytes(scripts)} in ${scriptCount} requests`, '≤ 60 kB, ≤ 5'])
    rows.push([`${name}: pictures of the first view`, kilobytes(pictures), '≤ 60 kB'])
  }
  await browser.close()
  await shop.stop()
  return rows
}

/** Opens a page as a new visitor with a phone and returns its bytes by type. */
async function weigh(browser: Browser, url: string) {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const types = new Map<string, string>()
  const seen = { Document: 0, Script: 0, Image: 0, count: 0 }
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type === 'Script') seen.count += 1
    if (type === 'Document' || type === 'Script' || type === 'Image') seen[type] += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
  return { document: seen.Document, scripts: seen.Script, scriptCount: seen.count, pictures: seen.Image }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
