-- Messages of the contact form at the desk.
select plan(19);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

delete from public.contact_submissions;
insert into public.contact_submissions (id, first_name, last_name, email, phone, subject, message, created_at) values
  ('00000000-0000-4000-8000-0000000000c1', 'Nadia', 'Iqbal', 'nadia.iqbal@example.com', '+923001234567', '100%_cotton?', 'Is it?', '2026-01-02 10:00Z'),
  ('00000000-0000-4000-8000-0000000000c2', 'Ayesha', null, 'Ayesha@example.com', null, null, 'Where is it?', '2026-01-03 10:00Z'),
  ('00000000-0000-4000-8000-0000000000c3', 'Somebody', null, 'somebody@example.com', null, 'Order',
    'My number is ' || (select lower(o.order_id) from public.orders o join public.profiles p on p.id = o.user_id where p.email = 'ayesha@example.com'
      order by o.created_at limit 1) || ', call 0300-123', '2026-01-04 10:00Z');

create function pg_temp.listed(filter text default '', path text default '$.rows[*].name') returns text language sql as $$
  select pg_temp.as('operator', format('select jsonb_path_query_array(public.desk_contact(%s), %L)', filter, path))
$$;
create function pg_temp.mark(who text, version integer, answered boolean, note text default null, id text default '00000000-0000-4000-8000-0000000000c1')
returns text language sql as $$
  select pg_temp.as(who, format('select coalesce(nullif(public.desk_mark_contact(%L, %s, %L, %L)::text, ''''), ''done'')', id, version, answered, note))
$$;

select is(array[pg_temp.as('visitor', 'select public.desk_contact()'), pg_temp.mark('visitor', 1, true)],
  array['42501', '42501'], 'a visitor may call neither function');
select is(pg_temp.as('shopper', 'select public.desk_contact()') || ' ' || pg_temp.mark('shopper', 1, true),
  'not_operator not_operator', 'a shopper may use neither');
select is(pg_temp.as('operator', 'select 1 from public.contact_submissions'), '42501', 'nobody reads the table itself');
select is(pg_temp.as('visitor', $$insert into public.contact_submissions (first_name, email, message, answered_at) values ('x', 'x@example.com', 'x', now())$$),
  '42501', 'nobody sends a message that is answered already');

select is(pg_temp.listed(), '["Nadia Iqbal", "Ayesha", "Somebody"]', 'open messages are listed, the oldest first');
select is(array[pg_temp.listed($$p_search => '100%_C'$$), pg_temp.listed($$p_search => '0%1'$$)],
  array['["Nadia Iqbal"]', '[]'], 'words find them, in which % is nothing special');
select is(array[pg_temp.listed($$p_search => 'iqbal nadia.'$$), pg_temp.listed($$p_search => '+9230012'$$)],
  array['["Nadia Iqbal"]', '["Nadia Iqbal"]'], 'so do a name, an e-mail and a phone');
select is(array[pg_temp.listed('p_page => 2'), pg_temp.listed('p_page => -1', '$.total')],
  array['[]', '[3]'], 'a page beyond the last is empty');
select is(array[pg_temp.listed('', '$.rows[0].orders.size()'), pg_temp.listed('', '$.rows[1].orders[*].is_same_email')],
  array['[0]', '[true]'], 'the latest order with the same e-mail is linked');
select is(pg_temp.listed('', '$.rows[2].orders[*].is_same_email'), '[false]', 'an order that is named is linked, and whether it has another e-mail');
select is(pg_temp.as('operator', $$select public.desk_today() -> 'contact' ->> 'count'$$), '3', 'Today counts open messages');

select is(pg_temp.mark('operator', 2, true), 'changed_meanwhile', 'a form of an older row is refused');
select is(pg_temp.mark('operator', 1, true, null, gen_random_uuid()::text), 'no_such_message', 'so is an unknown message');
select is(pg_temp.mark('operator', 1, false), 'status_not_allowed', 'an open message isn''t opened again');
select is(pg_temp.mark('operator', 1, true, repeat('x', 301)), 'invalid_note', 'a note has at most 300 characters');
select is(pg_temp.mark('operator', 1, true, ' Called her '), 'done', 'a message is marked as answered');
select is(array[pg_temp.listed('true', '$.rows[*].answer_note'), pg_temp.listed('', '$.total')],
  array['["Called her"]', '[2]'], 'and is in the other list, with its note');
select is(array[pg_temp.mark('operator', 2, false), pg_temp.listed('', '$.rows[0].answer_note')],
  array['done', '[null]'], 'opened again, it has no note');
select is((select string_agg(action || ' ' || coalesce(after ->> 'note', '-'), ', ' order by id) from public.desk_audit where subject_kind = 'contact'),
  'answer_message Called her, reopen_message -', 'both are recorded, without words of the shopper');

select * from finish();
