-- Mails: what may be sent to an address, and the outbox of mails about orders.

-- How many mails an address has had lately that anybody could bring about, so that nobody can have a stranger mailed
-- for ever (decision 155). Addresses are digests, and apart for mails to the confirmed address of the account that
-- ordered.
create table shop.mail_budgets (
  recipient text primary key,
  -- Falls with time, see shop.take_mail.
  used double precision not null check (used >= 0),
  counted_at timestamptz not null default now()
);

-- Takes one mail from an address's budget: six at once, then two a day; for an account's own address thirty. Returns
-- null, or after how many seconds there is one again.
create function shop.take_mail(p_email text, is_own boolean) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := case when is_own then 30 else 6 end;
  a_day constant integer := case when is_own then 30 else 2 end;
  -- Mail to a+b@example.com reaches a@example.com.
  address constant text := regexp_replace(lower(trim(p_email)), '\+[^@]*@', '@');
  digest constant text := concat(is_own, ':', encode(sha256(convert_to(address, 'UTF8')), 'hex'));
  level double precision;
begin
  insert into shop.mail_budgets (recipient, used) values (digest, 0) on conflict do nothing;
  select greatest(0, b.used - a_day * extract(epoch from now() - b.counted_at) / 86400) + 1 into level
  from shop.mail_budgets b where b.recipient = digest for update;
  if level > most then
    return ceil((level - most) / a_day * 86400);
  end if;
  update shop.mail_budgets set used = level, counted_at = now() where recipient = digest;
  return null;
end $$;

-- Takes a mail to an address that somebody typed, like shop.take_mail. Only for the server.
create function public.take_mail(p_email text) returns integer
language sql volatile security definer set search_path = '' as $$
  select shop.take_mail(p_email, false)
$$;

-- The outbox: one row per mail about an order or a refund, written in the same transaction as the change. The shop's
-- processes claim rows, send them and settle them (app/mails/outbox.server.ts, decision 89).
create table public.order_mails (
  -- The order in which mails about one order are sent.
  number bigint generated always as identity primary key,
  -- The mail's idempotency key.
  id uuid not null default gen_random_uuid() unique,
  order_id uuid references public.orders (id) on delete cascade,
  refund_id uuid references public.refunds (id) on delete cascade,
  return_id uuid references public.returns (id) on delete cascade,
  -- The last two go to operators.
  kind text not null check (kind in ('unpaid', 'placed', 'paid', 'changed', 'shipped', 'delivered',
    'returned_to_origin', 'cancelled',
    'refund_due', 'refunded', 'return_requested', 'return_approved', 'return_received', 'return_refused',
      'exchange_sent',
    'operator_refund', 'operator_order')),
  -- The operator whom it goes to; null for the shopper, or for the shop's own address.
  person uuid references auth.users (id) on delete cascade,
  -- Superseded: its content is outdated, or its recipient's account is deleted.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'superseded', 'given_up')),
  created_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  -- When the first attempt with an unknown outcome began.
  uncertain_since timestamptz,
  -- Until when it waits because its recipient has had too many mails.
  held_until timestamptz,
  ended_at timestamptz,
  -- Why the last attempt failed, without an address.
  problem text check (length(problem) <= 200),
  -- A step that is taken again brings its mail again.
  taken_back_at timestamptz
);
create index order_mails_failed_idx on public.order_mails (order_id) where state = 'given_up';
create unique index one_mail_of_a_kind on public.order_mails (order_id, kind)
  where refund_id is null and return_id is null and taken_back_at is null and kind <> 'changed' and person is null;
create unique index one_mail_to_a_person on public.order_mails (order_id, person);
create index order_mails_person_idx on public.order_mails (person) where person is not null;
create unique index one_mail_of_a_kind_about_a_refund on public.order_mails (refund_id, kind);
create unique index one_mail_of_a_kind_about_a_return on public.order_mails (return_id, kind)
  where taken_back_at is null;
create index order_mails_order_id_idx on public.order_mails (order_id, number);
create index order_mails_due_idx on public.order_mails (due_at, number) where state = 'waiting';
alter table public.order_mails enable row level security;
create policy "shoppers see until when mails about their own orders are held" on public.order_mails
  for select to authenticated using (exists (select from public.orders o
    where o.id = order_mails.order_id and o.user_id = (select auth.uid())));
