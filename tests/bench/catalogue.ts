import type { Connection } from '../support/postgres-server.ts'
import { COUNT_BY_COLOUR, millisecondsOf, onLargeDatabase, productsUpTo, RUNS, sizes } from './large-database.ts'

/**
 * `npm run measure -- catalogue`: measures every filter, sort order, count and search of the listing, pricing a cart, placing an
 * order, and the longest arguments that are accepted, on PostgreSQL with 1,000, 10,000 and 100,000 products. Prints the median of three
 * runs and the indexes in the plans.
 * Needs the same PostgreSQL as `npm test`.
 */
const SIZES = sizes(1_000, 10_000, 100_000)

/** The first `count` products by ID, each with a size and a colour. Read before measuring. */
const cartOf = (count: number) => `(select jsonb_agg(jsonb_build_object('product_id', p.id, 'quantity', 1,
    'size', (select v.label from public.product_variants v where v.product_id = p.id order by v.id limit 1),
    'color', (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id
      where pc.product_id = p.id limit 1)))
  from (select id from public.products order by id limit ${count}) p)`
const CART = `current_setting('bench.cart_5')::jsonb`
const CART_OF_50 = `current_setting('bench.cart_50')::jsonb`
const ADDRESS = `'{"first_name": "A", "last_name": "B", "address_line1": "1 Road", "city": "Lahore", "country": "Pakistan"}'::jsonb`
/** A new phone number each time, because a number may have few open orders. */
const placeOrder = (cart: string) => `public.place_order(gen_random_uuid(), 'hash', ${cart}, 'a@example.com',
  ${ADDRESS} || jsonb_build_object('phone', '+92300' || lpad((random() * 9999999)::integer::text, 7, '0')),
  ${ADDRESS}, 'payfast', 'Mobile')`

/** The longest arguments that the catalogue's functions accept (`shop.bounded`), in the forms that cost most. */

/** Searches of 80 characters. */
const SEARCHES: [name: string, term: string][] = [
  ['one word', `repeat('q', 80)`],
  ['eight mistyped words', `'nightgwonn blakcckk satinnnn cottonnn laccceey robbbbes silkkkky pantttys xxxxxx'`],
  ['forty letters', `repeat('q ', 40)`],
  ['forty letters that occur', `repeat('a ', 39) || 'q'`],
  ['wildcards', `repeat('%_', 40)`],
  ['accents', `repeat('é', 80)`],
]

/** Twenty values of 60 characters. */
const TEXTS = `array_fill(repeat('x', 60), array[20])`
const IDS = `(select array_agg(gen_random_uuid()) from generate_series(1, 20))`
/** Twenty values of every filter, all of which occur. */
const FILTERS = `color_ids => (select (array_agg(id))[:20] from public.colors), category_ids => (select (array_agg(id))[:20] from public.product_categories),
  size_filters => '{XS,S,M,L,XL,XXL}', material_filters => '{Modal,Cotton,Satin,Lace}'`

