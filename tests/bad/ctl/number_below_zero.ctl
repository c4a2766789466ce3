AG bus = -1
