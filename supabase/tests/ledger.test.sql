-- The books (decision 199).
select plan(21);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email = 'mahnoor@example.com';
create temporary table made as
with placed as (
  insert into public.orders (order_id, status, payment_method, contact_phone, shipping_address, billing_address, shipping_city, subtotal, savings,
    promo_discount, delivery_fee, total_amount, device, attempt_key, attempt_hash)
  select format('ORD-88000%s-1', place), case method when 'cod' then 'Processing' else 'PaymentPending' end, method, '+923001234567',
    '{"first_name": "A", "city": "Lahore"}', '{"first_name": "A", "city": "Lahore"}', 'Lahore', 1000, 200, 50, 150, 1100, 'Mobile', md5('books ' || place)::uuid, 'x'
  from (values (1, 'cod'), (2, 'payfast'), (3, 'payfast'), (4, 'cod')) o (place, method) returning id, order_id)
select * from placed;
insert into public.products (id, name, slug, price, is_active) values (md5('books')::uuid, 'Robe of the books', 'robe-of-the-books', 600, true);
insert into public.order_items (order_id, product_id, product_name, quantity, price, price_at_purchase, subtotal)
select id, case when order_id = 'ORD-880004-1' then md5('books')::uuid end, 'Robe', 2, 600, 500, 1000 from made;
set constraints all immediate;
set constraints all deferred;

create function pg_temp.id_of(place integer) returns uuid language sql as $$ select id from made where order_id = format('ORD-88000%s-1', place) $$;
-- The entries of an order since the last time that this was asked.
create temporary table read (number bigint);
create function pg_temp.new_entries(place integer) returns text language sql as $$
  with found as (select e.* from shop.entries e where e.order_id = pg_temp.id_of(place) and e.number not in (select r.number from read r)),
    noted as (insert into read select f.number from found f)
  select string_agg(format('%s %s %s', f.kind, f.amount, f.cause), ', ' order by f.number) from found f
$$;
create function pg_temp.step(place integer, action text) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_change_order(%L, %s, %L)', o.order_id, o.version, action)) from public.orders o where o.id = pg_temp.id_of(place)
$$;
create function pg_temp.pay(place integer, payment text, amount text) returns text language sql as $$
  select public.record_payment(jsonb_build_object('provider', 'payfast', 'payment_id', payment, 'outcome', 'COMPLETE', 'amount', amount,
    'reference', coalesce((select order_id from made where id = pg_temp.id_of(place)), 'ORD-1-1'))) ->> 'verdict'
$$;

select is(pg_temp.new_entries(1), 'goods 1200.00 placed, discount -200.00 placed, code -50.00 placed, delivery 150.00 placed', 'an order has what it costs in the books');
select is((select format('%s %s', pieces, product_id) from shop.entries where order_id = pg_temp.id_of(1) and kind = 'goods'), '2 ', 'goods with their pieces');
select is(shop.balance(pg_temp.id_of(1)), 1100.00, 'which is what its shopper owes');
do $$ begin perform shop.post(pg_temp.id_of(1), 'placed'); end $$;
select is(pg_temp.new_entries(1), null, 'what is posted again counts once');

select pg_temp.step(1, 'confirm'), pg_temp.step(1, 'ship');
select is(pg_temp.new_entries(1), 'to_collect 1100.00 parcel', 'a parcel that is sent has its cash to collect');
select pg_temp.step(1, 'deliver');
select is(pg_temp.new_entries(1), 'received -1100.00 parcel, to_collect -1100.00 parcel, collected 1100.00 parcel', 'a delivered one has collected it');
select is((select made_by from shop.entries where order_id = pg_temp.id_of(1) and kind = 'collected'), pg_temp.person('mahnoor@example.com'), 'the books say by whom');
select pg_temp.step(1, 'send_back');
select is(pg_temp.new_entries(1), 'goods -1200.00 returned_to_origin, discount 200.00 returned_to_origin, code 50.00 returned_to_origin, delivery -150.00 returned_to_origin, received 1100.00 parcel, collected -1100.00 parcel',
  'an order that comes back costs nothing, and nothing of it was collected');
select is(shop.balance(pg_temp.id_of(1)), 0.00, 'so nobody owes anything');

select is(pg_temp.pay(2, 'books-2', '1100.00'), 'applied', 'a card order is paid');
select pg_temp.new_entries(2);
select pg_temp.step(2, 'cancel');
select is(pg_temp.new_entries(2), 'goods -1200.00 cancelled, discount 200.00 cancelled, code 50.00 cancelled, delivery -150.00 cancelled, refund_due 1100.00 refund', 'a cancelled one costs nothing, and its payment is due back');
select is(shop.kept(pg_temp.id_of(2)), 0.00, 'nothing of it is kept');
update public.refunds set refunded_at = now() where order_id = pg_temp.id_of(2);
select is(pg_temp.new_entries(2), 'refunded -1100.00 refund', 'a refund that is marked as sent in the table is in the books too');

select is(pg_temp.pay(3, 'books-3', '900.00'), 'wrong_amount', 'a payment of another amount pays nothing');
select is(shop.balance(pg_temp.id_of(3)), 1100.00, 'and is due back whole, while the order is still to be paid');
update public.orders set status = 'PaymentAccepted', payment_status = true where id = pg_temp.id_of(3);
set constraints all immediate;
set constraints all deferred;
select is(shop.balance(pg_temp.id_of(3)), 0.00, 'an order that is marked as paid in the table was paid by hand');

select is(pg_temp.pay(9, 'books-9', '500.00'), 'unknown_order', 'a payment of no order');
select is((select string_agg(format('%s %s', kind, amount), ', ' order by number) from shop.entries where order_id is null), 'received -500.00, refund_due 500.00', 'is in the books without one');

set constraints all immediate;
set constraints all deferred;
select is(pg_temp.attempt('update shop.entries set amount = 1') || pg_temp.attempt('delete from shop.entries') || pg_temp.attempt('truncate shop.entries'),
  repeat('entries_are_kept', 3), 'entries are never changed nor deleted');
select is(pg_temp.attempt(format('insert into shop.entries (order_id, account, kind, amount, cause, subject, revision) select order_id, account, kind, amount, cause, subject, revision from shop.entries where order_id = %L limit 1',
  pg_temp.id_of(4))) ~ 'entries_cause_key', true, 'and the same counts once');

-- A deleted product
delete from public.products where id = md5('books')::uuid;
select pg_temp.new_entries(4);
update public.orders set delivery_fee = 0, total_amount = 950 where id = pg_temp.id_of(4);
select is(pg_temp.new_entries(4), 'delivery -150.00 placed', 'an order whose product was deleted is changed as any other');
