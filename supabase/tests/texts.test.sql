-- Texts that come in (decision 200).
select plan(7);

select is((select string_agg(c.oid::regclass::text, ', ' order by c.oid) from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace)
      and c.oid <> 'public.payment_notifications'::regclass
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid not in ('uuid'::regtype, 'boolean'::regtype) and (select t.typcategory in ('S', 'U', 'A') from pg_type t where t.oid = a.atttypid)
        and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb', 'json', 'character varying', 'character varying[]'))
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'shop.clean_row'::regproc)),
  null, 'every table that has texts cleans them');

insert into auth.users (id, email) values (gen_random_uuid(), 'marks@example.com');
create temporary table person as select pg_temp.account('marks@example.com') as id;
update public.profiles set full_name = U&'\202AZoe\0308\202C\00A0Kh\00ADan\FEFF', address = U&'House\200B\00A07' where id = (select id from person);
select is((select full_name || '|' || address from public.profiles where id = (select id from person)), U&'Zo\00EB Khan|House 7',
  'a row is stored without marks that no script needs, with usual spaces and composed letters');

update public.profiles set full_name = U&'\0645\06CC\200C\062E\0648\0627\06C1\0645 \+01F469\200D\+01F467 a\200Db\200C' where id = (select id from person);
select is((select full_name from public.profiles where id = (select id from person)),
  U&'\0645\06CC\200C\062E\0648\0627\06C1\0645 \+01F469\200D\+01F467 ab', 'joiners stay between letters of Urdu and in emoji, and nowhere else');

insert into public.colors (name, value, translations) values (U&'Sea\202F\200Egreen', '#2e8b57', U&'{"ur": {"name": "\200F\0633\0628\0632\200E"}}');
select is((select name || '|' || (translations -> 'ur' ->> 'name') from public.colors where value = '#2e8b57'), U&'Sea green|\0633\0628\0632',
  'texts in JSON are cleaned too');

insert into public.payment_notifications (verdict, body) values ('forged', U&'name=\202AZoe\202C');
select is((select body from public.payment_notifications where body like '%Zoe%'), U&'name=\202AZoe\202C', 'what a provider signed stays as it is');

select is(shop.bounded(U&'\2067robe\2069', 80), 'robe', 'an argument of the API is cleaned');
select is(shop.bounded(array[U&'\2067M\2069', 'L'], 20, 60), array['M', 'L'], 'and so is each of a list');
select * from finish();
