import { randomUUID } from 'node:crypto'
import { mp4 } from '../support/video.ts'
import { at, enterDesk, expect, expectAccessible, serviceClient, test } from './shop.ts'

test('keeps every page’s width with a word of 70 letters', async ({ shop, javaScriptEnabled }) => {
  const word = 'n'.repeat(70)
  await shop.goto(at(`/product-listing?search=${word}&minPrice=${word}`))
  const box = await shop.getByRole('heading', { level: 1 }).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(shop.viewportSize()?.width ?? 0)
  await expectAccessible(shop, javaScriptEnabled !== false)
  await shop.mouse.wheel(500, 0)
  const heading = await shop.getByRole('heading', { level: 1 }).boundingBox()
  expect(heading?.x).toBe(box?.x)
})

test('filters by a price with paisa, and explains a minimum above the maximum', async ({
  shop,
  javaScriptEnabled,
  viewport,
}) => {
  await shop.goto(at('/product-listing'))
  const isPhone = (viewport?.width ?? 0) < 1024
  if (isPhone) await shop.getByRole('link', { name: /^Filters/ }).click()
  await shop.locator('.filters summary', { hasText: 'Price' }).click()
  await shop.getByLabel('Max Rs.').fill('1499.50')
  await shop.getByRole('button', { name: /^(Show|Apply)/ }).click()
  await expect(shop.getByRole('link', { name: 'Remove filter Up to Rs. 1,499.50' })).toBeVisible()
  await shop.goto(at('/product-listing?minPrice=5000&maxPrice=1000'))
  await expect(shop.getByText('The lowest price is above the highest.')).toBeVisible()
  await expectAccessible(shop, javaScriptEnabled !== false)
})

test('refuses a quantity above the limit and names the limit (PD-22)', { tag: '@phone' }, async ({ shop }) => {
  await shop.goto(at('/product/guest-robe'))
  await shop.getByRole('spinbutton', { name: 'Quantity' }).fill('99999')
  await shop.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(shop.getByText('One line of a cart holds 9,999 pieces at most.')).toBeVisible()
  await expect(shop).toHaveURL(/\/product\/guest-robe\?/)
})

