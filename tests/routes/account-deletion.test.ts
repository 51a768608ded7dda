import { expect, test } from 'vitest'
import { decideAtPayfast, placeOrder } from '../support/checkout.ts'
import { all, dom } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
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
