AG (l0
