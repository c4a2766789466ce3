#!/bin/sh
# usage: corpus_regenerate.sh GENERATE CORPUS
# The models in the corpus are byte for byte what the generator writes.
set -eu
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$1" --all "$out"
status=0
for model in "$out"/*.aag "$2"/*.aag; do
  name=$(basename "$model")
  cmp "$out/$name" "$2/$name" || status=1
done
exit $status
