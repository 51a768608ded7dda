import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { checkoutFields, placeOrder } from '../support/checkout.ts'
import { all, dom, links, words } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn, type Person } from '../support/people.ts'
import { formFields, type Page, type Visitor } from '../support/visitor.ts'

type Status =
  | 'Processing'
  | 'PaymentPending'
  | 'PaymentAccepted'
  | 'PaymentFailed'
  | 'Shipped'
  | 'Delivered'
  | 'Cancelled'
type OrderRow = Database['public']['Tables']['orders']['Update']

let person: Person
let visitor: Visitor
const orders = new Map<string, string>()

/** Changes an order by row edits, as operators do in Studio. */
async function move(orderId: string, ...changes: OrderRow[]): Promise<void> {
  for (const change of changes) {
    const { error } = await serviceClient().from('orders').update(change).eq('order_id', orderId)
    if (error) throw error
  }
}

const WAYS: [Status, 'cod' | 'payfast', OrderRow[]][] = [
  ['Processing', 'cod', []],
  ['PaymentAccepted', 'payfast', [{ status: 'PaymentAccepted' }]],
  ['Shipped', 'cod', [{ status: 'Shipped', tracking_number: 'TCS-778899' }]],
  ['Delivered', 'cod', [{ status: 'Shipped' }, { status: 'Delivered' }]],
  ['Cancelled', 'payfast', [{ status: 'Cancelled' }]],
  // Last, since two may be unpaid at once.
  ['PaymentPending', 'payfast', []],
  ['PaymentFailed', 'payfast', [{ status: 'PaymentFailed', failure_reason: 'Payment was cancelled or failed' }]],
]

beforeAll(async () => {
  person = await newPerson()
  visitor = await signedIn(person)
  // An order is Pending only while it is being written.
  const pending = await placeOrder(visitor, 'payfast')
  const { data } = await serviceClient().from('orders').select('*').eq('order_id', pending).single()
  const { id: _id, ...row } = {
    ...data,
    order_id: 'ORD-1700000000000-7',
    status: 'Pending',
    attempt_key: crypto.randomUUID(),
    hold_until: null,
  }
  const { error } = await serviceClient()
    .from('orders')
    .insert({ ...row, history: [] } as never)
  if (error) throw error
  await move(pending, { status: 'Cancelled', user_id: null })
  orders.set('Pending', 'ORD-1700000000000-7')
  for (const [status, payment, changes] of WAYS) {
    const orderId = await placeOrder(visitor, payment)
    await move(orderId, ...changes)
    orders.set(status, orderId)
  }
})

const rows = (page: Page) => dom(page).querySelectorAll('.order-row')
const rowOf = (page: Page, status: string) =>
  rows(page).find((row) => row.toString().includes(orders.get(status) ?? '-'))

test('lists the shopper’s active orders of six statuses, newest first, with links to their details (OR-01, OR-02, OR-03, OR-04)', async () => {
  const stranger = await signedIn(await newPerson())
  const strangers = await placeOrder(stranger, 'cod')
  const page = await visitor.get('/profile/active-orders')
  const shown = all(dom(page), '.order-row h2')
  const active = ['Pending', 'Shipped', 'PaymentFailed', 'PaymentAccepted', 'PaymentPending', 'Processing']
  expect([...shown].toSorted()).toEqual(active.map((status) => orders.get(status)).toSorted())
  expect(shown).not.toContain(strangers)
  const { data } = await serviceClient()
    .from('orders')
    .select('order_id')
    .in('order_id', shown)
    .order('created_at', { ascending: false })
  expect(shown).toEqual(data?.map(({ order_id }) => order_id))
  expect(links(dom(page), '.order-row h2 a')).toEqual(shown.map((orderId) => `/profile/active-orders/${orderId}`))
})

