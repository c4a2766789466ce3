#include "checker/system/supports.h"
#include "tests/oracle/random_model.h"
#include "tests/unit/run_suite.h"

enum { LEAVES = 6 };

static uint64_t leaf_table(unsigned k) {
  uint64_t table = 0;
  for (unsigned row = 0; row < 64; row++) table |= (uint64_t)(row >> k & 1) << row;
  return table;
}

static uint64_t table_of(const struct aig *aig, lit a) {
  uint64_t table = 0;
  for (unsigned row = 0; row < 64; row++) {
    uint8_t states[LEAVES / 2], inputs[LEAVES / 2];
    for (unsigned k = 0; k < LEAVES / 2; k++) {
      states[k] = row >> k & 1;
      inputs[k] = row >> (k + LEAVES / 2) & 1;
    }
    table |= (uint64_t)aig_eval(aig, a, states, inputs) << row;
  }
  return table;
}

/* Whatever the rules rewrite, the function stays. */
START_TEST(functions_survive_simplification) {
  struct rng rng = rng_seeded(random_seed("aig"));
  for (int round = 0; round < 40; round++) {
    struct aig *aig = aig_new();
    lit pool[200];
    uint64_t table[200];
    size_t n = 0;
    pool[n] = AIG_FALSE;
    table[n++] = 0;
    for (unsigned k = 0; k < LEAVES; k++) {
      pool[n] = k < LEAVES / 2 ? aig_state(aig) : aig_input(aig);
      table[n++] = leaf_table(k);
    }
    for (; n < 200; n++) {
      size_t a = rng_below(&rng, (uint32_t)n), b = rng_below(&rng, (uint32_t)n),
             c = rng_below(&rng, (uint32_t)n);
      uint32_t flip = rng_below(&rng, 8);
      lit x = pool[a] ^ (flip & 1), y = pool[b] ^ (flip >> 1 & 1), z = pool[c] ^ (flip >> 2);
      uint64_t tx = flip & 1 ? ~table[a] : table[a], ty = flip & 2 ? ~table[b] : table[b],
               tz = flip & 4 ? ~table[c] : table[c];
      switch (rng_below(&rng, 6)) {
      case 0:
        pool[n] = aig_or(aig, x, y);
        table[n] = tx | ty;
        break;
      case 1:
        pool[n] = aig_xor(aig, x, y);
        table[n] = tx ^ ty;
        break;
      case 2:
        pool[n] = aig_ite(aig, x, y, z);
        table[n] = (tx & ty) | (~tx & tz);
        break;
      case 3:
        pool[n] = aig_and_all(aig, (lit[]){x, y, z}, 3);
        table[n] = tx & ty & tz;
        break;
      case 4:
        pool[n] = aig_or_all(aig, (lit[]){x, y, z}, 3);
        table[n] = tx | ty | tz;
        break;
      default:
        pool[n] = aig_and(aig, x, y);
        table[n] = tx & ty;
        break;
      }
      ck_assert_uint_eq(table_of(aig, pool[n]), table[n]);
    }
    for (size_t k = 1; k < aig->num_nodes; k++)
      if (aig->nodes[k].kind == AIG_GATE) {
        ck_assert(aig->nodes[k].left > aig->nodes[k].right && lit_node(aig->nodes[k].left) < k);
      }
    aig_free(aig);
  }
}
END_TEST

START_TEST(equal_gates_are_shared) {
  struct aig *aig = aig_new();
  lit a = aig_state(aig), b = aig_input(aig);
  ck_assert_uint_eq(aig_and(aig, a, b), aig_and(aig, b, a));
  ck_assert_uint_eq(aig_and(aig, a, lit_not(a)), AIG_FALSE);
  ck_assert_uint_eq(aig_and(aig, aig_and(aig, a, b), a), aig_and(aig, a, b));
  ck_assert_uint_eq(aig_and_all(aig, NULL, 0), AIG_TRUE);
  ck_assert_uint_eq(aig_or_all(aig, NULL, 0), AIG_FALSE);
  aig_free(aig);
}
END_TEST

