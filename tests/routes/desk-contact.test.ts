import { beforeAll, expect, test } from 'vitest'
import { mailLink } from '../../app/desk/contact/contact-messages.server.ts'
import { placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Fields, type Page, type Visitor } from '../support/visitor.ts'

// Messages of the contact form at the desk.

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Desk Person')).desk
})

/** A message of the contact form; returns its ID and words that only it has. */
async function written(more: { email?: string; text?: string } = {}): Promise<{ id: string; words: string }> {
  const words = `Words ${crypto.randomUUID()}`
  const row = {
    first_name: 'Nadia',
    last_name: 'Iqbal',
    email: more.email ?? 'nadia@example.com',
    subject: 'A question',
    message: `${words}\n${more.text ?? ''}`,
  }
  const { data, error } = await serviceClient().from('contact_submissions').insert(row).select('id').single()
  if (error) throw error
  return { id: data.id, words }
}

const listOf = (words: string, list = 'open') =>
  desk.get(`/desk/contact?${new URLSearchParams({ list, search: words })}`)

const fieldsOf = (page: Page, intent: 'answered' | 'reopen'): Fields => formFields(page.html, `value="${intent}"`)

test('a message is found by its words, with a link to answer it by e-mail; Today leads to the list', async () => {
  const { words } = await written()
  const page = dom(await listOf(words))
  expect(all(page, '.desk-said')).toEqual([words])
  expect(page.querySelector('a[href^="mailto:"]')?.getAttribute('href')).toBe(
    'mailto:nadia@example.com?subject=Re%3A%20A%20question',
  )
  const today = dom(await desk.get('/desk')).querySelector('a[href="/desk/contact"] b')
  expect(Number(today?.text)).toBeGreaterThan(0)
  expect((await listOf('%00nothing like it')).text).toContain('0 messages')
})

test('an order that it names is linked, and whether it was ordered with another e-mail', async () => {
  const person = await newPerson('Nadia Iqbal')
  const orderId = await placeOrder(await signedIn(person), 'cod')
  const own = await written({ email: person.email, text: `Where is ${orderId.toLowerCase()}?` })
  const foreign = await written({ text: `Please send ${orderId} to me.` })
  const link = async ({ words }: { words: string }) =>
    dom(await listOf(words)).querySelector(`a[href="/desk/orders/${orderId}"]`)?.parentNode?.text
  expect([await link(own), await link(foreign)]).toEqual([orderId, `${orderId}, ordered with another e-mail`])
})

test('is marked as answered with a note, and opened again; both are recorded', async () => {
  const { id, words } = await written()
  const done = await desk.post('/desk/contact', {
    ...fieldsOf(await listOf(words), 'answered'),
    note: 'Called <b>her</b>',
    intent: 'answered',
  })
  expect(done.text).toContain('The message is marked as answered.')
  expect((await listOf(words)).text).toContain('0 messages')
  const answered = await listOf(words, 'answered')
  expect(answered.text).toContain('Called <b>her</b>')
  const again = await desk.post('/desk/contact', { ...fieldsOf(answered, 'reopen'), intent: 'reopen' })
  expect(again.text).toContain('The message is open again.')
  const record = await desk.get(`/desk/audit?kind=contact&subject=${id}`)
  expect(all(dom(record), '.desk-changes b')).toEqual(['Reopen message', 'Answer message'])
})

test('of two who mark it the second is told, and keeps what was typed', async () => {
  const { id, words } = await written()
  const url = `/desk/contact?${new URLSearchParams({ list: 'open', search: words })}`
  const older = fieldsOf(await desk.get(url), 'answered')
  const long = await desk.post(url, { ...older, note: 'x'.repeat(301), intent: 'answered' })
  expect(long.status).toBe(400)
  await serviceClient().from('contact_submissions').update({ phone: '+923001234567' }).eq('id', id)
  const page = await desk.post(url, { ...older, note: 'Called her', intent: 'answered' })
  expect([page.status, page.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
  expect(dom(page).querySelector('input[name=note]')?.getAttribute('value')).toBe('Called her')
  await desk.post(url, { ...fieldsOf(page, 'answered'), intent: 'answered' })
  const late = await desk.post(url, { ...older, intent: 'answered' })
  expect([late.status, late.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
})

test('attack: an address adds no headers to the answer', () => {
  expect(mailLink('a?bcc=evil@example.com', 'x&body=y')).toBe(
    'mailto:a%3Fbcc%3Devil@example.com?subject=Re%3A%20x%26body%3Dy',
  )
})
