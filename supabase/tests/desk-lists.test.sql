-- Lists that operators edit row by row (decision 165).
select plan(65);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- Returns the ID of the saved row, or the refusal.
create function pg_temp.save(list text, fields jsonb, id text default null, version integer default null) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_save_row(%L, %L, %L, %L)', list, fields, id, version))
$$;
create function pg_temp.remove(list text, id text, version integer default 1) returns text language sql as $$
  select coalesce(nullif(pg_temp.as('operator', format('select public.desk_remove_row(%L, %L, %L)', list, id, version)), ''), 'removed')
$$;
-- Returns a row as the desk reads it.
create function pg_temp.row_of(list text, id text) returns jsonb language sql as $$
  select r from jsonb_array_elements(pg_temp.as('operator', format('select public.desk_list(%L)', list))::jsonb) r where r ->> 'id' = $2
$$;
-- Saves a row with these columns changed, from the version that it has.
create function pg_temp.change(list text, id text, fields jsonb, version integer default null) returns text language sql as $$
  select case saved when id then 'saved' else saved end
  from (select pg_temp.save(list, was || fields, id, coalesce(version, (was ->> 'version')::integer)) as saved from pg_temp.row_of(list, id) was) x
$$;
-- Returns the detail of the refusal of a new row.
create function pg_temp.wrong(list text, fields jsonb) returns text language plpgsql as $$
declare
  detail text;
begin
  perform set_config('request.jwt.claims', pg_temp.claims('operator')::text, true), set_config('request.jwt.claim.sub', pg_temp.claims('operator') ->> 'sub', true);
  perform public.desk_save_row(list, fields);
  return 'saved';
exception when others then
  get stacked diagnostics detail = pg_exception_detail;
  return sqlerrm || ': ' || detail;
end $$;

-- Who, and what.
create temporary table calls as select * from unnest(array['select public.desk_list(''holiday'')',
  'select public.desk_save_row(''holiday'', ''{"day": "2030-01-01", "name": "Evil"}'')', 'select public.desk_remove_row(''holiday'', ''x'', 1)']) as query;
select is((select string_agg(distinct pg_temp.as('visitor', query), ', ') from calls), '42501', 'a visitor may call none of the functions');
select is((select string_agg(distinct pg_temp.as('shopper', query), ', ') from calls), 'not_operator', 'a shopper may use none');
select is((select string_agg(pg_temp.save(name, '{}'), ' ') from unnest(array['orders', 'public.orders', 'auth.users', '', null]) as name),
  'no_such_list no_such_list no_such_list no_such_list no_such_list', 'there are no other lists');
select is(pg_temp.as('operator', $$select public.desk_list('promo_codes')$$) || ' ' || pg_temp.remove('profiles', 'x'), 'no_such_list no_such_list', 'neither to read nor to remove from');
select is((select string_agg(distinct coalesce(jsonb_typeof(pg_temp.as('operator', format('select public.desk_list(%L)', l.name))::jsonb), l.name), ' ') from shop.desk_lists() l where l.areas is not null),
  'array', 'an operator reads every list');
select is((select string_agg(l.name, ', ') from shop.desk_lists() l where not exists (select from pg_trigger t where t.tgrelid = l.source and t.tgname = 'raise_version')),
  null, 'each has versions');
select is((select string_agg(l.name || '.' || c, ', ') from shop.desk_lists() l cross join unnest(l.columns) c
    where not exists (select from pg_attribute a where a.attrelid = l.source and a.attname = c)), null, 'and columns that exist');
select is((select string_agg(distinct l.name || '.' || c, ', ') from shop.desk_lists() l cross join unnest(l.columns) c where c in ('id', 'version', l.key)),
  null, 'nobody writes an ID or a version');
select is(pg_temp.save('job', jsonb_build_object('title', repeat('x', 20000))), 'argument_too_long', 'values have a longest length');

-- Rows are made, saved and removed.
create temporary table eid as select pg_temp.save('holiday', '{"day": "2031-01-25", "name": "  Eid ul-Fitr ", "is_expected": true, "version": 7, "id": "5b0ff1a1-4c3f-4a42-9d3f-6a3c0e5a1b11", "evil": 1}') as id;
select is((select h.day || ' ' || h.name || ' ' || h.is_expected || ' ' || h.version || ' ' || (h.id = '5b0ff1a1-4c3f-4a42-9d3f-6a3c0e5a1b11') from public.holidays h join eid on eid.id = h.id::text),
  '2031-01-25 Eid ul-Fitr true 1 false', 'a row is made of the columns that may be written, its texts trimmed');
