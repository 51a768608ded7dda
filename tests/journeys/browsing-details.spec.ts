import { at, expect, expectAccessible, test } from './shop.ts'

test('a word of 70 letters widens no page', async ({ shop, javaScriptEnabled }) => {
  const word = 'n'.repeat(70)
  await shop.goto(at(`/product-listing?search=${word}&colors=${word}`))
  const box = await shop.getByRole('heading', { level: 1 }).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(shop.viewportSize()?.width ?? 0)
  await expectAccessible(shop, javaScriptEnabled !== false)
  await shop.mouse.wheel(500, 0)
  const heading = await shop.getByRole('heading', { level: 1 }).boundingBox()
  expect(heading?.x).toBe(box?.x)
})

test('a price with paisa narrows the list, and a minimum above the maximum is said', async ({
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

test('a quantity above the limit is refused with the limit', async ({ shop }) => {
  await shop.goto(at('/product/guest-robe'))
  await shop.getByRole('spinbutton', { name: 'Quantity' }).fill('99999')
  await shop.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(shop.getByText('One line of a cart holds 9,999 pieces at most.')).toBeVisible()
  await expect(shop).toHaveURL(/\/product\/guest-robe\?/)
})

test('"View all" of the arrivals and the top sellings leads to those lists', async ({ shop }) => {
  for (const title of ['New Arrivals', 'Top Sellings']) {
    await shop.goto(at('/'))
    await shop.getByRole('link', { name: `View all ${title}` }).click()
    await expect(shop.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
})
