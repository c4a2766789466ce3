#!/bin/sh
# usage: passes.sh BUILD CORPUS
# Properties that learn from each other: the same lines, certificates and ticks with any number of jobs and a load beside them; the
# verdicts of --alone; nothing of the first pass is left behind; one property alone is what it always was.
. "$(dirname "$0")/common.sh"
own_temporary

# pairs FILE: the ASCII model with an output for every two latches, which is true if both are
pairs() {
  awk 'NR == 1 { m = $2; inputs = $3; latches = $4; old = $5; split($0, head, " "); gates = $6; skip = old + head[7] + head[8]; next }
    NR <= 1 + inputs { body = body $0 "\n"; next }
    NR <= 1 + inputs + latches { body = body $0 "\n"; latch[n++] = $1; next }
    NR <= 1 + inputs + latches + skip { next }
    NF == 3 && $1 ~ /^[0-9]+$/ { and = and $0 "\n"; found++ }
    END {
      for (a = 0; a < n; a++) for (b = 0; b < a; b++) {
        outputs = outputs 2 * ++m "\n"
        and = and 2 * m " " latch[a] " " latch[b] "\n"
        count++
      }
      printf "aag %d %d %d %d %d\n%s%s%s", m, inputs, latches, count, gates + count, body, outputs, and
    }' "$1"
}

"$build/generate" bounded_queues 4 >"$out/queues.aag"
pairs "$out/queues.aag" >"$out/model.aag"
check() { # check NAME OPTION..: into $out/NAME, lines and certificates
  name=$1
  shift
  status=0
  "$vouch" check "$out/model.aag" -c "$out/$name" --json --statistics "$@" >"$out/$name.lines" 2>"$out/$name.said" || status=$?
  [ $status = 1 ] || { cat "$out/$name.said"; fail "$name: exit status $status"; }
  # Verdict, engine and ticks; no seconds, no memory, no paths.
  sed 's/,"seconds":[0-9.]*//g; s/"phases":{[^}]*},*//; s/,"memory_bytes":[0-9]*//; s/"certificate":"[^"]*",*//' "$out/$name.lines" >"$out/$name.plain"
  sed 's/.*"property":"\([^"]*\)".*"verdict":"\([a-z]*\)".*/\1 \2/' "$out/$name.lines" >"$out/$name.verdicts"
}

for k in 1 2; do
  sh -c 'while :; do :; done' &
  busy="$busy $!"
done
for jobs in 1 2 5; do
  check $jobs --set lessons_ticks=1 --jobs $jobs
  cmp -s "$out/1.plain" "$out/$jobs.plain" || { diff "$out/1.plain" "$out/$jobs.plain"; fail "--jobs $jobs: other lines"; }
  diff -r "$out/1" "$out/$jobs" || fail "--jobs $jobs: other certificates"
done
for id in $busy; do kill "$id"; done
busy=
[ "$(wc -l <"$out/1.lines")" -gt 20 ] || fail "few properties"
nothing_left "two passes"

check alone --alone
cmp -s "$out/1.verdicts" "$out/alone.verdicts" || { diff "$out/1.verdicts" "$out/alone.verdicts"; fail "other verdicts"; }
cmp -s "$out/1.plain" "$out/alone.plain" && fail "nothing was learned"
for file in "$out"/1/*.cert; do
  "$build/vouch-validate" "$out/model.aag" "$file" >/dev/null || fail "$file is not accepted"
done

# --- one property, --timeout ---
check short --set lessons_ticks=1 --timeout 4
cmp -s "$out/short.plain" "$out/alone.plain" || fail "with a short --timeout somebody learns"
property=$(sed -n 's/.*"property":"\([^"]*\)".*"verdict":"holds".*/\1/p' "$out/alone.lines" | tail -1)
"$vouch" check "$out/model.aag" -p "$property" -c "$out/one" --set lessons_ticks=1 >/dev/null
cmp -s "$out/one/"*.cert "$out/alone/$(basename "$out/one/"*.cert)" || fail "one property is not what it is alone"
nothing_left "one property"
