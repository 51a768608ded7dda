-- The product feed for Google Merchant Center and Meta (decision 176).

-- Returns what the feed says of a category: { path: [name], google_category, gender, age_group }.
create function shop.feed_category(p_category uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with recursive above as (
    select c.*, 0 as distance from public.product_categories c where c.id = p_category
    union all
    select c.*, a.distance + 1 from above a join public.product_categories c on c.id = a.parent_id
  )
  select jsonb_build_object(
    'path', coalesce(jsonb_agg(a.name order by a.distance desc) filter (where a.id is not null), '[]'),
    'google_category', coalesce((array_agg(a.google_category
      order by a.distance) filter (where a.google_category is not null))[1], 1604),
    'gender', coalesce((array_agg(a.gender order by a.distance) filter (where a.gender is not null))[1], 'female'),
    'age_group', coalesce((array_agg(a.age_group order by a.distance) filter (where a.age_group is not null))[1],
      'adult'))
  from above a
$$;

-- Returns the products on sale after an ID, by ID, at most 500: what the feed says of each, with the stock by colour
-- of each size. Sums are in rupees.
create function public.product_feed(p_after uuid default null, p_most integer default 200) returns jsonb
language sql stable security definer set search_path = '' as $$
  with page as (
    select p.* from public.products p
    where p.is_active and p.deleted_at is null and (p_after is null or p.id > p_after)
    order by p.id limit least(greatest(coalesce(p_most, 200), 1), 500)
  ), categories as materialized (
    select c.category_id, shop.feed_category(c.category_id) as facts from (select distinct category_id from page) c
  )
  select coalesce(jsonb_agg(c.facts || jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'description',
    p.description,
    'price', p.price, 'final_price', p.final_price,
    'colors', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name)
      order by pc.display_order, l.name), '[]')
      from public.product_colors pc join public.colors l on l.id = pc.color_id where pc.product_id = p.id),
    'sizes', (select coalesce(jsonb_agg(jsonb_build_object('label', v.label, 'stock', v.stock, 'by_color',
      shop.stock_by_color(v)) order by v.display_order), '[]')
      from public.product_variants v where v.product_id = p.id),
    'media', (select coalesce(jsonb_agg(jsonb_build_object('url', m.url, 'color_id', m.color_id)
      order by m.is_featured desc, m.display_order), '[]')
      from public.product_media m where m.product_id = p.id and not m.is_banner)) order by p.id), '[]')
  from page p join categories c on c.category_id is not distinct from p.category_id
$$;
grant execute on function public.product_feed(uuid, integer) to anon;
