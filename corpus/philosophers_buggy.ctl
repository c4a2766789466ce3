# The same without the exception.
#FAIL:
AG AF (eats0 | eats1 | eats2)
#FAIL: deadlock
AG EF eats0
#PASS:
EF AG (hungry0 & hungry1 & hungry2)
#PASS:
AG (hungry0 & hungry1 & hungry2 -> !EF (eats0 | eats1 | eats2))
