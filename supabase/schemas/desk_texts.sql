-- Texts at the desk (decision 127): written pages, questions and the words of mails.

-- Every text of the shop in one form: kind is 'page', 'question' or 'mail'; topic is the page's slug, the question's
-- category or the mail's kind. The title of a mail is its subject, the description its heading; only mails have a
-- button and a closing.
create function shop.texts() returns table (kind text, id uuid, topic text, title text, content text, description text,
  is_shown boolean,
  version integer, place integer, button text, closing text)
language sql stable security definer set search_path = '' as $$
  select 'page', p.id, p.slug, p.title, p.content, p.meta_description, p.is_published, p.version, 0, null, null
    from public.page_content p
  union all
  select 'question', q.id, c.title, q.question, q.answer, null, q.is_active, q.version, q.display_order, null, null
  from public.faq_items q join public.faq_categories c on c.id = q.category_id
  union all
  select 'mail', m.id, m.kind, m.subject, m.body, m.heading, true, m.version, 0, m.button, m.closing
    from public.mail_texts m
$$;

-- Returns all texts without their content, by kind and topic, and the categories of questions: { texts, categories }.
create function public.desk_texts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{texts}');
  return jsonb_build_object(
    'texts', (select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'id', t.id, 'topic', t.topic, 'title',
      t.title, 'is_shown', t.is_shown)
      order by array_position(array['page', 'question', 'mail'], t.kind), t.topic, t.place, t.title), '[]')
        from shop.texts() t),
    'categories', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.title)
      order by c.display_order, c.title), '[]')
      from public.faq_categories c));
end $$;

