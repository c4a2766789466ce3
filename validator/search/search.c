#include "validator/search/search.h"

#include "validator/search/congruence.h"
#include "validator/search/split.h"

/* Variables of old conflicts are soon forgotten: with 0.95 the invariant of bufferAlloc takes three
 * times as long (docs/performance.md). */
static const double decay = 0.8;
static const double fast = 1.0 / 32, slow = 1.0 / 4096; /* averages of glue, */
static const double margin = 1.1;                       /* restart beyond that */
enum {
  LEAST_BETWEEN_RESTARTS = 4,
  FIRST_REDUCTION = 1000,
  MORE_BETWEEN_REDUCTIONS = 300,
  VIVIFY_PART = 5,        /* one part in so many of all work */
  MOST_NUMBERS = 1 << 26, /* of a derivation: 256 MB */
  EASY = 5000,            /* conflicts, before cases and sums are looked at .. */
  IN_VAIN = 4, /* .. for one part in so many of the work so far, if they refute nothing */
};

struct search {
  struct v_cdcl s;
  const uint32_t *first_case, *end_of_cases; /* of the obligation */
  const uint32_t *cases;                     /* that are not refuted yet */
  /* What the last of them may violate, one by one: literals of its longest clause. */
  const uint32_t *parts, *end_of_parts;
  uint64_t conflicts, restarted;  /* restarted: at how many conflicts */
  uint64_t reduce_at, reductions; /* next, and so far */
  uint64_t vivified;              /* work so far */
  double glue_fast, glue_slow;
};

static void average(double *mean, double value, double weight, uint64_t count) {
  double w = 1.0 / (double)count; /* the first values weigh as much as they should */
  *mean += (value - *mean) * (w > weight ? w : weight);
}

static void learn(struct search *x, uint32_t conflict) {
  uint32_t glue = v_cdcl_analyze(&x->s, conflict);
  v_cdcl_learn(&x->s, glue);
  v_order_decay(&x->s.order, x->s.num_vars, decay);
  x->conflicts++;
  average(&x->glue_fast, glue, fast, x->conflicts);
  average(&x->glue_slow, glue, slow, x->conflicts);
}

/* The most active variable without a value; V_NONE if there is none. It leaves the order. */
static uint32_t next_variable(struct v_cdcl *s) {
  uint32_t var = v_order_pop(&s->order);
  while (var != V_NONE && (s->value[2 * var] || s->eliminated[var] == V_ELIMINATED))
    var = v_order_pop(&s->order);
  return var;
}

/* The case that is looked at, or of the last one its part. */
static bool is_case(const struct search *x, uint32_t lit) {
  return (x->cases < x->end_of_cases && lit == *x->cases) ||
         (x->parts < x->end_of_parts && lit == *x->parts);
}

/* The level up to which decisions would be made again: the case, and variables that are more active
 * than all open ones (van der Tak, Ramos, Heule: Reusing the assignment trail in CDCL solvers,
 * 2011). */
static uint32_t level_to_keep(struct search *x) {
  struct v_cdcl *s = &x->s;
  uint32_t level = 0;
  uint32_t next = next_variable(s);
  if (next == V_NONE) return v_level(s);
  v_order_insert(&s->order, next);
  for (; level < v_level(s); level++) {
    uint32_t lit = s->trail.at[s->control.at[level]];
    if (level == 0 && is_case(x, lit)) continue;
    if (!v_order_is_before(&s->order, lit / 2, next)) break;
  }
  return level;
}

static void restart(struct search *x, uint32_t level) {
  v_cdcl_backtrack(&x->s, level);
  x->restarted = x->conflicts;
}

static void reduce(struct search *x) {
  restart(x, 0);
  if (!v_cdcl_propagate_top(&x->s)) return;
  v_cdcl_reduce(&x->s);
  x->reductions++;
  x->reduce_at = x->conflicts + FIRST_REDUCTION + MORE_BETWEEN_REDUCTIONS * x->reductions;
  uint64_t from = x->s.work;
  if (x->vivified * VIVIFY_PART < from) v_cdcl_vivify(&x->s, from / VIVIFY_PART - x->vivified);
  x->vivified += x->s.work - from;
}

static bool decide_part(struct search *x) {
  struct v_cdcl *s = &x->s;
  while (x->parts < x->end_of_parts && s->value[*x->parts] < 0) x->parts++;
  if (x->parts == x->end_of_parts || s->value[*x->parts]) return false;
  v_cdcl_decide(s, *x->parts);
  return true;
}

/* One of the cases first, and that one until it is refuted: what is learnt about it is about few
 * gates. The last case is true, and its parts take turns likewise. */
static bool decide_case(struct search *x) {
  struct v_cdcl *s = &x->s;
  while (x->cases < x->end_of_cases && s->value[*x->cases] < 0) x->cases++;
  if (x->cases == x->end_of_cases) return false;
  if (s->value[*x->cases]) return decide_part(x);
  v_cdcl_decide(s, *x->cases);
  return true;
}

/* False if every variable has a value. */
static bool decide(struct search *x) {
  struct v_cdcl *s = &x->s;
  if (v_level(s) == 0 && decide_case(x)) return true;
  uint32_t var = next_variable(s);
  if (var == V_NONE) return false;
  v_cdcl_decide(s, 2 * var + s->phase[var]);
  return true;
}

