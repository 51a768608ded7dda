-- Files: one bucket with three folders, each with its own policies (DB-52, DB-95, DB-96; A48). Shoppers read them; the shop stores and
-- removes them, because it counts uploads and re-encodes pictures (decision 145).
-- The bucket isn't public, because then anybody with the URL could read chat attachments.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('files', 'files', false, 5242880, array['image/webp', 'image/jpeg', 'image/png', 'application/pdf'])
on conflict (id) do nothing;

-- Product pictures that operators upload in Studio; their public URL goes into product_media.url.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('products', 'products', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
on conflict (id) do nothing;

-- What product pictures at the desk are made from, as it was uploaded (decision 134).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('originals', 'originals', false, 10485760, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

-- No policy for reading the public bucket: its files are read by URL, and nobody may list them.

-- The rows decide who reads a photo: a hidden review is read by its author alone.
create policy "everyone reads photos of reviews that they read" on storage.objects
  for select to anon, authenticated
  using (bucket_id = 'files' and name like 'review-images/%'
    and exists (select from public.product_reviews r where r.images @> array[name]));

-- Listing profile pictures would reveal account IDs. The shop's server serves them to everybody.
create policy "shoppers read their own profile picture" on storage.objects
  for select to authenticated
  using (bucket_id = 'files' and name ~ ('^profilePictures/' || (select auth.uid())::text || '(-\d{1,15})?\.(webp|jpg|png)$'));

create policy "shoppers read attachments of their own conversations" on storage.objects
  for select to authenticated
  using (bucket_id = 'files' and name like 'chat-attachments/%' and exists (select from public.user_conversations c
    where c.created_by = (select auth.uid()) and c.id::text = split_part(name, '/', 2)));

-- Files of deleted accounts, reviews and product pictures, until the shop has removed them through the storage API. The deletion itself
-- lists them, so that none is forgotten when storage is unavailable.
create table public.files_to_remove (
  bucket text not null default 'files' check (bucket in ('files', 'originals')),
  path text not null,
  listed_at timestamptz not null default now(),
  primary key (bucket, path)
);
alter table public.files_to_remove enable row level security;
create index files_to_remove_listed_at_idx on public.files_to_remove (listed_at);

-- Lists photos that a review no longer shows, because it is deleted or edited. A photo that another review shows stays, so that nobody
-- can have another shopper's photo removed by using it in their own review.
create function shop.list_files_of_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.files_to_remove (path)
  select image from unnest(old.images) image
  where image like 'review-images/%'
    and not exists (select from public.product_reviews r where r.images @> array[image])
  on conflict do nothing;
  return null;
end $$;
create trigger list_files_of_review after delete or update of images on public.product_reviews
  for each row execute function shop.list_files_of_review();

-- Lists the stored profile pictures and chat files of a deleted account, used or not, by their folder; never by a name in a column. Review
-- photos are listed when their reviews are deleted.
create function shop.list_files_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.files_to_remove (path)
  select o.name from storage.objects o where o.bucket_id = 'files' and o.name like 'profilePictures/' || old.id || '%'
  union
  select o.name from public.user_conversations c
  join storage.objects o on o.bucket_id = 'files' and o.name like 'chat-attachments/' || c.id || '/%'
  where c.created_by = old.id
  on conflict do nothing;
  return old;
end $$;
create trigger list_files_of_person before delete on public.profiles
  for each row execute function shop.list_files_of_person();
