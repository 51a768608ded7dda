-- The search: its words, what they mean, and suggestions (decision 61).

-- The words of sizes, materials and attributes' values, for the search.
create table shop.attribute_words (
  word text not null,
  kind text not null,
  value text not null,
  primary key (word, kind, value)
);

-- Returns the words that find a value of a kind by its name. A size is one word; others have several. Words of Urdu
-- may be shorter.
create function shop.attribute_words_of(kind text, value text, name text) returns setof shop.attribute_words
language sql stable set search_path = '' as $$
  select distinct w.word, $1, $2 from unnest(case when $1 in ('sizes', 'brand_sizes', 'cup_sizes')
    then array[shop.searchable($3)]
    else array(select x from regexp_split_to_table(shop.searchable($3), '[^[:alnum:]]+') as x
      where length(x) > case when x ~ '[ء-ے]' then 2 else 3 end) end) as w (word)
  where w.word <> ''
$$;

create function shop.keep_attribute_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.attribute_words w where w.kind = old.attribute and w.value = old.code;
  insert into shop.attribute_words select * from shop.attribute_words_of(new.attribute, new.code,
    concat_ws(' ', new.name, new.translations -> 'ur' ->> 'name'));
  return null;
end $$;
create trigger keep_words after insert or update or delete on public.attribute_values
  for each row execute function shop.keep_attribute_words();

-- Synonyms for the search, such as 'pajama' for 'pyjama' or 'kaala' for 'black': a word, and the catalogue's words to
-- search for instead. A word may have several rows.
create table public.search_synonyms (
  word text not null check (word ~ '^[[:alnum:]]{2,40}$' and word = lower(word)),
  meaning text not null check (length(trim(meaning)) between 1 and 80),
  primary key (word, meaning)
);
alter table public.search_synonyms enable row level security;

-- Words for what the shop doesn't sell, such as 'kurta', with what it says to that and the words to search for instead.
-- A word in the name of a product is searched for as usual.
create table public.search_answers (
  id uuid primary key default gen_random_uuid(),
  word text not null unique check (word ~ '^[[:alnum:]]{2,40}$' and word = lower(word)),
  answer text not null check (length(trim(answer)) between 1 and 200),
  instead text check (length(trim(instead)) between 2 and 80),
  version integer not null default 1
);
alter table public.search_answers enable row level security;

-- Makes the search vector of a product, the Urdu after the English.
create function shop.set_search_text() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.search_name := shop.searchable((select concat_ws(' ', new.name, c.name, new.translations -> 'ur' ->> 'name',
    c.translations -> 'ur' ->> 'name')
    from (select) as one left join public.product_categories c on c.id = new.category_id));
  -- Includes the parent categories, so that nightwear finds nightgowns.
  new.search_tokens := array(select distinct word from regexp_split_to_table(concat_ws(' ', new.search_name,
    (with recursive above as (
      select c.parent_id from public.product_categories c where c.id = new.category_id
      union all
      select c.parent_id from public.product_categories c join above a on c.id = a.parent_id
    ) select shop.searchable(string_agg(concat_ws(' ', c.name, c.translations -> 'ur' ->> 'name'), ' '))
      from above a join public.product_categories c on c.id = a.parent_id),
    shop.searchable(concat_ws(' ', new.description, new.translations -> 'ur' ->> 'description'))),
      '[^[:alnum:]]+') as word where word <> '');
  new.search_text := '';
  return new;
end $$;
create trigger set_search_text before insert or update of name, description, category_id, search_name,
  translations on public.products
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
  insert into shop.search_words select shop.words_to_keep(array(select array_to_string(search_tokens, ' ')
    from changed)) on conflict do nothing;
  insert into shop.name_words select shop.words_to_keep(array(select search_name from changed)) on conflict do nothing;
  return null;
end $$;
create trigger keep_search_words_insert after insert on public.products
  referencing new table as changed for each statement execute function shop.keep_search_words();

