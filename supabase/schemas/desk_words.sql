-- What products are described by, at the desk (decision 127): colours, features, categories and the search's synonyms.

-- Makes the first picture of a product's gallery its main one, which cards show.
create function shop.set_main_picture(p_product uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  main public.product_media;
begin
  select * into main from public.product_media m where m.product_id = p_product and not m.is_banner
  order by m.is_featured desc, m.display_order, m.id limit 1;
  update public.product_media m set is_featured = m.id is not distinct from main.id
  where m.product_id = p_product and m.is_featured is distinct from (m.id is not distinct from main.id);
  update public.products p set image_url = main.url where p.id = p_product;
end $$;

-- Saves the colours of a locked product: p_first comes first, the others stay in their order, new ones come last. The
-- pictures of a colour that goes are removed too, since the shop would go on showing it.
create function shop.save_colors(p_product uuid, p_colors uuid[], p_first uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.product_media m where m.product_id = p_product and m.color_id in (select pc.color_id
    from public.product_colors pc where pc.product_id = p_product and pc.color_id <> all (p_colors));
  if found then
    perform shop.set_main_picture(p_product);
  end if;
  delete from public.product_colors pc where pc.product_id = p_product and pc.color_id <> all (p_colors);
  insert into public.product_colors (product_id, color_id, display_order)
  select p_product, c.color, c.place + (select coalesce(max(x.display_order), 0) from public.product_colors x
    where x.product_id = p_product)
  from unnest(p_colors) with ordinality as c (color, place)
  on conflict (product_id, color_id) do nothing;
  update public.product_colors pc set display_order = wanted.place
  from (select x.color_id, row_number() over (order by x.color_id is distinct from p_first, x.display_order,
    x.color_id) as place
    from public.product_colors x where x.product_id = p_product) as wanted
  where pc.product_id = p_product and pc.color_id = wanted.color_id and pc.display_order <> wanted.place;
end $$;

-- Saves the features of a locked product, { title, description }, in this order. A feature keeps its translations
-- while it keeps its title. Refuses with invalid_features (PT400).
create function shop.save_features(p_product uuid, p_features jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if jsonb_array_length(p_features) > 30 or exists (
      select from jsonb_to_recordset(p_features) as f (title text, description text)
      group by trim(f.title) having count(*) > 1 or coalesce(length(trim(f.title)), 0) not between 1 and 120
        or max(length(f.description)) > 1000) then
    raise exception using errcode = 'PT400', message = 'invalid_features';
  end if;
  with was as (
    delete from public.product_features f where f.product_id = p_product returning f.title, f.translations
  )
  insert into public.product_features (product_id, title, description, display_order, translations)
  select p_product, trim(f.title), coalesce(trim(f.description), ''), f.place, coalesce(w.translations, '{}')
  from rows from (jsonb_to_recordset(p_features) as (title text, description text)) with ordinality as f (title,
    description, place)
  left join lateral (select x.translations from was x where x.title = trim(f.title) limit 1) w on true;
end $$;

-- Saves the attributes of a locked product, 'sleeve:long' each. Refuses with no_such_attribute (PT400).
create function shop.save_attributes(p_product uuid, p_values text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- No value is removed meanwhile.
  perform from public.attribute_values v where v.attribute || ':' || v.code = any (p_values)
    order by v.attribute, v.code for key share;
  if exists (select from unnest(p_values) as given
      where given not in (select v.attribute || ':' || v.code from public.attribute_values v)) then
    raise exception using errcode = 'PT400', message = 'no_such_attribute';
  end if;
  delete from public.product_attributes pa where pa.product_id = p_product
    and pa.attribute || ':' || pa.value <> all (p_values);
  insert into public.product_attributes (product_id, attribute, value)
  select p_product, split_part(given, ':', 1), split_part(given, ':', 2) from unnest(p_values) as given
    on conflict do nothing;
end $$;

-- Returns all categories by name, each with the number of its own products, drafts included.
create function public.desk_categories() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products,prices}');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'version', c.version, 'name', c.name, 'description',
    c.description,
      'image_url', c.image_url, 'parent_id', c.parent_id, 'is_active', c.is_active, 'is_home', c.is_home,
      'is_browse_section', c.is_browse_section, 'size_chart', c.size_chart,
      'products', (select count(*) from public.products p where p.category_id = c.id)) order by c.name), '[]')
    from public.product_categories c);
