-- Newsletter and contact: the shop writes what visitors send, within its limits (decision 145); only operators may read.

create table public.newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique
    check (email = lower(email) and shop.is_email(email)),
  source text not null default 'Website Newsletter Form' check (length(source) <= 80),
  is_active boolean not null default true,
  -- When the owner of the address pressed the button of the welcome mail. Nobody else gets the newsletter. Who ends it has no row.
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (length(trim(first_name)) between 1 and 80),
  last_name text check (length(last_name) <= 80),
  phone text check (length(phone) <= 32),
  email text not null check (shop.is_email(email)),
  subject text check (length(subject) <= 160),
  message text not null check (length(trim(message)) between 1 and 5000),
  created_at timestamptz not null default now()
);

-- How shoppers reach the shop. Hours are words, such as 'Monday to Saturday, 10 am to 7 pm'; whatsapp is a phone number.
create table public.contact_info (
  id uuid primary key default gen_random_uuid(),
  phone text not null,
  whatsapp text check (length(whatsapp) <= 32),
  email text not null,
  address text not null,
  hours text not null default '' check (length(hours) <= 200),
  is_active boolean not null default true
);
-- One active record is used (DB-57).
create unique index one_active_contact_info on public.contact_info (is_active) where is_active;

create table public.social_media (
  id uuid primary key default gen_random_uuid(),
  platform text not null unique check (length(trim(platform)) between 1 and 40),
  url text not null check (url ~ '^https://[^[:space:]]+$' and length(url) <= 300),
  is_active boolean not null default true
);

alter table public.newsletter_subscriptions enable row level security;
alter table public.contact_submissions enable row level security;
alter table public.contact_info enable row level security;
alter table public.social_media enable row level security;

create policy "everyone reads the active contact details" on public.contact_info
  for select to anon, authenticated using (is_active);
create policy "everyone reads active social links" on public.social_media
  for select to anon, authenticated using (is_active);

grant select on public.contact_info, public.social_media to anon, authenticated;
