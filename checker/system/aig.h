/* The AND-inverter graph that every engine shares: the elaborated system's functions and all
 * predicates that engines build over them live in one growing, structurally hashed graph, and are
 * named by literals (2*node+sign). */
#ifndef VOUCH_CHECKER_SYSTEM_AIG_H
#define VOUCH_CHECKER_SYSTEM_AIG_H

#include "formats/support/table.h"

typedef uint32_t lit;
enum { AIG_FALSE = 0, AIG_TRUE = 1 };
#define LIT_NONE UINT32_MAX /* no literal */

static inline lit lit_not(lit a) { return a ^ 1u; }
static inline uint32_t lit_node(lit a) { return a >> 1; }
static inline bool lit_sign(lit a) { return a & 1u; }

/* Node 0 is the constant. A leaf is an input or a state variable; a gate has two arguments with
 * smaller nodes. */
enum aig_kind { AIG_CONSTANT, AIG_INPUT, AIG_STATE, AIG_GATE };

struct aig_node {
  uint8_t kind;  /* enum aig_kind */
  uint32_t left; /* gate: argument literals, left > right; leaf: its index among inputs or states */
  uint32_t right;
};

/* Of the walk over the graph that is at hand: what earlier ones left behind counts as none, so that
 * a walk over a small cone takes no longer in a large graph. */
struct aig_marks {
  uint32_t *at; /* per node: 2 * walk, + 1 when it is done */
  size_t size;
  uint32_t walk;
};

struct aig {
  struct aig_node *nodes;
  size_t num_nodes, capacity;
  uint32_t num_inputs, num_states;
  struct table table; /* of the gates */
  struct aig_marks *marks;
};

struct aig *aig_new(void);
void aig_free(struct aig *aig);

lit aig_input(struct aig *aig);
lit aig_state(struct aig *aig);
/* Constant folding, idempotence, complement, two-level rules, hashing. Amortised O(1). */
lit aig_and(struct aig *aig, lit a, lit b);
/* The same without two-level rules, whose results depend on what lies below the arguments: copies
 * of a cone that are made with it have the same gates in the same places. */
lit aig_and_plain(struct aig *aig, lit a, lit b);
static inline lit aig_or(struct aig *aig, lit a, lit b) {
  return lit_not(aig_and(aig, lit_not(a), lit_not(b)));
}
static inline lit aig_implies(struct aig *aig, lit a, lit b) {
  return lit_not(aig_and(aig, a, lit_not(b)));
}
lit aig_xor(struct aig *aig, lit a, lit b);
lit aig_ite(struct aig *aig, lit c, lit t, lit e);
/* Balanced; aig_and_all of nothing is true, aig_or_all of nothing is false. */
lit aig_and_all(struct aig *aig, const lit *args, size_t n);
lit aig_or_all(struct aig *aig, const lit *args, size_t n);

/* Appends to *nodes the gate and leaf nodes in the cone of the roots, arguments before gates. */
void aig_cone(const struct aig *aig, const lit *roots, size_t n, struct lits *nodes);
size_t aig_cone_size(const struct aig *aig, lit a);
/* Does the cone of `a` contain an input? Cached per call site by the caller if it matters: O(cone).
 */
bool aig_has_inputs(const struct aig *aig, lit a);

/* Per node: has its cone no input? The caller frees it. */
uint8_t *aig_predicates(const struct aig *aig);

/* Evaluates under values of states and inputs (bytes 0/1; inputs may be NULL if the cone has none).
 * O(cone). */
bool aig_eval(const struct aig *aig, lit root, const uint8_t *states, const uint8_t *inputs);

#endif
