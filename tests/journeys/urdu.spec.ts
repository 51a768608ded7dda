import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { m } from '../../app/language/compiled/messages.js'
import { freshPhone } from '../support/checkout.ts'
import { at, expect, expectAccessible, logInAsNew, mailedCode, orderFor, serviceClient, test } from './shop.ts'

const UR = { locale: 'ur' } as const
const PRODUCT = 'Satin nightgown with lace hem'

/** Expects a page with this heading, by default any, that is in Urdu, from right to left, accessible, and not too wide. */
async function expectPage(page: Page, hasScripts: boolean, heading: string | RegExp = /./): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page.locator('html[lang=ur][dir=rtl]')).toBeAttached()
  await expectAccessible(page, hasScripts)
}

test('lets a new shopper find and buy a nightgown in Urdu, in cash (UR-08)', async ({ shop, javaScriptEnabled }) => {
  const expectUrdu = (heading?: string) => expectPage(shop, javaScriptEnabled !== false, heading)
  const { data } = await serviceClient().from('products').select('translations').eq('name', PRODUCT).single()
  const { name = '' } = (data?.translations as { ur?: { name?: string } } | undefined)?.ur ?? {}

  await shop.goto(at('/?lang=ur'))
  await shop.getByLabel(m.catalog_search_products({}, UR)).fill('satin nightgown')
  await shop.keyboard.press('Enter')
  await shop.getByRole('link', { name }).first().click()
  await expectUrdu(name)
  await shop.getByRole('radio', { name: 'M', exact: true }).check()
  await shop.getByRole('button', { name: m.product_add_to_cart({}, UR), exact: true }).click()

  await expectUrdu(m.cart_heading({}, UR))
  await shop.getByRole('button', { name: m.cart_one_more({}, UR) }).click()
  await expect(shop.locator('main output')).toHaveText('2')
  await shop
    .getByRole('link', { name: m.cart_to_checkout({}, UR) })
    .first()
    .click()
  await expect(shop.getByRole('dialog')).toContainText(m.cart_login_to_continue({}, UR))
  await expectUrdu(m.cart_heading({}, UR))
  await shop
    .getByRole('dialog')
    .getByRole('link', { name: m.cart_login({}, UR) })
    .click()
  await expectUrdu()
  await shop.locator('main a[href*="/create-account"]').click()
  await expectUrdu()
  const email = `urdu-${randomUUID().slice(0, 8)}@example.com`
  for (const [field, value] of Object.entries({ fullName: 'نادیہ اقبال', email, password: 'a-good-password' }))
    await shop.locator(`main [name=${field}]`).fill(value)
  await shop.locator('main [name=password]').press('Enter')
  await expect(shop).toHaveURL(at('/verify-otp'))
  await expectUrdu()
  await shop.locator('main [name=code]').fill(await mailedCode(shop, email))
  await shop.locator('main [name=code]').press('Enter')

  await expectUrdu(m.checkout_title({}, UR))
  const fields = { firstName: 'نادیہ', address: '7 Canal Road', city: 'Faisalabad', phone: freshPhone() }
  for (const [field, value] of Object.entries(fields)) await shop.locator(`main [name=${field}]`).fill(value)
  await shop.getByText(m.checkout_cash({}, UR)).first().click()
  await shop.getByRole('button', { name: m.checkout_place_in_cash({}, UR) }).click()

  await expectUrdu(m.checkout_placed_title({}, UR))
})

test('lets a shopper return an item in Urdu (UR-08)', async ({ shop, javaScriptEnabled }) => {
  const expectUrdu = (heading?: string) => expectPage(shop, javaScriptEnabled !== false, heading)
  const { id } = await logInAsNew(shop)
  const number = await orderFor(id, 'Shipped', 'Delivered')
  await shop.goto(at(`/profile/active-orders/${number}?lang=ur`))
  await shop.getByRole('link', { name: m.returns_send_back({}, UR) }).click()
  await expectUrdu(m.returns_send_back({}, UR))
  await shop.getByRole('radio', { name: m.returns_reason_damaged({}, UR) }).check()
  await shop.getByRole('button', { name: m.returns_ask_to_send_back({}, UR) }).click()
  const request = shop.getByRole('article', { name: m.returns_return({}, UR) })
  await expect(request.locator('.badge')).toHaveText(m.returns_requested({}, UR))
  await expectUrdu()
})

test('asks and is answered in the chat in Urdu (UR-08)', async ({ shop, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false
  const log = shop.getByRole('log', { name: m.chat_messages({}, UR) })
  await logInAsNew(shop)
  await shop.goto(at('/profile/chat-support?lang=ur'))
  await expectPage(shop, hasScripts)
  await shop.getByRole('link', { name: m.chat_quick({}, UR) }).click()
  // The sample's only question without an answer.
  await shop.getByRole('button', { name: 'کیا سائز تبدیل ہو سکتا ہے؟' }).click()
  await expect(log).toContainText(m.chat_no_answer({}, UR))
  await shop.getByRole('button', { name: m.chat_talk_to_agent({}, UR) }).click()
  await expect(log).toContainText(m.chat_handed_over({}, UR))
  await expectPage(shop, hasScripts)

  await shop.getByPlaceholder(m.chat_type_a_message({}, UR)).fill('کیا یہ نائٹی سوتی ہے؟')
  await shop.keyboard.press('Enter')
  await expect(log).toContainText('کیا یہ نائٹی سوتی ہے؟')
  const conversation_id = new URL(shop.url()).searchParams.get('conversation') ?? ''
  await serviceClient().from('chat_messages').insert({ conversation_id, message_text: 'جی ہاں، پوری سوتی ہے۔' })
  if (!hasScripts) await shop.getByRole('link', { name: m.chat_refresh({}, UR) }).click()
  await expect(log).toContainText('جی ہاں، پوری سوتی ہے۔')
})
