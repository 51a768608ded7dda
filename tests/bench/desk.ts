import {
  COUNT_BY_COLOUR,
  millisecondsOf,
  onLargeDatabase,
  productsUpTo,
  RUNS,
  SIGN_IN,
  sizes,
} from './large-database.ts'

/**
 * `npm run measure -- desk`: measures every list of the operators' desk, with its count, on PostgreSQL with 100,000 orders, contact messages
 * and changes, and 10,000 products. Prints the median of three runs. Needs the same PostgreSQL as `npm test`.
 */
const [ORDERS = 0] = sizes(100_000)
/** Each with an account, a conversation, a review and the newsletter. */
const CUSTOMERS = ORDERS / 2
const PRODUCTS = ORDERS / 10
/** One of them. */
const PRODUCT = `md5(md5('product:Lace balconette bra')::uuid || '1')::uuid`

/** Returns the first page of changes, as `desk/audit` reads it. */
function changesWhere(condition: string): string {
  return `(select jsonb_agg(c) from (select * from public.desk_audit where ${condition} order by id desc limit 51) c)`
}

const since = (days: number) => `(now() - interval '${days} days')::date, now()::date`
const salesOf = (days: number, by: string) => `public.desk_sales_by(${since(days)}, '${by}', 1)`
const entriesOf = (days: number, figure: string, filter = '{}') =>
  `public.desk_ledger(${since(days)}, ${figure}, '${filter}')`

