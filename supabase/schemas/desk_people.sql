-- People at the desk: guests and accounts by their phone numbers, with tags, joined and parted by operators (decision
-- 224). All of it is in a schema that the API doesn't have, as private notes are.

-- A phone number that orders or profiles have, or an account, which has its profile's ID. Several of them can be one
-- person: an account is part of its number, and operators join others.
create table shop.people (
  id uuid primary key default gen_random_uuid(),
  phone text unique check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  account uuid unique references public.profiles (id) on delete cascade,
  -- Null for one by itself.
  part_of uuid references shop.people (id) on delete set null,
  -- The one whose parts they all are, which has the page and the row of the list: itself for one by itself.
  head uuid not null,
  -- Whether the desk has said what it is part of. A number that the shopper changes moves it no more then.
  is_by_hand boolean not null default false,
  -- When the latest order came, or when the account was made.
  seen_at timestamptz not null default now(),
  check (num_nonnulls(phone, account) = 1),
  check (account = id)
);
create index people_part_of_idx on shop.people (part_of) where part_of is not null;
create index people_head_idx on shop.people (head);
create index people_seen_at_idx on shop.people (seen_at desc, id) where head = id;

create table shop.person_tags (
  person uuid not null references shop.people (id) on delete cascade,
  tag text not null check (length(tag) >= 2 and length(tag) <= 30 and tag = lower(trim(tag))),
  primary key (person, tag)
);
create index person_tags_tag_idx on shop.person_tags (tag);

create function shop.keep_head() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.head := coalesce((select p.head from shop.people p where p.id = new.part_of), new.id);
  return new;
end $$;
create trigger keep_head before insert or update of part_of on shop.people
  for each row execute function shop.keep_head();

create function shop.keep_heads_of_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update shop.people p set part_of = p.part_of where p.part_of = new.id;
  return null;
end $$;
create trigger keep_heads_of_parts after update of part_of on shop.people
  for each row when (old.head <> new.head) execute function shop.keep_heads_of_parts();

create function shop.forget_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.desk_notes n where n.person = old.id;
  return null;
end $$;
create trigger forget_notes after delete on shop.people for each row execute function shop.forget_notes();
create trigger forget_words after delete on shop.people for each row execute function shop.forget_words('person');

-- Nobody may join two people in a circle: whoever changes what somebody is part of waits for the others.
create function shop.lock_people() returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('people', 0))
$$;

-- What a number is found by: itself, and who its latest orders went to.
create function shop.words_of_number(p_phone text) returns text
language sql stable set search_path = '' as $$
  select shop.findable(concat_ws(' ', p_phone, (select string_agg(distinct words, ' ') from (
    select concat_ws(' ', o.shipping_address ->> 'first_name', o.shipping_address ->> 'last_name', o.contact_email,
      o.shipping_address ->> 'address_line1', o.shipping_city) as words
    from public.orders o where o.contact_phone = p_phone order by o.created_at desc limit 20) as latest)))
$$;

-- Makes a number known as a person, with the words that it is found by, while an order or a profile has it, and returns
-- its ID. Else forgets it, with its notes and tags, and returns null.
create function shop.keep_number(p_phone text) returns uuid
language plpgsql volatile strict security definer set search_path = '' as $$
declare
  number uuid;
begin
  if not exists (select from public.orders o where o.contact_phone = p_phone)
    and not exists (select from public.profiles p where p.phone_number = p_phone) then
    delete from shop.people p where p.phone = p_phone;
    return null;
  end if;
  insert into shop.people (phone, seen_at) select p_phone, coalesce(max(o.created_at), now()) from public.orders o
  where o.contact_phone = p_phone on conflict (phone) do nothing;
  select p.id into number from shop.people p where p.phone = p_phone;
  perform shop.keep_words('person', number, shop.words_of_number(p_phone));
  return number;
end $$;

