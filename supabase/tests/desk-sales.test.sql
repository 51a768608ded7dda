-- Sales at the desk, the entries that make its figures, and the accountant's file.
select plan(29);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');
update public.tax_rules set strn = '1234567', sales_tax = 18;

create temporary table product as select p.id, p.category_id, p.name, (select c.color_id from public.product_colors c where c.product_id = p.id limit 1) as color_id
  from public.products p where p.category_id is not null order by p.slug limit 1;
grant select on product to authenticated;

-- Makes an order whose entries are of long ago; the piece of an expensive one has no product. Its steps are an hour apart.
create function pg_temp.make(at timestamptz, city text, total numeric, method text, variadic statuses text[]) returns uuid language plpgsql as $$
declare
  made uuid;
  next_status text;
begin
  insert into public.orders (order_id, payment_method, contact_email, contact_phone, shipping_address, billing_address, shipping_city,
    subtotal, promo_discount, delivery_fee, total_amount, device, attempt_key, attempt_hash, created_at)
  values (shop.order_reference(), method, 'sold@example.com', '+923331234567', '{}', '{}', city,
    total, 50, 50, total, 'Mobile', gen_random_uuid(), 'x', at)
  returning id into made;
  insert into public.order_items (order_id, product_id, color_id, selected_color, product_name, quantity, price, price_at_purchase, subtotal)
  select made, case when total < 2000 then p.id end, case when total < 2000 then p.color_id end, case when total < 2000 then (select c.name from public.colors c where c.id = p.color_id) end, p.name, 2, total / 2, total / 2, total from product p;
  set constraints all immediate;
  set constraints all deferred;
  foreach next_status in array statuses loop
    update public.orders o set status = next_status, confirmed_at = case when next_status = 'Shipped' then at end,
      payment_status = method = 'cod' or next_status = 'PaymentAccepted' where o.id = made;
    set constraints all immediate;
    set constraints all deferred;
  end loop;
  alter table shop.entries disable trigger keep_entries;
  update shop.entries e set made_at = at where e.order_id = made;
  alter table shop.entries enable trigger keep_entries;
  update shop.invoices i set issued_at = at + interval '1 minute' where i.order_id = made;
  return made;
end $$;

create temporary table o (name text, id uuid);
-- In Karachi it is the second of March.
insert into o values ('paid', pg_temp.make('2019-03-01 19:30Z', ' lahore', 3000, 'payfast', 'PaymentAccepted')),
  ('delivered', pg_temp.make('2019-03-02 12:00Z', 'Lahore', 1000, 'cod', 'Processing', 'Shipped', 'Delivered')),
  ('back', pg_temp.make('2019-03-03 12:00Z', 'Multan', 400, 'cod', 'Processing', 'Shipped', 'ReturnedToOrigin')),
  ('cancelled', pg_temp.make('2019-03-03 12:00Z', 'Multan', 9000, 'cod', 'Processing', 'Cancelled')),
  ('unpaid', pg_temp.make('2019-03-03 12:00Z', 'Multan', 8000, 'payfast', 'PaymentPending')),
  ('unconfirmed', pg_temp.make('2019-03-03 12:00Z', 'Multan', 7000, 'cod', 'Processing')),
  ('before', pg_temp.make('2019-02-28 12:00Z', 'Multan', 600, 'cod', 'Processing', 'Shipped', 'Delivered'));
update public.orders set channel = 'whatsapp' where id = (select id from o where name = 'paid');
-- Of the delivered one a piece came back, at half of the code, and its courier has paid.
with asked as (insert into public.returns (order_id, kind, status, reason, refund_amount, request_key)
    select id, 'return', 'approved', 'damaged', 475, gen_random_uuid() from o where name = 'delivered' returning id, order_id)
insert into public.return_items (return_id, order_item_id, quantity) select a.id, i.id, 1 from asked a join public.order_items i on i.order_id = a.order_id;
update public.returns set status = 'received' where order_id = (select id from o where name = 'delivered');
update shop.shipments set courier = 'PostEx', tracking_number = 'T-1' where order_id = (select id from o where name = 'delivered');
insert into shop.entries (order_id, account, kind, amount, cause, subject, revision, courier)
select id, 'courier', 'remitted', -900, 'settlement', 'line', 1, 'PostEx' from o where name = 'delivered';
set constraints all immediate;
set constraints all deferred;
alter table shop.entries disable trigger keep_entries;
update shop.entries e set made_at = '2019-03-03 15:00Z' from o where o.id = e.order_id and e.made_at > '2019-04-01';
alter table shop.entries enable trigger keep_entries;

