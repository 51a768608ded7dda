import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import type { Page } from '@playwright/test'

/** A sample sentence about soft cotton, in every size and colour. */
export const URDU = 'نرم سوتی کپڑا ہر ناپ اور ہر رنگ میں آپ کے گھر تک پہنچتا ہے'

/** The right-to-left sheet exactly as the build ships it: a string of the server's bundle. */
function builtSheet(): string {
  const server = readFileSync(new URL('../../build/server/index.js', import.meta.url), 'utf8')
  const literal = /^const rightToLeft = (["'`].*["'`]);$/m.exec(server)?.[1]
  if (!literal) throw new Error('The build has no right-to-left sheet.')
  return String(runInNewContext(literal))
}

/** Serves the pages of the shop at this URL that a browser page opens as the server does for a right-to-left language. */
export async function serveRightToLeft(page: Page, shop: string): Promise<void> {
  const sheet = builtSheet()
  await page.route(`${shop}/**`, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = (await response.text())
      .replace('<html lang="en">', '<html lang="ur" dir="rtl">')
      .replace('</style>', () => `${sheet}</style>`)
    await route.fulfill({ response, body: html })
  })
}

/** Opens a page and replaces its Latin words, but not sums and codes, by Urdu ones. */
export async function openInUrdu(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.evaluate((sample) => {
    const urdu = sample.split(' ')
    let place = 0
    const translate = (text: string) =>
      text.replace(/[A-Za-z’']{2,}(?![\d-])/g, (word) => (word === 'Rs' ? word : (urdu[place++ % urdu.length] ?? word)))
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode } = texts
      if (currentNode.parentElement?.closest('script, style, svg, .unbroken, [href^="mailto:"]')) continue
      currentNode.nodeValue = translate(currentNode.nodeValue ?? '')
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]'))
      field.placeholder = translate(field.placeholder)
  }, URDU)
}
