import { at, expect, expectAccessible, test } from './shop.ts'

test('XX-16 XX-18 a message is a banner, and with JavaScript a toast that goes by itself', async ({
  shop,
  javaScriptEnabled,
}) => {
  await shop.goto(at('/profile'))
  const message = shop.getByText('Please log in to continue.')
  await expect(message).toBeVisible()
  await expect(message).toHaveRole('status')
  if (javaScriptEnabled === false) return
  await expect(shop.locator('.toasts')).toBeVisible()
  await expect(message).toBeHidden()
})

test('no script is asked for before the page has loaded, and none at all before it is needed', async ({
  shop,
  javaScriptEnabled,
}) => {
  const scripts: string[] = []
  shop.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  for (const path of ['/', '/product-listing', '/product/lace-balconette-bra']) {
    scripts.length = 0
    await shop.goto(at(path))
    if (javaScriptEnabled === false) {
      expect(scripts).toEqual([])
      continue
    }
    const early = await shop.evaluate(() => {
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return performance
        .getEntriesByType('resource')
        .filter((entry) => entry.name.endsWith('.js') && entry.startTime < (page?.loadEventStart ?? 0))
        .map(({ name }) => name)
    })
    expect(early).toEqual([])
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  }
  // A page with nothing to enhance but its search box waits until somebody touches that.
  scripts.length = 0
  await shop.goto(at('/company/about'), { waitUntil: 'networkidle' })
  expect(scripts).toEqual([])
  await shop.getByLabel('Search products').focus()
  if (javaScriptEnabled !== false) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
})

test('what was typed and clicked before React came is kept', async ({ shop, javaScriptEnabled }) => {
  if (javaScriptEnabled === false) return expect(shop.url()).toBe('about:blank')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await shop.route('**/assets/*.js', async (route) => {
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

test('suggestions follow the keyboard', async ({ shop, javaScriptEnabled }) => {
  await shop.goto(at('/cart'))
  const search = shop.getByLabel('Search products')
  await search.fill('lace')
  if (javaScriptEnabled === false) {
    await search.press('Enter')
    return expect(shop).toHaveURL(at('/product-listing?search=lace'))
  }
  await expect(shop.getByRole('option')).toHaveCount(6)
  await expectAccessible(shop, true)
  await search.press('ArrowDown')
  await expect(shop.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await search.press('Escape')
  await expect(shop.getByRole('option')).toHaveCount(0)
  await search.fill('zzzzzz')
  await expect(shop.getByText('No suggestions found')).toBeVisible()
})

test('scripts that never arrive leave every form working', async ({ shop }) => {
  await shop.route('**/assets/*.js', (route) =>
    route.fulfill({ status: 200, contentType: 'text/javascript', body: 'export default 1' }),
  )
  await shop.goto(at('/product/guest-robe'))
  await shop.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(shop).toHaveURL(at('/cart'))
  await shop.getByRole('button', { name: 'One more' }).click()
  await expect(shop.getByRole('status')).toHaveText('2')
})

/** What extensions and translations do to a page before React hydrates it. */
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
  test(`a page keeps its styles when something has added ${what} before React`, async ({ page, javaScriptEnabled }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/*.js', async (route) => {
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
    if (javaScriptEnabled !== false) await page.evaluate(alter)
    release()
    if (javaScriptEnabled !== false) await expect(page.locator('html[data-hydrated]')).toBeAttached()
    expect(await isStyled()).toEqual(before)
  })
}

test('a browser without Array.prototype.at keeps the page that the server sent', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, 'at')
  })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(at('/product/guest-robe'), { waitUntil: 'networkidle' })
  if (javaScriptEnabled !== false) await page.getByLabel('Search products').focus()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page).toHaveURL(at('/cart'))
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  expect(scripts).toEqual([])
})
