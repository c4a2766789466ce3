# A decimal digit that counts again and again (fairness).
#PASS:
AG !(count = 12)
#PASS: fairness makes it come round
AG AF count = 0
#FAIL: it cannot stop counting
EF EG count = 3
#PASS:
AG(count = 9 -> EX count = 0)
#FAIL: it need not count at once
AG(count = 9 -> AX count = 0)
#PASS:
AG(count = 4 -> A[count = 4 U count = 5])
#FAIL:
EF(count = 4 & EX count = 6)
