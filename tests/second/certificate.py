"""The text of a certificate (section 6), read into plain records.

Whatever the text format demands is demanded here: what is returned is well formed with respect to
the elaborated system, and nothing is known yet about whether it is true.
"""

import re
from dataclasses import dataclass, field

from elaborate import elaborate, parse_property
from verdict import Rejected

NUMBER = re.compile(rb"(?:0|[1-9][0-9]{0,18})(?: (?:0|[1-9][0-9]{0,18}))*")
MOVE = re.compile(rb" (?:0|[1-9][0-9]{0,18})(?: (?:0|[1-9][0-9]{0,18})(?: = (?:0|[1-9][0-9]{0,18}))?)*")
BITS = re.compile(rb"[01]+")


@dataclass
class Move:
    """A predicate and a cube of step inputs: a choice, a rank, or a step of a lasso. A literal of
    the cube is true, or has the value of the predicate that its variable follows."""
    predicate: int
    cube: list
    follows: dict = field(default_factory=dict)


@dataclass
class Lasso:
    steps: list                 # of Move
    at: list                    # per fairness a position


@dataclass
class Region:
    predicate: int
    choices: list               # of Move
    covers: list                # per fairness a list of Move


@dataclass
class Step:
    """wall, dead, unborn, side (with `fair`)"""
    kind: str
    predicate: int
    fair: list = field(default_factory=list)


@dataclass
class Block:
    predicate: int
    steps: list
    end: list                   # fairness numbers
    loop: object = None         # V, instead of an end


@dataclass
class Fact:
    kind: str                   # upper, lower-ex, lower-eu, lower-eg, upper-eg, lower-e or upper-e
    node: int
    predicate: int = 0
    moves: list = field(default_factory=list)
    lassos: list = field(default_factory=list)
    regions: list = field(default_factory=list)
    blocks: list = field(default_factory=list)
    origins: list = field(default_factory=list)     # of Move, with elementary variables


@dataclass
class Trace:
    loop: object                # None without a loop
    latches: list
    inputs: list                # per step
    returning: object = None    # per latch whether it is named; None without such a line


@dataclass
class Certificate:
    wanted: object              # Property
    holds: bool
    system: object
    all_inputs: bool = False    # `inputs all`
    trace: object = None
    invariant: int = 1
    back: object = None         # of an induction: over how many steps
    facts: list = field(default_factory=list)
    initial: object = None
    proofs: object = None       # None, or per obligation a list of lines


class Lines:
    def __init__(self, data):
        if data and not data.endswith(b"\n"):
            raise Rejected("certificate: expected a newline at the end")
        self.lines = data.split(b"\n")[:-1]
        self.at = 0

    def fail(self, expected):
        raise Rejected(f"certificate, line {self.at}: expected {expected}")

    def next(self):
        if self.at >= len(self.lines):
            self.at += 1
            self.fail("another line")
        self.at += 1
        return self.lines[self.at - 1]

    def word_is(self, word):
        """Does the next line start with this word?"""
        if self.at >= len(self.lines):
            return False
        line = self.lines[self.at]
        return line == word or line.startswith(word + b" ")

    def exactly(self, text):
        if self.next() != text:
            self.fail(text.decode())

    def rest(self, word):
        line = self.next()
        if not line.startswith(word + b" "):
            self.fail(word.decode())
        return line[len(word) + 1:]

    def numbers(self, word, least, most=None):
        """The numbers behind a word; `most` is `least` if it is not given."""
        line = self.next()
        if line == word:
            found = []
        elif line.startswith(word + b" ") and NUMBER.fullmatch(line, len(word) + 1):
            found = [int(token) for token in line[len(word) + 1:].split(b" ")]
        else:
            self.fail(f"{word.decode()} and numbers")
        if not least <= len(found) <= (least if most is None else most):
            self.fail(f"another count of numbers behind {word.decode()}")
        return found

    def move(self, word):
        """A number behind a word, and numbers, each with the one behind its "=" or None."""
        line = self.next()
        if not line.startswith(word + b" ") or not MOVE.fullmatch(line, len(word)):
            self.fail(f"{word.decode()} and numbers")
        first, *tokens = line[len(word) + 1:].split(b" ")
        pairs = []
        for k, token in enumerate(tokens):
            if token != b"=" and (k == 0 or tokens[k - 1] != b"="):
                value = int(tokens[k + 2]) if tokens[k + 1:k + 2] == [b"="] else None
                pairs.append((int(token), value))
        return int(first), pairs

    def count(self, word):
        return self.numbers(word, 1)[0]

    def bits(self, word, count):
        text = self.rest(word)
        if text == b"-" and count == 0:
            return []
        if not BITS.fullmatch(text) or len(text) != count:
            self.fail(f"{count} bits")
        return [byte - 48 for byte in text]


