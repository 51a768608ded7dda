import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from './session.ts'

/** The repository's folder of migrations and seeds. */
export const SUPABASE_FOLDER = new URL('../../supabase/', import.meta.url).pathname

/** What a hosted project has before its first migration, but lite lacks. */
const GROUND = `
do $$
declare role_name text;
begin
  foreach role_name in array array['anon', 'authenticated'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin noinherit', role_name);
    end if;
  end loop;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
end $$;
alter table auth.users add column if not exists instance_id uuid;
grant usage on schema auth, public, storage to anon, authenticated, service_role;
grant all on storage.objects, storage.buckets to anon, authenticated, service_role;
alter table storage.objects enable row level security;
alter table storage.buckets enable row level security;
create or replace function auth.uid() returns uuid language sql stable as $$
  select nullif(coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'), '')::uuid $$;
create or replace function auth.email() returns text language sql stable as $$
  select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email', '') $$;
create or replace function auth.role() returns text language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' $$;
grant execute on all functions in schema auth to anon, authenticated, service_role;
-- Auth has one list of the tokens in mails, which it empties when a code or link is used and when the password is set.
create or replace view auth.one_time_tokens as
  select id as user_id, 'recovery_token' as token_type, recovery_token as token_hash from auth.users where recovery_token <> '';
create or replace function auth.clear_one_time_tokens() returns trigger language plpgsql as $$
begin
  new.confirmation_token := null;
  new.recovery_token := null;
  new.email_change_token_current := null;
  new.email_change_token_new := null;
  return new;
end $$;
drop trigger if exists clear_one_time_tokens on auth.users;
create trigger clear_one_time_tokens before update on auth.users for each row when (
  new.email_confirmed_at is distinct from old.email_confirmed_at or new.email is distinct from old.email
  or new.encrypted_password is distinct from old.encrypted_password
  or (old.recovery_token <> '' and coalesce(new.recovery_token, '') = '')) execute function auth.clear_one_time_tokens();
-- Second factors, with the columns of the hosted service that the sandbox uses.
create table if not exists auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null default 'totp',
  status text not null default 'unverified',
  secret text not null,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table if not exists auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now()
);
alter table auth.mfa_challenges add column if not exists verified_at timestamptz;
create table if not exists auth.mfa_amr_claims (
  session_id uuid not null,
  authentication_method text not null,
  updated_at timestamptz not null default now(),
  primary key (session_id, authentication_method)
);
`

/** Hosted Realtime reads the write-ahead log, which PGlite doesn't have, so a trigger notifies of changed messages. */
const ANNOUNCE = `
create or replace function public.sandbox_announce() returns trigger language plpgsql security definer as $$
begin
  perform pg_notify('sandbox_realtime', json_build_object('schema', tg_table_schema, 'table', tg_table_name,
    'type', tg_op, 'id', coalesce(new.id, old.id))::text);
  return null;
end $$;
revoke execute on function public.sandbox_announce() from public, anon, authenticated;
drop trigger if exists sandbox_announce on public.chat_messages;
create trigger sandbox_announce after insert or update on public.chat_messages
  for each row execute function public.sandbox_announce();
`

/** The seeds of a new database: `none` are for tests, `production` has only a new shop's texts, `sample` also products and people. */
export const SEEDS = {
  none: [],
  production: ['seeds/production'],
  sample: ['seeds/production', 'seeds/sample'],
} as const
export type Seeds = keyof typeof SEEDS

function sqlFiles(folder: string): { name: string; sql: string }[] {
  return readdirSync(join(SUPABASE_FOLDER, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(SUPABASE_FOLDER, folder, name), 'utf8') }))
}

/** Returns a short hash of everything that a freshly seeded database depends on; it names the snapshot. */
export function databaseFingerprint(seeds: Seeds): string {
  const hash = createHash('sha256').update(GROUND).update(ANNOUNCE)
  for (const dependency of ['@supabase/lite', '@electric-sql/pglite']) {
    const manifest = new URL(`../../node_modules/${dependency}/package.json`, import.meta.url)
    hash.update(JSON.parse(readFileSync(manifest, 'utf8')).version)
  }
  for (const file of ['migrations', ...SEEDS[seeds]].flatMap(sqlFiles)) hash.update(file.name).update(file.sql)
  return hash.digest('hex').slice(0, 16)
}

/** Returns the name of a data folder's database on a PostgreSQL server. */
export function databaseName(folder: string): string {
  return `folder_${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
}

async function apply(database: Session, name: string, sql: string): Promise<void> {
  try {
    await database.transaction((transaction) => transaction.exec(sql))
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/**
 * Applies the new migrations, each in one transaction, and records them where the Supabase CLI does. Returns how many there were.
 * Lite's migration runner would hide PostgreSQL's error messages.
 */
export async function migrate(database: Session): Promise<number> {
  await apply(database, 'ground', GROUND)
  const { rows } = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  )
  const done = new Set(rows.map((row) => row.version))
  let applied = 0
  for (const { name, sql } of sqlFiles('migrations')) {
    const version = name.split('_')[0] ?? name
    if (done.has(version)) continue
    const record = `insert into supabase_migrations.schema_migrations (version, name)
      values ('${version}', '${name.slice(version.length + 1, -'.sql'.length)}');`
    await apply(database, name, `${sql}\n;${record}`)
    applied += 1
  }
  await apply(database, 'realtime', ANNOUNCE)
  return applied
}

/** Fills a new database from the folders of `supabase/seeds`. */
export async function seed(database: Session, seeds: Seeds = 'sample'): Promise<void> {
  for (const { name, sql } of SEEDS[seeds].flatMap(sqlFiles)) await apply(database, name, sql)
}
