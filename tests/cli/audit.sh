#!/bin/sh
# usage: audit.sh BUILD CORPUS
# Many certificates: verdicts, requirements, resuming, shards, reports. Nothing that was not shown is reported as shown:
# not by a validator that lies, not by a path that looks like an option, not by a results file that was tampered with.
. "$(dirname "$0")/common.sh"
cd "$out"
tab=$(printf '\t')
nothing=4
status_of() { status=0; "$@" >log 2>err </dev/null || status=$?; }
# expect STATUS WHAT WORD... : runs vouch with the words.
expect() {
  wanted=$1 what=$2
  shift 2
  status_of "$vouch" "$@"
  [ "$status" -eq "$wanted" ] || { cat log err | cat -v; fail "$what: exit status $status, not $wanted"; }
}
lines() { wc -l <"$1" | tr -d ' '; }
# The files are what they claim to be, if there is somebody to ask.
is_json() { ! command -v python3 >/dev/null || python3 -c 'import json, sys; [json.loads(l) for l in open(sys.argv[1], encoding="utf-8", newline="\n")]' "$1" || fail "not JSON: $1"; }
is_xml() { ! command -v python3 >/dev/null || python3 -c 'import sys, xml.etree.ElementTree as e; e.parse(sys.argv[1])' "$1" || fail "not XML: $1"; }