MANY = 1 << 62


class CertificateReader:
    def __init__(self, data, model):
        self.lines = Lines(data)
        self.model = model
        self.system = None
        self.view = None            # the E node whose fact is read

    def read(self):
        lines, model = self.lines, self.model
        version = lines.next()
        if version not in [b"vouch-certificate %d" % number for number in range(1, 9)]:
            lines.fail("a version from 1 to 8")
        self.version = int(version[-1:])
        if lines.rest(b"model") != model.digest.encode():
            lines.fail("the digest of this model")
        wanted = parse_property(lines.rest(b"property"), model)
        all_inputs = False
        if wanted.kind == "ctl":
            which = lines.rest(b"inputs")
            if which not in (b"observed", b"all"):
                lines.fail("observed or all")
            all_inputs = which == b"all"
        verdict = lines.rest(b"verdict")
        if verdict not in (b"holds", b"fails"):
            lines.fail("holds or fails")
        self.system = elaborate(wanted.scoped(model), wanted, all_inputs)
        if ((self.system.promises or wanted.fair or wanted.assume)
                and self.version < 3):
            lines.fail("version 3 of a certificate with path formulas, fair or assume")
        if self.version < 5 and self.system.has_past():
            lines.fail("version 5 of a certificate with past operators")
        self.certificate = Certificate(wanted, verdict == b"holds", self.system, all_inputs)
        if self.certificate.holds or wanted.kind == "ctl":
            self.read_evidence()
        else:
            self.read_trace()
        return self.certificate

    def finish(self):
        """What follows the facts and the trace alike."""
        self.lines.exactly(b"end")
        if self.lines.at != len(self.lines.lines):
            self.lines.at += 1
            self.lines.fail("nothing behind the end")

    def read_trace(self):
        lines, certificate = self.lines, self.certificate
        loops = certificate.wanted.kind == "justice"
        steps, *rest = lines.numbers(b"trace", 2 if loops else 1)
        if steps < 1 or (loops and rest[0] >= steps):
            lines.fail("at least one step, and a loop within")
        latches = lines.bits(b"latches", len(self.model.latches))
        returning = None
        if self.version >= 8 and loops and lines.word_is(b"returning"):
            returning = lines.bits(b"returning", len(self.model.latches))
        if steps > len(lines.lines):
            lines.fail("fewer steps")
        inputs = [lines.bits(b"inputs", len(self.model.inputs)) for _ in range(steps)]
        certificate.trace = Trace(rest[0] if loops else None, latches, inputs, returning)
        self.finish()

    def read_evidence(self):
        lines, certificate = self.lines, self.certificate
        haunted = self.version >= 4 and lines.word_is(b"ghosts")
        if haunted:
            self.read_ghosts()
        for _ in range(lines.count(b"gates")):
            self.read_plain_gate()
        if haunted:
            self.read_next()
        if self.version >= 2 and lines.word_is(b"saved"):
            self.read_relations()
        certificate.invariant = self.predicate(lines.count(b"invariant"))
        of_runs = certificate.wanted.kind in ("bad", "output")
        if self.version >= 7 and of_runs and lines.word_is(b"induction"):
            certificate.back = lines.count(b"induction")
            if not 1 <= certificate.back <= 1000:
                lines.fail("1 to 1000 steps")
        for _ in range(lines.count(b"facts")):
            self.read_fact()
        if not certificate.holds:
            observed = sum(self.system.observed)
            certificate.initial = lines.bits(b"initial", len(self.model.latches) + observed)
        if lines.word_is(b"proofs"):
            certificate.proofs = [self.read_proof(k) for k in range(lines.count(b"proofs"))]
        self.finish()

    def read_ghosts(self):
        resets = self.lines.numbers(b"ghosts", 0, MANY)
        if any(reset > 1 for reset in resets):
            self.lines.fail("0 or 1")
        self.system.haunt(resets)

    def read_next(self):
        count = len(self.system.ghosts)
        literals = self.lines.numbers(b"next", count)
        for (variable, _), literal in zip(self.system.ghosts, literals):
            if not self.system.is_step_literal(literal):
                self.lines.fail("a step literal")
            self.system.step[variable] = literal

    def read_plain_gate(self):
        """All arguments are state literals, or, in version 4, step literals."""
        arguments = []
        variable = self.read_gate(arguments.append)
        of_state = all(self.system.is_state(literal) for literal in arguments)
        of_step = all(self.system.is_step_literal(literal) for literal in arguments)
        if not of_state and (self.version < 4 or not of_step):
            self.lines.fail("arguments that are state literals, or all step literals")
        if of_state:
            self.system.state.add(variable)
        if of_step:
            self.system.stepping.add(variable)

    def state_literal(self, literal):
        if not self.system.is_state(literal):
            self.lines.fail("a state literal")
        return literal

    def predicate(self, literal):
        if self.view is None and not self.system.is_predicate(literal):
            self.lines.fail("a predicate")
        return self.state_literal(literal)

    def fairness_numbers(self):
        numbers = list(range(len(self.system.fairness)))
        return numbers + (self.system.untils[self.view] if self.view is not None else [])

    def relation(self, literal):
        if literal >> 1 in self.system.relations:
            return literal
        return self.remembered(literal)

    def remembered(self, literal):
        """What is saved, and what relations say of the state."""
        return self.state_literal(literal) if self.version >= 6 else self.predicate(literal)

    def read_relations(self):
        saved = self.lines.numbers(b"saved", 0, MANY)
        self.system.remember([self.remembered(literal) for literal in saved], self.version >= 6)
        for _ in range(self.lines.count(b"relations")):
            self.system.relations.add(self.read_gate(self.relation))

    def read_gate(self, argument_of):
        """The variable of the gate."""
        lhs, *arguments = self.lines.numbers(b"and", 2, MANY)
        for argument in arguments:
            argument_of(argument)
        if self.system.gate(arguments) != lhs:
            self.lines.fail("the next gate literal")
        return lhs >> 1

    def read_move(self, word, promises=None):
        if self.version >= 6:
            literal, pairs = self.lines.move(word)
        else:
            literal, *rest = self.lines.numbers(word, 1, MANY)
            pairs = [(entry, None) for entry in rest]
        self.predicate(literal)
        cube = [entry for entry, _ in pairs]
        follows = {entry >> 1: value for entry, value in pairs if value is not None}
        for value in follows.values():
            self.predicate(value)
            if value == 1:
                self.lines.fail("the literal alone if it is true")
        for entry in cube:
            if promises is not None and entry >> 1 not in promises:
                self.lines.fail("a literal of an elementary variable of the node")
            if promises is None and not self.system.is_step_input(entry):
                self.lines.fail("a literal of a step input")
        if len({entry >> 1 for entry in cube}) != len(cube):
            self.lines.fail("every input at most once")
        return Move(literal, cube, follows)

    def read_moves(self, word, count):
        return [self.read_move(word) for _ in range(count)]

    def read_fact(self):
        readers = {b"upper": self.read_upper, b"lower-ex": self.read_lower_ex,
                   b"lower-eu": self.read_lower_eu, b"lower-eg": self.read_lower_eg,
                   b"upper-eg": self.read_upper_eg, b"upper-e": self.read_upper_e,
                   b"lower-e": self.read_lower_e}
        lines = self.lines
        for word, reader in readers.items():
            if lines.word_is(word):
                break
        else:
            lines.next()
            lines.fail("a fact")
        start = lines.at
        fact = reader()
        self.check_order(fact, start + 1)
        self.certificate.facts.append(fact)

    def check_order(self, fact, line):
        """Strictly decreasing nodes; upper before lower."""
        def rank(f):
            return (-f.node, 0 if f.kind.startswith("upper") else 1)
        facts = self.certificate.facts
        if facts and rank(facts[-1]) >= rank(fact):
            raise Rejected(f"certificate, line {line}: facts out of order")

    def node(self, number, *operators):
        nodes = self.system.nodes
        if number >= len(nodes):
            self.lines.fail("a node of the formula")
        if nodes[number][0] not in operators:
            self.lines.fail("a fact that fits the operator of its node")
        return number

    def read_upper(self):
        node, literal = self.lines.numbers(b"upper", 2)
        return Fact("upper", self.node(node, "EX", "EU"), self.predicate(literal))

    def read_lower_ex(self):
        node, literal, count = self.lines.numbers(b"lower-ex", 3)
        fact = Fact("lower-ex", self.node(node, "EX"), self.predicate(literal))
        fact.moves = self.read_moves(b"choice", count)
        return fact

    def read_lower_eu(self):
        node, count = self.lines.numbers(b"lower-eu", 2)
        fact = Fact("lower-eu", self.node(node, "EU"))
        fact.moves = self.read_moves(b"rank", count)
        return fact

    def read_lower_eg(self):
        node, lassos, regions, count = self.lines.numbers(b"lower-eg", 4)
        fact = Fact("lower-eg", self.node(node, "EG"))
        self.read_fair_paths(fact, lassos, regions, count)
        return fact

    def read_fair_paths(self, fact, lassos, regions, count):
        if regions > 1:
            self.lines.fail("at most one region")
        fact.lassos = [self.read_lasso() for _ in range(lassos)]
        fact.regions = [self.read_region() for _ in range(regions)]
        fact.moves = self.read_moves(b"rank", count)

    def read_lower_e(self):
        node, literal, lassos, regions, count, choices = self.lines.numbers(b"lower-e", 6)
        fact = Fact("lower-e", self.node(node, "E"), self.predicate(literal))
        self.view = node
        self.read_fair_paths(fact, lassos, regions, count)
        self.view = None
        own = {variable for part in self.system.promises[node] for variable in part}
        fact.origins = [self.read_move(b"from", own) for _ in range(choices)]
        return fact

    def read_upper_e(self):
        node, literal, count = self.lines.numbers(b"upper-e", 3)
        fact = Fact("upper-e", self.node(node, "E"), self.predicate(literal))
        self.view = node
        fact.blocks = [self.read_block() for _ in range(count)]
        self.view = None
        return fact

    def read_lasso(self):
        lines, fairness = self.lines, len(self.fairness_numbers())
        count = lines.count(b"lasso")
        if count < 1:
            lines.fail("a lasso of at least one step")
        steps = self.read_moves(b"step", count)
        at = lines.numbers(b"at", fairness) if fairness else []
        if any(position >= count for position in at):
            lines.fail("positions on the lasso")
        return Lasso(steps, at)

    def read_region(self):
        literal, count = self.lines.numbers(b"region", 2)
        region = Region(self.predicate(literal), self.read_moves(b"choice", count), [])
        for j in range(len(self.fairness_numbers())):
            number, count = self.lines.numbers(b"cover", 2)
            if number != j:
                self.lines.fail("the fairness numbers in order")
            region.covers.append(self.read_moves(b"rank", count))
        return region

    def read_upper_eg(self):
        node, count = self.lines.numbers(b"upper-eg", 2)
        fact = Fact("upper-eg", self.node(node, "EG"))
        fact.blocks = [self.read_block() for _ in range(count)]
        return fact

    def read_block(self):
        literal, count = self.lines.numbers(b"block", 2)
        block = Block(self.predicate(literal), [], [])
        walls = set()
        for _ in range(count):
            step = self.read_step()
            block.steps.append(step)
            if step.kind == "wall":
                walls.add(step.predicate >> 1)
            if step.kind == "side" and step.predicate >> 1 not in walls:
                self.lines.fail("the side of an earlier wall of this block")
        loops = self.system.saved is not None and (self.view is None or self.version >= 6)
        if loops and self.lines.word_is(b"loop"):
            block.loop = self.relation(self.lines.count(b"loop"))
        else:
            block.end = self.fair_numbers(self.lines.next(), b"end fair")
        return block

    def read_step(self):
        lines = self.lines
        for word in (b"wall", b"dead", b"unborn"):
            if lines.word_is(word):
                return Step(word.decode(), self.predicate(lines.count(word)))
        line = lines.next()
        match = re.match(rb"side (0|[1-9][0-9]{0,18}) ", line)
        if not match:
            lines.fail("wall, dead, unborn or side")
        literal = self.predicate(int(match.group(1)))
        return Step("side", literal, self.fair_numbers(line[match.end():], b"fair"))

    def fair_numbers(self, text, words):
        if text == words:
            return []
        if not text.startswith(words + b" ") or not NUMBER.fullmatch(text, len(words) + 1):
            self.lines.fail(words.decode())
        numbers = [int(token) for token in text[len(words) + 1:].split(b" ")]
        if not set(numbers) <= set(self.fairness_numbers()):
            self.lines.fail("a fairness number")
        return numbers

    def read_proof(self, k):
        number, count = self.lines.numbers(b"proof", 2)
        if number != k:
            self.lines.fail("the proofs in order")
        lines = self.lines
        if lines.at + count > len(lines.lines):
            lines.fail("more lines of a proof")
        proof = lines.lines[lines.at:lines.at + count]
        lines.at += count
        return proof


def read_certificate(data, model):
    return CertificateReader(data, model).read()
