-- Orders that the desk changes before they are sent, and refunds of a part.
select plan(60);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- A product without colours in two sizes of five pieces, and one that has no size.
insert into public.products (id, name, slug, sku, price, is_active) values (md5('robe')::uuid, 'Robe', 'changed-robe', 'CH-1', 500, true), (md5('belt')::uuid, 'Belt', 'changed-belt', 'CH-2', 90, true);
insert into public.product_variants (product_id, size, stock, display_order) select md5('robe')::uuid, label, 5, place from (values ('M', 1), ('L', 2)) as sizes (label, place);
insert into public.promo_codes (code, kind, value, minimum_total, usage_limit, ends_at) values ('CHANGED10', 'percent', 10, 900, 1, now() + interval '1 day');
create function pg_temp.stock() returns text language sql as $$
  select string_agg(v.label || v.stock, ' ' order by v.display_order) from public.product_variants v where v.product_id = md5('robe')::uuid
$$;
-- Places an order of two robes in M through the shop.
create function pg_temp.make(method text, promo text default null) returns text language plpgsql as $$
declare
  made jsonb;
begin
  perform pg_temp.be_server();
  made := public.place_order(gen_random_uuid(), 'x', jsonb_build_array(jsonb_build_object('product_id', md5('robe')::uuid, 'size', 'M', 'quantity', 2)),
    'changed@example.com', '{"first_name": "Zoya", "address_line1": "1 Road", "city": "Lahore", "phone": "+923339876601"}',
    '{"first_name": "Zoya", "address_line1": "1 Road", "city": "Lahore"}', method, 'Mobile', null, promo);
  if method = 'payfast' then
    update public.orders set status = 'PaymentPending' where order_id = made ->> 'order_id';
    perform pg_temp.pay(made ->> 'order_id', (made ->> 'total_amount')::numeric);
  end if;
  return made ->> 'order_id';
end $$;
create function pg_temp.pay(number text, amount numeric) returns text language sql as $$
  select public.record_payment(jsonb_build_object('provider', 'payfast', 'payment_id', number || amount::integer, 'outcome', 'COMPLETE', 'amount', to_char(amount, 'FM99990.00'), 'reference', number)) ->> 'verdict'
$$;
create function pg_temp.now_of(number text) returns public.orders language sql as $$ select * from public.orders o where o.order_id = $1 $$;
create function pg_temp.edit(number text, change jsonb, who text default 'operator', version integer default null) returns text language sql as $$
  select pg_temp.as(who, format('select concat_ws('' '', r ->> ''is_changed'', r ->> ''total_amount'') from public.desk_edit_order(%L, %s, %L) r',
    number, coalesce(version, (pg_temp.now_of(number)).version), change))
$$;
-- Changes the order's only item.
create function pg_temp.item(number text, label text, pieces text, added jsonb default '[]') returns text language sql as $$
  select pg_temp.edit(number, jsonb_build_object('items', jsonb_build_array(jsonb_build_object('id', i.id, 'size', label, 'quantity', pieces)) || added))
  from public.order_items i where i.order_id = (pg_temp.now_of(number)).id order by i.product_name desc limit 1
$$;
create function pg_temp.items(number text) returns text language sql as $$
  select string_agg(concat_ws(' ', i.quantity, i.product_name, i.selected_size, i.price_at_purchase), ', ' order by i.product_name, i.selected_size)
  from public.order_items i where i.order_id = (pg_temp.now_of(number)).id
$$;
create function pg_temp.refunds(number text) returns text language sql as $$
  select string_agg(concat_ws(' ', r.reason, r.amount, r.provider, r.note), ', ' order by r.amount) from public.refunds r where r.order_id = (pg_temp.now_of(number)).id
$$;
create temporary table numbers as select pg_temp.make('cod', 'CHANGED10') as cash;
alter table numbers add card text;
update numbers set card = pg_temp.make('payfast');
grant select on numbers to public;
select set_config('t.cash', cash, true), set_config('t.card', card, true) from numbers;
create function pg_temp.cash() returns text language sql as $$ select current_setting('t.cash') $$;
create function pg_temp.card() returns text language sql as $$ select current_setting('t.card') $$;

