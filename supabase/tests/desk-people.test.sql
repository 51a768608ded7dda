-- People at the desk by phone number: guests and accounts, tags, joined and parted, and the e-mail address of an order (decisions 224 and 233).
select plan(41);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');
insert into public.products (id, name, slug, sku, price) values ('00000000-0000-4000-8000-0000000000f1', 'Called gown', 'called-gown', 'CALL-1', 2000);
insert into public.product_variants (product_id, brand_size, stock) values ('00000000-0000-4000-8000-0000000000f1', 'M', 30);

create function pg_temp.one(phone text) returns uuid language sql as $$ select p.id from shop.people p where p.phone = $1 $$;
create function pg_temp.read(call text) returns jsonb language sql as $$ select pg_temp.as('operator', 'select ' || call)::jsonb $$;
create function pg_temp.seen(id uuid) returns jsonb language sql as $$ select pg_temp.read(format('public.desk_customer(%L)', $1)) $$;
create function pg_temp.do(call text, variadic given text[]) returns text language sql as $$
  select coalesce(nullif(pg_temp.as('operator', format('select public.' || call, variadic given)), ''), 'done')
$$;
create function pg_temp.found(search text, tag text default null) returns text language sql as $$
  select string_agg(r ->> 'name', ', ') from jsonb_array_elements(pg_temp.read(format('public.desk_customers(%L, 1, %L)', search, tag)) -> 'rows') r
$$;
-- A guest's order, or one of an account; returns its number.
create function pg_temp.order_of(number text, name text, mail text default null, account uuid default null, method text default 'cod') returns text language plpgsql as $$
declare
  placed text;
begin
  insert into public.orders (order_id, user_id, placed_by_guest, payment_method, contact_email, contact_phone, shipping_address, billing_address, shipping_city,
    subtotal, delivery_fee, total_amount, device, attempt_key, attempt_hash, language)
  values (shop.order_reference(), account, account is null, method, mail, number, jsonb_build_object('first_name', name, 'last_name', 'Tester', 'address_line1',
    '9 Mall Road', 'city', 'Multan', 'country', 'Pakistan', 'phone', number), '{}', 'Multan', 2000, 0, 2000, 'Mobile', gen_random_uuid(), 'h', 'ur')
  returning order_id into placed;
  insert into public.order_items (order_id, product_id, product_name, quantity, price, price_at_purchase, subtotal)
  select id, '00000000-0000-4000-8000-0000000000f1', 'Called gown', 1, 2000, 2000, 2000 from public.orders where order_id = placed;
  if method = 'cod' then
    update public.orders set status = 'Processing', payment_status = true where order_id = placed;
  end if;
  return placed;
end $$;
create function pg_temp.now_of(text) returns public.orders language sql as $$ select * from public.orders o where o.order_id = $1 $$;

-- A word that nearly everybody has: those who are counted are the latest.
select is((select concat_ws(' ', few.page = every.page, few.total, few.has_more, every.total > 1, every.has_more)
  from shop.page_of_people('example', 7, null, 1) few, shop.page_of_people('example', 1, null) every), 't 1 t t f', 'of too many people the latest are found');

-- A guest is a person by the number.
create temporary table made as select pg_temp.order_of('+923337770001', 'Guestina', 'guestina@example.com') as first,
  pg_temp.order_of('+923337770001', 'Guestina') as second, pg_temp.order_of('+923337770002', 'Guestina Work') as third;
grant select on made to public;
update public.orders set created_at = now() - interval '1 day' where order_id in (select first from made);
select is((select string_agg(coalesce(pg_temp.found(s), '-'), '; ') from unnest(array['0333 7770001', '+92-333-777 0001', '00923337770001', 'guestina tester 0333 7770001',
  'guestina@example.com', '03337770009']) s), 'Guestina Tester; Guestina Tester; Guestina Tester; Guestina Tester; Guestina Tester; -',
  'a guest is found by any spelling of the number, by name and by e-mail (OR-76)');
select is((select concat_ws(' ', p ->> 'name', p ->> 'phone', p ->> 'email', p ->> 'language', p ->> 'is_guest', p ->> 'order_count', p ->> 'city', jsonb_array_length(p -> 'parts'))
  from pg_temp.seen(pg_temp.one('+923337770001')) p), 'Guestina Tester +923337770001 guestina@example.com ur true 2 Multan 1', 'with name, e-mail, language and number of orders (OR-76)');