START_TEST(cones_are_topological) {
  struct aig *aig = aig_new();
  lit a = aig_state(aig), b = aig_input(aig), c = aig_state(aig);
  lit ab = aig_and(aig, a, b), ac = aig_and(aig, a, c);
  ck_assert(aig_has_inputs(aig, ab) && !aig_has_inputs(aig, ac) && !aig_has_inputs(aig, AIG_TRUE));
  struct lits cone = {0};
  lit roots[] = {aig_xor(aig, ab, ac), ac};
  aig_cone(aig, roots, 2, &cone);
  uint8_t *seen = memory_zeroed(aig->num_nodes, 1);
  seen[0] = 1;
  for (size_t k = 0; k < cone.size; k++) {
    const struct aig_node *node = &aig->nodes[cone.at[k]];
    ck_assert(!seen[cone.at[k]]);
    if (node->kind == AIG_GATE)
      ck_assert(seen[lit_node(node->left)] && seen[lit_node(node->right)]);
    seen[cone.at[k]] = 1;
  }
  ck_assert(seen[lit_node(roots[0])] && seen[lit_node(a)] && seen[lit_node(b)] &&
            seen[lit_node(c)]);
  free(seen);
  lits_free(&cone);
  aig_free(aig);
}
END_TEST

/* All nodes at once say what a walk over each cone says, as far as it fits. */
START_TEST(supports_of_cones) {
  enum { STATES = 12, GATES = 200, MOST = 5 };
  struct rng rng = rng_seeded(random_seed("supports"));
  struct aig *aig = aig_new();
  lit all[STATES + 2 + GATES];
  size_t n = 0;
  while (n < STATES) all[n++] = aig_state(aig);
  while (n < STATES + 2) all[n++] = aig_input(aig);
  for (; n < STATES + 2 + GATES; n++)
    all[n] = aig_and(aig, all[rng_below(&rng, (uint32_t)n)] ^ rng_below(&rng, 2),
                     all[rng_below(&rng, (uint32_t)n)] ^ rng_below(&rng, 2));
  struct lits cone = {0};
  struct supports supports;
  aig_cone(aig, all, n, &cone);
  supports_init(&supports, aig, &cone, MOST);
  for (size_t k = 0; k < n; k++) {
    bool below[STATES] = {false};
    size_t size = 0, at = 0;
    lits_clear(&cone);
    aig_cone(aig, &all[k], 1, &cone);
    for (size_t i = 0; i < cone.size; i++) {
      const struct aig_node *node = &aig->nodes[cone.at[i]];
      if (node->kind == AIG_STATE) below[node->left] = true;
    }
    for (size_t i = 0; i < STATES; i++) size += below[i];
    ck_assert_uint_eq(supports_size(&supports, all[k]), size > MOST ? MOST + 1 : size);
    for (uint32_t i = 0; i < STATES && size <= MOST; i++)
      if (below[i]) ck_assert_uint_eq(supports_at(&supports, all[k])[at++], i);
  }
  supports_free(&supports);
  lits_free(&cone);
  aig_free(aig);
}
END_TEST

/* A chain of a million gates: nothing recurses. */
START_TEST(deep_graphs) {
  struct aig *aig = aig_new();
  lit a = aig_state(aig), x = a, leaves[64];
  for (int k = 0; k < 64; k++) leaves[k] = aig_input(aig);
  for (int k = 0; k < 1000000; k++) x = lit_not(aig_and(aig, x, leaves[k % 64]));
  uint8_t states[] = {1}, inputs[64];
  memset(inputs, 1, sizeof inputs);
  ck_assert(aig_eval(aig, x, states, inputs));
  aig_free(aig);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("aig");
  TCase *tcase = tcase_create("all");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, functions_survive_simplification);
  tcase_add_test(tcase, equal_gates_are_shared);
  tcase_add_test(tcase, cones_are_topological);
  tcase_add_test(tcase, supports_of_cones);
  tcase_add_test(tcase, deep_graphs);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
