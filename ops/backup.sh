#!/bin/bash
# Saves a project's rows and files into a new dated folder of FOLDER: DATABASE_URL=postgresql://… bash ops/backup.sh FOLDER
# It has its date as a name only once it is whole. The newest KEEP (14) stay. docs/operations.md, "Backup and restore".
set -euo pipefail
umask 077
folder=${1:?Say where to: bash ops/backup.sh FOLDER}
keep=${KEEP:-14}
# Supabase's command line, and its flags, which say whose Storage it is.
supabase=${SUPABASE:-npx --yes supabase@3.1.0}
flags=${SUPABASE_FLAGS---remote}
[[ $keep =~ ^[1-9][0-9]*$ ]] || { echo 'KEEP is how many backups stay, such as 14.' >&2; exit 1; }
# An error of its own, so that it is seen also within "test".
ask() { psql "$DATABASE_URL" --no-psqlrc -Atqc "$1" || { echo 'The database was not read.' >&2; exit 1; }; }
refuse() { echo "Not saved: $1 Earlier backups are as they were." >&2; exit 1; }

mkdir -p "$folder"
# Of runs that were killed.
find "$folder" -maxdepth 1 -name '*.unfinished' -mtime +0 -exec rm -rf {} +
date=$(date -u +%Y-%m-%dT%H-%M-%SZ)
new="$folder/$date.unfinished"
mkdir "$new"
trap 'rm -rf "$new"' EXIT

# The migrations have the schema. Platforms keep their own migrations of Auth.
tables="select count(*) from pg_tables where schemaname in ('auth', 'public', 'shop')
  and not (schemaname = 'auth' and tablename like '%migrations')"
orders=$(ask 'select count(*) from public.orders')
pg_dump "$DATABASE_URL" --data-only --format=custom --schema=auth --schema=public --schema=shop \
  --exclude-table='auth.*migrations' --file="$new/rows.dump"
ask 'select version from supabase_migrations.schema_migrations order by version collate "C"' >"$new/migrations"
[ -s "$new/migrations" ] || refuse 'the database has no migrations.'

# Reads the dump to its end: a table and its number of rows a line.
contents=$(pg_restore -l "$new/rows.dump")
pg_restore --data-only --file=- "$new/rows.dump" |
  awk '/^COPY / && !table { table = $2; rows = 0; next } table && $0 == "\\." { print table, rows; table = ""; next } table { rows++ }' >"$new/rows"
expected=$(ask "$tables")
[ "$(grep -c ' TABLE DATA ' <<<"$contents")" = "$expected" ] || refuse "the dump has not all $expected tables."
[ "$(wc -l <"$new/rows")" -eq "$expected" ] || refuse "rows of all $expected tables were not read back."
saved=$(awk '$1 == "public.orders" { print $2 }' "$new/rows")
[ "$saved" -ge "$orders" ] || refuse "$saved of $orders orders were saved."

# Files after rows, so that each file that a row names is there. Files may come and go meanwhile.
stored='select count(*) from storage.objects'
before=$(ask "$stored")
mkdir "$new/files"
# An empty Storage is no error.
if [ "$before" -gt 0 ]; then
  # shellcheck disable=SC2086 # Both may be several words.
  $supabase storage cp -r ss:/// "$new/files" --experimental $flags >/dev/null
fi
after=$(ask "$stored")
copied=$(find "$new/files" -type f | wc -l)
[ "$copied" -ge "$((before < after ? before : after))" ] || refuse "$copied of $after files were copied."

mv "$new" "$folder/$date"
trap - EXIT
# shop_figures counts from here, and ops/alerts.yml says when the newest backup is old.
ask "do \$\$ begin
  if to_regclass('shop.last_backup') is not null then update shop.last_backup set finished_at = now(); end if;
end \$\$"
find "$folder" -maxdepth 1 -type d -name '20??-??-??T??-??-??Z' | sort -r | tail -n "+$((keep + 1))" |
  while IFS= read -r old; do rm -rf "$old"; done
echo "Saved $saved orders and $copied files in $folder/$date."
