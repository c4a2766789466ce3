/* A witness circuit W of Certifaiger, as a circuit over the model (docs/certificates.md, section
 * 10). */
#ifndef VOUCH_VALIDATOR_FOREIGN_CIRCUIT_H
#define VOUCH_VALIDATOR_FOREIGN_CIRCUIT_H

#include "validator/kernel/rules.h"

struct v_circuit {
  struct v_model w;
  uint32_t last;   /* judged are the number of the property and those up to this one */
  uint32_t *map;   /* per variable of W: the literal of the system that it is */
  uint8_t *shared; /* per variable of W: it simulates an input or latch of the model */
  /* Signals look at two states: variable replaced[k] of W is there what seen[k], a literal of W,
   * is in the other state. */
  struct v_list replaced, seen;
};

static inline uint32_t v_mapped(const struct v_circuit *c, uint32_t lit) {
  return c->map[lit / 2] ^ (lit & 1);
}

/* Reads which leaves of W simulate what of the model, and what signals replace. */
bool v_circuit_shares(struct v_reader *r, struct v_circuit *c);
bool v_circuit_replaces(struct v_reader *r, struct v_circuit *c);

/* The literals that W claims to be false: its bad literals; outputs where it has nothing else. */
const struct v_list *v_circuit_bad(const struct v_model *w);

/* Certifaiger's conditions: W, with inputs and latches of its own, shows what the property says. */
void v_circuit_conditions(struct v_reader *r, const struct v_circuit *c);

#endif
