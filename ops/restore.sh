#!/bin/bash
# Brings the rows of ops/backup.sh into an empty project with the same migrations: DATABASE_URL=postgresql://… bash ops/restore.sh FOLDER
# In one transaction: all rows or none. Triggers don't run, so that nothing is mailed, counted or stamped again.
set -euo pipefail
folder=${1:?Say from where: bash ops/restore.sh FOLDER}
[ -s "$folder/rows.dump" ] || { echo "There is no $folder/rows.dump." >&2; exit 1; }
ask() { psql "$DATABASE_URL" --no-psqlrc -Atqc "$1"; }
if [ "$(ask 'select count(*) from auth.users')" != 0 ]; then
  echo 'This project has accounts. Restore into an empty one.' >&2
  exit 1
fi
{
  echo 'begin; set local session_replication_role = replica;'
  # What the migrations and the seed have written is in the backup too.
  ask "select format('truncate %s;', string_agg(format('%I.%I', schemaname, tablename), ', '))
    from pg_tables where schemaname in ('public', 'shop')"
  pg_restore --data-only --file=- "$folder/rows.dump"
  echo 'commit;'
} | psql "$DATABASE_URL" --no-psqlrc -v ON_ERROR_STOP=1 -q -o /dev/null
echo "Restored $(ask 'select count(*) from auth.users') accounts and $(ask 'select count(*) from public.orders') orders."
