-- Money from couriers (decision 172): a courier's settlement file is stored as it is, its columns are named once, its
-- rows are matched with orders, and it is applied: its entries are made (ledger.sql). What a courier collected and
-- neither paid nor kept by right is what it owes.

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
  -- The sum that reached the bank, and when; null while nobody has said so.
  received numeric(12, 2),
  received_on date,
  -- When it was last taken back, and why.
  taken_back_at timestamptz,
  taken_back_reason text check (length(taken_back_reason) <= 300),
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
  -- What the cells say, once the columns are named (shop.read_settlement).
  tracking text,
  number text,
  is_returned boolean,
  is_readable boolean,
  collected numeric(12, 2),
  charge numeric(12, 2),
  charge_tax numeric(12, 2),
  income_tax numeric(12, 2),
  sales_tax numeric(12, 2),
  -- What the courier says it pays for the row: collected less deductions, unless the file has a column of it.
  net numeric(12, 2),
  -- What it came to when it was applied: rounding is what was left to collect, if it was less than a rupee;
  -- parcel_before is what the parcel was, null for one that was added.
  order_id uuid references public.orders (id) on delete set null,
  parcel_id uuid,
  to_collect numeric(12, 2),
  rounding numeric(12, 2),
  outcome text,
  parcel_before jsonb,
  primary key (settlement_id, line)
);
create index settlement_rows_order_id_idx on shop.settlement_rows (order_id);
create index settlement_rows_parcel_id_idx on shop.settlement_rows (parcel_id);

-- Returns the amount in a cell such as 'Rs. 1,150.00', 'Rs 200/-' or '(50)', 0 for an empty one, and null for what is
-- no amount.
create function shop.parse_amount(p_cell text) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  cell text := regexp_replace(translate(coalesce(p_cell, ''), '−', '-'), '(rs\.?|pkr|,|\s|/[-=]\s*$)', '', 'gi');
begin
  cell := regexp_replace(cell, '^\((.*)\)$', '-\1');
  return case when cell in ('', '-') then 0 when cell ~ '^-?\d{1,9}(\.\d+)?$' then round(cell::numeric, 2) end;
end $$;

-- Returns whether a column of deductions may be this: a charge, the tax on it, or a tax that is withheld for the state.
create function shop.is_deduction(p_kind text) returns boolean
language sql immutable set search_path = '' as $$
  select p_kind in ('charge', 'charge_tax', 'income_tax', 'sales_tax')
$$;

