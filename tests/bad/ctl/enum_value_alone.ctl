enum bus { IDLE } AG IDLE
