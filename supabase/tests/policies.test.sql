-- Every policy, as a visitor, as shopper A (Ayesha), as shopper B (Mahnoor) and as the service role.
select plan(66);
-- As Storage does, without which it refuses each deletion.
set local storage.allow_delete_query = 'true';

-- Returns the row count of a statement in a role, or its SQLSTATE; rolls it back.
create function pg_temp.tried(who text, statement text) returns text language plpgsql as $$
declare
  role_name text := case who when 'visitor' then 'anon' when 'service' then 'service_role' else 'authenticated' end;
  id uuid := case who when 'A' then pg_temp.person('ayesha@example.com') when 'B' then pg_temp.person('mahnoor@example.com') end;
  rows bigint;
begin
  begin
    perform set_config('request.jwt.claims', json_build_object('role', role_name, 'sub', id)::text, true);
    perform set_config('request.jwt.claim.sub', coalesce(id::text, ''), true);
    perform set_config('role', role_name, true);
    execute statement;
    get diagnostics rows = row_count;
    raise exception using errcode = 'OK000', message = rows::text;
  exception when others then
    return case sqlstate when 'OK000' then sqlerrm else sqlstate end;
  end;
end $$;

-- Catalogue and content: everybody reads active and published rows, nobody the others.
update public.products set is_active = false where slug = 'seamless-t-shirt-bra';
update public.products set deleted_at = now() where slug = 'lace-balconette-bra';
update public.product_categories set is_active = false where name = 'Boyshorts';
update public.testimonials set is_active = false where customer_name = 'Hira A.';
update public.banners set ends = now() where kind = 'band';
update public.hero_statistics set is_active = false where stat_key = 'happy_customers';
update public.page_content set is_published = false where slug = 'about';
update public.faq_items set is_active = false where display_order = 1;
update public.faq_categories set is_active = false where slug = 'payments';
update public.company_works set is_active = false where year = 2026;
update public.career_positions set is_active = false where department = 'Shop';
update public.footer_pages set is_active = false where title = 'Works';
update public.social_media set is_active = false where platform = 'discord';
update public.contact_info set is_active = false;

select is(pg_temp.tried('visitor', 'select 1 from public.products'), '94', 'a visitor reads products that are active and not deleted');
select is(pg_temp.tried('A', 'select 1 from public.products'), '94', 'a shopper reads products that are active and not deleted');
select is(pg_temp.tried('visitor', $$select 1 from public.product_media where product_id = md5('product:Seamless T-shirt bra')::uuid$$),
  '0', 'pictures follow their product');
select isnt(pg_temp.tried('visitor', $$select 1 from public.product_media where product_id = md5('product:Kimono robe')::uuid$$),
  '0', 'pictures of a product on sale are read');
select is(pg_temp.tried('visitor', $$select 1 from public.product_variants where product_id = md5('product:Seamless T-shirt bra')::uuid$$),
  '0', 'sizes follow their product');
select is(pg_temp.tried('visitor', $$select 1 from public.product_colors where product_id = md5('product:Seamless T-shirt bra')::uuid$$),
  '0', 'colours follow their product');
select is(pg_temp.tried('visitor', $$select 1 from public.product_features where product_id = md5('product:Seamless T-shirt bra')::uuid$$),
  '0', 'features follow their product');
select is(pg_temp.tried('visitor', $$select 1 from public.product_categories where name = 'Boyshorts'$$), '0', 'an inactive category is hidden');
select is(pg_temp.tried('visitor', 'select 1 from public.colors'), '13', 'everybody reads colours');
select is(pg_temp.tried('visitor', 'select 1 from public.testimonials'), '5', 'inactive testimonials are hidden');
select is(pg_temp.tried('visitor', 'select 1 from public.banners'), '1', 'banners that aren''t shown now are hidden');
select is(array[pg_temp.tried('visitor', 'select 1 from public.hero_statistics'),
    pg_temp.tried('visitor', $$select 1 from public.hero_statistics where stat_key = 'high_quality_products'$$)],
  array['1', '1'], 'inactive statistics are hidden');
