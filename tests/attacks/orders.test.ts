import { expect, test } from 'vitest'
import { formFields } from '../support/visitor.ts'
import { addToCart, checkoutFields, placeOrder } from '../support/checkout.ts'
import {
  anonymousClient,
  asPerson,
  newPerson,
  newVisitor,
  serviceClient,
  signedIn,
  someProduct,
} from '../support/people.ts'

async function ordersOf(id: string) {
  const { data } = await serviceClient()
    .from('orders')
    .select('order_id, status, total_amount, order_items(id)')
    .eq('user_id', id)
  return data ?? []
}

test('fifty concurrent identical posts create one order', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  await addToCart(visitor)
  const fields = await checkoutFields(visitor, 'cod')
  const cookie = visitor.cookieHeader
  const answers = await Promise.all(Array.from({ length: 50 }, () => visitor.submit('/checkout', fields, { cookie })))
  const leads = new Set(answers.map((response) => response.headers.get('location')))
  const orders = await ordersOf(person.id)
  expect(orders).toHaveLength(1)
  expect(orders[0]?.order_items).toHaveLength(1)
  expect([...leads]).toEqual([`/checkout/placed/${orders[0]?.order_id}`])
})

test('ignores posted prices, totals and fees', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  await addToCart(visitor)
  const fields = await checkoutFields(visitor, 'cod')
  await visitor.submit('/checkout', {
    ...fields,
    price: '1',
    total: '1',
    total_amount: '1',
    discount: '99',
    delivery_fee: '0',
    finalPrice: '1',
    user_id: crypto.randomUUID(),
  })
  const { data: product } = await anonymousClient()
    .from('products')
    .select('final_price')
    .eq('slug', 'guest-robe')
    .single()
  expect((await ordersOf(person.id)).map((order) => order.total_amount)).toEqual([Number(product?.final_price) + 150])
})

test('a total that differs from the page’s is reported, and nothing is ordered', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  await addToCart(visitor)
  const page = await visitor.post('/checkout', { ...(await checkoutFields(visitor, 'cod')), expectedInCash: '100' })
  expect([page.status, page.text]).toEqual([
    409,
    expect.stringContaining('A price has changed since you saw this page.'),
  ])
  expect(await ordersOf(person.id)).toEqual([])
})

test.each([
  ['quantity', { quantity: '0' }, 1],
  ['quantity', { quantity: '-5' }, 1],
  ['quantity', { quantity: '1.5' }, 1],
  ['quantity', { quantity: 'NaN' }, 1],
  ['quantity', { quantity: '0x10' }, 1],
  ['quantity', { quantity: '1e3' }, 1],
  ['quantity', { quantity: '۲' }, 2],
])('a %s of %j becomes %d', async (_name, change, expected) => {
  const visitor = newVisitor()
  const product = await someProduct()
  await visitor.post('/cart', {
    intent: 'add',
    product: product.id,
    size: product.size,
    color: product.color,
    ...change,
  })
  const cart = await visitor.get('/cart')
  expect(/<output>(\d+)<\/output>/.exec(cart.html)?.[1]).toBe(String(expected))
})

test('refuses a quantity above the maximum of a line', async () => {
  const visitor = newVisitor()
  const { id, size, color } = await someProduct()
  const refused = await visitor.post('/cart', { intent: 'add', product: id, size, color, quantity: '1000000000' })
  expect(refused.html).toMatch(/role="alert">[^<]*9,?999/)
  expect((await visitor.get('/cart')).text).toContain('Your cart is empty')
})

test('refuses an unknown size and an unknown product', async () => {
  const product = await someProduct()
  const visitor = newVisitor()
  expect(
    (await visitor.post('/cart', { intent: 'add', product: product.id, size: 'XXXXL', color: product.color })).text,
  ).toContain('Please select a size')
  expect(
    (await visitor.post('/cart', { intent: 'add', product: product.id, size: product.size, color: 'Ultraviolet' }))
      .text,
  ).toContain('Please select a color')
  expect(
    (await visitor.post('/cart', { intent: 'add', product: crypto.randomUUID(), size: 'M', color: 'Black' })).text,
  ).toContain('Failed to add item to cart')
  expect(
    (await visitor.post('/cart', { intent: 'add', product: "' or 1=1", size: 'M', color: 'Black' })).text,
  ).toContain('Failed to add item to cart')
  expect((await visitor.get('/cart')).text).toContain('Your cart is empty')
})

test('another shopper’s order looks like an unknown order', async () => {
  const owner = await signedIn(await newPerson())
  const orderId = await placeOrder(owner, 'cod')
  const stranger = await signedIn(await newPerson())
  const theirs = await stranger.get(`/profile/active-orders/${orderId}`)
  expect([theirs.status, theirs.text]).toEqual([
    404,
    expect.stringContaining('You do not have permission to view this order'),
  ])
  expect(theirs.text).not.toContain('Canal Road')
  const nothing = await stranger.get('/profile/active-orders/ORD-1-1')
  expect([nothing.status, nothing.text]).toEqual([404, expect.stringContaining('No order found for ID: ORD-1-1')])
  expect((await stranger.submit(`/pay/${orderId}`, {})).headers.get('location')).toContain('/profile/active-orders')
})

