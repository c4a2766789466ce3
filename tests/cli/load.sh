#!/bin/sh
# usage: load.sh BUILD CORPUS [RUNS]
# The same bytes from the same command, whatever the machine is doing: five runs (or RUNS) with two busy
# loops beside them, with turns so short that every property takes several, each run with another
# deadline. One run alone has nothing to compare, and nothing beside it.
. "$(dirname "$0")/common.sh"
runs=${3:-5}
"$build/generate" bakery 6 >"$out/bakery6.aag"
"$build/generate" bakery 3 >"$out/bakery3.aag"

# check RUN NAME OPTION..: certificates of run RUN go to RUN/NAME
check() {
  run=$1 name=$2
  shift 2
  status=0
  "$build/vouch" check "$@" --timeout $((500 + run)) --certificates "$out/$run/$name" >"$out/log" || status=$?
  [ $status -le 1 ] || { cat "$out/log"; fail "$name: undecided"; }
}
all() {
  check "$1" safety "$out/bakery6.aag" --property 'bad 0'
  check "$1" justice "$out/bakery3.aag" --property 'justice 0' --set fair_turn=50 --set connection_turn=20
  check "$1" lasso "$corpus/four_queues_buggy.aag" --seed 7
  check "$1" ctl "$out/bakery3.aag" --ctl "$corpus/bakery.ctl" --set ctl_round=2 --set iictl_turn=50
  check "$1" diagrams "$out/bakery3.aag" --ctl "$corpus/bakery.ctl" --engine bdd --set bdd_sift_first=200 \
    --set bdd_sift_base=1 --set bdd_sift_per_node=10
  check "$1" sweep "$out/bakery3.aag" --property 'bad 0' --engine bdd,ic3 --set bdd_turn=1 --set bdd_sift_first=200 --proofs
}
loops='1 2'
[ "$runs" -gt 1 ] || loops=
for k in $loops; do
  sh -c 'while :; do :; done' &
  busy="$busy $!"
done
for run in $(seq "$runs"); do all "$run"; done
[ "$(find "$out/1" -name '*.cert' | wc -l)" -ge 13 ] || fail "too few certificates: $(find "$out/1" -name '*.cert')"
for run in $(seq 2 "$runs"); do
  diff -r "$out/1" "$out/$run" || fail "run $run differs from run 1"
done
