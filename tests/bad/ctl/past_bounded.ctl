EBF 0..1 O l0
