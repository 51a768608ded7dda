import { enterDesk, expect, expectAccessible, followAtDesk, test } from './shop.ts'

test('an operator goes from a figure of the sales to the entries that make it, and to an order', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  await enterDesk(shop)
  await followAtDesk(shop, 'Sales')
  await expectAccessible(shop, hasScripts)
  const figures = shop.getByRole('region', { name: 'Figures of the period and of the one before' })
  const net = figures.getByRole('row', { name: /^Net/ }).getByRole('link').first()
  const amount = await net.textContent()
  await shop.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'By city' }).click()
  const cities = shop.getByRole('region', { name: 'By city: table' })
  await expect(cities.getByRole('row', { name: /^All/ }).getByRole('link').last()).toHaveText(amount ?? '')
  await expectAccessible(shop, hasScripts)
  await cities.getByRole('row').nth(1).getByRole('link').last().click()
  await expect(shop.getByRole('heading', { name: 'Ledger' })).toBeVisible()
  await expect(shop.getByText('City:')).toBeVisible()
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('link', { name: 'Show all' }).click()
  await expect(shop.getByRole('main').locator('b')).toHaveText(amount ?? '')
  await shop.getByLabel('Figure').selectOption('Sold')
  await shop.getByRole('button', { name: 'Show' }).click()
  await shop.getByRole('link', { name: /^ORD-/ }).first().click()
  await expect(shop.getByRole('heading', { level: 1 })).toContainText('ORD-')
})
