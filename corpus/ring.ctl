# The token ring.
#PASS:
AG AF token3
#PASS:
AG(token0 -> A[!token2 U token1])
#PASS:
AG EF(token4 & EX token0)
#FAIL:
EF(token1 & EX token3)
#FAIL: fairness demands that the token moves
EG token0
