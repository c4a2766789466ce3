"""Formulas: canonical syntax, core, removal of fairness, numbers of nodes (section 1.4).

A formula is built in a `Pool`, where equal nodes are one node. A node is a tuple:
("atom", literal), ("not", u), ("and", u, w), ("or", u, w), ("EX", u), ("EU", u, w), ("EG", u);
u and w are indices into the pool.
"""

import re

from verdict import Rejected

TOKEN = re.compile(rb'[ \t\r]*(?:("(?:[^"\\]|\\["\\])*")|([A-Za-z0-9]+)|(<->|->|[!()&|^\[\]])|$)')
UNARY = {b"EX", b"EF", b"EG", b"AX", b"AF", b"AG"}
BINARY = {b"&", b"|", b"^", b"->", b"<->"}
POSITION = re.compile(rb"([ilobcf])(0|[1-9][0-9]{0,18})")
NUMBER = re.compile(rb"0|[1-9][0-9]{0,18}")


class Pool:
    def __init__(self):
        self.nodes = []
        self.index = {}

    def node(self, *node):
        if node not in self.index:
            self.index[node] = len(self.nodes)
            self.nodes.append(node)
        return self.index[node]

    def atom(self, literal):
        return self.node("atom", literal)

    def negation(self, u):
        node = self.nodes[u]
        return node[1] if node[0] == "not" else self.node("not", u)

    def conjunction(self, u, w):
        return self.node("and", u, w)

    def disjunction(self, u, w):
        return self.node("or", u, w)

    def unary(self, operator, u):
        no = self.negation
        if operator == b"!":
            return no(u)
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
    """The root of the core formula; no recursion, because formulas may be deep."""
    tokens = tokens_of(text) + [None]
    waiting = []        # operators that wait for operands, innermost last
    at = 0

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
        if token == b"!" or token in UNARY:
            waiting.append((token,))
            continue
        if token == b"(":
            waiting.append((b"(",))
            continue
        if token in (b"E", b"A"):
            expect(b"[")
            waiting.append((b"[", token))
            continue
        value = pool.atom(atom_literal(token, model))
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
                expect(b"U")
                waiting.append((b"]", top[1], value))
                break
            if top[0] == b")":
                expect(b")")
                value = pool.binary(top[1], top[2], value)
            elif top[0] == b"]":
                expect(b"]")
                value = pool.until(top[1], top[2], value)
            else:
                value = pool.unary(top[0], value)
        else:
            if tokens[at] is not None:
                fail("the end of the formula")
            return value


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


def implies_fair_path(pool, root):
    """`imp` for every node that can be reached from the root."""
    imp = {}
    for u in post_order(pool, root):
        operator, *children = pool.nodes[u]
        if operator in ("EX", "EU", "EG"):
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


def children_of(node):
    return () if node[0] == "atom" else node[1:]


def post_order(pool, root):
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
        todo.extend((child, False) for child in reversed(children_of(pool.nodes[u])))
    return order


def numbered(pool, root):
    """The nodes by their numbers, children as numbers: the root is 0, children come later."""
    order = post_order(pool, root)[::-1]
    number = {u: k for k, u in enumerate(order)}
    return [(node[0], *node[1:]) if node[0] == "atom"
            else (node[0], *(number[child] for child in node[1:]))
            for node in (pool.nodes[u] for u in order)]
