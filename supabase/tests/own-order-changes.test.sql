-- Orders that their shoppers change until they are packed (decision 218).
select plan(37);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- A product without colours in two sizes of five pieces.
insert into public.products (id, name, slug, price, is_active) values (md5('gown')::uuid, 'Gown', 'own-gown', 500, true);
insert into public.product_variants (product_id, size, stock, display_order) select md5('gown')::uuid, label, 9, place from (values ('M', 1), ('L', 2)) as sizes (label, place);
update public.delivery_countries set fee = 150, free_from = 1500 where country = 'Pakistan';
create function pg_temp.stock() returns text language sql as $$
  select string_agg(v.label || v.stock, ' ' order by v.display_order) from public.product_variants v where v.product_id = md5('gown')::uuid
$$;
-- Places an order of two gowns in M: ayesha's, or a guest's with this key.
create function pg_temp.make(method text, guest uuid default null) returns text language plpgsql as $$
declare
  made jsonb;
begin
  perform pg_temp.be_server();
  made := public.place_order(coalesce(guest, gen_random_uuid()), 'x', jsonb_build_array(jsonb_build_object('product_id', md5('gown')::uuid, 'size', 'M', 'quantity', 2)),
    'own@example.com', pg_temp.address('1 Road', '+923339876611'), pg_temp.address('1 Road', '+923339876611') - 'phone', method, 'Mobile',
    p_shopper => case when guest is null then pg_temp.person('ayesha@example.com') end);
  return made ->> 'order_id';
end $$;
create function pg_temp.address(street text, phone text) returns jsonb language sql as $$
  select jsonb_build_object('first_name', 'Zoya', 'address_line1', street, 'city', 'Lahore', 'country', 'Pakistan', 'phone', phone)
$$;
create function pg_temp.pay(number text, amount numeric) returns text language sql as $$
  select public.record_payment(jsonb_build_object('provider', 'payfast', 'payment_id', number || amount::integer, 'outcome', 'COMPLETE', 'amount', to_char(amount, 'FM99990.00'), 'reference', number)) ->> 'verdict'
$$;
create function pg_temp.now_of(number text) returns public.orders language sql as $$ select * from public.orders o where o.order_id = $1 $$;
create function pg_temp.edit(number text, change jsonb, total numeric, who text default 'shopper', key uuid default null, version integer default null) returns text language sql as $$
  select pg_temp.as(who, format('select concat_ws('' '', r ->> ''is_changed'', r ->> ''due_amount'') from public.edit_own_order(%L, %s, %L, %s, %L) r',
    number, coalesce(version, (pg_temp.now_of(number)).version), change, coalesce(total::text, 'null'), key))
$$;
-- Changes the order's only item.
create function pg_temp.item(number text, label text, pieces integer, total numeric) returns text language sql as $$
  select pg_temp.edit(number, jsonb_build_object('items', jsonb_build_array(jsonb_build_object('id', i.id, 'size', label, 'quantity', pieces))), total)
  from public.order_items i where i.order_id = (pg_temp.now_of(number)).id
$$;
create temporary table numbers as select pg_temp.make('cod') as cash, pg_temp.make('payfast') as card, md5('guest')::uuid as key;
alter table numbers add guest text;
update numbers set guest = pg_temp.make('cod', key);
update public.product_variants set stock = 5 where product_id = md5('gown')::uuid;
grant select on numbers to public;
create function pg_temp.cash() returns text language sql as $$ select cash from numbers $$;
create function pg_temp.card() returns text language sql as $$ select card from numbers $$;
create function pg_temp.guest() returns text language sql as $$ select guest from numbers $$;

-- Whose order it is.
select is(pg_temp.edit(pg_temp.cash(), '{}', 1150, 'visitor'), 'no_such_order', 'a visitor changes no shopper''s order');
select is(pg_temp.edit(pg_temp.cash(), '{}', 1150, 'operator'), 'no_such_order', 'nor does another account');
select is(pg_temp.edit(pg_temp.guest(), '{}', 1150, 'visitor', gen_random_uuid()), 'no_such_order', 'nor a guest''s order without its key');
select is(pg_temp.edit(pg_temp.guest(), '{}', 1150, 'visitor', md5('guest')::uuid), 'false 0.00', 'a guest changes theirs by its key');
select is(pg_temp.edit(pg_temp.cash(), '{}', 1150, version => 1), 'changed_meanwhile', 'a form that is made from an older version changes nothing');
select is(array(select pg_temp.as(who, format('select public.get_own_order_change(%L) ->> ''version''', pg_temp.cash())) is null from unnest(array['visitor', 'operator', 'shopper']) who), '{t,t,f}',
  'what can be changed is told to the order''s shopper alone');

