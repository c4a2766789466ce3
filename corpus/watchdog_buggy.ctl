# Nobody has armed the watchdog, which counts beside a server that is busy for ever: a loop would
# have 2^8 steps if the watchdog had to come back.
#FAIL:
AG AF !busy
#FAIL:
AG (busy -> AF !busy)
#PASS:
EF EG busy
#PASS:
E [!busy U (busy & EG busy)]
#PASS:
AG EF !busy
#FAIL:
G F !busy
