-- What orders hold, for how long, and what becomes of money that comes late or twice.
select plan(62);

create function pg_temp.person(email text) returns uuid language sql as $$ select id from public.profiles p where p.email = $1 $$;
create function pg_temp.sign_in(email text) returns void language sql as $$
  select set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', pg_temp.person(email))::text, true),
    set_config('request.jwt.claim.sub', pg_temp.person(email)::text, true)
$$;
create function pg_temp.be_server() returns void language sql as $$
  select set_config('request.jwt.claims', '{"role": "service_role"}', true), set_config('request.jwt.claim.sub', '', true)
$$;
create function pg_temp.refusal(statement text) returns text language plpgsql as $$
begin
  begin
    execute statement;
    raise exception using errcode = 'OK000';
  exception when others then
    return case sqlstate when 'OK000' then 'done' else sqlerrm end;
  end;
end $$;
-- A size of which there are three, and a promo code that three may use.
create temporary table sold as select v.id, v.product_id, v.label from public.product_variants v
  where v.product_id = md5('product:Guest robe')::uuid order by v.display_order limit 1;
update public.product_variants v set stock = 3 from sold where v.id = sold.id;
insert into public.promo_codes (code, kind, value, usage_limit) values ('THREE', 'fixed', 10, 3);
create function pg_temp.stock() returns integer language sql as $$ select v.stock from public.product_variants v join sold using (id) $$;
create function pg_temp.used() returns integer language sql as $$ select used_count from public.promo_codes where code = 'THREE' $$;
create sequence pg_temp.phones;
-- Places an order of one piece and answers with its number.
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

-- Three abandoned card payments: sold out, and an hour later three again.
insert into noted select 'lapsed ' || n, pg_temp.place() from generate_series(1, 3) n;
select is(pg_temp.stock(), 0, 'three unpaid orders hold three pieces');
select is(pg_temp.used(), 3, 'and three uses of the code');
select is(pg_temp.refusal('select pg_temp.place()'), 'cart_changed', 'so that it is sold out');
select is(public.flag_stale_payments() ->> 'failed', '0', 'nothing fails before its hour is over');
select public.fail_payment(number, 'Payment was cancelled or failed') from noted where name = 'lapsed 2';
select is(pg_temp.stock(), 0, 'an order whose payment failed keeps its piece, to be paid again');
select pg_temp.pass_an_hour();
select is(public.flag_stale_payments() ->> 'failed', '2', 'an hour later those that waited have failed');
select is(pg_temp.stock(), 3, 'and all three pieces are there again');
select is(pg_temp.used(), 0, 'and all three uses');
select is(pg_temp.state(number), 'PaymentFailed false false Payment was not confirmed', 'the order says why') from noted where name = 'lapsed 1';
select is(pg_temp.state(number), 'PaymentFailed false false Payment was cancelled or failed', 'or what it said before') from noted where name = 'lapsed 2';
select public.flag_stale_payments();
select is(pg_temp.stock(), 3, 'a second run gives nothing back twice');

-- Paying again takes the piece again, or says that it has gone.
select is(public.start_payment(number) ->> 'status', 'PaymentPending', 'a lapsed order can be paid again') from noted where name = 'lapsed 1';
select is(pg_temp.stock(), 2, 'and holds its piece again');
select is(pg_temp.used(), 1, 'and its use of the code');
select is(public.flag_stale_payments() ->> 'failed', '0', 'for an hour more');
insert into noted select 'other ' || n, pg_temp.place(method => 'cod') from generate_series(1, 2) n;
select is(pg_temp.refusal(format('select public.start_payment(%L)', number)), 'sold_out', 'paying again for what has been sold meanwhile is refused') from noted where name = 'lapsed 2';
select is(pg_temp.state(number), 'PaymentFailed false false Payment was cancelled or failed', 'and leaves the order as it was') from noted where name = 'lapsed 2';

-- A payment that comes late.
select is(pg_temp.pay(number, 'late 2'), 'refund', 'a late payment for what is sold out is to be returned') from noted where name = 'lapsed 2';
select is((select format('%s %s', r.amount, r.reason) from public.refunds r where r.provider_payment_id = 'late 2'),
  (select format('%s too_late', o.total_amount)
   from public.orders o join noted n on n.number = o.order_id where n.name = 'lapsed 2'),
  'with its amount and the reason');
