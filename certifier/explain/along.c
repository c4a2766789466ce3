/* Which parts of a path formula are true along a path that shows it or its opposite. The path is a
 * lasso, so that they can be computed: parts in order, each from the last state backwards until
 * nothing changes. */
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
  uint8_t *truth;    /* per step and part */
};

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
    }
  }
  lits_free(&stack);
}

/* The values of the model's variables in a step; what is free there is 0, and no atom sees it. */
static void load_step(const struct along *a, size_t step, uint8_t *value) {
  const struct aiger *m = a->e->model;
  const uint8_t *cells = a->trace->cells + step * a->trace->signals->num_bits;
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
  a->truth = memory_zeroed(a->trace->num_steps * n, 1);
  for (size_t t = 0; t < a->trace->num_steps; t++) {
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

/* Part k in a step from its arguments there, and in the step behind it. */
static enum truth truth_in(const struct along *a, size_t step, size_t k) {
  const struct formula *f = &a->e->ctl.arena.at[a->parts.at[k]];
  size_t then = step + 1 < a->trace->num_steps ? step + 1 : a->trace->loop;
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

static void compute(struct along *a) {
  size_t n = a->parts.size;
  for (size_t k = 0; k < n; k++)
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t t = a->trace->num_steps; t-- > 0;) {
        uint8_t truth = (uint8_t)truth_in(a, t, k);
        changed = changed || truth != a->truth[t * n + k];
        a->truth[t * n + k] = truth;
      }
    }
}

/* The temporal parts, and what they are made of; true and false say nothing. */
static void print_rows(const struct along *a, FILE *file) {
  for (size_t k = 0; k < a->parts.size; k++) {
    const struct formula *f = &a->e->ctl.arena.at[a->parts.at[k]];
    if (f->op == FORMULA_ATOM && f->lit < 2) continue;
    fputs("  ", file);
    for (size_t t = 0; t < a->trace->num_steps; t++)
      fprintf(file, "%s%c", t == a->trace->loop ? " (" : " ",
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
    fprintf(file,
            " What is true of the path from each of its steps on (those in parentheses come again "
            "and again):\n");
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
