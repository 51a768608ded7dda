-- Stock by colour in files of products (decisions 130 and 183): the cells 'stock_by_color' and 'stock_by_color_was' of a size that is
-- counted by colour are 'Black 3 | Pink not counted', with all colours of the product. A colour that a cell doesn't name keeps its pieces.

-- Returns the cell of a size, null if it is counted as a whole.
create function shop.color_cell(v public.product_variants) returns text
language sql stable set search_path = '' as $$
  select string_agg(c.name || ' ' || case when s.variant_id is null then '0' else coalesce(s.stock::text, 'not counted') end, ' | '
    order by pc.display_order, c.name)
  from public.product_colors pc join public.colors c on c.id = pc.color_id
    left join public.variant_stock s on s.variant_id = v.id and s.color_id = pc.color_id
  where pc.product_id = v.product_id and exists (select from public.variant_stock x where x.variant_id = v.id)
$$;

-- The parts of a cell: name is null if one can't be read, pieces if they aren't counted.
create function shop.colors_of_cell(p_cell text) returns table (place bigint, part text, name text, pieces integer)
language sql immutable set search_path = '' as $$
  select t.place, t.part, m.found[1], case when m.found[2] ~ '^\d' then m.found[2]::integer end
  from regexp_split_to_table(p_cell, '\s*\|\s*') with ordinality as t (part, place)
  cross join lateral regexp_match(t.part, '^(.*\S)\s+(\d{1,6}|not counted)$', 'i') as m (found) where t.part <> ''
$$;

-- Reads a cell of a size that had p_was in a product of these colours, 'Black | Pink': the cell as color_cell writes it, and its sum; or
-- what is wrong with it. Strict, so that rows without a cell cost nothing.
create function shop.read_color_cell(p_cell text, p_was text, p_colors text, out cell text, out total integer, out problem jsonb)
language plpgsql immutable strict set search_path = '' as $$
begin
  select shop.import_problem('stock_by_color', case when t.name is null or t.pieces > 100000 then 'color_pieces'
      when o.name is null then 'not_its_color' else 'color_twice' end, case when o.name is null then coalesce(t.name, t.part) else t.part end)
  into problem
  from (select *, count(*) over (partition by lower(c.name)) as times from shop.colors_of_cell(p_cell) c) t
  left join string_to_table(p_colors, ' | ') as o (name) on lower(o.name) = lower(t.name)
  where t.name is null or t.pieces > 100000 or o.name is null or t.times > 1 order by t.place limit 1;
  if problem is null then
    select string_agg(n.name || ' ' || coalesce(n.pieces::text, 'not counted'), ' | ' order by n.place),
      case when bool_and(n.pieces is not null) then sum(n.pieces) end
    into cell, total
    from (select o.place, o.name, case when t.name is not null then t.pieces when w.name is not null then w.pieces else 0 end as pieces
      from string_to_table(p_colors, ' | ') with ordinality as o (name, place)
      left join shop.colors_of_cell(p_cell) t on lower(t.name) = lower(o.name)
      left join shop.colors_of_cell(p_was) w on w.name = o.name) n;
  end if;
end $$;

-- As before, with the cells of stock by colour.
create or replace function public.desk_export_products(p_after text default '') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids uuid[] := array(select p.id from public.products p where p.slug > p_after order by p.slug limit 500);
  list jsonb;
  last text;
begin
  perform shop.require_desk(p_fresh => true);
  select coalesce(jsonb_agg(c.cells || jsonb_build_object('product', p.slug, 'version', p.version, 'size', v.label, 'cup', v.cup_size,
      'material', v.material, 'stock', v.stock, 'stock_was', v.stock,
      'stock_by_color', color.cell, 'stock_by_color_was', color.cell) order by p.slug, v.display_order, v.label), '[]'), max(p.slug)
  into list, last
  from shop.product_cells(ids) c join public.products p on p.id = c.product_id
  left join public.product_variants v on v.product_id = p.id
  left join lateral (select case when exists (select from public.variant_stock s where s.variant_id = v.id) then shop.color_cell(v) end) as color (cell)
    on true;
  perform shop.record_at_desk('export', 'products', coalesce(last, 'none'), null,
    jsonb_build_object('after', p_after, 'products', cardinality(ids), 'rows', jsonb_array_length(list)));
  return jsonb_build_object('rows', list, 'last', case when cardinality(ids) = 500 then last end);
