import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeHostedProject, migrateHosted, seedHosted } from '../support/hosted-database.ts'
import { connect, startPostgres, type PostgresServer } from '../support/postgres-server.ts'

// Tests the timer of a hosted project: pg_cron with the schedule of the migrations. It runs every full minute.

const NAME = 'timed'
let server: PostgresServer

beforeAll(async () => {
  server = startPostgres({
    shared_preload_libraries: 'pg_cron',
    'cron.database_name': NAME,
    // Otherwise it would log in over TCP.
    'cron.use_background_workers': 'on',
  })
  await makeHostedProject(server.host, NAME)
  const owner = await connect(server.host, NAME)
  // A hosted project's `postgres` may do this without it.
  await owner.query('create extension pg_cron; grant usage on schema cron to postgres')
  await owner.end()
  await migrateHosted(server.host, NAME)
  await seedHosted(server.host, NAME, 'sample')
})
afterAll(() => server.stop())

test('pg_cron ends the hold of an order that is unpaid for an hour, and returns its stock', async () => {
  const shop = await connect(server.host, NAME, 'postgres')
  try {
    const { rows: jobs } = await shop.query('select schedule, command from cron.job')
    expect(jobs).toEqual([{ schedule: '* * * * *', command: 'select public.flag_stale_payments()' }])
    // The server places guests' orders.
    await shop.query(`select set_config('request.jwt.claims', '{"role": "service_role"}', false)`)
    const { rows } = await shop.query<{ order_id: string; label: string; stock: number }>(`
      with variant as (
        select v.product_id, v.label, v.stock, (select c.name from product_colors pc join colors c on c.id = pc.color_id
          where pc.product_id = v.product_id limit 1) as color
        from product_variants v where v.stock > 3 and not exists (select from variant_stock s where s.variant_id = v.id) order by v.id limit 1
      ), placed as (
        select public.place_order(gen_random_uuid(), 'hash',
          jsonb_build_array(jsonb_build_object('product_id', product_id, 'size', label, 'color', color, 'quantity', 2)),
          'a@example.com', address, address, 'payfast', 'Mobile', null, null) as order, variant.*
        from variant, lateral (select jsonb_build_object('first_name', 'A', 'last_name', 'B', 'address_line1', '1 Road',
          'city', 'Lahore', 'country', 'Pakistan', 'phone', '+923001234567') as address) as addresses
      ) select placed.order ->> 'order_id' as order_id, label, stock from placed`)
    const { order_id: orderId, label, stock } = rows[0] ?? {}
    const state = async () => {
      const { rows: found } = await shop.query<{ status: string; stock: number }>(
        `select o.status, v.stock from orders o join order_items i on i.order_id = o.id
         join product_variants v on v.product_id = i.product_id and v.label = $2 where o.order_id = $1`,
        [orderId, label],
      )
      return found[0]
    }
    expect(await state()).toEqual({ status: 'Pending', stock: Number(stock) - 2 })
    await shop.query(`update orders set hold_until = now() - interval '1 second' where order_id = $1`, [orderId])
    // pg_cron gives a run up that can't begin within seconds, as on a busy machine; the next minute does it.
    await vi.waitFor(async () => expect(await state()).toEqual({ status: 'PaymentFailed', stock }), {
      timeout: 135_000,
      interval: 1_000,
    })
  } finally {
    await shop.end()
  }
}, 150_000)
