import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REFUSALS } from '../../app/desk/refusals.ts'
import { toPaisa } from '../../app/platform/money.ts'
import { TestDatabase, type Session } from '../support/sessions.ts'

// Random sequences of everything that moves money or pieces of an order (decision 197): the same ones in each run of the gate, others for
// as long as SEQUENCE_SECONDS says.

const SECONDS = Number(process.env.SEQUENCE_SECONDS ?? 0)
/** How many the gate does. */
const SEQUENCES = 20
const ACTIONS = ['confirm', 'pack', 'ship', 'deliver', 'cancel', 'send_back', 'take_in', 'track'] as const

let copy: TestDatabase
let server: Pick<Session, 'call'>
let desk: Pick<Session, 'call'>

/** Returns what calls by a connection that is free, so that two calls at once are made at once. */
function byFreeOne(sessions: Session[]): Pick<Session, 'call'> {
  const free = [...sessions]
  return {
    call: async (sql, ...values) => {
      const session = free.pop()
      if (!session) throw new Error('No connection is free.')
      return session.call(sql, ...values).finally(() => free.push(session)) as never
    },
  }
}

/** Returns what calls too, and lets a refusal pass only if the desk has words for it. */
function inWords({ call }: Pick<Session, 'call'>): Pick<Session, 'call'> {
  return {
    call: (...given) =>
      call<never>(...given).catch((error: unknown) => {
        if (error instanceof Error && !Object.hasOwn(REFUSALS, error.message))
          throw new Error(`The desk has no words for ${error.message}`, { cause: error })
        throw error
      }),
  }
}

beforeAll(async () => {
  copy = await TestDatabase.make()
  await copy.read(
    `update public.order_rules set most_a_day = 2147483647, most_unpaid = 2147483647, most_unconfirmed = 2147483647, call_pause = '0' returning 1`,
  )
  await copy.read(
    `update public.delivery_countries set fee = 150, free_from = 3000 where country = 'Pakistan' returning 1`,
  )
  await copy.read(`update public.order_rules set cash_fee = 50 returning 1`)
  await copy.read(`update public.tax_rules set strn = '3277876112345', sales_tax = 18 returning 1`)
  await copy.read(
    `insert into public.promo_codes (code, kind, value, minimum_total)
     values ('TENTH', 'percent', 10, 1000), ('FIXED', 'fixed', 700, 2000) returning 1`,
  )
  // Neither the price after the discount nor the codes' parts are whole by themselves.
  await copy.read(`update public.order_rules set has_whole_rupees = true returning 1`)
  server = byFreeOne(await copy.openMany(2, 'server'))
  desk = inWords(byFreeOne(await copy.openMany(2, { operator: await copy.makeOperator() })))
})
afterAll(() => copy.drop())

/** An order with everything that hangs on it, without what counts changes. Amounts are in rupees. */
interface State {
  order: {
    status: string
    payment_status: boolean
    payment_method: string
    total_amount: number
    delivery_fee: number
    cash_fee: number
    due_amount: number
    holds_stock: boolean
    back_at: string | null
    promo_code: string | null
  }
  items: {
    id: string
    product_id: string
    quantity: number
    variant_id: string
    price_at_purchase: number
    set_off: number
  }[]
  refunds: {
    id: string
    provider: string
    provider_payment_id: string
    amount: number
    reason: string
    return_id: string | null
    refunded_at: string | null
  }[]
  notes: { provider_payment_id: string; amount: number; verdict: string; payment_status: string }[]
  returns: {
    id: string
    kind: string
    status: string
    refund_amount: number
    due_amount: number
    number: string | null
    items: { order_item_id: string; quantity: number; variant_id: string | null }[]
  }[]
  parcels: { id: string; return_id: string | null; state: string; settled: number; owed: number; to_collect: number }[]
  variants: { id: string; product_id: string; label: string; stock: number }[]
  uses: number | null
  rows: { settlement_id: string; outcome: string; collected: number; rounding: number | null }[]
  /** The latest last. */
  invoices: {
    number: number
    credits: number | null
    lines: { id: string; quantity: number; sum: number }[]
    sums: {
      subtotal: number
      promo_discount: number
      discount: number
      delivery_fee: number
      cash_fee: number
      total_amount: number
      tax: number
    }
  }[]
  /** The books: sums of entries by account and kind, without what was entered at once and taken back. */
  books: Partial<Record<string, number>>
}

