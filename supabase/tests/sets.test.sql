-- Products that belong together, and what they cost less so (decisions 214 and 223).
select plan(36);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- A bra, two briefs and another bra of the same lace and colour, and a brief of another cloth; briefs are of another kind.
delete from public.product_pairs;
insert into public.product_categories (id, name, parent_id) values (md5('tops')::uuid, 'Set tops', null), (md5('inner')::uuid, 'Set inner tops', md5('tops')::uuid),
  (md5('bottoms')::uuid, 'Set bottoms', null);
create function pg_temp.id(named text) returns uuid language sql as $$ select md5('set ' || named)::uuid $$;
insert into public.products (id, name, slug, price, category_id, created_at)
select pg_temp.id(name), 'Set ' || name, 'set-' || name, 1000, md5(kind)::uuid, now() - place * interval '1 hour'
from (values ('bra', 'tops', 1), ('other-bra', 'inner', 2), ('brief', 'bottoms', 3), ('old-brief', 'bottoms', 4), ('plain-brief', 'bottoms', 5)) p (name, kind, place);
insert into public.product_colors (product_id, color_id)
select pg_temp.id(n), c.id from unnest(array['bra', 'other-bra', 'brief', 'old-brief', 'plain-brief']) n, public.colors c where c.name = 'Crimson';
insert into public.product_variants (product_id, size, material, stock)
select pg_temp.id(n), 'M', case n when 'plain-brief' then 'Set plain' else 'Set lace' end, 5
from unnest(array['bra', 'other-bra', 'brief', 'old-brief', 'plain-brief']) n;

create function pg_temp.goes(named text, most integer default 12) returns text language sql as $$
  select string_agg(g.slug, ' ') from public.products p cross join lateral shop.goes_with(p, most) g where p.id = pg_temp.id(named)
$$;
select is(pg_temp.goes('bra'), 'set-brief set-old-brief', 'what is of another kind, of the same cloth and in one of its colours goes with a product, the newest first');
select is(pg_temp.goes('bra', 1), 'set-brief', 'as many as asked for');
delete from public.product_colors where product_id = pg_temp.id('brief');
select is(pg_temp.goes('bra'), 'set-old-brief', 'without a colour in common it doesn''t');
update public.products set is_active = false where id = pg_temp.id('old-brief');
select is(pg_temp.goes('bra'), null, 'nor what isn''t sold');
update public.products set is_active = true where id = pg_temp.id('old-brief');

create function pg_temp.save(who text, named text, shown text[], chosen text[], version integer default null) returns text language sql as $$
  select coalesce(nullif(pg_temp.as(who, format('select public.desk_save_pairs(%L, %s, %L, %L)', pg_temp.id(named),
    coalesce(version, (select p.version from public.products p where p.id = pg_temp.id(named))),
    array(select pg_temp.id(n) from unnest(shown) n), array(select pg_temp.id(n) from unnest(chosen) n))), ''), 'saved')
$$;
create function pg_temp.pairs(named text) returns text language sql as $$
  select string_agg(p.slug, ' ' order by p.slug) from shop.paired_with(pg_temp.id(named)) x (id) join public.products p on p.id = x.id
$$;
select is(array[pg_temp.save('visitor', 'bra', '{}', '{}'), pg_temp.save('shopper', 'bra', '{}', '{}'),
  pg_temp.as('shopper', 'select public.desk_pairs(gen_random_uuid())')], '{42501,not_operator,not_operator}', 'only operators say what belongs together');
