#!/bin/sh
# usage: cycles.sh LIBRARY..
# Inside these libraries, too, calls go one way: no object file needs, directly or not, one that needs it.
set -eu
command -v nm >/dev/null && command -v tsort >/dev/null || exit 77
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failures=0
for library; do
  nm -A -g "$library" | awk '
    { split($1, place, ":"); object = place[2]; symbol = $NF; kind = $(NF - 1) }
    kind == "U" { needs[++n] = object " " symbol }
    kind ~ /^[TDBRCV]$/ { definer[symbol] = object }
    END {
      for (k = 1; k <= n; k++) {
        split(needs[k], need, " ")
        if (need[2] in definer && definer[need[2]] != need[1]) print need[1], definer[need[2]]
      }
    }' | sort -u >"$out/calls"
  if tsort "$out/calls" >"$out/order" 2>"$out/log"; then
    echo "$library: $(wc -l <"$out/calls") calls between $(wc -l <"$out/order") object files, all downward"
  else
    echo "FAILED: $library: calls in a circle:" >&2
    cat "$out/log" >&2
    failures=1
  fi
done
exit $failures
