#!/bin/bash
# usage: signoff.sh BUILD CORPUS
# Keys, sign-off, verification: a signed folder verifies, the stock minisign agrees, a changed byte anywhere is refused with its name,
# and nothing is said that was not checked: coverage, expectations, files that nobody signed.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
cd "$out"

# expect STATUS PATTERN COMMAND ..: exit status and a line of the output
expect() {
  want=$1 pattern=$2
  shift 2
  status=0
  "$@" >log 2>&1 </dev/null || status=$?
  [ "$status" -eq "$want" ] || { cat log; fail "status $status instead of $want: $*"; }
  grep -q -e "$pattern" log || { cat log; fail "no '$pattern' in the output of: $*"; }
}
last() { tail -n 1 log | grep -q -e "$1" || { cat log; fail "the last line is not '$1'"; }; }
says() { grep -q -e "$1" log || { cat log; fail "no '$1'"; }; }
never() { ! grep -q -e "$1" log || { cat log; fail "'$1' in the output"; }; }
verify() { "$vouch" verify "$@"; }
# feed FIRST SECOND PIPE: who reads the pipe gets FIRST, who reads it again gets SECOND (later, so that the first reader sees the end). timeout takes its children along when it is ended by starve.
feed() {
  timeout 100 sh -c 'cat "$1" >"$3"; sleep 5; cat "$2" >"$3"' feed "$@" >/dev/null 2>&1 </dev/null &
  writer=$!
}
starve() {
  kill "$writer" 2>/dev/null || true
  wait "$writer" 2>/dev/null || true
}

expect 0 'public key: team.pub' "$vouch" keygen --no-password team
expect 2 'exists' "$vouch" keygen --no-password team
expect 2 'no terminal\|cannot' setsid "$vouch" keygen other
echo secret | "$vouch" keygen --password-fd 0 sealed >/dev/null

expect 0 'signed: signed/signoff.json.minisig' "$vouch" signoff "$corpus/peterson.aag" --key team.key -o signed --who 'A. Nobody'
last '^SIGNED: [0-9]* hold, 0 FAIL$'
expect 0 '^VERIFIED: [0-9]* hold, 0 FAIL$' verify signed --pub team.pub --model "$corpus/peterson.aag"
expect 0 'NOT checked: whether' verify signed --pub team.pub --model "$corpus/peterson.aag" --no-validate
last '^VERIFIED WITHOUT VALIDATION: '
never 'the model that you mean'
expect 0 'NOT checked: whether this is the model that you mean' verify signed --pub team.pub --model signed/model.aag
grep -q '"name": "A. Nobody"' signed/signoff.json || fail "the statement does not say who"
grep -q '"predicateType": "urn:vouch:signoff:v2"' signed/signoff.json || fail "the statement does not say its version"

# What is covered: one formula of nine is not nine.
arbiter="$corpus/arbiter.aag" ctl="$corpus/arbiter.ctl"
expect 0 'COVERED 1 of 9' "$vouch" signoff "$arbiter" --ctl "$ctl" -p 0 --key team.key -o one
grep -q '"covered": 1' one/signoff.json || fail "the statement does not say what it covers"
expect 1 'COVERED 1 of 9' verify one --pub team.pub --model "$arbiter" --ctl "$ctl"
last '^INCOMPLETE: 1 hold, 0 FAIL'
says 'missing: AG EF "g1"'
head -n 1 one/README | grep -q 'COVERED 1 of 9 properties of properties.ctl' || { cat one/README; fail "the README does not say what is covered"; }
[ "$(grep -c '  missing: ' log)" -eq 8 ] || fail "not all missing properties are named"
never '^VERIFIED'
expect 1 '^INCOMPLETE' verify one --pub team.pub --model "$arbiter"
expect 0 '^VERIFIED: 1 hold, 0 FAIL, as expected (partial)' verify one --pub team.pub --model "$arbiter" --ctl "$ctl" --partial
expect 0 'COVERED 1 of 3 properties of model.aag' "$vouch" signoff "$arbiter" -p 'bad 0' --key team.key -o bad
expect 1 'missing: justice 1' verify bad --pub team.pub --model "$arbiter"
last '^INCOMPLETE'
expect 0 '^VERIFIED: 1 hold' verify bad --pub team.pub --model "$arbiter" --partial

