-- Where a work leads to, such as the products of a collection.
alter table public.company_works add column link text
  check (length(link) <= 300 and link ~ '^/([^/\\[:cntrl:][:space:]][^\\[:cntrl:][:space:]]*)?$');
