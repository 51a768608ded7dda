import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { mailTo, newVisitor, serviceClient } from '../support/people.ts'
import { formFields } from '../support/visitor.ts'

const newAddress = () => `reader-${randomUUID().slice(0, 8)}@example.com`

/** Subscribes a new address, and returns it with the paths that its mail has. */
async function subscribed() {
  const email = newAddress()
  await newVisitor().post('/newsletter', { email, from: '/' })
  const { text = '', headers = {} } = await mailTo(email, /Welcome/)
  const pathOf = (link: string | undefined) => (link ?? '').replace(inject('shopUrl'), '')
  return {
    email,
    confirm: pathOf(/https?:\S*\/newsletter\/confirm\S+/.exec(text)?.[0]),
    end: pathOf(/https?:\S*\/newsletter\/end\S+/.exec(text)?.[0]),
    oneClick: pathOf(/^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1]),
    headers,
  }
}

/** Returns the subscription of an address: whether it is confirmed, or that there is none. */
async function stateOf(email: string): Promise<'confirmed' | 'unconfirmed' | 'none'> {
  const { data } = await serviceClient().from('newsletter_subscriptions').select('confirmed_at').eq('email', email)
  return data?.[0] ? (data[0].confirmed_at ? 'confirmed' : 'unconfirmed') : 'none'
}

test('an address gets the newsletter once its owner presses the button of the mail (FT-34)', async () => {
  const { email, confirm } = await subscribed()
  const page = await newVisitor().get(confirm)
  expect([page.status, await stateOf(email)]).toEqual([200, 'unconfirmed'])
  const done = await newVisitor().post(confirm, formFields(page.html, 'name="token"'))
  expect(done.text).toContain('Thank you. You get our letters from now on.')
  expect(await stateOf(email)).toBe('confirmed')
})

test('an address that nobody confirmed gets the mail again, with the same message to the visitor', async () => {
  const { email } = await subscribed()
  const again = await newVisitor().post('/newsletter', { email, from: '/' })
  expect(again.text).toContain('This email is already subscribed to our newsletter!')
  const { MAILBOX_URL = '' } = inject('sandbox')
  await expect
    .poll(async () => (await (await fetch(`${MAILBOX_URL}/emails?to=${encodeURIComponent(email)}`)).json()).length)
    .toBe(2)
})

test('the mail has a page that ends the newsletter, after which the address can subscribe again (FT-35)', async () => {
  const { email, end } = await subscribed()
  const page = await newVisitor().get(end)
  expect([page.status, await stateOf(email)]).toEqual([200, 'unconfirmed'])
  const done = await newVisitor().post(end, formFields(page.html, 'name="token"'))
  expect(done.text).toContain('Done. You get no more letters from us.')
  expect(await stateOf(email)).toBe('none')
  const again = await newVisitor().post('/newsletter', { email, from: '/' })
  expect(again.text).toContain('Successfully subscribed!')
})

test('a mail program ends the newsletter with one click, without a session (FT-35)', async () => {
  const { email, oneClick, headers } = await subscribed()
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const opened = await fetch(inject('shopUrl') + oneClick, { redirect: 'manual' })
  expect([opened.status, await stateOf(email)]).toEqual([302, 'unconfirmed'])
  expect(opened.headers.get('location')).toContain('/newsletter/end?')
  const ended = await fetch(inject('shopUrl') + oneClick, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect([ended.status, await stateOf(email)]).toEqual([200, 'none'])
})

test('attack: a link that the shop did not make confirms and ends nothing', async () => {
  const [one, other] = [await subscribed(), await subscribed()]
  const idOf = (path: string) => new URL(path, inject('shopUrl')).searchParams.get('subscription') ?? ''
  const forged = other.oneClick.replace(idOf(other.oneClick), idOf(one.oneClick))
  const response = await fetch(inject('shopUrl') + forged, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  expect([response.status, await stateOf(one.email)]).toEqual([400, 'unconfirmed'])
  const ending = formFields((await newVisitor().get(one.end)).html, 'name="token"')
  const confirmed = await newVisitor().post(one.confirm, ending)
  expect([confirmed.status, await stateOf(one.email)]).toEqual([400, 'unconfirmed'])
})

test('a page of a broken link says so', async () => {
  for (const path of ['/newsletter/confirm', '/newsletter/end?subscription=x&token=y'])
    expect((await newVisitor().get(path)).text).toContain(
      'This link is not complete. Please open the one in our mail again.',
    )
})