const STATE = `select jsonb_build_object(
  'order', to_jsonb(o) - '{updated_at,version,hold_until}'::text[],
  'items', (select jsonb_agg(to_jsonb(i) order by i.id) from public.order_items i where i.order_id = o.id),
  'refunds', (select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]') from public.refunds r where r.order_id = o.id),
  'notes', (select coalesce(jsonb_agg(to_jsonb(n) - '{received_at,message}'::text[] order by n.id), '[]')
    from public.payment_notifications n where n.order_id = o.id and n.verdict in ('applied', 'refund', 'ignored')),
  'returns', (select coalesce(jsonb_agg(to_jsonb(r) - '{updated_at,version}'::text[] || jsonb_build_object('items',
      (select jsonb_agg(to_jsonb(ri) order by ri.order_item_id) from public.return_items ri where ri.return_id = r.id)) order by r.id), '[]')
    from public.returns r where r.order_id = o.id),
  'parcels', (select coalesce(jsonb_agg(to_jsonb(s) - '{version,due_at,attempts,asked_at}'::text[] order by s.id), '[]')
    from shop.shipments s where s.order_id = o.id),
  'variants', (select jsonb_agg(jsonb_build_object('id', v.id, 'product_id', v.product_id, 'label', v.label,
      'stock', v.stock) order by v.display_order)
    from public.product_variants v where v.product_id in ($2, $3)),
  'uses', (select c.used_count from public.promo_codes c where c.code = o.promo_code),
  'rows', (select coalesce(jsonb_agg(to_jsonb(r) - '{cells}'::text[] order by r.settlement_id, r.line), '[]')
    from shop.settlement_rows r where r.order_id = o.id),
  'invoices', (select coalesce(jsonb_agg(to_jsonb(i) - '{issued_at,seller}'::text[] order by i.number), '[]')
    from shop.invoices i where i.order_id = o.id),
  'books', (select coalesce(jsonb_object_agg(concat_ws(' ', e.account, e.kind), e.amount), '{}') from (
    select e.account, e.kind, sum(e.amount) as amount from shop.entries e where e.order_id = o.id
    group by e.account, e.kind having sum(e.amount) <> 0) e)) as state
from public.orders o where o.order_id = $1`

const STOCK = 12

/** One order, and what the world outside the database knows of its money. */
class Trial {
  number = ''
  product = crypto.randomUUID()
  /** Another one, for which it may be exchanged. */
  other = crypto.randomUUID()
  key = crypto.randomUUID()
  /** What both cost less together, in rupees. */
  setOff = 0
  /** The card payments that were really made, in paisa, by provider and payment. */
  paid = new Map<string, { provider: string; id: string; amount: number }>()
  /** Forms of gopayfast.com that were issued. */
  forms: { basket: string; amount: number }[] = []
  heard = new Set<string>()

  static async place(
    method: string,
    code: string | null,
    quantities: [number, number],
    otherPrice: number,
    set: { off: number; pieces: number },
  ): Promise<Trial> {
    const trial = new Trial()
    trial.setOff = set.off
    await copy.read(
      `with made as (insert into public.products (id, name, slug, price, discount, is_active)
         select p.id, 'Trial', 'trial-' || p.id, p.price, 12.5, true
         from (values ($1::uuid, 577), ($2, $3::numeric)) p (id, price) returning id)
       select count(*) from made`,
      trial.product,
      trial.other,
      otherPrice,
    )
    await copy.read(
      `insert into public.product_variants (product_id, size, stock, display_order)
       values ($1, 'L', ${STOCK}, 1), ($1, 'M', ${STOCK}, 2), ($2, 'L', ${STOCK}, 3) returning id`,
      trial.product,
      trial.other,
    )
    await copy.read(
      `insert into public.product_pairs (product_id, other_id, price_off) values (least($1::uuid, $2), greatest($1::uuid, $2), $3)
       returning 1`,
      trial.product,
      trial.other,
      set.off,
    )
    // One of its own: in a run of more than an hour the ends of holds give back what earlier orders took.
    const own = code && `${code}-${trial.product.slice(0, 8).toUpperCase()}`
    if (own)
      await copy.read(
        `insert into public.promo_codes (code, kind, value, minimum_total)
         select $2, kind, value, minimum_total from public.promo_codes where code = $1 returning 1`,
        code,
        own,
      )
    const address = { first_name: 'A', address_line1: '1 Road', city: 'Lahore', phone: '+923119876543' }
    const items = ['L', 'M'].flatMap((size, place) =>
      quantities[place] ? [{ product_id: trial.product, size, quantity: quantities[place] }] : [],
    )
    if (set.pieces > 0) items.push({ product_id: trial.other, size: 'L', quantity: set.pieces })
    const place = () =>
      server.call<{ made: { order_id: string } }>(
        `select public.place_order($1, 'h', $2, 'sequence@example.com', $3, $3, $4, 'Mobile', null, $5) as made`,
        trial.key,
        JSON.stringify(items),
        address,
        method,
        own,
      )
    const [[first], [again]] = [await place(), await place()]
    expect(again?.made.order_id).toBe(first?.made.order_id)
    trial.number = first?.made.order_id ?? ''
    return trial
  }

  async state(): Promise<State> {
    return (await copy.read<{ state: State }>(STATE, this.number, this.product, this.other)).state
  }

