#!/bin/sh
# coverage.sh BUILD: lines and branches of validator/ that the tests of a build with VOUCH_COVERAGE reached. Run ctest in it first.
# With --missing it also lists the lines that were not reached.
set -eu
build=$(cd "$1" && pwd)
missing=${2:-}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$out"
find "$build/CMakeFiles/validator.dir" "$build/CMakeFiles/vouch-validate.dir" -name '*.gcda' | while read -r counters; do
  gcov --branch-probabilities --branch-counts "$counters" >/dev/null
done
printf '%-28s %16s %24s\n' "" lines "branches taken"
for report in *.gcov; do
  awk -v name="${report%.gcov}" '
    /^ *[0-9]+\*?:/ { lines++; hit++ }
    /^ *(#####|=====):/ { lines++ }
    /^branch / { branches++; if ($0 !~ /taken 0|never executed/) taken++ }
    END { if (lines && name ~ /\.c$/) printf "%s %d %d %d %d\n", name, hit, lines, taken, branches }' "$report"
done | awk '
  { printf "%-28s %5d of %5d %5.1f%% %5d of %5d %5.1f%%\n", $1, $2, $3, 100 * $2 / $3, $4, $5, $5 ? 100 * $4 / $5 : 100; a += $2; b += $3; c += $4; d += $5 }
  END { printf "%-28s %5d of %5d %5.1f%% %5d of %5d %5.1f%%\n", "all of validator/", a, b, 100 * a / b, c, d, 100 * c / d }'
if [ "$missing" = --missing ]; then grep -H '^ *#####:' *.c.gcov | sed 's/\.gcov: *#####: */:/'; fi
