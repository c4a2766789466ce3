"""The elaborated system of a property (sections 1.2 to 1.4)."""

import re
from dataclasses import dataclass, field

import formula
from aiger import GATE, INPUT, LATCH
from verdict import Rejected

OBSERVED, MONITOR, FRESH, REMEMBERED, PROMISE, OWN, GHOST = range(4, 11)
NUMBERED = re.compile(rb"(bad|output|justice) (0|[1-9][0-9]{0,18})")


@dataclass
class Property:
    kind: str                   # bad, output, justice or ctl
    text: bytes                 # as in the certificate
    number: object = 0          # None: all of them, which witness circuits claim
    root: int = -1              # of the core formula in `pool`, before fairness is removed
    pool: object = None
    fair: list = field(default_factory=list)        # core nodes of `fair` and `assume`
    assume: list = field(default_factory=list)

    def scoped(self, model):
        """The model with what these formulas add to it."""
        if not self.fair and not self.assume:
            return model
        model, literals = formula.with_gates(model, self.pool, self.fair + self.assume)
        model.fairness = model.fairness + literals[:len(self.fair)]
        model.constraints = model.constraints + literals[len(self.fair):]
        return model


def parse_property(text, model):
    """`bad N`, `output N`, `justice N` or `ctl [fair f]* [assume c]* F`"""
    match = NUMBERED.fullmatch(text)
    if match:
        kind, number = match.group(1).decode(), int(match.group(2))
        section = {"bad": model.bads, "output": model.outputs, "justice": model.justice}[kind]
        if number >= len(section):
            raise Rejected(f"the model has no {kind} {number}")
        return Property(kind, text, number)
    if text.startswith(b"ctl "):
        pool = formula.Pool()
        fair, assume, root = formula.parse(text[4:], model, pool)
        return Property("ctl", text, root=root, pool=pool, fair=fair, assume=assume)
    raise Rejected("expected bad N, output N, justice N or ctl F")


@dataclass
class System:
    model: object
    fairness: list              # literals of the model
    observed: list              # per input
    base: int                   # the first variable of the certificate's gates
    kind: dict                  # of every variable of the elaborated system
    gates: dict                 # variable -> arguments
    step: dict                  # state variable -> its literal after a step
    state: set                  # variables whose literals are state literals
    recurring: list             # B_j
    monitors: list              # variables
    nodes: list = field(default_factory=list)       # numbered formula, empty for bad and output
    saved: object = None        # literals whose values loops remember; None: there are no loops
    saves: list = field(default_factory=list)       # their variables
    flags: list = field(default_factory=list)       # the variables of "B_j was met"
    relations: set = field(default_factory=set)     # variables that loops may speak of, too
    promises: dict = field(default_factory=dict)    # E node -> per part its elementary variables
    untils: dict = field(default_factory=dict)      # E node -> its own fairness numbers
    promising: set = field(default_factory=set)     # with an elementary variable in the cone
    ghosts: list = field(default_factory=list)      # (variable, initial value)
    stepping: set = field(default_factory=set)      # variables whose literals are step literals

    def has_past(self):
        """Is there an operator of the past in a path formula?"""
        return any(part[0] in formula.PAST for node in self.nodes if node[0] == "E"
                   for part in node[1])

    def is_state(self, literal):
        return literal >> 1 in self.state

    def is_predicate(self, literal):
        return self.is_state(literal) and literal >> 1 not in self.promising

    def is_step_literal(self, literal):
        return literal >> 1 in self.stepping

    def haunt(self, resets):
        """Variables for ghosts."""
        for reset in resets:
            variable = self.variable(GHOST)
            self.ghosts.append((variable, reset))
            self.state.add(variable)
            self.stepping.add(variable)

    def is_step_input(self, literal):
        variable = literal >> 1
        return self.kind.get(variable) in (INPUT, FRESH)

    def gate(self, arguments):
        """A gate behind all others."""
        return 2 * self.variable(GATE, arguments)

    def variable(self, kind, arguments=()):
        variable = self.base + len(self.gates) - len(self.model.gates)
        self.gates[variable] = tuple(arguments)
        self.kind[variable] = kind
        if any(argument >> 1 in self.promising for argument in arguments):
            self.promising.add(variable)
        return variable

    def remember(self, saved, in_views):
        """Variables for saved values, and for flags: `in_views` of all fairness numbers."""
        self.saved = saved
        self.saves = [self.variable(REMEMBERED) for _ in saved]
        count = sum(map(len, self.untils.values())) if in_views else 0
        self.flags = [self.variable(REMEMBERED) for _ in range(len(self.fairness) + count)]
        self.relations.update(self.saves, self.flags)
        for variable in self.saves:
            self.step[variable] = 2 * variable


