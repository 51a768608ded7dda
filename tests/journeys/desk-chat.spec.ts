import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { at, enterDesk, expect, expectAccessible, logInAsNew, newWaiting, serviceClient, test } from './shop.ts'

const CHAT = '/profile/chat-support'

const bubbles = (page: Page) => page.getByRole('log').locator('.bubble > p:first-of-type')
const answer = (page: Page) => page.getByLabel('Message', { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const refresh = (page: Page) => page.getByRole('link', { name: 'Refresh' })

async function waitForHydration(page: Page, isScripted: boolean): Promise<void> {
  if (isScripted) await expect(page.locator('html[data-hydrated]')).toBeAttached()
}

/** Opens the conversation with this text from the list of all open ones. */
async function openTalk(page: Page, text: string, isScripted: boolean): Promise<void> {
  await page.goto(at('/desk/chat?list=open'))
  await page.locator('li', { hasText: text }).getByRole('link').click()
  await expect(bubbles(page).first()).toHaveText(text)
  await waitForHydration(page, isScripted)
}

test('a shopper and an operator write to each other without a reload, or with Refresh without JavaScript', async ({
  shop,
  browser,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false
  const look = async (page: Page) => {
    if (!isScripted) await refresh(page).click()
  }
  const context = await browser.newContext({ javaScriptEnabled: isScripted })
  const shopper = await context.newPage()
  await logInAsNew(shopper)
  await enterDesk(shop)
  await shop.goto(at('/desk/chat?list=open'))
  await waitForHydration(shop, isScripted)
  const question = `Is the robe lined? ${randomUUID().slice(0, 8)}`
  await shopper.goto(at(`${CHAT}?mode=general`))
  await waitForHydration(shopper, isScripted)
  const write = shopper.getByPlaceholder('Type a message...')
  await write.fill(question)
  await write.press('Enter')
  await expect(bubbles(shopper)).toHaveText([question])

  await look(shop)
  await expect(shop.getByText(question)).toBeVisible()
  await expect(refresh(shop)).toHaveCount(isScripted ? 0 : 1)
  await shop.locator('li', { hasText: question }).getByRole('link').click()
  await expect(bubbles(shop)).toHaveText([question])
  await waitForHydration(shop, isScripted)
  await answer(shop).fill('It is')
  await write.fill('And the belt?')
  await write.press('Enter')
  if (isScripted) {
    await expect(bubbles(shop)).toHaveText([question, 'And the belt?'])
    await expect(answer(shop)).toBeFocused()
    await expect(answer(shop)).toHaveValue('It is')
  } else {
    await expect(bubbles(shopper)).toHaveText([question, 'And the belt?'])
    await look(shop)
  }
  await answer(shop).fill('It is brushed inside.')
  await shop.getByLabel('Options to offer').fill('Thanks\nWhich colours?')
  await send(shop).click()
  await expect(bubbles(shop)).toHaveText([question, 'And the belt?', 'It is brushed inside.'])
  await expect(bubbles(shop).last()).toBeInViewport()
  await expect(answer(shop)).toHaveValue('')
  await expect(shop.getByLabel('Options to offer')).toHaveValue('')
  if (isScripted) await expect(answer(shop)).toBeFocused()
  await expectAccessible(shop, isScripted)

  await look(shopper)
  await expect(bubbles(shopper).last()).toHaveText('It is brushed inside.')
  await shopper.getByRole('button', { name: 'Thanks' }).click()
  await expect(bubbles(shopper).last()).toHaveText('Thanks')
  await look(shop)
  await expect(bubbles(shop).last()).toHaveText('Thanks')
  // The form has the version of what is shown.
  await shop.getByRole('button', { name: 'Close the conversation' }).click()
  await expect(shop.getByText('The conversation is closed.')).toBeVisible()
  await context.close()
})

// Uses the plain page: Chromium logs a failed request, which the fixture `shop` reports.
test(
  'where its script fails, or stops half-way, the answer is posted as without JavaScript',
  { tag: '@scripts' },
  async ({ page }) => {
    const text = `Does it shrink? ${randomUUID().slice(0, 8)}`
    await newWaiting(text)
    await enterDesk(page)
    await page.route(/\/assets\/desk.*\.js$/, (route) => route.abort())
    await openTalk(page, text, false)
    await answer(page).fill('Wash it cold.')
    await page.waitForLoadState('networkidle')
    await send(page).click()
    await expect(page.getByText('The answer is sent.')).toBeVisible()
    await expect(bubbles(page)).toHaveText([text, 'Wash it cold.'])
  },
)

// Uses the plain page: Chromium logs a failed request, which the fixture `shop` reports.
test(
  'polls where the stream is blocked, keeps the text of a lost answer, and sends it once',
  { tag: '@scripts' },
  async ({ page }) => {
    const text = `Is it warm? ${randomUUID().slice(0, 8)}`
    const { talk } = await newWaiting(text)
    await enterDesk(page)
    await page.route(/\/live\?/, (route) =>
      route.request().headers().accept?.includes('text/event-stream')
        ? route.fulfill({ status: 503 })
        : route.continue(),
    )
    await openTalk(page, text, true)
    const second = { conversation_id: talk, sender_type: 'userData', message_text: 'For January?' }
    await serviceClient().from('chat_messages').insert(second)
    await expect(bubbles(page)).toHaveText([text, 'For January?'], { timeout: 15_000 })
    // The answer was stored, but its response was lost.
    await page.route(/\/live$/, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await answer(page).fill('Yes')
    const lost = page.waitForEvent('requestfailed')
    await send(page).click()
    await lost
    await expect(bubbles(page)).toHaveText([text, 'For January?', 'Yes'], { timeout: 15_000 })
    await expect(answer(page)).toHaveValue('', { timeout: 15_000 })
    await page.unroute(/\/live$/)
    await page.route(/\/live$/, (route) => route.abort(), { times: 1 })
    await answer(page).fill('Very')
    await send(page).click()
    await expect(page.getByRole('alert')).toHaveText('There was an error sending your message. Please try again.')
    await expect(answer(page)).toHaveValue('Very')
    await send(page).click()
    await expect(bubbles(page)).toHaveText([text, 'For January?', 'Yes', 'Very'])
    await page.route(/\/live\?/, (route) => route.abort())
    await expect(refresh(page)).toBeVisible({ timeout: 15_000 })
  },
)

// Uses the plain page: Chromium logs the refusal, which the fixture `shop` reports.
test('a role that ends while its page is open: nothing more arrives, and the typed answer is kept over the sign-in', async ({
  page,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false
  const text = `Is it soft? ${randomUUID().slice(0, 8)}`
  const { talk } = await newWaiting(text)
  const { id, email, password, app } = await enterDesk(page)
  await openTalk(page, text, isScripted)
  await answer(page).fill('Very soft')
  const role = (name: string | null) => serviceClient().auth.admin.updateUserById(id, { app_metadata: { role: name } })
  await role(null)
  const second = { conversation_id: talk, sender_type: 'userData', message_text: 'Nobody at the desk reads this' }
  await serviceClient().from('chat_messages').insert(second)
  if (isScripted) {
    await expect(refresh(page)).toBeVisible({ timeout: 15_000 })
    await send(page).click()
    await expect(page.getByRole('alert')).toContainText('Your session at the desk has ended.')
    await expect(answer(page)).toHaveValue('Very soft')
    await expect(page.getByText('Nobody at the desk reads this')).toHaveCount(0)
  }
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the desk')
  await role('operator')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByLabel('Code of your authenticator app').fill(app.code())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(answer(page)).toHaveValue('Very soft')
  await expect(page.getByText('Your session had ended, so this wasn’t done.')).toBeVisible()
  await expectAccessible(page, isScripted)
  await waitForHydration(page, isScripted)
  await expect(answer(page)).toHaveValue('Very soft')
  await send(page).click()
  await expect(bubbles(page).last()).toHaveText('Very soft')
})
