-- Back-in-stock alerts, and which are claimed to be mailed.
select plan(15);

create temporary table wanted as select v.id, p.slug, v.label from public.product_variants v join public.products p on p.id = v.product_id
  where p.slug = 'guest-robe' order by v.display_order limit 2;
update public.product_variants v set stock = 0 from wanted w where v.id = w.id;
create function pg_temp.keep(email text, size text default null) returns text language sql as $$
  select pg_temp.attempt(format('select public.keep_stock_alert(%L, %L, %L)', 'guest-robe',
    coalesce(size, (select label from wanted limit 1)), email))
$$;
create function pg_temp.claimed() returns bigint language sql as $$ select count(*) from public.claim_stock_alerts() $$;

select is(array[pg_temp.keep('A@Example.com'), pg_temp.keep('a@example.com')],
  array['done', 'done'], 'an address may request the same alert twice');
select is((select count(*)::integer from public.stock_alerts), 1, 'repeated requests make one alert');
select is(pg_temp.keep('no address'),
  'new row for relation "stock_alerts" violates check constraint "stock_alerts_email_check"', 'an alert needs an e-mail address');
select is(pg_temp.keep('a@example.com', 'XXS'), 'no_such_size', 'an alert needs a size of the product');
select is(pg_temp.claimed(), 0::bigint, 'no alert is claimed while the size is sold out');
update public.product_variants v set stock = 2 from wanted w where v.id = w.id and w.label = (select label from wanted limit 1);
select is(pg_temp.keep('b@example.com'), 'in_stock', 'an alert for a size in stock is refused');
select is(pg_temp.claimed() || ' ' || pg_temp.claimed(), '1 0', 'each waiting alert is claimed once');
update public.stock_alerts set claimed_at = now() - interval '11 minutes';
select is(pg_temp.claimed(), 1::bigint, 'an alert that wasn''t sent can be claimed again after ten minutes');
update public.stock_alerts set claimed_at = now() - interval '11 minutes', sent_at = now();
select is(pg_temp.claimed(), 0::bigint, 'a sent alert can''t be claimed again');
update public.stock_alerts set sent_at = null, first_claimed_at = now() - interval '23 hours';
select is(pg_temp.claimed(), 0::bigint, 'an alert can''t be claimed when the provider may have forgotten the mail');
update public.product_variants v set stock = 0 from wanted w where v.id = w.id;
select is(pg_temp.keep('a@example.com', (select label from wanted offset 1)), 'done', 'an address may wait for several sizes');
select is(public.end_stock_alerts((select id from public.stock_alerts limit 1)), 2, 'one link ends all alerts of its address');
select is((select count(*)::integer from public.stock_alerts), 0, 'no alert is left');
insert into auth.users (id, email) values (gen_random_uuid(), 'leaving@example.com');
select is(pg_temp.keep('leaving@example.com'), 'done', 'a shopper may wait too');
delete from auth.users where email = 'leaving@example.com';
select is((select count(*)::integer from public.stock_alerts), 0, 'alerts are deleted with the account');

select * from finish();