def elaborate(model, wanted, all_inputs=False, every_input=False):
    """`every_input`: as state, whatever the property; witness circuits speak of inputs, too."""
    fairness = list(model.fairness) if wanted.kind in ("ctl", "justice") else []
    if wanted.kind == "justice":
        fairness += model.justice[wanted.number]
    observed = observed_inputs(model, wanted, all_inputs)
    if every_input:
        observed = [True] * len(model.inputs)
    first_monitor = model.maximum + 1
    first_fresh = first_monitor + len(fairness)
    system = System(model, fairness, observed, first_fresh + len(model.inputs), dict(model.kind),
                    dict(model.gates), dict(model.next), {0}, [], [])
    for k, literal in enumerate(model.inputs):
        if observed[k]:
            system.kind[literal >> 1] = OBSERVED
            system.kind[first_fresh + k] = FRESH
            system.step[literal >> 1] = 2 * (first_fresh + k)
    mark_state(system)
    for j, literal in enumerate(fairness):
        if system.is_state(literal):
            system.recurring.append(literal)
            continue
        monitor = first_monitor + j
        system.kind[monitor] = MONITOR
        system.step[monitor] = literal
        system.state.add(monitor)
        system.monitors.append(monitor)
        system.recurring.append(2 * monitor)
    system.nodes = formula_nodes(model, wanted, fairness)
    system.stepping = set(system.kind)      # all, as long as there are no elementary variables
    add_promises(system)
    return system


def add_promises(system):
    """Elementary variables, the inputs that feed them, and the fairness numbers of U."""
    first, number = system.base, len(system.fairness)
    for v in reversed(range(len(system.nodes))):
        if system.nodes[v][0] != "E":
            continue
        system.promises[v], system.untils[v] = [], []
        for operator, *_ in system.nodes[v][1]:
            count = 2 if operator == "X" else operator in formula.PAST | {"U", "R"}
            system.promises[v].append(range(first, first + count))
            first += count
            if operator == "U":
                system.untils[v].append(number)
                number += 1
    count = first - system.base
    for variable in range(system.base, first):
        system.kind[variable] = PROMISE
        system.kind[variable + count] = FRESH
        system.step[variable] = 2 * (variable + count)
        system.state.add(variable)
        system.promising.add(variable)
    system.base += 2 * count


def observed_inputs(model, wanted, all_inputs):
    if wanted.kind == "ctl" and all_inputs:
        return [True] * len(model.inputs)
    roots = [reset for reset in model.reset.values() if reset is not None]
    if wanted.kind == "ctl":
        nodes = wanted.pool.nodes
        roots += [nodes[u][1] for u in formula.post_order(wanted.pool, wanted.root)
                  if nodes[u][0] == "atom"]
    cone = model.cone(roots)
    return [literal >> 1 in cone for literal in model.inputs]


def mark_state(system):
    """State variables, and the gates of the model that read nothing else."""
    for variable, kind in system.kind.items():
        if kind in (LATCH, OBSERVED):
            system.state.add(variable)
    for variable in system.model.order:
        if all(argument >> 1 in system.state for argument in system.gates[variable]):
            system.state.add(variable)


def formula_nodes(model, wanted, fairness):
    if wanted.kind in ("bad", "output"):
        return []
    if wanted.kind == "justice":
        return [("not", 1), ("EG", 2), ("atom", 1)]
    root = wanted.root
    if model.constraints or fairness:
        root = formula.remove_fairness(wanted.pool, root)
    return formula.numbered(wanted.pool, root)