select is(pg_temp.tried('visitor', $$select 1 from public.page_content where slug = 'about'$$), '0', 'unpublished pages are hidden');
select is(pg_temp.tried('visitor', 'select 1 from public.faq_items where display_order = 1'), '0', 'inactive questions are hidden');
select is(pg_temp.tried('visitor', 'select 1 from public.faq_categories'), '3', 'inactive question groups are hidden');
select is(pg_temp.tried('visitor', 'select 1 from public.company_works'), '4', 'inactive works are hidden');
select is(pg_temp.tried('visitor', 'select 1 from public.career_positions'), '2', 'closed positions are hidden');
select is(pg_temp.tried('visitor', $$select 1 from public.footer_pages where title = 'Works'$$), '0', 'inactive footer links are hidden');
select is(pg_temp.tried('visitor', 'select 1 from public.social_media'), '2', 'inactive social links are hidden');
select is(pg_temp.tried('visitor', 'select 1 from public.contact_info'), '0', 'inactive contact details are hidden');

-- Newsletter and contact are written by the shop.
select is(pg_temp.tried('visitor', $$insert into public.newsletter_subscriptions (email, source, is_active) values ('new@example.com', 'Website Newsletter Form', true)$$),
  '42501', 'a visitor subscribes nobody directly');
select is(pg_temp.tried('visitor', 'select 1 from public.newsletter_subscriptions'), '42501', 'a visitor reads no subscription');
select is(pg_temp.tried('visitor', $$insert into public.contact_submissions (first_name, email, message) values ('N', 'n@example.com', 'Hello')$$),
  '42501', 'a visitor writes no message directly');
select is(pg_temp.tried('A', 'select 1 from public.contact_submissions'), '42501', 'only operators read contact messages');

-- Profiles and addresses.
select is(pg_temp.tried('visitor', 'select 1 from public.profiles'), '42501', 'a visitor reads no profile');
select is(pg_temp.tried('A', 'select 1 from public.profiles'), '1', 'a shopper reads one profile (DB-45)');
select is(pg_temp.tried('B', $$select 1 from public.profiles where email = 'ayesha@example.com'$$), '0', 'a shopper reads no other profile');
select is(pg_temp.tried('B', $$update public.profiles set full_name = 'x' where email = 'ayesha@example.com'$$),
  '0', 'a shopper changes no other profile');
select is(pg_temp.tried('A', $$update public.profiles set full_name = 'x'$$), '1', 'a shopper changes their own profile');
select is(pg_temp.tried('A', $$update public.profiles set email = 'x@example.com'$$), '42501', 'nobody changes the e-mail of a profile directly');
select is(pg_temp.tried('A', 'select 1 from public.profile_addresses'), '2', 'a shopper reads their own addresses (DB-91)');
select is(pg_temp.tried('B', 'select 1 from public.profile_addresses'), '0', 'a shopper reads no other addresses');
select is(pg_temp.tried('B', $$insert into public.profile_addresses (profile_id, address_line1, city) values (pg_temp.person('ayesha@example.com'), 'x', 'y')$$),
  '42501', 'a shopper adds no address to another shopper');
select is(pg_temp.tried('B', $$insert into public.profile_addresses (address_line1, city) values ('x', 'y')$$),
  '1', 'a shopper adds an address of their own');
select is(array[pg_temp.tried('A', $$update public.profile_addresses set city = 'x'$$), pg_temp.tried('A', 'delete from public.profile_addresses')],
  array['2', '2'], 'a shopper changes and deletes their own addresses');
select is(pg_temp.tried('B', 'delete from public.profile_addresses'), '0', 'a shopper deletes only their own addresses (DB-94)');
select is(pg_temp.tried('B', 'update public.profile_addresses set is_primary = true'), '0', 'a shopper changes only their own addresses');