select is(pg_temp.save('operator', 'bra', '{brief,old-brief}', '{brief,old-brief}') || ' ' || pg_temp.pairs('bra'), 'saved set-brief set-old-brief', 'an operator ticks what belongs to a product');
select is(pg_temp.pairs('brief'), 'set-bra', 'which holds for both');
select is(pg_temp.save('operator', 'bra', '{brief}', '{}') || ' ' || pg_temp.pairs('bra'), 'saved set-old-brief', 'one that was shown and isn''t ticked goes, one that wasn''t shown stays');
select is(pg_temp.save('operator', 'bra', '{}', '{brief}', 1), 'changed_meanwhile', 'a form of before is refused');
select is(array[pg_temp.save('operator', 'bra', '{}', '{bra}'), pg_temp.save('operator', 'bra', '{}', '{none}'), pg_temp.save('operator', 'none', '{}', '{}', 1)],
  '{no_such_product,no_such_product,no_such_product}', 'a product doesn''t belong to itself, nor to one that isn''t there');
select is((select string_agg(concat_ws(' > ', a.before ->> 'belongs_to', a.after ->> 'belongs_to'), ', ' order by a.id) from public.desk_audit a where a.action = 'save_pairs'),
  'Set brief, Set old-brief, Set brief, Set old-brief > Set old-brief', 'each change is recorded with what was there');
create function pg_temp.offered(search text default null) returns text language sql as $$
  select string_agg((r ->> 'name') || case when (r ->> 'is_paired')::boolean then '!' else '' end, ', ')
  from jsonb_array_elements(pg_temp.as('operator', format('select public.desk_pairs(%L, %L)', pg_temp.id('brief'), search))::jsonb) r
$$;
select pg_temp.save('operator', 'brief', '{}', '{other-bra}');
select is(pg_temp.offered() || '; ' || pg_temp.offered('set plain'), 'Set other-bra!; Set other-bra!, Set plain-brief', 'a form offers what belongs to a product, then what is found');

select is((select string_agg(r ->> 'slug' || ' with ' || (select p.slug from public.products p where p.id = (r ->> 'with')::uuid), ', ')
  from jsonb_array_elements(public.get_completing(array[pg_temp.id('plain-brief'), pg_temp.id('brief'), pg_temp.id('bra')])) r),
  'set-other-bra with set-brief, set-old-brief with set-bra', 'a cart is completed by what belongs to its products and isn''t in it');
select is((select string_agg(r ->> 'slug', ' ') from jsonb_array_elements(public.get_product_with_colors('set-bra') -> 'completing') r), 'set-old-brief', 'a product''s page by what belongs to it');
insert into public.products (name, slug, price, category_id) select 'Set ' || n, 'set-top-' || n, 900, md5('tops')::uuid from generate_series(1, 4) n;
insert into public.product_colors (product_id, color_id) select pg_temp.id('brief'), c.id from public.colors c where c.name = 'Crimson';
select is((select array_agg(r -> 'category' ->> 'name') from jsonb_array_elements(public.get_product_with_colors('set-bra') -> 'similar_products') r),
  '{Set tops,Set bottoms,Set tops,Set tops}', 'similar products are in turn of its category and of what else goes with it');

-- The price of a set.
create function pg_temp.priced(lines text, terms text, is_whole boolean default true) returns text language sql as $$
  select string_agg(concat_ws('-', (l ->> 'final_price')::numeric(12, 2), (l ->> 'set_off')::numeric(12, 2)), ' ' order by n)
  from jsonb_array_elements(shop.with_sets(
    (select jsonb_agg(jsonb_build_object('product_id', x[1], 'final_price', x[2]::numeric, 'quantity', x[3]::numeric, 'problem', x[4]) order by n)
      from (select string_to_array(line, ',') as x, n from unnest(string_to_array(lines, ' ')) with ordinality as t (line, n)) as y),
    (select jsonb_agg(jsonb_build_object('one', x[1], 'other', x[2], 'off', x[3]::numeric))
      from (select string_to_array(term, ',') as x from unnest(string_to_array(terms, ' ')) term) as y), is_whole)) with ordinality as t (l, n)
