-- Orders that operators enter at the desk.
select plan(20);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

insert into public.products (id, name, slug, sku, price) values
  ('00000000-0000-4000-8000-0000000000f1', 'Called gown', 'called-gown', 'CALL-1', 2000),
  ('00000000-0000-4000-8000-0000000000f2', 'Called draft', 'called-draft', 'CALL-2', 2000);
update public.products set is_active = false where slug = 'called-draft';
insert into public.product_variants (product_id, brand_size, stock) values ('00000000-0000-4000-8000-0000000000f1', 'M', 30);
insert into public.promo_codes (code, kind, value, usage_limit) values ('CALLED', 'fixed', 100, 1);

create function pg_temp.items(pieces integer, size text default 'M') returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('product_id', '00000000-0000-4000-8000-0000000000f1', 'size', size, 'color', '', 'quantity', pieces))
$$;
create function pg_temp.draft(code text default null, search text default null, who text default 'operator') returns jsonb language sql as $$
  select pg_temp.as(who, format('select public.desk_draft_order(%L, %L, ''Pakistan'', %L)', pg_temp.items(1), code, search))::jsonb
$$;
create function pg_temp.total(code text default null) returns numeric language sql as $$
  select (pg_temp.draft(code) -> 'cart' ->> 'total')::numeric
$$;
-- Returns the number of the order, or the refusal.
create function pg_temp.place(phone text, more jsonb default '{}', expected numeric default null, key uuid default gen_random_uuid(), who text default 'operator')
returns text language sql as $$
  select pg_temp.as(who, format('select public.desk_place_order(%L, %L, %s) ->> ''order_id''', key,
    jsonb_build_object('channel', 'phone', 'items', pg_temp.items(1), 'payment_method', 'cod',
      'address', jsonb_build_object('first_name', 'Zoya', 'address_line1', '7 Canal Road', 'city', 'Lahore', 'country', 'Pakistan', 'phone', phone)) || more,
    coalesce(expected, pg_temp.total())))
$$;
create function pg_temp.now_of(text) returns public.orders language sql as $$ select * from public.orders o where o.order_id = $1 $$;

select is(pg_temp.as('shopper', 'select public.desk_draft_order(''[]'')') || ' ' || pg_temp.place('+923339876101', who => 'shopper'),
  'not_operator not_operator', 'only operators enter orders');
select is((select string_agg(f ->> 'name', ', ') from unnest(array['CALLED', 'call-1', 'called-gown', 'CALL-2', 'called-draft', null]) s,
    jsonb_array_elements(pg_temp.draft(search => s) -> 'found') f),
  'Called gown, Called gown, Called gown', 'products that are sold are found by name, article number and address');

create temporary table made as select pg_temp.place('+923339876101') as cash,
  pg_temp.place('+923339876102', '{"channel": "instagram", "payment_method": "payfast", "email": "Card@Example.com"}') as card;
grant select on made to public;
select is((select to_jsonb(x)::text from (select (o).channel, (o).status, (o).payment_status, (o).confirmed_at is not null as is_confirmed,
    (o).phone_confirmed_at, (o).hold_until, (o).contact_email, (o).placed_by_guest from (select pg_temp.now_of(cash) as o from made) as m) x)::jsonb,
  '{"channel": "phone", "status": "Processing", "payment_status": true, "is_confirmed": true, "phone_confirmed_at": null, "hold_until": null,
    "contact_email": null, "placed_by_guest": true}'::jsonb, 'a cash order is confirmed, but not its phone number');
select is((select count(*)::integer from public.order_mails m join made on m.order_id = (pg_temp.now_of(cash)).id), 0, 'without an e-mail nothing is mailed');
select is((select string_agg(m.kind || ' ' || (pg_temp.now_of(card)).contact_email, ', ') from public.order_mails m join made on m.order_id = (pg_temp.now_of(card)).id),
  'unpaid card@example.com', 'a card order waits for its payment, and is mailed like a shopper''s');
