-- The bounds of columns: for each the last value that is stored, and the first one that is refused; and what is unique.
select plan(288);

-- Returns the SQLSTATE of an update of the table's first row, or 'stored'; rolls it back.
create function pg_temp.outcome(table_name text, change text) returns text language plpgsql as $$
declare
  changed integer;
begin
  begin
    execute format('update public.%1$I set %2$s where ctid = (select ctid from public.%1$I order by ctid limit 1)', table_name, change);
    get diagnostics changed = row_count;
    raise exception using errcode = 'OK000';
  exception when others then
    return case sqlstate when 'OK000' then case changed when 1 then 'stored' else 'no row' end else sqlstate end;
  end;
end $$;

-- A row of each table that the seeds leave empty.
insert into public.newsletter_subscriptions (email) values ('bounds@example.com');
insert into public.contact_submissions (first_name, email, message) values ('N', 'bounds@example.com', 'Hello');
insert into public.holidays (day, name) values ('2026-12-25', 'Quaid-e-Azam Day') on conflict do nothing;
insert into public.files_to_remove (path) values ('bounds');
insert into public.cart_items (user_id, product_id, quantity) select id, gen_random_uuid(), 1 from public.profiles limit 1;
insert into public.payment_notifications (provider) values ('payfast');
insert into public.refunds (provider, provider_payment_id, amount, reason) values ('payfast', 'bounds', 1, 'unknown_order');
insert into public.stock_alerts (variant_id, email) select id, 'bounds@example.com' from public.product_variants limit 1;
insert into public.order_mails (order_id, kind) select id, 'paid' from public.orders limit 1 on conflict do nothing;
insert into public.returns (order_id, kind, reason, request_key) select id, 'return', 'size', gen_random_uuid() from public.orders limit 1;
insert into public.return_items (return_id, order_item_id, quantity)
select r.id, i.id, 1 from public.returns r join public.order_items i on i.order_id = r.order_id limit 1;

