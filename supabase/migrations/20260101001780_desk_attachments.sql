-- A file that was stored for an answer which is then refused is removed again (decision 127).

-- Returns whether a message has the file.
create function shop.is_attached(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.chat_messages m where m.attachment_url = path
    and m.conversation_id = case when path ~ '^chat-attachments/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then split_part(path, '/', 2)::uuid end)
$$;
grant execute on function shop.is_attached(text) to authenticated;

create policy "operators remove files of conversations that no message has" on storage.objects
  for delete to authenticated
  using (bucket_id = 'files' and name like 'chat-attachments/%' and (select shop.desk_role()) is not null and not shop.is_attached(name));
