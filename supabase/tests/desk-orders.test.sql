-- Orders, refunds and returns at the desk.
select plan(36);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- A cash order and a paid card order of two pieces in stock.
create temporary table made as
select o.id, o.order_id from public.orders o where false;
create function pg_temp.make(method text, status text) returns text language plpgsql as $$
declare
  made public.orders;
begin
  insert into public.orders (order_id, payment_method, contact_email, contact_phone, shipping_address, billing_address, shipping_city,
    subtotal, delivery_fee, total_amount, device, attempt_key, attempt_hash)
  values (shop.order_reference(), method, 'parcel@example.com', '+923331234567',
    '{"first_name": "Zeenat_%", "last_name": "Desk", "city": "Lahore"}', '{}', 'Lahore', 1000, 150, 1150, 'Mobile', gen_random_uuid(), 'x')
  returning * into made;
  insert into public.order_items (order_id, product_id, variant_id, product_name, quantity, price, price_at_purchase, selected_size, subtotal)
  select made.id, v.product_id, v.id, 'Robe', 2, 500, 500, v.label, 1000 from public.product_variants v where v.stock > 10
    and not exists (select from public.variant_stock s where s.variant_id = v.id) order by v.id limit 1;
  update public.product_variants v set stock = stock - 2 where v.id = (select i.variant_id from public.order_items i where i.order_id = made.id);
  update public.orders o set status = $2, payment_status = true where o.id = made.id;
  insert into pg_temp.made values (made.id, made.order_id);
  return made.order_id;
end $$;
create function pg_temp.now_of(number text) returns public.orders language sql as $$ select * from public.orders o where o.order_id = $1 $$;
create temporary table numbers as select pg_temp.make('cod', 'Processing') as cash, null::text as card;
update numbers set card = pg_temp.make('payfast', 'PaymentAccepted');
insert into public.payment_notifications (verdict, provider_payment_id, payment_status, order_id, amount)
select 'applied', 'desk-1', 'COMPLETE', id, 1150 from made where order_id = (select card from numbers);

create function pg_temp.change(who text, number text, action text, rest text default '') returns text language sql as $$
  select pg_temp.as(who, format('select public.desk_change_order(%L, %s, %L%s) ->> ''status''', number, (pg_temp.now_of(number)).version, action, rest))
$$;

select is(pg_temp.as('visitor', 'select public.desk_orders()'), '42501', 'a visitor may not call the desk');
select is(pg_temp.as('shopper', 'select public.desk_orders()'), 'not_operator', 'a shopper reads no list');
select is(pg_temp.as('shopper', 'select public.desk_orders_in_full(array[''x''])'), 'not_operator', 'nor an order');
select is(pg_temp.as('shopper', 'select public.desk_today()'), 'not_operator', 'nor numbers');
select is(array[pg_temp.as('shopper', 'select public.desk_refunds()'), pg_temp.as('shopper', 'select public.desk_returns()')],
  array['not_operator', 'not_operator'], 'nor refunds or returns');
select is(pg_temp.change('shopper', (select cash from numbers), 'confirm'), 'not_operator', 'a shopper confirms no order');
select is(pg_temp.as('shopper', 'select public.desk_decide_return(gen_random_uuid(), 1, ''approved'')'),
  'not_operator', 'nor decides about a return');

select is(pg_temp.as('operator', $$select jsonb_array_length(public.desk_orders(p_search => 'zeenat_%') -> 'rows')$$),
  '2', 'a name is searched as it is typed, % and _ included');
select is(pg_temp.as('operator', $$select public.desk_orders(p_search => '03331234567') ->> 'total'$$),
  '2', 'a phone number is found as it is dialled');
select is(pg_temp.as('operator', format($$select public.desk_orders(p_search => %L, p_method => 'cod', p_task => 'confirm') ->> 'total'$$, (select cash from numbers))),
  '1', 'filters work together');
select is(pg_temp.as('operator', $$select public.desk_orders(p_search => 'zeenat', p_until => '2020-01-01') ->> 'total'$$),
  '0', 'dates bound the list');
select ok(pg_temp.as('operator', format($$select public.desk_orders_in_full(array[%L]) -> 0$$, (select cash from numbers))) !~ 'attempt_',
  'an order is read without the key of its browser');

