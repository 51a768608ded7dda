import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestDatabase, outcome, runConcurrently, type Session } from '../support/sessions.ts'

let copy: TestDatabase

beforeEach(async () => {
  copy = await TestDatabase.make()
})
afterEach(() => copy.drop())

/** Returns a shopper without orders. */
const MAHNOOR = `(select id from public.profiles where email = 'mahnoor@example.com')`

interface Line {
  product_id: string
  size: string
  color: string
  quantity: number
}

/** Returns one line for each of `count` products, ordered by their IDs, and sets their stock. */
async function lines(count: number, stock: number): Promise<Line[]> {
  await copy.read(
    `with filled as (update public.product_variants v set stock = $1
       where not exists (select from public.variant_stock s where s.variant_id = v.id) returning 1) select count(*) from filled`,
    stock,
  )
  const { found } = await copy.read<{ found: Line[] }>(
    `select jsonb_agg(to_jsonb(chosen)) as found from (
       select p.id as product_id, (select v.label from public.product_variants v where v.product_id = p.id order by v.id limit 1) as size,
         (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id
          where pc.product_id = p.id limit 1) as color, 1 as quantity
       from public.products p
       where not exists (select from public.variant_stock s join public.product_variants v on v.id = s.variant_id where v.product_id = p.id)
       order by p.id limit $1) as chosen`,
    count,
  )
  return found
}

interface Attempt {
  key?: string
  phone?: number
  method?: string
  promo?: string | null
  delivered?: string
  shopper?: string
}

let phones = 3_110_000_000

const PLACE = `select public.place_order($1, 'hash', $2, 'a@example.com', $3, $4, $5, 'Mobile', null, $6, p_shopper => $7) as order`

function place(session: Session, items: Line[], attempt?: Attempt): Promise<{ order: Placed }[]> {
  return session.call<{ order: Placed }>(PLACE, ...valuesOf(items, attempt))
}

/** Returns the parameters of PLACE. */
function valuesOf(items: Line[], attempt: Attempt = {}): unknown[] {
  phones += 1
  const address = { first_name: 'A', last_name: 'B', address_line1: '1 Road', city: 'Lahore', country: 'Pakistan' }
  return [
    attempt.key ?? crypto.randomUUID(),
    JSON.stringify(items),
    JSON.stringify({ ...address, phone: `+92${attempt.phone ?? phones}` }),
    JSON.stringify(address),
    attempt.method ?? 'payfast',
    attempt.promo ?? null,
    attempt.shopper ?? null,
  ]
}

interface Placed {
  id: string
  order_id: string
  user_id: string | null
  total_amount: number
}

async function placed(session: Session, items: Line[], attempt?: Attempt): Promise<Placed> {
  const [row] = await place(session, items, attempt)
  if (!row) throw new Error('place_order returned nothing')
  return row.order
}

const stockOf = async ({ product_id: product, size }: Line) =>
  (
    await copy.read<{ stock: number }>(
      'select stock from public.product_variants where product_id = $1 and label = $2',
      product,
      size,
    )
  ).stock

test('the last pieces and the last promo uses are sold only once (CA-31)', async () => {
  const [line] = await lines(1, 30)
  if (!line) throw new Error('No product')
  await copy.read(
    `insert into public.promo_codes (code, kind, value, usage_limit) values ('SEVEN', 'fixed', 10, 7) returning id`,
  )
  const sessions = await copy.openMany(12, 'server')
  const counts = await runConcurrently(
    sessions,
    Array.from({ length: 120 }, (_, n) => (session) => place(session, [line], { promo: n % 3 === 0 ? 'SEVEN' : null })),
  )
  expect(Object.keys(counts).toSorted()).toEqual(['cart_changed', 'done', 'promo_refused'])
  expect(counts.done).toBe(30)
  expect(await stockOf(line)).toBe(0)
  const { used } = await copy.read<{ used: number }>(
    `select used_count as used from public.promo_codes where code = 'SEVEN'`,
  )
  const { discounted } = await copy.read<{ discounted: number }>(
    `select count(*)::integer as discounted from public.orders where promo_code = 'SEVEN'`,
  )
  expect(used).toBe(7)
  expect(discounted).toBe(7)
})

test('simultaneous requests with one attempt key make one order', async () => {
  const [line] = await lines(1, 30)
  if (!line) throw new Error('No product')
  const key = crypto.randomUUID()
  const counts = await runConcurrently(
    await copy.openMany(10, 'server'),
    Array.from({ length: 30 }, () => (session) => place(session, [line], { key, phone: 3_119_999_999 })),
  )
  expect(counts).toEqual({ done: 30 })
  expect(await stockOf(line)).toBe(29)
})

