"""Mutants of certificates and models: of the text, of the records behind it, and inventions."""

import hashlib
import re

from aiger import read_model
from certificate import (Block, Certificate, Fact, Lasso, Move, Region, Step, Trace,
                         read_certificate)
from elaborate import elaborate, parse_property
from evaluate import relevant_latches, run
from random_models import random_formula, random_scope, random_star_formula
from verdict import CannotTell, Rejected

WORDS = [b"upper-e", b"lower-e", b"from", b"and", b"gates", b"invariant", b"facts", b"upper", b"lower-ex", b"lower-eu", b"lower-eg",
         b"upper-eg", b"choice", b"rank", b"lasso", b"step", b"at", b"region", b"cover", b"block",
         b"wall", b"dead", b"unborn", b"side", b"fair", b"end", b"initial", b"proofs", b"proof",
         b"trace", b"latches", b"inputs", b"property", b"verdict", b"holds", b"fails", b"observed",
         b"returning",
         b"all", b"=", b"saved", b"relations", b"loop", b"ghosts", b"next", b"induction", b"bad", b"output", b"justice", b"ctl", b"-", b"d", b"0", b"1", b"00", b"-1", b"+1",
         b"", b"18446744073709551616", b"4294967296", b"2147483648"]
FORMULA_BITS = [b"!", b"(", b")", b"&", b"|", b"^", b"->", b"<->", b"EX", b"AG", b"E[", b"A [",
                b"U", b"]", b" ", b"  ", b"\t", b'"', b"\\", b"i0", b"l0", b"l00", b"o1", b"j0",
                b"true", b"false", b"0", b"1", b"2", b"01", b"99", b"E", b"AGAG", b"EXl0",
                b'"req"', b"f0", b"X", b"F", b"G", b"R", b"[", b"E X", b"A G F ", b"E [l0 R",
                b"Y", b"Z", b"O", b"H", b"S", b"T", b"E Y", b"A G O ", b"E [l0 S", b"Y Z ",
                b"fair ", b"assume ", b"fair l0 ", b"assume !i0 ", b"assume (l0 | i0) "]


def mutant(rng, shape, model, certificates):
    """(kind, model, certificate)"""
    if shape.justice and rng.random() < 0.1:
        return "invented loops", model, invented_loop(rng, shape, model)
    if not certificates or rng.random() < 0.1:
        return "invented", model, invented(rng, shape, model)
    text = rng.choice(certificates)[1]
    kind = rng.choice(("bytes", "tokens", "lines", "records", "records", "records", "records",
                       "proofs", "model", "formula"))
    if kind == "proofs" and b"\nproofs " not in text:
        kind = "records"
    if kind == "model":
        changed = edit_bytes(rng, model, b"0123456789 \naigcljbof!")
        return kind, changed, with_digest(text, changed)
    if kind == "records":
        return kind, model, edit_records(rng, model, text)
    edit = {"bytes": lambda: edit_bytes(rng, text, b"0123456789 \n-abc"),
            "tokens": lambda: edit_tokens(rng, text),
            "lines": lambda: edit_lines(rng, text, rng.choice(certificates)[1]),
            "proofs": lambda: edit_proofs(rng, text),
            "formula": lambda: edit_formula(rng, shape, text)}[kind]
    return kind, model, edit()


def with_digest(text, model):
    digest = hashlib.sha256(model).hexdigest().encode()
    return re.sub(rb"\nmodel [0-9a-f]*\n", b"\nmodel " + digest + b"\n", text, count=1)


# --- text -----------------------------------------------------------------------------------------

def edit_bytes(rng, text, alphabet):
    text = bytearray(text)
    for _ in range(rng.randint(1, 2)):
        at = rng.randint(0, len(text))
        what = rng.randint(0, 3)
        byte = rng.choice(alphabet) if rng.random() < 0.9 else rng.randint(0, 255)
        if what == 0:
            text.insert(at, byte)
        elif what == 1 and at < len(text):
            text[at] = byte
        elif what == 2:
            del text[at:at + rng.randint(1, 3)]
        else:
            del text[at:len(text) if rng.random() < 0.05 else at + 1]
    return bytes(text)


def body_lines(text):
    """Mostly not the lines of version and digest, which would end every story early."""
    lines = text.split(b"\n")[:-1]
    return lines, 0 if len(lines) < 4 else 2


