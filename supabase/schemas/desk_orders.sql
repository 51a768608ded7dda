-- Orders, refunds and returns at the desk (decision 127).

-- The lists of orders that wait for somebody.
create function shop.is_waiting_for(o public.orders, p_task text) returns boolean
language sql stable set search_path = '' as $$
  select case p_task
    when 'confirm' then o.status = 'Processing' and o.payment_method = 'cod' and o.confirmed_at is null
    when 'pack' then o.packed_at is null and (o.status = 'PaymentAccepted'
      or o.status = 'Processing' and (o.payment_method <> 'cod' or o.confirmed_at is not null))
    when 'ship' then o.status = 'Processing' and o.packed_at is not null
    when 'stale' then o.status = 'PaymentPending' and o.failure_reason is not null
    else false end
$$;

-- Returns the orders with mails that failed or are held: those that are tried again, and those of the last week that
-- were given up.
create function shop.orders_with_failed_mails() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct m.order_id from public.order_mails m
  where m.order_id is not null and (m.state = 'waiting' and (m.attempts > 0 or m.held_until is not null)
    or m.state = 'given_up' and m.ended_at > now() - interval '7 days')
$$;

-- What the desk shows of an order in a list.
create function shop.desk_row(o public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('order_id', o.order_id, 'version', o.version, 'status', o.status,
    'payment_method', o.payment_method,
    'name', trim(concat_ws(' ', o.shipping_address ->> 'first_name', o.shipping_address ->> 'last_name')), 'phone',
      o.contact_phone,
    'city', o.shipping_city, 'total_amount', o.total_amount, 'tracking_number', o.tracking_number, 'created_at',
      o.created_at,
    'confirmed_at', o.confirmed_at, 'packed_at', o.packed_at, 'channel', o.channel,
    'language', o.language, 'is_changed_by_shopper', o.changes @? '$[*] ? (@.by == "shopper")',
    'has_email', o.contact_email is not null,
    'pieces', (select sum(i.quantity) from public.order_items i where i.order_id = o.id))
$$;

-- Returns an order with everything that the desk shows beside it.
create function shop.desk_order(o public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(o) - 'attempt_key' - 'attempt_hash' || jsonb_build_object(
    'step', shop.step_row(shop.last_step(o)),
    'items', (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('sku', p.sku, 'shelf', s.shelf)
        order by i.product_name, i.id), '[]')
      from public.order_items i left join public.products p on p.id = i.product_id
      left join shop.shelves s on s.product_id = i.product_id where i.order_id = o.id),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from public.refunds r
      where r.order_id = o.id),
    'returns', (select coalesce(jsonb_agg(to_jsonb(r) - 'request_key' || jsonb_build_object(
        'step', shop.step_row(shop.last_step(o.id, r.id, r.version)),
        'parcel', (select jsonb_build_object('state', s.state, 'courier', s.courier, 'tracking_number', s.tracking_number)
          from shop.shipments s where s.return_id = r.id and shop.has_parcel(s.state)),
        'items', (
        select jsonb_agg(jsonb_build_object('name', i.product_name, 'size', i.selected_size, 'color', i.selected_color,
          'quantity', ri.quantity, 'new_size', shop.replacement_in_words(ri, i), 'replacement', case
            when ri.product_name is not null then jsonb_build_object('id', i.id, 'name', ri.product_name, 'size', ri.size,
              'color', ri.color, 'sku', p.sku, 'shelf', s.shelf,
              'picture', (select m.url from public.product_media m where m.product_id = p.id and not m.is_banner
                order by (m.color_id = ri.color_id) is true desc, m.is_featured desc, m.display_order, m.id limit 1))
            end) order by i.product_name)
        from public.return_items ri join public.order_items i on i.id = ri.order_item_id
        left join public.products p on p.id = ri.product_id left join shop.shelves s on s.product_id = p.id
        where ri.return_id = r.id))
          order by r.created_at), '[]')
      from public.returns r where r.order_id = o.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'at', n.received_at, 'provider', n.provider,
      'verdict', n.verdict,
        'payment_id', n.provider_payment_id, 'payment_status', n.payment_status, 'amount', n.amount)
          order by n.received_at), '[]')
      from public.payment_notifications n where n.order_id = o.id),
    'mails', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'state', m.state, 'created_at',
      m.created_at,
        'ended_at', m.ended_at, 'held_until', m.held_until, 'problem', m.problem) order by m.number), '[]')
      from public.order_mails m where m.order_id = o.id))
