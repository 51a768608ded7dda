-- Products, stock, texts and delivery at the desk.
select plan(123);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- The product that the tests change, as it is at the moment.
create function pg_temp.robe() returns public.products language sql as $$
  select * from public.products p where p.id = (select o.id from public.products o where o.name = 'Satin robe with tie belt' order by o.id limit 1)
$$;
create temporary table kept as select (pg_temp.robe()).id as id;
-- A public function returns nothing when it has saved, so the product's new version is the result.
create function pg_temp.save(who text, changes jsonb, version integer default null) returns text language plpgsql as $$
declare
  now public.products;
  given jsonb;
  reply text;
begin
  select p.* into now from public.products p join kept on kept.id = p.id;
  given := jsonb_build_object('name', now.name, 'description', now.description, 'price', now.price, 'discount', 0,
    'category_id', now.category_id, 'color_ids', array(select pc.color_id from public.product_colors pc where pc.product_id = now.id order by 1)) || changes;
  reply := pg_temp.as(who, format('select public.desk_save_product(%L, %s, %L)', now.id, coalesce(version, now.version), given));
  return coalesce(nullif(reply, ''), 'saved');
end $$;
create function pg_temp.stock(who text, sizes jsonb, version integer default null) returns text language plpgsql as $$
declare
  now public.products;
begin
  select p.* into now from public.products p join kept on kept.id = p.id;
  return coalesce(nullif(pg_temp.as(who, format('select public.desk_save_stock(%L, %s, %L)', now.id, coalesce(version, now.version), sizes)), ''), 'saved');
end $$;
create function pg_temp.state(who text, state text) returns text language plpgsql as $$
declare
  now public.products;
begin
  select p.* into now from public.products p join kept on kept.id = p.id;
  return coalesce(nullif(pg_temp.as(who, format('select public.desk_set_product_state(%L, %s, %L)', now.id, now.version, state)), ''), 'saved');
end $$;

select is(pg_temp.as('visitor', 'select public.desk_products()'), '42501', 'a visitor may not call the desk');
select is(array[pg_temp.as('shopper', 'select public.desk_products()'), pg_temp.as('shopper', 'select public.desk_product(gen_random_uuid())')],
  array['not_operator', 'not_operator'], 'a shopper reads no product of the desk');
select is(array[pg_temp.save('shopper', '{}'), pg_temp.stock('shopper', '[]'), pg_temp.state('shopper', 'draft')],
  array['not_operator', 'not_operator', 'not_operator'], 'nor changes one');
select is(pg_temp.as('shopper', 'select public.desk_duplicate_product(gen_random_uuid())'), 'not_operator', 'nor copies one');
select is(array[pg_temp.as('shopper', 'select public.desk_texts()'), pg_temp.as('shopper', $$select public.desk_text('page', gen_random_uuid())$$)],
  array['not_operator', 'not_operator'], 'nor reads texts');
select is(pg_temp.as('shopper', $$select public.desk_save_text('page', gen_random_uuid(), 1, 'x', 'x')$$), 'not_operator', 'nor writes them');

select is(pg_temp.as('operator', $$select public.desk_products(p_search => 'SATIN robe') -> 'rows' -> 0 ->> 'name'$$) is not null,
  true, 'a product is found by a part of its name');
select is(pg_temp.as('operator', $$select public.desk_products(p_search => '%') ->> 'total'$$), '0', 'a percent sign is searched as typed');
select is(pg_temp.as('operator', 'select public.desk_products() ->> ''total'''),
  (select count(*)::text from public.products), 'the list has all products, drafts included');
select is(pg_temp.as('operator', 'select jsonb_array_length(public.desk_products(p_page => 2) -> ''rows'')'),
  (select least(50, count(*) - 50)::text from public.products), 'a page has fifty');
select is(pg_temp.as('operator', $$select public.desk_products(p_stock => 'out') ->> 'total'$$),
  (select count(distinct v.product_id)::text from public.product_variants v left join public.variant_stock s on s.variant_id = v.id where 0 in (v.stock, s.stock)), 'the list is filtered by stock');
