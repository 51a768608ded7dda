import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestDatabase, outcome, type Session } from '../support/sessions.ts'

// Settlements of couriers in the books: what they pay, keep and withhold.

const PARCELS = 8
const COLUMNS = {
  tracking: 'CN',
  collected: 'COD',
  state: 'Status',
  net: 'Net',
  deductions: { Fee: 'charge', Fuel: 'charge', GST: 'charge_tax', WHT: 'income_tax', STW: 'sales_tax' },
}
const HEADINGS = ['CN', 'COD', 'Status', 'Fee', 'Fuel', 'GST', 'WHT', 'STW', 'Net']
/** Without the column of the net, which is then what was collected less deductions. */
const { net: _, ...WITHOUT_NET } = COLUMNS

let copy: TestDatabase
let operator: string
let desk: Session
let manager: Session

beforeEach(async () => {
  copy = await TestDatabase.make()
  operator = await copy.makeOperator()
  desk = await copy.open({ operator })
  const boss = await copy.makeOperator('ayesha@example.com')
  await copy.read(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "manager"}' where id = $1 returning 1`,
    boss,
  )
  manager = await copy.open({ operator: boss })
  // Delivered cash orders of 1150.40 each, T-1 to T-8, which TCS carried.
  await copy.read(
    `with placed as (insert into public.orders (order_id, payment_method, contact_phone, shipping_address, billing_address, shipping_city, subtotal,
        delivery_fee, total_amount, device, attempt_key, attempt_hash, status, confirmed_at)
      select 'ORD-91-' || n, 'cod', '+923331234567', '{"city": "Lahore"}', '{}', 'Lahore', 1000.4, 150, 1150.4, 'Mobile', gen_random_uuid(), 'x',
        'Processing', now() from generate_series(1, ${PARCELS}) n returning 1) select count(*) from placed`,
  )
  const numbers = Array.from({ length: PARCELS }, (_n, place) => place + 1)
  await desk.call(
    `select public.desk_send_by_hand('TCS', $1, true)`,
    JSON.stringify(numbers.map((n) => ({ order_id: `ORD-91-${n}`, tracking: `T-${n}` }))),
  )
  await copy.read(
    `with moved as (update public.orders set status = 'Delivered' where order_id like 'ORD-91-%' returning 1) select count(*) from moved`,
  )
})
afterEach(() => copy.drop())

/** Stores a file and names its columns. Returns the settlement's ID. */
async function start(rows: string[][], columns: object = WITHOUT_NET, file = 'june.csv'): Promise<string> {
  const [made] = await desk.call<{ id: string }>(
    `select public.desk_start_settlement('TCS', $1, $2, $3) as id`,
    file,
    HEADINGS,
    JSON.stringify(rows),
  )
  const id = made?.id ?? ''
  await desk.call(`select public.desk_map_settlement($1, $2, $3)`, id, await version(id), columns)
  return id
}
const version = async (id: string) =>
  (await copy.read<{ version: number }>(`select version from shop.settlements where id = $1`, id)).version

interface Shown {
  seen: string
  net: number
  lacks: number
  rows: { line: number | null; subject: string; outcome: string; net: number | null; rest: number | null }[]
}
const shown = async (id: string, list = 'all') =>
  (await desk.call<{ s: Shown }>('select public.desk_settlement($1, $2) as s', id, list))[0]?.s as Shown
const outcomes = async (id: string) => (await shown(id)).rows.map((row) => row.outcome)

async function apply(id: string, session = desk): Promise<string> {
  const [{ seen }, at] = [await shown(id), await version(id)]
  return outcome(session.call('select public.desk_apply_settlement($1, $2, $3)', id, at, seen))
}
async function settle(rows: string[][], columns?: object, file?: string): Promise<string> {
  const id = await start(rows, columns, file)
  expect(await apply(id)).toBe('done')
  return id
}
const takeBack = async (id: string, at?: number, session = desk) =>
  outcome(session.call(`select public.desk_take_back_settlement($1, $2, 'Wrong file')`, id, at ?? (await version(id))))
