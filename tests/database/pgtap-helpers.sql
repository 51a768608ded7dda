-- What several pgTAP files use. tests/database/pgtap.test.ts runs it before each of them, in the file's transaction.

create function pg_temp.account(email text) returns uuid language sql security definer as $$
  select u.id from auth.users u where u.email = $1
$$;
create function pg_temp.person(email text) returns uuid language sql security definer as $$
  select p.id from public.profiles p where p.email = $1
$$;

-- Acts as a signed-in shopper from now on.
create function pg_temp.sign_in(email text) returns void language sql as $$
  select set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', pg_temp.person(email))::text, true),
    set_config('request.jwt.claim.sub', pg_temp.person(email)::text, true)
$$;
-- Acts as the shop's server from now on.
create function pg_temp.be_server() returns void language sql as $$
  select set_config('request.jwt.claims', '{"role": "service_role"}', true), set_config('request.jwt.claim.sub', '', true)
$$;

-- Tries a statement without keeping what it changes. Returns 'done' or the refusal.
create function pg_temp.refusal(statement text) returns text language plpgsql as $$
begin
  begin
    execute statement;
    raise exception using errcode = 'OK000';
  exception when others then
    return case sqlstate when 'OK000' then 'done' else sqlerrm end;
  end;
end $$;

-- The same, with the refusal's detail.
create function pg_temp.refusal_with_detail(statement text) returns text language plpgsql as $$
declare
  detail text;
begin
  begin
    execute statement;
    raise exception using errcode = 'OK000';
  exception when others then
    get stacked diagnostics detail = pg_exception_detail;
    return case sqlstate when 'OK000' then 'done' else concat_ws(' ', sqlerrm, nullif(detail, '')) end;
  end;
end $$;

-- Runs a statement and keeps what it changes. Returns 'done' or the refusal.
create function pg_temp.attempt(statement text) returns text language plpgsql as $$
begin
  execute statement;
  return 'done';
exception when others then
  return sqlerrm;
end $$;

-- The people of the desk's files, of which some have others.
create function pg_temp.email_of(who text) returns text language sql as $$
  select case when who = 'shopper' then 'ayesha@example.com' when who ~ 'manager' then 'hira@example.com' else 'mahnoor@example.com' end
$$;
-- The claims of somebody with a second factor, whose code is an hour old, or a minute if they are fresh.
create function pg_temp.claims(who text) returns jsonb language sql as $$
  select case when who = 'visitor' then '{"role": "anon"}' else
    jsonb_build_object('role', 'authenticated', 'sub', pg_temp.account(pg_temp.email_of(who)), 'session_id', md5(pg_temp.email_of(who))::uuid,
      'aal', 'aal2', 'amr', jsonb_build_array(
        jsonb_build_object('method', 'password', 'timestamp', floor(extract(epoch from now() - interval '2 hours'))),
        jsonb_build_object('method', 'totp', 'timestamp', floor(extract(epoch from now() -
          case when who ~ '^fresh' then interval '1 minute' else interval '1 hour' end))))) end
$$;
-- Acts as one of: visitor, shopper, operator, manager, fresh operator, fresh manager. Returns the first value, or the refusal.
create function pg_temp.as(who text, query text) returns text language plpgsql as $$
declare
  claims jsonb := pg_temp.claims(who);
  value text;
begin
  perform set_config('request.jwt.claims', claims::text, true), set_config('request.jwt.claim.sub', coalesce(claims ->> 'sub', ''), true),
    set_config('role', claims ->> 'role', true);
  begin
    execute query into value;
  exception when others then
    value := case when sqlstate like 'PT%' then sqlerrm else sqlstate end;
  end;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  return value;
end $$;
grant execute on function pg_temp.account(text), pg_temp.person(text), pg_temp.claims(text), pg_temp.as(text, text) to public;
