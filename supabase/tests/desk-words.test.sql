-- Categories and the words of the search at the desk.
select plan(67);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- A function that returns nothing has saved.
create function pg_temp.done(who text, query text) returns text language sql as $$ select coalesce(nullif(pg_temp.as(who, query), ''), 'saved') $$;

create temporary table calls as select * from (values ('select public.desk_categories()'), ('select public.desk_save_category(''{"name": "Evil"}'')'),
  ('select public.desk_remove_category(gen_random_uuid(), 1)'), ('select public.desk_attributes()'), ('select public.desk_save_attribute(''{"name": "Evil", "values": []}'')'), ('select public.desk_remove_attribute(''sleeves'', 1)'),
  ('select public.desk_search_words()'), ('select public.desk_try_search(''bra'')'),
  ('select public.desk_save_synonyms(''evil'', ''{}'', ''{bra}'')')) as c (query);
select is((select string_agg(distinct pg_temp.as('visitor', query), ', ') from calls), '42501', 'a visitor may not call the desk');
select is((select string_agg(distinct pg_temp.as('shopper', query), ', ') from calls), 'not_operator', 'nor may a shopper');

-- Categories
create function pg_temp.category(name text) returns public.product_categories language sql as $$ select * from public.product_categories c where c.name = $1 $$;
create function pg_temp.save_category(name text, changes jsonb, version integer default null) returns text language plpgsql as $$
declare
  now public.product_categories := pg_temp.category(name);
begin
  return pg_temp.as('operator', format('select public.desk_save_category(%L, %L, %s)',
    to_jsonb(now) - 'image_url' || changes, now.id, coalesce(version, now.version)));
end $$;
select is(pg_temp.as('operator', 'select jsonb_array_length(public.desk_categories())'),
  (select count(*)::text from public.product_categories), 'all categories are listed');
select is(pg_temp.as('operator', $$select c ->> 'products' from jsonb_array_elements(public.desk_categories()) c where c ->> 'name' = 'Robes'$$),
  (select count(*)::text from public.products p where p.category_id = (pg_temp.category('Robes')).id), 'with the number of their products');
create temporary table made as select pg_temp.as('operator', format($$select public.desk_save_category('{"name": "Kaftans", "parent_id": "%s"}')$$, (pg_temp.category('Nightwear')).id))::uuid as id;
select is((select c.name || ' ' || c.is_active || ' ' || above.name from public.product_categories c join made using (id) join public.product_categories above on above.id = c.parent_id),
  'Kaftans false Nightwear', 'a new category isn''t shown yet');
select is(pg_temp.as('operator', $$select public.desk_save_category('{"name": "kaftans"}')$$), 'category_exists', 'a name is one category''s');
select is(pg_temp.as('operator', $$select public.desk_save_category('{"name": " "}')$$) || ' ' || pg_temp.save_category('Kaftans', '{"size_chart": "shoes"}')
  || ' ' || pg_temp.save_category('Kaftans', '{"image_url": "https://evil.example/x.png"}'), 'invalid_category invalid_category invalid_category', 'a category has a name, a table of the guide and an uploaded picture');
select is(pg_temp.save_category('Kaftans', '{"parent_id": "00000000-0000-4000-8000-000000000000"}'),
  'no_such_category', 'it is within one that exists');
select is(pg_temp.save_category('Kaftans', '{}', 0), 'changed_meanwhile', 'a form that is older than the category changes nothing');
select is(pg_temp.save_category('Nightwear', jsonb_build_object('parent_id', (pg_temp.category('Robes')).id)),
  'category_too_deep', 'a category isn''t within itself');
select is(pg_temp.save_category('Nightgowns', jsonb_build_object('parent_id', (pg_temp.category('Kaftans')).id)),
  'category_too_deep', 'the levels below a category count too');
select is(pg_temp.save_category('Kaftans', '{"name": "Caftans", "is_active": true, "description": "Wide and cool", "image_url": "/storage/v1/object/public/products/00000000-0000-4000-8000-000000000001.webp"}'),
  (select id::text from made), 'a category is saved');
select is((select c.name || ' ' || c.is_active || ' ' || c.description || ' ' || (c.image_url is not null) from public.product_categories c join made using (id)),
  'Caftans true Wide and cool true', 'with what was given');
select is(pg_temp.save_category('Caftans', '{}') = (select id::text from made) and (pg_temp.category('Caftans')).image_url is not null,
  true, 'the picture stays unless another one is given');
select is((select before ->> 'name' || ' > ' || (after ->> 'name') from public.desk_audit where subject_id = (select id::text from made) order by id offset 1 limit 1),
  'Kaftans > Caftans', 'the record says what was and what is');

