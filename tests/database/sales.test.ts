import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toPaisa } from '../../app/platform/money.ts'
import { TestDatabase, type Session } from '../support/sessions.ts'

// Sales, the entries that make their figures and the accountant's file, of two months of random orders.

const ORDERS = 60
const MONTH = { from: '2021-03-01', until: '2021-03-31' }
const ALL = { from: '2021-01-01', until: '2021-12-31' }
const LISTS = ['day', 'product', 'category', 'color', 'courier', 'city', 'channel'] as const

let copy: TestDatabase
let server: Session
let desk: Session
let colors: string[]

beforeAll(async () => {
  copy = await TestDatabase.make()
  await copy.read(
    `update public.order_rules set most_a_day = 2147483647, most_unpaid = 2147483647, most_unconfirmed = 2147483647 returning 1`,
  )
  await copy.read(
    `insert into public.promo_codes (code, kind, value, minimum_total) values ('TENTH', 'percent', 10, 1) returning 1`,
  )
  await copy.read(`update public.tax_rules set strn = '1234567', sales_tax = 18 returning 1`)
  for (const [place, id] of PRODUCTS.entries())
    await copy.read(
      `with made as (insert into public.products (id, name, slug, price, discount, category_id)
           select $1, 'Product ' || $2, 'sold-' || $2, 999.5 + 700 * $2, 10 * $2, case when $2 < 2 then c.id end
           from (select id from public.product_categories order by name offset $2 limit 1) c returning id),
         sizes as (insert into public.product_variants (product_id, size, stock, display_order)
           select id, 'M', 500, 1 from made returning product_id)
       insert into public.product_colors (product_id, color_id)
       select s.product_id, c.id from sizes s cross join (select id from public.colors order by name offset $2 limit 1) c
       returning 1`,
      id,
      place,
    )
  colors = (
    await copy.read<{ names: string[] }>(
      `select array_agg(c.name order by c.name) as names from (select name from public.colors order by name limit 3) c`,
    )
  ).names
  server = await copy.open('server')
  desk = await copy.open({ operator: await copy.makeOperator() })
  for (const order of fc.sample(orders, { numRuns: ORDERS, seed: 55 })) await live(order)
  await spread()
}, 120_000)
afterAll(() => copy.drop())

/** The last one has no category. */
const PRODUCTS = ['a', 'b', 'c'].map((letter) => `0000000${letter}-0000-4000-8000-000000000000`)
const ACTIONS = ['confirm', 'pack', 'ship', 'deliver', 'cancel', 'send_back', 'take_in'] as const
const orders = fc.record({
  method: fc.constantFrom('cod', 'cod', 'payfast'),
  code: fc.constantFrom('TENTH', null),
  city: fc.constantFrom('Lahore', ' lahore', 'Karachi', 'Dera Ghazi Khan'),
  channel: fc.constantFrom('whatsapp', 'phone', null),
  quantity: fc.integer({ min: 1, max: 3 }),
  which: fc.nat(),
  isPaid: fc.boolean(),
  // How far it comes, and what is done with it then.
  steps: fc.constantFrom(0, 1, 3, 4, 4),
  end: fc.constantFrom('cancel', 'send_back', 'return', 'refund', 'take back', 'settle', null),
})

type Order = typeof orders extends fc.Arbitrary<infer Value> ? Value : never

/** Tries a call, which the database may refuse. */
const attempt = (call: Promise<unknown>) => call.catch(() => undefined)

