-- Translations of what rows say (decision 190): {"ur": {"name": "…"}} beside the English columns.

-- Returns the tables whose texts can be translated, in the order of the desk's list. kinds are what the record of changes calls the rows, and
-- kind says which one a row t is; owner is the row on whose page a row with the key is edited, and part what it is there. bounds has for each
-- column the longest translation, twice the column's own bound. A list of texts, such as the requirements of a job, is translated as lines.
create function shop.translated_tables() returns table (source regclass, kinds text[], kind text, key text, owner text, part text, bounds jsonb)
language sql stable set search_path = '' as $$
  values
    ('public.products'::regclass, '{product}'::text[], '''product''', 't.id', 't.id', null,
      '{"name": 320, "description": 40000, "fit_notes": 2000, "hero_heading": 160}'::jsonb),
    ('public.product_features', '{product}', '''product''', 't.id', 't.product_id', 'feature', '{"title": 240, "description": 2000}'),
    ('public.product_media', '{product}', '''product''', 't.id', 't.product_id', 'picture', '{"alt": 400}'),
    ('public.product_categories', '{category}', '''category''', 't.id', 't.id', null, '{"name": 160, "description": 600}'),
    ('public.colors', '{color}', '''color''', 't.id', 't.id', null, '{"name": 80}'),
    ('public.attributes', '{attribute}', '''attribute''', 't.code', 't.code', null, '{"name": 80}'),
    ('public.attribute_values', '{attribute}', '''attribute''', 't.attribute || '':'' || t.code', 't.attribute', 'value', '{"name": 80}'),
    ('public.size_charts', '{sizes}', '''sizes''', 't.name', 't.name', null, '{"title": 160, "advice": 600}'),
    ('public.banners', '{announcement,slide,band}', 't.kind', 't.id', 't.id', null, '{"title": 320, "description": 600, "button": 80}'),
    ('public.hero_statistics', '{statistic}', '''statistic''', 't.stat_key', 't.stat_key', null, '{"stat_label": 160}'),
    ('public.search_answers', '{search_answer}', '''search_answer''', 't.id', 't.id', null, '{"answer": 400}'),
    ('public.page_content', '{page}', '''page''', 't.id', 't.id', null, '{"title": 400, "content": 100000, "meta_description": 600}'),
    ('public.faq_categories', '{question_category}', '''question_category''', 't.id', 't.id', null, '{"title": 160}'),
    ('public.faq_items', '{question}', '''question''', 't.id', 't.id', null, '{"question": 400, "answer": 100000}'),
    ('public.company_works', '{work}', '''work''', 't.id', 't.id', null, '{"title": 240, "category": 120, "description": 2000}'),
    ('public.career_positions', '{job}', '''job''', 't.id', 't.id', null, '{"title": 240, "department": 120, "location": 120, "type": 120,
      "description": 4000, "responsibilities": 8000, "requirements": 8000}'),
    ('public.footer_pages', '{footer}', '''footer''', 't.id', 't.id', null, '{"title": 120}'),
    ('public.contact_info', '{contact_details}', '''contact_details''', 't.id', 't.id', null, '{"address": 600, "hours": 400}'),
    ('public.predefined_questions', '{quick_answer}', '''quick_answer''', 't.id', 't.id', null,
      '{"question_text": 400, "answer_text": 4000, "category": 120}'),
    ('public.mail_texts', '{mail}', '''mail''', 't.id', 't.id', null, '{"subject": 240, "heading": 240, "body": 8000, "button": 160, "closing": 4000}')
$$;

