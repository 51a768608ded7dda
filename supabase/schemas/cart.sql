-- Shoppers' saved carts, and what a cart costs: the cart page and place_order use the same function, so that they can't
-- differ.

-- The rules for placing orders, which operators may edit: one row.
create table public.order_rules (
  is_only boolean primary key default true check (is_only),
  -- How long an unpaid card order holds its stock and its use of a promo code.
  unpaid_hold interval not null default '60 minutes' check (unpaid_hold between '5 minutes' and '7 days'),
  -- How long an unconfirmed cash order holds them before it is cancelled.
  unconfirmed_hold interval not null default '2 days' check (unconfirmed_hold between '1 hour' and '30 days'),
  -- Unpaid card orders of an account or a guest's browser.
  most_unpaid integer not null default 2 check (most_unpaid > 0),
  -- Cash orders of an account that haven't arrived, and of a guest's browser that aren't confirmed.
  most_cash integer not null default 3 check (most_cash > 0),
  most_unconfirmed integer not null default 3 check (most_unconfirmed > 0),
  -- Orders that an account or a guest's browser places within a day. A browser's cookie holds ten.
  most_a_day integer not null default 10 check (most_a_day > 0),
  -- Pieces of one size of a product in an order.
  most_pieces integer not null default 10 check (most_pieces between 1 and 9999),
  -- After so many calls without a confirmation an order is cancelled.
  most_calls integer not null default 3 check (most_calls between 1 and 10),
  -- How long after a call the next one counts.
  call_pause interval not null default '30 minutes' check (call_pause between '0 minutes' and '24 hours'),
  -- For how long a step can be taken back.
  take_back_hold interval not null default '24 hours' check (take_back_hold between '1 hour' and '30 days'),
  -- How long the mails of a step wait for that.
  mail_delay interval not null default '5 minutes' check (mail_delay between '0 minutes' and '2 hours'),
  version integer not null default 1,
  -- Whether discounted prices and what promo codes take off are in whole rupees, which a rider can collect. A new shop
  -- has it on (seeds/production), one that is older keeps its prices.
  has_whole_rupees boolean not null default false,
  -- Whether shoppers may change their orders until they are packed (decision 218).
  shoppers_change boolean not null default true,
  -- What cash on delivery costs beside delivery, in rupees.
  cash_fee numeric(10, 2) not null default 0 check (cash_fee between 0 and 99999),
  -- A price that falls or rises by more than so many per cent, or is below so many rupees, is confirmed by a second
  -- press (decision 234).
  large_price_change numeric(5, 2) not null default 50 check (large_price_change between 1 and 999),
  least_price numeric(10, 2) not null default 100 check (least_price between 0 and 99999),
  -- Whether people without an account may order. Null until an operator says so: the server's GUEST_CHECKOUT counts
  -- until then (decision 222).
  guests_order boolean,
  -- Whether they may leave out the e-mail address of a cash order.
  guest_email_optional boolean not null default false
);
alter table public.order_rules enable row level security;

-- Returns whether people without an account may order, null if nobody has said so, and what is asked of them.
create function public.guest_terms() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('may_order', r.guests_order, 'is_email_optional', r.guest_email_optional)
  from public.order_rules r
$$;
grant execute on function public.guest_terms() to anon;

create function shop.has_whole_rupees() returns boolean
language sql stable set search_path = '' as $$ select r.has_whole_rupees from public.order_rules r $$;

-- While prices are in whole rupees, the fee for cash is too.
create function shop.refuse_paisa_in_cash_fee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.cash_fee <> trunc(new.cash_fee) and new.has_whole_rupees then
    raise exception using errcode = 'PT409', message = 'paisa_refused';
  end if;
  return new;
end $$;
create trigger refuse_paisa_in_cash_fee before update of cash_fee on public.order_rules
  for each row execute function shop.refuse_paisa_in_cash_fee();

