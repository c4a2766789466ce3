#!/bin/sh
# usage: audit.sh BUILD CORPUS
# Many certificates: verdicts, resuming, shards, reports; a validator that lies is not believed.
set -eu
build=$1 corpus=$2
vouch=$build/vouch
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$out"

fail() { echo "FAILED: $*"; exit 1; }
status_of() { status=0; "$@" >log 2>err </dev/null || status=$?; }

for model in arbiter arbiter_buggy traffic fifo; do
  mkdir -p "$model"
  "$vouch" check "$corpus/$model.aag" --certificates "$model" >/dev/null || [ $? -eq 1 ]
  for certificate in "$model"/*.cert; do
    property=$(basename "$certificate" .cert | sed 's/-/ /')
    printf '%s\t%s\t%s\n' "$corpus/$model.aag" "$certificate" "$property" >>good.tsv
  done
done
total=$(wc -l <good.tsv)

status_of "$vouch" audit --manifest good.tsv --jobs 2 --junit report.xml --results results.tsv
[ "$status" -eq 0 ] || { cat log err; fail "good certificates are not accepted"; }
[ "$(wc -l <log)" -eq "$total" ] || fail "not a line per certificate"
grep -q "$total of $total audited.*$total accepted" err || { cat err; fail "no summary"; }
grep -q "tests=\"$total\" failures=\"0\" errors=\"0\"" report.xml || fail "JUnit report"

# All is done already; a cut-off last line is done again.
status_of "$vouch" audit --manifest good.tsv --results results.tsv
[ "$status" -eq 0 ] && [ ! -s log ] && grep -q 'earlier run' err || fail "resuming"
head -c -5 results.tsv >cut.tsv
status_of "$vouch" audit --manifest good.tsv --results cut.tsv
[ "$status" -eq 0 ] && [ "$(wc -l <log)" -eq 1 ] || { cat log err; fail "resuming after a cut"; }

# Shards, run by GNU parallel where it is installed, merge by concatenation.
if command -v parallel >/dev/null; then
  parallel --will-cite "$vouch" audit --manifest good.tsv --shard {}/3 --results part-{}.tsv ::: 1 2 3 >log 2>err </dev/null
else
  for k in 1 2 3; do "$vouch" audit --manifest good.tsv --shard $k/3 --results part-$k.tsv >log 2>err; done
fi
cat part-1.tsv part-2.tsv part-3.tsv >merged.tsv
[ "$(wc -l <merged.tsv)" -eq "$total" ] || fail "shards do not add up"
status_of "$vouch" audit --manifest good.tsv --results merged.tsv
[ "$status" -eq 0 ] && [ ! -s log ] || fail "merged results are not resumed"

# A bad one, and one about another property.
head -n 1 good.tsv | { IFS="$(printf '\t')" read -r model certificate property; sed 's/^verdict holds/verdict fails/' "$certificate" >flipped.cert
  printf '%s\t%s\n' "$model" flipped.cert >bad.tsv; printf '%s\t%s\t%s\n' "$model" "$certificate" 'justice 0' >>bad.tsv; }
status_of "$vouch" audit --manifest bad.tsv --json --junit report.xml
[ "$status" -eq 1 ] || { cat log err; fail "bad certificates pass"; }
[ "$(grep -c '"accepted":false,"verdict":"rejected"' log)" -eq 2 ] || { cat log; fail "rejections in JSON"; }
grep -q '<failure message="s REJECTED' report.xml || fail "rejections in JUnit"

# Without a property the summary says so.
status_of "$vouch" audit "$corpus/arbiter.aag" arbiter/bad-0.cert
[ "$status" -eq 0 ] && grep -q 'taken from the certificate' err || { cat err; fail "no word about the missing property"; }

# Validators that are not to be believed.
lie() {
  printf '#!/bin/sh\n%s\n' "$1" >liar
  chmod +x liar
  status_of "$vouch" audit --validator ./liar "$corpus/arbiter.aag" arbiter/bad-0.cert
  [ "$status" -eq 2 ] || { cat log err; fail "believed: $1"; }
}
lie 'echo "s ACCEPTED holds bad 0"; exit 1'
lie 'echo "s REJECTED no"; exit 0'
lie 'printf "s ACCEPTED holds bad 0"; exit 0'
lie 'echo "s ACCEPTED holds bad 0"; echo more; exit 0'
lie 'exit 0'
lie 'echo "s ACCEPTED holds bad 0"; kill -9 $$'
status_of "$vouch" audit --validator ./liar --timeout 1 --manifest missing.tsv
[ "$status" -eq 2 ] && grep -q 'missing.tsv: cannot open' err || fail "a missing manifest"
printf 'only one field\n' >odd.tsv
status_of "$vouch" audit --manifest odd.tsv
[ "$status" -eq 2 ] && grep -q 'odd.tsv: line 1: expected' err || fail "a malformed manifest"
echo "audit: $total certificates, all as expected"
