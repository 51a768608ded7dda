-- Payments: attempts, notifications, and the functions that alone may say that an order is paid.
-- Protocol: PayFast's notification (ITN). Specification: document 2, sections 4 and 7; decision 7.

create table public.transactions (
  id uuid primary key default gen_random_uuid(),
  order_ref text not null,
  order_id uuid not null references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  response jsonb not null default '{"status": "Initiated"}'
);
create index transactions_order_id_idx on public.transactions (order_id, created_at desc);

-- One row a notification that was understood; none but an applied one uses the pair up.
create table public.payment_notifications (
  id uuid primary key default gen_random_uuid(),
  provider text not null default 'payfast',
  provider_payment_id text not null,
  payment_status text not null,
  order_id uuid references public.orders (id) on delete set null,
  verdict text not null check (verdict in ('applied', 'ignored', 'refund')),
  amount numeric(12, 2) not null,
  message jsonb not null,
  received_at timestamptz not null default now(),
  unique (provider, provider_payment_id, payment_status)
);
create index payment_notifications_order_id_idx on public.payment_notifications (order_id);

alter table public.transactions enable row level security;
alter table public.payment_notifications enable row level security;
create policy "shoppers read the payments of their own orders" on public.transactions
  for select to authenticated using (exists (select from public.orders o
    where o.id = transactions.order_id and o.user_id = (select auth.uid())));
grant select on public.transactions to authenticated;

-- The order a payment function may touch: the shopper's own, the guest's by its key, any for the server.
create function shop.payable_order(p_order_id text, p_attempt_key uuid) returns public.orders
language sql volatile security definer set search_path = '' as $$
  select o.* from public.orders o
  where o.order_id = p_order_id
    and (o.user_id = auth.uid() or (o.user_id is null and o.attempt_key = p_attempt_key)
         or (auth.uid() is null and shop.is_operator()))
  for update
$$;