end $$;

-- As before, with the cells of stock by colour. The sum of a size's colours is only read.
create or replace function shop.compare_import(p_import uuid, p_after integer, p_until integer)
returns table (line integer, product_id uuid, variant_id uuid, problems jsonb, changes jsonb)
language sql stable security definer set search_path = '' as $$
  with known as materialized (
    select * from shop.product_cells(array(select p.id from shop.product_import_rows r join public.products p on p.slug = r.slug
      where r.import_id = p_import and r.line > p_after and r.line <= p_until))
  ), listed as materialized (
    -- A new product is a draft unless its row says something else.
    select r.line, r.slug, r.size, r.cells, i.allows_new_sizes, p.id as product_id, p.version, p.has_no_size is true as has_no_size, v.id as variant_id,
      case when p.id is null then '{"state": ""}' || r.given else r.given end as given,
      r.first_line, first.given as first_given, r.first_line = r.line as is_first, r.doubled, r.is_sku_doubled,
      case when p.id is null then '{"discount": "0", "is_arrival": "no", "is_top": "no", "is_featured": "no", "is_banner": "no", "description": ""}'
        else known.cells end || case when v.id is null then '{}'
        else jsonb_build_object('size', v.label, 'cup', v.cup_size, 'material', v.material, 'stock', v.stock::text, 'stock_by_color',
          case when exists (select from public.variant_stock s where s.variant_id = v.id) then shop.color_cell(v) end) end as was
    from shop.product_import_rows r join shop.product_imports i on i.id = r.import_id
    left join public.products p on p.slug = r.slug
    left join known on known.product_id = p.id
    left join public.product_variants v on v.product_id = p.id and v.label = r.size
    join shop.product_import_rows first on first.import_id = r.import_id and first.line = r.first_line
    where r.import_id = p_import and r.line > p_after and r.line <= p_until
  ), wanted as materialized (
    select l.*, category.name is null and l.given ->> 'category' <> '' as lacks_category, colored.unknown as unknown_color, described.unknown as unknown_attribute, counted.problem as color_problem,
      jsonb_build_object('name', l.given ->> 'name', 'state', coalesce(nullif(lower(l.given ->> 'state'), ''), l.was ->> 'state', 'draft'),
        'category', category.name,
        'price', case when l.given ->> 'price' ~ '^\d{1,8}(\.\d{1,2})?$' then trim_scale((l.given ->> 'price')::numeric)::text end,
        'discount', case when l.given ->> 'discount' = '' then '0'
          when l.given ->> 'discount' ~ '^\d{1,2}(\.\d{1,2})?$' then trim_scale((l.given ->> 'discount')::numeric)::text end,
        'colors', colored.names, 'attributes', described.names,
        'is_arrival', case when lower(l.given ->> 'is_arrival') in ('yes', 'true', '1') then 'yes' else 'no' end,
        'is_top', case when lower(l.given ->> 'is_top') in ('yes', 'true', '1') then 'yes' else 'no' end,
        'is_featured', case when lower(l.given ->> 'is_featured') in ('yes', 'true', '1') then 'yes' else 'no' end,
        'is_banner', case when lower(l.given ->> 'is_banner') in ('yes', 'true', '1') then 'yes' else 'no' end, 'sku', nullif(l.given ->> 'sku', ''),
        'description', l.given ->> 'description', 'fit_notes', nullif(l.given ->> 'fit_notes', '')) as product,
      jsonb_build_object('size', l.size, 'cup', nullif(l.given ->> 'cup', ''), 'material', nullif(l.given ->> 'material', ''),
        -- A stock that was left alone isn't written, so that orders placed since keep their pieces.
        'stock', case when l.variant_id is not null and l.given ->> 'stock' = l.given ->> 'stock_was' then l.was ->> 'stock'
          -- The sum of the colours that the row brings.
          when l.given ->> 'stock' = coalesce(counted.total::text, '') and counted.cell is not null then l.was ->> 'stock'
          when l.given ->> 'stock' ~ '^\d{1,6}$' then (l.given ->> 'stock')::integer::text end,
        'stock_by_color', coalesce(counted.cell, l.was ->> 'stock_by_color')) as size_cells
    from listed l
    left join public.product_categories category on lower(category.name) = lower(l.given ->> 'category')
    cross join lateral shop.names_of_cell(l.given ->> 'colors', l.was ->> 'colors', (select array_agg(c.name) from public.colors c)) as colored
    cross join lateral shop.names_of_cell(l.given ->> 'attributes', l.was ->> 'attributes', (select array_agg(a.name || ': ' || v.name)
      from public.attributes a join public.attribute_values v on v.attribute = a.code)) as described
    -- An empty cell, and one that was left alone, change nothing.
    cross join lateral shop.read_color_cell(case when l.given ->> 'stock_by_color' <> '' and (l.variant_id is null
        or l.given ->> 'stock_by_color' is distinct from l.given ->> 'stock_by_color_was') then l.given ->> 'stock_by_color' end,
      coalesce(l.was ->> 'stock_by_color', ''), coalesce(case when l.given ? 'colors' then colored.names else l.was ->> 'colors' end, '')) as counted
  ), compared as materialized (
    select w.*, array['size', 'cup', 'material', 'stock', 'stock_was', 'stock_by_color', 'stock_by_color_was'] as of_size, w.given ->> 'sku' <> '' and w.was ->> 'sku' is null as is_new_sku,
      (select coalesce(jsonb_object_agg(n.key, jsonb_build_array(w.was ->> n.key, n.value)), '{}')
        from (select * from jsonb_each_text(w.product) where w.is_first
          union all select * from jsonb_each_text(w.size_cells) where w.size <> '') as n (key, value)
        where w.given ? n.key and w.was ->> n.key is distinct from n.value) as changes
    from wanted w
  )
  select c.line, c.product_id, c.variant_id, to_jsonb(array_remove(array[
    case when c.cells is not null then shop.import_problem('', 'cells', c.cells::text)
      when c.slug = '' then shop.import_problem('product', 'missing')
      when c.product_id is null and (c.slug !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(c.slug) > 160) then shop.import_problem('product', 'address', c.slug)
      when c.doubled is not null then shop.import_problem('size', 'doubled', c.size, c.doubled) end,
    case when not c.is_first and c.slug <> '' and c.given - c.of_size <> c.first_given - c.of_size then (
      select shop.import_problem(e.key, 'differs', e.value, c.first_line) from jsonb_each_text(c.given - c.of_size) e
      where c.first_given ->> e.key <> e.value limit 1) end,
    case when coalesce(c.given ->> 'name', c.was ->> 'name', '') = '' then shop.import_problem('name', 'missing')
      when length(c.given ->> 'name') > 160 then shop.import_problem('name', 'long', '160') end,
    case when lower(c.given ->> 'state') not in ('', 'published', 'draft', 'archived') then shop.import_problem('state', 'state', c.given ->> 'state')
      -- As the product will be, with the sizes that the file brings.
      when c.changes -> 'state' ->> 1 = 'published' then (select shop.import_problem('state', 'lacks', array_to_string(array_remove(l.lacks, 'stock'), ', '))
        from (select shop.lacking(c.product_id, coalesce(case when c.given ? 'category' then c.product else c.was end ->> 'category', '') <> '',
          coalesce(c.given ->> 'description', c.was ->> 'description'), c.has_no_size or exists (select from shop.product_import_rows o
            where o.import_id = p_import and o.slug = c.slug and o.size <> '')) as lacks) l where l.lacks <> '{}' and l.lacks <> '{stock}') end,
    case when c.lacks_category then shop.import_problem('category', 'category', c.given ->> 'category') end,
    case when coalesce(c.given ->> 'price', c.was ->> 'price', '') = '' then shop.import_problem('price', 'missing')
      when c.given ->> 'price' !~ '^\d{1,8}(\.\d{1,2})?$' then shop.import_problem('price', shop.number_problem(c.given ->> 'price', 'price'), c.given ->> 'price')
      when c.product ->> 'price' = '0' then shop.import_problem('price', 'zero', c.given ->> 'price') end,
    case when c.given ->> 'discount' <> '' and c.given ->> 'discount' !~ '^\d{1,2}(\.\d{1,2})?$'
      then shop.import_problem('discount', shop.number_problem(c.given ->> 'discount', 'percent'), c.given ->> 'discount') end,
    case when c.unknown_color is not null then shop.import_problem('colors', 'color', c.unknown_color) end,
    case when c.unknown_attribute is not null then shop.import_problem('attributes', 'attribute', c.unknown_attribute) end,
    (select shop.import_problem(f.key, 'yes_no', c.given ->> f.key) from unnest(array['is_arrival', 'is_top', 'is_featured', 'is_banner']) as f (key)
      where lower(c.given ->> f.key) not in ('', 'yes', 'no', 'true', 'false', '1', '0') limit 1),
    case when length(c.given ->> 'sku') > 60 then shop.import_problem('sku', 'long', '60')
      when c.given ->> 'sku' is distinct from c.was ->> 'sku' and c.given ? 'sku' and c.was ->> 'sku' is not null
        then shop.import_problem('sku', 'fixed', c.was ->> 'sku')
      when c.is_new_sku and (c.is_sku_doubled or exists (select from public.products o where o.sku = c.given ->> 'sku')) then shop.import_problem('sku', 'sku_taken', c.given ->> 'sku') end,
    case when length(c.given ->> 'description') > 20000 then shop.import_problem('description', 'long', '20000') end,
    case when length(c.given ->> 'fit_notes') > 1000 then shop.import_problem('fit_notes', 'long', '1000') end,
    case when c.size = '' and concat(c.given ->> 'stock', c.given ->> 'stock_by_color', c.given ->> 'cup', c.given ->> 'material') <> '' then shop.import_problem('size', 'missing')
      when length(c.size) > 20 then shop.import_problem('size', 'long', '20')
      when c.size <> '' and c.variant_id is null and not c.allows_new_sizes
        and not exists (select from public.product_variants v where v.size = c.size)
        and not exists (select from public.product_variants v where v.brand_size = c.size) then shop.import_problem('size', 'size', c.size) end,
    case when length(c.given ->> 'cup') > 10 then shop.import_problem('cup', 'long', '10')
      when c.variant_id is not null and c.changes ? 'cup' then shop.import_problem('cup', 'fixed', c.was ->> 'cup') end,
    case when length(c.given ->> 'material') > 60 then shop.import_problem('material', 'long', '60') end,
    case when c.given ->> 'stock' <> '' and c.given ->> 'stock' !~ '^\d{1,6}$'
        then shop.import_problem('stock', shop.number_problem(c.given ->> 'stock', 'pieces'), c.given ->> 'stock')
      when (c.size_cells ->> 'stock')::integer > 100000 then shop.import_problem('stock', 'pieces', c.given ->> 'stock')
      when c.changes ? 'stock' and (c.changes ? 'stock_by_color'
        or exists (select from public.variant_stock s where s.variant_id = c.variant_id)) then shop.import_problem('stock', 'by_color', c.size)
      when c.variant_id is not null and (c.changes ? 'stock' or c.changes ? 'stock_by_color' and c.was ->> 'stock_by_color' is null)
        and c.given ? 'stock_was' and c.given ->> 'stock_was' <> coalesce(c.was ->> 'stock', '')
        then shop.import_problem('stock', 'stock_was', coalesce(c.was ->> 'stock', '')) end,
    coalesce(c.color_problem, case when c.variant_id is not null and c.changes ? 'stock_by_color' and c.given ? 'stock_by_color_was'
      and c.given ->> 'stock_by_color_was' <> coalesce(c.was ->> 'stock_by_color', '') then shop.import_problem('stock_by_color', 'colors_was') end),
    case when c.product_id is not null and c.changes - 'stock' - 'stock_by_color' <> '{}' and c.given ->> 'version' not in ('', c.version::text)
      then shop.import_problem('version', 'saved_since', c.given ->> 'version') end
    ], null)), c.changes
  from compared c
