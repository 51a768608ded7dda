-- Products as a file at the desk (decision 130). A file is stored row by row, compared with the catalogue in pieces
-- (the dry run), and applied at once.

-- A file of products that somebody uploaded. It can be seen and applied for a day.
create table shop.product_imports (
  id uuid primary key default gen_random_uuid(),
  made_at timestamptz not null default now(),
  made_by uuid not null references auth.users (id) on delete cascade,
  file_name text not null check (length(file_name) between 1 and 200),
  -- Headings of the file that name nothing of a product.
  ignored text[] not null,
  -- Whether the file may bring sizes that no product of the shop has yet.
  allows_new_sizes boolean not null,
  -- Rows of the file, and how many of them are stored and compared; checked_line is the last one that was compared.
  total integer not null check (total between 1 and 20000),
  stored integer not null default 0,
  checked integer not null default 0,
  checked_line integer not null default 0,
  -- Rises with each new dry run, so that nobody applies one that they haven't seen.
  version integer not null default 1,
  applied_at timestamptz
);
create index product_imports_made_by_idx on shop.product_imports (made_by, made_at);

create table shop.product_import_rows (
  import_id uuid not null references shop.product_imports (id) on delete cascade,
  -- As spreadsheets number rows: the headings are row 1.
  line integer not null,
  slug text not null,
  -- Empty for a row about a product without sizes.
  size text not null,
  -- The cells as text, by the keys of shop.product_cells, with those of the size, 'version' and 'stock_was'; '' for an
  -- empty cell.
  given jsonb not null check (length(given::text) <= 800000),
  -- How many cells the row has, if that isn't the number of headings.
  cells integer,
  -- What the file says about it elsewhere, found before the first comparison: the first row of the product, an earlier
  -- row of the same size, and whether an earlier product has the article number.
  first_line integer,
  doubled integer,
  is_sku_doubled boolean,
  -- What the comparison found: { column, reason, value, line } each; null before.
  problems jsonb,
  product_id uuid,
  variant_id uuid,
  -- { key: [old, new] } as text; of the product only in its first row.
  changes jsonb not null default '{}',
  primary key (import_id, line)
);
-- Whether a product that is published gets a size from another row.
create index product_import_rows_sized_idx on shop.product_import_rows (import_id, slug) where size <> '';