  versionOf = async (table: string, id: string) =>
    (await copy.read<{ version: number }>(`select version from ${table} where id = $1`, id)).version

  version = async () =>
    (await copy.read<{ version: number }>(`select version from public.orders where order_id = $1`, this.number)).version

  notify(payment: { provider: string; id: string; amount: number }, result: string, isSigned: boolean, said: string) {
    this.heard.add(`${payment.provider} ${payment.id}`)
    return server.call(`select public.record_payment($1)`, {
      provider: payment.provider,
      payment_id: payment.id,
      outcome: result,
      amount: said,
      is_amount_signed: String(isSigned),
      reference: this.number,
    })
  }
}

const rupees = (paisa: number) => (paisa / 100).toFixed(2)

/** Something that is done with an order: returns what does it, the same again for each call, or null if there is nothing to do it with. */
type Step = (trial: Trial, state: State) => Promise<(() => Promise<unknown>) | null>

/** Returns steps of a kind, which print as its name and what was chosen. */
function steps<Chosen>(weight: number, name: string, chosen: fc.Arbitrary<Chosen>, make: (chosen: Chosen) => Step) {
  const arbitrary = chosen.map((one) =>
    Object.assign(make(one), { [fc.toStringMethod]: () => `${name} ${JSON.stringify(one)}` }),
  )
  return { weight, arbitrary }
}

const nothing = fc.constant(null)
const n = fc.nat(5)
const pick = <Row>(rows: readonly Row[], which: number): Row | undefined => rows[which % Math.max(rows.length, 1)]

const exchangesOf = (returns: State['returns']) => returns.filter(({ number }) => number !== null)

