-- Payments: attempts, notifications, and the only functions that may mark an order as paid. Protocols: payfast.co.za's
-- notification (ITN) and gopayfast.com's (IPN; decision 92). DB-80, DB-81, DB-86; decision 107.

create table public.transactions (
  id uuid primary key default gen_random_uuid(),
  order_ref text not null,
  order_id uuid not null references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  response jsonb not null default '{"status": "Initiated"}'
);
create index transactions_order_id_idx on public.transactions (order_id, created_at desc);
alter table public.transactions enable row level security;

-- Every notification with a right signature as received, stored before it is verified; the verdict follows. So no
-- payment can go unrecorded. Of others only a summary is stored, because anybody may post them (decision 107).
create table public.payment_notifications (
  id uuid primary key default gen_random_uuid(),
  provider text not null default 'payfast' check (length(provider) between 1 and 40),
  received_at timestamptz not null default now(),
  -- The sender's IP address, and the body as received, with its signature.
  source text check (length(source) <= 60),
  body text check (length(body) <= 16384),
  -- Only without a right signature: the SHA-256 of the body that isn't stored.
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  -- Null until it is verified: 'applied', 'ignored', 'refund', 'duplicate', 'unknown_order', 'wrong_amount', or why it
  -- was rejected ('forged', 'wrong source', …).
  verdict text check (length(verdict) between 1 and 40),
  provider_payment_id text,
  payment_status text,
  order_id uuid references public.orders (id) on delete set null,
  amount numeric(12, 2),
  message jsonb not null default '{}',
  check (digest is null or body is null and order_id is null and octet_length(message::text) <= 700)
);
create index payment_notifications_unsigned_idx on public.payment_notifications (received_at, source)
  where digest is not null;
create index payment_notifications_order_id_idx on public.payment_notifications (order_id);
create index payment_notifications_received_at_idx on public.payment_notifications (received_at);
-- A payment counts once per status; rejected notifications don't count.
create unique index payment_notifications_counted_key on public.payment_notifications
  (provider, provider_payment_id, payment_status) where verdict in ('applied', 'ignored', 'refund');
alter table public.payment_notifications enable row level security;

-- Payments to be refunded, one row each: the operators' list. Rows are never overwritten.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.orders (id) on delete set null,
  provider text not null,
  provider_payment_id text not null,
  amount numeric(12, 2) not null check (amount > 0),
  -- Why it isn't a payment of an order; the shop has a text for each (app/orders/refund.ts), except for unknown orders,
  -- which have no shopper.
  reason text not null check (reason in ('too_late', 'paid_twice', 'order_cancelled', 'cash_order', 'wrong_amount',
    'unknown_order',
    'returned', 'order_changed', 'partly')),
  created_at timestamptz not null default now(),
  -- Set by the operator who has returned the money.
  refunded_at timestamptz,
  -- How the money was sent back: the number of the transfer.
  reference text check (length(reference) <= 100),
  -- A refund of a return may come from several payments, one row each.
  return_id uuid references public.returns (id) on delete set null,
  -- Why a part is refunded, in words for the shopper.
  note text check (length(note) <= 300),
  unique (provider, provider_payment_id)
);
create index refunds_order_id_idx on public.refunds (order_id);
create index refunds_due_idx on public.refunds (created_at) where refunded_at is null;
alter table public.refunds enable row level security;
create index refunds_return_id_idx on public.refunds (return_id);
create policy "shoppers read the refunds of their own orders" on public.refunds
  for select to authenticated using (exists (select from public.orders o
    where o.id = refunds.order_id and o.user_id = (select auth.uid())));
grant select on public.refunds to authenticated;

-- Lists open refunds, oldest first, with the shopper's contact. Only for operators, who set refunded_at when they have
-- returned one.
create function public.list_refunds_due() returns table (id uuid, created_at timestamptz, amount numeric, reason text,
  provider text, provider_payment_id text, order_id text, contact_email text, contact_phone text)
language sql stable set search_path = '' as $$
  select r.id, r.created_at, r.amount, r.reason, r.provider, r.provider_payment_id, o.order_id, o.contact_email,
    o.contact_phone
  from public.refunds r left join public.orders o on o.id = r.order_id
  where r.refunded_at is null
  order by r.created_at
