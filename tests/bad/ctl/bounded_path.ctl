EBF 0..1 F l0
