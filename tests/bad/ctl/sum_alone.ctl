AG bus + 1
