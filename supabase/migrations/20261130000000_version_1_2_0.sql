-- Made by npm run migration from supabase/schemas. Read those.

-- Takes all tables at once, or lets go of those it has and tries again: readers that have one and wait for another would wait for ever.
do $$
begin
  for attempt in 1..600 loop
    begin
      set local lock_timeout = '50ms';
      execute (select 'lock table ' || string_agg(c.oid::regclass::text, ', ') || ' in access exclusive mode'
        from pg_catalog.pg_class c
        where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace));
      set local lock_timeout to default;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.1);
    end;
  end loop;
  raise exception 'The shop is too busy. Nothing was changed: push again.';
end $$;

SET local check_function_bodies = off;

DROP TRIGGER "set_updated_at" ON "public"."products";

DROP INDEX "public"."products_offer_id_idx";

DROP FUNCTION "public"."get_product_reviews"(uuid, text, integer, integer);

DROP FUNCTION
  "public"."get_products"(uuid[], uuid[], text[], text[], text[], text[], numeric, numeric, text, boolean, boolean, boolean, boolean, boolean, text, text, integer, integer,
  boolean, text[]);

DROP FUNCTION "shop"."as_known"(jsonb);

DROP FUNCTION "shop"."is_known_to_last_release"(public.order_mails);

DROP FUNCTION "shop"."is_last_release"();

DROP FUNCTION "shop"."listing_condition"(uuid[], jsonb, numeric, numeric, boolean, boolean, boolean, boolean, boolean);

DROP FUNCTION "shop"."recalculate_sums"(public.orders, jsonb);

DROP FUNCTION "shop"."record_at_desk"(text, text, text, jsonb, jsonb);

DROP FUNCTION "shop"."refuse_change"(public.orders);

CREATE TABLE "public"."product_pairs" (
  "product_id" uuid NOT NULL,
  "other_id"   uuid NOT NULL,
  CONSTRAINT "product_pairs_check" CHECK ((product_id < other_id)),
  CONSTRAINT "product_pairs_pkey" PRIMARY KEY (product_id, other_id)
);

ALTER TABLE "public"."product_pairs"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."product_pairs" FROM "anon", "authenticated";

CREATE TABLE "shop"."sold_counted" (
  "is_only" boolean                  NOT NULL DEFAULT true,
  "at"      timestamp with time zone NOT NULL,
  CONSTRAINT "sold_counted_is_only_check" CHECK (is_only),
  CONSTRAINT "sold_counted_pkey" PRIMARY KEY (is_only)
);

ALTER TABLE "shop"."sold_counted"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."order_rules"
  ADD COLUMN "shoppers_change" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."product_reviews"
  ADD COLUMN "size" text;

ALTER TABLE "public"."product_reviews"
  ADD COLUMN "usual_size" text;

ALTER TABLE "public"."products"
  ADD COLUMN "sold" integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION public.claim_order_mails (
  p_most integer DEFAULT 20
)
  RETURNS SETOF jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  mail public.order_mails;
  about public.orders;
  handed_out integer := 0;
  wait integer;
begin
  while handed_out < least(p_most, 100) loop
    select * into mail from public.order_mails m
    where m.state = 'waiting' and m.due_at <= now()
      and not exists (select from public.order_mails earlier
      where earlier.order_id = m.order_id and earlier.state = 'waiting' and earlier.number < m.number
        and earlier.held_until is null
        and (earlier.kind = 'operator_refund') = (m.kind = 'operator_refund'))
    order by m.due_at, m.number limit 1 for update skip locked;
    exit when mail.id is null;
    select * into about from public.orders where id = mail.order_id;
    if mail.kind <> 'operator_refund' and (about.contact_email is null
       or mail.kind = 'unpaid' and about.status not in ('Pending', 'PaymentPending', 'PaymentFailed')
       or exists (select from public.returns r where r.id = mail.return_id
         and (r.status = 'withdrawn' or mail.kind = 'return_requested' and r.status <> 'requested'))) then
      update public.order_mails set state = 'superseded', ended_at = now(), held_until = null where id = mail.id;
      continue;
    end if;
    update public.order_mails set state = 'superseded', ended_at = now(), held_until = null
    where order_id = mail.order_id and state = 'waiting' and number < mail.number and held_until is not null
      and mail.kind <> 'operator_refund';
    if mail.attempts = 0 and mail.created_at > now() - interval '3 days' then
      wait := shop.mail_waits(mail.kind, about);
      if wait is not null then
        update public.order_mails set held_until = now() + make_interval(secs => wait),
          due_at = now() + make_interval(secs => wait)
        where id = mail.id;
        continue;
      end if;
    end if;
    handed_out := handed_out + 1;
    if mail.created_at < now() - interval '3 days' or mail.uncertain_since < now() - interval '23 hours' then
      update public.order_mails set state = 'given_up', ended_at = now(), held_until = null where id = mail.id;
      return next jsonb_build_object('id', mail.id, 'kind', mail.kind, 'attempts', mail.attempts, 'is_given_up', true);
      continue;
    end if;
    update public.order_mails set attempts = attempts + 1, held_until = null, claimed_at = now(),
      uncertain_since = coalesce(uncertain_since, now()),
      due_at = now() + least(interval '30 minutes', interval '1 minute' * power(2, least(attempts, 10)))
    where id = mail.id;
    return next jsonb_build_object('id', mail.id, 'kind', mail.kind, 'attempts', mail.attempts + 1, 'is_given_up',
      false,
      'order', case when about.id is not null then shop.order_as_json(about) || jsonb_build_object('refunds',
        (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from public.refunds r
          where r.order_id = about.id)) end,
      'items', (select coalesce(jsonb_agg(to_jsonb(i) order by i.id), '[]') from public.order_items i
        where i.order_id = about.id),
      'refund', (select to_jsonb(r) from public.refunds r where r.id = mail.refund_id or r.return_id = mail.return_id),
      'names', case when about.language = 'ur' then shop.urdu_names_of(about) else '{}' end,
      'return', (select jsonb_build_object('kind', r.kind, 'answer', r.answer, 'history', r.history,
        'refund_amount', r.refund_amount, 'due_amount', r.due_amount, 'items', (
          select jsonb_agg(jsonb_build_object('name', i.product_name, 'quantity', ri.quantity, 'size', i.selected_size,
            -- For the server of the release before.
            'new_size', shop.replacement_in_words(ri, i),
            'replacement', shop.replacement_of(ri, i))
            order by i.product_name, i.id) from public.return_items ri
              join public.order_items i on i.id = ri.order_item_id where ri.return_id = r.id))
        from public.returns r where r.id = mail.return_id));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.count_sold()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into shop.sold_counted as c (at) values (now())
    on conflict (is_only) do update set at = now() where c.at < now() - interval '1 hour';
  if not found then return; end if;
  with sums as materialized (
    select l.product_id, greatest(sum(l.pieces), 0) as pieces from shop.ledger l
    where l.counts_as is not null and l.made_at > now() - interval '90 days'
      and l.figure in ('sold', 'refunded', 'returned_to_origin') and l.product_id is not null
    group by 1
  ), changed as materialized (
    select p.id, coalesce(s.pieces, 0) as pieces from public.products p left join sums s on s.product_id = p.id
    where p.sold <> coalesce(s.pieces, 0)
    -- Locked by ID, like everywhere (decision 21).
    order by p.id for no key update of p
  )
  update public.products p set sold = c.pieces from changed c where c.id = p.id;
