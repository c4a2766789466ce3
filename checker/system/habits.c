#include "checker/system/habits.h"

void habits_init(struct habits *h, size_t num_inputs) {
  h->num_inputs = num_inputs;
  h->fair = memory_zeroed(num_inputs, sizeof *h->fair);
  h->mostly = memory_zeroed(num_inputs, sizeof *h->mostly);
  h->seldom = memory_zeroed(num_inputs, sizeof *h->seldom);
}

void habits_free(struct habits *h) {
  free(h->fair);
  free(h->mostly);
  free(h->seldom);
}

uint64_t habits_end(size_t step) {
  enum { GROUPS = 8, SHORTEST = 16 };
  const unsigned size = NUM_LANES / GROUPS;
  uint64_t group = (UINT64_C(1) << size) - 1, ending = 0;
  for (unsigned k = 0; k < GROUPS; k++)
    if (step % ((size_t)SHORTEST << k) == 0) ending |= group << size * k;
  return ending;
}

static void change(uint64_t *words, struct lanes *lanes, uint64_t chosen) {
  *words = (*words & ~chosen) | (lanes_draw(lanes) & chosen);
}

void habits_change(struct habits *h, struct lanes *lanes, uint64_t chosen) {
  if (!chosen) return;
  for (size_t i = 0; i < h->num_inputs; i++) {
    change(&h->fair[i], lanes, chosen);
    change(&h->mostly[i], lanes, chosen);
    change(&h->seldom[i], lanes, chosen);
  }
}

void habits_draw(const struct habits *h, struct lanes *lanes, uint64_t *inputs) {
  for (size_t i = 0; i < h->num_inputs; i++) {
    uint64_t coin = lanes_draw(lanes);
    uint64_t rare = coin & lanes_draw(lanes) & lanes_draw(lanes) & h->seldom[i];
    uint64_t habit = (coin & h->fair[i]) | ((h->mostly[i] ^ rare) & ~h->fair[i]);
    inputs[i] = (habit & HABIT_LANES) | (lanes_draw_input(lanes) & ~HABIT_LANES);
  }
}
