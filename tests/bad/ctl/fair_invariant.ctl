INVARSPEC fair l0 l2;
