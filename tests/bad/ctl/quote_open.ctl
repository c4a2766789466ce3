"count[0]
