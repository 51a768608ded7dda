-- The operators' desk (decisions 118 and 127): who may use it, the record of what they change, and versions of what two
-- may change at once. Every function of the desk is called with the operator's own token and asks shop.require_desk
-- first.

-- Returns the role of the person at the desk, 'operator' or 'manager'; null for everybody else. The role is read from
-- the account, so that it ends at once when it is taken away. The session must be open, younger than 12 hours, and have
-- a second factor.
create function shop.desk_role() returns text
language sql stable security definer set search_path = '' as $$
  with token as (select nullif(current_setting('request.jwt.claims', true), '')::jsonb as claims)
  select u.raw_app_meta_data ->> 'role'
  from token join auth.users u on u.id = auth.uid() and u.raw_app_meta_data ->> 'role' in ('operator', 'manager')
    and (u.banned_until is null or u.banned_until < now())
  join auth.sessions s on s.id::text = token.claims ->> 'session_id' and s.user_id = u.id
  where token.claims ->> 'role' = 'authenticated' and token.claims ->> 'aal' = 'aal2'
    and (select min((method ->> 'timestamp')::numeric) from jsonb_array_elements(token.claims -> 'amr') method)
      > extract(epoch from now() - interval '12 hours')
$$;

-- Returns whether the second factor was given within ten minutes, which refunds, exports and roles need.
create function shop.desk_fresh() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select max((method ->> 'timestamp')::numeric) from jsonb_array_elements(
      nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'amr') method
        where method ->> 'method' = 'totp')
    > extract(epoch from now() - interval '10 minutes'), false)
$$;
grant execute on function shop.desk_role(), shop.desk_fresh() to authenticated;

-- What an operator may do (decision 234): roles are made at the desk, each for some areas of the shop. Operators
-- without a role may do everything but what only managers do, as before there were roles.
create table shop.desk_roles (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) between 1 and 40),
  areas text[] not null check (cardinality(areas) > 0
    and areas <@ '{orders,money,products,prices,texts,people,settings}'),
  version integer not null default 1
);
create trigger raise_version before update on shop.desk_roles
  for each row execute function shop.raise_version();
create table shop.desk_role_holders (
  person uuid primary key references auth.users (id) on delete cascade,
  role_id uuid not null references shop.desk_roles (id)
);
create index desk_role_holders_role_id_idx on shop.desk_role_holders (role_id);