const received = async (id: string, amount: number, on = '2026-06-20') =>
  outcome(desk.call(`select public.desk_record_received($1, $2, $3, $4)`, id, await version(id), amount, on))
const writeOff = async (id: string, subject: string, amount: number, session = manager) =>
  outcome(session.call(`select public.desk_write_off($1, $2, $3, $4, 'Lost')`, id, await version(id), subject, amount))

/** Returns what is entered of a settlement: by row or 'bank', kind and tax; amounts that are nothing are left out. */
const entered = async (id: string) =>
  (
    await copy.read<{ sums: Record<string, number> }>(
      `select coalesce(jsonb_object_agg(x.name, x.amount), '{}') as sums from (
         select concat_ws(' ', split_part(e.subject, ':', 2), e.kind, e.tax, case when e.order_id is null then 'without order' end) as name,
           sum(e.amount) as amount
         from shop.entries e where e.settlement_id = $1 group by 1 having sum(e.amount) <> 0) x`,
      id,
    )
  ).sums

/** Returns the parcels as they are, and what is owed of them by the books. */
const parcels = async () =>
  (
    await copy.read<{ rows: Record<string, { state: string; owed: number; booked: number }> }>(
      `select jsonb_object_agg(o.order_id, jsonb_build_object('state', p.state, 'courier', p.courier, 'problem', p.problem, 'owed', p.owed,
           'booked', (select sum(e.amount) from shop.entries e where e.parcel_id = p.id and e.kind <> 'to_collect'))) as rows
         from shop.shipments p join public.orders o on o.id = p.order_id where o.order_id like 'ORD-91-%'`,
    )
  ).rows
const owed = async (n: number) => (await parcels())[`ORD-91-${n}`]?.owed

test.each([
  ['says so', ['Grand Total', '2,300.80', '', '400', '', '', '', '', '']],
  ['has the sums alone', ['', '2,300.80', '', '400', '', '', '', '', '']],
  ['has the sums and the number of parcels', ['2', 'Rs. 2,300.80', '', '400/-', '', '', '', '', '']],
])('a row that sums up the others is no money without a parcel, if it %s', async (_how, total) => {
  const rows = ['T-1', 'T-2'].map((tracking) => [tracking, '1150.40', '', '200', '', '', '', '', ''])
  expect((await outcomes(await start([...rows, total]))).filter((one) => one !== 'missing')).toEqual(['paid', 'paid'])
})

test('a last row that isn’t the sum of the others stays, as does a file of one row', async () => {
  const rows = [['T-1', '1150.40', '', '200', '', '', '', '', '']]
  const adjustment = ['', '-50', '', '', '', '', '', '', '']
  expect((await outcomes(await start([...rows, adjustment]))).filter((one) => one !== 'missing')).toHaveLength(2)
  expect((await outcomes(await start(rows))).filter((one) => one !== 'missing')).toEqual(['paid'])
})

test('what a courier keeps is entered by what it is, and closes the parcel’s account (CR-07)', async () => {
  const id = await settle([
    ['T-1', 'Rs. 1,150.40', 'Delivered', '200', '', '32.00', '11.50', '23.01', ''],
    // Another courier of the same file writes amounts as Pakistani books do.
    ['T-2', '1150.40/-', '', '180', 'Rs 20', '', '', '', ''],
  ])
  expect(await entered(id)).toEqual({
    '2 charge': -200,
    '2 charge charge': -32,
    '2 tax_withheld income': -11.5,
    '2 tax_withheld sales': -23.01,
    '2 remitted': -883.89,
    '3 charge': -200,
    '3 remitted': -950.4,
  })
  expect([await owed(1), await owed(2)]).toEqual([0, 0])
})

test('deductions below zero are deductions too, and one above zero gives something back', async () => {
  const id = await settle([
    ['T-1', '1150.40', '', '-200', '', '', '-10', '', ''],
    ['T-2', '1150.40', '', '(150.40)', '', '', '-10', '', ''],
    ['T-3', '1150.40', '', '50', '', '', '', '', ''],
  ])
  expect(await entered(id)).toMatchObject({
    '2 charge': -200,
    '2 remitted': -940.4,
    '3 remitted': -990,
    '4 charge': 50,
    '4 remitted': -1200.4,
  })
})