create temporary table bounds (number integer generated always as identity, table_name text, stored text, refused text);
insert into bounds (table_name, stored, refused) values
  ('product_categories', $$name = repeat('x', 80)$$, $$name = repeat('x', 81)$$),
  ('product_categories', $$name = 'x'$$, $$name = ' '$$),
  ('product_categories', $$size_chart = 'bra'$$, $$size_chart = 'shoes'$$),
  ('colors', $$name = repeat('x', 40)$$, $$name = repeat('x', 41)$$),
  ('colors', $$name = 'x'$$, $$name = ' '$$),
  ('colors', $$value = '#a1b2c3'$$, $$value = '#A1B2C3'$$),
  ('colors', $$value = '#a1b2c3'$$, $$value = '#a1b2c'$$),
  ('colors', $$value = '#a1b2c3'$$, $$value = 'a1b2c3'$$),
  ('colors', $$value = '#a1b2c3'$$, $$value = '#a1b2c3d'$$),
  ('attributes', $$name = 'x'$$, $$name = ' '$$),
  ('attributes', $$name = repeat('x', 40)$$, $$name = repeat('x', 41)$$),
  ('attribute_values', $$name = 'x'$$, $$name = ' '$$),
  ('attribute_values', $$name = repeat('x', 40)$$, $$name = repeat('x', 41)$$),
  ('search_synonyms', $$word = 'ab'$$, $$word = 'a'$$),
  ('search_synonyms', $$word = repeat('x', 40)$$, $$word = repeat('x', 41)$$),
  ('search_synonyms', $$word = 'abc'$$, $$word = 'Abc'$$),
  ('search_synonyms', $$word = 'abc'$$, $$word = 'a bc'$$),
  ('search_synonyms', $$meaning = 'ab'$$, $$meaning = ' a '$$),
  ('search_synonyms', $$meaning = repeat('x', 80)$$, $$meaning = repeat('x', 81)$$),
  ('products', $$name = repeat('x', 160)$$, $$name = repeat('x', 161)$$),
  ('products', $$name = 'x'$$, $$name = ' '$$),
  ('products', $$slug = 'a-b1'$$, $$slug = 'a--b'$$),
  ('products', $$slug = 'a-b1'$$, $$slug = '-a'$$),
  ('products', $$slug = 'a-b1'$$, $$slug = 'a-'$$),
  ('products', $$slug = 'a-b1'$$, $$slug = 'A'$$),
  ('products', $$slug = 'a-b1'$$, $$slug = 'a_b'$$),
  ('products', $$slug = 'a-b1'$$, $$slug = ''$$),
  ('products', $$price = 0.01$$, $$price = 0$$),
  ('products', $$discount = 0$$, $$discount = -0.01$$),
  ('products', $$discount = 99.99$$, $$discount = 100$$),
  ('products', $$rating = 1$$, $$rating = 0.9$$),
  ('products', $$rating = 5$$, $$rating = 5.1$$),
  ('products', $$review_count = 0$$, $$review_count = -1$$),
  ('products', $$fit_notes = repeat('x', 1000)$$, $$fit_notes = repeat('x', 1001)$$),
  ('products', $$fit_notes = 'x'$$, $$fit_notes = ' '$$),
  ('product_media', $$url = 'https://example.com/a'$$, $$url = 'http://example.com/a'$$),
  ('product_media', $$url = 'http://localhost:1/a'$$, $$url = 'http://localhost.example.com/a'$$),
  ('product_media', $$url = 'http://127.0.0.1/a'$$, $$url = 'javascript:alert(1)'$$),
  ('product_media', $$url = '/a'$$, $$url = 'a'$$),
  ('product_variants', $$stock = 0$$, $$stock = -1$$),
  ('product_variants', $$stock = null$$, $$stock = -5$$),
  ('hero_statistics', $$stat_key = stat_key$$, $$stat_key = 'visitors'$$),
  ('hero_statistics', $$stat_value = 0$$, $$stat_value = -1$$),
  ('banners', $$kind = 'slide'$$, $$kind = 'poster'$$),
  ('banners', $$title = repeat('x', 160)$$, $$title = repeat('x', 161)$$),
  ('banners', $$title = 'x'$$, $$title = ' '$$),
  ('banners', $$description = repeat('x', 300)$$, $$description = repeat('x', 301)$$),
  ('banners', $$link = '/'$$, $$link = '//example.com'$$),
  ('banners', $$link = '/on-sale?sizes=M&page=1#top'$$, $$link = 'https://example.com'$$),
  ('banners', $$link = '/' || repeat('x', 299)$$, $$link = '/' || repeat('x', 300)$$),
  ('banners', $$button = repeat('x', 40)$$, $$button = repeat('x', 41)$$),
  ('banners', $$picture = repeat('x', 300)$$, $$picture = repeat('x', 301)$$),
  ('banners', $$begins = '2026-01-01', ends = '2026-01-02'$$, $$begins = '2026-01-01', ends = '2026-01-01'$$),
  ('hero_statistics', $$counts = 'products'$$, $$counts = 'orders'$$),
  ('size_charts', $$name = name$$, $$name = 'shoes'$$),
  ('size_charts', $$title = repeat('x', 80)$$, $$title = repeat('x', 81)$$),
  ('size_charts', $$title = 'x'$$, $$title = ' '$$),
  ('size_charts', $$advice = repeat('x', 300)$$, $$advice = repeat('x', 301)$$),
  ('size_charts', $$advice = 'x'$$, $$advice = ' '$$),
  ('size_chart_rows', $$size = '32AB'$$, $$size = '32ABC'$$),
  ('size_chart_rows', $$uk = repeat('x', 10)$$, $$uk = repeat('x', 11)$$),
  ('size_chart_rows', $$eu = repeat('x', 10)$$, $$eu = repeat('x', 11)$$),
  ('size_chart_rows', $$us = repeat('x', 10)$$, $$us = repeat('x', 11)$$),
  ('size_chart_rows', $$underbust = array[20, 250]$$, $$underbust = array[19, 250]$$),
  ('size_chart_rows', $$underbust = array[60, 60]$$, $$underbust = array[60, 59]$$),
  ('size_chart_rows', $$underbust = array[250, 250]$$, $$underbust = array[250, 251]$$),
  ('size_chart_rows', $$bust = array[20, 250]$$, $$bust = array[19, 250]$$),
  ('size_chart_rows', $$bust = array[60, 60]$$, $$bust = array[60, 59]$$),
  ('size_chart_rows', $$bust = array[250, 250]$$, $$bust = array[250, 251]$$),
  ('size_chart_rows', $$waist = array[20, 250]$$, $$waist = array[19, 250]$$),
  ('size_chart_rows', $$waist = array[60, 60]$$, $$waist = array[60, 59]$$),
  ('size_chart_rows', $$waist = array[250, 250]$$, $$waist = array[250, 251]$$),
  ('size_chart_rows', $$hips = array[20, 250]$$, $$hips = array[19, 250]$$),
  ('size_chart_rows', $$hips = array[60, 60]$$, $$hips = array[60, 59]$$),
  ('size_chart_rows', $$hips = array[250, 250]$$, $$hips = array[250, 251]$$),
  ('testimonials', $$rating = 1$$, $$rating = 0$$),
  ('testimonials', $$rating = 5$$, $$rating = 6$$),
  ('files_to_remove', $$bucket = 'originals'$$, $$bucket = 'products'$$),
  ('profiles', $$full_name = repeat('x', 120)$$, $$full_name = repeat('x', 121)$$),
  ('profiles', $$phone_number = '+1234567'$$, $$phone_number = '+123456'$$),
  ('profiles', $$phone_number = '+123456789012345'$$, $$phone_number = '+1234567890123456'$$),
  ('profiles', $$phone_number = '+9234567'$$, $$phone_number = '+0234567'$$),
  ('profiles', $$phone_number = null$$, $$phone_number = '9234567'$$),
  ('profiles', $$avatar_url = 'profilePictures/' || id || '-123456789012345.webp'$$, $$avatar_url = 'profilePictures/' || id || '-1234567890123456.webp'$$),
  ('profiles', $$avatar_url = 'profilePictures/' || id || '.png'$$, $$avatar_url = 'profilePictures/' || gen_random_uuid() || '.png'$$),
  ('profiles', $$address = repeat('x', 300)$$, $$address = repeat('x', 301)$$),
  ('profiles', $$city = repeat('x', 80)$$, $$city = repeat('x', 81)$$),
  ('profiles', $$dob = '1900-01-02'$$, $$dob = '1900-01-01'$$),
  ('profiles', $$gender = 'male'$$, $$gender = 'other'$$),
  ('profiles', $$gender = 'female'$$, $$gender = ''$$),
  ('profile_addresses', $$first_name = repeat('x', 80)$$, $$first_name = repeat('x', 81)$$),
  ('profile_addresses', $$last_name = repeat('x', 80)$$, $$last_name = repeat('x', 81)$$),
  ('profile_addresses', $$apartment = repeat('x', 120)$$, $$apartment = repeat('x', 121)$$),
  ('profile_addresses', $$postal_code = repeat('x', 16)$$, $$postal_code = repeat('x', 17)$$),
  ('profile_addresses', $$address_line1 = repeat('x', 200)$$, $$address_line1 = repeat('x', 201)$$),
  ('profile_addresses', $$address_line1 = 'x'$$, $$address_line1 = ' '$$),
  ('profile_addresses', $$city = repeat('x', 80)$$, $$city = repeat('x', 81)$$),
  ('profile_addresses', $$city = 'x'$$, $$city = ' '$$),
  ('profile_addresses', $$phone = '+1234567'$$, $$phone = '+123456'$$),
  ('profile_addresses', $$phone = '+123456789012345'$$, $$phone = '+1234567890123456'$$),
  ('profile_addresses', $$phone = '+9234567'$$, $$phone = '+0234567'$$),
  ('profile_addresses', $$phone = null$$, $$phone = '9234567'$$),
  ('profile_addresses', $$address_type = 'Office'$$, $$address_type = 'Castle'$$),
  ('profile_addresses', $$country = 'UK'$$, $$country = 'India'$$),
  ('product_reviews', $$rating = 1$$, $$rating = 0$$),
  ('product_reviews', $$rating = 5$$, $$rating = 6$$),
  ('product_reviews', $$review_text = repeat('x', 2000)$$, $$review_text = repeat('x', 2001)$$),
  ('product_reviews', $$review_text = 'x'$$, $$review_text = ' '$$),
  ('product_reviews', $$images = array['review-images/00000000-0000-4000-8000-000000000001.webp', 'review-images/00000000-0000-4000-8000-000000000002.webp', 'review-images/00000000-0000-4000-8000-000000000003.webp']::text[]$$, $$images = array['review-images/00000000-0000-4000-8000-000000000001.webp', 'review-images/00000000-0000-4000-8000-000000000002.webp', 'review-images/00000000-0000-4000-8000-000000000003.webp', 'review-images/00000000-0000-4000-8000-000000000004.webp']::text[]$$),
  ('product_reviews', $$images = array[]::text[]$$, $$images = array['review-images/00000000-0000-4000-8000-000000000001.webp', null]::text[]$$),
  ('product_reviews', $$images = array['pictures/robe-1.webp']::text[]$$, $$images = array['pictures/../x.webp']::text[]$$),
  ('product_reviews', $$images = array['review-images/00000000-0000-4000-8000-000000000001.webp', '/pictures/robe.webp']::text[]$$, $$images = array['review-images/00000000-0000-4000-8000-000000000001.webp', 'secrets/x.webp']::text[]$$),
  ('product_reviews', $$images = array['review-images/00000000-0000-4000-8000-000000000001.png']::text[]$$, $$images = array['review-images/00000000-0000-4000-8000-000000000001.svg']::text[]$$),
  ('product_reviews', $$images = array['review-images/00000000-0000-4000-8000-000000000001.jpg']::text[]$$, $$images = array['https://example.com/x.webp']::text[]$$),
  ('newsletter_subscriptions', $$email = 'new@example.com'$$, $$email = 'new@example'$$),
  ('newsletter_subscriptions', $$email = 'new@example.com'$$, $$email = 'New@example.com'$$),
  ('newsletter_subscriptions', $$source = repeat('x', 80)$$, $$source = repeat('x', 81)$$),
  ('contact_submissions', $$first_name = repeat('x', 80)$$, $$first_name = repeat('x', 81)$$),
  ('contact_submissions', $$first_name = 'x'$$, $$first_name = ' '$$),
  ('contact_submissions', $$last_name = repeat('x', 80)$$, $$last_name = repeat('x', 81)$$),
  ('contact_submissions', $$phone = repeat('x', 32)$$, $$phone = repeat('x', 33)$$),
  ('contact_submissions', $$email = 'new@example.com'$$, $$email = 'new@example'$$),
  ('contact_submissions', $$subject = repeat('x', 160)$$, $$subject = repeat('x', 161)$$),
  ('contact_submissions', $$message = repeat('x', 5000)$$, $$message = repeat('x', 5001)$$),
  ('contact_submissions', $$message = 'x'$$, $$message = ' '$$),
  ('social_media', $$platform = repeat('x', 40)$$, $$platform = repeat('x', 41)$$),
  ('social_media', $$platform = 'x'$$, $$platform = ' '$$),
  ('social_media', $$url = 'https://example.com'$$, $$url = 'http://example.com'$$),
  ('page_content', $$slug = 'a-b1'$$, $$slug = 'a--b'$$),
  ('page_content', $$slug = 'a-b1'$$, $$slug = 'A'$$),
  ('faq_categories', $$slug = 'a-b1'$$, $$slug = 'a--b'$$),
  ('faq_categories', $$slug = 'a-b1'$$, $$slug = 'A'$$),
  ('company_works', $$year = 1900$$, $$year = 1899$$),
  ('company_works', $$year = 2200$$, $$year = 2201$$),
  ('footer_pages', $$section = 'FAQ'$$, $$section = 'OTHER'$$),
  ('footer_pages', $$title = repeat('x', 60)$$, $$title = repeat('x', 61)$$),
  ('footer_pages', $$title = 'x'$$, $$title = ' '$$),
  ('delivery_countries', $$fee = 0$$, $$fee = -1$$),
  ('delivery_countries', $$free_from = 0.01$$, $$free_from = 0$$),
  ('delivery_countries', $$first_day = 0, last_day = 0$$, $$first_day = -1, last_day = 0$$),
  ('delivery_countries', $$first_day = 60, last_day = 60$$, $$first_day = 60, last_day = 61$$),
  ('delivery_countries', $$first_day = 3, last_day = 3$$, $$first_day = 3, last_day = 2$$),
  ('delivery_countries', $$country = country$$, $$country = 'India'$$),
  ('delivery_rules', $$is_only = true$$, $$is_only = false$$),
  ('delivery_rules', $$business_days = '{1}'$$, $$business_days = '{}'$$),
  ('delivery_rules', $$business_days = '{7}'$$, $$business_days = '{1,8}'$$),
  ('holidays', $$name = repeat('x', 80)$$, $$name = repeat('x', 81)$$),
  ('holidays', $$name = 'x'$$, $$name = ' '$$),
  ('promo_codes', $$code = 'AB'$$, $$code = 'A'$$),
  ('promo_codes', $$code = 'ABC'$$, $$code = 'Abc'$$),
  ('promo_codes', $$code = 'ABC'$$, $$code = ' ABC'$$),
  ('promo_codes', $$code = repeat('A', 40)$$, $$code = repeat('A', 41)$$),
  ('promo_codes', $$kind = 'percent'$$, $$kind = 'half'$$),
  ('promo_codes', $$kind = 'percent', value = 100$$, $$kind = 'percent', value = 100.01$$),
  ('promo_codes', $$kind = 'fixed', value = 101$$, $$kind = 'fixed', value = 0$$),
  ('promo_codes', $$minimum_total = 0$$, $$minimum_total = -1$$),
  ('promo_codes', $$usage_limit = 1, used_count = 0$$, $$usage_limit = 0, used_count = 0$$),
  ('promo_codes', $$usage_limit = 2, used_count = 2$$, $$usage_limit = 2, used_count = 3$$),
  ('promo_codes', $$usage_limit = null, used_count = 3$$, $$usage_limit = null, used_count = -1$$),
  ('promo_codes', $$starts_at = '2026-01-01', ends_at = '2026-01-02'$$, $$starts_at = '2026-01-01', ends_at = '2026-01-01'$$),
  ('promo_codes', $$starts_at = null, ends_at = '2020-01-01'$$, $$starts_at = '2026-01-02', ends_at = '2020-01-01'$$),
  ('promo_codes', $$starts_at = '2030-01-01', ends_at = null$$, $$starts_at = '2030-01-01', ends_at = '2029-01-01'$$),
  ('cart_items', $$size = repeat('x', 60)$$, $$size = repeat('x', 61)$$),
  ('cart_items', $$color = repeat('x', 60)$$, $$color = repeat('x', 61)$$),
  ('cart_items', $$quantity = 1$$, $$quantity = 0$$),
  ('cart_items', $$quantity = 9999$$, $$quantity = 10000$$),
  ('order_rules', $$is_only = true$$, $$is_only = false$$),
  ('order_rules', $$unpaid_hold = '5 minutes'$$, $$unpaid_hold = '299 seconds'$$),
  ('order_rules', $$unpaid_hold = '7 days'$$, $$unpaid_hold = '8 days'$$),
  ('order_rules', $$most_unpaid = 1$$, $$most_unpaid = 0$$),
  ('order_rules', $$most_cash = 1$$, $$most_cash = 0$$),
  ('order_rules', $$most_unconfirmed = 1$$, $$most_unconfirmed = 0$$),
  ('orders', $$order_id = 'ORD-1-999'$$, $$order_id = 'ORD-1-1000'$$),
  ('orders', $$order_id = 'ORD-1-0'$$, $$order_id = 'ORD-1-'$$),
  ('orders', $$order_id = 'ORD-1-0'$$, $$order_id = 'ORD--1'$$),
  ('orders', $$order_id = 'ORD-1-0'$$, $$order_id = 'XORD-1-1'$$),
  ('orders', $$contact_email = 'new@example.com'$$, $$contact_email = 'new@example'$$),
  ('orders', $$contact_phone = '+1234567'$$, $$contact_phone = '+123456'$$),
  ('orders', $$contact_phone = '+123456789012345'$$, $$contact_phone = '+1234567890123456'$$),
  ('orders', $$contact_phone = '+9234567'$$, $$contact_phone = '+0234567'$$),
  ('orders', $$contact_phone = null$$, $$contact_phone = '9234567'$$),
  ('orders', $$shipping_address = '{}'$$, $$shipping_address = '[]'$$),
  ('orders', $$billing_address = '{}'$$, $$billing_address = '[]'$$),
  ('orders', $$subtotal = 0, promo_discount = 0, delivery_fee = 0, total_amount = 0$$, $$subtotal = -1, promo_discount = 0, delivery_fee = 0, total_amount = 0$$),
  ('orders', $$subtotal = 5, promo_discount = 0, delivery_fee = 0, total_amount = 5$$, $$subtotal = 5, promo_discount = -1, delivery_fee = 0, total_amount = 6$$),
  ('orders', $$subtotal = 5, promo_discount = 0, delivery_fee = 1, total_amount = 6$$, $$subtotal = 5, promo_discount = 0, delivery_fee = -1, total_amount = 4$$),
  ('orders', $$subtotal = 5, promo_discount = 2, delivery_fee = 1, total_amount = 4$$, $$subtotal = 5, promo_discount = 2, delivery_fee = 1, total_amount = 5$$),
  ('orders', $$subtotal = 5, promo_discount = 9, delivery_fee = 1, total_amount = 1$$, $$subtotal = 5, promo_discount = 9, delivery_fee = 1, total_amount = -3$$),
  ('orders', $$savings = 0$$, $$savings = -1$$),
  ('orders', $$notes = repeat('x', 1000)$$, $$notes = repeat('x', 1001)$$),
  ('orders', $$arrives_from = '2026-01-02', arrives_until = '2026-01-02'$$, $$arrives_from = '2026-01-02', arrives_until = '2026-01-01'$$),
  ('orders', $$history = '[]'$$, $$history = '{}'$$),
  ('orders', $$attempt_hash = repeat('x', 128)$$, $$attempt_hash = repeat('x', 129)$$),
  ('orders', $$attempt_hash = 'x'$$, $$attempt_hash = ''$$),
  ('order_items', $$quantity = 1, subtotal = price_at_purchase * 1$$, $$quantity = 0, subtotal = price_at_purchase * 0$$),
  ('order_items', $$quantity = 9999, subtotal = price_at_purchase * 9999$$, $$quantity = 10000, subtotal = price_at_purchase * 10000$$),
  ('order_items', $$subtotal = price_at_purchase * quantity$$, $$subtotal = price_at_purchase * quantity + 0.01$$),
  ('payment_notifications', $$provider = repeat('x', 40)$$, $$provider = repeat('x', 41)$$),
  ('payment_notifications', $$provider = 'x'$$, $$provider = ''$$),
  ('payment_notifications', $$source = repeat('x', 60)$$, $$source = repeat('x', 61)$$),
  ('payment_notifications', $$body = repeat('x', 16384)$$, $$body = repeat('x', 16385)$$),
  ('payment_notifications', $$digest = repeat('a', 64), body = null$$, $$digest = repeat('a', 63), body = null$$),
  ('payment_notifications', $$digest = repeat('a', 64), body = null$$, $$digest = repeat('a', 64), body = 'x'$$),
  ('payment_notifications', $$digest = repeat('a', 64), message = jsonb_build_object('a', repeat('x', 691))$$, $$digest = repeat('a', 64), message = jsonb_build_object('a', repeat('x', 692))$$),
  ('payment_notifications', $$verdict = repeat('x', 40)$$, $$verdict = repeat('x', 41)$$),
  ('payment_notifications', $$verdict = 'x'$$, $$verdict = ''$$),
  ('refunds', $$amount = 0.01$$, $$amount = 0$$),
  ('refunds', $$reason = 'too_late'$$, $$reason = 'whim'$$),
  ('user_conversations', $$title = repeat('x', 160)$$, $$title = repeat('x', 161)$$),
  ('user_conversations', $$title = 'x'$$, $$title = ' '$$),
  ('user_conversations', $$mode = 'order'$$, $$mode = 'shouting'$$),
  ('user_conversations', $$status = 'closed'$$, $$status = 'lost'$$),
  ('user_conversations', $$unread_count = 0$$, $$unread_count = -1$$),
  ('chat_messages', $$sender_type = repeat('x', 20)$$, $$sender_type = repeat('x', 21)$$),
  ('chat_messages', $$sender_type = 'x'$$, $$sender_type = ''$$),
  ('chat_messages', $$message_text = repeat('x', 4000)$$, $$message_text = repeat('x', 4001)$$),
  ('chat_messages', $$attachment_url = repeat('x', 200)$$, $$attachment_url = repeat('x', 201)$$),
  ('chat_messages', $$attachment_type = repeat('x', 100)$$, $$attachment_type = repeat('x', 101)$$),
  ('chat_messages', $$metadata = '{}'$$, $$metadata = '[]'$$),
  ('chat_messages', $$message_text = 'x', attachment_url = null, metadata = '{}'$$, $$message_text = '', attachment_url = null, metadata = '{}'$$),
  ('chat_messages', $$message_text = '', attachment_url = 'x', metadata = '{}'$$, $$message_text = '', attachment_url = null, metadata = '{}'$$),
  ('chat_messages', $$message_text = '', attachment_url = null, metadata = '{"a": 1}'$$, $$message_text = '', attachment_url = null, metadata = '{}'$$),
  ('stock_alerts', $$email = 'new@example.com'$$, $$email = 'new@example'$$),
  ('stock_alerts', $$email = 'new@example.com'$$, $$email = 'New@example.com'$$),
  ('order_mails', $$kind = 'paid'$$, $$kind = 'spam'$$),
  ('order_mails', $$state = 'sent'$$, $$state = 'lost'$$),
  ('order_mails', $$attempts = 0$$, $$attempts = -1$$),
  ('order_mails', $$problem = repeat('x', 200)$$, $$problem = repeat('x', 201)$$),
  ('mail_texts', $$subject = repeat('x', 120)$$, $$subject = repeat('x', 121)$$),
  ('mail_texts', $$subject = 'x'$$, $$subject = ''$$),
  ('mail_texts', $$subject = 'x'$$, $$subject = E'x\nBcc: y'$$),
  ('mail_texts', $$heading = repeat('x', 120)$$, $$heading = repeat('x', 121)$$),
  ('mail_texts', $$heading = ''$$, $$heading = E'\r'$$),
  ('mail_texts', $$body = repeat('x', 4000)$$, $$body = repeat('x', 4001)$$),
  ('mail_texts', $$body = E'x\n\ny'$$, $$body = ''$$),
  ('mail_texts', $$button = repeat('x', 80)$$, $$button = repeat('x', 81)$$),
  ('mail_texts', $$button = 'x'$$, $$button = ''$$),
  ('mail_texts', $$button = 'x'$$, $$button = E'x\ty'$$),
  ('mail_texts', $$closing = repeat('x', 2000)$$, $$closing = repeat('x', 2001)$$),
  ('mail_texts', $$closing = 'I <3 you'$$, $$closing = '<b>'$$),
  ('returns', $$kind = 'return'$$, $$kind = 'gift'$$),
  ('returns', $$kind = 'exchange', refund_amount = 0$$, $$kind = 'exchange', refund_amount = 1$$),
  ('returns', $$reason = 'damaged'$$, $$reason = 'whim'$$),
  ('returns', $$note = repeat('x', 1000)$$, $$note = repeat('x', 1001)$$),
  ('returns', $$answer = repeat('x', 1000)$$, $$answer = repeat('x', 1001)$$),
  ('returns', $$photos = '{a,b,c}'$$, $$photos = '{a,b,c,d}'$$),
  ('returns', $$refund_amount = 0$$, $$refund_amount = -1$$),
  ('returns', $$history = '[]'$$, $$history = '{}'$$),
  ('return_items', $$quantity = 1$$, $$quantity = 0$$),
  ('return_items', $$quantity = 9999$$, $$quantity = 10000$$);

