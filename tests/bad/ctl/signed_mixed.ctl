signed bus; AG bus[1:0] < bus
