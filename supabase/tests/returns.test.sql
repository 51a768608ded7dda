-- Returns and exchanges: who may request what, how they proceed, and their effect on refunds and stock.
select plan(40);

select set_config('request.jwt.claims', '{"role": "service_role"}', true), set_config('request.jwt.claim.sub', '', true);
create temporary table person as select id from public.profiles where email = 'mahnoor@example.com';
create temporary table sizes as select v.id, v.label, row_number() over (order by v.display_order) as place
  from public.product_variants v join public.products p on p.id = v.product_id where p.slug = 'guest-robe';
update public.product_variants v set stock = 10 from sizes s where s.id = v.id;
create temporary table placed as select public.place_order('00000000-0000-4000-8000-000000000001', 'h', jsonb_build_array(jsonb_build_object(
    'product_id', p.id, 'quantity', 3, 'size', (select label from sizes where place = 1),
    'color', (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = p.id limit 1))),
    'guest@example.com', '{"first_name": "Gul", "address_line1": "1 Road", "city": "Lahore", "phone": "+923005550177"}',
    '{"first_name": "Gul", "address_line1": "1 Road", "city": "Lahore"}', 'cod', 'Mobile') ->> 'order_id' as number
  from public.products p where p.slug = 'guest-robe';
create temporary table item as select i.id from public.order_items i join public.orders o on o.id = i.order_id join placed on placed.number = o.order_id;
create function pg_temp.stock(place integer) returns integer language sql as $$
  select v.stock from public.product_variants v join sizes s on s.id = v.id where s.place = $1
$$;
-- Requests a return as the guest who placed the order, unless changed; returns the refusal or 'done'.
create function pg_temp.ask(change jsonb default '{}', quantity integer default 1, place integer default null) returns text language sql as $$
  select pg_temp.attempt(format('select public.request_return(%L)', jsonb_build_object('request_key', gen_random_uuid(),
    'order_id', (select number from placed), 'shopper', null, 'attempt_key', '00000000-0000-4000-8000-000000000001',
    'kind', case when place is null then 'return' else 'exchange' end, 'reason', 'size', 'note', ' Too wide ', 'days', 14,
    'items', jsonb_build_array(jsonb_build_object('order_item_id', (select id from item), 'quantity', quantity,
      'variant_id', (select s.id from sizes s where s.place = $3)))) || change))
$$;
create function pg_temp.latest() returns public.returns language sql as $$ select r from public.returns r order by created_at desc, id limit 1 $$;
create function pg_temp.moved(new_status text) returns text language sql as $$
  select pg_temp.attempt(format('update public.returns set status = %L where id = %L', new_status, (pg_temp.latest()).id))
$$;
create function pg_temp.order_becomes(new_status text) returns text language sql as $$
  update public.orders o set status = new_status from placed where placed.number = o.order_id returning new_status
$$;

select is(pg_temp.stock(1), 7, 'an order of three pieces is placed');
select is(pg_temp.ask(), 'not_returnable', 'nothing can be returned before the delivery');
select pg_temp.order_becomes('Shipped'), pg_temp.order_becomes('Delivered');
select is(pg_temp.ask('{"attempt_key": "00000000-0000-4000-8000-000000000002"}'), 'no_such_order', 'somebody else can''t return a guest''s order');
select is(pg_temp.ask(jsonb_build_object('shopper', (select id from person), 'attempt_key', null)),
  'no_such_order', 'another shopper can''t return it');
select is(pg_temp.ask('{"items": []}'), 'nothing_to_return', 'a return needs an item');
select is(pg_temp.ask('{}', 4), 'too_many_returned', 'no more than ordered can be returned');
select is(pg_temp.ask('{}', 0), 'too_many_returned', 'no less than one can be returned');
update public.orders o set history = jsonb_set(history, '{-1,timestamp}', to_jsonb(now() - interval '15 days')) from placed where placed.number = o.order_id;
select is(pg_temp.ask(), 'not_returnable', 'nothing can be returned after the return period');
update public.orders o set history = jsonb_set(history, '{-1,timestamp}', to_jsonb(now() - interval '14 days')) from placed where placed.number = o.order_id;
select is(pg_temp.ask('{"request_key": "00000000-0000-4000-8000-0000000000aa", "photos": ["return-photos/a.webp"]}', 2),
  'done', 'the last day of the return period counts');
select is(pg_temp.ask('{"request_key": "00000000-0000-4000-8000-0000000000aa"}', 2), 'done', 'the same request is accepted again');
select is((select count(*)::integer from public.returns), 1, 'the same request makes one return');
select is((pg_temp.latest()).note || (pg_temp.latest()).status, 'Too widerequested', 'a return has the shopper''s note');
select is((pg_temp.latest()).refund_amount,
  (select round((o.total_amount - o.delivery_fee) * 2 / 3, 2) from public.orders o join placed on placed.number = o.order_id),
  'a return has its share of the price of the goods');
