#!/bin/sh
# usage: last_mile.sh BUILD MODEL [OPTION OF CHECK ..]
# Certifies the properties of a model with proofs, exports every obligation and its proof, and feeds each pair to all proof checkers that
# are installed: lrat-check and drat-trim (Debian's drat-trim), cake_lpr and lrat_isa (formally verified). Each must verify every pair.
set -eu
[ $# -ge 2 ] || { sed -n 's/^# //p' "$0" >&2; exit 2; }
build=$1 model=$2
shift 2
here=$(dirname "$0")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

have() { command -v "$1" >/dev/null; }
checkers=
for tool in lrat-check drat-trim cake_lpr lrat_isa; do if have "$tool"; then checkers="$checkers $tool"; fi; done
case " $checkers " in *" lrat_isa "*) have python3 || { echo "lrat_isa needs python3 for its proof format"; exit 77; } ;; esac
[ -n "$checkers" ] || { echo "no proof checker"; exit 77; }

# says LINE COMMAND ..: does the command print this line? Exit statuses of these tools are not to be trusted alone.
says() {
  line=$1
  shift
  "$@" >"$out/log" 2>&1 || true
  tr '\r' '\n' <"$out/log" | grep -qxE "$line"
}

# verified CHECKER CNF LRAT
verified() {
  case $1 in
    lrat-check) says 'c VERIFIED' lrat-check "$2" "$3" ;;
    drat-trim) # the clauses of the proof without ids and hints
      awk '$2 != "d" { for (i = 2; $i != 0; i++) printf "%s ", $i; print 0 }' "$3" >"$out/drup"
      says 's VERIFIED' drat-trim "$2" "$out/drup" -f -U -t 600 ;;
    cake_lpr) says 's VERIFIED UNSAT' cake_lpr "$2" "$3" ;;
    lrat_isa) # reads the binary format only
      python3 "$here/binary_lrat.py" "$3" "$out/binary"
      says 's VERIFIED UNSAT' lrat_isa "$2" "$out/binary" ;;
  esac
}

"$build/vouch" check "$model" "$@" --certificates "$out/certificates" --proofs >"$out/log" 2>&1 </dev/null || [ $? -eq 1 ] || { cat "$out/log"; exit 1; }
pairs=0
for certificate in "$out"/certificates/*.cert; do
  [ -e "$certificate" ] || continue
  rm -rf "$out/export"
  "$build/vouch-validate" "$model" "$certificate" --export "$out/export" >"$out/log" 2>&1
  for cnf in "$out"/export/*.cnf; do
    [ -e "$cnf" ] || continue
    pairs=$((pairs + 1))
    for checker in $checkers; do
      verified "$checker" "$cnf" "${cnf%.cnf}.lrat" ||
        { echo "$checker does not verify $(basename "$cnf" .cnf) of $(basename "$certificate"):"; cat "$out/log"; exit 1; }
    done
  done
done
echo "$pairs pairs verified by each of$checkers"
