-- Roles at the desk: which functions, rows and files somebody with some areas gets, and who gives roles.
select plan(27);

update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = 'mahnoor@example.com';
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "manager"}' where email in ('hira@example.com', 'bilal@example.com');
insert into auth.sessions (id, user_id) select md5(email)::uuid, id from auth.users where email in ('mahnoor@example.com', 'hira@example.com', 'ayesha@example.com');
insert into shop.desk_roles (id, name, areas)
select md5(area)::uuid, area, array[area] from unnest('{orders,money,products,prices,texts,people,settings}'::text[]) area;
create function pg_temp.give(areas text) returns void language sql as $$
  update shop.desk_roles set areas = $1::text[] where id = md5('orders')::uuid;
  insert into shop.desk_role_holders (person, role_id) values (pg_temp.account('mahnoor@example.com'), md5('orders')::uuid) on conflict do nothing;
$$;

-- Every function of the desk, called without values by somebody with each area in turn.
create temporary table calls as
select p.proname as name, format('select public.%I(%s)', p.proname, (select string_agg('null::' || format_type(t, null), ', ' order by n)
  from unnest(p.proargtypes::oid[]) with ordinality as a (t, n))) as statement
from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'desk\_%' and p.proname <> 'desk_me';
create function pg_temp.refused(areas text) returns setof text language plpgsql as $$
declare
  call record;
begin
  perform pg_temp.give(areas);
  for call in select * from calls loop
    if pg_temp.as('fresh operator', call.statement) in ('not_allowed', 'not_manager') then
      return next call.name;
    end if;
  end loop;
end $$;
create temporary table refusals as
select area, name from unnest('{orders,money,products,prices,texts,people,settings}'::text[]) area, pg_temp.refused('{' || area || '}') as name;
-- A function that is added without an area is in this list: it belongs to one of them, or to everybody.
select is((select string_agg(c.name, ', ' order by c.name) from calls c where c.name not in (select r.name from refusals r)),
  'desk_list, desk_recovery_codes, desk_remove_row, desk_save_recovery_codes, desk_save_row, desk_today, desk_translation_counts, desk_translations, desk_troubles',
  'these functions of the desk are for everybody there, each other one for some areas');
select is((select string_agg(c.name, ', ' order by c.name) from calls c where (select count(*) from refusals r where r.name = c.name) = 7),
  'desk_give_role, desk_invite, desk_invite_again, desk_lost_phone, desk_operators, desk_take_role, desk_write_off',
  'and these only for managers');
-- What operators read and write without a function.
select pg_temp.give('{orders}');
select is(pg_temp.as('operator', $$select shop.is_allowed_at_desk('{orders,money}') || ' ' || shop.is_allowed_at_desk('{money}') || ' ' || shop.is_allowed_at_desk('{}') || ' ' || shop.is_allowed_at_desk(null)$$),
  'true false true false', 'somebody with orders may do what belongs to orders among others');
select is(pg_temp.as('shopper', $$select shop.is_allowed_at_desk('{}') || ' ' || shop.is_allowed_at_desk(null)$$), 'false false', 'a shopper nothing');
select is(pg_temp.as('operator', $$select public.desk_me() ->> 'areas'$$), '["orders"]', 'the desk knows the areas');
select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
select shop.record_at_desk('save_product', 'product', 'x', null, null), shop.record_at_desk('call', 'order', 'x', null, null), shop.record_at_desk('take_role', 'person', 'x', null, null);
select is(pg_temp.as('operator', 'select string_agg(distinct subject_kind, '' '') from public.desk_audit where actor is null'), 'order', 'of the record they read what is about orders');
select is(pg_temp.as('operator', 'select public.desk_today() ?| ''{refunds,chats,stock}''') || pg_temp.as('operator', 'select public.desk_today() ?& ''{confirm,pack,returns}'''), 'falsetrue', 'Today counts what is theirs');
select is(pg_temp.as('operator', $$insert into storage.objects (bucket_id, name) values ('products', gen_random_uuid() || '.webp') returning 'stored'$$), '42501', 'they store no pictures');
select is(pg_temp.as('operator', $$select public.desk_list('block')$$) || pg_temp.as('operator', $$select public.desk_list('tax')$$) || pg_temp.as('operator', $$select public.desk_save_row('tax', '{}', 'true', 1)$$),
  '[]not_allowednot_allowed', 'of the settings they get the lists that are about orders');
select pg_temp.give('{products,people}');
select is(pg_temp.as('operator', $$insert into storage.objects (bucket_id, name) values ('products', gen_random_uuid() || '.webp') returning 'stored'$$), 'stored', 'who has products stores pictures');
select is(pg_temp.as('operator', $$select public.desk_save_translations('[]', 'product')$$) || ' ' || pg_temp.as('operator', $$select public.desk_save_translations('[]')$$), '0 not_allowed', 'and translates them, but nothing else');

-- Prices.
create temporary table robe as select p.id, p.price, p.version from public.products p where p.name = 'Satin robe with tie belt' limit 1;
grant select on robe to public;
create function pg_temp.price(price numeric, more text default '{}') returns text language sql as $$
  select coalesce(nullif(pg_temp.as('operator', format('select public.desk_save_product(%L, %s, %L)', p.id, p.version, jsonb_build_object('name', p.name,
    'description', p.description, 'price', $1, 'discount', p.discount, 'category_id', p.category_id, 'color_ids', array(select pc.color_id
    from public.product_colors pc where pc.product_id = p.id order by 1)) || $2::jsonb)), ''), 'saved') from public.products p join robe using (id)