create function pg_temp.lists_with(pieces integer) returns text language plpgsql as $$
declare
  lists text;
begin
  update public.product_variants set stock = pieces where product_id = (select id from kept);
  select string_agg(stock, ' ') into lists from unnest(array['low', 'out']) as stock
  where (pg_temp.as('operator', format('select public.desk_products(p_search => %L, p_stock => %L) -> ''rows''', (select name from pg_temp.robe()), stock)))::jsonb
    @> jsonb_build_array(jsonb_build_object('id', (select id from kept)));
  return coalesce(lists, '-');
end $$;
select is((select array_agg(pg_temp.lists_with(pieces) order by pieces) from unnest(array[0, 1, 3, 4]) as pieces),
  array['low out', 'low', 'low', '-'], 'three pieces are few, and none is sold out');
select is(pg_temp.as('operator', format('select public.desk_product(%L) ->> ''id''', (select id from kept))),
  (select id::text from kept), 'a product is read');

select is(pg_temp.save('operator', '{"price": 0}'), 'invalid_price', 'a price of zero is refused');
select is(pg_temp.save('operator', '{"price": -5}'), 'invalid_price', 'and one below');
select is(pg_temp.save('operator', '{"discount": 100}'), 'invalid_discount', 'a discount of all is refused');
select is(pg_temp.save('operator', '{"name": " "}'), 'invalid_name', 'a product needs a name');
select is(pg_temp.save('operator', '{"category_id": "00000000-0000-4000-8000-000000000000"}'), 'no_such_category', 'and a category that exists');
select is(pg_temp.save('operator', '{"color_ids": ["00000000-0000-4000-8000-000000000000"]}'), 'no_such_color', 'and such colours');
select is(pg_temp.save('operator', '{"discount": 10, "discount_until": "2020-01-01T00:00"}'), 'invalid_period', 'a discount can''t have ended');
select is(pg_temp.save('operator', '{"discount": 0, "discount_until": "2999-01-01T00:00"}'), 'invalid_period', 'a period needs a discount');
select is(pg_temp.save('operator', '{"discount": 10, "discount_from": "2999-01-01T00:00", "discount_until": "2999-01-01T00:00"}'),
  'invalid_period', 'and ends after it begins');
select is(pg_temp.save('operator', '{}', 0), 'changed_meanwhile', 'a form that is older than the product changes nothing');
select is(pg_temp.save('operator', '{"price": 1234.5, "is_sure": true, "name": "Robe of the desk"}'), 'saved', 'a product is saved');
select is((select p.price || ' ' || p.name from public.products p join kept using (id)), '1234.50 Robe of the desk', 'with what was given');
select is((select before ->> 'name' || ' > ' || (after ->> 'name') from public.desk_audit where subject_id = (select id::text from kept) order by id desc limit 1),
  'Satin robe with tie belt > Robe of the desk', 'and recorded, before and after');

select is(pg_temp.save('operator', '{"discount": 30, "discount_from": "2999-01-01T00:00", "discount_until": "2999-01-02T00:00"}'),
  'saved', 'a discount is planned');
create function pg_temp.discount() returns text language sql as $$
  select format('%s, from %s until %s', p.discount, coalesce(to_char(d.begins at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), '-'),
    coalesce(to_char(d.ends at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), '-'))
  from public.products p join kept using (id) left join shop.discount_periods d on d.product_id = p.id
