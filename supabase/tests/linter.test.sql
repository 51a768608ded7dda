-- The rules of Supabase's database linter (github.com/supabase/splinter), which runs only on hosted projects.
-- Each query lists violations of a rule. Intended exceptions are listed with their reasons.
select plan(16);

create temporary view own_schemas as select oid, nspname as name from pg_namespace where nspname in ('public', 'shop');
create temporary view own_policies as
  select p.*, regexp_replace(lower(coalesce(p.qual, '')), '\s', '', 'g') as tight_qual,
    regexp_replace(lower(coalesce(p.with_check, '')), '\s', '', 'g') as tight_check
  from pg_policies p where p.schemaname in ('public', 'shop', 'storage');

select is((select string_agg(format('%s.%s', c.conrelid::regclass, c.conname), ', ') from pg_constraint c
    join pg_class t on t.oid = c.conrelid join own_schemas s on s.oid = t.relnamespace
    where c.contype = 'f' and not exists (select from pg_index i where i.indrelid = c.conrelid
      and (string_to_array(i.indkey::text, ' ')::smallint[])[1:cardinality(c.conkey)] = c.conkey)),
  null, '0001 every foreign key has an index');

select is((select string_agg(format('%s: %s', tablename, policyname), ', ') from own_policies
    where regexp_replace(tight_qual || tight_check, '\(?selectauth\.(uid|role|email|jwt)\(\)', '', 'g')
      ~ 'auth\.(uid|role|email|jwt)\(\)|current_setting\('),
  null, '0003 policies evaluate the user once per statement, not once per row');

select is((select string_agg(t.relname, ', ') from pg_class t join own_schemas s on s.oid = t.relnamespace
    where t.relkind = 'r' and not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)),
  null, '0004 every table has a primary key');

select is((select string_agg(format('%s %s %s', tablename, role, command), ', ') from (
    select tablename, role, command from own_policies p, unnest(p.roles) as role,
      unnest(case p.cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[p.cmd] end) as command
    where schemaname <> 'storage' and permissive = 'PERMISSIVE' group by 1, 2, 3 having count(*) > 1) as doubled),
  null, '0006 no table has two policies for one role and command');

select is((select string_agg(distinct p.tablename, ', ') from own_policies p join pg_class t on t.relname = p.tablename
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = p.schemaname where not t.relrowsecurity),
  null, '0007 no table has a policy without row level security');

select is((select string_agg(t.relname, ', ' order by t.relname) from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = t.oid)),
  -- Read and written only by functions: change_cart, place_order, record_payment, get_predefined_questions, price_cart,
  -- keep_stock_alert, change_wishlist, delivery_terms, guest_terms, get_size_charts,
  -- request_return, desk_text. The server reads mail_texts and writes contact_submissions and newsletter_subscriptions with its own key.
  'attribute_values, attributes, blocked_contacts, cart_items, contact_submissions, delivery_areas, delivery_countries, delivery_rules, desk_invitations, desk_recovery_codes, files_to_remove, holidays, mail_texts, newsletter_subscriptions, order_calls, order_rules, order_steps, payment_notifications, predefined_questions, product_attributes, product_pairs, promo_codes, '
  'return_items, returns, review_votes, search_answers, search_synonyms, size_chart_rows, size_charts, stock_alerts, tax_rules, variant_stock, wishlist_items',
  '0008 tables without a policy are accessed only by functions');

select is((select string_agg(p.proname, ', ' order by p.proname) from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'desk\_%'
    and p.prosrc !~ 'perform shop\.require_desk\(|shop\.(import_at_desk|desk_list_named)\('), 'desk_me', 'every function of the desk asks who calls it; desk_me is the question');

select is((select string_agg(doubled.indexes, '; ') from (
    select string_agg(indexname, ', ') as indexes from pg_indexes where schemaname in ('public', 'shop')
    group by schemaname, tablename, replace(indexdef, indexname, '') having count(*) > 1) as doubled),
  null, '0009 there are no duplicate indexes');

