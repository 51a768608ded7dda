-- Mails about orders, and what can be done with an unpaid order.
select plan(81);

create sequence pg_temp.phones;
create temporary table sold as select v.id, v.product_id, v.label from public.product_variants v
  where v.product_id = md5('product:Guest robe')::uuid order by v.display_order limit 1;
update public.product_variants v set stock = 50 from sold where v.id = sold.id;
create function pg_temp.stock() returns integer language sql as $$ select v.stock from public.product_variants v join sold using (id) $$;
create function pg_temp.place(method text default 'payfast', phone text default null, key uuid default gen_random_uuid(), email text default null)
returns text language sql as $$
  select public.place_order(key, 'h', (select jsonb_build_array(jsonb_build_object('product_id', product_id, 'size', label, 'quantity', 1,
      'color', (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = sold.product_id limit 1))) from sold),
    coalesce(email, 'Guest' || nextval('pg_temp.phones') || '@Example.com'), jsonb_build_object('first_name', 'Gul', 'last_name', 'Rana', 'address_line1', '1 Road', 'city', 'Lahore',
      'phone', coalesce(phone, '+9231' || to_char(nextval('pg_temp.phones'), 'FM00000000'))),
    '{"address_line1": "1 Road", "city": "Lahore"}', method, 'Mobile') ->> 'order_id'
$$;
create function pg_temp.pay(number text, payment text) returns text language sql as $$
  select public.record_payment(jsonb_build_object('provider', 'payfast', 'payment_id', payment, 'outcome', 'COMPLETE',
    'amount', to_char(o.total_amount, 'FM999990.00'), 'order_id', o.id, 'reference', o.order_id)) ->> 'verdict'
  from public.orders o where o.order_id = number
$$;
-- Every mail about an order so far, with its state unless it is waiting.
create function pg_temp.mails(number text) returns text language sql as $$
  select string_agg(m.kind || case when m.state <> 'waiting' then ' ' || m.state else '' end, ', ' order by m.number)
  from public.order_mails m join public.orders o on o.id = m.order_id where o.order_id = $1
$$;
create function pg_temp.claimed() returns text language sql as $$
  select string_agg(concat_ws(' ', c ->> 'kind', case when (c ->> 'is_given_up')::boolean then 'given up' end), ', ') from public.claim_order_mails() c
$$;
create function pg_temp.settle(outcome text, problem text default null) returns void language plpgsql as $$
begin
  perform public.settle_order_mail(m.id, m.attempts, outcome, $2) from public.order_mails m where m.state = 'waiting' and m.attempts > 0;
end $$;
create function pg_temp.minutes_pass(minutes integer) returns void language sql as $$
  update public.order_mails set created_at = created_at - interval '1 minute' * minutes, due_at = due_at - interval '1 minute' * minutes,
    claimed_at = claimed_at - interval '1 minute' * minutes, uncertain_since = uncertain_since - interval '1 minute' * minutes
$$;
create temporary table noted (name text primary key, number text, key uuid default gen_random_uuid());
create function pg_temp.number(name text) returns text language sql as $$ select n.number from noted n where n.name = $1 $$;
create function pg_temp.state(name text) returns text language sql as $$
  select concat_ws(' ', o.status, o.payment_method, o.payment_status, o.holds_stock, history -> -1 ->> 'note') from public.orders o where o.order_id = pg_temp.number(name)
$$;

select pg_temp.be_server();
select is((select count(*)::integer from public.order_mails), 0, 'no mails are sent about sample orders');

-- Which mails are sent.
insert into noted select 'card', pg_temp.place();
select is(pg_temp.mails(pg_temp.number('card')), 'unpaid', 'a card order sends the mail that it isn''t paid yet');
select public.start_payment(pg_temp.number('card'));
select public.fail_payment(pg_temp.number('card'), 'Payment was cancelled or failed');
select public.start_payment(pg_temp.number('card'));
select is(pg_temp.mails(pg_temp.number('card')), 'unpaid', 'a failed payment sends no second mail');
select is(pg_temp.pay(pg_temp.number('card'), 'one'), 'applied', 'the payment is accepted');
update public.orders set status = 'Processing' where order_id = pg_temp.number('card');
update public.orders set status = 'Shipped', tracking_number = 'T-1' where order_id = pg_temp.number('card');
update public.orders set status = 'Delivered' where order_id = pg_temp.number('card');
select is(pg_temp.mails(pg_temp.number('card')), 'unpaid, paid, shipped, delivered', 'each further status sends a mail');
insert into noted select 'cash', pg_temp.place('cod');
select is(pg_temp.mails(pg_temp.number('cash')), 'placed', 'a cash order is confirmed immediately');
select is(pg_temp.pay(pg_temp.number('card'), 'two'), 'refund', 'a second payment is a refund');
select is(pg_temp.mails(pg_temp.number('card')),
  'unpaid, paid, shipped, delivered, operator_refund, refund_due', 'a refund is mailed to the shopper and to the operators');
