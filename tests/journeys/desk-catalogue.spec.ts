import { randomUUID } from 'node:crypto'
import { at, enterDesk, expect, expectAccessible, followAtDesk, serviceClient, test } from './shop.ts'

test('an operator makes a product, prices it, stocks it, publishes it with a picture, and sees it in the shop', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  const name = `Lawn kurta ${randomUUID().slice(0, 8)}`
  await enterDesk(shop)
  await followAtDesk(shop, 'Products')
  await expectAccessible(shop, hasScripts)
  await shop.getByLabel('Name', { exact: true }).fill(name)
  await shop.getByLabel('Price in rupees').fill('2499')
  await shop.getByRole('button', { name: 'Make a draft' }).click()
  await expect(shop.getByRole('status')).toHaveText('This is the new product, a draft.')
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText(name)
  await expectAccessible(shop, hasScripts)

  await shop.getByLabel('Price in rupees').fill('1999.50')
  await shop.getByLabel('Discount in per cent').fill('10')
  await shop.getByRole('checkbox', { name: 'Black', exact: true }).check()
  await shop.getByRole('button', { name: 'Save the product' }).click()
  await expect(shop.getByRole('status')).toHaveText('The product is saved.')

  // The grid of sizes is filled from the keyboard: Tab goes from field to field, and Enter saves.
  await shop.getByLabel('New size 1', { exact: true }).fill('S')
  for (const [field, typed] of [
    ['Stock of new size 1', '5'],
    ['Material of new size 1', 'Lawn'],
    ['Brand size of new size 1', ''],
    ['Cup of new size 1', ''],
  ] as const) {
    await shop.keyboard.press('Tab')
    await expect(shop.getByLabel(field)).toBeFocused()
    await shop.keyboard.type(typed)
  }
  await shop.keyboard.press('Enter')
  await expect(shop.getByRole('status')).toHaveText('The stock is saved.')
  await shop.getByLabel('Stock of S').fill('12')
  await shop.getByRole('button', { name: 'Save the stock' }).click()
  await expect(shop.getByRole('status')).toHaveText('The stock is saved.')

  await shop.getByLabel('JPEG, PNG or WebP').setInputFiles('public/pictures/guest-robe-black-front.webp')
  await shop.getByLabel('What they show').fill('A kurta of white lawn')
  await shop.getByLabel('Their colour').selectOption('Black')
  await shop.getByRole('button', { name: 'Save the pictures' }).click()
  await expect(shop.getByRole('status')).toHaveText('The pictures are saved.')
  await expect(shop.getByRole('img', { name: 'A kurta of white lawn' })).toBeVisible()
  await expectAccessible(shop, hasScripts)

  await shop.getByRole('button', { name: 'Publish' }).click()
  await expect(shop.getByRole('status')).toHaveText('The product is now: In the shop.')
  await shop.getByRole('link', { name: 'See it in the shop' }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(shop.getByText('Rs. 1,799.55').first()).toBeVisible()
  const picture = shop.getByRole('img', { name: 'A kurta of white lawn' }).first()
  await expect(picture).toBeVisible()
  await expect(picture).toHaveJSProperty('complete', true)
})

test('an operator copies a product, and finds the copy', async ({ shop, javaScriptEnabled }) => {
  const name = `Cotton dupatta ${randomUUID().slice(0, 8)}`
  const { data } = await serviceClient()
    .from('products')
    .insert({ name, slug: `dupatta-${randomUUID()}`, price: 999, is_active: false })
    .select('id')
    .single()
  await enterDesk(shop)
  await shop.goto(at(`/desk/products/${data?.id}`))
  await shop.getByRole('button', { name: 'Duplicate' }).click()
  await expect(shop.getByRole('status')).toHaveText('This is the copy, a draft without stock.')
  await followAtDesk(shop, 'Products')
  await shop.getByLabel('Name or article number').fill(name)
  await shop.getByLabel('State').selectOption('Draft')
  await shop.getByRole('button', { name: 'Show' }).click()
  await expect(shop.getByRole('status')).toHaveText('2 products')
  await expect(shop.getByRole('link', { name: `${name} (copy)` })).toBeVisible()
  await expectAccessible(shop, javaScriptEnabled !== false)
})

test('an operator previews and saves a text, and reads it in the shop', async ({ shop, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false
  const slug = `washing-${randomUUID().slice(0, 8)}`
  const page = { slug, title: `Washing ${slug}`, content: '<p>Wash it warm.</p>', is_published: true }
  const { error } = await serviceClient().from('page_content').insert(page)
  if (error) throw error
  await enterDesk(shop)
  await followAtDesk(shop, 'Texts')
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('link', { name: page.title }).click()
  await shop.getByLabel('Text in HTML').fill('<p>Wash it <strong>cold</strong>.</p>')
  await shop.getByRole('button', { name: 'Preview' }).click()
  await expect(shop.getByRole('region', { name: 'Preview, not saved' })).toContainText('Wash it cold.')
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('button', { name: 'Save the text' }).click()
  await expect(shop.getByRole('status')).toHaveText('The text is saved.')
  await expect(shop.getByRole('link', { name: 'As it was before' })).toBeVisible()
  await expectAccessible(shop, hasScripts)
  await followAtDesk(shop, 'Delivery')
  await expect(shop.getByRole('heading', { name: 'Pakistan' })).toBeVisible()
  await expectAccessible(shop, hasScripts)
  await shop.goto(at(`/help/${slug}`))
  await expect(shop.getByText('Wash it cold.')).toBeVisible()
})
