-- Reviews that the shop hides, with a reason that their author reads (decision 127).

create policy "operators read photos of reviews" on storage.objects
  for select to authenticated
  using (bucket_id = 'files' and name like 'review-images/%' and (select shop.is_allowed_at_desk('{people}')));

-- Hidden reviews that their authors deleted. A new review of the same product by the same author is hidden again, for
-- the same reason.
create table shop.deleted_hidden_reviews (
  product_id uuid not null references public.products (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  hidden_at timestamptz not null,
  hidden_reason text not null,
  primary key (product_id, user_id)
);
create index deleted_hidden_reviews_user_id_idx on shop.deleted_hidden_reviews (user_id);

create function shop.remember_hidden_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Not if the product or the account is being deleted, which has deleted the review.
  insert into shop.deleted_hidden_reviews (product_id, user_id, hidden_at, hidden_reason)
  select p.id, a.id, old.hidden_at, old.hidden_reason from public.products p, public.profiles a
  where p.id = old.product_id and a.id = old.user_id;
  return null;
end $$;
create trigger remember_hidden_review after delete on public.product_reviews
  for each row when (old.hidden_at is not null) execute function shop.remember_hidden_review();

create function shop.hide_review_again() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  earlier shop.deleted_hidden_reviews;
begin
  delete from shop.deleted_hidden_reviews d where d.product_id = new.product_id and d.user_id = new.user_id returning *
    into earlier;
  if earlier.hidden_at is not null then
    update public.product_reviews r set hidden_at = earlier.hidden_at, hidden_reason = earlier.hidden_reason
      where r.id = new.id;
  end if;
  return null;
end $$;
-- After the insert, which has waited for a deletion of the earlier review that is under way.
create trigger hide_review_again after insert on public.product_reviews
  for each row execute function shop.hide_review_again();

-- Returns a page of reviews: { rows, total }; shown ones, the latest first, or hidden ones, those hidden last first.
-- p_search is a part of the text, the product's name or the author's.
create function public.desk_reviews(p_is_hidden boolean default false, p_search text default null,
  p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  size constant integer := 50;
  words text := '%' || replace(replace(replace(lower(nullif(trim(p_search), '')), '\', '\\'), '%', '\%'), '_', '\_')
    || '%';
  -- All that are found, so that words are searched once for the count and the page.
  found uuid[];
begin
  perform shop.require_desk('{people}');
  found := array(select r.id from public.product_reviews r
    where (r.hidden_at is not null) = p_is_hidden and (words is null or lower(r.review_text) like words
      or r.product_id in (select p.id from public.products p where lower(p.name) like words)
      or r.user_id in (select a.id from public.profiles a where lower(a.full_name) like words))
    order by coalesce(r.hidden_at, r.created_at) desc, r.id);
  return jsonb_build_object('total', cardinality(found),
    'rows', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'version', r.version, 'rating', r.rating,
      'review_text', r.review_text,
        'images', r.images, 'created_at', r.created_at, 'hidden_at', r.hidden_at, 'hidden_reason', r.hidden_reason,
          'product', p.name,
        'slug', p.slug, 'author', a.id, 'author_name', a.full_name) order by page.place), '[]')
      from unnest(found[size * (greatest(p_page, 1) - 1) + 1 : size * greatest(p_page, 1)]) with ordinality as page (id,
        place)
      join public.product_reviews r on r.id = page.id join public.products p on p.id = r.product_id
      join public.profiles a on a.id = r.user_id));
end $$;

-- Hides a review with a reason of at most 300 characters, or with null shows it again, and records it. Refuses with
-- no_such_review (PT404), changed_meanwhile, status_not_allowed (PT409) and invalid_reason (PT400).
create function public.desk_hide_review(p_id uuid, p_version integer, p_reason text default null) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.product_reviews;
  new public.product_reviews;
begin
  perform shop.require_desk('{people}');
  -- The product first, as when it is deleted (decision 21).
  perform from public.products p where p.id = (select r.product_id from public.product_reviews r where r.id = p_id)
    for no key update;
  select * into old from public.product_reviews r where r.id = p_id for no key update;
  if old.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_review';
  end if;
  perform shop.check_version(old.version, p_version);
  if (p_reason is null) = (old.hidden_at is null) then
    raise exception using errcode = 'PT409', message = 'status_not_allowed';
  end if;
  if length(trim(p_reason)) not between 1 and 300 then
    raise exception using errcode = 'PT400', message = 'invalid_reason';
  end if;
  update public.product_reviews r set hidden_at = case when p_reason is not null
    then now() end, hidden_reason = trim(p_reason)
  where r.id = p_id returning * into new;
  perform shop.record_at_desk(case when p_reason is null then 'show_review'
    else 'hide_review' end, 'review', p_id::text,
    jsonb_build_object('hidden', old.hidden_at is not null, 'reason', old.hidden_reason),
    jsonb_build_object('hidden', new.hidden_at is not null, 'reason', new.hidden_reason));
end $$;
grant execute on function public.desk_reviews(boolean, text, integer),
  public.desk_hide_review(uuid, integer, text) to authenticated;
