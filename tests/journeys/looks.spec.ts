import type { Page } from '@playwright/test'
import { FOR_SHOPPERS, PUBLIC } from '../support/page-types.ts'
import { at, expect, logInAsNew, test } from './shop.ts'

// Each of two tests opens every type of page.
test.describe.configure({ timeout: 240_000 })

interface Problems {
  ofSizes: string[]
  ofWidths: string[]
  ofFocusRings: string[]
}

let problems: Promise<Problems> | undefined

/** Returns the problems of all pages. Opening the pages takes long, so the tests share them. */
function problemsOfPages(page: Page): Promise<Problems> {
  problems ??= lookAtEachPage(page)
  return problems
}

/** Returns the problems of every type of page, each with the first page that has it. */
async function lookAtEachPage(page: Page): Promise<Problems> {
  const found = {
    ofSizes: new Map<string, string>(),
    ofWidths: new Map<string, string>(),
    ofFocusRings: new Map<string, string>(),
  }
  const note = (firsts: Map<string, string>, problemsHere: string[], path: string) => {
    for (const problem of problemsHere) if (!firsts.has(problem)) firsts.set(problem, path)
  }
  const open = async (path: string) => {
    await page.goto(at(path))
    note(found.ofSizes, await smallControls(page), path)
    note(found.ofWidths, await overflowingElements(page), path)
    // Last, since it moves the focus and scrolls.
    note(found.ofFocusRings, await faintFocusRings(page), path)
  }
  await openEachPage(page, open)
  const listed = (firsts: Map<string, string>) => Array.from(firsts, ([problem, path]) => `${path}: ${problem}`)
  return {
    ofSizes: listed(found.ofSizes),
    ofWidths: listed(found.ofWidths),
    ofFocusRings: listed(found.ofFocusRings),
  }
}

/** Opens every type of page; those of a new shopper with a line in the cart come last. */
async function openEachPage(page: Page, open: (path: string) => Promise<void>): Promise<void> {
  for (const path of PUBLIC) await open(path)
  await logInAsNew(page)
  await page.goto(at('/product/guest-robe'))
  await page.locator('.buy-bar button').click()
  await expect(page).toHaveURL(at('/cart'))
  for (const path of FOR_SHOPPERS) await open(path)
}

/** Returns the controls whose focus ring has a contrast below 3 to 1. */
async function faintFocusRings(page: Page): Promise<string[]> {
  // Browsers show the ring after the keyboard was used last.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
        const share = value / 255
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (one: string, other: string) => {
      const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
      return (light + 0.05) / (dark + 0.05)
    }
    /** Returns the background colour behind an element: the first opaque one. */
    const groundOf = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      const [, , , alpha = 1] = channels(backgroundColor)
      return alpha === 1 ? backgroundColor : groundOf(element.parentElement)
    }
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      element.focus()
      if (document.activeElement !== element) continue
      // A radio button shows its focus on its label.
      const shown = element.matches('.choices input') ? (element.nextElementSibling ?? element) : element
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(shown)
      const ground = groundOf(parseFloat(outlineOffset) < 0 ? shown : shown.parentElement)
      const ratio = outlineStyle === 'none' || parseFloat(outlineWidth) < 2 ? 0 : contrast(outlineColor, ground)
      if (ratio < 3) found.push(`${shown.outerHTML.slice(0, 90)} ${outlineColor} on ${ground}: ${ratio.toFixed(1)}`)
    }
    return found
  })
}

