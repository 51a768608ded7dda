-- Invoices of orders, numbered without gaps (decision 178).

-- One row: what invoices say of the shop, where it is registered. Prices have the sales tax in them.
create table public.tax_rules (
  is_only boolean primary key default true check (is_only),
  business_name text check (length(trim(business_name)) between 1 and 120),
  -- The National Tax Number, or the CNIC of a person; the Sales Tax Registration Number.
  ntn text check (ntn ~ '^[0-9][0-9-]{5,18}[0-9]$'),
  strn text check (strn ~ '^[0-9][0-9-]{5,18}[0-9]$'),
  -- In percent. Only who is registered for the sales tax may name it.
  sales_tax numeric(4, 2) check (sales_tax > 0 and sales_tax <= 50),
  version integer not null default 1,
  check (sales_tax is null or strn is not null)
);
alter table public.tax_rules enable row level security;
create trigger raise_version before update on public.tax_rules for each row execute function shop.raise_version();

-- The last number, under whose lock numbers are given. A transaction that fails gives its number back.
create table shop.invoice_counter (
  is_only boolean primary key default true check (is_only),
  last integer not null default 0
);

-- An invoice or a credit note as it was issued: it doesn't change with its order or the rules. Nothing in it names a
-- person: the address is the order's.
create table shop.invoices (
  number integer primary key,
  order_id uuid not null references public.orders (id) on delete restrict,
  -- The invoice of which a credit note takes back a part or all.
  credits integer references shop.invoices (number),
  issued_at timestamptz not null,
  seller jsonb not null,
  lines jsonb not null,
  sums jsonb not null,
  -- The cause of the entries that made it.
  reason text not null
);
create index invoices_order_id_idx on shop.invoices (order_id, number);
create index invoices_credits_idx on shop.invoices (credits);

-- Whether an order is to have an invoice: once it is paid or sent. A cash order counts as paid from the beginning, though
-- nobody has paid.
create function shop.is_invoiced(o public.orders) returns boolean
language sql immutable set search_path = '' as $$
  select o.payment_status and o.payment_method <> 'cod' or o.status in ('Shipped', 'Delivered')
$$;

-- Returns what an order is charged by its entries, as an invoice has it: { lines, sums }; without p_later, before anything
-- came back or was refunded in part.
create function shop.charged(p_order uuid, p_later boolean default true) returns jsonb
language sql stable set search_path = '' as $$
  with charges as materialized (
    -- What is sent in exchange is a line of its own.
    select e.*, case when e.subject like '%/new' then e.subject else split_part(e.subject, '/', -1) end as item
    from shop.entries e
    where e.order_id = p_order and e.account = 'order' and shop.is_charge(e.kind)
      and (p_later or e.cause not in ('return', 'exchange', 'refund'))
  ), lines as (
    select c.item, (array_agg(c.product_id order by c.number desc))[1] as product_id,
      (array_agg(c.color_id order by c.number desc))[1] as color_id, coalesce(sum(c.pieces), 0) as quantity,
      sum(c.amount) as sum
    from charges c where c.kind in ('goods', 'discount') and c.item <> '' group by c.item
    having sum(c.pieces) <> 0 or sum(c.amount) <> 0
  ), sums as (
    select coalesce(sum(c.amount) filter (where c.kind in ('goods', 'discount')), 0) as subtotal,
      - coalesce(sum(c.amount) filter (where c.kind = 'discount'), 0) as savings,
      - coalesce(sum(c.amount) filter (where c.kind = 'code'), 0) as promo_discount,
      coalesce(sum(c.amount) filter (where c.kind = 'delivery'), 0) as delivery_fee,
      coalesce(sum(c.amount) filter (where c.kind = 'cash_fee'), 0) as cash_fee,
      coalesce(sum(c.amount), 0) as total_amount
    from charges c
  )
  select jsonb_build_object('lines', (select coalesce(jsonb_agg(jsonb_build_object('id', l.item,
      'name', coalesce(i.product_name, p.name), 'size', coalesce(i.selected_size, exchanged.size),
      'color', coalesce(i.selected_color, k.name), 'quantity', l.quantity,
      'price', coalesce(round(l.sum / nullif(l.quantity, 0), 2), l.sum), 'sum', l.sum)
        order by coalesce(i.product_name, p.name), l.item), '[]')
    from lines l left join public.order_items i on i.order_id = p_order and i.id::text = l.item
      left join public.products p on i.id is null and p.id = l.product_id
      left join public.colors k on i.id is null and k.id = l.color_id
      left join lateral (select ri.size from public.return_items ri
        where ri.return_id = shop.to_uuid(split_part(l.item, '/', 1))
          and ri.order_item_id = shop.to_uuid(split_part(l.item, '/', 3))) exchanged on i.id is null),
    'sums', to_jsonb(s) || jsonb_build_object('discount', s.subtotal - s.promo_discount + s.delivery_fee + s.cash_fee - s.total_amount))
  from sums s
