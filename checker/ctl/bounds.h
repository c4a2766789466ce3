/* Upper and lower bounds of the core nodes, the inductive predicate R, and the one-step SAT queries
 * over them. */
#ifndef VOUCH_CHECKER_CTL_BOUNDS_H
#define VOUCH_CHECKER_CTL_BOUNDS_H

#include "checker/ctl/core_formula.h"
#include "checker/ctl/follow.h"
#include "checker/effort/effort.h"
#include "checker/reach/reach.h"
#include "checker/sat/sat.h"
#include "checker/system/cube.h"
#include "checker/system/evidence.h"
#include "checker/system/unroll.h"

struct bound {
  lit upper, lower;         /* U_v and L_v */
  lit own_upper, own_lower; /* EX, EU, EG: what proofs left, what witnesses showed; AIG_TRUE and
                               AIG_FALSE at first */
  unsigned cost; /* of deciding it, roughly: the number of temporal operators below, weighted */
};

/* One incremental solver with two frames. A query is begun, described, and then solved once or more
 * with different cubes. */
struct probe {
  struct sat *sat;
  struct unroll unroll;
  struct ints fixed;  /* assumptions of the query being described */
  struct ints clause; /* its temporary clause; empty: none */
  unsigned long solves;
};

/* States known to be reachable, with how each was reached. */
struct known {
  uint8_t *states, *inputs; /* inputs lead from the parent to the state */
  uint32_t *parent;         /* UINT32_MAX: an initial state */
  size_t size, capacity;
  struct table table;
};

struct bounds {
  struct system *system;
  struct aig *aig;
  const struct core_formula *core;
  struct evidence *evidence;
  const struct effort *effort;
  struct bound *at;
  lit invariant; /* R */
  struct probe probe;
  struct known known;
  struct follows follows; /* inputs that may follow the state */
  struct lits conjuncts;  /* of C: those that are gates over states */
};

void bounds_init(struct bounds *b, struct system *system, const struct core_formula *core,
                 struct evidence *evidence, const struct effort *effort);
void bounds_free(struct bounds *b);

/* R &= p; p must hold initially and be inductive relative to R. */
void bounds_strengthen(struct bounds *b, lit p);
/* The same for a conjunction of clauses, which is worth remembering. */
void bounds_strengthen_clauses(struct bounds *b, const struct clauses *clauses);
/* U_v &= !p for EX, EU and E nodes: the caller vouches that the rule's obligation holds. */
void bounds_exclude(struct bounds *b, uint32_t v, lit p);
/* U_v &= !G for an EG node; copies the block. */
void bounds_exclude_block(struct bounds *b, uint32_t v, const struct block *block);
/* L_v |= guard, by the input cube: an entry of the node's ranked list (EU, EG) or a choice (EX). */
void bounds_include(struct bounds *b, uint32_t v, lit guard, const lit *inputs, size_t n);
/* The same, with inputs that follow the state; takes over its memory. */
void bounds_include_choice(struct bounds *b, uint32_t v, struct choice *choice);
/* L_v |= all steps of the lasso of an EG node; takes over its memory. */
void bounds_include_lasso(struct bounds *b, uint32_t v, struct lasso *lasso);
/* L_v |= guard for an E node: a choice of promises there. */
void bounds_include_promise(struct bounds *b, uint32_t v, lit guard, const struct lits *promises);
/* L_v |= p, without evidence: for bounds that are not to be certified themselves. */
void bounds_know_lower(struct bounds *b, uint32_t v, lit p);
/* L_v |= K for an EG node that has no region yet; takes over its memory. */
void bounds_include_region(struct bounds *b, uint32_t v, struct region *region);
/* Copies own bounds into the evidence. */
void bounds_complete_evidence(struct bounds *b);

static inline lit bounds_upper(const struct bounds *b, uint32_t v) { return b->at[v].upper; }
static inline lit bounds_lower(const struct bounds *b, uint32_t v) { return b->at[v].lower; }

/* --- probes ----------------------------------------------------------------------------------- */

void probe_begin(struct probe *p);
void probe_now(struct probe *p, lit a);  /* assume a    */
void probe_then(struct probe *p, lit a); /* assume a(N) */
/* The temporary clause: its literals are added one by one. */
void probe_or_now(struct probe *p, lit a);
void probe_or_then(struct probe *p, lit a);
/* With the cube (state literals before the step; NULL: none) as further assumptions. */
enum sat_answer probe_solve(struct probe *p, const struct lits *cube);
/* After SAT_NO: keeps the literals of the cube that were used. */
void probe_shrink(struct probe *p, struct lits *cube);
/* After SAT_NO with the cube: drops literals while the query stays unsatisfiable. False when one
 * came back without an answer; the cube is a valid one even then. */
bool probe_minimize(struct probe *p, struct lits *cube);
/* After SAT_NO: was the assumption used? */
bool probe_used_now(struct probe *p, lit a);

/* --- states ----------------------------------------------------------------------------------- */

bool state_in(const struct bounds *b, const uint8_t *state, lit p);
/* Is the conjunction of a and b (and R) satisfiable? SAT_UNKNOWN when interrupted. A state goes to
 * *state unless that is NULL. */
enum sat_answer bounds_overlap(struct bounds *b, lit a, lit c, uint8_t *state);

/* Remembers a reachable state; returns its index. Known states are not added twice. */
uint32_t known_add(struct bounds *b, const uint8_t *state, uint32_t parent, const uint8_t *inputs);
bool known_find(const struct bounds *b, const uint8_t *state, uint32_t *index);
/* All states of a run that starts in an initial state, or in a known one; another is left alone. */
void known_add_run(struct bounds *b, const struct trace *trace);
/* The run that leads to a known state. */
void known_trace(const struct bounds *b, uint32_t index, struct trace *trace);

#endif
