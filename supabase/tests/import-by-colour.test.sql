-- Stock by colour in files of products: the cells of an export, what a row may change, and what applying it does (ST-05).
select plan(23);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email = 'mahnoor@example.com';

-- A gown in black and pink: M is counted by colour, L as a whole.
insert into public.products (slug, name, price) values ('file-gown', 'File gown', 1000);
insert into public.product_colors (product_id, color_id, display_order)
select p.id, c.id, row_number() over (order by c.name) from public.products p, public.colors c where p.slug = 'file-gown' and c.name in ('Black', 'Pink');
insert into public.product_variants (product_id, size, stock, display_order)
select p.id, s.size, 5, s.place from public.products p, (values ('M', 1), ('L', 2)) s (size, place) where p.slug = 'file-gown';
insert into public.variant_stock (variant_id, color_id, stock) select v.id, c.id, 3 from public.product_variants v
join public.products p on p.id = v.product_id and p.slug = 'file-gown' join public.colors c on c.name = 'Black' where v.size = 'M';

create function pg_temp.sizes() returns text language sql as $$
  select string_agg(concat_ws(' ', v.label || ':', coalesce(v.stock::text, '-'), '(' || shop.color_cell(v) || ')'), ', ' order by v.display_order)
  from public.product_variants v join public.products p on p.id = v.product_id where p.slug = 'file-gown'
$$;
create temporary table seen (id bigint);
insert into seen select coalesce(max(id), 0) from public.stock_changes;
-- What the history has got since it was asked last: 'reason size colour change stock_after'.
create function pg_temp.news() returns text language plpgsql as $$
declare
  news text := (select string_agg(concat_ws(' ', c.reason, c.size, c.color, coalesce(c.change::text, '-'), coalesce(c.stock_after::text, '-')), ', ' order by c.size, c.color)
    from public.stock_changes c, seen where c.id > seen.id);
begin
  update seen set id = (select max(c.id) from public.stock_changes c);
  return coalesce(news, 'nothing');
end $$;
-- Compares a row about the gown. Returns the import.
create function pg_temp.upload(cells jsonb) returns uuid language plpgsql as $$
declare
  id uuid := pg_temp.as('operator', $i$select public.desk_start_import('x.csv', 1, '{}', true)$i$);
begin
  perform pg_temp.as('operator', format('select public.desk_store_import_rows(%L, %L)', id,
    jsonb_build_array(jsonb_build_object('line', 2, 'slug', 'file-gown', 'size', coalesce(cells ->> 'size', ''), 'given', cells))));
  perform pg_temp.as('operator', format('select public.desk_check_import(%L)', id));
  return id;
end $$;
-- Returns what is wrong with a row, or what it changes.
create function pg_temp.tried(cells jsonb) returns text language sql as $$
  select coalesce((select string_agg(concat_ws(' ', p ->> 'column', p ->> 'reason', p ->> 'value'), ', ') from jsonb_array_elements(r -> 'problems') p),
    (r -> 'changes')::text, 'nothing')
  from (select pg_temp.as('operator', format('select public.desk_import(%L, ''problems'')', i))::jsonb -> 'rows' -> 0 as bad,
    pg_temp.as('operator', format('select public.desk_import(%L)', i))::jsonb -> 'rows' -> 0 as changed from pg_temp.upload(cells) i) x
  cross join lateral (select coalesce(bad, changed) as r) y