select is((select pg_temp.change('holiday', id, '{"day": "2031-01-26", "is_expected": false}') from eid), 'saved', 'it is saved');
select is((select h.day || ' ' || h.name || ' ' || h.is_expected || ' ' || h.version from public.holidays h join eid on eid.id = h.id::text),
  '2031-01-26 Eid ul-Fitr false 2', 'with what was given');
select is((select pg_temp.change('holiday', eid.id, '{}') || ' ' || (pg_temp.row_of('holiday', eid.id) ->> 'version') || ' ' || (select count(*) from public.desk_audit a where a.subject_id = eid.id) from eid),
  'saved 2 2', 'one that is saved as it is stays as it is, which is no news');
select is((select pg_temp.change('holiday', id, '{"name": "Older"}', 1) from eid), 'changed_meanwhile', 'but not from an older form');
select is((select pg_temp.remove('holiday', id, 1) from eid), 'changed_meanwhile', 'nor is it removed from one');
select is((select pg_temp.remove('holiday', id, 2) from eid), 'removed', 'it is removed');
select is((select pg_temp.remove('holiday', id, 2) || ' ' || pg_temp.save('holiday', '{"day": "2031-01-25", "name": "Eid"}', id, 2) from eid),
  'no_such_row no_such_row', 'once');
select is((select string_agg(a.action || ' ' || a.actor_email, ', ' order by a.id) from public.desk_audit a join eid on eid.id = a.subject_id where a.subject_kind = 'holiday'),
  'create_holiday mahnoor@example.com, save_holiday mahnoor@example.com, remove_holiday mahnoor@example.com', 'who did what is recorded');
select is((select a.before || jsonb_build_object('after', a.after) from public.desk_audit a join eid on eid.id = a.subject_id where a.action = 'save_holiday'),
  '{"day": "2031-01-25", "name": "Eid ul-Fitr", "is_expected": true, "after": {"day": "2031-01-26", "name": "Eid ul-Fitr", "is_expected": false}}', 'from what to what');
create temporary table answer as select pg_temp.save('quick_answer', '{"question_text": "Is it lined?", "answer_text": "Yes.", "category": "Sizes", "is_active": true}') as id;
select is((select a.after from public.desk_audit a join answer on answer.id = a.subject_id),
  (select jsonb_build_object('question', 'Is it lined?', 'answer', 'Yes.', 'category', 'Sizes', 'is_shown', true, 'place', max(q.display_order)) from public.predefined_questions q),
  'in words of operators; a new row without a place comes last');

-- What can't be stored.
select is(pg_temp.wrong('holiday', '{"day": "2031-01-25", "name": " ", "is_expected": false}'), 'invalid_row: name', 'a refusal names the column with a bound');
select is(pg_temp.wrong('holiday', '{"name": "Eid", "is_expected": false}'), 'invalid_row: day', 'or one that is missing');
select is(pg_temp.wrong('quick_answer', '{"question_text": " ", "answer_text": "x", "category": "x", "is_active": true}'), 'invalid_row: question', 'in words of operators');
select is(pg_temp.save('holiday', '{"day": "tomorrow-ish", "name": "Eid", "is_expected": false}') || ' ' || pg_temp.save('holiday', '{"day": "2031-02-30", "name": "Eid", "is_expected": false}')
  || ' ' || pg_temp.save('work', '{"title": "x", "category": "x", "description": "", "year": 99999999999, "is_active": true, "is_featured": true}'),
  'invalid_row invalid_row invalid_row', 'a value of another type is refused');
select is((select string_agg(case when saved ~ '^[0-9a-f-]{36}$' then 'made' else saved end, ' ') from (select pg_temp.save('holiday',
    '{"day": "2032-01-01", "name": "Eid", "is_expected": false}') as saved from generate_series(1, 2)) x), 'made row_exists', 'nor is a row that exists');

-- Lists of a fixed number of rows.
select is((select string_agg(pg_temp.save(name, '{}') || ' ' || pg_temp.remove(name, 'true'), ', ') from unnest(array['delivery_rules', 'order_rules', 'delivery', 'statistic']) name),
  'list_is_fixed list_is_fixed, list_is_fixed list_is_fixed, list_is_fixed list_is_fixed, list_is_fixed list_is_fixed', 'their rows are neither made nor removed');
