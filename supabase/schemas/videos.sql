-- Headings of products in the hero, and a short video of a product (decision 134).

-- A table of its own, since everybody may read products.
create table shop.product_videos (
  product_id uuid primary key references public.products (id) on delete cascade,
  -- In the bucket `videos`.
  path text not null unique check (path ~ '^[0-9a-f-]{36}\.mp4$')
);

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
  using (bucket_id = 'videos' and (select shop.is_allowed_at_desk('{products}')));
create policy "operators add videos of products" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'videos' and name ~ '^[0-9a-f-]{36}\.mp4$'
    and (select shop.is_allowed_at_desk('{products}')));
create policy "operators remove videos that no product shows" on storage.objects
  for delete to authenticated
  using (bucket_id = 'videos' and (select shop.is_allowed_at_desk('{products}')) and not shop.is_shown_video(name));

-- Returns the path of a product's video; null without one.
create function public.desk_product_video(p_product uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return (select v.path from shop.product_videos v where v.product_id = p_product);
end $$;

-- Shows a video of a product, or none without a path. Refuses with those of shop.lock_product_for_desk, and
-- invalid_video (PT400).
create function public.desk_save_video(p_product uuid, p_version integer, p_path text default null) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
  was text;
begin
  perform shop.require_desk('{products}');
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
  perform shop.record_at_desk('save_video', 'product', old.id::text, jsonb_build_object('video', was),
    jsonb_build_object('video', p_path));
end $$;
grant execute on function public.desk_product_video(uuid), public.desk_save_video(uuid, integer, text) to authenticated;
