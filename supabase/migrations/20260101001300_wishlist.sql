-- A signed-in shopper's wishlist. Written only by change_wishlist.
create table public.wishlist_items (
  user_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  position bigint generated always as identity,
  primary key (user_id, product_id)
);
create index wishlist_items_product_id_idx on public.wishlist_items (product_id);
alter table public.wishlist_items enable row level security;

-- Changes the shopper's wishlist product by product, so that two devices don't overwrite each other; returns the slugs of its products
-- that are sold now, newest first. p_change is one of
--   read    changes nothing, whatever p_slugs says
--   save    adds these products at the top, the first of them uppermost; existing ones keep their place
--   merge   the same, but drops products beyond 50
--   remove  removes these products
-- Refuses with not_signed_in (PT401), wishlist_full (PT409), wishlist_too_large (PT400).
create function public.change_wishlist(p_change text, p_slugs text[] default '{}') returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  shopper uuid := auth.uid();
begin
  if shopper is null or not shop.lock_shopper(shopper) then
    raise exception using errcode = 'PT401', message = 'not_signed_in';
  end if;
  if cardinality(p_slugs) > 50 then
    raise exception using errcode = 'PT400', message = 'wishlist_too_large';
  end if;
  perform shop.bounded(p_slugs, 50, 200);
  if shop.bounded(p_change, 20) in ('save', 'merge') then
    -- Locks products by ID (decision 21), because each row references one.
    perform from public.products p where p.slug = any (p_slugs) order by p.id for key share;
    insert into public.wishlist_items (user_id, product_id)
    select shopper, p.id from public.products p
    where p.slug = any (p_slugs) and p.is_active and p.deleted_at is null
    order by array_position(p_slugs, p.slug) desc
    on conflict do nothing;
    if (select count(*) from public.wishlist_items where user_id = shopper) > 50 then
      if p_change = 'save' then
        raise exception using errcode = 'PT409', message = 'wishlist_full';
      end if;
      delete from public.wishlist_items where user_id = shopper and position in
        (select position from public.wishlist_items where user_id = shopper order by position desc offset 50);
    end if;
  elsif p_change = 'remove' then
    delete from public.wishlist_items w using public.products p
    where w.user_id = shopper and w.product_id = p.id and p.slug = any (p_slugs);
  end if;
  return (select coalesce(array_agg(p.slug order by w.position desc), '{}') from public.wishlist_items w
    join public.products p on p.id = w.product_id and p.is_active and p.deleted_at is null where w.user_id = shopper);
end $$;
grant execute on function public.change_wishlist(text, text[]) to authenticated;
