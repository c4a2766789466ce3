"""A small SAT solver with clause learning, for obligations that come without a proof."""

from verdict import CannotTell


class Solver:
    """Two watched literals, first unique implication points, activities, no restarts."""

    def __init__(self, variables, clauses):
        self.value = [0] * (variables + 1)          # 1 true, -1 false, 0 open
        self.level = [0] * (variables + 1)
        self.reason = [None] * (variables + 1)
        self.activity = [0.0] * (variables + 1)
        self.bump = 1.0
        self.trail = []
        self.limits = []
        self.head = 0
        self.watches = {}
        self.contradiction = False
        for clause in clauses:
            self.add(list(clause))

    def add(self, clause):
        if len(clause) == 1:
            if self.truth(clause[0]) < 0:
                self.contradiction = True
            elif self.truth(clause[0]) == 0:
                self.assign(clause[0], None)
            return
        for literal in clause:
            self.activity[abs(literal)] += 1e-3
        self.watch(clause)

    def watch(self, clause):
        for literal in clause[:2]:
            self.watches.setdefault(literal, []).append(clause)

    def truth(self, literal):
        return self.value[literal] if literal > 0 else -self.value[-literal]

    def assign(self, literal, reason):
        variable = abs(literal)
        self.value[variable] = 1 if literal > 0 else -1
        self.level[variable] = len(self.limits)
        self.reason[variable] = reason
        self.trail.append(literal)

    def propagate(self):
        """The clause that became false, or None."""
        value = self.value
        while self.head < len(self.trail):
            false = -self.trail[self.head]
            self.head += 1
            watching = self.watches.get(false, [])
            kept = self.watches[false] = []
            for k, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], clause[0]
                first = clause[0]
                now = value[first] if first > 0 else -value[-first]
                if now > 0:
                    kept.append(clause)
                    continue
                for i in range(2, len(clause)):
                    other = clause[i]
                    if (value[other] if other > 0 else -value[-other]) >= 0:
                        clause[1], clause[i] = other, clause[1]
                        self.watches.setdefault(other, []).append(clause)
                        break
                else:
                    kept.append(clause)
                    if now < 0:
                        kept.extend(watching[k + 1:])
                        return clause
                    self.assign(first, clause)
        return None

    def analyze(self, conflict):
        """The clause to learn, the literal to assert first, and the level to return to."""
        here = len(self.limits)
        seen, learnt, count, clause = set(), [], 0, conflict
        at = len(self.trail)
        while True:
            for literal in clause:
                variable = abs(literal)
                if variable in seen or self.level[variable] == 0:
                    continue
                seen.add(variable)
                self.activity[variable] += self.bump
                if self.level[variable] == here:
                    count += 1
                else:
                    learnt.append(literal)
            while True:
                at -= 1
                if abs(self.trail[at]) in seen:
                    break
            count -= 1
            if count == 0:
                break
            clause = self.reason[abs(self.trail[at])]
        learnt.sort(key=lambda literal: -self.level[abs(literal)])
        back = self.level[abs(learnt[0])] if learnt else 0
        return [-self.trail[at]] + learnt, back

    def backtrack(self, level):
        limit = self.limits[level]
        for literal in self.trail[limit:]:
            self.value[abs(literal)] = 0
        del self.trail[limit:]
        del self.limits[level:]
        self.head = limit

    def decide(self):
        value = self.value
        open_variables = [v for v in range(1, len(value)) if value[v] == 0]
        if not open_variables:
            return False
        chosen = max(open_variables, key=self.activity.__getitem__)
        self.limits.append(len(self.trail))
        self.assign(-chosen, None)
        return True

    def satisfiable(self, conflicts):
        if self.contradiction:
            return False
        while True:
            conflict = self.propagate()
            if conflict is None:
                if not self.decide():
                    return True
                continue
            if not self.limits:
                return False
            if conflicts == 0:
                raise CannotTell("an obligation is too hard")
            conflicts -= 1
            self.bump *= 1.05
            if self.bump > 1e100:
                self.activity = [a * 1e-100 for a in self.activity]
                self.bump *= 1e-100
            learnt, back = self.analyze(conflict)
            self.backtrack(back)
            if len(learnt) > 1:
                self.watch(learnt)
            self.assign(learnt[0], learnt)


def satisfiable(variables, clauses, conflicts=20000):
    return Solver(variables, clauses).satisfiable(conflicts)
