signed bus; AG bus = 2
