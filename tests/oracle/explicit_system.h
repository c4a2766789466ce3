/* The elaborated system of a tiny model, enumerated: its steps, sets of states, and lies about it.
 */
#ifndef VOUCH_TESTS_ORACLE_EXPLICIT_SYSTEM_H
#define VOUCH_TESTS_ORACLE_EXPLICIT_SYSTEM_H

#include "checker/ctl/core_formula.h"
#include "formats/certificate.h"
#include "tests/oracle/random_model.h"

enum { EXPLICIT_MAX_STATE_BITS = 8, EXPLICIT_MAX_INPUT_BITS = 6, EXPLICIT_MAX_VIEW_BITS = 9 };
#define EXPLICIT_NOT_ALLOWED UINT32_MAX

/* A step of state s with inputs i is step[s * num_inputs + i]. */
typedef uint8_t *set; /* a byte per state */

/* A ghost (docs/certificates.md 1.3): what it is after a step is the conjunction of literals of the
 * step, or its complement. */
struct explicit_ghost {
  uint32_t args[3], num_args;
  bool complement, reset;
};
enum { EXPLICIT_MAX_GHOSTS = 2 };

struct explicit {
  struct rng *rng;
  const struct aiger *model;
  struct core_formula core;
  size_t num_fairness;
  uint8_t *observed, *open; /* per input; per variable: its cone contains an unobserved input */
  struct lits states,
      inputs; /* certificate variables of the bits of a state, and of the inputs of a step */
  struct explicit_ghost ghosts[EXPLICIT_MAX_GHOSTS]; /* the last bits of a state */
  size_t num_ghosts;
  uint32_t first_ghost;
  uint32_t num_states, num_inputs; /* 2^bits */
  uint32_t *step;
  uint8_t *values; /* scratch, per variable of the model */
  set initial, reachable;
  set *fair; /* B_j */
  set *sat;  /* per core node, within the reachable states */
  struct certificate *out;
  uint32_t next_gate;
  uint32_t *cube; /* per state: the gate of its cube, or 0 */
  unsigned lies;
  bool follows;           /* inputs of choices may follow predicates: version 6 */
  bool is_view;           /* of an E node: loops there are of version 6 */
  uint32_t first_promise; /* the elementary variables of all E nodes .. */
  uint32_t num_promises;  /* .. and, where loops speak of them, how many */
  uint32_t num_flags;
  uint32_t first_own;     /* its own fairness numbers count from here */
  size_t system_fairness; /* those before are the system's */
  set promised;           /* where its path formula is promised */
};

/* The values of variables, in x->values, in a step. */
void explicit_load(struct explicit *x, uint32_t state, uint32_t inputs);
bool explicit_value(const uint8_t *values, uint32_t literal);

/* Observed inputs, and the variables of states and step inputs; then, if these are few enough,
 * steps, initial states, fairness, reachable states. */
void explicit_observe(struct explicit *x, bool observe_all);
void explicit_number(struct explicit *x);
/* Some random ghosts, with their lines and gates in the certificate. */
void explicit_add_ghosts(struct explicit *x);
void explicit_enumerate(struct explicit *x);
void explicit_free(struct explicit *x);

/* An empty set, which the caller frees. */
set explicit_set(const struct explicit *x);
/* An input that leads from s into the set by an allowed step, or EXPLICIT_NOT_ALLOWED. A random one
 * of them. */
uint32_t explicit_input_into(const struct explicit *x, uint32_t s, const uint8_t *to);
/* Adds to *reached what steps inside `inside` (NULL: anywhere) reach from it; what reaches it by
 * steps from states of `through`. */
void explicit_forwards(const struct explicit *x, const uint8_t *inside, set reached);
void explicit_backwards(const struct explicit *x, const uint8_t *through, set reaching);
/* The states from which a fair path stays inside. */
void explicit_fair_inside(const struct explicit *x, const uint8_t *inside, set result);

/* One thing about the system or its sets is wrong from now on; a state is said to satisfy a
 * formula, or not to. */
void explicit_lie(struct explicit *x);
void explicit_lie_about_node(struct explicit *x, set members);

#endif
