bus = 2'b12
