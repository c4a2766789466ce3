#!/bin/sh
# usage: library.sh BUILD CORPUS SOURCE
# The example of docs/library.md, compiled against the installed library through pkg-config, shared and static; and nothing but vouch_* is exported.
. "$(dirname "$0")/common.sh"
build=$(cd "$build" && pwd)
source=$3
for tool in pkg-config cmake cc nm; do command -v $tool >/dev/null || { echo "skipped: no $tool"; exit 77; }; done
if grep -q __asan_init "$build/vouch"; then echo "skipped: the sanitizers would have to be in the example, too"; exit 77; fi
[ -e "$build/libvouch.so" ] || { echo "skipped: no shared library in this build"; exit 77; }

DESTDIR='' cmake --install "$build" --prefix "$out/usr" --component library >/dev/null
DESTDIR='' cmake --install "$build" --prefix "$out/usr" --component development >/dev/null
lib=$(dirname "$(find "$out/usr" -name vouch.pc)")
export PKG_CONFIG_PATH="$lib"
lib=$(dirname "$lib")
[ "$(pkg-config --modversion vouch)" = "$("$build/vouch" --version | sed 's/vouch //')" ] || complain "the version of vouch.pc"
awk '/^```c$/ { show = 1; next } /^```/ { show = 0 } show' "$source/docs/library.md" >"$out/example.c"
warnings='-std=c99 -Wall -Wextra -Wpedantic -Werror'
cc $warnings "$out/example.c" -o "$out/shared" $(pkg-config --cflags --libs vouch)
cc $warnings "$out/example.c" -o "$out/static" $(pkg-config --cflags vouch) "$lib/libvouch.a" \
  $(pkg-config --static --libs vouch | sed 's/-lvouch //')
if command -v c++ >/dev/null; then
  printf '#include <vouch.h>\nint main() { return !vouch_version(); }\n' >"$out/header.cc"
  c++ -std=c++98 -Wall -Wextra -Wpedantic -Werror -I"$out/usr/include" -c "$out/header.cc" -o "$out/header.o" || complain "vouch.h in C++"
fi

exported=$( (nm -D --defined-only "$lib/libvouch.so" && nm -g --defined-only "$lib/libvouch.a") | awk 'NF == 3 && $2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort -u)
for symbol in $exported; do
  case $symbol in vouch_*) grep -q "\\b$symbol(" "$source/certifier/library/vouch.h" || complain "$symbol is in no header" ;; *) complain "$symbol is exported" ;; esac
done
for symbol in $(grep '^VOUCH_API' "$source/certifier/library/vouch.h" | grep -o '\bvouch_[a-z_]*(' | sort -u | tr -d '('); do
  case " $(echo $exported) " in *" $symbol "*) ;; *) complain "$symbol is not exported" ;; esac
done

abi=$(sed -n 's/^#define VOUCH_ABI //p' "$source/certifier/library/vouch.h")
[ -e "$lib/libvouch.so.$abi" ] && nm -D "$lib/libvouch.so" | grep -q " VOUCH_$abi\$" || complain "the library is not that of VOUCH_ABI $abi"

# The same certificate from both, and as the program writes it.
model=$corpus/arbiter.aag
"$vouch" check "$model" --formula 'AG EF g1' --proofs --certificates "$out/certificates" >/dev/null
for kind in shared static; do
  LD_LIBRARY_PATH="$lib" "$out/$kind" "$model" 'AG EF g1' "$out/$kind.cert" >"$out/log" 2>"$out/progress" || { cat "$out/log" "$out/progress"; fail "the $kind example"; }
  grep -qxF 'AG EF "g1": holds ' "$out/log" || { cat "$out/log"; complain "the verdict of the $kind example"; }
  "$build/vouch-validate" "$model" "$out/$kind.cert" --formula 'AG EF g1' | grep -qxF 's ACCEPTED holds ctl AG EF "g1"' || complain "the $kind certificate"
  cmp "$out/$kind.cert" "$out/certificates/ctl-0.cert" || complain "the $kind library and the program certify differently"
done
status=0
LD_LIBRARY_PATH="$lib" "$out/shared" "$model" 'AG EF g7' "$out/none.cert" >"$out/log" 2>&1 || status=$?
[ $status = 2 ] && grep -q "no symbol 'g7'" "$out/log" || { cat "$out/log"; complain "a formula over nothing"; }
[ $failures = 0 ]
