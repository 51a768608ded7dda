-- Files of deleted accounts, reviews and product pictures, until the shop has removed them through the storage API. The
-- deletion itself lists them, so that none is forgotten when storage is unavailable.
create table public.files_to_remove (
  bucket text not null default 'files' check (bucket in ('files', 'originals', 'videos', 'products')),
  path text not null,
  listed_at timestamptz not null default now(),
  primary key (bucket, path)
);
alter table public.files_to_remove enable row level security;
create index files_to_remove_listed_at_idx on public.files_to_remove (listed_at);

-- Lists photos that a review no longer shows, because it is deleted or edited. A photo that another review shows stays,
-- so that nobody can have another shopper's photo removed by using it in their own review.
create function shop.list_files_of_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.files_to_remove (path)
  select image from unnest(old.images) image
  where image like 'review-images/%'
    and not exists (select from public.product_reviews r where r.images @> array[image])
  on conflict do nothing;
  return null;
end $$;
create trigger list_files_of_review after delete or update of images on public.product_reviews
  for each row execute function shop.list_files_of_review();

-- Lists the stored profile pictures and chat files of a deleted account, used or not, by their folder; never by a name
-- in a column. Review photos are listed when their reviews are deleted.
create function shop.list_files_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.files_to_remove (path)
  select o.name from storage.objects o where o.bucket_id = 'files' and o.name like 'profilePictures/' || old.id || '%'
  union
  select o.name from public.user_conversations c
  join storage.objects o on o.bucket_id = 'files' and o.name like 'chat-attachments/' || c.id || '/%'
  where c.created_by = old.id
  on conflict do nothing;
  return old;
end $$;
create trigger list_files_of_person before delete on public.profiles
  for each row execute function shop.list_files_of_person();

-- Returns whether the shop shows a file that goes with a person, a review or a product: a profile picture, a
-- review's photo or a video. For the server, which has these files in caches too. Each is found by an index.
create function public.is_file_shown(p_bucket text, p_path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when p_bucket = 'videos' then shop.is_shown_video(p_path)
    when p_path like 'profilePictures/%' then exists (select from public.profiles p
      where p.id = shop.to_uuid(substr(p_path, 17, 36)) and p.avatar_url = p_path)
    when p_path like 'review-images/%' then exists (select from public.product_reviews r
      where r.images @> array[p_path] and r.hidden_at is null)
    else false end
$$;
grant execute on function public.is_file_shown(text, text) to service_role;

-- Files whose upload ended before a row named them, because the process was killed: until which upload files were compared with the rows.
create table shop.files_compared (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null default '0001-01-01 00:00+00'
);
alter table shop.files_compared enable row level security;

-- Returns whether a row names a file, where rows name it most often, by an index.
create function shop.is_file_in_use(p_bucket text, p_path text) returns boolean
language sql stable set search_path = '' as $$
  select case p_bucket
    when 'videos' then shop.is_shown_video(p_path)
    when 'originals' then shop.is_original(p_path)
    when 'products' then exists (select from public.product_media m
      where m.url = '/storage/v1/object/public/products/' || p_path)
    else public.is_file_shown(p_bucket, p_path)
      or exists (select from public.chat_messages m where p_path like 'chat-attachments/%'
        and m.conversation_id = shop.to_uuid(substr(p_path, 18, 36)) and m.attachment_url = p_path)
      or exists (select from public.product_reviews r where r.images @> array[p_path])
      or exists (select from public.returns r where r.photos @> array[p_path]) end
$$;

-- Returns whether any row of the shop has a text in it. It reads all tables.
create function shop.is_named_anywhere(p_words text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  source regclass;
  is_named boolean;
begin
  for source in
    select c.oid from pg_catalog.pg_class c
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace)
      and c.oid <> 'public.files_to_remove'::regclass
    order by c.reltuples
  loop
    execute format('select exists (select from %s t where strpos(t::text, $1) > 0)', source)
      into is_named using p_words;
    if is_named then
      return true;
    end if;
  end loop;
  return false;
end $$;

-- Lists files for removal that were stored more than a day ago and that no row names. Each file is compared once;
-- only names that the shop gives, so that what somebody stores in Studio stays. At most 500 files at once, and 20
-- that all tables are read for. Returns how many files were listed.
create function public.list_unused_files() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  file record;
  searches integer := 0;
  listed integer := 0;
begin
  perform from shop.files_compared for update;
  for file in
    select o.bucket_id, o.name, o.created_at from storage.objects o, shop.files_compared c
    where o.created_at > c.until and o.created_at < now() - interval '1 day'
    order by o.created_at fetch first 500 rows with ties
  loop
    update shop.files_compared set until = file.created_at where until < file.created_at;
    continue when file.bucket_id not in ('files', 'originals', 'videos', 'products')
      or file.name !~ '(^|/)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-[0-9]+)?\.[a-z0-9]+$'
      or shop.is_file_in_use(file.bucket_id, file.name);
    searches := searches + 1;
    if not shop.is_named_anywhere(file.name) then
      insert into public.files_to_remove (bucket, path) values (file.bucket_id, file.name) on conflict do nothing;
      listed := listed + 1;
    end if;
    exit when searches = 20;
  end loop;
  return listed;
end $$;
grant execute on function public.list_unused_files() to service_role;