end $function$;

REVOKE ALL ON FUNCTION "public"."count_sold"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.desk_edit_order (
  p_order_id text,
  p_version  integer,
  p_change   jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
declare
  old public.orders;
  new public.orders;
begin
  perform shop.require_desk();
  old := shop.lock_for_desk(p_order_id, p_version);
  new := shop.edit_order(old, p_change, 'shop');
  return shop.desk_row(new) || jsonb_build_object('is_changed', new.version <> old.version);
end $function$;

CREATE OR REPLACE FUNCTION public.desk_pairs (
  p_product uuid,
  p_search  text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  product public.products;
  sought uuid[] := shop.found('product', p_search);
begin
  perform shop.require_desk();
  select * into product from public.products p where p.id = p_product;
  return (
    with paired as materialized (
      select x.id from shop.paired_with(p_product) as x (id)
    ), offered as (
      select x.id, 0 as place from paired x
      union all
      select p.id, 1 from public.products p where p.id = any (sought) and p.deleted_at is null and p.id <> p_product
        and p.id not in (select x.id from paired x)
      union all
      select p.id, 1 from shop.goes_with(product, 12) p where sought is null
      order by place limit 48
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'state', shop.state_of(p),
        'category', (select c.name from public.product_categories c where c.id = p.category_id),
        'picture', (select m.url from public.product_media m where m.product_id = p.id
          order by m.is_banner, m.is_featured desc, m.display_order, m.id limit 1),
        'is_paired', o.place = 0) order by o.place, p.name, p.id), '[]')
    from offered o join public.products p on p.id = o.id);
end $function$;

