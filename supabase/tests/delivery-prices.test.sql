-- Cities with a price of their own, and the fee for cash on delivery, in all sums that they are part of (decision 215).
select plan(35);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id)
select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');
update public.order_rules set most_a_day = 9999, most_unpaid = 9999, most_unconfirmed = 9999;
update public.delivery_countries set fee = 200, free_from = 5000 where country = 'Pakistan';
update public.delivery_countries set is_served = true, fee = 3000 where country = 'UK';
insert into public.products (id, name, slug, price, is_active) values (md5('gown')::uuid, 'Gown', 'priced-gown', 500, true);
insert into public.product_variants (product_id, size, display_order) values (md5('gown')::uuid, 'M', 1);
insert into public.promo_codes (code, kind, value, minimum_total) values ('ALL', 'fixed', 5000, 0);

create function pg_temp.items(pieces integer) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('product_id', md5('gown')::uuid, 'size', 'M', 'quantity', pieces))
$$;
-- Returns the delivery, the fee for cash and the total of a cart of two gowns.
create function pg_temp.priced(city text, method text, country text default 'Pakistan', pieces integer default 2, code text default null)
returns text language sql as $$
  select concat_ws(' ', c ->> 'delivery_fee', c ->> 'cash_fee', c ->> 'total_amount')
  from public.price_cart(pg_temp.items(pieces), code, country, city, method) c
$$;
create function pg_temp.place(city text, method text, seen numeric default null, key text default gen_random_uuid()::text) returns text
language plpgsql as $$
declare
  address constant jsonb := jsonb_build_object('first_name', 'Zoya', 'address_line1', '1 Road', 'city', city, 'phone', '+923339876603');
begin
  perform pg_temp.be_server();
  return public.place_order(key::uuid, 'x', pg_temp.items(2), 'priced@example.com', address, address, method, 'Mobile', seen) ->> 'order_id';
exception when sqlstate 'PT409' then
  return sqlerrm;
end $$;
create function pg_temp.now_of(number text) returns public.orders language sql as $$ select * from public.orders o where o.order_id = number $$;
create function pg_temp.sums(number text) returns text language sql as $$
  select concat_ws(' ', o.delivery_fee, o.cash_fee, o.total_amount) from pg_temp.now_of(number) o
$$;
create function pg_temp.save(list text, row_values text, id text default null, version integer default null) returns text language sql as $$
  select pg_temp.as('fresh operator', format('select public.desk_save_row(%L, %L, %L, %L)', list, row_values, id, version))
$$;
create function pg_temp.edit(number text, change text) returns text language sql as $$
  select coalesce(nullif(pg_temp.as('fresh operator', format('select public.desk_edit_order(%L, %s, %L) ->> ''nothing''', number,
    (pg_temp.now_of(number)).version, change)), ''), pg_temp.sums(number))
$$;
create function pg_temp.rules() returns integer language sql as $$ select r.version from public.order_rules r $$;
select pg_temp.be_server();

-- Cities.
select is(pg_temp.priced('Karachi', null), '200.00 0.00 1200.00', 'without areas each city has the price of the country');
create temporary table karachi as
select pg_temp.save('delivery_area', '{"name": "Karachi", "cities": ["Karachi", "کراچی"], "fee": 100, "free_from": 3000}') as id;
select ok((select id ~ '^[0-9a-f-]{36}$' from karachi), 'the desk makes an area');
select is(pg_temp.priced('  kaRAchi ', null) || ', ' || pg_temp.priced('کراچی', null), '100.00 0.00 1100.00, 100.00 0.00 1100.00',
  'its cities have its price, however they are typed');
select is(pg_temp.priced('Lahore', null) || ', ' || pg_temp.priced(null, null), '200.00 0.00 1200.00, 200.00 0.00 1200.00',
  'others have the country''s, like a cart whose city isn''t known');
select is(pg_temp.priced('Karachi', null, 'UK'), '3000.00 0.00 4000.00', 'a city of another country isn''t in it');
select is(pg_temp.priced('Karachi', null, pieces => 6) || ', ' || pg_temp.priced('Lahore', null, pieces => 6),
  '0.00 0.00 3000.00, 200.00 0.00 3200.00', 'its delivery is free from its own value');
select is(pg_temp.save('delivery_area', '{"name": "Sindh", "cities": ["Hyderabad", "KARACHI"], "fee": 150}'), 'row_exists',
  'a city is in one area');
select is(pg_temp.save('delivery_area', '{"name": "Sindh", "cities": [], "fee": 150}'), 'invalid_row', 'an area has a city');
select is(public.delivery_terms() -> 'areas', '[{"name": "Karachi", "cities": ["Karachi", "کراچی"], "fee": 100.00, "free_from": 3000.00}]',
  'pages read the areas');
select is(pg_temp.place('Karachi', 'payfast', 1200), 'price_changed', 'an order isn''t placed at another city''s price');
select is(pg_temp.sums(pg_temp.place('Karachi', 'payfast', 1100)), '100.00 0.00 1100.00', 'but at its own');

-- The fee for cash.
select is(pg_temp.save('cash_rules', '{"cash_fee": -1}', 'true', pg_temp.rules()), 'invalid_row', 'a fee isn''t below zero');
select is(pg_temp.save('cash_rules', '{"cash_fee": 50}', 'true', pg_temp.rules()), 'true', 'the desk sets the fee for cash');
select pg_temp.be_server();
select is(pg_temp.priced('Lahore', 'cod') || ', ' || pg_temp.priced('Lahore', 'payfast') || ', ' || pg_temp.priced('Lahore', null),
  '200.00 50.00 1250.00, 200.00 0.00 1200.00, 200.00 0.00 1200.00', 'it is charged for cash alone');
