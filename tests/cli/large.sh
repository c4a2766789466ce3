#!/bin/sh
# usage: large.sh BUILD
# 300,000 gates and 30,000 latches are read, simplified and started on within seconds of processor time (3 on a machine of 2023;
# 16 were not enough when the cost of a copy grew with the square of the model), and in memory proportional to the model (64 MB).
set -eu
build=$1
grep -q '__asan_init\|__gcov_init' "$build/vouch" && exit 77 # which are slow
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$build/large_model" 300000 30000 >"$out/model.aig"
status=0
(ulimit -t 10 && "$build/vouch" check "$out/model.aig" --engine step --memory 400 --jobs 1) >"$out/lines" 2>&1 || status=$?
[ $status = 3 ] && grep -q 'the engines gave up' "$out/lines" || { cat "$out/lines"; echo "FAILED: exit status $status"; exit 1; }
# Of a justice property of 100,000 gates every engine has a turn soon (klive after a second; not within 20 when the steps that refute
# walls were evaluated one by one).
"$build/large_model" 100000 10000 1 justice >"$out/justice.aig"
status=0
"$build/vouch" check "$out/justice.aig" --timeout 10 --memory 4000 --jobs 1 --statistics >"$out/lines" 2>&1 || status=$?
[ $status = 3 ] && grep -q 'engine klive' "$out/lines" || { cat "$out/lines"; echo "FAILED: exit status $status"; exit 1; }
echo "large models: as expected"
