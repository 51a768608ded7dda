-- The version of what shoppers see from the shop's caches (decision 128). Processes compare it to learn that their
-- caches are outdated.

-- One row for each transaction that changed something of the catalogue: the latest ones. Each has a row of its own, so
-- no transaction waits for another, and a row is seen once its change is seen. Rows are never reused, so the same set
-- of rows never occurs twice.
create table shop.catalogue_changes (
  transaction xid8 primary key default pg_current_xact_id(),
  -- What the API shows of the row. The transaction's number would tell how many there were since.
  token uuid not null default gen_random_uuid()
);

-- Returns a text that differs after each committed change of the catalogue.
create function public.catalogue_version() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(string_agg(c.token::text, ' ' order by c.token), '') from shop.catalogue_changes c
$$;
grant execute on function public.catalogue_version() to anon;

-- Changes the version at the end of this transaction. Earlier rows are removed, except those that another transaction
-- is removing.
create function shop.raise_catalogue_version() returns void
language sql volatile security definer set search_path = '' as $$
  insert into shop.catalogue_changes default values on conflict do nothing;
  delete from shop.catalogue_changes c where c.transaction in (
    select earlier.transaction from shop.catalogue_changes earlier
    where earlier.transaction <> pg_current_xact_id() for update skip locked);
$$;

-- Statements that change no row don't count.
create function shop.note_catalogue_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from changed) then
    perform shop.raise_catalogue_version();
  end if;
  return null;
end $$;

-- Each order changes a stock, but pages only show 'Sold out' and up to 'Only 3 left' (PD-42 to PD-45). `least` ignores
-- null, which is shown like a large stock. A session plans this once, mostly for a change of one row; as a nested loop
-- it would take a minute for 10,000.
create function shop.note_variant_change() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off as $$
begin
  if exists (select from after a join before b using (id)
             where to_jsonb(a) - 'stock' is distinct from to_jsonb(b) - 'stock'
               or least(a.stock, 4) <> least(b.stock, 4)) then
    perform shop.raise_catalogue_version();
  end if;
  return null;
end $$;
create trigger note_update after update on public.product_variants referencing old table as before new table as after
  for each statement execute function shop.note_variant_change();

-- Every table that is read through the caches (supabase/tests/catalogue-version.test.sql compares the list with the
-- grants).
do $$
declare
  name text;
begin
  foreach name in array array['attribute_values', 'attributes', 'banners', 'career_positions', 'colors',
    'company_works', 'contact_info', 'delivery_areas', 'delivery_countries', 'delivery_rules',
    'faq_categories', 'faq_items', 'footer_pages', 'hero_statistics', 'holidays', 'listing_rules', 'order_rules', 'page_content',
      'product_categories',
    'product_attributes', 'product_colors', 'product_features', 'product_media', 'product_reviews', 'product_variants',
      'products', 'review_votes',
    'search_answers', 'search_synonyms', 'size_chart_rows', 'size_charts', 'social_media', 'testimonials']
  loop
    execute format('create trigger note_insert after insert on public.%I referencing new table as changed '
      'for each statement execute function shop.note_catalogue_change()', name);
    execute format('create trigger note_delete after delete on public.%I referencing old table as changed '
      'for each statement execute function shop.note_catalogue_change()', name);
    if name <> 'product_variants' then
      execute format('create trigger note_update after update on public.%I referencing new table as changed '
        'for each statement execute function shop.note_catalogue_change()', name);
    end if;
  end loop;
end $$;
