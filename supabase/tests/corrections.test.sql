-- Steps of orders that are taken back, and parcels that come back.
select plan(54);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- The size whose pieces the orders take.
create temporary table size as select v.id, v.product_id, v.label, v.stock from public.product_variants v
where v.stock > 10 and not exists (select from public.variant_stock s where s.variant_id = v.id) order by v.id limit 1;
create function pg_temp.taken() returns integer language sql as $$
  select s.stock - v.stock from size s join public.product_variants v using (id)
$$;
create function pg_temp.make(method text, phone text) returns text language plpgsql as $$
declare
  made public.orders;
begin
  insert into public.orders (order_id, payment_method, contact_email, contact_phone, shipping_address, billing_address, shipping_city,
    subtotal, delivery_fee, total_amount, device, attempt_key, attempt_hash, hold_until)
  values (shop.order_reference(), method, 'corrected@example.com', phone, '{"first_name": "Zoya", "city": "Lahore"}', '{}', 'Lahore',
    1000, 150, 1150, 'Mobile', gen_random_uuid(), 'x', now() + interval '2 days')
  returning * into made;
  insert into public.order_items (order_id, product_id, variant_id, product_name, quantity, price, price_at_purchase, selected_size, subtotal)
  select made.id, product_id, id, 'Robe', 2, 500, 500, label, 1000 from size;
  update public.product_variants v set stock = v.stock - 2 from size s where v.id = s.id;
  update public.orders o set status = case method when 'cod' then 'Processing' else 'PaymentAccepted' end, payment_status = true where o.id = made.id;
  return made.order_id;
end $$;
create function pg_temp.now_of(number text) returns public.orders language sql as $$ select * from public.orders o where o.order_id = $1 $$;
create function pg_temp.change(number text, action text, rest text default '') returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_change_order(%L, %s, %L%s) ->> ''status''', number, (pg_temp.now_of(number)).version, action, rest))
$$;
create function pg_temp.take_back(number text, reason text default 'Wrong row', who text default 'operator') returns text language sql as $$
  select pg_temp.as(who, format('select concat_ws('' '', r ->> ''status'', r ->> ''is_told'') from public.desk_take_back(%L, %s, %L) r', number, (pg_temp.now_of(number)).version, reason))
$$;
create function pg_temp.mails_of(text) returns text language sql as $$
  select string_agg(m.kind || ' ' || m.state, ', ' order by m.number) from public.order_mails m where m.order_id = (pg_temp.now_of($1)).id
$$;
create function pg_temp.aside(number text) returns jsonb language sql as $$
  select pg_temp.as('operator', format('select public.desk_order_aside(%L)', number))::jsonb
$$;
create temporary table numbers as select pg_temp.make('cod', '+923339876501') as cash, pg_temp.make('payfast', '+923339876502') as card;
grant select on numbers to public;
insert into public.payment_notifications (verdict, provider_payment_id, payment_status, order_id, amount)
select 'applied', 'corrected-1', 'COMPLETE', (pg_temp.now_of(card)).id, 1150 from numbers;

select is(pg_temp.take_back((select cash from numbers)), 'step_is_kept', 'an order with which nothing was done has no step to take back');
select is(pg_temp.change((select cash from numbers), 'confirm'), 'Processing', 'an order is confirmed');
select is(pg_temp.take_back((select cash from numbers), '  '), 'invalid_reason', 'a step isn''t taken back without a reason');
select is(pg_temp.take_back((select cash from numbers), 'x', 'shopper'), 'not_operator', 'nor by a shopper');
select is(pg_temp.take_back((select cash from numbers)), 'Processing false', 'the confirmation is taken back');
select is((select row(o.confirmed_at, o.phone_confirmed_at, o.hold_until > now())::text from pg_temp.now_of((select cash from numbers)) o),
  '(,,t)', 'so nobody has confirmed it, and it is cancelled by itself as before');

select is(pg_temp.change((select cash from numbers), 'ship', ', p_sure => false'), 'jumps_over', 'an order that is neither confirmed nor packed isn''t shipped without asking');
select is(pg_temp.change((select cash from numbers), 'confirm'), 'Processing', 'it is confirmed');
select is(pg_temp.change((select cash from numbers), 'pack'), 'Processing', 'and packed');
select is(pg_temp.change((select cash from numbers), 'ship', ', p_sure => false'), 'jumps_over', 'one without a tracking number neither');
select is(pg_temp.change((select cash from numbers), 'ship', ', null, ''TCS-1'', false'), 'Shipped', 'with one it is shipped');
select ok((select m.due_at > clock_timestamp() + interval '4 minutes' from public.order_mails m
  where m.order_id = (pg_temp.now_of((select cash from numbers))).id and m.kind = 'shipped'), 'its mail waits five minutes');
select is(pg_temp.aside((select cash from numbers)) -> 'step' ->> 'action', 'ship', 'the desk shows which step may be taken back');
select is(pg_temp.take_back((select cash from numbers)), 'Processing false', 'the shipping is taken back');
select is((select concat_ws(' ', o.tracking_number, o.packed_at is not null, o.history -> -1 ->> 'note') from pg_temp.now_of((select cash from numbers)) o),
  't Corrected by the shop: Wrong row', 'with its tracking number, and the history says so');
select is(pg_temp.mails_of((select cash from numbers)), 'placed waiting, shipped superseded', 'the mail is withdrawn');
select is(pg_temp.change((select cash from numbers), 'ship', ', null, ''TCS-2'''), 'Shipped', 'it is shipped again');
select is(pg_temp.mails_of((select cash from numbers)), 'placed waiting, shipped superseded, shipped waiting', 'and mailed again');
select is(pg_temp.change((select cash from numbers), 'deliver'), 'Delivered', 'it is delivered, by mistake');
update public.order_mails set state = 'sent', ended_at = now() where kind = 'delivered' and order_id = (pg_temp.now_of((select cash from numbers))).id;
select is(pg_temp.take_back((select cash from numbers)), 'Shipped true', 'that is taken back too, and the operator learns that the mail was sent');
select is((select concat_ws(' ', action, after ->> 'reason', before ->> 'status', after ->> 'status') from public.desk_audit where subject_id = (select cash from numbers) order by id desc limit 1),
  'take_back_deliver Wrong row Delivered Shipped', 'the record keeps who took what back, and why');
