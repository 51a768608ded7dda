-- What orders come to, by changes, codes, delivery, payments and refunds: one table of cases (decision 197).
select plan(79);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id)
select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');
update public.order_rules set most_a_day = 9999, most_unpaid = 9999, most_unconfirmed = 9999, most_pieces = 10;
update public.delivery_countries set fee = 150, free_from = 2000 where country = 'Pakistan';
insert into public.products (id, name, slug, price, is_active) values (md5('gown')::uuid, 'Gown', 'money-gown', 500, true);
insert into public.product_variants (product_id, size, display_order)
values (md5('gown')::uuid, 'M', 1), (md5('gown')::uuid, 'L', 2);
insert into public.promo_codes (code, kind, value, minimum_total)
values ('TEN', 'percent', 10, 1000), ('LESS', 'fixed', 300, 1000), ('EDITED', 'percent', 10, 0), ('STEP', 'fixed', 900, 1500);

create function pg_temp.order_of(number text) returns public.orders language sql as $$
  select * from public.orders o where o.order_id = number
$$;
create function pg_temp.at_desk(query text, variadic given text[] default '{}') returns text language sql as $$
  select pg_temp.as('fresh operator', format(query, variadic given))
$$;
create function pg_temp.edit(number text, change text) returns text language sql as $$
  select pg_temp.as('fresh operator', format('select public.desk_edit_order(%L, %s, %L) ->> ''nothing''', number,
    (pg_temp.order_of(number)).version, change))
$$;
create function pg_temp.decide(made uuid, status text) returns text language sql as $$
  select pg_temp.at_desk('select public.desk_decide_return(%L, %s, %L)', made::text,
    (select version::text from public.returns where id = made), status)
$$;

-- Does one step with an order: 'verb:argument'. Returns what was refused or is no plain outcome, else null.
create function pg_temp.step(number text, verb text, argument text, place integer) returns text language plpgsql as $$
declare
  o public.orders := pg_temp.order_of(number);
  item uuid := (select i.id from public.order_items i where i.order_id = o.id);
  made uuid;
  said text;
begin
  if verb in ('pay', 'repeat') then
    perform pg_temp.be_server();
    said := (public.record_payment(jsonb_build_object('provider', 'payfast', 'outcome', 'COMPLETE', 'reference', number,
      'payment_id', case verb when 'pay' then number || '-' || place else (select n.provider_payment_id from
        public.payment_notifications n where n.order_id = o.id order by n.received_at desc, n.provider_payment_id desc limit 1) end,
      'amount', case verb when 'pay' then argument else (select n.amount::text from public.payment_notifications n
        where n.order_id = o.id order by n.received_at desc, n.provider_payment_id desc limit 1) end)) ->> 'verdict');
    return nullif(said, 'applied');
  elsif verb = 'form' then
    perform pg_temp.be_server();
    perform public.issue_basket(o.id, 'gopayfast', number || argument, shop.amount_to_pay(o));
  elsif verb = 'form_paid' then
    perform pg_temp.be_server();
    said := public.record_payment(jsonb_build_object('provider', 'gopayfast', 'outcome', 'COMPLETE', 'reference', number,
      'payment_id', number || split_part(argument, ':', 1), 'amount', split_part(argument, ':', 2),
      'is_amount_signed', 'false')) ->> 'verdict';
    return nullif(said, 'applied');
  elsif verb = 'qty' then
    said := pg_temp.edit(number, format('{"items": [{"id": "%s", "size": "M", "quantity": "%s"}]}', item, argument));
  elsif verb = 'fee' then
    said := pg_temp.edit(number, format('{"delivery_fee": %s}', replace(argument, 'rules', 'null')));
  elsif verb = 'off' then
    said := pg_temp.edit(number, format('{"discount": %s, "discount_reason": "x"}', argument));
  elsif verb = 'sent' then
    said := (select string_agg(pg_temp.at_desk('select public.desk_record_refund(%L, ''x'')', r.id::text), '')
      from public.refunds r where r.order_id = o.id and r.refunded_at is null);
  elsif verb in ('pack', 'ship', 'deliver', 'cancel', 'send_back', 'take_in') then
    said := pg_temp.at_desk('select public.desk_change_order(%L, %s, %L) ->> ''nothing''', number, o.version::text, verb);
  elsif verb = 'back' then
    said := pg_temp.at_desk('select public.desk_take_back(%L, %s, ''x'') ->> ''nothing''', number, o.version::text);
  elsif verb = 'part' then
    said := pg_temp.at_desk('select public.desk_refund_part(%L, %s, %s, ''x'')', number, o.version::text, argument);
  elsif verb = 'cod' then
    perform pg_temp.be_server();
    perform public.pay_in_cash(number, o.attempt_key);
  elsif verb = 'edited' then
    update public.promo_codes set value = 50 where code = 'EDITED';
  elsif verb in ('return', 'ask') then
    perform pg_temp.be_server();
    made := (public.request_return(jsonb_build_object('request_key', gen_random_uuid(), 'order_id', number,
      'attempt_key', o.attempt_key, 'kind', 'return', 'reason', coalesce(nullif(split_part(argument, ':', 2), ''), 'size'),
      'days', 14, 'items', jsonb_build_array(jsonb_build_object('order_item_id', item,
        'quantity', split_part(argument, ':', 1)::integer)))) ->> 'id')::uuid;
    said := case verb when 'return' then pg_temp.decide(made, 'approved') || pg_temp.decide(made, 'received') end;
  elsif verb = 'withdraw' then
    update public.returns set status = 'withdrawn'
    where id = (select r.id from public.returns r where r.order_id = o.id order by r.created_at limit 1);
  elsif verb = 'receive' then
    made := (select r.id from public.returns r where r.order_id = o.id order by r.created_at desc limit 1);
    said := pg_temp.decide(made, 'approved') || pg_temp.decide(made, 'received');
  elsif verb = 'refuse' then
    -- The last one, or the first one.
    said := pg_temp.decide((select r.id from public.returns r where r.order_id = o.id
      order by case when argument = '1' then r.created_at end, r.created_at desc limit 1), 'refused');
  else
    raise exception 'unknown step %', verb;
  end if;
  return nullif(said, '');
