import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseName } from '../../sandbox/supabase/migrate.ts'
import { operatorOf } from '../support/desk.ts'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { serviceBackend } from '../support/orders.ts'
import { dom } from '../support/page-dom.ts'
import { connect, type Connection } from '../support/postgres-server.ts'
import { sandboxPostgres } from '../support/sandbox-postgres.ts'
import { seeded } from '../support/seeded.ts'
import type { Visitor } from '../support/visitor.ts'
import { bodyOf, formsOf, type ShopForm } from '../support/whole-shop.ts'

// Two people work at the desk at once and press what its pages have. One of them double-clicks, goes back to pages from before, and closes
// tabs while something is sent. The gate has one day of theirs; OPERATOR_DAYS says how many.

const DAYS = Number(process.env.OPERATOR_DAYS ?? 1)
const ORDERS_A_DAY = 12
const PRESSES_A_DAY = 25
const STOCK = 500

/** Where work begins; what is more of it, more often. */
const PLACES = [
  '/desk',
  '/desk/orders',
  '/desk/orders',
  '/desk/orders',
  '/desk/orders/confirm',
  '/desk/couriers',
  '/desk/couriers',
  '/desk/returns',
  '/desk/returns',
  '/desk/refunds',
  '/desk/stock',
  '/desk/people',
]
/** What isn't a day's work, but the rules of the shop, its goods, or the way out. */
const ELSEWHERE =
  /^\/desk\/(settings|people\/operators|products|categories|texts|urdu|audit|sign|recovery|chat|newsletter|search)/

let shop: FragileShop
let database: Connection
let backend: ReturnType<typeof serviceBackend>
let url = ''

beforeAll(async () => {
  shop = await startFragileShop()
  ;({ url } = await shop.startProcess({ BACKEND_TIMEOUT_SECONDS: '20' }))
  backend = serviceBackend(shop.settings)
  database = await connect(sandboxPostgres() ?? '', databaseName(shop.folder), 'postgres')
  const rules = 'most_a_day = 1000000, most_unpaid = 1000000, most_unconfirmed = 1000000'
  await database.query(`update public.order_rules set ${rules}`)
}, 120_000)
afterAll(async () => {
  await database.end()
  await shop.stop()
})

const read = async <Row>(sql: string, ...values: unknown[]) => (await database.query<Row>(sql, values)).rows

interface Trolley {
  product_id: string
  size: string
}

/** Places an order as a shopper does, of one or two pieces; one by card is paid. */
async function order(goods: readonly Trolley[], random: () => number, number: number): Promise<void> {
  const method = random() < 0.3 ? 'payfast' : 'cod'
  const items = [{ ...goods[Math.floor(random() * goods.length)], quantity: random() < 0.5 ? 1 : 2 }]
  const address = {
    first_name: `Shopper ${number}`,
    address_line1: '1 Road',
    city: 'Lahore',
    phone: `+92300${1_000_000 + number}`,
  }
  const { data, error } = await backend.rpc('place_order', {
    p_attempt_key: randomUUID(),
    p_attempt_hash: 'h',
    p_items: items,
    p_contact_email: `shopper-${number}@example.com`,
    p_shipping_address: address,
    p_billing_address: address,
    p_payment_method: method,
    p_device: 'Mobile',
  })
  if (error) throw error
  const { order_id: reference, total_amount: total } = data as { order_id: string; total_amount: number }
  if (method === 'cod') return
  const payment = { provider: 'payfast', payment_id: randomUUID(), outcome: 'COMPLETE', amount: total.toFixed(2) }
  await backend.rpc('record_payment', { p_payment: { ...payment, is_amount_signed: 'true', reference } })
}

/** Asks for the return of a piece of every other order that was delivered. */
async function askForReturns(): Promise<void> {
  const delivered = await read<{ request: { [key: string]: string } }>(
    `select jsonb_build_object('request_key', gen_random_uuid(), 'order_id', o.order_id, 'attempt_key', o.attempt_key,
       'kind', 'return', 'reason', 'size', 'days', 14, 'items', jsonb_build_array(jsonb_build_object('quantity', 1,
         'order_item_id', (select min(i.id::text) from public.order_items i where i.order_id = o.id)))) as request
     from public.orders o where o.status = 'Delivered' and o.user_id is null and o.attempt_key is not null
       and hashtext(o.order_id) % 2 = 0
       and not exists (select from public.returns r where r.order_id = o.id)`,
  )
  for (const { request } of delivered) {
    const { error } = await backend.rpc('request_return', { p_request: request })
    if (error) throw error
  }
}

