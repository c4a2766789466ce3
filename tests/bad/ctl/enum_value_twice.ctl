enum bus { IDLE, BUSY = 0 } AG bus = IDLE
