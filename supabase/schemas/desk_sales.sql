-- Sales at the desk (decision 127), the list of entries that makes each figure, and the accountant's file. All of it
-- reads the books (decision 199).

-- All that counts in a figure, and what becomes of it by its order.
create index entries_figure_idx on shop.entries (made_at)
  include (order_id, figure, value, kind, cause, subject, product_id, color_id, pieces, courier) where figure is not null;
create index orders_figure_idx on public.orders (created_at)
  include (id, status, payment_method, confirmed_at, channel, shipping_city);

-- Entries with what they are listed by. `figure` is the figure in which an entry counts, by what its order is now, and
-- `value` its amount there; `counts_as` is the figure of one whose order is simply sold. A tax is a kind by itself. An
-- order's courier is that of its own latest parcel, not of an exchange's. '-' is said of what has no product, courier or
-- reason, '?' of goods whose product, category or colour isn't known.
create view shop.ledger with (security_invoker = true) as
select e.number, e.made_at, e.order_id, o.order_id as order_number, e.account,
  coalesce(e.tax || '_tax', e.kind) as kind, e.amount, e.figure as counts_as, e.value, e.cause, e.subject, e.pieces,
  e.made_by, e.reason as words,
  case when x.status is null or e.figure is null or e.figure in ('card', 'refunds_paid', 'remitted') then e.figure
    when x.status = 'Cancelled' then case when e.cause in ('cancelled', 'returned_to_origin', 'taken_back')
      then 'cancelled' else 'before_cancelled' end
    when x.status in ('Pending', 'PaymentPending', 'PaymentFailed') then 'unpaid'
    when x.status = 'Processing' and x.payment_method = 'cod' and x.confirmed_at is null then 'unconfirmed'
    -- An order's end may be taken back and come again.
    when x.status = 'ReturnedToOrigin' and e.cause in ('cancelled', 'returned_to_origin', 'taken_back')
      then 'returned_to_origin'
    else e.figure end as figure,
  e.product_id, p.category_id, e.color_id, p.name as product_name, e.kind in ('goods', 'discount') as is_goods,
  coalesce(e.product_id::text, case when e.kind in ('goods', 'discount') then '?' else '-' end) as product,
  coalesce(p.category_id::text, case when e.kind in ('goods', 'discount') then '?' else '-' end) as category,
  coalesce(e.color_id::text, case when e.kind in ('goods', 'discount') then '?' else '-' end) as color,
  coalesce(e.courier, s.courier, '-') as courier, o.shipping_city, lower(trim(o.shipping_city)) as city,
  coalesce(o.channel, 'shop') as channel,
  case when e.cause = 'refund' then 'partly' else coalesce(r.reason, '-') end as reason
from shop.entries e
-- Only those that aren't simply sold, so that few have to be looked at.
left join public.orders x on x.id = e.order_id and x.status in ('Cancelled', 'Pending', 'PaymentPending',
  'PaymentFailed', 'Processing', 'ReturnedToOrigin')
left join public.orders o on o.id = e.order_id
left join public.products p on p.id = e.product_id
left join public.returns r on r.id = case when e.cause = 'return' and e.subject ~ '^[0-9a-f-]{36}'
  then left(e.subject, 36)::uuid end
left join (select distinct on (y.order_id) y.order_id, y.courier from shop.shipments y
  where y.return_id is null and y.state not in ('cancelling', 'cancelled', 'refused')
  order by y.order_id desc, y.created_at desc) s
  on s.order_id = e.order_id;

-- Returns when a day in Pakistan begins.
create function shop.begin_of(p_day date) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_day::timestamp at time zone 'Asia/Karachi'
$$;

-- Refuses a period that isn't one of 1 to 366 days: invalid_period (PT400).
create function shop.check_period(p_from date, p_until date) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_from is null or p_until is null or not isfinite(p_from) or not isfinite(p_until)
    or p_until - p_from not between 0 and 365 then
    raise exception using errcode = 'PT400', message = 'invalid_period';
  end if;
end $$;

-- Returns what a key of a list is called; null for one that needs no name of a row.
create function shop.name_of_key(p_by text, p_key text) returns text
language sql stable security definer set search_path = '' as $$
  select case when p_key in ('-', '?') then null
    when p_by = 'product' then (select p.name from public.products p where p.id = p_key::uuid)
    when p_by = 'category' then (select c.name from public.product_categories c where c.id = p_key::uuid)
    when p_by = 'color' then (select c.name from public.colors c where c.id = p_key::uuid)
    when p_by = 'city' then initcap(p_key) when p_by = 'courier' then p_key end
$$;

