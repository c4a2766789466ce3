#!/bin/sh
# usage: bench.sh BUILD CORPUS
# vouch bench: scores, plots, limits, resuming, shards, hostile names, tools that lie, and its messages.
. "$(dirname "$0")/common.sh"
own_temporary
mkdir "$out/suite"
for model in arbiter ring_buggy bakery; do cp "$corpus/$model.aag" "$out/suite"; done
cp "$corpus/arbiter.ctl" "$out/suite"
cat >"$out/suite/expected.csv" <<'END'
model,properties,index,expected,remark
arbiter.aag,,bad 0,holds,a column that nobody needs
arbiter.aag,arbiter.ctl,0,?,"a quoted ""field"", with a comma"
ring_buggy.aag,,bad 0,fails,
bakery.aag,,justice 0,holds,
END
nothing_left() { [ -z "$(ls -A "$TMPDIR")" ] || { ls -lA "$TMPDIR"; fail "$1: temporary files are left"; }; }
bench() { # bench STATUS OPTION..
  wanted=$1
  shift
  status=0
  "$vouch" bench "$@" >"$out/lines" 2>"$out/said" || status=$?
  [ $status = "$wanted" ] || { cat "$out/lines" "$out/said"; fail "bench $*: exit status $status, not $wanted"; }
  nothing_left "bench $*"
}
says() { grep -q -e "$1" "$out/lines" "$out/said" || { cat "$out/lines" "$out/said"; fail "it does not say '$1'"; }; }

# --- a tool that knows nothing, one that lies, one that is slow, one that floods, and ours ---
cat >"$out/tool" <<'END'
#!/bin/sh
case $1 in
  liar) echo sat ;;
  both) printf 'sat\nunsat\n' ;;
  forger) echo unsat; printf 'vouch-certificate 1\n' >"$2" ;;
  slow) sleep 60.375 & sleep 60.375 ;;
  hungry) exec tail /dev/zero ;;
  phrase) echo "verdict is: GOOD" ;;
  crash) echo unsat; kill -SEGV $$ ;;
  *) echo "nothing is known" >&2; exit 7 ;;
esac
END
chmod +x "$out/tool"
bench 0 "$out/suite/expected.csv" -o "$out/b" --timeout 60 --tool vouch --tool vouch-race --jobs 2
says '^vouch  *4  *4  *[1-3]'
[ "$(wc -l <"$out/b/results.csv")" = 9 ] || fail "results.csv"
[ "$(grep -c ',yes,' "$out/b/results.csv")" = 8 ] || fail "not all are certified"
for file in report.html cactus.svg scatter-vouch-vouch-race.svg; do [ -s "$out/b/$file" ] || fail "no $file"; done
grep -q '<svg' "$out/b/report.html" || fail "the page has no plots in it"
! grep -qi 'src=\|href=\|@import\|<script' "$out/b/report.html" || fail "the page needs other files"

