-- What promo codes are for, and why one isn't taken: free delivery, a category, a first order, one customer (decision 216).
select plan(37);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id)
select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');
update public.order_rules set most_a_day = 9999, most_unpaid = 9999, most_unconfirmed = 9999;
update public.delivery_countries set fee = 200, free_from = 2000 where country = 'Pakistan';
insert into public.product_categories (id, name) values (md5('above')::uuid, 'Above');
insert into public.product_categories (id, name, parent_id) values (md5('below')::uuid, 'Below', md5('above')::uuid);
insert into public.products (id, name, slug, price, is_active, category_id) values
  (md5('gown')::uuid, 'Gown', 'coded-gown', 500, true, md5('below')::uuid), (md5('belt')::uuid, 'Belt', 'coded-belt', 300, true, null);
insert into public.promo_codes (code, kind, value, minimum_total, starts_at, ends_at, category_id, is_first_order, customer) values
  ('FREE', 'delivery', 0, 0, null, null, null, false, null), ('FREE-FROM', 'delivery', 0, 900, null, null, null, false, null),
  ('ABOVE', 'percent', 10, 0, null, null, md5('above')::uuid, false, null),
  ('ABOVE-FROM', 'percent', 10, 900, null, null, md5('above')::uuid, false, null),
  ('FIRST', 'fixed', 100, 0, null, null, null, true, null),
  ('BY-MAIL', 'fixed', 100, 0, null, null, null, false, 'ayesha@example.com'),
  ('BY-PHONE', 'fixed', 100, 0, null, null, null, false, '+923339876604'),
  ('LESS', 'fixed', 100, 0, null, null, null, false, null),
  ('EARLY', 'fixed', 100, 0, now() + interval '1 day', null, null, false, null),
  ('OVER', 'fixed', 100, 0, null, now() - interval '1 day', null, false, null);

create function pg_temp.items(gowns integer, belts integer) returns jsonb language sql as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', md5(name)::uuid, 'quantity', pieces)), '[]')
  from (values ('gown', gowns), ('belt', belts)) as t (name, pieces) where pieces > 0
$$;
-- Returns what a code does for a cart: what it takes off and the delivery, or why it isn't taken.
create function pg_temp.try(code text, gowns integer, belts integer default 0, shopper uuid default null, email text default null, phone text default null)
returns text language sql as $$
  select coalesce(c -> 'promo' ->> 'error', '') || concat_ws(' ', ' ' || (c ->> 'promo_discount')::numeric(12, 2), c ->> 'delivery_fee', c ->> 'total_amount')
  from public.price_cart(pg_temp.items(gowns, belts), code, p_shopper => shopper, p_email => email, p_phone => phone) c
$$;
create function pg_temp.place(code text, gowns integer, belts integer default 0, shopper uuid default null, email text default 'coded@example.com',
  phone text default '+923339876605', method text default 'cod') returns text language plpgsql as $$
declare
  address constant jsonb := jsonb_build_object('first_name', 'Zoya', 'address_line1', '1 Road', 'city', 'Lahore', 'phone', phone);
  said text;
begin
  perform pg_temp.be_server();
  return public.place_order(gen_random_uuid(), 'x', pg_temp.items(gowns, belts), email, address, address, method, 'Mobile', null, code,
    p_shopper => shopper) ->> 'order_id';
exception when sqlstate 'PT409' then
  get stacked diagnostics said = pg_exception_detail;
  return sqlerrm || ' ' || (said::jsonb ->> 'error');
end $$;
create function pg_temp.now_of(number text) returns public.orders language sql as $$ select * from public.orders o where o.order_id = number $$;
create function pg_temp.sums(number text) returns text language sql as $$
  select concat_ws(' ', o.promo_discount, o.delivery_fee, o.total_amount) from pg_temp.now_of(number) o
$$;
create function pg_temp.edit(number text, change text) returns text language sql as $$
  select coalesce(nullif(pg_temp.as('fresh operator', format('select public.desk_edit_order(%L, %s, %L) ->> ''nothing''', number,
    (pg_temp.now_of(number)).version, change)), ''), pg_temp.sums(number))
$$;
create function pg_temp.pieces(number text, name text, pieces integer) returns text language sql as $$
  select pg_temp.edit(number, format('{"items": [{"id": "%s", "quantity": "%s"}]}', i.id, pieces))
  from public.order_items i where i.order_id = (pg_temp.now_of(number)).id and i.product_name = name
