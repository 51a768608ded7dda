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

select is(pg_temp.missing('hero_statistics', '{stat_key,stat_value,stat_label,is_active,display_order}'), null, 'DB-08 columns of hero_statistics');
select is(pg_temp.outcome($$insert into public.hero_statistics (stat_key, stat_value, stat_label) values ('visitors', 1, 'x')$$), '23514', 'DB-10 hero_statistics allows two keys');
select is(pg_temp.missing('products', '{id,name,description,slug,price,discount,rating,is_banner,is_active,deleted_at,created_at}'), null, 'DB-15 columns of products');
select is(pg_temp.missing('products', '{is_arrival,is_top,title,sku,image_url}'), null, 'DB-16 more columns of products');
select is(pg_temp.missing('product_media', '{id,url,is_featured}'), null, 'DB-17 columns of product_media');
select is(pg_temp.missing('colors', '{id,value,name}'), null, 'DB-18 columns of colors');
select is(pg_temp.missing('product_variants', '{size,brand_size,cup_size,material,stock}'), null, 'DB-19 columns of product_variants');
select col_is_null('public', 'product_variants', 'stock', 'DB-20 stock may be null');
select is(pg_temp.missing('product_features', '{title,description}'), null, 'DB-21 columns of product_features');
select is(pg_temp.missing('product_categories', '{id,name,image_url,description,is_active,is_home,is_browse_section,parent_id}'), null, 'DB-22 columns of product_categories');
select is(pg_temp.outcome($$update public.product_categories set parent_id = (select id from public.product_categories where name = 'Slip Nightgowns') where name = 'Robes'$$), 'PT400', 'LS-35 a fourth level of categories is refused');
select is(pg_temp.missing('testimonials', '{id,customer_name,review_text,rating,is_active,created_at}'), null, 'DB-42 columns of testimonials');
select is(pg_temp.missing('footer_pages', '{section,title,display_order,is_active}'), null, 'DB-43 columns of footer_pages');
select is(pg_temp.outcome($$insert into public.footer_pages (section, title) values ('OTHER', 'x')$$), '23514', 'DB-43 footer_pages allows three sections');
select is(pg_temp.missing('profiles', '{id,full_name,email,phone_number,avatar_url}'), null, 'DB-47 columns of profiles');
select is(pg_temp.missing('profiles', '{address,dob,city,gender}'), null, 'DB-48 profiles has the profile set-up');
select is(pg_temp.missing('product_reviews', '{id,product_id,user_id,rating,review_text,images,created_at,updated_at}'), null, 'DB-50 columns of product_reviews');
select is((select count(*)::integer from information_schema.role_column_grants where table_name = 'product_reviews' and grantee = 'service_role' and privilege_type = 'INSERT' and column_name in ('product_id','user_id','rating','review_text','images','created_at','updated_at')), 7, 'DB-51 a review writes its columns except the ID, by the shop');
select is(pg_temp.missing('newsletter_subscriptions', '{email,source,is_active}'), null, 'DB-53 columns of newsletter_subscriptions');
select is(pg_temp.missing('contact_submissions', '{first_name,last_name,phone,email,subject,message,created_at}'), null, 'DB-54 columns of contact_submissions');
select is(pg_temp.missing('contact_info', '{phone,email,address,is_active}'), null, 'DB-56 columns of contact_info');
select is(pg_temp.outcome($$insert into public.contact_info (phone, email, address) values ('1', '2', '3')$$), '23505', 'DB-57 one contact record is active');
select is(pg_temp.missing('social_media', '{platform,url,is_active}'), null, 'DB-59 columns of social_media');
select is(pg_temp.missing('orders', '{id,order_id,user_id,status,payment_status,payment_method}'), null, 'DB-61 columns of orders');
select is(pg_temp.missing('orders', '{shipping_address,billing_address,shipping_city,shipping_zip_code,contact_phone,total_amount}'), null, 'DB-62 columns of orders');
select is(pg_temp.missing('orders', '{device,notes,updated_at,created_at,failure_reason,tracking_number,shipping_method,history}'), null, 'DB-63 columns of orders');
select col_has_default('public', 'orders', 'id', 'DB-64 the server assigns orders.id');
select is(pg_temp.outcome($$update public.orders set order_id = 'A-1' where order_id like '%101'$$), '23514', 'DB-65 orders.order_id is ORD-{timestamp}-{0-999}');
select is(pg_temp.outcome($$update public.orders set order_id = 'ORD-1760000000000-1000' where order_id like '%101'$$), '23514', 'DB-65 the number after the timestamp is at most 999');
select col_type_is('public', 'orders', 'payment_status', 'boolean', 'DB-67 orders.payment_status is boolean');
select is((select bool_and(e ?& array['status', 'timestamp', 'note']) from public.orders, jsonb_array_elements(history) e), true, 'DB-68 history entries have status, timestamp and note');
select is(pg_temp.outcome($$update public.orders set status = 'Lost'$$), 'PT409', 'DB-71 an unknown order status is refused');
select is(pg_temp.outcome($$insert into public.orders (order_id, status, shipping_address, billing_address, shipping_city, subtotal, delivery_fee, total_amount, device, attempt_key, attempt_hash) values ('ORD-1-1', 'Lost', '{}', '{}', 'x', 0, 0, 0, 'Mobile', gen_random_uuid(), 'x')$$), '23514', 'DB-71 an order can''t begin with an unknown status');
select is(pg_temp.outcome($$update public.orders set payment_method = 'cheque'$$), '23514', 'DB-72 payment methods are payfast and cod');
select is(pg_temp.outcome($$update public.profile_addresses set address_type = 'Castle'$$), '23514', 'DB-73 address types are Home and Office');
select is(pg_temp.outcome($$update public.orders set device = 'Toaster'$$), '23514', 'DB-74 devices are Mobile, Tablet and Computer');
select is(pg_temp.missing('order_items', '{order_id,product_id,quantity,price_at_purchase,selected_color,selected_size,subtotal}'), null, 'DB-76 columns of order_items');
select fk_ok('public', 'order_items', 'order_id', 'public', 'orders', 'id', 'DB-77 order_items.order_id refers to orders.id');
select is(pg_temp.missing('transactions', '{order_ref,order_id,created_at,response}'), null, 'DB-86 columns of transactions');
select is(pg_temp.missing('promo_codes', '{code,kind,value,starts_at,ends_at,minimum_total,usage_limit}'), null, 'DB-87 columns of promo_codes');
select is(pg_temp.outcome($$update public.promo_codes set kind = 'gift'$$) || pg_temp.outcome($$update public.promo_codes set kind = 'percent', value = 101$$), '2351423514', 'DB-87 a promo code takes off a percentage or a fixed sum');
select is((select public.delivery_fee() = c.fee and c.fee = 150.00 from public.delivery_countries c where c.country = 'Pakistan'), true, 'DB-89 the delivery fee in Pakistan is 150.00');
create function pg_temp.fee_after_change() returns numeric language plpgsql as $$
begin
  update public.delivery_countries set fee = 200.00 where country = 'Pakistan';
  return public.delivery_fee();
