-- Parcels: booked once, claimed and settled, followed by their orders.
select plan(64);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

create function pg_temp.make(given text, method text default 'cod', is_confirmed boolean default true) returns text language plpgsql as $$
declare
  made public.orders;
begin
  insert into public.orders (order_id, payment_method, contact_phone, shipping_address, billing_address, shipping_city,
    subtotal, delivery_fee, total_amount, device, attempt_key, attempt_hash)
  values (given, method, '+923331234567', '{"first_name": "Zeenat", "address_line1": "1 Mall Road", "city": "Lahore"}', '{}', 'Lahore', 1000, 150, 1150,
    'Mobile', gen_random_uuid(), 'x') returning * into made;
  update public.orders o set status = 'PaymentAccepted' where o.id = made.id and method = 'payfast';
  update public.orders o set status = 'Processing' where o.id = made.id and method = 'cod';
  update public.orders o set confirmed_at = now() where o.id = made.id and is_confirmed;
  return given;
end $$;
select pg_temp.make('ORD-77-' || n) from generate_series(1, 6) n;
select pg_temp.make('ORD-77-7', is_confirmed => false), pg_temp.make('ORD-77-8', 'payfast');

create function pg_temp.now_of(number text) returns public.orders language sql as $$ select * from public.orders o where o.order_id = 'ORD-77-' || $1 $$;
-- The latest parcel of an order.
create function pg_temp.parcel(number text) returns shop.shipments language sql as $$
  select s.* from shop.shipments s where s.order_id = (pg_temp.now_of($1)).id order by s.created_at desc limit 1
$$;
create function pg_temp.book(batch text, variadic numbers text[]) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_book_parcels(%L, ''postex'', md5(%L)::uuid)',
    (select jsonb_agg(jsonb_build_object('order_id', 'ORD-77-' || n, 'version', (pg_temp.now_of(n)).version)) from unnest(numbers) n), batch))
$$;
create function pg_temp.claim(couriers text[] default '{PostEx}') returns jsonb language sql as $$
  select coalesce((select jsonb_agg(c) from public.claim_parcels(couriers, 10) c), '[]')
$$;

select is(array[pg_temp.as('visitor', $$select public.desk_parcels()$$), pg_temp.as('shopper', $$select public.desk_parcels()$$),
    pg_temp.as('shopper', $$select public.desk_book_parcels('[]', 'PostEx', gen_random_uuid())$$),
    pg_temp.as('shopper', $$select public.desk_send_by_hand('TCS', '[]', true)$$), pg_temp.as('shopper', $$select public.desk_cancel_parcel(gen_random_uuid(), 1)$$)],
  array['42501', 'not_operator', 'not_operator', 'not_operator', 'not_operator'], 'only operators see, book, send or cancel parcels');
select is(pg_temp.as('operator', $$select public.claim_parcels('{PostEx}', 1)$$), '42501', 'nor does an operator claim them');

-- Booking
select is(pg_temp.book('one', '1', '2', '7', '8', '99'),
  '{"done": 3, "left": {"ORD-77-7": "status_not_allowed", "ORD-77-99": "no_such_order"}}', 'confirmed and paid orders are booked, others named');
select is(pg_temp.book('one', '1', '2', '8'), '{"done": 3, "left": {}}', 'a form that is sent twice books once');
select is(pg_temp.book('two', '1'), '{"done": 0, "left": {"ORD-77-1": "already_booked"}}', 'and so do two forms');
select is((select count(*)::integer from shop.shipments where batch = md5('one')::uuid), 3, 'each order has one parcel');
select is(pg_temp.as('operator', $$select public.desk_book_parcels('[{"order_id": "ORD-77-3", "version": 1}]', 'PostEx', gen_random_uuid())$$),
  '{"done": 0, "left": {"ORD-77-3": "changed_meanwhile"}}', 'an order that was changed since isn''t booked');
select is(pg_temp.as('operator', $$select public.desk_book_parcels('[]', ' ', gen_random_uuid())$$), 'invalid_courier', 'a courier has a name');
select is((select array_agg(s.to_collect::integer order by o.order_id) from shop.shipments s join public.orders o on o.id = s.order_id where s.batch is not null),
  array[1150, 1150, 0], 'the courier collects what isn''t paid');
select is((select string_agg(action || ' ' || (after ->> 'courier'), ', ') from public.desk_audit where subject_id = 'ORD-77-1'), 'book_parcel PostEx', 'it is recorded');

