import { expect, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { mailTo, newPerson, signedIn } from '../support/people.ts'

test('an operator is mailed about a new order, with a link to it at the desk', async () => {
  const { desk, person } = await newOperator('Listening Person')
  const page = await desk.post('/desk/listening', { is_on: 'on', from: '0', until: '0' })
  expect([page.url, page.text.includes('You are mailed about new orders.')]).toEqual(['/desk', true])
  const orderId = await placeOrder(await signedIn(await newPerson('Shopping Person')), 'cod')
  const mail = await mailTo(person.email, /^New order/)
  expect(mail.subject).toMatch(new RegExp(`^New order ${orderId}: Rs\\. [\\d,.]+ in cash$`))
  expect(mail.text).toContain(`/desk/orders/${orderId}`)
  expect(mail.text).toContain('7 Canal Road')
  expect((await desk.get(`/desk/orders/${orderId}`)).text).toContain('New order, to the desk')
  expect((await desk.post('/desk/listening', { from: '9', until: '21' })).text).toContain('You aren’t mailed')
  expect((await desk.post('/desk/listening', { is_on: 'on', from: '24', until: '' })).status).toBe(400)
})

test('the page Today renews itself where somebody asks for it, and its tab says how much waits', async () => {
  const { desk } = await newOperator('Renewing Person')
  await placeOrder(await signedIn(await newPerson('Waiting Person')), 'cod')
  const [plain, renewed] = [await desk.request('/desk'), await desk.request('/desk?renew')]
  expect([plain.headers.get('refresh'), renewed.headers.get('refresh')]).toEqual([null, '60'])
  expect(await renewed.text()).toMatch(/<title>Today \(\d+\)/)
})
