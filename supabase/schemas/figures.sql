-- Figures of the shop's business for Prometheus (docs/operations.md).

-- The newest backup by ops/backup.sh, for shop_figures. A shop that has none yet is counted from its first
-- migration or upgrade.
create table shop.last_backup (
  is_only boolean primary key default true check (is_only),
  finished_at timestamptz not null default now()
);
alter table shop.last_backup enable row level security;

-- Returns what is wrong with the shop itself, by names, each with how many there are and since when: mails that are late or
-- were given up within a day, holds that no timer has ended, parcels that a courier can't be asked about, an old backup,
-- and no order for a day after two weeks with two a day. Those that aren't wrong have the number 0.
create function shop.troubles() returns table (name text, number bigint, since timestamptz)
language sql stable set search_path = '' as $$
  select 'mails_late', count(*), min(m.created_at) from public.order_mails m
    where m.state = 'waiting' and m.held_until is null and (m.attempts > 3 or m.due_at < now() - interval '15 minutes')
  union all select 'mails_given_up', count(*), min(m.ended_at) from public.order_mails m
    where m.state = 'given_up' and m.ended_at > now() - interval '1 day'
  union all select 'timers', count(*), min(o.hold_until) from public.orders o
    where o.holds_stock and o.hold_until < now() - interval '15 minutes'
  union all select 'couriers', count(*), min(s.created_at) from shop.shipments s
    where s.state in ('waiting', 'cancelling') and (s.attempts > 2 or s.due_at < now() - interval '15 minutes')
  union all select 'backup', count(*), min(b.finished_at) from shop.last_backup b
    where b.finished_at < now() - interval '36 hours'
  union all select 'orders', count(last), last from (select max(o.created_at) as last from public.orders o) as one
    where last < now() - interval '1 day' and 28 = (select count(*) from (select from public.orders o
      where o.created_at > last - interval '14 days' limit 28) as recent)
    group by last
$$;

-- Returns what is wrong with the shop itself: { name: { count, since } }, and nothing of what isn't.
create function public.desk_troubles() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{}');
  return (select coalesce(jsonb_object_agg(t.name, jsonb_build_object('count', t.number, 'since', t.since)), '{}')
    from shop.troubles() t where t.number > 0);
end $$;
grant execute on function public.desk_troubles() to authenticated;

-- Returns counts by name. Whatever is asked has an index, or few rows: a scraper asks every few seconds.
create function public.shop_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  with hour as (
    select count(*) as placed, count(*) filter (where payment_status) as paid,
      count(*) filter (where status = 'Cancelled') as cancelled
    from public.orders where created_at > now() - interval '1 hour'
  ), waiting as (
    select count(*) as mails, coalesce(extract(epoch from now() - min(created_at)), 0)::integer as age
    from public.order_mails where state = 'waiting' and held_until is null
  )
  select jsonb_build_object(
    'orders_placed_in_an_hour', hour.placed,
    'orders_paid_in_an_hour', hour.paid,
    'orders_cancelled_in_an_hour', hour.cancelled,
    'cash_orders_to_confirm', (select count(*) from public.orders
      where payment_method = 'cod' and status = 'Processing' and confirmed_at is null),
    'payments_unconfirmed', (select count(*) from public.orders
      where status = 'PaymentPending' and updated_at < now() - interval '30 minutes'),
    'refunds_due', (select count(*) from public.refunds where refunded_at is null),
    'returns_open', (select count(*) from public.returns where status in ('requested', 'approved', 'received')),
    'mails_waiting', waiting.mails,
    'mails_oldest_seconds', waiting.age,
    'mails_held', (select count(*) from public.order_mails where state = 'waiting' and held_until is not null),
    'mails_given_up', (select count(*) from public.order_mails
      where state = 'given_up' and ended_at > now() - interval '1 day'),
    'backup_age_seconds', (select extract(epoch from now() - b.finished_at)::integer from shop.last_backup b),
    'timers_stopped', (select t.number from shop.troubles() t where t.name = 'timers'),
    'couriers_failing', (select t.number from shop.troubles() t where t.name = 'couriers'),
    'orders_missing', (select count(*) from shop.troubles() t where t.name = 'orders'))
  from hour, waiting
$$;
grant execute on function public.shop_figures() to service_role;
