-- Faster searches of a large catalogue. PL/pgSQL keeps the plans of its queries for the session, while an SQL function that can't be inlined
-- is planned at each call, which took longer than its queries, and a search calls these for each word. They return what they did.

create or replace function shop.meanings(word text) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select meanings.word union select shop.searchable(s.meaning) from public.search_synonyms s where s.word in (meanings.word, regexp_replace(meanings.word, 's$', ''));
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
  named bigint;
  sized bigint;
  offers integer[];
  others integer[];
  stem text := plain_condition.word;
  tokens text[];
begin
  select count(*), array_agg(distinct o.offer_id) into named, offers
  from public.colors c left join shop.offer_values o on o.kind = 'colors' and o.value = c.id::text
  where plain_condition.word = any (string_to_array(shop.searchable(c.name), ' '));
  if named = 0 then
    select count(*), count(*) filter (where x.is_size), array_agg(distinct o.offer_id) filter (where x.is_size),
      array_agg(distinct o.offer_id) filter (where not x.is_size)
    into named, sized, offers, others
    from shop.attribute_words a cross join lateral (select a.kind in ('sizes', 'brand_sizes', 'cup_sizes') as is_size) as x
    left join shop.offer_values o on o.kind = a.kind and o.value = a.value where a.word = plain_condition.word;
    named := named - sized;
    if sized = 0 then offers := null; end if;
  else
    sized := 1;
  end if;
  if sized > 0 then return format('p.offer_id = any (%L::integer[])', offers); end if;
  -- 'bras' finds a bra, and 'dresses' a dress.
  if length(stem) > 3 then stem := regexp_replace(stem, '(?<=[^s])s$', ''); end if;
  -- Words that contain it; a short one must match the whole word, so that 'bra' doesn't find 'vibrant'.
  tokens := case when length(stem) <= 3 then array[stem, stem || 's']
    else array(select s.word from shop.search_words s where s.word like '%' || shop.like_literal(stem) || '%' order by 1 limit 200) end;
  return '(' || concat_ws(' or ', case when named > 0 then format('p.offer_id = any (%L::integer[])', others) end,
    format('p.search_tokens && %L::text[]', tokens)) || ')';
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
create function shop.nearest_words(typed text, known text[]) returns setof text
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

create or replace function shop.similar_words(typed text) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select shop.nearest_words(typed, shop.known_words());
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
      else (select x from shop.nearest_words(typed_word, known) as x limit 1) end as word
    from unnest(typed) with ordinality as t (typed_word, place)) as found where found.word is not null);
end $$;

create or replace function shop.colors_of(words text[], chosen jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when count(*) = 0 then '{}' else jsonb_build_object('colors', coalesce(chosen, '[]') || jsonb_agg(x.id order by x.hits desc, length(x.name), x.name)) end
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

create or replace function shop.synonym_conditions(term text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
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
      condition)), ' and ') from meant having count(condition) > 0);
end $$;

-- Without a correction the words have found nothing, so only the main one is tried.
create or replace function shop.find_matches(term text, condition text, most bigint default null,
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
    for attempt in case close when words then 2 else 1 end..2 loop
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
