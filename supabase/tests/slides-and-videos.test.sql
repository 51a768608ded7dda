-- Headings of products in the hero, and videos of products (decision 134).
select plan(17);
-- As Storage does, without which it refuses each deletion.
set local storage.allow_delete_query = 'true';

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');

insert into public.products (slug, name, price, is_banner) values ('filmed', 'Filmed', 900, true), ('plain', 'Plain', 900, false);
create function pg_temp.product(p_slug text) returns public.products language sql as $$ select p from public.products p where p.slug = p_slug $$;

-- Headings.
create function pg_temp.heading(p_slug text, heading text) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_save_row(''product_slide'', %L, %L, %s)',
    jsonb_build_object('hero_heading', heading), (pg_temp.product(p_slug)).id, (pg_temp.product(p_slug)).version))
$$;
select is(pg_temp.heading('filmed', ' Made for slow evenings '), (pg_temp.product('filmed')).id::text, 'a product of the hero gets a heading');
select is((pg_temp.product('filmed')).hero_heading || ' ' || (pg_temp.product('filmed')).is_banner || ' ' || (pg_temp.product('filmed')).version,
  'Made for slow evenings true 2', 'which is all that changes');
select is(pg_temp.heading('filmed', repeat('x', 81)), 'invalid_row', 'one that is too long is refused');
select is(pg_temp.heading('filmed', null), (pg_temp.product('filmed')).id::text, 'it is taken away again');
select is(pg_temp.heading('plain', 'Not shown'), 'no_such_row', 'a product that isn''t in the hero has none');

-- Videos.
create function pg_temp.video(who text, path text, version integer default null) returns text language sql as $$
  select coalesce(nullif(pg_temp.as(who, format('select public.desk_save_video(%L, %s, %L)', (pg_temp.product('filmed')).id,
    coalesce(version, (pg_temp.product('filmed')).version), path)), ''), 'saved')
$$;
create function pg_temp.listed() returns text language sql as $$
  select string_agg(left(path, 1), '' order by path) from public.files_to_remove where bucket = 'videos'
$$;
create function pg_temp.put(who text, bucket text, file text) returns text language sql as $$
  select pg_temp.as(who, format('insert into storage.objects (bucket_id, name) values (%L, %L) returning ''stored''', bucket, file))
$$;
create function pg_temp.file(digit text) returns text language sql as $$ select repeat(digit, 8) || '-0000-4000-8000-000000000000.mp4' $$;
select is(array[pg_temp.video('visitor', pg_temp.file('1')), pg_temp.video('shopper', pg_temp.file('1')),
    pg_temp.as('shopper', 'select public.desk_product_video(gen_random_uuid())')],
  array['42501', 'not_operator', 'not_operator'], 'only operators save and read them');
select is(pg_temp.video('operator', 'page.html') || ' ' || pg_temp.video('operator', pg_temp.file('1'), 1), 'invalid_video changed_meanwhile',
  'another file is refused, and so is an older form');
select is(array[pg_temp.put('visitor', 'videos', pg_temp.file('1')), pg_temp.put('shopper', 'videos', pg_temp.file('1')), pg_temp.put('operator', 'videos', 'page.html'),
    pg_temp.put('operator', 'files', pg_temp.file('1')), pg_temp.put('operator', 'videos', pg_temp.file('1'))],
  array['42501', '42501', '42501', '42501', 'stored'], 'only operators store them, under such names, in their bucket');
select is(pg_temp.as('visitor', $$select count(*) from storage.objects where bucket_id = 'videos'$$)
  || pg_temp.as('shopper', $$select count(*) from storage.objects where bucket_id = 'videos'$$), '00', 'others don''t even list them');
select is(pg_temp.video('operator', pg_temp.file('1')) || ' ' || pg_temp.as('operator', format('select public.desk_product_video(%L)', (pg_temp.product('filmed')).id)),
  'saved ' || pg_temp.file('1'), 'a video is saved');
select is(array[public.get_product_with_colors('filmed') -> 'product' ->> 'video', public.get_product_with_colors('plain') -> 'product' ->> 'video'],
  array[pg_temp.file('1'), null], 'and is part of the product that shoppers see');
select is((select after ->> 'video' from public.desk_audit where action = 'save_video' order by id desc limit 1), pg_temp.file('1'), 'the record says which');
select is(pg_temp.video('operator', pg_temp.file('1')), 'invalid_video', 'one that a product shows is no other''s');
select is(pg_temp.as('operator', $$delete from storage.objects where bucket_id = 'videos' returning 'removed'$$), null, 'and its file stays');
select is(pg_temp.video('operator', pg_temp.file('2')) || ' ' || pg_temp.listed(), 'saved 1', 'the file of one that is replaced is listed for removal');
select is(pg_temp.video('operator', null) || ' ' || pg_temp.listed(), 'saved 12', 'and that of one that is removed');
select pg_temp.video('operator', pg_temp.file('3'));
delete from public.products where slug = 'filmed';
select is(pg_temp.listed(), '123', 'and that of a deleted product');

select * from finish();
