-- Names in addresses: categories and colours by name, products and pages by slug. An address with one that was changed
-- leads to the new one (decision 201).

-- Returns what has a name in addresses. name is an SQL expression about a row, and matches whether it has the name $1,
-- which is in small letters; is_shown says whether shoppers see it, and columns are those that both are read from.
create function shop.names_in_addresses() returns table (kind text, source regclass, name text, matches text,
  is_shown text, columns text[])
language sql stable set search_path = '' as $$
  values
    ('category', 'public.product_categories'::regclass, 'name', 'lower(name) = $1', 'is_active',
      '{name,is_active}'::text[]),
    ('color', 'public.colors', 'name', 'lower(name) = $1', 'true', '{name}'),
    ('attribute_value', 'public.attribute_values', 'attribute || '':'' || code', 'attribute || '':'' || code = $1',
      'true', '{attribute,code}'),
    ('product', 'public.products', 'slug', 'slug = $1 or id = shop.to_uuid($1)', 'is_active and deleted_at is null',
      '{slug,is_active,deleted_at}'),
    ('page', 'public.page_content', 'slug', 'slug = $1', 'is_published', '{slug,is_published}'),
    ('question_category', 'public.faq_categories', 'slug', 'slug = $1', 'is_active', '{slug,is_active}'),
    ('department', 'public.career_positions', 'department', 'lower(department) = $1', 'is_active',
      '{department,is_active}'),
    ('work_category', 'public.company_works', 'category', 'lower(category) = $1', 'is_active', '{category,is_active}')
$$;

-- Names that a row had, in small letters. The trigger keeps newest the last one of its row, so that a chain of changes
-- is one redirect; null once the row is deleted. A row that was hidden has its own name here too: unlike a draft, it was
-- shown once.
create table shop.former_names (
  kind text not null,
  name text not null,
  newest text,
  primary key (kind, name)
);
create index former_names_newest_idx on shop.former_names (kind, newest);

-- Keeps the name that a shown row loses, or is hidden with. Of a name that several rows had one after the other, the
-- last one counts; a group, such as a department, keeps its name while another row shows it.
create function shop.keep_former_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named record;
  former text;
  present text;
  was_shown boolean;
  is_taken boolean;
begin
  select * into named from shop.names_in_addresses() n where n.kind = tg_argv[0];
  execute format('select lower(%s), %s from (select ($1).*) as x', named.name, named.is_shown)
    into former, was_shown using old;
  if tg_op = 'UPDATE' then
    execute format('select lower(%s) from (select ($1).*) as x', named.name) into present using new;
  end if;
  execute format('select exists (select from %s where (%s) and %s)', named.source, named.matches, named.is_shown)
    into is_taken using former;
  if is_taken then
    return null;
  end if;
  update shop.former_names f set newest = present where f.kind = named.kind and f.newest = former;
  if was_shown then
    insert into shop.former_names (kind, name, newest) values (named.kind, former, present)
    on conflict (kind, name) do update set newest = excluded.newest;
  end if;
  return null;
end $$;

do $$
declare
  named record;
begin
  for named in select n.*, array_to_string(n.columns, ', ') as listed,
      (select string_agg(format('old.%1$I is distinct from new.%1$I', c), ' or ') from unnest(n.columns) c) as changes
      from shop.names_in_addresses() n loop
    execute format('create trigger keep_former_name after update of %s on %s for each row when (%s) '
      'execute function shop.keep_former_name(%L)', named.listed, named.source, named.changes, named.kind);
    execute format('create trigger keep_deleted_name after delete on %s for each row '
      'execute function shop.keep_former_name(%L)', named.source, named.kind);
  end loop;
end $$;

-- Returns what became of a name: { name } with the one that its row has now, and null for what is hidden or deleted.
-- Null if nothing with that name was ever shown.
create function shop.find_name(p_kind text, p_name text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  named record;
  was_named boolean;
  newest text;
  sought text;
  present text;
begin
  select * into named from shop.names_in_addresses() n where n.kind = p_kind;
  if named.kind is null then
    return null;
  end if;
  select true, f.newest into was_named, newest from shop.former_names f where f.kind = p_kind and f.name = lower(p_name);
  -- A name that is taken again is its new row's.
  foreach sought in array array[lower(p_name), newest] loop
    execute format('select %s from %s where (%s) and %s limit 1', named.name, named.source, named.matches,
      named.is_shown) into present using sought;
    exit when present is not null;
  end loop;
  return case when present is not null then jsonb_build_object('name', present)
    when was_named then '{"name": null}' end;
end $$;

-- Returns the slug that the product of a slug has now: a former one is followed unless another product has it.
create function shop.present_slug(p_slug text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select f.newest from shop.former_names f where f.kind = 'product' and f.name = p_slug
    and not exists (select from public.products p where p.slug = p_slug)), p_slug);
end $$;

-- Returns what became of names in addresses, each as shop.find_name says, by the name; at most 20 of one kind.
create function public.find_names(p_kind text, p_names text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_object_agg(n, shop.find_name(shop.bounded(p_kind, 40), n)), '{}')
    from unnest(shop.bounded(p_names, 20, 200)) as n);
end $$;
grant execute on function public.find_names(text, text[]) to anon;
