#include "tests/oracle/explicit_predicates.h"

uint32_t explicit_gate(struct explicit *x, const struct lits *arguments) {
  uint32_t lhs = 2 * x->next_gate++;
  certificate_gate(x->out, lhs, arguments->at, arguments->size);
  return lhs;
}

/* The predicate that is true in state s only. */
uint32_t explicit_cube(struct explicit *x, uint32_t s) {
  if (!x->states.size) return 1;
  if (!x->cube[s]) {
    struct lits arguments = {0};
    for (size_t b = 0; b < x->states.size; b++)
      lits_push(&arguments, 2 * x->states.at[b] + !(s >> b & 1u));
    x->cube[s] = explicit_gate(x, &arguments);
    lits_free(&arguments);
  }
  return x->cube[s];
}

/* A predicate that is, among reachable states, true exactly in those of the set. */
uint32_t explicit_predicate(struct explicit *x, const uint8_t *members) {
  bool complement = rng_chance(x->rng, 50);
  struct lits arguments = {0};
  for (uint32_t s = 0; s < x->num_states; s++)
    if (x->reachable[s] && (members[s] != 0) != complement)
      lits_push(&arguments, explicit_cube(x, s) ^ 1u);
  uint32_t none = arguments.size ? explicit_gate(x, &arguments) : 1;
  lits_free(&arguments);
  return complement ? none : none ^ 1u;
}

/* R is exactly the reachable states: the other predicates may say anything elsewhere. */
uint32_t explicit_reachable(struct explicit *x) {
  struct lits arguments = {0};
  for (uint32_t s = 0; s < x->num_states; s++)
    if (x->reachable[s]) lits_push(&arguments, explicit_cube(x, s) ^ 1u);
  uint32_t none = arguments.size ? explicit_gate(x, &arguments) : 1;
  lits_free(&arguments);
  return none ^ 1u;
}

bool explicit_is_empty(const struct explicit *x, const uint8_t *members) {
  return !memchr(members, 1, x->num_states);
}
