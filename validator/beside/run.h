/* The kernel at work, with a search and solvers for certificates without proofs. */
#ifndef VOUCH_VALIDATOR_BESIDE_RUN_H
#define VOUCH_VALIDATOR_BESIDE_RUN_H

#include "validator/beside/ask.h"

/* How to run: everything may be zero. */
struct validator_options {
  const char *solver; /* program that solves obligations without proofs; NULL: a search of our own,
                         and where it gives up kissat, else cadical, from the path */
  const char *export; /* empty or new directory for every obligation and proof, with an index */
  /* called with a line or more per obligation, without newline */
  void (*note)(void *context, const char *line);
  void *context;
};

/* Discharges every obligation, as validator_check, with these helpers. */
void validator_run(const struct validator *v, const struct validator_options *options,
                   struct validator_result *result);

#endif
