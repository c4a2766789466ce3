#!/bin/sh
# usage: jobs.sh BUILD CORPUS
# Properties side by side: the same lines and certificates whatever --jobs says, with a load beside them; a child that is
# killed or crashes costs its property; no half files on a full disk; signals end everything, and nothing is left behind.
. "$(dirname "$0")/common.sh"
own_temporary
sanitized=no
grep -q __asan_init "$vouch" && sanitized=yes

# --- the same with any number of jobs ---
for k in 1 2; do
  sh -c 'while :; do :; done' &
  busy="$busy $!"
done
for jobs in 1 2 5; do
  status=0
  "$vouch" check "$corpus/bakery_buggy.aag" --all --ctl "$corpus/bakery.ctl" --proofs -c "$out/$jobs" --witness "$out/$jobs" \
    --jobs $jobs >"$out/lines-$jobs" 2>"$out/said-$jobs" || status=$?
  [ $status = 1 ] || { cat "$out/said-$jobs"; fail "--jobs $jobs: exit status $status"; }
  sed "s/  [0-9.]* s  /  /; s|$out/$jobs|DIR|" "$out/lines-$jobs" >"$out/plain-$jobs"
  cmp -s "$out/plain-1" "$out/plain-$jobs" || { diff "$out/plain-1" "$out/plain-$jobs"; fail "--jobs $jobs: other lines"; }
  diff -r "$out/1" "$out/$jobs" || fail "--jobs $jobs: other files"
  "$vouch" check "$corpus/bakery_buggy.aag" --all --ctl "$corpus/bakery.ctl" --json --jobs $jobs >"$out/json-$jobs" || true
  sed 's/"seconds":.*//' "$out/json-$jobs" >"$out/members-$jobs"
  cmp -s "$out/members-1" "$out/members-$jobs" || fail "--jobs $jobs: other JSON lines"
done
[ "$(grep -c '}$' "$out/json-5")" = 7 ] || fail "JSON lines are not whole"
for id in $busy; do kill "$id"; done
busy=
nothing_left "any number of jobs"

# --- a property that takes long beside others that do not ---
"$build/generate" bakery 40 >"$out/long.aag"
start() { # start OPTION..: in the background, until the long property is alone
  rm -rf "$out/c"
  "$vouch" check "$out/long.aag" -p 'justice 0' -f 'EF "pc0[0]"' -f 'AG !"pc0[0]"' -c "$out/c" --require nothing "$@" >"$out/lines" 2>"$out/said" &
  pid=$!
  for k in $(seq 300); do
    if [ -e "$out/c/ctl-0.cert" ] && [ -e "$out/c/ctl-1.cert" ]; then return; fi
    sleep 0.1
  done
  cat "$out/lines" "$out/said"
  fail "the short properties take too long"
}
end() { # end STATUS WHAT
  status=0
  wait $pid || status=$?
  [ $status = "$1" ] || { cat "$out/lines" "$out/said"; fail "$2: exit status $status"; }
  nothing_left "$2"
}
children() { ps -o pid= --ppid "$1" | tr -d ' '; }
has() { grep -q "$1" "$out/lines" || { cat "$out/lines"; fail "no line '$1'"; }; }

# Delivered in order: the lines of the short ones wait.
start --jobs 3
[ ! -s "$out/lines" ] || fail "lines out of order"
kill -9 "$(children $pid | head -1)"
end 3 "killed child"
has '^unknown  .*killed'
has '^holds  EF'
has '^fails  AG'
[ "$(head -c 7 "$out/lines")" = unknown ] || fail "the killed property is not in its place"
[ "$(ls "$out/c")" = "$(printf 'ctl-0.cert\nctl-1.cert')" ] || fail "killed child: files of the lost property"

if [ $sanitized = no ]; then # whose handler makes another end of it
  start --jobs 2
  kill -SEGV "$(children $pid | head -1)"
  end 2 "crashed child"
  has '^unknown  .*internal error'
  has '^fails  AG'
fi

# --- signals ---
start --jobs 3
inner=$(children $pid)
kill -INT $pid
end 3 "interrupted"
has '^unknown  .*interrupted'
for id in $inner; do
  if kill -0 "$id" 2>/dev/null; then fail "a child is left"; fi
done
start --jobs 3
kill -STOP "$(children $pid | head -1)" # does not react to the first signal
kill -TERM $pid
sleep 0.5
kill -TERM $pid
end 143 "interrupted twice"

# --- a disk that is full: no file may grow beyond half a kilobyte ---
rm -rf "$out/c"
{
  status=0
  (ulimit -f 1 && "$vouch" check "$corpus/bakery.aag" --all --ctl "$corpus/bakery.ctl" --proofs -c "$out/c" --jobs 4 2>&1) || status=$?
  echo "exit status $status"
} | cat >"$out/lines" # a pipe has no limit
has '^exit status 2'
has '^unknown  .*too large'
[ "$(grep -c '^unknown\|^holds\|^fails' "$out/lines")" = 7 ] || fail "full disk: a line for every property"
find "$out/c" -type f | while read -r file; do
  "$build/vouch-validate" "$corpus/bakery.aag" "$file" >/dev/null || fail "full disk: $file is not accepted"
done
nothing_left "full disk"

# --- a sign-off has the same bytes ---
"$vouch" keygen --no-password "$out/key" >/dev/null
for jobs in 1 4; do
  "$vouch" signoff "$corpus/arbiter.aag" --all --ctl "$corpus/arbiter.ctl" --key "$out/key.key" -o "$out/signed-$jobs" --jobs $jobs >"$out/lines" ||
    { cat "$out/lines"; fail "signoff --jobs $jobs"; }
  "$vouch" verify "$out/signed-$jobs" --pub "$out/key.pub" --model "$corpus/arbiter.aag" >/dev/null || fail "verify --jobs $jobs"
  sed 's/"time": *"[^"]*"//' "$out/signed-$jobs/signoff.json" >"$out/statement-$jobs"
done
for file in "$out"/signed-1/*.cert; do cmp "$file" "$out/signed-4/$(basename "$file")" || fail "signoff: other certificates"; done
cmp "$out/statement-1" "$out/statement-4" || fail "signoff: another statement"
nothing_left "signoff"
echo "properties side by side: as expected"
