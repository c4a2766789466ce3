#!/bin/sh
# coverage.sh BUILD: lines and branches of validator/ that the tests of a build with VOUCH_COVERAGE reached. Run ctest in it first.
# With --missing it also lists the lines that were not reached.
set -eu
build=$(cd "$1" && pwd)
missing=${2:-}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# reports FOLDER TARGET..: the lines of all sources of these targets, with how often they ran
reports() {
  mkdir "$out/$1"
  cd "$out/$1"
  shift
  for target in "$@"; do
    find "$build/CMakeFiles/$target.dir" -name '*.gcda' | while read -r counters; do
      gcov --branch-probabilities --branch-counts "$counters" >/dev/null
    done
  done
}

# table FOLDER: a line for each source, and their sum
table() {
  cd "$out/$1"
  for report in *.c.gcov; do
    awk -v name="${report%.gcov}" '
      /^ *[0-9]+\*?:/ { lines++; hit++ }
      /^ *(#####|=====):/ { lines++ }
      /^branch / { branches++; if ($0 !~ /taken 0|never executed/) taken++ }
      END { if (lines) printf "%s %d %d %d %d\n", name, hit, lines, taken, branches }' "$report"
  done | awk -v all="all of validator/$1" '
    function row(name, a, b, c, d) {
      printf "%-28s %5d of %5d %5.1f%% %5d of %5d %5.1f%%\n", name, a, b, 100 * a / b, c, d, d ? 100 * c / d : 100
    }
    { row($1, $2, $3, $4, $5); a += $2; b += $3; c += $4; d += $5 }
    END { if (b) row(all, a, b, c, d) }'
  if [ "$missing" = --missing ]; then grep -H '^ *#####:' ./*.c.gcov | sed 's/^\.\///; s/\.gcov: *#####: */:/' || true; fi
}

reports kernel validator_kernel
reports search validator_search
reports beside validator_beside
reports foreign validator_foreign
reports program validator vouch-validate
printf '%-28s %16s %24s\n' "" lines "branches taken"
table kernel
table search
table beside
table foreign
table program
