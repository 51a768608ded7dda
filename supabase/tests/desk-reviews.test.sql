-- Reviews that the shop hides.
select plan(29);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'ayesha@example.com', 'hira@example.com');

create or replace function pg_temp.email_of(who text) returns text language sql as $$
  select case who when 'author' then 'ayesha@example.com' when 'shopper' then 'hira@example.com' else 'mahnoor@example.com' end
$$;

insert into public.products (id, name, slug, price) values (md5('reviewed')::uuid, 'Reviewed robe', 'reviewed-robe', 1000);
insert into public.product_reviews (id, product_id, user_id, rating, review_text) values
  (md5('rude')::uuid, md5('reviewed')::uuid, pg_temp.account('ayesha@example.com'), 1, 'Rude words'),
  (md5('kind')::uuid, md5('reviewed')::uuid, pg_temp.account('mahnoor@example.com'), 5, 'Kind 100% words');

create function pg_temp.hide(who text, reason text, version integer) returns text language sql as $$
  select pg_temp.as(who, format('select public.desk_hide_review(%L, %s, %L)', md5('rude')::uuid, version, reason))
$$;
create function pg_temp.version() returns integer language sql as $$ select r.version from public.product_reviews r where r.id = md5('rude')::uuid $$;
create function pg_temp.product() returns text language sql as $$ select p.rating || ' of ' || p.review_count from public.products p where p.id = md5('reviewed')::uuid $$;
create function pg_temp.public_reviews() returns jsonb language sql as $$ select public.get_product_reviews(md5('reviewed')::uuid) $$;
create function pg_temp.seen(who text) returns text language sql as $$
  select pg_temp.as(who, format('select string_agg(rating::text, %L order by rating) from public.product_reviews where product_id = %L', ' ', md5('reviewed')::uuid))
$$;
create function pg_temp.listed(filter text) returns text language sql as $$
  select pg_temp.as('operator', format($q$select jsonb_path_query_array(public.desk_reviews(%s), '$.rows[*].review_text')$q$, filter))
$$;

select is(array[pg_temp.as('visitor', 'select public.desk_reviews()'), pg_temp.hide('visitor', 'Rude', 1)],
  array['42501', '42501'], 'a visitor may call neither function');
select is(pg_temp.as('author', 'select public.desk_reviews()') || ' ' || pg_temp.hide('author', 'Rude', 1),
  'not_operator not_operator', 'a shopper may use neither');
select is(pg_temp.as('author', $$update public.product_reviews set hidden_at = null, hidden_reason = null returning 1$$),
  '42501', 'nor write the columns');
select is(pg_temp.product(), '3.0 of 2', 'before, both reviews count');

select is(pg_temp.hide('operator', '  ', 1), 'invalid_reason', 'a review is hidden with a reason');
select is(pg_temp.hide('operator', repeat('x', 301), 1), 'invalid_reason', 'of at most 300 characters');
select is(pg_temp.hide('operator', null, 1), 'status_not_allowed', 'a review that is shown can''t be shown');
select is(pg_temp.hide('operator', ' Rude ', 1), '', 'an operator hides a review');
select is(pg_temp.hide('operator', 'Ruder', 1), 'changed_meanwhile', 'a form made before is refused');
select is(pg_temp.hide('operator', 'Ruder', pg_temp.version()), 'status_not_allowed', 'a hidden review isn''t hidden again');
select is(pg_temp.product(), '5.0 of 1', 'the product''s average and count leave it out');
select is(pg_temp.public_reviews() ->> 'total' || ' ' || (pg_temp.public_reviews() -> 'counts' ->> '1') || ' ' || jsonb_array_length(pg_temp.public_reviews() -> 'reviews'),
  '1 0 1', 'so do the list and its counts');
select is(pg_temp.seen('visitor') || ', ' || pg_temp.seen('shopper'), '5, 5', 'nobody else reads its row');
select is(pg_temp.as('author', format('select hidden_reason from public.product_reviews where id = %L', md5('rude')::uuid)),
  'Rude', 'its author reads it, with the reason');
