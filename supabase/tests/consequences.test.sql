-- What a new, changed or deleted row changes in other rows.
select plan(25);

create temporary table made as select gen_random_uuid() as product, gen_random_uuid() as variant, gen_random_uuid() as shop_order, gen_random_uuid() as item,
  gen_random_uuid() as return_id, gen_random_uuid() as refund,
  (select id from public.profiles where email = 'ayesha@example.com') as ayesha, (select id from public.profiles where email = 'mahnoor@example.com') as mahnoor;
-- Returns a product's column as text.
create function pg_temp.product(name text) returns text language sql as $$
  select to_jsonb(p) ->> $1 from public.products p, made where p.id = made.product
$$;
-- Returns the values of a kind that the product offers.
create function pg_temp.offered(kind text) returns text[] language sql as $$
  select array_agg(o.value order by o.value) from public.products p join shop.offer_values o using (offer_id), made where p.id = made.product and o.kind = $1
$$;

-- Times of changes
insert into public.products (id, name, slug, price, updated_at) select product, 'Quokka robe', 'quokka-robe', 1000, '2020-01-01' from made;
update public.products set price = 1001 where slug = 'quokka-robe';
select is((select updated_at from public.products where slug = 'quokka-robe'), now(), 'a changed product has the time of its change');
update public.profiles set city = 'Quetta' where id = (select ayesha from made);
select is((select updated_at from public.profiles where id = (select ayesha from made)), now(), 'a changed profile has the time of its change');

-- Search and offers
select is(public.get_products(search_term => 'quokkka') -> 'products' -> 0 ->> 'slug', 'quokka-robe', 'a new product is found by its misspelt name');
insert into public.product_variants (id, product_id, size) select variant, product, 'S' from made;
insert into public.product_variants (product_id, size) select product, 'M' from made;
select is(pg_temp.offered('sizes'), '{M,S}', 'new sizes are the product''s');
insert into public.product_colors (product_id, color_id) select product, md5('color:Red')::uuid from made;
select is(pg_temp.offered('colors')::uuid[], array[md5('color:Red')::uuid], 'a new colour is the product''s');
delete from public.product_variants where product_id = (select product from made) and size = 'M';
select is(pg_temp.offered('sizes'), '{S}', 'a deleted size isn''t the product''s any more');

-- Ratings
insert into public.product_reviews (product_id, user_id, rating, review_text, updated_at) select product, ayesha, 5, 'Good', '2020-01-01' from made;
insert into public.product_reviews (product_id, user_id, rating, review_text) select product, mahnoor, 2, 'Less so' from made;
select is(pg_temp.product('rating') || ' of ' || pg_temp.product('review_count'), '3.5 of 2', 'new reviews count');
update public.product_reviews set rating = 3 where product_id = (select product from made) and user_id = (select ayesha from made);
select is(pg_temp.product('rating'), '2.5', 'a changed review counts with its new rating');
select is((select updated_at from public.product_reviews, made where product_id = product and user_id = ayesha),
  now(), 'a changed review has the time of its change');
delete from public.product_reviews where product_id = (select product from made) and user_id = (select ayesha from made);
select is(pg_temp.product('rating') || ' of ' || pg_temp.product('review_count'), '2.0 of 1', 'a deleted review doesn''t count');

-- Addresses
insert into public.profile_addresses (profile_id, address_line1, city) select mahnoor, '1 First', 'Multan' from made;
select is((select is_primary from public.profile_addresses where address_line1 = '1 First'), true, 'the first address is primary (AD-11)');
insert into public.profile_addresses (profile_id, address_line1, city, is_primary, created_at) select mahnoor, '2 Second', 'Multan', true, now() - interval '1 hour' from made;
select is((select string_agg(address_line1, ' ') from public.profile_addresses, made where profile_id = mahnoor and is_primary),
  '2 Second', 'a new primary address replaces the old one (AD-13)');
delete from public.profile_addresses where address_line1 = '2 Second';
select is((select is_primary from public.profile_addresses where address_line1 = '1 First'),
  true, 'a remaining address replaces a deleted primary one (AD-14)');

-- A password that was set before the address was confirmed
update auth.users set email_confirmed_at = null, confirmation_sent_at = now(), encrypted_password = 'a stranger''s' where id = (select mahnoor from made);
update auth.users set email_confirmed_at = now() where id = (select mahnoor from made);
select is((select encrypted_password::text from auth.users where id = (select mahnoor from made)),
  '', 'confirming an address clears a password that was set before');

