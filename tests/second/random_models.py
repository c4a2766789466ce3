"""Small random models and formulas, as files that a checker would be given."""

from dataclasses import dataclass, field

NAMES = [b"req", b"ack", b"busy", b"a b", b"!a", b"state<0>", b"x!y", b'quo"te', b"back\\slash",
         b"grant !deny", b"true", b"l0", b"0", b"AG", b"r[1]", b"s.t", b"\xc3\xa9t\xc3\xa9",
         b"req !ack"]


@dataclass
class RandomModel:
    inputs: int
    latches: list               # (next, reset)
    gates: list                 # (left, right)
    outputs: list
    bads: list
    constraints: list
    justice: list
    fairness: list
    symbols: list = field(default_factory=list)
    skipped: int = 0            # variables that are promised and not there; ASCII only

    def size(self):
        return self.inputs + len(self.latches) + len(self.gates)

    def header(self, word, maximum):
        counts = [maximum, self.inputs, len(self.latches), len(self.outputs), len(self.gates)]
        counts += [len(section) for section in
                   (self.bads, self.constraints, self.justice, self.fairness)]
        while len(counts) > 5 and counts[-1] == 0:
            counts.pop()
        return word + b"".join(b" %d" % count for count in counts) + b"\n"

    def middle(self):
        """The sections between latches and gates, which both formats share."""
        lines = self.outputs + self.bads + self.constraints
        lines = lines + [len(literals) for literals in self.justice]
        lines = lines + [literal for literals in self.justice for literal in literals]
        return b"".join(b"%d\n" % number for number in lines + self.fairness)

    def tail(self):
        return b"".join(b"%s%d %s\n" % symbol for symbol in self.symbols)

    def reset_text(self, literal, reset):
        return b"" if reset == 0 else b" %d" % (literal if reset is None else reset)

    def binary(self):
        text = [self.header(b"aig", self.size())]
        for k, (following, reset) in enumerate(self.latches):
            text.append(b"%d%s\n" % (following, self.reset_text(2 * (self.inputs + k + 1), reset)))
        text.append(self.middle())
        for k, (left, right) in enumerate(self.gates):
            literal = 2 * (self.inputs + len(self.latches) + k + 1)
            high, low = max(left, right), min(left, right)
            text.append(varint(literal - high) + varint(high - low))
        return b"".join(text) + self.tail()

    def ascii(self, rng):
        """The gates in any order, as the format allows."""
        text = [self.header(b"aag", self.size() + self.skipped)]
        text += [b"%d\n" % (2 * (k + 1)) for k in range(self.inputs)]
        for k, (following, reset) in enumerate(self.latches):
            literal = 2 * (self.inputs + k + 1)
            text.append(b"%d %d%s\n" % (literal, following, self.reset_text(literal, reset)))
        text.append(self.middle())
        first = self.inputs + len(self.latches) + 1
        gates = [b"%d %d %d\n" % (2 * (first + k), *gate) for k, gate in enumerate(self.gates)]
        rng.shuffle(gates)
        return b"".join(text + gates) + self.tail()


def varint(number):
    text = bytearray()
    while number > 127:
        text.append(number & 127 | 128)
        number >>= 7
    text.append(number)
    return bytes(text)


def random_model(rng):
    inputs, latches, gates = rng.randint(0, 3), rng.randint(0, 4), rng.randint(0, 7)
    before = inputs + latches

    def literal(limit=before + gates):
        least = 0 if rng.random() < 0.1 else min(1, limit)
        return 2 * rng.randint(least, limit) + rng.randint(0, 1)

    def literals(most):
        return [literal() for _ in range(rng.randint(0, most))]

    rare = rng.random() < 0.5
    model = RandomModel(
        inputs, [(literal(), rng.choice((0, 0, 1, None))) for _ in range(latches)],
        [(literal(before + k), literal(before + k)) for k in range(gates)],
        literals(2), literals(2), [] if rare else literals(2),
        [[literal() for _ in range(rng.randint(0, 3))] for _ in range(rng.randint(0, 2))],
        literals(rng.choice((0, 1, 2))))
    if rng.random() < 0.3:
        add_resets(model, rng)
    add_symbols(model, rng)
    if rng.random() < 0.1:
        model.skipped = rng.randint(1, 5)
    return model


def random_ranking(rng):
    """A small model with justice alone, and a circuit with signals that might rank its states."""
    inputs, latches, gates, more = rng.randint(0, 1), rng.randint(1, 2), rng.randint(0, 3), 4
    before = inputs + latches

    def literal(limit):
        return 2 * rng.randint(0 if rng.random() < 0.2 else 1, limit) + rng.randint(0, 1)

    def signals(literals, limit):
        """One for each, now and then one less or one more."""
        count = max(0, len(literals) + rng.choice((0, 0, 0, 0, 0, 0, -1, 1)))
        return [literal(limit) if rng.random() < 0.7 else rng.choice(literals or [1])
                for _ in range(count)]

    steps = [(literal(before + gates), rng.choice((0, 0, 1, None))) for _ in range(latches)]
    parts = [(literal(before + k), literal(before + k)) for k in range(gates)]
    justice = [[literal(before + gates) for _ in range(rng.randint(1, 2))]
               for _ in range(rng.choice((1, 1, 1, 2)))]
    fairness = [literal(before + gates)] if rng.random() < 0.2 else []
    constraints = [literal(before + gates)] if rng.random() < 0.2 else []
    model = RandomModel(inputs, steps, parts, [], [], constraints, justice, fairness)
    parts = parts + [(literal(before + gates + k), literal(before + gates + k))
                     for k in range(more)]
    limit = before + gates + more
    own_steps = [(following if rng.random() < 0.9 else literal(limit),
                  reset if rng.random() < 0.9 else rng.choice((0, 1, None)))
                 for following, reset in steps]
    circuit = RandomModel(
        inputs, own_steps, parts, [], [literal(limit)] if rng.random() < 0.2 else [], constraints,
        [signals(literals, limit) for literals in justice], signals(fairness, limit))
    tail = b""
    if rng.random() < 0.4:
        pairs = [(literal(limit), literal(limit)) for _ in range(rng.randint(0, 3))]
        tail = b"c\nINTERVENTION %d\n" % len(pairs)
        tail += b"".join(b"%d %d\n" % pair for pair in pairs)
    elif rng.random() < 0.3:
        tail = b"l0 = %d < %d\n" % (2 * inputs + 2, literal(limit))
    return model.ascii(rng), circuit.ascii(rng) + tail


