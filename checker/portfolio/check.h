/* The checker's front door: decides one property and returns evidence. */
#ifndef VOUCH_CHECKER_PORTFOLIO_CHECK_H
#define VOUCH_CHECKER_PORTFOLIO_CHECK_H

#include "checker/ctl/core_formula.h"
#include "checker/ctl/iictl.h"
#include "checker/effort/effort.h"
#include "checker/fair/fair.h"
#include "checker/system/evidence.h"

#define SEED_END UINT32_MAX
struct check_options {
  bool observe_all;
  struct iictl_options ctl; /* its `fair` is also that of justice properties */
  enum sat_backend_choice { BACKEND_DEFAULT, BACKEND_CADICAL } backend;
  const struct tuning *tuning;  /* NULL: the defaults */
  struct engine_choice engines; /* for safety and CTL; those of fair cycles are ctl.fair's */
  bool as_bad;     /* AG p is asked as bad properties are, even with a list of engines for CTL .. */
  bool as_justice; /* .. and AG (p -> AF q) as justice properties are */
  /* For bad and output properties: clauses over latches of the model, each closed by SEED_END, that
   * may hold in all reachable states. They are tried first, and not believed. NULL: none. */
  const struct lits *seeds;
  /* For bad and output properties: what others have left (checker/system/lessons.h); those that the
   * system shows to be inductive are known from the beginning. NULL: nothing. */
  const struct lits *lessons;
  uint64_t most_ticks; /* of work, which then leaves lessons; 0: no limit, and no lessons */
  bool closed_lassos;  /* of justice properties: all that the property depends on comes back */
  bool ghosts;         /* for these: proofs that look back have ghosts, and are no inductions */
  const struct watcher *watcher; /* of the meter; NULL: none */
};
extern const struct check_options check_defaults;

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
  struct core_formula core; /* ctl, justice */
  struct fair_statistics fair;
  struct meter meter;  /* the work that it took */
  struct lits lessons; /* for others; none where the clock ended the work */
};

void check_property(const struct aiger *model, const struct property *property,
                    const struct check_options *options, const struct effort *effort,
                    struct check_result *result);
void check_result_free(struct check_result *result);

#endif
