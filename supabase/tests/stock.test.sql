-- What orders hold, for how long, and what happens to late and double payments.
select plan(80);

-- A size with three pieces, and a promo code with three uses.
create temporary table sold as select v.id, v.product_id, v.label from public.product_variants v
  where v.product_id = md5('product:Guest robe')::uuid order by v.display_order limit 1;
update public.product_variants v set stock = 3 from sold where v.id = sold.id;
insert into public.promo_codes (code, kind, value, usage_limit) values ('THREE', 'fixed', 10, 3);
create function pg_temp.stock() returns integer language sql as $$ select v.stock from public.product_variants v join sold using (id) $$;
create function pg_temp.used() returns integer language sql as $$ select used_count from public.promo_codes where code = 'THREE' $$;
create sequence pg_temp.phones;
-- Places an order of one piece and returns its number.
create function pg_temp.place(phone text default null, method text default 'payfast', key uuid default gen_random_uuid(), earlier uuid[] default '{}')
returns text language sql as $$
  select public.place_order(key, 'h', (select jsonb_build_array(jsonb_build_object('product_id', product_id, 'size', label, 'quantity', 1,
      'color', (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = sold.product_id limit 1))) from sold),
    'a@example.com', jsonb_build_object('first_name', 'Hira', 'address_line1', '1 Road', 'city', 'Lahore', 'phone', coalesce(phone, '+9231' || to_char(nextval('pg_temp.phones'), 'FM00000000'))),
    '{"address_line1": "1 Road", "city": "Lahore"}', method, 'Mobile', null, case when method = 'payfast' then 'THREE' end, null, earlier) ->> 'order_id'
$$;
create function pg_temp.pass_an_hour() returns void language sql as $$
  update public.orders set hold_until = hold_until - interval '61 minutes' where hold_until is not null
$$;
create function pg_temp.pay(number text, payment text, outcome text default 'COMPLETE', amount numeric default null, note uuid default null) returns text language sql as $$
  select public.record_payment(jsonb_build_object('provider', 'payfast', 'payment_id', payment, 'outcome', outcome, 'notification', note,
    'amount', to_char(coalesce($4, o.total_amount), 'FM999990.00'), 'order_id', o.id,
    'reference', case when o.user_id is null then 'guest-' else '' end || o.order_id)) ->> 'verdict'
  from public.orders o where o.order_id = number
$$;
create temporary table noted (name text primary key, number text);
create function pg_temp.message(name text, payment text) returns jsonb language sql as $$
  select jsonb_build_object('provider', 'payfast', 'payment_id', payment, 'outcome', 'COMPLETE', 'amount', to_char(o.total_amount, 'FM999990.00'),
    'order_id', o.id, 'reference', 'guest-' || o.order_id) from public.orders o join noted n on n.number = o.order_id where n.name = $1
$$;
create function pg_temp.state(number text) returns text language sql as $$
  select concat_ws(' ', status, payment_status::text, holds_stock::text, failure_reason) from public.orders where order_id = number
$$;

select pg_temp.be_server();

-- Three abandoned card payments: sold out, and an hour later three pieces again.
insert into noted select 'lapsed ' || n, pg_temp.place() from generate_series(1, 3) n;
select is(pg_temp.stock(), 0, 'three unpaid orders hold three pieces');
select is(pg_temp.used(), 3, 'three unpaid orders hold three uses of the code');
select is(pg_temp.refusal('select pg_temp.place()'), 'cart_changed', 'the size is then sold out');
select is(public.flag_stale_payments() ->> 'failed', '0', 'no payment fails before the hold expires');
select public.fail_payment(number, 'Payment was cancelled or failed') from noted where name = 'lapsed 2';
select is(pg_temp.stock(), 0, 'an order with a failed payment keeps its hold');
select pg_temp.pass_an_hour();
select is(public.flag_stale_payments() ->> 'failed', '2', 'after an hour pending payments have failed');
select is(pg_temp.stock(), 3, 'all three pieces are in stock again');
select is(pg_temp.used(), 0, 'all three uses are available again');
select is(pg_temp.state(number),
  'PaymentFailed false false Payment was not confirmed', 'a stale payment has its reason') from noted where name = 'lapsed 1';
select is(pg_temp.state(number),
  'PaymentFailed false false Payment was cancelled or failed', 'a failed payment keeps its reason') from noted where name = 'lapsed 2';
