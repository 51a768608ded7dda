-- Chat, customers and roles at the desk.
select plan(53);
-- As Storage does, without which it refuses each deletion.
set local storage.allow_delete_query = 'true';

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "manager"}' where email = 'hira@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users
where email in ('mahnoor@example.com', 'hira@example.com', 'ayesha@example.com');

create temporary table calls as select * from (values
  ('select public.desk_conversations()'), ('select public.desk_conversation(gen_random_uuid())'),
  ('select public.desk_conversation_news(gen_random_uuid(), 0)'),
  ('select public.desk_reply(gen_random_uuid(), 1, ''x'', gen_random_uuid())'), ('select public.desk_assign(gen_random_uuid(), 1)'),
  ('select public.desk_close(gen_random_uuid(), 1)'), ('select public.desk_attachment(gen_random_uuid())'),
  ('select public.desk_colleagues()'), ('select public.desk_operators()'), ('select public.desk_take_role(gen_random_uuid())'),
  ('select public.desk_customers()'), ('select public.desk_customer(gen_random_uuid())')) as listed (call);
select is((select string_agg(distinct pg_temp.as('visitor', call), ' ') from calls), '42501', 'a visitor may call none of it');
select is((select string_agg(distinct pg_temp.as('shopper', call), ' ') from calls), 'not_operator', 'a shopper gets nothing of it');

-- A question to the team, one about an order, and quick answers.
create temporary table talks as select
  pg_temp.as('shopper', $$select public.create_conversation('Help', 'Is it lined?')$$)::uuid as help,
  pg_temp.as('shopper', $$select public.create_conversation('Order #ORD-1 Support', 'ORD-1', 'order')$$)::uuid as about,
  pg_temp.as('shopper', $$select public.create_conversation('Quick Answers', null, 'predefined')$$)::uuid as quick;
create function pg_temp.row_of(talk uuid) returns public.user_conversations language sql as $$ select * from public.user_conversations c where c.id = $1 $$;
create function pg_temp.say(talk uuid, sender text, words text) returns void language sql as $$
  insert into public.chat_messages (conversation_id, sender_type, message_text) values ($1, $2, $3)
$$;
-- Whether a list of the desk has a conversation.
create function pg_temp.lists(who text, list text, talk uuid) returns boolean language sql as $$
  select pg_temp.as(who, format($q$select count(*) from jsonb_array_elements(public.desk_conversations(%L) -> 'rows') r where r ->> 'id' = %L$q$, list, talk)) = '1'
