-- Money from couriers (decision 172): a courier's settlement file is stored as it is, its columns are mapped once, its
-- rows are matched with orders, and it is applied once. What a courier collected and didn't pay yet is what it owes.

create table shop.settlements (
  id uuid primary key default gen_random_uuid(),
  courier text not null references shop.couriers (name),
  file_name text not null check (length(file_name) between 1 and 200),
  -- Of the rows: the same file is one settlement.
  digest text not null check (length(digest) = 64),
  headings text[] not null,
  columns jsonb,
  made_at timestamptz not null default clock_timestamp(),
  applied_at timestamptz,
  version integer not null default 1,
  unique (courier, digest)
);
create index settlements_made_at_idx on shop.settlements (made_at desc);
create trigger raise_version before update on shop.settlements for each row execute function shop.raise_version();

create table shop.settlement_rows (
  settlement_id uuid not null references shop.settlements (id) on delete cascade,
  -- As spreadsheets number rows: the headings are row 1.
  line integer not null,
  cells text[] not null,
  -- What it came to when it was applied.
  order_id uuid references public.orders (id) on delete set null,
  to_collect numeric(12, 2),
  collected numeric(12, 2),
  charges numeric(12, 2),
  outcome text,
  primary key (settlement_id, line)
);
create index settlement_rows_order_id_idx on shop.settlement_rows (order_id);

-- Returns the amount in a cell such as 'Rs. 1,150.00', 0 for an empty one, and null for what is no amount.
create function shop.parse_amount(p_cell text) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  cell text := regexp_replace(coalesce(p_cell, ''), '(rs\.?|pkr|,|\s)', '', 'gi');
begin
  return case when cell in ('', '-') then 0 when cell ~ '^-?\d{1,9}(\.\d+)?$' then round(cell::numeric, 2) end;
end $$;

-- Returns what the rows of a settlement come to: with orders, amounts and an outcome. 'paid' is in full, 'short' too
-- little, 'over' too much, 'returned' a parcel that came back, 'unknown' no order of the shop, 'repeated' paid before
-- or elsewhere in the file, 'unreadable' no amount, or less than nothing.
create function shop.settlement_lines(s shop.settlements)
returns table (line integer, number text, order_id uuid, order_number text, to_collect numeric, collected numeric,
  charges numeric, outcome text)
language sql stable security definer set search_path = '' as $$
  with given as materialized (select r.line, r.order_id, r.to_collect, r.collected, r.charges, r.outcome,
      nullif(trim(r.cells[at.tracking]), '') as tracking, upper(ltrim(trim(r.cells[at.number]), '#')) as number,
      shop.parse_amount(r.cells[at.collected]) as now_collected,
        abs(coalesce(shop.parse_amount(r.cells[at.charges]), 0)) as now_charges,
      coalesce(r.cells[at.state], '') ~* 'return|rto' as is_returned
    from shop.settlement_rows r, (select array_position(s.headings, s.columns ->> 'tracking') as tracking,
      array_position(s.headings, s.columns ->> 'order') as number,
        array_position(s.headings, s.columns ->> 'collected') as collected,
      array_position(s.headings, s.columns ->> 'charges') as charges,
        array_position(s.headings, s.columns ->> 'state') as state offset 0) at
    where r.settlement_id = s.id),
  matched as materialized (select g.*, coalesce(
      (select o.id from public.orders o where o.order_id = g.number),
      (select o.id from public.orders o where upper(o.tracking_number) = upper(g.tracking)
        -- A parcel of this courier before one of nobody, then the latest, since numbers are used again.
        order by exists (select from shop.shipments p where p.order_id = o.id and p.courier = s.courier) desc,
          o.created_at desc
        limit 1)) as found
    from given g where s.applied_at is null),
  judged as (select m.*, o.order_id as order_name, p.state as parcel_state, case when o.id is not null
    then coalesce(p.to_collect, shop.amount_to_collect(o)) end as owed,
      coalesce(b.before, 0) as before, coalesce(b.is_repeated, false) as is_repeated
    from (select m.*, row_number() over (partition by m.found order by m.line) as nth from matched m) m left
      join public.orders o on o.id = m.found
    left join lateral (select p.state, p.to_collect from shop.shipments p where p.order_id = m.found
      and p.state not in ('cancelling', 'cancelled', 'refused')
      order by p.return_id is not null, p.created_at desc limit 1) p on true
    left join lateral (select sum(b.collected) filter (where b.outcome <> 'returned') as before,
        bool_or(b.outcome = 'returned' or b.collected = m.now_collected) as is_repeated
      from shop.settlement_rows b where b.order_id = m.found
        and b.outcome in ('paid', 'short', 'over', 'returned')) b on true)
  select j.line, coalesce(j.tracking, j.number), j.found, j.order_name, j.owed, j.now_collected, j.now_charges,
    case when j.now_collected is null then 'unreadable'
      when j.found is null then 'unknown'
      when j.nth > 1 or j.owed > 0 and j.before >= j.owed or j.is_repeated and j.before + j.now_collected <> j.owed
        then 'repeated'
      when j.before + j.now_collected < 0 and not j.is_returned then 'unreadable'
      when j.is_returned or j.now_collected = 0 and j.parcel_state in ('returning', 'returned') then 'returned'
      when j.before + j.now_collected = j.owed then 'paid'
      when j.before + j.now_collected < j.owed then 'short'
      else 'over' end
  from judged j
  union all
  select g.line, coalesce(g.tracking, g.number), g.order_id, o.order_id, g.to_collect, g.collected, g.charges, g.outcome
  from given g left join public.orders o on o.id = g.order_id where s.applied_at is not null
