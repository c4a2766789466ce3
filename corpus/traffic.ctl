# Lights at a crossing. car is an input.
#PASS:
AG !(ns_green & ew_green)
#FAIL: a car can turn back
AG(car -> AF ew_green)
#FAIL: without cars the main road stays green
AF ew_green
#PASS:
AG AF ns_green
#PASS:
AG(ns_yellow -> AX ew_green)
#PASS:
AG(ew_green -> A[ew_green U ew_yellow])
#PASS: the timer protects the main road
AG(ew_yellow -> AX AX ns_green)
#PASS:
AG EF(ew_green & car)
#FAIL:
EF(ew_green & EX ns_green)
