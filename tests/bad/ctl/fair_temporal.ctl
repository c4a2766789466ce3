fair EX l0 AG l2
