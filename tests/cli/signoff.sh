#!/bin/sh
# usage: signoff.sh BUILD CORPUS
# Keys, sign-off, verification: a signed folder verifies, the stock minisign agrees, and a changed byte anywhere is refused with its name.
set -eu
build=$1 corpus=$2
vouch=$build/vouch
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$out"

fail() { echo "FAILED: $*"; exit 1; }
# expect STATUS PATTERN COMMAND ..: exit status and a line of the output
expect() {
  want=$1 pattern=$2
  shift 2
  status=0
  "$@" >log 2>&1 </dev/null || status=$?
  [ "$status" -eq "$want" ] || { cat log; fail "status $status instead of $want: $*"; }
  grep -q -e "$pattern" log || { cat log; fail "no '$pattern' in the output of: $*"; }
}

expect 0 'public key: team.pub' "$vouch" keygen --no-password team
expect 2 'exists' "$vouch" keygen --no-password team
expect 2 'no terminal\|cannot' setsid "$vouch" keygen other
echo secret | "$vouch" keygen --password-fd 0 sealed >/dev/null

expect 0 'signed: signed/signoff.json.minisig' "$vouch" signoff "$corpus/peterson.aag" --key team.key -o signed --who 'A. Nobody'
expect 0 '^VERIFIED' "$vouch" verify signed --pub team.pub --model "$corpus/peterson.aag"
expect 0 'NOT checked: whether' "$vouch" verify signed --pub team.pub --model "$corpus/peterson.aag" --no-validate
grep -q '"name": "A. Nobody"' signed/signoff.json || fail "the statement does not say who"
grep -q 'obligation 0: invariant' signed/signoff.json || fail "the statement does not list obligations"

expect 0 'signed' "$vouch" signoff "$corpus/arbiter.aag" --ctl "$corpus/arbiter.ctl" -p 0 --key team.key -o ctl
expect 0 '^VERIFIED' "$vouch" verify ctl --pub team.pub --model "$corpus/arbiter.aag" --ctl "$corpus/arbiter.ctl"
expect 1 'signed' "$vouch" signoff "$corpus/peterson_buggy.aag" -p 'bad 0' --key team.key -o buggy
expect 0 'fails: bad 0' "$vouch" verify buggy --pub team.pub --model "$corpus/peterson_buggy.aag"

echo "wrong" | { expect_status=0; "$vouch" signoff "$corpus/peterson.aag" --key sealed.key --password-fd 0 -o no >log 2>&1 || expect_status=$?
  [ "$expect_status" -eq 2 ] && grep -q 'wrong password' log || { cat log; fail "a wrong password signs"; }; }
[ ! -e no/signoff.json ] || fail "something was signed with a wrong password"

expect 1 'REFUSED.*not the model' "$vouch" verify signed --pub team.pub --model "$corpus/arbiter.aag"
expect 1 'REFUSED.*made with key' "$vouch" verify signed --pub sealed.pub --model "$corpus/peterson.aag"

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
  expect 1 "REFUSED.*${file#signed/}" "$vouch" verify broken --pub team.pub --model "$corpus/peterson.aag"
  rm -rf broken
done

# A certificate that does not prove what a (correctly signed) statement says.
cp -r signed lying
sed 's/"verdict": "holds"/"verdict": "fails"/' signed/signoff.json >lying/signoff.json
"$vouch" sign --key team.key lying/signoff.json >/dev/null
expect 1 'REFUSED.*does not accept' "$vouch" verify lying --pub team.pub --model "$corpus/peterson.aag"

# Nothing is signed when something is undecided, and an old statement is gone.
expect 3 'undecided.*nothing is signed' "$vouch" signoff "$corpus/peterson.aag" --key team.key -o signed --timeout 0.000001
[ ! -e signed/signoff.json ] && [ ! -e signed/signoff.json.minisig ] || fail "an old statement survives"

echo data >file
expect 0 file.minisig "$vouch" sign --key team.key file
expect 0 '^VERIFIED' "$vouch" verify file --pub team.pub
if command -v minisign >/dev/null; then
  minisign -Vm file -p team.pub >/dev/null || fail "minisign does not accept our signature"
  minisign -Vm ctl/signoff.json -p team.pub >/dev/null || fail "minisign does not accept our sign-off"
fi
echo "sign-off: all as expected"
