l0 U l2
