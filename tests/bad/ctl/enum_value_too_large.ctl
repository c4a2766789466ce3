enum bus { IDLE = 4 } AG bus = IDLE
