-- As in the first release, but a return refunds at most what is left of what was paid. Refuses also with refund_too_high (PT409, detail: what
-- is left).
create or replace function public.desk_decide_return(p_return uuid, p_version integer, p_status text, p_answer text default null,
  p_amount numeric default null) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.returns;
  about public.orders;
begin
  perform shop.require_desk();
  select o.* into about from public.orders o join public.returns r on r.order_id = o.id where r.id = p_return for update of o;
  select * into old from public.returns r where r.id = p_return for update;
  if old.id is null then
    raise exception using errcode = 'PT404', message = 'no_such_return';
  end if;
  perform shop.check_version(old.version, p_version);
  if p_status not in ('approved', 'refused', 'received', 'exchanged') then
    raise exception using errcode = 'PT409', message = 'status_not_allowed';
  end if;
  if p_amount is not null and (old.kind <> 'return' or p_amount < 0 or p_amount > about.total_amount) then
    raise exception using errcode = 'PT400', message = 'invalid_amount';
  end if;
  if old.status in ('requested', 'approved') and p_status <> 'refused' and coalesce(p_amount, old.refund_amount) > shop.refundable(about, old.id) then
    raise exception using errcode = 'PT409', message = 'refund_too_high', detail = to_char(shop.refundable(about, old.id), 'FM999,999,990.00');
  end if;
  update public.returns set refund_amount = coalesce(p_amount, refund_amount), answer = coalesce(nullif(left(trim(p_answer), 1000), ''), answer)
  where id = old.id;
  update public.returns set status = p_status where id = old.id;
  perform shop.record_at_desk('decide_return', 'order', about.order_id,
    jsonb_build_object('return', old.status, 'refund_amount', old.refund_amount),
    jsonb_build_object('return', p_status, 'refund_amount', coalesce(p_amount, old.refund_amount)));
end $$;
