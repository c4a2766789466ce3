#!/bin/bash
# usage: certificate_example.sh VALIDATE TEXT
# The example of docs/certificates.md is a real one: model, certificate and clauses as they stand in the last section.
set -u
validate=$1 text=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# The blocks of the last section, in order.
awk -v out="$out" '
  /^## / { n = 0 }
  /^```/ { open = !open; if (open) printf "" >(name = out "/block-" ++n); else close(name); next }
  open { print >name }' "$text"

fail() {
  echo "FAILED: $*"
  exit 1
}
grep -q '^aag 3' "$out/block-1" || fail "the first block of the last section is not the model"
"$validate" --export "$out/cnf" "$out/block-1" "$out/block-2" >"$out/log" 2>&1 || { cat "$out/log"; fail "not accepted"; }
grep -q '^s ACCEPTED holds ctl (AF "done" & EX "done")' "$out/log" || fail "another property was accepted"
[ "$(ls "$out"/cnf/*.cnf | wc -l)" -eq 6 ] || fail "the text speaks of obligations 0 to 5"
cmp "$out/block-3" "$out/cnf/003.cnf" || fail "the clauses are not those of obligation 3"
grep -q '^aag 2' "$out/block-4" || fail "the fourth block of the last section is not the model of the path formula"
"$validate" --export "$out/path" "$out/block-4" "$out/block-5" >"$out/log" 2>&1 || { cat "$out/log"; fail "not accepted"; }
grep -q '^s ACCEPTED holds ctl A G F "out"' "$out/log" || fail "another property was accepted"
[ "$(ls "$out"/path/*.cnf | wc -l)" -eq 7 ] || fail "the text speaks of obligations 1 to 6"
"$validate" "$out/block-4" "$out/block-6" >"$out/log" 2>&1 || { cat "$out/log"; fail "not accepted"; }
grep -q '^s ACCEPTED holds ctl E F ("out" & Y "out")' "$out/log" || fail "another property was accepted"
sed 's/^from 1 11 12/from 1 10 12/' "$out/block-6" >"$out/before"
if "$validate" "$out/block-4" "$out/before" >"$out/log" 2>&1; then fail "a path has a past where it begins"; fi
[ "$(awk 'length($0) > 120' "$text" | wc -l)" -eq 0 ] || fail "lines of more than 120 columns"