const CASES: [string, string][] = [
  ['today', `public.desk_today()`],
  ['orders, first page', `public.desk_orders()`],
  ['orders, page 1,900', `public.desk_orders(p_page => 1900)`],
  ['orders to confirm', `public.desk_orders(p_task => 'confirm')`],
  ['orders to pack', `public.desk_orders(p_task => 'pack')`],
  ['orders to ship', `public.desk_orders(p_task => 'ship')`],
  ['overdue payments', `public.desk_orders(p_task => 'stale')`],
  ['orders of a status', `public.desk_orders(p_statuses => '{Delivered}')`],
  [
    'orders of a month, in cash',
    `public.desk_orders(p_method => 'cod', p_from => '2026-03-01', p_until => '2026-03-31')`,
  ],
  ['search, a number', `public.desk_orders('ord-1700000050000')`],
  ['search, a phone number', `public.desk_orders('03000050000')`],
  ['search, a phone number as pages show it', `public.desk_orders('0300 0050000')`],
  ['search, a number of no order', `public.desk_orders('INV-999999')`],
  ['search, an address that every order has', `public.desk_orders('canal road lahore')`],
  ['search, a rare name', `public.desk_orders('zeenat 5000')`],
  ['search, a name of every tenth order', `public.desk_orders('ayesha')`],
  [
    'fifty orders in full',
    `public.desk_orders_in_full((select array_agg(order_id) from (select order_id from bench_orders limit 50) o))`,
  ],
  ['refunds due', `public.desk_refunds()`],
  ['promo codes', `public.desk_promo_codes()`],
  ['open returns', `public.desk_returns()`],
  ['chats that wait', `public.desk_conversations()`],
  ['closed chats', `public.desk_conversations('closed')`],
  ['sales of a month', salesOf(30, 'day')],
  ...['day', 'product', 'category', 'color', 'courier', 'city', 'channel', 'reason'].map((by): [string, string] => [
    `sales of a year by ${by}`,
    salesOf(364, by),
  ]),
  ['entries of what was sold in a year', entriesOf(364, `'sold'`)],
  ['entries of a year', entriesOf(364, 'null')],
  ['entries of a year’s net of a city', entriesOf(364, `'net'`, '{"city": "lahore"}')],
  ['reviews', `public.desk_reviews()`],
  ['hidden reviews', `public.desk_reviews(true)`],
  ['reviews by words', `public.desk_reviews(p_search => 'words 4999')`],
  ['newsletter', `public.desk_newsletter()`],
  ['newsletter by a part of the address', `public.desk_newsletter('subscriber4999')`],
  ['customers', `public.desk_customers()`],
  ['customers by phone', `public.desk_customers('0311 0050000')`],
  ['customers by a word that all have', `public.desk_customers('example.com')`],
  ['customers, page 2,000', `public.desk_customers(p_page => 2000)`],
  ['customers with a tag that every tenth has', `public.desk_customers(p_tag => 'wholesale')`],
  ['a customer', `public.desk_customer((select person from bench_person))`],
  ['what is known of a number', `public.desk_known_shopper('+923000050000')`],
  ['products, first page', `public.desk_products()`],
  ['products, page 150', `public.desk_products(p_page => 150)`],
  ['search, a common word', `public.desk_products('bra')`],
  ['search, one product', `public.desk_products('lace balconette bra 1')`],
  ['products in the shop with three pieces or fewer', `public.desk_products(p_state => 'published', p_stock => 'low')`],
  ['products on sale', `public.desk_products(p_is_discounted => true)`],
  ['stock of a product', `public.desk_stock(${PRODUCT})`],
  ['changes of its stock', `public.desk_stock_changes(${PRODUCT})`],
  ['a page of the product feed', `public.product_feed()`],
  ['the last page of the product feed', `public.product_feed('f0000000-0000-4000-8000-000000000000')`],
  ['texts', `public.desk_texts()`],
  ['categories', `public.desk_categories()`],
  ['colours', `public.desk_list('color')`],
  ['words of the search', `public.desk_search_words()`],
  ['contact messages to answer', `public.desk_contact()`],
  ['answered contact messages', `public.desk_contact(p_is_answered => true)`],
  ['contact messages by words', `public.desk_contact(p_is_answered => true, p_search => 'words 4999')`],
  ['changes, latest', changesWhere('true')],
  ['changes of a kind', changesWhere(`subject_kind = 'order'`)],
  ['changes of a person', changesWhere(`actor_email = 'operator3@example.com'`)],
  ['orders to confirm by phone', `public.desk_confirmations()`],
  ['what is wrong', `public.desk_troubles()`],
  ['parcels', `public.desk_parcels()`],
  ['parcels that wait', `public.desk_parcels('waiting')`],
  ['parcels with a problem', `public.desk_parcels('problems')`],
  ['settlements, and what couriers owe', `public.desk_settlements()`],
  ['a settlement of 5,000 rows', `public.desk_settlement(md5('bench')::uuid)`],
  [
    'fifty invoices',
    `public.desk_invoices((select array_agg(order_id) from (select order_id from bench_orders limit 50) o))`,
  ],
  ['notes on an order', `public.desk_notes(p_order => 'ORD-1700000050000-0')`],
  ['the funnel of a month', `public.desk_funnel((now() - interval '30 days')::date, now()::date)`],
  ['the funnel of a year', `public.desk_funnel((now() - interval '365 days')::date, now()::date)`],
  ['blocked numbers and addresses', `public.desk_list('block')`],
  ['an order’s page', `public.desk_order_aside('ORD-1700000050000-0')`],
  ['a search tried out', `public.desk_try_search('lace gown')`],
]