$$;

-- As before, with the stock by colour.
create or replace function shop.apply_import_to_sizes(p_import uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A size with a cup is a brand size.
  insert into public.product_variants (product_id, size, brand_size, cup_size, material, stock, display_order)
  select r.product_id, case when n ->> 'cup' is null then r.size end, case when n ->> 'cup' is not null then r.size end, n ->> 'cup',
    n ->> 'material', (n ->> 'stock')::integer, row_number() over (partition by r.product_id order by r.line)
      + (select coalesce(max(v.display_order), 0) from public.product_variants v where v.product_id = r.product_id)
  from shop.product_import_rows r cross join lateral shop.new_values(r.changes) n
  where r.import_id = p_import and r.changes ? 'size';
  update public.product_variants v set stock = (r.changes -> 'stock' ->> 1)::integer from shop.product_import_rows r
  where r.import_id = p_import and v.id = r.variant_id and r.changes ? 'stock';
  perform shop.make_stock_move(jsonb_build_object('variant', v.id, 'color', c.id, 'was', was.pieces, 'stock', n.pieces))
  from shop.product_import_rows r join public.product_variants v on v.product_id = r.product_id and v.label = r.size
  cross join lateral shop.colors_of_cell(r.changes -> 'stock_by_color' ->> 1) n join public.colors c on c.name = n.name
  left join lateral shop.colors_of_cell(r.changes -> 'stock_by_color' ->> 0) was on was.name = n.name
  where r.import_id = p_import and r.changes ? 'stock_by_color' and (was.pieces is distinct from n.pieces
    -- Without any row, the size would be counted as a whole.
    or not exists (select from public.variant_stock s where s.variant_id = v.id and s.color_id = c.id));
  perform set_config('shop.is_importing', 'yes', true);
  update public.product_variants v set material = r.changes -> 'material' ->> 1 from shop.product_import_rows r
  where r.import_id = p_import and v.id = r.variant_id and r.changes ? 'material';
  perform set_config('shop.is_importing', '', true);
  perform shop.keep_offers_of(array(select r.product_id from shop.product_import_rows r
    where r.import_id = p_import and r.variant_id is not null and r.changes ? 'material'));
  update public.products p set version = p.version + 1
  where p.id in (select r.product_id from shop.product_import_rows r where r.import_id = p_import
    and r.changes ?| array['size', 'stock', 'material', 'colors', 'attributes']);
end $$;

-- As before, with the stock by colour. The history of stock says that its changes were imported.
create or replace function public.desk_apply_import(p_id uuid, p_version integer) returns text
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' set statement_timeout = '60s' as $$
declare
  import shop.product_imports := shop.import_at_desk(p_id);
  counts jsonb := public.desk_import(p_id) - array['rows', 'ignored', 'version', 'applied_at', 'checked', 'id', 'by', 'made_at'];
begin
  if import.applied_at is not null then
    return 'applied';
  end if;
  if import.version is distinct from p_version then
    raise exception using errcode = 'PT409', message = 'changed_meanwhile';
  end if;
  if import.stored < import.total or import.checked < import.total
      or exists (select from shop.product_import_rows r where r.import_id = import.id and r.problems <> '[]') then
    raise exception using errcode = 'PT409', message = 'import_not_ready';
  end if;
  -- In the order of decision 21, before the rows are compared. A new article number locks its product against orders.
  perform from public.products p where p.slug in
    (select r.slug from shop.product_import_rows r where r.import_id = import.id and r.changes ? 'sku') order by p.id for update;
  perform from public.products p where p.slug in
    (select r.slug from shop.product_import_rows r where r.import_id = import.id and r.changes <> '{}') order by p.id for no key update;
  perform from public.product_variants v where v.id in
    (select r.variant_id from shop.product_import_rows r where r.import_id = import.id and r.changes <> '{}') order by v.id for update;
  if shop.is_import_outdated(import.id) then
    return 'outdated';
  end if;
  begin
    perform shop.stock_moves('imported');
    perform shop.apply_import_to_products(import.id);
    perform shop.apply_import_to_sizes(import.id);
    perform shop.stock_moves();
  exception when unique_violation then
    -- The same address, article number or size was made at this moment.
    perform shop.is_import_outdated(import.id);
    return 'outdated';
  end;
  perform shop.record_at_desk(case when count(*) filter (where jsonb_typeof(r.changes -> 'name' -> 0) = 'null') > 0 then 'create_product'
    else 'save_product' end, 'product', r.product_id::text, jsonb_object_agg(concat_ws(' ', named.size, c.key), c.value -> 0),
    jsonb_object_agg(concat_ws(' ', named.size, c.key), c.value -> 1) || jsonb_build_object('import', import.id))
  from shop.product_import_rows r cross join lateral jsonb_each(r.changes) c
  cross join lateral (select case when c.key in ('size', 'cup', 'material', 'stock', 'stock_by_color') then r.size end) as named (size)
  where r.import_id = import.id group by r.product_id;
  perform shop.record_at_desk('import', 'products', import.id::text, null, counts);
  update shop.product_imports i set applied_at = now() where i.id = import.id;
  return 'applied';
end $$;
