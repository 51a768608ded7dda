-- Reviews: one per product and shopper; a second one updates the first (A33).

create table public.product_reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  rating integer not null check (rating between 1 and 5),
  review_text text not null check (length(trim(review_text)) between 1 and 2000),
  -- Only files of our bucket, and the shop's own pictures, which the samples use.
  images text[] not null default '{}' check (cardinality(images) <= 3 and array_position(images, null) is null
    and (images = '{}' or array_to_string(images, ' ')
      ~ '^((review-images/[0-9a-f-]{36}\.(webp|jpg|png)|/?pictures/[a-z0-9-]{1,80}\.webp)( |$))+$')),
  -- How the product runs, if the author says so.
  fit text check (fit in ('small', 'true', 'large')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  hidden_at timestamptz,
  hidden_reason text check (length(trim(hidden_reason)) between 1 and 300),
  version integer not null default 1,
  -- The size that the author has, and the one that they usually wear, if they say so: labels of product_variants.
  size text check (length(size) between 1 and 40),
  usual_size text check (length(usual_size) between 1 and 40),
  unique (product_id, user_id),
  constraint product_reviews_hidden_check check ((hidden_at is null) = (hidden_reason is null))
);
create trigger raise_version before update on public.product_reviews for each row execute function shop.raise_version();
-- For the lists of the desk: shown reviews, the latest first, and those hidden last.
create index product_reviews_hidden_idx on public.product_reviews ((hidden_at is not null),
  coalesce(hidden_at, created_at) desc, id);
create index product_reviews_latest_idx on public.product_reviews (product_id, created_at desc);
create index product_reviews_rating_idx on public.product_reviews (product_id, rating desc, created_at desc);
create index product_reviews_user_id_idx on public.product_reviews (user_id);
-- To find other reviews with the same photo.
create index product_reviews_images_idx on public.product_reviews using gin (images);
create trigger set_updated_at before update on public.product_reviews
  for each row execute function shop.set_updated_at();
alter table public.product_reviews enable row level security;

-- Stores the average of the reviews that are shown in the product, so that listings don't compute it. Products are
-- locked in the order of their IDs before their reviews are counted, so that the count includes every review written
-- before.
create function shop.keep_product_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id in (select product_id from changed) order by p.id for no key update;
  update public.products p set (rating, review_count) =
    (select round(avg(r.rating), 1), count(*) from public.product_reviews r where r.product_id = p.id
      and r.hidden_at is null)
  where p.id in (select product_id from changed);
  return null;
end $$;
create trigger keep_product_rating_insert after insert on public.product_reviews
  referencing new table as changed for each statement execute function shop.keep_product_rating();
create trigger keep_product_rating_update after update on public.product_reviews
  referencing new table as changed for each statement execute function shop.keep_product_rating();
create trigger keep_product_rating_delete after delete on public.product_reviews
  referencing old table as changed for each statement execute function shop.keep_product_rating();
create policy "everyone reads reviews that are shown, shoppers their own" on public.product_reviews
  for select to anon, authenticated using (hidden_at is null or user_id = (select auth.uid()));
grant select on public.product_reviews to anon, authenticated;
-- The shop writes reviews, which counts them and names their photos (decision 145).
create policy "shoppers delete their own reviews" on public.product_reviews
  for delete to authenticated using (user_id = (select auth.uid()));
grant delete on public.product_reviews to authenticated;

