-- Search in Urdu script: names, categories, colours and attributes are found by their Urdu (decision 190), however it is typed.

-- The one normalisation of text that is stored for the search and of what is typed: lower case, composed and plain forms of letters, without
-- accents, apostrophes, vowel signs, joiners and marks of direction, with Urdu's own letters for Arabic ones and the digits 0 to 9.
create or replace function shop.searchable(value text) returns text
language sql stable strict set search_path = '' as $$
  select translate(replace(lower(extensions.unaccent('extensions.unaccent', normalize(value, nfkc))), U&'\06CC\0654', U&'\0626'),
    U&'\064A\0649\0643\06AA\0629\0647\06C0\06C2\06C3\06D5\06D3\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
      || U&'''\2019\0640\064B\064C\064D\064E\064F\0650\0651\0652\0653\0654\0655\0656\0657\0658\0670'
      || U&'\061C\200B\200C\200D\200E\200F\202A\202B\202C\2066\2067\2068\2069\FEFF',
    U&'\06CC\06CC\06A9\06A9\06C1\06C1\06C1\06C1\06C1\06C1\06D2' || '01234567890123456789')
$$;

-- Returns a word without the ending of a plural, English or Urdu.
create function shop.singular(word text) returns text
language sql immutable set search_path = '' as $$ select regexp_replace(word, '(s|(?<=ی)(اں|وں)|یں)$', '') $$;

-- Returns the words of a name and its Urdu.
create function shop.words_of_name(name text, translations jsonb) returns setof text
language sql stable set search_path = '' as $$
  select distinct w.word from regexp_split_to_table(shop.searchable(concat_ws(' ', $1, $2 -> 'ur' ->> 'name')), '[^[:alnum:]]+') as w (word) where w.word <> ''
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
  cross join lateral unnest(array[w.word, regexp_replace(w.word, 'ا$', 'ی'), regexp_replace(w.word, 'ا$', 'ے')]) as f (form)
$$;
insert into shop.color_words select w.* from public.colors c cross join lateral shop.color_words_of(c) w;

create function shop.keep_color_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.color_words w where w.color_id = new.id;
  insert into shop.color_words select * from shop.color_words_of(new);
  return null;
end $$;
create trigger keep_words after insert or update of name, translations on public.colors
  for each row execute function shop.keep_color_words();

-- As before; words of Urdu are shorter.
create or replace function shop.attribute_words_of(kind text, value text, name text) returns setof shop.attribute_words
language sql stable set search_path = '' as $$
  select distinct w.word, $1, $2 from unnest(case when $1 in ('sizes', 'brand_sizes', 'cup_sizes') then array[shop.searchable($3)]
    else array(select x from regexp_split_to_table(shop.searchable($3), '[^[:alnum:]]+') as x
      where length(x) > case when x ~ '[ء-ے]' then 2 else 3 end) end) as w (word)
  where w.word <> ''
$$;

-- As before, with the Urdu.
create or replace function shop.keep_attribute_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.attribute_words w where w.kind = old.attribute and w.value = old.code;
  insert into shop.attribute_words select * from shop.attribute_words_of(new.attribute, new.code,
    concat_ws(' ', new.name, new.translations -> 'ur' ->> 'name'));
  return null;
end $$;

-- As before, with the Urdu after the English. The text itself, a fifth of the table, isn't kept any more: nothing has read it but these triggers.
create or replace function shop.set_search_text() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.search_name := shop.searchable((select concat_ws(' ', new.name, c.name, new.translations -> 'ur' ->> 'name', c.translations -> 'ur' ->> 'name')
    from (select) as one left join public.product_categories c on c.id = new.category_id));
  -- Includes the parent categories, so that nightwear finds nightgowns.
  new.search_tokens := array(select distinct word from regexp_split_to_table(concat_ws(' ', new.search_name, (with recursive above as (
      select c.parent_id from public.product_categories c where c.id = new.category_id
      union all
      select c.parent_id from public.product_categories c join above a on c.id = a.parent_id
    ) select shop.searchable(string_agg(concat_ws(' ', c.name, c.translations -> 'ur' ->> 'name'), ' '))
      from above a join public.product_categories c on c.id = a.parent_id),
    shop.searchable(concat_ws(' ', new.description, new.translations -> 'ur' ->> 'description'))), '[^[:alnum:]]+') as word where word <> '');
  new.search_text := '';
  return new;
end $$;

-- As before, by the words.
create or replace function shop.keep_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.search_words select shop.words_to_keep(array(select array_to_string(search_tokens, ' ') from changed)) on conflict do nothing;
  insert into shop.name_words select shop.words_to_keep(array(select search_name from changed)) on conflict do nothing;
  return null;
end $$;
create or replace function shop.keep_search_words_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.search_words select shop.words_to_keep(array[array_to_string(new.search_tokens, ' ')]) on conflict do nothing;
  insert into shop.name_words select shop.words_to_keep(array[new.search_name]) on conflict do nothing;
  return null;
end $$;
create or replace trigger set_search_text before insert or update of name, description, category_id, search_name, translations on public.products
  for each row execute function shop.set_search_text();
create or replace trigger keep_search_words_update after update of name, description, category_id, search_name, translations on public.products
  for each row execute function shop.keep_search_words_of_row();

-- As before, also after a change of the Urdu name.
create or replace function shop.keep_search_of_category() returns trigger
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

-- As before, with more words of Urdu.
create or replace function shop.is_empty_word(word text) returns boolean
language sql immutable set search_path = '' as $$
  select word = any ('{and,the,for,with,from,any,some,all,are,you,your,our,that,this,best,buy,good,nice,cheap,online,price,pakistan,like,want,need,show,
    please,nothing,something,anything,thing,things,women,womens,woman,ladies,lady,girl,girls,female,size,sizes,color,colour,colors,colours,non,
    wala,wali,wale,chahiye,liye,mein,aur,koi,rang,larki,larkiyon,aurat,aurton,khawateen,kapre,kapray,kapra,
    اور,لیے,لئے,والی,والا,والے,رنگ,کلر,سائز,کپڑے,کپڑا,چاہیے,چاہئے,خواتین,لیڈیز,عورت,عورتوں,لڑکی,لڑکیوں,میں,کوئی,اچھا,اچھی,اچھے,سستا,سستی,سستے,
    بہترین,قیمت,آن,لائن,آنلائن,پاکستان}'::text[])
$$;

-- As before, also for Urdu's plurals.
create or replace function shop.meanings(word text) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select meanings.word union select shop.searchable(s.meaning) from public.search_synonyms s
    where s.word in (meanings.word, shop.singular(meanings.word));
end $$;

-- As before, with the words of colours and Urdu's plurals.
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
  from shop.color_words c left join shop.offer_values o on o.kind = 'colors' and o.value = c.color_id::text
  where c.word = plain_condition.word;
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
  if length(stem) > 3 and stem !~ 'ss$' then stem := shop.singular(stem); end if;
  -- Words that contain it; a short one must match the whole word, so that 'bra' doesn't find 'vibrant'.
  tokens := case when length(stem) <= 3 then array[stem, stem || 's']
    else array(select s.word from shop.search_words s where s.word like '%' || shop.like_literal(stem) || '%' order by 1 limit 200) end;
  return '(' || concat_ws(' or ', others, format('p.search_tokens && %L::text[]', tokens)) || ')';
end $$;

-- As before, with the Urdu.
create or replace function shop.known_words() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select s.word from public.search_synonyms s
    union select a.word from public.search_answers a
    union select w.word from shop.attribute_words w
    union select w.word from shop.color_words w
    union select w.word from public.product_categories c, shop.words_of_name(c.name, c.translations) as w (word));
end $$;

-- Returns an Urdu word with one letter for those that sound alike, which are what people mix up.
create function shop.sound(word text) returns text
language sql immutable set search_path = '' as $$ select translate(word, 'ؤئآأإثصذضظطحھں', 'ویاااسسزززتہہن') $$;

-- As before, but stricter with Urdu.
create or replace function shop.similar_words(typed text, known text[] default shop.known_words()) returns setof text
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
      and (length(typed) > 4 or left(x.word, 1) = left(typed, 1) or typed ~ '[ء-ے]') offset 0) as near
  cross join lateral (select extensions.levenshtein_less_equal(near.word, typed, 2) as steps, length(near.word) = length(typed) as is_as_long offset 0) as d
  -- Urdu writes few vowels: most of its short words differ in one letter from another right one, as موتی from سوتی.
  where case when typed ~ '[ء-ے]' then shop.sound(near.word) = shop.sound(typed) or d.steps = 1 and length(typed) > 5
    else (d.steps <= case when length(typed) > 6 then 2 else 1 end
      -- Two letters that changed places.
      or d.steps = 2 and d.is_as_long and string_to_array(near.word, null) @> string_to_array(typed, null))
    and (length(typed) > 3 or d.steps = 2 or not d.is_as_long) end
  order by d.steps, not d.is_as_long, extensions.similarity(near.word, typed) desc, near.word;
end $$;

-- As before, with the words of colours.
create or replace function shop.corrected_words(typed text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  known constant text[] := shop.known_words();
begin
  return (select array_agg(found.word order by place) from (
    select place, case
      when exists (select from shop.color_words c where c.word = typed_word)
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
    from (select c.id, c.name, count(*) as hits from shop.color_words n join public.colors c on c.id = n.color_id
      where n.word = any (words) group by c.id, c.name) as x);
end $$;

-- As before, also by the Urdu names of categories.
create or replace function shop.main_word(words text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select w.word from unnest(words) with ordinality as w (word, place)
    cross join lateral (select array(select shop.singular(m) from unnest(shop.meaning_words(array[w.word])) as m) as stems) as x
    cross join lateral (select case
      when exists (select from public.product_categories c, unnest(array[c.name, c.translations -> 'ur' ->> 'name']) as n (name)
        where shop.singular(substring(shop.searchable(n.name) from '[[:alnum:]]+$')) = any (x.stems)) then 1
      when exists (select from shop.name_words n where n.word = w.word or n.word = any (x.stems)) then 2
      when shop.colors_of(x.stems) <> '{}' or exists (select from shop.attribute_words a where a.word = any (x.stems)) then 3 end as rank) as r
    where r.rank is not null order by r.rank, w.place desc limit 1);
end $$;

-- As before, with the words of colours and Urdu's plurals.
create or replace function public.desk_try_search(p_term text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
begin
  perform shop.require_desk();
  found := public.get_products(search_term => left(p_term, 100), page_size => 12);
  return jsonb_build_object('total', found -> 'total', 'searched_for', found -> 'searched_for',
    'products', (select coalesce(jsonb_agg(jsonb_build_object('id', p.value -> 'id', 'name', p.value -> 'name') order by p.place), '[]')
      from jsonb_array_elements(found -> 'products') with ordinality as p (value, place)),
    'words', (select coalesce(jsonb_agg(jsonb_build_object('word', t.word,
        'meanings', array(select s.meaning from public.search_synonyms s where s.word in (t.word, shop.singular(t.word)) order by 1),
        'attributes', array(select distinct coalesce(v.name, a.value) from shop.attribute_words a
          left join public.attribute_values v on v.attribute = a.kind and v.code = a.value where a.word = t.word order by 1),
        'colors', array(select c.name from shop.color_words w join public.colors c on c.id = w.color_id where w.word = t.word order by 1)
      ) order by t.place), '[]')
      from unnest(shop.search_terms(shop.searchable(nullif(trim(left(p_term, 100)), '')))) with ordinality as t (word, place)));
end $$;

-- As before, but if the last word is a synonym that no name has as a word, what a search finds: برا is a bra, and not the beginning of برائیڈل.
alter function public.get_search_suggestions(text, integer) set schema shop;
alter function shop.get_search_suggestions(text, integer) rename to suggestions_by_name;
create function public.get_search_suggestions(search_term text, limit_num integer default 6)
returns table (id uuid, name text, category_name text, slug text, price numeric, picture text, color text)
language plpgsql stable security definer set search_path = '' as $$
declare
  term text := shop.searchable(trim(shop.bounded(search_term, 80)));
  words text[] := shop.search_terms(term);
begin
  if exists (select from public.search_synonyms s where s.word = words[cardinality(words)]
    and not exists (select from shop.name_words n where n.word = s.word)) then
    return query select s.* from shop.find_matches(term, 'p.is_active and p.deleted_at is null', 1) as found,
      shop.suggestions(found.matches, 'p.name', least(greatest(coalesce(limit_num, 6), 1), 20), shop.colors_of(found.words)) as s;
    if found then return; end if;
  end if;
  return query select * from shop.suggestions_by_name(search_term, limit_num);
end $$;
revoke execute on function shop.suggestions_by_name(text, integer) from public, anon, authenticated;
grant execute on function public.get_search_suggestions(text, integer) to anon, authenticated;
