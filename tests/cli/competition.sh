#!/bin/sh
# usage: competition.sh BUILD CORPUS
# The calling conventions of the model checking competition and of SymbiYosys, replayed.
. "$(dirname "$0")/common.sh"
mkdir "$out/work"
cd "$out/work"
log=$out/log

# hwmcc MODEL WORD: the word is the whole output, and exactly the right file is left behind
hwmcc() {
  rm -f c.sat c.unsat
  [ "$("$build/vouch" hwmcc "$corpus/$1.aag" c.sat c.unsat)" = "$2" ] || fail "$1 is not $2"
  [ "$(ls)" = "c.$2" ] || { ls; fail "$1: wrong files"; }
}
for model in arbiter fifo traffic peterson counter; do
  hwmcc $model unsat
  "$build/vouch-validate" --certifaiger "$corpus/$model.aag" c.unsat >"$log" 2>&1 || { cat "$log"; fail "$model: the witness circuit is not accepted"; }
done
for model in arbiter_buggy fifo_buggy traffic_buggy peterson_buggy counter_buggy; do
  hwmcc $model sat
  head -n 2 c.sat | tr '\n' ' ' | grep -q '^1 b0 $' || fail "$model: witness header"
  "$build/vouch-validate" --aiger-witness "$corpus/$model.aag" c.sat >"$log" 2>&1 || { cat "$log"; fail "$model: the witness is not accepted"; }
done
# Several bad literals, or outputs: all of them are one property. The witness names the one that fails, the circuit excludes all.
printf 'aag 3 1 2 0 0 3\n2\n4 2\n6 6\n6\n6\n4\n' >"$out/third.aag"
printf 'aag 3 1 2 3 0\n2\n4 2\n6 6\n6\n6\n4\n' >"$out/third-output.aag"
printf 'aag 3 1 2 0 0 3\n2\n4 4\n6 6\n6\n6\n4\n' >"$out/none.aag"
printf 'aag 3 1 2 3 0\n2\n4 4\n6 6\n6\n6\n4\n' >"$out/none-output.aag"
for model in third third-output; do
  [ "$("$build/vouch" hwmcc "$out/$model.aag" c.sat c.unsat --validate always 2>"$log")" = sat ] || { cat "$log"; fail "$model is not sat"; }
  [ "$(ls)" = c.sat ] && [ "$(sed -n 2p c.sat)" = b2 ] && grep -q 'accepted by vouch-validate' "$log" || { cat c.sat "$log"; fail "$model: the property that fails"; }
done
rm c.sat
for model in none none-output; do
  for file in c.unsat c.unsat.aag; do
    rm -f c.unsat c.unsat.aag
    [ "$("$build/vouch" hwmcc "$out/$model.aag" c.sat $file --validate always 2>"$log")" = unsat ] || { cat "$log"; fail "$model is not unsat"; }
    [ "$(ls)" = $file ] && grep -q 'accepted by vouch-validate' "$log" || { cat "$log"; fail "$model: the circuit"; }
    "$build/vouch-validate" --certifaiger "$out/$model.aag" $file >"$log" || fail "$model: the circuit is not accepted"
    tail -n 1 "$log" | grep -q '^s ACCEPTED holds .* 0 \.\. .* 2 (certifaiger)$' || { cat "$log"; fail "$model: not all properties"; }
  done
  head -c 4 c.unsat.aag | grep -q 'aag ' || fail "$model: the circuit is not in ASCII"
