#!/bin/sh
# usage: designs.sh BUILD DESIGNS
# Verilog in: the model means what docs/designs.md says, and what yosys would translate into something else is refused.
set -eu
build=$1 designs=$2
vouch=$build/vouch
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
fail() { echo "FAILED: $*"; cat "$out/lines" "$out/said" 2>/dev/null; exit 1; }
export TMPDIR="$out/tmp"
mkdir "$TMPDIR"
cd "$designs"

# check STATUS ARGUMENT..: what it prints is in lines and said; nothing temporary is left.
check() {
  wanted=$1
  shift
  status=0
  "$vouch" check "$@" >"$out/lines" 2>"$out/said" || status=$?
  [ $status = "$wanted" ] || fail "status $status: $*"
  [ -z "$(ls -A "$TMPDIR")" ] || fail "temporary files are left: $*"
}
lines() { [ "$(grep -c "$1" "$out/lines")" = "$2" ] || fail "not $2 lines with $1"; }
said() { grep -qF -e "$1" "$out/said" || fail "nothing is said about: $1"; }
refused() { # WORDS ARGUMENT..: no verdict
  words=$1
  shift
  check 2 "$@"
  said "$words"
  [ ! -s "$out/lines" ] || fail "something is claimed: $*"
}

# What never comes to a translation.
refused '--top MODULE' fifo.sv
refused 'not the name of a module' fifo.sv --top 'fifo; shell'
refused 'only designs (.v, .sv) have several files' fifo.sv model.aig --top fifo
refused 'is not a design' model.aig --top fifo
refused 'expected NAME=VALUE' fifo.sv --top fifo --parameter 'DEPTH=3; shell'
refused 'expected NAME or NAME=VALUE' fifo.sv --top fifo --define 'A=1 -D B'
refused 'write ./-x.sv' --top fifo -- -x.sv
for name in 'a b.sv' "a'b.sv" 'a"b.sv' 'a;b.sv' 'a#b.sv' 'a*b.sv' 'a[b].sv' 'a
b.sv'; do
  refused 'yosys cannot be given paths' "$name" --top fifo
done
refused 'cannot be run' fifo.sv --top fifo --yosys "$out/none"
refused 'does not answer -V' fifo.sv --top fifo --yosys true

# A translation that hangs, and one that is killed, whatever program it is.
cat >"$out/slow" <<'SLOW'
#!/bin/sh
[ "$1" = -V ] && { echo "Yosys 0"; exit 0; }
exec sleep 1000
SLOW
chmod +x "$out/slow"
refused 'the time is over' fifo.sv --top fifo --yosys "$out/slow" --timeout 1
for signals in 1 2; do
  "$vouch" check fifo.sv --top fifo --yosys "$out/slow" >"$out/lines" 2>"$out/said" &
  pid=$!
  for k in $(seq 100); do pgrep -P $pid sleep >/dev/null && break; sleep 0.1; done
  child=$(pgrep -P $pid sleep)
  for k in $(seq $signals); do kill -TERM $pid 2>/dev/null || true; done
  wait $pid && fail "killed, but no failure"
  for k in $(seq 50); do kill -0 "$child" 2>/dev/null || break; sleep 0.1; done
  ! kill -0 "$child" 2>/dev/null || fail "what was started goes on"
  [ -z "$(ls -A "$TMPDIR")" ] || fail "temporary files are left behind a signal"
  [ ! -s "$out/lines" ] || fail "something is claimed"
done

# Sources that change while they are translated.
cp fifo.sv "$out/fifo.sv"
cat >"$out/changing" <<'CHANGING'
#!/bin/sh
if [ "$1" != -V ]; then echo '// more' >>fifo.sv; fi
exec yosys "$@"
CHANGING
chmod +x "$out/changing"

command -v yosys >/dev/null || { echo "skipped: no yosys"; exit 77; }

cd "$out"
refused 'changed while they were translated' fifo.sv --top fifo --yosys "$out/changing"
cd "$designs"

