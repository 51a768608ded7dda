-- Promo codes and the texts of the home page at the desk (decision 127).

-- Whether a promo code is 'running', 'coming', 'used_up' or 'ended', as shop.promo_discount decides.
create function shop.state_of(p public.promo_codes) returns text
language sql stable set search_path = '' as $$
  select case when not p.is_active or p.ends_at <= now() then 'ended' when p.starts_at > now() then 'coming'
    when p.used_count >= p.usage_limit then 'used_up' else 'running' end
$$;

-- Returns a promo code for the desk, with its value as percent or as a sum in rupees, and the sum that it took off
-- orders. Orders that were cancelled don't count, nor do they as uses. is_used says whether any order was placed with
-- it.
create function shop.promo_as_json(p public.promo_codes) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(p) || jsonb_build_object('state', shop.state_of(p), 'percent', case p.kind when 'percent'
    then p.value end,
    'sum', case p.kind when 'fixed' then p.value end,
    'category', (select c.name from public.product_categories c where c.id = p.category_id), 'is_used', p.used_count > 0 or count(o.id) > 0,
    'taken_off', coalesce(sum(o.promo_discount) filter (where o.holds_stock), 0))
  from public.orders o where o.promo_code = p.code
$$;

-- Returns a page of promo codes: { rows, total }; running ones first, then coming, used up and ended ones, each the
-- latest first.
create function public.desk_promo_codes(p_state text default null, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  found uuid[];
begin
  perform shop.require_desk('{prices}');
  found := array(select p.id from public.promo_codes p where p_state is null or shop.state_of(p) = p_state
    order by array_position(array['running', 'coming', 'used_up', 'ended'], shop.state_of(p)), p.created_at desc, p.id);
  return jsonb_build_object('total', cardinality(found), 'rows',
    (select coalesce(jsonb_agg(shop.promo_as_json(p) order by page.place), '[]')
    from unnest(found[size * (greatest(p_page, 1) - 1) + 1 : size * greatest(p_page, 1)]) with ordinality as page (id,
      place)
    join public.promo_codes p on p.id = page.id));
end $$;

-- Returns a promo code; null if there is none.
create function public.desk_promo_code(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{prices}');
  return (select shop.promo_as_json(p) from public.promo_codes p where p.id = p_id);
end $$;

-- What of a promo code the record of changes shows.
create function shop.audited(p public.promo_codes) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('code', p.code, 'kind', p.kind, 'value', p.value, 'starts_at', p.starts_at, 'ends_at',
    p.ends_at,
    'minimum_total', p.minimum_total, 'usage_limit', p.usage_limit, 'is_active', p.is_active, 'category',
    (select c.name from public.product_categories c where c.id = p.category_id), 'is_first_order', p.is_first_order,
    -- The record stays for ever, so it has only how the contact ends.
    'customer', '…' || right(p.customer, 3))
$$;

-- Returns a promo code with the fields of a form: { kind, value, starts_at, ends_at, minimum_total, usage_limit,
-- category_id, is_first_order, customer }. Sums are in rupees, times local ones of Pakistan (2026-03-01T10:00); times and
-- limit may be null. Whom and what it is for stays as it was in forms of 1.1.0, which lack these three. Refuses (PT400)
-- with invalid_value, percent_over_100, ends_before_beginning, ends_in_past, invalid_minimum, invalid_limit,
-- limit_below_uses, no_such_category and invalid_customer.
create function shop.promo_of_form(known public.promo_codes, given jsonb) returns public.promo_codes
language plpgsql stable set search_path = '' as $$
declare
  kind constant text := given ->> 'kind';
  value constant numeric := case given ->> 'kind' when 'delivery' then 0 else round((given ->> 'value')::numeric, 2) end;
  starts_at constant timestamptz := (given ->> 'starts_at')::timestamp at time zone 'Asia/Karachi';
  ends_at constant timestamptz := (given ->> 'ends_at')::timestamp at time zone 'Asia/Karachi';
  minimum constant numeric := coalesce(round((given ->> 'minimum_total')::numeric, 2), 0);
  usage_limit constant integer := (given ->> 'usage_limit')::integer;
  problem constant text := case
    when kind is null or kind not in ('percent', 'fixed', 'delivery') or value is null or value >= 100000000
      or value <= 0 and kind <> 'delivery' then 'invalid_value'
    when kind = 'percent' and value > 100 then 'percent_over_100'
    when ends_at <= starts_at then 'ends_before_beginning'
    -- A code that has ended may be saved with the same end.
    when ends_at <= now() and ends_at is distinct from date_trunc('minute', known.ends_at) then 'ends_in_past'
    when minimum < 0 or minimum >= 100000000 then 'invalid_minimum'
    when usage_limit not between 1 and 1000000 then 'invalid_limit'
    when usage_limit < known.used_count then 'limit_below_uses'
    when given ->> 'category_id' is not null and not exists (select from public.product_categories c
      where c.id = shop.to_uuid(given ->> 'category_id')) then 'no_such_category'
    when given ->> 'customer' is not null and not (shop.is_email(given ->> 'customer')
      or given ->> 'customer' ~ '^\+[1-9][0-9]{6,14}$') then 'invalid_customer' end;
begin
  if problem is not null then
    raise exception using errcode = 'PT400', message = problem;
  end if;
  known.kind := kind;
  known.value := value;
  known.starts_at := starts_at;
  known.ends_at := ends_at;
  known.minimum_total := minimum;
  known.usage_limit := usage_limit;
  known.is_first_order := coalesce((given ->> 'is_first_order')::boolean, known.is_first_order, false);
  if given ? 'category_id' then
    known.category_id := (given ->> 'category_id')::uuid;
  end if;
  if given ? 'customer' then
    known.customer := lower(given ->> 'customer');
  end if;
  return known;
end $$;

-- Locks a promo code for a change at the desk. Refuses with no_such_promo (PT404), and with changed_meanwhile (PT409)
-- if it isn't the version that the form was made from.
create function shop.lock_promo_for_desk(p_id uuid, p_version integer) returns public.promo_codes
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked public.promo_codes;
begin
  select * into locked from public.promo_codes p where p.id = p_id for update;
  if locked.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_promo';
  end if;
  perform shop.check_version(locked.version, p_version);
  return locked;
end $$;

-- Makes a promo code and returns its ID. Refuses with invalid_code (PT400), code_exists (PT409) and those of
-- shop.promo_of_form.
create function public.desk_create_promo_code(p_code text, p_promo jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  made public.promo_codes;
begin
  perform shop.require_desk('{prices}');
  made := shop.promo_of_form(null, p_promo);
  made.code := upper(trim(p_code));
  if made.code is null or length(made.code) not between 2 and 40 or made.code !~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' then
    raise exception using errcode = 'PT400', message = 'invalid_code';
  end if;
  insert into public.promo_codes (code, kind, value, starts_at, ends_at, minimum_total, usage_limit, category_id,
    is_first_order, customer)
  values (made.code, made.kind, made.value, made.starts_at, made.ends_at, made.minimum_total, made.usage_limit,
    made.category_id, made.is_first_order, made.customer)
  on conflict (code) do nothing returning * into made;
  if made.id is null then
    raise exception using errcode = 'PT409', message = 'code_exists';
  end if;
  perform shop.record_at_desk('create_promo_code', 'promo_code', made.id::text, null, shop.audited(made));
  return made.id;
end $$;

-- Saves a promo code, but for the code itself, which orders name. Refuses with those of shop.lock_promo_for_desk and
-- shop.promo_of_form.
create function public.desk_save_promo_code(p_id uuid, p_version integer, p_promo jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.promo_codes;
  new public.promo_codes;
begin
  perform shop.require_desk('{prices}');
  old := shop.lock_promo_for_desk(p_id, p_version);
  new := shop.promo_of_form(old, p_promo);
  update public.promo_codes p set kind = new.kind, value = new.value, starts_at = new.starts_at, ends_at = new.ends_at,
    minimum_total = new.minimum_total, usage_limit = new.usage_limit, category_id = new.category_id,
    is_first_order = new.is_first_order, customer = new.customer, is_active = true
  where p.id = old.id returning * into new;
  perform shop.record_at_desk('save_promo_code', 'promo_code', old.id::text, shop.audited(old), shop.audited(new));
end $$;

-- Ends a promo code now. Refuses with those of shop.lock_promo_for_desk, and with status_not_allowed (PT409) if it has
-- ended.
create function public.desk_end_promo_code(p_id uuid, p_version integer) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  -- To the minute, like the times of the form.
  ending constant timestamptz := date_trunc('minute', now());
  old public.promo_codes;
  new public.promo_codes;
begin
  perform shop.require_desk('{prices}');
  old := shop.lock_promo_for_desk(p_id, p_version);
  if shop.state_of(old) = 'ended' then
    raise exception using errcode = 'PT409', message = 'status_not_allowed';
  end if;
  -- A beginning that hasn't come won't.
  update public.promo_codes p set ends_at = ending, starts_at = case when p.starts_at < ending then p.starts_at end
  where p.id = old.id returning * into new;
  perform shop.record_at_desk('end_promo_code', 'promo_code', old.id::text, shop.audited(old), shop.audited(new));
end $$;

-- Removes a promo code that no order was placed with. Refuses with those of shop.lock_promo_for_desk, and with
-- code_used (PT409).
create function public.desk_remove_promo_code(p_id uuid, p_version integer) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.promo_codes;
begin
  perform shop.require_desk('{prices}');
  old := shop.lock_promo_for_desk(p_id, p_version);
  if old.used_count > 0 or exists (select from public.orders o where o.promo_code = old.code) then
    raise exception using errcode = 'PT409', message = 'code_used';
  end if;
  delete from public.promo_codes p where p.id = old.id;
  perform shop.record_at_desk('remove_promo_code', 'promo_code', old.id::text, shop.audited(old), null);
end $$;

-- A code for one customer ends with the account, and forgets whose it was.
create function shop.strip_person_from_promo_codes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.promo_codes c set is_active = false, customer = null where c.customer in (old.email, old.phone_number);
  return old;
end $$;
create trigger strip_person_from_promo_codes before delete on public.profiles
  for each row execute function shop.strip_person_from_promo_codes();

grant execute on function public.desk_promo_codes(text, integer), public.desk_promo_code(uuid),
  public.desk_create_promo_code(text, jsonb),
  public.desk_save_promo_code(uuid, integer, jsonb), public.desk_end_promo_code(uuid, integer),
  public.desk_remove_promo_code(uuid, integer) to authenticated;

-- Returns what a statistic counts: the products in the shop, or the colours that they come in. Null if it counts
-- nothing.
create function shop.statistic_count(p_counts text) returns bigint
language sql stable security definer set search_path = '' as $$
  select case p_counts
    when 'products' then (select count(*) from public.products p where p.is_active and p.deleted_at is null)
    when 'colors' then (select count(distinct c.name) from public.colors c
      join public.product_colors pc on pc.color_id = c.id
      join public.products p on p.id = pc.product_id where p.is_active and p.deleted_at is null) end
$$;

-- Whether a banner is 'shown', 'coming', 'ended' or 'off'.
create function shop.state_of(b public.banners) returns text
language sql stable set search_path = '' as $$
  select case when not b.is_active then 'off' when b.ends <= now() then 'ended' when b.begins > now() then 'coming'
    else 'shown' end
$$;

-- Shows banners that begin, hides those that have ended, and counts statistics anew. Only for the server, which calls
-- it regularly.
create function public.refresh_home() returns void
language sql volatile security definer set search_path = '' as $$
  -- Each row's trigger decides.
  update public.banners b set is_current = not b.is_current
  where b.is_current is distinct from (shop.state_of(b) = 'shown');
  update public.hero_statistics s set stat_value = shop.statistic_count(s.counts)
  where s.counts is not null and s.stat_value is distinct from shop.statistic_count(s.counts);
$$;
grant execute on function public.refresh_home() to service_role;

-- A figure that is counted has the count from the moment on when it is saved.
create function shop.count_statistic() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.stat_value := coalesce(shop.statistic_count(new.counts), new.stat_value);
  return new;
end $$;
create trigger count_statistic before insert or update of counts on public.hero_statistics
  for each row execute function shop.count_statistic();
