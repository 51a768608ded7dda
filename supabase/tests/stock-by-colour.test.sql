-- Stock by colour and size: each movement of it, what shoppers see, and its history.
select plan(60);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- A gown in two colours and two sizes: M is counted by colour, L as a whole.
create temporary table gown as select md5('gown')::uuid as id;
insert into public.products (id, name, slug, price) select id, 'Colour gown', 'colour-gown', 1000 from gown;
insert into public.product_colors (product_id, color_id, display_order)
select gown.id, c.id, row_number() over (order by c.name) from gown, public.colors c where c.name in ('Black', 'Pink');
insert into public.product_variants (id, product_id, size, stock, display_order)
select md5('gown' || size)::uuid, gown.id, size, 5, place from gown, unnest(array['M', 'L']) with ordinality as s (size, place);
create function pg_temp.color(name text) returns uuid language sql as $$ select c.id from public.colors c where c.name = $1 $$;
create function pg_temp.size(name text) returns uuid language sql as $$ select md5('gown' || name)::uuid $$;
insert into public.variant_stock (variant_id, color_id, stock) values (pg_temp.size('M'), pg_temp.color('Black'), 1), (pg_temp.size('M'), pg_temp.color('Pink'), 4);
-- The stock of M as 'black pink sum'.
create function pg_temp.stock() returns text language sql as $$
  select concat_ws(' ', coalesce(shop.stock_of(v.id, pg_temp.color('Black'))::text, '-'), coalesce(shop.stock_of(v.id, pg_temp.color('Pink'))::text, '-'),
    coalesce(v.stock::text, '-')) from public.product_variants v where v.id = pg_temp.size('M')
$$;
create function pg_temp.large() returns integer language sql as $$ select v.stock from public.product_variants v where v.id = pg_temp.size('L') $$;
-- Which choices of colours and sizes leave nothing of it. L is gone, and M in black.
update public.product_variants set stock = 0 where id = pg_temp.size('L');
update public.variant_stock set stock = 0 where variant_id = pg_temp.size('M') and color_id = pg_temp.color('Black');
select is((select string_agg(c.name, ', ' order by c.name) from (values ('all', null, null), ('L', null, '{L}'), ('L or M', null, '{L,M}'), ('M', null, '{M}'),
    ('M in black', 'Black', '{M}'), ('M in pink', 'Pink', '{M}'), ('black', 'Black', null)) c (name, color, sizes)
  where exists (select from shop.sold_out_products(shop.chosen(case when c.color is not null then array[pg_temp.color(c.color)] end, c.sizes::text[], null, null, null, null)) s
    where s = (select id from gown))), 'L, M in black, black', 'a listing of what is in stock leaves out a product whose chosen sizes are gone in the chosen colours');
update public.product_variants set stock = 5 where id = pg_temp.size('L');
update public.variant_stock set stock = 1 where variant_id = pg_temp.size('M') and color_id = pg_temp.color('Black');

create temporary table seen (id bigint);
insert into seen select coalesce(max(id), 0) from public.stock_changes;
-- What the history has got since it was asked last: 'reason size colour change stock_after'.
create function pg_temp.news() returns text language plpgsql as $$
declare
  news text := (select string_agg(concat_ws(' ', c.reason, c.size, c.color, coalesce(c.change::text, '-'), coalesce(c.stock_after::text, '-')), ', ' order by c.id)
    from public.stock_changes c, seen where c.id > seen.id);
begin
  update seen set id = (select max(c.id) from public.stock_changes c);
  return coalesce(news, 'nothing');
end $$;
create function pg_temp.lines(color text, quantity integer default 1, size text default 'M') returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('product_id', gown.id, 'size', size, 'color', color, 'quantity', quantity)) from gown
$$;
create function pg_temp.place(lines jsonb) returns text language sql as $$
  select public.place_order(gen_random_uuid(), 'h', lines, 'a@example.com',
    '{"first_name": "Hira", "address_line1": "1 Road", "city": "Lahore", "phone": "+923105550178"}',
    '{"address_line1": "1 Road", "city": "Lahore"}', 'cod', 'Mobile') ->> 'order_id'
