#!/bin/sh
# usage: ltl.sh BUILD CORPUS
# A formula of CTL and one of LTL or CTL* that means the same have the same verdict; the certificate of the second is of version 3, of safe LTL (ghosts) of version 4,
# with operators of the past of version 5, is accepted with its proofs, and can be explained.
. "$(dirname "$0")/common.sh"
pairs=0

# verdict MODEL FORMULA FOLDER
verdict() {
  "$build/vouch" check "$corpus/$1" --formula "$2" --require nothing --timeout 120 --proofs --certificates "$3" 2>&1 </dev/null || true
}

# same MODEL CTL OTHER [VERSION]
same() {
  pairs=$((pairs + 1))
  first=$(verdict "$1" "$2" "$out/ctl") second=$(verdict "$1" "$3" "$out/ltl")
  case $first in holds* | fails*) ;; *) complain "$1 $2: $first" ;; esac
  [ "${first%% *}" = "${second%% *}" ] || complain "$1: '$first' but '$second'"
  certificate=$out/ltl/ctl-0.cert
  [ "$(head -n 1 "$certificate")" = "vouch-certificate ${4:-3}" ] || complain "$1 $3: not of version ${4:-3}"
  env PATH= "$build/vouch-validate" "$corpus/$1" "$certificate" >"$out/log" 2>&1 || complain "$1 $3: $(tail -n 1 "$out/log")"
  "$build/vouch" explain "$certificate" "$corpus/$1" >"$out/log" 2>&1 || complain "$1 $3: explain: $(tail -n 1 "$out/log")"
}

same arbiter.aag 'AG AF g1' 'G F (g1 & F true)'
same arbiter.aag 'AG (r1 -> AF g1)' 'G (r1 -> F (g1 & F true))'
same arbiter.aag 'AG (!r1 -> AX !g1)' '!(F true U (!r1 & X g1))' 4
same arbiter.aag 'EF (g1 & EX (g2 & EX g1))' 'E (F true U (g1 & X (g2 & X g1)))'
same arbiter.aag 'AG EF g1' 'AG E ((F true) U g1)'
same arbiter.aag '!EF (g1 & EG !g2)' '!(F true U (g1 & G !g2))'
same arbiter.aag 'A[!g2 U r2] | EG !r2' 'A (!g2 U (r2 & F true)) | E G (!r2 & F true)'
same arbiter.aag '!E[!r1 U (g1 & !r1)]' 'G (g1 -> O r1)' 5
same arbiter.aag '!E[!r2 U (g1 & !r2)]' 'G (g1 -> O r2)' 5
same arbiter.aag 'AG (!r1 -> AX !g1)' 'G (g1 -> Z r1)' 5
same arbiter.aag 'EF (g1 & EX (g2 & EX g1))' 'E F (g1 & Y (g2 & Y g1))' 5
same arbiter.aag 'AG EF g1' 'AG E (Z false & F (g1 & O true))' 5
same arbiter.aag '!EF (g1 & EG !g2)' 'G F (!(!g2 S g1))' 5
same arbiter.aag 'AG (r1 -> AF g1)' 'G F (g1 T (r1 -> g1))' 5

# What CTL can say is CTL's, whoever writes it: quantifiers are pushed inside.
alike() {
  pairs=$((pairs + 1))
  for formula in "$2" "$3"; do
    "$build/vouch" parse "$corpus/$1" --formula "$formula"
  done | uniq | wc -l | grep -qx ' *1' || complain "$1: '$2' and '$3' are not one formula"
}
alike arbiter.aag 'AG AF g1' 'G F g1'
alike arbiter.aag 'AG (r1 -> AF g1)' 'G (r1 -> F g1)'
alike arbiter.aag 'AG (!r1 -> AX !g1)' 'A G (!r1 -> X !g1)'
alike arbiter.aag 'EF (g1 & EX (g2 & EX g1))' 'E F (g1 & X (g2 & X g1))'
alike arbiter.aag '!EF (g1 & EG !g2)' '!(F (g1 & G !g2))'
alike arbiter.aag 'AG (!r1 | AX (!r2 | AX g1))' 'G (r1 & X r2 -> X X g1)'

