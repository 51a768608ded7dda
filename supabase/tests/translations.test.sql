-- Urdu of what rows say (decision 190).
select plan(21);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

insert into public.product_categories (id, name) values ('a1b2c3d4-0000-4000-8000-000000000001', 'Stoles');
insert into public.products (id, name, description, slug, price, category_id)
values ('a1b2c3d4-0000-4000-8000-000000000002', 'Rose stole', 'A stole.', 'rose-stole', 900, 'a1b2c3d4-0000-4000-8000-000000000001');
insert into public.product_features (id, product_id, title) values ('a1b2c3d4-0000-4000-8000-000000000003', 'a1b2c3d4-0000-4000-8000-000000000002', 'Soft');
insert into public.colors (id, name, value) values ('a1b2c3d4-0000-4000-8000-000000000004', 'Rose ash', '#aa8888');
insert into public.career_positions (id, title, department, location, type, requirements)
values ('a1b2c3d4-0000-4000-8000-000000000005', 'Weaver', 'Craft', 'Lahore', 'Full time', '{Patience,Looms}');

-- Stores translations of the colour. Returns 'stored' or the refusal.
create function pg_temp.stored(translations text) returns text language sql as $$
  select replace(pg_temp.refusal(format('update public.colors set translations = %L where name = ''Rose ash''', translations)), 'done', 'stored')
$$;
select is((select string_agg(distinct pg_temp.stored(v), ' ') from unnest(array['{}', '{"ur": {}}', '{"ur": {"name": "گلابی"}}', jsonb_build_object('ur', jsonb_build_object('name', repeat('x', 80)))::text]) v),
  'stored', 'translations are texts of known columns by language');
select is((select string_agg(v, ', ') from unnest(array['[]', '"x"', '{"fr": {"name": "x"}}', '{"ur": "x"}', '{"ur": {"value": "x"}}', '{"ur": {"name": " "}}', '{"ur": {"name": 7}}',
    '{"ur": {"name": null}}', jsonb_build_object('ur', jsonb_build_object('name', repeat('x', 81)))::text]) v where pg_temp.stored(v) !~ 'translations_fit'),
  null, 'anything else is refused');
select matches(pg_temp.refusal($$update public.mail_texts set translations = '{"ur": {"body": "<b>x</b>"}}'$$), 'translations_are_plain', 'a mail is plain text in Urdu too');
select is((select string_agg(t.source || '.' || b, ', ') from shop.translated_tables() t cross join jsonb_object_keys(t.bounds) b
    where not exists (select from pg_attribute a where a.attrelid = t.source and a.attname = b and a.atttypid in ('text'::regtype, 'text[]'::regtype))), null,
  'only texts are translated');
select is((select string_agg(t.source::text, ', ') from shop.translated_tables() t
    where has_column_privilege('anon', t.source, 'translations', 'select') <> has_column_privilege('anon', t.source, (select min(b) from jsonb_object_keys(t.bounds) b), 'select')
      or has_column_privilege('authenticated', t.source, 'translations', 'insert, update')), null, 'shoppers read translations where they read the texts, and write none');

-- Who.
create temporary table calls as select * from unnest(array['select public.desk_translations()', 'select public.desk_translation_counts()',
  'select public.desk_save_translations(''[]'')']) as query;
select is((select string_agg(distinct pg_temp.as('visitor', query), ', ') from calls), '42501', 'a visitor may call none of the functions');
select is((select string_agg(distinct pg_temp.as('shopper', query), ', ') from calls), 'not_operator', 'a shopper may use none');

-- The texts of a row's page: its own and those of what is edited there.
create function pg_temp.texts(kind text, owner text, is_missing boolean default false) returns setof jsonb language sql as $$
  select x from jsonb_array_elements(pg_temp.as('operator', format('select public.desk_translations(%L, %L, %L)', kind, owner, is_missing))::jsonb) x
$$;
create function pg_temp.product() returns setof jsonb language sql as $$ select pg_temp.texts('product', 'a1b2c3d4-0000-4000-8000-000000000002') $$;
select is((select string_agg(x ->> 'source' || '.' || (x ->> 'name') || '=' || (x ->> 'english'), ' ') from pg_temp.product() x),
  'products.name=Rose stole products.description=A stole. product_features.title=Soft', 'the page of a product has its texts that aren’t empty');
