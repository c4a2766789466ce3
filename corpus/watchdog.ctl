# The watchdog sets the server free: in every step it may be about to.
#PASS:
AG AF !busy
#PASS:
AG (busy -> AF !busy)
#FAIL:
EF EG busy
#FAIL:
AG !busy
