l0 U l2 U l3
