import { fillDelivery } from '../support/checkout-page.ts'
import { at, expect, expectAccessible, logInAsNew, test } from './shop.ts'

const DAYS = /\w{3}\s\d+\s\w+\s–\s\w{3}\s\d+\s\w+/

// Uses the plain page: Chromium logs the 400 of a refused form, which the fixture `shop` reports.
test('shows the expected arrival from the product to the order, and refuses countries without delivery at once', async ({
  page: shop,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false
  await logInAsNew(shop)
  await shop.goto(at('/product/guest-robe'))
  await expect(shop.locator('.arrival')).toHaveText(DAYS)
  await shop.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(shop).toHaveURL(at('/cart'))
  await expect(shop.locator('.arrival')).toHaveText(DAYS)
  await shop.getByRole('link', { name: 'Go to Checkout' }).first().click()
  await expect(shop).toHaveURL(at('/checkout'))
  await expect(shop.getByRole('navigation', { name: 'Checkout' }).getByRole('link')).toHaveText([
    'Back to cart',
    'Help',
  ])
  await expect(shop.getByText(/^Packed discreetly/)).toBeVisible()

  await fillDelivery(shop, { firstName: 'Nadia', lastName: 'Iqbal' })
  await shop.getByLabel('Delivery note (optional)').fill('Blue gate beside the mosque')
  await expect(shop.getByText('We deliver within Pakistan only.')).toBeHidden()
  await shop.getByLabel('Country', { exact: true }).selectOption('USA')
  await expect(shop.getByText('We deliver within Pakistan only.')).toBeVisible()
  await expect(shop.locator('.shipping .radio-card')).not.toContainText('Rs.', { useInnerText: true })
  // No sum of the page is that of another country.
  await shop.locator('.phone-summary').evaluate((folded) => folded.setAttribute('open', ''))
  await expect(shop.locator('.total, .pay-total, .pay-by-card').filter({ visible: true })).toHaveCount(0)
  await expect(shop.locator('.without-delivery').filter({ visible: true })).toHaveCount(1)
  await shop.getByText('Cash on Delivery').first().click()
  const place = shop.getByRole('button', { name: /Place Order \(Cash on Delivery\)/ })
  await place.click()
  const country = shop.getByLabel('Country', { exact: true })
  await expect(country).toHaveAccessibleDescription('We don’t deliver to the United States. We deliver to Pakistan.')
  await expect(shop.getByLabel('Delivery note (optional)')).toHaveValue('Blue gate beside the mosque')
  await expectAccessible(shop, isScripted)
  await country.selectOption('Pakistan')

  if ((shop.viewportSize()?.width ?? 0) < 1024) {
    await expect(shop.locator('.pay-total')).toHaveText(/^Total Rs\. /)
    await shop.getByText('Review your 1 item').click()
    await expect(shop.locator('.review-items li')).toContainText('1 × Guest robe')
  }
  await place.click()
  await shop.waitForURL(/\/checkout\/placed\/ORD-/)
  // The URL of the link "Stay here"; the page would move on after five seconds.
  await shop.goto(`${shop.url()}?stay=1`)
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Order Placed Successfully')
  await expect(shop.locator('.placed-items')).toContainText('Guest robe')
  await expect(shop.locator('.placed .arrival')).toHaveText(DAYS)
  await expect(shop.locator('[data-move-on], meta[http-equiv=refresh]')).toHaveCount(0)
  await expectAccessible(shop, isScripted)

  await shop.getByRole('link', { name: 'See your orders' }).click()
  await expect(shop.locator('.order-row')).toContainText('Guest robe')
  await shop.getByRole('link', { name: /^ORD-/ }).click()
  await expect(shop.getByText('Blue gate beside the mosque')).toBeVisible()
  await expect(shop.locator('.timeline .ahead')).toHaveText([/^Shipped/, /^Delivered/])
  await expectAccessible(shop, isScripted)
})