-- Returns the cells of a product's flags: 'yes' or 'no'.
create function shop.flag_cells(p_values jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(flag, case when value = 'true' then 'yes' else 'no' end)
  from jsonb_each(shop.flags_of(p_values)) as f (flag, value)
$$;

-- Returns the cells of products in a file, as text. A discount that waits for its beginning is the product's.
create function shop.product_cells(p_ids uuid[]) returns table (product_id uuid, cells jsonb)
language sql stable security definer set search_path = '' as $$
  select p.id, jsonb_build_object('name', p.name,
    'state', case when p.deleted_at is not null then 'archived' when p.is_active then 'published' else 'draft' end,
    'category', c.name, 'price', trim_scale(p.price)::text, 'discount',
      trim_scale(coalesce(d.discount, p.discount))::text,
    'colors', (select string_agg(o.name, ' | ' order by pc.display_order, o.name)
      from public.product_colors pc join public.colors o on o.id = pc.color_id where pc.product_id = p.id),
    'attributes', shop.attribute_names(p.id),
    'sku', p.sku, 'description', p.description, 'fit_notes', p.fit_notes) || shop.flag_cells(to_jsonb(p))
  from public.products p left join public.product_categories c on c.id = p.category_id
  left join shop.discount_periods d on d.product_id = p.id where p.id = any (p_ids)
$$;

-- Returns the rows of the next 500 products after p_after, by their addresses: { rows: [cells with product, version
-- and stock_was], last }, with the cells of stock by colour; last is null when there are no more. A product without
-- sizes has one row. Records each piece. With a fresh second factor.
create function public.desk_export_products(p_after text default '') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids uuid[] := array(select p.id from public.products p where p.slug > p_after order by p.slug limit 500);
  list jsonb;
  last text;
begin
  perform shop.require_desk('{products}', p_fresh => true);
  select coalesce(jsonb_agg(c.cells || jsonb_build_object('product', p.slug, 'version', p.version, 'size', v.label,
    'cup', v.cup_size,
      'material', v.material, 'stock', v.stock, 'stock_was', v.stock,
      'stock_by_color', color.cell, 'stock_by_color_was', color.cell) order by p.slug, v.display_order, v.label), '[]'),
        max(p.slug)
  into list, last
  from shop.product_cells(ids) c join public.products p on p.id = c.product_id
  left join public.product_variants v on v.product_id = p.id
  left join lateral (select case when exists (select from public.variant_stock s where s.variant_id = v.id)
    then shop.color_cell(v) end) as color (cell)
    on true;
  perform shop.record_at_desk('export', 'products', coalesce(last, 'none'), null,
    jsonb_build_object('after', p_after, 'products', cardinality(ids), 'rows', jsonb_array_length(list)));
  return jsonb_build_object('rows', list, 'last', case when cardinality(ids) = 500 then last end);
end $$;

-- Returns why a cell that should be a number is none: negative, formula or p_otherwise.
create function shop.number_problem(p_cell text, p_otherwise text) returns text
language sql immutable set search_path = '' as $$
  select case when p_cell ~ '^-[0-9.,\s]+$' then 'negative' when p_cell ~ '^[=+@-]' then 'formula' else p_otherwise end
$$;

create function shop.import_problem(p_column text, p_reason text, p_value text default null,
  p_line integer default null) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('column', p_column, 'reason', p_reason, 'value', left(p_value, 80), 'line', p_line)
$$;

-- Reads a cell with names, 'Black | Red', of those that are known, whatever their capitals: the names as the cell of
-- the product if they are the same, and the first that isn't known.
create function shop.names_of_cell(cell text, was text, known text[], out names text, out unknown text)
language sql stable set search_path = '' as $$
  select case when cell = coalesce(was, '')
      or array_agg(distinct meant.name order by meant.name) filter (where meant.name is not null)
        = array(select distinct name from string_to_table(was, ' | ') as name order by 1)
    then was else string_agg(meant.name, ' | ' order by typed.place) end,
      min(typed.name) filter (where meant.name is null)
  from regexp_split_to_table(case when cell <> coalesce(was, '')
    then nullif(cell, '') end, '\s*\|\s*') with ordinality as typed (name, place)
  left join lateral (select k.name from unnest(known) as k (name)
    where lower(k.name) = lower(regexp_replace(typed.name, '\s*:\s*', ': ')) order by k.name = typed.name desc
      limit 1) as meant on true
$$;

-- Compares rows of an import with the catalogue as it is: their products and sizes, what is wrong, and what would
-- change. The rows of one product have to agree, so that no row of a file undoes another. The sum of a size's
-- colours is only read.
create function shop.compare_import(p_import uuid, p_after integer, p_until integer)
returns table (line integer, product_id uuid, variant_id uuid, problems jsonb, changes jsonb)
language sql stable security definer set search_path = '' as $$
  with known as materialized (
    -- One value, not rows: the planner, which doesn't know how many there are, would compare each with all.
    select jsonb_object_agg(k.product_id, k.cells) as cells
    from shop.product_cells(array(select p.id from shop.product_import_rows r
      join public.products p on p.slug = r.slug
      where r.import_id = p_import and r.line > p_after and r.line <= p_until)) k
  ), listed as materialized (
    -- A new product is a draft unless its row says something else.
    select r.line, r.slug, r.size, r.cells, i.allows_new_sizes, p.id as product_id, p.version,
      p.has_no_size is true as has_no_size, v.id as variant_id,
      case when p.id is null then '{"state": ""}' || r.given else r.given end as given,
      r.first_line, first.given as first_given, r.first_line = r.line as is_first, r.doubled, r.is_sku_doubled,
      case when p.id is null
        then jsonb '{"discount": "0", "description": ""}' || shop.flag_cells('{}')
        else (select k.cells -> p.id::text from known k) end || case when v.id is null then '{}'
        else jsonb_build_object('size', v.label, 'cup', v.cup_size, 'material', v.material, 'stock', v.stock::text,
          'stock_by_color',
          case when exists (select from public.variant_stock s where s.variant_id = v.id)
            then shop.color_cell(v) end) end as was
    from shop.product_import_rows r join shop.product_imports i on i.id = r.import_id
    left join public.products p on p.slug = r.slug
    left join public.product_variants v on v.product_id = p.id and v.label = r.size
    join shop.product_import_rows first on first.import_id = r.import_id and first.line = r.first_line
    where r.import_id = p_import and r.line > p_after and r.line <= p_until
  ), wanted as materialized (
    select l.*, category.name is null and l.given ->> 'category' <> '' as lacks_category,
      colored.unknown as unknown_color, described.unknown as unknown_attribute, counted.problem as color_problem,
      jsonb_build_object('name', l.given ->> 'name', 'state',
        coalesce(nullif(lower(l.given ->> 'state'), ''), l.was ->> 'state', 'draft'),
        'category', category.name,
        'price', case when l.given ->> 'price' ~ '^\d{1,8}(\.\d{1,2})?$'
          then trim_scale((l.given ->> 'price')::numeric)::text end,
        'discount', case when l.given ->> 'discount' = '' then '0'
          when l.given ->> 'discount' ~ '^\d{1,2}(\.\d{1,2})?$'
            then trim_scale((l.given ->> 'discount')::numeric)::text end,
        'colors', colored.names, 'attributes', described.names,
        'sku', nullif(l.given ->> 'sku', ''), 'description', l.given ->> 'description',
        'fit_notes', nullif(l.given ->> 'fit_notes', '')) || shop.flag_cells(l.given) as product,
      jsonb_build_object('size', l.size, 'cup', nullif(l.given ->> 'cup', ''), 'material',
        nullif(l.given ->> 'material', ''),
        -- A stock that was left alone isn't written, so that orders placed since keep their pieces.
        'stock', case when l.variant_id is not null and l.given ->> 'stock' = l.given ->> 'stock_was'
          then l.was ->> 'stock'
          -- The sum of the colours that the row brings.
          when l.given ->> 'stock' = coalesce(counted.total::text, '') and counted.cell is not null
            then l.was ->> 'stock'
          when l.given ->> 'stock' ~ '^\d{1,6}$' then (l.given ->> 'stock')::integer::text end,
        'stock_by_color', coalesce(counted.cell, l.was ->> 'stock_by_color')) as size_cells
    from listed l
    left join public.product_categories category on lower(category.name) = lower(l.given ->> 'category')
    cross join lateral shop.names_of_cell(l.given ->> 'colors', l.was ->> 'colors',
      (select array_agg(c.name) from public.colors c)) as colored
    cross join lateral shop.names_of_cell(l.given ->> 'attributes', l.was ->> 'attributes',
      (select array_agg(a.name || ': ' || v.name)
      from public.attributes a join public.attribute_values v on v.attribute = a.code)) as described
    -- An empty cell, and one that was left alone, change nothing.
    cross join lateral shop.read_color_cell(case when l.given ->> 'stock_by_color' <> '' and (l.variant_id is null
        or l.given ->> 'stock_by_color' is distinct from l.given ->> 'stock_by_color_was')
          then l.given ->> 'stock_by_color' end,
      coalesce(l.was ->> 'stock_by_color', ''), coalesce(case when l.given ? 'colors' then colored.names
        else l.was ->> 'colors' end, '')) as counted
  ), compared as materialized (
    select w.*, array['size', 'cup', 'material', 'stock', 'stock_was', 'stock_by_color',
      'stock_by_color_was'] as of_size, w.given ->> 'sku' <> '' and w.was ->> 'sku' is null as is_new_sku,
      (select coalesce(jsonb_object_agg(n.key, jsonb_build_array(w.was ->> n.key, n.value)), '{}')
        from (select * from jsonb_each_text(w.product) where w.is_first
          union all select * from jsonb_each_text(w.size_cells) where w.size <> '') as n (key, value)
        where w.given ? n.key and w.was ->> n.key is distinct from n.value) as changes
    from wanted w
  )
  select c.line, c.product_id, c.variant_id, to_jsonb(array_remove(array[
    case when c.cells is not null then shop.import_problem('', 'cells', c.cells::text)
      when c.slug = '' then shop.import_problem('product', 'missing')
      when c.product_id is null and (c.slug !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(c.slug) > 160)
        then shop.import_problem('product', 'address', c.slug)
      when c.doubled is not null then shop.import_problem('size', 'doubled', c.size, c.doubled) end,
    case when not c.is_first and c.slug <> '' and c.given - c.of_size <> c.first_given - c.of_size then (
      select shop.import_problem(e.key, 'differs', e.value, c.first_line) from jsonb_each_text(c.given - c.of_size) e
      where c.first_given ->> e.key <> e.value limit 1) end,
    case when coalesce(c.given ->> 'name', c.was ->> 'name', '') = '' then shop.import_problem('name', 'missing')
      when length(c.given ->> 'name') > 160 then shop.import_problem('name', 'long', '160') end,
    case when lower(c.given ->> 'state') not in ('', 'published', 'draft', 'archived')
      then shop.import_problem('state', 'state', c.given ->> 'state')
      -- As the product will be, with the sizes that the file brings.
      when c.changes -> 'state' ->> 1 = 'published' then (select shop.import_problem('state', 'lacks',
        array_to_string(array_remove(l.lacks, 'stock'), ', '))
        from (select shop.missing_for_sale(c.product_id, coalesce(case when c.given ? 'category' then c.product
          else c.was end ->> 'category', '') <> '',
          coalesce(c.given ->> 'description', c.was ->> 'description'), c.has_no_size
            or exists (select from shop.product_import_rows o
            where o.import_id = p_import and o.slug = c.slug and o.size <> '')) as lacks) l where l.lacks <> '{}'
              and l.lacks <> '{stock}') end,
    case when c.lacks_category then shop.import_problem('category', 'category', c.given ->> 'category') end,
    case when coalesce(c.given ->> 'price', c.was ->> 'price', '') = '' then shop.import_problem('price', 'missing')
      when c.given ->> 'price' !~ '^\d{1,8}(\.\d{1,2})?$' then shop.import_problem('price',
        shop.number_problem(c.given ->> 'price', 'price'), c.given ->> 'price')
      when c.product ->> 'price' = '0' then shop.import_problem('price', 'zero', c.given ->> 'price') end,
    case when c.given ->> 'discount' <> '' and c.given ->> 'discount' !~ '^\d{1,2}(\.\d{1,2})?$'
      then shop.import_problem('discount', shop.number_problem(c.given ->> 'discount', 'percent'),
        c.given ->> 'discount') end,
    case when c.unknown_color is not null then shop.import_problem('colors', 'color', c.unknown_color) end,
    case when c.unknown_attribute is not null then shop.import_problem('attributes', 'attribute',
      c.unknown_attribute) end,
    (select shop.import_problem(f.key, 'yes_no', c.given ->> f.key)
      from unnest(shop.product_flags()) as f (key)
      where lower(c.given ->> f.key) not in ('', 'yes', 'no', 'true', 'false', '1', '0') limit 1),
    case when length(c.given ->> 'sku') > 60 then shop.import_problem('sku', 'long', '60')
      when c.given ->> 'sku' is distinct from c.was ->> 'sku' and c.given ? 'sku' and c.was ->> 'sku' is not null
        then shop.import_problem('sku', 'fixed', c.was ->> 'sku')
      when c.is_new_sku and (c.is_sku_doubled or exists (select from public.products o where o.sku = c.given ->> 'sku'))
        then shop.import_problem('sku', 'sku_taken', c.given ->> 'sku') end,
    case when length(c.given ->> 'description') > 20000 then shop.import_problem('description', 'long', '20000') end,
    case when length(c.given ->> 'fit_notes') > 1000 then shop.import_problem('fit_notes', 'long', '1000') end,
    case when c.size = '' and concat(c.given ->> 'stock', c.given ->> 'stock_by_color', c.given ->> 'cup',
      c.given ->> 'material') <> '' then shop.import_problem('size', 'missing')
      when length(c.size) > 20 then shop.import_problem('size', 'long', '20')
      when c.size <> '' and c.variant_id is null and not c.allows_new_sizes
        and not exists (select from public.product_variants v where v.size = c.size)
        and not exists (select from public.product_variants v where v.brand_size = c.size)
          then shop.import_problem('size', 'size', c.size) end,
    case when length(c.given ->> 'cup') > 10 then shop.import_problem('cup', 'long', '10')
      when c.variant_id is not null and c.changes ? 'cup' then shop.import_problem('cup', 'fixed', c.was ->> 'cup') end,
    case when length(c.given ->> 'material') > 60 then shop.import_problem('material', 'long', '60') end,
    case when c.given ->> 'stock' <> '' and c.given ->> 'stock' !~ '^\d{1,6}$'
        then shop.import_problem('stock', shop.number_problem(c.given ->> 'stock', 'pieces'), c.given ->> 'stock')
      when (c.size_cells ->> 'stock')::integer > 100000 then shop.import_problem('stock', 'pieces', c.given ->> 'stock')
      when c.changes ? 'stock' and (c.changes ? 'stock_by_color'
        or exists (select from public.variant_stock s where s.variant_id = c.variant_id))
          then shop.import_problem('stock', 'by_color', c.size)
      when c.variant_id is not null and (c.changes ? 'stock' or c.changes ? 'stock_by_color'
        and c.was ->> 'stock_by_color' is null)
        and c.given ? 'stock_was' and c.given ->> 'stock_was' <> coalesce(c.was ->> 'stock', '')
        then shop.import_problem('stock', 'stock_was', coalesce(c.was ->> 'stock', '')) end,
    coalesce(c.color_problem, case when c.variant_id is not null and c.changes ? 'stock_by_color'
      and c.given ? 'stock_by_color_was'
      and c.given ->> 'stock_by_color_was' <> coalesce(c.was ->> 'stock_by_color', '')
        then shop.import_problem('stock_by_color', 'colors_was') end),
    case when c.product_id is not null and c.changes - 'stock' - 'stock_by_color' <> '{}'
      and c.given ->> 'version' not in ('', c.version::text)
      then shop.import_problem('version', 'saved_since', c.given ->> 'version') end
    ], null)), c.changes
  from compared c
$$;

-- Finds what an import says twice, once all of its rows are stored.
create function shop.find_duplicate_rows(p_import uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.product_import_rows r set first_line = known.first_line, doubled = nullif(known.size_line, r.line),
    is_sku_doubled = known.sku <> '' and known.sku_slug <> r.slug
  from (select e.line, e.given ->> 'sku' as sku, min(e.line) over (partition by e.slug) as first_line,
      min(e.line) over (partition by e.slug, e.size) as size_line,
      first_value(e.slug) over (partition by e.given ->> 'sku' order by e.line) as sku_slug
    from shop.product_import_rows e where e.import_id = p_import) known
  where r.import_id = p_import and r.line = known.line
$$;

-- Returns the import that an operator asks for. Refuses with no_such_import (PT404) after a day.
create function shop.import_at_desk(p_id uuid) returns shop.product_imports
language plpgsql volatile security definer set search_path = '' as $$
declare
  found shop.product_imports;
begin
  perform shop.require_desk('{products}');
  select * into found from shop.product_imports i where i.id = p_id and i.made_at > now() - interval '1 day' for update;
  if found.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_import';
  end if;
  return found;
end $$;

-- Makes an import for a file of p_total rows, and returns its ID. Removes imports older than a day, and those of this
-- person that weren't applied. Refuses with invalid_import (PT400).
create function public.desk_start_import(p_file text, p_total integer, p_ignored text[] default '{}',
  p_allows_new_sizes boolean default false)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform shop.require_desk('{products}');
  if coalesce(length(p_file), 0) not between 1 and 200 or p_total is null or p_total not between 1 and 20000
    or p_ignored is null
      or cardinality(p_ignored) > 200 then
    raise exception using errcode = 'PT400', message = 'invalid_import';
  end if;
  delete from shop.product_imports i where i.made_at < now() - interval '1 day' or i.made_by = auth.uid()
    and i.applied_at is null;
  insert into shop.product_imports (made_by, file_name, total, ignored, allows_new_sizes)
  values (auth.uid(), p_file, p_total, p_ignored, p_allows_new_sizes is true) returning id into made;
  return made;
end $$;

-- Stores some rows of one's own import: [{ line, slug, size, given, cells }]. Refuses with no_such_import (PT404), and
-- with invalid_import (PT400) if there are more than it was made for.
create function public.desk_store_import_rows(p_id uuid, p_rows jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  import shop.product_imports := shop.import_at_desk(p_id);
begin
  if import.made_by <> auth.uid() then
    raise exception using errcode = 'PT404', message = 'no_such_import';
  end if;
  if import.stored + jsonb_array_length(p_rows) > import.total then
    raise exception using errcode = 'PT400', message = 'invalid_import';
  end if;
  insert into shop.product_import_rows (import_id, line, slug, size, given, cells)
  select import.id, r.line, r.slug, r.size, r.given, r.cells
  from jsonb_to_recordset(p_rows) as r (line integer, slug text, size text, given jsonb, cells integer);
  update shop.product_imports i set stored = i.stored + jsonb_array_length(p_rows) where i.id = import.id;
end $$;

-- Compares the next 500 rows of an import with the catalogue, if there are any. Returns { total, checked }.
create function public.desk_check_import(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  import shop.product_imports := shop.import_at_desk(p_id);
  lines integer[];
begin
  if import.stored = import.total and import.checked < import.total then
    if import.checked = 0 then
      perform shop.find_duplicate_rows(import.id);
    end if;
    lines := array(select r.line from shop.product_import_rows r where r.import_id = import.id
      and r.line > import.checked_line
      order by r.line limit 500);
    import.checked := import.checked + cardinality(lines);
    update shop.product_import_rows r set product_id = c.product_id, variant_id = c.variant_id, problems = c.problems,
      changes = c.changes
    from shop.compare_import(import.id, import.checked_line, lines[cardinality(lines)]) c where r.import_id = import.id
      and r.line = c.line;
    update shop.product_imports i set checked = import.checked, checked_line = lines[cardinality(lines)]
      where i.id = import.id;
  end if;
  return jsonb_build_object('total', import.total, 'checked', import.checked);
end $$;

-- Whether a row of an import changes a price so much that it is confirmed by a second press.
create function shop.has_large_price(r shop.product_import_rows) returns boolean
language sql stable set search_path = '' as $$
  select r.changes ?| '{price,discount}' and coalesce((
    select shop.is_large_price_change(p.final_price, shop.selling_price(
      coalesce((r.changes -> 'price' ->> 1)::numeric, p.price),
      coalesce((r.changes -> 'discount' ->> 1)::numeric, p.discount, 0)))
    from (select) as one left join public.products p on p.id = r.product_id), false)
$$;

-- Returns an import with a page of its changes ('changes') or of its bad rows ('problems'): { id, file_name, made_at,
-- by, ignored, total, checked, version, applied_at, bad, new_products, changed_products, new_sizes, changed_rows,
-- large_prices, rows: [{ line, product, size, changes, problems, has_large_price }] }; null if there is none.
create function public.desk_import(p_id uuid, p_list text default 'changes', p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant integer := 50;
begin
  perform shop.require_desk('{products}');
  return (select jsonb_build_object('id', i.id, 'file_name', i.file_name, 'made_at', i.made_at,
      'by', (select u.email from auth.users u where u.id = i.made_by), 'ignored', i.ignored, 'total', i.total,
        'checked', i.checked,
      'version', i.version, 'applied_at', i.applied_at, 'bad', n.bad, 'new_products', n.new_products,
      'changed_products', n.products - n.new_products, 'new_sizes', n.new_sizes, 'changed_rows', n.changed_rows,
      'large_prices', n.large_prices,
      'rows', (select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'product', l.slug, 'size', l.size,
        'changes', l.changes,
          'problems', l.problems, 'has_large_price', shop.has_large_price(l)) order by l.line), '[]')
        from (select * from shop.product_import_rows r where r.import_id = i.id
            and case when p_list = 'problems' then r.problems <> '[]' else r.changes <> '{}' end
          order by r.line limit page_size offset page_size * (greatest(p_page, 1) - 1)) l))
    from shop.product_imports i cross join lateral (
      select count(*) filter (where r.problems <> '[]') as bad,
        count(*) filter (where r.changes <> '{}') as changed_rows,
        count(*) filter (where r.changes ? 'size') as new_sizes,
        -- Without its rounding first, since the exact price of each row takes long.
        count(*) filter (where r.changes ?| '{price,discount}' and (p.id is null or rough < o.least_price + 1
          or abs(rough - p.final_price) + 1 > p.final_price * o.large_price_change / 100)
          and shop.has_large_price(r)) as large_prices,
        -- Only a new product has had no name.
        count(*) filter (where jsonb_typeof(r.changes -> 'name' -> 0) = 'null') as new_products,
        count(distinct r.slug) filter (where r.changes <> '{}') as products
      from shop.product_import_rows r left join public.products p on p.id = r.product_id
      cross join public.order_rules o
      cross join lateral (select coalesce((r.changes -> 'price' ->> 1)::numeric, p.price)
        * (100 - coalesce((r.changes -> 'discount' ->> 1)::numeric, p.discount, 0)) / 100) as x (rough)
      where r.import_id = i.id) n
    where i.id = p_id and i.stored = i.total and i.made_at > now() - interval '1 day');
end $$;

-- Returns the imports of the last day, latest first: [{ id, file_name, made_at, by, total, checked, applied_at }].
create function public.desk_imports() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'file_name', i.file_name, 'made_at', i.made_at, 'by',
    u.email,
      'total', i.total, 'checked', i.checked, 'applied_at', i.applied_at) order by i.made_at desc), '[]')
    from shop.product_imports i join auth.users u on u.id = i.made_by
    where i.stored = i.total and i.made_at > now() - interval '1 day');
