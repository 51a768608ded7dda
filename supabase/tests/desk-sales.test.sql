-- Sales at the desk.
select plan(12);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- Makes an order of long ago, of one product, which the shop no longer has.
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
  insert into public.order_items (order_id, product_name, quantity, price, price_at_purchase, subtotal)
  values (made, case when total > 2000 then 'Silk robe' else 'Cotton robe' end, 2, total / 2, total / 2, total);
  foreach next_status in array statuses loop
    update public.orders o set status = next_status where o.id = made;
  end loop;
  return made;
end $$;
-- In Karachi it is the second of March.
select pg_temp.make('2019-03-01 19:30Z', 'Lahore', 1000, 'cod', 'Processing'),
  pg_temp.make('2019-03-02 12:00Z', ' lahore', 3000, 'payfast', 'PaymentAccepted'),
  pg_temp.make('2019-03-03 12:00Z', 'Lahore', 1000, 'cod', 'Processing', 'Shipped', 'Delivered'),
  pg_temp.make('2019-03-03 12:00Z', 'Multan', 9000, 'cod', 'Processing', 'Cancelled'),
  pg_temp.make('2019-03-03 12:00Z', 'Multan', 9000, 'payfast', 'PaymentPending');
insert into public.returns (order_id, kind, status, reason, request_key)
select o.id, 'exchange', s, 'size', gen_random_uuid() from public.orders o, unnest(array['requested', 'withdrawn']) s
where o.created_at = '2019-03-03 12:00Z' and o.status = 'Delivered';

create function pg_temp.sales(path text, until text default '2019-03-03') returns text language sql as $$
  select pg_temp.as('operator', format($q$select jsonb_path_query_array(public.desk_sales('2019-03-02', %L), %L)$q$, until, path))
$$;

select is(pg_temp.as('visitor', $$select public.desk_sales('2019-03-02', '2019-03-03')$$), '42501', 'a visitor may not call it');
select is(pg_temp.as('shopper', $$select public.desk_sales('2019-03-02', '2019-03-03')$$), 'not_operator', 'a shopper reads no sales');
select is(pg_temp.sales('$.total.keyvalue().value'),
  '[3, 5000.00, 3, 1, 1]', 'what is paid or to be paid in cash is sold; cancelled and unpaid orders aren''t');
select is(pg_temp.sales('$.days[*].day'), '["2019-03-03", "2019-03-02"]', 'every day of the period is listed, the latest first');
select is(pg_temp.sales('$.days[*].amount'), '[1000.00, 4000.00]', 'by the day in Pakistan');
select is(pg_temp.sales('$.days[*].orders', '2019-03-05'), '[0, 0, 1, 2]', 'also when nothing was sold');
select is(array[pg_temp.sales('$.products[*].name'), pg_temp.sales('$.products[*].amount'), pg_temp.sales('$.products[*].pieces')],
  array['["Silk robe", "Cotton robe"]', '[3000.00, 2000.00]', '[2, 4]'], 'products are listed by their sums, before promo codes and delivery');
select is(array[pg_temp.sales('$.cities[*].city'), pg_temp.sales('$.cities[*].amount')],
  array['["Lahore", "Multan"]', '[5000.00, 0]'], 'a city is one however it is spelled');
select is(array[pg_temp.sales('$.cities[*].returns'), pg_temp.sales('$.cities[*].cash'), pg_temp.sales('$.cities[*].cash_cancelled')],
  array['[1, 0]', '[2, 1]', '[0, 1]'], 'with its returns, but for withdrawn ones, and its cancelled cash orders');
update public.orders o set channel = 'whatsapp' where o.created_at = '2019-03-02 12:00Z';
select is(array[pg_temp.sales('$.channels[*].channel'), pg_temp.sales('$.channels[*].orders'), pg_temp.sales('$.channels[*].amount'), pg_temp.sales('$.channels[*].cash_cancelled')],
  array['["whatsapp", "shop"]', '[1, 2]', '[3000.00, 2000.00]', '[0, 1]'], 'sales are listed by how they came in');
select is(pg_temp.sales('$.total.orders', '2020-03-02'), 'invalid_period', 'a period has at most 366 days');
select is(pg_temp.sales('$.total.orders', '2019-03-01') || ' ' || pg_temp.sales('$.total.orders', 'infinity'),
  'invalid_period invalid_period', 'a first one and an end');

select * from finish();