create function shop.keep_search_words_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.search_words select shop.words_to_keep(array[array_to_string(new.search_tokens, ' ')])
    on conflict do nothing;
  insert into shop.name_words select shop.words_to_keep(array[new.search_name]) on conflict do nothing;
  return null;
end $$;
create trigger keep_search_words_update after update of name, description, category_id, search_name,
  translations on public.products
  for each row execute function shop.keep_search_words_of_row();

-- A product's search text has the names of its category and those above. Only search_name is set, so that no form at
-- the desk becomes older (desk_catalogue.sql).
create function shop.keep_search_of_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[] := array(with recursive tree as (
      select now.id from after now join before was using (id)
      where now.name <> was.name or now.parent_id is distinct from was.parent_id
        or now.translations -> 'ur' -> 'name' is distinct from was.translations -> 'ur' -> 'name'
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

-- Returns the order of what a search finds: first names that begin with the term, then names that contain it, then by
-- the number of matching words.
create function shop.search_order(term text, words text[]) returns text
language sql immutable set search_path = '' as $$
  select format('p.search_name like %L desc, p.search_name like %L desc, (%s) desc', shop.like_literal(term) || '%',
    '%' || shop.like_literal(term) || '%', string_agg(format('(p.search_name like %L)::integer',
      '%' || shop.like_literal(word) || '%'), ' + '))
  from unnest(words) as word
$$;

-- Returns how to match a search among the products of a condition: its own condition, how many products it finds (at
-- most `most`), the words to rank names by, what was searched for if nothing has the words, and what the shop says to a
-- word for what it doesn't sell. Tries every word first, then every word or a similar one, then only the word that
-- names the product (a lace robe is a robe). A term in quotation marks is searched for as it is.
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
    select word, min(place) as place from regexp_split_to_table(lower(term),
      '[^[:alnum:]]+') with ordinality as w (word, place)
    where word <> '' group by word order by 2 limit 8) as terms
$$;

-- Returns the condition for one exact word: that of a colour or the words of its name, else of a size, else of a
-- material, an attribute's value or a text with it, in Urdu also of its singular.
create function shop.plain_condition(word text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  hits bigint;
  offers integer[];
  others text;
  stem text := plain_condition.word;
  tokens text[];
begin
  select count(*), array_agg(distinct o.offer_id) into hits, offers
  from shop.color_words c left join shop.offer_values o on o.kind = 'colors' and o.value = c.color_id::text
  where c.word = plain_condition.word;
  if hits = 0 then
    select count(*) filter (where x.is_size), array_agg(distinct o.offer_id) filter (where x.is_size),
      format('p.offer_id = any (%L::integer[])', array_agg(distinct o.offer_id) filter (where not x.is_size))
    into hits, offers, others
    from shop.attribute_words a cross join lateral (select a.kind in ('sizes', 'brand_sizes',
      'cup_sizes') as is_size) as x
    left join shop.offer_values o on o.kind = a.kind and o.value = a.value
    where a.word = plain_condition.word having count(*) > 0;
  end if;
  if hits > 0 then return format('p.offer_id = any (%L::integer[])', offers); end if;
  -- 'bras' finds a bra, and 'dresses' a dress.
  if length(stem) > 3 and stem !~ 'ss$' then stem := shop.singular(stem); end if;
  -- Words that contain it; a short one must match the whole word, so that 'bra' doesn't find 'vibrant'.
  tokens := case when length(stem) <= 3 then array[stem, stem || 's']
    else array(select s.word from shop.search_words s where s.word like '%' || shop.like_literal(stem) || '%' order by 1
      limit 200) end;
  return '(' || concat_ws(' or ', others, format('p.search_tokens && %L::text[]', tokens)) || ')';
end $$;

-- Returns whether a word of a search says nothing about a product, in English, Roman Urdu or Urdu.
create function shop.is_empty_word(word text) returns boolean
language sql immutable set search_path = '' as $$
  select word = any ('{and,the,for,with,from,any,some,all,are,you,your,our,that,this,best,buy,good,nice,cheap,online,price,pakistan,like,want,need,show,
    please,nothing,something,anything,thing,things,women,womens,woman,ladies,lady,girl,girls,female,size,sizes,color,colour,colors,colours,non,
    wala,wali,wale,chahiye,liye,mein,aur,koi,rang,larki,larkiyon,aurat,aurton,khawateen,kapre,kapray,kapra,
    اور,لیے,لئے,والی,والا,والے,رنگ,کلر,سائز,کپڑے,کپڑا,چاہیے,چاہئے,خواتین,لیڈیز,عورت,عورتوں,لڑکی,لڑکیوں,میں,کوئی,اچھا,اچھی,اچھے,سستا,سستی,سستے,
    بہترین,قیمت,آن,لائن,آنلائن,پاکستان}'::text[])
$$;

-- Returns what a word stands for: itself, in Urdu its singular, and its synonyms, of one or several words.
create function shop.meanings(word text) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select meanings.word union select shop.searchable(s.meaning) from public.search_synonyms s
    where s.word in (meanings.word, shop.singular(meanings.word));
end $$;

-- Returns the distinct words of what words stand for.
create function shop.meaning_words(words text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select array(select distinct m.word from unnest(words) as w (word), shop.meanings(w.word) as x (meaning),
      unnest(shop.search_terms(x.meaning)) as m (word)));
end $$;

-- Returns the words of a term that count: not empty ones, nor those of up to two letters unless they are a size or have
-- a meaning. Two words that the shop writes as one are one: 'night gown', '34 b'.
create function shop.meant_words(term text) returns text[]
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
      select t.place, t.word from typed t where not exists (select from joined j
        where t.place in (j.place, j.place + 1))
    )
    select array_agg(w.word order by w.place) from words w where not shop.is_empty_word(w.word) and (length(w.word) > 2
      or exists (select from shop.attribute_words a where a.word = w.word)
        or exists (select from public.search_synonyms s where s.word = w.word)));