$$;
create function pg_temp.problem(lines jsonb) returns text language sql as $$
  select string_agg(coalesce(l ->> 'problem', 'none'), ' ') from jsonb_array_elements(public.price_cart(lines) -> 'lines') l
$$;
create temporary table noted (name text primary key, number text);
create function pg_temp.becomes(name text, status text) returns text language sql as $$
  select pg_temp.attempt(format('update public.orders set status = %L where order_id = (select number from noted where name = %L)', $2, $1))
$$;

-- What shoppers see.
select pg_temp.be_server();
select is(pg_temp.stock(), '1 4 5', 'a size has the sum of its colours');
select is(pg_temp.problem(pg_temp.lines('Black') || pg_temp.lines('Pink', 4)), 'none none', 'what is there of a colour can be bought');
select is(pg_temp.problem(pg_temp.lines('Black', 2) || pg_temp.lines('Pink', 4)), 'stock none', 'no more than there is of the colour');
select is(pg_temp.problem(pg_temp.lines('Black', 3, 'L') || pg_temp.lines('Pink', 3, 'L')), 'stock stock', 'a size that is counted as a whole shares its stock');
select is((select jsonb_agg(v -> 'by_color') from jsonb_array_elements(public.get_product_with_colors('colour-gown') -> 'product' -> 'variants') v),
  '[{"Black": 1, "Pink": 4}, null]', 'the page has the stock by colour');
select is((select jsonb_agg(v -> 'by_color') from jsonb_array_elements(public.get_products_by_slug('{colour-gown}') -> 0 -> 'variants') v),
  '[{"Black": 1, "Pink": 4}, null]', 'so has the wishlist');
select is((select s -> 'by_color' from jsonb_array_elements(public.product_feed(null, 500)) p, jsonb_array_elements(p -> 'sizes') s
  where p ->> 'slug' = 'colour-gown' and s ->> 'label' = 'M'), '{"Black": 1, "Pink": 4}', 'and the feed');

-- Orders.
insert into noted select 'black', pg_temp.place(pg_temp.lines('Black'));
select is(pg_temp.stock() || ': ' || pg_temp.news(), '0 4 4: sold M Black -1 0', 'an order takes the piece of its colour, and the history says so once');
select is(pg_temp.problem(pg_temp.lines('Black') || pg_temp.lines('Pink')), 'sold_out none', 'the colour is sold out, the other isn''t');
select is(pg_temp.refusal(format('select pg_temp.place(%L)', pg_temp.lines('Black'))), 'cart_changed', 'nobody gets it twice');
select is((select jsonb_agg(s -> 'stock') from jsonb_array_elements(public.price_cart(pg_temp.lines('Black')) -> 'lines' -> 0 -> 'sizes') s),
  '[0, 5]', 'a cart''s sizes say what is left in its colour');
select is((select shop.card_as_filtered(id, jsonb_build_object('sizes', '["M"]'::jsonb, 'colors', jsonb_build_array(pg_temp.color('Black')))) -> 'sold_out' from gown),
  '["M"]', 'a listing of this colour and size says that it is sold out');
select is((select shop.card_as_filtered(id, jsonb_build_object('sizes', '["M"]'::jsonb, 'colors', jsonb_build_array(pg_temp.color('Black'), pg_temp.color('Pink')))) -> 'sold_out' from gown),
  'null', 'with the other colour it doesn''t');
select is((select shop.card_as_filtered(id, '{"sizes": ["M"]}') -> 'sold_out' from gown), 'null', 'nor without a colour');
select is((select c.order_id = o.id and c.operator is null from public.stock_changes c, noted n join public.orders o on o.order_id = n.number where n.name = 'black' and c.id = (select id from seen)),
  true, 'a change has its order');
