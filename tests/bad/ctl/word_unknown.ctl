nothing = 2