select is(pg_temp.state(number), 'PaymentFailed false false Your payment arrived too late: the order had lapsed and is sold out.', 'and the shopper is told') from noted where name = 'lapsed 2';
update public.orders set status = 'Cancelled' where order_id in (select number from noted where name like 'other%');
select is(pg_temp.stock(), 2, 'cancelled orders give their pieces back');
select is(pg_temp.pay(number, 'late 3'), 'applied', 'a late payment for what is still there is accepted') from noted where name = 'lapsed 3';
select is(pg_temp.state(number), 'PaymentAccepted true true', 'the order is paid') from noted where name = 'lapsed 3';
select is(pg_temp.stock(), 1, 'and has its piece');
select pg_temp.pass_an_hour();
select public.flag_stale_payments();
select is(pg_temp.state(number), 'PaymentAccepted true true', 'a paid order never lapses') from noted where name = 'lapsed 3';
update public.promo_codes set usage_limit = 2 where code = 'THREE';
insert into noted select 'code', pg_temp.place();
select is(pg_temp.refusal(format('select public.start_payment(%L)', number)), 'promo_used_up', 'nor can it be paid again when its code has been used up') from noted where name = 'lapsed 1';

-- Money that no order takes.
select is(pg_temp.pay(number, 'second'), 'refund', 'a second payment is to be returned') from noted where name = 'lapsed 3';
select is(pg_temp.pay(number, 'third'), 'refund', 'and so is a third') from noted where name = 'lapsed 3';
select is((select string_agg(r.reason, ', ') from public.refunds r where r.provider_payment_id in ('second', 'third')), 'paid_twice, paid_twice', 'each is a row of its own');
select is(pg_temp.pay(number, 'less', amount => 1), 'wrong_amount', 'another amount than the order''s pays nothing') from noted where name = 'code';
select is((select format('%s %s', r.amount, r.reason) from public.refunds r where r.provider_payment_id = 'less'), '1.00 wrong_amount', 'and is to be returned');
select is(public.record_payment('{"provider": "payfast", "payment_id": "lost", "outcome": "COMPLETE", "amount": "5.00", "reference": "x", "order_id": "y"}') ->> 'verdict', 'unknown_order', 'money for an order that isn''t there');
select is((select format('%s %s', r.amount, r.reason) from public.refunds r where r.provider_payment_id = 'lost'), '5.00 unknown_order', 'is to be returned as well');
select is(public.record_payment('{"provider": "payfast", "payment_id": "late 3", "outcome": "COMPLETE", "amount": "5.00", "reference": "x", "order_id": "y"}') ->> 'verdict', 'unknown_order', 'a payment that an order has taken, told of another one');
select is((select count(*)::integer from public.refunds r where r.provider_payment_id = 'late 3'), 0, 'is not returned');

-- Every notification is stored before it is judged.
create temporary table came as select public.store_notification('payfast', '203.0.113.7', 'pf_payment_id=9&signature=x') as id;
select is((select concat_ws(' ', source, body, coalesce(verdict, 'not judged')) from public.payment_notifications join came using (id)),
  '203.0.113.7 pf_payment_id=9&signature=x not judged', 'a notification is stored as it came');
select public.refuse_notification(id, 'forged') from came;
select is((select verdict from public.payment_notifications join came using (id)), 'forged', 'and says why it wasn''t believed');
update came set id = public.store_notification('payfast', '203.0.113.7', 'pf_payment_id=10&signature=y');
select is(pg_temp.pay(number, 'ten', note => (select id from came)), 'applied', 'one that is believed') from noted where name = 'code';
select is((select concat_ws(' ', source, verdict, payment_status) from public.payment_notifications join came using (id)), '203.0.113.7 applied COMPLETE', 'is judged in its own row');
select is(pg_temp.pay(number, 'ten'), 'duplicate', 'told again it is a duplicate') from noted where name = 'code';

-- Money for orders that take none.
update public.product_variants v set stock = 100 from sold where v.id = sold.id;
update public.promo_codes set usage_limit = null where code = 'THREE';
insert into noted select 'cash', pg_temp.place(method => 'cod');
select is(pg_temp.pay(number, 'for cash'), 'refund', 'a payment of an order that is paid in cash') from noted where name = 'cash';
update public.orders set status = 'Cancelled' where order_id = (select number from noted where name = 'cash');
insert into noted select 'cancelled', pg_temp.place();
update public.orders set status = 'Cancelled' where order_id = (select number from noted where name = 'cancelled');
select is(pg_temp.pay(number, 'for nothing'), 'refund', 'and one of a cancelled order') from noted where name = 'cancelled';
select is((select string_agg(r.reason, ', ' order by r.reason) from public.refunds r where r.provider_payment_id like 'for %'), 'cash_order, order_cancelled', 'are to be returned, and say why');

-- What is to be returned is a list for operators, and told to the shopper once.
select is((select string_agg(d.provider_payment_id || ' ' || coalesce(n.name, 'no order'), ', ' order by d.provider_payment_id)
    from public.list_refunds_due() d left join noted n on n.number = d.order_id),
  'for cash cash, for nothing cancelled, late 2 lapsed 2, less code, lost no order, second lapsed 3, third lapsed 3', 'operators read what is due');
