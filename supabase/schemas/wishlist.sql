-- A signed-in shopper's wishlist. One without a choice has neither size nor color; a line of a cart
-- that was saved for later has those of the line. Written only by change_wishlist.
create table public.wishlist_items (
  user_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  size text not null default '' check (length(size) <= 60),
  color text not null default '' check (length(color) <= 60),
  quantity integer not null default 1 check (quantity between 1 and 9999),
  position bigint generated always as identity,
  primary key (user_id, product_id, size, color)
);
create index wishlist_items_product_id_idx on public.wishlist_items (product_id);
alter table public.wishlist_items enable row level security;

-- Adds wishes, also by former slugs, on top of a shopper's wishlist, the first of them uppermost. An existing one keeps
-- its place and the larger quantity. One without size and color gives way to those of its product that have them.
create function shop.add_wishlist_items(shopper uuid, p_wishes jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  -- Locks products by ID (decision 21), because each row references one.
  perform from public.products p
    where p.slug in (select shop.present_slug(w ->> 'slug') from jsonb_array_elements(p_wishes) w)
    order by p.id for key share;
  insert into public.wishlist_items as kept (user_id, product_id, size, color, quantity)
  select shopper, p.id, a.size, a.color, greatest(1, least(a.quantity, 9999)) from (
    select shop.present_slug(w ->> 'slug') as slug, coalesce(w ->> 'size', '') as size,
      coalesce(w ->> 'color', '') as color, max(coalesce((w ->> 'quantity')::integer, 1)) as quantity,
      min(n) as place
    from jsonb_array_elements(p_wishes) with ordinality as t (w, n) group by 1, 2, 3) a
  join public.products p on p.slug = a.slug and p.is_active and p.deleted_at is null
  order by a.place desc
  on conflict (user_id, product_id, size, color) do update set quantity = greatest(kept.quantity, excluded.quantity);
  delete from public.wishlist_items plain where plain.user_id = shopper and (plain.size, plain.color) = ('', '')
    and exists
    (select from public.wishlist_items w where w.user_id = shopper and w.product_id = plain.product_id
      and (w.size, w.color) <> ('', ''));
end $$;

-- Changes the shopper's wishlist wish by wish, so that two devices don't overwrite each other; returns the wishes whose products are
-- sold now, [{ slug, size, color, quantity }], newest first. p_change is one of
--   read    changes nothing, whatever p_wishes says
--   save    adds these wishes (shop.add_wishlist_items)
--   merge   the same, but drops wishes beyond 50
--   remove  removes these wishes; without size and color, all of the product
-- Refuses with not_signed_in (PT401), wishlist_full (PT409), wishlist_too_large (PT400).
create function public.change_wishlist(p_change text, p_wishes jsonb default '[]') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  shopper uuid := auth.uid();
begin
  if shopper is null or not shop.lock_shopper(shopper) then
    raise exception using errcode = 'PT401', message = 'not_signed_in';
  end if;
  if jsonb_typeof(p_wishes) is distinct from 'array' or jsonb_array_length(p_wishes) > 50
     or length(p_wishes::text) > 20000 then
    raise exception using errcode = 'PT400', message = 'wishlist_too_large';
  end if;
  if shop.bounded(p_change, 20) in ('save', 'merge') then
    perform shop.add_wishlist_items(shopper, p_wishes);
    if p_change = 'save' and (select count(*) from public.wishlist_items where user_id = shopper) > 50 then
      raise exception using errcode = 'PT409', message = 'wishlist_full';
    end if;
    delete from public.wishlist_items where user_id = shopper and position in
      (select position from public.wishlist_items where user_id = shopper order by position desc offset 50);
  elsif p_change = 'remove' then
    delete from public.wishlist_items w using public.products p, jsonb_array_elements(p_wishes) a
    where w.user_id = shopper and w.product_id = p.id and p.slug = shop.present_slug(a ->> 'slug')
      and (coalesce(a ->> 'size', ''), coalesce(a ->> 'color', '')) in (('', ''), (w.size, w.color));
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'size', w.size, 'color', w.color, 'quantity',
    w.quantity)
    order by w.position desc), '[]') from public.wishlist_items w
    join public.products p on p.id = w.product_id and p.is_active and p.deleted_at is null where w.user_id = shopper);
end $$;
grant execute on function public.change_wishlist(text, jsonb) to authenticated;