$$;
select is(pg_temp.discount(), '0.00, from 2998-12-31 19:00 until 2999-01-01 19:00', 'which doesn''t count yet, at times of Pakistan');
select is(pg_temp.as('shopper', 'select public.apply_discounts()'), '42501', 'a shopper starts no discount');
select is(public.apply_discounts(), 0, 'nor does the server before its time');
update shop.discount_periods set begins = now() where product_id = (select id from kept);
select is(public.apply_discounts(), 1, 'the server starts it');
select is(pg_temp.discount(), '30.00, from - until 2999-01-01 19:00', 'then it counts until its end');
select is(public.apply_discounts(), 0, 'it starts once');
update shop.discount_periods set ends = now() where product_id = (select id from kept);
select is(public.apply_discounts(), 1, 'the server ends it');
select is(pg_temp.discount(), '0.00, from - until -', 'then the price is the old one');
select is(pg_temp.save('operator', '{"discount": 30, "discount_from": "2999-01-01T00:00", "discount_until": "2999-01-02T00:00"}'),
  'saved', 'a discount is planned again');
update shop.discount_periods set begins = now() - interval '2 minutes', ends = now() - interval '1 minute' where product_id = (select id from kept);
select is(public.apply_discounts() || ' ' || pg_temp.discount(), '1 0.00, from - until -', 'one whose period passed unnoticed never counts');
select is(pg_temp.save('operator', '{"discount": 30, "discount_from": "2999-01-01T00:00"}'), 'saved', 'one without an end is planned');
update shop.discount_periods set begins = now() where product_id = (select id from kept);
select is(public.apply_discounts() || ' ' || pg_temp.discount(), '1 30.00, from - until -', 'it counts from then on');
select is(pg_temp.save('operator', '{"discount": 20, "discount_from": "2020-01-01T00:00", "discount_until": "2999-01-02T00:00"}') || ' ' || pg_temp.discount(),
  'saved 20.00, from - until 2999-01-01 19:00', 'a discount that began in the past counts at once');
select is(pg_temp.save('operator', '{}') || ' ' || pg_temp.discount(),
  'saved 0.00, from - until -', 'a product that is saved without a discount has none, and none to come');

create temporary table size as select v.id, v.label, v.stock from public.product_variants v join kept on kept.id = v.product_id order by v.display_order limit 1;
update public.product_variants set stock = 5 where id = (select id from size);
select is(pg_temp.stock('operator', jsonb_build_array(jsonb_build_object('id', (select id from size), 'was', 5, 'stock', -1))),
  'invalid_stock', 'stock can''t be negative');
select is(pg_temp.stock('operator', jsonb_build_array(jsonb_build_object('id', (select id from size), 'was', 6, 'stock', 9))),
  'changed_meanwhile', 'a stock that an order has changed since isn''t overwritten');
select is(pg_temp.stock('operator', jsonb_build_array(jsonb_build_object('id', (select id from size), 'was', 6, 'stock', 6), jsonb_build_object('size', 'Desk', 'stock', 2))),
  'saved', 'one that was left alone stays');
select is((select v.stock from public.product_variants v join size using (id)), 5, 'as it is');
select is((select v.stock from public.product_variants v join kept on kept.id = v.product_id where v.label = 'Desk'), 2, 'a new size is added');
select is(pg_temp.stock('operator', '[{"size": "Other", "stock": 1}, {"size": "Desk", "stock": 1}]'), 'size_exists', 'a size can''t be added twice');
select is((select count(*) from public.product_variants v join kept on kept.id = v.product_id where v.label = 'Other'),
  0::bigint, 'and nothing is half done');

select is(pg_temp.stock('operator', jsonb_build_array(jsonb_build_object('id', (select v.id from public.product_variants v join kept on kept.id = v.product_id where v.label = 'Desk'), 'is_removed', true))),
  'saved', 'a size is removed');
select is((select count(*) from public.product_variants v join kept on kept.id = v.product_id where v.label = 'Desk'), 0::bigint, 'and is gone');

-- Pictures: the third one first, the first one removed, and a new one.
create temporary table picture as select m.id, m.alt, row_number() over (order by m.is_featured desc, m.display_order, m.id) as place
  from public.product_media m join kept on kept.id = m.product_id where not m.is_banner;
grant select on picture to public;
create function pg_temp.pictures(who text, pictures jsonb) returns text language plpgsql as $$
declare
  now public.products;
