-- Languages of shoppers (decision 189).

-- Returns the language of a call: the shop's server names it. What is made by the call gets it by default, and mails
-- about it are written in it.
create function shop.request_language() returns text
language sql stable set search_path = '' as $$
  select case when nullif(current_setting('request.headers', true), '')::jsonb ->> 'accept-language' = 'ur' then 'ur'
    else 'en' end
$$;
grant execute on function shop.request_language() to anon, authenticated, service_role;

-- Translations of what rows say (decision 190): {"ur": {"name": "…"}} beside the English columns.

-- Returns the tables whose texts can be translated, in the order of the desk's list. kinds are what the record of
-- changes calls the rows, and kind says which one a row t is; owner is the row on whose page a row with the key is
-- edited, and part what it is there. bounds has for each column the longest translation, twice the column's own bound.
-- A list of texts, such as the requirements of a job, is translated as lines.
create function shop.translated_tables() returns table (source regclass, kinds text[], kind text, key text, owner text,
  part text, bounds jsonb)
language sql stable set search_path = '' as $$
  values
    ('public.products'::regclass, '{product}'::text[], '''product''', 't.id', 't.id', null,
      '{"name": 320, "description": 40000, "fit_notes": 2000, "hero_heading": 160}'::jsonb),
    ('public.product_features', '{product}', '''product''', 't.id', 't.product_id', 'feature',
      '{"title": 240, "description": 2000}'),
    ('public.product_media', '{product}', '''product''', 't.id', 't.product_id', 'picture', '{"alt": 400, "caption": 120}'),
    ('public.product_categories', '{category}', '''category''', 't.id', 't.id', null,
      '{"name": 160, "description": 600}'),
    ('public.colors', '{color}', '''color''', 't.id', 't.id', null, '{"name": 80}'),
    ('public.attributes', '{attribute}', '''attribute''', 't.code', 't.code', null, '{"name": 80}'),
    ('public.attribute_values', '{attribute}', '''attribute''', 't.attribute || '':'' || t.code', 't.attribute',
      'value', '{"name": 80}'),
    ('public.size_charts', '{sizes}', '''sizes''', 't.name', 't.name', null, '{"title": 160, "advice": 600}'),
    ('public.banners', '{announcement,slide,band}', 't.kind', 't.id', 't.id', null,
      '{"title": 320, "description": 600, "button": 80}'),
    ('public.hero_statistics', '{statistic}', '''statistic''', 't.stat_key', 't.stat_key', null, '{"stat_label": 160}'),
    ('public.testimonials', '{testimonial}', '''testimonial''', 't.id', 't.id', null,
      '{"review_text": 1000, "customer_name": 160}'),
    ('public.search_answers', '{search_answer}', '''search_answer''', 't.id', 't.id', null, '{"answer": 400}'),
    ('public.page_content', '{page}', '''page''', 't.id', 't.id', null,
      '{"title": 400, "content": 100000, "meta_description": 600}'),
    ('public.faq_categories', '{question_category}', '''question_category''', 't.id', 't.id', null, '{"title": 160}'),
    ('public.faq_items', '{question}', '''question''', 't.id', 't.id', null, '{"question": 400, "answer": 100000}'),
    ('public.company_works', '{work}', '''work''', 't.id', 't.id', null,
      '{"title": 240, "category": 120, "description": 2000}'),
    ('public.career_positions', '{job}', '''job''', 't.id', 't.id', null,
      '{"title": 240, "department": 120, "location": 120, "type": 120,
      "description": 4000, "responsibilities": 8000, "requirements": 8000}'),
    ('public.footer_pages', '{footer}', '''footer''', 't.id', 't.id', null, '{"title": 120}'),
    ('public.contact_info', '{contact_details}', '''contact_details''', 't.id', 't.id', null,
      '{"address": 600, "hours": 400}'),
    ('public.predefined_questions', '{quick_answer}', '''quick_answer''', 't.id', 't.id', null,
      '{"question_text": 400, "answer_text": 4000, "category": 120}'),
    ('public.mail_texts', '{mail}', '''mail''', 't.id', 't.id', null,
      '{"subject": 240, "heading": 240, "body": 8000, "button": 160, "closing": 4000}')
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
      'add constraint translations_fit check (translations = ''{}'' or shop.are_translations(translations, %2$L))',
        t.source, t.bounds);
  end loop;
end $$;
-- They are plain text, as their English (mails.sql).
alter table public.mail_texts add constraint translations_are_plain check (translations::text !~* '<[a-z/!]');

-- Returns translations with a text in Urdu in a column, or without one.
create function shop.with_urdu(p_translations jsonb, p_name text, p_text text) returns jsonb
language sql immutable set search_path = '' as $$
  select case when urdu = '{}' then p_translations - 'ur' else p_translations || jsonb_build_object('ur', urdu) end
  from (select coalesce(p_translations -> 'ur', '{}') - p_name
    || case when p_text is null then '{}' else jsonb_build_object(p_name, p_text) end as urdu) as x
