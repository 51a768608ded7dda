-- Pictures of products at the desk (decisions 127 and 134).

-- Lists originals that no picture is made from any more. A copy of a product shares them.
create function shop.list_original_of_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.files_to_remove (bucket, path)
  select 'originals', old.original where not exists (select from public.product_media m where m.original = old.original)
  on conflict do nothing;
  return null;
end $$;
create trigger list_original_of_picture after delete on public.product_media
  for each row when (old.original is not null) execute function shop.list_original_of_picture();

-- Returns whether a picture is made from the original.
create function shop.is_original(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.product_media m where m.original = path)
$$;
grant execute on function shop.is_original(text) to authenticated;

create policy "operators read originals of product pictures" on storage.objects
  for select to authenticated
  using (bucket_id = 'originals' and (select shop.is_allowed_at_desk('{products}')));
create policy "operators add originals of product pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'originals' and name ~ '^[0-9a-f-]{36}\.(jpg|png|webp)$'
    and (select shop.is_allowed_at_desk('{products}')));
create policy "operators remove originals that no picture is made from" on storage.objects
  for delete to authenticated
  using (bucket_id = 'originals' and (select shop.is_allowed_at_desk('{products}')) and not shop.is_original(name));

-- Pictures that are uploaded at the desk. They stay when a product no longer shows them: its copies and earlier orders
-- may.
create policy "operators add product pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'products' and name ~ '^[0-9a-f-]{36}\.webp$'
    and (select shop.is_allowed_at_desk('{products}')));

