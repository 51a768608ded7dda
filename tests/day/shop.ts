import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseName } from '../../sandbox/supabase/migrate.ts'
import { startSandbox, stopProcess } from '../../scripts/sandbox-process.ts'
import { PATH } from '../../sandbox/postex/postex.ts'
import { runCommand } from '../support/commands.ts'
import { allowManyOpenOrders, serviceBackend, setStock } from '../support/orders.ts'
import { connect, type Connection } from '../support/postgres-server.ts'
import { freePort } from '../support/free-port.ts'
import { shopSettings, startServer, warmBackend } from '../support/running-shop.ts'
import provideSandboxPostgres, { sandboxPostgres } from '../support/sandbox-postgres.ts'

/** The shop of a day at the desk. */
export interface DayShop {
  url: string
  settings: Record<string, string>
  database: Connection
  /** Runs a command of the server, such as --send-mails. */
  run: (command: string) => Promise<unknown>
  /** The courier with an interface delivers these parcels, and the timer asks it. */
  deliver: (orders: readonly string[]) => Promise<void>
  /** Returns the numbers of new cash orders of somebody. */
  order: (name: string, family: string, count: number) => Promise<string[]>
  /** Returns a courier's settlement of orders, as CSV. */
  settlementOf: (orders: readonly string[]) => Promise<string>
  /** Returns the product's first size, and its pieces in the storeroom: for sale, or not packed yet. */
  shelf: () => Promise<{ size: string; pieces: number }>
  stop: () => Promise<void>
}

/** Of a parcel, in rupees. */
const CHARGES = 180

export async function openDayShop(): Promise<DayShop> {
  const stopPostgres = provideSandboxPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'day-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const sandbox = await startSandbox({ folder, shop: url, port: 0, postgres: sandboxPostgres() })
  await warmBackend(sandbox)
  const { settings } = sandbox
  const server = await startServer({ ...shopSettings(sandbox, url, folder), LOG_LEVEL: 'warn' })
  const database = await connect(sandboxPostgres() ?? '', databaseName(folder), 'postgres')
  await allowManyOpenOrders(serviceBackend(settings))
  await setStock(serviceBackend(settings), 1_000)
  const run = (command: string) => runCommand(shopSettings(sandbox, url, folder), command)
  return {
    url,
    settings,
    database,
    run,
    async deliver(orders) {
      const { rows } = await database.query<{ parcel: string }>(
        'select tracking_number as parcel from orders where order_id = any ($1)',
        [orders],
      )
      for (const { parcel } of rows)
        await fetch(`${settings.POSTEX_URL}${PATH}/parcels`, {
          method: 'POST',
          body: new URLSearchParams({ parcel, step: 'Delivered', as: 'json' }),
        }).then((response) => response.text())
      // The courier is asked about a parcel every half an hour.
      await database.query(
        'update shop.shipments set due_at = now() where order_id in (select id from orders where order_id = any ($1))',
        [orders],
      )
      await run('--ask-couriers')
    },
    async settlementOf(orders) {
      const { rows } = await database.query<{ line: string }>(
        `select concat_ws(',', tracking_number, total_amount, ${CHARGES}) as line from orders where order_id = any ($1)`,
        [orders],
      )
      return ['CN,COD,Charges', ...rows.map(({ line }) => line)].join('\n')
    },
    async order(name, family, count) {
      const orders = []
      for (let n = 0; n < count; n += 1) orders.push(await placeOrder(settings, name, family))
      return orders
    },
    async shelf() {
      const { rows } = await database.query(
        `select v.label as size, (v.stock + (select coalesce(sum(i.quantity), 0) from order_items i join orders o on o.id = i.order_id
          where i.variant_id = v.id and o.holds_stock and o.packed_at is null))::int as pieces
        from product_variants v join products p on p.id = v.product_id where p.slug = $1 order by v.display_order limit 1`,
        [PRODUCT],
      )
      return rows[0]
    },
    async stop() {
      await database.end()
      await stopProcess(server.process)
      await sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
      stopPostgres()
    },
  }
}

export const PRODUCT = 'guest-robe'
export const PRODUCT_NAME = 'Guest robe'

async function placeOrder(settings: Record<string, string>, name: string, family: string): Promise<string> {
  const backend = serviceBackend(settings)
  const { data: product } = await backend
    .from('products')
    .select('id, product_variants(label), product_colors(colors(name))')
    .eq('slug', PRODUCT)
    .order('display_order', { referencedTable: 'product_variants' })
    .single()
  const address = {
    first_name: name,
    last_name: family,
    address_line1: '7 Canal Road',
    city: 'Lahore',
    country: 'Pakistan',
    phone: `+92300${randomInt(1_000_000, 9_999_999)}`,
  }
  const item = {
    product_id: product?.id ?? '',
    size: product?.product_variants[0]?.label ?? '',
    color: product?.product_colors[0]?.colors.name ?? '',
    quantity: 1,
  }
  const { data, error } = await backend.rpc('place_order', {
    p_attempt_key: randomUUID(),
    p_attempt_hash: 'day',
    p_items: [item],
    p_contact_email: `day-${randomUUID()}@example.com`,
    p_shipping_address: address,
    p_billing_address: address,
    p_payment_method: 'cod',
    p_device: 'Mobile',
  })
  if (error) throw error
  return String((data as { order_id: string }).order_id)
}
