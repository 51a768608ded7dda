-- The Urdu of the texts that a new shop and the sample shop begin with.
select plan(3);

select is((select string_agg(distinct concat_ws(' ', t.kind, t.part, t.name, left(t.english, 30)), '; ') from shop.texts_with_urdu() t where t.urdu is null), null,
  'every text of the sample shop has its Urdu');
select is((select string_agg(distinct concat_ws(' ', t.kind, t.name, left(t.english, 30)), '; ') from shop.texts_with_urdu() t
    where array(select distinct (regexp_matches(t.english, '\{[a-z_]+\}|href="[^"]*"|src="[^"]*"|<td>[a-z]+_[a-z_, ]+<', 'g'))[1] order by 1)
      <> array(select distinct (regexp_matches(t.urdu, '\{[a-z_]+\}|href="[^"]*"|src="[^"]*"|<td>[a-z]+_[a-z_, ]+<', 'g'))[1] order by 1)), null,
  'it has the same placeholders, links, pictures and cookies');
select is((select string_agg(distinct concat_ws(' ', t.kind, t.name, t.urdu), '; ') from shop.texts_with_urdu() t
    where t.urdu ~ '[يكه٠-٩۰-۹]' or t.urdu !~ '[؀-ۿ]' and t.english !~ '^({\w+}|\s)+$' and t.english <> E'TypeScript\nPostgres'), null,
  'it is written with Urdu letters and Western digits');
