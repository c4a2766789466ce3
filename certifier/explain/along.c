/* Which parts of a path formula are true along a path that shows it or its opposite. The path is a
 * lasso, so that they can be computed: parts in order, each from the last state backwards until
 * nothing changes, those of the past from the first one on. What is true of the past may be another
 * thing when the loop comes again; so it is gone through until that is over. */
#include "certifier/explain/explain.h"
#include "formats/support/escape.h"

/* Longer tables are not read by anybody. */
enum { MOST_STEPS = 40, MOST_PARTS = 30, MOST_TEXT = 120 };
enum truth { FALSE, TRUE, UNKNOWN };

struct along {
  const struct explanation *e;
  const struct history *trace;
  struct lits parts; /* formulas below the path formula, arguments first; state formulas with
                        temporal operators are not looked into */
  uint32_t *place;   /* per formula of the arena: 1 + its place among the parts, or 0 */
  size_t past;       /* how many of them are about the past */
  size_t steps;      /* with as many more turns of the loop as these need */
  uint8_t *truth;    /* per step and part */
};

static bool is_past(const struct formula *f) { return f->op >= FORMULA_Y; }

static size_t turn(const struct along *a) { return a->trace->num_steps - a->trace->loop; }
/* The row of a step. */
static size_t row_of(const struct along *a, size_t step) {
  size_t loop = a->trace->loop;
  return step < loop ? step : loop + (step - loop) % turn(a);
}

static bool is_temporal_state(const struct formula *f) {
  return f->op >= FORMULA_EX && f->op <= FORMULA_A;
}

static void find_parts(struct along *a, uint32_t root) {
  const struct formulas *arena = &a->e->ctl.arena;
  struct lits stack = {0};
  lits_push(&stack, root);
  while (stack.size) {
    uint32_t k = stack.at[stack.size - 1];
    const struct formula *f = &arena->at[k];
    unsigned arity = is_temporal_state(f) ? 0 : formula_arity(f->op);
    if (arity >= 1 && !a->place[f->left]) {
      lits_push(&stack, f->left);
    } else if (arity == 2 && !a->place[f->right]) {
      lits_push(&stack, f->right);
    } else {
      lits_pop(&stack);
      if (a->place[k]) continue;
      lits_push(&a->parts, k);
      a->place[k] = (uint32_t)a->parts.size;
      a->past += is_past(f);
    }
  }
  lits_free(&stack);
}

/* The values of the model's variables in a step; what is free there is 0, and no atom sees it. */
static void load_step(const struct along *a, size_t step, uint8_t *value) {
  const struct aiger *m = a->e->model;
  const uint8_t *cells = a->trace->cells + row_of(a, step) * a->trace->signals->num_bits;
  for (uint32_t v = 0; v <= m->maxvar; v++)
    value[v] = a->e->words.place[v] && cells[a->e->words.place[v] - 1] == 1;
  for (size_t k = 0; k < m->num_ands; k++) {
    const struct aiger_and *gate = &m->ands[k];
    bool left = value[gate->rhs0 >> 1] ^ (gate->rhs0 & 1);
    bool right = value[gate->rhs1 >> 1] ^ (gate->rhs1 & 1);
    value[gate->lhs >> 1] = left && right;
  }
}

/* What is known before anything is computed: atoms, and where fixpoints start. */
static void load_truths(struct along *a) {
  size_t n = a->parts.size;
  uint8_t *value = memory_alloc((size_t)a->e->model->maxvar + 1, 1);
  a->steps = a->trace->num_steps + turn(a) * (a->past ? a->past + 1 : 0);
  a->truth = memory_zeroed(a->steps * n, 1);
  for (size_t t = 0; t < a->steps; t++) {
    load_step(a, t, value);
    for (size_t k = 0; k < n; k++) {
      const struct formula *f = &a->e->ctl.arena.at[a->parts.at[k]];
      uint8_t *truth = &a->truth[t * n + k];
      if (f->op == FORMULA_ATOM)
        *truth = value[f->lit >> 1] ^ (f->lit & 1);
      else if (is_temporal_state(f))
        *truth = UNKNOWN;
      else
        *truth = f->op == FORMULA_G || f->op == FORMULA_R;
    }
  }
  free(value);
}

static enum truth no(enum truth a) { return a == UNKNOWN ? UNKNOWN : a == FALSE ? TRUE : FALSE; }

static enum truth both(enum truth a, enum truth b) {
  if (a == FALSE || b == FALSE) return FALSE;
  return a == TRUE && b == TRUE ? TRUE : UNKNOWN;
}

static enum truth either(enum truth a, enum truth b) { return no(both(no(a), no(b))); }

static enum truth same(enum truth a, enum truth b) {
  return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : a == b ? TRUE : FALSE;
}

