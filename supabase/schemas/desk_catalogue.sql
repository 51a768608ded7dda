-- Products and stock at the desk (decision 127).

-- Returns the columns of products that are ticked. The form, the record of changes and files of products follow from
-- this list and that of their names (FLAGS in app/desk/products/product-query.ts).
create function shop.product_flags() returns text[]
language sql immutable set search_path = '' as $$
  select '{is_arrival,is_top,is_featured,is_banner}'::text[]
$$;

-- Returns the flags among columns or cells of a product: true for yes, true and 1.
create function shop.flags_of(p_values jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(flag, coalesce(lower(p_values ->> flag) in ('yes', 'true', '1'), false))
  from unnest(shop.product_flags()) flag
$$;

-- What operators edit; ratings, offers and stock change by themselves and would refuse a form for nothing.
do $$
begin
  execute format('create trigger raise_version before update of name, description, sku, price, discount, category_id, '
    'fit_notes, picture_ratio, is_active, deleted_at, %s on public.products for each row execute function shop.raise_version()',
    array_to_string(shop.product_flags(), ', '));
end $$;

-- Discounts that begin later or end by themselves. A table of its own, since everybody may read products: begins is
-- null once the discount is the product's.
create table shop.discount_periods (
  product_id uuid primary key references public.products (id) on delete cascade,
  discount numeric(5, 2) not null check (discount > 0 and discount < 100),
  begins timestamptz,
  ends timestamptz,
  check (num_nonnulls(begins, ends) > 0 and ends > begins)
);

-- Whether a selling price is confirmed by a second press (order_rules). p_was is null for a new product.
create function shop.is_large_price_change(p_was numeric, p_now numeric) returns boolean
language sql stable set search_path = '' as $$
  select p_was is distinct from p_now and (p_now < r.least_price
    or coalesce(abs(p_now - p_was) > p_was * r.large_price_change / 100, false)) from public.order_rules r
$$;

-- Returns an amount in words: Rs. 2,500.
create function shop.in_rupees(p_amount numeric) returns text
language sql immutable set search_path = '' as $$
  select 'Rs. ' || rtrim(to_char(p_amount, 'FM999,999,990.99'), '.')
$$;

-- Refuses a price at the desk: not_allowed (PT403) to those who may not set prices, and large_price_change (PT409,
-- detail: the prices), unless the function that sets it was told that the person is sure (shop.say_sure).
create function shop.check_price_at_desk(p_was numeric, p_now numeric) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  -- What the server does is checked nowhere.
  if shop.desk_role() is null then
    return;
  end if;
  perform shop.require_desk('{prices}');
  if coalesce(current_setting('shop.is_sure', true), '') <> 'yes' and shop.is_large_price_change(p_was, p_now) then
    raise exception using errcode = 'PT409', message = 'large_price_change',
      detail = concat_ws(' instead of ', shop.in_rupees(p_now), shop.in_rupees(p_was));
  end if;
end $$;

create function shop.say_sure(p_is_sure boolean) returns void
language sql volatile set search_path = '' as $$
  select set_config('shop.is_sure', case when p_is_sure then 'yes' else '' end, true)
$$;

-- However prices change at the desk, they are checked: once for a statement, which may change thousands. The planner
-- knows no sizes of transition tables, and would compare each row of one with all of the other.
create function shop.check_prices() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off as $$
declare
  one record;
begin
  if shop.desk_role() is null then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select null::numeric as was, m.final_price as now into one from made m
    order by m.final_price limit 1;
  else
    -- The largest change.
    select b.final_price as was, m.final_price as now into one from made m join before b on b.id = m.id
      cross join public.order_rules r
    where (m.price, m.discount) is distinct from (b.price, b.discount)
    order by m.final_price <> b.final_price and m.final_price < r.least_price desc,
      abs(m.final_price - b.final_price) / nullif(b.final_price, 0) desc nulls first limit 1;
  end if;
  if found then
    perform shop.check_price_at_desk(one.was, one.now);
  end if;
  return null;
end $$;
create trigger check_new_prices after insert on public.products referencing new table as made
  for each statement execute function shop.check_prices();
create trigger check_prices after update on public.products referencing old table as before new table as made
  for each statement execute function shop.check_prices();

-- The discount of a period is the product's some day.
create function shop.check_discount_period() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform shop.check_price_at_desk(p.final_price, shop.selling_price(p.price, coalesce(new.discount, p.discount)))
  from public.products p where p.id = coalesce(new.product_id, old.product_id);
  return null;
end $$;
create trigger check_discount_period after insert or delete on shop.discount_periods for each row
  execute function shop.check_discount_period();
create trigger check_changed_discount_period after update on shop.discount_periods for each row
  when (old.* is distinct from new.*) execute function shop.check_discount_period();

-- Starts and ends the discounts that are due, and returns how many products changed. Only for the server, which calls
-- it regularly.
create function public.apply_discounts() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  due uuid[] := array(select d.product_id from shop.discount_periods d where d.begins <= now() or d.ends <= now());
begin
  -- Locked by ID, like everywhere (decision 21).
  perform from public.products p where p.id = any (due) order by p.id for no key update;
  -- A discount whose whole period has passed unnoticed ends without having begun. Saved meanwhile, it isn't due any
  -- more.
  update public.products p set discount = case when d.ends <= now() then 0 else d.discount end
  from shop.discount_periods d where d.product_id = p.id and p.id = any (due)
    and (d.begins <= now() or d.ends <= now());
  update shop.discount_periods d set begins = null where d.product_id = any (due) and d.begins <= now()
    and d.ends > now();
  delete from shop.discount_periods d where d.product_id = any (due) and (d.ends <= now() or d.begins <= now());
  return cardinality(due);
end $$;
grant execute on function public.apply_discounts() to service_role;

-- Whether a product is 'published', a 'draft' or 'archived'.
create function shop.state_of(p public.products) returns text
language sql immutable set search_path = '' as $$
  select case when p.deleted_at is not null then 'archived' when p.is_active then 'published' else 'draft' end
$$;

-- Returns the products of a list, latest first. p_state is one of shop.state_of; p_stock is 'low' for a size with three
-- pieces or fewer, in one of its colours if it is counted so, or 'out' for one that is sold out.
create function shop.products_found(p_search text, p_category uuid, p_state text, p_stock text, p_is_discounted boolean)
returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  sought uuid[] := shop.found('product', p_search);
begin
  return array(select p.id from public.products p
    where (sought is null or p.id = any (sought))
      and (p_category is null or p.category_id = p_category) and (p_state is null or shop.state_of(p) = p_state)
      and (p_stock is null or p.id in (select v.product_id from public.product_variants v
          where v.stock <= 3 and (p_stock = 'low' or v.stock = 0)
        union all select v.product_id from public.variant_stock s join public.product_variants v on v.id = s.variant_id
          where s.stock <= 3 and (p_stock = 'low' or s.stock = 0)))
      and (not p_is_discounted or p.discount > 0 or p.id in (select d.product_id from shop.discount_periods d))
    order by p.created_at desc, p.id);
end $$;

-- Returns a page of a list of products (shop.products_found), how many there are, and all categories for the filter:
-- { rows, total, categories }.
create function public.desk_products(p_search text default null, p_category uuid default null,
  p_state text default null,
  p_stock text default null, p_is_discounted boolean default false, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  size constant integer := 50;
  found uuid[];
begin
  perform shop.require_desk('{orders,products}');
  found := shop.products_found(p_search, p_category, p_state, p_stock, p_is_discounted);
  return jsonb_build_object('total', cardinality(found),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'sku', p.sku, 'state',
      shop.state_of(p), 'price', p.price,
        'discount', p.discount, 'final_price', p.final_price,
        'category', (select c.name from public.product_categories c where c.id = p.category_id),
        'picture', (select m.url from public.product_media m where m.product_id = p.id
          order by m.is_banner, m.is_featured desc, m.display_order, m.id limit 1),
        'stock', (select sum(v.stock) from public.product_variants v where v.product_id = p.id),
        'low', (select coalesce(jsonb_agg(jsonb_build_object('label', concat_ws(', ', v.label, c.name), 'stock',
          coalesce(s.stock, v.stock))
            order by v.display_order, v.label, c.display_order), '[]')
          from public.product_variants v left join public.variant_stock s on s.variant_id = v.id
          left join public.colors c on c.id = s.color_id
          where v.product_id = p.id and case when s.variant_id is null then v.stock else s.stock end <= 3))
            order by page.place), '[]')
      from unnest(found[size * (greatest(p_page, 1) - 1) + 1 : size * greatest(p_page, 1)]) with ordinality as page (id,
        place)
      join public.products p on p.id = page.id),
    'categories', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]')
      from public.product_categories c));
