/* The model that the tests of properties speak of. */
#ifndef VOUCH_TESTS_UNIT_NAMES_MODEL_H
#define VOUCH_TESTS_UNIT_NAMES_MODEL_H

#include "tests/unit/text_model.h"

/* Inputs p q r (2 4 6), latches w[0] w[1] w[2] (8 10 12), x<0> x<1> (14 16), s with the alias t and
 * the complement !ns (18), output 0 names the gate 20. */
static const char names_text[] = "aag 10 3 6 1 1 1 1 1 1\n2\n4\n6\n8 8\n10 10\n12 12\n14 14\n16 "
                                 "16\n18 18\n20\n20\n3\n1\n4\n21\n20 2 8\n"
                                 "i0 p\ni1 q\ni2 r\nl0 w[0]\nl1 w[1]\nl2 w[2]\nl3 x<0>\nl4 "
                                 "x<1>\nl5 s t !ns\nl5 board<*0*><2>\nl5 top.$a.b\n"
                                 "o0 say \"hi\"\n";

#endif
