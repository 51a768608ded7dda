import { freshPhone } from '../support/checkout.ts'
import { at, expect, expectAccessible, logInAsNew, serviceClient, test } from './shop.ts'

const BOOK = '/profile/edit-location'

// These use the plain page: Chromium logs the 400 of a refused form, which the fixture `shop` reports.
test('adds, edits, deletes and restores an address', async ({ page: shop, javaScriptEnabled }) => {
  const isScripted = javaScriptEnabled !== false
  await logInAsNew(shop)
  await shop.goto(at(BOOK))
  await expect(shop.getByText('No addresses found. Add your first address below.')).toBeVisible()
  await shop.getByLabel('First name').fill('Hira')
  await shop.getByLabel('Address', { exact: true }).fill('12-B Gulberg III')
  await shop.getByLabel('City').fill('Lahore')
  await shop.getByLabel('Phone country').selectOption({ label: 'United Kingdom (+44)' })
  await shop.getByLabel('Phone', { exact: true }).fill('0300 1234567')
  await shop.getByRole('button', { name: 'Save Address' }).click()
  await expect(shop.getByRole('alert')).toContainText('Example for United Kingdom')
  await expect(shop.getByLabel('Phone country')).toHaveValue('GB')
  await expectAccessible(shop, isScripted)
  await shop.getByLabel('Phone country').selectOption('PK')
  await shop.getByRole('button', { name: 'Save Address' }).click()
  const card = shop.getByRole('article')
  await expect(card).toContainText('0300 1234567')
  await expect(card).toContainText('Default')

  await shop.getByRole('link', { name: 'Edit 12-B Gulberg III' }).click()
  await expect(shop.getByRole('heading', { level: 1, name: 'Edit address' })).toBeVisible()
  await expect(shop.getByLabel('Phone', { exact: true })).toHaveValue('0300 1234567')
  await expectAccessible(shop, isScripted)
  await shop.getByLabel('Last name').fill('Malik')
  await shop.getByRole('button', { name: 'Save changes' }).click()
  await expect(shop.getByRole('heading', { level: 1, name: 'Addresses' })).toBeVisible()
  await expect(card).toContainText('Hira Malik')

  await shop.getByRole('button', { name: 'Delete 12-B Gulberg III' }).click()
  await expect(card).toHaveCount(0)
  await expectAccessible(shop, isScripted)
  await shop.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toContainText('Hira Malik')
  await expect(card).toContainText('Default')
  await expect(shop.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expectAccessible(shop, isScripted)
})

test('asks at the checkout only for the missing name and phone of a saved address', async ({
  page: shop,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false
  const { id } = await logInAsNew(shop)
  const { error } = await serviceClient()
    .from('profile_addresses')
    .insert([
      { profile_id: id, address_line1: '1 Mall Road', city: 'Lahore', is_primary: true },
      { profile_id: id, address_line1: '2 Mall Road', city: 'Lahore', first_name: 'Hira', phone: '+923001234567' },
    ])
  if (error) throw error
  await shop.goto(at('/product/guest-robe'))
  await shop.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(shop).toHaveURL(at('/cart'))
  await shop.goto(at('/checkout'))
  const phone = shop.getByLabel('Recipient’s phone', { exact: true })
  const newAddress = shop.getByLabel('Address', { exact: true })
  await expect(shop.getByRole('radio', { name: /1 Mall Road/ })).toBeChecked()
  await expect(phone).toBeVisible()
  await expect(newAddress).toBeHidden()
  await expectAccessible(shop, isScripted)
  await shop.getByRole('radio', { name: /2 Mall Road/ }).check()
  await expect(phone).toBeHidden()
  await shop.getByRole('radio', { name: /1 Mall Road/ }).check()
  await shop.getByRole('radio', { name: /Cash on Delivery/ }).check()
  await shop.getByRole('button', { name: /Place Order/ }).click()
  await expect(shop.getByRole('alert')).toContainText('Phone number is required')
  await expect(shop.getByLabel('Recipient’s first name')).toBeFocused()
  await expectAccessible(shop, isScripted)
  await shop.getByLabel('Recipient’s first name').fill('Zoya')
  await phone.fill(freshPhone())
  await shop.getByRole('button', { name: /Place Order/ }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Order Placed Successfully')
})