-- Whether a value is translations of these columns: none is empty or longer than its bound.
create function shop.are_translations(p_value jsonb, p_bounds jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_value) = 'object' and not exists (
    select from jsonb_each(case jsonb_typeof(p_value) when 'object' then p_value end) as l (language, texts)
    where l.language <> 'ur' or jsonb_typeof(l.texts) <> 'object' or exists (
      select from jsonb_each(case jsonb_typeof(l.texts) when 'object' then l.texts end) as t (name, value)
      where not p_bounds ? t.name or jsonb_typeof(t.value) <> 'string' or t.value #>> '{}' !~ '\S'
        or length(t.value #>> '{}') > (p_bounds ->> t.name)::integer))
$$;
grant execute on function shop.are_translations(jsonb, jsonb) to service_role;

do $$
declare
  t record;
begin
  for t in select * from shop.translated_tables() loop
    execute format('alter table %1$s add column translations jsonb not null default ''{}'', '
      'add constraint translations_fit check (translations = ''{}'' or shop.are_translations(translations, %2$L))', t.source, t.bounds);
  end loop;
end $$;
-- As their other texts in supabase/migrations/20260101001500_order_mails.sql.
alter table public.mail_texts add constraint translations_are_plain check (translations::text !~* '<[a-z/!]');

-- Returns translations with a text in Urdu in a column, or without one.
create function shop.with_urdu(p_translations jsonb, p_name text, p_text text) returns jsonb
language sql immutable set search_path = '' as $$
  select case when urdu = '{}' then p_translations - 'ur' else p_translations || jsonb_build_object('ur', urdu) end
  from (select coalesce(p_translations -> 'ur', '{}') - p_name
    || case when p_text is null then '{}' else jsonb_build_object(p_name, p_text) end as urdu) as x
$$;

-- Returns the English texts of the shop that aren't empty, each with its Urdu: all, or those of a kind, or of one row's page. seen differs
-- once either is changed. Archived products are left out.
create function shop.texts_with_urdu(p_kind text default null, p_owner text default null) returns table (place integer, kind text, owner text,
  source text, id text, part text, name text, most integer, english text, urdu text, seen text)
language plpgsql stable security definer set search_path = '' as $$
declare
  t record;
begin
  for t in select x.at::integer as place, x.*, c.relname, string_agg(format('%L, t.%I', b.key, b.key), ', ') as texts
      from shop.translated_tables() with ordinality as x (source, kinds, kind, key, owner, part, bounds, at)
      join pg_catalog.pg_class c on c.oid = x.source cross join lateral jsonb_each(x.bounds) b
      where p_kind is null or p_kind = any (x.kinds) group by x.source, x.kinds, x.kind, x.key, x.owner, x.part, x.bounds, x.at, c.relname order by x.at loop
    return query execute format($text$
      select %s, %s, (%s)::text, %L, (%s)::text, %L, b.key, b.value::integer, e.english, u.urdu, 'v' || left(md5(concat_ws(E'\n', e.english, u.urdu)), 12)
      from %s t cross join lateral jsonb_build_object(%s) as r cross join lateral jsonb_each_text(%L) as b
      cross join lateral (select case jsonb_typeof(r -> b.key) when 'array' then (select string_agg(x, E'\n') from jsonb_array_elements_text(r -> b.key) as x)
        else r ->> b.key end as english) as e
      cross join lateral (select t.translations -> 'ur' ->> b.key as urdu) as u
      where ($1 is null or %s = $1) and ($2 is null or (%s)::text = $2) and %s and e.english ~ '\S'$text$,
      t.place, t.kind, t.owner, t.relname, t.key, t.part, t.source, t.texts, t.bounds, t.kind, t.owner,
      case when t.kinds = '{product}' then format('exists (select from public.products p where p.id = %s and p.deleted_at is null)', t.owner) else 'true' end)
      using p_kind, p_owner;
  end loop;
end $$;

-- Returns texts with their Urdu, at most p_most after the place p_after: [{ place, key, kind, owner, source, id, part, name, label, most,
-- english, urdu, seen }]. The label is the column in words, the key a short name of the text.
-- Names of columns are in the order of their length, so that a name comes before a description.
create function public.desk_translations(p_kind text default null, p_owner text default null, p_is_missing boolean default false,
  p_after text default '', p_most integer default 5000) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
begin
  perform shop.require_desk();
  return (select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object('label', replace(shop.column_in_words(x.name), '_', ' '), 'key', 'urdu-' || left(md5(x.place), 12)) order by x.place), '[]')
    from (select * from (select (to_char(t.place, 'FM00') || '/' || t.owner || '/' || t.id || '/' || to_char(length(t.name), 'FM00') || t.name) collate "C" as place, t.kind, t.owner, t.source, t.id, t.part,
        t.name, t.most, t.english, t.urdu, t.seen from shop.texts_with_urdu(p_kind, p_owner) t where not p_is_missing or t.urdu is null) as listed
      where listed.place > p_after order by listed.place limit p_most) x);
end $$;

-- Returns how many texts of each kind there are, and how many have no Urdu: [{ kind, texts, missing }].
create function public.desk_translation_counts() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
begin
  perform shop.require_desk();
  return (select coalesce(jsonb_agg(to_jsonb(c) - 'place' order by c.place, c.kind), '[]')
    from (select min(t.place) as place, t.kind, count(*) as texts, count(*) filter (where t.urdu is null) as missing
      from shop.texts_with_urdu() t group by t.kind) c);
end $$;

-- Saves Urdu texts, all or none, and returns how many were changed: [{ source, id, name, urdu, seen, at }], where seen is what was shown and
-- at what a refusal calls the text. An empty text removes the Urdu. With p_owner only texts of that row's page are looked at. Refuses with
-- translation_changed (PT409) for a text whose English or Urdu isn't what was shown, and invalid_translation (PT400), whose details say which.
create function public.desk_save_translations(p_texts jsonb, p_kind text default null, p_owner text default null) returns integer
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' set statement_timeout = '60s' as $$
declare
  changed jsonb;
  problem text;
  outdated text;
  one record;
  locked integer;
begin
  perform shop.require_desk();
  perform shop.bounded(p_texts, 12000000);
  with given as materialized (
    select g.*, x.kind, x.owner, x.part, x.most, x.english, x.urdu as was, x.seen as now_seen, x.place,
      -- Names have one line.
      nullif(trim(case when x.most <= 400 then regexp_replace(g.urdu, '\s+', ' ', 'g') else replace(g.urdu, E'\r', '') end, E' \n\t'), '') as wanted
    from jsonb_to_recordset(p_texts) as g (source text, id text, name text, urdu text, seen text, at text)
    left join shop.texts_with_urdu(p_kind, p_owner) x using (source, id, name)
  ), wanted as (
    select g.*, case when length(g.wanted) > g.most then 'at most ' || g.most || ' characters'
        when exists (select from regexp_matches(g.wanted, '\{[a-z_]+\}', 'g') as m (found) where strpos(g.english, m.found[1]) = 0)
          then 'a word in braces that the English doesn’t have'
        when g.source = 'mail_texts' and g.wanted ~* '<[a-z/!]' then 'mails are plain text' end as problem
    from given g where g.now_seen is null or g.wanted is distinct from g.was
  )
  select jsonb_agg(to_jsonb(w)) filter (where w.problem is null), (array_agg(w.at || ': ' || w.problem) filter (where w.problem is not null))[1],
    string_agg(w.at, ', ') filter (where w.seen is distinct from w.now_seen)
  into changed, problem, outdated from wanted w;
  if outdated is not null then
    raise exception using errcode = 'PT409', message = 'translation_changed', detail = left(outdated, 300);
  end if;
  if problem is not null then
    raise exception using errcode = 'PT400', message = 'invalid_translation', detail = left(problem, 300);
  end if;
  for one in select t.source::text as stored_in, t.key, c.* from jsonb_to_recordset(changed) as c (source text, id text, name text, was text, wanted text,
        place integer, at text)
      join (shop.translated_tables() t join pg_catalog.pg_class r on r.oid = t.source) on r.relname = c.source order by c.place, c.id, c.name loop
    execute format('update %s t set translations = shop.with_urdu(t.translations, $1, $2) where %s and t.translations -> ''ur'' ->> $1 is not distinct from $4',
        one.stored_in, case one.key when 't.id' then 't.id = shop.to_uuid($3)' else format('(%s)::text = $3', one.key) end)
      using one.name, one.wanted, one.id, one.was;
    get diagnostics locked = row_count;
    if locked = 0 then
      raise exception using errcode = 'PT409', message = 'translation_changed', detail = one.at;
    end if;
  end loop;
  perform shop.record_at_desk('save_urdu', c.kind, c.owner, jsonb_object_agg(n.called, c.was), jsonb_object_agg(n.called, c.wanted))
  from jsonb_to_recordset(changed) as c (kind text, owner text, part text, name text, english text, was text, wanted text)
  cross join lateral (select concat_ws(' ', c.part, shop.column_in_words(c.name), 'in Urdu', '(' || left(case when c.part is not null then c.english end, 40) || ')')
    as called) n group by c.kind, c.owner;
  return coalesce(jsonb_array_length(changed), 0);
end $$;
grant execute on function public.desk_translations(text, text, boolean, text, integer), public.desk_translation_counts(),
  public.desk_save_translations(jsonb, text, text) to authenticated;

-- Returns the Urdu of names by their English, for what functions return by its English name, since that is in addresses and carts:
-- { color: { "Black": "…" }, category, attribute, value, answer, question, reply, topic }.
create function public.urdu_words() returns jsonb
language sql stable security definer set search_path = '' as $$
  with named as (
    select 'color' as kind, c.name as english, c.translations -> 'ur' ->> 'name' as urdu from public.colors c
    union all select 'category', c.name, c.translations -> 'ur' ->> 'name' from public.product_categories c where c.is_active
    union all select 'attribute', a.name, a.translations -> 'ur' ->> 'name' from public.attributes a
    union all select 'value', v.name, v.translations -> 'ur' ->> 'name' from public.attribute_values v
    union all select 'answer', s.answer, s.translations -> 'ur' ->> 'answer' from public.search_answers s
    union all select w.* from public.predefined_questions q cross join lateral (values
      ('question', q.question_text, q.translations -> 'ur' ->> 'question_text'), ('reply', q.answer_text, q.translations -> 'ur' ->> 'answer_text'),
      ('topic', q.category, q.translations -> 'ur' ->> 'category')) as w where q.is_active
  )
  select coalesce(jsonb_object_agg(k.kind, k.words), '{}')
  from (select n.kind, jsonb_object_agg(n.english, n.urdu) as words from named n where n.urdu is not null group by n.kind) k
$$;
grant execute on function public.urdu_words() to anon, authenticated;

-- Returns the translations of a product's name alone: { ur: { name } }.
create function shop.name_in_languages(p public.products) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p.translations -> 'ur' ? 'name' then jsonb_build_object('ur', jsonb_build_object('name', p.translations -> 'ur' -> 'name')) else '{}' end
$$;

-- As before, with the translations of its name.
create or replace function shop.product_card(p public.products) returns jsonb
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
    'is_active', p.is_active, 'created_at', p.created_at,
    'translations', shop.name_in_languages(p))
