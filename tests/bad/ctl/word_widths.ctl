bus = count[0]