select is(pg_temp.take_back((select cash from numbers)), 'Processing false', 'then the step before can be taken back as well');
update public.orders set tracking_number = 'TCS-3' where order_id = (select cash from numbers);
select is(pg_temp.take_back((select cash from numbers)), 'step_is_kept', 'not once something else has changed the order');

select is(pg_temp.change((select card from numbers), 'cancel'), 'Cancelled', 'a paid order is cancelled');
select is(pg_temp.taken(), 2, 'its pieces are in stock again');
update public.product_variants v set stock = 1 from size s where v.id = s.id;
select is(pg_temp.take_back((select card from numbers)), 'sold_out', 'that isn''t taken back once they are sold');
update public.product_variants v set stock = s.stock - 2 from size s where v.id = s.id;
select is(pg_temp.take_back((select card from numbers)), 'PaymentAccepted false', 'else it is');
select is(pg_temp.taken(), 4, 'and holds its pieces');
select is((select count(*) from public.refunds r where r.order_id = (pg_temp.now_of((select card from numbers))).id), 0::bigint, 'nothing is to be refunded any more');
select is(pg_temp.mails_of((select card from numbers)), 'unpaid waiting, paid waiting, cancelled superseded', 'nor mailed');
select is(pg_temp.change((select card from numbers), 'cancel'), 'Cancelled', 'it is cancelled for good');
update public.refunds set refunded_at = now(), reference = 'T-1' where order_id = (pg_temp.now_of((select card from numbers))).id;
select is(pg_temp.take_back((select card from numbers)), 'already_refunded', 'once the money is sent back, it stays cancelled');

