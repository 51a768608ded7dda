-- Chat and people at the desk (decision 127).

-- Returns what the desk shows of a conversation in a list.
create function shop.desk_conversation_row(c public.user_conversations) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'title', c.title, 'mode', c.mode, 'status', c.status, 'version', c.version,
    'waiting_since', case when shop.waits_for_desk(c) then c.waiting_since end, 'last_message_time',
      c.last_message_time,
    'shopper', c.created_by, 'name', p.full_name, 'email', p.email, 'phone', p.phone_number,
    'assignee', c.assignee, 'assignee_email', (select a.email from public.profiles a where a.id = c.assignee),
    'excerpt', (select left(m.message_text, 120) from public.chat_messages m
      where m.conversation_id = c.id and m.sender_type <> 'system' and m.message_text <> '' order by m.position desc
        limit 1))
  from public.profiles p where p.id = c.created_by
$$;

-- Returns a page of conversations and how many there are: { rows, total }. p_filter is 'waiting' (longest first), or
-- 'mine', 'open' or 'closed', latest first. Quick answers that weren't handed over are in none.
create function public.desk_conversations(p_filter text default 'waiting', p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  wanted text := case when p_filter = 'closed' then 'closed' else 'open' end;
  total bigint;
  rows jsonb;
begin
  perform shop.require_desk('{people}');
  select count(*) into total from public.user_conversations c
  where c.status = wanted and c.mode <> 'predefined' and (p_filter is distinct from 'mine' or c.assignee = auth.uid())
    and (p_filter is distinct from 'waiting' or c.waiting_since is not null);
  select coalesce(jsonb_agg(shop.desk_conversation_row(found.talk) order by found.place), '[]') into rows from (
    select c as talk, row_number() over (order by case when p_filter = 'waiting'
      then c.waiting_since end, c.last_message_time desc, c.id) as place
    from public.user_conversations c
    where c.status = wanted and c.mode <> 'predefined' and (p_filter is distinct from 'mine' or c.assignee = auth.uid())
      and (p_filter is distinct from 'waiting' or c.waiting_since is not null)
    order by place limit size offset size * (greatest(p_page, 1) - 1)) found;
  return jsonb_build_object('rows', rows, 'total', total);
end $$;

-- Returns a conversation with its latest 100 messages, oldest first, or the latest before p_before, and its shopper's
-- latest ten orders; null if there is none.
create function public.desk_conversation(p_id uuid, p_before integer default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{people}');
  return (select shop.desk_conversation_row(c) || jsonb_build_object(
      'about', (select o.order_id from public.orders o where o.id = c.order_id),
      'messages', (select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('by', a.email) order by m.position),
        '[]') from (
        select * from public.chat_messages m where m.conversation_id = c.id
          and (p_before is null or m.position < p_before)
        order by m.position desc limit 100) m
        left join public.profiles a on a.id = m.sender_id and m.sender_type not in ('userData', 'system')),
      'orders', (select coalesce(jsonb_agg(shop.desk_row(o) order by o.created_at desc), '[]') from (
        select * from public.orders o where o.user_id = c.created_by order by o.created_at desc limit 10) o))
    from public.user_conversations c where c.id = p_id);
end $$;

-- Locks a conversation for a change at the desk, after the profiles that the change refers to, in the order in which an
-- account is deleted. Refuses with no_such_conversation (PT404) and changed_meanwhile (PT409).
create function shop.lock_conversation_for_desk(p_id uuid, p_version integer,
  p_assignee uuid default null) returns public.user_conversations
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked public.user_conversations;
begin
  perform from public.profiles p where p.id in (auth.uid(), p_assignee) order by p.id for key share;
  select * into locked from public.user_conversations c where c.id = p_id for no key update;
  if locked.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_conversation';
  end if;
  perform shop.check_version(locked.version, p_version);
  return locked;
end $$;

-- Returns what the record of changes shows of a conversation: no words of the shopper.
create function shop.audited_conversation(c public.user_conversations) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('status', c.status, 'messages', c.last_position,
    'assignee', (select a.email from public.profiles a where a.id = c.assignee))
$$;

-- Answers the shopper, and takes the conversation if nobody has it. p_options, at most six of at most 80 characters,
-- are offered as buttons. p_temp_id makes retries idempotent. Refuses with those of shop.lock_conversation_for_desk,
-- and with invalid_message (PT400).
create function public.desk_reply(p_id uuid, p_version integer, p_text text, p_temp_id uuid,
  p_options text[] default null,
  p_attachment_url text default null, p_attachment_type text default null) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.user_conversations;
  new public.user_conversations;
  options jsonb := (select jsonb_agg(jsonb_build_object('label', trim(label)) order by place)
    from unnest(p_options) with ordinality as given (label, place) where trim(label) <> '');
