#!/bin/sh
# usage: run.sh BUILD CORPUS
# Projects: a first run, one after a change, one after none; certificates and journals that were changed, lost or damaged; bad project
# files; hostile names; Ctrl-C once and twice, kill -9 and what comes next; one run at a time in a folder.
. "$(dirname "$0")/common.sh"
own_temporary
cd "$out"
mkdir p
cp "$corpus/arbiter.aag" "$corpus/arbiter.ctl" p
cat >p/a.toml <<'END'
# the arbiter
model = "arbiter.aag"
ctl = ["arbiter.ctl"]
formula = ['fair r1, AG AF g1', "AG EF g2"]
all = true
timeout = 60
require = "nothing"
END
folder=p/a-results

# go STATUS OPTION..: runs the project; lines, said
go() {
  want=$1
  shift
  status=0
  "$vouch" run p/a.toml "$@" >lines 2>said || status=$?
  [ $status = "$want" ] || { cat lines said; fail "run $*: exit status $status, not $want"; }
}
# counted BEFORE ALL: so many of all are as before, in the lines, the summary and results.json
counted() {
  [ "$(grep -c '(as before)$' lines)" = "$1" ] || { cat lines; fail "not $1 as before"; }
  grep -q "^$2 properties: .*; $1 as before; " lines || { cat lines; fail "summary: $1 of $2"; }
  grep -q "\"as_before\":$1," $folder/results.json || fail "results.json: $1 as before"
  [ "$(grep -c '^{"property":' $folder/results.json)" = "$2" ] || fail "results.json: $2 properties"
}
has() { grep -q -e "$1" lines || { cat lines said; fail "no line '$1'"; }; }
says() { grep -q -e "$1" said || { cat lines said; fail "'$1' is not said"; }; }
# redone WHAT WORDS: after WHAT one property is checked again, and says so
redone() {
  go 0
  [ "$(grep -c '(as before)$' lines)" = 13 ] || { cat lines; fail "$1: not 13 as before"; }
  has "$2"
  go 0
  counted 14 14
}

# --- first, and after none ---
go 0
counted 0 14
cut -d' ' -f1 lines >verdicts
for file in $folder/*.cert; do
  "$build/vouch-validate" p/arbiter.aag "$file" >/dev/null || fail "$file is not accepted"
done
[ "$(ls $folder/*.cert | wc -l)" = 14 ] || fail "not 14 certificates"
"$vouch" check p/arbiter.aag --ctl p/arbiter.ctl --all -f 'fair r1, AG AF g1' -f 'AG EF g2' --require nothing | cut -d' ' -f1 >checked
head -n 14 verdicts | cmp - checked || fail "other verdicts than check"
sha256sum $folder/*.cert >sums
go 0
counted 14 14
sha256sum --quiet -c sums || fail "certificates have changed"
cut -d' ' -f1 lines | cmp - verdicts || fail "other verdicts in the second run"
go 0 --jobs 1 --json
[ "$(grep -c '"as_before":true' lines)" = 14 ] || fail "--json: not 14 as before"
! grep -q properties: lines || fail "--json: a summary among the lines"
(cd p && "$vouch" run a.toml >../lines 2>../said) || fail "from another folder"
counted 14 14
go 0 --fresh
counted 0 14
sha256sum --quiet -c sums || fail "--fresh: other certificates"

# --- one property more, one less, in other places ---
sed -i '1i EX true' p/arbiter.ctl
sed -i 's/, "AG EF g2"//' p/a.toml
go 0
counted 13 14
has '^holds  EX true  .*cert (validated)$'
# a circuit that has changed, if only a comment: certificates are about its bytes
echo c >>p/arbiter.aag
go 0
[ "$(grep -c '(as before)$' lines)" = 0 ] || { cat lines; fail "a certificate of another model is as before"; }
for file in $folder/ctl-*.cert; do
  case $file in */ctl-"$(printf 'AG EF "g2"' | sha256sum | cut -c1-16)".cert) continue ;; esac
  "$build/vouch-validate" p/arbiter.aag "$file" >/dev/null || fail "$file is not about the new model"
done
go 0
counted 14 14
go 0 --state-inputs all
grep -q '"as_before":11,\|"as_before":[0-9],' $folder/results.json || fail "--state-inputs: all as before"
go 0
go 0

