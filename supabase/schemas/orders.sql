-- Orders: placed by one atomic, idempotent function; their status changes only along allowed transitions.
-- DB-61 to DB-85; decisions 5, 101, 107, 108, 110, 118, 119 and 121.

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_id text not null unique check (order_id ~ '^ORD-[0-9]+-[0-9]{1,3}$'),
  user_id uuid references public.profiles (id) on delete set null,
  -- Also once it belongs to the account that confirmed its e-mail address (take_guest_orders).
  placed_by_guest boolean not null default false,
  status text not null default 'Pending' check (status in ('Pending', 'Processing', 'PaymentPending',
    'PaymentAccepted', 'PaymentFailed', 'Shipped', 'Delivered', 'ReturnedToOrigin', 'Cancelled')),
  payment_status boolean not null default false,
  payment_method text not null default 'payfast' check (payment_method in ('payfast', 'cod')),
  contact_email text check (shop.is_email(contact_email)),
  contact_phone text check (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  shipping_address jsonb not null check (jsonb_typeof(shipping_address) = 'object'),
  billing_address jsonb not null check (jsonb_typeof(billing_address) = 'object'),
  shipping_city text not null,
  shipping_zip_code text,
  shipping_method text not null default 'Standard Method',
  subtotal numeric(12, 2) not null check (subtotal >= 0),
  savings numeric(12, 2) not null default 0 check (savings >= 0),
  promo_code text,
  promo_discount numeric(12, 2) not null default 0 check (promo_discount >= 0),
  delivery_fee numeric(10, 2) not null check (delivery_fee >= 0),
  total_amount numeric(12, 2) not null check (total_amount >= 0),
  device text not null check (device in ('Mobile', 'Tablet', 'Computer')),
  notes text check (length(notes) <= 1000),
  failure_reason text,
  tracking_number text,
  -- When it is expected, by shop.arrival at the time of the order, or of the payment if it is paid by card.
  arrives_from date,
  arrives_until date check (arrives_until >= arrives_from),
  -- When the shopper confirmed a cash order, for example by phone; sending it confirms it too.
  confirmed_at timestamptz,
  -- When the desk confirmed it with the person who answers contact_phone; the link in the mail shows nothing about the
  -- phone.
  phone_confirmed_at timestamptz,
  -- Whether its account was deleted while something of it was on its way back: its e-mail and phone stay until that has
  -- ended.
  keeps_contact_for_return boolean not null default false,
  -- Whether its items are taken from stock and its use of a promo code is counted; for an unpaid card order and an
  -- unconfirmed cash order, until when.
  holds_stock boolean not null default true,
  hold_until timestamptz,
  history jsonb not null default '[]' check (jsonb_typeof(history) = 'array'),
  attempt_key uuid not null unique,
  attempt_hash text not null check (length(attempt_hash) between 1 and 128),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- Packing has no status of its own in the specification; the shopper sees no difference.
  packed_at timestamptz,
  -- How an order that was entered at the desk came in; null for orders from the shop's checkout.
  channel text check (channel in ('phone', 'whatsapp', 'instagram')),
  language text not null default shop.request_language() check (language in ('en', 'ur')),
  -- What the shop takes off by hand, and why; both are shown to the shopper.
  discount numeric(12, 2) not null default 0 check (discount >= 0),
  discount_reason text check (length(discount_reason) <= 300),
  -- What a paid card order costs more since it was changed. It is paid by card until the order is sent, and at the door
  -- after that.
  due_amount numeric(12, 2) not null default 0 check (due_amount >= 0),
  -- What was changed, for the shopper: [{ at, mail, before, after }], the latest last. `mail` is the ID of the mail
  -- that says it.
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  -- What the code of an order was when it was placed: its kind, value and least sum. Null without a code, and for
  -- orders of 1.0.0.
  promo_terms jsonb check (jsonb_typeof(promo_terms) = 'object'),
  -- When a parcel that comes back was in the shop's hands again.
  back_at timestamptz,
  -- How many of its steps were taken back.
  corrections integer not null default 0 check (corrections >= 0),
  -- Whether its sums were rounded to whole rupees when it was placed. What is changed, returned or refunded then is too.
  has_whole_rupees boolean not null default false,
  -- What cash on delivery cost beside delivery when it was placed, or changed to cash.
  cash_fee numeric(10, 2) not null default 0 check (cash_fee >= 0),
  -- What sets took off when it was placed (shop.set_terms), which counts when its items are changed.
  set_terms jsonb not null default '[]' check (jsonb_typeof(set_terms) = 'array'),
  -- Which links of a guest's mails open it: raised, with another key, when its e-mail address becomes another one.
  link_number integer not null default 0 check (link_number >= 0),
  constraint orders_total_check check (total_amount = (shop.add_up(
    row(subtotal, savings, promo_discount, discount, delivery_fee, null, cash_fee)::shop.order_sums)).total_amount)
);
create trigger raise_version before update on public.orders for each row execute function shop.raise_version();
create index orders_contact_phone_idx on public.orders (contact_phone);
create index orders_created_at_idx on public.orders (created_at desc, id);
-- With what shop.ledger asks of those that aren't simply sold.
create index orders_status_idx on public.orders (status, created_at desc)
  include (id, payment_method, confirmed_at);