$$;
-- Changes a conversation at the desk; the version is the present one unless another is given.
create function pg_temp.change(who text, verb text, talk uuid, rest text default '', version integer default null) returns text language sql as $$
  select pg_temp.as(who, format('select coalesce(nullif(public.desk_%s(%L, %s%s)::text, ''''), ''done'')', verb, talk,
    coalesce(version, (pg_temp.row_of(talk)).version), rest))
$$;

select ok(pg_temp.lists('operator', 'waiting', (select help from talks)), 'a shopper who wrote waits');
select ok(not pg_temp.lists('operator', 'waiting', (select about from talks)),
  'a shopper who only gave an order number doesn''t wait, since the shop answers that');
select ok(pg_temp.lists('operator', 'open', (select about from talks)), 'but the conversation is in the list of all open ones');
select pg_temp.say((select about from talks), 'system', 'We found your order.'), pg_temp.say((select about from talks), 'userData', 'It is too small');
select ok(pg_temp.lists('operator', 'waiting', (select about from talks)), 'the next message waits for an answer');
select is(pg_temp.as('shopper', format($$select public.add_message(%L, 'How long does delivery take?', true) ->> 'position'$$, (select quick from talks))),
  '1', 'a common question is asked');
select is((pg_temp.row_of((select quick from talks))).waiting_since, null, 'and doesn''t wait');
select pg_temp.as('shopper', format($$select public.add_message(%L, 'To Gilgit')$$, (select quick from talks)));
select ok(not pg_temp.lists('operator', 'waiting', (select quick from talks)), 'quick answers are the shop''s own');
select pg_temp.as('shopper', format('select public.hand_over_conversation(%L)', (select quick from talks)));
select pg_temp.say((select quick from talks), 'system', 'A support agent will read this and answer here.');
select ok(pg_temp.lists('operator', 'waiting', (select quick from talks)), 'until they are handed over, also after an automatic reply');
select is(pg_temp.as('operator', $$select public.desk_today() -> 'chats' ->> 'count'$$),
  pg_temp.as('operator', $$select public.desk_conversations('waiting') ->> 'total'$$), 'Today counts the same conversations');
select is(pg_temp.as('operator', $$select string_agg(r ->> 'waiting_since', ' ') = string_agg(r ->> 'waiting_since', ' ' order by (r ->> 'waiting_since')::timestamptz)
  from jsonb_array_elements(public.desk_conversations('waiting') -> 'rows') r$$), 'true', 'the longest wait is first');

select is(pg_temp.as('operator', format($$select (public.desk_conversation(%L) ->> 'name') || ' ' || jsonb_array_length(public.desk_conversation(%1$L) -> 'orders')
  || ' ' || (public.desk_conversation(%1$L) -> 'messages' -> 0 ->> 'message_text')$$, (select help from talks))), 'Ayesha Khan 8 Is it lined?', 'a conversation is read with its shopper''s orders');
select is(pg_temp.as('operator', format($$select jsonb_array_length(public.desk_conversation(%L, 2) -> 'messages')$$, (select about from talks))),
  '1', 'earlier messages are read by position');
select is(pg_temp.as('operator', 'select public.desk_conversation(gen_random_uuid())'), null, 'an unknown conversation is null');
select is(pg_temp.as('operator', format($$select string_agg(m ->> 'position', ' ') from jsonb_array_elements(public.desk_conversation_news(%L, 1) -> 'messages') m$$, (select about from talks))),
  '2 3', 'what is new is read after a position');
select is(pg_temp.as('operator', format($$select (public.desk_conversation_news(%L, 99) ->> 'version') = (public.desk_conversation(%1$L) ->> 'version')$$, (select about from talks))),
  'true', 'with the present version');
select is(pg_temp.as('operator', 'select public.desk_conversation_news(gen_random_uuid(), 0)'), null, 'nothing is new in an unknown conversation');

-- Answering.
select is(pg_temp.change('operator', 'reply', (select help from talks), ', ''Yes'', gen_random_uuid()', 1),
  'changed_meanwhile', 'an answer to an older page isn''t sent');
select is(pg_temp.change('operator', 'reply', gen_random_uuid(), ', ''Yes'', gen_random_uuid()', 1),
  'no_such_conversation', 'nor one to an unknown conversation');
select is(pg_temp.change('operator', 'reply', (select help from talks), ', ''  '', gen_random_uuid()'), 'invalid_message', 'nor an empty one');
select is(pg_temp.change('operator', 'reply', (select help from talks), ', repeat(''x'', 4001), gen_random_uuid()'),
  'invalid_message', 'nor a longer one than shoppers write');
select is(pg_temp.change('operator', 'reply', (select help from talks), ', ''Yes'', gen_random_uuid(), array[''1'', ''2'', ''3'', ''4'', ''5'', ''6'', ''7'']'),
  'invalid_message', 'nor seven options');
select is(pg_temp.change('operator', 'reply', (select help from talks), ', ''Yes'', gen_random_uuid(), null, ''review-images/x.webp'', ''image/webp'''),
  'invalid_message', 'nor a file from elsewhere');
create temporary table before as select (pg_temp.row_of((select help from talks))).*;
select is(pg_temp.change('operator', 'reply', (select help from talks), ', '' Yes, it is '', ''00000000-0000-4000-8000-0000000000d1'', array[''Thanks'', '' '', ''Which colours?'']'),
  'done', 'a valid answer is sent');
select is(pg_temp.change('operator', 'reply', (select help from talks), ', ''Yes, it is'', ''00000000-0000-4000-8000-0000000000d1''', 1),
  'done', 'a retry is accepted');
select is((select last_position from pg_temp.row_of((select help from talks))), (select last_position + 1 from before), 'and adds no second message');
select is(pg_temp.as('shopper', $$select message_text || ' ' || sender_type || ' ' || (metadata -> 'options')::text from public.chat_messages where temp_id = '00000000-0000-4000-8000-0000000000d1'$$),
  'Yes, it is agent [{"label": "Thanks"}, {"label": "Which colours?"}]', 'the shopper reads it, with the options');
select is((pg_temp.row_of((select help from talks))).unread_count, (select unread_count + 1 from before), 'it counts as unread');
select ok(not pg_temp.lists('operator', 'waiting', (select help from talks)), 'and the wait is over');
select ok(pg_temp.lists('operator', 'mine', (select help from talks)) and not pg_temp.lists('manager', 'mine', (select help from talks)),
  'the conversation belongs to the operator who answered');
select is((select string_agg(action || ' ' || actor_email || ' ' || (after ->> 'assignee'), ', ') from public.desk_audit where subject_id = (select help::text from talks)),
  'reply mahnoor@example.com mahnoor@example.com', 'the answer is recorded, without its words');
create temporary table version as select (pg_temp.row_of((select help from talks))).version;
select pg_temp.as('shopper', format('select public.mark_conversation_read(%L)', (select help from talks)));
select is((pg_temp.row_of((select help from talks))).version, (select version from version), 'reading by the shopper doesn''t raise the version');
select pg_temp.as('shopper', format($$select public.add_message(%L, 'And soft?')$$, (select help from talks)));
select ok((pg_temp.row_of((select help from talks))).version > (select version from version), 'a message of the shopper does');

-- Handing over and closing.
select is(pg_temp.change('operator', 'assign', (select help from talks), format(', %L', pg_temp.account('ayesha@example.com'))),
  'not_at_desk', 'a conversation can''t be handed over to a shopper');
