#!/bin/sh
# usage: race.sh BUILD CORPUS
# Engines that race: one verdict, one accepted certificate, and nothing of the losers is left.
. "$(dirname "$0")/common.sh"
own_temporary
children() { ps -o pid= --ppid "$1" | tr -d ' '; }

# The verdicts are those of --jobs 1, and what is written is accepted.
for model in bakery bakery_buggy arbiter ring_buggy; do
  ctl=${model%_buggy}.ctl
  [ $model = ring_buggy ] && ctl=ring.ctl
  "$vouch" check "$corpus/$model.aag" --all --ctl "$corpus/$ctl" --jobs 1 --json --require nothing |
    sed 's/"seconds":.*//' >"$out/alone" || fail "$model alone"
  "$vouch" check "$corpus/$model.aag" --all --ctl "$corpus/$ctl" --jobs 32 --race --json --require nothing -c "$out/$model" --validate \
    --witness "$out/$model" >"$out/raced" || fail "$model"
  sed 's/"seconds":.*//' "$out/raced" | cmp -s - "$out/alone" || { cat "$out/raced"; fail "$model: other verdicts"; }
  [ "$(grep -c '"validated":true' "$out/raced")" = "$(wc -l <"$out/alone")" ] || fail "$model: not all are validated"
  for file in "$out/$model"/*.cert; do
    "$build/vouch-validate" "$corpus/$model.aag" "$file" >/dev/null || fail "$file is not accepted"
  done
  nothing_left $model
done

# One of the racers is killed, or stands still: the other one decides.
"$build/generate" bakery 4 >"$out/model.aag"
for signal in KILL STOP; do
  rm -rf "$out/c"
  "$vouch" check "$out/model.aag" -p 'justice 0' --jobs 2 --race -c "$out/c" --proofs >"$out/lines" 2>"$out/said" &
  pid=$!
  for k in $(seq 100); do
    [ "$(children $pid | wc -l)" -lt 2 ] || break
    sleep 0.02
  done
  kill -$signal "$(children $pid | tail -1)" 2>/dev/null || true # the one with diagrams
  wait $pid || { cat "$out/lines" "$out/said"; fail "a racer that got SIG$signal"; }
  grep -q '^holds  justice 0' "$out/lines" || fail "SIG$signal: no verdict"
  nothing_left "SIG$signal"
done

# All of them are: the property is lost.
"$build/generate" bakery 40 >"$out/long.aag"
"$vouch" check "$out/long.aag" -p 'justice 0' --jobs 3 --race -c "$out/c" >"$out/lines" 2>"$out/said" &
pid=$!
while [ "$(children $pid | wc -l)" -lt 3 ]; do sleep 0.05; done
for id in $(children $pid); do kill -9 "$id"; done
status=0
wait $pid || status=$?
[ $status = 3 ] || fail "all racers killed: exit status $status"
grep -q '^unknown  justice 0.*killed' "$out/lines" || fail "all racers killed: $(cat "$out/lines")"
[ "$(wc -l <"$out/lines")" = 1 ] || fail "more than one line"

# Time that is over ends them all; older files are set aside once.
touch "$out/c/justice-0.cert"
status=0
"$vouch" check "$out/long.aag" -p 'justice 0' --jobs 3 --race -c "$out/c" --timeout 0.5 >"$out/lines" || status=$?
[ $status = 3 ] || fail "time-out: exit status $status"
grep -q 'time is over.*stale' "$out/lines" || fail "time-out: $(cat "$out/lines")"
[ -e "$out/c/justice-0.cert.stale" ] && [ ! -e "$out/c/justice-0.cert" ] || fail "time-out: the older file"
rm "$out/c/justice-0.cert.stale"
nothing_left "time-out"

# The competition's front end: the files that it names, and no others.
for model in ring ring_buggy; do
  for jobs in 1 3; do
    mkdir "$out/h"
    "$vouch" hwmcc "$corpus/$model.aag" "$out/h/sat" "$out/h/unsat" --jobs $jobs >"$out/word" 2>/dev/null || fail "hwmcc $model"
    [ "$(ls "$out/h")" = "$(cat "$out/word")" ] || fail "hwmcc $model: $(ls "$out/h") for $(cat "$out/word")"
    rm -r "$out/h"
  done
done
nothing_left hwmcc
echo "races: as expected"
