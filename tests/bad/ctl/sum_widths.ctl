AG bus + req = 1
