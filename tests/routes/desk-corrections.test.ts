import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addToCart, checkoutFields, freshPhone, placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import { HOUR } from '~/platform/time'
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
    'id, status, version, failure_reason, back_at, order_mails(kind, state), order_items(product_variants(stock))'
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
  expect(all(dom(back), 'button[name=intent]')).toEqual([
    'Parcel is in hand',
    'Take it back',
    'Change it',
    'Add the note',
  ])
  expect(words(await shown(orderId))).toContain('Returned to us')
  const { stock } = await rowOf(orderId)
  expect((await press(orderId, 'take_in')).text).toContain(`In hand: ${orderId}.`)
  const order = await rowOf(orderId)
  expect([order.stock - stock, order.back_at !== null]).toEqual([1, true])
})

test('three calls without an answer, with a pause between them, cancel an order of the queue, which shows what it is about (DK-08)', async () => {
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
  expect(all(row ?? dom(await desk.get(path)), '.order-item')).toHaveLength(1)
  expect(all(row ?? dom(await desk.get(path)), 'address .desk-line').length).toBeGreaterThan(1)
  const called = await send('no_answer')
  expect(called.text).toContain(`Call 1 about ${orderId} is recorded.`)
  expect(all(rowIn(called) ?? dom(called), 'form button')).toEqual(['Confirmed', 'Cancel the order'])
  expect((await send('no_answer')).text).toContain('A call about it was just recorded. The next one counts from')
  const wait = async () => {
    const { id } = await rowOf(orderId)
    await serviceClient()
      .from('order_calls')
      .update({ made_at: new Date(Date.now() - HOUR).toISOString() })
      .eq('order_id', id)
      .throwOnError()
  }
  await wait()
  const second = await send('wrong_number')
  expect(second.text).toContain(`Call 2 about ${orderId} is recorded.`)
  expect(words(rowIn(second))).toMatch(/Called twice: no answer .*, wrong number just now\./)
  await wait()
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

test('cancelling in the queue takes a reason, which the shopper reads, and is taken back from the message (DK-09)', async () => {
  const orderId = await placeOrder(shopper, 'cod')
  const { version } = await rowOf(orderId)
  const cancel = (reason: string) =>
    desk.post('/desk/orders/confirm', { intent: 'cancel', id: orderId, version: String(version), reason })
  const refused = await cancel(' ')
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Please enter the reason.')])
  expect((await rowOf(orderId)).status).toBe('Processing')
  const done = await cancel('The address is a school')
  expect(done.text).toContain(`Cancelled: ${orderId}.`)
  expect(words(await shown(orderId))).toContain('Cancelled by the shop: The address is a school')
  const link = dom(done).querySelector('.flash a')?.getAttribute('href') ?? ''
  const back = await desk.post(link, {
    ...formFields((await desk.get(link)).html, 'name="reason"'),
    reason: 'Mistyped',
  })
  expect(back.text).toContain('Taken back: 1 of 1.')
  expect((await rowOf(orderId)).status).toBe('Processing')
})

test('steps of several orders are taken back at once; those that can’t be are named (DK-10)', async () => {
  const [first, second] = [await placeOrder(shopper, 'cod'), await placeOrder(shopper, 'cod')]
  for (const orderId of [first, second]) await press(orderId, 'confirm')
  const marks = async () =>
    Promise.all([first, second].map(async (orderId) => `${orderId}:${(await rowOf(orderId)).version}`))
  const packed = await desk.post('/desk/orders', { order: await marks(), intent: 'pack' })
  expect(packed.text).toContain('Packed: 2 of 2.')
  const link = dom(packed).querySelector('.flash a')?.getAttribute('href') ?? ''
  const page = dom(await desk.get(link))
  expect(page.querySelectorAll('input[name=order][checked]')).toHaveLength(2)
  const order = await marks()
  await press(second, 'ship', { sure: 'on' })
  expect((await desk.post(link, { order, reason: ' ' })).text).toContain('Please enter the reason.')
  const back = await desk.post(link, { order, reason: 'The wrong pile' })
  expect(back.text).toContain(`Taken back: 1 of 2. ${second}: Somebody changed it meanwhile.`)
  expect((await desk.post(link, { reason: 'x' })).text).toContain('Please tick the orders first.')
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
