-- Every argument of every function that visitors or shoppers may call: the longest that is accepted, and the first one that is refused.
select plan(6);

create temporary table person as select pg_temp.person('ayesha@example.com') as id;
select pg_temp.sign_in('ayesha@example.com');

create temporary view callable as
  select p.oid, p.proname::text as function, p.pronargs - p.pronargdefaults as required, a.place, a.name, a.type::oid::regtype::text as type
  from pg_proc p cross join lateral unnest(p.proargnames[:p.pronargs], p.proargtypes::oid[]) with ordinality as a (name, type, place)
  where p.pronamespace = 'public'::regnamespace
    and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'));
-- The type bounds the others.
create temporary view unbounded as select * from callable
  where type not in ('uuid', 'integer', 'bigint', 'boolean', 'date', 'timestamp with time zone');

-- Returns a call with the values of these arguments, and null for the others that have no default.
create function pg_temp.call(called text, variadic args text[]) returns text language sql as $$
  select format('select public.%I(%s)', called, concat_ws(', ', array_to_string(args, ', '), string_agg(format('%I => null::%s', c.name, c.type), ', ')
    filter (where c.place <= c.required and not exists (select from unnest(args) as arg where arg like c.name || ' =>%'))))
  from callable c where c.function = called
$$;

create function pg_temp.texts(length integer, count integer default 1) returns text language sql as $$
  select format('array_fill(repeat(''x'', %s), array[%s])', length, count)
$$;
create function pg_temp.ids(count integer) returns text language sql as $$ select format('array_fill(gen_random_uuid(), array[%s])', count) $$;
create function pg_temp.text_of(length integer) returns text language sql as $$ select format('repeat(''x'', %s)', length) $$;
create function pg_temp.json_of(length integer) returns text language sql as $$
  select format('jsonb_build_array(jsonb_build_object(''product_id'', gen_random_uuid(), ''more'', repeat(''x'', %s)))', length)
$$;

create temporary table talk as select public.create_conversation('Talk', 'Hello') as id;
create temporary table limits (function text, argument text, accepted text, refused text, others text);
-- Texts, by the most characters that are accepted.
insert into limits select function, argument, pg_temp.text_of(most), pg_temp.text_of(most + 1), others from (values
  ('get_products', 'search_term', 80, null), ('get_products', 'sort_by', 40, null), ('get_products', 'sort_order', 40, null),
  ('get_filter_counts', 'search_term', 80, null), ('get_search_suggestions', 'search_term', 80, null),
  ('get_product_with_colors', 'product_id', 200, null), ('find_names', 'p_kind', 40, $$p_names => '{x}'$$), ('is_product_gone', 'product_id', 200, null),
  ('get_product_reviews', 'p_sort', 40, null), ('get_product_reviews', 'p_size', 40, null), ('get_guest_order', 'p_order_id', 60, 'p_attempt_key => gen_random_uuid()'), ('get_invoice', 'p_order_id', 60, null), ('get_returns', 'p_order_id', 60, null),
  ('get_returnable', 'p_order_id', 60, null), ('get_exchange_choices', 'p_order_id', 60, null), ('get_exchange_choices', 'p_product', 200, $$p_order_id => 'x'$$), ('withdraw_return', 'p_order_id', 60, null), ('start_payment', 'p_order_id', 60, null),
  ('fail_payment', 'p_order_id', 60, null), ('fail_payment', 'p_reason', 60, null), ('pay_in_cash', 'p_order_id', 60, null),
  ('take_guest_order', 'p_order_id', 60, 'p_attempt_key => gen_random_uuid()'), ('get_own_order_change', 'p_order_id', 60, null), ('edit_own_order', 'p_order_id', 60, null),
  ('cancel_order', 'p_order_id', 60, null), ('cancel_order', 'p_reason', 300, null),
  ('create_conversation', 'p_title', 160, null), ('create_conversation', 'p_message', 4000, $$p_title => 'Talk'$$),
  ('create_conversation', 'p_mode', 20, $$p_title => 'Talk'$$),
  ('add_message', 'p_message_text', 4000, 'p_conversation_id => (select id from talk)'),
  ('add_message', 'p_attachment_url', 200, 'p_conversation_id => (select id from talk)'),
  ('add_message', 'p_attachment_type', 100, 'p_conversation_id => (select id from talk)'),
  ('change_cart', 'p_change', 20, null), ('change_wishlist', 'p_change', 20, null)) as l (function, argument, most, others);
-- Prices: the longest has as many digits as a price can have.
insert into limits select function, argument, '1234567890.12', '1234567890.12345678901', null from (values
  ('get_products', 'min_price'), ('get_products', 'max_price'), ('get_filter_counts', 'min_price'), ('get_filter_counts', 'max_price')) as l (function, argument);
