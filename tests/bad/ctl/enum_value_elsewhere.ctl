enum bus { IDLE } AG req = IDLE
