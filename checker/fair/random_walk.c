#include "checker/fair/random_walk.h"

/* Per node of a step; measured like the one of simulation. */
enum { TICKS_PER_64 = 40 };

void random_walk_init(struct random_walk *w, const struct chain *chain) {
  const struct system *s = chain->system;
  *w = (struct random_walk){.system = s, .effort = chain->effort};
  w->arena = aig_and(s->aig, chain->arena, lit_not(chain->lost));
  w->random = 1 + (uint64_t)tuning_of(chain->effort)->seed;
  struct lits roots = {0};
  lits_append(&roots, s->next, s->num_states);
  lits_push(&roots, s->constraint);
  lits_push(&roots, w->arena);
  aig_cone(s->aig, roots.at, roots.size, &w->nodes);
  lits_free(&roots);
  w->value = memory_zeroed(s->aig->num_nodes, sizeof *w->value);
  w->state = memory_zeroed(s->num_states, sizeof *w->state);
  w->next = memory_zeroed(s->num_states, sizeof *w->next);
  w->held = memory_zeroed(s->num_inputs, sizeof *w->held);
  w->height = memory_zeroed(s->num_inputs, sizeof *w->height);
}

void random_walk_free(struct random_walk *w) {
  free(w->value);
  free(w->state);
  free(w->next);
  free(w->held);
  free(w->height);
  lits_free(&w->nodes);
}

static uint64_t next_random(struct random_walk *w) {
  uint64_t z = w->random += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

void random_walk_begin(struct random_walk *w, const uint8_t *state) {
  const struct system *s = w->system;
  for (size_t k = 0; k < s->num_states; k++) w->state[k] = state[k] ? UINT64_MAX : 0;
  for (size_t k = 0; k < s->num_inputs; k++) {
    w->held[k] = next_random(w);
    w->height[k] = next_random(w);
  }
}

static uint64_t word(const struct random_walk *w, lit a) {
  return w->value[lit_node(a)] ^ (lit_sign(a) ? UINT64_MAX : 0);
}

static void evaluate(struct random_walk *w) {
  const struct aig *aig = w->system->aig;
  for (size_t k = 0; k < w->nodes.size; k++) {
    const struct aig_node *node = &aig->nodes[w->nodes.at[k]];
    uint64_t *here = &w->value[w->nodes.at[k]];
    if (node->kind == AIG_STATE) {
      *here = w->state[node->left];
    } else if (node->kind == AIG_INPUT) {
      uint64_t held = w->held[node->left];
      *here = (held & w->height[node->left]) | (~held & next_random(w));
    } else {
      *here = word(w, node->left) & word(w, node->right);
    }
  }
}

void random_walk_step(struct random_walk *w) {
  const struct system *s = w->system;
  evaluate(w);
  uint64_t allowed = word(w, s->constraint);
  for (size_t k = 0; k < s->num_states; k++)
    w->next[k] = (word(w, s->next[k]) & allowed) | (w->state[k] & ~allowed);
  uint64_t *old = w->state;
  w->state = w->next;
  w->next = old;
  evaluate(w);
  uint64_t inside = word(w, w->arena);
  for (size_t k = 0; k < s->num_states; k++)
    w->state[k] = (w->state[k] & inside) | (old[k] & ~inside);
  spend(w->effort, w->nodes.size * TICKS_PER_64 / 64);
}
