-- The newsletter's list at the desk.
select plan(11);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

delete from public.newsletter_subscriptions;
insert into public.newsletter_subscriptions (email, is_active, created_at, confirmed_at) values
  ('first_reader@example.com', true, '2026-01-02 10:00Z', '2026-01-02 10:05Z'),
  ('second@example.com', true, '2026-02-02 10:00Z', '2026-02-02 10:05Z'),
  ('unconfirmed@example.com', true, '2026-02-03 10:00Z', null),
  ('gone@example.com', false, '2026-03-02 10:00Z', '2026-03-02 10:05Z');

create function pg_temp.listed(filter text, path text default '$.rows[*].email') returns text language sql as $$
  select pg_temp.as('operator', format('select jsonb_path_query_array(public.desk_newsletter(%s), %L)', filter, path))
$$;

select is(array[pg_temp.as('visitor', 'select public.desk_newsletter()'), pg_temp.as('visitor', 'select public.desk_newsletter_export()')],
  array['42501', '42501'], 'a visitor may call neither function');
select is(pg_temp.as('shopper', 'select public.desk_newsletter()') || ' ' || pg_temp.as('shopper', 'select public.desk_newsletter_export()'),
  'not_operator not_operator', 'a shopper may use neither');
select is(pg_temp.as('operator', 'select 1 from public.newsletter_subscriptions'), '42501', 'nobody reads the table itself');
select is(pg_temp.listed(''),
  '["gone@example.com", "unconfirmed@example.com", "second@example.com", "first_reader@example.com"]', 'an operator lists addresses, the latest first');
select is(array[pg_temp.listed('', '$.total'), pg_temp.listed('', '$.active')],
  array['[4]', '[2]'], 'with how many there are and how many of them are active and confirmed');
select is(pg_temp.listed($$'', 1$$, '$.rows[3].created_at.datetime().type()'),
  '["timestamp with time zone"]', 'each with when its owner asked for it');
select is(array[pg_temp.listed($$'T_READ'$$), pg_temp.listed($$'d_r'$$)],
  array['["first_reader@example.com"]', '[]'], 'a part of an address finds it, in which _ is nothing special');
select is(array[pg_temp.listed('null, 2'), pg_temp.listed('null, -1', '$.total')],
  array['[]', '[4]'], 'a page beyond the last is empty');

select is(pg_temp.as('operator', 'select public.desk_newsletter_export()'), 'not_fresh', 'taking the list needs a fresh code');
select is(pg_temp.as('fresh operator', $$select jsonb_path_query_array(public.desk_newsletter_export(), '$[*].email')$$),
  '["first_reader@example.com", "second@example.com"]', 'then it has the active, confirmed addresses, the first first');
select is((select string_agg(actor_email || ' ' || subject_id || ' ' || after, ', ') from public.desk_audit where action = 'export' and subject_kind = 'newsletter'),
  'mahnoor@example.com active {"addresses": 2}', 'which is recorded');

select * from finish();
