import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestDatabase, outcome, runConcurrently, type Session } from '../support/sessions.ts'

let copy: TestDatabase
let operator: Session
/** A camisole that is counted by colour and size. */
let product: string
let size: string
let black: string

beforeEach(async () => {
  copy = await TestDatabase.make()
  operator = await copy.open({ operator: await copy.makeOperator('hira@example.com') })
  ;({ product, size, black } = await copy.read<{ product: string; size: string; black: string }>(
    `select p.id as product, v.id as size, c.id as black from public.products p
       join public.product_variants v on v.product_id = p.id and v.label = 'M', public.colors c
     where p.slug = 'evening-camisole' and c.name = 'Black'`,
  ))
})
afterEach(() => copy.drop())

async function blackBecomes(stock: number): Promise<void> {
  await copy.read(
    `with written as (update public.variant_stock set stock = $3 where variant_id = $1 and color_id = $2 returning stock) select * from written`,
    size,
    black,
    stock,
  )
}

function place(session: Session, color = 'Black'): Promise<{ id: string }[]> {
  const address = { first_name: 'A', last_name: 'B', address_line1: '1 Road', city: 'Lahore', country: 'Pakistan' }
  return session.call(
    `select public.place_order(gen_random_uuid(), 'hash', $1, 'a@example.com', $2, $3, 'payfast', 'Mobile') ->> 'id' as id`,
    JSON.stringify([{ product_id: product, size: 'M', color, quantity: 1 }]),
    JSON.stringify({ ...address, phone: '+923110000001' }),
    JSON.stringify(address),
  )
}

const move = (given: Record<string, number>, reason: string) =>
  operator.call(
    'select public.desk_move_stock($1, $2)',
    JSON.stringify([{ variant: size, color: black, ...given }]),
    reason,
  )

/** Returns the stock of black M, what its history adds up to since an entry, and whether the size has the sum of its colours. */
const counted = (since: number) =>
  copy.read<{ stock: number; changes: number; sold: number; isSum: boolean }>(
    `select s.stock,
       coalesce((select sum(c.change) from public.stock_changes c where c.variant_id = $1 and c.color_id = $2 and c.id > $3), 0)::integer as changes,
       (select count(*) from public.stock_changes c where c.variant_id = $1 and c.color_id = $2 and c.id > $3 and c.reason = 'sold')::integer as sold,
       v.stock is not distinct from (select case when bool_and(x.stock is not null) then sum(x.stock)::integer end
         from public.variant_stock x where x.variant_id = v.id) as "isSum"
     from public.variant_stock s join public.product_variants v on v.id = s.variant_id where s.variant_id = $1 and s.color_id = $2`,
    size,
    black,
    since,
  )

const lastChange = async () =>
  (await copy.read<{ last: number }>('select coalesce(max(id), 0)::integer as last from public.stock_changes')).last

test.each([
  { first: 'a buyer', outcomes: ['done', 'changed_meanwhile', 'cart_changed'], left: 0, sold: 1 },
  { first: 'the operator', outcomes: ['done', 'done', 'done'], left: 1, sold: 2 },
])('the last black M is sold once while it is counted, if $first comes first (ST-03, ST-04)', async (expected) => {
  await blackBecomes(1)
  const since = await lastChange()
  const [holder, one, other] = await copy.openMany(3, 'server')
  if (!holder || !one || !other) throw new Error('No sessions')
  await holder.begin()
  await holder.run('select from public.product_variants where id = $1 for update', size)
  // A count finds three pieces where the shop knows of one.
  const count = () => outcome(move({ was: 1, stock: 3 }, 'counted'))
  const buy = () => outcome(place(one))
  const waiting: Promise<string>[] = []
  for (const begin of [...(expected.first === 'a buyer' ? [buy, count] : [count, buy]), () => outcome(place(other))]) {
    waiting.push(begin())
    await copy.untilWaiting(waiting.length)
  }
  await holder.commit()
  expect(await Promise.all(waiting)).toEqual(expected.outcomes)
  expect(await counted(since)).toEqual({
    stock: expected.left,
    changes: expected.left - 1,
    sold: expected.sold,
    isSum: true,
  })
})

test('orders, cancellations and deliveries of two colours at once lose and double no piece, and don’t deadlock (ST-03, ST-04)', async () => {
  await copy.read(
    'with written as (update public.variant_stock set stock = 20 where variant_id = $1 returning 1) select count(*) from written',
    size,
  )
  const since = await lastChange()
  const sessions = await copy.openMany(6, 'server')
  const buy = (color: string) => (session: Session) => place(session, color)
  const regret = async (session: Session) => {
    const [order] = await place(session)
    await session.call(`update public.orders set status = 'Cancelled' where id = $1`, order?.id)
  }
  const [counts] = await Promise.all([
    runConcurrently(sessions, Array.from({ length: 10 }, () => [buy('Black'), regret, buy('Beige')]).flat()),
    (async () => {
      for (let n = 0; n < 5; n += 1) await move({ change: 2 }, 'received')
    })(),
  ])
  expect(counts).toEqual({ done: 30 })
  expect(await counted(since)).toEqual({ stock: 20 - 10 + 10, changes: 0, sold: 20, isSum: true })
})