insert into noted select 'many', pg_temp.place(pg_temp.lines('Pink', 2) || pg_temp.lines('Black', 1, 'L'));
select is(pg_temp.stock() || ' ' || pg_temp.large() || ': ' || pg_temp.news(), '0 2 2 4: sold M Pink -2 2, sold L -1 4', 'a size that is counted as a whole is taken as before');
update public.colors set name = 'Rose' where id = pg_temp.color('Pink');
select is(pg_temp.becomes('many', 'Cancelled'), 'done', 'an order is cancelled');
update public.colors set name = 'Pink' where name = 'Rose';
select is(pg_temp.stock() || ' ' || pg_temp.large() || ': ' || pg_temp.news(), '0 4 4 5: returned L 1 5, returned M Rose 2 4',
  'its pieces come back, though the colour was renamed meanwhile');
select is(pg_temp.becomes('black', 'Cancelled') || ' ' || pg_temp.stock(), 'done 1 4 5', 'so does the last piece');
insert into noted select 'again', pg_temp.place(pg_temp.lines('Black'));
select is(pg_temp.refusal($$select shop.take_stock(array(select o.id from public.orders o join noted n on n.number = o.order_id where n.name = 'black'))$$),
  'sold_out', 'an order that goes on can''t take what was sold meanwhile');
select pg_temp.news();

-- A colour that isn't counted, and one without a row.
update public.variant_stock set stock = null where color_id = pg_temp.color('Pink') and variant_id = pg_temp.size('M');
select is(pg_temp.stock() || ': ' || pg_temp.news(), '0 - -: corrected M Pink - -', 'a colour that isn''t counted makes the sum so');
insert into noted select 'uncounted', pg_temp.place(pg_temp.lines('Pink', 9));
select is(pg_temp.stock() || ': ' || pg_temp.news(), '0 - -: nothing', 'selling it moves nothing');
delete from public.variant_stock where color_id = pg_temp.color('Pink') and variant_id = pg_temp.size('M');
select is(pg_temp.stock(), '0 0 0', 'a colour without a row is sold out');
select is(pg_temp.becomes('uncounted', 'Cancelled') || ' ' || pg_temp.stock(), 'done 0 9 9', 'pieces that come back make its row');
select pg_temp.news();

-- Nothing but the colours makes the sum.
select is(pg_temp.refusal($$update public.product_variants set stock = 3 where id = pg_temp.size('M')$$), 'counted_by_color', 'the sum isn''t written');
select is(pg_temp.refusal($$update public.product_variants set stock = 3 where id = pg_temp.size('L')$$), 'done', 'a size that is counted as a whole is');
update public.product_variants set stock = 7 where id = pg_temp.size('L');
select is(pg_temp.news(), 'corrected L 2 7', 'and the history says so');

-- Exchanges: into M, which has the colour, and into L.
insert into noted select 'bought', pg_temp.place(pg_temp.lines('Black', 1, 'L'));
select pg_temp.becomes('bought', 'Shipped'), pg_temp.becomes('bought', 'Delivered');
select pg_temp.news();
create function pg_temp.exchange() returns text language sql as $$
  select pg_temp.attempt(format('select public.request_return(%L)', jsonb_build_object('request_key', gen_random_uuid(), 'order_id', n.number,
    'attempt_key', o.attempt_key, 'kind', 'exchange', 'reason', 'size', 'days', 14, 'items', jsonb_build_array(jsonb_build_object(
      'order_item_id', (select i.id from public.order_items i where i.order_id = o.id), 'quantity', 1, 'variant_id', pg_temp.size('M'))))))
  from noted n join public.orders o on o.order_id = n.number where n.name = 'bought'
$$;
create function pg_temp.offered() returns text language sql as $$
  select string_agg(s ->> 'size', ' ') from noted n join public.orders o on o.order_id = n.number,
    jsonb_each(public.get_exchange_choices(n.number, o.attempt_key)) e, jsonb_array_elements(e.value) s where n.name = 'bought' and s ->> 'color' = 'Black'
