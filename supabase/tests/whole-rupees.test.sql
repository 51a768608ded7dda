-- The setting that sells in whole rupees: prices, codes, what operators type, and what becomes of orders that were placed so.
select plan(27);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email = 'mahnoor@example.com';
update public.delivery_countries set fee = 150, free_from = null where country = 'Pakistan';
insert into public.products (id, name, slug, price, discount, is_active)
values (md5('bralette')::uuid, 'Bralette', 'bralette', 1890, 25, true), (md5('slip')::uuid, 'Slip', 'slip', 1000.50, 0, true);
insert into public.product_variants (product_id, size, display_order)
values (md5('bralette')::uuid, 'M', 1), (md5('bralette')::uuid, 'L', 2);
insert into public.promo_codes (code, kind, value, minimum_total) values ('TENTH', 'percent', 10, 0), ('HALF', 'fixed', 100.50, 0), ('LARGE', 'fixed', 100.50, 4000);

create function pg_temp.final(p_slug text) returns numeric language sql as $$ select final_price from public.products where slug = p_slug $$;
create function pg_temp.at_desk(query text, variadic given text[] default '{}') returns text language sql as $$
  select pg_temp.as('fresh operator', format(query, variadic given))
$$;
-- Turns the setting on or off at the desk. Returns the refusal, or 'true'.
create function pg_temp.sell_whole(is_whole boolean) returns text language sql as $$
  select pg_temp.at_desk('select public.desk_save_row(''price_rules'', %L, ''true'', %s)',
    jsonb_build_object('has_whole_rupees', is_whole)::text, (select version::text from public.order_rules))
$$;
create function pg_temp.set_fee(typed text) returns text language sql as $$
  select pg_temp.at_desk('select public.desk_save_row(''delivery'', %L, ''Pakistan'', %s)',
    (select (to_jsonb(c) || jsonb_build_object('fee', typed::numeric))::text from public.delivery_countries c where country = 'Pakistan'),
    (select version::text from public.delivery_countries where country = 'Pakistan'))
$$;
create function pg_temp.cart(quantity integer, code text default null) returns jsonb language sql as $$
  select public.price_cart(jsonb_build_array(jsonb_build_object('product_id', md5('bralette')::uuid, 'size', 'M', 'quantity', quantity)), code)
$$;
create function pg_temp.placed(quantity integer, code text default null) returns text language plpgsql as $$
begin
  perform pg_temp.be_server();
  return public.place_order(gen_random_uuid(), 'h',
    jsonb_build_array(jsonb_build_object('product_id', md5('bralette')::uuid, 'size', 'M', 'quantity', quantity)), 'gul@example.com',
    '{"first_name": "Gul", "last_name": "Khan", "address_line1": "1 Road", "city": "Lahore", "phone": "+923005550177"}',
    '{"first_name": "Gul", "last_name": "Khan", "address_line1": "1 Road", "city": "Lahore"}', 'cod', 'Mobile', null, code) ->> 'order_id';
end $$;
create function pg_temp.order_of(number text) returns public.orders language sql as $$
  select * from public.orders o where o.order_id = number
$$;
create function pg_temp.edit(number text, change text) returns text language sql as $$
  select pg_temp.at_desk('select public.desk_edit_order(%L, %s, %L) ->> ''total_amount''', number, (pg_temp.order_of(number)).version::text, change)
$$;
-- Delivers an order and asks to return one piece. Returns the return.
create function pg_temp.returned(number text, why text default 'size') returns public.returns language plpgsql as $$
declare
  o public.orders := pg_temp.order_of(number);
begin
  perform pg_temp.be_server();
  update public.orders set status = 'Shipped' where id = o.id and status = 'Processing';
  update public.orders set status = 'Delivered' where id = o.id and status = 'Shipped';
  perform public.request_return(jsonb_build_object('request_key', gen_random_uuid(), 'order_id', number, 'shopper', null,
    'attempt_key', o.attempt_key, 'kind', 'return', 'reason', why, 'days', 14, 'items', jsonb_build_array(jsonb_build_object(
    'order_item_id', (select i.id from public.order_items i where i.order_id = o.id), 'quantity', 1))));
  return (select r from public.returns r where r.order_id = o.id order by r.created_at desc, r.id limit 1);
