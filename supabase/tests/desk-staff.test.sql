-- Those who work at the desk: invitations, recovery codes and lost phones.
select plan(19);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "manager"}' where email = 'hira@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'hira@example.com');

create function pg_temp.invitation(email text) returns uuid language sql security definer as $$
  select i.id from public.desk_invitations i where i.person = pg_temp.account(email)
$$;
create function pg_temp.record(email text) returns text language sql as $$
  select string_agg(a.action, ' ' order by a.id) from public.desk_audit a where a.subject_id = email and a.action <> 'give_role'
$$;
create temporary table hashes as select array_agg(left(md5(n::text), 22)) as ten, (array_agg(left(md5(n::text), 22)))[1:1] as one from generate_series(1, 10) n;
grant select on hashes to public;
insert into auth.users (id, email) values ('00000000-0000-4000-8000-00000000dead', 'new@example.com');

select is(pg_temp.as('operator', $$select public.desk_invite('new@example.com', 'manager')$$) || ' ' || pg_temp.as('manager', $$select public.desk_invite('new@example.com', 'manager')$$),
  'not_manager not_fresh', 'invitations are for managers with a fresh code');
select is(pg_temp.as('fresh manager', $$select public.desk_invite('nobody@example.com', 'operator')$$) || ' ' || pg_temp.as('fresh manager', $$select public.desk_invite('new@example.com', 'owner')$$)
  || ' ' || pg_temp.as('fresh manager', $$select public.desk_invite('mahnoor@example.com', 'operator')$$),
  'no_such_person no_such_role has_role', 'an account gets a role that there is, once');
select is(pg_temp.as('fresh manager', $$select public.desk_invite('New@example.com', 'operator')$$), pg_temp.invitation('new@example.com')::text, 'an account without a sign-in gets an invitation');
create temporary table first_one as select pg_temp.invitation('new@example.com') as id;
select is(pg_temp.as('fresh manager', format('select public.desk_invite_again(%L)', pg_temp.account('mahnoor@example.com'))), 'no_invitation', 'only an unused one is sent again');
select pg_temp.as('fresh manager', format('select public.desk_invite_again(%L)', pg_temp.account('new@example.com')));
select is(public.take_desk_invitation((select id from first_one)), null, 'which ends the earlier link');
update public.desk_invitations set sent_at = now() - interval '25 hours';
select is(public.take_desk_invitation(pg_temp.invitation('new@example.com')), null, 'an invitation holds for a day');
update public.desk_invitations set sent_at = now() - interval '23 hours';
select is(public.take_desk_invitation(pg_temp.invitation('new@example.com')) ->> 'email', 'new@example.com', 'and is used');
select is(pg_temp.invitation('new@example.com')::text || pg_temp.record('new@example.com'), null, 'once');
select is(pg_temp.record('new@example.com'), 'invite invite_again accept_invitation', 'with a record');

select is(pg_temp.as('operator', 'select public.desk_save_recovery_codes(ten)::text from hashes'), 'not_fresh', 'recovery codes need a fresh code');
select pg_temp.as('fresh operator', 'select public.desk_save_recovery_codes(ten)::text from hashes');
select is(public.use_desk_recovery_code(pg_temp.account('hira@example.com'), (select one from hashes)), null, 'a code is of one person');
select is(array[public.use_desk_recovery_code(pg_temp.account('mahnoor@example.com'), (select one from hashes)),
  public.use_desk_recovery_code(pg_temp.account('mahnoor@example.com'), (select one from hashes))], array[9, null], 'and works once');

-- Hearing of new orders.
create function pg_temp.heard() returns text language sql as $$
  select pg_temp.as('operator', $q$select concat_ws(' ', l ->> 'by_mail', l ->> 'from', l ->> 'until', jsonb_array_length(l -> 'browsers')) from (select public.desk_listening() as l) as x$q$)
$$;
create function pg_temp.add_browser(who text, number integer, endpoint text default 'https://push.example/') returns text language sql as $$
  select coalesce(nullif(pg_temp.as(who, format('select public.desk_add_browser(%L, %L, %L, %L)', endpoint || number, repeat('B', 87), repeat('a', 22), 'Chrome on Mac')), ''), 'done')
$$;
select is(pg_temp.heard(), 'false 9 21 0', 'nobody hears of orders who hasn''t chosen it');
select pg_temp.as('operator', 'select public.desk_listen(true, 8, 20)') from generate_series(1, 2);
select is((select string_agg(pg_temp.add_browser('operator', least(n, 10)), ' ') from generate_series(1, 11) n) || ' ' || pg_temp.add_browser('operator', 11),
  'done done done done done done done done done done done too_many_browsers', 'somebody has at most ten browsers, each once');
select is(pg_temp.add_browser('manager', 1) || ' ' || pg_temp.heard(), 'done true 8 20 9', 'a browser tells the one who sat at it last');
select pg_temp.as('operator', format('select public.desk_remove_browser(%L)', b.id)) from shop.order_browsers b, generate_series(1, 2) where b.endpoint in ('https://push.example/1', 'https://push.example/2');
select is(pg_temp.heard() || ' ' || (select string_agg(a.action || a.n, ' ' order by a.action) from (select action, count(*) as n from public.desk_audit
  where action in ('listen', 'add_browser', 'remove_browser') group by 1) a), 'true 8 20 8 add_browser11 listen1 remove_browser1', 'nobody removes another''s, and each change is recorded once');
select is(concat_ws(' ', pg_temp.add_browser('operator', 1, 'http://push.example/'), pg_temp.add_browser('operator', 1, 'https://push.example/' || repeat('x', 1000))),
  '23514 23514', 'addresses of push services are safe and short');

select is(pg_temp.as('fresh manager', format('select public.desk_lost_phone(%L)', pg_temp.account('hira@example.com'))) || ' ' || pg_temp.as('fresh manager', format('select public.desk_lost_phone(%L)', pg_temp.account('ayesha@example.com'))),
  'own_phone no_such_person', 'a manager removes no phone of their own, or of a shopper');
select pg_temp.as('fresh manager', format('select public.desk_lost_phone(%L)', pg_temp.account('mahnoor@example.com')));
select is(coalesce(pg_temp.as('operator', 'select public.desk_me()'), 'nobody') || ' ' || (select count(*) from public.desk_recovery_codes), 'nobody 0', 'a lost phone ends sessions and codes');

select * from finish();
