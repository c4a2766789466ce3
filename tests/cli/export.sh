#!/bin/sh
# usage: export.sh BUILD CORPUS
# Third-party checkers repeat the validator's work: every exported obligation is refuted by kissat with a proof that drat-trim verifies,
# and every exported LRAT proof passes lrat-check.
set -eu
build=$1 corpus=$2
for tool in kissat drat-trim lrat-check; do command -v "$tool" >/dev/null || { echo "no $tool"; exit 77; }; done
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cnfs=0 proofs=0

# repeat MODEL [OPTION ..]: certify, export, check the export
repeat() {
  model=$1
  shift
  rm -rf "$out/certificates" "$out/export"
  "$build/vouch" check "$corpus/$model" "$@" --certificates "$out/certificates" --proofs >"$out/log" 2>&1 </dev/null || [ $? -eq 1 ]
  for certificate in "$out"/certificates/*.cert*; do
    rm -rf "$out/export"
    "$build/vouch-validate" "$corpus/$model" "$certificate" --export "$out/export" >"$out/log" 2>&1
    for cnf in "$out"/export/*.cnf; do
      [ -e "$cnf" ] || continue
      cnfs=$((cnfs + 1))
      status=0
      kissat -q --no-factor "$cnf" "$out/proof" >/dev/null || status=$?
      [ "$status" -eq 20 ] || { echo "$model: kissat says $status for $cnf"; exit 1; }
      # An obligation that is trivially false makes drat-trim report that too.
      drat-trim "$cnf" "$out/proof" -i -U -t 600 >"$out/log" 2>&1 || true
      tr '\r' '\n' <"$out/log" | grep -qE '^(s VERIFIED|c got UNSAT propagating)|trivial UNSAT' || { cat "$out/log"; exit 1; }
      lrat=${cnf%.cnf}.lrat
      [ -e "$lrat" ] || { echo "$model: no proof beside $cnf"; exit 1; }
      proofs=$((proofs + 1))
      lrat-check "$cnf" "$lrat" >"$out/log" 2>&1 || true
      grep -q '^c VERIFIED' "$out/log" || { echo "$model: lrat-check rejects $lrat"; cat "$out/log"; exit 1; }
    done
  done
}

repeat arbiter.aag
repeat arbiter.aag --ctl "$corpus/arbiter.ctl"
repeat traffic.aag --ctl "$corpus/traffic.ctl"
repeat peterson.aag
repeat fifo.aag
repeat bounded_queues.aag
echo "$cnfs obligations and $proofs proofs repeated"
[ "$cnfs" -gt 10 ]
