import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { at, expect, expectAccessible, pauseClock, serviceClient, test } from './shop.ts'

test('rotates the hero every five seconds, pauses it, and follows dots and arrows (HM-10, HM-12, HM-13, HM-14, HM-15)', async ({
  shop,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled !== false) await shop.clock.install()
  await shop.goto(at('/'))
  const name = shop.locator('#hero h1')
  const first = await name.innerText()
  if (javaScriptEnabled === false) {
    await shop.getByRole('link', { name: 'Next banner' }).click()
    await expect(name).not.toHaveText(first)
    await shop.getByRole('link', { name: 'Previous banner' }).click()
    return expect(name).toHaveText(first)
  }
  await shop.clock.runFor(5_000)
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await expect(shop.getByRole('button', { name: 'Pause banners' })).toBeVisible()
  await pauseClock(shop)
  // The five seconds start again when the mouse leaves the banner.
  await name.hover()
  await shop.locator('header').first().hover()
  const before = await name.innerText()
  await shop.clock.runFor(4_900)
  await expect(name).toHaveText(before)
  await shop.clock.runFor(200)
  await expect(name).not.toHaveText(before)
  await shop.getByRole('button', { name: 'Pause banners' }).click()
  await shop.mouse.move(0, 0)
  const paused = await name.innerText()
  await shop.clock.runFor(20_000)
  await expect(name).toHaveText(paused)
  // Slides have words of different lengths. Nothing below them moves when they turn.
  const tops = new Set<number | undefined>()
  for (let step = 0; step < 3; step += 1) {
    await shop.getByRole('link', { name: 'Next banner' }).click()
    tops.add((await shop.locator('.statistics').boundingBox())?.y)
  }
  expect(tops.size).toBe(1)
  await expect(name).toHaveText(paused)
  await shop.getByRole('link', { name: 'Banner 2', exact: true }).click()
  await expect(shop.getByRole('link', { name: 'Banner 2', exact: true })).toHaveAttribute('aria-current', 'true')
})

test('lays out the browse categories as a grid (HM-05)', async ({ shop }) => {
  await shop.goto(at('/'))
  const tiles = shop.locator('.style-grid')
  await expect(tiles).toHaveCSS('display', 'grid')
  const columns = await tiles.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
  expect(columns).toBeGreaterThan(1)
})

test(
  'shows three, two or one testimonials side by side, and wraps (HM-06, HM-54, HM-55, HM-56, HM-57, HM-58)',
  { tag: '@phone' },
  async ({ shop, javaScriptEnabled }) => {
    await shop.goto(at('/'))
    const strip = shop.getByRole('group', { name: 'Testimonials' })
    const visible = () =>
      strip.evaluate((box) => {
        const { left, right } = box.getBoundingClientRect()
        return [...box.children].filter((card) => {
          const place = card.getBoundingClientRect()
          return place.left >= left - 2 && place.right <= right + 2
        }).length
      })
    await strip.scrollIntoViewIfNeeded()
    for (const [width, count] of [
      [1280, 3],
      [768, 2],
      [360, 1],
    ] as const) {
      await shop.setViewportSize({ width, height: 900 })
      await expect.poll(visible).toBe(count)
    }
    if (javaScriptEnabled === false) {
      const names = () => strip.locator('figcaption').allTextContents()
      const [first = '', ...others] = await names()
      const last = others.pop() ?? ''
      await shop.getByRole('link', { name: 'Next customer' }).click()
      expect(await names()).toEqual([...others, last, first])
      await expect(strip).toBeInViewport()
      await shop.getByRole('link', { name: 'Previous customer' }).click()
      await shop.getByRole('link', { name: 'Previous customer' }).click()
      expect(await names()).toEqual([last, first, ...others])
      for (let step = 0; step <= others.length + 1; step += 1)
        await shop.getByRole('link', { name: 'Next customer' }).click()
      expect(await names()).toEqual([last, first, ...others])
      return
    }
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    const at0 = () => strip.evaluate((box) => Math.round(box.scrollLeft))
    const width = await strip.evaluate(
      (box) =>
        (box.children[1]?.getBoundingClientRect().left ?? 0) - (box.children[0]?.getBoundingClientRect().left ?? 0),
    )
    await shop.getByRole('link', { name: 'Next customer' }).click()
    await expect.poll(at0).toBeGreaterThan(width - 20)
    await expect.poll(at0).toBeLessThan(width + 20)
    await shop.getByRole('link', { name: 'Previous customer' }).click()
    await expect.poll(at0).toBeLessThan(3)
    await shop.getByRole('link', { name: 'Previous customer' }).click()
    await expect
      .poll(() => strip.evaluate((box) => Math.round(box.scrollWidth - box.clientWidth - box.scrollLeft)))
      .toBeLessThan(3)
    await shop.getByRole('link', { name: 'Next customer' }).click()
    await expect.poll(at0).toBeLessThan(3)
  },
)

