#include "certifier/explain/frames.h"

#include "certifier/trace/history.h"

enum { MOST_FRAMES = 200, MOST_GATES = 500000 };

static size_t width(const struct frames *f) { return (size_t)f->replay->model->maxvar + 1; }

int frames_lit(const struct frames *f, size_t frame, uint32_t lit) {
  int var = f->vars[frame * width(f) + (lit >> 1)];
  return lit & 1 ? -var : var;
}

int frames_and(struct frames *f, int a, int b) {
  if (a == -f->truth || b == -f->truth || a == -b) return -f->truth;
  if (a == f->truth || a == b) return b;
  if (b == f->truth) return a;
  int gate = sat_var(f->sat);
  sat_gate(f->sat, gate, a, b);
  f->gates++;
  return gate;
}

int frames_xor(struct frames *f, int a, int b) {
  return frames_and(f, frames_or(f, a, b), -frames_and(f, a, b));
}

static void begin_first(struct frames *f) {
  const struct aiger *m = f->replay->model;
  int *var = f->vars;
  for (size_t k = 0; k < m->num_latches; k++) {
    uint32_t v = m->latches[k].lit >> 1;
    var[v] = f->replay->value[v] ? f->truth : -f->truth;
  }
  for (size_t k = 0; k < m->inputs.size; k++) {
    uint32_t v = m->inputs.at[k] >> 1;
    int constant = f->replay->value[v] ? f->truth : -f->truth;
    var[v] = f->replay->observed[k] ? constant : sat_var(f->sat);
  }
}

static void begin_next(struct frames *f, size_t frame) {
  const struct aiger *m = f->replay->model;
  int *var = f->vars + frame * width(f);
  for (size_t k = 0; k < m->num_latches; k++)
    var[m->latches[k].lit >> 1] = frames_lit(f, frame - 1, m->latches[k].next);
  for (size_t k = 0; k < m->inputs.size; k++) var[m->inputs.at[k] >> 1] = sat_var(f->sat);
}

void frames_add(struct frames *f) {
  const struct aiger *m = f->replay->model;
  size_t frame = f->size++;
  f->vars = memory_grow(f->vars, f->size * width(f), sizeof *f->vars);
  int *var = f->vars + frame * width(f);
  memset(var, 0, width(f) * sizeof *var);
  var[0] = -f->truth;
  if (frame == 0)
    begin_first(f);
  else
    begin_next(f, frame);
  for (size_t k = 0; k < m->num_ands; k++)
    var[m->ands[k].lhs >> 1] =
        frames_and(f, frames_lit(f, frame, m->ands[k].rhs0), frames_lit(f, frame, m->ands[k].rhs1));
}

void frames_init(struct frames *f, const struct replay *replay, unsigned milliseconds) {
  *f = (struct frames){.replay = replay,
                       .effort.limit = (uint64_t)milliseconds * TICKS_PER_MILLISECOND};
  f->effort.meter = &f->meter;
  f->sat = sat_new(SAT_CONE, &f->effort);
  f->truth = sat_var(f->sat);
  sat_unit(f->sat, f->truth);
  frames_add(f);
}

void frames_free(struct frames *f) {
  sat_free(f->sat);
  free(f->vars);
}

bool frames_may_grow(const struct frames *f) {
  return f->size < MOST_FRAMES && f->gates < MOST_GATES &&
         f->size * (f->replay->model->num_ands + 1) < MOST_GATES && !interrupted(&f->effort);
}

uint8_t frames_input(const struct frames *f, size_t frame, size_t input) {
  int value = sat_value(f->sat, frames_lit(f, frame, f->replay->model->inputs.at[input]));
  return value == 0 ? HISTORY_FREE : value > 0;
}

void frames_cube(const struct frames *f, size_t step, struct lits *cube) {
  const struct aiger *m = f->replay->model;
  for (size_t k = 0; k < m->inputs.size; k++) {
    bool observed = f->replay->observed[k];
    uint32_t as = observed ? f->replay->first_fresh + (uint32_t)k : m->inputs.at[k] >> 1;
    uint8_t value = frames_input(f, step + observed, k);
    if (value != HISTORY_FREE) lits_push(cube, 2 * as + !value);
  }
}
