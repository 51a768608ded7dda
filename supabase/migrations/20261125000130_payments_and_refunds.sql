-- Payments have one outcome, steps that are taken back take back what they made, and a code counts for what is kept (decision 197).

-- The payment forms whose notifications don't sign the amount, each with the amount that the provider was asked to take.
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

-- Stores a payment form before it is shown. Refuses with too_many_payments (PT429) more than a hundred of an order within an hour. Only for
-- the server.
create function public.issue_basket(p_order uuid, p_provider text, p_basket text, p_amount numeric) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (select count(*) from shop.payment_baskets b where b.order_id = p_order and b.issued_at > now() - interval '1 hour') >= 100 then
    raise exception using errcode = 'PT429', message = 'too_many_payments';
  end if;
  insert into shop.payment_baskets (provider, basket, order_id, amount) values (p_provider, p_basket, p_order, p_amount)
  on conflict do nothing;
end $$;

-- Returns what the provider was asked to take by a payment form; null if that isn't known. Servers of 1.0.0 store no baskets: theirs are
-- for all that the order costs, which is known as long as the order was never changed.
create function shop.basket_amount(p_provider text, p_basket text, paid_for public.orders) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(
    (select b.amount from shop.payment_baskets b
      where b.provider = p_provider and b.basket = p_basket and b.order_id = paid_for.id),
    case when paid_for.changes = '[]' then paid_for.total_amount end)
$$;

-- Returns whether a payment's notification with this outcome has counted already. A payment whose refund was sent has its outcome too.
create or replace function shop.has_counted(p_provider text, p_payment_id text, p_outcome text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.payment_notifications n
      where n.provider = p_provider and n.provider_payment_id = p_payment_id
        and n.payment_status = p_outcome and n.verdict in ('applied', 'ignored', 'refund'))
    or p_outcome = 'COMPLETE' and exists (select from public.refunds r
      where r.provider = p_provider and r.provider_payment_id = p_payment_id and r.refunded_at is not null)
$$;

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
create or replace function public.record_payment(p_payment jsonb) returns jsonb
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
    when shop.has_counted(provider_name, payment_id, outcome) then 'duplicate'
    when amount <> shop.to_pay(paid_for) and needs_amount then 'wrong_amount'
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

-- A refund of a return may come from several payments, one row each.
alter table public.refunds drop constraint refunds_return_id_key;
create index refunds_return_id_idx on public.refunds (return_id);

-- Adds a part of what was paid for an order to the refunds due: from its payments, the largest first, and what they don't cover by hand.
create function shop.owe_part(p_order uuid, p_amount numeric, p_reason text, p_note text default null, p_return uuid default null)
returns void
language plpgsql volatile set search_path = '' as $$
declare
  paid record;
  remaining numeric := p_amount;
begin
  for paid in
    select n.provider, n.provider_payment_id, shop.rest_of_payment(n) as rest from public.payment_notifications n
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

-- Puts the refund of a received return on the operators' list.
create or replace function shop.owe_return(received public.returns) returns void
language sql volatile set search_path = '' as $$
  select shop.owe_part(received.order_id, received.refund_amount, 'returned', p_return => received.id)
$$;

-- A received return that is refused after all refunds nothing. Refuses with already_refunded (PT409) once money was sent.
create function shop.forget_refund_of_return(refused public.returns) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if exists (select from public.refunds r where r.return_id = refused.id and r.refunded_at is not null) then
    raise exception using errcode = 'PT409', message = 'already_refunded';
  end if;
  delete from public.refunds r where r.return_id = refused.id;
end $$;

-- Releases the sizes of an exchange that doesn't take place; a received return becomes a row of refunds. Received items don't go back on
-- sale by themselves, because somebody must check them first.
create or replace function shop.settle_return() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind = 'exchange' and new.status in ('refused', 'withdrawn') then
    perform shop.release_exchange(new.id);
  elsif new.kind = 'return' and new.status = 'received' then
    perform shop.owe_return(new);
  elsif new.kind = 'return' and old.status = 'received' and new.status <> 'refunded' then
    perform shop.forget_refund_of_return(new);
  end if;
  if new.kind = 'return' and new.status in ('refused', 'withdrawn') then
    perform shop.refund_others_anew(new);
  end if;
  return null;
end $$;

-- A return is refunded once the last part of it was sent.
create or replace function shop.note_refunded_return() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.returns set status = 'refunded' where id = new.return_id and status = 'received'
    and not exists (select from public.refunds r where r.return_id = new.return_id and r.refunded_at is null);
  return null;
end $$;

-- A cash order that its courier brings back was never paid, so nothing of it can have gone back. Refuses with cash_refunded (PT409).
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

-- Returns what a promo code takes off a sum of goods, by its kind and its least sum alone.
create function shop.code_discount(promo public.promo_codes, p_goods numeric) returns numeric
language sql immutable set search_path = '' as $$
  select case when p_goods < promo.minimum_total then 0
    when promo.kind = 'percent' then round(p_goods * promo.value / 100, 2)
    else least(promo.value, p_goods) end
$$;

create or replace function shop.promo_discount(p_code text, subtotal numeric) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  promo public.promo_codes;
  problem text;