/** Opens what is folded, and returns the elements that make a page scroll sideways with text of 200 % or at 320 px. */
async function overflowingElements(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '')
  })
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      const scrolls = (element: Element | null): boolean =>
        element !== null &&
        element !== document.body &&
        (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
      return Array.from(document.querySelectorAll('body *'))
        .filter((element) => element.checkVisibility() && !element.matches('.hidden-visually'))
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect()
          return left < -1 || right > clientWidth + 1
        })
        .filter((element) => !scrolls(element.parentElement))
        .map((element) => {
          const { left, right } = element.getBoundingClientRect()
          return `${element.outerHTML.slice(0, 80)} from ${left} to ${right}`
        })
        .slice(0, 4)
    })
  const size = page.viewportSize() ?? { width: 360, height: 800 }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const large = (await overflow()).map((problem) => `200 %: ${problem}`)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  const narrow = (await overflow()).map((problem) => `320 px: ${problem}`)
  await page.setViewportSize(size)
  return [...large, ...narrow]
}

/** Returns the controls below 44 px, except links within sentences and short words. */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, select, summary, input')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: false })) continue
      // On wide windows the footer's groups are always open and their headings can't be pressed.
      if (getComputedStyle(element).pointerEvents === 'none') continue
      if (element.matches('[type=hidden], .hidden-visually')) continue
      const isInSentence =
        element.matches('p a, li a, td a') && element.textContent !== element.parentElement?.textContent
      if (isInSentence && getComputedStyle(element).display === 'inline') continue
      // Checkboxes and radio buttons are pressed on their labels.
      const target = element.matches('[type=checkbox], [type=radio]') ? (element.closest('label') ?? element) : element
      const { width, height } = target.getBoundingClientRect()
      const isWord = element.tagName === 'A' && element.textContent !== '' && !element.querySelector('svg')
      const least = element.matches('[role=alert] a') ? 24 : 43.5
      if (width < (isWord ? 24 : 43.5) || height < least)
        found.push(`${element.outerHTML.slice(0, 100)}: ${Math.round(width)} x ${Math.round(height)}`)
    }
    return [...new Set(found)]
  })
}

test('draws every focus ring with a contrast of at least 3 to 1', async ({ page }) => {
  expect((await problemsOfPages(page)).ofFocusRings).toEqual([])
})

test('scrolls no page sideways with text of 200 % or at 320 px', async ({ page }) => {
  expect((await problemsOfPages(page)).ofWidths).toEqual([])
})

/** Returns the texts that end outside the window, or outside a box that cuts them off, with text of 200 %. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    document.documentElement.style.setProperty('font-size', '200%')
    /** Returns the sides of what shows of an element; null if all of it can be scrolled to, or if it is for screen readers only. */
    const sidesOf = (element: Element | null): { left: number; right: number } | null => {
      if (!element || element === document.body) return { left: 0, right: document.documentElement.clientWidth }
      const { overflowX } = getComputedStyle(element)
      if (overflowX === 'visible') return sidesOf(element.parentElement)
      const box = element.getBoundingClientRect()
      return overflowX === 'auto' || overflowX === 'scroll' || box.width < 2 ? null : box
    }
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      if (!element?.checkVisibility({ visibilityProperty: true }) || !text.textContent?.trim()) continue
      const sides = element.matches('option, .hidden-visually') ? null : sidesOf(element)
      const range = document.createRange()
      range.selectNodeContents(text)
      const isCut = ({ left, right }: DOMRect) => sides && (left < sides.left - 1 || right > sides.right + 1)
      if (Array.from(range.getClientRects()).some(isCut)) found.push(element.outerHTML.slice(0, 100))
    }
    return found
  })
}

test('cuts no text and scrolls no page sideways in Urdu with text of 200 % (XX-40)', async ({ page }) => {
  await page.context().addCookies([{ name: 'website_language', value: 'ur', url: at('/') }])
  const problems = new Map<string, string>()
  await openEachPage(page, async (path) => {
    await page.goto(at(path))
    for (const problem of [...(await overflowingElements(page)), ...(await cutTexts(page))])
      if (!problems.has(problem)) problems.set(problem, path)
    const bar = page.locator('.buy-bar')
    const height = (await bar.isVisible()) ? await bar.evaluate(({ clientHeight }) => clientHeight) : 0
    // A quarter of the window.
    if (height > 200) problems.set(`the buy bar is ${height} px high`, path)
  })
  expect(Array.from(problems, ([problem, path]) => `${path}: ${problem}`)).toEqual([])
})

