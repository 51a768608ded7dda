-- What the desk finds (decision 200).
select plan(8);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

insert into public.orders (order_id, payment_method, contact_email, contact_phone, shipping_address, billing_address, shipping_city,
  subtotal, delivery_fee, total_amount, device, attempt_key, attempt_hash)
select number, 'cod', 'zoe.o-neil@example.com', '+923337654321', a, a, 'Gojra', 1000, 150, 1150, 'Mobile', gen_random_uuid(), 'x'
from (values ('ORD-1764400000999-77')) as o (number), jsonb_build_object('first_name', U&'Zo\00EB', 'last_name', U&'O\2019Neil',
  'address_line1', 'House 12-B, Peepal Lane', 'city', 'Gojra', 'postal_code', '56000') as a;
create temporary table placed as select * from public.orders where order_id = 'ORD-1764400000999-77';
update public.orders set tracking_number = 'PX-55 0099' where id = (select id from placed);
insert into public.returns (id, order_id, kind, reason, number, request_key)
select md5('exchange')::uuid, id, 'exchange', 'size', order_id || '-X1', gen_random_uuid() from placed;
insert into shop.shipments (order_id, return_id, courier, state, tracking_number, to_collect)
select id, md5('exchange')::uuid, 'PostEx', 'booked', 'EXCH-7788', 0 from placed;
insert into shop.invoices (number, order_id, issued_at, seller, lines, sums, reason)
select 987654, id, now(), '{}', '[]', '{}', 'sent' from placed;

create function pg_temp.missed(called text, wanted text, typed text[]) returns text language sql as $$
  select string_agg(t, ' | ') from unnest(typed) as t
  where pg_temp.as('operator', format('select public.%I(p_search => %L)::text', called, t)) !~ wanted
$$;

select is(pg_temp.missed('desk_orders', 'ORD-1764400000999-77', array['0333 7654321', '+92 333 7654321', '0092 333 7654321', '0333-7654321',
  '03337654321', '923337654321', '(0333) 7654321', U&'\202A+92 333 7654321\202C', U&'\06F0\06F3\06F3\06F3 \06F7\06F6\06F5\06F4\06F3\06F2\06F1', '333 7654']),
  null, 'an order is found by its phone number however it is written');
select is(pg_temp.missed('desk_orders', 'ORD-1764400000999-77', array[U&'Zo\00EB', 'Zoe', 'zoe  oneil', 'o''neil zoe', U&'O\2019Neil', 'zoe gojra', 'peepal lane',
  'House 12-B, Peepal Lane', '12b peepal', '56000 gojra', 'zoe.o-neil@example.com', 'zoe.o-neil@']),
  null, 'by name, address and e-mail, whatever the accents, marks and spaces');
select is(pg_temp.missed('desk_orders', 'ORD-1764400000999-77', array['#ORD-1764400000999-77', 'ord-1764400000999', '1764400000999-77', 'ORD-1764400000999-77-X1',
  'PX-55 0099', 'px550099', 'EXCH-7788', 'exch7788', 'INV-987654', 'inv987654', '987654']),
  null, 'by its number and those of its parcels, exchanges and invoices');
select is(pg_temp.as('operator', $$select public.desk_orders(p_search => 'zoe karachi') ->> 'total'$$), '0', 'all words have to be there');
select is(pg_temp.as('operator', $$select public.desk_orders(p_search => 'zo') ->> 'total'$$), '0', 'two letters find no order');

insert into auth.users (id, email) values (gen_random_uuid(), 'zoe-person@example.com');
create temporary table person as select pg_temp.account('zoe-person@example.com') as id;
update public.profiles set full_name = U&'Zo\00EB O''Neil', phone_number = '+923337654321', city = 'Gojra', address = '7 Peepal Lane' where id = (select id from person);
select is(pg_temp.missed('desk_customers', 'zoe-person@example.com', array['0333 7654321', '+92 333 7654321', '0092-333-7654321', 'zoe  oneil', U&'O\2019Neil',
  'gojra', 'peepal lane', 'zoe-person@example.com']), null, 'a customer is found in the same ways');

insert into public.products (name, slug, sku, price, is_active) values ('Plain T-Shirt for Search', 'plain-shirt-for-search', 'CH-0040X', 900, true);
select is(pg_temp.missed('desk_products', 'CH-0040X', array['tshirt search', 't-shirt', 'T shirt plain', 'ch0040x', 'CH-0040x', 'ch 0040x', 'plain-shirt-for-search']),
  null, 'and so is a product, with its article number and its address');

delete from public.products where sku = 'CH-0040X';
delete from public.profiles where id = (select id from person);
select is((select count(*) from shop.desk_words d where not exists (select from public.orders o where o.id = d.id)
    and not exists (select from shop.people p where p.id = d.id) and not exists (select from public.products p where p.id = d.id)),
  0::bigint, 'what is deleted is no longer found');
select * from finish();