$$;

-- Returns the parcels that a settlement with these orders lacks: delivered by its courier no later than the latest one
-- in it, and not paid.
create function shop.missing_from(s shop.settlements, p_orders uuid[]) returns setof shop.shipments
language sql stable security definer set search_path = '' as $$
  select p.* from shop.shipments p where p.courier = s.courier and p.state = 'delivered' and p.to_collect > p.remitted
    and p.order_id not in (select o from unnest(p_orders) o)
    and p.delivered_at <= (select max(d.delivered_at) from shop.shipments d
      where d.order_id in (select o from unnest(p_orders) o))
$$;

-- Refuses a settlement in whose columns a spreadsheet has made 2.50311E+13 of a long number, with shortened_number
-- (PT400), whose details say where.
create function shop.refuse_shortened(s shop.settlements) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  found text;
begin
  select format('Row %s, %s “%s”', r.line, h.name, r.cells[h.place]) into found
  from shop.settlement_rows r, unnest(s.headings) with ordinality as h (name, place)
  where r.settlement_id = s.id and h.name in (select c.value from jsonb_each_text(s.columns) c where c.key <> 'state')
    and trim(r.cells[h.place]) ~* '^-?([0-9]+[.,][0-9]+e[+]?|[0-9]+e[+])[0-9]+$'
  order by r.line, h.place limit 1;
  if found is not null then
    raise exception using errcode = 'PT400', message = 'shortened_number', detail = found;
  end if;
end $$;