test('makes controls at least 44 px high and wide, except links within sentences and short words', async ({ page }) => {
  expect((await problemsOfPages(page)).ofSizes).toEqual([])
})

test('the header of the narrowest wide window has one row in each language', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  for (const language of ['ur', 'en']) {
    await page.goto(at(`/contact?lang=${language}`))
    const rows = page.locator('.nav').evaluate((nav) => nav.getBoundingClientRect().height)
    expect(await rows, language).toBeLessThan(60)
  }
})

test('shows a product’s name, price and button on a phone’s first screen, and the button on the last', async ({
  page,
  viewport,
}) => {
  if ((viewport?.width ?? 0) >= 768) {
    await page.goto(at('/product/lace-balconette-bra'))
    return expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(1)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const endOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const topOfBar = async () => (await page.locator('.buy-bar').boundingBox())?.y ?? 0
  // The name of one has two lines.
  for (const path of [
    'satin-nightgown-with-lace-hem',
    'smoothing-high-waist-panty?lang=ur',
    'lace-balconette-bra?lang=en',
  ]) {
    await page.goto(at(`/product/${path}`))
    expect(await endOf('.product-head h1'), path).toBeLessThan(await topOfBar())
  }
  await expect(page.locator('.buy-bar b')).toBeInViewport()
  expect(await endOf('.buy-bar')).toBeLessThanOrEqual(740)
  await page.locator('#recently-viewed').scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeInViewport()
  await page.locator('footer').scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  // It covers nothing of the footer.
  expect(await endOf('footer > :last-child')).toBeLessThanOrEqual(await topOfBar())
  // By keyboard it comes right after the quantity.
  await page.getByRole('button', { name: 'One more' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeFocused()
})

test('selects the picture that a swipe ends at', async ({ page, viewport }) => {
  await page.goto(at('/product/lace-balconette-bra?picture=2'))
  const current = page.locator('.gallery-main .current img')
  await expect(current).toHaveAttribute('src', /-back\.jpg$/)
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  if ((viewport?.width ?? 0) >= 768) return expect(page.locator('.gallery-main img:visible')).toHaveCount(1)
  await expect(current).toBeInViewport({ ratio: 0.9 })
  await page.locator('.gallery-main').evaluate((strip) => strip.scrollTo({ left: strip.scrollWidth }))
  await expect(current).toHaveAttribute('src', /-detail\.jpg$/)
  await page.locator('.swatch label').nth(1).click()
  await expect(current).toHaveAttribute('src', /-front\.jpg$/)
  await expect.poll(() => page.locator('.gallery-main').evaluate((strip) => strip.scrollLeft)).toBe(0)
})

test('keeps words whole and chosen texts uncut, also with text of 200 percent (XX-40)', async ({ page }) => {
  await page.goto(at('/product-listing?sortBy=price&sortOrder=asc'))
  const cut = await page.locator('main select').evaluate((select: HTMLSelectElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    const context = document.createElement('canvas').getContext('2d')
    if (!context) return null
    context.font = font
    const texts = Array.from(select.options, ({ text }) => text)
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return texts.filter((text) => context.measureText(text).width > room)
  })
  expect(cut).toEqual([])
  const enlarge = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await enlarge()
  const lines = await page.locator('h1').evaluate((heading) => {
    const words = document.createRange()
    const [text] = heading.childNodes
    if (!text) return 0
    words.setStart(text, 'All '.length)
    words.setEnd(text, 'All Products'.length)
    return words.getClientRects().length
  })
  expect(lines).toBe(1)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(at('/contact'))
  await enlarge()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
})

test('shows hearts on the system’s ground in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of ['/product-listing', '/product/lace-balconette-bra']) {
    await page.goto(at(path))
    const ground = await page
      .locator('.heart button')
      .first()
      .evaluate((heart) => getComputedStyle(heart).backgroundImage)
    expect([path, ground]).toEqual([path, 'none'])
  }
})

test('outlines the chosen and current items in forced colors, and keeps the swatches’ colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const outlineOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle)
  await page.goto(at('/product/lace-balconette-bra?size=34B'))
  for (const chosen of ['.swatch :checked + span', '.size :checked + span', '.product-tabs [aria-current]'])
    expect([chosen, await outlineOf(chosen)]).toEqual([chosen, 'solid'])
  for (const other of [
    '.swatch :not(:checked) + span',
    '.size :not(:checked) + span',
    '.product-tabs a:not([aria-current])',
  ])
    expect([other, await outlineOf(other)]).toEqual([other, 'none'])
  const grounds = await page
    .locator('.swatch span')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).backgroundColor))
  expect(new Set(grounds).size).toBe(grounds.length)
  await page.goto(at('/product-listing?category=Bra&page=2'))
  expect(await outlineOf('.category-link[aria-current]')).toBe('solid')
  expect(await outlineOf('.pages [aria-current]')).toBe('solid')
})

