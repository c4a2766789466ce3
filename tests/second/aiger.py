"""AIGER 1.9 models, ASCII and binary (certificates.md, section 1.1)."""

import hashlib
from dataclasses import dataclass, field

from verdict import CannotTell

CONSTANT, INPUT, LATCH, GATE = range(4)
LARGEST_MODEL = 1 << 27     # variables
SECTIONS = "ilobcjf"


class Malformed(CannotTell):
    """The model cannot be read."""


@dataclass
class Model:
    maximum: int = 0
    inputs: list = field(default_factory=list)        # literals
    latches: list = field(default_factory=list)       # literals
    next: dict = field(default_factory=dict)          # variable of a latch -> literal
    reset: dict = field(default_factory=dict)         # variable of a latch -> a literal, or None
    outputs: list = field(default_factory=list)
    bads: list = field(default_factory=list)
    constraints: list = field(default_factory=list)
    justice: list = field(default_factory=list)       # lists of literals
    fairness: list = field(default_factory=list)
    gates: dict = field(default_factory=dict)         # variable -> (literal, literal)
    order: list = field(default_factory=list)         # variables of gates, arguments first
    kind: dict = field(default_factory=dict)          # of every variable that is defined
    symbols: list = field(default_factory=list)       # (section letter, position, bytes)
    comment: bytes = b""
    digest: str = ""

    def section(self, letter):
        return {"i": self.inputs, "l": self.latches, "o": self.outputs, "b": self.bads,
                "c": self.constraints, "j": self.justice, "f": self.fairness}[letter]

    def cone(self, literals):
        """The variables in the combinational cone: through gates, not through latches."""
        seen = set()
        todo = [literal >> 1 for literal in literals]
        while todo:
            variable = todo.pop()
            if variable in seen:
                continue
            seen.add(variable)
            if variable in self.gates:
                todo.extend(argument >> 1 for argument in self.gates[variable])
        return seen


