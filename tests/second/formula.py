"""Formulas: canonical syntax, core, removal of fairness, numbers of nodes (section 1.4).

A formula is built in a `Pool`, where equal nodes are one node. A node is a tuple:
("atom", literal), ("not", u), ("and", u, w), ("or", u, w), ("EX", u), ("EU", u, w), ("EG", u),
and ("E", p) of a path formula p: ("X", p), ("U", p, q), ("R", p, q), ("all", p, q) for &,
("some", p, q) for |, or a node that is no path formula, a leaf; and of the past ("Y", p), ("Z", p),
("S", p, q), ("T", p, q). u, w, p, q are indices into the pool.
"""

import re
from dataclasses import replace

from aiger import GATE
from verdict import Rejected

TOKEN = re.compile(rb'[ \t\r]*(?:("(?:[^"\\]|\\["\\])*")|([A-Za-z0-9]+)|(<->|->|[!()&|^\[\]])|$)')
UNARY = {b"EX", b"EF", b"EG", b"AX", b"AF", b"AG"}
PREFIX = UNARY | {b"!", b"X", b"F", b"G", b"Y", b"Z", b"O", b"H", b"E", b"A", b"(", b"["}
DUAL = {"X": "X", "U": "R", "R": "U", "all": "some", "some": "all",     # operators of path formulas
        "Y": "Z", "Z": "Y", "S": "T", "T": "S"}
PAST = {"Y", "Z", "S", "T"}
BINARY = {b"&", b"|", b"^", b"->", b"<->"}
POSITION = re.compile(rb"([ilobcf])(0|[1-9][0-9]{0,18})")
NUMBER = re.compile(rb"0|[1-9][0-9]{0,18}")


def children_of(node):
    return () if node[0] == "atom" else node[1:]


class Pool:
    def __init__(self):
        self.nodes = []
        self.index = {}
        self.complement = {}        # of path formulas, where it is known

    def node(self, *node):
        if node not in self.index:
            self.index[node] = len(self.nodes)
            self.nodes.append(node)
        return self.index[node]

    def atom(self, literal):
        return self.node("atom", literal)

    def is_path(self, u):
        return self.nodes[u][0] in DUAL

    def negation(self, u):
        if self.is_path(u):
            return self.path_negation(u)
        node = self.nodes[u]
        return node[1] if node[0] == "not" else self.node("not", u)

    def path_negation(self, p):
        """In negation normal form, inner parts first."""
        if p not in self.complement:
            for part in path_parts(self, p):
                if self.is_path(part) and part not in self.complement:
                    operator, *below = self.nodes[part]
                    other = self.node(DUAL[operator], *(self.complement[q] if self.is_path(q)
                                                        else self.negation(q) for q in below))
                    self.complement[part], self.complement[other] = other, part
        return self.complement[p]

    def conjunction(self, u, w):
        return self.node("all" if self.is_path(u) or self.is_path(w) else "and", u, w)

    def disjunction(self, u, w):
        return self.node("some" if self.is_path(u) or self.is_path(w) else "or", u, w)

    def quantified(self, quantifier, p, written_as_until):
        """E p or A p; [u U w] of two formulas is CTL's."""
        if written_as_until and not any(self.is_path(q) for q in self.nodes[p][1:]):
            return self.until(quantifier, *self.nodes[p][1:])
        if quantifier == b"E":
            return self.node("E", p)
        return self.negation(self.node("E", self.negation(p)))

    def unary(self, operator, u):
        no = self.negation
        if operator == b"!":
            return no(u)
        if operator in (b"X", b"Y", b"Z"):
            return self.node(operator.decode(), u)
        if operator in (b"F", b"O"):
            return self.node("U" if operator == b"F" else "S", self.atom(1), u)
        if operator in (b"G", b"H"):
            return self.node("R" if operator == b"G" else "T", self.atom(0), u)
        if self.is_path(u):
            raise Rejected("formula: expected E or A before temporal operators")
        if operator in (b"EX", b"EG"):
            return self.node(operator.decode(), u)
        if operator == b"EF":
            return self.node("EU", self.atom(1), u)
        if operator == b"AX":
            return no(self.node("EX", no(u)))
        if operator == b"AF":
            return no(self.node("EG", no(u)))
        if operator == b"AG":
            return no(self.node("EU", self.atom(1), no(u)))
        raise ValueError(operator)

    def binary(self, operator, u, w):
        no = self.negation
        if operator == b"&":
            return self.conjunction(u, w)
        if operator == b"|":
            return self.disjunction(u, w)
        if operator == b"->":
            return self.disjunction(no(u), w)
        if operator == b"<->":
            return self.conjunction(self.disjunction(no(u), w), self.disjunction(u, no(w)))
        if operator == b"^":
            return self.disjunction(self.conjunction(u, no(w)), self.conjunction(no(u), w))
        raise ValueError(operator)

    def until(self, quantifier, u, w):
        if quantifier == b"E":
            return self.node("EU", u, w)
        no = self.negation
        escape = self.node("EU", no(w), self.conjunction(no(u), no(w)))
        return no(self.disjunction(escape, self.node("EG", no(w))))


