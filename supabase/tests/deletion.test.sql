-- What the deletion of an account deletes, what stays, and when it is refused.
select plan(28);

select set_config('request.jwt.claims', '{"role": "service_role"}', true), set_config('request.jwt.claim.sub', '', true);

create temporary table person as select id from public.profiles where email = 'mahnoor@example.com';
create temporary table ordered (name text, number text, order_id uuid);
create function pg_temp.place(name text) returns void language plpgsql as $$
declare
  placed jsonb;
begin
  perform set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', id)::text, true),
    set_config('request.jwt.claim.sub', id::text, true) from person;
  placed := public.place_order(gen_random_uuid(), 'h', (select jsonb_build_array(jsonb_build_object('product_id', p.id, 'quantity', 1,
      'size', (select v.label from public.product_variants v where v.product_id = p.id and v.stock > 5 order by v.label limit 1),
      'color', (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = p.id limit 1)))
    from public.products p where p.slug = 'guest-robe'),
    'mahnoor@example.com', '{"first_name": "Mahnoor", "address_line1": "1 Road", "city": "Lahore", "phone": "+923005550101"}',
    '{"first_name": "Mahnoor", "address_line1": "1 Road", "city": "Lahore"}', 'payfast', 'Mobile', null, null, 'Ring twice');
  insert into ordered values (name, placed ->> 'order_id', (placed ->> 'id')::uuid);
  perform set_config('request.jwt.claims', '{"role": "service_role"}', true), set_config('request.jwt.claim.sub', '', true);
end $$;
create function pg_temp.order_becomes(new_status text) returns text language sql as $$
  update public.orders o set status = new_status from ordered d where d.order_id = o.id and d.name = 'first' returning new_status
$$;
-- Tries a deletion and rolls it back.
create function pg_temp.deletion() returns text language sql as $$
  select pg_temp.refusal_with_detail(format('delete from auth.users where id = %L', id)) from person
$$;
select pg_temp.place('first');

-- Refused while an order is on its way; the order keeps its address.
select is(pg_temp.deletion(), 'done', 'an unpaid order doesn''t prevent the deletion');
select pg_temp.order_becomes('PaymentPending');
select is(pg_temp.deletion(), 'done', 'an order that waits for its payment doesn''t prevent the deletion');
select pg_temp.order_becomes('PaymentFailed');
select is(pg_temp.deletion(), 'done', 'a failed payment doesn''t prevent the deletion');
select is(public.order_on_its_way(id), null, 'none of these orders is on its way') from person;
select pg_temp.order_becomes('PaymentAccepted');
select is(pg_temp.deletion(), 'order_on_its_way ' || number, 'a paid order prevents the deletion and is named') from ordered;
select pg_temp.order_becomes('Processing');
select is(pg_temp.deletion(), 'order_on_its_way ' || number, 'a processed order prevents the deletion') from ordered;
select pg_temp.order_becomes('Shipped');
select is(pg_temp.deletion(), 'order_on_its_way ' || number, 'a shipped order prevents the deletion') from ordered;
select is(public.order_on_its_way(id), number, 'the server can read its number') from person, ordered;
select is((select concat_ws(' ', o.contact_email, o.shipping_address ->> 'address_line1', o.notes) from public.orders o
  join ordered d on d.order_id = o.id), 'mahnoor@example.com 1 Road Ring twice', 'the order keeps its address');
select is((select count(*)::integer from public.profiles p join person using (id)), 1, 'the account still exists');
select is(pg_temp.refusal_with_detail(format('update public.orders set status = ''Cancelled'' where id = %L; delete from auth.users where id = %L', order_id, id)),
  'done', 'a cancelled order isn''t on its way') from person, ordered;
select pg_temp.order_becomes('Delivered');
select is(pg_temp.deletion(), 'done', 'a delivered order doesn''t prevent the deletion');
select pg_temp.place('second');
create temporary table stock_before as select v.id, v.stock from public.product_variants v
  join public.order_items i on i.variant_id = v.id join ordered o on o.order_id = i.order_id where o.name = 'second';

-- The shopper's data.
insert into public.payment_notifications (provider, source, body, verdict, provider_payment_id, payment_status, order_id, amount, message)
select 'payfast', '197.97.145.144', 'name_first=Mahnoor&email_address=mahnoor@example.com&custom_str2=' || order_id, 'applied', 'p1', 'FAILED', order_id, 10,
  jsonb_build_object('name_first', 'Mahnoor', 'name_last', 'Ali', 'email_address', 'mahnoor@example.com', 'custom_str3', (select id from person),
    'amount_gross', '10.00') from ordered where name = 'first';
insert into public.payment_notifications (provider, source, body, verdict)
select 'payfast', '203.0.113.7', 'email_address=mahnoor@example.com&custom_str2=' || order_id, 'wrong source' from ordered where name = 'second';
insert into public.payment_notifications (provider, source, body, verdict) values ('payfast', '203.0.113.8', 'email_address=other@example.com', 'forged');
update public.profiles p set avatar_url = 'profilePictures/' || p.id || '-2.webp' from person where person.id = p.id;
insert into public.product_reviews (product_id, user_id, rating, review_text, images)
select p.id, person.id, 5, 'Lovely', array['review-images/00000000-0000-4000-8000-000000000001.webp', 'pictures/guest-robe.webp']
from public.products p, person where p.slug = 'guest-robe';
insert into public.user_conversations (id, title, created_by) select '00000000-0000-4000-8000-00000000000c', 'Help', id from person;
insert into public.chat_messages (conversation_id, sender_id, sender_type, attachment_url, attachment_type)
select '00000000-0000-4000-8000-00000000000c', id, 'userData',
  'chat-attachments/00000000-0000-4000-8000-00000000000c/00000000-0000-4000-8000-000000000002.webp', 'image/webp' from person;
