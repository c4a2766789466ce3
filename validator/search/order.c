#include "validator/search/order.h"

static const double most_activity = 1e100;

static bool before(const struct v_order *o, uint32_t a, uint32_t b) {
  return o->activity[a] > o->activity[b];
}

static void put(struct v_order *o, uint32_t place, uint32_t var) {
  o->heap[place] = var;
  o->place[var] = place;
}

static void up(struct v_order *o, uint32_t place) {
  uint32_t var = o->heap[place];
  while (place > 0 && before(o, var, o->heap[(place - 1) / 2])) {
    put(o, place, o->heap[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  put(o, place, var);
}

static void down(struct v_order *o, uint32_t place) {
  uint32_t var = o->heap[place];
  for (;;) {
    uint32_t child = 2 * place + 1;
    if (child >= o->size) break;
    if (child + 1 < o->size && before(o, o->heap[child + 1], o->heap[child])) child++;
    if (!before(o, o->heap[child], var)) break;
    put(o, place, o->heap[child]);
    place = child;
  }
  put(o, place, var);
}

void v_order_start(struct v_order *o, uint32_t num_vars) {
  size_t count = (size_t)num_vars + 1;
  *o = (struct v_order){.increment = 1, .size = num_vars};
  o->activity = v_zeroed(count, sizeof *o->activity);
  o->place = v_need(NULL, count, sizeof *o->place);
  o->heap = v_need(NULL, count, sizeof *o->heap);
  o->place[0] = V_NONE;
  for (uint32_t var = 1; var <= num_vars; var++) put(o, var - 1, var);
}

void v_order_bump(struct v_order *o, uint32_t var) {
  o->activity[var] += o->increment;
  if (o->place[var] != V_NONE) up(o, o->place[var]);
}

/* All activities become smaller together once they are too large. */
static void rescale(struct v_order *o, uint32_t num_vars) {
  for (uint32_t var = 1; var <= num_vars; var++) o->activity[var] /= most_activity;
  o->increment /= most_activity;
}

void v_order_decay(struct v_order *o, uint32_t num_vars, double factor) {
  o->increment /= factor;
  if (o->increment > most_activity) rescale(o, num_vars);
}

void v_order_insert(struct v_order *o, uint32_t var) {
  if (o->place[var] != V_NONE) return;
  o->size++;
  put(o, o->size - 1, var);
  up(o, o->size - 1);
}

bool v_order_is_before(const struct v_order *o, uint32_t a, uint32_t b) { return before(o, a, b); }

uint32_t v_order_pop(struct v_order *o) {
  if (o->size == 0) return V_NONE;
  uint32_t first = o->heap[0];
  o->place[first] = V_NONE;
  o->size--;
  if (o->size > 0) {
    put(o, 0, o->heap[o->size]);
    down(o, 0);
  }
  return first;
}

void v_order_free(struct v_order *o) {
  free(o->activity);
  free(o->place);
  free(o->heap);
}
