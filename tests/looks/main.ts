import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { launchChromium } from '../support/chromium.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { startShop } from '../support/running-shop.ts'
import { writeSheets } from './sheets.ts'
import type { Looker } from './looker.ts'
import { stories } from './stories.ts'

/**
 * `npm run measure -- looks`: opens every page type and state on a phone and a desktop, in Urdu, and ten of them in forced colours and with text of
 * 200 %. Writes a picture of each and contact sheets to `reports/looks`, and runs axe on each. Prints what axe finds
 * and what sticks out of the window, and exits with 1 if there is anything.
 *
 *   npm run measure -- looks cart chat        runs some stories
 *   npm run measure -- looks --view phone     runs one view
 */
const FOLDER = 'reports/looks'
const { values, positionals } = parseArgs({ options: { view: { type: 'string' } }, allowPositionals: true })

const VIEWS: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
}

/** Rules that misjudge a variant: axe sees the author's colours in forced colours. */
const MISLED: Record<string, string[]> = {
  'forced colours': ['color-contrast'],
}

rmSync(FOLDER, { recursive: true, force: true })
const findings = new Set<string>()
const browser = await launchChromium()
for (const [view, options] of Object.entries(VIEWS)) {
  if (values.view && values.view !== view) continue
  // A shop for each view: what was sold or sent back in one is there again in the next.
  const shop = await startShop({ LOG_LEVEL: 'silent' })
  for (const [name, story] of Object.entries(stories)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    const newPage = async (others: BrowserContextOptions = {}) =>
      (await browser.newContext({ ...options, baseURL: shop.url, reducedMotion: 'reduce', ...others })).newPage()
    const page = await newPage()
    try {
      await story({ ...lookerOf(page, view, name), url: shop.url, settings: shop.sandbox.settings, newPage })
    } catch (error) {
      findings.add(`${view} ${name}: the story ended at ${page.url()}: ${String(error).slice(0, 400)}`)
    }
    for (const context of browser.contexts()) await context.close()
  }
  await shop.stop()
  await writeSheets(join(FOLDER, view))
}
await browser.close()
for (const finding of findings) console.log(finding)
process.exitCode = findings.size > 0 ? 1 : 0

/** Loads the lazy pictures and renders the parts far below the window too. Second pictures of cards show on hover only. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = Array.from(document.querySelectorAll<HTMLImageElement>('img:not(.second)'))
    for (const picture of pictures) picture.loading = 'eager'
    for (const box of document.querySelectorAll<HTMLElement>('main *, footer'))
      if (getComputedStyle(box).getPropertyValue('content-visibility') === 'auto')
        box.style.setProperty('content-visibility', 'visible')
    await Promise.allSettled(pictures.map((picture) => picture.decode()))
  })
}

/** Returns what a story needs to have a page looked at. */
function lookerOf(page: Page, view: string, story: string): Pick<Looker, 'page' | 'isPhone' | 'look'> {
  const folder = join(FOLDER, view)
  mkdirSync(folder, { recursive: true })
  return {
    page,
    isPhone: view === 'phone',
    look: async (name, shown = page) => {
      await loadPictures(shown)
      await shown.screenshot({ path: join(folder, `${story} - ${name}.png`), fullPage: true })
      for (const finding of await accessibilityFindings(shown, MISLED[name.split(',')[0] ?? '']))
        findings.add(`${view} ${story}, ${name}: ${finding}`)
    },
  }
}