select is(pg_temp.change('delivery_rules', 'true', '{"cut_off": "16:30", "business_days": [1, 2, 6]}'), 'saved', 'the cut-off and the business days are saved');
select is((select public.delivery_terms() ->> 'cut_off' || ' ' || (public.delivery_terms() ->> 'business_days')), '16:30 [1, 2, 6]', 'and hold at once');
select is(pg_temp.change('delivery_rules', 'true', '{"business_days": []}'), 'invalid_row', 'there is a business day');
select is(pg_temp.change('order_rules', 'true', '{"unpaid_hold": "90 minutes", "unconfirmed_hold": "36 hours", "most_pieces": 4}'), 'saved', 'the limits of orders are saved');
select is((select r.unpaid_hold || ' ' || r.unconfirmed_hold || ' ' || r.most_pieces from public.order_rules r), '01:30:00 36:00:00 4', 'with how long orders are held');
select is(pg_temp.change('order_rules', 'true', '{"unpaid_hold": "1 minute"}') || ' ' || pg_temp.change('order_rules', 'true', '{"most_unpaid": 0}'), 'invalid_row invalid_row', 'in their bounds');
select is(pg_temp.change('delivery', 'UK', '{"is_served": true, "fee": 2500.5, "free_from": null}'), 'saved', 'the shop delivers to a new country');
select is(public.delivery_fee('UK'), 2500.50, 'at its price');
select is(pg_temp.change('delivery', 'Pakistan', '{"fee": -1}') || ' ' || pg_temp.change('delivery', 'UK', '{"first_day": 20}'), 'invalid_row invalid_row', 'delivery can''t cost less than nothing');
select is(pg_temp.change('delivery', 'Pakistan', '{"is_served": false}'), 'invalid_row', 'the shop delivers in its own country');
delete from shop.catalogue_changes;
select is(pg_temp.change('delivery', 'UK', '{"country": "India", "fee": 1}'), 'saved', 'another column is left out');
select is((select c.fee from public.delivery_countries c where c.country = 'UK'), 1.00, 'so the country stays');
select isnt(public.catalogue_version(), '', 'pages learn of it');

-- What is used.
create temporary table rust as select pg_temp.save('color', '{"name": "Rust", "value": "#b5532b"}') as id;
select is((select c.name || ' ' || c.value || ' ' || (c.display_order = (select max(display_order) from public.colors)) from public.colors c join rust on rust.id = c.id::text),
  'Rust #b5532b true', 'a new colour comes last');
select is(pg_temp.save('color', '{"name": "rust", "value": "#000000"}'), 'row_exists', 'a name is one colour''s');
select is(pg_temp.save('color', '{"name": "Dust", "value": "red"}') || ' ' || pg_temp.save('color', '{"name": "", "value": "#000000"}'), 'invalid_row invalid_row', 'it has a name and a code');
select is((select pg_temp.change('color', id, '{"name": "Brick", "value": "#aa0000", "display_order": 2}', 2) from rust), 'changed_meanwhile', 'a form that is older than the colour changes nothing');
select is((select pg_temp.change('color', id, '{"name": "Brick", "value": "#aa0000", "display_order": 2}') from rust), 'saved', 'a colour is saved');
select is((select c.name || ' ' || c.value || ' ' || c.display_order || ' ' || c.version from public.colors c join rust on rust.id = c.id::text), 'Brick #aa0000 2 2', 'with what was given');
select is(pg_temp.row_of('color', md5('color:Black')::uuid::text) ->> 'uses',
  (select count(distinct x.product_id)::text from (select pc.product_id from public.product_colors pc where pc.color_id = md5('color:Black')::uuid
    union select m.product_id from public.product_media m where m.color_id = md5('color:Black')::uuid) x), 'the products of a colour are counted');
select is(pg_temp.remove('color', md5('color:Black')::uuid::text, (select c.version from public.colors c where c.name = 'Black')), 'row_in_use', 'a colour that products have stays');
select is((select pg_temp.remove('color', id, 2) from rust), 'removed', 'another one is removed');
select is((select string_agg(a.action, ' ' order by a.id) from public.desk_audit a join rust on rust.id = a.subject_id), 'create_color save_color remove_color', 'and all of it is recorded');
select is((select pg_temp.remove('question_category', c.id::text, c.version) from public.faq_categories c where c.slug = 'payments'), 'row_in_use', 'a category keeps its questions');

