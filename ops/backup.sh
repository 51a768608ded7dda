#!/bin/bash
# Saves the rows of a project's database: DATABASE_URL=postgresql://… bash ops/backup.sh FOLDER
# docs/operations.md, "Backup and restore", has the files of Storage, settings and secrets too.
set -euo pipefail
folder=${1:?Say where to: bash ops/backup.sh FOLDER}
mkdir -p "$folder"
# The migrations have the schema. Platforms keep their own migrations of Auth.
pg_dump "$DATABASE_URL" --data-only --format=custom --schema=auth --schema=public --schema=shop \
  --exclude-table='auth.*migrations' --file="$folder/rows.dump"