const catalogueVersion = async () =>
  (await copy.read<{ version: string }>('select public.catalogue_version() as version')).version

test('orders of other products don’t wait for each other, and each raises the version of the catalogue once it is placed', async () => {
  const [first, second] = await lines(2, 1)
  const [slow, quick] = await copy.openMany(2, 'server')
  if (!first || !second || !slow || !quick) throw new Error('No products or sessions')
  const before = await catalogueVersion()
  // Each sells a last piece, which pages show, and wants to remove the row that `lines` left.
  await slow.begin()
  await slow.run(PLACE, ...valuesOf([first]))
  expect(await catalogueVersion()).toBe(before)
  expect(await outcome(place(quick, [second]))).toBe('done')
  const between = await catalogueVersion()
  expect(between).not.toBe(before)
  await slow.commit()
  expect([before, between]).not.toContain(await catalogueVersion())
})

test('orders of the same sizes in opposite orders, and their cancellations, don’t deadlock', async () => {
  const cart = await lines(12, 1_000)
  const server = await copy.open('server')
  const earlier: string[] = []
  for (let n = 0; n < 24; n += 1) {
    earlier.push((await placed(server, n % 2 === 0 ? cart : cart.toReversed())).id)
  }
  const counts = await runConcurrently(
    await copy.openMany(8, 'server'),
    earlier.flatMap((id, n) => [
      (session: Session) => session.call(`update public.orders set status = 'Cancelled' where id = $1`, id),
      (session: Session) => place(session, n % 2 === 0 ? cart.toReversed() : cart),
    ]),
  )
  expect(counts).toEqual({ done: 48 })
  for (const line of cart) expect(await stockOf(line)).toBe(1_000 - 24)
})

test('cancelling locks sizes in the same order as placing an order', async () => {
  const [one, other] = await sizesInOrder()
  const server = await copy.open('server')
  // The order's items are stored with the later size first.
  const order = await placed(server, [other, one])
  const [first, second, canceller, buyer] = await copy.openMany(4, 'server')
  if (!first || !second || !canceller || !buyer) throw new Error('No sessions')
  await hold(first, one)
  await hold(second, other)
  const cancelling = outcome(canceller.call(`update public.orders set status = 'Cancelled' where id = $1`, order.id))
  await copy.untilWaiting(1)
  const placing = outcome(place(buyer, [one, other]))
  await copy.untilWaiting(2)
  await first.commit()
  await second.commit()
  expect(await Promise.all([cancelling, placing])).toEqual(['done', 'done'])
})

/** Returns two lines in the order in which their sizes are locked. */
async function sizesInOrder(): Promise<[Line, Line]> {
  const cart = await lines(2, 100)
  const { first } = await copy.read<{ first: string }>(
    `select v.product_id as first from public.product_variants v, jsonb_to_recordset($1) as l (product_id uuid, size text)
     where v.product_id = l.product_id and v.label = l.size order by v.id limit 1`,
    JSON.stringify(cart),
  )
  const [one, other] = cart[0]?.product_id === first ? cart : cart.toReversed()
  if (!one || !other) throw new Error('No products')
  return [one, other]
}

async function hold(session: Session, line: Line): Promise<void> {
  await session.begin()
  await session.run(
    'select from public.product_variants where product_id = $1 and label = $2 for update',
    line.product_id,
    line.size,
  )
}

/** Stores and compares an import that changes these lines' products and stock. Returns its ID. */
async function preparedImport(operator: Session, items: Line[], given: Record<string, string>): Promise<string> {
  const [started] = await operator.call<{ id: string }>(
    `select public.desk_start_import('f.csv', $1) as id`,
    items.length,
  )
  const rows = []
  for (const [place, { product_id: id, size }] of items.entries()) {
    // An import gives an article number only to products without one.
    const { slug } = await copy.read<{ slug: string }>(
      'with changed as (update public.products set sku = null where id = $1 returning slug) select slug from changed',
      id,
    )
    const own = { ...given, size, stock: '77', ...(given.sku ? { sku: `${given.sku}-${place}` } : {}) }
    rows.push({ line: place + 2, slug, size, given: own })
  }
  await operator.call('select public.desk_store_import_rows($1, $2)', started?.id, JSON.stringify(rows))
  await operator.call('select public.desk_check_import($1)', started?.id)
  return started?.id ?? ''
}

