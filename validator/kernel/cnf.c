#include "validator/kernel/cnf.h"

/* The literal that has before the step the value of variable `var` after it: of a latch its next
 * literal, of an observed input or elementary variable its fresh input, of a monitor its fairness
 * literal, of a ghost, saved value or flag what is said of it. V_NONE for the constant and for
 * gates. */
static uint32_t before_step(const struct v_system *s, uint32_t var) {
  const struct v_model *m = s->model;
  if (var >= s->first_gate) return s->after.at[var - s->first_gate];
  if (var >= s->first_promise) return 2 * (var + s->formula.variables);
  if (var > m->maxvar) return s->fairness.at[var - m->maxvar - 1];
  if (m->kind[var] == V_LATCH) return m->next.at[m->index[var]];
  return m->kind[var] == V_INPUT ? v_fresh(s, m->index[var]) : V_NONE;
}

uint64_t v_framed(const struct v_system *s, uint32_t copy, uint32_t frame, uint32_t lit) {
  uint32_t before = frame == 1 ? before_step(s, lit / 2) : V_NONE;
  if (before != V_NONE) return v_framed(s, copy, 0, before ^ (lit & 1));
  if (lit < 2) return lit;
  return (uint64_t)copy << V_COPY_SHIFT | (uint64_t)frame << V_FRAME_SHIFT | lit;
}

uint64_t v_in_row(const struct v_system *s, uint32_t step, uint32_t lit) {
  for (; step > 0 && v_has_role(s, lit, V_STATE); step--) {
    uint32_t before = before_step(s, lit / 2);
    if (before == V_NONE) break;
    lit = before ^ (lit & 1);
  }
  return v_framed(s, step, 0, lit);
}

static uint32_t copy_of(uint64_t framed) { return (uint32_t)(framed >> V_COPY_SHIFT); }
static uint32_t frame_of(uint64_t framed) { return (uint32_t)(framed >> V_FRAME_SHIFT & 1); }
static uint32_t variable_of(uint64_t framed) { return (uint32_t)framed / 2; }
static uint64_t positive(uint64_t framed) { return framed & ~(uint64_t)1; }

/* --- Stating clauses --- */
static uint64_t selector(const struct v_builder *b, size_t k) {
  return V_EXTRA + 2 * (uint64_t)b->selectors.at[k];
}

void v_clause(struct v_builder *b, const uint64_t *literals) {
  if (b->in_case) V_ADD(&b->literals, selector(b, b->selectors.size - 1) ^ 1);
  for (; *literals != V_END_OF_CLAUSE; literals++) V_ADD(&b->literals, *literals);
  V_ADD(&b->literals, V_END_OF_CLAUSE);
}

void v_unit(struct v_builder *b, uint32_t copy, uint32_t frame, uint32_t lit) {
  V_CLAUSE(b, v_framed(b->system, copy, frame, lit));
}

uint64_t v_extra(struct v_builder *b) {
  uint64_t variable = V_EXTRA + 2 * (uint64_t)b->extras;
  b->extras++;
  return variable;
}

void v_case_of(struct v_builder *b, const uint64_t *literals) {
  v_push(&b->selectors, b->extras);
  v_extra(b);
  b->in_case = true;
  for (; *literals != V_END_OF_CLAUSE; literals++) V_CLAUSE(b, *literals);
}

void v_case(struct v_builder *b) { v_case_of(b, (const uint64_t[]){V_END_OF_CLAUSE}); }
void v_context(struct v_builder *b) { b->in_case = false; }

void v_builder_free(struct v_builder *b) {
  free(b->literals.at);
  v_list_free(&b->selectors);
  *b = (struct v_builder){0};
}

/* --- Numbering --- */
struct build {
  const struct v_builder *b;
  struct v_cnf *cnf;
  struct v_map numbers; /* from framed variables to CNF variables */
  uint32_t *mark;       /* per literal: the serial number of the last clause with it */
  uint32_t serial;
  bool tautology; /* the clause at hand */
};

/* The complement of the selector of a case that is alone. */
static bool is_left_out(const struct v_builder *b, uint64_t literal) {
  return b->selectors.size == 1 && literal == (selector(b, 0) ^ 1);
}

static void visit(struct build *w, uint64_t framed) {
  uint32_t *number = v_map_at(&w->numbers, positive(framed));
  if (*number != V_NONE) return;
  *number = 0;
  if (w->cnf->num_vars >= V_MAX_VARIABLE) v_exhausted();
  V_ADD(&w->cnf->framed, positive(framed));
  w->cnf->num_vars++;
}

static const uint32_t *gate_of(const struct build *w, uint64_t framed, size_t *count) {
  *count = 0;
  return framed < V_EXTRA ? v_gate(w->b->system, variable_of(framed), count) : NULL;
}