test('suggests from two letters and after 300 ms, and follows arrows, Enter and Escape (HD-18, HD-19, HD-20, HD-21, HD-23, HD-24)', async ({
  shop,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled !== false) await shop.clock.install()
  await shop.goto(at('/company/about'))
  const search = shop.getByLabel('Search products')
  if (javaScriptEnabled === false) {
    await search.fill('guest robe')
    await search.press('Enter')
    return expect(shop.getByRole('heading', { name: 'Guest robe', exact: true })).toBeVisible()
  }
  await search.focus()
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  const asked: string[] = []
  shop.on('request', (request) => {
    if (request.url().includes('search-suggestions')) asked.push(new URL(request.url()).searchParams.get('q') ?? '')
  })
  await pauseClock(shop)
  await search.pressSequentially('g')
  await shop.clock.runFor(400)
  await search.pressSequentially('uest')
  await shop.clock.runFor(290)
  expect(asked).toEqual([])
  await shop.clock.runFor(20)
  await shop.clock.resume()
  await expect(shop.getByRole('option')).not.toHaveCount(0)
  expect(asked).toEqual(['guest'])
  await search.press('ArrowDown')
  await search.press('ArrowUp')
  await expect(shop.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await search.press('ArrowDown')
  await search.press('Escape')
  await expect(shop.getByRole('option')).toHaveCount(0)
  await search.fill('zzzzqq')
  await expect(shop.getByText('No suggestions found')).toBeVisible()
  await search.fill('guest rob')
  await expect(shop.getByRole('option', { name: /Guest robe .*Robes/ })).toBeVisible()
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(shop).toHaveURL(at('/product/guest-robe'))
})

test('shows the newsletter’s states, and clears a success after five seconds (FT-24, FT-25, FT-27)', async ({
  shop,
  javaScriptEnabled,
}) => {
  const email = `letters-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.com`
  await shop.goto(at('/faq'))
  const form = shop.locator('#newsletter form')
  await form.getByLabel('E-mail for the newsletter').fill(email)
  if (javaScriptEnabled === false) {
    await form.getByRole('button').click()
    await expect(shop).toHaveURL(at('/faq#newsletter'))
    return expect(form.getByRole('status')).toHaveText(
      'Successfully subscribed! Check your email for a welcome message.',
    )
  }
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await shop.clock.install()
  await shop.clock.pauseAt(new Date(Date.now() + 1_000))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let requests = 0
  await shop.route('**/newsletter', async (route) => {
    requests += 1
    await held
    await route.continue()
  })
  await form.getByRole('button').click()
  await expect(form).toHaveAttribute('data-state', 'loading')
  await expect(form).toHaveAttribute('aria-busy', 'true')
  await expect(form.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  await expect(form.getByRole('button')).toBeFocused()
  await form.getByRole('button').press('Enter')
  await shop.clock.runFor(300)
  await expect(shop.locator('.pending')).toHaveText('Subscribing…')
  await expect(form.getByRole('button')).toHaveText('Subscribing…')
  release()
  const message = form.getByText('Successfully subscribed! Check your email for a welcome message.')
  await expect(message).toBeVisible()
  await shop.clock.runFor(4_900)
  await expect(message).toBeVisible()
  await shop.clock.runFor(200)
  await expect(message).toBeHidden()
  await expect(form).toHaveAttribute('data-state', 'idle')
  await expect(form).not.toHaveAttribute('aria-busy')
  await expect(shop.locator('.pending')).toHaveCount(0)
  expect(requests).toBe(1)
  await shop.unroute('**/newsletter')
  // A network that responds in the shop's place, such as a hotel's login page.
  await shop.route('**/newsletter', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Pay for the net</h1>' }),
  )
  await form.getByLabel('E-mail for the newsletter').fill(email)
  await form.getByRole('button').click()
  await expect(form.getByRole('alert')).toHaveText('Network error. Please check your connection and try again.')
})

test('applies filters, sort order and pages, and restores them after Back and reload (LS-04, LS-29, LS-30, LS-41)', async ({
  shop,
  javaScriptEnabled,
  viewport,
}) => {
  await shop.goto(at('/product-listing?page=2'))
  if (javaScriptEnabled !== false) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  const isPhone = (viewport?.width ?? 0) < 1024
  if (isPhone) await shop.getByRole('link', { name: /^Filters/ }).click()
  await shop
    .locator('.filters label', { has: shop.locator('input[value="Black"]') })
    .first()
    .click()
  // With JavaScript a tick applies at once, and the sheet's button only closes it.
  if (javaScriptEnabled === false) await shop.getByRole('button', { name: /^Apply/ }).click()
  else if (isPhone) await shop.getByRole('button', { name: /^Show \d/ }).click()
  await expect(shop.getByRole('link', { name: 'Remove filter Color: Black' })).toBeVisible()
  await expect(shop.locator('.pages [aria-current=page]')).toHaveText('1')
  await shop.getByRole('combobox', { name: 'Sort' }).selectOption('Price Low to High')
  if (javaScriptEnabled === false) await shop.getByRole('button', { name: 'Sort' }).click()
  await expect(shop).toHaveURL(/sort(By)?=price/)
  const names = () => shop.locator('.product-grid h2').allInnerTexts()
  const cheapest = await names()
  await shop.getByRole('link', { name: 'Page 2' }).click()
  await expect(shop.locator('.pages [aria-current=page]')).toHaveText('2')
  expect(await names()).not.toEqual(cheapest)
  await shop.goBack()
  await expect(shop.locator('.pages [aria-current=page]')).toHaveText('1')
  expect(await names()).toEqual(cheapest)
  await shop.reload()
  expect(await names()).toEqual(cheapest)
  await expectAccessible(shop, javaScriptEnabled !== false)
  await shop.getByRole('link', { name: 'Remove filter Color: Black' }).click()
  await expect(shop.locator('.applied')).toHaveCount(0)
})

test('leads Back to the same place of a list, in both languages, and sorts without a button', async ({
  shop,
  javaScriptEnabled,
}) => {
  for (const value of ['en', 'ur']) {
    await shop.context().addCookies([{ name: 'website_language', value, url: at('/') }])
    await shop.goto(at('/product-listing?category=Bra&sortBy=rating&sortOrder=desc'))
    if (javaScriptEnabled !== false) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    await expect(shop.locator('.listing-tools button')).toBeVisible({ visible: javaScriptEnabled === false })
    const card = shop.locator('.product-grid a.card').nth(8)
    await card.scrollIntoViewIfNeeded()
    const before = await card.boundingBox()
    await card.click({ position: { x: 60, y: 60 } })
    await expect(shop).toHaveURL(/\/product\//)
    await shop.goBack()
    await expect(shop.getByRole('combobox').first()).toBeVisible()
    await expect.poll(async () => Math.round((await card.boundingBox())?.y ?? NaN)).toBe(Math.round(before?.y ?? NaN))
  }
})

test('chooses a colour and a size on a card, in both languages', async ({ shop, javaScriptEnabled }) => {
  for (const value of ['en', 'ur']) {
    await shop.context().addCookies([{ name: 'website_language', value, url: at('/') }])
    const list = at('/product-listing?search=guest%20robe')
    await shop.goto(list)
    const frame = shop.locator('#guest-robe')
    const color = frame.locator('.dots a').nth(1)
    const named = new URL((await color.getAttribute('href')) ?? '', list).searchParams.get('color') ?? ''
    if (javaScriptEnabled === false) {
      await color.click()
      await expect(shop.locator(`input[name=color][value="${named}"]`)).toBeChecked()
      await shop.goBack()
      await frame.locator('.card-sizes').click()
      await expect(shop).toHaveURL(/\/product\/guest-robe#buy$/)
      continue
    }
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    const picture = frame.locator('img').first()
    const before = await picture.getAttribute('src')
    await color.click()
    await expect(color).toHaveAttribute('aria-current', 'true')
    await expect(picture).not.toHaveAttribute('src', before ?? '')
    await expect(frame.locator('a.card')).toHaveAttribute('href', new RegExp(`color=${named}`))
    const sizes = frame.locator('.card-sizes')
    await sizes.focus()
    await shop.keyboard.press('Enter')
    await expect(sizes).toHaveAttribute('aria-expanded', 'true')
    const panel = frame.locator('.card-panel')
    await expect(panel).toBeFocused()
    await expectAccessible(shop, true)
    const size = (await panel.locator('button:enabled').first().textContent()) ?? ''
    await panel.locator('button:enabled').first().click()
    await expect(panel.locator('.added')).toContainText(size)
    await expect(shop).toHaveURL(list)
    await expect(shop.locator('header a[href="/cart"] .count')).toHaveText('1')
    await sizes.click()
    await expect(panel).toHaveCount(0)
    await shop.goto(at('/cart'))
    await expect(shop.locator('.cart-line')).toHaveCount(1)
    await expect(shop.locator('.move-form select[name=color]')).toHaveValue(named)
    await expect(shop.locator('.move-form select[name=size]')).toHaveValue(size)
  }
})

test('completes a set with one button, and offers in the cart what is missing, in both languages', async ({
  shop,
  javaScriptEnabled,
}) => {
  for (const value of ['en', 'ur']) {
    await shop.context().clearCookies()
    await shop.context().addCookies([{ name: 'website_language', value, url: at('/') }])
    await shop.goto(at('/product/satin-nightgown-with-lace-hem?color=Navy+Blue&size=M'))
    const set = shop.locator('.set-form')
    await expectAccessible(shop, javaScriptEnabled !== false)
    await expect(set.locator('[name=size]')).toHaveValue('M')
    // The browser asks for the other size.
    await set.getByRole('button').click()
    await expect(shop).toHaveURL(/\/product\//)
    const sizeLeft = async (name: string) =>
      (await set.locator(`[name=${name}] option:enabled`).nth(1).getAttribute('value')) ?? ''
    await set.locator('[name=size2]').selectOption(await sizeLeft('size2'))
    await set.getByRole('button').click()
    await expect(shop).toHaveURL(/\/cart/)
    await expect(shop.locator('.cart-line')).toHaveCount(2)
    await expect(set).toHaveCount(0)
    // In place with scripts.
    await shop.locator('.cart-line .remove').last().click()
    await expect(shop.locator('.cart-line')).toHaveCount(1)
    await expect(set).toHaveCount(1)
    await expectAccessible(shop, javaScriptEnabled !== false)
    await set.locator('[name=size]').selectOption(await sizeLeft('size'))
    await set.getByRole('button').click()
    await expect(shop.locator('.cart-line')).toHaveCount(2)
  }
})

test('shows a spinner while a slow page loads (SL-03)', { tag: ['@scripts', '@phone'] }, async ({ shop }) => {
  await shop.goto(at('/'))
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  // A page can't be queried during a navigation, so the page itself records what it shows.
  await shop.evaluate(() => {
    new MutationObserver(() => {
      const sign = document.querySelector('.pending')?.textContent
      if (sign) sessionStorage.setItem('waited', sign)
    }).observe(document.body, { childList: true, subtree: true })
  })
  await shop.route('**/on-sale', async (route) => {
    await expect.poll(() => Date.now() - startedAt).toBeGreaterThan(1_000)
    await route.continue()
  })
  const startedAt = Date.now()
  await shop.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/on-sale"]')?.click())
  await expect(shop.getByRole('heading', { name: 'SALE PRODUCTS' })).toBeVisible()
  expect(await shop.evaluate(() => sessionStorage.getItem('waited'))).toContain('Loading…')
})

test('enlarges the main picture, selects thumbnails, and steps the quantity (PD-03, PD-05, PD-07, PD-20)', async ({
  shop,
  javaScriptEnabled,
  viewport,
}) => {
  await shop.goto(at('/product/guest-robe'))
  const isPhone = (viewport?.width ?? 0) < 768
  if (isPhone) await shop.goto(at('/product/guest-robe?picture=2'))
  else await shop.getByRole('link', { name: 'Picture 2' }).click()
  await expect(shop.locator('.gallery-main .current img')).toHaveAttribute('src', /-back\.jpg$/)
  await expect(shop.locator('.thumbnails')).toBeVisible({ visible: !isPhone })
  await shop.getByRole('button', { name: 'One more' }).click()
  await expect(shop.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
  if (javaScriptEnabled === false) {
    await shop.locator('.gallery-main .current a').click()
    return expect(shop).toHaveURL(/\/images\/2400\/pictures\/guest-robe-/)
  }
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  const inPage = await shop.locator('.gallery-main .current img').boundingBox()
  await shop.locator('.gallery-main .current a').click()
  const enlarged = shop.locator('dialog[open] img').nth(1)
  await expect(enlarged).toBeVisible()
  await expectAccessible(shop, true)
  // The whole picture first, larger than in the page; a tap shows that place near, another one the whole again.
  await expect.poll(() => enlarged.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const whole = await enlarged.boundingBox()
  const { width = 0, height = 0 } = shop.viewportSize() ?? {}
  expect((whole?.width ?? 0) * (whole?.height ?? 0)).toBeGreaterThan((inPage?.width ?? 0) * (inPage?.height ?? 0) * 1.1)
  expect(whole?.width).toBeLessThanOrEqual(width)
  expect(whole?.height).toBeLessThanOrEqual(height)
  await enlarged.dblclick({ position: { x: 40, y: height / 2 } })
  const closer = shop.getByRole('button', { name: /^Closer/ }).nth(1)
  await expect(closer).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await enlarged.boundingBox())?.width).toBeGreaterThan((whole?.width ?? 0) * 1.2)
  await enlarged.click({ position: { x: 60, y: 60 } })
  expect(await enlarged.boundingBox()).toEqual(whole)
  await shop.keyboard.press('Escape')
  await expect(shop.getByRole('dialog')).toBeHidden()
})

test('shows all pictures enlarged, by keys and buttons, and a pixel of the file for each of the screen (PD-71) @scripts', async ({
  shop,
}) => {
  const slug = `enlarged-${crypto.randomUUID()}`
  const { data } = await serviceClient().from('products').insert({ name: 'Enlarged', slug, price: 100 }).select('id')
  const urls = ['front', 'back', 'detail'].map((view) => `/pictures/lace-balconette-bra-white-${view}.webp`)
  await serviceClient()
    .from('product_media')
    .insert(urls.map((url, place) => ({ product_id: data?.[0]?.id ?? '', url, alt: url, display_order: place })))
  await shop.goto(at(`/product/${slug}`))
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await shop.getByRole('link', { name: 'Next picture' }).click()
  await expect(shop.locator('.gallery-main .current img')).toHaveAttribute('src', /-back\.jpg$/)
  await shop.locator('.gallery-main .current a').click()
  const dialog = shop.getByRole('dialog')
  await expect(dialog.getByText('2 / 3')).toBeVisible()
  await shop.keyboard.press('ArrowRight')
  await expect(dialog.getByText('3 / 3')).toBeVisible()
  await expect(dialog.locator('img').last()).toBeInViewport({ ratio: 0.9 })
  await dialog.getByRole('button', { name: 'Previous picture' }).click()
  await expect(dialog.getByText('2 / 3')).toBeVisible()
  await shop.keyboard.press('ArrowLeft')
  await expect(dialog.getByText('1 / 3')).toBeVisible()
  const first = dialog.locator('img').first()
  await expect(first).toBeInViewport({ ratio: 0.9 })
  await shop.keyboard.press('Enter')
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('/images/2400/')
  const pixels = await (await shop.request.get(at('/images/2400/pictures/lace-balconette-bra-white-front.webp'))).body()
  const { width: ofFile } = await sharp(pixels).metadata()
  const ratio = await shop.evaluate(() => devicePixelRatio)
  await expect.poll(async () => (await first.boundingBox())?.width).toBeGreaterThanOrEqual(ofFile / ratio)
})

test('enlarges a picture by pinching, and loads all of its pixels then (PD-71) @phone @scripts', async ({ shop }) => {
  await shop.goto(at('/product/guest-robe'))
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await shop.locator('.gallery-main .current a').click()
  const image = shop.locator('dialog[open] img').first()
  const shown = () => image.evaluate((element: HTMLImageElement) => element.currentSrc)
  await expect.poll(shown).not.toBe('')
  expect(await shown()).not.toContain('/images/2400/')
  const devtools = await shop.context().newCDPSession(shop)
  // Headless Chromium makes no gestures of two fingers; what follows from one is the same.
  await devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor: 3 })
  await expect.poll(() => shop.evaluate(() => visualViewport?.scale)).toBeGreaterThan(2)
  await expect.poll(shown).toContain('/images/2400/')
})

test('writes a review with a photo and shows it in the list (RV-16, RV-19, RV-25)', async ({
  shop,
  javaScriptEnabled,
  viewport,
}) => {
  // One product per project, since a shopper has one review per product.
  const isWide = (viewport?.width ?? 0) > 360
  const slug =
    javaScriptEnabled === false
      ? isWide
        ? 'midi-satin-nightgown'
        : 'bridal-robe'
      : isWide
        ? 'short-satin-robe'
        : 'kimono-robe'
  const words = `Lovely at ${viewport?.width} with ${javaScriptEnabled === false ? 'no' : 'a'} script`
  await shop.goto(at('/login'))
  await shop.getByLabel('E-mail or phone').fill('sana@example.com')
  await shop.getByLabel('Password', { exact: true }).fill('jasmine-tea-7')
  await shop
    .locator('main')
    .getByRole('button', { name: /^login/i })
    .click()
  await shop.waitForURL(at('/'))
  await shop.goto(at(`/product/${slug}?tab=ratingReviews`))
  await shop.getByRole('link', { name: 'Write a review' }).click()
  await shop.locator('label', { has: shop.getByRole('radio', { name: '5 out of 5, Excellent' }) }).click()
  await shop.getByRole('textbox', { name: 'Your review' }).fill(words)
  const bytes = await sharp({ create: { width: 1800, height: 1400, channels: 3, background: '#7a2140' } })
    .jpeg()
    .toBuffer()
  if (javaScriptEnabled !== false) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await shop.getByLabel('Photo 1').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: bytes })
  if (javaScriptEnabled !== false) await expect(shop.locator('.photo-input img')).toBeVisible()
  await expectAccessible(shop, javaScriptEnabled !== false)
  await shop.evaluate(() => {
    new MutationObserver(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Submitting…')
      if (button?.matches('[aria-busy=true][aria-disabled=true]:focus')) sessionStorage.setItem('waited', 'yes')
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  await shop.getByRole('button', { name: 'Submit review' }).click()
  const message = shop.getByText('Images uploaded successfully. Review submitted successfully!')
  if (javaScriptEnabled === false) await expect(shop.locator('#tabs').getByRole('status')).toBeInViewport()
  else await expect(message).toBeVisible()
  if (javaScriptEnabled !== false) expect(await shop.evaluate(() => sessionStorage.getItem('waited'))).toBe('yes')
  const review = shop.locator('li.review', { hasText: words })
  await expect(review).toContainText('Sana Rauf')
  await expect(review.locator('.review-images img')).toHaveCount(1)
})

/** Stores a photograph of noise over a gradient, and returns its address. */
async function storePhotograph(width: number, height: number): Promise<string> {
  const light = Buffer.from(
    `<svg width="${width}" height="${height}"><linearGradient id="a"><stop stop-color="#fff8"/><stop offset="1" stop-color="#7a2140"/></linearGradient><rect width="100%" height="100%" fill="url(#a)"/></svg>`,
  )
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const photograph = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .composite([{ input: light }])
    .webp({ quality: 60 })
    .toBuffer()
  const path = `${randomUUID()}.webp`
  const { error } = await serviceClient()
    .storage.from('products')
    .upload(path, photograph, { contentType: 'image/webp' })
  if (error) throw error
  return `/storage/v1/object/public/products/${path}`
}

test(
  'shows photographs of every shape in frames of the shop’s ratio, and moves nothing while they load (PD-76)',
  { tag: '@scripts' },
  async ({ shop }) => {
    const backend = serviceClient()
    const shapes = { '4:5': [320, 400], '3:4': [300, 400], '2:3': [280, 420], wide: [420, 280] } as const
    const slug = `photographs-${randomUUID().slice(0, 8)}`
    const { data: category } = await backend.from('product_categories').select('id').eq('name', 'Robes').single()
    const { data: product } = await backend
      .from('products')
      .insert({ name: 'Photographs of noise', slug, price: 1, is_arrival: true, category_id: category?.id })
      .select('id')
      .single()
    const urls = await Promise.all(Object.values(shapes).map(([width, height]) => storePhotograph(width, height)))
    const media = urls.map((url, place) => ({ url, product_id: product?.id ?? '', display_order: place }))
    await backend
      .from('product_media')
      .insert(media.map((one) => ({ ...one, focus: '50% 20%', caption: 'Aleena wears 34B', role: 'worn' })))
    const slide = { kind: 'slide', title: 'Across', picture: await storePhotograph(840, 420), focus: '100% 50%' }
    const { data: added } = await backend
      .from('banners')
      .insert({ ...slide, focus_wide: '50% 0%', is_active: true })
      .select('id')
      .single()
    await shop.addInitScript(() => {
      const moved: number[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.push((entry as unknown as { value: number }).value)
        document.documentElement.dataset.moved = String(moved.reduce((sum, one) => sum + one, 0))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const page = `/product/${slug}`
    for (const [ratio, shape, paths] of [
      ['2/3', 2 / 3, ['/product-listing', page]],
      ['3/4', 3 / 4, ['/', page]],
      ['4/5', 4 / 5, [page]],
    ] as const) {
      await backend.from('listing_rules').update({ picture_ratio: ratio }).eq('is_only', true)
      for (const path of paths) {
        await expect
          .poll(async () => {
            await shop.goto(at(path))
            return shop.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ratio').trim())
          })
          .toBe(ratio)
        await shop.waitForLoadState('networkidle')
        const frames = await shop
          .locator('.card .picture, .thumbnails img')
          .evaluateAll((images) =>
            images.map((image) => image.getBoundingClientRect()).map(({ width, height }) => [width, height]),
          )
        const seen = frames.filter(([width = 0]) => width > 0)
        for (const [width = 0, height = 1] of seen) expect(Math.abs(width / height - shape)).toBeLessThan(0.02)
        expect(seen.length).toBeGreaterThan(3)
        expect(await shop.locator('html').getAttribute('data-moved')).toBeNull()
        if (path !== '/') continue
        const width = shop.viewportSize()?.width ?? 0
        const across = shop.locator('.hero .wide img')
        expect([await across.boundingBox(), width]).toMatchObject([{ x: 0, width }, width])
        await expect(across).toHaveCSS('object-position', width < 768 ? '100% 50%' : '50% 0%')
      }
    }
    await backend
      .from('banners')
      .delete()
      .eq('id', added?.id ?? '')
    await backend
      .from('products')
      .delete()
      .eq('id', product?.id ?? '')
  },
)
