-- What a direct caller with the publishable key could send, and the database refuses.
select plan(37);

create function pg_temp.person(email text) returns uuid language sql security definer as $$ select id from public.profiles p where p.email = $1 $$;
grant execute on function pg_temp.person(text) to public;
create function pg_temp.sign_in(email text) returns void language sql as $$
  select set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', pg_temp.person(email))::text, true),
    set_config('request.jwt.claim.sub', pg_temp.person(email)::text, true)
$$;
-- The message, or for the database's own errors the SQLSTATE, of what a statement raises as a shopper, or 'done'. Nothing stays.
create function pg_temp.refusal(statement text) returns text language plpgsql as $$
begin
  begin
    perform set_config('role', 'authenticated', true);
    execute statement;
    raise exception using errcode = 'OK000';
  exception when others then
    return case when sqlstate = 'OK000' then 'done' when sqlstate ~ '^PT' then sqlerrm else sqlstate end;
  end;
end $$;
create function pg_temp.cart() returns jsonb language sql security definer as $$
  select jsonb_build_array(jsonb_build_object('product_id', p.id, 'quantity', 1,
    'size', (select v.label from public.product_variants v where v.product_id = p.id order by v.display_order limit 1),
    'color', (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = p.id limit 1)))
  from public.products p where p.name = 'Guest robe'
$$;
grant execute on function pg_temp.cart() to public;
-- An order with these parts changed.
create function pg_temp.order_with(shipping jsonb default '{}', email text default 'a@example.com', method text default 'payfast',
  device text default 'Mobile', hash text default 'h', items jsonb default pg_temp.cart(), billing jsonb default '{}') returns text language sql as $$
  select pg_temp.refusal(format('select public.place_order(gen_random_uuid(), %L, %L, %L, %L, %L, %L, %L)', hash, items, email,
    '{"first_name": "Hira", "address_line1": "1 Road", "city": "Lahore", "country": "Pakistan", "phone": "+923119999999"}'::jsonb || shipping,
    '{"address_line1": "1 Road", "city": "Lahore"}'::jsonb || billing, method, device))
$$;
select pg_temp.sign_in('ayesha@example.com');

select is(pg_temp.order_with(), 'done', 'an order as the shop sends it is placed');
select is(pg_temp.order_with('{"first_name": null}'), 'invalid_name', 'an order needs a name');
select is(pg_temp.order_with('{"first_name": "  ", "last_name": ""}'), 'invalid_name', 'that isn''t empty');
select is(pg_temp.order_with('{"first_name": " ", "last_name": "Iqbal"}'), 'done', 'of which one part is enough');
select is(pg_temp.order_with('{"phone": null}'), 'invalid_phone', 'an order needs a phone');
select is(pg_temp.order_with('{"phone": "  "}'), 'invalid_phone', 'that isn''t empty');
select is(pg_temp.order_with('{"phone": "03001234567"}'), 'invalid_phone', 'and is E.164');
select is(pg_temp.order_with('{"phone": {"a": 1}}'), 'invalid_phone', 'and is text');
select is(pg_temp.order_with('{"country": "Atlantis"}'), 'invalid_address', 'a country is one that the shop delivers to');
select is(pg_temp.order_with(billing => '{"country": "Atlantis"}'), 'invalid_address', 'also for the bill');
select is(pg_temp.order_with(jsonb_build_object('address_line1', repeat('x', 201))), 'invalid_address', 'an address is bounded');
select is(pg_temp.order_with(jsonb_build_object('postal_code', repeat('1', 17))), 'invalid_address', 'and so is a postal code');
select is(pg_temp.order_with('{"city": ["Lahore"]}'), 'invalid_address', 'a town is text');
select is(pg_temp.order_with(email => 'nobody'), 'invalid_email', 'an e-mail looks like one');
select is(pg_temp.order_with(email => repeat('a', 250) || '@b.cd'), 'invalid_email', 'and is bounded');
select is(pg_temp.order_with(method => 'cheque'), 'invalid_request', 'a payment method is one of two');
select is(pg_temp.order_with(device => 'Toaster'), 'invalid_request', 'a device is one of three');
select is(pg_temp.order_with(hash => repeat('x', 129)), 'invalid_request', 'the hash of a request is bounded');
select is(pg_temp.order_with(items => 'null'), 'empty_cart', 'a cart is a list');
select is(pg_temp.order_with(items => (select jsonb_agg(pg_temp.cart() -> 0) from generate_series(1, 51))), 'cart_too_large', 'of fifty lines at most');
select is(pg_temp.order_with(items => jsonb_build_array((pg_temp.cart() -> 0) || jsonb_build_object('more', repeat('x', 20000)))), 'cart_too_large', 'that isn''t a megabyte');
select is(pg_temp.refusal($$select public.price_cart(null)$$), 'cart_too_large', 'and is there when it is priced');
create temporary table stored as select public.place_order(gen_random_uuid(), 'h', pg_temp.cart(), 'a@example.com',
  '{"last_name": "Iqbal", "address_line1": " 1 Road ", "city": "Lahore", "phone": "+923119999998", "vip": true}', '{"address_line1": "1 Road", "city": "Lahore"}', 'payfast', 'Mobile') as placed;
