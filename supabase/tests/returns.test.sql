-- Returns and exchanges: who may ask for what, how they go on, and what becomes of money and stock.
select plan(36);

create function pg_temp.refusal(statement text) returns text language plpgsql as $$
begin
  execute statement;
  return 'done';
exception when others then
  return sqlerrm;
end $$;
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
-- Asks as the guest who placed the order, unless the change says otherwise; the token of a refusal or 'done'.
create function pg_temp.ask(change jsonb default '{}', quantity integer default 1, place integer default null) returns text language sql as $$
  select pg_temp.refusal(format('select public.request_return(%L)', jsonb_build_object('request_key', gen_random_uuid(),
    'order_id', (select number from placed), 'shopper', null, 'attempt_key', '00000000-0000-4000-8000-000000000001',
    'kind', case when place is null then 'return' else 'exchange' end, 'reason', 'size', 'note', ' Too wide ', 'days', 14,
    'items', jsonb_build_array(jsonb_build_object('order_item_id', (select id from item), 'quantity', quantity,
      'variant_id', (select s.id from sizes s where s.place = $3)))) || change))
$$;
create function pg_temp.latest() returns public.returns language sql as $$ select r from public.returns r order by created_at desc, id limit 1 $$;
create function pg_temp.moved(new_status text) returns text language sql as $$
  select pg_temp.refusal(format('update public.returns set status = %L where id = %L', new_status, (pg_temp.latest()).id))
$$;
create function pg_temp.order_becomes(new_status text) returns text language sql as $$
  update public.orders o set status = new_status from placed where placed.number = o.order_id returning new_status
$$;

select is(pg_temp.stock(1), 7, 'three pieces are ordered');
select is(pg_temp.ask(), 'not_returnable', 'nothing goes back before it has arrived');
select pg_temp.order_becomes('Shipped'), pg_temp.order_becomes('Delivered');
select is(pg_temp.ask('{"attempt_key": "00000000-0000-4000-8000-000000000002"}'), 'no_such_order', 'somebody else''s order isn''t there');
select is(pg_temp.ask(jsonb_build_object('shopper', (select id from person), 'attempt_key', null)), 'no_such_order', 'nor for another shopper');
select is(pg_temp.ask('{"items": []}'), 'nothing_to_return', 'something has to go back');
select is(pg_temp.ask('{}', 4), 'too_many_returned', 'and no more than was ordered');
select is(pg_temp.ask('{}', 0), 'too_many_returned', 'nor less than one');
update public.orders o set history = jsonb_set(history, '{-1,timestamp}', to_jsonb(now() - interval '15 days')) from placed where placed.number = o.order_id;
select is(pg_temp.ask(), 'not_returnable', 'nothing goes back after the days that the shop grants');
update public.orders o set history = jsonb_set(history, '{-1,timestamp}', to_jsonb(now() - interval '14 days')) from placed where placed.number = o.order_id;
select is(pg_temp.ask('{"request_key": "00000000-0000-4000-8000-0000000000aa", "photos": ["return-photos/a.webp"]}', 2), 'done', 'until the last day it does');
select is(pg_temp.ask('{"request_key": "00000000-0000-4000-8000-0000000000aa"}', 2), 'done', 'and the same request again');
select is((select count(*)::integer from public.returns), 1, 'is one');
select is((pg_temp.latest()).note || (pg_temp.latest()).status, 'Too widerequested', 'with the shopper''s words');
select is((pg_temp.latest()).refund_amount, (select round((o.total_amount - o.delivery_fee) * 2 / 3, 2) from public.orders o join placed on placed.number = o.order_id), 'and its share of what the goods cost');
select is(pg_temp.ask('{}', 2), 'too_many_returned', 'what is on its way back can''t go back again');
select is((select public.get_returnable(number, '00000000-0000-4000-8000-000000000001') ->> (select id::text from item) from placed), '1', 'one piece is left');
select is((select jsonb_array_length(public.get_returns(number, '00000000-0000-4000-8000-000000000001')) from placed), 1, 'the guest sees the return');
select is((select public.get_returns(number, '00000000-0000-4000-8000-000000000002') from placed), '[]'::jsonb, 'and nobody else does');

select is(pg_temp.moved('received'), 'status_not_allowed', 'nothing arrives that was not approved');
select is(pg_temp.moved('approved') || pg_temp.moved('received'), 'donedone', 'operators move a return by plain edits');
select is((select concat_ws(' ', r.reason, r.provider, r.amount = (pg_temp.latest()).refund_amount) from public.refunds r where r.return_id = (pg_temp.latest()).id), 'returned cash t', 'what has arrived is money to send back');
select is(pg_temp.moved('refunded'), 'refund_not_sent', 'which is not refunded before it is sent');
select is(pg_temp.refusal('update public.returns set refund_amount = 1'), 'status_not_allowed', 'nor changed any more');
update public.refunds set refunded_at = now() where return_id = (pg_temp.latest()).id;
select is((select string_agg(h ->> 'status', ' ') from jsonb_array_elements((pg_temp.latest()).history) h), 'requested approved received refunded', 'a refund that was sent ends the return');
select is(pg_temp.stock(1), 7, 'and nothing goes on sale again by itself');

select is(pg_temp.ask('{}', 1, 1), 'no_such_size', 'an exchange is for another size');
select is(pg_temp.ask('{"kind": "exchange"}', 1), 'no_such_size', 'of the same product');
update public.product_variants v set stock = 0 from sizes s where s.id = v.id and s.place = 2;
select is(pg_temp.ask('{}', 1, 2), 'sold_out', 'that is there');
select is((select count(*)::integer from public.returns), 1, 'and what is refused leaves nothing');
update public.product_variants v set stock = 1 from sizes s where s.id = v.id and s.place = 2;
select is(pg_temp.ask('{}', 1, 2), 'done', 'the last piece of a size is enough');
select is(pg_temp.stock(2), 0, 'and is held at once');
select is((select pg_temp.refusal(format('select public.withdraw_return(%L, %L, %L)', number, r.id, '00000000-0000-4000-8000-000000000002'))
  from placed, public.returns r where r.kind = 'exchange'), 'no_such_return', 'nobody else withdraws it');
select is((select pg_temp.refusal(format('select public.withdraw_return(%L, %L, %L)', number, r.id, '00000000-0000-4000-8000-000000000001'))
  from placed, public.returns r where r.kind = 'exchange'), 'done', 'its shopper does');
select is(pg_temp.stock(2), 1, 'and the size is free again');

-- With an account: what was written goes with it.
update public.orders o set user_id = person.id from placed, person where placed.number = o.order_id;
select is(pg_temp.ask(jsonb_build_object('shopper', (select id from person), 'photos', '["return-photos/b.webp"]'::jsonb)), 'done', 'a shopper asks for their own order');
delete from auth.users where id = (select id from person);
select is((select string_agg(concat_ws(' ', r.note, cardinality(r.photos)), ',') from public.returns r where r.status = 'withdrawn' or r.note is not null), '0,0', 'an account takes its words and photos along');
select is((select count(*)::integer from public.files_to_remove where path like 'return-photos/%'), 2, 'and the files are listed to be removed');

select * from finish();
