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

# A folder of vouch signoff: the statement and its signature; whose, is said only with a key from elsewhere.
"$vouch" keygen --no-password team >/dev/null
"$vouch" keygen --no-password other >/dev/null
"$vouch" signoff "$model" --all --ctl "$corpus/arbiter.ctl" --key team.key -o signed --who 'A <b>team</b>' --require nothing >/dev/null
expect 0 'accepted: signed.html$' "$vouch" report signed --pub team.pub -o signed.html
says signed.html 'is signed with the key in <code>team.pub'
says signed.html 'A &lt;b&gt;team&lt;/b&gt;'
says signed.html "$(sed -n 2p signed/signoff.json.minisig)"
says signed.html '&quot;predicateType&quot;\|"predicateType"'
says signed.html 'NOT AS EXPECTED'
expect 0 'accepted' "$vouch" report signed -o unchecked.html
says unchecked.html 'NOT CHECKED'
! grep -q 'is signed with' unchecked.html || fail "a signature that nobody checked"
expect 2 'signature\|key' "$vouch" report signed --pub other.pub -o no.html
expect 2 'lies in the folder' "$vouch" report signed --pub signed/signer.pub -o no.html
expect 2 'is for a folder' "$vouch" report "$model" certs/bad-0.cert --pub team.pub -o no.html
expect 2 'is a folder' "$vouch" report signed certs/bad-0.cert -o no.html
expect 2 'neither signoff.json' "$vouch" report certs -o no.html
cp -r signed changed
cp certs/bad-0.cert changed/justice-0.cert
expect 2 'not the certificate that was signed off' "$vouch" report changed -o no.html
cp -r signed lying
sed -i 's/"verdict": "fails"/"verdict": "holds"/' lying/signoff.json
expect 2 'signature' "$vouch" report lying --pub team.pub -o no.html
expect 2 'its folder says' "$vouch" report lying -o no.html
[ ! -e no.html ] || fail "a page of something that was refused"

# A folder of vouch run: times and engines, and what is undecided.
printf 'model = "%s"\nctl = ["%s"]\nformula = ["AG EF g1"]\n' "$model" "$corpus/arbiter.ctl" >project.toml
"$vouch" run project.toml -o ran --require nothing >/dev/null
expect 2 'say with --model' "$vouch" report ran -o no.html
expect 0 'accepted: ran.html$' "$vouch" report ran --model "$model" -o ran.html
says ran.html 'decided in, by'
says ran.html 'AG(r1 -&gt; AF g1)'
expect 2 'is not the model' "$vouch" report ran --model "$corpus/fifo.aag" -o no.html
"$vouch" run project.toml -o late --require nothing --timeout 0.000001 >/dev/null || true
expect 3 '^0 of' "$vouch" report late --model "$model" -o late.html
says late.html '>unknown<'
says late.html 'time is over'
! grep -q 'class="holds">holds\|class="fails">fails' late.html || fail "a verdict without a certificate"
echo '{"properties":1}' >late/results.json
expect 2 'not the results' "$vouch" report late --model "$model" -o no.html
[ ! -e no.html ] || fail "a page of nothing"
for page in signed ran late; do
  ! grep -q -i '<script\|<link\|<img\|@import\|url(\| src=\|href="[^#]' $page.html || fail "$page.html wants something from outside"
done

# Graphviz and a browser, where they are.
if command -v dot >/dev/null; then
  expect 0 fails "$vouch" explain certs/bad-0.cert "$model" --svg run.svg
  says run.svg '</svg>'
fi
expect 2 'needs the program dot' env PATH=/nowhere "$vouch" explain certs/bad-0.cert "$model" --svg none.svg
[ ! -e none.svg ] || fail "an empty drawing"
if command -v chromium >/dev/null; then
  # browse PAGE WIDTH
  browse() {
    timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
      --disable-component-update --disable-sync --enable-logging=stderr --user-data-dir="$out/profile" --window-size=$2,1000 \
      --screenshot="$out/$1-$2.png" "file://$out/$1.html" >browser 2>&1 || true
    [ -s "$1-$2.png" ] || { echo "chromium does not run here"; return 1; }
    ! grep -q CONSOLE browser || { grep CONSOLE browser; fail "the browser complains about $1.html at width $2"; }
  }
  browse page 1280 && browse page 400 && browse signed 1280 && browse ran 400 || true
fi
