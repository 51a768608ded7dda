import { expect, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { mailTo, newPerson, newVisitor, signedIn } from '../support/people.ts'

test('XX-26 CH-45 an order is confirmed by mail, with what is in it and what it costs', async () => {
  const person = await newPerson()
  const orderId = await placeOrder(await signedIn(person), 'cod')
  const mail = await mailTo(person.email, /Your order/)
  expect(mail.subject).toBe(`Your order ${orderId}`)
  expect(mail.text).toMatch(/1 × Guest robe, S, [A-Z][a-z ]+: Rs\. [\d,]+\.\d\d/)
  expect(mail.text).toMatch(/Total: Rs\. [\d,]+\.\d\d \(Cash on Delivery\)/)
})

test('FT-33 a new subscriber gets a welcome mail, and only the first time', async () => {
  const email = `letters-${Date.now()}@example.com`
  const first = await newVisitor().post('/newsletter', { email, from: '/' })
  expect(first.text).toContain('Successfully subscribed! Check your email for a welcome message.')
  expect((await mailTo(email, /Welcome/)).text).toContain('Welcome!')
  const again = await newVisitor().post('/newsletter', { email: ` ${email.toUpperCase()} `, from: '/' })
  expect(again.text).toContain('This email is already subscribed to our newsletter!')
})
