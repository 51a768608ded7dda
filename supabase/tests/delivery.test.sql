-- Where the shop delivers, what it costs, and when orders are expected.
select plan(15);
-- The table is altered below, which waits for no trigger.
set constraints public.issue_invoice immediate;

create function pg_temp.place(country text) returns public.orders language plpgsql as $$
declare
  placed jsonb;
  found public.orders;
begin
  placed := public.place_order(gen_random_uuid(), 'h', (select jsonb_build_array(jsonb_build_object('product_id', v.product_id,
      'size', v.label, 'quantity', 1, 'color', (select c.name from public.product_colors pc join public.colors c on c.id = pc.color_id
        where pc.product_id = v.product_id limit 1)))
    from public.product_variants v where v.product_id = md5('product:Guest robe')::uuid order by v.display_order limit 1),
    'a@example.com', jsonb_strip_nulls(jsonb_build_object('first_name', 'A', 'address_line1', '1 Road', 'city', 'Lahore', 'phone', '+923119990001',
      'country', country)), '{"address_line1": "1 Road", "city": "Lahore"}', 'cod', 'Mobile');
  select * into found from public.orders where id = (placed ->> 'id')::uuid;
  return found;
end $$;
select set_config('request.jwt.claims', '{"role": "service_role"}', true);
update public.product_variants set stock = 100 where product_id = md5('product:Guest robe')::uuid;

select is(public.delivery_fee(), 150.00, 'delivery within Pakistan costs Rs. 150.00');
select is(pg_temp.refusal($$select public.delivery_fee('USA')$$), 'country_not_served', 'a country that isn''t served has no price');
select is(pg_temp.refusal($$select public.delivery_fee('Atlantis')$$), 'country_not_served', 'an unknown country has no price');
select is(pg_temp.refusal($$select public.price_cart('[]', null, 'UK')$$),
  'country_not_served', 'a cart isn''t priced for a country that isn''t served');
select is(pg_temp.refusal($$select pg_temp.place('UK')$$), 'country_not_served', 'an order for a country that isn''t served is refused');
select is((pg_temp.place(null)).delivery_fee, 150.00, 'an address without a country is in Pakistan');

update public.delivery_countries set is_served = true where country = 'UK';
update public.delivery_countries set free_from = 1.00 where country = 'Pakistan';
select is(public.price_cart('[]', null, 'UK') ->> 'total', '3000.00', 'a country has its own price once it is served');
select is((pg_temp.place('UK')).delivery_fee, 3000.00, 'an order is charged its country''s price');
select is(public.delivery_fee('Pakistan', 0.99), 150.00, 'below the threshold delivery costs its price');
select is(public.delivery_fee('Pakistan', 1.00), 0.00, 'from the threshold on delivery is free');

delete from public.holidays;
select results_eq($$select * from shop.arrival('Pakistan', '2026-11-23 13:59:59+05')$$,
  $$values ('2026-11-26'::date, '2026-11-30'::date)$$, 'an order before 2 PM counts from its day');
select results_eq($$select * from shop.arrival('Pakistan', '2026-11-23 14:00:00+05')$$,
  $$values ('2026-11-27'::date, '2026-12-01'::date)$$, 'and from the next business day after it');
select ok((select arrives_from = a.first_day and arrives_until = a.last_day from public.orders o,
    shop.arrival('UK', o.created_at) a where o.shipping_address ->> 'country' = 'UK' order by o.created_at desc limit 1),
  'an order stores the days when it is expected');

-- Paid a week after it was placed.
create temporary table late as select (pg_temp.place(null)).id;
set constraints all immediate;
set constraints all deferred;
alter table public.orders disable trigger user;
update public.orders set status = 'PaymentPending', payment_method = 'payfast', arrives_from = '2020-01-01', arrives_until = '2020-01-02'
where id = (select id from late);
alter table public.orders enable trigger user;
update public.orders set status = 'PaymentAccepted' where id = (select id from late);
select ok((select o.arrives_from > current_date from public.orders o join late using (id)), 'a payment sets the expected days again');
update public.orders set status = 'Shipped' where id = (select id from late);
select ok((select o.arrives_from > current_date from public.orders o join late using (id)), 'shipping keeps the expected days');

select * from finish();