$$;
select is(pg_temp.exchange() || ' ' || coalesce(pg_temp.offered(), 'none'), 'sold_out none', 'a size without the colour isn''t held, and isn''t offered');
update public.variant_stock set stock = 1 where color_id = pg_temp.color('Black') and variant_id = pg_temp.size('M');
select is(pg_temp.offered(), 'M', 'one with it is offered');
select pg_temp.news();
select is(pg_temp.exchange() || ' ' || pg_temp.stock() || ': ' || pg_temp.news(), 'done 0 9 9: sold M Black -1 0', 'and held in the colour that was bought');
update public.returns set status = 'refused';
select is(pg_temp.stock() || ': ' || pg_temp.news(), '1 9 10: returned M Black 1 1', 'a refused exchange gives it back');

-- Alerts.
update public.variant_stock set stock = 0 where color_id = pg_temp.color('Black') and variant_id = pg_temp.size('M');
select is(pg_temp.attempt($$select public.keep_stock_alert('colour-gown', 'M', 'a@example.com', 'Black')$$), 'done', 'an alert may wait for a colour');
select is(pg_temp.attempt($$select public.keep_stock_alert('colour-gown', 'M', 'a@example.com', 'Black')$$)
  || (select count(*) from public.stock_alerts), 'done1', 'once');
select is(pg_temp.attempt($$select public.keep_stock_alert('colour-gown', 'M', 'a@example.com', 'Pink')$$), 'in_stock', 'not for one that is there');
select is(pg_temp.attempt($$select public.keep_stock_alert('colour-gown', 'M', 'a@example.com')$$), 'in_stock', 'nor for any');
select is(pg_temp.attempt($$select public.keep_stock_alert('colour-gown', 'M', 'a@example.com', 'Teal')$$), 'no_such_color', 'nor for one that the product hasn''t');
select is((select count(*)::integer from public.claim_stock_alerts()), 0, 'it isn''t mailed for the other colour');
update public.variant_stock set stock = 2 where color_id = pg_temp.color('Black') and variant_id = pg_temp.size('M');
select is((select concat_ws(' ', size, color) from public.claim_stock_alerts()), 'M Black', 'but once its own is back');
select pg_temp.news();

-- Moves at the desk.
create function pg_temp.move(who text, moves jsonb, reason text default 'counted', note text default null) returns text language sql as $$
  select coalesce(nullif(pg_temp.as(who, format('select public.desk_move_stock(%L, %L, %L)', moves, reason, note)), ''), 'moved')
$$;
create function pg_temp.to_move(given jsonb, color text default 'Black', size text default 'M') returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('variant', pg_temp.size(size), 'color', pg_temp.color(color)) || given)
$$;
select is(pg_temp.move('shopper', pg_temp.to_move('{"was": 2, "stock": 6}')), 'not_operator', 'only operators move stock');
select is(pg_temp.move('operator', pg_temp.to_move('{"was": 2, "stock": 6}'), 'counted', ' Shelf 4 ') || ' ' || pg_temp.stock() || ': ' || pg_temp.news(),
  'moved 6 9 15: counted M Black 4 6', 'a count is stored, with its change');
select is((select c.operator_email || ', ' || c.note from public.stock_changes c join seen using (id)), 'mahnoor@example.com, Shelf 4', 'by whom, and the note');
select is((select a.before ->> 'M' || ' → ' || (a.after ->> 'M') || ', ' || (a.after ->> 'reason') from public.desk_audit a where a.action = 'move_stock'
  and a.id = (select max(id) from public.desk_audit)), 'Black 2, Pink 9 → Black 6, Pink 9, counted', 'the record of the desk has it');
select is(pg_temp.move('operator', pg_temp.to_move('{"was": 2, "stock": 8}')), 'changed_meanwhile', 'a count from before is refused');
select is(pg_temp.move('operator', pg_temp.to_move('{"change": 5}') || pg_temp.to_move('{"change": 3}', null, 'L'), 'received') || ' ' || pg_temp.stock() || ': ' || pg_temp.news(),
  'moved 11 9 20: received M Black 5 11, received L 3 9', 'pieces that were received are added');
create function pg_temp.receive(form text) returns text language sql as $$
  select coalesce(nullif(pg_temp.as('operator', format('select public.desk_move_stock(%L, ''received'', null, %L)', pg_temp.to_move('{"change": 1}', null, 'L'), md5(form)::uuid)), ''), 'moved')