$$;

-- Returns what is left of lines and sums, { lines, sums }, without others.
create function shop.without(p_all jsonb, p_part jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('lines', (select coalesce(jsonb_agg(d.line || jsonb_build_object('quantity', d.quantity,
        'sum', d.sum) order by d.line ->> 'name', d.line ->> 'id'), '[]')
      from (select (jsonb_agg(x.line))[0] as line, sum(x.sign * (x.line ->> 'quantity')::numeric) as quantity,
          sum(x.sign * (x.line ->> 'sum')::numeric) as sum
        from (select 1 as sign, l as line from jsonb_array_elements(p_all -> 'lines') l
          union all select -1, l from jsonb_array_elements(p_part -> 'lines') l) x
        group by x.line ->> 'id') d where d.quantity <> 0 or d.sum <> 0),
    'sums', (select jsonb_object_agg(s.key, s.value::numeric - coalesce((p_part -> 'sums' ->> s.key)::numeric, 0))
      from jsonb_each_text(p_all -> 'sums') s where s.key not in ('rate', 'tax')))
$$;

-- Returns whether lines and sums, { lines, sums }, charge nothing.
create function shop.is_nothing(p_charges jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_charges -> 'lines' = '[]' and not exists (select from jsonb_each_text(p_charges -> 'sums') s
    where s.value::numeric <> 0)
$$;

-- Issues an invoice of lines and sums, { lines, sums }. The caller has locked the counter.
create function shop.add_invoice(p_order uuid, p_charges jsonb, p_reason text, p_at timestamptz) returns shop.invoices
language plpgsql volatile set search_path = '' as $$
declare
  rules public.tax_rules := (select t from public.tax_rules t);
  added shop.invoices;
begin
  update shop.invoice_counter set last = last + 1;
  insert into shop.invoices (number, order_id, issued_at, seller, lines, sums, reason)
  select c.last, p_order, p_at, jsonb_build_object('name', rules.business_name, 'ntn', rules.ntn, 'strn', rules.strn),
    p_charges -> 'lines', p_charges -> 'sums' || jsonb_build_object('rate', rules.sales_tax,
      'tax', shop.tax_in((p_charges -> 'sums' ->> 'total_amount')::numeric, rules.sales_tax)), p_reason
  from shop.invoice_counter c returning * into added;
  return added;
end $$;

-- Issues a credit note of an invoice, of which p_rest, { lines, sums }, is left. The tax in what is left then is again
-- that of its total, so that the taxes of credit notes add up. The caller has locked the counter.
create function shop.add_credit_note(credited shop.invoices, p_rest jsonb, p_charges jsonb, p_reason text,
  p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  rate numeric := (credited.sums ->> 'rate')::numeric;
  total numeric := (p_rest -> 'sums' ->> 'total_amount')::numeric;
begin
  update shop.invoice_counter set last = last + 1;
  insert into shop.invoices (number, order_id, issued_at, credits, seller, lines, sums, reason)
  select c.last, credited.order_id, p_at, credited.number, credited.seller, p_charges -> 'lines',
    p_charges -> 'sums' || jsonb_build_object('rate', rate, 'tax', shop.tax_in(total, rate)
      - shop.tax_in(total - (p_charges -> 'sums' ->> 'total_amount')::numeric, rate)), p_reason
  from shop.invoice_counter c;
end $$;

-- Brings the invoices of an order to what its entries charge: the first once it is paid or sent, a credit note of what is
-- charged less since, and, if anything else is charged, one of all that is left and another invoice. So one invoice of an
-- order holds at a time, and invoices less credit notes are the charges.
create function shop.issue_invoice(p_order uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  present shop.invoices;
  note shop.invoices;
  rest jsonb;
  charged jsonb;
  fewer jsonb;
  reason text;
  -- One time for a credit note and the invoice in its place.
  moment timestamptz;
begin
  perform from shop.invoice_counter for update;
  moment := clock_timestamp();
  reason := (select e.cause from shop.entries e where e.order_id = p_order and e.account = 'order'
    and shop.is_charge(e.kind) order by e.number desc limit 1);
  select * into present from shop.invoices i where i.order_id = p_order and i.credits is null
    order by i.number desc limit 1;
  if present.number is null then
    charged := shop.charged(p_order, false);
    if shop.is_nothing(charged)
      or not exists (select from public.orders o where o.id = p_order and shop.is_invoiced(o)) then
      return;
    end if;
    present := shop.add_invoice(p_order, charged, 'placed', moment);
  end if;
  rest := jsonb_build_object('lines', present.lines, 'sums', present.sums - '{rate,tax}'::text[]);
  for note in select * from shop.invoices i where i.credits = present.number loop
    rest := shop.without(rest, to_jsonb(note));
  end loop;
  charged := shop.charged(p_order);
  fewer := shop.without(rest, charged);
  if shop.is_nothing(fewer) then
    return;
  elsif (fewer -> 'sums' ->> 'total_amount')::numeric >= 0 and not exists (
    select from jsonb_array_elements(fewer -> 'lines') l
    where (l ->> 'quantity')::numeric < 0 or (l ->> 'sum')::numeric < 0) then
    perform shop.add_credit_note(present, rest, fewer, reason, moment);
    return;
  end if;
  if not shop.is_nothing(rest) then
    perform shop.add_credit_note(present, rest, rest, reason, moment);
  end if;
  perform shop.add_invoice(p_order, charged, reason, moment);
end $$;

-- Runs at the end of the transaction, so that the counter is the last lock that anybody takes (decision 21), and is
-- held for a moment only.
create function shop.issue_invoice_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform shop.issue_invoice(new.id);
  return null;
end $$;
create constraint trigger issue_invoice after update on public.orders deferrable initially deferred for each row
  when (new.payment_status and not old.payment_status or new.status in ('Shipped', 'Delivered')
    and old.status not in ('Shipped', 'Delivered'))
  execute function shop.issue_invoice_of_order();

-- Corrects an order's invoice when something else is charged, at the end of the transaction too.
create function shop.correct_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from shop.invoices i where i.order_id = new.order_id) then
    perform shop.issue_invoice(new.order_id);
  end if;
  return null;
end $$;
create constraint trigger correct_invoice after insert on shop.entries deferrable initially deferred for each row
  when (new.account = 'order' and shop.is_charge(new.kind)) execute function shop.correct_invoice();

-- Returns the invoices and credit notes of an order, the latest last, and issues the first for an order that was paid
-- or sent before there were invoices; null for any other.
create function shop.invoice_of(o public.orders) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from shop.invoices i where i.order_id = o.id) and shop.is_invoiced(o) then
    -- The counter is the last lock (decision 21), and an invoice refers to its order.
    perform from public.orders x where x.id = o.id for key share;
    perform shop.issue_invoice(o.id);
  end if;
  return (select jsonb_agg(to_jsonb(i) || jsonb_build_object('order_id', o.order_id, 'placed_at', o.created_at,
      'payment_method', o.payment_method, 'billing_address', o.billing_address, 'names', shop.urdu_names_of(o),
      'credited_at', (select c.issued_at from shop.invoices c where c.number = i.credits)) order by i.number)
    from shop.invoices i where i.order_id = o.id);
end $$;

-- Returns the invoices of orders by their numbers, in their order; those without one are left out.
create function public.desk_invoices(p_numbers text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found jsonb := jsonb '[]';
  o public.orders;
begin
  perform shop.require_desk('{orders,money}');
  for o in select * from public.orders where order_id = any (shop.bounded(p_numbers, 100, 60))
    order by array_position(p_numbers, order_id) loop
    found := found || coalesce(shop.invoice_of(o), jsonb '[]');
  end loop;
  return found;
end $$;
grant execute on function public.desk_invoices(text[]) to authenticated;

-- Returns the invoice of a shopper's own order, or of a guest's by its key; null for any other, and for an order
-- without one.
create function public.get_invoice(p_order_id text, p_attempt_key uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where order_id = shop.bounded(p_order_id, 60)
    and (user_id = auth.uid() or user_id is null and attempt_key = p_attempt_key);
  return shop.invoice_of(o);
end $$;
grant execute on function public.get_invoice(text, uuid) to anon, authenticated;
