import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { MAILS, titleOf } from '../support/all-mails.ts'

// How every mail looks on a small phone without pictures: all of them in one page, each in a frame.

const WIDTH = 320
/** Names and words of the samples that people choose or type. */
const TYPED = /Guest robe|گیسٹ گاؤن|Ayesha|12 Sample Street|(old|new|somebody|operator)@|Here is what the desk writes/g
const UNBROKEN = 'unbroken'.repeat(8)

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await launchChromium()
  page = await browser.newPage({ viewport: { width: 4 * WIDTH, height: 800 } })
  await page.route('**/*', (route) => route.abort())
  await page.setContent(`<style>iframe { width: ${String(WIDTH)}px; height: 600px; border: 0 }</style>`)
  await showMails((html) => html)
})
afterAll(() => browser.close())

async function showMails(change: (html: string) => string): Promise<void> {
  // Guests and members get the same but for the button's address.
  const frames = Object.entries(Object.fromEntries(MAILS.map((mail) => [titleOf(mail), change(mail.html)])))
  await page.evaluate(async (given) => {
    const shown = given.map(([title, srcdoc]) => Object.assign(document.createElement('iframe'), { title, srcdoc }))
    const loaded = shown.map((frame) => new Promise((resolve) => frame.addEventListener('load', resolve)))
    document.body.replaceChildren(...shown)
    await Promise.all(loaded)
  }, frames)
}

for (const [name, media] of Object.entries({
  'in light': { colorScheme: 'light' },
  'in dark': { colorScheme: 'dark' },
  'in forced light colours': { colorScheme: 'light', forcedColors: 'active' },
  'in forced dark colours': { colorScheme: 'dark', forcedColors: 'active' },
} as const)) {
  test(`every text of a mail can be read, and each button has a shape, ${name}`, async () => {
    await page.emulateMedia(media)
    const { texts, faults } = await page.evaluate(faultsOfColours)
    expect(faults).toEqual([])
    expect(texts).toBeGreaterThan(500)
  })
}

const widerMails = () =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('iframe'), ({ title, contentDocument, clientWidth }) => ({
      title,
      tooWide: (contentDocument?.documentElement.scrollWidth ?? 0) - clientWidth,
    })).filter(({ tooWide }) => tooWide > 0),
  )

test('no mail is wider than a small phone, whatever people type', async () => {
  expect(await widerMails()).toEqual([])
  await showMails((html) => html.replace(/>[^<]+</g, (text) => text.replaceAll(TYPED, UNBROKEN)))
  expect(await widerMails()).toEqual([])
})

/** Runs in the browser: looks for texts whose contrast is below 4.5, and for buttons that neither colour nor border sets off. */
function faultsOfColours(): { texts: number; faults: string[] } {
  const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = numbers(color).map((part) => {
      const share = part / 255
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one: string, other: string) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  const isClear = (color: string) => numbers(color)[3] === 0
  const behind = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element)
    if (!isClear(backgroundColor)) return backgroundColor
    return element.parentElement ? behind(element.parentElement) : 'rgb(255, 255, 255)'
  }
  const [faults, found] = [new Set<string>(), { texts: 0 }]
  for (const { title, contentDocument } of document.querySelectorAll('iframe')) {
    if (!contentDocument) continue
    const texts = contentDocument.createTreeWalker(contentDocument.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement: element, textContent } = texts.currentNode
      if (!element || !textContent?.trim()) continue
      found.texts += 1
      const { color } = getComputedStyle(element)
      const background = behind(element)
      if (contrast(color, background) < 4.5)
        faults.add(`${title}: ${textContent} is ${color} on ${background} (${element.outerHTML.slice(0, 80)})`)
    }
    for (const button of contentDocument.querySelectorAll('.button')) {
      const { borderTopColor, borderTopStyle } = getComputedStyle(button)
      const around = behind(button.parentElement ?? button)
      const border = borderTopStyle === 'none' || isClear(borderTopColor) ? around : borderTopColor
      if (Math.max(contrast(border, around), contrast(behind(button), around)) < 3) faults.add(`${title}: flat button`)
    }
  }
  return { texts: found.texts, faults: Array.from(faults) }
}
