/* The growing evidence of a fair-cycle search (docs/certificates.md, section 4): the closed set G,
 * the chain of steps that narrows the steps inside it to E, and a solver that knows E. All
 * strategies add to the same chain, so each profits from what the others learnt. */
#ifndef VOUCH_CHECKER_FAIR_CHAIN_H
#define VOUCH_CHECKER_FAIR_CHAIN_H

#include "checker/effort/effort.h"
#include "checker/reach/reach.h"
#include "checker/system/cube.h"
#include "checker/system/evidence.h"
#include "checker/system/unroll.h"

struct chain {
  struct system *system;
  lit arena; /* A = R & inside */
  lit from;  /* F */
  const struct effort *effort;
  struct lits closed; /* conjuncts of G; F & A implies each, and together they are closed under
                         allowed steps inside A */
  /* Lost states: no fair path starts in one, closed under allowed steps inside A & G, so that no
   * stem need enter them either. `settled`: closed in the same way, and all fair cycles are in it.
   */
  lit lost, settled;
  struct lits lost_parts; /* in the order in which they were found: each is closed beside those
                             before it */
  struct lits waiting;    /* sides that may turn out to be lost when more is known */
  unsigned long looks;    /* queries about them */
  struct block
      block; /* the steps so far; `closed` and `end_fair` are filled in when the search ends */
  struct sat *sat;
  struct unroll step; /* frames 0 and 1: an E-step */
  struct sat *plain_sat;
  struct unroll plain; /* frames 0 and 1: any allowed step inside A & G */
  uint8_t *reached;    /* states that F reaches inside the arena, num_states bytes each */
  size_t num_reached;
  unsigned long version; /* grows whenever something is learnt */
  unsigned long queries; /* SAT queries asked, by anybody: the unit of budgets */
};

void chain_init(struct chain *chain, struct system *system, lit arena, lit from,
                const struct effort *effort);
void chain_free(struct chain *chain);

/* The caller vouches for these: chain_reduce finds out and refuses if they are wrong. What joins
 * the closed set is the conjunct or the lost states. */
void chain_add_closed(struct chain *chain, lit conjunct);
void chain_add(struct chain *chain, enum chain_kind kind, lit predicate, const uint32_t *fair,
               size_t num_fair);

/* Is there an E-step with these literals before (states, inputs) and after it? After SAT_NO,
 * chain_failed says which of them were needed for it. */
enum sat_answer chain_solve(struct chain *chain, const lit *now, size_t n, const lit *then,
                            size_t m);
bool chain_failed(struct chain *chain, lit literal, bool after);
/* Is what another chain has learnt true in this one? It may rest on a step that did not come along.
 */
bool chain_admits(struct chain *chain, const struct chain_step *step);
/* The E-step that chain_solve found; `next` and `inputs` may be NULL. */
void chain_model(struct chain *chain, uint8_t *states, uint8_t *inputs, uint8_t *next);

/* Do allowed steps inside A & G that lose nothing lead from P to P? */
bool chain_keeps(struct chain *chain, lit predicate);
/* P or the lost states are implied by F and closed under all allowed steps inside A & G, not only
 * under E-steps: they can join the closed set. */
bool chain_is_closed(struct chain *chain, lit predicate);

/* What E demands of steps, for reach queries: sides, dead and unborn states, and walls whose cone
 * has at most `max_wall` gates. */
void chain_constraints(const struct chain *chain, size_t max_wall, struct step_constraints *out);
/* What a stem must satisfy: the arena, and no lost state. */
void chain_stem_constraints(const struct chain *chain, struct step_constraints *out);
/* The query for a stem to the target, with these constraints, which the caller frees. */
struct reach_query chain_stem_query(const struct chain *chain, lit target,
                                    struct step_constraints *constraints);
/* A & G, as one predicate. */
lit chain_invariant(const struct chain *chain);

/* A state that F reaches by allowed steps inside the arena; the last ones are kept. Is one of them
 * in the predicate? */
void chain_add_reached(struct chain *chain, const uint8_t *state);
bool chain_reached(const struct chain *chain, lit predicate);

/* The state is known to have no E-step out of it: generalises it to a cube by cores and learns the
 * cube. False if that is not so, or when interrupted. */
bool chain_learn_dead(struct chain *chain, const uint8_t *state, lit helper);

/* Does the state have an E-path of more than `depth` steps out of it (`after`: into it)? If not,
 * learns it dead (unborn), and its successors (predecessors) before it. True if it learnt that.
 * Gives up, with false, when there are too many of them. */
bool chain_prune(struct chain *chain, const uint8_t *state, unsigned depth, bool after);

/* Asserts what a step demands of (frame, frame+1), or, with a guard, makes the guard imply it. */
void chain_assert_step(struct unroll *unroll, size_t frame, const struct chain_step *step,
                       int guard);

#endif
