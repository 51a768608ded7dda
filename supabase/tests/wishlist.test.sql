-- A shopper's wishlist: change_wishlist's effects, permissions and limits.
select plan(14);

create function pg_temp.wishes(slugs text[]) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('slug', slug) order by place) from unnest(slugs) with ordinality as t (slug, place)
$$;
create function pg_temp.all_wishes(most integer) returns jsonb language sql as $$
  select pg_temp.wishes(array_agg(slug)) from
    (select slug from public.products where is_active and deleted_at is null order by slug desc limit most) p
$$;
-- Changes the wishlist and returns it in short.
create function pg_temp.changed(change text, wishes jsonb default '[]') returns text language sql as $$
  select coalesce(string_agg(concat_ws(' ', w ->> 'slug', nullif(w ->> 'size', ''), nullif(w ->> 'color', ''), nullif(w ->> 'quantity', '1')), ', '), '')
  from jsonb_array_elements(public.change_wishlist(change, wishes)) w
$$;

select is(pg_temp.refusal($$select public.change_wishlist('read')$$), 'not_signed_in', 'a visitor has no wishlist');
select pg_temp.sign_in('ayesha@example.com');
select is(pg_temp.changed('save', pg_temp.wishes('{guest-robe}')), 'guest-robe', 'a product is saved');
select is(pg_temp.changed('save', pg_temp.wishes('{kimono-robe,guest-robe}')),
  'kimono-robe, guest-robe', 'new products are on top, existing ones keep their place');
select is(pg_temp.changed('save', pg_temp.wishes('{never-was}')), 'kimono-robe, guest-robe', 'unknown products are left out');
update public.products set is_active = false where slug = 'kimono-robe';
select is(pg_temp.changed('read'), 'guest-robe', 'products that aren''t sold aren''t shown');
update public.products set is_active = true where slug = 'kimono-robe';

select is(pg_temp.changed('save', '[{"slug": "guest-robe", "size": "M", "color": "Navy Blue", "quantity": 2}]'),
  'guest-robe M Navy Blue 2, kimono-robe', 'a wish with size and color replaces one without');
select is(pg_temp.changed('save', '[{"slug": "guest-robe"}, {"slug": "guest-robe", "size": "M", "color": "Navy Blue", "quantity": 1}]'),
  'guest-robe M Navy Blue 2, kimono-robe', 'it stays, with the larger quantity');
select is(pg_temp.changed('merge', '[{"slug": "guest-robe", "size": "L", "color": "Navy Blue"}]'),
  'guest-robe L Navy Blue, guest-robe M Navy Blue 2, kimono-robe', 'another size is a wish of its own');
select is(pg_temp.changed('remove', '[{"slug": "guest-robe", "size": "M", "color": "Navy Blue"}]'),
  'guest-robe L Navy Blue, kimono-robe', 'a wish is removed alone');
select pg_temp.changed('save', '[{"slug": "guest-robe", "size": "M", "color": "Navy Blue"}]');
select is(pg_temp.changed('remove', pg_temp.wishes('{guest-robe}')), 'kimono-robe', 'without size and color, all of a product are removed');

select is(jsonb_array_length(public.change_wishlist('merge', pg_temp.all_wishes(50))), 50, 'merging drops wishes beyond 50');
select is(array[pg_temp.refusal($$select public.change_wishlist('save', pg_temp.all_wishes(52))$$),
    pg_temp.refusal($$select public.change_wishlist('save', '[{"slug": "a-line-nightgown"}]')$$)],
  array['wishlist_too_large', 'wishlist_full'], 'saving more than 50 is refused');
select is(jsonb_array_length(public.change_wishlist('read')), 50, 'and changes nothing');
select pg_temp.sign_in('mahnoor@example.com');
select is(public.change_wishlist('read'), '[]', 'another shopper has a separate wishlist');

select * from finish();
