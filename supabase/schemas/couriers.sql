-- Couriers and parcels (decision 172): parcels that the shop books itself wait here like mails in their outbox, are
-- claimed and settled; those that operators send by hand are here too, so that it is known who carries what and owes
-- the money.

create table shop.couriers (
  name text primary key check (name = trim(name) and length(name) between 1 and 40 and name !~ '[[:cntrl:]]'),
  -- Which headings of its files hold what: { tracking, order, collected, state, net, deductions: { heading: kind } }
  -- (shop.is_deduction); null before the first file.
  columns jsonb,
  id uuid not null unique default gen_random_uuid(),
  -- The sheet with which parcels are booked: for each column its heading and what is in it, `COD = To collect`, as
  -- app/desk/couriers/sheet.ts reads it; null without one.
  sheet text[] check (cardinality(sheet) <= 60 and length(sheet::text) <= 6000),
  -- The headings of files that come back.
  tracking_heading text check (length(tracking_heading) between 1 and 200),
  state_heading text check (length(state_heading) between 1 and 200),
  -- What its words for where a parcel is mean: `Handed to consignee = Delivered`.
  state_words text[] check (cardinality(state_words) <= 100 and length(state_words::text) <= 6000),
  version integer not null default 1
);
create unique index couriers_name_idx on shop.couriers (lower(name));
create trigger raise_version before update on shop.couriers for each row execute function shop.raise_version();

-- Returns whether a parcel in this state is the only one of its order or exchange: until it ends, there is no other.
create function shop.has_parcel(state text) returns boolean
language sql immutable set search_path = '' as $$
  select state not in ('returned', 'cancelling', 'cancelled', 'refused')
$$;

-- Returns whether a parcel in this state needs its tracking number: until it ends, no other parcel of the courier has it.
create function shop.is_open_parcel(state text) returns boolean
language sql immutable set search_path = '' as $$
  select state in ('waiting', 'booked', 'moving', 'returning', 'cancelling')
$$;

-- A parcel. 'waiting' and 'cancelling' ones wait until their courier was asked; 'refused' by the courier; the rest is
-- where it is.
create table shop.shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  -- The exchange whose new goods are in it; null for a parcel of the order itself.
  return_id uuid references public.returns (id) on delete cascade,
  -- Null if it was sent without saying by whom.
  courier text references shop.couriers (name),
  state text not null check (state in ('waiting', 'booked', 'moving', 'delivered', 'returning', 'returned',
    'cancelling', 'cancelled',
    'refused')),
  tracking_number text check (length(tracking_number) <= 60),
  -- What the courier collects at the door.
  to_collect numeric(12, 2) not null check (to_collect >= 0),
  -- The city as the courier writes it; null for the order's.
  city text check (length(city) <= 100),
  -- Those that were booked together.
  batch uuid,
  -- How often the courier was asked to book or cancel it, when it may be asked again, and since when it may know of it.
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default now(),
  asked_at timestamptz,
  -- What the courier said of it last, as one of the states and in its own words.
  courier_state text,
  courier_words text check (length(courier_words) <= 200),
  problem text check (length(problem) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  -- When the courier took it on, if the shop booked it.
  booked_at timestamptz,
  delivered_at timestamptz,
  version integer not null default 1,
  -- What is settled of it by the books (shop.keep_settled): remitted, kept for charges and taxes, or written off.
  settled numeric(12, 2) not null default 0,
  -- What its courier owes of it; less than nothing if it was paid too much.
  owed numeric(12, 2) not null
    generated always as (case state when 'delivered' then to_collect else 0 end - settled) stored
);
create unique index one_open_shipment on shop.shipments (order_id, return_id) nulls not distinct
  where shop.has_parcel(state);
create index shipments_return_id_idx on shop.shipments (return_id) where return_id is not null;
create index shipments_order_id_idx on shop.shipments (order_id, created_at) include (courier, state, return_id);
create index shipments_courier_idx on shop.shipments (courier);
create index shipments_batch_idx on shop.shipments (batch) where batch is not null;
create index shipments_created_at_idx on shop.shipments (created_at desc, id);
create index shipments_state_idx on shop.shipments (state, created_at desc);
create index shipments_problem_idx on shop.shipments (created_at desc) where problem is not null;
create index shipments_due_idx on shop.shipments (due_at) where state in ('waiting', 'cancelling', 'booked', 'moving',
  'returning');
create trigger raise_version before update on shop.shipments for each row execute function shop.raise_version();
create index shipments_tracking_idx on shop.shipments (courier, upper(tracking_number));
create index shipments_owed_idx on shop.shipments (courier, delivered_at) where owed <> 0;

-- Returns the state of a parcel that is cancelled: one that the courier may know of is cancelled there first.
create function shop.cancelled_state(s shop.shipments) returns text
language sql immutable set search_path = '' as $$
  select case when s.attempts = 0 and s.tracking_number is null then 'cancelled' else 'cancelling' end
$$;

