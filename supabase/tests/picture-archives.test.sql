-- Pictures as an archive: matched by their names, claimed and settled one by one.
select plan(16);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com');
update public.products set sku = null;
create temporary table articles as select id, row_number() over (order by id) as n from public.products where deleted_at is null order by id limit 3;
update public.products p set sku = (array['CH-0040', 'CH-0040-L', 'K.7'])[a.n] from articles a where a.id = p.id;
delete from public.product_media m using articles a where a.id = m.product_id;
delete from public.product_colors pc using articles a where a.id = pc.product_id;
insert into public.colors (name, value) values ('Sea Foam', '#000080');
insert into public.product_colors (product_id, color_id) select a.id, c.id from articles a, public.colors c where c.name in ('Black', 'Sea Foam');

create function pg_temp.file(name text, sign text default null, problem text default null) returns jsonb language sql as $$
  select jsonb_build_object('name', name, 'problem', problem, 'digest', encode(sha256(convert_to(coalesce(sign, name), 'UTF8')), 'hex'),
    'original', case when problem is null then gen_random_uuid() || '.jpg' end)
$$;
create function pg_temp.store(variadic files jsonb[]) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_store_archive(''june.zip'', ''none'', %L)', to_jsonb(files)))
$$;
create function pg_temp.files(archive text) returns setof text language sql as $$
  select f.name || ': ' || coalesce(f.problem, concat_ws(' ', p.sku, c.name, f.number)) from shop.archived_pictures f
  left join public.products p on p.id = f.product_id left join public.colors c on c.id = f.color_id where f.archive_id = archive::uuid order by f.place
$$;
create function pg_temp.claim(archive text) returns jsonb language sql as $$
  select nullif(pg_temp.as('operator', format('select public.desk_claim_picture(%L)', archive)), '')::jsonb
$$;
create function pg_temp.settle(archive text, place jsonb, outcome text) returns text language sql as $$
  select pg_temp.as('operator', format('select public.desk_settle_picture(%L, %s, %s)', archive, place, outcome))
$$;
create function pg_temp.added(archive text, place jsonb) returns text language sql as $$
  select pg_temp.settle(archive, place, format('%L, ''50%% 20%%''', '/storage/v1/object/public/products/' || gen_random_uuid() || '.webp'))
$$;

select is((select string_agg(pg_temp.as(who, query), ' ') from unnest(array['shopper', 'visitor']) who, unnest(array['select public.desk_archives()',
    'select public.desk_store_archive(''x'', ''none'', ''[{}]'')', 'select public.desk_begin_archive(gen_random_uuid())']) query),
  'not_operator not_operator not_operator 42501 42501 42501', 'only operators send archives');
create temporary table june as select pg_temp.store(pg_temp.file('robes/CH-0040_Black_2.jpg'), pg_temp.file('ch-0040 sea-foam 1.JPG'), pg_temp.file('CH_0040.png'),
  pg_temp.file('CH-0040-L_black.jpg'), pg_temp.file('k 7 3.webp'), pg_temp.file('CH-0040_Pink_1.jpg'), pg_temp.file('CH-00401_Black.jpg'), pg_temp.file('../../etc/passwd'),
  pg_temp.file('CH-0040_Black_3.jpg', 'robes/CH-0040_Black_2.jpg'), pg_temp.file('K.7.gif', problem => 'no_picture'), pg_temp.file('...')) as id;
select is((select array_agg(f) from june, pg_temp.files(id) f), array['robes/CH-0040_Black_2.jpg: CH-0040 Black 2', 'ch-0040 sea-foam 1.JPG: CH-0040 Sea Foam 1',
  'CH_0040.png: CH-0040', 'CH-0040-L_black.jpg: CH-0040-L Black', 'k 7 3.webp: K.7 3', 'CH-0040_Pink_1.jpg: no_color_of_it', 'CH-00401_Black.jpg: no_article', '../../etc/passwd: no_article',
  'CH-0040_Black_3.jpg: picture_there', 'K.7.gif: no_picture', '...: no_article'], 'files are matched by the longest article number, a colour and a number');
