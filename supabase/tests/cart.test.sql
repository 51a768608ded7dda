-- Cart lines: what is returned for a product that isn't sold, and how a line gets another size or color.
select plan(14);

select is((shop.add_up(row(100, 0, 0, 0, 150, null, null)::shop.order_sums)).total_amount, 250.00,
  'sums that the last release began to add up have no fee');

create temporary table product as select gen_random_uuid() as id;
insert into public.products (id, name, slug, price, discount) select id, 'Moon robe', 'moon-robe', 1000, 10 from product;
insert into public.product_variants (product_id, size, stock, display_order)
  select id, size, stock, place from product, (values ('S', 5, 1), ('M', 0, 2), ('L', null, 3)) v (size, stock, place);
insert into public.product_colors (product_id, color_id, display_order)
  select p.id, c.id, row_number() over (order by c.name) from product p, (select * from public.colors order by name limit 2) c;
insert into public.product_media (product_id, url) select id, '/images/moon-robe' from product;
create function pg_temp.color(place integer) returns text language sql as $$
  select name from public.colors order by name limit 1 offset place - 1
$$;
create function pg_temp.line(size text, quantity integer, place integer default 1) returns jsonb language sql as $$
  select jsonb_build_object('product_id', id, 'size', size, 'color', pg_temp.color(place), 'quantity', quantity) from product
$$;
-- These fields of a priced cart's line.
create function pg_temp.priced(variadic parts text[]) returns jsonb language sql as $$
  select jsonb_agg(public.price_cart(jsonb_build_array(pg_temp.line('S', 2))) -> 'lines' -> 0 -> part order by place)
  from unnest(parts) with ordinality t (part, place)
$$;
create function pg_temp.sums(variadic lines jsonb[]) returns jsonb language sql as $$
  select jsonb_build_array(cart -> 'subtotal', cart -> 'savings') from public.price_cart(to_jsonb(lines)) cart
$$;
-- The lines of a changed cart as size, color and quantity.
create function pg_temp.told(cart jsonb) returns text language sql as $$
  select string_agg(concat_ws(' ', l ->> 'size', (select row_number from (select name, row_number() over (order by name) from public.colors) c
    where c.name = l ->> 'color'), l ->> 'quantity'), ', ' order by n) from jsonb_array_elements(cart) with ordinality t (l, n)
$$;

select is(pg_temp.priced('sizes'),
  '[[{"label": "S", "stock": 5, "by_color": null}, {"label": "M", "stock": 0, "by_color": null}, {"label": "L", "stock": null, "by_color": null}]]', 'a line has its product''s sizes with their stock');
select is(pg_temp.priced('colors'), jsonb_build_array(jsonb_build_array(pg_temp.color(1), pg_temp.color(2))), 'a line has its product''s colors');
select is(pg_temp.sums(pg_temp.line('S', 2), pg_temp.line('M', 4), pg_temp.line('XXL', 8)),
  '[1800.00, 200.00]', 'a line that is sold out or not offered costs nothing');
select is(pg_temp.sums(pg_temp.line('S', 7)), '[6300.00, 700.00]', 'a quantity above the stock counts until it is changed');
update public.products set is_active = false where slug = 'moon-robe';
select is(pg_temp.priced('name', 'image', 'problem'),
  '["Moon robe", "/images/moon-robe", "gone"]', 'a product that isn''t sold keeps its name and picture');
select is(pg_temp.priced('slug', 'price', 'final_price', 'stock', 'sizes', 'colors'),
  '[null, null, null, null, [], []]', 'a product that isn''t sold returns nothing else');
select is(pg_temp.sums(pg_temp.line('S', 2)), '[0, 0]', 'a product that isn''t sold costs nothing');

select pg_temp.sign_in('mahnoor@example.com');
select public.change_cart('add', jsonb_build_array(pg_temp.line('S', 1), pg_temp.line('M', 2), pg_temp.line('L', 3)));
select is(pg_temp.told(public.change_cart('choose', jsonb_build_array(pg_temp.line('S', 0), pg_temp.line('S', 0, 2)))),
  'S 2 1, M 1 2, L 1 3', 'a line with another color stays in its place');
select is(pg_temp.told(public.change_cart('choose', jsonb_build_array(pg_temp.line('M', 0), pg_temp.line('L', 0)))),
  'S 2 1, L 1 5', 'a changed line is merged into an existing one');
select is(pg_temp.told(public.change_cart('choose', jsonb_build_array(pg_temp.line('L', 0), pg_temp.line('L', 0)))),
  'S 2 1, L 1 5', 'the same choice changes nothing');
select is(pg_temp.told(public.change_cart('choose', jsonb_build_array(pg_temp.line('M', 0), pg_temp.line('L', 0)))),
  'S 2 1, L 1 5', 'a missing line changes nothing');
select is(pg_temp.told(public.change_cart('choose', jsonb_build_array(pg_temp.line('L', 0), pg_temp.line('L', 0) || jsonb_build_object('product_id', gen_random_uuid())))),
  'S 2 1, L 1 5', 'another product changes nothing');

select throws_ok('select public.price_cart(null)', 'PT400', 'cart_too_large', 'a cart to price can''t be missing');

select * from finish();