def tokens_of(text):
    found, at = [], 0
    while True:
        match = TOKEN.match(text, at)
        if not match:
            raise Rejected(f"formula, byte {at}: expected a token")
        if match.lastindex is None:
            return found
        found.append(match.group(match.lastindex))
        at = match.end()


def parse(text, model, pool):
    """`[fair f]* [assume c]* F`: the nodes of these, as lists; and the root of the core formula."""
    tokens = tokens_of(text) + [None]
    at, scope = 0, ([], [])
    for word, nodes in zip((b"fair", b"assume"), scope):
        while tokens[at] == word:
            node, at = parse_one(tokens, at + 1, model, pool, {b"!", b"("})
            nodes.append(node)
    root, at = parse_one(tokens, at, model, pool, PREFIX)
    if tokens[at] is not None:
        raise Rejected(f"formula, token {at}: expected the end of the formula")
    return *scope, root


def parse_one(tokens, at, model, pool, prefix):
    """A formula, and the place behind it; no recursion, because formulas may be deep."""
    waiting = []        # operators that wait for operands, innermost last

    def fail(expected):
        raise Rejected(f"formula, token {at}: expected {expected}")

    def expect(token):
        nonlocal at
        if tokens[at] != token:
            fail(token.decode())
        at += 1

    while True:
        token = tokens[at]
        at += 1
        if token is None:
            fail("a formula")
        if token in prefix:
            waiting.append((token,))
            continue
        value, last = pool.atom(atom_literal(token, model)), None
        while waiting:
            top = waiting.pop()
            if top[0] == b"(":
                operator = tokens[at]
                if operator not in BINARY:
                    fail("a binary operator")
                at += 1
                waiting.append((b")", operator, value))
                break
            if top[0] == b"[":
                if tokens[at] not in (b"U", b"R", b"S", b"T"):
                    fail("U, R, S or T")
                at += 1
                waiting.append((b"]", tokens[at - 1], value))
                break
            if top[0] == b")":
                expect(b")")
                value = pool.binary(top[1], top[2], value)
            elif top[0] == b"]":
                expect(b"]")
                value = pool.node(top[1].decode(), top[2], value)
            elif top[0] in (b"E", b"A"):
                value = pool.quantified(top[0], value, last == (b"]", b"U"))
            else:
                value = pool.unary(top[0], value)
            last = top[:2]
        else:
            if pool.is_path(value):
                fail("E or A before temporal operators")
            return value, at


def atom_literal(token, model):
    if token == b"true":
        return 1
    if token == b"false":
        return 0
    if token.startswith(b'"'):
        found = literals_named(re.sub(rb"\\(.)", rb"\1", token[1:-1]), model)
        if len(found) != 1:
            raise Rejected("formula: expected a name of one literal")
        return found.pop()
    position = POSITION.fullmatch(token)
    if position:
        section = model.section(position.group(1).decode())
        if int(position.group(2)) >= len(section):
            raise Rejected(f"formula: the model has no {token.decode()}")
        literal = section[int(position.group(2))]
        if literals_named(token, model) - {literal}:
            raise Rejected("formula: a position is the name of something else")
        return literal
    if NUMBER.fullmatch(token):
        literal = int(token)
        if literal >> 1 not in model.kind:
            raise Rejected(f"formula: the model has no literal {literal}")
        return literal
    raise Rejected("formula: expected a formula")


