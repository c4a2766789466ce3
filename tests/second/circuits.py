"""Results of other tools (section 10): Certifaiger's witness circuits."""

import re

from aiger import Malformed, read_model
from certificate import Certificate
from elaborate import OWN, Property, elaborate
from obligations import Cases, Obligations
from verdict import CannotTell, Rejected

NUMBER = re.compile(rb"[ \t]*([0-9]+)")
PAIR = re.compile(rb"(0|[1-9][0-9]{0,18}) (0|[1-9][0-9]{0,18})")


class WitnessCircuit:
    """If all inputs and latches of W simulate, and it is not about justice: the claim R = C -> C' & !bad'_1 & .. & !bad'_n, as a
    certificate whose invariant is R. Otherwise the conditions of Certifaiger."""

    def __init__(self, model, data):
        self.model = model
        try:
            self.witness = read_model(data)
            self.comment, *_ = self.witness.comment.split(b"\0")
        except Malformed as reason:
            raise Rejected(f"witness: {reason}") from None
        self.wanted = self.claimed_property()
        self.system = elaborate(model, Property("bad", b"", None), every_input=True)
        self.certificate = Certificate(self.wanted, True, self.system)
        self.literal = {0: 0}           # variable of W -> literal of the system
        for item, image in self.mapping():
            self.check_pair(item, image)
            self.literal[item >> 1] = image ^ (item & 1)
        self.shared = set(self.literal)
        only_outputs = not self.witness.bads and not self.witness.justice
        self.bads = self.witness.outputs if only_outputs else self.witness.bads

    def claimed_property(self):
        """All bad literals; without any all justice sets; without any all outputs."""
        model = self.model
        kind, section = (("bad", model.bads) if model.bads else
                         ("justice", model.justice) if model.justice else
                         ("output", model.outputs))
        if not section:
            raise CannotTell("the model has no property")
        text = b"%s 0" % kind.encode()
        if len(section) > 1:
            text += b" .. %s %d" % (kind.encode(), len(section) - 1)
        return Property(kind, text, None)

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
        told = self.told("MAPPING", "=")
        if told is not None:
            return told
        model, witness = self.model, self.witness
        return [*zip(witness.inputs, model.inputs), *zip(witness.latches, model.latches)]

    def told(self, word, mark):
        """None: neither the comment nor a symbol says anything."""
        if re.search(rb"^%s " % word.encode(), self.comment, re.MULTILINE):
            return self.told_by_comment(word.encode())
        return self.told_by_symbols(mark.encode()) or None

    def told_by_symbols(self, mark):
        """Whatever stands before the first mark; one without a number behind it means nothing."""
        found = []
        for letter, position, name in self.witness.symbols:
            match = NUMBER.match(name, name.index(mark) + 1) if mark in name else None
            if letter not in "il" or not match:
                continue
            number = match.group(1)
            if len(number) > 1 and number.startswith(b"0") or len(number) > 18:
                raise Rejected("witness: expected a literal behind the mark")
            found.append((self.witness.section(letter)[position], int(number)))
        return found

    def told_by_comment(self, word):
        """The first line that starts with the word, and as many pairs as it says, one by one: what
        is wrong first counts."""
        *lines, _ = self.comment.split(b"\n")
        while lines and not lines[0].startswith(word + b" "):
            del lines[0]
        match = re.fullmatch(word + rb" (0|[1-9][0-9]{0,18})", lines[0]) if lines else None
        if not match:
            raise Rejected("witness: expected the number of lines of the mapping")
        for k in range(int(match.group(1))):
            pair = PAIR.fullmatch(lines[k + 1]) if k + 1 < len(lines) else None
            if not pair:
                raise Rejected("witness: expected two literals")
            yield int(pair.group(1)), int(pair.group(2))

    def image(self, literal):
        return self.literal[literal >> 1] ^ (literal & 1)

    def obligations(self):
        witness, system = self.witness, self.system
        ranked = self.wanted.kind == "justice"
        if ranked:
            self.check_signals()
            replaced = self.replaced()
        own = [item >> 1 for item in self.items() if item >> 1 not in self.literal]
        for variable in own:
            self.literal[variable] = 2 * system.variable(OWN)
        for variable in witness.order:
            arguments = [self.image(literal) for literal in witness.gates[variable]]
            self.literal[variable] = system.gate(arguments)
        if ranked:
            return self.ranked_conditions(replaced)
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

    def begin_conditions(self):
        images = [self.image(literal) for literal in self.witness.constraints]
        self.allowed = self.system.gate(images) if images else 1
        images = [self.image(literal) ^ 1 for literal in self.bads]
        self.good = self.system.gate(images) if images else 1
        self.rules = Obligations(self.certificate)

    def conditions(self):
        self.begin_conditions()
        self.reset()
        self.transition()
        self.safety()
        self.base()
        self.inductive()
        return self.rules.found

    def ranked_conditions(self, replaced):
        self.begin_conditions()
        self.build_signals(replaced)
        self.reset()
        self.transition()
        self.base()
        self.inductive()
        self.liveness()
        self.decrease()
        self.closure()
        self.consistent()
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

    # --- justice: signals of W that look at two states --------------------------------------------

    def check_signals(self):
        """W has no signal for which the model has no literal."""
        model, witness = self.model, self.witness
        few = len(witness.fairness) <= len(model.fairness)
        few = few and len(witness.justice) <= len(model.justice)
        few = few and all(len(own) <= len(other)
                          for own, other in zip(witness.justice, model.justice))
        if not few:
            raise CannotTell("witness: signals that the model does not have")

    def replaced(self):
        """Pairs: a variable of W, and what signals see of it, a literal of W in the other state."""
        witness = self.witness
        pairs = self.told("INTERVENTION", "<")
        if pairs is None:
            pairs = [(literal, witness.next[literal >> 1]) for literal in witness.latches
                     if witness.next[literal >> 1] > 1]
        found = []
        for literal, old in pairs:
            if old < 2 or old >> 1 not in witness.kind or (
                    literal > 1 and literal >> 1 not in witness.kind):
                raise Rejected("witness: a literal cannot be replaced")
            found.append((old >> 1, literal ^ (old & 1)))
        return found

    def build_signals(self, replaced):
        """Per literal of the model: a literal of the system that is true where the literal is
        false. Q: each justice set has such a literal, or the fairness has."""
        seen = dict(self.literal)
        self.looks = []
        fixed = set()
        for variable, literal in replaced:
            seen[variable] = 2 * self.system.variable(OWN)
            fixed.add(variable)
            self.looks.append((seen[variable], self.image(literal)))
        for variable in self.witness.order:
            arguments = [seen[a >> 1] ^ (a & 1) for a in self.witness.gates[variable]]
            before = [self.image(a) for a in self.witness.gates[variable]]
            if variable not in fixed and arguments != before:
                seen[variable] = self.system.gate(arguments)

        def signals(own, literals):
            """Without a signal of its own: true."""
            own = [seen[a >> 1] ^ (a & 1) ^ 1 for a in own]
            return own + [1] * (len(literals) - len(own))

        gate, model, witness = self.system.gate, self.model, self.witness
        fair = signals(witness.fairness, model.fairness)
        unfair = gate([1] + [signal ^ 1 for signal in fair])
        self.signals = list(zip(fair, model.fairness))
        ranks = []
        for k, literals in enumerate(model.justice):
            own = signals(witness.justice[k] if k < len(witness.justice) else [], literals)
            ranks.append(gate([unfair] + [signal ^ 1 for signal in own]) ^ 1)
            self.signals += zip(own, literals)
        self.rank = gate(ranks)

    def step(self, out, copy=0):
        self.equal(out, [(out.after(latch, copy), out.now(following, copy))
                         for latch, following, _, _ in self.latches()])

    def fine(self, *moments):
        """Of functions that give a literal at some moment: neither bad nor excluded there."""
        return [at(literal) for at in moments for literal in (self.allowed, self.good)]

    def look(self, out, at, other):
        self.equal(out, [(at(variable), other(literal)) for variable, literal in self.looks])

    def some_signal(self, out, pairs):
        """One of the pairs is true, or the constant false."""
        cases = Cases(out, len(pairs) + 1)
        cases.begin()
        cases.clause(0)
        for pair in pairs:
            cases.begin()
            cases.units(pair)
        cases.finish()

    def liveness(self):
        """s -> t, q'(s,t), and the literal of the model is true"""
        out, constraint = self.rules.begin("liveness"), self.rules.constraint
        self.step(out)
        out.units(self.fine(out.now, out.after))
        out.units([out.now(constraint), out.after(constraint)])
        self.look(out, out.now, out.after)
        self.some_signal(out, [(out.now(signal), out.now(literal))
                               for signal, literal in self.signals])

    def decrease(self):
        """s -> t, !Q'(t,s)"""
        out = self.rules.begin("decrease")
        self.step(out)
        out.units(self.fine(out.now, out.after))
        self.look(out, out.after, out.now)
        out.clause(out.after(self.rank ^ 1))

    def closure(self):
        """s -> t, Q'(s,u), !Q'(t,u)"""
        out = self.rules.begin("closure")

        def elsewhere(literal):
            return out.now(literal, 1)

        self.step(out)
        out.units(self.fine(out.now, out.after, elsewhere))
        self.look(out, out.now, elsewhere)
        self.look(out, out.after, elsewhere)
        out.units([out.now(self.rank), out.after(self.rank ^ 1)])

    def consistent(self):
        """s -> t -> u, Q'(s,t), Q'(t,u), q'(s,t), !q'(t,u)"""
        out = self.rules.begin("consistent")

        def second(literal):
            return out.now(literal, 1)

        def third(literal):
            return out.after(literal, 1)

        self.step(out)
        self.step(out, 1)
        leaves = [self.image(literal) for literal in self.items()]
        self.equal(out, [(out.after(leaf), second(leaf)) for leaf in leaves])
        out.units(self.fine(out.now, second, third))
        self.look(out, out.now, second)
        self.look(out, second, third)
        out.units([out.now(self.rank), second(self.rank)])
        self.some_signal(out, [(out.now(signal), second(signal ^ 1))
                               for signal, _ in self.signals])