begin
  select p.* into now from public.products p join kept on kept.id = p.id;
  return coalesce(nullif(pg_temp.as(who, format('select public.desk_save_pictures(%L, %s, %L)', now.id, now.version, pictures)), ''), 'saved');
end $$;
select is(pg_temp.pictures('shopper', '[]'), 'not_operator', 'a shopper changes no pictures');
select is(pg_temp.pictures('operator', '[{"url": "https://evil.example/x.webp"}]'), 'invalid_picture', 'a picture is one that was uploaded');
select is(pg_temp.pictures('operator', '[{"id": "00000000-0000-4000-8000-000000000000"}]'), 'no_such_picture', 'or one of the product');
select is(pg_temp.pictures('operator', jsonb_build_array(jsonb_build_object('id', (select id from picture where place = 1), 'color_id', '00000000-0000-4000-8000-000000000000'))),
  'no_such_color', 'in a colour that exists');
select is(pg_temp.pictures('operator', jsonb_build_array(
  jsonb_build_object('id', (select id from picture where place = 3), 'alt', 'Close up'), jsonb_build_object('id', (select id from picture where place = 1), 'is_removed', true),
  jsonb_build_object('url', '/storage/v1/object/public/products/00000000-0000-4000-8000-000000000001.webp', 'alt', 'On the line'))), 'saved', 'pictures are ordered, removed and added');
select is((select string_agg(m.alt, ', ' order by m.display_order) from public.product_media m join kept on kept.id = m.product_id where m.is_featured),
  'Close up', 'the first one is the main picture');
select is((select p.image_url from public.products p join kept using (id)),
  (select m.url from public.product_media m join picture using (id) where place = 3), 'also of the cards');
select is((select count(*) from public.product_media m join picture using (id) where place = 1), 0::bigint, 'what was removed is gone');
select is((select before ->> '1' || ' > ' || (after ->> '1') from public.desk_audit where subject_id = (select id::text from kept) order by id desc limit 1) like '% > Close up%',
  true, 'the record says what was and what is');
select is(array[pg_temp.as('operator', $$insert into storage.objects (bucket_id, name) values ('products', '00000000-0000-4000-8000-000000000001.webp') returning 'stored'$$),
    pg_temp.as('shopper', $$insert into storage.objects (bucket_id, name) values ('products', '00000000-0000-4000-8000-000000000002.webp')$$),
    pg_temp.as('operator', $$insert into storage.objects (bucket_id, name) values ('products', 'page.html')$$)],
  array['stored', '42501', '42501'], 'operators store pictures, and nobody anything else');

-- Roles, focus points and captions.
select is(pg_temp.pictures('operator', jsonb_build_array(jsonb_build_object('id', (select id from picture where place = 2), 'role', wrong.role, 'focus', wrong.focus,
  'caption', wrong.caption))), 'invalid_picture', wrong.what)
from (values ('side', null, null, 'a role is one of the six'), (null, '50% 101%', null, 'a focus point is within the picture'), (null, null, repeat('x', 61), 'words below a picture are few')) as wrong (role, focus, caption, what);
select is(pg_temp.pictures('operator', jsonb_build_array(jsonb_build_object('id', (select id from picture where place = 3)),
  jsonb_build_object('id', (select id from picture where place = 2), 'role', 'worn', 'focus', '50% 20%', 'caption', ' Aleena wears 34B '))), 'saved', 'they are saved');
select is(pg_temp.pictures('operator', jsonb_build_array(jsonb_build_object('id', (select id from picture where place = 3)),
  jsonb_build_object('id', (select id from picture where place = 2)))), 'saved', 'a form of the last release leaves them out');
select is((select concat_ws(', ', m.role, m.focus, m.caption) from public.product_media m join picture using (id) where place = 2), 'worn, 50% 20%, Aleena wears 34B', 'and they stay');
select is(shop.card_pictures((select id from kept)) -> 1, (select jsonb_build_object('url', m.url, 'is_featured', false, 'focus', '50% 20%')
  from public.product_media m join picture using (id) where place = 2), 'cards show the worn one second');

