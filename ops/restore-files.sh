#!/bin/bash
# Brings the files of a backup into the Storage of a project that has their buckets: bash ops/restore-files.sh FOLDER/DATE
# The command line would guess types by bytes, and gets AVIF and some MP4 wrong, which Storage refuses: files go by their ending.
set -euo pipefail
backup=${1:?Say from where: bash ops/restore-files.sh FOLDER/DATE}
# Supabase's command line, and its flags, which say whose Storage it is.
supabase=${SUPABASE:-npx --yes supabase@3.1.0}
flags=${SUPABASE_FLAGS---remote}
[ -d "$backup/files" ] || { echo "There is no $backup/files." >&2; exit 1; }

type_of() {
  case "${1,,}" in
    avif | png | webp) echo "image/${1,,}" ;;
    jpg | jpeg) echo image/jpeg ;;
    mp4) echo video/mp4 ;;
    pdf) echo application/pdf ;;
    *) echo auto-detect ;;
  esac
}

parts=$(mktemp -d "$backup/restoring.XXXXXX")
trap 'rm -rf "$parts"' EXIT
copied=0
while IFS=/ read -r bucket ending; do
  part="$parts/$bucket.$ending"
  mkdir "$part"
  (cd "$backup/files" && find "$bucket" -type f -name "*.$ending" -exec cp --link --parents {} "$part" ';')
  # shellcheck disable=SC2086 # Both may be several words.
  $supabase storage cp -r "$part/$bucket" ss:/// --content-type "$(type_of "$ending")" --experimental $flags \
    </dev/null >/dev/null
  copied=$((copied + $(find "$part" -type f | wc -l)))
done < <(cd "$backup/files" && find . -type f -name '*.*' | sed -E 's#^\./([^/]+)/.*\.([^./]+)$#\1/\2#' | sort -u)
all=$(find "$backup/files" -type f | wc -l)
[ "$copied" -eq "$all" ] || { echo "$copied of $all files were brought back: the others have no ending." >&2; exit 1; }
echo "Restored $copied files."
