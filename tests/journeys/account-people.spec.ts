import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { NORMALISED } from '../support/spellings.ts'
import { at, expect, logInAsNew, mailedCode, mailsTo, test, untilAuthMailsAgain } from './shop.ts'

// These use the plain page: Chromium logs the 400 of a refused form, which the fixture `shop` reports.

const newAddress = () => `journey-${randomUUID().slice(0, 8)}@example.com`

async function signUp(page: Page, name: string, email: string, password: string): Promise<void> {
  await page.goto(at('/create-account'))
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('main').getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(at('/verify-otp'))
}

async function logInWith(page: Page, email: string, password: string): Promise<void> {
  await page.goto(at('/login'))
  await page.getByLabel('E-mail or phone').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('main').getByRole('button', { name: 'Login', exact: true }).click()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Verify Code' }).click()
}

test('gives an address that a stranger signed up with to the owner of its mailbox', async ({ page }) => {
  const email = newAddress()
  await signUp(page, 'Mallory', email, 'mallory-s-password')
  await mailedCode(page, email)
  // The owner of the mailbox, in another browser.
  await page.context().clearCookies()
  await untilAuthMailsAgain(page, email)
  await signUp(page, 'Hania Raza', email, 'hania-s-password')
  await enterCode(page, '000000')
  await expect(page.locator('main').getByText('Invalid verification code. Please try again.').first()).toBeVisible()
  await enterCode(page, await mailedCode(page, email))
  await expect(page).toHaveURL(at('/profile-setup'))
  await page.goto(at('/profile'))
  await expect(page.locator('.facts').getByText('Hania Raza')).toBeVisible()
  await page.context().clearCookies()
  await logInWith(page, email, 'mallory-s-password')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page).toHaveURL(at('/login'))
  await logInWith(page, email, 'hania-s-password')
  await expect(page).toHaveURL(at('/'))
})

test('asks for a code when logging in before verifying, and tells a known address only by mail', async ({ page }) => {
  const email = newAddress()
  await signUp(page, 'Hania Raza', email, 'hania-s-password')
  await mailedCode(page, email)
  await page.context().clearCookies()
  await untilAuthMailsAgain(page, email)
  await logInWith(page, email, 'hania-s-password')
  await expect(page).toHaveURL(at('/verify-otp'))
  await enterCode(page, await mailedCode(page, email))
  await expect(page).toHaveURL(at('/profile-setup'))
  await page.context().clearCookies()
  await signUp(page, 'Hania Raza', email, 'another-password')
  await expect(async () => {
    const response = await page.request.get(mailsTo(email))
    const mails = (await response.json()) as { subject: string }[]
    expect(mails.at(-1)?.subject).toBe('You already have an account')
  }).toPass()
})

test('shows profile errors, and shows a new name in the header at once', async ({ page }) => {
  await logInAsNew(page)
  await page.goto(at('/create-account'))
  await expect(page).toHaveURL(at('/profile'))
  await page.goto(at('/profile-setup'))
  await page.getByLabel('Date of birth').fill('2999-01-01')
  await page.getByLabel('Name').fill('Zara Ali')
  await page.locator('main').getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('#setup-dob-error')).toHaveText('Date of birth is in the future')
  await expect(page.getByLabel('Name')).toHaveValue('Zara Ali')
  await page.goto(at('/profile?edit'))
  await page.getByLabel('Full name').fill('Zara Ali')
  await page.locator('main').getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(at('/profile'))
  await expect(page.locator('header').getByRole('link', { name: /Zara Ali/ })).toBeVisible()
})

test('no link to log in leads a signed-in shopper’s browser out of the shop (RT-55)', async ({ page }) => {
  await logInAsNew(page)
  for (const to of NORMALISED) {
    await page.goto(at(`/login?to=${encodeURIComponent(to)}`))
    expect([to, new URL(page.url()).origin]).toEqual([to, at('')])
  }
})