test.each<Record<string, string>>([{ price: '1999' }, { sku: 'CH' }])(
  'products are ordered while an import changes %o',
  async (given) => {
    const [one, other] = await sizesInOrder()
    const operator = await copy.open({ operator: await copy.makeOperator('hira@example.com') })
    const prepared = await preparedImport(operator, [one, other], given)
    const [holder, buyer] = await copy.openMany(2, 'server')
    if (!holder || !buyer) throw new Error('No sessions')
    // The import has locked the products and the first size.
    await hold(holder, other)
    const applying = operator.call<{ result: string }>('select public.desk_apply_import($1, 1) as result', prepared)
    await copy.untilWaiting(1)
    const placing = outcome(place(buyer, [one]))
    await copy.untilWaiting(2)
    await holder.commit()
    expect([await outcome(applying), await placing]).toEqual(['done', 'done'])
    expect(await applying).toEqual([{ result: 'applied' }])
    expect([await stockOf(one), await stockOf(other)]).toEqual([76, 77])
  },
)

test('a product can be deleted while it is being ordered', async () => {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const [holder, buyer, operator] = await copy.openMany(3, 'server')
  if (!holder || !buyer || !operator) throw new Error('No sessions')
  await hold(holder, line)
  const placing = outcome(place(buyer, [line]))
  await copy.untilWaiting(1)
  const deleting = outcome(operator.call('delete from public.products where id = $1', line.product_id))
  await copy.untilWaiting(2)
  await holder.commit()
  expect(await Promise.all([placing, deleting])).toEqual(['done', 'done'])
})

test('a payment with twenty simultaneous notifications counts once', async () => {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const order = await placed(await copy.open('server'), [line])
  const verdicts = await notifyOver(
    10,
    Array.from({ length: 20 }, () => notice(order, 'one', 'COMPLETE')),
  )
  expect(verdicts).toEqual({ applied: 1, duplicate: 19 })
})

test('of two simultaneous payments of one order one is accepted and the other is to be refunded', async () => {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const order = await placed(await copy.open('server'), [line])
  const payments = Array.from({ length: 10 }, (_, n) => notice(order, n % 2 === 0 ? 'one' : 'two', 'COMPLETE'))
  expect(await notifyOver(10, payments)).toEqual({ applied: 1, refund: 1, duplicate: 8 })
})

test('an order with a failed and a complete notification at the same time is paid, whichever comes first', async () => {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const server = await copy.open('server')
  for (let round = 0; round < 6; round += 1) {
    const order = await placed(server, [line])
    await server.call('select public.start_payment($1)', order.order_id)
    await notifyOver(2, [notice(order, 'one', 'FAILED'), notice(order, `two${round}`, 'COMPLETE')])
    const { status } = await copy.read<{ status: string }>('select status from public.orders where id = $1', order.id)
    expect(status).toBe('PaymentAccepted')
  }
})

function notice(order: Placed, payment: string, result: string) {
  return {
    provider: 'payfast',
    payment_id: `${payment}-${order.id}`,
    outcome: result,
    amount: order.total_amount.toFixed(2),
    reference: order.user_id ? order.order_id : `guest-${order.order_id}`,
    order_id: order.id,
  }
}

async function notifyOver(sessions: number, notices: ReturnType<typeof notice>[]): Promise<Record<string, number>> {
  const verdicts: Record<string, number> = {}
  await runConcurrently(
    await copy.openMany(sessions, 'server'),
    notices.map((payment) => async (session) => {
      const [row] = await session.call<{ verdict: string }>(
        `select public.record_payment($1) ->> 'verdict' as verdict`,
        JSON.stringify(payment),
      )
      verdicts[row?.verdict ?? ''] = (verdicts[row?.verdict ?? ''] ?? 0) + 1
    }),
  )
  return verdicts
}

test('deleting an account while its card order is placed leaves a cancelled order without personal data', async () => {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const { id } = await copy.read<{ id: string }>(`select ${MAHNOOR} as id`)
  const holder = await copy.open('server')
  await hold(holder, line)
  const placing = outcome(
    place(await copy.open('server'), [line], { key: '00000000-0000-4000-8000-0000000000aa', shopper: id }),
  )
  await copy.untilWaiting(1)
  const deleting = outcome((await copy.open('auth')).call('delete from auth.users where id = $1', id))
  await copy.untilWaiting(2)
  await holder.commit()
  expect(await Promise.all([placing, deleting])).toEqual(['done', 'done'])
  expect(
    await copy.read(
      `select status, user_id, contact_email, contact_phone, shipping_address ->> 'phone' as phone from public.orders
       where attempt_key = '00000000-0000-4000-8000-0000000000aa'`,
    ),
  ).toEqual({ status: 'Cancelled', user_id: null, contact_email: null, contact_phone: null, phone: null })
})

