enum bus { IDLE, req } AG bus = IDLE
