import { afterEach, beforeEach, expect, test } from 'vitest'
import { outcome, TestDatabase, type Session } from '../support/sessions.ts'

// An order that is changed while it is cancelled or paid, or changed twice by the desk or its shopper (decisions 184 and 218), and orders
// entered at once.

let copy: TestDatabase
let operator: string
let before: number

beforeEach(async () => {
  copy = await TestDatabase.make()
  operator = await copy.makeOperator()
  before = await stock()
})
afterEach(() => copy.drop())

const ROBE = `select v.id, v.product_id, v.label from public.product_variants v join public.products p on p.id = v.product_id
  where p.name = 'Guest robe' order by v.display_order limit 1`

const stock = async () =>
  (
    await copy.read<{ stock: number }>(
      `select stock from public.product_variants where id = (select id from (${ROBE}) as robe)`,
    )
  ).stock

/** Places an order of one robe, paid by card if that is asked. Returns its number, key and version, its total, and its item. */
async function placed(method: 'cod' | 'payfast') {
  const server = await copy.open('server')
  const key = crypto.randomUUID()
  await server.call(
    `select public.place_order($1, 'hash', jsonb_build_array(jsonb_build_object('product_id', r.product_id, 'size', r.label, 'quantity', 1, 'color',
        (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = r.product_id limit 1))),
      'changed@example.com', $2, $2, $3, 'Mobile') from (${ROBE}) as r`,
    key,
    { first_name: 'A', address_line1: '1 Road', city: 'Lahore', phone: '+923119876543' },
    method,
  )
  return copy.read<{
    number: string
    key: string
    version: number
    total: number
    each: number
    item: { id: string; size: string; color: string }
  }>(
    `select o.order_id as number, o.attempt_key as key, o.version, o.total_amount::float as total,
       i.price_at_purchase::float as each, jsonb_build_object('id', i.id, 'size', i.selected_size, 'color', i.selected_color) as item
     from public.orders o join public.order_items i on i.order_id = o.id where o.attempt_key = $1`,
    key,
  )
}
type Placed = Awaited<ReturnType<typeof placed>>

/** Asks for so many pieces of the order's item. */
const changeOf =
  ({ number, version, item }: Placed, quantity: number) =>
  (session: Session) =>
    session.run(`select public.desk_edit_order($1, $2, $3)`, number, version, {
      items: [{ ...item, quantity: String(quantity) }],
    })

/** Asks for the same as the order's guest, who agrees to what that costs. */
const ownChangeOf =
  ({ number, key, version, total, each, item }: Placed, quantity: number) =>
  (session: Session) =>
    session.run(
      `select public.edit_own_order($1, $2, $3, $4, $5)`,
      number,
      version,
      { items: [{ ...item, quantity }] },
      total + (quantity - 1) * each,
      key,
    )

/** Returns an order with its pieces, what is refunded, and how many pieces less are in stock. */
async function stored({ number }: Placed) {
  const order = await copy.read<object>(
    `select o.status, (select sum(i.quantity)::integer from public.order_items i where i.order_id = o.id) as pieces,
       (select coalesce(sum(r.amount), 0)::float from public.refunds r where r.order_id = o.id) as refunded
     from public.orders o where o.order_id = $1`,
    number,
  )
  return { ...order, taken: before - (await stock()) }
}

/** Lets the second wait for the first, which commits then. Returns the outcome of the second. */
async function inTurn(first: (session: Session) => Promise<unknown>, second: (session: Session) => Promise<unknown>) {
  const [one, other] = [await copy.open({ operator }), await copy.open({ operator })]
  await one.begin()
  await first(one)
  const run = async () => {
    await other.begin()
    await second(other)
    await other.commit()
  }
  const ended = outcome(run())
  await copy.untilWaiting(1)
  await one.commit()
  return ended
}

test('an order that is cancelled while it is changed gives back the pieces that it has then', async () => {
  const order = await placed('cod')
  const server = await copy.open('server')
  const cancel = () => server.call(`select public.cancel_order($1)`, order.number)
  expect(await inTurn(changeOf(order, 3), cancel)).toBe('done')
  expect(await stored(order)).toEqual({ status: 'Cancelled', pieces: 3, refunded: 0, taken: 0 })
})

