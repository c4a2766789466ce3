/* What debug builds ask about their own results must be able to say no. */
#include "checker/bdd/bdd.h"
#include "checker/ctl/facts_check.h"
#include "checker/portfolio/check.h"
#include "checker/system/self_check.h"
#include "formats/ctl.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"

#include <string.h>

/* A counter of two bits that stays at 2: x1 x0 = 00, 01, 10, 10, .. */
static struct system *counter(void) {
  static const char text[] = "aag 3 0 2 0 1\n2 6\n4 7\n6 3 5\n";
  struct aiger model;
  text_model(text, &model);
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

/* --- facts ------------------------------------------------------------------------------------ */

/* x, kept or set by the input; y, which follows it. */
static const char follower[] = "aag 4 1 2 0 1\n2\n4 9\n6 4\n8 5 3\n";

static void decide(const char *formula, struct check_result *result) {
  struct aiger model;
  struct ctl_file file = {0};
  struct fault fault;
  text_model(follower, &model);
  ck_assert_msg(ctl_read_text(formula, &model, CTL_DIALECT_AUTO, &file, &fault), "%s", fault.text);
  struct property property = {
      .kind = PROPERTY_CTL, .arena = &file.arena, .root = file.properties[0].root};
  check_property(&model, &property, &check_defaults, NULL, result);
  ck_assert_int_ne(result->evidence.verdict, VERDICT_UNKNOWN);
  ck_assert_msg(facts_are_fine(&result->core, &result->evidence), "%s", formula);
  ctl_free(&file);
  aiger_free(&model);
}

/* Another predicate in this place of the evidence is noticed. */
static void notices(const struct check_result *result, lit *place, lit other) {
  lit before = *place;
  ck_assert_uint_ne(before, other);
  *place = other;
  ck_assert(!facts_are_fine(&result->core, &result->evidence));
  *place = before;
  ck_assert(facts_are_fine(&result->core, &result->evidence));
}

static struct node_facts *facts_of(const struct check_result *result, enum core_op op) {
  for (size_t v = 0; v < result->core.num_nodes; v++)
    if (result->core.nodes[v].op == op) return &result->evidence.facts[v];
  ck_abort_msg("no such node");
}

START_TEST(test_lower_facts) {
  struct check_result result;
  decide("EF l1", &result);
  struct fact *fact = &facts_of(&result, CORE_EU)->lower;
  ck_assert_int_eq(fact->kind, FACT_LOWER_EU);
  ck_assert_uint_gt(fact->ranks.size, 0);
  notices(&result, &fact->ranks.at[0].guard, AIG_TRUE);
  notices(&result, &fact->predicate, AIG_TRUE ^ 1);
  check_result_free(&result);
  decide("EX l0", &result);
  fact = &facts_of(&result, CORE_EX)->lower;
  ck_assert_int_eq(fact->kind, FACT_LOWER_EX);
  struct choice *last = &fact->ranks.at[fact->ranks.size - 1]; /* for x = 0 */
  notices(&result, &last->inputs.at[0], last->inputs.at[0] ^ 1);
  notices(&result, &last->guard, AIG_FALSE);
  check_result_free(&result);
  decide("EG !l1", &result);
  fact = &facts_of(&result, CORE_EG)->lower;
  ck_assert_int_eq(fact->kind, FACT_LOWER_EG);
  ck_assert(fact->num_lassos || fact->has_region);
  notices(&result, fact->num_lassos ? &fact->lassos[0].steps.at[0].guard : &fact->region.inside,
          AIG_TRUE);
  check_result_free(&result);
}
END_TEST

START_TEST(test_upper_facts) {
  struct check_result result;
  decide("!EF (l1 & !l0)", &result); /* x stays: y behind it never leads */
  struct fact *fact = &facts_of(&result, CORE_EU)->upper;
  ck_assert_int_eq(fact->kind, FACT_UPPER);
  notices(&result, &fact->predicate, AIG_TRUE);
  check_result_free(&result);
  decide("!EX l1", &result);
  fact = &facts_of(&result, CORE_EX)->upper;
  ck_assert_int_eq(fact->kind, FACT_UPPER);
  notices(&result, &fact->predicate, AIG_FALSE);
  check_result_free(&result);
  decide("AG (l0 -> AF l1)", &result);
  fact = &facts_of(&result, CORE_EG)->upper;
  ck_assert_int_eq(fact->kind, FACT_UPPER_EG);
  ck_assert_uint_gt(fact->num_blocks, 0);
  notices(&result, &fact->blocks[0].closed, lit_not(fact->blocks[0].closed));
  check_result_free(&result);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("self check");
  TCase *checks = tcase_create("self check");
  suite_add_tcase(suite, checks);
  tcase_add_test(checks, test_invariants);
  tcase_add_test(checks, test_proofs);
  tcase_add_test(checks, test_diagrams);
  tcase_add_test(checks, test_lower_facts);
  tcase_add_test(checks, test_upper_facts);
  return run_suite(suite);
}