def edit_tokens(rng, text):
    lines, first = body_lines(text)
    for _ in range(rng.randint(1, 2)):
        k = rng.randrange(first, len(lines))
        tokens = lines[k].split(b" ")
        at = rng.randrange(len(tokens))
        what = rng.randint(0, 5)
        if tokens[at].lstrip(b"-").isdigit() and what < 4 and len(tokens[at]) < 30:
            tokens[at] = b"%d" % (int(tokens[at]) + rng.choice((-2, -1, 1, 1, 2, 3, 7)))
        elif what == 4:
            tokens.insert(at, rng.choice(WORDS))
        elif what == 5 and len(tokens) > 1:
            del tokens[at]
        else:
            tokens[at] = rng.choice(WORDS)
        lines[k] = b" ".join(tokens)
    return b"\n".join(lines) + b"\n"


def edit_lines(rng, text, other):
    lines, first = body_lines(text)
    for _ in range(rng.randint(1, 2)):
        if not lines:
            break
        k, m = rng.randrange(min(first, len(lines) - 1), len(lines)), rng.randrange(len(lines))
        what = rng.randint(0, 4)
        if what == 0:
            del lines[k]
        elif what == 1:
            lines.insert(m, lines[k])
        elif what == 2:
            lines[k], lines[m] = lines[m], lines[k]
        elif what == 3:
            lines[k] = rng.choice(other.split(b"\n")[:-1] or [b""])
        else:
            lines.insert(k, rng.choice(other.split(b"\n")[:-1] or [b""]))
    return b"\n".join(lines) + b"\n"


def edit_proofs(rng, text):
    """Tokens and lines behind `proofs` only."""
    start = text.index(b"\nproofs ") + 1
    head, lines = text[:start], text[start:].split(b"\n")[:-1]
    k = rng.randrange(len(lines))
    what = rng.randint(0, 9)
    tokens = lines[k].split(b" ")
    at = rng.randrange(len(tokens))
    if what == 0:
        del lines[k]
    elif what == 1:
        lines.insert(k, lines[rng.randrange(len(lines))])
    elif what == 2:
        name = tokens[0] if rng.random() < 0.7 else b"%d" % rng.randint(0, 99)
        ids = b"".join(b"%d " % rng.randint(1, 60) for _ in range(rng.randint(0, 2)))
        lines.insert(k, name + b" d " + ids + b"0")
        fix_proof_count(lines, k)
    else:
        if what == 3:
            del tokens[at]
        elif what == 4:
            tokens.insert(at, rng.choice(tokens))
        elif what == 5:
            tokens.insert(at, rng.choice((b"0", b"1", b"-1", b"d", b"-0", b"01", b"2", b"-2", b"")))
        elif what == 6 and len(tokens) > 2:
            other = rng.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif tokens[at].lstrip(b"-").isdigit():
            sign, more = rng.choice((-1, 1)), rng.choice((0, 0, 1, -1, 5))
            tokens[at] = b"%d" % (int(tokens[at]) * sign + more)
        lines[k] = b" ".join(tokens)
    return head + b"\n".join(lines) + b"\n"


def fix_proof_count(lines, k):
    while k >= 0 and not lines[k].startswith(b"proof "):
        k -= 1
    if k >= 0:
        tokens = lines[k].split(b" ")
        if len(tokens) == 3 and tokens[2].isdigit():
            lines[k] = b"%s %s %d" % (tokens[0], tokens[1], int(tokens[2]) + 1)


def edit_formula(rng, shape, text):
    """Another property or formula for the same evidence."""
    lines = text.split(b"\n")
    if len(lines) < 4 or not lines[2].startswith(b"property ctl ") or rng.random() < 0.2:
        fresh = rng.choice((b"bad %d", b"output %d", b"justice %d")) % rng.randint(0, 2)
        lines[2:3] = [b"property " + fresh]
        return b"\n".join(lines)
    formula = bytearray(lines[2][13:])
    if rng.random() < 0.3:
        formula = bytearray(random_formula(shape, rng, 2))
    if rng.random() < 0.8:
        at = rng.randint(0, len(formula))
        formula[at:at + rng.randint(0, 2)] = rng.choice(FORMULA_BITS)
    if rng.random() < 0.2:
        lines[3] = rng.choice((b"inputs all", b"inputs observed", b"inputs observed "))
    lines[2] = b"property ctl " + bytes(formula)
    return b"\n".join(lines)