$$;

-- As before, with the translations of its texts.
create or replace function shop.product_with_similar(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with found as (
    select p as product, p.id, p.category_id, p.description, p.fit_notes, p.translations from public.products p where p.id = p_id
  )
  select jsonb_build_object(
    'product', shop.product_card(f.product) || jsonb_build_object(
      'description', f.description,
      'fit_notes', f.fit_notes,
      'translations', f.translations,
      'size_chart', shop.size_chart_of(f.category_id),
      'media', coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'url', m.url, 'alt', m.alt, 'color_id', m.color_id, 'translations', m.translations)
          order by m.is_featured desc, m.display_order)
        from public.product_media m where m.product_id = f.id and not m.is_banner), '[]'),
      'variants', coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'label', v.label, 'size', v.size,
          'brand_size', v.brand_size, 'cup_size', v.cup_size, 'material', v.material, 'stock', v.stock, 'by_color', shop.stock_by_color(v))
          order by v.display_order)
        from public.product_variants v where v.product_id = f.id), '[]'),
      'attributes', shop.attributes_of(f.id),
      'video', (select v.path from shop.product_videos v where v.product_id = f.id),
      'features', coalesce((select jsonb_agg(jsonb_build_object('title', x.title, 'description', x.description, 'translations', x.translations)
          order by x.display_order)
        from public.product_features x where x.product_id = f.id), '[]')),
    'similar_products', coalesce((select jsonb_agg(shop.product_card(near.product) order by near.created_at desc)
      from (select p as product, p.created_at from public.products p
            where p.is_active and p.deleted_at is null and p.category_id = f.category_id and p.id <> f.id
            order by p.created_at desc limit 4) as near), '[]'))
  from found f