const STEPS = [
  steps(14, 'desk', fc.constantFrom(...ACTIONS), (action) => async (trial) => {
    const version = await trial.version()
    return () =>
      desk.call(`select public.desk_change_order($1, $2, $3, p_tracking => 'T')`, trial.number, version, action)
  }),
  steps(3, 'take back', nothing, () => async (trial) => {
    const version = await trial.version()
    return () => desk.call(`select public.desk_take_back($1, $2, 'x')`, trial.number, version)
  }),
  steps(
    2,
    'start payment',
    nothing,
    () => async (trial) => () => server.call(`select public.start_payment($1)`, trial.number),
  ),
  steps(
    1,
    'come back unpaid',
    nothing,
    () => async (trial) => () =>
      server.call(`select public.fail_payment($1, 'Payment was cancelled or failed')`, trial.number),
  ),
  steps(
    1,
    'pay in cash',
    fc.boolean(),
    // Servers of 1.1.0 change the total of no order.
    (isOld) =>
      async (trial, { order }) =>
      () =>
        server.call(
          `select public.pay_in_cash($1, p_expected_total => $2)`,
          trial.number,
          isOld ? null : order.total_amount - order.cash_fee + 50,
        ),
  ),
  steps(
    1,
    'shopper cancels',
    nothing,
    () => async (trial) => () => server.call(`select public.cancel_order($1)`, trial.number),
  ),
  // A form of gopayfast.com is issued at what is to be paid now.
  steps(2, 'issue form', nothing, () => async (trial) => {
    const basket = crypto.randomUUID()
    const { amount } = await copy.read<{ amount: string }>(
      `select shop.amount_to_pay(o) as amount from public.orders o where o.order_id = $1`,
      trial.number,
    )
    if (Number(amount) <= 0) return null
    trial.forms.push({ basket, amount: toPaisa(Number(amount)) })
    return () =>
      server.call(
        `select public.issue_basket(o.id, 'gopayfast', $2, $3) from public.orders o where o.order_id = $1`,
        trial.number,
        basket,
        amount,
      )
  }),
  // It is paid, and its notification says any amount, also again and again.
  steps(
    3,
    'pay form',
    fc.record({ which: n, said: fc.constantFrom('1.00', '49850.00', '') }),
    ({ which, said }) =>
      async (trial) => {
        const form = pick(trial.forms, which)
        if (!form) return null
        const payment = { provider: 'gopayfast', id: form.basket, amount: form.amount }
        trial.paid.set(`gopayfast ${form.basket}`, payment)
        return () => trial.notify(payment, 'COMPLETE', false, said)
      },
  ),
  steps(4, 'pay', fc.constantFrom(0, 0, 0, 0, 100, -5_000), (by) => async (trial, { order }) => {
    const due = order.due_amount > 0 ? order.due_amount : order.total_amount
    const payment = { provider: 'payfast', id: crypto.randomUUID(), amount: toPaisa(due) + by }
    if (payment.amount <= 0) return null
    trial.paid.set(`payfast ${payment.id}`, payment)
    return () => trial.notify(payment, 'COMPLETE', true, rupees(payment.amount))
  }),
  steps(3, 'notify again', n, (which) => async (trial) => {
    const payment = pick([...trial.paid.values()], which)
    return payment
      ? () => trial.notify(payment, 'COMPLETE', payment.provider === 'payfast', rupees(payment.amount))
      : null
  }),
  steps(1, 'payment fails', nothing, () => async (trial) => {
    const id = crypto.randomUUID()
    return () => trial.notify({ provider: 'gopayfast', id, amount: 1 }, 'FAILED', false, '')
  }),
  steps(
    6,
    'edit',
    fc.record({
      quantity: fc.option(fc.nat(6)),
      which: n,
      fee: fc.option(fc.constantFrom('rules', '0', '150', '500')),
      cash: fc.option(fc.constantFrom('rules', '0', '80')),
      discount: fc.option(fc.constantFrom(0, 100, 250)),
    }),
    ({ quantity, which, fee, cash, discount }) =>
      async (trial, { items, variants }) => {
        const version = await trial.version()
        const item = pick(items, which)
        const size = variants.find(({ id }) => id === item?.variant_id)?.label
        const change = {
          ...(quantity === null ? {} : { items: [{ id: item?.id, size, quantity: String(quantity) }] }),
          ...(fee === null ? {} : { delivery_fee: fee === 'rules' ? null : Number(fee) }),
          ...(cash === null ? {} : { cash_fee: cash === 'rules' ? null : Number(cash) }),
          ...(discount === null ? {} : { discount, discount_reason: 'x' }),
        }
        return () => desk.call(`select public.desk_edit_order($1, $2, $3)`, trial.number, version, change)
      },
  ),
  // The shopper agrees to the sum that is said first, or to the one that the order has.
  steps(
    5,
    'shopper edits',
    fc.record({
      quantity: fc.nat(6),
      which: n,
      size: fc.constantFrom('L', 'M'),
      agrees: fc.constantFrom(true, true, false),
    }),
    ({ quantity, which, size, agrees }) =>
      async (trial, { items, order }) => {
        const version = await trial.version()
        const change = { items: [{ id: pick(items, which)?.id, size, quantity }] }
        const edit = (total: number) =>
          server.call(
            `select public.edit_own_order($1, $2, $3, $4, $5)`,
            trial.number,
            version,
            change,
            total,
            trial.key,
          )
        return () =>
          edit(order.total_amount).catch((error: { message?: string; detail?: string }) => {
            if (error.message !== 'price_changed' || !agrees) throw error
            return edit(JSON.parse(error.detail ?? '').total)
          })
      },
  ),
  steps(
    5,
    'return',
    fc.record({
      which: n,
      quantity: fc.integer({ min: 1, max: 3 }),
      reason: fc.constantFrom('size', 'damaged', 'changed_mind'),
      kind: fc.constantFrom('return', 'return', 'exchange', 'exchange'),
      isAtDesk: fc.boolean(),
      isOther: fc.boolean(),
    }),
    ({ which, quantity, reason, kind, isAtDesk, isOther }) =>
      async (trial, { items, variants }) => {
        const item = pick(items, which)
        const choice = variants.find(({ id, product_id: product }) =>
          isOther ? product === trial.other : id !== item?.variant_id && product === trial.product,
        )
        const instead = { product_id: choice?.product_id, variant_id: choice?.id }
        const request = {
          request_key: crypto.randomUUID(),
          order_id: trial.number,
          attempt_key: trial.key,
          kind,
          reason,
          days: 14,
          items: [{ order_item_id: item?.id, quantity, ...(kind === 'exchange' ? instead : {}) }],
        }
        return () =>
          isAtDesk
            ? desk.call(`select public.desk_request_return($1, $2)`, trial.number, request)
            : server.call(`select public.request_return($1)`, request)
      },
  ),
  steps(
    14,
    'decide return',
    fc.record({
      which: n,
      status: fc.constantFrom('approved', 'received', 'received', 'refused', 'exchanged', 'came_back'),
      amount: fc.option(fc.constantFrom(0, 100, 5_000), { freq: 4 }),
    }),
    ({ which, status, amount }) =>
      async (trial, { returns }) => {
        const asked = pick(returns, which)
        if (!asked) return null
        const version = await trial.versionOf('public.returns', asked.id)
        return () =>
          desk.call(`select public.desk_decide_return($1, $2, $3, null, $4)`, asked.id, version, status, amount)
      },
  ),
  steps(3, 'take return back', n, (which) => async (trial, { returns }) => {
    const asked = pick(returns, which)
    if (!asked) return null
    const version = await trial.versionOf('public.returns', asked.id)
    return () => desk.call(`select public.desk_take_back_return($1, $2, 'x')`, asked.id, version)
  }),
  steps(3, 'send exchange', n, (which) => async (_trial, { returns }) => {
    const asked = pick(exchangesOf(returns), which)
    const rows = JSON.stringify([{ order_id: asked?.number, tracking: `T-${asked?.id.slice(0, 8)}` }])
    return asked ? () => desk.call(`select public.desk_send_by_hand('TCS', $1, true)`, rows) : null
  }),
  steps(2, 'book exchange', n, (which) => async (trial, { returns }) => {
    const asked = pick(exchangesOf(returns), which)
    if (!asked) return null
    const version = await trial.versionOf('public.returns', asked.id)
    const chosen = JSON.stringify([{ order_id: asked.number, version }])
    return () => desk.call(`select public.desk_book_parcels($1, 'PostEx', $2)`, chosen, asked.id)
  }),
  steps(1, 'withdraw return', n, (which) => async (trial, { returns }) => {
    const asked = pick(returns, which)
    return asked
      ? () => server.call(`select public.withdraw_return($1, $2, $3)`, trial.number, asked.id, trial.key)
      : null
  }),
  steps(4, 'send refund', n, (which) => async (_trial, { refunds }) => {
    const due = pick(refunds, which)
    return due ? () => desk.call(`select public.desk_record_refund($1, 'x')`, due.id) : null
  }),
  steps(2, 'refund part', fc.constantFrom(1, 100, 1_000, 100_000), (amount) => async (trial) => {
    const version = await trial.version()
    return () => desk.call(`select public.desk_refund_part($1, $2, $3, 'x')`, trial.number, version, amount)
  }),
  steps(1, 'hold ends', nothing, () => async (trial) => {
    await copy.read(
      `with due as (update public.orders set hold_until = now() - interval '1 minute'
         where order_id = $1 and hold_until is not null returning 1) select count(*) from due`,
      trial.number,
    )
    return () => server.call(`select public.flag_stale_payments()`)
  }),
  steps(1, 'call', nothing, () => async (trial) => {
    const version = await trial.version()
    return () => desk.call(`select public.desk_record_call($1, $2, 'no_answer')`, trial.number, version)
  }),
  steps(1, 'book parcel', nothing, () => async (trial) => {
    const version = await trial.version()
    const chosen = JSON.stringify([{ order_id: trial.number, version }])
    return () => desk.call(`select public.desk_book_parcels($1, 'PostEx', $2)`, chosen, trial.product)
  }),
  steps(
    1,
    'courier says of booking',
    fc.constantFrom('booked', 'cancelled', 'refused'),
    (said) =>
      async (_trial, { parcels }) => {
        const last = parcels.at(-1)
        return last
          ? () => server.call(`select public.settle_parcel($1, 1, $2, $3)`, last.id, said, `P-${last.id.slice(0, 8)}`)
          : null
      },
  ),
  steps(
    2,
    'track parcel',
    fc.record({ which: n, to: fc.constantFrom('moving', 'delivered', 'returning', 'returned', 'cancelled') }),
    ({ which, to }) =>
      async (_trial, { parcels }) => {
        const parcel = pick(parcels, which)
        return parcel ? () => server.call(`select public.note_tracking($1, $2, 'x')`, parcel.id, to) : null
      },
  ),
  // A courier's file with the order, in parts or at once.
  steps(
    3,
    'settle',
    fc.record({ collected: fc.constantFrom('0', '150', '500', 'all', 'all'), said: fc.constantFrom('', '', 'RTO') }),
    ({ collected, said }) =>
      async (trial, { order }) => {
        const cells = [trial.number, collected === 'all' ? String(order.total_amount) : collected, said]
        const name = crypto.randomUUID()
        return () => settle(name, [cells, [name, '0', '']])
      },
  ),
  steps(2, 'take settlement back', n, (which) => async (trial, { rows }) => {
    const row = pick(rows, which)
    if (!row) return null
    const version = await trial.versionOf('shop.settlements', row.settlement_id)
    return () => desk.call(`select public.desk_take_back_settlement($1, $2, 'x')`, row.settlement_id, version)
  }),
]

