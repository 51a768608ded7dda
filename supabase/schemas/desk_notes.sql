-- Private notes of the desk on orders and people (decision 127). They are in a schema that the API doesn't have: only
-- the functions below, which ask for an operator first, read or write them.

create table shop.desk_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.orders (id) on delete cascade,
  -- Of shop.people, with whom the note goes (shop.forget_notes). Not a reference: 1.2.0 finds notes on accounts before it
  -- has people.
  person uuid,
  -- Not a reference, since the note outlives the author's account.
  author uuid not null,
  author_email text not null,
  text text not null check (length(trim(text)) between 1 and 1000),
  made_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(order_id, person) = 1)
);
create index desk_notes_order_id_idx on shop.desk_notes (order_id);
create index desk_notes_person_idx on shop.desk_notes (person);

-- An order stays when its shopper's account goes, without what says who it was: so do notes on it.
create function shop.strip_person_from_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.desk_notes n using public.orders o where o.id = n.order_id and o.user_id = old.id;
  return old;
end $$;
create trigger strip_person_from_notes before delete on public.profiles
  for each row execute function shop.strip_person_from_notes();

-- Returns the notes on a person, or on an order and the people of its number and its account, the latest first: [{ id,
-- text, author, is_own, is_on_person, made_at }].
create function public.desk_notes(p_order text default null, p_person uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform shop.require_desk('{orders,money,people}');
  select * into o from public.orders where order_id = p_order;
  return (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'text', n.text, 'author', n.author_email, 'is_own',
    n.author = auth.uid(),
      'is_on_person', n.person is not null, 'made_at', n.made_at) order by n.made_at desc, n.id), '[]')
    from shop.desk_notes n where n.order_id = o.id or n.person in (
      select part.id from shop.people p join shop.people part on part.head = p.head
      where p.id in (p_person, o.user_id) or p.phone = o.contact_phone));
end $$;

-- Writes a note on an order or a person, and returns its ID; of the same words by the same author within a minute, as a
-- double click sends them, the first's. The record says that there was one, not its words. Refuses with no_such_order and
-- no_such_customer (PT404), and invalid_private_note (PT400).
create function public.desk_add_note(p_text text, p_order text default null, p_person uuid default null) returns uuid
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  order_row uuid := (select o.id from public.orders o where o.order_id = p_order);
  written uuid;
begin
  perform shop.require_desk('{orders,people}');
  if p_text is null or length(trim(p_text)) not between 1 and 1000 then
    raise exception using errcode = 'PT400', message = 'invalid_private_note';
  elsif p_order is not null and order_row is null then
    raise exception using errcode = 'PT404', message = 'no_such_order';
  elsif p_order is null and not exists (select from shop.people p where p.id = p_person for key share) then
    raise exception using errcode = 'PT404', message = 'no_such_customer';
  end if;
  -- Locked first, so that of two at once the second finds the first's.
  perform from public.profiles p where p.id = auth.uid() for no key update;
  select n.id into written from shop.desk_notes n
  where n.author = auth.uid() and n.text = trim(p_text) and n.made_at > now() - interval '1 minute'
    and coalesce(n.order_id, n.person) = coalesce(order_row, p_person);
  if written is not null then
    return written;
  end if;
  insert into shop.desk_notes (order_id, person, author, author_email, text)
  values (order_row, case when order_row is null then p_person end, auth.uid(),
    (select u.email from auth.users u where u.id = auth.uid()), trim(p_text))
  returning id into written;
  perform shop.record_at_desk('add_note', case when order_row is null then 'customer'
    else 'order' end, coalesce(p_order, p_person::text), null, null);
  return written;
end $$;

-- Removes a note of one's own. Refuses with no_such_note (PT404) and not_your_note (PT403).
create function public.desk_remove_note(p_id uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old shop.desk_notes;
begin
  perform shop.require_desk('{orders,people}');
  select * into old from shop.desk_notes n where n.id = p_id for update;
  if old.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_note';
  elsif old.author <> auth.uid() then
    raise exception using errcode = 'PT403', message = 'not_your_note';
  end if;
  delete from shop.desk_notes n where n.id = old.id;
  perform shop.record_at_desk('remove_note', case when old.order_id is null then 'customer' else 'order' end,
    coalesce((select o.order_id from public.orders o where o.id = old.order_id), old.person::text), null, null);
end $$;
grant execute on function public.desk_notes(text, uuid), public.desk_add_note(text, text, uuid),
  public.desk_remove_note(uuid) to authenticated;
