/* What debug builds ask about their own results must be able to say no. */
#include "checker/bdd/bdd.h"
#include "checker/system/self_check.h"
#include "tests/unit/run_suite.h"

#include <string.h>

/* A counter of two bits that stays at 2: x1 x0 = 00, 01, 10, 10, .. */
static struct system *counter(void) {
  static const char text[] = "aag 3 0 2 0 1\n2 6\n4 7\n6 3 5\n";
  struct aiger model;
  struct fault fault;
  bool read =
      aiger_read_memory("counter", (const unsigned char *)text, strlen(text), &model, &fault);
  ck_assert_msg(read, "%s", fault.text);
  struct elaboration how = {.model = &model, .justice = -1, .keep_all = true};
  struct system *s = system_elaborate(&how);
  aiger_free(&model);
  return s;
}

START_TEST(test_invariants) {
  struct system *s = counter();
  lit low = s->states[0], high = s->states[1];
  lit not_three = lit_not(aig_and(s->aig, low, high));
  ck_assert(self_check_invariant(s, AIG_TRUE));
  ck_assert(self_check_invariant(s, not_three));
  ck_assert(!self_check_invariant(s, lit_not(low))); /* not closed */
  ck_assert(!self_check_invariant(s, high));         /* not true at first */
  ck_assert(self_check_disjoint(s, low, high, not_three));
  ck_assert(!self_check_disjoint(s, low, not_three, AIG_TRUE));
  system_free(s);
}
END_TEST

START_TEST(test_proofs) {
  struct system *s = counter();
  lit low = s->states[0], high = s->states[1];
  struct clauses proof = {0};
  lit clause[] = {lit_not(low), lit_not(high)};
  clauses_add(&proof, clause, 2);
  struct proof_claim claim = {.invariant = AIG_TRUE,
                              .from = s->init,
                              .target = aig_and(s->aig, low, high),
                              .proof = &proof};
  ck_assert(self_check_proof(s, &claim));
  claim.target = high; /* is reached */
  ck_assert(!self_check_proof(s, &claim));
  claim.target = AIG_FALSE;
  claim.from = aig_and(s->aig, low, high); /* is outside */
  ck_assert(!self_check_proof(s, &claim));
  claim.from = s->init;
  clauses_add(&proof, clause, 1); /* not closed */
  ck_assert(!self_check_proof(s, &claim));
  clauses_free(&proof);
  system_free(s);
}
END_TEST

START_TEST(test_diagrams) {
  struct bdds *m = bdds_new(NULL);
  uint32_t x = bdd_var(m, false), y = bdd_var(m, false);
  bdd f = bdd_ref(m, bdd_and(m, bdd_literal(m, x), bdd_not(bdd_literal(m, y))));
  ck_assert(bdd_check(m));
  struct bdd_node *node = &m->nodes[f >> 1];
  node->low ^= 1; /* a complemented low edge */
  ck_assert(!bdd_check(m));
  node->low ^= 1;
  m->live++; /* a node that no table has */
  ck_assert(!bdd_check(m));
  m->live--;
  m->level_of[x] = 1;
  m->level_of[y] = 0; /* an order that the nodes do not follow */
  m->var_at[1] = x;
  m->var_at[0] = y;
  ck_assert(!bdd_check(m));
  bdds_free(m);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("self check");
  TCase *checks = tcase_create("self check");
  suite_add_tcase(suite, checks);
  tcase_add_test(checks, test_invariants);
  tcase_add_test(checks, test_proofs);
  tcase_add_test(checks, test_diagrams);
  return run_suite(suite);
}
