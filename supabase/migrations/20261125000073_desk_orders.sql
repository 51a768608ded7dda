-- Orders by phone, WhatsApp and Instagram, which operators enter at the desk (decision 185).

alter table public.orders
  -- How an order that was entered at the desk came in; null for orders from the shop's checkout.
  add column channel text check (channel in ('phone', 'whatsapp', 'instagram'));
create index orders_channel_idx on public.orders (channel, created_at desc, id) where channel is not null;

-- Refuses (PT400) an order that lacks a name, phone number or e-mail, or whose other fields no form of the shop sends. Its addresses
-- come from shop.order_address. A cash order from the desk needs no e-mail; a card order does, since the payment page asks for it.
create or replace function shop.check_draft(draft public.orders) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(draft.shipping_address ->> 'first_name', draft.shipping_address ->> 'last_name') is null then
    raise exception using errcode = 'PT400', message = 'invalid_name';
  end if;
  if draft.contact_phone is null then
    raise exception using errcode = 'PT400', message = 'invalid_phone';
  end if;
  if draft.contact_email is null and (draft.channel is null or draft.payment_method = 'payfast')
     or length(draft.contact_email) > 254 or draft.contact_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    raise exception using errcode = 'PT400', message = 'invalid_email';
  end if;
  if draft.attempt_key is null or draft.attempt_hash is null or length(draft.attempt_hash) not between 1 and 128
     or draft.payment_method is null or draft.payment_method not in ('payfast', 'cod')
     or draft.device is null or draft.device not in ('Mobile', 'Tablet', 'Computer') or length(draft.notes) > 1000 then
    raise exception using errcode = 'PT400', message = 'invalid_request';
  end if;
end $$;

-- Returns the account of a confirmed e-mail address, or else of a phone number that the desk has confirmed an order of the account by, with
-- whoever answers. A delivered order proves nothing: its number may be somebody else's. Null if there is none.
create function shop.proven_account(p_email text, p_phone text) returns uuid
language sql stable set search_path = '' as $$
  select u.id from auth.users u
  where u.email_confirmed_at is not null and (u.email = p_email or u.id in (select o.user_id from public.orders o
    where o.contact_phone = p_phone and o.phone_confirmed_at is not null))
  order by u.email = p_email desc nulls last,
    (select max(o.phone_confirmed_at) from public.orders o where o.user_id = u.id and o.contact_phone = p_phone) desc nulls last, u.id
  limit 1
$$;

-- Returns what a form of a new order shows: { cart, found }. The cart is priced like the buyer's would be (price_cart), for Pakistan if the
-- shop doesn't deliver to the country. Found are eight products that are sold whose name has the words, or whose article number or address
-- they are. Changes nothing.
create function public.desk_draft_order(p_items jsonb, p_promo_code text default null, p_country text default null, p_search text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  sought text := lower(nullif(trim(p_search), ''));
  words text := '%' || shop.like_literal(shop.searchable(sought)) || '%';
begin
  perform shop.require_desk();
  return jsonb_build_object(
    'cart', public.price_cart(p_items, p_promo_code,
      coalesce((select c.country from public.delivery_countries c where c.country = p_country and c.is_served), 'Pakistan')),
    'found', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'sku', p.sku, 'final_price', p.final_price,
        'picture', (select m.url from public.product_media m where m.product_id = p.id and not m.is_banner
          order by m.is_featured desc, m.display_order, m.id limit 1)) order by p.is_exact desc, p.name, p.id), '[]')
      from (select *, sought in (lower(q.sku), q.slug) is true as is_exact from public.products q
        where q.is_active and q.deleted_at is null and (q.search_name like words or lower(q.sku) = sought or q.slug = sought)
        order by is_exact desc, q.name, q.id limit 8) p));
end $$;

-- Places one order for a buyer who called or wrote, or none; the same key returns the same order. Prices, stock, promo codes, limits and
-- mails are those of place_order. A cash order counts as confirmed, but its phone number doesn't: the buyer has only said it.
--   p_order           { channel, email, address, payment_method, promo_code, notes, items, is_known }, as place_order has them. is_known
--                     puts it into the account that its e-mail or phone number proves, if there is one
--   p_expected_total  the total that the operator saw, in rupees
-- A guest's earlier orders are those that the desk entered for the same number. Returns { order_id, is_repeat }. Refuses like place_order,
-- and with those of shop.require_desk.
create function public.desk_place_order(p_attempt_key uuid, p_order jsonb, p_expected_total numeric) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  draft public.orders;
  placed public.orders;
  items jsonb := p_order -> 'items';
  cart jsonb;
