import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestDatabase, outcome, runConcurrently, type Session } from '../support/sessions.ts'

let copy: TestDatabase
let operator: string

beforeEach(async () => {
  copy = await TestDatabase.make()
  operator = await copy.makeOperator()
})
afterEach(() => copy.drop())

/** Makes confirmed cash orders, and returns their numbers. */
async function confirmed(count: number): Promise<string[]> {
  const { numbers } = await copy.read<{ numbers: string[] }>(
    `with placed as (insert into public.orders (order_id, payment_method, contact_phone, shipping_address, billing_address, shipping_city, subtotal,
        delivery_fee, total_amount, device, attempt_key, attempt_hash, status, confirmed_at)
      select 'ORD-88-' || n, 'cod', '+923331234567', '{"city": "Lahore"}', '{}', 'Lahore', 1000, 150, 1150, 'Mobile', gen_random_uuid(), 'x', 'Processing', now()
      from generate_series(1, $1) n returning order_id)
     select array_agg(order_id) as numbers from placed`,
    count,
  )
  return numbers
}
const parcels = async () =>
  (
    await copy.read<{ count: number }>(
      `select count(*)::integer as count from shop.shipments where order_id in (select id from public.orders where order_id like 'ORD-88-%')`,
    )
  ).count

const book = (session: Session, numbers: string[]) =>
  session.call(
    `select public.desk_book_parcels($1, 'PostEx', gen_random_uuid())`,
    JSON.stringify(numbers.map((order_id) => ({ order_id, version: 1 }))),
  )
const claim = async (session: Session) =>
  (
    await session.call<{ parcel: { id: string; attempt: number } }>(
      `select public.claim_parcels('{PostEx}', 1) as parcel`,
    )
  ).map(({ parcel }) => parcel)

test('orders that are booked by eight operators at once have one parcel each (CR-01)', async () => {
  const numbers = await confirmed(10)
  const sessions = await copy.openMany(8, { operator })
  const orders = [numbers, numbers.toReversed(), numbers.slice(5), numbers.slice(0, 5)]
  const results = await runConcurrently(
    sessions,
    Array.from({ length: 24 }, (_, place) => (session: Session) => book(session, orders[place % 4] ?? [])),
  )
  expect([results, await parcels()]).toEqual([{ done: 24 }, 10])
})

test('a parcel is claimed by one of eight processes, and the others go on', async () => {
  await book(await copy.open({ operator }), await confirmed(16))
  const claims: string[] = []
  await runConcurrently(
    await copy.openMany(8, 'server'),
    Array.from({ length: 24 }, () => async (session: Session) => {
      claims.push(...(await claim(session)).map(({ id }) => id))
    }),
  )
  claims.push(...(await Promise.all((await copy.openMany(16, 'server')).map(claim))).flat().map(({ id }) => id))
  expect([claims.length, new Set(claims).size]).toEqual([16, 16])
})

test('an order that is cancelled while its parcel is being booked has none in the end, and no tracking number', async () => {
  const [number = ''] = await confirmed(1)
  await book(await copy.open({ operator }), [number])
  const [server, desk] = [await copy.open('server'), await copy.open({ operator })]
  const [parcel] = await claim(server)
  await desk.begin()
  await desk.run(`select public.desk_change_order($1, 1, 'cancel')`, number)
  const settled = server.call(`select public.settle_parcel($1, 1, 'booked', 'CX-1')`, parcel?.id)
  await copy.untilWaiting(1)
  await desk.commit()
  expect(await outcome(settled)).toBe('done')
  expect(
    await copy.read(
      `select s.state, s.tracking_number, o.tracking_number as "ofOrder" from shop.shipments s join public.orders o on o.id = s.order_id where s.id = $1`,
      parcel?.id,
    ),
  ).toEqual({
    state: 'cancelling',
    tracking_number: 'CX-1',
    ofOrder: null,
  })
})

test('one number that operators give to different orders at once is that of one parcel', async () => {
  const numbers = await confirmed(12)
  const sessions = await copy.openMany(6, { operator })
  const send = (session: Session, orders: string[], from: number) =>
    session.call(
      `select public.desk_send_by_hand('TCS', $1, false)`,
      JSON.stringify(orders.map((order_id, place) => ({ order_id, tracking: `T-${(from + place) % 3}` }))),
    )
  const results = await runConcurrently(
    sessions,
    Array.from({ length: 6 }, (_, place) => (session: Session) => {
      const own = numbers.slice(place * 2, place * 2 + 2)
      return send(session, place % 2 === 0 ? own : own.toReversed(), place)
    }),
  )
  const { taken } = await copy.read<{ taken: string[] }>(
    `select array_agg(tracking_number order by tracking_number) as taken from shop.shipments where courier = 'TCS'
       and order_id in (select id from public.orders where order_id like 'ORD-88-%')`,
  )
  expect([results, taken]).toEqual([{ done: 6 }, ['T-0', 'T-1', 'T-2']])
})
