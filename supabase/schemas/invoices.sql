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

-- An invoice as it was issued: it doesn't change with its order or the rules. Nothing in it names a person: the address
-- is the order's.
create table shop.invoices (
  number integer primary key,
  order_id uuid not null references public.orders (id) on delete restrict,
  -- The invoice that a credit note takes back.
  credits integer unique references shop.invoices (number),
  issued_at timestamptz not null default clock_timestamp(),
  seller jsonb not null,
  lines jsonb not null,
  sums jsonb not null
);
create index invoices_order_id_idx on shop.invoices (order_id, number);

-- Whether an order has an invoice: once it is paid or sent. A cash order counts as paid from the beginning, though
-- nobody has paid.
create function shop.is_invoiced(o public.orders) returns boolean
language sql immutable set search_path = '' as $$
  select o.payment_status and o.payment_method <> 'cod' or o.status in ('Shipped', 'Delivered')
$$;

-- Issues an order's invoice, unless it isn't to have one yet, or has one of the same lines and sums.
create function shop.issue_invoice(p_order uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  rules public.tax_rules := (select t from public.tax_rules t);
  present shop.invoices;
  lines jsonb;
  sums jsonb;
  next_number integer;
begin
  perform from shop.invoice_counter for update;
  select * into o from public.orders where id = p_order;
  select * into present from shop.invoices i where i.order_id = o.id order by i.number desc limit 1;
  if o.id is null or not shop.is_invoiced(o) then
    return;
  end if;
  lines := (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'name', i.product_name, 'size', i.selected_size,
    'color', i.selected_color,
      'quantity', i.quantity, 'price', i.price_at_purchase, 'sum', i.subtotal) order by i.product_name, i.id), '[]')
    from public.order_items i where i.order_id = o.id);
  sums := to_jsonb(shop.sums_of(o));
  -- An invoice from before there was a charge lacks it.
  if present.lines = lines and present.sums @> (select jsonb_object_agg(s.key, s.value) from jsonb_each(sums) s
    where s.value <> '0' or present.sums ? s.key) then
    return;
  end if;
  update shop.invoice_counter set last = last + case when present.number is null then 1 else 2 end returning last
    into next_number;
  if present.number is not null then
    insert into shop.invoices (order_id, number, credits, seller, lines, sums)
    values (o.id, next_number - 1, present.number, present.seller, present.lines, present.sums);
  end if;
  insert into shop.invoices (order_id, number, seller, lines, sums)
  values (o.id, next_number, jsonb_build_object('name', rules.business_name, 'ntn', rules.ntn, 'strn', rules.strn),
    lines,
    sums || jsonb_build_object('rate', rules.sales_tax, 'tax', shop.tax_in(o.total_amount, rules.sales_tax)));
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
create constraint trigger correct_invoice after update of changes on public.orders deferrable initially deferred
  for each row
  when (new.changes <> old.changes and new.changes <> '[]') execute function shop.issue_invoice_of_order();

-- Returns the invoices and credit notes of an order, the latest last, and issues the first for an order that was paid
-- or sent before there were invoices; null for any other.
create function shop.invoice_of(o public.orders) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if o.id is null or not shop.is_invoiced(o) and not exists (select from shop.invoices i where i.order_id = o.id) then
    return null;
  end if;
  if not exists (select from shop.invoices i where i.order_id = o.id) then
    perform shop.issue_invoice(o.id);
  end if;
  return (select jsonb_agg(to_jsonb(i) || jsonb_build_object('order_id', o.order_id, 'placed_at', o.created_at,
      'payment_method', o.payment_method, 'billing_address', o.billing_address) order by i.number)
    from shop.invoices i where i.order_id = o.id);
end $$;

-- Returns the invoices of orders by their numbers, in their order; those without one are left out.
create function public.desk_invoices(p_numbers text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found jsonb := jsonb '[]';
  o public.orders;
begin
  perform shop.require_desk();
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
