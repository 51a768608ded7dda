-- Catalogue: categories, products, colours, sizes, pictures; the home page's statistics, testimonials and banners (DB-08 to DB-42).

create table public.product_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 80),
  image_url text,
  description text,
  parent_id uuid references public.product_categories (id) on delete restrict,
  is_active boolean not null default true,
  is_home boolean not null default false,
  is_browse_section boolean not null default false,
  display_order integer not null default 0,
  -- The size chart of its products (size_charts); null means the parent category's.
  size_chart text,
  check (parent_id <> id)
);
create unique index product_categories_name_key on public.product_categories (lower(name));
create index product_categories_parent_id_idx on public.product_categories (parent_id);

create function shop.check_category_depth() returns trigger
language plpgsql set search_path = '' as $$
declare
  ancestor uuid := new.parent_id;
  -- The levels below it count too.
  depth integer := (with recursive below as (
      select new.id as id, 1 as level
      union all
      select c.id, b.level + 1 from below b join public.product_categories c on c.parent_id = b.id where b.level < 4
    ) select max(level) from below);
begin
  while ancestor is not null loop
    depth := depth + 1;
    if depth > 3 or ancestor = new.id then
      raise exception using errcode = 'PT400', message = 'category_too_deep',
        hint = 'Categories nest up to three levels.';
    end if;
    select parent_id into ancestor from public.product_categories where id = ancestor;
  end loop;
  return new;
end $$;
create trigger check_category_depth before insert or update of parent_id on public.product_categories
  for each row execute function shop.check_category_depth();

create table public.colors (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 40),
  value text not null check (value ~ '^#[0-9a-f]{6}$'),
  display_order integer not null default 0
);
create unique index colors_name_key on public.colors (lower(name));

-- What operators say of products beside colours and sizes, such as the sleeve or the neckline, and its values. Codes are in addresses.
create table public.attributes (
  code text primary key check (code ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(code) <= 29
    and code not in ('colors', 'sizes', 'brand_sizes', 'cup_sizes', 'materials')),
  name text not null unique check (length(trim(name)) between 1 and 40),
  -- Whether shoppers filter by it.
  is_filter boolean not null default true,
  display_order integer not null default 0
);
create table public.attribute_values (
  attribute text not null references public.attributes (code) on delete cascade,
  code text not null check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(code) <= 30),
  name text not null check (length(trim(name)) between 1 and 40),
  display_order integer not null default 0,
  primary key (attribute, code),
  -- Checked at the end of a transaction, since names may be exchanged.
  unique (attribute, name) deferrable initially deferred
);

-- What products offer: their colours, attributes and sizes. Products with the same offer share a row, so the listing's filters look at few
-- rows, however many products there are.
create table shop.offers (
  id integer generated always as identity primary key,
  signature text not null unique
);

-- The values of an offer, by kind. Variant 0 is the product itself, whose kinds are 'colors' (IDs) and the codes of attributes; each
-- other variant is a size, whose kinds are those of shop.size_kinds. A filter, a count or a search treats all kinds alike.
create table shop.offer_values (
  offer_id integer not null references shop.offers (id) on delete cascade,
  variant integer not null,
  kind text not null,
  value text not null,
  primary key (offer_id, variant, kind, value)
);
create index offer_values_value_idx on shop.offer_values (kind, value, offer_id);

create function shop.size_kinds() returns text[]
language sql immutable set search_path = '' as $$ select '{sizes,brand_sizes,cup_sizes,materials}'::text[] $$;

-- The words of sizes, materials and attributes' values, for the search.
create table shop.attribute_words (
  word text not null,
  kind text not null,
  value text not null,
  primary key (word, kind, value)
);

-- Returns the words that find a value of a kind by its name. A size is one word; others have several.
create function shop.attribute_words_of(kind text, value text, name text) returns setof shop.attribute_words
language sql stable set search_path = '' as $$
  select distinct w.word, $1, $2 from unnest(case when $1 in ('sizes', 'brand_sizes', 'cup_sizes') then array[shop.searchable($3)]
    else array(select x from regexp_split_to_table(shop.searchable($3), '[^[:alnum:]]+') as x where length(x) > 3) end) as w (word)
  where w.word <> ''
$$;

create function shop.keep_attribute_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.attribute_words w where w.kind = old.attribute and w.value = old.code;
  insert into shop.attribute_words select * from shop.attribute_words_of(new.attribute, new.code, new.name);
  return null;
end $$;
create trigger keep_words after insert or update or delete on public.attribute_values
  for each row execute function shop.keep_attribute_words();

-- Synonyms for the search, such as 'pajama' for 'pyjama' or 'kaala' for 'black': a word, and the catalogue's words to search for
-- instead. A word may have several rows.
create table public.search_synonyms (
  word text not null check (word ~ '^[[:alnum:]]{2,40}$' and word = lower(word)),
  meaning text not null check (length(trim(meaning)) between 1 and 80),
  primary key (word, meaning)
);
alter table public.search_synonyms enable row level security;

-- Words for what the shop doesn't sell, such as 'kurta', with what it says to that and the words to search for instead. A word in the name of
-- a product is searched for as usual.
create table public.search_answers (
  id uuid primary key default gen_random_uuid(),
  word text not null unique check (word ~ '^[[:alnum:]]{2,40}$' and word = lower(word)),
  answer text not null check (length(trim(answer)) between 1 and 200),
  instead text check (length(trim(instead)) between 2 and 80)
);
alter table public.search_answers enable row level security;