test('less than a rupee is rounded; a rupee or more is too little', async () => {
  const id = await settle([
    ['T-1', '1150', '', '200', '', '', '', '', ''],
    ['T-2', '1151', '', '', '', '', '', '', ''],
    ['T-3', '1149.40', '', '', '', '', '', '', ''],
  ])
  expect(await outcomes(id)).toEqual(['paid', 'paid', 'short'])
  expect(await entered(id)).toEqual({
    '2 charge': -200,
    '2 remitted': -950,
    '2 rounding': -0.4,
    '3 remitted': -1151,
    '3 rounding': 0.6,
    '4 remitted': -1149.4,
  })
  expect([await owed(1), await owed(2), await owed(3)]).toEqual([0, 0, 1])
})

test('a parcel that came back costs its charge, and what the file says of its cash isn’t counted', async () => {
  const id = await start([
    ['T-1', '1150.40', 'RTO', '120', '', '', '', '', ''],
    ['T-2', '1150.40', '', '', '', '', '', '', ''],
  ])
  expect((await shown(id)).rows.map(({ rest }) => rest)).toEqual([0, 0])
  expect(await apply(id)).toBe('done')
  expect(await entered(id)).toEqual({ '2 charge': -120, '2 remitted': 120, '3 remitted': -1150.4 })
  expect((await parcels())['ORD-91-1']).toMatchObject({ state: 'returned', owed: 0, booked: 0 })
  expect((await shown(id)).net).toBe(1030.4)
})

test('money for no parcel is entered without an order, and a row without an amount counts nothing (CR-07)', async () => {
  const rows = [
    ['T-1', '1150.40', '', '', '', '', '', '', ''],
    ['T-1', '1150.40', '', '50', '', '', '', '', ''],
    ['T-99', '500', '', '', '', '', '5', '', ''],
    ['T-2', 'ten', '', '50', '', '', '', '', ''],
    ['T-3', '-200', '', '', '', '', '', '', ''],
  ]
  const id = await settle(rows)
  expect(await outcomes(id)).toEqual(['paid', 'repeated', 'unknown', 'unreadable', 'unreadable'])
  expect(await entered(id)).toEqual({
    '2 remitted': -1150.4,
    '3 charge without order': -50,
    '3 remitted without order': -1100.4,
    '4 tax_withheld income without order': -5,
    '4 remitted without order': -495,
    '6 remitted without order': 200,
  })
  const [{ list } = { list: null }] = await desk.call<{ list: { other: number; amount: number }[] }>(
    `select public.desk_settlements() -> 'owed' as list`,
  )
  expect(list).toContainEqual(expect.objectContaining({ courier: 'TCS', amount: 8052.8, other: -1450.4 }))
  expect(await writeOff(id, '4', -500)).toBe('done')
  expect((await shown(id)).rows.map(({ rest }) => rest)).toEqual([0, -1150.4, 0, null, 200])
})

test('a parcel that is paid in full isn’t paid again by another file, whatever that says (CR-06)', async () => {
  await settle([['T-1', '1150.40', '', '', '', '', '', '', '']])
  const id = await settle([['T-1', '500', '', '', '', '', '', '', '']])
  expect(await outcomes(id)).toEqual(['repeated'])
  expect(await entered(id)).toEqual({ '2 remitted without order': -500 })
  expect(await owed(1)).toBe(0)
})

test('what the file calls net counts before what was collected less deductions', async () => {
  const id = await settle(
    [
      ['T-1', '1150.40', '', '200', '', '', '', '', '950.40'],
      ['T-2', '1150.40', '', '200', '', '', '', '', '900'],
      ['T-3', '1150.40', '', '200', '', '', '', '', ''],
    ],
    COLUMNS,
  )
  expect(await outcomes(id)).toEqual(['paid', 'short', 'paid'])
  expect((await shown(id)).net).toBe(950.4 + 900 + 950.4)
  expect([await owed(1), await owed(2)]).toEqual([0, 50.4])
})

