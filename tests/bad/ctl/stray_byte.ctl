l0  l2
