-- The language that a shopper chose, for other browsers in which they sign in; null until they choose one.
alter table public.profiles add column language text check (language in ('en', 'ur'));
grant update (language) on public.profiles to authenticated;
