import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { TestDatabase, type Session } from '../support/sessions.ts'

// Each step leaves behind what it made no longer than it lasts: steps of orders that are taken back, and states of returns that are left.
// The steps and the transitions are those that the database knows, so a new one is walked too.

let copy: TestDatabase
let studio: Session
let actions: string[]
const product = crypto.randomUUID()

beforeAll(async () => {
  copy = await TestDatabase.make()
  studio = await copy.open('studio')
  const id = await copy.makeOperator()
  await studio.call(
    `update public.order_rules set most_a_day = 9999, most_unpaid = 9999, most_unconfirmed = 9999, most_calls = 1, call_pause = '0'`,
  )
  await studio.call(
    `insert into public.products (id, name, slug, price, is_active) values ($1, 'Walk', 'walk', 500, true)`,
    product,
  )
  await studio.call(
    `insert into public.product_variants (product_id, size, stock, display_order) values ($1, 'L', 5, 1), ($1, 'M', 5, 2)`,
    product,
  )
  await studio.call(`insert into public.promo_codes (code, kind, value) values ('WALK', 'percent', 10)`)
  const amr = ['password', 'totp'].map((method) => ({ method, timestamp: Math.floor(Date.now() / 1000) }))
  claims = { role: 'authenticated', sub: id, session_id: id, aal: 'aal2', amr }
  const [source] = await studio.call<{ list: string }>(
    `select substring(prosrc from $q$p_action in \\(('confirm'[^)]*)\\)$q$) as list from pg_proc where proname = 'desk_change_order'`,
  )
  actions = (source?.list ?? '').split(',').map((name) => name.replace(/[' \n]/g, ''))
})
afterAll(() => copy.drop())
beforeEach(() => studio.begin())
afterEach(() => studio.rollback())

let claims: object
const act = async (as: object): Promise<void> => {
  await studio.run(`select set_config('request.jwt.claims', $1, true)`, JSON.stringify(as))
}

let depth = 0

/** Does something and undoes it in the database. */
async function undone(work: () => Promise<void>): Promise<void> {
  const name = `undone_${(depth += 1)}`
  await studio.run(`savepoint ${name}`)
  await work()
  await studio.run(`rollback to savepoint ${name}`)
  await studio.run(`release savepoint ${name}`)
  depth -= 1
}

/** Runs a call, and nothing of it if the shop's rules refuse it (PTxyz). Returns whether it was done. */
async function isDone(sql: string, ...values: unknown[]): Promise<boolean> {
  await studio.run('savepoint call')
  try {
    await studio.run(sql, ...values)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('PT'))) throw error
    await studio.run('rollback to savepoint call')
    return false
  } finally {
    await studio.run('release savepoint call').catch(() => {})
  }
}

async function place(method: 'cod' | 'payfast'): Promise<string> {
  await act({ role: 'service_role' })
  const address = { first_name: 'A', address_line1: '1 Road', city: 'Lahore', phone: '+923119876543' }
  const items = JSON.stringify([{ product_id: product, size: 'L', quantity: 2 }])
  const [made] = await studio.run<{ number: string }>(
    `select public.place_order($1, 'h', $2, 'walk@example.com', $3, $3, $4, 'Mobile', null, 'WALK') ->> 'order_id' as number`,
    crypto.randomUUID(),
    items,
    address,
    method,
  )
  const number = made?.number ?? ''
  if (method === 'payfast')
    await studio.run(
      `select public.record_payment(jsonb_build_object('provider', 'payfast', 'payment_id', 'walk', 'outcome', 'COMPLETE',
        'amount', o.total_amount::text, 'reference', o.order_id)) from public.orders o where o.order_id = $1`,
      number,
    )
  await act(claims)
  return number
}

/** Everything that a step may make or change, but for what tells that it was: the history, versions, and the steps themselves. */
async function rowsOf(number: string): Promise<object> {
  const [row] = await studio.run<{ rows: object }>(
    `select jsonb_build_object(
      'order', to_jsonb(o) - '{updated_at,version,history,corrections,hold_until}'::text[],
      'holds', o.hold_until is not null,
      'refunds', (select jsonb_agg(to_jsonb(r) - '{id,created_at,provider_payment_id}'::text[] order by r.amount) from public.refunds r where r.order_id = o.id),
      'parcels', (select jsonb_agg(to_jsonb(s) - 'version' order by s.id) from shop.shipments s where s.order_id = o.id),
      'stock', (select jsonb_agg(v.stock order by v.label) from public.product_variants v where v.product_id = $2),
      'uses', (select c.used_count from public.promo_codes c where c.code = o.promo_code),
      'mails', (select jsonb_agg(m.kind order by m.number) from public.order_mails m where m.order_id = o.id and m.state = 'waiting'))
      as rows from public.orders o where o.order_id = $1`,
    number,
    product,
  )
  return row?.rows ?? {}
}

const versionOf = `(select o.version from public.orders o where o.order_id = $1)`

/** Takes each step from here, and takes it back; then goes on from behind it, where nobody was yet. */
async function walk(number: string, way: string[], seen: Set<string>, walked: string[]): Promise<void> {
  const before = await rowsOf(number)
  const steps: [string, string][] = [
    ...actions.map((action): [string, string] => [
      action,
      `select public.desk_change_order($1, ${versionOf}, '${action}', p_tracking => 'T-1')`,
    ]),
    ['call', `select public.desk_record_call($1, ${versionOf}, 'no_answer')`],
  ]
  for (const [name, sql] of steps) {
    const path = [...way, name]
    let isNew = false
    await undone(async () => {
      if (!(await isDone(sql, number))) return
      const key = await placeOf(number)
      isNew = !seen.has(key)
      seen.add(key)
      expect([path, await isDone(`select public.desk_take_back($1, ${versionOf}, 'x')`, number)]).toEqual([path, true])
      expect([path, await rowsOf(number)]).toEqual([path, before])
      walked.push(path.join(' '))
    })
    if (isNew)
      await undone(async () => {
        await isDone(sql, number)
        await walk(number, path, seen, walked)
      })
  }
}

/** Returns where an order and its parcels are. */
async function placeOf(number: string): Promise<string> {
  const [row] = await studio.run<{ place: string }>(
    `select concat_ws(' ', o.status, o.packed_at is null, o.confirmed_at is null, o.back_at is null, o.tracking_number,
      (select string_agg(s.state, ' ' order by s.id) from shop.shipments s where s.order_id = o.id)) as place
     from public.orders o where o.order_id = $1`,
    number,
  )
  return row?.place ?? ''
}

test.each(['cod', 'payfast'] as const)(
  'a step of an order (%s) that is taken back leaves all as it was: stock, code, refunds, parcels and mails',
  async (method) => {
    const walked: string[] = []
    await walk(await place(method), [], new Set(), walked)
    const taken = new Set(walked.map((path) => path.split(' ').at(-1)))
    const possible = actions.filter((action) => method === 'cod' || action !== 'confirm')
    expect(possible.filter((action) => !taken.has(action))).toEqual([])
  },
)

test('steps that are taken back one after the other lead to the beginning', async () => {
  const number = await place('cod')
  const before = await rowsOf(number)
  for (const action of ['confirm', 'pack', 'ship', 'deliver'])
    expect(await isDone(`select public.desk_change_order($1, ${versionOf}, '${action}')`, number)).toBe(true)
  for (let step = 0; step < 4; step += 1)
    expect(await isDone(`select public.desk_take_back($1, ${versionOf}, 'x')`, number)).toBe(true)
  expect(await rowsOf(number)).toEqual(before)
})

test('a parcel that its courier has moved since isn’t taken back with the step', async () => {
  const number = await place('cod')
  await isDone(`select public.desk_change_order($1, ${versionOf}, 'ship', p_tracking => 'T-1')`, number)
  await studio.run(
    `select public.note_tracking(s.id, 'moving', 'On its way') from shop.shipments s join public.orders o on o.id = s.order_id where o.order_id = $1`,
    number,
  )
  expect(await isDone(`select public.desk_take_back($1, ${versionOf}, 'x')`, number)).toBe(true)
  const { parcels } = (await rowsOf(number)) as { parcels: { courier_words: string }[] }
  expect(parcels.map(({ courier_words: words }) => words)).toEqual(['On its way'])
})

test.each(['cod', 'payfast'] as const)(
  'what a return or exchange has made depends on its state alone, on whatever way it came there (%s)',
  async (method) => {
    const number = await place(method)
    for (const action of ['ship', 'deliver'])
      await isDone(`select public.desk_change_order($1, ${versionOf}, '${action}')`, number)
    const statuses = await studio.run<{ name: string }>(
      `select (regexp_matches(pg_get_constraintdef(oid), $q$'([a-z]+)'::text$q$, 'g'))[1] as name from pg_constraint
       where conrelid = 'public.returns'::regclass and conname = 'returns_status_check'`,
    )
    expect(statuses.length).toBeGreaterThan(6)
    for (const kind of ['return', 'exchange']) {
      await undone(async () => {
        await act({ role: 'service_role' })
        const [made] = await studio.run<{ id: string }>(
          `select public.request_return(jsonb_build_object('request_key', gen_random_uuid(), 'order_id', o.order_id, 'attempt_key',
          o.attempt_key, 'kind', $2::text, 'reason', 'size', 'days', 14, 'items', jsonb_build_array(jsonb_build_object('order_item_id', i.id,
          'quantity', 1, 'variant_id', (select v.id from public.product_variants v where v.product_id = $3 and v.label = 'M'))))) ->> 'id' as id
         from public.orders o join public.order_items i on i.order_id = o.id where o.order_id = $1`,
          number,
          kind,
          product,
        )
        await act(claims)
        const found = new Map<string, object>()
        let ways = 0
        const follow = async (way: string[]): Promise<void> => {
          const { mails: _, ...rows } = (await rowsOf(number)) as { mails: unknown }
          const state = way.at(-1) ?? ''
          expect([way, rows]).toEqual([way, found.get(state) ?? rows])
          found.set(state, rows)
          ways += 1
          for (const { name } of statuses)
            await undone(async () => {
              if (
                name === state ||
                !(await isDone(`update public.returns set status = $2 where id = $1`, made?.id, name))
              )
                return
              await follow([...way, name])
            })
        }
        await follow(['requested'])
        expect(ways).toBeGreaterThan(7)
        // Refused, it is as if it had never been.
        expect(found.get('refused')).toEqual(found.get('withdrawn'))
      })
    }
  },
)

test('a parcel that is cancelled before its courier was asked, or that its courier refused, leaves the order as it was', async () => {
  const number = await place('cod')
  await isDone(`select public.desk_change_order($1, ${versionOf}, 'confirm')`, number)
  const withoutParcels = async () => ({ ...(await rowsOf(number)), parcels: null })
  const before = await rowsOf(number)
  const book = `select public.desk_book_parcels(jsonb_build_array(jsonb_build_object('order_id', $1::text, 'version', ${versionOf})), 'PostEx', gen_random_uuid())`
  const last = `(select s.id from shop.shipments s join public.orders o on o.id = s.order_id where o.order_id = $1 order by s.created_at desc limit 1)`
  const ways = [
    [`select public.desk_cancel_parcel(${last}, 1)`],
    [`select public.settle_parcel(${last}, 0, 'refused', null, 'No such city')`],
    [
      `select public.settle_parcel(${last}, 0, 'booked', 'P-1')`,
      `select public.desk_cancel_parcel(${last}, (select s.version from shop.shipments s where s.id = ${last}))`,
      `select public.settle_parcel(${last}, 0, 'cancelled')`,
    ],
  ]
  for (const way of ways) {
    for (const sql of [book, ...way]) expect([sql, await isDone(sql, number)]).toEqual([sql, true])
    expect(await withoutParcels()).toEqual(before)
  }
})

test('a settlement that is applied can’t be left: its columns stay, and it isn’t applied again', async () => {
  const number = await place('cod')
  for (const action of ['ship', 'deliver'])
    await isDone(`select public.desk_change_order($1, ${versionOf}, '${action}')`, number)
  const [made] = await studio.run<{ id: string }>(
    `select public.desk_start_settlement('TCS', 'walk.csv', '{Order,COD}', jsonb_build_array(jsonb_build_array($1::text, '500'))) as id`,
    number,
  )
  const map = `select public.desk_map_settlement($1, (select version from shop.settlements where id = $1), '{"order": "Order", "collected": "COD"}')`
  const apply = `select public.desk_apply_settlement($1, (select version from shop.settlements where id = $1), public.desk_settlement($1) ->> 'seen')`
  expect([await isDone(map, made?.id), await isDone(apply, made?.id)]).toEqual([true, true])
  const applied = await rowsOf(number)
  expect([await isDone(map, made?.id), await isDone(apply, made?.id)]).toEqual([false, false])
  expect(await rowsOf(number)).toEqual(applied)
})
