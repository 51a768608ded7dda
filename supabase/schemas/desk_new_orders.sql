-- Orders by phone, WhatsApp and Instagram, which operators enter at the desk (decision 185).

-- Returns the account of a confirmed e-mail address, or else of a phone number that the desk has confirmed an order of
-- the account by, with its person. A delivered order proves nothing: its number may be somebody else's. Null if
-- there is none.
create function shop.confirmed_account(p_email text, p_phone text) returns uuid
language sql stable set search_path = '' as $$
  select u.id from auth.users u
  where u.email_confirmed_at is not null and (u.email = p_email or u.id in (select o.user_id from public.orders o
    where o.contact_phone = p_phone and o.phone_confirmed_at is not null))
  order by u.email = p_email desc nulls last,
    (select max(o.phone_confirmed_at) from public.orders o where o.user_id = u.id
      and o.contact_phone = p_phone) desc nulls last, u.id
  limit 1
$$;

-- Returns what a form of a new order shows: { cart, found }. The cart is priced like the buyer's would be (price_cart),
-- for Pakistan if the shop doesn't deliver to the country. Found are eight products that are sold, by their name,
-- article number or address. Changes nothing.
create function public.desk_draft_order(p_items jsonb, p_promo_code text default null, p_country text default null,
  p_search text default null, p_city text default null, p_payment_method text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  sought text := shop.findable(nullif(trim(p_search), ''));
  found uuid[] := shop.found('product', p_search);
begin
  perform shop.require_desk('{orders}');
  return jsonb_build_object(
    'cart', public.price_cart(p_items, p_promo_code,
      coalesce((select c.country from public.delivery_countries c where c.country = p_country and c.is_served),
        'Pakistan'), p_city, p_payment_method),
    'found', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'sku', p.sku, 'final_price',
      p.final_price,
        'picture', (select m.url from public.product_media m where m.product_id = p.id and not m.is_banner
          order by m.is_featured desc, m.display_order, m.id limit 1)) order by p.is_exact desc, p.name, p.id), '[]')
      from (select *, sought in (shop.findable(q.sku), shop.findable(q.slug)) is true as is_exact from public.products q
        where q.is_active and q.deleted_at is null and q.id = any (found)
        order by is_exact desc, q.name, q.id limit 8) p));
end $$;

-- Places one order for a buyer who called or wrote, or none; the same key returns the same order. Prices, stock, promo codes, limits and
-- mails are those of place_order. A cash order counts as confirmed, but its phone number doesn't: the buyer has only said it.
--   p_order           { channel, email, address, payment_method, promo_code, notes, items, is_known, language }, as place_order has
--                     them; without a language, that of the request. is_known puts it into the account that its e-mail or phone number proves, if there is one
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
  perform shop.require_desk('{orders}');
  draft.shipping_address := shop.order_address(p_order -> 'address');
  draft.billing_address := draft.shipping_address;
  draft.contact_phone := draft.shipping_address ->> 'phone';
  draft.contact_email := lower(nullif(trim(p_order ->> 'email'), ''));
  if (p_order ->> 'is_known')::boolean then
    draft.user_id := shop.confirmed_account(draft.contact_email, draft.contact_phone);
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
  if draft.channel is null or draft.channel not in ('phone', 'whatsapp', 'instagram') or p_expected_total is null
    or p_order ->> 'language' not in ('en', 'ur') then
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
  cart := public.price_cart(items, p_order ->> 'promo_code',
    coalesce(draft.shipping_address ->> 'country', 'Pakistan'), draft.shipping_address ->> 'city',
    draft.payment_method, draft.user_id, draft.contact_email, draft.contact_phone);
  perform shop.check_priced_cart(cart, p_expected_total);

  placed := shop.insert_order(draft, cart);
  perform shop.insert_order_items(placed.id, cart -> 'lines');
  update public.promo_codes set used_count = used_count + 1 where code = placed.promo_code;
  update public.orders set channel = draft.channel, language = coalesce(p_order ->> 'language', language),
    status = case draft.payment_method when 'cod' then 'Processing' else status end,
    payment_status = draft.payment_method = 'cod',
    confirmed_at = case draft.payment_method when 'cod' then clock_timestamp() end
  where id = placed.id returning * into placed;
  perform shop.record_at_desk('enter', 'order', placed.order_id, null,
    shop.audited(placed) || jsonb_build_object('channel', placed.channel, 'total', placed.total_amount));
  return jsonb_build_object('order_id', placed.order_id, 'is_repeat', false);
end $$;