# A yosys that ends when it is to write the literals: the same model, without names.
cat >"$out/crashing" <<'CRASHING'
#!/bin/sh
for script; do :; done
if [ "$1" != -V ] && grep -q -e -vmap "$script"; then kill -ABRT $$; fi
exec yosys "$@"
CRASHING
chmod +x "$out/crashing"
check 0 fifo.sv --top fifo --yosys "$out/crashing" -c "$out/unnamed"
lines '^holds  bad [01]  ' 2
check 0 fifo.sv --top fifo -c "$out/named"
cmp "$out/named/fifo.aig" "$out/unnamed/fifo.aig" || fail "names change the model"

# Assertions by name; parameters; the model and how it was made are beside the certificates.
check 0 fifo.sv --top fifo -c "$out/c" --proofs
lines '^holds  bad [01] (no_overflow, fifo.sv:22) ' 1
lines '^holds  bad [01] (fifo.sv:23) ' 1
lines '^reached  COVER fifo.sv:25  by [0-9]* steps' 1
lines '^covers: 1 of 1 reached' 1
said 'fifo: 2 assertions, 1 assumption, 1 cover statement, clock clk'
for k in 0 1; do "$build/vouch-validate" "$out/c/fifo.aig" "$out/c/bad-$k.cert" >/dev/null || fail "certificate $k"; done
[ -s "$out/c/fifo.log" ] || fail "no log is kept"
cp fifo.sv "$out"
(cd "$out" && yosys -q -s c/fifo.ys >/dev/null 2>&1 && cmp fifo.aig c/fifo.aig) || fail "the script does not make the same model"
check 1 fifo.sv --top fifo --parameter BUG=1 --parameter DEPTH=3 -p no_overflow
lines '^fails  bad [01] (no_overflow, fifo.sv:22) ' 1
refused 'NOTHERE' fifo.sv --top fifo --parameter NOTHERE=1
refused 'not found' fifo.sv --top nothere

# Formulas keep the signals that they mention: wires, words of memories, those of instances. Not the clock.
check 0 fifo.sv --top fifo -f 'AG EF (count = 4)' -f 'AG (do_push -> !full)' -f 'AG EF (mem[3][7] = 1)'
lines '^holds' 3
check 0 holds.sv --top holds -f 'AG EF (u2.state = 3)'
refused "no symbol 'do_pusch'" fifo.sv --top fifo -f 'AG do_pusch'
refused 'clk is the clock' fifo.sv --top fifo -f 'AG EF clk'

# What the model means.
check 1 undefined.sv --top undefined
lines '^fails' 12
said 'floating'
check 0 holds.sv --top holds
lines '^holds' 8
lines '(u1.in_range, holds.sv:5)' 1
lines '(u2.in_range, holds.sv:5)' 1
check 1 depths.sv --top depths -c "$out/d" --witness "$out/d"
lines '^fails' 5
for k in 0 1 2 3 4; do # a witness has a line of inputs per step, and five others
  step=$(sed -n "s/^fails  bad $k (step_\\([0-9]\\),.*/\\1/p" "$out/lines")
  [ "$(wc -l <"$out/d/bad-$k.witness")" = $((step + 5)) ] || { cat "$out/d/bad-$k.witness"; fail "bad $k is not called by its name"; }
done
check 1 live.sv --top live
lines '^fails  justice 0' 1
check 0 live.sv --top live -D FAIR
lines '^holds  justice 0' 1

# Without assertions outputs are no properties; included files and macros.
refused 'has no assertions' none.v --top none -D VALUE=1
refused 'unknown property' none.v --top none -D VALUE=1 -p 'output 0'
refused 'has no assertions' none.v --top none -D VALUE=1 --all
mkdir "$out/i"
echo 'wire inner = logic | d;' >"$out/i/none.vh"
check 0 none.v --top none -D VALUE=1 -f 'AG (inner -> logic)'
cp none.v "$out"
cd "$out" # where yosys looks first
check 1 none.v --top none -D VALUE=1 -I i -f 'AG (inner -> logic)'
cd "$designs"

