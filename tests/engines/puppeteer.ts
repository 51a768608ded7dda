import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core'
import { PATIENCE, VIEWPORT, type Engine, type EnginePage } from './engine.ts'

/** An engine controlled by Puppeteer: Chromium by its own protocol, Firefox by WebDriver BiDi. */
export async function startByPuppeteer(options: LaunchOptions): Promise<Engine> {
  // Back must use the back/forward cache, like for shoppers.
  const browser = await puppeteer.launch({ ...options, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  return { newPage: () => newPage(browser), close: () => browser.close() }
}

async function newPage(browser: Browser): Promise<EnginePage> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.setViewport(VIEWPORT)
  const at = (element: string) => page.locator(`xpath/${element}`)
  const found = (element: string) => at(element).waitHandle()
  return {
    go: async (url) => void (await page.goto(url)),
    url: async () => String(await page.evaluate('location.href')),
    // Puppeteer's goBack() waits for a load event, which doesn't happen for a page from the back/forward cache.
    back: async () => void (await page.evaluate('setTimeout(() => history.back())')),
    click: (element) => at(element).click(),
    fill: (element, text) => at(element).fill(text),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    select: async (element, value) => void (await page.select(`xpath/${element}`, value)),
    text: async (element) => {
      const words = await (await found(element)).evaluate((node) => (node instanceof HTMLElement ? node.innerText : ''))
      return words.replace(/\s+/g, ' ').trim()
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => context.close(),
  }
}