select is(pg_temp.change((select cash from numbers), 'ship') || ' ' || pg_temp.change((select cash from numbers), 'deliver'), 'Shipped Delivered', 'an order is delivered, it is said');
select is(pg_temp.change((select cash from numbers), 'send_back', ', ''Nobody at home'''), 'ReturnedToOrigin', 'but the parcel comes back');
select is((select concat_ws(' ', o.payment_status, pg_temp.taken()) from pg_temp.now_of((select cash from numbers)) o), 'f 2', 'nothing was paid, and its pieces aren''t for sale yet');
select ok(pg_temp.mails_of((select cash from numbers)) ~ 'returned_to_origin waiting$', 'the shopper is told');
select is(pg_temp.change((select cash from numbers), 'take_in'), 'ReturnedToOrigin', 'it is in hand');
select is(pg_temp.taken(), 0, 'so its pieces are for sale');
select is(pg_temp.change((select cash from numbers), 'take_in'), 'status_not_allowed', 'once');
create temporary table later as select pg_temp.make('cod', '+923339876501') as cash;
select is(pg_temp.aside((select cash from later)) -> 'number', '{"delivered": 0, "refused": 1, "cancelled": 0, "open": 0, "returned": 0}', 'the next order with the number shows that one was refused');
update public.order_steps set taken_at = now() - interval '25 hours';
select is(pg_temp.take_back((select cash from numbers)), 'step_is_kept', 'after a day a step stays');

create temporary table changed as select pg_temp.make('cod', '+923339876504') as number;
select pg_temp.change(number, 'confirm') from changed;
update public.orders set tracking_number = 'CX-1' where order_id = (select number from changed);
select is(pg_temp.change((select number from changed), 'pack') || ' ' || pg_temp.take_back((select number from changed)), 'Processing Processing false', 'a step is taken back');
select is(pg_temp.take_back((select number from changed)), 'step_is_kept', 'but not the one before, if something else has changed the order in between');
create temporary table late as select pg_temp.make('payfast', '+923339876503') as number;
update public.orders set corrections = corrections + 1, status = 'PaymentPending', payment_status = false where order_id = (select number from late);
select is(pg_temp.change((select number from late), 'cancel'), 'Cancelled', 'an order is cancelled while its shopper pays');
select public.record_payment(jsonb_build_object('provider', 'payfast', 'payment_id', 'late-1', 'outcome', 'COMPLETE', 'amount', '1150.00',
  'notification', public.store_notification('payfast', '197.97.145.144', 'x'), 'order_id', (pg_temp.now_of(number)).id, 'reference', number, 'message', '{}'::jsonb)) from late;
select is(pg_temp.take_back((select number from late)), 'PaymentPending false', 'that is taken back');
select is((select string_agg(r.provider_payment_id, ' ') from public.refunds r where r.order_id = (select (pg_temp.now_of(number)).id from late)),
  'late-1', 'the payment that came in between is still refunded, since it doesn''t count');

-- Paid by hand, as an operator has marked it.
create temporary table marked as select pg_temp.make('payfast', '+923339876509') as number;
grant select on marked to public;
set constraints all immediate;
set constraints all deferred;
select is(pg_temp.change((select number from marked), 'cancel'), 'Cancelled', 'an order that was paid by hand is cancelled');
select is((select string_agg(concat_ws(' ', r.amount, r.reason, r.provider), ', ') from public.refunds r where r.order_id = (pg_temp.now_of((select number from marked))).id),
  '1150.00 order_cancelled cash', 'and refunded by hand');
select is(pg_temp.take_back((select number from marked)), 'PaymentAccepted false', 'that is taken back');
select is((select concat_ws(' ', shop.kept((pg_temp.now_of(number)).id), pg_temp.attempt('set constraints all immediate')) from marked), '1150.00 done', 'and nothing is due');
-- A parcel that its courier sent back meanwhile stays the order's only one, and goes out again.
create temporary table sent_back as select pg_temp.make('cod', '+923339876509') as number;
grant select on sent_back to public;
select is(pg_temp.change((select number from sent_back), 'ship', ', null, ''TCS-9'''), 'Shipped', 'an order is shipped');
update shop.shipments s set state = 'returning' where s.order_id = (pg_temp.now_of((select number from sent_back))).id;
select is(pg_temp.take_back((select number from sent_back)), 'Processing false', 'that is taken back after its courier has sent it back');
select is(pg_temp.change((select number from sent_back), 'ship', ', null, ''TCS-10'''), 'Shipped', 'and it is shipped again');
select is((select string_agg(s.state || ' ' || s.tracking_number, ', ') from shop.shipments s
  where s.order_id = (pg_temp.now_of((select number from sent_back))).id), 'moving TCS-10', 'with the one parcel');

select * from finish();
