-- Support chat: conversations, messages, predefined questions (DB-99 to DB-112).

create table public.user_conversations (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(trim(title)) between 1 and 160),
  created_by uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- Its mode (CT-14): about an order, with the support team, or quick answers.
  mode text not null default 'general' check (mode in ('order', 'general', 'predefined')),
  order_id uuid references public.orders (id) on delete set null,
  status text not null default 'open' check (status in ('open', 'closed')),
  last_message_time timestamptz not null default now(),
  unread_count integer not null default 0 check (unread_count >= 0),
  last_position integer not null default 0,
  -- Since when the shopper has been waiting for an answer; null once somebody has answered.
  waiting_since timestamptz,
  created_at timestamptz not null default now(),
  -- Who answers it; null for anybody at the desk.
  assignee uuid references public.profiles (id) on delete set null,
  version integer not null default 1
);
create index user_conversations_order_id_idx on public.user_conversations (order_id);
create index user_conversations_created_by_idx on public.user_conversations (created_by, last_message_time desc);
alter table public.user_conversations enable row level security;
create index user_conversations_assignee_idx on public.user_conversations (assignee);
create index user_conversations_status_idx on public.user_conversations (status, last_message_time desc, id);
create index user_conversations_waiting_idx on public.user_conversations (waiting_since)
  where waiting_since is not null;
-- Reading a conversation makes no form of the desk older, so unread_count isn't among the columns.
create trigger raise_version before update of last_position, status, mode, assignee on public.user_conversations
  for each row execute function shop.raise_version();

create table public.chat_messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.user_conversations (id) on delete cascade,
  -- 1, 2, 3 … in the order in which messages became visible, so that a read after a position misses none.
  position integer not null default 0,
  sender_id uuid references public.profiles (id) on delete set null,
  sender_type text not null default 'agent' check (length(sender_type) between 1 and 20),
  message_text text not null default '' check (length(message_text) <= 4000),
  has_attachment boolean not null generated always as (attachment_url is not null) stored,
  attachment_url text check (length(attachment_url) <= 200),
  attachment_type text check (length(attachment_type) <= 100),
  is_from_predefined boolean not null default false,
  -- The ID that the sender gave the message; it makes retries idempotent.
  temp_id uuid,
  -- { orderData, orderItems } or { options: [{ label }] } (DB-111; A43).
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  check (message_text <> '' or attachment_url is not null or metadata <> '{}'),
  unique (conversation_id, temp_id),
  unique (conversation_id, position)
);
create index chat_messages_conversation_idx on public.chat_messages (conversation_id, created_at);
create index chat_messages_sender_id_idx on public.chat_messages (sender_id, created_at);
alter table public.chat_messages enable row level security;

-- Numbers a message and updates its conversation, with since when the shopper has been waiting: a common question and
-- the number of an order are answered by the shop itself. The conversation is locked, so that two senders get
-- consecutive positions, and a message sent again (same temp_id) is skipped. The sender's profile is locked before it,
-- in the same order as when an account is deleted.
create function shop.place_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  talk public.user_conversations;
  is_answer boolean := new.sender_type not in ('userData', 'system');
  waits boolean;
begin
  perform from public.profiles p where p.id = new.sender_id for key share;
  select * into talk from public.user_conversations c where c.id = new.conversation_id for no key update;
  if talk.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_conversation';
  end if;
  if new.temp_id is not null and exists (select from public.chat_messages m
      where m.conversation_id = new.conversation_id and m.temp_id = new.temp_id) then
    return null;
  end if;
  new.position := coalesce(talk.last_position, 0) + 1;
  if talk.last_position > 0 then
    new.created_at := greatest(new.created_at, talk.last_message_time + interval '1 microsecond');
  end if;
  waits := new.sender_type = 'userData' and not new.is_from_predefined and (talk.mode <> 'order' or new.position > 1);
  update public.user_conversations c set last_position = new.position, last_message_time = new.created_at,
    unread_count = c.unread_count + is_answer::integer,
    waiting_since = case when waits then coalesce(c.waiting_since, new.created_at) when not is_answer
      then c.waiting_since end,
    status = case when new.sender_type = 'userData' then 'open' else c.status end
  where c.id = new.conversation_id;
  return new;
end $$;
create trigger place_message before insert on public.chat_messages
  for each row execute function shop.place_message();

create table public.predefined_questions (
  id uuid primary key default gen_random_uuid(),
  question_text text not null check (length(trim(question_text)) between 1 and 200),
  answer_text text check (length(answer_text) <= 2000),
  category text not null check (length(trim(category)) between 1 and 60),
  display_order integer not null default 0,
  is_active boolean not null default true,
  version integer not null default 1
);
alter table public.predefined_questions enable row level security;
create policy "shoppers read their own conversations" on public.user_conversations
  for select to authenticated using (created_by = (select auth.uid()));
create policy "shoppers read the messages of their own conversations" on public.chat_messages
  for select to authenticated using (exists (select from public.user_conversations c
    where c.id = conversation_id and c.created_by = (select auth.uid())));
-- Read-only: messages are written by add_message, which sets the sender.
grant select on public.user_conversations, public.chat_messages to authenticated;

