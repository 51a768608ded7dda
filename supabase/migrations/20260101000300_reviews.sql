-- Reviews: one a product and shopper, a second one updates the first (A33).

create table public.product_reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  rating integer not null check (rating between 1 and 5),
  review_text text not null check (length(trim(review_text)) between 1 and 2000),
  -- What shoppers upload to our own bucket, and the shop's own pictures, which the samples show; nothing from elsewhere.
  images text[] not null default '{}' check (cardinality(images) <= 3 and array_position(images, null) is null
    and (images = '{}' or array_to_string(images, ' ')
      ~ '^((review-images/[0-9a-f-]{36}\.(webp|jpg|png)|/?pictures/[a-z0-9-]{1,80}\.webp)( |$))+$')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, user_id)
);
create index product_reviews_latest_idx on public.product_reviews (product_id, created_at desc);
create index product_reviews_rating_idx on public.product_reviews (product_id, rating desc, created_at desc);
create index product_reviews_user_id_idx on public.product_reviews (user_id);
create trigger set_updated_at before update on public.product_reviews
  for each row execute function shop.set_updated_at();

-- The product carries its average, so that no listing has to compute it. The products are locked, in the order of their
-- ids, before their reviews are counted: the count then sees every review that was written before.
create function shop.keep_product_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id in (select product_id from changed) order by p.id for no key update;
  update public.products p set (rating, review_count) =
    (select round(avg(r.rating), 1), count(*) from public.product_reviews r where r.product_id = p.id)
  where p.id in (select product_id from changed);
  return null;
end $$;
create trigger keep_product_rating_insert after insert on public.product_reviews
  referencing new table as changed for each statement execute function shop.keep_product_rating();
create trigger keep_product_rating_update after update on public.product_reviews
  referencing new table as changed for each statement execute function shop.keep_product_rating();
create trigger keep_product_rating_delete after delete on public.product_reviews
  referencing old table as changed for each statement execute function shop.keep_product_rating();

alter table public.product_reviews enable row level security;
create policy "everyone reads reviews" on public.product_reviews
  for select to anon, authenticated using (true);
create policy "shoppers write their own reviews" on public.product_reviews
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "shoppers change their own reviews" on public.product_reviews
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

grant select on public.product_reviews to anon, authenticated;
grant insert (product_id, user_id, rating, review_text, images)
  on public.product_reviews to authenticated;
grant update (rating, review_text, images) on public.product_reviews to authenticated;

-- Reviews with their author's public face. A function, because profiles hold what only their owner may read.
create function public.get_product_reviews(p_product_id uuid, p_sort text default 'latest', p_limit integer default 4)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'total', (select count(*) from public.product_reviews where product_id = p_product_id),
    'reviews', coalesce((select jsonb_agg(to_jsonb(page_of) - 'place' order by place) from (
      select r.id, r.product_id, r.user_id, r.rating, r.review_text, r.images, r.created_at, r.updated_at,
        jsonb_build_object('id', p.id, 'full_name', p.full_name, 'avatar_url', p.avatar_url) as profile,
        row_number() over (order by
          case when p_sort = 'highest' then -r.rating when p_sort = 'lowest' then r.rating else 0 end,
          r.created_at desc, r.id) as place
      from public.product_reviews r join public.profiles p on p.id = r.user_id
      where r.product_id = p_product_id
      order by place limit least(greatest(coalesce(p_limit, 4), 1), 200)) as page_of), '[]'))
$$;
grant execute on function public.get_product_reviews(uuid, text, integer) to anon, authenticated;