-- Returns what a courier has to collect for an order.
create function shop.amount_to_collect(o public.orders) returns numeric
language sql immutable set search_path = '' as $$
  select case o.payment_method when 'cod' then o.total_amount else o.due_amount end
$$;

-- Returns what a courier has to collect for an order, or for an exchange of it.
create function shop.amount_to_collect(o public.orders, exchange public.returns) returns numeric
language sql immutable set search_path = '' as $$
  select case when exchange.id is null then shop.amount_to_collect(o) else exchange.due_amount end
$$;

-- Returns whether a parcel of an order, or of an exchange of it, may be booked and sent.
create function shop.is_to_be_sent(o public.orders, exchange public.returns) returns boolean
language sql stable set search_path = '' as $$
  select case when exchange.id is null then shop.is_waiting_for(o, 'pack') or shop.is_waiting_for(o, 'ship')
    else exchange.kind = 'exchange' and exchange.status = 'received' end
$$;

-- Returns a courier by its name, in any case; a new one is added. Refuses with invalid_courier (PT400).
create function shop.courier_named(p_name text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if coalesce(trim(p_name), '') = '' or length(trim(p_name)) > 40 or p_name ~ '[[:cntrl:]]' then
    raise exception using errcode = 'PT400', message = 'invalid_courier';
  end if;
  insert into shop.couriers (name) values (trim(p_name)) on conflict do nothing;
  return (select c.name from shop.couriers c where lower(c.name) = lower(trim(p_name)));
end $$;

-- Lets the parcel follow its order after any change of it: a parcel that nobody booked is one sent by hand.
create function shop.follow_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> old.status and new.status in ('Shipped', 'Cancelled') and old.status not in ('Shipped', 'Delivered')
    then
    update shop.shipments s set due_at = now(), attempts = 0, state = shop.cancelled_state(s)
    where order_id = new.id and return_id is null
      and (state = 'waiting' or state = 'booked' and new.status = 'Cancelled');
  end if;
  if new.status <> old.status and new.status in ('Shipped', 'Cancelled') then
    update shop.shipments set problem = null where order_id = new.id and return_id is null
      and state in ('refused', 'cancelled', 'returned') and problem is not null;
  end if;
  if new.status <> old.status and new.status = 'Shipped' then
    update shop.shipments set state = 'moving', delivered_at = null where order_id = new.id and return_id is null
      and state in ('booked', 'moving', 'returning', 'delivered');
    -- A step that is taken back has its own parcels (shop.restore_parcels).
    if not found and new.corrections = old.corrections then
      insert into shop.shipments (order_id, state, tracking_number, to_collect)
      values (new.id, 'moving', left(new.tracking_number, 60), shop.amount_to_collect(new));
    end if;
  elsif new.status <> old.status and new.status = 'Delivered' then
    update shop.shipments set state = 'delivered', delivered_at = clock_timestamp()
    where order_id = new.id and return_id is null and state in ('booked', 'moving', 'returning');
  elsif new.status <> old.status and old.status = 'Shipped' and new.status in ('Processing', 'PaymentAccepted') then
    update shop.shipments set state = 'booked' where order_id = new.id and return_id is null and state = 'moving';
  elsif new.status <> old.status and new.status = 'ReturnedToOrigin' then
    update shop.shipments set state = 'returning', delivered_at = null
    where order_id = new.id and return_id is null and state in ('booked', 'moving', 'delivered');
  elsif new.back_at is not null and old.back_at is null then
    update shop.shipments set state = 'returned', problem = null
    where order_id = new.id and return_id is null and state in ('booked', 'moving', 'delivered', 'returning');
  end if;
  if (new.shipping_address, new.contact_phone, shop.amount_to_collect(new)) is distinct from (old.shipping_address,
    old.contact_phone, shop.amount_to_collect(old)) then
    update shop.shipments set problem
      = 'The order was changed after it was booked. Cancel the parcel, and book it again.'
    where order_id = new.id and return_id is null and state = 'booked' and booked_at is not null;
  end if;
  update shop.shipments set tracking_number = left(new.tracking_number, 60), to_collect = shop.amount_to_collect(new)
  where order_id = new.id and return_id is null and booked_at is null and state in ('booked', 'moving')
    and (tracking_number, to_collect) is distinct from (left(new.tracking_number, 60), shop.amount_to_collect(new));
  return null;
end $$;
create trigger follow_order after update of status, tracking_number, total_amount, payment_method, shipping_address,
  contact_phone, due_amount, back_at
  on public.orders for each row execute function shop.follow_order();

-- Locks the orders with these numbers and those of the exchanges with these numbers, by id, and returns both; the exchange
-- is null for an order itself.
create function shop.lock_sent(p_numbers text[])
returns table (number text, version integer, about public.orders, exchange public.returns)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from public.orders o where o.order_id = any (p_numbers)
    or o.id in (select r.order_id from public.returns r where r.number = any (p_numbers)) order by o.id for update;
  return query select s.* from (
    select o.order_id as number, o.version, o as about, null::public.returns as exchange from public.orders o
      where o.order_id = any (p_numbers)
    union all select r.number, r.version, o, r from public.returns r join public.orders o on o.id = r.order_id
      where r.number = any (p_numbers)) s
  order by (s.about).id, s.number;
end $$;

-- Books parcels of orders that are confirmed or paid, and of exchanges whose goods came back: they wait for their courier.
-- p_orders is a list of { order_id, version }, at most 100, with the numbers and versions of either; p_city is how the
-- courier writes the city of a single order. An order with a parcel already keeps that, so a form that is sent twice
-- books once. Returns { done, left: { number: refusal } }. Refuses with invalid_courier (PT400).
create function public.desk_book_parcels(p_orders jsonb, p_courier text, p_batch uuid,
  p_city text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  carrier text;
  sent record;
  refusal text;
  numbers text[];
  left_out jsonb := jsonb '{}';
  done integer := 0;
begin
  perform shop.require_desk('{orders}');
  carrier := shop.courier_named(p_courier);
  numbers := array(select one ->> 'order_id' from jsonb_array_elements(p_orders) one limit 100);
  left_out := shop.unknown_numbers(numbers);
  for sent in select * from shop.lock_sent(numbers) loop
    refusal := case
      when exists (select from shop.shipments_of(sent.about, sent.exchange) s where shop.has_parcel(s.state)) then
        case when exists (select from shop.shipments_of(sent.about, sent.exchange) s where s.batch = p_batch) then 'booked'
          else 'already_booked' end
      when not shop.is_to_be_sent(sent.about, sent.exchange) then 'status_not_allowed'
      when not exists (select from jsonb_array_elements(p_orders) one where one ->> 'order_id' = sent.number
        and (one ->> 'version')::integer = sent.version)
        then 'changed_meanwhile' end;
    if refusal is null then
      insert into shop.shipments (order_id, return_id, courier, state, to_collect, city, batch)
      values ((sent.about).id, (sent.exchange).id, carrier, 'waiting', shop.amount_to_collect(sent.about, sent.exchange),
        nullif(left(trim(p_city), 100), ''), p_batch);
      update shop.shipments set problem = null where order_id = (sent.about).id
        and return_id is not distinct from (sent.exchange).id and state in ('refused', 'cancelled', 'returned')
        and problem is not null;
      perform shop.record_at_desk('book_parcel', 'order', (sent.about).order_id, null,
        jsonb_build_object('courier', carrier, 'exchange', (sent.exchange).number));
    end if;
    done := done + case when coalesce(refusal, 'booked') = 'booked' then 1 else 0 end;
    if refusal <> 'booked' then
      left_out := left_out || jsonb_build_object(sent.number, refusal);
    end if;
  end loop;
  return jsonb_build_object('done', done, 'left', left_out);
end $$;

-- Returns the parcels of an order itself, or of an exchange of it.
create function shop.shipments_of(o public.orders, exchange public.returns) returns setof shop.shipments
language sql stable security definer set search_path = '' as $$
  select s.* from shop.shipments s where s.order_id = o.id and s.return_id is not distinct from exchange.id
$$;

-- Returns a refusal for each number that neither an order nor an exchange has.
create function shop.unknown_numbers(p_numbers text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(n, 'no_such_order'), '{}') from unnest(p_numbers) n
  where not exists (select from public.orders o where o.order_id = n)
    and not exists (select from public.returns r where r.number = n)
$$;

-- Records the parcel of an exchange that was handed to a courier; one that is sent is a step that can be taken back.
create function shop.send_exchange_by_hand(exchange public.returns, p_courier text, p_number text,
  p_is_sent boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  before jsonb := shop.state_before_step(exchange);
  last_mail bigint := (select max(m.number) from public.order_mails m where m.order_id = exchange.order_id);
  changed public.returns;
begin
  insert into shop.shipments (order_id, return_id, state, to_collect)
  values (exchange.order_id, exchange.id, 'booked', exchange.due_amount) on conflict do nothing;
  -- Before the number, which is looked for among the parcels of its courier.
  update shop.shipments set courier = p_courier where return_id = exchange.id and state in ('booked', 'moving');
  update shop.shipments set tracking_number = p_number, state = case when p_is_sent then 'moving' else state end
  where return_id = exchange.id and state in ('booked', 'moving');
  update public.returns r set updated_at = clock_timestamp() where r.id = exchange.id returning * into changed;
  perform shop.record_step('exchange_sent', before, changed, coalesce(last_mail, 0)) where p_is_sent;
end $$;

-- Records parcels that operators handed to a courier: p_rows is a list of { order_id, tracking }, at most 500, with the
-- numbers of orders or exchanges. An order gets the number and, with p_is_shipped, is shipped. A row that is recorded
-- already changes nothing. Returns and refuses like desk_book_parcels, and leaves out numbers that another open parcel of
-- the courier has (tracking_taken).
create function public.desk_send_by_hand(p_courier text, p_rows jsonb, p_is_shipped boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  carrier text;
  sent record;
  about public.orders;
  current public.orders;
  parcel shop.shipments;
  numbers text[];
  number text;
  refusal text;
  left_out jsonb;
  done integer := 0;
begin
  perform shop.require_desk('{orders}');
  carrier := shop.courier_named(p_courier);
  if jsonb_array_length(p_rows) > 500 then
    raise exception using errcode = 'PT400', message = 'too_many_rows';
  end if;
  numbers := array(select one ->> 'order_id' from jsonb_array_elements(p_rows) one);
  left_out := shop.unknown_numbers(numbers);
  -- All orders, then all numbers, each in one order everywhere.
  perform shop.lock_sent(numbers);
  perform shop.lock_tracking(carrier, array(select one ->> 'tracking' from jsonb_array_elements(p_rows) one));
  for sent in select * from shop.lock_sent(numbers) loop
    about := sent.about;
    number := (select trim(one ->> 'tracking') from jsonb_array_elements(p_rows) one
      where one ->> 'order_id' = sent.number limit 1);
    select * into parcel from shop.shipments_of(about, sent.exchange) s where shop.has_parcel(s.state);
    refusal := case
      when parcel.state = 'waiting' or parcel.booked_at is not null then 'already_booked'
      when coalesce(number, '') = '' or length(number) > 60 then 'invalid_tracking'
      when shop.is_tracking_taken(about.id, (sent.exchange).id, carrier, number) then 'tracking_taken'
      when not shop.is_to_be_sent(about, sent.exchange)
        and not ((sent.exchange).id is null and about.status = 'Shipped') then 'status_not_allowed' end;
    if refusal is not null then
      left_out := left_out || jsonb_build_object(sent.number, refusal);
      continue;
    end if;
    done := done + 1;
    if (sent.exchange).id is not null then
      continue when parcel.tracking_number = number and parcel.courier = carrier
        and (parcel.state <> 'booked' or not p_is_shipped);
      perform shop.send_exchange_by_hand(sent.exchange, carrier, number, p_is_shipped);
      perform shop.record_at_desk('send_by_hand', 'order', about.order_id, null,
        jsonb_build_object('exchange', sent.number, 'tracking_number', number, 'courier', carrier));
      continue;
    end if;
    continue when about.tracking_number = number and parcel.courier = carrier
      and (about.status = 'Shipped' or not p_is_shipped);
    if parcel.id is null and about.status <> 'Shipped' then
      insert into shop.shipments (order_id, state, to_collect) values (about.id, 'booked',
        shop.amount_to_collect(about));
    end if;
    -- Before the number, which is looked for among the parcels of its courier.
    update shop.shipments set courier = carrier where order_id = about.id and return_id is null
      and state in ('booked', 'moving');
    update public.orders set tracking_number = number, status = case when p_is_shipped then 'Shipped' else status end,
      packed_at = coalesce(packed_at, case when p_is_shipped then clock_timestamp() end)
    where id = about.id returning * into current;
    insert into shop.shipments (order_id, state, to_collect, tracking_number) values (about.id, 'moving',
      shop.amount_to_collect(about), number)
    on conflict do nothing;
    update shop.shipments set courier = carrier where order_id = about.id and return_id is null
      and state in ('booked', 'moving');
    perform shop.record_at_desk('send_by_hand', 'order', about.order_id, shop.audited(about),
      shop.audited(current) || jsonb_build_object('courier', carrier));
  end loop;
  return jsonb_build_object('done', done, 'left', left_out);
end $$;

-- Records a row of a courier's file, as desk_note_parcels has it, and returns its outcome. What the row says of the order
-- is done as an operator does it by hand; what it says of an exchange, as a courier does.
create function shop.note_parcel(p_courier text, p_number text, p_tracking text, p_state text, p_words text,
  p_is_shipped boolean) returns text
language plpgsql volatile set search_path = '' as $$
declare
  is_handed boolean := p_is_shipped or p_state in ('moving', 'delivered', 'returning');
  parcel shop.shipments;
  about public.orders;
  sent jsonb;
  outcome text := 'unchanged';
begin
  parcel := shop.parcel_with_number(p_courier, p_number, p_tracking);
  if parcel.id is null and (p_number is null or p_tracking is null) then
    return 'no_such_parcel';
  end if;
  if parcel.id is null or parcel.state = 'booked' and parcel.booked_at is null and is_handed then
    p_number := coalesce(p_number, shop.number_of(parcel));
    sent := public.desk_send_by_hand(p_courier, jsonb_build_array(jsonb_build_object('order_id', p_number, 'tracking',
      coalesce(p_tracking, parcel.tracking_number))), is_handed);
    if sent -> 'left' ? p_number then
      return sent -> 'left' ->> p_number;
    end if;
    outcome := case when is_handed then 'moving' else 'booked' end;
    parcel := shop.parcel_with_number(p_courier, p_number, p_tracking);
  end if;
  if p_state in ('delivered', 'returning') and parcel.state <> p_state
     and not (p_state = 'returning' and parcel.state = 'returned') then
    select * into about from public.orders o where o.id = parcel.order_id;
    if parcel.return_id is null then
      perform public.desk_change_order(about.order_id, about.version,
        case p_state when 'delivered' then 'deliver' else 'send_back' end);
    elsif not public.note_tracking(parcel.id, p_state, p_words) then
      return 'status_not_allowed';
    end if;
    outcome := p_state;
  end if;
  update shop.shipments set courier_words = left(p_words, 200) where id = parcel.id
    and courier_words is distinct from left(p_words, 200);
  return outcome;
end $$;

-- Returns the parcel of a courier that has a tracking number, or is of an order or an exchange, or both; an open one first.
create function shop.parcel_with_number(p_courier text, p_number text, p_tracking text) returns shop.shipments
language sql volatile security definer set search_path = '' as $$
  select s from shop.shipments s
  where s.courier = p_courier and coalesce(p_number, p_tracking) is not null
    and (p_tracking is null or upper(s.tracking_number) = upper(trim(p_tracking)))
    and (p_number is null or s.order_id in (select o.id from public.orders o where o.order_id = p_number
        union all select r.order_id from public.returns r where r.number = p_number) and shop.number_of(s) = p_number)
    and s.state not in ('cancelling', 'cancelled', 'refused')
  order by shop.is_open_parcel(s.state) desc, s.created_at desc, s.id limit 1
$$;

-- Returns the tracking number that an order or an exchange has, if it is another one.
create function shop.tracking_before(p_number text, p_tracking text) returns text
language sql stable security definer set search_path = '' as $$
  select s.tracking_number from shop.shipments s
  where s.order_id in (select o.id from public.orders o where o.order_id = p_number
      union all select r.order_id from public.returns r where r.number = p_number) and shop.number_of(s) = p_number
    and shop.has_parcel(s.state) and upper(s.tracking_number) <> upper(trim(p_tracking))
$$;

-- Records what a courier's file says: p_rows is a list of { line, order_id, tracking, state, words }, at most 500, with
-- the number of an order or an exchange, its tracking number, of which one is enough for a parcel that is recorded, and
-- where it is: 'booked', 'moving', 'delivered', 'returning', or null if the row doesn't say so. A parcel that isn't
-- recorded yet is, as by desk_send_by_hand. A row that can't be changes nothing, and neither does one that is recorded
-- already. Returns { line: outcome }: 'booked' for a new number, 'moving', 'delivered', 'returning', 'unchanged', or a
-- refusal; { outcome, before } if its number replaces another. With p_is_tried nothing is kept. Refuses with
-- invalid_courier and too_many_rows (PT400).
create function public.desk_note_parcels(p_courier text, p_rows jsonb, p_is_shipped boolean,
  p_is_tried boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' set statement_timeout = '60s'
as $$
declare
  carrier text;
  one record;
  outcome text;
  before text;
  outcomes jsonb := jsonb '{}';
begin
  perform shop.require_desk('{orders}');
  if jsonb_array_length(p_rows) > 500 or length(p_rows::text) > 400000 then
    raise exception using errcode = 'PT400', message = 'too_many_rows';
  end if;
  begin
    carrier := shop.courier_named(p_courier);
    -- All orders, then all numbers, each in one order everywhere.
    perform shop.lock_sent(array(select coalesce(r.order_id, shop.number_of(shop.parcel_with_number(carrier, null,
      r.tracking))) from jsonb_to_recordset(p_rows) as r (order_id text, tracking text)));
    perform shop.lock_tracking(carrier, array(select r ->> 'tracking' from jsonb_array_elements(p_rows) r));
    for one in select * from jsonb_to_recordset(p_rows)
        as r (line integer, order_id text, tracking text, state text, words text) loop
      before := shop.tracking_before(one.order_id, one.tracking);
      begin
        outcome := shop.note_parcel(carrier, one.order_id, one.tracking, one.state, one.words, p_is_shipped);
      exception when others then
        if sqlstate not like 'PT4%' then
          raise;
        end if;
        outcome := sqlerrm;
      end;
      outcomes := outcomes || jsonb_build_object(one.line, case
        when before is not null and outcome in ('booked', 'moving', 'delivered', 'returning')
        then jsonb_build_object('outcome', outcome, 'before', before) else to_jsonb(outcome) end);
    end loop;
    if p_is_tried then
      raise exception using errcode = 'PT200', message = 'tried';
    end if;
  exception when sqlstate 'PT200' then
    return outcomes;
  end;
  return outcomes;
end $$;

-- Returns the number of what is in a parcel: an order, or an exchange of it.
create function shop.number_of(s shop.shipments) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(r.number, o.order_id) from public.orders o left join public.returns r on r.id = s.return_id
  where o.id = s.order_id
$$;

-- Cancels a parcel that waits or is booked; one that the courier may know of is cancelled there first. Refuses with
-- no_such_parcel (PT404), changed_meanwhile and status_not_allowed (PT409).
create function public.desk_cancel_parcel(p_id uuid, p_version integer) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  about public.orders;
  parcel shop.shipments;
begin
  perform shop.require_desk('{orders}');
  select o.* into about from public.orders o join shop.shipments s on s.order_id = o.id where s.id = p_id
    for update of o;
  select * into parcel from shop.shipments s where s.id = p_id for update;
  if parcel.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_parcel';
  end if;
  perform shop.check_version(parcel.version, p_version);
  if parcel.state not in ('waiting', 'booked') then
    raise exception using errcode = 'PT409', message = 'status_not_allowed';
  end if;
  update shop.shipments s set due_at = now(), attempts = 0, problem = null, state = shop.cancelled_state(s)
  where id = parcel.id;
  perform shop.record_at_desk('cancel_parcel', 'order', about.order_id,
    jsonb_build_object('courier', parcel.courier, 'tracking_number', parcel.tracking_number), null);
end $$;

-- What the desk shows of a parcel: number and sent_version are those of what is in it, an order or an exchange.
create function shop.parcel_row(s shop.shipments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(s) - 'order_id' - 'return_id' - 'asked_at' - 'batch' || (select jsonb_build_object('order_id',
    o.order_id, 'number', coalesce(r.number, o.order_id), 'sent_version', coalesce(r.version, o.version),
    'is_to_be_sent', shop.is_to_be_sent(o, r),
    'name', trim(concat_ws(' ', o.shipping_address ->> 'first_name', o.shipping_address ->> 'last_name')), 'order_city',
      o.shipping_city)
    from public.orders o left join public.returns r on r.id = s.return_id where o.id = s.order_id)
$$;

-- Returns a page of parcels, latest first: of a list, of those that were booked together, or of an order; how many
-- there are, and how many of them still wait for their courier: { rows, total, waiting }. And the names of all
-- couriers.
create function public.desk_parcels(p_list text default null, p_batch uuid default null, p_order text default null,
  p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  size constant integer := 50;
  about uuid := (select o.id from public.orders o where o.order_id = p_order);
  states text[] := case p_list when 'waiting' then '{waiting,cancelling}'::text[] when 'booked' then '{booked}'
    when 'moving' then '{moving,returning}' end;
begin
  perform shop.require_desk('{orders,money,people}');
  return (with listed as materialized (
    select s.id, s.state, s.created_at from shop.shipments s
    where (p_batch is null or s.batch = p_batch) and (p_order is null or s.order_id = about)
      and (states is null or s.state = any (states))
      and (p_list is distinct from 'problems' or s.problem is not null))
  select jsonb_build_object('total', (select count(*) from listed), 'waiting',
    (select count(*) from listed l where l.state in ('waiting', 'cancelling')),
    'couriers', (select jsonb_agg(c.name order by c.name) from shop.couriers c),
    'rows', (select coalesce(jsonb_agg(shop.parcel_row(s) order by s.created_at desc, s.id), '[]') from shop.shipments s
      where s.id in (select l.id from listed l order by l.created_at desc, l.id
        limit size offset size * (greatest(p_page, 1) - 1)))));
end $$;

-- Claims parcels for which their courier has to be asked, at most p_most, each for one process at a time, with what the
-- courier needs. One that isn't settled in time can be claimed again: after a minute, then with backoff up to half an
-- hour. asked_at says since when the courier may know of it, null if it was never asked. p_couriers are those that the
-- shop can ask. Only for the server.
create function public.claim_parcels(p_couriers text[], p_most integer default 1) returns setof jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  parcel shop.shipments;
begin
  for parcel in select * from shop.shipments s where s.state in ('waiting', 'cancelling') and s.due_at <= now()
      and (s.state = 'cancelling' or s.courier = any (p_couriers))
    order by s.due_at, s.created_at limit least(p_most, 100) for update skip locked loop
    update shop.shipments s set attempts = s.attempts + 1, asked_at = coalesce(s.asked_at, now()),
      due_at = now() + least(interval '30 minutes', interval '1 minute' * power(2, least(s.attempts, 10))),
      to_collect = case s.state when 'waiting' then shop.amount_to_collect(o, r) else s.to_collect end
    from public.orders o left join public.returns r on r.id = parcel.return_id
    where s.id = parcel.id and o.id = s.order_id;
    return next (select jsonb_build_object('id', s.id, 'attempt', s.attempts, 'state', s.state, 'courier', s.courier,
      'asked_at', parcel.asked_at,
        'tracking_number', s.tracking_number, 'number', coalesce(r.number, o.order_id), 'to_collect', s.to_collect, 'city',
          coalesce(s.city, o.shipping_city),
        'address', o.shipping_address, 'phone', coalesce(o.contact_phone, o.shipping_address ->> 'phone'), 'notes',
          o.notes,
        'items', (select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity, 'size', i.size,
          'color', i.color) order by i.name, i.id), '[]') from (
            select i.id, i.product_name as name, i.quantity, i.selected_size as size, i.selected_color as color
            from public.order_items i where i.order_id = o.id and r.id is null
            union all select i.order_item_id, i.product_name, i.quantity, i.size, i.color from public.return_items i
            where i.return_id = r.id) i))
      from shop.shipments s join public.orders o on o.id = s.order_id left join public.returns r on r.id = s.return_id
      where s.id = parcel.id);
  end loop;
end $$;

-- Records what came of asking a courier: 'booked' with its number, 'cancelled', 'refused' if it is certain that it does
-- neither, or 'unknown'. Returns 'doubled' if the parcel has another number already, or isn't wanted any more, so that
-- this one has to be cancelled, else null. Only for the server.
create function public.settle_parcel(p_id uuid, p_attempt integer, p_outcome text, p_tracking text default null,
  p_problem text default null)
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  about public.orders;
  parcel shop.shipments;
begin
  select o.* into about from public.orders o join shop.shipments s on s.order_id = o.id where s.id = p_id
    for update of o;
  select * into parcel from shop.shipments s where s.id = p_id for update;
  -- One that was cancelled or refused meanwhile isn't wanted any more.
  if p_outcome = 'booked' and parcel.tracking_number is distinct from p_tracking
     and (parcel.tracking_number is not null or parcel.state in ('cancelled', 'refused'))
     and not exists (select from shop.shipments s where s.order_id = about.id
       and s.return_id is not distinct from parcel.return_id and s.tracking_number = p_tracking) then
    return 'doubled';
  end if;
  -- The late result of an earlier attempt changes nothing, unless the courier has the parcel.
  if parcel.id is null or parcel.state not in ('waiting', 'cancelling') or p_outcome <> 'booked'
    and parcel.attempts <> p_attempt then
    return null;
  end if;
  if p_outcome = 'booked' and parcel.state = 'waiting' then
    update shop.shipments set state = 'booked', tracking_number = p_tracking, booked_at = clock_timestamp(),
      problem = null,
      due_at = now() where id = parcel.id;
    update public.orders set tracking_number = p_tracking where id = about.id and parcel.return_id is null;
    perform shop.record_at_desk('parcel_booked', 'order', about.order_id, null,
      jsonb_build_object('courier', parcel.courier, 'tracking_number', p_tracking));
  elsif p_outcome = 'booked' then
    update shop.shipments set tracking_number = p_tracking, booked_at = clock_timestamp(), due_at = now()
      where id = parcel.id;
  elsif p_outcome = 'cancelled' then
    update shop.shipments set state = 'cancelled', problem = null where id = parcel.id;
    update public.orders set tracking_number = null
    where id = about.id and parcel.return_id is null and status in ('PaymentAccepted', 'Processing')
      and tracking_number = parcel.tracking_number;
    perform shop.record_at_desk('parcel_cancelled', 'order', about.order_id,
      jsonb_build_object('courier', parcel.courier, 'tracking_number', parcel.tracking_number), null);
  elsif p_outcome = 'refused' and parcel.state = 'waiting' then
    update shop.shipments set state = 'refused', problem = left(p_problem, 300) where id = parcel.id;
  elsif p_outcome = 'refused' and parcel.tracking_number is not null and not exists (select from shop.shipments s
      where s.order_id = about.id and s.return_id is not distinct from parcel.return_id and shop.has_parcel(s.state)) then
    -- It can't be cancelled any more, for example because it was picked up.
    update shop.shipments set state = 'booked', problem = left(p_problem, 300), due_at = now() where id = parcel.id;
  else
    update shop.shipments set problem = left(p_problem, 300) where id = parcel.id;
  end if;
  return null;
end $$;

-- Couriers say who took a parcel, which goes with the account. The name sorts after strip_person_from_orders, which
-- locks the orders first.
create function shop.strip_person_from_parcels() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update shop.shipments s set courier_words = null, problem = null from public.orders o
  where o.id = s.order_id and o.user_id = old.id and (s.courier_words is not null or s.problem is not null);
  return old;
end $$;
create trigger strip_person_from_parcels before delete on public.profiles
  for each row execute function shop.strip_person_from_parcels();

-- Claims booked parcels whose courier hasn't been asked for half an hour where they are. Only for the server.
create function public.claim_tracking(p_couriers text[], p_most integer default 50) returns setof jsonb
language sql volatile security definer set search_path = '' as $$
  with due as (select s.id from shop.shipments s where s.state in ('booked', 'moving', 'returning')
    and s.courier = any (p_couriers)
      and s.tracking_number is not null and s.due_at <= now() order by s.due_at limit least(p_most, 100)
        for update skip locked)
  update shop.shipments s set due_at = now() + interval '30 minutes' from due where s.id = due.id
  returning jsonb_build_object('id', s.id, 'courier', s.courier, 'tracking_number', s.tracking_number)
$$;

-- Records where a parcel is: 'booked', 'moving', 'delivered', 'returning', 'returned', 'cancelled', or null if its
-- words tell nothing. The order follows by its allowed transitions; where it can't, the parcel says so. What the
-- courier said before changes nothing again, so that an operator's correction stays. A parcel that comes back changes
-- no order. An exchange is exchanged once its parcel is delivered, and its order stays as it is. Returns whether anything
-- changed. Only for the server.
create function public.note_tracking(p_id uuid, p_state text, p_words text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  about public.orders;
  current public.orders;
  parcel shop.shipments;
begin
  select o.* into about from public.orders o join shop.shipments s on s.order_id = o.id where s.id = p_id
    for update of o;
  select * into parcel from shop.shipments s where s.id = p_id for update;
  if p_state is null or parcel.state not in ('booked', 'moving', 'returning')
    or parcel.courier_state is not distinct from p_state then
    update shop.shipments set courier_words = left(p_words, 200) where id = p_id
      and courier_words is distinct from left(p_words, 200);
    return false;
  end if;
  if parcel.return_id is null and p_state in ('moving', 'delivered', 'returning', 'returned')
    and about.status in ('PaymentAccepted', 'Processing') then
    update public.orders set status = 'Shipped', tracking_number = parcel.tracking_number,
      packed_at = coalesce(packed_at, clock_timestamp()) where id = about.id;
  end if;
  if parcel.return_id is null and p_state = 'delivered' then
    update public.orders set status = 'Delivered' where id = about.id and status = 'Shipped';
  end if;
  select * into current from public.orders o where o.id = about.id;
  update shop.shipments set courier_state = p_state, courier_words = left(p_words, 200),
    state = case p_state when 'booked' then state else p_state end,
    delivered_at = case p_state when 'delivered' then coalesce(delivered_at, clock_timestamp()) end,
    problem = case p_state when 'cancelled' then 'It was cancelled at the courier.'
      when 'returned' then case when parcel.return_id is null
        then 'It came back. Say so on its order’s page, and when it is in hand.'
        else 'It came back. Send it again, or refuse the exchange.' end else case
      when p_state <> 'booked' and current.status not in ('Shipped', 'Delivered')
        then format('The order is %s, and stays so.', current.status) end end
  where id = p_id;
  update public.returns set status = 'exchanged' where id = parcel.return_id and status = 'received'
    and p_state = 'delivered';
  if current.status <> about.status or p_state in ('returning', 'returned', 'cancelled') then
    perform shop.record_at_desk('track_parcel', 'order', about.order_id,
      shop.audited(about) || jsonb_build_object('parcel', parcel.state),
      shop.audited(current) || jsonb_build_object('parcel', p_state));
  end if;
  return true;
end $$;

grant execute on function public.desk_book_parcels(jsonb, text, uuid, text),
  public.desk_send_by_hand(text, jsonb, boolean), public.desk_note_parcels(text, jsonb, boolean, boolean),
  public.desk_cancel_parcel(uuid, integer), public.desk_parcels(text, uuid, text, integer) to authenticated;

-- Whether an open parcel of the courier that isn't of this order, or of this exchange of it, has this number.
create function shop.is_tracking_taken(p_order uuid, p_exchange uuid, p_courier text, p_number text) returns boolean
language sql volatile security definer set search_path = '' as $$
  select exists (select from shop.shipments s
    where s.courier = p_courier and upper(s.tracking_number) = upper(p_number)
      and (s.order_id, s.return_id) is distinct from (p_order, p_exchange)
      and shop.is_open_parcel(s.state))
$$;

-- Lets no other transaction give these numbers of a courier to a parcel before this one ends.
create function shop.lock_tracking(p_courier text, p_numbers text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  one bigint;
begin
  for one in select distinct hashtextextended(p_courier || ' ' || upper(trim(n)), 0) as key from unnest(p_numbers) n
      where trim(n) <> '' order by key loop
    perform pg_advisory_xact_lock(one);
  end loop;
end $$;

-- Holds for all ways in which a parcel of a courier gets another number, such as the page of an order. What a courier
-- itself gave to a parcel that the shop booked, or says in a settlement, is never refused. Refuses with tracking_taken
-- (PT409).
create function shop.keep_tracking_apart() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform shop.lock_tracking(new.courier, array[new.tracking_number]);
  if new.booked_at is null and shop.is_open_parcel(new.state)
     and shop.is_tracking_taken(new.order_id, new.return_id, new.courier, new.tracking_number) then
    raise exception using errcode = 'PT409', message = 'tracking_taken';
  end if;
  return new;
end $$;
create trigger keep_tracking_apart before update of tracking_number on shop.shipments for each row
  when (new.courier is not null and new.tracking_number is not null
    and new.tracking_number is distinct from old.tracking_number)
  execute function shop.keep_tracking_apart();