test('"View all" of New Arrivals and Top Sellings opens those lists', { tag: '@phone' }, async ({ shop }) => {
  for (const title of ['New Arrivals', 'Top Sellings']) {
    await shop.goto(at('/'))
    await shop.getByRole('link', { name: `View all ${title}` }).click()
    await expect(shop.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
})

test('makes the filter sheet a dialog with a focus trap that closes by Escape and by its button and keeps its ticks', async ({
  shop,
  javaScriptEnabled,
  viewport,
}) => {
  await shop.goto(at('/product-listing'))
  const opener = shop.getByRole('link', { name: /^Filters/ })
  if ((viewport?.width ?? 0) >= 1024) return expect(opener).toBeHidden()
  const close = shop.getByRole('link', { name: 'Close filters' })
  if (javaScriptEnabled !== false) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await opener.click()
  await expect(close).toBeVisible()
  if (javaScriptEnabled === false) {
    await close.click()
    return expect(close).toBeHidden()
  }
  await expect(close).toBeFocused()
  await shop.keyboard.press('Shift+Tab')
  await expect(shop.locator('.filters-foot button')).toBeFocused()
  await shop.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await expectAccessible(shop, true)
  const black = shop.getByRole('checkbox', { name: /^Black/ })
  await shop.locator('.filters label', { has: black }).click()
  await expect(shop).toHaveURL(/colors=Black/)
  const found = (await shop.locator('.section-head [role=status]').textContent())?.replace(/\D/g, '')
  await expect(shop.locator('.filters-foot button')).toHaveText(`Show ${found}`)
  await shop.getByRole('link', { name: 'View More colors' }).click()
  await expect(shop.getByRole('checkbox', { name: /^White/ })).toBeVisible()
  await expect(black).toBeChecked()
  await shop.keyboard.press('Escape')
  await expect(close).toBeHidden()
  await expect(shop.locator('.open-filters')).toBeFocused()
  await opener.click()
  await close.click()
  await expect(close).toBeHidden()
  await expect(shop.locator('.filters input[value=Black]')).toBeChecked()
})

test('keeps the search in the box for editing', { tag: '@phone' }, async ({ shop }) => {
  await shop.goto(at('/product-listing?search=black+bra'))
  const box = shop.getByLabel('Search products')
  await expect(box).toHaveValue('black bra')
  await box.fill('34B')
  await box.press('Enter')
  await expect(shop).toHaveURL(at('/product-listing?search=34B'))
  await expect(shop.locator('.product-grid a').first()).toBeVisible()
})

test('shows and links products in the color and the size of the filter', { tag: '@phone' }, async ({ shop }) => {
  await shop.goto(at('/product-listing?category=Bra&colors=Black&sizes=34B'))
  const card = shop.locator('a.card').first()
  await expect(card).toHaveAttribute('href', /color=Black&size=34B/)
  await card.click()
  await expect(shop.getByRole('radio', { name: 'Black' })).toBeChecked()
  await expect(shop.getByRole('radio', { name: '34B' })).toBeChecked()
})

test(
  'a product’s video is the last view, nothing of it is loaded before it is played, and it plays (PD-70, PD-72)',
  { tag: '@phone' },
  async ({ shop, javaScriptEnabled }) => {
    await enterDesk(shop)
    const products = serviceClient().from('products')
    const { data } = await products.select('id, slug').eq('slug', 'satin-nightgown-with-lace-hem').single()
    await shop.goto(at(`/desk/products/${data?.id}?part=video`))
    await expectAccessible(shop, javaScriptEnabled !== false)
    const file = { name: 'gown.mp4', mimeType: 'video/mp4', buffer: mp4() }
    await shop.getByLabel('MP4 with H.264').setInputFiles(file)
    await shop.getByRole('button', { name: 'Save the video' }).click()
    await expect(shop.getByRole('status')).toHaveText('The video is saved.')

    const asked: string[] = []
    shop.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const page = `/product/${data?.slug}`
    const video = shop.locator('.gallery-main video')
    await expect(async () => {
      await shop.goto(at(page))
      await expect(video).toBeAttached({ timeout: 500 })
    }).toPass({ timeout: 10_000 })
    const number = await shop.locator('.gallery-main > div').count()
    await expect(shop.locator('.gallery-main small').first()).toHaveText(`1 / ${number}`)
    for (let step = 1; step < number; step += 1) await shop.getByRole('link', { name: 'Next picture' }).click()
    await expect(video).toBeInViewport()
    await expect(shop.locator('.gallery-main .current small')).toHaveText(`${number} / ${number}`)
    await expect(shop.getByRole('link', { name: 'Next picture' })).toHaveCount(0)
    await expectAccessible(shop, javaScriptEnabled !== false)
    expect(asked.filter((path) => path.startsWith('/videos/'))).toEqual([])
    await video.press('Space')
    /** Returns the grey of the video's middle. The test's video has another one each second. */
    const grey = () =>
      video.evaluate((element: HTMLVideoElement) => {
        const pixel = new OffscreenCanvas(1, 1).getContext('2d')
        pixel?.drawImage(element, 0, 0, 1, 1)
        return pixel?.getImageData(0, 0, 1, 1).data[0] ?? NaN
      })
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
    const first = await grey()
    await expect.poll(grey).not.toBe(first)

    await shop.goto(at(`/desk/products/${data?.id}?part=video`))
    await shop.getByRole('button', { name: 'Remove the video' }).click()
    await expect(shop.getByRole('status')).toHaveText('The video is removed.')
  },
)

test(
  'a product in the hero has the heading of the desk above its name, until it is taken away (HM-65)',
  { tag: '@phone' },
  async ({ shop, javaScriptEnabled }) => {
    await enterDesk(shop)
    await shop.goto(at('/desk/settings/product_slide'))
    await expectAccessible(shop, javaScriptEnabled !== false)
    const form = shop.locator('form', { hasText: 'Satin robe with tie belt' })
    const save = async (heading: string) => {
      await shop.goto(at('/desk/settings/product_slide'))
      await form.getByLabel('Heading').fill(heading)
      await form.getByRole('button', { name: /^Save/ }).click()
      await expect(shop.getByRole('status')).toHaveText('The heading is saved.')
    }
    /** Waits for a slide whose heading this is. */
    const slideWith = async (heading: string) => {
      await expect(async () => {
        for (const place of [1, 2, 3]) {
          await shop.goto(at(`/?slide=${place}`))
          if ((await shop.getByRole('heading', { level: 1 }).innerText()) === heading) return
        }
        throw new Error('There is no such slide.')
      }).toPass({ timeout: 20_000 })
    }
    await save('Made for slow evenings')
    await slideWith('Made for slow evenings')
    await expect(shop.locator('#hero .hero-name')).toHaveText('Satin robe with tie belt')
    await expectAccessible(shop, javaScriptEnabled !== false)
    await save('')
    await slideWith('Satin robe with tie belt')
    await expect(shop.locator('#hero .hero-name')).toHaveCount(0)
  },
)

test('while a color is sold out its mail is the one thing to ask for, and another color can be bought (PD-75)', async ({
  shop,
  javaScriptEnabled,
}) => {
  const slug = await slipSoldOutIn('Black', 'Pink')
  await shop.goto(at(`/product/${slug}`))
  const add = shop.getByRole('button', { name: 'Add to Cart' })
  const mail = shop.getByRole('button', { name: 'Mail me when it is back' })
  const brand = 'rgb(122, 33, 64)'
  await expect(mail).toHaveCSS('background-color', brand)
  await expect(add).toBeHidden()
  await expect(shop.locator('.arrival')).toBeHidden()
  await expectAccessible(shop, javaScriptEnabled !== false)
  const choose = async (color: string) => {
    await shop.locator('.swatch label', { has: shop.getByRole('radio', { name: color }) }).click()
    if (javaScriptEnabled === false) await shop.getByRole('button', { name: 'Show this color' }).click()
  }
  await choose('Pink')
  if (javaScriptEnabled === false) {
    await shop.goBack()
    await expect(shop.getByRole('radio', { name: 'Black', exact: true })).toBeChecked()
    await shop.goForward()
  }
  await expect(add).toHaveCSS('background-color', brand)
  await expect(mail).toBeHidden()
  await shop.locator('.choices.size label', { has: shop.getByRole('radio', { name: 'M' }) }).click()
  await choose('Black')
  await expect(add).toBeHidden()
  await expect(shop.getByRole('combobox', { name: 'Size' })).toHaveValue('M in Black')
})

/** Makes a slip with the sizes S and M, of which the first color has none left. Returns its slug. */
async function slipSoldOutIn(gone: string, left: string): Promise<string> {
  const slug = `slip-${randomUUID().slice(0, 8)}`
  const db = serviceClient()
  const { data: product } = await db.from('products').insert({ name: 'Slip', slug, price: 900 }).select('id').single()
  const made = { product_id: product?.id ?? '' }
  const { data: colors } = await db.from('colors').select('id, name').in('name', [gone, left]).order('name')
  const { data: sizes } = await db
    .from('product_variants')
    .insert(['S', 'M'].map((size, index) => ({ ...made, size, display_order: index })))
    .select('id')
  for (const [place, { id: color_id, name }] of (colors ?? []).entries()) {
    await db.from('product_colors').insert({ ...made, color_id, display_order: place })
    const counted = (sizes ?? []).map(({ id }) => ({ variant_id: id, color_id, stock: name === gone ? 0 : 5 }))
    await db.from('variant_stock').insert(counted).throwOnError()
  }
  return slug
}

test('keeps the lines of a text as they were typed', { tag: '@phone' }, async ({ shop }) => {
  const slug = `lines-${randomUUID()}`
  const products = serviceClient().from('products')
  await products.insert({ name: 'Slip', slug, price: 900, description: 'Soft cotton.\nFits well.' }).throwOnError()
  try {
    await shop.goto(at(`/product/${slug}`))
    expect(await shop.locator('.product-head p', { hasText: 'Soft cotton.' }).innerText()).toBe(
      'Soft cotton.\nFits well.',
    )
  } finally {
    await products.delete().eq('slug', slug)
  }
})