static uint64_t argument_of(const struct build *w, uint64_t gate, uint32_t lit) {
  if (w->b->is_row) return v_in_row(w->b->system, copy_of(gate), lit);
  return v_framed(w->b->system, copy_of(gate), frame_of(gate), lit);
}

int v_compare_framed(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a;
  uint64_t y = *(const uint64_t *)b;
  if (x == y) return 0;
  return x < y ? -1 : 1;
}

/* The variables, numbered in sorted order: what clauses mention, closed under arguments of gates.
 */
static void collect(struct build *w) {
  struct v_cnf *cnf = w->cnf;
  for (size_t k = 0; k < w->b->literals.size; k++) {
    uint64_t literal = w->b->literals.at[k];
    if (literal != V_END_OF_CLAUSE && !is_left_out(w->b, literal)) visit(w, literal);
  }
  for (uint32_t k = 0; k < cnf->num_vars; k++) {
    uint64_t gate = cnf->framed.at[k];
    size_t count;
    const uint32_t *arguments = gate_of(w, gate, &count);
    for (size_t n = 0; n < count; n++) visit(w, argument_of(w, gate, arguments[n]));
  }
  if (cnf->num_vars > 0)
    qsort(cnf->framed.at, cnf->num_vars, sizeof *cnf->framed.at, v_compare_framed);
  for (uint32_t k = 0; k < cnf->num_vars; k++) *v_map_at(&w->numbers, cnf->framed.at[k]) = k + 1;
}

/* --- Clauses --- */
/* The variable of the constant stands for true, which is literal 1. */
static uint32_t numbered(struct build *w, uint64_t framed) {
  uint32_t sign = (uint32_t)(framed & 1);
  bool constant = framed < 2;
  uint32_t variable = *v_map_at(&w->numbers, positive(framed));
  return 2 * variable + (constant ? sign ^ 1 : sign);
}

/* A clause is begun, gets its literals, each once, and is ended: left out if a tautology. */
static void begin(struct build *w) {
  w->serial++;
  w->tautology = false;
}

static void add(struct build *w, uint64_t literal) {
  uint32_t lit = numbered(w, literal);
  if (w->mark[lit] == w->serial) return;
  if (w->mark[lit ^ 1] == w->serial) w->tautology = true;
  w->mark[lit] = w->serial;
  v_push(&w->cnf->literals, lit);
}

static void end(struct build *w) {
  struct v_cnf *cnf = w->cnf;
  if (w->tautology)
    cnf->literals.size = cnf->start.at[cnf->start.size - 1];
  else
    v_push(&cnf->start, (uint32_t)cnf->literals.size);
}

/* -g a_1, .., -g a_n, g -a_1 .. -a_n */
static void emit_gate(struct build *w, uint64_t gate) {
  size_t count;
  const uint32_t *arguments = gate_of(w, gate, &count);
  if (!arguments) return;
  for (size_t n = 0; n < count; n++) {
    begin(w);
    add(w, gate ^ 1);
    add(w, argument_of(w, gate, arguments[n]));
    end(w);
  }
  begin(w);
  add(w, gate);
  for (size_t n = 0; n < count; n++) add(w, argument_of(w, gate, arguments[n]) ^ 1);
  end(w);
}

static void emit_constraints(struct build *w) {
  const struct v_builder *b = w->b;
  begin(w);
  for (size_t k = 0; k < b->literals.size; k++) {
    if (b->literals.at[k] == V_END_OF_CLAUSE) {
      end(w);
      begin(w);
    } else if (!is_left_out(b, b->literals.at[k])) {
      add(w, b->literals.at[k]);
    }
  }
  if (b->selectors.size < 2) return;
  for (size_t k = 0; k < b->selectors.size; k++) add(w, selector(b, k));
  end(w);
}

void v_cnf_build(const struct v_builder *b, struct v_cnf *cnf) {
  static const uint64_t constant_true = 1;
  struct build w = {.b = b, .cnf = cnf};
  *cnf = (struct v_cnf){0};
  collect(&w);
  w.mark = v_zeroed(2 * (size_t)cnf->num_vars + 2, sizeof *w.mark);
  v_push(&cnf->start, 0);
  if (*v_map_at(&w.numbers, 0) != V_NONE) {
    begin(&w);
    add(&w, constant_true);
    end(&w);
  }
  for (uint32_t k = 0; k < cnf->num_vars; k++) emit_gate(&w, cnf->framed.at[k]);
  emit_constraints(&w);
  free(w.mark);
  v_map_free(&w.numbers);
}

size_t v_cnf_clauses(const struct v_cnf *cnf) { return cnf->start.size - 1; }

void v_cnf_free(struct v_cnf *cnf) {
  v_lists_free((struct v_list *[]){&cnf->literals, &cnf->start, NULL});
  free(cnf->framed.at);
  *cnf = (struct v_cnf){0};
}
