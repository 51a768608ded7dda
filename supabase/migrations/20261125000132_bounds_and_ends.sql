-- Values that are numbers and dates (decision 193), and what ends with a role, an account and an upload (decision
-- 194).

-- Gives each column of a number, a duration or a date in the shop's schemas a bound that it lacks. Postgres takes
-- NaN, infinity and dates beyond the year 9999, which neither JSON nor the shop can read. A migration that makes
-- such a column calls it again. If rows are beyond a bound it changes nothing, and refuses in words that name
-- them.
create function shop.bound_columns() returns void
language plpgsql volatile set search_path = '' as $$
declare
  found record;
  beyond bigint;
  broken text := '';
begin
  for found in
    select a.attrelid::regclass as source, a.attname as name, a.attname || '_in_range' as bound,
      -- The modifier of numeric has the digits before and after the point.
      format(case a.atttypid::regtype
          when 'date'::regtype then '%1$I between %2$L::date and %3$L::date'
          when 'timestamp'::regtype then '%1$I between %2$L::timestamp and %3$L::timestamp'
          when 'timestamptz'::regtype then '%1$I between %4$L::timestamptz and %5$L::timestamptz'
          when 'interval'::regtype then '%1$I between interval ''-100 years'' and interval ''100 years'''
          when 'numeric'::regtype then '%1$I between -%6$s and %6$s'
          else '%1$I between -1e15 and 1e15' end,
        a.attname, '0001-01-01', '9999-12-30', '0001-01-01 00:00+00', '9999-12-30 00:00+00',
        case when a.atttypmod = -1 then '1000000000000000'
          else rpad('1', ((a.atttypmod - 4) >> 16 & 65535) - ((a.atttypmod - 4) & 2047) + 1, '0') end) as rule
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    where c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace) and a.attnum > 0 and not a.attisdropped
      and a.atttypid::regtype = any ('{numeric,real,double precision,date,timestamp,timestamptz,interval}'::regtype[])
      and not exists (select from pg_catalog.pg_constraint k
        where k.conrelid = c.oid and k.conname = a.attname || '_in_range')
    order by c.oid, a.attnum
  loop
    execute format('select count(*) from %s where not (%s)', found.source, found.rule) into beyond;
    if beyond > 0 then
      broken := broken || format(' %1$s of %2$s (%3$s): select * from %2$s where not (%4$s);', found.name, found.source,
        case beyond when 1 then '1 row' else beyond || ' rows' end, found.rule);
    else
      execute format('alter table %s add constraint %I check (%s)', found.source, found.bound, found.rule);
    end if;
  end loop;
  if broken <> '' then
    raise exception using errcode = 'check_violation',
      message = 'Some values are no numbers or dates. Nothing was changed: set them, and push again.'
        || broken,
      hint = 'update … set … = … for the rows that each query lists';
  end if;
end $$;