-- What is taken.
select is(array[pg_temp.edit(pg_temp.cash(), '{"discount": 100, "discount_reason": "x"}', 1050), pg_temp.edit(pg_temp.cash(), '{"delivery_fee": 0}', 1000),
  pg_temp.edit(pg_temp.cash(), '{"items": [{"product": "own-gown", "size": "L", "quantity": 1}]}', 1650), pg_temp.edit(pg_temp.cash(), '[]', 1150), pg_temp.edit(pg_temp.cash(), '{}', null)],
  array_fill('invalid_request'::text, '{5}'), 'a discount, a delivery price, other products and any sum are for the desk alone');
select is(array[pg_temp.item(pg_temp.cash(), 'M', 0, 1150), pg_temp.item(pg_temp.cash(), 'M', 8, 4000), pg_temp.item(pg_temp.cash(), 'XS', 2, 1150)],
  '{last_item,item_refused,item_refused}', 'nor is the last item removed, or more than there is');
create function pg_temp.hint(number text, label text, pieces integer) returns text language plpgsql as $$
declare
  hint text;
begin
  perform pg_temp.be_server();
  perform public.edit_own_order(number, (pg_temp.now_of(number)).version, jsonb_build_object('items', jsonb_build_array(jsonb_build_object('id',
    (select i.id from public.order_items i where i.order_id = (pg_temp.now_of(number)).id), 'size', label, 'quantity', pieces))), 1);
exception when others then
  get stacked diagnostics hint = pg_exception_hint;
  return (select string_agg(v, ' ' order by k) from jsonb_each_text(hint::jsonb) x (k, v));
end $$;
select is(pg_temp.hint(pg_temp.cash(), 'L', 8), '10 Gown stock L 5', 'a refused item says to the shop which it is and what is left');
select is(pg_temp.edit(pg_temp.cash(), '{"address": {"first_name": "Z", "city": "Lahore", "phone": "+923339876611"}}', 1150), 'invalid_address', 'an address has a street');
select is(pg_temp.stock(), 'M5 L5', 'what is refused leaves the stock as it was');

-- The sum is agreed to first.
create function pg_temp.asked(number text, pieces integer) returns text language sql as $$
  select pg_temp.refusal_with_detail(format('select public.edit_own_order(%L, %s, %L, 1150)', number, (pg_temp.now_of(number)).version,
    jsonb_build_object('items', jsonb_build_array(jsonb_build_object('id', i.id, 'size', 'L', 'quantity', pieces)))))
  from public.order_items i where i.order_id = (pg_temp.now_of(number)).id
$$;
select pg_temp.be_server();
select is(pg_temp.asked(pg_temp.cash(), 1), 'price_changed {"total": 650.00}', 'another sum is said before anything changes');
select is(pg_temp.item(pg_temp.cash(), 'L', 1, 650), 'true 0.00', 'and the change is made once it is agreed to');
select is(pg_temp.stock(), 'M7 L4', 'the stock follows');
select is(pg_temp.item(pg_temp.cash(), 'L', 3, 1500), 'true 0.00', 'delivery follows the rules for the new goods: free from 1500');
select is(pg_temp.item(pg_temp.cash(), 'L', 2, 1150), 'true 0.00', 'and costs again below');
select pg_temp.as('operator', format('select public.desk_edit_order(%L, %s, ''{"delivery_fee": 50}'') ->> ''x''', pg_temp.cash(), (pg_temp.now_of(pg_temp.cash())).version));
update public.delivery_countries set fee = 200 where country = 'Pakistan';
update public.orders set phone_confirmed_at = now() where order_id = pg_temp.cash();
select is(pg_temp.edit(pg_temp.cash(), jsonb_build_object('address', pg_temp.address('2 Road', '+923339876612')), 1050), 'true 0.00',
  'a delivery price that the desk gave stays, also when the shop''s has risen since');
select is((select row(o.shipping_address ->> 'address_line1', o.contact_phone, o.phone_confirmed_at, o.billing_address ->> 'address_line1')::text from pg_temp.now_of(pg_temp.cash()) o),
  '("2 Road",+923339876612,,"2 Road")', 'the address changes with its phone number, which nobody has answered yet');
insert into public.blocked_contacts (contact, reason, ends) values ('+923339876699', 'x', current_date + 2);
select is(pg_temp.edit(pg_temp.cash(), jsonb_build_object('address', pg_temp.address('2 Road', '+923339876699')), 1050), 'contact_blocked', 'but to none that is blocked');

