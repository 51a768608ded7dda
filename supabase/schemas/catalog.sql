-- Catalogue: categories, products, colours, sizes, pictures; the home page's statistics, testimonials and banners
-- (DB-08 to DB-42).

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
  size_chart text references public.size_charts (name),
  version integer not null default 1,
  -- What both ask of apparel and the catalogue doesn't say, for the products of a category and of those below that
  -- don't say it themselves. Null at the top means 1604 of Google's taxonomy ('Apparel & Accessories > Clothing'),
  -- female and adult.
  google_category integer check (google_category between 1 and 999999),
  gender text check (gender in ('female', 'male', 'unisex')),
  age_group text check (age_group in ('adult', 'kids', 'toddler', 'infant', 'newborn')),
  check (parent_id <> id)
);
create unique index product_categories_name_key on public.product_categories (lower(name));
create index product_categories_parent_id_idx on public.product_categories (parent_id);
alter table public.product_categories enable row level security;
create trigger raise_version before update on public.product_categories
  for each row execute function shop.raise_version();
create index product_categories_size_chart_idx on public.product_categories (size_chart);

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
  display_order integer not null default 0,
  version integer not null default 1
);
create unique index colors_name_key on public.colors (lower(name));
alter table public.colors enable row level security;
create trigger raise_version before update on public.colors for each row execute function shop.raise_version();

-- What operators say of products beside colours and sizes, such as the sleeve or the neckline, and its values. Codes
-- are in addresses.
create table public.attributes (
  code text primary key check (code ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(code) <= 29
    and code not in ('colors', 'sizes', 'brand_sizes', 'cup_sizes', 'materials')),
  name text not null unique check (length(trim(name)) between 1 and 40),
  -- Whether shoppers filter by it.
  is_filter boolean not null default true,
  display_order integer not null default 0,
  version integer not null default 1
);
alter table public.attributes enable row level security;
create trigger raise_version before update on public.attributes for each row execute function shop.raise_version();
create table public.attribute_values (
  attribute text not null references public.attributes (code) on delete cascade,
  code text not null check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(code) <= 30),
  name text not null check (length(trim(name)) between 1 and 40),
  display_order integer not null default 0,
  primary key (attribute, code),
  -- Checked at the end of a transaction, since names may be exchanged.
  unique (attribute, name) deferrable initially deferred
);
alter table public.attribute_values enable row level security;

-- What products offer: their colours, attributes and sizes. Products with the same offer share a row, so the listing's
-- filters look at few rows, however many products there are.
create table shop.offers (
  id integer generated always as identity primary key,
  signature text not null unique
);

-- The values of an offer, by kind. Variant 0 is the product itself, whose kinds are 'colors' (IDs) and the codes of
-- attributes; each other variant is a size, whose kinds are those of shop.size_kinds. A filter, a count or a search
-- treats all kinds alike.
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

create table public.products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(trim(name)) between 1 and 160),
  title text,
  description text not null default '',
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  sku text unique,
  price numeric(10, 2) not null check (price > 0),
  discount numeric(5, 2) not null default 0 check (discount >= 0 and discount < 100),
  -- What it sells for: shop.selling_price, whatever is written here.
  final_price numeric(10, 2) not null default 0,
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
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- Whether shoppers choose no size of a product without sizes, such as a scarf.
  has_no_size boolean not null default false,
  -- What the hero says above the product's name. A list of the desk has it, not the product's form: it belongs to the
  -- slide.
  hero_heading text check (length(trim(hero_heading)) between 1 and 80),
  -- How many pieces were sold lately, net of what came back: kept by count_sold, for the order of the listing.
  sold integer not null default 0,
  -- The shape of its pictures, width to height, on its own page; null for the shop's (listing_rules).
  picture_ratio text check (picture_ratio in ('4/5', '3/4', '2/3'))
);
-- What sells changes no page of the product.
create trigger set_updated_at before update on public.products
  for each row when (new.sold = old.sold) execute function shop.set_updated_at();
-- Returns what a list price costs after a discount in per cent: to the paisa, or in whole rupees, never above the list
-- price.
create function shop.selling_price(p_price numeric, p_discount numeric) returns numeric
language sql stable set search_path = '' as $$
  select case when shop.has_whole_rupees() then least(shop.rounded(exact, true), trunc(p_price))
    else shop.rounded(exact, false) end
  from (select p_price * (100 - p_discount) / 100 as exact) as asked