-- Testimonials and statistics.
create temporary table soft as select pg_temp.save('testimonial', '{"review_text": "Soft, at the desk", "customer_name": " Hira ", "is_active": false}') as id;
create function pg_temp.words() returns public.testimonials language sql as $$ select t.* from public.testimonials t join soft on soft.id = t.id::text $$;
select is(pg_temp.save('testimonial', '{"review_text": " ", "is_active": false}'), 'invalid_row', 'a testimonial has a text');
select is(pg_temp.as('visitor', $$select count(*) from public.testimonials where customer_name = 'Hira'$$), '0', 'a new one isn''t shown yet');
select is((select pg_temp.change('testimonial', id, '{"customer_name": " Hira A. ", "rating": 4, "display_order": 2, "is_active": true}') from soft) || ' ' || (pg_temp.words()).customer_name || ' ' || (pg_temp.words()).rating,
  'saved Hira A. 4', 'it is saved');
select is((select pg_temp.change('testimonial', id, '{}', 1) || ' ' || pg_temp.change('testimonial', id, '{"rating": 6}') || ' ' || pg_temp.change('testimonial', id, '{"review_text": ""}') || ' '
    || pg_temp.save('testimonial', '{}', gen_random_uuid()::text, 1) from soft), 'changed_meanwhile invalid_row invalid_row no_such_row', 'what is older or out of bounds is refused');
select is((select pg_temp.change('testimonial', id, '{"is_active": false}') from soft) || ' ' || pg_temp.as('visitor', $$select count(*) from public.testimonials where review_text like 'Soft%desk%'$$),
  'saved 0', 'it is hidden');
select is((select string_agg(action, ' ' order by id) from public.desk_audit where subject_kind = 'testimonial'),
  'create_testimonial save_testimonial save_testimonial', 'every change is recorded');

create function pg_temp.figure() returns text language sql as $$ select s.stat_value || ' ' || s.stat_label from public.hero_statistics s where s.stat_key = 'high_quality_products' $$;
create function pg_temp.save_figure(fields jsonb) returns text language sql as $$ select pg_temp.change('statistic', 'high_quality_products', '{"counts": null}' || fields) $$;
select is((select string_agg((s.stat_value = shop.statistic_count(s.counts))::text, ' ') from public.hero_statistics s),
  'true true', 'the sample''s figures are true of its catalogue');
update public.products set is_active = false where slug in ('guest-robe', 'lace-balconette-bra');
select public.refresh_home();
select is(pg_temp.figure(),
  (select count(*) || ' High-Quality Products' from public.products where is_active and deleted_at is null), 'a counted figure stays true');
select is(pg_temp.save_figure('{"stat_label": "Sizes", "stat_value": 7}') || ' ' || pg_temp.figure() || ' ' || pg_temp.save_figure('{"stat_label": "Products", "stat_value": 7, "counts": "products"}') || ' ' || (pg_temp.figure() <> '7 Products'),
  'saved 7 Sizes saved true', 'a figure is typed, or counted');
select is(pg_temp.save_figure('{"stat_label": " "}') || ' ' || pg_temp.save_figure('{"stat_value": -1}') || ' ' || pg_temp.save_figure('{"counts": "orders"}') || ' ' || pg_temp.save_figure('{"stat_value": null}') || ' '
    || pg_temp.change('statistic', 'happy_customers', '{}', 7) || ' ' || pg_temp.save('statistic', '{}', 'unknown', 1),
  'invalid_row invalid_row invalid_row invalid_row changed_meanwhile no_such_row', 'what is older or out of bounds is refused');

select pg_temp.save('block', '{"contact": "+923339876519", "reason": "Two parcels refused", "ends": "2999-12-31"}');
select is((select string_agg(a.after ->> 'contact', ' ') from public.desk_audit a where a.subject_kind = 'block'), '…519',
  'the record, which stays for ever, has no phone number of a blocked contact');

-- One button that buys.
select is((shop.product_with_similar((select p.id from public.products p limit 1)) ->> 'buy_now') || ' ' || pg_temp.change('buy_now', 'true', '{"has_buy_now": true}'), 'false saved',
  'products have no button that buys at once');
select is(shop.product_with_similar((select p.id from public.products p limit 1)) ->> 'buy_now', 'true', 'until an operator adds it');
select is(pg_temp.change('picture_ratio', 'true', '{"picture_ratio": "3/4"}'), 'saved', 'the shape of pictures is a setting');
select is(pg_temp.as('visitor', 'select picture_ratio from public.listing_rules'), '3/4', 'which every page reads');

select * from finish();
