EF a
