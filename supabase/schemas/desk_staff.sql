-- Those who work at the desk (decision 118): roles, invitations, and what helps when a phone with the second factor is
-- lost.

-- Invitations that nobody has used yet. The mailed link has the ID and a keyed hash of it, and holds for a day.
create table public.desk_invitations (
  person uuid primary key references auth.users (id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  sent_at timestamptz not null default now()
);
alter table public.desk_invitations enable row level security;
-- Codes that replace a lost second factor, as keyed hashes. Each is deleted once it is used.
create table public.desk_recovery_codes (
  person uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  primary key (person, code_hash)
);
alter table public.desk_recovery_codes enable row level security;
grant select, insert, update on public.desk_invitations to service_role;

-- Returns who works at the desk, for managers: [{ id, email, name, role, desk_role, last_sign_in_at, invited_at }].
-- desk_role is the ID of a role that was made at the desk, null for none.
create function public.desk_operators() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{}', 'manager');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'name', p.full_name,
      'role', u.raw_app_meta_data ->> 'role', 'desk_role', (select h.role_id from shop.desk_role_holders h
        where h.person = u.id), 'last_sign_in_at', u.last_sign_in_at, 'invited_at', i.sent_at)
        order by u.email), '[]')
    from auth.users u left join public.profiles p on p.id = u.id left join public.desk_invitations i on i.person = u.id
    where u.raw_app_meta_data ->> 'role' in ('operator', 'manager'));
end $$;

