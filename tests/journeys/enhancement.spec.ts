import type { Page } from '@playwright/test'
import { at, expect, expectAccessible, test } from './shop.ts'

test(
  'shows a message as a banner, and with JavaScript as a toast that disappears (XX-16, XX-18)',
  { tag: '@phone' },
  async ({ shop, javaScriptEnabled }) => {
    if (javaScriptEnabled !== false) await shop.clock.install()
    await shop.goto(at('/profile'))
    const message = shop.getByText('Please log in to continue.')
    await expect(message).toBeVisible()
    await expect(message).toHaveRole('status')
    if (javaScriptEnabled === false) return
    await expect(shop.locator('.toasts')).toBeVisible()
    await shop.clock.runFor(4_000)
    await expect(message).toBeHidden()
  },
)

/** The files that the hydration loader loads. */
const ENHANCEMENTS = /\/assets\/(?!entry).*\.js$/

/** Collects the URLs of scripts that a page requests, without the hydration loader, which every page loads. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && !request.url().includes('/entry.client')) scripts.push(request.url())
  })
  return scripts
}

test(
  'requests only the hydration loader before the page has loaded, and nothing else before it is needed',
  { tag: '@scripts' },
  async ({ shop }) => {
    const scripts = watchScripts(shop)
    for (const path of ['/', '/product-listing', '/product/lace-balconette-bra']) {
      scripts.length = 0
      await shop.goto(at(path))
      const early = await shop.evaluate(() => {
        const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        return performance
          .getEntriesByType('resource')
          .filter((entry) => entry.name.endsWith('.js') && entry.startTime < (page?.loadEventStart ?? 0))
          .map(({ name }) => name)
      })
      expect(early).toEqual([expect.stringContaining('/entry.client')])
      await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    }
    // A page whose only area is the search box waits until it is touched.
    scripts.length = 0
    await shop.goto(at('/company/about'), { waitUntil: 'networkidle' })
    expect(scripts).toEqual([])
    await shop.getByLabel('Search products').focus()
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  },
)

for (const [what, hints] of [
  ['a phone with 2 GB of memory', { deviceMemory: 2 }],
  ['a slow connection', { connection: { effectiveType: '3g', saveData: false } }],
  ['a metered connection', { connection: { effectiveType: '4g', saveData: true } }],
] as const) {
  test(`loads nothing on ${what} until an area is touched`, { tag: ['@scripts', '@phone'] }, async ({ shop }) => {
    await shop.addInitScript((given) => {
      for (const [name, value] of Object.entries(given)) {
        Object.defineProperty(navigator, name, { configurable: true, value })
      }
    }, hints)
    const scripts = watchScripts(shop)
    await shop.goto(at('/product/lace-balconette-bra'), { waitUntil: 'networkidle' })
    expect(scripts).toEqual([])
    await shop.getByRole('button', { name: 'One more' }).click()
    await expect(shop.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
    expect(scripts).not.toEqual([])
  })
}

test('keeps what was typed and clicked before hydration', { tag: ['@scripts', '@phone'] }, async ({ shop }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await shop.route(ENHANCEMENTS, async (route) => {
    await held
    await route.continue()
  })
  await shop.goto(at('/product/lace-balconette-bra'))
  await shop.getByRole('button', { name: 'One more' }).click()
  await shop.getByRole('button', { name: 'One more' }).click()
  await shop.getByLabel('Search products').fill('robe')
  release()
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await expect(shop.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('3')
  await expect(shop.getByLabel('Search products')).toHaveValue('robe')
})

test('moves through the suggestions with the keyboard', { tag: '@scripts' }, async ({ shop }) => {
  await shop.goto(at('/cart'))
  const search = shop.getByLabel('Search products')
  await search.fill('lace')
  await expect(shop.getByRole('option')).toHaveCount(6)
  await expectAccessible(shop, true)
  await search.press('ArrowDown')
  await expect(shop.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await search.press('Escape')
  await expect(shop.getByRole('option')).toHaveCount(0)
  await search.fill('zzzzzz')
  await expect(shop.getByText('No suggestions found')).toBeVisible()
})

test('closes a menu by Escape with the focus back, and by a click outside', async ({ shop, javaScriptEnabled }) => {
  await shop.goto(at('/help'))
  const menu = shop.locator('header details').filter({ has: shop.locator('summary:visible') })
  const button = menu.locator('summary')
  const link = menu.getByRole('link', { name: 'Bra', exact: true })
  await button.click()
  await expect(link).toBeVisible()
  if (javaScriptEnabled === false) {
    // On phones the open sheet covers the button with its own close button.
    await menu.locator('summary .icon:visible').click()
    return expect(link).toBeHidden()
  }
  await link.focus()
  await expect(async () => {
    await shop.keyboard.press('Escape')
    await expect(link).toBeHidden({ timeout: 200 })
  }).toPass()
  await expect(button).toBeFocused()
  await button.click()
  await expect(link).toBeVisible()
  // At the window's edge, outside the menu.
  await shop.mouse.click((shop.viewportSize()?.width ?? 0) - 4, 300)
  await expect(link).toBeHidden()
  await button.click()
  await expect(link).toBeVisible()
  await shop.getByRole('link', { name: 'Chambeli', exact: true }).first().focus()
  await expect(link).toBeHidden()
})

// Uses the plain page: Chromium logs the 400 of a refused login, which the fixture `shop` reports.
test(
  'marks a form as busy on the way to the next page, keeps the focus, and sends it once',
  { tag: ['@scripts', '@phone'] },
  async ({ page }) => {
    await page.goto(at('/login'))
    await page.getByLabel('E-mail or phone').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    const button = page.locator('main').getByRole('button', { name: 'Login', exact: true })
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1
    })
    const shown = await button.evaluate((element: HTMLButtonElement) => {
      element.focus()
      for (let press = 0; press < 3; press += 1) element.click()
      return {
        form: element.form?.getAttribute('aria-busy'),
        button: [element.getAttribute('aria-busy'), element.getAttribute('aria-disabled'), element.textContent],
        hasFocus: document.activeElement === element && !element.disabled,
        signs: document.querySelectorAll('.pending[role=status]').length,
      }
    })
    expect(shown).toEqual({ form: 'true', button: ['true', 'true', 'Logging in...'], hasFocus: true, signs: 1 })
    await expect(page.getByRole('alert')).toBeVisible()
    expect(posts).toBe(1)
    // A page from the back/forward cache, or a new one: nothing is busy.
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
  },
)

test(
  'removes the sign of a change in place when the change is there',
  { tag: ['@scripts', '@phone'] },
  async ({ shop }) => {
    await shop.goto(at('/product-listing?colors=Black'))
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    const sort = shop.getByRole('combobox', { name: 'Sort' })
    await sort.selectOption('price-asc')
    await expect(shop).toHaveURL(/sortBy=price/)
    await shop.getByRole('link', { name: 'Remove filter Color: Black' }).click()
    await expect(shop.locator('.applied')).toHaveCount(0)
    await expect(shop.locator('.pending')).toHaveCount(0)
    await expect(shop.locator('[aria-busy]')).toHaveCount(0)
  },
)

for (const [what, files] of Object.entries({
  'no script': /\/assets\/.*\.js$/,
  'only the hydration loader': ENHANCEMENTS,
})) {
  test(`keeps every form working if ${what} loads`, { tag: ['@scripts', '@phone'] }, async ({ shop }) => {
    await shop.route(files, (route) =>
      route.fulfill({ status: 200, contentType: 'text/javascript', body: 'export default 1' }),
    )
    await shop.goto(at('/product/guest-robe'))
    await shop.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(shop).toHaveURL(at('/cart'))
    await shop.getByRole('button', { name: 'One more' }).click()
    await expect(shop.locator('main output')).toHaveText('2')
  })
}

/** Changes that extensions and translators make to a page before hydration. */
const ALTERATIONS = {
  'an element first in the body': () => document.body.prepend(document.createElement('grammarly-extension')),
  'an element last in the body': () => document.body.append(document.createElement('div')),
  'a style in the head': () => document.head.append(document.createElement('style')),
  'translated text': () => {
    for (const heading of document.querySelectorAll('h1, h2')) {
      heading.innerHTML = `<font dir="auto"><font>${heading.textContent}</font></font>`
    }
  },
  'a button after each field': () => {
    for (const input of document.querySelectorAll('input')) input.after(document.createElement('span'))
  },
}

