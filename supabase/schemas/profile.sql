-- Profiles and saved addresses (DB-45 to DB-48, DB-90 to DB-94).

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text not null default '' check (length(full_name) <= 120),
  email text,
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  -- Only a file of their own: the account's deletion would take another's along.
  avatar_url text check (avatar_url ~ ('^profilePictures/' || id::text || '(-[0-9]{1,15})?\.(webp|jpg|png)$')),
  address text check (length(address) <= 200),
  dob date check (dob > date '1900-01-01'),
  city text check (length(city) <= 80),
  gender text check (gender in ('male', 'female')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The language that a shopper chose, for other browsers in which they sign in; null until they choose one.
  language text check (language in ('en', 'ur'))
);
create index profiles_created_at_idx on public.profiles (created_at desc, id);
-- Orders of an account are found by the e-mail of a message.
create index profiles_email_idx on public.profiles (email);
-- For signing in by phone (list_emails_of_phone).
create index profiles_phone_number_idx on public.profiles (phone_number, created_at) where phone_number is not null;
create trigger set_updated_at before update on public.profiles
  for each row execute function shop.set_updated_at();
alter table public.profiles enable row level security;

create function shop.keep_profile_with_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, full_name, email)
  values (new.id, left(coalesce(new.raw_user_meta_data ->> 'full_name', ''), 120), new.email)
  -- A new name of the account replaces the profile's, unless the shopper has edited the profile.
  on conflict (id) do update set email = excluded.email,
    full_name = case when profiles.full_name = left(coalesce(old.raw_user_meta_data ->> 'full_name', ''), 120)
      then excluded.full_name else profiles.full_name end;
  return new;
end $$;
create trigger keep_profile_with_account after insert or update of email, raw_user_meta_data on auth.users
  for each row execute function shop.keep_profile_with_account();

-- Somebody may sign up with another person's address, and Auth keeps that first password. It must not open the account
-- once the owner confirms the address, so it is removed; the shop sets the owner's password afterwards. Accounts that
-- an operator creates weren't mailed a code and keep their password.
create function shop.forget_unconfirmed_password() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.encrypted_password := '';
  return new;
end $$;
create trigger forget_unconfirmed_password before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null
    and old.confirmation_sent_at is not null)
  execute function shop.forget_unconfirmed_password();

-- A few bits of a keyed hash of each password, whose key the shop has, and the first digits of a hash of that key. They
-- choose the account among those with the same phone number (decision 40).
create table shop.password_tags (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  tag text not null check (tag ~ '^[0-9a-f]{8}:[0-9a-f]{3}$')
);
create function public.keep_password_tag(p_shopper uuid, p_tag text) returns void
language sql security definer set search_path = '' as $$
  insert into shop.password_tags as t (profile_id, tag) values (p_shopper, p_tag)
  on conflict (profile_id) do update set tag = excluded.tag where t.tag <> excluded.tag
$$;
grant execute on function public.keep_password_tag(uuid, text) to service_role;

-- Returns whether the link of a password mail still works, without using it up as Auth's verification would. The token
-- stays in auth.users when another step, such as a code, has ended it. Ten minutes like `otp_expiry` in config.toml.
create function public.is_recovery_link_open(token_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where t.token_hash = is_recovery_link_open.token_hash and t.token_type = 'recovery_token'
      and u.recovery_sent_at > now() - interval '10 minutes')
$$;
grant execute on function public.is_recovery_link_open(text) to service_role;