-- Returns what cash on delivery costs beside the other sums of an order: nothing if the rider has nothing to collect.
create function shop.cash_fee(s shop.order_sums, p_payment_method text) returns numeric
language sql stable set search_path = '' as $$
  select case when p_payment_method = 'cod' and shop.goods_total(s) + s.delivery_fee > 0 then r.cash_fee else 0.00 end
  from public.order_rules r
$$;

-- Prices all products anew when their rounding changes. Locks the products, since one that is saved meanwhile would be
-- priced by the rule of before. Refuses with delivery_has_paisa (PT409).
create function shop.apply_whole_rupees() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.products, public.delivery_countries, public.delivery_areas in share row exclusive mode;
  if new.has_whole_rupees and (new.cash_fee <> trunc(new.cash_fee)
    or exists (select from public.delivery_countries c where c.fee <> trunc(c.fee))
    or exists (select from public.delivery_areas a where a.fee <> trunc(a.fee))) then
    raise exception using errcode = 'PT409', message = 'delivery_has_paisa';
  end if;
  update public.products p set final_price = shop.selling_price(p.price, p.discount)
  where p.final_price <> shop.selling_price(p.price, p.discount);
  return null;
end $$;
create trigger apply_whole_rupees after update of has_whole_rupees on public.order_rules
  for each row when (old.has_whole_rupees <> new.has_whole_rupees) execute function shop.apply_whole_rupees();

create table public.promo_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code = upper(trim(code)) and length(code) between 2 and 40),
  -- What it takes off the goods; or it makes the delivery free, and has no value.
  kind text not null check (kind in ('percent', 'fixed', 'delivery')),
  value numeric(10, 2) not null check (value >= 0 and (value = 0) = (kind = 'delivery')
    and (kind <> 'percent' or value <= 100)),
  starts_at timestamptz,
  ends_at timestamptz,
  minimum_total numeric(10, 2) not null default 0 check (minimum_total >= 0),
  usage_limit integer check (usage_limit > 0),
  used_count integer not null default 0 check (used_count >= 0 and (usage_limit is null or used_count <= usage_limit)),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  -- Whose goods it counts for, with the categories below it; null for all.
  category_id uuid references public.product_categories (id),
  is_first_order boolean not null default false,
  -- The one customer whom it is for: an e-mail address in small letters, or a phone number as orders have it.
  customer text check (shop.is_email(customer) and customer = lower(customer) or customer ~ '^\+[1-9][0-9]{6,14}$'),
  check (ends_at is null or starts_at is null or ends_at > starts_at)
);
create index promo_codes_category_id_idx on public.promo_codes (category_id);
alter table public.promo_codes enable row level security;
-- Not the count of uses, which orders change.
create trigger raise_version before update of kind, value, starts_at, ends_at, minimum_total, usage_limit,
  is_active, category_id, is_first_order, customer on public.promo_codes
  for each row execute function shop.raise_version();

-- Returns whether a product's goods count for a promo code of a category; for one of all goods without a category.
create function shop.is_in_category(p_product uuid, p_category uuid) returns boolean
language sql stable set search_path = '' as $$
  select p_category is null or exists (select from public.products p
    where p.id = p_product and p.category_id = any (shop.category_tree(array[p_category])))
$$;

-- Returns whether somebody has ordered before, by the account and by what an order says: an e-mail address or a phone
-- number. A cancelled order doesn't count.
create function shop.has_ordered(p_shopper uuid, p_email text, p_phone text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.orders o where o.user_id = p_shopper and o.status <> 'Cancelled')
    or exists (select from public.orders o where o.contact_email = p_email and o.status <> 'Cancelled')
    or exists (select from public.orders o where o.contact_phone = p_phone and o.status <> 'Cancelled')
$$;

-- Returns whether a customer is the buyer, by the account and by what the order says; null while that isn't known.
create function shop.is_customer(p_customer text, p_shopper uuid, p_email text, p_phone text) returns boolean
language sql stable set search_path = '' as $$
  select case
    when p_customer in (p_email, p_phone) then true
    when exists (select from public.profiles p where p.id = p_shopper and p_customer in (p.email, p.phone_number)) then true
    when p_customer like '+%' and p_phone is null or p_customer not like '+%' and p_email is null then null
    else false end