/** A shop's orders of two years: most delivered, a few hundred in each state that waits. */
const FILL = `
  set session_replication_role = replica;
  insert into public.orders (order_id, status, payment_status, payment_method, contact_email, contact_phone, shipping_address,
    billing_address, shipping_city, subtotal, delivery_fee, total_amount, device, attempt_key, attempt_hash, created_at, confirmed_at,
    packed_at, failure_reason, history)
  select 'ORD-' || (1700000000000 + n) || '-' || n % 1000,
    case when n % 300 = 0 then 'Processing' when n % 300 = 1 then 'PaymentAccepted' when n % 300 = 2 then 'PaymentPending'
      when n % 20 = 3 then 'Cancelled' else 'Delivered' end,
    true, case n % 4 when 0 then 'cod' else 'payfast' end, 'person' || n || '@example.com', '+92' || (3000000000 + n),
    jsonb_build_object('first_name', (array['Ayesha', 'Mahnoor', 'Hira', 'Zeenat', 'Nadia', 'Sana', 'Amna', 'Iqra', 'Rabia', 'Maryam'])[n % 10 + 1],
      'last_name', n::text, 'address_line1', '7 Canal Road', 'city', 'Lahore', 'country', 'Pakistan'),
    '{}', (array['Lahore', 'Karachi', 'Multan', 'Quetta', 'Skardu'])[n % 7 % 5 + 1] || coalesce(' ' || nullif(n % 60, 0), ''), 1000, 150, 1150,
    'Mobile', gen_random_uuid(), 'x', now() - n * interval '10 minutes',
    case when n % 300 <> 0 or n % 600 = 0 then now() end, case when n % 1200 = 0 then now() end, case when n % 900 = 2 then 'Payment not confirmed yet' end,
    '[{"status": "Pending", "timestamp": "2026-01-01T00:00:00Z", "note": ""}]'
  from generate_series(1, ${ORDERS}) n;
  insert into public.order_items (order_id, product_id, color_id, product_name, quantity, price, price_at_purchase, subtotal)
  select o.id, p.id, p.color_id, p.name, 1, 500, 500, 500
  from (select id, row_number() over (order by created_at desc) as n from public.orders where attempt_hash = 'x') o
  cross join (values (1), (7)) as item (step)
  join (select p.id, p.name, row_number() over (order by p.id) - 1 as place,
      (select c.color_id from public.product_colors c where c.product_id = p.id limit 1) as color_id
    from public.products p) p on p.place = o.n * item.step % (select count(*) from public.products);
  insert into public.refunds (order_id, provider, provider_payment_id, amount, reason, refunded_at)
  select id, 'payfast', order_id, 1150, 'order_cancelled', case when random() < 0.9 then now() end from public.orders where status = 'Cancelled';
  insert into public.returns (order_id, kind, status, reason, request_key)
  select id, 'return', case when random() < 0.95 then 'refunded' else 'requested' end, 'size', gen_random_uuid()
  from public.orders where status = 'Delivered' limit 8000;
  insert into public.order_mails (order_id, kind, state, ended_at)
  select id, 'delivered', 'sent', now() from public.orders where status = 'Delivered';
  insert into auth.users (id, email) select md5('bench' || n)::uuid, 'customer' || n || '@example.com' from generate_series(1, ${CUSTOMERS}) n;
  insert into public.profiles (id, email, full_name, phone_number)
  select md5('bench' || n)::uuid, 'customer' || n || '@example.com', 'Customer ' || n, '+92' || (3110000000 + n)
  from generate_series(1, ${CUSTOMERS}) n;
  insert into public.user_conversations (title, created_by, status, last_message_time, waiting_since)
  select 'General Support Chat', md5('bench' || n)::uuid, case when n % 50 = 0 then 'open' else 'closed' end, now() - n * interval '1 minute',
    case when n % 100 = 0 then now() - n * interval '1 minute' end
  from generate_series(1, ${CUSTOMERS}) n;
  insert into public.stock_changes (product_id, variant_id, color_id, size, color, change, stock_after, reason)
  select v.product_id, s.variant_id, s.color_id, v.label, 'Black', s.stock, s.stock, 'received'
  from public.variant_stock s join public.product_variants v on v.id = s.variant_id;
  insert into public.product_reviews (product_id, user_id, rating, review_text, hidden_at, hidden_reason)
  select (select id from public.products order by id limit 1), md5('bench' || n)::uuid, n % 5 + 1, 'Some words ' || n,
    case when n % 100 = 0 then now() end, case when n % 100 = 0 then 'Rude' end
  from generate_series(1, ${CUSTOMERS}) n;
  insert into public.contact_submissions (first_name, email, message, created_at, answered_at)
  select 'Customer ' || n, 'customer' || n || '@example.com', 'Some words ' || n, now() - n * interval '1 hour', case when n % 200 > 0 then now() end
  from generate_series(1, ${ORDERS}) n;
  insert into public.desk_audit (actor_email, action, subject_kind, subject_id)
  select 'operator' || n % 8 || '@example.com', 'save', case when n % 100 = 0 then 'order' else 'product' end, n::text
  from generate_series(1, ${ORDERS}) n;
  update public.orders set tracking_number = 'B-' || order_id where attempt_hash = 'x' and status = 'Delivered';
  insert into shop.couriers (name) values ('Bench') on conflict do nothing;
  insert into shop.shipments (order_id, courier, state, tracking_number, to_collect, created_at, delivered_at, settled, problem)
  select o.id, 'Bench', case o.status when 'Delivered' then 'delivered' else 'waiting' end, 'B-' || o.order_id, o.total_amount, o.created_at,
    o.created_at, case when random() < 0.95 then o.total_amount else 0 end, case when random() < 0.01 then 'Not at home' end
  from public.orders o where o.attempt_hash = 'x' and o.status in ('Delivered', 'Processing');
  insert into shop.settlements (id, courier, file_name, digest, headings, columns)
  values (md5('bench')::uuid, 'Bench', 'bench.csv', repeat('0', 64), '{CN,COD,Charges,GST,WHT,STW}',
      '{"tracking": "CN", "collected": "COD", "deductions": {"Charges": "charge", "GST": "charge_tax", "WHT": "income_tax", "STW": "sales_tax"}}'),
    (md5('bench before')::uuid, 'Bench', 'before.csv', repeat('1', 64), '{CN,COD}', null);
  update shop.settlements set applied_at = now() where id = md5('bench before')::uuid;
  insert into shop.entries (order_id, account, kind, tax, amount, cause, subject, revision, courier, parcel_id, settlement_id)
  select p.order_id, 'courier', 'tax_withheld', tax, -11.5, 'settlement', md5('bench before')::uuid || ':' || p.tracking_number, 1, 'Bench', p.id,
    md5('bench before')::uuid
  from shop.shipments p, unnest('{income,sales}'::text[]) tax where p.settled > 0;
  insert into shop.settlement_rows (settlement_id, line, cells)
  select md5('bench')::uuid, 1 + row_number() over (), array['B-' || order_id, '1150', '180', '28.80', '11.50', '23']
  from (select order_id from public.orders where attempt_hash = 'x' and status = 'Delivered' order by created_at limit 5000) o;
  select shop.read_settlement(s) from shop.settlements s where s.id = md5('bench')::uuid;
  insert into shop.desk_notes (order_id, author, author_email, text)
  select id, md5('bench')::uuid, 'hira@example.com', 'A note' from public.orders where attempt_hash = 'x';
  insert into shop.funnel_counts (day, step, run, count)
  select current_date - n / 5, step, md5('bench' || n)::uuid, 100
  from generate_series(0, 3650) n, unnest(array['viewed', 'in_cart', 'checkout']) as step;
  insert into public.blocked_contacts (contact, reason, ends)
  select '+92' || (3000000000 + n), 'Refused', current_date + 30 from generate_series(1, 10000) n;
  insert into public.newsletter_subscriptions (email) select 'subscriber' || n || '@example.com' from generate_series(1, ${CUSTOMERS}) n;
  analyze public.orders, public.order_items, public.returns, shop.shipments;
  insert into shop.entries (order_id, account, kind, subject, amount, cause, courier, product_id, color_id, pieces, made_at, revision)
  select o.id, e.account, e.kind, e.subject, e.amount, e.cause, e.courier, e.product_id, e.color_id, e.pieces, e.made_at, e.revision
  from public.orders o cross join lateral (
    select 'order' as account, 'goods' as kind, i.id::text as subject, i.subtotal as amount, 'placed' as cause, null as courier, i.product_id,
      i.color_id, 1 as pieces, o.created_at as made_at, 1 as revision from public.order_items i where i.order_id = o.id
    union all select 'order', 'delivery', '', 150, 'placed', null, null, null, null, o.created_at, 1
    union all select 'order', 'goods', i.id::text, - i.subtotal, 'cancelled', null, i.product_id, i.color_id, -1, o.created_at + interval '1 day', 2
      from public.order_items i where i.order_id = o.id and o.status = 'Cancelled'
    union all select 'order', 'delivery', '', -150, 'cancelled', null, null, null, null, o.created_at + interval '1 day', 2 where o.status = 'Cancelled'
    union all select 'order', 'goods', r.id || '/' || i.id, - i.subtotal, 'return', null, i.product_id, i.color_id, -1, o.created_at + interval '9 days', 1
      from public.returns r join public.order_items i on i.order_id = r.order_id where r.order_id = o.id and r.status = 'refunded'
    union all select 'order', 'received', s.id::text, - s.to_collect, 'parcel', null, null, null, null, o.created_at + interval '4 days', 1
      from shop.shipments s where s.order_id = o.id and s.state = 'delivered'
    union all select 'courier', m.kind, s.id::text, m.amount, m.cause, s.courier, null, null, null, m.made_at, m.revision
      from shop.shipments s cross join lateral (values ('to_collect', s.to_collect, 'parcel', o.created_at + interval '1 day', 1),
        ('to_collect', - s.to_collect, 'parcel', o.created_at + interval '4 days', 2),
        ('collected', s.to_collect, 'parcel', o.created_at + interval '4 days', 1), ('charge', -180, 'settlement', o.created_at + interval '12 days', 1),
        ('tax_withheld', -20, 'settlement', o.created_at + interval '12 days', 1),
        ('remitted', 200 - s.settled, 'settlement', o.created_at + interval '12 days', 1)) m (kind, amount, cause, made_at, revision)
      where s.order_id = o.id and s.state = 'delivered'
  ) e where o.attempt_hash = 'x' order by e.made_at;
  do $$ begin perform shop.keep_order_words(id) from public.orders; end $$;
  insert into shop.desk_words select 'person', p.id, shop.words_of_person(p) from public.profiles p on conflict do nothing;
  set session_replication_role = origin;
  insert into shop.people (id, account, seen_at) select p.id, p.id, p.created_at from public.profiles p on conflict do nothing;
  insert into shop.people (phone, seen_at) select o.contact_phone, max(o.created_at) from public.orders o
  where o.contact_phone is not null group by 1 on conflict do nothing;
  insert into shop.people (phone) select distinct p.phone_number from public.profiles p where p.phone_number is not null on conflict do nothing;
  update shop.people a set part_of = n.id from public.profiles p join shop.people n on n.phone = p.phone_number
  where a.account = p.id and a.part_of is null;
  insert into shop.desk_words select 'person', p.id, shop.words_of_number(p.phone) from shop.people p where p.phone is not null
  on conflict do nothing;
  insert into shop.person_tags select p.id, 'wholesale' from shop.people p where p.phone like '%0' on conflict do nothing;`

await onLargeDatabase(async (open) => {
  const client = await open()
  await client.query(productsUpTo(PRODUCTS))
  await client.query(COUNT_BY_COLOUR)
  await client.query(FILL)
  // Entries come by their time, but here after those of the seeds, which leaves half of each page empty.
  await client.query('reindex table shop.entries')
  await client.query('vacuum analyze')
  await client.query(SIGN_IN)
  await client.query(
    `create temporary table bench_orders as select order_id from public.orders; grant select on bench_orders to authenticated;
     create temporary table bench_person as select id as person from shop.people where phone = '+923000050000';
     grant select on bench_person to authenticated;
     grant execute on function public.product_feed to authenticated`,
  )
  const { rows } = await client.query('select version()')
  console.log(
    `${rows[0].version}; ${ORDERS.toLocaleString('en-US')} orders, ${PRODUCTS.toLocaleString('en-US')} products; milliseconds, median of ${RUNS}; aim: ≤ 300\n`,
  )
  console.log('| Question | ms |\n|---|---:|')
  for (const [name, expression] of CASES)
    console.log(`| ${name} | ${(await millisecondsOf(client, 'authenticated', expression)).toFixed(1)} |`)
})
