-- Inserted chat messages reach their conversation live (document 2, section 7). The hosted project brings the
-- publication; elsewhere it is made here.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;
alter publication supabase_realtime add table public.chat_messages;