$$;
create function shop.keep_final_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.final_price := shop.selling_price(new.price, new.discount);
  return new;
end $$;
create trigger keep_final_price before insert or update of price, discount, final_price on public.products
  for each row execute function shop.keep_final_price();
-- Whether a product is on sale in the shop: the predicate of every listing index.
create index products_newest_idx on public.products (created_at desc, id) where is_active and deleted_at is null;
create index products_price_idx on public.products (final_price, id) where is_active and deleted_at is null;
create index products_name_idx on public.products (name, id) where is_active and deleted_at is null;
create index products_sold_idx on public.products (sold desc, created_at desc, id) where is_active
  and deleted_at is null;
create index products_rating_idx on public.products (rating desc nulls last, review_count desc, id) where is_active
  and deleted_at is null;
create index products_category_idx on public.products (category_id, created_at desc) where is_active
  and deleted_at is null;
create index products_sale_idx on public.products (discount desc, id) where is_active and deleted_at is null
  and discount > 0;
-- Covers everything that counting the filters reads.
create index products_counts_idx on public.products (category_id, final_price, offer_id, is_arrival, is_top, discount)
  where is_active and deleted_at is null;
create index products_offer_id_idx on public.products (offer_id, category_id);
-- In byte order, so that it serves prefix searches in sorted order.
create index products_search_begin_idx on public.products ((search_name collate "C"), id)
  where is_active and deleted_at is null;
create index products_search_tokens_idx on public.products using gin (search_tokens) where is_active
  and deleted_at is null;
create index products_search_name_idx on public.products using gin (search_name extensions.gin_trgm_ops);
alter table public.products enable row level security;

create table public.product_media (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  color_id uuid references public.colors (id) on delete set null,
  url text not null check (url ~ '^(https://|http://(localhost|127\.0\.0\.1)[:/]|/)'),
  alt text,
  is_featured boolean not null default false,
  -- A wide picture for the home page's hero; not part of the product's gallery.
  is_banner boolean not null default false,
  display_order integer not null default 0,
  -- The uploaded file in the bucket `originals`; null for pictures that weren't uploaded at the desk.
  original text check (original ~ '^[0-9a-f-]{36}\.(jpg|png|webp)$'),
  -- The part of the original that the picture shows: 'whole', or three percentages: across and down to the point in its
  -- middle, and its size. Null until an operator has chosen one.
  part text check (part ~ '^(whole|(\d\d?|100) (\d\d?|100) ([2-9]\d|100))$' and (part is null or original is not null)),
  -- What it shows of the product; null until an operator says.
  role text check (role in ('front', 'back', 'worn', 'cloth', 'detail', 'packing')),
  -- The point that stays in sight where a frame crops the picture, across and down, as styles have it: '50% 20%'. Null for
  -- its middle.
  focus text check (focus ~ '^(\d\d?|100)% (\d\d?|100)%$'),
  -- What is said below it, such as the size that the model wears.
  caption text check (length(trim(caption)) between 1 and 60)
);
create index product_media_product_id_idx on public.product_media (product_id, display_order);
create index product_media_color_id_idx on public.product_media (color_id);
alter table public.product_media enable row level security;
-- To find other pictures from the same original.
create index product_media_original_idx on public.product_media (original) where original is not null;

create table public.product_colors (
  product_id uuid not null references public.products (id) on delete cascade,
  color_id uuid not null references public.colors (id) on delete cascade,
  display_order integer not null default 0,
  primary key (product_id, color_id)
);
create index product_colors_color_id_idx on public.product_colors (color_id, product_id);
alter table public.product_colors enable row level security;

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
alter table public.product_variants enable row level security;
create index product_variants_low_idx on public.product_variants (product_id) where stock <= 3;
create index product_variants_sold_out_idx on public.product_variants (size, product_id) where stock = 0;

create table public.product_attributes (
  product_id uuid not null references public.products (id) on delete cascade,
  attribute text not null,
  value text not null,
  primary key (product_id, attribute, value),
  foreign key (attribute, value) references public.attribute_values (attribute, code)
);
create index product_attributes_value_idx on public.product_attributes (attribute, value);
alter table public.product_attributes enable row level security;

