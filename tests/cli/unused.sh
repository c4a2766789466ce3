#!/bin/sh
# usage: unused.sh SOURCE_DIR PROGRAM_OBJECT.. LIBRARY..
# What a library defines for everybody, somebody else in the programs uses: else it is static, or only tests use it and it belongs there.
# Exempt is what only assertions call (release builds have none), what the C library is for, and the names below.
set -eu
command -v nm >/dev/null || exit 77
source=$1
shift
exempt='
main
commands
certificate_read_memory toml_read_memory
simulate simulation_free simulation_trace vacuity_replace
witness_read_memory witnesses_free
'
# commands: tests go through all of them. Parts of what programs use, which tests and fuzzers take by themselves: the next two lines.
# witness_..: the other half of witness_write.
unused=$(nm -A -g "$@" | awk '
  NF < 2 { next }
  $(NF - 1) == "U" { used[$NF] = 1 }
  $(NF - 1) ~ /^[TDBRCV]$/ && $NF !~ /^__/ { definer[$NF] = $1 }
  END { for (symbol in definer) if (!(symbol in used)) print symbol }' | sort)
failures=0 count=0
for symbol in $unused; do
  count=$((count + 1))
  case $symbol in vouch_*) grep -q "\\b$symbol(" "$source/certifier/library/vouch.h" && continue ;; esac
  echo "$exempt" | grep -qw "$symbol" && continue
  grep -rqE --include='*.c' "assert\(.*\b$symbol\(" "$source/checker" "$source/formats" "$source/certifier" && continue
  echo "FAILED: no program uses '$symbol' from outside its file" >&2
  failures=$((failures + 1))
done
echo "$count symbols that no other object file uses, $failures without excuse"
[ "$failures" -eq 0 ]
