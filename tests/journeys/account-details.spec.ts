import { at, expect, expectAccessible, logInAsNew, test } from './shop.ts'

// These use the plain page: Chromium logs the 400 of a refused form, which the fixture `shop` reports.

test('clears a field’s error when the field is edited, also on the forgotten password, sign-up and profile pages (LG-26)', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto(at('/forget-password'))
  await page.getByRole('button', { name: 'Send Verification Link' }).click()
  await expect(page.locator('#forgot-email-error')).toHaveText('Email address is required.')
  await expect(page.getByLabel('E-mail', { exact: true })).toBeFocused()
  if (javaScriptEnabled !== false) {
    await page.getByLabel('E-mail', { exact: true }).pressSequentially('h')
    await expect(page.locator('#forgot-email-error')).toHaveCount(0)
  }
  await page.goto(at('/create-account'))
  await page.locator('main').getByRole('button', { name: 'Create Account' }).click()
  const nameError = page.getByText('Full Name is required.').last()
  await expect(nameError).toBeVisible()
  if (javaScriptEnabled !== false) {
    const count = await page.getByText('Full Name is required.').count()
    await page.getByLabel('Full Name').pressSequentially('H')
    await expect(page.getByText('Full Name is required.')).toHaveCount(count - 1)
    await expect(page.getByText('Email is required.').last()).toBeVisible()
  }
  await logInAsNew(page)
  await page.goto(at('/profile-setup'))
  await page.locator('main').getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('#setup-gender-error')).toHaveText('Gender is required')
  await expect(page.locator('#setup-city-error')).toHaveText('City is required')
  await expectAccessible(page, javaScriptEnabled !== false)
  await page.locator('label', { hasText: 'Female' }).click()
  await page.getByLabel('City').pressSequentially('L')
  await expect(page.locator('#setup-gender-error')).toHaveCount(javaScriptEnabled === false ? 1 : 0)
  await expect(page.locator('#setup-city-error')).toHaveCount(javaScriptEnabled === false ? 1 : 0)
  await expect(page.locator('#setup-address-error')).toHaveText('Address is required')
})

test('clears the error of a field that was edited before hydration (LG-26)', { tag: '@scripts' }, async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.goto(at('/forget-password'))
  await page.getByRole('button', { name: 'Send Verification Link' }).click()
  const error = page.locator('#forgot-email-error')
  await expect(error).toBeVisible()
  await page.route(/\/assets\/(?!entry).*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(error).toBeVisible()
  await page.getByLabel('E-mail', { exact: true }).pressSequentially('h')
  await expect(error).toBeVisible()
  release()
  await expect(error).toHaveCount(0)
})

test('offers a new link for a used password link', async ({ shop }) => {
  await shop.goto(at('/reset-password?token_hash=made-up'))
  await expect(shop.getByText('This link has been used, or it is too old.')).toBeVisible()
  await shop.getByRole('link', { name: 'Send another link' }).click()
  await expect(shop).toHaveURL(at('/forget-password'))
})

test('shows and hides a password, and hides it before submitting', async ({ shop, javaScriptEnabled }) => {
  await shop.goto(at('/login'))
  const field = shop.getByLabel('Password', { exact: true })
  await field.fill('jasmine')
  const show = shop.getByRole('button', { name: 'Show Password' })
  if (javaScriptEnabled === false) return expect(show).toHaveCount(0)
  await show.click()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toHaveValue('jasmine')
  await expectAccessible(shop, true)
  const box = await shop.getByRole('button', { name: 'Hide Password' }).boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await shop.getByRole('button', { name: 'Hide Password' }).click()
  await expect(field).toHaveAttribute('type', 'password')
  await show.click()
  await shop.evaluate(() => document.addEventListener('submit', (event) => event.preventDefault()))
  await shop.locator('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('returns to the product after logging in from its header', async ({ shop }) => {
  await shop.goto(at('/product/guest-robe'))
  await shop.getByRole('link', { name: 'Login' }).click()
  await shop.getByLabel('E-mail or phone').fill('mahnoor@example.com')
  await shop.getByLabel('Password', { exact: true }).fill('jasmine-tea-7')
  await shop.locator('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(shop).toHaveURL(at('/product/guest-robe'))
  await expect(shop.getByRole('link', { name: /^Your profile, / })).toBeVisible()
})
