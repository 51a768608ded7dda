-- The listing's filters and its search, compared with the rows that they are computed from.
select plan(39);

-- Returns what a product offers, as 'kind value'.
create function pg_temp.offered(product uuid) returns text[] language sql as $$
  select array(select distinct o.kind || ' ' || o.value from public.products p join shop.offer_values o using (offer_id) where p.id = product order by 1)
$$;
create function pg_temp.stale() returns bigint language sql as $$
  select count(*) from public.products p where p.offer_id is null or pg_temp.offered(p.id) is distinct from array(
    select 'colors ' || pc.color_id from public.product_colors pc where pc.product_id = p.id
    union select pa.attribute || ' ' || pa.value from public.product_attributes pa where pa.product_id = p.id
    union select 'sizes ' || v.size from public.product_variants v where v.product_id = p.id and v.size is not null
    union select 'brand_sizes ' || v.brand_size from public.product_variants v where v.product_id = p.id and v.brand_size is not null
    union select 'cup_sizes ' || v.cup_size from public.product_variants v where v.product_id = p.id and v.cup_size is not null
    union select 'materials ' || v.material from public.product_variants v where v.product_id = p.id and v.material is not null
    order by 1)
$$;
create function pg_temp.names(term text) returns text[] language sql as $$
  select array_agg(p ->> 'name') from jsonb_array_elements(public.get_products(search_term => $1) -> 'products') p
$$;

select is(pg_temp.stale(), 0::bigint, 'every product has the colours and sizes of its variants');
update public.product_variants set material = 'Linen' where product_id = md5('product:Guest robe')::uuid;
select is(pg_temp.stale(), 0::bigint, 'a changed size updates its product');
select is(public.get_products(material_filters => '{Linen}') ->> 'total', '1', 'the filter finds a changed size');
delete from public.product_variants where product_id = md5('product:Guest robe')::uuid;
delete from public.product_colors where product_id = md5('product:Guest robe')::uuid;
select is(pg_temp.stale(), 0::bigint, 'deleted sizes and colours update their product');
update public.product_colors set color_id = md5('color:Yellow')::uuid
where (product_id, color_id) = (select product_id, color_id from public.product_colors a where not exists
  (select from public.product_colors b where b.product_id = a.product_id and b.color_id = md5('color:Yellow')::uuid) limit 1);
select is(pg_temp.stale(), 0::bigint, 'a replaced colour updates its product');

select ok((pg_temp.names('nightgwon'))[1] ~* 'nightgown', 'a misspelt word finds the most similar word');
select ok((pg_temp.names('nightgwon zzzzqqqq'))[1] ~* 'nightgown', 'a word without a similar one is ignored');
select ok((pg_temp.names('lace robe'))[1] ~* 'robe', 'if no product has every word, the last word decides');
select is(pg_temp.names('zzzzqqqq'), null, 'a term without similar words finds nothing');
update public.products set name = 'Zanzibar kaftan' where slug = 'seamless-t-shirt-bra';
select is((pg_temp.names('zanzibr'))[1], 'Zanzibar kaftan', 'a renamed product is found by its misspelt new name');
select is((select s.name from public.get_search_suggestions('zanzibr kaftn') s),
  'Zanzibar kaftan', 'a renamed product is suggested by its misspelt new name');

-- What shoppers search for
select is((public.get_products(search_term => 'black bra') ->> 'total')::integer, (select count(*)::integer from public.products p
  where 'colors ' || md5('color:Black')::uuid = any (pg_temp.offered(p.id)) and p.search_tokens && '{bra,bras}'), 'a colour and a garment find that garment in that colour');
select is((public.get_products(search_term => '34b') ->> 'total')::integer,
  (select count(*)::integer from public.products p where 'sizes 34B' = any (pg_temp.offered(p.id))), 'a size finds products in that size');
select ok((pg_temp.names('pajama'))[1] ~* 'pyjama', 'a synonym finds its meaning');
select ok((pg_temp.names('nighty'))[1] ~* 'nightgown', 'another synonym finds its meaning');
select is(public.get_products(search_term => 'kaala bra') ->> 'total',
  public.get_products(search_term => 'black bra') ->> 'total', 'an Urdu colour finds that colour');
insert into public.search_synonyms (word, meaning) values ('dupatta', 'kimono robe');
select ok((pg_temp.names('dupatta'))[1] ~* 'kimono', 'operators can add synonyms');
select is(public.get_products(search_term => 'nightwear') ->> 'total',
  public.get_products(category_ids => array[md5('category:Nightwear')::uuid]) ->> 'total', 'a category finds products of its descendants');