-- Returns what products offer: a list of [variant, kind, value] for each, with its digest.
create function shop.offered_by(product_ids uuid[]) returns table (product_id uuid, signature text, contents jsonb)
language sql stable set search_path = '' as $$
  select o.product_id, md5(o.contents::text), o.contents from (
    select touched.id as product_id, coalesce(jsonb_agg(jsonb_build_array(x.variant, x.kind, x.value)
      order by x.variant, x.kind, x.value)
      filter (where x.value is not null), '[]') as contents
    from (select distinct id from unnest(product_ids) as id) as touched
    left join lateral (
      select 0 as variant, 'colors' as kind, pc.color_id::text as value from public.product_colors pc
        where pc.product_id = touched.id
      union all
      select 0, a.attribute, a.value from public.product_attributes a where a.product_id = touched.id
      union all
      select s.variant, k.kind, k.value
      from (select distinct dense_rank() over (order by v.size, v.brand_size, v.cup_size,
        v.material)::integer as variant,
          v.size, v.brand_size, v.cup_size, v.material
        from public.product_variants v where v.product_id = touched.id) as s
      cross join lateral unnest(shop.size_kinds(), array[s.size, s.brand_size, s.cup_size, s.material]) as k (kind,
        value)) as x on true
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
create trigger keep_offers_update after update of product_id, size, brand_size, cup_size,
  material on public.product_variants
  for each row execute function shop.keep_offers_of_row();

create table public.product_features (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  title text not null,
  description text not null default '',
  display_order integer not null default 0
);
create index product_features_product_id_idx on public.product_features (product_id);
alter table public.product_features enable row level security;

create table public.hero_statistics (
  id uuid primary key default gen_random_uuid(),
  stat_key text not null unique check (stat_key in ('high_quality_products', 'happy_customers')),
  stat_value numeric not null check (stat_value between 0 and 1000000000 and stat_value = trunc(stat_value)),
  stat_label text not null check (length(trim(stat_label)) between 1 and 80),
  -- What the value counts, so that it stays true: products in the shop, or the colours they come in. Null for a value
  -- that was typed.
  counts text check (counts in ('products', 'colors')),
  is_active boolean not null default true,
  display_order integer not null default 0,
  version integer not null default 1
);
alter table public.hero_statistics enable row level security;
create trigger raise_version before update of stat_label, counts, is_active on public.hero_statistics
  for each row execute function shop.raise_version();

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
alter table public.testimonials enable row level security;
create trigger raise_version before update on public.testimonials for each row execute function shop.raise_version();

-- What the shop announces: the line above the header, the slides of the hero beside the products that are banners, and
-- the band of the home page. Of several announcements and bands the shop shows the first.
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
  -- The points of a slide's picture that stay in sight, as in product_media: on phones, and on wide windows, across which
  -- it goes then. Null for its middle, and on wide windows for a picture beside the words.
  focus text check (focus ~ '^(\d\d?|100)% (\d\d?|100)%$'),
  focus_wide text check (focus_wide ~ '^(\d\d?|100)% (\d\d?|100)%$'),
  check (kind = 'announcement' or picture is not null or not is_active)
);
alter table public.banners enable row level security;
-- The home page's texts: banners, testimonials and statistics. What the timer changes makes no form older.
create trigger raise_version before update of title, description, link, button, picture, focus, focus_wide, begins, ends,
  is_active, display_order
    on public.banners for each row execute function shop.raise_version();

create function shop.keep_current() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.is_current := new.is_active and coalesce(new.begins <= now(), true) and coalesce(new.ends > now(), true);
  return new;
end $$;
create trigger keep_current before insert or update on public.banners for each row execute function shop.keep_current();

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