# One clock, unless --multiclock.
for kind in TWO FALLING GATED; do
  refused 'several clocks' clocks.sv --top clocks -D $kind
  check 1 clocks.sv --top clocks -D $kind --multiclock
done
refused 'a latch' clocks.sv --top clocks -D LATCH
check 1 clocks.sv --top clocks -D LATCH --multiclock
refused 'the clock is also used as a signal' clocks.sv --top clocks -D DATA
check 0 clocks.sv --top clocks -D DATA --multiclock
check 1 fifo.sv --top fifo --parameter BUG=1 --multiclock -p no_overflow

refused 'several drivers' drivers.sv --top drivers
refused 'inout' inout.sv --top inout_port
refused 'tri-state' tristate.sv --top tristate
refused 'leaf' blackbox.sv --top blackbox
refused 'loops without registers' loop.sv --top loop
refused 'concurrent.sv:3' concurrent.sv --top concurrent
said 'always @(posedge clk) assert'
refused 'nothere.sv' nothere.sv --top nothere
refused 'concurrent.sv:3' concurrent.sv --top concurrent -c "$out/e"
[ ! -e "$out/e/concurrent.aig" ] || fail "a model of nothing"
[ -s "$out/e/concurrent.log" ] || fail "no log of a failure"

# Words as the designer has them: names of states, signs, hierarchy, sums.
check 0 fsm.v --top fsm --ctl fsm.ctl --cover 'state = 2' --vacuity --certificates "$out/fsm"
lines '^holds' 5
lines '^  VACUOUS: it holds whatever stands for u1.cnt + 1 = 0 where true stands here:$' 1
lines '^reached  COVER state = 2  by 5 steps' 1
"$vouch" explain "$out/fsm/ctl-4.cert" "$out/fsm/fsm.aig" --ctl fsm.ctl >"$out/lines"
lines 'is true in step 10 (state=RUN level=-3 u1.cnt=[67])' 1
lines '^ *5 *DONE *-4 ' 1

# Names of signals elsewhere, of which yosys makes new wires; and what it warns about, with its place.
cat >"$out/below.sv" <<'END'
module sub(input clk, output reg [1:0] q);
  initial q = 0;
  always @(posedge clk) q <= q + 1;
endmodule
module below(input clk, output done);
  wire [1:0] q;
  sub u1(.clk(clk), .q(q));
  assign done = &q;
`ifdef NAMED
  always @(posedge clk) assert (u1.q != 3);
`else
  always @(posedge clk) assert (!dome);