const LONGEST: [name: string, expression: string][] = [
  ...SEARCHES.flatMap(([name, term]): [string, string][] => [
    [`longest search, ${name}`, `public.get_products(search_term => ${term})`],
    [`longest search, ${name}, counts`, `public.get_filter_counts(search_term => ${term})`],
    [`longest suggestions, ${name}`, `(select count(*) from public.get_search_suggestions(${term}, 20))`],
  ]),
  ['most filters', `public.get_products(${FILTERS})`],
  ['most filters, counts', `public.get_filter_counts(${FILTERS})`],
  [
    'longest filters',
    `public.get_products(category_ids => ${IDS}, color_ids => ${IDS}, size_filters => ${TEXTS}, brand_size_filters => ${TEXTS},
    cup_size_filters => ${TEXTS}, material_filters => ${TEXTS}, attribute_filters => ${TEXTS})`,
  ],
  ['last page', `public.get_products(page_number => 2147483647)`],
  ['largest page', `public.get_products(page_size => 48)`],
  ['longest slug', `public.get_product_with_colors(repeat('x', 200))`],
  ['longest slug, gone', `public.is_product_gone(repeat('x', 200))`],
  ['fifty longest slugs', `public.get_products_by_slug(array_fill(repeat('x', 200), array[50]))`],
]

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
  ['best selling', `public.get_products(sort_by => 'sold', sort_order => 'desc')`],
  ['best rated', `public.get_products(sort_by => 'rating', sort_order => 'desc')`],
  ['in stock', `public.get_products(filter_in_stock => true)`],
  ['in stock in two sizes', `public.get_products(size_filters => '{M,34B}', filter_in_stock => true)`],
  [
    'in stock in a size and a colour',
    `public.get_products(size_filters => '{M}', color_ids => array[md5('color:Black')::uuid], filter_in_stock => true)`,
  ],
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
  ['search, a color and a garment', `public.get_products(search_term => 'black bra')`],
  ['search, a size', `public.get_products(search_term => '34B')`],
  ['search, a common word', `public.get_products(search_term => 'bra')`],
  ['search, a synonym', `public.get_products(search_term => 'pajama')`],
  ['search, two Urdu words', `public.get_products(search_term => 'kaala nighty')`],
  ['search, color misspelt', `public.get_products(search_term => 'blakc robe')`],
  ['search, Urdu script', `public.get_products(search_term => 'سیاہ برا')`],
  ['search, Urdu script, mistyped', `public.get_products(search_term => 'لیص نائٹی')`],
  ['counts, no filter', `public.get_filter_counts()`],
  ['counts, category', `public.get_filter_counts(category_ids => array[md5('category:Bra')::uuid])`],
  ['counts, one color', `public.get_filter_counts(color_ids => array[md5('color:Black')::uuid])`],
  [
    'counts, color, two kinds of size and price',
    `public.get_filter_counts(color_ids => array[md5('color:Black')::uuid],
    brand_size_filters => '{34}', cup_size_filters => '{C}', max_price => 2000)`,
  ],
  ['counts, search', `public.get_filter_counts(search_term => 'black bra')`],
  ['suggestions', `(select count(*) from public.get_search_suggestions('lac', 6))`],
  ['suggestions, a synonym', `(select count(*) from public.get_search_suggestions('pajama', 6))`],
  ['suggestions, an unfinished synonym', `(select count(*) from public.get_search_suggestions('chad', 6))`],
  ['suggestions, two Urdu words', `(select count(*) from public.get_search_suggestions('kaala nighty', 6))`],
  ['suggestions, Urdu script', `(select count(*) from public.get_search_suggestions('لیس', 6))`],
  ['suggestions, a synonym in Urdu script', `(select count(*) from public.get_search_suggestions('سیاہ برا', 6))`],
  [
    'sale, first page',
    `public.get_products(filter_is_discounted => true, sort_by => 'discount', sort_order => 'desc', page_size => 8)`,
  ],
  [
    'sale, category, size and colour',
    `public.get_products(filter_is_discounted => true, sort_by => 'discount', sort_order => 'desc', page_size => 8,
    category_ids => array[md5('category:Bra')::uuid], size_filters => '{34B}', color_ids => array[md5('color:Black')::uuid])`,
  ],
  ['counts, sale', `public.get_filter_counts(filter_is_discounted => true)`],
  ['counts of categories', `public.get_category_counts()`],
  ['counts of categories, sale', `public.get_category_counts(true)`],
  [
    'a wishlist of fifty',
    `public.get_products_by_slug((select array_agg(slug) from (select slug from public.products limit 50) p))`,
  ],
  ['filter options', `public.get_filter_options()`],
  ['product by slug', `public.get_product_with_colors('lace-balconette-bra')`],
  ['product by id', `public.get_product_with_colors(md5('product:Lace balconette bra'))`],
  ['suggestions, mistyped', `(select count(*) from public.get_search_suggestions('nightgwon', 6))`],
  ['price a cart of five lines', `public.price_cart(${CART})`],
  ['price a cart of fifty lines', `public.price_cart(${CART_OF_50})`],
  ['place an order of five lines', placeOrder(CART)],
  ['place an order of fifty lines', placeOrder(CART_OF_50)],
  ...LONGEST,
]

/** Every tenth size is sold out, but of the cart's products. Without triggers, which would take minutes. */
const SELL_OUT = `
  set session_replication_role = replica;
  create temporary table sold_out as select v.id from public.product_variants v
    where v.stock is not null and mod(hashtext(v.id::text), 10) = 0
    and v.product_id not in (select id from public.products order by id limit 50);
  update public.product_variants v set stock = 0 from sold_out o where o.id = v.id;
  update public.variant_stock s set stock = 0 from sold_out o where o.id = s.variant_id;
  drop table sold_out;
  set session_replication_role = origin;`

/** What the server says of the plans that it ran. */
const plans: string[] = []

/** Returns the indexes and tables of products that an expression is read through. */
async function readThrough(client: Connection, expression: string): Promise<string> {
  plans.length = 0
  await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set client_min_messages = log;
    set auto_explain.log_nested_statements = on; select ${expression};
    set auto_explain.log_min_duration = -1; reset client_min_messages`)
  const nodes = plans
    .join('\n')
    .matchAll(/(?:using|Bitmap Index Scan on|Seq Scan on) (products\w*|product_variants\w*|product_colors\w*)/g)
  return [...new Set([...nodes].map(([, name = '']) => name))].join(', ')
}

await onLargeDatabase(async (open) => {
  const client = await open((message) => plans.push(message))
  // The server places orders without an account.
  await client.query(`select set_config('request.jwt.claims', '{"role": "service_role"}', false)`)
  const seen = CASES.map(([name]): string[] => [name])
  for (const size of SIZES) {
    await client.query(productsUpTo(size))
    await client.query('delete from public.variant_stock')
    await client.query('update public.product_variants set stock = 1000 where stock is not null')
    await client.query(COUNT_BY_COLOUR)
    await client.query(SELL_OUT)
    // Bulk inserts and updates leave many dead rows; a real shop's table has few.
    await client.query('vacuum full public.products')
    await client.query('vacuum analyze')
    await client.query(`select set_config('bench.cart_5', ${cartOf(5)}::text, false),
      set_config('bench.cart_50', ${cartOf(50)}::text, false)`)
    for (const [place, [, expression]] of CASES.entries()) {
      const role = /place_order|price_cart/.test(expression) ? 'service_role' : 'anon'
      seen[place]?.push((await millisecondsOf(client, role, expression)).toFixed(1))
      if (size === SIZES.at(-1)) seen[place]?.push(await readThrough(client, expression))
    }
  }
  const { rows } = await client.query('select version()')
  console.log(`${rows[0].version}; milliseconds, median of ${RUNS}; aim at 100,000: ≤ 50\n`)
  console.log(`| Question | ${SIZES.map((size) => size.toLocaleString('en-US')).join(' | ')} | Read through |`)
  console.log(`|---|${SIZES.map(() => '---:|').join('')}---|`)
  for (const row of seen) console.log(`| ${row.join(' | ')} |`)
})
