G [l0 & l2]