exception when sqlstate 'PT409' or sqlstate 'PT400' then
  return sqlerrm;
end $$;

-- Places an order of some gowns in M, and does the steps. Returns what it comes to: the total, what is due, what was received by
-- counted payments, the refunds that are due and that were sent, and what its steps said.
create function pg_temp.play(method text, code text, pieces integer, steps text) returns text language plpgsql as $$
declare
  number text;
  step record;
  said text := '';
  address constant jsonb := '{"first_name": "Zoya", "address_line1": "1 Road", "city": "Lahore", "phone": "+923339876602"}';
begin
  perform pg_temp.be_server();
  number := public.place_order(gen_random_uuid(), 'x',
    jsonb_build_array(jsonb_build_object('product_id', md5('gown')::uuid, 'size', 'M', 'quantity', pieces)),
    'money@example.com', address, address, method, 'Mobile', null, code) ->> 'order_id';
  for step in select split_part(s, ':', 1) as verb, substr(s, strpos(s || ':', ':') + 1) as argument, place
    from unnest(string_to_array(nullif(steps, ''), ' ')) with ordinality as t (s, place)
  loop
    said := concat_ws(' ', nullif(said, ''), pg_temp.step(number, step.verb, step.argument, step.place::integer));
  end loop;
  return (select concat_ws(' ', 'total', trim_scale(o.total_amount), 'due', trim_scale(o.due_amount),
      'received', (select trim_scale(coalesce(sum(n.amount), 0)) from public.payment_notifications n
        where n.order_id = o.id and n.payment_status = 'COMPLETE' and n.verdict = 'applied'),
      'owed', (select trim_scale(coalesce(sum(r.amount), 0)) from public.refunds r where r.order_id = o.id and r.refunded_at is null),
      'sent', (select trim_scale(coalesce(sum(r.amount), 0)) from public.refunds r
        where r.order_id = o.id and r.refunded_at is not null), nullif(said, ''))
    from public.orders o where o.order_id = number);
end $$;

