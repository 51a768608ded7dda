-- Figures of the business for Prometheus.
select plan(9);

create function pg_temp.figure(name text) returns integer language sql as $$ select (public.shop_figures() ->> name)::integer $$;
update public.orders set created_at = now() - interval '2 hours';
delete from public.order_mails;
delete from public.refunds;

select is(
  (select string_agg(name, ' ' order by name) from jsonb_object_keys(public.shop_figures()) name),
  'backup_age_seconds cash_orders_to_confirm mails_given_up mails_held mails_oldest_seconds mails_waiting orders_cancelled_in_an_hour '
  'orders_paid_in_an_hour orders_placed_in_an_hour payments_unconfirmed refunds_due returns_open',
  'the figures are these');
select is(
  (select string_agg(concat_ws(' ', name, value), ', ' order by name) from jsonb_each_text(public.shop_figures()) as figure (name, value)
   where name ~ '^(orders|mails|refunds)'),
  'mails_given_up 0, mails_held 0, mails_oldest_seconds 0, mails_waiting 0, orders_cancelled_in_an_hour 0, '
  'orders_paid_in_an_hour 0, orders_placed_in_an_hour 0, refunds_due 0',
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
