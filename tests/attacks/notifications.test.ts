import { createHash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Fields, type Visitor } from '../support/visitor.ts'

const phpUrlencode = (text: string) =>
  encodeURIComponent(text)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

/** Builds the provider's notification for a payment form, signed with a passphrase. */
function notification(
  form: Fields,
  change: Record<string, string> = {},
  passphrase = inject('sandbox').PAYFAST_PASSPHRASE ?? '',
): string {
  const pairs = Object.entries({
    m_payment_id: String(form.m_payment_id),
    pf_payment_id: '7654321',
    payment_status: 'COMPLETE',
    item_name: String(form.item_name),
    amount_gross: String(form.amount),
    amount_fee: '0.00',
    amount_net: String(form.amount),
    custom_str1: String(form.custom_str1),
    custom_str2: String(form.custom_str2),
    custom_str3: String(form.custom_str3),
    custom_str4: '',
    merchant_id: '10000100',
    ...change,
  })
  const text = pairs.map(([key, value]) => `${key}=${phpUrlencode(value)}`).join('&')
  const signature = createHash('md5')
    .update(`${text}&passphrase=${phpUrlencode(passphrase)}`)
    .digest('hex')
  return `${text}&signature=${signature}`
}

/** Posts a notification from the provider's address. */
function notify(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${inject('shopUrl')}/api/payfast-notify`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '127.0.0.1', ...headers },
  })
}

async function pendingOrder(): Promise<{ visitor: Visitor; orderId: string; form: Fields }> {
  const visitor = await signedIn(await newPerson())
  const orderId = await placeOrder(visitor, 'payfast')
  const page = await visitor.get(`/pay/${orderId}`)
  return { visitor, orderId, form: formFields(page.html, 'merchant_id') }
}

async function statusOf(orderId: string) {
  const { data } = await serviceClient()
    .from('orders')
    .select('status, payment_status')
    .eq('order_id', orderId)
    .single()
  return data
}

const verdictOf = async (response: Response) => [response.status, await response.text()]

const UNPAID = { status: 'PaymentPending', payment_status: false }

test('ignores forged notifications: unsigned, wrongly signed, with another passphrase, reordered or with duplicate fields (PY-23)', async () => {
  const { orderId, form } = await pendingOrder()
  const good = notification(form)
  const [first = '', second = '', ...rest] = good.split('&')
  const bodies = [
    good.replace(/&signature=.*/, ''),
    good.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')),
    notification(form, {}, 'guessed'),
    notification(form, {}, ''),
    [second, first, ...rest].join('&'),
    `${good}&payment_status=COMPLETE`,
    good.replace('COMPLETE', 'Complete'),
    '',
  ]
  const verdicts = []
  for (const body of bodies) verdicts.push(await verdictOf(await notify(body)))
  // Duplicate fields can't be read; everything else fails at the signature, before the provider is asked.
  expect(verdicts).toEqual(bodies.map((body) => [400, body.startsWith(`${good}&`) ? 'unreadable' : 'forged']))
  expect(await statusOf(orderId)).toEqual(UNPAID)
})

test('ignores a correctly signed notification that the provider doesn’t confirm (PY-26)', async () => {
  const { orderId, form } = await pendingOrder()
  expect(await verdictOf(await notify(notification(form)))).toEqual([400, 'not confirmed'])
  expect(await statusOf(orderId)).toEqual(UNPAID)
})

test('refuses a notification from another address, even with a forged X-Forwarded-For (PY-24)', async () => {
  const { orderId, form } = await pendingOrder()
  const response = await notify(notification(form), { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' })
  expect(await verdictOf(response)).toEqual([403, 'wrong source'])
  expect(await statusOf(orderId)).toEqual(UNPAID)
})

test('refuses a notification for another merchant', async () => {
  const { orderId, form } = await pendingOrder()
  expect(await verdictOf(await notify(notification(form, { merchant_id: '10000101' })))).toEqual([
    400,
    'wrong merchant',
  ])
  expect(await statusOf(orderId)).toEqual(UNPAID)
})

const aPaisa = (by: 1 | -1) => (total: string) => ((Math.round(Number(total) * 100) + by) / 100).toFixed(2)

test.each<[string, string | ((total: string) => string)]>([
  ...['1.00', '0', '-1650.00', '1e9', 'NaN', '1650', '99999999999.00', ''].map((amount): [string, string] => [
    `“${amount}”`,
    amount,
  ]),
  ['the total and a paisa', aPaisa(1)],
  ['the total without a paisa', aPaisa(-1)],
])('an amount of %s is a wrong amount (PY-25)', async (_what, wrong) => {
  const { orderId, form } = await pendingOrder()
  const amount = typeof wrong === 'string' ? wrong : wrong(String(form.amount))
  const { data } = await serviceClient().rpc('record_payment', {
    p_payment: {
      provider: 'payfast',
      payment_id: '1',
      outcome: 'COMPLETE',
      amount,
      reference: String(form.custom_str1),
      order_id: String(form.custom_str2),
    },
  })
  expect(data).toMatchObject({ verdict: 'wrong_amount' })
  expect(await statusOf(orderId)).toEqual(UNPAID)
})

test('a notification can’t pay a cash order or an unknown order', async () => {
  const visitor = await signedIn(await newPerson())
  const orderId = await placeOrder(visitor, 'cod')
  const { data: order } = await serviceClient()
    .from('orders')
    .select('id, total_amount')
    .eq('order_id', orderId)
    .single()
  const message = {
    provider: 'payfast',
    payment_id: crypto.randomUUID(),
    outcome: 'COMPLETE',
    amount: Number(order?.total_amount).toFixed(2),
    reference: orderId,
    order_id: order?.id ?? '',
  }
  expect((await serviceClient().rpc('record_payment', { p_payment: message })).data).toMatchObject({
    verdict: 'refund',
  })
  expect(await statusOf(orderId)).toMatchObject({ status: 'Processing' })
  const { data: refunds } = await serviceClient()
    .from('refunds')
    .select('reason')
    .eq('order_id', order?.id ?? '')
  expect(refunds).toEqual([{ reason: 'cash_order' }])
  expect(
    (await serviceClient().rpc('record_payment', { p_payment: { ...message, order_id: crypto.randomUUID() } })).data,
  ).toMatchObject({ verdict: 'unknown_order' })
})

/** Returns the stored notifications of a sender. */
async function storedFrom(source: string) {
  const { data } = await serviceClient().from('payment_notifications').select('*').eq('source', source)
  return data ?? []
}

test('of a notification with a wrong signature the shop stores a digest and which payment it names, at most 1 kB', async () => {
  const { form } = await pendingOrder()
  const payment = crypto.randomUUID()
  const change = { pf_payment_id: payment, name_first: 'Ayesha', amount_gross: `1650.00${'“'.repeat(500)}` }
  const body = notification(form, { ...change, junk: 'x'.repeat(9_000) }, 'guessed')
  expect((await notify(body, { 'x-forwarded-for': '203.0.113.41' })).status).toBe(400)
  const [stored, ...others] = await storedFrom('203.0.113.41')
  expect(others).toEqual([])
  expect(stored).toMatchObject({
    body: null,
    digest: createHash('sha256').update(body).digest('hex'),
    verdict: 'forged',
    order_id: null,
    message: { pf_payment_id: payment, payment_status: 'COMPLETE' },
  })
  expect(JSON.stringify(stored)).not.toContain('Ayesha')
  expect(JSON.stringify(stored).length).toBeLessThan(1_000)
})

test('stores at most twenty forged notifications of one sender in an hour, and still those of another', async () => {
  const { form } = await pendingOrder()
  const forge = (source: string) =>
    notify(notification(form, { junk: crypto.randomUUID() }, 'guessed'), { 'x-forwarded-for': source })
  const responses = await Promise.all(Array.from({ length: 30 }, () => forge('203.0.113.42')))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]))
  expect(await storedFrom('203.0.113.42')).toHaveLength(20)
  await forge('203.0.113.43')
  expect(await storedFrom('203.0.113.43')).toHaveLength(1)
})

test('a correctly signed notification is stored whole, although its sender has forged many', async () => {
  const { form } = await pendingOrder()
  const source = '203.0.113.44'
  for (let n = 0; n < 25; n += 1) await notify('a=b', { 'x-forwarded-for': source })
  const body = notification(form)
  expect(await verdictOf(await notify(body, { 'x-forwarded-for': source }))).toEqual([403, 'wrong source'])
  expect((await storedFrom(source)).filter((row) => row.body !== null)).toMatchObject([
    { body, verdict: 'wrong source', digest: null },
  ])
})

test('thirty concurrent copies of a payment are applied once, and a second payment is flagged for refund', async () => {
  const { orderId, form } = await pendingOrder()
  const message = {
    provider: 'payfast',
    payment_id: crypto.randomUUID(),
    outcome: 'COMPLETE',
    amount: String(form.amount),
    reference: String(form.custom_str1),
    order_id: String(form.custom_str2),
  }
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => serviceClient().rpc('record_payment', { p_payment: message })),
  )
  const verdicts = answers.map(({ data }) => (data as { verdict: string }).verdict)
  expect(verdicts.filter((verdict) => verdict === 'applied')).toHaveLength(1)
  expect(verdicts.filter((verdict) => verdict === 'duplicate')).toHaveLength(29)
  expect(await statusOf(orderId)).toEqual({ status: 'PaymentAccepted', payment_status: true })
  const again = await serviceClient().rpc('record_payment', {
    p_payment: { ...message, payment_id: crypto.randomUUID() },
  })
  expect(again.data).toMatchObject({ verdict: 'refund' })
})

test('a cancelled payment can still complete, and a paid one can’t be cancelled', async () => {
  const { visitor, orderId, form } = await pendingOrder()
  await visitor.get(`/profile/active-orders/payment-failed?order=${orderId}`)
  expect(await statusOf(orderId)).toMatchObject({ status: 'PaymentFailed' })
  const message = {
    provider: 'payfast',
    payment_id: crypto.randomUUID(),
    outcome: 'COMPLETE',
    amount: String(form.amount),
    reference: String(form.custom_str1),
    order_id: String(form.custom_str2),
  }
  await serviceClient().rpc('record_payment', { p_payment: message })
  await visitor.get(`/profile/active-orders/payment-failed?order=${orderId}`)
  await serviceClient().rpc('record_payment', { p_payment: { ...message, outcome: 'CANCELLED' } })
  expect(await statusOf(orderId)).toEqual({ status: 'PaymentAccepted', payment_status: true })
})

test('visiting payment-success without a notification changes nothing (RT-32)', async () => {
  const { visitor, orderId } = await pendingOrder()
  const page = await visitor.get(`/profile/active-orders/payment-success?order=${orderId}`)
  expect(page.text).toContain('We are confirming your payment')
  expect(await statusOf(orderId)).toEqual(UNPAID)
})

test('the return and cancel paths don’t change another shopper’s order', async () => {
  const { orderId } = await pendingOrder()
  const stranger = await signedIn(await newPerson())
  expect((await stranger.get(`/profile/active-orders/payment-success?order=${orderId}`)).text).toContain(
    'Error processing payment result.',
  )
  await stranger.get(`/profile/active-orders/payment-failed?order=${orderId}`)
  await newVisitor().get(`/profile/active-orders/payment-failed?order=${orderId}`)
  expect(await statusOf(orderId)).toEqual(UNPAID)
})

test('responds differently to a wrong method, type and size', async () => {
  const url = `${inject('shopUrl')}/api/payfast-notify`
  expect((await fetch(url)).status).toBe(405)
  expect((await fetch(url, { method: 'PUT', body: 'a=b' })).status).toBe(405)
  expect((await notify('{}', { 'content-type': 'application/json' })).status).toBe(415)
  expect((await notify(`a=${'x'.repeat(17_000)}`)).status).toBe(413)
})
