-- Exchanges for another size, colour or product: what is due or goes back, stock, parcels, the books, and steps that
-- are taken back.
select plan(59);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email = 'mahnoor@example.com';
insert into public.products (id, name, slug, price, is_active)
values (md5('gown')::uuid, 'Gown', 'exchange-gown', 500, true), (md5('robe')::uuid, 'Robe', 'exchange-robe', 800, true),
  (md5('cap')::uuid, 'Cap', 'exchange-cap', 300, true);
insert into public.product_variants (id, product_id, size, stock, display_order)
values (md5('M')::uuid, md5('gown')::uuid, 'M', 9, 1), (md5('L')::uuid, md5('gown')::uuid, 'L', 1, 2),
  (md5('robe S')::uuid, md5('robe')::uuid, 'S', 5, 1), (md5('cap S')::uuid, md5('cap')::uuid, 'S', 5, 1);
update public.delivery_countries set fee = 0 where country = 'Pakistan';
insert into public.promo_codes (code, kind, value, minimum_total) values ('TENTH', 'percent', 10, 1000);

select pg_temp.be_server();
create temporary table placed as select public.place_order(md5('key')::uuid, 'h',
  jsonb_build_array(jsonb_build_object('product_id', md5('gown')::uuid, 'size', 'M', 'quantity', 4)), 'guest@example.com',
  '{"first_name": "Gul", "address_line1": "1 Road", "city": "Lahore", "phone": "+923005550178"}',
  '{"first_name": "Gul", "address_line1": "1 Road", "city": "Lahore"}', 'cod', 'Mobile', null, 'TENTH') ->> 'order_id' as num;
create temporary table noted (id text);
create function pg_temp.o() returns public.orders language sql as $$
  select o from public.orders o join placed on o.order_id = num
$$;
create function pg_temp.latest() returns public.returns language sql as $$
  select r from public.returns r where r.order_id = (pg_temp.o()).id order by created_at desc, id limit 1
$$;
create function pg_temp.parcel() returns shop.shipments language sql as $$
  select s from shop.shipments s where s.return_id = (pg_temp.latest()).id order by s.created_at desc limit 1
$$;
create function pg_temp.request(given jsonb, kind text, reason text) returns jsonb language sql as $$
  select jsonb_build_object('request_key', gen_random_uuid(), 'order_id', num, 'attempt_key', md5('key')::uuid, 'kind', kind,
    'reason', reason, 'days', 14, 'items', jsonb_build_array(jsonb_build_object('order_item_id',
      (select i.id from public.order_items i where i.order_id = (pg_temp.o()).id), 'quantity', 1) || given)) from placed
$$;
create function pg_temp.ask(given jsonb, kind text default 'exchange', reason text default 'size') returns text language sql as $$
  select pg_temp.be_server();
  select pg_temp.attempt(format('select public.request_return(%L)', pg_temp.request(given, kind, reason)))
$$;
create function pg_temp.desk(query text, variadic given text[]) returns text language sql as $$
  select coalesce(pg_temp.as('operator', format(query, variadic given)), '')
$$;
create function pg_temp.decide(status text) returns text language sql as $$
  select pg_temp.desk('select public.desk_decide_return(%L, %s, %L)', r.id::text, r.version::text, $1)
  from pg_temp.latest() r
$$;
create function pg_temp.take_back() returns text language sql as $$
  select pg_temp.desk('select public.desk_take_back_return(%L, %s, ''Wrong one'') ->> ''is_told''', r.id::text, r.version::text)
  from pg_temp.latest() r
$$;
create function pg_temp.send(tracking text) returns text language sql as $$
  select pg_temp.desk('select public.desk_send_by_hand(''TCS'', %L, true)', jsonb_build_array(jsonb_build_object('order_id',
    r.number, 'tracking', tracking))::text) from pg_temp.latest() r
$$;
create function pg_temp.stock(size text) returns integer language sql as $$
  select v.stock from public.product_variants v where v.id = md5($1)::uuid
$$;
-- What the shopper owes, and what is refunded or due to be.
create function pg_temp.books() returns text language sql as $$
  select concat_ws(' ', trim_scale(shop.balance(o.id)), trim_scale(shop.kept(o.id)),
    (select trim_scale(sum(r.amount)) from public.refunds r where r.order_id = o.id)) from pg_temp.o() o