# What fails is counted, and compared with what the file announces.
expect 0 '^SIGNED: 6 hold, 3 FAIL, as expected$' "$vouch" signoff "$arbiter" --ctl "$ctl" --key team.key -o nine
expect 0 'COVERED 9 of 9' verify nine --pub team.pub --model "$arbiter" --ctl "$ctl"
last '^VERIFIED: 6 hold, 3 FAIL, as expected$'
expect 1 '^NOT AS REQUIRED: 6 hold, 3 FAIL' verify nine --pub team.pub --model "$arbiter" --ctl "$ctl" --require holds
sed 's/^#FAIL/#PASS/' "$ctl" >optimist.ctl
expect 1 '^SIGNED: 6 hold, 3 FAIL, 3 NOT AS EXPECTED$' "$vouch" signoff "$arbiter" --ctl optimist.ctl --key team.key -o optimist
expect 1 '(NOT AS EXPECTED)' verify optimist --pub team.pub --model "$arbiter"
last '^NOT AS REQUIRED: 6 hold, 3 FAIL, 3 NOT AS EXPECTED'
expect 1 'not the property file that was signed off' verify nine --pub team.pub --model "$arbiter" --ctl optimist.ctl
expect 1 'signed' "$vouch" signoff "$corpus/peterson_buggy.aag" --key team.key -o buggy
expect 1 'fails: bad 0' verify buggy --pub team.pub --model "$corpus/peterson_buggy.aag"
last '^NOT AS REQUIRED: '
expect 0 '^VERIFIED: [0-9]* hold, [1-9][0-9]* FAIL$' verify buggy --pub team.pub --model "$corpus/peterson_buggy.aag" --require nothing

# All of a command line, several files included.
printf 'AG EF g1\n' >a.ctl
printf 'AG EF g2\nAG !(g1 & g2)\n' >b.ctl
expect 0 '^SIGNED: 5 hold, 0 FAIL' "$vouch" signoff "$arbiter" --ctl a.ctl --ctl b.ctl -f 'EF g1' -p 'bad 0' --key team.key -o several
expect 0 'COVERED 2 of 2 properties of several/properties-1.ctl' verify several --pub team.pub --model "$arbiter"
expect 0 'COVERED 1 of 1 properties of a.ctl' verify several --pub team.pub --model "$arbiter" --ctl a.ctl
expect 2 'ambiguous' "$vouch" signoff "$arbiter" --ctl a.ctl --ctl b.ctl -p 0 --key team.key -o no

# A formula that holds only if the input is part of the state: whoever verifies must mean that reading.
printf 'aag 2 1 1 0 0\n2\n4 2\ni0 a\nl0 seen\n' >choice.aag
expect 1 'fails  ' "$vouch" check choice.aag -f 'AX seen | AX !seen'
expect 0 '^SIGNED: 1 hold' "$vouch" signoff choice.aag -f 'AX seen | AX !seen' --state-inputs all --key team.key -o choice
expect 1 'REFUSED choice was signed off with --state-inputs all, not observed' verify choice --pub team.pub --model choice.aag
expect 0 'holds: .* (all inputs are state)$' verify choice --pub team.pub --model choice.aag --state-inputs all
expect 1 'REFUSED nine was signed off with --state-inputs observed, not all' verify nine --pub team.pub --model "$arbiter" --state-inputs all
expect 0 '^VERIFIED' verify signed --pub team.pub --model "$corpus/peterson.aag" --state-inputs all

# Wrong usage is not a refusal.
expect 2 'model is missing' verify signed --pub team.pub
never REFUSED
expect 2 'pub is missing' verify signed --model "$corpus/peterson.aag"
expect 2 'lies in the folder' verify signed --pub signed/signer.pub --model "$corpus/peterson.aag"
cp -r signed keyed
cp team.pub keyed/other.pub
expect 2 'lies in the folder' verify keyed --pub keyed/other.pub --model "$corpus/peterson.aag"
ln -s keyed/other.pub linked.pub
expect 2 'lies in the folder' verify keyed --pub linked.pub --model "$corpus/peterson.aag"
expect 2 'given twice' verify signed --pub team.pub --model "$arbiter" --model "$corpus/peterson.aag"
expect 2 'cannot open' verify nowhere --pub team.pub --model "$corpus/peterson.aag"

echo "wrong" | { expect_status=0; "$vouch" signoff "$corpus/peterson.aag" --key sealed.key --password-fd 0 -o no >log 2>&1 || expect_status=$?
  [ "$expect_status" -eq 2 ] && grep -q 'wrong password' log || { cat log; fail "a wrong password signs"; }; }
[ ! -e no/signoff.json ] || fail "something was signed with a wrong password"

expect 1 'REFUSED.*not the model' verify signed --pub team.pub --model "$corpus/arbiter.aag"
expect 1 'REFUSED.*made with key' verify signed --pub sealed.pub --model "$corpus/peterson.aag"

