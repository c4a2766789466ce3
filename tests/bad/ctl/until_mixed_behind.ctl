A (l0 U l2 | l3)
