AG bus = 1'b11