for model in arbiter arbiter_buggy traffic fifo; do
  mkdir -p "$model"
  "$vouch" check "$corpus/$model.aag" --certificates "$model" >/dev/null || [ $? -eq 1 ]
  for certificate in "$model"/*.cert; do
    property=$(basename "$certificate" .cert | sed 's/-/ /')
    printf '%s\t%s\t%s\n' "$corpus/$model.aag" "$certificate" "$property" >>good.tsv
  done
done
total=$(lines good.tsv)
arbiter=$corpus/arbiter.aag

# --- the usual way
expect 0 "good certificates" audit --manifest good.tsv --jobs 2 --junit report.xml --results results
[ "$(lines log)" -eq "$total" ] || fail "not a line per certificate"
grep -q "^$total of $total audited.*: $total accepted (.* 0 rejected, 0 unknown, 0 not as required" err || { cat err; fail "no summary"; }
grep -q "tests=\"$total\" failures=\"0\" errors=\"0\"" report.xml || fail "JUnit report"
[ "$(lines results)" -eq $((total + 1)) ] || fail "not a header and a line per certificate in the results"
is_xml report.xml
is_json results
expect 0 "JSON" audit --manifest good.tsv --json
is_json log
[ "$(grep -c '"accepted":true,"as_required":true,"result":"\(holds\|fails\)"' log)" -eq "$total" ] || { cat log; fail "acceptances in JSON"; }
first=$(head -n 1 log)
case $first in *'"model_sha256":"'*'"certificate_sha256":"'*'"obligations":{"total":'*) ;; *) fail "digests in JSON: $first" ;; esac

# --- formulas: canonical, as one writes them, another one; under the reading that was asked for
"$vouch" check "$arbiter" -f 'AG !(g1 & g2)' -f 'EF(g1 & EX r1)' --certificates formulas >/dev/null
expect 0 "a canonical formula" audit "$arbiter" formulas/ctl-0.cert --formula 'AG !("g1" & "g2")'
status_of "$vouch" audit "$arbiter" formulas/ctl-0.cert --formula 'AG !("g1" & "g1")'
[ "$status" -ne 0 ] || fail "another formula"
status_of "$vouch" audit "$arbiter" formulas/ctl-1.cert --formula 'EF ("g1" & EX "r1")' --state-inputs all
[ "$status" -ne 0 ] || fail "another reading of inputs"
expect 0 "the reading that it has" audit "$arbiter" formulas/ctl-1.cert --formula 'EF ("g1" & EX "r1")' --state-inputs observed

# --- resuming
expect 0 "resuming" audit --manifest good.tsv --results results
[ ! -s log ] && grep -q "($total by an earlier run)" err || { cat log err; fail "resuming"; }
head -c -5 results >cut
expect 0 "resuming after a cut" audit --manifest good.tsv --results cut
[ "$(lines log)" -eq 1 ] && grep -q "^cut: line $((total + 1)) is cut off" err || { cat log err; fail "a line that is cut off"; }
is_json cut
expect 0 "resuming what was repaired" audit --manifest good.tsv --results cut
[ ! -s log ] || fail "the repaired line is not resumed"
head -c 20 results >cut
expect 0 "a header that is cut off" audit --manifest good.tsv --results cut
[ "$(lines log)" -eq "$total" ] && is_json cut || fail "a header that is cut off"

# Anything else that is malformed is refused, with its line, and left as it is.
refused() { # LINE WHAT
  cp broken before
  status_of "$vouch" audit --manifest good.tsv --results broken
  [ "$status" -eq 2 ] && grep -q "broken: line $1: expected" err && [ ! -s log ] || { cat log err; fail "not refused: $2"; }
  cmp -s broken before || fail "changed: $2"
}
printf 'important words' >broken; refused 1 "a file of somebody else"
printf '\0\0\0' >broken; refused 1 "bytes of somebody else"
sed 1d results >broken; refused 1 "no header"
sed '1s/"version":1/"version":2/' results >broken; refused 1 "another version"
printf 'holds\t0.1\t-\t-\tm\tc\t-\ts ACCEPTED holds bad 0\n' >broken; refused 1 "the format of old"
{ cat results; echo; } >broken; refused $((total + 2)) "an empty line"
sed '3s/^/ x/' results >broken; refused 3 "no JSON"
sed '2s/}$/}{}/' results >broken; refused 2 "two objects"
sed '2s/"result":"[a-z]*"/"result":"accepted"/' results >broken; refused 2 "another word"
sed '2s/"validator_sha256":"./"validator_sha256":"/' results >broken; refused 2 "a short digest"
sed '2s/"shown":"[^"]*"/"shown":null/' results >broken; refused 2 "an acceptance of nothing"
sed '2s/"certificate_sha256":"[^"]*"/"certificate_sha256":null/' results >broken; refused 2 "an acceptance without digests"
sed '2s/"seconds"/"result":"holds","seconds"/' results >broken; refused 2 "a member that comes twice"
sed '2s/"seconds"/"more":1,"seconds"/' results >broken; refused 2 "a member that nobody knows"
sed '2s/,"solver":null,"memory"/,"memory"/' results >broken; refused 2 "a member that is missing"
sed '2s/"memory":0/"memory":"0"/' results >broken; refused 2 "a number as text"
mkfifo pipe
expect 2 "a pipe for results" audit --manifest good.tsv --results pipe

# What an entry depends on: each of these is judged again.
again() { # COUNT WHAT WORD...
  count=$1 what=$2
  shift 2
  cp results changed
  status_of "$vouch" audit --results changed "$@"
  [ "$(lines log)" -eq "$count" ] || { cat log err; fail "$what: $(lines log) judged again, not $count"; }
  status_of "$vouch" audit --results changed "$@"
  [ ! -s log ] || { cat log err; fail "$what: judged a third time"; }
}
again 0 "the same" --manifest good.tsv
again 0 "other requirements" --manifest good.tsv --require holds
again "$total" "another time limit" --manifest good.tsv --timeout 100
again "$total" "another memory limit" --manifest good.tsv --memory 100000000
again "$total" "another solver" --manifest good.tsv --solver cadical
again "$total" "another reading of inputs" --manifest good.tsv --state-inputs observed
cp "$build/vouch-validate" other-validate
printf 'x' >>other-validate
again "$total" "another validator" --manifest good.tsv --validator ./other-validate
sed 's/\t[^\t]*$//' good.tsv >unnamed.tsv
again "$total" "no property" --manifest unnamed.tsv
cp "$(head -n 1 good.tsv | cut -f 2)" kept
echo 'c' >>"$(head -n 1 good.tsv | cut -f 2)"
cp results changed
status_of "$vouch" audit --results changed --manifest good.tsv
[ "$status" -eq 1 ] && [ "$(lines log)" -eq 1 ] || { cat log err; fail "a changed certificate is not judged again"; }
cp kept "$(head -n 1 good.tsv | cut -f 2)"
cp "$arbiter" model.aag
expect 0 "a model of its own" audit --results changing model.aag arbiter/bad-0.cert
printf 'c\nmore\n' >>model.aag
expect 1 "a changed model" audit --results changing model.aag arbiter/bad-0.cert
[ "$(lines log)" -eq 1 ] || { cat log err; fail "a changed model is not judged again"; }
# Formulas, as they were asked for.
expect 0 "one formula" audit --results asked "$arbiter" formulas/ctl-0.cert --formula 'AG !(g1 & g2)'
expect 1 "another formula" audit --results asked "$arbiter" formulas/ctl-0.cert --formula 'AG !(g1 & r2)'
[ "$(lines log)" -eq 1 ] || { cat log err; fail "another formula is not judged again"; }
# What nobody could tell is asked again. (bad 1 of the queue needs a solver.)
expect 2 "no solver" audit --results missing "$corpus/fifo.aag" fifo/bad-1.cert --solver ./my-kissat
grep -q '"result":"unknown".*"certificate_sha256":"[0-9a-f]' missing || { cat missing; fail "no unknown result to try"; }
if command -v kissat >/dev/null; then
  ln -s "$(command -v kissat)" my-kissat
  expect 0 "a solver at last" audit --results missing "$corpus/fifo.aag" fifo/bad-1.cert --solver ./my-kissat
  [ "$(lines log)" -eq 1 ] || { cat log err; fail "unknown is not judged again"; }
fi
# The last entry wins, and it is about another certificate now: judged again, though the first one would do.
status_of "$vouch" audit --results changed --manifest good.tsv
[ "$status" -eq 0 ] && [ "$(lines log)" -eq 1 ] || { cat log err; fail "not the last entry wins"; }

# --- shards, run by GNU parallel where it is installed, merge by concatenation
if command -v parallel >/dev/null; then
  parallel --will-cite "$vouch" audit --manifest good.tsv --shard {}/3 --results part-{} ::: 1 2 3 >log 2>err </dev/null
else
  for k in 1 2 3; do "$vouch" audit --manifest good.tsv --shard $k/3 --results part-$k >log 2>err; done
fi
cat part-1 part-2 part-3 >merged
expect 0 "merged results" audit --manifest good.tsv --results merged
[ ! -s log ] || fail "merged results are not resumed"

# --- nothing to audit
empty() {
  what=$1
  shift
  rm -f report.xml
  expect $nothing "$what" audit "$@" --junit report.xml
  grep -q 'nothing was audited' err && [ ! -s log ] || { cat err; fail "no word: $what"; }
  grep -q 'errors="1"' report.xml && is_xml report.xml || fail "a green report: $what"
}
: >empty.tsv
printf '# only words\n\n' >comments.tsv
empty "an empty manifest" --manifest empty.tsv
empty "a manifest of comments" --manifest comments.tsv
empty "an empty shard" --manifest good.tsv --shard $((total + 1))/$((total + 1))
empty "no certificate" "$arbiter"
expect 2 "no words at all" audit

# --- what is required
status_of "$vouch" audit --manifest good.tsv
failing=$(grep -c '^fails ' log)
[ "$failing" -gt 0 ] || fail "no failing property to try"
expect 1 "fails, holds is required" audit --manifest good.tsv --require holds --junit report.xml
grep -q " $failing not as required" err || { cat err; fail "not counted"; }
[ "$(grep -c 'NOT AS REQUIRED (holds)' log)" -eq "$failing" ] || { cat log; fail "not said"; }
grep -q "failures=\"$failing\" errors=\"0\"" report.xml && grep -q '<failure message="not as required: holds is required' report.xml || fail "not in JUnit"
expect 1 "the same, in JSON" audit --manifest good.tsv --require holds --json
[ "$(grep -c '"required":"holds","accepted":true,"as_required":false,"result":"fails"' log)" -eq "$failing" ] || { cat log; fail "not in JSON"; }
"$vouch" audit --manifest good.tsv --json 2>/dev/null | sed 's/.*"certificate":"\([^"]*\)".*"result":"\([a-z]*\)".*/\1 \2/' >verdicts
awk -F '\t' -v OFS='\t' 'NR == FNR { split($0, a, " "); verdict[a[1]] = a[2]; next } { print $1, $2, $3, verdict[$2] }' verdicts good.tsv >expected.tsv
expect 0 "each as its line says" audit --manifest expected.tsv
expect 0 "a line comes before --require" audit --manifest expected.tsv --require fails
sed 's/\tholds$/\tfails/' expected.tsv >wrong.tsv
expect 1 "other verdicts than the lines say" audit --manifest wrong.tsv
sed '1s/\t[a-z]*$/\tholdsx/' expected.tsv >odd.tsv
expect 2 "a word that is no verdict" audit --manifest odd.tsv
grep -q 'odd.tsv: line 1: expected holds or fails' err || fail "the line is not named"
printf '%s\tarbiter/bad-0.cert\t-\tholds\n' "$arbiter" >unbound.tsv
expect 0 "an expectation without a property" audit --manifest unbound.tsv
grep -q 'taken from the certificate' err || { cat err; fail "no word about the missing property"; }