create table public.products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 160),
  title text,
  description text not null default '',
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  sku text unique,
  price numeric(10, 2) not null check (price > 0),
  discount numeric(5, 2) not null default 0 check (discount >= 0 and discount < 100),
  final_price numeric(10, 2) not null generated always as (round(price * (100 - discount) / 100, 2)) stored,
  rating numeric(2, 1) check (rating between 1 and 5),
  review_count integer not null default 0 check (review_count >= 0),
  image_url text,
  -- How this product fits; shown in its size guide.
  fit_notes text check (length(trim(fit_notes)) between 1 and 1000),
  category_id uuid references public.product_categories (id) on delete set null,
  is_active boolean not null default true,
  is_banner boolean not null default false,
  is_arrival boolean not null default false,
  is_top boolean not null default false,
  is_featured boolean not null default false,
  deleted_at timestamptz,
  -- Normalised for search: the name with its category, and both with the description.
  search_name text not null default '',
  search_text text not null default '',
  -- The distinct words of search_text.
  search_tokens text[] not null default '{}',
  -- Maintained by shop.keep_offers.
  offer_id integer references shop.offers (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger set_updated_at before update on public.products
  for each row execute function shop.set_updated_at();

-- Whether a product is on sale in the shop: the predicate of every listing index.
create index products_newest_idx on public.products (created_at desc, id) where is_active and deleted_at is null;
create index products_price_idx on public.products (final_price, id) where is_active and deleted_at is null;
create index products_name_idx on public.products (name, id) where is_active and deleted_at is null;
create index products_category_idx on public.products (category_id, created_at desc) where is_active and deleted_at is null;
create index products_sale_idx on public.products (discount desc, id) where is_active and deleted_at is null and discount > 0;
-- Covers everything that counting the filters reads.
create index products_counts_idx on public.products (category_id, final_price, offer_id, is_arrival, is_top, discount)
  where is_active and deleted_at is null;
create index products_offer_id_idx on public.products (offer_id);
-- In byte order, so that it serves prefix searches in sorted order.
create index products_search_begin_idx on public.products ((search_name collate "C"), id)
  where is_active and deleted_at is null;
create index products_search_tokens_idx on public.products using gin (search_tokens) where is_active and deleted_at is null;
create index products_search_name_idx on public.products using gin (search_name extensions.gin_trgm_ops);

create function shop.set_search_text() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.search_name := shop.searchable(concat_ws(' ', new.name,
    (select c.name from public.product_categories c where c.id = new.category_id)));
  -- Includes the parent categories, so that nightwear finds nightgowns.
  new.search_text := concat_ws(' ', '', new.search_name, (with recursive above as (
      select c.parent_id from public.product_categories c where c.id = new.category_id
      union all
      select c.parent_id from public.product_categories c join above a on c.id = a.parent_id
    ) select shop.searchable(string_agg(c.name, ' ')) from above a join public.product_categories c on c.id = a.parent_id),
    shop.searchable(new.description));
  new.search_tokens := array(select distinct word from regexp_split_to_table(new.search_text, '[^[:alnum:]]+') as word where word <> '');
  return new;
end $$;
create trigger set_search_text before insert or update of name, description, category_id, search_name on public.products
  for each row execute function shop.set_search_text();

-- Every distinct word of the products' texts, and of their names: a misspelt word is corrected to one of the latter.
create table shop.search_words (word text primary key);
create index search_words_similar_idx on shop.search_words using gin (word extensions.gin_trgm_ops);
create table shop.name_words (word text collate "C" primary key);

-- Returns the distinct words of a text, in order, so that two operators who save the same words don't deadlock.
create function shop.words_to_keep(texts text[]) returns setof text
language sql immutable set search_path = '' as $$
  select distinct w.word from unnest(texts) as t (value), regexp_split_to_table(t.value, '[^[:alnum:]]+') as w (word)
  where length(w.word) > 2 order by 1
$$;

create function shop.keep_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.search_words select shop.words_to_keep(array(select search_text from changed)) on conflict do nothing;
  insert into shop.name_words select shop.words_to_keep(array(select search_name from changed)) on conflict do nothing;
  return null;
end $$;
create trigger keep_search_words_insert after insert on public.products
  referencing new table as changed for each statement execute function shop.keep_search_words();

create function shop.keep_search_words_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.search_words select shop.words_to_keep(array[new.search_text]) on conflict do nothing;
  insert into shop.name_words select shop.words_to_keep(array[new.search_name]) on conflict do nothing;
  return null;
end $$;
create trigger keep_search_words_update after update of name, description, category_id, search_name on public.products
  for each row execute function shop.keep_search_words_of_row();

-- A product's search text has the names of its category and those above. Only search_name is set, so that no form at the desk becomes
-- older (supabase/migrations/20260101001730_desk_catalogue.sql).
create function shop.keep_search_of_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[] := array(with recursive tree as (
      select now.id from after now join before was using (id)
      where now.name <> was.name or now.parent_id is distinct from was.parent_id
      union
      select c.id from public.product_categories c join tree t on c.parent_id = t.id
    ) select p.id from tree t join public.products p on p.category_id = t.id);
begin
  perform from public.products p where p.id = any (touched) order by p.id for no key update;
  update public.products p set search_name = '' where p.id = any (touched);
  return null;
end $$;
create trigger keep_search_of_category after update on public.product_categories
  referencing old table as before new table as after for each statement execute function shop.keep_search_of_category();

create table public.product_media (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  color_id uuid references public.colors (id) on delete set null,
  url text not null check (url ~ '^(https://|http://(localhost|127\.0\.0\.1)[:/]|/)'),
  alt text,
  is_featured boolean not null default false,
  -- A wide picture for the home page's hero; not part of the product's gallery.
  is_banner boolean not null default false,
  display_order integer not null default 0
);
create index product_media_product_id_idx on public.product_media (product_id, display_order);
create index product_media_color_id_idx on public.product_media (color_id);

create table public.product_colors (
  product_id uuid not null references public.products (id) on delete cascade,
  color_id uuid not null references public.colors (id) on delete cascade,
  display_order integer not null default 0,
  primary key (product_id, color_id)
);
create index product_colors_color_id_idx on public.product_colors (color_id, product_id);

create table public.product_variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  size text,
  brand_size text,
  cup_size text,
  material text,
  -- Null means not counted (decision 119).
  stock integer check (stock >= 0),
  display_order integer not null default 0,
  -- What the shopper chooses: the size, or the brand size if there is none (PD-19).
  label text generated always as (coalesce(size, brand_size)) stored not null,
  unique (product_id, label)
);

create table public.product_attributes (
  product_id uuid not null references public.products (id) on delete cascade,
  attribute text not null,
  value text not null,
  primary key (product_id, attribute, value),
  foreign key (attribute, value) references public.attribute_values (attribute, code)
);
create index product_attributes_value_idx on public.product_attributes (attribute, value);

-- Returns what products offer: a list of [variant, kind, value] for each, with its digest.
create function shop.offered_by(product_ids uuid[]) returns table (product_id uuid, signature text, contents jsonb)
language sql stable set search_path = '' as $$
  select o.product_id, md5(o.contents::text), o.contents from (
    select touched.id as product_id, coalesce(jsonb_agg(jsonb_build_array(x.variant, x.kind, x.value) order by x.variant, x.kind, x.value)
      filter (where x.value is not null), '[]') as contents
    from (select distinct id from unnest(product_ids) as id) as touched
    left join lateral (
      select 0 as variant, 'colors' as kind, pc.color_id::text as value from public.product_colors pc where pc.product_id = touched.id
      union all
      select 0, a.attribute, a.value from public.product_attributes a where a.product_id = touched.id
      union all
      select s.variant, k.kind, k.value
      from (select distinct dense_rank() over (order by v.size, v.brand_size, v.cup_size, v.material)::integer as variant,
          v.size, v.brand_size, v.cup_size, v.material
        from public.product_variants v where v.product_id = touched.id) as s
      cross join lateral unnest(shop.size_kinds(), array[s.size, s.brand_size, s.cup_size, s.material]) as k (kind, value)) as x on true
    group by touched.id) as o
$$;

