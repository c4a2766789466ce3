AG l0
  /-- and so on
AG l2 --
