-- Lists that operators edit row by row under /desk/settings: one mechanism for all of them (decision 165).

do $$
declare
  name text;
begin
  foreach name in array array['holidays', 'delivery_rules', 'order_rules', 'predefined_questions', 'faq_categories',
    'career_positions',
    'company_works', 'social_media', 'search_answers', 'listing_rules']
  loop
    execute format('create trigger raise_version before update on public.%I for each row execute function shop.raise_version()', name);
  end loop;
end $$;

-- A list: the name that addresses and the record of changes have for it, its table, the column that tells rows apart,
-- the columns that are written, and the order. is_open: rows are made and removed. Its rows are those with the values
-- of fixed, which new ones get. What uses counts for a row t keeps it, such as the products of a colour; used_by says
-- what that is. areas are those of the operators who see and change it (shop.require_desk); null is for managers.
create type shop.desk_list as (name text, source regclass, key text, columns text[], sorting text, is_open boolean,
  fixed jsonb, used_by text,
  uses text, areas text[]);

-- Returns all lists. Nothing else is read or written by the functions below.
create function shop.desk_lists() returns setof shop.desk_list
language sql stable set search_path = '' as $$
  values
    ('holiday', 'public.holidays'::regclass, 'id', '{day,name,is_expected}'::text[], 'day < current_date, day', true,
      '{}'::jsonb, null, '0', '{settings}'::text[]),
    ('delivery_rules', 'public.delivery_rules', 'is_only', '{cut_off,business_days}', 'is_only', false, '{}', null,
      '0', '{settings}'),
    ('delivery', 'public.delivery_countries', 'country', '{is_served,fee,free_from,first_day,last_day}',
      'is_served desc, country', false, '{}', null, '0', '{settings}'),
    ('delivery_area', 'public.delivery_areas', 'id', '{name,cities,fee,free_from}', 'name', true, '{}', null, '0',
      '{settings}'),
    ('cash_rules', 'public.order_rules', 'is_only', '{cash_fee}', 'is_only', false, '{}', null, '0', '{settings}'),
    ('order_rules', 'public.order_rules', 'is_only',
      '{unpaid_hold,unconfirmed_hold,most_unpaid,most_cash,most_unconfirmed,most_a_day,most_pieces,take_back_hold,mail_delay,most_calls,call_pause}', 'is_only', false, '{}', null, '0',
      '{settings}'),
    ('price_rules', 'public.order_rules', 'is_only', '{has_whole_rupees}', 'is_only', false, '{}', null, '0',
      '{settings}'),
    ('guests', 'public.order_rules', 'is_only', '{guests_order,guest_email_optional}', 'is_only', false, '{}', null,
      '0', '{settings}'),
    ('own_changes', 'public.order_rules', 'is_only', '{shoppers_change}', 'is_only', false, '{}', null, '0',
      '{settings}'),
    ('block', 'public.blocked_contacts', 'id', '{contact,reason,ends}', 'ends desc, contact', true, '{}', null, '0',
      '{orders,people}'),
    ('quick_answer', 'public.predefined_questions', 'id',
      '{question_text,answer_text,category,display_order,is_active}',
      'display_order, question_text', true, '{}', null, '0', '{people}'),
    ('question_category', 'public.faq_categories', 'id', '{title,slug,display_order,is_active}', 'display_order, title',
      true, '{}', 'Questions',
      'select count(*) from public.faq_items q where q.category_id = t.id', '{texts}'),
    ('job', 'public.career_positions', 'id',
      '{title,department,location,type,description,responsibilities,requirements,is_active}',
      'title, id', true, '{}', null, '0', '{texts}'),
    ('work', 'public.company_works', 'id',
      '{title,category,year,description,image_url,link,display_order,is_featured,is_active}',
      'display_order, title', true, '{}', null, '0', '{texts}'),
    ('contact_details', 'public.contact_info', 'id', '{phone,whatsapp,email,address,hours}', 'is_active desc, id', true,
      '{}', null, '0', '{texts}'),
    ('social_link', 'public.social_media', 'id', '{platform,url,is_active}', 'platform', true, '{}', null, '0',
      '{texts}'),
    ('footer', 'public.footer_pages', 'id', '{section,title,display_order,is_active}',
      'array_position(''{COMPANY,HELP,FAQ}'', section), display_order, title', true, '{}', null, '0', '{texts}'),
    ('testimonial', 'public.testimonials', 'id', '{review_text,customer_name,rating,display_order,is_active}',
      'display_order, created_at desc, id', true, '{}', null, '0', '{texts}'),
    ('statistic', 'public.hero_statistics', 'stat_key', '{stat_label,counts,stat_value}', 'display_order, stat_key',
      false, '{}', null, '0', '{texts}'),
    ('announcement', 'public.banners', 'id', '{title,link,begins,ends,display_order,is_active}',
      'display_order, created_at, id', true,
      '{"kind": "announcement"}', null, '0', '{texts}'),
    ('slide', 'public.banners', 'id',
      '{title,description,link,button,picture,focus,focus_wide,begins,ends,display_order,is_active}',
      'display_order, created_at, id', true, '{"kind": "slide"}', null, '0', '{texts}'),
    ('product_slide', 'public.products', 'id', '{hero_heading}', 'created_at, id', false,
      '{"is_banner": true, "deleted_at": null}', null, '0', '{texts}'),
    ('band', 'public.banners', 'id', '{title,description,link,button,picture,begins,ends,display_order,is_active}',
      'display_order, created_at, id', true, '{"kind": "band"}', null, '0', '{texts}'),
    ('color', 'public.colors', 'id', '{name,value,display_order}', 'display_order, name', true, '{}', 'Products',
      'select count(*) from (select pc.product_id from public.product_colors pc where pc.color_id = t.id
        union select m.product_id from public.product_media m where m.color_id = t.id) as using_it', '{products}'),
    ('feed_category', 'public.product_categories', 'id', '{google_category,gender,age_group}', 'name', false, '{}',
      null, '0', '{products}'),
    ('courier', 'shop.couriers', 'id', '{name,sheet,tracking_heading,state_heading,state_words}', 'name', true, '{}',
      'Parcels and settlements', 'select (select count(*) from shop.shipments s where s.courier = t.name)
        + (select count(*) from shop.settlements s where s.courier = t.name)', '{orders,settings}'),
    ('tax', 'public.tax_rules', 'is_only', '{business_name,ntn,strn,sales_tax}', 'is_only', false, '{}', null, '0',
      '{settings}'),
    ('search_answer', 'public.search_answers', 'id', '{word,answer,instead}', 'word', true, '{}', null, '0',
      '{products}'),
    ('listing_rules', 'public.listing_rules', 'is_only', '{default_stars}', 'is_only', false, '{}', null, '0',
      '{settings}'),
    ('buy_now', 'public.listing_rules', 'is_only', '{has_buy_now}', 'is_only', false, '{}', null, '0', '{settings}'),
    ('picture_ratio', 'public.listing_rules', 'is_only', '{picture_ratio}', 'is_only', false, '{}', null, '0',
      '{settings}'),
    ('price_changes', 'public.order_rules', 'is_only', '{large_price_change,least_price}', 'is_only', false, '{}', null,
      '0', '{settings}'),
    ('desk_role', 'shop.desk_roles', 'id', '{name,areas}', 'name', true, '{}', 'Operators',
      'select count(*) from shop.desk_role_holders h where h.role_id = t.id', null)
$$;

-- Returns a list that the person at the desk may see, and change with p_changes, which managers' lists need a fresh
-- second factor for. Refuses with no_such_list (PT404), and with those of shop.require_desk.
create function shop.desk_list_named(p_list text, p_changes boolean) returns shop.desk_list
language plpgsql stable security definer set search_path = '' as $$
declare
  found shop.desk_list;
begin
  perform shop.require_desk('{}');
  select * into found from shop.desk_lists() l where l.name = p_list;
  if found.name is null then
    raise exception using errcode = 'PT404', message = 'no_such_list';
  end if;
  perform shop.require_desk(coalesce(found.areas, '{}'), case when found.areas is null then 'manager'
    else 'operator' end, p_changes and found.areas is null);
  return found;
end $$;

-- What the record of changes calls columns whose own names operators wouldn't know.
create function shop.column_in_words(p_column text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(jsonb '{"display_order": "place", "is_active": "is_shown", "question_text": "question", "answer_text": "answer",
    "review_text": "text", "customer_name": "name", "stat_label": "label", "stat_value": "value", "image_url": "picture", "hero_heading": "heading", "url": "address",
    "unpaid_hold": "unpaid_orders_are_held", "unconfirmed_hold": "unconfirmed_orders_are_held",
    "picture_ratio": "shape_of_pictures", "take_back_hold": "steps_can_be_taken_back", "mail_delay": "mails_of_a_step_wait", "has_whole_rupees": "whole_rupees", "has_buy_now": "buy_now", "shoppers_change": "shoppers_may_change_orders", "guests_order": "guests_may_order", "guest_email_optional": "email_is_optional_for_cash", "most_calls": "calls_before_it_is_cancelled", "call_pause": "pause_between_calls",
    "tracking_heading": "heading_of_tracking_numbers", "state_heading": "heading_of_statuses", "state_words": "statuses"}' ->> p_column, p_column)
$$;

-- Returns a row of a list as the record of changes shows it. The record stays for ever, so it has no contact that is
-- blocked: only how it ends.
create function shop.row_in_words(p_row jsonb, p_columns text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(shop.column_in_words(c), case c when 'contact' then to_jsonb('…' || right(p_row ->> c, 3))
    else p_row -> c end)
  from unnest(p_columns) c where p_row is not null
$$;

-- Returns the rows of a list in its order: their columns, id, version, and how many rows use each.
create function public.desk_list(p_list text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  list shop.desk_list;
  rows jsonb;
begin
  list := shop.desk_list_named(p_list, false);
  execute format('select jsonb_agg(to_jsonb(t) || jsonb_build_object(''id'', t.%I::text, ''uses'', (%s)) order by %s) from %s t where to_jsonb(t) @> $1',
    list.key, list.uses, list.sorting, list.source) into rows using list.fixed;
  return coalesce(rows, '[]');
end $$;

-- Locks a row of a list for a change, and returns it. Refuses with no_such_row (PT404) and changed_meanwhile (PT409).
create function shop.lock_row_for_desk(list shop.desk_list, p_id text, p_version integer, p_lock text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked jsonb;
begin
  execute format('select to_jsonb(t) from %s t where t.%I::text = $1 and to_jsonb(t) @> $2 for %s', list.source,
    list.key, p_lock)
    into locked using p_id, list.fixed;
  if locked is null then
    raise exception using errcode = 'PT404', message = 'no_such_row';
  end if;
  perform shop.check_version((locked ->> 'version')::integer, p_version);
  return locked;
end $$;

-- Saves a row of a list, unless nothing of it changes, or makes one without p_id, and returns its ID. A column that
-- p_values leaves out is null, but a row without a place comes last; texts are trimmed. Refuses with those of
-- shop.desk_list_named and shop.lock_row_for_desk, list_is_fixed and row_exists (PT409), and invalid_row (PT400), whose
-- detail names the columns.
create function public.desk_save_row(p_list text, p_values jsonb, p_id text default null,
  p_version integer default null) returns text
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  list shop.desk_list;
  names text;
  given jsonb;
  was jsonb;
  saved jsonb;
  wrong text;
  wrong_column text;
begin
  list := shop.desk_list_named(p_list, true);
  perform shop.bounded(p_values, 20000);
  select string_agg(format('%I', c), ', '),
    jsonb_object_agg(c, case jsonb_typeof(p_values -> c) when 'string' then to_jsonb(trim(p_values ->> c))
      else p_values -> c end) || list.fixed
  into names, given from unnest(list.columns || array(select jsonb_object_keys(list.fixed))) c;
  if p_id is not null then
    -- Not `for update`: that waits for products that are being saved in a colour, which may wait for this one.
    was := shop.lock_row_for_desk(list, p_id, p_version, 'no key update');
  elsif not list.is_open then
    raise exception using errcode = 'PT409', message = 'list_is_fixed';
  end if;
  if given -> 'display_order' = 'null' then
    execute format('select jsonb_set($1, ''{display_order}'', to_jsonb(coalesce(max(t.display_order), 0) + 1)) from %s t where to_jsonb(t) @> $2',
      list.source) into given using given, list.fixed;
  end if;
  begin
    execute format(case when p_id is null
      then 'insert into %1$s as t (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)'
        else 'update %1$s t set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where t.%3$I::text = $2
          and to_jsonb(t) <> to_jsonb(jsonb_populate_record(t, $1))' end
      || ' returning to_jsonb(t) || jsonb_build_object(''key'', t.%3$I::text)', list.source, names, list.key) into saved
        using given, p_id;
  exception
    when unique_violation then
      raise exception using errcode = 'PT409', message = 'row_exists';
    when foreign_key_violation then
      raise exception using errcode = 'PT409', message = 'row_in_use', detail = list.used_by;
    when check_violation or not_null_violation or data_exception then
      get stacked diagnostics wrong = constraint_name, wrong_column = column_name;
      raise exception using errcode = 'PT400', message = 'invalid_row',
        detail = replace(concat_ws(', ', shop.column_in_words(nullif(wrong_column, '')),
        (select string_agg(shop.column_in_words(a.attname), ', ' order by a.attnum) from pg_catalog.pg_constraint c
          join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
          where c.conrelid = list.source and c.conname = wrong)), '_', ' ');
  end;
  if saved is null then
    return p_id;
  end if;
  perform shop.record_at_desk(case when p_id is null then 'create_'
    else 'save_' end || list.name, list.name, saved ->> 'key',
    shop.row_in_words(was, list.columns), shop.row_in_words(saved, list.columns));
  return saved ->> 'key';
end $$;

-- Removes a row of a list. The record keeps all of it. Refuses with those of shop.desk_list_named and
-- shop.lock_row_for_desk, list_is_fixed, and row_in_use (PT409), whose detail names what uses it.
create function public.desk_remove_row(p_list text, p_id text, p_version integer) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  list shop.desk_list;
  was jsonb;
  uses bigint;
begin
  list := shop.desk_list_named(p_list, true);
  if not list.is_open then
    raise exception using errcode = 'PT409', message = 'list_is_fixed';
  end if;
  -- Waits for what is being saved with it.
  was := shop.lock_row_for_desk(list, p_id, p_version, 'update');
  execute format('select (%s) from %s t where t.%I::text = $1', list.uses, list.source, list.key) into uses using p_id;
  if uses > 0 then
    raise exception using errcode = 'PT409', message = 'row_in_use', detail = list.used_by;
  end if;
  execute format('delete from %s t where t.%I::text = $1', list.source, list.key) using p_id;
  perform shop.record_at_desk('remove_' || list.name, list.name, p_id, shop.row_in_words(was, list.columns), null);
end $$;

grant execute on function public.desk_list(text), public.desk_save_row(text, jsonb, text, integer),
  public.desk_remove_row(text, text, integer)
  to authenticated;