-- Serialises the writes of one shopper, also with the deletion of their account. Call it before any other row is locked
-- (decision 21). Returns false if the account has been deleted.
create function shop.lock_shopper(shopper uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.profiles p where p.id = shopper for no key update;
  return found;
end $$;

create table public.profile_addresses (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  first_name text check (length(first_name) <= 80),
  last_name text check (length(last_name) <= 80),
  address_line1 text not null check (length(trim(address_line1)) between 1 and 200),
  apartment text check (length(apartment) <= 120),
  city text not null check (length(trim(city)) between 1 and 80),
  postal_code text check (length(postal_code) <= 16),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  address_type text not null default 'Home' check (address_type in ('Home', 'Office')),
  is_primary boolean not null default false,
  country text not null default 'Pakistan' check (country in ('Pakistan', 'USA', 'UK')),
  created_at timestamptz not null default now()
);
create index profile_addresses_profile_id_idx on public.profile_addresses (profile_id, created_at desc);
create unique index one_primary_address_per_profile on public.profile_addresses (profile_id) where is_primary;
alter table public.profile_addresses enable row level security;

-- A change of the primary address updates two rows, so the profile is locked before either. It is a statement trigger,
-- because a row trigger runs after its row is locked. An operator's statement may update several shoppers' addresses
-- and runs without the lock.
create function shop.lock_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  everybody constant bigint := hashtextextended('addresses', 0);
begin
  -- A nested call comes from these triggers or from the deletion of an account, where the profile is locked already.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if auth.uid() is null then
    perform pg_advisory_xact_lock(everybody);
  else
    perform pg_advisory_xact_lock_shared(everybody);
    perform shop.lock_shopper(auth.uid());
  end if;
  return null;
end $$;
create trigger lock_addresses before insert or update or delete on public.profile_addresses
  for each statement execute function shop.lock_addresses();

-- The first address becomes primary (AD-11); a new primary address clears the old one (AD-13).
create function shop.keep_one_primary_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform shop.lock_shopper(new.profile_id);
    if (select count(*) from public.profile_addresses where profile_id = new.profile_id) >= 20 then
      raise exception using errcode = 'PT409', message = 'too_many_addresses';
    end if;
    if not exists (select from public.profile_addresses where profile_id = new.profile_id) then
      new.is_primary := true;
    end if;
  end if;
  if new.is_primary then
    update public.profile_addresses set is_primary = false
    where profile_id = new.profile_id and id <> new.id and is_primary;
  end if;
  return new;
end $$;
create trigger keep_one_primary_address before insert or update of is_primary on public.profile_addresses
  for each row when (new.is_primary or pg_trigger_depth() = 0)
  execute function shop.keep_one_primary_address();

-- Deleting the primary address promotes the first remaining one, in the order of the list (AD-14).
create function shop.promote_remaining_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profile_addresses set is_primary = true
  where id = (select id from public.profile_addresses where profile_id = old.profile_id
              order by created_at desc, id limit 1);
  return old;
end $$;
create trigger promote_remaining_address after delete on public.profile_addresses
  for each row when (old.is_primary) execute function shop.promote_remaining_address();

-- Makes an address the only primary one in one step (DB-93).
create function public.set_primary_address(p_address_id uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.profile_addresses set is_primary = true where id = p_address_id and profile_id = auth.uid();
  return found;
end $$;

create policy "shoppers read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "shoppers change their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "shoppers read their own addresses" on public.profile_addresses
  for select to authenticated using (profile_id = (select auth.uid()));
create policy "shoppers add their own addresses" on public.profile_addresses
  for insert to authenticated with check (profile_id = (select auth.uid()));
create policy "shoppers change their own addresses" on public.profile_addresses
  for update to authenticated using (profile_id = (select auth.uid())) with check (profile_id = (select auth.uid()));
create policy "shoppers delete their own addresses" on public.profile_addresses
  for delete to authenticated using (profile_id = (select auth.uid()));

grant select on public.profiles to authenticated;
grant update (full_name, phone_number, avatar_url, address, dob, city, gender) on public.profiles to authenticated;
grant select, delete on public.profile_addresses to authenticated;
-- Includes the ID: a restored address keeps its ID, so restoring it twice adds one row.
grant insert (id, profile_id, first_name, last_name, address_line1, apartment, city, postal_code, phone, address_type,
  is_primary, country) on public.profile_addresses to authenticated;
grant update (first_name, last_name, address_line1, apartment, city, postal_code, phone, address_type, is_primary,
  country) on public.profile_addresses to authenticated;
grant execute on function public.set_primary_address(uuid) to authenticated;
