/* A model with every kind of section and name, for readers that need one. */
#ifndef VOUCH_TESTS_FUZZ_SMALL_MODEL_H
#define VOUCH_TESTS_FUZZ_SMALL_MODEL_H

static const char small_model[] =
    "aag 7 2 3 1 2 1 1 1 1\n2\n4\n6 12\n8 14 1\n10 6 10\n12\n6\n3\n2\n6\n8\n5\n12 6 9\n14 12 4\n"
    "i0 req<0>\ni1 req<1>\nl0 count[0]\nl1 count[1]\nl2 a.b other !inverse\no0 out\nb0 bad "
    "thing\nf0 fair\nc\n";

#endif
