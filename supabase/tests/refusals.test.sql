-- Calls that the database refuses: orders from the server, everything else directly with the publishable key.
select plan(28);

-- Returns the message of the refusal that a statement raises in a role, by default a shopper's, the SQLSTATE of other errors, or 'done'; rolls it back.
create function pg_temp.refusal_of(statement text, who text default 'authenticated') returns text language plpgsql as $$
begin
  begin
    perform set_config('role', who, true);
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
-- Places an order with these fields changed.
create function pg_temp.order_with(shipping jsonb default '{}', email text default 'a@example.com', method text default 'payfast',
  device text default 'Mobile', hash text default 'h', items jsonb default pg_temp.cart(), billing jsonb default '{}') returns text language sql as $$
  select pg_temp.refusal_of(format('select public.place_order(gen_random_uuid(), %L, %L, %L, %L, %L, %L, %L)', hash, items, email,
    '{"first_name": "Hira", "address_line1": "1 Road", "city": "Lahore", "country": "Pakistan", "phone": "+923119999999"}'::jsonb || shipping,
    '{"address_line1": "1 Road", "city": "Lahore"}'::jsonb || billing, method, device), 'service_role')
$$;
select pg_temp.sign_in('ayesha@example.com');

select is(pg_temp.order_with(), 'done', 'an order as the shop sends it is placed');
select is(pg_temp.order_with('{"first_name": null}'), 'invalid_name', 'an order needs a name');
select is(pg_temp.order_with('{"first_name": "  ", "last_name": ""}'), 'invalid_name', 'an order''s name can''t be empty');
select is(pg_temp.order_with('{"first_name": " ", "last_name": "Iqbal"}'), 'done', 'one part of the name is enough');
select is(pg_temp.order_with('{"phone": null}'), 'invalid_phone', 'an order needs a phone number');
select is(pg_temp.order_with('{"phone": "  "}'), 'invalid_phone', 'an order''s phone number can''t be empty');
select is(pg_temp.order_with('{"phone": "03001234567"}'), 'invalid_phone', 'an order''s phone number is E.164');
select is(pg_temp.order_with('{"phone": {"a": 1}}'), 'invalid_phone', 'an order''s phone number is text');
select is(pg_temp.order_with('{"country": "Atlantis"}'), 'invalid_address', 'a country must be served');
select is(pg_temp.order_with(billing => '{"country": "Atlantis"}'), 'invalid_address', 'a billing country must be known');
select is(pg_temp.order_with(jsonb_build_object('address_line1', repeat('x', 201))), 'invalid_address', 'the length of an address is limited');
select is(pg_temp.order_with(jsonb_build_object('postal_code', repeat('1', 17))), 'invalid_address', 'the length of a postal code is limited');
select is(pg_temp.order_with('{"city": ["Lahore"]}'), 'invalid_address', 'a city is text');
select is(pg_temp.order_with(email => 'nobody'), 'invalid_email', 'an e-mail must be valid');
select is(pg_temp.order_with(email => repeat('a', 250) || '@b.cd'), 'invalid_email', 'the length of an e-mail is limited');
select is(pg_temp.order_with(method => 'cheque'), 'invalid_request', 'a payment method is one of two');
select is(pg_temp.order_with(device => 'Toaster'), 'invalid_request', 'a device is one of three');
select is(pg_temp.order_with(hash => repeat('x', 129)), 'invalid_request', 'the length of a request''s hash is limited');
select is(pg_temp.order_with(items => 'null'), 'empty_cart', 'a cart is a list');
select is(pg_temp.order_with(items => (select jsonb_agg(pg_temp.cart() -> 0) from generate_series(1, 51))),
  'cart_too_large', 'a cart has at most fifty lines');
select is(pg_temp.order_with(items => jsonb_build_array((pg_temp.cart() -> 0) || jsonb_build_object('more', repeat('x', 20000)))),
  'cart_too_large', 'the size of a cart is limited');
create temporary table stored as select public.place_order(gen_random_uuid(), 'h', pg_temp.cart(), 'a@example.com',
  '{"last_name": "Iqbal", "address_line1": " 1 Road ", "city": "Lahore", "phone": "+923119999998", "vip": true}', '{"address_line1": "1 Road", "city": "Lahore"}', 'payfast', 'Mobile') as placed;
select is((select placed -> 'shipping_address' from stored),
  '{"last_name": "Iqbal", "address_line1": "1 Road", "city": "Lahore", "phone": "+923119999998"}',
  'unknown fields of an address are dropped, the others trimmed');

select is(pg_temp.refusal_of($$insert into public.profile_addresses (profile_id, address_line1, city, created_at) values (auth.uid(), 'x', 'y', '2000-01-01')$$),
  '42501', 'nobody backdates an address');

select pg_temp.sign_in('iqra@example.com');
select is(pg_temp.refusal_of($$do 'begin for n in 1..20 loop perform public.create_conversation(''x''); end loop; end'$$),
  'done', 'a shopper opens twenty conversations');
select is(pg_temp.refusal_of($$do 'begin for n in 1..21 loop perform public.create_conversation(''x''); end loop; end'$$),
  'too_many_conversations', 'a shopper can''t open more than twenty conversations');
select is((select string_agg(id, ', ') from storage.buckets where allowed_mime_types is null or file_size_limit is null),
  null, 'every bucket limits the type and size of its files');

select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
select ok(not shop.is_operator(), 'a request without claims isn''t the service role');
select set_config('request.jwt.claims', '{"role": "service_role"}', true);
select ok(shop.is_operator(), 'the secret key is the service role');

select * from finish();