-- Originals, which a copy of the product shares, and their parts.
create function pg_temp.crop(who text, picture uuid, part text, version integer default null) returns text language plpgsql as $$
declare
  now public.products;
begin
  select p.* into now from public.products p join kept on kept.id = p.id;
  return coalesce(nullif(pg_temp.as(who, format('select public.desk_crop_picture(%L, %s, %L, %L, %L)', now.id, coalesce(version, now.version), picture,
    '/storage/v1/object/public/products/00000000-0000-4000-8000-000000000012.webp', part)), ''), 'saved');
end $$;
select is(pg_temp.pictures('operator', '[{"url": "/storage/v1/object/public/products/00000000-0000-4000-8000-000000000011.webp", "original": "../x.jpg"}]'),
  'invalid_picture', 'an original is a file of its bucket');
select is(pg_temp.pictures('operator', '[{"url": "/storage/v1/object/public/products/00000000-0000-4000-8000-000000000011.webp", "alt": "Cropped", "original": "00000000-0000-4000-8000-000000000011.jpg"}]'),
  'saved', 'a picture is kept with its original');
create temporary table cropped as select m.id from public.product_media m where m.original = '00000000-0000-4000-8000-000000000011.jpg';
grant select on cropped to public;
select is(pg_temp.as('operator', format($$select public.desk_picture(%L) - '{id,url,product,name,version}'::text[]$$, id))::jsonb,
  '{"alt": "Cropped", "part": null, "ratio": "4/5", "original": "00000000-0000-4000-8000-000000000011.jpg"}', 'it is read with it') from cropped;
select is(pg_temp.as('operator', format('select public.desk_picture(%L)', (select id from picture where place = 2))),
  null, 'a picture without one isn''t');
select is(pg_temp.as('shopper', format('select public.desk_picture(%L)', id)) || ' ' || pg_temp.crop('shopper', id, 'whole'),
  'not_operator not_operator', 'a shopper reads and crops none') from cropped;
select is(pg_temp.crop('operator', id, '101 0 50') || ' ' || pg_temp.crop('operator', id, '50 50 19'),
  'invalid_part invalid_part', 'a part is within the original') from cropped;
select is(pg_temp.crop('operator', (select id from picture where place = 2), 'whole'),
  'no_such_picture', 'a picture without an original isn''t cropped');
select is(pg_temp.crop('operator', id, '50 0 80', 1), 'changed_meanwhile', 'nor from an older form') from cropped;
select is(pg_temp.crop('operator', id, '50 0 80'), 'saved', 'a part is chosen') from cropped;
select is((select m.url || ' ' || m.part from public.product_media m join cropped using (id)),
  '/storage/v1/object/public/products/00000000-0000-4000-8000-000000000012.webp 50 0 80', 'and shown');
select is((select action || ' ' || (jsonb_path_query_array(after, '$.*') @> '["Cropped part 50 0 80"]') from public.desk_audit where subject_id = (select id::text from kept) order by id desc limit 1),
  'crop_picture true', 'the record says which');
select is(array[pg_temp.as('shopper', $$insert into storage.objects (bucket_id, name) values ('originals', '00000000-0000-4000-8000-000000000011.jpg')$$),
    pg_temp.as('operator', $$insert into storage.objects (bucket_id, name) values ('originals', '00000000-0000-4000-8000-000000000011.jpg'), ('originals', '00000000-0000-4000-8000-000000000013.png') returning 'stored'$$),
    pg_temp.as('operator', $$insert into storage.objects (bucket_id, name) values ('originals', 'page.html')$$)],
  array['42501', 'stored', '42501'], 'operators store originals');
