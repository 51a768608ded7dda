import { makeHostedProject, migrateHosted, seedHosted } from '../support/hosted-database.ts'
import { connect, startPostgres, SUPERUSER, type Connection } from '../support/postgres-server.ts'

/** Runs work on a PostgreSQL with the migrations and the seeds. `open` opens sessions, which it closes. */
export async function onLargeDatabase(work: (open: OpenSession) => Promise<void>): Promise<void> {
  const server = startPostgres({ shared_buffers: '256MB', jit: 'off' })
  const sessions: Connection[] = []
  try {
    await makeHostedProject(server.host, 'shop')
    await migrateHosted(server.host, 'shop')
    await seedHosted(server.host, 'shop', 'sample')
    await work(async (onNotice) => {
      const session = await connect(server.host, 'shop', SUPERUSER, onNotice)
      sessions.push(session)
      return session
    })
  } finally {
    for (const session of sessions) await session.end()
    server.stop()
  }
}

type OpenSession = (onNotice?: (message: string) => void) => Promise<Connection>

/** Returns the sizes given on the command line, or else the usual ones. */
export function sizes(...usual: number[]): number[] {
  const given = process.argv.slice(2).map(Number)
  return given.length > 0 ? given : usual
}

/** Copies the seeds' products, with other names, prices and dates, until there are about `size`. */
export const productsUpTo = (size: number) => `
  drop table if exists copies;
  create temporary table copies as select p.*, n from public.products p,
    generate_series((select count(*) from public.products) / 96, ${Math.ceil(size / 96)} - 1) as n where p.sku ~ '^CH-\\d+$';
  insert into public.products (id, name, description, slug, sku, price, discount, category_id, is_arrival, is_top, created_at, translations)
  select md5(id::text || n)::uuid, name || ' ' || n, description, slug || '-' || n, null, price + n % 700, discount,
    category_id, is_arrival and n % 50 = 0, is_top and n % 50 = 0, created_at - n * interval '3 minutes', translations from copies;
  insert into public.product_colors select md5(c.id::text || c.n)::uuid, o.color_id, o.display_order
    from copies c join public.product_colors o on o.product_id = c.id;
  insert into public.product_media (product_id, color_id, url, alt, is_featured, display_order)
  select md5(c.id::text || c.n)::uuid, o.color_id, o.url, o.alt, o.is_featured, o.display_order
    from copies c join public.product_media o on o.product_id = c.id and not o.is_banner;
  insert into public.product_variants (product_id, size, brand_size, cup_size, material, stock, display_order)
  select md5(c.id::text || c.n)::uuid, o.size, o.brand_size, o.cup_size, o.material, o.stock, o.display_order
    from copies c join public.product_variants o on o.product_id = c.id;`

/** Counts one size of each product by colour. */
export const COUNT_BY_COLOUR = `
  insert into public.variant_stock (variant_id, color_id, stock)
  select v.id, pc.color_id, 1000 from public.product_variants v join public.product_colors pc using (product_id) where v.display_order = 1
  on conflict do nothing;`

/** Makes the session an operator's, with a fresh code. */
export const SIGN_IN = `
  update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'hira@example.com';
  insert into auth.sessions (id, user_id) select md5('bench')::uuid, id from auth.users where email = 'hira@example.com';
  select set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated', 'sub', id, 'session_id', md5('bench')::uuid,
    'aal', 'aal2', 'amr', jsonb_build_array(jsonb_build_object('method', 'totp', 'timestamp', extract(epoch from now()))))::text, false)
  from auth.users where email = 'hira@example.com';`

export const RUNS = 3

/** Returns the milliseconds that a role waits for an expression, the median of the runs. */
export async function millisecondsOf(client: Connection, role: string, expression: string): Promise<number> {
  const times: number[] = []
  await client.query(`set role ${role}`)
  for (let run = 0; run < RUNS; run += 1) {
    const { rows } = await client.query(`explain (analyze, format json) select ${expression}`)
    times.push(rows[0]['QUERY PLAN'][0]['Execution Time'])
  }
  await client.query('reset role')
  return times.sort((one, other) => one - other)[Math.floor(RUNS / 2)] ?? 0
}
