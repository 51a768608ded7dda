-- Stock, and what orders and exchanges take of it.

-- Returns the stock of these orders, which don't hold it any more, and their uses of promo codes. The caller has locked
-- sizes and codes.
create function shop.release_stock(order_ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform shop.move_stock_of_orders(order_ids, 1, 'returned');
  update public.promo_codes c set used_count = greatest(c.used_count - o.uses, 0)
  from (select promo_code, count(*) as uses from public.orders where id = any (order_ids) group by promo_code) o
  where c.code = o.promo_code;
end $$;

-- Takes the stock of these orders again, and their uses of promo codes. The caller has locked sizes and codes. Refuses
-- with sold_out or promo_used_up (PT409) an order that needs stock or a use that is gone.
create function shop.take_stock(order_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  if exists (select from public.order_items i
             left join public.products p on p.id = i.product_id and p.is_active and p.deleted_at is null
             left join public.product_variants v on v.id = i.variant_id
             where i.order_id = any (order_ids) and (p.id is null or i.selected_size is not null and v.id is null)) then
    raise exception using errcode = 'PT409', message = 'sold_out';
  end if;
  perform shop.move_stock_of_orders(order_ids, -1, 'sold');
  if exists (select from (select promo_code, count(*) as uses from public.orders where id = any (order_ids)
    group by promo_code) o
             join public.promo_codes c on c.code = o.promo_code where c.used_count + o.uses > c.usage_limit) then
    raise exception using errcode = 'PT409', message = 'promo_used_up';
  end if;
  update public.promo_codes c set used_count = c.used_count + o.uses
  from (select promo_code, count(*) as uses from public.orders where id = any (order_ids) group by promo_code) o
  where c.code = o.promo_code;
end $$;

-- Moves stock and promo uses when orders start or stop holding them (decisions 118 and 119). It handles all orders of a
-- statement together, so that sizes and codes are locked in the same order as in place_order. Refuses like
-- shop.take_stock.
create function shop.keep_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  released uuid[] := array(select a.id from after a join before b using (id) where b.holds_stock and not a.holds_stock);
  taken uuid[] := array(select a.id from after a join before b using (id) where a.holds_stock and not b.holds_stock);
begin
  if cardinality(released) + cardinality(taken) = 0 then
    return null;
  end if;
  perform from public.product_variants v
  where v.id in (select i.variant_id from public.order_items i where i.order_id = any (released || taken))
  order by v.id for no key update;
  perform from public.promo_codes c
  where c.code in (select o.promo_code from public.orders o where o.id = any (released || taken))
  order by c.code for no key update;
  perform shop.release_stock(released);
  perform shop.take_stock(taken);
  return null;
end $$;
create trigger keep_stock after update on public.orders
  referencing old table as before new table as after for each statement execute function shop.keep_stock();

-- Stock by colour and size, and its history (decision 183).
--
-- A size is counted by colour if it has rows in variant_stock: a row says how many pieces there are of one colour, null for not counted;
-- a colour of the product without a row has none. product_variants.stock is then the sum, kept by a trigger, null if a colour isn't
-- counted. A size without rows is counted as a whole. What writes stock:
--   shop.move_stock(size, colour, change, reason, order)   orders and exchanges, under the size's lock
--   public.desk_move_stock(moves, reason, note)            counts, deliveries, damage and corrections at the desk
--   update product_variants set stock = …                  sizes that are counted as a whole; refused with counted_by_color for others
--   insert, update or delete rows of variant_stock         what else there is, such as an import: lock the sizes first, by ID
-- Each writes its rows of stock_changes. The last two say why by shop.stock_moves('imported') before, in the same transaction.
-- Read by shop.stock_of(size, colour) and shop.stock_by_color(size). Locks: a row of variant_stock is only written by those who have
-- locked its size, so that the order of decision 21 stays as it is.

create table public.variant_stock (
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  color_id uuid not null references public.colors (id) on delete cascade,
  -- Null means not counted (decision 119).
  stock integer check (stock between 0 and 1000000),
  primary key (variant_id, color_id)
);
create index variant_stock_low_idx on public.variant_stock (variant_id) where stock <= 3;
create index variant_stock_color_id_idx on public.variant_stock (color_id);
alter table public.variant_stock enable row level security;
create trigger note_insert after insert on public.variant_stock referencing new table as changed
  for each statement execute function shop.note_catalogue_change();
create trigger note_delete after delete on public.variant_stock referencing old table as changed
  for each statement execute function shop.note_catalogue_change();

create table public.stock_changes (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  -- No references, since the history outlives sizes and colours; color_id is null for a size that is counted as a
  -- whole.
  variant_id uuid not null,
  color_id uuid,
  -- As they were called.
  size text not null,
  color text,
  -- Null if the pieces weren't counted before or aren't any more, as is stock_after.
  change integer,
  stock_after integer,
  reason text not null check (reason in ('sold', 'returned', 'counted', 'received', 'damaged', 'corrected',
    'imported')),
  order_id uuid references public.orders (id) on delete set null,
  -- Not a reference, since the history outlives the account. Null for the shop itself.
  operator uuid,
  operator_email text check (length(operator_email) <= 254),
  note text check (length(note) <= 300),
  -- The form that it was sent by, which counts once.
  form uuid,
  created_at timestamptz not null default clock_timestamp()
);
create index stock_changes_product_id_idx on public.stock_changes (product_id, id desc);
create index stock_changes_variant_id_idx on public.stock_changes (variant_id, color_id, id desc);
create index stock_changes_order_id_idx on public.stock_changes (order_id);
alter table public.stock_changes enable row level security;
create policy "operators read the history of stock" on public.stock_changes
  for select to authenticated using ((select shop.is_allowed_at_desk('{orders,products}')));
grant select on public.stock_changes to authenticated;
revoke insert, update, delete, truncate on public.stock_changes from service_role;
create function shop.keep_color_of_item() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.color_id := (select c.id from public.colors c where c.name = new.selected_color);
  return new;
end $$;
create trigger keep_color_of_item before insert or update of selected_color on public.order_items
  for each row execute function shop.keep_color_of_item();

create function shop.color_of(item public.order_items) returns uuid
language sql stable set search_path = '' as $$
  select coalesce(item.color_id, (select c.id from public.colors c where c.name = item.selected_color))
$$;

-- Returns how many pieces there are of a size in a colour, null if they aren't counted.
create function shop.stock_of(p_variant uuid, p_color uuid) returns integer
language sql stable set search_path = '' as $$
  select case when count(s.variant_id) = 0 then v.stock
    when count(*) filter (where s.color_id = p_color) = 0 then 0
    else max(s.stock) filter (where s.color_id = p_color) end
  from public.product_variants v left join public.variant_stock s on s.variant_id = v.id
  where v.id = p_variant group by v.id
$$;
-- For keep_stock_alert and claim_stock_alerts, which run with the server's rights.
grant execute on function shop.stock_of(uuid, uuid) to service_role;

-- Returns the stock of a size in each of its product's colours, { colour: pieces or null }; null if it is counted as a
-- whole.
create function shop.stock_by_color(v public.product_variants) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(c.name, case when s.variant_id is null then 0 else s.stock end)
  from public.product_colors pc join public.colors c on c.id = pc.color_id
    left join public.variant_stock s on s.variant_id = v.id and s.color_id = pc.color_id
  where pc.product_id = v.product_id and exists (select from public.variant_stock x where x.variant_id = v.id)
$$;

-- Says why the stock changes that this transaction makes next; without an argument, no more. Without it, an operator's
-- is 'counted' and any other 'corrected'.
create function shop.stock_moves(p_reason text default null, p_order uuid default null, p_note text default null,
  p_form uuid default null) returns void
language sql volatile set search_path = '' as $$
  select set_config('shop.stock_reason', coalesce(p_reason, ''), true),
    set_config('shop.stock_order', coalesce(p_order::text, ''), true),
    set_config('shop.stock_note', coalesce(p_note, ''), true),
      set_config('shop.stock_form', coalesce(p_form::text, ''), true)
$$;

create function shop.note_stock(p_variant uuid, p_color uuid, p_change integer, p_after integer) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.stock_changes (product_id, variant_id, color_id, size, color, change, stock_after, reason,
    order_id, operator,
    operator_email, note, form)
  select v.product_id, v.id, p_color, v.label, (select c.name from public.colors c where c.id = p_color), p_change,
    p_after,
    coalesce(nullif(current_setting('shop.stock_reason', true), ''), case when o.id is null then 'corrected'
      else 'counted' end),
    nullif(current_setting('shop.stock_order', true), '')::uuid, o.id, o.email,
      nullif(current_setting('shop.stock_note', true), ''),
    nullif(current_setting('shop.stock_form', true), '')::uuid
  -- A size that is being deleted is gone already, and so is its history's place.
  from public.product_variants v left join auth.users o on o.id = auth.uid() and shop.desk_role() is not null
  where v.id = p_variant
$$;

-- The stock of a size that is counted by colour is the sum, which nothing else may write.
create function shop.keep_sum_of_colors() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.variant_stock s where s.variant_id = new.id) and new.stock is distinct from
     (select case when bool_and(s.stock is not null) then sum(s.stock) end from public.variant_stock s
       where s.variant_id = new.id) then
    raise exception using errcode = 'PT409', message = 'counted_by_color';
  end if;
  return new;
end $$;
create trigger keep_sum_of_colors before update of stock on public.product_variants
  for each row when (new.stock is distinct from old.stock) execute function shop.keep_sum_of_colors();

create function shop.note_stock_of_size() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform shop.note_stock(new.id, null, new.stock, new.stock);
  -- The history of a sum is that of its colours.
  elsif not exists (select from public.variant_stock s where s.variant_id = new.id) then
    perform shop.note_stock(new.id, null, new.stock - old.stock, new.stock);
  end if;
  return null;
end $$;
create trigger note_stock_insert after insert on public.product_variants
  for each row when (new.stock > 0) execute function shop.note_stock_of_size();
create trigger note_stock_update after update of stock on public.product_variants
  for each row when (new.stock is distinct from old.stock) execute function shop.note_stock_of_size();

-- Notes the change of a colour's stock and sums its size. A size whose last row goes keeps its pieces.
create function shop.sum_colors() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.variant_stock := case tg_op when 'DELETE' then old else new end;
begin
  perform shop.note_stock(changed.variant_id, changed.color_id,
    case tg_op when 'INSERT' then new.stock when 'DELETE' then -old.stock else new.stock - old.stock end,
    case when tg_op <> 'DELETE' then new.stock end);
  -- A statement of its own, so that the sum sees what was written before the lock.
  perform from public.product_variants v where v.id = changed.variant_id for no key update;
  update public.product_variants v set stock = s.total
  from (select case when bool_and(x.stock is not null) then sum(x.stock) end as total, count(*) as colors
    from public.variant_stock x where x.variant_id = changed.variant_id) as s
  where v.id = changed.variant_id and s.colors > 0 and v.stock is distinct from s.total;
  return null;
end $$;
create trigger sum_colors_insert after insert on public.variant_stock for each row execute function shop.sum_colors();
create trigger sum_colors_delete after delete on public.variant_stock for each row execute function shop.sum_colors();
create trigger sum_colors_update after update on public.variant_stock
  for each row when (new.stock is distinct from old.stock) execute function shop.sum_colors();

-- A colour that a product loses has no stock of it. The caller has locked the product (decision 21).
create function shop.forget_stock_of_color() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.product_variants v where v.product_id = old.product_id
    and exists (select from public.variant_stock s where s.variant_id = v.id and s.color_id = old.color_id)
  order by v.id for no key update;
  delete from public.variant_stock s using public.product_variants v
  where v.product_id = old.product_id and s.variant_id = v.id and s.color_id = old.color_id;
  return null;
end $$;
create trigger forget_stock_of_color after delete on public.product_colors
  for each row execute function shop.forget_stock_of_color();

-- As for sizes (shop.note_variant_change): pages show up to 'Only 3 left'.
create function shop.note_color_stock_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from after a join before b using (variant_id, color_id)
    where least(a.stock, 4) <> least(b.stock, 4)) then
    perform shop.raise_catalogue_version();
  end if;
  return null;