select is((select v.stock from public.product_variants v where v.product_id = '00000000-0000-4000-8000-0000000000f1'), 28, 'both take stock');
select is((select string_agg(a.action || ' ' || (a.after ->> 'channel'), ', ') from public.desk_audit a join made on a.subject_id = cash), 'enter phone', 'it is on the record');
select is((pg_temp.as('operator', 'select public.desk_orders(p_channel => ''instagram'') -> ''rows'' -> 0 ->> ''channel''')), 'instagram', 'lists show and filter it');

select is((select pg_temp.place('+923339876103', key => k) = pg_temp.place('+923339876103', key => k)
    and pg_temp.place('+923339876104', key => k) = 'attempt_reused' from (values (gen_random_uuid())) as t (k)),
  true, 'the same key makes one order, and isn''t good for another');
select is((select string_agg(pg_temp.place('+923339876105', more), ' ') from (values ('{"channel": null}'::jsonb), ('{"channel": "fax"}'), ('{"items": []}'),
    ('{"payment_method": "payfast"}'), ('{"email": "nobody"}')) as t (more)),
  'invalid_email invalid_request empty_cart invalid_email invalid_email', 'what the form wouldn''t send is refused');
select is(pg_temp.place('+923339876105', expected => 1) || ' ' || pg_temp.place('+923339876105', jsonb_build_object('items', pg_temp.items(1, 'XL'))),
  'price_changed cart_changed', 'nor is another total than the one that was told, or a size that isn''t there');
select is(pg_temp.place('+923339876105', jsonb_build_object('items', pg_temp.items(11))), 'cart_changed', 'more pieces than an order may have');
select is(pg_temp.place('+923339876105', '{"promo_code": "called"}', pg_temp.total('CALLED')) like 'ORD-%', true, 'a promo code is taken');
select is(pg_temp.place('+923339876105', '{"promo_code": "called"}', 1), 'promo_refused', 'as often as it may be');

insert into public.blocked_contacts (contact, reason, ends) values ('+923339876106', 'x', '2999-12-31');
select is(pg_temp.place('+923339876106') || ' ' || left(pg_temp.place('+923339876106', '{"payment_method": "payfast", "email": "b@example.com"}'), 3),
  'contact_blocked ORD', 'a blocked number pays by card');
update public.order_rules set most_a_day = 2, most_unpaid = 1;
select is((select string_agg(pg_temp.place('+923339876107'), ' ') from generate_series(1, 3)) ~ '^ORD-\S+ ORD-\S+ too_many_orders_today$', true,
  'the day''s limit holds by the number that was given to the desk');
select is((select string_agg(left(pg_temp.place('+923339876108', '{"payment_method": "payfast", "email": "c@example.com"}'), 3), ' ') from generate_series(1, 2)), 'ORD too',
  'and so does that of unpaid orders');

-- Only an address that was confirmed, or a number that an order has proven, leads to an account.
select is((pg_temp.now_of(pg_temp.place('+923339876109', '{"email": "hira@example.com"}'))).user_id, null, 'an account isn''t attached unasked');
select is((pg_temp.now_of(pg_temp.place('+923339876109', '{"email": "hira@example.com", "is_known": true}'))).user_id, pg_temp.account('hira@example.com'),
  'it is by its confirmed e-mail');
update public.orders set user_id = pg_temp.account('hira@example.com'), phone_confirmed_at = now(), created_at = now() - interval '2 days' where contact_phone = '+923339876107';
update public.order_rules set most_a_day = 10, most_cash = 10;
select is((select ((o).user_id = pg_temp.account('hira@example.com')) || ' ' || (o).contact_email from (select pg_temp.now_of(pg_temp.place('+923339876107', '{"is_known": true}')) as o) as t)
    || ' ' || ((pg_temp.now_of(pg_temp.place('+923339876102', '{"is_known": true}'))).user_id is null),
  'true hira@example.com true', 'or by a phone number that an order has proven, with its e-mail');
select * from finish();
