EF l1