test('an order that is changed while it is cancelled stays as it was', async () => {
  const order = await placed('cod')
  const cancel = (session: Session) =>
    session.run(`select public.desk_change_order($1, $2, 'cancel')`, order.number, order.version)
  expect(await inTurn(cancel, changeOf(order, 3))).toBe('changed_meanwhile')
  expect(await stored(order)).toEqual({ status: 'Cancelled', pieces: 1, refunded: 0, taken: 0 })
})

test('of two changes at once one counts, and its pieces are taken once', async () => {
  const order = await placed('cod')
  expect(await inTurn(changeOf(order, 2), changeOf(order, 3))).toBe('changed_meanwhile')
  expect(await stored(order)).toEqual({ status: 'Processing', pieces: 2, refunded: 0, taken: 2 })
})

test('of a change by the desk and one by the shopper at once the first counts, and its pieces are taken once', async () => {
  const order = await placed('cod')
  expect(await inTurn(changeOf(order, 2), ownChangeOf(order, 3))).toBe('changed_meanwhile')
  expect(await stored(order)).toEqual({ status: 'Processing', pieces: 2, refunded: 0, taken: 2 })
  const other = await placed('cod')
  expect(await inTurn(ownChangeOf(other, 3), changeOf(other, 2))).toBe('changed_meanwhile')
  expect(await stored(other)).toEqual({ status: 'Processing', pieces: 3, refunded: 0, taken: 5 })
})

test('an order that its shopper changes while it is packed isn’t packed, and the other way round', async () => {
  const order = await placed('cod')
  const { version } = await copy.read<{ version: number }>(
    `update public.orders set confirmed_at = now() where order_id = $1 returning version`,
    order.number,
  )
  const pack = (session: Session) =>
    session.run(`select public.desk_change_order($1, $2, 'pack')`, order.number, version)
  expect(await inTurn(ownChangeOf({ ...order, version }, 2), pack)).toBe('changed_meanwhile')
  const packNow = (session: Session) =>
    session.run(`select public.desk_change_order($1, $2, 'pack')`, order.number, version + 1)
  expect(await inTurn(packNow, ownChangeOf({ ...order, version: version + 1 }, 3))).toBe('changed_meanwhile')
  expect(await stored(order)).toEqual({ status: 'Processing', pieces: 2, refunded: 0, taken: 2 })
})

test('a paid order that is lowered and cancelled at once is refunded once in all', async () => {
  const first = await placed('payfast')
  const server = await copy.open('server')
  await server.call(`select public.start_payment($1)`, first.number)
  const { total } = await copy.read<{ total: string }>(
    `select total_amount::text as total from public.orders where order_id = $1`,
    first.number,
  )
  await server.call(`select public.record_payment($1)`, {
    provider: 'payfast',
    payment_id: 'race-1',
    outcome: 'COMPLETE',
    amount: total,
    reference: first.number,
  })
  const { version } = await copy.read<{ version: number }>(
    `select version from public.orders where order_id = $1`,
    first.number,
  )
  const lower = (session: Session) =>
    session.run(`select public.desk_edit_order($1, $2, '{"delivery_fee": 0}')`, first.number, version)
  const cancel = () => server.call(`select public.cancel_order($1)`, first.number)
  expect(await inTurn(lower, cancel)).toBe('done')
  expect(await stored(first)).toEqual({ status: 'Cancelled', pieces: 1, refunded: Number(total), taken: 0 })
})

test('of two operators who enter orders for one number at once, the second is held to its limit', async () => {
  await copy.read(`update public.order_rules set most_a_day = 1 returning 1`)
  const enter = (session: Session) =>
    session.run(
      `select public.desk_place_order(gen_random_uuid(), o.entered, (public.desk_draft_order(o.entered -> 'items') #>> '{cart,total}')::numeric)
       from (select jsonb_build_object('channel', 'phone', 'payment_method', 'cod', 'address', $1::jsonb, 'items',
         jsonb_build_array(jsonb_build_object('product_id', r.product_id, 'size', r.label, 'quantity', 1, 'color',
           (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = r.product_id limit 1)))) as entered
         from (${ROBE}) as r) as o`,
      { first_name: 'A', address_line1: '1 Road', city: 'Lahore', country: 'Pakistan', phone: '+923119876544' },
    )
  expect(await inTurn(enter, enter)).toBe('too_many_orders_today')
})
