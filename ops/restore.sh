#!/bin/bash
# Brings the rows of a backup into an empty project with the same migrations: DATABASE_URL=postgresql://… bash ops/restore.sh FOLDER/DATE
# In one transaction: all rows or none. Triggers don't run, so that nothing is mailed, counted or stamped again.
set -euo pipefail
export LC_ALL=C
backup=${1:?Say from where: bash ops/restore.sh FOLDER/DATE}
ask() { psql "$DATABASE_URL" --no-psqlrc -Atqc "$1"; }
refuse() { echo "$1" >&2; exit 1; }
[ -s "$backup/rows.dump" ] || refuse "There is no $backup/rows.dump."
[ -s "$backup/migrations" ] && [ -s "$backup/rows" ] ||
  refuse "$backup doesn't name its migrations. Restore it with ops/restore.sh of the release that it is from."

is_project=$(ask "select not exists (select from unnest(array['auth.users', 'public.orders', 'supabase_migrations.schema_migrations']) name
  where to_regclass(name) is null)") || refuse 'The database was not read.'
[ "$is_project" = t ] || refuse 'This database has no schema of the shop yet. Push the migrations first: supabase db push'
accounts=$(ask 'select count(*) from auth.users')
[ "$accounts" = 0 ] || refuse 'This project has accounts. Restore into an empty one.'

# With other migrations, what they have written would be lost, such as the first rows of a table.
present=$(ask 'select version from supabase_migrations.schema_migrations order by version collate "C"')
newer=$(comm -13 "$backup/migrations" <(echo "$present") | xargs)
missing=$(comm -23 "$backup/migrations" <(echo "$present") | xargs)
last=$(tail -n 1 "$backup/migrations")
[ -z "$newer" ] || refuse "This project is newer than the backup, by the migrations $newer. Nothing was changed. Make an empty project with the \
release whose last migration is $last, restore into it, then upgrade it as usual: supabase db push"
[ -z "$missing" ] || refuse "This project lacks migrations of the backup: $missing. Nothing was changed. Push them first, with the release \
whose last migration is $last."

{
  echo 'begin; set local session_replication_role = replica;'
  # What the migrations and the seed have written is in the backup too.
  ask "select format('truncate %s;', string_agg(format('%I.%I', schemaname, tablename), ', '))
    from pg_tables where schemaname in ('public', 'shop')"
  pg_restore --data-only --file=- "$backup/rows.dump"
  awk '{ printf "do $$ begin if (select count(*) from %s) <> %d then raise exception '\''%s has not the %d rows of the backup'\''; end if; end $$;\n",
    $1, $2, $1, $2 }' "$backup/rows"
  echo 'commit;'
} | psql "$DATABASE_URL" --no-psqlrc -v ON_ERROR_STOP=1 -q -o /dev/null
echo "Restored $(ask 'select count(*) from auth.users') accounts and $(ask 'select count(*) from public.orders') orders."
