-- The listing's filters and its search, against the rows they are kept from.
select plan(11);

create function pg_temp.stale() returns bigint language sql as $$
  select count(*) from public.products p where
    p.color_ids is distinct from array(select pc.color_id from public.product_colors pc where pc.product_id = p.id order by 1)
    or p.sizes is distinct from array(select distinct v.size from public.product_variants v where v.product_id = p.id and v.size is not null)
    or p.brand_sizes is distinct from array(select distinct v.brand_size from public.product_variants v where v.product_id = p.id and v.brand_size is not null)
    or p.cup_sizes is distinct from array(select distinct v.cup_size from public.product_variants v where v.product_id = p.id and v.cup_size is not null)
    or p.materials is distinct from array(select distinct v.material from public.product_variants v where v.product_id = p.id and v.material is not null)
$$;
create function pg_temp.names(term text) returns text[] language sql as $$
  select array_agg(p ->> 'name') from jsonb_array_elements(public.get_products(search_term => $1) -> 'products') p
$$;

select is(pg_temp.stale(), 0::bigint, 'every product knows the colours and sizes it comes in');
update public.product_variants set material = 'Linen' where product_id = md5('product:Guest robe')::uuid;
select is(pg_temp.stale(), 0::bigint, 'also after a size has changed');
select is(public.get_products(material_filters => '{Linen}') ->> 'total', '1', 'and the filter finds it');
delete from public.product_variants where product_id = md5('product:Guest robe')::uuid;
delete from public.product_colors where product_id = md5('product:Guest robe')::uuid;
select is(pg_temp.stale(), 0::bigint, 'also after sizes and colours have gone');
update public.product_colors set color_id = md5('color:Yellow')::uuid
where (product_id, color_id) = (select product_id, color_id from public.product_colors a where not exists
  (select from public.product_colors b where b.product_id = a.product_id and b.color_id = md5('color:Yellow')::uuid) limit 1);
select is(pg_temp.stale(), 0::bigint, 'also after a colour has become another');

select ok((pg_temp.names('nightgwon'))[1] ~* 'nightgown', 'a mistyped word finds the word it resembles');
select ok((pg_temp.names('nightgwon zzzzqqqq'))[1] ~* 'nightgown', 'a word that nothing resembles is left out');
select ok((pg_temp.names('lace robe'))[1] ~* 'robe', 'where nothing has every word, the last word decides');
select is(pg_temp.names('zzzzqqqq'), null, 'what nothing resembles finds nothing');
update public.products set name = 'Zanzibar kaftan' where slug = 'seamless-t-shirt-bra';
select is((pg_temp.names('zanzibr'))[1], 'Zanzibar kaftan', 'a renamed product is found by a mistyped new name');
select is((select s.name from public.get_search_suggestions('zanzibr kaftn') s), 'Zanzibar kaftan', 'and suggested by it');

select * from finish();