REVOKE ALL ON FUNCTION "public"."desk_pairs"(uuid, text) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.desk_refunds (
  p_is_sent boolean DEFAULT false,
  p_page    integer DEFAULT 1
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  size constant integer := 50;
begin
  perform shop.require_desk();
  return jsonb_build_object('total', (select count(*) from public.refunds r
    where (r.refunded_at is not null) = p_is_sent),
    'rows', (select coalesce(jsonb_agg(to_jsonb(r) - 'place' order by r.place), '[]') from (
      select r.id, r.created_at, r.amount, r.reason, r.provider, r.provider_payment_id, r.refunded_at, r.reference,
        r.note, o.order_id,
        o.contact_phone, row_number() over (order by case when p_is_sent then - extract(epoch from r.refunded_at)
          else extract(epoch from r.created_at) end, r.id) as place
      from public.refunds r left join public.orders o on o.id = r.order_id where (r.refunded_at is not null) = p_is_sent
      order by place limit size offset size * (greatest(p_page, 1) - 1)) r));
end $function$;

CREATE OR REPLACE FUNCTION public.desk_save_pairs (
  p_product uuid,
  p_version integer,
  p_shown   uuid[],
  p_chosen  uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
declare
  old public.products;
  was text;
begin
  perform shop.require_desk();
  old := shop.lock_product_for_desk(p_product, p_version);
  was := shop.names_of_pairs(old.id);
  if exists (select from unnest(p_chosen) as x (id) where x.id = old.id
    or x.id not in (select p.id from public.products p)) then
    raise exception using errcode = 'PT404', message = 'no_such_product';
  end if;
  delete from public.product_pairs x where (x.product_id = old.id and x.other_id = any (p_shown)
    or x.other_id = old.id and x.product_id = any (p_shown)) and not (x.product_id = any (p_chosen)
    or x.other_id = any (p_chosen));
  insert into public.product_pairs (product_id, other_id)
  select distinct least(old.id, x.id), greatest(old.id, x.id) from unnest(p_chosen) as x (id) order by 1, 2
    on conflict do nothing;
  update public.products p set version = p.version + 1 where p.id = old.id;
  perform shop.record_at_desk('save_pairs', 'product', old.id::text, jsonb_build_object('belongs_to', was),
    jsonb_build_object('belongs_to', shop.names_of_pairs(old.id)));
end $function$;

REVOKE ALL ON FUNCTION "public"."desk_save_pairs"(uuid, integer, uuid[], uuid[]) FROM PUBLIC, "anon";

CREATE OR REPLACE FUNCTION public.edit_own_order (
  p_order_id       text,
  p_version        integer,
  p_change         jsonb,
  p_expected_total numeric,
  p_attempt_key    uuid    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET lock_timeout TO '5s'
  AS $function$
declare
  change constant jsonb := shop.bounded(p_change, 20000);
  total constant numeric := shop.bounded(p_expected_total, 13);
  old public.orders;
  new public.orders;
begin
  perform shop.lock_shopper(auth.uid());
  old := shop.payable_order(p_order_id, p_attempt_key);
  if old.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_order';
  end if;
  perform shop.check_version(old.version, p_version);
  if shop.own_change_problem(old) is not null then
    raise exception using errcode = 'PT409', message = shop.own_change_problem(old);
  -- What only the desk gives: other products, a discount, a price of delivery.
  elsif total is null or jsonb_typeof(change) is distinct from 'object' or change - array['address', 'items'] <> '{}'
    or change @? '$.items[*] ? (!exists (@.id))' then
    raise exception using errcode = 'PT400', message = 'invalid_request';
  end if;
  new := shop.edit_order(old, change, 'shopper', total);
  return jsonb_build_object('is_changed', new.version <> old.version, 'due_amount', new.due_amount);
end $function$;

CREATE OR REPLACE FUNCTION public.get_completing (
  product_ids uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select shop.completing(shop.bounded(product_ids, 50, 36), 2)
$function$;

CREATE OR REPLACE FUNCTION public.get_guest_order (
  p_order_id    text,
  p_attempt_key uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform shop.bounded(p_order_id, 60);
  return (select shop.order_as_json(o) || jsonb_build_object('items',
      (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('translations', shop.name_in_languages(p))), '[]')
        from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = o.id),
          'refunds',
      (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.refunds r where r.order_id = o.id),
          'order_mails',
      (select coalesce(jsonb_agg(jsonb_build_object('held_until', m.held_until)), '[]') from public.order_mails m
        where m.order_id = o.id))
    from public.orders o where o.order_id = p_order_id and o.attempt_key = p_attempt_key and o.user_id is null);
end $function$;

CREATE OR REPLACE FUNCTION public.get_own_order_change (
  p_order_id    text,
  p_attempt_key uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  own public.orders := shop.own_order(p_order_id, p_attempt_key);
begin
  return (select jsonb_build_object('version', own.version, 'problem', shop.own_change_problem(own), 'choices',
      coalesce(jsonb_object_agg(i.id, jsonb_build_object('sizes', line -> 'sizes', 'colors', line -> 'colors',
        'most', line -> 'most')), '{}'))
    from (select i.id, row_number() over (order by i.id) as place from public.order_items i where i.order_id = own.id) i
    join shop.priced_lines((select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'size', i.selected_size,
        'color', i.selected_color, 'quantity', i.quantity) order by i.id)
      from public.order_items i where i.order_id = own.id)) with ordinality as found (line, place) using (place)
    where own.id is not null having own.id is not null);
end $function$;

CREATE OR REPLACE FUNCTION public.get_product_reviews (
  p_product_id uuid,
  p_sort       text    DEFAULT 'latest'::text,
  p_limit      integer DEFAULT 4,
  p_rating     integer DEFAULT NULL::integer,
  p_size       text    DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.get_products (
  category_ids         uuid[]  DEFAULT NULL::uuid[],
  color_ids            uuid[]  DEFAULT NULL::uuid[],
  size_filters         text[]  DEFAULT NULL::text[],
  brand_size_filters   text[]  DEFAULT NULL::text[],
  cup_size_filters     text[]  DEFAULT NULL::text[],
  material_filters     text[]  DEFAULT NULL::text[],
  min_price            numeric DEFAULT NULL::numeric,
  max_price            numeric DEFAULT NULL::numeric,
  search_term          text    DEFAULT NULL::text,
  filter_is_active     boolean DEFAULT true,
  filter_is_top        boolean DEFAULT NULL::boolean,
  filter_is_banner     boolean DEFAULT NULL::boolean,
  filter_is_arrival    boolean DEFAULT NULL::boolean,
  filter_is_featured   boolean DEFAULT NULL::boolean,
  sort_by              text    DEFAULT 'created_at'::text,
  sort_order           text    DEFAULT 'desc'::text,
  page_size            integer DEFAULT 12,
  page_number          integer DEFAULT 1,
  filter_is_discounted boolean DEFAULT NULL::boolean,
  attribute_filters    text[]  DEFAULT NULL::text[],
  filter_in_stock      boolean DEFAULT NULL::boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  size_of_page integer := least(greatest(coalesce(page_size, 12), 1), 48);
  wanted_page integer := greatest(coalesce(page_number, 1), 1);
  term text := shop.searchable(nullif(trim(shop.bounded(search_term, 80)), ''));
  chosen jsonb := shop.chosen(color_ids, size_filters, brand_size_filters, cup_size_filters, material_filters,
    attribute_filters);
  condition text := shop.listing_condition(shop.bounded(category_ids, 20, 36), chosen, shop.bounded(min_price, 20),
    shop.bounded(max_price, 20),
      filter_is_top, filter_is_arrival, filter_is_discounted, filter_is_banner, filter_is_featured, filter_in_stock)
    -- Products that aren't active are nobody's to list (DB-29).
    || case when filter_is_active is false then ' and false' else '' end;
  ordering text := shop.listing_order(shop.bounded(sort_by, 40), shop.bounded(sort_order, 40));
  search record;
  named jsonb;
begin
  select * into search from shop.find_matches(term, condition);
  named := case when chosen ? 'sizes' then '{}' else shop.sizes_of(search.words) end;
  -- Thousands of matches mean a broad search word; ranking them all would cost more than it helps.
  if search.total between 1 and 1000 and term is not null and (sort_by is null or sort_by = 'created_at') then
    ordering := shop.search_order(term, search.words) || ', ' || ordering;
  elsif search.total <= 5000 then
    ordering := shop.sorted_order(ordering);
  end if;
  -- A page behind the last one would read all products to skip them.
  return jsonb_build_object('products', case when (wanted_page - 1)::bigint * size_of_page >= search.total then '[]'
    else
      shop.page_of_products(format('%s and (%s)', condition, search.matches), ordering, size_of_page, wanted_page,
        chosen || named || shop.colors_of(search.words, chosen -> 'colors')) end,
    'total', search.total, 'page', wanted_page, 'page_size', size_of_page,
    'total_pages', ceil(search.total::numeric / size_of_page)::integer, 'searched_for', search.corrected, 'answer',
      search.answer, 'size', named -> 'sizes' ->> 0,
    'default_stars', (select r.default_stars from public.listing_rules r));
end $function$;

CREATE OR REPLACE FUNCTION public.get_products_by_slug (
  p_slugs text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform shop.bounded(p_slugs, 50, 200);
  return (select coalesce(jsonb_agg(shop.choice_card(p) || jsonb_build_object('asked', asked.slug)
      order by asked.place), '[]')
    from unnest(p_slugs) with ordinality as asked (slug, place)
    join public.products p on p.slug = shop.present_slug(asked.slug) and p.is_active and p.deleted_at is null);
end $function$;

CREATE OR REPLACE FUNCTION shop.change_items (
  o       public.orders,
  p_items jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  lines jsonb := (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from shop.changed_lines(o.id, p_items) l);
  priced jsonb;
  refused jsonb;
begin
  if jsonb_array_length(lines) = 0 then
    raise exception using errcode = 'PT409', message = 'last_item';
  elsif jsonb_array_length(lines) > 50 then
    raise exception using errcode = 'PT400', message = 'too_many_items';
  elsif not exists (select from jsonb_array_elements(lines) l where not (l ->> 'is_same')::boolean)
     and jsonb_array_length(lines) = (select count(*) from public.order_items i where i.order_id = o.id) then
    return;
  end if;
  -- The pieces of before and of after are locked together, in the order of decision 21.
  perform from public.products p where p.id in (select (l ->> 'product_id')::uuid from jsonb_array_elements(lines) l)
    order by p.id for key share;
  perform from public.product_variants v
  where v.id in (select i.variant_id from public.order_items i where i.order_id = o.id)
    or (v.product_id, v.label) in (select (l ->> 'product_id')::uuid, l ->> 'size' from jsonb_array_elements(lines) l)
  order by v.id for no key update;
  perform from public.promo_codes c where c.code = o.promo_code for no key update;

  perform shop.release_stock(array[o.id]);
  priced := (select jsonb_agg(p || jsonb_build_object('name', coalesce(l ->> 'name', p ->> 'name'))
    || jsonb_strip_nulls(jsonb_build_object(
      'item', l -> 'item', 'is_same', l -> 'is_same', 'price', l -> 'price', 'final_price', l -> 'final_price'))
        order by place)
    from shop.priced_lines(lines) with ordinality as found (p, place)
    join jsonb_array_elements(lines) with ordinality as line (l, place) using (place));
  refused := (select p from jsonb_array_elements(priced) p
    where p ->> 'problem' is not null and not (p ->> 'is_same')::boolean limit 1);
  if refused is not null then
    raise exception using errcode = 'PT409', message = 'item_refused',
      detail = shop.item_problem_in_words(refused, refused ->> 'name'),
      hint = (select jsonb_object_agg(key, value) from jsonb_each(refused)
        where key in ('problem', 'name', 'size', 'color', 'stock', 'most'))::text;
  end if;
  delete from public.order_items i where i.order_id = o.id
    and i.id not in (select (p ->> 'item')::uuid from jsonb_array_elements(priced) p where (p ->> 'is_same')::boolean);
  perform shop.take_stock(array[o.id]);
  perform shop.insert_order_items(o.id, jsonb_path_query_array(priced, '$[*] ? (@.is_same == false)'));
end $function$;

CREATE OR REPLACE FUNCTION shop.change_problem (
  o public.orders
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case
    when o.status = 'PaymentPending' then 'being_paid'
    when o.status not in ('Pending', 'PaymentFailed', 'PaymentAccepted', 'Processing') then 'status_not_allowed'
    when not o.holds_stock then 'order_lapsed'
    when exists (select from shop.shipments s where s.order_id = o.id
      and (s.state = 'waiting' or s.state = 'booked' and s.booked_at is not null)) then 'parcel_booked' end
$function$;

CREATE OR REPLACE FUNCTION shop.choice_card (
  p public.products
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select shop.product_card(p) || jsonb_build_object('variants',
    (select coalesce(jsonb_agg(jsonb_build_object('label', v.label, 'stock', v.stock, 'by_color',
      shop.stock_by_color(v)) order by v.display_order), '[]')
     from public.product_variants v where v.product_id = p.id), 'pictures',
    (select coalesce(jsonb_object_agg(c.name, m.url), '{}') from public.colors c join (
       select distinct on (color_id) color_id, url from public.product_media where product_id = p.id and not is_banner
       order by color_id, is_featured desc, display_order) m on m.color_id = c.id))
$function$;

CREATE OR REPLACE FUNCTION shop.column_in_words (
  p_column text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb '{"display_order": "place", "is_active": "is_shown", "question_text": "question", "answer_text": "answer",
    "review_text": "text", "customer_name": "name", "stat_label": "label", "stat_value": "value", "image_url": "picture", "hero_heading": "heading", "url": "address",
    "unpaid_hold": "unpaid_orders_are_held", "unconfirmed_hold": "unconfirmed_orders_are_held",
    "take_back_hold": "steps_can_be_taken_back", "mail_delay": "mails_of_a_step_wait", "has_whole_rupees": "whole_rupees", "shoppers_change": "shoppers_may_change_orders", "most_calls": "calls_before_it_is_cancelled"}' ->> p_column, p_column)
$function$;

CREATE OR REPLACE FUNCTION shop.completing (
  products uuid[],
  most     integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(shop.choice_card(x.product) || jsonb_build_object('with', x.with)
    order by x.place, (x.product).created_at desc, (x.product).id), '[]')
  from (
    select distinct on (p.id) p as product, o.id as with, o.place
    from unnest(products) with ordinality as o (id, place)
    cross join lateral shop.paired_with(o.id) as other (id)
    join public.products p on p.id = other.id and p.is_active and p.deleted_at is null
    where p.id <> all (products) order by p.id, o.place limit most) as x
$function$;

CREATE OR REPLACE FUNCTION shop.delivery_fee_of (
  o      public.orders,
  p_sums shop.order_sums
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select public.delivery_fee(coalesce(o.shipping_address ->> 'country', 'Pakistan'), shop.goods_total(p_sums))
$function$;

CREATE OR REPLACE FUNCTION shop.desk_lists()
  RETURNS SETOF shop.desk_list
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  values
    ('holiday', 'public.holidays'::regclass, 'id', '{day,name,is_expected}'::text[], 'day < current_date, day', true,
      '{}'::jsonb, null, '0'),
    ('delivery_rules', 'public.delivery_rules', 'is_only', '{cut_off,business_days}', 'is_only', false, '{}', null,
      '0'),
    ('delivery', 'public.delivery_countries', 'country', '{is_served,fee,free_from,first_day,last_day}',
      'is_served desc, country', false, '{}', null, '0'),
    ('order_rules', 'public.order_rules', 'is_only',
      '{unpaid_hold,unconfirmed_hold,most_unpaid,most_cash,most_unconfirmed,most_a_day,most_pieces,take_back_hold,mail_delay,most_calls}', 'is_only', false, '{}', null, '0'),
    ('price_rules', 'public.order_rules', 'is_only', '{has_whole_rupees}', 'is_only', false, '{}', null, '0'),
    ('own_changes', 'public.order_rules', 'is_only', '{shoppers_change}', 'is_only', false, '{}', null, '0'),
    ('block', 'public.blocked_contacts', 'id', '{contact,reason,ends}', 'ends desc, contact', true, '{}', null, '0'),
    ('quick_answer', 'public.predefined_questions', 'id',
      '{question_text,answer_text,category,display_order,is_active}',
      'display_order, question_text', true, '{}', null, '0'),
    ('question_category', 'public.faq_categories', 'id', '{title,slug,display_order,is_active}', 'display_order, title',
      true, '{}', 'Questions',
      'select count(*) from public.faq_items q where q.category_id = t.id'),
    ('job', 'public.career_positions', 'id',
      '{title,department,location,type,description,responsibilities,requirements,is_active}',
      'title, id', true, '{}', null, '0'),
    ('work', 'public.company_works', 'id',
      '{title,category,year,description,image_url,link,display_order,is_featured,is_active}',
      'display_order, title', true, '{}', null, '0'),
    ('contact_details', 'public.contact_info', 'id', '{phone,whatsapp,email,address,hours}', 'is_active desc, id', true,
      '{}', null, '0'),
    ('social_link', 'public.social_media', 'id', '{platform,url,is_active}', 'platform', true, '{}', null, '0'),
    ('footer', 'public.footer_pages', 'id', '{section,title,display_order,is_active}',
      'array_position(''{COMPANY,HELP,FAQ}'', section), display_order, title', true, '{}', null, '0'),
    ('testimonial', 'public.testimonials', 'id', '{review_text,customer_name,rating,display_order,is_active}',
      'display_order, created_at desc, id', true, '{}', null, '0'),
    ('statistic', 'public.hero_statistics', 'stat_key', '{stat_label,counts,stat_value}', 'display_order, stat_key',
      false, '{}', null, '0'),
    ('announcement', 'public.banners', 'id', '{title,link,begins,ends,display_order,is_active}',
      'display_order, created_at, id', true,
      '{"kind": "announcement"}', null, '0'),
    ('slide', 'public.banners', 'id', '{title,description,link,button,picture,begins,ends,display_order,is_active}',
      'display_order, created_at, id', true, '{"kind": "slide"}', null, '0'),
    ('product_slide', 'public.products', 'id', '{hero_heading}', 'created_at, id', false,
      '{"is_banner": true, "deleted_at": null}', null, '0'),
    ('band', 'public.banners', 'id', '{title,description,link,button,picture,begins,ends,display_order,is_active}',
      'display_order, created_at, id', true, '{"kind": "band"}', null, '0'),
    ('color', 'public.colors', 'id', '{name,value,display_order}', 'display_order, name', true, '{}', 'Products',
      'select count(*) from (select pc.product_id from public.product_colors pc where pc.color_id = t.id
        union select m.product_id from public.product_media m where m.color_id = t.id) as using_it'),
    ('feed_category', 'public.product_categories', 'id', '{google_category,gender,age_group}', 'name', false, '{}',
      null, '0'),
    ('tax', 'public.tax_rules', 'is_only', '{business_name,ntn,strn,sales_tax}', 'is_only', false, '{}', null, '0'),
    ('search_answer', 'public.search_answers', 'id', '{word,answer,instead}', 'word', true, '{}', null, '0'),
    ('listing_rules', 'public.listing_rules', 'is_only', '{default_stars}', 'is_only', false, '{}', null, '0')
$function$;

CREATE OR REPLACE FUNCTION shop.desk_order (
  o public.orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select to_jsonb(o) - 'attempt_key' - 'attempt_hash' || jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(i) order by i.product_name, i.id), '[]') from public.order_items i
      where i.order_id = o.id),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from public.refunds r
      where r.order_id = o.id),
    'returns', (select coalesce(jsonb_agg(to_jsonb(r) - 'request_key' || jsonb_build_object(
        'step', shop.step_row(shop.last_step(o.id, r.id, r.version)),
        'parcel', (select jsonb_build_object('state', s.state, 'courier', s.courier, 'tracking_number', s.tracking_number)
          from shop.shipments s where s.return_id = r.id and shop.has_parcel(s.state)),
        'items', (
        select jsonb_agg(jsonb_build_object('name', i.product_name, 'size', i.selected_size, 'color', i.selected_color,
          'quantity', ri.quantity, 'new_size', shop.replacement_in_words(ri, i), 'replacement', case
            when ri.product_name is not null then jsonb_build_object('id', i.id, 'name', ri.product_name, 'size', ri.size,
              'color', ri.color) end) order by i.product_name)
        from public.return_items ri join public.order_items i on i.id = ri.order_item_id where ri.return_id = r.id))
          order by r.created_at), '[]')
      from public.returns r where r.order_id = o.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'at', n.received_at, 'provider', n.provider,
      'verdict', n.verdict,
        'payment_id', n.provider_payment_id, 'payment_status', n.payment_status, 'amount', n.amount)
          order by n.received_at), '[]')
      from public.payment_notifications n where n.order_id = o.id),
    'mails', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'state', m.state, 'created_at',
      m.created_at,
        'ended_at', m.ended_at, 'held_until', m.held_until, 'problem', m.problem) order by m.number), '[]')
      from public.order_mails m where m.order_id = o.id))
