#!/usr/bin/env python3
"""usage: carried_over.py BUILD CORPUS
Designs that were changed: the same circuit with other numbers, latches in another order and something new beside it has all its
results carried over; circuits with a mistake have the verdicts of a fresh check, whatever was there before."""
import json, os, random, shutil, subprocess, sys, tempfile

build, corpus = sys.argv[1], sys.argv[2]
vouch = os.path.join(build, "vouch")
folder = tempfile.mkdtemp()
seed = int(os.environ.get("VOUCH_SEED", "20261117"))
print("seed", seed)
dice = random.Random(seed)


def fail(*words):
    print("FAILED:", *words)
    shutil.rmtree(folder)
    sys.exit(1)


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def rearranged(text):
    """An ASCII model with a latch and an input more, in front, latches shuffled, and all variables renumbered."""
    lines = text.split("\n")
    header = [int(n) for n in lines[0].split()[1:]] + [0] * 4
    m, i, l, o, a, b, c, j, f = header[:9]
    at = 1

    def take(count):
        nonlocal at
        at += count
        return [[int(n) for n in line.split()] for line in lines[at - count : at]]

    inputs, latches, outputs, bad, constraints = take(i), take(l), take(o), take(b), take(c)
    sizes = take(j)
    justice = [take(size[0]) for size in sizes]
    fairness, ands = take(f), take(a)
    symbols = []
    while at < len(lines) and lines[at] and lines[at] != "c":
        symbols.append(lines[at])
        at += 1
    numbers = list(range(3, m + 3))
    dice.shuffle(numbers)
    to = lambda lit: lit if lit < 2 else 2 * numbers[lit // 2 - 1] + lit % 2
    mapped = lambda rows: [" ".join(str(to(lit)) for lit in row) for row in rows]
    order = list(range(l))
    dice.shuffle(order)
    moved = [latches[k] for k in order]
    out = ["aag %d %d %d %d %d %d %d %d %d" % (m + 2, i + 1, l + 1, o, a, b, c, j, f), "2"] + mapped(inputs)
    out += ["4 2"] + [" ".join([str(to(x[0])), str(to(x[1]))] + [str(to(r)) for r in x[2:]]) for x in moved]
    out += mapped(outputs) + mapped(bad) + mapped(constraints) + [str(size[0]) for size in sizes]
    for one in justice:
        out += mapped(one)
    out += mapped(fairness) + mapped(ands)
    for symbol in symbols:
        kind, (number, name) = symbol[0], symbol[1:].split(" ", 1)
        number = int(number) + 1 if kind == "i" else order.index(int(number)) + 1 if kind == "l" else int(number)
        out.append(f"{kind}{number} {name}")
    out += ["i0 something new", "l0 something old"]
    return "\n".join(out) + "\n"


def run(*more):
    subprocess.run([vouch, "run", os.path.join(folder, "p.toml"), *more], stdout=subprocess.DEVNULL)
    with open(os.path.join(folder, "p-results", "results.json")) as file:
        return json.load(file)


def project(name):
    ctl = os.path.join(corpus, name + ".ctl")
    shutil.rmtree(os.path.join(folder, "p-results"), True)
    write("p.toml", 'model = "m.aag"\nall = true\ntimeout = 1000\n' + (f'ctl = "{ctl}"\n' if os.path.exists(ctl) else "")
          + ("formula = ['G F g1', 'fair r1, AG AF g1', 'AG E G F g1', 'assume !(r1 & r2), EG !g1']\n" if name == "arbiter" else ""))


def verdicts(results):
    return [p["verdict"] for p in results["properties"]]


def read(name):
    with open(os.path.join(corpus, name + ".aag")) as file:
        return file.read()


names = sorted(n[:-4] for n in os.listdir(corpus) if n.endswith(".aag") and not n.endswith("_buggy.aag"))
total = carried = 0
for name in names:
    project(name)
    text = read(name)
    named = "\nl0 " in text and "\ni0 " in text or text.split()[2] == "0"
    write("m.aag", text)
    first = run()
    for k in range(2):
        write("m.aag", rearranged(text))
        second = run(*(["--proofs"] if k else []))
        if verdicts(first) != verdicts(second):
            fail(name, "rearranged:", verdicts(first), verdicts(second))
        total += len(first["properties"])
        carried += second["carried_over"]
        if named and second["carried_over"] != len(first["properties"]):
            fail(name, "not carried over:", [p["property"] for p in second["properties"] if not p.get("carried_over")])
    if not os.path.exists(os.path.join(corpus, name + "_buggy.aag")):
        continue
    for other in (name + "_buggy", name):
        write("m.aag", read(other))
        there = run()
        shutil.rmtree(os.path.join(folder, "p-results"))
        fresh = run()
        if verdicts(there) != verdicts(fresh):
            fail(other, "after a change:", verdicts(there), "fresh:", verdicts(fresh))
        if any(p["verdict"] != "unknown" and not p.get("validated") for p in there["properties"]):
            fail(other, "not validated")
shutil.rmtree(folder)
print(f"{len(names)} models, {carried} of {total} results of rearranged ones carried over")
if carried * 10 < total * 9:
    sys.exit("FAILED: too few")