end $$;

-- Returns what of a category the record of changes shows; its translations have changes of their own.
create function shop.audited_category(c public.product_categories) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(c) - array['id', 'version', 'parent_id', 'display_order', 'translations']
    || jsonb_build_object('parent',
    (select above.name from public.product_categories above where above.id = c.parent_id))
$$;

-- Saves a category, or makes one without p_id, and returns its ID: { name, description, parent_id, size_chart,
-- is_active, is_home, is_browse_section, image_url }. Without the key, image_url stays as it is. Refuses with
-- no_such_category (PT404), changed_meanwhile and category_exists (PT409), invalid_category and category_too_deep
-- (PT400).
create function public.desk_save_category(p_category jsonb, p_id uuid default null,
  p_version integer default null) returns uuid
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.product_categories;
  new public.product_categories;
  given constant jsonb := p_category;
  title constant text := trim(given ->> 'name');
  above constant uuid := (given ->> 'parent_id')::uuid;
  picture text;
begin
  perform shop.require_desk('{products}');
  -- Not `for update`: that waits for products that are being saved in the category, which may wait for this one.
  select * into old from public.product_categories c where c.id = p_id for no key update;
  if p_id is not null and old.id is null or above is not null
    and not exists (select from public.product_categories c where c.id = above) then
    raise exception using errcode = 'PT404', message = 'no_such_category';
  end if;
  if p_id is not null then
    perform shop.check_version(old.version, p_version);
  end if;
  picture := case when given ? 'image_url' then given ->> 'image_url' else old.image_url end;
  if coalesce(length(title), 0) not between 1 and 80 or length(given ->> 'description') > 300
      or given ->> 'size_chart' is not null and not exists (select from public.size_charts c
        where c.name = given ->> 'size_chart')
      or picture is distinct from old.image_url
        and picture !~ '^/storage/v1/object/public/products/[0-9a-f-]{36}\.webp$' then
    raise exception using errcode = 'PT400', message = 'invalid_category';
  end if;
  if exists (select from public.product_categories c where lower(c.name) = lower(title) and c.id is distinct from p_id)
    then
    raise exception using errcode = 'PT409', message = 'category_exists';
  end if;
  if p_id is null then
    insert into public.product_categories (name, description, is_active, parent_id) values (title, '', false, above)
      returning * into new;
  else
    new.id := p_id;
  end if;
  update public.product_categories c set name = title, description = nullif(trim(given ->> 'description'), ''),
    parent_id = above,
    size_chart = given ->> 'size_chart', is_active = (given ->> 'is_active')::boolean is true,
      is_home = (given ->> 'is_home')::boolean is true,
    is_browse_section = (given ->> 'is_browse_section')::boolean is true, image_url = picture
  where c.id = new.id returning * into new;
  perform shop.record_at_desk(case when p_id is null then 'create_category'
    else 'save_category' end, 'category', new.id::text,
    case when p_id is not null then shop.audited_category(old) end, shop.audited_category(new));
  return new.id;
end $$;

-- Removes a category that nothing is in. Refuses with no_such_category (PT404), changed_meanwhile and category_in_use
-- (PT409).
create function public.desk_remove_category(p_id uuid, p_version integer) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.product_categories;
begin
  perform shop.require_desk('{products}');
  -- Waits for products that are being saved in it.
  select * into old from public.product_categories c where c.id = p_id for update;
  if old.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_category';
  end if;
  perform shop.check_version(old.version, p_version);
  if exists (select from public.products p where p.category_id = old.id)
      or exists (select from public.product_categories c where c.parent_id = old.id)
      or exists (select from public.promo_codes c where c.category_id = old.id) then
    raise exception using errcode = 'PT409', message = 'category_in_use';
  end if;
  delete from public.product_categories c where c.id = old.id;
  perform shop.record_at_desk('remove_category', 'category', old.id::text, shop.audited_category(old), null);
