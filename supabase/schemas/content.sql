-- Content that operators edit: pages, FAQ, works, careers, footer links.

create table public.page_content (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  is_published boolean not null default false,
  title text not null,
  content text not null default '',
  meta_description text,
  last_updated timestamptz not null default now(),
  version integer not null default 1
);
alter table public.page_content enable row level security;
create trigger raise_version before update on public.page_content for each row execute function shop.raise_version();

create table public.faq_categories (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(trim(title)) between 1 and 80),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  is_active boolean not null default true,
  display_order integer not null default 0,
  version integer not null default 1
);
alter table public.faq_categories enable row level security;

create table public.faq_items (
  id uuid primary key default gen_random_uuid(),
  category_id uuid not null references public.faq_categories (id) on delete cascade,
  question text not null,
  answer text not null,
  is_active boolean not null default true,
  display_order integer not null default 0,
  version integer not null default 1
);
create index faq_items_category_id_idx on public.faq_items (category_id, display_order);
alter table public.faq_items enable row level security;
create trigger raise_version before update on public.faq_items for each row execute function shop.raise_version();

create table public.company_works (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(trim(title)) between 1 and 120),
  category text not null check (length(trim(category)) between 1 and 60),
  year integer not null check (year between 1900 and 2200),
  description text not null default '' check (length(description) <= 1000),
  -- A picture that the shop has.
  image_url text check (image_url ~ '^/(pictures/[a-z0-9-]+|storage/v1/object/public/products/[0-9a-f-]{36})\.webp$'),
  is_active boolean not null default true,
  display_order integer not null default 0,
  is_featured boolean not null default false,
  -- Where a work leads to, such as the products of a collection.
  link text
    check (length(link) <= 300 and link ~ '^/([^/\\[:cntrl:][:space:]][^\\[:cntrl:][:space:]]*)?$'),
  version integer not null default 1
);
alter table public.company_works enable row level security;

create table public.career_positions (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(trim(title)) between 1 and 120),
  department text not null check (length(trim(department)) between 1 and 60),
  location text not null check (length(trim(location)) between 1 and 60),
  type text not null check (length(trim(type)) between 1 and 60),
  description text not null default '' check (length(description) <= 2000),
  responsibilities text[] not null default '{}',
  requirements text[] not null default '{}',
  is_active boolean not null default true,
  version integer not null default 1
);
alter table public.career_positions enable row level security;

create table public.footer_pages (
  id uuid primary key default gen_random_uuid(),
  section text not null check (section in ('COMPANY', 'HELP', 'FAQ')),
  title text not null check (length(trim(title)) between 1 and 60),
  display_order integer not null default 0,
  is_active boolean not null default true,
  version integer not null default 1,
  unique (section, title)
);
alter table public.footer_pages enable row level security;
create trigger raise_version before update on public.footer_pages for each row execute function shop.raise_version();

create policy "everyone reads published pages" on public.page_content
  for select to anon, authenticated using (is_published);
create policy "everyone reads active question groups" on public.faq_categories
  for select to anon, authenticated using (is_active);
create policy "everyone reads active questions" on public.faq_items
  for select to anon, authenticated using (is_active);
create policy "everyone reads active works" on public.company_works
  for select to anon, authenticated using (is_active);
create policy "everyone reads open positions" on public.career_positions
  for select to anon, authenticated using (is_active);
create policy "everyone reads active footer links" on public.footer_pages
  for select to anon, authenticated using (is_active);

grant select on public.page_content, public.faq_categories, public.faq_items, public.company_works,
  public.career_positions, public.footer_pages to anon, authenticated;
