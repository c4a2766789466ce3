#include "validator/search/congruence.h"

#include "validator/search/closure.h"

static const uint32_t NO_CASE = V_NONE - 1;
enum {
  FREE_PASSES = 4,  /* over the CNF, for cases that are not refuted */
  MOST_PASSES = 10, /* over all gates, one after the other */
};

struct congruence {
  struct v_closure closure;
  const struct v_cnf *cnf;
  uint32_t *clause_of; /* per variable: the last clause of the case that it selects, or NO_CASE */
  struct v_list older; /* per clause: the one before it of its case, or V_NONE */
  struct v_list cone;  /* gates below the case that is looked at */
  uint32_t *seen;      /* per variable: the last case whose cone it is in */
};

/* --- Without assumptions --- */
static bool is_open(const struct v_closure *c, uint32_t gate) {
  return c->gates.definition[gate] && c->equal[gate] == 2 * gate;
}

static bool close_once(struct v_closure *c) {
  uint32_t conflict;
  uint32_t count = c->s->num_vars;
  if (!v_closure_differences(c, &conflict)) return false;
  v_closure_assume(c, count);
  for (uint32_t var = 1; var <= count; var++)
    if (is_open(c, var) && !v_closure_gate(c, var, &conflict)) return false;
  return true;
}

/* What is equal may say that more is. */
static void close_all(struct v_closure *c) {
  size_t before;
  unsigned passes = 0;
  do {
    before = c->merged.size;
    passes++;
  } while (close_once(c) && c->merged.size > before && passes < MOST_PASSES);
}

/* --- Cases --- */
static const uint32_t *clause_at(const struct v_cnf *cnf, uint32_t clause, const uint32_t **end) {
  *end = cnf->literals.at + cnf->start.at[clause + 1];
  return cnf->literals.at + cnf->start.at[clause];
}

/* Clauses of a case start with the complement of its selector. */
static void find_clauses(struct congruence *x, const uint32_t *cases, const uint32_t *end) {
  for (const uint32_t *lit = cases; lit < end; lit++) x->clause_of[*lit / 2] = V_NONE;
  for (uint32_t k = 0; k < v_cnf_clauses(x->cnf); k++) {
    const uint32_t *last;
    const uint32_t *lit = clause_at(x->cnf, k, &last);
    uint32_t *newest = lit < last && *lit & 1 ? &x->clause_of[*lit / 2] : NULL;
    v_push(&x->older, newest ? *newest : V_NONE);
    if (newest && *newest != NO_CASE) *newest = k;
  }
}

static void see(struct congruence *x, uint32_t var, uint32_t selector) {
  if (x->seen[var] == selector || !x->closure.gates.definition[var]) return;
  x->seen[var] = selector;
  v_push(&x->cone, var);
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Gates that the clauses of a case look at, in ascending order. */
static void find_cone(struct congruence *x, uint32_t selector) {
  const struct v_gates *g = &x->closure.gates;
  x->cone.size = 0;
  for (uint32_t k = x->clause_of[selector / 2]; k != V_NONE; k = x->older.at[k]) {
    const uint32_t *end;
    const uint32_t *lit = clause_at(x->cnf, k, &end);
    for (; lit < end; lit++) see(x, *lit / 2, selector);
  }
  for (size_t k = 0; k < x->cone.size; k++) {
    uint32_t gate = x->cone.at[k];
    x->closure.is_tree[gate] = 0;
    see(x, x->closure.equal[gate] / 2, selector);
    for (uint32_t n = 0; n < g->count[gate]; n++) see(x, g->negated[gate][n] / 2, selector);
    x->closure.work += g->count[gate];
  }
  if (x->cone.size > 0) qsort(x->cone.at, x->cone.size, sizeof *x->cone.at, compare);
}

static uint32_t close_cone(struct congruence *x) {
  struct v_closure *c = &x->closure;
  uint32_t conflict = V_NONE;
  for (size_t k = 0; k < x->cone.size; k++) {
    uint32_t gate = x->cone.at[k];
    if (is_open(c, gate) && !v_closure_gate(c, gate, &conflict)) return conflict;
  }
  return V_NONE;
}

/* Is it refuted? */
static bool close_case(struct congruence *x, uint32_t selector) {
  struct v_closure *c = &x->closure;
  size_t kept = c->merged.size;
  find_cone(x, selector);
  v_cdcl_decide(c->s, selector);
  v_closure_assume(c, x->cone.size);
  uint32_t conflict = v_cdcl_propagate(c->s);
  if (conflict == V_NONE) conflict = close_cone(x);
  if (conflict != V_NONE) {
    v_cdcl_analyze_decisions(c->s, conflict, V_NONE);
    v_cdcl_learn(c->s, 1);
    v_cdcl_propagate_top(c->s);
  }
  v_cdcl_backtrack(c->s, 0);
  v_closure_undo(c, kept);
  return conflict != V_NONE;
}

/* Goes on as long as it pays: what is spent in vain is limited, and may grow with what is not. The
 * last case is not a case but true. */
static void close_cases(struct congruence *x, const uint32_t *cases, const uint32_t *end) {
  struct v_cdcl *s = x->closure.s;
  uint64_t credit = FREE_PASSES * (uint64_t)x->cnf->literals.size;
  size_t most_clauses = 2 * s->clauses.size;
  bool some_refuted = false;
  find_clauses(x, cases, end);
  for (const uint32_t *lit = cases; lit < end && !s->refuted; lit++) {
    if (s->value[*lit] > 0 && some_refuted) close_all(&x->closure);
    if (s->value[*lit] > 0) return;
    if (s->value[*lit] < 0) continue;
    uint64_t before = s->work + x->closure.work;
    bool refuted = close_case(x, *lit);
    uint64_t cost = s->work + x->closure.work - before;
    if (!refuted && cost > credit) return;
    some_refuted |= refuted;
    credit = refuted ? credit + cost : credit - cost;
    if (s->clauses.size > most_clauses) v_cdcl_forget(s);
  }
}

void v_congruence(struct v_cdcl *s, const struct v_cnf *cnf, const uint32_t *cases,
                  const uint32_t *end_of_cases) {
  struct congruence x = {.cnf = cnf};
  if (!v_cdcl_propagate_top(s)) return;
  v_closure_start(&x.closure, s, cnf);
  x.clause_of = v_need(NULL, (size_t)s->num_vars + 1, sizeof *x.clause_of);
  for (uint32_t var = 0; var <= s->num_vars; var++) x.clause_of[var] = NO_CASE;
  x.seen = v_zeroed((size_t)s->num_vars + 1, sizeof *x.seen);
  close_all(&x.closure);
  if (!s->refuted) close_cases(&x, cases, end_of_cases);
  s->work += x.closure.work;
  v_closure_free(&x.closure);
  v_lists_free((struct v_list *[]){&x.older, &x.cone, NULL});
  free(x.clause_of);
  free(x.seen);
}
