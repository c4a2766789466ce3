#!/usr/bin/env python3
"""lrat_verdicts.py PROGRAM ARGUMENT ..: every answer that build/tests/exhaustive_lrat gives, compared with this validator's."""

import subprocess
import sys

from lrat import check_proof
from verdict import Rejected


def accepts(variables, clauses, text):
    if not text.endswith(b"\n"):
        return False
    try:
        check_proof(variables, clauses, text[:-1].split(b"\n"))
    except Rejected:
        return False
    return True


def read_cnf(words):
    clauses, clause = [], []
    for literal in map(int, words[1:]):
        if literal:
            clause.append(literal)
        else:
            clauses.append(clause)
            clause = []
    return int(words[0]), clauses


def main():
    program = subprocess.Popen(sys.argv[1:] + ["--verdicts"], stdout=subprocess.PIPE, text=True)
    compared = different = accepted = 0
    for line in program.stdout:
        words = line.rstrip("\n").split(" ")
        if words[0] == "cnf":
            variables, clauses = read_cnf(words[1:])
            continue
        text = bytes.fromhex(words[1])
        answer = words[0] == "1"
        compared += 1
        accepted += answer
        if accepts(variables, clauses, text) != answer:
            different += 1
            print(f"accepted by one only: {text!r} for {clauses}")
    print(f"{compared} answers compared, {accepted} accepted by both, {different} differences")
    return 1 if different or compared == 0 or program.wait() != 0 else 0


sys.exit(main())