# --- certificates and journals that are not what they were ---
one=$folder/bad-0.cert
rm $one
redone "a missing certificate" 'bad 0 .*missing: checked again'
echo >>$one
redone "a longer certificate" 'bad 0 .*changed: checked again'
cp $folder/justice-0.cert $one
redone "another certificate" 'bad 0 .*changed: checked again'
rm $one
mkdir $one
go 2
says 'bad-0.cert'
rmdir $one
go 0
# forge FILE LINE: a certificate, and the journal that knows it
forge() {
  digest=$(sha256sum <"$1" | cut -d' ' -f1)
  sed -i "/\"file\":\"$2\"/s/\"certificate\":\"[^\"]*\"/\"certificate\":\"$digest\"/" $folder/journal.jsonl
  grep -q "$digest" $folder/journal.jsonl || fail "not forged"
}
cp $folder/justice-0.cert $one
forge $one bad-0
redone "another certificate, with its digest" 'bad 0 .*not accepted: checked again'
# an invariant that proves anything
printf 'vouch-certificate 1\nmodel %s\nproperty bad 0\nverdict holds\ngates 0\ninvariant 0\nend\n' "$(sha256sum <p/arbiter.aag | cut -d' ' -f1)" >$one
forge $one bad-0
redone "a certificate of nothing, with its digest" 'bad 0 .*not accepted: checked again'
sed -i '/"file":"bad-0"/s/"verdict":"holds"/"verdict":"fails"/' $folder/journal.jsonl
redone "another verdict in the journal" '^holds  bad 0 .*not accepted: checked again'
# an undecided property whose journal says what it likes
sed -i 's/"verdict":"holds"/"verdict":"maybe"/; s/"file":"justice-0"/"file":"..\/justice-0"/' $folder/journal.jsonl
go 0
says 'lines\? cannot be read; what'
go 0
counted 14 14
printf '{"file":"bad-0","verd' >>$folder/journal.jsonl
go 0
says '1 line cannot be read'
counted 14 14
printf '\377\000\n[]\n{}\n' >$folder/journal.jsonl
go 0
says '3 lines cannot be read'
counted 0 14
rm $folder/journal.jsonl $folder/results.json
go 0
counted 0 14
rm $folder/journal.jsonl
ln -s /dev/null $folder/journal.jsonl
go 2
says 'not a plain file'
rm $folder/journal.jsonl

# --- what is wrong in a project ---
# wrong WORDS TEXT: this text is refused with these words
wrong() {
  printf "$2" >p/wrong.toml
  status=0
  "$vouch" run p/wrong.toml >lines 2>said || status=$?
  [ $status = 2 ] || { cat lines said; fail "accepted: $2"; }
  [ ! -s lines ] || fail "lines about: $2"
  says "$1"
}
wrong 'wrong.toml: no model' ''
wrong "wrong.toml:2: unknown key 'timout'; did you mean 'timeout'?" 'model = "arbiter.aag"\ntimout = 3\n'
wrong "wrong.toml:1: timeout: expected a number" 'timeout = "3"\n'
wrong "wrong.toml:1: proofs: expected true or false" 'proofs = "yes"\n'
wrong "wrong.toml:1: memory: expected a whole number" 'memory = 1.5\n'
wrong "wrong.toml:1: ctl: expected an array" 'ctl = true\n'
wrong "wrong.toml:1: top: expected a string" 'top = ["a"]\n'
wrong "wrong.toml:1: fresh: is for the command line" 'fresh = true\n'
wrong "is none of expected, holds, nothing" 'require = "most"\n'
wrong "wrong.toml:1: --jobs: '0' is not a number" 'jobs = 0\n'
wrong "either a model or sources" 'model = "arbiter.aag"\nsources = ["a.v"]\n'
wrong "Verilog files are sources" 'model = "a.v"\n'
wrong "a circuit is a model" 'sources = ["arbiter.aag"]\n'
wrong "at least one file" 'sources = []\n'
wrong "p/nowhere.aag" 'model = "nowhere.aag"\n'
wrong "is not a design" 'model = "arbiter.aag"\ntop = "fifo"\n'
wrong "names no constant" 'model = "arbiter.aag"\nset = ["nothing=1"]\n'
wrong "is no engine" 'model = "arbiter.aag"\nengine = "steam"\n'
wrong "unknown property" 'model = "arbiter.aag"\nproperty = "bad 7"\n'
wrong "p/nowhere.ctl" 'model = "arbiter.aag"\nctl = "nowhere.ctl"\n'
wrong "tables" '[limits]\n'
"$vouch" run p >lines 2>said && fail "a folder is no project" || true
"$vouch" run p/nowhere.toml >lines 2>said && fail "a project that is not there" || true
# the command line goes before the file
printf 'model = "arbiter.aag"\nproperty = ["bad 0", "justice 0"]\njobs = 1\noutput = "there"\n' >p/few.toml
"$vouch" run p/few.toml -p 'bad 0' -o here >lines 2>said || fail "options of the command line"
[ "$(wc -l <lines)" = 2 ] && [ -e here/bad-0.cert ] && [ ! -e p/there ] || fail "the command line goes before the file"
"$vouch" run p/few.toml >lines 2>said || fail "options of the file"
[ "$(wc -l <lines)" = 3 ] && [ -e p/there/justice-0.cert ] || fail "paths begin where the project is"

