-- Figures of the shop's business for Prometheus (docs/operations.md).

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
    'backup_age_seconds', (select extract(epoch from now() - b.finished_at)::integer from shop.last_backup b))
  from hour, waiting
$$;
grant execute on function public.shop_figures() to service_role;

-- The newest backup by ops/backup.sh, for shop_figures. A shop that has none yet is counted from its first
-- migration or upgrade.
create table shop.last_backup (
  is_only boolean primary key default true check (is_only),
  finished_at timestamptz not null default now()
);
alter table shop.last_backup enable row level security;
