-- Who may order without an account, orders without an e-mail address, and the account that takes one (decision 222).
select plan(27);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id)
select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');
update public.order_rules set most_a_day = 9999, most_unpaid = 9999, most_unconfirmed = 9999;
insert into public.products (id, name, slug, price, is_active) values (md5('gown')::uuid, 'Gown', 'guests-gown', 500, true);
insert into public.promo_codes (code, kind, value, customer) values ('BY-MAIL', 'fixed', 100, 'ayesha@example.com'),
  ('BY-PHONE', 'fixed', 100, '+923339876605');
create temporary table noted (name text primary key, number text, key uuid);

create function pg_temp.place(name text, email text, method text default 'cod', shopper uuid default null, code text default null)
returns text language plpgsql as $$
declare
  key constant uuid := gen_random_uuid();
  address constant jsonb := '{"first_name": "Zoya", "address_line1": "1 Road", "city": "Lahore", "phone": "+923339876605"}';
  number text;
begin
  perform pg_temp.be_server();
  number := public.place_order(key, 'x', jsonb_build_array(jsonb_build_object('product_id', md5('gown')::uuid, 'quantity', 1)), email, address,
    address, method, 'Mobile', null, code, p_shopper => shopper) ->> 'order_id';
  insert into noted values (name, number, key);
  return 'placed';
exception when others then
  return sqlerrm;
end $$;
create function pg_temp.now_of(name text) returns public.orders language sql as $$
  select o from public.orders o where o.order_id = (select n.number from noted n where n.name = $1)
$$;
create function pg_temp.mails(name text) returns text language sql as $$
  select string_agg(m.kind, ' ' order by m.number) from public.order_mails m where m.order_id = (pg_temp.now_of(name)).id
$$;
create function pg_temp.take(name text, key uuid default null) returns text language sql as $$
  select pg_temp.as('shopper', format('select public.take_guest_order(%L, %L)', n.number, coalesce($2, n.key))) from noted n where n.name = $1
$$;
create function pg_temp.save(choice text) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_save_row(''guests'', %L, ''true'', %s)', choice,
    (select r.version from public.order_rules r)))
$$;

select is(pg_temp.as('visitor', 'select public.guest_terms()'), '{"may_order": null, "is_email_optional": false}',
  'nobody has said whether guests may order, and they need an e-mail address');
select is(pg_temp.save('{"guests_order": true, "guest_email_optional": false}') || pg_temp.as('visitor', 'select public.guest_terms()'),
  'true{"may_order": true, "is_email_optional": false}', 'the desk says it');
select is(pg_temp.place('none', ''), 'invalid_email', 'an order without an address is refused');
select is(pg_temp.place('none', null), 'invalid_email', 'however it is left out');
select is(pg_temp.save('{"guests_order": true, "guest_email_optional": true}'), 'true', 'the desk lets guests leave it out');
select is((select a.after from public.desk_audit a order by a.id desc limit 1),
  '{"guests_may_order": true, "email_is_optional_for_cash": true}', 'which is recorded');
select is(pg_temp.place('card', '', 'payfast'), 'invalid_email', 'a card order needs an address');
select is(pg_temp.place('account', '', 'cod', pg_temp.person('ayesha@example.com')), 'invalid_email', 'so does one of an account');
select is(pg_temp.place('wrong', 'zoya@'), 'invalid_email', 'a wrong address is refused');
select is(pg_temp.place('cash', ' '), 'placed', 'a guest’s cash order has none');
select is((select concat_ws(' ', o.contact_email, o.contact_phone, o.status) from pg_temp.now_of('cash') o), '+923339876605 Processing',
  'but its phone number');
update public.orders set status = 'Shipped' where order_id = (pg_temp.now_of('cash')).order_id;
update public.orders set status = 'Delivered' where order_id = (pg_temp.now_of('cash')).order_id;
select is(pg_temp.mails('cash'), null, 'nothing is mailed about it');
select is(public.track_order((pg_temp.now_of('cash')).order_id, '+923339876605') ->> 'status', 'Delivered', 'it is tracked by its phone number');
select is(pg_temp.place('coded', '', 'cod', null, 'BY-MAIL'), 'promo_refused', 'a code of an address isn’t for an order without one');
select is(pg_temp.place('coded', '', 'cod', null, 'BY-PHONE'), 'placed', 'one of its phone number is');

select is(pg_temp.as('visitor', 'select public.take_guest_order(''x'', gen_random_uuid())'), '42501', 'a visitor takes no order');
select is(pg_temp.take('cash', gen_random_uuid()), 'false', 'nor does an account without the order’s key');
update public.orders set phone_confirmed_at = now() where order_id = (pg_temp.now_of('cash')).order_id;
select is(pg_temp.take('cash'), 'true', 'an account takes the order of its browser');
select is((select concat_ws(' ', o.user_id = pg_temp.person('ayesha@example.com'), o.contact_email, o.placed_by_guest)
  from pg_temp.now_of('cash') o), 't ayesha@example.com t', 'with its address');
select is((pg_temp.now_of('cash')).phone_confirmed_at, null, 'which doesn’t prove the phone number');
select is(pg_temp.take('cash'), 'true', 'taking it again changes nothing');
insert into noted select 'again', n.number, n.key from noted n where n.name = 'cash';
select is(pg_temp.as('operator', format('select public.take_guest_order(%L, %L)', n.number, n.key)), 'false', 'another account doesn’t get it by its key')
from noted n where n.name = 'again';

select is(pg_temp.place('other', 'somebody@example.com'), 'placed', 'an order with an address');
select is(pg_temp.take('other'), 'false', 'isn’t taken by an account with another');
select is((pg_temp.now_of('other')).user_id, null, 'and stays a guest’s');
update public.orders set user_id = null, contact_email = null, contact_phone = null where order_id = (pg_temp.now_of('cash')).order_id;
select is(pg_temp.take('cash'), 'false', 'an order whose person was erased is nobody’s');
select is(pg_temp.save('{"guests_order": null, "guest_email_optional": false}') || pg_temp.as('visitor', 'select public.guest_terms() ->> ''may_order'''),
  null, 'the desk can leave it open again');

select * from finish();