update public.refunds set refunded_at = now() where provider_payment_id = 'two';
select ok(pg_temp.mails(pg_temp.number('card')) like '%, refunded', 'a sent refund is mailed to the shopper');
select is(public.record_payment('{"provider": "payfast", "payment_id": "lost", "outcome": "COMPLETE", "amount": "5.00", "reference": "x", "order_id": "y"}') ->> 'verdict',
  'unknown_order', 'a payment of no order is recorded');
select is((select string_agg(m.kind, ', ') from public.order_mails m where m.order_id is null),
  'operator_refund', 'a payment of no order is mailed only to the operators');

-- Who claims which mail.
select is(pg_temp.claimed(),
  'paid, placed, operator_refund, operator_refund', 'mails about one order are sent in order; an outdated one is not sent');
select is(pg_temp.mails(pg_temp.number('card')),
  'unpaid superseded, paid, shipped, delivered, operator_refund, refund_due, refunded',
  'the mail that an order isn''t paid is superseded by the payment');
select is(pg_temp.claimed(), null, 'a claimed mail can''t be claimed again');
select pg_temp.settle('sent');
select is(pg_temp.claimed(), 'shipped', 'the next mail can be claimed once the first is sent');
select pg_temp.minutes_pass(1);
select is(pg_temp.claimed(), 'shipped', 'a mail that isn''t settled can be claimed again a minute later');
select pg_temp.minutes_pass(1);
select is(pg_temp.claimed(), null, 'the next wait is longer');
select pg_temp.minutes_pass(1);
select is(pg_temp.claimed(), 'shipped', 'the next wait is two minutes');
select pg_temp.settle('unknown', 'The mail provider did not respond.');
select is((select problem from public.order_mails where kind = 'shipped'), 'The mail provider did not respond.', 'the row has the last problem');
select pg_temp.minutes_pass(23 * 60);
select is(pg_temp.claimed(),
  'shipped given up, delivered', 'a mail that may have been sent is given up before the provider forgets it, and the next is sent');
select is(public.count_order_mails() ->> 'given_up', '1', 'a mail that was given up is counted');
select pg_temp.settle('refused', 'The mail provider responded 429.');
select pg_temp.minutes_pass(24 * 60);
select is(pg_temp.claimed(), 'delivered', 'one that certainly failed is retried for longer');
select pg_temp.settle('refused', 'The mail provider responded 429.');
select pg_temp.minutes_pass(25 * 60);
select is(pg_temp.claimed(), 'delivered given up, refund_due given up, refunded given up', 'retries end after three days');
update public.order_mails set state = 'sent' where state = 'waiting';

-- After a failed payment.
insert into noted select 'to cash', pg_temp.place(key => '11111111-2222-4333-8444-555555555555', phone => '+923118000001');
select public.start_payment(pg_temp.number('to cash'));
select set_config('request.jwt.claims', '{"role": "anon"}', true);
select is(pg_temp.refusal(format('select public.pay_in_cash(%L)', pg_temp.number('to cash'))),
  'no_such_order', 'a guest''s order can''t be changed without its key');
select is(pg_temp.refusal(format('select public.cancel_order(%L, gen_random_uuid())', pg_temp.number('to cash'))),
  'no_such_order', 'a guest''s order can''t be cancelled without its key');
select is(public.pay_in_cash(pg_temp.number('to cash'), '11111111-2222-4333-8444-555555555555') ->> 'status',
  'Processing', 'with the key, a guest changes to cash');
select is(pg_temp.state('to cash'), 'Processing cod t t Cash on delivery instead of card', 'the history has the change to cash');
select is(pg_temp.refusal(format('select public.pay_in_cash(%L, %L)', pg_temp.number('to cash'), '11111111-2222-4333-8444-555555555555')),
  'not_payable', 'changing to cash again is refused');
select pg_temp.be_server();
select is(pg_temp.mails(pg_temp.number('to cash')), 'unpaid, placed', 'the order is confirmed by mail');
select is(pg_temp.pay(pg_temp.number('to cash'), 'in flight'), 'refund', 'a card payment that arrives afterwards is refunded');
insert into noted select 'limit ' || n, pg_temp.place('cod', '+923118000002') from generate_series(1, 3) n;
insert into noted select 'limited', pg_temp.place('payfast', '+923118000002');
select public.confirm_order(pg_temp.number('limit 1'));
select is((select count(*)::integer from public.list_orders_to_confirm() l where l.phone = '+923118000002' and l.name = 'Gul Rana'),
  2, 'operators see unconfirmed orders');