-- A renamed category is found by its new name at once, and no form of its products becomes older.
create temporary table robes as select p.id, p.version from public.products p where p.category_id = (pg_temp.category('Robes')).id;
select is(pg_temp.save_category('Robes', '{"name": "Zanzibar gowns"}'), (pg_temp.category('Zanzibar gowns')).id::text, 'a category is renamed');
select is(public.get_products(search_term => 'zanzibar') ->> 'total', (select count(*)::text from robes), 'its products are found by its new name');
select ok((public.get_products(search_term => 'zanzibr') ->> 'total')::integer > 0, 'also misspelt');
select is((select count(*) from robes join public.products p using (id) where p.version <> robes.version),
  0::bigint, 'its products keep their versions');
select is(pg_temp.save_category('Zanzibar gowns', jsonb_build_object('parent_id', (pg_temp.category('Camisole')).id)),
  (pg_temp.category('Zanzibar gowns')).id::text, 'a category moves');
select is((select bool_and('camisole' = any (p.search_tokens)) from robes join public.products p using (id)),
  true, 'its products are found by the category above');

select is(pg_temp.done('operator', format('select public.desk_remove_category(%L, %s)', c.id, c.version)),
  'category_in_use', 'a category with products stays') from public.product_categories c where c.name = 'Zanzibar gowns';
select is(pg_temp.done('operator', format('select public.desk_remove_category(%L, %s)', c.id, c.version)),
  'category_in_use', 'and one with categories') from public.product_categories c where c.name = 'Nightwear';
select is(pg_temp.done('operator', format('select public.desk_remove_category(%L, %s)', c.id, c.version - 1)),
  'changed_meanwhile', 'an older form removes nothing') from public.product_categories c where c.name = 'Caftans';
select is(pg_temp.done('operator', format('select public.desk_remove_category(%L, %s)', c.id, c.version)),
  'saved', 'an empty one is removed') from public.product_categories c where c.name = 'Caftans';
select is((select a.before ->> 'name' from public.desk_audit a join made on made.id::text = a.subject_id where a.action = 'remove_category'),
  'Caftans', 'and the record keeps it');
select is((select pg_temp.done('operator', format('select public.desk_remove_category(%L, 1)', id)) from made),
  'no_such_category', 'it is removed once');

-- Attributes
create function pg_temp.attribute(changes jsonb, version integer default 1) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_save_attribute(%L, %L, %s)', '{"name": "Neckline", "is_filter": true, "values": []}' || changes, 'neckline', version))
$$;
create function pg_temp.values_of(attribute text) returns text language sql as $$
  select string_agg(v.code || ' ' || v.name, ', ' order by v.display_order) from public.attribute_values v where v.attribute = $1
$$;
select is(pg_temp.as('operator', $$select public.desk_save_attribute('{"name": "Neckline", "is_filter": true, "values": []}')$$),
  'neckline', 'a new attribute has its name in addresses');
select is(pg_temp.as('operator', $$select public.desk_save_attribute('{"name": "neckline", "values": []}')$$),
  'attribute_exists', 'a name is one attribute''s');
select matches(pg_temp.as('operator', $$select public.desk_save_attribute('{"name": "گلا", "values": []}')$$),
  '^a[0-9a-f]{6}$', 'a name without Latin letters gets a code too');
select matches(pg_temp.as('operator', $$select public.desk_save_attribute('{"name": "Sizes", "values": []}')$$),
  '^sizes-a[0-9a-f]{6}$', 'a code is never that of another kind');
select is(pg_temp.attribute('{"name": " "}') || ' ' || pg_temp.attribute('{"values": [{"name": "V"}, {"name": "v"}]}') || ' ' || pg_temp.attribute(jsonb_build_object('values', array_fill('{"name": "V"}'::jsonb, array[41]))),
  'invalid_attribute invalid_attribute invalid_attribute', 'names and values have bounds');
select is(pg_temp.attribute('{"values": [{"name": "V-neck"}, {"name": "Round"}, {"name": "گول"}]}'), 'neckline', 'values are added');
select matches(pg_temp.values_of('neckline'), '^v-neck V-neck, round Round, a[0-9a-f]{6} گول$', 'with codes of their names');
select is(pg_temp.attribute('{"values": [{"name": "Late"}]}'), 'changed_meanwhile', 'a form that is older changes nothing');
select is(pg_temp.attribute('{"values": [{"code": "round", "name": "V-neck"}, {"code": "v-neck", "name": "Round"}]}', 2),
  'neckline', 'names are exchanged, and a value is removed');