done
rm c.unsat.aag
# A circuit about fewer than all properties is refused, even if it is valid: a validator that says so is not believed.
printf '#!/bin/sh\nexec "%s/vouch-validate" --property "bad 0" "$@"\n' "$build" >"$out/vouch-validate"
chmod +x "$out/vouch-validate"
cp "$build/vouch" "$out/vouch"
"$out/vouch" hwmcc "$out/none.aag" c.sat c.unsat --validate always >"$log" 2>&1 && fail "less than all properties" || [ $? -eq 2 ]
[ -z "$(ls)" ] && grep -q 'does not accept' "$log" || { ls; cat "$log"; fail "less than all properties"; }
rm "$out/vouch" "$out/vouch-validate"
# Justice properties beside bad ones are not decided, and that is said.
"$build/vouch" hwmcc "$corpus/arbiter.aag" c.sat c.unsat >"$log" 2>&1 || fail "arbiter"
grep -q 'about bad 0; justice properties that are not decided: 2' "$log" || { cat "$log"; fail "what is not decided is not said"; }
rm c.unsat
# A justice property that holds has a circuit with a justice set of its own, or else a certificate, and that is said.
printf 'aag 2 1 1 0 0 0 0 1\n2\n4 4\n1\n4\n' >"$out/never.aag"
printf 'aag 2 1 1 0 0 0 0 2\n2\n4 4\n1\n1\n4\n4\n' >"$out/never-twice.aag"
echo old >c.unsat.aag
[ "$("$build/vouch" hwmcc "$out/never.aag" c.sat c.unsat.aag 2>"$log")" = unsat ] && [ ! -s "$log" ] || { cat "$log"; fail "justice that holds"; }
[ "$(head -n 1 c.unsat.aag | cut -d' ' -f7-)" = '1 0 1' ] && [ "$(ls)" = c.unsat.aag ] || { ls; cat c.unsat.aag; fail "justice that holds: its circuit"; }
"$build/vouch-validate" --certifaiger "$out/never.aag" c.unsat.aag >"$log" || { cat "$log"; fail "justice that holds: its circuit is not accepted"; }
tail -n 1 "$log" | grep -q '^s ACCEPTED holds justice 0 (certifaiger)$' || { cat "$log"; fail "justice that holds: what was accepted"; }
rm c.unsat.aag
[ "$("$build/vouch" hwmcc "$out/never.aag" c.sat c.unsat.aag --validate=always 2>"$log")" = unsat ] && grep -q 'accepted by vouch-validate' "$log" ||
  { cat "$log"; fail "justice that holds: its circuit is not validated"; }
rm c.unsat.aag
[ "$("$build/vouch" hwmcc "$out/never-twice.aag" c.sat c.unsat 2>"$log")" = unsat ] && grep -q 'no witness circuit' "$log" || { cat "$log"; fail "two justice properties: no circuit"; }
"$build/vouch-validate" "$out/never-twice.aag" c.unsat >"$log" && [ "$(ls)" = c.unsat ] || { ls; fail "two justice properties: the certificate"; }
rm c.unsat
# --validate always: nothing is said that vouch-validate did not accept, in any of the formats.
for model in arbiter fifo arbiter_buggy traffic; do
  rm -f c.sat c.unsat
  "$build/vouch" hwmcc "$corpus/$model.aag" c.sat c.unsat --validate always >"$log" 2>&1 || { cat "$log"; fail "$model: hwmcc --validate always"; }
  grep -q 'accepted by vouch-validate' "$log" || fail "$model: hwmcc does not say that it was validated"
done
"$build/vouch" sby "$corpus/traffic.aag" --validate always >"$log" 2>&1
grep -q '^0$' "$log" && grep -q 'accepted by vouch-validate' "$log" || { cat "$log"; fail "sby --validate always"; }
rm -f c.sat c.unsat
"$build/vouch" hwmcc "$corpus/arbiter.aag" c.sat c.unsat --timeout 0.000001 >"$log" && fail "decided in no time" || [ $? -eq 3 ]
[ ! -s "$log" ] && [ -z "$(ls)" ] || fail "an undecided run leaves something"

# Three files, or the one that is not made is removed as a leftover: the model, or what was just written.
cp "$corpus/arbiter.aag" m.aag
ln m.aag link.aag
for files in "c c" "m.aag c" "c m.aag" "c ./link.aag"; do
  "$build/vouch" hwmcc m.aag $files >"$log" 2>&1 && fail "hwmcc m.aag $files" || [ $? -eq 2 ]
  grep -q 'are one file' "$log" && [ "$(ls | tr '\n' ' ')" = 'link.aag m.aag ' ] || { ls; cat "$log"; fail "hwmcc m.aag $files"; }
done
# What is there and is no file stays what it is.
mkfifo pipe
"$build/vouch" hwmcc m.aag c pipe >"$log" 2>&1 && fail "a witness into a pipe" || [ $? -eq 2 ]
"$build/vouch" hwmcc m.aag pipe c >"$log" || fail "a pipe that is not needed"
[ -p pipe ] && [ "$(ls | tr '\n' ' ')" = 'c link.aag m.aag pipe ' ] || { ls; fail "a pipe is not left alone"; }
rm pipe c m.aag link.aag

# A loop closes on all latches, as aigsim demands it, also on those that the property does not see: an input, and a counter beside it.
printf 'aag 10 1 3 0 6 0 0 1\n2\n4 5\n6 14\n8 20\n1\n2\n10 4 6\n12 5 7\n14 11 13\n16 10 8\n18 11 9\n20 17 19\n' >"$out/counter.aag"
[ "$("$build/vouch" hwmcc "$out/counter.aag" c.sat c.unsat --validate always 2>"$log")" = sat ] || { cat "$log"; fail "a counter beside the property"; }
steps=$(sed '1,3d;$d' c.sat | wc -l)
[ "$steps" -ge 8 ] && [ "$steps" -le 11 ] || { cat c.sat; fail "the loop of the counter has $steps steps"; }
rm c.sat