-- Writes what products offer, after a change of their colours, attributes or sizes.
create function shop.keep_offers_of(product_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id = any (product_ids) order by p.id for no key update;
  with offered as materialized (
    select distinct on (o.signature) o.signature, o.contents from shop.offered_by(product_ids) o order by o.signature
  ), added as (
    -- Ordered, so that two operators who save the same offer don't deadlock.
    insert into shop.offers (signature) select o.signature from offered o order by o.signature
    on conflict do nothing returning id, signature
  ), content as (
    select a.id, (c ->> 0)::integer as variant, c ->> 1 as kind, c ->> 2 as value
    from added a join offered o using (signature) cross join lateral jsonb_array_elements(o.contents) as c
  ), words as (
    insert into shop.attribute_words
    select w.* from (select distinct c.kind, c.value from content c where c.variant > 0) as c
    cross join lateral shop.attribute_words_of(c.kind, c.value, c.value) as w order by w.word, w.kind, w.value
    on conflict do nothing
  )
  insert into shop.offer_values (offer_id, variant, kind, value) select c.id, c.variant, c.kind, c.value from content c;
  -- A separate statement, because it must see the rows that this or another transaction has just added.
  update public.products p set offer_id = known.id
  from shop.offered_by(product_ids) o join shop.offers known on known.signature = o.signature
  where p.id = o.product_id;
end $$;

create function shop.keep_offers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform shop.keep_offers_of(array(select product_id from changed));
  return null;
end $$;
create trigger keep_offers_insert after insert on public.product_colors
  referencing new table as changed for each statement execute function shop.keep_offers();
create trigger keep_offers_delete after delete on public.product_colors
  referencing old table as changed for each statement execute function shop.keep_offers();
create trigger keep_offers_insert after insert on public.product_attributes
  referencing new table as changed for each statement execute function shop.keep_offers();
create trigger keep_offers_delete after delete on public.product_attributes
  referencing old table as changed for each statement execute function shop.keep_offers();
create trigger keep_offers_insert after insert on public.product_variants
  referencing new table as changed for each statement execute function shop.keep_offers();
create trigger keep_offers_delete after delete on public.product_variants
  referencing old table as changed for each statement execute function shop.keep_offers();

-- Compares row by row, so that a changed stock, the most frequent change, costs nothing.
create function shop.keep_offers_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An import of products keeps them once, for all of its rows (shop.apply_import_to_sizes).
  if current_setting('shop.is_importing', true) = 'yes' then
    return null;
  end if;
  perform shop.keep_offers_of(array[old.product_id, new.product_id]);
  return null;
end $$;
create trigger keep_offers_update after update of product_id, color_id on public.product_colors
  for each row execute function shop.keep_offers_of_row();
create trigger keep_offers_update after update of product_id, size, brand_size, cup_size, material on public.product_variants
  for each row execute function shop.keep_offers_of_row();

create table public.product_features (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  title text not null,
  description text not null default '',
  display_order integer not null default 0
);
create index product_features_product_id_idx on public.product_features (product_id);

create table public.hero_statistics (
  id uuid primary key default gen_random_uuid(),
  stat_key text not null unique check (stat_key in ('high_quality_products', 'happy_customers')),
  stat_value numeric not null check (stat_value between 0 and 1000000000 and stat_value = trunc(stat_value)),
  stat_label text not null check (length(trim(stat_label)) between 1 and 80),
  -- What the value counts, so that it stays true: products in the shop, or the colours they come in. Null for a value that was typed.
  counts text check (counts in ('products', 'colors')),
  is_active boolean not null default true,
  display_order integer not null default 0,
  version integer not null default 1
);

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  customer_name text check (length(customer_name) <= 80),
  review_text text not null check (length(trim(review_text)) between 1 and 500),
  rating integer check (rating between 1 and 5),
  is_active boolean not null default true,
  -- Lower numbers come first, then the newest.
  display_order integer not null default 0 check (display_order between 0 and 999),
  created_at timestamptz not null default now(),
  version integer not null default 1
);

-- What the shop announces: the line above the header, the slides of the hero beside the products that are banners, and the band of the
-- home page. Of several announcements and bands the shop shows the first.
create table public.banners (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('announcement', 'slide', 'band')),
  title text not null check (length(trim(title)) between 1 and 160),
  description text not null default '' check (length(description) <= 300),
  -- An address within the shop.
  link text check (length(link) <= 300 and link ~ '^/([^/\\[:cntrl:][:space:]][^\\[:cntrl:][:space:]]*)?$'),
  button text check (length(trim(button)) between 1 and 40),
  -- One that the shop has.
  picture text check (picture ~ '^/(pictures/[a-z0-9-]+|storage/v1/object/public/products/[0-9a-f-]{36})\.webp$'),
  begins timestamptz,
  ends timestamptz check (ends > begins),
  is_active boolean not null default false,
  -- Whether it is active, has begun and hasn't ended. Kept by the trigger, and by refresh_home as time passes.
  is_current boolean not null default false,
  -- Lower numbers come first, then the oldest.
  display_order integer not null default 0 check (display_order between 0 and 999),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check (kind = 'announcement' or picture is not null or not is_active)
);

create function shop.keep_current() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.is_current := new.is_active and coalesce(new.begins <= now(), true) and coalesce(new.ends > now(), true);
  return new;
end $$;
create trigger keep_current before insert or update on public.banners for each row execute function shop.keep_current();

alter table public.attributes enable row level security;
alter table public.attribute_values enable row level security;
alter table public.product_attributes enable row level security;
alter table public.product_categories enable row level security;
alter table public.colors enable row level security;
alter table public.products enable row level security;
alter table public.product_media enable row level security;
alter table public.product_colors enable row level security;
alter table public.product_variants enable row level security;
alter table public.product_features enable row level security;
alter table public.hero_statistics enable row level security;
alter table public.testimonials enable row level security;
alter table public.banners enable row level security;

create policy "everyone reads active categories" on public.product_categories
  for select to anon, authenticated using (is_active);
create policy "everyone reads colours" on public.colors
  for select to anon, authenticated using (true);
create policy "everyone reads products on sale now" on public.products
  for select to anon, authenticated using (is_active and deleted_at is null);
create policy "everyone reads pictures of products on sale now" on public.product_media
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
create policy "everyone reads colours of products on sale now" on public.product_colors
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
create policy "everyone reads sizes of products on sale now" on public.product_variants
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
create policy "everyone reads features of products on sale now" on public.product_features
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
create policy "everyone reads active statistics" on public.hero_statistics
  for select to anon, authenticated using (is_active);
create policy "everyone reads active testimonials" on public.testimonials
  for select to anon, authenticated using (is_active);
create policy "everyone reads banners that are shown now" on public.banners
  for select to anon, authenticated using (is_current);

grant select on public.product_categories, public.colors, public.products, public.product_media,
  public.product_colors, public.product_variants, public.product_features, public.hero_statistics,
  public.testimonials, public.banners to anon, authenticated;

-- Returns a category with its descendants (A18).
create function shop.category_tree(root_ids uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with recursive tree as (
    select c.id from public.product_categories c where c.id = any (root_ids) and c.is_active
    union
    select c.id from public.product_categories c join tree t on c.parent_id = t.id where c.is_active
  )
  select coalesce(array_agg(id), '{}') from tree
$$;
grant execute on function shop.category_tree(uuid[]) to anon, authenticated, service_role;

-- Returns the size chart of a category: its own, or that of the nearest ancestor.
create function shop.size_chart_of(category uuid) returns text
language sql stable security definer set search_path = '' as $$
  with recursive above as (
    select c.parent_id, c.size_chart, 1 as steps from public.product_categories c where c.id = category
    union all
    select c.parent_id, c.size_chart, a.steps + 1 from above a join public.product_categories c on c.id = a.parent_id
  )
  select a.size_chart from above a where a.size_chart is not null order by a.steps limit 1
$$;

-- Returns a product as product cards show it.
create function shop.product_card(p public.products) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p.id, 'name', p.name, 'title', p.title, 'slug', p.slug, 'sku', p.sku,
    'price', p.price, 'discount', p.discount, 'image_url', p.image_url,
    'images', coalesce((select jsonb_agg(m.url order by m.is_featured desc, m.display_order)
      from public.product_media m where m.product_id = p.id and not m.is_banner and m.color_id is not distinct from
        (select f.color_id from public.product_media f where f.product_id = p.id and not f.is_banner
         order by f.is_featured desc, f.display_order limit 1)), '[]'),
    'media', coalesce((select jsonb_agg(jsonb_build_object('url', m.url, 'is_featured', m.is_featured)
        order by m.is_featured desc, m.display_order)
      from (select * from public.product_media m where m.product_id = p.id and not m.is_banner
            order by m.is_featured desc, m.display_order limit 2) m), '[]'),
    'colors', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'value', c.value)
        order by pc.display_order)
      from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = p.id), '[]'),
    'variants', coalesce((select jsonb_agg(jsonb_build_object('size', v.size, 'brand_size', v.brand_size)
        order by v.display_order)
      from public.product_variants v where v.product_id = p.id), '[]'),
    'materials', coalesce((select jsonb_agg(distinct v.material)
      from public.product_variants v where v.product_id = p.id and v.material is not null), '[]'),
    'ratings', jsonb_build_object('average_rating', p.rating, 'review_count', p.review_count),
    'category', (select jsonb_build_object('id', c.id, 'name', c.name)
      from public.product_categories c where c.id = p.category_id),
    'is_active', p.is_active, 'created_at', p.created_at)
