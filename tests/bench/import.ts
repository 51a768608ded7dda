import { setTimeout } from 'node:timers/promises'
import type { Connection } from '../support/postgres-server.ts'
import { onLargeDatabase, productsUpTo, SIGN_IN, sizes } from './large-database.ts'

/**
 * `npm run measure -- import`: measures the export and imports of 10,000 rows of products on PostgreSQL, and how long orders wait that
 * are placed while an import is applied (decision 130).
 */
const [ROWS = 0] = sizes(10_000)
const PIECE = 500
/** After this time an import has locked its rows, in milliseconds. */
const LOCKED_AFTER = 500

/** Makes the session the shop's, which places orders for its shoppers, who may have any number of open ones. */
const SHOP = `
  update public.order_rules set most_unpaid = 100000, most_cash = 100000, most_unconfirmed = 100000, most_a_day = 100000;
  delete from public.variant_stock;
  update public.product_variants set stock = 5000;
  select set_config('request.jwt.claims', '{"role": "service_role"}', false);
  set role service_role;`

/** A line of an order: the first product that an import changes, or one that it doesn't. */
const LINE = `
  select jsonb_build_object('product_id', p.id, 'quantity', 1, 'size', (select v.label from public.product_variants v where v.product_id = p.id limit 1),
    'color', (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = p.id
      order by pc.display_order, c.name limit 1)) as line
  from public.products p where (p.slug ~ '-\\d+$') = $1 order by p.slug limit 1`

const ADDRESS = { first_name: 'A', last_name: 'B', address_line1: '1 Road', city: 'Lahore', country: 'Pakistan' }

type Cells = Record<string, string>

/** What each import changes of a row. */
const CASES: [string, (cells: Cells) => Cells][] = [
  ['nothing', (cells) => cells],
  ['every stock', (cells) => ({ ...cells, stock: String(Number(cells.stock) + 1) })],
  ['every price and stock', (cells) => ({ ...cells, price: '1999', stock: String(Number(cells.stock) + 1) })],
  ['every name', (cells) => ({ ...cells, name: `${cells.name} new` })],
  ['every colour', (cells) => ({ ...cells, colors: cells.colors?.split(' | ')[0] ?? '' })],
  ['every material', (cells) => ({ ...cells, material: 'Lawn' })],
  ['new products', (cells) => ({ ...cells, product: `new-${cells.product}`, state: 'draft', version: '' })],
]

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const startedAt = performance.now()
  return { value: await work(), ms: performance.now() - startedAt }
}

async function ask(client: Connection, call: string, ...parameters: unknown[]) {
  const { rows } = await client.query(`select public.${call} as value`, parameters)
  return rows[0].value
}

async function exportRows(client: Connection): Promise<Cells[]> {
  const rows: Cells[] = []
  for (let after: string | null = ''; after !== null;) {
    const piece: { rows: Record<string, unknown>[]; last: string | null } = await ask(
      client,
      'desk_export_products($1)',
      after,
    )
    rows.push(
      ...piece.rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value ?? '')])),
      ),
    )
    after = piece.last
  }
  return rows.filter(({ product = '' }) => /-\d+$/.test(product)).slice(0, ROWS)
}

/** An order that waits too long for a lock is refused (55P03), and the shopper tries again. */
const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03'

/** Places orders of a line one after another until told to stop. Returns how long the longest took or waited, in milliseconds. */
async function placeOrders({ shopper, email, line, phone }: Buyer, stop: AbortSignal): Promise<number> {
  let longest = 0
  const address = JSON.stringify({ ...ADDRESS, phone })
  const call = `place_order($1, 'hash', $2, 'a@example.com', $3, $3, 'payfast', 'Mobile', null, null,
    p_shopper => (select id from public.profiles where email = $4))`
  while (!stop.aborted) {
    const { ms } = await timed(() =>
      ask(shopper, call, crypto.randomUUID(), JSON.stringify([line]), address, email).catch((error: unknown) => {
        if (!isLockTimeout(error)) throw error
      }),
    )
    longest = Math.max(longest, ms)
  }
  return longest
}

/** Someone who orders a line while an import is applied. */
interface Buyer {
  shopper: Connection
  email: string
  line: unknown
  /** Orders with the same number wait for each other. */
  phone: string
}

/**
 * Imports rows. Returns the milliseconds of storing, comparing (all, and the longest piece) and applying, and of the longest order of each
 * buyer meanwhile.
 */
async function importRows(client: Connection, rows: Cells[], buyers: Buyer[]): Promise<number[]> {
  const id = await ask(client, `desk_start_import('bench.csv', $1)`, rows.length)
  const stored = await timed(async () => {
    for (let at = 0; at < rows.length; at += PIECE) {
      const piece = rows.slice(at, at + PIECE).map(({ product, ...given }, place) => ({
        line: at + place + 2,
        slug: product,
        size: given.size,
        given,
      }))
      await ask(client, 'desk_store_import_rows($1, $2)', id, JSON.stringify(piece))
    }
  })
  const pieces: number[] = []
  for (let isOver = false; !isOver;) {
    const { value, ms } = await timed(() => ask(client, 'desk_check_import($1)', id))
    pieces.push(ms)
    isOver = value.checked === value.total
  }
  const stopping = new AbortController()
  const [applied, ...longest] = await Promise.all([
    timed(() => ask(client, 'desk_apply_import($1, 1, true)', id)).finally(() => stopping.abort()),
    // An order before the import has locked its rows would make it outdated.
    ...buyers.map((buyer) => setTimeout(LOCKED_AFTER).then(() => placeOrders(buyer, stopping.signal))),
  ])
  if (applied.value !== 'applied') throw new Error(`Not applied: ${applied.value}`)
  const compared = pieces.reduce((sum, ms) => sum + ms, 0)
  return [stored.ms, compared, Math.max(...pieces), applied.ms, ...longest]
}

await onLargeDatabase(async (open) => {
  const client = await open()
  await client.query(productsUpTo(ROWS / 2))
  await client.query('vacuum analyze')
  await client.query(SIGN_IN)
  await client.query('set role authenticated')
  const { value, ms } = await timed(() => exportRows(client))
  console.log(`Export of ${value.length} rows: ${ms.toFixed(0)} ms\n`)
  const buyers: Buyer[] = []
  for (const [isInFile, email, phone] of [
    [true, 'mahnoor@example.com', '+923110000001'],
    [false, 'fatima@example.com', '+923110000002'],
  ] as const) {
    const shopper = await open()
    const { rows } = await shopper.query(LINE, [isInFile])
    await shopper.query(SHOP)
    buyers.push({ shopper, email, line: rows[0].line, phone })
  }
  console.log(
    '| Changed | store, ms | compare, ms | of these the longest 500 rows | apply, ms | longest order of a product in the file, ms | of another product, ms |\n|---|---:|---:|---:|---:|---:|---:|',
  )
  for (const [name, change] of CASES) {
    const rows = (await exportRows(client)).map(change)
    console.log(`| ${[name, ...(await importRows(client, rows, buyers)).map((one) => one.toFixed(0))].join(' | ')} |`)
  }
})
