/* Makes a failing trial smaller: parts of model and formula are taken out as long as it still fails. */
#ifndef VOUCH_TESTS_SHRINK_H
#define VOUCH_TESTS_SHRINK_H

#include "tests/differential_case.h"

/* `fails` must be repeatable; it may be called a few thousand times. */
typedef bool trial_fails(const struct trial *trial, void *context);
void shrink(struct trial *trial, trial_fails *fails, void *context);

#endif