$$;

-- Returns what a filtered listing adds to a card: the product's first colour among the chosen ones, and the chosen sizes if all of them
-- are sold out.
create function shop.card_as_filtered(product uuid, chosen jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'in_color', (select jsonb_build_object('name', c.name, 'url',
        (select m.url from public.product_media m where m.product_id = product and m.color_id = c.id and not m.is_banner
         order by m.is_featured desc, m.display_order limit 1))
      from jsonb_array_elements_text(chosen -> 'colors') with ordinality as x (color, place)
      join public.product_colors pc on pc.product_id = product and pc.color_id::text = x.color
      join public.colors c on c.id = pc.color_id order by x.place limit 1),
    'sold_out', (select case when bool_and(v.stock is not distinct from 0) then jsonb_agg(v.label order by v.display_order) end
      from public.product_variants v
      where v.product_id = product and chosen ?| '{sizes,brand_sizes,cup_sizes}'
        and (chosen -> 'sizes' ? v.size) is not false and (chosen -> 'brand_sizes' ? v.brand_size) is not false
        and (chosen -> 'cup_sizes' ? v.cup_size) is not false))
$$;

-- Returns the values chosen of each kind, { kind: [value] }, without kinds of which none is. An attribute's value is 'sleeve:long'. Refuses
-- too many and too long ones, as shop.bounded.
create function shop.chosen(colors uuid[], sizes text[], brand_sizes text[], cup_sizes text[], materials text[], attributes text[])
returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(k.kind, to_jsonb(k.chosen)), '{}') from (
    select split_part(a, ':', 1) as kind, array_agg(split_part(a, ':', 2)) as chosen from unnest(shop.bounded(attributes, 20, 60)) as a group by 1
    union all values ('colors', shop.bounded(colors, 20, 36)::text[]), ('sizes', shop.bounded(sizes, 20, 60)),
      ('brand_sizes', shop.bounded(brand_sizes, 20, 60)), ('cup_sizes', shop.bounded(cup_sizes, 20, 60)),
      ('materials', shop.bounded(materials, 20, 60))) as k
  where cardinality(k.chosen) > 0
$$;

-- Returns the chosen values as rows, each with whether its kind is one of sizes.
create function shop.wanted(chosen jsonb) returns table (kind text, value text, is_of_size boolean)
language sql immutable set search_path = '' as $$
  select k.key, v.value, k.key = any (shop.size_kinds())
  from jsonb_each(chosen) as k cross join lateral jsonb_array_elements_text(k.value) as v (value)
$$;

-- Returns the offers that have one of the chosen values of each kind, and those of sizes in one size: a 34 in cup C, not a 34 and some C.
create function shop.offers_with(chosen jsonb) returns integer[]
language sql stable set search_path = '' as $$
  with wanted as materialized (
    select * from shop.wanted(chosen)
  ), hits as (
    select o.offer_id, o.variant, count(distinct o.kind) as kinds from shop.offer_values o join wanted using (kind, value) group by 1, 2
  )
  select array(select h.offer_id from hits h group by 1
    having coalesce(max(h.kinds) filter (where h.variant = 0), 0) = (select count(distinct w.kind) from wanted w where not w.is_of_size)
      and coalesce(max(h.kinds) filter (where h.variant > 0), 0) = (select count(distinct w.kind) from wanted w where w.is_of_size))
$$;

-- Returns the SQL condition of a listing's filters, about public.products as p. A condition is left out if its filter is null, and its
-- values are quoted literals, so that each combination of filters gets a plan of its own.
create function shop.listing_condition(category_ids uuid[], chosen jsonb, min_price numeric, max_price numeric, is_top boolean,
  is_arrival boolean, is_discounted boolean, is_banner boolean default null, is_featured boolean default null) returns text
language sql stable set search_path = '' as $$
  -- A text joined with null is null, and concat_ws leaves it out.
  select concat_ws(' and ', 'p.is_active and p.deleted_at is null',
    case when category_ids is not null then format('p.category_id = any (%L::uuid[])', shop.category_tree(category_ids)) end,
    case when chosen <> '{}' then format('p.offer_id = any (%L::integer[])', shop.offers_with(chosen)) end,
    'p.final_price >= ' || quote_literal(min_price), 'p.final_price <= ' || quote_literal(max_price),
    'p.is_top = ' || quote_literal(is_top), 'p.is_banner = ' || quote_literal(is_banner),
    'p.is_arrival = ' || quote_literal(is_arrival), 'p.is_featured = ' || quote_literal(is_featured),
    case when is_discounted then 'p.discount > 0' end)
$$;

-- Returns the order of a listing, as SQL about public.products as p. The column and the direction come from lists.
create function shop.listing_order(sort_by text, sort_order text) returns text
language sql immutable set search_path = '' as $$
  select case sort_by when 'price' then 'p.final_price' when 'name' then 'p.name' when 'discount' then 'p.discount' else 'p.created_at' end
    || case lower(sort_order) when 'asc' then ' asc' else ' desc' end || ', p.id'
$$;

-- Escapes LIKE's wildcards.
create function shop.like_literal(value text) returns text
language sql immutable set search_path = '' as $$ select regexp_replace(value, '([\\%_])', '\\\1', 'g') $$;

-- Returns the order of what a search finds: first names that begin with the term, then names that contain it, then by the number of
-- matching words.
create function shop.search_order(term text, words text[]) returns text
language sql immutable set search_path = '' as $$
  select format('p.search_name like %L desc, p.search_name like %L desc, (%s) desc', shop.like_literal(term) || '%',
    '%' || shop.like_literal(term) || '%', string_agg(format('(p.search_name like %L)::integer', '%' || shop.like_literal(word) || '%'), ' + '))
  from unnest(words) as word
$$;

-- Returns one page of the products that match a condition, as cards.
create function shop.page_of_products(condition text, ordering text, page_size integer, page_number integer, chosen jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  cards jsonb;
begin
  -- Numbered after the page is cut, so that only the page's rows are sorted.
  execute format('select coalesce(jsonb_agg(shop.product_card(page.product)
        || shop.card_as_filtered((page.product).id, $1) order by page.place), ''[]'')
      from (select found.product, row_number() over () as place
            from (select p as product from public.products p where %s order by %s limit $2 offset $3) as found) as page', condition, ordering)
    into cards using chosen, page_size, (page_number - 1)::bigint * page_size;
  return cards;
end $$;

-- One row. Whether cards of the listing show 4.5 stars for products that nobody has rated (decision 8).
create table public.listing_rules (
  is_only boolean primary key default true check (is_only),
  default_stars boolean not null default true
);
insert into public.listing_rules default values;
alter table public.listing_rules enable row level security;

