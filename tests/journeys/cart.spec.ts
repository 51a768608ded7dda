import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { at, expect, expectAccessible, serviceClient, test } from './shop.ts'

interface Robe {
  id: string
  name: string
}

/** Creates a robe in two sizes and two colors. */
async function newRobe(): Promise<Robe> {
  const name = `Cardigan ${randomUUID().slice(0, 8)}`
  const slug = name.toLowerCase().replace(' ', '-')
  const { data, error } = await serviceClient()
    .from('products')
    .insert({ name, slug, price: 2000, discount: 10, created_at: '2020-01-01' })
    .select('id')
    .single()
  if (error) throw error
  const { id } = data
  const { data: colors } = await serviceClient()
    .from('colors')
    .select('id')
    .in('name', ['Maroon', 'Beige'])
    .order('name')
  await serviceClient()
    .from('product_colors')
    .insert((colors ?? []).map((color, place) => ({ product_id: id, color_id: color.id, display_order: place })))
  await serviceClient()
    .from('product_variants')
    .insert(['S', 'M'].map((size, place) => ({ product_id: id, size, stock: 5, display_order: place })))
  await serviceClient().from('product_media').insert({ product_id: id, url: '/images/pictures/guest-robe' })
  return { id, name }
}

/** Adds the robe to the cart by its page, and waits until the cart is ready. */
async function addRobe(shop: Page, { name }: Robe, isLive: boolean): Promise<void> {
  await shop.goto(at(`/product/${name.toLowerCase().replace(' ', '-')}?size=S&color=Beige`))
  if (isLive) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await shop.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(shop).toHaveURL(at('/cart'))
  if (isLive) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await expect(shop.getByRole('heading', { level: 2, name })).toBeVisible()
}

const sum = (shop: Page, row: string) =>
  shop.locator('.sums div', { has: shop.locator('dt').getByText(row, { exact: true }) }).locator('dd')

test('changes a line’s size in place, removes and restores it, and saves it for later', async ({
  shop,
  javaScriptEnabled,
}) => {
  const isLive = javaScriptEnabled !== false
  const robe = await newRobe()
  await addRobe(shop, robe, isLive)
  await shop.getByRole('button', { name: 'One more' }).click()
  await expect(shop.locator('.cart-line output')).toHaveText('2')
  await expect(shop.locator('.line-total')).toHaveText('Line total Rs. 3,600.00')
  await expect(sum(shop, 'Subtotal')).toHaveText('Rs. 4,000.00')
  await expect(sum(shop, 'Discount Savings')).toHaveText('−Rs. 400.00')
  await expect(sum(shop, 'Total')).toHaveText('Rs. 3,750.00')

  await shop.getByText('Change size or color').click()
  await shop.getByLabel(`Size of ${robe.name}`).selectOption('M')
  await shop.getByLabel(`Color of ${robe.name}`).selectOption('Maroon')
  await expectAccessible(shop, isLive)
  await shop.getByRole('button', { name: `Update ${robe.name}` }).click()
  await expect(shop.locator('.line-about')).toContainText('Size M, Maroon')
  await expect(shop.locator('.cart-line output')).toHaveText('2')

  await shop.getByRole('button', { name: `Remove ${robe.name}` }).click()
  await expect(shop.getByText(`Removed ${robe.name}.`)).toBeVisible()
  await expect(shop.getByText('Your cart is empty')).toBeVisible()
  await expect(shop.getByRole('heading', { name: 'Top Sellings' })).toBeVisible()
  await expect(shop.locator('main .arrival')).toHaveCount(0)
  await expectAccessible(shop, isLive)
  await shop.getByRole('button', { name: 'Undo' }).click()
  await expect(shop.locator('.cart-line output')).toHaveText('2')
  await expect(shop.getByRole('heading', { name: 'Top Sellings' })).toHaveCount(0)
  await expect(shop.locator('main .arrival')).toHaveCount(1)
  await expect(shop.locator('.line-about')).toContainText('Size M, Maroon')

  await shop.getByRole('button', { name: /^Save for later/ }).click()
  await expect(shop.getByText(`Saved ${robe.name} for later`)).toBeVisible()
  await expect(shop.locator('.cart-line')).toHaveCount(0)
  await shop.getByRole('main').getByRole('link', { name: 'wishlist' }).click()
  await expect(shop).toHaveURL(at('/wishlist'))
  await expect(shop.getByRole('heading', { level: 2, name: robe.name })).toBeVisible()
  await expect(shop.getByLabel(`Size of ${robe.name}`)).toHaveValue('M')
  await expect(shop.getByLabel(`Color of ${robe.name}`)).toHaveValue('Maroon')
  await expect(shop.locator('.line-about')).toHaveText('2 pieces')
  await expectAccessible(shop, isLive)
  await shop.getByRole('button', { name: `Move to Cart ${robe.name}` }).click()
  await expect(shop.getByText('Moved to your cart.')).toBeVisible()
  await shop.goto(at('/cart'))
  await expect(shop.locator('.line-about')).toContainText('Size M, Maroon')
  await expect(shop.locator('.cart-line output')).toHaveText('2')
  await shop.getByRole('button', { name: /^Save for later/ }).click()
  await shop.getByRole('button', { name: 'Put it back' }).click()
  await expect(shop.locator('.cart-line output')).toHaveText('2')
  await expect(shop.getByText(`Saved ${robe.name} for later`)).toHaveCount(0)
  await shop.goto(at('/wishlist'))
  await expect(shop.getByText('Your wishlist is empty')).toBeVisible()
})