-- Makes an account known as a person, as part of its number: that of the profile, else that of its latest order. One
-- whose person the desk has chosen stays with it.
create function shop.keep_account(p_account uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  number text := coalesce((select p.phone_number from public.profiles p where p.id = p_account),
    (select o.contact_phone from public.orders o where o.user_id = p_account and o.contact_phone is not null
      order by o.created_at desc limit 1));
  person uuid;
begin
  insert into shop.people (id, account, seen_at) select p.id, p.id, p.created_at from public.profiles p
  where p.id = p_account on conflict do nothing;
  if number is not null then
    perform shop.lock_people();
    person := shop.keep_number(number);
  end if;
  update shop.people p set part_of = person where p.id = p_account and not p.is_by_hand
    and p.part_of is distinct from person
    and not exists (select from shop.people n where n.id = person and n.head = p.id);
end $$;

create function shop.keep_person_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' then
    perform shop.keep_account(new.id);
  end if;
  if tg_op <> 'INSERT' then
    perform shop.keep_number(old.phone_number);
  end if;
  return null;
end $$;
create trigger keep_person after insert or delete or update of phone_number on public.profiles
  for each row execute function shop.keep_person_of_profile();

create function shop.keep_person_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' and new.user_id is not null and exists (select from shop.people p where p.id = new.user_id
    and p.part_of is null and not p.is_by_hand) then
    perform shop.keep_account(new.user_id);
  end if;
  if tg_op = 'INSERT' then
    perform shop.keep_number(new.contact_phone);
    update shop.people p set seen_at = new.created_at where p.seen_at < new.created_at
      and p.id = (select n.head from shop.people n where n.phone = new.contact_phone);
  elsif tg_op = 'DELETE' then
    perform shop.keep_number(old.contact_phone);
  elsif row(old.contact_phone, old.contact_email, old.shipping_address)
      is distinct from row(new.contact_phone, new.contact_email, new.shipping_address) then
    perform shop.keep_number(n) from (values (old.contact_phone), (new.contact_phone)) as number (n)
    group by n order by n;
  end if;
  return null;
end $$;
create trigger keep_person after insert or update or delete on public.orders
  for each row execute function shop.keep_person_of_order();

-- Returns the person whom a number or an account is part of; null if nobody is known by the ID.
create function shop.head_of(p_id uuid) returns uuid
language sql stable set search_path = '' as $$
  select p.head from shop.people p where p.id = p_id
$$;

-- Returns the orders with the numbers and accounts of a person: one that an account placed for another number is of
-- both.
create function shop.orders_of_person(p_head uuid) returns setof public.orders
language sql stable set search_path = '' as $$
  select o.* from public.orders o where o.id in (
    select x.id from shop.people p join public.orders x on x.contact_phone = p.phone where p.head = p_head
    union
    select x.id from shop.people p join public.orders x on x.user_id = p.account where p.head = p_head)
$$;

create function shop.tags_of(p_head uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(distinct t.tag), '[]') from shop.people p join shop.person_tags t on t.person = p.id
  where p.head = p_head
$$;

-- Returns what a list shows of a person. An account's name and e-mail address come before those of orders.
create function shop.desk_person_row(p_head uuid) returns jsonb
language sql stable set search_path = '' as $$
  with orders as materialized (select * from shop.orders_of_person(p_head)),
    latest as (select * from orders o where o.shipping_address ? 'address_line1' order by o.created_at desc limit 1),
    account as (select a.* from shop.people p join public.profiles a on a.id = p.account where p.head = p_head
      order by a.created_at limit 1)
  select jsonb_build_object('id', p_head,
    'name', coalesce(nullif(a.full_name, ''), trim(concat_ws(' ', l.shipping_address ->> 'first_name',
      l.shipping_address ->> 'last_name')), ''),
    'email', coalesce(a.email, (select o.contact_email from orders o where o.contact_email is not null
      order by o.created_at desc limit 1)),
    'phone', coalesce((select p.phone from shop.people p where p.id = p_head),
      (select min(p.phone) from shop.people p where p.head = p_head), a.phone_number, l.contact_phone),
    'city', coalesce(a.city, l.shipping_city), 'language', coalesce(l.language, a.language, 'en'),
    'created_at', coalesce(least(a.created_at, (select min(o.created_at) from orders o)),
      (select p.seen_at from shop.people p where p.id = p_head)),
    'is_guest', a.id is null, 'orders', (select count(*) from orders), 'tags', shop.tags_of(p_head))
  from (select) as one left join account a on true left join latest l on true
$$;

-- Returns the IDs of a page of fifty people, those heard of last first, and how many there are in all. Where words are
-- those of more than p_counted, as a mail provider's are, only the latest 1,000 are told, since finding all takes long.
create function shop.page_of_people(p_search text, p_page integer, p_tag text, p_counted integer default 20000,
  out total bigint, out has_more boolean, out page uuid[])
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  size constant integer := 50;
  found uuid[] := shop.found('person', p_search, case when p_tag is null then p_counted + 1 end);
