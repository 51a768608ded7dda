-- The words of mails at the desk.
select plan(24);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "manager"}' where email = 'sana@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com', 'sana@example.com');

create or replace function pg_temp.email_of(who text) returns text language sql as $$
  select case who when 'shopper' then 'ayesha@example.com' when 'manager' then 'sana@example.com' else 'mahnoor@example.com' end
$$;

create function pg_temp.paid() returns public.mail_texts language sql as $$ select * from public.mail_texts m where m.kind = 'paid' $$;
-- Saves the words of the mail 'paid', with some of them changed.
create function pg_temp.save(who text, changes jsonb default '{}', version integer default null) returns text language plpgsql as $$
declare
  now public.mail_texts := pg_temp.paid();
  new public.mail_texts := jsonb_populate_record(now, changes);
begin
  return coalesce(nullif(pg_temp.as(who, format('select public.desk_save_text(''mail'', %L, %s, %L, %L, %L, p_button => %L, p_closing => %L)',
    now.id, coalesce(version, now.version), new.subject, new.body, new.heading, new.button, new.closing)), ''), 'saved');
end $$;

select is(pg_temp.save('visitor') || ' ' || pg_temp.save('shopper'), '42501 not_operator', 'a visitor and a shopper save no words of mails');
select is(pg_temp.as('visitor', 'select count(*) from public.mail_texts') || ' ' || pg_temp.as('shopper', 'select count(*) from public.mail_texts')
  || ' ' || pg_temp.as('operator', 'select count(*) from public.mail_texts'), '42501 42501 42501', 'nobody reads their table');
select is(pg_temp.as('manager', 'update public.mail_texts set heading = ''x'''), '42501', 'nor changes it');
select is(pg_temp.as('shopper', format($$select public.desk_text('mail', %L)$$, (pg_temp.paid()).id)),
  'not_operator', 'a shopper reads no words of mails');

select is(pg_temp.as('operator', $$select string_agg(t ->> 'topic', ' ') from jsonb_array_elements(public.desk_texts() -> 'texts') t where t ->> 'kind' = 'mail'$$),
  (select string_agg(m.kind, ' ' order by m.kind) from public.mail_texts m), 'operators see all mails in the list');
select is(pg_temp.as('operator', format($$select public.desk_text('mail', %L) - 'id' - 'content' - 'closing'$$, (pg_temp.paid()).id))::jsonb,
  '{"kind": "mail", "topic": "paid", "title": "Your order {order} is paid", "description": "Thank you, your order is paid", "is_shown": true, "version": 1, "button": "See your order"}',
  'and the words of one');
select is(pg_temp.save('operator', '{"heading": " Paid! ", "body": "Thanks.\n\nSoon.", "closing": ""}'), 'saved', 'an operator saves words');
select is((select row(m.subject, m.heading, m.body, m.button, m.closing, m.version)::text from pg_temp.paid() m),
  '("Your order {order} is paid",Paid!,"Thanks.' || E'\n\n' || 'Soon.","See your order","",2)', 'which are stored without spaces around them');
select is((select array[a.action, a.subject_kind, a.actor_email, a.before ->> 'description', a.after ->> 'description', a.before ->> 'closing', a.after ->> 'closing', a.after ->> 'button']
    from public.desk_audit a order by a.id desc limit 1),
  array['save_text', 'mail', 'mahnoor@example.com', 'Thank you, your order is paid', 'Paid!', 'Questions? Write to {support_email} or call {support_phone}.', '', 'See your order'],
  'the record has all words, before and after');
select is(pg_temp.save('manager', '{"heading": "Older"}', 1), 'changed_meanwhile', 'a form made from older words is refused');
select is(pg_temp.save('manager', '{"heading": "By a manager"}') || ' ' || (pg_temp.paid()).heading, 'saved By a manager', 'a manager saves as well');
select is(pg_temp.as('operator', format($$select public.desk_remove_text('mail', %L, 3)$$, (pg_temp.paid()).id)),
  'text_needed', 'the words of a mail aren''t removed');
select is(pg_temp.as('operator', $$select public.desk_create_text('mail', 'paid', 'Another')$$), 'invalid_text', 'nor made');
select is(pg_temp.as('operator', $$select public.desk_save_text('mail', gen_random_uuid(), 1, 'x', 'x', p_button => 'x')$$),
  'no_such_text', 'nor are those of a mail that isn''t there');
select is(pg_temp.save('operator', changes), 'invalid_mail', format('%s is refused', what))
from (values ('an empty subject', '{"subject": " "}'::jsonb), ('a subject of two lines', jsonb_build_object('subject', E'a\r\nBcc: b')),
  ('a subject of 121 characters', jsonb_build_object('subject', repeat('x', 121))), ('no text', '{"body": ""}'), ('no words of the link', '{"button": null}'),
  ('a long text', jsonb_build_object('body', repeat('x', 4001))), ('a long closing', jsonb_build_object('closing', repeat('x', 2001))), ('HTML', '{"body": "<b>Now</b>"}'),
  ('a comment of HTML', '{"closing": "<!--"}')) as wrong (what, changes);
select is((select count(*)::integer from public.desk_audit a where a.subject_kind = 'mail'), 2, 'what was refused leaves no record');

select * from finish();