-- Votes that a review is helpful, one per shopper. They are counted when reviews are read, so that a vote locks no
-- product.
create table public.review_votes (
  review_id uuid not null references public.product_reviews (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (review_id, user_id)
);
create index review_votes_user_id_idx on public.review_votes (user_id);
alter table public.review_votes enable row level security;

-- Two shoppers who delete their accounts may have voted for each other's reviews, so all affected votes are locked in
-- one order first.
create function shop.lock_votes_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.review_votes v
  where v.user_id = old.id or v.review_id in (select r.id from public.product_reviews r where r.user_id = old.id)
  order by v.review_id, v.user_id for update;
  return old;
end $$;
create trigger lock_votes_of_person before delete on public.profiles
  for each row execute function shop.lock_votes_of_person();

-- Marks a review as helpful. Returns false if the shopper has done so before. It is a function, so that nobody votes
-- for their own review. A hidden review is like none.
create function public.mark_review_helpful(p_review_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  shopper uuid := (select auth.uid());
  author uuid := (select r.user_id from public.product_reviews r where r.id = p_review_id and r.hidden_at is null);
begin
  if author is null then
    raise exception using errcode = 'PT404', message = 'no_such_review';
  end if;
  if author = shopper then
    raise exception using errcode = 'PT403', message = 'own_review';
  end if;
  insert into public.review_votes (review_id, user_id) values (p_review_id, shopper) on conflict do nothing;
  return found;
end $$;
grant execute on function public.mark_review_helpful(uuid) to authenticated;

-- Returns the reviews that are shown with their author's public data: p_rating selects one rating, p_size one size that
-- authors have. `counts` says how many there are of each rating, `fits` how many say that the product runs so, `sizes`
-- how many have each of its sizes, { size, count } in their order. Whether an author bought it here is known from the
-- orders. It is a function, because profiles are readable only by their owner.
create function public.get_product_reviews(p_product_id uuid, p_sort text default 'latest', p_limit integer default 4,
  p_rating integer default null, p_size text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.bounded(p_sort, 40), shop.bounded(p_size, 40);
  return jsonb_build_object(
    'total', (select count(*) from public.product_reviews r
      where r.product_id = p_product_id and r.hidden_at is null and (p_rating is null or r.rating = p_rating)
        and (p_size is null or r.size = p_size)),
    'counts', (select jsonb_object_agg(stars, (select count(*) from public.product_reviews r
      where r.product_id = p_product_id and r.hidden_at is null and r.rating = stars))
        from generate_series(1, 5) as stars),
    'fits', (select jsonb_object_agg(fit, (select count(*) from public.product_reviews r
      where r.product_id = p_product_id and r.hidden_at is null and r.fit = fits.fit))
        from unnest(array['small', 'true', 'large']) as fits (fit)),
    'sizes', (select coalesce(jsonb_agg(jsonb_build_object('size', s.label, 'count', s.count) order by s.place, s.label),
        '[]') from (select v.label, min(v.display_order) as place, count(*) from public.product_variants v
          join public.product_reviews r on r.product_id = v.product_id and r.size = v.label and r.hidden_at is null
        where v.product_id = p_product_id group by v.label) s),
    'reviews', coalesce((select jsonb_agg(to_jsonb(page_of) - 'place'
        || jsonb_build_object('is_verified', shop.has_received(page_of.user_id, p_product_id)) order by place) from (
      select r.id, r.product_id, r.user_id, r.rating, r.review_text, r.images, r.fit, r.size, r.usual_size,
        r.created_at, r.updated_at,
        jsonb_build_object('id', p.id, 'full_name', p.full_name, 'avatar_url', p.avatar_url) as profile,
        votes.helpful,
        row_number() over (order by
          case when p_sort = 'helpful' then -votes.helpful when p_sort = 'highest' then -r.rating
            when p_sort = 'lowest' then r.rating when p_sort = 'photos' then (r.images = '{}')::integer else 0 end,
          r.created_at desc, r.id) as place
      from public.product_reviews r join public.profiles p on p.id = r.user_id
      cross join lateral (select count(*)::integer as helpful from public.review_votes v
        where v.review_id = r.id) as votes
      where r.product_id = p_product_id and r.hidden_at is null and (p_rating is null or r.rating = p_rating)
        and (p_size is null or r.size = p_size)
      order by place limit least(greatest(coalesce(p_limit, 4), 1), 200)) as page_of), '[]'));
end $$;
grant execute on function public.get_product_reviews(uuid, text, integer, integer, text) to anon, authenticated;
