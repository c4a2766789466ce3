l0 U EF l2
