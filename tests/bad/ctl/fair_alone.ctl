fair l0
