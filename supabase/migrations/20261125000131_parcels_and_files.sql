-- A tracking number is that of one open parcel of its courier (decision 191). Couriers use numbers again after some time, so
-- that a parcel that was delivered or came back has no claim to its number.

create index shipments_tracking_idx on shop.shipments (courier, upper(tracking_number))
  where state in ('waiting', 'booked', 'moving', 'returning', 'cancelling');

-- Whether an open parcel of the courier that isn't of this order has this number.
create function shop.is_tracking_taken(p_order uuid, p_courier text, p_number text) returns boolean
language sql volatile security definer set search_path = '' as $$
  select exists (select from shop.shipments s
    where s.courier = p_courier and upper(s.tracking_number) = upper(p_number) and s.order_id <> p_order
      and s.state in ('waiting', 'booked', 'moving', 'returning', 'cancelling'))
$$;

-- Lets no other transaction give these numbers of a courier to a parcel before this one ends.
create function shop.lock_tracking(p_courier text, p_numbers text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  one bigint;
begin
  for one in select distinct hashtextextended(p_courier || ' ' || upper(trim(n)), 0) as key from unnest(p_numbers) n
      where trim(n) <> '' order by key loop
    perform pg_advisory_xact_lock(one);
  end loop;
end $$;

-- Holds for all ways in which a parcel of a courier gets another number, such as the page of an order. What a courier itself gave
-- to a parcel that the shop booked, or says in a settlement, is never refused. Refuses with tracking_taken (PT409).
create function shop.keep_tracking_apart() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform shop.lock_tracking(new.courier, array[new.tracking_number]);
  if new.booked_at is null and new.state in ('waiting', 'booked', 'moving', 'returning', 'cancelling')
     and shop.is_tracking_taken(new.order_id, new.courier, new.tracking_number) then
    raise exception using errcode = 'PT409', message = 'tracking_taken';
  end if;
  return new;
end $$;
create trigger keep_tracking_apart before update of tracking_number on shop.shipments for each row
  when (new.courier is not null and new.tracking_number is not null and new.tracking_number is distinct from old.tracking_number)
  execute function shop.keep_tracking_apart();