insert into storage.objects (bucket_id, name)
select 'files', name from person, unnest(array['profilePictures/' || id || '-1.webp', 'profilePictures/' || id || '-2.webp',
  'chat-attachments/00000000-0000-4000-8000-00000000000c/00000000-0000-4000-8000-000000000002.webp',
  'chat-attachments/00000000-0000-4000-8000-00000000000c/00000000-0000-4000-8000-000000000003.pdf',
  'profilePictures/00000000-0000-4000-8000-00000000000f-1.webp']) name;

update public.orders o set discount_reason = 'For Mahnoor', changes = '[{"before": {}, "after": {}}]' from ordered d where d.order_id = o.id and d.name = 'first';
update shop.shipments s set courier_words = 'Received by Mahnoor' from ordered d where d.order_id = s.order_id;

delete from auth.users u using person where u.id = person.id;

select is((select concat_ws(' ', o.user_id::text, o.contact_email, o.contact_phone, o.notes, o.shipping_address::text, o.billing_address::text)
  from public.orders o join ordered d on d.order_id = o.id where d.name = 'first'), '{"city": "Lahore", "country": null} {"city": "Lahore", "country": null}',
  'an order stays without personal data');
select is((select o.changes::text || coalesce(o.discount_reason, '') from public.orders o join ordered d on d.order_id = o.id where d.name = 'first'),
  '[]', 'nor what was changed and why');
select is((select string_agg(s.state || coalesce(s.courier_words, ''), ' ') from shop.shipments s join ordered d on d.order_id = s.order_id where d.name = 'first'),
  'delivered', 'nor the words of its courier');
select is((select o.status from public.orders o join ordered d on d.order_id = o.id where d.name = 'first'),
  'Delivered', 'a delivered order stays delivered');
select is((select o.status || ' ' || o.holds_stock from public.orders o join ordered d on d.order_id = o.id where d.name = 'second'),
  'Cancelled false', 'an unpaid order is cancelled');
select is((select v.stock - b.stock from public.product_variants v join stock_before b using (id)), 1, 'the stock of a cancelled order is returned');
select is((select coalesce(body, 'none') || ' ' || message::text from public.payment_notifications where provider_payment_id = 'p1'),
  'none {"amount_gross": "10.00"}', 'messages about its payments contain no personal data');
select is((select body from public.payment_notifications where source = '203.0.113.7'), null, 'rejected messages contain no personal data');
select is((select body from public.payment_notifications where source = '203.0.113.8'),
  'email_address=other@example.com', 'other messages stay unchanged');
select is((select string_agg(replace(path, (select id::text from person), 'ID'), ', ' order by path collate "C") from public.files_to_remove),
  'chat-attachments/00000000-0000-4000-8000-00000000000c/00000000-0000-4000-8000-000000000002.webp, '
  'chat-attachments/00000000-0000-4000-8000-00000000000c/00000000-0000-4000-8000-000000000003.pdf, '
  'profilePictures/ID-1.webp, profilePictures/ID-2.webp, review-images/00000000-0000-4000-8000-000000000001.webp',
  'only the account''s profile pictures, review photos and chat files are listed for removal');
select is((select count(*)::integer from public.product_reviews r join person on person.id = r.user_id), 0, 'reviews are deleted');
select is((select count(*)::integer from public.user_conversations where id = '00000000-0000-4000-8000-00000000000c'), 0, 'chats are deleted');

-- A payment after the deletion.
create temporary table late as select public.store_notification('payfast', '197.97.145.144', 'name_first=Mahnoor') as id;
select is(public.record_payment(jsonb_build_object('provider', 'payfast', 'payment_id', 'late', 'outcome', 'COMPLETE', 'notification', late.id,
    'amount', to_char(o.total_amount, 'FM999990.00'), 'order_id', o.id, 'reference', o.order_id,
    'message', '{"name_first": "Mahnoor", "amount_gross": "1.00"}'::jsonb)),
  jsonb_build_object('verdict', 'refund'),
  'a later payment is to be refunded') from public.orders o join ordered d on d.order_id = o.id and d.name = 'second', late;
select is((select concat_ws(' ', n.body, n.message::text) from public.payment_notifications n join late using (id)),
  '{"amount_gross": "1.00"}', 'a payment after the deletion stores no name');

-- Only the server reads the list.
select is(pg_temp.refusal_with_detail('set local role authenticated; select * from public.files_to_remove'),
  'permission denied for table files_to_remove', 'shoppers can''t read the list of files');
select is(pg_temp.refusal_with_detail('set local role authenticated; select public.order_on_its_way(gen_random_uuid())'),
  'permission denied for function order_on_its_way', 'shoppers can''t read others'' orders');

select * from finish();