-- Refusals.
select is(pg_temp.stock(), 'M1 L5', 'two orders hold two pieces each');
select is(pg_temp.edit(pg_temp.cash(), '{"delivery_fee": 0}', 'shopper'), 'not_operator', 'a shopper changes no order at the desk');
select is(pg_temp.edit(pg_temp.cash(), '{"delivery_fee": 0}', version => 1), 'changed_meanwhile', 'nor does a form that is made from an older version');
select is(pg_temp.edit(pg_temp.cash(), '[]'), 'invalid_request', 'a change is an object');
select is(pg_temp.edit(pg_temp.cash(), '{"delivery_fee": -1}'), 'invalid_sums', 'a delivery price isn''t below zero');
select is(pg_temp.edit(pg_temp.cash(), '{"delivery_fee": 1.005}'), 'invalid_sums', 'nor has it parts of a paisa');
select is(pg_temp.edit(pg_temp.cash(), '{"discount": 0.005, "discount_reason": "x"}'), 'invalid_sums', 'a discount neither');
select is(pg_temp.edit(pg_temp.cash(), '{"discount": 100}'), 'invalid_reason', 'a discount needs a reason');
select is(pg_temp.edit(pg_temp.cash(), '{"discount": 901, "discount_reason": "x"}'), 'discount_too_high', 'and isn''t more than the goods cost');
select is(pg_temp.edit(pg_temp.cash(), '{"address": {"city": "Lahore", "phone": "+923339876601"}}'), 'invalid_address', 'an address has a street');
select is(pg_temp.edit(pg_temp.cash(), '{"address": {"first_name": "Z", "address_line1": "1", "city": "Lahore", "phone": "+923339876601", "country": "UK"}}'), 'country_not_served', 'and a country that is served');
select is(pg_temp.item(pg_temp.cash(), 'M', '0'), 'last_item', 'the last item isn''t removed: that is cancelling');
select is(pg_temp.item(pg_temp.cash(), 'M', '4'), 'item_refused', 'there aren''t more pieces than in stock');
select is(pg_temp.item(pg_temp.cash(), 'XS', '1'), 'item_refused', 'nor sizes that the product doesn''t have');
select is(pg_temp.item(pg_temp.cash(), 'M', 'x'), 'item_refused', 'nor pieces that are no number');
select is(pg_temp.item(pg_temp.cash(), 'M', '2', '[{"product": "nothing", "quantity": 1}]'), 'item_refused', 'nor products that the shop doesn''t have');
select is(pg_temp.stock(), 'M1 L5', 'what is refused leaves the stock as it was');
insert into public.blocked_contacts (contact, reason, ends) values ('+923339876699', 'x', current_date + 2);
select is(pg_temp.edit(pg_temp.cash(), '{"address": {"first_name": "Z", "address_line1": "1", "city": "Lahore", "phone": "+923339876699"}}'), 'contact_blocked', 'a cash order doesn''t go to a number that is blocked');
select is(pg_temp.edit(pg_temp.cash(), '{"items": []}'), 'false 1050.00', 'what changes nothing isn''t recorded');

-- A cash order.
update public.products set price = 700 where slug = 'changed-robe';
select is(pg_temp.item(pg_temp.cash(), 'L', '3', '[{"product": "https://shop/product/changed-belt?x=1", "quantity": "2"}]'), 'true 1662.00', 'an item gets another size and more pieces, and one is added');
select is(pg_temp.items(pg_temp.cash()), '2 Belt 90.00, 3 Robe L 500.00', 'the item keeps its price, and the added one has today''s');
select is(pg_temp.stock(), 'M3 L2', 'the stock follows');
select is((select row(o.subtotal, o.promo_discount, (select c.used_count from public.promo_codes c where c.code = 'CHANGED10'))::text from pg_temp.now_of(pg_temp.cash()) o),
  '(1680.00,168.00,1)', 'the promo code takes its share of the new sum, and counts once');
update public.promo_codes set ends_at = now() - interval '1 hour' where code = 'CHANGED10';
select is(pg_temp.item(pg_temp.cash(), 'L', '1'), 'true 830.00', 'below its minimum the code takes nothing off');
select is(pg_temp.item(pg_temp.cash(), 'L', '2'), 'true 1212.00', 'above it it does again, also after its end');
update public.orders set packed_at = now() where order_id = pg_temp.cash();
select is(pg_temp.edit(pg_temp.cash(), '{"discount": 62.00, "discount_reason": "Waited long", "delivery_fee": 0}'), 'true 1000.00', 'a discount and the delivery price are set');
select is(pg_temp.edit(pg_temp.cash(), '{"delivery_fee": null}'), 'true 1150.00', 'the delivery price follows the rules again');
update public.orders set phone_confirmed_at = now() where order_id = pg_temp.cash();
select is(pg_temp.edit(pg_temp.cash(), '{"address": {"first_name": "Zoya", "address_line1": "2 Road", "city": "Karachi", "phone": "+923339876602"}}'), 'true 1150.00', 'the address changes');
select is((select row(o.shipping_city, o.contact_phone, o.phone_confirmed_at, o.billing_address ->> 'address_line1', o.billing_address ? 'phone')::text from pg_temp.now_of(pg_temp.cash()) o),
  '(Karachi,+923339876602,,"2 Road",f)', 'with its city, the number, which nobody has answered yet, and the same billing address');
