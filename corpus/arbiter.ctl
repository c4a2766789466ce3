# The two-client arbiter. r1 and r2 are inputs: what they are now is part of the state these formulas look at.
#PASS: never both
AG !(g1 & g2)
#PASS: from everywhere client 1 can still be served
AG EF g1
#FAIL: nobody has to ask
AG AF g1
#FAIL: a client that gives up is not served
AG(r1 -> AF g1)
#PASS: a grant was asked for
AG(!r1 -> AX !g1)
#PASS: it can take turns
EF(g1 & EX(g2 & EX g1))
#PASS: client 2 need not be served
EG !g2
#FAIL: the resource passes on only if somebody asks
AG(g1 -> AX g2)
#PASS: the resource can always be passed on
AG(g1 -> EF g2) & AG(g2 -> E[!g1 U g1])
