-- Orders that the desk and their shoppers change before they are sent, and refunds of a part (decisions 184 and 218).

-- Returns what the shopper is told of an order that is changed.
create function shop.order_for_shopper(o public.orders) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('items', (select coalesce(jsonb_agg(jsonb_build_object('name', i.product_name, 'size',
    i.selected_size,
      'color', i.selected_color, 'quantity', i.quantity) order by i.product_name, i.id), '[]') from public.order_items i
        where i.order_id = o.id),
    'address', o.shipping_address, 'discount_reason', o.discount_reason) || to_jsonb(shop.sums_of(o))
$$;

-- Returns the same for the record of changes, which names nobody.
create function shop.order_for_record(told jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select told - 'address' || jsonb_build_object('items', (select string_agg(concat_ws(', ',
    (i ->> 'quantity') || ' × ' || (i ->> 'name'),
    i ->> 'size', i ->> 'color'), '; ') from jsonb_array_elements(told -> 'items') i))
$$;

-- Returns the part of a payment that isn't refunded yet.
create function shop.unrefunded_amount(paid public.payment_notifications) returns numeric
language sql stable set search_path = '' as $$
  select paid.amount - coalesce(sum(r.amount), 0) from public.refunds r
  where r.order_id = paid.order_id and r.provider = paid.provider
    and (r.provider_payment_id = paid.provider_payment_id or starts_with(r.provider_payment_id,
      paid.provider_payment_id || '/'))
$$;

-- Card payments of what an order costs more. Returns what is to be paid by card now.
create function shop.amount_to_pay(o public.orders) returns numeric
language sql immutable set search_path = '' as $$
  select case when o.due_amount > 0 then o.due_amount else o.total_amount end
$$;

-- Returns why an order can't be changed now: being_paid, status_not_allowed, order_lapsed or parcel_booked; null if it
-- can.
create function shop.change_problem(o public.orders) returns text
language sql stable set search_path = '' as $$
  select case
    when o.status = 'PaymentPending' then 'being_paid'
    when o.status not in ('Pending', 'PaymentFailed', 'PaymentAccepted', 'Processing') then 'status_not_allowed'
    when not o.holds_stock then 'order_lapsed'
    when exists (select from shop.shipments s where s.order_id = o.id
      and (s.state = 'waiting' or s.state = 'booked' and s.booked_at is not null)) then 'parcel_booked' end
$$;

-- Returns the same for the order's shopper, who also changes nothing once it is packed (order_packed), while the shop
-- doesn't let them (changes_off), or more often than 20 times (too_many_changes), since each change is kept.
create function shop.own_change_problem(o public.orders) returns text
language sql stable set search_path = '' as $$
  select case
    when not (select r.shoppers_change from public.order_rules r) then 'changes_off'
    when o.packed_at is not null then 'order_packed'
    when jsonb_array_length(jsonb_path_query_array(o.changes, '$[*] ? (@.by == "shopper")')) >= 20
      then 'too_many_changes'
    else shop.change_problem(o) end
$$;

-- Returns an order's lines as they shall be: those of p_items with an ID are its items, others are added, by the
-- product's ID, article number or the last part of its address. An item that isn't named stays; one of 0 pieces goes.
-- Items keep their prices, here without what their sets take off.
create function shop.changed_lines(p_order uuid, p_items jsonb)
returns table (item uuid, product_id text, name text, size text, color text, quantity text, price numeric,
  final_price numeric, is_same boolean)
language sql stable set search_path = '' as $$
  with asked as (
    select i ->> 'id' as id, trim(i ->> 'product') as product, nullif(trim(i ->> 'size'), '') as size,
      nullif(trim(i ->> 'color'), '') as color,
      case when i ->> 'quantity' ~ '^\d{1,4}$' then (i ->> 'quantity')::integer end as quantity, place
    from jsonb_array_elements(p_items) with ordinality as given (i, place)
  ), lines as (
    select i.id as item, i.product_id::text, i.product_name as name, case when a.id is null then i.selected_size
      else a.size end as size,
      case when a.id is null then i.selected_color else a.color end as color,
      case when a.id is null then i.quantity else a.quantity end as quantity, i.price,
        i.price_at_purchase + i.set_off as final_price,
      a.id is null or (a.size, a.color, a.quantity) is not distinct from (i.selected_size, i.selected_color,
        i.quantity) as is_same, 0::bigint as place
    from public.order_items i left join asked a on a.id = i.id::text where i.order_id = p_order
    union all
    select null, p.id::text, coalesce(p.name, a.product), a.size, a.color, a.quantity, null, null, false, a.place
    from asked a left join lateral (select p.id, p.name from public.products p where p.deleted_at is null
      and (p.id = shop.to_uuid(a.product)
        or p.sku = a.product or p.slug = regexp_replace(a.product, '^.*/|[?#].*$', '', 'g'))
          order by p.sku = a.product desc limit 1) p on true
    where a.id is null
  )
  select l.item, l.product_id, l.name, l.size, l.color, l.quantity::text, l.price, l.final_price, l.is_same from lines l
  where l.quantity is distinct from 0 order by l.place, l.name, l.item
$$;

-- Returns why a line can't be ordered, in words for the operator. p_line is as shop.priced_lines returns it.
create function shop.item_problem_in_words(p_line jsonb, p_name text) returns text
language sql immutable set search_path = '' as $$
  select case p_line ->> 'problem'
    when 'gone' then format('There is no product “%s” any more', p_name)
    when 'pieces' then format('An order has at most %s pieces of %s', p_line ->> 'most', p_name)
    when 'choice' then format('Please choose the pieces, from 1, and what there is of %s: %s', p_name, concat_ws('; ',
      (select string_agg(s ->> 'label', ', ') from jsonb_array_elements(p_line -> 'sizes') s),
      (select string_agg(c, ', ') from jsonb_array_elements_text(p_line -> 'colors') c)))
    else format('There isn’t as much in stock of %s', concat_ws(', ', p_name, p_line ->> 'size',
      p_line ->> 'color')) end
$$;

-- Changes the items of a locked order, its sets and its stock (shop.changed_lines). Refuses with last_item, and
-- item_refused with words for the operator as detail and the line as hint, sold_out and promo_used_up (PT409),
-- too_many_items (PT400).
create function shop.change_items(o public.orders, p_items jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  lines jsonb := (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from shop.changed_lines(o.id, p_items) l);
  priced jsonb;
  refused jsonb;
begin
  if jsonb_array_length(lines) = 0 then
    raise exception using errcode = 'PT409', message = 'last_item';
  elsif jsonb_array_length(lines) > 50 then
    raise exception using errcode = 'PT400', message = 'too_many_items';
  elsif not exists (select from jsonb_array_elements(lines) l where not (l ->> 'is_same')::boolean)
     and jsonb_array_length(lines) = (select count(*) from public.order_items i where i.order_id = o.id) then
    return;
  end if;
  -- The pieces of before and of after are locked together, in the order of decision 21.
  perform from public.products p where p.id in (select (l ->> 'product_id')::uuid from jsonb_array_elements(lines) l)
    order by p.id for key share;
  perform from public.product_variants v
  where v.id in (select i.variant_id from public.order_items i where i.order_id = o.id)
    or (v.product_id, v.label) in (select (l ->> 'product_id')::uuid, l ->> 'size' from jsonb_array_elements(lines) l)
  order by v.id for no key update;
  perform from public.promo_codes c where c.code = o.promo_code for no key update;

  perform shop.release_stock(array[o.id]);
  priced := (select jsonb_agg(p || jsonb_build_object('name', coalesce(l ->> 'name', p ->> 'name'))
    || jsonb_strip_nulls(jsonb_build_object(
      'item', l -> 'item', 'is_same', l -> 'is_same', 'price', l -> 'price', 'final_price', l -> 'final_price'))
        order by place)
    from shop.priced_lines(lines) with ordinality as found (p, place)
    join jsonb_array_elements(lines) with ordinality as line (l, place) using (place));
  refused := (select p from jsonb_array_elements(priced) p
    where p ->> 'problem' is not null and not (p ->> 'is_same')::boolean limit 1);
  if refused is not null then
    raise exception using errcode = 'PT409', message = 'item_refused',
      detail = shop.item_problem_in_words(refused, refused ->> 'name'),
      hint = (select jsonb_object_agg(key, value) from jsonb_each(refused)
        where key in ('problem', 'name', 'size', 'color', 'stock', 'most'))::text;
  end if;
  -- A piece that stays is in its set though it couldn't be ordered like that any more, such as in a renamed colour.
  priced := shop.with_sets((select jsonb_agg(p || '{"problem": null}' order by n)
    from jsonb_array_elements(priced) with ordinality as t (p, n)), o.set_terms, o.has_whole_rupees);
  delete from public.order_items i where i.order_id = o.id
    and i.id not in (select (p ->> 'item')::uuid from jsonb_array_elements(priced) p where (p ->> 'is_same')::boolean);
  update public.order_items i set price_at_purchase = p.final_price, set_off = p.set_off,
    subtotal = p.final_price * i.quantity
  from jsonb_to_recordset(priced) as p (item uuid, is_same boolean, final_price numeric, set_off numeric)
  where i.id = p.item and p.is_same and i.set_off <> p.set_off;
  perform shop.take_stock(array[o.id]);
  perform shop.insert_order_items(o.id, jsonb_path_query_array(priced, '$[*] ? (@.is_same == false)'));
end $$;

-- Returns what delivery of an order costs by the shop's rules and its code, with these sums of its goods, of which the
-- code counts for p_in_code. Refuses as public.delivery_fee.
create function shop.delivery_fee_of(o public.orders, p_sums shop.order_sums, p_in_code numeric) returns numeric
language sql stable set search_path = '' as $$
  select case when o.promo_terms ->> 'kind' = 'delivery' and p_in_code > 0
      and p_in_code >= (o.promo_terms ->> 'minimum_total')::numeric then 0.00
    else public.delivery_fee(coalesce(o.shipping_address ->> 'country', 'Pakistan'), shop.goods_total(p_sums),
      o.shipping_city) end
$$;

-- Returns a locked order with the sums of its items, as p_change has them. The promo code's rules hold for the new sum
-- of the goods, whenever it ended. A delivery price that is null follows from the address, the goods and the code, and a
-- fee for cash that is null from the payment. A delivery price that isn't said stays, unless the rules have another one
-- for the new address and goods than for those of p_old. Refuses with country_not_served, discount_too_high and
-- paisa_refused (PT409), invalid_reason and invalid_sums (PT400).
create function shop.recalculate_sums(o public.orders, p_old public.orders, p_change jsonb) returns public.orders
language plpgsql stable set search_path = '' as $$
declare
  sums shop.order_sums := shop.sums_of(o);
  earlier shop.order_sums := shop.sums_of(p_old);
  fee numeric;
  in_code numeric;
  -- The items of before are gone: whether its code made their delivery free is seen in its price.
  in_code_before constant numeric := case when p_old.delivery_fee = 0 then p_old.subtotal else 0 end;
  discount constant numeric := case when p_change ? 'discount' then coalesce((p_change ->> 'discount')::numeric, 0)
    else o.discount end;
begin
  select sum(i.subtotal), sum((i.price - i.price_at_purchase) * i.quantity) into sums.subtotal, sums.savings
  from public.order_items i where i.order_id = o.id;
  in_code := shop.goods_in_code(o.id, sums.subtotal);
  if sums.subtotal <> o.subtotal then
    sums.promo_discount := shop.code_discount_on(o, sums.subtotal, in_code);
  end if;
  if p_change ? 'discount' then
    o.discount_reason := case when discount > 0 then nullif(trim(p_change ->> 'discount_reason'), '') end;
  end if;
  -- What the desk takes off by hand brings nobody free delivery, nor takes it away.
  sums.discount := 0;
  earlier.discount := 0;
  if p_change ? 'delivery_fee' then
    sums.delivery_fee := coalesce((p_change ->> 'delivery_fee')::numeric, shop.delivery_fee_of(o, sums, in_code));
  elsif (o.shipping_address -> 'country', o.shipping_city, shop.goods_total(sums)) is distinct from
    (p_old.shipping_address -> 'country', p_old.shipping_city, shop.goods_total(earlier)) then
    fee := shop.delivery_fee_of(o, sums, in_code);
    if fee <> shop.delivery_fee_of(p_old, earlier, in_code_before) then
      sums.delivery_fee := fee;
    end if;
  end if;
  if p_change ? 'cash_fee' then
    sums.cash_fee := coalesce((p_change ->> 'cash_fee')::numeric, shop.cash_fee(sums, o.payment_method));
  end if;
  if discount < 0 or discount <> round(discount, 2) or sums.delivery_fee not between 0 and 99999
    or sums.delivery_fee <> round(sums.delivery_fee, 2) or sums.cash_fee not between 0 and 99999
    or sums.cash_fee <> round(sums.cash_fee, 2) or sums.cash_fee > 0 and o.payment_method <> 'cod' then
    raise exception using errcode = 'PT400', message = 'invalid_sums';
  elsif o.has_whole_rupees and (discount <> trunc(discount) and discount <> o.discount
    or sums.delivery_fee <> trunc(sums.delivery_fee) and sums.delivery_fee <> o.delivery_fee
    or sums.cash_fee <> trunc(sums.cash_fee) and sums.cash_fee <> o.cash_fee) then
    raise exception using errcode = 'PT409', message = 'paisa_refused';
  elsif discount > shop.goods_total(sums) then
    raise exception using errcode = 'PT409', message = 'discount_too_high';
  elsif discount > 0 and (o.discount_reason is null or length(o.discount_reason) > 300) then
    raise exception using errcode = 'PT400', message = 'invalid_reason';
  end if;
  sums.discount := discount;
  return jsonb_populate_record(o, to_jsonb(shop.add_up(sums)));
end $$;

-- Returns a locked order with another address, as p_address has it. A phone number that nobody has answered isn't
-- confirmed. Refuses with those of shop.order_address and public.delivery_fee, invalid_name and invalid_phone (PT400).
create function shop.apply_address(o public.orders, p_address jsonb) returns public.orders
language plpgsql stable set search_path = '' as $$
declare
  address jsonb := shop.order_address(p_address);
begin
  if coalesce(address ->> 'first_name', address ->> 'last_name') is null then
    raise exception using errcode = 'PT400', message = 'invalid_name';
  elsif address ->> 'phone' is null then
    raise exception using errcode = 'PT400', message = 'invalid_phone';
  end if;
  if o.billing_address - 'phone' = o.shipping_address - 'phone' then
    o.billing_address := case when o.billing_address ? 'phone' then address else address - 'phone' end;
  end if;
  if (address ->> 'country') is distinct from (o.shipping_address ->> 'country') then
    perform public.delivery_fee(coalesce(address ->> 'country', 'Pakistan'));
    select a.first_day, a.last_day into o.arrives_from, o.arrives_until
    from shop.arrival(coalesce(address ->> 'country', 'Pakistan'), clock_timestamp()) a;
  end if;
  o.phone_confirmed_at := case when address ->> 'phone' = o.contact_phone then o.phone_confirmed_at end;
  o.contact_phone := address ->> 'phone';
  o.shipping_address := address;
  o.shipping_city := address ->> 'city';
  o.shipping_zip_code := address ->> 'postal_code';
  return o;
end $$;

-- Settles a paid card order that was changed: what it costs less becomes a refund, in place of one that isn't sent yet,
-- and what it costs more is due. Returns it.
create function shop.settle_change(changed public.orders) returns public.orders
language plpgsql volatile set search_path = '' as $$
begin
  if changed.payment_method = 'cod' or not changed.payment_status
    or shop.balance(changed.id) = changed.due_amount then
    return changed;
  end if;
  delete from public.refunds r where r.order_id = changed.id and r.reason = 'order_changed' and r.refunded_at is null;
  if shop.balance(changed.id) < 0 then
    perform shop.owe_partial_refund(changed.id, - shop.balance(changed.id), 'order_changed');
  end if;
  update public.orders o set due_amount = shop.balance(o.id) where o.id = changed.id returning * into changed;
  return changed;
end $$;

-- Returns the ID of the mail about the changes of an order: the one that waits, from now on again, or a new one; null
-- without an address.
create function shop.mail_change(o public.orders) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  due timestamptz := clock_timestamp() + (select r.mail_delay from public.order_rules r);
  mail uuid;
begin
  update public.order_mails set due_at = due where order_id = o.id and kind = 'changed' and state = 'waiting'
    and attempts = 0 returning id into mail;
  if mail is null and o.contact_email is not null then
    insert into public.order_mails (order_id, kind, due_at) values (o.id, 'changed', due) returning id into mail;
  end if;
  return mail;
end $$;

-- Changes a locked order that isn't sent yet, and records it. p_by is who does it, 'shop' or 'shopper'. p_change has
-- what is to change:
--   address                    as for place_order, with the phone number
--   items                      [{ id, size, color, quantity }] and, added, [{ product, size, color, quantity }]
--                              (shop.changed_lines)
--   delivery_fee               in rupees; null for what the shop's rules say
--   cash_fee                   the same of the fee for cash on delivery
--   discount, discount_reason  in rupees off the goods, and why
-- p_expected_total is what the order may cost then, null for any sum. Returns the order, in the same version if nothing
-- has changed. Stock, the sum, an invoice, a refund or what is still to be paid, the mail and the history follow.
-- Refuses with those of shop.change_problem (PT409), shop.change_items, shop.apply_address and shop.recalculate_sums,
-- price_changed (PT409, detail: { total }), contact_blocked (PT403), and invalid_request (PT400).
create function shop.edit_order(old public.orders, p_change jsonb, p_by text, p_expected_total numeric default null)
returns public.orders
language plpgsql volatile set search_path = '' as $$
declare
  new public.orders := old;
  before jsonb;
  after jsonb;
  mail uuid;
begin
  if jsonb_typeof(p_change) is distinct from 'object' or length(p_change::text) > 20000
     or jsonb_typeof(coalesce(p_change -> 'items', '[]')) <> 'array' then
    raise exception using errcode = 'PT400', message = 'invalid_request';
  elsif shop.change_problem(old) is not null then
    raise exception using errcode = 'PT409', message = shop.change_problem(old);
  end if;
  before := shop.order_for_shopper(old);
  if p_change ? 'items' then
    perform shop.change_items(old, p_change -> 'items');
  end if;
  if p_change ? 'address' then
    new := shop.apply_address(new, p_change -> 'address');
  end if;
  new := shop.recalculate_sums(new, old, p_change);
  if new.total_amount <> p_expected_total then
    raise exception using errcode = 'PT409', message = 'price_changed',
      detail = jsonb_build_object('total', new.total_amount)::text;
  end if;
  after := shop.order_for_shopper(new);
  if after = before then
    return old;
  end if;
  mail := shop.mail_change(old);
  update public.orders set (subtotal, savings, promo_discount, discount, delivery_fee, total_amount, cash_fee) =
      (select s.* from shop.sums_of(new) s),
    discount_reason = new.discount_reason,
    shipping_address = new.shipping_address, billing_address = new.billing_address, contact_phone = new.contact_phone,
    shipping_city = new.shipping_city, shipping_zip_code = new.shipping_zip_code,
      phone_confirmed_at = new.phone_confirmed_at,
    arrives_from = new.arrives_from, arrives_until = new.arrives_until,
    -- What was packed isn't what is sent.
    packed_at = case when before -> 'items' = after -> 'items' then packed_at end,
    changes = changes || jsonb_build_array(jsonb_build_object('at', clock_timestamp(), 'by', p_by, 'mail', mail,
      'before', before, 'after', after)),
    history = history || jsonb_build_array(jsonb_build_object('status', status, 'timestamp', clock_timestamp(), 'note',
      case p_by when 'shopper' then 'Changed by the shopper' else 'Changed by the shop' end))
  where id = old.id returning * into new;
  new := shop.settle_change(new);
  perform shop.record_at_desk('edit_order', 'order', old.order_id,
    shop.order_for_record(before) || jsonb_build_object('address_changed', null),
    shop.order_for_record(after) || jsonb_build_object('address_changed', case
      when before -> 'address' <> after -> 'address' then true end,
      'due_amount', nullif(new.due_amount, 0)), p_by = 'shopper');
  return new;
end $$;

-- Changes an order at the desk (shop.edit_order). Returns the order's row, and whether anything has changed: is_changed.
-- A discount, and other fees than the shop's, are prices. Refuses with those of shop.require_desk,
-- shop.lock_for_desk and shop.edit_order.
create function public.desk_edit_order(p_order_id text, p_version integer, p_change jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.orders;
  new public.orders;
begin
  perform shop.require_desk('{orders}');
  old := shop.lock_for_desk(p_order_id, p_version);
  new := shop.edit_order(old, p_change, 'shop');
  if new.discount <> old.discount
    or p_change ->> 'delivery_fee' is not null and new.delivery_fee <> old.delivery_fee
    or p_change ->> 'cash_fee' is not null and new.cash_fee <> old.cash_fee then
    perform shop.require_desk('{prices}');
  end if;
  return shop.desk_row(new) || jsonb_build_object('is_changed', new.version <> old.version);
end $$;

-- Changes the e-mail address of an order, null for none, as shop.check_draft allows. What waits to be mailed goes to the
-- new address, and the mail about the order's present status is sent again, with its link. A guest's order is opened
-- neither by links in earlier mails any more nor by browsers that have opened it. The record says that it was changed,
-- not the addresses. Refuses with those of shop.require_desk and shop.lock_for_desk; invalid_email (PT400);
-- same_email (PT409); contact_blocked (PT403) for a cash order.
create function public.desk_change_email(p_order_id text, p_version integer, p_email text default null) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.orders;
  new public.orders;
  mail text;
  is_revoked boolean;
begin
  perform shop.require_desk('{orders}');
  old := shop.lock_for_desk(p_order_id, p_version);
  new := old;
  is_revoked := old.user_id is null and old.contact_email is not null;
  new.contact_email := lower(nullif(trim(shop.bounded(p_email, 254)), ''));
  perform shop.check_draft(new);
  if new.contact_email is not distinct from old.contact_email then
    raise exception using errcode = 'PT409', message = 'same_email';
  end if;
  update public.orders set contact_email = new.contact_email,
    link_number = link_number + case when is_revoked then 1 else 0 end,
    attempt_key = case when is_revoked then gen_random_uuid() else attempt_key end
  where id = old.id;
  mail := shop.mail_of_status(old.status, old.payment_method);
  if mail is not null and new.contact_email is not null then
    update public.order_mails set taken_back_at = now() where order_id = old.id and kind = mail and state <> 'waiting'
      and taken_back_at is null;
    insert into public.order_mails (order_id, kind) values (old.id, mail) on conflict do nothing;
  end if;
  perform shop.record_at_desk('change_email', 'order', old.order_id, jsonb_build_object('has_email',
    old.contact_email is not null), jsonb_build_object('has_email', new.contact_email is not null));
end $$;
grant execute on function public.desk_change_email(text, integer, text) to authenticated;

-- Changes the shopper's own order, or a guest's by its key, as the desk does, until it is packed: its address, and the
-- size, colour and pieces of its items, which shop.edit_order takes as { address, items }. p_expected_total is what the
-- shopper has agreed to pay, in rupees. Returns { is_changed, due_amount }. Refuses with no_such_order (PT404),
-- changed_meanwhile and those of shop.own_change_problem (PT409), and those of shop.edit_order.
create function public.edit_own_order(p_order_id text, p_version integer, p_change jsonb, p_expected_total numeric,
  p_attempt_key uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  change constant jsonb := shop.bounded(p_change, 20000);
  total constant numeric := shop.bounded(p_expected_total, 13);
  old public.orders;
  new public.orders;
begin
  perform shop.lock_shopper(auth.uid());
  old := shop.payable_order(p_order_id, p_attempt_key);
  if old.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_order';
  end if;
  perform shop.check_version(old.version, p_version);
  if shop.own_change_problem(old) is not null then
    raise exception using errcode = 'PT409', message = shop.own_change_problem(old);
  -- What only the desk gives: other products, a discount, a price of delivery.
  elsif total is null or jsonb_typeof(change) is distinct from 'object' or change - array['address', 'items'] <> '{}'
    or change @? '$.items[*] ? (!exists (@.id))' then
    raise exception using errcode = 'PT400', message = 'invalid_request';
  end if;
  new := shop.edit_order(old, change, 'shopper', total);
  return jsonb_build_object('is_changed', new.version <> old.version, 'due_amount', new.due_amount);
end $$;

-- Returns what the form for changing a visitor's own order offers: { version, problem, choices: { item: { sizes,
-- colors, most } } }. problem is why it can't be changed (shop.own_change_problem), choices are as for a line of
-- price_cart. Null for any other order.
create function public.get_own_order_change(p_order_id text, p_attempt_key uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  own public.orders := shop.own_order(p_order_id, p_attempt_key);
begin
  return (select jsonb_build_object('version', own.version, 'problem', shop.own_change_problem(own), 'choices',
      coalesce(jsonb_object_agg(i.id, jsonb_build_object('sizes', line -> 'sizes', 'colors', line -> 'colors',
        'most', line -> 'most')), '{}'))
    from (select i.id, row_number() over (order by i.id) as place from public.order_items i where i.order_id = own.id) i
    join shop.priced_lines((select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'size', i.selected_size,
        'color', i.selected_color, 'quantity', i.quantity) order by i.id)
      from public.order_items i where i.order_id = own.id)) with ordinality as found (line, place) using (place)
    where own.id is not null having own.id is not null);
