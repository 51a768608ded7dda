-- Files that no row names, such as of an upload that was killed, are listed for removal a day later; and which files the shop shows.
select plan(9);
-- As Storage does, without which it refuses each deletion.
set local storage.allow_delete_query = 'true';

delete from storage.objects;
delete from public.files_to_remove;
create temporary table person as select id from public.profiles where email = 'mahnoor@example.com';
create function pg_temp.file(number integer, ending text) returns text language sql as $$
  select '00000000-0000-4000-8000-' || lpad(number::text, 12, '0') || ending
$$;
create function pg_temp.store(bucket text, path text, age interval) returns void language sql as $$
  insert into storage.objects (bucket_id, name, created_at) values (bucket, path, now() - age)
$$;
create function pg_temp.listed() returns text language sql as $$
  select string_agg(bucket || ' ' || path, ', ' order by bucket, path) from public.files_to_remove
$$;

-- In use, each by another table.
select pg_temp.store('files', 'profilePictures/' || id || '-5.webp', '2 days') from person;
update public.profiles p set avatar_url = 'profilePictures/' || p.id || '-5.webp' from person where person.id = p.id;
select pg_temp.store('files', 'review-images/' || pg_temp.file(1, '.webp'), '2 days'), pg_temp.store('originals', pg_temp.file(2, '.png'), '2 days'),
  pg_temp.store('videos', pg_temp.file(3, '.mp4'), '2 days'), pg_temp.store('products', pg_temp.file(4, '.webp'), '2 days'),
  pg_temp.store('products', pg_temp.file(5, '.webp'), '2 days'), pg_temp.store('products', pg_temp.file(6, '.webp'), '2 days'),
  pg_temp.store('files', 'chat-attachments/' || pg_temp.file(7, '/') || pg_temp.file(8, '.pdf'), '2 days');
insert into public.product_reviews (product_id, user_id, rating, review_text, images)
select p.id, person.id, 5, 'Lovely', array['review-images/' || pg_temp.file(1, '.webp')] from public.products p, person where p.slug = 'guest-robe';
insert into public.product_media (product_id, url, original)
select p.id, '/storage/v1/object/public/products/' || pg_temp.file(4, '.webp'), pg_temp.file(2, '.png') from public.products p where p.slug = 'guest-robe';
insert into shop.product_videos (product_id, path) select p.id, pg_temp.file(3, '.mp4') from public.products p where p.slug = 'guest-robe';
update public.order_items set product_image = '/storage/v1/object/public/products/' || pg_temp.file(5, '.webp')
where id = (select id from public.order_items limit 1);
update public.page_content set content = '<img src="/storage/v1/object/public/products/' || pg_temp.file(6, '.webp') || '">'
where slug = (select slug from public.page_content limit 1);
insert into public.user_conversations (id, title, created_by) select pg_temp.file(7, '')::uuid, 'Help', id from person;
insert into public.chat_messages (conversation_id, sender_id, sender_type, attachment_url, attachment_type)
select pg_temp.file(7, '')::uuid, id, 'userData', 'chat-attachments/' || pg_temp.file(7, '/') || pg_temp.file(8, '.pdf'), 'application/pdf' from person;
select is(public.list_unused_files(), 0, 'files that a row names are not listed');
select is(pg_temp.listed(), null, 'none of them');

-- Uploads that were killed, one of each kind; one of today; and files that somebody stored in Studio.
select pg_temp.store('files', 'profilePictures/' || id || '-6.webp', '47 hours') from person;
select pg_temp.store('files', 'review-images/' || pg_temp.file(11, '.webp'), '47 hours'), pg_temp.store('originals', pg_temp.file(12, '.png'), '47 hours'),
  pg_temp.store('videos', pg_temp.file(13, '.mp4'), '47 hours'), pg_temp.store('products', pg_temp.file(14, '.webp'), '47 hours'),
  pg_temp.store('files', 'chat-attachments/' || pg_temp.file(7, '/') || pg_temp.file(18, '.pdf'), '47 hours'),
  pg_temp.store('products', pg_temp.file(15, '.webp'), '23 hours'), pg_temp.store('products', 'robes/front.webp', '47 hours');
select is(public.list_unused_files(), 6, 'uploads that were killed are listed a day later');
select is(replace(pg_temp.listed(), (select id::text from person), 'ID'), concat_ws(', ',
  'files chat-attachments/' || pg_temp.file(7, '/') || pg_temp.file(18, '.pdf'), 'files profilePictures/ID-6.webp',
  'files review-images/' || pg_temp.file(11, '.webp'), 'originals ' || pg_temp.file(12, '.png'), 'products ' || pg_temp.file(14, '.webp'),
  'videos ' || pg_temp.file(13, '.mp4')), 'these and no others');
delete from public.files_to_remove;
select is(public.list_unused_files(), 0, 'each file is compared once');

select is((select string_agg(public.is_file_shown(bucket, path)::text, ' ') from (select 'files', avatar_url from public.profiles p join person using (id)
  union all values ('files', 'review-images/' || pg_temp.file(1, '.webp')), ('videos', pg_temp.file(3, '.mp4'))) f (bucket, path)),
  'true true true', 'pictures and videos in use are shown');
select is((select string_agg(public.is_file_shown(bucket, path)::text, ' ') from (values ('files', 'profilePictures/nobody.webp'),
  ('files', 'profilePictures/' || pg_temp.file(1, '-1.webp')), ('files', 'chat-attachments/' || pg_temp.file(7, '/') || pg_temp.file(8, '.pdf')),
  ('files', 'review-images/' || pg_temp.file(11, '.webp')), ('videos', pg_temp.file(13, '.mp4')), ('originals', pg_temp.file(2, '.png'))) f (bucket, path)),
  'false false false false false false', 'others are not');
update public.product_reviews set hidden_at = now(), hidden_reason = 'spam' where images @> array['review-images/' || pg_temp.file(1, '.webp')];
select is(public.is_file_shown('files', 'review-images/' || pg_temp.file(1, '.webp')), false, 'nor is a photo of a hidden review');
delete from public.profiles p using person where p.id = person.id;
select is((select bool_or(public.is_file_shown('files', 'profilePictures/' || id || '-5.webp')) from person), false,
  'nor the picture of a deleted account');

select * from finish();
