-- Returns and exchanges of delivered orders: shoppers request them with a form, operators edit their `status` (decision
-- 93).

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  -- A refund, or other goods instead: the same product in another size or colour, or another product.
  kind text not null check (kind in ('return', 'exchange')),
  status text not null default 'requested'
    check (status in ('requested', 'approved', 'refused', 'withdrawn', 'received', 'refunded', 'exchanged')),
  reason text not null check (reason in ('size', 'damaged', 'wrong_item', 'not_as_described', 'changed_mind')),
  -- The shopper's note to the operators, and the operators' reply; the shopper sees both.
  note text check (length(note) <= 1000),
  answer text check (length(answer) <= 1000),
  -- Paths in the private bucket `files`.
  photos text[] not null default '{}' check (cardinality(photos) <= 3),
  -- In rupees; operators may change that of a return until the items are received. An exchange has one if its new goods
  -- cost less than those that come back.
  refund_amount numeric(12, 2) not null default 0 check (refund_amount >= 0),
  history jsonb not null default '[]' check (jsonb_typeof(history) = 'array'),
  request_key uuid not null unique,
  -- The order in which returns were asked for, under their order's lock.
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- What the new goods of an exchange cost more, which the courier collects with them.
  due_amount numeric(12, 2) not null default 0 check (due_amount >= 0),
  -- The number of an exchange's parcel for couriers, such as ORD-1-2-X1.
  number text unique check (length(number) <= 60),
  -- How many of its steps were taken back.
  corrections integer not null default 0 check (corrections >= 0),
  check (due_amount = 0 or kind = 'exchange' and refund_amount = 0)
);
create trigger raise_version before update on public.returns for each row execute function shop.raise_version();
create index returns_order_id_idx on public.returns (order_id);
create index returns_open_idx on public.returns (created_at) where status in ('requested', 'approved', 'received');
alter table public.returns enable row level security;

create table public.return_items (
  return_id uuid not null references public.returns (id) on delete cascade,
  order_item_id uuid not null references public.order_items (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 9999),
  -- For an exchange: the size that is held for it, and its name at that time.
  variant_id uuid references public.product_variants (id) on delete set null,
  size text,
  -- For an exchange: the product, its colour and prices, which are those that were paid if it is the same product.
  -- Not a reference: the API would know two ways from a size to its product, and the last release asks by name.
  product_id uuid,
  product_name text,
  color_id uuid references public.colors (id) on delete set null,
  color text,
  price numeric(10, 2),
  price_at_purchase numeric(10, 2),
  primary key (return_id, order_item_id)
);
create index return_items_color_id_idx on public.return_items (color_id);
create index return_items_order_item_id_idx on public.return_items (order_item_id);
create index return_items_variant_id_idx on public.return_items (variant_id);
alter table public.return_items enable row level security;

-- Returns what an item is exchanged for: what differs from it, { name, size, color }, each null if it doesn't.
create function shop.replacement_of(given public.return_items, item public.order_items) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'name', case when given.product_id is distinct from item.product_id then given.product_name end,
    'size', given.size,
    'color', case when given.product_id is distinct from item.product_id
      or given.color is distinct from item.selected_color then given.color end)
$$;
grant execute on function shop.replacement_of(public.return_items, public.order_items) to service_role;

-- Returns the same in words. Null for a return.
create function shop.replacement_in_words(given public.return_items, item public.order_items) returns text
language sql immutable set search_path = '' as $$
  select nullif(concat_ws(', ', what ->> 'name', what ->> 'size', what ->> 'color'), '')
  from shop.replacement_of(given, item) as what
$$;
-- For claim_order_mails and list_open_returns, which run with the server's rights.
grant execute on function shop.replacement_in_words(public.return_items, public.order_items) to service_role;