/** What the desk may answer to a press: done, wrongly filled in, gone, changed meanwhile, too often. */
const ANSWERS = new Set([200, 302, 303, 400, 404, 409, 413, 422, 429])

/** Somebody at the desk. */
class Worker {
  desk: Visitor
  random: () => number
  isCareless: boolean
  email: string
  /** Forms of pages that were open before. */
  seen: ShopForm[] = []
  wrong: string[] = []
  /** How many of each kind of press were made. */
  pressed: Record<string, number> = {}

  constructor(desk: Visitor, email: string, random: () => number, isCareless: boolean) {
    this.desk = desk
    this.email = email
    this.random = random
    this.isCareless = isCareless
  }

  pick<One>(all: readonly One[]): One | undefined {
    return all[Math.floor(this.random() * all.length)]
  }

  /** Opens a page, and often one that it leads to. Returns its forms. */
  async open(): Promise<ShopForm[]> {
    let path = this.pick(PLACES) ?? '/desk'
    for (let step = 0; step < 3; step += 1) {
      const page = await this.desk.get(path)
      if (page.status >= 500) this.wrong.push(`${path}: ${page.status}`)
      const forms = formsOf([{ person: 'operator', path, page }], this.random).filter(
        ({ action }) => !ELSEWHERE.test(action),
      )
      const links = dom(page)
        .querySelectorAll('main a[href^="/desk/"]')
        .map((link) => (link.getAttribute('href') ?? '').replaceAll('&amp;', '&').replace(/#.*/, ''))
        .filter((href) => !ELSEWHERE.test(href) && !href.includes('.csv'))
      if (forms.length > 0 && (links.length === 0 || this.random() < 0.5)) return forms
      path = this.pick(links) ?? path
    }
    return []
  }

  async send(form: ShopForm, signal?: AbortSignal): Promise<void> {
    const { action, fields } = form
    try {
      const init = { method: 'POST', body: bodyOf(form), ...(signal ? { signal } : {}) }
      const response = await this.desk.request(action, init)
      await response.body?.cancel()
      if (!ANSWERS.has(response.status)) this.wrong.push(`${action} ${JSON.stringify(fields)}: ${response.status}`)
    } catch (error) {
      if (!signal?.aborted) throw error
    }
  }

  /** Returns the changes by this person that were recorded more than once after an entry of the record. */
  done = (since: string) =>
    read<{ what: string; times: number }>(
      `select concat_ws(' ', action, subject_kind, subject_id, after) as what, count(*)::integer as times
       from public.desk_audit where actor_email = $1 and id > $2 group by 1 having count(*) > 1`,
      this.email,
      since,
    )

  async press(): Promise<void> {
    const forms = await this.open()
    const form = this.pick(forms)
    if (!form) return
    this.seen = [...this.seen, ...forms].slice(-60)
    const way = this.isCareless ? this.random() : 1
    const how = way < 0.35 ? 'twice' : way < 0.55 ? 'from before' : way < 0.7 ? 'and closes the tab' : 'once'
    this.pressed[how] = (this.pressed[how] ?? 0) + 1
    if (how === 'from before') return this.send(this.pick(this.seen) ?? form)
    if (how === 'once') return this.send(form)
    const [last] = await read<{ id: string }>(`select coalesce(max(id), 0)::text as id from public.desk_audit`)
    if (how === 'twice') await Promise.all([this.send(form), this.send(form)])
    else {
      await this.send(form, AbortSignal.timeout(Math.floor(this.random() * 40)))
      // And again, since nobody knows whether it was done.
      await this.send(form)
    }
    const doubled = await this.done(last?.id ?? '0')
    if (doubled.length > 0) this.wrong.push(`${form.action} ${JSON.stringify(form.fields)}: ${JSON.stringify(doubled)}`)
  }
}

/** Returns what doesn't add up, by order, parcel and size. */
const differences = () =>
  read<{ about: string; found: unknown }>(
    `with books as (
       select e.order_id, e.account, sum(e.amount) filter (where e.account = 'order' and e.kind in ('goods', 'discount', 'code',
           'adjustment', 'delivery', 'cash_fee', 'received', 'refund_due')) as balance,
         sum(e.amount) filter (where e.account = 'order' and e.kind in ('refund_due', 'refunded')) as refunds,
         sum(e.amount) filter (where e.account = 'courier' and e.kind <> 'to_collect') as courier
       from shop.entries e group by e.order_id, e.account),
     sums as (
       select o.order_id, coalesce((select sum(b.balance) from books b where b.order_id = o.id), 0) as balance,
         coalesce((select sum(b.refunds) from books b where b.order_id = o.id), 0) as booked_refunds,
         coalesce((select sum(r.amount) from public.refunds r where r.order_id = o.id and r.refunded_at is null), 0) as open_refunds,
         coalesce((select sum(b.courier) from books b where b.order_id = o.id), 0) as booked_owed,
         coalesce((select sum(s.owed) from shop.shipments s where s.order_id = o.id), 0) as owed_by_courier,
         case when o.status = 'Cancelled' or o.status = 'ReturnedToOrigin' and (o.payment_method = 'cod' or o.back_at is not null) then 0
           when o.payment_method = 'cod' or o.status in ('Pending', 'PaymentPending', 'PaymentFailed') then o.total_amount
           else o.due_amount end as charged,
         coalesce((select sum(r.due_amount) from public.returns r where r.order_id = o.id and r.status in ('received', 'exchanged')), 0)
           as exchanged,
         coalesce((select sum(s.to_collect) from shop.shipments s where s.order_id = o.id and s.state = 'delivered'), 0) as collected
       from public.orders o)
     select order_id as about, to_jsonb(sums) as found from sums
       where balance <> case when charged = 0 and exchanged = 0 then 0 else charged + exchanged - collected end
         or booked_refunds <> open_refunds or booked_owed <> owed_by_courier
     union all
     select concat('parcels of ', s.order_id, s.return_id), to_jsonb(count(*)) from shop.shipments s
       where shop.is_open_parcel(s.state) group by s.order_id, s.return_id having count(*) > 1
     union all
     select concat('refund of ', r.return_id), to_jsonb(count(*)) from public.refunds r
       where r.return_id is not null group by r.return_id, r.amount having count(*) > 1
     union all
     select 'pieces of ' || v.id, to_jsonb(v) from public.product_variants v join public.products p on p.id = v.product_id
       where p.slug like 'trial-%' and v.stock <> coalesce((select sum(c.change) from public.stock_changes c where c.variant_id = v.id
             and c.reason not in ('sold', 'returned')), 0)
         - coalesce((select sum(i.quantity) from public.order_items i join public.orders o on o.id = i.order_id
             where i.variant_id = v.id and o.holds_stock), 0)`,
  )

test(
  'two people at the desk, one of them careless, lose nothing and double nothing',
  { timeout: (DAYS + 2) * 60_000 },
  async () => {
    const random = seeded(59)
    const goods = await read<Trolley>(
      `with made as (insert into public.products (name, slug, price, discount, is_active)
       select 'Trial ' || n, 'trial-' || n, 500 + n * 77, n * 5, true from generate_series(1, 5) n returning id)
     insert into public.product_variants (product_id, size, stock) select id, size, ${STOCK} from made, unnest('{M,L}'::text[]) size
     returning product_id, size`,
    )
    const workers = await Promise.all(
      ['careful@example.com', 'careless@example.com'].map(
        async (email, place) =>
          new Worker(await operatorOf(shop.settings, url, email), email, seeded(place + 1), place === 1),
      ),
    )
    for (let day = 0; day < DAYS; day += 1) {
      for (let number = 0; number < ORDERS_A_DAY; number += 1) await order(goods, random, day * ORDERS_A_DAY + number)
      await askForReturns()
      await Promise.all(
        workers.map(async (worker) => {
          for (let press = 0; press < PRESSES_A_DAY; press += 1) await worker.press()
        }),
      )
      expect(await differences()).toEqual([])
    }
    expect(workers.flatMap(({ wrong }) => wrong)).toEqual([])
    const [done] = await read<{ changes: number }>(`select count(*)::integer as changes from public.desk_audit`)
    expect(done?.changes).toBeGreaterThan(DAYS * 10)
    if (DAYS > 1)
      console.log(
        done,
        await read(`select status, count(*)::integer from public.orders group by 1 order by 1`),
        workers.map(({ pressed }) => pressed),
      )
  },
)
