-- Products that belong together, such as a bra and a brief of the same lace (decision 214).

-- Each two once.
create table public.product_pairs (
  product_id uuid not null references public.products (id) on delete cascade,
  other_id uuid not null references public.products (id) on delete cascade,
  -- What the two cost less together, in rupees.
  price_off numeric(10, 2) not null default 0 check (price_off >= 0),
  primary key (product_id, other_id),
  check (product_id < other_id)
);
create index product_pairs_other_id_idx on public.product_pairs (other_id);
alter table public.product_pairs enable row level security;

-- Returns what takes off the price of a set with these products: [{ one, other, off }]. An order keeps it.
create function shop.set_terms(products uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('one', x.product_id, 'other', x.other_id, 'off', x.price_off)
    order by x.price_off desc, x.product_id, x.other_id), '[]')
  from public.product_pairs x
  where x.price_off > 0 and (x.product_id = any (products) or x.other_id = any (products))
$$;

-- Prices the sets among lines, as shop.priced_lines returns them, by p_terms (shop.set_terms): the set that takes off
-- most comes first, and a piece belongs to one. Each product has its share by its price, in whole rupees if they take
-- whole rupees off, and a line's pieces alike, so that a piece costs what is paid for it if it comes back: final_price
-- is less by set_off, which is rounded up if not all pieces are in sets. Lines that can't be ordered count for none.
create function shop.with_sets(p_lines jsonb, p_terms jsonb, is_whole boolean) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  products text[];
  prices numeric[];
  pieces numeric[];
  free numeric[];
  less numeric[];
  term record;
  one integer;
  other integer;
  sets numeric;
  off numeric;
  share numeric;
begin
  select array_agg(l ->> 'product_id' order by n), array_agg((l ->> 'final_price')::numeric order by n),
    array_agg((l ->> 'quantity')::numeric order by n), array_agg(case when (l ->> 'final_price')::numeric > 0
      and coalesce(l ->> 'problem', 'stock') in ('stock', 'pieces') then (l ->> 'quantity')::numeric
      else 0 end order by n),
    array_agg(0::numeric)
  into products, prices, pieces, free, less from jsonb_array_elements(p_lines) with ordinality as t (l, n);
  for term in select t.one, t.other, t.off from jsonb_to_recordset(p_terms) as t (one text, other text, off numeric)
    order by t.off desc, t.one, t.other
  loop
    loop
      one := (select min(n) from generate_subscripts(products, 1) n where products[n] = term.one and free[n] > 0);
      other := (select min(n) from generate_subscripts(products, 1) n where products[n] = term.other and free[n] > 0);
      exit when one is null or other is null;
      sets := least(free[one], free[other]);
      -- No set costs less than nothing.
      off := least(shop.rounded(term.off, is_whole), prices[one] + prices[other]);
      share := greatest(off - prices[other], least(prices[one],
        shop.rounded(off * prices[one] / (prices[one] + prices[other]), is_whole or off = trunc(off))));
      less[one] := less[one] + sets * share;
      less[other] := less[other] + sets * (off - share);
      free[one] := free[one] - sets;
      free[other] := free[other] - sets;
    end loop;
  end loop;
  return (select coalesce(jsonb_agg(case when less[n] > 0 then l || jsonb_build_object('set_off', p.off,
      'final_price', prices[n] - p.off) else l || '{"set_off": 0}' end order by n), '[]')
    from jsonb_array_elements(p_lines) with ordinality as t (l, n)
    cross join lateral (select least(prices[n], case when is_whole then ceil(less[n] / nullif(pieces[n], 0))
      else ceil(less[n] * 100 / nullif(pieces[n], 0)) / 100 end) as off) as p);
end $$;