$$;
update public.orders set status = 'Shipped' where id = (pg_temp.o()).id;
update public.orders set status = 'Delivered' where id = (pg_temp.o()).id;

select is(pg_temp.books(), '0 1800', 'four gowns of 500 are delivered, a tenth off');
select is((select string_agg(concat_ws(' ', c ->> 'product_name', c ->> 'size', c ->> 'price_at_purchase'), ',') from placed,
  jsonb_each(public.get_exchange_choices(num, md5('key')::uuid)) e, jsonb_array_elements(e.value) c), 'Gown L 500.00',
  'a shopper chooses another size of the same product');
select is((select string_agg(concat_ws(' ', c ->> 'product_name', c ->> 'size', c ->> 'price_at_purchase'), ',') from placed,
  jsonb_each(public.get_exchange_choices(num, md5('key')::uuid, 'exchange-robe')) e, jsonb_array_elements(e.value) c), 'Robe S 800.00',
  'or another product at its price of now');
select is((select public.get_exchange_choices(num, md5('other')::uuid) from placed), '{}'::jsonb, 'of their own order only');
select is(pg_temp.ask('{}'), 'no_such_size', 'nothing is exchanged for nothing');
select is(pg_temp.ask(jsonb_build_object('variant_id', md5('M')::uuid)), 'no_such_size', 'nor for the same');
select is(pg_temp.ask(jsonb_build_object('product_id', md5('robe')::uuid, 'variant_id', md5('L')::uuid)), 'no_such_size',
  'nor for a size of another product');

-- Another size: nothing is due, whatever it costs now.
update public.products set price = 900 where id = md5('gown')::uuid;
select is(pg_temp.ask(jsonb_build_object('variant_id', md5('L')::uuid)) || pg_temp.stock('L'), 'done0',
  'a server of 1.0.0 asks for a size, which is held');
select is((select concat_ws(' ', r.due_amount, r.refund_amount, r.number = num || '-X1') from pg_temp.latest() r, placed), '0.00 0.00 t',
  'nothing is due or goes back for the same product, and the exchange has a number');
select is(pg_temp.decide('approved') || pg_temp.decide('received') || pg_temp.decide('exchanged') || pg_temp.books(), '0 1800',
  'one that is set to exchanged without a parcel has one sent by hand, and the books stay');
select is((pg_temp.parcel()).state, 'delivered', 'which is delivered');

-- A dearer product: the rest is collected with its parcel.
select is(pg_temp.ask(jsonb_build_object('product_id', md5('robe')::uuid, 'variant_id', md5('robe S')::uuid)) || pg_temp.stock('robe S'),
  'done4', 'an exchange for another product holds it');
select is((pg_temp.latest()).due_amount, 350.00, 'it costs 800, and 450 were paid');
create function pg_temp.correct(amount numeric, why text default 'Agreed by phone') returns text language sql as $$
  select pg_temp.desk('select public.desk_correct_difference(%L, %s, %s, %L)', r.id::text, r.version::text, amount::text, why)
  from pg_temp.latest() r
$$;
select is(array[pg_temp.correct(800.01), pg_temp.correct(-1800.01), pg_temp.correct(1.005), pg_temp.correct(1, ' ')],
  array['due_too_high', 'refund_too_high', 'due_too_high', 'invalid_reason'], 'the desk corrects the difference within bounds, with a reason');
select is(pg_temp.correct(-20) || (select concat_ws(' ', r.due_amount, r.refund_amount, r.history -> -1 ->> 'note') from pg_temp.latest() r),
  '0.00 20.00 Corrected by the shop: Agreed by phone', 'something may go back instead, and the shopper reads why');
select is(pg_temp.correct(350), '', 'or more is due');
select is((select concat_ws(' ', a.action, a.before ->> 'refund_amount', a.after ->> 'due_amount', a.after ->> 'reason')
  from public.desk_audit a order by a.id desc limit 1), 'correct_difference 20.00 350 Agreed by phone', 'the record says what was corrected');
select is(pg_temp.decide('approved') || pg_temp.send('T-1'), (select format('{"done": 0, "left": {"%s-X2": "status_not_allowed"}}', num)
  from placed), 'nothing is sent before the goods came back');