/** Places an order and does to it what happens to orders. */
async function live(order: Order): Promise<void> {
  const product = PRODUCTS[order.which % PRODUCTS.length]
  const address = { first_name: 'A', address_line1: '1 Road', city: order.city, phone: '+923119876543' }
  const items = [
    { product_id: product, size: 'M', color: colors[order.which % PRODUCTS.length], quantity: order.quantity },
  ]
  const key = crypto.randomUUID()
  const [placed] = await server.call<{ made: { order_id: string } }>(
    `select public.place_order($1, 'h', $2, 'sales@example.com', $3, $3, $4, 'Mobile', null, $5) as made`,
    key,
    JSON.stringify(items),
    address,
    order.method,
    order.code,
  )
  const number = placed?.made.order_id ?? ''
  await copy.read(`update public.orders set channel = $2 where order_id = $1 returning 1`, number, order.channel)
  const act = async (action: string) => {
    const version = await versionOf(number)
    await attempt(
      desk.call(`select public.desk_change_order($1, $2, $3, p_tracking => $4)`, number, version, action, key),
    )
  }
  if (order.method === 'payfast' && order.isPaid) {
    const { total } = await copy.read<{ total: number }>(
      `select total_amount::float as total from public.orders where order_id = $1`,
      number,
    )
    await server.call(`select public.record_payment($1)`, {
      provider: 'payfast',
      payment_id: key,
      outcome: 'COMPLETE',
      amount: total.toFixed(2),
      is_amount_signed: 'true',
      reference: number,
    })
  }
  for (const action of ACTIONS.slice(0, order.steps)) await act(action)
  if (order.end === 'cancel' || order.end === 'send_back') await act(order.end)
  if (order.end === 'refund')
    await attempt(desk.call(`select public.desk_refund_part($1, $2, 100, 'Late')`, number, await versionOf(number)))
  if (order.end === 'take back') {
    await act('send_back')
    await attempt(desk.call(`select public.desk_take_back($1, $2, 'x')`, number, await versionOf(number)))
  }
  if (order.end === 'return') await takeReturn(number, key, order.which)
  if (order.end === 'settle')
    await copy.read(
      `insert into shop.entries (order_id, account, kind, amount, cause, subject, revision, courier)
       select o.id, 'courier', 'remitted', -100.5, 'settlement', 'row', 1, 'PostEx' from public.orders o
       where o.order_id = $1 returning 1`,
      number,
    )
}

const versionOf = async (number: string) =>
  (await copy.read<{ version: number }>(`select version from public.orders where order_id = $1`, number)).version

async function takeReturn(number: string, key: string, which: number): Promise<void> {
  const reasons = ['size', 'damaged', 'changed_mind']
  const request = {
    request_key: crypto.randomUUID(),
    order_id: number,
    attempt_key: key,
    kind: 'return',
    reason: reasons[which % reasons.length],
    days: 14,
    items: [
      {
        order_item_id: (
          await copy.read<{ id: string }>(
            `select i.id from public.order_items i join public.orders o on o.id = i.order_id where o.order_id = $1`,
            number,
          )
        ).id,
        quantity: 1,
      },
    ],
  }
  await attempt(server.call(`select public.request_return($1)`, request))
  for (const status of ['approved', 'received']) {
    const { id, version } = await copy.read<{ id: string | null; version: number }>(
      `select max(r.id::text) as id, max(r.version) as version from public.returns r
       join public.orders o on o.id = r.order_id where o.order_id = $1`,
      number,
    )
    if (id) await attempt(desk.call(`select public.desk_decide_return($1, $2, $3)`, id, version, status))
  }
}

/** Moves the entries of these orders to March and April 2021: an order each half day, and what followed thirteen days later. */
async function spread(): Promise<void> {
  const studio = await copy.open('studio')
  await studio.call(`alter table shop.entries disable trigger keep_entries`)
  await studio.call(
    `update shop.entries e set made_at = '2021-03-01 00:00Z'::timestamptz + o.place * interval '12 hours'
       + case when e.cause = 'placed' then interval '0' else interval '13 days' end
     from (select o.id, row_number() over (order by o.created_at) as place from public.orders o
       where o.contact_email = 'sales@example.com') o where o.id = e.order_id`,
  )
  await studio.call(`alter table shop.entries enable trigger keep_entries`)
}

interface Sales {
  figures: { figure: string; amount: number; before: number }[]
  rows: { key: string; sold: number; refunded: number; returned_to_origin: number }[]
}

const salesOf = async ({ from, until }: typeof MONTH, by: string): Promise<Sales> => {
  const [row] = await desk.call<{ sales: Sales }>(`select public.desk_sales_by($1, $2, $3) as sales`, from, until, by)
  return row?.sales ?? { figures: [], rows: [] }
}
const sum = (amounts: number[]) => amounts.reduce((all, one) => all + toPaisa(one), 0)
const FIGURES = ['sold', 'refunded', 'returned_to_origin'] as const
const EVERY_FIGURE = [
  'before_cancelled',
  'cancelled',
  'card',
  'refunded',
  'remitted',
  'returned_to_origin',
  'sold',
  'unconfirmed',
  'unpaid',
]
const figuresOf = ({ figures }: Sales, name: 'amount' | 'before' = 'amount') =>
  Object.fromEntries(figures.map((one) => [one.figure, toPaisa(one[name])]))

