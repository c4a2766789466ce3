#!/bin/bash
# usage: docs.sh BUILD SOURCE
# Runs every command of the documents. Each fenced block is either commands, which are run and must succeed (console blocks: and print what is shown), or it is
# listed below with the reason why it is something else. A block that is neither is a failure, so that nothing is skipped by accident.
set -u
build=$1 source=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failures=0 commands=0 blocks=0

complain() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# Blocks that are no commands, by their first line.
is_text() {
  case $1 in
    'SIGNED: 6 hold, 3 FAIL, as expected') ;;      # output, checked by tests/cli/signoff.sh
    'formula:1:1: the dialects disagree'*) ;;      # output, checked by tests/unit/test_ctl_parser.c
    'fair r1, assume !(r1 & r2), AG AF g1') ;;     # a formula, that of the README
    'aag 2 1 1 0 0') ;;                            # a model
    '{"model":"model.aig","model_sha256":".."'*) ;; # output, checked by tests/cli/result_line.sh and tests/unit/test_validation.c
    [0-9]*' of '[0-9]*' audited in '*) ;;          # output, checked by tests/cli/audit.sh
    'model,property,expected') ;;                  # a manifest
    '# the arbiter for two clients') ;;            # a project
    'property      '*' state  '*) ;;               # a table that moves, checked by tests/cli/terminal.py
    '#!/bin/sh' | '[tasks]' | 'module top('* | 'module fifo ('* | '#PASS:') ;;   # a wrapper, a project and a design for SymbiYosys
    *) return 1 ;;
  esac
}
# Commands that a test must not run: they install packages, build everything and run all tests, this one included.
is_excluded() {
  case $1 in './bootstrap demo'* | './bootstrap test'*) return 0 ;; esac
  return 1
}
# Where no terminal is, no password can be asked for. The address sanitizer needs more addresses than any limit allows.
unlimited=
grep -q __asan_init "$build/vouch" && unlimited='s/ --memory [0-9]*//; /^memory = /d'
adapt() { sed -e 's/vouch keygen team /vouch keygen --no-password team /' -e "$unlimited"; }

# blocks FILE: writes the blocks to block-000, block-001, .. , with their first line number in the name
extract() {
  awk -v out="$out/blocks" '
    /^```/ { open = !open; if (open) { name = sprintf("%s/%04d", out, NR); printf "" >name } else close(name); next }
    open { print >name }' "$1"
}

# block FILE START: the block whose first line starts so
block() {
  awk -v start="$2" '/^```/ { open = !open; first = open; show = 0; next }
    open && first { show = index($0, start) == 1; first = 0 }
    show { print }' "$source/$1"
}

# The folder in which the commands of one document run, with the files that they speak of.
prepare() {
  rm -rf "$out/work" "$out/blocks"
  mkdir "$out/work" "$out/blocks"
  cd "$out/work"
  ln -s "$source/corpus" corpus
  ln -s "$build" build
  cp corpus/arbiter.aag model.aig
  cp corpus/arbiter.ctl model.ctl
  cp "$source/tests/designs/fifo.sv" .
  if [ "$1" = docs/tutorial.md ]; then # which has its files in itself
    block "$1" 'module fifo (' >fifo.sv
    block "$1" '#PASS:' >fifo.ctl
  fi
  if [ "$1" = docs/run.md ]; then
    cp corpus/arbiter.aag corpus/arbiter.ctl .
    block "$1" '# the arbiter for two clients' | adapt >arbiter.toml
  fi
  "$build/vouch" check model.aig --all --ctl model.ctl --certificates . --proofs >/dev/null 2>&1
  if [ "$1" = docs/audit.md ]; then # which comes behind docs/signoff.md
    "$build/vouch" keygen --no-password team >/dev/null
    "$build/vouch" signoff model.aig --ctl model.ctl --key team.key -o signed >/dev/null
  fi
  for k in 0 1 2 3; do printf 'model.aig\tctl-%s.cert\n' $k; done >results.tsv
  cp results.tsv results.txt
  printf 'model,property,expected\nmodel.aig,bad 0,holds\n' >suite.csv
  "$build/vouch" hwmcc corpus/arbiter.aag trace.sat witness.unsat >/dev/null 2>&1
}

# run WHERE COMMAND: in the shell of the block
run() {
  commands=$((commands + 1))
  eval "$2" >"$out/log" 2>"$out/err" </dev/null
  status=$?
}