-- What the desk sees.
select is((select array_agg(c ->> 'by' order by place)::text from jsonb_array_elements((pg_temp.now_of(pg_temp.cash())).changes) with ordinality as t (c, place)),
  '{shopper,shopper,shopper,shop,shopper}', 'the order knows who made each change');
select is((pg_temp.now_of(pg_temp.cash())).history -> -1 ->> 'note', 'Changed by the shopper', 'its history says so');
select is((select string_agg(distinct concat_ws(' ', a.actor_email, a.actor is null), ', ') from public.desk_audit a where a.subject_id = pg_temp.cash() and a.action = 'edit_order'),
  'mahnoor@example.com f, shopper t', 'and the record of changes, without the shopper''s name');
select is((select string_agg(m.kind || ' ' || m.state, ', ' order by m.number) from public.order_mails m where m.order_id = (pg_temp.now_of(pg_temp.cash())).id),
  'placed waiting, changed waiting', 'the shopper gets one mail about all changes');
select is((select row(t.heading, t.translations #>> '{ur,heading}')::text from public.mail_texts t where t.kind = 'changed'), '("Your order was changed","آپ کے آرڈر میں تبدیلی ہوئی ہے")',
  'which doesn''t say that the shop did it');
select is(pg_temp.as('operator', format('select jsonb_path_query_array(public.desk_orders(%L), ''$.rows[*].is_changed_by_shopper'')', pg_temp.cash())), '[true]', 'the list of orders marks it');
select is(pg_temp.as('operator', format('select string_agg(distinct e -> ''maker'' ->> ''by'', '','') from jsonb_array_elements(public.desk_order_ledger(%L) -> ''order'') e where e ->> ''cause'' = ''changed'' and e -> ''maker'' ? ''by''', pg_temp.cash())),
  'shopper', 'and the books name the shopper');

-- A paid card order of 1150: delivery was 150 when it was placed.
select is(pg_temp.edit(pg_temp.card(), '{}', 1150), 'false 0.00', 'an order that isn''t paid yet can be changed');
select pg_temp.be_server();
select public.start_payment(pg_temp.card());
select is(pg_temp.edit(pg_temp.card(), '{}', 1150), 'being_paid', 'but not while it is being paid');
select pg_temp.be_server();
select pg_temp.pay(pg_temp.card(), 1150);
set constraints all immediate;
set constraints shop.check_books deferred;
select is(pg_temp.item(pg_temp.card(), 'M', 1, 650), 'true 0.00', 'a paid order is lowered');
select is((select string_agg(concat_ws(' ', r.reason, r.amount), ', ') from public.refunds r where r.order_id = (pg_temp.now_of(pg_temp.card())).id), 'order_changed 500.00', 'so a part of the payment goes back');
select is(pg_temp.item(pg_temp.card(), 'L', 3, 1500), 'true 350.00', 'and raised, so that the rest is to be paid');
select is((select array_agg(i.sums ->> 'total_amount' order by i.number)::text from shop.invoices i where i.order_id = (pg_temp.now_of(pg_temp.card())).id), '{1150.00,1150.00,650.00,650.00,1500.00}', 'its invoices follow, with credit notes');

-- Until when.
select is(pg_temp.as('shopper', format('select public.get_own_order_change(%L) -> ''choices''', pg_temp.card()))::jsonb #>> array[(select i.id::text from public.order_items i where i.order_id = (pg_temp.now_of(pg_temp.card())).id), 'sizes', '0', 'label'],
  'M', 'the form offers the product''s sizes');
insert into shop.shipments (order_id, courier, state, to_collect) values ((pg_temp.now_of(pg_temp.card())).id, 'PostEx', 'waiting', 0);
select is(pg_temp.edit(pg_temp.card(), '{}', 1500), 'parcel_booked', 'an order whose parcel is booked isn''t changed');
update public.orders set packed_at = now() where order_id = pg_temp.cash();
select is(array[pg_temp.edit(pg_temp.cash(), '{}', 1050), pg_temp.as('shopper', format('select public.get_own_order_change(%L) ->> ''problem''', pg_temp.cash()))],
  '{order_packed,order_packed}', 'nor one that is packed');
update public.orders set packed_at = null, changes = (select jsonb_agg('{"by": "shopper"}'::jsonb) from generate_series(1, 20)) where order_id = pg_temp.cash();
select is(pg_temp.edit(pg_temp.cash(), '{}', 1050), 'too_many_changes', 'nor one that its shopper has changed twenty times');
update public.order_rules set shoppers_change = false;
select is(pg_temp.edit(pg_temp.guest(), '{}', 1150, 'visitor', md5('guest')::uuid), 'changes_off', 'nor any while the shop doesn''t let shoppers');
select * from finish();
