#include "checker/system/novelty.h"

void novelty_init(struct novelty *n, const struct lanes *lanes) {
  *n = (struct novelty){0};
  for (size_t k = 0; k < lanes->cone.size; k++) {
    lit node = 2 * lanes->cone.at[k];
    lits_push(&n->open, node);
    lits_push(&n->open, lit_not(node));
  }
}

void novelty_free(struct novelty *n) {
  lits_free(&n->open);
  free(n->found);
}

static void found(struct novelty *n, size_t step, unsigned lane) {
  n->found = memory_room(n->found, n->num_found, &n->capacity, sizeof *n->found);
  n->found[n->num_found++] = (struct moment){.step = (uint32_t)step, .lane = lane};
}

/* Few lanes in which all that is new in this step can be seen. */
void novelty_look(struct novelty *n, struct lanes *lanes, size_t step, uint64_t allowed) {
  uint64_t chosen = 0;
  size_t kept = 0;
  lanes->evaluated += n->open.size / 2;
  for (size_t k = 0; k < n->open.size; k++) {
    uint64_t here = lanes_word(lanes, n->open.at[k]) & allowed;
    if (!here)
      n->open.at[kept++] = n->open.at[k];
    else if (!(chosen & here))
      chosen |= here & (~here + 1);
  }
  n->open.size = kept;
  for (unsigned lane = 0; lane < NUM_LANES; lane++)
    if (chosen >> lane & 1) found(n, step, lane);
}

bool novelty_pick(const struct novelty *n, struct lanes *lanes, struct moment *moment) {
  enum { NEWEST = 8, NEW = 64 };
  uint64_t random = lanes_draw(lanes) >> 8; /* the low bits are the weakest */
  size_t among = random & 1 ? NEWEST : NEW;
  if (among > n->num_found) among = n->num_found;
  if (among == 0) return false;
  *moment = n->found[n->num_found - 1 - (random >> 1) % among];
  return true;
}