$$;
select is(pg_temp.priced('a,1000,1 b,500,1 c,100,1', 'a,b,300'), '800.00-200.00 400.00-100.00 100.00-0.00', 'each of a set has its share of what is taken off');
select is(pg_temp.priced('a,577,1 b,333,1', 'a,b,100', false) || ' ' || pg_temp.priced('a,577,1 b,333,1', 'a,b,100.50', false),
  '514.00-63.00 296.00-37.00 513.28-63.72 296.22-36.78', 'in whole rupees, or to the paisa of what is taken off');
select is(pg_temp.priced('a,577.60,1 b,422.40,1', 'a,b,1000', false) || ' ' || pg_temp.priced('a,577.40,1 b,422.60,1', 'a,b,1000', false),
  '0.00-577.60 0.00-422.40 0.00-577.40 0.00-422.60', 'no share is more than its piece costs');
select is(pg_temp.priced('a,1000,3 b,500,1', 'a,b,300'), '933.00-67.00 400.00-100.00', 'the pieces of a line share alike, rounded up, and a piece without another has no set');
select is(pg_temp.priced('a,1000,1 a,1000,2 b,500,2', 'a,b,300'), '800.00-200.00 900.00-100.00 400.00-100.00', 'sizes of a product count together, the first line first');
select is(pg_temp.priced('a,1000,1 b,500,1 c,500,1', 'a,c,450 a,b,300'), '700.00-300.00 500.00-0.00 350.00-150.00', 'a piece belongs to one set, that which takes off most');
select is(pg_temp.priced('a,1000,2 b,500,1 c,500,1', 'a,b,300 a,c,300'), '800.00-200.00 400.00-100.00 400.00-100.00', 'another piece to another');
select is(pg_temp.priced('a,200,1 b,100,1', 'a,b,900'), '0.00-200.00 0.00-100.00', 'no set costs less than nothing');
select is(pg_temp.priced('a,1000,1,sold_out b,500,1', 'a,b,300') || ' ' || pg_temp.priced('a,1000,1,stock b,500,1', 'a,b,300'),
  '1000.00-0.00 500.00-0.00 800.00-200.00 400.00-100.00', 'what can''t be bought completes no set');

update public.products set price = 500 where id = pg_temp.id('brief');
delete from public.product_pairs;
create function pg_temp.save_off(off numeric) returns text language sql as $$
  select coalesce(nullif(pg_temp.as('operator', format('select public.desk_save_pairs(%L, %s, array[%L]::uuid[], array[%L]::uuid[], array[%s])', p.id, p.version,
    pg_temp.id('brief'), pg_temp.id('brief'), off)), ''), 'saved') from public.products p where p.id = pg_temp.id('bra')
$$;
select is(pg_temp.save_off(300.50), 'saved', 'the desk says what two cost less together');
select is((select x.price_off from public.product_pairs x), 300.50, 'to the paisa');
update public.order_rules set has_whole_rupees = true, most_a_day = 9999, most_unpaid = 9999, most_unconfirmed = 9999;
select is(pg_temp.save_off(300.50) || ' ' || pg_temp.save_off(-1) || ' ' || pg_temp.save_off(300), 'paisa_refused 23514 saved', 'in whole rupees where the shop sells so');
select is((select a.after ->> 'belongs_to' from public.desk_audit a where a.action = 'save_pairs' order by a.id desc limit 1), 'Set brief −300.00', 'which is recorded');
select is((select string_agg(concat_ws(' ', r ->> 'slug', r ->> 'price_off'), ', ') from jsonb_array_elements(public.get_completing(array[pg_temp.id('bra')])) r),
  'set-brief 300.00', 'and offered to shoppers');

create function pg_temp.line(named text, pieces integer) returns jsonb language sql as $$
  select jsonb_build_object('product_id', pg_temp.id(named), 'size', 'M', 'color', 'Crimson', 'quantity', pieces)