select is(pg_temp.refusal(format('select public.confirm_order(%L)', pg_temp.number('limited'))),
  'not_confirmable', 'a card order can''t be confirmed');
insert into noted select 'sold out', pg_temp.place();
update public.orders set hold_until = now() - interval '1 minute' where order_id = pg_temp.number('sold out');
select public.flag_stale_payments();
update public.product_variants v set stock = 0 from sold where v.id = sold.id;
select is(pg_temp.refusal(format('select public.pay_in_cash(%L)', pg_temp.number('sold out'))),
  'sold_out', 'an order whose hold expired and whose stock is gone can''t change to cash');
update public.product_variants v set stock = 10 from sold where v.id = sold.id;

-- Cancelling.
select is(public.cancel_order(pg_temp.number('limited'), p_reason => ' Too slow ') ->> 'status', 'Cancelled', 'an unpaid order is cancelled');
select is(pg_temp.state('limited'), 'Cancelled payfast f f Cancelled by the shopper: Too slow', 'the history has the reason');
select is(pg_temp.stock(), 11, 'the stock of a cancelled order is returned');
select is(pg_temp.mails(pg_temp.number('limited')), 'unpaid, cancelled', 'the shopper is mailed');
select public.cancel_order(pg_temp.number('limit 2'));
select is(pg_temp.state('limit 2'), 'Cancelled cod f f Cancelled by the shopper', 'a cash order that isn''t on its way can be cancelled');
insert into noted select 'paid', pg_temp.place();
select pg_temp.pay(pg_temp.number('paid'), 'paid');
select public.cancel_order(pg_temp.number('paid'));
select is((select concat_ws(' ', reason, amount = o.total_amount) from public.refunds r join public.orders o on o.id = r.order_id where o.order_id = pg_temp.number('paid')),
  'order_cancelled t', 'the payment of a cancelled order is refunded');
select is(pg_temp.mails(pg_temp.number('paid')),
  'unpaid, paid, cancelled, operator_refund', 'one mail tells the shopper about the cancellation and the refund');
select is(pg_temp.refusal(format('select public.cancel_order(%L)', pg_temp.number('card'))),
  'not_cancellable', 'an order that was sent can''t be cancelled');

-- An account that is created later.
update public.order_rules set most_cash = 2;
select pg_temp.place('cod', email => 'guest@example.com') from generate_series(1, 7);
insert into auth.users (id, email) values ('99999999-0000-4000-8000-000000000001', 'guest@example.com');
select is((select count(*)::integer from public.orders where user_id = '99999999-0000-4000-8000-000000000001'),
  0, 'an unconfirmed account gets no guest orders');
update auth.users set email_confirmed_at = now() where email = 'guest@example.com';
select ok((select count(*) > 5 and bool_and(contact_email = 'guest@example.com') from public.orders where user_id = '99999999-0000-4000-8000-000000000001'),
  'once confirmed, it gets the guest orders with its address');
select is((select count(*)::integer from public.orders where contact_email = 'guest@example.com' and user_id is null), 0, 'it gets all of them');
select set_config('request.jwt.claims', '{"role": "authenticated", "sub": "99999999-0000-4000-8000-000000000001"}', true), set_config('request.jwt.claim.sub', '99999999-0000-4000-8000-000000000001', true);
select is(pg_temp.refusal('select pg_temp.place(''cod'')'), 'done', 'orders that others placed with its address don''t count against its limits');
select pg_temp.be_server();

-- Budgets of recipients.
create function pg_temp.days_pass(days integer) returns void language plpgsql as $$
begin
  perform pg_temp.minutes_pass(days * 1440);
  update shop.mail_budgets set counted_at = counted_at - make_interval(days => days);
  update public.order_mails set held_until = held_until - make_interval(days => days);
end $$;
update public.order_mails set state = 'superseded' where state = 'waiting';
create function pg_temp.run() returns text language plpgsql as $$
declare
  kinds text := pg_temp.claimed();
begin
  perform pg_temp.settle('sent');
  return kinds;
end $$;
create function pg_temp.bother(name text, email text) returns void language sql as $$
  with placed as (insert into noted select name, pg_temp.place('cod', email => bother.email) returning number)
  select public.cancel_order(number) from placed
