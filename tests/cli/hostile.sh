#!/bin/sh
# usage: hostile.sh BUILD CORPUS
# Names and paths with carriage returns, terminal sequences, line separators, bidirectional controls and bytes that are
# not UTF-8, through every command: no such byte may come out, on standard output, standard error or in a report.
. "$(dirname "$0")/common.sh"
cd "$out"

# C0 (CR, ESC, BEL, BS, TAB), DEL, C1 as UTF-8, U+2028, U+2029, U+202E, U+2066, U+200F, U+061C, a raw C1 byte, a cut-off character.
ugly=$(printf 'e\rs ACCEPTED holds\033[2K\033]0;t\007\010\t\177\302\233\302\205\342\200\250\342\200\251\342\200\256\342\201\246\342\200\217\330\234\233\377\342\200')
path=$(printf 'd\ns ACCEPTED holds bad 0\nFORGED\n%s' "$ugly")

# Nothing but the newline, printable ASCII and harmless UTF-8.
scan() {
  [ -s "$1" ] || return 0
  [ -z "$(LC_ALL=C tr -d '\n\040-\176\200-\377' <"$1")" ] || { od -c "$1" | head -n 20; fail "control bytes: $2"; }
  iconv -f UTF-8 -t UTF-8 <"$1" >/dev/null 2>&1 || { od -c "$1" | head -n 20; fail "not UTF-8: $2"; }
  ! LC_ALL=C grep -qaP '\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]' "$1" || { od -c "$1" | head -n 20; fail "raw separators or directions: $2"; }
  ! grep -qE '^(s ACCEPTED|FORGED)' "$1" || { cat "$1"; fail "a forged line: $2"; }
}

runs=0
# run WORD... : the command's two streams are clean, and it said something.
run() {
  "$vouch" "$@" >log 2>err </dev/null || true
  [ -s log ] || [ -s err ] || fail "said nothing: $*"
  scan log "stdout of vouch $1"
  scan err "stderr of vouch $1"
  runs=$((runs + 1))
}
# The same, and what came from outside is really there, escaped.
run_shows() {
  run "$@"
  cat log err | grep -qE 'x1b|u001b|x0a|u000a' || { cat log err; fail "the name is not shown: $*"; }
}

mkdir "$path" plain
model=$path/m.aag
for name in arbiter arbiter_buggy; do LC_ALL=C sed "s/^\\([iljb][0-9]* .*\\)\$/\\1$ugly/" "$corpus/$name.aag" >"$path/$name.aag"; done
mv "$path/arbiter.aag" "$model"
mv "$path/arbiter_buggy.aag" "$path/buggy.aag"
formula=$(printf 'AG EF "g1%s"' "$ugly")
printf 'CTLSPEC NAME p%s := AG EF "g1%s"\n' "$ugly" "$ugly" >"$path/n.ctl"
printf '#PASS: %s\n%s\n' "$ugly" "$formula" >"$path/p.ctl"

# check
for how in "" --json --verbose; do
  run_shows check "$model" $how
  run_shows check "$model" $how -f "$formula"
  run_shows check "$model" $how --ctl "$path/p.ctl" --certificates "$path/certs"
  run_shows check "$model" $how --ctl "$path/n.ctl"
  run_shows check "$model" $how --certificates "$path/certs"
  run_shows check "$path/buggy.aag" $how --certificates "$path/buggy" --witness "$path/buggy"
done
run_shows check "$path/nowhere"
run_shows check "$model" -p "$ugly"
run check "$model" -f "AG $ugly"
run check "$model" -f "AG \"$ugly"
run_shows check "$model" --ctl "$path/nowhere"
run_shows check "$model" --certificates "$model"
run_shows check "$model" --certificates "$model/below"
run_shows check "--$ugly"
run_shows check "$model" "$ugly" "$ugly" "--dialect=$ugly"
run_shows check "$model" --timeout "$ugly"
run_shows check "$model" --jobs "$ugly"
run_shows "$ugly"

