-- The newsletter's list at the desk (decision 127). An address is added only by the form of the newsletter, so its row's time is that of the
-- consent.

create index newsletter_subscriptions_created_at_idx on public.newsletter_subscriptions (created_at desc, id);

-- Returns a page of addresses, latest first: { rows, total, active }; `active` counts those that get the newsletter, which are confirmed. p_search is a part of
-- the address.
create function public.desk_newsletter(p_search text default null, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  size constant integer := 50;
  words text := '%' || replace(replace(replace(lower(nullif(trim(p_search), '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  perform shop.require_desk();
  return (select jsonb_build_object('total', count(*), 'active', count(*) filter (where n.is_active and n.confirmed_at is not null), 'rows', (
      select coalesce(jsonb_agg(to_jsonb(page_of) order by created_at desc, id), '[]') from (
        select l.id, l.email, l.source, l.is_active and l.confirmed_at is not null as is_active, l.created_at from public.newsletter_subscriptions l
        where words is null or l.email like words
        order by l.created_at desc, l.id limit size offset size * (greatest(p_page, 1) - 1)) page_of))
    from public.newsletter_subscriptions n where words is null or n.email like words);
end $$;

-- Returns every address that gets the newsletter, the first first: [{ id, email, source, created_at }], and records that the list was taken. With
-- a fresh second factor.
create function public.desk_newsletter_export() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  list jsonb;
begin
  perform shop.require_desk(p_fresh => true);
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'email', n.email, 'source', n.source, 'created_at', n.created_at) order by n.created_at, n.id), '[]')
  into list from public.newsletter_subscriptions n where n.is_active and n.confirmed_at is not null;
  perform shop.record_at_desk('export', 'newsletter', 'active', null, jsonb_build_object('addresses', jsonb_array_length(list)));
  return list;
end $$;
grant execute on function public.desk_newsletter(text, integer), public.desk_newsletter_export() to authenticated;