test('an account can’t be deleted while its cash order is placed, and the order keeps its address', async () => {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const { id } = await copy.read<{ id: string }>(`select ${MAHNOOR} as id`)
  const holder = await copy.open('server')
  await hold(holder, line)
  const placing = outcome(place(await copy.open('server'), [line], { method: 'cod', shopper: id }))
  await copy.untilWaiting(1)
  const deleting = outcome((await copy.open('auth')).call('delete from auth.users where id = $1', id))
  await copy.untilWaiting(2)
  await holder.commit()
  expect(await Promise.all([placing, deleting])).toEqual(['done', 'order_on_its_way'])
  expect(await addressesOf(id)).toEqual(['1 Road'])
})

async function addressesOf(shopper: string): Promise<string[]> {
  const { found } = await copy.read<{ found: string[] | null }>(
    `select array_agg(shipping_address ->> 'address_line1') as found from public.orders where user_id = $1`,
    shopper,
  )
  return found ?? []
}

/** Places an order that waits for its card payment. */
async function waitingOrder(shopper: string): Promise<Placed> {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const order = await placed(await copy.open('server'), [line], { shopper })
  await (await copy.open({ shopper })).call('select public.start_payment($1)', order.order_id)
  return order
}

const RECORD = `select public.record_payment($1) ->> 'verdict' as verdict`

test('an account can’t be deleted while its order is being paid, and the order keeps its address', async () => {
  const { id } = await copy.read<{ id: string }>(`select ${MAHNOOR} as id`)
  const order = await waitingOrder(id)
  const server = await copy.open('server')
  await server.begin()
  expect(await server.run(RECORD, JSON.stringify(notice(order, 'one', 'COMPLETE')))).toEqual([{ verdict: 'applied' }])
  const deleting = outcome((await copy.open('auth')).call('delete from auth.users where id = $1', id))
  await copy.untilWaiting(1)
  await server.commit()
  expect(await deleting).toBe('order_on_its_way')
  expect(await addressesOf(id)).toEqual(['1 Road'])
})

test('a payment during the deletion of its account is to be refunded, without personal data', async () => {
  const { id } = await copy.read<{ id: string }>(`select ${MAHNOOR} as id`)
  const order = await waitingOrder(id)
  const auth = await copy.open('auth')
  await auth.begin()
  await auth.run('delete from auth.users where id = $1', id)
  const message = { name_first: 'Mahnoor', email_address: 'mahnoor@example.com', payment_status: 'COMPLETE' }
  const recording = (await copy.open('server')).call<{ verdict: string }>(
    RECORD,
    JSON.stringify({ ...notice(order, 'one', 'COMPLETE'), message }),
  )
  await copy.untilWaiting(1)
  await auth.commit()
  expect(await recording).toEqual([{ verdict: 'refund' }])
  expect(
    await copy.read(
      `select o.status, o.user_id, r.reason, n.message from public.orders o
       join public.refunds r on r.order_id = o.id join public.payment_notifications n on n.order_id = o.id where o.id = $1`,
      order.id,
    ),
  ).toEqual({
    status: 'Cancelled',
    user_id: null,
    reason: 'order_cancelled',
    message: { payment_status: 'COMPLETE' },
  })
})

test('a deletion, payments and the timer at the same time: the order is paid and keeps its shopper, or is refunded', async () => {
  const { id } = await copy.read<{ id: string }>(`select ${MAHNOOR} as id`)
  const order = await waitingOrder(id)
  const payment = JSON.stringify(notice(order, 'one', 'COMPLETE'))
  const [auth, ...servers] = [await copy.open('auth'), ...(await copy.openMany(4, 'server'))]
  const [deleted, ...others] = await Promise.all([
    outcome(auth.call('delete from auth.users where id = $1', id)),
    ...servers.map((server, n) =>
      outcome(n % 2 ? server.call('select public.flag_stale_payments()') : server.call(RECORD, payment)),
    ),
  ])
  expect(others).toEqual(['done', 'done', 'done', 'done'])
  const row = await copy.read(
    `select o.status, o.user_id is null as is_nobodys, (select count(*)::integer from public.refunds r where r.order_id = o.id) as refunds
     from public.orders o where o.id = $1`,
    order.id,
  )
  expect(row).toEqual(
    deleted === 'done'
      ? { status: 'Cancelled', is_nobodys: true, refunds: 1 }
      : { status: 'PaymentAccepted', is_nobodys: false, refunds: 0 },
  )
})