$$;
select pg_temp.be_server();

-- Free delivery, and codes that bring nothing.
select is(pg_temp.try('free', 1), ' 0.00 0.00 500.00', 'a code makes the delivery free');
select is(pg_temp.try('FREE', 4), 'no_gain 0.00 0.00 2000.00', 'where it is free already the code isn''t taken');
select is(pg_temp.try('FREE-FROM', 1) || ', ' || pg_temp.try('FREE-FROM', 2), 'minimum 0.00 200.00 700.00,  0.00 0.00 1000.00', 'it has a least sum like any other');
select is(pg_temp.try('LESS', 4), 'no_gain 0.00 0.00 2000.00', 'a code that would cost more delivery than it takes off isn''t taken');
select is(pg_temp.try('LESS', 3), ' 100.00 200.00 1600.00', 'one that takes something off is');
select is(pg_temp.try('LESS', 5), ' 100.00 0.00 2400.00', 'with the delivery still free');
create temporary table free as select pg_temp.place('FREE', 2) as number;
select is((select pg_temp.sums(number) from free), '0.00 0.00 1000.00', 'an order is placed with free delivery');
select is((select c.used_count from public.promo_codes c where c.code = 'FREE'), 1, 'which uses the code');
select is((select pg_temp.edit(number, '{"delivery_fee": 200}') || ', ' || pg_temp.edit(number, '{"delivery_fee": null}') from free),
  '0.00 200.00 1200.00, 0.00 0.00 1000.00', 'the rules of its delivery are those of its code');
select is(pg_temp.place('FREE', 4), 'promo_refused no_gain', 'no order uses a code for nothing');
select is((select c.used_count from public.promo_codes c where c.code = 'FREE'), 1, 'nor counts it');

-- A category.
select is(pg_temp.try('ABOVE', 1, 1), ' 50.00 200.00 950.00', 'a code of a category counts for the goods in it and below it');
select is(pg_temp.try('ABOVE', 0, 2), 'other_category 0.00 200.00 800.00', 'not for others');
select is(public.price_cart(pg_temp.items(0, 2), 'ABOVE') -> 'promo' ->> 'category', 'Above', 'and says which category it is for');
select is(pg_temp.try('ABOVE-FROM', 1, 5) || ', ' || pg_temp.try('ABOVE-FROM', 2), 'minimum 0.00 0.00 2000.00,  100.00 200.00 1100.00',
  'its least sum is that of these goods');
create temporary table coded as select pg_temp.place('ABOVE', 2, 1) as number;
select is((select pg_temp.sums(number) from coded), '100.00 200.00 1400.00', 'an order is placed with it');
select is((select string_agg(i.product_name || ' ' || i.is_in_code, ', ' order by i.product_name) from public.order_items i, coded
  where i.order_id = (pg_temp.now_of(coded.number)).id), 'Belt false, Gown true', 'which knows what the code counts for');
update public.products set category_id = null where id = md5('gown')::uuid;
select is((select pg_temp.pieces(number, 'Belt', 3) from coded), '100.00 200.00 2000.00', 'more of other goods take no more off');
update public.products set category_id = md5('below')::uuid where id = md5('gown')::uuid;
select is((select pg_temp.pieces(number, 'Gown', 3) from coded), '150.00 200.00 2450.00', 'more of its own do');

-- Returns: what is kept decides, of the goods that the code counts for.
update public.orders set status = 'Shipped' where order_id = (select number from coded);
update public.orders set status = 'Delivered' where order_id = (select number from coded);
create function pg_temp.refund_of(name text, pieces integer) returns text language plpgsql as $$
declare
  o public.orders := pg_temp.now_of((select number from coded));
  made uuid;
begin
  perform pg_temp.be_server();
  made := public.request_return(jsonb_build_object('request_key', gen_random_uuid(), 'order_id', o.order_id, 'attempt_key', o.attempt_key,
    'kind', 'return', 'reason', 'size', 'days', 14, 'items', jsonb_build_array(jsonb_build_object('order_item_id',
      (select i.id from public.order_items i where i.order_id = o.id and i.product_name = name), 'quantity', pieces)))) ->> 'id';
  return (select r.refund_amount from public.returns r where r.id = made);