# parse, explain
run_shows parse "$model" --json
run_shows parse "$model" -f "$formula"
run_shows parse "$model" -f "$formula" --json
run_shows parse "$model" "$path/p.ctl"
run_shows parse "$model" "$path/n.ctl" --json
run parse "$model" -f "$ugly"
run_shows parse "$path/nowhere"
for certificate in "$path"/certs/*.cert; do
  run_shows explain "$certificate" "$model"
  run_shows explain --facts "$certificate" "$model"
  run_shows explain --json "$certificate" "$model"
  run explain "$certificate" "$model" --vcd "$path/vcd" --dot "$path/dot"
  for file in "$path"/dot "$path"/vcd/*; do scan "$file" "a file of vouch explain"; done
done
for certificate in "$path"/buggy/*.cert; do run_shows explain "$certificate" "$path/buggy.aag"; done
run_shows report "$model" "$path"/certs/*.cert -o "$path/page.html"
scan "$path/page.html" "a page of vouch report"
run_shows explain "$path/nowhere" "$model"
run_shows explain "$model" "$model"

# keys, signatures, sign-off
run_shows keygen --no-password "$path/key"
run_shows keygen --no-password "$path/key"
run_shows sign --key "$path/key.key" "$model"
run_shows sign --key "$path/nowhere" "$model"
run_shows sign --key "$path/key.key" --comment "$(printf %s "$ugly" | tr -d '\r')" "$model"
run_shows verify "$model" --pub "$path/key.pub"
run_shows verify "$model" --pub "$path/nowhere"
"$vouch" keygen --no-password key >/dev/null
run_shows signoff "$model" --key key.key -o "$path/signed"
cp "$path/signed/"* plain
cp plain/signoff.json "plain/$(printf 'x\nFORGED')"
run_shows signoff "$model" --ctl "$path/n.ctl" --key key.key -o "$path/signed-ctl"
run_shows verify plain --pub key.pub --model "$model"
run_shows verify "$path/signed" --pub key.pub --model "$model"
run_shows verify "$path/signed-ctl" --pub key.pub --model "$model" --ctl "$path/n.ctl"
run_shows verify "$path/signed" --pub key.pub --model "$path/buggy.aag"
# Files that are named like options.
cp "$corpus/arbiter.aag" ./--solver
"$vouch" signoff --key key.key --output=--export -- --solver >log 2>err && "$vouch" verify --pub key.pub --model=--solver -- --export >log 2>err ||
  { cat log err; fail "a model that is named like an option"; }

# audit
evil=$path/$(printf 'c\nholds\t0.1\t-\t-\tm\tc\t-\ts ACCEPTED holds bad 0\n')
cp "$path/certs/bad-0.cert" "$evil"
for how in "" --json; do
  run_shows audit $how "$model" "$path"/certs/*.cert "$evil" "$path/nowhere" --junit report.xml --results results
  scan report.xml "the JUnit report"
  scan results "the results file"
  run_shows audit $how "$model" "$evil" --property "$ugly"
  run_shows audit $how "$model" "$evil" --formula "$formula"
done
run_shows audit --manifest "$path/nowhere"
printf 'only%s\n' "$ugly" | LC_ALL=C tr -d '\t' >"$path/manifest"
run_shows audit --manifest "$path/manifest"
run_shows audit "$model" "$evil" --validator "$path/nowhere"
printf '#!/bin/sh\nprintf "s REJECTED %%s\\n" "%s"\nprintf "words %%s\\n" "%s" >&2\nexit 1\n' "$ugly" "$ugly" >liar
chmod +x liar
run audit "$model" "$evil" --validator ./liar
run_shows audit "$model" "$evil" --shard "$ugly"

# competition formats
run_shows hwmcc "$path/nowhere" a b
run_shows hwmcc "$path/buggy.aag" "$path/no/where" "$path/no/where"
run_shows sby "$path/nowhere"
# On a terminal there are colours and progress, of ours only.
if ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  echo "hostile: no pseudo-terminals here, so none was tried"
else
  cp "$model" plain.aag
  cp "$path/certs/bad-0.cert" "$(printf 'plain\r\033[2K')"
  TERM=xterm script -qec "$vouch check plain.aag; $vouch audit plain.aag plain*2K" /dev/null >terminal </dev/null || true
  sed 's/\x1b\[[0-9]*[AJK]//g; s/\x1b\[[0-9]*m//g; s/\r//g' terminal >log
  grep -q 'holds' log && grep -q 'x1b' log || { cat -v terminal; fail "nothing on a terminal"; }
  scan log "a terminal"
fi
echo "hostile: $runs runs, nothing raw came out"
