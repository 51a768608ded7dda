import { expect, test } from 'vitest'
import { decideAtPayfast, placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import { requestedReturn, returnBecomes } from '../support/returns.ts'
import { giveFiles, storedFiles } from '../support/shopper-files.ts'
import type { Visitor } from '../support/visitor.ts'

const ACCOUNT = '/profile/account'
const remove = (visitor: Visitor, proof: string) => visitor.post(ACCOUNT, { intent: 'delete', proof })

async function orderRow(orderId: string) {
  const { data } = await serviceClient().from('orders').select('*').eq('order_id', orderId).single()
  return data
}

async function accountExists(id: string): Promise<boolean> {
  const { data } = await serviceClient().from('profiles').select('id').eq('id', id)
  return data?.length === 1
}

test('refuses to delete an account with an order on its way, names the order, and keeps its address', async () => {
  const person = await newPerson('Nadia Iqbal')
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'cod')
  const page = await remove(visitor, person.password)
  expect(page.status).toBe(409)
  expect(all(dom(page), 'main [role=alert]')).toEqual([
    `Your order ${orderId} is on its way to you and needs your address. Please delete your account once it has arrived, or contact us to cancel it.`,
  ])
  expect(await orderRow(orderId)).toMatchObject({
    user_id: person.id,
    contact_email: person.email,
    shipping_address: { address_line1: '7 Canal Road' },
  })
  expect((await visitor.get('/profile')).status).toBe(200)

  await serviceClient().from('orders').update({ status: 'Shipped' }).eq('order_id', orderId)
  expect((await remove(visitor, person.password)).status).toBe(409)
  await serviceClient().from('orders').update({ status: 'Delivered' }).eq('order_id', orderId)
  expect((await remove(visitor, person.password)).text).toContain('Your account is deleted.')
  expect(await orderRow(orderId)).toMatchObject({ user_id: null, contact_email: null, status: 'Delivered' })
})

test('deletes the profile picture, review photos and chat files from storage', async () => {
  const [person, neighbour] = [await newPerson(), await newPerson()]
  const files = await giveFiles(serviceClient(), person.id)
  const others = await giveFiles(serviceClient(), neighbour.id)
  expect((await storedFiles(serviceClient(), files)).length).toBe(3)
  expect((await remove(await signedIn(person), person.password)).text).toContain('Your account is deleted.')
  expect(await storedFiles(serviceClient(), files)).toEqual([])
  expect(await storedFiles(serviceClient(), others)).toEqual(others)
  const { data } = await serviceClient().from('files_to_remove').select('path').in('path', files)
  expect(data).toEqual([])
})

test('removes no file and changes no order after a wrong password', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const files = await giveFiles(serviceClient(), person.id)
  const orderId = await placeOrder(visitor, 'payfast')
  expect((await remove(visitor, 'not-this-one')).status).toBe(400)
  expect(await storedFiles(serviceClient(), files)).toEqual(files)
  expect((await orderRow(orderId))?.status).toBe('PaymentPending')
  expect(await accountExists(person.id)).toBe(true)
})

test('deletes the payment provider’s data about the shopper, and keeps that the order was paid', async () => {
  const person = await newPerson('Zubaida Rehman')
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'payfast')
  await decideAtPayfast(visitor, orderId, 'pay')
  const id = (await orderRow(orderId))?.id ?? ''
  const messages = async () =>
    (await serviceClient().from('payment_notifications').select('verdict, amount, body, message').eq('order_id', id))
      .data
  expect(JSON.stringify(await messages())).toContain(encodeURIComponent(person.email))
  for (const status of ['Processing', 'Shipped', 'Delivered'])
    await serviceClient().from('orders').update({ status }).eq('order_id', orderId)
  expect((await remove(visitor, person.password)).text).toContain('Your account is deleted.')
  const left = await messages()
  expect(left).toMatchObject([{ verdict: 'applied', body: null, message: { payment_status: 'COMPLETE' } }])
  for (const word of [person.email, encodeURIComponent(person.email), 'Nadia', 'Iqbal', person.id])
    expect([word, JSON.stringify(left).includes(word)]).toEqual([word, false])
})

test('cancels an unpaid order with the account, and returns its stock', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'payfast')
  expect((await remove(visitor, person.password)).text).toContain('Your account is deleted.')
  expect(await orderRow(orderId)).toMatchObject({ status: 'Cancelled', holds_stock: false, user_id: null })
})

/** Makes a return or exchange of a delivered order in some status. */
async function openReturn(orderId: string, kind: 'return' | 'exchange', status: string): Promise<string> {
  const id = await requestedReturn(orderId, kind)
  const steps = ['approved', 'received']
  for (const next of steps.slice(0, steps.indexOf(status) + 1)) await returnBecomes(id, next)
  return id
}