$function$;

CREATE OR REPLACE FUNCTION shop.desk_row (
  o public.orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('order_id', o.order_id, 'version', o.version, 'status', o.status,
    'payment_method', o.payment_method,
    'name', trim(concat_ws(' ', o.shipping_address ->> 'first_name', o.shipping_address ->> 'last_name')), 'phone',
      o.contact_phone,
    'city', o.shipping_city, 'total_amount', o.total_amount, 'tracking_number', o.tracking_number, 'created_at',
      o.created_at,
    'confirmed_at', o.confirmed_at, 'packed_at', o.packed_at, 'channel', o.channel,
    'language', o.language, 'is_changed_by_shopper', o.changes @? '$[*] ? (@.by == "shopper")',
    'pieces', (select sum(i.quantity) from public.order_items i where i.order_id = o.id))
$function$;

CREATE OR REPLACE FUNCTION shop.edit_order (
  old              public.orders,
  p_change         jsonb,
  p_by             text,
  p_expected_total numeric       DEFAULT NULL::numeric
)
  RETURNS public.orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  new public.orders := old;
  before jsonb;
  after jsonb;
  mail uuid;
begin
  if jsonb_typeof(p_change) is distinct from 'object' or length(p_change::text) > 20000
     or jsonb_typeof(coalesce(p_change -> 'items', '[]')) <> 'array' then
    raise exception using errcode = 'PT400', message = 'invalid_request';
  elsif shop.change_problem(old) is not null then
    raise exception using errcode = 'PT409', message = shop.change_problem(old);
  end if;
  before := shop.order_for_shopper(old);
  if p_change ? 'items' then
    perform shop.change_items(old, p_change -> 'items');
  end if;
  if p_change ? 'address' then
    new := shop.apply_address(new, p_change -> 'address');
  end if;
  new := shop.recalculate_sums(new, old, p_change);
  if new.total_amount <> p_expected_total then
    raise exception using errcode = 'PT409', message = 'price_changed',
      detail = jsonb_build_object('total', new.total_amount)::text;
  end if;
  after := shop.order_for_shopper(new);
  if after = before then
    return old;
  end if;
  mail := shop.mail_change(old);
  update public.orders set (subtotal, savings, promo_discount, discount, delivery_fee, total_amount) =
      (select s.* from shop.sums_of(new) s),
    discount_reason = new.discount_reason,
    shipping_address = new.shipping_address, billing_address = new.billing_address, contact_phone = new.contact_phone,
    shipping_city = new.shipping_city, shipping_zip_code = new.shipping_zip_code,
      phone_confirmed_at = new.phone_confirmed_at,
    arrives_from = new.arrives_from, arrives_until = new.arrives_until,
    -- What was packed isn't what is sent.
    packed_at = case when before -> 'items' = after -> 'items' then packed_at end,
    changes = changes || jsonb_build_array(jsonb_build_object('at', clock_timestamp(), 'by', p_by, 'mail', mail,
      'before', before, 'after', after)),
    history = history || jsonb_build_array(jsonb_build_object('status', status, 'timestamp', clock_timestamp(), 'note',
      'Changed by the ' || p_by))
  where id = old.id returning * into new;
  new := shop.settle_change(new);
  perform shop.record_at_desk('edit_order', 'order', old.order_id,
    shop.order_for_record(before) || jsonb_build_object('address_changed', null),
    shop.order_for_record(after) || jsonb_build_object('address_changed', case
      when before -> 'address' <> after -> 'address' then true end,
      'due_amount', nullif(new.due_amount, 0)), p_by = 'shopper');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION shop.goes_with (
  product public.products,
  most    integer
)
  RETURNS SETOF public.products
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with recursive above as (
    select c.id, c.parent_id from public.product_categories c where c.id = product.category_id
    union all
    select c.id, c.parent_id from above a join public.product_categories c on c.id = a.parent_id
  ), kind as (
    -- A bra of another kind is a bra.
    select shop.category_tree(array[a.id]) as ids from above a where a.parent_id is null
  ), own as materialized (
    select distinct o.kind, o.value from shop.offer_values o
    where o.offer_id = product.offer_id and o.kind <> all ('{sizes,brand_sizes,cup_sizes}')
  ), alike as materialized (
    select o.offer_id, count(distinct (o.kind, o.value)) filter (where o.kind <> 'colors') as shared
    from own join shop.offer_values o using (kind, value)
    group by 1 having count(*) filter (where o.kind <> 'colors') > 0 and bool_or(o.kind = 'colors')
      and exists (select from public.products p where p.offer_id = o.offer_id
        and p.category_id <> all ((select kind.ids from kind)::uuid[]))
    order by 2 desc, 1 limit 8
  )
  select (found.product).* from alike a cross join kind cross join lateral (
    select p as product from public.products p
    where p.offer_id = a.offer_id and p.is_active and p.deleted_at is null and p.category_id <> all (kind.ids)
      and p.id not in (select shop.paired_with(product.id))
    order by p.created_at desc, p.id limit most) as found
  order by a.shared desc, (found.product).created_at desc, (found.product).id limit most
$function$;

CREATE OR REPLACE FUNCTION shop.listing_condition (
  category_ids  uuid[],
  chosen        jsonb,
  min_price     numeric,
  max_price     numeric,
  is_top        boolean,
  is_arrival    boolean,
  is_discounted boolean,
  is_banner     boolean DEFAULT NULL::boolean,
  is_featured   boolean DEFAULT NULL::boolean,
  in_stock      boolean DEFAULT NULL::boolean
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  -- A text joined with null is null, and concat_ws leaves it out.
  select concat_ws(' and ', 'p.is_active and p.deleted_at is null',
    case when category_ids is not null then format('p.category_id = any (%L::uuid[])',
      shop.category_tree(category_ids)) end,
    case when chosen <> '{}' then format('p.offer_id = any (%L::integer[])', shop.offers_with(chosen)) end,
    'p.final_price >= ' || quote_literal(min_price), 'p.final_price <= ' || quote_literal(max_price),
    'p.is_top = ' || quote_literal(is_top), 'p.is_banner = ' || quote_literal(is_banner),
    'p.is_arrival = ' || quote_literal(is_arrival), 'p.is_featured = ' || quote_literal(is_featured),
    case when is_discounted then 'p.discount > 0' end,
    case when in_stock then format('p.id not in (select shop.sold_out_products(%L))', chosen) end)
$function$;

CREATE OR REPLACE FUNCTION shop.listing_order (
  sort_by    text,
  sort_order text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case sort_by
    when 'sold' then 'p.sold desc, p.created_at desc, p.id'
    -- Products that nobody has rated come last (LS-53).
    when 'rating' then 'p.rating desc nulls last, p.review_count desc, p.id'
    else case sort_by when 'price' then 'p.final_price' when 'name' then 'p.name' when 'discount' then 'p.discount'
      else 'p.created_at' end
      || case lower(sort_order) when 'asc' then ' asc' else ' desc' end || ', p.id' end
$function$;

CREATE OR REPLACE FUNCTION shop.maker_of (
  e shop.entries,
  o public.orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case
    when e.made_by is not null then jsonb_build_object('email', coalesce(
      (select u.email from auth.users u where u.id = e.made_by),
      (select a.actor_email from public.desk_audit a where a.actor = e.made_by order by a.id desc limit 1)))
    when e.cause = 'payment' then jsonb_build_object('by', 'provider', 'name', split_part(e.subject, ':', 1))
    when e.cause = 'parcel' and parcel.courier is not null
      then jsonb_build_object('by', 'courier', 'name', parcel.courier)
    -- The desk is known by made_by.
    when e.cause in ('before', 'placed', 'changed')
      or e.kind = 'refund_due' and coalesce(refund.reason, 'order_changed') = 'order_changed'
      then jsonb_build_object('by', 'shopper')
    -- A shopper cancels by a press, which the history says; else the time to confirm was over.
    when e.cause = 'cancelled' or refund.reason = 'order_cancelled' then jsonb_build_object('by',
      case when o.history @? '$[*] ? (@.note starts with "Cancelled by the shopper")' then 'shopper' else 'timer' end)
    when e.kind = 'refund_due' and refund.reason not in ('returned', 'partly')
      then jsonb_build_object('by', 'provider', 'name', refund.provider)
    else jsonb_build_object('by', 'server') end
  from (select) as one
  left join shop.shipments parcel on parcel.order_id = o.id and parcel.id::text = e.subject
  left join public.refunds refund on refund.order_id = o.id and refund.id::text = e.subject
$function$;

CREATE OR REPLACE FUNCTION shop.names_of_pairs (
  product uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select string_agg(p.name, ', ' order by p.name) from shop.paired_with(product) as x (id)
  join public.products p on p.id = x.id
$function$;

CREATE OR REPLACE FUNCTION shop.own_change_problem (
  o public.orders
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case
    when not (select r.shoppers_change from public.order_rules r) then 'changes_off'
    when o.packed_at is not null then 'order_packed'
    when jsonb_array_length(jsonb_path_query_array(o.changes, '$[*] ? (@.by == "shopper")')) >= 20
      then 'too_many_changes'
    else shop.change_problem(o) end
$function$;

CREATE OR REPLACE FUNCTION shop.paired_with (
  product uuid
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select x.other_id from public.product_pairs x where x.product_id = product
  union all
  select x.product_id from public.product_pairs x where x.other_id = product
$function$;

CREATE OR REPLACE FUNCTION shop.product_with_similar (
  p_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with found as (
    select p as product, p.id, p.category_id, p.description, p.fit_notes, p.translations from public.products p
      where p.id = p_id
  )
  select jsonb_build_object(
    'product', shop.product_card(f.product) || jsonb_build_object(
      'description', f.description,
      'fit_notes', f.fit_notes,
      'translations', f.translations,
      'size_chart', shop.size_chart_of(f.category_id),
      'media', coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'url', m.url, 'alt', m.alt, 'color_id',
        m.color_id, 'translations', m.translations)
          order by m.is_featured desc, m.display_order)
        from public.product_media m where m.product_id = f.id and not m.is_banner), '[]'),
      'variants', coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'label', v.label, 'size', v.size,
          'brand_size', v.brand_size, 'cup_size', v.cup_size, 'material', v.material, 'stock', v.stock, 'by_color',
            shop.stock_by_color(v))
          order by v.display_order)
        from public.product_variants v where v.product_id = f.id), '[]'),
      'attributes', shop.attributes_of(f.id),
      'video', (select v.path from shop.product_videos v where v.product_id = f.id),
      'features', coalesce((select jsonb_agg(jsonb_build_object('title', x.title, 'description', x.description,
        'translations', x.translations)
          order by x.display_order)
        from public.product_features x where x.product_id = f.id), '[]')),
    'completing', shop.completing(array[f.id], 2),
    'similar_products', coalesce((
      select jsonb_agg(shop.product_card(near.product) order by near.place, near.is_kind desc) from (
        select x.product, x.is_kind, row_number() over (partition by x.is_kind order by x.place) as place from (
          (select p as product, true as is_kind, row_number() over (order by p.created_at desc) as place
          from public.products p
          where p.is_active and p.deleted_at is null and p.category_id = f.category_id and p.id <> f.id
          order by p.created_at desc limit 4)
          union all
          select g as product, false, row_number() over () from shop.goes_with(f.product, 2) as g
        ) as x order by place, is_kind desc limit 4) as near), '[]'))
  from found f