-- Card payment starts, first or again: PaymentPending, the failure forgotten, an attempt recorded.
-- Refuses with not_payable (PT409) what is paid, cash on delivery or cancelled; no_such_order (PT404).
create function public.start_payment(p_order_id text, p_attempt_key uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  paid_for public.orders := shop.payable_order(p_order_id, p_attempt_key);
begin
  if paid_for.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_order';
  end if;
  if paid_for.payment_method <> 'payfast' or paid_for.status not in ('Pending', 'PaymentPending', 'PaymentFailed') then
    raise exception using errcode = 'PT409', message = 'not_payable';
  end if;
  update public.orders set status = 'PaymentPending', payment_status = false, failure_reason = null
  where id = paid_for.id returning * into paid_for;
  insert into public.transactions (order_ref, order_id)
  values (case when paid_for.user_id is null then 'guest-' else '' end || paid_for.order_id, paid_for.id);
  return to_jsonb(paid_for) - 'attempt_key' - 'attempt_hash';
end $$;

-- The visitor came back from the bank without paying. Only an own order that still waits; anything else stays as it is.
create function public.fail_payment(p_order_id text, p_reason text, p_attempt_key uuid default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  unpaid public.orders := shop.payable_order(p_order_id, p_attempt_key);
begin
  if unpaid.id is null or unpaid.status not in ('Pending', 'PaymentPending') or unpaid.payment_method <> 'payfast'
     or p_reason not in ('Payment was cancelled or failed', 'Failed to initiate payment') then
    return false;
  end if;
  update public.orders set status = 'PaymentFailed', payment_status = false, failure_reason = p_reason where id = unpaid.id;
  return true;
end $$;

-- A notification that the server has checked: it comes from the provider, and is for us. The amount is checked here, under
-- the order's lock. p_payment, every field text:
--   provider, payment_id   which payment it is; a pair with its outcome counts once
--   outcome                COMPLETE, FAILED or CANCELLED; anything else changes nothing
--   amount                 rupees with two decimals, as the provider charged
--   reference, order_id    the order's, as they went to the provider
--   message                JSON, what the provider wrote
-- Answers { verdict }: applied, ignored, refund, duplicate, unknown_order, wrong_amount.
create function public.record_payment(p_payment jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  paid_for public.orders;
  provider_name text := p_payment ->> 'provider';
  payment_id text := p_payment ->> 'payment_id';
  outcome text := upper(p_payment ->> 'outcome');
  amount numeric;
  verdict text := 'ignored';
begin
  if not coalesce(p_payment ->> 'amount', '') ~ '^[0-9]{1,9}\.[0-9]{2}$' then
    return jsonb_build_object('verdict', 'wrong_amount');
  end if;
  amount := (p_payment ->> 'amount')::numeric;
  select * into paid_for from public.orders
  where id = shop.to_uuid(p_payment ->> 'order_id')
    and case when user_id is null then 'guest-' else '' end || order_id = p_payment ->> 'reference'
  for update;
  if paid_for.id is null then
    return jsonb_build_object('verdict', 'unknown_order');
  end if;
  if exists (select from public.payment_notifications n where n.provider = provider_name
             and n.provider_payment_id = payment_id and n.payment_status = outcome) then
    return jsonb_build_object('verdict', 'duplicate', 'order_id', paid_for.order_id);
  end if;
  if amount <> paid_for.total_amount then
    return jsonb_build_object('verdict', 'wrong_amount', 'order_id', paid_for.order_id);
  end if;

  if outcome = 'COMPLETE' then
    if paid_for.payment_method = 'payfast' and paid_for.status in ('Pending', 'PaymentPending', 'PaymentFailed') then
      update public.orders set status = 'PaymentAccepted', payment_status = true, failure_reason = null where id = paid_for.id;
      verdict := 'applied';
    else
      -- Paid twice, cancelled meanwhile, or to be paid in cash: money that has to go back, never dropped.
      update public.orders set refund_reason = format('Payment %s of Rs. %s arrived while the order was %s.',
        payment_id, to_char(amount, 'FM999999990.00'), paid_for.status) where id = paid_for.id;
      verdict := 'refund';
    end if;
  elsif outcome in ('FAILED', 'CANCELLED') and paid_for.payment_method = 'payfast' and paid_for.status = 'PaymentPending' then
    update public.orders set status = 'PaymentFailed', payment_status = false,
      failure_reason = 'Payment was cancelled or failed' where id = paid_for.id;
    verdict := 'applied';
  end if;
  insert into public.payment_notifications (provider, provider_payment_id, payment_status, order_id, verdict, amount, message)
  values (provider_name, payment_id, outcome, paid_for.id, verdict, amount, coalesce(p_payment -> 'message', '{}'));
  insert into public.transactions (order_ref, order_id, response)
  values (p_payment ->> 'reference', paid_for.id,
    jsonb_build_object('status', outcome, 'provider', provider_name, 'payment_id', payment_id));
  return jsonb_build_object('verdict', verdict, 'order_id', paid_for.order_id);
end $$;

-- Card payments nobody has heard of: said so after 30 minutes, failed after 24 hours; a late notification still wins. For
-- an operator's timer. Answers { unconfirmed, failed }, how many of each.
create function public.flag_stale_payments() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  unconfirmed integer;
  failed integer;
begin
  update public.orders set status = 'PaymentFailed', payment_status = false, failure_reason = 'Payment was not confirmed'
  where status = 'PaymentPending' and (history -> -1 ->> 'timestamp')::timestamptz < now() - interval '24 hours';
  get diagnostics failed = row_count;
  update public.orders set failure_reason = 'Payment not confirmed yet'
  where status = 'PaymentPending' and failure_reason is null
    and (history -> -1 ->> 'timestamp')::timestamptz < now() - interval '30 minutes';
  get diagnostics unconfirmed = row_count;
  return jsonb_build_object('unconfirmed', unconfirmed, 'failed', failed);
end $$;

grant execute on function public.start_payment(text, uuid) to anon, authenticated;
grant execute on function public.fail_payment(text, text, uuid) to anon, authenticated;
