-- Sales at the desk (decision 127).

-- Returns what was ordered in a period: { total, days, products, cities, channels }, sums in rupees. p_from and
-- p_until are days in Pakistan, both included, at most 366. An order is sold once it is paid, or to be paid in cash,
-- unless it is cancelled. Its sum has the delivery in it; a product's has neither that nor what promo codes take
-- off. Products and cities are the hundred with the largest sums, the latter however shoppers spell them in upper
-- and lower case; channels are how orders came in, 'shop' for the shop's checkout. Refuses with invalid_period
-- (PT400).
create function public.desk_sales(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform shop.require_desk();
  if p_from is null or p_until is null or not isfinite(p_from) or not isfinite(p_until)
    or p_until - p_from not between 0 and 365 then
    raise exception using errcode = 'PT400', message = 'invalid_period';
  end if;
  return (
    with placed as materialized (
      select o.id, (o.created_at at time zone 'Asia/Karachi')::date as day, trim(o.shipping_city) as city,
        coalesce(o.channel, 'shop') as channel,
        o.total_amount as amount,
        o.payment_method = 'cod' as is_cash, o.status = 'Cancelled' as is_cancelled,
        o.status in ('PaymentAccepted', 'Processing', 'Shipped', 'Delivered') as is_sold,
        (select count(*) from public.returns r where r.order_id = o.id
          and r.status not in ('refused', 'withdrawn')) as returns
      from public.orders o
      where o.created_at >= p_from::timestamp at time zone 'Asia/Karachi'
        and o.created_at < (p_until + 1)::timestamp at time zone 'Asia/Karachi'),
    sums as (
      select case when grouping(day) = 0 then 'day' when grouping(lower(city)) = 0 then 'city'
        when grouping(channel) = 0 then 'channel' else 'total' end as kind,
        day, channel,
        mode() within group (order by city) as city, count(*) filter (where is_sold) as orders,
        coalesce(sum(amount) filter (where is_sold), 0) as amount, coalesce(sum(returns), 0) as returns,
          count(*) filter (where is_cash) as cash,
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
      'days', (select jsonb_agg(jsonb_build_object('day', d.day::date, 'orders', coalesce(s.orders, 0), 'amount',
        coalesce(s.amount, 0)) order by d.day desc)
        from generate_series(p_from::timestamp, p_until::timestamp, '1 day') d (day) left join sums s on s.kind = 'day'
          and s.day = d.day::date),
      'products', (select coalesce(jsonb_agg(to_jsonb(p) order by p.amount desc, p.name), '[]')
        from (select * from products order by amount desc, name limit 100) p),
      'cities', (select coalesce(jsonb_agg(to_jsonb(s) - '{kind,day,channel}'::text[] order by s.amount desc, s.city),
        '[]')
        from (select * from sums s where s.kind = 'city' order by s.amount desc, s.city limit 100) s),
      'channels', (select coalesce(jsonb_agg(to_jsonb(s) - '{kind,day,city}'::text[] order by s.amount desc, s.channel),
        '[]') from sums s where s.kind = 'channel')));
end $$;
grant execute on function public.desk_sales(date, date) to authenticated;
