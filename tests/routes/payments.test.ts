import { expect, inject, test } from 'vitest'
import { decideAtPayfast, placeOrder } from '../support/checkout.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Visitor } from '../support/visitor.ts'
import { whileOutOfStock } from '../support/orders.ts'

async function pending(): Promise<{ visitor: Visitor; orderId: string; id: string; total: number; userId: string }> {
  const person = await newPerson('Nadia Iqbal')
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'payfast')
  const { data } = await serviceClient().from('orders').select('id, total_amount').eq('order_id', orderId).single()
  return { visitor, orderId, id: data?.id ?? '', total: data?.total_amount ?? 0, userId: person.id }
}

async function rowOf(orderId: string) {
  const { data } = await serviceClient()
    .from('orders')
    .select('status, payment_status, failure_reason')
    .eq('order_id', orderId)
    .single()
  return data
}

/** Records a payment as the provider reports it, after all checks. */
function record({ orderId, id, total }: { orderId: string; id: string; total: number }, outcome: string) {
  return serviceClient().rpc('record_payment', {
    p_payment: {
      provider: 'payfast',
      payment_id: crypto.randomUUID(),
      outcome,
      amount: total.toFixed(2),
      reference: orderId,
      order_id: id,
    },
  })
}

test('posts to PayFast in the same window (PY-08, PY-43)', async () => {
  const { visitor, orderId } = await pending()
  const page = await visitor.get(`/pay/${orderId}`)
  expect(words(dom(page).querySelector('h1'))).toBe('Redirecting to PayFast...')
  const form = dom(page).querySelector('main form')
  expect([form?.getAttribute('method'), form?.getAttribute('action'), form?.getAttribute('target')]).toEqual([
    'post',
    inject('sandbox').PAYFAST_PROCESS_URL,
    undefined,
  ])
  expect(page.headers.get('cache-control')).toContain('no-store')
})

