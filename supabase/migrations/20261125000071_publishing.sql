-- What a product needs before shoppers see it (decision 186), and its stock by colour at the desk (decision 183).

-- Whether shoppers choose no size of a product without sizes, such as a scarf.
alter table public.products add column has_no_size boolean not null default false;

-- Returns what shoppers would miss of a product: 'picture', 'category', 'text', 'size' and 'stock'. The last is a warning, since a product
-- that is sold out has its alerts; the others keep a product from being published. p_has_size says that a size needs no row.
create function shop.lacking(p_id uuid, p_has_category boolean, p_text text, p_has_size boolean) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when not exists (select from public.product_media m where m.product_id = p_id and not m.is_banner) then 'picture' end,
    case when not p_has_category then 'category' end,
    case when coalesce(p_text, '') !~ '\S' then 'text' end,
    case when not p_has_size and v.sizes = 0 then 'size' end,
    case when v.sizes > 0 and v.sold_out = v.sizes then 'stock' end], null)
  from (select count(*) as sizes, count(*) filter (where x.stock = 0) as sold_out
    from public.product_variants x where x.product_id = p_id) v
$$;
create function shop.lacks(p public.products) returns text[]
language sql stable security definer set search_path = '' as $$
  select shop.lacking(p.id, p.category_id is not null, p.description, p.has_no_size)
$$;

-- Returns what a product lacks and whether it has no size: { lacks, has_no_size }; null if there is none.
create function public.desk_product_checks(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk();
  return (select jsonb_build_object('lacks', shop.lacks(p), 'has_no_size', p.has_no_size) from public.products p where p.id = p_id);
end $$;

-- Says whether shoppers choose no size of a product that lists none. Refuses with those of shop.lock_product_for_desk.
create function public.desk_set_no_size(p_id uuid, p_version integer, p_has_no_size boolean) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
begin
  perform shop.require_desk();
  old := shop.lock_product_for_desk(p_id, p_version);
  update public.products p set has_no_size = p_has_no_size is true, version = p.version + 1 where p.id = old.id;
  perform shop.record_at_desk('save_stock', 'product', old.id::text, jsonb_build_object('has_no_size', old.has_no_size),
    jsonb_build_object('has_no_size', p_has_no_size is true));
end $$;

-- Publishes a product ('published'), takes it out of the shop ('draft') or archives it ('archived'). Refuses with those of
-- shop.lock_product_for_desk, with unknown_action (PT400), and with product_incomplete (PT409) for one that isn't published and lacks
-- something, which the detail says.
create or replace function public.desk_set_product_state(p_id uuid, p_version integer, p_state text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
  lacks text[];
begin
  perform shop.require_desk();
  old := shop.lock_product_for_desk(p_id, p_version);
  if p_state is null or p_state not in ('published', 'draft', 'archived') then
    raise exception using errcode = 'PT400', message = 'unknown_action';
  end if;
  lacks := array_remove(shop.lacks(old), 'stock');
  if p_state = 'published' and shop.state_of(old) <> 'published' and cardinality(lacks) > 0 then
    raise exception using errcode = 'PT409', message = 'product_incomplete', detail = array_to_string(lacks, ', ');
  end if;
  update public.products p set is_active = p_state = 'published',
    deleted_at = case when p_state = 'archived' then coalesce(p.deleted_at, now()) end where p.id = old.id;
  perform shop.record_at_desk('set_product_state', 'product', old.id::text, jsonb_build_object('state', shop.state_of(old)),
    jsonb_build_object('state', p_state));
end $$;

-- Returns how many pieces of a product's sizes and colours the shop has: { id, name, sku, picture, colors: [{ id, name, value }], sizes:
-- [{ id, label, is_by_color, stock, ordered, colors: [{ id, stock, ordered }] }] }; null if there is none. stock is for sale, null for not
-- counted; ordered are pieces of orders that aren't packed, which are on the shelf too. A size's colours are in the product's order, and
-- have a stock only if it is counted by colour.
create function public.desk_stock(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk();
  return (with ordered as materialized (
      select i.variant_id, shop.color_of(i) as color_id, sum(i.quantity)::integer as pieces
      from public.order_items i join public.orders o on o.id = i.order_id
      where i.product_id = p_id and o.holds_stock and o.packed_at is null
        and o.status in ('Pending', 'Processing', 'PaymentPending', 'PaymentAccepted') group by 1, 2)
    select jsonb_build_object('id', p.id, 'name', p.name, 'sku', p.sku,
      'picture', (select m.url from public.product_media m where m.product_id = p.id and not m.is_banner
        order by m.is_featured desc, m.display_order, m.id limit 1),
      'colors', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'value', c.value) order by pc.display_order, c.name), '[]')
        from public.product_colors pc join public.colors c on c.id = pc.color_id where pc.product_id = p.id),
      'sizes', (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'label', v.label, 'stock', v.stock,
          'is_by_color', exists (select from public.variant_stock s where s.variant_id = v.id),
          'ordered', (select coalesce(sum(x.pieces), 0) from ordered x where x.variant_id = v.id),
          'colors', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'ordered', coalesce(x.pieces, 0),
              'stock', case when exists (select from public.variant_stock s where s.variant_id = v.id) then shop.stock_of(v.id, c.id) end)
              order by pc.display_order, c.name), '[]')
            from public.product_colors pc join public.colors c on c.id = pc.color_id
            left join ordered x on x.variant_id = v.id and x.color_id = c.id where pc.product_id = p.id))
          order by v.display_order, v.label), '[]')
        from public.product_variants v where v.product_id = p.id))
    from public.products p where p.id = p_id);
