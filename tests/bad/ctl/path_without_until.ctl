E[l0 & l2]
