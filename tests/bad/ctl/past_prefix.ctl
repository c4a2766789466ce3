G (l0 -> O l2)