-- Whether a URL is that of a picture that was uploaded at the desk.
create function shop.is_uploaded(url text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(url ~ '^/storage/v1/object/public/products/[0-9a-f-]{36}\.webp$', false)
$$;

-- Returns the pictures of a product as the record of changes shows them: { "1": "Ivory, from behind (Ivory)" }.
create function shop.audited_pictures(p_product uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(m.place, concat_ws(' ', coalesce(m.alt, m.url), '(' || c.name || ')',
      case when m.is_banner then 'banner' end, m.role, 'part ' || m.part, 'focus ' || m.focus, m.caption)), '{}')
  from (select *, row_number() over (order by x.is_featured desc, x.display_order, x.id) as place
    from public.product_media x where x.product_id = p_product) m left join public.colors c on c.id = m.color_id
$$;

-- Saves the pictures of a product in this order. p_pictures is a list of { id, alt, color_id, is_banner, is_removed,
-- role, focus, caption } for pictures that exist, and of { url, alt, color_id, original, role, focus } for uploaded
-- ones. A picture without a colour is shown for all; the first one is the product's main picture. Without the key, role,
-- focus and caption stay as they are, as do pictures that aren't listed. Refuses with those of
-- shop.lock_product_for_desk; invalid_picture and too_many_pictures (PT400); no_such_picture and no_such_color (PT404).
create function public.desk_save_pictures(p_product uuid, p_version integer, p_pictures jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  most constant integer := 30;
  old public.products;
  was jsonb;
  given record;
  main uuid;
begin
  perform shop.require_desk('{products}');
  old := shop.lock_product_for_desk(p_product, p_version);
  was := shop.audited_pictures(old.id);
  for given in select x.id, x.url, nullif(trim(x.alt), '') as alt, x.color_id, x.is_banner, x.is_removed, x.original,
      nullif(x.role, '') as role, nullif(x.focus, '') as focus, nullif(trim(x.caption), '') as caption, x.place,
      p_pictures -> (x.place - 1)::integer as keys
    from rows from (jsonb_to_recordset(p_pictures)
        as (id uuid, url text, alt text, color_id uuid, is_banner boolean, is_removed boolean, original text,
          role text, focus text, caption text))
      with ordinality as x (id, url, alt, color_id, is_banner, is_removed, original, role, focus, caption, place)
  loop
    if given.role not in ('front', 'back', 'worn', 'cloth', 'detail', 'packing') or length(given.caption) > 60
        or given.focus !~ '^(\d\d?|100)% (\d\d?|100)%$' then
      raise exception using errcode = 'PT400', message = 'invalid_picture';
    end if;
    if length(given.alt) > 200 or given.id is null and not shop.is_uploaded(given.url)
        or given.original !~ '^[0-9a-f-]{36}\.(jpg|png|webp)$' then
      raise exception using errcode = 'PT400', message = 'invalid_picture';
    end if;
    if given.id is not null and not exists (select from public.product_media m where m.id = given.id
      and m.product_id = old.id) then
      raise exception using errcode = 'PT404', message = 'no_such_picture';
    end if;
    if given.color_id is not null and not exists (select from public.colors c where c.id = given.color_id) then
      raise exception using errcode = 'PT404', message = 'no_such_color';
    end if;
    if given.id is null then
      insert into public.product_media (product_id, url, alt, color_id, original, role, focus, display_order)
      values (old.id, given.url, given.alt, given.color_id, given.original, given.role, given.focus, given.place);
    elsif given.is_removed then
      delete from public.product_media m where m.id = given.id;
    else
      update public.product_media m set alt = given.alt, color_id = given.color_id, is_banner = given.is_banner is true,
        display_order = given.place,
        -- A process of the last release doesn't know these.
        role = case when given.keys ? 'role' then given.role else m.role end,
        focus = case when given.keys ? 'focus' then given.focus else m.focus end,
        caption = case when given.keys ? 'caption' then given.caption else m.caption end
      where m.id = given.id;
    end if;
  end loop;
  if (select count(*) from public.product_media m where m.product_id = old.id) > most then
    raise exception using errcode = 'PT400', message = 'too_many_pictures';
  end if;
  main := (select m.id from public.product_media m where m.product_id = old.id and not m.is_banner
    order by m.display_order, m.id limit 1);
  update public.product_media m set is_featured = m.id is not distinct from main
  where m.product_id = old.id and m.is_featured is distinct from (m.id is not distinct from main);
  update public.products p set version = p.version + 1,
    image_url = (select m.url from public.product_media m where m.id = main) where p.id = old.id;
  perform shop.record_at_desk('save_pictures', 'product', old.id::text, was, shop.audited_pictures(old.id));
end $$;

-- Returns a picture with what its page shows: { id, url, alt, original, part, ratio, product, name, version }, where
-- ratio, product, name and version are those of its product. Null if there is none, or its original isn't kept.
create function public.desk_picture(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return (select jsonb_build_object('id', m.id, 'url', m.url, 'alt', m.alt, 'original', m.original, 'part', m.part,
    'product', p.id,
      'name', p.name, 'version', p.version, 'ratio', coalesce(p.picture_ratio, r.picture_ratio))
    from public.product_media m join public.products p on p.id = m.product_id
      cross join public.listing_rules r where m.id = p_id and m.original is not null);
end $$;

-- Shows another part of a picture's original: p_url is the picture made from p_part (product_media.part). Refuses with
-- those of shop.lock_product_for_desk, no_such_picture (PT404) and invalid_part (PT400).
create function public.desk_crop_picture(p_product uuid, p_version integer, p_picture uuid, p_url text,
  p_part text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
  was jsonb;
begin
  perform shop.require_desk('{products}');
  old := shop.lock_product_for_desk(p_product, p_version);
  if not exists (select from public.product_media m where m.id = p_picture and m.product_id = old.id
    and m.original is not null) then
    raise exception using errcode = 'PT404', message = 'no_such_picture';
  end if;
  if not shop.is_uploaded(p_url) or p_part is null or p_part !~ '^(whole|(\d\d?|100) (\d\d?|100) ([2-9]\d|100))$' then
    raise exception using errcode = 'PT400', message = 'invalid_part';
  end if;
  was := shop.audited_pictures(old.id);
  -- The point that was chosen is in the middle now.
  update public.product_media m set url = p_url, part = p_part, focus = null where m.id = p_picture;
  update public.products p set version = p.version + 1,
    image_url = coalesce((select m.url from public.product_media m where m.id = p_picture and m.is_featured),
      p.image_url) where p.id = old.id;
  perform shop.record_at_desk('crop_picture', 'product', old.id::text, was, shop.audited_pictures(old.id));
end $$;

-- Returns a product that isn't archived as its page in the shop shows it or will show it, like get_product_with_colors,
-- with its state; null if there is none.
create function public.desk_preview(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return (select shop.product_with_similar(p.id) || jsonb_build_object('state', shop.state_of(p))
    from public.products p where p.id = p_id and p.deleted_at is null);
end $$;

grant execute on function public.desk_save_pictures(uuid, integer, jsonb), public.desk_picture(uuid),
  public.desk_crop_picture(uuid, integer, uuid, text, text), public.desk_preview(uuid) to authenticated;
