/* Queries that turn out to be hard. The cone solver is made for easy ones; one that has cost
 * thousands of conflicts is better off with a solver that simplifies what it is given. So the
 * domain of the query, which is often a small part of everything, is handed over. (A query with a
 * limit of its own is not: whoever set it has other plans for what is hard.)
 *
 * Where the end of a turn interrupts it, the other solver is kept: the next turn is likely to begin
 * with the same query, and would spend all of it on what is known already. Clauses that came in the
 * meantime are not handed over. So a "no" counts as it stands, and a "yes" is a proposal, which the
 * cone solver's own search accepts or not: as always. */
#include "checker/sat/backend.h"
#include "checker/sat/cone.h"

struct handover {
  const struct cone *from;
  const struct sat_ops *ops;
  void *to;
  int *image;        /* per variable of the cone solver; 0: not in the domain */
  uint32_t num_vars; /* that have one: others came later */
  int truth;
  struct ints clause;
  struct lits assumptions; /* of the query */
  uint64_t conflicts;      /* that the cone solver has counted */
};

/* Domain variables are free at level 0, and what is fixed there is a constant. */
static void map_domain(struct handover *h) {
  const struct cone *s = h->from;
  h->truth = h->ops->var(h->to);
  h->ops->clause(h->to, &h->truth, 1);
  h->num_vars = s->num_vars;
  h->image = memory_zeroed((size_t)s->num_vars + 1, sizeof *h->image);
  for (uint32_t v = 1; v <= s->num_vars; v++) {
    int8_t value = s->values[2 * v];
    if (value == FREE) h->image[v] = h->ops->var(h->to);
    if (value == TRUE_VALUE || value == FALSE_VALUE)
      h->image[v] = value == TRUE_VALUE ? h->truth : -h->truth;
  }
}

static int image_of(const struct handover *h, literal p) {
  return p & 1 ? -h->image[p >> 1] : h->image[p >> 1];
}

static void hand_over_gates(struct handover *h) {
  const struct cone *s = h->from;
  for (uint32_t v = 1; v <= s->num_vars; v++) {
    const literal *in = s->fanin[v];
    if (s->values[2 * v] != FREE || in[0] == 0) continue;
    int a = image_of(h, in[0]), b = image_of(h, in[1]);
    literal c = cone_chooser(s, v);
    if (c)
      h->ops->choice(h->to, h->image[v], image_of(h, c), a, b);
    else
      h->ops->gate(h->to, h->image[v], a, b);
  }
}

/* A clause with a literal outside the domain is none of the query's business. */
static void hand_over_clause(struct handover *h, uint32_t ref) {
  const struct cone *s = h->from;
  ints_clear(&h->clause);
  for (uint32_t k = 0; k < s->arena[ref]; k++) {
    literal p = s->arena[ref + CLAUSE_HEADER + k];
    if (s->values[p] == OUTSIDE || s->values[p] == TRUE_VALUE) return;
    if (s->values[p] == FREE) ints_push(&h->clause, image_of(h, p));
  }
  h->ops->clause(h->to, h->clause.at, h->clause.size);
}

static void assume(struct handover *h, literal p) { h->ops->assume(h->to, image_of(h, p)); }

static enum sat_answer solve(struct handover *h) {
  const struct cone *s = h->from;
  if (s->activator) assume(h, s->activator);
  for (size_t k = 0; k < s->assumptions.size; k++) assume(h, s->assumptions.at[k]);
  return h->ops->solve(h->to);
}

static void take_core(struct cone *s, const struct handover *h) {
  for (size_t k = 0; k < s->assumptions.size; k++) {
    literal p = s->assumptions.at[k];
    if (h->ops->failed(h->to, image_of(h, p))) s->failed[p] = s->solve_number;
  }
}

/* As phases: the search that follows decides no other way, and meets no conflict. */
static void take_model(struct cone *s, const struct handover *h) {
  for (uint32_t v = 1; v <= h->num_vars; v++) {
    if (s->values[2 * v] != FREE || !h->image[v]) continue;
    bool on = h->ops->value(h->to, h->image[v]) > 0;
    s->flags[v] = (uint8_t)(on ? s->flags[v] | PHASE : s->flags[v] & ~PHASE);
  }
}

static struct handover *hand_over(const struct cone *s) {
  struct handover *h = memory_zeroed(1, sizeof *h);
  *h = (struct handover){.from = s, .ops = &sat_inprocessing_ops};
  h->to = h->ops->create(s->effort);
  map_domain(h);
  hand_over_gates(h);
  for (size_t k = 0; k < s->permanent.size; k++) hand_over_clause(h, s->permanent.at[k]);
  lits_assign(&h->assumptions, &s->assumptions);
  return h;
}

static void count_conflicts(struct cone *s, struct handover *h) {
  struct sat_statistics spent = h->ops->statistics(h->to);
  s->handed_over += spent.conflicts - h->conflicts;
  h->conflicts = spent.conflicts;
}

void cone_drop_hard(struct cone *s) {
  struct handover *h = s->hard;
  if (!h) return;
  h->ops->destroy(h->to);
  free(h->image);
  ints_free(&h->clause);
  lits_free(&h->assumptions);
  free(h);
  s->hard = NULL;
}

bool cone_hard_waits(const struct cone *s) {
  const struct handover *h = s->hard;
  return h && !s->activator && lits_equal(&h->assumptions, &s->assumptions);
}

enum sat_answer cone_solve_hard(struct cone *s) {
  cone_backtrack(s, 0);
  if (!cone_hard_waits(s)) {
    cone_drop_hard(s);
    s->hard = hand_over(s);
  }
  enum sat_answer answer = solve(s->hard);
  if (answer == SAT_NO) take_core(s, s->hard);
  if (answer == SAT_YES) take_model(s, s->hard);
  count_conflicts(s, s->hard);
  /* The clause of a constraint is another one the next time. */
  if (answer != SAT_UNKNOWN || s->activator) cone_drop_hard(s);
  return answer;
}