end $$;

-- Returns what the shop says to the first word for what it doesn't sell, and the words with those to search for
-- instead.
create function shop.answered(typed text[], out answer text, out words text[])
language sql stable security definer set search_path = '' as $$
  with typed as (
    select t.word, t.place, a.answer, a.instead from unnest(typed) with ordinality as t (word, place)
    left join public.search_answers a on a.word in (t.word, regexp_replace(t.word, 's$', ''))
      and not exists (select from shop.name_words n where n.word = a.word)
  )
  select (select t.answer from typed t where t.answer is not null order by t.place limit 1),
    case when exists (select from typed t where t.answer is not null)
      then shop.search_terms((select string_agg(case when t.answer is null then t.word
        else shop.searchable(t.instead) end, ' ' order by t.place) from typed t))
      else typed end
$$;

-- Returns the condition for the words of a search: each of them, or one of its synonyms. Null without words.
create function shop.words_condition(words text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select string_agg('(' || conditions.any_of || ')', ' and ')
    from unnest(words) as typed (word)
    cross join lateral (select string_agg(x.condition, ' or ') as any_of from (
      select string_agg(shop.plain_condition(m.word), ' and ') as condition
      from shop.meanings(typed.word) as meanings (meaning)
      cross join lateral unnest(shop.search_terms(meanings.meaning)) as m (word)
      group by meanings.meaning) as x) as conditions);
end $$;

