#!/bin/sh
# rejected.sh VALIDATOR FOLDER [--update]: runs the validator over the certificates of FOLDER/index.tsv and demands exit status and last line
# as they are written there. With --update it writes what it saw instead.
set -u
validator=$1
cd "$2" || exit 2
update=${3:-}
command -v kissat >/dev/null || command -v cadical >/dev/null || exit 77 # a violated obligation is found by a solver
tab=$(printf '\t')
failed=0 count=0
seen=$(mktemp)
trap 'rm -f "$seen"' EXIT
while IFS="$tab" read -r certificate model status line; do
  said=$("$validator" "$model" "$certificate")
  got=$?
  last=$(printf '%s\n' "$said" | tail -n 1)
  printf '%s\t%s\t%s\t%s\n' "$certificate" "$model" "$got" "$last" >>"$seen"
  count=$((count + 1))
  if [ "$got" != "$status" ] || { [ "$last" != "$line" ] && [ -z "$update" ]; }; then
    printf '%s: status %s, %s\n  instead of %s, %s\n' "$certificate" "$got" "$last" "$status" "$line"
    failed=1
  fi
done <index.tsv
for certificate in *.cert; do
  grep -q "^$certificate$tab" index.tsv || { echo "$certificate is not in the index"; failed=1; }
done
[ "$count" -gt 0 ] || failed=1
[ "$failed" = 0 ] && [ -n "$update" ] && cat "$seen" >index.tsv
echo "$count certificates"
exit "$failed"