end $$;

-- Returns all attributes in the order of the shop's filters, with their values in order, each with the number of its
-- products, drafts included.
create function public.desk_attributes() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return (select coalesce(jsonb_agg(jsonb_build_object('code', a.code, 'version', a.version, 'name', a.name,
    'is_filter', a.is_filter,
      'place', a.display_order, 'values', (select coalesce(jsonb_agg(jsonb_build_object('code', v.code, 'name', v.name,
          'products', (select count(*) from public.product_attributes pa where pa.attribute = v.attribute
            and pa.value = v.code))
          order by v.display_order, v.name), '[]')
        from public.attribute_values v where v.attribute = a.code)) order by a.display_order, a.name), '[]')
    from public.attributes a);
end $$;

-- What of an attribute the record of changes shows.
create function shop.audited_attribute(a public.attributes) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', a.name, 'is_filter', a.is_filter, 'place', a.display_order,
    'values', (select string_agg(v.name, ', ' order by v.display_order, v.name) from public.attribute_values v
      where v.attribute = a.code))
$$;

-- Returns the code of a name in addresses: its Latin letters and digits, with some of an ID's if it has none or others
-- have the code.
create function shop.code_of(p_name text, p_taken text[]) returns text
language sql volatile set search_path = '' as $$
  select case when plain = '' or plain = any (p_taken) then concat_ws('-', nullif(plain, ''),
    'a' || left(gen_random_uuid()::text, 6)) else plain end
  from (select trim('-' from regexp_replace(left(shop.searchable(p_name), 20), '^[^a-z]+|[^a-z0-9]+', '-',
    'g')) as plain) as x
$$;

-- Saves an attribute, or makes one without p_code, and returns its code: { name, is_filter, place, values: [{ code,
-- name }] }. Values come in this order; one without a code is new, one that isn't given is removed. Refuses with
-- no_such_attribute (PT404), changed_meanwhile, attribute_exists and value_in_use (PT409), and invalid_attribute
-- (PT400).
create function public.desk_save_attribute(p_attribute jsonb, p_code text default null,
  p_version integer default null) returns text
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.attributes;
  new public.attributes;
  was jsonb;
  given record;
  title constant text := trim(p_attribute ->> 'name');