select is(pg_temp.outcome(table_name, stored) || ' ' || pg_temp.outcome(table_name, refused), 'stored 23514', format('%s: %s is stored, %s is refused', table_name, stored, refused))
from bounds order by number;

-- What no two rows have in common.
insert into public.newsletter_subscriptions (email) values ('other@example.com');
insert into public.returns (order_id, kind, reason, request_key) select id, 'return', 'size', gen_random_uuid() from public.orders limit 1;
update public.chat_messages set temp_id = gen_random_uuid();
create temporary table keys (number integer generated always as identity, table_name text, columns text);
insert into keys (table_name, columns) values
  ('products', 'sku'),
  ('products', 'slug'),
  ('colors', 'name'),
  ('hero_statistics', 'stat_key'),
  ('newsletter_subscriptions', 'email'),
  ('social_media', 'platform'),
  ('page_content', 'slug'),
  ('faq_categories', 'slug'),
  ('orders', 'attempt_key'),
  ('orders', 'order_id'),
  ('promo_codes', 'code'),
  ('returns', 'request_key'),
  ('order_mails', 'id'),
  ('mail_texts', 'kind'),
  ('footer_pages', 'section, title'),
  ('product_reviews', 'product_id, user_id'),
  ('chat_messages', 'conversation_id, temp_id'),
  ('chat_messages', 'conversation_id, position');
