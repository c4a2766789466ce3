# Three philosophers who all move again and again.
#PASS: somebody eats
AG AF (eats0 | eats1 | eats2)
#PASS:
AG EF eats0
#FAIL: but not everybody has to
AG AF eats0
#FAIL: they cannot all have one fork
EF (hungry0 & hungry1 & hungry2)
