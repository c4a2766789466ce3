#!/bin/sh
# usage: packed.sh BUILD CORPUS
# Models that are packed with gzip, that come through pipes, and that are no AIGER at all.
set -eu
build=$1 corpus=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$out"
export TMPDIR=$out/tmp
mkdir tmp
vouch=$build/vouch validate=$build/vouch-validate
fail() { echo "FAILED: $*"; cat log err 2>/dev/null || true; exit 1; }

cp "$corpus/arbiter.aag" "$corpus/fifo_buggy.aag" .
gzip -k arbiter.aag
mv arbiter.aag.gz ./-n.gz # what it is called says nothing
# judged FOLDER MODEL: every certificate is accepted for the plain file
judged() {
  [ "$(ls "$1" | wc -l)" -eq 3 ] || fail "$1: not three certificates"
  for certificate in "$1"/*.cert; do "$validate" "$2" "$certificate" >log || fail "$certificate"; done
}
"$vouch" check --certificates packed --proofs -- ./-n.gz >log 2>err || fail "packed"
judged packed arbiter.aag
"$vouch" check --certificates packed-validated --validate always -- ./-n.gz >log 2>err || fail "packed, validated"
[ "$(grep -c '(validated)$' log)" -eq 3 ] || fail "packed, not validated"
judged packed-validated arbiter.aag
"$vouch" check - --certificates input --validate always <arbiter.aag >log 2>err || fail "standard input"
judged input arbiter.aag
"$vouch" check --certificates input-packed - <./-n.gz >log 2>err || fail "standard input, packed"
judged input-packed arbiter.aag
mkfifo pipe
cat arbiter.aag >pipe &
"$vouch" check pipe --certificates pipe-read --proofs --validate always >log 2>err || fail "a pipe"
judged pipe-read arbiter.aag
for folder in input packed input-packed pipe-read packed-validated; do
  head -n 2 "$folder/bad-0.cert" | tail -n 1 >digest
  [ "$(cat digest)" = "model $(sha256sum <arbiter.aag | cut -d' ' -f1)" ] || fail "$folder: the digest is not that of the unpacked bytes"
done

"$vouch" hwmcc - c.sat c.unsat --validate always <fifo_buggy.aag >log 2>err || fail "hwmcc"
[ "$(cat log)" = sat ] && "$validate" --aiger-witness fifo_buggy.aag c.sat >log || fail "hwmcc: the witness"
"$vouch" sby ./-n.gz >log 2>err && [ "$(cat log)" = 0 ] || fail "sby"
"$vouch" explain packed/bad-0.cert ./-n.gz >log 2>err || fail "explain"
"$vouch" parse ./-n.gz --formula 'AG EF true' >log 2>err || fail "parse"
"$vouch" keygen --no-password key >log 2>err
"$vouch" signoff ./-n.gz --key key.key -o signed >log 2>err || fail "signoff"
cmp -s signed/model.aag arbiter.aag || fail "what is handed over is not unpacked"
for model in ./-n.gz arbiter.aag; do "$vouch" verify signed --pub key.pub --model $model >log 2>err || fail "verify $model"; done
"$vouch" verify signed --pub key.pub --model - <arbiter.aag >log 2>err || fail "verify -"
"$vouch" verify signed --pub key.pub --model - <fifo_buggy.aag >log 2>err && fail "verify: another model" || [ $? -eq 1 ]

# The validator reads plain files, and says so.
"$validate" ./-n.gz packed/bad-0.cert >log 2>err && fail "the validator unpacks" || [ $? -eq 2 ]
tail -n 1 log | grep -q '^s UNKNOWN .*this is gzip: unpack it first' || fail "the validator does not say that it is gzip"

# refused WORDS: of standard input, no verdict, one message, no file left
refused() {
  "$vouch" check - --certificates none >log 2>err && fail "accepted: $1" || [ $? -eq 2 ]
  [ ! -s log ] && [ "$(wc -l <err)" -eq 1 ] && grep -q "$1" err && [ ! -e none ] || fail "$1"
}
size=$(wc -c <./-n.gz)
for n in 2 9 10 30 $((size / 2)) $((size - 5)) $((size - 1)); do head -c "$n" ./-n.gz | refused 'standard input: the gzip data ends too early'; done
{ cat ./-n.gz; echo more; } | refused 'standard input: broken gzip data'
{ head -c $((size - 8)) ./-n.gz; printf 'xxxxxxxx'; } | refused 'standard input: broken gzip data: incorrect data check'
gzip -c ./-n.gz | refused 'gzip inside gzip'
gzip -c </dev/null | refused 'standard input:1: expected an AIGER header'
printf '1 sort bitvec 1\n' | gzip -c | refused 'found a model in BTOR2'
refused 'expected an AIGER header' </dev/null
# Two members are one file: the second one continues the comment of the first.
cat ./-n.gz ./-n.gz >two.gz
"$vouch" check two.gz --certificates two >log 2>err || fail "two members"
cat arbiter.aag arbiter.aag >two.aag
judged two two.aag
[ -z "$(ls tmp)" ] || fail "temporary files are left: $(ls tmp)"
echo "packed: all as expected"