def edit_foreign(rng, text):
    """Of an AIGER witness or a witness circuit."""
    if rng.random() < 0.3:
        return edit_lines(rng, text, text) if b"\n" in text else text
    if rng.random() < 0.3:
        pairs = b"".join(b"%d %d\n" % (rng.randint(0, 9), rng.randint(0, 9))
                         for _ in range(rng.randint(0, 4)))
        text = text.split(b"\nc\n")[0] + b"c\nMAPPING %d\n" % rng.randint(0, 4) + pairs
    if rng.random() < 0.2:
        text = re.sub(rb"(?m)^([il])([0-9]+) = .*\n", b"", text)
    return edit_bytes(rng, text, b"0123456789 \n=ilx.bjM")


# --- records --------------------------------------------------------------------------------------

def numbers(word, *values):
    return word + b"".join(b" %d" % value for value in values)


def bits(values):
    return b"".join(b"%d" % value for value in values) or b"-"


def write_literal(literal, follows):
    value = follows.get(literal >> 1)
    return b" %d" % literal if value is None else b" %d = %d" % (literal, value)


def write_moves(word, moves):
    return [numbers(word, move.predicate) + b"".join(write_literal(x, move.follows)
                                                     for x in move.cube) for move in moves]


def write_fact(fact):
    v = fact.node
    if fact.kind == "upper":
        return [numbers(b"upper", v, fact.predicate)]
    if fact.kind == "lower-ex":
        return [numbers(b"lower-ex", v, fact.predicate, len(fact.moves)),
                *write_moves(b"choice", fact.moves)]
    if fact.kind == "lower-eu":
        return [numbers(b"lower-eu", v, len(fact.moves)), *write_moves(b"rank", fact.moves)]
    if fact.kind in ("upper-eg", "upper-e"):
        bound = [fact.predicate] if fact.kind == "upper-e" else []
        lines = [numbers(fact.kind.encode(), v, *bound, len(fact.blocks))]
        for block in fact.blocks:
            lines += write_block(block)
        return lines
    counts = [len(fact.lassos), len(fact.regions), len(fact.moves)]
    if fact.kind == "lower-e":
        counts = [fact.predicate, *counts, len(fact.origins)]
    lines = [numbers(fact.kind.encode(), v, *counts)]
    for lasso in fact.lassos:
        lines += [numbers(b"lasso", len(lasso.steps)), *write_moves(b"step", lasso.steps)]
        lines += [numbers(b"at", *lasso.at)] if lasso.at else []
    for region in fact.regions:
        lines += [numbers(b"region", region.predicate, len(region.choices))]
        lines += write_moves(b"choice", region.choices)
        for j, ranks in enumerate(region.covers):
            lines += [numbers(b"cover", j, len(ranks)), *write_moves(b"rank", ranks)]
    return lines + write_moves(b"rank", fact.moves) + write_moves(b"from", fact.origins)


def write_block(block):
    lines = [numbers(b"block", block.predicate, len(block.steps))]
    for step in block.steps:
        line = numbers(step.kind.encode(), step.predicate)
        lines.append(line + numbers(b" fair", *step.fair) if step.kind == "side" else line)
    if block.loop is not None:
        return lines + [numbers(b"loop", block.loop)]
    return lines + [numbers(b"end fair", *block.end)]


def write_gates(word, gates):
    return [numbers(word, len(gates))] + [numbers(b"and", 2 * v, *gates[v]) for v in gates]


def version_of(line):
    return int(line.split(b" ")[1])


def with_version(line, least):
    """The line of the version, which is this one at least."""
    return line if version_of(line) >= least else b"vouch-certificate %d" % least