# What SymbiYosys does with the solver of its "aiger suprove" engine: a status line, then the lines of a witness up to ".".
sby() { "$build/vouch" sby "$@" >"$log" || fail "sby $*: status $?"; }
sby "$corpus/traffic.aag"
[ "$(cat "$log")" = 0 ] || { cat "$log"; fail "sby: holds"; }
sby +simple_liveness "$corpus/traffic_buggy.aag"
[ "$(head -n 1 "$log")" = 1 ] && [ "$(tail -n 1 "$log")" = . ] || { cat "$log"; fail "sby: fails"; }
sed -n 3p "$log" | grep -q '^[01]*$' || fail "sby: latch line"
sby "$corpus/arbiter.aag" --timeout 0.000001
[ "$(cat "$log")" = 2 ] || fail "sby: undecided"

# It drops empty lines: models without latches have the latches 0, those without inputs no trace.
printf 'aag 1 1 0 0 0 1\n2\n2\n' >"$out/no-latch.aag"
sby "$out/no-latch.aag"
[ "$(tr '\n' ' ' <"$log")" = '1 b0 0 1 . ' ] || { cat "$log"; fail "sby: no latches"; }
printf 'aag 1 0 1 0 0 1\n2 3\n2\n' >"$out/no-input.aag"
sby "$out/no-input.aag"
[ "$(tr '\n' ' ' <"$log")" = '1 b0 . ' ] || { cat "$log"; fail "sby: no inputs"; }
# Certificates that are kept, of every verdict.
sby --certificates kept --proofs "$corpus/traffic.aag"
[ "$(cat "$log")" = 0 ] && [ "$(ls kept | tr '\n' ' ')" = 'bad-0.cert justice-0.cert ' ] || { ls kept; fail "sby --certificates"; }
for property in bad-0 justice-0; do
  "$build/vouch-validate" --solver /bin/false "$corpus/traffic.aag" kept/$property.cert >"$log" || { cat "$log"; fail "sby --certificates --proofs: $property"; }
done
sby +simple_liveness --certificates kept --validate always "$out/no-latch.aag" 2>"$out/err"
grep -q 'bad 0: accepted by vouch-validate' "$out/err" && "$build/vouch-validate" "$out/no-latch.aag" kept/bad-0.cert >"$log" || { cat "$out/err" "$log"; fail "sby --certificates of a failure"; }
rm -r kept
"$build/vouch" sby --proofs "$corpus/traffic.aag" >"$log" 2>&1 && fail "sby --proofs alone" || [ $? -eq 2 ]
"$build/vouch" sby --certificates "$out/err" "$corpus/traffic.aag" >"$log" 2>&1 && fail "sby: certificates into a file" || [ $? -eq 2 ]
grep -q '^[012]$' "$log" && { cat "$log"; fail "sby: a verdict where certificates could not be made"; }

printf 'aag 1 0 1 0 0\n2 3\n' >"$out/nothing.aag" # all of no properties hold: that is not what "0" is for
"$build/vouch" sby "$out/nothing.aag" >"$log" 2>"$out/err" && fail "sby: nothing to decide" || [ $? -eq 2 ]
[ ! -s "$log" ] && grep -q 'no property' "$out/err" || { cat "$log" "$out/err"; fail "sby: nothing to decide"; }
if [ -e /dev/full ]; then
  for command in "sby $corpus/traffic.aag" "hwmcc $corpus/arbiter.aag c.sat c.unsat"; do
    "$build/vouch" $command >/dev/full 2>"$log" && fail "$command: a full disk" || [ $? -eq 2 ]
    grep -q 'cannot write to standard output' "$log" || { cat "$log"; fail "$command: no word about a full disk"; }
  done
  rm -f c.sat c.unsat
fi

# Limits end in "cannot tell" and leave nothing behind. (With the address sanitizer every process needs terabytes of addresses.)
validate() { TMPDIR=$out/work "$build/vouch-validate" "$@" >"$log" 2>&1 && status=0 || status=$?; }
printf '#!/bin/sh\nexec sleep 100\n' >"$out/kissat"
chmod +x "$out/kissat"
"$build/vouch" hwmcc "$corpus/arbiter.aag" c.sat c.unsat >"$log"
mv c.unsat "$out/witness"
if ! grep -q __asan_init "$build/vouch-validate"; then
  validate --certifaiger "$corpus/arbiter.aag" "$out/witness" --memory 1
  [ $status -eq 2 ] && tail -n 1 "$log" | grep -q '^s UNKNOWN' || { cat "$log"; fail "--memory: status $status"; }
