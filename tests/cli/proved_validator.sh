#!/usr/bin/env bash
# proved_validator.sh BUILD CORPUS PROVED: the validator that was extracted from its proof agrees with vouch-validate.
# For every certificate of the corpus, with proofs: both accept, and the CNFs are the same, byte for byte. With another verdict: both reject.
# PROVED is the extracted program (built by the target "proved-validate").
set -u
build=$1 corpus=$2 proved=$3
[ -x "$proved" ] || { echo "no $proved (it needs coq and ocaml)"; exit 77; }
for tool in kissat drat-trim; do command -v "$tool" >/dev/null || { echo "no $tool"; exit 77; }; done
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
certificates=0 cnfs=0 good=0 rejected=0 unproved=0 failed=0
complain() { echo "$*"; failed=1; }
# Proved are versions 1 and 2: no path formulas, ghosts, or inputs that follow predicates.
is_proved() { head -n 1 "$1" | grep -q '^vouch-certificate [12]$'; }

# same_cnfs WHAT: those of vouch-validate are those of the other one
same_cnfs() {
  local cnf
  for cnf in "$out"/ours/*.cnf; do
    [ -e "$cnf" ] || continue
    cnfs=$((cnfs + 1))
    cmp -s "$cnf" "$out/theirs/${cnf##*/}" || complain "$1: ${cnf##*/} differs"
  done
}

# compare MODEL CERTIFICATE
compare() {
  local model=$1 certificate=$2 ours theirs
  rm -rf "$out/ours" "$out/theirs"
  mkdir -p "$out/ours" "$out/theirs"
  "$build/vouch-validate" "$model" "$certificate" --export "$out/ours" >/dev/null 2>&1
  ours=$?
  timeout 300 "$proved" "$model" "$certificate" --cnfs "$out/theirs" >"$out/log" 2>&1
  theirs=$?
  [ "$ours" -eq "$theirs" ] || complain "$model $certificate: vouch-validate says $ours, the proved one $theirs: $(cat "$out/log")"
  if [ "$ours" -ne 0 ]; then
    rejected=$((rejected + 1))
    return
  fi
  certificates=$((certificates + 1))
  same_cnfs "$model $certificate"
}

# refuses MODEL CERTIFICATE: what is not proved is good for the one, and nothing for the other
refuses() {
  "$build/vouch-validate" "$1" "$2" >/dev/null 2>&1 || complain "$2: refused"
  timeout 300 "$proved" "$1" "$2" >"$out/log" 2>&1
  [ $? -eq 1 ] || complain "$2: the proved validator does not know this version, but says: $(cat "$out/log")"
  unproved=$((unproved + 1))
}

# all MODEL [OPTION ..]
all() {
  local model=$1 certificate
  shift
  rm -rf "$out/certificates"
  "$build/vouch" check "$corpus/$model" "$@" --certificates "$out/certificates" --proofs >/dev/null 2>&1 </dev/null
  for certificate in "$out"/certificates/*.cert; do
    [ -e "$certificate" ] || continue
    is_proved "$certificate" || { refuses "$corpus/$model" "$certificate"; continue; }
    compare "$corpus/$model" "$certificate"
    # The other verdict is refused.
    sed -e 's/^verdict holds$/verdict other/' -e 's/^verdict fails$/verdict holds/' -e 's/^verdict other$/verdict fails/' \
      "$certificate" >"$out/turned.cert"
    compare "$corpus/$model" "$out/turned.cert"
  done
}

while IFS=, read -r model ctl; do
  if [ -n "$ctl" ]; then all "$model" --ctl "$corpus/$ctl"; else all "$model"; fi
done < <(tail -n +2 "$corpus/manifest.csv" | cut -d, -f1,2 | sort -u)
# Those of the published certificates that are good carry no proofs: the same CNFs.
while IFS=$'\t' read -r certificate model status _; do
  [ "$status" -eq 0 ] || continue
  is_proved "$corpus/rejected/$certificate" || continue
  rm -rf "$out/ours" "$out/theirs"
  mkdir "$out/ours" "$out/theirs"
  "$build/vouch-validate" "$corpus/rejected/$model" "$corpus/rejected/$certificate" --export "$out/ours" >/dev/null 2>&1
  timeout 300 "$proved" "$corpus/rejected/$model" "$corpus/rejected/$certificate" --cnfs "$out/theirs" >"$out/log" 2>&1
  case $? in 0 | 3) ;; *) complain "$certificate is good, but the proved validator says: $(cat "$out/log")" ;; esac
  good=$((good + 1))
  same_cnfs "$certificate"
done <"$corpus/rejected/index.tsv"
# What vouch-validate rejects, the other one rejects, too; without proofs one of its CNFs must be satisfiable.
# (Some are rejected for their digest, which it does not look at.)
while IFS=$'\t' read -r certificate model status _; do
  [ "$status" -eq 1 ] || continue
  model=$corpus/rejected/$model certificate=$corpus/rejected/$certificate
  grep -q "^model $(sha256sum "$model" | cut -c1-64)\$" "$certificate" || continue
  rm -rf "$out/theirs"
  mkdir "$out/theirs"
  timeout 300 "$proved" "$model" "$certificate" --cnfs "$out/theirs" >"$out/log" 2>&1
  answer=$?
  if [ "$answer" -eq 3 ]; then
    for cnf in "$out"/theirs/*.cnf; do
      kissat -q "$cnf" >/dev/null 2>&1
      [ $? -eq 10 ] && answer=1
    done
  fi
  [ "$answer" -eq 1 ] || complain "$certificate is rejected, but the proved validator says: $(cat "$out/log")"
  rejected=$((rejected + 1))
done <"$corpus/rejected/index.tsv"
echo "$certificates certificates accepted by both, $good good ones without proofs, $cnfs CNFs equal, $rejected certificates rejected by both, $unproved of versions that are not proved"
[ "$certificates" -gt 0 ] || complain "nothing was compared"
exit "$failed"
