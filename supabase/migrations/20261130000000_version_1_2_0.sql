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

DROP FUNCTION "shop"."as_known"(jsonb);

DROP FUNCTION "shop"."is_known_to_last_release"(public.order_mails);

DROP FUNCTION "shop"."is_last_release"();

ALTER TABLE "public"."listing_rules"
  ADD COLUMN "has_buy_now" boolean NOT NULL DEFAULT false;

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
    "take_back_hold": "steps_can_be_taken_back", "mail_delay": "mails_of_a_step_wait", "has_whole_rupees": "whole_rupees", "has_buy_now": "buy_now", "most_calls": "calls_before_it_is_cancelled"}' ->> p_column, p_column)
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
    ('listing_rules', 'public.listing_rules', 'is_only', '{default_stars}', 'is_only', false, '{}', null, '0'),
    ('buy_now', 'public.listing_rules', 'is_only', '{has_buy_now}', 'is_only', false, '{}', null, '0')
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
  select jsonb_build_object('buy_now', (select r.has_buy_now from public.listing_rules r),
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
    'similar_products', coalesce((select jsonb_agg(shop.product_card(near.product) order by near.created_at desc)
      from (select p as product, p.created_at from public.products p
            where p.is_active and p.deleted_at is null and p.category_id = f.category_id and p.id <> f.id
            order by p.created_at desc limit 4) as near), '[]'))
  from found f
$function$;

-- By hand: rows, which supabase/schemas doesn’t declare.

select shop.bound_columns();
