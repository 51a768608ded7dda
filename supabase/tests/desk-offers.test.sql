-- Promo codes and the texts of the home page at the desk (decision 127).
select plan(63);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "manager"}' where email = 'hira@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com', 'hira@example.com');

-- All functions, each as somebody who may use none of them.
create temporary table calls (place serial, query text);
insert into calls (query) values
  ('public.desk_promo_codes()'), ('public.desk_promo_code(gen_random_uuid())'),
  ('public.desk_create_promo_code(''FREE'', ''{"kind": "percent", "value": 100}'')'),
  ('public.desk_save_promo_code(gen_random_uuid(), 1, ''{"kind": "percent", "value": 100}'')'),
  ('public.desk_end_promo_code(gen_random_uuid(), 1)'), ('public.desk_remove_promo_code(gen_random_uuid(), 1)');
select is((select string_agg(distinct pg_temp.as('visitor', 'select ' || query), ' ') from calls),
  '42501', 'a visitor may call none of the functions');
select is((select string_agg(distinct pg_temp.as('shopper', 'select ' || query), ' ') from calls), 'not_operator', 'a shopper may use none');
select is(pg_temp.as('shopper', 'select public.refresh_home()'), '42501', 'nor do what the server does regularly');
select is(pg_temp.as('shopper', 'select code from public.promo_codes'), '42501', 'nor read promo codes');
select is(pg_temp.as('shopper', $$update public.banners set title = 'Evil' returning title$$), '42501', 'nor write banners');
select is(pg_temp.as('shopper', $$insert into public.testimonials (review_text) values ('Evil') returning review_text$$), '42501', 'or testimonials');

-- Promo codes.
create function pg_temp.promo(code text) returns public.promo_codes language sql as $$ select p.* from public.promo_codes p where p.code = $1 $$;
create function pg_temp.make(code text, fields text default '') returns text language sql as $$
  select case when made ~ '^[0-9a-f-]{36}$' then 'made' else made end
  from pg_temp.as('operator', format('select public.desk_create_promo_code(%L, %L)', code, '{"kind": "percent", "value": 10' || fields || '}')) made
$$;
create function pg_temp.save(code text, fields text default '', version integer default null) returns text language sql as $$
  select coalesce(nullif(pg_temp.as('operator', format('select public.desk_save_promo_code(%L, %s, %L)', (pg_temp.promo(code)).id,
    coalesce(version, (pg_temp.promo(code)).version), '{"kind": "percent", "value": 10' || fields || '}')), ''), 'saved')
$$;
create function pg_temp.change(verb text, code text, version integer default null) returns text language sql as $$
  select coalesce(nullif(pg_temp.as('manager', format('select public.desk_%s_promo_code(%L, %s)', verb, coalesce((pg_temp.promo(code)).id, gen_random_uuid()),
    coalesce(version, (pg_temp.promo(code)).version, 1))), ''), 'done')
$$;
create function pg_temp.state(code text) returns text language sql as $$ select shop.state_of(pg_temp.promo(code)) $$;
create function pg_temp.cart(code text) returns text language sql as $$
  select coalesce(d ->> 'error', d ->> 'discount') from (select shop.promo_discount(code, 4000) as d) as one
$$;

select is((select array_agg(r ->> 'code' || ' ' || (r ->> 'state')) from jsonb_array_elements(pg_temp.as('operator', 'select public.desk_promo_codes()')::jsonb -> 'rows') r
    where r ->> 'code' in ('EID500', 'NEXTYEAR', 'FIRST100', 'SPRING25')), array['EID500 running', 'NEXTYEAR coming', 'FIRST100 used_up', 'SPRING25 ended'],
  'promo codes are listed with their states, those that run first');
select is(pg_temp.as('operator', $$select public.desk_promo_codes('used_up') ->> 'total'$$), '1', 'and by their state');
select is(pg_temp.make(' eid-2999 ', ', "starts_at": "2999-03-01T10:00", "ends_at": "2999-03-04T23:00", "minimum_total": 3000, "usage_limit": 50'),
  'made', 'an operator makes a code');
