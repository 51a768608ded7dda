-- Corrections at the desk: a step of an order can be taken back for a time, its mails wait for that, and a parcel that
-- the courier brings back is a state of its own (decision 168).

-- Steps of orders at the desk: what an order was before each, and the mails that the step brought.
create table public.order_steps (
  number bigint primary key generated always as identity,
  order_id uuid not null references public.orders (id) on delete cascade,
  action text not null check (length(action) between 1 and 60),
  taken_at timestamptz not null default clock_timestamp(),
  -- The version of the order after it. A later one was changed by something else.
  version integer not null,
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  -- The order's parcels after it, without their versions. Another one was changed by something else.
  parcels jsonb not null default '[]' check (jsonb_typeof(parcels) = 'array'),
  mails bigint[] not null default '{}',
  taken_back_at timestamptz,
  -- The return or exchange whose step it is, with its versions and parcels; null for a step of the order itself.
  return_id uuid references public.returns (id) on delete cascade
);
create index order_steps_return_id_idx on public.order_steps (return_id) where return_id is not null;
create index order_steps_order_id_idx on public.order_steps (order_id, number);
alter table public.order_steps enable row level security;

-- Returns the parcels of an order itself, or of an exchange of it, without their versions.
create function shop.parcels_of(p_order uuid, p_exchange uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(to_jsonb(s) - 'version'), '[]') from shop.shipments s
    where s.order_id = p_order and s.return_id is not distinct from p_exchange);
end $$;

-- Returns what a step may change, and taking it back restores: of the order with its version, and its parcels. Call it
-- before the step.
create function shop.state_before_step(o public.orders) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('parcels', shop.parcels_of(o.id, null), 'status', o.status, 'payment_status', o.payment_status,
    'tracking_number', o.tracking_number,
    'confirmed_at', o.confirmed_at, 'phone_confirmed_at', o.phone_confirmed_at, 'packed_at', o.packed_at, 'back_at',
      o.back_at,
    'holds_stock', o.holds_stock, 'hold_until', o.hold_until, 'failure_reason', o.failure_reason, 'version', o.version)
$$;

-- Returns the same for a step of a return.
create function shop.state_before_step(given public.returns) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('parcels', shop.parcels_of(given.order_id, given.id), 'status', given.status,
    'answer', given.answer, 'refund_amount', given.refund_amount, 'version', given.version)
$$;

-- Returns what an order that is shipped jumps over, in words; empty for nothing.
create function shop.skipped_steps(o public.orders, p_tracking text) returns text
language sql stable set search_path = '' as $$
  select concat_ws(', ', case when shop.is_waiting_for(o, 'confirm') then 'isn’t confirmed' end,
    case when o.due_amount > 0 then 'isn’t paid in full, so the courier has to collect the rest' end, case
      when o.packed_at is null then 'isn’t packed' end,
    case when coalesce(p_tracking, o.tracking_number) is null then 'has no tracking number' end)
$$;
create function public.desk_change_order(p_order_id text, p_version integer, p_action text, p_note text default null,
  p_tracking text default null, p_sure boolean default true) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.orders;
  new public.orders;
  before jsonb;
  note text := nullif(left(trim(p_note), 300), '');
  tracking text := nullif(left(trim(p_tracking), 60), '');
  jumped text;
  last_mail bigint;