begin
  perform shop.require_desk('{people}');
  -- Locked first, so that of two posts of one form at once the second finds the first's message.
  perform from public.profiles p where p.id = auth.uid() for key share;
  perform from public.user_conversations c where c.id = p_id for no key update;
  if exists (select from public.chat_messages m where m.conversation_id = p_id and m.temp_id = p_temp_id) then
    return;
  end if;
  old := shop.lock_conversation_for_desk(p_id, p_version);
  if p_temp_id is null or length(trim(p_text)) > 4000 or coalesce(trim(p_text), '') = '' and p_attachment_url is null
    or jsonb_array_length(options) > 6 or exists (select from unnest(p_options) label where length(trim(label)) > 80)
    or p_attachment_url !~ ('^chat-attachments/' || p_id || '/[0-9a-f-]{36}\.[a-z0-9]{1,8}$') then
    raise exception using errcode = 'PT400', message = 'invalid_message';
  end if;
  insert into public.chat_messages (conversation_id, sender_id, sender_type, message_text, temp_id, metadata,
    attachment_url, attachment_type)
  values (p_id, auth.uid(), 'agent', coalesce(trim(p_text), ''), p_temp_id,
    case when options is null then '{}' else jsonb_build_object('isOption', true, 'options', options) end,
      p_attachment_url, p_attachment_type);
  if old.assignee is null then
    update public.user_conversations set assignee = auth.uid() where id = p_id;
  end if;
  select * into new from public.user_conversations c where c.id = p_id;
  perform shop.record_at_desk('reply', 'conversation', p_id::text, shop.audited_conversation(old),
    shop.audited_conversation(new));
end $$;

-- Hands a conversation over to somebody at the desk, or with null to anybody. Refuses with those of
-- shop.lock_conversation_for_desk, and with not_at_desk (PT400) for an account without a role.
create function public.desk_assign(p_id uuid, p_version integer, p_assignee uuid default null) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.user_conversations;
  new public.user_conversations;
begin
  perform shop.require_desk('{people}');
  old := shop.lock_conversation_for_desk(p_id, p_version, p_assignee);
  if p_assignee is not null and not exists (select from auth.users u
      where u.id = p_assignee and u.raw_app_meta_data ->> 'role' in ('operator', 'manager')) then
    raise exception using errcode = 'PT400', message = 'not_at_desk';
  end if;
  update public.user_conversations set assignee = p_assignee where id = p_id returning * into new;
  perform shop.record_at_desk('assign', 'conversation', p_id::text, shop.audited_conversation(old),
    shop.audited_conversation(new));
end $$;

-- Closes a conversation; the shopper's next message opens it again. Refuses with those of
-- shop.lock_conversation_for_desk, and with status_not_allowed (PT409).
create function public.desk_close(p_id uuid, p_version integer) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.user_conversations;
  new public.user_conversations;
begin
  perform shop.require_desk('{people}');
  old := shop.lock_conversation_for_desk(p_id, p_version);
  if old.status = 'closed' then
    raise exception using errcode = 'PT409', message = 'status_not_allowed';
  end if;
  update public.user_conversations set status = 'closed', waiting_since = null where id = p_id returning * into new;
  perform shop.record_at_desk('close', 'conversation', p_id::text, shop.audited_conversation(old),
    shop.audited_conversation(new));
end $$;

create policy "operators read attachments of conversations" on storage.objects
  for select to authenticated
  using (bucket_id = 'files' and name like 'chat-attachments/%' and (select shop.is_allowed_at_desk('{people}')));
create policy "operators attach files to conversations" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'files' and name ~ '^chat-attachments/[0-9a-f-]{36}/[0-9a-f-]{36}\.[a-z0-9]{1,8}$'
    and (select shop.is_allowed_at_desk('{people}')));

-- Returns where the file of a message is in the bucket; null if it has none.
create function public.desk_attachment(p_message uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{people}');
  return (select m.attachment_url from public.chat_messages m
    where m.id = p_message and m.attachment_url like 'chat-attachments/' || m.conversation_id || '/%');
end $$;

-- Returns who works at the desk, to hand conversations over to: [{ id, email }].
create function public.desk_colleagues() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{people}');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email) order by u.email), '[]')
    from auth.users u where u.raw_app_meta_data ->> 'role' in ('operator', 'manager'));
end $$;

grant execute on function public.desk_conversations(text, integer), public.desk_conversation(uuid, integer),
  public.desk_reply(uuid, integer, text, uuid, text[], text, text), public.desk_assign(uuid, integer, uuid),
  public.desk_close(uuid, integer), public.desk_attachment(uuid), public.desk_colleagues() to authenticated;

-- A file that was stored for an answer which is then refused is removed again (decision 127).

-- Returns whether a message has the file.
create function shop.is_attached(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.chat_messages m where m.attachment_url = path
    and m.conversation_id = case when path ~ '^chat-attachments/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'
      then split_part(path, '/', 2)::uuid end)
$$;
grant execute on function shop.is_attached(text) to authenticated;

create policy "operators remove files of conversations that no message has" on storage.objects
  for delete to authenticated
  using (bucket_id = 'files' and name like 'chat-attachments/%' and (select shop.is_allowed_at_desk('{people}'))
    and not shop.is_attached(name));
