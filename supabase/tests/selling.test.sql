-- The product feed and the funnel (decisions 176 and 177).
select plan(12);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

create temporary view sold as select p.id from public.products p where p.is_active and p.deleted_at is null;
select is((select count(*) from jsonb_array_elements(public.product_feed(null, 500))), (select count(*) from sold), 'the feed has the products on sale (SF-01)');
create temporary table pages as
with recursive page as (
  select public.product_feed(null, 7) as rows
  union all
  select public.product_feed((page.rows -> -1 ->> 'id')::uuid, 7) from page where jsonb_array_length(page.rows) > 0
) select r ->> 'id' as id from page, jsonb_array_elements(page.rows) r;
select is((select array_agg(id order by id) from pages), (select array_agg(id::text order by id) from sold), 'each on one page (SF-01)');
select is(jsonb_array_length(public.product_feed(null, 100000)), least(500, (select count(*) from sold)::integer), 'a page has at most 500');

insert into public.product_categories (id, name, parent_id, gender, google_category)
select md5('feed ' || place)::uuid, 'Feed ' || place, case when place > 1 then md5('feed ' || place - 1)::uuid end,
  (array['male', null, 'unisex'])[place], (array[null, 214, null])[place] from generate_series(1, 3) place;
select is((select string_agg(concat_ws(' ', f ->> 'path', f ->> 'google_category', f ->> 'gender', f ->> 'age_group'), ', ' order by place)
  from generate_series(1, 3) place cross join lateral shop.feed_category(md5('feed ' || place)::uuid) f),
  '["Feed 1"] 1604 male adult, ["Feed 1", "Feed 2"] 214 male adult, ["Feed 1", "Feed 2", "Feed 3"] 214 unisex adult',
  'a category has what those above it say, unless it says so itself (SF-03)');
select is(shop.feed_category(null), '{"path": [], "gender": "female", "age_group": "adult", "google_category": 1604}', 'a product without one is clothing for women');

select public.count_funnel('00000000-0000-4000-8000-000000000001', '[{"day": "2021-01-05", "step": "viewed", "count": 5}]');
select public.count_funnel('00000000-0000-4000-8000-000000000001', '[{"day": "2021-01-05", "step": "viewed", "count": 3}]');
select public.count_funnel('00000000-0000-4000-8000-000000000002', '[{"day": "2021-01-05", "step": "viewed", "count": 2}]');
select is((select sum(count) from shop.funnel_counts where day = '2021-01-05'), 7::bigint, 'sums of a run only grow, and runs are added (SF-05)');
select is(pg_temp.attempt($$select public.count_funnel(gen_random_uuid(), '[{"day": "2021-01-05", "step": "bought", "count": 1}]')$$) ~ 'violates check', true, 'there are no other steps');
select is((select string_agg(column_name, ' ' order by ordinal_position) from information_schema.columns where table_schema = 'shop' and table_name = 'funnel_counts'),
  'day step run count', 'a row says nothing of a person (SF-04)');
select is(pg_temp.as('shopper', $$select public.desk_funnel('2021-01-05', '2021-01-05')$$), 'not_operator', 'a shopper reads no funnel');
select is(pg_temp.as('shopper', $$select public.count_funnel(gen_random_uuid(), '[]')$$) || pg_temp.as('visitor', $$select public.count_funnel(gen_random_uuid(), '[]')$$),
  '4250142501', 'nor do others count it');
select is(pg_temp.as('operator', $$select public.desk_funnel('2021-01-05', '2022-01-06')$$), 'invalid_period', 'a period has at most a year');
update public.orders set created_at = '2021-01-04T19:30:00Z', confirmed_at = now()
  where id in (select id from public.orders where payment_method = 'cod' order by id limit 1);
select is((pg_temp.as('operator', $$select public.desk_funnel('2021-01-04', '2021-01-05')$$))::jsonb -> 0 ->> 'placed', '1', 'days are Pakistan''s (SF-06)');
