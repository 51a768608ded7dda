import { CORRECTIONS, NO_ANSWERS, RETURNED } from './day.ts'
import type { DayShop } from './shop.ts'

interface Question {
  name: string
  sql: string
  /** What the first row has to be. */
  expected: (orders: number, operators: number) => Record<string, number>
}

/** Of the day's orders, $1. */
const QUESTIONS: Question[] = [
  {
    name: 'orders by what became of them',
    sql: `select count(*) filter (where status = 'Delivered')::int as delivered,
      count(*) filter (where status = 'ReturnedToOrigin' and back_at is not null)::int as back, count(*)::int as all
      from orders where order_id = any ($1)`,
    expected: (orders, operators) => ({
      delivered: orders - RETURNED * operators,
      back: RETURNED * operators,
      all: orders,
    }),
  },
  {
    name: 'money: what couriers paid is what the delivered orders cost, each once',
    sql: `select (sum(s.remitted) - sum(o.total_amount))::float8 as too_much, count(*) filter (where s.remitted <> o.total_amount)::int as wrong,
      (select sum(collected) from shop.settlement_rows r join shop.settlements x on x.id = r.settlement_id where x.applied_at is not null
        and r.outcome = 'paid')::float8 - sum(o.total_amount)::float8 as files_differ, count(*) - count(distinct o.id) as twice
      from orders o join shop.shipments s on s.order_id = o.id where o.order_id = any ($1) and o.status = 'Delivered'`,
    expected: () => ({ too_much: 0, wrong: 0, files_differ: 0, twice: 0 }),
  },
  {
    name: 'money: nothing is paid for what came back',
    sql: `select coalesce(sum(s.remitted), 0)::float8 as paid from orders o join shop.shipments s on s.order_id = o.id
      where o.order_id = any ($1) and o.status = 'ReturnedToOrigin'`,
    expected: () => ({ paid: 0 }),
  },
  {
    name: 'mails: one of each kind about an order, sent once',
    sql: `select count(*) filter (where kind = 'placed' and state = 'sent')::int as placed, count(*) filter (where kind = 'shipped' and state = 'sent')::int
      as shipped, count(*) filter (where kind = 'delivered' and state = 'sent')::int as delivered, count(*) filter (where state = 'waiting')::int as waiting
      from order_mails m join orders o on o.id = m.order_id where o.order_id = any ($1)`,
    expected: (orders, operators) => ({
      placed: orders,
      shipped: orders,
      delivered: orders - RETURNED * operators,
      waiting: 0,
    }),
  },
  {
    name: 'history: each step was recorded once',
    sql: `select count(*) filter (where action = 'confirm')::int as confirmed, count(*) filter (where action = 'pack')::int as packed,
      count(*) filter (where action like 'take_back_%')::int as taken_back, count(*) filter (where action = 'take_in')::int as taken_in
      from desk_audit where subject_kind = 'order' and subject_id = any ($1)`,
    expected: (orders, operators) => ({
      confirmed: orders,
      packed: orders,
      taken_back: CORRECTIONS * operators,
      taken_in: RETURNED * operators,
    }),
  },
  {
    name: 'history: it ends with what the order is, and calls are counted',
    sql: `select count(*) filter (where o.history -> -1 ->> 'status' <> o.status)::int as wrong,
      (select count(*) from order_calls c join orders x on x.id = c.order_id where x.order_id = any ($1))::int as calls
      from orders o where o.order_id = any ($1)`,
    expected: (_orders, operators) => ({ wrong: 0, calls: NO_ANSWERS * operators }),
  },
]

/** Returns what the day lost or doubled, in words. */
export async function auditDay(shop: DayShop, orders: readonly string[], operators: number): Promise<string[]> {
  const problems: string[] = []
  for (const { name, sql, expected } of QUESTIONS) {
    const { rows } = await shop.database.query<Record<string, number>>(sql, [orders])
    for (const [what, value] of Object.entries(expected(orders.length, operators)))
      if (Number(rows[0]?.[what]) !== value) problems.push(`${name}: ${what} is ${rows[0]?.[what]}, not ${value}.`)
  }
  return problems
}