# Every engine that may prove decides LTL, diagrams among them.
engines=0
for engine in bdd skeleton rlive klive loop; do
  for formula in 'G F r1 -> G F g1' 'G (r1 & !g1 -> X r1) -> G (r1 -> F g1)' 'G (r1 & !g1 -> X r1) -> G F ((!r1 | g1) T (r1 -> O g1 | H !g1))'; do
    line=$("$build/vouch" check "$corpus/arbiter.aag" --formula "$formula" --engine $engine --require nothing --timeout 120 \
      --validate --certificates "$out/ltl" --statistics 2>&1) || complain "$engine: $line"
    case $line in *"decided by $engine"* | *'decided by lasso'*) engines=$((engines + 1)) ;; *) complain "$engine: $line" ;; esac
  done
done

# A loop in a view is of version 6, whether LTL or an E node inside CTL* has it.
for formula in 'G (r1 & !g1 -> X r1) -> G (r1 -> F g1)' 'AG A (G F (r1 & !r2) -> G F g1)'; do
  line=$("$build/vouch" check "$corpus/arbiter.aag" --formula "$formula" --engine loop,iictl --require nothing --timeout 120 \
    --proofs --validate --certificates "$out/loop" 2>&1) || complain "loop: $line"
  case $line in holds*) engines=$((engines + 1)) ;; *) complain "loop: $line" ;; esac
  [ "$(head -n 1 "$out/loop/ctl-0.cert")" = "vouch-certificate 6" ] || complain "$formula: not of version 6"
  grep -q '^loop ' "$out/loop/ctl-0.cert" || complain "$formula: no loop"
  "$build/vouch" explain "$out/loop/ctl-0.cert" "$corpus/arbiter.aag" >"$out/log" 2>&1 || complain "$formula: explain: $(tail -n 1 "$out/log")"
done

# AG p, and G p where p looks back, are asked as bad properties are, with the past in ghosts; a run that breaks them goes on somehow.
always() {
  line=$("$build/vouch" check "$corpus/arbiter.aag" --formula "$2" --engine "$1" --set equal_signals_first=0 --require nothing --timeout 120 --proofs --validate --certificates "$out/always" \
    --statistics 2>&1) || complain "$1: $line"
  case $line in *"decided by $1"*"$3  "*) engines=$((engines + 1)) ;; *) complain "$1, $2: $line" ;; esac
  grep -q "$4" "$out/always/ctl-0.cert" || complain "$1, $2: no '$4'"
  "$build/vouch" explain "$out/always/ctl-0.cert" "$corpus/arbiter.aag" >"$out/log" 2>&1 || complain "$2: explain: $(tail -n 1 "$out/log")"
}
always ic3 'AG !(g1 & g2)' holds '^upper 1 0$'
always ic3 'AG !(g1 & g2) & AG (g1 -> !g2)' holds '^upper 2 0$'
always ic3 'AG !g1' fails '^rank'
always bmc 'AG (!r2 -> AX !g1)' fails '^lower-ex'
always step 'AG (!r1 -> AX !g1)' holds '^upper 1 0$'
always ic3 'G (g1 -> O r1)' holds '^ghosts 0$'
always ic3 'G (g1 -> (!g2 S r1)) & G (g2 -> (false T !(g1 & g2)))' holds '^ghosts 0 0$'
always ic3 'G (Z Z !g2)' fails '^region'
always ic3 'assume !(r1 & r2) G (g1 -> Z r1)' holds '^ghosts 0$'
always ic3 'fair g1 AG !(g1 & g2)' holds '^upper'
always kinduction 'AG !(g1 & g2)' holds '^ghosts'

# .. and both engines of CTL decide path formulas below other operators.
for engine in bdd iictl; do
  for formula in 'AG E G F (g1 & X g2)' 'AG (r1 -> E (F g2 & G F g1))' 'E G (F r1 & E G F (g2 & X g1))' 'AG A (G F r1 -> G F g1)' 'AG (g1 -> E ((!g2 U r2) & G F X !r1))'; do
    line=$("$build/vouch" check "$corpus/arbiter.aag" --formula "$formula" --engine $engine --require nothing --timeout 120 \
      --validate --certificates "$out/star-$engine" --statistics 2>&1) || complain "$engine: $line"
    case $line in *"decided by $engine"*) engines=$((engines + 1)) ;; *) complain "$engine: $line" ;; esac
    "$build/vouch" explain "$out/star-$engine/ctl-0.cert" "$corpus/arbiter.aag" >"$out/log" 2>&1 || complain "$formula: explain: $(tail -n 1 "$out/log")"
  done
done