end $$;
select is(pg_temp.fee_after_change(), 200.00, 'DB-89 the delivery fee is data, which operators change');
select is(pg_temp.missing('profile_addresses', '{id,profile_id,address_line1,city,postal_code,address_type,is_primary,country,created_at}'), null, 'DB-90 columns of profile_addresses');
select is(pg_temp.missing('user_conversations', '{id,title,created_by,last_message_time}'), null, 'DB-103 columns of user_conversations');
select is(pg_temp.missing('user_conversations', '{status,unread_count}'), null, 'DB-104 columns of the list of conversations');
select is(pg_temp.missing('chat_messages', '{id,conversation_id,sender_id,message_text,sender_type,created_at}'), null, 'DB-109 columns of chat_messages');
select is(pg_temp.missing('chat_messages', '{has_attachment,attachment_url,attachment_type}'), null, 'DB-110 columns for attachments');
select is(pg_temp.missing('chat_messages', '{temp_id,metadata}'), null, 'DB-111 tempId, and the metadata of order replies and options');
select is(pg_temp.missing('predefined_questions', '{id,question_text,category}'), null, 'DB-112 columns of predefined_questions');
select is(pg_temp.missing('page_content', '{slug,is_published,title,content,meta_description,last_updated}'), null, 'DB-115 columns of page_content');
select is((select count(*)::integer from public.page_content where is_published and slug in ('delivery-details', 'account', 'features', 'works', 'career', 'terms-conditions', 'privacy-policy')), 7, 'DB-114 the seven pages are seeded');
select is(pg_temp.missing('faq_categories', '{id,title,slug,is_active,display_order}'), null, 'DB-116 columns of faq_categories');
select is(pg_temp.missing('faq_items', '{id,category_id,question,answer,is_active,display_order}'), null, 'DB-118 columns of faq_items');
select is(pg_temp.missing('company_works', '{id,title,category,year,description,image_url,is_active,display_order,is_featured}'), null, 'DB-120 columns of company_works');
select is(pg_temp.missing('career_positions', '{id,title,department,location,type,description,responsibilities,requirements,is_active}'), null, 'DB-122 columns of career_positions');
select is((select array_agg(tablename::text) from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public'), array['chat_messages'], 'DB-108 chat_messages are published to realtime');
select ok((select count(*) >= 96 from public.products where is_active), 'the seeds hold at least 96 products');
select is((select count(*)::integer from public.colors), 13, 'the seeds hold the specification''s thirteen colours');
select ok((select count(*) >= 40 from public.product_reviews), 'the seeds hold at least 40 reviews');
select is((select count(distinct status)::integer from public.orders), 8, 'the seeds hold orders in every status');
select is((select count(*)::integer from auth.users where instance_id is distinct from '00000000-0000-0000-0000-000000000000'
  or num_nulls(confirmation_token, recovery_token, email_change_token_new, email_change, created_at, updated_at) > 0), 0,
  'the seeded people are as Auth itself makes them: it fails on null tokens');

select * from finish();
