"""Results of other tools (section 10): AIGER witnesses and Certifaiger's witness circuits."""

import re

from aiger import Malformed, read_model
from certificate import Certificate, Trace
from elaborate import OWN, Property, elaborate
from evaluate import check_trace, run, value
from obligations import Cases, Obligations
from verdict import CannotTell, Rejected

CLAIMS = re.compile(rb"([bj][0-9]+)+")
CLAIM = re.compile(rb"([bj])0*([0-9]{1,18})")
SIMULATES = re.compile(rb"=[ \t]*([0-9]+)")
PAIR = re.compile(rb"(0|[1-9][0-9]{0,18}) (0|[1-9][0-9]{0,18})")


# --- AIGER witnesses ------------------------------------------------------------------------------

def read_bits(line, count, defaults=None):
    """An x stands for 0, or for the constant that a latch is reset to."""
    if len(line) != count or line.strip(b"01x"):
        raise Rejected(f"witness: expected {count} bits")
    bits = [int(byte == ord("1")) for byte in line]
    for k, default in enumerate(defaults or []):
        if line[k] == ord("x") and default == 1:
            bits[k] = 1
    return bits


def claimed_properties(model, line):
    if not CLAIMS.fullmatch(line):
        raise Rejected("witness: expected b or j and a number")
    return [claimed_property(model, claim) for claim in re.findall(rb"[bj][0-9]+", line)]


def claimed_property(model, text):
    match = CLAIM.fullmatch(text)
    if not match:
        raise Rejected("witness: expected a smaller number")
    outputs_only = not model.bads and not model.justice
    kind = "justice" if match.group(1) == b"j" else "output" if outputs_only else "bad"
    number = int(match.group(2))
    section = {"justice": model.justice, "bad": model.bads, "output": model.outputs}[kind]
    if number >= len(section):
        raise Rejected("witness: expected a property of the model")
    return Property(kind, b"%s %d" % (kind.encode(), number), number)


def witness_lines(data):
    """Lines that say something, and what follows the last newline."""
    *lines, rest = data.split(b"\n")
    if rest:
        raise Rejected("witness: expected a newline at the end")
    return [line for line in lines if line[:1] not in (b"c", b"u")]


def check_aiger_witness(model, data):
    """Returns the first property that fails; all that are named must."""
    lines = witness_lines(data)
    if len(lines) < 3 or lines[0] != b"1":
        raise Rejected("witness: expected 1, a property, latches and inputs")
    claims = claimed_properties(model, lines[1])
    resets = [model.reset[latch >> 1] for latch in model.latches]
    latches = read_bits(lines[2], len(model.latches), resets)
    if b"." not in lines[3:]:
        raise Rejected("witness: expected .")
    end = 3 + lines[3:].index(b".")
    inputs = [read_bits(line, len(model.inputs)) for line in lines[3:end]]
    if not inputs:
        raise Rejected("witness: expected at least one step")
    if lines[end + 1:] and lines[end + 1].split(b" ")[0] in (b"0", b"1", b"2"):
        raise CannotTell("witness: several in one file")
    if lines[end + 1:]:
        raise Rejected("witness: expected nothing behind the witness")
    for wanted in claims:
        check_claim(model, wanted, latches, inputs)
    return claims[0]


def check_claim(model, wanted, latches, inputs):
    system = elaborate(model, wanted)
    steps = list(run(model, latches, inputs, stop=False))
    if wanted.kind == "justice":
        check_trace(wanted, system, Trace(find_loop(model, steps), latches, inputs))
        return
    section = model.bads if wanted.kind == "bad" else model.outputs
    shown = [t for t, (values, _) in enumerate(steps) if value(values, section[wanted.number])]
    if not shown:
        raise Rejected("the trace does not show the bad literal")
    check_trace(wanted, system, Trace(None, latches, inputs[:shown[0] + 1]))