# Shown output against real output: times differ, and "..." stands for any number of lines.
shown_like() {
  awk -v real="$2" '
    function pattern(s) { gsub(/[0-9]+\.[0-9]+ s/, "TIME s", s); return s }
    BEGIN { while ((getline line <real) > 0) got[++n] = pattern(line); at = 1 }
    $0 == "..." { any = 1; next }
    { want = pattern($0)
      if (any) while (at <= n && got[at] != want) at++
      if (at > n || got[at] != want) { print "shown: " $0 > "/dev/stderr"; exit 1 }
      at++; any = 0 }
    END { if (!any && at <= n) { print "more than is shown: " got[at] > "/dev/stderr"; exit 1 } }' "$1"
}

# A console block: "$ command", then its output. A command that ends with another status than 0 is followed by "$ echo $?".
run_console() {
  block=$1 where=$2 status=0
  awk '/^\$ / { n++ } { print > sprintf("%s.%03d", FILENAME, n) }' "$block"
  for part in "$block".???; do
    command=$(head -n 1 "$part" | sed 's/^\$ //' | adapt)
    tail -n +2 "$part" >"$out/shown"
    case $command in
      'echo $?') echo $status >"$out/log"; status=0 ;;
      *) [ $status -eq 0 ] || complain "$where: status $status before: $command"
         run "$where" "$command" ;;
    esac
    shown_like "$out/shown" "$out/log" || { complain "$where: $command"; cat "$out/log" "$out/err"; }
  done
  [ $status -eq 0 ] || complain "$where: status $status at the end"
}

# A block of plain commands: lines, continued by backslash.
run_plain() {
  block=$1 where=$2
  if head -n 1 "$block" | grep -q '^#!/bin/bash'; then # a batch job, as task 1 of its array
    commands=$((commands + 1))
    sed 's/--memory [0-9]*//' "$block" >"$out/job"
    SLURM_ARRAY_TASK_ID=1 SLURM_CPUS_PER_TASK=1 bash "$out/job" >"$out/log" 2>&1 || { complain "$where: the batch job"; cat "$out/log"; }
    return
  fi
  while IFS= read -r command || [ -n "$command" ]; do # without -r a backslash would vanish; joined below
    while [ "${command%\\}" != "$command" ]; do IFS= read -r more; command="${command%\\} $more"; done
    [ -n "$command" ] || continue
    if is_excluded "$command"; then continue; fi
    command=$(echo "$command" | adapt)
    run "$where" "$command"
    [ $status -eq 0 ] || { complain "$where: status $status: $command"; cat "$out/log" "$out/err"; }
  done <"$block"
}

for tool in kissat drat-trim minisign parallel; do
  command -v $tool >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
# A verified checker that is not part of Debian: without it its command runs with a stand-in that does nothing.
mkdir "$out/bin"
command -v cake_lpr >/dev/null || { printf '#!/bin/sh\nexit 0\n' >"$out/bin/cake_lpr"; chmod +x "$out/bin/cake_lpr"; echo "cake_lpr: stand-in"; }
PATH=$out/bin:$build:$PATH
verilog='docs/designs.md docs/tutorial.md'
command -v yosys >/dev/null || { verilog=; echo "no yosys: docs/designs.md and docs/tutorial.md are left out"; }
for document in README.md docs/signoff.md docs/audit.md docs/parallel.md docs/bench.md docs/cluster.md docs/sby.md docs/properties.md docs/explain.md docs/run.md $verilog; do
  prepare "$document"
  extract "$source/$document"
  for block in "$out"/blocks/????; do
    [ -e "$block" ] || continue
    blocks=$((blocks + 1))
    first=$(head -n 1 "$block")
    where="$document:$((10#$(basename "$block")))"
    case $first in
      '$ sby '*) ;; # SymbiYosys is no package of Debian
      '$ '*) run_console "$block" "$where" ;;
      './bootstrap '* | 'vouch '* | 'vouch-validate '* | 'minisign '* | 'parallel '* | 'for k in '* | '#!/bin/bash') run_plain "$block" "$where" ;;
      *) is_text "$first" || complain "$where: neither commands nor known: $first" ;;
    esac
  done
done
echo "$blocks blocks, $commands commands, $failures failures"
[ "$commands" -gt 15 ] && [ "$failures" -eq 0 ]