async function returnRow(id: string) {
  const { data } = await serviceClient().from('returns').select('kind, status, refund_amount').eq('id', id).single()
  return data
}

test('says what an open return or exchange would lose, and deletes the account only if insisted on (PR-28)', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  expect(dom(await visitor.get(ACCOUNT)).querySelector('[name=anyway]')).toBeNull()
  const [asked, approved] = [await placeOrder(visitor, 'cod'), await placeOrder(visitor, 'cod')]
  const request = await openReturn(asked, 'return', 'requested')
  const exchange = await openReturn(approved, 'exchange', 'approved')
  const refused = await remove(visitor, person.password)
  expect(refused.status).toBe(409)
  const root = dom(refused)
  expect(all(root, '.loses li')[0]).toBe(
    `Your return of order ${asked} is not approved yet. It ends, and no money comes back.`,
  )
  expect(all(root, '.loses li')[1]).toMatch(
    new RegExp(
      `^Your exchange of order ${approved}: without your address we can’t send the new size. You get Rs. [0-9,.]+ back`,
    ),
  )
  expect(all(root, 'main [role=alert]')[0]).toContain('Please wait until it has ended, or tick “Delete anyway”.')
  expect(await accountExists(person.id)).toBe(true)
  expect([(await returnRow(request))?.status, (await returnRow(exchange))?.kind]).toEqual(['requested', 'exchange'])

  const done = await visitor.post(ACCOUNT, { intent: 'delete', proof: person.password, anyway: 'on' })
  expect(done.text).toContain('Your account is deleted.')
  expect((await returnRow(request))?.status).toBe('withdrawn')
  expect(await orderRow(asked)).toMatchObject({ user_id: null, contact_email: null })
})

test('still refunds what is on its way back, also for an exchange, and forgets the address after that (PR-29)', async () => {
  const { desk } = await newOperator('Nadia Iqbal')
  for (const [kind, status] of [
    ['return', 'approved'],
    ['exchange', 'approved'],
    ['exchange', 'received'],
  ] as const) {
    const person = await newPerson()
    const visitor = await signedIn(person)
    const orderId = await placeOrder(visitor, 'cod')
    const id = await openReturn(orderId, kind, status)
    await visitor.post(ACCOUNT, { intent: 'delete', proof: person.password, anyway: 'on' })
    expect(await accountExists(person.id)).toBe(false)
    expect(await orderRow(orderId)).toMatchObject({
      user_id: null,
      contact_email: person.email,
      shipping_address: { city: 'Faisalabad' },
    })
    expect(JSON.stringify((await orderRow(orderId))?.shipping_address)).not.toContain('Canal Road')
    expect(await returnRow(id)).toMatchObject({ kind: 'return', status })
    expect((await returnRow(id))?.refund_amount).toBeGreaterThan(0)

    expect((await desk.get(`/desk/orders/${orderId}`)).text).toContain('The account was deleted')
    if (status === 'approved') await serviceClient().from('returns').update({ status: 'received' }).eq('id', id)
    const due = serviceClient().from('refunds').update({ refunded_at: new Date().toISOString() }).eq('return_id', id)
    expect((await due.select('amount')).data).toEqual([{ amount: (await returnRow(id))?.refund_amount }])
    expect((await returnRow(id))?.status).toBe('refunded')
    expect(await orderRow(orderId)).toMatchObject({ contact_email: person.email })
    // The last mail goes to the address, which is forgotten once it is sent.
    const about = (await orderRow(orderId))?.id ?? ''
    const sent = serviceClient()
      .from('order_mails')
      .update({ state: 'sent' })
      .eq('order_id', about)
      .neq('state', 'sent')
    expect((await sent.select('kind')).data).toContainEqual({ kind: 'refunded' })
    expect(await orderRow(orderId)).toMatchObject({ contact_email: null, contact_phone: null })
  }
})

test('keeps an account with a role at the desk, which only the desk takes away, with the second factor', async () => {
  const { person } = await newOperator('Desk Manager', 'manager')
  const visitor = await signedIn(person)
  const page = await remove(visitor, person.password)
  expect([page.status, await accountExists(person.id)]).toEqual([409, true])
  expect(all(dom(page), 'main [role=alert]').join()).toContain('has a role at the desk')
  // It says so only to somebody who knows the password.
  expect((await remove(visitor, 'a-wrong-password')).text).not.toContain('has a role at the desk')
  await serviceClient().auth.admin.updateUserById(person.id, { app_metadata: { role: null } })
  expect((await remove(visitor, person.password)).text).toContain('Your account is deleted.')
})