-- Returns the words; a word that doesn't occur in the shop is replaced by the most similar one, or left out if there
-- is none. Reads the words of the shop once for all that were typed.
create function shop.corrected_words(typed text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  known constant text[] := shop.known_words();
begin
  return (select array_agg(found.word order by place) from (
    select place, case
      when exists (select from shop.color_words c where c.word = typed_word)
        or exists (select from shop.attribute_words a where a.word = typed_word)
        or exists (select from public.search_synonyms s where s.word = typed_word)
        or exists (select from shop.search_words s where s.word like '%' || shop.like_literal(typed_word) || '%')
          then typed_word
      else (select x from shop.similar_words(typed_word, known) as x limit 1) end as word
    from unnest(typed) with ordinality as t (typed_word, place)) as found where found.word is not null);
end $$;

-- Returns the colours that words of a search name, as { colors: [id] }, after `chosen`; those first that have more of
-- the words in their names, and fewer others. Empty without any.
create function shop.colors_of(words text[], chosen jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when count(*) = 0 then '{}' else jsonb_build_object('colors', coalesce(chosen, '[]')
      || jsonb_agg(x.id order by x.hits desc, length(x.name), x.name)) end
    from (select c.id, c.name, count(*) as hits from shop.color_words n join public.colors c on c.id = n.color_id
      where n.word = any (words) group by c.id, c.name) as x);
end $$;

-- Returns the size that words of a search name, as { sizes: [size] }. Empty without one, or with several.
create function shop.sizes_of(words text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when count(*) = 1 then jsonb_build_object('sizes', jsonb_agg(x.value)) else '{}' end
    from (select distinct a.value from shop.attribute_words a where a.kind = 'sizes' and a.word = any (words)) as x);
end $$;

-- Returns the word of a search that names the product: the last one that ends a category's name, English or Urdu,
-- else that occurs in a product's name, else any that has a meaning. Null if there is none.
create function shop.main_word(words text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select w.word from unnest(words) with ordinality as w (word, place)
    cross join lateral (select array(select shop.singular(m)
      from unnest(shop.meaning_words(array[w.word])) as m) as stems) as x
    cross join lateral (select case
      when exists (select from public.product_categories c, unnest(array[c.name,
        c.translations -> 'ur' ->> 'name']) as n (name)
        where shop.singular(substring(shop.searchable(n.name) from '[[:alnum:]]+$')) = any (x.stems)) then 1
      when exists (select from shop.name_words n where n.word = w.word or n.word = any (x.stems)) then 2
      when shop.colors_of(x.stems) <> '{}' or exists (select from shop.attribute_words a where a.word = any (x.stems))
        then 3 end as rank) as r
    where r.rank is not null order by r.rank, w.place desc limit 1);
end $$;

-- Returns conditions for the words being typed: as words of names, or as their synonyms. The last word may be
-- incomplete. Null when no word has a synonym.
create function shop.synonym_conditions(term text) returns text
language sql stable security definer set search_path = '' as $$
  with typed as (
    select word, place = max(place) over () as is_last
    from unnest(shop.search_terms(term)) with ordinality as t (word, place)
  ), meant as (
    select t.word, (select string_agg('(' || (select string_agg(shop.plain_condition(m.word), ' and ')
        from unnest(shop.search_terms(shop.searchable(s.meaning))) as m (word)) || ')', ' or '
          order by s.word, s.meaning)
      from public.search_synonyms s
      where s.word in (t.word, regexp_replace(t.word, 's$', ''))
        or (t.is_last and length(t.word) > 2 and s.word like shop.like_literal(t.word) || '%'
          and not exists (select from shop.name_words n where n.word like shop.like_literal(t.word)
            || '%'))) as condition
    from typed t
  )
  select string_agg(format('(%s)', concat_ws(' or ', format('p.search_name like %L',
    '%' || shop.like_literal(word) || '%'),
    condition)), ' and ') from meant having count(condition) > 0
$$;

-- Returns the products on sale that match a condition as suggestions, in the first of the chosen colours that each has,
-- and in the chosen size, unless that is sold out.
create function shop.suggestions(condition text, ordering text, most integer, chosen jsonb)
returns table (id uuid, name text, category_name text, slug text, price numeric, picture text, color text, size text)
language plpgsql stable set search_path = '' as $$
begin
  return query execute format('select p.id, p.name, c.name, p.slug, p.final_price, coalesce(x.color ->> ''url'', (select m.url from public.product_media m
      where m.product_id = p.id and not m.is_banner order by m.is_featured desc, m.display_order limit 1), p.image_url), x.color ->> ''name'',
      case when x.sold_out = ''null'' then $1 -> ''sizes'' ->> 0 end
    from public.products p left join public.product_categories c on c.id = p.category_id
    cross join lateral (select f -> ''in_color'' as color, f -> ''sold_out'' as sold_out
      from shop.card_as_filtered(p.id, $1) as f) as x
    where p.is_active and p.deleted_at is null and (%s) order by %s, p.id limit %s', condition, ordering, most)
      using chosen;