select is(pg_temp.read('public.desk_customers()') -> 'rows' -> 0 ->> 'phone' like '+92333777000_', true, 'the list begins with whom the desk has heard of last');

-- What they are worth, and how it ended.
update public.orders set confirmed_at = now() where order_id in (select first from made);
update public.orders set status = 'Shipped' where order_id in (select first from made);
update public.orders set status = 'Delivered' where order_id in (select first from made);
insert into public.returns (order_id, kind, status, reason, refund_amount, request_key) select (pg_temp.now_of(first)).id, 'return', 'requested', 'size', 500, gen_random_uuid() from made;
insert into public.return_items (return_id, order_item_id, quantity) select r.id, i.id, 1 from made, public.returns r join public.order_items i on i.order_id = r.order_id
  where r.order_id = (pg_temp.now_of(first)).id;
update public.returns set status = 'approved' where order_id = (select (pg_temp.now_of(first)).id from made);
update public.returns set status = 'received' where order_id = (select (pg_temp.now_of(first)).id from made);
select is((select (p -> 'ended')::text || ' ' || (p ->> 'worth')::numeric::integer from pg_temp.seen(pg_temp.one('+923337770001')) p),
  (select '{"open": 1, "refused": 0, "returned": 1, "cancelled": 0, "delivered": 1} ' || sum(l.value)::integer from shop.ledger l, made
    where l.order_number = first and l.figure in ('sold', 'refunded')),
  'how their orders ended, and what the books have of those that are sold, less what came back (OR-76)');
select is((select (p ->> 'worth')::numeric::integer from pg_temp.seen(pg_temp.one('+923337770001')) p), 1500, 'not of an order that nobody has confirmed');

-- An account belongs to its number.
update public.profiles set phone_number = '+923337770001' where id = pg_temp.account('ayesha@example.com');
select is((select concat_ws(' ', p ->> 'email', p ->> 'is_guest', jsonb_array_length(p -> 'parts')) from pg_temp.seen(pg_temp.account('ayesha@example.com')) p),
  'ayesha@example.com false 2', 'an account with the number is the same person (OR-76)');
select is((select pg_temp.seen(pg_temp.account('ayesha@example.com')) ->> 'id'), pg_temp.one('+923337770001')::text, 'whose page its old address shows');
update public.profiles set phone_number = null where id = pg_temp.account('ayesha@example.com');
update public.orders set contact_phone = null where user_id = pg_temp.account('ayesha@example.com');
select shop.keep_account(pg_temp.account('ayesha@example.com'));
select is((select pg_temp.seen(pg_temp.account('ayesha@example.com')) ->> 'is_guest' || jsonb_array_length(pg_temp.seen(pg_temp.one('+923337770001')) -> 'parts')), 'false1',
  'and another one once the number is removed');
select pg_temp.order_of('+923337770002', 'Ayesha', 'ayesha@example.com', pg_temp.account('ayesha@example.com'));
select is((select pg_temp.seen(pg_temp.account('ayesha@example.com')) ->> 'id'), pg_temp.one('+923337770002')::text, 'without one it has that of its order');

-- Tags.
select is(pg_temp.do('desk_tag_person(%L, %L)', pg_temp.one('+923337770001')::text, '  Wholesale ') || pg_temp.do('desk_tag_person(%L, %L)', pg_temp.one('+923337770001')::text, 'wholesale'),
  'donedone', 'a person gets a tag, once (OR-77)');
select is(pg_temp.found(null, 'wholesale') || ' ' || (pg_temp.read('public.desk_customers()') ->> 'tags'), 'Guestina Tester ["wholesale"]', 'the list is filtered by it (OR-77)');
select is(pg_temp.do('desk_tag_person(%L, %L)', pg_temp.one('+923337770001')::text, 'x') || ' ' || pg_temp.do('desk_tag_person(%L, %L)', pg_temp.one('+923337770001')::text, repeat('x', 31))
  || ' ' || pg_temp.do('desk_tag_person(%L, %L)', gen_random_uuid()::text, 'vip'), 'invalid_tag invalid_tag no_such_customer', 'tags are short words of people that there are');

select pg_temp.do('desk_tag_person(%L, %L)', pg_temp.one('+923337770001')::text, 'night');
select is(pg_temp.do('desk_tag_person(%L, %L, false)', pg_temp.one('+923337770001')::text, 'Night') || (pg_temp.seen(pg_temp.one('+923337770001')) ->> 'tags'), 'done["wholesale"]', 'a tag is taken away (OR-77)');

