-- Faster searches and filters of a large catalogue. What they return is as before.

-- Whether a product matches a condition. Looks it up in the indexes of the condition: the planner expects the first of thousands of estimated
-- matches soon and reads the table, which takes long if there is none.
create function shop.has_product(condition text) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  is_found boolean;
begin
  execute format('select exists (select from public.products p where %s)', condition) into is_found;
  return is_found;
end $$;

-- A sequential read of the table with its long texts would take longer than any of its indexes.
create or replace function shop.count_products(condition text, most bigint) returns bigint
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  total bigint;
begin
  if most = 1 then return shop.has_product(condition)::integer; end if;
  execute format('select count(*) from (select from public.products p where %s limit $1) as found', condition) into total using most;
  return total;
end $$;

-- Returns an order that no index has. Few matches are found first and then sorted: an index in the order of the listing is read until a page
-- is full, which takes long if the matches aren't spread evenly, as garments of one kind that came together.
create function shop.sorted_order(ordering text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(ordering, '^(p\.\w+)', 'coalesce(\1, \1)')
$$;

create or replace function public.get_products(
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
  elsif search.total <= 5000 then
    ordering := shop.sorted_order(ordering);
  end if;
  -- A page behind the last one would read all products to skip them.
  return jsonb_build_object('products', case when (wanted_page - 1)::bigint * size_of_page >= search.total then '[]' else
      shop.page_of_products(format('%s and (%s)', condition, search.matches), ordering, size_of_page, wanted_page,
        chosen || shop.colors_of(search.words, chosen -> 'colors')) end,
    'total', search.total, 'page', wanted_page, 'page_size', size_of_page,
    'total_pages', ceil(search.total::numeric / size_of_page)::integer, 'searched_for', search.corrected, 'answer', search.answer,
    'default_stars', (select r.default_stars from public.listing_rules r));
end $$;

-- The functions of a search's words. PL/pgSQL keeps the plans of its queries for the session, while an SQL function that can't be inlined is
-- planned at each call, which took longer than its queries, and a search calls these for each word.

create or replace function shop.meanings(word text) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select meanings.word union select shop.searchable(s.meaning) from public.search_synonyms s
    where s.word in (meanings.word, regexp_replace(meanings.word, 's$', ''));
end $$;

create or replace function shop.meaning_words(words text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select array(select distinct m.word from unnest(words) as w (word), shop.meanings(w.word) as x (meaning),
      unnest(shop.search_terms(x.meaning)) as m (word)));
end $$;

-- The condition for one exact word: that of a colour, else of a size, else of a material, an attribute's value or a text with it.
create or replace function shop.plain_condition(word text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  hits bigint;
  offers integer[];
  others text;
  stem text := plain_condition.word;
  tokens text[];
begin
  select count(*), array_agg(distinct o.offer_id) into hits, offers
  from public.colors c left join shop.offer_values o on o.kind = 'colors' and o.value = c.id::text
  where plain_condition.word = any (string_to_array(shop.searchable(c.name), ' '));
  if hits = 0 then
    select count(*) filter (where x.is_size), array_agg(distinct o.offer_id) filter (where x.is_size),
      format('p.offer_id = any (%L::integer[])', array_agg(distinct o.offer_id) filter (where not x.is_size))
    into hits, offers, others
    from shop.attribute_words a cross join lateral (select a.kind in ('sizes', 'brand_sizes', 'cup_sizes') as is_size) as x
    left join shop.offer_values o on o.kind = a.kind and o.value = a.value
    where a.word = plain_condition.word having count(*) > 0;
  end if;
  if hits > 0 then return format('p.offer_id = any (%L::integer[])', offers); end if;
  -- 'bras' finds a bra, and 'dresses' a dress.
  if length(stem) > 3 then stem := regexp_replace(stem, '(?<=[^s])s$', ''); end if;
  -- Words that contain it; a short one must match the whole word, so that 'bra' doesn't find 'vibrant'.
  tokens := case when length(stem) <= 3 then array[stem, stem || 's']
    else array(select s.word from shop.search_words s where s.word like '%' || shop.like_literal(stem) || '%' order by 1 limit 200) end;
  return '(' || concat_ws(' or ', others, format('p.search_tokens && %L::text[]', tokens)) || ')';
end $$;

create or replace function shop.word_condition(typed text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select '(' || string_agg(condition, ' or ') || ')' from (
      select string_agg(shop.plain_condition(word), ' and ') as condition from shop.meanings(typed) as meanings (meaning)
      cross join lateral unnest(shop.search_terms(meanings.meaning)) as word group by meanings.meaning) as conditions);
end $$;

create or replace function shop.words_condition(words text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select string_agg(shop.word_condition(word), ' and ') from unnest(words) as word);
end $$;

create or replace function shop.meant_words(term text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
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
      or exists (select from shop.attribute_words a where a.word = w.word) or exists (select from public.search_synonyms s where s.word = w.word)));
end $$;

-- Returns the words, besides those of names, that a misspelt one may be: of categories, colours, materials and synonyms.
create function shop.known_words() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select s.word from public.search_synonyms s
    union select a.word from public.search_answers a
    union select w.word from shop.attribute_words w
    union select w.word from public.colors c, regexp_split_to_table(shop.searchable(c.name), '[^[:alnum:]]+') as w (word)
    union select w.word from public.product_categories c, regexp_split_to_table(shop.searchable(c.name), '[^[:alnum:]]+') as w (word));
end $$;

-- Returns those of the known words, and of the words of names with the same first letter, that a misspelt one may be, the most similar first.
drop function shop.similar_words(text);
create function shop.similar_words(typed text, known text[] default shop.known_words()) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if typed ~ '[0-9]' then return; end if;
  -- The offsets keep the planner from comparing letters of words that differ in length, and more than once.
  return query select near.word from (
    select x.word from (
      select n.word::text from shop.name_words n where n.word >= left(typed, 1) collate "C" and n.word < chr(ascii(typed) + 1) collate "C"
      union select unnest(known)) as x
    where length(x.word) between greatest(3, length(typed) - 2) and length(typed) + 2 and x.word !~ '[0-9]'
      -- Short words differ in one letter without being misspelt: 'bed' isn't 'red'.
      and (length(typed) > 4 or left(x.word, 1) = left(typed, 1)) offset 0) as near
  cross join lateral (select extensions.levenshtein_less_equal(near.word, typed, 2) as steps, length(near.word) = length(typed) as is_as_long offset 0) as d
  where (d.steps <= case when length(typed) > 6 then 2 else 1 end
      -- Two letters that changed places.
      or d.steps = 2 and d.is_as_long and string_to_array(near.word, null) @> string_to_array(typed, null))
    and (length(typed) > 3 or d.steps = 2 or not d.is_as_long)
  order by d.steps, not d.is_as_long, extensions.similarity(near.word, typed) desc, near.word;
end $$;

-- Reads the words once for all that were typed.
create or replace function shop.corrected_words(typed text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  known constant text[] := shop.known_words();
  colors constant text[] := array(select unnest(string_to_array(shop.searchable(c.name), ' ')) from public.colors c);
begin
  return (select array_agg(found.word order by place) from (
    select place, case
      when typed_word = any (colors)
        or exists (select from shop.attribute_words a where a.word = typed_word)
        or exists (select from public.search_synonyms s where s.word = typed_word)
        or exists (select from shop.search_words s where s.word like '%' || shop.like_literal(typed_word) || '%') then typed_word
      else (select x from shop.similar_words(typed_word, known) as x limit 1) end as word
    from unnest(typed) with ordinality as t (typed_word, place)) as found where found.word is not null);
end $$;

create or replace function shop.colors_of(words text[], chosen jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when count(*) = 0 then '{}' else jsonb_build_object('colors', coalesce(chosen, '[]')
      || jsonb_agg(x.id order by x.hits desc, length(x.name), x.name)) end
    from (select c.id, c.name, count(*) as hits from public.colors c, unnest(string_to_array(shop.searchable(c.name), ' ')) as n (word)
      where n.word = any (words) group by c.id, c.name) as x);
end $$;

create or replace function shop.main_word(words text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select w.word from unnest(words) with ordinality as w (word, place)
    cross join lateral (select array(select regexp_replace(m, 's$', '') from unnest(shop.meaning_words(array[w.word])) as m) as stems) as x
    cross join lateral (select case
      when exists (select from public.product_categories c where substring(shop.searchable(c.name) from '([[:alnum:]]+?)s?$') = any (x.stems)) then 1
      when exists (select from shop.name_words n where n.word = w.word or n.word = any (x.stems)) then 2
      when shop.colors_of(x.stems) <> '{}' or exists (select from shop.attribute_words a where a.word = any (x.stems)) then 3 end as rank) as r
    where r.rank is not null order by r.rank, w.place desc limit 1);
end $$;