select is(pg_temp.decide('received') || pg_temp.books(), '350 1800', 'then the difference is due');
select is(pg_temp.correct(10), 'status_not_allowed', 'and isn''t corrected any more');
select is((select string_agg(e ->> 'item', ' ') from placed, jsonb_array_elements(pg_temp.desk('select public.desk_order_ledger(%L)', num)::jsonb -> 'order') e
  where e -> 'item' ? 'is_sent' and e ->> 'amount' = '800.00'), '{"name": "Robe", "size": "S", "color": null, "is_sent": true}',
  'the desk''s ledger names what is sent, with its size');
select is((select string_agg(concat_ws(' ', e.kind, trim_scale(e.amount), e.pieces), ', ' order by e.number) from shop.entries e
  where e.order_id = (pg_temp.o()).id and e.cause = 'exchange' and e.subject like (pg_temp.latest()).id || '%'),
  'goods -500 -1, goods 800 1, code 50', 'the books have what came back, what goes out, and the share of the code');
select is(pg_temp.send('T-1'), '{"done": 1, "left": {}}', 'its parcel is sent by hand');
select is((select concat_ws(' ', s.state, s.to_collect, s.courier, (pg_temp.o()).status) from pg_temp.parcel() s),
  'moving 350.00 TCS Delivered', 'it collects the difference, and the order stays as it is');
select is((select string_agg(m.kind || m.state, ' ' order by m.number) from public.order_mails m where m.return_id = (pg_temp.latest()).id),
  'return_requestedwaiting return_approvedwaiting return_receivedwaiting exchange_sentwaiting', 'the shopper is mailed');
select is((select r ->> 'tracking_number' from placed, jsonb_array_elements(public.get_returns(num, md5('key')::uuid)) r limit 1),
  'T-1', 'and sees its tracking number');
select is(pg_temp.decide('refused'), 'parcel_moves', 'an exchange isn''t refused while its parcel is on its way');
select is(pg_temp.take_back() || ' ' || coalesce((pg_temp.parcel()).state, 'none'), 'false none', 'the sending is taken back');
select is((select string_agg(m.kind, ' ') from public.order_mails m where m.return_id = (pg_temp.latest()).id and m.state = 'superseded'),
  'exchange_sent', 'and its mail');
select is(pg_temp.take_back() || pg_temp.books() || (pg_temp.latest()).status, 'false0 1800approved',
  'and that the goods came back, with what was due');
select is(pg_temp.take_back() || (pg_temp.latest()).status, 'falserequested', 'and that it was approved');
select is(pg_temp.take_back(), 'step_is_kept', 'what the shopper did is kept');
select is(pg_temp.decide('refused') || pg_temp.stock('robe S'), '5', 'a refused exchange puts its piece back');
select is(pg_temp.take_back() || pg_temp.stock('robe S'), 'false4', 'and holds it again when that is taken back');
select is(pg_temp.decide('approved') || pg_temp.decide('received') || pg_temp.send('T-2'), '{"done": 1, "left": {}}', 'it is sent again');
select pg_temp.be_server();
select is(public.note_tracking((pg_temp.parcel()).id, 'returned', 'Refused') || (pg_temp.parcel()).problem,
  'trueIt came back. Send it again, or refuse the exchange.', 'a parcel that comes back is sent again');
select is(pg_temp.desk('select public.desk_book_parcels(%L, ''PostEx'', %L)', jsonb_build_array(jsonb_build_object('order_id', r.number,
  'version', r.version))::text, md5('batch')::uuid::text), '{"done": 1, "left": {}}', 'a parcel is booked like others') from pg_temp.latest() r;
select pg_temp.be_server();
select is((select concat_ws(' ', c ->> 'number' = (pg_temp.latest()).number, c ->> 'to_collect', c -> 'items')
  from public.claim_parcels('{PostEx}') c), 't 350.00 [{"name": "Robe", "size": "S", "color": null, "quantity": 1}]',
  'its courier is told its number, what to collect and what is in it');
select public.settle_parcel((pg_temp.parcel()).id, 1, 'booked', 'P-1');
select is((select concat_ws(' ', s.state, s.tracking_number, (pg_temp.o()).tracking_number) from pg_temp.parcel() s), 'booked P-1',
  'the courier''s number is the parcel''s, not the order''s');
