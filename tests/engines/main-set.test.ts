import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { freshPhone } from '../support/checkout.ts'
import { buyByKeyboard } from '../support/keyboard.ts'
import { newPerson, serviceClient, type Person } from '../support/people.ts'
import { NORMALISED } from '../support/spellings.ts'
import type { Engine, EnginePage } from './engine.ts'
import { ENGINES } from './engines.ts'
import { button, buttonWith, choice, field, link, linkTo, words } from './find.ts'

const HYDRATED = "document.documentElement.dataset.hydrated === ''"
const SORT = "//select[@name='sort']"
const valueOf = (element: string) =>
  `document.evaluate(${JSON.stringify(element)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue?.value`

const BUY = button('Add to Cart')

describe.each(Object.entries(ENGINES))('%s', (_, start) => {
  let engine: Engine
  let page: EnginePage
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.close())
  beforeEach(async () => {
    page = await engine.newPage()
  })
  afterEach(() => page.close())

  const go = (path: string) => page.go(inject('shopUrl') + path)
  const at = (path: string) => expect.poll(() => page.url(), { timeout: 10_000 }).toBe(inject('shopUrl') + path)
  const reads = (element: string, text: string | RegExp) =>
    expect.poll(() => page.text(element), { timeout: 10_000 }).toMatch(text)
  const becomes = (expression: string, value: unknown) =>
    expect.poll(() => page.evaluate(expression), { timeout: 10_000 }).toEqual(value)
  const hydrated = () => becomes(HYDRATED, true)

  async function logIn({ email, password }: Person): Promise<void> {
    await page.fill(field('E-mail or phone'), email)
    await page.fill(field('Password'), password)
    await page.click(button('Login'))
  }

  async function fillDelivery(): Promise<void> {
    const delivery = {
      'First name': 'Nadia',
      'Last name (optional)': 'Iqbal',
      Address: '7 Canal Road',
      City: 'Faisalabad',
      Phone: freshPhone(),
    }
    for (const [label, value] of Object.entries(delivery)) await page.fill(field(label), value)
  }

  test('a shopper searches, buys a nightgown and pays cash on delivery', async () => {
    const person = await newPerson('Nadia Iqbal')
    await go('/')
    await page.fill(field('Search products'), 'satin nightgown')
    await page.press('Enter')
    await at('/product-listing?search=satin+nightgown')
    await page.click(linkTo('/product/satin-nightgown-with-lace-hem'))
    await reads('//h1', 'Satin nightgown with lace hem')
    await page.click(choice('size', 'M'))
    await page.click(BUY)
    await at('/cart')
    await page.click(link('Go to Checkout'))
    await page.click("//*[@role='dialog' or self::dialog]//a[normalize-space()='Login']")
    await logIn(person)
    await at('/checkout')
    await fillDelivery()
    await page.click(choice('payment', 'cod'))
    await page.click(buttonWith('Place Order'))
    await reads('//h1', 'Order Placed Successfully')
    const { data } = await serviceClient().from('orders').select('payment_method').eq('user_id', person.id)
    expect(data).toEqual([{ payment_method: 'cod' }])
  })

  test('a shopper buys the same by the keyboard alone', async () => {
    const person = await newPerson('Nadia Iqbal')
    await go('/')
    const { press, type, evaluate } = page
    const keyboard = { press: press.bind(page), type: type.bind(page), evaluate: evaluate.bind(page), becomes }
    await buyByKeyboard(keyboard, person)
    const { data } = await serviceClient().from('orders').select('payment_method').eq('user_id', person.id)
    expect(data).toEqual([{ payment_method: 'cod' }])
  })

  test('the search shows suggestions, Escape closes them and keeps the text, Enter opens the listing', async () => {
    await go('/cart')
    await page.click(field('Search products'))
    await hydrated()
    await page.fill(field('Search products'), 'lace')
    await becomes("document.querySelectorAll('[role=option]').length", 6)
    await page.press('Escape')
    await becomes("document.querySelectorAll('[role=option]').length", 0)
    await becomes(valueOf(field('Search products')), 'lace')
    await page.press('Enter')
    await at('/product-listing?search=lace')
  })

  test('no link to log in leads a signed-in shopper out of the shop', async () => {
    await go('/login')
    await logIn(await newPerson('Nadia Iqbal'))
    await at('/')
    for (const to of NORMALISED) {
      await go(`/login?to=${encodeURIComponent(to)}`)
      expect([to, await page.evaluate('location.origin')]).toEqual([to, inject('shopUrl')])
    }
  })

  test('choosing a color keeps size and quantity and changes the picture and the URL in place', async () => {
    await go('/product/lace-balconette-bra')
    await hydrated()
    await page.evaluate('(window.same = true)')
    const size = String(await page.evaluate("document.querySelectorAll('input[name=size]:enabled')[2].value"))
    const color = String(await page.evaluate("document.querySelectorAll('input[name=color]')[2].value"))
    const picture = await page.evaluate("document.querySelector('.gallery-main .current img').getAttribute('src')")
    await page.click(choice('size', size))
    await page.click(button('One more'))
    await page.click(choice('color', color))
    await becomes("document.querySelector('input[name=color]:checked').value", color)
    await becomes("new URLSearchParams(location.search).get('color')", color)
    await becomes("document.querySelector('input[name=size]:checked').value", size)
    await becomes("document.querySelector('input[name=quantity]').value", '2')
    expect(await page.evaluate("document.querySelector('.gallery-main .current img').getAttribute('src')")).not.toBe(
      picture,
    )
    expect(await page.evaluate("'same' in window")).toBe(true)
  })

  test('the cart changes in place, and the change survives a reload', async () => {
    await go('/product/guest-robe')
    await page.click(BUY)
    await at('/cart')
    await hydrated()
    await page.evaluate('(window.same = true)')
    await page.click(button('One more'))
    await reads('//output', /^2$/)
    await page.click(button('One more'))
    await reads('//output', /^3$/)
    expect(await page.evaluate("'same' in window")).toBe(true)
    await becomes('performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/cart")).length', 2)
    await go('/cart')
    await reads('//output', /^3$/)
    await hydrated()
    await page.click("//button[starts-with(normalize-space(), 'Remove Guest robe')]")
    await reads('//main', 'Your cart is empty')
  })

  test('a checkout without an address shows the errors, focuses the field and keeps the input', async () => {
    await go('/product/guest-robe')
    await page.click(BUY)
    await at('/cart')
    await go('/login?to=/checkout')
    await logIn(await newPerson('Nadia Iqbal'))
    await at('/checkout')
    await page.fill(field('First name'), 'Nadia')
    await page.click(choice('payment', 'cod'))
    await page.click(buttonWith('Place Order'))
    await becomes("document.title.startsWith('Error:')", true)
    await becomes('document.activeElement.name', 'address')
    await becomes(valueOf(field('First name')), 'Nadia')
    await hydrated()
    await becomes("document.querySelectorAll('[name=city][aria-invalid=true]').length", 1)
    await page.fill(field('City'), 'Faisalabad')
    await becomes("document.querySelectorAll('[name=city][aria-invalid=true]').length", 0)
    await fillDelivery()
    await page.click(buttonWith('Place Order'))
    await reads('//h1', 'Order Placed Successfully')
  })

  test('a chat message appears immediately, and the reply without a reload', async () => {
    await go('/login?to=/profile/chat-support')
    const person = await newPerson('Nadia Iqbal')
    await logIn(person)
    await at('/profile/chat-support')
    await page.click("//a[contains(., 'General Chat')]")
    await hydrated()
    await page.fill("//input[@placeholder='Type a message...']", 'Is the satin robe lined?')
    await page.press('Enter')
    await reads(words('Is the satin robe lined?'), 'Is the satin robe lined?')
    await expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(/conversation=/)
    const conversation = new URL(await page.url()).searchParams.get('conversation') ?? ''
    const reply = { conversation_id: conversation, message_text: 'It isn’t, but it doesn’t cling.' }
    const { error } = await serviceClient().from('chat_messages').insert(reply)
    expect(error).toBeNull()
    await reads(words('It isn’t, but it doesn’t cling.'), 'It isn’t')
  })

  test('Back to a sorted list shows its order and submits nothing', async () => {
    await go('/faq')
    await go('/product-listing')
    await hydrated()
    const first = "document.querySelector('.product-grid a').getAttribute('href')"
    const latest = await page.evaluate(first)
    await page.select(SORT, 'price-asc')
    await at('/product-listing?sortBy=price&sortOrder=asc')
    await expect.poll(() => page.evaluate(first), { timeout: 10_000 }).not.toBe(latest)
    const cheapest = await page.evaluate(first)
    await page.click(linkTo('/product/'))
    await reads('//h1', /./)
    await hydrated()
    await page.back()
    await at('/product-listing?sortBy=price&sortOrder=asc')
    await hydrated()
    await becomes(valueOf(SORT), 'price-asc')
    await becomes(first, cheapest)
    // A submission would have removed the forward history.
    await page.evaluate('setTimeout(() => history.forward())')
    await expect.poll(() => page.url(), { timeout: 10_000 }).toContain('/product/')
  })

  test('Back to a filtered list shows its filters and submits nothing', async () => {
    await go('/faq')
    await go('/product-listing')
    await hydrated()
    // The filters are a sheet at this width.
    await page.evaluate("document.querySelector('#filters input[value=Black]').click()")
    await at('/product-listing?colors=Black')
    await page.click(linkTo('/product/'))
    await reads('//h1', /./)
    await page.back()
    await at('/product-listing?colors=Black')
    await hydrated()
    await becomes("Array.from(document.querySelectorAll('#filters input:checked')).map(({ value }) => value)", [
      'Black',
    ])
    // A submission would have removed the forward history.
    await page.evaluate('setTimeout(() => history.forward())')
    await expect.poll(() => page.url(), { timeout: 10_000 }).toContain('/product/')
  })

  test('Back doesn’t apply a filter that was ticked before hydration', async () => {
    await go('/faq')
    await go('/product-listing')
    await page.evaluate("(document.querySelector('#filters input[value=Black]').checked = true)")
    await go('/about-us')
    await page.back()
    await at('/product-listing')
    await hydrated()
    await becomes("document.querySelectorAll('#filters input[name=colors]:checked').length", 0)
    await page.back()
    await at('/faq')
  })
})