-- Returns the two pictures of a product that cards show, [{ url, is_featured, focus }]: its main one, and in the same
-- colour it worn or from behind, or else the next one.
create function shop.card_pictures(product uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with main as (
    select * from public.product_media m where m.product_id = product and not m.is_banner
    order by m.is_featured desc, m.display_order limit 1
  ), second as (
    select m.* from public.product_media m join main on m.id <> main.id where m.product_id = product and not m.is_banner
    order by m.color_id is distinct from main.color_id, array_position('{worn,back}', m.role), m.display_order limit 1
  )
  select coalesce(jsonb_agg(jsonb_build_object('url', x.url, 'is_featured', x.is_featured, 'focus', x.focus)), '[]')
  from (select * from main union all select * from second) as x
$$;

-- Returns a product as product cards show it, with the translations of its name.
create function shop.product_card(p public.products) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p.id, 'name', p.name, 'title', p.title, 'slug', p.slug, 'sku', p.sku,
    'price', p.price, 'final_price', p.final_price, 'discount', p.discount, 'image_url', p.image_url,
    'images', coalesce((select jsonb_agg(m.url order by m.is_featured desc, m.display_order)
      from public.product_media m where m.product_id = p.id and not m.is_banner and m.color_id is not distinct from
        (select f.color_id from public.product_media f where f.product_id = p.id and not f.is_banner
         order by f.is_featured desc, f.display_order limit 1)), '[]'),
    'media', shop.card_pictures(p.id),
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
    'is_active', p.is_active, 'created_at', p.created_at,
    'translations', shop.name_in_languages(p))
$$;

-- Returns what a filtered listing adds to a card: the product's first colour among the chosen ones, and the chosen
-- sizes if all of them are sold out. A size that is counted by colour is sold out if none of the chosen colours is
-- left.
create function shop.card_as_filtered(product uuid, chosen jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'in_color', (select jsonb_build_object('name', c.name, 'url', shown.url, 'focus', shown.focus)
      from jsonb_array_elements_text(chosen -> 'colors') with ordinality as x (color, place)
      join public.product_colors pc on pc.product_id = product and pc.color_id::text = x.color
      join public.colors c on c.id = pc.color_id
      left join lateral (select m.url, m.focus from public.product_media m
        where m.product_id = product and m.color_id = c.id and not m.is_banner
        order by m.is_featured desc, m.display_order limit 1) as shown on true
      order by x.place limit 1),
    'sold_out', (select case when bool_and(v.stock is not distinct from 0 or chosen ? 'colors'
          and exists (select from public.variant_stock s where s.variant_id = v.id)
          and not exists (select from public.variant_stock s where s.variant_id = v.id
            and chosen -> 'colors' ? s.color_id::text
            and s.stock is distinct from 0)) then jsonb_agg(v.label order by v.display_order) end
      from public.product_variants v
      where v.product_id = product and chosen ?| '{sizes,brand_sizes,cup_sizes}'
        and (chosen -> 'sizes' ? v.size) is not false and (chosen -> 'brand_sizes' ? v.brand_size) is not false
        and (chosen -> 'cup_sizes' ? v.cup_size) is not false))
$$;

-- Returns the values chosen of each kind, { kind: [value] }, without kinds of which none is. An attribute's value is
-- 'sleeve:long'. Refuses too many and too long ones, as shop.bounded.
create function shop.chosen(colors uuid[], sizes text[], brand_sizes text[], cup_sizes text[], materials text[],
  attributes text[])
returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(k.kind, to_jsonb(k.chosen)), '{}') from (
    select split_part(a, ':', 1) as kind, array_agg(split_part(a, ':', 2)) as chosen
      from unnest(shop.bounded(attributes, 20, 60)) as a group by 1
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

-- Returns the offers that have one of the chosen values of each kind, and those of sizes in one size: a 34 in cup C,
-- not a 34 and some C.
create function shop.offers_with(chosen jsonb) returns integer[]
language sql stable set search_path = '' as $$
  with wanted as materialized (
    select * from shop.wanted(chosen)
  ), hits as (
    select o.offer_id, o.variant, count(distinct o.kind) as kinds from shop.offer_values o join wanted
      using (kind, value) group by 1, 2
  )
  select array(select h.offer_id from hits h group by 1
    having coalesce(max(h.kinds) filter (where h.variant = 0), 0) = (select count(distinct w.kind) from wanted w
      where not w.is_of_size)
      and coalesce(max(h.kinds) filter (where h.variant > 0), 0) = (select count(distinct w.kind) from wanted w
        where w.is_of_size))
$$;

-- Returns the products that have none of the chosen sizes left, or of all sizes without a choice. A size that is
-- counted by colour is left if one of the chosen colours is, as shop.card_as_filtered says on the card. Begins with the
-- sizes that are sold out, since it looks at each product's others one by one.
create function shop.sold_out_products(chosen jsonb) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
set random_page_cost = 1.1 as $$
declare
  -- Null without a choice.
  in_sizes text[] := (select array_agg(x) from jsonb_array_elements_text(chosen -> 'sizes') x);
  in_bands text[] := (select array_agg(x) from jsonb_array_elements_text(chosen -> 'brand_sizes') x);
  in_cups text[] := (select array_agg(x) from jsonb_array_elements_text(chosen -> 'cup_sizes') x);
  in_colors uuid[] := (select array_agg(x::uuid) from jsonb_array_elements_text(chosen -> 'colors') x);
begin
  return query
  select t.product_id from (
    select v.product_id from public.product_variants v
    where v.stock = 0 and (in_sizes is null or v.size = any (in_sizes))
      and (in_bands is null or v.brand_size = any (in_bands)) and (in_cups is null or v.cup_size = any (in_cups))
    union
    select v.product_id from public.variant_stock s join public.product_variants v on v.id = s.variant_id
    where s.stock = 0 and s.color_id = any (in_colors) and (in_sizes is null or v.size = any (in_sizes))
      and (in_bands is null or v.brand_size = any (in_bands)) and (in_cups is null or v.cup_size = any (in_cups))) t
  where not exists (select from public.product_variants v
    where v.product_id = t.product_id and v.stock is distinct from 0
      and (in_sizes is null or v.size = any (in_sizes)) and (in_bands is null or v.brand_size = any (in_bands))
      and (in_cups is null or v.cup_size = any (in_cups))
      and not (in_colors is not null and exists (select from public.variant_stock s where s.variant_id = v.id)
        and not exists (select from public.variant_stock s where s.variant_id = v.id and s.color_id = any (in_colors)
          and s.stock is distinct from 0)));
end $$;

-- Returns the SQL condition of a listing's filters, about public.products as p. A condition is left out if its filter
-- is null, and its values are quoted literals, so that each combination of filters gets a plan of its own.
create function shop.listing_condition(category_ids uuid[], chosen jsonb, min_price numeric, max_price numeric,
  is_top boolean,
  is_arrival boolean, is_discounted boolean, is_banner boolean default null,
    is_featured boolean default null, in_stock boolean default null) returns text
language sql stable set search_path = '' as $$
  -- A text joined with null is null, and concat_ws leaves it out.
  select concat_ws(' and ', 'p.is_active and p.deleted_at is null',
    case when category_ids is not null then format('p.category_id = any (%L::uuid[])',
      shop.category_tree(category_ids)) end,
    case when chosen <> '{}' then format('p.offer_id = any (%L::integer[])', shop.offers_with(chosen)) end,
    'p.final_price >= ' || quote_literal(min_price), 'p.final_price <= ' || quote_literal(max_price),
    'p.is_top = ' || quote_literal(is_top), 'p.is_banner = ' || quote_literal(is_banner),
    'p.is_arrival = ' || quote_literal(is_arrival), 'p.is_featured = ' || quote_literal(is_featured),
    case when is_discounted then 'p.discount > 0' end,
    -- Found once, though a page has its products and their count.
    case when in_stock then format('p.id <> all (%L::uuid[])', array(select shop.sold_out_products(chosen))) end)
$$;

-- Returns the order of a listing, as SQL about public.products as p. The column and the direction come from lists.
create function shop.listing_order(sort_by text, sort_order text) returns text
language sql immutable set search_path = '' as $$
  select case sort_by
    when 'sold' then 'p.sold desc, p.created_at desc, p.id'
    -- Products that nobody has rated come last (LS-53).
    when 'rating' then 'p.rating desc nulls last, p.review_count desc, p.id'
    else case sort_by when 'price' then 'p.final_price' when 'name' then 'p.name' when 'discount' then 'p.discount'
      else 'p.created_at' end
      || case lower(sort_order) when 'asc' then ' asc' else ' desc' end || ', p.id' end
$$;

-- Escapes LIKE's wildcards.
create function shop.like_literal(value text) returns text
language sql immutable set search_path = '' as $$ select regexp_replace(value, '([\\%_])', '\\\1', 'g') $$;

-- Returns one page of the products that match a condition, as cards.
create function shop.page_of_products(condition text, ordering text, page_size integer, page_number integer,
  chosen jsonb) returns jsonb
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

-- One row: how the shop shows products. Whether cards of the listing have 4.5 stars for products that nobody has rated
-- (decision 8), and whether a product can be bought by one button (decision 209).
create table public.listing_rules (
  is_only boolean primary key default true check (is_only),
  default_stars boolean not null default true,
  version integer not null default 1,
  has_buy_now boolean not null default false,
  -- The shape of products' pictures, width to height, unless a product has its own (decision 217).
  picture_ratio text not null default '4/5' check (picture_ratio in ('4/5', '3/4', '2/3'))
);
alter table public.listing_rules enable row level security;
create policy "everyone reads the rules of the listing" on public.listing_rules
  for select to anon, authenticated using (true);
grant select on public.listing_rules to anon, authenticated;

-- The listing, the home page's lists and the search (DB-27 to DB-34). Returns { products, total, page, page_size,
-- total_pages, searched_for, answer, default_stars }: searched_for and answer as shop.find_matches does, default_stars
-- as public.listing_rules has it.
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
  attribute_filters text[] default null,
  filter_in_stock boolean default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size_of_page integer := least(greatest(coalesce(page_size, 12), 1), 48);
  wanted_page integer := greatest(coalesce(page_number, 1), 1);
  term text := shop.searchable(nullif(trim(shop.bounded(search_term, 80)), ''));
  chosen jsonb := shop.chosen(color_ids, size_filters, brand_size_filters, cup_size_filters, material_filters,
    attribute_filters);
  condition text := shop.listing_condition(shop.bounded(category_ids, 20, 36), chosen, shop.bounded(min_price, 20),
    shop.bounded(max_price, 20),
      filter_is_top, filter_is_arrival, filter_is_discounted, filter_is_banner, filter_is_featured, filter_in_stock)
    -- Products that aren't active are nobody's to list (DB-29).
    || case when filter_is_active is false then ' and false' else '' end;
  ordering text := shop.listing_order(shop.bounded(sort_by, 40), shop.bounded(sort_order, 40));
  search record;
  named jsonb;
