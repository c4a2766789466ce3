#!/bin/sh
# usage: shell.sh BUILD CORPUS
# What a shell and a reader of manual pages see: both pages are clean and name every option, and completion is asked as a shell asks it.
. "$(dirname "$0")/common.sh"
build=$(cd "$build" && pwd)
vouch=$build/vouch
cd "$out"

# --- manual pages ---
"$vouch" --manual >vouch.1
cp "$build/vouch-validate.1" .
cmp -s vouch.1 "$build/vouch.1" || complain "the manual page that is installed is not the program's"
options_in() { grep -o -- '--[a-z][a-z-]*' "$1" | sort -u; }
"$build/vouch-validate" --help >help
sed 's/\\f[BIR]//g; s/\\-/-/g' vouch-validate.1 >plain
options_in help >wanted
options_in plain | grep -v '^--validate$' >named || true
diff wanted named || complain "vouch-validate.1 has other options than vouch-validate --help"
for page in vouch vouch-validate; do
  # A version that is not out has no date.
  if command -v mandoc >/dev/null; then
    if mandoc -T lint $page.1 2>&1 | grep -v 'missing date'; then complain "mandoc about $page.1"; fi
  fi
  if command -v man >/dev/null && command -v groff >/dev/null; then
    LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings -E UTF-8 -l -Tutf8 -Z $page.1 2>warnings >/dev/null || complain "man cannot show $page.1"
    [ ! -s warnings ] || { cat warnings; complain "man about $page.1"; }
  fi
done

# --- completion ---
mkdir folder
touch a.aig b.aag 'two words.aag' p.ctl q.txt d.sv team.key team.pub c.cert
# expect SHELL LINE WORD..: completing LINE gives all of these; a word behind '!' is not among them
expect() {
  shell=$1 line=$2
  shift 2
  complete_with_$shell "$line" >found 2>errors || true
  [ ! -s errors ] || { cat errors; complain "$shell complains about '$line'"; }
  for word; do
    case $word in
      '!'*) ! grep -qxF -- "${word#!}" found || complain "$shell offers '${word#!}' for '$line'" ;;
      *) grep -qxF -- "$word" found || { cat found; complain "$shell does not offer '$word' for '$line'"; } ;;
    esac
  done
}
# The same questions to every shell.
ask() {
  expect $1 'vouch ' check explain signoff tuning
  expect $1 'vouch ch' check '!explain'
  expect $1 'vouch check --cer' --certificates '!--ctl'
  expect $1 'vouch check a' a.aig
  expect $1 'vouch check two' 'two words.aag'
  expect $1 'vouch check --ctl p' p.ctl '!a.aig'
  expect $1 'vouch check --require ' expected holds nothing
  expect $1 'vouch check --engine ' ic3 iictl
  expect $1 'vouch check --engine bmc,i' $2
  expect $1 'vouch check --set ctl_rou' $3
  expect $1 'vouch check -c ' $4 '!a.aig'
  expect $1 'vouch check --timeout ' '!a.aig'
  expect $1 'vouch signoff a.aig --key t' team.key
  expect $1 'vouch verify folder --pub t' team.pub
  expect $1 'vouch report --ou' --output '!--timeout'
  expect $1 'vouch-validate --' $(cat wanted)
  expect $1 'vouch-validate --st' --state-inputs '!--solver'
  expect $1 'vouch-validate a.aig --state-inputs ' observed all '!a.aig'
  expect $1 'vouch-validate --export ' folder '!a.aig'
  expect $1 'vouch-validate --timeout ' '!a.aig'
  expect $1 'vouch-validate a' a.aig
  expect $1 'vouch-validate a.aig c' c.cert
  expect $1 'vouch-validate --certifaiger a.aig q' q.txt
}

# Asked as bash asks: COMP_WORDS, split as readline splits them.
complete_with_bash() {
  bash --norc -c '
    . "$0"
    line=$1
    COMP_WORDS=()
    for word in $line; do
      if [[ $word == *=* ]]; then COMP_WORDS+=("${word%%=*}" = ); word=${word#*=}; [ -z "$word" ] && continue; fi
      COMP_WORDS+=("$word")
    done
    [[ $line == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    function=_${COMP_WORDS[0]//-/_}
    $function
    printf "%s\n" "${COMPREPLY[@]}"' "$out/${1%% *}.bash" "$1"
}
complete_with_fish() { fish --no-config -c 'source $argv[1]; complete -C $argv[2] | string split -f1 \t' "$out/${1%% *}.fish" "$1" | sed 's/\\ / /g; s,/$,,'; }
# zsh completes in its editor only: in a terminal of its own TAB is pressed, and what compadd is given is written down.
cat >ask.zsh <<'TEXT'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($PWD/zsh \$fpath); autoload -Uz compinit; compinit -u -D; cd $PWD; PS1=; unsetopt zle_bracketed_paste; stty -echo"
zpty -w shell 'compadd() {
  local -a words
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
    builtin compadd -O words "$@"
    (( $#words )) && print -rl -- $words >>offered
  fi
  builtin compadd "$@"
}'
zpty -w shell 'print -r REA""DY'
while zpty -r shell line; do [[ $line == *READY* ]] && break; done
zpty -w -n shell "$1"$'\t'
sleep 0.5
zpty -d shell
TEXT
complete_with_zsh() {
  rm -f offered
  timeout 60 zsh -f ask.zsh "$1"
  if [ -e offered ]; then sed 's/\\ / /g' offered; fi
}

for shell in bash zsh fish; do
  "$vouch" --completion $shell >vouch.$shell || complain "no completion for $shell"
  cp "$build/vouch-validate.$shell" . || complain "no completion of vouch-validate for $shell"
  cmp -s vouch.$shell "$build/vouch.$shell" || complain "the completion for $shell that is installed is not the program's"
done
status=0
"$vouch" --completion csh >/dev/null 2>errors || status=$?
[ $status = 2 ] && grep -q 'none of bash, zsh, fish' errors || complain "completion for csh"
ask bash bmc,iictl ctl_round= folder
expect bash 'vouch check --require=h' holds '!nothing'
expect bash 'vouch check q' '!q.txt'
expect bash 'vouch --completion ' zsh
if command -v fish >/dev/null; then
  ask fish bmc,iictl ctl_round= folder
  expect fish 'vouch check --require=h' --require=holds
fi
if command -v zsh >/dev/null; then
  mkdir zsh
  cp vouch.zsh zsh/_vouch
  cp vouch-validate.zsh zsh/_vouch-validate
  ask zsh iictl ctl_round folder
fi
[ $failures = 0 ]
