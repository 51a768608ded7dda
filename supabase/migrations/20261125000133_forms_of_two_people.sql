-- Forms that are posted twice: two tabs or two devices of one shopper place their cart once (decision 196).

-- Returns the order that an attempt has placed before; a row of nulls if there is none. Identical posts are serialised,
-- so that the second finds the first one's order. Refuses with attempt_reused (PT409) the key with another request,
-- with the order's number as detail, or from another shopper.
create or replace function shop.order_of_attempt(shopper uuid, key uuid, hash text) returns public.orders
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

drop function public.place_order(uuid, text, jsonb, text, jsonb, jsonb, text, text, numeric, text, text, uuid[], uuid);

-- Places one order or none. The same key returns the same order; the same key with another request is refused. Only for
-- the server, which limits guesses at promo codes (decision 145).
--   p_items           [{ product_id, size, color, quantity }]
--   p_earlier_keys    attempt keys of earlier orders of a guest's browser
--   p_shopper         the account; left out for a guest
--   p_from_cart       the items are lines of the account's saved cart, else refused (decision 196)
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
  draft.contact_email := lower(trim(p_contact_email));
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
  cart := public.price_cart(p_items, p_promo_code, coalesce(draft.shipping_address ->> 'country', 'Pakistan'));
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