test('says what was added, with the focus there, and leads back to it', async ({ shop, javaScriptEnabled }) => {
  const isLive = javaScriptEnabled !== false
  const robe = await newRobe()
  const slug = robe.name.toLowerCase().replace(' ', '-')
  await addRobe(shop, robe, isLive)
  const added = shop.getByRole('region', { name: 'Added to your cart' })
  await expect(added).toBeFocused()
  await expect(added).toBeInViewport()
  await expect(added).toContainText(robe.name)
  await expect(added).toContainText('Size S, Beige')
  await expectAccessible(shop, isLive)
  await shop.keyboard.press('Tab')
  await expect(added.getByRole('link', { name: 'Keep shopping' })).toBeFocused()
  await shop.keyboard.press('Enter')
  await expect(shop).toHaveURL(at(`/product/${slug}?color=Beige&size=S`))
  await expect(shop.getByRole('radio', { name: 'Beige' })).toBeChecked()
  await addRobe(shop, robe, isLive)
  await expect(added).toBeVisible()
  // What is changed next replaces the message.
  await shop.getByRole('button', { name: `Remove ${robe.name}` }).click()
  await expect(shop.getByText(`Removed ${robe.name}.`)).toBeVisible()
  await expect(added).toHaveCount(0)
  await shop.context().addCookies([{ name: 'website_language', value: 'ur', url: at('') }])
  await shop.goto(at(`/product/${slug}?size=S&color=Beige`))
  await shop.locator('.buy-bar button').click()
  await expect(shop.locator('.added')).toContainText('خریداری جاری رکھیں')
  await expectAccessible(shop, isLive)
})

test(
  'refuses a promo code at its field, applies and removes one',
  { tag: '@phone' },
  async ({ shop, javaScriptEnabled }) => {
    const isLive = javaScriptEnabled !== false
    await addRobe(shop, await newRobe(), isLive)
    const field = shop.getByLabel('Promo code')
    await field.fill('NOSUCHCODE')
    await shop.getByRole('button', { name: 'Apply' }).click()
    await expect(shop.getByText('We don’t know this promo code.')).toBeVisible()
    await expect(field).toHaveValue('NOSUCHCODE')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(shop, isLive)
    await shop.reload()
    if (isLive) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    await expect(shop.getByText('We don’t know this promo code.')).toBeVisible()
    await field.fill('jasmine10')
    await shop.getByRole('button', { name: 'Apply' }).click()
    await expect(shop.getByText('Promo code JASMINE10 applied.')).toBeVisible()
    await expect(sum(shop, 'Promo discount')).toHaveText('−Rs. 180.00')
    await expectAccessible(shop, isLive)
    await shop.getByRole('button', { name: 'Remove promo code JASMINE10' }).click()
    await expect(field).toHaveValue('')
    await expect(sum(shop, 'Total')).toHaveText('Rs. 1,950.00')
  },
)

test(
  'reduces a quantity to the stock, and names a product that is gone until it is removed',
  { tag: '@phone' },
  async ({ shop, javaScriptEnabled }) => {
    const isLive = javaScriptEnabled !== false
    const robe = await newRobe()
    await addRobe(shop, robe, isLive)
    for (const quantity of ['2', '3']) {
      await shop.getByRole('button', { name: 'One more' }).click()
      await expect(shop.locator('.line-total')).toHaveText(quantity === '2' ? /3,600/ : /5,400/)
      await expect(sum(shop, 'Total')).toHaveText(quantity === '2' ? 'Rs. 3,750.00' : 'Rs. 5,550.00')
    }
    await serviceClient().from('product_variants').update({ stock: 2 }).eq('product_id', robe.id)
    await shop.goto(at('/cart'))
    if (isLive) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    await expect(shop.getByText('Only 2 left in this size.')).toBeVisible()
    await expect(shop.getByRole('link', { name: 'Go to Checkout' })).toHaveCount(0)
    await expectAccessible(shop, isLive)
    await shop.getByRole('button', { name: 'Set to 2' }).click()
    await expect(shop.getByRole('link', { name: 'Go to Checkout' })).toBeVisible()
    await expect(sum(shop, 'Total')).toHaveText('Rs. 3,750.00')

    await serviceClient().from('products').update({ is_active: false }).eq('id', robe.id)
    await shop.goto(at('/cart'))
    if (isLive) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    await expect(shop.getByRole('heading', { level: 2, name: robe.name })).toBeVisible()
    await expect(shop.getByText('This product is no longer available.')).toBeVisible()
    await expect(sum(shop, 'Subtotal')).toHaveText('Rs. 0.00')
    await expectAccessible(shop, isLive)
    await shop.locator('.line-problem').getByRole('button', { name: 'Remove' }).click()
    await expect(shop.getByText('Your cart is empty')).toBeVisible()
  },
)