-- Reviews.
select ok(pg_temp.tried('visitor', 'select 1 from public.product_reviews')::integer >= 40, 'everybody reads reviews');
select is(pg_temp.tried('visitor', $$insert into public.product_reviews (product_id, user_id, rating, review_text) select id, pg_temp.person('ayesha@example.com'), 5, 'x' from public.products limit 1$$),
  '42501', 'a visitor writes no review');
select is(pg_temp.tried('B', $$insert into public.product_reviews (product_id, user_id, rating, review_text) select md5('product:Laced boyshort')::uuid, pg_temp.person('ayesha@example.com'), 5, 'x'$$),
  '42501', 'nobody writes a review in another shopper''s name');
select is(pg_temp.tried('A', $$insert into public.product_reviews (product_id, user_id, rating, review_text) select md5('product:Laced boyshort')::uuid, pg_temp.person('ayesha@example.com'), 5, 'x'$$),
  '42501', 'a shopper writes no review directly');
select is(pg_temp.tried('A', 'update public.product_reviews set rating = 1'), '42501', 'a shopper changes no review directly');
select is(pg_temp.tried('B', $$delete from public.product_reviews where user_id = pg_temp.person('ayesha@example.com')$$),
  '0', 'a shopper deletes no other review');
select ok(pg_temp.tried('A', 'delete from public.product_reviews')::integer between 1 and 12, 'a shopper deletes only their own reviews');
select is(array[pg_temp.tried('A', 'select 1 from public.review_votes'),
    pg_temp.tried('A', $$insert into public.review_votes (review_id) select id from public.product_reviews limit 1$$)],
  array['42501', '42501'], 'votes are written by a function, and nobody reads them');

-- Orders, payments, chat.
insert into public.refunds (order_id, provider, provider_payment_id, amount, reason)
select o.id, 'payfast', 'policies', 1, 'paid_twice' from public.orders o where o.user_id = pg_temp.person('ayesha@example.com') limit 1;
insert into public.transactions (order_id, order_ref)
select o.id, o.order_id from public.orders o where o.user_id = pg_temp.person('ayesha@example.com') limit 1;
select is(array[pg_temp.tried('A', $$select 1 from public.refunds where provider_payment_id = 'policies'$$),
    pg_temp.tried('B', 'select 1 from public.refunds')],
  array['1', '0'], 'a shopper reads only their own refunds');
select isnt(pg_temp.tried('A', 'select 1 from public.transactions'), '0', 'a shopper reads their own payments');
select is(pg_temp.tried('visitor', 'select 1 from public.orders'), '42501', 'a visitor reads no order');
select is(pg_temp.tried('A', 'select 1 from public.orders'), '8', 'a shopper reads their own orders (DB-82)');
select is(array[pg_temp.tried('B', 'select 1 from public.orders'),
    pg_temp.tried('B', 'select 1 from public.order_items'),
    pg_temp.tried('B', 'select 1 from public.transactions')],
  array['0', '0', '0'], 'a shopper reads no other orders, items or payments');
select is(array[pg_temp.tried('A', $$update public.orders set payment_status = true$$), pg_temp.tried('A', 'delete from public.order_items')],
  array['42501', '42501'], 'orders and items are changed only by functions');
select is(array[pg_temp.tried('B', 'select 1 from public.user_conversations'), pg_temp.tried('B', 'select 1 from public.chat_messages')],
  array['0', '0'], 'another shopper''s conversations aren''t readable');
select is(pg_temp.tried('A', $$insert into public.chat_messages (conversation_id, sender_type, message_text) select id, 'agent', 'x' from public.user_conversations$$),
  '42501', 'nobody writes as an agent');
select is(array[pg_temp.tried('A', $$select public.record_payment('{}')$$),
    pg_temp.tried('visitor', $$select public.place_order(gen_random_uuid(), 'x', '[]', 'x', '{}', '{}', 'cod', 'Mobile')$$)],
  array['42501', '42501'], 'payments are recorded by the server, orders placed by shoppers');