-- Returns a text; null if there is none.
create function public.desk_text(p_kind text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{texts}');
  return (select to_jsonb(t) - 'place' from shop.texts() t where t.kind = p_kind and t.id = p_id);
end $$;

-- What of a text the record of changes shows. Earlier versions are read from there, so it is all of it.
create function shop.audited_text(p_kind text, p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', t.title, 'content', t.content, 'description', t.description, 'is_shown',
    t.is_shown)
    || case when t.kind = 'mail' then jsonb_build_object('button', t.button, 'closing', t.closing) else '{}' end
  from shop.texts() t where t.kind = p_kind and t.id = p_id
$$;

-- Locks a text for a change at the desk, and returns what the record shows of it. Refuses with no_such_text (PT404),
-- and with changed_meanwhile (PT409) if it isn't the version that the form was made from.
create function shop.lock_text_for_desk(p_kind text, p_id uuid, p_version integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_version integer;
begin
  perform from public.page_content p where p_kind = 'page' and p.id = p_id for update;
  perform from public.faq_items q where p_kind = 'question' and q.id = p_id for update;
  perform from public.mail_texts m where p_kind = 'mail' and m.id = p_id for update;
  found_version := (select t.version from shop.texts() t where t.kind = p_kind and t.id = p_id);
  if found_version is null then
    raise exception using errcode = 'PT404', message = 'no_such_text';
  end if;
  perform shop.check_version(found_version, p_version);
  return shop.audited_text(p_kind, p_id);
end $$;

-- Makes a text that isn't shown yet, and returns its ID. p_topic is a page's slug or the ID of a question's category.
-- With p_section, a page also gets a link in that section of the footer, which isn't shown yet either. Refuses with
-- invalid_text (PT400), no_such_category (PT404) and text_exists (PT409).
create function public.desk_create_text(p_kind text, p_topic text, p_title text,
  p_section text default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  made constant uuid := gen_random_uuid();
  given constant text := trim(p_title);
begin
  perform shop.require_desk('{texts}');
  if coalesce(length(given), 0) not between 1 and 200 or p_section is not null and length(given) > 60
    or p_section not in ('COMPANY', 'HELP', 'FAQ')
      or p_kind is distinct from 'question' and p_kind is distinct from 'page'
      or p_kind = 'page' and (p_topic is null or length(p_topic) > 80 or p_topic !~ '^[a-z0-9]+(-[a-z0-9]+)*$') then
    raise exception using errcode = 'PT400', message = 'invalid_text';
  end if;
  if p_kind = 'question' and not exists (select from public.faq_categories c where c.id = shop.to_uuid(p_topic)) then
    raise exception using errcode = 'PT404', message = 'no_such_category';
  end if;
  if p_kind = 'page' and (exists (select from public.page_content p where p.slug = p_topic)
      or exists (select from public.footer_pages f where f.section = p_section and f.title = given)) then
    raise exception using errcode = 'PT409', message = 'text_exists';
  end if;
  insert into public.page_content (id, slug, title) select made, p_topic, given where p_kind = 'page';
  insert into public.footer_pages (section, title, is_active, display_order)
  select p_section, given, false, (select coalesce(max(f.display_order), 0) + 1 from public.footer_pages f
    where f.section = p_section)
  where p_kind = 'page' and p_section is not null;
  insert into public.faq_items (id, category_id, question, answer, is_active, display_order)
  select made, c.id, given, '', false, (select coalesce(max(q.display_order), 0) + 1 from public.faq_items q
    where q.category_id = c.id)
  from public.faq_categories c where p_kind = 'question' and c.id = shop.to_uuid(p_topic);
  perform shop.record_at_desk('create_text', p_kind, made::text, null, shop.audited_text(p_kind, made));
  return made;
end $$;

-- Removes a text. The record keeps all of it. Refuses with those of shop.lock_text_for_desk, and with text_needed
-- (PT409) for a mail's.
create function public.desk_remove_text(p_kind text, p_id uuid, p_version integer) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  was jsonb;
begin
  perform shop.require_desk('{texts}');
  was := shop.lock_text_for_desk(p_kind, p_id, p_version);
  if p_kind = 'mail' then
    raise exception using errcode = 'PT409', message = 'text_needed';
  end if;
  delete from public.page_content p where p_kind = 'page' and p.id = p_id;
  delete from public.faq_items q where p_kind = 'question' and q.id = p_id;
  perform shop.record_at_desk('remove_text', p_kind, p_id::text, was, null);
end $$;

-- Saves a text. p_description is a page's description for search engines, or a mail's heading. The shop sanitises HTML
-- when it shows a page. Of a mail all but p_is_shown is saved. The shop checks a mail's placeholders, when it saves and
-- when it sends. Refuses with those of shop.lock_text_for_desk, and with invalid_text or invalid_mail (PT400).
create function public.desk_save_text(p_kind text, p_id uuid, p_version integer, p_title text, p_content text,
  p_description text default null,
  p_is_shown boolean default true, p_button text default null, p_closing text default null) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  was jsonb;
begin
  perform shop.require_desk('{texts}');
  was := shop.lock_text_for_desk(p_kind, p_id, p_version);
  if p_kind in ('page', 'question') and (coalesce(length(trim(p_title)), 0) not between 1 and 200 or p_content is null
    or length(p_content) > 50000
      or length(p_description) > 300 or p_kind = 'question' and trim(p_content) = '') then
    raise exception using errcode = 'PT400', message = 'invalid_text';
  end if;
  update public.page_content p set title = trim(p_title), content = p_content,
    meta_description = nullif(trim(p_description), ''),
    is_published = p_is_shown, last_updated = now() where p_kind = 'page' and p.id = p_id;
  update public.faq_items q set question = trim(p_title), answer = trim(p_content), is_active = p_is_shown
  where p_kind = 'question' and q.id = p_id;
  begin
    update public.mail_texts m set subject = trim(p_title), heading = coalesce(trim(p_description), ''),
      body = trim(p_content),
      button = trim(p_button), closing = coalesce(trim(p_closing), '') where p_kind = 'mail' and m.id = p_id;
  exception when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'invalid_mail';
  end;
  perform shop.record_at_desk('save_text', p_kind, p_id::text, was, shop.audited_text(p_kind, p_id));
end $$;

grant execute on function public.desk_texts(), public.desk_text(text, uuid),
  public.desk_create_text(text, text, text, text),
  public.desk_remove_text(text, uuid, integer),
  public.desk_save_text(text, uuid, integer, text, text, text, boolean, text, text) to authenticated;