-- The listing, the home page's lists and the search (DB-27 to DB-34).
-- Returns { products, total, page, page_size, total_pages, searched_for, answer, default_stars }: searched_for and answer as
-- shop.find_matches does, default_stars as public.listing_rules has it.
create function public.get_products(
  category_ids uuid[] default null,
  color_ids uuid[] default null,
  size_filters text[] default null,
  brand_size_filters text[] default null,
  cup_size_filters text[] default null,
  material_filters text[] default null,
  min_price numeric default null,
  max_price numeric default null,
  search_term text default null,
  filter_is_active boolean default true,
  filter_is_top boolean default null,
  filter_is_banner boolean default null,
  filter_is_arrival boolean default null,
  filter_is_featured boolean default null,
  sort_by text default 'created_at',
  sort_order text default 'desc',
  page_size integer default 12,
  page_number integer default 1,
  filter_is_discounted boolean default null,
  attribute_filters text[] default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size_of_page integer := least(greatest(coalesce(page_size, 12), 1), 48);
  wanted_page integer := greatest(coalesce(page_number, 1), 1);
  term text := shop.searchable(nullif(trim(shop.bounded(search_term, 80)), ''));
  chosen jsonb := shop.chosen(color_ids, size_filters, brand_size_filters, cup_size_filters, material_filters, attribute_filters);
  condition text := shop.listing_condition(shop.bounded(category_ids, 20, 36), chosen, shop.bounded(min_price, 20), shop.bounded(max_price, 20),
      filter_is_top, filter_is_arrival, filter_is_discounted, filter_is_banner, filter_is_featured)
    -- Products that aren't active are nobody's to list (DB-29).
    || case when filter_is_active is false then ' and false' else '' end;
  ordering text := shop.listing_order(shop.bounded(sort_by, 40), shop.bounded(sort_order, 40));
  search record;
begin
  select * into search from shop.find_matches(term, condition);
  -- Thousands of matches mean a broad search word; ranking them all would cost more than it helps.
  if search.total between 1 and 1000 and term is not null and (sort_by is null or sort_by = 'created_at') then
    ordering := shop.search_order(term, search.words) || ', ' || ordering;
  end if;
  -- A page behind the last one would read all products to skip them.
  return jsonb_build_object('products', case when (wanted_page - 1)::bigint * size_of_page >= search.total then '[]' else
      shop.page_of_products(format('%s and (%s)', condition, search.matches), ordering, size_of_page, wanted_page,
        chosen || shop.colors_of(search.words, chosen -> 'colors')) end,
    'total', search.total, 'page', wanted_page, 'page_size', size_of_page,
    'total_pages', ceil(search.total::numeric / size_of_page)::integer, 'searched_for', search.corrected, 'answer', search.answer,
    'default_stars', (select r.default_stars from public.listing_rules r));
end $$;

-- Counts the products that match a condition, at most `most` of them. It counts instead of using `exists`, which would be planned as a
-- scan of all products.
create function shop.count_products(condition text, most bigint) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  total bigint;
begin
  execute format('select count(*) from (select from public.products p where %s limit $1) as found', condition) into total using most;
  return total;
end $$;

-- Returns how to match a search among the products of a condition: its own condition, how many products it finds (at most `most`), the
-- words to rank names by, what was searched for if nothing has the words, and what the shop says to a word for what it doesn't sell. Tries
-- every word first, then every word or a similar one, then only the word that names the product (a lace robe is a robe). A term in quotation
-- marks is searched for as it is.
create function shop.find_matches(term text, condition text, most bigint default null,
  out matches text, out total bigint, out words text[], out corrected text, out answer text)
language plpgsql stable set search_path = '' as $$
declare
  is_literal constant boolean := coalesce(term like '"%"', false);
  exact text;
  tried text;
  close text[];
begin
  if term is null then
    matches := 'true';
    total := shop.count_products(condition, most);
    return;
  end if;
  words := case when is_literal then shop.search_terms(term) else shop.meant_words(term) end;
  if not is_literal then
    select x.answer, x.words into answer, words from shop.answered(words) as x;
  end if;
  exact := shop.words_condition(words);
  matches := coalesce(exact, 'false');
  total := case when exact is null then 0 else shop.count_products(format('%s and (%s)', condition, matches), most) end;
  if total = 0 and exact is not null and not is_literal then
    close := shop.corrected_words(words);
    for attempt in 1..2 loop
      words := case attempt when 1 then close else array[shop.main_word(close)] end;
      tried := matches;
      matches := coalesce(shop.words_condition(words), 'false');
      -- The condition that has just found nothing isn't counted again.
      continue when matches in (tried, 'false');
      total := shop.count_products(format('%s and (%s)', condition, matches), most);
      corrected := case when total > 0 then array_to_string(words, ' ') end;
      exit when total > 0;
    end loop;
  end if;
  words := shop.meaning_words(words);
end $$;

-- Returns the first eight distinct words of a term, of letters and digits.
create function shop.search_terms(term text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(word order by place) from (
    select word, min(place) as place from regexp_split_to_table(lower(term), '[^[:alnum:]]+') with ordinality as w (word, place)
    where word <> '' group by word order by 2 limit 8) as terms
$$;

-- Returns the condition for one exact word: that of a colour, else of a size, else of a material, an attribute's value or a text with it.
create function shop.plain_condition(word text) returns text
language sql stable security definer set search_path = '' as $$
  with meant as (
    select 'colors' as kind, c.id::text as value from public.colors c where word = any (string_to_array(shop.searchable(c.name), ' '))
    union all select a.kind, a.value from shop.attribute_words a where a.word = plain_condition.word
  ), offered as (
    select case when m.kind = 'colors' then 'color' when m.kind in ('sizes', 'brand_sizes', 'cup_sizes') then 'size' else 'other' end as rank,
      format('p.offer_id = any (%L::integer[])', array_agg(distinct o.offer_id)) as condition
    from meant m left join shop.offer_values o using (kind, value) group by 1
  ), stem as (
    -- 'bras' finds a bra, and 'dresses' a dress.
    select case when length(word) > 3 then regexp_replace(word, '(?<=[^s])s$', '') else word end as word
  ), tokens as (
    -- Words that contain it; a short one must match the whole word, so that 'bra' doesn't find 'vibrant'.
    select case when length(stem.word) <= 3 then array[stem.word, stem.word || 's']
      else array(select s.word from shop.search_words s where s.word like '%' || shop.like_literal(stem.word) || '%' order by 1 limit 200) end as words
    from stem
  )
  select coalesce((select condition from offered where rank = 'color'), (select condition from offered where rank = 'size'),
    (select '(' || concat_ws(' or ', (select condition from offered where rank = 'other'), format('p.search_tokens && %L::text[]', tokens.words)) || ')'
      from tokens))
$$;

-- Returns whether a word of a search says nothing about a product, in English, Roman Urdu or Urdu.
create function shop.is_empty_word(word text) returns boolean
language sql immutable set search_path = '' as $$
  select word = any ('{and,the,for,with,from,any,some,all,are,you,your,our,that,this,best,buy,good,nice,cheap,online,price,pakistan,like,want,need,show,
    please,nothing,something,anything,thing,things,women,womens,woman,ladies,lady,girl,girls,female,size,sizes,color,colour,colors,colours,non,
    wala,wali,wale,chahiye,liye,mein,aur,koi,rang,larki,larkiyon,aurat,aurton,khawateen,kapre,kapray,kapra,
    اور,لیے,لئے,والی,والا,والے,رنگ,کپڑے,چاہیے,چاہئے,خواتین}'::text[])
$$;

-- Returns what a word stands for: itself and its synonyms, of one or several words.
create function shop.meanings(word text) returns setof text
language sql stable security definer set search_path = '' as $$
  select $1 union select shop.searchable(s.meaning) from public.search_synonyms s where s.word in ($1, regexp_replace($1, 's$', ''))
$$;

-- Returns the distinct words of what words stand for.
create function shop.meaning_words(words text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select distinct m.word from unnest(words) as w (word), shop.meanings(w.word) as x (meaning),
    unnest(shop.search_terms(x.meaning)) as m (word))
$$;

-- Returns the words of a term that count: not empty ones, nor those of up to two letters unless they are a size or have a meaning. Two words
-- that the shop writes as one are one: 'night gown', '34 b'.
create function shop.meant_words(term text) returns text[]
language sql stable security definer set search_path = '' as $$
  with typed as (
    select * from unnest(shop.search_terms(term)) with ordinality as t (word, place)
  ), pairs as (
    select t.place, t.word || n.word as word from typed t join typed n on n.place = t.place + 1
    where exists (select from public.search_synonyms s where s.word = t.word || n.word)
      or exists (select from shop.name_words w where w.word = t.word || n.word)
      or exists (select from shop.attribute_words a where a.word = t.word || n.word)
  ), joined as (
    select * from pairs p where not exists (select from pairs before where before.place = p.place - 1)
  ), words as (
    select * from joined union all
    select t.place, t.word from typed t where not exists (select from joined j where t.place in (j.place, j.place + 1))
  )
  select array_agg(w.word order by w.place) from words w where not shop.is_empty_word(w.word) and (length(w.word) > 2
    or exists (select from shop.attribute_words a where a.word = w.word) or exists (select from public.search_synonyms s where s.word = w.word))
$$;

-- Returns what the shop says to the first word for what it doesn't sell, and the words with those to search for instead.
create function shop.answered(typed text[], out answer text, out words text[])
language sql stable security definer set search_path = '' as $$
  with typed as (
    select t.word, t.place, a.answer, a.instead from unnest(typed) with ordinality as t (word, place)
    left join public.search_answers a on a.word in (t.word, regexp_replace(t.word, 's$', ''))
      and not exists (select from shop.name_words n where n.word = a.word)
  )
  select (select t.answer from typed t where t.answer is not null order by t.place limit 1),
    case when exists (select from typed t where t.answer is not null)
      then shop.search_terms((select string_agg(case when t.answer is null then t.word else shop.searchable(t.instead) end, ' ' order by t.place) from typed t))
      else typed end
$$;

-- Returns the condition for a word of a search, including its synonyms.
create function shop.word_condition(typed text) returns text
language sql stable security definer set search_path = '' as $$
  select '(' || string_agg(condition, ' or ') || ')' from (
    select string_agg(shop.plain_condition(word), ' and ') as condition from shop.meanings(typed) as meanings (meaning)
    cross join lateral unnest(shop.search_terms(meanings.meaning)) as word group by meanings.meaning) as conditions
$$;
create function shop.words_condition(words text[]) returns text
language sql stable security definer set search_path = '' as $$ select string_agg(shop.word_condition(word), ' and ') from unnest(words) as word $$;

-- Returns the words that a misspelt one may be: words of names with the same first letter, of categories, colours, materials and synonyms. Words of descriptions alone
-- aren't what shoppers look for, so that 'thong' isn't 'thing', nor 'strapless' 'straps'.
create function shop.similar_words(typed text) returns setof text
language sql stable security definer set search_path = '' as $$
  select near.word from (
    select n.word::text from shop.name_words n where n.word >= left(typed, 1) collate "C" and n.word < chr(ascii(typed) + 1) collate "C"
    union select s.word from public.search_synonyms s
    union select a.word from public.search_answers a
    union select w.word from shop.attribute_words w
    union select w.word from public.colors c, regexp_split_to_table(shop.searchable(c.name), '[^[:alnum:]]+') as w (word)
    union select w.word from public.product_categories c, regexp_split_to_table(shop.searchable(c.name), '[^[:alnum:]]+') as w (word)) as near
  cross join lateral (select extensions.levenshtein_less_equal(near.word, typed, 2) as steps, length(near.word) = length(typed) as is_as_long) as d
  where length(near.word) between greatest(3, length(typed) - 2) and length(typed) + 2 and near.word !~ '[0-9]' and typed !~ '[0-9]'
    and (d.steps <= case when length(typed) > 6 then 2 else 1 end
      -- Two letters that changed places.
      or d.steps = 2 and d.is_as_long and string_to_array(near.word, null) @> string_to_array(typed, null))
    -- Short words differ in one letter without being misspelt: 'bed' isn't 'red'.
    and (length(typed) > 4 or left(near.word, 1) = left(typed, 1)) and (length(typed) > 3 or d.steps = 2 or not d.is_as_long)
  order by d.steps, not d.is_as_long, extensions.similarity(near.word, typed) desc, near.word
$$;

-- Returns the words; a word that doesn't occur in the shop is replaced by the most similar one, or left out if there is none.
create function shop.corrected_words(typed text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_agg(found.word order by place) from (
    select place, case
      when exists (select from public.colors c where typed_word = any (string_to_array(shop.searchable(c.name), ' ')))
        or exists (select from shop.attribute_words a where a.word = typed_word)
        or exists (select from public.search_synonyms s where s.word = typed_word)
        or exists (select from shop.search_words s where s.word like '%' || shop.like_literal(typed_word) || '%') then typed_word
      else (select x from shop.similar_words(typed_word) as x limit 1) end as word
    from unnest(typed) with ordinality as t (typed_word, place)) as found where found.word is not null
$$;

-- Returns the colours that words of a search name, as { colors: [id] }, after `chosen`; those first that have more of the words in their
-- names, and fewer others. Empty without any.
create function shop.colors_of(words text[], chosen jsonb default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when count(*) = 0 then '{}' else jsonb_build_object('colors', coalesce(chosen, '[]') || jsonb_agg(x.id order by x.hits desc, length(x.name), x.name)) end
  from (select c.id, c.name, count(*) as hits from public.colors c, unnest(string_to_array(shop.searchable(c.name), ' ')) as n (word)
    where n.word = any (words) group by c.id, c.name) as x
$$;

-- Returns the word of a search that names the product: the last one that ends a category's name, else that occurs in a product's name, else
-- any that has a meaning. Null if there is none.
create function shop.main_word(words text[]) returns text
language sql stable security definer set search_path = '' as $$
  select w.word from unnest(words) with ordinality as w (word, place)
  cross join lateral (select array(select regexp_replace(m, 's$', '') from unnest(shop.meaning_words(array[w.word])) as m) as stems) as x
  cross join lateral (select case
    when exists (select from public.product_categories c where substring(shop.searchable(c.name) from '([[:alnum:]]+?)s?$') = any (x.stems)) then 1
    when exists (select from shop.name_words n where n.word = w.word or n.word = any (x.stems)) then 2
    when shop.colors_of(x.stems) <> '{}' or exists (select from shop.attribute_words a where a.word = any (x.stems)) then 3 end as rank) as r
  where r.rank is not null order by r.rank, w.place desc limit 1
$$;

-- Returns how many products of each offer match a condition.
create function shop.count_by_offer(condition text) returns table (offer_id integer, n bigint)
language plpgsql stable set search_path = '' as $$
begin
  return query execute format('select p.offer_id, count(*) from public.products p where %s group by 1', condition);
end $$;

-- Returns how many of the products that match a condition have each value of each kind, with the choices of the other kinds: the counts of
-- sizes ignore the chosen sizes. Counts by offer, of which there are few. The value of a size counts if the same size has the chosen
-- values of the other kinds of sizes.
create function shop.count_values(condition text, chosen jsonb) returns jsonb
language sql stable set search_path = '' as $$
  with wanted as materialized (
    select * from shop.wanted(chosen)
  ), needed as (
    select count(distinct kind) filter (where not is_of_size) as of_product, count(distinct kind) filter (where is_of_size) as of_size from wanted
  ), matched as materialized (
    select m.offer_id, m.n from shop.count_by_offer(condition) as m
  ), hits as (
    select distinct o.offer_id, o.variant, o.kind from matched m join shop.offer_values o using (offer_id) join wanted using (kind, value)
  ), by_variant as (
    select h.offer_id, h.variant, count(*) as kinds from hits h group by 1, 2
  ), by_offer as (
    select m.offer_id, m.n, coalesce(max(v.kinds) filter (where v.variant = 0), 0) as of_product,
      coalesce(max(v.kinds) filter (where v.variant > 0), 0) as of_size
    from matched m left join by_variant v using (offer_id) group by 1, 2
  ), counted as (
    select x.kind, x.value, sum(x.n) as n from (
      select distinct o.offer_id, b.n, o.kind, o.value
      from by_offer b join shop.offer_values o using (offer_id) cross join needed
      left join by_variant v on v.offer_id = o.offer_id and v.variant = o.variant
      left join hits own on own.offer_id = o.offer_id and own.variant = o.variant and own.kind = o.kind
      cross join lateral (select coalesce(v.kinds, 0) - (own.kind is not null)::integer + (chosen ? o.kind)::integer as kinds) as others
      where case when o.variant = 0 then others.kinds = needed.of_product and b.of_size = needed.of_size
        else others.kinds = needed.of_size and b.of_product = needed.of_product end) as x group by 1, 2
  ), named as (
    select case when is_own then c.kind else 'attributes' end as filter, case when is_own then c.value else c.kind || ':' || c.value end as value, c.n
    from counted c cross join lateral (select c.kind = 'colors' or c.kind = any (shop.size_kinds()) as is_own) as k
  )
  select jsonb_object_agg(f.filter, coalesce((select jsonb_object_agg(c.value, c.n) from named c where c.filter = f.filter), '{}'))
  from unnest(array['colors', 'attributes'] || shop.size_kinds()) as f (filter)
$$;

-- Returns how many products each value of each filter would list, with the other filters as they are. The keys are the values, or the
-- IDs of colours.
create function public.get_filter_counts(
  category_ids uuid[] default null,
  color_ids uuid[] default null,
  size_filters text[] default null,
  brand_size_filters text[] default null,
  cup_size_filters text[] default null,
  material_filters text[] default null,
  min_price numeric default null,
  max_price numeric default null,
  search_term text default null,
  filter_is_top boolean default null,
  filter_is_arrival boolean default null,
  filter_is_discounted boolean default null,
  attribute_filters text[] default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  term text := shop.searchable(nullif(trim(shop.bounded(search_term, 80)), ''));
  chosen jsonb := shop.chosen(color_ids, size_filters, brand_size_filters, cup_size_filters, material_filters, attribute_filters);
  condition text := shop.listing_condition(shop.bounded(category_ids, 20, 36), '{}', shop.bounded(min_price, 20), shop.bounded(max_price, 20),
    filter_is_top, filter_is_arrival, filter_is_discounted);
begin
  if term is not null then
    condition := format('%s and (%s)', condition, (select found.matches from shop.find_matches(term, condition, 1) as found));
  end if;
  return shop.count_values(condition, chosen);
end $$;
grant execute on function public.get_filter_counts(uuid[], uuid[], text[], text[], text[], text[], numeric, numeric, text,
  boolean, boolean, boolean, text[]) to anon, authenticated;

-- Returns how many products each active category lists, including its descendants; optionally only discounted ones. The keys are the
-- categories' IDs.
create function public.get_category_counts(filter_is_discounted boolean default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select p.category_id, count(*) as n from public.products p
    where p.is_active and p.deleted_at is null and p.category_id is not null
      and (filter_is_discounted is not true or p.discount > 0)
    group by 1
  )
  select coalesce(jsonb_object_agg(c.id, coalesce((select sum(o.n) from own o
    where o.category_id = any (shop.category_tree(array[c.id]))), 0)), '{}')
  from public.product_categories c where c.is_active
$$;
grant execute on function public.get_category_counts(boolean) to anon, authenticated;

-- Returns the values of a kind that products on sale have.
create function shop.offered(kind text) returns setof text
language sql stable security definer set search_path = '' as $$
  select distinct o.value from shop.offer_values o
  where o.kind = $1 and exists (select from public.products p where p.offer_id = o.offer_id and p.is_active and p.deleted_at is null)
$$;

-- Returns what the listing can be filtered by: { colors: [{ id, name, value, hex }], sizes, brand_sizes, cup_sizes, materials: [value],
-- attributes: [{ code, name, values: [{ code, name }] }] }, of values that products on sale have.
create function public.get_filter_options() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'colors', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'value', c.value, 'hex', c.value)
      order by c.display_order) from shop.offered('colors') as color join public.colors c on c.id = color::uuid), '[]'),
    -- Letter sizes in the order of size, then numbers.
    'sizes', coalesce((select jsonb_agg(value order by value ~ '^[0-9]',
      array_position(array['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'], value), value)
      from shop.offered('sizes') as value), '[]'),
    'brand_sizes', coalesce((select jsonb_agg(value order by value) from shop.offered('brand_sizes') as value), '[]'),
    'cup_sizes', coalesce((select jsonb_agg(value order by value) from shop.offered('cup_sizes') as value), '[]'),
    'materials', coalesce((select jsonb_agg(value order by value) from shop.offered('materials') as value), '[]'),
    'attributes', coalesce((select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.name, 'values', x.found) order by a.display_order, a.name)
      from public.attributes a cross join lateral (
        select jsonb_agg(jsonb_build_object('code', v.code, 'name', v.name) order by v.display_order, v.name) as found
        from shop.offered(a.code) as value join public.attribute_values v on v.attribute = a.code and v.code = value) as x
      where a.is_filter and x.found is not null), '[]'))
