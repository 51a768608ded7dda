-- Headings of products in the hero, and a short video of a product (decision 180).

-- What the hero says above the product's name. A list of the desk has it, not the product's form: it belongs to the slide.
alter table public.products add column hero_heading text check (length(trim(hero_heading)) between 1 and 80);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('videos', 'videos', false, 8388608, array['video/mp4'])
on conflict (id) do nothing;

-- A table of its own, since everybody may read products.
create table shop.product_videos (
  product_id uuid primary key references public.products (id) on delete cascade,
  -- In the bucket `videos`.
  path text not null unique check (path ~ '^[0-9a-f-]{36}\.mp4$')
);

-- Wider than before, so released processes read and remove these files too.
alter table public.files_to_remove drop constraint files_to_remove_bucket_check,
  add constraint files_to_remove_bucket_check check (bucket in ('files', 'originals', 'videos'));

-- Lists a video that its product no longer shows, or whose product is deleted.
create function shop.list_video_of_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.files_to_remove (bucket, path) values ('videos', old.path) on conflict do nothing;
  return null;
end $$;
create trigger list_video_of_product after delete on shop.product_videos
  for each row execute function shop.list_video_of_product();
create trigger list_replaced_video after update of path on shop.product_videos
  for each row when (old.path <> new.path) execute function shop.list_video_of_product();

-- Returns whether a product shows the video.
create function shop.is_shown_video(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.product_videos v where v.path = is_shown_video.path)
$$;
grant execute on function shop.is_shown_video(text) to authenticated;

-- Shoppers get videos from the shop's server.
create policy "operators read videos of products" on storage.objects
  for select to authenticated
  using (bucket_id = 'videos' and (select shop.desk_role()) is not null);
create policy "operators add videos of products" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'videos' and name ~ '^[0-9a-f-]{36}\.mp4$' and (select shop.desk_role()) is not null);
create policy "operators remove videos that no product shows" on storage.objects
  for delete to authenticated
  using (bucket_id = 'videos' and (select shop.desk_role()) is not null and not shop.is_shown_video(name));

-- Returns the path of a product's video; null without one.
create function public.desk_product_video(p_product uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk();
  return (select v.path from shop.product_videos v where v.product_id = p_product);
end $$;

-- Shows a video of a product, or none without a path. Refuses with those of shop.lock_product_for_desk, and invalid_video (PT400).
create function public.desk_save_video(p_product uuid, p_version integer, p_path text default null) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
  was text;
begin
  perform shop.require_desk();
  old := shop.lock_product_for_desk(p_product, p_version);
  was := (select v.path from shop.product_videos v where v.product_id = old.id);
  -- Only a file that was just stored: a path that another product shows, or that is to be removed, is none.
  if p_path !~ '^[0-9a-f-]{36}\.mp4$' or shop.is_shown_video(p_path)
      or exists (select from public.files_to_remove f where f.bucket = 'videos' and f.path = p_path) then
    raise exception using errcode = 'PT400', message = 'invalid_video';
  end if;
  if p_path is null then
    delete from shop.product_videos v where v.product_id = old.id;
  else
    insert into shop.product_videos (product_id, path) values (old.id, p_path)
    on conflict (product_id) do update set path = excluded.path;
  end if;
  update public.products p set version = p.version + 1 where p.id = old.id;
  perform shop.record_at_desk('save_video', 'product', old.id::text, jsonb_build_object('video', was), jsonb_build_object('video', p_path));
end $$;
grant execute on function public.desk_product_video(uuid), public.desk_save_video(uuid, integer, text) to authenticated;

-- As before, with the stock by colour of each size (shop.stock_by_color), and the video.
create or replace function shop.product_with_similar(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with found as (
    select p as product, p.id, p.category_id, p.description, p.fit_notes from public.products p where p.id = p_id
  )
  select jsonb_build_object(
    'product', shop.product_card(f.product) || jsonb_build_object(
      'description', f.description,
      'fit_notes', f.fit_notes,
      'size_chart', shop.size_chart_of(f.category_id),
      'media', coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'url', m.url, 'alt', m.alt, 'color_id', m.color_id)
          order by m.is_featured desc, m.display_order)
        from public.product_media m where m.product_id = f.id and not m.is_banner), '[]'),
      'variants', coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'label', v.label, 'size', v.size,
          'brand_size', v.brand_size, 'cup_size', v.cup_size, 'material', v.material, 'stock', v.stock, 'by_color', shop.stock_by_color(v))
          order by v.display_order)
        from public.product_variants v where v.product_id = f.id), '[]'),
      'attributes', shop.attributes_of(f.id),
      'video', (select v.path from shop.product_videos v where v.product_id = f.id),
      'features', coalesce((select jsonb_agg(jsonb_build_object('title', x.title, 'description', x.description)
          order by x.display_order)
        from public.product_features x where x.product_id = f.id), '[]')),
    'similar_products', coalesce((select jsonb_agg(shop.product_card(near.product) order by near.created_at desc)
      from (select p as product, p.created_at from public.products p
            where p.is_active and p.deleted_at is null and p.category_id = f.category_id and p.id <> f.id
            order by p.created_at desc limit 4) as near), '[]'))
  from found f
$$;