$$;

-- Returns orders in full, in the order of their numbers in the list; unknown numbers are left out.
create function public.desk_orders_in_full(p_numbers text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{orders,money,people}');
  return (select coalesce(jsonb_agg(shop.desk_order(o) order by array_position(p_numbers, o.order_id)), '[]')
    from public.orders o where o.order_id = any (p_numbers));
end $$;

-- Returns the same of at most a hundred orders, for a file. Needs a fresh second factor, and is recorded.
create function public.desk_export_orders(p_numbers text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform shop.require_desk('{orders,money}', p_fresh => true);
  perform shop.bounded(p_numbers, 100, 60);
  perform shop.record_at_desk('export', 'orders', coalesce(p_numbers[1], 'none'), null,
    jsonb_build_object('orders', cardinality(p_numbers)));
  return public.desk_orders_in_full(p_numbers);
end $$;

-- What of an order the record of changes shows.
create function shop.audited(o public.orders) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('status', o.status, 'tracking_number', o.tracking_number, 'confirmed_at', o.confirmed_at,
    'packed_at', o.packed_at, 'note', o.history -> -1 ->> 'note')
$$;

-- Locks an order for a change at the desk. Refuses with no_such_order (PT404), and with changed_meanwhile (PT409) if it
-- isn't the version that the form was made from.
create function shop.lock_for_desk(p_order_id text, p_version integer) returns public.orders
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked public.orders;
begin
  select * into locked from public.orders o where o.order_id = p_order_id for update;
  if locked.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_order';
  end if;
  perform shop.check_version(locked.version, p_version);
  return locked;
end $$;

-- Records that a refund was sent, with the number of the transfer. Needs a fresh second factor. A return becomes
-- 'refunded' and the shopper gets a mail by the triggers. Refuses with no_such_refund (PT404) and already_refunded
-- (PT409).
create function public.desk_record_refund(p_refund uuid, p_reference text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  due public.refunds;
  about text;
begin
  perform shop.require_desk('{money}', p_fresh => true);
  -- Orders are locked before what belongs to them (decision 21).
  perform from public.orders o join public.refunds r on r.order_id = o.id where r.id = p_refund for update of o;
  select * into due from public.refunds r where r.id = p_refund for update;
  if due.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_refund';
  end if;
  if due.refunded_at is not null then
    raise exception using errcode = 'PT409', message = 'already_refunded';
  end if;
  if coalesce(trim(p_reference), '') = '' or length(trim(p_reference)) > 100 then
    raise exception using errcode = 'PT400', message = 'invalid_reference';
  end if;
  update public.refunds set refunded_at = now(), reference = trim(p_reference) where id = due.id;
  about := (select o.order_id from public.orders o where o.id = due.order_id);
  perform shop.record_at_desk('record_refund', case when about is null then 'refund'
    else 'order' end, coalesce(about, due.id::text),
    jsonb_build_object('refund', due.amount, 'payment', due.provider_payment_id, 'reference', null),
    jsonb_build_object('refund', due.amount, 'payment', due.provider_payment_id, 'reference', trim(p_reference)));
end $$;

-- Returns a page of refunds: due ones, oldest first, or sent ones, latest first: { rows, total }, with the reason of
-- a part.
create function public.desk_refunds(p_is_sent boolean default false, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
begin
  perform shop.require_desk('{money}');
  return jsonb_build_object('total', (select count(*) from public.refunds r
    where (r.refunded_at is not null) = p_is_sent),
    'rows', (select coalesce(jsonb_agg(to_jsonb(r) - 'place' order by r.place), '[]') from (
      select r.id, r.created_at, r.amount, r.reason, r.provider, r.provider_payment_id, r.refunded_at, r.reference,
        r.note, o.order_id,
        o.contact_phone, row_number() over (order by case when p_is_sent then - extract(epoch from r.refunded_at)
          else extract(epoch from r.created_at) end, r.id) as place
      from public.refunds r left join public.orders o on o.id = r.order_id where (r.refunded_at is not null) = p_is_sent
      order by place limit size offset size * (greatest(p_page, 1) - 1)) r));
end $$;

-- Locks the order of a return and returns it. Refuses with no_such_return (PT404).
create function shop.lock_order_of_return(p_return uuid) returns public.orders
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked public.orders;
begin
  select o.* into locked from public.orders o join public.returns r on r.order_id = o.id where r.id = p_return
    for update of o;
  if locked.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_return';
  end if;
  return locked;
end $$;

-- Refuses with refund_too_high (PT409, detail: what is left) a refund of a return beyond what was paid.
create function shop.check_refund(about public.orders, p_return uuid, p_amount numeric) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_amount > shop.refundable(about, p_return) then
    raise exception using errcode = 'PT409', message = 'refund_too_high',
      detail = to_char(shop.refundable(about, p_return), 'FM999,999,990.00');
  end if;
end $$;

-- Decides about a return: approves, refuses, receives or exchanges it. p_answer is what the shopper reads; p_amount
-- the refund in rupees, null to leave it, at most what is left of what was paid. 'came_back' says that the parcel of an
-- exchange came back, which then can be sent again or refused. A step can be taken back for a time. Refuses with
-- no_such_return (PT404), changed_meanwhile and status_not_allowed (PT409), refund_too_high (PT409, detail: what is left),
-- parcel_moves (PT409), invalid_amount (PT400).
create function public.desk_decide_return(p_return uuid, p_version integer, p_status text, p_answer text default null,
  p_amount numeric default null) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.returns;
  new public.returns;
  about public.orders;
  before jsonb;
  last_mail bigint;
begin
  perform shop.require_desk('{orders}');
  about := shop.lock_order_of_return(p_return);
  select * into old from public.returns r where r.id = p_return for update;
  perform shop.check_version(old.version, p_version);
  before := shop.state_before_step(old);
  last_mail := (select max(m.number) from public.order_mails m where m.order_id = about.id);
  if p_status not in ('approved', 'refused', 'received', 'exchanged', 'came_back') then
    raise exception using errcode = 'PT409', message = 'status_not_allowed';
  end if;
  if p_amount is not null and (old.kind <> 'return' or p_amount < 0 or p_amount > about.total_amount) then
    raise exception using errcode = 'PT400', message = 'invalid_amount';
  end if;
  if old.status in ('requested', 'approved') and p_status <> 'refused' then
    perform shop.check_refund(about, old.id, coalesce(p_amount, old.refund_amount));
  end if;
  update public.returns set refund_amount = coalesce(p_amount, refund_amount),
    answer = coalesce(nullif(left(trim(p_answer), 1000), ''), answer)
  where id = old.id;
  if p_status = 'came_back' then
    update shop.shipments set state = 'returned', problem = null where return_id = old.id
      and state in ('moving', 'returning');
    if not found then
      raise exception using errcode = 'PT409', message = 'status_not_allowed';
    end if;
  else
    update public.returns set status = p_status where id = old.id;
  end if;
  select * into new from public.returns r where r.id = old.id;
  perform shop.record_step(case p_status when 'came_back' then 'exchange_back' else 'return_' || p_status end, before, new,
    coalesce(last_mail, 0));
  perform shop.record_at_desk('decide_return', 'order', about.order_id,
    jsonb_build_object('return', old.status, 'refund_amount', old.refund_amount),
    jsonb_build_object('return', p_status, 'refund_amount', coalesce(p_amount, old.refund_amount)));
end $$;

-- Corrects what an exchange costs more (p_amount above zero, at most what is sent instead) or gives back (below zero, at
-- most what is left of what was paid), until its goods are received. The shopper reads the reason. Refuses with
-- those of shop.lock_order_of_return; changed_meanwhile and status_not_allowed (PT409); due_too_high and refund_too_high
-- (PT409, detail: the most); invalid_reason (PT400).
create function public.desk_correct_difference(p_return uuid, p_version integer, p_amount numeric, p_reason text)
returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  about public.orders;
  old public.returns;
  correction text;
  most numeric;
begin
  perform shop.require_desk('{money}');
  correction := shop.given_reason(p_reason);
  about := shop.lock_order_of_return(p_return);
  select * into old from public.returns r where r.id = p_return for update;
  perform shop.check_version(old.version, p_version);
  if old.kind <> 'exchange' or old.status not in ('requested', 'approved') then
    raise exception using errcode = 'PT409', message = 'status_not_allowed';
  end if;
  most := (select sum(ri.price_at_purchase * ri.quantity) from public.return_items ri where ri.return_id = old.id);
  if p_amount is null or p_amount <> round(p_amount, 2) or p_amount > most then
    raise exception using errcode = 'PT409', message = 'due_too_high', detail = to_char(most, 'FM999,999,990.00');
  end if;
  perform shop.check_refund(about, old.id, - p_amount);
  update public.returns set due_amount = greatest(p_amount, 0), refund_amount = greatest(- p_amount, 0),
    history = jsonb_set(history, '{-1,note}', to_jsonb('Corrected by the shop: ' || correction))
  where id = old.id;
  perform shop.record_at_desk('correct_difference', 'order', about.order_id,
    jsonb_build_object('due_amount', old.due_amount, 'refund_amount', old.refund_amount),
    jsonb_build_object('due_amount', greatest(p_amount, 0), 'refund_amount', greatest(- p_amount, 0), 'reason', correction));
end $$;

-- Returns a page of returns: open ones, oldest first, or all, latest first: { rows, total }.
create function public.desk_returns(p_is_open boolean default true, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
begin
  perform shop.require_desk('{orders,money,people}');
  return jsonb_build_object('total', (select count(*) from public.returns r
      where not p_is_open or r.status in ('requested', 'approved', 'received')),
    'rows', (select coalesce(jsonb_agg(to_jsonb(r) - 'place' order by r.place), '[]') from (
      select r.id, r.created_at, r.kind, r.status, r.reason, r.refund_amount, o.order_id, o.contact_phone,
        o.shipping_city as city,
        row_number() over (order by case when p_is_open then extract(epoch from r.created_at)
          else - extract(epoch from r.created_at) end, r.id)
          as place
      from public.returns r join public.orders o on o.id = r.order_id
      where not p_is_open or r.status in ('requested', 'approved', 'received')
      order by place limit size offset size * (greatest(p_page, 1) - 1)) r));
end $$;

-- Returns whether somebody at the desk should answer a conversation. Quick answers are the shop's own until they are
-- handed over.
create function shop.waits_for_desk(c public.user_conversations) returns boolean
language sql stable set search_path = '' as $$
  select c.waiting_since is not null and c.status = 'open' and c.mode <> 'predefined'
$$;

-- Returns what waits for somebody: numbers, and since when the oldest has been waiting.
create function public.desk_today() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{}');
  return (select coalesce(jsonb_object_agg(name, jsonb_build_object('count', number, 'since', since)), '{}') from (
    select 'confirm' as name, count(*) as number, min(o.created_at) as since from public.orders o
      where o.status = 'Processing' and shop.is_waiting_for(o, 'confirm')
    union all select 'pack', count(*), min(o.created_at) from public.orders o
      where o.status in ('PaymentAccepted', 'Processing') and shop.is_waiting_for(o, 'pack')
    union all select 'ship', count(*), min(o.packed_at) from public.orders o where o.status = 'Processing'
      and shop.is_waiting_for(o, 'ship')
    union all select 'stale', count(*), min(o.updated_at) from public.orders o where o.status = 'PaymentPending'
      and shop.is_waiting_for(o, 'stale')
    union all select 'refunds', count(*), min(r.created_at) from public.refunds r where r.refunded_at is null
    union all select 'returns', count(*), min(r.created_at) from public.returns r
      where r.status in ('requested', 'approved', 'received')
    union all select 'chats', count(*), min(c.waiting_since) from public.user_conversations c
      where c.waiting_since is not null and shop.waits_for_desk(c)
    union all select 'contact', count(*), min(s.created_at) from public.contact_submissions s
      where s.answered_at is null
    union all select 'stock', count(*), null from public.product_variants v
      join public.products p on p.id = v.product_id
      where v.stock <= 3 and p.is_active and p.deleted_at is null
    union all select 'mails', count(*), null from shop.orders_with_failed_mails()) as waiting
    where shop.is_allowed_at_desk(case when name = 'refunds' then '{money}' when name in ('chats', 'contact')
      then '{people}' when name = 'stock' then '{products}' else '{orders}' end::text[]));
end $$;

grant execute on function public.desk_orders_in_full(text[]), public.desk_export_orders(text[]),
  public.desk_record_refund(uuid, text), public.desk_refunds(boolean, integer),
  public.desk_decide_return(uuid, integer, text, text, numeric),
  public.desk_correct_difference(uuid, integer, numeric, text), public.desk_returns(boolean, integer),
    public.desk_today() to authenticated;

-- Orders by phone, WhatsApp and Instagram, which operators enter at the desk (decision 185).

grant execute on function public.desk_draft_order(jsonb, text, text, text, text, text),
  public.desk_place_order(uuid, jsonb, numeric) to authenticated;
create function public.desk_orders(p_search text default null, p_statuses text[] default null,
  p_method text default null,
  p_task text default null, p_from date default null, p_until date default null, p_page integer default 1,
    p_channel text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  size constant integer := 50;
  -- Orders of other statuses wait for nothing, and needn't be looked at.
  statuses text[] := coalesce(p_statuses, case p_task when 'pack' then array['PaymentAccepted', 'Processing']
    when 'stale' then array['PaymentPending'] when 'confirm' then array['Processing'] when 'ship'
      then array['Processing'] end);
  found uuid[] := shop.found('order', p_search);
  since timestamptz := shop.begin_of(p_from);
  before timestamptz := shop.begin_of(p_until + 1);
  total bigint;
  rows jsonb;
begin
  perform shop.require_desk('{orders,money,people}');
  select count(*) into total from public.orders o
  where (found is null or o.id = any (found)) and (statuses is null or o.status = any (statuses))
    and (p_method is null or o.payment_method = p_method) and (p_channel is null or o.channel = p_channel)
    and (p_task is null or p_task <> 'mails' and shop.is_waiting_for(o, p_task)
      or p_task = 'mails' and o.id in (select shop.orders_with_failed_mails()))
    and (since is null or o.created_at >= since) and (before is null or o.created_at < before);
  select coalesce(jsonb_agg(shop.desk_row(o) order by o.created_at desc, o.id), '[]') into rows from (
    select * from public.orders o
    where (found is null or o.id = any (found)) and (statuses is null or o.status = any (statuses))
      and (p_method is null or o.payment_method = p_method) and (p_channel is null or o.channel = p_channel)
      and (p_task is null or p_task <> 'mails' and shop.is_waiting_for(o, p_task)
      or p_task = 'mails' and o.id in (select shop.orders_with_failed_mails()))
      and (since is null or o.created_at >= since) and (before is null or o.created_at < before)
    order by o.created_at desc, o.id limit size offset size * (greatest(p_page, 1) - 1)) o;
  return jsonb_build_object('rows', rows, 'total', total);
end $$;
grant execute on function public.desk_orders(text, text[], text, text, date, date, integer, text) to authenticated;

-- Returns who made an entry, { email } or { by, name }: 'shopper', 'provider', 'courier', 'timer', or 'server' for somebody
-- who edits the tables.
create function shop.maker_of(e shop.entries, o public.orders) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when e.made_by is not null then jsonb_build_object('email', coalesce(
      (select u.email from auth.users u where u.id = e.made_by),
      (select a.actor_email from public.desk_audit a where a.actor = e.made_by order by a.id desc limit 1)))
    when e.cause = 'payment' then jsonb_build_object('by', 'provider', 'name', split_part(e.subject, ':', 1))
    when e.cause = 'parcel' and parcel.courier is not null
      then jsonb_build_object('by', 'courier', 'name', parcel.courier)
    -- The desk is known by made_by.
    when e.cause in ('before', 'placed', 'changed')
      or e.kind = 'refund_due' and coalesce(refund.reason, 'order_changed') = 'order_changed'
      then jsonb_build_object('by', 'shopper')
    -- A shopper cancels by a press, which the history says; else the time to confirm was over.
    when e.cause = 'cancelled' or refund.reason = 'order_cancelled' then jsonb_build_object('by',
      case when o.history @? '$[*] ? (@.note starts with "Cancelled by the shopper")' then 'shopper' else 'timer' end)
    when e.kind = 'refund_due' and refund.reason not in ('returned', 'partly')
      then jsonb_build_object('by', 'provider', 'name', refund.provider)
    else jsonb_build_object('by', 'server') end
  from (select) as one
  left join shop.shipments parcel on parcel.order_id = o.id and parcel.id::text = e.subject
  left join public.refunds refund on refund.order_id = o.id and refund.id::text = e.subject
$$;

-- Returns the entries of an order in their order, { order, courier }: what each is about, who made it, and what the
-- shopper, or the courier, owes after it; of the order's also what is to be sent back then.
create function public.desk_order_ledger(p_order_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{orders,money,people}');
  return (
    with entries as (
      select e.number, e.account, jsonb_build_object('number', e.number, 'made_at', e.made_at, 'kind', e.kind,
          'cause', e.cause, 'amount', e.amount, 'reason', e.reason, 'courier', e.courier, 'pieces', e.pieces,
          'maker', shop.maker_of(e, o), 'owed', case e.account
            when 'order' then sum(e.amount) filter (where e.kind <> 'refunded') over so_far
            else sum(e.amount) over (partition by e.account, e.courier order by e.number) end,
          'to_refund', sum(e.amount) filter (where e.kind in ('refund_due', 'refunded')) over so_far,
          'item', case when coalesce(i.product_name, sent.product_name, p.name) is not null then jsonb_build_object(
            'name', coalesce(i.product_name, sent.product_name, p.name), 'size', coalesce(i.selected_size, sent.size),
            'color', coalesce(i.selected_color, sent.color)) || case when e.subject like '%/new' then '{"is_sent": true}'
              else '{}' end::jsonb end,
          'payment', case when e.cause = 'payment' then e.subject end,
          'tracking', s.tracking_number, 'refund', r.reason, 'note', r.note, 'reference', r.reference) as entry
      from public.orders o join shop.entries e on e.order_id = o.id
        left join public.order_items i on i.order_id = o.id and i.id::text = split_part(e.subject, '/', -1)
        left join public.return_items sent on e.subject like '%/new'
          and sent.return_id = shop.to_uuid(split_part(e.subject, '/', 1))
          and sent.order_item_id = shop.to_uuid(split_part(e.subject, '/', 3))
        left join public.products p on p.id = e.product_id
        left join shop.shipments s on s.order_id = o.id and s.id::text = e.subject
        left join public.refunds r on r.order_id = o.id and r.id::text = e.subject
      where o.order_id = shop.bounded(p_order_id, 60)
      window so_far as (partition by e.account order by e.number)
    )
    select jsonb_build_object(
      'order', coalesce(jsonb_agg(entry order by number) filter (where account = 'order'), '[]'),
      'courier', coalesce(jsonb_agg(entry order by number) filter (where account = 'courier'), '[]'))
    from entries);
end $$;
grant execute on function public.desk_order_ledger(text) to authenticated;
