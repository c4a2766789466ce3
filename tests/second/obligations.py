"""Obligations as CNF, with the numbering of section 7."""

from aiger import GATE
from elaborate import OWN, REMEMBERED
from formula import PAST

# A framed variable (c, f, v) is one number whose order is that of the triples; selectors and prefix
# variables are behind all of them. A framed literal is twice that number, plus its sign.
FRAME = 1 << 40
EXTRA = 1 << 80


class ClauseSet:
    """The clauses of one obligation while it is built."""

    def __init__(self, system, title):
        self.system = system
        self.title = title
        self.clauses = []
        self.extras = 0

    def now(self, literal, copy=0):
        """A literal before the step."""
        if literal < 2:
            return literal
        return (2 * copy * FRAME << 1) + literal

    def after(self, literal, copy=0):
        """A literal after the step."""
        variable, sign = literal >> 1, literal & 1
        if variable in self.system.step:
            return self.now(self.system.step[variable] ^ sign, copy)
        if literal < 2:
            return literal
        assert self.system.kind[variable] in (GATE, OWN, REMEMBERED)
        return ((2 * copy + 1) * FRAME << 1) + literal

    def settled(self, literal):
        """What a flag is after a step is known when all facts are."""
        place, variable = divmod(literal >> 1, FRAME)
        if literal >> 1 >= EXTRA or place % 2 == 0 or self.system.kind[variable] != REMEMBERED:
            return literal
        return self.after(2 * variable + literal % 2, place >> 1)

    def extra(self):
        """A fresh selector or prefix variable, as a literal."""
        self.extras += 1
        return (EXTRA + self.extras) << 1

    def clause(self, *literals):
        self.clauses.append(literals)

    def units(self, literals):
        for literal in literals:
            self.clauses.append((literal,))

    def closure(self):
        """V: what the clauses speak of, and with a gate its arguments."""
        found = set()
        todo = {literal >> 1 for clause in self.clauses for literal in clause}
        while todo:
            framed = todo.pop()
            if framed in found or framed >= EXTRA:
                continue
            found.add(framed)
            todo.update(literal >> 1 for literal in self.arguments(framed))
        return sorted(found)

    def arguments(self, framed):
        place, variable = divmod(framed, FRAME)
        copy, frame = place >> 1, place & 1
        arguments = self.system.gates.get(variable, ())
        at = self.after if frame else self.now
        return [at(argument, copy) for argument in arguments]

    def cnf(self):
        """(number of variables, clauses in DIMACS literals)"""
        self.clauses = [tuple(map(self.settled, clause)) for clause in self.clauses]
        variables = self.closure()
        number = {framed: k + 1 for k, framed in enumerate(variables)}
        for k in range(self.extras):
            number[EXTRA + k + 1] = len(variables) + k + 1

        def dimacs(literal):
            # Variable 0 stands for true, and literal 1 is true.
            positive = (literal & 1 == 0) != (literal < 2)
            return number[literal >> 1] if positive else -number[literal >> 1]

        found = []
        if 0 in number:
            found.append((1,))
        for framed in variables:
            arguments = [dimacs(literal) for literal in self.arguments(framed)]
            if arguments:
                gate = number[framed]
                for argument in arguments:
                    add_clause(found, (-gate, argument))
                add_clause(found, (gate, *(-argument for argument in arguments)))
        for clause in self.clauses:
            add_clause(found, [dimacs(literal) for literal in clause])
        return len(variables) + self.extras, found


class Row(ClauseSet):
    """Copies are steps: each begins where the one before it leads to."""

    def now(self, literal, copy=0):
        while copy > 0 and literal >> 1 in self.system.step:
            literal = self.system.step[literal >> 1] ^ literal & 1
            copy -= 1
        return super().now(literal, copy)


def add_clause(clauses, literals):
    """Repeated literals are dropped, tautologies left out."""
    kept = tuple(dict.fromkeys(literals))
    chosen = set(kept)
    if not any(-literal in chosen for literal in kept):
        clauses.append(kept)


