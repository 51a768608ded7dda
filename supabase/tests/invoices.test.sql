-- Invoices (decision 178).
select plan(28);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- Orders of Ayesha's and of a guest, neither paid nor sent.
create temporary table made as
with placed as (
  insert into public.orders (order_id, user_id, status, payment_method, shipping_address, billing_address, shipping_city, subtotal, promo_discount,
    delivery_fee, total_amount, device, attempt_key, attempt_hash)
  select format('ORD-77000%s-1', place), case when place < 3 then pg_temp.person('ayesha@example.com') end, 'Processing', 'cod',
    '{"first_name": "A", "city": "Lahore"}', '{"first_name": "A", "city": "Lahore"}', 'Lahore', 1000, 50, 150.01, 1100.01, 'Mobile',
    md5('key ' || place)::uuid, 'x'
  from generate_series(1, 3) place returning id, order_id)
select * from placed;
insert into public.products (id, name, slug, price, translations)
values (md5('robe')::uuid, 'Robe', 'invoiced-robe', 600, '{"ur": {"name": "گاؤن"}}');
insert into public.order_items (order_id, product_id, product_name, quantity, price, price_at_purchase, selected_size, selected_color, subtotal)
select id, md5('robe')::uuid, 'Robe', 2, 600, 500, 'M', 'Black', 1000 from made;

create function pg_temp.ship(number text) returns void language plpgsql as $$
begin
  update public.orders set status = 'Shipped' where order_id = number;
  set constraints all immediate;
  set constraints all deferred;
end $$;
create function pg_temp.invoice(who text, number text, key text default null) returns jsonb language sql as $$
  select pg_temp.as(who, format('select public.get_invoice(%L, %L)', number, md5(key)::uuid))::jsonb -> -1
$$;

select is(pg_temp.invoice('shopper', 'ORD-770001-1'), null, 'an order that is neither paid nor sent has none (OR-41)');
select pg_temp.ship('ORD-770001-1');
create temporary table issued as select * from shop.invoices i where i.order_id in (select id from made);
select is((select count(*) || ' ' || max(number) from issued), '1 ' || (select last from shop.invoice_counter), 'it has one once it is sent, with the next number (OR-42)');
select is(pg_temp.invoice('shopper', 'ORD-770001-1') ->> 'number', (select number::text from issued), 'which its shopper reads (OR-41)');
select is(pg_temp.invoice('shopper', 'ORD-770001-1') -> 'sums', '{"subtotal": 1000.00, "promo_discount": 50.00, "discount": 0, "delivery_fee": 150.01, "cash_fee": 0, "savings": 0.00, "total_amount": 1100.01, "rate": null, "tax": null}',
  'an unregistered shop names no tax');
select is((pg_temp.invoice('shopper', 'ORD-770001-1') -> 'lines' -> 0) - 'id', '{"name": "Robe", "size": "M", "color": "Black", "quantity": 2, "price": 500.00, "sum": 1000.00}', 'it has the lines of its order');

select is(pg_temp.attempt('update public.tax_rules set sales_tax = 18') ~ 'violates check', true, 'who isn''t registered names no sales tax');
update public.tax_rules set business_name = 'Chambeli (Pvt) Ltd', ntn = '1234567-8', strn = '3277876112345', sales_tax = 18;
select pg_temp.ship('ORD-770002-1');
select is(pg_temp.invoice('shopper', 'ORD-770002-1') -> 'sums' ->> 'tax', '167.80', 'the tax is in the total, in whole paisa: 1,100.01 x 18 / 118 (OR-43)');
select is((pg_temp.invoice('shopper', 'ORD-770002-1') ->> 'number')::integer, (select number + 1 from issued), 'the next one has the next number (OR-42)');
select is(pg_temp.invoice('shopper', 'ORD-770002-1') -> 'seller', '{"name": "Chambeli (Pvt) Ltd", "ntn": "1234567-8", "strn": "3277876112345"}', 'and names the business (OR-43)');
select is(pg_temp.invoice('shopper', 'ORD-770001-1') -> 'seller' ->> 'ntn', null, 'what was issued before stays as it was (OR-43)');

select is(pg_temp.invoice('shopper', 'ORD-770003-1', 'key 3'), null, 'a guest''s order has none yet');
select pg_temp.ship('ORD-770003-1');
select is(pg_temp.invoice('visitor', 'ORD-770003-1', 'key 3') ->> 'order_id', 'ORD-770003-1', 'a guest reads it by the key of their browser (OR-41)');
select is(pg_temp.invoice('visitor', 'ORD-770003-1', 'key 1'), null, 'nobody by another key');
select is(pg_temp.invoice('visitor', 'ORD-770001-1', 'key 1'), null, 'nor a shopper''s by the key of its order');
select is(pg_temp.invoice('operator', 'ORD-770001-1'), null, 'nor another shopper');
select is(pg_temp.invoice('visitor', 'ORD-770003-1'), null, 'nor without a key');
select is(pg_temp.as('shopper', $$select public.desk_invoices('{ORD-770001-1}')$$), 'not_operator', 'a shopper calls no function of the desk');
select is((select string_agg(i ->> 'order_id', ' ') from jsonb_array_elements(pg_temp.as('operator', $$select public.desk_invoices('{ORD-770003-1,ORD-1-1,ORD-770001-1}')$$)::jsonb) i),
  'ORD-770003-1 ORD-770001-1', 'operators read several, in the order asked for');