select ok((pg_temp.now_of(pg_temp.cash())).packed_at is not null and pg_temp.item(pg_temp.cash(), 'L', '1') ~ '^true' and (pg_temp.now_of(pg_temp.cash())).packed_at is null,
  'it stays packed until its items change');
select is((select string_agg(m.kind || ' ' || m.state, ', ' order by m.number) from public.order_mails m where m.order_id = (pg_temp.now_of(pg_temp.cash())).id),
  'placed waiting, changed waiting', 'the shopper gets one mail about all changes');
select ok((select m.due_at > clock_timestamp() + interval '4 minutes' and m.id::text = all (select c ->> 'mail' from jsonb_array_elements((pg_temp.now_of(pg_temp.cash())).changes) c)
  from public.order_mails m where m.order_id = (pg_temp.now_of(pg_temp.cash())).id and m.kind = 'changed'), 'which waits as long as those of steps');
select is((select array_agg((c -> 'before' -> 'total_amount') || (c -> 'after' -> 'total_amount') order by place)::text from jsonb_array_elements((pg_temp.now_of(pg_temp.cash())).changes) with ordinality as t (c, place)),
  (select array_agg(t order by n)::text from unnest(array['[1050.00, 1662.00]', '[1662.00, 830.00]', '[830.00, 1212.00]', '[1212.00, 1000.00]', '[1000.00, 1150.00]', '[1150.00, 1150.00]', '[1150.00, 768.00]']::jsonb[]) with ordinality as x (t, n)),
  'the order knows each change with before and after');
select is((select row(a.before ->> 'items', a.after ->> 'items', count(*) over ())::text from public.desk_audit a where a.subject_id = pg_temp.cash() and a.action = 'edit_order' order by a.id limit 1),
  '("2 × Robe, M","2 × Belt; 3 × Robe, L",7)', 'and the record of changes has them');
select ok(not exists (select from public.desk_audit a where a.subject_id = pg_temp.cash() and concat(a.before, a.after) ~ 'Zoya|Road|98766'), 'without whom they are about');
insert into shop.shipments (order_id, courier, state, to_collect) values ((pg_temp.now_of(pg_temp.cash())).id, 'PostEx', 'waiting', 1150);
select is(pg_temp.edit(pg_temp.cash(), '{"delivery_fee": 0}'), 'parcel_booked', 'an order whose parcel is booked isn''t changed');
delete from shop.shipments;

-- A paid card order. The pieces of two robes cost 1000, and delivery 150.
set constraints all immediate;
-- A payment and its refund are two statements.
set constraints shop.check_books deferred;
select is(pg_temp.item(pg_temp.card(), 'M', '1'), 'true 650.00', 'a paid order is lowered');
select is(pg_temp.refunds(pg_temp.card()), 'order_changed 500.00 payfast', 'so a part of the payment goes back');
select is(pg_temp.item(pg_temp.card(), 'M', '3'), 'true 1650.00', 'and raised');
select is(pg_temp.refunds(pg_temp.card()), null, 'so that refund isn''t due any more');
select is((pg_temp.now_of(pg_temp.card())).due_amount, 500.00, 'but the rest is to be paid');
select is(pg_temp.as('operator', format('select public.desk_change_order(%L, %s, ''ship'', p_sure => false)', pg_temp.card(), (pg_temp.now_of(pg_temp.card())).version)), 'jumps_over', 'before that it isn''t sent without asking');
select pg_temp.be_server();
select is(pg_temp.attempt(format('select public.start_payment(%L)', pg_temp.card())), 'done', 'the rest can be paid by card');
select is(array[pg_temp.pay(pg_temp.card(), 1150), pg_temp.pay(pg_temp.card(), 1650), pg_temp.pay(pg_temp.card(), 500), pg_temp.pay(pg_temp.card(), 500)],
  array['duplicate', 'wrong_amount', 'applied', 'duplicate'], 'once, and in the right amount');