/** Reads a courier's file, says what its columns are, and applies it. */
async function settle(name: string, rows: string[][]): Promise<void> {
  const [made] = await desk.call<{ id: string }>(
    `select public.desk_start_settlement('TCS', $1, '{Order,COD,Status}', $2) as id`,
    name,
    JSON.stringify(rows),
  )
  const id = made?.id ?? ''
  const version = async () =>
    (await copy.read<{ version: number }>(`select version from shop.settlements where id = $1`, id)).version
  const columns = { order: 'Order', collected: 'COD', state: 'Status' }
  await desk.call(`select public.desk_map_settlement($1, $2, $3)`, id, await version(), columns)
  await desk.call(
    `select public.desk_apply_settlement($1, $2, public.desk_settlement($1) ->> 'seen')`,
    id,
    await version(),
  )
}

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + toPaisa(one), 0)

/** Compares an order's invoices less credit notes with its charges. Returns what differs, in paisa. */
function invoiceProblems({ order, items, returns, invoices }: State, charged: number) {
  const found: Record<string, unknown> = {}
  const total = (list: State['invoices']) => sum(list.map(({ sums }) => sums.total_amount))
  const notes = invoices.filter(({ credits }) => credits !== null)
  const issued = invoices.filter(({ credits }) => credits === null)
  if (invoices.length > 0 && total(issued) - total(notes) !== charged)
    found.invoices = [total(issued), total(notes), charged]
  const isPaid = order.payment_method === 'payfast' && ['PaymentAccepted', 'Processing'].includes(order.status)
  if (invoices.length === 0 && (isPaid || ['Shipped', 'Delivered'].includes(order.status))) found['no invoice'] = order
  for (const { number, lines, sums } of invoices) {
    const { subtotal, promo_discount, discount, delivery_fee, cash_fee, total_amount } = sums
    const added = sum([subtotal, -promo_discount, -discount, delivery_fee, cash_fee])
    const isWrong = lines.some((line) => line.quantity < 0 || line.sum < 0)
    if (isWrong || sum(lines.map((line) => line.sum)) !== toPaisa(subtotal) || added !== toPaisa(total_amount))
      found[`sums of ${number}`] = { lines, sums }
  }
  // One holds at a time, with the tax of what is left of it.
  for (const { number, sums } of issued) {
    const own = notes.filter(({ credits }) => credits === number)
    const rest = toPaisa(sums.total_amount) - total(own)
    const tax = toPaisa(sums.tax) - sum(own.map((note) => note.sums.tax))
    if (rest < 0 || (rest > 0 && number !== issued.at(-1)?.number)) found[`what is left of ${number}`] = rest
    if (tax !== Math.round((rest * 18) / 118)) found[`tax of ${number}`] = [tax, rest]
  }
  // Its pieces are those that the shopper keeps.
  const billed = sum(
    invoices.flatMap(({ credits, lines }) => lines.map(({ quantity }) => (credits === null ? quantity : -quantity))),
  )
  const back = returns
    .filter(({ kind, status }) => kind === 'return' && ['received', 'refunded'].includes(status))
    .flatMap((one) => one.items)
  const kept = sum([...items.map(({ quantity }) => quantity), ...back.map(({ quantity }) => -quantity)])
  if (invoices.length > 0 && charged > 0 && billed !== kept) found['pieces of invoices'] = [billed, kept]
  return found
}

