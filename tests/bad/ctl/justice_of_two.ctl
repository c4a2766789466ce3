j1
