-- One search of the desk over orders, people and products (decision 200).

-- What each is found by, in the form of shop.findable.
create table shop.desk_words (
  kind text not null check (kind in ('order', 'person', 'product')),
  id uuid not null,
  words text not null,
  primary key (kind, id)
);
create index desk_words_of_orders_idx on shop.desk_words using gin (words extensions.gin_trgm_ops) where kind = 'order';
create index desk_words_of_people_idx on shop.desk_words using gin (words extensions.gin_trgm_ops) where kind = 'person';
create index desk_words_of_products_idx on shop.desk_words using gin (words extensions.gin_trgm_ops)
  where kind = 'product';

-- Returns the words that somebody typed. A number typed with spaces is one word. A phone number is stored with the
-- country's code, so the zeros that it begins with are left out.
create function shop.typed_words(typed text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  words text := shop.findable(typed);
begin
  return array(select distinct regexp_replace(w.word, '^00?(?=[0-9]{3,}$)', '')
    from regexp_split_to_table(case when words ~ '^[0-9 ]+$' then replace(words, ' ', '') else words end, ' ') as w (word)
    where w.word <> '');
end $$;

-- Returns the condition, for a row d of shop.desk_words, that it is of a kind and has all typed words in it; null if
-- nothing is typed. The indexes hold groups of three letters, so orders and people are found by a longer word only.
create function shop.words_condition(kind text, typed text) returns text
language plpgsql stable set search_path = '' as $$
declare
  words text[] := shop.typed_words(typed);
begin
  if coalesce(trim(typed), '') = '' then return null; end if;
  if not exists (select from unnest(words) as w (word) where length(w.word) > 2 or $1 = 'product') then
    return 'false';
  end if;
  -- The words are letters and digits alone.
  return format('d.kind = %L and ', $1)
    || (select string_agg(format('d.words like %L', '%' || w.word || '%'), ' and ') from unnest(words) as w (word));
end $$;

-- Returns the IDs of what has all typed words in it, in no order, or p_most of them; null if nothing is typed.
create function shop.found(kind text, typed text, p_most integer default null) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  condition text := shop.words_condition(kind, typed);
  ids uuid[];
begin
  if condition is not null then
    execute format('select array(select d.id from shop.desk_words d where %s limit $1)', condition) into ids using p_most;
  end if;
  return ids;
end $$;

create function shop.keep_words(kind text, id uuid, words text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into shop.desk_words as d values ($1, $2, $3)
  on conflict on constraint desk_words_pkey do update set words = excluded.words where d.words <> excluded.words;
end $$;

-- What an order is found by: its numbers, those of its invoices, exchanges and parcels, and the person with the address.
create function shop.keep_order_words(p_order uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform shop.keep_words('order', o.id, shop.findable(concat_ws(' ', o.order_id, replace(o.tracking_number, ' ', ''),
    o.contact_phone, o.contact_email,
    (select string_agg(a.value, ' ' order by a.key) from jsonb_each_text(o.shipping_address) as a),
    (select string_agg(a.value, ' ' order by a.key) from jsonb_each_text(o.billing_address) as a
      where a.value is distinct from o.shipping_address ->> a.key),
    (select string_agg(r.number, ' ' order by r.number) from public.returns r where r.order_id = o.id),
    (select string_agg(replace(s.tracking_number, ' ', ''), ' ' order by s.tracking_number) from shop.shipments s
      where s.order_id = o.id and s.tracking_number is distinct from o.tracking_number),
    -- As app/invoices/invoice.tsx writes it.
    (select string_agg('INV-' || lpad(i.number::text, 6, '0'), ' ' order by i.number) from shop.invoices i
      where i.order_id = o.id))))
  from public.orders o where o.id = p_order;
end $$;

create function shop.keep_words_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or row(old.order_id, old.tracking_number, old.contact_phone, old.contact_email,
      old.shipping_address, old.billing_address) is distinct from row(new.order_id, new.tracking_number,
      new.contact_phone, new.contact_email, new.shipping_address, new.billing_address) then
    perform shop.keep_order_words(new.id);
  end if;
  return null;
end $$;
create trigger keep_words after insert or update on public.orders
  for each row execute function shop.keep_words_of_order();

create function shop.keep_words_of_its_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform shop.keep_order_words(new.order_id);
  return null;
end $$;
create trigger keep_words after insert or update of tracking_number on shop.shipments
  for each row execute function shop.keep_words_of_its_order();
create trigger keep_words after insert on shop.invoices for each row execute function shop.keep_words_of_its_order();
create trigger keep_words after insert or update of number on public.returns
  for each row execute function shop.keep_words_of_its_order();

create function shop.words_of_person(p public.profiles) returns text
language plpgsql stable set search_path = '' as $$
begin
  return shop.findable(concat_ws(' ', p.full_name, p.email, p.phone_number, p.address, p.city));
end $$;

create function shop.keep_words_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform shop.keep_words('person', new.id, shop.words_of_person(new));
  return null;
end $$;
create trigger keep_words after insert or update of full_name, email, phone_number, address, city on public.profiles
  for each row execute function shop.keep_words_of_person();

create function shop.words_of_product(p public.products) returns text
language plpgsql stable set search_path = '' as $$
begin
  return shop.findable(concat_ws(' ', p.search_name, replace(p.sku, ' ', ''), p.slug));
end $$;

create function shop.keep_words_of_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT'
      or row(old.search_name, old.sku, old.slug) is distinct from row(new.search_name, new.sku, new.slug) then
    perform shop.keep_words('product', new.id, shop.words_of_product(new));
  end if;
  return null;
end $$;
create trigger keep_words after insert or update on public.products
  for each row execute function shop.keep_words_of_product();

create function shop.forget_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.desk_words d where d.kind = tg_argv[0] and d.id = old.id;
  return null;
end $$;
create trigger forget_words after delete on public.orders for each row execute function shop.forget_words('order');
create trigger forget_words after delete on public.products for each row execute function shop.forget_words('product');