select is((select p.code || ' ' || (p.starts_at at time zone 'UTC') || ' ' || p.minimum_total || ' ' || p.usage_limit from public.promo_codes p where p.code = 'EID-2999'),
  'EID-2999 2999-03-01 05:00:00 3000.00 50', 'in capital letters, with times of Pakistan');
select is(pg_temp.state('EID-2999'), 'coming', 'which is coming');
select is(pg_temp.make('EID-2999') || ' ' || pg_temp.make('eid500'), 'code_exists code_exists', 'a code exists once');
select is(pg_temp.make('A') || ' ' || pg_temp.make('A B') || ' ' || pg_temp.make('عید') || ' ' || pg_temp.make(repeat('A', 41)),
  'invalid_code invalid_code invalid_code invalid_code', 'a code has 2 to 40 letters, digits and hyphens');
select is(pg_temp.make('OVER', ', "value": 100.01'), 'percent_over_100', 'more than all can''t be taken off');
select is(pg_temp.make('ALL', ', "value": 100'), 'made', 'all can');
select is(pg_temp.make('RUPEES', ', "kind": "fixed", "value": 1500'), 'made', 'a fixed sum may be more than 100');
select is(pg_temp.make('NIL', ', "value": 0') || ' ' || pg_temp.make('NIL', ', "value": null') || ' ' || pg_temp.make('NIL', ', "kind": "half"') || ' ' || pg_temp.make('NIL', ', "value": 0.001'),
  'invalid_value invalid_value invalid_value invalid_value', 'a code takes something off');
select is(pg_temp.make('BACK', ', "starts_at": "2999-03-04T10:00", "ends_at": "2999-03-04T10:00"'),
  'ends_before_beginning', 'it ends after it begins');
select is(pg_temp.make('PAST', ', "ends_at": "2020-01-01T10:00"'), 'ends_in_past', 'and later than now');
select is(pg_temp.make('LOW', ', "minimum_total": -1') || ' ' || pg_temp.make('LOW', ', "usage_limit": 0'),
  'invalid_minimum invalid_limit', 'minimum and limit are in bounds');
select is((select after ->> 'code' || ' ' || actor_email from public.desk_audit where action = 'create_promo_code' order by id limit 1),
  'EID-2999 mahnoor@example.com', 'who made it is recorded');

select is(pg_temp.save('RUPEES', ', "kind": "fixed", "value": 700, "usage_limit": 5'), 'saved', 'a code is changed');
select is(pg_temp.cart('RUPEES'), '700.00', 'carts are priced with the change at once');
select is(pg_temp.save('RUPEES', '', 1), 'changed_meanwhile', 'a form made before is refused');
update public.promo_codes set used_count = 3 where code = 'RUPEES';
select is((pg_temp.promo('RUPEES')).version, 2, 'a use makes no form older');
select is(pg_temp.save('RUPEES', ', "usage_limit": 2'), 'limit_below_uses', 'the limit can''t be below the uses');
select is(pg_temp.save('RUPEES', ', "usage_limit": 3'), 'saved', 'it can be all of them');
select is(pg_temp.state('RUPEES'), 'used_up', 'then the code is used up');
select is(pg_temp.save('RUPEES', ''), 'saved', 'and without a limit');
select is(pg_temp.state('RUPEES'), 'running', 'it runs again');

insert into public.orders (order_id, shipping_address, billing_address, shipping_city, subtotal, promo_code, promo_discount, delivery_fee, total_amount, device, attempt_key, attempt_hash, holds_stock)
select 'ORD-1-' || n, '{}', '{}', 'Lahore', 1000, 'RUPEES', 100 * n, 0, 1000 - 100 * n, 'Mobile', gen_random_uuid(), 'h', n < 3 from generate_series(1, 3) n;
select is(pg_temp.as('operator', format($$select (p ->> 'used_count') || ' ' || (p ->> 'taken_off') || ' ' || (p ->> 'is_used') from public.desk_promo_code(%L) p$$, (pg_temp.promo('RUPEES')).id)),
  '3 300.00 true', 'uses are shown, and what the code took off orders that weren''t cancelled');