-- Returns the areas of somebody who works at the desk; null for everything.
create function shop.areas_of(p_person uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select r.areas from shop.desk_role_holders h join shop.desk_roles r on r.id = h.role_id
  join auth.users u on u.id = h.person where h.person = p_person and u.raw_app_meta_data ->> 'role' <> 'manager'
$$;
-- Returns those of the person at the desk.
create function shop.areas_at_desk() returns text[]
language sql stable security definer set search_path = '' as $$ select shop.areas_of(auth.uid()) $$;

-- Whether the person at the desk may do what belongs to one of these areas; '{}' is for everybody at the desk. What has
-- no area (null) isn't for those who have a role.
create function shop.is_allowed_at_desk(p_areas text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select shop.desk_role() is not null
    and (mine.areas is null or coalesce(p_areas = '{}' or mine.areas && p_areas, false))
  from (select shop.areas_at_desk() as areas) as mine
$$;
grant execute on function shop.areas_at_desk(), shop.is_allowed_at_desk(text[]) to authenticated;

-- Refuses with not_operator, not_manager, not_allowed (detail: the areas) or not_fresh (PT403). p_areas are the areas
-- that a function belongs to (shop.is_allowed_at_desk), p_least is the lowest role that may go on.
create function shop.require_desk(p_areas text[], p_least text default 'operator', p_fresh boolean default false)
returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  role text := shop.desk_role();
begin
  if role is null then
    raise exception using errcode = 'PT403', message = 'not_operator';
  end if;
  if p_least = 'manager' and role <> 'manager' then
    raise exception using errcode = 'PT403', message = 'not_manager';
  end if;
  if not shop.is_allowed_at_desk(p_areas) then
    raise exception using errcode = 'PT403', message = 'not_allowed', detail = array_to_string(p_areas, ' or ');
  end if;
  if p_fresh and not shop.desk_fresh() then
    raise exception using errcode = 'PT403', message = 'not_fresh';
  end if;
end $$;

-- Returns who is at the desk: { id, email, role, is_fresh, areas }; null for everybody else. Areas are null for
-- everything.
create function public.desk_me() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', u.id, 'email', u.email, 'role', shop.desk_role(), 'is_fresh', shop.desk_fresh(),
    'areas', shop.areas_at_desk())
  from auth.users u where u.id = auth.uid() and shop.desk_role() is not null
$$;
grant execute on function public.desk_me() to authenticated;

-- What was changed at the desk, and of orders by their shoppers: only ever added to, by the function that makes the
-- change, in its transaction. It holds no data of shoppers beyond order numbers, so it stays when their accounts go.
create table public.desk_audit (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default clock_timestamp(),
  -- Null for a command on the server, and for a shopper. Not a reference, since the record outlives the account.
  actor uuid,
  actor_email text not null check (length(actor_email) <= 254),
  action text not null check (action ~ '^[a-z]+(_[a-z]+)*$' and length(action) <= 60),
  subject_kind text not null check (subject_kind ~ '^[a-z]+(_[a-z]+)*$' and length(subject_kind) <= 40),
  subject_id text not null check (length(subject_id) <= 254),
  before jsonb,
  after jsonb
);
create index desk_audit_subject_idx on public.desk_audit (subject_kind, subject_id, id desc);
create index desk_audit_actor_idx on public.desk_audit (actor_email, id desc);
alter table public.desk_audit enable row level security;

create function shop.keep_audit() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT403', message = 'audit_is_kept';
end $$;
create trigger keep_audit before update or delete or truncate on public.desk_audit
  for each statement execute function shop.keep_audit();
-- Returns what of the record somebody who has a role at the desk may see, beside what they have done themselves.
create function shop.kinds_at_desk() returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select l.name from shop.desk_lists() l where shop.is_allowed_at_desk(l.areas)
    union all select unnest(k.kinds) from (values ('{orders,money,people}'::text[], '{order}'::text[]),
      ('{orders,money}', '{orders}'), ('{money}', '{settlement,refund,entries}'),
      ('{products}', '{product,products,category,attribute,search,sizes}'), ('{prices}', '{promo_code}'),
      ('{people}', '{conversation,contact,review,newsletter,customer}'),
      ('{texts}', '{page,question,mail}')) k (areas, kinds)
    where shop.is_allowed_at_desk(k.areas))
$$;
grant execute on function shop.kinds_at_desk() to authenticated;
create policy "operators read what was changed at the desk" on public.desk_audit
  for select to authenticated using (subject_kind = any ((select shop.kinds_at_desk())::text[])
    or actor = (select auth.uid()) and (select shop.desk_role()) is not null
    or (select shop.desk_role()) is not null and (select shop.areas_at_desk()) is null);
grant select on public.desk_audit to authenticated;
revoke insert, update, delete, truncate on public.desk_audit from service_role;

-- Records a change. Only for the functions that make it. A shopper who changes their order is nobody by name.
create function shop.record_at_desk(p_action text, p_kind text, p_id text, p_before jsonb, p_after jsonb,
  p_is_shopper boolean default false) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.desk_audit (actor, actor_email, action, subject_kind, subject_id, before, after)
  select case when not p_is_shopper then auth.uid() end, case when p_is_shopper then 'shopper'
      else coalesce((select u.email from auth.users u where u.id = auth.uid()), 'server') end,
    p_action, p_kind, p_id, p_before, p_after
$$;

-- Raises a row's version, so that a form made from an older one is refused with changed_meanwhile.
create function shop.raise_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- Records a role given by the command on the server, which has changed the account by Auth's API; takes one away
-- itself, as desk_take_role does. p_role is null for none.
create function public.note_desk_role(p_account uuid, p_before text default null, p_role text default null)
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
grant execute on function public.note_desk_role(uuid, text, text) to service_role;

-- Returns a reason that an operator gives, of at most 300 characters. Refuses with invalid_reason (PT400).
create function shop.given_reason(p_reason text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(trim(p_reason), '') = '' or length(trim(p_reason)) > 300 then
    raise exception using errcode = 'PT400', message = 'invalid_reason';
  end if;
  return trim(p_reason);
end $$;

-- Refuses a form that isn't made from the present version: changed_meanwhile (PT409).
create function shop.check_version(p_found integer, p_given integer) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_found is distinct from p_given then
    raise exception using errcode = 'PT409', message = 'changed_meanwhile',
      detail = jsonb_build_object('version', p_found)::text;
  end if;
end $$;
