bus = 4