$function$;

CREATE OR REPLACE FUNCTION shop.recalculate_sums (
  o        public.orders,
  p_old    public.orders,
  p_change jsonb
)
  RETURNS public.orders
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  sums shop.order_sums := shop.sums_of(o);
  earlier shop.order_sums := shop.sums_of(p_old);
  fee numeric;
  discount constant numeric := case when p_change ? 'discount' then coalesce((p_change ->> 'discount')::numeric, 0)
    else o.discount end;
begin
  select sum(i.subtotal), sum((i.price - i.price_at_purchase) * i.quantity) into sums.subtotal, sums.savings
  from public.order_items i where i.order_id = o.id;
  if sums.subtotal <> o.subtotal then
    sums.promo_discount := shop.code_discount_on(o, sums.subtotal);
  end if;
  if p_change ? 'discount' then
    o.discount_reason := case when discount > 0 then nullif(trim(p_change ->> 'discount_reason'), '') end;
  end if;
  -- What the desk takes off by hand brings nobody free delivery, nor takes it away.
  sums.discount := 0;
  earlier.discount := 0;
  if p_change ? 'delivery_fee' then
    sums.delivery_fee := coalesce((p_change ->> 'delivery_fee')::numeric, shop.delivery_fee_of(o, sums));
  elsif (o.shipping_address -> 'country', shop.goods_total(sums)) is distinct from
    (p_old.shipping_address -> 'country', shop.goods_total(earlier)) then
    fee := shop.delivery_fee_of(o, sums);
    if fee <> shop.delivery_fee_of(p_old, earlier) then
      sums.delivery_fee := fee;
    end if;
  end if;
  if discount < 0 or discount <> round(discount, 2) or sums.delivery_fee not between 0 and 99999
    or sums.delivery_fee <> round(sums.delivery_fee, 2) then
    raise exception using errcode = 'PT400', message = 'invalid_sums';
  elsif o.has_whole_rupees and (discount <> trunc(discount) and discount <> o.discount
    or sums.delivery_fee <> trunc(sums.delivery_fee) and sums.delivery_fee <> o.delivery_fee) then
    raise exception using errcode = 'PT409', message = 'paisa_refused';
  elsif discount > shop.goods_total(sums) then
    raise exception using errcode = 'PT409', message = 'discount_too_high';
  elsif discount > 0 and (o.discount_reason is null or length(o.discount_reason) > 300) then
    raise exception using errcode = 'PT400', message = 'invalid_reason';
  end if;
  sums.discount := discount;
  return jsonb_populate_record(o, to_jsonb(shop.add_up(sums)));
