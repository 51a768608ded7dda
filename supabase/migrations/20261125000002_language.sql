-- Languages of shoppers (decision 189).

-- Returns the language of a call: the shop's server names it. What is made by the call gets it by default, and mails about it are written in it.
create function shop.request_language() returns text
language sql stable set search_path = '' as $$
  select case when nullif(current_setting('request.headers', true), '')::jsonb ->> 'accept-language' = 'ur' then 'ur' else 'en' end
$$;
grant execute on function shop.request_language() to anon, authenticated, service_role;

alter table public.orders add column language text not null default 'en' check (language in ('en', 'ur'));
alter table public.orders alter column language set default shop.request_language();
alter table public.stock_alerts add column language text not null default 'en' check (language in ('en', 'ur'));
alter table public.stock_alerts alter column language set default shop.request_language();