def write_certificate(header, certificate):
    """`header` is the lines up to the verdict."""
    lines = list(header)
    if certificate.trace is not None:
        trace = certificate.trace
        loop = [] if trace.loop is None else [trace.loop]
        lines += [numbers(b"trace", len(trace.inputs), *loop), b"latches " + bits(trace.latches)]
        lines += [] if trace.returning is None else [b"returning " + bits(trace.returning)]
        lines += [b"inputs " + bits(step) for step in trace.inputs]
        return b"\n".join(lines + [b"end", b""])
    system = certificate.system
    own = {v: arguments for v, arguments in system.gates.items() if v >= system.base}
    remembered = system.saves + system.flags
    ghosts = [variable for variable, _ in system.ghosts]
    if ghosts:
        lines[0] = with_version(lines[0], 4)
        lines.append(numbers(b"ghosts", *(reset for _, reset in system.ghosts)))
    lines += write_gates(b"gates", {v: own[v] for v in own
                                    if v not in system.relations and v not in ghosts})
    if ghosts:
        lines.append(numbers(b"next", *(system.step[variable] for variable in ghosts)))
    if system.saved is not None:
        lines[0] = with_version(lines[0], 2)
        lines.append(numbers(b"saved", *system.saved))
        lines += write_gates(b"relations", {v: own[v] for v in own if v in system.relations and
                                            v not in remembered})
    lines.append(numbers(b"invariant", certificate.invariant))
    if certificate.back is not None:
        lines.append(numbers(b"induction", certificate.back))
    lines.append(numbers(b"facts", len(certificate.facts)))
    for fact in certificate.facts:
        lines += write_fact(fact)
    if certificate.initial is not None:
        lines.append(b"initial " + bits(certificate.initial))
    if certificate.proofs is not None:
        lines.append(numbers(b"proofs", len(certificate.proofs)))
        for k, proof in enumerate(certificate.proofs):
            lines += [numbers(b"proof", k, len(proof)), *proof]
    return b"\n".join(lines + [b"end", b""])