begin
  perform shop.require_desk();
  draft.shipping_address := shop.order_address(p_order -> 'address');
  draft.billing_address := draft.shipping_address;
  draft.contact_phone := draft.shipping_address ->> 'phone';
  draft.contact_email := lower(nullif(trim(p_order ->> 'email'), ''));
  if (p_order ->> 'is_known')::boolean then
    draft.user_id := shop.proven_account(draft.contact_email, draft.contact_phone);
    draft.contact_email := coalesce(draft.contact_email, (select u.email from auth.users u where u.id = draft.user_id));
  end if;
  if draft.user_id is not null and not shop.lock_shopper(draft.user_id) then
    draft.user_id := null;
  end if;
  draft.attempt_key := p_attempt_key;
  draft.attempt_hash := md5(p_order::text);
  placed := shop.order_of_attempt(draft.user_id, draft.attempt_key, draft.attempt_hash);
  if placed.id is not null then
    return jsonb_build_object('order_id', placed.order_id, 'is_repeat', true);
  end if;

  draft.channel := p_order ->> 'channel';
  draft.payment_method := p_order ->> 'payment_method';
  draft.notes := nullif(trim(p_order ->> 'notes'), '');
  -- The operator's: the buyer had none.
  draft.device := 'Computer';
  perform shop.check_draft(draft);
  if draft.channel is null or draft.channel not in ('phone', 'whatsapp', 'instagram') or p_expected_total is null then
    raise exception using errcode = 'PT400', message = 'invalid_request';
  end if;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) = 0 then
    raise exception using errcode = 'PT400', message = 'empty_cart';
  end if;

  -- Orders for one number are serialised, so that each sees the others.
  perform pg_advisory_xact_lock(hashtextextended('orders for:' || draft.contact_phone, 0));
  perform shop.check_earlier_orders(draft, array(select o.attempt_key from public.orders o
    where o.contact_phone = draft.contact_phone and o.channel is not null));
  perform shop.lock_cart(items, p_order ->> 'promo_code');
  cart := public.price_cart(items, p_order ->> 'promo_code', coalesce(draft.shipping_address ->> 'country', 'Pakistan'));
  perform shop.check_priced_cart(cart, p_expected_total);

  placed := shop.insert_order(draft, cart);
  perform shop.insert_order_items(placed.id, cart -> 'lines');
  update public.promo_codes set used_count = used_count + 1 where code = placed.promo_code;
  update public.orders set channel = draft.channel,
    status = case draft.payment_method when 'cod' then 'Processing' else status end,
    payment_status = draft.payment_method = 'cod',
    confirmed_at = case draft.payment_method when 'cod' then clock_timestamp() end
  where id = placed.id returning * into placed;
  perform shop.record_at_desk('enter', 'order', placed.order_id, null,
    shop.audited(placed) || jsonb_build_object('channel', placed.channel, 'total', placed.total_amount));
  return jsonb_build_object('order_id', placed.order_id, 'is_repeat', false);
end $$;
grant execute on function public.desk_draft_order(jsonb, text, text, text), public.desk_place_order(uuid, jsonb, numeric) to authenticated;

-- What the desk shows of an order in a list.
create or replace function shop.desk_row(o public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('order_id', o.order_id, 'version', o.version, 'status', o.status, 'payment_method', o.payment_method,
    'name', trim(concat_ws(' ', o.shipping_address ->> 'first_name', o.shipping_address ->> 'last_name')), 'phone', o.contact_phone,
    'city', o.shipping_city, 'total_amount', o.total_amount, 'tracking_number', o.tracking_number, 'created_at', o.created_at,
    'confirmed_at', o.confirmed_at, 'packed_at', o.packed_at, 'channel', o.channel,
    'pieces', (select sum(i.quantity) from public.order_items i where i.order_id = o.id))
$$;

-- Returns a page of orders, latest first, and how many there are: { rows, total }. p_search is a part, at least three letters, of the number, tracking number, phone,
-- e-mail or name; p_from and p_until are days in Pakistan, both included.
drop function public.desk_orders(text, text[], text, text, date, date, integer);
create function public.desk_orders(p_search text default null, p_statuses text[] default null, p_method text default null,
  p_task text default null, p_from date default null, p_until date default null, p_page integer default 1, p_channel text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  size constant integer := 50;
  -- Orders of other statuses wait for nothing, and needn't be looked at.
  statuses text[] := coalesce(p_statuses, case p_task when 'pack' then array['PaymentAccepted', 'Processing']
    when 'stale' then array['PaymentPending'] when 'confirm' then array['Processing'] when 'ship' then array['Processing'] end);
  -- A phone number typed with its leading zero is stored with the country's code.
  words text := '%' || replace(replace(replace(regexp_replace(lower(trim(p_search)), '^0(\d{5,})$', '\1'), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  since timestamptz := p_from::timestamp at time zone 'Asia/Karachi';
  before timestamptz := (p_until + 1)::timestamp at time zone 'Asia/Karachi';
  total bigint;
  rows jsonb;
begin
  perform shop.require_desk();
  -- The index holds groups of three letters; without it a hundred thousand orders take a second.
  if length(trim(p_search)) < 3 then
    return jsonb_build_object('rows', '[]'::jsonb, 'total', 0);
  end if;
  select count(*) into total from public.orders o
  where (words is null or shop.order_words(o.order_id, o.tracking_number, o.contact_phone, o.contact_email, o.shipping_address) like words) and (statuses is null or o.status = any (statuses))
    and (p_method is null or o.payment_method = p_method) and (p_channel is null or o.channel = p_channel)
    and (p_task is null or p_task <> 'mails' and shop.awaits(o, p_task)
      or p_task = 'mails' and o.id in (select shop.orders_with_failed_mails()))
    and (since is null or o.created_at >= since) and (before is null or o.created_at < before);
  select coalesce(jsonb_agg(shop.desk_row(o) order by o.created_at desc, o.id), '[]') into rows from (
    select * from public.orders o
    where (words is null or shop.order_words(o.order_id, o.tracking_number, o.contact_phone, o.contact_email, o.shipping_address) like words) and (statuses is null or o.status = any (statuses))
      and (p_method is null or o.payment_method = p_method) and (p_channel is null or o.channel = p_channel)
      and (p_task is null or p_task <> 'mails' and shop.awaits(o, p_task)
      or p_task = 'mails' and o.id in (select shop.orders_with_failed_mails()))
      and (since is null or o.created_at >= since) and (before is null or o.created_at < before)
    order by o.created_at desc, o.id limit size offset size * (greatest(p_page, 1) - 1)) o;
  return jsonb_build_object('rows', rows, 'total', total);
end $$;
grant execute on function public.desk_orders(text, text[], text, text, date, date, integer, text) to authenticated;