select is(pg_temp.values_of('neckline'), 'round V-neck, v-neck Round', 'in the given order, under their codes');
-- As at the end of the transaction.
set constraints all immediate;
insert into public.product_attributes (product_id, attribute, value) select id, 'neckline', 'round' from public.products limit 1;
select is(pg_temp.attribute('{"values": [{"code": "v-neck", "name": "Round"}]}', 3), 'value_in_use', 'a value that products have stays');
select is(pg_temp.as('operator', $$select a -> 'values' -> 0 ->> 'products' from jsonb_array_elements(public.desk_attributes()) a where a ->> 'code' = 'neckline'$$),
  '1', 'its products are counted');
select is(pg_temp.done('operator', $$select public.desk_remove_attribute('neckline', 3)$$), 'attribute_in_use', 'so does the attribute');
delete from public.product_attributes where attribute = 'neckline';
select is(pg_temp.done('operator', $$select public.desk_remove_attribute('neckline', 3)$$), 'saved', 'another one is removed');
select is((select string_agg(a.action, ' ' order by a.id) from public.desk_audit a where a.subject_id = 'neckline'),
  'create_attribute save_attribute save_attribute remove_attribute', 'and all of it is recorded');

-- Words of the search
create function pg_temp.meanings(word text) returns text language sql as $$ select string_agg(s.meaning, ', ' order by s.meaning) from public.search_synonyms s where s.word = $1 $$;
select is(pg_temp.as('operator', $$select s -> 'meanings' ->> 0 from jsonb_array_elements(public.desk_search_words() -> 'synonyms') s where s ->> 'word' = 'kaala'$$),
  'black', 'words are listed with their meanings');
select is(pg_temp.done('operator', $$select public.desk_save_synonyms('Jora', '{}', '{pyjama set,bra,bra}')$$) || ' ' || pg_temp.meanings('jora'),
  'saved bra, pyjama set', 'a word is added');
select is(pg_temp.done('operator', $$select public.desk_save_synonyms('jora', '{}', '{robe}')$$), 'word_exists', 'but once');
select is(pg_temp.done('operator', $$select public.desk_save_synonyms('jora', '{bra}', '{robe}')$$),
  'changed_meanwhile', 'a form that shows other meanings changes nothing');
select is(pg_temp.done('operator', $$select public.desk_save_synonyms('jora', '{pyjama set,bra}', '{robe,bra}')$$) || ' ' || pg_temp.meanings('jora'),
  'saved bra, robe', 'what it means is changed');
select is(pg_temp.done('operator', $$select public.desk_save_synonyms('two words', '{}', '{robe}')$$) || ' ' || pg_temp.done('operator', $$select public.desk_save_synonyms('empty', '{}', '{}')$$) || ' ' || pg_temp.done('operator', $$select public.desk_save_synonyms('short', '{}', '{-}')$$),
  'invalid_word invalid_word invalid_word', 'a word is one, and means something');
select is(pg_temp.as('operator', $$select concat_ws(' ', t ->> 'total', t -> 'words' -> 0 -> 'colors' ->> 0, t -> 'words' -> 0 -> 'meanings' ->> 0, t -> 'words' -> 1 ->> 'word') from public.desk_try_search('kaala bra') t$$),
  concat_ws(' ', public.get_products(search_term => 'kaala bra') ->> 'total', 'black', 'bra'), 'a search is tried out');
select is(pg_temp.as('operator', $$select public.desk_try_search('bra', 1000, 2000) ->> 'total'$$),
  public.get_products(search_term => 'bra', min_price => 1000, max_price => 2000) ->> 'total', 'within prices, too');
select is(pg_temp.done('operator', $$select public.desk_save_synonyms('jora', '{bra,robe}', '{}')$$) || ' ' || coalesce(pg_temp.meanings('jora'), 'gone'),
  'saved gone', 'a word is removed');
select is((select string_agg(coalesce(a.after ->> 'meanings', '-'), '; ' order by a.id) from public.desk_audit a where a.subject_kind = 'search'),
  'bra, pyjama set; bra, robe; -', 'and all of it is recorded');

-- The size guide
select is(pg_temp.as('visitor', $$select public.desk_save_size_chart('bra', 1, '{}')$$) || ' ' || pg_temp.as('shopper', $$select public.desk_save_size_chart('bra', 1, '{}')$$),
  '42501 not_operator', 'only operators save a size table');
select is(pg_temp.as('visitor', $$select jsonb_array_length(public.get_size_charts())$$), '5', 'everybody reads them');
create function pg_temp.chart(name text, rows jsonb, version integer default null) returns text language plpgsql as $$
begin
  return pg_temp.done('operator', format('select public.desk_save_size_chart(%L, %s, %L)', name,
    coalesce(version, (select c.version from public.size_charts c where c.name = $1)), jsonb_build_object('title', 'Sizes', 'advice', 'Go by your waist.', 'rows', rows)));