class Records:
    """One certificate, to be changed in its records."""

    def __init__(self, rng, model, text):
        self.rng = rng
        self.certificate = read_certificate(text, model)
        self.system = self.certificate.system
        self.header = self.header_of(text)
        self.view = None            # the E node whose evidence is made
        self.states = sorted(self.system.state)
        self.inputs = sorted(v for v in self.system.kind if self.system.is_step_input(2 * v))

    def header_of(self, text):
        lines = text.split(b"\n")
        return lines[:5 if self.certificate.wanted.kind == "ctl" else 4]

    def text(self):
        return write_certificate(self.header, self.certificate)

    def literal(self):
        """A state literal, nearly always."""
        if self.rng.random() < 0.02:
            return self.rng.randint(0, 2 * self.system.base + 4)
        states = [v for v in self.states if self.view is not None or v not in self.system.promising]
        return 2 * self.rng.choice(states) + self.rng.randint(0, 1)

    def is_latest(self):
        """Has it loops in views?"""
        return version_of(self.header[0]) >= 6

    def raise_version(self, least):
        self.header[0] = with_version(self.header[0], least)

    def relation(self):
        """A literal that a loop may speak of, nearly always."""
        if not self.system.relations or self.rng.random() < 0.3:
            if self.is_latest() and self.rng.random() < 0.5:
                return 2 * self.rng.choice(self.states) + self.rng.randint(0, 1)
            return self.literal()
        return 2 * self.rng.choice(sorted(self.system.relations)) + self.rng.randint(0, 1)

    def cube(self):
        chosen = [2 * v + self.rng.randint(0, 1) for v in self.inputs if self.rng.random() < 0.5]
        self.rng.shuffle(chosen)
        return chosen

    def follows(self, cube):
        """Predicates that some inputs follow: from version 6 on, and in others a mistake."""
        if self.rng.random() < 0.1:
            self.raise_version(6)
        if not self.rng.random() < (0.5 if self.is_latest() else 0.02):
            return {}
        return {x >> 1: self.literal() for x in cube if self.rng.random() < 0.5}

    def move(self):
        cube = self.cube()
        return Move(self.literal(), cube, self.follows(cube))

    def moves(self, most=2):
        return [self.move() for _ in range(self.rng.randint(0, most))]

    def numbers_of_view(self):
        return [*range(len(self.system.fairness)), *self.system.untils.get(self.view, [])]

    def fair(self):
        numbers = self.numbers_of_view()
        if not numbers:
            return []
        return [self.rng.choice(numbers) for _ in range(self.rng.randint(0, 2))]

    def step(self, walls=()):
        kind = self.rng.choice(("wall", "wall", "dead", "unborn", "side"))
        literal = self.literal()
        if kind == "side" and walls:
            literal = self.rng.choice(walls) ^ self.rng.randint(0, 1)
        return Step(kind, literal, self.fair() if kind == "side" else [])

    def block(self):
        block = Block(self.literal(), [], self.fair())
        for _ in range(self.rng.randint(0, 4)):
            walls = [step.predicate for step in block.steps if step.kind == "wall"]
            block.steps.append(self.step(walls))
        loops = self.system.saved is not None and (self.view is None or self.is_latest())
        if loops and self.rng.random() < 0.5:
            block.loop, block.end = self.relation(), []
        return block

    def lasso(self):
        steps = [self.move() for _ in range(self.rng.randint(1, 3))]
        return Lasso(steps, [self.rng.randrange(len(steps)) for _ in self.numbers_of_view()])

    def region(self):
        covers = [self.moves() for _ in self.numbers_of_view()]
        return Region(self.literal(), self.moves(), covers)

    def origin(self, node):
        own = [v for part in self.system.promises[node] for v in part if self.rng.random() < 0.6]
        return Move(self.literal(), [2 * v + self.rng.randint(0, 1) for v in own])

    def fact_of_view(self, node, upper):
        fact = Fact("upper-e" if upper else "lower-e", node, self.literal())
        if not upper:
            fact.origins = [self.origin(node) for _ in range(self.rng.randint(0, 2))]
        self.view = node
        if upper:
            fact.blocks = [self.block() for _ in range(self.rng.randint(0, 2))]
        else:
            fact.lassos = [self.lasso() for _ in range(self.rng.randint(0, 2))]
            fact.regions = [self.region() for _ in range(self.rng.randint(0, 1))]
            fact.moves = self.moves()
        self.view = None
        return fact

    def fact(self, node, upper):
        operator = self.system.nodes[node][0]
        if operator == "E":
            return self.fact_of_view(node, upper)
        if operator not in ("EX", "EU", "EG"):
            return None
        if upper and operator != "EG":
            return Fact("upper", node, self.literal())
        if upper:
            blocks = [self.block() for _ in range(self.rng.randint(0, 2))]
            return Fact("upper-eg", node, blocks=blocks)
        if operator == "EX":
            return Fact("lower-ex", node, self.literal(), self.moves())
        if operator == "EU":
            return Fact("lower-eu", node, moves=self.moves(3))
        lassos = [self.lasso() for _ in range(self.rng.randint(0, 2))]
        regions = [self.region() for _ in range(self.rng.randint(0, 1))]
        return Fact("lower-eg", node, moves=self.moves(), lassos=lassos, regions=regions)

    # What can be changed: holders of predicates, lists of things, lists of fairness numbers.

    def moves_lists(self):
        for fact in self.certificate.facts:
            yield fact.moves, self.move
            if fact.kind == "lower-e":
                yield fact.origins, lambda node=fact.node: self.origin(node)
            for lasso in fact.lassos:
                yield lasso.steps, self.move
            for region in fact.regions:
                yield region.choices, self.move
                for ranks in region.covers:
                    yield ranks, self.move

    def lists(self):
        yield from self.moves_lists()
        for fact in self.certificate.facts:
            if fact.kind == "lower-eg":
                yield fact.lassos, self.lasso
                yield fact.regions, self.region
            if fact.kind == "upper-eg":
                yield fact.blocks, self.block
            for block in fact.blocks:
                walls = [step.predicate for step in block.steps if step.kind == "wall"]
                yield block.steps, lambda walls=walls: self.step(walls)

    def holders(self):
        found = []
        for fact in self.certificate.facts:
            if fact.kind in ("upper", "lower-ex", "upper-e", "lower-e"):
                found.append(fact)
            found += fact.regions + fact.blocks
            for block in fact.blocks:
                found += block.steps
        return found + [move for moves, _ in self.moves_lists() for move in moves]

    def fair_lists(self):
        for fact in self.certificate.facts:
            for lasso in fact.lassos:
                yield lasso.at
            for block in fact.blocks:
                yield block.end
                yield from (step.fair for step in block.steps if step.kind == "side")

    # Changes.

    def change_predicate(self):
        holders = self.holders()
        if holders and self.rng.random() < 0.9:
            holder = self.rng.choice(holders)
            flip = self.rng.random() < 0.3
            holder.predicate = holder.predicate ^ 1 if flip else self.literal()
        else:
            self.certificate.invariant = self.literal()

    def change_cube(self):
        moves = [move for moves, _ in self.moves_lists() for move in moves]
        if moves:
            move = self.rng.choice(moves)
            what = self.rng.randint(0, 4)
            if what == 0 or not move.cube:
                move.cube = self.cube()
            elif what == 4:
                move.follows = self.follows(move.cube)
            elif what == 1:
                move.cube.pop(self.rng.randrange(len(move.cube)))
            elif what == 2:
                move.cube[self.rng.randrange(len(move.cube))] ^= 1
            else:
                self.rng.shuffle(move.cube)

    def change_list(self):
        lists = list(self.lists())
        if lists:
            chosen, fresh = self.rng.choice(lists)
            self.edit_list(chosen, fresh)

    def edit_list(self, chosen, fresh):
        what = self.rng.randint(0, 4)
        if what == 0 and chosen:
            chosen.pop(self.rng.randrange(len(chosen)))
        elif what == 1 and chosen:
            chosen.insert(self.rng.randint(0, len(chosen)), self.rng.choice(chosen))
        elif what == 2:
            self.rng.shuffle(chosen)
        elif what == 3 and chosen:
            chosen[self.rng.randrange(len(chosen))] = fresh()
        else:
            chosen.insert(self.rng.randint(0, len(chosen)), fresh())

    def change_fair(self):
        lists = list(self.fair_lists())
        if lists:
            self.edit_list(self.rng.choice(lists),
                           lambda: self.rng.randint(0, max(0, len(self.system.fairness) - 1)))

    def change_step(self):
        steps = [s for f in self.certificate.facts for b in f.blocks for s in b.steps]
        if steps:
            step = self.rng.choice(steps)
            step.kind = self.rng.choice(("wall", "dead", "unborn", "side"))

    def change_fact(self):
        """Drop one, or state another for some node."""
        facts, nodes = self.certificate.facts, self.system.nodes
        if facts and self.rng.random() < 0.3:
            facts.pop(self.rng.randrange(len(facts)))
            return
        if nodes:
            node, upper = self.rng.randrange(len(nodes)), self.rng.random() < 0.5
            fact = self.fact(node, upper)
            if fact:
                keep = [f for f in facts if (f.node, f.kind.startswith("upper")) != (node, upper)]
                keep.append(fact)
                keep.sort(key=lambda f: (-f.node, not f.kind.startswith("upper")))
                self.certificate.facts = keep

    def change_gate(self):
        gates = self.system.gates
        own = [v for v in gates if v >= self.system.base and gates[v]]
        if own and self.rng.random() < 0.7:
            v = self.rng.choice(own)
            arguments = list(gates[v])
            self.edit_list(arguments, self.relation)
            gates[v] = tuple(arguments)
        elif self.system.saved is None:
            v = self.system.gate([self.literal() for _ in range(self.rng.randint(1, 3))]) >> 1
            self.states.append(v)
        else:
            v = self.system.gate([self.relation() for _ in range(self.rng.randint(1, 3))]) >> 1
            self.system.relations.add(v)

    def step_literal(self):
        """Nearly always: what a ghost may become."""
        pool = sorted(self.system.stepping) if self.rng.random() < 0.9 else sorted(self.system.kind)
        return 2 * self.rng.choice(pool) + self.rng.randint(0, 1)

    def change_ghosts(self):
        """Ghosts where there are neither ghosts nor gates, which they would shift; a gate for
        them; or they start or become otherwise."""
        system = self.system
        own = [v for v in system.gates if v >= system.base]
        if not system.ghosts and not own:
            system.haunt([self.rng.randint(0, 1) for _ in range(self.rng.randint(1, 3))])
            for variable, _ in system.ghosts:
                system.step[variable] = self.step_literal()
            self.states = sorted(system.state)
        if not system.ghosts:
            return
        k = self.rng.randrange(len(system.ghosts))
        variable, reset = system.ghosts[k]
        if system.saved is None and self.rng.random() < 0.5:
            gate = system.gate([self.step_literal() for _ in range(self.rng.randint(1, 3))])
            system.step[variable] = gate ^ self.rng.randint(0, 1)
        elif self.rng.random() < 0.5:
            system.step[variable] = self.step_literal()
        else:
            system.ghosts[k] = (variable, 1 - reset)

    def change_loop(self):
        """Another relation, other saved literals, a loop where there was none, or the reverse."""
        if self.system.saved is None:
            if self.system.promises and self.rng.random() < 0.7:
                self.raise_version(6)
            self.system.remember([self.relation() for _ in range(self.rng.randint(0, 3))],
                                 self.is_latest())
            for _ in range(self.rng.randint(0, 3)):
                self.change_gate()
        saved = self.system.saved
        if saved and self.rng.random() < 0.3:
            states = self.states if self.is_latest() else [self.literal() >> 1]
            saved[self.rng.randrange(len(saved))] = 2 * self.rng.choice(states)
        for block in (b for f in self.certificate.facts for b in f.blocks):
            if self.rng.random() < 0.5:
                flip = block.loop is not None and self.rng.random() < 0.3
                block.loop, block.end = block.loop ^ 1 if flip else self.relation(), []
            elif self.rng.random() < 0.1:
                block.loop = None

    def change_induction(self):
        """An induction where there was none, over more steps or fewer, or none any more; seldom of
        a property or a version that has none."""
        certificate = self.certificate
        fits = certificate.wanted.kind in ("bad", "output")
        if certificate.trace is not None or (not fits and self.rng.random() < 0.95):
            return
        certificate.back = self.rng.choice((None, 0, 1, 1, 2, 2, 3, 7))
        if self.rng.random() < 0.95:
            self.raise_version(self.rng.choice((7, 7, 8)))

    def change_returning(self):
        """Which latches return, where nothing was said about that or otherwise, or nothing any
        more; seldom of a property or a version that has no such line."""
        trace = self.certificate.trace
        if trace.loop is None and self.rng.random() < 0.95:
            return
        if trace.returning and self.rng.random() < 0.4:
            trace.returning[self.rng.randrange(len(trace.returning))] ^= 1
        elif trace.returning is not None and self.rng.random() < 0.2:
            trace.returning = None
        else:
            trace.returning = self.returning()
        if self.rng.random() < 0.95:
            self.raise_version(8)

    def returning(self):
        """Some of the latches, all or none, those that are relevant, those that did return."""
        latches = self.system.model.latches
        what = self.rng.randint(0, 4)
        if what == 0:
            return [self.rng.randint(0, 1) for _ in latches]
        if what < 3:
            return [what - 1] * len(latches)
        if what == 3:
            relevant = relevant_latches(self.system)
            return [int(latch >> 1 in relevant) for latch in latches]
        trace = self.certificate.trace
        steps = list(run(self.system.model, trace.latches, trace.inputs, stop=False))
        if not steps:
            return [0] * len(latches)
        start, _ = steps[min(trace.loop or 0, len(steps) - 1)]
        _, end = steps[-1]
        return [int(start[latch >> 1] == end[latch >> 1]) for latch in latches]

    def change_bits(self):
        certificate = self.certificate
        rows = [certificate.initial] if certificate.initial else []
        if certificate.trace is not None:
            rows += [certificate.trace.latches, certificate.trace.returning or []]
            rows += certificate.trace.inputs
        rows = [row for row in rows if row]
        if rows:
            row = self.rng.choice(rows)
            row[self.rng.randrange(len(row))] ^= 1

    def change_trace(self):
        trace = self.certificate.trace
        if trace is None:
            return
        if trace.loop is not None and self.rng.random() < 0.6:
            trace.loop = max(0, trace.loop + self.rng.choice((-1, 1)))
        else:
            self.edit_list(trace.inputs, lambda: [self.rng.randint(0, 1)
                                                  for _ in self.system.model.inputs])

    def change_verdict(self):
        """With the evidence turned into one of the other verdict, as far as that is possible."""
        certificate = self.certificate
        certificate.holds = not certificate.holds
        self.header[-1] = b"verdict " + (b"holds" if certificate.holds else b"fails")
        if certificate.wanted.kind == "ctl":
            count = len(self.system.model.latches) + sum(self.system.observed)
            certificate.initial = None
            if not certificate.holds:
                certificate.initial = [self.rng.randint(0, 1) for _ in range(count)]

    def change(self):
        if self.certificate.trace is not None:
            changes = (self.change_bits, self.change_bits, self.change_trace, self.change_verdict,
                       self.change_returning, self.change_returning, self.change_returning)
            for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
                self.rng.choice(changes)()
            return
        if self.rng.random() < 0.9:
            self.certificate.proofs = None
        changes = (self.change_predicate, self.change_predicate, self.change_cube, self.change_list,
                   self.change_list, self.change_fair, self.change_step, self.change_fact,
                   self.change_gate, self.change_bits, self.change_verdict, self.change_loop,
                   self.change_ghosts, self.change_induction, self.change_induction)
        for _ in range(self.rng.choice((1, 1, 1, 2, 4))):
            self.rng.choice(changes)()