-- Ends somebody's work at the desk: the role, their sessions, recovery codes and invitation, so that a later role
-- revives nothing. Gives their open conversations back to anybody.
create function shop.end_desk_work(p_person uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = p_person;
  delete from public.desk_invitations i where i.person = p_person;
  delete from public.desk_recovery_codes c where c.person = p_person;
  delete from auth.sessions s where s.user_id = p_person;
  update public.user_conversations set assignee = null where assignee = p_person and status = 'open';
end $$;

-- Takes somebody's role at the desk away, at once (shop.end_desk_work). For managers with a fresh second factor.
-- Refuses with no_such_person (PT404), and own_role (PT409), so that a shop keeps a manager.
create or replace function public.desk_take_role(p_person uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  person auth.users;
begin
  perform shop.require_desk('manager', true);
  if p_person = auth.uid() then
    raise exception using errcode = 'PT409', message = 'own_role';
  end if;
  person := shop.lock_colleague(p_person);
  perform shop.end_desk_work(p_person);
  perform shop.record_at_desk('take_role', 'person', person.email,
    jsonb_build_object('role', person.raw_app_meta_data ->> 'role'), jsonb_build_object('role', null));
end $$;

-- Records a role given by the command on the server, which has changed the account by Auth's API; takes one away
-- itself, as desk_take_role does. p_role is null for none.
create or replace function public.note_desk_role(p_account uuid, p_before text default null, p_role text default null)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_role is null then
    perform shop.end_desk_work(p_account);
  end if;
  perform shop.record_at_desk(case when p_role is null then 'take_role' else 'give_role' end, 'person',
    (select u.email from auth.users u where u.id = p_account),
    jsonb_build_object('role', p_before), jsonb_build_object('role', p_role));
end $$;

-- Returns whether the shop shows a file that goes with a person, a review or a product: a profile picture, a
-- review's photo or a video. For the server, which has these files in caches too. Each is found by an index.
create function public.is_file_shown(p_bucket text, p_path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when p_bucket = 'videos' then shop.is_shown_video(p_path)
    when p_path like 'profilePictures/%' then exists (select from public.profiles p
      where p.id = shop.to_uuid(substr(p_path, 17, 36)) and p.avatar_url = p_path)
    when p_path like 'review-images/%' then exists (select from public.product_reviews r
      where r.images @> array[p_path] and r.hidden_at is null)
    else false end
$$;
grant execute on function public.is_file_shown(text, text) to service_role;

-- Files whose upload ended before a row named them, because the process was killed.

alter table public.files_to_remove drop constraint files_to_remove_bucket_check,
  add constraint files_to_remove_bucket_check check (bucket in ('files', 'originals', 'videos', 'products'));
-- Until which upload files were compared with the rows.
create table shop.files_compared (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null default '0001-01-01 00:00+00'
);
insert into shop.files_compared default values;
alter table shop.files_compared enable row level security;

-- Returns whether a row names a file, where rows name it most often, by an index.
create function shop.is_file_in_use(p_bucket text, p_path text) returns boolean
language sql stable set search_path = '' as $$
  select case p_bucket
    when 'videos' then shop.is_shown_video(p_path)
    when 'originals' then shop.is_original(p_path)
    when 'products' then exists (select from public.product_media m
      where m.url = '/storage/v1/object/public/products/' || p_path)
    else public.is_file_shown(p_bucket, p_path)
      or exists (select from public.chat_messages m where p_path like 'chat-attachments/%'
        and m.conversation_id = shop.to_uuid(substr(p_path, 18, 36)) and m.attachment_url = p_path)
      or exists (select from public.product_reviews r where r.images @> array[p_path])
      or exists (select from public.returns r where r.photos @> array[p_path]) end
$$;

-- Returns whether any row of the shop has a text in it. It reads all tables.
create function shop.is_named_anywhere(p_words text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  source regclass;
  is_named boolean;
begin
  for source in
    select c.oid from pg_catalog.pg_class c
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace)
      and c.oid <> 'public.files_to_remove'::regclass
    order by c.reltuples
  loop
    execute format('select exists (select from %s t where strpos(t::text, $1) > 0)', source)
      into is_named using p_words;
    if is_named then
      return true;
    end if;
  end loop;
  return false;
end $$;

-- Lists files for removal that were stored more than a day ago and that no row names. Each file is compared once;
-- only names that the shop gives, so that what somebody stores in Studio stays. At most 500 files at once, and 20
-- that all tables are read for. Returns how many files were listed.
create function public.list_unused_files() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  file record;
  searches integer := 0;
  listed integer := 0;
begin
  perform from shop.files_compared for update;
  for file in
    select o.bucket_id, o.name, o.created_at from storage.objects o, shop.files_compared c
    where o.created_at > c.until and o.created_at < now() - interval '1 day'
    order by o.created_at fetch first 500 rows with ties
  loop
    update shop.files_compared set until = file.created_at where until < file.created_at;
    continue when file.bucket_id not in ('files', 'originals', 'videos', 'products')
      or file.name !~ '(^|/)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-[0-9]+)?\.[a-z0-9]+$'
      or shop.is_file_in_use(file.bucket_id, file.name);
    searches := searches + 1;
    if not shop.is_named_anywhere(file.name) then
      insert into public.files_to_remove (bucket, path) values (file.bucket_id, file.name) on conflict do nothing;
      listed := listed + 1;
    end if;
    exit when searches = 20;
  end loop;
  return listed;
end $$;
grant execute on function public.list_unused_files() to service_role;

-- The newest backup by ops/backup.sh, for shop_figures. A shop that has none yet is counted from its first
-- migration or upgrade.
create table shop.last_backup (
  is_only boolean primary key default true check (is_only),
  finished_at timestamptz not null default now()
);
insert into shop.last_backup default values;
alter table shop.last_backup enable row level security;

-- Returns counts by name. Whatever is asked has an index, or few rows: a scraper asks every few seconds.
create or replace function public.shop_figures() returns jsonb
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

select shop.bound_columns();
