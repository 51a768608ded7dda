import { expect, inject, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { runCommand } from '../support/commands.ts'
import { newOperator } from '../support/desk.ts'
import { mailTo, newPerson, serviceClient, signedIn } from '../support/people.ts'
import { requestedReturn, returnBecomes } from '../support/returns.ts'
import { shopSettings } from '../support/running-shop.ts'
import { formFields } from '../support/visitor.ts'

const sendMails = () =>
  runCommand(shopSettings({ settings: inject('sandbox') }, inject('shopUrl'), '/tmp'), '--send-mails')

/** Returns the subjects of the mails to an address. */
async function subjectsTo(email: string): Promise<string[]> {
  const response = await fetch(`${inject('sandbox').MAILBOX_URL}/emails?to=${encodeURIComponent(email)}`)
  return ((await response.json()) as { subject: string }[]).map(({ subject }) => subject)
}

/** Places an order, as somebody without an account if so asked. */
async function someOrder(isGuest: boolean): Promise<{ email: string; orderId: string }> {
  const { email } = await newPerson()
  const person = await newPerson()
  const orderId = await placeOrder(await signedIn(person), 'cod')
  if (!isGuest) return { email: person.email, orderId }
  await serviceClient().from('orders').update({ user_id: null, contact_email: email }).eq('order_id', orderId)
  return { email, orderId }
}

test.each([false, true])('mails each step of a return, to a guest too: %s (OR-35)', async (isGuest) => {
  const { email, orderId } = await someOrder(isGuest)
  const id = await requestedReturn(orderId, 'return')
  await sendMails()
  const asked = await mailTo(email, /^We have your request/)
  expect(asked.subject).toBe(`We have your request: return of order ${orderId}`)
  expect(asked.text).toContain('1 × Guest robe, S')
  expect(asked.text).toContain(isGuest ? '/checkout/placed/' : `/profile/active-orders/${orderId}`)

  await returnBecomes(id, 'approved', 'Our rider can fetch it too.')
  await sendMails()
  const approved = await mailTo(email, /^Your return of order .* is approved$/)
  const { data: contact } = await serviceClient().from('contact_info').select('address').limit(1).single()
  expect(approved.text).toContain(`Where to: ${contact?.address}`)
  const day = { timeZone: 'Asia/Karachi', weekday: 'short', day: 'numeric', month: 'short' } as const
  const until = new Intl.DateTimeFormat('en-GB', day).format(Date.now() + 14 * 86_400_000).replaceAll(/,? /g, '\u00a0')
  expect(approved.text).toContain(`Please send it by ${until}, unworn`)
  expect(approved.text).toContain('Our rider can fetch it too.')

  await returnBecomes(id, 'received')
  await sendMails()
  const received = await mailTo(email, /^Your return of order .* has arrived$/)
  expect(received.text).toContain('We received what you sent back, and refund Rs. 500.00.')

  await serviceClient().from('refunds').update({ refunded_at: new Date().toISOString() }).eq('return_id', id)
  await sendMails()
  await mailTo(email, /^We sent back a payment/)
  expect((await subjectsTo(email)).filter((subject) => subject.startsWith('A payment for'))).toEqual([])
})

test('mails the steps of an exchange up to what is sent instead (OR-35)', async () => {
  const { email, orderId } = await someOrder(false)
  const id = await requestedReturn(orderId, 'exchange')
  await sendMails()
  expect((await mailTo(email, /^We have your request: exchange/)).text).toMatch(/We hold this for you: \S+/)
  for (const status of ['approved', 'received', 'exchanged']) await returnBecomes(id, status)
  await sendMails()
  await mailTo(email, /^Your exchange of order .* is approved$/)
  const received = await mailTo(email, /^Your exchange of order .* has arrived$/)
  expect(received.text).toMatch(/We check it, and send you this instead: \S+/)
  await mailTo(email, new RegExp(`^Your exchange of order ${orderId} is on its way$`))
})

test('mails nothing about a request that was withdrawn before (OR-35)', async () => {
  const { email, orderId } = await someOrder(false)
  // When this has run, the shop has long sent what it sends beside its response, so nothing is sent between the request and its end.
  await sendMails()
  await returnBecomes(await requestedReturn(orderId, 'return'), 'withdrawn')
  await sendMails()
  await mailTo(email, /was delivered$/)
  expect((await subjectsTo(email)).filter((subject) => subject.includes('request'))).toEqual([])
})

test('the desk refuses a return only with a reason, which is mailed (OR-36)', async () => {
  const { email, orderId } = await someOrder(false)
  const id = await requestedReturn(orderId, 'return')
  const { desk } = await newOperator('Nadia Iqbal')
  const path = `/desk/orders/${orderId}`
  const fields = { ...formFields((await desk.get(path)).html, 'name="decision"'), decision: 'refused' }
  const asked = await desk.post(path, fields)
  expect([asked.status, asked.text.includes('Please say why: the shopper gets it by mail.')]).toEqual([400, true])
  await desk.post(path, { ...fields, answer: 'It was worn.' })
  // It waits as long as the step can be taken back.
  const mails = serviceClient().from('order_mails')
  await mails.update({ due_at: '2026-01-01' }).eq('return_id', id).eq('kind', 'return_refused')
  await sendMails()
  expect((await mailTo(email, /^About your return of order/)).text).toContain('It was worn.')
})
