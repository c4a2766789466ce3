# Registers without reset, and a constraint on the first step.
#FAIL: anything goes at first
one[0] <-> two[0]
#PASS:
AX AG((one[0] <-> two[0]) & (one[1] <-> two[1]) & (one[2] <-> two[2]))
#PASS:
AG EF(one = 5)
#FAIL:
AF(one[0] & !two[0])
