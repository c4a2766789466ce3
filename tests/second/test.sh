#!/bin/sh
# usage: test.sh BUILD CORPUS [OPTION OF compare.py ..]
# The second validator against vouch-validate: the corpus, corpus/rejected, and as many random models and mutants as fit into some seconds.
set -eu
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' || { echo "python3 is too old"; exit 77; }
build=$1 corpus=$2
shift 2
exec python3 "$(dirname "$0")/compare.py" --build "$build" --corpus "$corpus" --models 1000 --mutants 20 --stop-after 20 "$@"