select is(pg_temp.change('remove', 'RUPEES'), 'code_used', 'a code that orders name isn''t removed');
update public.promo_codes set used_count = 0 where code = 'RUPEES';
select is(pg_temp.change('remove', 'RUPEES'), 'code_used', 'not even if all of them were cancelled');
select is(pg_temp.change('remove', 'ALL', 7) || ' ' || pg_temp.change('remove', 'ALL') || ' ' || pg_temp.change('remove', 'ALL'),
  'changed_meanwhile done no_such_promo', 'one without orders is');
select is((select before ->> 'code' from public.desk_audit where action = 'remove_promo_code'), 'ALL', 'and the record keeps it');

select is(pg_temp.change('end', 'RUPEES', 1) || ' ' || pg_temp.change('end', 'RUPEES'), 'changed_meanwhile done', 'a code is ended');
select is(pg_temp.state('RUPEES') || ' ' || pg_temp.cart('RUPEES'), 'ended expired', 'carts don''t take it any more');
select is(pg_temp.change('end', 'RUPEES'), 'status_not_allowed', 'it ends once');
select is(pg_temp.save('RUPEES', format(', "ends_at": %s', to_json(to_char((pg_temp.promo('RUPEES')).ends_at at time zone 'Asia/Karachi', 'YYYY-MM-DD"T"HH24:MI')))),
  'saved', 'it may be saved with the same end');
select is(pg_temp.change('end', 'EID-2999') || ' ' || pg_temp.state('EID-2999') || ' ' || pg_temp.cart('EID-2999'),
  'done ended expired', 'a code that is coming is ended too');
update public.promo_codes set is_active = false where code = 'JASMINE10';
select is(pg_temp.state('JASMINE10') || ' ' || pg_temp.save('JASMINE10') || ' ' || pg_temp.state('JASMINE10'),
  'ended saved running', 'one that was switched off in Studio runs again once it is saved');
select is((select string_agg(action, ' ' order by id) from public.desk_audit where subject_id = (pg_temp.promo('RUPEES')).id::text),
  'create_promo_code save_promo_code save_promo_code save_promo_code end_promo_code save_promo_code', 'every change is recorded');

-- Banners, which are lists.
create function pg_temp.banner() returns public.banners language sql as $$ select b.* from public.banners b where b.title like 'Eid%' $$;
create function pg_temp.save_banner(fields text, version integer default null) returns text language sql as $$
  select case saved when (pg_temp.banner()).id::text then 'saved' else saved end from pg_temp.as('operator', format('select public.desk_save_row(%L, %L, %L, %s)', 'slide',
    jsonb '{"title": "Eid sale", "description": "", "picture": "/pictures/banner-lace.webp", "is_active": true}' || fields::jsonb, (pg_temp.banner()).id, coalesce(version, (pg_temp.banner()).version))) saved
$$;
create function pg_temp.seen(who text) returns text language sql as $$ select pg_temp.as(who, $q$select string_agg(title, ', ') from public.banners where title like 'Eid%'$q$) $$;
create function pg_temp.remove_banner(list text, version integer) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_remove_row(%L, %L, %s)', list, coalesce((pg_temp.banner()).id, gen_random_uuid()), version))
$$;
select is((select string_agg(b.kind || ' ' || shop.state_of(b), ', ' order by b.kind) from public.banners b),
  'announcement shown, band shown', 'a new shop has a line above the header and a band');