-- Returns the products that belong to one.
create function shop.paired_with(product uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select x.other_id from public.product_pairs x where x.product_id = product
  union all
  select x.product_id from public.product_pairs x where x.other_id = product
$$;

-- Returns the products on sale that go with one and don't belong to it yet: of another kind, in one of its colours, of
-- its cloth or with values of its attributes; those first that have the most in common. Looks at offers, of which there
-- are few.
create function shop.goes_with(product public.products, most integer) returns setof public.products
language sql stable security definer set search_path = '' as $$
  with recursive above as (
    select c.id, c.parent_id from public.product_categories c where c.id = product.category_id
    union all
    select c.id, c.parent_id from above a join public.product_categories c on c.id = a.parent_id
  ), kind as (
    -- A bra of another kind is a bra.
    select shop.category_tree(array[a.id]) as ids from above a where a.parent_id is null
  ), own as materialized (
    select distinct o.kind, o.value from shop.offer_values o
    where o.offer_id = product.offer_id and o.kind <> all ('{sizes,brand_sizes,cup_sizes}')
  ), alike as materialized (
    select o.offer_id, count(distinct (o.kind, o.value)) filter (where o.kind <> 'colors') as shared
    from own join shop.offer_values o using (kind, value)
    group by 1 having count(*) filter (where o.kind <> 'colors') > 0 and bool_or(o.kind = 'colors')
      and exists (select from public.products p where p.offer_id = o.offer_id
        and p.category_id <> all ((select kind.ids from kind)::uuid[]))
    order by 2 desc, 1 limit 8
  )
  select (found.product).* from alike a cross join kind cross join lateral (
    select p as product from public.products p
    where p.offer_id = a.offer_id and p.is_active and p.deleted_at is null and p.category_id <> all (kind.ids)
      and p.id not in (select shop.paired_with(product.id))
    order by p.created_at desc, p.id limit most) as found
  order by a.shared desc, (found.product).created_at desc, (found.product).id limit most
$$;

-- Returns a product as a card from which it is chosen: with its sizes, { label, stock } and the stock by colour, and a
-- picture by colour.
create function shop.choice_card(p public.products) returns jsonb
language sql stable security definer set search_path = '' as $$
  select shop.product_card(p) || jsonb_build_object('variants',
    (select coalesce(jsonb_agg(jsonb_build_object('label', v.label, 'stock', v.stock, 'by_color',
      shop.stock_by_color(v)) order by v.display_order), '[]')
     from public.product_variants v where v.product_id = p.id), 'pictures',
    (select coalesce(jsonb_object_agg(c.name, m.url), '{}') from public.colors c join (
       select distinct on (color_id) color_id, url from public.product_media where product_id = p.id and not is_banner
       order by color_id, is_featured desc, display_order) m on m.color_id = c.id))
$$;

-- Returns what completes these products: the products on sale that belong to one of them and aren't among them, as
-- shop.choice_card has them, each with the ID of the first that it belongs to ('with') and what the two cost less
-- together ('price_off'); at most `most`.
create function shop.completing(products uuid[], most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(shop.choice_card(x.product) || jsonb_build_object('with', x.with, 'price_off', x.price_off)
    order by x.place, (x.product).created_at desc, (x.product).id), '[]')
  from (
    select distinct on (p.id) p as product, o.id as with, o.place, x.price_off
    from unnest(products) with ordinality as o (id, place)
    cross join lateral shop.paired_with(o.id) as other (id)
    join public.product_pairs x on (x.product_id, x.other_id) = (least(o.id, other.id), greatest(o.id, other.id))
    join public.products p on p.id = other.id and p.is_active and p.deleted_at is null
    where p.id <> all (products) order by p.id, o.place limit most) as x
$$;

-- Returns what completes a cart's products, as shop.completing has it.
create function public.get_completing(product_ids uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select shop.completing(shop.bounded(product_ids, 50, 36), 2)
$$;
grant execute on function public.get_completing(uuid[]) to anon, authenticated;

-- Returns what can be ticked for a product: first what belongs to it, then what was searched for or, without a search,
-- what goes with it: [{ id, name, state, picture, category, is_paired, price_off }].
create function public.desk_pairs(p_product uuid, p_search text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  product public.products;
  sought uuid[] := shop.found('product', p_search);
begin
  perform shop.require_desk('{products}');
  select * into product from public.products p where p.id = p_product;
  return (
    with paired as materialized (
      select x.id from shop.paired_with(p_product) as x (id)
    ), offered as (
      select x.id, 0 as place from paired x
      union all
      select p.id, 1 from public.products p where p.id = any (sought) and p.deleted_at is null and p.id <> p_product
        and p.id not in (select x.id from paired x)
      union all
      select p.id, 1 from shop.goes_with(product, 12) p where sought is null
      order by place limit 48
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'state', shop.state_of(p),
        'category', (select c.name from public.product_categories c where c.id = p.category_id),
        'picture', (select m.url from public.product_media m where m.product_id = p.id
          order by m.is_banner, m.is_featured desc, m.display_order, m.id limit 1),
        'is_paired', o.place = 0, 'price_off', coalesce((select x.price_off from public.product_pairs x
          where (x.product_id, x.other_id) = (least(p.id, p_product), greatest(p.id, p_product))), 0))
        order by o.place, p.name, p.id), '[]')
    from offered o join public.products p on p.id = o.id);
end $$;

-- Saves which of the shown products belong to a product, and what the two cost less together: p_offs, in the order of
-- p_shown; others that do stay. Refuses with those of shop.lock_product_for_desk, no_such_product (PT404),
-- and paisa_refused (PT409).
create function public.desk_save_pairs(p_product uuid, p_version integer, p_shown uuid[], p_chosen uuid[],
  p_offs numeric[] default '{}') returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
  was text;
begin
  perform shop.require_desk('{products}');
  old := shop.lock_product_for_desk(p_product, p_version);
  was := shop.names_of_pairs(old.id);
  if exists (select from unnest(p_chosen) as x (id) where x.id = old.id
    or x.id not in (select p.id from public.products p)) then
    raise exception using errcode = 'PT404', message = 'no_such_product';
  end if;
  if shop.has_whole_rupees() and exists (select from unnest(p_offs) as x (off) where x.off <> trunc(x.off)) then
    raise exception using errcode = 'PT409', message = 'paisa_refused';
  end if;
  -- What two cost less together is a price.
  if exists (select from unnest(p_shown, p_offs) as x (id, off)
    where case when x.id = any (p_chosen) then coalesce(x.off, 0) else 0 end <> coalesce((
      select k.price_off from public.product_pairs k
      where (k.product_id, k.other_id) = (least(x.id, old.id), greatest(x.id, old.id))), 0)) then
    perform shop.require_desk('{prices}');
  end if;
  delete from public.product_pairs x where (x.product_id = old.id and x.other_id = any (p_shown)
    or x.other_id = old.id and x.product_id = any (p_shown)) and not (x.product_id = any (p_chosen)
    or x.other_id = any (p_chosen));
  insert into public.product_pairs as kept (product_id, other_id, price_off)
  select least(old.id, x.id), greatest(old.id, x.id), coalesce(max(p_offs[array_position(p_shown, x.id)]), 0)
  from unnest(p_chosen) as x (id) group by 1, 2 order by 1, 2
    on conflict (product_id, other_id) do update set price_off = excluded.price_off
      where kept.price_off <> excluded.price_off;
  update public.products p set version = p.version + 1 where p.id = old.id;
  perform shop.record_at_desk('save_pairs', 'product', old.id::text, jsonb_build_object('belongs_to', was),
    jsonb_build_object('belongs_to', shop.names_of_pairs(old.id)));
end $$;

-- Returns the names of the products that belong to one, each with what the two cost less together, as the record of
-- changes shows them; null without any.
create function shop.names_of_pairs(product uuid) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(concat(p.name, ' −' || nullif(x.price_off, 0)), ', ' order by p.name)
  from public.product_pairs x join public.products p on p.id in (x.product_id, x.other_id) and p.id <> product
  where product in (x.product_id, x.other_id)
$$;
grant execute on function public.desk_pairs(uuid, text),
  public.desk_save_pairs(uuid, integer, uuid[], uuid[], numeric[])
  to authenticated;
