-- The lists of the desk, with those of this release.

-- Returns all lists. Nothing else is read or written by the functions below.
create or replace function shop.desk_lists() returns setof shop.desk_list
language sql stable set search_path = '' as $$
  values
    ('holiday', 'public.holidays'::regclass, 'id', '{day,name,is_expected}'::text[], 'day < current_date, day', true, '{}'::jsonb, null, '0'),
    ('delivery_rules', 'public.delivery_rules', 'is_only', '{cut_off,business_days}', 'is_only', false, '{}', null, '0'),
    ('delivery', 'public.delivery_countries', 'country', '{is_served,fee,free_from,first_day,last_day}', 'is_served desc, country', false, '{}', null, '0'),
    ('order_rules', 'public.order_rules', 'is_only',
      '{unpaid_hold,unconfirmed_hold,most_unpaid,most_cash,most_unconfirmed,most_a_day,most_pieces,take_back_hold,mail_delay,most_calls}', 'is_only', false, '{}', null, '0'),
    ('block', 'public.blocked_contacts', 'id', '{contact,reason,ends}', 'ends desc, contact', true, '{}', null, '0'),
    ('quick_answer', 'public.predefined_questions', 'id', '{question_text,answer_text,category,display_order,is_active}',
      'display_order, question_text', true, '{}', null, '0'),
    ('question_category', 'public.faq_categories', 'id', '{title,slug,display_order,is_active}', 'display_order, title', true, '{}', 'Questions',
      'select count(*) from public.faq_items q where q.category_id = t.id'),
    ('job', 'public.career_positions', 'id', '{title,department,location,type,description,responsibilities,requirements,is_active}',
      'title, id', true, '{}', null, '0'),
    ('work', 'public.company_works', 'id', '{title,category,year,description,image_url,link,display_order,is_featured,is_active}',
      'display_order, title', true, '{}', null, '0'),
    ('contact_details', 'public.contact_info', 'id', '{phone,whatsapp,email,address,hours}', 'is_active desc, id', true, '{}', null, '0'),
    ('social_link', 'public.social_media', 'id', '{platform,url,is_active}', 'platform', true, '{}', null, '0'),
    ('footer', 'public.footer_pages', 'id', '{section,title,display_order,is_active}', 'array_position(''{COMPANY,HELP,FAQ}'', section), display_order, title', true, '{}', null, '0'),
    ('testimonial', 'public.testimonials', 'id', '{review_text,customer_name,rating,display_order,is_active}',
      'display_order, created_at desc, id', true, '{}', null, '0'),
    ('statistic', 'public.hero_statistics', 'stat_key', '{stat_label,counts,stat_value}', 'display_order, stat_key', false, '{}', null, '0'),
    ('announcement', 'public.banners', 'id', '{title,link,begins,ends,display_order,is_active}', 'display_order, created_at, id', true,
      '{"kind": "announcement"}', null, '0'),
    ('slide', 'public.banners', 'id', '{title,description,link,button,picture,begins,ends,display_order,is_active}',
      'display_order, created_at, id', true, '{"kind": "slide"}', null, '0'),
    ('product_slide', 'public.products', 'id', '{hero_heading}', 'created_at, id', false, '{"is_banner": true, "deleted_at": null}', null, '0'),
    ('band', 'public.banners', 'id', '{title,description,link,button,picture,begins,ends,display_order,is_active}',
      'display_order, created_at, id', true, '{"kind": "band"}', null, '0'),
    ('color', 'public.colors', 'id', '{name,value,display_order}', 'display_order, name', true, '{}', 'Products',
      'select count(*) from (select pc.product_id from public.product_colors pc where pc.color_id = t.id
        union select m.product_id from public.product_media m where m.color_id = t.id) as using_it'),
    ('feed_category', 'public.product_categories', 'id', '{google_category,gender,age_group}', 'name', false, '{}', null, '0'),
    ('tax', 'public.tax_rules', 'is_only', '{business_name,ntn,strn,sales_tax}', 'is_only', false, '{}', null, '0'),
    ('search_answer', 'public.search_answers', 'id', '{word,answer,instead}', 'word', true, '{}', null, '0'),
    ('listing_rules', 'public.listing_rules', 'is_only', '{default_stars}', 'is_only', false, '{}', null, '0')
$$;

-- As before, but the record, which stays for ever, has no contact that is blocked: only how it ends.
create or replace function shop.row_in_words(p_row jsonb, p_columns text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(shop.column_in_words(c), case c when 'contact' then to_jsonb('…' || right(p_row ->> c, 3)) else p_row -> c end)
  from unnest(p_columns) c where p_row is not null
$$;

create or replace function shop.column_in_words(p_column text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(jsonb '{"display_order": "place", "is_active": "is_shown", "question_text": "question", "answer_text": "answer",
    "review_text": "text", "customer_name": "name", "stat_label": "label", "stat_value": "value", "image_url": "picture", "hero_heading": "heading", "url": "address",
    "unpaid_hold": "unpaid_orders_are_held", "unconfirmed_hold": "unconfirmed_orders_are_held",
    "take_back_hold": "steps_can_be_taken_back", "mail_delay": "mails_of_a_step_wait", "most_calls": "calls_before_it_is_cancelled"}' ->> p_column, p_column)
$$;
