# The bakery: pc is 0 idle, 1 choosing, 2 waiting, 3 served.
#PASS:
AG !(pc0 = 3 & pc1 = 3)
#PASS:
AG(pc0 = 2 -> AF pc0 = 3)
#PASS: both can have the same number
EF(ticket0 = 1 & ticket1 = 1)
#FAIL:
AG AF pc0 = 3
#PASS:
AG EF pc0 = 0