select is(row((pg_temp.now_of(pg_temp.card())).due_amount, (pg_temp.now_of(pg_temp.card())).status)::text, '(0.00,PaymentAccepted)', 'then the order is paid in full');
select is((select string_agg(concat_ws(' ', i.number - (select min(number) from shop.invoices), i.credits - (select min(number) from shop.invoices), i.sums ->> 'total_amount'), ', ' order by i.number) from shop.invoices i where i.order_id = (pg_temp.now_of(pg_temp.card())).id),
  (select string_agg(concat_ws(' ', n + base.first, c + base.first, t), ', ' order by n) from (values (0, null, '1150.00'), (1, 0, '1150.00'), (2, null, '650.00'), (3, 2, '650.00'), (4, null, '1650.00')) as x (n, c, t),
    (select min(i.number) - (select min(number) from shop.invoices) as first from shop.invoices i where i.order_id = (pg_temp.now_of(pg_temp.card())).id) base),
  'each invoice that doesn''t hold any more is taken back by a credit note, without a gap');
select is(jsonb_array_length(pg_temp.as('operator', format('select public.desk_invoices(array[%L])', pg_temp.card()))::jsonb), 5, 'which the desk prints');
update public.orders set status = 'Shipped' where order_id in (pg_temp.card(), pg_temp.cash());
select is(pg_temp.edit(pg_temp.card(), '{"delivery_fee": 0}'), 'status_not_allowed', 'an order that is sent isn''t changed');

-- A part of a delivered order.
create function pg_temp.refund(number text, amount numeric, reason text default 'A button is missing') returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_refund_part(%L, %s, %L, %L)', number, (pg_temp.now_of(number)).version, amount, reason))
$$;
select is(pg_temp.refund(pg_temp.card(), 100), 'status_not_allowed', 'before it is delivered nothing is refunded in part');
update public.orders set status = 'Delivered' where order_id in (pg_temp.card(), pg_temp.cash());
select is(array[pg_temp.refund(pg_temp.card(), 1650.01), pg_temp.refund(pg_temp.card(), 0), pg_temp.refund(pg_temp.card(), 100, ' ')],
  array['refund_too_high', 'refund_too_high', 'invalid_reason'], 'nor more than was paid, nothing, or without a reason');
select ok(pg_temp.refund(pg_temp.card(), 1200) = '' and pg_temp.refund(pg_temp.card(), 500) = 'refund_too_high' and pg_temp.refund(pg_temp.card(), 450) = '', 'parts are refunded until nothing is left');
select is(pg_temp.refunds(pg_temp.card()),
  'partly 50.00 payfast A button is missing, partly 450.00 payfast A button is missing, partly 1150.00 payfast A button is missing, wrong_amount 1650.00 payfast', 'each from the payments that were made');
create temporary table seen as select (pg_temp.now_of(pg_temp.cash())).version as version;
select is(pg_temp.refund(pg_temp.cash(), 50), '', 'a cash order too');
select is(pg_temp.refunds(pg_temp.cash()), 'partly 50.00 cash A button is missing', 'by hand');
select is(pg_temp.as('operator', format('select public.desk_refund_part(%L, %s, 50, ''A button is missing'')', pg_temp.cash(), (select version from seen))), 'changed_meanwhile', 'a form that is sent again refunds nothing');

-- Returns of that order, which cost 768: 50 of them are refunded.
create function pg_temp.decide(which text, decision text, amount numeric default null) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_decide_return(%L, %s, %L, null, %L)', r.id, r.version, decision, amount))
  from public.returns r where r.id = md5(which)::uuid
$$;
insert into public.returns (id, order_id, kind, reason, request_key, refund_amount)
select md5(name)::uuid, (pg_temp.now_of(pg_temp.cash())).id, 'return', 'size', gen_random_uuid(), 0 from unnest(array['first', 'second']) name;
select is(array[pg_temp.decide('first', 'approved', 768), pg_temp.decide('first', 'approved', 718)], array['refund_too_high', ''],
  'a return''s typed refund is at most what the refunds of a part leave (OR-51)');
select is(array[pg_temp.decide('second', 'approved', 1), pg_temp.decide('first', 'received', 717), pg_temp.decide('second', 'approved', 2),
  pg_temp.decide('second', 'approved', 1), pg_temp.decide('first', 'received', 700)],
  array['refund_too_high', '', 'refund_too_high', '', 'status_not_allowed'], 'and what other returns leave, before and after they are received');
update public.returns set refund_amount = 2 where id = md5('second')::uuid;
select is(array[pg_temp.decide('second', 'received'), pg_temp.decide('second', 'refused')], array['refund_too_high', ''],
  'one that is too high isn''t received, but refused');
select is(pg_temp.as('operator', format('select public.desk_take_back_return(%L, %s, ''x'')', r.id, r.version)), 'refund_too_high', 'nor asked for again by taking that back')
  from public.returns r where r.id = md5('second')::uuid;
select is(pg_temp.attempt('set constraints all immediate'), 'done', 'all of it adds up');
select * from finish();
