-- Settlements of couriers: matched with orders, applied once; and what couriers owe.
select plan(33);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');
delete from shop.shipments;

-- Delivered cash orders of 1150 each with TCS, T-1 to T-8; the last was delivered today, the others twenty days ago.
insert into public.orders (order_id, payment_method, contact_phone, shipping_address, billing_address, shipping_city, subtotal, delivery_fee,
  total_amount, device, attempt_key, attempt_hash, status, confirmed_at)
select 'ORD-66-' || n, 'cod', '+923331234567', '{}', '{}', 'Lahore', 1000, 150, 1150, 'Mobile', gen_random_uuid(), 'x', 'Processing', now()
from generate_series(1, 8) n;
select pg_temp.as('operator', format('select public.desk_send_by_hand(''TCS'', %L, true)',
  (select jsonb_agg(jsonb_build_object('order_id', 'ORD-66-' || n, 'tracking', 'T-' || n)) from generate_series(1, 8) n)));
update public.orders set status = 'Delivered' where order_id like 'ORD-66-%';
update shop.shipments s set delivered_at = now() - interval '20 days' from public.orders o where o.id = s.order_id and o.order_id <> 'ORD-66-8';

create temporary table made (name text primary key, id uuid);
grant all on made to public;
create function pg_temp.add(file text, rows jsonb) returns uuid language plpgsql as $$
begin
  insert into made values (file, pg_temp.as('operator', format('select public.desk_start_settlement(''tcs'', %L, ''{CN,Order,COD,Fee,Status}'', %L)',
    file || '.csv', rows))::uuid) on conflict (name) do update set id = excluded.id;
  return (select m.id from made m where m.name = file);
end $$;
create function pg_temp.of(name text) returns shop.settlements language sql as $$
  select s.* from shop.settlements s where s.id = (select m.id from made m where m.name = $1)
$$;
create function pg_temp.read(name text, list text default 'differences') returns jsonb language sql as $$
  select pg_temp.as('operator', format('select public.desk_settlement(%L, %L)', (pg_temp.of(name)).id, list))::jsonb
$$;
create function pg_temp.outcomes(name text) returns text language sql as $$
  select string_agg((r ->> 'line') || ' ' || (r ->> 'outcome'), ', ' order by (r ->> 'line')::integer) from jsonb_array_elements(pg_temp.read(name, 'all') -> 'rows') r
$$;
create function pg_temp.apply(name text, seen text default null) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_apply_settlement(%L, %s, %L)', (pg_temp.of(name)).id, (pg_temp.of(name)).version,
    coalesce(seen, pg_temp.read(name) ->> 'seen')))
$$;
create function pg_temp.owed() returns numeric language sql as $$
  select sum((o ->> 'amount')::numeric) from jsonb_array_elements(pg_temp.as('operator', 'select public.desk_settlements() -> ''owed''')::jsonb) o
$$;