$$;

-- Returns conditions for the words being typed: as words of names, or as their synonyms. The last word may be incomplete. Null when no
-- word has a synonym.
create function shop.synonym_conditions(term text) returns text
language sql stable security definer set search_path = '' as $$
  with typed as (
    select word, place = max(place) over () as is_last
    from unnest(shop.search_terms(term)) with ordinality as t (word, place)
  ), meant as (
    select t.word, (select string_agg('(' || (select string_agg(shop.plain_condition(m.word), ' and ')
        from unnest(shop.search_terms(shop.searchable(s.meaning))) as m (word)) || ')', ' or ' order by s.word, s.meaning)
      from public.search_synonyms s
      where s.word in (t.word, regexp_replace(t.word, 's$', ''))
        or (t.is_last and length(t.word) > 2 and s.word like shop.like_literal(t.word) || '%'
          and not exists (select from shop.name_words n where n.word like shop.like_literal(t.word) || '%'))) as condition
    from typed t
  )
  select string_agg(format('(%s)', concat_ws(' or ', format('p.search_name like %L', '%' || shop.like_literal(word) || '%'),
    condition)), ' and ') from meant having count(condition) > 0
$$;

-- Returns the products on sale that match a condition as suggestions, in the first of the chosen colours that each has.
create function shop.suggestions(condition text, ordering text, most integer, chosen jsonb)
returns table (id uuid, name text, category_name text, slug text, price numeric, picture text, color text)
language plpgsql stable set search_path = '' as $$
begin
  return query execute format('select p.id, p.name, c.name, p.slug, p.final_price, coalesce(x.color ->> ''url'', (select m.url from public.product_media m
      where m.product_id = p.id and not m.is_banner order by m.is_featured desc, m.display_order limit 1), p.image_url), x.color ->> ''name''
    from public.products p left join public.product_categories c on c.id = p.category_id
    cross join lateral (select shop.card_as_filtered(p.id, $1) -> ''in_color'' as color) as x
    where p.is_active and p.deleted_at is null and (%s) order by %s, p.id limit %s', condition, ordering, most) using chosen;