$$;
update public.product_variants v set stock = 50 from sold where v.id = sold.id;
select pg_temp.bother('bother ' || n, 'stranger+' || n || '@example.com') from generate_series(1, 6) n;
select is((select string_agg(pg_temp.run(), '; ') from generate_series(1, 12)), 'placed, placed, placed, placed, placed, placed',
  'six orders that are placed and cancelled bring a stranger six mails');
select is((select count(*) from public.order_mails where held_until is not null), 6::bigint, 'the others are held');
select is((select count(*) from shop.orders_with_failed_mails() m join public.orders o on o.id = m join noted n on n.number = o.order_id where n.name like 'bother%'),
  6::bigint, 'the desk lists their orders');
select is(pg_temp.run(), null, 'held mails wait');
select pg_temp.days_pass(1);
select is(pg_temp.run(), 'cancelled, cancelled', 'a day later two of them are sent');
insert into noted select 'family ' || n, pg_temp.place('cod', email => 'family' || n || '@example.com') from generate_series(1, 10) n;
select is(pg_temp.run(), array_to_string(array_fill('placed'::text, array[10]), ', '), 'other recipients aren''t held up');
insert into noted select 'regular', pg_temp.place('cod', email => 'stranger@example.com');
select is(pg_temp.run(), null, 'spellings of one mailbox share a budget');
select is(pg_temp.mails(pg_temp.number('regular')), 'placed', 'the mail is held');
update public.orders set status = 'Shipped', tracking_number = 'T1' where order_id = pg_temp.number('regular');
select is(pg_temp.run(), 'shipped', 'mails about what the shop does aren''t held');
select is(pg_temp.mails(pg_temp.number('regular')), 'placed superseded, shipped sent', 'and supersede those that are');
select isnt(public.take_mail('stranger@example.com'), null, 'other mails to an address that somebody typed take from the same budget');
select is(public.take_mail('new@example.com'), null, 'and are sent while there is some left');
select is((select count(*)::integer from generate_series(1, 10) n where shop.take_mail('stranger@example.com', true) is null), 10,
  'a stranger can''t use up the budget of the account with that address');

-- Operators who are mailed about new orders.
reset role;
create function pg_temp.hears(first integer, last integer, moment text) returns text language sql as $$
  select to_char(shop.hears_at((null, first, last, true)::shop.order_listeners, (moment || ' Asia/Karachi')::timestamptz) at time zone 'Asia/Karachi',
    'DD HH24:MI')
$$;
select is(pg_temp.hears(9, 21, '2026-03-01 09:00'), '01 09:00', 'what comes within somebody''s hours is heard at once');
select is(pg_temp.hears(9, 21, '2026-03-01 21:00') || ', ' || pg_temp.hears(9, 21, '2026-03-01 03:30'), '02 09:00, 01 09:00', 'the rest at the first of them');
select is(pg_temp.hears(22, 6, '2026-03-01 02:10') || ', ' || pg_temp.hears(22, 6, '2026-03-01 12:00'), '01 02:10, 01 22:00', 'hours may go over midnight');
select is(pg_temp.hears(7, 7, '2026-03-01 04:20'), '01 04:20', 'the same hour twice is the whole day');
update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"role": "operator"}'
  where email in ('mahnoor@example.com', 'hira@example.com');
insert into shop.order_listeners select u.id, 0, 0, true from auth.users u where u.email in ('mahnoor@example.com', 'hira@example.com');
select pg_temp.be_server();
update public.order_mails set state = 'superseded' where state = 'waiting';
insert into noted select 'heard', pg_temp.place('cod');
select set_config('request.headers', '{"x-shop-release": "1.1.0"}', true);
select is(pg_temp.claimed(), 'placed', 'the last release, which doesn''t know such mails, isn''t given any');
select set_config('request.headers', '', true);
select is((select string_agg(concat_ws(' ', c ->> 'kind', c ->> 'to'), ', ' order by c ->> 'to') from public.claim_order_mails() c
  where c ->> 'kind' = 'operator_order'), 'operator_order hira@example.com, operator_order mahnoor@example.com', 'each who listens is mailed about a new order');
select pg_temp.settle('sent');
insert into noted select 'unheard', pg_temp.place();
select is(pg_temp.mails(pg_temp.number('unheard')), 'unpaid', 'an order by card isn''t heard of before it is paid');
insert into noted select 'given up', pg_temp.place('cod');
update public.orders set status = 'Cancelled' where order_id = pg_temp.number('given up');
reset role;
update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where email = 'hira@example.com';
select pg_temp.be_server();
select pg_temp.claimed();
select is((select string_agg(m.state, ', ') from public.order_mails m join public.orders o on o.id = m.order_id
  where o.order_id = pg_temp.number('given up') and m.kind = 'operator_order'), 'superseded, superseded', 'one that is cancelled by then isn''t');