create index orders_channel_idx on public.orders (channel, created_at desc, id) where channel is not null;
create index orders_user_id_idx on public.orders (user_id, created_at desc);
create index orders_tracking_number_idx on public.orders (upper(tracking_number));
create index orders_promo_code_idx on public.orders (promo_code) where promo_code is not null;
create index orders_pending_idx on public.orders (updated_at) where status = 'PaymentPending';
create index orders_hold_until_idx on public.orders (hold_until) where holds_stock and hold_until is not null;
create index orders_guest_email_idx on public.orders (contact_email) where user_id is null;
create index orders_proven_phone_idx on public.orders (contact_phone)
  where phone_confirmed_at is not null or status = 'Delivered';
create index orders_unconfirmed_idx on public.orders (created_at)
  where payment_method = 'cod' and status = 'Processing' and confirmed_at is null;
alter table public.orders enable row level security;

create table public.order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid references public.products (id) on delete set null,
  variant_id uuid references public.product_variants (id) on delete set null,
  product_name text not null,
  product_image text,
  quantity integer not null check (quantity between 1 and 9999),
  price numeric(10, 2) not null,
  price_at_purchase numeric(10, 2) not null,
  selected_color text,
  selected_size text,
  subtotal numeric(12, 2) not null,
  -- The colour that was bought, which keeps its stock also when it is renamed. Null for orders of before, which have
  -- its name.
  color_id uuid references public.colors (id) on delete set null,
  -- Whether the order's code counts for it, if it has one.
  is_in_code boolean not null default true,
  -- What price_at_purchase is less because the piece was bought in a set.
  set_off numeric(10, 2) not null default 0 check (set_off >= 0),
  check (subtotal = price_at_purchase * quantity)
);
create index order_items_order_id_idx on public.order_items (order_id);
create index order_items_product_id_idx on public.order_items (product_id);
create index order_items_variant_id_idx on public.order_items (variant_id);
alter table public.order_items enable row level security;
create index order_items_color_id_idx on public.order_items (color_id);

create function shop.is_allowed_transition(old_status text, new_status text) returns boolean
language sql immutable set search_path = '' as $$
  select (old_status, new_status) in (
    ('Pending', 'Processing'), ('Pending', 'PaymentPending'), ('Pending', 'PaymentAccepted'),
      ('Pending', 'PaymentFailed'),
    ('Pending', 'Cancelled'),
    ('PaymentPending', 'PaymentAccepted'), ('PaymentPending', 'PaymentFailed'), ('PaymentPending', 'Cancelled'),
    ('PaymentFailed', 'PaymentPending'), ('PaymentFailed', 'PaymentAccepted'), ('PaymentFailed', 'Cancelled'),
    ('PaymentAccepted', 'Processing'), ('PaymentAccepted', 'Shipped'), ('PaymentAccepted', 'Cancelled'),
    ('Processing', 'Shipped'), ('Processing', 'Cancelled'),
    ('Shipped', 'Delivered'), ('Shipped', 'Cancelled'), ('Shipped', 'ReturnedToOrigin'),
      ('Delivered', 'ReturnedToOrigin'))
$$;

-- Records every status of an order, with its time. A step that is taken back leads to the status before it.
create function shop.follow_order_status() returns trigger
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
    new.history := new.history || jsonb_build_array(jsonb_build_object('status', new.status, 'timestamp',
      clock_timestamp(),
      'note', coalesce(case when new.status in ('PaymentFailed', 'Cancelled') then new.failure_reason end, '')));
  end if;
  return new;
end $$;
create trigger follow_order_status before insert or update on public.orders
  for each row execute function shop.follow_order_status();