test('an order placed while its account is deleted is refused, without using stock', async () => {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const { id } = await copy.read<{ id: string }>(`select ${MAHNOOR} as id`)
  const auth = await copy.open('auth')
  await auth.begin()
  await auth.run('delete from auth.users where id = $1', id)
  const placing = outcome(place(await copy.open('server'), [line], { shopper: id }))
  await copy.untilWaiting(1)
  await auth.commit()
  expect(await placing).toBe('not_signed_in')
  expect(await stockOf(line)).toBe(100)
})

/** Expires the hold of every unpaid order. */
const passAnHour = () =>
  copy.read(
    `with moved as (update public.orders set hold_until = now() - interval '1 minute' where hold_until is not null returning 1)
     select count(*) from moved`,
  )

test('two timers, new orders and a deleted account don’t conflict, and all stock is returned once', async () => {
  const cart = await lines(6, 1_000)
  const { id } = await copy.read<{ id: string }>(`select ${MAHNOOR} as id`)
  const server = await copy.open('server')
  await placed(server, cart, { shopper: id })
  for (let n = 0; n < 23; n += 1) await placed(server, n % 2 === 0 ? cart : cart.toReversed())
  await passAnHour()
  const deleting = outcome((await copy.open('auth')).call('delete from auth.users where id = $1', id))
  const counts = await runConcurrently(
    await copy.openMany(8, 'server'),
    Array.from(
      { length: 24 },
      (_, n) => (session: Session) =>
        n % 3 === 0
          ? session.call('select public.flag_stale_payments()')
          : place(session, n % 2 === 0 ? cart : cart.toReversed()),
    ),
  )
  expect([counts, await deleting]).toEqual([{ done: 24 }, 'done'])
  // The timers skip orders that were locked by others.
  await server.call('select public.flag_stale_payments()')
  for (const line of cart) expect(await stockOf(line)).toBe(1_000 - 16)
})

test('a timer skips an order that is being paid', async () => {
  const [line] = await lines(1, 1)
  if (!line) throw new Error('No product')
  const [payer, timer] = await copy.openMany(2, 'server')
  if (!payer || !timer) throw new Error('No sessions')
  const order = await placed(payer, [line])
  await passAnHour()
  await payer.begin()
  await payer.run('select public.record_payment($1)', JSON.stringify(notice(order, 'one', 'COMPLETE')))
  await timer.call('select public.flag_stale_payments()')
  await payer.commit()
  await timer.call('select public.flag_stale_payments()')
  expect(await copy.read('select status, holds_stock from public.orders where id = $1', order.id)).toEqual({
    status: 'PaymentAccepted',
    holds_stock: true,
  })
  expect(await stockOf(line)).toBe(0)
})

test('a late payment and a new order never both get the last piece', async () => {
  const [line] = await lines(1, 8)
  if (!line) throw new Error('No product')
  const server = await copy.open('server')
  const lapsed: Placed[] = []
  for (let n = 0; n < 8; n += 1) lapsed.push(await placed(server, [line]))
  await passAnHour()
  await server.call('select public.flag_stale_payments()')
  const verdicts: string[] = []
  const jobs = lapsed.flatMap((order) => [
    (session: Session) => place(session, [line], { method: 'cod' }),
    async (session: Session) => {
      const [row] = await session.call<{ verdict: string }>(
        `select public.record_payment($1) ->> 'verdict' as verdict`,
        JSON.stringify(notice(order, 'late', 'COMPLETE')),
      )
      verdicts.push(row?.verdict ?? '')
    },
  ])
  const counts = await runConcurrently(await copy.openMany(8, 'server'), jobs)
  const accepted = verdicts.filter((verdict) => verdict === 'applied').length
  const { ordered } = await copy.read<{ ordered: number }>(
    `select count(*)::integer as ordered from public.orders where payment_method = 'cod' and status = 'Processing' and user_id is null`,
  )
  expect(Object.keys(counts).every((result) => result === 'done' || result === 'cart_changed')).toBe(true)
  expect(accepted + ordered).toBe(8)
  expect(await stockOf(line)).toBe(0)
  const { refunds } = await copy.read<{ refunds: number }>('select count(*)::integer as refunds from public.refunds')
  expect(refunds).toBe(8 - accepted)
})

