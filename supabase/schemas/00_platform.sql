-- Extensions, default privileges and helpers for all migrations. Anybody who knows the project's URL and publishable
-- key can call the database, so a migration must grant every access explicitly.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant execute on functions to service_role;

-- A schema for helpers that no API exposes.
create schema if not exists shop;
revoke all on schema shop from public;
grant usage on schema shop to anon, authenticated, service_role;
grant usage on schema extensions to anon, authenticated, service_role;

create function shop.set_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Cleans a text that comes in from outside, as cleanText of app/platform/text.ts does (decision 200): removes marks that
-- no script needs and joiners between letters that need none, makes all spaces the usual one, and composes letters.
create function shop.clean_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  joined constant text := '\u0600-\u06FF\u0750-\u077F\u0870-\u08FF\u0900-\u0DFF\u2190-\u2BFF\uFB50-\uFDFF\uFE0F\uFE70-\uFEFC'
    || '\U00010000-\U0010FFFF';
  before text;
begin
  if octet_length(value) = length(value) then return value; end if;
  value := translate(value, U&'\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000'
    || U&'\00AD\061C\180E\200B\200E\200F\202A\202B\202C\202D\202E\2060\2061\2062\2063\2064\2065'
    || U&'\2066\2067\2068\2069\206A\206B\206C\206D\206E\206F\FEFF', repeat(' ', 18));
  loop
    before := value;
    if value ~ '[\u200C\u200D]' then
      value := regexp_replace(regexp_replace(value, '([\u200C\u200D])[\u200C\u200D]+', '\1', 'g'),
        format('(?<![%1$s])[\u200C\u200D]|[\u200C\u200D](?![%1$s])', joined), '', 'g');
    end if;
    value := normalize(value, nfc);
    -- What is composed or ordered anew may have another joiner beside it that nothing needs.
    exit when value = before;
  end loop;
  return value;
end $$;
grant execute on function shop.clean_text(text) to anon, authenticated, service_role;

-- Cleans the texts of a row before any other rule sees it (shop.bound_columns).
create function shop.clean_row() returns trigger
language plpgsql set search_path = '' as $$
declare
  whole text := new::text;
begin
  if octet_length(whole) = length(whole) or shop.clean_text(whole) = whole then return new; end if;
  return jsonb_populate_record(new, (select coalesce(jsonb_object_agg(c.key, shop.clean_text(c.value::text)::jsonb), '{}')
    from jsonb_each(to_jsonb(new)) as c where shop.clean_text(c.value::text) <> c.value::text));
end $$;

-- The one normalisation of text that is stored for the search and of what is typed: lower case, composed and plain
-- forms of letters, without accents, apostrophes, vowel signs, joiners and marks of direction, with Urdu's own letters
-- for Arabic ones and the digits 0 to 9.
create function shop.searchable(value text) returns text
language plpgsql stable strict set search_path = '' as $$
begin
  return translate(replace(lower(extensions.unaccent('extensions.unaccent', normalize(value, nfkc))), U&'\06CC\0654',
    U&'\0626'),
    U&'\064A\0649\0643\06AA\0629\0647\06C0\06C2\06C3\06D5\06D3\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
      || U&'''\2019\0640\064B\064C\064D\064E\064F\0650\0651\0652\0653\0654\0655\0656\0657\0658\0670'
      || U&'\061C\200B\200C\200D\200E\200F\202A\202B\202C\2066\2067\2068\2069\FEFF',
    U&'\06CC\06CC\06A9\06A9\06C1\06C1\06C1\06C1\06C1\06C1\06D2' || '01234567890123456789');
end $$;
grant execute on function shop.searchable(text) to anon, authenticated, service_role;

-- The form in which the desk finds what it shows: searchable, with one space between words and nothing but letters and
-- digits in them, so that 't-shirt' is 'tshirt'.
create function shop.findable(value text) returns text
language plpgsql stable strict set search_path = '' as $$
begin
  return trim(regexp_replace(regexp_replace(shop.searchable(value), '[\s,;/|()]+', ' ', 'g'), '[^[:alnum:] ]', '', 'g'));
end $$;

-- Return an argument of a function of the API, cleaned, or refuse (PT400 argument_too_long) what no form of the shop sends,
-- before anything is computed from it: a text, a JSON value or a number of more than `most` characters, and an array of
-- more than `count` elements.
create function shop.bounded(value text, most integer) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  if length(value) > most then
    raise exception using errcode = 'PT400', message = 'argument_too_long';
  end if;
  return shop.clean_text(value);
end $$;
create function shop.bounded(value jsonb, most integer) returns jsonb
language sql immutable strict parallel safe set search_path = '' as $$ select shop.bounded(value::text, most)::jsonb $$;
create function shop.bounded(value numeric, most integer) returns numeric
language sql immutable strict parallel safe set search_path = '' as $$ select shop.bounded(value::text,
  most)::numeric $$;
create function shop.bounded(value anyarray, count integer, most integer) returns anyarray
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  if cardinality(value) > count then
    raise exception using errcode = 'PT400', message = 'argument_too_long';
  end if;
  perform shop.bounded(element::text, most) from unnest(value) as element;
  if octet_length(value::text) > length(value::text) then
    execute format('select $1::%s', pg_typeof(value)) into value using shop.clean_text(value::text);
  end if;
  return value;
end $$;

-- Returns whether a text is an e-mail address, by the rule of app/platform/email.ts.
create function shop.is_email(value text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select length(value) <= 254
    and value ~* '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$'
$$;
grant execute on function shop.is_email(text) to anon, authenticated, service_role;

-- Returns true only for the server's secret key; false for shoppers, visitors and requests without claims.
create function shop.is_operator() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role', '') = 'service_role'
$$;
grant execute on function shop.is_operator() to anon, authenticated, service_role;
