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

-- By hand: rows, which supabase/schemas doesn’t declare.

select shop.bound_columns();