select is((select string_agg(t.relname, ', ') from pg_class t where t.relnamespace = 'public'::regnamespace
    and t.relkind in ('v', 'm', 'f')),
  null, '0002 0010 0016 0017 no view, materialised view or foreign table is in the API''s schema');

select is((select string_agg(p.oid::regprocedure::text, ', ') from pg_proc p join own_schemas s on s.oid = p.pronamespace
    where not exists (select from unnest(p.proconfig) c where c like 'search_path=%')
      -- Only in the sandbox, not in a hosted project.
      and p.proname <> 'sandbox_announce'),
  null, '0011 every function sets its search path');

select is((select string_agg(t.relname, ', ') from pg_class t where t.relnamespace = 'public'::regnamespace
    and t.relkind in ('r', 'p') and not t.relrowsecurity),
  null, '0013 every table of the API has row level security');

select is((select string_agg(extname, ', ') from pg_extension
    where extnamespace = 'public'::regnamespace and extname <> 'plpgsql'),
  null, '0014 no extension is in the API''s schema');

select is((select string_agg(policyname, ', ') from own_policies where tight_qual || tight_check ~ 'user_metadata'),
  null, '0015 no policy trusts user metadata');

select is((select string_agg(format('%s: %s', tablename, policyname), ', ') from own_policies
    where cmd <> 'SELECT' and roles && array['anon', 'authenticated', 'public']::name[] and (
      tight_qual in ('true', '(true)') or tight_check in ('true', '(true)') or (cmd = 'INSERT' and with_check is null))),
  null, '0024 no policy allows every write');

select is((select string_agg(format('%s: %s', b.id, p.policyname), ', ') from storage.buckets b
    join own_policies p on p.schemaname = 'storage' and p.tablename = 'objects' and p.cmd in ('SELECT', 'ALL')
      and p.roles && array['anon', 'authenticated', 'public']::name[]
    where b.public and (p.tight_qual in ('true', '(true)') or p.qual like format('%%''%s''%%', b.id))),
  null, '0025 public buckets can''t be listed: their files are read by URL');

