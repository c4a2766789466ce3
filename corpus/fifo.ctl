# A queue of depth four whose consumer pops again and again.
#PASS:
AG EF empty
#PASS:
AG EF full
#FAIL: an equally quick producer keeps it from running empty
AG AF empty
#PASS: but it never stays full
AG(full -> AF !full)
#PASS: empty and full are two steps apart at least
AG(full -> !EX empty)
#FAIL:
AG(empty -> EX full)
#PASS:
AG(empty -> EX !empty & EX empty)
