-- Pictures of products at the desk (decision 127).

-- Pictures that are uploaded at the desk. They stay when a product no longer shows them: its copies and earlier orders may.
create policy "operators add product pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'products' and name ~ '^[0-9a-f-]{36}\.webp$' and (select shop.desk_role()) is not null);

-- Returns the pictures of a product as the record of changes shows them: { "1": "Ivory, from behind (Ivory)" }.
create function shop.audited_pictures(p_product uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(m.place, concat_ws(' ', coalesce(m.alt, m.url), '(' || c.name || ')', case when m.is_banner then 'banner' end)), '{}')
  from (select *, row_number() over (order by x.is_featured desc, x.display_order, x.id) as place
    from public.product_media x where x.product_id = p_product) m left join public.colors c on c.id = m.color_id
$$;

-- Saves the pictures of a product in this order. p_pictures is a list of { id, alt, color_id, is_banner, is_removed } for pictures that
-- exist, and of { url, alt, color_id } for uploaded ones. A picture without a colour is shown for all; the first one is the product's
-- main picture. Pictures that aren't listed stay as they are. Refuses with those of shop.lock_product_for_desk; invalid_picture and
-- too_many_pictures (PT400); no_such_picture and no_such_color (PT404).
create function public.desk_save_pictures(p_product uuid, p_version integer, p_pictures jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  most constant integer := 30;
  old public.products;
  was jsonb;
  given record;
  main uuid;
begin
  perform shop.require_desk();
  old := shop.lock_product_for_desk(p_product, p_version);
  was := shop.audited_pictures(old.id);
  for given in select x.id, x.url, nullif(trim(x.alt), '') as alt, x.color_id, x.is_banner, x.is_removed, x.place
    from rows from (jsonb_to_recordset(p_pictures) as (id uuid, url text, alt text, color_id uuid, is_banner boolean, is_removed boolean))
      with ordinality as x (id, url, alt, color_id, is_banner, is_removed, place)
  loop
    if length(given.alt) > 200
        or given.id is null and coalesce(given.url, '') !~ '^/storage/v1/object/public/products/[0-9a-f-]{36}\.webp$' then
      raise exception using errcode = 'PT400', message = 'invalid_picture';
    end if;
    if given.id is not null and not exists (select from public.product_media m where m.id = given.id and m.product_id = old.id) then
      raise exception using errcode = 'PT404', message = 'no_such_picture';
    end if;
    if given.color_id is not null and not exists (select from public.colors c where c.id = given.color_id) then
      raise exception using errcode = 'PT404', message = 'no_such_color';
    end if;
    if given.id is null then
      insert into public.product_media (product_id, url, alt, color_id, display_order)
      values (old.id, given.url, given.alt, given.color_id, given.place);
    elsif given.is_removed then
      delete from public.product_media m where m.id = given.id;
    else
      update public.product_media m set alt = given.alt, color_id = given.color_id, is_banner = given.is_banner is true,
        display_order = given.place where m.id = given.id;
    end if;
  end loop;
  if (select count(*) from public.product_media m where m.product_id = old.id) > most then
    raise exception using errcode = 'PT400', message = 'too_many_pictures';
  end if;
  main := (select m.id from public.product_media m where m.product_id = old.id and not m.is_banner order by m.display_order, m.id limit 1);
  update public.product_media m set is_featured = m.id is not distinct from main
  where m.product_id = old.id and m.is_featured is distinct from (m.id is not distinct from main);
  update public.products p set version = p.version + 1,
    image_url = (select m.url from public.product_media m where m.id = main) where p.id = old.id;
  perform shop.record_at_desk('save_pictures', 'product', old.id::text, was, shop.audited_pictures(old.id));
end $$;

grant execute on function public.desk_save_pictures(uuid, integer, jsonb) to authenticated;
