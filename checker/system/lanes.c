#include "checker/system/lanes.h"

static void make_words(const struct aig *aig, const struct lits *roots, struct wordwise *words) {
  struct lits cone = {0};
  if (roots->size) aig_cone(aig, roots->at, roots->size, &cone);
  wordwise_init(words, aig, &cone);
  lits_free(&cone);
}

static void make_start(struct lanes *l) {
  const struct system *s = l->system;
  struct lits roots = {0};
  for (size_t k = 0; s->start && k < s->num_states; k++)
    if (s->start[k] != LIT_NONE) lits_push(&roots, s->start[k]);
  make_words(s->aig, &roots, &l->start);
  lits_free(&roots);
}

void lanes_init(struct lanes *l, const struct system *s, const lit *roots, size_t n, uint64_t seed,
                const struct effort *effort) {
  *l = (struct lanes){.system = s, .tries = tuning_of(effort)->simulation_tries};
  lanes_seed(l, seed);
  struct lits all = {0};
  lits_append(&all, s->next, s->num_states);
  lits_push(&all, s->constraint);
  lits_append(&all, roots, n);
  aig_cone(s->aig, all.at, all.size, &l->cone);
  wordwise_init(&l->all, s->aig, &l->cone);
  lits_clear(&all);
  lits_push(&all, s->constraint);
  make_words(s->aig, &all, &l->check);
  lits_free(&all);
  make_start(l);
  l->value = memory_zeroed(s->aig->num_nodes, sizeof *l->value);
}

void lanes_seed(struct lanes *l, uint64_t seed) { l->random = seed * 2 + 1; }

void lanes_free(struct lanes *l) {
  lits_free(&l->cone);
  wordwise_free(&l->all);
  wordwise_free(&l->start);
  wordwise_free(&l->check);
  free(l->value);
}

uint64_t lanes_draw(struct lanes *l) {
  l->random ^= l->random >> 12;
  l->random ^= l->random << 25;
  l->random ^= l->random >> 27;
  return l->random * UINT64_C(2685821657736338717);
}

uint64_t lanes_draw_input(struct lanes *l) {
  uint64_t a = lanes_draw(l), b = lanes_draw(l), c = lanes_draw(l);
  uint64_t low = UINT64_C(0x000000000000ffff), high = UINT64_C(0x00000000ffff0000);
  return (a & ~(low | high)) | (a & b & c & low) | ((a | b | c) & high);
}

static void evaluate(struct lanes *l, const struct wordwise *words, const uint64_t *states,
                     const uint64_t *inputs) {
  wordwise_evaluate(words, states, inputs, l->value);
  l->evaluated += wordwise_size(words);
}

void lanes_start(struct lanes *l, uint64_t *states, uint64_t chosen) {
  const struct system *s = l->system;
  for (size_t k = 0; k < s->num_states; k++) {
    uint64_t reset = s->reset[k] == RESET_FREE ? lanes_draw(l) : s->reset[k] ? ~UINT64_C(0) : 0;
    states[k] = (states[k] & ~chosen) | (reset & chosen);
  }
  if (!wordwise_size(&l->start) || !chosen) return;
  evaluate(l, &l->start, states, NULL); /* functions of what starts free */
  for (size_t k = 0; k < s->num_states; k++)
    if (s->start[k] != LIT_NONE)
      states[k] = (states[k] & ~chosen) | (lanes_word(l, s->start[k]) & chosen);
}

static void draw_again(struct lanes *l, uint64_t *inputs, uint64_t keep) {
  for (size_t k = 0; k < l->check.num_inputs; k++) {
    uint64_t *input = &inputs[l->check.inputs[k].number];
    *input = (*input & keep) | (lanes_draw_input(l) & ~keep);
  }
}

uint64_t lanes_allow(struct lanes *l, const uint64_t *states, uint64_t *inputs) {
  uint64_t allowed = 0;
  for (unsigned k = 0; k < l->tries && ~allowed; k++) {
    if (k) draw_again(l, inputs, allowed);
    evaluate(l, &l->check, states, inputs);
    allowed = lanes_word(l, l->system->constraint);
  }
  evaluate(l, &l->all, states, inputs);
  l->evaluated += l->system->num_inputs;
  return allowed;
}

uint64_t lanes_evaluate(struct lanes *l, const uint64_t *states, const uint64_t *inputs) {
  evaluate(l, &l->all, states, inputs);
  return lanes_word(l, l->system->constraint);
}

void lanes_spend(struct lanes *l, const struct effort *effort) {
  spend(effort, l->evaluated * tuning_of(effort)->simulation_ticks / 64);
  l->evaluated = 0;
}
