#include "certifier/explain/lead.h"

#include "checker/sat/sat.h"

/* An example is not worth more: about two seconds, and runs that people still read. */
static const uint64_t MOST_TICKS = (uint64_t)2000 * TICKS_PER_MILLISECOND;
enum { MOST_DEPTH = 200, MOST_GATES = 500000 };

/* The model, step by step, in a solver. */
struct frames {
  const struct replay *replay;
  const struct formulas *arena;
  struct sat *sat;
  int truth;
  int *vars; /* of all frames: a literal for each variable of the model */
  size_t size;
};

static size_t width(const struct frames *f) { return (size_t)f->replay->model->maxvar + 1; }

static int of(const struct frames *f, size_t frame, uint32_t lit) {
  int var = f->vars[frame * width(f) + (lit >> 1)];
  return lit & 1 ? -var : var;
}

static int make_and(struct frames *f, int a, int b) {
  int gate = sat_var(f->sat);
  sat_gate(f->sat, gate, a, b);
  return gate;
}

/* The state of the replay; what is no state is open. */
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
    var[m->latches[k].lit >> 1] = of(f, frame - 1, m->latches[k].next);
  for (size_t k = 0; k < m->inputs.size; k++) var[m->inputs.at[k] >> 1] = sat_var(f->sat);
}

static void add_frame(struct frames *f) {
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
        make_and(f, of(f, frame, m->ands[k].rhs0), of(f, frame, m->ands[k].rhs1));
}

/* a | b; a ^ b */
static int make_or(struct frames *f, int a, int b) { return -make_and(f, -a, -b); }
static int make_xor(struct frames *f, int a, int b) {
  return make_and(f, make_or(f, a, b), -make_and(f, a, b));
}

static int make_node(struct frames *f, const struct formula *node, size_t frame, const int *lit) {
  int a = formula_arity(node->op) ? lit[node->left] : 0;
  int b = formula_arity(node->op) == 2 ? lit[node->right] : 0;
  switch (node->op) {
  case FORMULA_ATOM: return of(f, frame, node->lit);
  case FORMULA_NOT: return -a;
  case FORMULA_AND: return make_and(f, a, b);
  case FORMULA_OR: return make_or(f, a, b);
  case FORMULA_IMPLIES: return make_or(f, -a, b);
  case FORMULA_XOR: return make_xor(f, a, b);
  default: return -make_xor(f, a, b);
  }
}

/* The literal of the formula in a frame. */
static int make_formula(struct frames *f, uint32_t root, size_t frame) {
  uint8_t *below = memory_zeroed((size_t)root + 1, 1);
  int *lit = memory_zeroed((size_t)root + 1, sizeof *lit);
  below[root] = 1;
  for (uint32_t k = root + 1; k-- > 0;) {
    unsigned arity = below[k] ? formula_arity(f->arena->at[k].op) : 0;
    if (arity > 0) below[f->arena->at[k].left] = 1;
    if (arity > 1) below[f->arena->at[k].right] = 1;
  }
  for (uint32_t k = 0; k <= root; k++)
    if (below[k]) lit[k] = make_node(f, &f->arena->at[k], frame, lit);
  int result = lit[root];
  free(below);
  free(lit);
  return result;
}

static void add_value(struct frames *f, size_t frame, uint32_t input, uint32_t as,
                      struct lits *cube) {
  int value = sat_value(f->sat, of(f, frame, input));
  if (value) lits_push(cube, 2 * as + (value < 0));
}

/* Of the frames 0 .. size-1; an observed input gets its next value from a fresh one. */
static void read_steps(struct frames *f, struct lead *lead) {
  const struct aiger *m = f->replay->model;
  lead->size = f->size - 1;
  lead->steps = memory_zeroed(lead->size, sizeof *lead->steps);
  for (size_t t = 0; t < lead->size; t++)
    for (size_t k = 0; k < m->inputs.size; k++) {
      if (f->replay->observed[k])
        add_value(f, t + 1, m->inputs.at[k], f->replay->first_fresh + (uint32_t)k, &lead->steps[t]);
      else
        add_value(f, t, m->inputs.at[k], m->inputs.at[k] >> 1, &lead->steps[t]);
    }
}

bool lead_find(struct lead *lead, const struct replay *replay, const struct formulas *arena,
               uint32_t formula, bool value) {
  const struct aiger *m = replay->model;
  struct meter meter = {0};
  struct effort effort = {.limit = MOST_TICKS, .meter = &meter};
  struct frames f = {.replay = replay, .arena = arena};
  enum sat_answer answer = SAT_NO;
  *lead = (struct lead){0};
  if (m->constraints.size || m->fairness.size) return false;
  f.sat = sat_new(SAT_CONE, &effort);
  f.truth = sat_var(f.sat);
  sat_unit(f.sat, f.truth);
  add_frame(&f);
  while (answer == SAT_NO && f.size < MOST_DEPTH && f.size * (m->num_ands + 1) < MOST_GATES) {
    add_frame(&f);
    int goal = make_formula(&f, formula, f.size - 1);
    sat_assume(f.sat, value ? goal : -goal);
    answer = interrupted(&effort) ? SAT_UNKNOWN : sat_solve(f.sat);
  }
  if (answer == SAT_YES) read_steps(&f, lead);
  sat_free(f.sat);
  free(f.vars);
  return answer == SAT_YES;
}

void lead_free(struct lead *lead) {
  for (size_t k = 0; k < lead->size; k++) lits_free(&lead->steps[k]);
  free(lead->steps);
  *lead = (struct lead){0};
}