begin
  has_more := p_tag is null and cardinality(found) > p_counted;
  if has_more then
    total := least(1000, p_counted);
    -- `offset 0` keeps the question apart, so that it is asked of the latest people only.
    execute format('select array(select p.id from shop.people p where p.head = p.id and exists (
        select from shop.people part join shop.desk_words d on d.id = part.id where part.head = p.id and %s offset 0)
      order by p.seen_at desc, p.id limit $1 offset $2)', shop.words_condition('person', p_search))
    into page using size, size * (least(greatest(p_page, 1), ceil(total / size::numeric)) - 1);
  elsif found is null and p_tag is null then
    total := (select count(*) from shop.people p where p.head = p.id);
    page := array(select p.id from shop.people p where p.head = p.id
      order by p.seen_at desc, p.id limit size offset size * (greatest(p_page, 1) - 1));
  else
    with heads as materialized (
      select distinct p.head as id from shop.people p
      where (found is null or p.id in (select unnest(found)))
        and (p_tag is null or p.head in (select tagged.head from shop.person_tags t
          join shop.people tagged on tagged.id = t.person where t.tag = p_tag))
    )
    select (select count(*) from heads), array(select p.id from heads h join shop.people p on p.id = h.id
      order by p.seen_at desc, p.id limit size offset size * (greatest(p_page, 1) - 1))
    into total, page;
  end if;
  has_more := coalesce(has_more, false);
end $$;

-- Returns a page of people, as shop.page_of_people has it, and the tags that there are: { rows, total, has_more, tags }.
create function public.desk_customers(p_search text default null, p_page integer default 1, p_tag text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  listed record;
begin
  perform shop.require_desk('{people}');
  select * into listed from shop.page_of_people(p_search, p_page, p_tag);
  return jsonb_build_object('total', listed.total, 'has_more', listed.has_more,
    'rows', (select coalesce(jsonb_agg(shop.desk_person_row(id) order by place), '[]')
      from unnest(listed.page) with ordinality as p (id, place)),
    'tags', (select coalesce(jsonb_agg(tag order by tag), '[]') from (
      select distinct t.tag from shop.person_tags t order by t.tag limit 200) as t));
end $$;

-- Returns the blocks of a person's cash orders, whichever of their contacts they name, with whether they have ended.
create function shop.blocks_of(p_head uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(b) || jsonb_build_object('is_over',
    b.ends < (now() at time zone 'Asia/Karachi')::date) order by b.ends desc, b.contact), '[]')
  from public.blocked_contacts b where b.contact in (
    select unnest(shop.contacts_of(o)) from shop.orders_of_person(p_head) o
    union select p.phone from shop.people p where p.head = p_head
    union select lower(a.email) from shop.people p join public.profiles a on a.id = p.account where p.head = p_head)
$$;

