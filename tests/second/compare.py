#!/usr/bin/env python3
"""Compares the second validator with vouch-validate: answers, and obligations byte for byte.

Sources of certificates: the corpus, corpus/rejected, random models, and mutants of all of these.
A difference is kept as a model and a certificate in the folder of --keep. Exit status: 0 if there
is no difference, 1 if there is one.
"""

import argparse
import collections
import glob
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True      # the sources may be read-only
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import edges
import mutate
import truth
from random_models import random_formula, random_model, random_ranking, random_scope
from second import CertificateValidation, CircuitValidation, WitnessValidation
from obligations import dimacs
from solver import satisfiable
from verdict import CannotTell, Rejected

NAMES = {0: "accepted", 1: "rejected", 2: "cannot tell"}
FEWEST_MODELS = 20          # random models that are tried however late it is


class Answer:
    """What a validator says: exit status, the words, the obligations as far as they are known."""

    def __init__(self, status, words, cnfs, whole, true=None):
        self.status = status
        self.true = true        # is what was accepted true? None if that is not known
        self.words = words
        self.cnfs = cnfs        # exported files, in order
        self.whole = whole      # are these all obligations?


class First:
    """vouch-validate as a black box."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = os.path.join(folder, "export")

    def ask(self, model, certificate, *flags):
        shutil.rmtree(self.folder, ignore_errors=True)
        done = subprocess.run([self.program, model, certificate, "--export", self.folder,
                               "--timeout", "60", *flags], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, close_fds=False)
        words = done.stdout.decode("utf-8", "replace").rstrip("\n").split("\n")[-1]
        expected = {0: "s ACCEPTED", 1: "s REJECTED", 2: "s UNKNOWN"}.get(done.returncode)
        if expected is None or not words.startswith(expected):
            return Answer(-1, f"status {done.returncode}: {words}", [], False)
        return Answer(done.returncode, words, self.exported(), done.returncode == 0)

    def exported(self):
        found = []
        while True:
            try:
                with open(os.path.join(self.folder, f"{len(found):03}.cnf"), "rb") as file:
                    found.append(file.read())
            except FileNotFoundError:
                return found


FORMS = {"": CertificateValidation, "--aiger-witness": WitnessValidation,
         "--certifaiger": CircuitValidation}


TRUTHS = {}         # of properties that were enumerated, by digest of the model and property


def is_true(validation):
    """Is what was shown true? By enumeration; None if there is too much to enumerate."""
    wanted, claimed, all_inputs = validation.shown()
    key = validation.model.digest, wanted.text, all_inputs
    if key not in TRUTHS:
        if len(TRUTHS) > 1000:
            TRUTHS.clear()
        TRUTHS[key] = truth.holds(validation.model, wanted, all_inputs)
    return None if TRUTHS[key] is None else TRUTHS[key] == claimed


def ask_second(model, certificate, form=""):
    cnfs = []
    try:
        validation = FORMS[form](model, certificate)
        cnfs = [dimacs(*cnf) for cnf in validation.cnfs]
        words = validation.conclude(lambda n, clauses: satisfiable(n, clauses, 100000))
        return Answer(0, words, cnfs, True, is_true(validation))
    except Rejected as reason:
        return Answer(1, str(reason), cnfs, True)
    except CannotTell as reason:
        return Answer(2, str(reason), cnfs, True)
    except Exception as reason:     # a bug of the second validator: keep what it stumbled over
        return Answer(-2, repr(reason), cnfs, True)


def difference(first, second):
    """In words, or None."""
    if first.status != second.status:
        return "the answers differ"
    if second.true is False:
        return "both accept what is FALSE"
    if first.cnfs != second.cnfs[:len(first.cnfs)]:
        return "an obligation differs"
    if first.whole and len(first.cnfs) != len(second.cnfs):
        return "the numbers of obligations differ"
    return None


class Comparison:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.first = First(os.path.join(options.build, "vouch-validate"), folder)
        self.counts = collections.Counter()
        self.obligations = 0
        self.differences = 0
        self.judged = 0
        self.started = time.monotonic()

    def compare(self, source, model, certificate, model_path=None, form=""):
        """Both validators on one pair; `model_path` spares writing the model."""
        if model_path is None:
            model_path = self.write("model", model)
        path = self.write("certificate", certificate)
        first = self.first.ask(model_path, path, *([form] if form else []))
        second = ask_second(model, certificate, form)
        self.counts[source, NAMES.get(first.status, "crashed")] += 1
        self.judged += second.true is not None
        self.obligations += len(first.cnfs)
        found = difference(first, second)
        if found:
            self.report(source, found, first, second, model, certificate)
        return first.status if not found else None

    def write(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def demand(self, status, expected, source, name, model, certificate):
        """Both gave the same answer (a status, else None); it must be this one."""
        if status not in (expected, None):
            print(f"{name}: {NAMES[status]}, although it should be {NAMES[expected]}")
            self.keep(source, model, certificate)

    def report(self, source, found, first, second, model, certificate):
        print(f"{found}\n  first:  {first.words}\n  second: {second.words}")
        self.keep(source, model, certificate)

    def keep(self, source, model, certificate):
        self.differences += 1
        print(f"this was difference {self.differences} ({source})", flush=True)
        if self.options.keep:
            os.makedirs(self.options.keep, exist_ok=True)
            stem = os.path.join(self.options.keep, f"difference-{self.differences}")
            for suffix, data in ((".model", model), (".cert", certificate)):
                with open(stem + suffix, "wb") as file:
                    file.write(data)

    # --- where certificates come from -------------------------------------------------------------

    def check(self, model_path, arguments):
        """Certificates that `vouch check` writes: (name, bytes)."""
        out = os.path.join(self.folder, "out")
        shutil.rmtree(out, ignore_errors=True)
        subprocess.run([os.path.join(self.options.build, "vouch"), "check", model_path,
                        "--certificates", out, *arguments],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, close_fds=False)
        found = []
        for path in sorted(glob.glob(os.path.join(glob.escape(out), "*.cert"))):
            with open(path, "rb") as file:
                found.append((os.path.basename(path), file.read()))
        return found

    def models(self, source, folder, *arguments):
        """Every property of every model of a folder, with proofs."""
        for path in sorted(glob.glob(os.path.join(glob.escape(folder), "*.a[ai]g"))):
            with open(path, "rb") as file:
                model = file.read()
            ctl = path[:-4] + ".ctl"
            for properties in [[]] + ([["--ctl", ctl]] if os.path.exists(ctl) else []):
                for name, certificate in self.check(path, ["--proofs", *arguments, *properties]):
                    status = self.compare(source, model, certificate, path)
                    self.demand(status, 0, source, f"{name} of {path}", model, certificate)

    def by_hand(self, rng):
        for source, model, certificate, form in edges.cases():
            if rng.randrange(self.options.every) == 0:
                self.compare(source, model, certificate, form=form)

    def rejected(self):
        """The published certificates, whose answers are known."""
        folder = os.path.join(self.options.corpus, "rejected")
        with open(os.path.join(folder, "index.tsv"), encoding="utf-8") as index:
            entries = [line.split("\t") for line in index]
        for name, model_name, expected, _ in entries:
            path = os.path.join(folder, model_name)
            with open(path, "rb") as file:
                model = file.read()
            with open(os.path.join(folder, name), "rb") as file:
                certificate = file.read()
            status = self.compare("rejected", model, certificate, path)
            self.demand(status, int(expected), "rejected", name, model, certificate)

    def random(self, rng, models, mutants):
        """Certificates of random models, and so many mutants of each."""
        for k in range(models):
            if k >= FEWEST_MODELS and time.monotonic() - self.started > self.options.stop_after:
                break
            shape = random_model(rng)
            model = shape.binary() if rng.random() < 0.3 else shape.ascii(rng)
            path = self.write("random", model)
            certificates = []
            style = ["--timeout", "20"]
            style += rng.choice(([], [], ["--proofs"], ["--no-minimize"]))
            if shape.outputs or shape.bads or shape.justice:
                certificates += self.check(path, style)
            formulas = [random_scope(shape, rng) + random_formula(shape, rng, rng.randint(1, 4))
                        for _ in range(4)]
            for arguments in self.formula_arguments(formulas, rng):
                certificates += self.check(path, style + arguments)
            for name, certificate in certificates:
                status = self.compare("random", model, certificate, path)
                self.demand(status, 0, "random", name, model, certificate)
            for _ in range(mutants):
                self.mutant(rng, shape, model, path, certificates)
            self.foreign(rng, model, path, mutants // 5)
            for _ in range(mutants):
                model, circuit = random_ranking(rng)
                self.compare("rankings", model, circuit, None, "--certifaiger")

    def formula_arguments(self, formulas, rng):
        """One call for all; the checker refuses a call with one formula that it cannot read."""
        inputs = ["--state-inputs", rng.choice(("observed", "observed", "all"))]
        together = [argument for f in formulas for argument in (b"--formula", f)]
        yield inputs + together

    def mutant(self, rng, shape, model, path, certificates):
        kind, mutated_model, certificate = mutate.mutant(rng, shape, model, certificates)
        self.compare(kind, mutated_model, certificate, path if mutated_model is model else None)

    def foreign(self, rng, model, path, mutants):
        """A witness or witness circuit as the competition wants it, and so many mutants of it."""
        outs = {form: os.path.join(self.folder, form.strip("-")) for form in FORMS if form}
        subprocess.run([os.path.join(self.options.build, "vouch"), "hwmcc", path,
                        outs["--aiger-witness"], outs["--certifaiger"], "--timeout", "20"],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, close_fds=False)
        for form, out in outs.items():
            if not os.path.exists(out):
                continue
            with open(out, "rb") as file:
                witness = file.read()
            os.remove(out)
            if witness.startswith(b"vouch-certificate"):
                continue
            self.compare(form.strip("-"), model, witness, path, form)
            for _ in range(mutants):
                mutated = mutate.edit_foreign(rng, witness)
                self.compare(form.strip("-") + " mutants", model, mutated, path, form)

    def summary(self):
        for source in sorted({source for source, _ in self.counts}):
            parts = [f"{self.counts[source, name]} {name}" for name in (*NAMES.values(), "crashed")
                     if self.counts[source, name]]
            print(f"{source}: {', '.join(parts)}")
        print(f"{self.judged} acceptances were compared with the truth, by enumeration")
        print(f"{sum(self.counts.values())} comparisons, {self.obligations} obligations byte for"
              f" byte, {self.differences} differences")


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(here))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(root, "build"),
                        help="the folder of vouch and vouch-validate")
    parser.add_argument("--corpus", default=os.path.join(root, "corpus"))
    parser.add_argument("--no-corpus", action="store_true", help="leave the corpus out")
    parser.add_argument("--every", type=int, default=1, metavar="K",
                        help="only one in K of the cases by hand, for slow builds")
    parser.add_argument("--folder", action="append", default=[], metavar="DIR",
                        help="also the models of DIR, X.aig or X.aag, with X.ctl (repeatable)")
    parser.add_argument("--seconds", type=float, default=5,
                        help="time limit per property of these models")
    parser.add_argument("--models", type=int, default=100, help="number of random models")
    parser.add_argument("--mutants", type=int, default=10, help="mutants per random model")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--keep", metavar="DIR", help="keep what the validators differ on")
    parser.add_argument("--stop-after", type=float, metavar="S", default=float("inf"),
                        help="begin no random model after S seconds, except the first"
                             f" {FEWEST_MODELS}")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else int(time.time())
    print(f"seed {seed}", flush=True)
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="vouch-second-") as folder:
        comparison = Comparison(options, folder)
        if not options.no_corpus:
            comparison.by_hand(rng)
            comparison.rejected()
            comparison.models("corpus", options.corpus)
        for folder in options.folder:
            comparison.models(os.path.basename(os.path.normpath(folder)), folder, "--timeout",
                              str(options.seconds))
        comparison.random(random.Random(seed), options.models, options.mutants)
        comparison.summary()
    return 1 if comparison.differences else 0


if __name__ == "__main__":
    sys.exit(main())
