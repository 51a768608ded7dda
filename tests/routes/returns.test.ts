import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { anonymousClient, newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields, Visitor, type Fields } from '../support/visitor.ts'

const DAY = 24 * 60 * 60 * 1000

async function orderOf(orderId: string) {
  const { data } = await serviceClient()
    .from('orders')
    .select('id, status, total_amount, delivery_fee, history, order_items(id, variant_id, selected_size)')
    .eq('order_id', orderId)
    .single()
  if (!data) throw new Error(`No order ${orderId}`)
  return data
}

async function orderBecomes(orderId: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) {
    const { error } = await serviceClient().from('orders').update({ status }).eq('order_id', orderId)
    if (error) throw error
  }
}

async function delivered(payment: 'cod' | 'payfast' = 'cod'): Promise<{ visitor: Visitor; orderId: string }> {
  const visitor = await signedIn(await newPerson('Nadia Iqbal'))
  const orderId = await placeOrder(visitor, payment)
  if (payment === 'payfast') await orderBecomes(orderId, 'PaymentAccepted')
  await orderBecomes(orderId, 'Shipped', 'Delivered')
  return { visitor, orderId }
}

/** Sets an order's delivery some days back. */
async function deliveredDaysAgo(orderId: string, days: number): Promise<void> {
  const { history } = await orderOf(orderId)
  const past = (history as { status: string; timestamp: string }[]).map((entry) => ({
    ...entry,
    timestamp: new Date(Date.parse(entry.timestamp) - days * DAY).toISOString(),
  }))
  await serviceClient().from('orders').update({ history: past }).eq('order_id', orderId)
}

async function returnsOf(orderId: string) {
  const { id } = await orderOf(orderId)
  const { data } = await serviceClient()
    .from('returns')
    .select('id, kind, status, reason, note, photos, refund_amount, return_items(quantity, size, variant_id)')
    .eq('order_id', id)
    .order('created_at')
  return data ?? []
}

const pageOf = (orderId: string) => `/profile/active-orders/${orderId}`

async function submitReturn(visitor: Visitor, orderId: string, change: Fields = {}) {
  const page = await visitor.get(`/orders/${orderId}/return`)
  const fields = {
    ...formFields(page.html, 'name="requestKey"'),
    'quantity-0': '1',
    reason: 'damaged',
    note: 'A seam is open.',
  }
  return visitor.post(`/orders/${orderId}/return`, { ...fields, ...change })
}

test('the return form says what a promo code means for the refund, and not without a code', async () => {
  const { visitor, orderId } = await delivered()
  const rule = 'if that costs less than the code needs, its discount is taken off your refund'
  expect((await visitor.get(`/orders/${orderId}/return`)).text).not.toContain(rule)
  // It was paid already, so its total stays.
  const { delivery_fee: fee } = await orderOf(orderId)
  const { error } = await serviceClient()
    .from('orders')
    .update({ promo_code: 'EID500', promo_discount: 100, delivery_fee: fee + 100 })
    .eq('order_id', orderId)
  if (error) throw error
  expect((await visitor.get(`/orders/${orderId}/return`)).text).toContain(rule)
})

test('cancels an order in Processing by a form, with the reason in its history', async () => {
  const visitor = await signedIn(await newPerson())
  const orderId = await placeOrder(visitor, 'cod')
  const order = await visitor.get(pageOf(orderId))
  expect(dom(order).querySelector(`a[href="/orders/${orderId}/cancel"]`)).not.toBeNull()
  const cancel = await visitor.get(`/orders/${orderId}/cancel`)
  expect(cancel.text).toContain('You have nothing to pay.')
  const done = await visitor.post(`/orders/${orderId}/cancel`, { reason: 'Ordered twice' })
  expect([done.url, words(dom(done).querySelector('.flash'))]).toEqual([pageOf(orderId), 'Your order is cancelled.'])
  const { status, history } = await orderOf(orderId)
  expect([status, JSON.stringify(history)]).toEqual(['Cancelled', expect.stringContaining('Ordered twice')])
  expect((await visitor.get(pageOf(orderId))).html).not.toContain(`/orders/${orderId}/cancel`)
})

test('refuses to cancel a shipped order, and says so on its page', async () => {
  const visitor = await signedIn(await newPerson())
  const orderId = await placeOrder(visitor, 'cod')
  const reached = await visitor.get(`/orders/${orderId}/cancel`)
  expect(reached.status).toBe(200)
  await orderBecomes(orderId, 'Shipped')
  const late = await visitor.post(`/orders/${orderId}/cancel`, {})
  expect([late.url, words(dom(late).querySelector('.flash'))]).toEqual([
    pageOf(orderId),
    'This order can’t be cancelled any more.',
  ])
  expect((await orderOf(orderId)).status).toBe('Shipped')
})