end $$;

-- Returns a page of the history of a product's stock, latest first: { total, rows: [{ id, at, size, color, change, stock_after, reason,
-- order_number, who, note }] }.
create function public.desk_stock_changes(p_product uuid, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant integer := 50;
begin
  perform shop.require_desk();
  return jsonb_build_object('total', (select count(*) from public.stock_changes c where c.product_id = p_product),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'at', c.created_at, 'size', c.size, 'color', c.color, 'change', c.change,
        'stock_after', c.stock_after, 'reason', c.reason, 'order_number', o.order_id, 'who', c.operator_email, 'note', c.note) order by c.id desc), '[]')
      from (select * from public.stock_changes x where x.product_id = p_product
        order by x.id desc limit page_size offset page_size * (greatest(p_page, 1) - 1)) c
      left join public.orders o on o.id = c.order_id));
end $$;

-- Returns a page of products, latest first, how many there are, and all categories for the filter: { rows, total, categories }.
-- p_state is one of shop.state_of; p_stock is 'low' for a size with three pieces or
-- fewer, in one of its colours if it is counted so, or 'out' for one that is sold out.
create or replace function public.desk_products(p_search text default null, p_category uuid default null, p_state text default null,
  p_stock text default null, p_is_discounted boolean default false, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  size constant integer := 50;
  words text := '%' || shop.like_literal(shop.searchable(nullif(trim(p_search), ''))) || '%';
  -- Empty for no product.
  found uuid[];
begin
  perform shop.require_desk();
  found := array(select p.id from public.products p
    where (words is null or p.search_name like words or lower(p.sku) = lower(trim(p_search)))
      and (p_category is null or p.category_id = p_category) and (p_state is null or shop.state_of(p) = p_state)
      and (p_stock is null or p.id in (select v.product_id from public.product_variants v
          where v.stock <= 3 and (p_stock = 'low' or v.stock = 0)
        union all select v.product_id from public.variant_stock s join public.product_variants v on v.id = s.variant_id
          where s.stock <= 3 and (p_stock = 'low' or s.stock = 0)))
      and (not p_is_discounted or p.discount > 0 or p.id in (select d.product_id from shop.discount_periods d))
    order by p.created_at desc, p.id);
  return jsonb_build_object('total', cardinality(found),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'sku', p.sku, 'state', shop.state_of(p), 'price', p.price,
        'discount', p.discount, 'final_price', p.final_price,
        'category', (select c.name from public.product_categories c where c.id = p.category_id),
        'picture', (select m.url from public.product_media m where m.product_id = p.id
          order by m.is_banner, m.is_featured desc, m.display_order, m.id limit 1),
        'stock', (select sum(v.stock) from public.product_variants v where v.product_id = p.id),
        'low', (select coalesce(jsonb_agg(jsonb_build_object('label', concat_ws(', ', v.label, c.name), 'stock', coalesce(s.stock, v.stock))
            order by v.display_order, v.label, c.display_order), '[]')
          from public.product_variants v left join public.variant_stock s on s.variant_id = v.id
          left join public.colors c on c.id = s.color_id
          where v.product_id = p.id and case when s.variant_id is null then v.stock else s.stock end <= 3)) order by page.place), '[]')
      from unnest(found[size * (greatest(p_page, 1) - 1) + 1 : size * greatest(p_page, 1)]) with ordinality as page (id, place)
      join public.products p on p.id = page.id),
    'categories', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]')
      from public.product_categories c));
end $$;

create index variant_stock_low_idx on public.variant_stock (variant_id) where stock <= 3;

grant execute on function public.desk_product_checks(uuid), public.desk_set_no_size(uuid, integer, boolean), public.desk_stock(uuid),
  public.desk_stock_changes(uuid, integer) to authenticated;