-- Orders of the time before invoices.
delete from shop.invoices where order_id = (select id from made where order_id = 'ORD-770003-1');
create temporary table earlier as select (pg_temp.as('operator', $$select public.desk_invoices('{ORD-770003-1}')$$)::jsonb -> 0 ->> 'number')::integer as number;
select is((select number from earlier), (select last from shop.invoice_counter),
  'an order that was sent before there were invoices gets one when it is asked for');
update public.orders set status = 'Delivered' where order_id = 'ORD-770001-1';
set constraints all immediate;
select is((select count(*) from shop.invoices i join made on made.id = i.order_id), 3::bigint, 'an order has one invoice');
select is(pg_temp.attempt('delete from public.orders where order_id = ''ORD-770001-1''') ~ 'violates foreign key', true, 'an order with an invoice stays');

-- Credit notes. An order of two robes at 500 each, less a code of 50, with delivery 150.01; its tax rate is 18.
create function pg_temp.sheets(number text) returns text language sql as $$
  with sheets as (select i.*, row_number() over (order by i.number) - 1 as place from shop.invoices i join public.orders o on o.id = i.order_id where o.order_id = $1)
  select string_agg(concat_ws(' ', s.place, 'of ' || (select c.place from sheets c where c.number = s.credits), nullif(s.reason, 'placed'),
    (select string_agg(l ->> 'quantity', '+') from jsonb_array_elements(s.lines) l), s.sums ->> 'total_amount', s.sums ->> 'tax'), ', ' order by s.number) from sheets s
$$;
create function pg_temp.have(statement text) returns void language plpgsql as $$
begin
  execute statement;
  set constraints all immediate;
  set constraints all deferred;
end $$;
create function pg_temp.become(number text, state text, returned uuid default null) returns void language sql as $$
  select pg_temp.have(format(case when returned is null then 'update public.orders set status = %L where order_id = %L'
    else 'update public.returns set status = %L where id = %3$L' end, state, number, returned))
$$;
select pg_temp.become('ORD-770002-1', 'Delivered');
select pg_temp.have(format('insert into public.returns (id, order_id, kind, reason, request_key) values (%L, %L, ''return'', ''size'', gen_random_uuid())',
  md5('back'), (select id from made where order_id = 'ORD-770002-1')));
insert into public.return_items (return_id, order_item_id, quantity)
select md5('back')::uuid, i.id, 1 from public.order_items i where i.order_id = (select id from made where order_id = 'ORD-770002-1');
update public.returns set refund_amount = 475 where id = md5('back')::uuid;
select pg_temp.become('', 'approved', md5('back')::uuid), pg_temp.become('', 'received', md5('back')::uuid);
select is(pg_temp.sheets('ORD-770002-1'), '0 2 1100.01 167.80, 1 of 0 return 1 475.00 72.46', 'a received return brings a credit note of what came back, with its tax');
select is((pg_temp.invoice('shopper', 'ORD-770002-1') - '{issued_at,placed_at,credited_at,billing_address,order_id,payment_method,number,credits}'::text[]) #- '{lines,0,id}',
  '{"seller": {"name": "Chambeli (Pvt) Ltd", "ntn": "1234567-8", "strn": "3277876112345"}, "reason": "return", "names": {"Robe": "گاؤن"},
    "lines": [{"name": "Robe", "size": "M", "color": "Black", "quantity": 1, "price": 500.00, "sum": 500.00}],
    "sums": {"subtotal": 500.00, "savings": 100.00, "promo_discount": 25.00, "discount": 0.00, "delivery_fee": 0.00, "cash_fee": 0, "total_amount": 475.00, "rate": 18.00, "tax": 72.46}}',
  'which its shopper reads');
select pg_temp.have(format('insert into public.refunds (order_id, provider, provider_payment_id, amount, reason) values (%L, ''cash'', ''part'', 100, ''partly'')',
  (select id from made where order_id = 'ORD-770002-1')));
select is(pg_temp.sheets('ORD-770002-1'), '0 2 1100.01 167.80, 1 of 0 return 1 475.00 72.46, 2 of 0 refund 100.00 15.25', 'a part that is refunded too, of the same invoice');
select pg_temp.become('', 'refused', md5('back')::uuid);
select is(pg_temp.sheets('ORD-770002-1'), '0 2 1100.01 167.80, 1 of 0 return 1 475.00 72.46, 2 of 0 refund 100.00 15.25, 3 of 0 return 1 525.01 80.09, 4 return 2 1000.01 152.54',
  'a return that is refused after all credits the rest, and another invoice has all that is charged again');
update public.tax_rules set sales_tax = 15;
select pg_temp.become('ORD-770003-1', 'ReturnedToOrigin');
select is(pg_temp.sheets('ORD-770003-1'), '0 2 1100.01 167.80, 1 of 0 returned_to_origin 2 1100.01 167.80', 'a parcel that wasn''t taken is credited whole, at the rate of its invoice');
select is((select max(number) - min(number) + 1 - count(*) from shop.invoices where number >= (select number from earlier)), 0::bigint, 'numbers have no gap');
select pg_temp.have(format('delete from shop.invoices where order_id = %L', (select id from made where order_id = 'ORD-770002-1')));
select pg_temp.invoice('shopper', 'ORD-770002-1');
select is(pg_temp.sheets('ORD-770002-1'), '0 2 1100.01 143.48, 1 of 0 return 100.00 13.04', 'one that is issued late has what was sent, and a credit note of what was refunded since');
select * from finish();