select is(pg_temp.change('operator', 'assign', (select help from talks), format(', %L', pg_temp.account('hira@example.com'))),
  'done', 'but to a colleague');
select ok(pg_temp.lists('manager', 'mine', (select help from talks)), 'the colleague has it then');
select is(pg_temp.change('operator', 'close', (select help from talks)) || ' ' || pg_temp.change('operator', 'close', (select help from talks)),
  'done status_not_allowed', 'it is closed once');
select ok(pg_temp.lists('operator', 'closed', (select help from talks)) and not pg_temp.lists('operator', 'waiting', (select help from talks)),
  'and is in the list of closed ones');
select pg_temp.as('shopper', format($$select public.add_message(%L, 'One more thing')$$, (select help from talks)));
select ok(pg_temp.lists('operator', 'waiting', (select help from talks)), 'the shopper''s next message opens it again');

-- Files.
create temporary table file as select format('chat-attachments/%s/00000000-0000-4000-8000-0000000000d2.webp', help) as name from talks;
select is(pg_temp.as('operator', format($$insert into storage.objects (bucket_id, name) values ('files', %L) returning 'stored'$$, (select name from file))),
  'stored', 'an operator attaches a file');
select is(pg_temp.as('operator', format($$insert into storage.objects (bucket_id, name) values ('files', %L) returning 'stored'$$, replace((select name from file), 'chat-attachments', 'review-images'))),
  '42501', 'only to conversations');
select is(pg_temp.as('operator', format($$insert into storage.objects (bucket_id, name) values ('products', %L)$$, (select name from file))),
  '42501', 'and in no other bucket');
create function pg_temp.remove(who text) returns text language sql as $$
  select pg_temp.as(who, format($q$delete from storage.objects where name = %L returning 'removed'$q$, (select name from file)))
$$;
select is(pg_temp.remove('shopper'), null, 'a shopper removes none');
select is(pg_temp.remove('operator'), 'removed', 'an operator removes a file that no message has');
select pg_temp.as('operator', format($$insert into storage.objects (bucket_id, name) values ('files', %L) returning 'stored'$$, (select name from file)));
select is(pg_temp.change('operator', 'reply', (select help from talks), format(', %L, %L, null, %L, %L', 'See it', gen_random_uuid(), (select name from file), 'image/webp')) || ' ' || coalesce(pg_temp.remove('operator'), 'kept'),
  'done kept', 'but none of a message');

-- People.
select is(pg_temp.as('operator', 'select public.desk_operators()') || ' ' || pg_temp.as('operator', 'select public.desk_take_role(gen_random_uuid())'),
  'not_manager not_manager', 'roles are for managers');
select is(pg_temp.as('manager', $$select string_agg(r ->> 'role', ' ' order by r ->> 'email') from jsonb_array_elements(public.desk_operators()) r where r ->> 'email' in ('hira@example.com', 'mahnoor@example.com')$$),
  'manager operator', 'a manager sees who has one');
select is(pg_temp.as('manager', format('select public.desk_take_role(%L)', pg_temp.account('mahnoor@example.com'))),
  'not_fresh', 'taking one away needs a fresh code');
select is(pg_temp.as('fresh manager', format('select public.desk_take_role(%L)', pg_temp.account('hira@example.com'))) || ' ' || pg_temp.as('fresh manager', format('select public.desk_take_role(%L)', pg_temp.account('ayesha@example.com'))),
  'own_role no_such_person', 'managers can''t take their own role, or one that doesn''t exist');
select pg_temp.change('operator', 'assign', (select quick from talks), format(', %L', pg_temp.account('mahnoor@example.com')));
select pg_temp.as('fresh manager', format('select public.desk_take_role(%L)', pg_temp.account('mahnoor@example.com')));
select is(coalesce(pg_temp.as('operator', 'select public.desk_me()'), 'nobody') || ' ' || coalesce((pg_temp.row_of((select quick from talks))).assignee::text, 'anybody')
  || ' ' || (select (before ->> 'role') || ' ' || coalesce(after ->> 'role', 'none') from public.desk_audit where action = 'take_role'),
  'nobody anybody operator none', 'a role ends at once, with its conversations given back and a record');
select is(pg_temp.as('manager', $$select string_agg(r ->> 'email', ' ') from jsonb_array_elements(public.desk_customers('03001234567') -> 'rows') r$$)
  || ' ' || pg_temp.as('manager', $$select public.desk_customers('ayesha_kh') ->> 'total'$$) || ' ' || pg_temp.as('manager', $$select public.desk_customers('ay') ->> 'total'$$),
  'ayesha@example.com 0 0', 'customers are found by phone as it is dialled, by what is typed, from three letters on');
select is(pg_temp.as('manager', format($$select (public.desk_customer(%L) ->> 'email') || ' ' || jsonb_array_length(public.desk_customer(%1$L) -> 'orders')$$, pg_temp.account('ayesha@example.com'))),
  'ayesha@example.com 8', 'a customer is read with their orders');

select * from finish();