select is(array[pg_temp.as('visitor', 'select public.desk_settlements()'), pg_temp.as('shopper', 'select public.desk_settlements()'),
    pg_temp.as('shopper', 'select public.desk_settlement(gen_random_uuid())'), pg_temp.as('shopper', 'select public.desk_start_settlement(''x'', ''x'', ''{}'', ''[]'')'),
    pg_temp.as('shopper', 'select public.desk_map_settlement(gen_random_uuid(), 1, ''{}'')'), pg_temp.as('shopper', 'select public.desk_apply_settlement(gen_random_uuid(), 1, '''')'),
    pg_temp.as('shopper', 'select public.desk_export_settlement()'), pg_temp.as('operator', 'select public.desk_export_settlement()')],
  array['42501', 'not_operator', 'not_operator', 'not_operator', 'not_operator', 'not_operator', 'not_operator', 'not_fresh'], 'only operators deal with settlements');
select is(array[shop.parse_amount('Rs. 1,150.00'), shop.parse_amount(' 99.5 '), shop.parse_amount(''), shop.parse_amount('-'), shop.parse_amount('ten'), shop.parse_amount('PKR 5')],
  array[1150, 99.5, 0, 0, null, 5], 'amounts are read as couriers write them');

select pg_temp.add('june', '[["T-1", "", "1,150.00", "200", "Delivered"], ["t-2", "", "Rs. 1000", "200", "Delivered"], ["T-3", "", "", "", "RTO"],
  ["T-99", "", "500", "", ""], ["", "ord-66-4", "1200", "", ""], ["T-1", "", "1150", "", ""], ["T-5", "", "ten", "", ""]]');
select is((pg_temp.of('june')).columns, null, 'the first file has no columns yet');
select is(pg_temp.apply('june', ''), 'columns_needed', 'and isn''t applied');
select is(pg_temp.as('operator', format('select public.desk_map_settlement(%L, 1, ''{"tracking": "CN"}'')', (pg_temp.of('june')).id)), 'invalid_columns',
  'what was collected has to be known');
select is(pg_temp.as('operator', format('select public.desk_map_settlement(%L, 1, ''{"tracking": "CN", "order": "Order", "collected": "COD", "deductions": {"Fee": "charge"}, "state": "Status"}'')',
  (pg_temp.of('june')).id)), '', 'the columns are named');
select is(pg_temp.outcomes('june'), '2 paid, 3 short, 4 returned, 5 unknown, 6 over, 7 repeated, 8 unreadable', 'each row comes to something');
select is((select string_agg(r ->> 'order_number', ' ' order by r ->> 'order_number') from jsonb_array_elements(pg_temp.read('june', 'missing') -> 'rows') r),
  'ORD-66-6 ORD-66-7', 'parcels that were delivered as early are missing; the one of today isn''t, nor one in the file');
select is(pg_temp.read('june') #>> '{sums,paid}', '{"net": 950.00, "rest": 0.00, "count": 1, "charge": 200.00, "collected": 1150.00, "sales_tax": 0.00, "charge_tax": 0.00, "income_tax": 0.00}', 'with sums');
select is(pg_temp.owed(), 9200::numeric, 'the courier owes all of it before');
select is(pg_temp.apply('june', 'older'), 'changed_meanwhile', 'what isn''t as it was seen isn''t applied');
select is(pg_temp.apply('june'), '', 'then it is applied');
select is(pg_temp.owed(), 9200 - 1150 - 1000 - 1150 - 1150::numeric, 'the courier owes less by what it paid, and by what came back');
select is((select state || ' ' || problem from shop.shipments s join public.orders o on o.id = s.order_id where o.order_id = 'ORD-66-3'),
  'returned The courier’s settlement says that it came back.', 'a parcel that came back is marked');
select is(pg_temp.apply('june', 'x'), 'settlement_applied', 'a second time it changes nothing');
select is(pg_temp.outcomes('june'), '2 paid, 3 short, 4 returned, 5 unknown, 6 over, 7 repeated, 8 unreadable', 'and it shows what it came to then');
select is(pg_temp.add('june again', (select jsonb_agg(to_jsonb(cells) order by line) from shop.settlement_rows where settlement_id = (pg_temp.of('june')).id)),
  (pg_temp.of('june')).id, 'the same file is the same settlement');

select pg_temp.add('july', '[["T-1", "", "1150", "", ""], ["T-2", "", "150", "", ""], ["T-2", "", "1000", "", ""], ["T-3", "", "", "", "RTO"], ["T-6", "", "1150", "", ""]]');
select is(pg_temp.outcomes('july'), '2 repeated, 3 paid, 4 repeated, 5 repeated, 6 paid',
  'the next file has the courier''s columns; what was paid before is repeated, and what was short is paid by the rest');
select is(pg_temp.apply('july'), '', 'it is applied');
select is(pg_temp.owed(), 9200 - 4450 - 150 - 1150::numeric, 'and counts what is new only');
select is((pg_temp.as('operator', 'select public.desk_settlements() -> ''owed'' -> 0')::jsonb) - 'parcels',
  '{"courier": "TCS", "amount": 3450.00, "week": 1150.00, "fortnight": 0, "month": 2300.00, "older": 0, "other": -3850.00}', 'what is owed is listed by its age');
select is((select string_agg(r ->> 'outcome', ' ') from jsonb_array_elements(pg_temp.as('fresh operator', format('select public.desk_export_settlement(%L)', (pg_temp.of('july')).id))::jsonb) r),
  'repeated paid repeated repeated paid missing missing', 'an accountant gets every row');

-- Couriers add columns that the shop has no use for.
insert into made values ('august', pg_temp.as('operator', $$select public.desk_start_settlement('tcs', 'august.csv', '{CN,Order,COD,Fee,Status,Consignee}',
  '[["T-7", "", "-1150", "", "", "Zeenat 03001234567"], ["T-8", "", "1150", "", "", "Zeenat"]]')$$)::uuid);
select is(pg_temp.outcomes('august'), '2 unreadable, 3 paid', 'less than nothing is no amount');
select pg_temp.apply('august');
select is((select string_agg(array_to_string(cells, ','), ' ' order by line) from shop.settlement_rows where settlement_id = (pg_temp.of('august')).id),
  'T-7,,-1150,,, T-8,,1150,,,', 'once it is applied, a settlement has only what is used of its file, so no names');

-- Cash that comes in three parts, and a tracking number that the courier has used again since.
insert into public.orders (order_id, payment_method, contact_phone, shipping_address, billing_address, shipping_city, subtotal, delivery_fee,
  total_amount, device, attempt_key, attempt_hash, status, confirmed_at, tracking_number, created_at)
select 'ORD-67-' || n, 'cod', '+923331234567', '{}', '{}', 'Lahore', 1000, 150, 1150, 'Mobile', gen_random_uuid(), 'x', 'Processing', now(), track,
  now() - make_interval(years => years)
from (values (1, 'P-1', 0), (2, 'AGAIN', 2), (3, 'AGAIN', 0), (4, 'AGAIN', 1)) as given (n, track, years);
update public.orders set status = 'Shipped' where order_id like 'ORD-67-%';
update public.orders set status = 'Delivered' where order_id like 'ORD-67-%';
select pg_temp.add('part 1', '[["P-1", "", "400", "", ""]]');
select ok(pg_temp.outcomes('part 1') = '2 short' and pg_temp.apply('part 1') = '', 'the first part is too little');
select pg_temp.add('part 2', '[["P-1", "", "350", "", ""]]');
select ok(pg_temp.outcomes('part 2') = '2 short' and pg_temp.apply('part 2') = '', 'so is the second');
select pg_temp.add('part 3', '[["P-1", "", "400", "", ""], ["AGAIN", "", "1150", "", ""]]');
select is(pg_temp.outcomes('part 3'), '2 paid, 3 paid', 'the parts add up to what was to be collected');
select is((select string_agg(r ->> 'order_number', ' ' order by r ->> 'line') from jsonb_array_elements(pg_temp.read('part 3', 'all') -> 'rows') r),
  'ORD-67-1 ORD-67-3', 'a number that is used again is that of the latest order');

-- Another order got the number by hand, without a courier.
update public.orders set tracking_number = 'ours' where order_id = 'ORD-66-7';
insert into public.orders (order_id, payment_method, contact_phone, shipping_address, billing_address, shipping_city, subtotal, delivery_fee,
  total_amount, device, attempt_key, attempt_hash, status, confirmed_at, tracking_number)
values ('ORD-67-9', 'cod', '+923331234567', '{}', '{}', 'Lahore', 1000, 150, 1150, 'Mobile', gen_random_uuid(), 'x', 'Processing', now(), 'OURS');
update public.orders set status = 'Shipped' where order_id = 'ORD-67-9';
select pg_temp.add('part 4', '[["OURS", "", "1150", "", ""]]');
select is((select string_agg(r ->> 'order_number', ' ') from jsonb_array_elements(pg_temp.read('part 4', 'all') -> 'rows') r),
  'ORD-66-7', 'a number is first that of a parcel of the settlement''s courier');

-- A wrong file is removed; what the books have of one stays.
create function pg_temp.remove(name text, at integer default null) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_remove_settlement(%L, %s)', (pg_temp.of(name)).id, coalesce(at, (pg_temp.of(name)).version)))
$$;
select is(array[pg_temp.remove('part 4', 99), pg_temp.remove('part 2'), pg_temp.as('shopper', 'select public.desk_remove_settlement(gen_random_uuid(), 1)')],
  array['changed_meanwhile', 'settlement_applied', 'not_operator'], 'what is applied, or changed meanwhile, isn''t removed');
select is(pg_temp.remove('part 4'), '', 'a file that isn''t applied is removed');
select is(array[(select count(*)::text from shop.settlement_rows r join made m on m.id = r.settlement_id where m.name = 'part 4'),
    (select concat_ws(' ', a.action, a.before ->> 'file') from public.desk_audit a order by a.id desc limit 1)],
  array['0', 'remove_settlement part 4.csv'], 'with its rows, and the record says which');
select is(pg_temp.as('operator', format('select public.desk_take_back_settlement(%L, %s, ''Wrong file'')', (pg_temp.of('part 2')).id, (pg_temp.of('part 2')).version))
  || pg_temp.remove('part 2'), 'settlement_booked', 'one that was taken back stays, since the books have its entries');

select * from finish();