test('never opens, cancels or returns another shopper’s order', async () => {
  const { orderId } = await delivered()
  const other = await signedIn(await newPerson())
  for (const act of ['cancel', 'return', 'exchange']) {
    const path = `/orders/${orderId}/${act}`
    for (const page of [await other.get(path), await other.post(path, { reason: 'size', 'quantity-0': '1' })])
      expect(words(dom(page).querySelector('.flash'))).toBe('Order not found')
    expect((await newVisitor().get(path)).url).toBe('/')
  }
  expect(await returnsOf(orderId)).toEqual([])
})

test('returns a delivered order by a form, shows the status on its page and mails the operators', async () => {
  const { visitor, orderId } = await delivered()
  const order = await orderOf(orderId)
  const before = await visitor.get(pageOf(orderId))
  expect(before.text).toMatch(/You can send things back or exchange them until \d\d\/\d\d\/\d{4}\./)
  const done = await submitReturn(visitor, orderId)
  expect(done.url).toBe(`${pageOf(orderId)}#returns`)
  expect(words(dom(done).querySelector('.flash'))).toBe('We have your request, and answer you soon.')
  expect(words(dom(done).querySelector('#returns .badge'))).toBe('Requested')
  expect(words(dom(done).querySelector('#returns'))).toContain('It is damaged or faulty. A seam is open.')
  // The head says it too, since the returns stand at the end of the page.
  expect(words(dom(done).querySelector('main a[href="#returns"]')?.parentNode ?? null)).toBe('Return Requested')
  const paid = order.total_amount - order.delivery_fee
  expect(await returnsOf(orderId)).toMatchObject([
    { kind: 'return', status: 'requested', reason: 'damaged', refund_amount: paid, return_items: [{ quantity: 1 }] },
  ])
  await expect
    .poll(async () => (await fetch(inject('sandbox').MAILBOX_URL ?? '')).text())
    .toContain(`Return of ${orderId}`)
})

test('mails operators the name of an item as it was sold, whatever the shopper’s language', async () => {
  const { visitor, orderId } = await delivered()
  const { data } = await serviceClient()
    .from('order_items')
    .select('product_name, products(id, translations), orders!inner(order_id)')
    .eq('orders.order_id', orderId)
    .single()
  expect(data?.products?.translations).toMatchObject({ ur: { name: expect.stringMatching(/[\u0600-\u06ff]/) } })
  visitor.cookies.set('website_language', 'ur')
  await submitReturn(visitor, orderId)
  const mails = async () => (await fetch(inject('sandbox').MAILBOX_URL ?? '')).text()
  await expect.poll(mails).toContain(`Return of ${orderId}`)
  const mail = (await mails()).split(`Return of ${orderId}`)[1] ?? ''
  expect(mail).toContain(`1 × ${data?.product_name}`)
})

test('follows operators’ row edits, until the refund is sent', async () => {
  const { visitor, orderId } = await delivered()
  await submitReturn(visitor, orderId)
  const [asked] = await returnsOf(orderId)
  const id = asked?.id ?? ''
  const moves = async (change: { status: string; answer?: string }) => {
    const { error } = await serviceClient().from('returns').update(change).eq('id', id)
    const page = await visitor.get(pageOf(orderId))
    return [error?.message ?? 'moved', words(dom(page).querySelector('#returns .badge'))]
  }
  expect(await moves({ status: 'refunded' })).toEqual(['status_not_allowed', 'Requested'])
  expect(await moves({ status: 'approved', answer: 'Our rider comes on Friday.' })).toEqual(['moved', 'Approved'])
  expect((await visitor.get(pageOf(orderId))).text).toContain('Our rider comes on Friday.')
  expect(await moves({ status: 'received' })).toEqual(['moved', 'Received'])
  expect((await visitor.get(pageOf(orderId))).text).toContain('If you paid in cash, we call you and ask where to.')
  expect(await moves({ status: 'refunded' })).toEqual(['refund_not_sent', 'Received'])
  const { data: refund } = await serviceClient()
    .from('refunds')
    .update({ refunded_at: new Date().toISOString() })
    .eq('return_id', id)
    .select('amount, reason, provider')
    .single()
  expect(refund).toEqual({ amount: asked?.refund_amount, reason: 'returned', provider: 'cash' })
  const page = await visitor.get(pageOf(orderId))
  expect(words(dom(page).querySelector('#returns .badge'))).toBe('Refunded')
  expect(page.text).not.toContain('We sent it back to you')
})

