import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addToCart, checkoutFields, freshPhone, placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { startChat } from '../support/chat.ts'
import { dom } from '../support/page-dom.ts'
import { mailTo, newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields, withMarks } from '../support/visitor.ts'

// Copied texts have marks that nobody sees, such as numbers of contacts and of mails in Urdu.

const newAddress = () => `copied-${randomUUID().slice(0, 8)}@example.com`
const MARKS = /[\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/

async function orderRow(orderId: string) {
  const { data } = await serviceClient().from('orders').select('*').eq('order_id', orderId).single()
  return data
}

test('an account is made, and opened by e-mail and by phone, with copied texts', async () => {
  const [visitor, email] = [newVisitor(), newAddress()]
  const fields = { fullName: 'Hira Aslam', email, password: 'a-good-password', keepSignedIn: 'on' }
  expect((await visitor.post('/create-account', withMarks(fields))).url).toContain('/verify-otp')
  const { html = '' } = await mailTo(email, /code|confirm|verify/i)
  const code = /\b(\d{6})\b/.exec(html)?.[1] ?? ''
  await visitor.post('/verify-otp', withMarks({ code }))
  const phone = freshPhone()
  await serviceClient()
    .from('profiles')
    .update({ phone_number: `+92${phone.slice(1)}` })
    .eq('email', email)
  for (const emailOrPhone of [email, phone, `${phone.slice(0, 4)} ${phone.slice(4)}`]) {
    const other = newVisitor()
    await other.post('/login', withMarks({ emailOrPhone, password: fields.password }))
    expect([emailOrPhone, other.cookies.has('website_session')]).toEqual([emailOrPhone, true])
  }
})

test('a password is taken as it was typed, marks included', async () => {
  const person = await newPerson()
  const shopper = await signedIn(person)
  const password = '\u202anot-visible\u202c \u00a0e\u0301'
  await shopper.post('/profile/account', { intent: 'password', current: person.password, password })
  await expect(signedIn({ ...person, password: password.split(MARKS).join('') })).rejects.toThrow('Not signed in')
  expect((await signedIn({ ...person, password })).cookies.has('website_session')).toBe(true)
})

test('an order is placed with a copied number and promo code, and stored without the marks', async () => {
  const shopper = await signedIn(await newPerson())
  await addToCart(shopper)
  const tried = await shopper.post('/cart', { intent: 'promo', code: '\u2067eid\u200b۵۰۰\u2069' })
  expect(tried.text).not.toContain('We don’t know this promo code.')
  const phone = freshPhone()
  const copied = `\u202a+92 ${phone.slice(1, 4)} ${phone.slice(4)}\u202c`
  const fields = await checkoutFields(shopper, 'cod')
  const response = await shopper.submit('/checkout', {
    ...withMarks({ ...fields, notes: 'Ring\u200b twice' }),
    phone: copied,
  })
  const orderId = /ORD-\d+-\d+/.exec(response.headers.get('location') ?? '')?.[0] ?? ''
  const row = await orderRow(orderId)
  expect(row).toMatchObject({ contact_phone: `+92${phone.slice(1)}`, notes: 'Ring twice', shipping_city: 'Faisalabad' })
  expect(JSON.stringify(row)).not.toMatch(MARKS)
})

test('the newsletter and the look-up of an order take copied texts', async () => {
  const email = newAddress()
  await newVisitor().post('/newsletter', withMarks({ email, from: '/' }))
  const { data } = await serviceClient().from('newsletter_subscriptions').select('email').eq('email', email)
  expect(data).toHaveLength(1)
  const person = await newPerson()
  const orderId = await placeOrder(await signedIn(person), 'cod')
  const tracking = '/help/delivery-details?tab=tracking'
  for (const number of [orderId, `#${orderId}`, orderId.replaceAll('-', '\u2011')]) {
    const page = await newVisitor().post(tracking, withMarks({ number, contact: person.email }))
    expect([number, page.text.includes('Processing')]).toEqual([number, true])
  }
})

test('a search and a chat message are read without marks, and keep the joiners of Urdu and emoji', async () => {
  const found = async (search: string) =>
    dom(await newVisitor().get(`/product-listing?search=${encodeURIComponent(search)}`)).querySelector(
      'main input[name=search]',
    )?.attrs.value
  expect(await found('\u2067robe\u2069\u00a0silk')).toBe('robe silk')
  const shopper = await signedIn(await newPerson())
  const text = `یہ می\u200cخواہم 👩\u200d👧 ${randomUUID()}`
  await startChat(shopper, `\u202b${text}\u202c`)
  const { data } = await serviceClient().from('chat_messages').select('message_text').eq('message_text', text)
  expect(data).toHaveLength(1)
})

test('a tracking number is stored without marks and spaces', async () => {
  const { desk } = await newOperator('Copied Texts')
  const orderId = await placeOrder(await signedIn(await newPerson()), 'cod')
  const press = async (intent: string, more = {}) => {
    const { html } = await desk.get(`/desk/orders/${orderId}`)
    const { version = '', seen = '' } = formFields(html, `value="${intent}"`)
    return desk.post(`/desk/orders/${orderId}`, withMarks({ version, seen, intent, ...more }))
  }
  for (const intent of ['confirm', 'pack']) await press(intent)
  await press('ship', { tracking: 'PX\u2011۱۲ 34' })
  expect(await orderRow(orderId)).toMatchObject({ status: 'Shipped', tracking_number: 'PX-1234' })
})
