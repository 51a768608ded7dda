-- Pictures of products at the desk (decisions 127 and 134).

-- Lists originals that no picture is made from any more. A copy of a product shares them.
create function shop.list_original_of_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.files_to_remove (bucket, path)
  select 'originals', old.original where not exists (select from public.product_media m where m.original = old.original)
  on conflict do nothing;
  return null;
end $$;
create trigger list_original_of_picture after delete on public.product_media
  for each row when (old.original is not null) execute function shop.list_original_of_picture();

-- Returns whether a picture is made from the original.
create function shop.is_original(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.product_media m where m.original = path)
$$;
grant execute on function shop.is_original(text) to authenticated;

create policy "operators read originals of product pictures" on storage.objects
  for select to authenticated
  using (bucket_id = 'originals' and (select shop.is_allowed_at_desk('{products}')));
create policy "operators add originals of product pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'originals' and name ~ '^[0-9a-f-]{36}\.(jpg|png|webp)$'
    and (select shop.is_allowed_at_desk('{products}')));
create policy "operators remove originals that no picture is made from" on storage.objects
  for delete to authenticated
  using (bucket_id = 'originals' and (select shop.is_allowed_at_desk('{products}')) and not shop.is_original(name));

-- Pictures that are uploaded at the desk. They stay when a product no longer shows them: its copies and earlier orders
-- may.
create policy "operators add product pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'products' and name ~ '^[0-9a-f-]{36}\.webp$'
    and (select shop.is_allowed_at_desk('{products}')));

