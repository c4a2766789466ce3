EBF 0b1..3 l0