test('shows Re Pay for failed and pending payments, and an arrow elsewhere (OR-05, OR-06)', async () => {
  const page = await visitor.get('/profile/active-orders')
  for (const status of ['Pending', 'Processing', 'PaymentAccepted', 'Shipped', 'PaymentFailed', 'PaymentPending']) {
    const row = rowOf(page, status)
    const repays = row?.querySelectorAll('button').map((button) => words(button))
    const arrow = row?.querySelector('a.icon-button')?.getAttribute('href')
    const isRepayable = status === 'PaymentFailed' || status === 'PaymentPending'
    expect([status, repays, arrow]).toEqual(
      isRepayable ? [status, ['Re Pay'], undefined] : [status, [], `/profile/active-orders/${orders.get(status)}`],
    )
  }
})

test('shows that there are no active or completed orders (OR-07, OR-10)', async () => {
  const newcomer = await signedIn(await newPerson())
  expect((await newcomer.get('/profile/active-orders')).text).toContain(
    "You don't have any active orders at the moment.",
  )
  expect((await newcomer.get('/profile/complete-orders')).text).toContain('No completed orders found')
})

test('lists delivered orders, and cancelled ones under their own heading (A7) (OR-09)', async () => {
  const page = dom(await visitor.get('/profile/complete-orders'))
  const cancelled = page.querySelector('section[aria-labelledby=cancelled-title]') ?? null
  expect(words(cancelled?.querySelector('h2') ?? null)).toBe('Cancelled orders')
  expect(all(page, '.order-row h2')).toEqual([orders.get('Delivered'), orders.get('Cancelled')])
  expect(words(cancelled)).toContain(orders.get('Cancelled'))
})

test('names the products and the expected arrival in a row', async () => {
  const rows = all(dom(await visitor.get('/profile/active-orders')), '.order-row')
  const row = rows.find((text) => text.includes(orders.get('Processing') ?? '?'))
  expect(row).toContain('Guest robe')
  expect(row).toMatch(/Arrives \w{3} \d+ \w+ – /)
})