`endif
endmodule
END
refused 'below.sv:10: u1.q: a signal of another module cannot be named in the design' "$out/below.sv" --top below -D NAMED
check 0 "$out/below.sv" --top below --formula 'AG (u1.q = 3 -> done)'
check 1 "$out/below.sv" --top below
said "below.sv:12: Warning: Identifier"

# What is to be covered stays in the model, too.
check 0 none.v --top none -D VALUE=1 --cover inner
lines '^reached  COVER inner' 1

# Cover statements are asked beside the assertions: each for itself, by its label, or its place; beside an assertion, under an
# assumption. Those of a constant, and those that say the same, are there as well.
check 1 covers.sv --top covers -c "$out/v" --validate always
lines '^holds  bad 0 (in_range, covers.sv:11) ' 1
lines '^reached  COVER u1.at_three (covers.sv:5)  by 3 steps ' 1
lines '^unreachable  COVER u2.at_three (covers.sv:5) ' 1
lines '^reached  COVER guarded (covers.sv:13)  by ' 1
lines '^unreachable  COVER assumed_away (covers.sv:14) ' 1
lines '^unreachable  COVER resets (covers.sv:15) ' 1
lines '^reached  COVER covers.sv:16  by 1 step ' 1
lines '^reached  COVER covers.sv:17  by 1 step ' 1
lines '^reached  COVER always_true (covers.sv:18)  by 0 steps ' 1
lines '^unreachable  COVER never_[ab] (covers.sv:\(19\|20\)) ' 2
lines '^reached  COVER covers.sv:23  by [12] steps* ' 2
lines '^covers: 7 of 12 reached, 5 unreachable$' 1
lines '(validated)$' 13
said 'covers: 1 assertion, 1 assumption, 12 cover statements, clock clk'
for k in $(seq 0 11); do "$build/vouch-validate" "$out/v/covers.aig" "$out/v/cover-$k.cert" >/dev/null || fail "certificate of cover $k"; done
check 0 covers.sv --top covers -p u1.at_three -p guarded
lines '^reached' 2
refused "property 'covers.sv:23' is ambiguous" covers.sv --top covers -p covers.sv:23
check 0 covers.sv --top covers -f 'AG a <= 3' # as assertions: not beside formulas, unless --all
lines . 1
check 1 covers.sv --top covers -f 'AG a <= 3' --all --multiclock
lines '^reached  COVER' 7
lines '^holds' 2

# A name that is not free, and a yosys that loses a statement or its signal.
printf 'module taken(input \\a.vouch_cover ); always @(*) a: cover (1); endmodule\n' >"$out/taken.sv"
refused 'the name a.vouch_cover is taken' "$out/taken.sv" --top taken
losing() { # A sed command for the script
  cat >"$out/losing" <<LOSING
#!/bin/sh
for script; do :; done
[ "\$1" = -V ] || sed -i '$1' "\$script"
exec yosys "\$@"
LOSING
  chmod +x "$out/losing"
}
losing 's/^async2sync/&\ndelete t:$cover/'
refused 'yosys made 0 of 1 cover statements' fifo.sv --top fifo --yosys "$out/losing"
losing '/^expose w:/d'
refused 'fifo.sv:25: ' fifo.sv --top fifo --yosys "$out/losing"

# In projects they are as before; in sign-offs they are none.
cp covers.sv "$out"
printf 'sources = ["covers.sv"]\ntop = "covers"\n' >"$out/covers.toml"
for before in 0 13; do
  "$vouch" run "$out/covers.toml" >"$out/lines" 2>"$out/said" && fail "unreachable covers are a success"
  lines '(as before)$' $before
  lines '^covers: 7 of 12 reached, 5 unreachable$' 1
  lines '^1 property: 1 hold, 0 FAIL' 1
done
"$vouch" keygen --no-password "$out/lead" >"$out/lines"
"$vouch" signoff covers.sv --top covers --key "$out/lead.key" -o "$out/lead" >"$out/lines" 2>"$out/said" || fail "signoff"
lines '^SIGNED: 1 hold, 0 FAIL' 1
said 'vouch signoff: cover statements are left out'

# A sign-off names the sources, included ones too, the version and the script; the script makes the model again. verify says so, and that it is not checked.
vouch() { "$vouch" "$@" >"$out/lines" 2>"$out/said" || fail "vouch $1"; }
vouch keygen --no-password "$out/team"
rm -rf "$out/sources"
mkdir "$out/sources"
cp none.v none.vh "$out/sources"
cd "$out/sources"
vouch signoff none.v --top none -D VALUE=1 -f 'AG (inner -> logic)' --key "$out/team.key" -o ../signed
for file in none.v none.vh; do
  grep -qF "$(sha256sum $file | cut -d ' ' -f 1)" ../signed/signoff.json || fail "$file is not stated"
done
yosys -q -s ../signed/design.ys >/dev/null 2>&1 && cmp none.aig ../signed/model.aig || fail "the signed script does not make the model"
grep -qF 'trusted, not proved' ../signed/README || fail "the README does not say that the translation is trusted"
vouch verify ../signed --pub "$out/team.pub" --model none.aig
lines '^the model is said to be module none, translated by Yosys .* with the script design.ys from:$' 1
lines "^  none.vh  sha256 $(sha256sum none.vh | cut -d ' ' -f 1)\$" 1
lines '^NOT checked: that the model comes from these files' 1
lines 'COVERED .* of none.aig' 0 # it has no properties of its own: outputs are none
[ -z "$(ls -A "$TMPDIR")" ] || fail "temporary files are left"