$$;
select is(pg_temp.receive('one') || ' ' || pg_temp.receive('one') || ' ' || pg_temp.large() || ': ' || pg_temp.news(), 'moved stock_moved 10: received L 1 10', 'a form that is sent twice adds its pieces once');
select pg_temp.move('operator', pg_temp.to_move('{"change": -1}', null, 'L'), 'damaged'), pg_temp.news();
select is(pg_temp.move('operator', pg_temp.to_move('{"change": -1}', 'Pink') || pg_temp.to_move('{"change": -12}'), 'damaged') || ' ' || pg_temp.stock(), 'changed_meanwhile 11 9 20',
  'no more can be damaged than are left, and then nothing is');
select is(pg_temp.move('operator', pg_temp.to_move('{"was": 20, "stock": 2}', null)), 'counted_by_color', 'a size that is counted by colour isn''t counted as a whole');
select is(pg_temp.move('operator', pg_temp.to_move('{"was": 9, "stock": 2, "color": "x"}', null, 'L')), 'no_such_color', 'nor in a colour that the product hasn''t');
select is(pg_temp.move('operator', pg_temp.to_move('{"was": 11, "stock": 100001}')), 'invalid_stock', 'nor beyond a bound');
select is(pg_temp.move('operator', pg_temp.to_move('{"change": 1}'), 'sold'), 'invalid_reason', 'what an order does isn''t said at the desk');
select is(pg_temp.move('operator', pg_temp.to_move('{"was": null, "stock": 4}', 'Black', 'L') || pg_temp.to_move('{"was": 0, "stock": 6}', 'Pink', 'L')) || ' ' || pg_temp.large() || ': ' || pg_temp.news(),
  'moved 10: counted L Black 4 4, counted L Pink 6 6', 'naming the colours of a size begins to count it by colour');
select is(pg_temp.move('operator', pg_temp.to_move('{"was": 10, "stock": 10, "by_size": true}', null, 'L')) || ' ' || pg_temp.large(), 'moved 10', 'and naming none ends it');
select is(pg_temp.refusal($$update public.product_variants set stock = 3 where id = pg_temp.size('L')$$), 'done', 'it is then counted as a whole');

-- A copy of the product.
create temporary table gown_copy as select pg_temp.as('operator', format('select public.desk_duplicate_product(%L)', id))::uuid as id from gown;
select is((select string_agg(concat_ws(' ', v.size, v.stock, s.colors), ', ' order by v.size) from gown_copy join public.product_variants v on v.product_id = gown_copy.id,
    lateral (select string_agg(c.name || ' ' || coalesce(x.stock::text, '-'), ' ' order by c.name) as colors
      from public.variant_stock x join public.colors c on c.id = x.color_id where x.variant_id = v.id) s),
  'L 0, M 0 Black 0 Pink 0', 'a copy is counted by colour where its original is, without pieces');
select is((select count(*) from public.stock_changes c join gown_copy on c.product_id = gown_copy.id where c.change <> 0), 0::bigint, 'and no pieces came into its history');

-- A colour that goes, and who reads the history.
delete from public.product_colors pc using gown where pc.product_id = gown.id and pc.color_id = pg_temp.color('Pink');
select is(pg_temp.stock(), '11 0 11', 'a colour that the product loses isn''t in the sum');
delete from public.product_colors pc using gown where pc.product_id = gown.id;
select is((select v.stock from public.product_variants v where v.id = pg_temp.size('M')), 11, 'the pieces of the last colour stay as those of the size');
select is(pg_temp.as('operator', 'select count(*) > 10 from public.stock_changes') || ' ' || pg_temp.as('shopper', 'select count(*) from public.stock_changes'), 'true 0',
  'operators read the history, shoppers don''t');
select is((select sum(c.change)::integer from public.stock_changes c where c.product_id = (select id from gown) and c.size = 'M' and c.color = 'Black'), 0,
  'the changes of a colour add up to nothing once it is gone');

select * from finish();
