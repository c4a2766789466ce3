#!/usr/bin/env python3
"""proved_random.py BUILD PROVED [--count N] [--seed S] [--mutants K] [--engine LIST]

Random models with constraints, fairness, uninitialised latches and CTL properties: vouch certifies its verdicts with
proofs, and vouch-validate and the validator extracted from its proof (PROVED) must agree on every certificate, with the
same CNFs byte for byte, and on mutants of it. A difference is printed with its seed, and the files are kept.
--engine is given to vouch: with loop some certificates have loops, and some must be accepted.
Ends with 77 if PROVED is not there.
"""
import argparse
import filecmp
import glob
import os
import random
import shutil
import subprocess
import sys
import tempfile


KNOWN = ("vouch-certificate 1\n", "vouch-certificate 2\n")  # the versions that are proved


def random_model(rng):
    """An ASCII AIGER model, and its maximal variable."""
    inputs, latches, gates = rng.randint(0, 3), rng.randint(1, 4), rng.randint(0, 9)
    maxvar = inputs + latches + gates
    constraints, justice, fairness = rng.choice([0, 0, 1, 2]), rng.choice([0, 1]), rng.choice([0, 0, 1, 2])
    literal = lambda: rng.randint(2, 2 * maxvar + 1)
    sets = [[rng.randint(0, 2 * maxvar + 1) for _ in range(rng.randint(1, 2))] for _ in range(justice)]
    lines = [f"aag {maxvar} {inputs} {latches} 0 {gates} 1 {constraints} {justice} {fairness}"]
    lines += [str(2 * (k + 1)) for k in range(inputs)]
    for k in range(latches):
        variable = inputs + k + 1
        lines.append(f"{2 * variable} {literal()} {rng.choice([0, 0, 1, 2 * variable])}")
    lines.append(str(literal()))
    lines += [str(literal() if rng.random() < 0.8 else 1) for _ in range(constraints)]
    lines += [str(len(s)) for s in sets] + [str(x) for s in sets for x in s]
    lines += [str(literal()) for _ in range(fairness)]
    for k in range(gates):
        lhs = 2 * (inputs + latches + k + 1)
        lines.append(f"{lhs} {rng.randint(0, lhs - 1)} {rng.randint(0, lhs - 1)}")
    return "\n".join(lines) + "\n", maxvar


def random_formula(rng, maxvar, depth):
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(["true", "false"]) if rng.random() < 0.1 else str(rng.randint(0, 2 * maxvar + 1))
    sub = lambda: random_formula(rng, maxvar, depth - 1)
    op = rng.choice("! & | -> <-> ^ EX EF EG AX AF AG EU AU".split())
    if op == "!":
        return "!" + sub()
    if op in ("EU", "AU"):
        return f"{op[0]}[{sub()} U {sub()}]"
    if op[0] in "EA":
        return f"{op} {sub()}"
    return f"({sub()} {op} {sub()})"


def mutate(rng, text):
    """Changes a number, the verdict, or drops a line, behind the property."""
    lines = text.split("\n")
    start = next(k for k, line in enumerate(lines) if line.startswith("verdict"))
    k = rng.randrange(start, len(lines) - 1)
    words = lines[k].split(" ")
    numbers = [i for i, word in enumerate(words) if word.lstrip("-").isdigit()]
    if lines[k] in ("verdict holds", "verdict fails"):
        lines[k] = "verdict fails" if lines[k] == "verdict holds" else "verdict holds"
    elif not numbers or rng.random() < 0.15:
        del lines[k]
    else:
        i = rng.choice(numbers)
        value = int(words[i])
        if value >= 0 and rng.random() < 0.7:
            words[i] = str(max(0, value + rng.choice([1, -1, 2, -2])))
        else:
            words[i] = str(value ^ 1 if value >= 0 else -value)
        lines[k] = " ".join(words)
    return "\n".join(lines)


class Comparison:
    def __init__(self, build, proved, engine, folder):
        self.build, self.proved, self.folder = build, proved, folder
        self.options = ["--engine", engine] if engine else []
        self.accepted = self.loops = self.rejected = self.cnfs = self.differences = 0

    def call(self, *command):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        return done.returncode, done.stdout.decode(errors="replace")[-300:]

    def complain(self, seed, what, model, certificate):
        self.differences += 1
        kept = tempfile.mkdtemp(prefix=f"proved-random-{seed}-")
        shutil.copy(model, kept)
        shutil.copy(certificate, kept)
        print(f"seed {seed}: {what} (files in {kept})")

    def compare(self, seed, model, certificate):
        ours, theirs = os.path.join(self.folder, "ours"), os.path.join(self.folder, "theirs")
        for folder in (ours, theirs):
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
        a, text_a = self.call(f"{self.build}/vouch-validate", model, certificate, "--export", ours)
        b, text_b = self.call(self.proved, model, certificate, "--cnfs", theirs)
        if a != b:
            self.complain(seed, f"vouch-validate says {a}, the proved one {b}: {text_a} | {text_b}", model, certificate)
        elif a == 1:
            self.rejected += 1
        else:
            self.accepted += 1
            with open(certificate) as file:
                self.loops += "\nloop " in file.read()
            for path in glob.glob(ours + "/*.cnf"):
                self.cnfs += 1
                if not filecmp.cmp(path, os.path.join(theirs, os.path.basename(path)), shallow=False):
                    self.complain(seed, f"{os.path.basename(path)} differs", model, certificate)

    def one_model(self, seed, mutants):
        rng = random.Random(seed)
        text, maxvar = random_model(rng)
        model, formulas = os.path.join(self.folder, "model.aag"), os.path.join(self.folder, "formulas.ctl")
        with open(model, "w") as file:
            file.write(text)
        with open(formulas, "w") as file:
            file.writelines(random_formula(rng, maxvar, rng.randint(1, 4)) + "\n" for _ in range(2))
        for options in ([], ["--ctl", formulas]):
            certificates = os.path.join(self.folder, "certificates")
            shutil.rmtree(certificates, ignore_errors=True)
            self.call(f"{self.build}/vouch", "check", model, *options, *self.options, "--certificates", certificates, "--proofs")
            for certificate in sorted(glob.glob(certificates + "/*.cert")):
                with open(certificate) as file:
                    original = file.read()
                if not original.startswith(KNOWN):
                    continue
                self.compare(seed, model, certificate)
                for _ in range(mutants):
                    mutant = os.path.join(self.folder, "mutant.cert")
                    with open(mutant, "w") as file:
                        file.write(mutate(rng, original))
                    self.compare(seed, model, mutant)


def main():
    parser = argparse.ArgumentParser(description="the proved validator against vouch-validate on random models")
    parser.add_argument("build")
    parser.add_argument("proved")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=3)
    parser.add_argument("--engine", help="engines of vouch, separated by commas")
    options = parser.parse_args()
    if not os.access(options.proved, os.X_OK) or not shutil.which("kissat") or not shutil.which("drat-trim"):
        print("the proved validator, kissat or drat-trim is missing")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(options.build, options.proved, options.engine, folder)
        for seed in range(options.seed, options.seed + options.count):
            comparison.one_model(seed, options.mutants)
    print(f"{options.count} models from seed {options.seed}: {comparison.accepted} certificates accepted by both, "
          f"{comparison.loops} of them with loops, "
          f"{comparison.cnfs} CNFs equal, {comparison.rejected} rejected by both, {comparison.differences} differences")
    missing = not comparison.accepted or (options.engine and "loop" in options.engine and not comparison.loops)
    sys.exit(1 if comparison.differences or missing else 0)


main()
