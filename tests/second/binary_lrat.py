#!/usr/bin/env python3
"""Turns a proof that `vouch-validate --export` wrote into binary LRAT, which lrat_isa reads.

Nobody has to trust this: a proof that was turned into another one is checked as that other one.
"""

import sys


def varint(number):
    text = bytearray()
    while number > 127:
        text.append(number & 127 | 128)
        number >>= 7
    text.append(number)
    return bytes(text)


def signed(number):
    """Twice the number, and 1 more if it is negative."""
    return varint(2 * abs(number) + (number < 0))


def binary_line(line):
    """`a <id> <literals> 0 <hints> 0`; a deletion has no id of its own: `d <ids> 0`"""
    name, *rest = line.split()
    if rest[0] == "d":
        return b"d" + b"".join(signed(int(token)) for token in rest[1:])
    return b"a" + b"".join(signed(int(token)) for token in (name, *rest))


def main():
    if len(sys.argv) != 3:
        print("usage: binary_lrat.py PROOF.lrat OUTPUT", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="ascii") as source, open(sys.argv[2], "wb") as out:
            for line in source:
                out.write(binary_line(line))
    except (OSError, ValueError, IndexError) as reason:
        print(f"binary_lrat.py: {reason}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
