#!/bin/sh
# usage: report.sh BUILD CORPUS
# A page says holds or fails of what vouch-validate accepted, and of nothing else; it needs no network and no script, and opens in a browser.
set -eu
build=$1 corpus=$2
vouch=$build/vouch
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$out"
fail() { echo "FAILED: $*"; exit 1; }
# expect STATUS PATTERN COMMAND ..
expect() {
  wanted=$1 pattern=$2
  shift 2
  status=0
  "$@" >log 2>&1 </dev/null || status=$?
  [ $status -eq "$wanted" ] || { cat log; fail "status $status, not $wanted: $*"; }
  grep -q -- "$pattern" log || { cat log; fail "no '$pattern' in the output of: $*"; }
}
says() { grep -q -- "$2" "$1" || fail "$1 does not say '$2'"; }

model=$corpus/arbiter_buggy.aag
"$vouch" check "$model" --all --ctl "$corpus/arbiter.ctl" --certificates certs --require nothing >/dev/null
expect 0 'accepted: page.html$' "$vouch" report "$model" certs/*.cert --ctl "$corpus/arbiter.ctl" -o page.html
says page.html 'class="fails">fails<'
says page.html 'class="holds">holds<'
says page.html 'NOT AS EXPECTED'
says page.html 'AG(r1 -&gt; AF g1)'
says page.html '<svg xmlns='
says page.html 'What is trusted'
! grep -q -i '<script\|<link\|<img\|@import\|url(\| src=\|href="[^#]' page.html || fail "the page wants something from outside"

# What was not accepted is not said.
sed 's/^invariant .*/invariant 0/' "$(grep -l '^invariant' certs/ctl-*.cert | head -n 1)" >wrong.cert
expect 1 '^rejected  wrong.cert$' "$vouch" report "$model" wrong.cert -o wrong.html
says wrong.html 'NOT ACCEPTED'
! grep -q 'class="holds"\|class="fails"' wrong.html || fail "a rejected certificate has a verdict"
expect 3 '^0 of 1 accepted' "$vouch" report "$model" certs/bad-0.cert --no-validate -o unasked.html
says unasked.html 'not asked'
! grep -q 'class="holds"\|class="fails"' unasked.html || fail "a verdict that nobody judged"
printf '#!/bin/sh\nexit 0\n' >liar && chmod +x liar
expect 3 'not judged' "$vouch" report "$model" certs/bad-0.cert --validator ./liar -o liar.html
! grep -q 'class="holds"\|class="fails"' liar.html || fail "a verdict by exit status alone"

# What cannot be done is refused, and nothing is left.
expect 2 'o is missing' "$vouch" report "$model" certs/bad-0.cert
expect 2 'about another model' "$vouch" report "$corpus/fifo.aag" certs/bad-0.cert -o no.html
expect 2 'cannot' "$vouch" report "$model" certs/nowhere.cert -o no.html
expect 2 'nowhere' "$vouch" report "$model" certs/bad-0.cert -o nowhere/no.html
[ ! -e no.html ] || fail "a page of nothing"

# Graphviz and a browser, where they are.
if command -v dot >/dev/null; then
  expect 0 fails "$vouch" explain certs/bad-0.cert "$model" --svg run.svg
  says run.svg '</svg>'
fi
expect 2 'needs the program dot' env PATH=/nowhere "$vouch" explain certs/bad-0.cert "$model" --svg none.svg
[ ! -e none.svg ] || fail "an empty drawing"
if command -v chromium >/dev/null; then
  for width in 1280 400; do
    timeout 120 chromium --headless --no-sandbox --disable-gpu --enable-logging=stderr --user-data-dir="$out/profile" --window-size=$width,1000 \
      --screenshot="$out/$width.png" "file://$out/page.html" >browser 2>&1 || true
    [ -s $width.png ] || { echo "chromium does not run here"; break; }
    ! grep -q CONSOLE browser || { grep CONSOLE browser; fail "the browser complains at width $width"; }
  done
fi