select is((select pg_temp.claim(id) from june), null, 'nothing is made of them before they are begun');
select is(pg_temp.as('operator', format('select public.desk_begin_archive(%L)', gen_random_uuid())), 'no_such_archive', 'only an archive is begun');
select is((select pg_temp.as('operator', format('select public.desk_begin_archive(%L)', id)) from june), '', 'an archive is begun');
create temporary table first as select pg_temp.claim(id) as claimed from june;
create temporary table second as select pg_temp.claim(id) as claimed from june;
select is((select f.claimed ->> 'name' || ' ' || (s.claimed ->> 'name') from first f, second s), 'CH_0040.png ' || (select case when
    (select id from public.colors where name = 'Black') < (select id from public.colors where name = 'Sea Foam') then 'robes/CH-0040_Black_2.jpg' else 'ch-0040 sea-foam 1.JPG' end),
  'two processes make different pictures, those of a product in the order of their colours and numbers');
select is((select pg_temp.added(id, claimed -> 'place') from june, first), 'true', 'a picture is added');
select is((select pg_temp.added(id, claimed -> 'place') from june, first), 'false', 'once');
select is((select pg_temp.settle(id, claimed -> 'place', 'null, null, ''Too dark''') from june, second), 'false', 'one that can''t be made');
select is((select f.problem from june j join shop.archived_pictures f on f.archive_id = j.id::uuid, second s where f.place = (s.claimed ->> 'place')::integer), 'Too dark', 'says why, and the rest goes on');
update shop.archived_pictures set claimed_at = now() - interval '3 minutes' where done_at is null;
create temporary table rest as select n, pg_temp.claim(id) as claimed from june, generate_series(1, 4) n;
select is((select count(claimed) || ' ' || string_agg(pg_temp.added(id, claimed -> 'place'), ' ') from june, rest where claimed is not null), '3 true true true',
  'what a process left is claimed again after two minutes');
select is((select string_agg(m.display_order || coalesce(' ' || c.name, '') || case when m.is_featured then ' main' else '' end, ', ' order by m.display_order) from public.product_media m
    join articles a on a.id = m.product_id and a.n = 1 left join public.colors c on c.id = m.color_id), '1 main, 2 ' || (select c.name from public.colors c join shop.archived_pictures f on f.color_id = c.id
      and f.done_at is not null join articles a on a.id = f.product_id and a.n = 1), 'pictures stand after each other, the first one is the main one');
select is((select array_agg(split_part(f, ': ', 2)) from pg_temp.files(pg_temp.store(pg_temp.file('CH_0040.png'), pg_temp.file('CH-0040-L.jpg', 'CH_0040.png'))) f),
  array['picture_there', 'CH-0040-L'], 'a picture that the product has isn''t added again');
create temporary table fetched as select pg_temp.store(jsonb_build_object('name', 'CH-0040_1', 'address', 'https://x.example/1.jpg'),
  jsonb_build_object('name', 'CH-0040_2', 'address', 'https://x.example/1.jpg')) as id;
select pg_temp.as('operator', format('select public.desk_begin_archive(%L)', id)) from fetched;
select is((select (claimed ->> 'address') || ' ' || pg_temp.settle(id, claimed -> 'place', format('%L, null, null, ''11111111-1111-1111-1111-111111111111.jpg'', repeat(''a'', 64)',
    '/storage/v1/object/public/products/' || gen_random_uuid() || '.webp')) from (select id, pg_temp.claim(id) as claimed from fetched) c),
  'https://x.example/1.jpg true', 'a picture that was fetched is added, with its original');
select is((select array_agg(split_part(f, ': ', 2)) from pg_temp.files(pg_temp.store(jsonb_build_object('name', 'CH-0040_1', 'address', 'https://x.example/1.jpg'), pg_temp.file('CH-0040_3', 'other'))) f),
  array['picture_there', 'CH-0040 3'], 'and isn''t fetched again');
update shop.picture_archives set made_at = now() - interval '2 days';
select pg_temp.store(pg_temp.file('CH_0040.png'));
select is((select count(*)::integer || ' ' || (select count(*) from public.files_to_remove r where r.bucket = 'originals' and r.path = any (array(select f.original from shop.archived_pictures f)))
    from shop.picture_archives), '3 0', 'what became no picture within a day goes with its file, the rest stays');

select * from finish();