select is(pg_temp.as('operator', format('select public.desk_change_order(%L, 1, ''confirm'')', (select cash from numbers))),
  'changed_meanwhile', 'a form that is older than the order changes nothing');
select is(pg_temp.change('operator', (select cash from numbers), 'pack'), 'status_not_allowed', 'an order that isn''t confirmed isn''t packed');
select is(pg_temp.change('operator', (select cash from numbers), 'confirm'), 'Processing', 'a cash order is confirmed');
select is(pg_temp.change('operator', (select cash from numbers), 'confirm'), 'status_not_allowed', 'once');
select is(pg_temp.change('operator', (select cash from numbers), 'pack'), 'Processing', 'then packed');
select is(pg_temp.change('operator', (select cash from numbers), 'ship', $$, 'By noon', ' TCS-1 '$$), 'Shipped', 'then shipped');
select is((select tracking_number || ' ' || (history -> -1 ->> 'note') from pg_temp.now_of((select cash from numbers))),
  'TCS-1 By noon', 'with its tracking number and note');
select is((select string_agg(m.kind, ' ' order by m.number) from public.order_mails m join made on made.id = m.order_id where made.order_id = (select cash from numbers)),
  'placed shipped', 'the shopper is mailed as for every change');
select is((select string_agg(action, ' ' order by id) from public.desk_audit where subject_id = (select cash from numbers)),
  'confirm pack ship', 'each change is recorded, a refused one isn''t');
select is((select (before ->> 'status') || ' ' || (after ->> 'tracking_number') || ' ' || actor_email from public.desk_audit where subject_id = (select cash from numbers) and action = 'ship'),
  'Processing TCS-1 mahnoor@example.com', 'with what was, what is, and by whom');
select is(pg_temp.change('operator', (select cash from numbers), 'burn'), 'unknown_action', 'nothing else can be done');

update public.order_mails set attempts = 1 where order_id = (select id from made where order_id = (select cash from numbers)) and kind = 'shipped';
select is(pg_temp.as('operator', format($$select public.desk_orders(p_search => %L, p_task => 'mails') ->> 'total'$$, (select cash from numbers))),
  '1', 'an order with a mail that failed is in the list of those');
create temporary table stock as select v.id, v.stock from public.product_variants v join public.order_items i on i.variant_id = v.id join made on made.id = i.order_id where made.order_id = (select card from numbers);
select is(pg_temp.change('operator', (select card from numbers), 'cancel', $$, 'Out of lace'$$), 'Cancelled', 'a paid order is cancelled');
select is((select v.stock - s.stock from public.product_variants v join stock s using (id)), 2, 'its pieces are back in stock');
select is((select r.amount::integer from public.refunds r join made on made.id = r.order_id), 1150, 'its payment is to be refunded');

create function pg_temp.refund(who text, reference text) returns text language sql as $$
  select pg_temp.as(who, format('select coalesce(nullif(public.desk_record_refund(%L, %L)::text, ''''), ''recorded'')', (select r.id from public.refunds r join pg_temp.made m on m.id = r.order_id), reference))
$$;
select is(pg_temp.refund('operator', 'IBFT 77'), 'not_fresh', 'a refund needs a fresh code');
select is(pg_temp.refund('fresh operator', ' '), 'invalid_reference', 'and the number of the transfer');
select is(pg_temp.refund('fresh operator', 'IBFT 77'), 'recorded', 'then it is recorded');
select is(pg_temp.refund('fresh operator', 'IBFT 78'), 'already_refunded', 'once');
select is((select after ->> 'reference' from public.desk_audit where action = 'record_refund'), 'IBFT 77', 'with its reference in the record');

-- Orders as files.
create temporary table any_order as select o.order_id as number from public.orders o order by o.order_id limit 1;
select is(pg_temp.as('operator', $$select public.desk_export_orders('{}')$$), 'not_fresh', 'a file of orders needs a fresh second factor');
select is((pg_temp.as('fresh operator', format('select public.desk_export_orders(array[%L, ''ORD-1-1''])', number))::jsonb -> 0 ->> 'order_id'), number, 'it has the orders that there are') from any_order;
select is((select a.after from public.desk_audit a where a.action = 'export' order by a.id desc limit 1), '{"orders": 2}', 'and is recorded');
select is(pg_temp.as('fresh operator', 'select public.desk_export_orders(array_fill(''x''::text, array[101]))'), 'argument_too_long', 'a hundred at a time');

select * from finish();