select is(public.get_products(search_term => 'nightgwon') ->> 'searched_for', 'nightgown', 'a corrected term is returned');
select is(public.get_products(search_term => 'nightgown') ->> 'searched_for', null, 'a correct term isn''t corrected');
select is(public.get_products(search_term => 'zanzibar brief') ->> 'searched_for', 'brief', 'an ignored word isn''t a correction');
select is(public.get_products(brand_size_filters => '{34}', cup_size_filters => '{D}') ->> 'total',
  '0', 'a size must be one variant''s: none is a 34D');
-- Cards of a filtered list
select is(public.get_products(color_ids => array[md5('color:Red')::uuid]) -> 'products' -> 0 -> 'in_color' ->> 'name',
  'Red', 'a colour filter shows the product in that colour');
update public.product_variants set stock = 0 where product_id = md5('product:Kimono robe')::uuid and size = 'XXL';
select is((select p -> 'sold_out' from jsonb_array_elements(public.get_products(size_filters => '{XXL}', search_term => 'kimono') -> 'products') p),
  '["XXL"]', 'a sold-out size is marked');
-- Counts
select is((public.get_filter_counts() -> 'sizes' ->> '34B')::integer,
  (public.get_products(size_filters => '{34B}') ->> 'total')::integer, 'a value''s count is the length of its list');
select is((public.get_filter_counts(color_ids => array[md5('color:Red')::uuid], brand_size_filters => '{34}', max_price => 2500) -> 'cup_sizes' ->> 'C')::integer,
  (public.get_products(color_ids => array[md5('color:Red')::uuid], brand_size_filters => '{34}', cup_size_filters => '{C}', max_price => 2500) ->> 'total')::integer, 'with the other filters as they are, on one size');
select is((public.get_filter_counts(color_ids => array[md5('color:Red')::uuid]) -> 'colors' ->> md5('color:Black')::uuid::text)::integer,
  (public.get_products(color_ids => array[md5('color:Black')::uuid]) ->> 'total')::integer, 'and without its own');

-- Attributes
insert into public.attributes (code, name) values ('cuff', 'Cuff'), ('weight', 'Weight');
insert into public.attribute_values (attribute, code, name) values ('cuff', 'long', 'Long sleeves'), ('cuff', 'bell', 'Bell-shaped'), ('weight', 'light', 'Featherlight');
update public.attributes set is_filter = false where code = 'weight';
insert into public.product_attributes (product_id, attribute, value) values (md5('product:Kimono robe')::uuid, 'cuff', 'bell'),
  (md5('product:Kimono robe')::uuid, 'weight', 'light'), (md5('product:Lace balconette bra')::uuid, 'cuff', 'long');
select is(pg_temp.stale(), 0::bigint, 'an attribute is what its product offers');
select is(public.get_products(attribute_filters => '{cuff:bell}') -> 'products' -> 0 ->> 'name', 'Kimono robe', 'an attribute filters the listing');
select is(public.get_products(attribute_filters => '{cuff:bell,cuff:long}') ->> 'total', '2', 'two of its values find the products of both');
select is(public.get_products(attribute_filters => '{cuff:bell,weight:none}') ->> 'total', '0', 'values of two attributes find what has both');
select is(public.get_products(attribute_filters => '{cuff:long}', size_filters => '{34B}') ->> 'total',
  '1', 'and a size beside them is one of the product''s');
select ok(public.get_filter_counts(attribute_filters => '{cuff:bell}') -> 'attributes' @> '{"cuff:bell": 1, "cuff:long": 1, "weight:light": 1}',
  'the counts of an attribute ignore its own choice');
select is((public.get_filter_counts(attribute_filters => '{cuff:long}') -> 'sizes' ->> '34B')::integer, 1, 'and those of sizes respect it');
select is(public.get_filter_counts(size_filters => '{34B}') -> 'attributes' -> 'cuff:bell', null, 'as it respects them: no robe is a 34B');
select is(jsonb_path_query_array(public.get_filter_options() -> 'attributes', '$[*] ? (@.code == "cuff" || @.code == "weight")'),
  '[{"code": "cuff", "name": "Cuff", "values": [{"code": "bell", "name": "Bell-shaped"}, {"code": "long", "name": "Long sleeves"}]}]',
  'only attributes that are filters are offered as such');
select is((pg_temp.names('featherlight'))[1], 'Kimono robe', 'the name of a value finds its products');
update public.attribute_values set name = 'Weightless' where attribute = 'weight';
select is((pg_temp.names('weightless'))[1], 'Kimono robe', 'so does its new name');
select is(jsonb_path_query_array(public.get_product_with_colors('kimono-robe') -> 'product' -> 'attributes', '$[*] ? (@.name == "Cuff" || @.name == "Weight")'),
  '[{"name": "Cuff", "values": ["Bell-shaped"]}, {"name": "Weight", "values": ["Weightless"]}]', 'a product''s page has its attributes');

select * from finish();
