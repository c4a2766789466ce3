#include "checker/ctl/closed_source.h"

#include "checker/system/parity.h"
#include "checker/system/substitution.h"

/* Is this condition on states and inputs never true? */
struct question {
  lit condition;
  bool begun, summed; /* sums modulo 2 are of no use, or had their turn */
  struct lits sums;   /* how far they came */
  struct sat *sat;
};

struct closed_source {
  struct bounds *bounds;
  lit source;
  struct question *at;
  size_t size, next; /* those before `next` are answered */
  bool refused;      /* one of them with yes */
  uint64_t spent;
  struct effort share; /* solvers hold on to it: this struct does not move */
};

/* --- Questions --- */
static void add(struct closed_source *c, lit condition) {
  c->at = memory_grow(c->at, c->size + 1, sizeof *c->at);
  c->at[c->size++] = (struct question){.condition = condition};
}

/* R & C & u & S & !p(N) */
static void add_step(struct closed_source *c, lit here, lit p) {
  struct aig *aig = c->bounds->aig;
  lit then = substitute(aig, aig, p, c->bounds->system->next, NULL);
  add(c, aig_and(aig, here, lit_not(then)));
}

/* S is a conjunction: sums in it are questions of their own, for only what is asserted is added up.
 * (p & even: that p stays, and that the parity does.) */
static void add_steps(struct closed_source *c, lit here) {
  struct aig *aig = c->bounds->aig;
  struct lits open = {0};
  lit rest = AIG_TRUE;
  uint8_t *seen = memory_zeroed(aig->num_nodes, 1);
  lits_push(&open, c->source);
  while (open.size > 0) {
    lit a = lits_pop(&open);
    const struct aig_node *gate = &aig->nodes[lit_node(a)];
    bool sum = parity_is_sum(aig, lit_node(a), NULL);
    if (!lit_sign(a) && gate->kind == AIG_GATE && !sum) {
      lits_push(&open, gate->left);
      lits_push(&open, gate->right);
    } else if (!seen[lit_node(a)]) {
      seen[lit_node(a)] = 1;
      if (sum)
        add_step(c, here, a);
      else
        rest = aig_and(aig, rest, a);
    }
  }
  if (rest != AIG_TRUE) add_step(c, here, rest);
  free(seen);
  lits_free(&open);
}

struct closed_source *closed_source_new(struct bounds *b, lit source, lit left, lit target) {
  struct closed_source *c = memory_zeroed(1, sizeof *c);
  const lit known[] = {b->invariant, b->system->constraint, source, left};
  *c = (struct closed_source){.bounds = b, .source = source};
  add(c, aig_and(b->aig, aig_and(b->aig, b->invariant, source), target));
  add_steps(c, aig_and_all(b->aig, known, sizeof known / sizeof *known));
  return c;
}

static void forget(struct question *q) {
  sat_free(q->sat);
  q->sat = NULL;
  lits_free(&q->sums);
}

void closed_source_free(struct closed_source *c) {
  if (!c) return;
  for (size_t k = 0; k < c->size; k++) forget(&c->at[k]);
  free(c->at);
  free(c);
}

/* --- Answers --- */
static struct sat *state(const struct closed_source *c, lit condition, enum sat_backend backend) {
  struct sat *sat = sat_new(backend, &c->share);
  struct unroll unroll;
  unroll_init(&unroll, sat, c->bounds->system);
  sat_unit(sat, unroll_lit(&unroll, 0, condition));
  unroll_free(&unroll);
  return sat;
}

/* Most sources are not closed, and that is easy to see. */
static enum sat_answer ask_easy(const struct closed_source *c, const struct question *q) {
  struct sat *sat = state(c, q->condition, SAT_CONE);
  sat_limit_conflicts(sat, tuning_of(&c->share)->iictl_closed);
  enum sat_answer answer = sat_solve(sat);
  sat_free(sat);
  return answer;
}

static enum sat_answer ask(struct closed_source *c, struct question *q) {
  enum sat_answer answer = SAT_UNKNOWN;
  if (!q->begun) answer = ask_easy(c, q);
  q->begun = q->begun || !interrupted(&c->share);
  if (answer != SAT_UNKNOWN || !q->begun) return answer;
  if (!q->summed) {
    enum parity sums = parity_refute(c->bounds->aig, q->condition, &q->sums, &c->share);
    if (sums == PARITY_REFUTED) return SAT_NO;
    q->summed = !interrupted(&c->share);
  }
  if (!q->summed) return SAT_UNKNOWN;
  if (!q->sat) q->sat = state(c, q->condition, SAT_INPROCESSING);
  return sat_solve(q->sat);
}

bool closed_source_holds(const struct closed_source *c) {
  return c && !c->refused && c->next == c->size;
}

lit closed_source_states(const struct closed_source *c) { return c->source; }

bool closed_source_run(struct closed_source *c, uint64_t ticks) {
  uint64_t before = ticks_spent(c->bounds->effort);
  if (c->refused || ticks <= c->spent) return closed_source_holds(c);
  c->share = effort_of(c->bounds->effort, ticks - c->spent);
  enum sat_answer answer = SAT_NO;
  while (c->next < c->size && !c->refused && answer == SAT_NO) {
    answer = ask(c, &c->at[c->next]);
    c->refused = answer == SAT_YES;
    if (answer != SAT_NO) continue;
    forget(&c->at[c->next]);
    c->next++;
  }
  c->spent += ticks_spent(c->bounds->effort) - before;
  return closed_source_holds(c);
}
