#!/usr/bin/env bash
# usage: check.sh [BYTES]
# Frama-C on what reads LRAT proofs (docs/trust.md): WP proves the reading functions of validator/kernel/text.c free of undefined
# behaviour and of unsigned overflow, for all texts; the value analysis looks at the whole checker, for all texts of at most BYTES (4) bytes.
# 0: both have nothing to complain of. 77: Frama-C, Why3 or a prover is not installed.
set -euo pipefail
bytes=${1:-4}
for tool in frama-c why3 z3 cvc4; do
  command -v "$tool" >/dev/null || { echo "no $tool here"; exit 77; }
done
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
common=(-c11 -machdep gcc_x86_64 "-cpp-extra-args=-I. -D_POSIX_C_SOURCE=200809L -DBYTES=$bytes")

# judged NAME PATTERN: the log has a line of this pattern, which is shown
judged() { grep -E "$2" "$out/$1" | sed "s/^ */$1: /" || { cat "$out/$1"; echo "$1: not shown"; exit 1; }; }

export WHY3CONFIG=$out/why3.conf
why3 config detect >"$out/provers" 2>&1 || { cat "$out/provers"; exit 1; }
awk -f "$here/annotate.awk" "$here/text.acsl" validator/kernel/text.c |
  sed 's|"validator/kernel/text.h"|"validator/proof/c/contracts.h"|' >"$out/text.c"
frama-c "${common[@]}" "$out/text.c" -wp -wp-rte -warn-unsigned-overflow -warn-unsigned-downcast -wp-prover cvc4,z3 -wp-timeout 60 \
  -wp-par 1 -wp-cache none -wp-fct v_number,v_blank_number,v_blank,v_eol,v_at >"$out/wp" 2>&1 || { cat "$out/wp"; exit 1; }
judged wp 'Proved goals: +([0-9]+) / \1$'

# Calls are inlined so that the analysis joins no two paths through the checker.
inlined=v_blank,v_eol,v_at,v_number,number_by_cases,blank_number_by_cases,v_cnf_clauses,v_push,v_grow,v_need,v_zeroed
inlined+=,assign,undo_all,end_clause,add_input,find,delete_clauses,read_clause,follow,follow_hints,add_clause,line
frama-c "${common[@]}" "$here/lrat_eva.c" -inline-calls "$inlined" -eva -eva-precision 11 -eva-slevel 100000000 \
  -eva-auto-loop-unroll 0 -eva-msg-key=-initial-state,-final-states >"$out/eva" 2>&1 || { cat "$out/eva"; exit 1; }
judged eva '^ *0 alarms generated'
judged eva '100% of the logical properties reached have been proven'