-- Stores the rows of a file, at most 5000, and returns the settlement's ID; the same file again is the same settlement.
-- Its columns are those of the courier's last file if it has them. p_lines are the rows' numbers in the file, without
-- which they follow the headings. Refuses with invalid_courier, too_many_rows and shortened_number (PT400).
create function public.desk_start_settlement(p_courier text, p_file text, p_headings text[], p_rows jsonb,
  p_lines jsonb default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  named text;
  carrier shop.couriers;
  made uuid;
  file_digest text;
begin
  perform shop.require_desk();
  if jsonb_array_length(p_rows) > 5000 or cardinality(p_headings) > 100 or length(p_rows::text) > 4000000 then
    raise exception using errcode = 'PT400', message = 'too_many_rows';
  end if;
  file_digest := encode(sha256(convert_to(p_headings::text || p_rows::text, 'UTF8')), 'hex');
  named := shop.courier_named(p_courier);
  select * into carrier from shop.couriers c where c.name = named;
  insert into shop.settlements (courier, file_name, digest, headings, columns)
  values (carrier.name, left(coalesce(nullif(trim(p_file), ''), 'settlement.csv'), 200), file_digest, p_headings,
    case when not exists (select from jsonb_each_text(carrier.columns) c where c.value <> all (p_headings))
      then carrier.columns end)
  on conflict (courier, digest) do nothing returning id into made;
  if made is null then
    return (select s.id from shop.settlements s where s.courier = carrier.name and s.digest = file_digest);
  end if;
  insert into shop.settlement_rows (settlement_id, line, cells)
  select made, coalesce((p_lines ->> (place::integer - 1))::integer, place + 1),
    array(select jsonb_array_elements_text(one))
  from jsonb_array_elements(p_rows) with ordinality as r (one, place);
  perform shop.refuse_shortened(s) from shop.settlements s where s.id = made;
  perform shop.record_at_desk('add_settlement', 'settlement', made::text, null,
    jsonb_build_object('courier', carrier.name, 'file', p_file));
  return made;
end $$;

-- Locks a settlement that isn't applied. Refuses with no_such_settlement (PT404), changed_meanwhile and
-- status_not_allowed (PT409).
create function shop.lock_settlement(p_id uuid, p_version integer) returns shop.settlements
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked shop.settlements;
begin
  select * into locked from shop.settlements s where s.id = p_id for update;
  if locked.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_settlement';
  end if;
  if locked.applied_at is not null then
    raise exception using errcode = 'PT409', message = 'settlement_applied';
  end if;
  perform shop.check_version(locked.version, p_version);
  return locked;
end $$;

-- Says which headings of a settlement hold what, also for the courier's later files. Refuses with those of
-- shop.lock_settlement, and with invalid_columns (PT400) without what was collected, and an order or tracking number;
-- and with shortened_number (PT400).
create function public.desk_map_settlement(p_id uuid, p_version integer, p_columns jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old shop.settlements;
  given jsonb;
begin
  perform shop.require_desk();
  given := (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each_text(p_columns) c
    where c.key in ('tracking', 'order', 'collected', 'charges', 'state') and c.value <> '');
  old := shop.lock_settlement(p_id, p_version);
  if not given ? 'collected' or not given ?| array['tracking', 'order']
     or exists (select from jsonb_each_text(given) c where c.value <> all (old.headings)) then
    raise exception using errcode = 'PT400', message = 'invalid_columns';
  end if;
  update shop.settlements set columns = given where id = old.id;
  perform shop.refuse_shortened(s) from shop.settlements s where s.id = old.id;
  update shop.couriers set columns = given where name = old.courier;
  perform shop.record_at_desk('map_settlement', 'settlement', old.id::text, old.columns, given);
end $$;

-- Returns a settlement: its head, its sums by outcome, and a page of its rows: of an outcome, of 'differences'
-- (everything but paid), of 'missing' parcels, or all; missing ones come last, the first delivered first. `seen` tells
-- what the sums were made of. Null if there is none.
create function public.desk_settlement(p_id uuid, p_list text default 'differences',
  p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  s shop.settlements;
begin
  perform shop.require_desk();
  select * into s from shop.settlements x where x.id = p_id;
  if s.id is null then
    return null;
  end if;
  return (with lines as materialized (select * from shop.settlement_lines(s)),
    missing as materialized (select m.* from shop.missing_from(s,
      array(select l.order_id from lines l where l.order_id is not null)) m),
    listed as (
      select l.line, l.number, l.order_number, l.to_collect, l.collected, l.charges, l.outcome,
        null::timestamptz as delivered_at, null::uuid as order_id from lines l
      where p_list in ('all', l.outcome) or p_list = 'differences' and l.outcome <> 'paid'
      union all select null, m.tracking_number, null, m.to_collect - m.remitted, null, null, 'missing', m.delivered_at,
        m.order_id from missing m
      where p_list in ('missing', 'differences'))
    select to_jsonb(s) - 'digest' || jsonb_build_object('total', (select count(*) from listed),
      'seen', (select md5(coalesce(string_agg(format('%s %s', l.line, l.outcome), ',' order by l.line), ''))
        from lines l),
      'sums', (select coalesce(jsonb_object_agg(x.outcome, to_jsonb(x) - 'outcome'), '{}') from (
        select l.outcome, count(*) as count, coalesce(sum(l.collected), 0) as collected,
          coalesce(sum(l.charges), 0) as charges from lines l group by 1
        union all select 'missing', count(*), coalesce(sum(m.to_collect - m.remitted), 0), 0
          from missing m having count(*) > 0) x),
      'rows', (select coalesce(jsonb_agg(to_jsonb(l) - '{delivered_at,order_id}'::text[]
          || jsonb_build_object('order_number', coalesce(l.order_number,
            (select o.order_id from public.orders o where o.id = l.order_id)))
          order by l.line nulls last, l.delivered_at, l.order_id), '[]') from (
        select * from listed order by line nulls last, delivered_at, order_id
          limit size offset size * (greatest(p_page, 1) - 1)) l)));
end $$;

-- Applies a settlement once: what its rows came to is stored, and what couriers owe is less. p_seen is that of the
-- page; if the rows have come to something else since, nothing is done. Refuses like shop.lock_settlement, also with
-- settlement_applied, and with columns_needed (PT409).
create function public.desk_apply_settlement(p_id uuid, p_version integer, p_seen text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  s shop.settlements;
begin
  perform shop.require_desk();
  -- One settlement at a time: another one may pay the same orders.
  perform pg_advisory_xact_lock(hashtext('shop.settlements'));
  s := shop.lock_settlement(p_id, p_version);
  if s.columns is null then
    raise exception using errcode = 'PT409', message = 'columns_needed';
  end if;
  if p_seen is distinct from (select md5(coalesce(string_agg(format('%s %s', l.line, l.outcome), ',' order by l.line),
    '')) from shop.settlement_lines(s) l) then
    raise exception using errcode = 'PT409', message = 'changed_meanwhile';
  end if;
  update shop.settlement_rows r set order_id = l.order_id, to_collect = l.to_collect, collected = l.collected,
    charges = l.charges, outcome = l.outcome
  from shop.settlement_lines(s) l where r.settlement_id = s.id and r.line = l.line;
  -- In the order in which orders are locked elsewhere.
  perform from shop.shipments p where p.order_id in (select l.order_id from shop.settlement_rows l
    where l.settlement_id = s.id)
  order by p.order_id, p.id for update;
  -- An order from before parcels were recorded gets one.
  insert into shop.shipments (order_id, courier, state, tracking_number, to_collect, delivered_at)
  select o.id, s.courier, case o.status when 'Delivered' then 'delivered'
    else 'moving' end, left(o.tracking_number, 60), shop.amount_to_collect(o),
    case o.status when 'Delivered' then o.updated_at end
  from shop.settlement_rows l join public.orders o on o.id = l.order_id
  where l.settlement_id = s.id and l.outcome in ('paid', 'short', 'over') and not exists (select from shop.shipments p
    where p.order_id = o.id and p.state not in ('cancelling', 'cancelled', 'refused')) on conflict do nothing;
  update shop.shipments p set courier = coalesce(p.courier, s.courier), remitted = p.remitted + case l.outcome
    when 'returned' then 0 else l.collected end,
    state = case when l.outcome = 'returned' and p.state in ('booked', 'moving', 'delivered', 'returning')
      then 'returned' else p.state end,
    problem = case when l.outcome = 'returned' and p.state <> 'returned'
      then 'The courier’s settlement says that it came back.' else p.problem end
  from shop.settlement_rows l where l.settlement_id = s.id and p.order_id = l.order_id
    and l.outcome in ('paid', 'short', 'over', 'returned')
    and p.id = (select x.id from shop.shipments x where x.order_id = l.order_id
      and x.state not in ('cancelling', 'cancelled', 'refused')
      order by x.return_id is not null, x.created_at desc limit 1);
  -- What else the courier said, such as names and phone numbers, isn't needed any more.
  update shop.settlement_rows r set cells = array(select case
    when h.name in (select c.value from jsonb_each_text(s.columns) c) then r.cells[h.place] else '' end
    from unnest(s.headings) with ordinality as h (name, place) order by h.place)
  where r.settlement_id = s.id;
  update shop.settlements set applied_at = clock_timestamp() where id = s.id;
  perform shop.record_at_desk('apply_settlement', 'settlement', s.id::text, null,
    jsonb_build_object('courier', s.courier)
    || (select jsonb_object_agg(outcome, count) from (select l.outcome, count(*) from shop.settlement_rows l
      where l.settlement_id = s.id group by 1) x));
end $$;

-- Returns a page of settlements, latest first, and what each courier owes of delivered parcels, by days since the
-- delivery: { rows, total, owed }.
create function public.desk_settlements(p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
begin
  perform shop.require_desk();
  return jsonb_build_object('total', (select count(*) from shop.settlements),
    'couriers', (select jsonb_agg(c.name order by c.name) from shop.couriers c),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'courier', s.courier, 'file_name', s.file_name,
      'made_at', s.made_at,
        'applied_at', s.applied_at) order by s.made_at desc), '[]')
      from (select * from shop.settlements order by made_at desc limit size offset size * (greatest(p_page, 1) - 1)) s),
    'owed', (select coalesce(jsonb_agg(to_jsonb(o) order by o.courier nulls last), '[]') from (
      select p.courier, count(*) as parcels, sum(p.to_collect - p.remitted) as amount,
        coalesce(sum(p.to_collect - p.remitted) filter (where p.delivered_at > now() - interval '7 days'), 0) as week,
        coalesce(sum(p.to_collect - p.remitted) filter (where p.delivered_at <= now() - interval '7 days'
          and p.delivered_at > now() - interval '14 days'), 0) as fortnight,
        coalesce(sum(p.to_collect - p.remitted) filter (where p.delivered_at <= now() - interval '14 days'
          and p.delivered_at > now() - interval '30 days'), 0) as month,
        coalesce(sum(p.to_collect - p.remitted) filter (where p.delivered_at <= now() - interval '30 days'), 0) as older
      from shop.shipments p where p.state = 'delivered' and p.to_collect > p.remitted group by p.courier) o));
end $$;

-- Returns rows for the accountant: those of a settlement with what is missing from it, or without p_id all parcels that
-- are delivered and not paid. Records it. With a fresh second factor.
create function public.desk_export_settlement(p_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  s shop.settlements;
begin
  perform shop.require_desk(p_fresh => true);
  select * into s from shop.settlements x where x.id = p_id;
  perform shop.record_at_desk('export_settlement', 'settlement', coalesce(p_id::text, 'owed'), null, null);
  if p_id is null then
    return (select coalesce(jsonb_agg(jsonb_build_object('courier', p.courier, 'number', p.tracking_number,
      'order_number', o.order_id, 'outcome', 'owed',
        'delivered_at', p.delivered_at, 'to_collect', p.to_collect, 'collected', p.remitted)
          order by p.courier, p.delivered_at), '[]')
      from shop.shipments p join public.orders o on o.id = p.order_id where p.state = 'delivered'
        and p.to_collect > p.remitted);
  end if;
  return (with lines as materialized (select * from shop.settlement_lines(s))
  select coalesce(jsonb_agg(x.row order by x.line nulls last), '[]') from (
    select l.line, to_jsonb(l) - 'order_id' || jsonb_build_object('courier', s.courier, 'delivered_at',
      (select max(p.delivered_at)
      from shop.shipments p where p.order_id = l.order_id)) as row from lines l
    union all select null, jsonb_build_object('courier', s.courier, 'number', m.tracking_number, 'order_number',
      o.order_id, 'outcome', 'missing',
      'delivered_at', m.delivered_at, 'to_collect', m.to_collect, 'collected', m.remitted)
    from shop.missing_from(s, array(select l.order_id from lines l where l.order_id is not null)) m
      join public.orders o on o.id = m.order_id) x);
end $$;

grant execute on function public.desk_start_settlement(text, text, text[], jsonb, jsonb),
  public.desk_map_settlement(uuid, integer, jsonb),
  public.desk_settlement(uuid, text, integer), public.desk_apply_settlement(uuid, integer, text),
    public.desk_settlements(integer),
  public.desk_export_settlement(uuid) to authenticated;
