-- Products as a file: the export, the dry run of an import, and what applying it does.
select plan(74);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email in ('mahnoor@example.com', 'hira@example.com');
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "manager"}' where email = 'hira@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users
where email in ('mahnoor@example.com', 'hira@example.com', 'ayesha@example.com');

insert into public.product_categories (name) values ('Desk robes');
insert into public.products (slug, name, price, description, sku, category_id)
select 'desk-robe', 'Desk robe', 2499.5, 'Long', 'DR-1', c.id from public.product_categories c where c.name = 'Desk robes';
insert into public.products (slug, name, price) values ('desk-scarf', 'Desk scarf', 900);
insert into public.product_variants (product_id, size, stock, material, display_order)
select p.id, s.size, s.stock, 'Satin', s.place from public.products p, (values ('M', 5, 1), ('L', null, 2)) s (size, stock, place) where p.slug = 'desk-robe';
insert into public.product_attributes (product_id, attribute, value) select p.id, 'sleeves', 'long' from public.products p where p.slug = 'desk-robe';
insert into public.product_colors (product_id, color_id, display_order)
select p.id, c.id, c.display_order from public.products p, public.colors c where p.slug = 'desk-robe' and c.name in ('Black', 'White');

-- Uploads rows as the shop does: the first two keys are in columns of their own. Returns the import.
create function pg_temp.upload(rows jsonb, new_sizes boolean default false) returns uuid language plpgsql as $$
declare
  id uuid := pg_temp.as('operator', format('select public.desk_start_import(%L, %s, %L, %L)', 'x.csv', jsonb_array_length(rows), '{}', new_sizes));
  stored jsonb := (select jsonb_agg(jsonb_build_object('line', r.place + 1, 'slug', r.value ->> 'product', 'size', coalesce(r.value ->> 'size', ''),
    'given', r.value - 'product')) from jsonb_array_elements(rows) with ordinality r (value, place));
begin
  perform pg_temp.as('operator', format('select public.desk_store_import_rows(%L, %L)', id, stored));
  perform pg_temp.as('operator', format('select public.desk_check_import(%L)', id));
  return id;
end $$;
-- Uploads one row, and returns what is wrong with it, as 'column reason' each, or else its changes.
create function pg_temp.tried(cells jsonb, new_sizes boolean default false) returns text language sql as $$
  select coalesce((select string_agg(concat_ws(' ', p.value ->> 'column', p.value ->> 'reason'), ', ') from jsonb_array_elements(r -> 'problems') p), (r -> 'changes')::text)
  from (select pg_temp.as('operator', format('select public.desk_import(%L, ''problems'')', id))::jsonb -> 'rows' -> 0 as bad,
    pg_temp.as('operator', format('select public.desk_import(%L)', id))::jsonb -> 'rows' -> 0 as changed from pg_temp.upload(jsonb_build_array(cells), new_sizes) id) x
  cross join lateral (select coalesce(bad, changed) as r) y
$$;
create function pg_temp.robe(cells jsonb) returns text language sql as $$ select pg_temp.tried('{"product": "desk-robe"}'::jsonb || cells) $$;
create function pg_temp.size_m(cells jsonb) returns text language sql as $$ select pg_temp.tried('{"product": "desk-robe", "size": "M"}'::jsonb || cells) $$;
create function pg_temp.apply(id uuid, version integer default 1) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_apply_import(%L, %s)', id, version))
$$;

-- Who may.
select is(array[pg_temp.as('visitor', 'select public.desk_imports()'), pg_temp.as('visitor', 'select public.desk_export_products()')],
  array['42501', '42501'], 'a visitor may call nothing of it');
select is(array[pg_temp.as('shopper', $$select public.desk_start_import('x', 1)$$),
    pg_temp.as('shopper', 'select public.desk_imports()'),
    pg_temp.as('shopper', 'select public.desk_import(gen_random_uuid())')],
  array['not_operator', 'not_operator', 'not_operator'], 'a shopper starts and reads no import');
select is(array[pg_temp.as('shopper', $$select public.desk_store_import_rows(gen_random_uuid(), '[]')$$),
    pg_temp.as('shopper', 'select public.desk_check_import(gen_random_uuid())'),
    pg_temp.as('shopper', 'select public.desk_apply_import(gen_random_uuid(), 1)')],
  array['not_operator', 'not_operator', 'not_operator'], 'nor stores, compares or applies one');
