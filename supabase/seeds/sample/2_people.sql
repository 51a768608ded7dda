-- Sample people, their reviews, addresses and orders. Every sample password is jasmine-tea-7 (bcrypt, cost 10).

create temporary table sample_people as
select *, md5('person:' || email)::uuid as id
from (values
  ('ayesha@example.com', 'Ayesha Khan', '923001234567'), ('mahnoor@example.com', 'Mahnoor Shah', '923011234567'),
  ('hira@example.com', 'Hira Ahmed', '923021234567'), ('sana@example.com', 'Sana Rauf', '923031234567'),
  ('zainab@example.com', 'Zainab Malik', '923041234567'), ('nimra@example.com', 'Nimra Tariq', '923051234567'),
  ('fatima@example.com', 'Fatima Noor', '923061234567'), ('iqra@example.com', 'Iqra Javed', '923071234567'))
  as p (email, full_name, phone);

-- Auth finds no user without this instance_id, and fails on null tokens.
insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token,
  recovery_token, email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
select id, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', email,
  '$2b$10$LB85CzUa2Mal67sNOIAWzelpmnP5IxHtve.T1iydbArJEsIuU6Ewy', now(), '', '', '', '',
  '{"provider": "email", "providers": ["email"]}', jsonb_build_object('full_name', full_name), now(), now()
from sample_people;

-- Signing in with Google reads them too, and fails on a null time.
insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
select md5('identity:' || email)::uuid, 'email', id::text, id,
  jsonb_build_object('sub', id, 'email', email, 'email_verified', true), now(), now()
from sample_people;

update public.profiles p set phone_number = '+' || s.phone, city = 'Lahore'
from sample_people s where s.id = p.id;
update public.profiles set address = '12-B Gulberg III', dob = date '1994-03-08', gender = 'female'
where email = 'ayesha@example.com';

insert into public.profile_addresses (profile_id, first_name, last_name, address_line1, apartment, city, postal_code, phone,
  address_type, is_primary, created_at)
select p.id, a.*
from sample_people p, (values
  ('Ayesha', 'Khan', '12-B Gulberg III', 'Flat 4', 'Lahore', '54660', '+923001234567', 'Home', true, now() - interval '90 days'),
  ('Ayesha', 'Khan', 'Office 6, Arfa Tower, Ferozepur Road', null, 'Lahore', '54600', '+923001234567', 'Office', false,
   now() - interval '20 days')) as a
where p.email = 'ayesha@example.com';

-- Six reviews per person, of the products people look at first; some with photos.
insert into public.product_reviews (product_id, user_id, rating, review_text, images, created_at, updated_at)
select p.id, s.id, r.rating, r.words,
  case when (p.place + s.place) % 5 = 0 then array[(select m.url from public.product_media m
    where m.product_id = p.id and m.url ~ '-detail.webp$' order by m.display_order limit 1)] else '{}' end,
  now() - (p.place + s.place * 3) * interval '1 day', now() - (p.place + s.place * 3) * interval '1 day'
from (select id, row_number() over (order by email) as place from sample_people) s
join (select id, row_number() over (order by created_at desc) as place from public.products) p
  on p.place <= 24 and (p.place + s.place * 2) % 4 = 0 or p.place = 1
join (values
  (0, 5, 'True to the size guide, and softer than I expected. Ordered a second one the same week.'),
  (1, 4, 'Good cloth and neat seams. Took two washes to feel like mine.'),
  (2, 5, 'The colour is exactly the one in the picture. Arrived in a plain parcel in three days.'),
  (3, 5, 'Wore it all day in June and forgot about it, which is the point.'),
  (4, 3, 'Nice, but I would go one size up. Exchange was no trouble.'),
  (5, 4, 'The lace does not scratch. My sister has already asked where it is from.'),
  (6, 5, 'Looks far more expensive than it was.')) as r (place, rating, words)
  on r.place = (p.place * 3 + s.place) % 7;

-- Ayesha's orders, one in every status, each with its history.
do $$
declare
  shopper public.profiles;
  address jsonb := jsonb_build_object('first_name', 'Ayesha', 'last_name', 'Khan', 'address_line1', '12-B Gulberg III',
    'apartment', 'Flat 4', 'city', 'Lahore', 'postal_code', '54660', 'country', 'Pakistan', 'phone', '+923001234567');
  way record;
  step text;
  placed uuid;
  chosen record;