select is(pg_temp.ask('{}', 2), 'too_many_returned', 'what is being returned can''t be returned again');
select is((select public.get_returnable(number, '00000000-0000-4000-8000-000000000001') ->> (select id::text from item) from placed),
  '1', 'one piece is left to return');
select is((select jsonb_array_length(public.get_returns(number, '00000000-0000-4000-8000-000000000001')) from placed),
  1, 'the guest sees the return');
select is((select public.get_returns(number, '00000000-0000-4000-8000-000000000002') from placed), '[]'::jsonb, 'nobody else sees the return');

select is(pg_temp.moved('received'), 'status_not_allowed', 'a return that wasn''t approved can''t be received');
select is(array[pg_temp.moved('approved'), pg_temp.moved('received')],
  array['done', 'done'], 'operators update a return by plain edits');
select is((select concat_ws(' ', r.reason, r.provider, r.amount = (pg_temp.latest()).refund_amount) from public.refunds r where r.return_id = (pg_temp.latest()).id),
  'returned cash t', 'a received return becomes a refund');
select is(pg_temp.moved('refunded'), 'refund_not_sent', 'a return isn''t refunded before the refund is sent');
select is(pg_temp.attempt('update public.returns set refund_amount = 1'), 'status_not_allowed', 'a received return can''t be changed');
update public.refunds set refunded_at = now() where return_id = (pg_temp.latest()).id;
select is((select string_agg(h ->> 'status', ' ') from jsonb_array_elements((pg_temp.latest()).history) h),
  'requested approved received refunded', 'a sent refund ends the return');
select is(pg_temp.stock(1), 7, 'returned items don''t go back on sale by themselves');

select is(pg_temp.ask('{}', 1, 1), 'no_such_size', 'an exchange needs another size');
select is(pg_temp.ask('{"kind": "exchange"}', 1), 'no_such_size', 'an exchange needs a size of the same product');
update public.product_variants v set stock = 0 from sizes s where s.id = v.id and s.place = 2;
select is(pg_temp.ask('{}', 1, 2), 'sold_out', 'an exchange needs a size in stock');
select is((select count(*)::integer from public.returns), 1, 'a refused exchange leaves nothing');
update public.product_variants v set stock = 1 from sizes s where s.id = v.id and s.place = 2;
select is(pg_temp.ask('{}', 1, 2), 'done', 'the last piece of a size is enough');
select is(pg_temp.stock(2), 0, 'an exchange holds its size immediately');
select is((select pg_temp.attempt(format('select public.withdraw_return(%L, %L, %L)', placed.number, r.id, '00000000-0000-4000-8000-000000000002'))
  from placed, public.returns r where r.kind = 'exchange'), 'no_such_return', 'nobody else withdraws a return');
select is((select pg_temp.attempt(format('select public.withdraw_return(%L, %L, %L)', placed.number, r.id, '00000000-0000-4000-8000-000000000001'))
  from placed, public.returns r where r.kind = 'exchange'), 'done', 'its shopper withdraws a return');
select is(pg_temp.stock(2), 1, 'the size of a withdrawn exchange is released');

-- With an account: deleting it deletes the texts.
update public.orders o set user_id = person.id from placed, person where placed.number = o.order_id;
select is(pg_temp.ask(jsonb_build_object('shopper', (select id from person), 'photos', '["return-photos/b.webp"]'::jsonb), 1, 2),
  'done', 'a shopper requests an exchange of their own order');
update public.returns set status = 'approved' where kind = 'exchange' and status = 'requested';
select is((select r ->> 'kind' || ' ' || (r ->> 'status') || ' ' || ((r ->> 'refund_amount')::numeric > 0)
  from person, jsonb_array_elements(public.open_returns_of(person.id)) r where r ->> 'kind' = 'exchange'), 'exchange approved true',
  'the server knows what is open, and what it would refund');
delete from auth.users where id = (select id from person);
select is((select string_agg(concat_ws(' ', r.note, cardinality(r.photos)), ',') from public.returns r where r.status in ('withdrawn', 'approved') or r.note is not null),
  '0,0', 'deleting an account deletes notes and photos');
select is((select count(*)::integer from public.files_to_remove where path like 'return-photos/%'), 2, 'the photos are listed for removal');

select is((select concat_ws(' ', r.kind, r.refund_amount > 0, count(i.variant_id)) from public.returns r join public.return_items i on i.return_id = r.id
  where r.status = 'approved' group by r.id), 'return t 0', 'an approved exchange becomes a return that is refunded');
select is(pg_temp.stock(2), 1, 'its size is released');
select is((select o.contact_email from public.orders o join placed on placed.number = o.order_id), 'guest@example.com', 'the contact stays until then');

select * from finish();
