-- Publishes inserted chat messages to Realtime (DB-108). A hosted project has the publication; elsewhere it is created
-- here.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;
alter publication supabase_realtime add table public.chat_messages;