end $$;

-- Returns a product with its sizes and pictures, and the categories and colours to choose from; null if there is none.
-- A discount that waits for its beginning is the product's discount here.
create function public.desk_product(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return (select jsonb_build_object('id', p.id, 'version', p.version, 'name', p.name, 'description', p.description,
    'slug', p.slug,
      'sku', p.sku, 'price', p.price, 'discount', coalesce(d.discount, p.discount), 'discount_from', d.begins,
      'discount_until', d.ends, 'category_id', p.category_id, 'fit_notes', p.fit_notes, 'state', shop.state_of(p),
      'picture_ratio', p.picture_ratio,
      'color_ids', array(select pc.color_id from public.product_colors pc where pc.product_id = p.id
        order by pc.display_order),
      'attribute_values', array(select pa.attribute || ':' || pa.value from public.product_attributes pa
        where pa.product_id = p.id order by 1),
      'attributes', (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'values', (
            select coalesce(jsonb_agg(jsonb_build_object('id', v.attribute || ':' || v.code, 'name', v.name)
              order by v.display_order, v.name), '[]')
            from public.attribute_values v where v.attribute = a.code)) order by a.display_order, a.name), '[]')
              from public.attributes a),
      'sizes', (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'label', v.label, 'cup', v.cup_size,
        'material', v.material,
          'stock', v.stock, 'brand', v.brand_size, 'is_brand', v.size is null) order by v.display_order, v.label), '[]')
        from public.product_variants v where v.product_id = p.id),
      'features', (select coalesce(jsonb_agg(jsonb_build_object('title', f.title, 'description', f.description)
          order by f.display_order, f.id), '[]') from public.product_features f where f.product_id = p.id),
      'pictures', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'url', m.url, 'alt', m.alt, 'color_id',
        m.color_id,
          'is_banner', m.is_banner, 'role', m.role, 'focus', m.focus, 'caption', m.caption,
          'has_original', m.original is not null)
            order by m.is_banner, m.is_featured desc, m.display_order, m.id), '[]')
        from public.product_media m where m.product_id = p.id),
      'categories', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]')
        from public.product_categories c),
      'colors', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'value', c.value)
        order by c.display_order), '[]')
        from public.colors c)) || shop.flags_of(to_jsonb(p))
    from public.products p left join shop.discount_periods d on d.product_id = p.id where p.id = p_id);