begin
  perform shop.require_desk('{orders}');
  old := shop.lock_for_desk(p_order_id, p_version);
  before := shop.state_before_step(old);
  last_mail := (select max(m.number) from public.order_mails m where m.order_id = old.id);
  jumped := shop.skipped_steps(old, tracking);
  if p_action = 'ship' and not p_sure and jumped <> '' then
    raise exception using errcode = 'PT409', message = 'jumps_over', detail = jumped;
  end if;
  if p_action = 'confirm' and shop.is_waiting_for(old, 'confirm') then
    update public.orders set confirmed_at = clock_timestamp(), phone_confirmed_at = clock_timestamp() where id = old.id;
  elsif p_action = 'pack' and shop.is_waiting_for(old, 'pack') then
    update public.orders set status = 'Processing', packed_at = clock_timestamp() where id = old.id;
  elsif p_action = 'ship' and old.status in ('PaymentAccepted', 'Processing') then
    update public.orders set status = 'Shipped', tracking_number = coalesce(tracking, tracking_number),
      packed_at = coalesce(packed_at, clock_timestamp()) where id = old.id;
  elsif p_action = 'deliver' and old.status = 'Shipped' then
    update public.orders set status = 'Delivered' where id = old.id;
  elsif p_action = 'cancel' and shop.is_allowed_transition(old.status, 'Cancelled') then
    update public.orders set status = 'Cancelled', failure_reason = null,
      payment_status = payment_status and payment_method <> 'cod' where id = old.id;
    note := concat_ws(': ', 'Cancelled by the shop', note);
  elsif p_action = 'send_back' and old.status in ('Shipped', 'Delivered') then
    -- Goods that were exchanged were delivered.
    if exists (select from public.returns r where r.order_id = old.id
      and r.status in ('requested', 'approved', 'received', 'exchanged')) then
      raise exception using errcode = 'PT409', message = 'return_open';
    end if;
    update public.orders set status = 'ReturnedToOrigin', payment_status = payment_status and payment_method <> 'cod'
      where id = old.id;
  elsif p_action = 'take_in' and old.status = 'ReturnedToOrigin' and old.back_at is null then
    update public.orders set back_at = clock_timestamp(), holds_stock = false where id = old.id;
  elsif p_action = 'track' and old.status in ('Processing', 'PaymentAccepted', 'Shipped') then
    update public.orders set tracking_number = tracking where id = old.id;
  elsif p_action in ('confirm', 'pack', 'ship', 'deliver', 'cancel', 'send_back', 'take_in', 'track') then
    raise exception using errcode = 'PT409', message = 'status_not_allowed';
  else
    raise exception using errcode = 'PT400', message = 'unknown_action';
  end if;
  -- The note belongs to the new status.
  if note is not null and p_action in ('pack', 'ship', 'deliver', 'cancel', 'send_back')
     and (select o.status <> old.status from public.orders o where o.id = old.id) then
    perform shop.note_in_history(old.id, note);
  end if;
  select * into new from public.orders o where o.id = old.id;
  perform shop.record_step(p_action, before, new, coalesce(last_mail, 0));
  perform shop.record_at_desk(p_action, 'order', old.order_id, shop.audited(old), shop.audited(new));
  return shop.desk_row(new);
end $$;
grant execute on function public.desk_change_order(text, integer, text, text, text, boolean) to authenticated;

-- Keeps what an order was before a step (shop.state_before_step), and lets the step's mails wait: those after the last
-- one of before.
create function shop.record_step(p_action text, p_before jsonb, new public.orders, last_mail bigint) returns void
language sql volatile set search_path = '' as $$
  select shop.record_step(p_action, p_before, new.id, null, new.version, last_mail)
$$;

create function shop.record_step(p_action text, p_before jsonb, new public.returns, last_mail bigint) returns void
language sql volatile set search_path = '' as $$
  select shop.record_step(p_action, p_before, new.order_id, new.id, new.version, last_mail)
$$;

create function shop.record_step(p_action text, p_before jsonb, p_order uuid, p_return uuid, p_version integer,
  last_mail bigint) returns void
language sql volatile set search_path = '' as $$
  with waiting as (
    update public.order_mails m set due_at = clock_timestamp() + r.mail_delay from public.order_rules r
    where m.order_id = p_order and m.number > last_mail returning m.number)
  insert into public.order_steps (order_id, return_id, action, version, before, parcels, mails)
  values (p_order, p_return, p_action, p_version, p_before, shop.parcels_of(p_order, p_return),
    array(select number from waiting))
$$;