select is(pg_temp.as('operator', $$select public.desk_save_row('slide', '{"title": " Eid ", "description": "", "is_active": false, "kind": "band"}') is not null$$) || ' '
    || pg_temp.as('operator', $$select public.desk_save_row('poster', '{"title": "Eid"}')$$) || ' ' || pg_temp.as('operator', $$select public.desk_save_row('slide', '{"title": " ", "description": "", "is_active": false}')$$),
  'true no_such_list invalid_row', 'an operator makes a slide');
select is((pg_temp.banner()).kind, 'slide', 'a list makes rows of its own kind');
select is((select string_agg(jsonb_array_length(pg_temp.as('operator', format('select public.desk_list(%L)', list))::jsonb)::text, ' ') from unnest(array['announcement', 'slide', 'band']) list),
  '1 1 1', 'and has no others');
select is(pg_temp.remove_banner('band', 1), 'no_such_row', 'nor removes one');
select is(shop.state_of(pg_temp.banner()) || coalesce(pg_temp.seen('visitor'), ' nothing'), 'off nothing', 'which isn''t shown yet');
select is(pg_temp.save_banner('{"link": "/on-sale", "display_order": 3}'), 'saved', 'it is completed');
select is(pg_temp.seen('visitor'), 'Eid sale', 'then everybody reads it');
select is(pg_temp.save_banner('{}', 1), 'changed_meanwhile', 'a form made before is refused');
select is((select string_agg(pg_temp.save_banner(jsonb_build_object('link', link)::text), ' ') from unnest(array['//evil.example', 'https://evil.example', '/\evil.example', 'javascript:alert(1)', '/on sale']) link),
  'invalid_row invalid_row invalid_row invalid_row invalid_row', 'a link stays within the shop');
select is(pg_temp.save_banner('{"picture": null}') || ' ' || pg_temp.save_banner('{"picture": "https://evil.example/x.webp"}') || ' ' || pg_temp.save_banner('{"picture": "/storage/v1/object/public/products/x.webp"}'),
  'invalid_row invalid_row invalid_row', 'a picture is one that the shop has');
select is(pg_temp.save_banner('{"picture": null, "is_active": false}'), 'saved', 'what is off may lack one');
select is(pg_temp.save_banner('{"picture": "/storage/v1/object/public/products/00000000-0000-4000-8000-000000000001.webp"}'),
  'saved', 'or one that was uploaded');
select is(pg_temp.save_banner('{"title": " "}') || ' ' || pg_temp.save_banner(jsonb_build_object('description', repeat('x', 301))::text) || ' ' || pg_temp.save_banner('{"display_order": -1}'),
  'invalid_row invalid_row invalid_row', 'texts and place are in bounds');
select is(pg_temp.save_banner('{"begins": "2999-01-02T00:00", "ends": "2999-01-01T00:00"}'), 'invalid_row', 'it ends after it begins');
select is(pg_temp.save_banner('{"begins": "2999-01-02T00:00"}') || ' ' || shop.state_of(pg_temp.banner()) || coalesce(pg_temp.seen('visitor'), ' nothing'),
  'saved coming nothing', 'nobody reads one that is coming');
alter table public.banners disable trigger keep_current;
update public.banners set begins = now() - interval '1 minute' where id = (pg_temp.banner()).id;
alter table public.banners enable trigger keep_current;
create temporary table before_timer as select (pg_temp.banner()).version as version;
select public.refresh_home();
select is(pg_temp.seen('visitor'), 'Eid sale', 'the server shows it when it begins');
select is((pg_temp.banner()).version, (select version from before_timer), 'which makes no form older');
delete from shop.catalogue_changes;
select public.refresh_home();
select is(public.catalogue_version(), '', 'and nothing happens if nothing is due');
select is(pg_temp.remove_banner('slide', 1) || ' ' || pg_temp.remove_banner('slide', (pg_temp.banner()).version) || pg_temp.remove_banner('slide', 1),
  'changed_meanwhile no_such_row', 'it is removed');
select is((select before ->> 'title' from public.desk_audit where action = 'remove_slide'), 'Eid sale', 'and the record keeps it');

select * from finish();
