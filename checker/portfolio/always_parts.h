/* What always.c, always_proof.c and always_trace.c share. */
#ifndef VOUCH_CHECKER_PORTFOLIO_ALWAYS_PARTS_H
#define VOUCH_CHECKER_PORTFOLIO_ALWAYS_PARTS_H

#include "checker/portfolio/always.h"
#include "checker/portfolio/monitor.h"
#include "checker/portfolio/safety.h"

/* An EU node that no state may satisfy. */
struct eventually {
  uint32_t node;
  lit target;   /* of the inner system; EX r is r after the step */
  lit possibly; /* with true in place of EX */
  uint32_t ex;  /* the EX node in the target; CORE_NOWHERE: there is none */
  uint32_t eg;  /* EG true beside the target; CORE_NOWHERE: there is none */
};

struct always {
  const struct core_formula *core;
  const struct path_formula *path; /* of A psi: !psi; NULL: CTL */
  /* Per path node that looks back at most, or per core node without temporal operators (linear
   * CTL); LIT_NONE of the others. */
  lit *values;
  struct monitor *monitor; /* of the path formula */
  lit *pending;            /* linear CTL: of EX and EU nodes (always_linear.c); NULL: AG p */
  struct task task;        /* that of the check, with another effort */
  struct effort share;
  struct check_result inner;  /* its system, and what is found out about it */
  struct safety *search;      /* NULL: it is over */
  lit bad;                    /* what runs must not come to */
  struct eventually *targets; /* of AG p */
  size_t num_targets, capacity;
  /* In the system of the check, what stands for states and inputs of the inner one. */
  lit *outer_states, *outer_inputs;
  size_t first_ghost; /* there */
};

/* Operators of the past, each of which has a ghost: the first of the inner system's, in the order
 * of the path's nodes. */
static inline bool looks_back(enum path_op op) { return op >= PATH_Y; }
/* What the ghost of a node says, given the literal of the ghost. */
static inline lit said_by(enum path_op op, lit ghost) {
  return op == PATH_Z || op == PATH_T ? lit_not(ghost) : ghost;
}

static inline bool is_fair_path(const struct core_formula *core, uint32_t v) {
  const struct core_node *of = &core->nodes[core->nodes[v].left];
  return core->nodes[v].op == CORE_EG && of->op == CORE_ATOM && of->lit == 1;
}

/* After VERDICT_FAILS of A psi: the run in the view of its E node, and a state behind it, where all
 * elementary variables are false. */
void always_view_trace(const struct always *always, const struct system *system,
                       const struct view *view, struct trace *trace);

/* Is the formula linear CTL? Then all that it asks of runs is known; the inner system has no ghosts
 * yet. */
bool always_read_linear(struct always *always);

#endif
