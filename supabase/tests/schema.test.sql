-- Columns, constraints and references of the specification.
select plan(62);

create function pg_temp.missing(table_name text, columns text[]) returns text language sql as $$
  select string_agg(c, ', ') from unnest(columns) c
  where not exists (select from information_schema.columns i
    where i.table_schema = 'public' and i.table_name = $1 and i.column_name = c)
$$;
-- Returns the SQLSTATE of a statement, or 'done'; rolls it back.
create function pg_temp.outcome(statement text) returns text language plpgsql as $$
begin
  begin
    execute statement;
    raise exception using errcode = 'OK000';
  exception when others then
    return case sqlstate when 'OK000' then 'done' else sqlstate end;
  end;
end $$;

select is(pg_temp.missing('hero_statistics', '{stat_key,stat_value,stat_label,is_active,display_order}'), null, 'columns of hero_statistics (DB-08)');
select is(pg_temp.outcome($$insert into public.hero_statistics (stat_key, stat_value, stat_label) values ('visitors', 1, 'x')$$),
  '23514', 'hero_statistics allows two keys (DB-10)');
select is(pg_temp.missing('products', '{id,name,description,slug,price,discount,rating,is_banner,is_active,deleted_at,created_at}'),
  null, 'columns of products (DB-15)');
select is(pg_temp.missing('products', '{is_arrival,is_top,title,sku,image_url}'), null, 'more columns of products (DB-16)');
select is(pg_temp.missing('product_media', '{id,url,is_featured}'), null, 'columns of product_media (DB-17)');
select is(pg_temp.missing('colors', '{id,value,name}'), null, 'columns of colors (DB-18)');
select is(pg_temp.missing('product_variants', '{size,brand_size,cup_size,material,stock}'), null, 'columns of product_variants (DB-19)');
select col_is_null('public', 'product_variants', 'stock', 'stock may be null (DB-20)');
select is(pg_temp.missing('product_features', '{title,description}'), null, 'columns of product_features (DB-21)');
select is(pg_temp.missing('product_categories', '{id,name,image_url,description,is_active,is_home,is_browse_section,parent_id}'),
  null, 'columns of product_categories (DB-22)');
select is(pg_temp.outcome($$update public.product_categories set parent_id = (select id from public.product_categories where name = 'Slip Nightgowns') where name = 'Robes'$$),
  'PT400', 'a fourth level of categories is refused (LS-35)');
select is(pg_temp.missing('testimonials', '{id,customer_name,review_text,rating,is_active,created_at}'), null, 'columns of testimonials (DB-42)');
select is(pg_temp.missing('footer_pages', '{section,title,display_order,is_active}'), null, 'columns of footer_pages (DB-43)');
select is(pg_temp.outcome($$insert into public.footer_pages (section, title) values ('OTHER', 'x')$$),
  '23514', 'footer_pages allows three sections (DB-43)');
select is(pg_temp.missing('profiles', '{id,full_name,email,phone_number,avatar_url}'), null, 'columns of profiles (DB-47)');
select is(pg_temp.missing('profiles', '{address,dob,city,gender}'), null, 'profiles has the profile set-up (DB-48)');
select is(pg_temp.missing('product_reviews', '{id,product_id,user_id,rating,review_text,images,created_at,updated_at}'),
  null, 'columns of product_reviews (DB-50)');
select is((select count(*)::integer from information_schema.role_column_grants where table_name = 'product_reviews' and grantee = 'service_role' and privilege_type = 'INSERT' and column_name in ('product_id','user_id','rating','review_text','images','created_at','updated_at')),
  7, 'a review writes its columns except the ID, by the shop (DB-51)');
select is(pg_temp.missing('newsletter_subscriptions', '{email,source,is_active}'), null, 'columns of newsletter_subscriptions (DB-53)');
select is(pg_temp.missing('contact_submissions', '{first_name,last_name,phone,email,subject,message,created_at}'),
  null, 'columns of contact_submissions (DB-54)');
select is(pg_temp.missing('contact_info', '{phone,email,address,is_active}'), null, 'columns of contact_info (DB-56)');
select is(pg_temp.outcome($$insert into public.contact_info (phone, email, address) values ('1', '2', '3')$$),
  '23505', 'one contact record is active (DB-57)');
select is(pg_temp.missing('social_media', '{platform,url,is_active}'), null, 'columns of social_media (DB-59)');
select is(pg_temp.missing('orders', '{id,order_id,user_id,status,payment_status,payment_method}'), null, 'columns of orders (DB-61)');
select is(pg_temp.missing('orders', '{shipping_address,billing_address,shipping_city,shipping_zip_code,contact_phone,total_amount}'),
  null, 'columns of orders (DB-62)');
select is(pg_temp.missing('orders', '{device,notes,updated_at,created_at,failure_reason,tracking_number,shipping_method,history}'),
  null, 'columns of orders (DB-63)');
select col_has_default('public', 'orders', 'id', 'the server assigns orders.id (DB-64)');
select is(pg_temp.outcome($$update public.orders set order_id = 'A-1' where order_id like '%101'$$),
  '23514', 'orders.order_id is ORD-{timestamp}-{0-999} (DB-65)');
select is(pg_temp.outcome($$update public.orders set order_id = 'ORD-1760000000000-1000' where order_id like '%101'$$),
  '23514', 'the number after the timestamp is at most 999 (DB-65)');
select col_type_is('public', 'orders', 'payment_status', 'boolean', 'orders.payment_status is boolean (DB-67)');
select is((select bool_and(e ?& array['status', 'timestamp', 'note']) from public.orders, jsonb_array_elements(history) e),
  true, 'history entries have status, timestamp and note (DB-68)');
