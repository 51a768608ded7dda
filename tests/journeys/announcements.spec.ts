import type { Page } from '@playwright/test'
import { at, expect, logInAsNew, orderFor, test } from './shop.ts'

/** Opens a page and waits until its scripts are ready. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(at(path))
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
}

/** Returns the path of the page after an order of a new shopper. */
async function placedOrder(page: Page): Promise<string> {
  const { id } = await logInAsNew(page)
  return `/checkout/placed/${await orderFor(id)}`
}

/** What screen readers are told: the region that scripts add at the end of the page. */
const told = (page: Page) => page.locator('body > [role=status].hidden-visually')

const cartStatus = (page: Page) => page.locator('[data-area="cart/cart-in-place"] [role=status].hidden-visually')

test(
  'tells screen readers what a filter, a sort, a page and Back lead to',
  { tag: ['@phone', '@scripts'] },
  async ({ shop }) => {
    await open(shop, '/product-listing?category=Bra&colors=Black')
    const tally = shop.locator('.tally')
    const before = await tally.textContent()
    await shop.locator('.applied [data-in-place]').first().click()
    await expect(tally).not.toHaveText(before ?? '')
    await expect(told(shop)).toHaveText((await tally.textContent()) ?? '')
    await shop.goBack()
    await expect(told(shop)).toHaveText(before ?? '')
  },
)

test(
  'tells screen readers that a heart was pressed, and pressed again',
  { tag: ['@phone', '@scripts'] },
  async ({ shop }) => {
    await open(shop, '/product-listing?search=Guest%20robe')
    await shop.getByRole('button', { name: 'Save Guest robe to your wishlist' }).click()
    await expect(told(shop)).toHaveText('Saved to your wishlist')
    await shop.getByRole('button', { name: 'Remove Guest robe from your wishlist' }).click()
    await expect(told(shop)).toHaveText('Removed from your wishlist')
  },
)

test(
  'says what was added to the cart, and tells screen readers the quantity and the new total',
  { tag: ['@phone'] },
  async ({ shop, javaScriptEnabled }) => {
    const isLive = javaScriptEnabled !== false
    await shop.goto(at('/product/guest-robe'))
    if (isLive) {
      await expect(shop.locator('html[data-hydrated]')).toBeAttached()
      await shop.getByRole('button', { name: 'One more' }).click()
      await expect(told(shop)).toHaveText('Quantity: 2')
    }
    await shop.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(shop.getByText('Added to your cart')).toHaveRole('status')
    if (!isLive) return
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    await shop.getByRole('button', { name: 'One more' }).click()
    await expect(cartStatus(shop)).toHaveText(/^Total: Rs\. /)
    const total = shop
      .locator('.sums div', { has: shop.locator('dt').getByText('Total', { exact: true }) })
      .locator('dd')
    await expect(cartStatus(shop)).toHaveText(`Total: ${await total.textContent()}`)
  },
)

test(
  'tells screen readers that an order takes no more of a size',
  { tag: ['@phone', '@scripts'] },
  async ({ shop }) => {
    await open(shop, '/product/guest-robe?quantity=9999')
    await shop.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(shop).toHaveURL(at('/cart'))
    await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    await shop.getByRole('button', { name: 'One less' }).click()
    const status = cartStatus(shop)
    await expect(status).toContainText('Guest robe: ')
    await expect(status).toContainText((await shop.locator('.line-problem .error').textContent()) ?? '')
  },
)

test(
  'focuses a missing size, and the first invalid field of a refused review',
  { tag: ['@phone'] },
  async ({ page: shop, javaScriptEnabled }) => {
    await shop.goto(at('/product/lace-balconette-bra'))
    await shop.getByRole('button', { name: 'Add to Cart' }).click()
    const size = shop.getByRole('radiogroup', { name: 'Size' })
    await expect(size).toHaveAccessibleDescription('Please select a size')
    await expect(size).toHaveAttribute('aria-invalid', 'true')
    await expect(size.locator('input:enabled').first()).toBeFocused()
    await logInAsNew(shop)
    await shop.goto(at('/product/guest-robe?tab=ratingReviews'))
    await shop.getByRole('link', { name: 'Write a review' }).click()
    await shop.getByRole('button', { name: 'Submit review' }).click()
    const rating = shop.getByRole('radiogroup', { name: 'Your rating' })
    await expect(rating).toHaveAccessibleDescription('Please select a rating')
    await expect(rating.locator('input').first()).toBeFocused()
    await rating.locator('label').first().click()
    if (javaScriptEnabled !== false) await expect(rating).not.toHaveAttribute('aria-invalid')
  },
)

for (const act of ['a key', 'the pointer'])
  test(
    `stays on the page of a placed order once it is read by ${act}`,
    { tag: ['@phone', '@scripts'] },
    async ({ shop }) => {
      const path = await placedOrder(shop)
      await shop.clock.install()
      await open(shop, path)
      await expect(shop.getByText(/^You go on to your orders/)).toBeVisible()
      if (act === 'a key') await shop.keyboard.press('Tab')
      else await shop.mouse.move(100, 300)
      await shop.clock.runFor(6_000)
      await expect(shop).toHaveURL(at(path))
      await expect(shop.getByText(/^You go on to your orders/)).toHaveCount(0)
    },
  )

test(
  'leaves the page of a placed order after five seconds that nobody reads',
  { tag: ['@phone', '@scripts'] },
  async ({ shop }) => {
    const path = await placedOrder(shop)
    await shop.clock.install()
    await open(shop, path)
    const links = shop.locator('.success a')
    await expect(links.first()).toHaveText('Stay here')
    await shop.clock.runFor(5_000)
    await expect(shop).toHaveURL(at('/profile/active-orders'))
  },
)
