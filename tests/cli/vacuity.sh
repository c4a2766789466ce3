#!/bin/bash
# usage: vacuity.sh BUILD CORPUS
# Parts of formulas that do not matter, in projects, sign-offs and pages: each with a certificate that is judged again, and nothing is
# said of a part that does not follow from the formula.
. "$(dirname "$0")/common.sh"
own_temporary
cd "$out"
model=$corpus/counter.aag
cp "$model" counter.aag
cat >c.toml <<'END'
model = "counter.aag"
ctl = ["c.ctl"]
formula = ["AG (count = NEVER -> AX count = 3)", "AG EF count = 3"]
cover = ["count = NINE", "count = NEVER"]
vacuity = true
vacuity-seconds = 60
require = "nothing"
END
printf 'enum count { ZERO, NINE = 9, NEVER = 12 }\nAG (count = NINE -> AX count = ZERO)\n' >c.ctl

# expect STATUS PATTERN COMMAND ..: exit status and a line of the output
expect() {
  want=$1 pattern=$2
  shift 2
  status=0
  "$@" >log 2>&1 </dev/null || status=$?
  [ "$status" -eq "$want" ] || { cat log; fail "status $status instead of $want: $*"; }
  grep -q -e "$pattern" log || { cat log; fail "no '$pattern' in the output of: $*"; }
}
says() { grep -q -e "$1" log || { cat log; fail "no '$1'"; }; }
never() { ! grep -q -e "$1" log || { cat log; fail "'$1' in the output"; }; }

