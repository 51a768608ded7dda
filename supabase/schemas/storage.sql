-- No policy for reading the public bucket: its files are read by URL, and nobody may list them.

-- The rows decide who reads a photo: a hidden review is read by its author alone.
create policy "everyone reads photos of reviews that they read" on storage.objects
  for select to anon, authenticated
  using (bucket_id = 'files' and name like 'review-images/%'
    and exists (select from public.product_reviews r where r.images @> array[name]));

-- Listing profile pictures would reveal account IDs. The shop's server serves them to everybody.
create policy "shoppers read their own profile picture" on storage.objects
  for select to authenticated
  using (bucket_id = 'files' and name ~ ('^profilePictures/' || (select auth.uid())::text
    || '(-\d{1,15})?\.(webp|jpg|png)$'));

create policy "shoppers read attachments of their own conversations" on storage.objects
  for select to authenticated
  using (bucket_id = 'files' and name like 'chat-attachments/%' and exists (select from public.user_conversations c
    where c.created_by = (select auth.uid()) and c.id::text = split_part(name, '/', 2)));