-- Returns the figures of a period and of the one before it, and one list: { figures: [{ figure, amount, before }],
-- orders, orders_before, total, rows }. p_from and p_until are days in Pakistan, both included, at most 366. p_by is a
-- list: day, product, category, color, courier, city, channel or reason. Rows are { key, name, sold, refunded,
-- returned_to_origin, pieces }, the latest day or the largest net sum first, what belongs to no product last: a page of
-- them, or without p_page all. `orders` are those that were placed in the period and count as sold. Refuses with
-- invalid_period (PT400). A day is one of the session's time zone, since AT TIME ZONE takes a fifth of the whole time.
create function public.desk_sales_by(p_from date, p_until date, p_by text, p_page integer default null) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
set work_mem = '256MB' set random_page_cost = 1.1 set timezone = 'Asia/Karachi' as $$
declare
  size constant integer := 100;
  starts timestamptz := shop.begin_of(p_from);
  days integer;
begin
  perform shop.require_desk('{money}');
  perform shop.check_period(p_from, p_until);
  days := p_until - p_from + 1;
  return (
    with before as (
      select l.figure, sum(l.value) as amount from shop.ledger l
      where l.counts_as is not null and l.made_at >= shop.begin_of(p_from - days) and l.made_at < starts
      group by 1
    ), sums as materialized (
      select l.figure, case when p_by = 'day' then l.made_at::date end as day,
        case p_by when 'product' then l.product_id when 'category' then l.category_id
          when 'color' then l.color_id end as id,
        case when p_by in ('product', 'category', 'color') then l.is_goods end as is_goods,
        case p_by when 'courier' then l.courier when 'city' then l.shipping_city
          when 'channel' then l.channel when 'reason' then l.reason end as word,
        sum(l.value) as amount, sum(l.pieces) as pieces
      from shop.ledger l
      where l.counts_as is not null and l.made_at >= starts and l.made_at < shop.begin_of(p_until + 1)
      group by 1, 2, 3, 4, 5
    ), keys as (
      select case p_by when 'day' then s.day::text when 'city' then coalesce(nullif(lower(trim(s.word)), ''), '-') else
          coalesce(s.word, s.id::text, case when s.is_goods then '?' else '-' end) end as key,
        coalesce(sum(s.amount) filter (where s.figure = 'sold'), 0) as sold,
        coalesce(sum(s.amount) filter (where s.figure = 'refunded'), 0) as refunded,
        coalesce(sum(s.amount) filter (where s.figure = 'returned_to_origin'), 0) as returned_to_origin,
        coalesce(sum(s.pieces), 0) as pieces, sum(s.amount) as net
      from sums s
      where s.figure in ('sold', 'refunded', 'returned_to_origin')
        and (p_by <> 'reason' or s.figure = 'refunded')
      group by 1
    ), listed as (
      select k.*, row_number() over (order by k.key = '-', case when p_by = 'day' then k.key end desc, k.net desc,
        k.key) as place
      from keys k
    ), placed as materialized (
      select count(*) filter (where o.created_at >= starts) as now,
        count(*) filter (where o.created_at < starts) as before
      from public.orders o
      where o.created_at >= shop.begin_of(p_from - days) and o.created_at < shop.begin_of(p_until + 1)
        and o.status not in ('Cancelled', 'Pending', 'PaymentPending', 'PaymentFailed')
        and (o.status <> 'Processing' or o.payment_method <> 'cod' or o.confirmed_at is not null)
    )
    select jsonb_build_object(
      'figures', (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select figure, coalesce(n.amount, 0) as amount, coalesce(b.amount, 0) as before
        from (select s.figure, sum(s.amount) as amount from sums s group by 1) n full join before b using (figure)) f),
      'orders', (select p.now from placed p), 'orders_before', (select p.before from placed p),
      'total', (select count(*) from keys),
      'rows', (select coalesce(jsonb_agg(to_jsonb(l) - '{net,place}'::text[]
          || jsonb_build_object('name', shop.name_of_key(p_by, l.key)) order by l.place), '[]')
        from listed l where p_page is null or (l.place - 1) / size = greatest(p_page, 1) - 1)));
end $$;
grant execute on function public.desk_sales_by(date, date, text, integer) to authenticated;

-- One row: when count_sold counted.
create table shop.sold_counted (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null
);
alter table shop.sold_counted enable row level security;