create function public.get_predefined_questions() returns table (id uuid, question_text text, category text)
language sql stable security definer set search_path = '' as $$
  select q.id, q.question_text, q.category from public.predefined_questions q
  where q.is_active order by q.display_order, q.question_text
$$;

create function public.get_predefined_answer(p_question_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select q.answer_text from public.predefined_questions q where q.id = p_question_id and q.is_active
$$;

-- Opens a conversation, with its first message if there is one, and returns its ID. p_id makes retries idempotent;
-- another shopper's ID is refused as missing (PT404 no_such_conversation). A shopper has at most twenty open ones
-- (PT409 too_many_conversations).
create function public.create_conversation(
  p_title text,
  p_message text default null,
  p_mode text default 'general',
  p_order_id uuid default null,
  p_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  conversation uuid := coalesce(p_id, gen_random_uuid());
begin
  perform shop.bounded(p_title, 160), shop.bounded(p_message, 4000), shop.bounded(p_mode, 20);
  if auth.uid() is null or not shop.lock_shopper(auth.uid()) then
    raise exception using errcode = 'PT401', message = 'not_signed_in';
  end if;
  if not exists (select from public.user_conversations c where c.id = conversation)
     and (select count(*) from public.user_conversations c where c.created_by = auth.uid() and c.status = 'open') >= 20
       then
    raise exception using errcode = 'PT409', message = 'too_many_conversations';
  end if;
  insert into public.user_conversations (id, title, created_by, mode, order_id) values (conversation, p_title,
    auth.uid(),
    p_mode, (select o.id from public.orders o where o.id = p_order_id and o.user_id = auth.uid()))
  on conflict (id) do nothing;
  if not exists (select from public.user_conversations c where c.id = conversation and c.created_by = auth.uid()) then
    raise exception using errcode = 'PT404', message = 'no_such_conversation';
  end if;
  if coalesce(trim(p_message), '') <> '' then
    perform public.add_message(conversation, p_message);
  end if;
  return conversation;
end $$;

-- Adds a message of the shopper. Another shopper's conversation is refused as missing (PT404 no_such_conversation).
-- Refuses with too_many_messages (PT429) what no form of the shop sends: its own limit is half of this (decision 145).
create function public.add_message(
  p_conversation_id uuid,
  p_message_text text,
  p_is_from_predefined boolean default false,
  p_attachment_url text default null,
  p_attachment_type text default null,
  p_temp_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  added public.chat_messages;
begin
  perform shop.bounded(p_message_text, 4000), shop.bounded(p_attachment_url, 200), shop.bounded(p_attachment_type, 100);
  if not exists (select from public.user_conversations c where c.id = p_conversation_id and c.created_by = auth.uid())
    then
    raise exception using errcode = 'PT404', message = 'no_such_conversation';
  end if;
  if p_attachment_url is not null
    and p_attachment_url !~ ('^chat-attachments/' || p_conversation_id || '/[0-9a-f-]{36}\.[a-z0-9]{1,8}$') then
    raise exception using errcode = 'PT400', message = 'foreign_attachment';
  end if;
  perform shop.lock_shopper(auth.uid());
  if exists (select from public.chat_messages m where m.sender_id = auth.uid()
    and m.created_at > now() - interval '1 day'
      having count(*) >= 1000 or count(*) filter (where m.created_at > now() - interval '1 minute') >= 40) then
    raise exception using errcode = 'PT429', message = 'too_many_messages';
  end if;
  insert into public.chat_messages (conversation_id, sender_id, sender_type, message_text, attachment_url,
    attachment_type, is_from_predefined, temp_id)
  values (p_conversation_id, auth.uid(), 'userData', coalesce(trim(p_message_text), ''), p_attachment_url,
    p_attachment_type, coalesce(p_is_from_predefined, false), p_temp_id)
  returning * into added;
  if added.id is null then
    select * into added from public.chat_messages where conversation_id = p_conversation_id and temp_id = p_temp_id;
  end if;
  return to_jsonb(added);
end $$;

-- Marks messages up to p_position as read; all of them if it is left out.
create function public.mark_conversation_read(p_conversation_id uuid, p_position integer default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked before counting, so that it counts a message that is just being written.
  perform from public.user_conversations c
  where c.id = p_conversation_id and c.created_by = auth.uid() for no key update;
  update public.user_conversations c set unread_count = (select count(*) from public.chat_messages m
    where m.conversation_id = c.id and m.position > p_position and m.sender_type not in ('userData', 'system'))
  where c.id = p_conversation_id and c.created_by = auth.uid() and c.unread_count > 0;
end $$;

-- Hands a conversation with quick answers over to the support team.
create function public.hand_over_conversation(p_conversation_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.user_conversations set mode = 'general' where id = p_conversation_id and created_by = auth.uid()
$$;

grant execute on function public.get_predefined_questions() to authenticated;
grant execute on function public.get_predefined_answer(uuid) to authenticated;
grant execute on function public.create_conversation(text, text, text, uuid, uuid) to authenticated;
grant execute on function public.add_message(uuid, text, boolean, text, text, uuid) to authenticated;
grant execute on function public.mark_conversation_read(uuid, integer) to authenticated;
grant execute on function public.hand_over_conversation(uuid) to authenticated;