for (const [what, alter] of Object.entries(ALTERATIONS)) {
  test(
    `keeps its styles when something has added ${what} before hydration`,
    { tag: ['@scripts', '@phone'] },
    async ({ page }) => {
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(ENHANCEMENTS, async (route) => {
        await held
        await route.continue()
      })
      await page.goto(at('/'))
      const isStyled = () =>
        page.evaluate(() => [
          getComputedStyle(document.body).backgroundColor,
          document.querySelector('.logo svg')?.getBoundingClientRect().width,
        ])
      const before = await isStyled()
      await page.evaluate(alter)
      release()
      await expect(page.locator('html[data-hydrated]')).toBeAttached()
      expect(await isStyled()).toEqual(before)
    },
  )
}

test(
  'enhances the page in browsers without Array.prototype.at (Chrome 79 to 91)',
  { tag: ['@scripts', '@phone'] },
  async ({ shop }) => {
    await shop.addInitScript(() => {
      Reflect.deleteProperty(Array.prototype, 'at')
      Reflect.deleteProperty(Object, 'hasOwn')
      Reflect.deleteProperty(String.prototype, 'replaceAll')
    })
    await shop.goto(at('/product/guest-robe'))
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    await shop.getByRole('button', { name: 'One more' }).click()
    await expect(shop.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
    await shop.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(shop).toHaveURL(at('/cart'))
  },
)

test(
  'keeps the server’s page in a browser that lacks what the scripts need',
  { tag: ['@scripts', '@phone'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Array.prototype, 'flatMap')
    })
    const scripts = watchScripts(page)
    await page.goto(at('/product/guest-robe'), { waitUntil: 'networkidle' })
    await page.getByLabel('Search products').focus()
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page).toHaveURL(at('/cart'))
    expect(scripts).toEqual([])
  },
)