# The same again: nothing to run, the same files.
cp "$out/b/results.csv" "$out/before"
cp "$out/b/report.html" "$out/page"
bench 0 "$out/suite/expected.csv" -o "$out/b" --timeout 60 --tool vouch --tool vouch-race
cmp "$out/before" "$out/b/results.csv" || fail "it was run again"
cmp "$out/page" "$out/b/report.html" || fail "another page"
# A model, or a property file, that has changed is run again, and the results of the old one stay.
mkdir "$out/changed"
cp "$out/suite"/* "$out/changed"
printf 'model,properties,index\nring_buggy.aag,,bad 0\narbiter.aag,arbiter.ctl,0\n' >"$out/changed/expected.csv"
bench 0 "$out/changed/expected.csv" -o "$out/c" --timeout 60
[ "$(sha256sum <"$out/suite/ring_buggy.aag" | cut -d' ' -f1)" = "$(sed -n 2p "$out/c/results.csv" | grep -o '[0-9a-f]\{64\}' | head -1)" ] || fail "the model's digest"
echo 'c' >>"$out/changed/ring_buggy.aag"
bench 3 "$out/changed/expected.csv" -o "$out/c" --timeout 60 --report-only
says '1 of 2 runs are missing'
echo >>"$out/changed/arbiter.ctl"
bench 3 "$out/changed/expected.csv" -o "$out/c" --timeout 60 --report-only
says '2 of 2 runs are missing'
bench 0 "$out/changed/expected.csv" -o "$out/c" --timeout 60
[ "$(wc -l <"$out/c/results.csv")" = 5 ] || fail "the runs of changed models"
# Another limit is another bench.
bench 3 "$out/suite/expected.csv" -o "$out/b" --timeout 59 --report-only
says '4 of 4 runs are missing'
# A last line that was cut off is run again; a damaged one is an error that names it.
head -c -20 "$out/before" >"$out/b/results.csv"
bench 0 "$out/suite/expected.csv" -o "$out/b" --timeout 60 --tool vouch --tool vouch-race
says 'line 9 is cut off'
[ "$(wc -l <"$out/b/results.csv")" = 9 ] || fail "the run that was cut off"
sed '3s/holds/perhaps/g' "$out/before" >"$out/b/results.csv"
bench 2 "$out/suite/expected.csv" -o "$out/b"
says 'results.csv: line 3: not a line of a bench'

# --- liars and others ---
bench 1 "$out/suite/expected.csv" -o "$out/l" --timeout 60 --tool vouch --tool "liar=$out/tool liar"
says 'WRONG: expected holds'
says '^liar  *4  *[12] '
says 'tools disagree about'
grep -q 'alarm' "$out/l/report.html" || fail "no alarm on the page"
bench 1 "$out/suite/expected.csv" -o "$out/f" --models arbiter --per-model 1 --tool "forger=$out/tool forger {certificate}"
says 'certified: rejected'
says '^forger  *1  *0 '
bench 0 "$out/suite/expected.csv" -o "$out/o" --models bakery --tool "both=$out/tool both" --tool "ignorant=$out/tool" --tool "crash=$out/tool crash" \
  --tool "phrase=$out/tool phrase" --holds 'is: GOOD' --jobs 4
says 'both .*unknown .*it says both'
says 'ignorant .*unknown .*exit status 7: nothing is known'
says 'crash .*unknown .*signal 11'
says 'phrase .*holds .*certified: none'

# --- limits: of time, with all that was started, and of memory ---
bench 0 "$out/suite/expected.csv" -o "$out/s" --models bakery --timeout 0.2 --tool "slow=$out/tool slow"
says 'ended after the time limit'
if ps -eo args | grep -q '^[s]leep 60\.375$'; then fail "what a tool started is left"; fi
bench 0 "$out/suite/expected.csv" -o "$out/m" --models bakery --memory 64 --timeout 30 --tool "hungry=$out/tool hungry"
says 'hungry .*unknown .*exit status 1'

# --- shards, by concatenation; a bench that is killed half-way ---
for shard in 1 2 3; do bench 0 "$out/suite/expected.csv" -o "$out/shard-$shard" --timeout 60 --shard $shard/3; done
mkdir "$out/whole"
cat "$out"/shard-*/results.csv >"$out/whole/results.csv"
bench 0 "$out/suite/expected.csv" -o "$out/whole" --timeout 60 --report-only
says '^vouch  *4  *4 '
bench 0 "$out/suite/expected.csv" -o "$out/empty" --shard 5/9
"$vouch" bench "$out/suite/expected.csv" -o "$out/k" --timeout 60 --tool vouch --tool "slow=$out/tool slow" >"$out/lines" 2>&1 &
pid=$!
while ! grep -q '^\[1 of' "$out/lines"; do sleep 0.05; done
kill -INT $pid
status=0
wait $pid || status=$?
[ $status = 3 ] || fail "interrupted: exit status $status"
nothing_left interrupted
bench 0 "$out/suite/expected.csv" -o "$out/k" --timeout 60
"$vouch" bench "$out/suite/expected.csv" -o "$out/k" --timeout 60 --tool "slow=$out/tool slow" >"$out/lines" 2>&1 &
pid=$!
sleep 0.3
status=0
"$vouch" bench "$out/suite/expected.csv" -o "$out/k" >/dev/null 2>"$out/said" || status=$?
kill -INT $pid
wait $pid || true
[ $status = 2 ] && grep -q 'another bench is writing' "$out/said" || fail "two benches on one file"

