/* What two chains of exclusive ors have in common shows only when it is known which way data go:
 * where multiplexers have chosen, the arguments of the chains are equal in pairs. So the cases are
 * values of the selectors below the sums, one after the other. A case is done when equal gates and
 * sums refute it, or the search when little is left of the sums. */
#include "validator/search/split.h"

#include "validator/search/cases.h"

enum {
  MOST_ROUNDS = 4,       /* of merging and adding up in one case */
  MOST_CONFLICTS = 4000, /* of the search in one case */
  MOST_TERMS = 24,       /* that are left of the sums when a case is worth a search */
};

/* --- One case --- */
static bool merge_pairs(struct v_cases *x, uint32_t *conflict) {
  struct v_closure *c = &x->closure;
  for (size_t k = 0; k < x->pairs.size; k++) {
    const struct v_pair *p = &x->pairs.at[k];
    uint32_t var = p->literals[0] / 2;
    if (v_root(c, 2 * var) != 2 * var || c->s->value[2 * var]) continue;
    if (v_root(c, p->literals[1]) != p->literals[1] || c->s->value[p->literals[1]]) continue;
    if (!v_closure_equate(c, var, p->literals[1] ^ (p->literals[0] & 1), p->forth, p->back,
                          conflict))
      return false;
  }
  return true;
}

static bool close_gates(struct v_cases *x, uint32_t *conflict) {
  struct v_closure *c = &x->closure;
  v_closure_assume(c, x->s->num_vars);
  if (!merge_pairs(x, conflict)) return false;
  for (uint32_t var = 1; var <= x->s->num_vars; var++)
    if (c->gates.definition[var] && c->equal[var] == 2 * var && !v_closure_gate(c, var, conflict))
      return false;
  return true;
}

static bool close_case(struct v_cases *x, uint32_t *conflict) {
  for (unsigned round = 0; round < MOST_ROUNDS; round++) {
    bool open = close_gates(x, conflict);
    x->pairs.size = 0;
    if (!open || !v_sums_eliminate(&x->sums, conflict)) return false;
    if (x->sums.gained == 0) return true;
  }
  return true;
}

/* Behind the selectors: refuted, or made smaller? */
static bool finish_case(struct v_cases *x) {
  uint32_t conflict = V_NONE;
  if (v_sums_state(&x->sums, &conflict))
    return v_cases_sweep(x) || v_cases_search(x, MOST_CONFLICTS);
  v_cases_learn(x, conflict);
  return true;
}

/* Refutes it, or its last literal, or makes a smaller one of it. False if nothing helps. */
static bool look_at_case(struct v_cases *x) {
  uint32_t conflict = V_NONE;
  if (!close_case(x, &conflict)) {
    v_cases_learn(x, conflict);
    return true;
  }
  uint32_t selector = v_cases_selector(x);
  if (v_cases_terms(x) <= MOST_TERMS && finish_case(x)) return true;
  if (selector == V_NONE) return false;
  v_cases_push(x, 2 * selector);
  return true;
}

/* --- All cases --- */
struct limits {
  uint64_t free, most; /* steps */
  size_t clauses;      /* before those that say something about other cases are forgotten */
};

/* What is spent in vain is limited, and may grow with the part that is refuted. */
static bool pays(const struct v_cases *x, const struct limits *limits) {
  double granted = (double)limits->free + (double)limits->most * x->refuted;
  return (double)v_cases_work(x) < granted;
}

/* With the literals that the case has: is it refuted? */
static bool split_case(struct v_cases *x, const struct limits *limits) {
  struct v_cdcl *s = x->s;
  size_t base = x->path.size;
  bool more = true;
  while (more && pays(x, limits)) {
    v_cdcl_backtrack(s, 0);
    if (!v_cdcl_propagate_top(s)) return true;
    if (s->clauses.size > limits->clauses) v_cdcl_forget(s);
    if (!v_cases_follow(x)) continue;
    if (x->path.size < base) return true;
    more = look_at_case(x);
  }
  return false;
}

static void split_all(struct v_cases *x, const uint32_t *cases, const uint32_t *end,
                      const struct limits *limits) {
  for (const uint32_t *literal = cases; literal < end && !x->s->refuted; literal++) {
    if (x->s->value[*literal] < 0) continue;
    x->refuted = 0;
    x->parts.at[0] = 1;
    if (x->s->value[*literal] == 0) v_cases_push(x, *literal);
    if (!split_case(x, limits)) return;
  }
}

void v_split(struct v_cdcl *s, const struct v_cnf *cnf, const uint32_t *cases,
             const uint32_t *end_of_cases, uint64_t free_work, uint64_t most_work) {
  struct limits limits = {free_work, most_work, 2 * s->clauses.size};
  struct v_cases x;
  v_cases_start(&x, s, cnf);
  if (x.sums.gates.size > 0) split_all(&x, cases, end_of_cases, &limits);
  s->work += x.closure.work;
  v_cases_free(&x);
}