create function pg_temp.sales(by text, path text, since text default '2019-03-02', until text default '2019-03-03') returns text language sql as $$
  select pg_temp.as('operator', format($q$select jsonb_path_query_array(public.desk_sales_by(%L, %L, %L), %L)$q$, since, until, by, path))
$$;
-- Returns the rows of a list as text: what was sold, refunded and came back.
create function pg_temp.list(by text) returns text language sql as $$
  select pg_temp.as('operator', format($q$select string_agg(format('%%s %%s: %%s %%s %%s', coalesce(r ->> 'name', r ->> 'key'), r ->> 'pieces', (r ->> 'sold')::numeric::integer,
    (r ->> 'refunded')::numeric::integer, (r ->> 'returned_to_origin')::numeric::integer), ', ')
    from jsonb_array_elements(public.desk_sales_by('2019-03-02', '2019-03-03', %L) -> 'rows') r$q$, by))
$$;
create function pg_temp.ledger(figure text, filter jsonb default '{}', until text default '2019-03-03') returns text language sql as $$
  select pg_temp.as('operator', format($q$select concat_ws(' ', l ->> 'total', (l ->> 'sum')::numeric::integer)
    from public.desk_ledger('2019-03-02', %L, %L, %L) l$q$, until, figure, filter))
$$;

select is(pg_temp.as('visitor', $$select public.desk_sales_by('2019-03-02', '2019-03-03', 'day')$$), '42501', 'a visitor may not call it');
select is(pg_temp.as('shopper', $$select public.desk_sales_by('2019-03-02', '2019-03-03', 'day')$$), 'not_operator', 'a shopper reads no sales');
select is(pg_temp.as('operator', $$select string_agg(format('%s %s %s', f ->> 'figure', (f ->> 'amount')::numeric::integer, (f ->> 'before')::numeric::integer), ', ' order by f ->> 'figure')
    from jsonb_array_elements(public.desk_sales_by('2019-03-02', '2019-03-03', 'day') -> 'figures') f$$),
  'before_cancelled 9000 0, cancelled -9000 0, card 3000 0, refunded -475 0, remitted 900 0, returned_to_origin -400 0, sold 4400 600, unconfirmed 7000 0, unpaid 8000 0',
  'each figure is a sum of entries, beside that of the period before; unpaid, unconfirmed and cancelled orders are apart');
select is(pg_temp.sales('day', '$.orders') || pg_temp.sales('day', '$.orders_before'), '[3][1]', 'orders that count as sold are counted');
select is(pg_temp.list('day'), '2019-03-03 -1: 400 -475 -400, 2019-03-02 4: 4000 0 0', 'sales are listed by the day in Pakistan, the latest first');
select is(pg_temp.list('product'), (select format('? 2: 3000 0 0, %s 1: 1400 -500 -400, - 0: 0 25 0', name) from product),
  'by product, less what came back; codes, delivery and adjustments have none and come last');
select is(pg_temp.list('category'), (select format('? 2: 3000 0 0, %s 1: 1400 -500 -400, - 0: 0 25 0', c.name) from product p join public.product_categories c on c.id = p.category_id),
  'by category');
select is(pg_temp.list('color'), (select format('? 2: 3000 0 0, %s 1: 1400 -500 -400, - 0: 0 25 0', c.name) from product p join public.colors c on c.id = p.color_id), 'by colour');
select is(pg_temp.list('courier'), 'PostEx 1: 1000 -475 0, - 2: 3400 0 -400', 'by courier, where an order without one has none');
select is(pg_temp.list('city'), 'Lahore 3: 4000 -475 0, Multan 0: 400 0 -400', 'a city is one however it is spelled');
select is(pg_temp.list('channel'), 'whatsapp 2: 3000 0 0, shop 1: 1400 -475 -400', 'by how they came in');
select is(pg_temp.list('reason'), 'damaged -1: 0 -475 0', 'and returns by their reason');
select is(pg_temp.ledger('sold') || ', ' || pg_temp.ledger('net') || ', ' || pg_temp.ledger('arrived') || ', ' || pg_temp.ledger('cancelled'),
  '9 4400, 14 3525, 2 3900, 3 -9000', 'the entries of a figure add up to it');
select is((select string_agg(pg_temp.ledger('net', f), ', ') from (values (jsonb '{"product": "-"}'), ('{"product": "?"}'), ('{"city": "lahore"}'), ('{"courier": "PostEx"}'),
    ('{"channel": "whatsapp"}'), ('{"reason": "damaged"}'), ('{"city": "multan", "color": "-"}')) v (f)), '9 25, 1 3000, 8 3525, 5 525, 3 3000, 2 -475, 4 0',
  'and those of a row of a list to its figure');
