/* The goals of IICTL and the state that the steps on them share.
 *
 * Every core node v carries an upper and a lower bound; L_v => psi_v => U_v holds in every R-state,
 * where R is a predicate that is inductive from the initial states. Bounds only tighten and R only
 * shrinks, so whatever was once recorded as evidence stays valid under the final bounds;
 * docs/certificates.md, section 3, has the rules. */
#ifndef VOUCH_CHECKER_CTL_GOALS_H
#define VOUCH_CHECKER_CTL_GOALS_H

#include "checker/ctl/closed_source.h"
#include "checker/ctl/closed_targets.h"
#include "checker/ctl/eu_eg_product.h"
#include "checker/ctl/strategies.h"
#include "checker/ctl/view.h"
#include "checker/reach/bmc.h"
#include "formats/formula.h"

/* decide(T, All|One, v): do all (does one) of the T-states satisfy node v? */
enum label { LABEL_ALL, LABEL_ONE };

struct iictl_options {
  struct fair_options fair;
  int generalization; /* 0 ignore, 1 MIC, 2 full IC3: counterexamples to forall-exists
                         generalisation */
  const struct formulas *hint_arena;
  const uint32_t *hints; /* formula roots (propositional) in *hint_arena */
  size_t num_hints;
  bool verbose;
};

/* A query that the end of a turn suspended; bounds do not change before it goes on. */
struct pending {
  struct reach *reach;
  struct bmc *bmc;              /* of the same query; NULL: not begun, or of no use */
  struct closed_source *source; /* of the same query; NULL: not begun */
  uint64_t ticks, bounded;      /* that reach and bmc had */
  uint32_t ex;                  /* lookahead_target's node, or UINT32_MAX */
  struct fair *fair;
  struct view *view; /* of an E node: the system that `fair` is about */
};

/* IC3 of an EU query that was answered with a trace: its frames say nothing of targets, and are
 * good for the next query from the same states, by no more steps. */
struct frames {
  struct reach *reach; /* NULL: none */
  lit from, left, upper, invariant;
};

struct goal {
  lit states; /* T */
  enum label label;
  uint32_t node;
  bool has_trace; /* a purported witness whose states the children are deciding */
  struct trace trace;
  struct pending pending;
  struct frames frames;
  struct product *product; /* a query that takes turns with the ordinary ones; NULL: none */
  bool hinted;             /* hints had their turn */
  long budget;             /* of the goal's next turn */
};

/* The stack of goals. */
struct goals {
  struct goal *at;
  size_t size, capacity;
};

struct iictl {
  struct bounds bounds;
  struct iictl_options options;
  const struct effort *effort;
  struct effort
      share; /* of the pending query that runs: it holds on to it, so this does not move */
  struct fair_statistics *fair;
  struct goals goals;
  struct closed_targets closed;
  struct strategies strategies;
  double start;
  uint8_t *region_tried;          /* EG nodes */
  uint8_t *asked_elsewhere;       /* EU nodes whose query for a run with a fair cycle is somebody
                                     else's */
  struct lits hints;              /* over states and inputs */
  struct path_witness *witnesses; /* per E node, by its path formula; NULL: none yet */
  bool hurried;     /* the turn is long over while a witness is generalised: cores are enough */
  bool one_witness; /* the first witness will decide everything: cores of its states are enough */
  bool stopped;     /* the effort was over in a query: unwind */
};

void iictl_push(struct iictl *ic, lit states, enum label label, uint32_t node);
/* The undecided source states of a goal: T & R & U_v, and for All & !L_v. */
lit iictl_source(struct iictl *ic, const struct goal *goal);
/* A query for a way from the goal's source to states that are in L_v, by steps under the
 * constraints, which it frees. It has found a trace (the caller frees it), or the answer is NULL.
 */
struct reach *iictl_reach_known(struct iictl *ic, const struct goal *goal,
                                struct step_constraints *constraints);
/* Notes that a query came back without an answer. */
void iictl_stop_if_interrupted(struct iictl *ic);
/* Forgets a goal's trace. */
void goal_drop_trace(struct goal *goal);
void goal_drop_pending(struct goal *goal);
/* Removes the goal on top, and what it holds. */
void iictl_pop(struct iictl *ic);
/* Removes the goals on top of the one at `index`. */
void iictl_pop_to(struct iictl *ic, size_t index);
void goal_keep_trace(struct goal *goal, const struct trace *trace);

/* With the option verbose: a line on standard error about what a query of the node came to. */
void iictl_note(const struct iictl *ic, uint32_t v, const char *format, ...);

/* Adds to the statistics of the check. */
void iictl_count_fair(struct iictl *ic, const struct fair *fair);
/* A turn of the goal's pending query for a fair path, which notes call `what`; each turn is twice
 * as long as the one before. Without an answer: stops if it was interrupted. A lasso becomes the
 * trace of the goal. */
enum fair_answer iictl_run_fair(struct iictl *ic, struct goal *goal, const char *what);

/* Pushes a goal that asks whether all of the trace's states `from` .. `to-1` that are undecided for
 * the node satisfy it. Returns whether there were any. */
bool iictl_push_undecided(struct iictl *ic, const struct trace *trace, size_t from, size_t to,
                          uint32_t node);

#endif