-- Sets the expected arrival when an order is placed. A card order waits for its payment, which may come days later, so
-- it is set again when it is paid, or when it changes to cash.
create function shop.expect_arrival() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moment timestamptz := case tg_op when 'INSERT' then new.created_at else clock_timestamp() end;
begin
  if tg_op = 'UPDATE' and not (old.status in ('Pending', 'PaymentPending', 'PaymentFailed')
     and new.status in ('PaymentAccepted', 'Processing')) then
    return new;
  end if;
  select a.first_day, a.last_day into new.arrives_from, new.arrives_until
  from shop.arrival(coalesce(new.shipping_address ->> 'country', 'Pakistan'), moment) a;
  return new;
end $$;
create trigger expect_arrival before insert or update of status on public.orders
  for each row execute function shop.expect_arrival();
create policy "shoppers read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));
create policy "shoppers read the items of their own orders" on public.order_items
  for select to authenticated using (exists (select from public.orders o
    where o.id = order_items.order_id and o.user_id = (select auth.uid())));
-- Read-only: shoppers place orders through place_order and change them through the payment functions.
grant select on public.orders, public.order_items to authenticated;

-- Returns an address as an order stores it: known fields, trimmed and bounded; others are dropped. Refuses with
-- invalid_address, and with invalid_phone for a number that isn't E.164.
create function shop.order_address(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  kept jsonb := jsonb '{}';
  field record;
  value text;
begin
  for field in select * from (values ('first_name', 80, false), ('last_name', 80, false), ('address_line1', 200, true),
      ('apartment', 120, false), ('city', 80, true), ('postal_code', 16, false), ('country', 20, false),
        ('phone', 16, false))
    as known (name, longest, is_needed)
  loop
    value := nullif(trim(case when jsonb_typeof(given -> field.name) = 'string' then given ->> field.name end), '');
    if value is null and field.is_needed or length(value) > field.longest
       or field.name = 'country' and value not in ('Pakistan', 'USA', 'UK') then
      raise exception using errcode = 'PT400', message = 'invalid_address', detail = field.name;
    end if;
    if field.name = 'phone' and value !~ '^\+[1-9][0-9]{6,14}$' then
      raise exception using errcode = 'PT400', message = 'invalid_phone';
    end if;
    kept := kept || coalesce(jsonb_build_object(field.name, value), '{}');
  end loop;
  return jsonb_strip_nulls(kept);
end $$;

-- Returns the orders that an account placed, or a guest's browser by the keys of its latest orders. Nobody is counted
-- by a phone number or an address, since anybody can type somebody else's (decision 155).
create function shop.orders_of(shopper uuid, earlier_keys uuid[]) returns setof public.orders
language sql stable security definer set search_path = '' as $$
  select o.* from public.orders o where o.user_id = shopper and not o.placed_by_guest
  union all
  select o.* from public.orders o where shopper is null and o.attempt_key = any (earlier_keys)
$$;

-- Refuses (PT429 too_many_unpaid_orders) if an account or a guest's browser has too many unpaid card orders that hold
-- stock.
create function shop.check_unpaid_orders(shopper uuid, earlier_keys uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (select most_unpaid from public.order_rules) <= (select count(*) from shop.orders_of(shopper, earlier_keys) o
      where o.payment_method = 'payfast' and o.holds_stock and o.hold_until > now()) then
    raise exception using errcode = 'PT429', message = 'too_many_unpaid_orders';
  end if;
end $$;

-- Refuses (PT429) if an account has too many cash orders that haven't arrived (too_many_open_orders), or a guest's
-- browser too many that aren't confirmed (too_many_unconfirmed_orders).
create function shop.check_cash_orders(shopper uuid, earlier_keys uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  rules public.order_rules := (select r from public.order_rules r);
  open_orders integer;
  unconfirmed integer;
begin
  select count(*), count(*) filter (where o.status = 'Processing' and o.confirmed_at is null)
    into open_orders, unconfirmed
  from shop.orders_of(shopper, earlier_keys) o where o.payment_method = 'cod' and o.status in ('Processing', 'Shipped');
  if shopper is not null and open_orders >= rules.most_cash then
    raise exception using errcode = 'PT429', message = 'too_many_open_orders';
  end if;
  if shopper is null and unconfirmed >= rules.most_unconfirmed then
    raise exception using errcode = 'PT429', message = 'too_many_unconfirmed_orders';
  end if;
end $$;

-- Returns an order without what only its own browser knows: the key and the hash of its attempt.
create function shop.order_as_json(o public.orders) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(o) - 'attempt_key' - 'attempt_hash'
$$;
-- For claim_order_mails, which runs with the server's rights.
grant execute on function shop.order_as_json(public.orders) to service_role;

-- Returns the order that an attempt has placed before; a row of nulls if there is none. Identical posts are serialised,
-- so that the second finds the first one's order. Refuses with attempt_reused (PT409) the key with another request,
-- with the order's number as detail, or from another shopper.
create function shop.order_of_attempt(shopper uuid, key uuid, hash text) returns public.orders
language plpgsql set search_path = '' as $$
declare
  existing public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended('attempt:' || key::text, 0));
  select * into existing from public.orders where attempt_key = key;
  if existing.id is not null and existing.user_id is distinct from shopper then
    raise exception using errcode = 'PT409', message = 'attempt_reused';
  end if;
  if existing.id is not null and existing.attempt_hash <> hash then
    raise exception using errcode = 'PT409', message = 'attempt_reused', detail = existing.order_id;
  end if;
  return existing;
end $$;

-- Refuses (PT400) an order that lacks a name, phone number or e-mail, or whose other fields no form of the shop sends.
-- Its addresses come from shop.order_address. A cash order from the desk needs no e-mail, nor a guest's where that is
-- allowed; a card order does, since the payment page asks for it.
create function shop.check_draft(draft public.orders) returns void
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(draft.shipping_address ->> 'first_name', draft.shipping_address ->> 'last_name') is null then
    raise exception using errcode = 'PT400', message = 'invalid_name';
  end if;
  if draft.contact_phone is null then
    raise exception using errcode = 'PT400', message = 'invalid_phone';
  end if;
  if draft.contact_email is null and (draft.payment_method = 'payfast' or draft.channel is null
       and (draft.user_id is not null or not (select r.guest_email_optional from public.order_rules r)))
     or length(draft.contact_email) > 254 or draft.contact_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    raise exception using errcode = 'PT400', message = 'invalid_email';
  end if;
  if draft.attempt_key is null or draft.attempt_hash is null or length(draft.attempt_hash) not between 1 and 128
     or draft.payment_method is null or draft.payment_method not in ('payfast', 'cod')
     or draft.device is null or draft.device not in ('Mobile', 'Tablet', 'Computer') or length(draft.notes) > 1000 then
    raise exception using errcode = 'PT400', message = 'invalid_request';
  end if;
end $$;

-- Refuses (PT429) an order of an account or a guest's browser that has placed too many within a day, whatever became of
-- them (too_many_orders_today), or has too many open ones, like check_unpaid_orders and check_cash_orders. Orders of an
-- account are serialised (shop.lock_shopper), so that each sees the others; a browser brings the keys of those that it
-- knows.
create function shop.check_earlier_orders(draft public.orders, earlier_keys uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  if (select most_a_day from public.order_rules) <= (select count(*) from shop.orders_of(draft.user_id, earlier_keys) o
      where o.created_at > now() - interval '1 day') then
    raise exception using errcode = 'PT429', message = 'too_many_orders_today';
  end if;
  if draft.payment_method = 'payfast' then
    perform shop.check_unpaid_orders(draft.user_id, earlier_keys);
  else
    perform shop.check_cash_orders(draft.user_id, earlier_keys);
  end if;
end $$;

-- Locks the products, sizes and promo code of a cart, in the same order for everybody, so that two carts with the same
-- sizes can't deadlock (decision 21). Products come first, like when a product is deleted with its sizes.
create function shop.lock_cart(p_items jsonb, p_promo_code text) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.products p
  where p.id in (select shop.to_uuid(i ->> 'product_id') from jsonb_array_elements(p_items) i)
  order by p.id for key share;
  perform from public.product_variants v
  where (v.product_id, v.label) in
    (select shop.to_uuid(i ->> 'product_id'), i ->> 'size' from jsonb_array_elements(p_items) i)
  order by v.id for no key update;
  if p_promo_code is not null then
    perform from public.promo_codes where code = upper(trim(p_promo_code)) for update;
  end if;
end $$;

-- Refuses (PT409) a priced cart that can't be ordered as the shopper saw it: cart_changed with the cart, promo_refused
-- with the promo code's problem, or price_changed with { total }.
create function shop.check_priced_cart(cart jsonb, expected_total numeric) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if exists (select from jsonb_array_elements(cart -> 'lines') l where l ->> 'problem' is not null) then
    raise exception using errcode = 'PT409', message = 'cart_changed', detail = cart::text;
  end if;
  if cart -> 'promo' ->> 'error' is not null then
    raise exception using errcode = 'PT409', message = 'promo_refused', detail = (cart -> 'promo')::text;
  end if;
  if expected_total is not null and expected_total <> (cart ->> 'total_amount')::numeric then
    raise exception using errcode = 'PT409', message = 'price_changed',
      detail = jsonb_build_object('total', cart -> 'total_amount')::text;
  end if;
end $$;

-- Stores a draft with the sums of its priced cart as an order.
create function shop.insert_order(draft public.orders, cart jsonb) returns public.orders
language plpgsql set search_path = '' as $$
declare
  placed public.orders;
begin
  loop
    begin
      insert into public.orders (order_id, user_id, placed_by_guest, payment_method, contact_email, contact_phone,
        shipping_address, billing_address, shipping_city, shipping_zip_code, device, notes, attempt_key, attempt_hash,
        promo_code, hold_until, subtotal, savings, promo_discount, delivery_fee, cash_fee, total_amount,
        has_whole_rupees, set_terms)
      select shop.order_reference(), draft.user_id, draft.user_id is null, draft.payment_method, draft.contact_email,
        draft.contact_phone, draft.shipping_address, draft.billing_address, draft.shipping_address ->> 'city',
        draft.shipping_address ->> 'postal_code', draft.device, draft.notes, draft.attempt_key, draft.attempt_hash,
        cart -> 'promo' ->> 'code',
        now() + case draft.payment_method when 'payfast' then r.unpaid_hold else r.unconfirmed_hold end,
        s.subtotal, s.savings, s.promo_discount, s.delivery_fee, s.cash_fee, s.total_amount, r.has_whole_rupees,
        cart -> 'set_terms'
      from jsonb_populate_record(null::shop.order_sums, cart) s, public.order_rules r
      returning * into placed;
      return placed;
    exception when unique_violation then
      -- Two references of the same millisecond clash: try another number (decision 101).
      if sqlerrm not like '%orders_order_id_key%' then raise; end if;
    end;
  end loop;
end $$;

-- Returns what of an order's goods its code counts for; p_goods is what all of them cost.
create function shop.goods_in_code(p_order uuid, p_goods numeric) returns numeric
language sql stable set search_path = '' as $$
  select p_goods - coalesce(sum(i.subtotal), 0) from public.order_items i where i.order_id = p_order and not i.is_in_code
$$;

-- Stores the lines of a priced cart as an order's items, and takes them from stock. Refuses with order_items_failed
-- (PT500).
create function shop.insert_order_items(placed_order uuid, lines jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  line jsonb;
  item public.order_items;
begin
  for line in select * from jsonb_array_elements(lines) loop
    insert into public.order_items (order_id, product_id, variant_id, product_name, product_image, quantity, price,
      price_at_purchase, selected_color, selected_size, subtotal, set_off, is_in_code)
    values (placed_order, (line ->> 'product_id')::uuid,
      (select v.id from public.product_variants v
       where v.product_id = (line ->> 'product_id')::uuid and v.label = line ->> 'size'),
      line ->> 'name', line ->> 'image', (line ->> 'quantity')::integer, (line ->> 'price')::numeric,
      (line ->> 'final_price')::numeric, line ->> 'color', line ->> 'size',
      (line ->> 'final_price')::numeric * (line ->> 'quantity')::integer, coalesce((line ->> 'set_off')::numeric, 0),
      (select shop.is_in_category((line ->> 'product_id')::uuid, (o.promo_terms ->> 'category_id')::uuid)
       from public.orders o where o.id = placed_order))
    returning * into item;
    perform shop.move_stock(item.variant_id, item.color_id, -item.quantity, 'sold', placed_order);
  end loop;
exception when others then
  -- The cause is for the log; the shop shows shoppers no detail.
  raise exception using errcode = 'PT500', message = 'order_items_failed', detail = sqlstate || ': ' || sqlerrm;
end $$;

-- Removes ordered lines from the shopper's cart; lines added on another device meanwhile stay.
create function shop.remove_ordered_lines(shopper uuid, p_items jsonb) returns void
language sql volatile set search_path = '' as $$
  delete from public.cart_items kept using shop.cart_lines(p_items) ordered
  where kept.user_id = shopper
    and (kept.product_id, kept.size, kept.color) = (ordered.product_id, ordered.size, ordered.color)
$$;

create function shop.order_reference() returns text
language sql volatile set search_path = '' as $$
  select 'ORD-' || floor(extract(epoch from clock_timestamp()) * 1000)::bigint || '-' || floor(random() * 1000)::integer
$$;

-- Tracking: finds an order by its number together with the e-mail or phone of the order (decision 101). Returns the
-- parcel's status, never the recipient. Null if the two don't match. Only for the server, which limits guesses.
create function public.track_order(p_number text, p_contact text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('order_id', o.order_id, 'status', o.status, 'tracking_number', o.tracking_number,
    'arrives_from', o.arrives_from, 'arrives_until', o.arrives_until, 'created_at', o.created_at, 'history', o.history)
  from public.orders o
  where (o.order_id = upper(trim(p_number))
      -- Those that 1.0.0 stored may have spaces.
      or upper(o.tracking_number) in (upper(trim(p_number)), upper(replace(p_number, ' ', ''))))
    and (o.contact_email = lower(trim(p_contact)) or o.contact_phone = trim(p_contact))
  order by o.created_at desc limit 1
$$;

-- Returns the number of the shopper's oldest order on its way, or null. The account can't be deleted before it is
-- delivered.
create function public.order_on_its_way(p_shopper uuid) returns text
language sql stable set search_path = '' as $$
  select o.order_id from public.orders o
  where o.user_id = p_shopper and o.status in ('Processing', 'PaymentAccepted', 'Shipped')
  order by o.created_at, o.id limit 1
$$;

-- Lists the e-mail addresses of the accounts that may sign in by a phone number and a password, at most five: those
-- whose password's tag is among p_tags, and those whose tag isn't known, or was made with a key that p_tags doesn't
-- have. Once the desk has confirmed an order with the person who answers the number, only accounts with such an order,
-- the latest first. Otherwise known tags first, then accounts with a delivered order, then the oldest (decision 40).
create function public.list_emails_of_phone(p_phone text, p_tags text[]) returns setof text
language sql stable security definer set search_path = '' as $$
  with proven as materialized (
    select o.user_id, max(o.phone_confirmed_at) as confirmed_at, min(o.created_at) as first_order
    from public.orders o
    where o.contact_phone = p_phone and (o.phone_confirmed_at is not null or o.status = 'Delivered')
    group by o.user_id
  ), accounts as materialized (
    select p.id, p.email, p.created_at, proven.confirmed_at, proven.first_order, t.tag
    from public.profiles p
      left join proven on proven.user_id = p.id
      left join shop.password_tags t on t.profile_id = p.id
    where p.phone_number = p_phone and p.email is not null
  )
  select a.email from accounts a
  where (a.tag is null or a.tag = any (p_tags)
      or not exists (select from unnest(p_tags) tag where left(tag, 8) = left(a.tag, 8)))
    and (a.confirmed_at is not null or not exists (select from accounts c where c.confirmed_at is not null))
  order by a.confirmed_at desc nulls last, (a.tag = any (p_tags)) is true desc, a.first_order, a.created_at, a.id
  limit 5
$$;
grant execute on function public.list_emails_of_phone(text, text[]) to service_role;

-- Returns whether an order with this product was delivered to the shopper, which makes their review a verified
-- purchase.
create function shop.has_received(shopper uuid, product uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.orders o join public.order_items i on i.order_id = o.id
    where o.user_id = shopper and o.status = 'Delivered' and i.product_id = product)
$$;

-- When an account is deleted, its orders stay without personal data (decision 121); with an e-mail address and a phone
-- number while something of it is on its way back. Refuses with order_on_its_way (PT409, its number as detail) while
-- one is on its way. Unpaid orders are cancelled; a later payment is to be refunded.
create function shop.strip_person_from_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  on_its_way text;
begin
  -- An order that a notification is just marking as paid counts as paid.
  perform from public.orders o where o.user_id = old.id order by o.id for update;
  on_its_way := public.order_on_its_way(old.id);
  if on_its_way is not null then
    raise exception using errcode = 'PT409', message = 'order_on_its_way', detail = on_its_way;
  end if;
  update public.orders o set keeps_contact_for_return = true
  where o.user_id = old.id and exists (select from public.returns r where r.order_id = o.id
    and r.status in ('approved', 'received'));
  update public.orders set notes = null,
    contact_email = case when keeps_contact_for_return then contact_email end,
    contact_phone = case when keeps_contact_for_return then contact_phone end,
    shipping_address = jsonb_build_object('city', shipping_city, 'country', shipping_address -> 'country'),
    billing_address = jsonb_build_object('city', shipping_city, 'country', shipping_address -> 'country'),
    status = case when status in ('Pending', 'PaymentPending', 'PaymentFailed') then 'Cancelled' else status end
  where user_id = old.id;
  return old;
end $$;
create trigger strip_person_from_orders before delete on public.profiles
  for each row execute function shop.strip_person_from_orders();

-- Assigns guest orders to the account that later confirms their e-mail address.
create function shop.take_guest_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform shop.lock_shopper(new.id);
  perform from public.orders o where o.user_id is null and o.contact_email = lower(new.email) order by o.id for update;
  update public.orders set user_id = new.id where user_id is null and contact_email = lower(new.email);
  return new;
end $$;
-- The names sort after keep_profile_with_account, which creates the profile.
create trigger take_guest_orders_at_once after insert on auth.users
  for each row when (new.email_confirmed_at is not null) execute function shop.take_guest_orders();
create trigger take_guest_orders_later after update on auth.users
  for each row when (new.email_confirmed_at is not null
    and (old.email_confirmed_at is null or old.email is distinct from new.email))
  execute function shop.take_guest_orders();

-- Gives a guest's order without an e-mail address to the shopper, whose browser has its key, with the account's
-- address. Returns whether the order is the shopper's then. One with an address joins the account that confirms it
-- alone, and one whose person was erased nobody. Whoever has the link of the order's page has its key too, so the
-- account proves nothing about the phone number (list_emails_of_phone). Refuses with not_signed_in (PT401).
create function public.take_guest_order(p_order_id text, p_attempt_key uuid) returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  shopper uuid := auth.uid();
begin
  perform shop.bounded(p_order_id, 60);
  if shopper is null or not shop.lock_shopper(shopper) then
    raise exception using errcode = 'PT401', message = 'not_signed_in';
  end if;
  update public.orders o set user_id = shopper, phone_confirmed_at = null,
    contact_email = (select lower(u.email) from auth.users u where u.id = shopper and u.email_confirmed_at is not null)
  where o.order_id = p_order_id and o.attempt_key = p_attempt_key and o.user_id is null and o.contact_email is null
    and o.contact_phone is not null;
  return exists (select from public.orders o where o.order_id = p_order_id and o.user_id = shopper);
end $$;
grant execute on function public.take_guest_order(text, uuid) to authenticated;

-- Lists unconfirmed cash orders, oldest first. Only for operators.
create function public.list_orders_to_confirm()
returns table (order_id text, placed_at timestamptz, name text, phone text, city text, total numeric, language text)
language sql stable set search_path = '' as $$
  select o.order_id, o.created_at, trim(concat_ws(' ', o.shipping_address ->> 'first_name',
    o.shipping_address ->> 'last_name')),
    o.contact_phone, o.shipping_city, o.total_amount, o.language
  from public.orders o where o.payment_method = 'cod' and o.status = 'Processing' and o.confirmed_at is null
    order by o.created_at
$$;

-- Confirms a cash order by the link in its mail; repeating it changes nothing. Only for the server, which has verified
-- the link. Refuses with no_such_order (PT404), and with not_confirmable (PT409) an order that isn't paid in cash or
-- was cancelled.
create function public.confirm_order(p_order_id text) returns void
language plpgsql set search_path = '' as $$
declare
  confirmed public.orders;
begin
  select * into confirmed from public.orders where order_id = p_order_id for update;
  if confirmed.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_order';
  end if;
  if confirmed.payment_method <> 'cod' or confirmed.status = 'Cancelled' then
    raise exception using errcode = 'PT409', message = 'not_confirmable';
  end if;
  update public.orders set confirmed_at = coalesce(confirmed_at, now()) where id = confirmed.id;
end $$;

-- Refuses items that aren't lines of the shopper's saved cart, with the same quantities: with cart_ordered (PT409, the
-- order's number as detail) if the shopper's latest order has them all, else with cart_differs (PT409). The caller has
-- locked the shopper.
create function shop.check_saved_cart(shopper uuid, p_items jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  latest public.orders;
begin
  if not exists (
    select product_id, size, color, quantity from shop.cart_lines(p_items)
    except
    select c.product_id, c.size, c.color, c.quantity from public.cart_items c where c.user_id = shopper
  ) then
    return;
  end if;
  select * into latest from public.orders o where o.user_id = shopper and not o.placed_by_guest
  order by o.created_at desc, o.id desc limit 1;
  if latest.id is not null and latest.status <> 'Cancelled' and not exists (
    select product_id, size, color, quantity from shop.cart_lines(p_items)
    except
    select i.product_id, coalesce(i.selected_size, ''), coalesce(i.selected_color, ''), i.quantity
    from public.order_items i where i.order_id = latest.id
  ) then
    raise exception using errcode = 'PT409', message = 'cart_ordered', detail = latest.order_id;
  end if;
  raise exception using errcode = 'PT409', message = 'cart_differs';
end $$;

-- Places one order or none. The same key returns the same order; the same key with another request is refused. Only for
-- the server, which limits guesses at promo codes (decision 145).
--   p_items           [{ product_id, size, color, quantity }]
--   p_contact_email   empty for none (shop.check_draft)
--   p_earlier_keys    attempt keys of earlier orders of a guest's browser
--   p_shopper         the account; left out for a guest
--   p_from_cart       the items are lines of the account's saved cart, else refused (decision 5)
--   p_expected_total  the total that the shopper saw, in rupees; another one is refused with price_changed
-- Refusals are PTxyz errors with the reason as message and JSON as detail:
--   empty_cart, cart_ordered and cart_differs (shop.check_saved_cart), cart_changed (detail: the priced cart),
--   price_changed (detail: { total }), promo_refused, country_not_served, attempt_reused (shop.order_of_attempt),
--   too_many_orders_today, too_many_open_orders, too_many_unconfirmed_orders, too_many_unpaid_orders,
--   order_items_failed, invalid_address, invalid_name, invalid_phone, invalid_email, invalid_request.
create function public.place_order(
  p_attempt_key uuid,
  p_attempt_hash text,
  p_items jsonb,
  p_contact_email text,
  p_shipping_address jsonb,
  p_billing_address jsonb,
  p_payment_method text,
  p_device text,
  p_expected_total numeric default null,
  p_promo_code text default null,
  p_notes text default null,
  p_earlier_keys uuid[] default '{}',
  p_shopper uuid default null,
  p_from_cart boolean default false
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  shopper uuid := coalesce(auth.uid(), p_shopper);
  draft public.orders;
  placed public.orders;
  cart jsonb;
begin
  if auth.uid() is null and not shop.is_operator() or shopper is not null and not shop.lock_shopper(shopper) then
    raise exception using errcode = 'PT401', message = 'not_signed_in';
  end if;
  placed := shop.order_of_attempt(shopper, p_attempt_key, p_attempt_hash);
  if placed.id is not null then
    return shop.order_as_json(placed) || jsonb_build_object('is_repeat', true);
  end if;

  draft.user_id := shopper;
  draft.attempt_key := p_attempt_key;
  draft.attempt_hash := p_attempt_hash;
  draft.shipping_address := shop.order_address(p_shipping_address);
  draft.billing_address := shop.order_address(p_billing_address);
  draft.contact_email := lower(nullif(trim(p_contact_email), ''));
  draft.contact_phone := draft.shipping_address ->> 'phone';
  draft.payment_method := p_payment_method;
  draft.device := p_device;
  draft.notes := p_notes;
  perform shop.check_draft(draft);
  if jsonb_typeof(p_items) is distinct from 'array' or jsonb_array_length(p_items) = 0 then
    raise exception using errcode = 'PT400', message = 'empty_cart';
  end if;
  if p_from_cart and shopper is not null then
    perform shop.check_saved_cart(shopper, p_items);
  end if;

  -- The locks are taken in this order (decision 21), and the cart is priced under them.
  perform shop.check_earlier_orders(draft, p_earlier_keys);
  perform shop.lock_cart(p_items, p_promo_code);
  cart := public.price_cart(p_items, p_promo_code, coalesce(draft.shipping_address ->> 'country', 'Pakistan'),
    draft.shipping_address ->> 'city', p_payment_method, shopper,
    -- Known to have none: a code for an address isn't theirs.
    coalesce(draft.contact_email, ''), draft.contact_phone);
  perform shop.check_priced_cart(cart, p_expected_total);

  placed := shop.insert_order(draft, cart);
  perform shop.insert_order_items(placed.id, cart -> 'lines');
  perform shop.remove_ordered_lines(shopper, p_items);
  update public.promo_codes set used_count = used_count + 1 where code = placed.promo_code;
  if p_payment_method = 'cod' then
    -- Required by decision 108 (PY-03, PY-04).
    update public.orders set status = 'Processing', payment_status = true where id = placed.id returning * into placed;
  end if;
  return shop.order_as_json(placed) || jsonb_build_object('is_repeat', false);
end $$;