static enum v_answer run(struct search *x, uint64_t most_work, uint64_t most_conflicts) {
  struct v_cdcl *s = &x->s;
  while (s->work < most_work && x->conflicts < most_conflicts &&
         v_derivation_size(&s->derivation) < MOST_NUMBERS) {
    if (v_level(s) == 0 && !v_cdcl_propagate_top(s)) return V_REFUTED;
    uint32_t conflict = v_cdcl_propagate(s);
    if (conflict != V_NONE)
      learn(x, conflict);
    else if (x->conflicts >= x->reduce_at)
      reduce(x);
    else if (x->conflicts >= x->restarted + LEAST_BETWEEN_RESTARTS &&
             x->glue_fast > margin * x->glue_slow)
      restart(x, level_to_keep(x));
    else if (!decide(x))
      return V_SATISFIED;
  }
  return V_NO_ANSWER;
}

static uint8_t *assignment(const struct v_cdcl *s) {
  uint8_t *values = v_zeroed((size_t)s->num_vars + 1, 1);
  for (uint32_t var = 1; var <= s->num_vars; var++) values[var] = s->value[2 * var] > 0;
  v_cdcl_complete(s, values);
  return values;
}

/* The literals behind the first one, if they are more than there are. */
static void take_parts(struct search *x, const struct v_cnf *cnf, size_t clause) {
  const uint32_t *from = cnf->literals.at + cnf->start.at[clause] + 1;
  const uint32_t *end = cnf->literals.at + cnf->start.at[clause + 1];
  if (end - from <= x->end_of_parts - x->parts) return;
  x->parts = from;
  x->end_of_parts = end;
}

static uint32_t first_literal(const struct v_cnf *cnf, size_t clause) {
  size_t from = cnf->start.at[clause], end = cnf->start.at[clause + 1];
  return from < end ? cnf->literals.at[from] : V_NONE;
}

/* Clauses of a case start with the complement of its selector. Where one says only that a gate is
 * false, its parts are those of the gate, whose clauses start with the gate. */
static void find_parts(struct search *x, const struct v_cnf *cnf) {
  uint32_t selector = x->end_of_cases[-1];
  uint8_t *is_false = v_zeroed((size_t)cnf->num_vars + 1, 1);
  x->parts = x->end_of_parts = x->first_case;
  for (size_t k = 0; k < v_cnf_clauses(cnf); k++) {
    if (first_literal(cnf, k) != (selector ^ 1)) continue;
    uint32_t last = cnf->literals.at[cnf->start.at[k + 1] - 1];
    if (last & 1) is_false[last / 2] = cnf->start.at[k + 1] - cnf->start.at[k] == 2;
    take_parts(x, cnf, k);
  }
  for (size_t k = 0; k < v_cnf_clauses(cnf); k++) {
    uint32_t gate = first_literal(cnf, k);
    if (gate != V_NONE && !(gate & 1) && is_false[gate / 2]) take_parts(x, cnf, k);
  }
  for (const uint32_t *lit = x->parts; lit < x->end_of_parts; lit++)
    x->s.eliminated[*lit / 2] = V_FROZEN;
  free(is_false);
}

/* The last clause of an obligation is the list of its cases (validator/kernel/cnf.h). Of another
 * formula it is a clause like others. */
static void find_cases(struct search *x, const struct v_cnf *cnf) {
  size_t count = v_cnf_clauses(cnf);
  if (count == 0) return;
  x->first_case = cnf->literals.at + cnf->start.at[count - 1];
  x->cases = x->first_case;
  x->end_of_cases = cnf->literals.at + cnf->start.at[count];
  for (const uint32_t *lit = x->cases; lit < x->end_of_cases; lit++)
    x->s.eliminated[*lit / 2] = V_FROZEN;
  if (x->first_case < x->end_of_cases) find_parts(x, cnf);
}

static void start(struct v_cdcl *s, const struct v_cnf *cnf) {
  v_cdcl_start(s, cnf->num_vars, (uint32_t)v_cnf_clauses(cnf));
  for (uint32_t k = 0; k < v_cnf_clauses(cnf); k++)
    v_cdcl_add(s, cnf->literals.at + cnf->start.at[k], cnf->start.at[k + 1] - cnf->start.at[k],
               k + 1, 0);
}

/* A second opinion, from the beginning: eliminated variables are back. */
static bool refute_by_sums(const struct search *x, const struct v_cnf *cnf, uint64_t most_work,
                           struct v_bytes *proof) {
  struct v_cdcl s;
  start(&s, cnf);
  v_split(&s, cnf, x->first_case, x->end_of_cases, x->s.work / IN_VAIN, most_work);
  if (s.refuted) *proof = v_derivation_text(&s.derivation);
  bool refuted = s.refuted;
  v_cdcl_free(&s);
  return refuted;
}

enum v_answer v_search(const struct v_cnf *cnf, uint64_t most_work, struct v_bytes *proof,
                       uint8_t **values) {
  struct search x = {.reduce_at = FIRST_REDUCTION};
  start(&x.s, cnf);
  find_cases(&x, cnf);
  v_congruence(&x.s, cnf, x.cases, x.end_of_cases);
  v_cdcl_eliminate(&x.s, most_work / 10);
  enum v_answer answer = run(&x, most_work, EASY);
  bool by_sums = answer == V_NO_ANSWER && refute_by_sums(&x, cnf, most_work, proof);
  if (answer == V_NO_ANSWER && !by_sums) answer = run(&x, most_work, UINT64_MAX);
  if (answer == V_REFUTED) *proof = v_derivation_text(&x.s.derivation);
  if (answer == V_SATISFIED) *values = assignment(&x.s);
  v_cdcl_free(&x.s);
  return by_sums ? V_REFUTED : answer;
}

bool v_cnf_satisfied(const struct v_cnf *cnf, const uint8_t *values) {
  for (size_t k = 0; k < v_cnf_clauses(cnf); k++) {
    uint32_t n = cnf->start.at[k];
    while (n < cnf->start.at[k + 1] && !v_value(values, cnf->literals.at[n])) n++;
    if (n == cnf->start.at[k + 1]) return false;
  }
  return true;
}
