import { randomUUID } from 'node:crypto'
import { at, expect, expectAccessible, mailedCode, test } from './shop.ts'

test('RT-03 RT-05 RT-06 RT-10 a new shopper buys a nightgown by cash on delivery', async ({
  shop,
  javaScriptEnabled,
}) => {
  const check = () => expectAccessible(shop, javaScriptEnabled !== false)
  const email = `new-${randomUUID().slice(0, 8)}@example.com`

  await shop.goto(at('/'))
  await expect(shop.getByRole('heading', { level: 2, name: 'New Arrivals' })).toBeVisible()
  await check()

  await shop
    .getByRole('searchbox')
    .or(shop.getByRole('combobox', { name: 'Search products' }))
    .fill('satin nightgown')
  await shop.keyboard.press('Enter')
  await expect(shop).toHaveURL(/search=satin/)
  await check()

  await shop
    .getByRole('link', { name: /Satin nightgown with lace hem/ })
    .first()
    .click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Satin nightgown with lace hem')
  await check()
  await shop.getByRole('radio', { name: 'M', exact: true }).check()
  await shop.getByRole('button', { name: 'Add to Cart' }).click()

  await expect(shop).toHaveURL(at('/cart'))
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('your cart')
  await check()
  await shop.getByRole('button', { name: 'One more' }).click()
  await expect(shop.getByRole('status')).toHaveText('2')
  await shop.getByRole('link', { name: 'Go to Checkout' }).click()
  await expect(shop.getByRole('dialog')).toContainText('Please login to continue to checkout')
  await check()
  await shop.getByRole('dialog').getByRole('link', { name: 'Login' }).click()

  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('LOGIN NOW')
  await check()
  await shop.getByRole('link', { name: 'Sign up' }).click()
  await check()
  await shop.getByLabel('Full Name').fill('Nadia Iqbal')
  await shop.getByLabel('E-mail', { exact: true }).fill(email)
  await shop.getByLabel('Password').fill('a-good-password')
  await shop.getByRole('button', { name: 'Create Account' }).click()

  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Verify Email')
  await check()
  await shop.getByLabel('Verification code').fill(await mailedCode(shop, email))
  await shop.getByRole('button', { name: 'Verify Code' }).click()

  await expect(shop).toHaveURL(at('/checkout'))
  await check()
  await shop.getByLabel('First name', { exact: true }).fill('Nadia')
  await shop.getByLabel('Last name', { exact: true }).fill('Iqbal')
  await shop.getByLabel('Address', { exact: true }).fill('7 Canal Road')
  await shop.getByLabel('City', { exact: true }).fill('Faisalabad')
  await shop.getByLabel('Phone', { exact: true }).fill(`03${String(Date.now()).slice(-9)}`)
  await shop.getByText('Cash on Delivery').first().click()
  await shop.getByRole('button', { name: /Place Order \(Cash on Delivery\)/ }).click()

  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Order Placed Successfully')
  await expect(shop.getByText('A confirmation will arrive by email')).toBeVisible()
  await check()
  await shop.getByRole('link', { name: 'See your orders' }).click()
  await expect(shop.getByText('Processing')).toBeVisible()
  await check()
  await shop.getByRole('link', { name: /^ORD-/ }).click()
  await expect(shop.getByText('7 Canal Road')).toBeVisible()
  await expect(shop.getByText('M, Maroon')).toBeVisible()
  await check()
})

test('RT-32 a sample person pays by card on PayFast’s page', async ({ shop, javaScriptEnabled }) => {
  const check = () => expectAccessible(shop, javaScriptEnabled !== false)
  await logIn(shop, 'mahnoor@example.com')
  await buy(shop, javaScriptEnabled !== false)
  await shop.getByRole('button', { name: /^Pay Rs\./ }).click()

  await expect(shop.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await check()
  await shop.getByRole('link', { name: 'See your order' }).click()
  await expect(shop.locator('.order-head').getByText('Payment accepted')).toBeVisible()
  await check()
})

test('RT-33 a cancelled payment leaves an order that can be paid again', async ({ shop, javaScriptEnabled }) => {
  const check = () => expectAccessible(shop, javaScriptEnabled !== false)
  await logIn(shop, 'hira@example.com')
  await buy(shop, javaScriptEnabled !== false)
  await shop.getByRole('button', { name: 'Cancel' }).click()

  await expect(shop).toHaveURL(at('/profile/active-orders'))
  await expect(shop.getByText('Payment was not completed.')).toBeVisible()
  await check()
  await shop
    .getByRole('button', { name: /^Re Pay/ })
    .first()
    .click()
  if (javaScriptEnabled === false) await shop.getByRole('button', { name: 'Continue to PayFast' }).click()
  await shop.getByRole('button', { name: /^Pay Rs\./ }).click()
  await expect(shop.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
})

async function logIn(shop: import('@playwright/test').Page, email: string): Promise<void> {
  await shop.goto(at('/login'))
  await shop.getByLabel('E-mail or phone').fill(email)
  await shop.getByLabel('Password').fill('jasmine-tea-7')
  await shop.getByRole('button', { name: 'Login' }).click()
  await expect(shop).toHaveURL(at('/'))
}

/** A robe into the cart, and on to PayFast's page. */
async function buy(shop: import('@playwright/test').Page, hasScripts: boolean): Promise<void> {
  await shop.goto(at('/product/guest-robe'))
  await shop.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(shop).toHaveURL(at('/cart'))
  await shop.getByRole('link', { name: 'Go to Checkout' }).click()
  await expect(shop).toHaveURL(at('/checkout'))
  await shop.getByLabel('Address', { exact: true }).fill('3 Mall Road')
  await shop.getByLabel('City', { exact: true }).fill('Lahore')
  await shop.getByLabel('Phone', { exact: true }).fill('0301 2345678')
  await shop.getByRole('button', { name: /^Pay Rs\./ }).click()
  if (!hasScripts) await shop.getByRole('button', { name: 'Continue to PayFast' }).click()
  await expect(shop.getByRole('heading', { name: 'PayFast sandbox' })).toBeVisible()
}