end $function$;

CREATE OR REPLACE FUNCTION shop.record_at_desk (
  p_action     text,
  p_kind       text,
  p_id         text,
  p_before     jsonb,
  p_after      jsonb,
  p_is_shopper boolean DEFAULT false
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.desk_audit (actor, actor_email, action, subject_kind, subject_id, before, after)
  select case when not p_is_shopper then auth.uid() end, case when p_is_shopper then 'shopper'
      else coalesce((select u.email from auth.users u where u.id = auth.uid()), 'server') end,
    p_action, p_kind, p_id, p_before, p_after
$function$;

CREATE OR REPLACE FUNCTION shop.sold_out_products (
  chosen jsonb
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with sizes as (
    select array(select jsonb_array_elements_text(chosen -> 'sizes')) as wanted
  ), touched as (
    select v.product_id from sizes, public.product_variants v
      where v.stock = 0 and (sizes.wanted = '{}' or v.size = any (sizes.wanted))
    union
    select v.product_id from public.variant_stock s join public.product_variants v on v.id = s.variant_id
      where s.stock = 0 and chosen -> 'colors' ? s.color_id::text
  )
  select t.product_id from touched t join public.product_variants v using (product_id)
  where (chosen -> 'sizes' ? v.size) is not false and (chosen -> 'brand_sizes' ? v.brand_size) is not false
    and (chosen -> 'cup_sizes' ? v.cup_size) is not false
  group by 1 having bool_and(v.stock is not distinct from 0 or chosen ? 'colors'
    and exists (select from public.variant_stock s where s.variant_id = v.id)
    and not exists (select from public.variant_stock s where s.variant_id = v.id
      and chosen -> 'colors' ? s.color_id::text and s.stock is distinct from 0))
$function$;

ALTER TABLE "public"."product_pairs"
  ADD CONSTRAINT "product_pairs_other_id_fkey" FOREIGN KEY (other_id) REFERENCES public.products(id) ON DELETE CASCADE;

ALTER TABLE "public"."product_pairs"
  ADD CONSTRAINT "product_pairs_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE;

ALTER TABLE "public"."product_reviews"
  ADD CONSTRAINT "product_reviews_size_check" CHECK (((length(size) >= 1) AND (length(size) <= 40)));

ALTER TABLE "public"."product_reviews"
  ADD CONSTRAINT "product_reviews_usual_size_check" CHECK (((length(usual_size) >= 1) AND (length(usual_size) <= 40)));

CREATE INDEX product_pairs_other_id_idx ON public.product_pairs USING btree (other_id);

CREATE INDEX product_variants_sold_out_idx ON public.product_variants USING btree (size, product_id)
  WHERE (stock = 0);

CREATE INDEX products_offer_id_idx ON public.products USING btree (offer_id, category_id);

CREATE INDEX products_rating_idx ON public.products USING btree (rating DESC NULLS LAST, review_count DESC, id)
  WHERE (is_active AND (deleted_at IS NULL));

CREATE INDEX products_sold_idx ON public.products USING btree (sold DESC, created_at DESC, id)
  WHERE (is_active AND (deleted_at IS NULL));

CREATE TRIGGER note_delete
  AFTER DELETE ON public.product_pairs REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.note_catalogue_change();

CREATE TRIGGER note_insert
  AFTER INSERT ON public.product_pairs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.note_catalogue_change();

CREATE TRIGGER note_update
  AFTER UPDATE ON public.product_pairs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.note_catalogue_change();

CREATE TRIGGER set_updated_at
  BEFORE UPDATE ON public.products
  FOR EACH ROW
  WHEN ((new.sold = old.sold))
  EXECUTE FUNCTION shop.set_updated_at();

REVOKE ALL ON FUNCTION "public"."count_sold"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_sold"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_sold"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."desk_pairs"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."desk_pairs"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."desk_pairs"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."desk_pairs"(uuid, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."desk_save_pairs"(uuid, integer, uuid[], uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."desk_save_pairs"(uuid, integer, uuid[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."desk_save_pairs"(uuid, integer, uuid[], uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."desk_save_pairs"(uuid, integer, uuid[], uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_own_order"(text, integer, jsonb, numeric, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."edit_own_order"(text, integer, jsonb, numeric, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."edit_own_order"(text, integer, jsonb, numeric, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_own_order"(text, integer, jsonb, numeric, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_own_order"(text, integer, jsonb, numeric, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_completing"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_completing"(uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_completing"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_completing"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_completing"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_own_order_change"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_own_order_change"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_own_order_change"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_own_order_change"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_own_order_change"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_product_reviews"(uuid, text, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_product_reviews"(uuid, text, integer, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_product_reviews"(uuid, text, integer, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_product_reviews"(uuid, text, integer, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_product_reviews"(uuid, text, integer, integer, text) TO "service_role";

REVOKE ALL
  ON FUNCTION
    "public"."get_products"(uuid[], uuid[], text[], text[], text[], text[], numeric, numeric, text, boolean, boolean, boolean, boolean, boolean, text, text, integer, integer,
    boolean, text[], boolean)
  FROM PUBLIC;

GRANT EXECUTE
  ON FUNCTION
    "public"."get_products"(uuid[], uuid[], text[], text[], text[], text[], numeric, numeric, text, boolean, boolean, boolean, boolean, boolean, text, text, integer, integer,
    boolean, text[], boolean)
  TO "anon", "authenticated";

REVOKE ALL
  ON FUNCTION
    "public"."get_products"(uuid[], uuid[], text[], text[], text[], text[], numeric, numeric, text, boolean, boolean, boolean, boolean, boolean, text, text, integer, integer,
    boolean, text[], boolean)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION
    "public"."get_products"(uuid[], uuid[], text[], text[], text[], text[], numeric, numeric, text, boolean, boolean, boolean, boolean, boolean, text, text, integer, integer,
    boolean, text[], boolean)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION
    "public"."get_products"(uuid[], uuid[], text[], text[], text[], text[], numeric, numeric, text, boolean, boolean, boolean, boolean, boolean, text, text, integer, integer,
    boolean, text[], boolean)
  TO "service_role";

REVOKE ALL ON FUNCTION "shop"."change_problem"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."change_problem"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."change_problem"(public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."choice_card"(public.products) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."choice_card"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."choice_card"(public.products) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."completing"(uuid[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."completing"(uuid[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."completing"(uuid[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."delivery_fee_of"(public.orders, shop.order_sums) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."delivery_fee_of"(public.orders, shop.order_sums) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."delivery_fee_of"(public.orders, shop.order_sums) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."edit_order"(public.orders, jsonb, text, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."edit_order"(public.orders, jsonb, text, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."edit_order"(public.orders, jsonb, text, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."goes_with"(public.products, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."goes_with"(public.products, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."goes_with"(public.products, integer) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."listing_condition"(uuid[], jsonb, numeric, numeric, boolean, boolean, boolean, boolean, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."listing_condition"(uuid[], jsonb, numeric, numeric, boolean, boolean, boolean, boolean, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."listing_condition"(uuid[], jsonb, numeric, numeric, boolean, boolean, boolean, boolean, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."names_of_pairs"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."names_of_pairs"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."names_of_pairs"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."own_change_problem"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."own_change_problem"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."own_change_problem"(public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."paired_with"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."paired_with"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."paired_with"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."recalculate_sums"(public.orders, public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."recalculate_sums"(public.orders, public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."recalculate_sums"(public.orders, public.orders, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."record_at_desk"(text, text, text, jsonb, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."record_at_desk"(text, text, text, jsonb, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."record_at_desk"(text, text, text, jsonb, jsonb, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."sold_out_products"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."sold_out_products"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sold_out_products"(jsonb) TO "postgres";

REVOKE ALL ON TABLE "public"."product_pairs" FROM "postgres";

GRANT DELETE, INSERT, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."product_pairs" TO "postgres";

GRANT DELETE, INSERT, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."product_pairs" TO "service_role";

-- By hand: rows, which supabase/schemas doesn’t declare.

-- Orders are changed by shoppers too.
update public.mail_texts set heading = 'Your order was changed'
where kind = 'changed' and heading = 'We changed your order';
update public.mail_texts set translations = jsonb_set(translations, '{ur,heading}', '"آپ کے آرڈر میں تبدیلی ہوئی ہے"')
where kind = 'changed' and translations #>> '{ur,heading}' = 'ہم نے آپ کے آرڈر میں تبدیلی کی ہے';

select shop.bound_columns();