select is((select placed -> 'shipping_address' from stored), '{"last_name": "Iqbal", "address_line1": "1 Road", "city": "Lahore", "phone": "+923119999998"}', 'fields that an address doesn''t have are dropped, and the rest trimmed');

select is(pg_temp.refusal($$insert into public.profile_addresses (profile_id, address_line1, city, created_at) values (auth.uid(), 'x', 'y', '2000-01-01')$$), '42501', 'nobody backdates an address');
select is(pg_temp.refusal($$insert into public.contact_submissions (first_name, email, message, created_at) values ('x', 'x@example.com', 'x', '2000-01-01')$$), '42501', 'nor a message to the shop');
select is(pg_temp.refusal($$insert into public.contact_submissions (first_name, email, message) values ('x', 'nobody', 'x')$$), '23514', 'which needs an e-mail to answer to');
create function pg_temp.review(images text, columns text default '', more text default '') returns text language sql as $$
  select pg_temp.refusal(format('insert into public.product_reviews (product_id, user_id, rating, review_text, images%s) values (md5(%L)::uuid, auth.uid(), 5, %L, %L%s)',
    columns, 'product:Laced boyshort', 'x', images, more))
$$;
select is(pg_temp.review('{}', ', created_at', $$, '2000-01-01'$$), '42501', 'nobody backdates a review');
select is(pg_temp.review('{review-images/00000000-0000-4000-8000-000000000001.webp,review-images/00000000-0000-4000-8000-000000000002.png}'), 'done', 'a review shows pictures of our own bucket');
select is(pg_temp.review('{https://example.com/a.webp}'), '23514', 'and none from elsewhere');
select is(pg_temp.review('{review-images/00000000-0000-4000-8000-000000000001.webp,javascript:alert(1)}'), '23514', 'not even as the second');
select is(pg_temp.review('{"review-images/00000000-0000-4000-8000-000000000001.webp https://example.com"}'), '23514', 'nor behind a blank');
select is(pg_temp.review('{review-images/../secrets.webp}'), '23514', 'nor from another folder');

select pg_temp.sign_in('iqra@example.com');
select is(pg_temp.refusal($$do 'begin for n in 1..20 loop perform public.create_conversation(''x''); end loop; end'$$), 'done', 'a shopper opens twenty conversations');
select is(pg_temp.refusal($$do 'begin for n in 1..21 loop perform public.create_conversation(''x''); end loop; end'$$), 'too_many_conversations', 'and no more');
select is((select string_agg(id, ', ') from storage.buckets where allowed_mime_types is null or file_size_limit is null), null, 'every bucket limits the kind and size of its files');

select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
select ok(not shop.is_operator(), 'where no claims say who it is, it is no operator');
select set_config('request.jwt.claims', '{"role": "service_role"}', true);
select ok(shop.is_operator(), 'the secret key is one');

select * from finish();