def find_loop(model, steps):
    """The first state that equals the last one."""
    _, last = steps[-1]
    for t, (values, _) in enumerate(steps):
        if all(values[latch >> 1] == last[latch >> 1] for latch in model.latches):
            return t
    raise Rejected("the loop of the trace does not close")


# --- witness circuits -----------------------------------------------------------------------------

class WitnessCircuit:
    """If all inputs and latches of W simulate: the claim R = C -> C' & !bad'_1 & .. & !bad'_n, as a
    certificate whose invariant is R. Otherwise the conditions of Certifaiger."""

    def __init__(self, model, data):
        self.model = model
        try:
            self.witness = read_model(data)
            self.comment, *_ = self.witness.comment.split(b"\0")
        except Malformed as reason:
            raise Rejected(f"witness: {reason}") from None
        if model.justice and not model.bads:
            raise CannotTell("justice properties alone")
        kind = "bad" if model.bads else "output"
        if not (model.bads or model.outputs):
            raise CannotTell("the model has no property")
        count = len(model.bads or model.outputs)
        text = b"%s 0" % kind.encode() + (b" .. %s %d" % (kind.encode(), count - 1)
                                          if count > 1 else b"")
        wanted = Property(kind, text, None)
        self.system = elaborate(model, wanted, every_input=True)
        self.certificate = Certificate(wanted, True, self.system)
        self.literal = {0: 0}           # variable of W -> literal of the system
        for item, image in self.mapping():
            self.check_pair(item, image)
            self.literal[item >> 1] = image ^ (item & 1)
        self.shared = set(self.literal)
        only_outputs = not self.witness.bads and not self.witness.justice
        self.bads = self.witness.outputs if only_outputs else self.witness.bads

    def items(self):
        return self.witness.inputs + self.witness.latches

    def check_pair(self, item, image):
        model, witness = self.model, self.witness
        if item >> 1 in self.literal:
            raise Rejected("witness: an input or latch simulates twice")
        if item >> 1 not in witness.kind or item < 2:
            raise Rejected("witness: a literal of the witness must simulate")
        if image & ~1 not in model.inputs and image >> 1 not in model.next:
            raise Rejected("witness: an input or latch of the model must be simulated")
        if item >> 1 in witness.gates:
            raise CannotTell("witness: a gate simulates")
        if item >> 1 in witness.next and image >> 1 not in model.next:
            raise Rejected("witness: a latch simulates an input")

    def mapping(self):
        """Pairs: by the comment; else by symbols; else by position."""
        if re.search(rb"^MAPPING ", self.comment, re.MULTILINE):
            return self.comment_mapping()
        model, witness = self.model, self.witness
        return self.named_mapping() or [*zip(witness.inputs, model.inputs),
                                        *zip(witness.latches, model.latches)]

    def named_mapping(self):
        """Whatever stands before the first =; one without a number behind it means nothing."""
        found = []
        for letter, position, name in self.witness.symbols:
            match = SIMULATES.match(name, name.index(b"=")) if b"=" in name else None
            if letter not in "il" or not match:
                continue
            number = match.group(1)
            if len(number) > 1 and number.startswith(b"0") or len(number) > 18:
                raise Rejected("witness: expected a literal behind =")
            found.append((self.witness.section(letter)[position], int(number)))
        return found

    def comment_mapping(self):
        """The first line that starts with MAPPING, and as many pairs as it says."""
        *lines, _ = self.comment.split(b"\n")
        while lines and not lines[0].startswith(b"MAPPING "):
            del lines[0]
        match = re.fullmatch(rb"MAPPING (0|[1-9][0-9]{0,18})", lines[0]) if lines else None
        if not match or int(match.group(1)) >= len(lines):
            raise Rejected("witness: expected the number of lines of the mapping")
        pairs = [PAIR.fullmatch(line) for line in lines[1:int(match.group(1)) + 1]]
        if not all(pairs):
            raise Rejected("witness: expected two literals")
        return [(int(pair.group(1)), int(pair.group(2))) for pair in pairs]

    def image(self, literal):
        return self.literal[literal >> 1] ^ (literal & 1)

    def obligations(self):
        witness, system = self.witness, self.system
        own = [item >> 1 for item in self.items() if item >> 1 not in self.literal]
        for variable in own:
            self.literal[variable] = 2 * system.variable(OWN)
        for variable in witness.order:
            arguments = [self.image(literal) for literal in witness.gates[variable]]
            self.literal[variable] = system.gate(arguments)
        return self.conditions() if own or not self.bads else self.invariant()

    def invariant(self):
        witness, system = self.witness, self.system
        claim = [self.image(literal) ^ 1 for literal in self.bads]
        claim += [self.image(literal) for literal in witness.constraints]
        sound = system.gate(claim)
        found = Obligations(self.certificate)
        found.invariant = system.gate((found.constraint, sound ^ 1)) ^ 1
        return found.generate()

    # --- the conditions of Certifaiger: what must be impossible -----------------------------------

    def conditions(self):
        images = [self.image(literal) for literal in self.witness.constraints]
        self.allowed = self.system.gate(images) if images else 1
        images = [self.image(literal) ^ 1 for literal in self.bads]
        self.good = self.system.gate(images) if images else 1
        self.rules = Obligations(self.certificate)
        self.reset()
        self.transition()
        self.safety()
        self.base()
        self.inductive()
        return self.rules.found

    def latches(self):
        """Of W: literal, next and reset as literals of the system; does it simulate?"""
        for literal in self.witness.latches:
            reset = self.witness.reset[literal >> 1]
            yield (self.image(literal), self.image(self.witness.next[literal >> 1]),
                   self.image(literal if reset is None else reset), literal >> 1 in self.shared)

    def differ(self, out, pairs, last):
        """One of these pairs is not a pair of equals, or the last literal is true."""
        cases = Cases(out, len(pairs) + 1)
        for one, other in pairs:
            cases.begin()
            cases.clause(one ^ 1, other ^ 1)
            cases.clause(one, other)
        cases.begin()
        cases.clause(last)
        cases.finish()

    def reset(self):
        """I & C & !(R'[K] & C')"""
        out = self.rules.begin("reset")
        self.rules.initial(out, out.clause)
        out.clause(out.now(self.rules.constraint))
        self.differ(out, [(out.now(latch), out.now(reset))
                          for latch, _, reset, shared in self.latches() if shared],
                    out.now(self.allowed ^ 1))

    def transition(self):
        """N & C & C(N) & C' & !(N'[K] & C'(N))"""
        out, constraint = self.rules.begin("transition"), self.rules.constraint
        out.units([out.now(constraint), out.after(constraint), out.now(self.allowed)])
        self.differ(out, [(out.after(latch), out.now(following))
                          for latch, following, _, shared in self.latches() if shared],
                    out.after(self.allowed ^ 1))

    def safety(self):
        """C & C' & P' & bad"""
        out, bads = self.rules.begin("safety"), self.model.bads or self.model.outputs
        cases = Cases(out, len(bads))
        for bad in bads:
            cases.begin()
            cases.units([out.now(literal)
                         for literal in (self.rules.constraint, self.allowed, self.good, bad)])
        cases.finish()

    def equal(self, out, pairs):
        for one, other in pairs:
            out.clause(one ^ 1, other)
            out.clause(one, other ^ 1)

    def base(self):
        """R' & C' & !P'"""
        out = self.rules.begin("base")
        self.equal(out, [(out.now(latch), out.now(reset)) for latch, _, reset, _ in self.latches()])
        out.units([out.now(self.allowed), out.now(self.good ^ 1)])

    def inductive(self):
        """N' & C' & C'(N) & P' & !P'(N)"""
        out = self.rules.begin("inductive")
        self.equal(out, [(out.after(latch), out.now(following))
                         for latch, following, _, _ in self.latches()])
        out.units([out.now(self.allowed), out.after(self.allowed), out.now(self.good),
                   out.after(self.good ^ 1)])
