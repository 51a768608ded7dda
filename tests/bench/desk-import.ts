import type { Client } from 'pg'
import { makeHostedProject, migrateHosted } from '../support/hosted-database.ts'
import { connect, startPostgres, SUPERUSER } from '../support/postgres-server.ts'

/**
 * `npm run bench:import`: measures the export and imports of 10,000 rows of products on PostgreSQL, 2,000 products in five sizes
 * (decision 130).
 */
const PRODUCTS = 2_000
const PIECE = 500

const FILL = `
  insert into public.products (name, slug, price, description, category_id)
  select 'Bench gown ' || n, 'bench-gown-' || n, 2000, 'A long gown of soft cotton with a wide hem, number ' || n,
    (select id from public.product_categories order by name limit 1)
  from generate_series(1, ${PRODUCTS}) n;
  insert into public.product_variants (product_id, size, stock, display_order)
  select p.id, size, 20, place from public.products p, unnest(array['XS', 'S', 'M', 'L', 'XL']) with ordinality as s (size, place)
  where p.slug like 'bench-gown-%';
  insert into public.product_colors (product_id, color_id)
  select p.id, c.id from public.products p, (select id from public.colors order by name limit 3) c where p.slug like 'bench-gown-%';`

/** Makes the session an operator's, with a fresh code. */
const SIGN_IN = `
  update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'hira@example.com';
  insert into auth.sessions (id, user_id) select md5('bench')::uuid, id from auth.users where email = 'hira@example.com';
  select set_config('request.jwt.claim.sub', id::text, false), set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated',
    'sub', id, 'session_id', md5('bench')::uuid, 'aal', 'aal2',
    'amr', jsonb_build_array(jsonb_build_object('method', 'totp', 'timestamp', extract(epoch from now()))))::text, false)
  from auth.users where email = 'hira@example.com';
  set role authenticated;`

type Cells = Record<string, string>

/** What each import changes of a row. */
const CASES: [string, (cells: Cells) => Cells][] = [
  ['nothing', (cells) => cells],
  ['every stock', (cells) => ({ ...cells, stock: String(Number(cells.stock) + 1) })],
  ['every price and stock', (cells) => ({ ...cells, price: '1999', stock: String(Number(cells.stock) + 1) })],
  ['every name', (cells) => ({ ...cells, name: `${cells.name} new` })],
  ['every colour', (cells) => ({ ...cells, colors: cells.colors?.split(' | ')[0] ?? '' })],
  ['every material', (cells) => ({ ...cells, material: 'Lawn' })],
  ['new products', (cells) => ({ ...cells, product: `new-${cells.product}`, version: '' })],
]

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const startedAt = performance.now()
  return { value: await work(), ms: performance.now() - startedAt }
}

async function ask(client: Client, call: string, ...parameters: unknown[]) {
  const { rows } = await client.query(`select public.${call} as value`, parameters)
  return rows[0].value
}

async function exportRows(client: Client): Promise<Cells[]> {
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
  return rows.filter(({ product }) => product?.startsWith('bench-gown-'))
}

/** Imports rows. Returns the milliseconds of storing, comparing (all, and the longest piece) and applying. */
async function importRows(client: Client, rows: Cells[]): Promise<number[]> {
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
  const applied = await timed(() => ask(client, 'desk_apply_import($1, 1)', id))
  if (applied.value !== 'applied') throw new Error(`Not applied: ${applied.value}`)
  const compared = pieces.reduce((sum, ms) => sum + ms, 0)
  return [stored.ms, compared, Math.max(...pieces), applied.ms]
}

const server = startPostgres({ shared_buffers: '256MB', jit: 'off' })
try {
  await makeHostedProject(server.host, 'shop')
  await migrateHosted(server.host, 'shop')
  const client = await connect(server.host, 'shop', SUPERUSER)
  await client.query(FILL)
  await client.query('vacuum analyze')
  await client.query(SIGN_IN)
  const { value, ms } = await timed(() => exportRows(client))
  console.log(`Export of ${value.length} rows: ${ms.toFixed(0)} ms\n`)
  console.log(
    '| Changed | store, ms | compare, ms | of these the longest 500 rows | apply, ms |\n|---|---:|---:|---:|---:|',
  )
  for (const [name, change] of CASES) {
    const rows = (await exportRows(client)).map(change)
    console.log(`| ${[name, ...(await importRows(client, rows)).map((one) => one.toFixed(0))].join(' | ')} |`)
  }
  await client.end()
} finally {
  server.stop()
}