def literals_named(name, model):
    """What symbols of that name denote; whole names go before words of names."""
    symbols = [(text, model.section(letter)[position])
               for letter, position, text in model.symbols if letter != "j"]
    found = {literal for text, literal in symbols if text == name}
    if not found:
        for text, literal in symbols:
            for word in text.split(b" "):
                if word == name:
                    found.add(literal)
                if word.startswith(b"!") and word[1:] == name:
                    found.add(literal ^ 1)
    return found


def with_gates(model, pool, roots):
    """The model with a gate for each & and | below these nodes; and the literals of the nodes."""
    model = replace(model, gates=dict(model.gates), order=list(model.order), kind=dict(model.kind))
    literals = {}
    for root in roots:
        for u in post_order(pool, root):
            operator, *below = pool.nodes[u]
            if u in literals:
                continue
            if operator == "atom":
                literals[u] = below[0]
            elif operator == "not":
                literals[u] = literals[below[0]] ^ 1
            else:
                flip = operator == "or"
                model.maximum += 1
                model.gates[model.maximum] = tuple(literals[w] ^ flip for w in below)
                model.order.append(model.maximum)
                model.kind[model.maximum] = GATE
                literals[u] = 2 * model.maximum ^ flip
    return model, [literals[root] for root in roots]


def implies_fair_path(pool, root):
    """`imp` for every node that can be reached from the root."""
    imp = {}
    for u in post_order(pool, root):
        operator, *children = pool.nodes[u]
        if operator in ("EX", "EU", "EG", "E"):
            imp[u] = True
        elif operator == "and":
            imp[u] = imp[children[0]] or imp[children[1]]
        elif operator == "or":
            imp[u] = imp[children[0]] and imp[children[1]]
        else:
            imp[u] = False
    return imp


def remove_fairness(pool, root):
    """`tau`: afterwards EX and EU are about plain allowed steps."""
    imp = implies_fair_path(pool, root)
    fair = pool.node("EG", pool.atom(1))
    tau = {}

    def target(u):
        return tau[u] if imp[u] else pool.conjunction(tau[u], fair)

    for u in post_order(pool, root):
        operator, *children = pool.nodes[u]
        if operator == "atom":
            tau[u] = u
        elif operator == "EX":
            tau[u] = pool.node("EX", target(children[0]))
        elif operator == "EU":
            tau[u] = pool.node("EU", tau[children[0]], target(children[1]))
        else:
            tau[u] = pool.node(operator, *(tau[child] for child in children))
    return tau[root]


def path_parts(pool, p):
    """The parts of a path formula in post-order; formulas are its leaves."""
    return post_order(pool, p, lambda node: node[1:] if node[0] in DUAL else ())


def post_order(pool, root, below=children_of):
    """Depth first, left child first, every node once."""
    order, seen, todo = [], set(), [(root, False)]
    while todo:
        u, expanded = todo.pop()
        if expanded:
            order.append(u)
            continue
        if u in seen:
            continue
        seen.add(u)
        todo.append((u, True))
        todo.extend((child, False) for child in reversed(below(pool.nodes[u])))
    return order


def numbered(pool, root):
    """The nodes by their numbers, children as numbers: the root is 0, children come later.

    An E node has the parts of its path formula: tuples as in the pool, with places in this list as
    arguments; ("leaf", number) for a leaf."""
    order = [u for u in post_order(pool, root) if not pool.is_path(u)][::-1]
    number = {u: k for k, u in enumerate(order)}

    def node_of(u):
        operator, *below = pool.nodes[u]
        if operator == "atom":
            return (operator, *below)
        if operator != "E":
            return (operator, *(number[child] for child in below))
        parts = path_parts(pool, below[0])
        place = {q: k for k, q in enumerate(parts)}
        return ("E", [(pool.nodes[q][0], *(place[x] for x in pool.nodes[q][1:]))
                      if pool.is_path(q) else ("leaf", number[q]) for q in parts])
    return [node_of(u) for u in order]