# --- projects ---
expect 0 '  VACUOUS: it holds whatever stands for AX count = 3 where false stands here:' "$vouch" run c.toml
says '    AG (count = NEVER -> false) holds, too .*-vacuity-2.cert (validated)$'
says '  vacuity: 3 parts examined, 2 matter, 1 not'
says '^reached  COVER count = NINE  by 9 steps'
says '^covers: 1 of 2 reached, 1 unreachable$'
says '^3 properties: [0-9] hold, [0-9] FAIL; 0 as before; 1 with parts that do not matter; '
grep -q '"reached":1,"unreachable":1,"unknown":0,' c-results/results.json || fail "covers in results.json"
count=$(ls c-results/*-vacuity-*.cert | wc -l)
sha256sum c-results/*.cert >sums
expect 0 'holds, too .*(validated)  (as before)$' "$vouch" run c.toml
says '; 5 as before; 1 with parts that do not matter; '
sha256sum --quiet -c sums || fail "certificates have changed"
# a certificate of a part that is not what it was is made again
one=$(ls c-results/*-vacuity-2.cert | head -n 1)
echo >>"$one"
expect 0 '5 as before' "$vouch" run c.toml
sha256sum --quiet -c sums || fail "a damaged certificate of a part stays"
rm "$one"
expect 0 '"vacuity":{"complete":true' "$vouch" run c.toml --json
[ "$(grep -o '"validated":true,"as_before":true' log | wc -l)" -ge $((count - 1)) ] || { cat log; fail "parts are decided again"; }
sha256sum --quiet -c sums || fail "a missing certificate of a part"
# of a changed model they are carried over as all others
echo c >>counter.aag
expect 0 ' 5 carried over; 1 with parts' "$vouch" run c.toml
for file in c-results/*.cert; do "$build/vouch-validate" counter.aag "$file" >/dev/null || fail "$file is not about the new model"; done
printf 'model = "counter.aag"\nvacuity = 3\n' >wrong.toml
expect 2 'wrong.toml:2: vacuity: expected true or false' "$vouch" run wrong.toml
printf 'model = "counter.aag"\nvacuity = true\n' >wrong.toml
expect 2 'vacuity is about parts of formulas' "$vouch" run wrong.toml

# --- sign-offs ---
"$vouch" keygen --no-password team >/dev/null
verify() { "$vouch" verify "$1" --pub team.pub --model "$model" --require nothing; }
expect 0 '    VACUOUS: it holds whatever stands for AX count = 3 where false stands here:' \
  "$vouch" signoff "$model" --ctl c.ctl -f 'AG (count = NEVER -> AX count = 3)' --vacuity --require nothing --key team.key -o signed
expect 0 '^validated: ctl-1-vacuity-2.cert  holds  AG .*-> false)$' verify signed
says '      AG (count = NEVER -> false) holds, too  ctl-1-vacuity-2.cert'
says '^VERIFIED: '
never 'NOT COVERED'
grep -q '"role": "part"' signed/signoff.json || fail "certificates of parts are not named"
# Without --vacuity nothing is said.
expect 0 SIGNED "$vouch" signoff "$model" --ctl c.ctl --require nothing --key team.key -o plain
never vacuity
! grep -q vacuity plain/signoff.json || fail "parts that nobody asked for"
# lie SCRIPT WORDS: what a signer changes in the statement is refused with these words
lie() {
  rm -rf lying
  cp -r signed lying
  python3 - lying/signoff.json "$1" <<'P'
import json, sys
path = sys.argv[1]
statement = json.load(open(path))
predicate = statement["predicate"]
vacuity = predicate["results"][1]["vacuity"]
parts = vacuity["parts"]
exec(sys.argv[2])
json.dump(statement, open(path, "w"))
P
  rm lying/signoff.json.minisig
  "$vouch" sign --key team.key lying/signoff.json >/dev/null
  expect 1 "^REFUSED .*$2" verify lying
  never '^VERIFIED'
}
lie 'parts[0]["answer"] = "vacuous"' 'is not what its trials say'
lie 'parts[2]["answer"] = "matters"' 'is not what its trials say'
lie 'parts[1]["trials"][0]["value"] = False' 'is not the formula with a constant'
lie 'parts[2]["trials"][0]["property"] = "AG false"' 'is not the formula with a constant'
lie 'parts[2]["trials"][0]["verdict"] = "fails"; parts[2]["answer"] = "matters"' 'does not accept it\|more parts'
lie 'parts.pop(); statement["subject"] = [s for s in statement["subject"] if s["name"] != "ctl-1-vacuity-2.cert"]; predicate["files"] = [f for f in predicate["files"] if f["name"] != "ctl-1-vacuity-2.cert"]' 'more parts than are said to be all'
lie 'parts.append(parts[2])' 'expected a file\|is not the certificate'
lie 'parts[2]["trials"] = []' 'certificate of no result\|is not the certificate'
lie 'vacuity["complete"] = 1' '"complete"'
lie 'parts[0]["answer"] = "maybe"' 'known "answer"'
lie 'predicate["files"][2]["role"] = "part"' 'is not'
# Words of the statement are not believed: they are made from the formula.
rm -rf reworded
cp -r signed reworded
sed -i 's/"part": "AX count = 3"/"part": "AX false"/' reworded/signoff.json
rm reworded/signoff.json.minisig
"$vouch" sign --key team.key reworded/signoff.json >/dev/null
expect 0 'whatever stands for AX count = 3 where' verify reworded
never 'AX false'
# A certificate of a part that was changed is named.
rm -rf swapped
cp -r signed swapped
cp swapped/ctl-1-vacuity-1.cert swapped/ctl-1-vacuity-2.cert
expect 1 'REFUSED .*ctl-1-vacuity-2.cert' verify swapped
# Names of values in formulas of the command line, whose order in the file is another one, and fairness.
inputs=$corpus/arbiter.aag
expect 0 SIGNED "$vouch" signoff "$inputs" -f 'EF (r2 & r1)' -f 'AG (EX true | (r1 & r2))' -f 'fair r1, AG (EF g1 | AG EF g2)' --vacuity --key team.key -o order
expect 0 'whatever stands for r1 & r2 where false' "$vouch" verify order --pub team.pub --model "$inputs"

# --- pages ---
expect 0 'accepted: signed.html' "$vouch" report signed --pub team.pub -o signed.html
page() { grep -q -e "$2" "$1" || fail "$1 does not say '$2'"; }
page signed.html '1 part does not matter'
page signed.html 'Parts that do not matter'
page signed.html 'AG (count = NEVER -&gt; false)</span> <span class="holds">holds</span>, too; accepted by vouch-validate'
page signed.html "$(sha256sum <signed/ctl-1-vacuity-2.cert | cut -d' ' -f1)"
expect 0 'accepted: run.html' "$vouch" report c-results --model counter.aag --ctl c.ctl -o run.html
page run.html 'Parts that do not matter'
page run.html 'COVER count = NINE</span></td><td><span class="holds">reached<'
page run.html 'COVER count = NEVER</span></td><td><span class="fails">unreachable<'
page run.html 'covers: 1 of 2 reached'
page run.html ', too; accepted by vouch-validate'
# What was not accepted, or not asked, is not said of parts either.
expect 3 'not judged  signed/ctl-1-vacuity-2.cert' "$vouch" report signed --pub team.pub --no-validate -o unasked.html
! grep -q 'does not matter' unasked.html || fail "a part that nobody judged"
page unasked.html 'vouch-validate was not asked'
cp -r c-results forged
cp "$(ls forged/*-vacuity-1.cert | head -n 1)" "$(ls forged/*-vacuity-2.cert | head -n 1)"
expect 1 'rejected  forged/.*-vacuity-2.cert' "$vouch" report forged --model counter.aag --ctl c.ctl -o forged.html
! grep -q '1 part does not matter' forged.html || fail "a part whose certificate is about something else"
page forged.html 'class="warn">not shown<'
sed -i 's/"vacuous":true/"vacuous":false/' forged/results.json
expect 2 'is not what its trials say' "$vouch" report forged --model counter.aag --ctl c.ctl -o no.html
expect 2 'give the property files with --ctl' "$vouch" report c-results --model counter.aag -o no.html
[ -z "$(ls -A "$TMPDIR")" ] || fail "temporary files are left"
echo "parts that do not matter: as expected"
