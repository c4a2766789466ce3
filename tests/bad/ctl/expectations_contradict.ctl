#PASS: (0)
#FAIL: (0)
AG l0