select is(array[pg_temp.as('shopper', 'select public.desk_export_products()'), pg_temp.as('operator', 'select public.desk_export_products()')],
  array['not_operator', 'not_fresh'], 'the export needs a fresh code');
select is(pg_temp.as('operator', 'select 1 from shop.product_import_rows'), '42501', 'nobody reads the rows themselves');

-- The export.
create temporary table exported as select e.value as row from jsonb_array_elements(pg_temp.as('fresh operator', $$select public.desk_export_products('desk-r')$$)::jsonb -> 'rows') e;
select ok((select row @> '{"product": "desk-robe", "name": "Desk robe", "state": "published", "category": "Desk robes", "price": "2499.5", "discount": "0", "colors": "Black | White", "attributes": "Sleeves: Long", "is_arrival": "no", "is_top": "no", "is_featured": "no", "is_banner": "no", "sku": "DR-1", "description": "Long", "fit_notes": null, "size": "M", "cup": null, "material": "Satin", "stock": 5, "stock_was": 5}'
  from exported where row ->> 'product' = 'desk-robe' and row ->> 'size' = 'M'), 'a row has everything of a size and its product');
select is((select row ->> 'size' from exported where row ->> 'product' = 'desk-scarf'), null, 'a product without sizes has a row too');
select is((select (after ->> 'rows')::integer from public.desk_audit where action = 'export' and subject_kind = 'products'),
  (select count(*)::integer from exported), 'the export is recorded');
create temporary table same as select pg_temp.upload((select jsonb_agg((select jsonb_object_agg(c.key, coalesce(c.value, '')) from jsonb_each_text(row) c)) from exported)) as id;
select is(pg_temp.as('operator', format('select (public.desk_import(%L) ->> ''bad'') || (public.desk_import(%1$L) ->> ''changed_rows'')', (select id from same))),
  '00', 'read back, it changes nothing');

-- The dry run.
select is(pg_temp.robe('{"price": "2600"}'), '{"price": ["2499.5", "2600"]}', 'a change is shown with what was');
select is(pg_temp.robe('{"price": "2499.50", "name": "Desk robe"}'), null, 'what is the same is no change');
select is(pg_temp.robe('{"price": "-5"}') || '; ' || pg_temp.robe('{"price": "0"}') || '; ' || pg_temp.robe('{"price": ""}'),
  'price negative; price zero; price missing', 'a price is above zero');
select is(pg_temp.robe('{"price": "2,499"}') || '; ' || pg_temp.robe('{"price": "=1+1"}') || '; ' || pg_temp.robe('{"price": "123456789"}'),
  'price price; price formula; price price', 'and a number');
select is(pg_temp.robe('{"discount": "100"}') || '; ' || pg_temp.robe('{"discount": "@A1"}') || '; ' || pg_temp.robe('{"discount": "-1"}'),
  'discount percent; discount formula; discount negative', 'a discount is below a hundred');
select is(pg_temp.robe('{"discount": ""}'), null, 'an empty discount is none');
select is(pg_temp.size_m('{"stock": "-1"}') || '; ' || pg_temp.size_m('{"stock": "1.5"}') || '; ' || pg_temp.size_m('{"stock": "+2"}') || '; ' || pg_temp.size_m('{"stock": "100001"}'),
  'stock negative; stock pieces; stock formula; stock pieces', 'a stock is whole pieces from zero');
select is(pg_temp.size_m('{"stock": "05"}'), null, 'zeros before a number count for nothing');
select is(pg_temp.size_m('{"stock": ""}'), '{"stock": ["5", null]}', 'an empty stock isn''t counted');
select is(pg_temp.robe('{"name": ""}') || '; ' || pg_temp.robe(jsonb_build_object('name', repeat('x', 161))),
  'name missing; name long', 'a name has 1 to 160 characters');
select is(pg_temp.robe(jsonb_build_object('description', repeat('x', 20001), 'fit_notes', repeat('x', 1001))),
  'description long, fit_notes long', 'texts have bounds');
select is(pg_temp.robe('{"name": "=1+1"}'), '{"name": ["Desk robe", "=1+1"]}', 'a text that looks like a formula is a text');
select is(pg_temp.robe('{"category": "Nowhere", "colors": "Black | Blak", "state": "gone", "is_top": "maybe"}'),
  'state state, category category, colors color, is_top yes_no', 'all that is wrong with a row is said');