test('every list of sales adds up to the same figures', async () => {
  for (const period of [MONTH, ALL]) {
    const total = figuresOf(await salesOf(period, 'day'))
    // The month has everything.
    expect(Object.keys(total).sort()).toEqual(EVERY_FIGURE)
    for (const by of LISTS) {
      const { rows } = await salesOf(period, by)
      for (const figure of FIGURES)
        expect([by, figure, sum(rows.map((row) => row[figure]))]).toEqual([by, figure, total[figure] ?? 0])
    }
    const { rows } = await salesOf(period, 'reason')
    expect(sum(rows.map(({ refunded }) => refunded))).toBe(total.refunded)
  }
})

test('a period is shown beside the one before it', async () => {
  const april = await salesOf({ from: '2021-04-01', until: '2021-04-30' }, 'day')
  const before = figuresOf(await salesOf({ from: '2021-03-02', until: '2021-03-31' }, 'day'))
  const shown = Object.entries(figuresOf(april, 'before')).filter(([, amount]) => amount !== 0)
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(Object.entries(before).filter(([, amount]) => amount !== 0)),
  )
})

test('the entries that a figure opens add up to it, of the total and of each row', async () => {
  const entries = async (figure: string, filter: Record<string, string>) => {
    const [row] = await desk.call<{ page: { sum: number } }>(
      `select public.desk_ledger($1, $2, $3, $4) as page`,
      MONTH.from,
      MONTH.until,
      figure,
      filter,
    )
    return toPaisa(row?.page.sum ?? NaN)
  }
  for (const [figure, amount] of Object.entries(figuresOf(await salesOf(MONTH, 'day'))))
    expect([figure, await entries(figure, {})]).toEqual([figure, amount])
  for (const by of LISTS.filter((list) => list !== 'day'))
    for (const row of (await salesOf(MONTH, by)).rows)
      for (const figure of FIGURES)
        expect([by, row.key, figure, await entries(figure, { [by]: row.key })]).toEqual([
          by,
          row.key,
          figure,
          toPaisa(row[figure]),
        ])
})

test('the accountant’s file of a month adds up to the figures, and has every entry', async () => {
  const [row] = await desk.call<{ file: { figure: string | null; amount: number; number: number }[] }>(
    `select public.desk_export_entries($1) as file`,
    MONTH.from,
  )
  const file = row?.file ?? []
  const { count } = await copy.read<{ count: number }>(
    `select count(*)::integer as count from shop.entries where made_at >= '2021-02-28 19:00Z' and made_at < '2021-03-31 19:00Z'`,
  )
  expect(new Set(file.map(({ number }) => number)).size).toBe(count)
  for (const [figure, amount] of Object.entries(figuresOf(await salesOf(MONTH, 'day')))) {
    const sign = figure === 'card' || figure === 'remitted' ? -1 : 1
    const rows = file.filter((entry) => entry.figure === figure)
    expect([figure, sign * sum(rows.map((entry) => entry.amount))]).toEqual([figure, amount])
  }
})

test('what is net of orders that are sold is what was kept of them and is still to be paid', async () => {
  const { kept } = await copy.read<{ kept: number }>(
    `select sum(shop.kept(o.id) + shop.balance(o.id))::float as kept from public.orders o
     where o.contact_email = 'sales@example.com' and o.status not in ('Cancelled', 'Pending', 'PaymentPending', 'PaymentFailed')
       and not (o.status = 'Processing' and o.payment_method = 'cod' and o.confirmed_at is null)`,
  )
  const figures = figuresOf(await salesOf(ALL, 'day'))
  expect(FIGURES.reduce((net, figure) => net + (figures[figure] ?? 0), 0)).toBe(toPaisa(kept))
  expect((figures.before_cancelled ?? 0) + (figures.cancelled ?? 0)).toBe(0)
})