/** Returns what doesn't add up. */
function problems(trial: Trial, state: State) {
  const { order, items, refunds, notes, returns, parcels, variants, uses, rows, books } = state
  const found: Record<string, unknown> = {}
  const applied = notes.filter(({ verdict, payment_status }) => verdict === 'applied' && payment_status === 'COMPLETE')
  const isApplied = (id: string) => applied.some(({ provider_payment_id }) => provider_payment_id === id)
  const amountsOf = (list: State['refunds']) => sum(list.map(({ amount }) => amount))

  // What was refunded never exceeds what was received: of each payment, and in cash.
  for (const { provider, id, amount } of trial.paid.values()) {
    const back = refunds.filter(
      (refund) => refund.provider === provider && refund.provider_payment_id.split('/')[0] === id,
    )
    if (amountsOf(back) > amount) found[`refunds of ${id}`] = [amountsOf(back), amount]
    if (trial.heard.has(`${provider} ${id}`) && !isApplied(id) && amountsOf(back) !== amount)
      found[`payment ${id} that pays nothing`] = [amountsOf(back), amount]
  }
  const cash = refunds.filter(({ provider }) => provider === 'cash')
  // What the parcels of exchanges have brought.
  const ofExchanges = sum(
    parcels.filter(({ return_id, state }) => return_id !== null && state === 'delivered').map((one) => one.to_collect),
  )
  const atDoor =
    ofExchanges +
    (order.status !== 'Delivered' ? 0 : toPaisa(order.payment_method === 'cod' ? order.total_amount : order.due_amount))
  if (amountsOf(cash) > atDoor) found['refunds in cash'] = [amountsOf(cash), atDoor]
  const unknown = refunds.filter(
    ({ provider, provider_payment_id: id }) =>
      provider !== 'cash' && !trial.paid.has(`${provider} ${id.split('/')[0]}`),
  )
  if (unknown.length > 0) found['refunds of no payment'] = unknown

  // Each whole set takes off what it did when it was ordered, and a share less than a rupee more for a piece. Without it a product costs
  // the same in each line.
  const piecesOf = (product: string) =>
    items.filter((item) => item.product_id === product).reduce((all, { quantity }) => all + quantity, 0)
  const sets = Math.min(piecesOf(trial.product), piecesOf(trial.other))
  const tooMuch = sum(items.map(({ set_off: off, quantity }) => off * quantity)) - toPaisa(sets * trial.setOff)
  const pieces = items.reduce((all, { quantity }) => all + quantity, 0)
  if (tooMuch < 0 || (tooMuch > 0 && (sets === 0 || trial.setOff === 0 || tooMuch >= toPaisa(pieces))))
    found.sets = { sets, off: trial.setOff, items }
  const own = new Set(items.map((item) => `${item.product_id} ${item.price_at_purchase + item.set_off}`))
  if (own.size !== new Set(items.map((item) => item.product_id)).size) found['prices without sets'] = items

  // A fee for cash is of cash orders alone.
  if (order.cash_fee > 0 && order.payment_method !== 'cod') found['fee of a card order'] = order.cash_fee

  // Due and received less refunded are the total.
  const received = sum(applied.map(({ amount }) => amount))
  const changed = amountsOf(refunds.filter(({ reason }) => reason === 'order_changed'))
  const ofApplied = refunds.filter((refund) => isApplied(refund.provider_payment_id.split('/')[0] ?? ''))
  const isPaid = ['PaymentAccepted', 'Processing', 'Shipped', 'Delivered'].includes(order.status)
  if (
    order.payment_method === 'payfast' &&
    isPaid &&
    toPaisa(order.due_amount) + received - changed !== toPaisa(order.total_amount)
  )
    found.balance = { due: order.due_amount, received, changed, total: order.total_amount }
  if (order.payment_method === 'cod' && (order.due_amount !== 0 || received > 0)) found.cash = { received, order }
  const isOver = order.status === 'Cancelled' || order.back_at !== null
  if (isOver && amountsOf(ofApplied) !== received)
    found['refund of what was cancelled'] = [amountsOf(ofApplied), received]

  // A piece is never sold, returned or refunded twice.
  for (const variant of variants) {
    const held = order.holds_stock
      ? items.filter(({ variant_id }) => variant_id === variant.id).reduce((all, { quantity }) => all + quantity, 0)
      : 0
    const exchanged = returns
      .filter(({ kind, status }) => kind === 'exchange' && !['refused', 'withdrawn'].includes(status))
      .flatMap((one) => one.items)
      .filter(({ variant_id }) => variant_id === variant.id)
      .reduce((all, { quantity }) => all + quantity, 0)
    if (variant.stock + held + exchanged !== STOCK)
      found[`pieces of ${variant.label}`] = [variant.stock, held, exchanged]
  }
  for (const item of items) {
    const back = returns
      .filter(({ status }) => !['refused', 'withdrawn'].includes(status))
      .flatMap((one) => one.items)
      .filter(({ order_item_id }) => order_item_id === item.id)
      .reduce((all, { quantity }) => all + quantity, 0)
    if (back > item.quantity) found[`returned of ${item.id}`] = [back, item.quantity]
  }
  for (const one of returns) {
    const isDue = ['received', 'refunded', 'exchanged'].includes(one.status)
    const back = amountsOf(refunds.filter(({ return_id }) => return_id === one.id))
    if (back !== (isDue ? toPaisa(one.refund_amount) : 0))
      found[`refund of return ${one.status}`] = [back, one.refund_amount]
  }
  const ofGoods = amountsOf(refunds.filter(({ reason }) => reason === 'returned' || reason === 'partly'))
  if (ofGoods > toPaisa(order.total_amount) + ofExchanges)
    found['refunds of goods'] = [ofGoods, order.total_amount, ofExchanges]
  if (uses !== null && uses !== (order.holds_stock ? 1 : 0)) found['uses of the code'] = uses

  // What was placed in whole rupees stays in them.
  const amounts = [
    order.total_amount,
    order.due_amount,
    ...returns.flatMap((one) => [one.refund_amount, one.due_amount]),
  ]
  const paisa = amounts.filter((amount) => !Number.isInteger(amount))
  if (paisa.length > 0) found.paisa = paisa

  // What couriers paid is what their files say.
  const settled = sum(parcels.map((parcel) => parcel.settled))
  const said = sum(
    rows
      .filter((row) => ['paid', 'short', 'over'].includes(row.outcome))
      .map((row) => row.collected + (row.rounding ?? 0)),
  )
  if (settled !== said) found.settled = [settled, said]

  // The books say the same: what a shopper still owes, and what is to be sent back.
  const booked = (...kinds: string[]) => sum(kinds.map((kind) => books[`order ${kind}`] ?? 0))
  const charges = booked('goods', 'discount', 'code', 'adjustment', 'delivery', 'cash_fee')
  Object.assign(found, invoiceProblems(state, charges))
  const balance = charges + booked('received', 'refund_due')
  const collected = sum(parcels.filter(({ state }) => state === 'delivered').map(({ to_collect }) => to_collect))
  const isUnpaid =
    order.payment_method === 'cod' || ['Pending', 'PaymentPending', 'PaymentFailed'].includes(order.status)
  const isBack = order.status === 'ReturnedToOrigin' && (order.payment_method === 'cod' || order.back_at !== null)
  const charged = order.status === 'Cancelled' || isBack ? 0 : isUnpaid ? order.total_amount : order.due_amount
  const exchanged = sum(
    returns.filter(({ status }) => status === 'received' || status === 'exchanged').map((one) => one.due_amount),
  )
  const owed = charged === 0 && exchanged === 0 ? 0 : toPaisa(charged) + exchanged - collected
  if (balance !== owed) found.books = { balance, owed, books }
  const open = amountsOf(refunds.filter(({ refunded_at }) => refunded_at === null))
  if (booked('refund_due', 'refunded') !== open) found['refunds in the books'] = [books, open]
  const ofCouriers = Object.entries(books).filter(([name]) => /^courier (?!to_collect)/.test(name))
  if (sum(ofCouriers.map(([, amount]) => amount ?? 0)) !== sum(parcels.map(({ owed: left }) => left)))
    found['what couriers owe'] = [books, parcels]
  return found
}

