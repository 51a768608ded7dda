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

DROP FUNCTION
  "public"."get_products"(uuid[], uuid[], text[], text[], text[], text[], numeric, numeric, text, boolean, boolean, boolean, boolean, boolean, text, text, integer, integer,
  boolean, text[]);

DROP FUNCTION "shop"."as_known"(jsonb);

DROP FUNCTION "shop"."is_known_to_last_release"(public.order_mails);

DROP FUNCTION "shop"."is_last_release"();

DROP FUNCTION "shop"."listing_condition"(uuid[], jsonb, numeric, numeric, boolean, boolean, boolean, boolean, boolean);

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
    'language', o.language,
    'pieces', (select sum(i.quantity) from public.order_items i where i.order_id = o.id))
$function$;

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

REVOKE ALL ON FUNCTION "public"."get_completing"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_completing"(uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_completing"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_completing"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_completing"(uuid[]) TO "service_role";

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

REVOKE ALL ON FUNCTION "shop"."choice_card"(public.products) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."choice_card"(public.products) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."choice_card"(public.products) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."completing"(uuid[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."completing"(uuid[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."completing"(uuid[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."goes_with"(public.products, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."goes_with"(public.products, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."goes_with"(public.products, integer) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."listing_condition"(uuid[], jsonb, numeric, numeric, boolean, boolean, boolean, boolean, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."listing_condition"(uuid[], jsonb, numeric, numeric, boolean, boolean, boolean, boolean, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."listing_condition"(uuid[], jsonb, numeric, numeric, boolean, boolean, boolean, boolean, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."names_of_pairs"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."names_of_pairs"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."names_of_pairs"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."paired_with"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."paired_with"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."paired_with"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "shop"."sold_out_products"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."sold_out_products"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sold_out_products"(jsonb) TO "postgres";

REVOKE ALL ON TABLE "public"."product_pairs" FROM "postgres";

GRANT DELETE, INSERT, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."product_pairs" TO "postgres";

GRANT DELETE, INSERT, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."product_pairs" TO "service_role";

-- By hand: rows, which supabase/schemas doesn’t declare.

select shop.bound_columns();
