import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/**
 * `npm run bench:catalogue`: every filter, order and the search of the listing on a real PostgreSQL with 1,000, 10,000
 * and 100,000 products. Prints the median of five runs and the indexes the plans used. Needs Debian's `postgresql`;
 * starts a server of its own on a socket in a temporary folder.
 */
const SIZES = [1_000, 10_000, 100_000]
const RUNS = 3

const CASES: [string, string][] = [
  ['no filter, first page', `public.get_products()`],
  ['no filter, page 60', `public.get_products(page_number => 60)`],
  ['category', `public.get_products(category_ids => array[md5('category:Bra')::uuid])`],
  ['one colour', `public.get_products(color_ids => array[md5('color:Crimson')::uuid])`],
  ['size', `public.get_products(size_filters => '{XXL}')`],
  ['waist size', `public.get_products(brand_size_filters => '{38}')`],
  ['cup size', `public.get_products(cup_size_filters => '{D}')`],
  ['material', `public.get_products(material_filters => '{Modal}')`],
  ['price range', `public.get_products(min_price => 1500, max_price => 1600)`],
  ['cheapest first', `public.get_products(sort_by => 'price', sort_order => 'asc')`],
  ['by name', `public.get_products(sort_by => 'name', sort_order => 'asc')`],
  [
    'category, colour, size and price',
    `public.get_products(category_ids => array[md5('category:Bra')::uuid],
    color_ids => array[md5('color:Black')::uuid], size_filters => '{34B}', max_price => 2000)`,
  ],
  ['search, one word', `public.get_products(search_term => 'balconette')`],
  ['search, two words', `public.get_products(search_term => 'lace robe')`],
  ['search, mistyped', `public.get_products(search_term => 'nightgwon')`],
  ['search, nothing', `public.get_products(search_term => 'zzzzqqqq')`],
  ['suggestions', `(select count(*) from public.get_search_suggestions('lac', 6))`],
  ['filter options', `public.get_filter_options()`],
  ['product by slug', `public.get_product_with_colors('lace-balconette-bra')`],
  ['product by id', `public.get_product_with_colors(md5('product:Lace balconette bra'))`],
]

const binaries = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql')
      .map((version) => `/usr/lib/postgresql/${version}/bin`)
      .at(-1)
  : undefined
if (!binaries) throw new Error('There is no PostgreSQL here. Install it with: apt-get install postgresql')

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
const isRoot = userInfo().uid === 0
// PostgreSQL refuses to run as root; Debian's package brings a person for it.
if (isRoot) execFileSync('chown', ['postgres', folder])

