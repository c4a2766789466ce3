l0 S EF l2
