# The handshake's receiver: constraints on the sender, fairness of the receiver. All quantifiers range over fair paths that keep to the constraints.
#PASS: every request is acknowledged
AG(request & !acknowledge -> AF acknowledge)
#FAIL: a request need not come
AF acknowledge
#PASS:
AG EF acknowledge
#FAIL: the sender can hold on to a request for ever
AG AF !acknowledge
#PASS: what was acknowledged was requested
AG(acknowledge & !requested -> AX !requested)
#PASS: there is always a way on
AG EX true
