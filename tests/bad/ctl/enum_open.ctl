enum bus { IDLE = 0