$$;

-- Returns what a promo code does for goods, or why it doesn't apply: { code, kind, discount, error, minimum, starts_at,
-- ends_at, category }. p_goods is what those cost that it counts for. error is unknown, not_started, expired, used_up,
-- other_customer, not_first, other_category or minimum (decisions 110 and 216, A31, A32). Who buys may be unknown yet.
create function shop.promo_discount(p_code text, p_goods numeric, p_shopper uuid default null, p_email text default null,
  p_phone text default null) returns jsonb
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
    when promo.customer is not null and shop.is_customer(promo.customer, p_shopper, p_email, p_phone) is false
      then 'other_customer'
    when promo.is_first_order and shop.has_ordered(p_shopper, p_email, p_phone) then 'not_first'
    when promo.category_id is not null and p_goods = 0 then 'other_category'
    when p_goods < promo.minimum_total then 'minimum' end;
  return jsonb_build_object('code', coalesce(promo.code, upper(trim(p_code))), 'kind', promo.kind, 'error', problem,
    'minimum', promo.minimum_total, 'starts_at', promo.starts_at, 'ends_at', promo.ends_at,
    'category', (select c.name from public.product_categories c where c.id = promo.category_id),
    'discount', case when problem is null then shop.code_discount(promo, p_goods, shop.has_whole_rupees()) else 0 end);
end $$;

-- Prices the lines of a cart from the catalogue, in their order, as price_cart returns them. Stock is that of the
-- line's size and colour, is_by_color whether it is counted so, and sizes say what is left in the colour.
create function shop.priced_lines(p_items jsonb) returns setof jsonb
language sql stable set search_path = '' as $$
  with asked as (
    select position, i ->> 'product_id' as product_id, nullif(i ->> 'size', '') as size,
      nullif(i ->> 'color', '') as color, (i ->> 'quantity')::numeric as quantity
    from jsonb_array_elements(p_items) with ordinality as t (i, position)
  ), found as (
    select a.*, known.id as known_id, known.name, p.id as sold_id, p.slug, p.price, p.discount, p.final_price,
      v.id as variant_id, c.id as color_id,
      pc.color_id as offered_color_id, shop.stock_of(v.id, c.id) as stock, c.value as color_value,
      exists (select from public.variant_stock s where s.variant_id = v.id) as is_by_color
    from asked a
    left join public.products known on known.id = shop.to_uuid(a.product_id)
    left join public.products p on p.id = known.id and p.is_active and p.deleted_at is null
    left join public.product_variants v on v.product_id = p.id and v.label = a.size
    left join public.colors c on c.name = a.color
    left join public.product_colors pc on pc.product_id = p.id and pc.color_id = c.id
  ), priced as (
    select f.position, f.product_id, f.size, f.color, f.quantity, f.name, f.slug, f.price, f.discount, f.final_price,
      f.stock, f.color_value, f.is_by_color,
      case
        when f.sold_id is null then 'gone'
        when f.quantity is null or f.quantity <> trunc(f.quantity) or f.quantity not between 1 and 9999 then 'choice'
        when f.variant_id is null and exists (select from public.product_variants x where x.product_id = f.sold_id)
          then 'choice'
        when f.offered_color_id is null and exists (select from public.product_colors x where x.product_id = f.sold_id)
          then 'choice'
        when f.stock = 0 then 'sold_out'
        when f.stock < sum(f.quantity) over (partition by f.variant_id, case when f.is_by_color then f.color_id end)
          then 'stock'
        when rules.most_pieces < sum(f.quantity) over (partition by f.sold_id, f.variant_id) then 'pieces'
      end as problem, rules.most_pieces as most,
      (select m.url from public.product_media m where m.product_id = f.known_id and not m.is_banner
       order by (m.color_id is not distinct from f.color_id) desc, m.is_featured desc, m.display_order
         limit 1) as image,
      (select coalesce(jsonb_agg(jsonb_build_object('label', x.label, 'stock',
          case when f.offered_color_id is null then x.stock else shop.stock_of(x.id, f.color_id) end,
          'by_color', shop.stock_by_color(x)) order by x.display_order), '[]')
       from public.product_variants x where x.product_id = f.sold_id) as sizes,
      (select coalesce(jsonb_agg(k.name order by x.display_order), '[]')
       from public.product_colors x join public.colors k on k.id = x.color_id where x.product_id = f.sold_id) as colors
    from found f cross join public.order_rules rules
  )
  select to_jsonb(priced) - 'position' from priced order by position
