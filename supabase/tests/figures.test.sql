-- Figures of the business for Prometheus.
select plan(16);

create function pg_temp.figure(name text) returns integer language sql as $$ select (public.shop_figures() ->> name)::integer $$;
update public.orders set created_at = now() - interval '2 hours';
delete from public.order_mails;
delete from public.refunds;

select is(
  (select string_agg(name, ' ' order by name) from jsonb_object_keys(public.shop_figures()) name),
  'backup_age_seconds cash_orders_to_confirm couriers_failing mails_given_up mails_held mails_oldest_seconds mails_waiting '
  'orders_cancelled_in_an_hour orders_missing orders_paid_in_an_hour orders_placed_in_an_hour payments_unconfirmed refunds_due returns_open '
  'timers_stopped',
  'the figures are these');
select is(
  (select string_agg(concat_ws(' ', name, value), ', ' order by name) from jsonb_each_text(public.shop_figures()) as figure (name, value)
   where name ~ '^(orders|mails|refunds)'),
  'mails_given_up 0, mails_held 0, mails_oldest_seconds 0, mails_waiting 0, orders_cancelled_in_an_hour 0, '
  'orders_missing 0, orders_paid_in_an_hour 0, orders_placed_in_an_hour 0, refunds_due 0',
  'nothing of an hour ago counts');

update public.orders set created_at = now() where order_id in (select order_id from public.orders where payment_status limit 1);
select is(pg_temp.figure('orders_placed_in_an_hour'), 1, 'an order of this hour counts as placed');
select is(pg_temp.figure('orders_paid_in_an_hour'), 1, 'a paid one also as paid');
insert into public.order_mails (order_id, kind, created_at) select id, 'placed', now() - interval '20 minutes' from public.orders limit 1;
select is(pg_temp.figure('mails_oldest_seconds'), 1200, 'the age of the mail that waits longest is in seconds');
update public.order_mails set held_until = now() + interval '1 day';
select is(
  (select array [pg_temp.figure('mails_waiting'), pg_temp.figure('mails_held'), pg_temp.figure('mails_oldest_seconds')]),
  array [0, 1, 0],
  'a mail over its recipient''s budget is held, and not late');
update public.order_mails set held_until = null, state = 'given_up', ended_at = now();
select is(pg_temp.figure('mails_given_up'), 1, 'a mail that was given up today counts');
update public.order_mails set ended_at = now() - interval '25 hours';
select is(pg_temp.figure('mails_given_up'), 0, 'one of yesterday doesn''t');
update shop.last_backup set finished_at = now() - interval '2 hours';
select is(pg_temp.figure('backup_age_seconds'), 7200, 'the age of the newest backup is in seconds');

create function pg_temp.troubles() returns text language sql as $$
  select string_agg(name || ' ' || number, ', ' order by name) from shop.troubles() where number > 0
$$;
update shop.last_backup set finished_at = now();
update public.orders set holds_stock = false, hold_until = null;
select is(pg_temp.troubles(), null, 'nothing is wrong with a shop that works');
update shop.last_backup set finished_at = now() - interval '37 hours';
update public.order_mails set state = 'waiting', ended_at = null, due_at = now() - interval '16 minutes';
select is(pg_temp.troubles(), 'backup 1, mails_late 1', 'an old backup and a mail that nobody has sent are');
update public.order_mails set state = 'given_up', ended_at = now() - interval '1 hour';
update shop.last_backup set finished_at = now();
select is(pg_temp.troubles(), 'mails_given_up 1', 'so is a mail that was given up');
update public.order_mails set ended_at = now() - interval '2 days';
update public.orders set holds_stock = true, hold_until = now() - interval '16 minutes' where order_id = (select max(order_id) from public.orders where status = 'PaymentPending');
select is(pg_temp.troubles() || ' ' || pg_temp.figure('timers_stopped'), 'timers 1 1', 'and a hold that no timer has ended');
update public.orders set holds_stock = false, hold_until = null;
insert into shop.shipments (order_id, state, to_collect, attempts) select id, 'waiting', 0, 3 from public.orders limit 1;
select is(pg_temp.troubles() || ' ' || pg_temp.figure('couriers_failing'), 'couriers 1 1', 'and a parcel whose courier doesn''t answer');
delete from shop.shipments;
insert into public.orders (order_id, payment_method, shipping_address, billing_address, shipping_city, subtotal, delivery_fee, total_amount, device,
  attempt_key, attempt_hash)
select 'ORD-' || n || '-1', 'payfast', '{}', '{}', 'Lahore', 1000, 150, 1150, 'Mobile', gen_random_uuid(), 'x' from generate_series(1, 27) n;
update public.orders set created_at = now() - interval '25 hours';
delete from public.order_mails;
select is(pg_temp.troubles() || ' ' || pg_temp.figure('orders_missing'), 'orders 1 1', 'and a day without an order, where there were two a day');
update public.orders set created_at = now() - interval '23 hours' where order_id = 'ORD-1-1';
select is(pg_temp.troubles(), null, 'not a shorter time');