test('a remainder is written off by managers alone, once, and as it was shown (CR-08)', async () => {
  const id = await settle([['T-1', '1000', '', '', '', '', '', '', '']])
  expect(await writeOff(id, '2', 150.4, desk)).toBe('not_manager')
  expect(await writeOff(id, '2', 150)).toBe('changed_meanwhile')
  const at = await version(id)
  const press = () => outcome(manager.call(`select public.desk_write_off($1, $2, '2', 150.4, 'Lost')`, id, at))
  expect([await press(), await press()]).toEqual(['done', 'changed_meanwhile'])
  expect(await entered(id)).toEqual({ '2 remitted': -1000, '2 written_off': -150.4 })
  expect(await owed(1)).toBe(0)
  // A parcel that the settlement lacks, since the courier has lost it.
  const [missing, ...others] = (await shown(id, 'missing')).rows
  expect(await writeOff(id, missing?.subject ?? '', 1150.4)).toBe('done')
  expect((await shown(id, 'missing')).rows).toEqual(others)
})

test('the sum that reached the bank is beside the file’s net, and its difference is owed until it is written off (CR-08)', async () => {
  const id = await start([['T-1', '1150.40', '', '200', '', '', '', '', '']])
  expect(await received(id, 940.4)).toBe('done')
  expect(await entered(id)).toEqual({})
  expect(await apply(id)).toBe('done')
  expect(await shown(id)).toMatchObject({ net: 950.4, lacks: 10 })
  expect(await writeOff(id, 'bank', 10)).toBe('done')
  expect((await shown(id)).lacks).toBe(0)
  // The bank has paid the rest after all.
  expect(await received(id, 950)).toBe('done')
  expect(await entered(id)).toEqual({
    '2 charge': -200,
    '2 remitted': -950.4,
    'bank remitted without order': 0.4,
    'bank rounding without order': -0.4,
    'bank written_off without order': -10,
  })
  expect(await outcome(desk.call(`select public.desk_record_received($1, 1, null, null)`, id))).toBe('invalid_amount')
})

test('a settlement is taken back by opposite entries, and applied again (CR-09)', async () => {
  const before = await parcels()
  const rows = [
    ['T-1', '1150', '', '200', '', '', '11.5', '', ''],
    ['T-2', '', 'Returned', '120', '', '', '', '', ''],
    ['T-3', '1000', '', '', '', '', '', '', ''],
    ['T-77', '70', '', '', '', '', '', '', ''],
  ]
  const id = await settle(rows)
  expect(await received(id, 2000)).toBe('done')
  expect(await writeOff(id, '4', 150.4)).toBe('done')
  const [applied, counted] = [await parcels(), await entered(id)]
  const at = await version(id)
  expect(await outcome(desk.call(`select public.desk_take_back_settlement($1, $2, ' ')`, id, at))).toBe(
    'invalid_reason',
  )
  expect(await takeBack(id, at - 1)).toBe('changed_meanwhile')
  expect([await takeBack(id, at), await takeBack(id, at)]).toEqual(['done', 'settlement_not_applied'])
  expect([await entered(id), await parcels()]).toEqual([{}, before])
  expect(await outcomes(id)).toEqual(['paid', 'returned', 'short', 'unknown'])
  expect(await apply(id)).toBe('done')
  const { '4 written_off': _writtenOff, ...again } = counted
  expect(await entered(id)).toEqual(again)
  expect({ ...(await parcels()), 'ORD-91-3': null }).toEqual({ ...applied, 'ORD-91-3': null })
  expect(await owed(3)).toBe(150.4)
})

