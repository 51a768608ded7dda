import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeHostedProject } from '../tests/support/hosted-database.ts'
import { connect, startPostgres } from '../tests/support/postgres-server.ts'
import { openForCli, runCli } from '../tests/support/supabase-cli.ts'
import { MIGRATIONS, releasedDigests, unreleasedMigrations } from './releases.ts'
import { loadSchemas } from './schemas.ts'

// npm run migration: makes the migration that brings a project from the last release to what `supabase/schemas` declares, by Supabase's
// command line. It knows no rows: what moves and fills them is written by hand below BY_HAND, and is kept.

const BY_HAND = '-- By hand: rows, which supabase/schemas doesn’t declare.'

/** A reader of two tables may wait for the migration while it waits for the reader: so it waits while it has locked none. */
const TABLES_TO_ITSELF = `-- Made by npm run migration from supabase/schemas. Read those.

-- Takes all tables at once, or lets go of those it has and tries again: readers that have one and wait for another would wait for ever.
do $$
begin
  for attempt in 1..600 loop
    begin
      set local lock_timeout = '50ms';
      execute (select 'lock table ' || string_agg(c.oid::regclass::text, ', ') || ' in access exclusive mode'
        from pg_catalog.pg_class c
        where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace));
      set local lock_timeout to default;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.1);
    end;
  end loop;
  raise exception 'The shop is too busy. Nothing was changed: push again.';
end $$;
`

/** Takes away what shop.bound_columns() makes at the end of each migration, which the schemas don't declare. */
const WITHOUT_BOUNDS = `do $$
declare
  made record;
begin
  for made in select conrelid::regclass as source, conname from pg_catalog.pg_constraint where conname like '%\\_in\\_range' loop
    execute format('alter table %s drop constraint %I', made.source, made.conname);
  end loop;
  for made in select tgrelid::regclass as source from pg_catalog.pg_trigger where tgname = 'clean_row' loop
    execute format('drop trigger clean_row on %s', made.source);
  end loop;
end $$`

/** Columns with whether they are computed from others. */
const COLUMNS = `select format('alter table %I.%I alter column %I', c.relnamespace::regnamespace, c.relname, a.attname) as name, a.attgenerated <> '' as is_computed
from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace) and a.attnum > 0`

/** Returns what is written by hand at the end of a migration. Throws without the marker: what is meant to stay can't be told then. */
export function rowsByHand(migration: string): string {
  const [, rows] = migration.split(BY_HAND)
  if (rows === undefined)
    throw new Error(`The unreleased migration lacks the line “${BY_HAND}”: write it above the rows.`)
  return rows
}

async function makeMigration(meant?: string): Promise<void> {
  const name = unreleasedMigrations()[0] ?? `${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}_changes.sql`
  const file = join(MIGRATIONS, name)
  const byHand = existsSync(file) ? rowsByHand(readFileSync(file, 'utf8')) : '\n\nselect shop.bound_columns();\n'
  const changes = await changesSince(Object.keys(releasedDigests()))
  const dropped = changes.match(/^(DROP TABLE|\s*DROP COLUMN|\s*ALTER COLUMN .* TYPE) .*/gm)
  if (dropped && meant !== '--with-drops')
    throw new Error(
      `These rows would be lost, or their values cut; if that is meant, add --with-drops:\n${dropped.join('\n')}`,
    )
  writeFileSync(file, `${TABLES_TO_ITSELF}\n${changes}\n${BY_HAND}${byHand}`)
}

/** Returns the statements that bring a project with these migrations to the schemas. */
async function changesSince(migrations: string[]): Promise<string> {
  const server = startPostgres()
  const out = join(mkdtempSync(join(tmpdir(), 'migration-')), 'changes.sql')
  try {
    await makeHostedProject(server.host, 'released')
    const superuser = await connect(server.host, 'postgres')
    await superuser.query('create database declared template released owner postgres')
    await superuser.end()
    const [released, declared] = await Promise.all(
      ['released', 'declared'].map((database) => connect(server.host, database, 'postgres')),
    )
    for (const name of migrations) await released?.query(readFileSync(join(MIGRATIONS, name), 'utf8'))
    if (declared) await loadSchemas(declared)
    await released?.query(WITHOUT_BOUNDS)
    // The command line would drop a column that isn't computed any more, and make it anew without its values.
    const [before, after] = await Promise.all(
      [released, declared].map(async (database) => (await database?.query(COLUMNS))?.rows ?? []),
    )
    const written = new Set(after?.flatMap(({ name, is_computed: isComputed }) => (isComputed ? [] : [name])))
    const freed = (before ?? [])
      .filter(({ name, is_computed: isComputed }) => isComputed && written.has(name))
      .map(({ name }) => `${name} drop expression;\n`)
      .join('')
    await released?.query(freed)
    await Promise.all([released?.end(), declared?.end()])
    const [from, to] = [await openForCli(server.host, 'released'), await openForCli(server.host, 'declared')]
    await runCli(['db', 'diff', '--from', from.url, '--to', to.url, '-o', out])
    from.close()
    to.close()
    return freed + readFileSync(out, 'utf8')
  } finally {
    server.stop()
    rmSync(dirname(out), { recursive: true, force: true })
  }
}

if (import.meta.main) await makeMigration(process.argv[2])
