import { beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { section, dom } from '../support/page-dom.ts'
import { anonymousClient, asPerson, newPerson, serviceClient, signedIn } from '../support/people.ts'
import type { Visitor } from '../support/visitor.ts'

// Private notes of the desk on orders and people (decision 127).

let desk: Visitor
let other: Visitor
beforeAll(async () => {
  desk = (await newOperator('Desk Person')).desk
  other = (await newOperator('Other Person')).desk
})

const notes = async (visitor: Visitor, path: string) => section(dom(await visitor.get(path)), 'Private notes')
const removal = (element: Awaited<ReturnType<typeof notes>>) =>
  element.querySelector('input[name=note]')?.getAttribute('value')

async function noted() {
  const person = await newPerson('Nadia Iqbal')
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'cod')
  const words = `Refused twice ${crypto.randomUUID().slice(0, 8)}`
  const paths = [`/desk/orders/${orderId}`, `/desk/people/${person.id}`] as const
  for (const path of paths) {
    const written = await desk.post(path, { intent: 'note', text: `${words}\r\n<b>on ${path}</b>` })
    expect([written.url, written.text.includes('The note is written.')]).toEqual([path, true])
  }
  return { person, visitor, orderId, words, paths }
}

test('a note has its author and time, and an order shows those on its shopper too (OR-44)', async () => {
  const { words, paths, orderId } = await noted()
  const [order, person] = [await notes(other, paths[0]), await notes(other, paths[1])]
  expect(order.querySelectorAll('li')).toHaveLength(2)
  expect(person.querySelectorAll('li')).toHaveLength(1)
  expect(order.text).toContain(`${words}\n<b>on /desk/orders/${orderId}</b>`)
  expect(order.text).toContain(', on the shopper')
  expect(person.text).toMatch(/\d\d? \w+ \d{4}, \d\d:\d\d.*person-\w+@example\.com/)
  const changes = await desk.get(`/desk/audit?kind=order&subject=${orderId}`)
  expect([changes.text.includes('Add note'), changes.text.includes(words)]).toEqual([true, false])
})

test('a note is removed by its author alone, once (OR-44)', async () => {
  const { paths } = await noted()
  const [path] = paths
  expect(removal(await notes(other, path))).toBeUndefined()
  const note = removal(await notes(desk, path)) ?? ''
  const refused = await other.post(path, { intent: 'remove_note', note })
  expect([refused.status, refused.text.includes('Only its author removes a note.')]).toEqual([409, true])
  expect((await desk.post(path, { intent: 'remove_note', note })).text).toContain('The note is removed.')
  expect((await desk.post(path, { intent: 'remove_note', note })).text).toContain('removed already')
})

test.each([
  ['nothing', ' ', 'Please write the note.'],
  ['too much', 'x'.repeat(1001), 'at most 1000 characters'],
])('a note of %s is refused, and kept (OR-44)', async (_, text, message) => {
  const { orderId } = await noted()
  const page = await desk.post(`/desk/orders/${orderId}`, { intent: 'note', text })
  expect([page.status, page.text.includes(message)]).toEqual([400, true])
  expect(dom(page).querySelector('textarea[name=text]')?.text.trim()).toBe(text.trim())
})

test('no page, row or export that a shopper can have has a note (OR-44)', async () => {
  const { person, visitor, orderId, words } = await noted()
  await serviceClient().from('orders').update({ status: 'Shipped' }).eq('order_id', orderId)
  const pages = [
    `/profile/active-orders/${orderId}`,
    `/checkout/placed/${orderId}?stay=1`,
    `/orders/${orderId}/invoice`,
    '/profile/active-orders',
    '/profile',
    '/profile/account',
    '/profile/chat-support',
  ]
  for (const path of pages) {
    const page = await visitor.get(path)
    expect([path, page.status, page.html.includes(words)]).toEqual([path, 200, false])
  }
  // Printed for the parcel, or for the courier.
  for (const path of ['slips', 'labels', 'invoices']) {
    const page = await desk.get(`/desk/orders/${path}?order=${orderId}:1`)
    expect([path, page.status, page.html.includes(orderId), page.html.includes(words)]).toEqual([
      path,
      200,
      true,
      false,
    ])
  }
  const shopper = await asPerson(person)
  const { data: own } = await shopper.from('orders').select('*, order_items(*), refunds(*), order_mails(held_until)')
  expect([own?.length, JSON.stringify(own).includes(words)]).toEqual([1, false])
  const calls = [
    ['desk_notes', { p_order: orderId }],
    ['get_invoice', { p_order_id: orderId }],
  ] as const
  for (const backend of [shopper, anonymousClient()])
    for (const [name, given] of calls) expect(JSON.stringify(await backend.rpc(name, given))).not.toContain(words)
  // Its schema isn't the API's, not even with the secret key.
  for (const backend of [shopper, anonymousClient(), serviceClient()])
    expect((await backend.from('desk_notes' as 'orders').select('*')).error?.code).toMatch(/PGRST205|42P01/)
})

test('no file of the desk has a note, nor a mail to the shopper (OR-44)', async () => {
  const { person, orderId, words } = await noted()
  const { version } =
    (await serviceClient().from('orders').select('version').eq('order_id', orderId).single()).data ?? {}
  await desk.post(`/desk/orders/${orderId}`, { intent: 'cancel', version: String(version), reason: 'Sold out' })
  const files = [
    'sales/export?by=product',
    'urdu/export',
    'couriers/settlements/export',
    'couriers/settlements/taxes',
    'products/export',
    'newsletter/export',
  ]
  for (const path of files) {
    const file = await desk.request(`/desk/${path}`)
    expect([path, file.status, file.headers.get('content-type')]).toEqual([
      path,
      200,
      expect.stringContaining('text/csv'),
    ])
    expect((await file.text()).includes(words)).toBe(false)
  }
  const { data: told } = await serviceClient()
    .from('order_mails')
    .select('*, orders!inner(*)')
    .eq('orders.order_id', orderId)
  expect([told?.length, JSON.stringify([told, person]).includes(words)]).toEqual([2, false])
})

test('notes go with the account of the person, also those on their orders (OR-44)', async () => {
  const { person, orderId, paths } = await noted()
  await serviceClient().from('orders').update({ status: 'Cancelled' }).eq('order_id', orderId)
  const { error } = await serviceClient().auth.admin.deleteUser(person.id)
  expect(error).toBeNull()
  expect((await notes(desk, paths[0])).querySelectorAll('li')).toHaveLength(0)
  expect((await desk.get(paths[1])).status).toBe(404)
  const late = await desk.post(paths[1], { intent: 'note', text: 'Late' })
  expect([late.status, late.url]).toEqual([409, paths[1]])
})
