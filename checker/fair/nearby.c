#include "checker/fair/nearby.h"

/* The numbers of the states below the roots. */
static void states_below(const struct system *s, const struct lits *roots, struct lits *states) {
  struct lits cone = {0};
  aig_cone(s->aig, roots->at, roots->size, &cone);
  lits_clear(states);
  for (size_t k = 0; k < cone.size; k++)
    if (s->aig->nodes[cone.at[k]].kind == AIG_STATE)
      lits_push(states, s->aig->nodes[cone.at[k]].left);
  lits_free(&cone);
}

void nearby_init(struct nearby *n, const struct system *system, const struct lits *predicates) {
  struct lits states = {0}, root = {0}, pairs = {0};
  *n = (struct nearby){.system = system};
  n->near = memory_zeroed(predicates->size, 1);
  n->first = memory_zeroed(system->num_states + 1, sizeof *n->first);
  for (size_t k = 0; k < predicates->size; k++) {
    lits_clear(&root);
    lits_push(&root, predicates->at[k]);
    states_below(system, &root, &states);
    for (size_t i = 0; i < states.size; i++) {
      lits_push(&pairs, states.at[i]);
      lits_push(&pairs, (uint32_t)k);
      n->first[states.at[i] + 1]++;
    }
  }
  for (size_t k = 0; k < system->num_states; k++) n->first[k + 1] += n->first[k];
  size_t *place = memory_alloc(system->num_states, sizeof *place);
  if (system->num_states) memcpy(place, n->first, system->num_states * sizeof *place);
  for (size_t k = 0; k < pairs.size / 2; k++) lits_push(&n->speakers, 0);
  for (size_t k = 0; k < pairs.size; k += 2) n->speakers.at[place[pairs.at[k]]++] = pairs.at[k + 1];
  free(place);
  lits_free(&states);
  lits_free(&root);
  lits_free(&pairs);
}

void nearby_free(struct nearby *n) {
  free(n->first);
  free(n->near);
  lits_free(&n->speakers);
}

static void mark(struct nearby *n, const struct lits *states) {
  for (size_t k = 0; k < states->size; k++)
    for (size_t i = n->first[states->at[k]]; i < n->first[states->at[k] + 1]; i++)
      n->near[n->speakers.at[i]] = 1;
}

void nearby_look(struct nearby *n, const struct lits *now, const struct lits *then) {
  struct lits roots = {0}, states = {0};
  for (size_t k = 0; k < n->speakers.size; k++) n->near[n->speakers.at[k]] = 0;
  states_below(n->system, then, &states);
  for (size_t k = 0; k < states.size; k++) lits_push(&roots, n->system->next[states.at[k]]);
  lits_append(&roots, now->at, now->size);
  states_below(n->system, &roots, &states);
  mark(n, &states);
  lits_free(&roots);
  lits_free(&states);
}