class Reader:
    """The bytes of a model, read from left to right."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def fail(self, expected):
        raise Malformed(f"model, byte {self.at}: expected {expected}")

    def peek(self):
        return self.data[self.at:self.at + 1]

    def expect(self, text):
        if not self.data.startswith(text, self.at):
            self.fail(repr(text))
        self.at += len(text)

    def number(self):
        start = self.at
        while self.peek().isdigit():
            self.at += 1
        digits = self.data[start:self.at]
        if not digits or len(digits.lstrip(b"0")) > 10:
            self.fail("a number")
        return int(digits.lstrip(b"0") or b"0")

    def numbers_of_line(self, least, most):
        """Numbers separated by one blank, up to the end of the line."""
        found = [self.number()]
        while self.peek() == b" ":
            self.at += 1
            found.append(self.number())
        self.expect(b"\n")
        if not least <= len(found) <= most:
            self.fail(f"{least} to {most} numbers")
        return found

    def line(self):
        end = self.data.find(b"\n", self.at)
        if end < 0:
            self.fail("a newline")
        text = self.data[self.at:end]
        self.at = end + 1
        return text

    def varint(self):
        value = shift = 0
        while True:
            if self.at >= len(self.data) or shift > 28:
                self.fail("a binary number of at most five bytes")
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value


def read_model(data):
    reader = Reader(data)
    model = Model(digest=hashlib.sha256(data).hexdigest())
    binary = data.startswith(b"aig ")
    reader.expect(b"aig " if binary else b"aag ")
    counts = reader.numbers_of_line(5, 9)
    counts += [0] * (9 - len(counts))
    maximum, inputs, latches, outputs, gates, bads, constraints, justice, fairness = counts
    if inputs + latches + gates > maximum or (binary and inputs + latches + gates != maximum):
        reader.fail("a maximal variable that fits the counts")
    if maximum > min(LARGEST_MODEL, (1 << 20) + 8 * len(data)):
        reader.fail("fewer variables, or a larger file")
    model.maximum = maximum
    definer = Definer(reader, model)
    if binary:
        model.inputs = [definer.define(2 * (k + 1), INPUT) for k in range(inputs)]
    else:
        model.inputs = [definer.define(*reader.numbers_of_line(1, 1), INPUT)
                        for _ in range(inputs)]
    for k in range(latches):
        definer.latch(2 * (inputs + k + 1) if binary else None)
    model.outputs = definer.literals(outputs)
    model.bads = definer.literals(bads)
    model.constraints = definer.literals(constraints)
    sizes = [reader.numbers_of_line(1, 1)[0] for _ in range(justice)]
    model.justice = [definer.literals(size) for size in sizes]
    model.fairness = definer.literals(fairness)
    for k in range(gates):
        if binary:
            definer.binary_gate(2 * (inputs + latches + k + 1))
        else:
            definer.gate()
    definer.finish()
    read_symbols(reader, model)
    return model


class Definer:
    """Gives variables their meaning, each at most once."""

    def __init__(self, reader, model):
        self.reader = reader
        self.model = model
        self.kinds = {0: CONSTANT}
        self.used = []

    def define(self, literal, kind):
        if literal < 2 or literal & 1 or literal >> 1 > self.model.maximum:
            self.reader.fail("an even literal that can be defined")
        if literal >> 1 in self.kinds:
            self.reader.fail("a variable that is defined once")
        self.kinds[literal >> 1] = kind
        return literal

    def use(self, literal):
        if literal >> 1 > self.model.maximum:
            self.reader.fail("a literal of the model")
        self.used.append(literal >> 1)
        return literal

    def literals(self, count):
        return [self.use(*self.reader.numbers_of_line(1, 1)) for _ in range(count)]

    def latch(self, implicit):
        """`[literal] next [reset]`"""
        if implicit is None:
            literal, *rest = self.reader.numbers_of_line(2, 3)
        else:
            literal, rest = implicit, self.reader.numbers_of_line(1, 2)
        self.define(literal, LATCH)
        following = self.use(rest[0])
        reset = self.use(rest[1]) if len(rest) > 1 else 0
        self.model.latches.append(literal)
        self.model.next[literal >> 1] = following
        self.model.reset[literal >> 1] = None if reset == literal else reset

    def gate(self):
        literal, left, right = self.reader.numbers_of_line(3, 3)
        self.define(literal, GATE)
        self.model.gates[literal >> 1] = (self.use(left), self.use(right))

    def binary_gate(self, literal):
        """Two differences: `literal - left` and `left - right`."""
        first = self.reader.varint()
        left = literal - first
        right = left - self.reader.varint()
        if first == 0 or right < 0:
            self.reader.fail("differences of a gate below its literal")
        self.define(literal, GATE)
        self.model.gates[literal >> 1] = (left, right)

    def finish(self):
        for variable in self.used:
            if variable not in self.kinds:
                self.reader.fail(f"a definition of variable {variable}")
        self.model.kind = self.kinds
        self.model.order = order_gates(self.model, self.reader)
        check_strata(self.model, self.reader)


def order_gates(model, reader):
    """Every gate behind its arguments: depth first in the order of the file, right one first."""
    done, order, open_gates = set(), [], set()
    for root in model.gates:
        todo = [root]
        while todo:
            variable = todo[-1]
            if variable in done:
                todo.pop()
                continue
            missing = [a >> 1 for a in model.gates[variable]
                       if a >> 1 in model.gates and a >> 1 not in done]
            if not missing:
                todo.pop()
                done.add(variable)
                open_gates.discard(variable)
                order.append(variable)
                continue
            open_gates.add(variable)
            if any(m in open_gates for m in missing):
                reader.fail("gates without a cycle")
            todo.extend(missing)
    return order


def check_strata(model, reader):
    """Latches are taken away as long as their resets depend on none that is left."""
    below = {latch: {v for v in model.cone([reset]) if v in model.next}
             for latch, reset in model.reset.items() if reset is not None and reset > 1}
    waiting = {latch: len([v for v in cone if v in below]) for latch, cone in below.items()}
    readers = {}
    for latch, cone in below.items():
        for variable in cone:
            readers.setdefault(variable, []).append(latch)
    ready = [latch for latch, count in waiting.items() if count == 0]
    for latch in ready:
        for other in readers.get(latch, []):
            waiting[other] -= 1
            if waiting[other] == 0:
                ready.append(other)
    if len(ready) < len(below):
        reader.fail("reset functions without a cycle")


def read_symbols(reader, model):
    """Names, several of one item if the file likes; then perhaps a comment."""
    while reader.at < len(reader.data):
        letter = reader.peek().decode("latin-1")
        # `c0 name` is a symbol of a constraint, `c` alone starts the comment
        if letter == "c" and reader.data[reader.at + 1:reader.at + 2] in (b"\n", b""):
            model.comment = reader.data[reader.at + 2:]
            return
        if letter not in SECTIONS:
            reader.fail("a symbol or a comment")
        reader.at += 1
        position = reader.number()
        if position >= len(model.section(letter)):
            reader.fail("a position in its section")
        reader.expect(b" ")
        name = reader.line()
        if name and b"\0" not in name:
            model.symbols.append((letter, position, name))
