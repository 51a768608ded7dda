-- The books: every rupee of an order in one list that is only added to (decision 199). What an order costs, what was paid
-- and refunded, and what couriers collected and owe are sums of it.

-- Returns whether an entry of this kind is a charge: what an order costs is their sum.
create function shop.is_charge(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind in ('goods', 'discount', 'code', 'adjustment', 'delivery', 'cash_fee', 'rounding')
$$;

-- An amount is in rupees. On the account 'order' what the shopper has to pay counts up and what they paid counts down; on
-- 'courier' what a courier has of the shop's money counts up and what it paid or kept counts down.
create table shop.entries (
  number bigint primary key generated always as identity,
  -- Null for money that came for no order of the shop.
  order_id uuid references public.orders (id) on delete restrict,
  account text not null check (account in ('order', 'courier')),
  kind text not null,
  amount numeric(12, 2) not null check (amount <> 0),
  made_at timestamptz not null default clock_timestamp(),
  -- Who did it at the desk; null for shoppers, payment providers, couriers and timers.
  made_by uuid,
  -- What brought it: 'placed', 'changed', 'cancelled', 'returned_to_origin', 'taken_back', 'payment', 'parcel', 'return',
  -- 'exchange', 'refund', 'settlement', 'by_hand', or 'before' for what was before there were books.
  cause text not null,
  -- What it is about: the ID of an item, a payment, a parcel, a return or a refund, or the line of a settlement; '' for the
  -- whole order. Not a reference: items and refunds that aren't wanted any more are deleted.
  subject text not null default '',
  -- Which entry about this it is. Two that count the same get the same number, and one of them is refused.
  revision integer not null,
  courier text references shop.couriers (name),
  -- On the account of a courier: the parcel, which is no reference either, and the settlement that says so.
  parcel_id uuid,
  settlement_id uuid references shop.settlements (id) on delete restrict,
  -- Which tax a courier kept: withheld for the state from what it collected, or put on its own charge.
  tax text check (tax in ('income', 'sales', 'charge')),
  -- For goods and their discounts.
  product_id uuid,
  color_id uuid,
  pieces integer,
  -- Why, for what was entered by hand.
  reason text check (length(reason) <= 300),
  -- The figure of the desk's sales in which it counts if its order is simply sold (shop.ledger), and its amount there, where
  -- money that arrives counts up; null for an entry that counts in none.
  figure text generated always as (case when account = 'courier' then case kind when 'remitted' then 'remitted' end
    when kind = 'received' then case when cause <> 'parcel' then 'card' end
    when kind = 'refunded' then 'refunds_paid'
    when shop.is_charge(kind) then case when cause in ('return', 'refund') then 'refunded' else 'sold' end end) stored,
  value numeric(12, 2) generated always as (case when kind in ('received', 'remitted') then - amount else amount end) stored,
  check (case account
    when 'order' then shop.is_charge(kind) or kind in ('received', 'refund_due', 'refunded', 'written_off')
    else kind in ('to_collect', 'collected', 'charge', 'tax_withheld', 'remitted', 'rounding', 'written_off') end)
);
create unique index entries_cause_key on shop.entries (order_id, account, kind, subject, courier, tax, revision)
  nulls not distinct;
create index entries_made_at_idx on shop.entries (made_at, number);
create index entries_courier_idx on shop.entries (courier, made_at);
create index entries_settlement_idx on shop.entries (settlement_id, subject) where settlement_id is not null;
alter table shop.entries enable row level security;

create function shop.keep_entries() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT403', message = 'entries_are_kept';
end $$;
create trigger keep_entries before update or delete or truncate on shop.entries
  for each statement execute function shop.keep_entries();

-- Returns whether an order's charges count: those of one that is cancelled or came back don't. A paid one that comes back
-- counts until it is in the shop's hands, since its payment is refunded then.
create function shop.is_charged(o public.orders) returns boolean
language sql immutable set search_path = '' as $$
  select o.status <> 'Cancelled'
    and (o.status <> 'ReturnedToOrigin' or o.back_at is null and o.payment_method <> 'cod')
$$;

-- Returns what the books should have of an order now, by what is stored of it: the only place that says what becomes an
-- entry. What is entered itself isn't in it: settlements, and what is entered by hand. A cause that is null is that of
-- the change.
create function shop.facts(o public.orders)
returns table (account text, kind text, subject text, amount numeric, cause text, courier text, product_id uuid,
  color_id uuid, pieces integer)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  -- Once, not for each row.
  counts constant boolean := shop.is_charged(o);
  in_code constant numeric := shop.goods_in_code(o.id, o.subtotal);
begin
  return query with items as materialized (
    select i.id, i.product_id, i.color_id, i.quantity, i.price, i.price_at_purchase, i.is_in_code from public.order_items i
    where i.order_id = o.id
  ), back as materialized (
    select r.id as return_id, case r.kind when 'exchange' then 'exchange' else 'return' end as cause,
      r.refund_amount - r.due_amount as refunded,
      -- What came back in exchange is another subject, since a return that it becomes counts in another figure.
      concat_ws('/', r.id, case r.kind when 'exchange' then 'exchange' end) as about, i.id as item, i.product_id, i.color_id,
      ri.quantity, i.price, i.price_at_purchase, i.is_in_code, ri.product_id as new_product_id, ri.color_id as new_color_id,
      ri.price as new_price, ri.price_at_purchase as new_price_at_purchase
    from public.returns r join public.return_items ri on ri.return_id = r.id join items i on i.id = ri.order_item_id
    where r.order_id = o.id and r.status in ('received', 'refunded', 'exchanged')
  ), charges as (
    select 'goods' as kind, i.id::text as subject, i.price * i.quantity as amount, null as cause, i.product_id, i.color_id,
      i.quantity as pieces from items i
    union all select 'discount', i.id::text, (i.price_at_purchase - i.price) * i.quantity, null, i.product_id, i.color_id,
      null from items i
    -- An order whose items aren't known one by one.
    union all select 'goods', '', o.subtotal + o.savings - coalesce(sum(i.price * i.quantity), 0), null, null, null, null
      from items i
    union all select 'discount', '', coalesce(sum((i.price - i.price_at_purchase) * i.quantity), 0) - o.savings, null,
      null, null, null from items i
    union all select 'code', '', - o.promo_discount, null, null, null, null
    -- What the shop takes off by hand. It can't be more than the goods cost, which shop.add_up knows.
    union all select 'adjustment', '', o.total_amount - (o.subtotal - o.promo_discount + o.delivery_fee + o.cash_fee), null,
      null, null, null
    union all select 'delivery', '', o.delivery_fee, null, null, null, null
    union all select 'cash_fee', '', o.cash_fee, null, null, null, null
    -- Goods that came back, at what is refunded of them: less their share of the code, and what else was agreed.
    union all select 'goods', concat_ws('/', b.about, b.item), - b.price * b.quantity, b.cause, b.product_id, b.color_id, - b.quantity
      from back b
    union all select 'discount', concat_ws('/', b.about, b.item), (b.price - b.price_at_purchase) * b.quantity, b.cause, b.product_id,
      b.color_id, null from back b
    -- What is sent instead.
    union all select 'goods', concat_ws('/', b.about, b.item, 'new'), b.new_price * b.quantity, b.cause, b.new_product_id, b.new_color_id,
      b.quantity from back b where b.new_price is not null
    union all select 'discount', concat_ws('/', b.about, b.item, 'new'), (b.new_price_at_purchase - b.new_price) * b.quantity, b.cause,
      b.new_product_id, b.new_color_id, null from back b where b.new_price is not null
    union all select c.kind, r.about, c.amount, r.cause, null, null, null from (
        select b.about, b.cause,
          sum((b.price_at_purchase - coalesce(b.new_price_at_purchase, 0)) * b.quantity) - b.refunded as rest,
          case when in_code > 0 then shop.rounded(o.promo_discount
              * coalesce(sum(b.price_at_purchase * b.quantity) filter (where b.is_in_code), 0) / in_code, o.has_whole_rupees)
            else 0 end as share
        from back b group by b.about, b.cause, b.refunded) r
      cross join lateral (values ('code', least(greatest(r.rest, 0), r.share)),
        ('adjustment', r.rest - least(greatest(r.rest, 0), r.share))) c (kind, amount)
    union all select 'adjustment', r.id::text, - r.amount, 'refund', null, null, null
      from public.refunds r where r.order_id = o.id and r.reason = 'partly'
  ), parcels as (
    select s.id::text as subject, s.return_id, s.state, s.to_collect, s.courier from shop.shipments s where s.order_id = o.id
  )
  select 'order', c.kind, c.subject, c.amount, c.cause, null, c.product_id, c.color_id, c.pieces
  from charges c where counts
  union all select 'order', 'received', n.provider || ':' || n.provider_payment_id, - n.amount, 'payment', null, null,
      null, null
    from (select distinct on (n.provider, n.provider_payment_id) n.* from public.payment_notifications n
      -- One that pays nothing is due back, once, though it is notified for several orders.
      where n.order_id = o.id and n.payment_status = 'COMPLETE' and (n.verdict = 'applied'
        or n.verdict in ('refund', 'wrong_amount') and exists (select from public.refunds r where r.order_id = o.id
          and (r.provider, r.provider_payment_id) = (n.provider, n.provider_payment_id)))
      order by n.provider, n.provider_payment_id, n.verdict = 'applied' desc, n.received_at) n
  union all select 'order', 'received', p.subject, - p.to_collect, 'parcel', null, null, null, null
    from parcels p where p.state = 'delivered' and counts
  -- An order from before parcels were recorded.
  union all select 'order', 'received', '', - shop.amount_to_collect(o), 'parcel', null, null, null, null
    where o.status = 'Delivered' and not exists (select from parcels p where p.return_id is null)
  union all select 'order', 'refund_due', r.id::text, r.amount, 'refund', null, null, null, null
    from public.refunds r where r.order_id = o.id
  union all select 'order', 'refunded', r.id::text, - r.amount, 'refund', null, null, null, null
    from public.refunds r where r.order_id = o.id and r.refunded_at is not null
  union all select 'courier', 'to_collect', p.subject, p.to_collect, 'parcel', p.courier, null, null, null
    from parcels p where p.state = 'moving'
  union all select 'courier', 'collected', p.subject, p.to_collect, 'parcel', p.courier, null, null, null
    from parcels p where p.state = 'delivered';
end $$;

-- Returns the same for payments that came for no order of the shop, and their refunds.
create function shop.facts_of_no_order()
returns table (account text, kind text, subject text, amount numeric, cause text, courier text, product_id uuid,
  color_id uuid, pieces integer)
language sql stable set search_path = '' as $$
  select 'order', e.kind, e.subject, e.amount, 'refund', null, null::uuid, null::uuid, null::integer
  from public.refunds r cross join lateral (values
    ('received', r.provider || ':' || r.provider_payment_id, - r.amount), ('refund_due', r.id::text, r.amount),
    ('refunded', r.id::text, case when r.refunded_at is not null then - r.amount else 0 end)) e (kind, subject, amount)
  where r.order_id is null
$$;

-- Brings the books of an order (null: of payments without one) to what is stored of it, by entries for what is different.
-- Repeated, it finds nothing. Call it under the order's lock.
create function shop.post(p_order uuid, p_cause text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders x where x.id = p_order;
  insert into shop.entries (order_id, account, kind, subject, courier, product_id, color_id, amount, pieces, cause,
    made_by, revision, parcel_id)
  select p_order, d.account, d.kind, d.subject, d.courier, d.product_id, d.color_id, d.amount, nullif(d.pieces, 0),
    coalesce(d.cause, p_cause), (select shop.made_by()), d.revision, case d.account when 'courier'
      then d.subject::uuid end
  from (select x.account, x.kind, x.subject, x.courier, sum(x.amount) as amount, sum(x.pieces) as pieces,
      -- An item forgets its product when that is deleted, and its entries don't.
      (array_agg(x.product_id) filter (where x.product_id is not null))[1] as product_id,
      (array_agg(x.color_id) filter (where x.color_id is not null))[1] as color_id,
      max(x.cause) as cause, 1 + count(*) filter (where x.is_entered) as revision
    from (select f.*, false as is_entered from shop.facts(o) f where p_order is not null
      union all select f.*, false from shop.facts_of_no_order() f where p_order is null
      -- An exchange that becomes a return leaves its own figure as it was without it.
      union all select e.account, e.kind, e.subject, - e.amount,
          case when not shop.is_charge(e.kind) or e.cause = 'exchange' and p_cause = 'return' then e.cause end,
          e.courier, e.product_id, e.color_id, - e.pieces, true
        from shop.entries e where (e.order_id = p_order or p_order is null and e.order_id is null)
          and e.cause not in ('settlement', 'by_hand')) x
    group by x.account, x.kind, x.subject, x.courier having sum(x.amount) <> 0) d
  order by array_position(array['goods', 'discount', 'code', 'adjustment', 'delivery', 'cash_fee', 'received', 'refund_due',
    'refunded', 'to_collect', 'collected'], d.kind), d.subject;
end $$;

-- Returns who at the desk makes an entry; null for everybody else.
create function shop.made_by() returns uuid
language sql stable security definer set search_path = '' as $$
  select case when shop.desk_role() is not null then auth.uid() end
$$;

-- Posts a change of an order, or of its payments, refunds, returns and parcels. Servers and operators who edit the tables
-- post by it too.
create function shop.keep_books() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'orders' then
    perform shop.post(new.id, case when tg_op = 'INSERT' then 'placed'
      when new.corrections > old.corrections then 'taken_back'
      when new.status <> old.status and new.status = 'Cancelled' then 'cancelled'
      when new.status = 'ReturnedToOrigin' then 'returned_to_origin'
      when new.changes <> old.changes then 'changed' else 'placed' end);
  elsif tg_table_name = 'returns' then
    -- Also when it is taken back, so that it counts in the same figure.
    perform shop.post(new.order_id, new.kind);
  elsif tg_op = 'DELETE' then
    perform shop.post(old.order_id, tg_argv[0]);
  else
    if tg_op = 'UPDATE' and new.order_id is distinct from old.order_id then
      perform shop.post(old.order_id, tg_argv[0]);
    end if;
    perform shop.post(new.order_id, tg_argv[0]);
  end if;
  return null;
end $$;
-- At the end of the transaction, when the order has its items.
create constraint trigger keep_books_of_new after insert on public.orders deferrable initially deferred
  for each row execute function shop.keep_books();
-- Returns whether a change of an order changes its books. The roles that write orders call it by the trigger.
create function shop.changes_books(was public.orders, o public.orders) returns boolean
language sql immutable set search_path = '' as $$
  select (shop.is_charged(was), was.status = 'Delivered', was.subtotal, was.savings, was.promo_discount, was.delivery_fee,
      was.cash_fee, was.total_amount)
    is distinct from (shop.is_charged(o), o.status = 'Delivered', o.subtotal, o.savings, o.promo_discount,
      o.delivery_fee, o.cash_fee, o.total_amount)
$$;
grant execute on function shop.changes_books(public.orders, public.orders), shop.is_charged(public.orders)
  to service_role;
-- The name sorts before follow_order, whose parcels have a cause of their own.
create trigger book_order after update on public.orders for each row when (shop.changes_books(old, new))
  execute function shop.keep_books();
create trigger keep_books after insert or update of verdict, amount on public.payment_notifications for each row
  when (new.payment_status = 'COMPLETE' and new.order_id is not null) execute function shop.keep_books('payment');
create trigger keep_books_of_deleted after delete on public.payment_notifications for each row
  when (old.payment_status = 'COMPLETE' and old.order_id is not null) execute function shop.keep_books('payment');
create trigger keep_books after insert or delete or update of refunded_at, amount, order_id, reason on public.refunds
  for each row execute function shop.keep_books('refund');
create trigger keep_books after update of status, refund_amount, due_amount on public.returns for each row
  when (old.status in ('received', 'exchanged') or new.status in ('received', 'exchanged'))
  execute function shop.keep_books();
create trigger keep_books after insert or delete or update of state, to_collect, courier on shop.shipments
  for each row execute function shop.keep_books('parcel');
-- What is booked can't be deleted: what came back, and a parcel of which something is settled.
create trigger keep_received before delete on public.returns for each row
  when (old.status in ('received', 'refunded', 'exchanged')) execute function shop.keep_entries();
create trigger keep_settled_parcel before delete on shop.shipments for each row
  when (old.settled <> 0) execute function shop.keep_entries();

-- Returns what the shopper still has to pay for an order; less than nothing is never left.
create function shop.balance(p_order uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(e.amount), 0) from shop.entries e
  where e.order_id = p_order and e.account = 'order' and e.kind <> 'refunded'
$$;

-- Returns what was received for an order and isn't refunded, nor due to be.
create function shop.kept(p_order uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select - coalesce(sum(e.amount), 0) from shop.entries e
  where e.order_id = p_order and e.account = 'order' and e.kind in ('received', 'refund_due')
$$;

-- Refuses with books_dont_add_up (PT409) what leaves more paid or refunded than there is to pay, or to refund.
create function shop.check_books() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unsent constant numeric := (select sum(e.amount) from shop.entries e
    where e.order_id = new.order_id and e.account = 'order' and e.kind in ('refund_due', 'refunded'));
begin
  if least(shop.balance(new.order_id), shop.kept(new.order_id), unsent) < 0 then
    raise exception using errcode = 'PT409', message = 'books_dont_add_up',
      detail = jsonb_build_object('balance', shop.balance(new.order_id), 'kept', shop.kept(new.order_id),
        'unsent', unsent)::text;
  end if;
  return null;
end $$;
create constraint trigger check_books after insert on shop.entries deferrable initially deferred for each row
  when (new.account = 'order' and (new.amount < 0 or new.kind in ('received', 'refund_due')))
  execute function shop.check_books();

-- A card order that is marked as paid by somebody who edits the table, without a payment's notification, was paid by hand.
create function shop.note_unrecorded_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if shop.kept(new.id) = 0 and shop.balance(new.id) > 0 then
    insert into shop.entries (order_id, account, kind, amount, cause, subject, made_by, revision)
    values (new.id, 'order', 'received', - shop.balance(new.id), 'by_hand', '', shop.made_by(),
      1 + (select count(*) from shop.entries e where e.order_id = new.id and e.kind = 'received' and e.subject = ''));
  end if;
  return null;
end $$;
create constraint trigger note_unrecorded_payment_of_new after insert on public.orders deferrable initially deferred
  for each row when (new.payment_method = 'payfast' and new.payment_status) execute function shop.note_unrecorded_payment();
create constraint trigger note_unrecorded_payment after update on public.orders deferrable initially deferred
  for each row when (new.payment_method = 'payfast' and new.payment_status and not old.payment_status)
  execute function shop.note_unrecorded_payment();
