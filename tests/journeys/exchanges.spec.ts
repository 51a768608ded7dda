import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  at,
  enterDesk,
  expect,
  expectAccessible,
  logInAsNew,
  mailsAbout,
  orderFor,
  serviceClient,
  test,
} from './shop.ts'

/** Makes a product that costs more than what was ordered. */
async function dearProduct(): Promise<{ name: string; slug: string }> {
  const slug = `kaftan-${randomUUID().slice(0, 8)}`
  const name = `Kaftan ${slug.slice(7)}`
  const { data, error } = await serviceClient()
    .from('products')
    .insert({ name, slug, price: 19_999, is_active: true })
    .select('id')
    .single()
  if (error) throw error
  const { error: refused } = await serviceClient()
    .from('product_variants')
    .insert({ product_id: data.id, size: 'S', stock: 5, display_order: 1 })
  if (refused) throw refused
  return { name, slug }
}

/** Delivers an order of somebody without an account. Returns its number. */
async function guestsOrder(shopper: string): Promise<string> {
  const number = await orderFor(shopper, 'Shipped', 'Delivered')
  const { error } = await serviceClient().from('orders').update({ user_id: null }).eq('order_id', number)
  if (error) throw error
  return number
}

/** Opens the order's page by the link in its mails. */
async function openAsGuest(shop: Page, number: string): Promise<void> {
  const mails = await mailsAbout(number)
  const [link = ''] = /\S+\/checkout\/placed\/[^\s")]+/.exec(mails.at(-1)?.text ?? '') ?? []
  await shop.goto(link)
}

test('a guest exchanges an item for another product, and the rest is due', async ({ shop, javaScriptEnabled }) => {
  const { id } = await logInAsNew(shop)
  const { name } = await dearProduct()
  const number = await guestsOrder(id)
  await shop.context().clearCookies()
  await openAsGuest(shop, number)
  await shop.getByRole('link', { name: 'Exchange things' }).click()
  await shop.getByLabel('Name of the product').fill(name)
  await shop.getByRole('button', { name: 'Find it' }).click()
  await expectAccessible(shop, javaScriptEnabled !== false)
  await shop.getByRole('link', { name: `Choose ${name}` }).click()
  const other = shop.getByRole('option', { name })
  await shop.getByLabel(/^Instead of/).selectOption(await other.getAttribute('value'))
  await shop.getByRole('button', { name: 'Ask for the exchange' }).click()
  const request = shop.getByRole('article', { name: 'Exchange' })
  await expect(request).toContainText(name)
  await expect(request).toContainText('To pay on delivery:')
  await expectAccessible(shop, javaScriptEnabled !== false)
})

test('the desk opens a guest’s exchange for another product, sends it, and takes steps back', async ({
  shop,
  javaScriptEnabled,
}) => {
  const isAccessible = () => expectAccessible(shop, javaScriptEnabled !== false)
  const { id } = await enterDesk(shop)
  const { name, slug } = await dearProduct()
  const number = await guestsOrder(id)
  await shop.goto(at(`/desk/orders/${number}`))
  await shop.getByRole('link', { name: 'Return or exchange' }).click()
  await shop.getByLabel(/^Exchange for another product/).fill(`https://example.com/product/${slug}?color=Red`)
  await shop.getByRole('button', { name: 'Show its sizes and colours' }).click()
  await isAccessible()
  await shop.getByLabel('What the shopper wants').selectOption('exchange')
  await shop.getByLabel('Pieces that come back').selectOption('1')
  const other = shop.getByRole('option', { name })
  await shop.getByLabel('For an exchange: instead').selectOption(await other.getAttribute('value'))
  await shop.getByLabel('Reason').selectOption('damaged')
  await shop.getByRole('button', { name: 'Open the return' }).click()
  const panel = shop.getByRole('region', { name: /^Exchange/ })
  await expect(panel).toContainText('is collected with its parcel')
  await panel.getByRole('button', { name: 'Approve' }).click()
  await panel.getByRole('button', { name: 'Received', exact: true }).click()
  await isAccessible()
  await panel.getByLabel('Reason').fill('Another parcel')
  await panel.getByRole('button', { name: 'Take it back' }).click()
  await expect(panel.locator('.badge')).toHaveText('Approved')
  await panel.getByRole('button', { name: 'Received', exact: true }).click()
  await panel.getByRole('link', { name: 'Packing slip of' }).click()
  await expect(shop.getByRole('article')).toContainText(`${number}-X1`)
  await expect(shop.getByRole('article')).toContainText(name)
  await shop.goto(at(`/desk/orders/${number}`))
  const tracking = `R-${randomUUID().slice(0, 8)}`
  await panel.getByLabel('Courier').fill('Rider')
  await panel.getByLabel('Tracking number').fill(tracking)
  await panel.getByRole('button', { name: 'Sent' }).click()
  await expect(panel).toContainText(tracking)
  await expect(panel.getByRole('button', { name: 'Its parcel came back' })).toBeVisible()
  await panel.getByRole('button', { name: 'Exchanged' }).click()
  await expect(panel.locator('.badge')).toHaveText('Exchanged')
  await isAccessible()

  await shop.context().clearCookies()
  await openAsGuest(shop, number)
  await expect(shop.getByRole('article', { name: 'Exchange' })).toContainText(tracking)
})