select is((select x ->> 'english' from pg_temp.texts('job', 'a1b2c3d4-0000-4000-8000-000000000005') x where x ->> 'name' = 'requirements'), E'Patience\nLooms',
  'a list is translated as lines');

-- Saves Urdu of the product's texts, { column: urdu }, as they are shown now. Returns the number, or the refusal with its details.
create function pg_temp.save(urdu jsonb, seen text default null) returns text language plpgsql as $$
declare
  given jsonb := (select jsonb_agg(x || jsonb_build_object('urdu', urdu ->> (x ->> 'name'), 'at', x ->> 'label', 'seen', coalesce(save.seen, x ->> 'seen')))
    from pg_temp.product() x where urdu ? (x ->> 'name'));
  detail text;
begin
  perform set_config('request.jwt.claims', pg_temp.claims('operator')::text, true), set_config('request.jwt.claim.sub', pg_temp.claims('operator') ->> 'sub', true);
  return public.desk_save_translations(given, 'product', 'a1b2c3d4-0000-4000-8000-000000000002');
exception when others then
  get stacked diagnostics detail = pg_exception_detail;
  return sqlerrm || ': ' || detail;
end $$;
select is(pg_temp.save(E'{"name": " گلابی\\n شال ", "description": "ایک شال۔", "title": "نرم"}'), '3', 'texts are saved together');
select is((select p.translations::text || (select f.translations from public.product_features f where f.product_id = p.id) from public.products p where p.slug = 'rose-stole'),
  '{"ur": {"name": "گلابی شال", "description": "ایک شال۔"}}{"ur": {"title": "نرم"}}', 'in the rows that they belong to, names in one line');
select is((select a.action || ' ' || a.after::text from public.desk_audit a where a.subject_id = 'a1b2c3d4-0000-4000-8000-000000000002'),
  'save_urdu {"name in Urdu": "گلابی شال", "description in Urdu": "ایک شال۔", "feature title in Urdu (Soft)": "نرم"}', 'the record says so in words');
select is(pg_temp.save('{"name": "گلابی شال", "description": ""}'), '1', 'what is as it was isn’t saved');
select is((select p.translations::text from public.products p where p.slug = 'rose-stole'), '{"ur": {"name": "گلابی شال"}}', 'an empty text removes the Urdu');
select is(pg_temp.save('{"name": "شال"}', 'v0'), 'translation_changed: name', 'a text that isn’t as it was shown is refused');
select is(pg_temp.save(jsonb_build_object('name', repeat('x', 321))) || '; ' || pg_temp.save('{"description": "شال {order}"}'),
  'invalid_translation: name: at most 320 characters; invalid_translation: description: a word in braces that the English doesn’t have', 'and so is one that doesn’t fit');
select is((select string_agg(x ->> 'name', ' ') from pg_temp.texts('product', 'a1b2c3d4-0000-4000-8000-000000000002', true) x), 'description', 'what is missing is listed');
select is((select jsonb_path_query_first(pg_temp.as('operator', 'select public.desk_translation_counts()')::jsonb, '$[*] ? (@.kind == "product")') ->> 'texts'),
  (select count(*)::text from pg_temp.texts('product', null)), 'and counted by kind');

-- What shoppers read.
update public.colors set translations = '{"ur": {"name": "راکھ گلابی"}}' where name = 'Rose ash';
select is(public.urdu_words() -> 'color' ->> 'Rose ash', 'راکھ گلابی', 'names have their Urdu by the English');
select is((select public.get_product_with_colors('rose-stole') -> 'product' -> x from unnest(array['translations']) x)::text || (public.get_product_with_colors('rose-stole') #> '{product,features,0,translations}'),
  '{"ur": {"name": "گلابی شال"}}{"ur": {"title": "نرم"}}', 'a product has its translations');
select shop.save_features('a1b2c3d4-0000-4000-8000-000000000002', '[{"title": "Soft", "description": "Very"}, {"title": "Warm"}]');
select is((select string_agg(f.title || f.translations, ' ' order by f.title) from public.product_features f where f.product_id = 'a1b2c3d4-0000-4000-8000-000000000002'),
  'Soft{"ur": {"title": "نرم"}} Warm{}', 'a feature keeps its Urdu while it keeps its title');

select * from finish();