$$;

-- Returns a guest's order with its items, the translations of their names, and refunds to the browser that holds its
-- key (decision 101); null for any other key.
create function public.get_guest_order(p_order_id text, p_attempt_key uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.bounded(p_order_id, 60);
  return (select shop.order_as_json(o) || jsonb_build_object('items',
      (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('translations', shop.name_in_languages(p))), '[]')
        from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = o.id),
          'refunds',
      (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.refunds r where r.order_id = o.id),
          'order_mails',
      (select coalesce(jsonb_agg(jsonb_build_object('held_until', m.held_until)), '[]') from public.order_mails m
        where m.order_id = o.id))
    from public.orders o where o.order_id = p_order_id and o.attempt_key = p_attempt_key and o.user_id is null);
end $$;
grant execute on function public.get_guest_order(text, uuid) to anon, authenticated;
create policy "shoppers read the payments of their own orders" on public.transactions
  for select to authenticated using (exists (select from public.orders o
    where o.id = transactions.order_id and o.user_id = (select auth.uid())));
grant select on public.transactions to authenticated;

-- Returns the order that a payment function may change: the shopper's own, the guest's by its key, any for the server.
create function shop.payable_order(p_order_id text, p_attempt_key uuid) returns public.orders
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.orders;
begin
  perform shop.bounded(p_order_id, 60);
  select o.* into found from public.orders o
  where o.order_id = p_order_id
    and (o.user_id = auth.uid() or (o.user_id is null and o.attempt_key = p_attempt_key)
         or (auth.uid() is null and shop.is_operator()))
  for update;
  return found;
end $$;

-- Starts a card payment, the first or another one: sets PaymentPending, clears the failure reason, records an
-- attempt and renews the hold on its stock. An order whose hold has expired takes stock again. For a paid order that
-- costs more now (due_amount) it is an attempt at the rest, which changes nothing else.
-- Refuses with not_payable (PT409) an order that is paid, cash on delivery or cancelled; no_such_order (PT404); and
-- for an order whose hold has expired sold_out and promo_used_up (PT409) and too_many_unpaid_orders (PT429); and
-- with too_many_payments (PT429) the twenty-first attempt at one order, since each adds rows. p_earlier_keys are the
-- attempt keys of a guest's browser, as for place_order.
create function public.start_payment(p_order_id text, p_attempt_key uuid default null,
  p_earlier_keys uuid[] default '{}')
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  paid_for public.orders;
  is_rest boolean;
begin
  perform shop.bounded(p_earlier_keys, 100, 36), shop.lock_shopper(auth.uid());
  paid_for := shop.payable_order(p_order_id, p_attempt_key);
  if paid_for.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_order';
  end if;
  is_rest := paid_for.due_amount > 0 and paid_for.status in ('PaymentAccepted', 'Processing');
  if paid_for.payment_method <> 'payfast' or paid_for.status not in ('Pending', 'PaymentPending', 'PaymentFailed')
    and not is_rest then
    raise exception using errcode = 'PT409', message = 'not_payable';
  end if;
  if (select count(*) from public.transactions t where t.order_id = paid_for.id) >= 20 then
    raise exception using errcode = 'PT429', message = 'too_many_payments';
  end if;
  if not is_rest then
    if not paid_for.holds_stock then
      perform shop.check_unpaid_orders(paid_for.user_id, p_earlier_keys);
    end if;
    update public.orders set status = 'PaymentPending', payment_status = false, failure_reason = null,
      hold_until = now() + (select unpaid_hold from public.order_rules)
    where id = paid_for.id returning * into paid_for;
  end if;
  insert into public.transactions (order_ref, order_id)
  values (case when paid_for.user_id is null then 'guest-' else '' end || paid_for.order_id, paid_for.id);
  return shop.order_as_json(paid_for);
end $$;

