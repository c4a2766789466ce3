AG 4'hA