$$;

-- Returns the English texts of the shop that aren't empty, each with its Urdu: all, or those of a kind, or of one row's
-- page. seen differs once either is changed. Archived products are left out.
create function shop.texts_with_urdu(p_kind text default null, p_owner text default null) returns table (place integer,
  kind text, owner text,
  source text, id text, part text, name text, most integer, english text, urdu text, seen text)
language plpgsql stable security definer set search_path = '' as $$
declare
  t record;
begin
  for t in select x.at::integer as place, x.*, c.relname, string_agg(format('%L, t.%I', b.key, b.key), ', ') as texts
      from shop.translated_tables() with ordinality as x (source, kinds, kind, key, owner, part, bounds, at)
      join pg_catalog.pg_class c on c.oid = x.source cross join lateral jsonb_each(x.bounds) b
      where p_kind is null or p_kind = any (x.kinds) group by x.source, x.kinds, x.kind, x.key, x.owner, x.part,
        x.bounds, x.at, c.relname order by x.at loop
    return query execute format($text$
      select %s, %s, (%s)::text, %L, (%s)::text, %L, b.key, b.value::integer, e.english, u.urdu,
        'v' || left(md5(concat_ws(E'\n', e.english, u.urdu)), 12)
      from %s t cross join lateral jsonb_build_object(%s) as r cross join lateral jsonb_each_text(%L) as b
      cross join lateral (select case jsonb_typeof(r -> b.key) when 'array'
        then (select string_agg(x, E'\n') from jsonb_array_elements_text(r -> b.key) as x)
        else r ->> b.key end as english) as e
      cross join lateral (select t.translations -> 'ur' ->> b.key as urdu) as u
      where ($1 is null or %s = $1) and ($2 is null or (%s)::text = $2) and %s and e.english ~ '\S'$text$,
      t.place, t.kind, t.owner, t.relname, t.key, t.part, t.source, t.texts, t.bounds, t.kind, t.owner,
      case when t.kinds = '{product}'
        then format('exists (select from public.products p where p.id = %s and p.deleted_at is null)', t.owner)
        else 'true' end)
      using p_kind, p_owner;
  end loop;
end $$;

-- Returns texts with their Urdu, at most p_most after the place p_after: [{ place, key, kind, owner, source, id, part,
-- name, label, most, english, urdu, seen }]. The label is the column in words, the key a short name of the text. Names
-- of columns are in the order of their length, so that a name comes before a description.
create function public.desk_translations(p_kind text default null, p_owner text default null,
  p_is_missing boolean default false,
  p_after text default '', p_most integer default 5000) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
begin
  perform shop.require_desk('{}');
  return (select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object('label',
    replace(shop.column_in_words(x.name), '_', ' '), 'key', 'urdu-' || left(md5(x.place), 12)) order by x.place), '[]')
    from (select * from (select (to_char(t.place, 'FM00') || '/' || t.owner || '/' || t.id || '/'
      || to_char(length(t.name), 'FM00') || t.name) collate "C" as place, t.kind, t.owner, t.source, t.id, t.part,
        t.name, t.most, t.english, t.urdu, t.seen from shop.texts_with_urdu(p_kind, p_owner) t where not p_is_missing
          or t.urdu is null) as listed
      where listed.place > p_after order by listed.place limit p_most) x);
end $$;

-- Returns how many texts of each kind there are, and how many have no Urdu: [{ kind, texts, missing }].
create function public.desk_translation_counts() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
begin
  perform shop.require_desk('{}');
  return (select coalesce(jsonb_agg(to_jsonb(c) - 'place' order by c.place, c.kind), '[]')
    from (select min(t.place) as place, t.kind, count(*) as texts, count(*) filter (where t.urdu is null) as missing
      from shop.texts_with_urdu() t group by t.kind) c);
end $$;

-- Saves Urdu texts, all or none, and returns how many were changed: [{ source, id, name, urdu, seen, at }], where seen
-- is what was shown and at what a refusal calls the text. An empty text removes the Urdu. With p_owner only texts of
-- that row's page are looked at. Refuses with translation_changed (PT409) for a text whose English or Urdu isn't what
-- was shown, and invalid_translation (PT400), whose details say which.
create function public.desk_save_translations(p_texts jsonb, p_kind text default null,
  p_owner text default null) returns integer
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' set statement_timeout
  = '60s' as $$
declare
  changed jsonb;
  problem text;
  outdated text;
  one record;
  locked integer;