begin
  select * into promo from public.promo_codes where code = upper(trim(p_code)) and is_active;
  problem := case
    when promo.id is null then 'unknown'
    when promo.starts_at > now() then 'not_started'
    when promo.ends_at <= now() then 'expired'
    when promo.used_count >= promo.usage_limit then 'used_up'
    when subtotal < promo.minimum_total then 'minimum' end;
  return jsonb_build_object('code', coalesce(promo.code, upper(trim(p_code))), 'error', problem, 'minimum', promo.minimum_total,
    'discount', case when problem is null then shop.code_discount(promo, subtotal) else 0 end);
end $$;

-- What the code of an order was when it was placed: its kind, value and least sum. Null without a code, and for orders of 1.0.0.
alter table public.orders add column promo_terms jsonb check (jsonb_typeof(promo_terms) = 'object');
create function shop.keep_promo_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.promo_terms := (select jsonb_build_object('kind', c.kind, 'value', c.value, 'minimum_total', c.minimum_total)
    from public.promo_codes c where c.code = new.promo_code);
  return new;
end $$;
create trigger keep_promo_terms before insert on public.orders
  for each row when (new.promo_code is not null) execute function shop.keep_promo_terms();

-- Returns what an order's code takes off another sum of its goods: what it would have, had only they been bought. An order of 1.0.0 has the
-- code as it is now; one that was changed or deleted since gives its share.
create function shop.code_discount_on(o public.orders, p_goods numeric) returns numeric
language sql stable set search_path = '' as $$
  select least(p_goods, coalesce(
    case when o.promo_terms is not null
      then shop.code_discount(jsonb_populate_record(null::public.promo_codes, o.promo_terms), p_goods) end,
    (select shop.code_discount(c, p_goods) from public.promo_codes c
      where c.code = o.promo_code and shop.code_discount(c, o.subtotal) = o.promo_discount),
    case when o.subtotal > 0 then round(o.promo_discount * least(p_goods / o.subtotal, 1), 2) else 0 end))
$$;

-- Returns what the goods that a shopper keeps of an order cost, without delivery: its code counts for them as if only they had been bought,
-- what the shop took off by hand counts by its share.
create function shop.cost_of_kept(o public.orders, p_goods numeric) returns numeric
language sql stable set search_path = '' as $$
  select greatest(0, p_goods - shop.code_discount_on(o, p_goods)
    - case when o.subtotal > 0 then round(o.discount * p_goods / o.subtotal, 2) else 0 end)
$$;

-- Returns what a return refunds, in rupees, without delivery: how much less the goods that are kept cost than what was paid, less what the
-- returns before it refund by this rule, so that it is the same however things are divided. What is the shop's fault refunds at least its
-- share of what was paid, also where the rest loses the code. Returns of one order, with what was refunded in part, never exceed what was
-- paid. p_with is a return that counts although it has ended.
drop function shop.refund_of_return(public.returns);
create function shop.refund_of_return(made public.returns, p_with uuid default null) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  o public.orders;
  paid numeric;
  price numeric;
  kept numeric;
  given numeric := 0;
  refund numeric := 0;
  each record;
begin
  select * into o from public.orders x where x.id = made.order_id;
  paid := o.total_amount - o.delivery_fee;
  price := shop.cost_of_kept(o, o.subtotal);
  kept := o.subtotal;
  for each in
    select r.reason, sum(i.price_at_purchase * ri.quantity) as back
    from public.returns r join public.return_items ri on ri.return_id = r.id join public.order_items i on i.id = ri.order_item_id
    where r.order_id = o.id and (r.id in (made.id, p_with) or r.kind = 'return' and r.status not in ('refused', 'withdrawn'))
      and (r.created_at, r.id) <= (made.created_at, made.id)
    group by r.id, r.reason, r.created_at order by r.created_at, r.id
  loop
    given := given + refund;
    kept := kept - each.back;
    refund := greatest(0, price - shop.cost_of_kept(o, kept) - given,
      case when each.reason in ('damaged', 'wrong_item', 'not_as_described') and o.subtotal > 0
        then round(paid * each.back / o.subtotal, 2) else 0 end);
  end loop;
  return greatest(0, least(refund, paid
    - (select coalesce(sum(other.refund_amount), 0) from public.returns other
        where other.order_id = o.id and other.id <> made.id and other.status not in ('refused', 'withdrawn'))
    - (select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = o.id and r.reason = 'partly')));
end $$;

-- The order in which returns were asked for, under their order's lock.
alter table public.returns alter column created_at set default clock_timestamp();

-- When a return ends without a refund, those of its order that are still asked for refund what they would without it, unless the desk has
-- set another amount.
create function shop.refund_others_anew(ended public.returns) returns void
language plpgsql volatile set search_path = '' as $$
declare
  other public.returns;
  refund numeric;
begin
  for other in select r.* from public.returns r where r.order_id = ended.order_id and r.id <> ended.id and r.kind = 'return'
      and r.status in ('requested', 'approved') order by r.created_at, r.id for update loop
    refund := shop.refund_of_return(other);
    if other.refund_amount <> refund and other.refund_amount = shop.refund_of_return(other, ended.id) then
      update public.returns r set refund_amount = refund where r.id = other.id;
    end if;
  end loop;
end $$;