-- 0028 and 0029: security definer functions bypass row level security, so each needs a reason:
create temporary table doors (who text, name text, reason text, primary key (who, name));
insert into doors values
  ('anon', 'get_products', 'the listing: reads only products on sale, in one call; row level security would need a join per table'),
  ('anon', 'get_filter_counts', 'counts of public listings'),
  ('anon', 'get_category_counts', 'counts of public listings'),
  ('anon', 'get_completing', 'products on sale that belong to those of a cart'),
  ('anon', 'get_products_by_slug', 'products on sale with their sizes, for a wishlist'),
  ('anon', 'get_filter_options', 'the listing''s filters: values of products on sale'),
  ('anon', 'get_search_suggestions', 'names of products on sale; reads shop.search_words, which no API exposes'),
  ('anon', 'get_exchange_choices', 'what items of an own order, or of a guest''s by its key, can be exchanged for'),
  ('anon', 'get_size_charts', 'the tables of the size guide, which are public'),
  ('anon', 'urdu_words', 'the Urdu of public names'),
  ('anon', 'get_product_with_colors', 'one product on sale and similar ones'),
  ('anon', 'product_feed', 'products on sale with colours and sizes, for companies that list them'),
  ('anon', 'get_invoice', 'the invoice of one''s own order, or of a guest''s by its key; issues it for an order that is to have one'),
  ('anon', 'is_product_gone', 'one boolean about a product that row level security hides'),
  ('anon', 'find_names', 'the newest name of what shoppers see, and whether a name was hidden or deleted'),
  ('anon', 'get_product_reviews', 'reviews with their author''s name and picture, from profiles that only their owner may read'),
  ('anon', 'catalogue_version', 'random numbers that differ after each change of the catalogue'),
  ('anon', 'delivery_terms', 'delivery countries, prices and times, which are public'),
  ('anon', 'guest_terms', 'whether guests may order, and whether they need an e-mail address, which pages say'),
  ('anon', 'get_guest_order', 'a guest''s order, for the random key that it was placed with'),
  ('anon', 'start_payment', 'a guest pays for the order of their key; a shopper for their own'),
  ('anon', 'fail_payment', 'the same, after returning without a payment'),
  ('anon', 'pay_in_cash', 'the same, instead of paying by card'),
  ('anon', 'cancel_order', 'the same, before it is on its way'),
  ('anon', 'get_own_order_change', 'whether and how the same visitor may change that order'),
  ('anon', 'edit_own_order', 'the same visitor changes it until it is packed'),
  ('anon', 'get_returns', 'the returns of that order; a shopper''s of their own'),
  ('anon', 'get_returnable', 'what of that order can still be returned'),
  ('anon', 'withdraw_return', 'the same visitor withdraws a return'),
  ('authenticated', 'take_guest_order', 'gives the caller the guest''s order of their browser, for its random key'),
  ('authenticated', 'change_cart', 'the only way to write a cart, under a lock; only the shopper''s own'),
  ('authenticated', 'change_wishlist', 'the only way to write a wishlist, under a lock; only the shopper''s own'),
  ('authenticated', 'create_conversation', 'opens a conversation of the caller'),
  ('authenticated', 'add_message', 'writes a message of the caller into their own conversation'),
  ('authenticated', 'mark_conversation_read', 'updates the count of the caller''s own conversation'),
  ('authenticated', 'hand_over_conversation', 'changes the mode of the caller''s own conversation'),
  ('authenticated', 'mark_review_helpful', 'one vote per shopper and review, never for their own; nobody can read who voted'),
  ('authenticated', 'desk_me', 'who is at the desk: null for everybody but an operator with a second factor'),
  ('authenticated', 'desk_orders', 'the desk''s functions ask shop.require_desk first: a list of orders'),
  ('authenticated', 'desk_order_aside', 'the same: which step may be taken back, and how earlier orders with the number ended'),
  ('authenticated', 'desk_orders_in_full', 'the same: orders with what stands beside them'),
  ('authenticated', 'desk_change_order', 'the same: moves an order and records it'),
  ('authenticated', 'desk_record_call', 'the same: records a call about an order, and cancels it after the last'),
  ('authenticated', 'desk_record_refund', 'the same, with a fresh second factor: records that a refund was sent'),
  ('authenticated', 'desk_parcels', 'the same: a list of parcels'),
  ('authenticated', 'desk_book_parcels', 'the same: books parcels of orders and records it'),
  ('authenticated', 'desk_send_by_hand', 'the same: records parcels that were handed over'),
  ('authenticated', 'desk_note_parcels', 'the same: records what a courier''s file says of parcels'),
  ('authenticated', 'desk_cancel_parcel', 'the same: cancels a parcel and records it'),
  ('authenticated', 'desk_settlements', 'the same: settlements, and what couriers owe'),
  ('authenticated', 'desk_settlement', 'the same: a settlement with its rows'),
  ('authenticated', 'desk_start_settlement', 'the same: stores a courier''s file and records it'),
  ('authenticated', 'desk_map_settlement', 'the same: says what its columns hold and records it'),
  ('authenticated', 'desk_apply_settlement', 'the same: applies it once and records it'),
  ('authenticated', 'desk_remove_settlement', 'the same: removes one that was never applied and records it'),
  ('authenticated', 'desk_take_back_settlement', 'the same: takes it back by opposite entries and records it'),
  ('authenticated', 'desk_record_received', 'the same: the sum that reached the bank, which is recorded'),
  ('authenticated', 'desk_write_off', 'the same, for managers: writes off what is left and records it'),
  ('authenticated', 'desk_export_settlement', 'the same, with a fresh second factor: its rows as a file, which is recorded'),
  ('authenticated', 'desk_export_withheld', 'the same: taxes that couriers withheld'),
  ('authenticated', 'desk_edit_order', 'the same: changes an order that isn''t sent and records it'),
  ('authenticated', 'desk_order_choices', 'the same: the sizes and colours that the items of an order may have'),
  ('authenticated', 'desk_refund_part', 'the same: refunds a part of a delivered order and records it'),
  ('authenticated', 'desk_refunds', 'the same: a list of refunds'),
  ('authenticated', 'desk_correct_difference', 'the same: corrects what an exchange costs more and records it'),
  ('authenticated', 'desk_decide_return', 'the same: decides about a return and records it'),
  ('authenticated', 'desk_returns', 'the same: a list of returns'),
  ('authenticated', 'desk_request_return', 'the same: asks for a return of any delivered order and records it'),
  ('authenticated', 'desk_exchange_choices', 'the same: what the items of an order can be exchanged for'),
  ('authenticated', 'desk_take_back_return', 'the same: takes a step of a return back and records it'),
  ('authenticated', 'desk_products', 'the same: a list of products, drafts included'),
  ('authenticated', 'desk_product', 'the same: a product with its sizes'),
  ('authenticated', 'desk_move_stock', 'the same: counts, adds and takes pieces, and records it'),
  ('authenticated', 'desk_save_product', 'the same: saves a product and records it'),
  ('authenticated', 'desk_save_stock', 'the same: saves the stock of a product''s sizes and records it'),
  ('authenticated', 'desk_save_pictures', 'the same: saves the pictures of a product and records it'),
  ('authenticated', 'desk_product_video', 'the same: the video of a product'),
  ('authenticated', 'desk_pairs', 'the same: what belongs to a product, and what goes with it'),
  ('authenticated', 'desk_save_pairs', 'the same: saves what belongs to a product and records it'),
  ('authenticated', 'desk_save_video', 'the same: shows a video of a product, or none, and records it'),
  ('authenticated', 'desk_create_product', 'the same: makes a draft and records it'),
  ('authenticated', 'desk_set_product_state', 'the same: publishes or archives a product and records it'),
  ('authenticated', 'desk_set_no_size', 'the same: says whether a product has no size and records it'),
  ('authenticated', 'desk_set_shelf', 'the same: says where a product lies, and records it'),
  ('authenticated', 'desk_troubles', 'the same: what is wrong with the shop itself'),
  ('authenticated', 'desk_stock', 'the same: what a product''s sizes and colours have in stock'),
  ('authenticated', 'desk_stock_changes', 'the same: the history of a product''s stock'),
  ('authenticated', 'desk_product_checks', 'the same: what a product lacks'),
  ('authenticated', 'desk_duplicate_product', 'the same: copies a product as a draft and records it'),
  ('authenticated', 'desk_categories', 'the same: a list of categories'),
  ('authenticated', 'desk_save_category', 'the same: makes or saves a category and records it'),
  ('authenticated', 'desk_remove_category', 'the same: removes a category that nothing is in and records it'),
  ('authenticated', 'desk_attributes', 'the same: reads the attributes'),
  ('authenticated', 'desk_save_attribute', 'the same: makes or saves an attribute and records it'),
  ('authenticated', 'desk_remove_attribute', 'the same: removes an attribute that no product has and records it'),
  ('authenticated', 'desk_search_words', 'the same: the words of the search'),
  ('authenticated', 'desk_try_search', 'the same: what a search finds'),
  ('authenticated', 'desk_save_synonyms', 'the same: saves what a word of the search means and records it'),
  ('authenticated', 'desk_create_size_chart', 'the same: makes a table of the size guide and records it'),
  ('authenticated', 'desk_remove_size_chart', 'the same: removes one that no category has and records it'),
  ('authenticated', 'desk_save_size_chart', 'the same: saves a table of the size guide and records it'),
  ('authenticated', 'desk_export_products', 'the same, with a fresh second factor: products as a file, which is recorded'),
  ('authenticated', 'desk_start_import', 'the same: makes an import of products, which changes nothing'),
  ('authenticated', 'desk_store_import_rows', 'the same: stores rows of one''s own import'),
  ('authenticated', 'desk_change_products', 'the same: makes an import that changes many products'),
  ('authenticated', 'desk_leave_out_bad_rows', 'the same: of one''s own import'),
  ('authenticated', 'desk_reverse_import', 'the same: makes an import that takes another back'),
  ('authenticated', 'desk_check_import', 'the same: compares rows of an import with the catalogue'),
  ('authenticated', 'desk_import', 'the same: an import with its changes'),
  ('authenticated', 'desk_imports', 'the same: the imports of the last day'),
  ('authenticated', 'desk_apply_import', 'the same: makes the changes of an import and records them'),
  ('authenticated', 'desk_texts', 'the same: a list of texts'),
  ('authenticated', 'desk_text', 'the same: a text'),
  ('authenticated', 'desk_picture', 'the same: a picture with its original'),
  ('authenticated', 'desk_archives', 'the same: archives of pictures'),
  ('authenticated', 'desk_archive', 'the same: an archive of pictures with its files'),
  ('authenticated', 'desk_store_archive', 'the same: matches the files of an archive with products'),
  ('authenticated', 'desk_begin_archive', 'the same: begins to add the pictures of an archive'),
  ('authenticated', 'desk_claim_picture', 'the same: the next picture of an archive to make'),
  ('authenticated', 'desk_settle_picture', 'the same: adds a picture of an archive to its product, by desk_save_pictures'),
  ('authenticated', 'desk_crop_picture', 'the same: shows another part of an original and records it'),
  ('authenticated', 'desk_preview', 'the same: a draft as shoppers will see it'),
  ('authenticated', 'desk_create_text', 'the same: makes a text that isn''t shown yet and records it'),
  ('authenticated', 'desk_remove_text', 'the same: removes a text and records all of it'),
  ('authenticated', 'desk_save_text', 'the same: saves a text and records it'),
  ('authenticated', 'desk_translations', 'the same: the texts of the shop with their Urdu'),
  ('authenticated', 'desk_translation_counts', 'the same: how many have none'),
  ('authenticated', 'desk_save_translations', 'the same: saves Urdu and records it'),
  ('authenticated', 'desk_list', 'the same: the rows of a list that operators edit'),
  ('authenticated', 'desk_save_row', 'the same: makes or saves a row of such a list and records it'),
  ('authenticated', 'desk_remove_row', 'the same: removes a row of such a list and records it'),
  ('authenticated', 'desk_today', 'the same: numbers of what waits'),
  ('authenticated', 'desk_conversations', 'the same: a list of conversations'),
  ('authenticated', 'desk_conversation', 'the same: a conversation with its messages and its shopper''s orders'),
  ('authenticated', 'desk_confirmations', 'the same: the cash orders to confirm'),
  ('authenticated', 'desk_contact', 'the same: a list of messages of the contact form'),
  ('authenticated', 'desk_mark_contact', 'the same: marks a message as answered and records it'),
  ('authenticated', 'desk_conversation_news', 'the same: a conversation with its messages after a position'),
  ('authenticated', 'desk_reply', 'the same: answers a shopper and records it'),
  ('authenticated', 'desk_assign', 'the same: hands a conversation over and records it'),
  ('authenticated', 'desk_close', 'the same: closes a conversation and records it'),
  ('authenticated', 'desk_attachment', 'the same: where the file of a message is'),
  ('authenticated', 'desk_colleagues', 'the same: who works at the desk'),
  ('authenticated', 'desk_operators', 'the same, for managers: who works at the desk, since when'),
  ('authenticated', 'desk_take_back', 'the same: takes a step of an order back and records it'),
  ('authenticated', 'desk_take_role', 'the same, for managers with a fresh second factor: takes a role away and records it'),
  ('authenticated', 'desk_invite', 'the same: gives a role to an account and records it'),
  ('authenticated', 'desk_invite_again', 'the same: makes an invitation anew and records it'),
  ('authenticated', 'desk_lost_phone', 'the same: ends the sessions and recovery codes of a colleague and records it'),
  ('authenticated', 'desk_listening', 'for people at the desk: how and when they hear of new orders'),
  ('authenticated', 'desk_add_browser', 'the same: adds a browser of their own and records it'),
  ('authenticated', 'desk_remove_browser', 'the same: removes one of their own and records it'),
  ('authenticated', 'desk_listen', 'the same: chooses them for oneself, and records it'),
  ('authenticated', 'desk_recovery_codes', 'for people at the desk: how many recovery codes they have left'),
  ('authenticated', 'desk_save_recovery_codes', 'the same, with a fresh second factor: replaces their own recovery codes and records it'),
  ('authenticated', 'desk_customers', 'the same: a list of people, guests too'),
  ('authenticated', 'desk_customer', 'the same: a person with their orders and conversations'),
  ('authenticated', 'desk_tag_person', 'the same: gives a person a tag or takes it away, and records it'),
  ('authenticated', 'desk_join_people', 'the same: joins two of one person and records it'),
  ('authenticated', 'desk_part_person', 'the same: parts them again and records it'),
  ('authenticated', 'desk_known_shopper', 'the same: what is known of a number, for a new order'),
  ('authenticated', 'desk_change_email', 'the same: changes the e-mail address of an order and records it'),
  ('authenticated', 'desk_reviews', 'the same: a list of reviews'),
  ('authenticated', 'desk_hide_review', 'the same: hides a review or shows it again, and records it'),
  ('authenticated', 'desk_newsletter', 'the same: addresses of the newsletter'),
  ('authenticated', 'desk_newsletter_export', 'the same, with a fresh second factor: all of them, which is recorded'),
  ('authenticated', 'desk_sales', 'the same: what was sold in a period, for release 1.0.0'),
  ('authenticated', 'desk_sales_by', 'the same: the figures of a period and a list of them'),
  ('authenticated', 'desk_ledger', 'the same: the entries that make a figure'),
  ('authenticated', 'desk_export_orders', 'the same, with a fresh second factor: orders for a file, which is recorded'),
  ('authenticated', 'desk_export_entries', 'the same, with a fresh second factor: all entries of a month, which is recorded'),
  ('authenticated', 'desk_funnel', 'the same: the funnel in a period'),
  ('authenticated', 'desk_give_role', 'the same, for managers with a fresh second factor: gives somebody at the desk a role'),
  ('authenticated', 'desk_order_ledger', 'the same: the books of an order'),
  ('authenticated', 'desk_invoices', 'the same: invoices of orders, which it issues for those that are to have one'),
  ('authenticated', 'desk_draft_order', 'the same: prices of an order that is being entered, and products for it'),
  ('authenticated', 'desk_place_order', 'the same: places an order for a buyer and records it'),
  ('authenticated', 'desk_notes', 'the same: private notes on an order or a person'),
  ('authenticated', 'desk_add_note', 'the same: writes a private note and records it'),
  ('authenticated', 'desk_remove_note', 'the same: removes a note of one''s own and records it'),
  ('authenticated', 'desk_promo_codes', 'the same: a list of promo codes'),
  ('authenticated', 'desk_promo_code', 'the same: a promo code'),
  ('authenticated', 'desk_create_promo_code', 'the same: makes a promo code and records it'),
  ('authenticated', 'desk_save_promo_code', 'the same: saves a promo code and records it'),
  ('authenticated', 'desk_end_promo_code', 'the same: ends a promo code and records it'),
  ('authenticated', 'desk_remove_promo_code', 'the same: removes a promo code without orders and records it'),
  ('authenticated', 'get_predefined_questions', 'active questions, in order'),
  ('authenticated', 'get_predefined_answer', 'the answer to one active question');
select is(
  (select array_agg(door collate "C" order by door collate "C") from (select format('%s %s',
      case when has_function_privilege('anon', p.oid, 'execute') then 'anon' else 'authenticated' end, p.proname) as door
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))) as open),
  (select array_agg(door collate "C" order by door collate "C") from (select format('%s %s', who, name) as door from doors) as known),
  '0028 0029 only these security definer functions may be called by visitors or shoppers, each with its reason');

select * from finish();
