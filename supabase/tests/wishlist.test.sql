-- A shopper's wishlist: change_wishlist's effects, permissions and limits.
select plan(9);

create function pg_temp.all_slugs(most integer) returns text[] language sql as $$
  select array_agg(slug) from (select slug from public.products where is_active and deleted_at is null order by slug desc limit most) p
$$;

select is(pg_temp.refusal($$select public.change_wishlist('read')$$), 'not_signed_in', 'a visitor has no wishlist');
select pg_temp.sign_in('ayesha@example.com');
select is(public.change_wishlist('save', '{guest-robe}'), '{guest-robe}', 'a product is saved');
select is(public.change_wishlist('save', '{kimono-robe,guest-robe}'),
  '{kimono-robe,guest-robe}', 'new products are on top, existing ones keep their place');
select is(public.change_wishlist('save', '{never-was}'), '{kimono-robe,guest-robe}', 'unknown products are left out');
update public.products set is_active = false where slug = 'kimono-robe';
select is(public.change_wishlist('read'), '{guest-robe}', 'products that aren''t sold aren''t shown');
update public.products set is_active = true where slug = 'kimono-robe';
select is(public.change_wishlist('remove', '{guest-robe}'), '{kimono-robe}', 'a product is removed');
select is(cardinality(public.change_wishlist('merge', pg_temp.all_slugs(50))), 50, 'merging drops products beyond 50');
select is(array[pg_temp.refusal($$select public.change_wishlist('save', pg_temp.all_slugs(52))$$),
    pg_temp.refusal($$select public.change_wishlist('save', '{a-line-nightgown}')$$)],
  array['wishlist_too_large', 'wishlist_full'], 'saving more than 50 is refused');
select pg_temp.sign_in('mahnoor@example.com');
select is(public.change_wishlist('read'), '{}', 'another shopper has a separate wishlist');

select * from finish();
