#!/usr/bin/env bash
# Compiles the proof from scratch and shows what it rests on.
#   check.sh FOLDER      FOLDER is emptied and gets the compiled files, and the program proved-validate if OCaml is there
# Ends with 0 if every file compiles, no file has a gap, and the theorems rest on what assumptions.txt says and on nothing else;
# with 77 if there is no coqc.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: check.sh FOLDER" >&2; exit 2; }
command -v coqc >/dev/null || { echo "coqc is not installed (Debian: coq)" >&2; exit 77; }
source=$(cd "$(dirname "$0")" && pwd)
out=$1

mapfile -t files < <(grep '\.v$' "$source/_CoqProject")
listed=$(printf '%s\n' "${files[@]}" | sort)
present=$(cd "$source" && printf '%s\n' *.v | sort)
[ "$listed" = "$present" ] || { echo "_CoqProject does not list the files of the folder" >&2; exit 1; }

# A gap would show as an assumption as well; this says where.
gaps='(^|[^A-Za-z_])(Admitted|admit|give_up|Axioms?|Conjecture|Parameters?|Unset *(Guard|Positivity|Universe) *Checking)([^A-Za-z_]|$)|bypass_check'
if (cd "$source" && grep -nE "$gaps" "${files[@]}"); then
  echo "these lines leave something unproved" >&2
  exit 1
fi

rm -rf "$out"
mkdir -p "$out"
for file in "${files[@]}" reader.ml; do cp "$source/$file" "$out"; done
cd "$out"
for file in "${files[@]}"; do
  coqc -q -w -extraction-opaque-accessed -R . Vouch "$file" >"${file%.v}.log" ||
    { cat "${file%.v}.log"; echo "$file does not compile" >&2; exit 1; }
done
cat Assumptions.log
if ! diff "$source/assumptions.txt" Assumptions.log; then
  echo "the theorems do not rest on what assumptions.txt says" >&2
  exit 1
fi
printf 'proved: %s files, %s theorems and lemmas\n' "${#files[@]}" \
  "$(cat "${files[@]}" | grep -cE '^ *(Theorem|Lemma|Corollary) ')"

# Compiling Extract.v has written proved.ml.
if command -v ocamlopt >/dev/null; then
  ocamlopt -w -a -o proved-validate proved.mli proved.ml reader.ml
  echo "extracted: proved-validate"
fi
