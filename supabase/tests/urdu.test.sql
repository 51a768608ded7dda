-- The Urdu of the texts that a new shop and the sample shop begin with.
select plan(3);

select is((select string_agg(distinct concat_ws(' ', t.kind, t.part, t.name, left(t.english, 30)), '; ') from shop.texts_with_urdu() t where t.urdu is null), null,
  'every text of the sample shop has its Urdu');
create function pg_temp.fixed_parts(words text) returns text[] language sql as $$
  select array(select distinct (regexp_matches(words, '\{[a-z_]+\}|href="[^"]*"|src="[^"]*"|website_[a-z_]+|addtocartItems', 'g'))[1])
$$;
select is((select string_agg(distinct concat_ws(' ', t.kind, t.name, left(t.english, 30)), '; ') from shop.texts_with_urdu() t
    where not pg_temp.fixed_parts(t.english) <@ pg_temp.fixed_parts(t.urdu)), null,
  'it has the placeholders, links, pictures and cookies of the English');
select is((select string_agg(distinct concat_ws(' ', t.kind, t.name, t.urdu), '; ') from shop.texts_with_urdu() t
    where t.urdu ~ '[يكه٠-٩۰-۹]' or t.urdu !~ '[؀-ۿ]' and t.english !~ '^({\w+}|\s)+$' and t.english <> E'TypeScript\nPostgres'), null,
  'it is written with Urdu letters and Western digits');
