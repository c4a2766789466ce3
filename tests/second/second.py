#!/usr/bin/env python3
"""A second validator of certificates, written from docs/certificates.md alone.

It is slower than vouch-validate, and meant to be compared with it: see compare.py and
docs/testing.md. Exit status: 0 accepted, 1 rejected, 2 cannot tell.
"""

import argparse
import os
import sys

sys.dont_write_bytecode = True      # the sources may be read-only
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from aiger import read_model
from certificate import read_certificate
from circuits import WitnessCircuit
from evaluate import check_initial, check_trace
from lrat import check_proof
from obligations import Obligations, dimacs
from solver import satisfiable
from traces import check_aiger_witness
from verdict import CannotTell, Rejected


class Validation:
    """What is claimed about a model, and what must be shown for it.

    Raises Rejected or CannotTell; after `conclude` the claim is proved."""

    def __init__(self, model_bytes):
        self.model = read_model(model_bytes)
        self.cnfs = []
        self.titles = []
        self.proofs = None

    def take_obligations(self, found):
        self.titles = [out.title for out in found]
        self.cnfs = [out.cnf() for out in found]

    def evaluate(self):
        """What is simply computed."""

    def shown(self):
        """What was shown after `conclude`: property, does it hold, are all inputs state?"""
        raise NotImplementedError

    def discharge(self, decide):
        """Proofs where there are some; else the solver."""
        for k, (variables, clauses) in enumerate(self.cnfs):
            place = f"obligation {k} ({self.titles[k]})"
            if self.proofs is not None:
                try:
                    check_proof(variables, clauses, self.proofs[k])
                except Rejected as reason:
                    raise Rejected(f"{place}: {reason}") from None
            elif decide(variables, clauses):
                raise Rejected(f"{place}: it can be violated")

    def conclude(self, decide=satisfiable):
        self.evaluate()
        self.discharge(decide)
        wanted, holds, _ = self.shown()
        return f"{'holds' if holds else 'fails'} {printable(wanted.text)}"


class CertificateValidation(Validation):
    def __init__(self, model_bytes, data):
        super().__init__(model_bytes)
        self.certificate = read_certificate(data, self.model)
        self.upper = {}
        if self.certificate.trace is None:
            obligations = Obligations(self.certificate)
            self.take_obligations(obligations.generate())
            self.upper = obligations.upper
        self.proofs = self.certificate.proofs
        if self.proofs is not None and len(self.proofs) != len(self.cnfs):
            raise Rejected("expected a proof of each obligation")

    def evaluate(self):
        certificate = self.certificate
        if certificate.trace is not None:
            check_trace(certificate.wanted, certificate.system, certificate.trace)
        elif certificate.initial is not None:
            check_initial(certificate, self.upper[0])

    def shown(self):
        certificate = self.certificate
        return certificate.wanted, certificate.holds, certificate.all_inputs


class WitnessValidation(Validation):
    """An AIGER witness."""

    def __init__(self, model_bytes, data):
        super().__init__(model_bytes)
        self.data = data

    def evaluate(self):
        self.wanted = check_aiger_witness(self.model, self.data)

    def shown(self):
        return self.wanted, False, False


class CircuitValidation(Validation):
    """A witness circuit of Certifaiger."""

    def __init__(self, model_bytes, data):
        super().__init__(model_bytes)
        circuit = WitnessCircuit(self.model, data)
        self.wanted = circuit.certificate.wanted
        self.take_obligations(circuit.obligations())

    def shown(self):
        return self.wanted, True, False


def printable(text):
    """Bytes of a stranger, fit for a terminal."""
    return "".join(chr(b) if 32 <= b < 127 else f"\\x{b:02x}" for b in text)


def export(validation, folder):
    os.makedirs(folder, exist_ok=True)
    for k, (variables, clauses) in enumerate(validation.cnfs):
        with open(os.path.join(folder, f"{k:03}.cnf"), "wb") as out:
            out.write(dimacs(variables, clauses))


def validation_class(options):
    if options.aiger_witness:
        return WitnessValidation
    return CircuitValidation if options.certifaiger else CertificateValidation


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("certificate")
    parser.add_argument("--export", metavar="DIR", help="write every obligation in DIMACS")
    parser.add_argument("--conflicts", type=int, default=20000,
                        help="give up an obligation without proof after so many conflicts")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--aiger-witness", action="store_true", help="it is an AIGER witness")
    kind.add_argument("--certifaiger", action="store_true", help="it is a witness circuit")
    options = parser.parse_args()
    try:
        with open(options.model, "rb") as file:
            model = file.read()
        with open(options.certificate, "rb") as file:
            certificate = file.read()
        validation = validation_class(options)(model, certificate)
        if options.export:
            export(validation, options.export)
        claim = validation.conclude(lambda n, cnf: satisfiable(n, cnf, options.conflicts))
    except Rejected as reason:
        print(f"s REJECTED {reason}")
        return 1
    except (CannotTell, OSError, MemoryError) as reason:
        print(f"s UNKNOWN {printable(str(reason).encode())}")
        return 2
    print(f"s ACCEPTED {claim}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
