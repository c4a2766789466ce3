"""What is true of a small model, by enumeration from the definitions of section 1 alone.

Nothing of the elaborated system is used: fairness is a matter of steps here, without monitors, and
formulas are judged before fairness is removed from them. Sets of states are bit sets.
"""

import itertools

from elaborate import observed_inputs
from evaluate import compute, value
from formula import post_order

LARGEST = 8         # variables of a state


class Graph:
    """States with the steps between them: `follows[s]` and, per fairness, `fair[j][s]`."""

    def __init__(self, model, observed, fairness, goal=None, wanted=None):
        self.model = model
        self.wanted = wanted        # with `fair` and `assume`, perhaps
        fairness = fairness + [None] * (len(wanted.fair) if wanted else 0)
        self.observed = [i for i, seen in zip(model.inputs, observed) if seen]
        self.free = [i for i, seen in zip(model.inputs, observed) if not seen]
        self.variables = [literal >> 1 for literal in model.latches + self.observed]
        self.count = 1 << len(self.variables)
        self.all = (1 << self.count) - 1
        self.follows = [0] * self.count
        self.fair = [[0] * self.count for _ in fairness]
        self.meets = 0              # states with an allowed step that shows the goal
        self.initial = 0
        self.values = []            # of some step from each state: enough for state literals
        self.cut = len(model.latches)
        for state in range(self.count):
            self.explore(state, fairness, goal)

    def explore(self, state, fairness, goal):
        bits = {v: state >> k & 1 for k, v in enumerate(self.variables)}
        for inputs in itertools.product((0, 1), repeat=len(self.free)):
            values = {0: 0, **bits, **{i >> 1: bit for i, bit in zip(self.free, inputs)}}
            compute(self.model, values)
            if len(self.values) == state:
                self.values.append(values)
                self.look_at_resets(state)
            if self.allowed(values):
                self.add_step(state, values, fairness, goal)

    def allowed(self, values):
        return (all(value(values, literal) for literal in self.model.constraints) and
                all(proposition(self.wanted.pool, u, values)
                    for u in (self.wanted.assume if self.wanted else [])))

    def look_at_resets(self, state):
        """Is it initial? What resets look at is part of the state."""
        values = self.values[state]
        if all(reset is None or values[latch] == value(values, reset)
               for latch, reset in self.model.reset.items()):
            self.initial |= 1 << state

    def add_step(self, state, values, fairness, goal):
        latches = sum(value(values, self.model.next[latch >> 1]) << k
                      for k, latch in enumerate(self.model.latches))
        targets = 0
        for seen in range(1 << len(self.observed)):
            targets |= 1 << (latches | seen << self.cut)
        self.follows[state] |= targets
        first = len(fairness) - (len(self.wanted.fair) if self.wanted else 0)
        for j, literal in enumerate(fairness):
            met = (value(values, literal) if j < first else
                   proposition(self.wanted.pool, self.wanted.fair[j - first], values))
            if met:
                self.fair[j][state] |= targets
        if goal is not None and value(values, goal):
            self.meets |= 1 << state

    def satisfying(self, literal):
        return sum(1 << s for s in range(self.count) if value(self.values[s], literal))

    def before(self, targets):
        return sum(1 << s for s in range(self.count) if self.follows[s] & targets)

    def until(self, left, right):
        found = right
        while True:
            more = found | left & self.before(found)
            if more == found:
                return found
            found = more

    def forever(self, within):
        """States with a fair path that stays in the set."""
        reach = [f & within if within >> s & 1 else 0 for s, f in enumerate(self.follows)]
        for k in range(self.count):
            for s in range(self.count):
                if reach[s] >> k & 1:
                    reach[s] |= reach[k]
        core = 0
        for s in range(self.count):
            if reach[s] >> s & 1:
                part = sum(1 << t for t in members(reach[s]) if reach[t] >> s & 1)
                if all(any(row[t] & part for t in members(part)) for row in self.fair):
                    core |= part
        return self.until(within, core)

    def reachable(self):
        found = self.initial
        while True:
            more = found
            for s in members(found):
                more |= self.follows[s]
            if more == found:
                return found
            found = more


def members(bits):
    return [s for s in range(bits.bit_length()) if bits >> s & 1]


def proposition(pool, root, values):
    """A formula without temporal operators, in a step."""
    truths = {}
    for u in post_order(pool, root):
        operator, *below = pool.nodes[u]
        if operator == "atom":
            truths[u] = bool(value(values, below[0]))
        elif operator == "not":
            truths[u] = not truths[below[0]]
        else:
            truths[u] = (all if operator == "and" else any)(truths[w] for w in below)
    return truths[root]


def formula_states(graph, pool, root):
    fair = graph.forever(graph.all)
    states = {}
    for u in post_order(pool, root):
        operator, *rest = pool.nodes[u]
        below = [states.get(child) for child in rest]
        if operator == "atom":
            states[u] = graph.satisfying(rest[0])
        elif operator == "not":
            states[u] = graph.all & ~below[0]
        elif operator == "and":
            states[u] = below[0] & below[1]
        elif operator == "or":
            states[u] = below[0] | below[1]
        elif operator == "EX":
            states[u] = graph.before(below[0] & fair)
        elif operator == "EU":
            states[u] = graph.until(below[0], below[1] & fair)
        else:
            states[u] = graph.forever(below[0])
    return states[root]


def holds(model, wanted, all_inputs):
    """Does the property hold? None if the model is too large to enumerate, or if it has path formulas."""
    if wanted.kind == "ctl" and any(node[0] == "E" for node in wanted.pool.nodes):
        return None
    observed = observed_inputs(model, wanted, all_inputs)
    if len(model.latches) + sum(observed) > LARGEST or len(model.inputs) > LARGEST:
        return None
    if wanted.kind == "ctl":
        graph = Graph(model, observed, model.fairness, wanted=wanted)
        return not graph.initial & ~formula_states(graph, wanted.pool, wanted.root)
    if wanted.kind == "justice":
        sets = model.justice if wanted.number is None else [model.justice[wanted.number]]
        graphs = [Graph(model, observed, model.fairness + literals) for literals in sets]
        return not any(graph.initial & graph.forever(graph.all) for graph in graphs)
    section = model.bads if wanted.kind == "bad" else model.outputs
    bads = section if wanted.number is None else [section[wanted.number]]
    graphs = [Graph(model, observed, [], bad) for bad in bads]
    return not any(graph.reachable() & graph.meets for graph in graphs)
