"""LRAT proofs without RAT steps (section 8)."""

import re

from verdict import Rejected

# <id> d <ids> 0, or <id> <literals> 0 <hints> 0; the second group is missing from a deletion
LINE = re.compile(rb"(0|[1-9][0-9]{0,18}) (?:d |((?:-?[1-9][0-9]{0,18} )*)0 )"
                  rb"((?:[1-9][0-9]{0,18} )*)0")
LARGEST = (1 << 32) - 2


class Proof:
    def __init__(self, variables, clauses):
        self.variables = variables
        self.clauses = {k + 1: clause for k, clause in enumerate(clauses)}
        self.last = len(clauses)
        self.finished = False

    def fail(self, line, expected):
        raise Rejected(f"proof, line {line}: expected {expected}")

    def check(self, lines):
        for k, text in enumerate(lines):
            if self.finished:
                self.fail(k, "nothing behind the empty clause")
            match = LINE.fullmatch(text)
            if not match:
                self.fail(k, "a line of LRAT")
            if int(match.group(1)) > LARGEST:
                self.fail(k, "a smaller id")
            ids = [int(token) for token in match.group(3).split()]
            if match.group(2) is None:
                self.delete(k, ids)
            else:
                literals = [int(token) for token in match.group(2).split()]
                self.add(k, int(match.group(1)), literals, ids)
        if not self.finished:
            self.fail(len(lines), "the empty clause")

    def delete(self, line, ids):
        for name in ids:
            if self.clauses.pop(name, None) is None:
                self.fail(line, "the id of a clause to delete")

    def add(self, line, name, literals, hints):
        if name <= self.last:
            self.fail(line, "growing ids")
        if any(abs(literal) > self.variables for literal in literals):
            self.fail(line, "variables of the formula")
        false = set(literals)
        if any(-literal in false for literal in literals):
            self.fail(line, "a clause without complementary literals")
        self.propagate(line, false, hints)
        self.last = name
        self.clauses[name] = literals
        self.finished = not literals

    def propagate(self, line, false, hints):
        conflict = False
        for hint in hints:
            if conflict:
                self.fail(line, "no hint behind the falsified clause")
            clause = self.clauses.get(hint)
            if clause is None:
                self.fail(line, "the id of a clause as hint")
            left = [literal for literal in clause if literal not in false]
            if not left:
                conflict = True
            elif len(left) == 1 and -left[0] not in false:
                false.add(-left[0])
            else:
                self.fail(line, "a hinted clause that is unit or falsified")
        if not conflict:
            self.fail(line, "a last hint that is falsified")


def check_proof(variables, clauses, lines):
    Proof(variables, clauses).check(lines)