-- Whether a URL is that of a picture that was uploaded at the desk.
create function shop.is_uploaded(url text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(url ~ '^/storage/v1/object/public/products/[0-9a-f-]{36}\.webp$', false)
$$;

-- Returns the pictures of a product as the record of changes shows them: { "1": "Ivory, from behind (Ivory)" }.
create function shop.audited_pictures(p_product uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(m.place, concat_ws(' ', coalesce(m.alt, m.url), '(' || c.name || ')',
      case when m.is_banner then 'banner' end, m.role, 'part ' || m.part, 'focus ' || m.focus, m.caption)), '{}')
  from (select *, row_number() over (order by x.is_featured desc, x.display_order, x.id) as place
    from public.product_media x where x.product_id = p_product) m left join public.colors c on c.id = m.color_id
$$;

-- Saves the pictures of a product in this order. p_pictures is a list of { id, alt, color_id, is_banner, is_removed,
-- role, focus, caption } for pictures that exist, and of { url, alt, color_id, original, role, focus } for uploaded
-- ones. A picture without a colour is shown for all; the first one is the product's main picture. Without the key, role,
-- focus and caption stay as they are, as do pictures that aren't listed. Refuses with those of
-- shop.lock_product_for_desk; invalid_picture and too_many_pictures (PT400); no_such_picture and no_such_color (PT404).
create function public.desk_save_pictures(p_product uuid, p_version integer, p_pictures jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  most constant integer := 30;
  old public.products;
  was jsonb;
  given record;
  main uuid;
begin
  perform shop.require_desk('{products}');
  old := shop.lock_product_for_desk(p_product, p_version);
  was := shop.audited_pictures(old.id);
  for given in select x.id, x.url, nullif(trim(x.alt), '') as alt, x.color_id, x.is_banner, x.is_removed, x.original,
      nullif(x.role, '') as role, nullif(x.focus, '') as focus, nullif(trim(x.caption), '') as caption, x.place,
      p_pictures -> (x.place - 1)::integer as keys
    from rows from (jsonb_to_recordset(p_pictures)
        as (id uuid, url text, alt text, color_id uuid, is_banner boolean, is_removed boolean, original text,
          role text, focus text, caption text))
      with ordinality as x (id, url, alt, color_id, is_banner, is_removed, original, role, focus, caption, place)
  loop
    if given.role not in ('front', 'back', 'worn', 'cloth', 'detail', 'packing') or length(given.caption) > 60
        or given.focus !~ '^(\d\d?|100)% (\d\d?|100)%$' then
      raise exception using errcode = 'PT400', message = 'invalid_picture';
    end if;
    if length(given.alt) > 200 or given.id is null and not shop.is_uploaded(given.url)
        or given.original !~ '^[0-9a-f-]{36}\.(jpg|png|webp)$' then
      raise exception using errcode = 'PT400', message = 'invalid_picture';
    end if;
    if given.id is not null and not exists (select from public.product_media m where m.id = given.id
      and m.product_id = old.id) then
      raise exception using errcode = 'PT404', message = 'no_such_picture';
    end if;
    if given.color_id is not null and not exists (select from public.colors c where c.id = given.color_id) then
      raise exception using errcode = 'PT404', message = 'no_such_color';
    end if;
    if given.id is null then
      insert into public.product_media (product_id, url, alt, color_id, original, role, focus, display_order)
      values (old.id, given.url, given.alt, given.color_id, given.original, given.role, given.focus, given.place);
    elsif given.is_removed then
      delete from public.product_media m where m.id = given.id;
    else
      update public.product_media m set alt = given.alt, color_id = given.color_id, is_banner = given.is_banner is true,
        display_order = given.place,
        -- A process of the last release doesn't know these.
        role = case when given.keys ? 'role' then given.role else m.role end,
        focus = case when given.keys ? 'focus' then given.focus else m.focus end,
        caption = case when given.keys ? 'caption' then given.caption else m.caption end
      where m.id = given.id;
    end if;
  end loop;
  if (select count(*) from public.product_media m where m.product_id = old.id) > most then
    raise exception using errcode = 'PT400', message = 'too_many_pictures';
  end if;
  main := (select m.id from public.product_media m where m.product_id = old.id and not m.is_banner
    order by m.display_order, m.id limit 1);
  update public.product_media m set is_featured = m.id is not distinct from main
  where m.product_id = old.id and m.is_featured is distinct from (m.id is not distinct from main);
  update public.products p set version = p.version + 1,
    image_url = (select m.url from public.product_media m where m.id = main) where p.id = old.id;
  perform shop.record_at_desk('save_pictures', 'product', old.id::text, was, shop.audited_pictures(old.id));
end $$;

-- Returns a picture with what its page shows: { id, url, alt, original, part, ratio, product, name, version }, where
-- ratio, product, name and version are those of its product. Null if there is none, or its original isn't kept.
create function public.desk_picture(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return (select jsonb_build_object('id', m.id, 'url', m.url, 'alt', m.alt, 'original', m.original, 'part', m.part,
    'product', p.id,
      'name', p.name, 'version', p.version, 'ratio', coalesce(p.picture_ratio, r.picture_ratio))
    from public.product_media m join public.products p on p.id = m.product_id
      cross join public.listing_rules r where m.id = p_id and m.original is not null);
end $$;

-- Shows another part of a picture's original: p_url is the picture made from p_part (product_media.part). Refuses with
-- those of shop.lock_product_for_desk, no_such_picture (PT404) and invalid_part (PT400).
create function public.desk_crop_picture(p_product uuid, p_version integer, p_picture uuid, p_url text,
  p_part text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  old public.products;
  was jsonb;
begin
  perform shop.require_desk('{products}');
  old := shop.lock_product_for_desk(p_product, p_version);
  if not exists (select from public.product_media m where m.id = p_picture and m.product_id = old.id
    and m.original is not null) then
    raise exception using errcode = 'PT404', message = 'no_such_picture';
  end if;
  if not shop.is_uploaded(p_url) or p_part is null or p_part !~ '^(whole|(\d\d?|100) (\d\d?|100) ([2-9]\d|100))$' then
    raise exception using errcode = 'PT400', message = 'invalid_part';
  end if;
  was := shop.audited_pictures(old.id);
  -- The point that was chosen is in the middle now.
  update public.product_media m set url = p_url, part = p_part, focus = null where m.id = p_picture;
  update public.products p set version = p.version + 1,
    image_url = coalesce((select m.url from public.product_media m where m.id = p_picture and m.is_featured),
      p.image_url) where p.id = old.id;
  perform shop.record_at_desk('crop_picture', 'product', old.id::text, was, shop.audited_pictures(old.id));
end $$;

-- Returns a product that isn't archived as its page in the shop shows it or will show it, like get_product_with_colors,
-- with its state; null if there is none.
create function public.desk_preview(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return (select shop.product_with_similar(p.id) || jsonb_build_object('state', shop.state_of(p))
    from public.products p where p.id = p_id and p.deleted_at is null);
end $$;

grant execute on function public.desk_save_pictures(uuid, integer, jsonb), public.desk_picture(uuid),
  public.desk_crop_picture(uuid, integer, uuid, text, text), public.desk_preview(uuid) to authenticated;

-- Pictures as an archive (decision 236): its files are kept as originals and matched by their names with products and
-- colours, which is seen first; then they become pictures one by one.
create table shop.picture_archives (
  id uuid primary key default gen_random_uuid(),
  made_at timestamptz not null default clock_timestamp(),
  made_by uuid not null references auth.users (id) on delete cascade,
  file_name text not null check (length(file_name) between 1 and 200),
  -- What is left of a picture that is too wide or too high, as the shop names it.
  crop text not null check (length(crop) between 1 and 20),
  -- When its pictures were begun to be added; null before.
  started_at timestamptz
);
create index picture_archives_made_at_idx on shop.picture_archives (made_at desc);
create index picture_archives_made_by_idx on shop.picture_archives (made_by);

create table shop.archived_pictures (
  archive_id uuid not null references shop.picture_archives (id) on delete cascade,
  place integer not null,
  name text not null check (length(name) between 1 and 200),
  -- Where the file is fetched from, if it isn't from an archive.
  address text check (length(address) <= 1000 and address ~ '^https?://'),
  -- The file in the bucket originals; null for one that can't be read, or isn't fetched yet.
  original text check (original ~ '^[0-9a-f-]{36}\.(jpg|png|webp)$'),
  -- SHA-256 of the file, so that an archive that is sent twice adds nothing.
  digest text check (length(digest) = 64),
  product_id uuid references public.products (id) on delete cascade,
  -- Null for all colours.
  color_id uuid references public.colors (id) on delete cascade,
  -- The number in its name.
  number integer,
  -- Why it becomes no picture: a refusal, or what is wrong with the file in words.
  problem text check (length(problem) between 1 and 300),
  -- When a process began to make the picture.
  claimed_at timestamptz,
  done_at timestamptz,
  primary key (archive_id, place)
);
create index archived_pictures_product_id_idx on shop.archived_pictures (product_id, digest);
create index archived_pictures_color_id_idx on shop.archived_pictures (color_id) where color_id is not null;
create trigger list_original_of_picture after delete on shop.archived_pictures
  for each row when (old.original is not null) execute function shop.list_original_of_picture();

-- Returns the words of a file's or an article's name: 'CH-0040_Navy blue' and 'ch 0040 navy-blue' are the same.
create function shop.words_of_name(p_name text) returns text
language sql immutable set search_path = '' as $$
  select trim(regexp_replace(lower(p_name), '[\s_./\\-]+', ' ', 'g'))
$$;

-- Says of each file of an archive whose picture it is: its name begins with an article number, of which the longest
-- counts; then come a colour of the product, or none for all colours, and a number, or none.
create function shop.match_pictures(p_archive uuid) returns void
language sql volatile set search_path = '' as $$
  with articles as materialized (
    select p.id, shop.words_of_name(p.sku) as words from public.products p
    where p.sku is not null and p.deleted_at is null),
  named as materialized (
    select f.place, shop.words_of_name(regexp_replace(regexp_replace(f.name, '^.*[/\\]', ''), '\.[^.]*$', '')) as words
    from shop.archived_pictures f where f.archive_id = p_archive and f.problem is null),
  matched as (
    select n.place, a.id, a.others, substr(n.words, length(a.words) + 2) as rest from named n
    left join lateral (select a.id, a.words, count(*) over (partition by a.words) - 1 as others from articles a
      where starts_with(n.words || ' ', a.words || ' ') order by length(a.words) desc, a.id limit 1) a on true),
  parted as (
    select m.place, m.id, m.others, trim(regexp_replace(m.rest, '(^| )\d{1,4}$', '')) as color,
      (regexp_match(m.rest, '(?:^| )(\d{1,4})$'))[1]::integer as number from matched m)
  update shop.archived_pictures f set product_id = p.id, color_id = c.id, number = p.number,
    problem = case when p.id is null then 'no_article' when p.others > 0 then 'two_articles'
      when p.color <> '' and c.id is null then 'no_color_of_it' end
  from parted p left join lateral (select o.id from public.product_colors pc join public.colors o on o.id = pc.color_id
    where pc.product_id = p.id and shop.words_of_name(o.name) = p.color limit 1) c on true
  where f.archive_id = p_archive and f.place = p.place
$$;

-- Makes an archive of files that are stored, or that are to be fetched: p_files is a list of { name, original, digest,
-- address, problem }, at most 200. Those that the product has already, or that are there twice, aren't added again. Returns its ID. Refuses with
-- invalid_archive (PT400). What became no picture within a day goes, with its file.
create function public.desk_store_archive(p_file text, p_crop text, p_files jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform shop.require_desk('{products}');
  if coalesce(length(p_file), 0) not between 1 and 200 or jsonb_array_length(p_files) not between 1 and 200
     or length(p_files::text) > 200000 then
    raise exception using errcode = 'PT400', message = 'invalid_archive';
  end if;
  delete from shop.picture_archives a where a.made_at < now() - interval '1 day' and a.started_at is null;
  delete from shop.archived_pictures f using shop.picture_archives a
  where a.id = f.archive_id and a.made_at < now() - interval '1 day' and f.done_at is null;
  insert into shop.picture_archives (made_by, file_name, crop) values (auth.uid(), p_file, p_crop) returning id into made;
  insert into shop.archived_pictures (archive_id, place, name, original, digest, address, problem)
  select made, f.place, left(f.name, 200), f.original, f.digest, f.address, left(f.problem, 300)
  from rows from (jsonb_to_recordset(p_files) as (name text, original text, digest text, address text, problem text))
    with ordinality as f (name, original, digest, address, problem, place);
  perform shop.match_pictures(made);
  update shop.archived_pictures f set problem = 'picture_there' where f.archive_id = made and f.problem is null
    and (exists (select from shop.archived_pictures x where x.archive_id = made and x.place < f.place
        and x.problem is null and x.product_id = f.product_id and (x.digest = f.digest or x.address = f.address))
      or exists (select from shop.archived_pictures x join public.product_media m on m.original = x.original
        where m.product_id = f.product_id and x.product_id = f.product_id
          and (x.digest = f.digest or x.address = f.address)));
  return made;
end $$;

-- Returns the archives that were sent last: { id, file_name, made_at, by, started_at, total, waiting }.
create function public.desk_archives() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return (select coalesce(jsonb_agg(shop.archive_head(a) order by a.made_at desc), '[]')
    from (select * from shop.picture_archives x order by x.made_at desc limit 10) a);
end $$;

-- Returns what is said of an archive: `waiting` are the files that are to become pictures.
create function shop.archive_head(a shop.picture_archives) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'file_name', a.file_name, 'made_at', a.made_at, 'started_at', a.started_at,
    'by', (select u.email from auth.users u where u.id = a.made_by), 'total', count(f.place),
    'waiting', count(f.place) filter (where f.problem is null and f.done_at is null))
  from shop.archived_pictures f where f.archive_id = a.id
$$;

-- Returns an archive with its files, those of a product together; null if there is none.
create function public.desk_archive(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  return (select shop.archive_head(a) || jsonb_build_object('files', (
      select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(f.address, f.name), 'product_id', p.id, 'product', p.name, 'color', o.name,
        'number', f.number, 'problem', f.problem, 'is_done', f.done_at is not null)
        order by p.name, o.name nulls first, f.number, f.place), '[]')
      from shop.archived_pictures f left join public.products p on p.id = f.product_id
      left join public.colors o on o.id = f.color_id where f.archive_id = a.id))
    from shop.picture_archives a where a.id = p_id);
end $$;

-- Begins to add the pictures of an archive, or goes on with it. Refuses with no_such_archive (PT404).
create function public.desk_begin_archive(p_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform shop.require_desk('{products}');
  update shop.picture_archives a set started_at = coalesce(a.started_at, clock_timestamp()) where a.id = p_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'no_such_archive';
  end if;
end $$;

-- Claims the next picture of an archive that was begun, for one process at a time: { place, name, original, address,
-- crop }, or null. One that isn't settled in two minutes can be claimed again.
create function public.desk_claim_picture(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  claimed shop.archived_pictures;
begin
  perform shop.require_desk('{products}');
  update shop.archived_pictures f set claimed_at = clock_timestamp()
  where f.archive_id = p_id and f.place = (select x.place from shop.archived_pictures x
    join shop.picture_archives a on a.id = x.archive_id
    where a.id = p_id and a.started_at is not null and x.problem is null and x.done_at is null
      and (x.claimed_at is null or x.claimed_at < clock_timestamp() - interval '2 minutes')
    order by x.product_id, x.color_id nulls first, x.number nulls last, x.place limit 1 for update of x skip locked)
  returning * into claimed;
  return (select jsonb_build_object('place', claimed.place, 'name', claimed.name, 'original', claimed.original,
    'address', claimed.address, 'crop', a.crop) from shop.picture_archives a where a.id = claimed.archive_id);
end $$;

-- Adds a picture of an archive after those of its product, or says why it can't be; p_original and p_digest are of a file
-- that was fetched. Returns whether it was added; not if it was before.
create function public.desk_settle_picture(p_id uuid, p_place integer, p_url text default null,
  p_focus text default null, p_problem text default null, p_original text default null, p_digest text default null)
returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  file shop.archived_pictures;
  about public.products;
begin
  perform shop.require_desk('{products}');
  select p.* into about from public.products p join shop.archived_pictures f on f.product_id = p.id
  where f.archive_id = p_id and f.place = p_place for update of p;
  select * into file from shop.archived_pictures f where f.archive_id = p_id and f.place = p_place for update;
  if about.id is null or file.done_at is not null or file.problem is not null then
    return false;
  end if;
  begin
    if p_problem is not null then
      raise exception using errcode = 'PT400', message = left(p_problem, 300);
    end if;
    perform public.desk_save_pictures(about.id, about.version, (select coalesce(jsonb_agg(jsonb_build_object('id', m.id,
        'alt', m.alt, 'color_id', m.color_id, 'is_banner', m.is_banner)
        order by m.is_featured desc, m.display_order, m.id), '[]')
      from public.product_media m where m.product_id = about.id) || jsonb_build_object('url', p_url, 'color_id',
        file.color_id, 'original', coalesce(file.original, p_original), 'focus', p_focus));
  exception when others then
    if sqlstate not like 'PT4%' then
      raise;
    end if;
    update shop.archived_pictures f set problem = left(sqlerrm, 300) where f.archive_id = p_id and f.place = p_place;
    return false;
  end;
  update shop.archived_pictures f set done_at = clock_timestamp(), original = coalesce(f.original, p_original),
    digest = coalesce(f.digest, p_digest) where f.archive_id = p_id and f.place = p_place;
  return true;
end $$;

grant execute on function public.desk_store_archive(text, text, jsonb), public.desk_archives(),
  public.desk_archive(uuid), public.desk_begin_archive(uuid), public.desk_claim_picture(uuid),
  public.desk_settle_picture(uuid, integer, text, text, text, text, text) to authenticated;