insert into noted select 'one left', pg_temp.place('cod');
select is((select string_agg(c ->> 'to', ', ') from public.claim_order_mails() c where c ->> 'kind' = 'operator_order'), 'mahnoor@example.com',
  'nor is anybody who left the desk');

-- Browsers that tell operators of new orders.
reset role;
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'hira@example.com';
update shop.order_listeners l set by_mail = false;
insert into shop.order_browsers (person, endpoint, p256dh, auth, name)
select u.id, 'https://push.example/' || split_part(u.email, '@', 1), repeat('B', 87), repeat('a', 22), 'Chrome on ' || split_part(u.email, '@', 1)
from auth.users u where u.email in ('mahnoor@example.com', 'hira@example.com');
create function pg_temp.pushes() returns text language sql security definer as $$
  select string_agg(concat_ws(' ', split_part(b.name, ' ', 3), p.attempts, round(extract(epoch from p.due_at - now()) / 60)), ', ' order by b.name)
  from shop.order_pushes p join shop.order_browsers b on b.id = p.browser
$$;
create function pg_temp.pushed(outcome text) returns text language sql as $$
  with claimed as materialized (select c from public.claim_order_pushes() c),
    settled as materialized (select c, public.settle_order_push((c ->> 'order')::uuid, (c ->> 'browser')::uuid, (c ->> 'attempts')::integer, outcome, case when outcome = 'failed' then 'push.example responded 500.' end) from claimed)
  select string_agg(concat_ws(' ', split_part(c ->> 'endpoint', '/', 4), c ->> 'attempts'), ', ' order by c ->> 'endpoint') from settled
$$;
select pg_temp.be_server();
insert into noted select 'pushed', pg_temp.place('cod');
select is(pg_temp.mails(pg_temp.number('pushed')), 'placed', 'who chose no mails gets none');
select is(pg_temp.pushes(), 'hira 0 0, mahnoor 0 0', 'each browser of those who listen is told of a new order');
reset role;
update shop.order_pushes p set due_at = p.due_at - interval '1 second' from shop.order_browsers b where b.id = p.browser and b.name = 'Chrome on hira';
select pg_temp.be_server();
select is((select string_agg(concat_ws(' ', c ->> 'order_id' = pg_temp.number('pushed'), c ->> 'total_amount' > '', c ->> 'payment_method', c ? 'contact_phone'), ', ') from public.claim_order_pushes(1) c),
  't t cod f', 'of its number, its sum and how it is paid');
select is(pg_temp.pushed('sent'), 'mahnoor 1', 'a claimed message isn''t claimed again at once');
select is(pg_temp.pushes(), 'hira 1 1', 'and one that is sent is over');
reset role;
update shop.order_pushes set due_at = now();
select pg_temp.be_server();
select is(pg_temp.pushed('failed'), 'hira 2', 'one that failed');
select is(pg_temp.pushes(), 'hira 2 2', 'is tried again, later each time');
reset role;
update shop.order_pushes set due_at = now(), attempts = 4;
select pg_temp.be_server();
select is(pg_temp.pushed('failed'), 'hira 5', 'at most five times');
reset role;
select is(pg_temp.pushes(), null, 'then it is dropped');
select is((select string_agg(b.problem, ', ') from shop.order_browsers b), 'push.example responded 500.', 'which its owner can see');
insert into noted select 'pushed later', pg_temp.place('cod');
update public.orders set status = 'Cancelled' where order_id = pg_temp.number('pushed later');
select pg_temp.be_server();
select is(concat(pg_temp.pushed('sent'), pg_temp.pushes()), '', 'nor is anybody told of a cancelled order');
insert into noted select 'pushed away', pg_temp.place('cod');
reset role;
insert into shop.desk_roles (id, name, areas) values (md5('texts')::uuid, 'Words alone', '{texts}');
insert into shop.desk_role_holders select u.id, md5('texts')::uuid from auth.users u where u.email = 'hira@example.com';
select pg_temp.be_server();
select is(pg_temp.pushed('gone'), 'mahnoor 1', 'nor one whose role has no orders any more');
reset role;
select is((select string_agg(b.name, ', ') from shop.order_browsers b), 'Chrome on hira', 'a browser that takes no more messages is removed');
select shop.end_desk_work(u.id) from auth.users u where u.email = 'hira@example.com';
select is((select count(*)::integer from shop.order_browsers), 0, 'and so are those of somebody who leaves the desk');
select * from finish();