function run(program: string, ...given: string[]): string {
  const [command, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', program, ...given] : [program, ...given]
  return execFileSync(command ?? program, rest, { encoding: 'utf8', cwd: folder, maxBuffer: 1e9 })
}

/** What psql answers, and what the server says beside it. */
function sql(statements: string): { answer: string; said: string } {
  const program = ['psql', '-h', folder, '-U', 'postgres', '-d', 'shop', '-qAtX', '-v', 'ON_ERROR_STOP=1', '-f', '-']
  const [command, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...program] : program
  const done = spawnSync(command ?? '', rest, { input: statements, encoding: 'utf8', maxBuffer: 1e9 })
  if (done.status !== 0) throw new Error(done.stderr.slice(0, 2_000))
  return { answer: done.stdout, said: done.stderr }
}

function readSql(path: string): string {
  return execFileSync('cat', [path], { encoding: 'utf8' })
}

/** What a project of Supabase has before the first migration, as far as the catalogue asks for it. */
const GROUND = `create role anon; create role authenticated; create role service_role bypassrls;
  create schema auth; create schema extensions; grant usage on schema auth, public to anon, authenticated, service_role;
  create function auth.uid() returns uuid language sql stable as 'select null::uuid';`

/** As many products as asked for: copies of the seeds under other names, prices and dates. */
const grownTo = (size: number) => `
  create temporary table copies as select p.*, n from public.products p,
    generate_series((select count(*) from public.products) / 96, ${Math.ceil(size / 96)} - 1) as n where p.sku ~ '^CH-\\d+$';
  insert into public.products (id, name, description, slug, sku, price, discount, category_id, is_arrival, is_top, created_at)
  select md5(id::text || n)::uuid, name || ' ' || n, description, slug || '-' || n, null, price + n % 700, discount,
    category_id, is_arrival and n % 50 = 0, is_top and n % 50 = 0, created_at - n * interval '3 minutes' from copies;
  insert into public.product_colors select md5(c.id::text || c.n)::uuid, o.color_id, o.display_order
    from copies c join public.product_colors o on o.product_id = c.id;
  insert into public.product_media (product_id, color_id, url, alt, is_featured, display_order)
  select md5(c.id::text || c.n)::uuid, o.color_id, o.url, o.alt, o.is_featured, o.display_order
    from copies c join public.product_media o on o.product_id = c.id and not o.is_banner;
  insert into public.product_variants (product_id, size, brand_size, cup_size, material, stock, display_order)
  select md5(c.id::text || c.n)::uuid, o.size, o.brand_size, o.cup_size, o.material, o.stock, o.display_order
    from copies c join public.product_variants o on o.product_id = c.id;
  vacuum analyze;`

function measure(expression: string): { milliseconds: number; indexes: string[] } {
  const asked = `explain (analyze, format json) select ${expression};`
  const times = [...sql(`set role anon; ${asked.repeat(RUNS)}`).answer.matchAll(/"Execution Time": ([\d.]+)/g)]
    .map(([, time]) => Number(time))
    .toSorted((a, b) => a - b)
  const { said } =
    sql(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
    set client_min_messages = log; select ${expression};`)
  const nodes = said.matchAll(
    /(?:using|Bitmap Index Scan on|Seq Scan on) (products\w*|product_variants\w*|product_colors\w*)/g,
  )
  return {
    milliseconds: times[Math.floor(RUNS / 2)] ?? 0,
    indexes: [...new Set([...nodes].map(([, name = '']) => name))],
  }
}

try {
  run(join(binaries, 'initdb'), '-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '--locale=C.UTF-8')
  run(
    join(binaries, 'pg_ctl'),
    '-D',
    join(folder, 'data'),
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-k ${folder} -h '' -c shared_buffers=256MB -c jit=off`,
    'start',
  )
  run('createdb', '-h', folder, '-U', 'postgres', 'shop')
  sql(GROUND)
  for (const name of ['20260101000000_platform', '20260101000100_catalog'])
    sql(readSql(`supabase/migrations/${name}.sql`))
  // Its promo codes are another room's.
  sql(readSql('supabase/seeds/1_catalog.sql').split('insert into public.promo_codes')[0] ?? '')
  const seen = CASES.map(([name]): string[] => [name])
  for (const size of SIZES) {
    sql(grownTo(size))
    for (const [place, [, expression]] of CASES.entries()) {
      const { milliseconds, indexes } = measure(expression)
      seen[place]?.push(milliseconds.toFixed(1))
      if (size === SIZES.at(-1)) seen[place]?.push(indexes.join(', '))
    }
  }
  console.log(
    `${run(join(binaries, 'postgres'), '--version').trim()}; milliseconds, median of ${RUNS}; aim at 100,000: ≤ 50\n`,
  )
  console.log(`| Question | ${SIZES.map((size) => size.toLocaleString('en-US')).join(' | ')} | Read through |`)
  console.log(`|---|${SIZES.map(() => '---:|').join('')}---|`)
  for (const row of seen) console.log(`| ${row.join(' | ')} |`)
} finally {
  spawnSync(isRoot ? 'runuser' : join(binaries, 'pg_ctl'), [
    ...(isRoot ? ['-u', 'postgres', '--', join(binaries, 'pg_ctl')] : []),
    '-D',
    join(folder, 'data'),
    '-m',
    'immediate',
    'stop',
  ])
  rmSync(folder, { recursive: true, force: true })
}
