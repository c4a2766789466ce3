#!/bin/sh
# usage: competition.sh BUILD CORPUS
# The calling conventions of the model checking competition and of SymbiYosys, replayed.
set -eu
build=$1 corpus=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir "$out/work"
cd "$out/work"
log=$out/log
fail() { echo "FAILED: $*"; exit 1; }

# hwmcc MODEL WORD: the word is the whole output, and exactly the right file is left behind
hwmcc() {
  rm -f c.sat c.unsat
  [ "$("$build/vouch" hwmcc "$corpus/$1.aag" c.sat c.unsat)" = "$2" ] || fail "$1 is not $2"
  [ "$(ls)" = "c.$2" ] || { ls; fail "$1: wrong files"; }
}
for model in arbiter fifo traffic peterson counter; do
  hwmcc $model unsat
  "$build/vouch-validate" --certifaiger "$corpus/$model.aag" c.unsat >"$log" 2>&1 || { cat "$log"; fail "$model: the witness circuit is not accepted"; }
done
for model in arbiter_buggy fifo_buggy traffic_buggy peterson_buggy counter_buggy; do
  hwmcc $model sat
  head -n 2 c.sat | tr '\n' ' ' | grep -q '^1 b0 $' || fail "$model: witness header"
  "$build/vouch-validate" --aiger-witness "$corpus/$model.aag" c.sat >"$log" 2>&1 || { cat "$log"; fail "$model: the witness is not accepted"; }
done
rm -f c.sat c.unsat
"$build/vouch" hwmcc "$corpus/arbiter.aag" c.sat c.unsat --timeout 0.000001 >"$log" && fail "decided in no time" || [ $? -eq 3 ]
[ ! -s "$log" ] && [ -z "$(ls)" ] || fail "an undecided run leaves something"

# What SymbiYosys does with the solver of its "aiger suprove" engine: a status line, then the lines of a witness up to ".".
sby() { "$build/vouch" sby "$@" >"$log" || fail "sby $*: status $?"; }
sby "$corpus/traffic.aag"
[ "$(cat "$log")" = 0 ] || { cat "$log"; fail "sby: holds"; }
sby +simple_liveness "$corpus/traffic_buggy.aag"
[ "$(head -n 1 "$log")" = 1 ] && [ "$(tail -n 1 "$log")" = . ] || { cat "$log"; fail "sby: fails"; }
sed -n 3p "$log" | grep -q '^[01]*$' || fail "sby: latch line"
sby "$corpus/arbiter.aag" --timeout 0.000001
[ "$(cat "$log")" = 2 ] || fail "sby: undecided"
echo "competition: all as expected"