end $$;

-- Suggestions for the text being typed: names that contain all its words, those that begin with it first; then the synonyms of its
-- words; if there are none, what a search for it finds.
create function public.get_search_suggestions(search_term text, limit_num integer default 6)
returns table (id uuid, name text, category_name text, slug text, price numeric, picture text, color text)
language plpgsql stable security definer set search_path = '' as $$
declare
  term text := shop.searchable(trim(shop.bounded(search_term, 80)));
  -- Nearly every name contains each single letter.
  words text := (select string_agg(word, ' ') from unnest(shop.search_terms(term)) as word where length(word) > 1);
  most integer := least(greatest(coalesce(limit_num, 6), 1), 20);
  beginning text := shop.like_literal(term) || '%';
  matches text := (select string_agg(format('p.search_name like %L', '%' || word || '%'), ' and ') from regexp_split_to_table(words, ' ') as word);
  colors jsonb := shop.colors_of(shop.meaning_words(shop.search_terms(term)));
  meant text;
  listed integer;
  added integer;
begin
  if term is null or length(term) < 2 then return; end if;
  -- Each follows the order of an index, so that neither sorts all matches.
  return query select * from shop.suggestions(format('p.search_name collate "C" like %L', beginning), 'p.search_name collate "C"', most, colors);
  get diagnostics listed = row_count;
  if matches is null then return; end if;
  if listed < most then
    return query select * from shop.suggestions(format('%s and p.search_name not like %L', matches, beginning), 'p.name', most - listed, colors);
    get diagnostics added = row_count;
    listed := listed + added;
  end if;
  meant := case when listed < most then shop.synonym_conditions(words) end;
  if meant is not null then
    return query select * from shop.suggestions(format('%s and not (%s)', meant, matches), 'p.name', most - listed, colors);
    get diagnostics added = row_count;
    listed := listed + added;
  end if;
  if listed > 0 then return; end if;
  return query select s.* from shop.find_matches(term, 'p.is_active and p.deleted_at is null', 1) as found,
    shop.suggestions(found.matches, 'p.name', most, shop.colors_of(found.words)) as s;