select is(pg_temp.take_back(), 'step_is_kept', 'a step that something else has followed is kept');
select pg_temp.be_server();
select is(public.note_tracking((pg_temp.parcel()).id, 'delivered', 'At the door') || (pg_temp.latest()).status || pg_temp.books(),
  'trueexchanged0 2150', 'once it is delivered it is exchanged, and the difference is received');
select is((pg_temp.o()).status, 'Delivered', 'the order stays delivered');
select is(pg_temp.desk('select public.desk_change_order(%L, %s, ''send_back'')', num, (pg_temp.o()).version::text), 'return_open',
  'an order whose goods were exchanged doesn''t come back') from placed;

-- Its courier's settlement, by the tracking number and by the exchange's number.
insert into noted select pg_temp.desk('select public.desk_start_settlement(''PostEx'', ''a.csv'', ''{Tracking,Order,COD}'', %L)',
  jsonb_build_array(jsonb_build_array('P-1', '', '350'), jsonb_build_array('', (select num || '-X2' from placed), '350'),
    jsonb_build_array('', (select num from placed), '1800'))::text);
select pg_temp.desk('select public.desk_map_settlement(%L, 1, %L)', id,
  '{"tracking": "Tracking", "order": "Order", "collected": "COD", "deductions": {}}') from noted;
select is((select string_agg(concat_ws(' ', l.line, l.to_collect, l.outcome), ', ' order by l.line) from noted n
  join shop.settlements s on s.id::text = n.id, shop.settlement_lines(s) l),
  '2 350.00 paid, 3 350.00 repeated, 4 1800.00 paid', 'a settlement finds the parcels of an exchange and of its order apart');
select is((select count(distinct l.parcel_id)::integer from noted n join shop.settlements s on s.id::text = n.id,
  shop.settlement_lines(s) l where l.outcome = 'paid'), 2, 'each has its own');

-- A cheaper product: the rest goes back.
select is(pg_temp.ask(jsonb_build_object('product_id', md5('cap')::uuid, 'variant_id', md5('cap S')::uuid)) || (pg_temp.latest()).refund_amount,
  'done150.00', 'a cap of 300 for what cost 450 gives 150 back');
select is(pg_temp.decide('approved') || pg_temp.decide('received') || pg_temp.books(), '0 2000 150', 'once the goods came back');
select is(pg_temp.take_back() || pg_temp.books(), 'false0 2150', 'the refund that isn''t sent is taken back');
select is(pg_temp.decide('received') || pg_temp.books(), '0 2000 150', 'and due again');
update public.refunds set refunded_at = now() where return_id = (pg_temp.latest()).id;
select is((pg_temp.latest()).status || ' ' || pg_temp.take_back(), 'received already_refunded', 'a refund that was sent is kept');

-- What goes back is never more than what is left of what was paid.
insert into public.refunds (order_id, provider, provider_payment_id, amount, reason) select o.id, 'cash', 'most', shop.kept(o.id) - 40, 'partly' from pg_temp.o() o;
select is(pg_temp.ask(jsonb_build_object('product_id', md5('cap')::uuid, 'variant_id', md5('cap S')::uuid)) || (pg_temp.latest()).refund_amount,
  'done40.00', 'a cap gives back what the refund of a part has left');
update public.returns set status = 'withdrawn' where id = (pg_temp.latest()).id;
delete from public.refunds where provider_payment_id = 'most';

-- The desk asks for any order, after the period with a reason.
update public.orders o set history = jsonb_set(history, '{-1,timestamp}', to_jsonb(now() - interval '40 days')) where id = (pg_temp.o()).id;
select is(pg_temp.desk('select public.desk_request_return(%L, %L)', num, pg_temp.request('{}', 'return', 'damaged')::text),
  'reason_needed', 'the desk needs a reason after the period') from placed;
select matches(pg_temp.desk('select public.desk_request_return(%L, %L, ''A kindness'')', num, pg_temp.request('{}', 'return', 'damaged')::text),
  '"is_repeat": false', 'and opens a guest''s return with one') from placed;