# One byte in each file of the folder.
for file in signed/*; do
  cp -r signed broken
  victim=broken/${file#signed/}
  size=$(wc -c <"$victim")
  byte=$((size / 2))
  old=$(dd if="$victim" bs=1 skip="$byte" count=1 2>/dev/null | od -An -tx1 | tr -d ' ')
  new='\132'
  [ "$old" != 5a ] || new='\131'
  printf "$new" | dd of="$victim" bs=1 seek="$byte" conv=notrunc 2>/dev/null
  expect 1 "REFUSED.*${file#signed/}" verify broken --pub team.pub --model "$corpus/peterson.aag"
  last '^REFUSED'
  rm -f "$victim"
  expect 1 "REFUSED.*${file#signed/}" verify broken --pub team.pub --model "$corpus/peterson.aag"
  rm -rf broken
done

# A certificate that does not prove what a (correctly signed) statement says.
cp -r signed lying
sed 's/"verdict": "holds"/"verdict": "fails"/' signed/signoff.json >lying/signoff.json
"$vouch" sign --key team.key lying/signoff.json >/dev/null
expect 1 'REFUSED.*does not accept' verify lying --pub team.pub --model "$corpus/peterson.aag"

# A formula as it was written is part of the statement; one that means something else is refused, a statement without any is not.
grep -q '"written": "AG(g1 -> AX g2)"' nine/signoff.json || fail "the statement does not say what was written"
expect 0 'fails: AG(g1 -> AX g2) \[AG ("g1" -> AX "g2")\]  (as expected)' verify nine --pub team.pub --model "$arbiter" --no-validate
cp -r nine reworded
sed 's/"written": "AG(g1 -> AX g2)"/"written": "AG(g1 -> AX r2)"/' nine/signoff.json >reworded/signoff.json
"$vouch" sign --key team.key reworded/signoff.json >/dev/null
expect 1 'REFUSED.*"written" of the statement is AG(g1 -> AX r2), which does not mean AG ("g1" -> AX "g2")' verify reworded --pub team.pub --model "$arbiter"
sed '/"written": /d' nine/signoff.json >reworded/signoff.json
"$vouch" sign --key team.key reworded/signoff.json >/dev/null
expect 0 '^VERIFIED' verify reworded --pub team.pub --model "$arbiter" --no-validate

# A statement that names another key than the one that signed it.
cp -r signed other
"$vouch" keygen --no-password second >/dev/null
"$vouch" sign --key second.key other/signoff.json >/dev/null
expect 1 'REFUSED.*names key .* as its signer' verify other --pub second.pub --model "$corpus/peterson.aag"

# The text that is believed is the text that was verified: a pipe that gives the signed statement first and another one then.
cp -r signed pipe
rm pipe/signoff.json
mkfifo pipe/signoff.json
sed 's/A. Nobody/A. Forger/' signed/signoff.json >forged.json
feed signed/signoff.json forged.json pipe/signoff.json
expect 0 '^VERIFIED' timeout 60 "$vouch" verify pipe --pub team.pub --model "$corpus/peterson.aag"
says 'signed off by A. Nobody'
never Forger
starve

# A certificate that changes while it is looked at: what is validated is what was hashed, so that it is read once. Whoever reads the pipe again
# gets a forged one.
cp -r signed swap
rm swap/bad-0.cert
mkfifo swap/bad-0.cert
sed 's/^verdict holds/verdict fails/' signed/bad-0.cert >forged.cert
feed signed/bad-0.cert forged.cert swap/bad-0.cert
expect 0 '^VERIFIED' timeout 60 "$vouch" verify swap --pub team.pub --model "$corpus/peterson.aag"
starve
feed forged.cert signed/bad-0.cert swap/bad-0.cert
expect 1 'REFUSED.*bad-0.cert' timeout 60 "$vouch" verify swap --pub team.pub --model "$corpus/peterson.aag"
starve
# Another certificate of the same property, which the validator accepts: not the one that was signed.
"$vouch" check "$corpus/peterson.aag" -p 'bad 0' -c others >/dev/null
cmp -s others/bad-0.cert signed/bad-0.cert && fail "no other certificate to try"
rm swap/bad-0.cert
cp others/bad-0.cert swap/bad-0.cert
expect 1 'REFUSED.*bad-0.cert: not the certificate that was signed off' verify swap --pub team.pub --model "$corpus/peterson.aag"
# A validator that judged other bytes than those that were signed.
for digest in model certificate; do
  printf '#!/bin/sh\n"%s" "$@" | sed '"'s/\"%s_sha256\":\"[0-9a-f]\{8\}/\"%s_sha256\":\"00000000/'"'\n' "$build/vouch-validate" $digest $digest >elsewhere
  chmod +x elsewhere
  expect 1 "REFUSED.*not the $digest that was signed off" verify signed --pub team.pub --model "$corpus/peterson.aag" --validator ./elsewhere
done

# Names that would forge lines; files that nobody signed.
cp -r signed strange
touch "strange/x
VERIFIED: 9 hold, 0 FAIL" strange/.hidden "strange/$(printf 'red\033[31m')"
expect 0 'NOT COVERED: x.x0aVERIFIED: 9 hold, 0 FAIL is not part' verify strange --pub team.pub --model "$corpus/peterson.aag"
says 'NOT COVERED: .hidden'
[ "$(grep -c '^VERIFIED' log)" -eq 1 ] || { cat log; fail "a file name forges a line"; }
last '3 files NOT COVERED$'
! grep -q "$(printf '\033')" log || fail "an escape sequence comes out"

# A folder whose files cannot be listed (root can list every one).
unlisted() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
if [ "$(id -u)" -eq 0 ] && unlisted test -r "$corpus/peterson.aag" -a -x "$vouch" 2>/dev/null; then
  chmod 755 "$out"
  cp -r strange unlisted
  chmod 644 unlisted/* team.pub
  chmod 711 unlisted
  expect 1 'REFUSED unlisted: cannot list its files' unlisted "$vouch" verify unlisted --pub team.pub --model "$corpus/peterson.aag"
fi

# Nothing is signed when something is undecided, and an old statement is gone.
expect 3 'undecided; nothing is signed' "$vouch" signoff "$corpus/peterson.aag" --key team.key -o signed --timeout 0.000001
[ ! -e signed/signoff.json ] && [ ! -e signed/signoff.json.minisig ] || fail "an old statement survives"
[ ! -e signed/bad-0.cert ] && [ -e signed/bad-0.cert.stale ] || fail "an old certificate looks current"
if ! grep -q __asan_init "$vouch"; then # which needs more addresses than any limit allows
  expect 3 'unknown  bad 0 (both_critical)  (out of memory)' "$vouch" signoff "$corpus/peterson.aag" --key team.key -o memory --memory 1
  [ ! -e memory/signoff.json ] || fail "signed without memory"
  cp others/bad-0.cert memory/bad-0.cert
  expect 3 'unknown  bad 0 (both_critical)  (out of memory)' "$vouch" signoff "$corpus/peterson.aag" --key team.key -o memory --memory 1
  [ ! -e memory/bad-0.cert ] && [ -e memory/bad-0.cert.stale ] || fail "an old certificate looks current without memory"
fi

# Statements of earlier versions.
cp -r "$here/signoff-v1" v1
expect 0 'NOT checked: how much of the property file arbiter.ctl' verify v1 --pub "$here/signoff-v1.pub" --model "$arbiter"
last '^VERIFIED: 1 hold, 0 FAIL$'
expect 1 'COVERED 1 of 9' verify v1 --pub "$here/signoff-v1.pub" --model "$arbiter" --ctl "$ctl"
expect 0 '^VERIFIED: 1 hold' verify v1 --pub "$here/signoff-v1.pub" --model "$arbiter" --ctl "$ctl" --partial
printf x >>v1/ctl-0.cert
expect 1 'REFUSED.*ctl-0.cert' verify v1 --pub "$here/signoff-v1.pub" --model "$arbiter"

echo data >file
expect 0 file.minisig "$vouch" sign --key team.key file
expect 0 '^VERIFIED SIGNATURE ONLY: file$' verify file --pub team.pub
expect 0 'NOT checked' verify nine/signoff.json --pub team.pub
last '^VERIFIED SIGNATURE ONLY'
expect 2 'is a file' verify nine/signoff.json --pub team.pub --require holds
expect 2 'is a file' verify file --pub team.pub --model "$arbiter"
if command -v minisign >/dev/null; then
  minisign -Vm file -p team.pub >/dev/null || fail "minisign does not accept our signature"
  minisign -Vm nine/signoff.json -p team.pub >/dev/null || fail "minisign does not accept our sign-off"
  # The folder stands alone: the commands of its README, with vouch-validate and minisign and nothing else of ours.
  [ "$(wc -l <nine/README)" -le 10 ] || fail "the README is longer than ten lines"
  sed -n 's/^       //p' nine/README >commands
  [ "$(wc -l <commands)" -eq 3 ] || fail "not three commands in the README"
  mkdir bin
  ln -s "$build/vouch-validate" bin/vouch-validate
  (cd nine && PATH=$out/bin:$PATH sh -eux "$out/commands") >log 2>&1 || { cat log; fail "the README's commands fail"; }
  [ "$(grep -c '^s ACCEPTED holds' log)" -eq 6 ] && [ "$(grep -c '^s ACCEPTED fails' log)" -eq 3 ] || { cat log; fail "README: acceptances"; }
  says 'Signature and comment signature verified'
  never REFUSE
fi
echo "sign-off: all as expected"
