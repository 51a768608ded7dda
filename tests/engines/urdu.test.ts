import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { m } from '../../app/language/compiled/messages.js'
import { freshPhone } from '../support/checkout.ts'
import { mailTo, serviceClient } from '../support/people.ts'
import type { Engine, EnginePage } from './engine.ts'
import { ENGINES } from './engines.ts'
import { button, buttonWith, choice, linkTo, words } from './find.ts'
import { startScriptless } from './scriptless.ts'

const UR = { locale: 'ur' } as const
const PRODUCT = 'satin-nightgown-with-lace-hem'
const named = (name: string) => `//main//*[@name='${name}'][not(@type='hidden')]`
const linkWith = (text: string) => `//main//a[contains(normalize-space(), '${text}')]`

describe.each(Object.entries(ENGINES))('%s', (name, start) => {
  let engine: Engine
  let scriptless: { url: string; close: () => void }
  beforeAll(async () => {
    engine = await start()
    scriptless = await startScriptless(inject('shopUrl'))
  })
  afterAll(async () => {
    await engine.close()
    scriptless.close()
  })

  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('in Urdu a new shopper signs up, buys, sends back and chats %s (UR-08)', async (_, hasScripts) => {
    const page = await engine.newPage()
    onTestFinished(() => page.close())
    const url = hasScripts ? inject('shopUrl') : scriptless.url
    await shopInUrdu(page, url, hasScripts, `${name.toLowerCase()}-${hasScripts ? 'with' : 'without'}@example.com`)
  })
})

/** Goes through the shop in Urdu as a new shopper; each page must be in Urdu, from right to left. */
async function shopInUrdu(page: EnginePage, url: string, hasScripts: boolean, email: string): Promise<void> {
  const reads = (element: string, text: string) =>
    expect.poll(() => page.text(element), { timeout: 10_000 }).toContain(text)
  const isAt = async (path: string) => {
    await expect.poll(() => page.url(), { timeout: 10_000 }).toContain(url + path)
    expect(await page.evaluate("document.documentElement.lang + ' ' + getComputedStyle(document.body).direction")).toBe(
      'ur rtl',
    )
    if (hasScripts) await expect.poll(() => page.evaluate('document.readyState')).toBe('complete')
  }

  await page.go(`${url}/?lang=ur`)
  await page.fill("//header//input[@name='search']", 'نائٹی')
  await page.press('Enter')
  await isAt('/product-listing')
  await page.go(`${url}/product/${PRODUCT}`)
  await page.click(choice('size', 'M'))
  await page.click(button(m.product_add_to_cart({}, UR)))
  await isAt('/cart')
  await page.click(linkWith(m.cart_to_checkout({}, UR)))
  await page.click(`//*[@role='dialog' or self::dialog]//a[normalize-space()='${m.cart_login({}, UR)}']`)
  await isAt('/login')
  await page.click(linkTo('/create-account'))
  await isAt('/create-account')
  await page.fill(named('fullName'), 'نادیہ اقبال')
  await page.fill(named('email'), email)
  await page.fill(named('password'), 'a-good-password')
  await page.press('Enter')
  await isAt('/verify-otp')
  const { html = '' } = await mailTo(email, /./)
  await page.fill(named('code'), /\d{6}/.exec(html)?.[0] ?? '')
  await page.press('Enter')
  await isAt('/checkout')
  const delivery = { firstName: 'نادیہ', address: '7 Canal Road', city: 'Faisalabad', phone: freshPhone() }
  for (const [field, text] of Object.entries(delivery)) await page.fill(named(field), text)
  await page.click(choice('payment', 'cod'))
  await page.click(buttonWith(m.checkout_place_in_cash({}, UR)))
  await isAt('/checkout/placed')
  await reads('//h1', m.checkout_placed_title({}, UR))

  const order = await delivered(email)
  await page.go(`${url}/profile/active-orders/${order}`)
  await page.click(linkWith(m.returns_send_back({}, UR)))
  await page.click(`//label[normalize-space()='${m.returns_reason_damaged({}, UR)}']`)
  await page.click(button(m.returns_ask_to_send_back({}, UR)))
  await isAt('/profile/active-orders/')
  await reads(words(m.returns_requested({}, UR)), m.returns_requested({}, UR))

  await page.go(`${url}/profile/chat-support`)
  await page.click(linkWith(m.chat_general({}, UR)))
  await page.fill("//input[@name='text']", 'کیا یہ نائٹی سوتی ہے؟')
  await page.press('Enter')
  await reads(words('کیا یہ نائٹی سوتی ہے؟'), 'کیا یہ نائٹی سوتی ہے؟')
  await expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(/conversation=/)
  const conversation_id = new URL(await page.url()).searchParams.get('conversation') ?? ''
  await serviceClient().from('chat_messages').insert({ conversation_id, message_text: 'جی ہاں، پوری سوتی ہے۔' })
  if (!hasScripts) await page.click(linkWith(m.chat_refresh({}, UR)))
  await reads(words('جی ہاں، پوری سوتی ہے۔'), 'جی ہاں، پوری سوتی ہے۔')
}

/** Delivers the only order of a new shopper, and returns its number. */
async function delivered(email: string): Promise<string> {
  const service = serviceClient()
  const { data } = await service.from('orders').select('order_id').eq('contact_email', email).single()
  const order = data?.order_id ?? ''
  for (const status of ['Shipped', 'Delivered']) await service.from('orders').update({ status }).eq('order_id', order)
  return order
}
