import { afterEach, beforeEach, expect, test } from 'vitest'
import { outcome, runConcurrently, TestDatabase, type Session } from '../support/sessions.ts'

// Numbers of invoices when many orders are sent and paid at once (decision 178).

let copy: TestDatabase

beforeEach(async () => {
  copy = await TestDatabase.make()
})
afterEach(() => copy.drop())

/** Makes orders that are neither paid nor sent. Returns their IDs. */
async function orders(count: number): Promise<string[]> {
  const { ids } = await copy.read<{ ids: string[] }>(
    `with made as (
       insert into public.orders (order_id, status, payment_method, shipping_address, billing_address, shipping_city, subtotal,
         delivery_fee, total_amount, device, attempt_key, attempt_hash)
       select format('ORD-88%s-1', n), 'Processing', 'cod', '{}', '{}', 'Lahore', 100, 0, 100, 'Mobile', gen_random_uuid(), 'x'
       from generate_series(1, $1) n returning id)
     select jsonb_agg(id) as ids from made`,
    count,
  )
  return ids
}

/** Sends some orders in one transaction, which fails after that if it is told to. */
async function send(session: Session, ids: readonly string[], fails: boolean): Promise<unknown> {
  await session.begin()
  try {
    for (const id of ids) await session.run(`update public.orders set status = 'Shipped' where id = $1`, id)
    if (!fails) return await session.commit()
    // Gives the numbers now, as the end of the transaction would.
    await session.run(`set constraints all immediate`)
    return await session.run('select 1 / 0')
  } catch (error) {
    await session.rollback()
    throw error
  }
}

const numbers = async () => {
  const { all, last } = await copy.read<{ all: number[] | null; last: number }>(
    `select (select jsonb_agg(number order by number) from shop.invoices) as all, (select last from shop.invoice_counter) as last`,
  )
  return { all: all ?? [], last }
}

test('orders that are sent at once get numbers without gaps, although some of it fails (OR-42)', async () => {
  const before = (await numbers()).last
  const ids = await orders(60)
  const work = Array.from(
    { length: 30 },
    (_, n) => (session: Session) => send(session, ids.slice(2 * n, 2 * n + 2), n % 3 === 0),
  )
  const counts = await runConcurrently(await copy.openMany(10, 'server'), work)
  expect(counts.done).toBe(20)
  const { all, last } = await numbers()
  expect(last).toBe(before + 40)
  expect(all.slice(-40)).toEqual(Array.from({ length: 40 }, (_, n) => before + 1 + n))
})

/** Makes an order that was sent before there were invoices. Returns its ID, and what asks for its invoice as its shopper. */
async function sentWithoutInvoice() {
  const [id] = await orders(1)
  await copy.read(
    `with sent as (update public.orders set status = 'Shipped' where id = $1 returning 1) select count(*) from sent`,
    id,
  )
  await copy.read(
    `with gone as (delete from shop.invoices where order_id = $1 returning 1) select count(*) from gone`,
    id,
  )
  const own = await copy.read<{ number: string; key: string }>(
    `select order_id as number, attempt_key as key from public.orders where id = $1`,
    id,
  )
  return { id, ask: (session: Session) => session.call('select public.get_invoice($1, $2)', own.number, own.key) }
}

test('an invoice that is asked for by several at once is issued once (OR-42)', async () => {
  const { ask } = await sentWithoutInvoice()
  const { last } = await numbers()
  const counts = await runConcurrently(
    await copy.openMany(8, 'visitor'),
    Array.from({ length: 24 }, () => ask),
  )
  expect(counts).toEqual({ done: 24 })
  expect((await numbers()).last).toBe(last + 1)
})

test('an invoice that is asked for while somebody corrects its order waits for that, and issues one (OR-42)', async () => {
  const { id, ask } = await sentWithoutInvoice()
  const { last } = await numbers()
  const [studio, visitor] = [await copy.open('studio'), await copy.open('visitor')]
  await studio.begin()
  await studio.run('select from public.orders where id = $1 for update', id)
  const asked = outcome(ask(visitor))
  await copy.untilWaiting(1)
  await studio.run('select shop.issue_invoice($1)', id)
  await studio.commit()
  expect([await asked, (await numbers()).last]).toEqual(['done', last + 1])
})
