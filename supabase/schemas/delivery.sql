-- Delivery: where the shop delivers, what it costs and when a parcel arrives. Pages, mails, price_cart and place_order
-- all read these tables, so that they can't disagree (decision 123). Operators edit the rows.

-- The countries that an address can name. The price is in rupees; free_from is the value of goods with free delivery,
-- null for never. The days are business days from the day on which the parcel is sent.
create table public.delivery_countries (
  country text primary key check (country in ('Pakistan', 'USA', 'UK')),
  is_served boolean not null default false,
  fee numeric(10, 2) not null check (fee >= 0),
  free_from numeric(12, 2) check (free_from > 0),
  first_day integer not null check (first_day between 0 and 60),
  last_day integer not null check (last_day between first_day and 60),
  version integer not null default 1,
  -- The shop's own country prices every cart before its address is known.
  check (is_served or country <> 'Pakistan')
);
alter table public.delivery_countries enable row level security;
create trigger raise_version before update on public.delivery_countries
  for each row execute function shop.raise_version();

-- While prices are in whole rupees, delivery's are too.
create function shop.refuse_paisa_in_fee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.fee <> trunc(new.fee) and shop.has_whole_rupees() then
    raise exception using errcode = 'PT409', message = 'paisa_refused';
  end if;
  return new;
end $$;
create trigger refuse_paisa_in_fee before insert or update of fee on public.delivery_countries
  for each row execute function shop.refuse_paisa_in_fee();

-- Cities of the shop's own country with a price of their own; all others have the country's. A city is found however it
-- is typed in capitals and spaces.
create table public.delivery_areas (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(trim(name)) between 1 and 80),
  cities text[] not null check (cardinality(cities) between 1 and 300),
  fee numeric(10, 2) not null check (fee >= 0),
  free_from numeric(12, 2) check (free_from > 0),
  version integer not null default 1
);
alter table public.delivery_areas enable row level security;
create trigger raise_version before update on public.delivery_areas
  for each row execute function shop.raise_version();
create trigger refuse_paisa_in_fee before insert or update of fee on public.delivery_areas
  for each row execute function shop.refuse_paisa_in_fee();

-- Returns a city as cities are compared.
create function shop.city_key(p_city text) returns text
language sql immutable set search_path = '' as $$
  select lower(regexp_replace(trim(p_city), '\s+', ' ', 'g'))
$$;

-- A city has one price: one that is named twice is refused like any row that there is already.
create function shop.refuse_known_city() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  lock table public.delivery_areas in share row exclusive mode;
  if exists (select from public.delivery_areas a, unnest(a.cities) known, unnest(new.cities) given
      where a.id <> new.id and shop.city_key(known) = shop.city_key(given)) then
    raise exception using errcode = 'unique_violation', message = 'The city is in another area.';
  end if;
  return new;
end $$;
create trigger refuse_known_city before insert or update of cities on public.delivery_areas
  for each row execute function shop.refuse_known_city();

-- One row. Orders from cut_off (Asia/Karachi) count as placed on the next business day. ISO day numbers, Monday is 1.
create table public.delivery_rules (
  is_only boolean primary key default true check (is_only),
  cut_off time not null default '14:00',
  business_days integer[] not null default '{1,2,3,4,5}'
    check (cardinality(business_days) > 0 and business_days <@ '{1,2,3,4,5,6,7}'),
  version integer not null default 1
);
alter table public.delivery_rules enable row level security;

-- Public holidays: nothing is sent or delivered. is_expected: the date follows the moon and isn't announced yet.
create table public.holidays (
  id uuid primary key default gen_random_uuid(),
  day date not null unique,
  name text not null check (length(trim(name)) between 1 and 80),
  is_expected boolean not null default false,
  version integer not null default 1
);
alter table public.holidays enable row level security;

-- Returns the price of delivery in rupees for goods of p_goods after any promo code; without a city that of the country.
-- Refuses with country_not_served (PT409).
create function public.delivery_fee(p_country text default 'Pakistan', p_goods numeric default 0,
  p_city text default null) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.delivery_countries;
  area public.delivery_areas;
begin
  select * into found from public.delivery_countries where country = p_country and is_served;
  if found.country is null then
    raise exception using errcode = 'PT409', message = 'country_not_served', detail = left(p_country, 40);
  end if;
  if p_country = 'Pakistan' and p_city is not null then
    select * into area from public.delivery_areas a
    where shop.city_key(p_city) in (select shop.city_key(c) from unnest(a.cities) c);
  end if;
  if area.id is not null then
    return case when p_goods >= area.free_from then 0.00 else area.fee end;
  end if;
  return case when p_goods >= found.free_from then 0.00 else found.fee end;
end $$;

-- Returns everything that pages say about delivery: the cut-off, the business days, the countries, the cities with prices
-- of their own, the fee for cash on delivery, and the holidays of the next 400 days.
create function public.delivery_terms() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('cut_off', to_char(r.cut_off, 'HH24:MI'), 'business_days', to_jsonb(r.business_days),
    'countries', (select jsonb_agg(jsonb_build_object('country', c.country, 'is_served', c.is_served, 'fee', c.fee,
        'free_from', c.free_from, 'first_day', c.first_day, 'last_day', c.last_day) order by c.country)
      from public.delivery_countries c),
    'areas', (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'cities', a.cities, 'fee', a.fee,
      'free_from', a.free_from) order by a.name), '[]') from public.delivery_areas a),
    'cash_fee', (select o.cash_fee from public.order_rules o),
    'holidays', (select coalesce(jsonb_agg(jsonb_build_object('day', h.day, 'name', h.name, 'is_expected',
      h.is_expected)
        order by h.day), '[]') from public.holidays h where h.day between current_date - 1 and current_date + 400))
  from public.delivery_rules r
$$;
grant execute on function public.delivery_terms() to anon, authenticated;

-- Returns the business day that is n business days after the first one on or after a day; null if holidays leave none.
create function shop.business_day(p_start date, p_count integer) returns date
language sql stable set search_path = '' as $$
  select day from (
    select d::date as day, row_number() over (order by d) as place
    from generate_series(p_start, p_start + p_count * 7 + 60, interval '1 day') d, public.delivery_rules r
    where extract(isodow from d)::integer = any (r.business_days)
      and not exists (select from public.holidays h where h.day = d::date)
  ) business
  where place = p_count + 1
$$;

-- Returns the days between which an order placed now arrives, without rows for a country with no delivery.
-- app/delivery/arrival.ts computes the same for pages (tests/database/arrival.test.ts compares them).
create function shop.arrival(p_country text, p_moment timestamptz, out first_day date,
  out last_day date) returns setof record
language sql stable set search_path = '' as $$
  select shop.business_day(start.day, c.first_day), shop.business_day(start.day, c.last_day)
  from public.delivery_countries c, public.delivery_rules r,
    lateral (select p_moment at time zone 'Asia/Karachi' as moment) here,
    lateral (select here.moment::date + case when here.moment::time >= r.cut_off then 1 else 0 end as day) start
  where c.country = p_country
$$;
