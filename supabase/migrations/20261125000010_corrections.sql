-- Corrections at the desk: a step of an order can be taken back for a time, its mails wait for that, and a parcel that the courier brings
-- back is a state of its own (decision 168).

alter table public.order_rules
  -- For how long a step can be taken back.
  add column take_back_hold interval not null default '24 hours' check (take_back_hold between '1 hour' and '30 days'),
  -- How long the mails of a step wait for that.
  add column mail_delay interval not null default '5 minutes' check (mail_delay between '0 minutes' and '2 hours');

alter table public.orders
  drop constraint orders_status_check,
  add constraint orders_status_check check (status in ('Pending', 'Processing', 'PaymentPending', 'PaymentAccepted', 'PaymentFailed',
    'Shipped', 'Delivered', 'ReturnedToOrigin', 'Cancelled')),
  -- When a parcel that comes back was in the shop's hands again.
  add column back_at timestamptz,
  -- How many of its steps were taken back.
  add column corrections integer not null default 0 check (corrections >= 0);
create index orders_contact_phone_idx on public.orders (contact_phone);

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
  taken_back_at timestamptz
);
create index order_steps_order_id_idx on public.order_steps (order_id, number);
alter table public.order_steps enable row level security;

-- A step that is taken again brings its mail again.
alter table public.order_mails add column taken_back_at timestamptz;
drop index public.one_mail_of_a_kind;
create unique index one_mail_of_a_kind on public.order_mails (order_id, kind) where refund_id is null and return_id is null and taken_back_at is null;

create or replace function shop.is_allowed_transition(old_status text, new_status text) returns boolean
language sql immutable set search_path = '' as $$
  select (old_status, new_status) in (
    ('Pending', 'Processing'), ('Pending', 'PaymentPending'), ('Pending', 'PaymentAccepted'), ('Pending', 'PaymentFailed'),
    ('Pending', 'Cancelled'),
    ('PaymentPending', 'PaymentAccepted'), ('PaymentPending', 'PaymentFailed'), ('PaymentPending', 'Cancelled'),
    ('PaymentFailed', 'PaymentPending'), ('PaymentFailed', 'PaymentAccepted'), ('PaymentFailed', 'Cancelled'),
    ('PaymentAccepted', 'Processing'), ('PaymentAccepted', 'Shipped'), ('PaymentAccepted', 'Cancelled'),
    ('Processing', 'Shipped'), ('Processing', 'Cancelled'),
    ('Shipped', 'Delivered'), ('Shipped', 'Cancelled'), ('Shipped', 'ReturnedToOrigin'), ('Delivered', 'ReturnedToOrigin'))
$$;

-- Records every status of an order, with its time. A step that is taken back leads to the status before it.
create or replace function shop.follow_order_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_new_status boolean := tg_op = 'INSERT' or new.status <> old.status;
  is_correction boolean := tg_op = 'UPDATE' and new.corrections > old.corrections;
begin
  new.updated_at := clock_timestamp();
  if tg_op = 'UPDATE' and is_new_status and not is_correction then
    if not shop.is_allowed_transition(old.status, new.status)
       -- An unpaid card order that is paid in cash instead (pay_in_cash).
       and not (old.status in ('PaymentPending', 'PaymentFailed') and new.status = 'Processing'
         and old.payment_method = 'payfast' and new.payment_method = 'cod') then
      raise exception using errcode = 'PT409', message = 'status_not_allowed',
        detail = format('An order can''t go from %s to %s.', old.status, new.status);
    end if;
    -- A cancelled order returns its stock; an order that continues takes it again (see keep_stock).
    new.holds_stock := case when new.status = 'Cancelled' then false
      when new.status in ('PaymentPending', 'PaymentAccepted', 'Processing') then true else new.holds_stock end;
    if new.payment_method = 'cod' and new.status = 'Shipped' then
      new.confirmed_at := coalesce(new.confirmed_at, clock_timestamp());
    end if;
  end if;
  -- A hold has an end only while a card order is unpaid or a cash order unconfirmed.
  if not new.holds_stock or new.status not in ('Pending', 'PaymentPending', 'PaymentFailed', 'Processing')
     or new.status = 'Processing' and (new.payment_method <> 'cod' or new.confirmed_at is not null) then
    new.hold_until := null;
  end if;
  if is_new_status then
    new.history := new.history || jsonb_build_array(jsonb_build_object('status', new.status, 'timestamp', clock_timestamp(),
      'note', coalesce(case when new.status in ('PaymentFailed', 'Cancelled') then new.failure_reason end, '')));
  end if;
  return new;