-- Joined and parted.
select pg_temp.do('desk_add_note(%L, null, %L)', 'Calls at night', pg_temp.one('+923337770002')::text);
select is(pg_temp.do('desk_join_people(%L, %L)', pg_temp.one('+923337770001')::text, pg_temp.account('ayesha@example.com')::text), 'done', 'two of one person are joined (OR-78)');
select is((select concat_ws(' ', p ->> 'id' = pg_temp.one('+923337770001')::text, p ->> 'order_count', jsonb_array_length(p -> 'parts'), p ->> 'tags') from pg_temp.seen(pg_temp.one('+923337770002')) p),
  't ' || (3 + 1 + (select count(*) from public.orders where user_id = pg_temp.account('ayesha@example.com') and contact_phone is null)) || ' 3 ["wholesale"]',
  'with all their orders, numbers, accounts and tags (OR-78)');
select is((select string_agg(n ->> 'text', ' ') from jsonb_array_elements(pg_temp.read(format('public.desk_notes(null, %L)', pg_temp.one('+923337770001')))) n), 'Calls at night', 'and notes');
select is((select string_agg(n ->> 'text', ' ') from made, jsonb_array_elements(pg_temp.read(format('public.desk_notes(%L)', first))) n), 'Calls at night', 'which their orders show');
select is(pg_temp.do('desk_join_people(%L, %L)', pg_temp.one('+923337770002')::text, pg_temp.one('+923337770001')::text) || ' '
  || pg_temp.do('desk_join_people(%L, %L)', pg_temp.one('+923337770002')::text, gen_random_uuid()::text), 'already_joined no_such_customer', 'not twice, nor with nobody');
select is(pg_temp.found('03337770002') || ' ' || (pg_temp.read($$public.desk_customers('guestina')$$) ->> 'total'), 'Ayesha Khan 1', 'the list has them once');
select is(pg_temp.do('desk_part_person(%L)', pg_temp.one('+923337770002')::text), 'done', 'and parted again (OR-78)');
select is((select concat_ws(' ', a ->> 'order_count', a -> 'tags', b ->> 'email', b -> 'tags') from pg_temp.seen(pg_temp.one('+923337770001')) a, pg_temp.seen(pg_temp.one('+923337770002')) b),
  '2 ["wholesale"] ayesha@example.com []', 'each with what was its own (OR-78)');
select is(pg_temp.do('desk_part_person(%L)', pg_temp.one('+923337770002')::text) || ' ' || pg_temp.do('desk_part_person(%L)', pg_temp.account('ayesha@example.com')::text) || ' '
  || pg_temp.do('desk_part_person(%L)', gen_random_uuid()::text), 'already_parted done no_such_customer', 'once; also an account from its number');
update public.profiles set phone_number = '+923337770001' where id = pg_temp.account('ayesha@example.com');
select is(pg_temp.seen(pg_temp.account('ayesha@example.com')) ->> 'id', pg_temp.account('ayesha@example.com')::text, 'which a number of the profile joins no more');
select is((select string_agg(concat_ws(' ', a.action, a.subject_kind, a.before::text ~ 'person', a.after::text ~ 'person'), ', ' order by a.id) from public.desk_audit a
    where a.action in ('tag', 'join', 'part')), 'tag customer, tag customer, join customer t, part customer t, part customer t', 'the record has each, without words (OR-78)');

-- Blocks.
select is(pg_temp.do('desk_save_row(''block'', %L)', '{"contact": "9 mall road, multan", "reason": "Refused", "ends": "2999-01-01"}') ~ '^[0-9a-f-]{36}$', true, 'an address is blocked');
select is((select string_agg(b ->> 'reason', ' ') from jsonb_array_elements(pg_temp.seen(pg_temp.one('+923337770001')) -> 'blocks') b), 'Refused', 'which the page of the person says (OR-76)');

-- The form of a new order.
select is((select concat_ws(' ', k -> 'order' -> 'address' ->> 'first_name', k -> 'order' ->> 'language', k -> 'order' ->> 'email', k -> 'tags', jsonb_array_length(k -> 'blocks'))
    from pg_temp.read('public.desk_known_shopper(''+923337770001'')') k), 'Guestina ur ["wholesale"] 1', 'a number fills a new order with what its latest one had (OR-79)');
