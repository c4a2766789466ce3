/* One case of the differential test: a random model with one property goes through checker,
 * certifier and validator, and the explicit-state oracle says what is true. Mutated certificates
 * then try to make the validator accept something false. */
#ifndef VOUCH_TESTS_DIFFERENTIAL_DIFFERENTIAL_CASE_H
#define VOUCH_TESTS_DIFFERENTIAL_DIFFERENTIAL_CASE_H

#include "checker/portfolio/check.h"
#include "tests/oracle/random_model.h"
#include "tests/oracle/referee.h"

#define NO_FORMULA UINT32_MAX

struct trial {
  uint64_t seed;
  struct aiger model;
  enum property_kind kind;
  uint32_t index;        /* bad, output, justice */
  struct formulas arena; /* ctl */
  struct scope scope;    /* of the formula; most often none */
  uint32_t root;
  struct check_options options; /* hints and memory are set when it is run */
  struct tuning tuning;
  uint32_t hint; /* ctl: a propositional formula, or NO_FORMULA */
  /* bad, output: what all of these leave after so many ticks is known; 0: nothing is. */
  uint64_t lesson_ticks;
  bool binary; /* which encoding the model is written in */
};

/* The same seed and kind give the same trial. PROPERTY_BAD also makes outputs. */
void trial_random(struct trial *trial, uint64_t seed, enum property_kind kind);
/* The same for a formula of CTL*, or, with `ltl`, for A of a path formula over atoms alone. */
void trial_random_star(struct trial *trial, uint64_t seed, bool ltl);
void trial_free(struct trial *trial);
/* The property as a certificate writes it ("bad 0", "ctl AG l0"); the caller frees it. */
char *trial_property(const struct trial *trial);

/* Decides the property and certifies the verdict, for the model that the scene was made with. The
 * caller frees the certificate. */
bool trial_certificate(const struct trial *trial, const struct scene *scene, double seconds,
                       struct certificate *certificate, struct fault *fault);

struct trial_settings {
  const char *folder; /* for the model and its certificates */
  double seconds;     /* for the checker */
  unsigned mutants;   /* per certificate */
  bool proofs;        /* prove the obligations, and have the validator check the proofs */
};

/* Counts of what was seen; children of the test program add to them in shared memory. */
struct trial_counts {
  unsigned long trials, holds, fails, proofs, loops, follows, open_loops, learned;
  struct referee_counts referee;
};

enum trial_outcome { TRIAL_PASSED, TRIAL_SKIPPED, TRIAL_FAILED };

/* On failure *fault says what is wrong. */
enum trial_outcome trial_run(const struct trial *trial, const struct trial_settings *settings,
                             struct trial_counts *counts, struct fault *fault);

#endif
