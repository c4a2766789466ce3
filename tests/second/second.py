#!/usr/bin/env python3
"""A second validator of certificates, written from docs/certificates.md alone.

It is slower than vouch-validate, and meant to be compared with it: see compare.py and
docs/testing.md. Exit status: 0 accepted, 1 rejected, 2 cannot tell.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from aiger import read_model
from certificate import read_certificate
from evaluate import check_initial, check_trace
from lrat import check_proof
from obligations import Obligations, dimacs
from solver import satisfiable
from verdict import CannotTell, Rejected


class Validation:
    """What one certificate claims about one model, and what must be shown for it.

    Raises Rejected or CannotTell; after `conclude` the claim is proved."""

    def __init__(self, model_bytes, certificate_bytes):
        self.model = read_model(model_bytes)
        self.certificate = read_certificate(certificate_bytes, self.model)
        self.cnfs = []
        self.titles = []
        self.upper = {}
        if self.certificate.trace is None:
            self.generate()

    def generate(self):
        obligations = Obligations(self.certificate)
        found = obligations.generate()
        self.upper = obligations.upper
        self.titles = [out.title for out in found]
        self.cnfs = [out.cnf() for out in found]
        proofs = self.certificate.proofs
        if proofs is not None and len(proofs) != len(self.cnfs):
            raise Rejected("expected a proof of each obligation")

    def evaluate(self):
        certificate = self.certificate
        if certificate.trace is not None:
            check_trace(certificate.wanted, certificate.system, certificate.trace)
        elif certificate.initial is not None:
            check_initial(certificate, self.upper[0])

    def discharge(self, decide=satisfiable):
        """Proofs where the certificate has them; else the solver."""
        proofs = self.certificate.proofs
        for k, (variables, clauses) in enumerate(self.cnfs):
            place = f"obligation {k} ({self.titles[k]})"
            if proofs is not None:
                try:
                    check_proof(variables, clauses, proofs[k])
                except Rejected as reason:
                    raise Rejected(f"{place}: {reason}") from None
            elif decide(variables, clauses):
                raise Rejected(f"{place}: it can be violated")

    def conclude(self, decide=satisfiable):
        self.evaluate()
        self.discharge(decide)
        certificate = self.certificate
        verdict = "holds" if certificate.holds else "fails"
        return f"{verdict} {shown(certificate.wanted.text)}"


def shown(text):
    """Bytes of a stranger, fit for a terminal."""
    return "".join(chr(b) if 32 <= b < 127 else f"\\x{b:02x}" for b in text)


def export(validation, folder):
    os.makedirs(folder, exist_ok=True)
    for k, (variables, clauses) in enumerate(validation.cnfs):
        with open(os.path.join(folder, f"{k:03}.cnf"), "wb") as out:
            out.write(dimacs(variables, clauses))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("certificate")
    parser.add_argument("--export", metavar="DIR", help="write every obligation in DIMACS")
    parser.add_argument("--conflicts", type=int, default=20000,
                        help="give up an obligation without proof after so many conflicts")
    options = parser.parse_args()
    try:
        with open(options.model, "rb") as file:
            model = file.read()
        with open(options.certificate, "rb") as file:
            certificate = file.read()
        validation = Validation(model, certificate)
        if options.export:
            export(validation, options.export)
        claim = validation.conclude(lambda n, cnf: satisfiable(n, cnf, options.conflicts))
    except Rejected as reason:
        print(f"s REJECTED {reason}")
        return 1
    except (CannotTell, OSError, MemoryError) as reason:
        print(f"s UNKNOWN {shown(str(reason).encode())}")
        return 2
    print(f"s ACCEPTED {claim}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