# --- hostile names ---
ugly=$(printf 'x\033[2K\r\n%s' 's ACCEPTED holds')
mkdir "$ugly"
LC_ALL=C sed "s/^b0 .*/b0 $(printf 'n\033]0;t\007')/" "$corpus/arbiter.aag" >"$ugly/m.aag"
printf 'model = "m.aag"\nformula = %s\n' "'AG EF \"g1\"'" >"$ugly/$ugly.toml" 2>/dev/null || printf 'model = "m.aag"\n' >"$ugly/p.toml"
for project in "$ugly"/*.toml; do
  for how in "" --json --verbose; do
    "$vouch" run "$project" $how >lines 2>said || { cat -v lines said; fail "hostile names"; }
    [ -z "$(LC_ALL=C tr -d '\n\040-\176\200-\377' <lines)$(LC_ALL=C tr -d '\n\040-\176\200-\377' <said)" ] || fail "control bytes"
    ! grep -q '^s ACCEPTED' lines said || fail "a forged line"
  done
done
printf 'model = "\\u001b[2K"\n' >p/u.toml
"$vouch" run p/u.toml >lines 2>said && fail "no such model" || true
says 'x1b'
printf '\033[2K = 1\n' >p/u.toml
"$vouch" run p/u.toml >lines 2>said && fail "no such key" || true

# --- limits, and what they leave undecided ---
"$build/generate" bakery 40 >p/long.aag
printf 'model = "long.aag"\nproperty = "justice 0"\nformula = %s\nrequire = "nothing"\n' "['!\"pc0[0]\"', '\"pc0[0]\"']" >p/long.toml
"$vouch" run p/long.toml --timeout 6 >lines 2>said && fail "decided in 6 seconds" || true
has '^unknown  justice 0 .*time is over'
"$vouch" run p/long.toml --timeout 6 --jobs 1 >lines 2>said && fail "decided as before" || true
has '^unknown  justice 0 .*(as before)$'
"$vouch" run p/long.toml --timeout 5 >lines 2>said && fail "decided in 5 seconds" || true
has '^unknown  justice 0 .*time is over'
"$vouch" run p/long.toml --timeout 5 --retry >lines 2>said && fail "decided in 5 seconds more" || true
has '^unknown  justice 0 .*time is over'
[ "$(grep -c '(as before)$' lines)" = 2 ] || fail "--retry is for what is undecided"

# --- signals ---
# start: in the background, until the long property is alone
start() {
  rm -rf p/long-results
  "$vouch" run p/long.toml "$@" >lines 2>said &
  pid=$!
  for k in $(seq 300); do
    [ "$(cat p/long-results/journal.jsonl 2>/dev/null | wc -l)" = 2 ] && return
    sleep 0.1
  done
  cat lines said
  fail "the short properties take too long"
}
end() { # end STATUS WHAT
  status=0
  wait $pid || status=$?
  [ $status = "$1" ] || { cat lines said; fail "$2: exit status $status"; }
  nothing_left "$2"
}
start --jobs 3
kill -INT $pid
end 3 "Ctrl-C"
has '^unknown  justice 0 .*(skipped)$'
says 'is skipped'
grep -q '"complete":true' p/long-results/results.json || fail "Ctrl-C: not complete"
start --jobs 3
child=$(ps -o pid= --ppid $pid | head -1 | tr -d ' ')
kill -STOP $child # does not react to the first signal
kill -INT $pid
sleep 0.3
kill -INT $pid
end 130 "Ctrl-C twice"
has '^3 properties: 1 hold, 1 FAIL, 1 not checked; '
[ "$(grep -c '^holds\|^fails' lines)" = 2 ] || fail "Ctrl-C twice: lines of what was done"
grep -q '"complete":false' p/long-results/results.json || fail "Ctrl-C twice: complete"
! kill -0 $child 2>/dev/null || fail "a child is left"
start --jobs 2
kill -TERM $pid
end 143 "SIGTERM"

# kill -9: no results of half a run, and the next one goes on
start --jobs 3
"$vouch" run p/long.toml >other 2>&1 && fail "two runs in a folder" || true
grep -q 'another run is at work' other || fail "two runs in a folder"
child=$(ps -o pid= --ppid $pid | tr -d ' ')
kill -9 $pid
wait $pid || true
for k in $(seq 50); do kill -0 $child 2>/dev/null || break; sleep 0.1; done
! kill -0 $child 2>/dev/null || fail "kill -9: a child is left"
rm -rf "$TMPDIR"/*
[ ! -e p/long-results/results.json ] || fail "kill -9: results of half a run"
"$vouch" run p/long.toml --timeout 5 >lines 2>said && fail "decided in 5 seconds" || true
[ "$(grep -c '(as before)$' lines)" = 2 ] || { cat lines; fail "kill -9: the next run does not go on"; }

# --- no room ---
{
  status=0
  (ulimit -f 1 && "$vouch" run p/a.toml --fresh 2>&1) || status=$?
  echo "exit status $status"
} | cat >lines
has '^exit status 2'
go 0
counted_now=$(grep -c '(as before)$' lines || true)
go 0
counted 14 14
echo "projects: as expected ($counted_now as before behind a full disk)"