update public.orders set created_at = now() + interval '1 minute' where order_id = (select first from made);
select is(pg_temp.read('public.desk_known_shopper(''+923337770001'')') -> 'order' ->> 'email', 'guestina@example.com', 'its e-mail address only if it was delivered, called or entered here');
select is(pg_temp.read(format('public.desk_known_shopper(null, %L)', pg_temp.one('+923337770001'))) ->> 'phone', '+923337770001', 'also by the person');
select is(pg_temp.as('operator', 'select public.desk_known_shopper(''+923337770009'') is null'), 'true', 'nothing is known of a new number');

-- The e-mail address of an order.
create function pg_temp.mail_to(number text, mail text, version integer default null) returns text language sql as $$
  select pg_temp.do('desk_change_email(%L, %L, %L)', number, coalesce(version, (pg_temp.now_of(number)).version)::text, mail)
$$;
update public.order_mails set state = 'sent', ended_at = now() where order_id = (select (pg_temp.now_of(first)).id from made);
delete from public.blocked_contacts;
select is((select concat_ws(' ', pg_temp.mail_to(first, 'nobody'), pg_temp.mail_to(first, 'Guestina@example.com'), pg_temp.mail_to(first, 'x@example.com', 1), pg_temp.mail_to('ORD-1-1', 'x@example.com', 1)) from made),
  'invalid_email same_email changed_meanwhile no_such_order', 'an address is checked (OR-80)');
create temporary table key_before as select (pg_temp.now_of(first)).attempt_key as key from made;
select is((select pg_temp.mail_to(first, ' New@Example.com ') from made), 'done', 'and changed (OR-80)');
select is((select concat_ws(' ', o.contact_email, o.link_number, o.attempt_key <> k.key) from made, key_before k, pg_temp.now_of(first) o), 'new@example.com 1 t',
  'what opened the order for the old address opens it no more (OR-80)');
select is((select string_agg(concat_ws(' ', m.kind, m.state, m.taken_back_at is null), ', ' order by m.number) from public.order_mails m, made
    where m.order_id = (pg_temp.now_of(first)).id and m.kind = 'delivered'), 'delivered sent f, delivered waiting t', 'the new one gets what the old one had, as far as the order is (OR-80)');
select is((select concat_ws(' ', a.before, a.after) from public.desk_audit a where a.action = 'change_email'), '{"has_email": true} {"has_email": true}', 'the record has no address');
select pg_temp.mail_to(second, 'Second@example.com') from made;
select is((select (pg_temp.now_of(second)).contact_email || ' ' || (pg_temp.now_of(second)).link_number || ' ' || (select string_agg(m.kind, ' ') from public.order_mails m where m.order_id = (pg_temp.now_of(second)).id) from made),
  'second@example.com 0 placed', 'an order without one gets one');
insert into public.blocked_contacts (contact, reason, ends) values ('blocked@example.com', 'x', '2999-01-01');
select is((select pg_temp.mail_to(second, 'blocked@example.com') from made), 'contact_blocked', 'none that is blocked for cash');

-- What goes with an account, and with the last order of a number.
select pg_temp.do('desk_add_note(%L, null, %L)', 'On the account', pg_temp.account('ayesha@example.com')::text), pg_temp.do('desk_tag_person(%L, %L)', pg_temp.account('ayesha@example.com')::text, 'vip');
update public.orders set status = 'Cancelled' where user_id = pg_temp.account('ayesha@example.com') and status not in ('Delivered', 'Cancelled', 'ReturnedToOrigin');
delete from public.orders where order_id = (select third from made);
delete from auth.users where id = pg_temp.account('ayesha@example.com');
select is((select string_agg(n.text, ' ') from shop.desk_notes n), null, 'notes go with the account, and with a number that only its orders had (OR-78)');
select is((select string_agg(t.tag, ' ') from shop.person_tags t) || coalesce(pg_temp.one('+923337770002')::text, ''), 'wholesale', 'so do tags and the number itself');
select is((select string_agg(distinct concat(has_table_privilege(r, t, 'select') and has_schema_privilege(r, 'shop', 'usage')), ' ')
  from unnest(array['anon', 'authenticated', 'service_role']) r, unnest(array['shop.people', 'shop.person_tags']) t), 'f', 'no role of the API reads the tables');