select is(pg_temp.robe('{"category": "desk ROBES", "colors": "white|black", "is_top": "TRUE"}'),
  '{"is_top": ["no", "yes"]}', 'capitals and the order of colours don''t matter');
select is(pg_temp.robe('{"is_featured": "1"}'), '{"is_featured": ["no", "yes"]}', 'a 1 is a yes');
select is(pg_temp.robe('{"attributes": "sleeves:LONG"}'), null, 'nor the capitals and spaces of an attribute');
select is(pg_temp.robe('{"attributes": "Sleeves: Long | Rise: Nowhere"}'), 'attributes attribute', 'a value that isn''t there is named');
select is(pg_temp.robe('{"attributes": "rise: on the hip | Sleeves: Sleeveless"}'),
  '{"attributes": ["Sleeves: Long", "Rise: On the hip | Sleeves: Sleeveless"]}', 'other attributes replace it');
select is(pg_temp.robe('{"category": "", "colors": ""}'),
  '{"colors": ["Black | White", null], "category": ["Desk robes", null]}', 'an empty cell empties');
select is(pg_temp.robe('{"sku": "DR-2"}') || '; ' || pg_temp.tried('{"product": "desk-scarf", "sku": "DR-1"}') || '; ' || pg_temp.tried('{"product": "desk-scarf", "sku": "DR-9"}'),
  'sku fixed; sku sku_taken; {"sku": [null, "DR-9"]}', 'an article number is given once, and to one product');
select is(pg_temp.tried('{"product": "desk-robe", "size": "Huge", "stock": "1"}') || '; ' || pg_temp.tried('{"product": "desk-robe", "size": "Huge", "stock": "1"}', true),
  'size size; {"size": [null, "Huge"], "stock": [null, "1"]}', 'a size that no product has needs a word');
select is(pg_temp.tried('{"product": "desk-scarf", "size": "M", "cup": "", "stock": "4"}'),
  '{"size": [null, "M"], "stock": [null, "4"]}', 'one that another product has is a new size');
select is(pg_temp.robe('{"stock": "4"}') || '; ' || pg_temp.size_m('{"cup": "B"}') || '; ' || pg_temp.size_m(jsonb_build_object('material', repeat('x', 61))),
  'size missing; cup fixed; material long', 'a stock needs a size, and a cup stays');
select is(pg_temp.tried('{"product": "", "price": "5"}') || '; ' || pg_temp.tried('{"product": "Not An Address", "name": "x", "price": "5"}'),
  'product missing, name missing; product address', 'a row needs an address');
select is(pg_temp.tried('{"product": "desk-new", "price": "5"}') || '; ' || pg_temp.tried('{"product": "desk-new", "name": "New"}'),
  'name missing; price missing', 'a new product needs a name and a price');
select is(pg_temp.tried('{"product": "desk-new", "name": "New", "price": "5", "is_top": "no", "discount": "0"}'),
  '{"name": [null, "New"], "price": [null, "5"], "state": [null, "draft"]}', 'and is a draft');
select is(pg_temp.size_m('{"stock": "9", "stock_was": "9"}') is null and pg_temp.size_m('{"stock": "7", "stock_was": "5"}') = '{"stock": ["5", "7"]}',
  true, 'a stock that was left alone isn''t written');
select is(pg_temp.size_m('{"stock": "7", "stock_was": "6"}'), 'stock stock_was', 'one that was sold from since the export is refused');
select is(pg_temp.robe('{"price": "7", "version": "0"}') || '; ' || coalesce(pg_temp.robe('{"price": "2499.5", "version": "0"}'), 'none'),
  'version saved_since; none', 'a product that was saved since is refused if the file changes it');

-- Rows about the same.
create temporary table pair as select pg_temp.upload('[{"product": "desk-robe", "size": "M", "price": "1", "sku": ""}, {"product": "desk-robe", "size": "L", "price": "2", "sku": ""},
  {"product": "desk-robe", "size": "M", "price": "1", "sku": ""}, {"product": "new-a", "name": "A", "price": "1", "size": "M", "sku": "N"}, {"product": "new-b", "name": "B", "price": "1", "size": "M", "sku": "N"}]') as id;