const orders = fc.record({
  method: fc.constantFrom('payfast', 'payfast', 'cod'),
  code: fc.constantFrom(null, 'TENTH', 'FIXED'),
  quantities: fc.constantFrom<[number, number]>([4, 0], [2, 2], [5, 1]),
  otherPrice: fc.constantFrom(301, 577, 803),
  /** What a set with the other one takes off, and how many pieces of that are ordered too. */
  set: fc.constantFrom({ off: 0, pieces: 0 }, { off: 130, pieces: 1 }, { off: 201, pieces: 2 }),
  /** Some begin paid, delivered, or with a return or an exchange for another product that is asked for, or was received. */
  begin: fc.constantFrom(0, 1, 2, 3, 4, 5),
  /** Some are done by two at once. */
  steps: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.tuple(fc.oneof(...STEPS)) },
      { weight: 1, arbitrary: fc.tuple(fc.oneof(...STEPS), fc.oneof(...STEPS)) },
    ),
    { minLength: 3, maxLength: 25 },
  ),
})

const pay: Step = async (trial, { order }) => {
  const payment = { provider: 'payfast', id: crypto.randomUUID(), amount: toPaisa(order.total_amount) }
  trial.paid.set(`payfast ${payment.id}`, payment)
  return () => trial.notify(payment, 'COMPLETE', true, rupees(payment.amount))
}