end $$;
create trigger note_update after update on public.variant_stock referencing old table as before new table as after
  for each statement execute function shop.note_color_stock_change();

-- Moves pieces of a size, by colour if it is counted so; p_change is negative for pieces that go. Pieces that aren't
-- counted, or of a colour that the product no longer has, move nothing. The caller has locked the size. Refuses with
-- sold_out (PT409).
create function shop.move_stock(p_variant uuid, p_color uuid, p_change integer, p_reason text,
  p_order uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  existing integer := shop.stock_of(p_variant, p_color);
begin
  if existing + p_change < 0 then
    raise exception using errcode = 'PT409', message = 'sold_out';
  end if;
  if existing is null then
    return;
  end if;
  perform shop.stock_moves(p_reason, p_order);
  if exists (select from public.variant_stock s where s.variant_id = p_variant) then
    insert into public.variant_stock as s (variant_id, color_id, stock)
    select v.id, pc.color_id, p_change from public.product_variants v
      join public.product_colors pc on pc.product_id = v.product_id and pc.color_id = p_color
    where v.id = p_variant and p_change > 0
      and not exists (select from public.variant_stock x where x.variant_id = v.id and x.color_id = p_color);
    if not found then
      update public.variant_stock s set stock = s.stock + p_change where s.variant_id = p_variant
        and s.color_id = p_color;
    end if;
  else
    update public.product_variants v set stock = v.stock + p_change where v.id = p_variant;
  end if;
  perform shop.stock_moves();
end $$;

-- Moves all pieces of orders, in the order of their sizes: 1 puts them back, -1 takes them. Refuses as shop.move_stock.
create function shop.move_stock_of_orders(order_ids uuid[], p_sign integer, p_reason text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  line record;
begin
  for line in select i.variant_id, shop.color_of(i) as color_id, i.order_id, sum(i.quantity)::integer as quantity
    from public.order_items i where i.order_id = any (order_ids) and i.variant_id is not null
    group by 1, 2, 3 order by 1, 2, 3
  loop
    perform shop.move_stock(line.variant_id, line.color_id, p_sign * line.quantity, p_reason, line.order_id);
  end loop;
end $$;

-- Moves the new pieces of an exchange: 1 puts them back, -1 takes them. Refuses as shop.move_stock.
create function shop.move_stock_of_exchange(exchange uuid, p_sign integer, p_reason text) returns void
language plpgsql set search_path = '' as $$
declare
  line record;
begin
  perform from public.product_variants v
  where v.id in (select i.variant_id from public.return_items i where i.return_id = exchange) order by v.id
    for no key update;
  for line in select r.variant_id, r.color_id, i.order_id, r.quantity
    from public.return_items r join public.order_items i on i.id = r.order_item_id
    where r.return_id = exchange and r.variant_id is not null order by 1, 2
  loop
    perform shop.move_stock(line.variant_id, line.color_id, p_sign * line.quantity, p_reason, line.order_id);
  end loop;
end $$;

-- Makes one move of desk_move_stock under the size's lock. Refuses as that.
create function shop.make_stock_move(p_move jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  size public.product_variants;
  color uuid := shop.to_uuid(p_move ->> 'color');
  is_by_color boolean;
  existing integer;
  wanted integer;
begin
  select * into size from public.product_variants v where v.id = shop.to_uuid(p_move ->> 'variant');
  if size.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_size';
  end if;
  if p_move ->> 'color' is not null and not exists (select from public.product_colors pc
    where pc.product_id = size.product_id and pc.color_id = color) then
    raise exception using errcode = 'PT400', message = 'no_such_color';
  end if;
  is_by_color := exists (select from public.variant_stock s where s.variant_id = size.id);
  if color is null and is_by_color and (p_move ->> 'by_size')::boolean is not true then
    raise exception using errcode = 'PT409', message = 'counted_by_color';
  end if;
  existing := case when color is null then size.stock when is_by_color then shop.stock_of(size.id, color) end;
  if p_move ? 'change' then
    wanted := coalesce(existing, 0) + (p_move ->> 'change')::integer;
    if wanted < 0 then
      raise exception using errcode = 'PT409', message = 'changed_meanwhile';
    end if;
  else
    wanted := (p_move ->> 'stock')::integer;
    -- A colour without a row has none, which a form shows as nothing or as 0.
    if existing is distinct from (p_move ->> 'was')::integer
      and not (coalesce(existing, 0) = 0 and coalesce((p_move ->> 'was')::integer, 0) = 0
        and color is not null and not exists (select from public.variant_stock s where s.variant_id = size.id
          and s.color_id = color)) then
      raise exception using errcode = 'PT409', message = 'changed_meanwhile';
    end if;
  end if;
  if wanted < 0 or wanted > 100000 then
    raise exception using errcode = 'PT400', message = 'invalid_stock';
  end if;
  if color is null then
    delete from public.variant_stock s where s.variant_id = size.id;
    update public.product_variants v set stock = wanted where v.id = size.id and v.stock is distinct from wanted;
  else
    insert into public.variant_stock (variant_id, color_id, stock) values (size.id, color, wanted)
    on conflict (variant_id, color_id) do update set stock = excluded.stock;
  end if;
end $$;

-- Moves stock at the desk, all or nothing. p_moves has at most 500 of { variant, color, was, stock }, which counts:
-- null for not counted, was is the stock that the form showed; or of { variant, color, change }, which adds or takes
-- pieces. color is the colour's ID, or null for a size that is counted as a whole. Naming a colour begins to count a
-- size by colour, so name all of its colours at first; by_size: true without a colour ends it. p_reason is counted,
-- received, damaged or corrected. Stock that was left alone isn't in it. Refuses with those of shop.require_desk;
-- stock_moved (PT409) if p_form was sent before; invalid_reason, invalid_stock and no_such_color (PT400); no_such_size
-- (PT404); counted_by_color (PT409) a count of a size as a whole that is counted by colour; changed_meanwhile (PT409) a
-- count of other pieces than the form showed, or if fewer are left than are to be taken.
create function public.desk_move_stock(p_moves jsonb, p_reason text, p_note text default null,
  p_form uuid default null) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  moved record;
  note text;
begin
  perform shop.require_desk('{orders,products}');
  note := nullif(trim(shop.bounded(p_note, 300)), '');
  if p_reason is null or p_reason not in ('counted', 'received', 'damaged', 'corrected') then
    raise exception using errcode = 'PT400', message = 'invalid_reason';
  end if;
  if jsonb_typeof(shop.bounded(p_moves, 100000)) is distinct from 'array' or jsonb_array_length(p_moves) not between 1
    and 500 then
    raise exception using errcode = 'PT400', message = 'invalid_stock';
  end if;
  -- No product loses a colour meanwhile.
  perform from public.products p where p.id in (select v.product_id from public.product_variants v
    join jsonb_array_elements(p_moves) m on v.id = shop.to_uuid(m ->> 'variant')) order by p.id for share;
  perform from public.product_variants v where v.id in (select shop.to_uuid(m ->> 'variant')
    from jsonb_array_elements(p_moves) m)
  order by v.id for no key update;
  if exists (select from public.stock_changes c where c.form = p_form
      and c.variant_id in (select shop.to_uuid(m ->> 'variant') from jsonb_array_elements(p_moves) m)) then
    raise exception using errcode = 'PT409', message = 'stock_moved';
  end if;
  perform shop.stock_moves(p_reason, null, note, p_form);
  for moved in select v.product_id, shop.audited_sizes(v.product_id) as before,
    array_agg(m.value order by m.place) as moves
    from jsonb_array_elements(p_moves) with ordinality as m (value, place)
    left join public.product_variants v on v.id = shop.to_uuid(m.value ->> 'variant') group by v.product_id
      order by v.product_id
  loop
    perform shop.make_stock_move(m) from unnest(moved.moves) as m;
    perform shop.record_at_desk('move_stock', 'product', moved.product_id::text, moved.before,
      shop.audited_sizes(moved.product_id) || jsonb_strip_nulls(jsonb_build_object('reason', p_reason, 'note', note)));
  end loop;
  perform shop.stock_moves();
end $$;
grant execute on function public.desk_move_stock(jsonb, text, text, uuid) to authenticated;
create function public.keep_stock_alert(p_slug text, p_size text, p_email text, p_color text default null) returns void
language plpgsql set search_path = '' as $$
declare
  wanted public.product_variants;
  color uuid;
begin
  select v.* into wanted from public.product_variants v join public.products p on p.id = v.product_id
  where p.slug = p_slug and p.is_active and p.deleted_at is null and v.label = p_size;
  if wanted.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_size';
  end if;
  if p_color is not null then
    select c.id into color from public.product_colors pc join public.colors c on c.id = pc.color_id
    where pc.product_id = wanted.product_id and c.name = p_color;
    if color is null then
      raise exception using errcode = 'PT404', message = 'no_such_color';
    end if;
  end if;
  if (case when color is null then wanted.stock else shop.stock_of(wanted.id, color) end) is distinct from 0 then
    raise exception using errcode = 'PT409', message = 'in_stock';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('stock alerts:' || lower(p_email), 0));
  if (select count(*) from public.stock_alerts a where a.email = lower(p_email) and a.sent_at is null) >= 20 then
    raise exception using errcode = 'PT409', message = 'too_many_stock_alerts';
  end if;
  insert into public.stock_alerts (variant_id, color_id, email) values (wanted.id, color, lower(p_email))
    on conflict do nothing;
end $$;
create function public.claim_stock_alerts(p_most integer default 20)
returns table (id uuid, email text, product text, slug text, size text, color text, language text)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  return query with due as (
    select a.id, p.name, p.translations -> 'ur' ->> 'name' as urdu, p.slug, v.label, c.name as color
    from public.stock_alerts a
    join public.product_variants v on v.id = a.variant_id and v.stock is distinct from 0
      and (a.color_id is null or shop.stock_of(v.id, a.color_id) is distinct from 0)
    join public.products p on p.id = v.product_id and p.is_active and p.deleted_at is null
    left join public.colors c on c.id = a.color_id
    where a.sent_at is null
      and (a.claimed_at is null or a.claimed_at < now() - interval '10 minutes')
      and (a.first_claimed_at is null or a.first_claimed_at > now() - interval '23 hours')
    order by a.claimed_at nulls first, a.created_at limit least(p_most, 100)
    for update of a skip locked
  )
  update public.stock_alerts a set claimed_at = now(), first_claimed_at = coalesce(a.first_claimed_at, now())
  from due where a.id = due.id
  returning a.id, a.email, coalesce(case a.language when 'ur' then due.urdu end, due.name), due.slug, due.label,
    due.color, a.language;
end $$;