begin
  perform shop.require_desk('{products}');
  select * into old from public.attributes a where a.code = p_code for update;
  if p_code is not null and old.code is null then
    raise exception using errcode = 'PT404', message = 'no_such_attribute';
  end if;
  if p_code is not null then
    perform shop.check_version(old.version, p_version);
    was := shop.audited_attribute(old);
  end if;
  if coalesce(length(title), 0) not between 1 and 40 or jsonb_array_length(p_attribute -> 'values') > 40
      or exists (select from jsonb_to_recordset(p_attribute -> 'values') as v (name text)
        group by lower(trim(v.name)) having count(*) > 1 or coalesce(length(trim(max(v.name))), 0) not between 1 and 40)
          then
    raise exception using errcode = 'PT400', message = 'invalid_attribute';
  end if;
  if exists (select from public.attributes a where lower(a.name) = lower(title) and a.code is distinct from p_code) then
    raise exception using errcode = 'PT409', message = 'attribute_exists';
  end if;
  if p_code is null then
    insert into public.attributes (code, name, is_filter, display_order)
    values (shop.code_of(title, array(select a.code from public.attributes a) || shop.size_kinds()
      || '{colors}'::text[]), title,
      (p_attribute ->> 'is_filter')::boolean is true, (select coalesce(max(a.display_order), 0) + 1
        from public.attributes a))
    returning * into new;
  else
    update public.attributes a set name = title, is_filter = (p_attribute ->> 'is_filter')::boolean is true,
      display_order = coalesce((p_attribute ->> 'place')::integer, a.display_order) where a.code = p_code returning *
        into new;
  end if;
  begin
    delete from public.attribute_values v where v.attribute = new.code
      and v.code not in (select x.code from jsonb_to_recordset(p_attribute -> 'values') as x (code text)
        where x.code is not null);
  exception when foreign_key_violation then
    raise exception using errcode = 'PT409', message = 'value_in_use';
  end;
  for given in select v.code, trim(v.name) as name, v.place
      from rows from (jsonb_to_recordset(p_attribute -> 'values') as (code text, name text)) with ordinality as v (code,
        name, place) loop
    update public.attribute_values v set name = given.name, display_order = given.place where v.attribute = new.code
      and v.code = given.code;
    if not found then
      insert into public.attribute_values (attribute, code, name, display_order)
      values (new.code, shop.code_of(given.name, array(select v.code from public.attribute_values v
        where v.attribute = new.code)), given.name, given.place);
    end if;
  end loop;
  perform shop.record_at_desk(case when p_code is null then 'create_attribute'
    else 'save_attribute' end, 'attribute', new.code, was,
    shop.audited_attribute(new));
  return new.code;
end $$;

-- Removes an attribute that no product has. Refuses with no_such_attribute (PT404), changed_meanwhile and
-- attribute_in_use (PT409).
create function public.desk_remove_attribute(p_code text, p_version integer) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.attributes;
  was jsonb;
begin
  perform shop.require_desk('{products}');
  select * into old from public.attributes a where a.code = p_code for update;
  if old.code is null then
    raise exception using errcode = 'PT404', message = 'no_such_attribute';
  end if;
  perform shop.check_version(old.version, p_version);
  was := shop.audited_attribute(old);
  begin
    delete from public.attributes a where a.code = old.code;
  exception when foreign_key_violation then
    raise exception using errcode = 'PT409', message = 'attribute_in_use';
  end;
  perform shop.record_at_desk('remove_attribute', 'attribute', old.code, was, null);
end $$;

-- Returns the words of the search: { synonyms: [{ word, meanings }], attributes: [{ kind, values }] }. The attributes
-- are the sizes and materials of products, which are found by their own names.
create function public.desk_search_words() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return jsonb_build_object(
    'synonyms', (select coalesce(jsonb_agg(jsonb_build_object('word', s.word, 'meanings', s.meanings) order by s.word),
      '[]')
      from (select x.word, array_agg(x.meaning order by x.meaning) as meanings from public.search_synonyms x
        group by x.word) as s),
    'attributes', (select jsonb_agg(jsonb_build_object('kind', kind, 'values', array(
        select distinct a.value from shop.attribute_words a where a.kind = kinds.kind order by 1)) order by place)
      from unnest(array['sizes', 'brand_sizes', 'cup_sizes', 'materials']) with ordinality as kinds (kind, place)));
end $$;