-- Returns the person whom a number or an account is part of: the row of the list with what they are made of, blocks,
-- how orders ended, what the orders that count as sold were worth by the books, the latest fifty orders and the latest
-- twenty conversations. Null if nobody is known by the ID.
create function public.desk_customer(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := shop.head_of(p_id);
  orders uuid[];
begin
  perform shop.require_desk('{people}');
  if person is null then return null; end if;
  orders := array(select o.id from shop.orders_of_person(person) o);
  return shop.desk_person_row(person) || jsonb_build_object(
    'parts', (select jsonb_agg(jsonb_build_object('id', p.id, 'phone', p.phone, 'email', a.email, 'name', a.full_name,
        'since', a.created_at, 'is_joined', p.part_of is not null, 'is_by_hand', p.is_by_hand)
        order by p.id <> person, p.account is null, p.phone, p.id)
      from shop.people p left join public.profiles a on a.id = p.account where p.head = person),
    'blocks', shop.blocks_of(person), 'ended', shop.how_orders_ended(orders),
    'worth', (select coalesce(sum(l.value), 0) from shop.ledger l where l.order_id = any (orders)
      and l.figure in ('sold', 'refunded')),
    'orders', (select coalesce(jsonb_agg(shop.desk_row(o) order by o.created_at desc), '[]') from (
      select * from public.orders o where o.id = any (orders) order by o.created_at desc limit 50) o),
    'order_count', cardinality(orders),
    'conversations', (select coalesce(jsonb_agg(shop.desk_conversation_row(c) order by c.last_message_time desc), '[]')
      from (select c.* from shop.people p join public.user_conversations c on c.created_by = p.account
        where p.head = person order by c.last_message_time desc limit 20) c));
end $$;

-- Returns the person of an ID, or refuses with no_such_customer (PT404).
create function shop.person_for_desk(p_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  person uuid := shop.head_of(p_id);
begin
  if person is null then
    raise exception using errcode = 'PT404', message = 'no_such_customer';
  end if;
  return person;
end $$;

-- Gives a person a tag, or takes it away. The record says that there was one, not its word. Refuses with
-- no_such_customer (PT404), invalid_tag (PT400) and too_many_tags (PT409) beyond twenty.
create function public.desk_tag_person(p_id uuid, p_tag text, p_is_tagged boolean default true) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  word constant text := lower(trim(p_tag));
  whom uuid;
begin
  perform shop.require_desk('{people}');
  whom := shop.person_for_desk(p_id);
  if word is null or length(word) not between 2 and 30 then
    raise exception using errcode = 'PT400', message = 'invalid_tag';
  end if;
  perform from shop.people p where p.id = whom for update;
  if not p_is_tagged then
    delete from shop.person_tags t using shop.people p where p.id = t.person and p.head = whom
      and t.tag = word;
  elsif jsonb_array_length(shop.tags_of(whom)) >= 20 then
    raise exception using errcode = 'PT409', message = 'too_many_tags';
  else
    insert into shop.person_tags values (whom, word) on conflict do nothing;
  end if;
  if not found then
    return;
  end if;
  perform shop.record_at_desk(case when p_is_tagged then 'tag' else 'remove_tag' end, 'customer', whom::text, null,
    null);
end $$;

-- Makes another person part of this one. Each keeps its own notes and tags, so that they can be parted again. Refuses
-- with no_such_customer (PT404) and already_joined (PT409).
create function public.desk_join_people(p_id uuid, p_other uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  person uuid;
  other uuid;
begin
  perform shop.require_desk('{people}');
  perform shop.lock_people();
  person := shop.person_for_desk(p_id);
  other := shop.person_for_desk(p_other);
  if other = person then
    raise exception using errcode = 'PT409', message = 'already_joined';
  end if;
  update shop.people p set part_of = person, is_by_hand = true where p.id = other;
  update shop.people p set seen_at = greatest(p.seen_at, o.seen_at) from shop.people o
  where p.id = person and o.id = other;
  perform shop.record_at_desk('join', 'customer', person::text, null, jsonb_build_object('person', other));
end $$;

-- Makes a number or an account, with what was joined to it before, a person by itself again. Refuses with
-- no_such_customer (PT404) and already_parted (PT409).
create function public.desk_part_person(p_id uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  person uuid;
begin
  perform shop.require_desk('{people}');
  perform shop.lock_people();
  person := shop.person_for_desk(p_id);
  if person = p_id then
    raise exception using errcode = 'PT409', message = 'already_parted';
  end if;
  update shop.people p set part_of = null, is_by_hand = true where p.id = p_id;
  perform shop.record_at_desk('part', 'customer', person::text, jsonb_build_object('person', p_id), null);
end $$;

-- Returns what is known of somebody who calls from a number, or of a person, for the form of a new order: { person,
-- phone, ended, tags, blocks, order }. The order is their latest one with an address, by its number if it has one:
-- { order_id, created_at, address, email, language }. Anybody can type somebody else's number, so an e-mail address
-- comes only from an order whose number was called, that was delivered, or that the desk entered. Null for nobody.
create function public.desk_known_shopper(p_phone text default null, p_person uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := coalesce((select p.head from shop.people p where p.phone = p_phone), shop.head_of(p_person));
  number text;
begin
  perform shop.require_desk('{orders}');
  if person is null then return null; end if;
  number := coalesce(p_phone, shop.desk_person_row(person) ->> 'phone');
  return jsonb_build_object('person', person, 'phone', number,
    'ended', shop.how_orders_ended(array(select o.id from shop.orders_of_person(person) o)),
    'tags', shop.tags_of(person), 'blocks', shop.blocks_of(person),
    'order', (select jsonb_build_object('order_id', o.order_id, 'created_at', o.created_at,
        'address', o.shipping_address, 'language', o.language,
        'email', case when o.phone_confirmed_at is not null or o.status = 'Delivered' or o.channel is not null
          then o.contact_email end)
      from shop.orders_of_person(person) o where o.shipping_address ? 'address_line1'
      order by o.contact_phone is not distinct from number desc, o.created_at desc limit 1));
end $$;

grant execute on function public.desk_customers(text, integer, text), public.desk_customer(uuid),
  public.desk_tag_person(uuid, text, boolean), public.desk_join_people(uuid, uuid), public.desk_part_person(uuid),
  public.desk_known_shopper(text, uuid) to authenticated;