create temporary table cases (place integer generated always as identity, method text, code text, pieces integer, steps text, comes_to text);
insert into cases (method, code, pieces, steps, comes_to) values
  -- Placed.
  ('payfast', null, 2, '', 'total 1150 due 0 received 0 owed 0 sent 0'),
  ('payfast', null, 4, '', 'total 2000 due 0 received 0 owed 0 sent 0'),
  ('payfast', 'TEN', 2, '', 'total 1050 due 0 received 0 owed 0 sent 0'),
  ('payfast', 'TEN', 4, '', 'total 1950 due 0 received 0 owed 0 sent 0'),
  ('payfast', 'LESS', 2, '', 'total 850 due 0 received 0 owed 0 sent 0'),
  ('payfast', 'LESS', 5, '', 'total 2200 due 0 received 0 owed 0 sent 0'),
  -- Changed after it was paid.
  ('payfast', null, 2, 'pay:1150.00', 'total 1150 due 0 received 1150 owed 0 sent 0'),
  ('payfast', null, 2, 'pay:1150.00 qty:1', 'total 650 due 0 received 1150 owed 500 sent 0'),
  ('payfast', null, 3, 'pay:1650.00 qty:2 qty:1', 'total 650 due 0 received 1650 owed 1000 sent 0'),
  ('payfast', null, 3, 'pay:1650.00 qty:2 sent qty:1', 'total 650 due 0 received 1650 owed 500 sent 500'),
  ('payfast', null, 3, 'pay:1650.00 qty:2 sent qty:1 sent', 'total 650 due 0 received 1650 owed 0 sent 1000'),
  ('payfast', null, 3, 'pay:1650.00 qty:2 sent qty:3', 'total 1650 due 500 received 1650 owed 0 sent 500'),
  ('payfast', null, 3, 'pay:1650.00 qty:2 sent qty:3 pay:500.00', 'total 1650 due 0 received 2150 owed 0 sent 500'),
  ('payfast', null, 2, 'pay:1150.00 qty:3', 'total 1650 due 500 received 1150 owed 0 sent 0'),
  ('payfast', null, 2, 'pay:1150.00 qty:3 qty:2', 'total 1150 due 0 received 1150 owed 0 sent 0'),
  ('payfast', null, 2, 'pay:1150.00 qty:3 pay:500.00 qty:1', 'total 650 due 0 received 1650 owed 1000 sent 0'),
  ('payfast', null, 2, 'pay:1150.00 fee:0', 'total 1000 due 0 received 1150 owed 150 sent 0'),
  ('payfast', null, 2, 'pay:1150.00 off:100 sent off:0', 'total 1150 due 100 received 1150 owed 0 sent 100'),
  ('payfast', null, 2, 'pay:1150.00 off:1001', 'total 1150 due 0 received 1150 owed 0 sent 0 discount_too_high'),
  -- What the desk takes off by hand takes no free delivery away.
  ('payfast', null, 4, 'pay:2000.00 off:100 fee:rules', 'total 1900 due 0 received 2000 owed 100 sent 0'),
  ('payfast', null, 3, 'pay:1650.00 qty:4 fee:rules', 'total 2000 due 350 received 1650 owed 0 sent 0'),
  ('payfast', 'TEN', 3, 'pay:1500.00 qty:4 fee:rules', 'total 1950 due 450 received 1500 owed 0 sent 0'),
  ('payfast', 'TEN', 3, 'pay:1500.00 qty:2', 'total 1050 due 0 received 1500 owed 450 sent 0'),
  ('payfast', 'TEN', 3, 'pay:1500.00 qty:1', 'total 650 due 0 received 1500 owed 850 sent 0'),
  ('payfast', 'TEN', 3, 'pay:1500.00 qty:1 qty:3', 'total 1500 due 0 received 1500 owed 0 sent 0'),
  ('payfast', 'LESS', 2, 'pay:850.00 qty:1', 'total 650 due 0 received 850 owed 200 sent 0'),
  ('payfast', 'LESS', 3, 'pay:1350.00 qty:2', 'total 850 due 0 received 1350 owed 500 sent 0'),
  -- A code that was edited since gives its share: here a quarter less of 200.
  ('payfast', 'EDITED', 4, 'pay:1950.00 edited qty:3', 'total 1500 due 0 received 1950 owed 450 sent 0'),
  ('cod', null, 2, 'qty:1', 'total 650 due 0 received 0 owed 0 sent 0'),
  ('cod', 'LESS', 2, 'qty:1', 'total 650 due 0 received 0 owed 0 sent 0'),
  -- A payment has one outcome.
  ('payfast', null, 2, 'pay:1150.00 repeat', 'total 1150 due 0 received 1150 owed 0 sent 0 duplicate'),
  ('payfast', null, 2, 'pay:1150.00 pay:1150.00', 'total 1150 due 0 received 1150 owed 1150 sent 0 refund'),
  ('payfast', null, 2, 'fee:500 pay:1150.00', 'total 1500 due 0 received 0 owed 1150 sent 0 wrong_amount'),
  ('payfast', null, 2, 'fee:500 pay:1150.00 repeat', 'total 1500 due 0 received 0 owed 1150 sent 0 wrong_amount wrong_amount'),
  ('payfast', null, 2, 'fee:500 pay:1150.00 fee:150 repeat', 'total 1150 due 0 received 1150 owed 0 sent 0 wrong_amount'),
  ('payfast', null, 2, 'fee:500 pay:1150.00 fee:150 repeat cancel', 'total 1150 due 0 received 1150 owed 1150 sent 0 wrong_amount'),
  ('payfast', null, 2, 'fee:500 pay:1150.00 sent fee:150 repeat', 'total 1150 due 0 received 0 owed 0 sent 1150 wrong_amount duplicate'),
  ('payfast', null, 2, 'pay:1150.00 fee:650 fee:850 pay:500.00 fee:650 repeat', 'total 1650 due 0 received 1650 owed 0 sent 0 wrong_amount'),
  ('payfast', null, 2, 'pay:1150.00 fee:650 fee:850 pay:500.00 sent fee:650 repeat',
   'total 1650 due 500 received 1150 owed 0 sent 500 wrong_amount duplicate'),
  ('payfast', null, 2, 'cod pay:1150.00', 'total 1150 due 0 received 0 owed 1150 sent 0 refund'),
  -- A form whose notification doesn't sign the amount counts for what it was issued for, whatever the notification says.
  ('payfast', null, 2, 'form:a form_paid:a:1.00', 'total 1150 due 0 received 1150 owed 0 sent 0'),
  ('payfast', null, 2, 'form:a form_paid:a:1150.00 form_paid:a:1.00', 'total 1150 due 0 received 1150 owed 0 sent 0 duplicate'),
  ('payfast', null, 2, 'form:a fee:500 form_paid:a:1500.00', 'total 1500 due 0 received 0 owed 1150 sent 0 wrong_amount'),
  ('payfast', null, 2, 'form:a form:b form_paid:a:1150.00 fee:50000 form_paid:b:49850.00',
   'total 51000 due 49850 received 1150 owed 1150 sent 0 wrong_amount'),
  ('payfast', null, 2, 'form:a form:b form_paid:a:1150.00 fee:50000 form_paid:b:1150.00 form_paid:b:49850.00 cancel',
   'total 51000 due 49850 received 1150 owed 2300 sent 0 wrong_amount wrong_amount'),
  -- One of a 1.0.0 server isn't stored. It was for the total, which is known as long as the order was never changed.
  ('payfast', null, 2, 'form_paid:a:1.00', 'total 1150 due 0 received 1150 owed 0 sent 0'),
  ('payfast', null, 2, 'fee:500 form_paid:a:1500.00', 'total 1500 due 0 received 0 owed 0 sent 0 wrong_amount'),
  -- Cancelled, and taken back.
  ('payfast', null, 3, 'pay:1650.00 qty:2 sent cancel', 'total 1150 due 0 received 1650 owed 1150 sent 500'),
  ('payfast', null, 3, 'pay:1650.00 qty:2 cancel', 'total 1150 due 0 received 1650 owed 1650 sent 0'),
  ('payfast', null, 3, 'pay:1650.00 qty:2 cancel back', 'total 1150 due 0 received 1650 owed 500 sent 0'),
  ('payfast', null, 2, 'pay:1150.00 pay:1150.00 cancel', 'total 1150 due 0 received 1150 owed 2300 sent 0 refund'),
  ('payfast', null, 2, 'pay:1150.00 pay:1150.00 cancel back', 'total 1150 due 0 received 1150 owed 1150 sent 0 refund'),
  ('payfast', null, 2, 'pay:1150.00 cancel sent back', 'total 1150 due 0 received 1150 owed 0 sent 1150 already_refunded'),
  -- Delivered, and returned.
  ('payfast', null, 2, 'pay:1150.00 ship deliver return:1', 'total 1150 due 0 received 1150 owed 500 sent 0'),
  ('payfast', null, 2, 'pay:1150.00 ship deliver return:1 refuse', 'total 1150 due 0 received 1150 owed 0 sent 0'),
  ('payfast', null, 2, 'pay:1150.00 ship deliver return:2 refuse return:2', 'total 1150 due 0 received 1150 owed 1000 sent 0'),
  ('payfast', null, 2, 'pay:1150.00 ship deliver return:1 sent refuse',
   'total 1150 due 0 received 1150 owed 0 sent 500 status_not_allowed'),
  ('payfast', null, 2, 'pay:1150.00 ship deliver return:1 sent return:1 return:1',
   'total 1150 due 0 received 1150 owed 500 sent 500 too_many_returned'),
  ('payfast', null, 2, 'pay:1150.00 qty:3 pay:500.00 ship deliver return:3', 'total 1650 due 0 received 1650 owed 1500 sent 0'),
  ('payfast', null, 2, 'pay:1150.00 ship deliver part:200 return:1 return:1', 'total 1150 due 0 received 1150 owed 1000 sent 0'),
  ('payfast', null, 2, 'pay:1150.00 off:100 sent ship deliver return:1', 'total 1050 due 0 received 1150 owed 450 sent 100'),
  ('payfast', 'TEN', 3, 'pay:1500.00 ship deliver return:1', 'total 1500 due 0 received 1500 owed 450 sent 0'),
  ('payfast', 'TEN', 2, 'pay:1050.00 ship deliver return:1', 'total 1050 due 0 received 1050 owed 400 sent 0'),
  ('payfast', 'LESS', 2, 'pay:850.00 ship deliver return:1 return:1', 'total 850 due 0 received 850 owed 700 sent 0'),
  ('payfast', 'LESS', 2, 'pay:850.00 ship deliver return:1', 'total 850 due 0 received 850 owed 200 sent 0'),
  -- Divided or not, and whatever ends meanwhile, what is kept decides.
  ('payfast', 'LESS', 3, 'pay:1350.00 ship deliver return:2', 'total 1350 due 0 received 1350 owed 700 sent 0'),
  ('payfast', 'LESS', 3, 'pay:1350.00 ship deliver return:1 return:1', 'total 1350 due 0 received 1350 owed 700 sent 0'),
  ('payfast', 'STEP', 3, 'pay:750.00 ship deliver return:1', 'total 750 due 0 received 750 owed 0 sent 0'),
  ('payfast', 'STEP', 3, 'pay:750.00 ship deliver return:1 return:1', 'total 750 due 0 received 750 owed 100 sent 0'),
  ('payfast', 'STEP', 3, 'pay:750.00 ship deliver return:2', 'total 750 due 0 received 750 owed 100 sent 0'),
  ('payfast', 'LESS', 2, 'pay:850.00 ship deliver ask:1 ask:1 withdraw receive', 'total 850 due 0 received 850 owed 200 sent 0'),
  ('payfast', 'LESS', 2, 'pay:850.00 ship deliver return:1 ask:1 refuse:1 receive', 'total 850 due 0 received 850 owed 200 sent 0'),
  -- What is the shop's fault doesn't cost the shopper the code.
  ('payfast', 'LESS', 2, 'pay:850.00 ship deliver return:1:damaged', 'total 850 due 0 received 850 owed 350 sent 0'),
  ('payfast', 'LESS', 2, 'pay:850.00 ship deliver return:1:damaged return:1', 'total 850 due 0 received 850 owed 700 sent 0'),
  ('cod', null, 2, 'ship deliver part:100 send_back', 'total 1150 due 0 received 0 owed 100 sent 0 cash_refunded'),
  ('payfast', null, 2, 'pay:1150.00 ship deliver part:100 send_back take_in', 'total 1150 due 0 received 1150 owed 1150 sent 0');