-- Returns what a search finds now: { total, searched_for, products: [{ id, name }], words: [{ word, meanings,
-- attributes, colors }] }, the first twelve products as in the shop. words are those of the search, each with what
-- it stands for. Prices are bounds in rupees.
create function public.desk_try_search(p_term text, p_min_price numeric default null,
  p_max_price numeric default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
begin
  perform shop.require_desk('{products}');
  found := public.get_products(search_term => left(p_term, 100), min_price => p_min_price, max_price => p_max_price,
    page_size => 12);
  return jsonb_build_object('total', found -> 'total', 'searched_for', found -> 'searched_for',
    'products', (select coalesce(jsonb_agg(jsonb_build_object('id', p.value -> 'id', 'name', p.value -> 'name')
      order by p.place), '[]')
      from jsonb_array_elements(found -> 'products') with ordinality as p (value, place)),
    'words', (select coalesce(jsonb_agg(jsonb_build_object('word', t.word,
        'meanings', array(select s.meaning from public.search_synonyms s where s.word in (t.word, shop.singular(t.word))
          order by 1),
        'attributes', array(select distinct coalesce(v.name, a.value) from shop.attribute_words a
          left join public.attribute_values v on v.attribute = a.kind and v.code = a.value where a.word = t.word
            order by 1),
        'colors', array(select c.name from shop.color_words w join public.colors c on c.id = w.color_id
          where w.word = t.word order by 1)
      ) order by t.place), '[]')
      from unnest(shop.search_terms(shop.searchable(nullif(trim(left(p_term, 100)), '')))) with ordinality as t (word,
        place)));
end $$;

-- Saves what a word of the search means: p_meanings takes the place of p_was, the meanings that the form showed; both
-- are lists in any order. An empty p_was is a new word, an empty p_meanings removes it. Refuses with changed_meanwhile
-- and word_exists (PT409), invalid_word (PT400).
create function public.desk_save_synonyms(p_word text, p_was text[], p_meanings text[]) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  -- A word from Studio may have accents, which no search has.
  typed constant text := case when exists (select from public.search_synonyms s where s.word = p_word) then p_word
    else shop.searchable(trim(p_word)) end;
  wanted constant text[] := array(select distinct trim(m) from unnest(p_meanings) as m where trim(m) <> '' order by 1);
  was text[];
begin
  perform shop.require_desk('{products}');
  -- A word that is new has no row to lock.
  lock table public.search_synonyms in share row exclusive mode;
  was := array(select s.meaning from public.search_synonyms s where s.word = typed order by 1);
  if was <> '{}' and cardinality(p_was) = 0 then
    raise exception using errcode = 'PT409', message = 'word_exists';
  end if;
  if was <> array(select m from unnest(p_was) as m order by 1) then
    raise exception using errcode = 'PT409', message = 'changed_meanwhile';
  end if;
  if coalesce(typed !~ '^[[:alnum:]]{2,40}$', true) or cardinality(wanted) > 20 or was = '{}' and wanted = '{}'
      or exists (select from unnest(wanted) as m where length(m) not between 1 and 80 or shop.search_terms(m) is null)
        then
    raise exception using errcode = 'PT400', message = 'invalid_word';
  end if;
  delete from public.search_synonyms s where s.word = typed and s.meaning <> all (wanted);
  insert into public.search_synonyms (word, meaning) select typed, m from unnest(wanted) as m on conflict do nothing;
  perform shop.record_at_desk('save_synonyms', 'search', typed,
    jsonb_build_object('meanings', nullif(array_to_string(was, ', '), '')),
    jsonb_build_object('meanings', nullif(array_to_string(wanted, ', '), '')));
end $$;

grant execute on function public.desk_categories(), public.desk_save_category(jsonb, uuid, integer),
  public.desk_remove_category(uuid, integer),
  public.desk_attributes(), public.desk_save_attribute(jsonb, text, integer),
    public.desk_remove_attribute(text, integer),
  public.desk_search_words(), public.desk_try_search(text, numeric, numeric),
  public.desk_save_synonyms(text, text[], text[]) to authenticated;

-- The tables of the size guide (app/sizes), one for each kind of garment. Ranges are body measures in whole
-- centimetres, [from, to]. The measures of bra sizes aren't stored, since they follow from the size (EN 13402-3).
create table public.size_charts (
  -- In addresses, and in the cookie of a shopper's own sizes. The size finder knows bra and soft-bra.
  name text primary key check (name ~ '^[a-z]' and name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) <= 30),
  title text not null check (length(trim(title)) between 1 and 80),
  -- How to choose a row.
  advice text not null check (length(trim(advice)) between 1 and 300),
  -- What operators type its measures in, and what the shop shows first. They are stored in centimetres.
  unit text not null default 'cm' check (unit in ('cm', 'in')),
  display_order integer not null default 0,
  version integer not null default 1
);
alter table public.size_charts enable row level security;
create trigger raise_version before update on public.size_charts for each row execute function shop.raise_version();
-- Whether a range is none or [from, to] in centimetres, as a body may measure.
create function shop.is_body_range(p_range integer[]) returns boolean
language sql immutable set search_path = '' as $$
  select p_range is null or coalesce(cardinality(p_range) = 2 and p_range[1] between 20 and p_range[2]
    and p_range[2] <= 250, false)