end $$;

-- Converts text to an ID, or null if it is none, so that the look-up uses the primary key.
create function shop.to_uuid(text) returns uuid
language sql immutable set search_path = '' as $$
  select case when $1 ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $1::uuid end
$$;

-- Returns a product's attributes as one text: 'Sleeves: Long | Rise: On the hip'; null if it has none.
create function shop.attribute_names(product uuid) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(a.name || ': ' || v.name, ' | ' order by a.display_order, a.name, v.display_order, v.name)
  from public.product_attributes pa join public.attributes a on a.code = pa.attribute
  join public.attribute_values v on v.attribute = pa.attribute and v.code = pa.value where pa.product_id = product
$$;

-- Returns a product's attributes as pages show them: [{ name, values: [name] }].
create function shop.attributes_of(product uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'values', x.names) order by a.display_order, a.name), '[]')
  from public.attributes a cross join lateral (
    select jsonb_agg(v.name order by v.display_order, v.name) as names
    from public.product_attributes pa join public.attribute_values v on v.attribute = pa.attribute and v.code = pa.value
    where pa.product_id = product and pa.attribute = a.code) as x
  where x.names is not null
$$;

-- A product's page, whether or not it is sold, with cards of similar products that are. Null if there is none.
create function shop.product_with_similar(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with found as (
    select p as product, p.id, p.category_id, p.description, p.fit_notes from public.products p where p.id = p_id
  )
  select jsonb_build_object(
    'product', shop.product_card(f.product) || jsonb_build_object(
      'description', f.description,
      'fit_notes', f.fit_notes,
      'size_chart', shop.size_chart_of(f.category_id),
      'media', coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'url', m.url, 'alt', m.alt, 'color_id', m.color_id)
          order by m.is_featured desc, m.display_order)
        from public.product_media m where m.product_id = f.id and not m.is_banner), '[]'),
      'variants', coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'label', v.label, 'size', v.size,
          'brand_size', v.brand_size, 'cup_size', v.cup_size, 'material', v.material, 'stock', v.stock)
          order by v.display_order)
        from public.product_variants v where v.product_id = f.id), '[]'),
      'attributes', shop.attributes_of(f.id),
      'features', coalesce((select jsonb_agg(jsonb_build_object('title', x.title, 'description', x.description)
          order by x.display_order)
        from public.product_features x where x.product_id = f.id), '[]')),
    'similar_products', coalesce((select jsonb_agg(shop.product_card(near.product) order by near.created_at desc)
      from (select p as product, p.created_at from public.products p
            where p.is_active and p.deleted_at is null and p.category_id = f.category_id and p.id <> f.id
            order by p.created_at desc limit 4) as near), '[]'))
  from found f
$$;

-- The product page, by ID or by slug. Null if the product isn't sold.
create function public.get_product_with_colors(product_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.bounded(product_id, 200);
  return (select shop.product_with_similar(p.id) from public.products p
    where p.is_active and p.deleted_at is null and (p.slug = product_id or p.id = shop.to_uuid(product_id)) limit 1);
end $$;

-- Returns these products as cards with their sizes, { label, stock }, and a picture by color, in the requested order, at most 50. Products
-- that aren't sold are left out.
create function public.get_products_by_slug(p_slugs text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.bounded(p_slugs, 50, 200);
  return (select coalesce(jsonb_agg(shop.product_card(p) || jsonb_build_object('variants',
      (select coalesce(jsonb_agg(jsonb_build_object('label', v.label, 'stock', v.stock) order by v.display_order), '[]')
       from public.product_variants v where v.product_id = p.id), 'pictures',
      (select coalesce(jsonb_object_agg(c.name, m.url), '{}') from public.colors c join (
         select distinct on (color_id) color_id, url from public.product_media where product_id = p.id and not is_banner
         order by color_id, is_featured desc, display_order) m on m.color_id = c.id)) order by asked.place), '[]')
    from unnest(p_slugs) with ordinality as asked (slug, place)
    join public.products p on p.slug = asked.slug and p.is_active and p.deleted_at is null);
end $$;
grant execute on function public.get_products_by_slug(text[]) to anon, authenticated;

-- Returns true for a product that was once sold, so that its page can respond with 410 instead of 404.
create function public.is_product_gone(product_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.bounded(product_id, 200);
  return exists (select from public.products p
    where (p.slug = product_id or p.id = shop.to_uuid(product_id)) and (not p.is_active or p.deleted_at is not null));
end $$;

grant execute on function public.get_products(uuid[], uuid[], text[], text[], text[], text[], numeric, numeric, text,
  boolean, boolean, boolean, boolean, boolean, text, text, integer, integer, boolean, text[]) to anon, authenticated;
grant execute on function public.get_filter_options() to anon, authenticated;
grant execute on function public.get_search_suggestions(text, integer) to anon, authenticated;
grant execute on function public.get_product_with_colors(text) to anon, authenticated;
grant execute on function public.is_product_gone(text) to anon, authenticated;