update public.refunds set refunded_at = now() where provider_payment_id <> 'second';
select is((select string_agg(d.contact_email || ' ' || d.provider_payment_id, ', ') from public.list_refunds_due() d), 'a@example.com second', 'and not what has been returned');
select is((select public.record_payment(p) -> 'refund' ->> 'reason' from pg_temp.message('lapsed 3', 'fourth') p), 'paid_twice', 'the server learns whom to tell of a refund');
select is((select public.record_payment(p) -> 'refund' from pg_temp.message('lapsed 3', 'fourth') p), null, 'and learns it once');

-- Open orders.
select is(pg_temp.refusal($$do 'begin for n in 1..3 loop perform pg_temp.place(''+923111111111''); end loop; end'$$), 'too_many_unpaid_orders', 'two unpaid orders a phone');
select is(pg_temp.refusal($$do 'declare keys uuid[] := array[gen_random_uuid(), gen_random_uuid()]; begin perform pg_temp.place(key => keys[1]);
  perform pg_temp.place(key => keys[2]); perform pg_temp.place(earlier => keys); end'$$), 'too_many_unpaid_orders', 'two a guest''s browser, whatever the phone');
select pg_temp.sign_in('iqra@example.com');
select is(pg_temp.refusal($$do 'begin for n in 1..3 loop perform pg_temp.place(); end loop; end'$$), 'too_many_unpaid_orders', 'two a shopper, whatever the phone');
select is(pg_temp.refusal($$do 'begin for n in 1..4 loop perform pg_temp.place(method => ''cod''); end loop; end'$$), 'too_many_open_orders', 'three open cash orders an account, whatever the phone');

-- Whoever an account's orders go to, and whether they have been confirmed or sent: three at most haven't arrived.
insert into noted select 'mine ' || n, pg_temp.place(method => 'cod') from generate_series(1, 3) n;
update public.orders set confirmed_at = now() where order_id in (select number from noted where name like 'mine%');
update public.orders set status = 'Shipped' where order_id = (select number from noted where name = 'mine 1');
select is(pg_temp.refusal('select pg_temp.place(method => ''cod'')'), 'too_many_open_orders', 'confirmed and sent orders of an account are open');
select is(pg_temp.refusal('select pg_temp.place()'), 'done', 'a card order goes');
update public.orders set status = 'Delivered' where order_id = (select number from noted where name = 'mine 1');
select is(pg_temp.refusal('select pg_temp.place(method => ''cod'')'), 'done', 'when one has arrived, the next goes');
-- A phone's orders, whoever places them.
select pg_temp.be_server();
insert into noted select 'phone ' || n, pg_temp.place('+923222222222', 'cod') from generate_series(1, 3) n;
select is(pg_temp.refusal('select pg_temp.place(''+923222222222'', ''cod'')'), 'too_many_unconfirmed_orders', 'three unconfirmed cash orders a phone');
select is(pg_temp.refusal('select pg_temp.place(''+923222222223'', ''cod'')'), 'done', 'another phone may order');
select is(pg_temp.refusal('select pg_temp.place(''+923222222222'')'), 'done', 'and the same one by card');
select pg_temp.sign_in('hira@example.com');
select is(pg_temp.refusal('select pg_temp.place(''+923222222222'', ''cod'')'), 'too_many_unconfirmed_orders', 'an account is no way around it');
select pg_temp.be_server();
update public.orders set confirmed_at = now() where order_id = (select number from noted where name = 'phone 1');
select is(pg_temp.refusal('select pg_temp.place(''+923222222222'', ''cod'')'), 'done', 'when the shopper has confirmed one, the next goes');
update public.orders set confirmed_at = null where order_id = (select number from noted where name = 'phone 1');
update public.orders set status = 'Shipped' where order_id = (select number from noted where name = 'phone 2');
select isnt((select o.confirmed_at from public.orders o join noted on number = order_id where name = 'phone 2'), null, 'sending an order confirms it');
select is(pg_temp.refusal('select pg_temp.place(''+923222222222'', ''cod'')'), 'done', 'and the next goes');
-- A guest's browser can't have more by paying again for what has lapsed.
create temporary table keys as select array[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()] as k;
insert into noted select 'lapsing', pg_temp.place(key => k[1]) from keys;
select pg_temp.pass_an_hour();
select public.flag_stale_payments();
insert into noted select 'browser ' || n, pg_temp.place(key => k[n], earlier => k) from keys, generate_series(2, 3) n;
select is(pg_temp.refusal(format('select public.start_payment(%L, %L, %L)', number, k[1], k)), 'too_many_unpaid_orders', 'a lapsed order is a third unpaid one of a guest''s browser') from noted, keys where name = 'lapsing';

select * from finish();
