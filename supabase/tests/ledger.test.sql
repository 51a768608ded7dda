-- The books (decision 199).
select plan(43);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email = 'mahnoor@example.com';
create temporary table made as
with placed as (
  insert into public.orders (order_id, status, payment_method, contact_phone, shipping_address, billing_address, shipping_city, subtotal, savings,
    promo_discount, delivery_fee, total_amount, device, attempt_key, attempt_hash)
  select format('ORD-88000%s-1', place), case method when 'cod' then 'Processing' else 'PaymentPending' end, method, '+923001234567',
    '{"first_name": "A", "city": "Lahore"}', '{"first_name": "A", "city": "Lahore"}', 'Lahore', 1000, 200, 50, 150, 1100, 'Mobile', md5('books ' || place)::uuid, 'x'
  from (values (1, 'cod'), (2, 'payfast'), (3, 'payfast'), (4, 'cod'), (5, 'payfast'), (6, 'cod'), (7, 'cod')) o (place, method) returning id, order_id)
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
do $$ begin perform public.note_tracking(s.id, 'delivered', 'x') from shop.shipments s where s.order_id = pg_temp.id_of(1); end $$;
select is(pg_temp.new_entries(1), 'collected 1100.00 parcel', 'what its courier says it has collected after all is owed by the courier alone');

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

-- What somebody changes in the tables, as servers of 1.0.0 do.
create function pg_temp.edit(statement text) returns text language sql as $$
  select pg_temp.attempt(statement || '; set constraints all immediate; set constraints all deferred')
$$;
select pg_temp.new_entries(3);
select is(pg_temp.step(3, 'cancel') is null or pg_temp.new_entries(3) is null, false, 'an order that was paid by hand is cancelled');
select is((select string_agg(concat_ws(' ', r.amount, r.reason, r.provider), ', ' order by r.amount) from public.refunds r where r.order_id = pg_temp.id_of(3)),
  '900.00 wrong_amount payfast, 1100.00 order_cancelled cash', 'and refunded by hand');
select is(pg_temp.attempt('set constraints all immediate; set constraints all deferred'), 'done', 'which adds up');

select pg_temp.pay(5, 'books-5', '1100.00'), pg_temp.step(5, 'ship'), pg_temp.new_entries(5);
select is(pg_temp.pay(9, 'books-5', '1100.00'), 'unknown_order', 'its payment comes again for another order');
select is((select count(*)::integer from public.refunds where provider_payment_id = 'books-5'), 0, 'and isn''t refunded');
select pg_temp.step(5, 'send_back');
select is(pg_temp.new_entries(5), null, 'a paid order on its way back is still charged');
select pg_temp.step(5, 'take_in');
select matches(pg_temp.new_entries(5), 'goods -1200.00 returned_to_origin.*refund_due 1100.00 refund', 'until it is in the shop''s hands');
select is(pg_temp.edit(format('update public.refunds set amount = 1200 where order_id = %L', pg_temp.id_of(5))), 'books_dont_add_up', 'a refund isn''t raised beyond what was paid');
select is(pg_temp.edit(format('update public.refunds set order_id = %L where order_id = %L', pg_temp.id_of(6), pg_temp.id_of(5))), 'books_dont_add_up',
  'nor becomes that of another order, which hasn''t received it');
select is(pg_temp.edit(format('delete from public.payment_notifications where order_id = %L', pg_temp.id_of(5))), 'books_dont_add_up', 'a payment whose refund is due isn''t deleted');

select pg_temp.step(6, 'ship'), pg_temp.new_entries(6);
update public.orders set delivery_fee = 0, total_amount = 950 where id = pg_temp.id_of(6);
select is(pg_temp.new_entries(6), 'delivery -150.00 placed, to_collect -150.00 parcel', 'the courier collects what an order that is edited costs');
-- As orders of before there were parcels.
delete from shop.shipments where order_id in (pg_temp.id_of(6));
update public.orders set status = 'Delivered' where id = pg_temp.id_of(6);
select is(pg_temp.new_entries(6), 'to_collect -950.00 parcel, received -950.00 parcel', 'an order without parcels is paid when it is delivered');
insert into public.returns (id, order_id, kind, reason, request_key) values (md5('books')::uuid, pg_temp.id_of(6), 'exchange', 'size', gen_random_uuid());
insert into shop.shipments (order_id, return_id, state, to_collect) values (pg_temp.id_of(6), md5('books')::uuid, 'delivered', 0);
select is(pg_temp.new_entries(6), null, 'also if a parcel brings something in exchange');
update public.returns set status = 'approved' where id = md5('books')::uuid;
update public.returns set status = 'received' where id = md5('books')::uuid;
select is(pg_temp.edit('update public.returns set due_amount = 10 where id = md5(''books'')::uuid'), 'status_not_allowed', 'what is due for an exchange stays once things came back');
select is(pg_temp.edit('delete from public.returns where id = md5(''books'')::uuid'), 'entries_are_kept', 'what came back isn''t deleted');
select pg_temp.step(7, 'ship'), pg_temp.step(7, 'deliver');
update shop.shipments set settled = 100 where order_id = pg_temp.id_of(7);
select is(pg_temp.edit(format('delete from shop.shipments where order_id = %L', pg_temp.id_of(7))), 'entries_are_kept', 'nor a parcel of which something is settled');

update public.refunds set refunded_at = now() where order_id is null;
select is((select sum(amount) from shop.entries where order_id is null and kind in ('refund_due', 'refunded')), 0.00, 'a payment of no order is sent back');
with paid as (insert into public.orders (order_id, status, payment_method, payment_status, shipping_address, billing_address, shipping_city, subtotal,
    delivery_fee, total_amount, device, attempt_key, attempt_hash)
  values ('ORD-880009-1', 'PaymentAccepted', 'payfast', true, '{}', '{}', 'Lahore', 500, 0, 500, 'Mobile', md5('books 9')::uuid, 'x') returning id, order_id)
insert into made select * from paid;
set constraints all immediate;
set constraints all deferred;
select is(shop.kept(pg_temp.id_of(9)), 500.00, 'an order that is added as paid was paid by hand');
-- An old order that was paid too much, as the migration enters it.
insert into shop.entries (order_id, account, kind, amount, cause, revision) values (pg_temp.id_of(9), 'order', 'adjustment', 20, 'by_hand', 100),
  (pg_temp.id_of(9), 'order', 'received', -20, 'by_hand', 100);
select pg_temp.new_entries(9);
update public.orders set delivery_fee = 10, total_amount = 510 where id = pg_temp.id_of(9);
select is(pg_temp.new_entries(9), 'delivery 10.00 placed', 'what was entered by hand stays when an order is changed');

-- A deleted product
delete from public.products where id = md5('books')::uuid;
select pg_temp.new_entries(4);
update public.orders set delivery_fee = 0, total_amount = 950 where id = pg_temp.id_of(4);
select is(pg_temp.new_entries(4), 'delivery -150.00 placed', 'an order whose product was deleted is changed as any other');

-- One payment that is notified for two orders, and pays neither.
select is(pg_temp.pay(5, 'books-twice', '7.00') || pg_temp.pay(6, 'books-twice', '8.00') || pg_temp.attempt('set constraints all immediate; set constraints all deferred'),
  'wrong_amountwrong_amountdone', 'a payment of two orders pays neither');
select is((select sum(amount)::text || ' ' || count(*) from shop.entries where subject = 'payfast:books-twice'), '-7.00 1', 'and was received once');
