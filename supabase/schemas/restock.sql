-- Back-in-stock alerts. A row is a confirmed request for one mail and waits until the size is in stock. The waiting
-- rows are the queue, so nothing that writes stock needs to know about them.
create table public.stock_alerts (
  id uuid primary key default gen_random_uuid(),
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  email text not null check (email = lower(email) and shop.is_email(email)),
  created_at timestamptz not null default now(),
  -- When a process first and last began to send it.
  first_claimed_at timestamptz,
  claimed_at timestamptz,
  sent_at timestamptz,
  language text not null default shop.request_language() check (language in ('en', 'ur')),
  -- Alerts of a size in one colour; null waits for any.
  color_id uuid references public.colors (id) on delete cascade
);
create unique index one_waiting_stock_alert on public.stock_alerts (variant_id, color_id, email) nulls not distinct
  where sent_at is null;
create index stock_alerts_variant_id_idx on public.stock_alerts (variant_id);
create index stock_alerts_email_idx on public.stock_alerts (email);
create index stock_alerts_waiting_idx on public.stock_alerts (created_at) where sent_at is null;
alter table public.stock_alerts enable row level security;
create index stock_alerts_color_id_idx on public.stock_alerts (color_id);

-- Deletes alerts that were mailed a month ago (until then the link in the mail works), and those that waited a year.
-- Only for the server.
create function public.forget_old_stock_alerts() returns void
language sql set search_path = '' as $$
  delete from public.stock_alerts where sent_at < now() - interval '30 days' or created_at < now() - interval '1 year'
$$;

-- Ends all alerts of the address that an alert belongs to; only mails to that address contain its ID. Returns how many
-- waited. Only for the server.
create function public.end_stock_alerts(p_alert uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  address text := (select a.email from public.stock_alerts a where a.id = p_alert);
  ended integer;
begin
  -- Locked by ID, so that two calls for the same address don't deadlock.
  perform from public.stock_alerts a where a.email = address order by a.id for update;
  with gone as (delete from public.stock_alerts a where a.email = address returning a.sent_at)
  select count(*) filter (where sent_at is null) into ended from gone;
  return ended;
end $$;

-- Deletes the alerts of a deleted account. The name sorts after strip_person_from_orders, which locks sizes, like the
-- deletion of a size does before it reaches these rows (decision 21).
create function shop.unsubscribe_from_stock_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.stock_alerts a where a.email = lower(old.email) order by a.id for update;
  delete from public.stock_alerts a where a.email = lower(old.email);
  return old;
end $$;
create trigger unsubscribe_from_stock_alerts before delete on public.profiles
  for each row execute function shop.unsubscribe_from_stock_alerts();
