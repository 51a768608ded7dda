-- Calls about cash orders that nobody has confirmed, and numbers and addresses that cash orders aren't taken from
-- (decision 108).

create table public.order_calls (
  id bigint primary key generated always as identity,
  order_id uuid not null references public.orders (id) on delete cascade,
  outcome text not null check (outcome in ('no_answer', 'wrong_number')),
  made_at timestamptz not null default clock_timestamp()
);
create index order_calls_order_id_idx on public.order_calls (order_id, id);
alter table public.order_calls enable row level security;

-- A phone number, an e-mail address, or the street and city of an address, in lower case.
create table public.blocked_contacts (
  id uuid primary key default gen_random_uuid(),
  contact text not null unique check (length(contact) >= 5 and length(contact) <= 254
    and contact = lower(trim(contact))),
  reason text not null check (length(reason) between 1 and 300),
  -- The last day on which it is blocked.
  ends date not null,
  version integer not null default 1
);
alter table public.blocked_contacts enable row level security;
create trigger raise_version before update on public.blocked_contacts
  for each row execute function shop.raise_version();

-- Returns what an order can be blocked by.
create function shop.contacts_of(o public.orders) returns text[]
language sql immutable set search_path = '' as $$
  select array[o.contact_phone, lower(o.contact_email),
    lower(concat_ws(', ', trim(o.shipping_address ->> 'address_line1'), trim(o.shipping_address ->> 'city')))]
$$;

-- Refuses (PT403 contact_blocked) a cash order to a number or an address that is blocked today, however it becomes one.
create function shop.refuse_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.blocked_contacts b where b.ends >= (now() at time zone 'Asia/Karachi')::date
    and b.contact = any (shop.contacts_of(new))) then
    raise exception using errcode = 'PT403', message = 'contact_blocked';
  end if;
  return new;
end $$;
create trigger refuse_blocked before insert on public.orders
  for each row when (new.payment_method = 'cod') execute function shop.refuse_blocked();
create trigger refuse_blocked_change before update of payment_method on public.orders
  for each row when (new.payment_method = 'cod' and old.payment_method <> 'cod') execute function shop.refuse_blocked();
-- The new address may not be one that cash orders aren't taken from.
create trigger refuse_blocked_address before update of contact_phone, shipping_address on public.orders
  for each row when (new.payment_method = 'cod' and new.shipping_address ? 'address_line1'
    and (new.contact_phone, new.shipping_address) is distinct from (old.contact_phone,
      old.shipping_address)) execute function shop.refuse_blocked();

-- Nor the new e-mail address. That of an account which takes a guest's order is no change at the desk.
create trigger refuse_blocked_email before update of contact_email on public.orders
  for each row when (new.payment_method = 'cod' and new.contact_email <> coalesce(old.contact_email, '')
    and new.user_id is not distinct from old.user_id) execute function shop.refuse_blocked();

-- Returns when the next call about an order counts, or null if it counts now.
create function shop.next_call(p_order uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select counts_at from (select max(c.made_at) + (select r.call_pause from public.order_rules r) as counts_at
    from public.order_calls c where c.order_id = p_order) as one where counts_at > clock_timestamp()
$$;

-- Returns a page of the cash orders to confirm, the oldest first, each with its items, its address, its calls, when the
-- next one counts, and how earlier orders with its number ended: { rows, total, most_calls }.
create function public.desk_confirmations(p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 20;
begin
  perform shop.require_desk('{orders}');
  return jsonb_build_object(
    'most_calls', (select r.most_calls from public.order_rules r),
    'total', (select count(*) from public.orders o where o.payment_method = 'cod' and o.status = 'Processing'
      and o.confirmed_at is null),
    'rows', (select coalesce(jsonb_agg(shop.desk_row(o) || jsonb_build_object('hold_until', o.hold_until, 'number',
      shop.orders_by_phone(o.contact_phone, o.id), 'shipping_address', o.shipping_address, 'notes', o.notes,
        'items', (select coalesce(jsonb_agg(to_jsonb(i) order by i.product_name, i.id), '[]')
          from public.order_items i where i.order_id = o.id),
        'calls', (select coalesce(jsonb_agg(jsonb_build_object('outcome', c.outcome, 'made_at', c.made_at)
          order by c.id), '[]')
          from public.order_calls c where c.order_id = o.id),
        'next_call', shop.next_call(o.id)) order by o.created_at, o.id), '[]')
      from (select * from public.orders o where o.payment_method = 'cod' and o.status = 'Processing'
        and o.confirmed_at is null
        order by o.created_at, o.id limit size offset size * (greatest(p_page, 1) - 1)) o));
end $$;

-- Records a call without a confirmation: 'no_answer' or 'wrong_number'. After order_rules.most_calls of them the order
-- is cancelled, a step that can be taken back. Returns how many calls there were. Refuses with those of
-- shop.require_desk and shop.lock_for_desk; status_not_allowed (PT409) for an order that isn't to be confirmed;
-- called_just_now (PT409, detail: when a call counts again) within order_rules.call_pause after the last call;
-- unknown_action (PT400).
create function public.desk_record_call(p_order_id text, p_version integer, p_outcome text) returns integer
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.orders;
  new public.orders;
  before jsonb;
  calls integer;
  last_mail bigint;
  next_call timestamptz;
begin
  perform shop.require_desk('{orders}');
  if p_outcome is null or p_outcome not in ('no_answer', 'wrong_number') then
    raise exception using errcode = 'PT400', message = 'unknown_action';
  end if;
  old := shop.lock_for_desk(p_order_id, p_version);
  if not shop.is_waiting_for(old, 'confirm') then
    raise exception using errcode = 'PT409', message = 'status_not_allowed';
  end if;
  next_call := shop.next_call(old.id);
  if next_call is not null then
    raise exception using errcode = 'PT409', message = 'called_just_now',
      detail = to_char(next_call at time zone 'Asia/Karachi', 'HH24:MI');
  end if;
  before := shop.state_before_step(old);
  insert into public.order_calls (order_id, outcome) values (old.id, p_outcome);
  calls := (select count(*) from public.order_calls c where c.order_id = old.id);
  last_mail := (select max(m.number) from public.order_mails m where m.order_id = old.id);
  -- Also without a cancellation the order gets another version, so that two operators don't count one call each.
  update public.orders set updated_at = clock_timestamp(),
    status = case when calls >= r.most_calls then 'Cancelled' else status end,
    failure_reason = case when calls >= r.most_calls then 'We called ' || calls || ' times and couldn’t reach you'
      else failure_reason end,
    payment_status = payment_status and calls < r.most_calls
  from public.order_rules r where id = old.id;
  select * into new from public.orders o where o.id = old.id;
  if new.status = 'Cancelled' then
    perform shop.record_step('cancel', before, new, coalesce(last_mail, 0));
  end if;
  perform shop.record_at_desk('call', 'order', old.order_id, shop.audited(old),
    shop.audited(new) || jsonb_build_object('outcome', p_outcome, 'calls', calls));
  return calls;
end $$;

grant execute on function public.desk_confirmations(integer),
  public.desk_record_call(text, integer, text) to authenticated;