insert into limits select function, argument, '1', '1' || repeat('0', 20), null from (values ('get_products', 'min_price'), ('get_products', 'max_price')) as l (function, argument);
insert into limits values ('edit_own_order', 'p_expected_total', '1234567890.12', '1234567890.123', null),
  ('edit_own_order', 'p_change', pg_temp.json_of(19900), pg_temp.json_of(20000), null);
insert into limits select 'pay_in_cash', 'p_expected_total', '1234567890.12', '1234567890.12345678901', $$p_order_id => 'x'$$;
-- Lists of IDs.
insert into limits select function, argument, pg_temp.ids(20), pg_temp.ids(21), null from (values
  ('get_products', 'category_ids'), ('get_products', 'color_ids'), ('get_filter_counts', 'category_ids'), ('get_filter_counts', 'color_ids')) as l (function, argument);
insert into limits select function, 'p_earlier_keys', pg_temp.ids(100), pg_temp.ids(101), null from unnest(array['start_payment', 'pay_in_cash']) as function;
-- Lists of texts, by their number and by their length.
insert into limits select f, a, pg_temp.texts(60, 20), refused, null
from unnest(array['get_products', 'get_filter_counts']) as f, unnest(array['size_filters', 'brand_size_filters', 'cup_size_filters', 'material_filters', 'attribute_filters']) as a,
  unnest(array[pg_temp.texts(60, 21), pg_temp.texts(61)]) as refused;
insert into limits select 'find_names', 'p_names', pg_temp.texts(200, 20), refused, $$p_kind => 'color'$$
from unnest(array[pg_temp.texts(200, 21), pg_temp.texts(201)]) as refused;
insert into limits select 'get_completing', 'product_ids', pg_temp.ids(50), pg_temp.ids(51), null;
insert into limits select 'get_products_by_slug', 'p_slugs', pg_temp.texts(200, 50), refused, null
from unnest(array[pg_temp.texts(200, 51), pg_temp.texts(201)]) as refused;
-- Carts and wishlists, whose refusals have names of their own.
insert into limits select f, a, pg_temp.json_of(19900), refused, $$p_change => 'read'$$
from (values ('change_cart', 'p_lines'), ('change_wishlist', 'p_wishes')) as l (f, a), unnest(array[pg_temp.json_of(20000), $$to_jsonb(array_fill('{}'::jsonb, array[51]))$$]) as refused;

select is((select string_agg(format('%s(%s)', u.function, u.name), ', ' order by u.function, u.place) from unbounded u
    where u.function not like 'desk\_%' and not exists (select from limits l where l.function = u.function and l.argument = u.name)),
  null, 'every argument of a function that visitors or shoppers may call has its limit here, unless its type is one');
select is((select string_agg(l.function || ' ' || l.argument, ', ') from limits l
    where not exists (select from unbounded u where l.function = u.function and l.argument = u.name)), null, 'and nothing else has');

select is((select string_agg(format('%s(%s): %s', function, argument, outcome), E'\n') from (
    select l.*, pg_temp.refusal(pg_temp.call(l.function, variadic array_remove(array[l.argument || ' => ' || l.accepted, l.others], null))) as outcome
    from limits l) as called where outcome ~ 'too_l(ong|arge)'), null, 'the longest argument is accepted');
select is((select string_agg(format('%s(%s => %s): %s', function, argument, left(refused, 60), outcome), E'\n') from (
    select l.*, pg_temp.refusal(pg_temp.call(l.function, variadic array_remove(array[l.argument || ' => ' || l.refused, l.others], null))) as outcome
    from limits l) as called where outcome not in ('argument_too_long', 'cart_too_large', 'wishlist_too_large')),
  null, 'a longer argument is refused');

-- The desk refuses a shopper before it looks at any argument.
select is((select string_agg(format('%s(%s): %s', function, name, outcome), E'\n') from (
    select u.function, u.name, pg_temp.refusal(pg_temp.call(u.function, u.name || ' => ' || case u.type
      when 'text' then pg_temp.text_of(100000) when 'jsonb' then pg_temp.json_of(100000) when 'text[]' then pg_temp.texts(1000, 1000)
      when 'uuid[]' then pg_temp.ids(10000) when 'numeric[]' then 'array_fill(1.5, array[10000])'
      when 'numeric' then '1' || repeat('0', 10000) end)) as outcome
    from unbounded u where u.function like 'desk\_%') as called where outcome is distinct from 'not_operator'),
  null, 'shoppers are refused at the desk, whatever they send');

select is((select string_agg(s.setrole::regrole || ' ' || c, ', ' order by s.setrole::regrole::text) from pg_db_role_setting s, unnest(s.setconfig) c
    where s.setrole in ('anon'::regrole, 'authenticated'::regrole) and c like 'statement_timeout=%'),
  'anon statement_timeout=3s, authenticated statement_timeout=8s', 'a request of the API has a time-out');

select * from finish();
