/* Makes a failing trial smaller: parts of model and formula are taken out as long as it still
 * fails. */
#ifndef VOUCH_TESTS_DIFFERENTIAL_SHRINK_H
#define VOUCH_TESTS_DIFFERENTIAL_SHRINK_H

#include "tests/differential/differential_case.h"

/* `fails` must be repeatable; it is called as often as the time allows. */
typedef bool trial_fails(const struct trial *trial, void *context);
void shrink(struct trial *trial, double seconds, trial_fails *fails, void *context);

#endif