select public.flag_stale_payments();
select is(pg_temp.stock(), 3, 'a second run returns nothing twice');

-- Paying again takes stock again, or reports that it is gone.
select is(public.start_payment(number) ->> 'status',
  'PaymentPending', 'an order with an expired hold can be paid again') from noted where name = 'lapsed 1';
select is(pg_temp.stock(), 2, 'paying again holds the piece again');
select is(pg_temp.used(), 1, 'paying again holds the use of the code again');
select is(public.flag_stale_payments() ->> 'failed', '0', 'paying again holds for another hour');
insert into noted select 'other ' || n, pg_temp.place(method => 'cod') from generate_series(1, 2) n;
select is(pg_temp.refusal(format('select public.start_payment(%L)', number)),
  'sold_out', 'paying again is refused when the stock is gone') from noted where name = 'lapsed 2';
select is(pg_temp.state(number),
  'PaymentFailed false false Payment was cancelled or failed', 'a refused payment leaves the order unchanged') from noted where name = 'lapsed 2';

-- A late payment.
select is(pg_temp.pay(number, 'late 2'), 'refund', 'a late payment is to be refunded when the stock is gone') from noted where name = 'lapsed 2';
select is((select format('%s %s', r.amount, r.reason) from public.refunds r where r.provider_payment_id = 'late 2'),
  (select format('%s too_late', o.total_amount)
   from public.orders o join noted n on n.number = o.order_id where n.name = 'lapsed 2'),
  'a refund has its amount and reason');
select is(pg_temp.state(number),
  'PaymentFailed false false Your payment arrived too late: the order had lapsed and is sold out.',
  'the order has the reason for the shopper') from noted where name = 'lapsed 2';
update public.orders set status = 'Cancelled' where order_id in (select number from noted where name like 'other%');
select is(pg_temp.stock(), 2, 'cancelled orders return their stock');
select is(pg_temp.pay(number, 'late 3'), 'applied', 'a late payment is accepted when there is stock') from noted where name = 'lapsed 3';
select is(pg_temp.state(number), 'PaymentAccepted true true', 'the order is paid') from noted where name = 'lapsed 3';
select is(pg_temp.stock(), 1, 'the paid order has its piece');
select pg_temp.pass_an_hour();
select public.flag_stale_payments();
select is(pg_temp.state(number), 'PaymentAccepted true true', 'the hold of a paid order never expires') from noted where name = 'lapsed 3';
update public.promo_codes set usage_limit = 2 where code = 'THREE';
insert into noted select 'code', pg_temp.place();
select is(pg_temp.refusal(format('select public.start_payment(%L)', number)),
  'promo_used_up', 'paying again is refused when the promo code is used up') from noted where name = 'lapsed 1';

-- Payments that belong to no order.
select is(pg_temp.pay(number, 'second'), 'refund', 'a second payment is to be refunded') from noted where name = 'lapsed 3';
select is(pg_temp.pay(number, 'third'), 'refund', 'a third payment is to be refunded') from noted where name = 'lapsed 3';
select is((select string_agg(r.reason, ', ') from public.refunds r where r.provider_payment_id in ('second', 'third')),
  'paid_twice, paid_twice', 'each payment is a separate refund');
select is(pg_temp.pay(number, 'less', amount => 1),
  'wrong_amount', 'a payment with a wrong amount doesn''t pay the order') from noted where name = 'code';
select is((select format('%s %s', r.amount, r.reason) from public.refunds r where r.provider_payment_id = 'less'),
  '1.00 wrong_amount', 'a payment with a wrong amount is to be refunded');
select is(public.record_payment('{"provider": "payfast", "payment_id": "lost", "outcome": "COMPLETE", "amount": "5.00", "reference": "x", "order_id": "y"}') ->> 'verdict',
  'unknown_order', 'a payment for a missing order is recorded');
select is((select format('%s %s', r.amount, r.reason) from public.refunds r where r.provider_payment_id = 'lost'),
  '5.00 unknown_order', 'a payment for a missing order is to be refunded');
select is(public.record_payment('{"provider": "payfast", "payment_id": "late 3", "outcome": "COMPLETE", "amount": "5.00", "reference": "x", "order_id": "y"}') ->> 'verdict',
  'unknown_order', 'a payment of one order that is reported for another is recorded');