end $$;

-- What of a product the record of changes shows.
create function shop.audited(p public.products) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', p.name, 'state', shop.state_of(p), 'price', p.price, 'discount',
    coalesce(d.discount, p.discount),
    'discount_from', d.begins, 'discount_until', d.ends, 'description', p.description, 'fit_notes', p.fit_notes,
    'category', (select c.name from public.product_categories c where c.id = p.category_id),
    'colors', (select string_agg(c.name, ', ' order by pc.display_order)
      from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = p.id),
    'attributes', shop.attribute_names(p.id), 'sku', p.sku, 'picture_ratio', p.picture_ratio, 'features',
      (select string_agg(concat_ws(': ', f.title, nullif(f.description, '')), E'\n'
      order by f.display_order, f.id) from public.product_features f where f.product_id = p.id))
    || shop.flags_of(to_jsonb(p))
  from (select) as one left join shop.discount_periods d on d.product_id = p.id
$$;

-- Locks a product for a change at the desk. Refuses with no_such_product (PT404), and with changed_meanwhile (PT409) if
-- it isn't the version that the form was made from.
create function shop.lock_product_for_desk(p_id uuid, p_version integer) returns public.products
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked public.products;
begin
  select * into locked from public.products p where p.id = p_id for no key update;
  if locked.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_product';
  end if;
  perform shop.check_version(locked.version, p_version);
  return locked;
end $$;

