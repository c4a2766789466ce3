AG bus + 1 < & req