select is(pg_temp.as('operator', format($$select jsonb_path_query_array(public.desk_import(%L, 'problems'), '$.rows[*].problems[*] ? (@.column != "sku" || @.reason != "fixed")')$$, (select id from pair)))::jsonb,
  '[{"column": "price", "reason": "differs", "value": "2", "line": 2}, {"column": "size", "reason": "doubled", "value": "M", "line": 2}, {"column": "sku", "reason": "sku_taken", "value": "N", "line": null}]'::jsonb, 'rows that contradict or repeat each other are refused');
select is(pg_temp.apply((select id from pair)), 'import_not_ready', 'with a bad row nothing is applied');
select is((select p.price from public.products p where p.slug = 'desk-robe'), 2499.50, 'and nothing changed');

-- Applying.
create temporary table good as select pg_temp.upload('[
  {"product": "desk-robe", "size": "M", "name": "Desk robe", "price": "1999", "discount": "10", "colors": "Black", "attributes": "Sleeves: Sleeveless | Rise: On the hip", "state": "draft", "stock": "8", "material": "Lawn", "fit_notes": "Wide"},
  {"product": "desk-robe", "size": "XL", "name": "Desk robe", "price": "1999", "discount": "10", "colors": "Black", "attributes": "Sleeves: Sleeveless | Rise: On the hip", "state": "draft", "stock": "3", "material": "", "fit_notes": "Wide"},
  {"product": "desk-kurta", "size": "M", "name": "Desk kurta", "price": "700", "discount": "0", "colors": "White | Black", "attributes": "", "state": "", "stock": "2", "material": "", "fit_notes": ""}]', true) as id;
select is(pg_temp.as('operator', format($$select public.desk_import(%L) - array['id', 'made_at', 'rows', 'by', 'ignored', 'file_name', 'applied_at']$$, (select id from good)))::jsonb,
  '{"bad": 0, "total": 3, "checked": 3, "version": 1, "new_sizes": 2, "changed_rows": 3, "large_prices": 0, "new_products": 1, "changed_products": 1}'::jsonb, 'the dry run has sums');
select is((select p.price from public.products p where p.slug = 'desk-robe'), 2499.50, 'a dry run changes nothing');
select is(pg_temp.apply((select id from good), 2), 'changed_meanwhile', 'a dry run that nobody has seen isn''t applied');
update public.product_variants v set stock = 4 from public.products p where p.id = v.product_id and p.slug = 'desk-robe' and v.label = 'M';
select is(pg_temp.apply((select id from good)), 'outdated', 'nor one that an order has overtaken');
select is((select p.price || ' ' || p.is_active from public.products p where p.slug = 'desk-robe'), '2499.50 true', 'then nothing changes');
select is(pg_temp.as('operator', format($$select concat(i ->> 'version', i -> 'rows' -> 0 -> 'changes' -> 'stock') from public.desk_import(%L) i$$, (select id from good))),
  '2["4", "8"]', 'and the dry run is a new one');
create temporary table was as select p.version from public.products p where p.slug = 'desk-robe';
select is(pg_temp.apply((select id from good), 2), 'applied', 'which is applied');
select is((select concat_ws(' ', p.price, p.discount, p.final_price, p.is_active, p.fit_notes, (select c.cells ->> 'colors' from shop.product_cells(array[p.id]) c)) from public.products p where p.slug = 'desk-robe'),
  '1999.00 10.00 1799.10 f Wide Black', 'the product has what the file says');
select is((select string_agg(concat_ws(' ', v.label, v.stock, v.material), ', ' order by v.display_order) from public.product_variants v join public.products p on p.id = v.product_id where p.slug = 'desk-robe'),
  'M 8 Lawn, L Satin, XL 3', 'and so have its sizes; those that the file doesn''t name stay');
select is((select concat_ws(' ', p.name, p.price, p.is_active, (select c.cells ->> 'colors' from shop.product_cells(array[p.id]) c), v.label, v.stock) from public.products p join public.product_variants v on v.product_id = p.id where p.slug = 'desk-kurta'),
  'Desk kurta 700.00 f White | Black M 2', 'a new product is made');
select is((select array_agg(distinct o.kind order by o.kind) from shop.offer_values o join public.products p using (offer_id) where p.slug = 'desk-kurta'),
  '{colors,sizes}', 'which the listing finds');
select is((select array_agg(o.value order by o.value) from shop.offer_values o join public.products p using (offer_id) where p.slug = 'desk-robe' and o.kind = 'materials'),
  '{Lawn,Satin}', 'by its new materials too');