/* Part k, which is about the past, in a step. */
static enum truth truth_of_past(const struct along *a, size_t step, size_t k) {
  const struct formula *f = &a->e->ctl.arena.at[a->parts.at[k]];
  const uint8_t *now = a->truth + step * a->parts.size;
  const uint8_t *before = step ? now - a->parts.size : NULL;
  size_t left = a->place[f->left] - 1;
  size_t right = formula_arity(f->op) == 2 ? a->place[f->right] - 1 : left;
  enum truth was = f->op == FORMULA_Z || f->op == FORMULA_H || f->op == FORMULA_T ? TRUE : FALSE;
  if (f->op == FORMULA_Y || f->op == FORMULA_Z) return before ? before[left] : was;
  if (before) was = before[k];
  switch (f->op) {
  case FORMULA_O: return either(now[left], was);
  case FORMULA_H: return both(now[left], was);
  case FORMULA_S: return either(now[right], both(now[left], was));
  default: return both(now[right], either(now[left], was));
  }
}

/* Part k in a step from its arguments there, and in the step behind it. */
static enum truth truth_in(const struct along *a, size_t step, size_t k) {
  const struct formula *f = &a->e->ctl.arena.at[a->parts.at[k]];
  size_t then = step + 1 < a->steps ? step + 1 : a->steps - turn(a);
  const uint8_t *now = a->truth + step * a->parts.size;
  const uint8_t *later = a->truth + then * a->parts.size;
  if (f->op == FORMULA_ATOM || is_temporal_state(f)) return now[k];
  size_t left = a->place[f->left] - 1;
  size_t right = formula_arity(f->op) == 2 ? a->place[f->right] - 1 : left;
  switch (f->op) {
  case FORMULA_NOT: return no(now[left]);
  case FORMULA_AND: return both(now[left], now[right]);
  case FORMULA_OR: return either(now[left], now[right]);
  case FORMULA_IMPLIES: return either(no(now[left]), now[right]);
  case FORMULA_IFF: return same(now[left], now[right]);
  case FORMULA_XOR: return no(same(now[left], now[right]));
  case FORMULA_X: return later[left];
  case FORMULA_F: return either(now[left], later[k]);
  case FORMULA_G: return both(now[left], later[k]);
  case FORMULA_U: return either(now[right], both(now[left], later[k]));
  default: return both(now[right], either(now[left], later[k]));
  }
}

static void compute_past(struct along *a, size_t k) {
  for (size_t t = 0; t < a->steps; t++)
    a->truth[t * a->parts.size + k] = (uint8_t)truth_of_past(a, t, k);
}

static void compute_future(struct along *a, size_t k) {
  size_t n = a->parts.size;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t t = a->steps; t-- > 0;) {
      uint8_t truth = (uint8_t)truth_in(a, t, k);
      changed = changed || truth != a->truth[t * n + k];
      a->truth[t * n + k] = truth;
    }
  }
}

static void compute(struct along *a) {
  for (size_t k = 0; k < a->parts.size; k++)
    if (is_past(&a->e->ctl.arena.at[a->parts.at[k]]))
      compute_past(a, k);
    else
      compute_future(a, k);
}

/* Turns at the end that are like the one before them need not be told. */
static void forget_equal_turns(struct along *a) {
  size_t bytes = turn(a) * a->parts.size;
  while (a->steps > a->trace->num_steps) {
    const uint8_t *last = a->truth + a->steps * a->parts.size - bytes;
    if (memcmp(last, last - bytes, bytes) != 0) return;
    a->steps -= turn(a);
  }
}

/* The temporal parts, and what they are made of; true and false say nothing. */
static void print_rows(const struct along *a, FILE *file) {
  for (size_t k = 0; k < a->parts.size; k++) {
    const struct formula *f = &a->e->ctl.arena.at[a->parts.at[k]];
    if (f->op == FORMULA_ATOM && f->lit < 2) continue;
    fputs("  ", file);
    for (size_t t = 0; t < a->steps; t++)
      fprintf(file, "%s%c", t == a->steps - turn(a) ? " (" : " ",
              "01?"[a->truth[t * a->parts.size + k]]);
    char *text = wording_formula(&a->e->words, a->parts.at[k], MOST_TEXT);
    escape_line(file, ")  %s", text);
    free(text);
  }
}

static void print_along(const struct explanation *e, size_t path, uint32_t formula, FILE *file) {
  struct along a = {.e = e, .trace = explanation_path(e, path)};
  a.place = memory_zeroed(e->ctl.arena.size, sizeof *a.place);
  find_parts(&a, formula);
  if (a.parts.size <= MOST_PARTS) {
    load_truths(&a);
    compute(&a);
    forget_equal_turns(&a);
    fprintf(file,
            " What is true of the path from each of its steps on (those in parentheses come again "
            "and again%s):\n",
            a.steps > a.trace->num_steps ? "; the loop is told more than once, for its past" : "");
    print_rows(&a, file);
  }
  lits_free(&a.parts);
  free(a.place);
  free(a.truth);
}

void explain_along(const struct explanation *e, size_t path, FILE *file) {
  const struct history *trace = explanation_path(e, path);
  if (!e->has_story || trace->cut || trace->loop == HISTORY_NO_LOOP) return;
  if (trace->num_steps > MOST_STEPS) return;
  for (size_t k = 0; k < e->story.num_claims; k++) {
    const struct story_claim *c = &e->story.claims[k];
    if (c->reason != STORY_PATH || c->by != path || c->formula == STORY_FAIR) continue;
    const struct formula *f = &e->ctl.arena.at[c->formula];
    if (f->op == FORMULA_E || f->op == FORMULA_A) print_along(e, path, f->left, file);
  }
}