begin
  select * into search from shop.find_matches(term, condition);
  named := case when chosen ? 'sizes' then '{}' else shop.sizes_of(search.words) end;
  -- Thousands of matches mean a broad search word; ranking them all would cost more than it helps.
  if search.total between 1 and 1000 and term is not null and (sort_by is null or sort_by = 'created_at') then
    ordering := shop.search_order(term, search.words) || ', ' || ordering;
  elsif search.total <= 5000 then
    ordering := shop.sorted_order(ordering);
  end if;
  -- A page behind the last one would read all products to skip them.
  return jsonb_build_object('products', case when (wanted_page - 1)::bigint * size_of_page >= search.total then '[]'
    else
      shop.page_of_products(format('%s and (%s)', condition, search.matches), ordering, size_of_page, wanted_page,
        chosen || named || shop.colors_of(search.words, chosen -> 'colors')) end,
    'total', search.total, 'page', wanted_page, 'page_size', size_of_page,
    'total_pages', ceil(search.total::numeric / size_of_page)::integer, 'searched_for', search.corrected, 'answer',
      search.answer, 'size', named -> 'sizes' ->> 0,
    'default_stars', (select r.default_stars from public.listing_rules r));
end $$;

-- A sequential read of the table with its long texts would take longer than any of its indexes.
create function shop.count_products(condition text, most bigint) returns bigint
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  total bigint;
begin
  if most = 1 then return shop.has_product(condition)::integer; end if;
  execute format('select count(*) from (select from public.products p where %s limit $1) as found', condition)
    into total using most;
  return total;
end $$;

-- Returns how many products of each offer match a condition.
create function shop.count_by_offer(condition text) returns table (offer_id integer, n bigint)
language plpgsql stable set search_path = '' as $$
begin
  return query execute format('select p.offer_id, count(*) from public.products p where %s group by 1', condition);
end $$;