const deliver: Step[] = (['ship', 'deliver'] as const).map((action) => async (trial) => {
  const version = await trial.version()
  return () => desk.call(`select public.desk_change_order($1, $2, $3)`, trial.number, version, action)
})

const askFor =
  (kind: string): Step =>
  async (trial, { items, variants }) => {
    const { product_id, id } = variants.find((one) => one.product_id === trial.other) ?? {}
    const request = {
      request_key: crypto.randomUUID(),
      order_id: trial.number,
      attempt_key: trial.key,
      kind,
      reason: 'size',
      days: 14,
      items: [{ order_item_id: items[0]?.id, quantity: 1, product_id, variant_id: id }],
    }
    return () => server.call(`select public.request_return($1)`, request)
  }

const decide =
  (status: string): Step =>
  async (trial, { returns }) => {
    const [asked] = returns
    if (!asked) return null
    const version = await trial.versionOf('public.returns', asked.id)
    return () => desk.call(`select public.desk_decide_return($1, $2, $3)`, asked.id, version, status)
  }

/** Waits for a step, which the shop's own rules may refuse (PTxyz); any other error of the database is a fault. */
async function doneOrRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('PT'))) throw error
  }
}

test(
  'what was received, refunded and is due adds up whatever is done with an order, and a repeated step changes nothing',
  async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(orders, async ({ method, code, quantities, otherPrice, set, begin, steps: chosen }) => {
        const trial = await Trial.place(method, code, quantities, otherPrice, set)
        const before = [
          ...(begin > 0 && method === 'payfast' ? [pay] : []),
          ...(begin > 1 ? deliver : []),
          ...(begin > 2 ? [askFor(begin > 3 ? 'exchange' : 'return')] : []),
          ...(begin > 4 ? [decide('approved'), decide('received')] : []),
        ]
        let state = await trial.state()
        for (const [step, other] of [...before.map((one): [Step, ...Step[]] => [one]), ...chosen]) {
          const acts = [await step(trial, state), await other?.(trial, state)].filter((act) => act != null)
          const [act] = acts
          if (!act) continue
          await Promise.all(acts.map((one) => doneOrRefused(one())))
          state = await trial.state()
          expect(problems(trial, state)).toEqual({})
          done += 1
          if (acts.length > 1) continue
          await doneOrRefused(act())
          expect(await trial.state()).toEqual(state)
        }
      }),
      // A failure of a longer run prints its seed, and is made shorter. What two do at once may not fail again.
      SECONDS > 0
        ? { interruptAfterTimeLimit: SECONDS * 1000, numRuns: 1_000_000 }
        : { seed: 53, numRuns: SEQUENCES, endOnFailure: true },
    )
    expect(done).toBeGreaterThan(100)
    if (SECONDS > 0) console.log(`${done} steps`)
  },
  (SECONDS + 60) * 1000,
)
