-- What a product needs before shoppers see it (decision 186).
select plan(14);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

select is((select string_agg(distinct p.slug, ', ') from public.products p where array_remove(shop.missing_parts(p), 'stock') <> '{}'), null,
  'every product of the sample is complete');

insert into public.product_categories (name) values ('Scarves of the test');
insert into public.products (slug, name, price, is_active) values ('bare', 'Bare', 900, false);
create function pg_temp.lacks(p_slug text default 'bare') returns text language sql as $$
  select array_to_string(shop.missing_parts(p), ', ') from public.products p where p.slug = p_slug
$$;
create function pg_temp.state(state text) returns text language sql as $$
  select coalesce(nullif(pg_temp.as('operator', format('select public.desk_set_product_state(%L, %s, %L)', p.id, p.version, state)), ''), 'saved')
  from public.products p where p.slug = 'bare'
$$;
create function pg_temp.no_size(who text, is_so boolean) returns text language sql as $$
  select coalesce(nullif(pg_temp.as(who, format('select public.desk_set_no_size(%L, %s, %L)', p.id, p.version, is_so)), ''), 'saved')
  from public.products p where p.slug = 'bare'
$$;
-- Imports a row about it. Returns what is wrong with it, or what applying it says.
create function pg_temp.import(cells jsonb) returns text language plpgsql as $$
declare
  id uuid := pg_temp.as('operator', $i$select public.desk_start_import('x.csv', 1)$i$);
  bad jsonb;
begin
  perform pg_temp.as('operator', format('select public.desk_store_import_rows(%L, %L)', id,
    jsonb_build_array(jsonb_build_object('line', 2, 'slug', 'bare', 'size', coalesce(cells ->> 'size', ''), 'given', cells))));
  perform pg_temp.as('operator', format('select public.desk_check_import(%L)', id));
  bad := pg_temp.as('operator', format('select public.desk_import(%L, ''problems'') -> ''rows'' -> 0 -> ''problems'' -> 0', id));
  return coalesce(nullif(concat_ws(' ', bad ->> 'column', bad ->> 'reason', bad ->> 'value'), ''),
    pg_temp.as('operator', format('select public.desk_apply_import(%L, 1)', id)));
end $$;

select is(pg_temp.lacks() || '; ' || pg_temp.state('published'), 'picture, category, text, size; product_incomplete',
  'a product that lacks everything isn''t published (DK-01)');
select is(pg_temp.import('{"state": "published"}') || '; ' || pg_temp.import('{"state": "published", "category": "Scarves of the test", "size": "M"}'),
  'state lacks picture, category, text, size; state lacks picture, text', 'nor by a file, which is judged with what it brings (DK-01)');
insert into public.product_media (product_id, url, is_banner) select id, '/pictures/x.webp', true from public.products where slug = 'bare';
select is(pg_temp.lacks(), 'picture, category, text, size', 'a banner isn''t in the gallery');
update public.product_media set is_banner = false where url = '/pictures/x.webp';
update public.products p set description = E' \n', category_id = c.id from public.product_categories c
where p.slug = 'bare' and c.name = 'Scarves of the test';
select is(pg_temp.lacks(), 'text, size', 'spaces are no text');
update public.products set description = 'Soft' where slug = 'bare';
select is(array[pg_temp.no_size('shopper', true), pg_temp.no_size('operator', true), pg_temp.lacks(), pg_temp.state('published')],
  array['not_operator', 'saved', '', 'saved'], 'a product that has no size is published without one (DK-01)');
select is((select a.after ->> 'has_no_size' from public.desk_audit a join public.products p on p.id::text = a.subject_id
  where p.slug = 'bare' and a.action = 'save_stock'), 'true', 'which is recorded');

update public.products set category_id = null, has_no_size = false where slug = 'bare';
select is((select shop.state_of(p) from public.products p where slug = 'bare') || '; ' || pg_temp.state('published'), 'published; saved',
  'what is published stays so when it loses something');
select is(pg_temp.as('operator', format('select public.desk_product_checks(%L)', (select id from public.products where slug = 'bare')))::jsonb,
  '{"lacks": ["category", "size"], "has_no_size": false}'::jsonb, 'the desk is told what it lost');
select is(pg_temp.state('draft') || '; ' || pg_temp.state('published') || '; ' || pg_temp.state('archived') || '; ' || pg_temp.state('published'),
  'saved; product_incomplete; saved; product_incomplete', 'and it has to be mended before it is published again');
select is(pg_temp.import('{"state": "published", "category": "Scarves of the test", "size": "M", "stock": "0"}'), 'applied',
  'a file that brings what is missing publishes it');
select is(pg_temp.lacks() || '; ' || pg_temp.state('draft') || '; ' || pg_temp.state('published'), 'stock; saved; saved',
  'a product that is sold out is published with a warning');
update public.product_variants v set stock = null from public.products p where p.id = v.product_id and p.slug = 'bare';
select is(pg_temp.lacks(), '', 'one that isn''t counted can be bought');

insert into public.variant_stock (variant_id, color_id, stock) select v.id, c.id, 4 from public.product_variants v
join public.products p on p.id = v.product_id and p.slug = 'bare' join public.colors c on c.name = 'Black';
select is(pg_temp.import('{"size": "M", "stock": "9", "stock_was": "4"}'), 'stock by_color M', 'a file doesn''t change the sum of pieces that are counted by colour (DK-05)');

select * from finish();