-- A deleted product
insert into public.product_media (product_id, url) select product, '/a' from made;
insert into public.product_features (product_id, title) select product, 'Soft' from made;
insert into public.wishlist_items (user_id, product_id) select ayesha, product from made;
insert into public.stock_alerts (variant_id, email) select variant, 'a@example.com' from made;
insert into public.orders (id, order_id, user_id, shipping_address, billing_address, shipping_city, subtotal, delivery_fee, total_amount, device, attempt_key, attempt_hash, contact_email)
select shop_order, 'ORD-7-7', ayesha, '{}', '{}', 'Multan', 1001, 0, 1001, 'Mobile', gen_random_uuid(), 'x', 'a@example.com' from made;
insert into public.order_items (id, order_id, product_id, variant_id, product_name, quantity, price, price_at_purchase, subtotal)
select item, shop_order, product, variant, 'Quokka robe', 1, 1001, 1001, 1001 from made;
insert into public.returns (id, order_id, kind, reason, request_key) select return_id, shop_order, 'exchange', 'size', gen_random_uuid() from made;
insert into public.return_items (return_id, order_item_id, quantity, variant_id) select return_id, item, 1, variant from made;
delete from public.products where id = (select product from made);
select is((select count(*)::integer from made left join public.product_media m on m.product_id = product left join public.product_features f on f.product_id = product
    left join public.product_variants v on v.product_id = product left join public.product_colors c on c.product_id = product left join public.product_reviews r on r.product_id = product
    left join public.wishlist_items w on w.product_id = product left join public.stock_alerts a on a.variant_id = variant
    where coalesce(m.id, f.id, v.id, c.color_id, r.id, w.user_id, a.id) is not null), 0, 'a deleted product takes everything about it along');
select is((select format('%s %s %s', i.product_name, i.product_id, i.variant_id) from public.order_items i, made where i.id = made.item),
  'Quokka robe  ', 'an ordered item outlives its product');
select is((select i.quantity from public.return_items i, made where i.return_id = made.return_id and i.variant_id is null),
  1, 'a return outlives its size');

-- A deleted return and an order, which is kept. The return goes first: within one transaction a new refund can't lose both at once.
insert into public.refunds (id, order_id, return_id, provider, provider_payment_id, amount, reason) select refund, shop_order, return_id, 'cash', 'x', 1, 'returned' from made;
delete from public.returns where id = (select return_id from made);
select is((select format('%s %s', r.order_id = shop_order, r.return_id) from public.refunds r, made where r.id = made.refund),
  't ', 'a refund outlives its return');
select is((select count(*)::integer from public.return_items i, made where i.return_id = made.return_id),
  0, 'a deleted return takes its items along');
insert into public.order_mails (refund_id, kind) select refund, 'refunded' from made on conflict do nothing;
select throws_ok(format('delete from public.orders where id = %L', shop_order), '23503', null, 'an order that is in the books is kept')
from made;
delete from public.refunds where id = (select refund from made);
select is((select count(*)::integer from public.order_mails m, made where m.refund_id = made.refund), 0, 'a deleted refund takes its mails along');

-- Deleted colours, categories and groups of questions
delete from public.colors where id = md5('color:Red')::uuid;
select is((select count(*)::integer from public.product_media where color_id = md5('color:Red')::uuid), 0, 'pictures outlive their colour');
delete from public.faq_categories where slug = 'payments';
delete from public.product_categories where name = 'Robes';
select is((select p.category_id from public.products p where p.slug = 'kimono-robe'), null, 'products outlive their category');

select * from finish();

-- The sample shop's paid orders, so that the way to a refund can be tried.
select is(
  (select count(*)::integer from public.orders o where o.payment_method = 'payfast' and o.payment_status
   and not exists (select from public.payment_notifications n where n.order_id = o.id and n.verdict = 'applied' and n.amount = o.total_amount)),
  0,
  'each paid card order of the sample has the payment that paid it');
update public.orders set status = 'Cancelled'
where user_id = (select id from auth.users where email = 'ayesha@example.com') and status = 'PaymentAccepted';
select is(
  (select count(*)::integer from public.refunds r join public.orders o on o.id = r.order_id
   where r.amount = o.total_amount and r.reason = 'order_cancelled' and r.refunded_at is null and r.provider_payment_id like 'sample-%'),
  1,
  'cancelling one makes its refund due');
