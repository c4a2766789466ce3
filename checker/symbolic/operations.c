/* Operations that sift when they run into a limit, and try again. */
#include "checker/symbolic/symbolic_system.h"

enum operation { OPERATION_AND, OPERATION_EXISTS, OPERATION_RESTRICT };

static bdd attempt(struct symbolic *s, enum operation op, bdd f, bdd g, bdd cube) {
  switch (op) {
  case OPERATION_AND: return bdd_and(s->m, f, g);
  case OPERATION_EXISTS: return bdd_and_exists(s->m, f, g, cube);
  case OPERATION_RESTRICT: return bdd_restrict(s->m, f, g);
  }
  return BDD_FALSE;
}

static bdd apply(struct symbolic *s, enum operation op, bdd f, bdd g, bdd cube) {
  struct bdds *m = s->m;
  if (s->stopped) return bdd_ref(m, BDD_FALSE);
  bdd_ref(m, f);
  bdd_ref(m, g);
  bdd_ref(m, cube);
  bdd result = BDD_FALSE;
  size_t hard = m->tuning->bdd_hard_limit;
  for (size_t soft = m->tuning->bdd_soft_limit; !s->stopped; soft *= 4) {
    m->limit = m->live + soft < hard ? m->live + soft : hard;
    bdd_fit_cache(m);
    result = attempt(s, op, f, g, cube);
    if (!m->failed) break;
    m->failed = false;
    s->stopped = m->interrupted || m->limit >= hard;
    if (s->stopped) break;
    m->sift_at = 0;
    bdd_tidy(m);
  }
  if (s->stopped) result = BDD_FALSE;
  bdd_ref(m, result);
  bdd_deref(m, f);
  bdd_deref(m, g);
  bdd_deref(m, cube);
  if (!s->stopped && m->live > 2 * m->sift_at + 20000) bdd_tidy(m);
  return result;
}

bdd symbolic_and(struct symbolic *s, bdd f, bdd g) {
  return apply(s, OPERATION_AND, f, g, BDD_TRUE);
}
bdd symbolic_and_exists(struct symbolic *s, bdd f, bdd g, bdd cube) {
  return apply(s, OPERATION_EXISTS, f, g, cube);
}

bdd symbolic_restrict(struct symbolic *s, bdd f, bdd care) {
  bdd r = apply(s, OPERATION_RESTRICT, f, care, BDD_TRUE);
  if (!s->stopped && bdd_size(s->m, r) > bdd_size(s->m, f)) symbolic_set(s, &r, bdd_ref(s->m, f));
  return r;
}

void symbolic_resume(struct symbolic *s, const struct effort *effort) {
  s->m->effort = effort;
  if (!s->stopped) return;
  s->stopped = s->m->failed = s->m->interrupted = false;
  bdd_tidy(s->m);
}
