-- Who is at the desk, and its record of changes: as visitor, shopper, ended operator, operator without second factor, operator, manager.
select plan(27);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email in ('mahnoor@example.com', 'hira@example.com');

-- Everybody's claims. The ages are those of the password and of the code.
create temporary table visits (who text primary key, email text, aal text, password_age interval, code_age interval, session uuid default gen_random_uuid());
insert into visits values
  ('shopper', 'ayesha@example.com', 'aal2', '1 minute', '1 minute'),
  ('password only', 'mahnoor@example.com', 'aal1', '1 minute', null),
  ('operator', 'mahnoor@example.com', 'aal2', '11 hours', '11 minutes'),
  ('fresh operator', 'mahnoor@example.com', 'aal2', '11 hours', '9 minutes'),
  ('tired operator', 'mahnoor@example.com', 'aal2', '13 hours', '1 minute'),
  ('manager', 'hira@example.com', 'aal2', '1 minute', '1 minute'),
  ('signed out', 'mahnoor@example.com', 'aal2', '1 minute', '1 minute');
insert into auth.sessions (id, user_id)
select v.session, u.id from visits v join auth.users u using (email) where v.who <> 'signed out';

create or replace function pg_temp.claims(who text) returns jsonb language sql security definer as $$
  select coalesce((select jsonb_build_object('role', 'authenticated', 'sub', u.id, 'session_id', v.session, 'aal', v.aal, 'amr',
      jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', floor(extract(epoch from now() - v.password_age))))
      || case when v.code_age is null then '[]' else
        jsonb_build_array(jsonb_build_object('method', 'totp', 'timestamp', floor(extract(epoch from now() - v.code_age)))) end)
    from visits v join auth.users u using (email) where v.who = $1),
    jsonb_build_object('role', case $1 when 'server' then 'service_role' else 'anon' end))
$$;

select is(pg_temp.as('visitor', 'select public.desk_me()'), '42501', 'a visitor may not call desk_me');
select is(pg_temp.as('shopper', 'select public.desk_me()'), null, 'a shopper is nobody at the desk, with a second factor too');
select is(pg_temp.as('password only', 'select public.desk_me()'), null, 'without a second factor an operator is nobody at the desk');
select is(pg_temp.as('tired operator', 'select public.desk_me()'), null, 'twelve hours after the password a session ends, whatever its last code');
select is(pg_temp.as('signed out', 'select public.desk_me()'), null, 'a token of a session that was signed out counts no more');
select is(pg_temp.as('server', 'select public.desk_me()'), null, 'the secret key is nobody at the desk');
select is(pg_temp.as('operator', $$select public.desk_me() ->> 'role'$$), 'operator', 'an operator is at the desk');
select is(pg_temp.as('manager', $$select public.desk_me() ->> 'email'$$), 'hira@example.com', 'the desk knows who it is');
select is(pg_temp.as('operator', $$select public.desk_me() ->> 'is_fresh'$$), 'false', 'a code is fresh for ten minutes');
select is(pg_temp.as('fresh operator', $$select public.desk_me() ->> 'is_fresh'$$), 'true', 'before that it is');

create function pg_temp.door(who text, lowest text, fresh boolean) returns text language plpgsql as $$
declare claims jsonb := pg_temp.claims(who);
begin
  perform set_config('request.jwt.claims', claims::text, true), set_config('request.jwt.claim.sub', coalesce(claims ->> 'sub', ''), true);
  perform shop.require_desk('{}', lowest, fresh);
  return 'open';
exception when others then return sqlerrm;
end $$;
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "manager"}' where email = 'hira@example.com';
select is(pg_temp.door('shopper', 'operator', false), 'not_operator', 'the desk''s functions refuse a shopper');
select is(pg_temp.door('operator', 'operator', false), 'open', 'they take an operator');
select is(pg_temp.door('operator', 'operator', true), 'not_fresh', 'some only with a fresh code');
select is(pg_temp.door('fresh operator', 'operator', true), 'open', 'which an operator can give');
select is(pg_temp.door('fresh operator', 'manager', true), 'not_manager', 'and some only a manager');
select is(pg_temp.door('manager', 'manager', true), 'open', 'a manager may do all of it');

update auth.users set banned_until = now() + interval '1 day' where email = 'hira@example.com';
select is(pg_temp.as('manager', 'select public.desk_me()'), null, 'a banned account is nobody at the desk');

-- The record of changes.
select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
select is((select 'recorded' from public.note_desk_role((select id from auth.users where email = 'mahnoor@example.com'), null, 'operator')),
  'recorded', 'giving a role is recorded');
select is(pg_temp.as('operator', $$select actor_email || ' ' || action || ' ' || subject_id || ' ' || (after ->> 'role') from public.desk_audit$$),
  'server give_role mahnoor@example.com operator', 'an operator reads the record');
select is(pg_temp.as('shopper', 'select count(*) from public.desk_audit'), '0', 'a shopper reads none of it');
select is(pg_temp.as('visitor', 'select count(*) from public.desk_audit'), '42501', 'a visitor may not ask');
select is(pg_temp.as('operator', $$insert into public.desk_audit (actor_email, action, subject_kind, subject_id) values ('x', 'x', 'x', 'x') returning 'in'$$),
  '42501', 'an operator adds nothing to it by hand');
select is(pg_temp.as('server', $$insert into public.desk_audit (actor_email, action, subject_kind, subject_id) values ('x', 'x', 'x', 'x') returning 'in'$$),
  '42501', 'nor does the secret key');
select throws_ok('update public.desk_audit set action = ''x''', 'PT403', 'audit_is_kept', 'nobody changes it, its owner included');
select throws_ok('delete from public.desk_audit', 'PT403', 'audit_is_kept', 'nobody deletes from it');
select throws_ok('truncate public.desk_audit', 'PT403', 'audit_is_kept', 'nobody empties it');

update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where email = 'mahnoor@example.com';
select is(pg_temp.as('fresh operator', 'select public.desk_me()'), null, 'a role that was taken away ends at once, with every token given before');

select * from finish();
