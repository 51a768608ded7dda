-- The stock of a product as the desk's storeroom sees it.
select plan(7);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

create temporary table robe as select p.id, p.slug, v.id as size, v.label, pc.color_id as color, c.name as color_name
from public.products p join public.product_variants v on v.product_id = p.id
join public.product_colors pc on pc.product_id = p.id join public.colors c on c.id = pc.color_id
where p.name = 'Satin robe with tie belt' order by v.display_order, pc.display_order limit 1;
grant select on robe to public;
create function pg_temp.size_of(p_path text) returns text language sql as $$
  select pg_temp.as('operator', format('select jsonb_path_query_first(public.desk_stock(%L), ''$.sizes[*] ? (@.id == $size)'', ''{"size": "%s"}'') #>> %L', id, size, p_path)) from robe
$$;

select is(array[pg_temp.as('shopper', format('select public.desk_stock(%L)', (select id from robe))),
    pg_temp.as('shopper', format('select public.desk_stock_changes(%L)', (select id from robe)))],
  array['not_operator', 'not_operator'], 'a shopper reads no stock of the desk');
update public.product_variants set stock = 9 where id = (select size from robe);
select is(pg_temp.size_of('{stock}') || ' ' || pg_temp.size_of('{is_by_color}') || ' ' || coalesce(pg_temp.size_of('{colors,0,stock}'), '-'), '9 false -',
  'a size that is counted as a whole has no stock by colour');
-- An order takes two pieces, which stay on the shelf until they are packed.
create temporary table placed as select o.id, o.order_id from public.orders o where o.status = 'Processing' order by o.id limit 1;
update public.orders set packed_at = null, holds_stock = true where id = (select id from placed);
delete from public.order_items where order_id = (select id from placed);
insert into public.order_items (order_id, product_id, variant_id, product_name, quantity, price, price_at_purchase, selected_color, selected_size, subtotal)
select placed.id, robe.id, robe.size, 'Robe', 2, 1, 1, robe.color_name, robe.label, 2 from placed, robe;
create temporary table before as select pg_temp.size_of('{ordered}')::integer as pieces, pg_temp.size_of('{colors,0,ordered}')::integer as in_color;
update public.orders set packed_at = now() where id = (select id from placed);
select is((select pieces - pg_temp.size_of('{ordered}')::integer || ' ' || in_color - pg_temp.size_of('{colors,0,ordered}')::integer from before), '2 2',
  'pieces of an order that isn''t packed are on the shelf, in their colour (DK-03)');
select pg_temp.as('operator', format('select public.desk_move_stock(%L, ''counted'')', jsonb_agg(jsonb_build_object('variant', robe.size, 'color', pc.color_id, 'was', null, 'stock', 4))))
from robe join public.product_colors pc on pc.product_id = robe.id;
select is(pg_temp.size_of('{is_by_color}') || ' ' || pg_temp.size_of('{colors,0,stock}'), 'true 4', 'a size that is counted by colour has one');
select shop.move_stock(size, color, -1, 'sold', (select id from placed)) from robe;
select is((select pg_temp.as('operator', format('select (r ->> ''change'') || (r ->> ''stock_after'') || (r ->> ''reason'') || (r ->> ''color'') || (r ->> ''order_number'') from (select public.desk_stock_changes(%L) -> ''rows'' -> 0 as r) x', id)) from robe),
  (select '-13sold' || color_name || (select order_id from placed) from robe), 'the history names the order that took a piece (DK-04)');
select is((select pg_temp.as('operator', format('select (r ->> ''reason'') || '' '' || (r ->> ''who'') from (select public.desk_stock_changes(%L) -> ''rows'' -> 1 as r) x', id)) from robe),
  'counted mahnoor@example.com', 'and who counted');

select is((select pg_temp.as('operator', format('select jsonb_path_query_first(public.desk_products(p_search => ''Satin robe with tie belt'', p_stock => ''low'') -> ''rows'', ''$[*] ? (@.id == "%s").low[*] ? (@.stock == 3).label'') #>> ''{}''', id)) from robe),
  (select label || ', ' || color_name from robe), 'the list of products names the colour of which few are left (DK-05)');

select * from finish();