begin
  -- Who changes a product or a list also translates it.
  perform shop.require_desk(case when p_kind = any (shop.kinds_at_desk()) then '{}'
    else '{texts}' end::text[]);
  perform shop.bounded(p_texts, 12000000);
  with given as materialized (
    select g.*, x.kind, x.owner, x.part, x.most, x.english, x.urdu as was, x.seen as now_seen, x.place,
      -- Names have one line.
      nullif(trim(case when x.most <= 400 then regexp_replace(g.urdu, '\s+', ' ', 'g')
        else replace(g.urdu, E'\r', '') end, E' \n\t'), '') as wanted
    from jsonb_to_recordset(p_texts) as g (source text, id text, name text, urdu text, seen text, at text)
    left join shop.texts_with_urdu(p_kind, p_owner) x using (source, id, name)
  ), wanted as (
    select g.*, case when length(g.wanted) > g.most then 'at most ' || g.most || ' characters'
        when exists (select from regexp_matches(g.wanted, '\{[a-z_]+\}', 'g') as m (found)
          where strpos(g.english, m.found[1]) = 0)
          then 'a word in braces that the English doesn’t have'
        when g.source = 'mail_texts' and g.wanted ~* '<[a-z/!]' then 'mails are plain text' end as problem
    from given g where g.now_seen is null or g.wanted is distinct from g.was
  )
  select jsonb_agg(to_jsonb(w)) filter (where w.problem is null),
    (array_agg(w.at || ': ' || w.problem) filter (where w.problem is not null))[1],
    string_agg(w.at, ', ') filter (where w.seen is distinct from w.now_seen)
  into changed, problem, outdated from wanted w;
  if outdated is not null then
    raise exception using errcode = 'PT409', message = 'translation_changed', detail = left(outdated, 300);
  end if;
  if problem is not null then
    raise exception using errcode = 'PT400', message = 'invalid_translation', detail = left(problem, 300);
  end if;
  for one in select t.source::text as stored_in, t.key, c.* from jsonb_to_recordset(changed) as c (source text, id text,
    name text, was text, wanted text,
        place integer, at text)
      join (shop.translated_tables() t join pg_catalog.pg_class r on r.oid = t.source) on r.relname = c.source
        order by c.place, c.id, c.name loop
    execute format('update %s t set translations = shop.with_urdu(t.translations, $1, $2) where %s and t.translations -> ''ur'' ->> $1 is not distinct from $4',
        one.stored_in, case one.key when 't.id' then 't.id = shop.to_uuid($3)'
          else format('(%s)::text = $3', one.key) end)
      using one.name, one.wanted, one.id, one.was;
    get diagnostics locked = row_count;
    if locked = 0 then
      raise exception using errcode = 'PT409', message = 'translation_changed', detail = one.at;
    end if;
  end loop;
  perform shop.record_at_desk('save_urdu', c.kind, c.owner, jsonb_object_agg(n.called, c.was),
    jsonb_object_agg(n.called, c.wanted))
  from jsonb_to_recordset(changed) as c (kind text, owner text, part text, name text, english text, was text,
    wanted text)
  cross join lateral (select concat_ws(' ', c.part, shop.column_in_words(c.name), 'in Urdu',
    '(' || left(case when c.part is not null then c.english end, 40) || ')')
    as called) n group by c.kind, c.owner;
  return coalesce(jsonb_array_length(changed), 0);
end $$;
grant execute on function public.desk_translations(text, text, boolean, text, integer),
  public.desk_translation_counts(),
  public.desk_save_translations(jsonb, text, text) to authenticated;

-- Returns the Urdu of names by their English, for what functions return by its English name, since that is in addresses
-- and carts: { color: { "Black": "…" }, category, attribute, value, answer, question, reply, topic }.
create function public.urdu_words() returns jsonb
language sql stable security definer set search_path = '' as $$
  with named as (
    select 'color' as kind, c.name as english, c.translations -> 'ur' ->> 'name' as urdu from public.colors c
    union all select 'category', c.name, c.translations -> 'ur' ->> 'name' from public.product_categories c
      where c.is_active
    union all select 'attribute', a.name, a.translations -> 'ur' ->> 'name' from public.attributes a
    union all select 'value', v.name, v.translations -> 'ur' ->> 'name' from public.attribute_values v
    union all select 'answer', s.answer, s.translations -> 'ur' ->> 'answer' from public.search_answers s
    union all select w.* from public.predefined_questions q cross join lateral (values
      ('question', q.question_text, q.translations -> 'ur' ->> 'question_text'),
        ('reply', q.answer_text, q.translations -> 'ur' ->> 'answer_text'),
      ('topic', q.category, q.translations -> 'ur' ->> 'category')) as w where q.is_active
  )
  select coalesce(jsonb_object_agg(k.kind, k.words), '{}')
  from (select n.kind, jsonb_object_agg(n.english, n.urdu) as words from named n where n.urdu is not null
    group by n.kind) k
$$;
grant execute on function public.urdu_words() to anon, authenticated;

-- Returns the translations of a product's name alone: { ur: { name } }.
create function shop.name_in_languages(p public.products) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p.translations -> 'ur' ? 'name' then jsonb_build_object('ur',
    jsonb_build_object('name', p.translations -> 'ur' -> 'name')) else '{}' end
$$;
grant update (language) on public.profiles to authenticated;
