import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addToCart, checkoutFields, freshPhone, placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Fields, type Visitor } from '../support/visitor.ts'

// Corrections at the desk, parcels that come back, and the queue of orders to confirm (decisions 168 and 108).

let desk: Visitor
let shopper: Visitor

beforeAll(async () => {
  ;({ desk } = await newOperator('Desk Person'))
})

beforeEach(async () => {
  shopper = await signedIn(await newPerson('Nadia Iqbal'))
})

/** Presses a button of an order's page. */
async function press(orderId: string, intent: string, more: Fields = {}) {
  const path = `/desk/orders/${orderId}`
  return desk.post(path, { ...formFields((await desk.get(path)).html, 'name="version"'), ...more, intent })
}

async function rowOf(orderId: string) {
  const columns =
    'status, version, failure_reason, back_at, order_mails(kind, state), order_items(product_variants(stock))'
  const { data } = await serviceClient().from('orders').select(columns).eq('order_id', orderId).single()
  if (!data) throw new Error(`No order ${orderId}`)
  return { ...data, stock: data.order_items[0]?.product_variants?.stock ?? 0 }
}

const shown = async (orderId: string) => dom(await shopper.get(`/profile/active-orders/${orderId}`))

test('shipping an order that isn’t confirmed, packed or numbered asks first, and never happens among many', async () => {
  const orderId = await placeOrder(shopper, 'cod')
  const asked = await press(orderId, 'ship')
  expect([asked.status, asked.text]).toEqual([
    409,
    expect.stringContaining('This order isn’t confirmed, isn’t packed, has no tracking number. Tick'),
  ])
  const { version } = await rowOf(orderId)
  const many = await desk.post('/desk/orders', { order: `${orderId}:${version}`, intent: 'ship' })
  expect(many.text).toContain(`Shipped: 0 of 1. ${orderId}: This order isn’t confirmed`)
  expect((await rowOf(orderId)).status).toBe('Processing')
  expect((await press(orderId, 'ship', { sure: 'on' })).text).toContain(`Shipped: ${orderId}.`)
  expect((await rowOf(orderId)).status).toBe('Shipped')
})

test('a step is taken back with a reason: its mail isn’t sent, and the shopper’s page says that it was corrected (OR-38)', async () => {
  const orderId = await placeOrder(shopper, 'cod')
  const before = await press(orderId, 'ship', { sure: 'on' })
  expect(before.text).toContain('Take “Shipped” back')
  expect(before.text).not.toContain('The shopper has been mailed')
  const refused = await press(orderId, 'take_back', { reason: ' ' })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Please enter the reason.')])
  const done = await press(orderId, 'take_back', { reason: 'Another parcel' })
  expect(done.text).toContain(`Taken back: ${orderId}.`)
  const order = await rowOf(orderId)
  expect(order.status).toBe('Processing')
  expect(order.order_mails).toContainEqual({ kind: 'shipped', state: 'superseded' })
  expect(words(await shown(orderId))).toContain('Corrected by the shop: Another parcel')

  const late = await press(orderId, 'take_back', { reason: 'Once more' })
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('This step can’t be taken back any more.')])
})

test('a parcel comes back, and its pieces are for sale once it is in hand; the number’s history remembers it (OR-39)', async () => {
  const orderId = await placeOrder(shopper, 'cod')
  await press(orderId, 'ship', { sure: 'on' })
  await press(orderId, 'deliver')
  const back = await press(orderId, 'send_back', { note: 'Set by mistake' })
  expect(all(dom(back), 'button[name=intent]')).toEqual(['Parcel is in hand', 'Take it back', 'Write the note'])
  expect(words(await shown(orderId))).toContain('Returned to us')
  const { stock } = await rowOf(orderId)
  expect((await press(orderId, 'take_in')).text).toContain(`In hand: ${orderId}.`)
  const order = await rowOf(orderId)
  expect([order.stock - stock, order.back_at !== null]).toEqual([1, true])
})

test('three calls without an answer cancel an order of the queue, which shows the number’s history', async () => {
  const phone = freshPhone()
  const order = async () => {
    await addToCart(shopper)
    const sent = { ...(await checkoutFields(shopper, 'cod')), deliverTo: 'new', phone }
    const response = await shopper.submit('/checkout', sent)
    return /ORD-\d+-\d+/.exec(response.headers.get('location') ?? '')?.[0] ?? ''
  }
  const first = await order()
  for (const intent of ['ship', 'send_back']) await press(first, intent, { sure: 'on' })
  const orderId = await order()
  const { count } = await serviceClient()
    .from('orders')
    .select('id', { count: 'exact', head: true })
    .match({ payment_method: 'cod', status: 'Processing' })
    .is('confirmed_at', null)
  const path = `/desk/orders/confirm?page=${Math.ceil((count ?? 1) / 20)}`
  const rowIn = (page: { html: string }) =>
    dom(page)
      .querySelectorAll('li.panel')
      .find((row) => row.text.includes(orderId)) ?? null
  const send = async (intent: string) => {
    const fields = formFields((await desk.get(path)).html, `value="${orderId}:`)
    return desk.post(path, { ...fields, intent })
  }
  const row = rowIn(await desk.get(path))
  expect(words(row)).toContain('This number: 0 delivered, 1 refused, 0 cancelled, 0 open')
  expect(row?.querySelectorAll('a').map((link) => link.getAttribute('href')?.split(/[\d?]/)[0])).toEqual([
    '/desk/orders/ORD-',
    'tel:+',
    'https://wa.me/',
  ])
  await send('no_answer')
  const second = await send('wrong_number')
  expect(second.text).toContain(`Call 2 about ${orderId} is recorded.`)
  expect(words(rowIn(second))).toContain('Called twice: no answer, wrong number')
  const third = await send('no_answer')
  expect(third.text).toContain(`Call 3 about ${orderId} is recorded. The order is cancelled.`)
  expect(rowIn(third)).toBeNull()
  expect(await rowOf(orderId)).toMatchObject({
    status: 'Cancelled',
    failure_reason: 'We called 3 times and couldn’t reach you',
  })
  expect((await press(orderId, 'take_back', { reason: 'She called back' })).text).toContain('Taken back')
  expect((await send('confirm')).text).toContain(`Confirmed: ${orderId}.`)
})

test('no cash order is taken from a blocked number, and the checkout says what else to do (OR-40)', async () => {
  const phone = freshPhone()
  const contact = `+92${phone.slice(1)}`
  const blocked = await desk.post('/desk/settings/block', {
    contact: phone,
    reason: 'Refused four parcels',
    ends: '2099-12-31',
  })
  expect(blocked.text).toContain(`${contact} is a blocked contact now.`)
  await addToCart(shopper)
  const sent = { ...(await checkoutFields(shopper, 'cod')), deliverTo: 'new', phone }
  const page = await shopper.post('/checkout', sent)
  expect(page.text).toContain(
    'We can’t take a cash order to this number or address. Please call or write to us, or pay by card.',
  )
  expect(page.html).not.toMatch(/Refused four|blocked/)
  await serviceClient().from('blocked_contacts').delete().eq('contact', contact)
})
