-- Calls about orders to confirm, and contacts that are blocked.
select plan(19);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

create function pg_temp.make(method text, phone text, email text default 'called@example.com', line text default '7 Canal Road') returns text language plpgsql as $$
declare
  made public.orders;
begin
  insert into public.orders (order_id, payment_method, contact_email, contact_phone, shipping_address, billing_address, shipping_city,
    subtotal, delivery_fee, total_amount, device, attempt_key, attempt_hash)
  values (shop.order_reference(), method, email, phone, jsonb_build_object('first_name', 'Zoya', 'address_line1', line, 'city', 'Lahore'), '{}', 'Lahore',
    1000, 150, 1150, 'Mobile', gen_random_uuid(), 'x')
  returning * into made;
  if method = 'cod' then
    update public.orders o set status = 'Processing', payment_status = true where o.id = made.id;
  end if;
  return made.order_id;
end $$;
create function pg_temp.now_of(text) returns public.orders language sql as $$ select * from public.orders o where o.order_id = $1 $$;
create function pg_temp.call(text, outcome text, who text default 'operator') returns text language sql as $$
  select pg_temp.as(who, format('select public.desk_record_call(%L, %s, %L)', $1, (pg_temp.now_of($1)).version, outcome))
$$;
create temporary table numbers as select pg_temp.make('cod', '+923339876511') as called, pg_temp.make('payfast', '+923339876513') as card;
grant select on numbers to public;

select is(pg_temp.as('shopper', 'select public.desk_confirmations()'), 'not_operator', 'a shopper doesn''t read the queue');
select is(pg_temp.call((select called from numbers), 'no_answer', 'shopper'), 'not_operator', 'nor records a call');
select is(pg_temp.call((select called from numbers), 'burn'), 'unknown_action', 'a call has one of two outcomes');
select is(pg_temp.call((select called from numbers), 'no_answer'), '1', 'a call is counted');
select is(pg_temp.as('operator', format('select public.desk_record_call(%L, 1, ''no_answer'')', (select called from numbers))), 'changed_meanwhile', 'once for two operators');
select is((pg_temp.as('operator', 'select public.desk_confirmations()')::jsonb -> 'rows' -> -1 -> 'calls' -> 0 ->> 'outcome'), 'no_answer', 'the queue shows it');
select is(pg_temp.call((select called from numbers), 'wrong_number'), 'called_just_now', 'another one doesn''t count at once');
select is((select count(*) from public.order_calls c where c.order_id = (pg_temp.now_of((select called from numbers))).id), 1::bigint, 'three taps are one call (DK-08)');
select is((select concat_ws(' ', r -> 'shipping_address' ->> 'address_line1', (r ->> 'next_call')::timestamptz - (r -> 'calls' -> 0 ->> 'made_at')::timestamptz, r -> 'items')
  from (select pg_temp.as('operator', 'select public.desk_confirmations()')::jsonb -> 'rows' -> -1 as r) as one), '7 Canal Road 00:30:00 []',
  'the queue shows the address and the items, and when a call counts again');
update public.order_rules set call_pause = '0';
select is(pg_temp.call((select called from numbers), 'wrong_number'), '2', 'a second one too');
select is((pg_temp.now_of((select called from numbers))).status, 'Processing', 'the order still waits');
select is(pg_temp.call((select called from numbers), 'no_answer'), '3', 'after the third');
select is((select concat_ws(' ', o.status, o.payment_status, o.failure_reason) from pg_temp.now_of((select called from numbers)) o),
  'Cancelled f We called 3 times and couldn’t reach you', 'it is cancelled, with the reason');
select is(pg_temp.as('operator', format('select public.desk_take_back(%L, %s, ''She called back'') ->> ''status''', (select called from numbers), (pg_temp.now_of((select called from numbers))).version)),
  'Processing', 'which can be taken back');

insert into public.blocked_contacts (contact, reason, ends) values ('+923339876512', 'Three parcels refused', '2999-12-31'),
  ('blocked@example.com', 'x', '2999-12-31'), ('9 mall road, lahore', 'x', '2999-12-31'), ('+923339876514', 'x', '2020-01-01');
select is(pg_temp.refusal($$select pg_temp.make('cod', '+923339876512')$$), 'contact_blocked', 'a blocked number orders nothing in cash');
select is(pg_temp.refusal($$select pg_temp.make('cod', '+923339876515', 'blocked@example.com')$$) || ' ' || pg_temp.refusal($$select pg_temp.make('cod', '+923339876515', line => '9 Mall Road')$$),
  'contact_blocked contact_blocked', 'nor a blocked mail address, or street');
select is(pg_temp.refusal($$select pg_temp.make('payfast', '+923339876512')$$), 'done', 'it may pay by card');
select is(pg_temp.refusal($$update public.orders set payment_method = 'cod', contact_phone = '+923339876512' where order_id = (select card from numbers)$$),
  'contact_blocked', 'but not change that to cash');
select is(pg_temp.refusal($$select pg_temp.make('cod', '+923339876514')$$), 'done', 'after its end a number isn''t blocked');
select * from finish();
