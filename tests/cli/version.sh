#!/bin/sh
# usage: version.sh BUILD SOURCE VERSION
# One version number: what CMake knows is what the programs and the manual page say, and NEWS.md has a chapter on it.
set -eu
build=$1 source=$2 version=$3
status=0
expect() { # TEXT WHERE
  case $1 in
    *"$version"*) ;;
    *) echo "FAILED: $2 does not say $version: $1" >&2; status=1 ;;
  esac
}
expect "$("$build/vouch" --version)" "vouch --version"
expect "$("$build/vouch-validate" --version)" "vouch-validate --version"
expect "$("$build/vouch" --manual | head -n 1)" "the manual page"
expect "$(grep '^## ' "$source/NEWS.md")" "NEWS.md"
exit $status