select is(pg_temp.outcome(table_name, format('(%1$s) = row (%2$s)', columns, (select string_agg(format('(select %s from public.%I order by ctid offset 1 limit 1)', c, table_name), ', ')
    from unnest(string_to_array(columns, ', ')) c))), '23505', format('two rows of %s can''t have the same %s', table_name, columns)) from keys order by number;

select is(pg_temp.outcome('product_variants', 'size = null, brand_size = null'), '23502', 'a size needs a label');
select throws_ok($$insert into public.returns (order_id, kind, reason, status, request_key) select id, 'return', 'size', 'lost', gen_random_uuid() from public.orders limit 1$$, '23514', null, 'a return can''t begin with an unknown status');
-- Codes are referenced, so their bounds are tried with new rows.
select lives_ok($$insert into public.attributes (code, name) values ('a', 'a'), ('a' || repeat('9', 28), 'b'), ('two-words', 'c')$$, 'codes of attributes are stored');
select throws_ok(format('insert into public.attributes (code, name) values (%L, %L)', code, 'd'), '23514', null, format('the code %s isn''t', code))
from unnest(array['', 'a' || repeat('9', 29), '9', 'Two words', 'colors']) as code;
select lives_ok($$insert into public.attribute_values (attribute, code, name) values ('a', '9', 'a'), ('a', repeat('x', 30), 'b'), ('a', 'two-words', 'c')$$, 'codes of values are stored');
select throws_ok(format('insert into public.attribute_values (attribute, code, name) values (%L, %L, %L)', 'a', code, 'd'), '23514', null, format('the value %s isn''t', code))
from unnest(array['', repeat('x', 31), 'Two words']) as code;
-- The record of the desk's changes refuses every update, so its bounds are tried with new rows.
select lives_ok($$insert into public.desk_audit (actor_email, action, subject_kind, subject_id) values (repeat('x', 254), repeat('a', 60), repeat('b', 40), repeat('c', 100))$$, 'the longest record is stored');
select throws_ok(format('insert into public.desk_audit (actor_email, action, subject_kind, subject_id) values (%L, %L, %L, %L)', email, action, kind, id), '23514', null, format('a record with %s is refused', what))
from (values ('a longer address', repeat('x', 255), 'a', 'b', 'c'), ('a longer action', 'x', repeat('a', 61), 'b', 'c'), ('an action in capitals', 'x', 'A', 'b', 'c'),
  ('a longer kind', 'x', 'a', repeat('b', 41), 'c'), ('a kind of two words', 'x', 'a', 'b b', 'c'), ('a longer ID', 'x', 'a', 'b', repeat('c', 101))) tried (what, email, action, kind, id);
select is((select string_agg(distinct c.conrelid::regclass::text, ', ') from pg_constraint c where c.contype = 'c' and c.connamespace = 'public'::regnamespace
    and c.conrelid <> 'public.desk_audit'::regclass
    and not exists (select from bounds b where b.table_name = (select t.relname from pg_class t where t.oid = c.conrelid))), null, 'every table with bounds is in the list');

select * from finish();