$$;
create function pg_temp.apply(id uuid) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_apply_import(%L, 1)', id))
$$;
create function pg_temp.m(cell text, more jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('size', 'M', 'stock_by_color', cell) || more
$$;

select is((select jsonb_object_agg(e ->> 'size', jsonb_build_array(e -> 'stock', e -> 'stock_by_color', e -> 'stock_by_color_was'))
    from jsonb_array_elements(pg_temp.as('fresh operator', $$select public.desk_export_products('file-gow')$$)::jsonb -> 'rows') e where e ->> 'product' = 'file-gown'),
  '{"M": [3, "Black 3 | Pink 0", "Black 3 | Pink 0"], "L": [5, null, null]}', 'the export has the pieces of each colour');

-- What a row changes.
select is(pg_temp.tried(pg_temp.m('Black 3 | Pink 0')), 'nothing', 'the same pieces change nothing');
select is(pg_temp.tried(pg_temp.m('pink 0|BLACK 003')), 'nothing', 'in any order, capitals and spaces');
select is(pg_temp.tried(pg_temp.m('')), 'nothing', 'nor does an empty cell');
select is(pg_temp.tried(pg_temp.m('Black 9', '{"stock_by_color_was": "Black 9"}')), 'nothing', 'nor one that was left alone, whatever was sold since');
select is(pg_temp.tried(pg_temp.m('Pink 2')), '{"stock_by_color": ["Black 3 | Pink 0", "Black 3 | Pink 2"]}', 'a colour that isn''t named keeps its pieces');
select is(pg_temp.tried(pg_temp.m('Pink 2', '{"stock": "3", "stock_was": "3"}')) = pg_temp.tried(pg_temp.m('Pink 2'))
    and pg_temp.tried(pg_temp.m('Pink 2', '{"stock": "5", "stock_was": "3"}')) = pg_temp.tried(pg_temp.m('Pink 2')), true,
  'the sum may be left alone, or be the new one');
select is(pg_temp.tried(pg_temp.m('Black not counted')), '{"stock_by_color": ["Black 3 | Pink 0", "Black not counted | Pink 0"]}', 'a colour may not be counted');

-- What is wrong with one.
select is(pg_temp.tried(pg_temp.m('Pink 2', '{"stock": "9", "stock_was": "3"}')), 'stock by_color M', 'a sum that the colours haven''t is refused');
select is(pg_temp.tried(pg_temp.m('Black 3 | Mauve 2')), 'stock_by_color not_its_color Mauve', 'so is a colour that the product hasn''t');
select is(array[pg_temp.tried(pg_temp.m('Black -1')), pg_temp.tried(pg_temp.m('Pink')), pg_temp.tried(pg_temp.m('Pink 100001')), pg_temp.tried(pg_temp.m('=1+1'))],
  array['stock_by_color color_pieces Black -1', 'stock_by_color color_pieces Pink', 'stock_by_color color_pieces Pink 100001', 'stock_by_color color_pieces =1+1'],
  'and what is no number');
select is(pg_temp.tried(pg_temp.m('Pink 1 | pink 2')), 'stock_by_color color_twice Pink 1', 'and a colour that is there twice');
select is(pg_temp.tried(pg_temp.m('Pink 2', '{"stock_by_color_was": "Black 4 | Pink 0"}')), 'stock_by_color colors_was', 'and pieces that were changed since the export');
select is(pg_temp.tried('{"size": "L", "stock_by_color": "Pink 2", "stock_by_color_was": "", "stock": "6", "stock_was": "6"}'), 'stock stock_was 5',
  'also of a size that was counted as a whole');
select is(pg_temp.tried('{"stock_by_color": "Pink 2"}'), 'size missing', 'and pieces of no size');

-- Applying it.
select is(pg_temp.apply(pg_temp.upload(pg_temp.m('Black 3 | Pink 2', '{"stock_by_color_was": "Black 3 | Pink 0", "stock": "3", "stock_was": "3"}')))
  || '; ' || pg_temp.sizes() || '; ' || pg_temp.news(),
  'applied; M: 5 (Black 3 | Pink 2), L: 5; imported M Pink 2 2', 'the pieces of one colour are changed, with the sum and the history');
select is((select a.before || a.after from public.desk_audit a join public.products p on p.id::text = a.subject_id
    where p.slug = 'file-gown' and a.action = 'save_product' and a.after ? 'import' order by a.id desc limit 1) ->> 'M stock_by_color', 'Black 3 | Pink 2', 'and recorded');
select is(pg_temp.apply(pg_temp.upload('{"size": "L", "stock": "5", "stock_was": "5", "stock_by_color": "Black 1 | Pink not counted", "stock_by_color_was": ""}'))
  || '; ' || pg_temp.sizes() || '; ' || pg_temp.news(),
  'applied; M: 5 (Black 3 | Pink 2), L: - (Black 1 | Pink not counted); imported L Black 1 1, imported L Pink - -',
  'a size that was counted as a whole is counted by colour');
select is(pg_temp.apply(pg_temp.upload('{"size": "XL", "stock": "3", "colors": "Black | Pink | White", "stock_by_color": "White 3"}'))
  || '; ' || pg_temp.sizes() || '; ' || pg_temp.news(),
  'applied; M: 5 (Black 3 | Pink 2 | White 0), L: - (Black 1 | Pink not counted | White 0), XL: 3 (Black 0 | Pink 0 | White 3); '
    || 'imported XL Black 0 0, imported XL Pink 0 0, imported XL White 3 3', 'a new size has pieces of a colour that the file brings');
select is(pg_temp.apply(pg_temp.upload('{"size": "XL", "stock": "3", "stock_was": "3", "colors": "White", "stock_by_color": "White 4"}'))
  || '; ' || split_part(pg_temp.sizes(), ', ', 3) || '; ' || (pg_temp.news() like '%imported XL White 1 4'), 'applied; XL: 4 (White 4); true',
  'a colour that the file takes away goes with its pieces');
select is(pg_temp.apply(pg_temp.upload('{"size": "XL", "colors": "White | Black"}')) || '; '
    || pg_temp.apply(pg_temp.upload('{"size": "XL", "colors": "Black", "stock_by_color": "Black 0"}')) || '; ' || split_part(pg_temp.sizes(), ', ', 3),
  'applied; applied; XL: 0 (Black 0)', 'also if the others were never counted');

-- Changed between dry run and apply.
create temporary table waiting as select pg_temp.upload('{"size": "XL", "stock_by_color": "Black 6", "stock_by_color_was": "Black 0"}') as id;
update public.variant_stock s set stock = 3 from public.product_variants v where v.id = s.variant_id and v.size = 'XL' and s.stock = 0;
select is(pg_temp.apply(id), 'outdated', 'what is sold between dry run and apply isn''t overwritten') from waiting;
select is(pg_temp.apply(pg_temp.upload('{"size": "XL", "stock": "3", "stock_was": "3", "material": "Silk"}')) || '; ' || split_part(pg_temp.sizes(), ', ', 3),
  'applied; XL: 3 (Black 3)', 'a file without the column is read as before');

select * from finish();