-- Returns the Urdu of the names that an order, its changes and its exchanges have, by their English: { "Guest robe": "…" }.
-- What was changed names products that the order may have no longer, so these are found by their names.
create function shop.urdu_names_of(about public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  names jsonb;
begin
  select jsonb_object_agg(n.english, n.urdu) into names from (
    select p.name as english, p.translations -> 'ur' ->> 'name' as urdu from public.products p
    where about.changes <> '[]'
      and p.name in (select n #>> '{}' from jsonb_path_query(about.changes, '$[*].*.items[*].name') as n)
    union all
    select i.product_name, p.translations -> 'ur' ->> 'name'
    from public.order_items i join public.products p on p.id = i.product_id where i.order_id = about.id
    union all
    select ri.product_name, p.translations -> 'ur' ->> 'name'
    from public.returns r join public.return_items ri on ri.return_id = r.id
      join public.products p on p.id = ri.product_id where r.order_id = about.id
  ) n where n.english is not null and n.urdu is not null;
  return coalesce(names, '{}');
end $$;
grant execute on function shop.urdu_names_of(public.orders) to service_role;

-- Returns whether a return takes no place any more.
create function shop.is_ended_return(status text) returns boolean
language sql immutable set search_path = '' as $$
  select status in ('refused', 'withdrawn')
$$;

create function shop.is_allowed_return_transition(kind text, old_status text, new_status text) returns boolean
language sql immutable set search_path = '' as $$
  select (old_status, new_status) in (('requested', 'approved'), ('requested', 'refused'), ('requested', 'withdrawn'),
      ('approved', 'received'), ('approved', 'refused'), ('approved', 'withdrawn'), ('received', 'refused'))
    or (kind, old_status, new_status) in (('return', 'received', 'refunded'), ('exchange', 'received', 'exchanged'))
$$;

-- Records every status of a return, with its time. Refuses with status_not_allowed (PT409), and with refund_not_sent
-- (PT409) a return set to refunded while its row of refunds is open: setting that row's refunded_at moves the return.
create function shop.follow_return_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := clock_timestamp();
  if tg_op = 'UPDATE' and new.status = old.status then
    if (new.refund_amount, new.due_amount) <> (old.refund_amount, old.due_amount) and new.kind = old.kind
      and old.status not in ('requested', 'approved') then
      raise exception using errcode = 'PT409', message = 'status_not_allowed',
        detail = 'The refund is settled once things are received.';
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and new.corrections = old.corrections
    and not shop.is_allowed_return_transition(new.kind, old.status, new.status) then
    raise exception using errcode = 'PT409', message = 'status_not_allowed',
      detail = format('A %s can''t go from %s to %s.', new.kind, old.status, new.status);
  end if;
  if new.status = 'refunded' and exists (select from public.refunds r where r.return_id = new.id
    and r.refunded_at is null) then
    raise exception using errcode = 'PT409', message = 'refund_not_sent',
      detail = 'Set refunded_at of its row of refunds.';
  end if;
  new.history := new.history || jsonb_build_array(jsonb_build_object('status', new.status, 'timestamp',
    clock_timestamp()));
  return new;
end $$;
create trigger follow_return_status before insert or update on public.returns
  for each row execute function shop.follow_return_status();

-- Mails the shopper about each step; that the money was sent is mailed with its row of refunds. The name sorts before
-- settle_return, whose refund this mail says. What was true before a step that is taken back is no news.
create function shop.mail_return() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.corrections > old.corrections then
    return null;
  end if;
  insert into public.order_mails (order_id, return_id, kind)
  select o.id, new.id, case new.status when 'exchanged' then 'exchange_sent' else 'return_' || new.status end
  from public.orders o where o.id = new.order_id and o.contact_email is not null
    and new.status in ('requested', 'approved', 'received', 'refused', 'exchanged')
  on conflict do nothing;
  return null;
end $$;
create trigger mail_new_return after insert on public.returns
  for each row execute function shop.mail_return();
create trigger mail_return after update of status on public.returns
  for each row when (new.status <> old.status) execute function shop.mail_return();

-- Puts the pieces that an exchange holds back into stock.
create function shop.release_exchange(exchange uuid) returns void
language sql volatile set search_path = '' as $$
  select shop.move_stock_of_exchange(exchange, 1, 'returned')
$$;

-- Puts the refund of what was received on the operators' list.
create function shop.owe_return(received public.returns) returns void
language sql volatile set search_path = '' as $$
  select shop.owe_partial_refund(received.order_id, received.refund_amount - coalesce(sum(r.amount), 0), 'returned',
    p_return => received.id)
  from public.refunds r where r.return_id = received.id
$$;

-- Releases the pieces of an exchange that doesn't take place, and holds them again if its end is taken back; what was
-- received becomes a row of refunds. Received items don't go back on sale by themselves, because somebody must check
-- them first.
create function shop.settle_return() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind = 'exchange' and shop.is_ended_return(new.status) then
    perform shop.release_exchange(new.id);
  elsif new.kind = 'exchange' and shop.is_ended_return(old.status) then
    perform shop.hold_exchange(new.id);
  end if;
  if new.status = 'received' then
    perform shop.owe_return(new);
  elsif old.status = 'received' and new.status not in ('refunded', 'exchanged') then
    perform shop.forget_refund_of_return(new);
  end if;
  if new.kind = 'return' and shop.is_ended_return(new.status) then
    perform shop.refund_others_anew(new);
  end if;
  return null;
end $$;
create trigger settle_return after update of status on public.returns
  for each row when (new.status <> old.status) execute function shop.settle_return();

-- A return is refunded once the last part of it was sent.
create function shop.note_refunded_return() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.returns set status = 'refunded' where id = new.return_id and status = 'received' and kind = 'return'
    and not exists (select from public.refunds r where r.return_id = new.return_id and r.refunded_at is null);
  return null;
end $$;
create trigger note_refunded_return after update of refunded_at on public.refunds
  for each row when (old.refunded_at is null and new.refunded_at is not null and new.return_id is not null)
  execute function shop.note_refunded_return();

-- Returns when an order was delivered, or null.
create function shop.delivered_at(history jsonb) returns timestamptz
language sql stable set search_path = '' as $$
  select max((h ->> 'timestamp')::timestamptz) from jsonb_array_elements(history) h where h ->> 'status' = 'Delivered'
$$;

-- Returns how many of an order's item aren't being returned yet.
create function shop.returnable_quantity(item public.order_items) returns integer
language sql stable security definer set search_path = '' as $$
  select item.quantity - coalesce(sum(i.quantity), 0)::integer
  from public.return_items i join public.returns r on r.id = i.return_id
  where i.order_item_id = item.id and not shop.is_ended_return(r.status)
$$;

-- Returns what an item can be exchanged for: the sizes and colours of a product, with its name, stock and prices. Those
-- of the same product are what was paid. Only what is broken or wrong is exchanged for the same.
create function shop.exchange_choices(item public.order_items, p_product uuid, p_reason text default null)
returns table (product_id uuid, product_name text, variant_id uuid, size text, color_id uuid, color text, stock integer,
  price numeric, price_at_purchase numeric)
language sql stable security definer set search_path = '' as $$
  select p.id, p.name, v.id, v.label, c.id, c.name, shop.stock_of(v.id, c.id),
    case when p.id = item.product_id then item.price else p.price end,
    case when p.id = item.product_id then item.price_at_purchase else p.final_price end
  from public.products p
    left join public.product_variants v on v.product_id = p.id
    left join (public.product_colors pc join public.colors c on c.id = pc.color_id) on pc.product_id = p.id
  where p.id = p_product and p.is_active and p.deleted_at is null
    and (p.id <> item.product_id or p_reason in ('damaged', 'wrong_item')
      or v.label is distinct from item.selected_size or c.id is distinct from shop.color_of(item))
  order by v.display_order, v.label, pc.display_order
$$;

-- Adds items to a return of an order, [{ order_item_id, quantity, product_id, variant_id, color_id }], the last three
-- only for an exchange (shop.exchange_choices): without product_id the same product, without color_id the same colour,
-- as servers of 1.0.0 ask. Refuses with too_many_returned (PT409), and for an exchange with no_such_size (PT400).
create function shop.add_return_items(made public.returns, p_items jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  asked jsonb;
  item public.order_items;
  choice record;
  pieces integer;
begin
  for asked in select * from jsonb_array_elements(p_items) loop
    select * into item from public.order_items i
    where i.id = shop.to_uuid(asked ->> 'order_item_id') and i.order_id = made.order_id;
    pieces := (asked ->> 'quantity')::integer;
    if item.id is null or pieces > shop.returnable_quantity(item) or pieces < 1 then
      raise exception using errcode = 'PT409', message = 'too_many_returned';
    end if;
    insert into public.return_items (return_id, order_item_id, quantity) values (made.id, item.id, pieces);
    continue when made.kind = 'return';
    select * into choice from shop.exchange_choices(item,
      coalesce(shop.to_uuid(asked ->> 'product_id'), item.product_id), made.reason) c
    where c.variant_id is not distinct from shop.to_uuid(asked ->> 'variant_id')
      and c.color_id is not distinct from coalesce(shop.to_uuid(asked ->> 'color_id'),
        case when not asked ? 'product_id' then shop.color_of(item) end);
    if choice.product_id is null then
      raise exception using errcode = 'PT400', message = 'no_such_size';
    end if;
    update public.return_items set product_id = choice.product_id, product_name = choice.product_name,
      variant_id = choice.variant_id, size = choice.size, color_id = choice.color_id, color = choice.color,
      price = choice.price, price_at_purchase = choice.price_at_purchase
    where return_id = made.id and order_item_id = item.id;
  end loop;
end $$;

-- Returns what the new goods of an exchange cost more than what was paid for those that come back: their share of the
-- goods, with the promo code and what the shop took off by hand. Less than nothing goes back, at most what was paid. The
-- same product costs the same.
create function shop.price_difference(made public.returns) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  o public.orders;
  in_code numeric;
  difference numeric;
begin
  select * into o from public.orders x where x.id = made.order_id;
  in_code := greatest(shop.goods_in_code(o.id, o.subtotal), 0.01);
  select coalesce(sum(ri.price_at_purchase * ri.quantity), 0) - coalesce(case when o.subtotal > 0
      -- One division, since the parts may have no end.
      then shop.rounded(greatest(0, (sum(i.price_at_purchase * ri.quantity) * in_code * (o.subtotal - o.discount)
          - coalesce(sum(i.price_at_purchase * ri.quantity) filter (where i.is_in_code), 0) * o.promo_discount * o.subtotal)
        / (in_code * o.subtotal)), o.has_whole_rupees) end, 0)
    into difference
  from public.return_items ri join public.order_items i on i.id = ri.order_item_id
  where ri.return_id = made.id and ri.product_id is distinct from i.product_id;
  return greatest(difference, - shop.refundable(o, made.id));
end $$;

-- Takes the new pieces of an exchange from stock. Refuses with sold_out (PT409).
create function shop.hold_exchange(exchange uuid) returns void
language sql volatile set search_path = '' as $$
  select shop.move_stock_of_exchange(exchange, -1, 'sold')
$$;

-- Requests a return of items of a delivered order, or an exchange, whose new pieces are held at once. The order is locked.
-- request_key makes retries idempotent. p_request:
--   request_key, kind, reason, note, photos
--   days    the return period in days after the delivery, until the end of the day in Pakistan
--   items   as for shop.add_return_items
-- p_is_late lets it be later. Returns { id, is_repeat }. Refuses with not_returnable (PT409) an order that hasn't arrived, or arrived
-- too long ago; nothing_to_return (PT400) and too_many_returned (PT409); no_such_size (PT400) and sold_out (PT409).
create function shop.make_return(about public.orders, p_request jsonb, p_is_late boolean) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  existing uuid;
  made public.returns;
  days integer := (p_request ->> 'days')::integer;
begin
  select r.id into existing from public.returns r where r.request_key = shop.to_uuid(p_request ->> 'request_key')
    and r.order_id = about.id;
  if existing is not null then
    return jsonb_build_object('id', existing, 'is_repeat', true);
  end if;
  if about.status <> 'Delivered' or not p_is_late and (days is null
     or (now() at time zone 'Asia/Karachi')::date > (shop.delivered_at(about.history) at time zone 'Asia/Karachi')::date
       + days) then
    raise exception using errcode = 'PT409', message = 'not_returnable';
  end if;
  if jsonb_typeof(p_request -> 'items') is distinct from 'array' or jsonb_array_length(p_request -> 'items') = 0 then
    raise exception using errcode = 'PT400', message = 'nothing_to_return';
  end if;
  insert into public.returns (order_id, kind, reason, note, photos, request_key, number)
  values (about.id, p_request ->> 'kind', p_request ->> 'reason', nullif(trim(p_request ->> 'note'), ''),
    array(select jsonb_array_elements_text(coalesce(p_request -> 'photos', '[]'))),
    shop.to_uuid(p_request ->> 'request_key'),
    case p_request ->> 'kind' when 'exchange' then (select about.order_id || '-X' || 1 + count(r.number)
      from public.returns r where r.order_id = about.id) end)
  returning * into made;
  perform shop.add_return_items(made, p_request -> 'items');
  if made.kind = 'exchange' then
    perform shop.hold_exchange(made.id);
    update public.returns r set due_amount = greatest(d.amount, 0), refund_amount = greatest(- d.amount, 0)
    from shop.price_difference(made) as d (amount) where r.id = made.id;
  else
    update public.returns r set refund_amount = shop.refund_of_return(made) where r.id = made.id;
  end if;
  return jsonb_build_object('id', made.id, 'is_repeat', false);
end $$;

-- Requests a return as its shopper. Only for the server, which knows whose order it is and the return period. p_request is as for
-- shop.make_return, with order_id (its number), and shopper or attempt_key. Refuses as that, and with no_such_order (PT404).
create function public.request_return(p_request jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  about public.orders;
begin
  -- Locks orders before sizes (decision 21).
  select * into about from public.orders o where o.order_id = p_request ->> 'order_id'
    and (o.user_id = shop.to_uuid(p_request ->> 'shopper')
      or o.user_id is null and o.attempt_key = shop.to_uuid(p_request ->> 'attempt_key')) for update;
  if about.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_order';
  end if;
  return shop.make_return(about, p_request, false);
end $$;

-- Returns the order that a visitor may see: the shopper's own, or the guest's by its key.
create function shop.own_order(p_order_id text, p_attempt_key uuid) returns public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  own public.orders;
begin
  perform shop.bounded(p_order_id, 60);
  select o.* into own from public.orders o where o.order_id = p_order_id
    and (o.user_id = auth.uid() or o.user_id is null and o.attempt_key = p_attempt_key);
  return own;
end $$;

-- Returns the returns of a visitor's own order with their items, latest first; an empty list for any other order. An
-- exchange has the tracking number of its parcel, and the product and colour that its items don't have already.
create function public.get_returns(p_order_id text, p_attempt_key uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(r) - 'request_key' - 'photos' - 'corrections'
    || jsonb_build_object('photo_count', cardinality(r.photos), 'items',
      (select jsonb_agg(jsonb_build_object('order_item_id', i.order_item_id, 'quantity', i.quantity, 'size', i.size,
          'product', case when i.product_id is distinct from o.product_id then i.product_name end,
          'translations', shop.name_in_languages(p),
          'color', case when i.product_id is distinct from o.product_id or i.color is distinct from o.selected_color
            then i.color end))
       from public.return_items i join public.order_items o on o.id = i.order_item_id
         left join public.products p on p.id = i.product_id
       where i.return_id = r.id),
      'tracking_number', (select s.tracking_number from shop.shipments s where s.return_id = r.id
        and s.state in ('moving', 'delivered'))) order by r.created_at desc), '[]')
  from public.returns r where r.order_id = (shop.own_order(p_order_id, p_attempt_key)).id
$$;

-- Returns how many of each item of a visitor's own order can still be returned: { order_item_id: quantity }.
create function public.get_returnable(p_order_id text, p_attempt_key uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(i.id, shop.returnable_quantity(i)), '{}')
  from public.order_items i where i.order_id = (shop.own_order(p_order_id, p_attempt_key)).id
$$;

-- Withdraws a return before its items have arrived. Refuses with no_such_return (PT404) and status_not_allowed (PT409).
create function public.withdraw_return(p_order_id text, p_return uuid, p_attempt_key uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  about public.orders := shop.own_order(p_order_id, p_attempt_key);
begin
  perform from public.orders o where o.id = about.id for update;
  update public.returns r set status = 'withdrawn' where r.id = p_return and r.order_id = about.id;
  if not found then
    raise exception using errcode = 'PT404', message = 'no_such_return';
  end if;
end $$;

-- Lists returns that operators have to handle, oldest first. Only for operators.
create function public.list_open_returns() returns table (id uuid, created_at timestamptz, order_id text, kind text,
  status text,
  reason text, note text, photos text[], refund_amount numeric, items text, contact_email text, contact_phone text)
language sql stable set search_path = '' as $$
  select r.id, r.created_at, o.order_id, r.kind, r.status, r.reason, r.note, r.photos, r.refund_amount,
    (select string_agg(concat_ws(' ', ri.quantity || ' ×', i.product_name, i.selected_size,
      '→ ' || shop.replacement_in_words(ri, i)), ', '
      order by i.id)
     from public.return_items ri join public.order_items i on i.id = ri.order_item_id where ri.return_id = r.id),
    o.contact_email, o.contact_phone
  from public.returns r join public.orders o on o.id = r.order_id
  where r.status in ('requested', 'approved', 'received') order by r.created_at
$$;

-- Returns what of a shopper is open, with what it refunds, or would instead of an exchange: [{ id, order_id, kind,
-- status, refund_amount }], oldest first. Only for the server.
create function public.open_returns_of(p_shopper uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'order_id', o.order_id, 'kind', r.kind, 'status', r.status,
      'refund_amount', case r.kind when 'return' then r.refund_amount else shop.refund_of_return(r) end)
        order by r.created_at, r.id), '[]')
  from public.returns r join public.orders o on o.id = r.order_id
  where o.user_id = p_shopper and r.status in ('requested', 'approved', 'received')
$$;

-- Makes an exchange whose new goods can't be sent a return.
create function shop.refund_instead(exchange public.returns) returns void
language plpgsql set search_path = '' as $$
declare
  changed public.returns;
begin
  perform shop.release_exchange(exchange.id);
  perform shop.cancel_parcel_of_exchange(exchange.id);
  update public.return_items set variant_id = null, size = null, product_id = null, product_name = null, color_id = null,
    color = null, price = null, price_at_purchase = null
  where return_id = exchange.id;
  update public.returns r set kind = 'return', due_amount = 0, refund_amount = greatest(exchange.refund_amount,
    shop.refund_of_return(exchange)) where r.id = exchange.id returning * into changed;
  if changed.status = 'received' then
    perform shop.owe_return(changed);
  end if;
end $$;

-- When an account is deleted, deletes its shopper's texts and photos. A request ends; what was approved may be on its
-- way, so it stays open and is refunded (decision 121). The name sorts after strip_person_from_orders, which locks the
-- orders first.
create function shop.strip_person_from_returns() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.files_to_remove (path)
  select photo from public.returns r join public.orders o on o.id = r.order_id, unnest(r.photos) photo
    where o.user_id = old.id
  on conflict do nothing;
  update public.returns r set note = null, photos = '{}',
    status = case r.status when 'requested' then 'withdrawn' else r.status end
  from public.orders o where o.id = r.order_id and o.user_id = old.id;
  perform shop.refund_instead(r) from (select r as r from public.returns r join public.orders o on o.id = r.order_id
    where o.user_id = old.id and r.kind = 'exchange' and r.status in ('approved', 'received')
      and not exists (select from shop.shipments s where s.return_id = r.id and s.state in ('moving', 'returning', 'delivered'))
    order by r.id) open;
  return old;
end $$;
create trigger strip_person_from_returns before delete on public.profiles
  for each row execute function shop.strip_person_from_returns();

-- Forgets how to reach the person of a deleted account once all that was on its way back has ended, and the mails about
-- it are sent.
create function shop.strip_contact_after_return() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders o set contact_email = null, contact_phone = null, keeps_contact_for_return = false
  where o.id = new.order_id and o.keeps_contact_for_return and o.user_id is null
    and not exists (select from public.returns r where r.order_id = o.id and r.status in ('approved', 'received'))
    and not exists (select from public.order_mails m where m.order_id = o.id and m.state = 'waiting'
      and not shop.is_to_operators(m.kind));
  return null;
end $$;
-- The names sort after those of the triggers that write mails.
create trigger strip_contact_after_return after update of status on public.returns
  for each row when (new.status <> old.status) execute function shop.strip_contact_after_return();
create trigger strip_contact_after_return after update of state on public.order_mails
  for each row when (new.state <> old.state) execute function shop.strip_contact_after_return();

grant execute on function public.get_returns(text, uuid) to anon, authenticated;
grant execute on function public.get_returnable(text, uuid) to anon, authenticated;
grant execute on function public.withdraw_return(text, uuid, uuid) to anon, authenticated;

-- Adds a part of what was paid for an order to the refunds due: from its payments, the largest first, and what they
-- don't cover by hand.
create function shop.owe_partial_refund(p_order uuid, p_amount numeric, p_reason text, p_note text default null,
  p_return uuid default null)
returns void
language plpgsql volatile set search_path = '' as $$
declare
  paid record;
  remaining numeric := p_amount;
begin
  for paid in
    select n.provider, n.provider_payment_id, shop.unrefunded_amount(n) as rest from public.payment_notifications n
    where n.order_id = p_order and n.payment_status = 'COMPLETE' and n.verdict = 'applied' order by rest desc, n.id
  loop
    exit when remaining <= 0 or paid.rest <= 0;
    insert into public.refunds (order_id, return_id, provider, provider_payment_id, amount, reason, note)
    values (p_order, p_return, paid.provider, concat_ws('/', paid.provider_payment_id, gen_random_uuid()),
      least(paid.rest, remaining), p_reason, p_note);
    remaining := remaining - paid.rest;
  end loop;
  insert into public.refunds (order_id, return_id, provider, provider_payment_id, amount, reason, note)
  select p_order, p_return, 'cash', gen_random_uuid(), remaining, p_reason, p_note where remaining > 0;
end $$;

-- What was received and is refused after all refunds nothing. Refuses with already_refunded (PT409) once money was
-- sent.
create function shop.forget_refund_of_return(refused public.returns) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if exists (select from public.refunds r where r.return_id = refused.id and r.refunded_at is not null) then
    raise exception using errcode = 'PT409', message = 'already_refunded';
  end if;
  delete from public.refunds r where r.return_id = refused.id;
end $$;

-- A cash order that its courier brings back was never paid, so nothing of it can have gone back. Refuses with
-- cash_refunded (PT409).
create function shop.refuse_refunded_return_to_origin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.refunds r where r.order_id = new.id and r.provider = 'cash') then
    raise exception using errcode = 'PT409', message = 'cash_refunded';
  end if;
  return null;
end $$;
create trigger refuse_refunded_return_to_origin after update of status on public.orders
  for each row when (new.status = 'ReturnedToOrigin' and old.status = 'Delivered' and new.payment_method = 'cod')
  execute function shop.refuse_refunded_return_to_origin();

-- Returns what the goods that a shopper keeps of an order cost, without delivery: its code counts for them as if only
-- they had been bought, what the shop took off by hand counts by its share.
create function shop.cost_of_kept(o public.orders, p_goods numeric, p_in_code numeric) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  kept shop.order_sums := shop.sums_of(o);
begin
  kept.promo_discount := shop.code_discount_on(o, p_goods, p_in_code);
  kept.discount := case when o.subtotal > 0 then shop.rounded(o.discount * p_goods / o.subtotal, o.has_whole_rupees)
    else 0 end;
  kept.subtotal := p_goods;
  return shop.goods_total(kept);
end $$;

create function shop.refund_of_return(made public.returns, p_with uuid default null) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  o public.orders;
  paid numeric;
  price numeric;
  kept numeric;
  in_code numeric;
  given numeric := 0;
  refund numeric := 0;
  each record;
begin
  select * into o from public.orders x where x.id = made.order_id;
  paid := shop.goods_total(shop.sums_of(o));
  kept := o.subtotal;
  in_code := shop.goods_in_code(o.id, o.subtotal);
  price := shop.cost_of_kept(o, kept, in_code);
  for each in
    select r.reason, sum(i.price_at_purchase * ri.quantity) as back,
      coalesce(sum(i.price_at_purchase * ri.quantity) filter (where i.is_in_code), 0) as back_in_code
    from public.returns r join public.return_items ri on ri.return_id = r.id
      join public.order_items i on i.id = ri.order_item_id
    where r.order_id = o.id and (r.id in (made.id, p_with) or r.kind = 'return'
      and not shop.is_ended_return(r.status))
      and (r.created_at, r.id) <= (made.created_at, made.id)
    group by r.id, r.reason, r.created_at order by r.created_at, r.id
  loop
    given := given + refund;
    kept := kept - each.back;
    in_code := in_code - each.back_in_code;
    refund := greatest(0, price - shop.cost_of_kept(o, kept, in_code) - given,
      case when each.reason in ('damaged', 'wrong_item', 'not_as_described') and o.subtotal > 0
        then shop.rounded(paid * each.back / o.subtotal, o.has_whole_rupees) else 0 end);
  end loop;
  return greatest(0, least(refund, paid
    - (select coalesce(sum(other.refund_amount), 0) from public.returns other
        where other.order_id = o.id and other.id <> made.id and not shop.is_ended_return(other.status))
    - (select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = o.id and r.reason = 'partly')));
end $$;

-- When a return ends without a refund, those of its order that are still asked for refund what they would without it,
-- unless the desk has set another amount.
create function shop.refund_others_anew(ended public.returns) returns void
language plpgsql volatile set search_path = '' as $$
declare
  other public.returns;
  refund numeric;
begin
  for other in select r.* from public.returns r where r.order_id = ended.order_id and r.id <> ended.id
    and r.kind = 'return'
      and r.status in ('requested', 'approved') order by r.created_at, r.id for update loop
    refund := shop.refund_of_return(other);
    if other.refund_amount <> refund and other.refund_amount = shop.refund_of_return(other, ended.id) then
      update public.returns r set refund_amount = refund where r.id = other.id;
    end if;
  end loop;
end $$;

-- Returns what the items of a visitor's own order can be exchanged for: { order_item_id: [choice] }, those of
-- shop.exchange_choices that are in stock. p_product is the last part of another product's address, for all items;
-- without it the same product.
create function public.get_exchange_choices(p_order_id text, p_attempt_key uuid default null,
  p_product text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.bounded(p_product, 200);
  return (select coalesce(jsonb_object_agg(i.id, shop.choices_in_stock(i, p_product)), '{}')
    from public.order_items i where i.order_id = (shop.own_order(p_order_id, p_attempt_key)).id);
end $$;
grant execute on function public.get_exchange_choices(text, uuid, text) to anon, authenticated;

-- The same at the desk, for any order.
create function public.desk_exchange_choices(p_order_id text, p_product text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{orders,money,people}');
  return (select coalesce(jsonb_object_agg(i.id, jsonb_build_object('left', shop.returnable_quantity(i), 'choices',
      shop.choices_in_stock(i, p_product, 'damaged'))), '{}')
    from public.order_items i join public.orders o on o.id = i.order_id where o.order_id = p_order_id);
end $$;

create function shop.choices_in_stock(item public.order_items, p_slug text, p_reason text default null) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(c) - 'stock' || jsonb_build_object('translations',
    (select shop.name_in_languages(p) from public.products p where p.id = c.product_id))), '[]')
  from shop.exchange_choices(item, case when p_slug is null then item.product_id
    else (select p.id from public.products p where p.slug = p_slug) end, p_reason) c
  where c.stock is distinct from 0
$$;

-- Requests a return or exchange for any delivered order at the desk. p_request is as for shop.make_return. After the
-- return period it needs a reason, which is recorded. Refuses as that, with those of shop.require_desk, no_such_order
-- (PT404) and reason_needed (PT400).
create function public.desk_request_return(p_order_id text, p_request jsonb, p_reason text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  about public.orders;
  made jsonb;
  reason text := nullif(left(trim(p_reason), 300), '');
begin
  perform shop.require_desk('{orders}');
  select * into about from public.orders o where o.order_id = p_order_id for update;
  if about.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_order';
  end if;
  begin
    made := shop.make_return(about, p_request, reason is not null);
  exception when sqlstate 'PT409' then
    if sqlerrm <> 'not_returnable' or about.status <> 'Delivered' then raise; end if;
    raise exception using errcode = 'PT400', message = 'reason_needed';
  end;
  if not (made ->> 'is_repeat')::boolean then
    perform shop.record_at_desk('open_return', 'order', about.order_id, null,
      jsonb_build_object('return', p_request ->> 'kind', 'reason', reason));
  end if;
  return made;
end $$;
grant execute on function public.desk_exchange_choices(text, text),
  public.desk_request_return(text, jsonb, text) to authenticated;

-- Cancels the parcel of an exchange that isn't sent; one that the courier may know of is cancelled there first. Refuses
-- with parcel_moves (PT409) one that is on its way.
create function shop.cancel_parcel_of_exchange(exchange uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if exists (select from shop.shipments s where s.return_id = exchange and s.state in ('moving', 'returning', 'delivered')) then
    raise exception using errcode = 'PT409', message = 'parcel_moves';
  end if;
  update shop.shipments s set due_at = now(), attempts = 0, problem = null, state = shop.cancelled_state(s)
  where return_id = exchange and state in ('waiting', 'booked');
end $$;

-- Lets the parcel follow its exchange after a change of that: one that nobody sent is one sent by hand. A step that is
-- taken back has its own parcels (shop.restore_parcels).
create function shop.follow_exchange() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.corrections > old.corrections then
    return null;
  end if;
  if new.status <> 'exchanged' then
    perform shop.cancel_parcel_of_exchange(new.id);
    return null;
  end if;
  update shop.shipments s set due_at = now(), attempts = 0, state = shop.cancelled_state(s)
  where return_id = new.id and state = 'waiting';
  update shop.shipments set state = 'delivered', delivered_at = clock_timestamp(), problem = null
  where return_id = new.id and state in ('booked', 'moving', 'returning');
  insert into shop.shipments (order_id, return_id, state, to_collect, delivered_at)
  values (new.order_id, new.id, 'delivered', new.due_amount, clock_timestamp()) on conflict do nothing;
  return null;
end $$;
create trigger follow_exchange after update of status on public.returns for each row
  when (new.status <> old.status and new.kind = 'exchange' and new.status in ('exchanged', 'refused', 'withdrawn'))
  execute function shop.follow_exchange();

-- Mails the shopper once the parcel of an exchange is on its way.
create function shop.mail_exchange() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_mails (order_id, return_id, kind)
  select o.id, new.return_id, 'exchange_sent' from public.orders o
  where o.id = new.order_id and o.contact_email is not null
  on conflict do nothing;
  return null;
end $$;
create trigger mail_new_exchange after insert on shop.shipments for each row
  when (new.return_id is not null and new.state = 'moving') execute function shop.mail_exchange();
create trigger mail_exchange after update of state on shop.shipments for each row
  when (new.return_id is not null and new.state = 'moving' and old.state <> 'moving')
  execute function shop.mail_exchange();