-- Returns how many of the products that match a condition have each value of each kind, with the choices of the other
-- kinds: the counts of sizes ignore the chosen sizes. Counts by offer, of which there are few. The value of a size
-- counts if the same size has the chosen values of the other kinds of sizes.
create function shop.count_values(condition text, chosen jsonb) returns jsonb
language sql stable set search_path = '' as $$
  with wanted as materialized (
    select * from shop.wanted(chosen)
  ), needed as (
    select count(distinct kind) filter (where not is_of_size) as of_product,
      count(distinct kind) filter (where is_of_size) as of_size from wanted
  ), matched as materialized (
    select m.offer_id, m.n from shop.count_by_offer(condition) as m
  ), hits as (
    select distinct o.offer_id, o.variant, o.kind from matched m join shop.offer_values o using (offer_id) join wanted
      using (kind, value)
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
      cross join lateral (select coalesce(v.kinds, 0) - (own.kind is not null)::integer
        + (chosen ? o.kind)::integer as kinds) as others
      where case when o.variant = 0 then others.kinds = needed.of_product and b.of_size = needed.of_size
        else others.kinds = needed.of_size and b.of_product = needed.of_product end) as x group by 1, 2
  ), named as (
    select case when is_own then c.kind else 'attributes' end as filter, case when is_own then c.value
      else c.kind || ':' || c.value end as value, c.n
    from counted c cross join lateral (select c.kind = 'colors' or c.kind = any (shop.size_kinds()) as is_own) as k
  )
  select jsonb_object_agg(f.filter, coalesce((select jsonb_object_agg(c.value, c.n) from named c
    where c.filter = f.filter), '{}'))
  from unnest(array['colors', 'attributes'] || shop.size_kinds()) as f (filter)
$$;

-- Returns how many products each value of each filter would list, with the other filters as they are. The keys are the
-- values, or the IDs of colours.
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
  chosen jsonb := shop.chosen(color_ids, size_filters, brand_size_filters, cup_size_filters, material_filters,
    attribute_filters);
  condition text := shop.listing_condition(shop.bounded(category_ids, 20, 36), '{}', shop.bounded(min_price, 20),
    shop.bounded(max_price, 20),
    filter_is_top, filter_is_arrival, filter_is_discounted);
begin
  if term is not null then
    condition := format('%s and (%s)', condition, (select found.matches
      from shop.find_matches(term, condition, 1) as found));
  end if;
  return shop.count_values(condition, chosen);
end $$;
grant execute on function public.get_filter_counts(uuid[], uuid[], text[], text[], text[], text[], numeric, numeric,
  text,
  boolean, boolean, boolean, text[]) to anon, authenticated;

-- Returns how many products each active category lists, including its descendants; optionally only discounted ones. The
-- keys are the categories' IDs.
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
  where o.kind = $1 and exists (select from public.products p where p.offer_id = o.offer_id and p.is_active
    and p.deleted_at is null)
$$;

-- Returns what the listing can be filtered by: { colors: [{ id, name, value, hex }], sizes, brand_sizes, cup_sizes,
-- materials: [value], attributes: [{ code, name, values: [{ code, name }] }] }, of values that products on sale have.
create function public.get_filter_options() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'colors', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'value', c.value, 'hex',
      c.value)
      order by c.display_order) from shop.offered('colors') as color join public.colors c on c.id = color::uuid), '[]'),
    -- Letter sizes in the order of size, then numbers.
    'sizes', coalesce((select jsonb_agg(value order by value ~ '^[0-9]',
      array_position(array['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'], value), value)
      from shop.offered('sizes') as value), '[]'),
    'brand_sizes', coalesce((select jsonb_agg(value order by value) from shop.offered('brand_sizes') as value), '[]'),
    'cup_sizes', coalesce((select jsonb_agg(value order by value) from shop.offered('cup_sizes') as value), '[]'),
    'materials', coalesce((select jsonb_agg(value order by value) from shop.offered('materials') as value), '[]'),
    'attributes', coalesce((select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.name, 'values', x.found)
      order by a.display_order, a.name)
      from public.attributes a cross join lateral (
        select jsonb_agg(jsonb_build_object('code', v.code, 'name', v.name) order by v.display_order, v.name) as found
        from shop.offered(a.code) as value join public.attribute_values v on v.attribute = a.code
          and v.code = value) as x
      where a.is_filter and x.found is not null), '[]'))
$$;

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
  select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'values', x.names) order by a.display_order, a.name),
    '[]')
  from public.attributes a cross join lateral (
    select jsonb_agg(v.name order by v.display_order, v.name) as names
    from public.product_attributes pa join public.attribute_values v on v.attribute = pa.attribute and v.code = pa.value
    where pa.product_id = product and pa.attribute = a.code) as x
  where x.names is not null
$$;