end $$;

alter table public.order_mails drop constraint order_mails_kind_check,
  add constraint order_mails_kind_check check (kind in ('unpaid', 'placed', 'paid', 'shipped', 'delivered', 'returned_to_origin', 'cancelled',
    'refund_due', 'refunded', 'return_requested', 'return_approved', 'return_received', 'return_refused', 'exchange_sent',
    'operator_refund'));
alter table public.mail_texts drop constraint mail_texts_kind_check,
  add constraint mail_texts_kind_check check (kind in ('unpaid', 'placed', 'paid', 'shipped', 'delivered', 'returned_to_origin', 'cancelled',
    'refund_due', 'refunded', 'return_requested', 'return_approved', 'return_received', 'return_refused', 'exchange_sent',
    'newsletter_welcome', 'back_in_stock', 'stock_alert_confirmation', 'account_exists'));
insert into public.mail_texts (kind, subject, heading, body, button, closing) values
  ('returned_to_origin', 'Your order {order} is coming back to us', 'Your parcel is coming back to us',
   'The courier couldn’t deliver your parcel and is bringing it back to us. If you have paid it, we send your payment back once it is here.

If you still want it, please call or write to us.', 'See your order', 'Questions? Write to {support_email} or call {support_phone}.');

create or replace function shop.mail_of_status(status text, method text) returns text
language sql immutable set search_path = '' as $$
  select case
    when status = 'Pending' and method = 'payfast' then 'unpaid'
    when status = 'Processing' and method = 'cod' then 'placed'
    when status = 'PaymentAccepted' then 'paid'
    when status = 'ReturnedToOrigin' then 'returned_to_origin'
    when status in ('Shipped', 'Delivered', 'Cancelled') then lower(status) end
$$;

-- What was true before a step is no news.
create or replace function shop.mail_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  mail text := shop.mail_of_status(new.status, new.payment_method);
begin
  if mail is not null and new.contact_email is not null
     and (tg_op = 'INSERT' or new.corrections = old.corrections) then
    insert into public.order_mails (order_id, kind) values (new.id, mail) on conflict do nothing;
  end if;
  return null;
end $$;

-- The payment of a parcel that came back is refunded once it is in the shop's hands.
create trigger refund_returned_order after update of back_at on public.orders
  for each row when (new.back_at is not null and old.back_at is null) execute function shop.refund_cancelled_order();

-- Returns an order's parcels without their versions.
create function shop.parcels_of(p_order uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(to_jsonb(s) - 'version'), '[]') from shop.shipments s where s.order_id = p_order);
end $$;

-- Returns what a step may change, and taking it back restores: of the order with its version, and its parcels. Call it before the step.
create function shop.before_step(o public.orders) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('parcels', shop.parcels_of(o.id), 'status', o.status, 'payment_status', o.payment_status, 'tracking_number', o.tracking_number,
    'confirmed_at', o.confirmed_at, 'phone_confirmed_at', o.phone_confirmed_at, 'packed_at', o.packed_at, 'back_at', o.back_at,
    'holds_stock', o.holds_stock, 'hold_until', o.hold_until, 'failure_reason', o.failure_reason, 'version', o.version)
$$;

-- Returns what an order that is shipped jumps over, in words; empty for nothing.
create function shop.jumps_over(o public.orders, p_tracking text) returns text
language sql stable set search_path = '' as $$
  select concat_ws(', ', case when shop.awaits(o, 'confirm') then 'isn’t confirmed' end, case when o.packed_at is null then 'isn’t packed' end,
    case when coalesce(p_tracking, o.tracking_number) is null then 'has no tracking number' end)
$$;