# Witnesses from everywhere: diagrams give them as a region of the view. What nobody needs is dropped.
for how in --no-minimize ''; do
  "$build/vouch" check "$corpus/arbiter.aag" --formula 'AG (r1 -> E (F g2 & G F g1))' --engine bdd --validate --certificates "$out/star$how" $how >"$out/log" ||
    complain "a region of a view: $(cat "$out/log")"
done
grep -q '^lower-e [0-9]* [0-9]* 0 1 ' "$out/star/ctl-0.cert" || complain 'no region of a view'
[ "$(wc -c <"$out/star/ctl-0.cert")" -lt "$(wc -c <"$out/star--no-minimize/ctl-0.cert")" ] || complain 'facts of path formulas are not minimised'

# .. among it one of two facts that would do alone, with its blocks.
"$build/vouch" check "$corpus/arbiter.aag" --formula 'A (F G g1 | G F !g1) | A (F G g2 | G F !g2)' --engine bdd --validate --certificates "$out/star" >"$out/log" 2>&1 ||
  complain "one of two facts: $(cat "$out/log")"
grep -c '^upper-e ' "$out/star/ctl-0.cert" | grep -qx 1 || complain 'both facts stay'

# .. also where few clauses are the invariant: choices of promises are right in all of it.
printf 'aag 5 1 3 0 1\n2\n4 11 1\n6 0\n8 1\n10 8 7\n' >"$out/clauses.aag"
for how in --no-minimize ''; do
  "$build/vouch" check "$out/clauses.aag" --formula 'AG A ((l0 ^ 10) <-> (i0 R 10))' --engine bdd --require nothing --validate --certificates "$out/clauses$how" $how \
    >"$out/log" 2>&1 || complain "clauses and promises: $(cat "$out/log")"
done
[ "$(wc -c <"$out/clauses/ctl-0.cert")" -lt "$(wc -c <"$out/clauses--no-minimize/ctl-0.cert")" ] || complain 'promises are not right in all of the invariant'

# The path of a verdict, with the truth of every part of the formula in each of its steps: of the whole from the first one on.
verdict arbiter.aag 'E (F g1 & G F (g2 & X g1))' "$out/ltl" >"$out/log"
"$build/vouch" explain "$out/ltl/ctl-0.cert" "$corpus/arbiter.aag" >"$out/log"
grep -q '^ *What is true of the path from each of its steps on' "$out/log" || complain 'explain does not say what is true of the path'
grep -q '^ *[01 (]*)  g1$' "$out/log" || complain 'explain does not say where g1 is true'
grep -q '^ *(*1[1 (]*)  F g1 & G F (g2 & X g1)$' "$out/log" || complain 'explain does not say that the path formula is true'
verdict arbiter.aag 'G F r1 -> G F g1' "$out/ltl" >"$out/log"
"$build/vouch" explain "$out/ltl/ctl-0.cert" "$corpus/arbiter.aag" >"$out/log"
grep -q '^ *(*0[01 (]*)  G F r1 -> G F g1$' "$out/log" || complain 'explain does not say that the path formula is false'
verdict arbiter.aag 'E F (g1 & Y (g2 & O r1) & G F (g1 & Z g2))' "$out/ltl" >"$out/log"
"$build/vouch" explain "$out/ltl/ctl-0.cert" "$corpus/arbiter.aag" >"$out/log"
grep -q '^ *(*0[01 (]*)  Y (g2 & O r1)$' "$out/log" || complain 'explain does not say that there is nothing before the path'
grep -q '^ *(*1[01 (]*)  F ((g1 & Y (g2 & O r1)) & G F (g1 & Z g2))$' "$out/log" || complain 'explain does not say that a formula of the past is true'
verdict arbiter.aag 'G (O g2 -> Y Y O g2)' "$out/ltl" >"$out/log"
"$build/vouch" explain "$out/ltl/ctl-0.cert" "$corpus/arbiter.aag" >"$out/log"
grep -q 'the loop is told more than once' "$out/log" || complain 'explain tells a loop once whose past differs'
grep -q '^ *0[01 (]*(1)  Y Y O g2$' "$out/log" || complain 'explain does not say when the past is settled'

# Plain LTL says that it was read so; CTL does not.
case $(verdict arbiter.aag 'G F g1' "$out/ltl") in *'(LTL: all paths)'*) ;; *) complain 'LTL is not called so' ;; esac
case $(verdict arbiter.aag 'AG AF g1' "$out/ctl") in *LTL*) complain 'CTL is called LTL' ;; esac

echo "$pairs pairs, $engines runs of single engines, $failures failures"
[ "$failures" -eq 0 ]