end $$;

select is((select has_whole_rupees from public.order_rules), false, 'the specification''s shop sells to the paisa');
select is(pg_temp.final('bralette'), 1417.50, 'its discounted price has paisa');
create temporary table earlier as select pg_temp.placed(3, 'TENTH') as number;
select is((select (pg_temp.order_of(number)).promo_discount from earlier), 425.25, 'and so has what a code takes off');

select is(pg_temp.set_fee('150.50'), 'Pakistan', 'delivery may have paisa');
select is(pg_temp.sell_whole(true), 'delivery_has_paisa', 'but not in a shop that is to sell in whole rupees');
select is(pg_temp.final('bralette'), 1417.50, 'which changes no price then');
select pg_temp.set_fee('150');
select is(pg_temp.sell_whole(true), 'true', 'the desk makes the shop sell in whole rupees');
select is(array[pg_temp.final('bralette'), pg_temp.final('slip')], array[1418, 1000.00], 'discounted prices are rounded half up, and none is above its list price');
select is((select max(a.after::text) from public.desk_audit a where a.action = 'save_price_rules'), '{"whole_rupees": true}', 'the record says it');
select is(pg_temp.set_fee('150.50'), 'paisa_refused', 'delivery can''t get paisa any more');
update public.products set discount = 30 where slug = 'slip';
select is(pg_temp.final('slip'), 700::numeric, 'a new discount is rounded too');
update public.products set final_price = 1 where slug = 'slip';
select is(pg_temp.final('slip'), 700::numeric, 'nobody sets another price');
select is((pg_temp.cart(3, 'TENTH') ->> 'promo_discount')::numeric, 425::numeric, 'a percentage of the goods is rounded');
select is((pg_temp.cart(1, 'HALF') ->> 'promo_discount')::numeric, 101::numeric, 'and half a rupee of a code is rounded up');

select is((select array[o.total_amount, o.promo_discount] from earlier, pg_temp.order_of(number) o), array[3977.25, 425.25],
  'an order that was placed keeps its sums');
select is((pg_temp.returned((select number from earlier))).refund_amount, 1275.75, 'and is refunded to the paisa');

create temporary table whole as select pg_temp.placed(3, 'TENTH') as number;
select is((select (pg_temp.order_of(number)).total_amount from whole), 3979::numeric, 'a new order is in whole rupees');
select is(pg_temp.edit((select number from whole), '{"discount": 0.50, "discount_reason": "x"}'), 'paisa_refused', 'the desk takes no paisa off it');
select is(pg_temp.edit((select number from whole), '{"delivery_fee": 99.50}'), 'paisa_refused', 'nor gives it such a delivery price');
select is(pg_temp.edit((select number from whole), '{"discount": 50, "discount_reason": "x"}')::numeric, 3929::numeric, 'whole rupees are taken off');
select is(pg_temp.sell_whole(false), 'true', 'the shop sells to the paisa again');
select is(pg_temp.final('bralette'), 1417.50, 'with the prices of before');
select is(pg_temp.edit((select number from whole), format('{"items": [{"id": "%s", "size": "M", "quantity": "2"}]}',
  (select i.id from public.order_items i, whole w where i.order_id = (pg_temp.order_of(w.number)).id)))::numeric, 2652::numeric,
  'fewer pieces of an order that is in whole rupees cost whole rupees: 2836 less 284, less 50, and delivery');
select is((pg_temp.returned((select number from whole))).refund_amount, 1251::numeric, 'one of its pieces is refunded in whole rupees');

select pg_temp.sell_whole(true);
create temporary table damaged as select pg_temp.placed(3, 'LARGE') as number;
select is((pg_temp.returned((select number from damaged), 'damaged')).refund_amount, 1384::numeric, 'a third of what was paid, in whole rupees: 4153 / 3');
select is((pg_temp.returned((select number from damaged), 'damaged')).refund_amount, 1384::numeric, 'and the second piece');
select is((pg_temp.returned((select number from damaged), 'damaged')).refund_amount, 1385::numeric, 'the last piece has what is left, so that all is refunded');