-- Does one thing with an order and records it: 'confirm' a cash order, 'pack', 'ship' (p_tracking is its tracking number, or null), 'deliver',
-- 'cancel', 'track' (sets the tracking number), 'send_back' (the courier brings the parcel back), 'take_in' (it is in hand). p_note, at most
-- 300 characters, goes into the history, which the shopper sees. Stock, promo codes, refunds and mails follow by the triggers of the tables;
-- the mails wait until the step can't be withdrawn without them (order_rules.mail_delay). Refuses with those of shop.require_desk and
-- shop.lock_for_desk, and with status_not_allowed (PT409); unknown_action (PT400); return_open (PT409) for a parcel of which a return is under
-- way; and without p_sure jumps_over (PT409) for an order that is shipped without another step, whose detail says which.
drop function public.desk_change_order(text, integer, text, text, text);
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
  perform shop.require_desk();
  old := shop.lock_for_desk(p_order_id, p_version);
  before := shop.before_step(old);
  last_mail := (select max(m.number) from public.order_mails m where m.order_id = old.id);
  jumped := shop.jumps_over(old, tracking);
  if p_action = 'ship' and not p_sure and jumped <> '' then
    raise exception using errcode = 'PT409', message = 'jumps_over', detail = jumped;
  end if;
  if p_action = 'confirm' and shop.awaits(old, 'confirm') then
    update public.orders set confirmed_at = clock_timestamp(), phone_confirmed_at = clock_timestamp() where id = old.id;
  elsif p_action = 'pack' and shop.awaits(old, 'pack') then
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
    if exists (select from public.returns r where r.order_id = old.id and r.status in ('requested', 'approved', 'received')) then
      raise exception using errcode = 'PT409', message = 'return_open';
    end if;
    update public.orders set status = 'ReturnedToOrigin', payment_status = payment_status and payment_method <> 'cod' where id = old.id;
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
  perform shop.keep_step(p_action, before, new, coalesce(last_mail, 0));
  perform shop.record_at_desk(p_action, 'order', old.order_id, shop.audited(old), shop.audited(new));
  return shop.desk_row(new);
end $$;
grant execute on function public.desk_change_order(text, integer, text, text, text, boolean) to authenticated;

-- Keeps what an order was before a step (shop.before_step), and lets the step's mails wait: those after the last one of before.
create function shop.keep_step(p_action text, p_before jsonb, new public.orders, last_mail bigint) returns void
language sql volatile set search_path = '' as $$
  with waiting as (
    update public.order_mails m set due_at = clock_timestamp() + r.mail_delay from public.order_rules r
    where m.order_id = new.id and m.number > last_mail returning m.number)
  insert into public.order_steps (order_id, action, version, before, parcels, mails)
  values (new.id, p_action, new.version, p_before, shop.parcels_of(new.id), array(select number from waiting))
$$;

-- Makes the parcels of an order what they were before a step, but for those that a courier or somebody else has changed since.
create function shop.restore_parcels(step public.order_steps) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from shop.shipments s where s.order_id = step.order_id and step.parcels @> jsonb_build_array(to_jsonb(s) - 'version')
    and not exists (select from jsonb_array_elements(step.before -> 'parcels') was where was ->> 'id' = s.id::text);
  update shop.shipments s set state = was.state, tracking_number = was.tracking_number, to_collect = was.to_collect,
    problem = was.problem, delivered_at = was.delivered_at, attempts = was.attempts, due_at = was.due_at
  from jsonb_populate_recordset(null::shop.shipments, step.before -> 'parcels') was
  where s.id = was.id and step.parcels @> jsonb_build_array(to_jsonb(s) - 'version')
    and to_jsonb(s) - 'version' <> to_jsonb(was) - 'version'
    -- An order has one open parcel: one that was changed since stays.
    and not exists (select from shop.shipments other where other.order_id = s.order_id and other.id <> s.id
      and other.state not in ('returned', 'cancelling', 'cancelled', 'refused'));
end $$;

-- Returns the last step of an order that may still be taken back, or null: the latest one that wasn't, if nothing else has changed the
-- order since and its time isn't over.
create function shop.last_step(o public.orders) returns public.order_steps
language sql stable set search_path = '' as $$
  select s from public.order_steps s, public.order_rules r
  where s.number = (select max(number) from public.order_steps where order_id = o.id and taken_back_at is null)
    and s.version = o.version and s.taken_at > now() - r.take_back_hold
$$;

-- Returns whether the shopper was mailed about a step; a mail that is being sent counts.
create function shop.is_told(step public.order_steps) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.order_mails m where m.number = any (step.mails) and (m.state = 'sent' or m.attempts > 0))
$$;

