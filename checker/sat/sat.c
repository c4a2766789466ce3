#include "checker/sat/sat.h"
#include "checker/sat/backend.h"
#include "formats/support/vector.h"

struct sat {
  const struct sat_ops *ops;
  void *solver;
  const struct effort *effort;
  struct sat_statistics counted; /* in the statistics of the check */
};

static const struct sat_ops *ops_of(enum sat_backend backend) {
  static const struct sat_ops *const ops[] = {[SAT_CONE] = &sat_cone_ops,
                                              [SAT_CHOICES] = &sat_choices_ops,
                                              [SAT_CHOOSING] = &sat_choosing_ops,
                                              [SAT_CADICAL] = &sat_cadical_ops,
                                              [SAT_INPROCESSING] = &sat_inprocessing_ops};
  return ops[backend];
}

struct sat *sat_new(enum sat_backend backend, const struct effort *effort) {
  struct sat *sat = memory_alloc(1, sizeof *sat);
  sat->ops = ops_of(backend);
  sat->solver = sat->ops->create(effort);
  sat->effort = effort;
  sat->counted = (struct sat_statistics){0};
  return sat;
}

void sat_free(struct sat *sat) {
  if (!sat) return;
  sat->ops->destroy(sat->solver);
  free(sat);
}

int sat_var(struct sat *sat) { return sat->ops->var(sat->solver); }
int sat_switch(struct sat *sat) { return sat->ops->switch_var(sat->solver); }
void sat_gate(struct sat *sat, int g, int a, int b) { sat->ops->gate(sat->solver, g, a, b); }
void sat_choice(struct sat *sat, int g, int c, int t, int e) {
  sat->ops->choice(sat->solver, g, c, t, e);
}
bool sat_knows_choices(const struct sat *sat) { return sat->ops->knows_choices; }
void sat_clause(struct sat *sat, const int *lits, size_t n) {
  sat->ops->clause(sat->solver, lits, n);
}
void sat_assume(struct sat *sat, int lit) { sat->ops->assume(sat->solver, lit); }
void sat_constrain(struct sat *sat, const int *lits, size_t n) {
  sat->ops->constrain(sat->solver, lits, n);
}

static void count(struct sat *sat) {
  struct statistics *all = statistics_of(sat->effort);
  if (!all) return;
  struct sat_statistics now = sat_statistics(sat);
  all->sat_queries += now.solves - sat->counted.solves;
  all->conflicts += now.conflicts - sat->counted.conflicts;
  all->decisions += now.decisions - sat->counted.decisions;
  all->propagations += now.propagations - sat->counted.propagations;
  sat->counted = now;
}

enum sat_answer sat_solve(struct sat *sat) {
  enum sat_answer answer = sat->ops->solve(sat->solver);
  count(sat);
  return answer;
}
void sat_limit_conflicts(struct sat *sat, long conflicts) {
  sat->ops->limit_conflicts(sat->solver, conflicts);
}
int sat_value(struct sat *sat, int lit) { return sat->ops->value(sat->solver, lit); }
bool sat_failed(struct sat *sat, int lit) { return sat->ops->failed(sat->solver, lit); }
struct sat_statistics sat_statistics(const struct sat *sat) {
  return sat->ops->statistics(sat->solver);
}
