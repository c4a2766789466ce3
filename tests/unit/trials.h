/* How many random trials a test makes. */
#ifndef VOUCH_TESTS_UNIT_TRIALS_H
#define VOUCH_TESTS_UNIT_TRIALS_H

/* Counts are written as they are in a release build, where VOUCH_RANDOM_COUNT is 300; another build
 * has its share of them: trials are dear there, and what it looks for seldom needs many. */
#define TRIALS(count) ((count)*RANDOM_COUNT / 300)

#endif