begin
  select * into shopper from public.profiles where email = 'ayesha@example.com';
  for way in select * from (values
      (1, interval '1 hour', 'payfast', array[]::text[]), (2, '5 hours', 'cod', array['Processing']),
      (3, '7 hours', 'payfast', array['PaymentPending']), (4, '9 hours', 'payfast', array['PaymentPending', 'PaymentAccepted']),
      (5, '1 day', 'payfast', array['PaymentPending', 'PaymentFailed']),
      (6, '2 days', 'payfast', array['PaymentPending', 'PaymentAccepted', 'Shipped']),
      (7, '14 days', 'cod', array['Processing', 'Shipped', 'Delivered']),
      (8, '16 days', 'payfast', array['PaymentPending', 'PaymentFailed', 'Cancelled'])) as w (place, age, method, steps)
  loop
    select p.id, p.name, p.price, p.final_price, v.id as variant_id, v.label, c.name as color,
      (select m.url from public.product_media m where m.product_id = p.id and not m.is_banner
       order by (m.color_id = c.id) desc nulls last, m.is_featured desc, m.display_order limit 1) as image
    into chosen
    from public.products p
    join public.product_variants v on v.product_id = p.id and v.display_order = 2
    join public.product_colors pc on pc.product_id = p.id and pc.display_order = 1
    join public.colors c on c.id = pc.color_id
    order by p.created_at desc, p.id offset way.place * 5 limit 1;

    insert into public.orders (order_id, user_id, payment_method, contact_email, contact_phone, shipping_address,
      billing_address, shipping_city, shipping_zip_code, subtotal, savings, delivery_fee, total_amount, device,
      attempt_key, attempt_hash, created_at)
    values ('ORD-' || (1760000000000 + way.place * 86400000) || '-' || way.place * 101, shopper.id, way.method,
      shopper.email, shopper.phone_number, address, address, 'Lahore', '54660', chosen.final_price * 2,
      (chosen.price - chosen.final_price) * 2, public.delivery_fee(), chosen.final_price * 2 + public.delivery_fee(),
      'Mobile', gen_random_uuid(), 'seed', now() - way.age)
    returning id into placed;
    insert into public.order_items (order_id, product_id, variant_id, product_name, product_image, quantity, price,
      price_at_purchase, selected_color, selected_size, subtotal)
    values (placed, chosen.id, chosen.variant_id, chosen.name, chosen.image, 2, chosen.price, chosen.final_price,
      chosen.color, chosen.label, chosen.final_price * 2);
    foreach step in array way.steps loop
      update public.orders set status = step,
        payment_status = step in ('PaymentAccepted', 'Processing', 'Shipped', 'Delivered'),
        failure_reason = case step when 'PaymentFailed' then 'Payment was cancelled or failed' end,
        tracking_number = case when step = 'Shipped' then 'TCS-' || 70000000 + way.place * 1117 else tracking_number end
      where id = placed;
    end loop;
    -- The payment of a card order, and what its provider said of it: cancelling the order makes a refund due.
    if way.method = 'payfast' and way.steps <> '{}' then
      insert into public.transactions (order_ref, order_id, created_at)
      select o.order_id, o.id, o.created_at from public.orders o where o.id = placed;
    end if;
    if way.steps @> array['PaymentAccepted'] then
      insert into public.payment_notifications (received_at, verdict, provider_payment_id, payment_status, order_id, amount)
      select o.created_at, 'applied', 'sample-' || way.place, 'COMPLETE', o.id, o.total_amount from public.orders o where o.id = placed;
    end if;
    update public.orders set history = (
      select jsonb_agg(jsonb_set(entry, '{timestamp}', to_jsonb(now() - way.age + case entry ->> 'status'
        when 'Processing' then interval '20 minutes' when 'PaymentAccepted' then '4 minutes' when 'PaymentFailed' then '4 minutes'
        when 'Shipped' then '1 day' when 'Delivered' then '4 days' when 'Cancelled' then '2 hours' else '0' end)) order by place)
      from jsonb_array_elements(history) with ordinality as h (entry, place))
    where id = placed;
  end loop;
end $$;

-- She has reviewed what she received, and other shoppers have found some reviews helpful.
insert into public.product_reviews (product_id, user_id, rating, review_text, created_at, updated_at)
select i.product_id, o.user_id, 5, 'Fits as the size guide said. The second one is for my sister.', now() - interval '2 days', now() - interval '2 days'
from public.order_items i join public.orders o on o.id = i.order_id
where o.status = 'Delivered'
on conflict (product_id, user_id) do nothing;
insert into public.review_votes (review_id, user_id)
select r.id, s.id
from (select r.id, r.user_id, row_number() over (order by r.created_at desc, r.id) as place from public.product_reviews r) r
join (select id, row_number() over (order by email) as place from sample_people) s
  on s.id <> r.user_id and (r.place * 5 + s.place * 3) % 7 < r.place % 4;

insert into public.predefined_questions (question_text, answer_text, category, display_order) values
  ('My payment failed. What now?', 'Nothing was charged. Open the order and choose Re Pay, or write to us here.', 'Payments', 5),
  ('Can I exchange a size?', null, 'Sizes', 7);

do $$
declare
  shopper uuid := (select id from public.profiles where email = 'ayesha@example.com');
  talk uuid;
begin
  insert into public.user_conversations (title, created_by) values ('General Support Chat', shopper) returning id into talk;
  insert into public.chat_messages (conversation_id, sender_id, sender_type, message_text, created_at) values
    (talk, shopper, 'userData', 'Assalam o alaikum, is the satin robe lined?', now() - interval '26 hours'),
    (talk, null, 'agent', 'Wa alaikum assalam! It isn''t lined, but the inner side is brushed and doesn''t cling.', now() - interval '25 hours');
end $$;

drop table sample_people;

-- No mails about sample orders.
delete from public.order_mails;