test('reports every error of the form at once, and keeps what was typed', async () => {
  const { visitor, orderId } = await delivered()
  const page = await submitReturn(visitor, orderId, { 'quantity-0': '0', reason: '', note: 'Kept words' })
  expect(page.status).toBe(400)
  expect(all(dom(page), 'main .notice[role=alert] a')).toEqual([
    'Please choose what you send back.',
    'Please tell us why.',
  ])
  expect(words(dom(page).querySelector('textarea'))).toBe('Kept words')
  expect(dom(page).querySelector('select[name=quantity-0]')?.getAttribute('aria-invalid')).toBe('true')
  expect(await returnsOf(orderId)).toEqual([])
})

test('stores a repeated request once, and refuses to return an item twice', async () => {
  const { visitor, orderId } = await delivered()
  const page = await visitor.get(`/orders/${orderId}/return`)
  const fields = { ...formFields(page.html, 'name="requestKey"'), 'quantity-0': '1', reason: 'size' }
  await Promise.all([1, 2].map(() => visitor.post(`/orders/${orderId}/return`, fields)))
  expect(await returnsOf(orderId)).toHaveLength(1)
  const again = await visitor.get(`/orders/${orderId}/return`)
  expect([again.url, words(dom(again).querySelector('.flash'))]).toEqual([
    pageOf(orderId),
    'Everything of this order is on its way back already.',
  ])
})

test('accepts no returns after the allowed days, and offers to ask', async () => {
  const { visitor, orderId } = await delivered()
  await deliveredDaysAgo(orderId, 15)
  const order = await visitor.get(pageOf(orderId))
  expect(order.html).not.toContain(`/orders/${orderId}/return`)
  expect(order.text).toContain('Ask us about this order')
  const page = await visitor.get(`/orders/${orderId}/return`)
  expect(words(dom(page).querySelector('.flash'))).toContain('This order can’t be sent back.')
})

test('stores photos for operators only, and refuses files that are no pictures', async () => {
  const { visitor, orderId } = await delivered()
  const page = await visitor.get(`/orders/${orderId}/return`)
  const send = async (photo: Buffer) => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...formFields(page.html, 'name="requestKey"'), reason: 'damaged' }))
      if (name !== 'photos') body.append(name, String(value))
    body.append('photos', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png')
    return visitor.request(`/orders/${orderId}/return`, { method: 'POST', body })
  }
  const refused = await send(Buffer.from('no picture'))
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('This file is not a picture we can read.'),
  ])
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await send(picture)).status).toBe(302)
  const [asked] = await returnsOf(orderId)
  expect(asked?.photos).toEqual([expect.stringMatching(/^return-photos\/[0-9a-f-]{36}\.webp$/)])
  const path = asked?.photos[0] ?? ''
  expect((await serviceClient().storage.from('files').download(path)).error).toBeNull()
  expect((await anonymousClient().storage.from('files').download(path)).error).not.toBeNull()
  expect((await visitor.get(`/images/320/${path}`)).status).not.toBe(200)
  expect((await visitor.get(pageOf(orderId))).text).toContain('1 photo sent.')
})

test('holds the new piece of an exchange at once, and releases it when the shopper withdraws', async () => {
  const { visitor, orderId } = await delivered()
  const page = await visitor.get(`/orders/${orderId}/exchange`)
  const size = dom(page).querySelectorAll('select[name=instead-0] option')[1]
  const chosen = size?.getAttribute('value') ?? ''
  const [, variant = ''] = chosen.split('/')
  const stockOf = async () =>
    (await serviceClient().from('product_variants').select('stock').eq('id', variant).single()).data?.stock ?? 0
  const before = await stockOf()
  const fields = { ...formFields(page.html, 'name="requestKey"'), 'instead-0': chosen }
  const done = await visitor.post(`/orders/${orderId}/exchange`, fields)
  expect(words(dom(done).querySelector('.flash'))).toBe('We hold what you chose for you, and answer you soon.')
  expect(words(dom(done).querySelector('#returns'))).toContain(`→ ${words(size ?? null).replace('Size ', '')}`)
  expect(await stockOf()).toBe(before - 1)
  const [asked] = await returnsOf(orderId)
  const kept = await visitor.post(`/orders/${orderId}/return`, { intent: 'withdraw', return: asked?.id ?? '' })
  expect(words(dom(kept).querySelector('.flash'))).toBe('Your request is withdrawn.')
  expect(await stockOf()).toBe(before)
  await visitor.post(`/orders/${orderId}/return`, { intent: 'withdraw', return: asked?.id ?? '' })
  expect(await stockOf()).toBe(before)
})

