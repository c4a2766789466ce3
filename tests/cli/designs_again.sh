#!/bin/sh
# usage: designs_again.sh BUILD DESIGNS
# A project of a design is translated once. Anything that yosys would read otherwise is noticed: sources, includes, other files of their
# name, memory contents, options, formulas, yosys itself; and so is a model in the folder that is not what yosys made.
command -v yosys >/dev/null || exit 77
. "$(dirname "$0")/common.sh"
own_temporary
cd "$out"
mkdir p p/inc p/first
cat >p/top.sv <<'END'
`include "size.vh"
module top(input clk, input [3:0] address, output [3:0] data);
  reg [3:0] memory [0:15];
  reg [`SIZE-1:0] count = 0;
  wire last = count == 5;
  initial $readmemh("p/contents.hex", memory);
  assign data = memory[address];
  always @(posedge clk) count <= last ? 0 : count + 1;
  always @(posedge clk) small: assert (data < 8);
endmodule
END
echo '`define SIZE 3' >p/inc/size.vh
for k in $(seq 16); do echo 3; done >p/contents.hex
cat >p/top.toml <<'END'
sources = ["top.sv"]
top = "top"
include = ["first", "inc"]
formula = ["AG count <= 5"]
all = true
END
# Every start of yosys is noted.
cat >yosys <<END
#!/bin/sh
echo "\$1" >>"$out/starts"
exec $(command -v yosys) "\$@"
END
chmod +x yosys
# again WHAT: translated once more; not WHAT: it is not
go() {
  sleep 0.1
  rm -f starts
  "$vouch" run p/top.toml --yosys ./yosys "$@" >lines 2>said || true
  grep -q '^2 properties: ' lines || { cat lines said; fail "no summary"; }
}
again() {
  what=$1
  shift
  go "$@"
  grep -qv -e '^-V$' starts || fail "$what: not translated again"
  ! grep -q '(as before)' said || fail "$what: as before"
}
not() {
  what=$1
  shift
  go "$@"
  ! grep -qv -e '^-V$' starts || { cat starts said; fail "$what: translated again"; }
  grep -q 'translated by Yosys .*(as before)$' said || { cat said; fail "$what: nothing is said"; }
}
again "first"
grep -q '^2 properties: 2 hold' lines || { cat lines; fail "both hold"; }
cp lines first
not "second"
grep -q '; 2 as before; ' lines || fail "the model is another one"
grep -q '^holds  bad 0 (small, p/top.sv:9)' lines || { cat lines; fail "names of assertions are lost"; }
# what was read
echo '`define SIZE 4' >p/inc/size.vh
again "an include has changed"
not "an include is as it was"
sed -i '1s/3/9/' p/contents.hex
again "contents of a memory have changed"
grep -q '^fails  bad 0' lines || { cat lines; fail "the old memory"; }
not "contents are as they were"
echo >>p/top.sv
again "a source has changed"
# what would be read instead
echo '`define SIZE 3' >p/first/size.vh
again "another include comes first"
not "it is there"
rm p/first/size.vh
again "it is gone"
not "that is as before"
# what is asked
again "a signal is asked for" --formula 'AG (last -> count = 5)'
again "it is not" --formula 'AG count <= 5'
again "a definition" --formula 'AG count <= 5' --define X=1
not "the same definition" --formula 'AG count <= 5' --define X=1
again "--fresh" --formula 'AG count <= 5' --define X=1 --fresh
# yosys
touch yosys
again "another yosys" --formula 'AG count <= 5' --define X=1
# what is in the folder
printf x >>p/top-results/top.aig
again "a damaged model" --formula 'AG count <= 5' --define X=1
grep -q 'top-results/top.aig is not what was put there: top is translated again' said || { cat said; fail "damage is not said"; }
not "mended" --formula 'AG count <= 5' --define X=1
for file in aig ys log; do
  rm p/top-results/top.$file
  again "no top.$file" --formula 'AG count <= 5' --define X=1
done
for text in '' '{}' '[]' '{"key":' '{"key":1,"sources":[{}],"files":7}'; do
  printf '%s' "$text" >p/top-results/top.json
  again "a note '$text'" --formula 'AG count <= 5' --define X=1
done
sed -i 's/"sha256": "[0-9a-f]*"/"sha256": ""/' p/top-results/top.json
again "no digests" --formula 'AG count <= 5' --define X=1
# an error is one again
echo 'oops' >>p/top.sv
"$vouch" run p/top.toml --yosys ./yosys >lines 2>said && fail "an error" || true
grep -q 'p/top.sv:1[0-9]: syntax error' said || { cat said; fail "the error is not said"; }
"$vouch" run p/top.toml --yosys ./yosys >lines 2>said && fail "an error, again" || true
sed -i '$d' p/top.sv
again "mended" --formula 'AG count <= 5'
# A program that is none of ours is not even started.
rm starts
"$vouch" run p/top.toml >lines 2>said || true
"$vouch" run p/top.toml >lines 2>said || true
grep -q '(as before)$' said || { cat said; fail "yosys itself"; }
[ -z "$(ls -A "$TMPDIR")" ] || fail "temporary files are left"
echo "translated once: as expected"
