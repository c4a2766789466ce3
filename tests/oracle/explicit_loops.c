#include "tests/oracle/explicit_loops.h"

#include "tests/oracle/explicit_predicates.h"

/* Saved values, flags and relations come behind all gates, and how many gates there will be is not
 * known before the end. Until then variable k of them is RELATIVE + k. */
enum { RELATIVE = 1 << 24, MOST_WALKS = 48 };

/* A walk that began in `start`, is in `state` now, and met the fairness of `flags`. */
struct walk {
  uint32_t start, state, flags;
};

/* The ends of all walks of one step or more inside the set; how many, at most MOST_WALKS + 1. */
static size_t find_walks(const struct explicit *x, const uint8_t *inside, struct walk *walks) {
  size_t n = 0, all = (size_t)x->num_states * x->num_states << x->num_fairness;
  uint8_t *seen = memory_zeroed(all, 1);
  for (uint32_t s = 0; s < x->num_states && n <= MOST_WALKS; s++) {
    if (!inside[s]) continue;
    for (size_t first = n, at = n; (at == first || at - 1 < n) && n <= MOST_WALKS; at++) {
      struct walk from = {s, s, 0}; /* then the ends of all walks that were found */
      if (at > first) from = walks[at - 1];
      for (uint32_t j = 0; j < x->num_fairness; j++)
        from.flags |= (uint32_t)(x->fair[j][from.state] != 0) << j;
      for (uint32_t i = 0; i < x->num_inputs && n <= MOST_WALKS; i++) {
        uint32_t to = x->step[from.state * x->num_inputs + i];
        if (to == EXPLICIT_NOT_ALLOWED || !inside[to]) continue;
        size_t index = ((size_t)s * x->num_states + to) << x->num_fairness | from.flags;
        if (seen[index]) continue;
        seen[index] = 1;
        walks[n++] = (struct walk){s, to, from.flags};
      }
    }
  }
  free(seen);
  return n;
}

uint32_t explicit_fairness_number(const struct explicit *x, uint32_t j) {
  return x->is_view && j >= x->system_fairness ? x->first_own + j - (uint32_t)x->system_fairness
                                               : j;
}

static uint32_t add_relation(struct explicit *x, const struct lits *arguments) {
  uint32_t variable = RELATIVE + (uint32_t)x->out->saved.size + x->num_flags;
  uint32_t lhs = 2 * (variable + (uint32_t)x->out->num_relations);
  certificate_relation(x->out, lhs, arguments->at, arguments->size);
  return lhs;
}

/* The relation that holds of this walk only. */
static uint32_t walk_relation(struct explicit *x, const struct walk *walk) {
  struct lits arguments = {0};
  if (x->states.size) lits_push(&arguments, explicit_cube(x, walk->state));
  for (uint32_t b = 0; b < x->states.size; b++) {
    uint32_t place = 0;
    while (x->out->saved.at[place] >> 1 != x->states.at[b]) place++;
    bool complement = x->out->saved.at[place] & 1u;
    lits_push(&arguments, 2 * (RELATIVE + place) + ((walk->start >> b & 1u) == complement));
  }
  uint32_t flags = RELATIVE + (uint32_t)x->out->saved.size;
  for (uint32_t j = 0; j < x->num_fairness; j++)
    lits_push(&arguments, 2 * (flags + explicit_fairness_number(x, j)) + !(walk->flags >> j & 1u));
  uint32_t relation = arguments.size ? add_relation(x, &arguments) : 1;
  lits_free(&arguments);
  return relation;
}

/* All state variables of the system, then of all views, each with any sign. */
static void save_states(struct explicit *x) {
  if (x->out->has_saved) return;
  x->out->has_saved = true;
  for (size_t b = 0; b < x->states.size; b++)
    if (x->states.at[b] - x->first_promise >= x->num_promises)
      lits_push(&x->out->saved, 2 * x->states.at[b] + rng_below(x->rng, 2));
  for (uint32_t k = 0; k < x->num_promises; k++)
    lits_push(&x->out->saved, 2 * (x->first_promise + k) + rng_below(x->rng, 2));
}

/* Ends the block with the relation that holds of all walks inside the set, if these are few. */
bool explicit_end_with_loop(struct explicit *x, struct block *block, const uint8_t *inside) {
  struct walk walks[MOST_WALKS + 1];
  struct lits none = {0};
  size_t n = find_walks(x, inside, walks);
  if (n > MOST_WALKS) return false;
  save_states(x);
  if (x->lies && n && rng_chance(x->rng, 30)) n--;
  for (size_t k = 0; k < n; k++) lits_push(&none, walk_relation(x, &walks[k]) ^ 1u);
  block->has_loop = true;
  block->loop = none.size ? add_relation(x, &none) ^ 1u : 0;
  lits_free(&none);
  return true;
}

/* The numbers of relations, once all gates are known. */
static void place(const struct explicit *x, uint32_t *literal) {
  if (*literal >= 2 * RELATIVE) *literal = *literal - 2 * RELATIVE + 2 * x->next_gate;
}

void explicit_place_relations(struct explicit *x) {
  struct certificate *c = x->out;
  for (size_t k = 0; k < c->num_relations; k++) {
    place(x, &c->relations[k].lhs);
    for (size_t n = 0; n < c->relations[k].args.size; n++) place(x, &c->relations[k].args.at[n]);
  }
  for (size_t f = 0; f < c->num_facts; f++)
    for (size_t k = 0; k < c->facts[f].num_blocks; k++) place(x, &c->facts[f].blocks[k].loop);
}
