import type { Browser, Page } from '@playwright/test'
import { launchChromium } from '../support/chromium.ts'
import { addToCart } from '../support/checkout.ts'
import { median } from '../support/median.ts'
import { startShop } from '../support/running-shop.ts'
import { CHEAP_PHONE, SLOW_LINE, slowDown, type Line } from '../support/slow-phone.ts'
import { Visitor } from '../support/visitor.ts'
import { printTable, type Row } from './table.ts'

/**
 * `npm run measure -- phone`: what a shopper with a cheap phone on two connections, and with a mid-range phone on the faster one, experiences
 * on a first visit: when the page stands, how long it doesn't react, and the same after a tap that loads React. Processor and connection
 * are really slowed down. Lighthouse (`npm run measure -- lighthouse`) calculates such times from a fast visit instead, and counts the first render
 * as blocking time although nothing is on the screen yet. Let nothing else run on the machine.
 *
 *   npm run measure -- phone mid-range     the cases whose name contains this
 */
const PAGES = {
  home: '/',
  listing: '/product-listing',
  product: '/product/lace-balconette-bra',
  cart: '/cart',
  checkout: '/checkout',
}
/** The connection of Lighthouse's mobile audits. */
const MOBILE_LINE: Line = { latencyMs: 150, kilobitsPerSecond: 1600 }
const CASES: Record<string, { line: Line; slowdown: number; blockingAimMs: number }> = {
  'cheap phone, 400 kbit/s, 400 ms': { line: SLOW_LINE, slowdown: CHEAP_PHONE, blockingAimMs: 100 },
  'cheap phone, 1.6 Mbit/s, 150 ms': { line: MOBILE_LINE, slowdown: CHEAP_PHONE, blockingAimMs: 100 },
  'mid-range phone, 1.6 Mbit/s, 150 ms': { line: MOBILE_LINE, slowdown: 4, blockingAimMs: 50 },
}
/** The screen of Lighthouse's mobile audits. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const VISITS = 5
/** How long a page is watched after it has loaded, and after a tap. */
const WATCHED_MS = 5_000

const LARGEST_PAINT_AIM_MS = 2_000

/** Times in milliseconds. */
interface Visit {
  largestPaint: number
  /** From the first paint on: the sum of what tasks take beyond 50 ms, which is Lighthouse's total blocking time. */
  blocking: number
  /** The same after a tap into the search field, with which React comes. */
  blockingAfterTap: number
}

/** What a page has seen of itself so far. */
interface Seen {
  firstPaint: number
  largestPaint: number
  tasks: { start: number; duration: number }[]
}

const named = process.argv[2] ?? ''
const shop = await startShop({ LOG_LEVEL: 'silent' })
const cookies = await filledCart()
const browser = await launchChromium()
const rows: Row[] = []
for (const [phone, { line, slowdown, blockingAimMs }] of Object.entries(CASES)) {
  if (!phone.includes(named)) continue
  for (const [name, path] of Object.entries(PAGES)) {
    // Fills the page cache and makes the pictures.
    await visit(browser, path, line, slowdown)
    const visits: Visit[] = []
    for (let count = 0; count < VISITS; count += 1) visits.push(await visit(browser, path, line, slowdown))
    rows.push(...rowsOf(`${name}, ${phone}`, visits, blockingAimMs))
  }
}
await browser.close()
await shop.stop()
printTable(rows)

function rowsOf(name: string, visits: Visit[], blockingAimMs: number): Row[] {
  const milliseconds = (of: (visit: Visit) => number) => {
    const times = visits.map(of)
    return `${median(times).toFixed(0)} ms (at most ${Math.max(...times).toFixed(0)})`
  }
  return [
    [`${name}: largest paint`, milliseconds((visit) => visit.largestPaint), `≤ ${LARGEST_PAINT_AIM_MS} ms`],
    [`${name}: blocking time`, milliseconds((visit) => visit.blocking), `≤ ${blockingAimMs} ms`],
    [`${name}: blocking time after a tap`, milliseconds((visit) => visit.blockingAfterTap), `≤ ${blockingAimMs} ms`],
  ]
}

/** Returns the cookies of a visitor with a product in the cart, for the cart and the checkout. */
async function filledCart(): Promise<{ name: string; value: string; url: string }[]> {
  const visitor = new Visitor(shop.url)
  await addToCart(visitor)
  return Array.from(visitor.cookies, ([name, value]) => ({ name, value, url: shop.url }))
}

/** Opens a page with an empty browser cache, taps into the search field, where the page has one, and returns the times. */
async function visit(on: Browser, path: string, line: Line, slowdown: number): Promise<Visit> {
  const context = await on.newContext(PHONE)
  if (path === PAGES.cart || path === PAGES.checkout) await context.addCookies(cookies)
  const page = await context.newPage()
  await page.addInitScript(watch)
  await slowDown(await context.newCDPSession(page), line, slowdown)
  await page.goto(shop.url + path, { waitUntil: 'load' })
  await page.waitForTimeout(WATCHED_MS)
  const untouched = await seenBy(page)
  const tappedAt = await page.evaluate(() => performance.now())
  await tap(page)
  await page.waitForTimeout(WATCHED_MS)
  const { tasks } = await seenBy(page)
  await context.close()
  return {
    largestPaint: untouched.largestPaint,
    blocking: blockingFrom(untouched.firstPaint, untouched.tasks),
    blockingAfterTap: blockingFrom(tappedAt, tasks),
  }
}

/** Taps into the search field or, on a page without one, into the first field. */
async function tap(page: Page): Promise<void> {
  const search = page.getByRole('searchbox').first()
  await ((await search.isVisible()) ? search : page.getByRole('textbox').first()).tap()
}

/** Collects paints and long tasks from the beginning of a page. Runs in the browser. */
function watch(): void {
  const seen: Seen = { firstPaint: 0, largestPaint: 0, tasks: [] }
  Object.assign(window, { seen })
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => (seen.largestPaint = startTime))
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, duration }))
}

function seenBy(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

/** Returns what tasks take beyond 50 ms each; of a task that began before `start`, only the rest counts. */
function blockingFrom(start: number, tasks: Seen['tasks']): number {
  const durations = tasks.map((task) => task.start + task.duration - Math.max(task.start, start))
  return durations.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0)
}
