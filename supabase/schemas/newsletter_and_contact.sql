-- Newsletter and contact: the shop writes what visitors send, within its limits (decision 145); only operators may
-- read.

create table public.newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique
    check (email = lower(email) and shop.is_email(email)),
  source text not null default 'Website Newsletter Form' check (length(source) <= 80),
  is_active boolean not null default true,
  -- When the owner of the address pressed the button of the welcome mail. Nobody else gets the newsletter. Who ends it
  -- has no row.
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);
alter table public.newsletter_subscriptions enable row level security;
create index newsletter_subscriptions_created_at_idx on public.newsletter_subscriptions (created_at desc, id);

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (length(trim(first_name)) between 1 and 80),
  last_name text check (length(last_name) <= 80),
  phone text check (length(phone) <= 32),
  email text not null check (shop.is_email(email)),
  subject text check (length(subject) <= 160),
  message text not null check (length(trim(message)) between 1 and 5000),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  -- For colleagues: what was answered, or why nothing.
  answer_note text check (length(trim(answer_note)) between 1 and 300),
  version integer not null default 1,
  constraint contact_submissions_answered_check check (answered_at is not null or answer_note is null)
);
alter table public.contact_submissions enable row level security;
create trigger raise_version before update on public.contact_submissions
  for each row execute function shop.raise_version();
create index contact_submissions_open_idx on public.contact_submissions (created_at, id) where answered_at is null;
create index contact_submissions_answered_idx on public.contact_submissions (answered_at desc, id)
  where answered_at is not null;

-- How shoppers reach the shop. Hours are words, such as 'Monday to Saturday, 10 am to 7 pm'; whatsapp is a phone
-- number.
create table public.contact_info (
  id uuid primary key default gen_random_uuid(),
  phone text not null,
  whatsapp text check (length(whatsapp) <= 32),
  email text not null,
  address text not null,
  hours text not null default '' check (length(hours) <= 200),
  is_active boolean not null default true,
  version integer not null default 1
);
create trigger raise_version before update on public.contact_info for each row execute function shop.raise_version();
-- One active record is used (DB-57).
create unique index one_active_contact_info on public.contact_info (is_active) where is_active;
alter table public.contact_info enable row level security;

create table public.social_media (
  id uuid primary key default gen_random_uuid(),
  platform text not null unique check (length(trim(platform)) between 1 and 40),
  url text not null check (url ~ '^https://[^[:space:]]+$' and length(url) <= 300),
  is_active boolean not null default true,
  version integer not null default 1
);
alter table public.social_media enable row level security;

create policy "everyone reads the active contact details" on public.contact_info
  for select to anon, authenticated using (is_active);
create policy "everyone reads active social links" on public.social_media
  for select to anon, authenticated using (is_active);

grant select on public.contact_info, public.social_media to anon, authenticated;

-- Returns a page of addresses, latest first: { rows, total, active }; `active` counts those that get the newsletter,
-- which are confirmed. p_search is a part of the address.
create function public.desk_newsletter(p_search text default null, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  size constant integer := 50;
  words text := '%' || replace(replace(replace(lower(nullif(trim(p_search), '')), '\', '\\'), '%', '\%'), '_', '\_')
    || '%';
begin
  perform shop.require_desk('{people}');
  return (select jsonb_build_object('total', count(*), 'active',
    count(*) filter (where n.is_active and n.confirmed_at is not null), 'rows', (
      select coalesce(jsonb_agg(to_jsonb(page_of) order by created_at desc, id), '[]') from (
        select l.id, l.email, l.source, l.is_active and l.confirmed_at is not null as is_active, l.created_at
          from public.newsletter_subscriptions l
        where words is null or l.email like words
        order by l.created_at desc, l.id limit size offset size * (greatest(p_page, 1) - 1)) page_of))
    from public.newsletter_subscriptions n where words is null or n.email like words);
end $$;

-- Returns every address that gets the newsletter, the first first: [{ id, email, source, created_at }], and records
-- that the list was taken. With a fresh second factor.
create function public.desk_newsletter_export() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  list jsonb;
begin
  perform shop.require_desk('{people}', p_fresh => true);
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'email', n.email, 'source', n.source, 'created_at',
    n.created_at) order by n.created_at, n.id), '[]')
  into list from public.newsletter_subscriptions n where n.is_active and n.confirmed_at is not null;
  perform shop.record_at_desk('export', 'newsletter', 'active', null,
    jsonb_build_object('addresses', jsonb_array_length(list)));
  return list;
end $$;
grant execute on function public.desk_newsletter(text, integer), public.desk_newsletter_export() to authenticated;

-- Messages at the desk: new messages of an open conversation (decision 12), and those of the contact form.

-- Returns a conversation as in a list, with what it is about and its messages after p_after, oldest first, at most 500;
-- null if there is none.
create function public.desk_conversation_news(p_id uuid, p_after bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{people}');
  return (select shop.desk_conversation_row(c) || jsonb_build_object(
      'about', (select o.order_id from public.orders o where o.id = c.order_id),
      'messages', (select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('by', a.email) order by m.position),
        '[]') from (
        select * from public.chat_messages m where m.conversation_id = c.id and m.position > p_after order by m.position
          limit 500) m
        left join public.profiles a on a.id = m.sender_id and m.sender_type not in ('userData', 'system')))
    from public.user_conversations c where c.id = p_id);
