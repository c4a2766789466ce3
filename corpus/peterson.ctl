# Peterson's algorithm; both processes move again and again.
#PASS:
AG !(critical0 & critical1)
#PASS: no starvation
AG(waiting0 -> AF critical0)
#PASS:
AG(waiting1 -> AF critical1)
#FAIL: nobody has to enter
AF critical0
#PASS: both can wait at the same time
EF(waiting0 & waiting1)
#FAIL: who waits first goes first
EF(waiting0 & !waiting1 & !critical1 & E[!critical0 U critical1])
#FAIL:
AG(critical0 -> AX !critical0)
#PASS:
AG(critical0 -> A[!critical1 U !critical0])