$$;
update public.products set discount = 0, price = 2000 where id = (select id from robe);
select is(pg_temp.price(2000, '{"name": "A robe"}') || ' ' || pg_temp.price(1990) || ' ' || pg_temp.price(2000, '{"discount": 5}'), 'saved not_allowed not_allowed', 'without prices, a product changes but for its price and discount');
select is(pg_temp.price(2000, '{"discount": 5, "discount_until": "2099-01-01T00:00"}') || ' ' || pg_temp.as('operator', $$select public.desk_create_product('New', 500)$$) || ' '
  || pg_temp.as('operator', 'select public.desk_duplicate_product(id) from robe'), 'not_allowed not_allowed not_allowed', 'nor does it get a discount for a time, or another product a price');
select is(pg_temp.as('operator', $$select public.desk_save_pairs(p.id, p.version, array[o.id], array[o.id], '{5}') from public.products p join robe using (id),
  lateral (select x.id from public.products x where x.id <> p.id limit 1) o$$), 'not_allowed', 'nor do two cost less together');
select pg_temp.give('{products,prices}');
select is(pg_temp.price(1000) || ' ' || pg_temp.price(1490) || ' ' || pg_temp.price(700), 'saved saved large_price_change', 'a price that falls by more than half asks');
select is(pg_temp.price(2300) || ' ' || pg_temp.price(2300, '{"is_sure": true}'), 'large_price_change saved', 'and one that rises so, until somebody is sure');
select is(pg_temp.price(2300, '{"discount": 60}') || ' ' || pg_temp.price(2300, '{"discount": 60, "discount_from": "2099-01-01T00:00"}'), 'large_price_change large_price_change', 'a discount is such a change, also one that begins later');
select is(pg_temp.price(180, '{"is_sure": true}') || ' ' || pg_temp.price(99) || ' ' || pg_temp.as('operator', $$select public.desk_create_product('New', 50)$$), 'saved large_price_change large_price_change', 'so is a price below Rs. 100');
update public.order_rules set large_price_change = 90, least_price = 10;
select is(pg_temp.price(99) || ' ' || pg_temp.price(9.5), 'saved large_price_change', 'as the settings have it');

-- Giving roles.
select is(pg_temp.as('fresh operator', format('select public.desk_give_role(%L, ''operator'')', pg_temp.account('mahnoor@example.com'))) || ' '
  || pg_temp.as('manager', format('select public.desk_give_role(%L, ''operator'')', pg_temp.account('mahnoor@example.com'))), 'not_manager not_fresh', 'managers with a fresh code give roles');
select is(pg_temp.as('fresh manager', format('select public.desk_give_role(%L, ''operator'')', pg_temp.account('hira@example.com'))) || ' '
  || pg_temp.as('fresh manager', format('select public.desk_give_role(%L, %L)', pg_temp.account('mahnoor@example.com'), gen_random_uuid())) || ' '
  || pg_temp.as('fresh manager', format('select public.desk_give_role(%L, ''operator'')', pg_temp.account('ayesha@example.com'))), 'own_role no_such_role no_such_person', 'none to themselves, or to a shopper');
select pg_temp.as('fresh manager', format('select public.desk_give_role(%L, %L)', pg_temp.account('mahnoor@example.com'), md5('texts')::uuid));
select is(pg_temp.as('operator', 'select public.desk_orders()') || pg_temp.as('operator', 'select jsonb_typeof(public.desk_texts())'), 'not_allowedobject', 'it counts at once');
select is((select (before ->> 'role') || ' ' || (after ->> 'role') from public.desk_audit where action = 'give_role' order by id desc limit 1), 'orders texts', 'and is recorded by its name');
select is(pg_temp.as('fresh manager', format('select public.desk_remove_row(''desk_role'', %L, 1)', md5('texts')::uuid)) || ' ' || pg_temp.as('operator', $$select public.desk_list('desk_role')$$),
  'row_in_use not_manager', 'a role that somebody has stays; roles are for managers');
select is(pg_temp.as('manager', $$select public.desk_save_row('desk_role', '{"name": "Packing", "areas": ["orders"]}')$$) || ' '
  || pg_temp.as('fresh manager', $$select public.desk_save_row('desk_role', '{"name": "Packing", "areas": ["everything"]}')$$) || ' '
  || pg_temp.as('fresh manager', $$select public.desk_save_row('desk_role', '{"name": "Packing", "areas": ["orders"]}') is not null$$), 'not_fresh invalid_row true', 'they are made like other rows, with a fresh code');
select pg_temp.as('fresh manager', format('select public.desk_give_role(%L, ''manager'')', pg_temp.account('mahnoor@example.com')));
select is(pg_temp.as('operator', 'select public.desk_me() ->> ''areas'''), null, 'a manager has no areas, and may do everything');
select pg_temp.as('fresh manager', format('select public.desk_take_role(%L)', pg_temp.account('mahnoor@example.com')));
select is((select count(*) from shop.desk_role_holders), 0::bigint, 'who leaves the desk has no role');

select * from finish();