select is((select array_agg(o.kind || ' ' || o.value order by o.kind) from shop.offer_values o join public.products p using (offer_id) where p.slug = 'desk-robe' and o.kind in ('sleeves', 'rise')),
  '{rise hip,sleeves sleeveless}', 'and its attributes');
select is((select p.version > was.version from public.products p, was where p.slug = 'desk-robe'),
  true, 'an older form of the product is refused then');
select is((select a.before ->> 'price' || ' > ' || (a.after ->> 'price') || ', ' || (a.before ->> 'M stock') || ' > ' || (a.after ->> 'M stock') from public.desk_audit a join public.products p on a.subject_id = p.id::text where p.slug = 'desk-robe'),
  '2499.5 > 1999, 4 > 8', 'each product''s changes are recorded');
select is((select a.action from public.desk_audit a join public.products p on a.subject_id = p.id::text where p.slug = 'desk-kurta'),
  'create_product', 'new ones as new');
select is((select a.actor_email || ' ' || (a.after ->> 'changed_rows') from public.desk_audit a where a.action = 'import'),
  'mahnoor@example.com 3', 'and the whole once');
select is(pg_temp.apply((select id from good), 2), 'applied', 'a second press');
select is((select count(*) from public.desk_audit a where a.action = 'import'), 1::bigint, 'changes nothing');
select is(pg_temp.as('operator', format('select public.desk_import(%L) ->> ''applied_at''', (select id from good))) is not null,
  true, 'the import says that it is applied');

-- A discount that waits keeps its period.
insert into shop.discount_periods (product_id, discount, begins) select id, 20, now() + interval '1 day' from public.products where slug = 'desk-scarf';
select is(pg_temp.apply(pg_temp.upload('[{"product": "desk-scarf", "discount": "30"}]')), 'applied', 'a discount that waits for its beginning');
select is((select p.discount || ' ' || d.discount from public.products p join shop.discount_periods d on d.product_id = p.id where p.slug = 'desk-scarf'),
  '0.00 30.00', 'is changed and still waits');
select is(pg_temp.apply(pg_temp.upload('[{"product": "desk-scarf", "discount": "0"}]')), 'applied', 'and when it is none');
select is((select count(*) from shop.discount_periods d join public.products p on p.id = d.product_id where p.slug = 'desk-scarf'),
  0::bigint, 'is gone');

-- Whose, and for how long.
create temporary table mine as select pg_temp.upload('[{"product": "desk-scarf", "price": "950"}]') as id;
select is(pg_temp.as('manager', format('select public.desk_store_import_rows(%L, ''[]'')', (select id from mine))),
  'no_such_import', 'nobody adds rows to somebody else''s import');
select is(pg_temp.as('operator', format($$select public.desk_store_import_rows(%L, '[{"line": 9, "slug": "x", "size": "", "given": {}}]')$$, (select id from mine))),
  'invalid_import', 'nor more than the file has');
select is(pg_temp.as('manager', format('select public.desk_import(%L) ->> ''by''', (select id from mine))), 'mahnoor@example.com', 'others see it');
select pg_temp.upload('[{"product": "desk-scarf", "price": "960"}]');
select is(pg_temp.as('operator', format('select public.desk_import(%L)', (select id from mine))),
  null, 'the next file takes the place of one that wasn''t applied');
update shop.product_imports set made_at = now() - interval '25 hours';
select is(array[coalesce(pg_temp.as('operator', format('select public.desk_import(%L)', (select id from good))), 'none'),
    pg_temp.as('operator', 'select public.desk_imports()')],
  array['none', '[]'], 'after a day an import is gone');

-- Attributes alone.
create temporary table alone as select pg_temp.upload('[{"product": "desk-robe", "size": "M", "attributes": "Rise: On the waist"}]') as id, (select p.version from public.products p where p.slug = 'desk-robe') as version;
select is(pg_temp.apply((select id from alone)), 'applied', 'a file of attributes is applied');
select ok((select p.version > alone.version from public.products p, alone where p.slug = 'desk-robe'), 'and an older form is refused after that too');

update public.products set is_featured = true where slug = 'desk-robe';
select is(pg_temp.apply(pg_temp.upload('[{"product": "desk-robe", "is_top": "yes"}]')), 'applied', 'one flag is ticked');
select is((select concat_ws(' ', p.is_top, p.is_featured, p.is_banner) from public.products p where p.slug = 'desk-robe'),
  't t f', 'and the others stay as they were');
select * from finish();
