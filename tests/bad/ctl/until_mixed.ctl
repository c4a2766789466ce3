E (l0 & l2 U l3)
