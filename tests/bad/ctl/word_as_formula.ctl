AG bus