select is(public.price_cart(pg_temp.items(2)) ->> 'cash_if_chosen', '50.00', 'any cart says what cash would cost');
select is((public.delivery_terms() ->> 'cash_fee')::numeric, 50::numeric, 'and so do the terms of delivery');
update public.delivery_countries set fee = 0 where country = 'Pakistan';
select is(pg_temp.priced('Lahore', 'cod', code => 'ALL'), '0.00 0.00 0.00', 'where nothing is collected there is no fee');
update public.delivery_countries set fee = 200 where country = 'Pakistan';
select is(pg_temp.place('Lahore', 'cod', 1200), 'price_changed', 'a cash order isn''t placed at a total without it');
create temporary table placed as select pg_temp.place('Lahore', 'cod', 1250) as cash, pg_temp.place('Lahore', 'payfast', 1200) as card;
select is((select pg_temp.sums(cash) || ', ' || pg_temp.sums(card) from placed), '200.00 50.00 1250.00, 200.00 0.00 1200.00',
  'it is part of the order''s total');
select is(pg_temp.sums(pg_temp.place('Lahore', 'cod')), '200.00 50.00 1250.00',
  'who names no total gets the shop''s own');

-- Changes at the desk.
select is((select pg_temp.edit(cash, '{"cash_fee": 0}') from placed), '200.00 0.00 1200.00', 'the desk takes it off');
select is((select pg_temp.edit(cash, '{"cash_fee": null}') from placed), '200.00 50.00 1250.00', 'and back to what the rules say');
select is((select pg_temp.edit(cash, '{"cash_fee": -1}') || ' ' || pg_temp.edit(cash, '{"cash_fee": 1.005}') || ' ' || pg_temp.edit(card, '{"cash_fee": 10}')
  from placed), 'invalid_sums invalid_sums invalid_sums', 'it is no sum below zero, of parts of a paisa, or of a card order');
select is((select pg_temp.edit(cash, '{"delivery_fee": null, "address": {"first_name": "Zoya", "address_line1": "1 Road", "city": "Karachi",
  "phone": "+923339876603"}}') from placed), '100.00 50.00 1150.00', 'an order that moves to another city gets its price');
select is((select string_agg((c -> 'before' ->> 'cash_fee') || ' ' || (c -> 'after' ->> 'cash_fee'), ', ' order by place)
  from placed, jsonb_array_elements((pg_temp.now_of(cash)).changes) with ordinality as t (c, place)), '50.00 0.00, 0.00 50.00, 50.00 50.00',
  'the shopper is told of each change');

-- Cash instead of a card.
create function pg_temp.in_cash(number text, seen numeric) returns text language plpgsql as $$
begin
  perform pg_temp.be_server();
  perform public.pay_in_cash(number, (pg_temp.now_of(number)).attempt_key, p_expected_total => seen);
  return pg_temp.sums(number);
exception when sqlstate 'PT409' then
  return sqlerrm;
end $$;
select is((select pg_temp.in_cash(card, 1200) from placed), 'price_changed', 'an order doesn''t change to cash at a total without the fee');
select is((select pg_temp.in_cash(card, 1250) from placed), '200.00 50.00 1250.00', 'it does with the fee');
select is(pg_temp.in_cash(pg_temp.place('Lahore', 'payfast'), null), '200.00 0.00 1200.00',
  'a server of the last release, whose page shows no fee, changes no sum');

-- Books, invoices, returns.
set constraints all immediate;
set constraints all deferred;
create function pg_temp.booked(number text) returns text language sql as $$
  select string_agg(e.kind || ' ' || e.sum, ', ' order by e.kind)
  from (select e.kind, sum(e.amount) from shop.entries e where e.order_id = (pg_temp.now_of($1)).id group by e.kind having sum(e.amount) <> 0) e
$$;
create function pg_temp.become(number text, state text) returns void language plpgsql as $$
begin
  update public.orders set status = state where order_id = number;
  set constraints all immediate;
  set constraints all deferred;
end $$;
select is((select pg_temp.booked(cash) from placed), 'cash_fee 50.00, delivery 100.00, goods 1000.00', 'the books have it by itself');
select pg_temp.become(cash, 'Shipped') from placed;
select is((select concat_ws(' ', i.sums ->> 'cash_fee', i.sums ->> 'discount', i.sums ->> 'total_amount') from shop.invoices i, placed
    where i.order_id = (pg_temp.now_of(cash)).id), '50.00 0.00 1150.00', 'the invoice too');
select is((select shop.amount_to_collect(pg_temp.now_of(cash)) from placed), 1150::numeric, 'the rider collects it');
select pg_temp.become(cash, 'Delivered') from placed;
select is((select shop.goods_total(shop.sums_of(pg_temp.now_of(cash))) from placed), 1000::numeric, 'what is returned is refunded without it');
select pg_temp.become(card, 'Cancelled') from placed;
select is((select pg_temp.booked(card) from placed), null, 'of a cancelled order nothing is left');

-- Whole rupees.
update public.order_rules set has_whole_rupees = true;
select is(pg_temp.save('cash_rules', '{"cash_fee": 50.50}', 'true', pg_temp.rules()) || ' '
  || pg_temp.save('delivery_area', '{"name": "Sindh", "cities": ["Hyderabad"], "fee": 99.50}'), 'paisa_refused paisa_refused',
  'in a shop of whole rupees neither has paisa');
update public.order_rules set has_whole_rupees = false;
update public.order_rules set cash_fee = 50.50;
select is(pg_temp.attempt('update public.order_rules set has_whole_rupees = true'), 'delivery_has_paisa', 'and it becomes one without them');

select * from finish();
