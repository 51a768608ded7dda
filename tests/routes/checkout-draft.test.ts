import { expect, test } from 'vitest'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { dom, words } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn, type Person } from '../support/people.ts'
import { formFields, type Fields, type Page, type Visitor } from '../support/visitor.ts'

const DRAFT = 'website_checkout_draft'
const flash = (page: Page) => words(dom(page).querySelector('.flash'))
const typed = (page: Page) => formFields(page.html, 'attemptKey')

/** A shopper whose session ends while they fill in the checkout, in one of two ways. */
async function filledIn(ends: 'cookie gone' | 'ended elsewhere' = 'cookie gone') {
  const person = await newPerson()
  const visitor = await signedIn(person)
  await addToCart(visitor)
  const fields: Fields = { ...(await checkoutFields(visitor, 'cod')), ...BILLING, saveAddress: 'on', label: 'Office' }
  if (ends === 'cookie gone') visitor.cookies.delete('website_session')
  else await (await signedIn(person)).post('/profile/account', { intent: 'everywhere' })
  return { person, visitor, fields }
}

const BILLING = {
  billing: 'different',
  billingAddress: '9 Bank Road',
  billingCity: 'Murree',
  billingPostalCode: '47150',
}

async function logIn(visitor: Visitor, { email, password }: Person): Promise<Page> {
  return visitor.post('/login', { emailOrPhone: email, password })
}

const ordersOf = async ({ id }: Person) =>
  (await serviceClient().from('orders').select('shipping_address, billing_address').eq('user_id', id)).data ?? []

test.each(['cookie gone', 'ended elsewhere'] as const)(
  'restores a checkout that was posted after the session ended (%s), and places it',
  async (ends) => {
    const { person, visitor, fields } = await filledIn(ends)
    const refused = await visitor.post('/checkout', fields)
    expect([refused.url, flash(refused)]).toEqual(['/', 'Please log in to continue.'])
    expect(await ordersOf(person)).toEqual([])
    const page = await logIn(visitor, person)
    expect([page.url, page.text]).toEqual(['/checkout', expect.stringContaining('the form is as you left it')])
    const { intent: _, expectedTotal: _total, ...left } = fields
    expect(typed(page)).toMatchObject(left)
    expect(visitor.cookies.get(DRAFT) ?? '').toBe('')
    const placed = await visitor.post('/checkout', { ...typed(page), intent: 'place' })
    expect(placed.url).toMatch(/^\/checkout\/placed\//)
    expect(await ordersOf(person)).toMatchObject([
      { shipping_address: { address_line1: '7 Canal Road' }, billing_address: { address_line1: '9 Bank Road' } },
    ])
  },
)

test('keeps the form of Save Address after the session ended', async () => {
  const { person, visitor, fields } = await filledIn()
  const refused = await visitor.post('/checkout', { ...fields, intent: 'save-address' })
  expect(flash(refused)).toBe('Please log in to save an address')
  const page = await logIn(visitor, person)
  expect(page.url).toBe('/checkout')
  const saved = await visitor.post('/checkout', { ...typed(page), intent: 'save-address' })
  expect(saved.text).toContain('Address added successfully')
})

test('shows the saved form once, and encrypts it', async () => {
  const { person, visitor, fields } = await filledIn()
  await visitor.post('/checkout', fields)
  expect(decodeURIComponent(visitor.cookies.get(DRAFT) ?? '')).not.toContain('Canal')
  await logIn(visitor, person)
  const again = await visitor.get('/checkout')
  expect([typed(again).address, again.text.includes('as you left it')]).toEqual(['', false])
})

test('attack: never shows the form of an ended session to another shopper at this browser', async () => {
  const { visitor, fields } = await filledIn('ended elsewhere')
  await visitor.post('/checkout', fields)
  const page = await logIn(visitor, await newPerson())
  expect(page.url).toBe('/checkout')
  expect(page.html).not.toContain('Canal')
})

test('deletes the saved form at logout', async () => {
  const { person, visitor, fields } = await filledIn()
  await visitor.post('/checkout', fields)
  const draft = visitor.cookies.get(DRAFT) ?? ''
  expect(draft).not.toBe('')
  await visitor.post('/logout', {})
  expect(visitor.cookies.get(DRAFT) ?? '').toBe('')
  await logIn(visitor, person)
  await addToCart(visitor)
  expect(typed(await visitor.get('/checkout')).address).toBe('')
})

test('saves as much of a form as its cookie holds', async () => {
  const { person, visitor, fields } = await filledIn()
  const random = Array.from({ length: 6_000 }, () => String.fromCharCode(0x600 + Math.floor(Math.random() * 255))).join(
    '',
  )
  await visitor.post('/checkout', { ...fields, billingCity: random } satisfies Fields)
  expect((visitor.cookies.get(DRAFT) ?? '').length).toBeLessThanOrEqual(4_000)
  const kept = typed(await logIn(visitor, person))
  expect(kept).toMatchObject({ address: '7 Canal Road', phone: fields.phone, billingAddress: '9 Bank Road' })
  expect(kept.billingCity).toBe('')
})
