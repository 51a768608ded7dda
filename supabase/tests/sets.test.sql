-- Products that belong together (decision 214).
select plan(15);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

-- A bra, two briefs and another bra of the same lace and colour, and a brief of another cloth; briefs are of another kind.
delete from public.product_pairs;
insert into public.product_categories (id, name, parent_id) values (md5('tops')::uuid, 'Set tops', null), (md5('inner')::uuid, 'Set inner tops', md5('tops')::uuid),
  (md5('bottoms')::uuid, 'Set bottoms', null);
create function pg_temp.id(named text) returns uuid language sql as $$ select md5('set ' || named)::uuid $$;
insert into public.products (id, name, slug, price, category_id, created_at)
select pg_temp.id(name), 'Set ' || name, 'set-' || name, 1000, md5(kind)::uuid, now() - place * interval '1 hour'
from (values ('bra', 'tops', 1), ('other-bra', 'inner', 2), ('brief', 'bottoms', 3), ('old-brief', 'bottoms', 4), ('plain-brief', 'bottoms', 5)) p (name, kind, place);
insert into public.product_colors (product_id, color_id)
select pg_temp.id(n), c.id from unnest(array['bra', 'other-bra', 'brief', 'old-brief', 'plain-brief']) n, public.colors c where c.name = 'Crimson';
insert into public.product_variants (product_id, size, material, stock)
select pg_temp.id(n), 'M', case n when 'plain-brief' then 'Set plain' else 'Set lace' end, 5
from unnest(array['bra', 'other-bra', 'brief', 'old-brief', 'plain-brief']) n;

create function pg_temp.goes(named text, most integer default 12) returns text language sql as $$
  select string_agg(g.slug, ' ') from public.products p cross join lateral shop.goes_with(p, most) g where p.id = pg_temp.id(named)
$$;
select is(pg_temp.goes('bra'), 'set-brief set-old-brief', 'what is of another kind, of the same cloth and in one of its colours goes with a product, the newest first');
select is(pg_temp.goes('bra', 1), 'set-brief', 'as many as asked for');
delete from public.product_colors where product_id = pg_temp.id('brief');
select is(pg_temp.goes('bra'), 'set-old-brief', 'without a colour in common it doesn''t');
update public.products set is_active = false where id = pg_temp.id('old-brief');
select is(pg_temp.goes('bra'), null, 'nor what isn''t sold');
update public.products set is_active = true where id = pg_temp.id('old-brief');

create function pg_temp.save(who text, named text, shown text[], chosen text[], version integer default null) returns text language sql as $$
  select coalesce(nullif(pg_temp.as(who, format('select public.desk_save_pairs(%L, %s, %L, %L)', pg_temp.id(named),
    coalesce(version, (select p.version from public.products p where p.id = pg_temp.id(named))),
    array(select pg_temp.id(n) from unnest(shown) n), array(select pg_temp.id(n) from unnest(chosen) n))), ''), 'saved')
$$;
create function pg_temp.pairs(named text) returns text language sql as $$
  select string_agg(p.slug, ' ' order by p.slug) from shop.paired_with(pg_temp.id(named)) x (id) join public.products p on p.id = x.id
$$;
select is(array[pg_temp.save('visitor', 'bra', '{}', '{}'), pg_temp.save('shopper', 'bra', '{}', '{}'),
  pg_temp.as('shopper', 'select public.desk_pairs(gen_random_uuid())')], '{42501,not_operator,not_operator}', 'only operators say what belongs together');
select is(pg_temp.save('operator', 'bra', '{brief,old-brief}', '{brief,old-brief}') || ' ' || pg_temp.pairs('bra'), 'saved set-brief set-old-brief', 'an operator ticks what belongs to a product');
select is(pg_temp.pairs('brief'), 'set-bra', 'which holds for both');
select is(pg_temp.save('operator', 'bra', '{brief}', '{}') || ' ' || pg_temp.pairs('bra'), 'saved set-old-brief', 'one that was shown and isn''t ticked goes, one that wasn''t shown stays');
select is(pg_temp.save('operator', 'bra', '{}', '{brief}', 1), 'changed_meanwhile', 'a form of before is refused');
select is(array[pg_temp.save('operator', 'bra', '{}', '{bra}'), pg_temp.save('operator', 'bra', '{}', '{none}'), pg_temp.save('operator', 'none', '{}', '{}', 1)],
  '{no_such_product,no_such_product,no_such_product}', 'a product doesn''t belong to itself, nor to one that isn''t there');
select is((select string_agg(concat_ws(' > ', a.before ->> 'belongs_to', a.after ->> 'belongs_to'), ', ' order by a.id) from public.desk_audit a where a.action = 'save_pairs'),
  'Set brief, Set old-brief, Set brief, Set old-brief > Set old-brief', 'each change is recorded with what was there');
create function pg_temp.offered(search text default null) returns text language sql as $$
  select string_agg((r ->> 'name') || case when (r ->> 'is_paired')::boolean then '!' else '' end, ', ')
  from jsonb_array_elements(pg_temp.as('operator', format('select public.desk_pairs(%L, %L)', pg_temp.id('brief'), search))::jsonb) r
$$;
select pg_temp.save('operator', 'brief', '{}', '{other-bra}');
select is(pg_temp.offered() || '; ' || pg_temp.offered('set plain'), 'Set other-bra!; Set other-bra!, Set plain-brief', 'a form offers what belongs to a product, then what is found');

select is((select string_agg(r ->> 'slug' || ' with ' || (select p.slug from public.products p where p.id = (r ->> 'with')::uuid), ', ')
  from jsonb_array_elements(public.get_completing(array[pg_temp.id('plain-brief'), pg_temp.id('brief'), pg_temp.id('bra')])) r),
  'set-other-bra with set-brief, set-old-brief with set-bra', 'a cart is completed by what belongs to its products and isn''t in it');
select is((select string_agg(r ->> 'slug', ' ') from jsonb_array_elements(public.get_product_with_colors('set-bra') -> 'completing') r), 'set-old-brief', 'a product''s page by what belongs to it');
insert into public.products (name, slug, price, category_id) select 'Set ' || n, 'set-top-' || n, 900, md5('tops')::uuid from generate_series(1, 4) n;
insert into public.product_colors (product_id, color_id) select pg_temp.id('brief'), c.id from public.colors c where c.name = 'Crimson';
select is((select array_agg(r -> 'category' ->> 'name') from jsonb_array_elements(public.get_product_with_colors('set-bra') -> 'similar_products') r),
  '{Set tops,Set bottoms,Set tops,Set tops}', 'similar products are in turn of its category and of what else goes with it');

select * from finish();