$$;

-- As before. A feature keeps its translations while it keeps its title.
create or replace function shop.save_features(p_product uuid, p_features jsonb) returns void
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
  from rows from (jsonb_to_recordset(p_features) as (title text, description text)) with ordinality as f (title, description, place)
  left join lateral (select x.translations from was x where x.title = trim(f.title) limit 1) w on true;
end $$;

-- As before, with the translations of its texts.
create or replace function public.desk_duplicate_product(p_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  source public.products;
  copy uuid := gen_random_uuid();
begin
  perform shop.require_desk();
  -- No picture is removed meanwhile, whose original the copy shares.
  select * into source from public.products p where p.id = p_id for share;
  if source.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_product';
  end if;
  insert into public.products (id, name, title, description, slug, price, image_url, fit_notes, category_id, is_active, translations)
  values (copy, left(source.name, 150) || ' (copy)', source.title, source.description, source.slug || '-' || left(copy::text, 8), source.price,
    source.image_url, source.fit_notes, source.category_id, false, source.translations);
  insert into public.product_colors (product_id, color_id, display_order)
  select copy, pc.color_id, pc.display_order from public.product_colors pc where pc.product_id = source.id;
  insert into public.product_attributes (product_id, attribute, value)
  select copy, pa.attribute, pa.value from public.product_attributes pa where pa.product_id = source.id;
  insert into public.product_media (product_id, color_id, url, alt, is_featured, is_banner, display_order, original, part, translations)
  select copy, m.color_id, m.url, m.alt, m.is_featured, m.is_banner, m.display_order, m.original, m.part, m.translations
  from public.product_media m where m.product_id = source.id;
  insert into public.product_features (product_id, title, description, display_order, translations)
  select copy, f.title, f.description, f.display_order, f.translations from public.product_features f where f.product_id = source.id;
  insert into public.product_variants (product_id, size, brand_size, cup_size, material, stock, display_order)
  select copy, v.size, v.brand_size, v.cup_size, v.material, case when v.stock is not null then 0 end, v.display_order
  from public.product_variants v where v.product_id = source.id;
  perform shop.record_at_desk('duplicate_product', 'product', copy::text, null,
    jsonb_build_object('name', left(source.name, 150) || ' (copy)', 'copy_of', source.id));
  return copy;
end $$;

-- As before, without the translations, which have changes of their own.
create or replace function shop.audited_category(c public.product_categories) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(c) - array['id', 'version', 'parent_id', 'display_order', 'translations'] || jsonb_build_object('parent',
    (select above.name from public.product_categories above where above.id = c.parent_id))
$$;

-- As before, with the translations of the products' names.
create or replace function public.price_cart(p_items jsonb, p_promo_code text default null, p_country text default 'Pakistan') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  lines jsonb;
  subtotal numeric;
  list_total numeric;
  promo jsonb;
  goods numeric;
  fee numeric;
begin
  -- Also for a missing array, because comparisons with null are null.
  if jsonb_typeof(p_items) is distinct from 'array' or jsonb_array_length(p_items) > 50
     or length(p_items::text) > 20000 or length(p_promo_code) > 200 then
    raise exception using errcode = 'PT400', message = 'cart_too_large';
  end if;
  lines := (select coalesce(jsonb_agg(line || jsonb_build_object('translations', shop.name_in_languages(p)) order by position), '[]')
    from shop.priced_lines(p_items) with ordinality as t (line, position) left join public.products p on p.id = shop.to_uuid(line ->> 'product_id'));
  select coalesce(sum(final_price * quantity), 0), coalesce(sum(price * quantity), 0) into subtotal, list_total
  from jsonb_to_recordset(lines) as l (problem text, price numeric, final_price numeric, quantity numeric)
  where problem is null or problem in ('stock', 'pieces');

  if nullif(trim(p_promo_code), '') is not null then
    promo := shop.promo_discount(p_promo_code, subtotal);
  end if;
  goods := greatest(subtotal - coalesce((promo ->> 'discount')::numeric, 0), 0);
  fee := public.delivery_fee(p_country, goods);
  return jsonb_build_object('lines', lines, 'subtotal', subtotal, 'savings', list_total - subtotal,
    'promo', promo, 'delivery_fee', fee, 'total', goods + fee);
end $$;

-- As before, with the translations of the products' names.
create or replace function public.get_guest_order(p_order_id text, p_attempt_key uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.bounded(p_order_id, 60);
  return (select shop.order_as_json(o) || jsonb_build_object('items',
      (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('translations', shop.name_in_languages(p))), '[]')
        from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = o.id), 'refunds',
      (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.refunds r where r.order_id = o.id), 'order_mails',
      (select coalesce(jsonb_agg(jsonb_build_object('held_until', m.held_until)), '[]') from public.order_mails m where m.order_id = o.id))
    from public.orders o where o.order_id = p_order_id and o.attempt_key = p_attempt_key and o.user_id is null);
end $$;
