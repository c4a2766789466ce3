EBF 3..1 l0
