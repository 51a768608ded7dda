-- The shop's own funnel by day: what visitors do before an order, as sums, and what became of orders (decision 177).

-- How often a run of a server process has counted a step on a day in Pakistan. No row says anything of a person.
create table shop.funnel_counts (
  day date not null,
  step text not null check (step in ('viewed', 'prefetched', 'in_cart', 'checkout')),
  run uuid not null,
  count integer not null check (count >= 0),
  primary key (day, step, run)
);

-- Stores the sums that a run has counted: [{ day, step, count }]. The same may be told again, and an older sum changes
-- nothing.
create function public.count_funnel(p_run uuid, p_counts jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into shop.funnel_counts as known (day, step, run, count)
  select c.day, c.step, p_run, c.count
  from jsonb_to_recordset(shop.bounded(p_counts, 10000)) as c (day date, step text, count integer)
  on conflict (day, step, run) do update set count = greatest(known.count, excluded.count)
$$;
grant execute on function public.count_funnel(uuid, jsonb) to service_role;

-- Returns the funnel by day, the latest first: [{ day, viewed, prefetched, in_cart, checkout, placed, confirmed,
-- delivered, returned }]. p_from and p_until are days in Pakistan, both included, at most 366. Orders count on the day
-- on which they were placed: a cash order is confirmed by its shopper or by being sent, a card order by its payment;
-- returned ones came back undelivered, or have a return that wasn't refused or withdrawn. Refuses with invalid_period
-- (PT400).
create function public.desk_funnel(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform shop.require_desk('{money}');
  perform shop.check_period(p_from, p_until);
  return (
    with counted as (
      select f.day, coalesce(sum(f.count) filter (where f.step = 'viewed'), 0) as viewed,
        coalesce(sum(f.count) filter (where f.step = 'prefetched'), 0) as prefetched,
        coalesce(sum(f.count) filter (where f.step = 'in_cart'), 0) as in_cart,
        coalesce(sum(f.count) filter (where f.step = 'checkout'), 0) as checkout
      from shop.funnel_counts f where f.day between p_from and p_until group by f.day
    ), ordered as (
      select (o.created_at at time zone 'Asia/Karachi')::date as day, count(*) as placed,
        count(*) filter (where case o.payment_method when 'cod' then o.confirmed_at is not null
          else o.payment_status end) as confirmed,
        count(*) filter (where o.status = 'Delivered') as delivered,
        count(*) filter (where o.status = 'ReturnedToOrigin'
          or exists (select from public.returns r where r.order_id = o.id
          and r.status not in ('refused', 'withdrawn'))) as returned
      from public.orders o
      where o.created_at >= shop.begin_of(p_from)
        and o.created_at < shop.begin_of(p_until + 1)
      group by 1
    )
    select jsonb_agg(jsonb_build_object('day', d.day::date, 'viewed', coalesce(c.viewed, 0), 'prefetched',
      coalesce(c.prefetched, 0),
      'in_cart', coalesce(c.in_cart, 0), 'checkout', coalesce(c.checkout, 0), 'placed', coalesce(o.placed, 0),
      'confirmed', coalesce(o.confirmed, 0), 'delivered', coalesce(o.delivered, 0), 'returned', coalesce(o.returned, 0))
        order by d.day desc)
    from generate_series(p_from::timestamp, p_until::timestamp, '1 day') d (day)
    left join counted c on c.day = d.day::date left join ordered o on o.day = d.day::date);
end $$;
grant execute on function public.desk_funnel(date, date) to authenticated;