select is((select string_agg(pg_temp.ledger('net', jsonb_build_object(f.key, f.value)), ', ') from product p, jsonb_each_text(jsonb_build_object('product', p.id, 'category', p.category_id,
    'color', p.color_id)) f), '4 500, 4 500, 4 500', 'also of a product, a category and a colour');
select is(pg_temp.ledger(null), (select count(*)::text from shop.entries where made_at >= '2019-03-01 19:00Z' and made_at < '2019-03-03 19:00Z'), 'all entries are listed without a sum');
select is(pg_temp.as('operator', $$select l -> 'rows' -> 0 ->> 'order_number' from public.desk_ledger('2019-03-02', '2019-03-03', 'remitted') l$$),
  (select p.order_id from o join public.orders p using (id) where o.name = 'delivered'), 'each with its order');
select is(pg_temp.sales('day', '$.orders', '2019-03-01', '2020-03-02') || pg_temp.sales('day', '$.orders', '2019-03-03', '2019-03-01')
    || pg_temp.sales('day', '$.orders', '2019-03-03', 'infinity') || pg_temp.ledger(null, until => '2020-03-02'),
  'invalid_periodinvalid_periodinvalid_periodinvalid_period', 'a period has at most 366 days, a first one and an end');

-- What is taken back.
update public.orders set status = 'Shipped', corrections = corrections + 1 where id = (select id from o where name = 'back');
set constraints all immediate;
set constraints all deferred;
alter table shop.entries disable trigger keep_entries;
update shop.entries e set made_at = '2019-03-03 15:00Z' from o where o.id = e.order_id and e.made_at > '2019-04-01';
alter table shop.entries enable trigger keep_entries;
select is(pg_temp.ledger('returned_to_origin') || ', ' || pg_temp.ledger('sold'), '0 0, 15 4400', 'a return to origin that is taken back is sold again, once');

select is(pg_temp.as('operator', $$select public.desk_export_entries('2019-03-05')$$), 'not_fresh', 'the accountant''s file needs a fresh second factor');
create temporary table file as
select * from jsonb_to_recordset(pg_temp.as('fresh operator', $$select public.desk_export_entries('2019-03-05')$$)::jsonb) as f (number bigint, "time" text, order_number text,
  account text, kind text, amount numeric, figure text, cause text, about text, courier text, reason text, product text, pieces integer, invoice integer, credit_note integer, tax numeric);
select is((select count(*) from file), (select count(*) from shop.entries where made_at >= '2019-02-28 19:00Z' and made_at < '2019-03-31 19:00Z'), 'it has all entries of a month');
select is((select string_agg(format('%s %s', figure, amount::integer), ', ' order by figure) from (select figure, sum(amount) as amount from file where figure is not null group by 1) f),
  'before_cancelled 9000, cancelled -9000, card -3000, refunded -475, remitted -900, sold 4400, unconfirmed 7000, unpaid 8000', 'which add up to the figures');
select is((select array_agg(distinct invoice) from file where figure = 'sold' and order_number = (select p.order_id from o join public.orders p using (id) where o.name = 'delivered')),
  (select array_agg(i.number) from shop.invoices i where i.credits is null and i.issued_at < '2019-04-01' and i.order_id = (select id from o where name = 'delivered')), 'with the invoice');
select is((select string_agg(tax::text, ' ' order by number) from file where figure = 'sold' and order_number = (select p.order_id from o join public.orders p using (id) where o.name = 'delivered')),
  '152.54 -7.63 7.63', 'and the tax in each');
select is((select count(*) from file where figure = 'refunded' and tax is null), 0::bigint, 'also in what was refunded');
select is((select count(*) from public.desk_audit where action = 'export_entries' and subject_id = '2019-03'), 1::bigint, 'and each file is recorded');

-- What the listing calls best-selling: the pieces of the last 90 days as the list by product has them.
select is(pg_temp.as('shopper', 'select public.count_sold()'), '42501', 'a shopper counts nothing');
alter table shop.entries disable trigger keep_entries;
update shop.entries e set made_at = now() - interval '89 days' from o where o.id = e.order_id and o.name in ('delivered', 'unpaid', 'unconfirmed');
alter table shop.entries enable trigger keep_entries;
select public.count_sold();
select is((select p.sold::text from public.products p join product using (id)), (select sum(l.pieces)::text from shop.ledger l join product on product.id = l.product_id
  where l.made_at > now() - interval '90 days' and l.figure in ('sold', 'refunded')), 'a product has what it sold, less what came back');
update public.products p set sold = 7 from product where product.id = p.id;
select public.count_sold();
select is((select p.sold from public.products p join product using (id)), 7, 'which is counted once an hour');
select * from finish();