-- Makes the parcels of an order what they were before a step, but for those that a courier or somebody else has changed
-- since.
create function shop.restore_parcels(step public.order_steps) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from shop.shipments s where s.order_id = step.order_id and s.return_id is not distinct from step.return_id
    and step.parcels @> jsonb_build_array(to_jsonb(s) - 'version')
    and not exists (select from jsonb_array_elements(step.before -> 'parcels') was where was ->> 'id' = s.id::text);
  update shop.shipments s set state = was.state, tracking_number = was.tracking_number, to_collect = was.to_collect,
    problem = was.problem, delivered_at = was.delivered_at, attempts = was.attempts, due_at = was.due_at
  from jsonb_populate_recordset(null::shop.shipments, step.before -> 'parcels') was
  where s.id = was.id and step.parcels @> jsonb_build_array(to_jsonb(s) - 'version')
    and to_jsonb(s) - 'version' <> to_jsonb(was) - 'version'
    -- An order has one open parcel: one that was changed since stays.
    and not exists (select from shop.shipments other where other.order_id = s.order_id
      and other.return_id is not distinct from s.return_id and other.id <> s.id and shop.has_parcel(other.state));
end $$;

-- Returns the last step of an order, or of a return of it, that may still be taken back, or null: the latest one that
-- wasn't, if nothing else has changed it since and its time isn't over.
create function shop.last_step(p_order uuid, p_return uuid, p_version integer) returns public.order_steps
language sql stable set search_path = '' as $$
  select s from public.order_steps s, public.order_rules r
  where s.number = (select max(x.number) from public.order_steps x
      where x.order_id = p_order and x.return_id is not distinct from p_return and x.taken_back_at is null)
    and s.version = p_version and s.taken_at > now() - r.take_back_hold
$$;

create function shop.last_step(o public.orders) returns public.order_steps
language sql stable set search_path = '' as $$
  select shop.last_step(o.id, null, o.version)
$$;

-- Returns what the desk shows of a step that may be taken back: its action, until when, and whether the shopper was
-- mailed about it; null for none.
create function shop.step_row(step public.order_steps) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('action', step.action, 'taken_at', step.taken_at, 'until', step.taken_at + r.take_back_hold,
    'is_told', shop.is_step_mailed(step))
  from public.order_rules r where step.number is not null
$$;

-- Ends a step that is taken back: its mails that wait are withdrawn, and the step before it is the last one again,
-- unless something else has changed the order or the return in between.
create function shop.end_step(step public.order_steps, p_version integer) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.order_mails set taken_back_at = now(), state = case state when 'waiting' then 'superseded'
    else state end,
    ended_at = coalesce(ended_at, now()) where number = any (step.mails);
  update public.order_steps set taken_back_at = now() where number = step.number;
  update public.order_steps set version = p_version
  where number = (select max(number) from public.order_steps where order_id = step.order_id
      and return_id is not distinct from step.return_id and taken_back_at is null)
    and version = (step.before ->> 'version')::integer;
end $$;

-- Returns whether the shopper was mailed about a step; a mail that is being sent counts.
create function shop.is_step_mailed(step public.order_steps) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.order_mails m where m.number = any (step.mails)
    and (m.state = 'sent' or m.attempts > 0))
$$;

-- Returns the refunds that a cancelled order brought of payments that had counted, also of those by hand. A payment that
-- came after it hasn't: it is refunded in any case.
create function shop.refunds_of_cancellation(p_order uuid) returns setof public.refunds
language sql stable set search_path = '' as $$
  select r.* from public.refunds r
  where r.order_id = p_order and r.reason = 'order_cancelled'
    and (r.provider = 'cash' or exists (select from public.payment_notifications n where n.order_id = r.order_id
      and n.provider = r.provider and n.provider_payment_id = r.provider_payment_id and n.verdict = 'applied'
      and n.payment_status = 'COMPLETE'))
$$;

