-- Messages at the desk: new messages of an open conversation (decision 133).

-- Returns a conversation as in a list, with what it is about and its messages after p_after, oldest first, at most 500; null if there is none.
create function public.desk_conversation_news(p_id uuid, p_after bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk();
  return (select shop.desk_talk(c) || jsonb_build_object(
      'about', (select o.order_id from public.orders o where o.id = c.order_id),
      'messages', (select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('by', a.email) order by m.position), '[]') from (
        select * from public.chat_messages m where m.conversation_id = c.id and m.position > p_after order by m.position limit 500) m
        left join public.profiles a on a.id = m.sender_id and m.sender_type not in ('userData', 'system')))
    from public.user_conversations c where c.id = p_id);
end $$;

grant execute on function public.desk_conversation_news(uuid, bigint) to authenticated;
