-- What an order costs, for the cart, the order, its changes and its returns: all ask here. A new charge is a
-- field of shop.order_sums, a term of shop.add_up, a column of orders, and a row of sumRows (app/sums).

-- In rupees. The names are those of the columns of orders, which shop.sums_of reads.
create type shop.order_sums as (
  -- The items after their own discounts, and what these took off.
  subtotal numeric,
  savings numeric,
  -- What a promo code takes off the subtotal.
  promo_discount numeric,
  -- What the desk takes off by hand.
  discount numeric,
  delivery_fee numeric,
  -- The total is added up from the others. A new field comes last: a released type can't get one elsewhere.
  total_amount numeric,
  -- What cash on delivery costs beside delivery.
  cash_fee numeric
);

-- Returns what an order's goods cost, without delivery and its fee in cash.
create function shop.goods_total(s shop.order_sums) returns numeric
language sql immutable set search_path = '' as $$
  select greatest(s.subtotal - s.promo_discount - s.discount, 0)
$$;

-- Returns the sums with their total. A call that the last release's functions began, while the upgrade came, knows no fee.
create function shop.add_up(s shop.order_sums) returns shop.order_sums
language plpgsql immutable set search_path = '' as $$
begin
  s.total_amount := shop.goods_total(s) + s.delivery_fee + coalesce(s.cash_fee, 0);
  return s;
end $$;
-- The check of orders calls it with the rights of the role that writes them.
grant execute on function shop.add_up(shop.order_sums), shop.goods_total(shop.order_sums) to service_role;

-- Returns the sums of a stored order.
create function shop.sums_of(o public.orders) returns shop.order_sums
language sql stable set search_path = '' as $$
  select jsonb_populate_record(null::shop.order_sums, to_jsonb(o))
$$;

-- Returns an amount rounded half up, to whole rupees or to paisa.
create function shop.rounded(p_amount numeric, is_whole boolean) returns numeric
language sql immutable set search_path = '' as $$
  select round(p_amount, case when is_whole then 0 else 2 end)
$$;

-- Returns the sales tax that a price has in it: price x rate / (100 + rate), in whole paisa.
create function shop.tax_in(p_price numeric, p_rate numeric) returns numeric
language sql immutable set search_path = '' as $$
  select round(p_price * p_rate / (100 + p_rate), 2)
$$;