-- Returns the headings that are named, each as often as it is.
create function shop.named_headings(p_columns jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(select c.value from jsonb_each_text(p_columns - 'deductions') c
    union all select jsonb_object_keys(p_columns -> 'deductions'))
$$;

-- Returns whether a row with this outcome says something of its parcel; the others are money without one.
create function shop.is_of_parcel(p_outcome text) returns boolean
language sql immutable set search_path = '' as $$
  select p_outcome in ('paid', 'short', 'over', 'returned')
$$;

-- Reads the cells of a settlement whose columns are named. Some couriers write deductions below zero: then all of the
-- column are, and one above zero gives something back. What was collected of a parcel that came back wasn't.
create function shop.read_settlement(s shop.settlements) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update shop.settlement_rows r set
    tracking = nullif(trim(r.cells[array_position(s.headings, s.columns ->> 'tracking')]), ''),
    number = nullif(upper(ltrim(trim(r.cells[array_position(s.headings, s.columns ->> 'order')]), '#')), ''),
    is_returned = a.is_returned,
    is_readable = a.collected is not null and d.is_readable and (a.net is not null or a.has_no_net),
    collected = a.collected, charge = d.charge, charge_tax = d.charge_tax, income_tax = d.income_tax,
    sales_tax = d.sales_tax,
    net = case when not a.has_no_net then a.net
      when d.is_readable then a.collected - d.charge - d.charge_tax - d.income_tax - d.sales_tax end
  from (select r.line, c.is_returned, c.has_no_net, c.net,
      case when c.is_returned then least(c.collected, 0) else c.collected end as collected
    from shop.settlement_rows r
    cross join lateral (select
      coalesce(r.cells[array_position(s.headings, s.columns ->> 'state')], '') ~* 'return|rto' as is_returned,
      shop.parse_amount(r.cells[array_position(s.headings, s.columns ->> 'collected')]) as collected,
      shop.parse_amount(r.cells[array_position(s.headings, s.columns ->> 'net')]) as net,
      coalesce(trim(r.cells[array_position(s.headings, s.columns ->> 'net')]), '') = '' as has_no_net) c
    where r.settlement_id = s.id) a
  join (select d.line, coalesce(bool_and(d.amount is not null), true) as is_readable,
      coalesce(sum(d.amount) filter (where d.kind = 'charge'), 0) as charge,
      coalesce(sum(d.amount) filter (where d.kind = 'charge_tax'), 0) as charge_tax,
      coalesce(sum(d.amount) filter (where d.kind = 'income_tax'), 0) as income_tax,
      coalesce(sum(d.amount) filter (where d.kind = 'sales_tax'), 0) as sales_tax
    from (select g.line, g.kind, g.amount * case when sum(g.amount) over (partition by g.heading) < 0 then -1 else 1 end
        as amount
      from (select r.line, c.key as heading, c.value as kind,
          case when c.key is null then 0
            else shop.parse_amount(r.cells[array_position(s.headings, c.key)]) end as amount
        from shop.settlement_rows r left join jsonb_each_text(s.columns -> 'deductions') c on true
        where r.settlement_id = s.id) g) d
    group by d.line) d on d.line = a.line
  where r.settlement_id = s.id and r.line = a.line;
end $$;

-- Returns what the rows of a settlement come to: with orders, amounts and an outcome. 'paid' is in full, to less than a
-- rupee, 'short' too little, 'over' too much, 'returned' a parcel that came back, 'unknown' no order of the shop,
-- 'repeated' paid before or elsewhere in the file, 'unreadable' no amount, or less than nothing. `rest` is what the
-- courier owes of it then; less than nothing if it paid too much, or for no parcel.
create function shop.settlement_lines(s shop.settlements)
returns table (line integer, number text, order_id uuid, parcel_id uuid, order_number text, to_collect numeric,
  collected numeric, charge numeric, charge_tax numeric, income_tax numeric, sales_tax numeric, net numeric,
  rest numeric, outcome text)
language sql stable security definer set search_path = '' as $$
  with given as materialized (
    select r.*, r.net + r.charge + r.charge_tax + r.income_tax + r.sales_tax as settles from shop.settlement_rows r
    where r.settlement_id = s.id and s.columns is not null
  ), matched as materialized (
    select g.line, coalesce(
      (select o.id from public.orders o where o.order_id = g.number),
      (select r.order_id from public.returns r where r.number = g.number),
      (select p.order_id from shop.shipments p
        where p.courier = s.courier and upper(p.tracking_number) = upper(g.tracking)
        order by p.created_at desc limit 1),
      (select o.id from public.orders o where upper(o.tracking_number) = upper(g.tracking)
        -- A parcel of this courier before one of nobody, then the latest, since numbers are used again.
        order by exists (select from shop.shipments p where p.order_id = o.id and p.courier = s.courier) desc,
          o.created_at desc
        limit 1)) as found
    from given g where s.applied_at is null
  ), judged as (
    select g.*, o.id as found, o.order_id as order_name, p.id as parcel, p.state as parcel_state,
      case when o.id is not null then coalesce(p.to_collect, shop.amount_to_collect(o)) end as owed,
      coalesce(p.settled, 0) as before, coalesce(b.is_repeated, false) as is_repeated,
      row_number() over (partition by coalesce(p.id, o.id) order by g.line) as nth
    from matched m join given g on g.line = m.line
    left join public.orders o on o.id = m.found
    left join lateral (select p.* from shop.shipments p where p.order_id = o.id
        and p.state not in ('cancelling', 'cancelled', 'refused')
      order by coalesce(upper(p.tracking_number) = upper(g.tracking), false) desc,
        p.return_id is not distinct from (select r.id from public.returns r where r.number = g.number) desc,
        p.return_id is not null, p.created_at desc
      limit 1) p on true
    left join lateral (select bool_or(b.outcome = 'returned' or b.collected = g.collected) as is_repeated
      from shop.settlement_rows b where b.parcel_id = p.id and shop.is_of_parcel(b.outcome)) b on true
  ), told as (
    select j.*, case when not j.is_readable then 'unreadable'
      when j.found is null then 'unknown'
      when j.nth > 1 or j.owed > 0 and j.before >= j.owed and j.settles >= 0
        or j.is_repeated and abs(j.owed - j.before - j.settles) >= 1 and j.settles >= 0 then 'repeated'
      when j.before + j.settles < 0 and not j.is_returned then 'unreadable'
      when j.is_returned or j.collected = 0 and j.parcel_state in ('returning', 'returned') then 'returned'
      when abs(j.owed - j.before - j.settles) < 1 then 'paid'
      when j.before + j.settles < j.owed then 'short'
      else 'over' end as comes_to
    from judged j
  )
  select t.line, coalesce(t.tracking, t.number), t.found, t.parcel, t.order_name, t.owed, t.collected, t.charge,
    t.charge_tax, t.income_tax, t.sales_tax, t.net, case when not shop.is_of_parcel(t.comes_to) then - t.settles
      when t.comes_to = 'returned' then - t.before - t.settles
      else t.owed - t.before - t.settles end, t.comes_to
  from told t
  union all
  select g.line, coalesce(g.tracking, g.number), g.order_id, g.parcel_id, o.order_id, g.to_collect, g.collected,
    g.charge, g.charge_tax, g.income_tax, g.sales_tax, g.net, case when not shop.is_of_parcel(g.outcome) then
        (select sum(e.amount) from shop.entries e where e.settlement_id = s.id and e.subject = s.id || ':' || g.line)
      when g.outcome = 'returned' then - p.settled
      else g.to_collect - p.settled end, g.outcome
  from given g left join public.orders o on o.id = g.order_id left join shop.shipments p on p.id = g.parcel_id
  where s.applied_at is not null
$$;

-- Returns the parcels that a settlement with these orders lacks: delivered by its courier no later than the latest one
-- in it, and not paid.
create function shop.missing_from(s shop.settlements, p_orders uuid[]) returns setof shop.shipments
language sql stable security definer set search_path = '' as $$
  select p.* from shop.shipments p where p.courier = s.courier and p.state = 'delivered' and p.owed > 0
    and p.order_id not in (select o from unnest(p_orders) o)
    and p.delivered_at <= (select max(d.delivered_at) from shop.shipments d
      where d.order_id in (select o from unnest(p_orders) o))
$$;

-- Returns what the books should have of a settlement: nothing unless it is applied. A row without a parcel is money
-- without an order; one without a net counts nothing. What reached the bank corrects what the file says of it.
create function shop.settlement_facts(s shop.settlements)
returns table (order_id uuid, parcel_id uuid, subject text, kind text, tax text, amount numeric)
language sql stable set search_path = '' as $$
  select case when shop.is_of_parcel(r.outcome) then r.order_id end,
    case when shop.is_of_parcel(r.outcome) then r.parcel_id end, s.id || ':' || r.line, e.kind, e.tax, - e.amount
  from shop.settlement_rows r cross join lateral (values ('charge', null, r.charge), ('charge', 'charge', r.charge_tax),
    ('tax_withheld', 'income', r.income_tax), ('tax_withheld', 'sales', r.sales_tax), ('remitted', null, r.net),
    ('rounding', null, r.rounding)) as e (kind, tax, amount)
  where r.settlement_id = s.id and r.net is not null and s.applied_at is not null
  union all
  select null, null, s.id || ':bank', e.kind, null, e.amount
  from (select sum(r.net) - s.received as lacks from shop.settlement_rows r where r.settlement_id = s.id) b
  cross join lateral (values ('remitted', b.lacks), ('rounding', case when abs(b.lacks) < 1 then - b.lacks end))
    as e (kind, amount)
  where s.applied_at is not null
$$;

-- Brings the books to what a settlement says, by entries for what is different; if it was taken back, also what was
-- written off of it. Repeated, it finds nothing. Call it under the locks of its orders and parcels.
create function shop.post_settlement(s shop.settlements, p_reason text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into shop.entries (order_id, account, kind, tax, amount, cause, subject, made_by, courier, parcel_id,
    settlement_id, reason, revision)
  select d.order_id, 'courier', d.kind, d.tax, d.amount, d.cause, d.subject, (select shop.made_by()), s.courier,
    d.parcel_id, s.id, p_reason, 1 + (select count(*) from shop.entries e where e.settlement_id = s.id
      and (e.subject, e.kind) = (d.subject, d.kind) and (e.order_id, e.tax) is not distinct from (d.order_id, d.tax))
  from (select x.order_id, x.parcel_id, x.subject, x.kind, x.tax, x.cause, sum(x.amount) as amount
    from (select f.*, 'settlement' as cause from shop.settlement_facts(s) f
      union all select e.order_id, e.parcel_id, e.subject, e.kind, e.tax, - e.amount, e.cause from shop.entries e
        where e.settlement_id = s.id and (e.cause = 'settlement' or s.applied_at is null)) x
    group by x.order_id, x.parcel_id, x.subject, x.kind, x.tax, x.cause having sum(x.amount) <> 0) d
  order by d.order_id, d.subject, d.kind, d.tax;
end $$;

-- What is entered of a parcel beside what was collected is settled of it.
create function shop.keep_settled() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Without a plan for all parcels where there are none, as when an order is placed.
  if exists (select from made m where m.parcel_id is not null and m.kind not in ('to_collect', 'collected')) then
    update shop.shipments p set settled = p.settled - e.amount
    from (select m.parcel_id, sum(m.amount) as amount from made m where m.kind not in ('to_collect', 'collected')
      group by m.parcel_id having sum(m.amount) <> 0) e
    where p.id = e.parcel_id;
  end if;
  return null;
end $$;
create trigger keep_settled after insert on shop.entries referencing new table as made
  for each statement execute function shop.keep_settled();

-- Refuses a settlement in whose columns a spreadsheet has made 2.50311E+13 of a long number, with shortened_number
-- (PT400), whose details say where.
create function shop.refuse_shortened(s shop.settlements) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  found text;
begin
  select format('Row %s, %s “%s”', r.line, h.name, r.cells[h.place]) into found
  from shop.settlement_rows r, unnest(s.headings) with ordinality as h (name, place)
  where r.settlement_id = s.id and h.name = any (shop.named_headings(s.columns - 'state'))
    and trim(r.cells[h.place]) ~* '^-?([0-9]+[.,][0-9]+e[+]?|[0-9]+e[+])[0-9]+$'
  order by r.line, h.place limit 1;
  if found is not null then
    raise exception using errcode = 'PT400', message = 'shortened_number', detail = found;
  end if;
end $$;

-- Removes the rows of a file that sum up others, which would count as money without a parcel: those with a cell that says
-- so, and the last one if each of its cells is the sum of those above it, or their number.
create function shop.remove_totals(p_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from shop.settlement_rows r where r.settlement_id = p_id
    and exists (select from unnest(r.cells) c where trim(c) ~* '^((grand|sub|net)[ -]?)?totals?\s*:?$');
  delete from shop.settlement_rows r using (select max(x.line) as line, count(*) - 1 as above
    from shop.settlement_rows x where x.settlement_id = p_id) last
  where r.settlement_id = p_id and r.line = last.line and last.above > 1
    and (select bool_and(coalesce(shop.parse_amount(c.cell) in (last.above, (select sum(shop.parse_amount(x.cells[c.place]))
        from shop.settlement_rows x where x.settlement_id = p_id and x.line < r.line)), false))
      from unnest(r.cells) with ordinality c (cell, place) where trim(c.cell) <> '');
end $$;

-- Stores the rows of a file, at most 5000, and returns the settlement's ID; the same file again is the same settlement,
-- which has all its cells again unless it is applied.
-- Its columns are those of the courier's last file if it has them. p_lines are the rows' numbers in the file, without
-- which they follow the headings. Refuses with invalid_courier, too_many_rows and shortened_number (PT400).
create function public.desk_start_settlement(p_courier text, p_file text, p_headings text[], p_rows jsonb,
  p_lines jsonb default null) returns uuid
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  named text;
  carrier shop.couriers;
  made uuid;
  s shop.settlements;
  file_digest text;
begin
  perform shop.require_desk('{money}');
  if jsonb_array_length(p_rows) > 5000 or cardinality(p_headings) > 100 or length(p_rows::text) > 4000000 then
    raise exception using errcode = 'PT400', message = 'too_many_rows';
  end if;
  file_digest := encode(sha256(convert_to(p_headings::text || p_rows::text, 'UTF8')), 'hex');
  named := shop.courier_named(p_courier);
  select * into carrier from shop.couriers c where c.name = named;
  insert into shop.settlements (courier, file_name, digest, headings, columns)
  values (carrier.name, left(coalesce(nullif(trim(p_file), ''), 'settlement.csv'), 200), file_digest, p_headings,
    case when shop.named_headings(carrier.columns) <@ p_headings then carrier.columns end)
  on conflict (courier, digest) do nothing returning id into made;
  select * into s from shop.settlements x where x.courier = carrier.name and x.digest = file_digest for update;
  if s.applied_at is not null then
    return s.id;
  end if;
  delete from shop.settlement_rows r where r.settlement_id = s.id;
  insert into shop.settlement_rows (settlement_id, line, cells)
  select s.id, coalesce((p_lines ->> (place::integer - 1))::integer, place + 1),
    array(select jsonb_array_elements_text(one))
  from jsonb_array_elements(p_rows) with ordinality as r (one, place);
  perform shop.remove_totals(s.id);
  if s.columns is not null then
    perform shop.refuse_shortened(s), shop.read_settlement(s);
  end if;
  if made is not null then
    perform shop.record_at_desk('add_settlement', 'settlement', made::text, null,
      jsonb_build_object('courier', carrier.name, 'file', p_file));
  end if;
  return s.id;
end $$;

-- Locks a settlement that is applied or not; null for either. Refuses with no_such_settlement (PT404),
-- changed_meanwhile, settlement_applied and settlement_not_applied (PT409).
create function shop.lock_settlement(p_id uuid, p_version integer, p_is_applied boolean) returns shop.settlements
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked shop.settlements;
begin
  select * into locked from shop.settlements s where s.id = p_id for update;
  if locked.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_settlement';
  end if;
  if (locked.applied_at is not null) <> p_is_applied then
    raise exception using errcode = 'PT409',
      message = case when p_is_applied then 'settlement_not_applied' else 'settlement_applied' end;
  end if;
  perform shop.check_version(locked.version, p_version);
  return locked;
end $$;

-- Says which headings of a settlement hold what, also for the courier's later files. Refuses with those of
-- shop.lock_settlement, and with invalid_columns (PT400) without what was collected, and an order or tracking number,
-- or with a heading that is named twice; and with shortened_number (PT400).
create function public.desk_map_settlement(p_id uuid, p_version integer, p_columns jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s'
  set statement_timeout = '60s' as $$
declare
  old shop.settlements;
  mapped shop.settlements;
  given jsonb;
  deductions jsonb;
begin
  perform shop.require_desk('{money}');
  given := (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each_text(p_columns) c
    where c.key in ('tracking', 'order', 'collected', 'state', 'net') and c.value <> '');
  deductions := (select jsonb_object_agg(c.key, c.value) from jsonb_each_text(p_columns -> 'deductions') c
    where c.value <> '');
  given := given || jsonb_strip_nulls(jsonb_build_object('deductions', deductions));
  old := shop.lock_settlement(p_id, p_version, false);
  if not given ? 'collected' or not given ?| array['tracking', 'order']
     or not shop.named_headings(given) <@ old.headings
     or (select count(*) > count(distinct h) from unnest(shop.named_headings(given)) h)
     or exists (select from jsonb_each_text(deductions) c where not shop.is_deduction(c.value)) then
    raise exception using errcode = 'PT400', message = 'invalid_columns';
  end if;
  update shop.settlements set columns = given where id = old.id returning * into mapped;
  perform shop.refuse_shortened(mapped), shop.read_settlement(mapped);
  update shop.couriers set columns = given where name = old.courier;
  perform shop.record_at_desk('map_settlement', 'settlement', old.id::text, old.columns, given);
end $$;

-- Returns a settlement: its head, its sums by outcome, and a page of its rows: of an outcome, of 'differences'
-- (everything but paid), of 'missing' parcels, or all; missing ones come last, the first delivered first. `seen` tells
-- what the sums were made of, `unused` the headings that aren't named; `net` is the file's, and `lacks` what less
-- reached the bank and isn't written off. Null if there is none.
create function public.desk_settlement(p_id uuid, p_list text default 'differences',
  p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  size constant integer := 50;
  s shop.settlements;
begin
  perform shop.require_desk('{money}');
  select * into s from shop.settlements x where x.id = p_id;
  if s.id is null then
    return null;
  end if;
  return (with lines as materialized (select * from shop.settlement_lines(s)),
    missing as materialized (select m.* from shop.missing_from(s,
      array(select l.order_id from lines l where l.order_id is not null)) m),
    listed as (
      select l.*, l.line::text as subject, null::timestamptz as delivered_at from lines l
      where p_list in ('all', l.outcome) or p_list = 'differences' and l.outcome <> 'paid'
      union all select null, m.tracking_number, m.order_id, m.id, o.order_id, m.to_collect, null, null, null, null,
        null, null, m.owed, 'missing', m.id::text, m.delivered_at
      from missing m join public.orders o on o.id = m.order_id where p_list in ('missing', 'differences'))
    select to_jsonb(s) - 'digest' || jsonb_build_object('total', (select count(*) from listed), 'seen',
        (select md5(coalesce(string_agg(format('%s %s %s', l.line, l.outcome, l.rest), ',' order by l.line), ''))
        from lines l),
      'unused', array(select h from unnest(s.headings) h where h <> all (shop.named_headings(s.columns))),
      'net', (select coalesce(sum(l.net), 0) from lines l),
      'lacks', case when s.applied_at is null then (select sum(l.net) from lines l) - s.received
        when s.received is not null then (select coalesce(sum(e.amount), 0) from shop.entries e
          where e.settlement_id = s.id and e.subject = s.id || ':bank') end,
      'sums', (select coalesce(jsonb_object_agg(x.outcome, to_jsonb(x) - 'outcome'), '{}') from (
        select l.outcome, count(*) as count, coalesce(sum(l.collected), 0) as collected,
          coalesce(sum(l.charge), 0) as charge, coalesce(sum(l.charge_tax), 0) as charge_tax,
          coalesce(sum(l.income_tax), 0) as income_tax, coalesce(sum(l.sales_tax), 0) as sales_tax,
          coalesce(sum(l.net), 0) as net, coalesce(sum(l.rest), 0) as rest
        from lines l group by 1
        union all select 'missing', count(*), 0, 0, 0, 0, 0, 0, coalesce(sum(m.owed), 0)
          from missing m having count(*) > 0) x),
      'rows', (select coalesce(jsonb_agg(to_jsonb(l) - '{delivered_at,order_id,parcel_id}'::text[]
          order by l.line nulls last, l.delivered_at, l.order_id), '[]') from (
        select * from listed order by line nulls last, delivered_at, order_id
          limit size offset size * (greatest(p_page, 1) - 1)) l)));
end $$;

-- Lets no other settlement be applied or taken back meanwhile, since it may be about the same orders; locks this one,
-- and the orders and parcels of its rows, in the order in which they are locked elsewhere. Refuses like
-- shop.lock_settlement.
create function shop.lock_to_settle(p_id uuid, p_version integer, p_is_applied boolean, p_parcel uuid default null)
returns shop.settlements
language plpgsql volatile security definer set search_path = '' as $$
declare
  s shop.settlements;
  orders uuid[];
begin
  perform pg_advisory_xact_lock(hashtext('shop.settlements'));
  s := shop.lock_settlement(p_id, p_version, p_is_applied);
  orders := array(select l.order_id from shop.settlement_lines(s) l where l.order_id is not null
    union select p.order_id from shop.shipments p where p.id = p_parcel);
  perform from public.orders o where o.id = any (orders) order by o.id for update;
  perform from shop.shipments p where p.order_id = any (orders) order by p.order_id, p.id for update;
  return s;
end $$;

-- Applies a settlement: what its rows come to is stored and entered in the books. p_seen is that of the page; if the
-- rows have come to something else since, nothing is done. Refuses like shop.lock_settlement, and with columns_needed
-- (PT409).
create function public.desk_apply_settlement(p_id uuid, p_version integer, p_seen text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s'
  set statement_timeout = '60s' as $$
declare
  s shop.settlements;
begin
  perform shop.require_desk('{money}');
  s := shop.lock_to_settle(p_id, p_version, false);
  if s.columns is null then
    raise exception using errcode = 'PT409', message = 'columns_needed';
  end if;
  if p_seen is distinct from public.desk_settlement(p_id) ->> 'seen' then
    raise exception using errcode = 'PT409', message = 'changed_meanwhile';
  end if;
  update shop.settlement_rows r set order_id = l.order_id, parcel_id = l.parcel_id, to_collect = l.to_collect,
    outcome = l.outcome, rounding = case l.outcome when 'paid' then l.rest end, parcel_before = to_jsonb(p)
  from shop.settlement_lines(s) l left join shop.shipments p on p.id = l.parcel_id
  where r.settlement_id = s.id and r.line = l.line;
  -- An order from before parcels were recorded gets one.
  with added as (
    insert into shop.shipments (order_id, courier, state, tracking_number, to_collect, delivered_at)
    select o.id, s.courier, case o.status when 'Delivered' then 'delivered' else 'moving' end,
      left(o.tracking_number, 60), shop.amount_to_collect(o), case o.status when 'Delivered' then o.updated_at end
    from shop.settlement_rows r join public.orders o on o.id = r.order_id
    where r.settlement_id = s.id and shop.is_of_parcel(r.outcome) and r.parcel_id is null
    returning id, order_id)
  update shop.settlement_rows r set parcel_id = a.id from added a where r.settlement_id = s.id
    and r.order_id = a.order_id;
  -- Who pays for a parcel has carried it.
  update shop.shipments p set courier = s.courier,
    state = case when r.outcome = 'returned' and p.state in ('booked', 'moving', 'delivered', 'returning')
      then 'returned' else p.state end,
    problem = case when r.outcome = 'returned' and p.state <> 'returned'
      then 'The courier’s settlement says that it came back.' else p.problem end
  from shop.settlement_rows r where r.settlement_id = s.id and p.id = r.parcel_id and shop.is_of_parcel(r.outcome)
    and (p.courier is distinct from s.courier or r.outcome = 'returned' and p.state <> 'returned');
  -- What else the courier said, such as names and phone numbers, isn't needed any more.
  update shop.settlement_rows r set cells = array(select case
    when h.name = any (shop.named_headings(s.columns)) then r.cells[h.place] else '' end
    from unnest(s.headings) with ordinality as h (name, place) order by h.place)
  where r.settlement_id = s.id;
  update shop.settlements set applied_at = clock_timestamp() where id = s.id returning * into s;
  perform shop.post_settlement(s);
  perform shop.record_at_desk('apply_settlement', 'settlement', s.id::text, null,
    jsonb_build_object('courier', s.courier)
    || (select jsonb_object_agg(outcome, count) from (select r.outcome, count(*) from shop.settlement_rows r
      where r.settlement_id = s.id group by 1) x));
end $$;

-- Takes a settlement back: opposite entries, also of what was written off of it; its parcels are as they were, but for
-- those that something else was done with since. Refuses with those of shop.lock_settlement, with invalid_reason
-- (PT400), and with settlement_needed (PT409) if a settlement that was applied since has the same parcels, or
-- parcel_sent_again (PT409) if one that came back is on its way again; the details say which.
create function public.desk_take_back_settlement(p_id uuid, p_version integer, p_reason text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s'
  set statement_timeout = '60s' as $$
declare
  s shop.settlements;
  reason text;
  named text;
  about uuid;
begin
  perform shop.require_desk('{money}');
  reason := shop.given_reason(p_reason);
  s := shop.lock_to_settle(p_id, p_version, true);
  select later.file_name into named from shop.settlement_rows r
  join shop.settlement_rows other on other.parcel_id = r.parcel_id and other.settlement_id <> s.id
  join shop.settlements later on later.id = other.settlement_id and later.applied_at > s.applied_at
  where r.settlement_id = s.id limit 1;
  if named is not null then
    raise exception using errcode = 'PT409', message = 'settlement_needed', detail = named;
  end if;
  select o.order_id into named from shop.settlement_rows r join public.orders o on o.id = r.order_id
  where r.settlement_id = s.id and r.outcome = 'returned' and shop.has_parcel(r.parcel_before ->> 'state')
    and exists (select from shop.shipments p where p.order_id = r.order_id and p.id <> r.parcel_id
      and shop.has_parcel(p.state)) limit 1;
  if named is not null then
    raise exception using errcode = 'PT409', message = 'parcel_sent_again', detail = named;
  end if;
  update shop.settlements set applied_at = null, taken_back_at = clock_timestamp(), taken_back_reason = reason
  where id = s.id returning * into s;
  perform shop.post_settlement(s, reason);
  update shop.shipments p set courier = was.courier, state = was.state, problem = was.problem
  from (select q.id, r.parcel_before ->> 'courier' as courier, x.state,
      case when x.state <> q.state then r.parcel_before ->> 'problem' else q.problem end as problem
    from shop.settlement_rows r join shop.shipments q on q.id = r.parcel_id join public.orders o on o.id = q.order_id
    cross join lateral (select case when r.outcome = 'returned' and q.state = 'returned' and o.back_at is null
      and o.status <> 'ReturnedToOrigin' then r.parcel_before ->> 'state' else q.state end as state) x
    where r.settlement_id = s.id and shop.is_of_parcel(r.outcome) and r.parcel_before is not null) was
  where p.id = was.id and (p.courier, p.state) is distinct from (was.courier, was.state);
  for about in delete from shop.shipments p using shop.settlement_rows r where r.settlement_id = s.id
      and p.id = r.parcel_id and r.parcel_before is null and p.settled = 0 returning p.order_id loop
    perform shop.post(about, 'parcel');
  end loop;
  update shop.settlement_rows set order_id = null, parcel_id = null, to_collect = null, rounding = null, outcome = null,
    parcel_before = null where settlement_id = s.id;
  perform shop.record_at_desk('take_back_settlement', 'settlement', s.id::text, null,
    jsonb_build_object('courier', s.courier, 'reason', reason));
end $$;

-- Removes a settlement that was never applied, with its rows. Refuses with those of shop.lock_settlement, and with
-- settlement_booked (PT409) if the books have entries of it.
create function public.desk_remove_settlement(p_id uuid, p_version integer) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s'
  set statement_timeout = '60s' as $$
declare
  s shop.settlements;
begin
  perform shop.require_desk('{money}');
  s := shop.lock_settlement(p_id, p_version, false);
  if exists (select from shop.entries e where e.settlement_id = s.id) then
    raise exception using errcode = 'PT409', message = 'settlement_booked';
  end if;
  delete from shop.settlements where id = s.id;
  perform shop.record_at_desk('remove_settlement', 'settlement', s.id::text,
    jsonb_build_object('courier', s.courier, 'file', s.file_name, 'received', s.received), null);
end $$;

-- Records the sum of a settlement that reached the bank. Refuses with those of shop.lock_settlement, and with
-- invalid_amount (PT400).
create function public.desk_record_received(p_id uuid, p_version integer, p_amount numeric, p_on date) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s'
  set statement_timeout = '60s' as $$
declare
  old shop.settlements;
  s shop.settlements;
begin
  perform shop.require_desk('{money}');
  if p_amount is null or abs(p_amount) >= 1e9 or p_amount <> round(p_amount, 2) or p_on is null then
    raise exception using errcode = 'PT400', message = 'invalid_amount';
  end if;
  old := shop.lock_settlement(p_id, p_version, null);
  update shop.settlements set received = p_amount, received_on = p_on where id = old.id returning * into s;
  perform shop.post_settlement(s);
  perform shop.record_at_desk('record_received', 'settlement', s.id::text,
    jsonb_build_object('received', old.received, 'on', old.received_on),
    jsonb_build_object('received', s.received, 'on', s.received_on));
end $$;

-- Writes off what is left of a row of a settlement (its line), of a parcel that it lacks (its ID), or of what reached
-- the bank ('bank'). p_amount is what is left as the page showed it. Only for managers. Refuses with those of
-- shop.lock_settlement, with changed_meanwhile (PT409) if something else is left, and with invalid_reason (PT400).
create function public.desk_write_off(p_id uuid, p_version integer, p_subject text, p_amount numeric, p_reason text)
returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s'
  set statement_timeout = '60s' as $$
declare
  s shop.settlements;
  reason text;
  rest record;
begin
  perform shop.require_desk('{money}', 'manager');
  reason := shop.given_reason(p_reason);
  s := shop.lock_to_settle(p_id, p_version, true, shop.to_uuid(p_subject));
  select x.* into rest from (
    select l.line::text as subject, case when shop.is_of_parcel(l.outcome) then l.order_id end as order_id,
      case when shop.is_of_parcel(l.outcome) then l.parcel_id end as parcel_id, l.rest as amount
    from shop.settlement_lines(s) l
    union all select 'bank', null, null, (select sum(e.amount) from shop.entries e
      where e.settlement_id = s.id and e.subject = s.id || ':bank')
    union all select p.id::text, p.order_id, p.id, p.owed from shop.shipments p
      where p.id::text = p_subject and p.courier = s.courier and p.state = 'delivered') x
  where x.subject = p_subject and x.amount = p_amount and x.amount <> 0;
  if not found then
    raise exception using errcode = 'PT409', message = 'changed_meanwhile';
  end if;
  insert into shop.entries (order_id, account, kind, amount, cause, subject, made_by, revision, courier, parcel_id,
    settlement_id, reason)
  values (rest.order_id, 'courier', 'written_off', - rest.amount, 'by_hand', s.id || ':' || p_subject, shop.made_by(),
    1 + (select count(*) from shop.entries e where e.settlement_id = s.id and e.subject = s.id || ':' || p_subject
      and e.kind = 'written_off'), s.courier, rest.parcel_id, s.id, reason);
  -- The same form isn't done again.
  update shop.settlements set applied_at = applied_at where id = s.id;
  perform shop.record_at_desk('write_off', 'settlement', s.id::text, null,
    jsonb_build_object('subject', p_subject, 'amount', rest.amount, 'reason', reason));
end $$;

-- Returns what couriers withheld for the state, by courier and tax year, with the number of parcels. A tax year ends
-- with June; its date is when the money reached the bank, or when the settlement was applied. What was entered before
-- it was taken back and applied again is nothing.
create function shop.withheld()
returns table (courier text, year integer, parcels bigint, income_tax numeric, sales_tax numeric)
language sql stable security definer set search_path = '' set work_mem = '64MB' as $$
  with files as materialized (
    select s.id, s.courier, s.applied_at, extract(year from coalesce(s.received_on,
      (s.applied_at at time zone 'Asia/Karachi')::date) + interval '6 months')::integer as year
    from shop.settlements s where s.applied_at is not null)
  -- A row without a parcel is one by itself.
  select f.courier, f.year, count(distinct coalesce(e.parcel_id, md5(e.subject)::uuid)),
    coalesce(- sum(e.amount) filter (where e.tax = 'income'), 0),
    coalesce(- sum(e.amount) filter (where e.tax = 'sales'), 0)
  from files f join shop.entries e on e.settlement_id = f.id and e.made_at >= f.applied_at
  where e.kind = 'tax_withheld' group by f.courier, f.year order by f.year desc, f.courier
$$;

-- Returns a page of settlements, latest first; what each courier owes of delivered parcels, by days since the delivery,
-- with what it paid beyond that; and what was withheld (shop.withheld): { rows, total, owed, withheld }.
create function public.desk_settlements(p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
begin
  perform shop.require_desk('{money}');
  return jsonb_build_object('total', (select count(*) from shop.settlements),
    'couriers', (select jsonb_agg(c.name order by c.name) from shop.couriers c),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'courier', s.courier, 'file_name', s.file_name,
      'made_at', s.made_at,
        'applied_at', s.applied_at) order by s.made_at desc), '[]')
      from (select * from shop.settlements order by made_at desc limit size offset size * (greatest(p_page, 1) - 1)) s),
    'owed', (select coalesce(jsonb_agg(to_jsonb(o) order by o.courier nulls last), '[]') from (
      select p.courier, count(*) filter (where p.owed > 0 and p.is_parcel) as parcels,
        coalesce(sum(p.owed) filter (where p.owed > 0 and p.is_parcel), 0) as amount,
        coalesce(sum(p.owed) filter (where p.owed > 0 and p.delivered_at > now() - interval '7 days'), 0) as week,
        coalesce(sum(p.owed) filter (where p.owed > 0 and p.delivered_at <= now() - interval '7 days'
          and p.delivered_at > now() - interval '14 days'), 0) as fortnight,
        coalesce(sum(p.owed) filter (where p.owed > 0 and p.delivered_at <= now() - interval '14 days'
          and p.delivered_at > now() - interval '30 days'), 0) as month,
        coalesce(sum(p.owed) filter (where p.owed > 0 and p.delivered_at <= now() - interval '30 days'), 0) as older,
        coalesce(sum(p.owed) filter (where p.owed < 0 or not p.is_parcel), 0) as other
      from (select x.courier, x.owed, x.delivered_at, true as is_parcel from shop.shipments x where x.owed <> 0
        union all select e.courier, sum(e.amount), null, false from shop.entries e
          where e.order_id is null and e.account = 'courier' group by e.courier having sum(e.amount) <> 0) p
      group by p.courier) o),
    'withheld', (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from shop.withheld() w));
end $$;

-- Returns rows for the accountant: those of a settlement with what is missing from it, or without p_id all parcels that
-- are delivered and not paid. Records it. With a fresh second factor.
create function public.desk_export_settlement(p_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  s shop.settlements;
begin
  perform shop.require_desk('{money}', p_fresh => true);
  select * into s from shop.settlements x where x.id = p_id;
  perform shop.record_at_desk('export_settlement', 'settlement', coalesce(p_id::text, 'owed'), null, null);
  if p_id is null then
    return (select coalesce(jsonb_agg(jsonb_build_object('courier', p.courier, 'number', p.tracking_number,
      'order_number', o.order_id, 'outcome', 'owed',
        'delivered_at', p.delivered_at, 'to_collect', p.to_collect, 'settled', p.settled, 'rest', p.owed)
          order by p.courier, p.delivered_at), '[]')
      from shop.shipments p join public.orders o on o.id = p.order_id where p.state = 'delivered' and p.owed > 0);
  end if;
  return (with lines as materialized (select * from shop.settlement_lines(s)),
  entered as materialized (select e.subject, - sum(e.amount) filter (where e.kind = 'rounding') as rounding,
      - sum(e.amount) filter (where e.kind = 'written_off') as written_off
    from shop.entries e where e.settlement_id = s.id group by e.subject)
  select coalesce(jsonb_agg(x.row order by x.line nulls last), '[]') from (
    select l.line, to_jsonb(l) - '{order_id,parcel_id}'::text[] || jsonb_build_object('courier', s.courier,
      'delivered_at', p.delivered_at, 'settled', p.settled, 'rounding', e.rounding, 'written_off', e.written_off) as row
    from lines l left join shop.shipments p on p.id = l.parcel_id
    left join entered e on e.subject = s.id || ':' || l.line
    union all select null, jsonb_build_object('courier', s.courier, 'number', m.tracking_number, 'order_number',
      o.order_id, 'outcome', 'missing',
      'delivered_at', m.delivered_at, 'to_collect', m.to_collect, 'settled', m.settled, 'rest', m.owed)
    from shop.missing_from(s, array(select l.order_id from lines l where l.order_id is not null)) m
      join public.orders o on o.id = m.order_id) x);
end $$;

-- Returns what was withheld (shop.withheld), and records it. With a fresh second factor.
create function public.desk_export_withheld() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform shop.require_desk('{money}', p_fresh => true);
  perform shop.record_at_desk('export_withheld', 'settlement', 'withheld', null, null);
  return (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from shop.withheld() w);
end $$;

grant execute on function public.desk_start_settlement(text, text, text[], jsonb, jsonb),
  public.desk_map_settlement(uuid, integer, jsonb),
  public.desk_settlement(uuid, text, integer), public.desk_apply_settlement(uuid, integer, text),
  public.desk_take_back_settlement(uuid, integer, text),
  public.desk_remove_settlement(uuid, integer),
  public.desk_record_received(uuid, integer, numeric, date),
  public.desk_write_off(uuid, integer, text, numeric, text),
  public.desk_settlements(integer),
  public.desk_export_settlement(uuid), public.desk_export_withheld() to authenticated;