test('refuses to withdraw a return that has arrived at the shop', async () => {
  const { visitor, orderId } = await delivered()
  await submitReturn(visitor, orderId)
  const [asked] = await returnsOf(orderId)
  const id = asked?.id ?? ''
  for (const status of ['approved', 'received']) await serviceClient().from('returns').update({ status }).eq('id', id)
  const late = await visitor.post(`/orders/${orderId}/return`, { intent: 'withdraw', return: id })
  expect(words(dom(late).querySelector('.flash'))).toBe('This request can’t be withdrawn any more.')
})

test('reports a sold-out or missing size at the form', async () => {
  const { visitor, orderId } = await delivered()
  const page = await visitor.get(`/orders/${orderId}/exchange`)
  const fields = formFields(page.html, 'name="requestKey"')
  const none = await visitor.post(`/orders/${orderId}/exchange`, { ...fields, 'instead-0': '' })
  expect([none.status, all(dom(none), 'main .notice[role=alert]')]).toEqual([
    400,
    ['Please choose what you want instead.'],
  ])
  const gone = await visitor.post(`/orders/${orderId}/exchange`, {
    ...fields,
    'instead-0': `${randomUUID()}/${randomUUID()}/`,
  })
  expect([gone.status, all(dom(gone), 'main .notice[role=alert]')]).toEqual([
    409,
    ['This is not there any more. Please choose something else.'],
  ])
})

test('links an order’s page to the chat with its number filled in', async () => {
  const { visitor, orderId } = await delivered()
  const link = dom(await visitor.get(pageOf(orderId)))
    .querySelectorAll('#returns a')
    .find((one) => words(one) === 'Ask us about this order')
  const chat = await visitor.get((link?.getAttribute('href') ?? '').split('#')[0] ?? '')
  expect(dom(chat).querySelector('input[name=orderNumber]')?.getAttribute('value')).toBe(orderId)
})

test('takes a return in Urdu: its form, what is missing, its status and its withdrawing', async () => {
  const { visitor, orderId } = await delivered()
  visitor.cookies.set('website_language', 'ur')
  const form = await visitor.get(`/orders/${orderId}/return`)
  expect([words(dom(form).querySelector('h1')), all(dom(form), '.return-reasons label')[0]]).toEqual([
    'چیزیں واپس کریں',
    'سائز ٹھیک نہیں',
  ])
  const fields = formFields(form.html, 'name="requestKey"')
  const refused = await visitor.post(`/orders/${orderId}/return`, { ...fields, 'quantity-0': '0' })
  expect(refused.text).toContain('براہِ کرم وجہ چنیں۔')
  expect(refused.text).toContain('براہِ کرم چنیں کہ کیا واپس کرنا ہے۔')
  const asked = await visitor.post(`/orders/${orderId}/return`, { ...fields, 'quantity-0': '1', reason: 'size' })
  expect(asked.text).toContain('آپ کی درخواست مل گئی ہے، اور ہم جلد جواب دیں گے۔')
  expect(words(dom(asked).querySelector('#returns .return'))).not.toMatch(/Return|Requested|Refund|doesn/)
})

test('an exchange in Urdu names what is sent instead in Urdu, in its form and on the order’s page, and corrections too', async () => {
  const { visitor, orderId } = await delivered()
  const db = serviceClient()
  const { data: other } = await db
    .from('products')
    .insert({
      slug: `instead-${randomUUID()}`,
      // Too old for the home page, which another test compares with the products.
      created_at: '2020-01-01T00:00:00Z',
      name: 'Guest robe',
      price: 900,
      translations: { ur: { name: 'مہمان گاؤن' } },
    })
    .select('id, slug')
    .single()
  visitor.cookies.set('website_language', 'ur')
  const form = await visitor.get(`/orders/${orderId}/exchange?product=${other?.slug}`)
  const instead = dom(form)
    .querySelectorAll('select[name=instead-0] option')
    .find((option) => option.getAttribute('value')?.startsWith(other?.id ?? ''))
  expect(words(instead ?? null)).toContain('مہمان گاؤن')
  const fields = formFields(form.html, 'name="requestKey"')
  await visitor.post(`/orders/${orderId}/exchange`, { ...fields, 'instead-0': instead?.getAttribute('value') ?? '' })
  const [asked] = await returnsOf(orderId)
  const history = [{ status: 'requested', timestamp: new Date().toISOString(), note: 'Corrected by the shop: Torn' }]
  await db
    .from('returns')
    .update({ history })
    .eq('id', asked?.id ?? '')
  const shown = words(dom(await visitor.get(pageOf(orderId))).querySelector('#returns .return'))
  expect(shown).toContain('مہمان گاؤن')
  expect(shown).toContain('دکان نے درست کیا: Torn')
  expect(shown).not.toMatch(/Guest robe|Corrected/)
})
