import type { Page } from '@playwright/test'
import { at, enterDesk, expect, expectAccessible, orderFor, serviceClient, test } from './shop.ts'

test('an operator takes a call from a guest: finds her, joins her numbers, and enters her order', async ({
  shop,
  javaScriptEnabled,
}) => {
  const isAccessible = () => expectAccessible(shop, javaScriptEnabled !== false)
  const [phone, other] = [await guestNumber(), await guestNumber()]
  await enterDesk(shop)
  await shop.goto(at(`/desk/people?search=${phone}`))
  await isAccessible()
  await shop.getByRole('link', { name: 'Nadia Iqbal' }).click()
  await shop.getByLabel('New tag').fill('Wholesale')
  await press(shop, 'Add', 'The tag is added.')
  await shop.getByText('Join another number or account').click()
  await shop.getByLabel('Phone, e-mail or name of the same person').fill(other)
  await shop.getByRole('button', { name: 'Find' }).click()
  await isAccessible()
  await press(shop, 'Join: Nadia Iqbal', 'They are one person now. If that was wrong, part them below.')
  await expect(shop.getByRole('region', { name: 'Orders' }).getByRole('listitem')).toHaveCount(2)
  await isAccessible()

  await shop.goto(at('/desk/orders/new'))
  await shop.getByRole('textbox', { name: 'Phone number' }).fill(other)
  await shop.getByRole('button', { name: 'Look the number up' }).click()
  await expect(shop.getByText('Filled from ORD-')).toBeVisible()
  await expect(shop.getByLabel('First name')).toHaveValue('Nadia')
  await expect(shop.getByText('wholesale')).toBeVisible()
  await isAccessible()

  await shop.getByRole('link', { name: /^ORD-/ }).click()
  await shop.getByText('Change the e-mail address').click()
  await shop.getByRole('textbox', { name: 'E-mail' }).fill('right@example.com')
  await press(shop, 'Change it', 'Mails go to right@example.com from now on.')
  await isAccessible()
  await shop.getByRole('link', { name: 'All about this shopper' }).click()
  await press(shop, `Part: ${other.replace(/^(....)/, '$1 ')}`, 'Parted. If that was wrong, join them again below.')
})

async function press(shop: Page, button: string, message: string): Promise<void> {
  await shop.getByRole('button', { name: button, exact: true }).click()
  await expect(shop.locator('.flash')).toHaveText(message)
}

/** Places a guest's order. Returns the number as Pakistan writes it. */
async function guestNumber(): Promise<string> {
  const orderId = await orderFor(null)
  const { data } = await serviceClient().from('orders').select('contact_phone').eq('order_id', orderId).single()
  return `0${data?.contact_phone?.slice(3) ?? ''}`
}