fi
for wrong in "--memory 0" "--memory x" "--timeout 0" "--timeout 1x"; do
  validate --certifaiger "$corpus/arbiter.aag" "$out/witness" $wrong
  [ $status -eq 2 ] && grep -q '^s UNKNOWN wrong usage' "$log" || fail "$wrong is not refused"
done
# x & y with x xor y: no unit propagation decides it, the solver sleeps.
printf 'aag 6 2 1 0 3 1\n2\n4\n6 13\n12\n8 2 4\n10 3 5\n12 9 11\n' >"$out/free.aag"
validate --certifaiger "$out/free.aag" "$out/free.aag" --timeout 1 --solver "$out/kissat"
[ $status -eq 2 ] && grep -q '^s UNKNOWN out of time' "$log" || { cat "$log"; fail "--timeout: status $status"; }
[ -z "$(ls)" ] || fail "a limit leaves files behind"

# An invariant of ABC's pdr (cubes of states that are never reached) and the model become a witness circuit: bad, or in a cube.
# usage: invariant_to_witness INPUTS LATCHES BAD 'lines of inputs, latches' 'gates' MAXVAR NUMGATES <invariant.pla
invariant_to_witness() {
  awk -v inputs="$1" -v latches="$2" -v bad="$3" -v leaves="$4" -v gates="$5" -v variable="$6" -v count="$7" '
    function and(a, b) { variable++; count++; gates = gates 2 * variable " " a " " b "\n"; return 2 * variable }
    BEGIN { safe = bad + 1 }
    $1 == ".ilb" { for (k = 2; k <= NF; k++) latch[k - 1] = 2 * (inputs + 1 + substr($k, 3)) }
    /^[01-]+ 1$/ {
      cube = 1
      for (k = 1; k <= length($1); k++) {
        value = substr($1, k, 1)
        if (value != "-") cube = and(cube, latch[k] + (value == "0"))
      }
      safe = and(safe, cube + 1 - 2 * (cube % 2))
    }
    END { printf "aag %d %d %d 0 %d 1\n%s%d\n%s", variable, inputs, latches, count, leaves, safe + 1 - 2 * (safe % 2), gates }'
}
if command -v berkeley-abc >/dev/null; then
  printf 'aig 3 1 2 1 0\n2\n4\n6\n' >"$out/chain.aig" # an input goes through two latches to the output
  for engine in bmc3 pdr; do
    berkeley-abc -q "read_aiger $out/chain.aig; $engine; write_cex -a $out/abc.cex" >"$log" 2>&1
    { printf '1\nb0\n'; sed 's/# DONE//' "$out/abc.cex"; echo .; } >"$out/abc.witness" # which ABC leaves out
    validate --aiger-witness "$out/chain.aig" "$out/abc.witness"
    grep -q '^s ACCEPTED fails output 0 (witness)' "$log" || { cat "$log"; fail "the counterexample of $engine is not accepted"; }
  done
  printf 'aig 6 0 4 1 2\n4\n6\n8\n2\n12\n\002\002\002\002' >"$out/ring.aig" # four latches in a ring, all 0
  berkeley-abc -q "read_aiger $out/ring.aig; pdr -d -I $out/ring.pla" >"$log" 2>&1
  latches=$(printf '2 4\n4 6\n6 8\n8 2\n.') gates=$(printf '10 8 6\n12 10 8\n.')
  invariant_to_witness 0 4 12 "${latches%.}" "${gates%.}" 6 2 <"$out/ring.pla" >"$out/ring.witness"
  validate --certifaiger "$out/ring.aig" "$out/ring.witness"
  grep -q '^s ACCEPTED holds output 0 (certifaiger)' "$log" || { cat "$log"; fail "the invariant of pdr is not accepted"; }
  sed '/^--1- 1$/d' "$out/ring.pla" | invariant_to_witness 0 4 12 "${latches%.}" "${gates%.}" 6 2 >"$out/ring.witness"
  validate --certifaiger "$out/ring.aig" "$out/ring.witness" # one cube less: not inductive any more
  grep -q '^s REJECTED obligation 0 (invariant' "$log" || { cat "$log"; fail "half an invariant of pdr is not rejected"; }
fi
echo "competition: all as expected"