$$;
create table public.size_chart_rows (
  chart text not null references public.size_charts (name) on delete cascade,
  size text not null check (length(trim(size)) between 1 and 20),
  display_order integer not null,
  -- Its names in the UK, the EU and the US.
  uk text not null default '' check (length(uk) <= 10),
  eu text not null default '' check (length(eu) <= 10),
  us text not null default '' check (length(us) <= 10),
  underbust integer[] check (shop.is_body_range(underbust)),
  bust integer[] check (shop.is_body_range(bust)),
  waist integer[] check (shop.is_body_range(waist)),
  hips integer[] check (shop.is_body_range(hips)),
  shoulder integer[] check (shop.is_body_range(shoulder)),
  primary key (chart, size),
  check (chart = 'bra' or num_nonnulls(underbust, bust, waist, hips, shoulder) > 0),
  check (chart <> 'bra' or size ~ '^[0-9]{2}[A-Z]{1,2}$')
);
alter table public.size_chart_rows enable row level security;

-- Returns the tables of the size guide: [{ name, version, title, advice, unit, rows: [{ size, uk, eu, us, underbust,
-- bust, waist, hips, shoulder }] }], in its order. A measure that a table hasn't is null.
create function public.get_size_charts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(to_jsonb(c) || jsonb_build_object('rows',
    (select coalesce(jsonb_agg(to_jsonb(r) - array['chart', 'display_order']
    order by r.display_order), '[]') from public.size_chart_rows r where r.chart = c.name))
      order by c.display_order, c.title)
  from public.size_charts c
$$;
grant execute on function public.get_size_charts() to anon, authenticated;