select is(pg_temp.play(c.method, c.code, c.pieces, c.steps), c.comes_to,
  concat_ws(' ', c.pieces, 'by', c.method, c.code, '-', c.steps)) from cases c order by c.place;

insert into public.promo_codes (code, kind, value) values ('HUGE', 'fixed', 5000);
select is((shop.promo_discount('HUGE', 500) ->> 'discount')::numeric, 500::numeric, 'a code takes off at most what the goods cost');

-- The limit of pieces is that of a size, whatever its colours.
insert into public.colors (id, name, value) values (md5('money plum')::uuid, 'Money plum', '#602040'), (md5('money sage')::uuid, 'Money sage', '#90a080');
insert into public.product_colors (product_id, color_id) select md5('gown')::uuid, id from public.colors where name like 'Money %';
create function pg_temp.limits(m integer, m_too integer, l integer) returns text language sql as $$
  select string_agg(coalesce(line ->> 'problem', 'none'), ' ') from jsonb_array_elements(public.price_cart(jsonb_build_array(
    jsonb_build_object('product_id', md5('gown')::uuid, 'size', 'M', 'color', 'Money plum', 'quantity', m),
    jsonb_build_object('product_id', md5('gown')::uuid, 'size', 'M', 'color', 'Money sage', 'quantity', m_too),
    jsonb_build_object('product_id', md5('gown')::uuid, 'size', 'L', 'color', 'Money sage', 'quantity', l))) -> 'lines') line
$$;
select is(pg_temp.limits(5, 5, 10), 'none none none', 'ten pieces of each of two sizes can be bought');
select is(pg_temp.limits(6, 5, 1), 'pieces pieces none', 'but not eleven of one size in two colours');

select * from finish();