test('the file of a settlement that was taken back brings back the columns that weren’t named (CR-09)', async () => {
  const rows = [['T-1', '1150.40', '', '200', '', '', '11.50', '', '']]
  const { deductions: _none, ...few } = WITHOUT_NET
  const id = await settle(rows, few)
  expect(await takeBack(id)).toBe('done')
  // Saved anew, with an empty line above the row.
  await desk.call(
    `select public.desk_start_settlement('TCS', 'again.csv', $1, $2, '[3]')`,
    HEADINGS,
    JSON.stringify(rows),
  )
  expect((await shown(id)).rows.map(({ line }) => line)).toEqual([3])
  expect(await start(rows)).toBe(id)
  expect(await apply(id)).toBe('done')
  expect(await entered(id)).toEqual({ '2 charge': -200, '2 tax_withheld income': -11.5, '2 remitted': -938.9 })
  // Once it is applied, the same file changes nothing.
  const [same] = await desk.call<{ id: string }>(
    `select public.desk_start_settlement('TCS', 'again.csv', $1, $2) as id`,
    HEADINGS,
    JSON.stringify(rows),
  )
  expect(same?.id).toBe(id)
  expect(await apply(id)).toBe('settlement_applied')
})

test('an order from before parcels were recorded has none again (CR-09)', async () => {
  await copy.read(`with gone as (delete from shop.shipments returning order_id),
    kept as (update public.orders set tracking_number = 'OLD' where order_id = 'ORD-91-1' returning 1)
    select count(*), (select count(*) from kept) from gone`)
  await copy.read(`select count(*) from public.orders o cross join lateral shop.post(o.id, 'parcel')`)
  const booked = () =>
    copy.read(`select jsonb_object_agg(x.name, x.amount) as sums from (select concat_ws(' ', e.account, e.kind) as name, sum(e.amount) as amount
      from shop.entries e join public.orders o on o.id = e.order_id where o.order_id = 'ORD-91-1' group by 1 having sum(e.amount) <> 0) x`)
  const before = await booked()
  const id = await settle([['OLD', '1150.40', '', '', '', '', '', '', '']])
  expect((await parcels())['ORD-91-1']).toMatchObject({ state: 'delivered', owed: 0, booked: 0 })
  expect(await takeBack(id)).toBe('done')
  expect(await booked()).toEqual(before)
  expect(await copy.read(`select count(*)::integer as parcels from shop.shipments`)).toEqual({ parcels: 0 })
})

test('a settlement is not taken back while a later one has its parcels, nor when a parcel was sent again (CR-09)', async () => {
  const first = await settle([
    ['T-1', '1000', '', '', '', '', '', '', ''],
    ['T-2', '', 'RTO', '', '', '', '', '', ''],
  ])
  const second = await settle([['T-1', '150.40', '', '', '', '', '', '', '']], WITHOUT_NET, 'july.csv')
  expect(await owed(1)).toBe(0)
  expect(await takeBack(first)).toBe('settlement_needed')
  expect(await takeBack(second)).toBe('done')
  await copy.read(
    `insert into shop.shipments (order_id, courier, state, to_collect)
     select id, 'TCS', 'booked', 1150.4 from public.orders where order_id = 'ORD-91-2' returning 1`,
  )
  expect(await takeBack(first)).toBe('parcel_sent_again')
  await copy.read(
    `update shop.shipments set state = 'cancelled' where state = 'booked' and to_collect = 1150.4 returning 1`,
  )
  expect(await takeBack(first)).toBe('done')
  expect(await owed(1)).toBe(1150.4)
})

test('a settlement that four operators take back or apply at once is taken back or applied once (CR-06)', async () => {
  const id = await settle([['T-1', '1150.40', '', '200', '', '', '', '', '']])
  const sessions = await copy.openMany(4, { operator })
  const at = await version(id)
  const back = await Promise.all(sessions.map((session) => takeBack(id, at, session)))
  expect(back.toSorted()).toEqual(['done', ...Array<string>(3).fill('settlement_not_applied')])
  expect([await entered(id), await owed(1)]).toEqual([{}, 1150.4])
  const again = await Promise.all(sessions.map((session) => apply(id, session)))
  expect(again.toSorted()).toEqual(['done', ...Array<string>(3).fill('settlement_applied')])
  expect(await owed(1)).toBe(0)
})