-- Counts what each product sold in the last 90 days, as desk_sales_by counts pieces, for the listing by best-selling.
-- Does so once an hour, since each change makes the shop render its pages anew. Only for the server, which calls it
-- regularly.
create function public.count_sold() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into shop.sold_counted as c (at) values (now())
    on conflict (is_only) do update set at = now() where c.at < now() - interval '1 hour';
  if not found then return; end if;
  with sums as materialized (
    select l.product_id, greatest(sum(l.pieces), 0) as pieces from shop.ledger l
    where l.counts_as is not null and l.made_at > now() - interval '90 days'
      and l.figure in ('sold', 'refunded', 'returned_to_origin') and l.product_id is not null
    group by 1
  ), changed as materialized (
    select p.id, coalesce(s.pieces, 0) as pieces from public.products p left join sums s on s.product_id = p.id
    where p.sold <> coalesce(s.pieces, 0)
    -- Locked by ID, like everywhere (decision 21).
    order by p.id for no key update of p
  )
  update public.products p set sold = c.pieces from changed c where c.id = p.id;
end $$;
grant execute on function public.count_sold() to service_role;

-- Returns a page of the entries of a period, the latest first, with their sum as the figure has it: { total, sum, rows,
-- names }. p_figure is one of shop.ledger, 'net' for what was sold, refunded and returned to origin, 'arrived' for
-- card, remitted and refunds_paid, or null for all entries, which have no sum. p_filter has keys of lists, as in
-- desk_sales_by: { product, city, … }; `names` says what they are called. Refuses with invalid_period (PT400).
create function public.desk_ledger(p_from date, p_until date, p_figure text default null, p_filter jsonb default '{}',
  p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
set work_mem = '256MB' set random_page_cost = 1.1 as $$
declare
  size constant integer := 50;
  figures text[] := case p_figure when 'net' then array['sold', 'refunded', 'returned_to_origin']
    when 'arrived' then array['card', 'remitted', 'refunds_paid'] else array[p_figure] end;
begin
  perform shop.require_desk('{money}');
  perform shop.check_period(p_from, p_until);
  return (
    with found as materialized (
      select l.number, case when p_figure is not null then l.value end as value from shop.ledger l
      where (p_figure is null or l.counts_as is not null and l.figure = any (figures))
        and l.made_at >= shop.begin_of(p_from) and l.made_at < shop.begin_of(p_until + 1)
        and (p_filter ->> 'product' is null or l.product = p_filter ->> 'product')
        and (p_filter ->> 'category' is null or l.category = p_filter ->> 'category')
        and (p_filter ->> 'color' is null or l.color = p_filter ->> 'color')
        and (p_filter ->> 'courier' is null or l.courier = p_filter ->> 'courier')
        and (p_filter ->> 'city' is null
          or l.city = case p_filter ->> 'city' when '-' then '' else p_filter ->> 'city' end)
        and (p_filter ->> 'channel' is null or l.channel = p_filter ->> 'channel')
        and (p_filter ->> 'reason' is null or l.reason = p_filter ->> 'reason')
    )
    select jsonb_build_object('total', (select count(*) from found),
      'sum', case when p_figure is not null then (select coalesce(sum(f.value), 0) from found f) end,
      'names', (select coalesce(jsonb_object_agg(f.key, shop.name_of_key(f.key, f.value)), '{}')
        from jsonb_each_text(p_filter) f),
      'rows', (select coalesce(jsonb_agg(jsonb_build_object('number', l.number, 'made_at', l.made_at,
          'order_number', l.order_number, 'kind', l.kind, 'cause', l.cause, 'amount', l.value, 'pieces', l.pieces,
          'figure', l.figure, 'product', l.product_name, 'courier', nullif(l.courier, '-'),
          'reason', l.words, 'made_by', (select u.email from auth.users u where u.id = l.made_by))
          order by l.number desc), '[]')
        from shop.ledger l where l.number in (select f.number from found f order by f.number desc
          limit size offset size * (greatest(p_page, 1) - 1)))));
end $$;
grant execute on function public.desk_ledger(date, date, text, jsonb, integer) to authenticated;

-- Returns all entries of a month for the accountant, by number, and records it. p_month is any day of it. An entry's
-- document is the first one of its order that was issued at its time or later, else the last invoice: for what is
-- charged a credit note with the invoice in its place, or else that it takes back, or an invoice. Tax is that of the
-- invoice's rate, or of the present one. With a fresh second factor.
create function public.desk_export_entries(p_month date) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
set work_mem = '256MB' set random_page_cost = 1.1 set statement_timeout = '60s' as $$
declare
  starts timestamptz := shop.begin_of(date_trunc('month', p_month)::date);
  ends timestamptz := shop.begin_of((date_trunc('month', p_month) + interval '1 month')::date);
  present_rate numeric := (select t.sales_tax from public.tax_rules t);
begin
  perform shop.require_desk('{money}', p_fresh => true);
  perform shop.check_period(p_month, p_month);
  perform shop.record_at_desk('export_entries', 'entries', to_char(p_month, 'YYYY-MM'), null, null);
  return (
    with found as materialized (
      select l.*, l.counts_as in ('sold', 'refunded') as is_charge from shop.ledger l
      where l.made_at >= starts and l.made_at < ends
    )
    select coalesce(jsonb_agg(jsonb_build_object('number', f.number,
      'time', to_char(f.made_at at time zone 'Asia/Karachi', 'YYYY-MM-DD HH24:MI:SS'),
      'order_number', f.order_number, 'account', f.account, 'kind', f.kind, 'amount', f.amount, 'figure', f.figure,
      'cause', f.cause, 'about', coalesce((select s.tracking_number from shop.shipments s
        where s.id = case when f.subject ~ '^[0-9a-f-]{36}$' then f.subject::uuid end), f.subject),
      'made_by', (select u.email from auth.users u where u.id = f.made_by), 'courier', nullif(f.courier, '-'),
      'reason', coalesce(f.words, nullif(f.reason, '-')), 'product', f.product_name,
      'pieces', f.pieces, 'invoice', d.invoice, 'credit_note', d.credit_note,
      'tax', case when f.is_charge then shop.tax_in(f.amount, coalesce(d.rate, present_rate)) end)
      order by f.number), '[]')
    from found f
    left join lateral (
      select i.number as invoice, case when f.is_charge and n.credits is not null then n.number end as credit_note,
        (i.sums ->> 'rate')::numeric as rate
      from (select min(x.number) filter (where x.issued_at >= f.made_at) as next,
          max(x.number) filter (where x.credits is null) as last
        from shop.invoices x where x.order_id = f.order_id) first
      left join shop.invoices n on n.number = first.next
      join shop.invoices i on i.number = coalesce((select max(x.number) from shop.invoices x
        where x.order_id = n.order_id and x.issued_at = n.issued_at and x.credits is null), n.credits, first.last)) d
      on true);
end $$;
grant execute on function public.desk_export_entries(date) to authenticated;

-- For processes of release 1.0.0, and gone with the next one: orders of a period by what they are now, { total, days,
-- products, cities }.
create function public.desk_sales(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform shop.require_desk('{money}');
  perform shop.check_period(p_from, p_until);
  return (
    with placed as materialized (
      select o.id, (o.created_at at time zone 'Asia/Karachi')::date as day, trim(o.shipping_city) as city,
        o.total_amount as amount,
        o.payment_method = 'cod' as is_cash, o.status = 'Cancelled' as is_cancelled,
        o.status in ('PaymentAccepted', 'Processing', 'Shipped', 'Delivered') as is_sold,
        (select count(*) from public.returns r where r.order_id = o.id
          and r.status not in ('refused', 'withdrawn')) as returns
      from public.orders o
      where o.created_at >= shop.begin_of(p_from)
        and o.created_at < shop.begin_of(p_until + 1)),
    sums as (
      select case when grouping(day) = 0 then 'day' when grouping(lower(city)) = 0 then 'city'
        else 'total' end as kind, day,
        mode() within group (order by city) as city, count(*) filter (where is_sold) as orders,
        coalesce(sum(amount) filter (where is_sold), 0) as amount, coalesce(sum(returns), 0) as returns,
          count(*) filter (where is_cash) as cash,
        count(*) filter (where is_cash and is_cancelled) as cash_cancelled
      from placed group by grouping sets ((day), (lower(city)), ())),
    products as (
      select i.product_id, max(i.product_name) as name, sum(i.quantity) as pieces, sum(i.subtotal) as amount
      from placed p join public.order_items i on i.order_id = p.id
      where p.is_sold
      -- A product that was deleted is known by its name.
      group by i.product_id, case when i.product_id is null then i.product_name end)
    select jsonb_build_object(
      'total', (select to_jsonb(s) - '{kind,day,city}'::text[] from sums s where s.kind = 'total'),
      'days', (select jsonb_agg(jsonb_build_object('day', d.day::date, 'orders', coalesce(s.orders, 0), 'amount',
        coalesce(s.amount, 0)) order by d.day desc)
        from generate_series(p_from::timestamp, p_until::timestamp, '1 day') d (day) left join sums s on s.kind = 'day'
          and s.day = d.day::date),
      'products', (select coalesce(jsonb_agg(to_jsonb(p) order by p.amount desc, p.name), '[]')
        from (select * from products order by amount desc, name limit 100) p),
      'cities', (select coalesce(jsonb_agg(to_jsonb(s) - '{kind,day}'::text[] order by s.amount desc, s.city),
        '[]')
        from (select * from sums s where s.kind = 'city' order by s.amount desc, s.city limit 100) s)));
end $$;
grant execute on function public.desk_sales(date, date) to authenticated;
