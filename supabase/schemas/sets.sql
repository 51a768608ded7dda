-- Products that belong together, such as a bra and a brief of the same lace (decision 214).

-- Each two once.
create table public.product_pairs (
  product_id uuid not null references public.products (id) on delete cascade,
  other_id uuid not null references public.products (id) on delete cascade,
  primary key (product_id, other_id),
  check (product_id < other_id)
);
create index product_pairs_other_id_idx on public.product_pairs (other_id);
alter table public.product_pairs enable row level security;

-- Returns the products that belong to one.
create function shop.paired_with(product uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select x.other_id from public.product_pairs x where x.product_id = product
  union all
  select x.product_id from public.product_pairs x where x.other_id = product
$$;

-- Returns the products on sale that go with one and don't belong to it yet: of another kind, in one of its colours, of
-- its cloth or with values of its attributes; those first that have the most in common. Looks at offers, of which there
-- are few.
create function shop.goes_with(product public.products, most integer) returns setof public.products
language sql stable security definer set search_path = '' as $$
  with recursive above as (
    select c.id, c.parent_id from public.product_categories c where c.id = product.category_id
    union all
    select c.id, c.parent_id from above a join public.product_categories c on c.id = a.parent_id
  ), kind as (
    -- A bra of another kind is a bra.
    select shop.category_tree(array[a.id]) as ids from above a where a.parent_id is null
  ), own as materialized (
    select distinct o.kind, o.value from shop.offer_values o
    where o.offer_id = product.offer_id and o.kind <> all ('{sizes,brand_sizes,cup_sizes}')
  ), alike as materialized (
    select o.offer_id, count(distinct (o.kind, o.value)) filter (where o.kind <> 'colors') as shared
    from own join shop.offer_values o using (kind, value)
    group by 1 having count(*) filter (where o.kind <> 'colors') > 0 and bool_or(o.kind = 'colors')
      and exists (select from public.products p where p.offer_id = o.offer_id
        and p.category_id <> all ((select kind.ids from kind)::uuid[]))
    order by 2 desc, 1 limit 8
  )
  select (found.product).* from alike a cross join kind cross join lateral (
    select p as product from public.products p
    where p.offer_id = a.offer_id and p.is_active and p.deleted_at is null and p.category_id <> all (kind.ids)
      and p.id not in (select shop.paired_with(product.id))
    order by p.created_at desc, p.id limit most) as found
  order by a.shared desc, (found.product).created_at desc, (found.product).id limit most
$$;

-- Returns a product as a card from which it is chosen: with its sizes, { label, stock } and the stock by colour, and a
-- picture by colour.
create function shop.choice_card(p public.products) returns jsonb
language sql stable security definer set search_path = '' as $$
  select shop.product_card(p) || jsonb_build_object('variants',
    (select coalesce(jsonb_agg(jsonb_build_object('label', v.label, 'stock', v.stock, 'by_color',
      shop.stock_by_color(v)) order by v.display_order), '[]')
     from public.product_variants v where v.product_id = p.id), 'pictures',
    (select coalesce(jsonb_object_agg(c.name, m.url), '{}') from public.colors c join (
       select distinct on (color_id) color_id, url from public.product_media where product_id = p.id and not is_banner
       order by color_id, is_featured desc, display_order) m on m.color_id = c.id))
$$;

-- Returns what completes these products: the products on sale that belong to one of them and aren't among them, as
-- shop.choice_card has them, each with the ID of the first that it belongs to ('with'); at most `most`.
create function shop.completing(products uuid[], most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(shop.choice_card(x.product) || jsonb_build_object('with', x.with)
    order by x.place, (x.product).created_at desc, (x.product).id), '[]')
  from (
    select distinct on (p.id) p as product, o.id as with, o.place
    from unnest(products) with ordinality as o (id, place)
    cross join lateral shop.paired_with(o.id) as other (id)
    join public.products p on p.id = other.id and p.is_active and p.deleted_at is null
    where p.id <> all (products) order by p.id, o.place limit most) as x
$$;

-- Returns what completes a cart's products, as shop.completing has it.
create function public.get_completing(product_ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select shop.completing(shop.bounded(product_ids, 50, 36), 2)
$$;
grant execute on function public.get_completing(uuid[]) to anon, authenticated;

-- Returns what can be ticked for a product: first what belongs to it, then what was searched for or, without a search,
-- what goes with it: [{ id, name, state, picture, category, is_paired }].
create function public.desk_pairs(p_product uuid, p_search text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  product public.products;
  sought uuid[] := shop.found('product', p_search);
begin
  perform shop.require_desk();
  select * into product from public.products p where p.id = p_product;
  return (
    with paired as materialized (
      select x.id from shop.paired_with(p_product) as x (id)
    ), offered as (
      select x.id, 0 as place from paired x
      union all
      select p.id, 1 from public.products p where p.id = any (sought) and p.deleted_at is null and p.id <> p_product
        and p.id not in (select x.id from paired x)
      union all
      select p.id, 1 from shop.goes_with(product, 12) p where sought is null
      order by place limit 48
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'state', shop.state_of(p),
        'category', (select c.name from public.product_categories c where c.id = p.category_id),
        'picture', (select m.url from public.product_media m where m.product_id = p.id
          order by m.is_banner, m.is_featured desc, m.display_order, m.id limit 1),
        'is_paired', o.place = 0) order by o.place, p.name, p.id), '[]')
    from offered o join public.products p on p.id = o.id);
end $$;

-- Saves which of the shown products belong to a product; others that do stay. Refuses with those of
-- shop.lock_product_for_desk, and no_such_product (PT404).
create function public.desk_save_pairs(p_product uuid, p_version integer, p_shown uuid[], p_chosen uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
  was text;
begin
  perform shop.require_desk();
  old := shop.lock_product_for_desk(p_product, p_version);
  was := shop.names_of_pairs(old.id);
  if exists (select from unnest(p_chosen) as x (id) where x.id = old.id
    or x.id not in (select p.id from public.products p)) then
    raise exception using errcode = 'PT404', message = 'no_such_product';
  end if;
  delete from public.product_pairs x where (x.product_id = old.id and x.other_id = any (p_shown)
    or x.other_id = old.id and x.product_id = any (p_shown)) and not (x.product_id = any (p_chosen)
    or x.other_id = any (p_chosen));
  insert into public.product_pairs (product_id, other_id)
  select distinct least(old.id, x.id), greatest(old.id, x.id) from unnest(p_chosen) as x (id) order by 1, 2
    on conflict do nothing;
  update public.products p set version = p.version + 1 where p.id = old.id;
  perform shop.record_at_desk('save_pairs', 'product', old.id::text, jsonb_build_object('belongs_to', was),
    jsonb_build_object('belongs_to', shop.names_of_pairs(old.id)));
end $$;

-- Returns the names of the products that belong to one, as the record of changes shows them; null without any.
create function shop.names_of_pairs(product uuid) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(p.name, ', ' order by p.name) from shop.paired_with(product) as x (id)
  join public.products p on p.id = x.id
$$;
grant execute on function public.desk_pairs(uuid, text), public.desk_save_pairs(uuid, integer, uuid[], uuid[])
  to authenticated;