-- Refuses fields of a product that are out of bounds (PT400): invalid_name, invalid_text, invalid_price,
-- invalid_discount, invalid_period, no_such_category, no_such_color.
create function shop.check_product(p_name text, p_description text, p_fit_notes text, p_price numeric,
  p_discount numeric,
  p_from timestamptz, p_until timestamptz, p_category uuid, p_colors uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  problem text := case
    when coalesce(length(p_name), 0) not between 1 and 160 then 'invalid_name'
    when length(p_description) > 20000 or length(p_fit_notes) > 1000 then 'invalid_text'
    when p_price is null or p_price <= 0 or p_price >= 100000000 then 'invalid_price'
    when p_discount is null or p_discount < 0 or p_discount >= 100 then 'invalid_discount'
    when p_until <= coalesce(p_from, now()) or p_discount = 0 and num_nonnulls(p_from, p_until) > 0
      then 'invalid_period'
    when p_category is not null and not exists (select from public.product_categories c where c.id = p_category)
      then 'no_such_category'
    when exists (select from unnest(p_colors) as color where color not in (select c.id from public.colors c))
      then 'no_such_color' end;
begin
  if problem is not null then
    raise exception using errcode = 'PT400', message = problem;
  end if;
end $$;

-- Saves a product: { name, description, fit_notes, sku, price, discount, discount_from, discount_until, is_sure,
-- category_id, color_ids, first_color, attribute_values, features, picture_ratio } and its flags (shop.product_flags).
-- is_sure says that a second press has confirmed the price. Prices are in
-- rupees, discounts in per cent, the period in local time of Pakistan (2026-03-01T10:00) or null. Without the key, sku,
-- features, attribute_values, picture_ratio and a flag stay as they are. Pictures of a colour that goes are removed.
-- Refuses with those of shop.require_desk, shop.lock_product_for_desk, shop.check_product, shop.check_price_at_desk,
-- shop.save_features and shop.save_attributes, and with invalid_sku and invalid_ratio (PT400) and sku_exists (PT409).
create function public.desk_save_product(p_id uuid, p_version integer, p_product jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
  new public.products;
  was jsonb;
  given constant jsonb := p_product;
  begins timestamptz := (given ->> 'discount_from')::timestamp at time zone 'Asia/Karachi';
  ends timestamptz := (given ->> 'discount_until')::timestamp at time zone 'Asia/Karachi';
  percent numeric := (given ->> 'discount')::numeric;
  colors uuid[] := array(select value::uuid from jsonb_array_elements_text(given -> 'color_ids'));
  has_period boolean;
begin
  perform shop.require_desk('{products}');
  old := shop.lock_product_for_desk(p_id, p_version);
  was := shop.audited(old) || jsonb_build_object('pictures', shop.audited_pictures(old.id));
  -- A beginning that has passed is none.
  begins := case when begins > now() then begins end;
  has_period := num_nonnulls(begins, ends) > 0;
  perform shop.check_product(trim(given ->> 'name'), given ->> 'description', given ->> 'fit_notes',
    (given ->> 'price')::numeric, percent,
    begins, ends, (given ->> 'category_id')::uuid, colors);
  if length(trim(given ->> 'sku')) > 60 then
    raise exception using errcode = 'PT400', message = 'invalid_sku';
  end if;
  if given ->> 'picture_ratio' not in ('4/5', '3/4', '2/3') then
    raise exception using errcode = 'PT400', message = 'invalid_ratio';
  end if;
  if exists (select from public.products p where p.sku = trim(given ->> 'sku') and p.id <> old.id) then
    raise exception using errcode = 'PT409', message = 'sku_exists';
  end if;
  perform shop.say_sure((given ->> 'is_sure')::boolean);
  update public.products p set name = trim(given ->> 'name'), description = coalesce(given ->> 'description', ''),
    fit_notes = nullif(trim(given ->> 'fit_notes'), ''), price = (given ->> 'price')::numeric,
    discount = case when begins is null then percent else 0 end, category_id = (given ->> 'category_id')::uuid,
    sku = case when given ? 'sku' then nullif(trim(given ->> 'sku'), '') else p.sku end,
    picture_ratio = case when given ? 'picture_ratio' then given ->> 'picture_ratio' else p.picture_ratio end
  where p.id = old.id;
  -- A process of the last release doesn't know a new one.
  perform shop.set_flags(jsonb_build_object(old.id, (select coalesce(jsonb_object_agg(f.key, f.value), '{}')
    from jsonb_each(shop.flags_of(given)) f where given ? f.key)));
  delete from shop.discount_periods d where d.product_id = old.id and not has_period;
  insert into shop.discount_periods (product_id, discount, begins, ends)
  select old.id, percent, begins, ends where has_period
    on conflict (product_id) do update set (discount, begins, ends) = (excluded.discount, excluded.begins,
      excluded.ends);
  perform shop.save_colors(old.id, colors, (given ->> 'first_color')::uuid);
  if given ? 'features' then
    perform shop.save_features(old.id, given -> 'features');
  end if;
  if given ? 'attribute_values' then
    perform shop.save_attributes(old.id, array(select jsonb_array_elements_text(given -> 'attribute_values')));
  end if;
  select * into new from public.products p where p.id = old.id;
  perform shop.record_at_desk('save_product', 'product', old.id::text, was,
    shop.audited(new) || jsonb_build_object('pictures', shop.audited_pictures(old.id)));
end $$;

-- Sets flags of locked products, { ID: { column: boolean } }; those that aren't named stay.
create function shop.set_flags(p_flags jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  execute format('update public.products p set (%1$s) = (select %1$s from jsonb_populate_record(p, f.flags)) '
    'from jsonb_each($1) as f (id, flags) where p.id = f.id::uuid',
    array_to_string(shop.product_flags(), ', ')) using p_flags;
end $$;

-- Publishes a product ('published'), takes it out of the shop ('draft') or archives it ('archived'). Refuses with those
-- of shop.lock_product_for_desk, with unknown_action (PT400), and with product_incomplete (PT409) for one that isn't
-- published and lacks something, which the detail says.
create function public.desk_set_product_state(p_id uuid, p_version integer, p_state text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
  lacks text[];
begin
  perform shop.require_desk('{products}');
  old := shop.lock_product_for_desk(p_id, p_version);
  if p_state is null or p_state not in ('published', 'draft', 'archived') then
    raise exception using errcode = 'PT400', message = 'unknown_action';
  end if;
  lacks := array_remove(shop.missing_parts(old), 'stock');
  if p_state = 'published' and shop.state_of(old) <> 'published' and cardinality(lacks) > 0 then
    raise exception using errcode = 'PT409', message = 'product_incomplete', detail = array_to_string(lacks, ', ');
  end if;
  update public.products p set is_active = p_state = 'published',
    deleted_at = case when p_state = 'archived' then coalesce(p.deleted_at, now()) end where p.id = old.id;
  perform shop.record_at_desk('set_product_state', 'product', old.id::text,
    jsonb_build_object('state', shop.state_of(old)),
    jsonb_build_object('state', p_state));
end $$;

-- Makes a draft with a name and a price in rupees, and returns its ID. Its address is made from the name. Refuses with
-- those of shop.check_product and shop.check_price_at_desk; p_is_sure says that a second press has
-- confirmed the price.
create function public.desk_create_product(p_name text, p_price numeric, p_is_sure boolean default false) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  made uuid := gen_random_uuid();
  words text := trim('-' from regexp_replace(lower(left(p_name, 80)), '[^a-z0-9]+', '-', 'g'));
begin
  perform shop.require_desk('{products}');
  perform shop.check_product(trim(p_name), '', null, p_price, 0, null, null, null, null);
  perform shop.say_sure(p_is_sure);
  -- A name in Urdu has no letters for an address; a name may be used twice.
  insert into public.products (id, name, slug, price, is_active)
  values (made, trim(p_name), case when words = '' or exists (select from public.products p where p.slug = words)
    then concat_ws('-', nullif(words, ''), left(made::text, 8)) else words end, p_price, false);
  perform shop.record_at_desk('create_product', 'product', made::text, null,
    jsonb_build_object('name', trim(p_name), 'price', p_price));
  return made;
end $$;

-- Copies a product with its colours, attributes, pictures, features, sizes and translations as a draft without stock
-- and discount, and returns its ID. What is counted by colour stays so in the copy. Refuses with no_such_product
-- (PT404).
create function public.desk_duplicate_product(p_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  source public.products;
  copy uuid := gen_random_uuid();
begin
  perform shop.require_desk('{products}');
  -- No picture is removed meanwhile, whose original the copy shares.
  select * into source from public.products p where p.id = p_id for share;
  if source.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_product';
  end if;
  -- The price is another product's.
  perform shop.say_sure(true);
  insert into public.products (id, name, title, description, slug, price, image_url, fit_notes, category_id, is_active,
    picture_ratio, translations)
  values (copy, left(source.name, 150) || ' (copy)', source.title, source.description,
    source.slug || '-' || left(copy::text, 8), source.price,
    source.image_url, source.fit_notes, source.category_id, false, source.picture_ratio, source.translations);
  insert into public.product_colors (product_id, color_id, display_order)
  select copy, pc.color_id, pc.display_order from public.product_colors pc where pc.product_id = source.id;
  insert into public.product_attributes (product_id, attribute, value)
  select copy, pa.attribute, pa.value from public.product_attributes pa where pa.product_id = source.id;
  insert into public.product_media (product_id, color_id, url, alt, is_featured, is_banner, display_order, original,
    part, role, focus, caption, translations)
  select copy, m.color_id, m.url, m.alt, m.is_featured, m.is_banner, m.display_order, m.original, m.part, m.role,
    m.focus, m.caption, m.translations
  from public.product_media m where m.product_id = source.id;
  insert into public.product_features (product_id, title, description, display_order, translations)
  select copy, f.title, f.description, f.display_order, f.translations from public.product_features f
    where f.product_id = source.id;
  insert into public.product_variants (product_id, size, brand_size, cup_size, material, stock, display_order)
  select copy, v.size, v.brand_size, v.cup_size, v.material, case when v.stock is not null then 0 end, v.display_order
  from public.product_variants v where v.product_id = source.id;
  -- No two sizes of a product have the same label.
  insert into public.variant_stock (variant_id, color_id, stock)
  select made.id, s.color_id, case when s.stock is not null then 0 end
  from public.variant_stock s join public.product_variants v on v.id = s.variant_id
    join public.product_variants made on made.product_id = copy and made.label = v.label
  where v.product_id = source.id
  order by made.id, s.color_id;
  perform shop.record_at_desk('duplicate_product', 'product', copy::text, null,
    jsonb_build_object('name', left(source.name, 150) || ' (copy)', 'copy_of', source.id));
  return copy;
end $$;

-- Returns the sizes of a product as the record of changes shows them: { "M": "12, Satin", "order_of_all_the_sizes":
-- "M, L" }, with the stock by colour if it is counted so. No size has a name that long.
create function shop.audited_sizes(p_product uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(v.label,
    concat_ws(', ', coalesce((select string_agg(c.name || ' ' || coalesce(s.stock::text, 'not counted'), ', '
      order by c.display_order, c.name) from public.variant_stock s join public.colors c on c.id = s.color_id
        where s.variant_id = v.id),
    v.stock::text, 'not counted'), nullif(v.brand_size, v.label), v.cup_size,
    v.material)), '{}') || jsonb_build_object('order_of_all_the_sizes',
      string_agg(v.label, ', ' order by v.display_order, v.label))
  from public.product_variants v where v.product_id = p_product
$$;

-- Saves the sizes of a product, all or none. p_sizes is a list of { id, was, stock, material, brand, cup, place,
-- is_removed } for sizes that exist, and of { size, brand, cup, stock, material } for new ones, which come last. place
-- is the size's new place, from 1; the sizes between make room. Sizes that aren't listed stay as they are, as do brand,
-- cup and place if they are null. Stock is a number of pieces, null for not counted; was is the stock that the form
-- showed. A stock that the operator left alone is not written, so that orders placed meanwhile keep their pieces; one
-- that an order has changed since is refused. A size that is removed stays in the orders that have it, by its name.
-- Refuses with those of shop.lock_product_for_desk; changed_meanwhile and size_exists (PT409); invalid_stock and
-- invalid_size (PT400); no_such_size (PT404).
create function public.desk_save_stock(p_product uuid, p_version integer, p_sizes jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
  was jsonb;
  given record;
  size public.product_variants;
  places uuid[];
begin
  perform shop.require_desk('{orders,products}');
  old := shop.lock_product_for_desk(p_product, p_version);
  perform from public.product_variants v where v.product_id = old.id order by v.id for update;
  was := shop.audited_sizes(old.id);
  places := array(select v.id from public.product_variants v where v.product_id = old.id
    order by v.display_order, v.label);
  for given in select x.id, x.was, x.stock, nullif(trim(x.size), '') as label, trim(x.brand) as brand,
    trim(x.cup) as cup,
      nullif(trim(x.material), '') as material, x.is_removed
    from jsonb_to_recordset(p_sizes) as x (id uuid, was integer, stock integer, size text, brand text, cup text,
      material text,
      is_removed boolean)
  loop
    if given.stock < 0 or given.stock > 100000 then
      raise exception using errcode = 'PT400', message = 'invalid_stock';
    end if;
    if length(given.material) > 60 or length(given.brand) > 20 or length(given.cup) > 10
        or given.id is null and (given.label is null or length(given.label) > 20) then
      raise exception using errcode = 'PT400', message = 'invalid_size';
    end if;
    if given.id is null then
      if exists (select from public.product_variants v where v.product_id = old.id and v.label = given.label) then
        raise exception using errcode = 'PT409', message = 'size_exists';
      end if;
      insert into public.product_variants (product_id, size, brand_size, cup_size, material, stock, display_order)
      values (old.id, given.label, nullif(given.brand, ''), nullif(given.cup, ''), given.material, given.stock,
        (select coalesce(max(v.display_order), 0) + 1 from public.product_variants v where v.product_id = old.id));
      continue;
    end if;
    select * into size from public.product_variants v where v.id = given.id and v.product_id = old.id;
    if size.id is null then
      raise exception using errcode = 'PT404', message = 'no_such_size';
    end if;
    if given.is_removed then
      delete from public.product_variants v where v.id = size.id;
      continue;
    end if;
    if given.stock is distinct from given.was then
      if size.stock is distinct from given.was then
        raise exception using errcode = 'PT409', message = 'changed_meanwhile';
      end if;
      update public.product_variants v set stock = given.stock where v.id = size.id;
    end if;
    if given.material is distinct from size.material then
      update public.product_variants v set material = given.material where v.id = size.id;
    end if;
    -- A size without a name of its own is called by its brand size.
    given.brand := case when size.size is null then size.brand_size
      else nullif(coalesce(given.brand, size.brand_size), '') end;
    given.cup := nullif(coalesce(given.cup, size.cup_size), '');
    if (given.brand, given.cup) is distinct from (size.brand_size, size.cup_size) then
      update public.product_variants v set brand_size = given.brand, cup_size = given.cup where v.id = size.id;
    end if;
  end loop;
  -- A size that moves up comes before the one whose place it takes, one that moves down after it. New ones have no
  -- place yet.
  update public.product_variants v set display_order = wanted.place
  from (select x.id, row_number() over (order by coalesce(g.place, b.place), coalesce(sign(g.place - b.place), 0),
    b.place, x.display_order) as place
    from public.product_variants x
    left join unnest(places) with ordinality as b (id, place) on b.id = x.id
    left join jsonb_to_recordset(p_sizes) as g (id uuid, place integer) on g.id = x.id
    where x.product_id = old.id) as wanted
  where v.id = wanted.id and v.display_order <> wanted.place;
  update public.products p set version = p.version + 1 where p.id = old.id;
  perform shop.record_at_desk('save_stock', 'product', old.id::text, was, shop.audited_sizes(old.id));
end $$;

grant execute on function public.desk_products(text, uuid, text, text, boolean, integer), public.desk_product(uuid),
  public.desk_save_product(uuid, integer, jsonb), public.desk_create_product(text, numeric, boolean),
    public.desk_set_product_state(uuid, integer, text),
  public.desk_duplicate_product(uuid), public.desk_save_stock(uuid, integer, jsonb) to authenticated;

-- What a product needs before shoppers see it (decision 186), and its stock by colour at the desk (decision 183).

-- Returns what shoppers would miss of a product: 'picture', 'category', 'text', 'size' and 'stock'. The last is a
-- warning, since a product that is sold out has its alerts; the others keep a product from being published. p_has_size
-- says that a size needs no row.
create function shop.missing_for_sale(p_id uuid, p_has_category boolean, p_text text, p_has_size boolean) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when not exists (select from public.product_media m where m.product_id = p_id and not m.is_banner)
      then 'picture' end,
    case when not p_has_category then 'category' end,
    case when coalesce(p_text, '') !~ '\S' then 'text' end,
    case when not p_has_size and v.sizes = 0 then 'size' end,
    case when v.sizes > 0 and v.sold_out = v.sizes then 'stock' end], null)
  from (select count(*) as sizes, count(*) filter (where x.stock = 0) as sold_out
    from public.product_variants x where x.product_id = p_id) v
$$;
create function shop.missing_parts(p public.products) returns text[]
language sql stable security definer set search_path = '' as $$
  select shop.missing_for_sale(p.id, p.category_id is not null, p.description, p.has_no_size)
$$;

-- Returns what a product lacks and whether it has no size: { lacks, has_no_size }; null if there is none.
create function public.desk_product_checks(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return (select jsonb_build_object('lacks', shop.missing_parts(p), 'has_no_size', p.has_no_size) from public.products p
    where p.id = p_id);
end $$;

-- Says whether shoppers choose no size of a product that lists none. Refuses with those of shop.lock_product_for_desk.
create function public.desk_set_no_size(p_id uuid, p_version integer, p_has_no_size boolean) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
begin
  perform shop.require_desk('{products}');
  old := shop.lock_product_for_desk(p_id, p_version);
  update public.products p set has_no_size = p_has_no_size is true, version = p.version + 1 where p.id = old.id;
  perform shop.record_at_desk('save_stock', 'product', old.id::text, jsonb_build_object('has_no_size', old.has_no_size),
    jsonb_build_object('has_no_size', p_has_no_size is true));
end $$;

-- Where products lie in the stock room. A table of its own, since everybody may read products.
create table shop.shelves (
  product_id uuid primary key references public.products (id) on delete cascade,
  shelf text not null check (length(shelf) between 1 and 40)
);

-- Says where a product lies; an empty text for nowhere. Refuses with no_such_product (PT404) and invalid_shelf (PT400).
create function public.desk_set_shelf(p_id uuid, p_shelf text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  given text := nullif(trim(p_shelf), '');
  old text;
begin
  perform shop.require_desk('{orders,products}');
  if length(given) > 40 then
    raise exception using errcode = 'PT400', message = 'invalid_shelf';
  end if;
  perform from public.products p where p.id = p_id for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'no_such_product';
  end if;
  old := (select s.shelf from shop.shelves s where s.product_id = p_id);
  if given is not distinct from old then
    return;
  elsif given is null then
    delete from shop.shelves s where s.product_id = p_id;
  else
    insert into shop.shelves (product_id, shelf) values (p_id, given)
    on conflict (product_id) do update set shelf = excluded.shelf;
  end if;
  perform shop.record_at_desk('set_shelf', 'product', p_id::text, jsonb_build_object('shelf', old),
    jsonb_build_object('shelf', given));
end $$;
grant execute on function public.desk_set_shelf(uuid, text) to authenticated;

-- Returns how many pieces of a product's sizes and colours the shop has: { id, name, sku, shelf, picture, colors: [{ id,
-- name, value }], sizes: [{ id, label, is_by_color, stock, ordered, colors: [{ id, stock, ordered }] }] }; null if there is
-- none. stock is for sale, null for not counted; ordered are pieces of orders that aren't packed, which are on the
-- shelf too. A size's colours are in the product's order, and have a stock only if it is counted by colour.
create function public.desk_stock(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{orders,products}');
  return (with ordered as materialized (
      select i.variant_id, shop.color_of(i) as color_id, sum(i.quantity)::integer as pieces
      from public.order_items i join public.orders o on o.id = i.order_id
      where i.product_id = p_id and o.holds_stock and o.packed_at is null
        and o.status in ('Pending', 'Processing', 'PaymentPending', 'PaymentAccepted') group by 1, 2)
    select jsonb_build_object('id', p.id, 'name', p.name, 'sku', p.sku,
      'shelf', (select s.shelf from shop.shelves s where s.product_id = p.id),
      'picture', (select m.url from public.product_media m where m.product_id = p.id and not m.is_banner
        order by m.is_featured desc, m.display_order, m.id limit 1),
      'colors', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'value', c.value)
        order by pc.display_order, c.name), '[]')
        from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = p.id),
      'sizes', (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'label', v.label, 'stock', v.stock,
          'is_by_color', exists (select from public.variant_stock s where s.variant_id = v.id),
          'ordered', (select coalesce(sum(x.pieces), 0) from ordered x where x.variant_id = v.id),
          'colors', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'ordered', coalesce(x.pieces, 0),
              'stock', case when exists (select from public.variant_stock s where s.variant_id = v.id)
                then shop.stock_of(v.id, c.id) end)
              order by pc.display_order, c.name), '[]')
            from public.product_colors pc join public.colors c on c.id = pc.color_id
            left join ordered x on x.variant_id = v.id and x.color_id = c.id where pc.product_id = p.id))
          order by v.display_order, v.label), '[]')
        from public.product_variants v where v.product_id = p.id))
    from public.products p where p.id = p_id);
end $$;

-- Returns a page of the history of a product's stock, latest first: { total, rows: [{ id, at, size, color, change,
-- stock_after, reason, order_number, who, note }] }.
create function public.desk_stock_changes(p_product uuid, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant integer := 50;
begin
  perform shop.require_desk('{orders,products}');
  return jsonb_build_object('total', (select count(*) from public.stock_changes c where c.product_id = p_product),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'at', c.created_at, 'size', c.size, 'color',
      c.color, 'change', c.change,
        'stock_after', c.stock_after, 'reason', c.reason, 'order_number', o.order_id, 'who', c.operator_email, 'note',
          c.note) order by c.id desc), '[]')
      from (select * from public.stock_changes x where x.product_id = p_product
        order by x.id desc limit page_size offset page_size * (greatest(p_page, 1) - 1)) c
      left join public.orders o on o.id = c.order_id));
end $$;

grant execute on function public.desk_product_checks(uuid), public.desk_set_no_size(uuid, integer, boolean),
  public.desk_stock(uuid),
  public.desk_stock_changes(uuid, integer) to authenticated;