test('tells PayFast the merchant, the amount and the order (PY-07, PY-10, PY-11, PY-12, PY-13, PY-14)', async () => {
  const { visitor, orderId, total } = await pending()
  expect(formFields((await visitor.get(`/pay/${orderId}`)).html, 'merchant_id')).toMatchObject({
    merchant_id: '10000100',
    merchant_key: '46f0cd694581a',
    amount: total.toFixed(2),
    item_name: `Order ${orderId}`,
    item_description: `Chambeli order ${orderId}`,
    signature: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test('tells PayFast where to return and notify, and whose order it is (PY-15, PY-16, PY-17, PY-18, PY-19, PY-20, PY-22)', async () => {
  const { visitor, orderId, id, userId } = await pending()
  const shop = inject('shopUrl')
  const { data: contact } = await serviceClient()
    .from('orders')
    .select('contact_email, contact_phone')
    .eq('id', id)
    .single()
  expect(formFields((await visitor.get(`/pay/${orderId}`)).html, 'merchant_id')).toMatchObject({
    return_url: `${shop}/profile/active-orders/payment-success?order=${orderId}`,
    cancel_url: `${shop}/profile/active-orders/payment-failed?order=${orderId}`,
    notify_url: `${shop}/api/payfast-notify`,
    custom_str1: orderId,
    custom_str2: id,
    custom_str3: userId,
    name_first: 'Nadia',
    name_last: 'Iqbal',
    email_address: contact?.contact_email,
    cell_number: contact?.contact_phone?.replace('+', ''),
  })
})

test('accepts only completed payments (PY-05)', async () => {
  for (const [outcome, status] of [
    ['FAILED', 'PaymentFailed'],
    ['CANCELLED', 'PaymentFailed'],
    ['PENDING', 'PaymentPending'],
    ['whatever', 'PaymentPending'],
  ] as const) {
    const order = await pending()
    await record(order, outcome)
    expect([outcome, await rowOf(order.orderId)]).toEqual([
      outcome,
      expect.objectContaining({ status, payment_status: false }),
    ])
  }
})

test('waits for the notification after the return, and looks again by itself (RT-32, PY-28, PY-31, PY-32)', async () => {
  const order = await pending()
  const back = `/profile/active-orders/payment-success?order=${order.orderId}`
  const waiting = await order.visitor.get(back)
  expect(waiting.text).toContain('We are confirming your payment')
  expect(waiting.text).not.toContain('Payment Successful')
  expect(dom(waiting).querySelector('noscript')?.toString()).toContain(`content="4;url=${back}&amp;look=1"`)
  // The same with scripts.
  const next = dom(waiting).querySelector('[data-move-on]')
  expect([next?.getAttribute('data-move-on'), next?.getAttribute('data-after')]).toEqual([`${back}&look=1`, '4'])
  expect(await rowOf(order.orderId)).toMatchObject({ status: 'PaymentPending', payment_status: false })
})

test('confirms a payment once the notification is there, and leads to the order (CH-42, PY-27, PY-29, PY-30, PY-47)', async () => {
  const order = await pending()
  const back = `/profile/active-orders/payment-success?order=${order.orderId}`
  expect((await record(order, 'COMPLETE')).data).toMatchObject({ verdict: 'applied' })
  expect(await rowOf(order.orderId)).toMatchObject({ status: 'PaymentAccepted', payment_status: true })
  const paid = await order.visitor.get(back)
  expect(paid.text).toContain('Payment Successful')
  expect(paid.text).toContain('Payment successful!')
  expect(dom(paid).querySelector('noscript')?.toString()).toContain(`url=/profile/active-orders/${order.orderId}`)
})

test('marks only the shopper’s own unpaid order as failed, and leads to the active orders with its message (RT-33, PY-33, PY-34, PY-35, PY-36, PY-45)', async () => {
  const order = await pending()
  const cancel = `/profile/active-orders/payment-failed?order=${order.orderId}`
  await (await signedIn(await newPerson())).get(cancel)
  expect((await rowOf(order.orderId))?.status).toBe('PaymentPending')
  const page = await order.visitor.get(cancel)
  expect(page.url).toBe('/profile/active-orders')
  expect(all(dom(page), 'main [role=alert]')).toEqual(['Payment was not completed.'])
  expect(dom(page).querySelector(`form[action="/pay/${order.orderId}"] button`)).not.toBeNull()
  expect(await rowOf(order.orderId)).toEqual({
    status: 'PaymentFailed',
    payment_status: false,
    failure_reason: 'Payment was cancelled or failed',
  })
  const paid = await pending()
  await record(paid, 'COMPLETE')
  const paidPage = await paid.visitor.get(`/profile/active-orders/payment-failed?order=${paid.orderId}`)
  expect(paidPage.url).toBe('/profile/active-orders')
  expect(all(dom(paidPage), 'main [role=status]')).toEqual(['This order is paid'])
  expect((await rowOf(paid.orderId))?.status).toBe('PaymentAccepted')
})

test.each(['fail', 'cancel'] as const)(
  'fails an order after %s at PayFast by the notification, and can be paid again (RT-34)',
  async (decision) => {
    const { orderId, visitor } = await pending()
    expect(await decideAtPayfast(visitor, orderId, decision)).toContain('/profile/active-orders/payment-failed')
    expect(await rowOf(orderId)).toEqual({
      status: 'PaymentFailed',
      payment_status: false,
      failure_reason: 'Payment was cancelled or failed',
    })
    await visitor.submit(`/pay/${orderId}`, {})
    await decideAtPayfast(visitor, orderId, 'pay')
    expect(await rowOf(orderId)).toMatchObject({ status: 'PaymentAccepted', payment_status: true })
  },
)

test('starts a payment again and clears the failure reason (PY-37, PY-38, PY-42)', async () => {
  const order = await pending()
  await order.visitor.get(`/profile/active-orders/payment-failed?order=${order.orderId}`)
  const details = dom(await order.visitor.get(`/profile/active-orders/${order.orderId}`))
  const form = details.querySelector(`form[action="/pay/${order.orderId}"]`)
  expect(words(form?.querySelector('button') ?? null)).toMatch(/^Pay again Rs\. /)
  const response = await order.visitor.submit(`/pay/${order.orderId}`, {})
  expect(response.headers.get('location')).toBe(`/pay/${order.orderId}`)
  expect(await rowOf(order.orderId)).toEqual({ status: 'PaymentPending', payment_status: false, failure_reason: null })
})

test.each(['payment-success', 'payment-failed'])(
  '%s: tells a shopper who returns in another browser to log in, and that nothing is lost',
  async (name) => {
    const page = await newVisitor().get(`/profile/active-orders/${name}?order=ORD-1764421291000-1`)
    expect(page.url).toBe('/')
    expect(page.text).toContain('Please log in to see your order. If you have paid, nothing is lost')
  },
)

test.each([
  '/profile/active-orders/payment-success?order=ORD-1764421291000-1',
  '/profile/active-orders/payment-failed?order=ORD-1764421291000-1',
  '/checkout/placed/ORD-1764421291000-1?payment=success',
])('opens %s by GET when the payment page posts to it, which changes nothing', async (path) => {
  const headers = { origin: 'https://payment.example', 'sec-fetch-site': 'cross-site' }
  const response = await newVisitor().submit(path, { payment_status: 'COMPLETE' }, headers)
  expect([response.status, response.headers.get('location')]).toEqual([303, path])
  expect(response.headers.getSetCookie()).toEqual([])
})

test('refuses to pay signed out (PY-41)', async () => {
  const { orderId } = await pending()
  const page = await newVisitor().post(`/pay/${orderId}`, {})
  const alert = dom(page).querySelector('.flash[role=alert]')
  expect(words(alert ?? null)).toBe('You must be logged in to make a payment')
})

test('flags the second payment of an order for a refund', async () => {
  const order = await pending()
  const [one, two] = [
    await order.visitor.get(`/pay/${order.orderId}`),
    await order.visitor.get(`/pay/${order.orderId}`),
  ]
  expect(formFields(one.html, 'merchant_id').amount).toBe(formFields(two.html, 'merchant_id').amount)
  expect((await record(order, 'COMPLETE')).data).toMatchObject({ verdict: 'applied' })
  expect((await record(order, 'COMPLETE')).data).toMatchObject({ verdict: 'refund' })
  const { data } = await serviceClient()
    .from('refunds')
    .select('reason, orders!inner(order_id)')
    .eq('orders.order_id', order.orderId)
  expect(data).toMatchObject([{ reason: 'paid_twice' }])
})

/** Sets when an order's hold ends, in minutes from now. */
async function holdEndsIn(orderId: string, minutes: number): Promise<void> {
  const { error } = await serviceClient()
    .from('orders')
    .update({ hold_until: new Date(Date.now() + minutes * 60_000).toISOString() })
    .eq('order_id', orderId)
  if (error) throw error
}

test('reports payments without notification after half an hour, fails them after an hour, and still accepts a late notification', async () => {
  const [young, old] = [await pending(), await pending()]
  // Flag the orders of other tests first.
  await serviceClient().rpc('flag_stale_payments')
  await holdEndsIn(young.orderId, 29)
  await holdEndsIn(old.orderId, -1)
  const fresh = await pending()
  const { data } = await serviceClient().rpc('flag_stale_payments')
  // The sandbox's own timer may flag some too, so the number isn't asserted.
  expect(data).toEqual({ unconfirmed: expect.any(Number), failed: expect.any(Number), cancelled: expect.any(Number) })
  expect(await rowOf(fresh.orderId)).toMatchObject({ status: 'PaymentPending', failure_reason: null })
  expect(await rowOf(young.orderId)).toMatchObject({
    status: 'PaymentPending',
    failure_reason: 'Payment not confirmed yet',
  })
  expect(await rowOf(old.orderId)).toMatchObject({
    status: 'PaymentFailed',
    failure_reason: 'Payment was not confirmed',
  })
  expect((await record(old, 'COMPLETE')).data).toMatchObject({ verdict: 'applied' })
  expect(await rowOf(old.orderId)).toMatchObject({ status: 'PaymentAccepted', failure_reason: null })
})

test('lets an expired order be paid while it is in stock, and explains when it is sold out', async () => {
  const { orderId, visitor } = await pending()
  const lapse = async () => {
    await holdEndsIn(orderId, -1)
    await serviceClient().rpc('flag_stale_payments')
    expect((await rowOf(orderId))?.status).toBe('PaymentFailed')
  }
  await lapse()
  expect((await visitor.submit(`/pay/${orderId}`, {})).headers.get('location')).toBe(`/pay/${orderId}`)
  expect((await rowOf(orderId))?.status).toBe('PaymentPending')
  await lapse()
  const page = await whileOutOfStock(serviceClient(), orderId, () => visitor.post(`/pay/${orderId}`, {}))
  expect(words(dom(page).querySelector('.flash'))).toContain('something in it is sold out now')
  expect((await rowOf(orderId))?.status).toBe('PaymentFailed')
})