# --- hostile names ---
ugly='<script>alert(1)<b>&"x'
mkdir "$out/ugly"
cp "$corpus/arbiter.aag" "$out/ugly/$ugly.aag"
printf 'model,property,expected\n"<script>alert(1)<b>&""x.aag",bad 0,holds\n' >"$out/ugly/expected.csv"
bench 0 "$out/ugly/expected.csv" -o "$out/u" --tool vouch --tool "ignorant=$out/tool"
! grep -q '<script' "$out/u/report.html" "$out"/u/*.svg || fail "a name is not escaped"
printf 'model\n--help\n' >"$out/ugly/option.csv"
bench 0 "$out/ugly/option.csv" -o "$out/u2"
says 'unknown'

# --- messages ---
message() { # message TEXT OPTION..
  text=$1
  shift
  bench 2 "$@"
  says "$text"
}
message 'DIR is missing' "$out/suite/expected.csv"
message 'No such file' "$out/none.csv" -o "$out/x"
message 'there are two suites' "$out/suite/expected.csv" "$out/suite/expected.csv" -o "$out/x"
message 'no such program' "$out/suite/expected.csv" -o "$out/x" --tool 'x=/nowhere/x {model}'
message "no place '{modle}'" "$out/suite/expected.csv" -o "$out/x" --tool 'x=cat {modle}'
message 'a quote is not closed' "$out/suite/expected.csv" -o "$out/x" --tool "x=cat 'a"
message 'is not known' "$out/suite/expected.csv" -o "$out/x" --tool nonsense
message 'two tools' "$out/suite/expected.csv" -o "$out/x" --tool vouch --tool vouch
message 'nothing to run' "$out/suite/expected.csv" -o "$out/x" --models nomodel
message 'expected K/N' "$out/suite/expected.csv" -o "$out/x" --shard 3/2
manifest() { # manifest TEXT LINES
  printf "$2" >"$out/bad.csv"
  message "$1" "$out/bad.csv" -o "$out/x"
}
manifest "no column 'model'" 'property,expected\nbad 0,holds\n'
manifest 'it is empty' ''
manifest 'line 2: expected holds, fails or ?' 'model,expected\na,sat\n'
manifest 'line 3: a bad 0 is there already' 'model,property\na,bad 0\na,bad 0\n'
manifest 'line 2: 1 fields where the first line has 2' 'model,expected\na\n'
manifest 'line 2: a quote in the wrong place' 'model\na"b\n'
manifest 'line 2: a control character' 'model\na\033b\n'
# A model that is not there is a run without a verdict, not the end of the bench.
printf 'model,expected\nnone.aig,holds\n' >"$out/absent.csv"
bench 0 "$out/absent.csv" -o "$out/a"
says 'unknown .*none.aig'
# Results that cannot be written: no file may grow beyond half a kilobyte.
mkdir "$out/full"
ln -s /dev/full "$out/full/results.csv"
message 'not a regular file' "$out/suite/expected.csv" -o "$out/full"
rm "$out/full/results.csv"
{
  status=0
  (ulimit -f 1 && "$vouch" bench "$out/suite/expected.csv" -o "$out/full" --tool "ignorant=$out/tool" 2>&1) || status=$?
  echo "exit status $status"
} | cat >"$out/lines" # a pipe has no limit
says '^exit status 2'
says 'results.csv: cannot write: File too large'
nothing_left 'full disk'
echo "bench: as expected"