end $$;
select is(pg_temp.chart('camisole', '[{"size": "XS", "waist": [60, 63]}, {"size": "S", "bust": [81, 86], "waist": [64, 68], "uk": "8"}]'),
  'saved', 'a size table is saved');
select is((select string_agg(concat_ws(' ', r.size, r.bust, r.waist, r.uk), ', ' order by r.display_order) from public.size_chart_rows r where r.chart = 'camisole'),
  'XS {60,63} , S {81,86} {64,68} 8', 'with the rows that were given');
select is(pg_temp.chart('camisole', '[{"size": "S", "waist": [64, 68]}]', 1), 'changed_meanwhile', 'an older form changes nothing');
select is(pg_temp.chart('shoes', '[{"size": "S", "waist": [64, 68]}]', 1), 'no_such_chart', 'there are no other tables');
select is((select string_agg(distinct pg_temp.chart('camisole', x.given::jsonb), ' ') from (values ('[]'), ('[{"size": "S"}]'), ('[{"size": "S", "waist": [68, 64]}]'), ('[{"size": "S", "waist": [64]}]'),
  ('[{"size": "S", "waist": [64, null]}]'), ('[{"size": "S", "waist": [6, 68]}]'), ('[{"size": " ", "waist": [64, 68]}]'), ('[{"size": "S", "waist": [64, 68]}, {"size": "S", "waist": [64, 68]}]')) as x (given)),
  'invalid_chart', 'each size has a name of its own and a measure');
select is(pg_temp.chart('bra', '[{"size": "M"}]') || ' ' || pg_temp.chart('bra', '[{"size": "40DD", "bust": [80, 90]}]') ,
  'invalid_chart saved', 'bra sizes are bands with cups');
select is((select count(r.bust) || r.size from public.size_chart_rows r where r.chart = 'bra' group by r.size),
  '040DD', 'and have no measures of their own');
select is((select before ->> 'size S' || ' > ' || (after ->> 'size S') || ' ' || (after ->> 'size XS') from public.desk_audit where subject_id = 'camisole'),
  'bust 81–86, waist 64–68; 8, 36, 4 > bust 81–86, waist 64–68; 8 waist 60–63', 'the record says what was and what is');
select is(pg_temp.as('operator', $$select public.desk_create_size_chart('{"title": "Long kurtis", "advice": "Go by your bust.", "unit": "in"}')$$)
  || ' ' || pg_temp.as('operator', $$select public.desk_create_size_chart('{"title": "long Kurtis", "advice": "x"}')$$)
  || ' ' || (select string_agg(pg_temp.as('operator', format('select public.desk_create_size_chart(%L)', given)), ' ')
    from (values ('{"title": " ", "advice": "x"}'), ('{"title": "x"}'), ('{"title": "x", "advice": "x", "unit": "feet"}')) x (given)),
  'long-kurtis chart_exists invalid_chart invalid_chart invalid_chart', 'a table is made, with a title of its own');
select pg_temp.chart('long-kurtis', '[{"size": "S", "shoulder": [35, 36]}]');
select is((select string_agg(r.shoulder::text, '') from public.size_chart_rows r where r.chart = 'long-kurtis'), '{35,36}', 'and gets sizes');
update public.product_categories set size_chart = 'long-kurtis' where name = 'Panties';
select is(pg_temp.done('operator', $$select public.desk_remove_size_chart('long-kurtis', 2)$$), 'chart_in_use', 'it stays while a category has it');
update public.product_categories set size_chart = null where size_chart = 'long-kurtis';
select is(pg_temp.done('operator', $$select public.desk_remove_size_chart('long-kurtis', 1)$$) || ' ' || pg_temp.done('operator', $$select public.desk_remove_size_chart('long-kurtis', 2)$$)
  || ' ' || pg_temp.done('operator', format('select public.desk_remove_size_chart(%L, %s)', 'soft-bra', (select version from public.size_charts where name = 'soft-bra')))
  || ' ' || pg_temp.done('operator', $$select public.desk_remove_size_chart('shoes', 1)$$),
  'changed_meanwhile saved chart_needed no_such_chart', 'it is removed, but the finder''s tables aren''t');
select is((select string_agg(a.action, ' ' order by a.id) from public.desk_audit a where a.subject_id = 'long-kurtis'),
  'create_size_chart save_size_chart remove_size_chart', 'and all of it is recorded');

select * from finish();
