E (l0 & l2 S l3)