test('of ten simultaneous cash orders three are placed per shopper, and all of ten guests with one phone', async () => {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const forPhone = Array.from(
    { length: 10 },
    () => (session: Session) => place(session, [line], { phone: 3_118_888_888, method: 'cod' }),
  )
  expect(await runConcurrently(await copy.openMany(5, 'server'), forPhone)).toEqual({ done: 10 })
  const { id } = await copy.read<{ id: string }>(`select ${MAHNOOR} as id`)
  const forShopper = Array.from(
    { length: 10 },
    () => (session: Session) => place(session, [line], { method: 'cod', shopper: id }),
  )
  const refusedShopper = { done: 3, too_many_open_orders: 7 }
  expect(await runConcurrently(await copy.openMany(5, 'server'), forShopper)).toEqual(refusedShopper)
})

test('of ten simultaneous card orders of a shopper two are placed', async () => {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const { id } = await copy.read<{ id: string }>(`select ${MAHNOOR} as id`)
  const jobs = Array.from({ length: 10 }, () => (session: Session) => place(session, [line], { shopper: id }))
  expect(await runConcurrently(await copy.openMany(5, 'server'), jobs)).toEqual({
    done: 2,
    too_many_unpaid_orders: 8,
  })
  expect(await stockOf(line)).toBe(98)
})

test('of forty simultaneous mails to a stranger, six are sent, also when several processes claim them', async () => {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const server = await copy.open('server')
  for (let n = 0; n < 40; n += 1) await placed(server, [line], { method: 'cod' })
  const sessions = await copy.openMany(8, 'server')
  const claims = Array.from(
    { length: 40 },
    () => (session: Session) => session.call('select public.claim_order_mails(1)'),
  )
  expect(await runConcurrently(sessions, claims)).toEqual({ done: 40 })
  const mails = await copy.read<{ claimed: number; held: number }>(
    `select count(*) filter (where attempts = 1)::integer as claimed, count(*) filter (where held_until is not null)::integer as held
     from public.order_mails`,
  )
  expect(mails).toEqual({ claimed: 6, held: 34 })
})

test('one payment that is notified for two orders at the same time pays only one', async () => {
  const [line] = await lines(1, 100)
  if (!line) throw new Error('No product')
  const server = await copy.open('server')
  const orders = [await placed(server, [line]), await placed(server, [line])]
  const notices = orders.map((order) => ({ ...notice(order, 'x', 'COMPLETE'), payment_id: 'the same' }))
  expect(await notifyOver(2, notices)).toEqual({ applied: 1, duplicate: 1 })
})

test('two devices of a shopper place their saved cart once, and the second is told the order', async () => {
  const [line, extra] = await lines(2, 30)
  const { id } = await copy.read<{ id: string }>(`select ${MAHNOOR} as id`)
  const server = await copy.open('server')
  await server.call(
    `insert into public.cart_items (user_id, product_id, size, color, quantity)
     select $1, l.product_id, l.size, coalesce(l.color, ''), l.quantity
     from jsonb_to_recordset($2) as l (product_id uuid, size text, color text, quantity integer)`,
    id,
    JSON.stringify([line, extra]),
  )
  const placeCart = (session: Session, items: (Line | undefined)[]) =>
    session.call(
      `${PLACE.replace('p_shopper => $7', 'p_shopper => $7, p_from_cart => true')}`,
      ...valuesOf(items as Line[], { shopper: id }),
    )
  const counts = await runConcurrently(
    await copy.openMany(2, 'server'),
    Array.from({ length: 6 }, () => (session) => placeCart(session, [line])),
  )
  expect(counts).toEqual({ done: 1, cart_ordered: 5 })
  const { ordered } = await copy.read<{ ordered: string }>(
    `select order_id as ordered from public.orders where user_id = $1 order by created_at desc limit 1`,
    id,
  )
  const refusal = await placeCart(server, [line]).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'PT409', message: 'cart_ordered', detail: ordered })
  // A line that is in neither, or with another quantity.
  expect(await outcome(placeCart(server, [extra && { ...extra, quantity: 2 }]))).toBe('cart_differs')
  expect(await outcome(placeCart(server, [extra]))).toBe('done')
})
