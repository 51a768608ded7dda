-- An order’s books at the desk, and what they refuse (decision 199).
select plan(14);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');
insert into public.products (id, name, slug, price, is_active) values (md5('ledger gown')::uuid, 'Ledger gown', 'ledger-gown', 500, true);
insert into public.product_variants (product_id, size, stock, display_order) values (md5('ledger gown')::uuid, 'M', 20, 1);
select pg_temp.be_server();
create temporary table made as
select method, public.place_order(gen_random_uuid(), 'x', jsonb_build_array(jsonb_build_object('product_id', md5('ledger gown')::uuid, 'size', 'M', 'quantity', 2)),
  'ledger@example.com', '{"first_name": "Zoya", "address_line1": "1 Road", "city": "Lahore", "phone": "+923339876699"}',
  '{"first_name": "Zoya", "address_line1": "1 Road", "city": "Lahore"}', method, 'Mobile') ->> 'order_id' as number
from unnest(array['payfast', 'cod']) method;
grant select on made to public;
create function pg_temp.number_of(which text) returns text language sql as $$ select number from made where method = which $$;
create function pg_temp.of(which text) returns public.orders language sql as $$
  select o from public.orders o where o.order_id = pg_temp.number_of(which)
$$;
create function pg_temp.press(which text, action text) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_change_order(%L, %s, %L) ->> ''none''', pg_temp.number_of(which), (pg_temp.of(which)).version, action))
$$;
create function pg_temp.ledger(which text) returns jsonb language sql as $$
  select pg_temp.as('operator', format('select public.desk_order_ledger(%L)', pg_temp.number_of(which)))::jsonb
$$;
-- Each entry as its kind, amount, maker, what is owed after it, and what is to be sent back then.
create function pg_temp.entries(which text, account text default 'order') returns text language sql as $$
  select string_agg(concat_ws(' ', e ->> 'kind', trim_scale((e ->> 'amount')::numeric),
    coalesce(e -> 'maker' ->> 'email', e -> 'maker' ->> 'name', e -> 'maker' ->> 'by'), trim_scale((e ->> 'owed')::numeric),
    trim_scale((e ->> 'to_refund')::numeric)), ', ' order by place)
  from jsonb_array_elements(pg_temp.ledger(which) -> account) with ordinality as t (e, place)
$$;
set constraints all immediate;
set constraints all deferred;

select is(pg_temp.as('shopper', format('select public.desk_order_ledger(%L)', pg_temp.number_of('cod'))), 'not_operator', 'a shopper doesn''t read the books');
select is(pg_temp.entries('payfast'), 'goods 1000 shopper 1000, delivery 150 shopper 1150', 'what was ordered is to be paid');
select is(pg_temp.ledger('payfast') -> 'order' -> 0 -> 'item', '{"name": "Ledger gown", "size": "M", "color": null}', 'an entry of goods says which');
select pg_temp.be_server();
select public.record_payment(jsonb_build_object('provider', 'payfast', 'payment_id', 'L1', 'outcome', 'COMPLETE', 'amount', '1150.00', 'reference', pg_temp.number_of('payfast')));
select is(pg_temp.press('payfast', 'cancel'), null, 'an operator cancels it');
select is(pg_temp.entries('payfast'), 'goods 1000 shopper 1000, delivery 150 shopper 1150, received -1150 payfast 0, '
  'goods -1000 mahnoor@example.com -1000, delivery -150 mahnoor@example.com -1150, refund_due 1150 mahnoor@example.com 0 1150',
  'what was paid then is to be sent back: who did what, and what it comes to');
select is(pg_temp.as('fresh operator', format('select public.desk_record_refund(%L, ''IBFT 7'')', (select r.id from public.refunds r where r.order_id = (pg_temp.of('payfast')).id))), '', 'it is sent');
select is((pg_temp.ledger('payfast') -> 'order' -> -1) - '{number,made_at,maker}'::text[],
  '{"kind": "refunded", "cause": "refund", "amount": -1150.00, "reason": null, "courier": null, "pieces": null, "owed": 0.00, "to_refund": 0.00, "item": null, "payment": null,
    "tracking": null, "refund": "order_cancelled", "note": null, "reference": "IBFT 7"}', 'with the number of the transfer, and nothing is left');

select is(concat(pg_temp.press('cod', 'ship'), pg_temp.press('cod', 'deliver')), '', 'a cash order is delivered');
select is(pg_temp.entries('cod'), 'goods 1000 shopper 1000, delivery 150 shopper 1150, received -1150 mahnoor@example.com 0', 'it is paid at the door');
select is(pg_temp.entries('cod', 'courier'), 'to_collect 1150 mahnoor@example.com 1150, to_collect -1150 mahnoor@example.com 0, collected 1150 mahnoor@example.com 1150',
  'and the courier owes that');

-- What the functions refuse already, tried past them.
create function pg_temp.broken(statement text) returns text language plpgsql as $$
begin
  begin
    execute statement;
    set constraints all immediate;
    raise exception using errcode = 'OK000';
  exception when others then
    set constraints all deferred;
    return case sqlstate when 'OK000' then 'done' else sqlstate || ' ' || sqlerrm end;
  end;
end $$;
select is(pg_temp.broken(format('insert into public.refunds (order_id, provider, provider_payment_id, amount, reason) values (%L, ''cash'', ''x'', 1150.01, ''returned'')',
  (pg_temp.of('cod')).id)), 'PT409 books_dont_add_up', 'more isn''t refunded than was received');
select is(pg_temp.broken(format('insert into shop.entries (order_id, account, kind, amount, cause, revision) values (%L, ''order'', ''received'', -0.01, ''by_hand'', 9)',
  (pg_temp.of('cod')).id)), 'PT409 books_dont_add_up', 'nor received than is to be paid');
select is(pg_temp.broken(format('insert into shop.entries (order_id, account, kind, amount, cause, revision) values (%L, ''order'', ''refunded'', -0.01, ''by_hand'', 9)',
  (pg_temp.of('cod')).id)), 'PT409 books_dont_add_up', 'nor sent back than is due');
select is(pg_temp.broken('update shop.entries set amount = 1'), 'PT403 entries_are_kept', 'and no entry changes');
select * from finish();