test('the database refuses direct writes of orders, payments and stock', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'payfast')
  const client = await asPerson(person)
  const refused = await Promise.all([
    client.from('orders').update({ payment_status: true, status: 'PaymentAccepted' }).eq('order_id', orderId),
    client.from('orders').insert({
      order_id: 'ORD-1-1',
      shipping_address: {},
      billing_address: {},
      shipping_city: 'x',
      subtotal: 0,
      delivery_fee: 0,
      total_amount: 0,
      device: 'Mobile',
      attempt_key: crypto.randomUUID(),
      attempt_hash: 'x',
    }),
    client.from('order_items').delete().eq('quantity', 1),
    client.from('transactions').insert({ order_ref: orderId, order_id: crypto.randomUUID() }),
    client.from('product_variants').update({ stock: 9999 }).neq('stock', 0),
    client.from('promo_codes').select('code'),
    client.rpc('record_payment', { p_payment: {} }),
  ])
  expect(refused.map(({ error }) => error?.code)).toEqual(Array.from({ length: 7 }, () => '42501'))
  expect((await ordersOf(person.id))[0]?.status).toBe('PaymentPending')
})

test('a cart with too many lines gets a friendly message', async () => {
  const visitor = newVisitor()
  const { data: products } = await anonymousClient()
    .from('products')
    .select('id, product_variants(label), product_colors(colors(name))')
    .limit(40)
  let text = ''
  for (const product of products ?? []) {
    for (const { label } of product.product_variants.slice(0, 2)) {
      const color = product.product_colors[0]?.colors.name ?? ''
      const response = await visitor.submit('/cart', { intent: 'add', product: product.id, size: label ?? '', color })
      await response.body?.cancel()
    }
  }
  text = (await visitor.get('/cart')).text
  expect(text).toContain('Your cart is full. Please order what is in it first.')
  expect((visitor.cookies.get('addtocartItems') ?? '').length).toBeLessThan(4000)
})

test('another’s order isn’t changed: not by account, by a guessed key, or from another site', async () => {
  const owner = await signedIn(await newPerson())
  const orderId = await placeOrder(owner, 'cod')
  const columns = 'version, total_amount, attempt_key, user_id, shipping_address'
  const read = async () => (await serviceClient().from('orders').select(columns).eq('order_id', orderId).single()).data
  const before = await read()
  const address = { first_name: 'M', address_line1: '1 Thief Street', city: 'Lahore', phone: '+923001234567' }
  const change = {
    p_order_id: orderId,
    p_version: before?.version ?? 0,
    p_change: { address },
    p_expected_total: before?.total_amount ?? 0,
  }
  const stranger = await asPerson(await newPerson())
  for (const client of [anonymousClient(), stranger]) {
    // The order is an account's, so its attempt's key opens it no more than another.
    for (const key of [undefined, crypto.randomUUID(), before?.attempt_key]) {
      const { error } = await client.rpc('edit_own_order', { ...change, p_attempt_key: key })
      expect(error?.message).toBe('no_such_order')
      const { data } = await client.rpc('get_own_order_change', { p_order_id: orderId, p_attempt_key: key })
      expect(data).toBeNull()
    }
  }
  const page = await owner.get(`/orders/${orderId}/edit`)
  const fields = { ...formFields(page.html, 'name="version"'), address: '1 Thief Street' }
  const forged = await owner.submit(`/orders/${orderId}/edit`, fields, { origin: 'https://evil.example' })
  expect(forged.status).toBe(403)
  const link = await newVisitor().get(`/checkout/placed/${orderId}?token=${'A'.repeat(22)}`)
  expect(link.url).toMatch(/^\/help\/delivery-details/)
  expect(await read()).toEqual(before)
})

test('an order’s shopper gives themselves no discount, no free delivery and no other price', async () => {
  const person = await newPerson()
  const orderId = await placeOrder(await signedIn(person), 'cod')
  const client = await asPerson(person)
  const { data: order } = await client.from('orders').select('version, total_amount, order_items(id)').single()
  const id = order?.order_items[0]?.id ?? ''
  const gifts = [
    { discount: 100, discount_reason: 'x' },
    { delivery_fee: 0 },
    { items: [{ product: 'guest-robe', size: 'S', quantity: 1 }] },
  ]
  for (const p_change of [
    ...gifts,
    { items: [{ id, size: 'S', quantity: 1, price: 1, final_price: 1 }], discount: 1 },
  ]) {
    const { error } = await client.rpc('edit_own_order', {
      p_order_id: orderId,
      p_version: order?.version ?? 0,
      p_change,
      p_expected_total: 1,
    })
    expect(error?.message).toBe('invalid_request')
  }
  expect((await ordersOf(person.id))[0]?.total_amount).toBe(order?.total_amount)
})