select is(pg_temp.outcome($$update public.orders set status = 'Lost'$$), 'PT409', 'an unknown order status is refused (DB-71)');
select is(pg_temp.outcome($$insert into public.orders (order_id, status, shipping_address, billing_address, shipping_city, subtotal, delivery_fee, total_amount, device, attempt_key, attempt_hash) values ('ORD-1-1', 'Lost', '{}', '{}', 'x', 0, 0, 0, 'Mobile', gen_random_uuid(), 'x')$$),
  '23514', 'an order can''t begin with an unknown status (DB-71)');
select is(pg_temp.outcome($$update public.orders set payment_method = 'cheque'$$), '23514', 'payment methods are payfast and cod (DB-72)');
select is(pg_temp.outcome($$update public.profile_addresses set address_type = 'Castle'$$), '23514', 'address types are Home and Office (DB-73)');
select is(pg_temp.outcome($$update public.orders set device = 'Toaster'$$), '23514', 'devices are Mobile, Tablet and Computer (DB-74)');
select is(pg_temp.missing('order_items', '{order_id,product_id,quantity,price_at_purchase,selected_color,selected_size,subtotal}'),
  null, 'columns of order_items (DB-76)');
select fk_ok('public', 'order_items', 'order_id', 'public', 'orders', 'id', 'order_items.order_id refers to orders.id (DB-77)');
select is(pg_temp.missing('transactions', '{order_ref,order_id,created_at,response}'), null, 'columns of transactions (DB-86)');
select is(pg_temp.missing('promo_codes', '{code,kind,value,starts_at,ends_at,minimum_total,usage_limit}'), null, 'columns of promo_codes (DB-87)');
select is(array[pg_temp.outcome($$update public.promo_codes set kind = 'gift'$$),
    pg_temp.outcome($$update public.promo_codes set kind = 'percent', value = 101$$)],
  array['23514', '23514'], 'a promo code takes off a percentage or a fixed sum (DB-87)');
select is((select public.delivery_fee() = c.fee and c.fee = 150.00 from public.delivery_countries c where c.country = 'Pakistan'),
  true, 'the delivery fee in Pakistan is 150.00 (DB-89)');
create function pg_temp.fee_after_change() returns numeric language plpgsql as $$
begin
  update public.delivery_countries set fee = 200.00 where country = 'Pakistan';
  return public.delivery_fee();
end $$;
select is(pg_temp.fee_after_change(), 200.00, 'the delivery fee is data, which operators change (DB-89)');
select is(pg_temp.missing('profile_addresses', '{id,profile_id,address_line1,city,postal_code,address_type,is_primary,country,created_at}'),
  null, 'columns of profile_addresses (DB-90)');
select is(pg_temp.missing('user_conversations', '{id,title,created_by,last_message_time}'), null, 'columns of user_conversations (DB-103)');
select is(pg_temp.missing('user_conversations', '{status,unread_count}'), null, 'columns of the list of conversations (DB-104)');
select is(pg_temp.missing('chat_messages', '{id,conversation_id,sender_id,message_text,sender_type,created_at}'),
  null, 'columns of chat_messages (DB-109)');
select is(pg_temp.missing('chat_messages', '{has_attachment,attachment_url,attachment_type}'), null, 'columns for attachments (DB-110)');
select is(pg_temp.missing('chat_messages', '{temp_id,metadata}'), null, 'tempId, and the metadata of order replies and options (DB-111)');
select is(pg_temp.missing('predefined_questions', '{id,question_text,category}'), null, 'columns of predefined_questions (DB-112)');
select is(pg_temp.missing('page_content', '{slug,is_published,title,content,meta_description,last_updated}'),
  null, 'columns of page_content (DB-115)');
select is((select count(*)::integer from public.page_content where is_published and slug in ('delivery-details', 'account', 'features', 'works', 'career', 'terms-conditions', 'privacy-policy')),
  7, 'the seven pages are seeded (DB-114)');
select is(pg_temp.missing('faq_categories', '{id,title,slug,is_active,display_order}'), null, 'columns of faq_categories (DB-116)');
select is(pg_temp.missing('faq_items', '{id,category_id,question,answer,is_active,display_order}'), null, 'columns of faq_items (DB-118)');
select is(pg_temp.missing('company_works', '{id,title,category,year,description,image_url,is_active,display_order,is_featured}'),
  null, 'columns of company_works (DB-120)');
select is(pg_temp.missing('career_positions', '{id,title,department,location,type,description,responsibilities,requirements,is_active}'),
  null, 'columns of career_positions (DB-122)');
select is((select array_agg(tablename::text) from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public'),
  array['chat_messages'], 'chat_messages are published to realtime (DB-108)');
select ok((select count(*) >= 96 from public.products where is_active), 'the seeds hold at least 96 products');
select is((select count(*)::integer from public.colors), 13, 'the seeds hold the specification''s thirteen colours');
select ok((select count(*) >= 40 from public.product_reviews), 'the seeds hold at least 40 reviews');
select is((select count(distinct status)::integer from public.orders), 8, 'the seeds hold orders in every status');
select is((select count(*)::integer from auth.users where instance_id is distinct from '00000000-0000-0000-0000-000000000000'
  or num_nulls(confirmation_token, recovery_token, email_change_token_new, email_change, created_at, updated_at) > 0)
  + (select count(*)::integer from auth.identities where num_nulls(created_at, updated_at) > 0), 0,
  'the seeded people are as Auth itself makes them: it fails on null tokens and times');

select * from finish();