grant select (order_id, held_until) on public.order_mails to authenticated;

-- Operators who hear of new orders, and at which hours of the day (Asia/Karachi), from the first until the second: over
-- midnight if the second is smaller, all day if they are the same. What comes at other hours waits.
create table shop.order_listeners (
  person uuid primary key references auth.users (id) on delete cascade,
  from_hour integer not null default 9 check (from_hour between 0 and 23),
  until_hour integer not null default 21 check (until_hour between 0 and 23),
  by_mail boolean not null default false
);

-- The browsers that tell them, by Web Push (decision 238). Where a browser is and its keys are what its push service
-- gave it (RFC 8030 and 8291).
create table shop.order_browsers (
  id uuid primary key default gen_random_uuid(),
  person uuid not null references shop.order_listeners (person) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000 and endpoint ~ '^https://[^/]'),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  name text not null check (length(name) between 1 and 60),
  made_at timestamptz not null default now(),
  -- Why the last message was given up; null if it was sent.
  problem text check (length(problem) <= 200)
);
create index order_browsers_person_idx on shop.order_browsers (person);

-- Messages to browsers that are due or wait; sent ones are deleted.
create table shop.order_pushes (
  order_id uuid references public.orders (id) on delete cascade,
  browser uuid references shop.order_browsers (id) on delete cascade,
  due_at timestamptz not null,
  attempts integer not null default 0,
  primary key (order_id, browser)
);
create index order_pushes_browser_idx on shop.order_pushes (browser);
create index order_pushes_due_idx on shop.order_pushes (due_at);

