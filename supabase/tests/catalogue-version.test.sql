-- The version of what shoppers see from the shop's caches: what raises it and what doesn't (decision 128).
select plan(26);

-- Returns whether a statement raises the version. All statements of this file are one transaction, which has at most one row.
create function pg_temp.raises(statement text) returns boolean language plpgsql as $$
begin
  delete from shop.catalogue_changes;
  execute statement;
  return public.catalogue_version() <> '';
end $$;

-- The tables with a trigger for each kind of change; its bits are 4 for insert, 8 for delete and 16 for update.
create temporary view watched as select t.tgrelid as id from pg_trigger t
  where t.tgname in ('note_insert', 'note_delete', 'note_update') group by t.tgrelid having bit_or(t.tgtype & 28) = 28;
select is(
  (select string_agg(c.relname, ', ' order by c.relname) from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege('anon', c.oid, 'select')
     and c.oid not in (select id from watched)),
  null, 'every change of a table that visitors may read raises the version');
select is(
  (select string_agg(c.relname, ', ' order by c.relname) from pg_class c join watched on watched.id = c.oid
   where not has_table_privilege('anon', c.oid, 'select')),
  'attribute_values, attributes, delivery_areas, delivery_countries, delivery_rules, holidays, order_rules, product_attributes, product_pairs, review_votes, search_answers, search_synonyms, size_chart_rows, size_charts, variant_stock',
  'and so does a change of tables that they read through functions');

create temporary table robe as select p.id, v.id as variant from public.products p
  join public.product_variants v on v.product_id = p.id where p.slug = 'guest-robe' order by v.display_order limit 1;

select ok(pg_temp.raises($$update public.products set price = price + 1 where id = (select id from robe)$$), 'a changed price');
select ok(pg_temp.raises($$insert into public.products (name, slug, price) values ('New robe', 'new-robe', 100)$$), 'a new product');
select ok(pg_temp.raises($$delete from public.products where slug = 'new-robe'$$), 'a deleted product');
select ok(pg_temp.raises($$update public.faq_items set answer = answer || '.'$$), 'a changed text');
select ok(pg_temp.raises($$update public.delivery_countries set fee = fee + 10 where country = 'Pakistan'$$), 'a price of delivery');
select ok(pg_temp.raises($$update public.banners set is_active = false$$), 'a changed banner');
select ok(pg_temp.raises($$delete from public.testimonials$$), 'a deleted testimonial');
select ok(not pg_temp.raises($$update public.products set price = price + 1 where slug = 'no-such-product'$$),
  'a statement that changes no row doesn''t raise it');
select ok(not pg_temp.raises($$update public.orders set notes = 'x'$$), 'nor does a table that no cache holds');

create function pg_temp.raises_by_stock(old integer, new integer) returns boolean language plpgsql as $$
begin
  update public.product_variants set stock = old where id = (select variant from robe);
  return pg_temp.raises(format('update public.product_variants set stock = %L where id = (select variant from robe)', new));
end $$;
select ok(not pg_temp.raises_by_stock(9, 4), 'a stock of 4 is shown like one of 9');
select ok(pg_temp.raises_by_stock(4, 3), 'a stock of 3 says so');
select ok(pg_temp.raises_by_stock(1, 0), 'the last piece is sold');
select ok(pg_temp.raises_by_stock(0, 9), 'there are pieces again');
select ok(not pg_temp.raises_by_stock(null, 9), 'a stock that isn''t counted is shown like a large one');
select ok(pg_temp.raises_by_stock(2, null), 'a small stock isn''t counted any more');
-- By colour, where another colour has so many that the sum is shown alike.
insert into public.variant_stock (variant_id, color_id, stock)
select robe.variant, pc.color_id, 9 from robe join public.product_colors pc on pc.product_id = robe.id;
create function pg_temp.of_first(new integer) returns text language sql as $$
  select format('update public.variant_stock set stock = %s where (variant_id, color_id) = (select variant_id, color_id from public.variant_stock join robe on robe.variant = variant_id order by color_id limit 1)', new)
$$;
select ok(not pg_temp.raises(pg_temp.of_first(5)), 'five pieces of a colour are shown like nine');
select ok(pg_temp.raises(pg_temp.of_first(0)), 'the last piece of a colour is sold');
delete from public.variant_stock using robe where variant_id = robe.variant;
select ok(pg_temp.raises($$update public.product_variants set material = 'Silk' where id = (select variant from robe)$$), 'another material');

-- Runs a statement with the rights of a role. Returns its error, or 'done'.
create function pg_temp.outcome(role_name text, statement text) returns text language plpgsql as $$
begin
  begin
    perform set_config('role', role_name, true);
    execute statement;
    perform set_config('role', 'none', true);
  exception when others then
    return sqlerrm;
  end;
  return 'done';
end $$;
select set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', id)::text, true),
  set_config('request.jwt.claim.sub', id::text, true) from public.profiles where email = 'mahnoor@example.com';
delete from public.product_reviews where product_id = (select id from robe);
delete from shop.catalogue_changes;
select is(
  pg_temp.outcome('service_role', format('insert into public.product_reviews (product_id, rating, review_text) values (%L, 5, ''Soft.'')',
    (select id from robe))),
  'done', 'a shopper''s review is saved with the server''s rights');
select isnt(public.catalogue_version(), '', 'and raises the version');
select is(pg_temp.outcome('authenticated', 'select * from shop.catalogue_changes'), 'permission denied for table catalogue_changes',
  'a shopper can''t read the changes');
select is(pg_temp.outcome('authenticated', 'select shop.raise_catalogue_version()'),
  'permission denied for function raise_catalogue_version', 'nor raise the version');
select is(pg_temp.outcome('anon', 'select public.catalogue_version()'), 'done', 'a visitor may ask for the version');
select doesnt_match(public.catalogue_version(), pg_current_xact_id()::text || '( |$)', 'the version doesn''t tell the number of the transaction');

select * from finish();