test('begins an order with its state, and with the items before the progress and the delivery (OR-37)', async () => {
  const { html } = await visitor.get(`/profile/active-orders/${orders.get('Processing')}`)
  const places = ['class="order-head"', 'id="items-title"', 'id="progress-title"', 'id="delivery-title"'].map((part) =>
    html.indexOf(part),
  )
  expect(places.includes(-1)).toBe(false)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('marks the list that an order stands in, and leads back there', async () => {
  for (const [status, list] of [
    ['Processing', 'active-orders'],
    ['Delivered', 'complete-orders'],
    ['Cancelled', 'complete-orders'],
  ] as const) {
    const page = dom(await visitor.get(`/profile/active-orders/${orders.get(status)}`))
    expect(links(page, '.profile-nav [aria-current], .back')).toEqual([`/profile/${list}`, `/profile/${list}`])
  }
})

test('offers to order again what is ordered, not what is still to be paid', async () => {
  const offers = async (status: Status) =>
    (await visitor.get(`/profile/active-orders/${orders.get(status)}`)).text.includes('Order again')
  expect([await offers('Delivered'), await offers('PaymentFailed')]).toEqual([true, false])
})

test('lists the steps ahead below the past ones, the last with its day', async () => {
  const timeline = async (status: Status) =>
    all(dom(await visitor.get(`/profile/active-orders/${orders.get(status)}`)), '.timeline .ahead')
  expect(await timeline('Processing')).toEqual(['Shipped Still to come', expect.stringMatching(/^Delivered Expected /)])
  expect(await timeline('Delivered')).toEqual([])
  expect(await timeline('Cancelled')).toEqual([])
})

test('promises a tracking number only for an order that is still to be shipped', async () => {
  const promises = async (status: Status) =>
    (await visitor.get(`/profile/active-orders/${orders.get(status)}`)).text.includes('A tracking number appears here')
  expect(await promises('Processing')).toBe(true)
  expect(await promises('Cancelled')).toBe(false)
  expect(await promises('Delivered')).toBe(false)
})

test('shows the items of an order with their costs (OR-12, OR-13, OR-14, OR-15, OR-16, OR-17)', async () => {
  const orderId = await placeOrder(visitor, 'cod', '3')
  const page = dom(await visitor.get(`/profile/active-orders/${orderId}`))
  expect(words(page.querySelector('h1'))).toBe(orderId)
  const { data } = await serviceClient()
    .from('orders')
    .select('order_items(*, products(name, description))')
    .eq('order_id', orderId)
    .single()
  const item = data?.order_items[0]
  const shown = page.querySelector('.order-item') ?? null
  expect(words(shown)).toContain(item?.products?.name)
  expect(words(shown)).toContain(item?.products?.description.replace(/\s+/g, ' ').trim())
  expect(shown?.querySelectorAll('img').length).toBeGreaterThan(1)
  expect(words(shown)).toContain([item?.selected_size, item?.selected_color].filter(Boolean).join(', '))
  const money = (rupees = 0) => `Rs. ${rupees.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  expect(words(shown)).toContain(`Qty 3 × ${money(item?.price_at_purchase)}`)
  const subtotal = words(shown?.querySelector('.price') ?? null)
  expect(subtotal.startsWith(money((item?.price_at_purchase ?? 0) * 3))).toBe(true)
  // What was paid stays, whatever the product costs now.
  const { error } = await serviceClient()
    .from('order_items')
    .update({ price: 999, price_at_purchase: 777, subtotal: 2331 })
    .eq('id', item?.id ?? '')
  expect(error).toBeNull()
  const old = words(dom(await visitor.get(`/profile/active-orders/${orderId}`)).querySelector('.order-item'))
  expect(old).toContain('Qty 3 × Rs. 777.00')
  expect(old).toContain('Rs. 2,331.00')
})

test('shows different texts for another’s order, an unknown one and none, with a link back (OR-18, OR-19, OR-22, OR-23)', async () => {
  const stranger = await signedIn(await newPerson())
  const say = async (who: Visitor, path: string) => {
    const page = await who.get(path)
    const root = dom(page)
    return [
      page.status,
      words(root.querySelector('.empty-text')),
      words(root.querySelector('.empty a')),
      ...links(root, '.empty a'),
    ]
  }
  const back = ['Back to Orders', '/profile/active-orders']
  expect(await say(stranger, `/profile/active-orders/${orders.get('Shipped')}`)).toEqual([
    404,
    'You do not have permission to view this order',
    ...back,
  ])
  expect(await say(visitor, '/profile/active-orders/ORD-1-1')).toEqual([404, 'No order found for ID: ORD-1-1', ...back])
  expect(await say(visitor, '/profile/active-orders/%20')).toEqual([404, 'Order not found', ...back])
  expect((await visitor.get(`/profile/active-orders/${orders.get('Shipped')?.slice(4).toLowerCase()}`)).status).toBe(
    200,
  )
})

test('shows each status’s badge (OR-24, OR-25, OR-26, OR-27, OR-28, OR-29, OR-30, OR-31)', async () => {
  const badges: Record<string, [string, string]> = {
    Delivered: ['Delivered', 'badge badge-ok'],
    Shipped: ['Shipped', 'badge badge-ship'],
    Cancelled: ['Cancelled', 'badge'],
    PaymentFailed: ['Payment failed', 'badge'],
    PaymentAccepted: ['Payment accepted', 'badge badge-ok'],
    PaymentPending: ['Payment pending', 'badge badge-warn'],
    Processing: ['Processing', 'badge badge-info'],
    Pending: ['Pending', 'badge badge-warn'],
  }
  for (const [status, look] of Object.entries(badges)) {
    const page = dom(await visitor.get(`/profile/active-orders/${orders.get(status)}`))
    const badge = page.querySelector('.order-head .badge') ?? null
    expect([status, words(badge), badge?.getAttribute('class')]).toEqual([status, ...look])
  }
})

test('shows the statuses with their times, the tracking number and the failure reason (OR-32, OR-34)', async () => {
  const shipped = await visitor.get(`/profile/active-orders/${orders.get('Shipped')}`)
  expect(all(dom(shipped), '.timeline b')).toEqual(['Order placed', 'Processing', 'Shipped'])
  expect(words(dom(shipped).querySelector('.timeline li'))).toMatch(/\d\d\/\d\d\/\d{4}, \d\d:\d\d/)
  expect(words(dom(shipped).querySelector('.tracking'))).toBe('Tracking number TCS-778899.')
  const failed = dom(await visitor.get(`/profile/active-orders/${orders.get('PaymentFailed')}`))
  expect(words(failed.querySelector('main [role=alert]'))).toBe('Payment was cancelled or failed')
  expect(all(failed, '.timeline li').at(-1)).toContain('Payment was cancelled or failed')
})

test('returns a cancelled order’s stock (OR-33)', async () => {
  const buyer = await signedIn(await newPerson())
  const stockAfter = async (orderId: string) => {
    const { data } = await serviceClient()
      .from('order_items')
      .select('quantity, product_variants(stock), orders!inner(order_id)')
      .eq('orders.order_id', orderId)
      .single()
    return data?.product_variants?.stock ?? Number.NaN
  }
  const before = await stockAfter(await placeOrder(buyer, 'cod'))
  const orderId = await placeOrder(buyer, 'cod')
  expect(await stockAfter(orderId)).toBe(before - 1)
  await move(orderId, { status: 'Cancelled' })
  expect(await stockAfter(orderId)).toBe(before)
})

test('never changes a delivered order, and never moves an order backwards', async () => {
  for (const [status, next] of [
    ['Delivered', 'Processing'],
    ['Cancelled', 'Processing'],
    ['PaymentAccepted', 'PaymentPending'],
    ['Shipped', 'Processing'],
  ]) {
    const change = move(orders.get(status ?? '') ?? '', { status: next })
    await expect(change).rejects.toMatchObject({ message: 'status_not_allowed' })
  }
})

test('prints the billing address and only the order', async () => {
  const page = await visitor.get(`/profile/active-orders/${orders.get('Processing')}`)
  expect(page.text).toMatch(/Billing\s+Same as delivery/)
  expect(page.html).toContain('@media print')
})

test('shows pictures of the ordered color in the list, on the order’s page and after placing it', async () => {
  const visitor = await signedIn(await newPerson('Sana Malik'))
  const page = await visitor.get('/product/lace-balconette-bra?color=Maroon')
  const size = dom(page).querySelector('input[name=size]:not([disabled])')?.getAttribute('value') ?? ''
  await visitor.post('/cart', {
    ...formFields(page.html, 'name="product"'),
    size,
    color: 'Maroon',
    quantity: '1',
    intent: 'add',
  })
  const placed = await visitor.submit('/checkout', await checkoutFields(visitor, 'cod'))
  const orderId = /ORD-\d+-\d+/.exec(placed.headers.get('location') ?? '')?.[0]
  const pictures = async (path: string, selector: string) =>
    dom(await visitor.get(path))
      .querySelectorAll(selector)
      .map((picture) => picture.getAttribute('src'))
  const ordered = expect.stringMatching(/lace-balconette-bra-maroon-/)
  expect(await pictures('/profile/active-orders', '.order-row img')).toEqual([ordered])
  expect(await pictures(`/checkout/placed/${orderId}`, '.placed-items img')).toEqual([ordered])
  const inDetail = await pictures(`/profile/active-orders/${orderId}`, '.order-item img, .item-pictures img')
  expect(inDetail.length).toBeGreaterThan(0)
  for (const source of inDetail) expect(source).toEqual(ordered)
})