def edit_records(rng, model, text):
    try:
        records = Records(rng, read_model(model), text)
    except (Rejected, CannotTell):
        return text
    records.change()
    return records.text()


def invented(rng, shape, model):
    """Evidence out of thin air: seldom accepted, but of every form, for every node."""
    star = rng.random() < 0.5
    formula = (random_star_formula if star else random_formula)(shape, rng, rng.randint(1, 4))
    scope = random_scope(shape, rng)
    version = b"vouch-certificate 3" if scope else b"vouch-certificate 1"
    if star:
        version = b"vouch-certificate " + rng.choice((b"3", b"5", b"5", b"6", b"7", b"8"))
    elif rng.random() < 0.1:
        version = b"vouch-certificate 8"
    header = [version, b"model " + hashlib.sha256(model).hexdigest().encode(),
              b"property ctl " + scope + formula, rng.choice((b"inputs observed", b"inputs all")),
              b"verdict holds"]
    text = b"\n".join(header + [b"gates 0", b"invariant 1", b"facts 0", b"end", b""])
    try:
        records = Records(rng, read_model(model), text)
    except (Rejected, CannotTell):
        return text
    if rng.random() < 0.4:
        records.change_ghosts()
    for _ in range(rng.randint(0, 3)):
        records.change_gate()
    if rng.random() < 0.3:
        records.change_loop()
    if rng.random() < 0.2:
        records.certificate.invariant = records.literal()
    for node in reversed(range(len(records.system.nodes))):
        for upper in (True, False):
            if rng.random() < 0.5:
                fact = records.fact(node, upper)
                if fact:
                    records.certificate.facts.append(trivially_true(rng, fact))
    if rng.random() < 0.4:
        records.change_verdict()
    return records.text()


