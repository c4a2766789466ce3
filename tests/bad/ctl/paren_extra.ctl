AG l0)
