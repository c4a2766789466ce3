/* Walls of literals and gates: what is asked, in which turns, and what steps that were seen say. */
#include "checker/fair/literal_walls.h"
#include "tests/unit/run_suite.h"
#include "tests/unit/text_model.h"

#include <stdio.h>

static struct system *read_all(struct aiger *m, const char *text) {
  text_model(text, m);
  struct elaboration how = {.model = m, .justice = 0, .keep_all = true};
  return system_elaborate(&how);
}

/* Four latches keep what they begin with. That no step changes a gate over them is not asked. */
START_TEST(gates_that_stay) {
  struct aiger m;
  struct system *s =
      read_all(&m, "aag 12 1 5 0 6 0 0 1 0\n2\n4 4 4\n6 6 6\n8 8 8\n10 10 10\n12 24\n1\n12\n"
                   "14 6 4\n16 7 4\n18 10 8\n20 19 15\n22 20 17\n24 22 2\n");
  struct chain chain;
  struct skeleton skeleton;
  struct literal_walls literals;
  chain_init(&chain, s, AIG_TRUE, s->init, NULL);
  skeleton_init(&skeleton, &chain);
  literal_walls_init(&literals, &chain, true);
  literal_walls_round(&literals, &skeleton, false, UINT64_MAX);
  unsigned long before = chain.queries;
  literal_walls_round(&literals, &skeleton, true, UINT64_MAX);
  ck_assert_uint_eq(literals.num_candidates, 20); /* five latches, five gates, in both signs */
  ck_assert_uint_le(chain.queries - before, 4);   /* 22 if it were */
  for (size_t k = 0; k < literals.num_candidates; k++)
    ck_assert_int_eq(literals.candidates[k].done, k / 2 != 4);
  literal_walls_free(&literals);
  skeleton_free(&skeleton);
  chain_free(&chain);
  system_free(s);
  aiger_free(&m);
}
END_TEST

/* A look at the candidates that is broken off again and again ends where one in one go does. */
START_TEST(walls_in_turns) {
  const char *text = "aag 12 1 5 0 6 0 0 1 0\n2\n4 4 4\n6 4 6\n8 6 8\n10 8 10\n12 24\n1\n12\n"
                     "14 6 4\n16 7 4\n18 10 8\n20 19 15\n22 20 17\n24 22 2\n";
  size_t walls[2], turns[2] = {0, 0};
  for (int k = 0; k < 2; k++) {
    struct aiger m;
    struct system *s = read_all(&m, text);
    struct meter meter = {0};
    struct effort effort = {.meter = &meter};
    struct chain chain;
    struct skeleton skeleton;
    struct literal_walls literals;
    chain_init(&chain, s, AIG_TRUE, s->init, &effort);
    skeleton_init(&skeleton, &chain);
    literal_walls_init(&literals, &chain, true);
    while (!literals.tried || literals.tried_version != chain.version) {
      literal_walls_round(&literals, &skeleton, true, k ? 1 : UINT64_MAX);
      ck_assert_uint_lt(turns[k]++, 1000);
    }
    walls[k] = chain.block.num_steps;
    literal_walls_free(&literals);
    skeleton_free(&skeleton);
    chain_free(&chain);
    system_free(s);
    aiger_free(&m);
  }
  ck_assert_uint_eq(walls[0], walls[1]);
  ck_assert(walls[0] > 0 && turns[1] > turns[0]);
}
END_TEST

/* A latch whose next value is a chain of so many gates over two others and an input. */
static char *long_chain(unsigned gates) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  fprintf(f, "aag %u 1 3 0 %u 0 0 1 0\n2\n4 %u\n6 8\n8 2\n1\n4\n", gates + 4, gates,
          2 * (gates + 4));
  for (unsigned k = 0; k < gates; k++)
    fprintf(f, "%u %u %u\n", 10 + 2 * k, k ? 9 + 2 * k : 2, k % 2 ? 6 : 8);
  fclose(f);
  return text;
}

/* In large systems steps wait until there are some to be evaluated together. What is known of them
 * then is what each of them was. */
START_TEST(steps_are_evaluated_together) {
  enum { STEPS = 100 };
  static uint8_t now[STEPS][3], then[STEPS][3];
  char *text = long_chain(40000);
  struct aiger m;
  struct system *s = read_all(&m, text);
  struct chain chain;
  struct literal_walls l;
  size_t waited = 0;
  chain_init(&chain, s, AIG_TRUE, s->init, NULL);
  literal_walls_init(&l, &chain, true);
  for (size_t k = 0; k < STEPS; k++) {
    lit before[2] = {s->states[1] ^ (lit)(k & 1), s->states[2] ^ (lit)(k >> 1 & 1)};
    lit after = s->states[2] ^ (lit)(k >> 2 & 1);
    ck_assert_int_eq(chain_solve(&chain, before, 2, &after, 1), SAT_YES);
    chain_model(&chain, now[k], NULL, then[k]);
    literal_walls_remember(&l);
    waited += l.fresh.num > 0;
  }
  literal_walls_evaluate(&l);
  ck_assert_uint_gt(waited, STEPS / 2);
  for (size_t k = 0; k < STEPS; k++) {
    const struct seen_steps *block = &l.blocks[k / 64];
    ck_assert(block->valid >> k % 64 & 1);
    for (size_t i = 0; i < 3; i++) {
      ck_assert_int_eq(block->now[i] >> k % 64 & 1, now[k][i]);
      ck_assert_int_eq(block->then[i] >> k % 64 & 1, then[k][i]);
    }
  }
  literal_walls_free(&l);
  chain_free(&chain);
  system_free(s);
  aiger_free(&m);
  free(text);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("literal_walls");
  TCase *tcase = tcase_create("all");
  tcase_add_test(tcase, gates_that_stay);
  tcase_add_test(tcase, walls_in_turns);
  tcase_add_test(tcase, steps_are_evaluated_together);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