-- Claiming and settling
select is(pg_temp.claim('{}'), '[]', 'a courier that the shop can''t ask isn''t asked');
create temporary table claimed as select c.value as parcel from jsonb_array_elements(pg_temp.claim()) c;
select is((select array_agg(parcel ->> 'number' order by parcel ->> 'number') from claimed), array['ORD-77-1', 'ORD-77-2', 'ORD-77-8'], 'the rest is claimed');
select is((select (parcel ->> 'city') || ' ' || (parcel ->> 'phone') || ' ' || coalesce(parcel ->> 'asked_at', 'never') from claimed where parcel ->> 'number' = 'ORD-77-1'),
  'Lahore +923331234567 never', 'with what its courier needs');
select is(pg_temp.claim(), '[]', 'once');
select is(public.settle_parcel((pg_temp.parcel('1')).id, 1, 'booked', 'CX-1'), null, 'the courier has taken it');
select is((pg_temp.parcel('1')).state || ' ' || (pg_temp.now_of('1')).tracking_number || ' ' || (pg_temp.now_of('1')).status, 'booked CX-1 Processing',
  'the order gets its number, and is shipped later');
select is(public.settle_parcel((pg_temp.parcel('1')).id, 1, 'booked', 'CX-1'), null, 'the same number again is the same parcel');
select is(public.settle_parcel((pg_temp.parcel('1')).id, 1, 'booked', 'CX-2'), 'doubled', 'another number is a second parcel');
select is(public.settle_parcel((pg_temp.parcel('2')).id, 1, 'unknown', null, 'No answer'), null, 'no answer');
select is((pg_temp.parcel('2')).state || ' ' || (pg_temp.parcel('2')).problem, 'waiting No answer', 'leaves it waiting');
update shop.shipments set due_at = now() where id = (pg_temp.parcel('2')).id;
select ok((select c ->> 'asked_at' is not null from public.claim_parcels('{PostEx}') c), 'and it is claimed again, as one that the courier may know of');
select is(public.settle_parcel((pg_temp.parcel('2')).id, 1, 'refused', null, 'Late'), null, 'a late refusal of the first attempt');
select is((pg_temp.parcel('2')).state, 'waiting', 'changes nothing');
select is(public.settle_parcel((pg_temp.parcel('2')).id, 2, 'refused', null, 'Unknown city'), null, 'a refusal');
select is((pg_temp.parcel('2')).state || ' ' || (pg_temp.parcel('2')).problem, 'refused Unknown city', 'is shown');
select is(pg_temp.book('three', '2'), '{"done": 1, "left": {}}', 'and the order can be booked again');

-- Cancelling
select is(pg_temp.as('operator', format('select public.desk_cancel_parcel(%L, %s)', (pg_temp.parcel('2')).id, (pg_temp.parcel('2')).version)), '', 'a parcel is cancelled');
select is((pg_temp.parcel('2')).state, 'cancelled', 'at once if the courier was never asked');
update public.orders set status = 'Cancelled' where order_id = 'ORD-77-8';
select is((pg_temp.parcel('8')).state, 'cancelling', 'a cancelled order''s parcel is cancelled at the courier');
select is(public.settle_parcel((pg_temp.parcel('8')).id, 1, 'booked', 'CX-8'), null, 'also when the courier books it meanwhile');
select is((pg_temp.parcel('8')).state || coalesce((pg_temp.now_of('8')).tracking_number, ''), 'cancelling', 'the order gets no number then');
select ok(pg_temp.claim() @> '[{"number": "ORD-77-8", "state": "cancelling", "tracking_number": "CX-8"}]', 'it is claimed with its number');
select pg_temp.book('six', '6');
select pg_temp.claim();
select pg_temp.as('operator', format('select public.desk_cancel_parcel(%L, %s)', (pg_temp.parcel('6')).id, (pg_temp.parcel('6')).version));
select ok(pg_temp.claim() @> '[{"number": "ORD-77-6", "state": "cancelling", "attempt": 1}]', 'a parcel is cancelled while its courier is asked to book it');
select public.settle_parcel((pg_temp.parcel('6')).id, 1, 'refused', null, 'Unknown city');
select is((pg_temp.parcel('6')).state, 'cancelling', 'what the courier refuses to book isn''t booked');
select public.settle_parcel((pg_temp.parcel('6')).id, 1, 'cancelled');
select is(public.settle_parcel((pg_temp.parcel('6')).id, 1, 'booked', 'CX-6'), 'doubled', 'one that the courier books after all has to be cancelled there');
select is((pg_temp.parcel('6')).state || coalesce((pg_temp.now_of('6')).tracking_number, ''), 'cancelled', 'and stays cancelled');