-- Returns the refunds that a cancelled order brought of payments that had counted. A payment that came after it hasn't: it is refunded in any case.
create function shop.refunds_of_cancellation(p_order uuid) returns setof public.refunds
language sql stable set search_path = '' as $$
  select r.* from public.refunds r join public.payment_notifications n on n.order_id = r.order_id and n.provider = r.provider
    and n.provider_payment_id = r.provider_payment_id and n.verdict = 'applied' and n.payment_status = 'COMPLETE'
  where r.order_id = p_order and r.reason = 'order_cancelled'
$$;

-- Takes the last step of an order back, with a reason, which the record keeps and the order's history says: the order is as it was before,
-- its stock is taken or returned, its parcels too, a refund that isn't sent is removed, and mails that haven't been sent are withdrawn. Returns the order's
-- row and whether a mail of the step was sent. Refuses with those of shop.require_desk and shop.lock_for_desk; with step_is_kept (PT409) if there is no step to
-- take back; already_refunded, return_open, sold_out and promo_used_up (PT409); invalid_reason (PT400).
create function public.desk_take_back(p_order_id text, p_version integer, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.orders;
  new public.orders;
  step public.order_steps;
  was public.orders;
  reason text := nullif(trim(p_reason), '');
begin
  perform shop.require_desk();
  if reason is null or length(reason) > 300 then
    raise exception using errcode = 'PT400', message = 'invalid_reason';
  end if;
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
  update public.orders set status = was.status, payment_status = was.payment_status, tracking_number = was.tracking_number,
    confirmed_at = was.confirmed_at, phone_confirmed_at = was.phone_confirmed_at, packed_at = was.packed_at, back_at = was.back_at,
    holds_stock = was.holds_stock, hold_until = case when was.hold_until is not null then greatest(was.hold_until, now() + interval '1 hour') end,
    failure_reason = was.failure_reason, corrections = corrections + 1
  where id = old.id;
  if was.status <> old.status then
    perform shop.note_in_history(old.id, 'Corrected by the shop: ' || reason);
  end if;
  update public.order_mails set taken_back_at = now(), state = case state when 'waiting' then 'superseded' else state end,
    ended_at = coalesce(ended_at, now()) where number = any (step.mails);
  update public.order_steps set taken_back_at = now() where number = step.number;
  select * into new from public.orders o where o.id = old.id;
  -- What came before is the last step now, unless something else has changed the order in between.
  update public.order_steps set version = new.version
  where number = (select max(number) from public.order_steps where order_id = old.id and taken_back_at is null) and version = was.version;
  perform shop.record_at_desk('take_back_' || step.action, 'order', old.order_id, shop.audited(old),
    shop.audited(new) || jsonb_build_object('reason', reason));
  return shop.desk_row(new) || jsonb_build_object('is_told', shop.is_told(step));
end $$;

-- Returns what the desk shows beside an order: { step, number }: the action and time of the step that may be taken back, until when, and
-- whether the shopper was mailed about it; and how earlier orders with the same phone number ended.
create function public.desk_order_aside(p_order_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  o public.orders;
  step public.order_steps;
begin
  perform shop.require_desk();
  select * into o from public.orders where order_id = p_order_id;
  step := shop.last_step(o);
  return jsonb_build_object(
    'step', case when step.number is not null then jsonb_build_object('action', step.action, 'taken_at', step.taken_at,
      'until', (select step.taken_at + r.take_back_hold from public.order_rules r),
      'is_told', shop.is_told(step)) end,
    'number', shop.history_of_number(o.contact_phone, o.id));
end $$;

-- Returns how the orders with a phone number ended, but for one: { delivered, refused, cancelled, open }. Refused are parcels that came back.
create function shop.history_of_number(p_phone text, p_but uuid default null) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('delivered', count(*) filter (where o.status = 'Delivered'),
    'refused', count(*) filter (where o.status = 'ReturnedToOrigin'), 'cancelled', count(*) filter (where o.status = 'Cancelled'),
    'open', count(*) filter (where o.status in ('Pending', 'PaymentPending', 'PaymentAccepted', 'Processing', 'Shipped')))
  from public.orders o where o.contact_phone = p_phone and o.id is distinct from p_but
$$;

grant execute on function public.desk_take_back(text, integer, text), public.desk_order_aside(text) to authenticated;
