import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestDatabase, outcome, type Session } from '../support/sessions.ts'

let copy: TestDatabase
let operator: string

beforeEach(async () => {
  copy = await TestDatabase.make()
  operator = await copy.makeOperator()
  // Twenty delivered cash orders of 1150 each.
  await copy.read(
    `with placed as (insert into public.orders (order_id, payment_method, contact_phone, shipping_address, billing_address, shipping_city, subtotal,
        delivery_fee, total_amount, device, attempt_key, attempt_hash, status, confirmed_at, tracking_number)
      select 'ORD-89-' || n, 'cod', '+923331234567', '{"city": "Lahore"}', '{}', 'Lahore', 1000, 150, 1150, 'Mobile', gen_random_uuid(), 'x', 'Processing',
        now(), 'T-' || n from generate_series(1, 20) n returning 1) select count(*) from placed`,
  )
  for (const status of ['Shipped', 'Delivered'])
    await copy.read(
      `with moved as (update public.orders set status = '${status}' where order_id like 'ORD-89-%' returning 1) select count(*) from moved`,
    )
})
afterEach(() => copy.drop())

interface Settlement {
  id: string
  version: number
  seen: string
}

/** Stores a file with these rows, and returns it as a page shows it. */
async function settlement(session: Session, rows: string[][]): Promise<Settlement> {
  const [made] = await session.call<{ id: string }>(
    `select public.desk_start_settlement('TCS', 'june.csv', '{CN,COD}', $1) as id`,
    JSON.stringify(rows),
  )
  const id = made?.id ?? ''
  await session.call(`select public.desk_map_settlement($1, 1, '{"tracking": "CN", "collected": "COD"}')`, id)
  const [read] = await session.call<{ head: Settlement }>('select public.desk_settlement($1) as head', id)
  if (!read) throw new Error('No settlement')
  return read.head
}
const apply = (session: Session, { id, version, seen }: Settlement) =>
  outcome(session.call('select public.desk_apply_settlement($1, $2, $3)', id, version, seen))
const sums = () =>
  copy.read(
    `select sum(settled)::integer as settled, (select count(*)::integer from public.desk_audit where action = 'apply_settlement') as recorded
     from shop.shipments s join public.orders o on o.id = s.order_id where o.order_id like 'ORD-89-%'`,
  )

const ROWS = Array.from({ length: 20 }, (_, place) => [`T-${place + 1}`, '1150'])

test('a settlement that four operators apply at once, and again later, is applied once (CR-06)', async () => {
  const sessions = await copy.openMany(4, { operator })
  const [first] = sessions
  if (!first) throw new Error('No session')
  const given = await settlement(first, ROWS)
  const results = await Promise.all(sessions.map((session) => apply(session, given)))
  expect(results.toSorted()).toEqual(['done', 'settlement_applied', 'settlement_applied', 'settlement_applied'])
  expect(await apply(first, { ...given, version: given.version + 1 })).toBe('settlement_applied')
  expect(await sums()).toEqual({ settled: 20 * 1150, recorded: 1 })
})

test('of two files with the same parcels, applied at once, one is applied, and the other shows what has changed', async () => {
  const [one, two] = await copy.openMany(2, { operator })
  if (!one || !two) throw new Error('No sessions')
  const files = [await settlement(one, ROWS), await settlement(two, ROWS.toReversed())] as const
  const results = await Promise.all([apply(one, files[0]), apply(two, files[1])])
  expect(results.toSorted()).toEqual(['changed_meanwhile', 'done'])
  expect(await sums()).toEqual({ settled: 20 * 1150, recorded: 1 })
})

test('a parcel that is written off while its order comes back is not written off (CR-07)', async () => {
  const [one, two] = await copy.openMany(2, { operator })
  if (!one || !two) throw new Error('No sessions')
  await copy.read(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "manager"}' where id = $1 returning 1`,
    operator,
  )
  // T-1 isn't in the file.
  const given = await settlement(one, ROWS.slice(1))
  await apply(one, given)
  const missing = await copy.read<{ id: string; version: number }>(
    `select s.id, o.version from shop.shipments s join public.orders o on o.id = s.order_id where o.order_id = 'ORD-89-1'`,
  )
  await two.begin()
  await two.run(`select public.desk_change_order('ORD-89-1', $1, 'send_back')`, missing.version)
  const writtenOff = outcome(
    one.call(`select public.desk_write_off($1, $2, $3, 1150, 'x')`, given.id, given.version + 1, missing.id),
  )
  await copy.untilWaiting(1)
  await two.commit()
  expect(await writtenOff).toBe('changed_meanwhile')
  expect(await copy.read(`select owed::integer from shop.shipments where id = $1`, missing.id)).toEqual({ owed: 0 })
})