test('what was withheld is listed for each courier and tax year, which ends with June (CR-10)', async () => {
  const june = await settle([
    ['T-1', '600', '', '', '', '', '6', '12', ''],
    ['T-2', '1150.40', '', '', '', '', '11.50', '', ''],
    ['T-98', '100', '', '', '', '', '1', '', ''],
  ])
  const july = await settle(
    [
      ['T-1', '550.40', '', '', '', '', '5.50', '', ''],
      ['T-3', '1150.40', '', '', '', '', '', '', ''],
    ],
    WITHOUT_NET,
    'july.csv',
  )
  const back = await settle([['T-4', '1150.40', '', '', '', '', '11.50', '', '']], WITHOUT_NET, 'back.csv')
  await received(june, 1, '2026-06-30')
  await received(july, 1, '2026-07-01')
  await received(back, 1, '2026-07-01')
  expect(await takeBack(back)).toBe('done')
  // Applied again, its column of the tax is one of the courier's charge.
  const deductions = { ...WITHOUT_NET.deductions, WHT: 'charge' }
  const columns = { ...WITHOUT_NET, deductions }
  await desk.call(`select public.desk_map_settlement($1, $2, $3)`, back, await version(back), columns)
  expect(await apply(back)).toBe('done')
  const [list] = await desk.call<{ page: unknown; file: unknown }>(
    `select public.desk_settlements() -> 'withheld' as page, public.desk_export_withheld() as file`,
  )
  expect(list?.page).toEqual([
    { courier: 'TCS', year: 2027, parcels: 1, income_tax: 5.5, sales_tax: 0 },
    { courier: 'TCS', year: 2026, parcels: 3, income_tax: 18.5, sales_tax: 12 },
  ])
  expect(list?.file).toEqual(list?.page)
})

const cell = fc.constantFrom('', '0', '5', '11.50', '200', '-30', 'Rs. 1,150.40', '1150', '600', 'x')
const row = fc.record({
  n: fc.integer({ min: 1, max: PARCELS + 2 }),
  cells: fc.tuple(cell, fc.constantFrom('', '', 'RTO'), cell, cell, cell, cell, cell, cell),
})

test('the entries of any settlement add up to its net, and each parcel’s account to what is owed of it (CR-07)', async () => {
  let files = 0
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), fc.boolean(), async (rows, hasNet) => {
      files += 1
      const id = await settle(
        // The same rows again would be the same file.
        [...rows.map(({ n, cells }) => [`T-${n}`, ...cells]), [`F-${files}`, ...Array<string>(8).fill('')]],
        hasNet ? COLUMNS : WITHOUT_NET,
        `${files}.csv`,
      ).catch((error: unknown) => {
        throw new Error(`File ${files}`, { cause: error })
      })
      const { sums } = await copy.read<{ sums: { net: number; remitted: number; rows: number; entered: number } }>(
        `select jsonb_build_object(
           'net', (select coalesce(sum(r.net), 0) from shop.settlement_rows r where r.settlement_id = $1),
           'remitted', (select - coalesce(sum(e.amount), 0) from shop.entries e where e.settlement_id = $1 and e.kind = 'remitted'),
           'rows', (select coalesce(sum(r.net + r.charge + r.charge_tax + r.income_tax + r.sales_tax + coalesce(r.rounding, 0)), 0)
             from shop.settlement_rows r where r.settlement_id = $1),
           'entered', (select - coalesce(sum(e.amount), 0) from shop.entries e where e.settlement_id = $1)) as sums`,
        id,
      )
      expect([sums.remitted, sums.entered]).toEqual([sums.net, sums.rows])
      expect((await shown(id)).net).toBe(sums.net)
      for (const { owed: left, booked } of Object.values(await parcels())) expect(booked).toBe(left)
      if (files % 3 === 0) expect([await takeBack(id), await entered(id)]).toEqual(['done', {}])
      for (const { owed: left, booked } of Object.values(await parcels())) expect(booked).toBe(left)
    }),
    { seed: 55, numRuns: 40 },
  )
})