# --- bad certificates, and one about another property
head -n 1 good.tsv | { IFS="$tab" read -r model certificate property; sed 's/^verdict holds/verdict fails/' "$certificate" >flipped.cert
  printf '%s\t%s\n' "$model" flipped.cert >bad.tsv; printf '%s\t%s\t%s\n' "$model" "$certificate" 'justice 0' >>bad.tsv; }
expect 1 "bad certificates" audit --manifest bad.tsv --json --junit report.xml
[ "$(grep -c '"accepted":false,"as_required":false,"result":"rejected"' log)" -eq 2 ] || { cat log; fail "rejections in JSON"; }
[ "$(grep -c '<failure message="rejected: ' report.xml)" -eq 2 ] || fail "rejections in JUnit"
expect 0 "no property" audit "$arbiter" arbiter/bad-0.cert
grep -q 'taken from the certificate' err || { cat err; fail "no word about the missing property"; }

# --- paths are paths: a certificate of justice 0 under the name "bad 0", behind a field that looks like an option
mkdir trap
cp "$arbiter" trap/m.aag
cp arbiter/justice-0.cert 'trap/bad 0'
for option in --solver --property --formula --export --memory --help --version --json --verbose --certifaiger -- -; do
  printf 'm.aag\t%s\tbad 0\n' "$option" >trap/manifest
  ( cd trap; status_of "$vouch" audit --manifest manifest --json; [ "$status" -ne 0 ] && ! grep -q '"accepted":true' log || { cat log err; fail "an option as a certificate: $option"; } )
  printf '%s\tbad 0\tbad 0\n' "$option" >trap/manifest
  ( cd trap; status_of "$vouch" audit --manifest manifest --json; [ "$status" -ne 0 ] && ! grep -q '"accepted":true' log || { cat log err; fail "an option as a model: $option"; } )
done
# .. and files with such names are audited like others.
( cd trap; cp m.aag ./--solver; cp ../arbiter/bad-0.cert ./--export; printf -- '--solver\t--export\tbad 0\n' >manifest; status_of "$vouch" audit --manifest manifest
  [ "$status" -eq 0 ] || { cat log err; fail "files that are named like options"; }
  status_of "$vouch" audit --property 'bad 0' -- --solver --export; [ "$status" -eq 0 ] || { cat log err; fail "arguments behind --"; } )

# --- a file name forges no entry: a red audit stays red when it is run again
cp flipped.cert evil.cert
cp "$arbiter" m.aag
digest_m=$(sha256sum <"$arbiter" | cut -d ' ' -f 1) digest_c=$(sha256sum <evil.cert | cut -d ' ' -f 1)
forged=$(printf 'x\nholds\t0.001\t%s\t%s\t%s\tevil.cert\t-\ts ACCEPTED holds bad 0\n{"model":"%s"}\nx' "$digest_m" "$digest_c" m.aag m.aag)
cp flipped.cert "$forged"
for run in 1 2 3; do
  expect 1 "a forged entry, run $run" audit m.aag "$forged" evil.cert --results forged --junit report.xml
  grep -q ' 2 rejected' err || { cat err; fail "run $run of a red audit"; }
  is_json forged
  is_xml report.xml
done
[ "$(lines forged)" -eq 3 ] || fail "a name with newlines makes lines"

# --- names that are not UTF-8
latin=$(printf 'gr\374n \033[2J\342\200\250 <&>"'"'"'.cert')
cp arbiter/bad-0.cert "$latin"
expect 1 "names that are not UTF-8" audit "$arbiter" "$latin" flipped.cert --json --junit report.xml --results latin
is_json log
is_json latin
is_xml report.xml
expect 1 "names that are not UTF-8, again" audit "$arbiter" "$latin" flipped.cert --results latin
[ ! -s log ] || fail "a name that is not UTF-8 is not resumed"

# --- limits reach the validator
printf '#!/bin/sh\necho "$*" >&2\nexit 3\n' >stub
chmod +x stub
expect 2 "a validator that says nothing" audit --validator stub --memory 123 --timeout 4.5 --solver some --state-inputs all --formula 'AG x' m c
grep -q -- '--json --formula AG x --state-inputs all --solver some --memory 123 --timeout 5 -- m c' log || { cat log; fail "options do not reach the validator"; }
printf '#!/bin/sh\nexec sleep 100\n' >stub
expect 2 "a validator that never ends" audit --validator stub --timeout 0.1 "$arbiter" arbiter/bad-0.cert
grep -q 'time is over' log || { cat log; fail "no word about the time"; }

# --- validators that are not to be believed
line() { # MODEL CERTIFICATE PROPERTY
  printf '{"model":"%s","model_sha256":"%064d","certificate":"%s","certificate_sha256":"%064d","property":"%s","inputs":null,"verdict":"holds","accepted":true,"result":"accepted","reason":null,"obligations":{"total":1,"proof":1,"propagation":0,"solver":0},"evaluations":0,"format":"certificate","version":"0"}' "$1" 1 "$2" 2 "$3"
}
lie() { # BODY, with the line in $good
  printf '#!/bin/sh\ngood='"'%s'"'\n%s\n' "$(line m c "${2:-bad 0}")" "$1" >liar
  chmod +x liar
  status_of "$vouch" audit --validator ./liar m c --property 'bad 0'
}
lie 'echo "$good"'
[ "$status" -eq 0 ] || { cat log err; fail "a good line is not believed"; }
for body in 'echo "$good"; exit 1' 'echo "$good"; exit 2' 'printf %s "$good"' 'echo "$good"; echo more' 'echo; echo "$good"' 'echo "$good"; echo "$good"' 'exit 0' \
  'echo "$good"; kill -9 $$' 'echo "s ACCEPTED holds bad 0"' 'echo "$good" | sed s/true/false/' 'echo "$good" >&2' 'echo "[$good]"' \
  'echo "$good" | sed "s/\"m\"/\"n\"/"' 'echo "$good" | sed "s/\"c\"/\"d\"/"'; do
  lie "$body"
  [ "$status" -eq 2 ] || { cat log err; fail "believed: $body"; }
done
lie 'echo "$good"' 'bad 1'
[ "$status" -eq 2 ] || { cat log err; fail "believed for another property"; }

# --- interrupted: what was judged stays, the report says what was not
printf '#!/bin/sh\ncase $* in *slow*) exec sleep 100;; esac\nfor c; do :; done\n%s/vouch-validate "$@"\n' "$build" >slow
chmod +x slow
"$vouch" audit --validator ./slow "$arbiter" arbiter/bad-0.cert slow.cert --results partly --junit report.xml >slow.log 2>slow.err </dev/null &
pid=$!
for k in $(seq 100); do [ "$(cat partly 2>/dev/null | wc -l)" -eq 2 ] && break; sleep 0.1; done
expect 2 "two audits of one results file" audit "$arbiter" arbiter/bad-0.cert --results partly
grep -q 'another audit' err || { cat err; fail "two audits of one results file"; }
kill -TERM $pid
status=0
wait $pid || status=$?
[ "$status" -eq 2 ] && grep -q 'not audited' report.xml && [ "$(lines partly)" -eq 2 ] || { cat slow.log slow.err report.xml partly; fail "interrupted"; }

# --- standard output and standard error that are closed: nothing that is said lands in the results, and what nobody can read is no success
for closed in '>&-' '<&- >&-' '>&- 2>&-' '<&- >&- 2>&-'; do
  rm -f closed
  status=0
  eval '"$vouch" audit "$arbiter" arbiter/bad-0.cert --results closed '"$closed" || status=$?
  [ "$status" -eq 2 ] || fail "status $status with $closed"
  is_json closed
done
rm -f closed
status_of sh -c 'exec "$@" 2>&-' sh "$vouch" audit "$arbiter" arbiter/bad-0.cert --results closed
[ "$status" -eq 0 ] && [ "$(lines log)" -eq 1 ] && is_json closed || { cat log closed; fail "standard error is closed"; }

# --- started by somebody who ignores the ends of children
status_of env --ignore-signal=CHLD "$vouch" audit "$arbiter" arbiter/bad-0.cert
[ "$status" -eq 0 ] || { cat log err; fail "the ends of children are ignored"; }

# --- a value that is given twice: one would vanish
printf '%s\tnowhere.cert\n' "$arbiter" >red.tsv
expect 2 "two manifests" audit --manifest red.tsv --manifest good.tsv
grep -q 'manifest is given twice' err || { cat err; fail "two manifests"; }
expect 2 "two properties" audit "$arbiter" arbiter/bad-0.cert --property 'bad 1' --property='bad 0'
expect 2 "two requirements" audit "$arbiter" arbiter/bad-0.cert --require fails --require holds
for shard in 4294967297/4294967298 -1/4294967295 +1/1 ' 1/1' 1/1x 0/1 2/1 1/ /1 1 0000000001/1; do
  expect 2 "shard $shard" audit --manifest good.tsv "--shard=$shard"
done
# Devices, pipes and folders are not replaced by a report.
expect 2 "a pipe for a report" audit "$arbiter" arbiter/bad-0.cert --junit pipe
[ -p pipe ] && grep -q 'pipe: cannot write: not a regular file' err || { cat err; fail "a pipe for a report"; }

# --- an older report is not taken for that of this run: one that is refused, one in a folder where nothing can be made
expect 0 "a green report" audit "$arbiter" arbiter/bad-0.cert --junit older.xml
expect 2 "a missing manifest" audit --manifest missing.tsv --junit older.xml
[ ! -e older.xml ] || fail "a report of an earlier run survives"
for victim in good.tsv results arbiter/bad-0.cert model.aag; do # by mistake
  cp "$victim" kept
  expect 2 "a report in the place of $victim" audit --manifest good.tsv --results results --junit "$victim"
  cmp -s "$victim" kept || fail "$victim is gone"
done
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
if [ "$(id -u)" -eq 0 ] && as_nobody test -r "$arbiter" -a -x "$vouch" 2>/dev/null; then
  mkdir locked
  expect 0 "a green report" audit "$arbiter" arbiter/bad-0.cert --junit locked/older.xml
  chmod 755 "$out" locked
  status_of as_nobody "$vouch" audit "$arbiter" flipped.cert --junit locked/older.xml
  [ "$status" -eq 2 ] && grep -q 'older report that cannot be removed' err && [ ! -s log ] || { cat log err; fail "an older report that cannot be removed"; }
  chmod 666 locked/older.xml
  status_of as_nobody "$vouch" audit "$arbiter" flipped.cert --junit locked/older.xml
  [ "$status" -eq 2 ] && [ ! -s locked/older.xml ] || { cat err; fail "an older report is not emptied"; }
fi

# --- input errors
expect 2 "a missing manifest" audit --manifest missing.tsv
grep -q 'missing.tsv: cannot open' err || fail "a missing manifest"
printf 'only one field\n' >odd.tsv
expect 2 "a malformed manifest" audit --manifest odd.tsv
grep -q 'odd.tsv: line 1: expected' err || fail "a malformed manifest"
for line in 'a\tb\tc\tholds\tmore' 'a\t\tc' '\tb' 'a\tb\t\tholds' 'a\0\tb'; do
  printf "$line\n" >odd.tsv
  expect 2 "a malformed manifest: $line" audit --manifest odd.tsv
done
expect 2 "a reading that nobody knows" audit "$arbiter" arbiter/bad-0.cert --state-inputs some
expect 2 "a property that is none" audit "$arbiter" arbiter/bad-0.cert --property 'AG x'
echo "audit: $total certificates, all as expected"
