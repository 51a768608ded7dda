-- What a later release might change, for the rehearsal of an upgrade: a column, a table of people's data and a function are new, and a
-- function that the last release calls gets another argument.
alter table public.orders add column gift_note text not null default '' check (length(gift_note) <= 300);
create index orders_gift_note_idx on public.orders (id) where gift_note <> '';

create table public.gift_papers (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(trim(name)) between 1 and 40),
  order_id uuid references public.orders (id) on delete set null
);
create index gift_papers_order_id_idx on public.gift_papers (order_id);
alter table public.gift_papers enable row level security;
create policy "everyone reads papers" on public.gift_papers for select to anon, authenticated using (order_id is null);
grant select on public.gift_papers to anon, authenticated;

drop function public.is_product_gone(text);
create function public.is_product_gone(product_id text, counts_drafts boolean default false) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.products p where p.slug = left(product_id, 200) and (not p.is_active or counts_drafts))
$$;
grant execute on function public.is_product_gone(text, boolean) to anon, authenticated;
