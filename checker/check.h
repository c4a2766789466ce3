/* The checker's front door: decides one property and returns evidence. */
#ifndef VOUCH_CHECKER_CHECK_H
#define VOUCH_CHECKER_CHECK_H

#include "checker/core.h"
#include "checker/evidence.h"
#include "checker/fair.h"
#include "checker/interrupt.h"

struct check_options {
  bool observe_all;
  struct fair_options fair;
  int generalization;          /* 0 ignore, 1 MIC, 2 full IC3: counterexamples to forall-exists generalisation */
  enum sat_backend_choice { BACKEND_DEFAULT, BACKEND_CADICAL } backend;
  enum ctl_engine_choice { CTL_ENGINE_BOTH, CTL_ENGINE_IICTL, CTL_ENGINE_SYMBOLIC } ctl_engine;
  enum safety_engine_choice { SAFETY_ENGINE_ALL, SAFETY_ENGINE_IC3, SAFETY_ENGINE_SYMBOLIC } safety_engine;
  const struct formulas *hint_arena;
  const uint32_t *hints;       /* formula roots (propositional) in *hint_arena; CTL only */
  size_t num_hints;
  bool verbose;
  struct check_memory *memory; /* what the CTL properties of one model share; NULL: nothing */
};
extern const struct check_options check_defaults;

/* What is learnt about a model while one property is decided helps the next: pass the same memory to all checks of the same model. */
struct check_memory *check_memory_new(void);
void check_memory_free(struct check_memory *memory);

struct property {
  enum property_kind kind;
  uint32_t index;               /* bad, output, justice */
  const struct formulas *arena; /* ctl */
  uint32_t root;
};

/* The result of one check: evidence over a system it owns. */
struct check_result {
  struct evidence evidence;
  struct system *system;
  struct core core;             /* ctl, justice */
  struct fair_statistics fair;
};

void check_property(const struct aiger *model, const struct property *property, const struct check_options *options,
                    const struct interrupt *interrupt, struct check_result *result);
void check_result_free(struct check_result *result);

#endif
