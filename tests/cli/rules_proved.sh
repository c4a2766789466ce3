#!/usr/bin/env bash
# rules_proved.sh SOURCE_FOLDER: every word of the certificate that the validator's rules read has a row in the tables of
# docs/certificates.md that say where it is proved, or that it is not; and the theorem of every row is in the Coq sources.
set -u
cd "$1" || exit 2
failed=0
complain() { echo "$*"; failed=1; }

# Words that frame a certificate without giving or demanding anything.
frame=' vouch-certificate model property inputs all observed verdict holds fails latches gates and saved relations facts proofs proof fair '

# "| `word` | .. | `File.v` | `theorem` |"
rows=$(sed -nE 's/^\| `([a-z-]+)` \|.*\| `([A-Za-z]+\.v)` \| `([A-Za-z_]+)` \|$/\1 \2 \3/p' docs/certificates.md)
[ -n "$rows" ] || complain "docs/certificates.md has no table of theorems"

# The words that the readers of the validator expect: in calls, and in the tables of facts and steps.
words=$(grep -hE 'v_word(_line)?\(|v_at_word\(|v_counted\(|(guarded|covering)\(r, |names\[\] = |kinds\[\] = |^ +\{"|^ +\[V_' validator/kernel/{rules,walls,certificate,property}.c |
  grep -oE '"[a-z]+(-[a-z]+)*"' | tr -d '"' | sort -u)
[ "$(wc -w <<<"$words")" -ge 20 ] || complain "the words of the rules were not found in validator/kernel"
for word in $words; do
  case "$frame" in *" $word "*) continue ;; esac
  grep -qE "^\| \`$word\` \|.*\| not proved \|$" docs/certificates.md && continue
  grep -q "^$word " <<<"$rows" || complain "docs/certificates.md does not say where '$word' is proved"
done

while read -r word file theorem; do
  grep -qE "^ *(Theorem|Lemma|Corollary) $theorem( |\$)" "validator/proof/$file" ||
    complain "the theorem of '$word', $theorem, is not in validator/proof/$file"
done <<<"$rows"
exit "$failed"