-- Returns when a listener hears of what happens at a moment.
create function shop.hears_at(listener shop.order_listeners, moment timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when mod(extract(hour from here)::integer - listener.from_hour + 24, 24) < hours then moment
    else (date_trunc('day', here - make_interval(hours => listener.from_hour)) + interval '1 day'
      + make_interval(hours => listener.from_hour)) at time zone 'Asia/Karachi' end
  from (select moment at time zone 'Asia/Karachi' as here,
    coalesce(nullif(mod(listener.until_hour - listener.from_hour + 24, 24), 0), 24) as hours) as x
$$;

-- Returns whether a mail goes to operators.
create function shop.is_to_operators(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind in ('operator_refund', 'operator_order')
$$;
grant execute on function shop.is_to_operators(text) to service_role;

-- Returns whether somebody is at the desk and has something to do with orders there.
create function shop.is_told_of_orders(who uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = who and u.raw_app_meta_data ->> 'role' in ('operator', 'manager')
    and coalesce('orders' = any (shop.areas_of(u.id)), true))
$$;

-- Returns the address of somebody who is mailed about new orders; null if they aren't any more.
create function shop.listener_email(who uuid) returns text
language sql stable security definer set search_path = '' as $$
  select u.email from shop.order_listeners l join auth.users u on u.id = l.person
  where l.person = who and l.by_mail and shop.is_told_of_orders(who)
$$;
grant execute on function shop.listener_email(uuid) to service_role;

-- Returns the mail for a status; null for none.
create function shop.mail_of_status(status text, method text) returns text
language sql immutable set search_path = '' as $$
  select case
    when status = 'Pending' and method = 'payfast' then 'unpaid'
    when status = 'Processing' and method = 'cod' then 'placed'
    when status = 'PaymentAccepted' then 'paid'
    when status = 'ReturnedToOrigin' then 'returned_to_origin'
    when status in ('Shipped', 'Delivered', 'Cancelled') then lower(status) end
$$;

-- What was true before a step is no news.
create function shop.mail_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  mail text := shop.mail_of_status(new.status, new.payment_method);
begin
  if mail is not null and new.contact_email is not null
     and (tg_op = 'INSERT' or new.corrections = old.corrections) then
    insert into public.order_mails (order_id, kind) values (new.id, mail) on conflict do nothing;
  end if;
  -- What the desk enters itself is no news there.
  if mail in ('placed', 'paid') and new.channel is null then
    insert into public.order_mails (order_id, person, kind, due_at)
    select new.id, l.person, 'operator_order', shop.hears_at(l, now()) from shop.order_listeners l where l.by_mail
    on conflict do nothing;
    -- An order neither waits for a browser that is being removed, nor fails with it.
    insert into shop.order_pushes (order_id, browser, due_at)
    select new.id, b.id, shop.hears_at(l, now())
    from shop.order_browsers b join shop.order_listeners l on l.person = b.person
    for key share of b skip locked
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger mail_new_order after insert on public.orders
  for each row execute function shop.mail_status();
create trigger mail_status after update of status on public.orders
  for each row when (new.status <> old.status) execute function shop.mail_status();

-- Mails the shopper about a refund, unless another mail says it, and again when it was sent. Mails operators about
-- every refund that they have to send.
create function shop.mail_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if new.order_id is not null then
      insert into public.order_mails (order_id, refund_id, kind) values (new.order_id, new.id, 'refunded')
        on conflict do nothing;
    end if;
    return null;
  end if;
  insert into public.order_mails (order_id, refund_id, kind) values (new.order_id, new.id, 'operator_refund');
  if new.order_id is not null and new.reason <> 'order_changed' and not exists (select from public.order_mails m
      where m.order_id = new.order_id and m.state = 'waiting' and m.created_at = now()
        and (m.kind = 'cancelled' or m.kind = 'return_received' and m.return_id = new.return_id)) then
    insert into public.order_mails (order_id, refund_id, kind) values (new.order_id, new.id, 'refund_due');
  end if;
  return null;
end $$;
create trigger mail_new_refund after insert on public.refunds
  for each row execute function shop.mail_refund();
create trigger mail_sent_refund after update of refunded_at on public.refunds
  for each row when (old.refunded_at is null and new.refunded_at is not null) execute function shop.mail_refund();

-- Returns after how many seconds a mail may be sent that a visitor brings about as often as they place and cancel
-- orders, or ask to return them; null for at once. The others follow what an operator or a payment does.
create function shop.mail_waits(kind text, about public.orders) returns integer
language sql volatile security definer set search_path = '' as $$
  select shop.take_mail(about.contact_email, exists (select from auth.users u
    where u.id = about.user_id and u.email_confirmed_at is not null and lower(u.email) = about.contact_email))
  where kind in ('unpaid', 'placed', 'cancelled', 'return_requested')
$$;
grant execute on function shop.mail_waits(text, public.orders) to service_role;

-- Returns whether 1.1.0's server asks, which fails at a mail of a kind that it doesn't know (decision 166).
create function shop.is_asked_by_last_release() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-shop-release' = '1.1.0', false)
$$;
grant execute on function shop.is_asked_by_last_release() to service_role;

-- Claims due mails with all their data, each for one process at a time: at most p_most (100). A mail that isn't settled
-- in time can be claimed again: after a minute, then with backoff up to half an hour. Mails about one order are sent in
-- order. A mail is given up, and returned a last time with is_given_up, after three days, or 23 hours after an attempt
-- with an unknown outcome, because the provider recognises duplicates for 24. A mail that its recipient's budget lacks
-- is held, and superseded by the order's next mail. Only for the server.
create function public.claim_order_mails(p_most integer default 20) returns setof jsonb
language plpgsql set search_path = '' as $$
declare
  mail public.order_mails;
  about public.orders;
  handed_out integer := 0;
  wait integer;
begin
  while handed_out < least(p_most, 100) loop
    select * into mail from public.order_mails m
    where m.state = 'waiting' and m.due_at <= now()
      and (m.kind <> 'operator_order' or not shop.is_asked_by_last_release())
      and not exists (select from public.order_mails earlier
      where earlier.order_id = m.order_id and earlier.state = 'waiting' and earlier.number < m.number
        and earlier.held_until is null
        and shop.is_to_operators(earlier.kind) = shop.is_to_operators(m.kind) and earlier.person is not distinct
          from m.person)
    order by m.due_at, m.number limit 1 for update skip locked;
    exit when mail.id is null;
    select * into about from public.orders where id = mail.order_id;
    if not shop.is_to_operators(mail.kind) and (about.contact_email is null
       or mail.kind = 'unpaid' and about.status not in ('Pending', 'PaymentPending', 'PaymentFailed')
       or exists (select from public.returns r where r.id = mail.return_id
         and (r.status = 'withdrawn' or mail.kind = 'return_requested' and r.status <> 'requested')))
       or mail.kind = 'operator_order' and (about.status = 'Cancelled' or shop.listener_email(mail.person) is null) then
      update public.order_mails set state = 'superseded', ended_at = now(), held_until = null where id = mail.id;
      continue;
    end if;
    update public.order_mails set state = 'superseded', ended_at = now(), held_until = null
    where order_id = mail.order_id and state = 'waiting' and number < mail.number and held_until is not null
      and not shop.is_to_operators(mail.kind) and person is null;
    if mail.attempts = 0 and mail.created_at > now() - interval '3 days' then
      wait := shop.mail_waits(mail.kind, about);
      if wait is not null then
        update public.order_mails set held_until = now() + make_interval(secs => wait),
          due_at = now() + make_interval(secs => wait)
        where id = mail.id;
        continue;
      end if;
    end if;
    handed_out := handed_out + 1;
    if mail.created_at < now() - interval '3 days' or mail.uncertain_since < now() - interval '23 hours' then
      update public.order_mails set state = 'given_up', ended_at = now(), held_until = null where id = mail.id;
      return next jsonb_build_object('id', mail.id, 'kind', mail.kind, 'attempts', mail.attempts, 'is_given_up', true);
      continue;
    end if;
    update public.order_mails set attempts = attempts + 1, held_until = null, claimed_at = now(),
      uncertain_since = coalesce(uncertain_since, now()),
      due_at = now() + least(interval '30 minutes', interval '1 minute' * power(2, least(attempts, 10)))
    where id = mail.id;
    return next jsonb_build_object('id', mail.id, 'kind', mail.kind, 'attempts', mail.attempts + 1, 'is_given_up',
      false, 'to', shop.listener_email(mail.person),
      'order', case when about.id is not null then shop.order_as_json(about) || jsonb_build_object('refunds',
        (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from public.refunds r
          where r.order_id = about.id)) end,
      'items', (select coalesce(jsonb_agg(to_jsonb(i) order by i.id), '[]') from public.order_items i
        where i.order_id = about.id),
      'refund', (select to_jsonb(r) from public.refunds r where r.id = mail.refund_id or r.return_id = mail.return_id),
      'names', case when about.language = 'ur' then shop.urdu_names_of(about) else '{}' end,
      'return', (select jsonb_build_object('kind', r.kind, 'answer', r.answer, 'history', r.history,
        'refund_amount', r.refund_amount, 'due_amount', r.due_amount, 'items', (
          select jsonb_agg(jsonb_build_object('name', i.product_name, 'quantity', ri.quantity, 'size', i.selected_size,
            -- For the server of the release before.
            'new_size', shop.replacement_in_words(ri, i),
            'replacement', shop.replacement_of(ri, i))
            order by i.product_name, i.id) from public.return_items ri
              join public.order_items i on i.id = ri.order_item_id where ri.return_id = r.id))
        from public.returns r where r.id = mail.return_id));
  end loop;
end $$;

-- Records the outcome of an attempt: 'sent'; 'refused' if it is certain that nothing was sent; 'unknown'. Only for the
-- server.
create function public.settle_order_mail(p_id uuid, p_attempt integer, p_outcome text,
  p_problem text default null) returns void
language sql set search_path = '' as $$
  update public.order_mails set
    state = case p_outcome when 'sent' then 'sent' else state end,
    ended_at = case p_outcome when 'sent' then now() end,
    problem = left(p_problem, 200),
    -- An earlier attempt may have sent it.
    uncertain_since = case when p_outcome <> 'unknown' and uncertain_since = claimed_at then null
      else uncertain_since end
  where id = p_id and state = 'waiting' and (attempts = p_attempt or p_outcome = 'sent')
$$;

-- Claims due messages to browsers, each for one process at a time: at most p_most (100). One that isn't settled can be
-- claimed again after 1, 2, 4 and 8 minutes; it is dropped after five attempts, with its order, or with the right of
-- whom it is for. Only for the server.
create function public.claim_order_pushes(p_most integer default 20) returns setof jsonb
language sql volatile security definer set search_path = '' as $$
  with due as (
    select p.order_id, p.browser, o.status = 'Cancelled' or p.attempts >= 5 or not shop.is_told_of_orders(b.person)
      as is_dropped
    from shop.order_pushes p join shop.order_browsers b on b.id = p.browser join public.orders o on o.id = p.order_id
    where p.due_at <= now() order by p.due_at limit least(p_most, 100) for update of p skip locked
  ), dropped as (
    delete from shop.order_pushes p using due d
    where d.is_dropped and p.order_id = d.order_id and p.browser = d.browser
  ), claimed as (
    update shop.order_pushes p set attempts = p.attempts + 1,
      due_at = now() + interval '1 minute' * power(2, p.attempts)
    from due d where not d.is_dropped and p.order_id = d.order_id and p.browser = d.browser
    returning p.order_id, p.browser, p.attempts
  )
  select jsonb_build_object('order', c.order_id, 'browser', c.browser, 'attempts', c.attempts, 'endpoint', b.endpoint,
    'p256dh', b.p256dh, 'auth', b.auth, 'order_id', o.order_id, 'total_amount', o.total_amount,
    'payment_method', o.payment_method)
  from claimed c join shop.order_browsers b on b.id = c.browser join public.orders o on o.id = c.order_id
$$;

-- Records the outcome of an attempt: 'sent'; 'gone' if the browser doesn't take any more messages; 'failed'. Only for
-- the server.
create function public.settle_order_push(p_order uuid, p_browser uuid, p_attempt integer, p_outcome text,
  p_problem text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_outcome = 'gone' then
    delete from shop.order_browsers b where b.id = p_browser;
  elsif p_outcome = 'sent' or p_attempt >= 5 then
    delete from shop.order_pushes p where p.order_id = p_order and p.browser = p_browser
      and (p_outcome = 'sent' or p.attempts = p_attempt);
    update shop.order_browsers b set problem = left(p_problem, 200)
    where b.id = p_browser and b.problem is distinct from left(p_problem, 200);
  end if;
end $$;
grant execute on function public.claim_order_pushes(integer),
  public.settle_order_push(uuid, uuid, integer, text, text) to service_role;

-- Returns how many mails wait, and how many were given up in the last 30 days. Only for operators and the server.
create function public.count_order_mails() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('waiting', count(*) filter (where state = 'waiting'),
    'given_up', count(*) filter (where state = 'given_up' and ended_at > now() - interval '30 days'))
  from public.order_mails where state in ('waiting', 'given_up')
$$;

-- The words of each kind of mail to shoppers, as plain text with placeholders such as {order}. The shop composes the
-- mail (app/mails/words), and falls back to its own copy of these first words where a row can't be read or is wrong
-- (decision 135).
create table public.mail_texts (
  id uuid primary key default gen_random_uuid(),
  kind text not null unique check (kind in ('unpaid', 'placed', 'paid', 'changed', 'shipped', 'delivered',
    'returned_to_origin', 'cancelled',
    'refund_due', 'refunded', 'return_requested', 'return_approved', 'return_received', 'return_refused',
      'exchange_sent',
    'newsletter_welcome', 'back_in_stock', 'stock_alert_confirmation', 'account_exists')),
  subject text not null check (length(subject) between 1 and 120 and subject !~ '[[:cntrl:]]'),
  -- Empty in mails whose subject is their heading.
  heading text not null check (length(heading) <= 120 and heading !~ '[[:cntrl:]]'),
  body text not null check (length(body) between 1 and 4000),
  -- The words of the link.
  button text not null check (length(button) between 1 and 80 and button !~ '[[:cntrl:]]'),
  closing text not null check (length(closing) <= 2000),
  version integer not null default 1,
  constraint mail_texts_are_plain check (subject || heading || body || button || closing !~* '<[a-z/!]')
);
create trigger raise_version before update on public.mail_texts for each row execute function shop.raise_version();
alter table public.mail_texts enable row level security;