-- What of a table the record of changes shows: { title, advice, unit, "S": "underbust 68–72, bust 81–86; 8, 36, 4" }.
create function shop.audited_chart(p_name text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', c.title, 'advice', c.advice, 'unit', c.unit)
    || coalesce((select jsonb_object_agg('size ' || r.size,
      concat_ws('; ', nullif(concat_ws(', ', 'underbust ' || array_to_string(r.underbust, '–'),
        'bust ' || array_to_string(r.bust, '–'),
        'waist ' || array_to_string(r.waist, '–'), 'hips ' || array_to_string(r.hips, '–'),
        'shoulder ' || array_to_string(r.shoulder, '–')), ''),
      nullif(concat_ws(', ', nullif(r.uk, ''), nullif(r.eu, ''), nullif(r.us, '')), '')))
    from public.size_chart_rows r where r.chart = c.name), '{}')
  from public.size_charts c where c.name = p_name
$$;

-- Saves a table of the size guide: { title, advice, rows }, the rows as in get_size_charts, in this order. Refuses with
-- no_such_chart (PT404), changed_meanwhile (PT409) and invalid_chart (PT400).
create function public.desk_save_size_chart(p_name text, p_version integer, p_chart jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.size_charts;
  was jsonb;
begin
  perform shop.require_desk('{products}');
  select * into old from public.size_charts c where c.name = p_name for update;
  if old.name is null then
    raise exception using errcode = 'PT404', message = 'no_such_chart';
  end if;
  perform shop.check_version(old.version, p_version);
  was := shop.audited_chart(p_name);
  if coalesce(jsonb_array_length(p_chart -> 'rows'), 0) not between 1 and 40 then
    raise exception using errcode = 'PT400', message = 'invalid_chart';
  end if;
  begin
    update public.size_charts c set title = trim(p_chart ->> 'title'), advice = trim(p_chart ->> 'advice')
      where c.name = p_name;
    delete from public.size_chart_rows r where r.chart = p_name;
    insert into public.size_chart_rows (chart, size, display_order, uk, eu, us, underbust, bust, waist, hips, shoulder)
    select p_name, trim(r.size), r.place, coalesce(trim(r.uk), ''), coalesce(trim(r.eu), ''), coalesce(trim(r.us), ''),
      case when p_name <> 'bra' then r.underbust end, case when p_name <> 'bra' then r.bust end,
      case when p_name <> 'bra' then r.waist end, case when p_name <> 'bra' then r.hips end,
      case when p_name <> 'bra' then r.shoulder end
    from rows from (jsonb_to_recordset(p_chart -> 'rows') as (size text, uk text, eu text, us text, underbust integer[],
      bust integer[],
      waist integer[], hips integer[], shoulder integer[])) with ordinality as r (size, uk, eu, us, underbust, bust,
        waist, hips, shoulder, place);
  exception when check_violation or not_null_violation or unique_violation then
    raise exception using errcode = 'PT400', message = 'invalid_chart';
  end;
  perform shop.record_at_desk('save_size_chart', 'sizes', p_name, was, shop.audited_chart(p_name));
end $$;

-- Makes a table without sizes, at the end of the guide, and returns its name: { title, advice, unit }. The shop shows
-- it once it has sizes. Refuses with chart_exists (PT409) for a title that another has, and invalid_chart (PT400).
create function public.desk_create_size_chart(p_chart jsonb) returns text
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  made text;
begin
  perform shop.require_desk('{products}');
  perform shop.bounded(p_chart, 2000);
  lock table public.size_charts in share row exclusive mode;
  if exists (select from public.size_charts c where lower(c.title) = lower(trim(p_chart ->> 'title'))) then
    raise exception using errcode = 'PT409', message = 'chart_exists';
  end if;
  if (select count(*) from public.size_charts) >= 40 then
    raise exception using errcode = 'PT400', message = 'invalid_chart';
  end if;
  begin
    made := shop.code_of(p_chart ->> 'title', (select array_agg(c.name) from public.size_charts c));
    insert into public.size_charts (name, title, advice, unit, display_order)
    select made, trim(p_chart ->> 'title'), trim(p_chart ->> 'advice'), coalesce(p_chart ->> 'unit', 'cm'),
      max(c.display_order) + 1 from public.size_charts c;
  exception when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'invalid_chart';
  end;
  perform shop.record_at_desk('create_size_chart', 'sizes', made, null, shop.audited_chart(made));
  return made;
end $$;

-- Removes a table that no category has. Refuses with no_such_chart (PT404), changed_meanwhile, chart_in_use, and
-- chart_needed for the two that the size finder reads (PT409).
create function public.desk_remove_size_chart(p_name text, p_version integer) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.size_charts;
  was jsonb;
begin
  perform shop.require_desk('{products}');
  select * into old from public.size_charts c where c.name = p_name for update;
  if old.name is null then
    raise exception using errcode = 'PT404', message = 'no_such_chart';
  end if;
  perform shop.check_version(old.version, p_version);
  if p_name in ('bra', 'soft-bra') then
    raise exception using errcode = 'PT409', message = 'chart_needed';
  end if;
  if exists (select from public.product_categories c where c.size_chart = p_name) then
    raise exception using errcode = 'PT409', message = 'chart_in_use';
  end if;
  was := shop.audited_chart(p_name);
  delete from public.size_charts c where c.name = p_name;
  perform shop.record_at_desk('remove_size_chart', 'sizes', p_name, was, null);
end $$;
grant execute on function public.desk_save_size_chart(text, integer, jsonb), public.desk_create_size_chart(jsonb),
  public.desk_remove_size_chart(text, integer) to authenticated;