select is(pg_temp.as('operator', $$select string_agg(name, ', ') from storage.objects where bucket_id = 'originals'$$) || ' ' || coalesce(pg_temp.as('shopper', $$select 1 from storage.objects where bucket_id = 'originals'$$), '-')
  || coalesce(pg_temp.as('visitor', $$select 1 from storage.objects where bucket_id = 'originals'$$), '-'), '00000000-0000-4000-8000-000000000011.jpg, 00000000-0000-4000-8000-000000000013.png --', 'only they read them');
select is((select string_agg(pg_temp.as('operator', format('insert into storage.objects (bucket_id, name) values (%L, %L)', bucket, file)), ' ')
  from (values ('files', '00000000-0000-4000-8000-000000000021.webp'), ('files', '00000000-0000-4000-8000-000000000021.jpg'), ('products', '00000000-0000-4000-8000-000000000021.jpg')) f (bucket, file)),
  '42501 42501 42501', 'and store neither kind in another bucket');
create temporary table first_copy as select pg_temp.as('operator', format('select public.desk_duplicate_product(%L)', (select id from kept)))::uuid as id;
select pg_temp.pictures('operator', jsonb_build_array(jsonb_build_object('id', id, 'is_removed', true))) from cropped;
select is((select count(*) from public.files_to_remove where bucket = 'originals'),
  0::bigint, 'an original stays while a copy of the picture is left');
delete from public.products p using first_copy where p.id = first_copy.id;
select is((select string_agg(path, ', ') from public.files_to_remove where bucket = 'originals'),
  '00000000-0000-4000-8000-000000000011.jpg', 'and is listed for removal with the last one');

-- Attributes.
select is(pg_temp.save('operator', '{"attribute_values": ["sleeves:long", "rise:hip"]}'), 'saved', 'attributes are saved');
select is((select shop.attribute_names(id) from kept), 'Sleeves: Long | Rise: On the hip', 'all that were given');
select is(pg_temp.save('operator', '{}'), 'saved', 'without them a form');
select is((select shop.attribute_names(id) from kept), 'Sleeves: Long | Rise: On the hip', 'leaves them as they are');
select is(pg_temp.save('operator', '{"attribute_values": ["rise:hip"]}'), 'saved', 'with fewer');
select is((select shop.attribute_names(id) from kept), 'Rise: On the hip', 'the others go');
select is(pg_temp.save('operator', '{"attribute_values": ["sleeves:puffed"]}'), 'no_such_attribute', 'a value that isn''t there is refused');

