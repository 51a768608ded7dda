import { at, expect, expectAccessible, mailedCode, untilAuthMailsAgain, pauseClock, test } from './shop.ts'
import type { Page } from '@playwright/test'

/** Records in the page whether a busy button, which keeps the focus, ever showed these words, since a page can't be queried during a navigation. */
async function watchFor(shop: Page, words: string): Promise<() => Promise<string | null>> {
  await shop.evaluate((wanted) => {
    new MutationObserver(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === wanted)
      if (button?.matches('[aria-busy=true][aria-disabled=true]:focus')) sessionStorage.setItem('seen', wanted)
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  }, words)
  return () => shop.evaluate(() => sessionStorage.getItem('seen'))
}

test('shows that a login is in progress (LG-20)', { tag: '@phone' }, async ({ shop, javaScriptEnabled }) => {
  await shop.goto(at('/login'))
  await shop.getByLabel('E-mail or phone').fill('mahnoor@example.com')
  const button = shop.locator('main').getByRole('button', { name: 'Login', exact: true })
  if (javaScriptEnabled === false) {
    await shop.getByLabel('Password', { exact: true }).fill('jasmine-tea-7')
    await button.click()
    return expect(shop).toHaveURL(at('/'))
  }
  await expect(shop.locator('html[data-hydrated]')).toBeAttached()
  await shop.getByLabel('Password', { exact: true }).fill('jasmine-tea-7')
  const seen = await watchFor(shop, 'Logging in...')
  await button.click()
  await expect(shop).toHaveURL(at('/'))
  expect(await seen()).toBe('Logging in...')
})

// Uses the plain page: Chromium logs the 400 of a refused form, which the fixture `shop` reports.
test('clears the error of an edited field only (LG-26)', { tag: '@phone' }, async ({ page, javaScriptEnabled }) => {
  await page.goto(at('/login'))
  await page.locator('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveTitle(/^Error: Login/)
  await expect(page.locator('#login-emailOrPhone-error')).toHaveText('Email or phone number is required.')
  await expect(page.getByLabel('E-mail or phone')).toBeFocused()
  if (javaScriptEnabled === false) return
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await expect(page).toHaveTitle(/^Error: Login/)
  await expect(page.getByLabel('E-mail or phone')).toBeFocused()
  await page.getByLabel('E-mail or phone').pressSequentially('h')
  await expect(page.locator('#login-emailOrPhone-error')).toHaveCount(0)
  const summary = page.getByRole('alert')
  const struck = ['text-decoration-line', 'line-through'] as const
  await expect(summary.getByText('Email or phone number is required.')).toHaveCSS(...struck)
  await expect(summary.getByText('Password is required.')).not.toHaveCSS(...struck)
  await expect(page.locator('#login-password-error')).toHaveText('Password is required.')
})

test(
  'accepts only six digits as a code (SU-11, SU-26, SU-27, SU-28)',
  { tag: '@phone' },
  async ({ shop, javaScriptEnabled }) => {
    const email = `journey-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.com`
    await shop.goto(at('/create-account'))
    await shop.getByLabel('Full Name').fill('Hania Raza')
    await shop.getByLabel('E-mail', { exact: true }).fill(email)
    await shop.getByLabel('Password').fill('a-good-password')
    if (javaScriptEnabled !== false) await expect(shop.locator('html[data-hydrated]')).toBeAttached()
    const seen = javaScriptEnabled === false ? null : await watchFor(shop, 'Creating Account...')
    await shop.locator('main').getByRole('button', { name: 'Create Account' }).click()
    await expect(shop).toHaveURL(at('/verify-otp'))
    if (seen) expect(await seen()).toBe('Creating Account...')
    await expectAccessible(shop, javaScriptEnabled !== false)
    const code = await mailedCode(shop, email)
    const field = shop.getByLabel('Verification code')
    const verify = shop.getByRole('button', { name: 'Verify Code' })
    if (javaScriptEnabled !== false) {
      await expect(shop.locator('html[data-hydrated]')).toBeAttached()
      await expect(verify).toBeDisabled()
      await field.pressSequentially(`a${code.slice(0, 3)} -b${code.slice(3)}99`)
      await expect(field).toHaveValue(code)
      await expect(verify).toBeEnabled()
    } else await field.fill(code)
    await verify.click()
    await expect(shop).toHaveURL(at('/profile-setup'))
    await expectAccessible(shop, javaScriptEnabled !== false)
    await shop.goto(at('/profile/account'))
    await expectAccessible(shop, javaScriptEnabled !== false)
  },
)

test(
  'requests another code once, and shows its message at the top for four seconds (SU-40, SU-41, SU-42)',
  { tag: '@phone' },
  async ({ shop, javaScriptEnabled }) => {
    const email = `journey-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.com`
    await shop.goto(at('/create-account'))
    await shop.getByLabel('Full Name').fill('Hania Raza')
    await shop.getByLabel('E-mail', { exact: true }).fill(email)
    await shop.getByLabel('Password').fill('a-good-password')
    await shop.locator('main').getByRole('button', { name: 'Create Account' }).click()
    await expect(shop).toHaveURL(at('/verify-otp'))
    await mailedCode(shop, email)
    await untilAuthMailsAgain(shop, email)
    const isScripted = javaScriptEnabled !== false
    if (isScripted) {
      await expect(shop.locator('html[data-hydrated]')).toBeAttached()
      await shop.clock.install()
    }
    const seen = isScripted ? await watchFor(shop, 'Sending...') : null
    await shop.getByRole('button', { name: 'Resend Code' }).click()
    const message = shop.getByText('Verification code sent successfully!')
    if (!seen) {
      await expect(message).toBeVisible()
      return expectAccessible(shop, false)
    }
    const toast = shop.locator('.toasts').filter({ has: message })
    await expect(toast).toBeVisible()
    await pauseClock(shop)
    expect(await seen()).toBe('Sending...')
    const box = await toast.boundingBox()
    const width = shop.viewportSize()?.width ?? 0
    expect(box?.y).toBeLessThan(60)
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(10)
    await shop.clock.runFor(2_500)
    await expect(message).toBeVisible()
    await shop.clock.runFor(1_600)
    await expect(message).toHaveCount(0)
  },
)
