signed bus, 