class Cases:
    """Cases of which one must be violated: a selector each, unless there is one only."""

    def __init__(self, out, count):
        self.out = out
        self.count = count
        self.selectors = []
        self.begun = 0

    def begin(self):
        self.begun += 1
        if self.count > 1:
            self.selectors.append(self.out.extra())

    def clause(self, *literals):
        if self.count > 1:
            self.out.clause(self.selectors[-1] ^ 1, *literals)
        else:
            self.out.clause(*literals)

    def units(self, literals):
        for literal in literals:
            self.clause(literal)

    def finish(self):
        assert self.begun == self.count
        if self.count > 1:
            self.out.clause(*self.selectors)


class Obligations:
    """All obligations of a certificate that is not a trace, in order."""

    def __init__(self, certificate):
        self.certificate = certificate
        self.system = certificate.system
        self.invariant = certificate.invariant
        self.found = []
        self.upper = {}
        self.lower = {}
        self.recurring = dict(enumerate(self.system.recurring))     # by fairness number
        constraints = self.system.model.constraints
        self.constraint = self.system.gate(constraints) if constraints else 1
        self.raise_flags(range(len(self.system.recurring)))

    def raise_flags(self, numbers):
        """f_j | B_j after a step, of those that have a flag."""
        for j in numbers:
            if j < len(self.system.flags):
                flag = self.system.flags[j]
                raised = self.system.gate((2 * flag ^ 1, self.recurring[j] ^ 1)) ^ 1
                self.system.step[flag] = raised

    def generate(self):
        self.oblige_invariant()
        self.derive_facts()
        wanted = self.certificate.wanted
        if self.certificate.back is not None:
            self.oblige_induction(self.certificate.back)
        elif wanted.kind in ("bad", "output"):
            self.oblige_bad(self.bads())
        elif self.certificate.holds:
            self.oblige_holds()
        for flag in self.system.flags:
            self.system.step.setdefault(flag, 2 * flag)
        return self.found

    def bads(self):
        wanted, model = self.certificate.wanted, self.system.model
        section = model.bads if wanted.kind == "bad" else model.outputs
        return section if wanted.number is None else [section[wanted.number]]

    def begin(self, title, kind=ClauseSet):
        out = kind(self.system, title)
        self.found.append(out)
        return out

    def initial(self, out, clause):
        """I: a literal per latch with a constant as reset, an equivalence per latch with a function
        (two clauses); then a literal per monitor, and one per ghost."""
        model = self.system.model
        for latch in model.latches:
            reset = model.reset[latch >> 1]
            if reset in (0, 1):
                clause(out.now(latch ^ 1 ^ reset))
            elif reset is not None:
                clause(out.now(latch ^ 1), out.now(reset))
                clause(out.now(latch), out.now(reset ^ 1))
        for monitor in self.system.monitors:
            clause(out.now(2 * monitor ^ 1))
        for variable, reset in self.system.ghosts:
            clause(out.now(2 * variable ^ reset ^ 1))

    def oblige_invariant(self):
        """I & !R;  R & C & !R(N), of an induction R & C & !R(N) & !bad"""
        out = self.begin("invariant")
        cases, r = Cases(out, 2), self.invariant
        cases.begin()
        self.initial(out, cases.clause)
        cases.clause(out.now(r ^ 1))
        cases.begin()
        cases.units([out.now(r), out.now(self.constraint), out.after(r ^ 1)])
        if self.certificate.back is not None:
            cases.clause(out.now(self.bads()[0] ^ 1))
        cases.finish()

    def first_in_step(self, out, cases, n):
        """R & C & !bad of all steps before step n, R & C & bad of that one."""
        cases.begin()
        for t in range(n + 1):
            cases.units([out.now(self.invariant, t), out.now(self.constraint, t),
                         out.now(self.bads()[0] ^ (t < n), t)])

    def oblige_induction(self, back):
        """I and no bad step before step n, which is one, for n < K; the same of step K without I"""
        out = self.begin("base", Row)
        cases = Cases(out, back)
        for n in range(back):
            self.first_in_step(out, cases, n)
            self.initial(out, cases.clause)
        cases.finish()
        out = self.begin("bad", Row)
        cases = Cases(out, 1)
        self.first_in_step(out, cases, back)
        cases.finish()

    def oblige_bad(self, bads):
        """Per bad literal R & C & bad"""
        out = self.begin("bad")
        cases = Cases(out, len(bads))
        for bad in bads:
            cases.begin()
            cases.units([out.now(self.invariant), out.now(self.constraint), out.now(bad)])
        cases.finish()

    def oblige_holds(self):
        """I & !Q"""
        out = self.begin("holds")
        self.initial(out, out.clause)
        out.clause(out.now(self.lower[0] ^ 1))

    # --- facts ------------------------------------------------------------------------------------

    def derive_facts(self):
        """Bounds of all nodes, children before their parents, and the obligations of the facts."""
        stated = {}
        for fact in self.certificate.facts:
            stated[fact.node, fact.kind.startswith("upper")] = fact
        nodes = self.system.nodes
        for v in reversed(range(len(nodes))):
            operator = nodes[v][0]
            if operator == "atom":
                self.upper[v] = self.lower[v] = nodes[v][1]
            elif operator == "not":
                self.upper[v] = self.lower[nodes[v][1]] ^ 1
                self.lower[v] = self.upper[nodes[v][1]] ^ 1
            elif operator in ("and", "or"):
                self.upper[v] = self.connect(operator, nodes[v], self.upper)
                self.lower[v] = self.connect(operator, nodes[v], self.lower)
            else:
                self.upper[v] = self.state_fact(stated.get((v, True)), 1)
                self.lower[v] = self.state_fact(stated.get((v, False)), 0)

    def connect(self, operator, node, bound):
        left, right = bound[node[1]], bound[node[2]]
        if operator == "and":
            return self.system.gate((left, right))
        return self.system.gate((left ^ 1, right ^ 1)) ^ 1

    def state_fact(self, fact, otherwise):
        if fact is None:
            return otherwise
        rule = {"upper": self.oblige_upper, "lower-ex": self.oblige_lower_ex,
                "lower-eu": self.oblige_lower_eu, "lower-eg": self.oblige_lower_eg,
                "upper-eg": self.oblige_upper_eg}.get(fact.kind)
        return rule(fact) if rule else self.state_view_fact(fact)

    def state_view_fact(self, fact):
        """upper-e, lower-e: facts of EG true in the view, which takes the place of the system."""
        system = self.constraint, self.recurring
        upper = fact.kind == "upper-e"
        promised = self.enter_view(fact.node, self.upper if upper else self.lower)
        if upper:
            self.raise_flags(self.system.untils[fact.node])
            self.oblige_blocks(fact, 1)
        else:
            start = self.oblige_fair_paths(fact, 1)
        self.constraint, self.recurring = system
        if upper:
            out = self.begin_fact(f"E upper of node {fact.node}: from above")
            out.units([out.now(x) for x in (promised, *(b.predicate ^ 1 for b in fact.blocks),
                                            fact.predicate ^ 1)])
        else:
            self.oblige_origins(fact, promised, start)
        return fact.predicate

    def oblige_origins(self, fact, promised, start):
        """Per choice Q & g_k & v_k & !(sat(p) & E_n);  Q & !g_1 & .. & !g_n"""
        out, q = self.begin_fact(f"E lower of node {fact.node}: from"), fact.predicate
        cases = Cases(out, len(fact.origins) + 1)
        for origin in fact.origins:
            cases.begin()
            cases.units([out.now(q), out.now(origin.predicate)])
            self.add_cube(out, cases, origin)
            cases.clause(out.now(promised ^ 1), out.now(start ^ 1))
        cases.begin()
        cases.units(out.now(x) for x in [q] + [o.predicate ^ 1 for o in fact.origins])
        cases.finish()

    def enter_view(self, v, bound):
        """The gates of the view of node v; sat of its path formula where a path begins."""
        def either(a, b):
            return self.system.gate((a ^ 1, b ^ 1)) ^ 1

        def both(a, b):
            return self.system.gate((a, b))

        sat, demands, nothing_before = [], [self.constraint], []
        self.recurring = dict(self.recurring)
        numbers = iter(self.system.untils[v])
        for (operator, *below), own in zip(self.system.nodes[v][1], self.system.promises[v]):
            if operator == "leaf":
                sat.append(bound[below[0]])
                continue
            q, r = sat[below[0]], sat[below[-1]]
            if operator in ("all", "some"):
                sat.append(both(q, r) if operator == "all" else either(q, r))
                continue
            e = 2 * own[0]
            later = self.system.step[own[-1]]       # of X that of d, else that of e
            if operator == "X":
                demands.append(either(e ^ 1, later))
                demands.append(either(2 * own[1] ^ 1, q))
            elif operator == "U":
                demands.append(either(e ^ 1, either(r, both(q, later))))
                self.recurring[next(numbers)] = either(e ^ 1, r)
            elif operator == "R":
                demands.append(either(e ^ 1, both(r, either(q, later))))
            if operator in ("S", "T"):
                sat.append(either(r, both(q, e)) if operator == "S" else both(r, either(q, e)))
            else:
                sat.append(e)
            if operator in PAST:
                demands.append(either(later ^ 1, q if operator in ("Y", "Z") else sat[-1]))
            if operator in ("Y", "S"):
                nothing_before.append(e ^ 1)
        self.constraint = self.system.gate(demands)
        start = sat[-1]
        for literal in nothing_before:
            start = both(start, literal)
        return start

    def begin_fact(self, title):
        """An obligation in the context of R."""
        out = self.begin(title)
        out.units([out.now(self.invariant)])
        return out

    def oblige_upper(self, fact):
        node = self.system.nodes[fact.node]
        q = fact.predicate
        if node[0] == "EX":
            self.oblige_ex_upper(fact.node, self.upper[node[1]], q)
        else:
            self.oblige_eu_upper(fact.node, self.upper[node[1]], self.upper[node[2]], q)
        return q

    def oblige_ex_upper(self, v, p, q):
        """R & C & P(N) & !Q"""
        out = self.begin_fact(f"EX upper of node {v}")
        out.units([out.now(self.constraint), out.after(p), out.now(q ^ 1)])

    def oblige_eu_upper(self, v, p, s, q):
        """R & S & !Q;  R & P & C & Q(N) & !Q"""
        out = self.begin_fact(f"EU upper of node {v}")
        cases = Cases(out, 2)
        cases.begin()
        cases.units([out.now(s), out.now(q ^ 1)])
        cases.begin()
        cases.units([out.now(p), out.now(self.constraint), out.after(q), out.now(q ^ 1)])
        cases.finish()

    def oblige_lower_ex(self, fact):
        p, q = self.lower[self.system.nodes[fact.node][1]], fact.predicate
        out = self.begin_fact(f"EX lower of node {fact.node}")
        cases = Cases(out, len(fact.moves) + 1)
        self.add_choices(out, cases, q, fact.moves, p)
        cases.finish()
        return q

    def add_cube(self, out, cases, move):
        """j_k: each literal is true, or has the value of the predicate that it follows."""
        for literal in move.cube:
            value = move.follows.get(literal >> 1, 1)
            if value < 2:
                cases.clause(out.now(literal ^ value ^ 1))
            else:
                cases.clause(out.now(literal ^ 1), out.now(value))
                cases.clause(out.now(literal), out.now(value ^ 1))

    def add_choices(self, out, cases, q, choices, p):
        """Per choice Q & g_k & j_k & !(C & P(N));  Q & !g_1 & .. & !g_n"""
        for choice in choices:
            cases.begin()
            cases.units([out.now(q), out.now(choice.predicate)])
            self.add_cube(out, cases, choice)
            cases.clause(out.now(self.constraint ^ 1), out.after(p ^ 1))
        cases.begin()
        cases.units(out.now(literal) for literal in [q] + [c.predicate ^ 1 for c in choices])

    def chain(self, base, ranks):
        """E_0 .. E_n"""
        chain = [base]
        for rank in ranks:
            chain.append(self.system.gate((chain[-1] ^ 1, rank.predicate ^ 1)) ^ 1)
        return chain

    def add_ranks(self, out, cases, k, ranks, chain, p):
        """Per entry K & g_k & j_k & !E_(k-1) & !(P & C & K(N) & E_(k-1)(N))"""
        for rank, below in zip(ranks, chain):
            cases.begin()
            cases.units([out.now(k), out.now(rank.predicate)])
            self.add_cube(out, cases, rank)
            cases.clause(out.now(below ^ 1))
            cases.clause(out.now(p ^ 1), out.now(self.constraint ^ 1), out.after(k ^ 1),
                         out.after(below ^ 1))

    def oblige_lower_eu(self, fact):
        _, u, w = self.system.nodes[fact.node]
        chain = self.chain(self.lower[w], fact.moves)
        if fact.moves:
            out = self.begin_fact(f"EU lower of node {fact.node}")
            cases = Cases(out, len(fact.moves))
            self.add_ranks(out, cases, 1, fact.moves, chain, self.lower[u])
            cases.finish()
        return chain[-1]

    def oblige_lower_eg(self, fact):
        return self.oblige_fair_paths(fact, self.lower[self.system.nodes[fact.node][1]])

    def oblige_fair_paths(self, fact, p):
        recurring = [self.recurring[j] for j in sorted(self.recurring)]
        covers = [[self.chain(b, ranks) for b, ranks in zip(recurring, region.covers)]
                  for region in fact.regions]
        base = [step.predicate for lasso in fact.lassos for step in lasso.steps]
        base += [region.predicate for region in fact.regions]
        start = self.system.gate([x ^ 1 for x in base]) ^ 1 if base else 0
        chain = self.chain(start, fact.moves)
        count = len(fact.moves)
        count += sum(len(lasso.steps) + len(lasso.at) for lasso in fact.lassos)
        count += sum(2 + len(region.choices) + sum(len(ranks) + 1 for ranks in region.covers)
                     for region in fact.regions)
        if count:
            out = self.begin_fact(f"EG lower of node {fact.node}")
            cases = Cases(out, count)
            for lasso in fact.lassos:
                self.add_lasso(out, cases, lasso, p)
            for region, chains in zip(fact.regions, covers):
                self.add_region(out, cases, region, chains, p)
            self.add_ranks(out, cases, 1, fact.moves, chain, p)
            cases.finish()
        return chain[-1]

    def add_lasso(self, out, cases, lasso, p):
        """Per step c_t & j_t & !(P & C & c_(t+1)(N));  per fairness c_t & !B_j"""
        for t, step in enumerate(lasso.steps):
            following = lasso.steps[(t + 1) % len(lasso.steps)].predicate
            cases.begin()
            cases.clause(out.now(step.predicate))
            self.add_cube(out, cases, step)
            cases.clause(out.now(p ^ 1), out.now(self.constraint ^ 1), out.after(following ^ 1))
        recurring = [self.recurring[j] for j in sorted(self.recurring)]
        for j, t in enumerate(lasso.at):
            cases.begin()
            cases.units([out.now(lasso.steps[t].predicate), out.now(recurring[j] ^ 1)])

    def add_region(self, out, cases, region, chains, p):
        """K & !P;  choices that stay in K;  per fairness a way to it inside K"""
        k = region.predicate
        cases.begin()
        cases.units([out.now(k), out.now(p ^ 1)])
        self.add_choices(out, cases, k, region.choices, k)
        for ranks, chain in zip(region.covers, chains):
            self.add_ranks(out, cases, k, ranks, chain, 1)
            cases.begin()
            cases.units([out.now(k), out.now(chain[-1] ^ 1)])

    # --- wall chains ------------------------------------------------------------------------------

    def oblige_upper_eg(self, fact):
        return self.system.gate(self.oblige_blocks(fact, self.upper[self.system.nodes[fact.node][1]]))

    def oblige_blocks(self, fact, p):
        """P, !G_1 .. !G_n"""
        region = [self.invariant, p]
        for k, block in enumerate(fact.blocks):
            place = f"EG upper of node {fact.node}, block {k}"
            self.oblige_walls(place, region, block)
            self.oblige_skeleton(place, region, block)
            region.append(block.predicate ^ 1)
        return region[1:]

    def oblige_walls(self, place, region, block):
        """A & G & C & A(N), and either !G(N), or G(N) and a step of the block is violated"""
        out = self.begin(f"{place}: walls")
        out.units([out.now(x) for x in (*region, block.predicate, self.constraint)])
        out.units([out.after(x) for x in region])
        cases = Cases(out, 1 + sum(step.kind != "side" for step in block.steps))
        cases.begin()
        cases.clause(out.after(block.predicate ^ 1))
        prefix = None
        for step in block.steps:
            if prefix is None:
                prefix = out.extra()
                out.clause(prefix ^ 1, out.after(block.predicate))
            w = step.predicate
            if step.kind != "side":
                cases.begin()
                cases.clause(prefix)
                cases.units({"wall": [out.now(w), out.after(w ^ 1)], "dead": [out.now(w)],
                             "unborn": [out.after(w)]}[step.kind])
            prefix = self.add_prefix(out, prefix, step, 1)
        cases.finish()

    def add_prefix(self, out, before, step, copies):
        """A variable that demands what `before` demands and what holds after the step."""
        prefix, w = out.extra(), step.predicate
        out.clause(prefix ^ 1, before)
        for c in range(copies):
            if step.kind == "wall":
                out.clause(prefix ^ 1, out.now(w ^ 1, c), out.after(w, c))
                out.clause(prefix ^ 1, out.now(w, c), out.after(w ^ 1, c))
                if c > 0:
                    out.clause(prefix ^ 1, out.now(w), out.now(w ^ 1, c))
                    out.clause(prefix ^ 1, out.now(w ^ 1), out.now(w, c))
            else:
                out.clause(prefix ^ 1, out.now(w ^ 1, c))
                out.clause(prefix ^ 1, out.after(w ^ 1, c))
        return prefix

    def oblige_skeleton(self, place, region, block):
        """A copy of an E-step for each fairness number: in a side, or at the end of the chain"""
        out = self.begin(f"{place}: skeleton")
        sides = [step for step in block.steps if step.kind == "side"]
        named = sorted(set(block.end).union(*(side.fair for side in sides)))
        copies = max(1, len(named))
        for c in range(copies):
            out.units([out.now(x, c) for x in (*region, block.predicate, self.constraint)])
            out.units([out.after(x, c) for x in (*region, block.predicate)])
        cases = Cases(out, len(sides) + (1 if block.loop is None else 3))
        prefix = out.extra()
        for step in block.steps:
            if step.kind == "side":
                cases.begin()
                cases.clause(prefix)
                cases.units(out.now(step.predicate, c) for c in range(copies))
                self.add_fair(out, cases, named, step.fair)
            prefix = self.add_prefix(out, prefix, step, copies)
        if block.loop is None:
            cases.begin()
            cases.clause(prefix)
            self.add_fair(out, cases, named, block.end)
        else:
            self.add_loop(out, cases, prefix, block.loop)
        cases.finish()

    def add_loop(self, out, cases, prefix, v):
        """s = y & f = 0 & !V(N);  V & !V(N);  V & s = y & f = 1"""
        flags = [2 * self.system.flags[j] for j in sorted(self.recurring)]
        cases.begin()
        cases.clause(prefix)
        self.add_saved(out, cases)
        cases.units(out.now(flag ^ 1) for flag in flags)
        cases.clause(out.after(v ^ 1))
        cases.begin()
        cases.units([prefix, out.now(v), out.after(v ^ 1)])
        cases.begin()
        cases.units([prefix, out.now(v)])
        self.add_saved(out, cases)
        cases.units(out.now(flag) for flag in flags)

    def add_saved(self, out, cases):
        for variable, literal in zip(self.system.saves, self.system.saved):
            cases.clause(out.now(2 * variable ^ 1), out.now(literal))
            cases.clause(out.now(2 * variable), out.now(literal ^ 1))

    def add_fair(self, out, cases, named, fair):
        cases.units(out.now(self.recurring[j], named.index(j)) for j in fair)


def dimacs(count, clauses):
    lines = [f"p cnf {count} {len(clauses)}\n"]
    lines += [" ".join(map(str, clause)) + " 0\n" for clause in clauses]
    return "".join(lines).encode()