-- Takes somebody's role at the desk away, at once (shop.end_desk_work). For managers with a fresh second factor.
-- Refuses with no_such_person (PT404), and own_role (PT409), so that a shop keeps a manager.
create function public.desk_take_role(p_person uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  person auth.users;
  was text;
begin
  perform shop.require_desk('{}', 'manager', true);
  if p_person = auth.uid() then
    raise exception using errcode = 'PT409', message = 'own_role';
  end if;
  perform shop.lock_managers();
  person := shop.lock_colleague(p_person);
  was := shop.role_in_words(p_person);
  perform shop.end_desk_work(p_person);
  perform shop.record_at_desk('take_role', 'person', person.email,
    jsonb_build_object('role', was), jsonb_build_object('role', null));
end $$;

-- Locks the managers before one of them ends to be one, so that two don't end each other's role. Refuses with those of
-- shop.require_desk.
create function shop.lock_managers() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from auth.users u where u.raw_app_meta_data ->> 'role' = 'manager' order by u.id for no key update;
  perform shop.require_desk('{}', 'manager');
end $$;

-- Gives somebody at the desk a role: 'manager', 'operator' for everything but what only managers do, or the ID of one
-- that was made at the desk. Counts at once. For managers with a fresh second factor. Refuses with no_such_person and
-- no_such_role (PT404), and own_role (PT409).
create function public.desk_give_role(p_person uuid, p_role text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  person auth.users;
  was text;
begin
  perform shop.require_desk('{}', 'manager', true);
  if p_person = auth.uid() then
    raise exception using errcode = 'PT409', message = 'own_role';
  end if;
  perform shop.lock_managers();
  person := shop.lock_colleague(p_person);
  was := shop.role_in_words(p_person);
  perform shop.set_role(p_person, p_role);
  perform shop.record_at_desk('give_role', 'person', person.email, jsonb_build_object('role', was),
    jsonb_build_object('role', shop.role_in_words(p_person)));
end $$;
grant execute on function public.desk_give_role(uuid, text) to authenticated;

-- Writes a role of desk_give_role into an account. Refuses with no_such_role (PT404).
create function shop.set_role(p_person uuid, p_role text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  made uuid := (select r.id from shop.desk_roles r where r.id::text = p_role for key share);
begin
  if made is null and (p_role is null or p_role not in ('operator', 'manager')) then
    raise exception using errcode = 'PT404', message = 'no_such_role';
  end if;
  update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
    || jsonb_build_object('role', case when p_role = 'manager' then 'manager' else 'operator' end) where id = p_person;
  delete from shop.desk_role_holders h where h.person = p_person;
  insert into shop.desk_role_holders (person, role_id) select p_person, made where made is not null;
end $$;

-- Returns somebody's role as the record of changes shows it: 'manager', 'operator', or the name of one that was made at
-- the desk.
create function shop.role_in_words(p_person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select r.name from shop.desk_role_holders h join shop.desk_roles r on r.id = h.role_id
    where h.person = p_person), (select u.raw_app_meta_data ->> 'role' from auth.users u where u.id = p_person))
$$;

-- Returns somebody who has a role at the desk, locked. Refuses with no_such_person (PT404).
create function shop.lock_colleague(p_person uuid) returns auth.users
language plpgsql volatile security definer set search_path = '' as $$
declare
  person auth.users;
begin
  select * into person from auth.users u where u.id = p_person
    and u.raw_app_meta_data ->> 'role' in ('operator', 'manager') for no key update;
  if person.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_person';
  end if;
  return person;
end $$;

-- Gives an account a role (desk_give_role), for managers with a fresh second factor. Returns the ID of an invitation if
-- its owner has never signed in, so that they may choose a password, else ''. Refuses with no_such_person and
-- no_such_role (PT404), and has_role (PT409).
create function public.desk_invite(p_email text, p_role text) returns text
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  person auth.users;
  invitation uuid;
begin
  perform shop.require_desk('{}', 'manager', true);
  select * into person from auth.users u where u.email = lower(left(p_email, 254)) for no key update;
  if person.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_person';
  end if;
  if person.raw_app_meta_data ->> 'role' in ('operator', 'manager') then
    raise exception using errcode = 'PT409', message = 'has_role';
  end if;
  perform shop.set_role(person.id, p_role);
  perform shop.record_at_desk('invite', 'person', person.email, jsonb_build_object('role', null),
    jsonb_build_object('role', shop.role_in_words(person.id)));
  if person.last_sign_in_at is null then
    insert into public.desk_invitations (person) values (person.id)
    on conflict on constraint desk_invitations_pkey do update set id = gen_random_uuid(), sent_at = now() returning id
      into invitation;
  end if;
  return coalesce(invitation::text, '');
end $$;

-- Makes an invitation anew, which ends the earlier link. For managers with a fresh second factor. Refuses with
-- no_invitation (PT404) once it is used.
create function public.desk_invite_again(p_person uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  person auth.users;
  invitation uuid;
begin
  perform shop.require_desk('{}', 'manager', true);
  person := shop.lock_colleague(p_person);
  update public.desk_invitations i set id = gen_random_uuid(), sent_at = now() where i.person = p_person returning i.id
    into invitation;
  if invitation is null then
    raise exception using errcode = 'PT404', message = 'no_invitation';
  end if;
  perform shop.record_at_desk('invite_again', 'person', person.email, null, null);
  return invitation;
end $$;

-- Uses an invitation, for the shop, which then sets the password: returns { person, email, id, sent_at }, or null if it
-- is used, older than a day, or the role was taken away.
create function public.take_desk_invitation(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken jsonb;
begin
  delete from public.desk_invitations i using auth.users u
  where i.id = p_id and i.sent_at > now() - interval '1 day' and u.id = i.person
    and u.raw_app_meta_data ->> 'role' in ('operator', 'manager')
  returning jsonb_build_object('person', i.person, 'email', u.email, 'id', i.id, 'sent_at', i.sent_at) into taken;
  if taken is not null then
    perform shop.record_at_desk('accept_invitation', 'person', taken ->> 'email', null, null);
  end if;
  return taken;
end $$;

-- Ends the sessions of somebody whose phone is lost, and their recovery codes; the shop then removes their second
-- factor. For managers with a fresh one. Refuses with no_such_person (PT404), and own_phone (PT409), since a thief at
-- an open desk would remove it.
create function public.desk_lost_phone(p_person uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  person auth.users;
begin
  perform shop.require_desk('{}', 'manager', true);
  if p_person = auth.uid() then
    raise exception using errcode = 'PT409', message = 'own_phone';
  end if;
  person := shop.lock_colleague(p_person);
  delete from auth.sessions s where s.user_id = p_person;
  delete from public.desk_recovery_codes c where c.person = p_person;
  perform shop.record_at_desk('lost_phone', 'person', person.email, null, null);
end $$;

-- Returns how many recovery codes one has left.
create function public.desk_recovery_codes() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{}');
  return (select count(*) from public.desk_recovery_codes c where c.person = auth.uid());
end $$;

-- Replaces one's own recovery codes by up to ten others, given as keyed hashes, with a fresh second factor.
create function public.desk_save_recovery_codes(p_hashes text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform shop.require_desk('{}', 'operator', true);
  perform shop.bounded(p_hashes, 10, 22);
  delete from public.desk_recovery_codes c where c.person = auth.uid();
  insert into public.desk_recovery_codes (person, code_hash) select auth.uid(), hash from unnest(p_hashes) hash;
  perform shop.record_at_desk('make_recovery_codes', 'person',
    (select u.email from auth.users u where u.id = auth.uid()), null, null);
end $$;

-- Uses a recovery code, for the shop, which has checked the password. p_hashes are those of one code by each secret.
-- Returns how many codes are left; null if the person has no such code.
create function public.use_desk_recovery_code(p_person uuid, p_hashes text[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  remaining integer;
begin
  delete from public.desk_recovery_codes c where c.person = p_person and c.code_hash = any (p_hashes[1:2]);
  if not found then
    return null;
  end if;
  select count(*) into remaining from public.desk_recovery_codes c where c.person = p_person;
  perform shop.record_at_desk('use_recovery_code', 'person', (select u.email from auth.users u where u.id = p_person),
    null,
    jsonb_build_object('left', remaining));
  return remaining;
end $$;

-- Returns how and at which hours the person at the desk hears of new orders: { by_mail, from, until, browsers: [{ id,
-- name, made_at, problem }] }.
create function public.desk_listening() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{orders}');
  return (select jsonb_build_object('by_mail', coalesce(l.by_mail, false), 'from', coalesce(l.from_hour, 9),
    'until', coalesce(l.until_hour, 21), 'browsers', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id,
      'name', b.name, 'made_at', b.made_at, 'problem', b.problem) order by b.made_at, b.id), '[]')
      from shop.order_browsers b where b.person = auth.uid()))
    from (select) as one left join shop.order_listeners l on l.person = auth.uid());
end $$;

-- Chooses the hours, and whether the person at the desk is mailed.
create function public.desk_listen(p_by_mail boolean, p_from integer, p_until integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before jsonb;
begin
  perform shop.require_desk('{orders}');
  -- Locked first, so that of two at once the second finds that there is nothing to change.
  perform from public.profiles p where p.id = auth.uid() for no key update;
  before := public.desk_listening() - 'browsers';
  insert into shop.order_listeners as l (person, by_mail, from_hour, until_hour)
  values (auth.uid(), p_by_mail, p_from, p_until)
  on conflict (person) do update set by_mail = p_by_mail, from_hour = p_from, until_hour = p_until;
  if before <> public.desk_listening() - 'browsers' then
    perform shop.record_at_desk('listen', 'person', (select u.email from auth.users u where u.id = auth.uid()), before,
      public.desk_listening() - 'browsers');
  end if;
end $$;

-- Adds a browser that tells the person at the desk of new orders; one that told somebody else, who sat there before,
-- does no more. Refuses with too_many_browsers (PT409) above ten.
create function public.desk_add_browser(p_endpoint text, p_p256dh text, p_auth text, p_name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_known boolean;
begin
  perform shop.require_desk('{orders}');
  perform from public.profiles p where p.id = auth.uid() for no key update;
  is_known := exists (select from shop.order_browsers b where b.endpoint = p_endpoint and b.person = auth.uid());
  if not is_known and (select count(*) from shop.order_browsers b where b.person = auth.uid()) >= 10 then
    raise exception using errcode = 'PT409', message = 'too_many_browsers';
  end if;
  insert into shop.order_listeners (person) values (auth.uid()) on conflict do nothing;
  insert into shop.order_browsers as b (person, endpoint, p256dh, auth, name)
  values (auth.uid(), p_endpoint, p_p256dh, p_auth, p_name)
  on conflict (endpoint) do update set person = auth.uid(), p256dh = p_p256dh, auth = p_auth, name = p_name,
    problem = null, made_at = case when is_known then b.made_at else now() end;
  if not is_known then
    perform shop.record_at_desk('add_browser', 'person', (select u.email from auth.users u where u.id = auth.uid()),
      null, jsonb_build_object('browser', p_name));
  end if;
end $$;

-- Removes one of one's own browsers, once.
create function public.desk_remove_browser(p_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  removed text;
begin
  perform shop.require_desk('{orders}');
  delete from shop.order_browsers b where b.id = p_id and b.person = auth.uid() returning b.name into removed;
  if removed is not null then
    perform shop.record_at_desk('remove_browser', 'person', (select u.email from auth.users u where u.id = auth.uid()),
      jsonb_build_object('browser', removed), null);
  end if;
end $$;

grant execute on function public.desk_listening(), public.desk_listen(boolean, integer, integer),
  public.desk_add_browser(text, text, text, text), public.desk_remove_browser(uuid) to authenticated;
grant execute on function public.desk_operators(), public.desk_take_role(uuid), public.desk_invite(text, text),
  public.desk_invite_again(uuid),
  public.desk_lost_phone(uuid), public.desk_recovery_codes(), public.desk_save_recovery_codes(text[]) to authenticated;
grant execute on function public.take_desk_invitation(uuid),
  public.use_desk_recovery_code(uuid, text[]) to service_role;

-- Ends somebody's work at the desk: the role, their sessions, recovery codes and invitation, so that a later role
-- revives nothing. Gives their open conversations back to anybody.
create function shop.end_desk_work(p_person uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = p_person;
  delete from public.desk_invitations i where i.person = p_person;
  delete from public.desk_recovery_codes c where c.person = p_person;
  delete from shop.desk_role_holders h where h.person = p_person;
  delete from shop.order_listeners l where l.person = p_person;
  delete from auth.sessions s where s.user_id = p_person;
  update public.user_conversations set assignee = null where assignee = p_person and status = 'open';
end $$;
