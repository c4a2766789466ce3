#!/bin/sh
# usage: scope.sh BUILD CORPUS
# Fairness and assumptions in the property: every command shows them, and nobody is given an assumption that was not asked for.
set -eu
build=$1 corpus=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failures=0
model=$corpus/arbiter.aag
asked='fair r1 assume !(r1 & r2) AG AF g1'
shown='fair "r1" assume !("r1" & "r2") AG AF "g1"'

complain() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

# says WHAT COMMAND..: its output has WHAT
says() {
  what=$1
  shift
  "$@" >"$out/log" 2>&1 </dev/null || true
  grep -qF -e "$what" "$out/log" || complain "$* does not say '$what': $(tail -n 1 "$out/log")"
}

# The same property from a formula and from sections of a file, in both dialects.
says "holds  $asked" "$build/vouch" check "$model" --formula "$asked" --certificates "$out/a" --validate always
printf 'CTLSPEC AG AF g1;\nASSUME !(r1 & r2);\nFAIRNESS r1;\n' >"$out/sections"
printf 'AG EF g1\nfair r1, assume !(r1 & r2), AG AF g1\n' >"$out/list"
says "$shown" "$build/vouch" parse "$model" "$out/sections"
says "$shown" "$build/vouch" parse "$model" "$out/sections" --dialect iimc
says "$shown" "$build/vouch" parse "$model" "$out/list" --property 1
says 'holds  assume !(r1 & r2), fair r1, AG AF g1' "$build/vouch" check "$model" --ctl "$out/sections"
says '"property":"fair \"r1\" assume' "$build/vouch" check "$model" --ctl "$out/sections" --json

# Without the assumption it is false, and nothing else is accepted in its place.
says "fails  fair r1, AG AF g1" "$build/vouch" check "$model" --formula 'fair r1, AG AF g1'
certificate=$out/a/ctl-0.cert
says "s ACCEPTED holds ctl $shown" "$build/vouch-validate" "$model" "$certificate" --formula "$asked"
says "s ACCEPTED holds ctl $shown" "$build/vouch-validate" "$model" "$certificate" --formula "fair r1 $asked"
for other in 'AG AF g1' 'fair r1 AG AF g1' 'assume !(r1 & r2) AG AF g1' 'fair r1 assume (r1 & r2) AG AF g1' \
  'fair r2 assume !(r1 & r2) AG AF g1' 'fair r1 fair r2 assume !(r1 & r2) AG AF g1' "fair r1 assume !(r1 & r2) assume r1 AG AF g1" \
  'fair !(r1 & r2) assume r1 AG AF g1'; do
  says 's REJECTED the certificate is about another property' "$build/vouch-validate" "$model" "$certificate" --formula "$other"
  says '1 rejected' "$build/vouch" audit "$model" "$certificate" --formula "$other"
done
says '1 accepted' "$build/vouch" audit "$model" "$certificate" --formula "$asked"
says "$shown" "$build/vouch" explain "$certificate" "$model"

# Signed statements name it, and cover the file.
"$build/vouch" keygen --no-password "$out/key" >"$out/log" 2>&1 || complain "keygen: $(cat "$out/log")"
says 'SIGNED: 1 hold, 0 FAIL' "$build/vouch" signoff "$model" --ctl "$out/sections" --key "$out/key.key" --output "$out/signed"
grep -qF '"fair \"r1\" assume' "$out/signed/signoff.json" || complain 'the statement does not name the scope'
says 'VERIFIED: 1 hold, 0 FAIL' "$build/vouch" verify "$out/signed" --pub "$out/key.pub" --model "$model" --ctl "$out/sections"
grep -qF '"written": "assume !(r1 & r2), fair r1, AG AF g1"' "$out/signed/signoff.json" || complain 'the statement does not show the scope'
printf 'CTLSPEC AG AF g1;\n' >"$out/plain"
says REFUSED "$build/vouch" verify "$out/signed" --pub "$out/key.pub" --model "$model" --ctl "$out/plain"

# Strong fairness, through the path formula.
printf 'LTLSPEC G F g1;\nCOMPASSION (r1 & !r2, g1);\nFAIRNESS r1 & !r2;\n' >"$out/strong"
says '(LTL: all paths, under COMPASSION)' "$build/vouch" check "$model" --ctl "$out/strong"
says 'holds  fair r1 & !r2, ((G F (r1 & !r2) -> G F (g1))) -> (G F g1)' "$build/vouch" check "$model" --ctl "$out/strong"
says '"property":"fair (\"r1\" & !\"r2\") A ((G F (\"r1\" & !\"r2\") -> G F \"g1\") -> G F \"g1\")"' "$build/vouch" check "$model" --ctl "$out/strong" --json

# Assumptions that nothing satisfies: universal formulas are true, existential ones false.
says 'holds  assume r1 & !r1, AG false' "$build/vouch" check "$model" --formula 'assume r1 & !r1, AG false' --certificates "$out/b" --validate always
says 'fails  fair false, EG true' "$build/vouch" check "$model" --formula 'fair false, EG true' --certificates "$out/b" --validate always

echo "$failures failures"
[ "$failures" -eq 0 ]
