import { at, expect, expectAccessible, test } from './shop.ts'

test(
  'shows small pictures and no scripts in the lite version, sells, and links back to the full version',
  { tag: '@phone' },
  async ({ shop, javaScriptEnabled }) => {
    await shop.goto(at('/product-listing?category=Nightwear'))
    await shop.getByRole('button', { name: 'Lite version' }).click()
    await expect(shop).toHaveURL(at('/product-listing?category=Nightwear'))
    const scripts: string[] = []
    shop.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    const picture = shop.locator('.product-grid img').first()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(/\/images\/lite-320\/.*avif$/)
    await expectAccessible(shop, javaScriptEnabled !== false)
    await shop.goto(at('/product/guest-robe'), { waitUntil: 'networkidle' })
    await shop.getByRole('button', { name: 'One more' }).click()
    await expect(shop.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
    await shop.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(shop).toHaveURL(at('/cart'))
    await expect(shop.locator('main output')).toHaveText('2')
    expect(scripts).toEqual([])
    await shop.getByRole('button', { name: 'Full version' }).click()
    await expect(shop).toHaveURL(at('/cart'))
    await expect(shop.getByRole('button', { name: 'Lite version' })).toBeVisible()
    await expect(shop.locator('.cart-line img')).not.toHaveAttribute('src', /lite/)
  },
)

test(
  'prefetches a product when the shopper points at it, and uses the prefetched page',
  { tag: '@scripts' },
  async ({ shop, hasTouch }) => {
    await shop.goto(at('/product-listing'))
    const card = shop.locator('.product-grid a').first()
    // Speculation rules need a mouse.
    if (hasTouch) return expect(card).toHaveAttribute('href', /^\/product\//)
    const fetched = shop.waitForEvent('requestfinished', (request) => request.headers()['sec-purpose'] === 'prefetch')
    await card.hover()
    expect(new URL((await fetched).url()).pathname).toMatch(/^\/product\//)
    await card.click()
    await expect(shop).toHaveURL(/\/product\//)
    const delivery = await shop.evaluate(() => {
      const [page] = performance.getEntriesByType('navigation')
      return page && 'deliveryType' in page ? page.deliveryType : undefined
    })
    expect(delivery).toBe('navigational-prefetch')
  },
)
