-- A column of products that operators edit is in everything that the desk does with a product. A new column fails here until it is.
select plan(10);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email = 'mahnoor@example.com';

-- All columns but those which change by themselves, with the state or the sizes, in a list of the desk, or in every language; with a value to save, and as a cell of a file.
create temporary table edited as
select a.attname::text as name, a.attnum as number, a.atttypid = 'uuid'::regtype as is_reference,
  case when a.attname = 'picture_ratio' then '"3/4"' when a.atttypid = 'boolean'::regtype then 'true' when a.atttypid = 'numeric'::regtype then '7' else '"New words"' end::jsonb as value,
  case a.atttypid when 'boolean'::regtype then 'yes' when 'numeric'::regtype then '7' else 'New words' end as cell
from pg_attribute a where a.attrelid = 'public.products'::regclass and a.attnum > 0 and not a.attisdropped
  and a.attname <> all ('{id,title,slug,final_price,rating,review_count,image_url,has_no_size,is_active,deleted_at,search_name,search_text,search_tokens,offer_id,hero_heading,sold,translations,created_at,updated_at,version}');
create function pg_temp.product(p_slug text) returns public.products language sql as $$ select p from public.products p where p.slug = p_slug $$;
create function pg_temp.cells(p_slug text) returns jsonb language sql as $$ select c.cells from shop.product_cells(array[(pg_temp.product(p_slug)).id]) c $$;
-- Imports one row. Returns what applying it says.
create function pg_temp.imported(cells jsonb) returns text language plpgsql as $$
declare
  id uuid := pg_temp.as('operator', $i$select public.desk_start_import('x.csv', 1)$i$);
begin
  perform pg_temp.as('operator', format('select public.desk_store_import_rows(%L, %L)', id,
    jsonb_build_array(jsonb_build_object('line', 2, 'slug', cells ->> 'product', 'size', '', 'given', cells - 'product'))));
  perform pg_temp.as('operator', format('select public.desk_check_import(%L)', id));
  return pg_temp.as('operator', format('select public.desk_apply_import(%L, 1, true)', id));
end $$;

insert into public.products (slug, name, price) values ('saved', 'Saved', 900);

select is((select string_agg(e.name, ', ') from edited e, pg_trigger t where t.tgrelid = 'public.products'::regclass and t.tgname = 'raise_version'
  and e.number <> all (t.tgattr)), null, 'a change of any raises the version (trigger raise_version)');
select is((select string_agg(e.name, ', ') from edited e where not shop.audited(pg_temp.product('saved')) ? regexp_replace(e.name, '_id$', '')),
  null, 'the record of changes has each (shop.audited)');

select pg_temp.as('operator', format('select public.desk_save_product(%L, 1, %L)', (pg_temp.product('saved')).id,
  (select jsonb_object_agg(e.name, e.value) || '{"is_sure": true}' from edited e where not e.is_reference)));
select is((select string_agg(e.name, ', ') from edited e where not e.is_reference and to_jsonb(pg_temp.product('saved')) -> e.name is distinct from e.value),
  null, 'the form saves each (desk_save_product)');
select is((select string_agg(e.name, ', ') from edited e
  where not pg_temp.as('operator', format('select public.desk_product(%L)', (pg_temp.product('saved')).id))::jsonb ? e.name),
  null, 'the form shows each (desk_product)');

do $$
declare
  change text := (select string_agg(format('%I = %L', e.name, e.value #>> '{}'), ', ') from edited e where not e.is_reference);
begin
  execute format('update public.products set %s where slug = ''saved''', change);
end $$;
select pg_temp.as('operator', format('select public.desk_duplicate_product(%L)', (pg_temp.product('saved')).id));
select is((select string_agg(s.key, ', ' order by s.key) from public.products c, jsonb_each(to_jsonb(pg_temp.product('saved'))) s
  where c.slug like 'saved-%' and s.key <> all ('{id,slug,created_at,updated_at}') and to_jsonb(c) -> s.key is distinct from s.value),
  'discount, final_price, is_active, is_arrival, is_banner, is_featured, is_top, name, search_name, search_tokens, sku, version',
  'a copy has everything but its state, its discount and where it is shown (desk_duplicate_product)');

-- A file has no pictures, so their ratio isn't in it either.
delete from edited where name = 'picture_ratio';
select is((select string_agg(e.name, ', ') from edited e where not pg_temp.cells('saved') ? regexp_replace(e.name, '_id$', '')),
  null, 'the file of products has each (shop.product_cells)');
-- One file for each column, and one for all of a new product. An article number doesn't change, and no two products have the same.
create temporary table files as
select 'imported-' || e.number as slug, jsonb_build_object(e.name, e.cell) as cells from edited e where not e.is_reference and e.name <> 'sku'
union all select 'brought', jsonb_object_agg(e.name, case e.name when 'sku' then 'Another' else e.cell end) from edited e where not e.is_reference;
insert into public.products (slug, name, price) select slug, 'Imported', 900 from files where slug <> 'brought';
select is((select string_agg(cells::text, ', ') from files where pg_temp.imported(jsonb_build_object('product', slug) || cells) is distinct from 'applied'),
  null, 'a file with each is applied');
select is((select string_agg(slug || ' ' || w.key, ', ') from files, jsonb_each(files.cells) w where pg_temp.cells(slug) -> w.key is distinct from w.value),
  null, 'and saves each, of new products too (shop.compare_import, shop.apply_import_to_products)');
select pg_temp.imported('{"product": "plain", "name": "Plain", "price": "7"}'::jsonb || (select jsonb_object_agg(e.name, 'no') from edited e where e.value = 'true'));
select is((select string_agg(e.name, ', ') from edited e where e.value = 'true' and pg_temp.cells('plain') ->> e.name is distinct from 'no'),
  null, 'a new product with no is one without (shop.compare_import)');
select is((select string_agg(e.name, ', ') from edited e where e.value = 'true'
    and pg_temp.imported(jsonb_build_object('product', 'plain', e.name, 'maybe')) is distinct from 'import_not_ready'),
  null, 'a file that says neither yes nor no of one is refused (shop.compare_import)');

select * from finish();