def invented_loop(rng, shape, model):
    """A run of a few random steps that goes round from one of them; it begins where it may, if
    that is a matter of constants."""
    try:
        read = read_model(model)
    except (Rejected, CannotTell):
        return b""
    wanted = parse_property(b"justice %d" % rng.randrange(len(shape.justice)), read)
    known = {0: 0, 1: 1}
    latches = [known.get(read.reset[latch >> 1], rng.randint(0, 1)) for latch in read.latches]
    steps = rng.randint(1, 4)
    inputs = [[rng.randint(0, 1) for _ in read.inputs] for _ in range(steps)]
    trace = Trace(rng.randrange(steps), latches, inputs)
    header = [b"vouch-certificate 8", b"model " + read.digest.encode(), b"property " + wanted.text,
              b"verdict fails"]
    found = Certificate(wanted, False, elaborate(read, wanted), trace=trace)
    records = Records(rng, read, write_certificate(header, found))
    if rng.random() < 0.9:
        records.certificate.trace.returning = records.returning()
    return records.text()


def trivially_true(rng, fact):
    """Some facts cannot be violated: those let the obligations behind them be seen."""
    if rng.random() < 0.4:
        if fact.kind in ("upper", "upper-e"):
            fact.predicate = 1
        if fact.kind in ("lower-ex", "lower-e"):
            fact.predicate = 0
        for move in fact.moves:
            move.predicate = 0
        for lasso in fact.lassos:
            for step in lasso.steps:
                step.predicate = 0
        for part in fact.regions + fact.blocks:
            part.predicate = 0
    return fact