def add_resets(model, rng):
    """Reset functions; mostly of what is below, which makes no cycle. Some models get one."""
    first = model.inputs + 1
    for k, (following, _) in enumerate(model.latches):
        any_literal = rng.randint(2, 2 * model.size() + 1)
        below = rng.randint(2, 2 * (first + k) - 1) if first + k > 1 else 1
        if rng.random() < 0.6:
            reset = any_literal if rng.random() < 0.2 else below
            model.latches[k] = (following, None if reset == 2 * (first + k) else reset)


def add_symbols(model, rng):
    if rng.random() < 0.4:
        return
    counts = {b"i": model.inputs, b"l": len(model.latches), b"o": len(model.outputs),
              b"b": len(model.bads), b"c": len(model.constraints), b"j": len(model.justice),
              b"f": len(model.fairness)}
    for letter, count in counts.items():
        for position in range(count):
            if rng.random() < 0.6:
                model.symbols.append((letter, position, rng.choice(NAMES)))


def quoted(name):
    return b'"' + name.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'


def random_atom(model, rng):
    if model.symbols and rng.random() < 0.4:
        _, _, name = rng.choice(model.symbols)
        word = rng.choice([name] + name.split(b" "))
        return quoted(word.lstrip(b"!") if rng.random() < 0.3 else word)
    positions = [b"i%d" % k for k in range(model.inputs)]
    positions += [b"l%d" % k for k in range(len(model.latches))] * 2
    positions += [b"o%d" % k for k in range(len(model.outputs))]
    positions += [b"b%d" % k for k in range(len(model.bads))]
    positions += [b"f%d" % k for k in range(len(model.fairness))]
    positions += [b"c%d" % k for k in range(len(model.constraints))]
    positions += [b"true", b"false", b"%d" % rng.randint(0, 2 * model.size() + 1)]
    return rng.choice(positions)


def random_formula(model, rng, depth=3):
    """In the canonical syntax."""
    if depth == 0 or rng.random() < 0.12:
        return random_atom(model, rng)

    def below():
        return random_formula(model, rng, depth - 1)

    operator = rng.choice([b"!", b"EX", b"EF", b"EG", b"AX", b"AF", b"AG", b"E", b"A", b"&", b"|",
                           b"^", b"->", b"<->", b"EG", b"EX"])
    if operator == b"!":
        return b"!" + below()
    if operator in (b"E", b"A"):
        return operator + b"[" + below() + b" U " + below() + b"]"
    if operator.isalpha():
        return operator + b" " + below()
    return b"(" + below() + b" " + operator + b" " + below() + b")"


def random_proposition(model, rng, depth):
    if depth == 0 or rng.random() < 0.2:
        return random_atom(model, rng)

    def below():
        return random_proposition(model, rng, depth - 1)

    operator = rng.choice((b"!", b"&", b"|", b"|", b"^", b"->", b"<->"))
    if operator == b"!":
        return b"!" + below()
    return b"(" + below() + b" " + operator + b" " + below() + b")"


def random_scope(model, rng):
    """What may stand before a formula; most often nothing."""
    if rng.random() < 0.7:
        return b""
    words = [b"fair"] * rng.randint(0, 2) + [b"assume"] * rng.randint(0, 2)
    return b"".join(word + b" " + random_proposition(model, rng, rng.randint(0, 2)) + b" "
                    for word in words)


def random_path(model, rng, depth):
    if depth == 0 or rng.random() < 0.15:
        return random_star_formula(model, rng, 0 if rng.random() < 0.7 else depth // 2)

    def below():
        return random_path(model, rng, depth - 1)

    operator = rng.choice([b"!", b"X", b"X", b"F", b"G", b"U", b"R", b"U", b"R", b"&", b"|", b"^",
                           b"->", b"<->", b"Y", b"Z", b"O", b"H", b"S", b"T"])
    if operator == b"!":
        return b"!" + below()
    if operator in (b"U", b"R", b"S", b"T"):
        return b"[" + below() + b" " + operator + b" " + below() + b"]"
    if operator.isalpha():
        return operator + b" " + below()
    return b"(" + below() + b" " + operator + b" " + below() + b")"


def random_star_formula(model, rng, depth=3):
    """With path formulas."""
    if depth == 0:
        return random_atom(model, rng)
    if rng.random() < 0.6:
        return rng.choice((b"E ", b"A ")) + random_path(model, rng, depth)

    def below():
        return random_star_formula(model, rng, depth - 1)

    operator = rng.choice((b"!", b"EX ", b"EG ", b"AF ", b"&", b"|"))
    if operator in (b"&", b"|"):
        return b"(" + below() + b" " + operator + b" " + below() + b")"
    return operator + below()