$$;
insert into public.promo_codes (code, kind, value) values ('SET-TENTH', 'percent', 10);
select pg_temp.be_server();
create temporary table cart as select public.price_cart(jsonb_build_array(pg_temp.line('bra', 1), pg_temp.line('brief', 1)), 'SET-TENTH') as c;
select is((select concat_ws(' ', (c ->> 'subtotal')::numeric(12, 2), (c ->> 'savings')::numeric(12, 2), (c ->> 'promo_discount')::numeric(12, 2)) from cart), '1200.00 300.00 120.00',
  'the cart costs less, and a code counts for what it costs then');
create temporary table ordered as select public.place_order(gen_random_uuid(), 'h', jsonb_build_array(pg_temp.line('bra', 1), pg_temp.line('brief', 1)), 'set@example.com',
  '{"first_name": "Zoya", "address_line1": "1 Road", "city": "Lahore", "phone": "+923339876606"}',
  '{"address_line1": "1 Road", "city": "Lahore"}', 'cod', 'Mobile', (select (c ->> 'total_amount')::numeric from cart), 'SET-TENTH') ->> 'order_id' as number;
create function pg_temp.items() returns text language sql as $$
  select string_agg(concat_ws(' ', i.product_name, i.quantity, i.price_at_purchase, i.set_off), ', ' order by i.product_name) || ' = ' || o.subtotal || ' - ' || o.promo_discount
  from public.order_items i join public.orders o on o.id = i.order_id where o.order_id = (select number from ordered) group by o.id
$$;
select is(pg_temp.items(), 'Set bra 1 800.00 200.00, Set brief 1 400.00 100.00 = 1200.00 - 120.00', 'an order has what each piece costs in its set');
update public.product_pairs set price_off = 10;
create function pg_temp.edit(items text) returns text language plpgsql as $$
declare
  refused text;
begin
  select pg_temp.as('operator', format('select public.desk_edit_order(%L, %s, %L) ->> ''nothing''', o.order_id, o.version,
    format('{"items": [%s]}', items))) into refused from public.orders o where o.order_id = (select number from ordered);
  return coalesce(nullif(refused, ''), pg_temp.items());
end $$;
create function pg_temp.item(named text) returns uuid language sql as $$
  select i.id from public.order_items i join public.orders o on o.id = i.order_id
  where o.order_id = (select number from ordered) and i.product_id = pg_temp.id(named)
$$;
select is(pg_temp.edit(format('{"id": "%s", "size": "M", "color": "Crimson", "quantity": "3"}', pg_temp.item('brief'))),
  'Set bra 1 800.00 200.00, Set brief 3 466.00 34.00 = 2198.00 - 220.00', 'a change counts the sets anew, at what they took off when it was ordered');
select is(pg_temp.edit(format('{"id": "%s", "quantity": "0"}', pg_temp.item('brief'))), 'Set bra 1 1000.00 0.00 = 1000.00 - 100.00', 'a set that isn''t whole any more takes off nothing');
select is(pg_temp.edit('{"product": "set-brief", "size": "M", "color": "Crimson", "quantity": "1"}'), 'Set bra 1 800.00 200.00, Set brief 1 400.00 100.00 = 1200.00 - 120.00', 'one that is whole again does');
update public.colors set name = 'Set crimson' where name = 'Crimson';
update public.products set price = 1500 where id = pg_temp.id('bra');
select is(pg_temp.edit(format('{"id": "%s", "size": "M", "color": "Set crimson", "quantity": "2"}', pg_temp.item('brief'))),
  'Set bra 1 800.00 200.00, Set brief 2 450.00 50.00 = 1700.00 - 170.00', 'with a piece that stays, at its price, though its colour is called differently now');
update public.orders set status = 'Shipped' where order_id = (select number from ordered);
update public.orders set status = 'Delivered' where order_id = (select number from ordered);
select is((select sum(e.amount)::text from shop.entries e join public.orders o on o.id = e.order_id where o.order_id = (select number from ordered) and shop.is_charge(e.kind) and e.account = 'order'),
  (select o.total_amount::text from public.orders o where o.order_id = (select number from ordered)), 'and the books have its sum');

select * from finish();
