-- Values that are numbers and dates (decision 192), and what ends with a role, an account and an upload (decision
-- 166).

-- Gives each column of a number, a duration or a date in the shop's schemas a bound that it lacks. Postgres takes
-- NaN, infinity and dates beyond the year 9999, which neither JSON nor the shop can read. A migration that makes
-- such a column calls it again. Tables with texts get the trigger that cleans them. If rows are beyond a bound it changes nothing, and refuses in words that name
-- them.
create function shop.bound_columns() returns void
language plpgsql volatile set search_path = '' as $$
declare
  found record;
  beyond bigint;
  broken text := '';
begin
  for found in
    select a.attrelid::regclass as source, a.attname as name, a.attname || '_in_range' as bound,
      -- The modifier of numeric has the digits before and after the point.
      format(case a.atttypid::regtype
          when 'date'::regtype then '%1$I between %2$L::date and %3$L::date'
          when 'timestamp'::regtype then '%1$I between %2$L::timestamp and %3$L::timestamp'
          when 'timestamptz'::regtype then '%1$I between %4$L::timestamptz and %5$L::timestamptz'
          when 'interval'::regtype then '%1$I between interval ''-100 years'' and interval ''100 years'''
          when 'numeric'::regtype then '%1$I between -%6$s and %6$s'
          else '%1$I between -1e15 and 1e15' end,
        a.attname, '0001-01-01', '9999-12-30', '0001-01-01 00:00+00', '9999-12-30 00:00+00',
        case when a.atttypmod = -1 then '1000000000000000'
          else rpad('1', ((a.atttypmod - 4) >> 16 & 65535) - ((a.atttypmod - 4) & 2047) + 1, '0') end) as rule
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    where c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace) and a.attnum > 0 and not a.attisdropped
      and a.atttypid::regtype = any ('{numeric,real,double precision,date,timestamp,timestamptz,interval}'::regtype[])
      and not exists (select from pg_catalog.pg_constraint k
        where k.conrelid = c.oid and k.conname = a.attname || '_in_range')
    order by c.oid, a.attnum
  loop
    execute format('select count(*) from %s where not (%s)', found.source, found.rule) into beyond;
    if beyond > 0 then
      broken := broken || format(' %1$s of %2$s (%3$s): select * from %2$s where not (%4$s);', found.name, found.source,
        case beyond when 1 then '1 row' else beyond || ' rows' end, found.rule);
    else
      execute format('alter table %s add constraint %I check (%s)', found.source, found.bound, found.rule);
    end if;
  end loop;
  for found in
    select c.oid::regclass as source from pg_catalog.pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace)
      -- What a provider sent is signed.
      and c.oid <> 'public.payment_notifications'::regclass
      and exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid::regtype = any ('{text,text[],jsonb}'::regtype[]))
      and not exists (select from pg_catalog.pg_trigger t where t.tgrelid = c.oid and t.tgname = 'clean_row')
    order by c.oid
  loop
    execute format('create trigger clean_row before insert or update on %s for each row execute function shop.clean_row()',
      found.source);
  end loop;
  if broken <> '' then
    raise exception using errcode = 'check_violation',
      message = 'Some values are no numbers or dates. Nothing was changed: set them, and push again.'
        || broken,
      hint = 'update … set … = … for the rows that each query lists';
  end if;
end $$;