-- Handles a visitor who returns from the payment page without paying. Changes only their own order that is still
-- PaymentPending.
create function public.fail_payment(p_order_id text, p_reason text, p_attempt_key uuid default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  unpaid public.orders := shop.payable_order(p_order_id, p_attempt_key);
  reason text := shop.bounded(p_reason, 60);
begin
  if unpaid.id is null or unpaid.status not in ('Pending', 'PaymentPending') or unpaid.payment_method <> 'payfast'
     or reason not in ('Payment was cancelled or failed', 'Failed to initiate payment') then
    return false;
  end if;
  update public.orders set status = 'PaymentFailed', payment_status = false, failure_reason = reason
    where id = unpaid.id;
  return true;
end $$;

-- Adds a note to the latest entry of an order's history.
create function shop.note_in_history(p_order uuid, p_note text) returns public.orders
language sql volatile set search_path = '' as $$
  update public.orders set history = jsonb_set(history, array[(jsonb_array_length(history) - 1)::text, 'note'],
    to_jsonb(p_note))
  where id = p_order returning *
$$;

-- Changes an unpaid card order to cash on delivery: the rules for cash orders apply, and one whose hold has expired
-- takes stock again. It costs what p_expected_total says, which the shopper saw with the fee for cash; null, as servers
-- of 1.1.0 ask, changes no sum. A card payment that arrives afterwards becomes a row of refunds (record_payment). Refuses with
-- no_such_order (PT404); with not_payable (PT409) an order that is paid, cancelled or cash already;
-- too_many_open_orders and too_many_unconfirmed_orders (PT429); sold_out, promo_used_up and price_changed (PT409).
-- p_earlier_keys as for place_order.
create function public.pay_in_cash(p_order_id text, p_attempt_key uuid default null,
  p_earlier_keys uuid[] default '{}', p_expected_total numeric default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  changed public.orders;
  sums shop.order_sums;
begin
  perform shop.bounded(p_earlier_keys, 100, 36), shop.bounded(p_expected_total, 20), shop.lock_shopper(auth.uid());
  changed := shop.payable_order(p_order_id, p_attempt_key);
  if changed.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_order';
  end if;
  if changed.payment_method <> 'payfast' or changed.status not in ('Pending', 'PaymentPending', 'PaymentFailed') then
    raise exception using errcode = 'PT409', message = 'not_payable';
  end if;
  perform shop.check_cash_orders(changed.user_id, p_earlier_keys);
  sums := shop.sums_of(changed);
  if p_expected_total is not null then
    sums.cash_fee := shop.cash_fee(sums, 'cod');
    sums := shop.add_up(sums);
    if sums.total_amount <> p_expected_total then
      raise exception using errcode = 'PT409', message = 'price_changed';
    end if;
  end if;
  -- payment_status as for every cash order (decision 108).
  update public.orders set cash_fee = sums.cash_fee, total_amount = sums.total_amount, payment_method = 'cod', status = 'Processing', payment_status = true, failure_reason = null,
    hold_until = now() + (select unconfirmed_hold from public.order_rules)
  where id = changed.id;
  changed := shop.note_in_history(changed.id, 'Cash on delivery instead of card');
  return shop.order_as_json(changed);
end $$;

-- Cancels an order that isn't on its way yet, paid or not: its stock and its use of a promo code are returned, and a
-- payment becomes a row of refunds (refund_cancelled_order). p_reason, at most 300 characters, goes into the history.
-- Refuses with no_such_order (PT404) and not_cancellable (PT409).
create function public.cancel_order(p_order_id text, p_attempt_key uuid default null,
  p_reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  cancelled public.orders;
begin
  perform shop.bounded(p_reason, 300), shop.lock_shopper(auth.uid());
  cancelled := shop.payable_order(p_order_id, p_attempt_key);
  if cancelled.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_order';
  end if;
  if cancelled.status not in ('Pending', 'PaymentPending', 'PaymentFailed', 'PaymentAccepted', 'Processing') then
    raise exception using errcode = 'PT409', message = 'not_cancellable';
  end if;
  update public.orders set status = 'Cancelled', failure_reason = null,
    payment_status = payment_status and payment_method <> 'cod' where id = cancelled.id;
  cancelled := shop.note_in_history(cancelled.id, concat_ws(': ', 'Cancelled by the shopper',
    nullif(trim(p_reason), '')));
  return shop.order_as_json(cancelled);
end $$;

-- Refunds what of the payments isn't refunded yet, and by hand what was paid so.
create function shop.refund_cancelled_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.refunds (order_id, provider, provider_payment_id, amount, reason)
  select new.id, n.provider, n.provider_payment_id, shop.unrefunded_amount(n), 'order_cancelled'
    from public.payment_notifications n
  where n.order_id = new.id and n.payment_status = 'COMPLETE' and n.verdict = 'applied'
    and shop.unrefunded_amount(n) > 0
  on conflict (provider, provider_payment_id) do nothing;
  perform shop.owe_partial_refund(new.id, shop.kept(new.id), 'order_cancelled');
  return null;
end $$;
-- The payment of a parcel that came back is refunded once it is in the shop's hands.
create trigger refund_returned_order after update of back_at on public.orders
  for each row when (new.back_at is not null and old.back_at is null) execute function shop.refund_cancelled_order();
create trigger refund_cancelled_order after update of status on public.orders
  for each row when (new.status = 'Cancelled' and old.status
    <> 'Cancelled') execute function shop.refund_cancelled_order();

-- Removes the payer's data from a notification (the field names of payfast.co.za and of gopayfast.com).
create function shop.without_person(message jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select message - array['name_first', 'name_last', 'email_address', 'cell_number', 'custom_str3', 'mobile_no',
    'masked_pan',
    'customer_id', 'Instrument_token']
$$;

-- When an account is deleted, the payments of its orders and rejected notifications stay without personal data. The
-- name sorts after strip_person_from_orders, which locks the orders first, like record_payment.
create function shop.strip_person_from_payments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.payment_notifications n set body = null, message = shop.without_person(n.message)
  where n.order_id in (select o.id from public.orders o where o.user_id = old.id)
    or n.order_id is null and exists (select from public.orders o
      where o.user_id = old.id and (n.body like '%' || o.id::text || '%' or n.body like '%' || o.order_id || '%'));
  return old;
end $$;
create trigger strip_person_from_payments before delete on public.profiles
  for each row execute function shop.strip_person_from_payments();

-- Stores the summary of a notification without a right signature: at most 20 an hour from one sender, and 200 in all.
-- They are kept for a week (flag_stale_payments).
create function public.note_unsigned_notification(p_provider text, p_source text, p_verdict text, p_digest text,
  p_message jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- So that each sees how many there are.
  perform pg_advisory_xact_lock(hashtextextended('unsigned notifications', 0));
  if exists (select from public.payment_notifications n where n.digest is not null
    and n.received_at > now() - interval '1 hour'
      having count(*) >= 200 or count(*) filter (where n.source = left(p_source, 60)) >= 20) then
    return;
  end if;
  insert into public.payment_notifications (provider, source, verdict, digest, message)
  values (p_provider, left(p_source, 60), left(p_verdict, 40), p_digest, p_message);
end $$;

-- Stores a notification with a right signature as received, before it is verified. Returns its ID, or null after a
-- thousand rejected ones within an hour: then only verified ones are stored, by record_payment, so that a flood can't
-- fill the table.
create function public.store_notification(p_provider text, p_source text, p_body text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  stored uuid;
begin
  if (select count(*) from (select from public.payment_notifications n where n.received_at > now() - interval '1 hour'
        and n.digest is null and (n.verdict is null or n.order_id is null) limit 1000) as doubtful) = 1000 then
    return null;
  end if;
  insert into public.payment_notifications (provider, source, body)
  values (p_provider, left(p_source, 60), left(p_body, 16384)) returning id into stored;
  return stored;
end $$;

-- Records why a stored notification was rejected.
create function public.refuse_notification(p_id uuid, p_verdict text) returns void
language sql security definer set search_path = '' as $$
  update public.payment_notifications set verdict = left(p_verdict, 40) where id = p_id and verdict is null
$$;

-- Locks and returns the order that a notification names; a row of nulls if there is none. An order loses its shopper
-- when the account is deleted, possibly before its payment, so a guest's reference matches any order.
create function shop.order_of_payment(p_payment jsonb) returns public.orders
language sql volatile set search_path = '' as $$
  select * from public.orders
  where (p_payment ->> 'order_id' is null or id = shop.to_uuid(p_payment ->> 'order_id'))
    and order_id = regexp_replace(p_payment ->> 'reference', '^guest-', '')
  for update
$$;

-- Returns whether a payment's notification with this outcome has counted already. A payment whose refund was sent has
-- its outcome too.
create function shop.is_counted_payment(p_provider text, p_payment_id text, p_outcome text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.payment_notifications n
      where n.provider = p_provider and n.provider_payment_id = p_payment_id
        and n.payment_status = p_outcome and n.verdict in ('applied', 'ignored', 'refund'))
    or p_outcome = 'COMPLETE' and exists (select from public.refunds r
      where r.provider = p_provider and r.provider_payment_id = p_payment_id and r.refunded_at is not null)
$$;

-- Marks a locked order, or what it costs more, as paid. Returns null, or why the money has to be refunded instead:
-- 'too_late', 'paid_twice', 'order_cancelled' or 'cash_order'. What is paid after the order was sent is paid at the
-- door too.
create function shop.accept_payment(paid_for public.orders) returns text
language plpgsql set search_path = '' as $$
begin
  if paid_for.payment_method = 'cod' then
    return 'cash_order';
  elsif paid_for.status = 'Cancelled' then
    return 'order_cancelled';
  elsif paid_for.due_amount > 0 and paid_for.status in ('PaymentAccepted', 'Processing') then
    update public.orders set due_amount = 0 where id = paid_for.id;
    return null;
  elsif paid_for.status not in ('Pending', 'PaymentPending', 'PaymentFailed') then
    return 'paid_twice';
  end if;
  update public.orders set status = 'PaymentAccepted', payment_status = true, failure_reason = null
    where id = paid_for.id;
  return null;
exception when sqlstate 'PT409' then
  -- The order's hold had expired, and its stock is sold (keep_stock).
  if sqlerrm not in ('sold_out', 'promo_used_up') then raise; end if;
  update public.orders set failure_reason = 'Your payment arrived too late: the order had lapsed and is sold out.'
  where id = paid_for.id;
  return 'too_late';
end $$;

-- Marks a locked order's payment as failed. Returns false for an order that isn't waiting for a card payment.
create function shop.reject_payment(paid_for public.orders) returns boolean
language plpgsql set search_path = '' as $$
begin
  if paid_for.payment_method <> 'payfast' or paid_for.status <> 'PaymentPending' then
    return false;
  end if;
  update public.orders set status = 'PaymentFailed', payment_status = false,
    failure_reason = 'Payment was cancelled or failed' where id = paid_for.id;
  return true;
end $$;

-- Adds a payment that pays no order to the operators' list, once per payment, and never one that has paid an order.
create function shop.owe_refund(p_order uuid, p_provider text, p_payment_id text, p_amount numeric,
  p_reason text) returns void
language sql volatile set search_path = '' as $$
  insert into public.refunds (order_id, provider, provider_payment_id, amount, reason)
  select p_order, p_provider, p_payment_id, p_amount, p_reason
  where p_amount > 0 and p_payment_id is not null and not exists (select from public.payment_notifications n
    where n.provider = p_provider and n.provider_payment_id = p_payment_id and n.payment_status = 'COMPLETE'
      and n.verdict = 'applied')
  on conflict (provider, provider_payment_id) do nothing
$$;

-- Stores a verified notification with its verdict: in the row that store_notification has made, or in a new one. If the
-- shopper's account is deleted, it stores no personal data again; a duplicate, whose first one is stored whole, keeps
-- nothing but its verdict.
create function shop.settle_notification(p_payment jsonb, paid_for public.orders, p_outcome text, p_amount numeric,
  p_verdict text) returns void
language plpgsql set search_path = '' as $$
declare
  is_anonymous boolean := paid_for.id is not null and paid_for.contact_email is null;
  message jsonb := case p_verdict when 'duplicate' then '{}' else coalesce(p_payment -> 'message', '{}') end;
begin
  insert into public.payment_notifications as stored (id, provider, provider_payment_id, payment_status, order_id,
    verdict,
    amount, message)
  values (coalesce(shop.to_uuid(p_payment ->> 'notification'), gen_random_uuid()), p_payment ->> 'provider',
    p_payment ->> 'payment_id',
    p_outcome, paid_for.id, p_verdict, p_amount, case when is_anonymous then shop.without_person(message)
      else message end)
  on conflict (id) do update set body = case when not is_anonymous and p_verdict <> 'duplicate'
    then stored.body end, provider_payment_id = excluded.provider_payment_id,
    payment_status = excluded.payment_status, order_id = excluded.order_id, verdict = excluded.verdict,
    amount = excluded.amount, message = excluded.message where stored.verdict is null;
end $$;

-- Records a verified notification: it comes from the provider and is for us. The amount is checked here, under the order's lock.
-- p_payment, every field text:
--   provider, payment_id   which payment it is; the pair counts once per outcome
--   outcome                COMPLETE, FAILED or CANCELLED; anything else changes nothing
--   amount                 rupees with two decimals, as the provider charged
--   reference, order_id    the order's, as sent to the provider; a provider may return only the reference
--   is_amount_signed       false if the provider's proof doesn't cover the amount: then payment_id is that of a payment form, the amount
--                          is the one it was issued for, and the given one counts for nothing; true if left out
--   message                JSON, the provider's fields
--   notification           the ID that store_notification returned, if any
-- Returns { verdict }: applied, ignored, refund, duplicate, unknown_order, wrong_amount. A COMPLETE that pays no order becomes a row of
-- refunds. One that comes again after wrong_amount, when the order costs that much, pays it, and its refund goes unless it was sent.
create function public.record_payment(p_payment jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  paid_for public.orders;
  provider_name text := p_payment ->> 'provider';
  payment_id text := p_payment ->> 'payment_id';
  outcome text := upper(p_payment ->> 'outcome');
  is_amount_signed boolean := coalesce((p_payment ->> 'is_amount_signed')::boolean, true);
  needs_amount boolean := outcome = 'COMPLETE' or is_amount_signed;
  amount numeric;
  verdict text;
  refund_reason text;
begin
  -- Notifications of one payment are serialised, even if they name different orders.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'payment', provider_name, payment_id), 0));
  paid_for := shop.order_of_payment(p_payment);
  amount := case
    when not is_amount_signed then shop.basket_amount(provider_name, payment_id, paid_for)
    when p_payment ->> 'amount' ~ '^[0-9]{1,9}\.[0-9]{2}$' then (p_payment ->> 'amount')::numeric end;
  verdict := case
    when paid_for.id is null and (amount is not null or not is_amount_signed) then 'unknown_order'
    when amount is null and needs_amount then 'wrong_amount'
    when shop.is_counted_payment(provider_name, payment_id, outcome) then 'duplicate'
    when amount <> shop.amount_to_pay(paid_for) and needs_amount then 'wrong_amount'
    else 'ignored' end;
  if verdict = 'ignored' and outcome = 'COMPLETE' then
    refund_reason := shop.accept_payment(paid_for);
    verdict := case when refund_reason is null then 'applied' else 'refund' end;
  elsif verdict = 'ignored' and outcome in ('FAILED', 'CANCELLED') then
    verdict := case when shop.reject_payment(paid_for) then 'applied' else 'ignored' end;
  elsif outcome = 'COMPLETE' and verdict in ('unknown_order', 'wrong_amount') then
    refund_reason := verdict;
  end if;

  if refund_reason is not null then
    perform shop.owe_refund(paid_for.id, provider_name, payment_id, amount, refund_reason);
  elsif outcome = 'COMPLETE' and verdict = 'applied' then
    delete from public.refunds r
    where r.provider = provider_name and r.provider_payment_id = payment_id and r.refunded_at is null;
  end if;
  perform shop.settle_notification(p_payment, paid_for, outcome, amount, verdict);
  if verdict in ('applied', 'ignored', 'refund') then
    insert into public.transactions (order_ref, order_id, response)
    values (p_payment ->> 'reference', paid_for.id,
      jsonb_build_object('status', outcome, 'provider', provider_name, 'payment_id', payment_id));
  end if;
  return jsonb_build_object('verdict', verdict);
end $$;

-- Handles card payments without a notification: flags them after 30 minutes. Ends holds that have expired: an unpaid
-- card order fails, an unconfirmed cash order is cancelled, and both return stock and promo use. Orders with a failed
-- payment return theirs then too. A late notification still applies if there is stock. Run by a timer: pg_cron on
-- hosted projects, or the server's --flag-stale-payments. Two may run at the same time. Returns the counts {
-- unconfirmed, failed, cancelled }.
create function public.flag_stale_payments() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
  unconfirmed integer;
  failed integer;
  cancelled integer;
begin
  -- Locks all orders before any size, and skips orders locked by others; the next run finds those.
  due := array(select o.id from public.orders o where o.holds_stock and o.hold_until <= now()
    order by o.hold_until limit 500 for update skip locked);
  select count(*) filter (where payment_method = 'payfast' and status <> 'PaymentFailed'),
    count(*) filter (where payment_method = 'cod')
  into failed, cancelled from public.orders where id = any (due);
  -- One statement, so that sizes are locked in one order (keep_stock).
  update public.orders set holds_stock = false, hold_until = null, payment_status = false,
    status = case payment_method when 'cod' then 'Cancelled' else 'PaymentFailed' end,
    failure_reason = case when payment_method = 'cod' then 'We could not reach you to confirm this order.'
      when status = 'PaymentFailed' then failure_reason else 'Payment was not confirmed' end
  where id = any (due);
  update public.orders set failure_reason = 'Payment not confirmed yet'
  where id in (select o.id from public.orders o where o.status = 'PaymentPending' and o.failure_reason is null
    and o.hold_until < now() + (select unpaid_hold - interval '30 minutes' from public.order_rules)
    for update skip locked);
  get diagnostics unconfirmed = row_count;
  -- Rejected notifications are kept for a year, those without a right signature for a week.
  delete from public.payment_notifications where order_id is null and received_at < now() - interval '1 week'
    and (digest is not null or received_at < now() - interval '1 year');
  -- What no process sends, for lack of a key.
  delete from shop.order_pushes p where p.due_at < now() - interval '1 day';
  return jsonb_build_object('unconfirmed', unconfirmed, 'failed', failed, 'cancelled', cancelled);
end $$;

-- Every minute if the project has pg_cron; otherwise an operator's timer must run the server's command.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
    perform cron.schedule('flag-stale-payments', '* * * * *', 'select public.flag_stale_payments()');
  end if;
exception when others then
  raise notice 'pg_cron is not used: %', sqlerrm;
end $$;

grant execute on function public.start_payment(text, uuid, uuid[]) to anon, authenticated;
grant execute on function public.fail_payment(text, text, uuid) to anon, authenticated;
grant execute on function public.pay_in_cash(text, uuid, uuid[], numeric) to anon, authenticated;
grant execute on function public.cancel_order(text, uuid, text) to anon, authenticated;

-- Payments have one outcome, steps that are taken back take back what they made, and a code counts for what is kept
-- (decision 197).

-- The payment forms whose notifications don't sign the amount, each with the amount that the provider was asked to
-- take.
create table shop.payment_baskets (
  provider text not null check (length(provider) between 1 and 40),
  -- The form's ID, as the provider's notification returns it.
  basket text not null check (length(basket) between 1 and 100),
  order_id uuid not null references public.orders (id) on delete cascade,
  amount numeric(12, 2) not null check (amount > 0),
  issued_at timestamptz not null default now(),
  primary key (provider, basket)
);
create index payment_baskets_order_id_idx on shop.payment_baskets (order_id);

-- Stores a payment form before it is shown. Refuses with too_many_payments (PT429) more than a hundred of an order
-- within an hour. Only for the server.
create function public.issue_basket(p_order uuid, p_provider text, p_basket text, p_amount numeric) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (select count(*) from shop.payment_baskets b where b.order_id = p_order
    and b.issued_at > now() - interval '1 hour') >= 100 then
    raise exception using errcode = 'PT429', message = 'too_many_payments';
  end if;
  insert into shop.payment_baskets (provider, basket, order_id, amount) values (p_provider, p_basket, p_order, p_amount)
  on conflict do nothing;
end $$;

-- Returns what the provider was asked to take by a payment form; null if that isn't known. Servers of 1.0.0 store no
-- baskets: theirs are for all that the order costs, which is known as long as the order was never changed.
create function shop.basket_amount(p_provider text, p_basket text, paid_for public.orders) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(
    (select b.amount from shop.payment_baskets b
      where b.provider = p_provider and b.basket = p_basket and b.order_id = paid_for.id),
    case when paid_for.changes = '[]' then paid_for.total_amount end)
$$;