end $$;

-- Suggestions for the text being typed: names that contain all its words, those that begin with it first; then the
-- synonyms of its words; if there are none, what a search for it finds. If it ends with a synonym that no name has, the
-- search comes first.
create function public.get_search_suggestions(search_term text, limit_num integer default 6)
returns table (id uuid, name text, category_name text, slug text, price numeric, picture text, color text, size text)
language plpgsql stable security definer set search_path = '' as $$
declare
  term text := shop.searchable(trim(shop.bounded(search_term, 80)));
  typed text[] := shop.search_terms(term);
  most integer := least(greatest(coalesce(limit_num, 6), 1), 20);
  is_synonym boolean := exists (select from public.search_synonyms s where s.word = typed[cardinality(typed)]
    and not exists (select from shop.name_words n where n.word = s.word));
  -- Nearly every name contains each single letter.
  long text[] := array(select word from unnest(typed) as word where length(word) > 1);
  beginning text := shop.like_literal(term) || '%';
  matches text := (select string_agg(format('p.search_name like %L', '%' || word || '%'), ' and ')
    from unnest(long) as word);
  chosen jsonb;
  meant text;
  listed integer;
  added integer;
begin
  if term is null or length(term) < 2 then return; end if;
  if is_synonym then
    return query select s.* from shop.find_matches(term, 'p.is_active and p.deleted_at is null', 1) as found,
      shop.suggestions(found.matches, 'p.name', most,
      shop.colors_of(found.words) || shop.sizes_of(found.words)) as s;
    if found then return; end if;
  end if;
  chosen := shop.colors_of(shop.meaning_words(typed)) || shop.sizes_of(shop.meaning_words(typed));
  -- Each follows the order of an index, so that neither sorts all matches.
  return query select * from shop.suggestions(format('p.search_name collate "C" like %L', beginning),
    'p.search_name collate "C"', most, chosen);
  get diagnostics listed = row_count;
  if matches is null then return; end if;
  if listed < most then
    return query select * from shop.suggestions(format('%s and p.search_name not like %L', matches, beginning),
      'p.name', most - listed, chosen);
    get diagnostics added = row_count;
    listed := listed + added;
  end if;
  meant := case when listed < most then shop.synonym_conditions(array_to_string(long, ' ')) end;
  if meant is not null then
    return query select * from shop.suggestions(format('%s and not (%s)', meant, matches), 'p.name', most - listed,
      chosen);
    get diagnostics added = row_count;
    listed := listed + added;
  end if;
  if listed > 0 or is_synonym then return; end if;
  return query select s.* from shop.find_matches(term, 'p.is_active and p.deleted_at is null', 1) as found,
    shop.suggestions(found.matches, 'p.name', most,
      shop.colors_of(found.words) || shop.sizes_of(found.words)) as s;
end $$;
grant execute on function public.get_search_suggestions(text, integer) to anon, authenticated;

-- Whether a product matches a condition. Looks it up in the indexes of the condition: the planner expects the first of
-- thousands of estimated matches soon and reads the table, which takes long if there is none.
create function shop.has_product(condition text) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan
  = off set enable_indexonlyscan = off as $$
declare
  is_found boolean;
begin
  execute format('select exists (select from public.products p where %s)', condition) into is_found;
  return is_found;
end $$;

-- Returns an order that no index has. Few matches are found first and then sorted: an index in the order of the listing
-- is read until a page is full, which takes long if the matches aren't spread evenly, as garments of one kind that came
-- together.
create function shop.sorted_order(ordering text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(ordering, '^(p\.\w+)', 'coalesce(\1, \1)')
$$;

-- Returns the words, besides those of names, that a misspelt one may be: of categories, colours, materials and
-- synonyms.
create function shop.known_words() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select s.word from public.search_synonyms s
    union select a.word from public.search_answers a
    union select w.word from shop.attribute_words w
    union select w.word from shop.color_words w
    union select w.word from public.product_categories c, shop.words_of_name(c.name, c.translations) as w (word));