end $$;
grant execute on function public.edit_own_order(text, integer, jsonb, numeric, uuid),
  public.get_own_order_change(text, uuid) to anon, authenticated;

-- The addresses in it go with the account, and the operator's words about the shopper.
create function shop.strip_person_from_order_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set changes = '[]', discount_reason = null where user_id = old.id and changes <> '[]';
  return old;
end $$;
create trigger strip_person_from_order_changes before delete on public.profiles
  for each row execute function shop.strip_person_from_order_changes();

-- Returns what the form for changing an order offers: { choices: { item: { sizes, colors } } }, by what the products
-- have now.
create function public.desk_order_choices(p_order_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{orders}');
  return (select coalesce(jsonb_object_agg(i.id, jsonb_build_object(
      'sizes', (select coalesce(jsonb_agg(v.label order by v.display_order), '[]') from public.product_variants v
        where v.product_id = i.product_id),
      'colors', (select coalesce(jsonb_agg(c.name order by pc.display_order), '[]') from public.product_colors pc
        join public.colors c on c.id = pc.color_id where pc.product_id = i.product_id))), '{}')
    from public.order_items i join public.orders o on o.id = i.order_id where o.order_id = p_order_id);
end $$;

-- Returns what of an order may still be refunded: what was paid, by card or at the door, less what is refunded, due, or
-- asked for by other returns than p_return.
create function shop.refundable(o public.orders, p_return uuid default null) returns numeric
language sql stable set search_path = '' as $$
  select greatest(0, shop.kept(o.id) - (select coalesce(sum(r.refund_amount), 0) from public.returns r
    where r.order_id = o.id and r.status in ('requested', 'approved') and r.id is distinct from p_return))
$$;

-- Adds a part of what a delivered order cost to the refunds due, with a reason that the shopper reads. Refuses with
-- those of shop.require_desk and shop.lock_for_desk; status_not_allowed and refund_too_high (PT409, detail: what is
-- left); invalid_reason (PT400).
create function public.desk_refund_part(p_order_id text, p_version integer, p_amount numeric,
  p_reason text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.orders;
  reason text;
begin
  perform shop.require_desk('{money}');
  reason := shop.given_reason(p_reason);
  old := shop.lock_for_desk(p_order_id, p_version);
  if old.status <> 'Delivered' then
    raise exception using errcode = 'PT409', message = 'status_not_allowed';
  elsif p_amount is null or p_amount <= 0 or p_amount <> round(p_amount, 2) or p_amount > shop.refundable(old) then
    raise exception using errcode = 'PT409', message = 'refund_too_high',
      detail = to_char(shop.refundable(old), 'FM999,999,990.00');
  end if;
  perform shop.owe_partial_refund(old.id, p_amount, 'partly', reason);
  -- The order gets another version, so that a form that is sent twice refunds once.
  update public.orders set updated_at = clock_timestamp() where id = old.id;
  perform shop.record_at_desk('refund_part', 'order', old.order_id, null,
    jsonb_build_object('refund', p_amount, 'reason', reason));
end $$;

grant execute on function public.desk_edit_order(text, integer, jsonb), public.desk_order_choices(text),
  public.desk_refund_part(text, integer, numeric, text) to authenticated;
