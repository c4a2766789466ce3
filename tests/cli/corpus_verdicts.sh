#!/bin/sh
# usage: corpus_verdicts.sh BUILD CORPUS
# Every line of the manifest: the verdict is the expected one, and the validator accepts its certificate, without proofs
# (the validator solves the obligations) and with proofs (it needs no other program: the path is empty).
. "$(dirname "$0")/common.sh"
lines=0

# check MODEL CTL PROPERTY EXPECTED [--proofs]
check() {
  rm -rf "$out/certificates"
  set -- "$1" "$2" "$3" "$4" "${5:-}"
  wanted=0
  if [ "$4" = fails ]; then wanted=1; fi
  status=0
  "$build/vouch" check "$corpus/$1" ${2:+--ctl "$corpus/$2"} --property "$3" --require holds --timeout 120 --certificates "$out/certificates" \
    --json ${5:+"$5"} >"$out/log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne "$wanted" ] || ! grep -q "\"verdict\": *\"$4\"" "$out/log"; then
    complain "$1 $2 $3 $5: not '$4' (exit status $status)"
    cat "$out/log" >&2
    return
  fi
  certificates=$(find "$out/certificates" -type f -name '*.cert*' | wc -l)
  [ "$certificates" -eq 1 ] || complain "$1 $2 $3 $5: $certificates certificates instead of one"
  find "$out/certificates" -type f -name '*.cert*' | while read -r certificate; do
    status=0
    if [ -n "$5" ]; then env PATH= "$build/vouch-validate" "$corpus/$1" "$certificate" >"$out/log" 2>&1 || status=$?
    else "$build/vouch-validate" "$corpus/$1" "$certificate" >"$out/log" 2>&1 || status=$?
    fi
    case "$status $(tail -n 1 "$out/log")" in
      "0 s ACCEPTED $4"*) ;;
      *) echo "vouch-validate ended with status $status:"; tail -n 3 "$out/log" ;;
    esac
  done >"$out/verdicts"
  if [ -s "$out/verdicts" ]; then
    complain "$1 $2 $3 $5: certificate not accepted"
    cat "$out/verdicts" >&2
  fi
}

while IFS=, read -r model ctl property expected; do
  [ "$model" = model ] && continue
  lines=$((lines + 1))
  check "$model" "$ctl" "$property" "$expected"
  check "$model" "$ctl" "$property" "$expected" --proofs
done <"$corpus/manifest.csv"

echo "$lines properties, $failures failures"
[ "$lines" -gt 0 ] && [ "$failures" -eq 0 ]