select is(pg_temp.as('shopper', format('select public.mark_review_helpful(%L)', md5('rude')::uuid)), 'no_such_review', 'nobody votes for it');
update public.product_reviews set review_text = 'Ruder words' where id = md5('rude')::uuid;
select is((select review_text || ' ' || hidden_reason from public.product_reviews where id = md5('rude')::uuid),
  'Ruder words Rude', 'its author may edit it, and it stays hidden');
select is(pg_temp.listed('true'), '["Ruder words"]', 'hidden reviews have a list');
select is(pg_temp.listed($$false, '100%'$$), '["Kind 100% words"]', 'reviews are found by a part of the text, in which % is nothing special');
select is(array[pg_temp.listed($$true, 'reviewed ROBE'$$), pg_temp.listed($$true, 'nothing like it'$$)],
  array['["Ruder words"]', '[]'], 'and by their product');

select is(pg_temp.hide('operator', null, 1), 'changed_meanwhile', 'an edit by its author makes a form older');
select is(pg_temp.hide('operator', null, pg_temp.version()), '', 'an operator shows it again');
select is(pg_temp.product() || ', ' || pg_temp.seen('visitor'), '3.0 of 2, 1 5', 'then it counts, and everybody reads it');
select is((select string_agg(action || ' ' || actor_email || ' ' || coalesce(after ->> 'reason', '–'), ', ' order by id) from public.desk_audit where subject_kind = 'review' and subject_id = md5('rude')::uuid::text),
  'hide_review mahnoor@example.com Rude, show_review mahnoor@example.com –', 'both are recorded');

-- Photos follow their review.
update public.product_reviews set images = '{review-images/00000000-0000-4000-8000-000000000001.webp}' where id = md5('rude')::uuid;
insert into storage.objects (bucket_id, name) values ('files', 'review-images/00000000-0000-4000-8000-000000000001.webp'), ('files', 'review-images/00000000-0000-4000-8000-000000000002.webp');
create function pg_temp.photos() returns text language sql as $$
  select string_agg(who || ' ' || coalesce(pg_temp.as(who, 'select count(*) from storage.objects where name like ''review-images/00000000-%'''), '0'), ', ' order by who)
  from unnest(array['author', 'operator', 'shopper', 'visitor']) as who
$$;
select is(pg_temp.photos(), 'author 1, operator 2, shopper 1, visitor 1', 'everybody reads a photo of a review that is shown, operators all');
select pg_temp.hide('operator', 'Rude', pg_temp.version());
select is(pg_temp.photos(), 'author 1, operator 2, shopper 0, visitor 0', 'of a hidden one its author and operators alone');

-- A hidden review that its author deletes and writes anew.
create function pg_temp.write_anew() returns text language sql as $$
  insert into public.product_reviews (product_id, user_id, rating, review_text)
  values (md5('reviewed')::uuid, pg_temp.account('ayesha@example.com'), 2, 'Rude again') returning rating::text
$$;
select is(array[pg_temp.as('author', format('delete from public.product_reviews where id = %L returning 1', md5('rude')::uuid)),
    pg_temp.write_anew()],
  array['1', '2'], 'it may be deleted and written anew');
select is((select hidden_reason from public.product_reviews where product_id = md5('reviewed')::uuid and review_text = 'Rude again') || ', ' || pg_temp.product() || ', ' || pg_temp.seen('visitor'),
  'Rude, 5.0 of 1, 5', 'and begins hidden, with the reason of then');
update public.product_reviews set hidden_at = null, hidden_reason = null where review_text = 'Rude again';
select is(pg_temp.as('author', $$delete from public.product_reviews where review_text = 'Rude again' returning 1$$) || pg_temp.write_anew() || ', ' || pg_temp.product(),
  '12, 3.5 of 2', 'once it was shown again, it begins shown');
update public.product_reviews set hidden_at = now(), hidden_reason = 'Rude' where review_text = 'Rude again';
delete from public.products where id = md5('reviewed')::uuid;
select is((select count(*) from shop.deleted_hidden_reviews), 0::bigint, 'a product that is deleted leaves nothing');

select * from finish();
