-- Private notes of the desk (decision 127).
select plan(14);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "manager"}' where email = 'hira@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com', 'hira@example.com');

create temporary table owned as select o.order_id as number, o.user_id as person from public.orders o
  where o.user_id = pg_temp.person('ayesha@example.com') order by o.created_at limit 1;
create function pg_temp.add(who text, words text, number text default null, person uuid default null) returns text language sql as $$
  select pg_temp.as(who, format('select public.desk_add_note(%L, %L, %L)', words, number, person))
$$;

select is((select pg_temp.add('shopper', 'Evil', number) from owned) || (select pg_temp.add('visitor', 'Evil', number) from owned), 'not_operator42501', 'only the desk writes notes (OR-44)');
create temporary table written as select pg_temp.add('operator', '  Calls back  ', number) as id from owned;
create temporary table on_person as select pg_temp.add('manager', 'Polite', null, person) as id from owned;
select is((select string_agg(concat_ws(' ', n ->> 'text', n ->> 'author', n ->> 'is_own', n ->> 'is_on_person'), ', ' order by n ->> 'text')
    from owned, jsonb_array_elements(pg_temp.as('operator', format('select public.desk_notes(%L)', number))::jsonb) n),
  'Calls back mahnoor@example.com true false, Polite hira@example.com false true', 'an order has its notes and those on its shopper (OR-44)');
select is((select jsonb_array_length(pg_temp.as('operator', format('select public.desk_notes(null, %L)', person))::jsonb) from owned), 1, 'a person those on the person');
select is(jsonb_array_length(pg_temp.as('operator', 'select public.desk_notes(''ORD-1-1'')')::jsonb), 0, 'an unknown order has none');
select is((select pg_temp.as('shopper', format('select public.desk_notes(%L)', number)) from owned), 'not_operator', 'its shopper reads none (OR-44)');
select is(pg_temp.as('operator', 'select count(*) from shop.desk_notes'), '42501', 'not even an operator reads the table');
select is((select string_agg(distinct concat(has_schema_privilege(r, 'shop', 'usage') and has_table_privilege(r, 'shop.desk_notes', 'select')), ' ') from unnest(array['anon', 'authenticated', 'service_role']) r), 'f', 'nor does any role of the API');
select is(pg_temp.add('operator', ' ', (select number from owned)) || pg_temp.add('operator', repeat('x', 1001), (select number from owned)), 'invalid_private_noteinvalid_private_note', 'a note has 1 to 1,000 characters');
select is(pg_temp.add('operator', 'x', 'ORD-1-1') || ' ' || pg_temp.add('operator', 'x', null, gen_random_uuid()) || ' ' || pg_temp.add('operator', 'x'),
  'no_such_order no_such_customer no_such_customer', 'it is on an order or a person that there is');
select is((select pg_temp.as('manager', format('select public.desk_remove_note(%L)', id)) from written), 'not_your_note', 'a manager removes no note of another (OR-44)');
select is((select coalesce(nullif(pg_temp.as('operator', format('select public.desk_remove_note(%L)', id)), ''), 'removed') from written), 'removed', 'its author does (OR-44)');
select is((select pg_temp.as('operator', format('select public.desk_remove_note(%L)', id)) from written), 'no_such_note', 'once');
select is((select string_agg(concat_ws(' ', a.action, a.subject_kind, a.before, a.after), ', ' order by a.id) from public.desk_audit a where a.action ~ '_note$'),
  'add_note order, add_note customer, remove_note order', 'the record has each, without its words (OR-44)');

update public.orders set status = 'Cancelled' where user_id = (select person from owned) and status not in ('Delivered', 'Cancelled');
select pg_temp.add('operator', 'Stays?', number) from owned;
delete from auth.users where id = (select person from owned);
select is((select count(*) from shop.desk_notes), 0::bigint, 'notes on a person and their orders go with the account (OR-44)');
