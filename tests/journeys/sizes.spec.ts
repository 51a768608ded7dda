import { at, expect, expectAccessible, logInAsNew, serviceClient, test } from './shop.ts'

test('adds a bra only with a size, and shows the error at the sizes', async ({ shop, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false
  await shop.goto(at('/product/lace-balconette-bra?color=Maroon'))
  if (hasScripts) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await expect(shop.locator('input[name=size]:checked')).toHaveCount(0)
  await shop.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
  await shop.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(shop.getByText('Please select a size')).toBeInViewport()
  await expect(shop).toHaveURL(/\/product\/lace-balconette-bra\?/)
  if (hasScripts) await expect(shop.locator('input[name=size]:enabled').first()).toBeFocused()
  await expectAccessible(shop, hasScripts)
  await expect(shop.getByRole('radio', { name: 'Maroon' })).toBeChecked()
  await expect(shop.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
  await shop.locator('.size label', { hasText: '34B' }).click()
  if (hasScripts) await expect(shop.getByText('Please select a size')).toBeHidden()
  await shop.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(shop).toHaveURL(at('/cart'))
  await expect(shop.locator('main')).toContainText('34B')
})

test('offers the size finder’s size on the next bra, selects it there, and deletes it', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  await shop.goto(at('/product/lace-balconette-bra?tab=SizeGuide'))
  await shop.getByRole('link', { name: 'Find your size' }).click()
  await shop.locator('label', { hasText: 'Inches' }).click()
  await shop.getByLabel('Underbust').fill('3')
  await shop.getByLabel('Bust', { exact: true }).fill('36')
  await shop.getByRole('button', { name: 'Find my size' }).click()
  await expect(shop.getByRole('alert')).toContainText('23 to 44 in')
  await expectAccessible(shop, hasScripts)
  await shop.getByLabel('Underbust').fill('30')
  await shop.getByRole('button', { name: 'Find my size' }).click()
  await expect(shop.getByRole('heading', { name: 'Your size is 34B' })).toBeVisible()
  await expectAccessible(shop, hasScripts)
  await shop.goto(at('/product/evening-lace-bra'))
  if (hasScripts) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  const offer = shop.locator('.own-size')
  await expect(offer).toContainText('Your size')
  await shop.goto(at('/product/lace-balconette-bra'))
  if (hasScripts) {
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    await shop.locator('.swatch label').nth(2).click()
    await shop.evaluate(() => Object.assign(window, { same: true }))
  }
  await offer.getByRole('link', { name: '34B' }).click()
  await expect(shop.locator('input[name=size]:checked')).toHaveValue('34B')
  await expect(shop).toHaveURL(/size=34B/)
  if (hasScripts) {
    expect(await shop.evaluate(() => 'same' in window)).toBe(true)
    await expect(shop.locator('.swatch input').nth(2)).toBeChecked()
  }
  await expectAccessible(shop, hasScripts)
  await offer.getByRole('button', { name: 'Forget my size' }).click()
  await expect(shop.getByText('Your sizes are forgotten.')).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('opens the size guide over the form, finds a size there and chooses it, and loses nothing', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  await shop.goto(at('/product/lace-balconette-bra?color=Maroon'))
  const link = shop.locator('#choose-size').getByRole('link', { name: 'Size Guide' })
  if (!hasScripts) {
    await link.click()
    await shop.locator('.size-tables').getByRole('link', { name: 'Choose it in 34B' }).click()
    await expect(shop).toHaveURL(/color=Maroon&size=34B/)
    return expect(shop.getByRole('radio', { name: '34B' })).toBeChecked()
  }
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  const quantity = shop.getByRole('spinbutton', { name: 'Quantity' })
  const guide = shop.getByRole('dialog', { name: 'Size Guide' })
  await shop.locator('.swatch label').nth(2).click()
  await quantity.fill('3')
  await expect(shop).toHaveURL(/quantity=3/)
  const href = shop.url()
  await link.click()
  await expect(guide.getByRole('table', { name: 'Your body in each size' })).toContainText('28½–30½ in')
  await expect(guide.getByRole('button', { name: 'Find my size' })).toBeVisible()
  await expectAccessible(shop, true)
  await shop.keyboard.press('Escape')
  await expect(guide).toHaveCount(0)
  await expect(link).toBeFocused()
  await link.press('Enter')
  await expect(guide).toBeVisible()
  await shop.goBack()
  await expect(guide).toHaveCount(0)
  expect(shop.url()).toBe(href)

  await link.click()
  await guide.getByRole('link', { name: 'Find your size' }).click()
  await expect(guide.getByLabel('Underbust')).toBeFocused()
  await guide.getByLabel('Underbust').fill('76')
  await guide.getByRole('button', { name: 'Find my size' }).click()
  await expect(guide.getByRole('alert')).toContainText('Please enter your bust.')
  await guide.getByLabel('Bust', { exact: true }).fill('90')
  await guide.getByRole('button', { name: 'Find my size' }).click()
  await expect(guide.getByRole('heading', { name: 'Your size is 34B' })).toBeVisible()
  await expect(guide.locator('.found-size')).toBeFocused()
  await expectAccessible(shop, true)
  await guide.getByRole('link', { name: 'Choose it in 34B' }).last().click()
  await expect(guide).toHaveCount(0)
  await expect(shop.getByRole('radio', { name: '34B' })).toBeChecked()
  await expect(shop).toHaveURL(/size=34B/)
  await expect(shop.locator('.swatch input').nth(2)).toBeChecked()
  await expect(quantity).toHaveValue('3')
  await link.click()
  await expect(guide.locator('.own-size').first()).toContainText('Your size: 34B')
})

test('shows in the size guide how to measure and every kind of garment', async ({ shop, javaScriptEnabled }) => {
  await shop.goto(at('/size-guide'))
  const table = shop.getByRole('table', { name: 'Panties: your body in each size' })
  await expect(table).toBeHidden()
  await shop.getByRole('heading', { name: 'Panties' }).click()
  await expect(table).toBeVisible()
  await expectAccessible(shop, javaScriptEnabled !== false)
})

test('marks a review as helpful, enlarges its photo, and edits and deletes the shopper’s own', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  const slug = `reviewed-${crypto.randomUUID()}`
  const { data: product } = await serviceClient()
    .from('products')
    .insert({ name: 'Reviewed in a journey', slug, price: 100, created_at: '2020-01-01' })
    .select('id')
    .single()
  const { data: sana } = await serviceClient().from('profiles').select('id').eq('email', 'sana@example.com').single()
  const review = { product_id: product?.id ?? '', rating: 4, review_text: 'Soft, and true to size.' }
  const variants = ['M', 'L'].map((size, place) => ({ product_id: review.product_id, size, display_order: place }))
  await serviceClient().from('product_variants').insert(variants)
  await serviceClient()
    .from('product_reviews')
    .insert({
      ...review,
      user_id: sana?.id ?? '',
      images: ['/pictures/satin-robe-with-tie-belt-red-detail.webp'],
      fit: 'true',
      size: 'M',
    })
  const { id } = await logInAsNew(shop)
  await serviceClient()
    .from('product_reviews')
    .insert({ ...review, rating: 1, review_text: 'Mine, for now.', user_id: id })
  const reviews = at(`/product/${slug}?tab=ratingReviews`)
  await shop.goto(reviews)
  await shop.getByRole('link', { name: /^4 stars/ }).click()
  await expect(shop.locator('li.review')).toHaveCount(1)
  await shop.getByRole('button', { name: /^Helpful/ }).click()
  await expect(shop.getByText('1 shopper found this helpful')).toBeVisible()
  await expectAccessible(shop, hasScripts)
  if (hasScripts) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await shop.getByRole('link', { name: 'Enlarge: Photo 1 by Sana Rauf' }).click()
  if (hasScripts) {
    await expect(shop.getByRole('dialog')).toBeVisible()
    await shop.keyboard.press('Escape')
  } else await expect(shop).toHaveURL(/\/images\/2400\/pictures\/satin-robe-with-tie-belt-red-detail/)
  await shop.goto(reviews)
  await shop.getByRole('link', { name: 'M (1)' }).click()
  await expect(shop.locator('li.review')).toHaveText([/Size M, Runs true to size/])
  await shop.goto(reviews)
  await shop.getByRole('link', { name: 'Edit your review' }).click()
  await expect(shop.getByRole('textbox', { name: 'Your review' })).toHaveValue('Mine, for now.')
  await shop.getByLabel(/^The size that you have/).selectOption('L')
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('button', { name: 'Submit review' }).click()
  await expect(shop.locator('li.review').filter({ hasText: 'Mine, for now.' })).toContainText('Size L')
  await shop.goto(reviews)
  await shop.getByRole('link', { name: 'Edit your review' }).click()
  await shop.getByRole('link', { name: 'Cancel' }).click()
  await shop.getByRole('link', { name: 'Delete it' }).click()
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('button', { name: 'Delete review' }).click()
  await expect(shop.getByRole('link', { name: 'Write a review' })).toBeVisible()
  await expect(shop.getByText('Mine, for now.')).toHaveCount(0)
})
