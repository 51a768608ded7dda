-- All privileges: anything granted beyond these lists, or a table without row level security, fails.
select plan(6);

select is(
  (select string_agg(c.relname, ', ' order by c.relname) from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity),
  null, 'every table of the shop has row level security');

select is(
  (select string_agg(format('%s %s', lower(g.privilege_type), g.table_name), ', ' order by g.table_name, g.privilege_type)
   from information_schema.role_table_grants g where g.table_schema = 'public' and g.grantee = 'anon'),
  'select banners, select career_positions, select colors, select company_works, select contact_info, select faq_categories, '
  'select faq_items, select footer_pages, select hero_statistics, select listing_rules, select page_content, select product_categories, '
  'select product_colors, select product_features, select product_media, select product_reviews, '
  'select product_variants, select products, select social_media, select testimonials',
  'a visitor reads only the tables of the catalogue and the content');

select is(
  (select string_agg(format('%s %s', lower(g.privilege_type), g.table_name), ', ' order by g.table_name, g.privilege_type)
   from information_schema.role_table_grants g where g.table_schema = 'public' and g.grantee = 'authenticated'),
  'select banners, select career_positions, select chat_messages, select colors, select company_works, select contact_info, '
  'select desk_audit, select faq_categories, select faq_items, select footer_pages, select hero_statistics, '
  'select listing_rules, select order_items, '
  'select orders, select page_content, select product_categories, select product_colors, select product_features, '
  'select product_media, delete product_reviews, select product_reviews, select product_variants, select products, '
  'delete profile_addresses, select profile_addresses, select profiles, select refunds, select social_media, '
  'select stock_changes, select testimonials, '
  'select transactions, select user_conversations',
  'a shopper also reads their own data, and may delete addresses and reviews; desk_audit and stock_changes are for operators');

select is(
  (select string_agg(distinct format('%s %s %s', g.grantee, lower(g.privilege_type), g.table_name), ', '
     order by format('%s %s %s', g.grantee, lower(g.privilege_type), g.table_name))
   from information_schema.role_column_grants g
   where g.table_schema = 'public' and g.grantee in ('anon', 'authenticated') and g.privilege_type in ('INSERT', 'UPDATE')),
  'authenticated insert profile_addresses, authenticated update profile_addresses, authenticated update profiles',
  'writing is granted by column, only for these tables: none for orders, items or transactions (DB-46)');

select is(
  (select string_agg(p.proname, ', ' order by p.proname) from pg_proc p
   where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute')),
  'cancel_order, catalogue_version, delivery_terms, edit_own_order, fail_payment, find_names, get_category_counts, get_completing, get_exchange_choices, get_filter_counts, get_filter_options, get_guest_order, get_invoice, get_own_order_change, get_product_reviews, '
  'get_product_with_colors, get_products, get_products_by_slug, get_returnable, get_returns, '
  'get_search_suggestions, get_size_charts, guest_terms, is_product_gone, pay_in_cash, product_feed, start_payment, urdu_words, withdraw_return',
  'a visitor may call only these functions');

select is(
  (select string_agg(p.proname, ', ' order by p.proname) from pg_proc p
   where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
     and not has_function_privilege('anon', p.oid, 'execute')),
  'add_message, change_cart, change_wishlist, create_conversation, desk_add_browser, desk_add_note, desk_apply_import, desk_apply_settlement, '
  'desk_archive, desk_archives, desk_assign, desk_attachment, desk_attributes, desk_begin_archive, desk_book_parcels, desk_cancel_parcel, desk_categories, desk_change_email, desk_change_order, '
  'desk_change_products, desk_check_import, desk_claim_picture, desk_close, desk_colleagues, desk_confirmations, desk_contact, desk_conversation, desk_conversation_news, '
  'desk_conversations, desk_correct_difference, desk_create_product, desk_create_promo_code, desk_create_size_chart, desk_create_text, desk_crop_picture, '
  'desk_customer, desk_customers, desk_decide_return, desk_draft_order, desk_duplicate_product, desk_edit_order, desk_end_promo_code, desk_exchange_choices, '
  'desk_export_entries, desk_export_orders, desk_export_products, '
  'desk_export_settlement, desk_export_withheld, desk_funnel, desk_give_role, desk_hide_review, desk_import, desk_imports, desk_invite, desk_invite_again, '
  'desk_invoices, desk_join_people, desk_known_shopper, desk_leave_out_bad_rows, desk_ledger, desk_list, desk_listen, desk_listening, desk_lost_phone, desk_map_settlement, desk_mark_contact, desk_me, desk_move_stock, desk_newsletter, '
  'desk_newsletter_export, desk_note_parcels, desk_notes, desk_operators, desk_order_aside, desk_order_choices, desk_order_ledger, desk_orders, desk_orders_in_full, '
  'desk_pairs, desk_parcels, desk_part_person, desk_picture, desk_place_order, desk_preview, desk_product, desk_product_checks, desk_product_video, desk_products, '
  'desk_promo_code, desk_promo_codes, desk_record_call, desk_record_received, desk_record_refund, desk_recovery_codes, desk_refund_part, desk_refunds, '
  'desk_remove_attribute, desk_remove_browser, desk_remove_category, desk_remove_note, '
  'desk_remove_promo_code, desk_remove_row, desk_remove_settlement, desk_remove_size_chart, desk_remove_text, desk_reply, desk_request_return, desk_returns, desk_reverse_import, desk_reviews, '
  'desk_sales, desk_sales_by, desk_save_attribute, desk_save_category, desk_save_pairs, desk_save_pictures, desk_save_product, desk_save_promo_code, '
  'desk_save_recovery_codes, desk_save_row, desk_save_size_chart, desk_save_stock, desk_save_synonyms, desk_save_text, '
  'desk_save_translations, desk_save_video, desk_search_words, desk_send_by_hand, desk_set_no_size, desk_set_product_state, desk_set_shelf, desk_settle_picture, desk_settlement, desk_settlements, '
  'desk_start_import, desk_start_settlement, desk_stock, desk_stock_changes, desk_store_archive, desk_store_import_rows, desk_tag_person, desk_take_back, desk_take_back_return, desk_take_back_settlement, desk_take_role, '
  'desk_text, desk_texts, desk_today, '
  'desk_translation_counts, desk_translations, desk_troubles, desk_try_search, desk_write_off, '
  'get_predefined_answer, get_predefined_questions, hand_over_conversation, mark_conversation_read, mark_review_helpful, '
  'set_primary_address, take_guest_order',
  'a shopper may also call these functions; record_payment and flag_stale_payments are only for the server');

select * from finish();
