signed nosuch; AG req
