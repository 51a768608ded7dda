import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Runs axe's script in a page. By the protocol itself: `page.evaluate` escapes the text again, which takes a quarter of the time. */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: `${source};0` })
  if (exceptionDetails) throw new Error(`Axe has not loaded: ${exceptionDetails.text}`)
  await session.detach()
}

/**
 * Returns what axe finds in a page, and by how much the page is wider than its window. Axe itself needs JavaScript in the page. Rules
 * that misjudge the page can be left out.
 */
export async function accessibilityFindings(page: Page, leftOut: string[] = []): Promise<string[]> {
  // Not by @axe-core/playwright, which sends axe's 650 kB twice for each run and reports every rule that passes.
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page)
  const options: axe.RunOptions = {
    runOnly: { type: 'tag', values: TAGS },
    rules: Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    reporter: 'no-passes',
    selectors: false,
    // The only frame, a mail's preview at the desk, lets no scripts run.
    iframes: false,
  }
  const violations = await page.evaluate(async (given) => {
    const found = (await window.axe?.run(document, given))?.violations
    if (!found?.some(({ id }) => id === 'target-size')) return found
    // What a button covers that is fixed to the window can be scrolled from under it. What is too small stays so without it.
    const cart = document.querySelector<HTMLElement>('.floating-cart')
    if (cart) cart.style.visibility = 'hidden'
    const small = (await window.axe?.run(document, { ...given, runOnly: ['target-size'] }))?.violations ?? []
    if (cart) cart.style.visibility = ''
    return [...found.filter(({ id }) => id !== 'target-size'), ...small]
  }, options)
  if (!violations) throw new Error('Axe has not run.')
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    ...(await layoutFindings(page)),
  ]
}

/** Returns by how much the page is wider than its window, and what shows though it is hidden. Works without JavaScript in the page. */
export async function layoutFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const shown = Array.from(document.querySelectorAll('[hidden]')).filter((one) => one.getClientRects().length > 0)
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the window`] : []),
      ...shown.map((one) => `hidden, but shown: ${one.outerHTML}`),
    ]
  })
}
