-- Names in addresses: categories and colours by name, products and pages by slug. An address with one that was changed
-- leads to the new one (decision 201).

-- Returns what has a name in addresses. name is an SQL expression about a row, and matches whether it has the name $1,
-- which is in small letters; is_shown says whether shoppers see it, and columns are those that hold the name.
create function shop.names_in_addresses() returns table (kind text, source regclass, name text, matches text,
  is_shown text, columns text)
language sql stable set search_path = '' as $$
  values
    ('category', 'public.product_categories'::regclass, 'name', 'lower(name) = $1', 'is_active', 'name'),
    ('color', 'public.colors', 'name', 'lower(name) = $1', 'true', 'name'),
    ('attribute_value', 'public.attribute_values', 'attribute || '':'' || code', 'attribute || '':'' || code = $1',
      'exists (select from public.attributes a where a.code = attribute and a.is_filter)', 'attribute, code'),
    ('product', 'public.products', 'slug', 'slug = $1 or id = shop.to_uuid($1)', 'is_active and deleted_at is null',
      'slug'),
    ('page', 'public.page_content', 'slug', 'slug = $1', 'is_published', 'slug'),
    ('question_category', 'public.faq_categories', 'slug', 'slug = $1', 'is_active', 'slug'),
    ('department', 'public.career_positions', 'department', 'lower(department) = $1', 'is_active', 'department'),
    ('work_category', 'public.company_works', 'category', 'lower(category) = $1', 'is_active', 'category')
$$;

-- Names that a row had, in small letters. The trigger keeps newest the last one of its row, so that a chain of changes
-- is one redirect; null once the row is deleted.
create table shop.former_names (
  kind text not null,
  name text not null,
  newest text,
  primary key (kind, name)
);
create index former_names_newest_idx on shop.former_names (kind, newest);

-- Keeps the name that a row loses. Of a name that several rows had one after the other, the last one counts; a group,
-- such as a department, keeps its name while another row has it.
create function shop.keep_former_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named record;
  former text;
  present text;
  is_taken boolean;
begin
  select * into named from shop.names_in_addresses() n where n.kind = tg_argv[0];
  execute format('select lower(%s) from (select ($1).*) as x', named.name) into former using old;
  if tg_op = 'UPDATE' then
    execute format('select lower(%s) from (select ($1).*) as x', named.name) into present using new;
  end if;
  execute format('select exists (select from %s where %s)', named.source, named.matches) into is_taken using former;
  if former = present or is_taken then
    return null;
  end if;
  update shop.former_names f set newest = present where f.kind = named.kind and f.newest = former;
  insert into shop.former_names (kind, name, newest) values (named.kind, former, present)
  on conflict (kind, name) do update set newest = excluded.newest;
  delete from shop.former_names f where f.kind = named.kind and f.name = present;
  return null;
end $$;

do $$
declare
  named record;
begin
  for named in select * from shop.names_in_addresses() loop
    execute format('create trigger keep_former_name after update of %s or delete on %s '
      'for each row execute function shop.keep_former_name(%L)', named.columns, named.source, named.kind);
  end loop;
end $$;

-- Returns what became of a name: { name } with the one that its row has now, and null for what is hidden or deleted.
-- Null if nothing ever had that name.
create function shop.find_name(p_kind text, p_name text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  named record;
  was_named boolean;
  newest text;
  sought text;
  present text;
  is_shown boolean;
begin
  select * into named from shop.names_in_addresses() n where n.kind = p_kind;
  if named.kind is null then
    return null;
  end if;
  select true, f.newest into was_named, newest from shop.former_names f where f.kind = p_kind and f.name = lower(p_name);
  -- A name that is taken again is its new row's.
  foreach sought in array array[lower(p_name), newest] loop
    execute format('select %s, %s from %s where %s order by 2 desc limit 1', named.name, named.is_shown, named.source,
      named.matches) into present, is_shown using sought;
    exit when present is not null;
  end loop;
  return case when is_shown then jsonb_build_object('name', present)
    when was_named or present is not null then '{"name": null}' end;
end $$;

-- Returns what became of names in addresses, each as shop.find_name says, by the name; at most 20 of one kind.
create function public.find_names(p_kind text, p_names text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_object_agg(n, shop.find_name(shop.bounded(p_kind, 40), n)), '{}')
    from unnest(shop.bounded(p_names, 20, 200)) as n);
end $$;
grant execute on function public.find_names(text, text[]) to anon;