select is(pg_temp.tried('service', $$insert into public.chat_messages (conversation_id, message_text) select id, 'Hello' from public.user_conversations$$),
  '1', 'the service role replies to chats by plain rows (DB-126)');
select is(pg_temp.tried('service', $$update public.orders set status = 'Shipped', tracking_number = 'TCS-1' where order_id = (select order_id from public.orders where status = 'Processing' limit 1)$$),
  '1', 'the service role moves orders by plain rows (DB-127)');

-- Files: everybody reads review pictures and profile pictures, attachments are readable only in their conversation.
create function pg_temp.put(who text, file text) returns text language sql as $$
  select pg_temp.tried(who, format('insert into storage.objects (bucket_id, name) values (%L, %L)', 'files', file))
$$;
create function pg_temp.attachment(file text) returns text language sql as $$
  select format('chat-attachments/%s/%s', (select c.id from public.user_conversations c where c.created_by = pg_temp.person('ayesha@example.com') limit 1), file)
$$;
insert into storage.objects (bucket_id, name) values
  ('files', 'review-images/00000000-0000-4000-8000-000000000001.webp'),
  ('files', 'profilePictures/' || pg_temp.person('ayesha@example.com') || '.webp'),
  ('files', pg_temp.attachment('00000000-0000-4000-8000-000000000002.pdf')), ('files', 'secrets/keys.txt');

update public.product_reviews set images = '{review-images/00000000-0000-4000-8000-000000000001.webp}'
where id = (select id from public.product_reviews where user_id <> pg_temp.person('ayesha@example.com') order by id limit 1);
insert into storage.objects (bucket_id, name) values ('files', 'review-images/00000000-0000-4000-8000-000000000009.webp'),
  ('originals', '00000000-0000-4000-8000-000000000001.jpg'),
  -- The same names in another bucket.
  ('originals', 'review-images/00000000-0000-4000-8000-000000000001.webp'),
  ('originals', 'profilePictures/' || pg_temp.person('ayesha@example.com') || '.webp'),
  ('originals', pg_temp.attachment('00000000-0000-4000-8000-000000000002.pdf'));

select ok(not b.public, 'the bucket isn''t public') from storage.buckets b where b.id = 'files';
select is(pg_temp.tried('visitor', 'select 1 from storage.objects'), '1', 'a visitor reads only photos of reviews');
select is(pg_temp.tried('A', 'select 1 from storage.objects'),
  '3', 'a shopper also reads their own profile picture and the attachments of their own conversations');
select is(pg_temp.tried('B', 'select 1 from storage.objects'), '1', 'a shopper reads none of another''s');
select is(pg_temp.put('visitor', 'review-images/00000000-0000-4000-8000-000000000003.webp'), '42501', 'a visitor stores nothing');
select is(pg_temp.put('A', 'review-images/00000000-0000-4000-8000-000000000003.webp'), '42501', 'a shopper stores no review picture directly');
select is(pg_temp.put('B', 'profilePictures/' || pg_temp.person('mahnoor@example.com') || '.png'),
  '42501', 'a shopper stores no profile picture directly');
select is(array[pg_temp.tried('A', $$update storage.objects set name = name where name like 'profilePictures/%'$$),
    pg_temp.tried('B', 'update storage.objects set name = name')],
  array['0', '0'], 'a shopper replaces no file directly');
select is(pg_temp.put('A', pg_temp.attachment('00000000-0000-4000-8000-000000000004.png')), '42501', 'a shopper attaches no file directly');
select is(array[pg_temp.tried('A', 'delete from storage.objects'),
    pg_temp.tried('A', $$update storage.objects set name = 'x' where name like 'review-images/%'$$)],
  array['0', '0'], 'a shopper deletes or moves no file directly');

select * from finish();