end $$;

-- The new values of { key: [old, new] }.
create function shop.new_values(changes jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.key, c.value -> 1), '{}') from jsonb_each(changes) c
$$;

-- Compares an import again, and stores what differs from its dry run. Returns whether anything did.
create function shop.is_import_outdated(p_import uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_outdated boolean;
begin
  with now as materialized (
    select * from shop.compare_import(p_import, 0, 2147483647)
  )
  update shop.product_import_rows r set product_id = c.product_id, variant_id = c.variant_id, problems = c.problems,
    changes = c.changes
  from now c where r.import_id = p_import and r.line = c.line
    and (r.product_id, r.variant_id, r.problems, r.changes) is distinct from (c.product_id, c.variant_id, c.problems,
      c.changes);
  is_outdated := found;
  if is_outdated then
    update shop.product_imports i set version = i.version + 1 where i.id = p_import;
  end if;
  return is_outdated;
end $$;

-- Makes the products of an import that are new, and changes what differs of the others. Sizes follow.
create function shop.apply_import_to_products(p_import uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.products (slug, name, description, price, discount, category_id, sku, fit_notes, is_active,
    deleted_at)
  select r.slug, n ->> 'name', coalesce(n ->> 'description', ''), (n ->> 'price')::numeric,
    coalesce((n ->> 'discount')::numeric, 0),
    (select c.id from public.product_categories c where c.name = n ->> 'category'), n ->> 'sku', n ->> 'fit_notes',
      n ->> 'state' = 'published',
    case when n ->> 'state' = 'archived' then now() end
  from shop.product_import_rows r cross join lateral shop.new_values(r.changes) n
  where r.import_id = p_import and r.product_id is null and r.changes ? 'name' order by r.slug;
  -- Two statements, since changed texts are costly for the search.
  update public.products p set name = coalesce(n ->> 'name', p.name),
    description = coalesce(n ->> 'description', p.description),
    category_id = case when n ? 'category' then (select c.id from public.product_categories c
      where c.name = n ->> 'category') else p.category_id end
  from shop.product_import_rows r cross join lateral shop.new_values(r.changes) n
  where r.import_id = p_import and p.id = r.product_id and r.changes ?| array['name', 'description', 'category'];
  update public.products p set price = coalesce((n ->> 'price')::numeric, p.price),
    -- A discount that waits for its beginning is changed below.
    discount = case when exists (select from shop.discount_periods d where d.product_id = p.id and d.begins is not null)
      then p.discount
      else coalesce((n ->> 'discount')::numeric, p.discount) end,
    fit_notes = case when n ? 'fit_notes' then n ->> 'fit_notes' else p.fit_notes end,
    is_active = coalesce(n ->> 'state' = 'published', p.is_active),
    deleted_at = case when not n ? 'state' then p.deleted_at when n ->> 'state' = 'archived'
      then coalesce(p.deleted_at, now()) end
  from shop.product_import_rows r cross join lateral shop.new_values(r.changes) n
  where r.import_id = p_import and p.id = r.product_id
    and r.changes ?| array['price', 'discount', 'fit_notes', 'state'];
  -- An update that names a unique column locks its rows even against orders, whatever it changes.
  update public.products p set sku = n ->> 'sku' from shop.product_import_rows r cross
    join lateral shop.new_values(r.changes) n
  where r.import_id = p_import and p.id = r.product_id and r.changes ? 'sku';
  delete from shop.discount_periods d using shop.product_import_rows r
  where r.import_id = p_import and d.product_id = r.product_id and r.changes -> 'discount' ->> 1 = '0';
  update shop.discount_periods d set discount = (r.changes -> 'discount' ->> 1)::numeric from shop.product_import_rows r
  where r.import_id = p_import and d.product_id = r.product_id and r.changes ? 'discount';
  update shop.product_import_rows r set product_id = p.id from public.products p
  where r.import_id = p_import and r.product_id is null and p.slug = r.slug;
  perform shop.set_flags(jsonb_object_agg(r.product_id, (
    select jsonb_object_agg(c.key, c.value -> 1) from jsonb_each(r.changes) c where c.key = any (shop.product_flags()))))
  from shop.product_import_rows r where r.import_id = p_import and r.changes ?| shop.product_flags() having count(*) > 0;
  delete from public.product_colors pc using shop.product_import_rows r, public.colors c
  where r.import_id = p_import and r.changes ? 'colors' and pc.product_id = r.product_id and c.id = pc.color_id
    and c.name <> all (coalesce(string_to_array(r.changes -> 'colors' ->> 1, ' | '), '{}'));
  insert into public.product_colors (product_id, color_id, display_order)
  select r.product_id, c.id, named.place from shop.product_import_rows r
  cross join lateral string_to_table(r.changes -> 'colors' ->> 1, ' | ') with ordinality as named (name, place)
  join public.colors c on c.name = named.name where r.import_id = p_import
  on conflict (product_id, color_id) do nothing;
  delete from public.product_attributes pa using shop.product_import_rows r, public.attributes a,
    public.attribute_values v
  where r.import_id = p_import and r.changes ? 'attributes' and pa.product_id = r.product_id and a.code = pa.attribute
    and (v.attribute, v.code) = (pa.attribute, pa.value)
    and a.name || ': ' || v.name <> all (coalesce(string_to_array(r.changes -> 'attributes' ->> 1, ' | '), '{}'));
  insert into public.product_attributes (product_id, attribute, value)
  select r.product_id, v.attribute, v.code from shop.product_import_rows r
  cross join lateral string_to_table(r.changes -> 'attributes' ->> 1, ' | ') as named (name)
  join (public.attributes a join public.attribute_values v on v.attribute = a.code) on named.name = a.name || ': '
    || v.name
  where r.import_id = p_import on conflict do nothing;
end $$;

-- Adds the sizes of an import that are new, and changes material and stock, also by colour, of the others.
create function shop.apply_import_to_sizes(p_import uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A size with a cup is a brand size.
  insert into public.product_variants (product_id, size, brand_size, cup_size, material, stock, display_order)
  select r.product_id, case when n ->> 'cup' is null then r.size end, case when n ->> 'cup' is not null
    then r.size end, n ->> 'cup',
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

-- Makes all changes of an import, and records them; with large changes of prices only if p_is_sure. Returns 'applied';
-- or 'outdated', having changed nothing but the
-- dry run, if anything that it showed is different by now. The history of stock says that its changes were imported.
-- Refuses with no_such_import (PT404), with changed_meanwhile and import_not_ready (PT409), and with those of
-- shop.check_price_at_desk.
create function public.desk_apply_import(p_id uuid, p_version integer, p_is_sure boolean default false) returns text
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' set statement_timeout
  = '60s' as $$
declare
  import shop.product_imports := shop.import_at_desk(p_id);
  counts jsonb := public.desk_import(p_id) - array['rows', 'ignored', 'version', 'applied_at', 'checked', 'id', 'by',
    'made_at', 'large_prices'];
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
    (select r.slug from shop.product_import_rows r where r.import_id = import.id and r.changes ? 'sku') order by p.id
      for update;
  perform from public.products p where p.slug in
    (select r.slug from shop.product_import_rows r where r.import_id = import.id and r.changes <> '{}') order by p.id
      for no key update;
  perform from public.product_variants v where v.id in
    (select r.variant_id from shop.product_import_rows r where r.import_id = import.id and r.changes <> '{}')
      order by v.id for update;
  if shop.is_import_outdated(import.id) then
    return 'outdated';
  end if;
  begin
    perform shop.say_sure(p_is_sure);
    perform shop.stock_moves('imported');
    perform shop.apply_import_to_products(import.id);
    perform shop.apply_import_to_sizes(import.id);
    perform shop.stock_moves();
  exception when unique_violation then
    -- The same address, article number or size was made at this moment.
    perform shop.is_import_outdated(import.id);
    return 'outdated';
  end;
  perform shop.record_at_desk(case when count(*) filter (where jsonb_typeof(r.changes -> 'name' -> 0) = 'null') > 0
    then 'create_product'
    else 'save_product' end, 'product', r.product_id::text, jsonb_object_agg(concat_ws(' ', named.size, c.key),
      c.value -> 0),
    jsonb_object_agg(concat_ws(' ', named.size, c.key), c.value -> 1) || jsonb_build_object('import', import.id))
  from shop.product_import_rows r cross join lateral jsonb_each(r.changes) c
  cross join lateral (select case when c.key in ('size', 'cup', 'material', 'stock', 'stock_by_color')
    then r.size end) as named (size)
  where r.import_id = import.id group by r.product_id;
  perform shop.record_at_desk('import', 'products', import.id::text, null, counts);
  update shop.product_imports i set applied_at = now() where i.id = import.id;
  return 'applied';
end $$;

-- Makes an import of rows that give products these cells, { ID: { column: text } }, and returns its ID.
create function shop.import_of(p_name text, p_cells jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  made uuid := public.desk_start_import(p_name, (select count(*)::integer from jsonb_object_keys(p_cells)));
begin
  insert into shop.product_import_rows (import_id, line, slug, size, given)
  select made, 1 + row_number() over (order by p.name, p.id), p.slug, '', c.value
  from jsonb_each(p_cells) c join public.products p on p.id = c.key::uuid;
  update shop.product_imports i set stored = i.total where i.id = made;
  return made;
end $$;

-- Makes an import that changes many products in the same way, which is seen and applied like a file: 'state',
-- 'category' by its name, 'discount' in per cent, and 'attribute', a value that is added, as 'Fabric: Satin'. Changes
-- the products of p_ids, or all of a list (shop.products_found). Returns its ID. Refuses with invalid_import (PT400) if
-- there are none, more than 20,000, or nothing to change.
create function public.desk_change_products(p_change jsonb, p_ids uuid[] default null, p_search text default null,
  p_category uuid default null, p_state text default null, p_stock text default null,
  p_is_discounted boolean default false) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  given jsonb;
  added constant text := nullif(p_change ->> 'attribute', '');
  chosen uuid[];
begin
  perform shop.require_desk('{products}');
  given := coalesce((select jsonb_object_agg(c.key, c.value)
    from jsonb_each_text(case when jsonb_typeof(p_change) = 'object' then p_change else '{}' end) c
    where c.key in ('state', 'category', 'discount') and c.value is not null), '{}');
  chosen := coalesce(p_ids, shop.products_found(p_search, p_category, p_state, p_stock, p_is_discounted));
  if given = '{}' and added is null or length(p_change::text) > 1000 then
    raise exception using errcode = 'PT400', message = 'invalid_import';
  end if;
  return shop.import_of('Products of the list', (select coalesce(jsonb_object_agg(c.product_id,
      given || case when added is null then '{}' else jsonb_build_object('attributes',
        concat_ws(' | ', c.cells ->> 'attributes', case when added <> all (coalesce(string_to_array(
          c.cells ->> 'attributes', ' | '), '{}')) then added end)) end), '{}')
    from shop.product_cells(chosen) c));
end $$;

-- Leaves out the rows of one's own import with which something is wrong; the others are compared again. Refuses with
-- no_such_import (PT404), and with invalid_import (PT400) if none would be left.
create function public.desk_leave_out_bad_rows(p_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  import shop.product_imports := shop.import_at_desk(p_id);
  removed integer;
begin
  if import.made_by <> auth.uid() or import.applied_at is not null then
    raise exception using errcode = 'PT404', message = 'no_such_import';
  end if;
  delete from shop.product_import_rows r where r.import_id = import.id and r.problems <> '[]';
  get diagnostics removed = row_count;
  if removed = import.total then
    raise exception using errcode = 'PT400', message = 'invalid_import';
  end if;
  update shop.product_imports i set total = i.total - removed, stored = i.stored - removed, checked = 0,
    checked_line = 0, version = i.version + 1 where i.id = import.id;
end $$;

-- Makes an import that gives the products of an applied one the cells that they had before it, and returns its ID. New
-- products become drafts; sizes and stock stay as they are. Refuses with no_such_import (PT404), and with
-- invalid_import (PT400) if it changed nothing else.
create function public.desk_reverse_import(p_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  import shop.product_imports := shop.import_at_desk(p_id);
begin
  if import.applied_at is null then
    raise exception using errcode = 'PT404', message = 'no_such_import';
  end if;
  return shop.import_of(left('Taken back: ' || import.file_name, 200), (
    select coalesce(jsonb_object_agg(r.product_id, before.cells), '{}')
    from shop.product_import_rows r cross join lateral (
      select case when jsonb_typeof(r.changes -> 'name' -> 0) = 'null' then '{"state": "draft"}'
        else (select jsonb_object_agg(c.key, coalesce(c.value ->> 0, '')) from jsonb_each(r.changes) c
          where c.key <> all ('{size,cup,material,stock,stock_by_color,sku}')) end as cells) as before
    where r.import_id = import.id and before.cells <> '{}'));
end $$;

grant execute on function public.desk_change_products(jsonb, uuid[], text, uuid, text, text, boolean),
  public.desk_leave_out_bad_rows(uuid), public.desk_reverse_import(uuid) to authenticated;
grant execute on function public.desk_export_products(text), public.desk_start_import(text, integer, text[], boolean),
  public.desk_store_import_rows(uuid, jsonb), public.desk_check_import(uuid), public.desk_import(uuid, text, integer),
    public.desk_imports(),
  public.desk_apply_import(uuid, integer, boolean) to authenticated;

-- Stock by colour in files of products (decisions 130 and 183): the cells 'stock_by_color' and 'stock_by_color_was' of
-- a size that is counted by colour are 'Black 3 | Pink not counted', with all colours of the product. A colour that a
-- cell doesn't name keeps its pieces.

-- Returns the cell of a size, null if it is counted as a whole.
create function shop.color_cell(v public.product_variants) returns text
language sql stable set search_path = '' as $$
  select string_agg(c.name || ' ' || case when s.variant_id is null then '0'
    else coalesce(s.stock::text, 'not counted') end, ' | '
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

-- Reads a cell of a size that had p_was in a product of these colours, 'Black | Pink': the cell as color_cell writes
-- it, and its sum; or what is wrong with it. Strict, so that rows without a cell cost nothing.
create function shop.read_color_cell(p_cell text, p_was text, p_colors text, out cell text, out total integer,
  out problem jsonb)
language plpgsql immutable strict set search_path = '' as $$
begin
  select shop.import_problem('stock_by_color', case when t.name is null or t.pieces > 100000 then 'color_pieces'
      when o.name is null then 'not_its_color' else 'color_twice' end, case when o.name is null
        then coalesce(t.name, t.part) else t.part end)
  into problem
  from (select *, count(*) over (partition by lower(c.name)) as times from shop.colors_of_cell(p_cell) c) t
  left join string_to_table(p_colors, ' | ') as o (name) on lower(o.name) = lower(t.name)
  where t.name is null or t.pieces > 100000 or o.name is null or t.times > 1 order by t.place limit 1;
  if problem is null then
    select string_agg(n.name || ' ' || coalesce(n.pieces::text, 'not counted'), ' | ' order by n.place),
      case when bool_and(n.pieces is not null) then sum(n.pieces) end
    into cell, total
    from (select o.place, o.name, case when t.name is not null then t.pieces when w.name is not null then w.pieces
      else 0 end as pieces
      from string_to_table(p_colors, ' | ') with ordinality as o (name, place)
      left join shop.colors_of_cell(p_cell) t on lower(t.name) = lower(o.name)
      left join shop.colors_of_cell(p_was) w on w.name = o.name) n;
  end if;
end $$;
