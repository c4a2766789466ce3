/* The elaborated system of docs/certificates.md, section 1.3, reduced to the cone of influence of
 * one or more properties. */
#ifndef VOUCH_CHECKER_SYSTEM_SYSTEM_H
#define VOUCH_CHECKER_SYSTEM_SYSTEM_H

#include "checker/system/aig.h"
#include "formats/aiger.h"

enum { RESET_FREE = 2 };
#define ORIGIN_GHOST UINT32_MAX

struct system {
  struct aig *aig; /* owned; engines may add gates, never leaves */
  size_t num_inputs, num_states;
  lit *inputs;    /* step inputs, positive literals; input k of the aig is inputs[k] */
  lit *states;    /* state variables, positive literals; state k of the aig is states[k] */
  lit *next;      /* next-state function of each state, over inputs and states */
  uint8_t *reset; /* 0, 1, RESET_FREE */
  lit *start;     /* NULL: no reset functions. Per state: LIT_NONE, or the predicate that it starts
                     as, over states that start free; then its reset is RESET_FREE */
  lit barred;     /* what starts as it should and is not initial all the same, a predicate;
                     AIG_FALSE in systems that are elaborated, for copies have more to say */
  lit init;       /* I(y) as a predicate */
  lit constraint; /* C(y,i): a step is allowed iff it is true; AIG_TRUE if there are none */
  size_t num_fairness;
  lit *fairness; /* B_j(y): predicates over states only */

  /* Elementary variables of path formulas (docs/certificates.md 1.3): leaves of the graph behind
   * the states and inputs above, which the system itself does not know; those of a step's end are
   * inputs. Only facts about E nodes speak of them. */
  size_t num_elementary;
  lit *elementary, *elementary_next;
  uint32_t elementary_origin; /* certificate variable of the first one */

  size_t num_ghosts; /* the last of the states are ghosts (docs/certificates.md 1.3) */

  /* Where things come from, for the certifier: certificate variables of docs/certificates.md 1.3;
   * ORIGIN_GHOST of ghosts, which it numbers itself. */
  uint32_t *state_origin, *input_origin;
  lit *model_map; /* AIGER variable -> literal here, or LIT_NONE outside the cone */
  uint32_t model_maxvar;
};

struct elaboration {
  const struct aiger *model;
  bool observe_all;      /* --state-inputs all */
  const uint32_t *atoms; /* AIGER literals of the formula's atoms: their inputs are observed */
  size_t num_atoms;
  bool use_fairness; /* the model's fairness literals belong to the fairness list (ctl, justice) */
  int justice;       /* index of a justice set, or -1 */
  const uint32_t *roots; /* further AIGER literals to keep (a bad literal) */
  size_t num_roots;
  bool keep_all; /* no cone-of-influence reduction */
};

/* Cannot fail on a model that aiger_read accepted. */
struct system *system_elaborate(const struct elaboration *how);
/* Adds n elementary variables, once. */
void system_add_elementary(struct system *system, const struct aiger *model, size_t n);
/* Adds n ghosts: states behind all others, false initially and, until the caller sets their next
 * functions, ever after. Nobody may be at work on the system who counted its states before, and it
 * has no elementary variables. */
void system_add_ghosts(struct system *system, size_t n);
void system_free(struct system *system);
/* What must hold of every system, also of one that an engine built: literals in range, leaves where
 * they belong, no inputs below initial and fairness predicates. For asserts: O(size). */
bool system_well_formed(const struct system *system);

/* The literal of an AIGER literal of the model; it must be in the cone. */
lit system_lit(const struct system *system, uint32_t model_lit);

/* Marks the states that the roots and the constraint depend on, now or later, and gates on the way
 * there: per node of the graph, which the caller frees. */
uint8_t *system_cone(const struct system *system, const lit *roots, size_t n);
struct system_size {
  size_t states, gates;
};
struct system_size system_size(const struct system *system, lit root);

/* One step by evaluation: next[] from states and inputs; returns whether the step is allowed. next
 * may be NULL. */
bool system_step(const struct system *system, const uint8_t *states, const uint8_t *inputs,
                 uint8_t *next);

#endif
