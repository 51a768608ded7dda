-- What the desk lacked after stock by colour (decision 183) and orders from phone, WhatsApp and Instagram (decision 185).

-- As before, and what is counted by colour stays so in the copy.
create or replace function public.desk_duplicate_product(p_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  source public.products;
  copy uuid := gen_random_uuid();
begin
  perform shop.require_desk();
  -- No picture is removed meanwhile, whose original the copy shares.
  select * into source from public.products p where p.id = p_id for share;
  if source.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_product';
  end if;
  insert into public.products (id, name, title, description, slug, price, image_url, fit_notes, category_id, is_active, translations)
  values (copy, left(source.name, 150) || ' (copy)', source.title, source.description, source.slug || '-' || left(copy::text, 8), source.price,
    source.image_url, source.fit_notes, source.category_id, false, source.translations);
  insert into public.product_colors (product_id, color_id, display_order)
  select copy, pc.color_id, pc.display_order from public.product_colors pc where pc.product_id = source.id;
  insert into public.product_attributes (product_id, attribute, value)
  select copy, pa.attribute, pa.value from public.product_attributes pa where pa.product_id = source.id;
  insert into public.product_media (product_id, color_id, url, alt, is_featured, is_banner, display_order, original, part, translations)
  select copy, m.color_id, m.url, m.alt, m.is_featured, m.is_banner, m.display_order, m.original, m.part, m.translations
  from public.product_media m where m.product_id = source.id;
  insert into public.product_features (product_id, title, description, display_order, translations)
  select copy, f.title, f.description, f.display_order, f.translations from public.product_features f where f.product_id = source.id;
  insert into public.product_variants (product_id, size, brand_size, cup_size, material, stock, display_order)
  select copy, v.size, v.brand_size, v.cup_size, v.material, case when v.stock is not null then 0 end, v.display_order
  from public.product_variants v where v.product_id = source.id;
  -- No two sizes of a product have the same label.
  insert into public.variant_stock (variant_id, color_id, stock)
  select made.id, s.color_id, case when s.stock is not null then 0 end
  from public.variant_stock s join public.product_variants v on v.id = s.variant_id
    join public.product_variants made on made.product_id = copy and made.label = v.label
  where v.product_id = source.id
  order by made.id, s.color_id;
  perform shop.record_at_desk('duplicate_product', 'product', copy::text, null,
    jsonb_build_object('name', left(source.name, 150) || ' (copy)', 'copy_of', source.id));
  return copy;
end $$;

-- As in the first release, and { channels }: the same sums by how orders came in, 'shop' for those from the shop's checkout.
create or replace function public.desk_sales(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform shop.require_desk();
  if p_from is null or p_until is null or not isfinite(p_from) or not isfinite(p_until) or p_until - p_from not between 0 and 365 then
    raise exception using errcode = 'PT400', message = 'invalid_period';
  end if;
  return (
    with placed as materialized (
      select o.id, (o.created_at at time zone 'Asia/Karachi')::date as day, trim(o.shipping_city) as city, coalesce(o.channel, 'shop') as channel,
        o.total_amount as amount,
        o.payment_method = 'cod' as is_cash, o.status = 'Cancelled' as is_cancelled,
        o.status in ('PaymentAccepted', 'Processing', 'Shipped', 'Delivered') as is_sold,
        (select count(*) from public.returns r where r.order_id = o.id and r.status not in ('refused', 'withdrawn')) as returns
      from public.orders o
      where o.created_at >= p_from::timestamp at time zone 'Asia/Karachi'
        and o.created_at < (p_until + 1)::timestamp at time zone 'Asia/Karachi'),
    sums as (
      select case when grouping(day) = 0 then 'day' when grouping(lower(city)) = 0 then 'city' when grouping(channel) = 0 then 'channel' else 'total' end as kind,
        day, channel,
        mode() within group (order by city) as city, count(*) filter (where is_sold) as orders,
        coalesce(sum(amount) filter (where is_sold), 0) as amount, coalesce(sum(returns), 0) as returns, count(*) filter (where is_cash) as cash,
        count(*) filter (where is_cash and is_cancelled) as cash_cancelled
      from placed group by grouping sets ((day), (lower(city)), (channel), ())),
    products as (
      select i.product_id, max(i.product_name) as name, sum(i.quantity) as pieces, sum(i.subtotal) as amount
      from placed p join public.order_items i on i.order_id = p.id
      where p.is_sold
      -- A product that was deleted is known by its name.
      group by i.product_id, case when i.product_id is null then i.product_name end)
    select jsonb_build_object(
      'total', (select to_jsonb(s) - '{kind,day,city,channel}'::text[] from sums s where s.kind = 'total'),
      'days', (select jsonb_agg(jsonb_build_object('day', d.day::date, 'orders', coalesce(s.orders, 0), 'amount', coalesce(s.amount, 0)) order by d.day desc)
        from generate_series(p_from::timestamp, p_until::timestamp, '1 day') d (day) left join sums s on s.kind = 'day' and s.day = d.day::date),
      'products', (select coalesce(jsonb_agg(to_jsonb(p) order by p.amount desc, p.name), '[]')
        from (select * from products order by amount desc, name limit 100) p),
      'cities', (select coalesce(jsonb_agg(to_jsonb(s) - '{kind,day,channel}'::text[] order by s.amount desc, s.city), '[]')
        from (select * from sums s where s.kind = 'city' order by s.amount desc, s.city limit 100) s),
      'channels', (select coalesce(jsonb_agg(to_jsonb(s) - '{kind,day,city}'::text[] order by s.amount desc, s.channel), '[]') from sums s where s.kind = 'channel')));
end $$;