test('keeps size and quantity when the color changes, and updates pictures, URL and links in place', async ({
  shop,
  javaScriptEnabled,
}) => {
  await shop.goto(at('/product/lace-balconette-bra'))
  if (javaScriptEnabled !== false) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  const sizes = shop.locator('input[name=size]:enabled')
  const size = await sizes.nth(2).getAttribute('value')
  await sizes.nth(2).locator('..').click()
  await shop.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
  const before = await shop.locator('.gallery-main .current img').getAttribute('src')
  const colors = shop.locator('.swatch input')
  const third = await colors.nth(2).getAttribute('value')
  if (javaScriptEnabled === false) {
    await shop.locator('.swatch label').nth(2).click()
    await expectChosenColor(shop, third ?? 'a color')
    const show = shop.getByRole('button', { name: 'Show this color' })
    // Scripts take it away: what is below it would jump from under a thumb if it had room of its own.
    const [{ y = 0, height = 0 } = {}, swatches] = [
      (await show.boundingBox()) ?? {},
      await shop.locator('.swatch').boundingBox(),
    ]
    expect(y + height).toBeLessThanOrEqual((swatches?.y ?? 0) + 1)
    await show.click()
  } else {
    await expect(shop.getByRole('button', { name: 'Show this color' })).toBeHidden()
    await shop.evaluate(() => Object.assign(window, { same: true }))
    // Keyboard order: through the second color.
    await colors.first().focus()
    await shop.keyboard.press('ArrowRight')
    await shop.keyboard.press('ArrowRight')
    await expect(colors.nth(2)).toBeFocused()
    expect(await shop.evaluate(() => 'same' in window)).toBe(true)
  }
  await expect(colors.nth(2)).toBeChecked()
  await expectChosenColor(shop, third ?? 'a color')
  await expect(shop.locator('input[name=size]:checked')).toHaveValue(size ?? '')
  await expect(shop.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
  await expect(shop.locator('.gallery-main .current img')).not.toHaveAttribute('src', before ?? '')
  const { searchParams } = new URL(shop.url())
  const choiceIn = (parameters: URLSearchParams) => ['color', 'size', 'quantity'].map((name) => parameters.get(name))
  expect(choiceIn(searchParams)).toEqual([third, size, '2'])
  for (const name of ['Size Guide', 'Rating & Reviews', 'Picture 2']) {
    // On phones a strip of pictures replaces the thumbnails, which stay in the HTML for browsers without styles.
    const link = shop.getByRole('link', { name, exact: true, includeHidden: true }).first()
    const href = await link.getAttribute('href')
    const carried = new URL(href ?? '', shop.url()).searchParams
    expect([name, ...choiceIn(carried)]).toEqual([name, third, size, '2'])
  }
  await shop.locator('.product-tabs').getByRole('link', { name: 'Size Guide' }).click()
  await expect(shop).toHaveURL(/tab=SizeGuide/)
  await expect(shop.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
  await shop.goBack()
  await expect(shop).not.toHaveURL(/tab=SizeGuide/)
  await expect(colors.nth(2)).toBeChecked()
  await expect(shop.locator('input[name=size]:checked')).toHaveValue(size ?? '')
  await expect(shop.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
})

test(
  'loads a color’s picture once the color is touched, and keeps the picture before it until that is there',
  { tag: ['@scripts', '@phone'] },
  async ({ shop }) => {
    await shop.goto(at('/product/satin-nightgown-with-lace-hem'))
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    const main = shop.locator('.gallery-main .current')
    const held = Promise.withResolvers<void>()
    await shop.route('**/*navy-blue-front*', async (route) => {
      await held.promise
      await route.continue()
    })
    const navy = shop.locator('.swatch label', { has: shop.getByRole('radio', { name: 'Navy Blue' }) })
    const requested = shop.waitForRequest('**/*navy-blue-front*')
    await navy.hover()
    await requested
    const [before, box] = [
      await main.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc),
      await main.boundingBox(),
    ]
    await navy.click()
    await expect(main.getByRole('img', { name: /navy blue/ })).toBeAttached()
    await expect(main.locator('i')).toHaveCSS('background-image', `url("${before}")`)
    await expect(main.locator('i')).toHaveCSS('opacity', '0.4')
    expect(await main.boundingBox()).toEqual(box)
    held.resolve()
    const isThere = () => main.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
    await expect.poll(isThere).toBe(true)
    expect(await main.boundingBox()).toEqual(box)
  },
)

/** Expects that only the chosen color's name shows beside "Color:". */
async function expectChosenColor(shop: Page, color: string): Promise<void> {
  const names = await shop
    .locator('.product .swatch small')
    .evaluateAll((all) => all.flatMap((name) => (name.getBoundingClientRect().width > 1 ? [name.textContent] : [])))
  expect(names).toEqual([color])
  // In the same row as "Color:".
  const [legend, name] = [
    await shop.locator('.product legend', { hasText: 'Color:' }).boundingBox(),
    await shop.locator('.product .swatch :checked ~ small').boundingBox(),
  ]
  const middleOf = (box: typeof legend) => (box ? box.y + box.height / 2 : NaN)
  expect(Math.abs(middleOf(legend) - middleOf(name))).toBeLessThan(4)
}

test(
  'applies filters and sort order in place, with the right focus, scroll position, URL and Back',
  { tag: '@scripts' },
  async ({ shop, viewport }) => {
    if ((viewport?.width ?? 0) < 1024) {
      await shop.goto(at('/product-listing?colors=Black'))
      await shop.getByRole('link', { name: 'Remove filter Color: Black' }).click()
      return expect(shop).toHaveURL(at('/product-listing'))
    }
    // A category that products of other journeys don't have.
    await shop.goto(at('/product-listing?category=Bra'))
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    await shop.evaluate(() => Object.assign(window, { same: true }))
    const count = shop
      .locator('main')
      .getByRole('status')
      .filter({ hasText: /products?$/ })
    const all = await count.textContent()
    const black = shop.getByRole('checkbox', { name: 'Black' })
    await black.focus()
    const place = async () => Math.round((await black.boundingBox())?.y ?? NaN)
    const before = await place()
    await shop.keyboard.press('Space')
    await expect(shop).toHaveURL(at('/product-listing?category=Bra&colors=Black'))
    await expect(count).not.toHaveText(all ?? '')
    await expect(black).toBeFocused()
    // At the very top too, where no browser holds what is in the window.
    expect(await place()).toBe(before)
    const narrowed = await count.textContent()
    await shop.getByRole('combobox', { name: 'Sort' }).selectOption('price-asc')
    await expect(shop).toHaveURL(at('/product-listing?category=Bra&colors=Black&sortBy=price&sortOrder=asc'))
    await shop.goBack()
    await expect(shop).toHaveURL(at('/product-listing?category=Bra&colors=Black'))
    await expect(shop.getByRole('combobox', { name: 'Sort' })).toHaveValue('latest')
    await expect(count).toHaveText(narrowed ?? '')
    await shop.goBack()
    await expect(shop).toHaveURL(at('/product-listing?category=Bra'))
    await expect(count).toHaveText(all ?? '')
    await expect(black).not.toBeChecked()
    await shop.goForward()
    await expect(black).toBeChecked()
    await shop.getByRole('link', { name: 'Remove filter Color: Black' }).click()
    await expect(black).not.toBeChecked()
    await expect(count).toHaveText(all ?? '')
    // A list that has become shorter in place is as long again after Back, and shows what it showed.
    const last = shop.locator('.product-grid a.card').last()
    await last.scrollIntoViewIfNeeded()
    const left = await shop.evaluate(() => window.scrollY)
    expect(left).toBeGreaterThan(200)
    await shop.evaluate(() => document.querySelector<HTMLInputElement>('input[value="XXL"]')?.click())
    await expect(shop).toHaveURL(/sizes=XXL/)
    await expect(count).not.toHaveText(all ?? '')
    await shop.goBack()
    await expect(count).toHaveText(all ?? '')
    await expect.poll(() => shop.evaluate(() => window.scrollY)).toBe(left)
    expect(await shop.evaluate(() => 'same' in window)).toBe(true)
  },
)

test('hydrates no area that a change in place has replaced', { tag: ['@scripts', '@phone'] }, async ({ shop }) => {
  const changed = Promise.withResolvers<void>()
  // The areas wait for React while the list changes.
  await shop.route('**/assets/react-*.js', async (route) => {
    await changed.promise
    await route.continue()
  })
  const firstArea = shop.waitForRequest('**/assets/react-*.js')
  await shop.goto(at('/product-listing?colors=Black'))
  await firstArea
  const removal = shop.getByRole('link', { name: 'Remove filter Color: Black' })
  await removal.click()
  await expect(removal).toHaveCount(0)
  await expect(shop.locator('html[data-hydrated]')).not.toBeAttached()
  changed.resolve()
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
})

test('takes no button away that has the focus when React comes', { tag: ['@scripts', '@phone'] }, async ({ shop }) => {
  const focused = Promise.withResolvers<void>()
  await shop.route('**/assets/react-*.js', async (route) => {
    await focused.promise
    await route.continue()
  })
  await shop.goto(at('/product/lace-balconette-bra'))
  const show = shop.getByRole('button', { name: 'Show this color' })
  await show.focus()
  focused.resolve()
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await expect(show).toBeFocused()
  await expect(show).toBeVisible()
  await shop.keyboard.press('Tab')
  await expect(show).toBeHidden()
})

test('restores the list and its controls after Back, and submits nothing', async ({ shop }) => {
  await shop.goto(at('/product-listing?sortBy=price&sortOrder=desc&colors=Black'))
  await shop.locator('.product-grid a').first().click()
  await expect(shop).toHaveURL(/\/product\//)
  await shop.goBack()
  await expect(shop).toHaveURL(at('/product-listing?sortBy=price&sortOrder=desc&colors=Black'))
  await expect(shop.getByRole('combobox', { name: 'Sort' })).toHaveValue('price-desc')
  await shop.goBack()
  await expect(shop).toHaveURL('about:blank')
})

test('keeps the server’s HTML of an area whose code fails', { tag: ['@scripts', '@phone'] }, async ({ page }) => {
  const failing = Promise.withResolvers<boolean>()
  await page.route('**/assets/product-*.js', async (route) => {
    const response = await route.fetch()
    const code = await response.text()
    const body = code.replace('=>"Add to Cart"', '=>undefined.x')
    failing.resolve(body !== code)
    await route.fulfill({ response, body })
  })
  await page.goto(at('/product/guest-robe'), { waitUntil: 'networkidle' })
  expect(await failing.promise).toBe(true)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page).toHaveURL(at('/cart'))
  await expect(page.getByRole('link', { name: 'Guest robe', exact: true })).toBeVisible()
})

test(
  'brings the header’s first row back on the way up, and never over what was jumped to',
  { tag: '@scripts' },
  async ({ shop }) => {
    await shop.goto(at('/product-listing'))
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    const top = async () => (await shop.locator('.header .logo').boundingBox())?.y ?? NaN
    const main = shop.locator('#main')
    const below = async () => (await main.boundingBox())?.y ?? NaN
    await shop.mouse.move(150, 400)
    await shop.mouse.wheel(0, 1500)
    await expect.poll(top).toBeLessThan(-1000)
    const place = () => main.evaluate((element) => element.getBoundingClientRect().top + window.scrollY)
    const before = await place()
    await shop.mouse.wheel(0, -300)
    await expect.poll(top).toBeGreaterThanOrEqual(0)
    expect(await top()).toBeLessThan(20)
    await expect(shop.getByRole('link', { name: /^Cart/ }).first()).toBeInViewport()
    await expect(shop.locator('.announcement')).not.toBeInViewport()
    await expectAccessible(shop, true)
    // It kept its room: nothing below has moved.
    expect(await place()).toBe(before)
    await shop.mouse.wheel(0, 300)
    await expect.poll(top).toBeLessThan(-1000)
    await shop.keyboard.press('PageUp')
    await expect.poll(below).toBeGreaterThan(-900)
    expect(await top()).toBeLessThan(-300)
    await shop.mouse.wheel(0, -3000)
    await expect.poll(below).toBeGreaterThan(0)
    await expect(shop.locator('.search input').first()).toBeInViewport()
    await expect(shop.locator('html[data-follows]')).toHaveCount(0)
  },
)
