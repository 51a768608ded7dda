-- Names in addresses lead to what has them now (decision 201), for each kind of shop.names_in_addresses().
select plan(14);

-- A new row of each kind, its name in %1$L, and the statements that change, hide and delete a row with a name; null for
-- what can't be hidden.
create temporary table kinds (kind text primary key, made text, renamed text, hidden text, deleted text);
insert into kinds select k.kind, k.made, format('update public.%s set %2$s = %%2$L where %2$s = %%1$L', k.source, k.name),
  'update public.' || k.source || ' set ' || k.hidden || ' where ' || k.name || ' = %1$L', format('delete from public.%s where %s = %%1$L', k.source, k.name)
from (values
  ('category', 'product_categories', 'name', 'is_active = false', 'insert into public.product_categories (name) values (%1$L)'),
  ('color', 'colors', 'name', null, $$insert into public.colors (name, value) values (%1$L, '#123456')$$),
  ('product', 'products', 'slug', 'deleted_at = now()', $$insert into public.products (name, slug, price) values ('Robe', %1$L, 100)$$),
  ('page', 'page_content', 'slug', 'is_published = false',
    $$insert into public.page_content (slug, title, is_published) values (%1$L, 'Page', true)$$),
  ('question_category', 'faq_categories', 'slug', 'is_active = false', $$insert into public.faq_categories (slug, title) values (%1$L, 'Topic')$$),
  ('department', 'career_positions', 'department', 'is_active = false',
    $$insert into public.career_positions (title, department, location, type) values ('Job', %1$L, 'Lahore', 'Full time')$$),
  ('work_category', 'company_works', 'category', 'is_active = false',
    $$insert into public.company_works (title, category, year) values ('Work', %1$L, 2020)$$)
) as k (kind, source, name, hidden, made);
insert into kinds values ('attribute_value',
  $$insert into public.attribute_values (attribute, code, name) values (split_part(%1$L, ':', 1), split_part(%1$L, ':', 2), %1$L)$$,
  $$update public.attribute_values set code = split_part(%2$L, ':', 2) where attribute || ':' || code = %1$L$$,
  null,
  $$delete from public.attribute_values where attribute || ':' || code = %1$L$$);
insert into public.attributes (code, name) values ('collar', 'Collar');

select is((select string_agg(n.kind, ', ' order by n.kind) from shop.names_in_addresses() n),
  (select string_agg(k.kind, ', ' order by k.kind) from kinds k), 'each kind is tried here');
select is((select string_agg(c.table_name, ', ' order by c.table_name) from information_schema.columns c
    where c.table_schema = 'public' and c.column_name = 'slug'
      and not exists (select from shop.names_in_addresses() n where n.source = format('public.%I', c.table_name)::regclass)),
  null, 'each table with a slug is one of them');

-- Runs steps on a new row of each kind, such as 'made a, renamed a b', and returns the kinds whose name isn't found as expected.
create function pg_temp.wrong(steps text, sought text, expected jsonb) returns text language plpgsql as $$
declare
  k record;
  step text;
  begins text;
  found jsonb;
  wrong text;
begin
  for k in select * from kinds where steps !~ 'hidden' or kinds.hidden is not null order by kinds.kind loop
    begins := case k.kind when 'attribute_value' then 'collar:' else '' end || 'x' || left(md5(random()::text), 6) || '-';
    foreach step in array string_to_array(steps, ', ') loop
      execute format(to_jsonb(k) ->> split_part(step, ' ', 1), begins || split_part(step, ' ', 2), begins || split_part(step, ' ', 3));
    end loop;
    found := shop.find_name(k.kind, begins || sought);
    if replace(found::text, begins, '')::jsonb is distinct from expected then
      wrong := concat_ws('; ', wrong, k.kind || ': ' || coalesce(found::text, 'null'));
    end if;
  end loop;
  return wrong;
end $$;

select is(pg_temp.wrong('made a, renamed a b', 'a', '{"name": "b"}'), null, 'a former name leads to the new one');
select is(pg_temp.wrong('made a, renamed a b, renamed b c, renamed c d', 'a', '{"name": "d"}'), null, 'after several changes to the newest one');
select is(pg_temp.wrong('made a, renamed a b, renamed b a', 'b', '{"name": "a"}'), null, 'also when a row has its first name again');
select is(pg_temp.wrong('made a, renamed a b, made a', 'a', '{"name": "a"}'), null, 'a name that another row has taken is that row''s');
select is(pg_temp.wrong('made a, renamed a b, made a, renamed a c', 'a', '{"name": "c"}'), null, 'and it follows the row that had it last');
select is(pg_temp.wrong('made a, renamed a b, deleted b', 'a', '{"name": null}'), null, 'what is deleted is gone by each of its names');
select is(pg_temp.wrong('made a, renamed a b, hidden b', 'a', '{"name": null}'), null, 'and what is hidden, if it can be');
select is(pg_temp.wrong('made a, hidden a', 'a', '{"name": null}'), null, 'also by its only name');
select is(pg_temp.wrong('made a, hidden a, renamed a b', 'b', null), null, 'but not by one that was never shown');
select is(pg_temp.wrong('made a', 'b', null), null, 'a name that nothing had is unknown');
select is((select shop.find_name('nonsense', 'a')), null, 'as is a kind that there isn''t');

insert into public.colors (name, value) values ('Teal', '#123456');
update public.colors set name = 'Sea green' where name = 'Teal';
set local role anon;
select is(public.find_names('color', '{Teal,teal,Mauve}'), '{"Teal": {"name": "Sea green"}, "teal": {"name": "Sea green"}, "Mauve": null}',
  'visitors look up several at once, in any case');
reset role;

select * from finish();
