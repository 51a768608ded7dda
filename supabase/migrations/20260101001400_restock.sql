-- Back-in-stock alerts. A row is a confirmed request for one mail and waits until the size is in stock. The waiting rows are the
-- queue, so nothing that writes stock needs to know about them.
create table public.stock_alerts (
  id uuid primary key default gen_random_uuid(),
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  email text not null check (email = lower(email) and shop.is_email(email)),
  created_at timestamptz not null default now(),
  -- When a process first and last began to send it.
  first_claimed_at timestamptz,
  claimed_at timestamptz,
  sent_at timestamptz
);
create unique index one_waiting_stock_alert on public.stock_alerts (variant_id, email) where sent_at is null;
create index stock_alerts_variant_id_idx on public.stock_alerts (variant_id);
create index stock_alerts_email_idx on public.stock_alerts (email);
create index stock_alerts_waiting_idx on public.stock_alerts (created_at) where sent_at is null;
alter table public.stock_alerts enable row level security;

-- Stores the alert of a confirmed address; repeating it changes nothing. Only for the server, which has confirmed the address. Refuses
-- with no_such_size (PT404), in_stock and too_many_stock_alerts (PT409).
create function public.keep_stock_alert(p_slug text, p_size text, p_email text) returns void
language plpgsql set search_path = '' as $$
declare
  wanted public.product_variants;
begin
  select v.* into wanted from public.product_variants v join public.products p on p.id = v.product_id
  where p.slug = p_slug and p.is_active and p.deleted_at is null and v.label = p_size;
  if wanted.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_size';
  end if;
  if wanted.stock is distinct from 0 then
    raise exception using errcode = 'PT409', message = 'in_stock';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('stock alerts:' || lower(p_email), 0));
  if (select count(*) from public.stock_alerts a where a.email = lower(p_email) and a.sent_at is null) >= 20 then
    raise exception using errcode = 'PT409', message = 'too_many_stock_alerts';
  end if;
  insert into public.stock_alerts (variant_id, email) values (wanted.id, lower(p_email)) on conflict do nothing;
end $$;

-- Claims alerts whose size is back, each for one process at a time; after ten minutes without a result it can be claimed again. The
-- mail provider recognises duplicates for 24 hours, so after 23 an alert is given up rather than mailed twice. Only for the server.
create function public.claim_stock_alerts(p_most integer default 20)
returns table (id uuid, email text, product text, slug text, size text)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  return query with due as (
    select a.id, p.name, p.slug, v.label from public.stock_alerts a
    join public.product_variants v on v.id = a.variant_id and v.stock is distinct from 0
    join public.products p on p.id = v.product_id and p.is_active and p.deleted_at is null
    where a.sent_at is null
      and (a.claimed_at is null or a.claimed_at < now() - interval '10 minutes')
      and (a.first_claimed_at is null or a.first_claimed_at > now() - interval '23 hours')
    order by a.claimed_at nulls first, a.created_at limit least(p_most, 100)
    for update of a skip locked
  )
  update public.stock_alerts a set claimed_at = now(), first_claimed_at = coalesce(a.first_claimed_at, now())
  from due where a.id = due.id
  returning a.id, a.email, due.name, due.slug, due.label;
end $$;

-- Deletes alerts that were mailed a month ago (until then the link in the mail works), and those that waited a year. Only for the
-- server.
create function public.forget_old_stock_alerts() returns void
language sql set search_path = '' as $$
  delete from public.stock_alerts where sent_at < now() - interval '30 days' or created_at < now() - interval '1 year'
$$;

-- Ends all alerts of the address that an alert belongs to; only mails to that address contain its ID. Returns how many waited. Only
-- for the server.
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

-- Deletes the alerts of a deleted account. The name sorts after strip_person_from_orders, which locks sizes, like the deletion of a
-- size does before it reaches these rows (decision 21).
create function shop.unsubscribe_from_stock_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.stock_alerts a where a.email = lower(old.email) order by a.id for update;
  delete from public.stock_alerts a where a.email = lower(old.email);
  return old;
end $$;
create trigger unsubscribe_from_stock_alerts before delete on public.profiles
  for each row execute function shop.unsubscribe_from_stock_alerts();
