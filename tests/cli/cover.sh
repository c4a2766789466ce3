#!/bin/sh
# usage: cover.sh BUILD CORPUS
# Parts that do not matter, covers, and names of values: each with a certificate that vouch-validate takes for exactly the formula
# that is shown.
. "$(dirname "$0")/common.sh"
own_temporary
model=$corpus/counter.aag

# says WHAT COMMAND..: its output has WHAT; "again": that of the last one
says() {
  what=$1
  shift
  [ "$1" = again ] || "$@" >"$out/log" 2>&1 </dev/null || true
  grep -qF -e "$what" "$out/log" || complain "$* does not say '$what': $(tail -n 3 "$out/log")"
}

# An antecedent that is never true: what follows from it does not matter.
says '  VACUOUS: it holds whatever stands for AX count = 3 where false stands here:' \
  "$vouch" check "$model" --formula 'AG (count = 12 -> AX count = 3)' --vacuity --certificates "$out/a" --validate always
says '    AG (count = 12 -> false) holds, too' again
says '  vacuity: 3 parts examined, 2 matter, 1 not' "$vouch" check "$model" --formula 'AG (count = 12 -> AX count = 3)' --vacuity
certificate=$(ls "$out"/a/ctl-0-vacuity-*.cert | tail -n 1)
says 's ACCEPTED holds' "$build/vouch-validate" "$model" "$certificate" \
  --formula 'AG (((("count[3]" & "count[2]") & !"count[1]") & !"count[0]") -> false)'
says 's REJECTED the certificate is about another property' "$build/vouch-validate" "$model" "$certificate" --formula 'AG false'
# .. and each of the others has one that shows how it matters.
says 's ACCEPTED fails' "$build/vouch-validate" "$model" "$out/a/ctl-0-vacuity-0.cert"
"$vouch" check "$model" --formula 'AG (count = 12 -> AX count = 3)' --vacuity --certificates "$out/j" --json >"$out/json"
python3 - "$out/json" <<'P' || complain "JSON"
import json, os, sys
v = json.load(open(sys.argv[1]))["vacuity"]
assert v["complete"] and [p["vacuous"] for p in v["parts"]] == [False, False, True], v
assert all(os.path.exists(t["certificate"]) for p in v["parts"] for t in p["trials"])
assert v["parts"][2]["trials"][0]["value"] is False and v["parts"][2]["part"] == "AX count = 3"
P
# A later run with fewer parts leaves none of them as if it were its own.
"$vouch" check "$model" --formula 'AG EF count = 3' --vacuity --certificates "$out/a" >"$out/log"
[ -e "$out/a/ctl-0-vacuity-2.cert.stale" ] && [ ! -e "$out/a/ctl-0-vacuity-2.cert" ] || complain "stale certificates of parts"
says 'give --ctl or --formula' "$vouch" check "$model" --vacuity
# Without time: no claim.
says 'the rest was not examined' "$vouch" check "$model" --formula 'AG EF count = 3' --vacuity --vacuity-seconds 0.000001

# Covers: a path, or a proof that there is none.
printf 'enum count { ZERO, NINE = 9, NEVER = 12 }\nCOVER NAME last := count = NINE;\nCOVER count = NEVER;\nCTLSPEC AG count < NEVER;\n' >"$out/c.ctl"
status=0
"$vouch" check "$model" --ctl "$out/c.ctl" --cover 'count + 1 = 4' --certificates "$out/c" --validate always >"$out/covers" || status=$?
[ "$status" = 1 ] || complain "exit status $status with a cover that is unreachable"
says 'reached  [0] last  COVER count = NINE  by 9 steps' cat "$out/covers"
says 'unreachable  COVER count = NEVER' cat "$out/covers"
says 'reached  COVER count + 1 = 4  by 3 steps' cat "$out/covers"
says 'covers: 2 of 3 reached, 1 unreachable' cat "$out/covers"
says 's ACCEPTED fails' "$build/vouch-validate" "$model" "$out/c/ctl-0.cert" \
  --formula 'AG !((("count[3]" & !"count[2]") & !"count[1]") & "count[0]")'