$$;

-- Prices a cart from the catalogue, with its delivery to a country and a city, and its fee if it is paid in cash. Without
-- a city the delivery is the country's, without a payment method there is no fee; cash_if_chosen says what cash would
-- cost. The promo code counts for who buys, as far as that is known. One that makes the cart no cheaper isn't taken: its
-- error is no_gain. p_items: [{ product_id, size, color, quantity }], at most 50 lines. Refuses with cart_too_large (PT400) and country_not_served (PT409).
-- Returns the lines in the given order, each with problem null, 'gone', 'choice', 'sold_out', 'stock' or 'pieces'
-- (more than an order may take), with the product's choices and the translations of its name, the terms of their sets
-- (shop.with_sets), and the sums in rupees of the lines that can be bought: those without a problem and with the last
-- two. For a product that is no longer sold it returns only the name and picture, to anybody who knows its ID (decision 110). Only for the server, which
-- limits guesses at promo codes (decision 145).
create function public.price_cart(p_items jsonb, p_promo_code text default null,
  p_country text default 'Pakistan', p_city text default null, p_payment_method text default null,
  p_shopper uuid default null, p_email text default null, p_phone text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  lines jsonb;
  terms jsonb;
  promo jsonb;
  sums shop.order_sums;
  with_code shop.order_sums;
begin
  -- Also for a missing array, because comparisons with null are null.
  if jsonb_typeof(p_items) is distinct from 'array' or jsonb_array_length(p_items) > 50
     or length(p_items::text) > 20000 or length(p_promo_code) > 200 or length(p_city) > 200
     or length(p_payment_method) > 20 or length(p_email) > 254 or length(p_phone) > 20 then
    raise exception using errcode = 'PT400', message = 'cart_too_large';
  end if;
  lines := (select coalesce(jsonb_agg(line || jsonb_build_object('translations', shop.name_in_languages(p))
    order by position), '[]')
    from shop.priced_lines(p_items) with ordinality as t (line, position) left
      join public.products p on p.id = shop.to_uuid(line ->> 'product_id'));
  terms := shop.set_terms(array(select shop.to_uuid(l ->> 'product_id') from jsonb_array_elements(lines) l));
  lines := shop.with_sets(lines, terms, shop.has_whole_rupees());
  select coalesce(sum(final_price * quantity), 0), coalesce(sum((price - final_price) * quantity), 0)
  into sums.subtotal, sums.savings
  from jsonb_to_recordset(lines) as l (problem text, price numeric, final_price numeric, quantity numeric)
  where problem is null or problem in ('stock', 'pieces');

  sums.promo_discount := 0;
  sums.discount := 0;
  sums.delivery_fee := public.delivery_fee(p_country, sums.subtotal, p_city);
  if nullif(trim(p_promo_code), '') is not null then
    promo := shop.promo_discount(p_promo_code, (
        select coalesce(sum(l.final_price * l.quantity), 0)
        from jsonb_to_recordset(lines) as l (product_id text, problem text, final_price numeric, quantity numeric)
        where (l.problem is null or l.problem in ('stock', 'pieces'))
          and shop.is_in_category(shop.to_uuid(l.product_id), (select c.category_id from public.promo_codes c
            where c.code = upper(trim(p_promo_code))))), p_shopper, p_email, p_phone);
    with_code := sums;
    with_code.promo_discount := (promo ->> 'discount')::numeric;
    with_code.delivery_fee := case when promo ->> 'kind' = 'delivery' then 0.00
      else public.delivery_fee(p_country, shop.goods_total(with_code), p_city) end;
    if promo ->> 'error' is null and shop.goods_total(with_code) + with_code.delivery_fee
        < shop.goods_total(sums) + sums.delivery_fee then
      sums := with_code;
    elsif promo ->> 'error' is null then
      promo := promo || '{"error": "no_gain", "discount": 0}';
    end if;
  end if;
  sums.cash_fee := shop.cash_fee(sums, p_payment_method);
  sums := shop.add_up(sums);
  -- Processes of 1.0.0 read `total`.
  return to_jsonb(sums) || jsonb_build_object('lines', lines, 'set_terms', terms, 'promo', promo,
    'total', sums.total_amount, 'cash_if_chosen', shop.cash_fee(sums, 'cod'));
end $$;

-- A signed-in shopper's cart. Written only by change_cart.
create table public.cart_items (
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- No foreign key: a line of a deleted product stays until the shopper removes it.
  product_id uuid not null,
  size text not null default '' check (length(size) <= 60),
  color text not null default '' check (length(color) <= 60),
  quantity integer not null check (quantity between 1 and 9999),
  position bigint generated always as identity,
  primary key (user_id, product_id, size, color)
);
alter table public.cart_items enable row level security;

-- Returns posted lines as rows; the quantities of duplicates are added.
create function shop.cart_lines(p_lines jsonb)
returns table (product_id uuid, size text, color text, quantity integer, place bigint)
language sql immutable set search_path = '' as $$
  select (l ->> 'product_id')::uuid, coalesce(l ->> 'size', ''), coalesce(l ->> 'color', ''),
    sum(coalesce((l ->> 'quantity')::integer, 0))::integer, min(n)
  from jsonb_array_elements(p_lines) with ordinality as t (l, n) group by 1, 2, 3
$$;

-- Adds lines to a shopper's cart, or merges them with it. Refuses to add beyond 50 lines with cart_full (PT409); a
-- merged cart loses its newest lines instead.
create function shop.add_cart_lines(shopper uuid, p_lines jsonb, is_merge boolean) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.cart_items as kept (user_id, product_id, size, color, quantity)
  select shopper, a.product_id, a.size, a.color, greatest(1, least(a.quantity, 9999)) from shop.cart_lines(p_lines) a
    order by a.place
  on conflict (user_id, product_id, size, color) do update set quantity = case
    when is_merge then greatest(kept.quantity, excluded.quantity)
      else least(9999, kept.quantity + excluded.quantity) end;
  if is_merge then
    delete from public.cart_items where user_id = shopper and position in
      (select position from public.cart_items where user_id = shopper order by position offset 50);
  elsif (select count(*) from public.cart_items where user_id = shopper) > 50 then
    raise exception using errcode = 'PT409', message = 'cart_full';
  end if;
end $$;

-- Gives one line of a shopper's cart the size and color of another line of the same product, in its place, and merges
-- it into an existing line with these. Changes nothing if the cart lacks the line.
create function shop.choose_cart_line(shopper uuid, p_line jsonb, p_choice jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  chosen record;
  changed public.cart_items;
  joined integer;
begin
  select * into chosen from shop.cart_lines(jsonb_build_array(p_choice));
  select kept.* into changed from public.cart_items kept, shop.cart_lines(jsonb_build_array(p_line)) a
  where kept.user_id = shopper and (kept.product_id, kept.size, kept.color) = (a.product_id, a.size, a.color)
    and kept.product_id = chosen.product_id and (kept.size, kept.color) <> (chosen.size, chosen.color);
  if changed.user_id is null then
    return;
  end if;
  delete from public.cart_items kept where kept.user_id = shopper
    and (kept.product_id, kept.size, kept.color) = (chosen.product_id, chosen.size, chosen.color)
  returning kept.quantity into joined;
  update public.cart_items kept
  set size = chosen.size, color = chosen.color, quantity = least(9999, kept.quantity + coalesce(joined, 0))
  where kept.user_id = shopper and kept.position = changed.position;
end $$;

-- Changes the shopper's cart line by line, so that two tabs or devices don't overwrite each other. Returns its lines, [{ product_id,
-- size, color, quantity }], oldest first. p_change is one of
--   read    changes nothing, whatever p_lines says
--   add     adds the quantities, new lines at the end
--   merge   keeps the larger quantity, so that logging in twice doubles nothing; drops lines beyond 50
--   step    changes the quantities of existing lines by these amounts, never below 1
--   set     sets the quantities of existing lines
--   remove  removes these lines
--   choose  gives the first line the size and color of the second, in its place; merges it into an existing line with these
-- Refuses with not_signed_in (PT401), cart_full (PT409), cart_too_large (PT400).
create function public.change_cart(p_change text, p_lines jsonb default '[]') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  shopper uuid := auth.uid();
begin
  if shopper is null or not shop.lock_shopper(shopper) then
    raise exception using errcode = 'PT401', message = 'not_signed_in';
  end if;
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) > 50
     or length(p_lines::text) > 20000 then
    raise exception using errcode = 'PT400', message = 'cart_too_large';
  end if;
  if shop.bounded(p_change, 20) in ('add', 'merge') then
    perform shop.add_cart_lines(shopper, p_lines, p_change = 'merge');
  elsif p_change in ('step', 'set') then
    update public.cart_items kept
    set quantity = greatest(1, least(9999, a.quantity + case p_change when 'step' then kept.quantity else 0 end))
    from shop.cart_lines(p_lines) a
    where kept.user_id = shopper and (kept.product_id, kept.size, kept.color) = (a.product_id, a.size, a.color);
  elsif p_change = 'remove' then
    delete from public.cart_items kept using shop.cart_lines(p_lines) a
    where kept.user_id = shopper and (kept.product_id, kept.size, kept.color) = (a.product_id, a.size, a.color);
  elsif p_change = 'choose' and jsonb_array_length(p_lines) = 2 then
    perform shop.choose_cart_line(shopper, p_lines -> 0, p_lines -> 1);
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'size', size, 'color', color,
    'quantity', quantity) order by position), '[]') from public.cart_items where user_id = shopper);