-- A refusal isn't taken back once the same pieces are asked for again.
create temporary table refused as select (pg_temp.latest()).id;
select pg_temp.decide('refused');
select pg_temp.desk('select public.desk_request_return(%L, %L, ''Again'')', num, jsonb_set(pg_temp.request('{}', 'return', 'damaged'),
  '{items,0,quantity}', to_jsonb((select shop.returnable_quantity(i) from public.order_items i where i.order_id = (pg_temp.o()).id)))::text) from placed;
select is(pg_temp.desk('select public.desk_take_back_return(%L, %s, ''Wrong one'')', r.id::text, r.version::text), 'too_many_returned',
  'a refusal isn''t taken back once its pieces are asked for again') from public.returns r join refused using (id);

-- Its mails say what it costs, and have the Urdu of the products for an order that was placed in Urdu.
update public.order_mails set state = 'sent' where state = 'waiting';
update public.orders set language = 'ur' where id = (pg_temp.o()).id;
update public.products set translations = '{"ur": {"name": "گاؤن"}}' where id = md5('robe')::uuid;
update public.order_mails set state = 'waiting', due_at = now(), attempts = 0 where id = (select m.id from public.order_mails m
  join public.returns r on r.id = m.return_id join placed on r.number = num || '-X2' where m.kind = 'return_approved' limit 1);
select pg_temp.be_server();
select is((select jsonb_agg((c -> 'names') || (c #> '{return,items,0,replacement}') || ((c -> 'return') - '{kind,answer,history,items}'::text[]))
  from public.claim_order_mails() c),
  '[{"Robe": "گاؤن", "name": "Robe", "size": "S", "color": null, "refund_amount": 0.00, "due_amount": 350.00}]',
  'a mail has what an exchange costs more, and names in the order''s language');

-- An exchange whose new goods can't be sent any more, since its shopper's account is deleted, is a return: an accountant
-- expects what was sold to be what the order sold, and what is refunded to be what came back of it, as if it had never been
-- an exchange. Its own entries, here a robe of 800 for a gown of 900, are taken back where they were made.
update public.products set price = 900 where id = md5('gown')::uuid;
select pg_temp.be_server();
update placed set num = public.place_order(md5('key 2')::uuid, 'h',
  jsonb_build_array(jsonb_build_object('product_id', md5('robe')::uuid, 'size', 'S', 'quantity', 1)), 'guest@example.com',
  '{"first_name": "Gul", "address_line1": "1 Road", "city": "Lahore", "phone": "+923005550178"}',
  '{"first_name": "Gul", "address_line1": "1 Road", "city": "Lahore"}', 'cod', 'Mobile') ->> 'order_id';
update public.orders set status = 'Shipped' where id = (pg_temp.o()).id;
update public.orders set status = 'Delivered' where id = (pg_temp.o()).id;
select public.request_return(pg_temp.request(jsonb_build_object('product_id', md5('gown')::uuid, 'variant_id', md5('M')::uuid),
  'exchange', 'size') || jsonb_build_object('attempt_key', md5('key 2')::uuid));
select pg_temp.decide('approved'), pg_temp.decide('received');
create function pg_temp.figures() returns text language sql as $$
  select string_agg(f.line, ', ' order by f.line desc) from (
    select concat_ws(' ', l.figure, l.product_name, trim_scale(sum(l.value)), sum(l.pieces)) as line from shop.ledger l
    where l.order_id = (pg_temp.o()).id and l.counts_as in ('sold', 'refunded')
    group by l.figure, l.product_name having sum(l.value) <> 0 or sum(l.pieces) <> 0) f
$$;
select is(pg_temp.figures(), 'sold Gown 900 1', 'an exchange sells what is sent instead of what came back');
update public.orders set user_id = null where user_id = pg_temp.person('ayesha@example.com');
update public.orders set user_id = pg_temp.person('ayesha@example.com') where id = (pg_temp.o()).id;
delete from auth.users where email = 'ayesha@example.com';
select is(pg_temp.figures(), 'sold Robe 800 1, refunded Robe -800 -1',
  'one whose new goods can''t be sent sells what the order sold, and refunds it');
select is(pg_temp.books(), '0 0 800', 'all that was paid is due back');
select is(pg_temp.decide('refused') || pg_temp.figures(), 'sold Robe 800 1', 'and once it is refused after all, nothing was refunded');

select * from finish();