-- Returns a product's page, whether or not it is sold, with its translations, its video, the stock by colour of each
-- size (shop.stock_by_color), what completes it (shop.completing), cards of four similar products that are sold, in turn
-- of its category and of what goes with it, and whether it can be bought by one button. Null if there is none.
create function shop.product_with_similar(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with found as (
    select p as product, p.id, p.category_id, p.description, p.fit_notes, p.translations from public.products p
      where p.id = p_id
  )
  select jsonb_build_object('buy_now', (select r.has_buy_now from public.listing_rules r),
    'product', shop.product_card(f.product) || jsonb_build_object(
      'description', f.description,
      'fit_notes', f.fit_notes,
      'picture_ratio', (f.product).picture_ratio,
      'translations', f.translations,
      'size_chart', shop.size_chart_of(f.category_id),
      'media', coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'url', m.url, 'alt', m.alt, 'color_id',
          m.color_id, 'role', m.role, 'focus', m.focus, 'caption', m.caption, 'translations', m.translations)
          order by m.is_featured desc, m.display_order)
        from public.product_media m where m.product_id = f.id and not m.is_banner), '[]'),
      'variants', coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'label', v.label, 'size', v.size,
          'brand_size', v.brand_size, 'cup_size', v.cup_size, 'material', v.material, 'stock', v.stock, 'by_color',
            shop.stock_by_color(v))
          order by v.display_order)
        from public.product_variants v where v.product_id = f.id), '[]'),
      'attributes', shop.attributes_of(f.id),
      'video', (select v.path from shop.product_videos v where v.product_id = f.id),
      'features', coalesce((select jsonb_agg(jsonb_build_object('title', x.title, 'description', x.description,
        'translations', x.translations)
          order by x.display_order)
        from public.product_features x where x.product_id = f.id), '[]')),
    'completing', shop.completing(array[f.id], 2),
    'similar_products', coalesce((
      select jsonb_agg(shop.product_card(near.product) order by near.place, near.is_kind desc) from (
        select x.product, x.is_kind, row_number() over (partition by x.is_kind order by x.place) as place from (
          (select p as product, true as is_kind, row_number() over (order by p.created_at desc) as place
          from public.products p
          where p.is_active and p.deleted_at is null and p.category_id = f.category_id and p.id <> f.id
          order by p.created_at desc limit 4)
          union all
          select g as product, false, row_number() over () from shop.goes_with(f.product, 2) as g
        ) as x order by place, is_kind desc limit 4) as near), '[]'))
  from found f
$$;

-- The product page, by ID or by slug, also a former one that no other product has. Null if the product isn't sold.
create function public.get_product_with_colors(product_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := shop.present_slug(shop.bounded(product_id, 200));
begin
  return (select shop.product_with_similar(p.id) from public.products p
    where p.is_active and p.deleted_at is null and (p.slug = wanted or p.id = shop.to_uuid(wanted)) limit 1);
end $$;

-- Returns these products, also by former slugs, as cards with the asked slug, their sizes, { label, stock } and the
-- stock by colour, and a picture by color, in the requested order, at most 50. Products that aren't sold are left out.
create function public.get_products_by_slug(p_slugs text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.bounded(p_slugs, 50, 200);
  return (select coalesce(jsonb_agg(shop.choice_card(p) || jsonb_build_object('asked', asked.slug)
      order by asked.place), '[]')
    from unnest(p_slugs) with ordinality as asked (slug, place)
    join public.products p on p.slug = shop.present_slug(asked.slug) and p.is_active and p.deleted_at is null);
end $$;
grant execute on function public.get_products_by_slug(text[]) to anon, authenticated;

-- Returns true for a product that was once sold. Only processes of 1.0.0 call it; others call find_names.
create function public.is_product_gone(product_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.bounded(product_id, 200);
  return exists (select from public.products p
    where (p.slug = product_id or p.id = shop.to_uuid(product_id)) and (not p.is_active or p.deleted_at is not null));
end $$;

grant execute on function public.get_products(uuid[], uuid[], text[], text[], text[], text[], numeric, numeric, text,
  boolean, boolean, boolean, boolean, boolean, text, text, integer, integer, boolean, text[], boolean)
  to anon, authenticated;
grant execute on function public.get_filter_options() to anon, authenticated;
grant execute on function public.get_product_with_colors(text) to anon, authenticated;
grant execute on function public.is_product_gone(text) to anon, authenticated;