end $$;
select is(pg_temp.refund_of('Belt', 1), '300.00', 'goods that it doesn''t count for are refunded whole');
select is(pg_temp.refund_of('Gown', 1), '450.00', 'others without their share');

-- A first order.
select is(pg_temp.try('FIRST', 1) || ', ' || pg_temp.try('FIRST', 1, shopper => pg_temp.person('ayesha@example.com')),
  ' 100.00 200.00 600.00, not_first 0.00 200.00 700.00', 'a code for a first order isn''t taken of an account that has ordered');
select is(pg_temp.place('FIRST', 1, phone => '+923339876606', email => 'first@example.com') ~ '^ORD-', true, 'a guest''s first order takes it');
select is(pg_temp.place('FIRST', 1, phone => '+923339876607', email => 'first@example.com'), 'promo_refused not_first', 'the second with the same address doesn''t');
select is(pg_temp.place('FIRST', 1, phone => '+923339876606', email => 'second@example.com'), 'promo_refused not_first', 'nor that with the same phone number');
update public.orders set status = 'Cancelled' where contact_email = 'first@example.com';
select is(pg_temp.place('FIRST', 1, phone => '+923339876606', email => 'first@example.com') ~ '^ORD-', true, 'after a cancelled order the next one is the first');

-- One customer.
select is(pg_temp.try('BY-MAIL', 1), ' 100.00 200.00 600.00', 'a cart whose buyer isn''t known takes a customer''s code');
select is(pg_temp.try('BY-MAIL', 1, email => 'ayesha@example.com') || ',' || pg_temp.try('BY-MAIL', 1, shopper => pg_temp.person('ayesha@example.com'), email => 'other@example.com'),
  ' 100.00 200.00 600.00, 100.00 200.00 600.00', 'the customer is known by the address or by the account');
select is(pg_temp.place('BY-MAIL', 1), 'promo_refused other_customer', 'nobody else orders with it');
select is(pg_temp.place('BY-PHONE', 1) || ', ' || (pg_temp.place('BY-PHONE', 1, phone => '+923339876604') ~ '^ORD-'), 'promo_refused other_customer, true', 'nor with that of a phone number');

-- When.
select is(pg_temp.try('EARLY', 1) || ', ' || pg_temp.try('OVER', 1), 'not_started 0.00 200.00 700.00, expired 0.00 200.00 700.00', 'a code that hasn''t begun or is over isn''t taken');
select ok((public.price_cart('[]', 'EARLY') -> 'promo' ->> 'starts_at')::timestamptz > now() and (public.price_cart('[]', 'OVER') -> 'promo' ->> 'ends_at')::timestamptz < now(),
  'and says when');

-- The desk.
create function pg_temp.make(code text, promo text) returns text language sql as $$
  select pg_temp.as('fresh operator', format('select public.desk_create_promo_code(%L, %L)', code, promo))
$$;
select is(pg_temp.make('DESK', '{"kind": "fixed", "value": 5, "customer": "nobody"}') || ' ' || pg_temp.make('DESK', format('{"kind": "fixed", "value": 5, "category_id": "%s"}', md5('none')::uuid)),
  'invalid_customer no_such_category', 'the desk names a customer and a category that there is');
create temporary table made as select pg_temp.make('DESK', format('{"kind": "delivery", "category_id": "%s", "is_first_order": true, "customer": "Zoya@Example.com"}', md5('above')::uuid)) as id;
select is((select concat_ws(' ', c.kind, c.value, c.is_first_order, c.customer) from public.promo_codes c where c.code = 'DESK'), 'delivery 0.00 t zoya@example.com', 'it makes one');
select pg_temp.as('fresh operator', format('select public.desk_save_promo_code(%L, 1, ''{"kind": "fixed", "value": 5}'')', (select id from made)));
select is((select concat_ws(' ', c.kind, c.category_id is not null, c.is_first_order, c.customer) from public.promo_codes c where c.code = 'DESK'), 'fixed t t zoya@example.com',
  'a form of the last release leaves what it doesn''t know');
select ok(not exists (select from public.desk_audit a where a.action like '%promo_code' and concat(a.before, a.after) ~ 'zoya@'), 'the record of changes doesn''t name the customer');
select is(pg_temp.as('fresh operator', format('select public.desk_remove_category(%L, 1)', md5('above')::uuid)), 'category_in_use', 'a category with a code stays');

select * from finish();
