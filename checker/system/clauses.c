#include "checker/system/clauses.h"

void clauses_add(struct clauses *c, const lit *lits, size_t n) {
  for (size_t k = 0; k < n; k++) assert(lits[k] > AIG_TRUE && lits[k] != LIT_NONE);
  c->at = memory_room(c->at, c->size, &c->capacity, sizeof *c->at);
  struct lits *clause = &c->at[c->size++];
  *clause = (struct lits){0};
  lits_append(clause, lits, n);
}

void clauses_free(struct clauses *c) {
  for (size_t k = 0; k < c->size; k++) lits_free(&c->at[k]);
  free(c->at);
  *c = (struct clauses){0};
}

lit clauses_predicate(struct aig *aig, const struct clauses *c) {
  struct lits conjuncts = {0};
  for (size_t k = 0; k < c->size; k++)
    lits_push(&conjuncts, aig_or_all(aig, c->at[k].at, c->at[k].size));
  lit all = aig_and_all(aig, conjuncts.at, conjuncts.size);
  lits_free(&conjuncts);
  return all;
}

void step_constraints_add(struct step_constraints *c, const lit *now, size_t n, const lit *then,
                          size_t m) {
  c->at = memory_room(c->at, c->size, &c->capacity, sizeof *c->at);
  struct step_clause *clause = &c->at[c->size++];
  *clause = (struct step_clause){0};
  lits_append(&clause->now, now, n);
  lits_append(&clause->then, then, m);
}

void step_constraints_now(struct step_constraints *c, lit a) {
  step_constraints_add(c, &a, 1, NULL, 0);
}

void step_constraints_then(struct step_constraints *c, lit a) {
  step_constraints_add(c, NULL, 0, &a, 1);
}

void step_constraints_wall(struct step_constraints *c, lit w) {
  lit no = lit_not(w);
  step_constraints_add(c, &no, 1, &w, 1);
  step_constraints_add(c, &w, 1, &no, 1);
}

void step_constraints_copy(struct step_constraints *to, const struct step_constraints *from) {
  *to = (struct step_constraints){0};
  for (size_t k = 0; k < from->size; k++) {
    const struct step_clause *c = &from->at[k];
    step_constraints_add(to, c->now.at, c->now.size, c->then.at, c->then.size);
  }
}

void step_constraints_free(struct step_constraints *c) {
  for (size_t k = 0; k < c->size; k++) {
    lits_free(&c->at[k].now);
    lits_free(&c->at[k].then);
  }
  free(c->at);
  *c = (struct step_constraints){0};
}
