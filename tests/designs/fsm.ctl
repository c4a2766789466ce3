enum state { IDLE, RUN, DONE }
signed level;
AG (state = DONE -> level = -4)
AG level >= -4
AG (u1.cnt + 1 = 0 -> EX u1.cnt = 0)
AG state <= DONE
EF (state = RUN & level < -2 & u1.cnt[2:1] = 3)