test('closes the phone menu by its button, by Escape and by a tap outside, and traps Tab', async ({
  page,
  viewport,
}) => {
  await page.goto(at('/help'))
  if ((viewport?.width ?? 0) >= 1024) return expect(page.locator('.menu')).toBeHidden()
  const button = page.locator('.menu > summary')
  const sheet = page.locator('.menu-sheet')
  await button.click()
  await expect(sheet).toBeVisible()
  const box = await sheet.boundingBox()
  expect([box?.y, box?.height]).toEqual([0, viewport?.height])
  await expect(sheet.getByRole('link', { name: 'Your account' })).toBeVisible()
  // The button is in the sheet's corner now.
  await page.mouse.click((box?.width ?? 0) - 28, 30)
  await expect(sheet).toBeHidden()
  await button.click()
  await page.mouse.click((viewport?.width ?? 0) - 4, 400)
  await expect(sheet).toBeHidden()
  await button.click()
  await expect(sheet).toBeVisible()
  await expect(async () => {
    await sheet.getByRole('link', { name: 'Contact' }).focus()
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused({ timeout: 200 })
  }).toPass()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('shows the floating cart above the footer', async ({ page }) => {
  await page.goto(at('/product/guest-robe'))
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page).toHaveURL(at('/cart'))
  await page.goto(at('/product-listing'))
  const cart = page.locator('.floating-cart')
  await expect(cart).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const end = await cart.evaluate((link) => link.getBoundingClientRect().bottom)
  const next = await page.locator('.newsletter').evaluate((part) => part.getBoundingClientRect().top)
  expect(end).toBeLessThanOrEqual(next)
})

for (const deviceScaleFactor of [2, 3]) {
  test(`loads at most 60 kB of pictures for a first view on a phone with ${deviceScaleFactor} device pixels per CSS pixel`, async ({
    browser,
  }) => {
    for (const path of ['/', '/product-listing', '/product/lace-balconette-bra', '/company/about']) {
      const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor, isMobile: true, hasTouch: true }
      const context = await browser.newContext(phone)
      const page = await context.newPage()
      const pictures: Promise<Buffer>[] = []
      page.on('response', (response) => {
        if (new URL(response.url()).pathname.startsWith('/images/')) pictures.push(response.body())
      })
      // Includes the lazy pictures that Chromium loads below the window.
      await page.goto(at(path), { waitUntil: 'networkidle' })
      const bytes = (await Promise.all(pictures)).reduce((sum, { length }) => sum + length, 0)
      expect.soft(bytes, path).toBeGreaterThan(0)
      expect.soft(bytes, path).toBeLessThanOrEqual(60_000)
      await context.close()
    }
  })
}