-- Takes the last step of an order back, with a reason, which the record keeps and the order's history says: the order
-- is as it was before, its stock is taken or returned, its parcels too, a refund that isn't sent is removed, and mails
-- that haven't been sent are withdrawn. Returns the order's row and whether a mail of the step was sent. Refuses with
-- those of shop.require_desk and shop.lock_for_desk; with step_is_kept (PT409) if there is no step to take back;
-- already_refunded, return_open, sold_out and promo_used_up (PT409); invalid_reason (PT400).
create function public.desk_take_back(p_order_id text, p_version integer, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.orders;
  new public.orders;
  step public.order_steps;
  was public.orders;
  reason text;
begin
  perform shop.require_desk('{orders}');
  reason := shop.given_reason(p_reason);
  old := shop.lock_for_desk(p_order_id, p_version);
  step := shop.last_step(old);
  if step.number is null then
    raise exception using errcode = 'PT409', message = 'step_is_kept';
  end if;
  if step.action = 'deliver' and exists (select from public.returns r where r.order_id = old.id) then
    raise exception using errcode = 'PT409', message = 'return_open';
  end if;
  if step.action in ('cancel', 'take_in') then
    if exists (select from shop.refunds_of_cancellation(old.id) r where r.refunded_at is not null) then
      raise exception using errcode = 'PT409', message = 'already_refunded';
    end if;
    delete from public.refunds r where r.id in (select x.id from shop.refunds_of_cancellation(old.id) x);
  end if;
  perform shop.restore_parcels(step);
  was := jsonb_populate_record(old, step.before);
  update public.orders set status = was.status, payment_status = was.payment_status,
    tracking_number = was.tracking_number,
    confirmed_at = was.confirmed_at, phone_confirmed_at = was.phone_confirmed_at, packed_at = was.packed_at,
      back_at = was.back_at,
    holds_stock = was.holds_stock, hold_until = case when was.hold_until is not null
      then greatest(was.hold_until, now() + interval '1 hour') end,
    failure_reason = was.failure_reason, corrections = corrections + 1
  where id = old.id;
  if was.status <> old.status then
    perform shop.note_in_history(old.id, 'Corrected by the shop: ' || reason);
  end if;
  select * into new from public.orders o where o.id = old.id;
  perform shop.end_step(step, new.version);
  perform shop.record_at_desk('take_back_' || step.action, 'order', old.order_id, shop.audited(old),
    shop.audited(new) || jsonb_build_object('reason', reason));
  return shop.desk_row(new) || jsonb_build_object('is_told', shop.is_step_mailed(step));
end $$;

-- Takes the last step of a return or exchange back, as public.desk_take_back does those of orders: it is as it was
-- before, its stock is held or returned, its parcels too, and a refund that isn't sent is removed. Refunds of other
-- returns of the order that follow the shop's rule follow it again. Refuses as that, with no_such_return (PT404),
-- refund_too_high (PT409, detail: what is left), and parcel_booked (PT409) while a parcel is booked that couldn't be
-- before.
create function public.desk_take_back_return(p_return uuid, p_version integer, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  about public.orders;
  old public.returns;
  was public.returns;
  step public.order_steps;
  by_rule uuid[];
  correction text;
begin
  perform shop.require_desk('{orders}');
  correction := shop.given_reason(p_reason);
  select * into about from shop.lock_order_of_return(p_return);
  select * into old from public.returns r where r.id = p_return;
  perform shop.check_version(old.version, p_version);
  step := shop.last_step(about.id, old.id, old.version);
  -- What the courier has said of a parcel since isn't taken back.
  if step.number is null or step.parcels <> shop.parcels_of(about.id, old.id)
    and step.action in ('exchange_sent', 'exchange_back') then
    raise exception using errcode = 'PT409', message = 'step_is_kept';
  end if;
  was := jsonb_populate_record(old, step.before);
  if shop.is_ended_return(old.status) then
    perform shop.check_refund(about, was.id, was.refund_amount);
    -- Another return of the same pieces was asked for since.
    if exists (select from public.return_items ri join public.order_items i on i.id = ri.order_item_id
      where ri.return_id = old.id and ri.quantity > shop.returnable_quantity(i)) then
      raise exception using errcode = 'PT409', message = 'too_many_returned';
    end if;
  end if;
  by_rule := array(select r.id from public.returns r where r.order_id = about.id and r.id <> old.id and r.kind = 'return'
    and r.status in ('requested', 'approved') and r.refund_amount = shop.refund_of_return(r));
  perform shop.restore_parcels(step);
  if was.status not in ('received', 'exchanged') and exists (select from shop.shipments s where s.return_id = old.id
    and shop.has_parcel(s.state)) then
    raise exception using errcode = 'PT409', message = 'parcel_booked';
  end if;
  update public.returns set status = was.status, answer = was.answer, refund_amount = was.refund_amount,
    corrections = corrections + 1
  where id = old.id;
  update public.returns set history = jsonb_set(history, '{-1,note}', to_jsonb('Corrected by the shop: ' || correction))
  where id = old.id and was.status <> old.status;
  update public.returns r set refund_amount = shop.refund_of_return(r) where r.id = any (by_rule)
    and r.refund_amount <> shop.refund_of_return(r);
  perform shop.end_step(step, (select r.version from public.returns r where r.id = old.id));
  perform shop.record_at_desk('take_back_return', 'order', about.order_id, jsonb_build_object('return', old.status),
    jsonb_build_object('return', was.status, 'reason', correction));
  return jsonb_build_object('is_told', shop.is_step_mailed(step));
end $$;
grant execute on function public.desk_take_back_return(uuid, integer, text) to authenticated;

-- Returns what the desk shows beside an order: { step, number, shopper }: the action and time of the step that may be taken
-- back, until when, and whether the shopper was mailed about it; how earlier orders with the same phone number ended;
-- and { person, tags, blocks } of whom it went to, null without one. Since 1.2.0 an order in full has its step too.
create function public.desk_order_aside(p_order_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  o public.orders;
  step public.order_steps;
begin
  perform shop.require_desk('{orders,money,people}');
  select * into o from public.orders where order_id = p_order_id;
  step := shop.last_step(o);
  return jsonb_build_object(
    'step', shop.step_row(step),
    'number', shop.orders_by_phone(o.contact_phone, o.id),
    'shopper', (select jsonb_build_object('person', p.head, 'tags', shop.tags_of(p.head), 'blocks',
        shop.blocks_of(p.head))
      from shop.people p where p.phone = o.contact_phone or o.contact_phone is null and p.id = o.user_id));
end $$;

-- Returns how orders ended: { delivered, refused, cancelled, open, returned }. Refused are parcels that came back;
-- returned are those of the delivered ones of which the shopper sent something back.
create function shop.how_orders_ended(p_orders uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('delivered', count(*) filter (where o.status = 'Delivered'),
    'refused', count(*) filter (where o.status = 'ReturnedToOrigin'), 'cancelled',
      count(*) filter (where o.status = 'Cancelled'),
    'open', count(*) filter (where o.status in ('Pending', 'PaymentPending', 'PaymentAccepted', 'Processing',
      'Shipped')),
    'returned', count(*) filter (where o.status = 'Delivered' and exists (select from public.returns r
      where r.order_id = o.id and r.kind = 'return' and r.status in ('received', 'refunded'))))
  from public.orders o where o.id = any (p_orders)
$$;

-- Returns the same of the orders with a phone number, but for one.
create function shop.orders_by_phone(p_phone text, p_but uuid default null) returns jsonb
language sql stable set search_path = '' as $$
  select shop.how_orders_ended(array(select o.id from public.orders o
    where o.contact_phone = p_phone and o.id is distinct from p_but))
$$;

grant execute on function public.desk_take_back(text, integer, text), public.desk_order_aside(text) to authenticated;