end $$;
grant execute on function public.change_cart(text, jsonb) to authenticated;

-- Returns what a promo code takes off the goods that it counts for, by its kind and its least sum alone: never more than
-- they cost.
create function shop.code_discount(promo public.promo_codes, p_goods numeric, is_whole boolean) returns numeric
language sql immutable set search_path = '' as $$
  select case when p_goods < promo.minimum_total then 0
    else least(p_goods, shop.rounded(case promo.kind when 'percent' then p_goods * promo.value / 100
      when 'fixed' then promo.value else 0 end, is_whole)) end
$$;
create function shop.keep_promo_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.promo_terms := (select jsonb_build_object('kind', c.kind, 'value', c.value, 'minimum_total', c.minimum_total, 'category_id', c.category_id)
    from public.promo_codes c where c.code = new.promo_code);
  return new;
end $$;
create trigger keep_promo_terms before insert on public.orders
  for each row when (new.promo_code is not null) execute function shop.keep_promo_terms();

-- Returns what an order's code takes off other goods, of which p_in_code are what those cost that it counts for: what it
-- would have, had only they been bought. An order of 1.0.0 has the code as it is now; one that was changed or deleted since gives its share.
create function shop.code_discount_on(o public.orders, p_goods numeric, p_in_code numeric) returns numeric
language sql stable set search_path = '' as $$
  select least(p_goods, coalesce(
    case when o.promo_terms is not null
      then shop.code_discount(jsonb_populate_record(null::public.promo_codes, o.promo_terms), p_in_code,
        o.has_whole_rupees) end,
    (select shop.code_discount(c, p_goods, o.has_whole_rupees) from public.promo_codes c
      where c.code = o.promo_code and shop.code_discount(c, o.subtotal, o.has_whole_rupees) = o.promo_discount),
    case when o.subtotal > 0 then shop.rounded(o.promo_discount * least(p_goods / o.subtotal, 1), o.has_whole_rupees)
      else 0 end))
$$;