select is((select count(*)::integer from public.refunds r where r.provider_payment_id = 'late 3'),
  0, 'a payment that is counted already isn''t refunded');

-- Every notification is stored before it is verified.
create temporary table came as select public.store_notification('payfast', '203.0.113.7', 'pf_payment_id=9&signature=x') as id;
select is((select concat_ws(' ', source, body, coalesce(verdict, 'not judged')) from public.payment_notifications join came using (id)),
  '203.0.113.7 pf_payment_id=9&signature=x not judged', 'a notification is stored as received');
select public.refuse_notification(id, 'forged') from came;
select is((select verdict from public.payment_notifications join came using (id)), 'forged', 'a rejected notification has the reason');
update came set id = public.store_notification('payfast', '203.0.113.7', 'pf_payment_id=10&signature=y');
select is(pg_temp.pay(number, 'ten', note => (select id from came)), 'applied', 'a verified notification is applied') from noted where name = 'code';
select is((select concat_ws(' ', source, verdict, payment_status) from public.payment_notifications join came using (id)),
  '203.0.113.7 applied COMPLETE', 'a verified notification updates its row');
select is(pg_temp.pay(number, 'ten'), 'duplicate', 'a repeated notification is a duplicate') from noted where name = 'code';

-- What has no right signature is kept for a week, everything else for a year.
select public.note_unsigned_notification('payfast', '203.0.113.9', 'forged', repeat('a', 64), '{}');
select public.store_notification('payfast', '203.0.113.9', 'signed');
update public.payment_notifications set received_at = now() - interval '8 days' where source = '203.0.113.9';
select public.flag_stale_payments();
select is((select string_agg(coalesce(body, 'unsigned'), ', ') from public.payment_notifications where source = '203.0.113.9'), 'signed',
  'a forged notification is deleted after a week');
update public.payment_notifications set received_at = now() - interval '13 months' where source = '203.0.113.9';
select public.flag_stale_payments();
select is((select count(*)::integer from public.payment_notifications where source = '203.0.113.9'), 0, 'a rejected one after a year');

-- Payments for orders that can't be paid.
update public.product_variants v set stock = 100 from sold where v.id = sold.id;
update public.promo_codes set usage_limit = null where code = 'THREE';
insert into noted select 'cash', pg_temp.place(method => 'cod');
select is(pg_temp.pay(number, 'for cash'), 'refund', 'a payment of a cash order is a refund') from noted where name = 'cash';
update public.orders set status = 'Cancelled' where order_id = (select number from noted where name = 'cash');
insert into noted select 'cancelled', pg_temp.place();
update public.orders set status = 'Cancelled' where order_id = (select number from noted where name = 'cancelled');
select is(pg_temp.pay(number, 'for nothing'), 'refund', 'a payment of a cancelled order is a refund') from noted where name = 'cancelled';
select is((select string_agg(r.reason, ', ' order by r.reason) from public.refunds r where r.provider_payment_id like 'for %'),
  'cash_order, order_cancelled', 'such payments are to be refunded, with the reason');

-- Refunds are a list for operators, and the shopper is told once.
select is((select string_agg(d.provider_payment_id || ' ' || coalesce(n.name, 'no order'), ', ' order by d.provider_payment_id)
    from public.list_refunds_due() d left join noted n on n.number = d.order_id),
  'for cash cash, for nothing cancelled, late 2 lapsed 2, less code, lost no order, second lapsed 3, third lapsed 3', 'operators read open refunds');
update public.refunds set refunded_at = now() where provider_payment_id <> 'second';
select is((select string_agg(d.contact_email || ' ' || d.provider_payment_id, ', ') from public.list_refunds_due() d),
  'a@example.com second', 'the list has no sent refunds');
select is((select public.record_payment(p) ->> 'verdict' from pg_temp.message('lapsed 3', 'fourth') p),
  'refund', 'a fourth payment is also refunded');
select is((select public.record_payment(p) -> 'refund' from pg_temp.message('lapsed 3', 'fourth') p), null, 'the shopper is told once');

-- Open orders, with enough of everything.
update public.product_variants v set stock = 100 from sold where v.id = sold.id;
update public.promo_codes set usage_limit = 100 where code = 'THREE';
select is(pg_temp.refusal($$do 'begin for n in 1..4 loop perform pg_temp.place(''+923111111111''); end loop; end'$$),
  'done', 'unpaid orders with somebody''s phone number don''t keep its owner from ordering');