end $$;

-- Returns the words that a misspelt one may be: words of names with the same first letter, of categories, colours,
-- materials and synonyms. Words of descriptions alone aren't what shoppers look for, so that 'thong' isn't 'thing',
-- nor 'strapless' 'straps'. Urdu is compared more strictly.
create function shop.similar_words(typed text, known text[] default shop.known_words()) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if typed ~ '[0-9]' then return; end if;
  -- The offsets keep the planner from comparing letters of words that differ in length, and more than once.
  return query select near.word from (
    select x.word from (
      select n.word::text from shop.name_words n where n.word >= left(typed, 1) collate "C"
        and n.word < chr(ascii(typed) + 1) collate "C"
      union select unnest(known)) as x
    where length(x.word) between greatest(3, length(typed) - 2) and length(typed) + 2 and x.word !~ '[0-9]'
      -- Short words differ in one letter without being misspelt: 'bed' isn't 'red'.
      and (length(typed) > 4 or left(x.word, 1) = left(typed, 1) or typed ~ '[ء-ے]') offset 0) as near
  cross join lateral (select extensions.levenshtein_less_equal(near.word, typed, 2) as steps,
    length(near.word) = length(typed) as is_as_long offset 0) as d
  -- Urdu writes few vowels: most of its short words differ in one letter from another right one, as موتی from سوتی.
  where case when typed ~ '[ء-ے]' then shop.phonetic_word(near.word) = shop.phonetic_word(typed) or d.steps = 1
    and length(typed) > 5
    else (d.steps <= case when length(typed) > 6 then 2 else 1 end
      -- Two letters that changed places.
      or d.steps = 2 and d.is_as_long and string_to_array(near.word, null) @> string_to_array(typed, null))
    and (length(typed) > 3 or d.steps = 2 or not d.is_as_long) end
  order by d.steps, not d.is_as_long, extensions.similarity(near.word, typed) desc, near.word;
end $$;

-- Returns a word without the ending of a plural, English or Urdu.
create function shop.singular(word text) returns text
language sql immutable set search_path = '' as $$ select regexp_replace(word, '(s|(?<=ی)(اں|وں)|یں)$', '') $$;

-- Returns the words of a name and its Urdu.
create function shop.words_of_name(name text, translations jsonb) returns setof text
language sql stable set search_path = '' as $$
  select distinct w.word from regexp_split_to_table(shop.searchable(concat_ws(' ', $1, $2 -> 'ur' ->> 'name')),
    '[^[:alnum:]]+') as w (word) where w.word <> ''
$$;

-- The words of colours. An Urdu one ending in a vowel has its other forms: نیلا، نیلی، نیلے.
create table shop.color_words (
  word text not null,
  color_id uuid not null references public.colors (id) on delete cascade,
  primary key (word, color_id)
);
create index color_words_color_id_idx on shop.color_words (color_id);

create function shop.color_words_of(c public.colors) returns setof shop.color_words
language sql stable set search_path = '' as $$
  select distinct f.form, c.id from shop.words_of_name(c.name, c.translations) as w (word)
  cross join lateral unnest(array[w.word, regexp_replace(w.word, 'ا$', 'ی'),
    regexp_replace(w.word, 'ا$', 'ے')]) as f (form)
$$;

create function shop.keep_color_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.color_words w where w.color_id = new.id;
  insert into shop.color_words select * from shop.color_words_of(new);
  return null;
end $$;
create trigger keep_words after insert or update of name, translations on public.colors
  for each row execute function shop.keep_color_words();

-- Returns an Urdu word with one letter for those that sound alike, which are what people mix up.
create function shop.phonetic_word(word text) returns text
language sql immutable set search_path = '' as $$ select translate(word, 'ؤئآأإثصذضظطحھں', 'ویاااسسزززتہہن') $$;