end $$;

grant execute on function public.desk_conversation_news(uuid, bigint) to authenticated;

-- Returns the orders that a message names, at most five, and the latest with its e-mail: [{ order_id, is_same_email }].
-- A sender may name somebody else's order.
create function shop.orders_of_contact(s public.contact_submissions) returns jsonb
language sql stable security definer set search_path = '' as $$
  with named as (
    select distinct 'ORD-' || match[1] as number
    from regexp_matches(coalesce(s.subject, '') || ' ' || s.message, '\m(?:ORD-)?(\d{1,20}-\d{1,3})\M', 'gi') match
      limit 5),
  own as (
    (select o.id from public.orders o where o.user_id is null and o.contact_email = lower(s.email)
      order by o.created_at desc limit 1)
    union all
    (select o.id from public.orders o where o.user_id in (select p.id from public.profiles p
      where p.email = lower(s.email))
      order by o.created_at desc limit 1)),
  -- Joined, not compared by `or`, which reads all orders.
  found as (select o.id from public.orders o join named n on n.number = o.order_id union select id from own)
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.order_id,
      'is_same_email', lower(s.email) in (coalesce(o.contact_email, ''), coalesce(p.email, '')))
        order by o.created_at desc, o.id), '[]')
  from found f join public.orders o on o.id = f.id left join public.profiles p on p.id = o.user_id
$$;

-- Returns a page of messages: { rows, total }; open ones, the oldest first, or those answered last first. p_search is a
-- part of the name, e-mail, phone, subject or text.
create function public.desk_contact(p_is_answered boolean default false, p_search text default null,
  p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  size constant integer := 50;
  words text := '%' || replace(replace(replace(lower(nullif(trim(p_search), '')), '\', '\\'), '%', '\%'), '_', '\_')
    || '%';
  -- All that are found, so that words are searched once for the count and the page.
  found uuid[];
begin
  perform shop.require_desk('{people}');
  found := array(select s.id from public.contact_submissions s
    where (s.answered_at is not null) = p_is_answered and (words is null
      or lower(concat_ws(' ', s.first_name, s.last_name, s.email, s.phone, s.subject, s.message)) like words)
    order by s.answered_at desc, s.created_at, s.id);
  return jsonb_build_object('total', cardinality(found),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'version', s.version, 'name',
      concat_ws(' ', s.first_name, s.last_name),
        'email', s.email, 'phone', s.phone, 'subject', s.subject, 'message', s.message, 'created_at', s.created_at,
        'answered_at', s.answered_at, 'answer_note', s.answer_note, 'orders', shop.orders_of_contact(s))
          order by page.place), '[]')
      from unnest(found[size * (greatest(p_page, 1) - 1) + 1 : size * greatest(p_page, 1)]) with ordinality as page (id,
        place)
      join public.contact_submissions s on s.id = page.id));
end $$;

-- Marks a message as answered, with an optional note of at most 300 characters, or as open again, and records it.
-- Refuses with no_such_message (PT404), changed_meanwhile, status_not_allowed (PT409) and invalid_note (PT400).
create function public.desk_mark_contact(p_id uuid, p_version integer, p_is_answered boolean,
  p_note text default null) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.contact_submissions;
  note text := case when p_is_answered then nullif(trim(p_note), '') end;
begin
  perform shop.require_desk('{people}');
  select * into old from public.contact_submissions s where s.id = p_id for no key update;
  if old.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_message';
  end if;
  perform shop.check_version(old.version, p_version);
  if p_is_answered is not distinct from (old.answered_at is not null) then
    raise exception using errcode = 'PT409', message = 'status_not_allowed';
  end if;
  if length(note) > 300 then
    raise exception using errcode = 'PT400', message = 'invalid_note';
  end if;
  update public.contact_submissions set answered_at = case when p_is_answered then now() end, answer_note = note
    where id = p_id;
  perform shop.record_at_desk(case when p_is_answered then 'answer_message'
    else 'reopen_message' end, 'contact', p_id::text,
    jsonb_build_object('answered', old.answered_at is not null, 'note', old.answer_note),
    jsonb_build_object('answered', p_is_answered, 'note', note));
end $$;

grant execute on function public.desk_contact(boolean, text, integer),
  public.desk_mark_contact(uuid, integer, boolean, text) to authenticated;