select is(pg_temp.refusal($$do 'declare keys uuid[] := array[gen_random_uuid(), gen_random_uuid()]; begin perform pg_temp.place(key => keys[1]);
  perform pg_temp.place(key => keys[2]); perform pg_temp.place(earlier => keys); end'$$), 'too_many_unpaid_orders', 'a guest''s browser has at most two unpaid orders, with any phone');
select pg_temp.sign_in('iqra@example.com');
select is(pg_temp.refusal($$do 'begin for n in 1..3 loop perform pg_temp.place(); end loop; end'$$),
  'too_many_unpaid_orders', 'a shopper has at most two unpaid orders, with any phone');
select is(pg_temp.refusal($$do 'begin for n in 1..4 loop perform pg_temp.place(method => ''cod''); end loop; end'$$),
  'too_many_open_orders', 'an account has at most three open cash orders, with any phone');

-- An account's orders, confirmed or sent: at most three may be undelivered.
insert into noted select 'mine ' || n, pg_temp.place(method => 'cod') from generate_series(1, 3) n;
update public.orders set confirmed_at = now() where order_id in (select number from noted where name like 'mine%');
update public.orders set status = 'Shipped' where order_id = (select number from noted where name = 'mine 1');
select is(pg_temp.refusal('select pg_temp.place(method => ''cod'')'), 'too_many_open_orders', 'confirmed and sent orders of an account are open');
select is(pg_temp.refusal('select pg_temp.place()'), 'done', 'a card order is allowed');
update public.orders set status = 'Delivered' where order_id = (select number from noted where name = 'mine 1');
select is(pg_temp.refusal('select pg_temp.place(method => ''cod'')'), 'done', 'after a delivery the next order is allowed');
-- A guest's browser, and other people with the same phone number.
select pg_temp.be_server();
create temporary table cash_keys as select array_agg(gen_random_uuid()) as k from generate_series(1, 4);
insert into noted select 'guest ' || n, pg_temp.place('+923222222222', 'cod', k[n], k) from cash_keys, generate_series(1, 3) n;
select is(pg_temp.refusal('select pg_temp.place(method => ''cod'', earlier => k) from cash_keys'),
  'too_many_unconfirmed_orders', 'a guest''s browser has at most three unconfirmed cash orders, with any phone');
select is(pg_temp.refusal('select pg_temp.place(earlier => k) from cash_keys'), 'done', 'the same browser may order by card');
select is(pg_temp.refusal('select pg_temp.place(''+923222222222'', ''cod'')'), 'done', 'another browser with the same phone may order');
select pg_temp.sign_in('hira@example.com');
select is(pg_temp.refusal('select pg_temp.place(''+923222222222'', ''cod'')'), 'done', 'an account with the same phone may order');
select pg_temp.be_server();
insert into noted select 'card of a browser', pg_temp.place(key => k[4]) from cash_keys;
select is(pg_temp.refusal(format('select public.pay_in_cash(%L, null, %L)', number, k)),
  'too_many_unconfirmed_orders', 'a browser can''t exceed the limit by changing to cash') from noted, cash_keys where name = 'card of a browser';
update public.orders set confirmed_at = now() where order_id = (select number from noted where name = 'guest 1');
select is(pg_temp.refusal('select pg_temp.place(method => ''cod'', earlier => k) from cash_keys'),
  'done', 'after a confirmation the next order is allowed');
update public.orders set status = 'Shipped' where order_id = (select number from noted where name = 'guest 2');
select isnt((select o.confirmed_at from public.orders o join noted on number = order_id where name = 'guest 2'),
  null, 'sending an order confirms it');

-- Unconfirmed cash orders hold stock for two days.
select is((select array_agg(name || ' ' || coalesce((o.hold_until = o.created_at + interval '2 days')::text, 'none') order by name) from noted join public.orders o on number = order_id where name like 'guest%'),
  array['guest 1 none', 'guest 2 none', 'guest 3 true'], 'an unconfirmed cash order holds stock for two days; a confirmed or sent one without an end');
insert into noted select 'card to cash', pg_temp.place();
select public.pay_in_cash(number) from noted where name = 'card to cash';
select is((select o.hold_until from public.orders o join noted on number = order_id where name = 'card to cash'),
  now() + interval '2 days', 'an order that changes to cash holds it as long');
create temporary table before_expiry as select pg_temp.stock() as stock;
update public.orders set hold_until = hold_until - interval '2 days' where order_id in (select number from noted where name in ('guest 1', 'guest 2', 'guest 3'));
select is((select public.flag_stale_payments() ->> 'cancelled'), '1', 'then it is cancelled');
select is((select pg_temp.state(number) from noted where name = 'guest 3'),
  'Cancelled false false We could not reach you to confirm this order.', 'with the reason, and nothing is paid');
select is((select o.history -> -1 ->> 'note' from public.orders o join noted on number = order_id where name = 'guest 3'),
  'We could not reach you to confirm this order.', 'the history has the reason');
select is(pg_temp.stock() - before_expiry.stock, 1, 'its stock is returned') from before_expiry;
select is((select string_agg(m.kind, ', ' order by m.number) from public.order_mails m join public.orders o on o.id = m.order_id join noted n on n.number = o.order_id where n.name = 'guest 3'),
  'placed, cancelled', 'the shopper is mailed');
select is(pg_temp.refusal(format('select public.confirm_order(%L)', number)),
  'not_confirmable', 'a cancelled order can''t be confirmed') from noted where name = 'guest 3';

-- Orders within a day, whatever became of them.
create function pg_temp.place_and_cancel(times integer) returns void language plpgsql as $$
begin
  for n in 1..times loop perform public.cancel_order(pg_temp.place(method => 'cod')); end loop;
end $$;
select pg_temp.sign_in('fatima@example.com');
select is(pg_temp.refusal('select pg_temp.place_and_cancel(10)'), 'done', 'an account may place and cancel ten orders a day');
select pg_temp.place_and_cancel(10);
select is(pg_temp.refusal('select pg_temp.place()'), 'too_many_orders_today', 'the eleventh is refused, though no order is open');
update public.orders set created_at = created_at - interval '25 hours' where user_id = pg_temp.person('fatima@example.com');
select is(pg_temp.refusal('select pg_temp.place()'), 'done', 'a day later the next one is allowed');
select pg_temp.be_server();
create temporary table many_keys as select array_agg(gen_random_uuid()) as k from generate_series(1, 10);
select public.cancel_order(pg_temp.place(method => 'cod', key => k[n])) from many_keys, generate_series(1, 10) n;
select is(pg_temp.refusal('select pg_temp.place(earlier => k) from many_keys'),
  'too_many_orders_today', 'a guest''s browser places at most ten orders a day');

-- Pieces of one size.
update public.product_variants v set stock = 24 from sold where v.id = sold.id;
create function pg_temp.problems(quantities integer[]) returns text language sql as $$
  select string_agg(coalesce(l ->> 'problem', 'none'), ', ') from jsonb_array_elements(public.price_cart((select jsonb_agg(jsonb_build_object('product_id', product_id, 'size', label, 'quantity', q,
    'color', (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = sold.product_id order by c.name offset n - 1 limit 1))) from sold, unnest(quantities) with ordinality as u (q, n))) -> 'lines') l
$$;
select is(pg_temp.problems('{10}'), 'none', 'an order takes ten pieces of one size');
select is(pg_temp.problems('{11}'), 'pieces', 'and no more');
select is(pg_temp.problems('{5, 6}'), 'pieces, pieces', 'in all colours together');
update public.order_rules set most_pieces = 24;
select is(pg_temp.problems('{24}'), 'none', 'the limit is a setting');

-- A guest's browser can't exceed the limit by paying expired orders again.
create temporary table keys as select array[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()] as k;
insert into noted select 'lapsing', pg_temp.place(key => k[1]) from keys;
select pg_temp.pass_an_hour();
select public.flag_stale_payments();
insert into noted select 'browser ' || n, pg_temp.place(key => k[n], earlier => k) from keys, generate_series(2, 3) n;
select is(pg_temp.refusal(format('select public.start_payment(%L, %L, %L)', number, k[1], k)),
  'too_many_unpaid_orders', 'paying an expired order would be a third unpaid one of a guest''s browser') from noted, keys where name = 'lapsing';

select * from finish();
