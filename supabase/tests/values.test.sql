-- Values that are no numbers or dates to the shop, which Postgres takes: no column stores them.
select plan(12);

create temporary table columns as
select c.oid::regclass as source, a.attname as name, a.atttypid::regtype as type, format_type(a.atttypid, a.atttypmod) as full_type
from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
where c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace) and a.attnum > 0 and not a.attisdropped;
create temporary table bad (type regtype, value text);
insert into bad values ('numeric', 'NaN'), ('numeric', 'infinity'), ('numeric', '-infinity'), ('double precision', 'NaN'),
  ('double precision', 'infinity'), ('double precision', '-infinity'), ('real', 'NaN'), ('real', 'infinity'), ('real', '-infinity'),
  ('interval', 'infinity'), ('interval', '-infinity'), ('interval', '5000 years'),
  ('date', 'infinity'), ('date', '-infinity'), ('date', '10000-01-01'), ('date', '0044-03-15 BC'),
  ('timestamp', 'infinity'), ('timestamp', '-infinity'), ('timestamp', '10000-01-01'), ('timestamp', '0044-03-15 BC'),
  ('timestamptz', 'infinity'), ('timestamptz', '-infinity'), ('timestamptz', '10000-01-01'), ('timestamptz', '0044-03-15 BC');

-- Whether the column's type or one of its constraints refuses a value.
create function pg_temp.is_refused(c columns, value text) returns boolean language plpgsql as $$
declare
  rule text;
  allowed boolean;
begin
  for rule in select pg_get_expr(k.conbin, k.conrelid) from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attname = c.name
    where k.conrelid = c.source and k.contype = 'c' and k.conkey = array[a.attnum]
  loop
    execute format('select %s from (select %L::%s as %I) t', rule, value, c.full_type, c.name) into allowed;
    if not allowed then
      return true;
    end if;
  end loop;
  return false;
-- Durations without end are known since PostgreSQL 17.
exception when numeric_value_out_of_range or invalid_datetime_format then
  return true;
end $$;

select is((select string_agg(format('%s.%s %s', c.source, c.name, b.value), ', ' order by c.source::text, c.name, b.value)
  from columns c join bad b using (type) where not pg_temp.is_refused(c, b.value)), null,
  'no column takes a value that is no number or date; select shop.bound_columns() bounds new ones');
select is((select string_agg(distinct format('%s.%s', c.source, c.name), ', ') from columns c
  where c.type::text ~ 'range$|^money$|^numeric\[\]|^date\[\]|^timestamp.*\[\]|^double precision\[\]'), null, 'no column has a type that isn''t tried here');
select cmp_ok((select count(*)::integer from columns c join bad b using (type)), '>', 300, 'the columns are found');

-- An upgrade of a shop that has such a value says what to do.
alter table public.delivery_countries drop constraint fee_in_range;
alter table public.holidays drop constraint day_in_range;
update public.delivery_countries set fee = 'NaN' where country = 'Pakistan';
insert into public.holidays (day, name) values ('infinity', 'Never');
select throws_like($$select shop.bound_columns()$$, 'Some values are no numbers or dates. Nothing was changed: set them, and push again. '
  '%fee of public.delivery_countries (1 row): select * from public.delivery_countries where not (fee between -100000000 and 100000000);%', 'the refusal names a number');
select throws_like($$select shop.bound_columns()$$, '%day of public.holidays (1 row): select * from public.holidays where not (day between %', 'and a day');
update public.delivery_countries set fee = 150 where country = 'Pakistan';
delete from public.holidays where day = 'infinity';
select lives_ok($$select shop.bound_columns()$$, 'once they are set it passes');
select throws_ok($$update public.delivery_countries set fee = 'NaN'$$, '23514', null, 'and the columns have their bounds');

-- What functions of the desk take from JSON.
create function pg_temp.desk(statement text) returns text language plpgsql as $$
begin
  perform set_config('request.jwt.claims', pg_temp.claims('operator')::text, true), set_config('request.jwt.claim.sub', pg_temp.claims('operator') ->> 'sub', true);
  return pg_temp.refusal_with_detail(statement);
end $$;
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email = 'mahnoor@example.com';
create function pg_temp.delivery(change jsonb) returns text language sql as $$
  select pg_temp.desk(format('select public.desk_save_row(%L, %L, %L, %s)', 'delivery',
      '{"is_served": true, "fee": 150, "free_from": 5000, "first_day": 3, "last_day": 5}'::jsonb || change, country, version))
  from public.delivery_countries where country = 'Pakistan'
$$;
select is(pg_temp.delivery('{"fee": 150}'), 'done', 'a price is saved');
select is(pg_temp.delivery('{"fee": "NaN"}') || '; ' || pg_temp.delivery('{"free_from": "NaN"}'), 'invalid_row fee; invalid_row free from',
  'a price that is no number isn''t');
select is((select string_agg(pg_temp.desk(format('select public.desk_save_row(%L, %L)', 'holiday', jsonb_build_object('day', day, 'name', 'Never', 'is_expected', false))), '; ')
  from unnest(array['infinity', '-infinity', '10000-01-01', '0044-03-15 BC']) day),
  'invalid_row day; invalid_row day; invalid_row day; invalid_row day', 'nor is a day that is none');
select is(pg_temp.desk(format('select public.desk_save_row(%L, %L)', 'block', '{"contact": "+923331112223", "reason": "x", "ends": "infinity"}')),
  'invalid_row ends', 'nor an end without end');
select is(pg_temp.desk(format('select public.desk_save_row(%L, %L)', 'announcement',
    '{"title": "x", "begins": "-infinity", "ends": "2999-01-01", "is_active": true}')), 'invalid_row begins', 'nor a beginning');

select * from finish();