"$vouch" check "$model" --cover 'count = 9' >/dev/null || complain "exit status with covers that are reached"
says '"cover":"reached","covered":"count = 9","steps":9' "$vouch" check "$model" --cover 'count = 9' --certificates "$out/k" --json
says 'without temporal operators to be covered' "$vouch" check "$model" --cover 'EF count = 9'

says 'reached  COVER count = ZERO + 2  by 2 steps' "$vouch" check "$model" --ctl "$out/c.ctl" --cover 'count = ZERO + 2' --certificates "$out/d"

# Names of values in explanations, also of the model's own properties; the user's text and name.
says '[0] last  AG !(count = NINE)  fails' "$vouch" explain "$out/c/ctl-0.cert" "$model" --ctl "$out/c.ctl"
says '(count=NINE)' again
says 'AG count < NEVER  holds' "$vouch" explain "$out/c/ctl-2.cert" "$model" --ctl "$out/c.ctl"
says '"NINE"' "$vouch" explain "$out/c/ctl-0.cert" "$model" --ctl "$out/c.ctl" --json

# Examples where there is something to see, and shortest paths.
printf 'aag 10 1 2 0 7\n2\n4 13\n6 19\n8 2 4\n10 3 5\n12 9 11\n14 8 7\n16 9 6\n18 15 17\n20 2 2\ni0 go\nl0 n[0]\nl1 n[1]\n' >"$out/n.aag"
printf 'AG (n = 2 -> EX n = 3)\nAG EF n = 3\nAG n != 2\n' >"$out/n.ctl"
"$vouch" check "$out/n.aag" --ctl "$out/n.ctl" --certificates "$out/e" >"$out/log" || true
says 'for example, n = 2 -> EX n = 3 holds in step 3, since' "$vouch" explain "$out/e/ctl-0.cert" "$out/n.aag" --ctl "$out/n.ctl"
says 'EF n = 3 holds in step 0: path 1 leads from step 0 to step 2, where' "$vouch" explain "$out/e/ctl-1.cert" "$out/n.aag" --ctl "$out/n.ctl"
says 'AG n != 2 fails: path 1 leads from step 0 to step 3, where' "$vouch" explain "$out/e/ctl-2.cert" "$out/n.aag" --ctl "$out/n.ctl"
says 'is a shortest one' again

# Slices that are equal are said once: b follows a, one place further on.
printf 'aag 10 1 9 0 0\n2\n4 2\n6 4\n8 6\n10 8\n12 2\n14 2\n16 4\n18 6\n20 8\ni0 in\nl0 a[0]\nl1 a[1]\nl2 a[2]\nl3 a[3]\nl4 b[0]\nl5 b[1]\nl6 b[2]\nl7 b[3]\nl8 b[4]\n' >"$out/eq.aag"
"$vouch" check "$out/eq.aag" --formula 'AG (a = b[4:1])' --certificates "$out/q" >"$out/log"
says '  a = b[4:1]' "$vouch" explain "$out/q/ctl-0.cert" "$out/eq.aag"

# Hostile names stay what they are.
printf 'aag 2 0 2 0 0\n2 2\n4 4\nl0 s\033[2J[0]\nl1 s\033[2J[1]\n' >"$out/hostile.aag"
printf 'enum "s\033[2J" { A0 = 1 }\nAG "s\033[2J" != A0\nCOVER_ME & "s\033[2J" = 9\n' >"$out/hostile.ctl"
"$vouch" check "$out/hostile.aag" --ctl "$out/hostile.ctl" --vacuity >"$out/log" 2>&1 || true
sed -i '$d' "$out/hostile.ctl"
"$vouch" check "$out/hostile.aag" --ctl "$out/hostile.ctl" --vacuity --certificates "$out/h" >>"$out/log" 2>&1 || true
"$vouch" explain "$out/h/ctl-0.cert" "$out/hostile.aag" --ctl "$out/hostile.ctl" >>"$out/log" 2>&1 || complain "explain of hostile names"
grep -q "$(printf '\033')" "$out/log" && complain "raw control bytes"
says 'holds' again
[ -z "$(ls -A "$TMPDIR")" ] || complain "temporary files are left"
exit "$failures"
