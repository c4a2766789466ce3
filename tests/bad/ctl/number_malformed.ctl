bus = 2'z1