-- Drafts.
select is(pg_temp.as('shopper', format('select public.desk_preview(%L)', id)) || ' ' || pg_temp.as('operator', format($$select public.desk_preview(%L) #>> '{product,id}' = %L$$, id, id)) || ' '
  || coalesce(public.get_product_with_colors(id::text)::text, 'not in the shop'), 'not_operator true not in the shop', 'a draft is previewed by operators only')
  from (select pg_temp.as('operator', $$select public.desk_create_product('Draft of the desk', 500)$$)::uuid as id offset 0) as draft;

select is(array[pg_temp.as('operator', $$select public.desk_create_product('Shalwar of the desk', 0)$$),
    pg_temp.as('shopper', $$select public.desk_create_product('Shalwar', 5)$$)],
  array['invalid_price', 'not_operator'], 'a new product needs a price');
create temporary table made as select pg_temp.as('operator', $$select public.desk_create_product('Shalwar, of the Desk!', 500)$$)::uuid as id;
select is((select string_agg(p.slug || ' ' || shop.state_of(p), ', ') from public.products p join made using (id)),
  'shalwar-of-the-desk draft', 'it is a draft, with an address of its name');

select is(pg_temp.state('operator', 'archived'), 'saved', 'a product is archived');
create temporary table copy as select pg_temp.as('operator', format('select public.desk_duplicate_product(%L)', (select id from kept)))::uuid as id;
select is((select shop.state_of(p) || ' ' || (select sum(v.stock) from public.product_variants v where v.product_id = p.id) from public.products p join copy using (id)),
  'draft 0', 'a copy is a draft without stock');
select is((select o.signature from public.products p join copy using (id) join shop.offers o on o.id = p.offer_id),
  (select o.signature from public.products p join kept using (id) join shop.offers o on o.id = p.offer_id), 'with the colours, attributes, sizes and materials of its original');

create temporary table page as select p.id, p.version from public.page_content p where p.slug = 'about';
select is(coalesce(pg_temp.as('operator', format($$select public.desk_save_text('page', %L, %s, 'About the desk', '<p>New</p>')$$, id, version)), ''),
  '', 'a page is saved') from page;
select is(pg_temp.as('operator', format($$select public.desk_save_text('page', %L, %s, 'Older', '<p>Older</p>')$$, id, version)),
  'changed_meanwhile', 'but not from an older form') from page;

select is(array[pg_temp.as('shopper', $$select public.desk_create_text('page', 'evil', 'Evil')$$),
    pg_temp.as('shopper', $$select public.desk_remove_text('page', gen_random_uuid(), 1)$$)],
  array['not_operator', 'not_operator'], 'a shopper adds and removes no text');
select is(pg_temp.as('operator', $$select public.desk_create_text('page', 'about', 'About', 'COMPANY')$$),
  'text_exists', 'a page''s address is used once');
select is(array[pg_temp.as('operator', $$select public.desk_create_text('page', 'a b', 'A')$$),
    pg_temp.as('operator', $$select public.desk_create_text('footer', 'HELP', 'A')$$)],
  array['invalid_text', 'invalid_text'], 'and is one');
select is(pg_temp.as('operator', $$select public.desk_create_text('question', 'nothing', 'Why?')$$),
  'no_such_category', 'a question has a category that exists');
create temporary table story as select pg_temp.as('operator', $$select public.desk_create_text('page', 'our-story', 'Our Story', 'COMPANY')$$)::uuid as id;
select is((select p.slug || ' ' || p.is_published || ' ' || f.is_active from public.page_content p join story using (id) join public.footer_pages f on f.title = p.title),
  'our-story false false', 'a new page and its link aren''t shown yet');
create temporary table why as select pg_temp.as('operator', format($$select public.desk_create_text('question', %L, 'Why?')$$, (select c.id from public.faq_categories c order by c.slug limit 1)))::uuid as id;
select is((select q.question || q.answer || q.is_active from public.faq_items q join why using (id)), 'Why?false', 'nor is a new question');
select is(pg_temp.as('operator', format($$select public.desk_remove_text('question', %L, 2)$$, id)) || ' ' || pg_temp.as('operator', format($$select public.desk_remove_text('question', %L, 1)$$, id)),
  'changed_meanwhile ', 'it is removed by a form that shows it as it is') from why;
select is((select before ->> 'title' from public.desk_audit a join why on why.id::text = a.subject_id where a.action = 'remove_text'
  and not exists (select from public.faq_items q where q.id = why.id)), 'Why?', 'and the record keeps it');

-- Article number, features, the order of colours and of sizes.
select is(pg_temp.save('operator', '{"sku": "CH-1", "features": [{"title": "Cotton", "description": "soft"}, {"title": "Belt"}]}'),
  'saved', 'a product gets an article number and features');
select is((select p.sku || ' ' || string_agg(concat_ws(': ', f.title, nullif(f.description, '')), ', ' order by f.display_order) from public.products p
  join kept using (id) join public.product_features f on f.product_id = p.id group by p.sku), 'CH-1 Cotton: soft, Belt', 'in this order');
select is(pg_temp.save('operator', '{}'), 'saved', 'a form without them');
select is((select count(*)::text || max(p.sku) from public.product_features f join kept on kept.id = f.product_id join public.products p on p.id = kept.id),
  '2CH-1', 'leaves them as they are');
update public.products set sku = 'CH-2' where slug = 'kimono-robe';
select is(pg_temp.save('operator', '{"sku": "CH-2"}') || ' ' || pg_temp.save('operator', jsonb_build_object('sku', repeat('x', 61))),
  'sku_exists invalid_sku', 'an article number is one product''s, and not too long');
select is(pg_temp.save('operator', '{"features": [{"title": "Belt"}, {"title": "Belt "}]}') || ' ' || pg_temp.save('operator', '{"features": [{"title": " "}]}'),
  'invalid_features invalid_features', 'each feature has a title of its own');

create function pg_temp.colors() returns text language sql as $$
  select string_agg(c.name, ', ' order by pc.display_order) from public.product_colors pc join kept on kept.id = pc.product_id join public.colors c on c.id = pc.color_id
$$;
create function pg_temp.color(names text[]) returns jsonb language sql as $$
  select jsonb_agg(c.id order by array_position(names, c.name)) from public.colors c where c.name = any (names)
$$;
select is(pg_temp.save('operator', jsonb_build_object('color_ids', pg_temp.color('{Red,Purple,White}'))) || ' ' || pg_temp.colors(),
  'saved Red, Purple, White', 'colours are chosen');
select is(pg_temp.save('operator', jsonb_build_object('color_ids', pg_temp.color('{Black,White,Purple,Red}'), 'first_color', md5('color:White'))) || ' ' || pg_temp.colors(),
  'saved White, Red, Purple, Black', 'one of them comes first, and a new one last');
update public.product_media m set color_id = md5('color:Red')::uuid from kept where m.product_id = kept.id and m.is_featured;
select is(pg_temp.save('operator', jsonb_build_object('color_ids', pg_temp.color('{Purple,Black}'))) || ' ' || pg_temp.colors(),
  'saved Purple, Black', 'colours go');
select is((select count(*) from public.product_media m join kept on kept.id = m.product_id where m.color_id = md5('color:Red')::uuid),
  0::bigint, 'with their pictures');
select is((select string_agg(m.url, '') from public.product_media m join kept on kept.id = m.product_id where m.is_featured),
  (select p.image_url from public.products p join kept using (id)), 'and another picture is the main one');

delete from public.product_variants v using kept where v.product_id = kept.id;
select is(pg_temp.stock('operator', '[{"size": "S"}, {"size": "M", "brand": "34", "cup": "B"}, {"size": "L"}, {"size": "XL"}]'),
  'saved', 'sizes are added');
create function pg_temp.sizes() returns text language sql as $$
  select string_agg(concat_ws('/', v.label, v.brand_size, v.cup_size), ' ' order by v.display_order) from public.product_variants v join kept on kept.id = v.product_id
$$;
create function pg_temp.place(label text, place integer, more jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('id', v.id, 'place', place) || more from public.product_variants v join kept on kept.id = v.product_id where v.label = $1
$$;
select is(pg_temp.sizes(), 'S M/34/B L XL', 'with their brand sizes and cups, in this order');
select is(pg_temp.stock('operator', jsonb_build_array(pg_temp.place('XL', 1))) || ' ' || pg_temp.sizes(), 'saved XL S M/34/B L', 'a size moves up');
select is(pg_temp.stock('operator', jsonb_build_array(pg_temp.place('XL', 4), pg_temp.place('S', 2), pg_temp.place('M', 3), pg_temp.place('L', 4))) || ' ' || pg_temp.sizes(),
  'saved S M/34/B L XL', 'and down');
select is(pg_temp.stock('operator', jsonb_build_array(pg_temp.place('S', 1, '{"is_removed": true}'), pg_temp.place('M', 2, '{"cup": "", "brand": "36"}'), '{"size": "XS"}'::jsonb)) || ' ' || pg_temp.sizes(),
  'saved M/36 L XL XS', 'sizes that aren''t listed stay in their order');
select is((select after ->> 'order_of_all_the_sizes' from public.desk_audit where subject_id = (select id::text from kept) order by id desc limit 1),
  'M, L, XL, XS', 'which is recorded');

select * from finish();