-- Where it is
update shop.shipments set due_at = now();
select is((select array_agg(c ->> 'tracking_number') from public.claim_tracking('{PostEx}') c), array['CX-1'], 'booked parcels are tracked');
select is(public.note_tracking((pg_temp.parcel('1')).id, 'moving', 'Package on route'), true, 'a parcel under way');
select is((pg_temp.now_of('1')).status || ' ' || (pg_temp.parcel('1')).state, 'Shipped moving', 'ships its order');
select public.note_tracking((pg_temp.parcel('1')).id, 'delivered', 'Delivered');
select is((pg_temp.now_of('1')).status || ' ' || (pg_temp.parcel('1')).state, 'Delivered delivered', 'a delivered one delivers it');

-- By hand
select is(pg_temp.as('operator', $$select public.desk_send_by_hand('tcs', '[{"order_id": "ORD-77-3", "tracking": " T-3 "}, {"order_id": "ORD-77-4", "tracking": ""},
    {"order_id": "ORD-77-7", "tracking": "T-7"}, {"order_id": "ORD-77-99", "tracking": "T-9"}]', true)$$),
  '{"done": 1, "left": {"ORD-77-4": "invalid_tracking", "ORD-77-7": "status_not_allowed", "ORD-77-99": "no_such_order"}}', 'many numbers are entered at once');
select is((pg_temp.now_of('3')).status || ' ' || (pg_temp.now_of('3')).tracking_number || ' ' || (pg_temp.parcel('3')).courier || ' ' || (pg_temp.parcel('3')).state,
  'Shipped T-3 tcs moving', 'the order is shipped, and its courier known');
select is(pg_temp.as('operator', $$select public.desk_send_by_hand('TCS', '[{"order_id": "ORD-77-3", "tracking": "T-3"}]', true)$$), '{"done": 1, "left": {}}', 'twice is once');
update public.orders set status = 'Shipped', tracking_number = 'L-5' where order_id = 'ORD-77-5';
select is((pg_temp.parcel('5')).state || ' ' || (pg_temp.parcel('5')).tracking_number || coalesce((pg_temp.parcel('5')).courier, ' by nobody named'),
  'moving L-5 by nobody named', 'an order that is shipped otherwise has a parcel too');

-- A number is that of one open parcel of its courier
select is(pg_temp.as('operator', $$select public.desk_send_by_hand('TCS', '[{"order_id": "ORD-77-4", "tracking": "t-3"}, {"order_id": "ORD-77-6", "tracking": "T-6"}]', false)$$),
  '{"done": 1, "left": {"ORD-77-4": "tracking_taken"}}', 'a number of another open parcel of the courier is refused');
select is(pg_temp.as('operator', $$select public.desk_send_by_hand('Leopards', '[{"order_id": "ORD-77-4", "tracking": "T-3"}]', false)$$),
  '{"done": 1, "left": {}}', 'another courier may have the same');
select is(pg_temp.as('operator', $$select public.desk_send_by_hand('Leopards', '[{"order_id": "ORD-77-6", "tracking": "T-3"}]', false)$$),
  '{"done": 0, "left": {"ORD-77-6": "tracking_taken"}}', 'nor may a parcel that comes to that courier later');
select is(pg_temp.as('operator', $$select public.desk_send_by_hand('Rider', '[{"order_id": "ORD-77-6", "tracking": "T-3"}]', false)$$),
  '{"done": 1, "left": {}}', 'what its courier before has doesn''t matter');
select is(pg_temp.as('operator', $$select public.desk_send_by_hand('tcs', '[{"order_id": "ORD-77-6", "tracking": "T-9"}, {"order_id": "ORD-77-4", "tracking": "T-9"}]', false)$$),
  '{"done": 1, "left": {"' || case when (pg_temp.now_of('6')).id < (pg_temp.now_of('4')).id then 'ORD-77-4' else 'ORD-77-6' end || '": "tracking_taken"}}', 'two rows don''t share one');
select throws_ok($$update shop.shipments set courier = 'tcs', tracking_number = 'T-3' where order_id = (pg_temp.now_of('5')).id$$, 'PT409', 'tracking_taken', 'whatever gives it the number');
update shop.shipments set state = 'delivered' where order_id = (pg_temp.now_of('3')).id;
select lives_ok($$update shop.shipments set courier = 'tcs', tracking_number = 'T-3' where order_id = (pg_temp.now_of('5')).id$$, 'a number may be used again once its parcel has arrived');
select is(pg_temp.as('operator', $$select (public.desk_parcels(p_order => 'ORD-77-1') #>> '{rows,0,tracking_number}')$$), 'CX-1', 'parcels are listed');

-- What a courier's file says
select pg_temp.make('ORD-77-' || n) from generate_series(11, 14) n;
create function pg_temp.note(rows jsonb, is_tried boolean default false, courier text default 'Leopards') returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_note_parcels(%L, %L, false, %L)', courier, rows, is_tried))
$$;
create temporary table file as select '[{"line": 2, "order_id": "ORD-77-11", "tracking": "F-11", "state": "delivered", "words": "Handed over"},
  {"line": 3, "order_id": "ORD-77-12", "tracking": "F-12", "state": "returning", "words": "RTO"}, {"line": 4, "order_id": "ORD-77-13", "tracking": "F-13"},
  {"line": 5, "order_id": "ORD-77-7", "tracking": "F-7"}, {"line": 6, "tracking": "F-99", "state": "delivered"},
  {"line": 7, "order_id": "ORD-77-14", "tracking": "F-13"}]'::jsonb as rows;
select is(pg_temp.as('shopper', $$select public.desk_note_parcels('TCS', '[]', true)$$) || ' ' || pg_temp.as('visitor', $$select public.desk_note_parcels('TCS', '[]', true)$$),
  'not_operator 42501', 'nobody but operators records a courier''s file');
select is(pg_temp.note((select rows from file), true),
  '{"2": "delivered", "3": "returning", "4": "booked", "5": "status_not_allowed", "6": "no_such_parcel", "7": "tracking_taken"}', 'a file is tried: each row has its outcome');
select is((select string_agg(status || coalesce(tracking_number, ''), ' ' order by order_id) from public.orders where order_id ~ '^ORD-77-1[1-4]$')
    || pg_temp.note((select rows from file), true, 'Nobody yet') || (select count(*) from shop.couriers where name = 'Nobody yet'),
  'Processing Processing Processing Processing{"2": "delivered", "3": "returning", "4": "booked", "5": "status_not_allowed", "6": "no_such_parcel", "7": "tracking_taken"}0',
  'and nothing is kept, neither of orders nor of a new courier');
select is(pg_temp.note((select rows from file)),
  '{"2": "delivered", "3": "returning", "4": "booked", "5": "status_not_allowed", "6": "no_such_parcel", "7": "tracking_taken"}', 'what is recorded is what was tried');
select is((select string_agg(status || coalesce(tracking_number, ''), ' ' order by order_id) from public.orders where order_id ~ '^ORD-77-1[1-4]$'),
  'DeliveredF-11 ReturnedToOriginF-12 ProcessingF-13 Processing', 'orders are shipped, delivered and come back, or have their numbers');
select is((select string_agg(action, ' ' order by id) from public.desk_audit where subject_id = 'ORD-77-11'), 'send_by_hand deliver', 'as by hand, which is recorded');
select is((pg_temp.parcel('11')).courier_words || ' ' || (shop.last_step((pg_temp.now_of('11')).id, null, (pg_temp.now_of('11')).version)).action,
  'Handed over deliver', 'so that the step can be taken back');
select is(pg_temp.note((select rows from file)), '{"2": "unchanged", "3": "unchanged", "4": "unchanged", "5": "status_not_allowed", "6": "no_such_parcel", "7": "tracking_taken"}',
  'the same file again changes nothing');
select is(pg_temp.note('[{"line": 2, "tracking": "f-13", "state": "moving"}, {"line": 3, "order_id": "ORD-77-13", "state": "delivered"}, {"line": 4, "tracking": "F-12", "state": "delivered"}]'),
  '{"2": "moving", "3": "delivered", "4": "status_not_allowed"}', 'one of both numbers is enough for a parcel that is recorded');
select is((pg_temp.now_of('13')).status, 'Delivered', 'and its order is delivered');
select is(pg_temp.note('[{"line": 2, "order_id": "ORD-77-14", "tracking": "F-14", "state": "moving"}]') || pg_temp.note('[{"line": 3, "order_id": "ORD-77-14", "tracking": "F-15", "state": "moving"}]', true)
    || pg_temp.note('[{"line": 4, "order_id": "ORD-77-14", "tracking": "f-14", "state": "moving"}]'),
  '{"2": "moving"}{"3": {"before": "F-14", "outcome": "moving"}}{"4": "unchanged"}', 'a number that replaces another says which');
select is(pg_temp.note((select jsonb_agg(jsonb_build_object('line', n)) from generate_series(1, 501) n)), 'too_many_rows', 'at most 500 rows');

select * from finish();
