# Sourced first by tests of the command line, which are called with BUILD CORPUS: $build, $corpus, $vouch; $out, a folder of their
# own; $busy, processes to end with them; how they fail. What is said may quote names of any bytes.
set -eu
build=$1 corpus=$2
vouch=$build/vouch
out=$(mktemp -d)
busy=
failures=0
stop() {
  for id in $busy; do kill "$id" 2>/dev/null || true; done
  rm -rf "$out"
}
trap stop EXIT

# fail WHAT: ends the test
fail() { echo "FAILED: $*" | cat -v; exit 1; }

# complain WHAT: the test goes on, and ends with these $failures
complain() {
  echo "FAILED: $*" | cat -v >&2
  failures=$((failures + 1))
}

# own_temporary: programs put temporary files below $out
own_temporary() {
  export TMPDIR="$out/tmp"
  mkdir "$TMPDIR"
}

# nothing_left WHERE: no temporary files, no halves, nothing of losers
nothing_left() {
  [ -z "$(ls -A "$TMPDIR")" ] || { ls -lA "$TMPDIR"; fail "$1: temporary files are left"; }
  [ -z "$(find "$out" -name '*.part' -o -name '*.stale')" ] || fail "$1: half a file, or one of a loser, is left"
}
